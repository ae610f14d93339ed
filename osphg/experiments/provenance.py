"""Where a result comes from: parameters, code, versions, machine and time."""

from __future__ import annotations

import hashlib
import platform
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from osphg.experiments import keys
from osphg.experiments.catalogue import Experiment
from osphg.sources import package_digest

_REPOSITORY = Path(__file__).resolve().parents[2]  # unless the package is an installed one


def collect(experiment: Experiment, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a run's provenance.json says before the execution has started.

    `parameters` are the values of all parameters by name. All of it can be written as JSON: the
    command line where the command osphg started this process, the time, the hashes of the notebook
    and the package, and what `surroundings` returns.
    """
    # What was started: the script `osphg`, on Windows with an ending, or `python -m osphg`.
    by_command = re.search(r"\bosphg(\.exe|[/\\]__main__\.py)?$", sys.argv[0])
    inputs = {"notebook": keys.notebook(experiment.source), "package": package_digest()}
    lock = _REPOSITORY / "requirements.lock"  # the versions of all packages that it is tested with
    if lock.is_file():  # not where the package was installed
        inputs["lock"] = hashlib.sha256(lock.read_bytes()).hexdigest()
    return {
        "experiment": experiment.name,
        "parameters": dict(parameters),
        "command": shlex.join(["osphg", *sys.argv[1:]]) if by_command else "",
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "inputs": inputs,
        **surroundings(),
    }


def surroundings() -> dict[str, Any]:
    """Return what numbers may depend on beside parameters and sources: versions and machine."""
    return {
        "git": git_state(),
        **keys.installed(),
        "platform": platform.platform(),
        "machine": machine(),
    }


@cache
def machine() -> dict[str, str]:
    """Return the name of this machine's processor, as two kinds of them may round differently."""
    description = Path("/proc/cpuinfo")  # of Linux, where Python itself does not know the name
    text = description.read_text() if description.exists() else ""
    model = re.search(r"^model name\s*: (.+)$", text, re.M)
    return {"processor": model[1].strip() if model else platform.processor()}


def git_state() -> dict[str, Any] | None:
    """Return the commit of the package's repository and whether its files are as committed.

    None where the package does not stand in its repository, or git does not answer.
    """
    # An installed package may stand in a repository, too, but in another one than its own.
    if not (_REPOSITORY / ".git").exists():
        return None

    def git(*arguments: str) -> str:
        """Return what git prints, run in the repository; an error if it fails or takes 20 s."""
        command = ["git", "-C", str(_REPOSITORY), *arguments]
        return subprocess.check_output(command, stderr=subprocess.DEVNULL, text=True, timeout=20)

    try:
        commit = git("rev-parse", "HEAD").strip()
        return {"commit": commit, "clean": not git("status", "--porcelain")}
    except (OSError, subprocess.SubprocessError):
        return None

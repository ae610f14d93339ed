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

_ROOT = Path(__file__).resolve().parents[2]


def collect(experiment: Experiment, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is known before an execution starts, ready for JSON."""
    by_command = re.search(r"\bosphg(\.exe|[/\\]__main__\.py)?$", sys.argv[0])
    inputs = {"notebook": keys.notebook(experiment.source), "package": package_digest()}
    lock = _ROOT / "requirements.lock"
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
    """Return what the numbers may depend on beside parameters and sources."""
    return {
        "git": git_state(),
        **keys.installed(),
        "platform": platform.platform(),
        "machine": machine(),
    }


@cache
def machine() -> dict[str, str]:
    """Return the processor by its name: two that differ may round differently."""
    known = Path("/proc/cpuinfo")  # of Linux
    named = re.search(r"^model name\s*: (.+)$", known.read_text() if known.exists() else "", re.M)
    return {"processor": named[1].strip() if named else platform.processor()}


def git_state() -> dict[str, Any] | None:
    """Return the package's commit and whether the work tree was clean; None outside git."""
    if not (_ROOT / ".git").exists():  # installed: a repository around it is another's
        return None

    def git(*words: str) -> str:
        command = ["git", "-C", str(_ROOT), *words]
        return subprocess.check_output(command, stderr=subprocess.DEVNULL, text=True, timeout=20)

    try:
        commit = git("rev-parse", "HEAD").strip()
        return {"commit": commit, "clean": not git("status", "--porcelain")}
    except (OSError, subprocess.SubprocessError):
        return None

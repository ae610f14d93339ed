"""Where a result comes from: parameters, code, versions, machine and time."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from osphg.experiments import files
from osphg.experiments.catalogue import Experiment
from osphg.sources import package_digest

PACKAGES = (
    "osphg", "numpy", "scipy", "numba", "sympy", "matplotlib", "papermill", "nbclient", "ipykernel",
    "pyscipopt", "z3-solver", "distributed",
)  # fmt: skip


def collect(experiment: Experiment, parameters: Mapping[str, Any], command: str) -> dict[str, Any]:
    """Return what is known before an execution starts, ready for JSON."""
    return {
        "format": files.FORMAT,
        "experiment": experiment.name,
        "parameters": dict(parameters),
        "command": command,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "inputs": {"notebook": experiment.digest, "package": package_digest(), **lock_digest()},
        **surroundings(),
    }


def surroundings() -> dict[str, Any]:
    """Return what the numbers may depend on beside parameters and sources."""
    return {
        "git": git_state(),
        "python": platform.python_version(),
        "packages": versions(),
        "platform": platform.platform(),
        "processors": os.cpu_count(),
    }


def versions() -> dict[str, str]:
    """Return the installed versions of the packages that results rest on."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def lock_digest() -> dict[str, str]:
    """Return the SHA-256 of requirements.lock as `lock`; nothing where there is none."""
    lock = Path(__file__).resolve().parents[2] / "requirements.lock"
    return {"lock": hashlib.sha256(lock.read_bytes()).hexdigest()} if lock.is_file() else {}


def git_state() -> dict[str, Any] | None:
    """Return the package's commit and whether the work tree was clean; None outside git."""
    root = Path(__file__).resolve().parents[2]
    if not (root / ".git").exists():  # installed: a repository around it is another's
        return None
    try:
        commit = _git(root, "rev-parse", "HEAD")
        return {"commit": commit, "clean": not _git(root, "status", "--porcelain")}
    except (OSError, subprocess.SubprocessError):
        return None


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True, timeout=20
    )
    return done.stdout.strip()

"""The folder of a run: what its files are called, how it appears, and when it may be replaced.

Whatever is removed from a person's folder is removed here.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osphg.experiments.errors import UsageError

FORMAT = 1  # of provenance.json
PROVENANCE = "provenance.json"
NOTEBOOK = "notebook.ipynb"
REPORT = "report.html"
RESULTS = "results.csv"
FIGURES = "figures"
TRACEBACK = "traceback.txt"


@dataclass(frozen=True)
class Folder:
    """A folder in the making: `work` becomes `target` when it is finished."""

    target: Path
    work: Path


def check_folder(target: Path, *, replace: bool = False) -> None:
    """Refuse a folder that a run cannot be written to, before anything is done.

    Raises
    ------
    UsageError
        If `target` holds something that is not a run, or a complete run and `replace` is not
        given; or if it cannot be written.
    """
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise UsageError(f"out must be a folder, got {target}, which is something else")
    parent = next(p for p in Path(os.path.abspath(target)).parents if p.exists())
    if not parent.is_dir() or not os.access(parent, os.W_OK | os.X_OK):
        raise UsageError(f"out cannot be written: {target}: {parent} does not allow it")
    if target.is_dir() and any(target.iterdir()):
        if not (target / PROVENANCE).is_file():
            raise UsageError(f"out must be new or empty: {target} holds something else")
        if not replace and read_provenance(target).get("status") == "complete":
            raise UsageError(f"out holds a run already: {target}; choose another, or replace it")


@contextmanager
def new_folder(target: Path, *, replace: bool = False) -> Iterator[Folder]:
    """Make a folder that appears at `target` all at once, whether the body succeeds or fails.

    Raises
    ------
    UsageError
        As `check_folder`. Nothing has been written then.
    """
    target = Path(os.path.abspath(target))
    check_folder(target, replace=replace)
    try:
        made = _missing_parents(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    except OSError as error:
        raise UsageError(f"out cannot be written: {target}: {error.strerror}") from None
    try:
        try:
            yield Folder(target, work)
        finally:
            if (work / PROVENANCE).exists():
                _swap(work, target)
    finally:
        shutil.rmtree(work, ignore_errors=True)
        for parent in made:  # an empty folder that nobody asked for
            if not any(parent.iterdir()):
                parent.rmdir()


def _missing_parents(target: Path) -> list[Path]:
    return [parent for parent in target.parents if not parent.exists()]


def _swap(work: Path, target: Path) -> None:
    """Put a finished folder in its place; what was there goes last."""
    work.chmod(0o755)  # mkdtemp makes private folders
    if not target.exists():
        work.rename(target)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{target.name}.old-", dir=target.parent))
    target.rename(old / target.name)
    work.rename(target)
    shutil.rmtree(old)


def read_provenance(folder: Path) -> dict[str, Any]:
    """Return a run's provenance; UsageError if the folder holds none that can be read."""
    path = folder / PROVENANCE
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ValueError("it is of another format")
    except FileNotFoundError:
        raise UsageError(f"{folder} is not a run: it has no {PROVENANCE}") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{folder} is not a run: {PROVENANCE} cannot be read: {error}") from None
    return found

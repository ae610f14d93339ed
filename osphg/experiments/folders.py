"""The folder of a run: what its files are called, who may write there, and what is replaced."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osphg.experiments import files
from osphg.experiments.errors import UsageError
from osphg.experiments.files import FORMAT, LOCKS, PROVENANCE, WRITING, read_json

NOTEBOOK = "notebook.ipynb"
REPORT = "report.html"
RESULTS = "results.csv"
FIGURES = "figures"
TRACEBACK = "traceback.txt"
SWEEP = "sweep.json"  # what all cells of a sweep have in common

_NAMED = 5  # files that a message names


@dataclass(frozen=True)
class Folder:
    """A folder that this process has locked for a run."""

    target: Path

    def write(self, contents: Mapping[str, bytes], origin: dict[str, Any]) -> Path:
        """Write a run's files; return where they are.

        That is another folder beside the target if files have appeared there while the run was
        computed whose place they would take, or if it has failed and the one there has not.
        """
        worse = origin.get("status") == "failed" and self._complete()
        if not worse and not files.strangers(self.target, [*contents, PROVENANCE]):
            files.install(self.target, contents, origin)
            return self.target
        with claimed(fresh(self.target)) as other:
            return other.write(contents, origin)

    def _complete(self) -> bool:
        try:
            return read_provenance(self.target).get("status") == "complete"
        except UsageError:  # none yet
            return False


def fresh(target: Path) -> Path:
    """Return a folder that is not there: target, target-2, target-3, ..."""
    count, found = 1, target
    while os.path.lexists(found):
        count += 1
        found = target.with_name(f"{target.name}-{count}")
    return found


def check_place(target: Path) -> None:
    """Refuse a folder that cannot be made, or that one is in, before anything is done.

    Raises
    ------
    UsageError
        If `target` is the folder one is in or one around it, is no folder, has a name that the
        system does not take, or stands where nothing can be written.
    """
    try:
        here, there = Path.cwd().resolve(), target.resolve()
    except (OSError, RuntimeError, ValueError) as error:  # a null byte, links in a circle
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"out cannot be used: {str(target)!r}: {reason}") from None
    if there == here or there in here.parents:
        raise UsageError(f"out must be a folder of its own, got {str(target)!r}, where you are")
    try:
        if target.is_symlink() or (target.exists() and not target.is_dir()):
            raise UsageError(f"out must be a folder, got {target}, which is something else")
        parent = next(path for path in (there, *there.parents) if path.exists())
        os.lstat(there.with_name(there.name))
    except FileNotFoundError:
        pass
    except OSError as error:  # a name that is too long
        raise UsageError(f"out cannot be written: {target}: {error.strerror}") from None
    if not parent.is_dir() or not os.access(parent, os.W_OK | os.X_OK):
        raise UsageError(f"out cannot be written: {target}: {parent} does not allow it")


def check_folder(target: Path, *, replace: bool = False) -> None:
    """Refuse a folder that a run cannot be written to, before anything is done.

    Raises
    ------
    UsageError
        As `check_place`; if `target` holds something that is not a run, or a sweep, or a complete
        run and `replace` is not given, or a run with files that were changed since.
    """
    check_place(target)
    if not target.is_dir():
        return
    try:
        there = [path.name for path in target.iterdir()]
    except OSError as error:
        raise UsageError(f"out cannot be read: {target}: {error.strerror}") from None
    if not [name for name in there if name != LOCKS and not name.startswith(".osphg-")]:
        return
    if SWEEP in there:
        raise UsageError(f"out must be new or empty: {target} holds a sweep; choose another")
    if PROVENANCE not in there:
        raise UsageError(f"out must be new or empty: {target} holds something else")
    origin = read_provenance(target)
    if "grid" in origin:
        raise UsageError(f"out must be new or empty: {target} holds a sweep; choose another")
    known = files.owned(target)
    if not known:
        raise UsageError(
            f"out must be new or empty: {target} holds a run that cannot be replaced, for its"
            f" {PROVENANCE} was changed or is of an earlier version"
        )
    if not replace and origin.get("status") not in ("failed", WRITING):
        raise UsageError(f"out holds a run already: {target}; choose another, or replace it")
    if changed := files.strangers(target, known):
        raise UsageError(
            f"out holds files that were changed after the run: {_named(changed)} in {target};"
            " move them, or choose another folder"
        )


def _named(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


@contextmanager
def claimed(target: Path, *, replace: bool = False) -> Iterator[Folder]:
    """Lock a folder for a run, and make it if it is not there.

    If nothing is written in it, it is left as it was.

    Raises
    ------
    UsageError
        As `check_folder`, and if another command writes there. Nothing has been written then.
    """
    target = Path(os.path.abspath(target))
    check_folder(target, replace=replace)
    made: list[Path] = []
    try:
        try:
            for path in reversed([target, *target.parents]):
                if not path.exists():
                    path.mkdir(exist_ok=True)
                    made.insert(0, path)
            with files.locked(target):
                check_folder(target, replace=replace)  # as it is now that nobody else writes
                yield Folder(target)
        except PermissionError as error:
            raise UsageError(f"out cannot be written: {target}: {error.strerror}") from None
    finally:
        files.unlock(target)
        for path in made:  # folders that nobody asked for
            with suppress(OSError):
                path.rmdir()


def read_provenance(folder: Path) -> dict[str, Any]:
    """Return a run's provenance; UsageError if the folder holds none that can be read."""
    path = folder / PROVENANCE
    try:
        found = read_json(path)
        if not isinstance(found, dict) or found.get("format") not in (1, FORMAT):
            raise ValueError("it is of another format")
    except (FileNotFoundError, NotADirectoryError):
        raise UsageError(f"{folder} is not a run: it has no {PROVENANCE}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{folder} is not a run: {PROVENANCE} cannot be read: {reason}") from None
    return found

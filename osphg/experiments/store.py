"""The folder of a sweep: one file for each finished cell.

Every file is written beside its place and moved there when its bytes are on the disk, so that it is
whole or absent. A cell's file carries a checksum: what was damaged later is computed again. Locks
(which end with their process) let several sweeps work in one folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import filelock

from osphg.experiments import files, provenance
from osphg.experiments.catalogue import Experiment
from osphg.experiments.cells import Answer
from osphg.experiments.errors import UsageError
from osphg.experiments.files import LOCKS, read_json, write
from osphg.experiments.folders import SWEEP, check_place
from osphg.experiments.grid import canonical
from osphg.experiments.parameters import Value

CELLS = "cells"
_FORMAT = 2
_LARGEST = 500_000_000  # bytes of a cell
_PATIENCE = 60.0  # seconds that another sweep may take to write its tables


def identity(experiment: Experiment) -> dict[str, Any]:
    """Return what all cells of a folder have in common."""
    return {
        "format": _FORMAT,
        "experiment": experiment.name,
        "inputs": {"notebook": experiment.digest, "package": provenance.package_digest()},
        "python": platform.python_version(),
        "packages": provenance.versions(),
    }


@dataclass(frozen=True)
class Store:
    """The folder of a sweep of one experiment by one state of the code."""

    folder: Path
    identity: Mapping[str, Any]

    def check(self) -> bool:
        """Return whether a sweep is there; UsageError if something else is. Writes nothing."""
        folder = self.folder
        check_place(folder)
        if not folder.is_dir():
            return False
        try:
            # Listed before the list of a sweep is looked for: another one may begin here meanwhile.
            empty = all(path.name in (LOCKS, f".{SWEEP}.part") for path in folder.iterdir())
            if os.path.lexists(folder / SWEEP):
                different = _difference(read_json(folder / SWEEP), self.identity)
            elif empty:
                return False  # or a sweep that was killed as it began
            elif self._stranded():
                return False  # its list was lost; the cells say themselves what they are of
            else:
                raise UsageError(
                    f"out must be new, empty or a sweep: {folder} holds something else"
                )
        except (ValueError, TypeError, AttributeError, KeyError, OSError) as error:
            if isinstance(error, UsageError):
                raise
            reason = getattr(error, "strerror", None) or error or type(error).__name__
            raise UsageError(
                f"out cannot be read: {folder / SWEEP}: {reason}"
                " (without that file, intact cells are used again)"
            ) from None
        if different:
            raise UsageError(f"out must be another folder: in {folder}, {different}")
        return True

    def _stranded(self) -> bool:
        """Whether all intact cells of the folder are of this very sweep."""
        found = map(_read, (self.folder / CELLS).glob("*.json"))
        names = {cell.get("identity") for cell in found if cell is not None}
        return names == {self._name}

    @property
    def _name(self) -> str:
        """The hash of what all cells have in common."""
        return hashlib.sha256(canonical(self.identity).encode()).hexdigest()

    def create(self) -> None:
        """Make the folder, or join the sweep that is in it; UsageError if that cannot be done."""
        made = [path for path in (self.folder, *self.folder.parents) if not path.exists()]
        try:
            for part in (LOCKS, CELLS) if self.check() else (LOCKS,):
                (self.folder / part).mkdir(parents=True, exist_ok=True)
            with self.guard():
                if not self.check():
                    write(self.folder / SWEEP, json.dumps(self.identity, indent=2) + "\n")
            (self.folder / CELLS).mkdir(exist_ok=True)
        except OSError as error:
            if self.folder in made:
                files.unlock(self.folder)
                for path in made:
                    with suppress(OSError):  # where others have written meanwhile
                        path.rmdir()
            reason = error.strerror or str(error)
            raise UsageError(f"out cannot be written: {self.folder}: {reason}") from None

    def path(self, values: Mapping[str, Value]) -> Path:
        """Return the file of a cell."""
        return self.folder / CELLS / f"{digest(values)}.json"

    def load(self, values: Mapping[str, Value]) -> Answer | None:
        """Return a finished cell; None if there is none that can be trusted."""
        cell = _read(self.path(values))
        try:
            if cell is None or cell["parameters"] != values or cell["identity"] != self._name:
                return None
            return Answer(**cell["answer"])
        except (TypeError, KeyError):
            return None

    def save(self, values: Mapping[str, Value], answer: Answer) -> None:
        """Write a finished cell, under its lock."""
        cell = {
            "experiment": self.identity["experiment"],
            "identity": self._name,
            "parameters": dict(values),
            "answer": asdict(answer),
        }
        record = {"checksum": _checksum(cell), "cell": cell}
        write(self.path(values), json.dumps(record, indent=1) + "\n")

    def lock(self, values: Mapping[str, Value]) -> filelock.BaseFileLock | None:
        """Return the lock of a cell; None while another sweep computes it."""
        lock = filelock.FileLock(self._lock_path(values))
        try:
            lock.acquire(blocking=False)
        except filelock.Timeout:
            return None
        return lock

    def tidy(self, values: Mapping[str, Value]) -> None:
        """Remove the lock file of a finished cell: whoever still gets the lock finds the cell."""
        with suppress(OSError):
            self._lock_path(values).unlink()

    def guard(self) -> AbstractContextManager[None]:
        """Hold the lock under which what belongs to no single cell is written."""
        return files.locked(self.folder, _PATIENCE)

    def _lock_path(self, values: Mapping[str, Value]) -> Path:
        return self.folder / LOCKS / digest(values)


def digest(values: Mapping[str, Value]) -> str:
    """Return the SHA-256 that names a cell."""
    return hashlib.sha256(canonical(values).encode()).hexdigest()


def _read(path: Path) -> dict[str, Any] | None:
    """Return what a cell's file holds; None if it is damaged."""
    try:
        record = read_json(path, largest=_LARGEST)
        cell = record["cell"]
        return cell if record["checksum"] == _checksum(cell) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _checksum(cell: Any) -> str:
    return hashlib.sha256(canonical(cell).encode()).hexdigest()


def _difference(found: Mapping[str, Any], own: Mapping[str, Any]) -> str:
    """Return what of a manifest is not as it is now; empty if nothing."""
    if found.get("format") != own["format"]:
        return "the sweep is of another format"
    if found["experiment"] != own["experiment"]:
        return f"there is a sweep of {found['experiment']}, not of {own['experiment']}"
    for name, what in (
        ("notebook", "another version of the notebook"),
        ("package", "another osphg"),
    ):
        if found["inputs"][name] != own["inputs"][name]:
            return f"there is a sweep with {what}: the two must not be mixed"
    before, now = ({"Python": one["python"], **one["packages"]} for one in (found, own))
    for name in sorted(before.keys() | now.keys()):
        was, is_ = before.get(name, "none"), now.get(name, "none")
        if was != is_:
            return f"there is a sweep with {name} {was}, this is {is_}: the two must not be mixed"
    return ""

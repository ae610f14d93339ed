"""Running one experiment: a notebook, its parameters, and a folder that says all about the run."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from osphg.experiments import executing, provenance
from osphg.experiments.catalogue import find
from osphg.experiments.parameters import UsageError, Value, command
from osphg.experiments.results import Results

PROVENANCE = "provenance.json"
NOTEBOOK = "notebook.ipynb"
REPORT = "report.html"
RESULTS = "results.csv"
FIGURES = "figures"
TRACEBACK = "traceback.txt"


class RunError(RuntimeError):
    """The notebook stopped with an error; `outcome` holds what was computed before it."""

    def __init__(self, message: str, outcome: Outcome) -> None:
        super().__init__(message)
        self.outcome = outcome


class ReportError(RunError):
    """The run is complete and kept; its report could not be made."""


@dataclass(frozen=True)
class Outcome:
    """What a run left.

    Attributes
    ----------
    results : Results
        The notebook's table; empty if it shows none.
    parameters : dict
        All of them, defaults included.
    provenance : dict
        What is in provenance.json.
    notebook : str
        The executed notebook, as JSON.
    folder : Path or None
        Where all this was written.
    """

    results: Results
    parameters: Mapping[str, Value]
    provenance: Mapping[str, Any] = field(repr=False)
    notebook: str = field(repr=False)
    folder: Path | None = None


def run(
    name: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    out: str | os.PathLike[str] | None = None,
    quick: bool = False,
    replace: bool = False,
    progress: bool = False,
    book: Path | None = None,
    inputs: Mapping[str, str] | None = None,
) -> Outcome:
    """Execute an experiment of the book with other parameters and return its results.

    Parameters
    ----------
    name : str
        One of `catalogue()`.
    parameters : mapping, optional
        The values to change; the notebook's defaults stand for the others.
    out : path, optional
        The folder to write: executed notebook, report, figures, results, provenance. It appears
        only when it is complete. Nothing is written when not given.
    quick : bool
        Start from the notebook's quick parameters instead of its defaults.
    replace : bool
        Replace a run that `out` holds.
    progress : bool
        Show a progress bar on stderr.
    book : Path, optional
        Another folder of notebooks than the book's.
    inputs : mapping, optional
        SHA-256 by name of files that the parameters come from, for the provenance.

    Raises
    ------
    UsageError
        Before anything runs or is written: an unknown name, a wrong type, a value out of range, an
        `out` that holds something else.
    RunError
        If a cell of the notebook raised; what it computed before is kept.
    """
    experiment = find(name, book)
    values = experiment.complete(parameters or {}, quick=quick)
    origin = provenance.collect(experiment, values, command(name, values, experiment.complete({})))
    origin["inputs"] |= inputs or {}
    if out is None:
        return _execute(name, experiment.source, values, origin, None, progress)
    with new_folder(Path(out), replace=replace) as folder:
        return _execute(name, experiment.source, values, origin, folder, progress)


def _execute(
    name: str,
    source: str,
    values: Mapping[str, Value],
    origin: dict[str, Any],
    folder: Folder | None,
    progress: bool,
) -> Outcome:
    done = executing.execute(name, source, values, progress=progress)
    found = (None if done.error else executing.results(name, done.notebook)) or Results(name, [])
    origin |= {
        "status": "failed" if done.error else "complete",
        "seconds": round(done.seconds, 3),
        "results_sha256": hashlib.sha256(found.csv().encode()).hexdigest(),
    }
    if done.error:
        origin["error"] = done.error
    outcome = Outcome(found, values, origin, done.notebook, folder.target if folder else None)
    if folder:
        write(folder.work, outcome, done)
    if done.error:
        raise RunError(done.error, outcome)
    return outcome


def write(folder: Path, outcome: Outcome, done: executing.Execution) -> None:
    """Write a run into a folder."""
    from osphg.experiments.report.page import render

    (folder / NOTEBOOK).write_text(outcome.notebook, encoding="utf-8")
    drawn = executing.figures(outcome.notebook)
    if drawn:
        (folder / FIGURES).mkdir()
    for file, content in drawn.items():
        (folder / FIGURES / file).write_bytes(content)
    if done.error:
        (folder / TRACEBACK).write_text(done.traceback + "\n", encoding="utf-8")
    else:
        (folder / RESULTS).write_text(outcome.results.csv(), encoding="utf-8")
    text = json.dumps(outcome.provenance, indent=2) + "\n"
    (folder / PROVENANCE).write_text(text, encoding="utf-8")
    try:  # last: the run is kept, whatever becomes of its report
        page = render(outcome.notebook, outcome.provenance)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise ReportError(f"the report could not be made: {reason}", outcome) from error
    (folder / REPORT).write_text(page, encoding="utf-8")


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
        if not isinstance(found, dict) or found.get("format") != provenance.FORMAT:
            raise ValueError("it is of another format")
    except FileNotFoundError:
        raise UsageError(f"{folder} is not a run: it has no {PROVENANCE}") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{folder} is not a run: {PROVENANCE} cannot be read: {error}") from None
    return found

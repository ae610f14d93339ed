"""Running one experiment: a notebook, its parameters, and a folder that says all about the run."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from osphg.experiments import executing, provenance
from osphg.experiments.catalogue import find
from osphg.experiments.folders import (
    FIGURES,
    NOTEBOOK,
    PROVENANCE,
    REPORT,
    RESULTS,
    TRACEBACK,
    Folder,
    new_folder,
)
from osphg.experiments.parameters import Value, command
from osphg.experiments.results import Results


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
    executing.require_packages("osphg run")
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

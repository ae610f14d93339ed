"""Running one experiment: a notebook, its parameters, and a folder that says all about the run."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from dataclasses import replace as replace_
from pathlib import Path
from typing import Any

from osphg.experiments import executing, files, provenance
from osphg.experiments.catalogue import find
from osphg.experiments.errors import UsageError
from osphg.experiments.folders import (
    FIGURES,
    NOTEBOOK,
    REPORT,
    RESULTS,
    TRACEBACK,
    Folder,
    claimed,
)
from osphg.experiments.parameters import Value, command
from osphg.experiments.results import Results


class RunError(RuntimeError):
    """The notebook stopped with an error; `outcome` holds what was computed before it.

    Examples
    --------
    As `run` raises it of a notebook that divides by zero:

    >>> from osphg import experiments
    >>> about = {"status": "failed", "error": "ZeroDivisionError: division by zero"}
    >>> left = experiments.Outcome(experiments.Results("mine", []), {"T": 0}, about, "{}")
    >>> try:
    ...     raise experiments.RunError(about["error"], left)
    ... except experiments.RunError as error:
    ...     print(error)
    ...     print(error.outcome.parameters, error.outcome.provenance["status"])
    ZeroDivisionError: division by zero
    {'T': 0} failed
    """

    def __init__(self, message: str, outcome: Outcome) -> None:
        super().__init__(message)
        self.outcome = outcome


class Interrupted(RunError):  # noqa: N818 - reads as what happened
    """A person stopped the notebook."""


class ReportError(RunError):
    """A complete run has no report, or a table that cannot be read; all else of it is kept."""


class WriteError(RunError):
    """A complete run could not be written where it was to be; `outcome.folder` is where it is."""


@dataclass(frozen=True)
class Outcome:
    """What a run left.

    Attributes
    ----------
    results : Results
        The notebook's table; empty if it shows none, or if it failed.
    parameters : dict
        All of them, defaults included.
    provenance : dict
        What is in provenance.json.
    notebook : str
        The executed notebook, as JSON.
    folder : Path or None
        Where all this was written.

    Examples
    --------
    >>> from osphg import experiments
    >>> row = {"seed": 0, "quantity": "regret", "value": 2.5, "unit": "units of f"}
    >>> table = experiments.Results("mine", [row])
    >>> left = experiments.Outcome(table, {"T": 100}, {"status": "complete"}, notebook="{}")
    >>> left.results.values()["0", "regret"], left.parameters["T"], left.provenance["status"]
    (2.5, 100, 'complete')
    >>> left.folder is None  # nothing was written
    True
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
        The folder to write: executed notebook, report, figures, results, and last the provenance,
        which names them all with their hashes. Nothing is written when not given.
    quick : bool
        Start from the notebook's quick parameters instead of its defaults.
    replace : bool
        Replace a run that `out` holds: the files that its provenance names, if they are what they
        were. Others stay; and a complete run stays if the new one fails, which then is beside it.
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
        `out` that holds something else or that another command is writing.
    RunError
        If a cell of the notebook raised; what it computed before is kept. Also if the report could
        not be made; the rest of the run is kept then. Also if `out` could not be written, on a full
        disk, say: the run is then in a new folder below the system's temporary one, or, if that
        cannot be written either, in the error's `outcome` alone.

    Examples
    --------
    What cannot be run is refused at once, before anything is written:

    >>> from osphg import experiments
    >>> try:
    ...     experiments.run("figure1", {"T": 100, "W": 200}, out="mine")
    ... except experiments.UsageError as error:
    ...     print(error)
    W must be in [1, T] with T = 100, got 200
    """
    experiment = find(name, book)
    values = experiment.complete(parameters or {}, quick=quick)
    executing.require_packages("osphg run")
    line = command(name, values, experiment.complete({}), book)
    origin = provenance.collect(experiment, values, line)
    origin["inputs"] |= inputs or {}
    if out is None:
        return _execute(name, experiment.source, values, origin, None, progress)
    with claimed(Path(out), replace=replace) as folder:
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
    found, unread = _table(name, done)
    origin |= {
        "status": "failed" if done.error else "complete",
        "seconds": round(done.seconds, 3),
        "results_sha256": hashlib.sha256(found.csv().encode()).hexdigest(),
    }
    if done.error:
        origin["error"] = done.error
    outcome = Outcome(found, values, origin, done.notebook)
    unmade = unwritten = ""
    if folder:
        contents, unmade = _contents(outcome, done)
        place, unwritten = _write(folder, contents, origin)
        outcome = replace_(outcome, folder=place)
    if done.error:
        besides = [f"the report could not be made: {unmade}"] if unmade else []
        besides += [unwritten] if unwritten else []
        more = f" (and {'; '.join(besides)})" if besides else ""
        kind = Interrupted if done.interrupted else RunError
        raise kind(f"{done.error}{more}", outcome)
    if unwritten:
        raise WriteError(unwritten, outcome)
    if unread:
        raise ReportError(f"the table of results could not be read: {unread}", outcome)
    if unmade:
        raise ReportError(f"the report could not be made: {unmade}", outcome)
    return outcome


def _table(name: str, done: executing.Execution) -> tuple[Results, str]:
    """Return a run's table, and why it could not be read; empty if it could, or there is none."""
    none = Results(name, [])
    if done.error:
        return none, ""
    try:
        return executing.results(name, done.notebook) or none, ""
    except Exception as error:  # a notebook may show anything; the run is kept
        return none, _said(error)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]


def _write(
    folder: Folder, contents: Mapping[str, bytes], origin: dict[str, Any]
) -> tuple[Path | None, str]:
    """Return where a run was written, None if nowhere, and why not where it was to be."""
    try:
        return folder.write(contents, origin), ""
    except (OSError, UsageError) as error:
        reason = getattr(error, "strerror", None) or error
        why = f"the run could not be written in {folder.target}: {reason}"
    try:
        other = Path(tempfile.mkdtemp(prefix="osphg-run-"))
    except OSError:
        return None, why
    try:
        files.install(other, contents, origin)
    except OSError:
        shutil.rmtree(other, ignore_errors=True)
        return None, why
    return other, why


def _contents(outcome: Outcome, done: executing.Execution) -> tuple[dict[str, bytes], str]:
    """Return a run's files by name, and why there is no report; empty if there is one."""
    from osphg.experiments.report.page import render

    contents = {NOTEBOOK: outcome.notebook.encode()}
    for file, content in executing.figures(outcome.notebook).items():
        contents[f"{FIGURES}/{file}"] = content
    if done.error:
        contents[TRACEBACK] = f"{done.traceback}\n".encode()
    else:
        contents[RESULTS] = outcome.results.csv().encode()
    try:  # the run is kept, whatever becomes of its report
        contents[REPORT] = render(outcome.notebook, outcome.provenance).encode()
    except Exception as error:
        return contents, _said(error)
    return contents, ""

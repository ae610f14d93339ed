"""Running one experiment: a notebook, its parameters, and a folder that says all about the run."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from dataclasses import replace as changed
from pathlib import Path
from typing import Any

from osphg.experiments import executing, folders, provenance
from osphg.experiments.catalogue import Experiment, find
from osphg.experiments.folders import FIGURES, NOTEBOOK, REPORT, RESULTS, TRACEBACK
from osphg.experiments.parameters import UsageError, Value
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
    ...     print(error, error.outcome.parameters, error.outcome.provenance["status"])
    ZeroDivisionError: division by zero {'T': 0} failed
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
    folder, aside : Path or None
        Where all this was written; and where the rest of a folder is that it has replaced, if that
        held more than the run's own files.

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
    aside: Path | None = None


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
        The folder that will appear, whole: executed notebook, report, figures, results, and the
        provenance, which names them all with their hashes. Nothing is written when not given.
    quick : bool
        Start from the notebook's quick parameters instead of its defaults.
    replace : bool
        Have a run that `out` holds give way, if its files are what they were: it is renamed first,
        then its own files are removed, and others stay in `OUT-replaced`. A complete run stays if
        the new one fails, which then is beside it, in `OUT-2`.
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
        `out` that holds something else, cannot be written, or is awaited from another command.
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
    origin = provenance.collect(experiment, values, experiment.command(values, book))
    origin["inputs"] |= inputs or {}
    if out is None:
        return _executed(experiment, values, origin, None, progress)
    target = Path(os.path.abspath(out))
    folders.check_folder(target, replace=replace)
    with folders.beside(target) as place:
        folders.check_folder(target, replace=replace)  # as it is now that nobody else will make it
        return _executed(experiment, values, origin, (place, target, replace), progress)


def _executed(
    experiment: Experiment,
    values: Mapping[str, Value],
    origin: dict[str, Any],
    where: tuple[Path, Path, bool] | None,
    progress: bool,
) -> Outcome:
    with executing.quiet():
        done = executing.execute(experiment.name, experiment.source, values, progress=progress)
    found, unread = Results(experiment.name, []), ""
    if not done.error:
        try:
            found = executing.results(experiment.name, done.notebook) or found
        except Exception as error:  # a notebook may show anything; the run is kept
            unread = f"the table of results could not be read: {_said(error)}"
    origin |= {
        "status": "failed" if done.error else "complete",
        "seconds": round(done.seconds, 3),
        "results_sha256": hashlib.sha256(found.csv().encode()).hexdigest(),
        **({"error": done.error} if done.error else {}),
    }
    outcome = Outcome(found, values, origin, done.notebook)
    unmade = unwritten = ""
    if where:
        contents, unmade = _contents(outcome, done)
        outcome, unwritten = _write(outcome, contents, *where)
    if done.error:
        besides = [problem for problem in (unmade, unwritten) if problem]
        more = f" (and {'; '.join(besides)})" if besides else ""
        raise (Interrupted if done.interrupted else RunError)(f"{done.error}{more}", outcome)
    for kind, problem in ((WriteError, unwritten), (ReportError, unread), (ReportError, unmade)):
        if problem:
            raise kind(problem, outcome)
    return outcome


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]


def _contents(outcome: Outcome, done: executing.Execution) -> tuple[dict[str, bytes], str]:
    """Return a run's files by name, and why there is no report; empty if there is one."""
    from osphg.experiments import report

    contents = {NOTEBOOK: outcome.notebook.encode()}
    for file, content in executing.figures(outcome.notebook).items():
        contents[f"{FIGURES}/{file}"] = content
    if done.error:
        contents[TRACEBACK] = f"{done.traceback}\n".encode()
    else:
        contents[RESULTS] = outcome.results.csv().encode()
    try:  # the run is kept, whatever becomes of its report
        contents[REPORT] = report.render(outcome.notebook, outcome.provenance).encode()
    except Exception as error:
        return contents, f"the report could not be made: {_said(error)}"
    return contents, ""


def _write(
    outcome: Outcome, contents: Mapping[str, bytes], place: Path, target: Path, replace: bool
) -> tuple[Outcome, str]:
    """Return the outcome with where it is, None if nowhere, and why not where it was to be."""
    try:
        folders.fill(place / "whole", contents, outcome.provenance)
        failed, there = outcome.provenance["status"] == "failed", _status(target)
        if there == "complete" and (failed or not replace):
            target = folders.fresh(target)
        else:
            try:  # what has appeared there meanwhile stays
                folders.check_folder(target, replace=replace)
            except UsageError:
                target = folders.fresh(target)
        found, aside = folders.appear(place / "whole", target, replace=bool(there))
        return changed(outcome, folder=found, aside=aside), ""
    except OSError as error:
        why = f"the run could not be written in {target}: {error.strerror or error}"
    with ExitStack() as stack:
        try:
            temporary = Path(tempfile.gettempdir())
            other = stack.enter_context(folders.workplace(temporary)) / "whole"
            folders.fill(other, contents, outcome.provenance)
            found, _ = folders.appear(other, temporary / f"osphg-run-{os.urandom(4).hex()}")
            return changed(outcome, folder=found), why
        except OSError:
            return outcome, why


def _status(target: Path) -> str:
    """Return the status of the run that a folder holds; empty if it holds none."""
    try:
        return str(folders.read_provenance(target).get("status", ""))
    except UsageError:
        return ""

"""Running one experiment: a notebook, its parameters, and a folder that says all about the run."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from dataclasses import replace as changed
from pathlib import Path
from typing import Any

from osphg.experiments import executing, folders, provenance
from osphg.experiments.catalogue import find
from osphg.experiments.folders import FIGURES, NOTEBOOK, REPORT, RESULTS, TRACEBACK, reason
from osphg.experiments.parameters import UsageError, Value
from osphg.experiments.results import Results


class RunError(RuntimeError):
    """A run or a sweep could not be finished; its text is one line.

    Of a run, `outcome` holds what was computed, and where it is; a sweep keeps its finished cells,
    with which the same call goes on.
    """

    def __init__(self, message: str, outcome: Outcome | None = None) -> None:
        super().__init__(message)
        self.outcome = outcome


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
        Have a run that `out` holds give way: it is renamed, to `OUT-replaced`. A complete run stays
        if the new one fails, which then is beside it, in `OUT-2`. A failed run gives way unasked.
    progress : bool
        Show a progress bar on stderr.
    book : Path, optional
        Another folder of notebooks than the book's.

    Raises
    ------
    UsageError
        Before anything runs or is written: an unknown name, a value that cannot be used, an `out`
        that holds something else, cannot be written or is about to be made by another command.
    RunError
        If the notebook fails, its table or report cannot be made, or `out` cannot be written, on a
        full disk, say. What it computed is kept: then in a folder below the system's temporary one
        or, if that is full, too, in the error's `outcome` alone.

    Examples
    --------
    >>> from osphg import experiments
    >>> try:
    ...     experiments.run("figure1", {"T": 50, "W": 100})
    ... except experiments.UsageError as error:
    ...     print(error)
    W must be in [1, T] with T = 50, got 100
    """
    experiment = find(name, book)
    values = experiment.complete(parameters or {}, quick=quick)
    executing.require_packages("osphg run")
    origin = provenance.collect(experiment, values, experiment.command(values, book))
    with ExitStack() as stack:
        if out is not None:
            target = Path(os.path.abspath(out))
            folders.check_folder(target, replace=replace)
            whole = stack.enter_context(folders.beside(target)) / "whole"
            folders.check_folder(target, replace=replace)  # as it is now that nobody else makes it
        with executing.quiet():
            done = executing.execute(name, experiment.source, values, progress=progress)
        results = done.table or Results(name, [])
        origin |= {
            "status": "failed" if done.error else "complete",
            "seconds": round(done.seconds, 3),
            "results_sha256": hashlib.sha256(results.csv().encode()).hexdigest(),
            **({"error": done.error, "traceback": done.traceback} if done.error else {}),
        }
        outcome, problems = Outcome(results, values, origin, done.notebook), [done.error]
        if out is not None:
            contents, unmade = _contents(outcome)
            try:
                folders.fill(whole, contents, origin)
                try:  # what has appeared there meanwhile stays, and so does what is better
                    folders.check_folder(target, replace=replace and not done.error)
                except UsageError:
                    target = folders.fresh(target)
                outcome = changed(outcome, folder=folders.appear(whole, target))
            except OSError as error:  # a full disk, say
                unmade = f"the run could not be written in {target}: {reason(error)}"
                with suppress(OSError):
                    kept = Path(tempfile.mkdtemp(prefix="osphg-kept-"), target.name)
                    folders.fill(kept, contents, origin)
                    outcome = changed(outcome, folder=kept)
            problems.append(unmade)
    if any(problems):
        raise RunError("; and ".join(filter(None, problems)), outcome)
    return outcome


def _contents(outcome: Outcome) -> tuple[dict[str, bytes], str]:
    """Return a run's files by name, and why there is no report; empty if there is one."""
    contents = {NOTEBOOK: outcome.notebook.encode()}
    for file, content in executing.figures(outcome.notebook).items():
        contents[f"{FIGURES}/{file}"] = content
    if outcome.provenance["status"] == "failed":
        contents[TRACEBACK] = f"{outcome.provenance['traceback']}\n".encode()
    else:
        contents[RESULTS] = outcome.results.csv().encode()
    try:  # the run is kept, whatever becomes of its report
        from osphg.experiments import report

        contents[REPORT] = report.render(outcome.notebook, outcome.provenance).encode()
    except ModuleNotFoundError as error:
        needs = f"it needs the extra 'book' ({executing.install('book')})"
        return contents, f"the report could not be made: {needs}: {error.name} is missing"
    except Exception as error:
        return contents, f"the report could not be made: {reason(error)}"
    return contents, ""

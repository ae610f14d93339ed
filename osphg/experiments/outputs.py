"""What a sweep leaves: its table, plot, failures and provenance."""

from __future__ import annotations

import csv
import hashlib
import io
import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from osphg.experiments import files
from osphg.experiments.errors import SweepError, UsageError
from osphg.experiments.files import PROVENANCE
from osphg.experiments.folders import RESULTS
from osphg.experiments.grid import LIMIT, Grid, as_written
from osphg.experiments.parameters import Value, written
from osphg.experiments.results import Results
from osphg.experiments.scheduling import Failure
from osphg.experiments.store import Store, digest
from osphg.experiments.summary import draw, encoded

FAILURES = "failures.csv"
TRACEBACKS = "tracebacks"
SUMMARY = "summary"


@dataclass(frozen=True)
class Sweep:
    """What a sweep left.

    Attributes
    ----------
    experiment : str
    results : Results
        The tables of all finished cells as one, with the swept parameters as labels.
    failures : tuple of Failure
        The cells that raised, or whose worker was lost again and again.
    cells : int
        How many the grid has.
    computed, kept, redone : int
        Cells finished here; found finished (or finished meanwhile by another sweep in the same
        folder); and, among those computed, the ones whose file was damaged.
    interrupted : bool
        Whether it was stopped by SIGINT or SIGTERM: the same call goes on where it stopped.
    folder : Path
    seconds : float
        Wall time.
    command : str
        The command line that sweeps the same grid, or goes on with it.

    Examples
    --------
    >>> from pathlib import Path
    >>> from osphg import experiments
    >>> row = {"W": 5, "quantity": "regret", "value": 2.5, "unit": "units of f"}
    >>> failure = experiments.Failure({"W": 10}, {"T": 100, "W": 10}, "ValueError: no", "")
    >>> left = experiments.Sweep(
    ...     "mine", experiments.Results("mine", [row]), (failure,), cells=2, computed=1, kept=0,
    ...     redone=0, interrupted=False, folder=Path("sweep"), seconds=1.0,
    ...     command="osphg sweep mine -p W=5,10 --out sweep",
    ... )
    >>> left.complete
    False
    >>> print(*left.failures)
    W=10: ValueError: no
    >>> left.results.values()["5", "regret"]
    2.5
    """

    experiment: str
    results: Results
    failures: tuple[Failure, ...]
    cells: int
    computed: int
    kept: int
    redone: int
    interrupted: bool
    folder: Path
    seconds: float = field(repr=False)
    command: str = field(repr=False)

    @property
    def complete(self) -> bool:
        """Whether every cell is finished."""
        return not self.failures and not self.interrupted


def check_outputs(folder: Path) -> None:
    """Raise UsageError if a table or plot in a sweep's folder is not as a sweep left it."""
    names = [RESULTS, *(f"{SUMMARY}.{ending}" for ending in ("png", "svg")), FAILURES, PROVENANCE]
    if taken := files.strangers(folder, names):
        raise UsageError(
            f"out holds files that are not as a sweep left them: {', '.join(taken)} in {folder};"
            " move them, or choose another folder"
        )


def write_outputs(store: Store, grid: Grid, sweep: Sweep, origin: Mapping[str, Any]) -> None:
    """Write table, plot, failures and provenance, each at once, the provenance last.

    Raises
    ------
    SweepError
        If one of these files is there already and is not an earlier sweep's.
    """
    results = sweep.results.csv()
    about = {
        **origin,
        "status": "complete" if sweep.complete else "failed",
        "seconds": round(sweep.seconds, 3),
        "grid": {name: _listed(values) for name, values in grid.axes.items()},
        "cells": {
            "all": sweep.cells,
            "computed": sweep.computed,
            "kept": sweep.kept,
            "redone": sweep.redone,
            "failed": len(sweep.failures),
        },
        "results_sha256": hashlib.sha256(results.encode()).hexdigest(),
    }
    contents = {RESULTS: results.encode(), **_failures(grid, sweep)}
    if sweep.results.rows:
        try:
            drawn = encoded(draw(grid, sweep.results))
        except Exception as error:  # the table is kept, whatever becomes of its picture
            about["summary"] = f"could not be drawn: {type(error).__name__}: {error}"
        else:
            contents |= {f"{SUMMARY}.{ending}": content for ending, content in drawn.items()}
    with store.guard():
        if taken := files.strangers(store.folder, [*contents, PROVENANCE]):
            raise SweepError(
                f"results cannot be written in {store.folder}: these are not as a sweep left them:"
                f" {', '.join(taken)}; move them and sweep again, finished cells are kept"
            )
        files.install(store.folder, contents, about)


def _failures(grid: Grid, sweep: Sweep) -> dict[str, bytes]:
    """Return the list of failures and their tracebacks, by file."""
    if not sweep.failures:
        return {}
    found: dict[str, bytes] = {}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*grid.axes, "error", "traceback"])
    for failure in sweep.failures:
        file = f"{TRACEBACKS}/{digest(failure.parameters)[:16]}.txt"
        lines = [f"{name} = {written(value)}" for name, value in failure.parameters.items()]
        found[file] = "\n".join([*lines, "", failure.error, failure.traceback, ""]).encode()
        swept = [written(failure.swept[name]) for name in grid.axes]
        writer.writerow([*swept, failure.error, file])
    return {FAILURES: text.getvalue().encode(), **found}


def command(
    grid: Grid,
    out: str | os.PathLike[str],
    quick: bool,
    jobs: int | None,
    scheduler: str | None,
    book: str | os.PathLike[str] | None = None,
) -> str:
    """Return the command line that sweeps this grid."""
    words = ["osphg", *([] if book is None else ["--book", os.fspath(book)])]
    words += ["sweep", grid.experiment.name]
    for name, value in grid.fixed.items():
        typed = grid.experiment.parameter(name).typed(value)
        words += ["-p", f"{name}={as_written([typed])}"]
    for name, values in grid.axes.items():
        words += ["-p", f"{name}={as_written(values)}"]
    words += ["--quick"] * quick + ["--out", os.fspath(out)]
    words += [] if jobs is None else ["--jobs", str(jobs)]
    words += [] if scheduler is None else ["--scheduler", scheduler]
    words += ["--limit", str(grid.count)] if grid.count > LIMIT else []
    return shlex.join(words)


def _listed(values: Sequence[Value]) -> str | list[Value]:
    return as_written(values) if isinstance(values, range) else list(values)

"""What a sweep leaves: its table, plot, failures and provenance."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from osphg.experiments.folders import PROVENANCE, RESULTS
from osphg.experiments.grid import Grid
from osphg.experiments.parameters import Value, written
from osphg.experiments.results import Results
from osphg.experiments.scheduling import Failure
from osphg.experiments.store import Store, digest, write
from osphg.experiments.summary import draw, files

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


def write_outputs(store: Store, grid: Grid, sweep: Sweep, origin: Mapping[str, Any]) -> None:
    """Write table, plot, failures and provenance, each at once, the provenance last."""
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
    drawn = files(draw(grid, sweep.results)) if sweep.results.rows else {}
    folder = store.folder
    with store.guard():
        write(folder / RESULTS, results)
        for ending in ("png", "svg"):
            path = folder / f"{SUMMARY}.{ending}"
            write(path, drawn[ending]) if drawn else path.unlink(missing_ok=True)
        _write_failures(store, grid, sweep)
        write(folder / PROVENANCE, json.dumps(about, indent=2) + "\n")


def _write_failures(store: Store, grid: Grid, sweep: Sweep) -> None:
    """Write the list of failures and their tracebacks, or remove those of an earlier try."""
    tracebacks = store.folder / TRACEBACKS
    shutil.rmtree(tracebacks, ignore_errors=True)
    if not sweep.failures:
        (store.folder / FAILURES).unlink(missing_ok=True)
        return
    tracebacks.mkdir(exist_ok=True)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*grid.axes, "error", "traceback"])
    for failure in sweep.failures:
        file = f"{digest(failure.parameters)[:16]}.txt"
        lines = [f"{name} = {written(value)}" for name, value in failure.parameters.items()]
        write(tracebacks / file, "\n".join([*lines, "", failure.error, failure.traceback, ""]))
        swept = [written(failure.swept[name]) for name in grid.axes]
        writer.writerow([*swept, failure.error, f"{TRACEBACKS}/{file}"])
    write(store.folder / FAILURES, text.getvalue())


def command(
    grid: Grid,
    out: str | os.PathLike[str],
    quick: bool,
    jobs: int | None,
    scheduler: str | None,
) -> str:
    """Return the command line that sweeps this grid."""
    words = ["osphg", "sweep", grid.experiment.name]
    for name, value in grid.fixed.items():
        words += ["-p", f"{name}={written(grid.experiment.parameter(name).typed(value))}"]
    for name, values in grid.axes.items():
        words += ["-p", f"{name}={_written(values)}"]
    words += ["--quick"] * quick + ["--out", os.fspath(out)]
    words += [] if jobs is None else ["--jobs", str(jobs)]
    words += [] if scheduler is None else ["--scheduler", scheduler]
    return shlex.join(words)


def _written(values: Sequence[Value]) -> str:
    if isinstance(values, range):
        step = f"..{values.step}" if values.step != 1 else ""
        return f"{values[0]}..{values[-1]}{step}"
    return ",".join(written(value) for value in values)


def _listed(values: Sequence[Value]) -> str | list[Value]:
    return _written(values) if isinstance(values, range) else list(values)

"""Sweeping an experiment: a grid of runs, on this machine or on a Dask cluster."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from osphg.experiments import executing, provenance
from osphg.experiments.catalogue import find
from osphg.experiments.cells import Task, bare
from osphg.experiments.cluster import open_workers
from osphg.experiments.errors import SweepError, UsageError
from osphg.experiments.grid import LIMIT, Grid, duration
from osphg.experiments.outputs import Sweep, check_outputs, command, write_outputs
from osphg.experiments.scheduling import Work, stop_signals
from osphg.experiments.store import Store, identity
from osphg.experiments.summary import MACHINE, table
from osphg.experiments.workers import processors


def sweep(
    name: str,
    grid: Mapping[str, Sequence[Any]],
    *,
    out: str | os.PathLike[str],
    parameters: Mapping[str, Any] | None = None,
    quick: bool = False,
    jobs: int | None = None,
    scheduler: str | None = None,
    limit: int | None = LIMIT,
    progress: bool = False,
    book: Path | None = None,
) -> Sweep:
    """Execute an experiment for every combination of some parameters' values.

    It may be interrupted or killed at any moment: the same call goes on with the finished cells.
    Several sweeps may work in one folder at a time; they share the cells.

    Parameters
    ----------
    name : str
        One of `catalogue()`.
    grid : mapping of sequences
        The values of each swept parameter; `parse` reads them from a command line.
    out : path
        A folder: new, empty, or that of a sweep of the same experiment by the same code, whose
        cells are used, whatever its grid. It gets the cells, and when all have been tried
        results.csv, summary.png, summary.svg, provenance.json, and failures.csv if there are any.
    parameters : mapping, optional
        Values of other parameters.
    quick : bool
        Start from the notebook's quick parameters instead of its defaults.
    jobs : int, optional
        Executions at a time: as many as there are processors, or as a cluster's threads need.
    scheduler : str, optional
        The address of a Dask scheduler, such as tcp://host:8786.
    limit : int or None
        How many cells the grid may have.
    progress : bool
        Show a progress bar on stderr, and failures as they come.
    book : Path, optional
        Another folder of notebooks than the book's.

    Raises
    ------
    UsageError
        Before anything runs or is written: an unknown name, a value that cannot be used in some
        cell, a grid above the limit, an `out` that holds something else or cannot be written, a
        scheduler that does not answer.
    SweepError
        If it cannot go on: a full disk, code that changed meanwhile, a lost scheduler.

    Examples
    --------
    Every cell is checked before the first one runs, and before `out` is made:

    >>> from osphg import experiments
    >>> try:
    ...     experiments.sweep("figure1", {"W": [50, 100, 200]}, parameters={"T": 150}, out="sweep")
    ... except experiments.UsageError as error:
    ...     print(error)
    W must be in [1, T] with T = 150, got 200
    """
    started = time.perf_counter()
    experiment = find(name, book)
    _check_count("jobs", jobs)
    _check_count("limit", limit)
    whole = Grid.of(experiment, grid, dict(parameters or {}), quick)
    if limit is not None and whole.count > limit:
        raise UsageError(_too_many(whole, limit, jobs, scheduler))
    cells = list(whole.cells())
    jobs = jobs if jobs is None or scheduler else min(jobs, len(cells))
    if jobs is None and scheduler is None:
        jobs = min(processors(), len(cells))
    fixed = {key: value for key, value in cells[0].values.items() if key not in grid}
    line = command(whole, out, quick, jobs if scheduler is None else None, scheduler, book)
    if scheduler is None:
        executing.require_packages("osphg sweep")
    origin = provenance.collect(experiment, fixed, line)
    store = Store(Path(os.path.abspath(out)), identity(experiment))
    store.check()
    check_outputs(store.folder)
    workers = open_workers(jobs, scheduler)
    try:
        store.create()
        task = Task(name, bare(experiment.source), {})
        work = Work(store, cells, task, workers, progress=progress)
        with stop_signals() as stopped:
            work.run(stopped)
            interrupted = stopped() and not work.finished
    finally:
        workers.close()
    machines = Counter(answer.machine for answer in work.answers.values())
    parts = []
    for cell in cells:
        if cell.index in work.answers:
            answer = work.answers[cell.index]
            where = {MACHINE: answer.machine} if len(machines) > 1 else {}
            parts.append(({**cell.swept, **where}, answer.csv))
    result = Sweep(
        name,
        table(name, parts),
        tuple(work.failures[index] for index in sorted(work.failures)),
        len(cells),
        work.computed,
        work.kept,
        work.redone,
        interrupted,
        store.folder,
        time.perf_counter() - started,
        line,
    )
    origin["machines"] = dict(machines)
    if not interrupted:
        try:
            write_outputs(store, whole, result, origin)
        except OSError as error:
            reason = error.strerror or str(error)
            raise SweepError(
                f"results cannot be written in {store.folder}: {reason}; finished cells are kept"
            ) from None
    return result


def _check_count(name: str, value: int | None) -> None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
        raise UsageError(f"{name} must be a positive integer, got {value!r}")


def _too_many(grid: Grid, limit: int, jobs: int | None, scheduler: str | None) -> str:
    seconds = grid.estimate()
    at_a_time = jobs or (1 if scheduler else processors())
    how = f"with {at_a_time} at a time" if jobs or not scheduler else "one after another"
    return (
        f"grid must have at most {limit:,} cells (the limit), got {grid.count:,}:"
        f" about {duration(seconds / at_a_time)} {how}"
    )

"""Sweeping an experiment: a grid of executions, each of which is kept when it has finished.

A cell of the grid is the execution with one combination of the swept parameters' values. What it
computes is kept in a file whose name, its key, is the hash of all that its numbers follow from (see
`keys`). So there is nothing to lock and nothing to refuse: who computes a cell twice writes the
same numbers, and what other code has computed has another name.
"""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, as_completed
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from tqdm import tqdm

from osphg.experiments import cells, keys, provenance, running
from osphg.experiments.catalogue import find
from osphg.experiments.cells import Ends, Task
from osphg.experiments.grid import LIMIT, Grid, Point, draw, table
from osphg.experiments.parameters import UsageError, Value, reason, written
from osphg.experiments.results import Results
from osphg.experiments.running import PROVENANCE, RESULTS, Outcome, RunError, as_json, failed
from osphg.sources import write

# In the folder of a sweep: the folder of its finished cells, and the table of those that failed.
CELLS = "cells"
FAILURES = "failures.csv"
_PATIENCE = 5.0  # seconds for a scheduler to answer
_KEPT = "finished cells are kept"  # the end of a message about a sweep that cannot go on


@dataclass(frozen=True)
class Sweep:
    """What a sweep has computed, and which of its executions failed.

    Parameters
    ----------
    experiment : str
        The name of the experiment.
    results : Results
        The tables of all finished cells as one, with the swept parameters as labels.
    failures : tuple of Outcome
        The cells that raised.
    cells : int
        How many cells the grid has.
    computed : int
        How many of them this call has finished.
    kept : int
        How many of them an earlier call had finished.
    interrupted : bool
        Whether Ctrl-C ended it before all cells were tried; the same call then goes on.
    folder : Path
        Where all was written.
    """

    experiment: str
    results: Results
    failures: tuple[Outcome, ...]
    cells: int
    computed: int
    kept: int
    interrupted: bool
    folder: Path

    @property
    def complete(self) -> bool:
        """Whether every cell is finished."""
        return not self.failures and not self.interrupted


def sweep(
    name: str,
    grid: Mapping[str, Sequence[Any]],
    *,
    out: str | os.PathLike[str],
    parameters: Mapping[str, Any] | None = None,
    quick: bool = False,
    jobs: int | None = None,
    timeout: float | None = None,
    scheduler: str | None = None,
    limit: int = LIMIT,
    progress: bool = False,
    book: Path | None = None,
) -> Sweep:
    """Execute an experiment for every combination of some parameters' values.

    It may be interrupted or killed at any moment: the same call goes on with the finished cells.

    Parameters
    ----------
    name : str
        One of `catalogue()`.
    grid : mapping of sequences
        The values of each swept parameter; `parameters` has those of others.
    out : path
        A folder: new, empty, or of another sweep. It gets the cells and, when all have been tried,
        results.csv, summary.png and .svg, provenance.json, and failures.csv if there are any.
    parameters : mapping, optional
        The values, by name, that are the same in all cells; the notebook's defaults, or its `quick`
        values, stand for the others.
    quick : bool
        Whether the notebook's `quick` values stand for its defaults.
    jobs : int, optional
        Executions at a time on this machine: as many as it has processors.
    timeout : float, optional
        After how many seconds a cell is stopped, and has failed.
    scheduler : str, optional
        The address of a Dask scheduler, such as tcp://host:8786, whose workers execute.
    limit : int
        How many cells the grid may have.
    progress : bool
        Show a bar on stderr that counts the cells, and say which of them fail.
    book : Path, optional
        Another folder of notebooks than the book's.

    Returns
    -------
    Sweep
        The table of all cells, and which of them failed.

    Raises
    ------
    UsageError
        Before anything runs or is written: an unknown name, a value that cannot be used in some
        cell, a grid above the limit, an `out` that has something else in it or cannot be written, a
        scheduler that cannot be used.
    RunError
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
    started = time.monotonic()
    experiment = find(name, book)
    if jobs is not None and jobs < 1:
        raise UsageError(f"jobs must be a positive integer, got {jobs}")
    running.check_ready(timeout)  # UsageError for a bad time limit or a missing package
    checked_grid = Grid(experiment, grid, fixed=dict(parameters or {}), quick=quick, limit=limit)
    points = [*checked_grid.cells()]
    # The record, provenance.json, has the values that are the same in all cells and not swept. It
    # is collected before anything runs: sources may be edited while the sweep goes on.
    record = provenance.collect(experiment, _shared_values(points, grid))
    code = keys.code(experiment.source)
    # Starts the fork server, unless an earlier sweep has; RunError for sources edited since then.
    cells.check_code(experiment.source, code)
    with ExitStack() as stack:
        if scheduler:
            execute = stack.enter_context(_cluster(scheduler, experiment.source, code))
        else:
            execute = partial(cells.executions, jobs=jobs or cells.processors())
        folder = _folder(Path(os.path.abspath(out)))
        notebook_hash = keys.notebook(experiment.source)
        names = [keys.execution(notebook_hash, code, point.parameters) for point in points]
        paths = [folder / CELLS / f"{name}.json" for name in names]
        outcomes: dict[int, Outcome] = {}  # by the cell's number, its place in the grid
        tasks = []
        for number, point in enumerate(points):
            finished_cell = _load(paths[number])
            if finished_cell is None:
                tasks.append(Task(number, name, experiment.source, point.parameters))
            else:
                # `swept` and `parameters` of the point, which the outcome has under the same names.
                outcomes[number] = replace(finished_cell, **point._asdict())
        kept = len(outcomes)
        bar = stack.enter_context(
            tqdm(
                total=len(points), initial=kept, unit="cell", desc=name, file=sys.stderr,
                disable=not progress,
            )
        )  # fmt: skip
        try:
            # An interrupt may come at any moment: a cell's file is whole or not there.
            with suppress(KeyboardInterrupt), closing(execute(tasks, timeout=timeout)) as ends:
                for number, outcome in ends:
                    # Before it is saved under a key that says by which code it was computed.
                    cells.check_code(experiment.source, code)
                    cell = replace(outcome, **points[number]._asdict())
                    if not cell.error:
                        _save(paths[number], cell)
                    elif progress:
                        tqdm.write(f"error: {failure(cell)}", file=sys.stderr)
                    outcomes[number] = cell  # counted once it is kept
                    bar.update()
            in_order = [outcomes[number] for number in sorted(outcomes)]
            finished = [cell for cell in in_order if not cell.error]
            result = Sweep(
                experiment=name,
                results=table(name, [(cell.swept, cell.results) for cell in finished]),
                failures=tuple(cell for cell in in_order if cell.error),
                cells=len(points),
                computed=len(finished) - kept,
                kept=kept,
                interrupted=len(outcomes) < len(points),
                folder=folder,
            )
            if not result.interrupted:
                record["machines"] = Counter(cell.machine for cell in finished)
                record["seconds"] = round(time.monotonic() - started, 3)
                _write(checked_grid, result, record)
        except CancelledError:
            raise RunError(f"the scheduler was lost: {scheduler}; {_KEPT}") from None
        except OSError as error:
            raise RunError(f"{folder} cannot be written: {reason(error)}; {_KEPT}") from None
    return result


def _shared_values(points: Sequence[Point], swept: Container[str]) -> dict[str, Value]:
    """Return by name the values that are the same in all cells, of parameters that are not swept.

    One that is not swept may differ, too: its default may follow one that is, as W follows T.

    Parameters
    ----------
    points
        The cells, with the values of all parameters in each.
    swept
        The names of the swept parameters.
    """
    return {
        name: value
        for name, value in points[0].parameters.items()
        if name not in swept and all(point.parameters[name] == value for point in points)
    }


def _folder(out: Path) -> Path:
    """Return the folder `out`, with the one for cells in it; both are made where they are missing.

    UsageError if something else than a sweep is in the folder, or it cannot be written.
    """
    try:
        if out.is_dir() and any(out.iterdir()) and not (out / CELLS).is_dir():
            raise FileExistsError(errno.EEXIST, "it holds something else, and no sweep")
        (out / CELLS).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise UsageError(f"out cannot be written: {out}: {reason(error)}") from None
    return out


def failure(cell: Outcome) -> str:
    """Return one line that says which cell of a sweep has failed, by its swept values, and how."""
    swept_values = " ".join(f"{name}={written(value)}" for name, value in cell.swept.items())
    return f"{swept_values}: {cell.error}"


def _load(path: Path) -> Outcome | None:
    """Return the outcome of a finished cell, as `_save` has written it to the file `path`.

    It has the results and the machine that computed them. None where no such file can be read: the
    cell is then computed, again if need be.
    """
    try:
        content = json.loads(path.read_bytes())
        return Outcome(
            results=Results.from_csv(RESULTS, content["results"]), machine=content["machine"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _save(path: Path, cell: Outcome) -> None:
    """Write a finished cell to the file `path`: a reader finds all of it or no file, at any moment.

    `_load` reads the results and the machine; the rest is for a person who looks at the file.
    """
    content = {
        "parameters": cell.parameters,
        "seconds": cell.seconds,
        "machine": cell.machine,
        "results": cell.results.csv(),
    }
    write(path, as_json(content))


def _write(grid: Grid, sweep: Sweep, record: Mapping[str, Any]) -> None:
    """Write a sweep's table, plot, failures and provenance into its folder.

    Parameters
    ----------
    grid
        The grid of cells.
    sweep
        What came of it, with the folder.
    record
        What the provenance says beside the grid and the results: parameters, code, machines and
        time.

    Raises
    ------
    OSError
        If the files cannot be written.
    """
    contents = {RESULTS: sweep.results.csv().encode()}
    origin = {
        **record,
        "status": "complete" if sweep.complete else "failed",
        "grid": grid.axes,
        "cells": {"all": sweep.cells, "kept": sweep.kept, "failed": len(sweep.failures)},
        "results_sha256": sweep.results.sha256,
    }
    if sweep.failures:
        contents[FAILURES] = _failures_csv(grid, sweep.failures).encode()
    else:  # an earlier call may have left some
        (sweep.folder / FAILURES).unlink(missing_ok=True)
    if sweep.results.rows:
        try:
            # The plot, as the contents of files by their names.
            contents |= draw(grid, sweep.results)
        # The table is kept, whatever becomes of its picture; the provenance says what is missing.
        except Exception as error:
            origin["summary"] = f"could not be drawn: {reason(error)}"
    # Last: whoever finds the provenance finds the table that it is of.
    contents[PROVENANCE] = as_json(origin)
    for name, content in contents.items():
        write(sweep.folder / name, content)


def _failures_csv(grid: Grid, failures: Sequence[Outcome]) -> str:
    """Return the failed cells as CSV: in each row the swept values, the error and its traceback."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*grid.axes, "error", "traceback"])
    for cell in failures:
        # A cell that was stopped for its time has no traceback: its error stands for one.
        swept_values = map(written, cell.swept.values())
        writer.writerow([*swept_values, cell.error, cell.traceback or cell.error])
    return text.getvalue()


@contextmanager
def _cluster(address: str, source: str, code: Mapping[str, Any]) -> Iterator[Callable[..., Ends]]:
    """Yield a function that executes cells on the workers of a Dask scheduler.

    The function takes a list of `Task` and a time limit for each, in seconds or None, and yields
    each task's number and outcome as they end, in any order. A worker compares its code with `code`
    once more before each task, as it may have been started anew. Each notebook there has a kernel
    of its own.

    Parameters
    ----------
    address : str
        The address of the scheduler.
    source : str
        The notebook, as JSON.
    code : mapping
        What `keys.code` returns for the notebook on this machine. It must return the same on every
        worker: numbers of two versions of the code do not belong in one table.

    Raises
    ------
    UsageError
        If the scheduler does not answer, has no workers, or has workers with other code.
    """
    try:
        import distributed
    except ImportError:
        raise UsageError(
            "scheduler needs the extra 'cluster': pip install 'osphg[cluster]'"
        ) from None
    with ExitStack() as stack:
        try:
            client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
            stack.callback(client.close, timeout=2)
            client.wait_for_workers(1, timeout=_PATIENCE)
            code_by_worker = client.run(keys.code, source)
        except Exception as error:
            raise UsageError(
                f"scheduler does not answer, or its workers do not: {address}: {reason(error)}"
            ) from None
        unlike = [worker for worker, its_code in code_by_worker.items() if its_code != code]
        if unlike:
            raise UsageError(
                f"scheduler must have workers with the same osphg, Python and packages as this"
                f" machine: {unlike[0]} has others"
            )
        # What Dask calls pure is computed once: it may return what an equal call returned before.
        executor = client.get_executor(pure=False)
        yield partial(_cluster_executions, executor, code)


def _cluster_executions(
    executor: Executor, code: Mapping[str, Any], tasks: list[Task], timeout: float | None
) -> Ends:
    """Execute tasks on a cluster's workers, and yield the number and the outcome of each.

    They are yielded as they end, in any order. A task that fails, or whose worker dies, has an
    outcome with an error, and the others go on.

    Parameters
    ----------
    executor : Executor
        Hands the tasks to the workers.
    code : mapping
        What `keys.code` returns on this machine, and must return on each worker.
    tasks : list of Task
        The executions to be done.
    timeout : float or None
        After how many seconds one of them is stopped, and has failed.

    Raises
    ------
    CancelledError
        If the scheduler is lost.
    RunError
        If a worker has other code.
    """
    futures = {executor.submit(_on_worker, task, code, timeout): task.number for task in tasks}
    for future in as_completed(futures):
        try:
            outcome = future.result()
        except (CancelledError, RunError):  # these end the whole sweep
            raise
        except Exception as error:  # of this task alone, as of a worker that died
            outcome = failed(error)
        yield futures[future], outcome


def _on_worker(task: Task, code: Mapping[str, Any], timeout: float | None) -> Outcome:
    """Execute a cell, on a worker of a cluster, and return its outcome without the notebook.

    `code` is what `keys.code` returned where the sweep was started. RunError if it differs here,
    now: a worker may have been started anew, with other code.
    """
    if keys.code(task.source) != code:
        raise RunError(f"a worker has another osphg, Python or package now; {_KEPT}")
    with tempfile.TemporaryDirectory(prefix="osphg-") as folder:
        outcome = running.execute(
            task.name, task.source, task.parameters, Path(folder), timeout=timeout
        )
    return cells.without_notebook(outcome)

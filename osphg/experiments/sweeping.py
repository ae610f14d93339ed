"""Sweeping an experiment: a grid of runs, each finished cell of which is a folder that stays.

Threads that start kernels here compute the cells, or the workers of a Dask cluster. Either way a
cell gets a kernel of its own, a copy of one process that has loaded what it imports.
"""

from __future__ import annotations

import csv
import importlib
import io
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from osphg.experiments import folders, provenance, running
from osphg.experiments.catalogue import Experiment, find
from osphg.experiments.comparing import load
from osphg.experiments.folders import PROVENANCE, RESULTS, SWEEP, digest, reason
from osphg.experiments.grid import LIMIT, Grid, as_written, draw, table
from osphg.experiments.parameters import UsageError, Value, written
from osphg.experiments.results import Results
from osphg.experiments.running import RunError
from osphg.sources import write

if TYPE_CHECKING:
    from osphg.experiments.kernels import Kernels

CELLS, FAILURES = "cells", "failures.csv"
TABLES = (RESULTS, "summary.png", "summary.svg", FAILURES)
_PATIENCE = 5.0  # seconds for a scheduler to answer
_KEPT = "finished cells are kept"


@dataclass(frozen=True)
class Cell:
    """A cell of a sweep: what is to be computed, and what came of it.

    `swept` and `parameters` are the values of the swept parameters, and of all; `table` is the
    notebook's, None if it failed; `seconds` its wall time; `error`, in one line, and `traceback`
    are empty when all went well; `machine` is the processor with its kernels that computed it.
    """

    swept: Mapping[str, Value]
    parameters: Mapping[str, Value] = field(repr=False)
    table: Results | None = field(default=None, repr=False)
    seconds: float = 0.0
    error: str = ""
    traceback: str = field(default="", repr=False)
    machine: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        where = " ".join(f"{name}={written(value)}" for name, value in self.swept.items())
        return f"{where}: {self.error}"


@dataclass(frozen=True)
class Sweep:
    """What a sweep left.

    `results` are the tables of all finished cells as one, with the swept parameters as labels;
    `failures` are the cells that raised. Of all `cells` of the grid some were `computed` here, and
    some found finished and `kept`. Where Ctrl-C `interrupted` it, the same call goes on. All is in
    `folder`.
    """

    experiment: str
    results: Results
    failures: tuple[Cell, ...]
    cells: int
    computed: int
    kept: int
    interrupted: bool
    folder: Path

    @property
    def complete(self) -> bool:
        """Whether every cell is finished."""
        return not self.failures and not self.interrupted


class Store:
    """The folder of a sweep, of one experiment by one state of the code; it need not be there yet.

    Its sweep.json says which, and is the lock of who is at work there. A cell is a run's folder.
    """

    def __init__(self, folder: Path, origin: Mapping[str, Any]) -> None:
        self.folder, self.origin, self.identity = folder, origin, _identity(origin)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Make the folder if it is not there, and hold its lock.

        UsageError if it is another's, or holds what is not as a sweep left it.
        """
        folder, there = self.folder, folders.check_place(self.folder)
        if there and SWEEP not in there:
            raise UsageError(f"out must be new, empty or a sweep: {folder} holds something else")
        with ExitStack() as stack:
            try:
                if not there:
                    with folders.beside(folder) as place:
                        (place / "whole").mkdir()
                        write(place / "whole" / SWEEP, folders.sealed(self.identity))
                        with suppress(OSError):  # another was first: which, is seen below
                            folders.appear(place / "whole", folder)
                stack.enter_context(folders.locked(folder / SWEEP))
            except BlockingIOError:
                raise UsageError(f"out is being written by another command: {folder}") from None
            except OSError as error:
                raise UsageError(f"out cannot be written: {folder}: {reason(error)}") from None
            found = folders.read_provenance(folder, SWEEP)
            for key in [key for key, value in self.identity.items() if found.get(key) != value]:
                raise UsageError(
                    f"out must be another folder: in {folder} there is a sweep of another {key},"
                    " and the two must not be mixed"
                )
            if taken := folders.strangers(folder, (*TABLES, PROVENANCE)):
                raise UsageError(
                    f"out holds files that are not as a sweep left them: {', '.join(taken)} in"
                    f" {folder}; move them, or choose another folder"
                )
            yield

    def path(self, values: Mapping[str, Value]) -> Path:
        """Return the folder of a cell."""
        return self.folder / CELLS / digest(values)

    def load(self, cell: Cell) -> Cell | None:
        """Return a cell as it was finished; None if there is none that can be trusted."""
        try:
            about, found = load(self.path(cell.parameters))
        except UsageError:
            return None
        if about["parameters"] != cell.parameters or _identity(about) != self.identity:
            return None
        return replace(cell, table=found, machine=about["machine"] or {})

    def save(self, cell: Cell, table: Results) -> None:
        """Have a finished cell appear; a damaged one in its place is renamed."""
        path = self.path(cell.parameters)
        about = {
            **self.origin, "parameters": dict(cell.parameters), "status": "complete",
            "seconds": cell.seconds, "machine": dict(cell.machine), "results_sha256": table.sha256,
        }  # fmt: skip
        with folders.workplace(self.folder) as place:
            folders.fill(place / "whole", {RESULTS: table.csv().encode()}, about)
            path.parent.mkdir(exist_ok=True)
            folders.appear(place / "whole", path, "damaged")


def _identity(origin: Mapping[str, Any]) -> dict[str, Any]:
    """Return what cells of one folder have in common."""
    said = {**origin, **origin["inputs"]}
    names = ("experiment", "notebook", "package", "python", "packages")
    return {name: said.get(name) for name in names}


# What is computed, by which code; and who computes: how many cells at a time, and how one begins.
Task = tuple[Experiment, Mapping[str, Any]]
Hands = tuple[int, Callable[[Experiment, Mapping[str, Any], Cell], Future[Cell]]]


def compute(
    experiment: Experiment, code: Mapping[str, Any], cell: Cell, kernels: Kernels | None = None
) -> Cell:
    """Execute a cell, here or on a cluster's worker; what goes wrong in it is returned.

    RunError if this is other code.
    """
    from jupyter_core.utils import ensure_event_loop

    name, source = experiment.name, experiment.source
    try:
        done = running.execute(name, source, cell.parameters, kernels=kernels or _there())
    finally:
        ensure_event_loop().close()  # this thread's
    if provenance.code() != code:
        raise RunError(
            "osphg has changed while it was swept, or a worker has another osphg, Python or package"
            f" than this machine; {_KEPT}"
        )
    error = done.error or ("" if done.table else "the notebook shows no table of results")
    return replace(
        cell, table=done.table, seconds=round(done.seconds, 3), error=error,
        traceback=done.traceback or error, machine=provenance.machine(),
    )  # fmt: skip


def _kernels(jobs: int) -> Kernels:
    """Return kernels with one thread each for linear algebra if there are several."""
    from osphg.experiments.kernels import Kernels

    names = ("OMP", "OPENBLAS", "MKL", "NUMBA") if jobs > 1 else ()
    single = {f"{name}_NUM_THREADS": "1" for name in names}
    return Kernels({**single, **os.environ}, warm=True)


_there = cache(partial(_kernels, 2))  # those of a cluster's worker


@contextmanager
def local(jobs: int) -> Iterator[Hands]:
    """Have threads of this process compute; their kernels are killed where the block ends."""
    with ThreadPoolExecutor(jobs) as pool, _kernels(jobs) as kernels:
        yield jobs, partial(pool.submit, partial(compute, kernels=kernels))


@contextmanager
def cluster(address: str, jobs: int | None) -> Iterator[Hands]:
    """Have the workers of a Dask scheduler compute; what they are at when it ends is left to them.

    UsageError if it does not answer, has no workers, or has workers with other code.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise UsageError(f"scheduler needs Dask: {running.install('cluster')}") from None
    with ExitStack() as stack:
        try:
            client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
            stack.callback(client.close, timeout=2)
            client.wait_for_workers(1, timeout=_PATIENCE)
            theirs = client.run(provenance.code)
        except Exception as error:
            raise UsageError(
                f"scheduler does not answer, or its workers do not: {address}: {reason(error)}"
            ) from None
        for worker in [worker for worker, code in theirs.items() if code != provenance.code()]:
            raise UsageError(
                f"scheduler must have workers with the same osphg, Python and packages as this"
                f" machine: {worker} has others"
            )
        # Twice as many as they have threads, so that none waits for the next cell. Dask tries one
        # again elsewhere when its worker is lost.
        slots = jobs or 2 * max(1, sum(client.nthreads().values()))
        yield slots, partial(client.get_executor(pure=False).submit, compute)


def tried(hands: Hands, task: Task, cells: Sequence[Cell]) -> Iterator[tuple[int, Cell]]:
    """Yield the cells that have no table yet, by number, as they are tried."""
    slots, submit = hands
    waiting = iter([number for number, cell in enumerate(cells) if not cell.table])
    handed = dict[Future[Cell], int]()
    while True:
        for number in islice(waiting, slots - len(handed)):
            handed[submit(*task, cells[number])] = number
        if not handed:
            return
        for future in wait(handed, return_when="FIRST_COMPLETED").done:
            number = handed.pop(future)
            try:
                cell = future.result()
            except (OSError, CancelledError, RunError):  # a full disk, a lost scheduler, other code
                raise
            except Exception as error:  # a worker that died of it, say
                line = f"{type(error).__name__}: {reason(error)}"
                cell = replace(cells[number], error=line, traceback=line)
            yield number, cell


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
    What is not said here is as of `run`.

    Parameters
    ----------
    grid : mapping of sequences
        The values of each swept parameter; `parameters` has those of others.
    out : path
        A folder: new, empty, or that of a sweep of the same experiment by the same code, whose
        cells are used, whatever its grid. It gets the cells, and when all have been tried
        results.csv, summary.png, summary.svg, provenance.json, and failures.csv if there are any.
    jobs : int, optional
        Executions at a time: as many as there are processors, or as a cluster's threads need.
    scheduler : str, optional
        The address of a Dask scheduler, such as tcp://host:8786.
    limit : int or None
        How many cells the grid may have.

    Raises
    ------
    UsageError
        Before anything runs or is written: as of `run`, in any cell; a grid above the limit, an
        `out` where a sweep is at work, a scheduler that does not answer or has workers with other
        code.
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
    started = time.perf_counter()
    experiment = find(name, book)
    if jobs is not None and jobs < 1:
        raise UsageError(f"jobs must be a positive integer, got {jobs}")
    whole = Grid(experiment, grid, dict(parameters or {}), quick)
    if limit is not None and whole.count > limit:
        raise UsageError(f"grid must have at most {limit:,} cells (the limit), got {whole.count:,}")
    cells = [Cell(swept, values) for swept, values in whole.cells()]
    if scheduler is None:
        running.require_packages("osphg sweep")
        jobs = min(jobs or _processors(), len(cells))
    fixed = {key: value for key, value in cells[0].parameters.items() if key not in grid}
    given = {name: as_written([value]) for name, value in whole.fixed.items()}
    given |= {name: as_written(values) for name, values in whole.axes.items()}
    line = experiment.command("sweep", given, book, *["--quick"] * quick)
    origin = provenance.collect(experiment, fixed, line)
    store, task = Store(Path(os.path.abspath(out)), origin), (experiment, provenance.code())
    with ExitStack() as stack:
        stack.enter_context(running.quiet())
        workers = cluster(scheduler, jobs) if scheduler else local(jobs or 1)
        hands = stack.enter_context(workers)
        stack.enter_context(store.held())
        cells = [store.load(cell) or cell for cell in cells]
        kept = sum(cell.table is not None for cell in cells)
        about: Any = {"total": len(cells), "unit": "cell", "desc": name, "file": sys.stderr}
        bar = stack.enter_context(tqdm(initial=kept, disable=not progress, **about))
        try:
            # It may come at any moment: a cell's folder is whole or not there.
            with suppress(KeyboardInterrupt):
                for number, cell in tried(hands, task, cells):
                    if cell.table:
                        store.save(cell, cell.table)
                    elif progress:
                        tqdm.write(f"failed: {cell}", file=sys.stderr)
                    cells[number] = cell
                    bar.update()
            finished = [(cell.swept, cell.table) for cell in cells if cell.table]
            failures = tuple(cell for cell in cells if cell.error)
            found = Sweep(
                name, table(name, finished), failures, cells=len(cells), kept=kept,
                computed=len(finished) - kept, folder=store.folder,
                interrupted=len(finished) + len(failures) < len(cells),
            )  # fmt: skip
            if not found.interrupted:
                machines = Counter(
                    "; ".join(f"{k} {v}" for k, v in cell.machine.items())
                    for cell in cells if cell.table
                )  # fmt: skip
                seconds = round(time.perf_counter() - started, 3)
                _write(whole, found, {**origin, "machines": machines, "seconds": seconds})
        except CancelledError:
            raise RunError(f"the scheduler was lost: {scheduler}; {_KEPT}") from None
        except OSError as error:
            cannot = f"cells cannot be computed, or written in {store.folder}"
            raise RunError(f"{cannot}: {reason(error)}; {_KEPT}") from None
        return found


def _processors() -> int:
    """Return how many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on every system
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _write(grid: Grid, sweep: Sweep, origin: Mapping[str, Any]) -> None:
    """Write table, plot, failures and provenance; OSError if they cannot be written."""
    contents = {RESULTS: sweep.results.csv().encode()}
    about = {
        **origin,
        "status": "complete" if sweep.complete else "failed",
        "grid": {name: as_written(values) for name, values in grid.axes.items()},
        "cells": {"all": sweep.cells, "kept": sweep.kept, "failed": len(sweep.failures)},
        "results_sha256": sweep.results.sha256,
    }
    if sweep.failures:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([*grid.axes, "error", "traceback"])
        for cell in sweep.failures:
            writer.writerow([*map(written, cell.swept.values()), cell.error, cell.traceback])
        contents[FAILURES] = text.getvalue().encode()
    if sweep.results.rows:
        try:
            contents |= draw(grid, sweep.results)
        except Exception as error:  # the table is kept, whatever becomes of its picture
            about["summary"] = f"could not be drawn: {reason(error)}"
    if taken := folders.strangers(sweep.folder, (*TABLES, PROVENANCE)):
        raise OSError(f"these are not as a sweep left them: {', '.join(taken)}")
    folders.install(sweep.folder, contents, about, TABLES)

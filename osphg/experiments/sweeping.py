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
from osphg.experiments.grid import LIMIT, Grid, draw, table
from osphg.experiments.parameters import UsageError, Value, written
from osphg.experiments.results import Results
from osphg.experiments.running import Execution, RunError
from osphg.sources import write

if TYPE_CHECKING:
    from osphg.experiments.kernels import Kernels

CELLS, FAILURES = "cells", "failures.csv"
TABLES = (RESULTS, "summary.png", "summary.svg", FAILURES)
_PATIENCE = 5.0  # seconds for a scheduler to answer
_KEPT = "finished cells are kept"


@dataclass(frozen=True, kw_only=True)
class Cell(Execution):
    """What the execution of a cell left, without its notebook.

    `swept` and `parameters` are the values of the swept parameters, and of all.
    """

    swept: Mapping[str, Value]
    parameters: Mapping[str, Value] = field(repr=False)

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

    def load(self, swept: Mapping[str, Value], parameters: Mapping[str, Value]) -> Cell | None:
        """Return a cell as it was finished; None if there is none that can be trusted."""
        try:
            about, table = load(self.path(parameters))
        except UsageError:
            return None
        if about["parameters"] != parameters or _identity(about) != self.identity:
            return None
        about["machine"] = about["machine"] or {}
        return Cell(swept=swept, parameters=parameters, results=table, machine=about["machine"])

    def save(self, cell: Cell) -> None:
        """Have a finished cell appear; a damaged one in its place is renamed."""
        path = self.path(cell.parameters)
        about = {**self.origin, "parameters": dict(cell.parameters), **cell.said()}
        with folders.workplace(self.folder) as place:
            folders.fill(place / "whole", {RESULTS: cell.results.csv().encode()}, about)
            path.parent.mkdir(exist_ok=True)
            folders.appear(place / "whole", path, "damaged")


def _identity(origin: Mapping[str, Any]) -> dict[str, Any]:
    """Return what cells of one folder have in common."""
    said = {**origin, **origin["inputs"]}
    names = ("experiment", "notebook", "package", "python", "packages")
    return {name: said.get(name) for name in names}


# What is computed, by which code; and who computes: how many cells at a time, and how one begins.
Task = tuple[Experiment, Mapping[str, Any]]
Hands = tuple[int, Callable[[Experiment, Mapping[str, Any], Mapping[str, Any]], Future[Execution]]]


def compute(
    experiment: Experiment,
    code: Mapping[str, Any],
    parameters: Mapping[str, Any],
    kernels: Kernels | None = None,
) -> Execution:
    """Execute a cell, here or on a cluster's worker; what goes wrong in it is returned.

    RunError if this is other code.
    """
    from jupyter_core.utils import ensure_event_loop

    try:
        done = running.execute(
            experiment.name, experiment.source, parameters, kernels=kernels or _there()
        )
    finally:
        ensure_event_loop().close()  # this thread's
    if provenance.code() != code:
        raise RunError(
            "osphg has changed while it was swept, or a worker has another osphg, Python or package"
            f" than this machine; {_KEPT}"
        )
    if not (done.error or done.results.rows):
        return Execution(error="the notebook shows no table of results")
    return replace(done, notebook="")


def _kernels(jobs: int) -> Kernels:
    """Return kernels that draw nothing, with one thread each for linear algebra if several."""
    from osphg.experiments.kernels import Kernels

    names = ("OMP", "OPENBLAS", "MKL", "NUMBA") if jobs > 1 else ()
    single = {f"{name}_NUM_THREADS": "1" for name in names}
    # Of a cell its table is kept: to draw figures takes as long as all else.
    return Kernels({**single, **os.environ, "MPLBACKEND": "agg"}, warm=True)


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


def tried(hands: Hands, task: Task, waiting: Mapping[int, Any]) -> Iterator[tuple[int, Execution]]:
    """Yield what executions leave of cells, whose parameters stand by their numbers."""
    slots, submit = hands
    numbers, handed = iter(waiting), dict[Future[Execution], int]()
    while True:
        for number in islice(numbers, slots - len(handed)):
            handed[submit(*task, waiting[number])] = number
        if not handed:
            return
        for future in wait(handed, return_when="FIRST_COMPLETED").done:
            try:
                left = future.result()
            except (OSError, CancelledError, RunError):  # a full disk, a lost scheduler, other code
                raise
            except Exception as error:  # a worker that died of it, say
                left = Execution(error=f"{type(error).__name__}: {reason(error)}")
            yield handed.pop(future), left


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
    cells = [*whole.cells()]
    if scheduler is None:
        running.require_packages("osphg sweep")
        affinity = getattr(os, "sched_getaffinity", None)  # not on every system
        processors = len(affinity(0)) if affinity else os.cpu_count() or 1
        jobs = min(jobs or processors, len(cells))
    fixed = {key: value for key, value in cells[0][1].items() if key not in grid}
    origin = provenance.collect(experiment, fixed)
    store, task = Store(Path(os.path.abspath(out)), origin), (experiment, provenance.code())
    with ExitStack() as stack:
        stack.enter_context(running.quiet())
        workers = cluster(scheduler, jobs) if scheduler else local(jobs or 1)
        hands = stack.enter_context(workers)
        stack.enter_context(store.held())
        kept = [(number, store.load(*cell)) for number, cell in enumerate(cells)]
        done = {number: cell for number, cell in kept if cell}
        waiting = {number: cells[number][1] for number, cell in kept if not cell}
        about: Any = {"total": len(cells), "unit": "cell", "desc": name, "file": sys.stderr}
        bar = stack.enter_context(tqdm(initial=len(done), disable=not progress, **about))
        try:
            # It may come at any moment: a cell's folder is whole or not there.
            with suppress(KeyboardInterrupt):
                for number, left in tried(hands, task, waiting):
                    swept, values = cells[number]
                    cell = Cell(**vars(left), swept=swept, parameters=values)
                    if not cell.error:
                        store.save(cell)
                    elif progress:
                        tqdm.write(f"failed: {cell}", file=sys.stderr)
                    done[number] = cell
                    bar.update()
            ended = [done[number] for number in sorted(done)]
            finished = [cell for cell in ended if not cell.error]
            found = Sweep(
                name, table(name, [(cell.swept, cell.results) for cell in finished]),
                tuple(cell for cell in ended if cell.error), cells=len(cells),
                kept=len(cells) - len(waiting), computed=len(finished) + len(waiting) - len(cells),
                interrupted=len(done) < len(cells), folder=store.folder,
            )  # fmt: skip
            if not found.interrupted:
                machines = Counter(
                    "; ".join(f"{k} {v}" for k, v in cell.machine.items()) for cell in finished
                )
                seconds = round(time.perf_counter() - started, 3)
                _write(whole, found, {**origin, "machines": machines, "seconds": seconds})
        except CancelledError:
            raise RunError(f"the scheduler was lost: {scheduler}; {_KEPT}") from None
        except OSError as error:
            cannot = f"cells cannot be computed, or written in {store.folder}"
            raise RunError(f"{cannot}: {reason(error)}; {_KEPT}") from None
        return found


def _write(grid: Grid, sweep: Sweep, origin: Mapping[str, Any]) -> None:
    """Write table, plot, failures and provenance; OSError if they cannot be written."""
    contents = {RESULTS: sweep.results.csv().encode()}
    about = {
        **origin,
        "status": "complete" if sweep.complete else "failed",
        "grid": grid.axes,
        "cells": {"all": sweep.cells, "kept": sweep.kept, "failed": len(sweep.failures)},
        "results_sha256": sweep.results.sha256,
    }
    if sweep.failures:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([*grid.axes, "error", "traceback"])
        for cell in sweep.failures:
            writer.writerow(
                [*map(written, cell.swept.values()), cell.error, cell.traceback or cell.error]
            )
        contents[FAILURES] = text.getvalue().encode()
    if sweep.results.rows:
        try:
            contents |= draw(grid, sweep.results)
        except Exception as error:  # the table is kept, whatever becomes of its picture
            about["summary"] = f"could not be drawn: {reason(error)}"
    if taken := folders.strangers(sweep.folder, (*TABLES, PROVENANCE)):
        raise OSError(f"these are not as a sweep left them: {', '.join(taken)}")
    folders.install(sweep.folder, contents, about, TABLES)

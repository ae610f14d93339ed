"""Sweeping an experiment: a grid of runs, each finished cell of which is a folder that stays.

Threads that start kernels here compute the cells, or the workers of a Dask cluster.
"""

from __future__ import annotations

import csv
import hashlib
import importlib
import io
import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Future,
    ThreadPoolExecutor,
    wait,
)  # fmt: skip
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from osphg.experiments import executing, folders, provenance
from osphg.experiments.catalogue import Experiment, find
from osphg.experiments.folders import PROVENANCE, RESULTS, SWEEP, digest, reason
from osphg.experiments.grid import LIMIT, Grid, as_written, duration
from osphg.experiments.parameters import UsageError, Value, written
from osphg.experiments.results import Results
from osphg.experiments.running import RunError
from osphg.experiments.summary import draw, table
from osphg.sources import write

if TYPE_CHECKING:
    from osphg.experiments.kernels import Kernels

CELLS, FAILURES = "cells", "failures.csv"
TABLES = (RESULTS, "summary.png", "summary.svg", FAILURES)
_FORMAT = 6  # of sweep.json and of cells
_POLL = 0.2  # seconds between looks at signals
_PATIENCE = 5.0  # seconds for a scheduler to answer
_KEPT = "finished cells are kept"


@dataclass(frozen=True)
class Cell:
    """A cell of a sweep: what is to be computed, and what came of it.

    Attributes
    ----------
    swept, parameters : dict
        The values of the swept parameters, and of all.
    csv : str
        The notebook's table of results; empty if it failed.
    seconds : float
        Wall time of the execution.
    error, traceback : str
        One line, and the whole; empty when all went well.
    code : dict
        What the numbers depend on: osphg, Python, packages.
    machine : str
        Processor and kernels.
    """

    swept: Mapping[str, Value]
    parameters: Mapping[str, Value] = field(repr=False)
    csv: str = field(default="", repr=False)
    seconds: float = 0.0
    error: str = ""
    traceback: str = field(default="", repr=False)
    code: Mapping[str, Any] = field(default_factory=dict, repr=False)
    machine: str = ""

    def __str__(self) -> str:
        where = " ".join(f"{name}={written(value)}" for name, value in self.swept.items())
        return f"{where}: {self.error}"


@dataclass(frozen=True)
class Sweep:
    """What a sweep left.

    Attributes
    ----------
    experiment : str
    results : Results
        The tables of all finished cells as one, with the swept parameters as labels.
    failures : tuple of Cell
        The cells that raised.
    cells : int
        How many the grid has.
    computed, kept, redone : int
        Cells finished here; found finished; and, among those computed, the ones whose folder was
        damaged.
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
    failures: tuple[Cell, ...]
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


class Store:
    """The folder of a sweep of an experiment by the code as it is now; it need not be there yet.

    Its sweep.json says which, and is the lock of who is at work there.
    """

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        self.folder, self.code = folder, provenance.code()
        about = {"experiment": experiment.name, "notebook": experiment.digest}
        self.identity = {"format": _FORMAT, **about, **self.code}

    def check(self) -> bool:
        """Return whether a sweep is there; UsageError if something else is. Writes nothing."""
        there, path = folders.check_place(self.folder), self.folder / SWEEP
        if not there:
            return False
        if SWEEP not in there:
            raise UsageError(
                f"out must be new, empty or a sweep: {self.folder} holds something else"
            )
        try:
            found = json.loads(folders.content(path))
            differ = [key for key in self.identity if found.get(key) != self.identity[key]]
        except (ValueError, AttributeError, OSError, RecursionError) as error:
            raise UsageError(f"out cannot be read: {path}: {reason(error)}") from None
        if differ:
            raise UsageError(
                f"out must be another folder: in {self.folder} there is a sweep of another"
                f" {differ[0]}, and the two must not be mixed"
            )
        if taken := folders.strangers(self.folder, (*TABLES, PROVENANCE)):
            raise UsageError(
                f"out holds files that are not as a sweep left them: {', '.join(taken)} in"
                f" {self.folder}; move them, or choose another folder"
            )
        return True

    @contextmanager
    def held(self) -> Iterator[None]:
        """Make the folder if it is not there, and hold its lock; UsageError if that fails."""
        with ExitStack() as stack:
            try:
                if not self.check():
                    with folders.beside(self.folder) as place:
                        (place / "whole" / CELLS).mkdir(parents=True)
                        about = f"{json.dumps(self.identity, indent=2)}\n"
                        write(place / "whole" / SWEEP, about.encode())
                        with suppress(OSError):  # another was first: which, is seen below
                            (place / "whole").rename(self.folder)
                stack.enter_context(folders.locked(self.folder / SWEEP))
                self.check()  # as it is now that nobody else writes
                (self.folder / CELLS).mkdir(exist_ok=True)
                folders.tidied(self.folder / CELLS)
            except BlockingIOError:
                raise UsageError(
                    f"out is being written by another command: {self.folder}"
                ) from None
            except OSError as error:
                raise UsageError(f"out cannot be written: {self.folder}: {reason(error)}") from None
            yield

    def path(self, values: Mapping[str, Value]) -> Path:
        """Return the folder of a cell."""
        return self.folder / CELLS / digest(values)

    def load(self, cell: Cell) -> Cell | None:
        """Return a cell as it was finished; None if there is none that can be trusted."""
        path = self.path(cell.parameters)
        try:
            about, text = folders.read_provenance(path), folders.content(path / RESULTS)
            if (
                about["checksum"] != folders.checksum(about)
                or about["parameters"] != cell.parameters
                or about["identity"] != digest(self.identity)
                or about["files"][RESULTS] != hashlib.sha256(text).hexdigest()
            ):
                return None
            return replace(
                cell, csv=text.decode(), seconds=about["seconds"], machine=about["machine"]
            )
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def save(self, cell: Cell) -> bool:
        """Have a finished cell appear; whether a damaged one had to be moved out of its way."""
        path = self.path(cell.parameters)
        about = {
            "identity": digest(self.identity), "parameters": dict(cell.parameters),
            "seconds": cell.seconds, "machine": cell.machine,
        }  # fmt: skip
        damaged = os.path.lexists(path)
        with folders.workplace(path.parent) as place:
            folders.fill(place / "whole", {RESULTS: cell.csv.encode()}, about)
            if damaged:
                path.rename(folders.fresh(path.with_name(f"{path.name}-damaged")))
            (place / "whole").rename(path)
        return damaged


def compute(name: str, source: str, cell: Cell, kernels: Kernels | None = None) -> Cell:
    """Execute a cell, here or on a cluster's worker; what goes wrong in its notebook is returned.

    Without `kernels`, its own has one thread for linear algebra.
    """
    from jupyter_core.utils import ensure_event_loop

    from osphg.experiments.kernels import Kernels

    machine = "; ".join(f"{key} {value}" for key, value in provenance.machine().items())
    try:
        done = executing.execute(
            name, source, cell.parameters, kernels=kernels or Kernels(_single())
        )
    finally:
        ensure_event_loop().close()  # this thread's
    error = done.error or ("" if done.table else "the notebook shows no table of results")
    return replace(
        cell, csv=done.table.csv() if done.table else "", seconds=round(done.seconds, 3),
        error=error, traceback=done.traceback or error, code=provenance.code(), machine=machine,
    )  # fmt: skip


def _single() -> dict[str, str]:
    """Return this environment with one thread for each kernel's linear algebra, unless it says."""
    names = ("OMP", "OPENBLAS", "MKL", "NUMBA")
    return {f"{name}_NUM_THREADS": "1" for name in names} | os.environ


@dataclass(frozen=True)
class Hands:
    """Who computes: how many cells at a time, how one is handed over, and whether they are there.

    `check` raises RunError if they are not.
    """

    slots: int
    submit: Callable[[str, str, Cell], Future[Cell]]
    check: Callable[[], None] = lambda: None

    def tried(
        self, experiment: Experiment, cells: Mapping[int, Cell], stopped: threading.Event
    ) -> Iterator[tuple[int, Cell]]:
        """Yield cells, by number, as they are tried; RunError if that is impossible."""
        source, waiting = _bare(experiment.source), iter(cells)
        running: dict[Future[Cell], int] = {}
        while not stopped.is_set():
            for number in islice(waiting, self.slots - len(running)):
                running[self.submit(experiment.name, source, cells[number])] = number
            if not running:
                return
            for future in wait(running, _POLL, FIRST_COMPLETED).done:
                number = running.pop(future)
                yield number, self._result(future, cells[number])
            self.check()

    def _result(self, future: Future[Cell], cell: Cell) -> Cell:
        try:
            return future.result()
        except (OSError, CancelledError) as error:  # a full disk, a lost scheduler
            self.check()
            raise RunError(f"cells cannot be computed: {reason(error)}; {_KEPT}") from None
        except Exception as error:  # a worker that died of it, say
            self.check()
            line = f"{type(error).__name__}: {reason(error)}"
            return replace(cell, error=line, traceback=line, code=provenance.code())


def _bare(source: str) -> str:
    """Return a notebook without its outputs, which may be large."""
    notebook = json.loads(source)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    return json.dumps(notebook)


@contextmanager
def local(jobs: int) -> Iterator[Hands]:
    """Have threads of this process compute; the kernels that they wait for at its end are killed.

    One at a time has what threads for linear algebra a run would have.
    """
    from osphg.experiments.kernels import Kernels

    environment = _single() if jobs > 1 else None
    with executing.quiet(), ThreadPoolExecutor(jobs) as pool, Kernels(environment) as kernels:
        yield Hands(jobs, lambda *task: pool.submit(partial(compute, kernels=kernels), *task))


@contextmanager
def cluster(address: str, jobs: int | None) -> Iterator[Hands]:
    """Have the workers of a Dask scheduler compute; what they are at when it ends is left to them.

    Raises
    ------
    UsageError
        If the scheduler does not answer, has no workers, or has workers with other code.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise UsageError(f"scheduler needs Dask: {executing.install('cluster')}") from None
    with ExitStack() as stack:
        stack.enter_context(executing.quiet())  # what it met is said in one line, by us
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

        def check() -> None:
            if client.status != "running":
                raise RunError(f"the scheduler was lost: {address}; {_KEPT}")

        def leave() -> None:
            if client.status == "running":
                pool.shutdown(wait=False)

        pool = client.get_executor(pure=False)
        stack.callback(leave)
        # Twice as many as they have threads, so that none waits for the next cell. Dask tries one
        # again elsewhere when its worker is lost.
        slots = jobs or 2 * max(1, sum(client.nthreads().values()))
        yield Hands(slots, lambda *task: pool.submit(compute, *task), check)


@contextmanager
def stop_signals() -> Iterator[threading.Event]:
    """Have the first SIGINT or SIGTERM set an event; the second acts as before.

    Only a main thread can: in another, signals stay as they are.
    """
    stopped, before = threading.Event(), dict[signal.Signals, Any]()

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)

    def stop(*_: object) -> None:
        stopped.set()
        restore()

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            before[number] = signal.signal(number, stop)
    try:
        yield stopped
    finally:
        restore()


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
        The values of each swept parameter; `parse` reads them from a command line.
    out : path
        A folder: new, empty, or that of a sweep of the same experiment by the same code, whose
        cells are used, whatever its grid. It gets the cells, and when all have been tried
        results.csv, summary.png, summary.svg, provenance.json, and failures.csv if there are any.
    parameters : mapping, optional
        Values of other parameters.
    jobs : int, optional
        Executions at a time: as many as there are processors, or as a cluster's threads need.
    scheduler : str, optional
        The address of a Dask scheduler, such as tcp://host:8786.
    limit : int or None
        How many cells the grid may have.

    Raises
    ------
    UsageError
        Before anything runs or is written: an unknown name, a value that cannot be used in some
        cell, a grid above the limit, an `out` that holds something else, cannot be written or is
        that of a sweep at work, a scheduler that does not answer or has workers with other code.
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
    whole = Grid.of(experiment, grid, dict(parameters or {}), quick)
    if limit is not None and whole.count > limit:
        raise UsageError(
            f"grid must have at most {limit:,} cells (the limit), got {whole.count:,}:"
            f" about {duration(whole.estimate())} one after another"
        )
    cells = [Cell(swept, values) for swept, values in whole.cells()]
    options = ["--out", os.fspath(out)]
    if scheduler is None:
        executing.require_packages("osphg sweep")
        jobs = min(jobs or _processors(), len(cells))
        options += ["--jobs", str(jobs)]
    else:
        options += ["--scheduler", scheduler]
    line = whole.command(book, *options)
    fixed = {key: value for key, value in cells[0].parameters.items() if key not in grid}
    origin = provenance.collect(experiment, fixed, line)
    store = Store(Path(os.path.abspath(out)), experiment)
    store.check()
    with (
        cluster(scheduler, jobs) if scheduler else local(jobs or 1) as hands,
        store.held(),
        stop_signals() as stopped,
    ):
        done = {number: known for number, cell in enumerate(cells) if (known := store.load(cell))}
        kept, redone = len(done), 0
        waiting = {number: cell for number, cell in enumerate(cells) if number not in done}
        with tqdm(
            total=len(cells), initial=kept, unit="cell", disable=not progress, desc=name,
            file=sys.stderr,
        ) as bar:  # fmt: skip
            for number, cell in hands.tried(experiment, waiting, stopped):
                if cell.code != store.code:
                    raise RunError(
                        "osphg has changed while it was swept, or a worker has another osphg,"
                        f" Python or package than this machine; {_KEPT}"
                    )
                if not cell.error:
                    with _kept("cells", store.folder):
                        redone += store.save(cell)
                elif progress:
                    tqdm.write(f"failed: {cell}", file=sys.stderr)
                done[number] = cell
                bar.update()
        tried = [done[number] for number in sorted(done)]
        finished = [cell for cell in tried if not cell.error]
        found = Sweep(
            name,
            table(name, ((cell.swept, cell.csv) for cell in finished)),
            tuple(cell for cell in tried if cell.error),
            cells=len(cells), computed=len(finished) - kept, kept=kept, redone=redone,
            interrupted=len(tried) < len(cells), folder=store.folder,
            seconds=time.perf_counter() - started, command=line,
        )  # fmt: skip
        if not found.interrupted:
            origin["machines"] = dict(Counter(cell.machine for cell in finished))
            with _kept("results", store.folder):
                _write(whole, found, origin)
        return found


@contextmanager
def _kept(what: str, folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RunError(f"{what} cannot be written in {folder}: {reason(error)}; {_KEPT}") from None


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
        "seconds": round(sweep.seconds, 3),
        "grid": {name: as_written(values) for name, values in grid.axes.items()},
        "cells": {
            "all": sweep.cells, "computed": sweep.computed, "kept": sweep.kept,
            "redone": sweep.redone, "failed": len(sweep.failures),
        },
        "results_sha256": hashlib.sha256(contents[RESULTS]).hexdigest(),
    }  # fmt: skip
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

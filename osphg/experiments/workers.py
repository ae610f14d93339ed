"""Who computes the cells of a sweep: threads that start kernels here, or a Dask cluster's workers.

Either way a cell gets a kernel of its own, a copy of one process that has loaded what it imports.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from osphg.experiments import executing, provenance
from osphg.experiments.folders import reason
from osphg.experiments.parameters import UsageError, Value, written
from osphg.experiments.running import RunError

if TYPE_CHECKING:
    from osphg.experiments.kernels import Kernels

PATIENCE = 5.0  # seconds for a scheduler to answer
_THREADS = ("OMP", "OPENBLAS", "MKL", "NUMBA")


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
    code, machine : str
        The digest of what the numbers depend on: osphg, Python, packages; processor and kernels.
    """

    swept: Mapping[str, Value]
    parameters: Mapping[str, Value] = field(repr=False)
    csv: str = field(default="", repr=False)
    seconds: float = 0.0
    error: str = ""
    traceback: str = field(default="", repr=False)
    code: str = ""
    machine: str = ""

    def __str__(self) -> str:
        where = " ".join(f"{name}={written(value)}" for name, value in self.swept.items())
        return f"{where}: {self.error}"


@dataclass(frozen=True)
class Hands:
    """Who computes: how many cells at a time, how one is handed over, and whether they are there.

    `check` raises RunError if they are not.
    """

    slots: int
    submit: Callable[[str, str, Cell], Future[Cell]]
    check: Callable[[], None] = lambda: None

    def result(self, future: Future[Cell], cell: Cell) -> Cell:
        """Return a cell that has been tried; RunError if that was impossible."""
        try:
            return future.result()
        except (OSError, CancelledError) as error:  # a full disk, a lost scheduler
            self.check()
            raise RunError(
                f"cells cannot be computed: {reason(error)}; finished cells are kept"
            ) from None
        except Exception as error:  # a worker that died of it, say
            self.check()
            line = f"{type(error).__name__}: {reason(error)}"
            return replace(cell, error=line, traceback=line, code=code())


def digest(value: Any) -> str:
    """Return the SHA-256 of the one JSON text that stands for a value."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def code() -> str:
    """Return the digest of what the numbers of this process depend on."""
    return digest(provenance.code())


def processors() -> int:
    """Return how many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on every system
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def compute(name: str, source: str, cell: Cell, kernels: Kernels) -> Cell:
    """Execute a cell; what goes wrong in its notebook is in what is returned."""
    from jupyter_core.utils import ensure_event_loop

    machine = "; ".join(f"{key} {value}" for key, value in provenance.machine().items())
    try:
        done = executing.execute(name, source, cell.parameters, kernels=kernels)
    finally:
        ensure_event_loop().close()  # this thread's
    error = done.error or ("" if done.table else "the notebook shows no table of results")
    return replace(
        cell, csv=done.table.csv() if done.table else "", seconds=round(done.seconds, 3),
        error=error, traceback=done.traceback or error, code=code(), machine=machine,
    )  # fmt: skip


def _single() -> dict[str, str]:
    """Return this environment with one thread for each kernel's linear algebra, unless it says."""
    return {f"{name}_NUM_THREADS": "1" for name in _THREADS} | os.environ


@contextmanager
def local(jobs: int) -> Iterator[Hands]:
    """Have threads of this process compute; what they are at when it ends is killed."""
    from osphg.experiments.kernels import Kernels

    environment = _single() if jobs > 1 else None
    with (
        executing.quiet(),
        ThreadPoolExecutor(jobs) as threads,
        Kernels(environment, warm=True) as kernels,
    ):

        def submit(name: str, source: str, cell: Cell) -> Future[Cell]:
            return threads.submit(compute, name, source, cell, kernels)

        yield Hands(jobs, submit)


@cache
def _there() -> Kernels:
    from osphg.experiments.kernels import Kernels

    return Kernels(_single(), warm=True)


def compute_there(name: str, source: str, cell: Cell) -> Cell:
    """Execute a cell on a worker of a cluster."""
    return compute(name, source, cell, _there())


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
            client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
            stack.callback(client.close, timeout=2)
            client.wait_for_workers(1, timeout=PATIENCE)
            theirs = client.run(code)
        except Exception as error:
            raise UsageError(
                f"scheduler does not answer, or its workers do not: {address}: {reason(error)}"
            ) from None
        for worker in [worker for worker, found in theirs.items() if found != code()]:
            raise UsageError(
                f"scheduler must have workers with the same osphg, Python and packages as this"
                f" machine: {worker} has others"
            )

        def check() -> None:
            if client.status != "running":
                raise RunError(f"the scheduler was lost: {address}; finished cells are kept")

        def leave() -> None:
            if client.status == "running":
                executor.shutdown(wait=False)

        executor = client.get_executor(pure=False)
        stack.callback(leave)
        # Twice as many as they have threads, so that none waits for the next cell. Dask tries one
        # again elsewhere when its worker is lost.
        slots = jobs or 2 * max(1, sum(client.nthreads().values()))
        yield Hands(slots, lambda *task: executor.submit(compute_there, *task), check)

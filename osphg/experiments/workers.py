"""Who computes the cells of a sweep: threads that start kernels here, or a Dask cluster's workers.

Either way a cell gets a kernel of its own, which ends with the process that started it.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import logging
import os
import traceback
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from osphg.experiments import executing, provenance
from osphg.experiments.executing import Kernels
from osphg.experiments.folders import reason
from osphg.experiments.parameters import UsageError, Value, written
from osphg.experiments.running import RunError

PATIENCE = 5.0  # seconds for a scheduler to answer
_THREADS = (
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS",
    "NUMBA_NUM_THREADS",
)  # fmt: skip


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

    Examples
    --------
    >>> from osphg import experiments
    >>> print(experiments.Cell({"W": 10}, {"T": 100, "W": 10}, error="ValueError: no"))
    W=10: ValueError: no
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

    def with_(self, **changes: Any) -> Cell:
        """Return the cell with what came of it."""
        return replace(self, **changes)


def digest(value: Any) -> str:
    """Return the SHA-256 of the one JSON text that stands for a value."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def code() -> str:
    """Return the digest of what the numbers of this process depend on."""
    return digest(provenance.code())


def compute(name: str, source: str, cell: Cell, kernels: Kernels) -> Cell:
    """Execute a cell; whatever goes wrong in it is in what is returned."""
    from jupyter_core.utils import ensure_event_loop

    machine = "; ".join(f"{key} {value}" for key, value in provenance.machine().items())
    cell = cell.with_(code=code(), machine=machine)
    try:
        done = executing.execute(name, source, cell.parameters, kernels=kernels)
        found = None if done.error else executing.results(name, done.notebook)
    except OSError:  # a full disk: no cell's failure
        raise
    except Exception as error:  # a table that is none: this cell's failure
        line = f"{type(error).__name__}: {reason(error)}"
        return cell.with_(error=line, traceback=traceback.format_exc())
    finally:
        ensure_event_loop().close()  # this thread's
    seconds = round(done.seconds, 3)
    if found is None:
        line = done.error or "the notebook shows no table of results"
        return cell.with_(seconds=seconds, error=line, traceback=done.traceback or line)
    return cell.with_(seconds=seconds, csv=found.csv())


def processors() -> int:
    """Return how many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on every system
    return len(affinity(0)) if affinity else os.cpu_count() or 1


class Local:
    """Threads of this process, each of which starts kernels."""

    def __init__(self, jobs: int) -> None:
        self.slots = jobs
        one = dict.fromkeys(_THREADS, "1") if jobs > 1 else {}
        self._kernels = Kernels(one | os.environ)
        self._threads = ThreadPoolExecutor(jobs)
        self._stack = ExitStack()

    def __enter__(self) -> Local:
        self._stack.enter_context(executing.quiet())
        return self

    def __exit__(self, *_: object) -> None:
        """End all kernels, whatever is being computed."""
        self._kernels.end()
        self._threads.shutdown(cancel_futures=True)
        self._stack.close()

    def submit(self, name: str, source: str, cell: Cell) -> Future[Cell]:
        """Hand a cell over."""
        return self._threads.submit(compute, name, source, cell, self._kernels)

    def result(self, future: Future[Cell], cell: Cell) -> Cell:
        """Return a cell that has been tried; RunError if that was impossible."""
        try:
            return future.result()
        except OSError as error:
            raise RunError(
                f"cells cannot be computed: {reason(error)}; finished cells are kept"
            ) from None

    def check(self) -> None:
        """Nothing can be lost."""


@cache
def _there() -> Kernels:
    return Kernels(dict.fromkeys(_THREADS, "1") | os.environ)


def compute_there(name: str, source: str, cell: Cell) -> Cell:
    """Execute a cell on a worker of a cluster."""
    return compute(name, source, cell, _there())


class Cluster:
    """The workers of a Dask scheduler.

    Raises
    ------
    UsageError
        If the scheduler does not answer, has no workers, or has workers with other code.
    """

    def __init__(self, address: str, jobs: int | None) -> None:
        self._address = address
        self._lost = f"the scheduler was lost: {address}; finished cells are kept"
        try:
            distributed = importlib.import_module("distributed")
        except ImportError:
            raise UsageError(f"scheduler needs Dask: {executing.install('cluster')}") from None
        self._stack = ExitStack()
        try:
            self._client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
            self._stack.callback(self._client.close, timeout=2)
            self._client.wait_for_workers(1, timeout=PATIENCE)
            theirs = self._client.run(code)
        except Exception as error:
            self._stack.close()
            raise UsageError(
                f"scheduler does not answer, or its workers do not: {address}: {reason(error)}"
            ) from None
        for worker in [worker for worker, found in theirs.items() if found != code()]:
            self._stack.close()
            raise UsageError(
                f"scheduler must have workers with the same osphg, Python and packages as this"
                f" machine: {worker} has others"
            )
        self._executor = self._client.get_executor(pure=False)
        # Twice as many as they have threads, so that none waits for the next cell.
        self.slots = jobs or 2 * max(1, sum(self._client.nthreads().values()))

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        """Cancel what is waiting, and leave; what runs on a worker ends there, unused."""
        if self._client.status == "running":
            self._executor.shutdown(wait=False)
        logger = logging.getLogger("distributed.client")
        level = logger.level
        logger.setLevel(logging.CRITICAL)  # what it met is said in one line, by us
        self._stack.close()
        logger.setLevel(level)

    def submit(self, name: str, source: str, cell: Cell) -> Future[Cell]:
        """Hand a cell over; Dask tries it again elsewhere when its worker is lost."""
        future: Future[Cell] = self._executor.submit(compute_there, name, source, cell)
        return future

    def result(self, future: Future[Cell], cell: Cell) -> Cell:
        """Return a cell that has been tried; RunError if the scheduler is gone."""
        lost = None if future.cancelled() else future.exception()
        if not lost and not future.cancelled():
            return future.result()
        self.check()
        if lost is None or isinstance(lost, OSError):
            raise RunError(f"cells cannot be computed: {lost}; finished cells are kept")
        line = f"{type(lost).__name__}: {reason(lost)}"
        return cell.with_(error=line, traceback=line, code=code())

    def check(self) -> None:
        """Raise RunError if the scheduler is gone."""
        if self._client.status != "running":
            raise RunError(self._lost)

"""The workers of a Dask cluster."""

from __future__ import annotations

import importlib
import logging
import time
from concurrent.futures import Future
from typing import Any

from osphg.experiments import cells
from osphg.experiments.cells import Answer, Task
from osphg.experiments.errors import SweepError, UsageError
from osphg.experiments.workers import Local, Workers, processors

PATIENCE = 5.0  # seconds for a scheduler to answer


class Cluster:
    """The workers of a Dask scheduler.

    Raises
    ------
    UsageError
        If the scheduler does not answer, has no workers, or has workers with other code.
    """

    def __init__(self, address: str, jobs: int | None) -> None:
        self._address, self._jobs = address, jobs
        self._logger = logging.getLogger("distributed.client")
        self._level = self._logger.level
        self._client = _connect(address)
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
            theirs = self._client.run(cells.installed)
        except TimeoutError:
            self.close()
            raise UsageError(f"scheduler has no workers: {address}") from None
        except Exception as error:
            self.close()
            raise UsageError(f"scheduler has workers without osphg: {address}: {error}") from None
        own = cells.installed()
        for worker, found in theirs.items():
            for name in own.keys() & found.keys():
                if own[name] != found[name]:
                    self.close()
                    raise UsageError(
                        f"scheduler must have workers with the same code: {worker} has another"
                        f" {'osphg' if name == 'package' else name} than this machine"
                    )
        self._executor = self._client.get_executor(pure=False)
        self._count()

    @property
    def slots(self) -> int:
        """Twice as many as they have threads, so that none waits for the next cell."""
        return self._jobs or 2 * self._width

    def submit(self, task: Task) -> Future[Answer]:
        """Hand a cell over; Dask tries it again elsewhere when its worker is lost."""
        future: Future[Answer] = self._executor.submit(compute_apart, task)
        return future

    def check(self) -> None:
        """Raise SweepError if the scheduler is gone; else count its workers now and then."""
        if self._client.status != "running":
            raise SweepError(f"the scheduler was lost: {self._address}; finished cells are kept")
        if time.monotonic() - self._counted > PATIENCE:
            self._count()

    def close(self) -> None:
        """Cancel what is waiting, and leave; what runs on a worker ends there, unused."""
        executor = getattr(self, "_executor", None)
        if executor and self._client.status == "running":
            executor.shutdown(wait=False)
        self._logger.setLevel(logging.CRITICAL)  # what it met is said in one line, by us
        self._client.close(timeout=2)
        self._logger.setLevel(self._level)

    def _count(self) -> None:
        self._counted = time.monotonic()
        try:
            self._width = max(1, sum(self._client.nthreads().values()))
        except (OSError, TimeoutError):
            raise SweepError(f"the scheduler was lost: {self._address}") from None


def compute_apart(task: Task) -> Answer:
    """Execute a cell in a process of its own.

    A worker's threads cannot: papermill changes the working folder of the whole process. And when
    a worker is killed, its kernels end with this process's input.
    """
    local = Local(1)
    try:
        return local.submit(task).result()
    finally:
        local.close()


def _connect(address: str) -> Any:
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise UsageError("scheduler needs Dask: pip install 'osphg[cluster]'") from None
    try:
        return distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError):
        raise UsageError(f"scheduler does not answer within {PATIENCE:g} s: {address}") from None
    except (ValueError, TypeError):
        raise UsageError(
            f"scheduler must be an address like tcp://host:8786, got {address}"
        ) from None


def open_workers(jobs: int | None, scheduler: str | None) -> Workers:
    """Return the cluster at an address, or else processes of this machine."""
    return Cluster(scheduler, jobs) if scheduler is not None else Local(jobs or processors())

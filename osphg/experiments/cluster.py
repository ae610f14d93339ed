"""The workers of a Dask cluster."""

from __future__ import annotations

import asyncio
import importlib
import logging
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from osphg.experiments import cells
from osphg.experiments.cells import Answer, Task
from osphg.experiments.errors import SweepError, UsageError
from osphg.experiments.parameters import shown
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
            for what in _different(own, found):
                self.close()
                raise UsageError(
                    f"scheduler must have workers with the same code: {worker} has {what}"
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


def _different(own: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a worker's numbers depend on and this machine has otherwise."""
    if own["package"] != found["package"]:
        yield "another osphg than this machine"
    if own["python"] != found["python"]:
        yield "another Python than this machine"
    for name in own["packages"].keys() | found["packages"].keys():
        theirs = found["packages"].get(name)
        if own["packages"].get(name) != theirs:
            yield f"another {name} than this machine" if theirs else f"no {name}"


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
        # In a thread: the caller's may have an event loop of its own, as a notebook's does.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, _greet(distributed, address)).result()
        return distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError):
        raise UsageError(f"scheduler does not answer within {PATIENCE:g} s: {address}") from None
    except (ValueError, TypeError):
        raise UsageError(
            f"scheduler must be an address like tcp://host:8786, got {shown(address)}"
        ) from None
    except _NotDaskError:
        raise UsageError(f"scheduler must be one of Dask, something else is at {address}") from None


class _NotDaskError(Exception):
    pass


async def _greet(distributed: Any, address: str) -> None:
    """Ask who is there, within seconds: Dask's client waits for ever for a first word."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda *_: None)  # what else goes wrong with a stranger
    distributed.comm.parse_address(address)
    async with asyncio.timeout(PATIENCE):
        try:
            comm = await distributed.comm.connect(address, timeout=PATIENCE)
            try:
                await comm.write({"op": "identity", "reply": True})
                answer = await comm.read()
            finally:
                comm.abort()
        except (OSError, asyncio.CancelledError):
            raise
        except Exception:  # whatever its words make of Dask's protocol
            raise _NotDaskError from None
    if not isinstance(answer, dict) or answer.get("type") != "Scheduler":
        raise _NotDaskError


def open_workers(jobs: int | None, scheduler: str | None) -> Workers:
    """Return the cluster at an address, or else processes of this machine."""
    return Cluster(scheduler, jobs) if scheduler is not None else Local(jobs or processors())

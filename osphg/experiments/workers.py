"""Who computes the cells of a sweep: threads that start kernels here, or a Dask cluster's workers.

Either way a cell gets a kernel of its own, a copy of one process that has loaded what the notebook
imports. When the sweep or a worker is killed, this process ends, and its kernels with it.
"""

from __future__ import annotations

import ast
import asyncio
import atexit
import hashlib
import importlib
import json
import logging
import os
import platform
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from osphg.experiments import executing, provenance
from osphg.experiments.executing import Kernels
from osphg.experiments.parameters import UsageError, Value, shown

PATIENCE = 5.0  # seconds for a scheduler to answer
TRIES = 3  # of a cell whose process was lost
_LOADED_ONCE = {"matplotlib", "myst_nb", "numba", "numpy", "osphg", "scipy", "sympy"}
_THREADS = (
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS",
    "NUMBA_NUM_THREADS",
)  # fmt: skip


class SweepError(RuntimeError):
    """A sweep cannot go on; its text is one line. Finished cells are kept.

    Examples
    --------
    What a person can mend before anything runs is a `UsageError`; this one comes later, and the
    same call then goes on with the finished cells:

    >>> from osphg import experiments
    >>> def attempt(grid):
    ...     try:
    ...         return experiments.sweep("figure1", grid, out="sweep")
    ...     except experiments.UsageError as error:
    ...         return f"not begun: {error}"
    ...     except experiments.SweepError as error:
    ...         return f"to be continued: {error}"
    ...
    >>> attempt({"T": [1000, 0]})
    'not begun: T must be in [1, 100_000_000], got 0'
    """


@dataclass(frozen=True)
class Task:
    """What a worker gets: the experiment's name, its notebook without outputs, all parameters."""

    name: str
    source: str = field(repr=False)
    parameters: Mapping[str, Value]


@dataclass(frozen=True)
class Answer:
    """What a worker gives back.

    Attributes
    ----------
    csv : str
        The notebook's table of results; empty if it failed.
    seconds : float
        Wall time of the execution.
    error, traceback : str
        One line, and the whole; empty when all went well.
    code, machine : str
        The digest of what the numbers depend on: osphg, Python, packages; processor and kernels.
    """

    csv: str = field(repr=False)
    seconds: float
    error: str
    traceback: str = field(repr=False)
    code: str
    machine: str = ""


def installed() -> dict[str, Any]:
    """Return what the numbers of a worker depend on, to compare with this process."""
    return {
        "package": provenance.package_digest(),
        "python": platform.python_version(),
        "packages": provenance.versions(),
    }


def digest(value: Any) -> str:
    """Return the SHA-256 of the one JSON text that stands for a value."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def compute(task: Task, kernels: Kernels) -> Answer:
    """Execute a cell; whatever goes wrong in it is in the answer."""
    from jupyter_core.utils import ensure_event_loop

    from osphg.experiments.copying import Copied

    code = digest(installed())
    machine = "; ".join(f"{name} {value}" for name, value in provenance.machine().items())
    Copied.imports = imports(task.source)
    try:
        for _ in range(TRIES):
            begun = Copied.begun
            done = executing.execute(task.name, task.source, task.parameters, kernels=kernels)
            dead = done.error.startswith("DeadKernelError") and not kernels.ended
            if not dead or Copied.lives(begun):
                break
        found = None if done.error else executing.results(task.name, done.notebook)
    except OSError:  # a full disk: no cell's failure
        raise
    except Exception as error:  # a table that is none: this cell's failure
        line = f"{type(error).__name__}: {error}".splitlines()[0]
        return Answer("", 0.0, line, traceback.format_exc(), code, machine)
    finally:
        ensure_event_loop().close()  # this thread's
    if found is None:
        line = done.error or "the notebook shows no table of results"
        return Answer("", round(done.seconds, 3), line, done.traceback or line, code, machine)
    return Answer(found.csv(), round(done.seconds, 3), "", "", code, machine)


def imports(source: str) -> list[str]:
    """Return the statements by which a notebook imports this package and those it rests on.

    Only those in front of everything that could matter to them: what sets a variable of the
    environment or the path, and a user's own module, which may do so.
    """
    found: list[str] = []
    for cell in json.loads(source)["cells"]:
        try:
            code = "".join(cell["source"]) if cell["cell_type"] == "code" else ""
            for statement in ast.parse(code).body:
                roots = set[str]()
                match statement:
                    case ast.Import(names=names):
                        roots = {name.name.partition(".")[0] for name in names}
                    case ast.ImportFrom(module=str(name), level=0):
                        roots = {name.partition(".")[0]}
                    case (
                        ast.Assign(targets=[ast.Name()], value=value)
                        | ast.AnnAssign(target=ast.Name(), value=value)
                        | ast.Expr(value=value)
                    ):
                        ast.literal_eval(value or "None")
                        continue
                    case _:
                        return found
                if roots <= _LOADED_ONCE:
                    found.append(ast.unparse(statement))
                elif not roots <= sys.stdlib_module_names:
                    return found
        except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
            return found  # no constant, IPython's own, or a fault
    return found


def processors() -> int:
    """Return how many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on every system
    return len(affinity(0)) if affinity else os.cpu_count() or 1


class Local:
    """Threads of this process, whose kernels are copies of one other process."""

    def __init__(self, jobs: int) -> None:
        from osphg.experiments.copying import Copied

        self.slots = jobs
        one = dict.fromkeys(_THREADS, "1") if jobs > 1 else {}
        self._kernels = Kernels(one | os.environ)
        self._stack = ExitStack()
        self._stack.enter_context(executing.quiet())
        self._stack.enter_context(Copied.used(environment=self._kernels.environment))
        self._threads = ThreadPoolExecutor(jobs)

    def submit(self, task: Task) -> Future[Answer]:
        """Hand a cell over."""
        return self._threads.submit(compute, task, self._kernels)

    def check(self) -> None:
        """Nothing: a process that is lost is replaced."""

    def close(self) -> None:
        """End all kernels, whatever is being computed."""
        self._kernels.end()
        self._threads.shutdown(cancel_futures=True)
        self._stack.close()


_warm = threading.Lock()
_kept: list[Kernels] = []


def compute_there(task: Task) -> Answer:
    """Execute a cell on a worker of a cluster, whose kernels are copies of one process, too."""
    from osphg.experiments.copying import Copied

    with _warm:
        if not _kept:
            _kept.append(Kernels(dict.fromkeys(_THREADS, "1") | os.environ))
            stack = ExitStack()
            stack.enter_context(Copied.used(environment=_kept[0].environment))
            atexit.register(stack.close)
    return compute(task, _kept[0])


class Cluster:
    """The workers of a Dask scheduler.

    Raises
    ------
    UsageError
        If the scheduler does not answer, has no workers, or has workers with other code.
    """

    def __init__(self, address: str, jobs: int | None) -> None:
        self._address, self._jobs = address, jobs
        self._client = _connect(address)
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
            theirs = self._client.run(installed)
        except Exception as error:
            self.close()
            none = isinstance(error, TimeoutError)
            what = (
                f"no workers: {address}" if none else f"workers without osphg: {address}: {error}"
            )
            raise UsageError(f"scheduler has {what}") from None
        own = installed()
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
        future: Future[Answer] = self._executor.submit(compute_there, task)
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
        logger = logging.getLogger("distributed.client")
        level = logger.level
        logger.setLevel(logging.CRITICAL)  # what it met is said in one line, by us
        self._client.close(timeout=2)
        logger.setLevel(level)

    def _count(self) -> None:
        self._counted = time.monotonic()
        try:
            self._width = max(1, sum(self._client.nthreads().values()))
        except (OSError, TimeoutError):
            raise SweepError(f"the scheduler was lost: {self._address}") from None


def _different(own: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a worker's numbers depend on and this machine has otherwise."""
    for name, what in (("package", "osphg"), ("python", "Python")):
        if own[name] != found[name]:
            yield f"another {what} than this machine"
    for name in own["packages"].keys() | found["packages"].keys():
        theirs = found["packages"].get(name)
        if own["packages"].get(name) != theirs:
            yield f"another {name} than this machine" if theirs else f"no {name}"


def _connect(address: str) -> Any:
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise UsageError(f"scheduler needs Dask: {executing.install('cluster')}") from None
    try:
        # In a thread: the caller's may have an event loop of its own, as a notebook's does.
        with ThreadPoolExecutor(1) as thread:
            there = thread.submit(asyncio.run, _greet(distributed, address)).result()
        if there != "Scheduler":
            raise UsageError(f"scheduler must be one of Dask, something else is at {address}")
        return distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError):
        raise UsageError(f"scheduler does not answer within {PATIENCE:g} s: {address}") from None
    except (ValueError, TypeError) as error:
        if isinstance(error, UsageError):
            raise
        wanted = "scheduler must be an address like tcp://host:8786"
        raise UsageError(f"{wanted}, got {shown(address)}") from None


async def _greet(distributed: Any, address: str) -> str:
    """Ask who is there, within seconds: Dask's client waits for ever for a first word."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda *_: None)  # what else goes wrong with a stranger
    distributed.comm.parse_address(address)
    async with asyncio.timeout(PATIENCE):
        try:
            comm = await distributed.comm.connect(address, timeout=PATIENCE)
            try:
                await comm.write({"op": "identity", "reply": True})
                return str((await comm.read()).get("type"))
            finally:
                comm.abort()
        except (OSError, asyncio.CancelledError):
            raise
        except Exception:  # whatever its words make of Dask's protocol
            return "something else"

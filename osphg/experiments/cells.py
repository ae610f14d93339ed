"""Executions side by side, each in a process of its own that begins warm.

A `forkserver` (of Linux and macOS) has loaded what notebooks import; each process is a copy of it.
What a notebook sets in its process, no other one finds.
"""

from __future__ import annotations

import math
import multiprocessing as mp
import os
import pickle
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from multiprocessing import forkserver
from multiprocessing.connection import wait
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tqdm import tqdm

from osphg.experiments import keys
from osphg.experiments.running import Outcome, RunError, execute, failed
from osphg.sources import package_digest, write

# What is loaded once. Where one is missing, what needs it says so.
WARM = (
    "osphg.experiments.cells", "osphg.experiments.engines", "matplotlib.pyplot", "myst_nb", "numba",
    "pandas", "papermill", "scipy.optimize", "sympy", "osphg.tournament.contests", "osphg.pacing",
    "osphg.hindsight", "osphg.playing", "osphg.plots", "osphg.studies.tables",
    "osphg.tournament.catalogue",
)  # fmt: skip
# One thread each for linear algebra, whatever runs beside it: the same numbers in every sweep.
_SINGLE = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
# Of a cell, in its folder: what it left, and what went to its standard streams.
_OUTCOME, _STREAMS = "outcome", "streams"
_start_alone = threading.Lock()
Ends = Generator[tuple[int, Outcome], None, None]  # the number of a task, and what it left


class Task(NamedTuple):
    """An execution to be done: a number by which it is known, and what `execute` is given."""

    number: int
    name: str
    source: str
    parameters: Mapping[str, Any]


def processors(group: Path = Path("/sys/fs/cgroup")) -> int:
    """Return how many processes may run at once: in a container, as many as `group` allows."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on every system
    found = len(affinity(0)) if affinity else os.cpu_count() or 1
    with suppress(OSError, ValueError):  # no quota is "max", or -1
        quota, period = map(int, (group / "cpu.max").read_text().split())
        found = min(found, -(-quota // period))
    with suppress(OSError, ValueError):  # of the first version
        quota = int((group / "cpu" / "cpu.cfs_quota_us").read_text())
        period = int((group / "cpu" / "cpu.cfs_period_us").read_text())
        found = min(found, -(-quota // period)) if quota > 0 else found
    return max(1, found)


def executions(tasks: Iterable[Task], jobs: int, timeout: float | None = None) -> Ends:
    """Yield the number and the end of each task, as they end; at most `jobs` run at once.

    The processes, and all that they have started, are killed where the iteration ends before them.
    """
    waiting = iter(tasks)
    running: dict[int, _Cell] = {}
    with tempfile.TemporaryDirectory(prefix="osphg-") as scratch:
        try:
            while True:
                while len(running) < jobs and (task := next(waiting, None)):
                    running[task.number] = _Cell(task, Path(scratch, str(task.number)), timeout)
                if not running:
                    return
                left = min(cell.seconds_left() for cell in running.values())
                wait(
                    [cell.sentinel for cell in running.values()], None if left == math.inf else left
                )
                for number, cell in [*running.items()]:
                    if (done := cell.end()) is not None:
                        del running[number]
                        yield number, done
        finally:
            for cell in running.values():
                cell.kill()


def without_notebook(done: Outcome) -> Outcome:
    """Return what is kept of a cell's execution: not the notebook; it fails without a table."""
    if not (done.error or done.results.rows):
        done = replace(done, error="the notebook shows no table of results")
    return replace(done, notebook="")


class _Cell:
    """A process that executes a task in a folder, to be asked for its end."""

    def __init__(self, task: Task, folder: Path, timeout: float | None) -> None:
        folder.mkdir()
        (folder / _STREAMS).touch()
        self._folder = folder
        self._timeout = timeout
        self._deadline = time.monotonic() + (math.inf if timeout is None else timeout)
        self._process = start(_work, task, folder, environment())
        self.sentinel = self._process.sentinel

    def seconds_left(self) -> float:
        return max(0.0, self._deadline - time.monotonic())

    def end(self) -> Outcome | None:
        """Return what the execution has left; None while it runs."""
        if self._process.exitcode is not None:
            left = self._left()
        elif self.seconds_left() > 0:
            return None
        else:
            self.kill()
            left = Outcome(error=f"TimeoutError: it took longer than {self._timeout:g} s")
        shutil.rmtree(self._folder, ignore_errors=True)
        return left

    def _left(self) -> Outcome:
        """Return what the process has written at its end, or how it was lost."""
        file = self._folder / _OUTCOME
        if file.exists():
            left: Outcome = pickle.loads(file.read_bytes())
            return left
        status = self._process.exitcode
        how = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
        words = (self._folder / _STREAMS).read_text("utf-8", errors="replace")
        return Outcome(error=f"DeadKernelError: its process {how}", traceback=words)

    def kill(self) -> None:
        """Kill the process, and what it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()  # where it has no group of its own yet
        self._process.join()


def environment() -> dict[str, str]:
    """Return the environment of cells, which draw no figures: of a cell its table is kept."""
    found = {**dict.fromkeys(_SINGLE, "1"), **os.environ, "MPLBACKEND": "agg"}
    found.pop("PYTHONOPTIMIZE", None)
    return found


def start(target: Any, *arguments: Any) -> Any:
    """Start a process that begins warm; it does not import this process's own script."""
    process = mp.get_context("forkserver").Process(target=target, args=arguments)
    with _start_alone:
        prepare()
        with _empty_module("__main__"):
            process.start()
    return process


@cache
def prepare() -> str:
    """Start what processes are copies of, once; return the sources that they have loaded."""
    loaded = package_digest()
    forkserver.set_forkserver_preload([*WARM])
    before = dict(os.environ)
    # Modules are loaded from where this process has them, and not from its current folder.
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    os.environ.update(environment(), PYTHONPATH=path, PYTHONSAFEPATH="1")
    try:
        with _empty_module("__main__"):
            forkserver.ensure_running()
    finally:
        os.environ.clear()
        os.environ.update(before)
    return loaded


def check_code(source: str, code: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """Return the code that executes a notebook; RunError if it has changed since it was loaded.

    `code` is what it was before.
    """
    now = keys.code(source)
    if now != (code or now) or (code is None and prepare() != package_digest()):
        raise RunError(
            "osphg or its packages have changed since it was started: start again;"
            " finished cells are kept"
        )
    return now


@contextmanager
def _empty_module(name: str) -> Iterator[None]:
    """Have an empty module of this name: a new process would import the script that is there."""
    own = sys.modules[name]
    sys.modules[name] = ModuleType(name)
    try:
        yield
    finally:
        sys.modules[name] = own


# In the process of a cell.


def begin(variables: Mapping[str, str], folder: Path) -> None:
    """Be a process of its own: with a group, environment, path and random numbers of its own."""
    os.setsid()
    parent: Any = mp.parent_process()

    def follow() -> None:  # whoever is killed takes its cells along
        wait([parent.sentinel])
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=follow, daemon=True).start()
    os.environ.clear()
    os.environ.update(variables)
    sys.path.insert(0, str(folder))
    mp.set_start_method(None, force=True)  # type: ignore[arg-type]  # the system's, as in a kernel
    tqdm.set_lock(threading.RLock())  # its own is a semaphore that outlives who is killed
    loaded: Any = sys.modules  # a copy has its original's random state
    if "numpy" in loaded:
        loaded["numpy"].random.seed()
    if "sympy.core.random" in loaded:
        loaded["sympy.core.random"].rng.seed()


def _work(task: Task, folder: Path, variables: Mapping[str, str]) -> None:
    """Execute a task, write what it left, and end with all that it started."""
    with (folder / _STREAMS).open("wb") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    begin(variables, folder / "work")
    try:
        done = without_notebook(
            execute(task.name, task.source, task.parameters, folder, in_process=True)
        )
    except BaseException as error:  # of a full disk, say
        done = failed(error)
    write(folder / _OUTCOME, pickle.dumps(done))
    os.killpg(0, signal.SIGKILL)

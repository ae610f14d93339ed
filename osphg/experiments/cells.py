"""Executions side by side, each in a process of its own that begins warm.

A `forkserver` (of Linux and macOS) has loaded what notebooks import; each process is a copy of it.
What a notebook sets in its process, no other one finds.
"""

from __future__ import annotations

import multiprocessing as mp
import os
import pickle
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from itertools import islice
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
    quotas = [("cpu.max",), ("cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us")]  # of both versions
    for files in quotas:
        with suppress(OSError, ValueError):  # no quota is "max", or -1
            texts = " ".join((group / file).read_text() for file in files)
            quota, period = map(int, texts.split())
            found = min(found, -(-quota // period)) if quota > 0 else found
    return found


def executions(tasks: Iterable[Task], jobs: int, timeout: float | None = None) -> Ends:
    """Yield the number and the end of each task, as they end; at most `jobs` run at once.

    The processes, and all that they have started, are killed where the iteration ends before them.
    """
    waiting = iter(tasks)
    running: dict[Any, tuple[int, Any, Path]] = {}  # by what says that the process has ended
    with tempfile.TemporaryDirectory(prefix="osphg-") as scratch:
        try:
            while True:
                for task in islice(waiting, jobs - len(running)):
                    folder = Path(scratch, str(task.number))
                    folder.mkdir()
                    process = start(_work, task, folder, timeout, environment())
                    running[process.sentinel] = (task.number, process, folder)
                if not running:
                    return
                for sentinel in wait([*running]):
                    number, process, folder = running.pop(sentinel)
                    yield number, _left(process, folder, timeout)
                    shutil.rmtree(folder, ignore_errors=True)
        finally:
            for _, process, _ in running.values():
                _kill(process)


def _left(process: Any, folder: Path, timeout: float | None) -> Outcome:
    """Return what a process has written at its end, or how it was lost."""
    process.join()
    if (folder / _OUTCOME).exists():
        left: Outcome = pickle.loads((folder / _OUTCOME).read_bytes())
        return left
    _kill(process)
    status = process.exitcode
    if status == -signal.SIGALRM:
        return Outcome(error=f"TimeoutError: it took longer than {timeout:g} s")
    how = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
    streams = folder / _STREAMS
    words = streams.read_text("utf-8", errors="replace") if streams.exists() else ""
    return Outcome(error=f"DeadKernelError: its process {how}", traceback=words)


def _kill(process: Any) -> None:
    """Kill a process, and what it has started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()  # where it has no group of its own yet
    process.join()


def without_notebook(done: Outcome) -> Outcome:
    """Return what is kept of a cell's execution: not the notebook; it fails without a table."""
    if not (done.error or done.results.rows):
        done = replace(done, error="the notebook shows no table of results")
    return replace(done, notebook="")


def environment() -> dict[str, str]:
    """Return the environment of cells, which draw no figures: of a cell its table is kept."""
    return {**dict.fromkeys(_SINGLE, "1"), **os.environ, "MPLBACKEND": "agg"}


def start(target: Any, *arguments: Any) -> Any:
    """Start a process that begins warm; it does not import this process's own script."""
    process = mp.get_context("forkserver").Process(target=target, args=arguments)
    with _start_alone:
        prepare()
        with _empty_script():
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
        with _empty_script():
            forkserver.ensure_running()
    finally:
        os.environ.clear()
        os.environ.update(before)
    return loaded


def check_code(source: str, code: Mapping[str, Any]) -> None:
    """Raise RunError if the code that executes a notebook has changed since it was loaded.

    `code` is what `keys.code` has said of it before.
    """
    if keys.code(source) != code or package_digest() != prepare():
        raise RunError(
            "osphg or its packages have changed since it was started: start again;"
            " finished cells are kept"
        )


@contextmanager
def _empty_script() -> Iterator[None]:
    """Have no script: a new process would import the one that is there."""
    own = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = own


# In the process of a cell.


def begin(variables: Mapping[str, str], folder: Path) -> None:
    """Be a process of its own: with a group, environment, path and random numbers of its own."""
    import numpy as np

    os.setsid()
    parent: Any = mp.parent_process()

    def follow() -> None:  # whoever is killed takes its cells along
        wait([parent.sentinel])
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=follow, daemon=True).start()
    os.environ.clear()
    os.environ.update(variables)
    sys.path.insert(0, str(folder))
    systems_own: Any = None
    mp.set_start_method(systems_own, force=True)  # the system's, as in a kernel
    tqdm.set_lock(threading.RLock())  # its own is a semaphore that outlives who is killed
    np.random.seed()  # a copy has its original's random state  # noqa: NPY002


def _work(task: Task, folder: Path, timeout: float | None, variables: Mapping[str, str]) -> None:
    """Execute a task, write what it left, and end with all that it started."""
    signal.setitimer(signal.ITIMER_REAL, timeout or 0)  # 0 is none
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

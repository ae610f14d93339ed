"""The cells of a sweep: executions side by side, each in a process of its own.

A cell is one execution of the sweep's notebook, with one combination of the swept values. To load
what a notebook imports takes longer than many cells compute. So a `forkserver` (of Linux and macOS)
has loaded it once, and the process of each cell begins as a copy of that: it is warm. Since every
cell has a process of its own, no notebook sees what another one has set.
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

# The modules that are loaded once, for all cells. One that is not installed is passed over: the
# notebook that needs it says so.
WARM = (
    "osphg.experiments.cells", "osphg.experiments.engines", "matplotlib.pyplot", "myst_nb", "numba",
    "pandas", "papermill", "scipy.optimize", "sympy", "osphg.tournament.contests", "osphg.pacing",
    "osphg.hindsight", "osphg.playing", "osphg.plots", "osphg.studies.tables",
    "osphg.tournament.catalogue", "osphg.experiments.warm",
)  # fmt: skip
# One thread each for linear algebra, whatever runs beside it: the same numbers in every sweep.
_SINGLE = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
# The files in the folder of a cell: its outcome, and what it wrote to its standard streams.
_OUTCOME = "outcome"
_STREAMS = "streams"
# One start at a time: `_empty_script` changes what all threads of this process see.
_start_lock = threading.Lock()
# What yields, as executions end, the number of each task and its outcome.
Ends = Generator[tuple[int, Outcome], None, None]


class Task(NamedTuple):
    """An execution to be done, which computes one cell of a sweep.

    Parameters
    ----------
    number : int
        The cell's place in the grid, by which its outcome is known.
    name : str
        The name of the experiment.
    source : str
        Its notebook, as JSON.
    parameters : mapping
        The value of each parameter by name.
    """

    number: int
    name: str
    source: str
    parameters: Mapping[str, Any]


class _RunningCell(NamedTuple):
    """A task that is being executed: its number, its process, and the folder it works in."""

    number: int
    process: Any
    folder: Path


def processors(group: Path = Path("/sys/fs/cgroup")) -> int:
    """Return how many processes can compute at once on this machine.

    A container may be allowed less than the machine has: a quota of processor time in each period,
    both in microseconds. Linux writes them into files of the folder `group`; there, quota divided
    by period, rounded up, is the number of processors.
    """
    affinity = getattr(os, "sched_getaffinity", None)  # not on every system
    this_process = 0  # as the system calls it, for which it lists the processors
    count = len(affinity(this_process)) if affinity else os.cpu_count() or 1
    # Version 2 of control groups has one file with both numbers, version 1 a file for each.
    for files in [("cpu.max",), ("cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us")]:
        # Without a quota its number is -1, or the word "max", which is no integer.
        with suppress(OSError, ValueError):
            texts = " ".join((group / file).read_text() for file in files)
            quota, period = map(int, texts.split())
            if quota > 0:
                rounded_up = -(-quota // period)
                count = min(count, rounded_up)
    return count


def executions(tasks: Iterable[Task], jobs: int, timeout: float | None = None) -> Ends:
    """Execute tasks in processes of their own; yield each task's number and outcome as it ends.

    If the caller stops the iteration early, the processes that run, and all that they have started,
    are killed.

    Parameters
    ----------
    tasks
        What is to be executed; a task is taken when there is a place for it.
    jobs
        How many of them run at once.
    timeout
        After how many seconds a task is killed, by an alarm that its process has set itself, in
        `_work`; its outcome then is an error that says so. None for no limit.
    """
    waiting = iter(tasks)
    # By the process's sentinel, a handle for which `wait` waits until the process has ended.
    running: dict[Any, _RunningCell] = {}
    with tempfile.TemporaryDirectory(prefix="osphg-") as scratch:
        try:
            while True:
                free_places = jobs - len(running)
                for task in islice(waiting, free_places):
                    folder = Path(scratch, str(task.number))
                    folder.mkdir()
                    process = start(_work, task, folder, timeout, environment())
                    running[process.sentinel] = _RunningCell(task.number, process, folder)
                if not running:
                    return
                for sentinel in wait([*running]):
                    ended = running.pop(sentinel)
                    yield ended.number, _outcome(ended.process, ended.folder, timeout)
                    shutil.rmtree(ended.folder, ignore_errors=True)
        finally:
            for cell in running.values():
                _kill(cell.process)


def _outcome(process: Any, folder: Path, timeout: float | None) -> Outcome:
    """Return the outcome of a process that has ended, or is about to.

    This is what `_work` has written. Where the process was killed before, by its alarm or by the
    system, it is an outcome whose error says so.

    Parameters
    ----------
    process
        The process of a cell, which calls `_work`.
    folder
        The folder of the cell, into which `_work` writes.
    timeout
        After how many seconds its alarm kills it, for the message; None for no limit.
    """
    process.join()
    # A process that has written its outcome has killed all that it started, too.
    if (folder / _OUTCOME).exists():
        outcome: Outcome = pickle.loads((folder / _OUTCOME).read_bytes())
        return outcome
    _kill(process)  # for what it has started, which may still run
    status = process.exitcode  # minus the number of a signal that has killed it
    if status == -signal.SIGALRM:
        return Outcome(error=f"TimeoutError: it took longer than {timeout:g} s")
    how = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
    streams = folder / _STREAMS
    printed = streams.read_text("utf-8", errors="replace") if streams.exists() else ""
    return Outcome(error=f"DeadKernelError: its process {how}", traceback=printed)


def _kill(process: Any) -> None:
    """Kill a process and all that it has started, and wait for its end."""
    # All that it has started is in its group. The group may have ended; or it may not be there yet,
    # as the process itself makes it, in `begin`.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()


def without_notebook(outcome: Outcome) -> Outcome:
    """Return the outcome of a cell without its executed notebook, of which a sweep keeps nothing.

    A cell whose notebook shows no table of results has failed: there is nothing to keep of it.
    """
    if not (outcome.error or outcome.results.rows):
        outcome = replace(outcome, error="the notebook shows no table of results")
    return replace(outcome, notebook="")


def environment() -> dict[str, str]:
    """Return the environment variables of a cell's process.

    These are those of this process, but that figures are not shown: of a cell its table alone is
    kept. Unless the person has set it, each cell computes in one thread, as others run beside it.
    """
    return {**dict.fromkeys(_SINGLE, "1"), **os.environ, "MPLBACKEND": "agg"}


def start(target: Any, *arguments: Any) -> Any:
    """Start and return a process that calls `target(*arguments)`.

    It begins as a copy of the fork server, with the modules of `WARM` loaded. It does not import
    this process's own script, as other processes of `multiprocessing` do.
    """
    process = mp.get_context("forkserver").Process(target=target, args=arguments)
    with _start_lock:
        prepare()
        with _empty_script(), _interrupts_later():
            process.start()
    return process


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Keep back Ctrl-C and requests to end until the block is done, and act on them then.

    Whoever starts a process sends it what it is to do. Interrupted in between, the new process
    would find no end of that, and print a traceback. Python calls handlers in its main thread
    alone, so other threads have nothing to keep back.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    handlers = {}
    for stop in (signal.SIGINT, signal.SIGTERM):
        handlers[stop] = signal.signal(stop, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for stop, handler in handlers.items():
            signal.signal(stop, handler)
    for number in came:
        signal.raise_signal(number)


@cache
def prepare() -> str:
    """Start, once, the fork server: a process that has loaded what notebooks import.

    Each process of a cell begins as a copy of the server, and so at once. The server gets the
    environment that notebooks are to have (`environment`), and loads the modules of `WARM`; without
    `_empty_script` it would first execute this process's own script again.

    Return the digest of the package's sources as the server has loaded them: where they are edited
    later, `check_code` refuses to go on. Further calls do nothing and return that same digest.
    """
    # Taken before they are loaded: what is edited meanwhile is then noticed.
    loaded_sources = package_digest()
    forkserver.set_forkserver_preload([*WARM])
    # The server takes its environment from this process, which has its own again afterwards.
    own_environment = dict(os.environ)
    # The server finds modules where this process finds them: an empty entry of `sys.path` stands
    # for the folder that is current now. PYTHONSAFEPATH keeps Python from adding another one.
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    os.environ.update(environment(), PYTHONPATH=path, PYTHONSAFEPATH="1")
    try:
        with _empty_script():
            forkserver.ensure_running()
    finally:
        os.environ.clear()
        os.environ.update(own_environment)
    return loaded_sources


def check_code(source: str, code: Mapping[str, Any]) -> None:
    """Raise RunError if the code that executes a notebook has changed since it was loaded.

    `source` is the notebook, as JSON, and `code` what `keys.code` returned for it when the sweep
    began. Numbers of two versions of the code must not stand in one table.
    """
    # `prepare` returns the digest of the package as the processes of cells have loaded it.
    if keys.code(source) != code or package_digest() != prepare():
        raise RunError(
            "osphg or its packages have changed since it was started: start again;"
            " finished cells are kept"
        )


@contextmanager
def _empty_script() -> Iterator[None]:
    """Put an empty module in the place of this process's script, until the context is left.

    A process that `multiprocessing` starts imports the script that it finds there, and would
    execute it again.
    """
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


# In the process of a cell.


def begin(variables: Mapping[str, str], folder: Path) -> None:
    """Prepare this process, a copy of the server, to execute a notebook as a new kernel would.

    It gets a process group of its own, so that it can be killed with all that it starts, and
    nothing else with it; this happens, too, when the process that has started it ends. It gets
    random numbers that no other copy has. It does not change into a folder: the caller does.

    Parameters
    ----------
    variables
        The environment that it gets in place of the server's.
    folder
        The folder in which the notebook will work. Modules are imported from there first, and it
        need not exist yet.
    """
    import numpy as np

    os.setsid()  # this process leads a new group
    parent: Any = mp.parent_process()

    def end_with_parent() -> None:
        """Wait for the end of the process that has started this one, and kill this one's group."""
        wait([parent.sentinel])
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=end_with_parent, daemon=True).start()
    os.environ.clear()
    os.environ.update(variables)
    sys.path.insert(0, str(folder))
    # The notebook's own processes start by the system's method, which None stands for.
    system_default: Any = None
    mp.set_start_method(system_default, force=True)
    # The lock that tqdm makes itself is a semaphore, which would outlive a killed process.
    tqdm.set_lock(threading.RLock())
    # Seeded anew: every copy would begin with the same random state.
    np.random.seed()  # noqa: NPY002


def _work(task: Task, folder: Path, timeout: float | None, variables: Mapping[str, str]) -> None:
    """Execute a task, write its outcome into a folder, and end with all that it started.

    This is what the process of a cell calls. It ends by a signal in any case. After SIGKILL, which
    it sends itself, its outcome is there. After SIGALRM there is none, and `_outcome` in the
    process of the sweep tells by that signal that its time was over.

    Parameters
    ----------
    task
        What to execute.
    folder
        The folder of this cell alone. The outcome is written here; the notebook works in its
        subfolder "work", which `execute` makes.
    timeout
        After how many seconds the alarm ends this process; None for no limit.
    variables
        The environment that the process gets.
    """
    signal.setitimer(signal.ITIMER_REAL, timeout or 0)  # 0 sets no alarm
    with (folder / _STREAMS).open("wb") as file:
        os.dup2(file.fileno(), 1)  # standard output
        os.dup2(file.fileno(), 2)  # standard error
    # From here on this process leads a group of its own, of which it and what it starts are all.
    # The notebook may import modules from "work", its folder.
    begin(variables, folder / "work")
    try:
        # Executed by this process itself, without a kernel. A sweep keeps nothing of the executed
        # notebook; a cell that shows no table of results has failed.
        outcome = without_notebook(
            execute(task.name, task.source, task.parameters, folder, in_process=True)
        )
    except BaseException as error:  # of a full disk, say
        outcome = failed(error)
    write(folder / _OUTCOME, pickle.dumps(outcome))
    # 0 stands for this process's own group, not for that of the sweep. What the notebook has
    # started and left behind ends, and so does this process.
    os.killpg(0, signal.SIGKILL)

"""The workers of a sweep: what they must do, and those that are processes of this machine."""

from __future__ import annotations

import importlib
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import uuid
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

from osphg.experiments.cells import Answer, Task
from osphg.experiments.errors import SweepError
from osphg.experiments.temporary import PREFIX, tidy

RETRIES = 2  # of a cell whose worker was lost
_MARK = "JUPYTER_RUNTIME_DIR"  # of a worker and its kernels: each has its own
_THREADS = (
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS",
    "NUMBA_NUM_THREADS",
)  # fmt: skip


class WorkerLost(RuntimeError):  # noqa: N818 - reads as what happened
    """A worker ended before it answered."""


class Workers(Protocol):
    """Anything that computes cells."""

    @property
    def slots(self) -> int:
        """How many cells to hand over at a time."""

    def submit(self, task: Task) -> Future[Answer]:
        """Hand a cell over."""

    def check(self) -> None:
        """Raise SweepError if no worker is left."""

    def close(self) -> None:
        """Stop at once, whatever is being computed."""


def processors() -> int:
    """Return how many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on every system
    return len(affinity(0)) if affinity else os.cpu_count() or 1


class Local:
    """Processes of this machine.

    They are started by path and spoken to through pipes, not by `multiprocessing`: the caller's
    main module is not imported again, one that is killed takes no other with it, and the end of
    the pipe tells each of them that the sweep is gone, even when that was killed. Dask's
    LocalCluster does neither: after a kill -9 it leaves the folders of its workers and kernels.
    """

    def __init__(self, jobs: int) -> None:
        self.slots = jobs  # no more: a cell that waits in a queue would be lost with the sweep
        self._threads = ThreadPoolExecutor(jobs)
        self._idle: queue.SimpleQueue[_Process] = queue.SimpleQueue()
        self._all: list[_Process] = []
        self._closed = False
        self._lock = threading.Lock()
        self._environment = dict(os.environ)
        here = Path(tempfile.gettempdir())
        tidy(here, os.getuid() if hasattr(os, "getuid") else here.stat().st_uid)
        if jobs > 1:
            self._environment = dict.fromkeys(_THREADS, "1") | self._environment

    def submit(self, task: Task) -> Future[Answer]:
        """Hand a cell over; it is tried again when its process is lost."""
        return self._threads.submit(self._compute, task)

    def check(self) -> None:
        """Nothing: a lost process is replaced."""

    def close(self) -> None:
        """End all processes and their kernels."""
        with self._lock:
            self._closed = True
        for process in self._all:
            process.end()
        for process in self._all:
            process.wait()
        self._threads.shutdown()

    def _compute(self, task: Task) -> Answer:
        started, words = False, ""
        for _ in range(1 + RETRIES):
            process = self._take()
            try:
                answer = process.ask(task)
            except WorkerLost as lost:
                process.wait()
                started, words = started or process.ready, f"{lost}"
                continue
            self._idle.put(process)
            return answer
        if not started:
            raise SweepError(f"no worker process could be started: {words}")
        raise WorkerLost(f"{words}, {1 + RETRIES} times in this cell")

    def _take(self) -> _Process:
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            with self._lock:
                if self._closed:
                    raise CancelledError from None
                try:
                    process = _Process(self._environment)
                except OSError as error:
                    raise SweepError(f"no worker process could be started: {error}") from None
                self._all.append(process)
                return process


class _Process:
    """One worker process; its kernels' files are in a folder that goes with it."""

    def __init__(self, environment: dict[str, str]) -> None:
        here = Path(__file__).resolve()
        self.ready = False
        # The process makes its folder itself, and removes it if the sweep is killed meanwhile.
        self._scratch = str(Path(tempfile.gettempdir(), f"{PREFIX}{uuid.uuid4().hex}"))
        # Closed when the process has ended.
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115
        self._popen = subprocess.Popen(
            [sys.executable, "-P", here.with_name("worker.py"), here.parents[2], self._scratch],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C is for the sweep alone
            env=environment | {"TMPDIR": self._scratch, _MARK: self._scratch},
        )

    def ask(self, task: Task) -> Answer:
        """Compute a cell; WorkerLost if the process ends before it answers."""
        assert self._popen.stdin
        assert self._popen.stdout
        try:
            if not self.ready:
                self.ready = bool(self._popen.stdout.readline())
            self._popen.stdin.write(json.dumps(asdict(task)) + "\n")
            self._popen.stdin.flush()
            return Answer(**json.loads(self._popen.stdout.readline()))
        except (OSError, ValueError):  # a broken pipe, a closed one, half a line
            raise WorkerLost(self._last_words()) from None

    def end(self) -> None:
        """Tell the process to end, and its kernels with it."""
        assert self._popen.stdin
        with suppress(OSError):
            self._popen.stdin.close()

    def wait(self) -> None:
        """Return when the process has ended and has left nothing."""
        self.end()
        try:
            code = self._popen.wait(2)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            code = self._popen.wait()
        if code:
            _end_orphans(self._scratch)
        assert self._popen.stdout
        self._popen.stdout.close()
        self._stderr.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _last_words(self) -> str:
        try:
            code = self._popen.wait(2)
            self._stderr.seek(0)
            lines = self._stderr.read().decode(errors="replace").split("\n")
        except (subprocess.TimeoutExpired, OSError, ValueError):  # closed already
            return "the worker process gave no answer"
        said = [f" ({line.strip()})" for line in lines if line.strip()][-1:]
        how = f"signal {-code}" if code < 0 else f"status {code}"
        return f"the worker process ended with {how}{''.join(said)}"


def _end_orphans(mark: str) -> None:
    """Kill the kernels of a process that could not do so itself."""
    psutil = importlib.import_module("psutil")  # ipykernel requires it
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.environ().get(_MARK) == mark:
                process.kill()

"""Which cells of a sweep are computed next, and what becomes of each."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import FrameType

from filelock import BaseFileLock
from tqdm import tqdm

from osphg.experiments.cells import Answer, Task, digest
from osphg.experiments.errors import SweepError
from osphg.experiments.grid import Cell
from osphg.experiments.parameters import Value, written
from osphg.experiments.store import Store
from osphg.experiments.workers import Workers

_POLL = 0.2  # seconds between looks at signals and at cells that another sweep computes


@dataclass(frozen=True)
class Failure:
    """A cell that failed: its swept and all its parameters, one line, and the traceback.

    Examples
    --------
    >>> from osphg import experiments
    >>> error = "ZeroDivisionError: division by zero"
    >>> print(experiments.Failure({"W": 10}, {"T": 100, "W": 10}, error, traceback=error))
    W=10: ZeroDivisionError: division by zero
    """

    swept: Mapping[str, Value]
    parameters: Mapping[str, Value] = field(repr=False)
    error: str
    traceback: str = field(repr=False)

    def __str__(self) -> str:
        where = " ".join(f"{name}={written(value)}" for name, value in self.swept.items())
        return f"{where}: {self.error}"


class Work:
    """The cells of a sweep and what is known of them.

    Each is computed under its lock, which is held here until its file is written: of several sweeps
    in one folder one computes it, and the others find it.
    """

    def __init__(
        self,
        store: Store,
        cells: Sequence[Cell],
        task: Task,
        workers: Workers,
        *,
        progress: bool = False,
    ) -> None:
        self.answers: dict[int, Answer] = {}
        self.failures: dict[int, Failure] = {}
        self.computed = self.kept = self.redone = 0
        self._store, self._cells, self._task, self._workers = store, cells, task, workers
        self._progress = progress
        about = store.identity
        self._code = digest(about["inputs"]["package"], about["python"], about["packages"])
        self._running: dict[Future[Answer], tuple[Cell, BaseFileLock]] = {}
        self._waiting: deque[Cell] = deque()

    @property
    def finished(self) -> bool:
        """Whether every cell has been tried."""
        return len(self.answers) + len(self.failures) == len(self._cells)

    def run(self, stopped: Callable[[], bool]) -> None:
        """Compute what is missing, until it is there or `stopped()`.

        Raises
        ------
        SweepError
            If no further cell can be computed or written.
        """
        self._waiting = deque(cell for cell in self._cells if not self._keep(cell))
        try:
            with tqdm(
                total=len(self._cells), initial=self.kept, unit="cell", disable=not self._progress,
                desc=self._task.name, file=sys.stderr,
            ) as bar:  # fmt: skip
                while (self._waiting or self._running) and not stopped():
                    self._hand_over()
                    self._collect()
                    if news := len(self.answers) + len(self.failures) - bar.n:
                        bar.update(news)
        except OSError as error:
            raise SweepError(
                f"cells cannot be written in {self._store.folder}: {error.strerror or error};"
                " finished cells are kept"
            ) from None
        finally:
            for _, lock in self._running.values():
                lock.release()

    def _keep(self, cell: Cell) -> bool:
        """Take a cell that is finished already."""
        answer = self._store.load(cell.values)
        if answer is None:
            return False
        self.answers[cell.index] = answer
        self.kept += 1
        self._store.tidy(cell.values)
        return True

    def _hand_over(self) -> None:
        """Fill the workers' slots with cells that no other sweep is computing."""
        locked = 0
        while len(self._running) < self._workers.slots and locked < len(self._waiting):
            cell = self._waiting.popleft()
            lock = self._store.lock(cell.values)
            if lock is None:
                self._waiting.append(cell)
                locked += 1
            elif self._keep(cell):
                lock.release()
            else:
                future = self._workers.submit(replace(self._task, parameters=dict(cell.values)))
                self._running[future] = (cell, lock)

    def _collect(self) -> None:
        """Wait a little for answers, and write those that came."""
        if not self._running:
            time.sleep(_POLL)
        for future in wait(self._running, _POLL, FIRST_COMPLETED).done:
            cell, lock = self._running[future]
            lost = CancelledError() if future.cancelled() else future.exception()
            if lost:
                self._lost(cell, lost)
            else:
                self._finish(cell, future.result())
            del self._running[future]
            lock.release()
        self._workers.check()

    def _finish(self, cell: Cell, answer: Answer) -> None:
        if answer.code != self._code:
            raise SweepError(
                "osphg has changed while it was swept, or a worker has another osphg, Python or"
                " package than this machine; finished cells are kept"
            )
        if answer.error:
            self._fail(cell, answer.error, answer.traceback)
            return
        damaged = self._store.path(cell.values).exists()
        self._store.save(cell.values, answer)
        self._store.tidy(cell.values)
        self.answers[cell.index] = answer
        self.computed += 1
        self.redone += damaged

    def _lost(self, cell: Cell, error: BaseException) -> None:
        """Report a cell without an answer; what is no cell's fault ends the sweep."""
        if isinstance(error, SweepError):
            raise error
        self._workers.check()
        if isinstance(error, CancelledError):
            raise SweepError("cells were cancelled from outside; finished cells are kept")
        line = f"{type(error).__name__}: {error}".splitlines()[0]
        self._fail(cell, line, line)

    def _fail(self, cell: Cell, error: str, traceback: str) -> None:
        self.failures[cell.index] = failure = Failure(cell.swept, cell.values, error, traceback)
        if self._progress:
            tqdm.write(f"failed: {failure}", file=sys.stderr)


@contextmanager
def stop_signals() -> Iterator[Callable[[], bool]]:
    """Turn the first SIGINT or SIGTERM into an answer to "stopped?"; the second acts as before.

    Only a main thread can: in another, signals stay as they are.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    stops = (signal.SIGINT, signal.SIGTERM)
    before = {stop: signal.getsignal(stop) for stop in stops}
    seen: list[int] = []

    def restore() -> None:
        for stop, handler in before.items():
            signal.signal(stop, signal.SIG_DFL if handler is None else handler)

    def note(number: int, frame: FrameType | None) -> None:
        seen.append(number)
        restore()

    for stop in stops:
        signal.signal(stop, note)
    try:
        yield lambda: bool(seen)
    finally:
        restore()

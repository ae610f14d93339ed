"""Sweeping an experiment: a grid of runs, each finished cell of which is a folder that stays."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import signal
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from tqdm import tqdm

from osphg.experiments import executing, folders, provenance, workers
from osphg.experiments.catalogue import Experiment, find
from osphg.experiments.folders import LOCK, PROVENANCE, RESULTS, SWEEP
from osphg.experiments.grid import LIMIT, Grid, as_written, duration
from osphg.experiments.parameters import UsageError, Value, written
from osphg.experiments.results import Results
from osphg.experiments.summary import MACHINE, draw, table
from osphg.experiments.workers import Answer, SweepError, Task, digest
from osphg.sources import write

CELLS, CELL, FAILURES, TRACEBACKS = "cells", "cell.json", "failures.csv", "tracebacks"
_FORMAT = 3  # of sweep.json and of cells; 2 kept them as files
_POLL = 0.2  # seconds between looks at signals


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


@dataclass(frozen=True)
class Sweep:
    """What a sweep left.

    Attributes
    ----------
    experiment : str
    results : Results
        The tables of all finished cells as one, with the swept parameters as labels.
    failures : tuple of Failure
        The cells that raised.
    cells : int
        How many the grid has.
    computed, kept, redone : int
        Cells finished here; found finished; and, among those computed, the ones whose folder was
        damaged.
    interrupted : bool
        Whether it was stopped by SIGINT or SIGTERM: the same call goes on where it stopped.
    folder : Path
    seconds : float
        Wall time.
    command : str
        The command line that sweeps the same grid, or goes on with it.

    Examples
    --------
    >>> from pathlib import Path
    >>> from osphg import experiments
    >>> failure = experiments.Failure({"W": 10}, {"T": 100, "W": 10}, "ValueError: no", "")
    >>> left = experiments.Sweep(
    ...     "mine", experiments.Results("mine", []), (failure,), cells=2, computed=1, kept=0,
    ...     redone=0, interrupted=False, folder=Path("sweep"), seconds=1.0,
    ...     command="osphg sweep mine -p W=5,10 --out sweep",
    ... )
    >>> left.complete
    False
    >>> print(*left.failures)
    W=10: ValueError: no
    """

    experiment: str
    results: Results
    failures: tuple[Failure, ...]
    cells: int
    computed: int
    kept: int
    redone: int
    interrupted: bool
    folder: Path
    seconds: float = field(repr=False)
    command: str = field(repr=False)

    @property
    def complete(self) -> bool:
        """Whether every cell is finished."""
        return not self.failures and not self.interrupted


@dataclass(frozen=True)
class Store:
    """The folder of a sweep of one experiment by one state of the code."""

    folder: Path
    identity: Mapping[str, Any]

    @classmethod
    def of(cls, folder: Path, experiment: Experiment) -> Store:
        """Return the folder of an experiment as it is now, which need not be there yet."""
        inputs = {"notebook": experiment.digest, **workers.installed()}
        return cls(folder, {"format": _FORMAT, "experiment": experiment.name, **inputs})

    def check(self) -> bool:
        """Return whether a sweep is there; UsageError if something else is. Writes nothing."""
        folders.check_place(self.folder)
        path = self.folder / SWEEP
        try:
            there = os.listdir(self.folder) if self.folder.is_dir() else []
            if there and SWEEP not in there and LOCK not in there:
                raise UsageError(
                    f"out must be new, empty or a sweep: {self.folder} holds something else"
                )
            different = (
                _difference(folders.read_json(path), self.identity) if SWEEP in there else ""
            )
        except (ValueError, TypeError, AttributeError, KeyError, OSError) as error:
            if isinstance(error, UsageError):
                raise
            reason = getattr(error, "strerror", None) or error or type(error).__name__
            raise UsageError(
                f"out cannot be read: {path}: {reason} (without that file, intact cells are used"
                " again)"
            ) from None
        if different:
            raise UsageError(f"out must be another folder: in {self.folder}, {different}")
        names = [RESULTS, "summary.png", "summary.svg", FAILURES, PROVENANCE]
        if taken := folders.strangers(self.folder, names):
            raise UsageError(
                f"out holds files that are not as a sweep left them: {', '.join(taken)} in"
                f" {self.folder}; move them, or choose another folder"
            )
        return bool(there)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Make the folder if it is not there, and hold its lock; UsageError if that fails."""
        try:
            if not self.check():
                with folders.beside(self.folder) as place:
                    whole = place / "whole"
                    (whole / CELLS).mkdir(parents=True)
                    os.close(folders.hold(whole / LOCK))
                    self._describe(whole)
                    try:
                        whole.rename(self.folder)
                    except OSError:
                        if not self.check():  # else another sweep was first
                            raise
            with ExitStack() as stack:
                stack.callback(os.close, folders.hold(self.folder / LOCK))
                self.check()  # as it is now that nobody else writes
                if not (self.folder / SWEEP).exists():
                    self._describe(self.folder)
                (self.folder / CELLS).mkdir(exist_ok=True)
                kept = stack.pop_all()
        except OSError as error:
            reason = error.strerror or str(error)
            raise UsageError(f"out cannot be written: {self.folder}: {reason}") from None
        with kept:
            yield

    def _describe(self, folder: Path) -> None:
        write(folder / SWEEP, (json.dumps(self.identity, indent=2) + "\n").encode())

    def path(self, values: Mapping[str, Value]) -> Path:
        """Return the folder of a cell."""
        return self.folder / CELLS / digest(values)

    def load(self, values: Mapping[str, Value]) -> Answer | None:
        """Return a finished cell; None if there is none that can be trusted."""
        path = self.path(values)
        try:
            about = folders.read_json(path / CELL)
            text = folders.content(path / RESULTS, 500_000_000)
            if (
                about["checksum"] != folders.checksum(about)
                or about["parameters"] != values
                or about["identity"] != digest(self.identity)
                or about["results_sha256"] != hashlib.sha256(text).hexdigest()
            ):
                return None
            return Answer(text.decode(), about["seconds"], "", "", "", about["machine"])
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def save(self, values: Mapping[str, Value], answer: Answer) -> bool:
        """Have a finished cell appear; whether a damaged one had to be moved out of its way."""
        path, text = self.path(values), answer.csv.encode()
        about = {
            "experiment": self.identity["experiment"], "identity": digest(self.identity),
            "parameters": dict(values), "seconds": answer.seconds, "machine": answer.machine,
            "results_sha256": hashlib.sha256(text).hexdigest(),
        }  # fmt: skip
        damaged = os.path.lexists(path)
        with folders.workplace(path.parent) as place:
            (place / "whole").mkdir()
            write(place / "whole" / RESULTS, text)
            write(place / "whole" / CELL, folders.sealed(about))
            if damaged:
                path.rename(folders.fresh(path.with_name(f"{path.name}-damaged")))
            (place / "whole").rename(path)
        return damaged


def _difference(found: Mapping[str, Any], own: Mapping[str, Any]) -> str:
    """Return what of a sweep's list is not as it is now; empty if nothing."""
    if found.get("format") != own["format"]:
        return "the sweep is of another format"
    if found["experiment"] != own["experiment"]:
        return f"there is a sweep of {found['experiment']}, not of {own['experiment']}"
    for name, what in (("notebook", "version of the notebook"), ("package", "osphg")):
        if found[name] != own[name]:
            return f"there is a sweep with another {what}: the two must not be mixed"
    before, now = ({"Python": one["python"], **one["packages"]} for one in (found, own))
    for name in sorted(before.keys() | now.keys()):
        was, is_ = before.get(name, "none"), now.get(name, "none")
        if was != is_:
            return f"there is a sweep with {name} {was}, this is {is_}: the two must not be mixed"
    return ""


def sweep(
    name: str,
    grid: Mapping[str, Sequence[Any]],
    *,
    out: str | os.PathLike[str],
    parameters: Mapping[str, Any] | None = None,
    quick: bool = False,
    jobs: int | None = None,
    scheduler: str | None = None,
    limit: int | None = LIMIT,
    progress: bool = False,
    book: Path | None = None,
) -> Sweep:
    """Execute an experiment for every combination of some parameters' values.

    It may be interrupted or killed at any moment: the same call goes on with the finished cells.

    Parameters
    ----------
    name : str
        One of `catalogue()`.
    grid : mapping of sequences
        The values of each swept parameter; `parse` reads them from a command line.
    out : path
        A folder: new, empty, or that of a sweep of the same experiment by the same code, whose
        cells are used, whatever its grid. It gets the cells, and when all have been tried
        results.csv, summary.png, summary.svg, provenance.json, and failures.csv if there are any.
    parameters : mapping, optional
        Values of other parameters.
    quick : bool
        Start from the notebook's quick parameters instead of its defaults.
    jobs : int, optional
        Executions at a time: as many as there are processors, or as a cluster's threads need.
    scheduler : str, optional
        The address of a Dask scheduler, such as tcp://host:8786.
    limit : int or None
        How many cells the grid may have.
    progress : bool
        Show a progress bar on stderr, and failures as they come.
    book : Path, optional
        Another folder of notebooks than the book's.

    Raises
    ------
    UsageError
        Before anything runs or is written: an unknown name, a value that cannot be used in some
        cell, a grid above the limit, an `out` that holds something else, cannot be written or is
        that of a sweep at work, a scheduler that does not answer.
    SweepError
        If it cannot go on: a full disk, code that changed meanwhile, a lost scheduler.

    Examples
    --------
    Every cell is checked before the first one runs, and before `out` is made:

    >>> from osphg import experiments
    >>> try:
    ...     experiments.sweep("figure1", {"W": [50, 100, 200]}, parameters={"T": 150}, out="sweep")
    ... except experiments.UsageError as error:
    ...     print(error)
    W must be in [1, T] with T = 150, got 200
    """
    started = time.perf_counter()
    experiment = find(name, book)
    for what, value in (("jobs", jobs), ("limit", limit)):
        if value is not None and (type(value) is not int or value < 1):
            raise UsageError(f"{what} must be a positive integer, got {value!r}")
    whole = Grid.of(experiment, grid, dict(parameters or {}), quick)
    if limit is not None and whole.count > limit:
        at_a_time = jobs or (1 if scheduler else workers.processors())
        how = f"with {at_a_time} at a time" if jobs or not scheduler else "one after another"
        raise UsageError(
            f"grid must have at most {limit:,} cells (the limit), got {whole.count:,}:"
            f" about {duration(whole.estimate() / at_a_time)} {how}"
        )
    cells = list(whole.cells())
    if scheduler is None:
        executing.require_packages("osphg sweep")
        jobs = min(jobs or workers.processors(), len(cells))
    how_many = ["--jobs", str(jobs)] if scheduler is None else ["--scheduler", scheduler]
    line = whole.command(book, "--out", os.fspath(out), *how_many)
    fixed = {key: value for key, value in cells[0][1].items() if key not in grid}
    origin = provenance.collect(experiment, fixed, line)
    store = Store.of(Path(os.path.abspath(out)), experiment)
    store.check()
    hands: workers.Cluster | workers.Local | None = None
    if scheduler:
        hands = workers.Cluster(scheduler, jobs)
    try:
        with store.held(), stop_signals() as stopped:
            hands = hands or workers.Local(jobs or 1)  # not before the place is known to be good
            work = _Work(store, cells, Task(name, bare(experiment.source), {}), hands, progress)
            work.run(stopped)
            interrupted = stopped() and not work.finished
            hands.close()
            machines = Counter(answer.machine for answer in work.answers.values())
            parts = [
                ({**swept, **({MACHINE: work.answers[k].machine} if len(machines) > 1 else {})},
                 work.answers[k].csv)
                for k, (swept, _) in enumerate(cells) if k in work.answers
            ]  # fmt: skip
            failures = tuple(work.failures[k] for k in sorted(work.failures))
            done = Sweep(
                name, table(name, parts), failures, len(cells), work.computed, work.kept,
                work.redone, interrupted, store.folder, time.perf_counter() - started, line,
            )  # fmt: skip
            if not interrupted:
                _write(store.folder, whole, done, {**origin, "machines": dict(machines)})
            return done
    finally:
        if hands is not None:
            hands.close()


class _Work:
    """The cells of a sweep and what is known of them."""

    def __init__(
        self, store: Store, cells: Sequence[Any], task: Task, hands: Any, progress: bool
    ) -> None:
        self.answers: dict[int, Answer] = {}
        self.failures: dict[int, Failure] = {}
        self.computed = self.kept = self.redone = 0
        self._store, self._cells, self._task, self._hands = store, cells, task, hands
        self._progress = progress
        about = store.identity
        self._code = digest({name: about[name] for name in ("package", "python", "packages")})

    @property
    def finished(self) -> bool:
        """Whether every cell has been tried."""
        return len(self.answers) + len(self.failures) == len(self._cells)

    def run(self, stopped: Callable[[], bool]) -> None:
        """Compute what is missing, until it is there or `stopped()`; SweepError if it cannot be."""
        for number, (_, values) in enumerate(self._cells):
            if answer := self._store.load(values):
                self.answers[number] = answer
        self.kept = len(self.answers)
        waiting = deque(k for k in range(len(self._cells)) if k not in self.answers)
        running: dict[Any, int] = {}
        with tqdm(
            total=len(self._cells), initial=self.kept, unit="cell", disable=not self._progress,
            desc=self._task.name, file=sys.stderr,
        ) as bar:  # fmt: skip
            while (waiting or running) and not stopped():
                while waiting and len(running) < self._hands.slots:
                    number = waiting.popleft()
                    values = dict(self._cells[number][1])
                    task = Task(self._task.name, self._task.source, values)
                    running[self._hands.submit(task)] = number
                for future in wait(running, _POLL, FIRST_COMPLETED).done:
                    self._finish(running.pop(future), future)
                    bar.update()
                self._hands.check()

    def _finish(self, number: int, future: Any) -> None:
        """Keep a cell that was computed; what is no cell's fault ends the sweep."""
        lost = CancelledError() if future.cancelled() else future.exception()
        if isinstance(lost, CancelledError):
            self._hands.check()
            raise SweepError("cells were cancelled from outside; finished cells are kept")
        if isinstance(lost, OSError):
            reason = lost.strerror or lost
            raise SweepError(f"cells cannot be computed: {reason}; finished cells are kept")
        if lost:
            self._hands.check()
            line = f"{type(lost).__name__}: {lost}".splitlines()[0]
            self._fail(number, line, line)
            return
        answer = future.result()
        if answer.code != self._code:
            raise SweepError(
                "osphg has changed while it was swept, or a worker has another osphg, Python or"
                " package than this machine; finished cells are kept"
            )
        if answer.error:
            self._fail(number, answer.error, answer.traceback)
            return
        try:
            self.redone += self._store.save(self._cells[number][1], answer)
        except OSError as error:
            raise SweepError(
                f"cells cannot be written in {self._store.folder}: {error.strerror or error};"
                " finished cells are kept"
            ) from None
        self.answers[number] = answer
        self.computed += 1

    def _fail(self, number: int, error: str, traceback: str) -> None:
        swept, values = self._cells[number]
        self.failures[number] = failure = Failure(swept, values, error, traceback)
        if self._progress:
            tqdm.write(f"failed: {failure}", file=sys.stderr)


def bare(source: str) -> str:
    """Return a notebook without its outputs, which may be large."""
    notebook = json.loads(source)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    return json.dumps(notebook)


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


def _write(folder: Path, grid: Grid, sweep: Sweep, origin: Mapping[str, Any]) -> None:
    """Write table, plot, failures and provenance; SweepError if they cannot be written."""
    results = sweep.results.csv().encode()
    about = {
        **origin,
        "status": "complete" if sweep.complete else "failed",
        "seconds": round(sweep.seconds, 3),
        "grid": {
            name: as_written(values) if isinstance(values, range) else list(values)
            for name, values in grid.axes.items()
        },
        "cells": {
            "all": sweep.cells, "computed": sweep.computed, "kept": sweep.kept,
            "redone": sweep.redone, "failed": len(sweep.failures),
        },
        "results_sha256": hashlib.sha256(results).hexdigest(),
    }  # fmt: skip
    contents = {RESULTS: results, **_failures(grid, sweep)}
    if sweep.results.rows:
        try:
            drawn = draw(grid, sweep.results)
            contents |= {f"summary.{ending}": content for ending, content in drawn.items()}
        except Exception as error:  # the table is kept, whatever becomes of its picture
            about["summary"] = f"could not be drawn: {type(error).__name__}: {error}"
    kept = f"results cannot be written in {folder}:"
    if taken := folders.strangers(folder, [*contents, PROVENANCE]):
        raise SweepError(
            f"{kept} these are not as a sweep left them: {', '.join(taken)}; move them and sweep"
            " again, finished cells are kept"
        )
    try:
        folders.install(folder, contents, about)
    except OSError as error:
        reason = error.strerror or error
        raise SweepError(f"{kept} {reason}; finished cells are kept") from None


def _failures(grid: Grid, sweep: Sweep) -> dict[str, bytes]:
    """Return the list of failures and their tracebacks, by file."""
    found: dict[str, bytes] = {}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*grid.axes, "error", "traceback"])
    for failure in sweep.failures:
        file = f"{TRACEBACKS}/{digest(failure.parameters)[:16]}.txt"
        lines = [f"{name} = {written(value)}" for name, value in failure.parameters.items()]
        found[file] = "\n".join([*lines, "", failure.error, failure.traceback, ""]).encode()
        swept = [written(failure.swept[name]) for name in grid.axes]
        writer.writerow([*swept, failure.error, file])
    return {FAILURES: text.getvalue().encode(), **found} if found else {}

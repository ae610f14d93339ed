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
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tqdm import tqdm

from osphg.experiments import executing, folders, provenance, workers
from osphg.experiments.catalogue import Experiment, find
from osphg.experiments.folders import FORMAT, PROVENANCE, RESULTS, SWEEP, reason
from osphg.experiments.grid import LIMIT, Grid, as_written, duration
from osphg.experiments.parameters import UsageError, Value, written
from osphg.experiments.results import Results
from osphg.experiments.running import RunError
from osphg.experiments.summary import draw, table
from osphg.experiments.workers import Cell, Hands
from osphg.sources import write

CELLS, FAILURES = "cells", "failures.csv"
TABLES = (RESULTS, "summary.png", "summary.svg", FAILURES)
_FORMAT = 5  # of sweep.json and of cells
_POLL = 0.2  # seconds between looks at signals


@dataclass(frozen=True)
class Sweep:
    """What a sweep left.

    Attributes
    ----------
    experiment : str
    results : Results
        The tables of all finished cells as one, with the swept parameters as labels.
    failures : tuple of Cell
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
    """

    experiment: str
    results: Results
    failures: tuple[Cell, ...]
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
    """The folder of a sweep of one experiment by one state of the code.

    Its sweep.json says which, and is the lock of who is at work there.
    """

    folder: Path
    identity: Mapping[str, Any]

    @classmethod
    def of(cls, folder: Path, experiment: Experiment) -> Store:
        """Return the folder of an experiment as it is now, which need not be there yet."""
        inputs = {"notebook": experiment.digest, **provenance.code()}
        return cls(folder, {"format": _FORMAT, "experiment": experiment.name, **inputs})

    def check(self) -> bool:
        """Return whether a sweep is there; UsageError if something else is. Writes nothing."""
        there, path = folders.check_place(self.folder), self.folder / SWEEP
        if not there:
            return False
        if SWEEP not in there:
            raise UsageError(
                f"out must be new, empty or a sweep: {self.folder} holds something else"
            )
        try:
            found = json.loads(folders.content(path))
            differ = [key for key in self.identity if found.get(key) != self.identity[key]]
        except (ValueError, AttributeError, OSError, RecursionError) as error:
            raise UsageError(f"out cannot be read: {path}: {reason(error)}") from None
        if differ:
            raise UsageError(
                f"out must be another folder: in {self.folder} there is a sweep of another"
                f" {differ[0]}, and the two must not be mixed"
            )
        if taken := folders.strangers(self.folder, (*TABLES, PROVENANCE)):
            raise UsageError(
                f"out holds files that are not as a sweep left them: {', '.join(taken)} in"
                f" {self.folder}; move them, or choose another folder"
            )
        return True

    @contextmanager
    def held(self) -> Iterator[None]:
        """Make the folder if it is not there, and hold its lock; UsageError if that fails."""
        with ExitStack() as stack:
            try:
                if not self.check():
                    with folders.beside(self.folder) as place:
                        (place / "whole" / CELLS).mkdir(parents=True)
                        about = f"{json.dumps(self.identity, indent=2)}\n"
                        write(place / "whole" / SWEEP, about.encode())
                        with suppress(OSError):  # another was first: which, is seen below
                            (place / "whole").rename(self.folder)
                stack.enter_context(folders.locked(self.folder / SWEEP))
                self.check()  # as it is now that nobody else writes
                (self.folder / CELLS).mkdir(exist_ok=True)
                folders.tidied(self.folder / CELLS)
            except BlockingIOError:
                raise UsageError(
                    f"out is being written by another command: {self.folder}"
                ) from None
            except OSError as error:
                raise UsageError(f"out cannot be written: {self.folder}: {reason(error)}") from None
            yield

    def path(self, values: Mapping[str, Value]) -> Path:
        """Return the folder of a cell."""
        return self.folder / CELLS / workers.digest(values)

    def load(self, cell: Cell) -> Cell | None:
        """Return a cell as it was finished; None if there is none that can be trusted."""
        path = self.path(cell.parameters)
        try:
            about, text = folders.read_provenance(path), folders.content(path / RESULTS)
            if (
                about["checksum"] != folders.checksum(about)
                or about["parameters"] != cell.parameters
                or about["identity"] != workers.digest(self.identity)
                or about["files"][RESULTS] != hashlib.sha256(text).hexdigest()
            ):
                return None
            known = {name: about[name] for name in ("seconds", "machine")}
            return replace(cell, csv=text.decode(), **known)
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def save(self, cell: Cell) -> bool:
        """Have a finished cell appear; whether a damaged one had to be moved out of its way."""
        path = self.path(cell.parameters)
        about = {
            "format": FORMAT, "experiment": self.identity["experiment"],
            "identity": workers.digest(self.identity), "parameters": dict(cell.parameters),
            "seconds": cell.seconds, "machine": cell.machine,
        }  # fmt: skip
        damaged = os.path.lexists(path)
        with folders.workplace(path.parent) as place:
            folders.fill(place / "whole", {RESULTS: cell.csv.encode()}, about)
            if damaged:
                path.rename(folders.fresh(path.with_name(f"{path.name}-damaged")))
            (place / "whole").rename(path)
        return damaged


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
    What is not said here is as of `run`.

    Parameters
    ----------
    grid : mapping of sequences
        The values of each swept parameter; `parse` reads them from a command line.
    out : path
        A folder: new, empty, or that of a sweep of the same experiment by the same code, whose
        cells are used, whatever its grid. It gets the cells, and when all have been tried
        results.csv, summary.png, summary.svg, provenance.json, and failures.csv if there are any.
    parameters : mapping, optional
        Values of other parameters.
    jobs : int, optional
        Executions at a time: as many as there are processors, or as a cluster's threads need.
    scheduler : str, optional
        The address of a Dask scheduler, such as tcp://host:8786.
    limit : int or None
        How many cells the grid may have.

    Raises
    ------
    UsageError
        Before anything runs or is written: an unknown name, a value that cannot be used in some
        cell, a grid above the limit, an `out` that holds something else, cannot be written or is
        that of a sweep at work, a scheduler that does not answer or has workers with other code.
    RunError
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
    if jobs is not None and jobs < 1:
        raise UsageError(f"jobs must be a positive integer, got {jobs}")
    whole = Grid.of(experiment, grid, dict(parameters or {}), quick)
    if limit is not None and whole.count > limit:
        raise UsageError(
            f"grid must have at most {limit:,} cells (the limit), got {whole.count:,}:"
            f" about {duration(whole.estimate())} one after another"
        )
    cells = [Cell(swept, values) for swept, values in whole.cells()]
    if scheduler is None:
        executing.require_packages("osphg sweep")
        jobs = min(jobs or workers.processors(), len(cells))
    how_many = ["--jobs", str(jobs)] if scheduler is None else ["--scheduler", scheduler]
    line = whole.command(book, "--out", os.fspath(out), *how_many)
    fixed = {key: value for key, value in cells[0].parameters.items() if key not in grid}
    origin = provenance.collect(experiment, fixed, line)
    store = Store.of(Path(os.path.abspath(out)), experiment)
    store.check()
    with ExitStack() as stack:
        hands = stack.enter_context(workers.cluster(scheduler, jobs)) if scheduler else None
        stack.enter_context(store.held())
        stopped = stack.enter_context(stop_signals())
        # Kernels begin when the place is known to be good.
        hands = hands or stack.enter_context(workers.local(jobs or 1))
        done, kept, redone = _computed(store, experiment, cells, hands, stopped, progress)
        finished = [cell for cell in done if cell.csv]
        found = Sweep(
            name,
            table(name, ((cell.swept, cell.csv) for cell in finished)),
            tuple(cell for cell in done if cell.error),
            cells=len(cells), computed=len(finished) - kept, kept=kept, redone=redone,
            interrupted=len(done) < len(cells), folder=store.folder,
            seconds=time.perf_counter() - started, command=line,
        )  # fmt: skip
        if not found.interrupted:
            origin["machines"] = dict(Counter(cell.machine for cell in finished))
            with _kept("results", store.folder):
                _write(whole, found, origin)
        return found


@contextmanager
def _kept(what: str, folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RunError(
            f"{what} cannot be written in {folder}: {reason(error)}; finished cells are kept"
        ) from None


def _computed(
    store: Store,
    experiment: Experiment,
    cells: Sequence[Cell],
    hands: Hands,
    stopped: Callable[[], bool],
    progress: bool,
) -> tuple[list[Cell], int, int]:
    """Return the cells that were tried, in the grid's order, and how many were kept and redone."""
    source = bare(experiment.source)
    code = workers.digest({key: store.identity[key] for key in ("package", "python", "packages")})
    done = {number: known for number, cell in enumerate(cells) if (known := store.load(cell))}
    kept, redone = len(done), 0
    waiting = deque(number for number in range(len(cells)) if number not in done)
    running: dict[Future[Cell], int] = {}
    with tqdm(
        total=len(cells), initial=kept, unit="cell", disable=not progress, desc=experiment.name,
        file=sys.stderr,
    ) as bar:  # fmt: skip
        while (waiting or running) and not stopped():
            while waiting and len(running) < hands.slots:
                number = waiting.popleft()
                running[hands.submit(experiment.name, source, cells[number])] = number
            for future in wait(running, _POLL, FIRST_COMPLETED).done:
                number = running.pop(future)
                cell = hands.result(future, cells[number])
                if cell.code != code:
                    raise RunError(
                        "osphg has changed while it was swept, or a worker has another osphg,"
                        " Python or package than this machine; finished cells are kept"
                    )
                if cell.error and progress:
                    tqdm.write(f"failed: {cell}", file=sys.stderr)
                with _kept("cells", store.folder):
                    redone += not cell.error and store.save(cell)
                done[number] = cell
                bar.update()
            hands.check()
    return [done[number] for number in sorted(done)], kept, redone


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
    seen: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = {stop: signal.getsignal(stop) for stop in (signal.SIGINT, signal.SIGTERM)}

    def restore(*numbers: Any) -> None:
        seen.extend(numbers[:1])
        for stop, handler in before.items():
            signal.signal(stop, signal.SIG_DFL if handler is None else handler)

    for stop in before:
        signal.signal(stop, restore)
    try:
        yield lambda: bool(seen)
    finally:
        restore()


def _write(grid: Grid, sweep: Sweep, origin: Mapping[str, Any]) -> None:
    """Write table, plot, failures and provenance; RunError if they cannot be written."""
    contents = {RESULTS: sweep.results.csv().encode()}
    about = {
        **origin,
        "status": "complete" if sweep.complete else "failed",
        "seconds": round(sweep.seconds, 3),
        "grid": {name: as_written(values) for name, values in grid.axes.items()},
        "cells": {
            "all": sweep.cells, "computed": sweep.computed, "kept": sweep.kept,
            "redone": sweep.redone, "failed": len(sweep.failures),
        },
        "results_sha256": hashlib.sha256(contents[RESULTS]).hexdigest(),
    }  # fmt: skip
    if sweep.failures:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([*grid.axes, "error", "traceback"])
        for cell in sweep.failures:
            writer.writerow([*map(written, cell.swept.values()), cell.error, cell.traceback])
        contents[FAILURES] = text.getvalue().encode()
    if sweep.results.rows:
        try:
            contents |= draw(grid, sweep.results)
        except Exception as error:  # the table is kept, whatever becomes of its picture
            about["summary"] = f"could not be drawn: {reason(error)}"
    if taken := folders.strangers(sweep.folder, (*TABLES, PROVENANCE)):
        raise OSError(f"these are not as a sweep left them: {', '.join(taken)}")
    folders.install(sweep.folder, contents, about, TABLES)

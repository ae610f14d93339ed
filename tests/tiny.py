"""A small experiment for the tests of sweeps: it says when it runs, and can fail in many ways."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
import psutil

PARAMETERS = """\
a: int = 1  # a factor; in [0, 1_000_000]
seed: int = 0  # a summand; in [0, inf)
pause: float = 0.0  # how long it takes, in seconds; in [0, 100]
how: str = "well"  # how it ends; in {well, badly, without kernel, silently}
log: str = ""  # a file that gets a line for each execution
factors: list = [1]  # not used; in (0, inf)
mood: str = "calm"  # not used
"""
RUN = """\
import os, time
if log:
    file = os.open(log, os.O_APPEND | os.O_WRONLY | os.O_CREAT)
    os.write(file, f"{a} {seed}\\n".encode())
    os.close(file)
time.sleep(pause)
if how == "badly" and a == 2:
    raise RuntimeError(f"no luck with {seed}\\nsecond line")
if how == "without kernel" and a == 2:
    os.kill(os.getpid(), 9)
"""
SHOW = """\
from osphg.experiments.results import Results
row = {"part": "whole", "quantity": "cost in $", "value": a + seed / 8, "unit": "EUR"}
if how != "silently":
    display(Results("tiny", [row]))
"""


def book(folder: Path, *, run: str = RUN) -> Path:
    """Write a book with the one experiment `tiny`; return its folder."""
    folder.mkdir(exist_ok=True)
    v4 = nbformat.v4
    notebook = v4.new_notebook(
        cells=[
            v4.new_code_cell(PARAMETERS, metadata={"tags": ["parameters"]}, id="parameters"),
            v4.new_code_cell(run, id="run"),
            v4.new_code_cell(SHOW, id="show"),
        ],
        metadata={
            "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
            "osphg": {"seconds": 2, "quick": {"pause": 0.5}},
        },
    )
    nbformat.write(notebook, folder / "tiny.ipynb")
    return folder


def expected(a: int, seed: int) -> list[str]:
    """Return the row of a cell, as it stands in results.csv."""
    return [str(a), str(seed), "whole", "cost in $", str(float(a + seed / 8)), "EUR"]


def rows(text: str) -> list[list[str]]:
    """Return the rows of results.csv below its header."""
    header, *found = csv.reader(io.StringIO(text))
    assert header == ["a", "seed", "part", "quantity", "value", "unit"]
    return found


def executions(log: Path) -> Counter[str]:
    """Return how often each cell was begun."""
    return Counter(log.read_text().splitlines() if log.exists() else [])


def wait_for(condition: Callable[[], Any], seconds: float = 600.0) -> None:
    """Return when a condition holds; fail if it does not within a time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("it did not happen in time")
        time.sleep(0.01)


class Background:
    """A sweep in a process of its own; its temporary files are in a folder of its own.

    It draws nothing, which takes as long as two cells.
    """

    def __init__(self, folder: Path, grid: Mapping[str, Any], **options: Any) -> None:
        self.scratch = folder / "scratch"
        self.scratch.mkdir(exist_ok=True)
        code = (
            "import json, signal, sys\n"
            "for stop in (signal.SIGINT, signal.SIGTERM):\n"  # as the command has it
            "    signal.signal(stop, signal.default_int_handler)\n"
            "from osphg.experiments import sweep, sweeping\n"
            "sweeping.draw = lambda *_: {}\n"
            "grid, options = json.loads(sys.argv[1])\n"
            "found = sweep('tiny', grid, **options)\n"
            "counts = found.computed, found.kept, len(found.failures), found.interrupted\n"
            "print(json.dumps(counts))\n"
        )
        arguments = [dict(grid), {"book": str(folder / "book"), "jobs": 2, **options}]
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", code, json.dumps(arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"TMPDIR": str(self.scratch)},
        )

    def ended(self) -> tuple[int, list[Any] | None, str]:
        """Wait for the end; return the status, the counts it printed, and its stderr."""
        out, err = self.process.communicate(timeout=600)
        return self.process.returncode, json.loads(out) if out else None, err

    def files(self) -> list[Path]:
        """Return what is in its temporary folder.

        But for the file by which Python's tempfile sees whether it may write there: a kill may fall
        between the making and the removing of it, which are next to each other.
        """
        return [
            path
            for path in self.scratch.iterdir()
            if not (
                re.fullmatch(r"[a-z0-9_]{8}", path.name) and path.read_bytes() in (b"", b"blat")
            )
        ]

    def left(self) -> list[psutil.Process]:
        """Return the processes that it started and that live, wherever they have gone."""
        return [process for process in psutil.process_iter() if self._ours(process)]

    def _ours(self, process: psutil.Process) -> bool:
        try:
            alive = process.status() != psutil.STATUS_ZOMBIE
            return alive and process.environ().get("TMPDIR", "").startswith(str(self.scratch))
        except psutil.Error:
            return False


@contextmanager
def background(folder: Path, grid: Mapping[str, Any], **options: Any) -> Iterator[Background]:
    """Start a sweep; it is killed at the end of the block if it runs on."""
    started = Background(folder, grid, **options)
    try:
        yield started
    finally:
        started.process.kill()
        started.process.communicate()

"""A small experiment for the tests of runs and sweeps: it says when it runs, and can fail."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import nbformat

PARAMETERS = """\
a: int = 1  # a factor; in [0, 1_000_000]
seed: int = 0  # a summand; in [0, inf)
pause: float = 0.0  # how long it takes, in seconds; in [0, 100]
how: str = "well"  # how it ends; in {well, badly, killed, silently}
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
if how == "killed" and a == 2:
    os.write(2, b"last words")
    os.kill(os.getpid(), 9)
"""
SHOW = """\
from osphg.experiments.results import Results
row = {"part": "whole", "quantity": "cost in $", "value": a + seed / 8, "unit": "EUR"}
if how != "silently":
    display(Results("tiny", [row]))
"""
END = """\
from osphg.experiments.results import EndNotebook
raise EndNotebook("that is all")
"""


def book(folder: Path, *cells: str, run: str = RUN, name: str = "tiny", **tags: list[str]) -> Path:
    """Write a book with one experiment; return its folder. `tags` are those of cells c0, c1, ..."""
    folder.mkdir(exist_ok=True)
    v4 = nbformat.v4
    those = [
        v4.new_code_cell(text, id=f"c{number}", metadata={"tags": tags.get(f"c{number}", [])})
        for number, text in enumerate(cells or (run, SHOW))
    ]
    declared = v4.new_code_cell(PARAMETERS, metadata={"tags": ["parameters"]}, id="parameters")
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    about = {"kernelspec": kernel, "osphg": {"seconds": 2, "quick": {"pause": 0.5}}}
    nbformat.write(
        v4.new_notebook(cells=[declared, *those], metadata=about), folder / f"{name}.ipynb"
    )
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


def files(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files in a folder, by their paths."""
    found = (p for p in sorted(folder.rglob("*")) if p.is_file())
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in found}


def wait_for(condition: Callable[[], Any], seconds: float = 600.0) -> None:
    """Return when a condition holds; fail if it does not within a time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("it did not happen in time")
        time.sleep(0.01)


class Called(NamedTuple):
    """What the command did."""

    status: int
    out: str
    err: str


def command(*words: object, environment: dict[str, str] | None = None) -> dict[str, Any]:
    """Return how the command is started in a process of its own."""
    return {
        "args": [sys.executable, "-W", "error", "-m", "osphg", *map(str, words)],
        "text": True,
        "env": os.environ | (environment or {}),
    }


def osphg(*words: object, cwd: Path, environment: dict[str, str] | None = None) -> Called:
    """Call the command in a process of its own."""
    ran = subprocess.run(
        **command(*words, environment=environment), cwd=cwd, capture_output=True, timeout=600
    )
    return Called(ran.returncode, ran.stdout, ran.stderr)


@contextmanager
def background(*words: object, cwd: Path) -> Iterator[subprocess.Popen[str]]:
    """Start the command; it is killed at the end of the block if it runs on."""
    started = subprocess.Popen(
        **command(*words), cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        yield started
    finally:
        started.kill()
        started.communicate()


def origin(folder: Path) -> dict[str, Any]:
    """Return the provenance of a folder of results."""
    found: dict[str, Any] = json.loads((folder / "provenance.json").read_text())
    return found

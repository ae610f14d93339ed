"""Pytest plugin: what nbval executes of the book's notebooks, and how it compares what they show.

All texts of a cell are compared as `compare_outputs` says; nobody compares the points of pictures.
With --once each notebook is executed once, for nbval and for the book's build: what the build has
not executed from the same sources is executed before the tests, side by side and into its cache.
What ends with an error there nbval executes itself, and says in which cell.

Its own, as nbval compares characters, and keeps nothing of what it executes.
"""

from __future__ import annotations

import subprocess
import sys
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

import pytest
from compare_outputs import difference
from execute_book import BUILD, executed
from nbval.plugin import IPyNbCell, coalesce_streams


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--once", action="store_true", help="share notebooks with the book's build")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.once and not hasattr(config, "workerinput"):
        # Not in this process: what nbclient leaves behind in threads, pytest takes for an error.
        tool = Path(__file__).with_name("execute_book.py")
        names = [path.stem for path in Path("book").glob("*.ipynb")]
        subprocess.run([sys.executable, str(tool), *names], check=True)


def shown(outputs: list[Any]) -> str:
    """Return all texts of a cell's outputs."""
    texts = []
    for output in outputs:
        data = output.get("data", {})
        texts += [data[kind] for kind in sorted(data) if not kind.startswith("image/")]
        texts += [output.get("text", "")]
    return "\n".join(texts)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Have a cell compared as above, with --once with what the build has, if it has it."""
    if not isinstance(item, IPyNbCell):
        return

    def compare(computed: list[Any], stored: list[Any]) -> bool:
        said = difference(shown(stored), shown(computed))
        item.comparison_traceback = [f"{said}"]
        return said is None

    item.compare_outputs = compare
    if not item.config.option.once:
        return
    file, execute_cell = item.parent, item.runtest
    if not hasattr(file, "known"):  # of the first cell
        file.known, start = None, file.setup

        def setup() -> None:
            # One worker at a time: SQLite refuses those that it lets wait.
            with (BUILD / ".once").open("w") as lock:
                flock(lock, LOCK_EX)
                file.known = executed(file.nb)
            if file.known is None:
                start()

        file.setup = setup

    def run() -> None:
        if file.known is None:
            execute_cell()
        elif item.options["check"]:
            found = file.known.cells[item.cell_num].outputs
            if not compare(found, coalesce_streams(item.cell.outputs)):
                item.raise_cell_error("Cell outputs differ", item.comparison_traceback[0])

    item.runtest = run

"""Pytest plugin: with --once each notebook is executed once, for nbval and for the book's build.

What the build has not executed from the same sources is executed before the tests, side by side and
into its cache. What ends with an error there nbval executes itself, and says in which cell.

Its own, as nbval keeps nothing of what it executes.
"""

from __future__ import annotations

import subprocess
import sys
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest
from build_book import BUILD
from execute_book import executed
from nbval.plugin import IPyNbCell, coalesce_streams


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--once", action="store_true", help="share notebooks with the book's build")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.once and not hasattr(config, "workerinput"):
        run = "import build_book; build_book.begin(); build_book.execute('.ipynb')"
        # Not in this process: what nbclient leaves behind in threads, pytest takes for an error.
        subprocess.run([sys.executable, "-c", run], cwd=Path(__file__).parent, check=True)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Have the cells of a notebook compared with what the build has, or else executed."""
    if not (isinstance(item, IPyNbCell) and item.config.option.once):
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
            if not item.compare_outputs(found, coalesce_streams(item.cell.outputs)):
                traceback = "\n".join(item.comparison_traceback)
                item.raise_cell_error("Cell outputs differ", traceback)

    item.runtest = run

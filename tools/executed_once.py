"""Pytest plugin: with --once each notebook is executed once, by nbval or by the book's build.

What nbval executes goes where the build looks for it, if all cells pass. What the build has
executed from the same sources is compared with what is stored, and not executed again.

Its own, as nbval keeps nothing of what it executes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock

import nbformat
import pytest
from build_book import BUILD, begin
from execute_book import executed, keep
from nbval.plugin import IPyNbCell, IPyNbFile, coalesce_streams


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--once", action="store_true", help="share notebooks with the book's build")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.once and not hasattr(config, "workerinput"):
        begin()


@contextmanager
def alone() -> Iterator[None]:
    """Give the build's cache to one worker at a time: SQLite refuses those that it lets wait."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / ".once").open("w") as lock:
        flock(lock, LOCK_EX)
        yield


def show(file: IPyNbFile, outputs: list[list[nbformat.NotebookNode]]) -> None:
    """Put a notebook with these outputs of its code cells where the build looks for it."""
    notebook = nbformat.from_dict(file.nb)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for number, (cell, found) in enumerate(zip(cells, outputs, strict=True), 1):
        cell.outputs, cell.execution_count = found, number
    with alone():
        keep(file.path, notebook)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Have the cells of a notebook executed, and their outputs kept; or those of the build read."""
    if not (isinstance(item, IPyNbCell) and item.config.option.once):
        return
    file, execute = item.parent, item.runtest
    if not hasattr(file, "known"):  # of the first cell
        file.known, file.passed, start = None, [], file.setup

        def setup() -> None:
            with alone():
                file.known = executed(file.nb)
            if file.known is None:
                try:
                    start()
                except RuntimeError:  # another kernel took its port before it did
                    start()

        file.setup = setup

    def run() -> None:
        if file.known is None:
            execute()
            file.passed.append(item.test_outputs)
            if len(file.passed) == sum(cell.cell_type == "code" for cell in file.nb.cells):
                show(file, file.passed)
        elif item.options["check"]:
            found = file.known.cells[item.cell_num].outputs
            if not item.compare_outputs(found, coalesce_streams(item.cell.outputs)):
                traceback = "\n".join(item.comparison_traceback)
                item.raise_cell_error("Cell outputs differ", traceback)

    item.runtest = run

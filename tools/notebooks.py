"""Pytest plugin: decide what nbval executes of the book's notebooks, and how it compares outputs.

The project's `conftest.py` loads it into every run of pytest; it acts in runs with ``--nbval``, as
`make test` is. All texts that a cell shows are compared as `compare_outputs.py` says. Pictures are
not compared.

With ``--once`` each notebook is executed once, for nbval and for the book's build together. Before
the tests, `execute_book.py` executes what the build has not yet executed from the same sources,
several notebooks at a time, and keeps the outputs in the build's cache. nbval then compares those
outputs with the stored ones. A notebook that ends with an error there is executed by nbval itself,
which says in which cell it fails.

nbval compares characters and keeps nothing of what it executes; so this plugin is the project's.
"""

from __future__ import annotations

import subprocess
import sys
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

import pytest
from compare_outputs import difference
from execute_book import BUILD, cached_notebook
from nbval.plugin import IPyNbCell, coalesce_streams


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--once`` to pytest."""
    parser.addoption("--once", action="store_true", help="share notebooks with the book's build")


def pytest_configure(config: pytest.Config) -> None:
    """With ``--once``, execute the book's notebooks into the build's cache before any test.

    This is done once, not in each worker of pytest-xdist, and in a process of its own: pytest would
    take the threads that nbclient leaves behind for an error.
    """
    is_worker = hasattr(config, "workerinput")
    if config.option.once and not is_worker:
        tool = Path(__file__).with_name("execute_book.py")
        names = [path.stem for path in Path("book").glob("*.ipynb")]
        subprocess.run([sys.executable, str(tool), *names], check=True)


def text_of_outputs(outputs: list[Any]) -> str:
    """Return all that a cell's outputs show, except pictures, as one text.

    `outputs` has the outputs as nbformat stores them: data by MIME type, or a stream's text.
    """
    texts = []
    for output in outputs:
        data = output.get("data", {})
        texts += [data[kind] for kind in sorted(data) if not kind.startswith("image/")]
        texts.append(output.get("text", ""))
    return "\n".join(texts)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Prepare a cell that nbval has collected: how it is compared, and whether it is executed.

    Other tests are left as they are.
    """
    if not isinstance(item, IPyNbCell):
        return
    _compare_as_words_and_numbers(item)
    if item.config.option.once:
        _take_outputs_from_the_build(item)


def _compare_as_words_and_numbers(cell: IPyNbCell) -> None:
    """Replace nbval's comparison of a cell's outputs by that of `compare_outputs.py`."""

    def compare(computed: list[Any], stored: list[Any]) -> bool:
        """Tell whether outputs agree, and leave nbval the message if they do not."""
        message = difference(text_of_outputs(stored), text_of_outputs(computed))
        cell.comparison_traceback = [f"{message}"]  # nbval shows it only if they differ
        return message is None

    cell.compare_outputs = compare


def _take_outputs_from_the_build(cell: IPyNbCell) -> None:
    """Have a cell compared with what the build's cache has of it, in place of executing it.

    The cache is read when nbval sets the notebook up. If it does not have the notebook, nbval
    starts a kernel and executes the cell, as it would without this plugin.
    """
    notebook = cell.parent
    if not hasattr(notebook, "from_build"):  # this is the first cell of its notebook
        _read_cache_at_setup(notebook)  # from now on it has `from_build`, which is None until then
    execute_cell = cell.runtest

    def run_or_compare() -> None:
        """Execute the cell as nbval does, or compare the outputs of the build with the stored.

        If they differ, the test of the cell fails.
        """
        if notebook.from_build is None:
            execute_cell()
            return
        if not cell.options["check"]:  # the cell is marked: its outputs are not to be compared
            return
        # Both count cells of code alone: nbval collects no others, and the cache keeps no others.
        computed = notebook.from_build.cells[cell.cell_num].outputs
        stored = coalesce_streams(cell.cell.outputs)
        # This plugin's own `compare_outputs` leaves one text in `comparison_traceback`: what
        # differs.
        if not cell.compare_outputs(computed, stored):
            cell.raise_cell_error("Cell outputs differ", cell.comparison_traceback[0])

    cell.runtest = run_or_compare


def _read_cache_at_setup(notebook: Any) -> None:
    """Give nbval's `notebook` an attribute `from_build`: the notebook as the build executed it.

    It is None until nbval sets the notebook up, and stays None if the cache does not have it. Only
    then does nbval start a kernel.
    """
    notebook.from_build = None
    start_kernel = notebook.setup

    def setup() -> None:
        """Read the notebook from the build's cache, and start a kernel if it is not there."""
        # One worker at a time: SQLite refuses those that it lets wait.
        with (BUILD / ".once").open("w") as lock:
            flock(lock, LOCK_EX)
            notebook.from_build = cached_notebook(notebook.nb)
        if notebook.from_build is None:
            start_kernel()

    notebook.setup = setup

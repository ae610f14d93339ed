"""Compare what each notebook of the book computes with its stored outputs.

    pytest tools/notebooks.py [-k NAME]   `make test`, of some notebooks

Each is executed once, for this and for the book's build. Texts are compared as `compare_outputs`
says, tables of results as `golden` says; nobody compares the points of pictures.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import execute_book
import nbformat
import pytest
from check_site import ROOT
from compare_outputs import difference
from golden import lines, moved
from nbformat import NotebookNode

RESULTS = "nbval-ignore-output"  # the tag of a cell whose numbers stand in a table's address


def shown(cell: NotebookNode) -> str:
    """Return all texts of a cell's outputs."""
    texts = []
    for output in cell.outputs:
        data = output.get("data", {})
        texts += [data[kind] for kind in sorted(data) if not kind.startswith("image/")]
        texts += [output.get("text", "")]
    return "\n".join(texts)


def faults(name: str, stored: NotebookNode, computed: NotebookNode) -> Iterator[str]:
    """Yield what has moved of a chapter's results, and each cell that shows something else."""
    yield from moved(lines(name, stored), lines(name, computed))
    cells = [[c for c in nb.cells if c.cell_type == "code"] for nb in (stored, computed)]
    for old, new in zip(*cells, strict=True):
        said = difference(shown(old), shown(new))
        if said and RESULTS not in old.metadata.get("tags", ()):
            yield f"{said}, by the cell\n{old.source}"


@pytest.fixture(scope="module")
def told(request: pytest.FixtureRequest) -> str:
    """What is said while those that are asked for are executed, side by side."""
    items: list[Any] = request.session.items
    asked = [item.callspec.id for item in items if item.path == request.path]
    # In a process of its own: what is left behind in threads, pytest takes for an error.
    command = [sys.executable, execute_book.__file__, *asked]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


@pytest.mark.parametrize(
    "path", sorted((ROOT / "book").glob("*.ipynb")), ids=lambda path: path.stem
)
def test_outputs(path: Path, told: str) -> None:
    stored = nbformat.read(path, as_version=4)
    computed = execute_book.executed(stored)
    assert computed is not None, told
    found = [*faults(path.stem, stored, computed)]
    assert not found, "\n".join(found)

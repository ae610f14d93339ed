"""What the tests have executed goes into the book, if it is whole and its code is the book's."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from execute_book import from_tests
from keep_outputs import keep
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

GLUE = {"scrapbook": {"name": "gap"}}


@pytest.fixture
def notebook() -> Any:
    old = [new_output("stream", text="old")]
    cells = [new_markdown_cell("# A"), new_code_cell("a", outputs=old), new_code_cell("b")]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=[*cells, new_code_cell("")], metadata={"kernelspec": kernel})


def shown(cell: Any, text: str) -> Any:
    """A cell that nbval has executed, as its plugin leaves it."""
    output = {"output_type": "display_data", "data": {"text/plain": text}, "metadata": GLUE}
    return SimpleNamespace(cell=cell, test_outputs=[output])


def test_the_outputs_of_this_execution_are_kept(notebook: Any, tmp_path: Path) -> None:
    target = tmp_path / "book" / "a.ipynb"
    passed = [shown(cell, f"new {cell.source}") for cell in notebook.cells[1:3]]
    keep(notebook, passed, target)
    found = from_tests(target, notebook)
    assert found is not None
    outputs = [cell.outputs for cell in found.cells[1:]]
    assert [[o.data["text/plain"] for o in each] for each in outputs] == [["new a"], ["new b"], []]
    assert outputs[0][0].metadata == GLUE
    assert notebook.cells[1].outputs[0].text == "old"
    assert [path.name for path in target.parent.iterdir()] == ["a.ipynb"]


def test_not_where_a_cell_has_failed_or_was_left_out(notebook: Any, tmp_path: Path) -> None:
    keep(notebook, [shown(notebook.cells[1], "new")], tmp_path / "a.ipynb")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("change", ["source", "kernel", "cell", "file"])
def test_not_where_the_books_notebook_is_another(
    notebook: Any, tmp_path: Path, change: str
) -> None:
    target = tmp_path / "a.ipynb"
    keep(notebook, [shown(cell, "new") for cell in notebook.cells[1:3]], target)
    now = nbformat.from_dict(notebook)
    if change == "source":
        now.cells[2].source += "  # changed"
    elif change == "kernel":
        now.metadata.kernelspec.name = "other"
    elif change == "cell":
        del now.cells[2]
    else:
        target.unlink()
    assert from_tests(target, now) is None

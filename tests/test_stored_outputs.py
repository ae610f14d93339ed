"""What the build has executed is compared with what is stored."""

from __future__ import annotations

from pathlib import Path

import execute_book
import nbformat
import notebooks
import pytest

NOTEBOOK = nbformat.v4.new_notebook(
    cells=[
        nbformat.v4.new_markdown_cell("# A page"),
        nbformat.v4.new_code_cell("print(1 + 1)"),
    ],
    metadata={"kernelspec": {"display_name": "Python 3", "name": "python3"}},
)
TWO = [nbformat.v4.new_output("stream", name="stdout", text="2\n")]


def test_outputs_are_found_until_a_cell_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(execute_book, "CACHE", tmp_path / "cache")
    notebook = nbformat.from_dict(NOTEBOOK)
    assert execute_book.executed(notebook) is None
    notebook.cells[1].outputs = TWO
    execute_book.keep(tmp_path / "page.ipynb", notebook)
    found = execute_book.executed(NOTEBOOK)
    assert found is not None
    assert [cell.outputs for cell in found.cells] == [TWO]
    notebook.cells[1].source = "print(1 + 2)"
    assert execute_book.executed(notebook) is None


@pytest.mark.parametrize(("computed", "tags"), [("2\n", []), ("3\n", [notebooks.RESULTS])])
def test_what_is_computed_is_compared(computed: str, tags: list[str]) -> None:
    stored, other = nbformat.from_dict(NOTEBOOK), nbformat.from_dict(NOTEBOOK)
    stored.cells[1].outputs = TWO
    stored.cells[1].metadata = {"tags": tags}
    other.cells[1].outputs = [nbformat.v4.new_output("stream", name="stdout", text=computed)]
    assert [*notebooks.faults("page", stored, other)] == []
    stored.cells[1].metadata = {}
    other.cells[1].outputs[0].text = "3\n"
    (fault,) = notebooks.faults("page", stored, other)
    assert "2 is stored, 3 computed" in fault
    assert "print(1 + 1)" in fault

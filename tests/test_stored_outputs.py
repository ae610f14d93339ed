"""Each notebook shows what is stored in it, whoever has executed it last: a build or this."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import execute_book
import nbformat
import pytest
from compare_outputs import difference

BOOK = Path(__file__).resolve().parent.parent / "book"
NOTEBOOKS = sorted(BOOK.glob("*.ipynb"))


@pytest.fixture(scope="module")
def said(request: pytest.FixtureRequest) -> str:
    """Have all that are asked for executed, side by side; return what was said of it."""
    items = [item for item in request.session.items if item.path == request.path]
    paths = [item.callspec.params["path"] for item in items if hasattr(item, "callspec")]
    command = [sys.executable, execute_book.__file__, *paths]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ran.stdout + ran.stderr


def texts(cell: nbformat.NotebookNode) -> dict[tuple[int, str], str]:
    """Return what a cell shows, but for its pictures, by its place and kind."""
    return {
        (place, kind): str(text)
        for place, output in enumerate(cell.outputs)
        for kind, text in output.get("data", {"text": output.get("text", "")}).items()
        if not kind.startswith("image/")
    }


def differences(stored: nbformat.NotebookNode, found: nbformat.NotebookNode) -> list[str]:
    """Return a line for each output that differs; cells that show times may be left out."""
    lines = []
    for number, (old, new) in enumerate(zip(stored.cells, found.cells, strict=True)):
        if old.cell_type == "code" and "nbval-ignore-output" not in old.metadata.get("tags", ()):
            before, now = texts(old), texts(new)
            for key in sorted(before.keys() | now.keys()):
                if line := difference(before.get(key, ""), now.get(key, "")):
                    lines.append(f"cell {number}, {line}")
    return lines


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_shows_what_is_stored(path: Path, said: str) -> None:
    stored = nbformat.read(path, as_version=4)
    found = execute_book.executed(stored)
    assert found is not None, said
    assert differences(stored, found) == []


def test_what_differs_is_found() -> None:
    new = nbformat.v4

    def notebook(text: str, *tags: str) -> nbformat.NotebookNode:
        outputs = [new.new_output("stream", name="stdout", text=text)] if text else []
        cell = new.new_code_cell("f()", outputs=outputs, metadata={"tags": [*tags]})
        return new.new_notebook(cells=[new.new_markdown_cell("# A page"), cell])

    stored = notebook("regret 0.1234\n")
    assert differences(stored, notebook("regret 0.1235\n")) == []
    assert differences(stored, notebook("regret 0.1236\n")) == [
        "cell 1, after regret: 0.1234 is stored, 0.1236 computed"
    ]
    assert differences(stored, notebook("")) == ["cell 1, after : regret is stored,  computed"]
    assert differences(notebook("1 s", "nbval-ignore-output"), notebook("2 s")) == []

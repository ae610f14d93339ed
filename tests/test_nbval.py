"""What the build has executed is compared with what is stored."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import execute_book
import nbformat
import pytest

ROOT = Path(__file__).parent.parent
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
    assert execute_book.cached_notebook(notebook) is None
    notebook.cells[1].outputs = TWO
    execute_book.keep(tmp_path / "page.ipynb", notebook)
    found = execute_book.cached_notebook(NOTEBOOK)
    assert found is not None
    assert [cell.outputs for cell in found.cells] == [TWO]
    notebook.cells[1].source = "print(1 + 2)"
    assert execute_book.cached_notebook(notebook) is None


@pytest.mark.parametrize(("stored", "passes"), [("2\n", True), ("3\n", False)])
def test_what_the_build_executed_is_compared(tmp_path: Path, stored: str, passes: bool) -> None:
    """Without a kernel: one that could be started would find nothing to execute."""
    notebook = nbformat.from_dict(NOTEBOOK)
    notebook.cells[1].execution_count = 1
    notebook.cells[1].outputs = [nbformat.v4.new_output("stream", name="stdout", text=stored)]
    nbformat.write(notebook, tmp_path / "page.ipynb")
    (tmp_path / "conftest.py").write_text(
        f"import sys\nfrom pathlib import Path\nsys.path.insert(0, {str(ROOT / 'tools')!r})\n"
        "import execute_book, notebooks, nbformat\n"
        "notebooks.pytest_configure = lambda: None\n"
        "notebooks.BUILD = Path(__file__).parent\n"
        "execute_book.CACHE = notebooks.BUILD / 'cache'\n"
        "made = nbformat.read(notebooks.BUILD / 'page.ipynb', 4)\n"
        "made.cells[1].outputs[0].text = '2\\n'\n"
        "execute_book.keep('page.ipynb', made)\n"
        "pytest_plugins = ['notebooks']\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbval", "--once"]
    command += ["--nbval-kernel-name", "there-is-none", "page.ipynb"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode == 0) == passes, ran.stdout + ran.stderr
    if not passes:
        assert "3" in ran.stdout
        assert "Cell outputs differ" in ran.stdout

"""What nbval has executed is what the build shows, and the other way round."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import execute_book
import executed_once
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
TWO = [[nbformat.v4.new_output("stream", name="stdout", text="2\n")]]


def test_outputs_are_found_until_a_cell_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executed_once, "BUILD", tmp_path)
    monkeypatch.setattr(execute_book, "CACHE", tmp_path / "cache")
    assert execute_book.executed(NOTEBOOK) is None
    executed_once.show(SimpleNamespace(nb=NOTEBOOK, path=tmp_path / "page.ipynb"), TWO)
    found = execute_book.executed(NOTEBOOK)
    assert found is not None
    assert [cell.outputs for cell in found.cells] == TWO
    other = nbformat.from_dict(NOTEBOOK)
    other.cells[1].source = "print(1 + 2)"
    assert execute_book.executed(other) is None


@pytest.mark.parametrize(("stored", "passes"), [("2\n", True), ("3\n", False)])
def test_what_the_build_executed_is_compared(tmp_path: Path, stored: str, passes: bool) -> None:
    """Without a kernel: one that could be started would find nothing to execute."""
    notebook = nbformat.from_dict(NOTEBOOK)
    notebook.cells[1].execution_count = 1
    notebook.cells[1].outputs = [nbformat.v4.new_output("stream", name="stdout", text=stored)]
    nbformat.write(notebook, tmp_path / "page.ipynb")
    (tmp_path / "conftest.py").write_text(
        f"import sys\nfrom pathlib import Path\nsys.path.insert(0, {str(ROOT / 'tools')!r})\n"
        "import execute_book, executed_once, nbformat\nfrom types import SimpleNamespace\n"
        "executed_once.BUILD, executed_once.begin = Path(__file__).parent / 'build', lambda: None\n"
        "execute_book.CACHE = executed_once.BUILD / 'cache'\n"
        "read = nbformat.read(Path(__file__).parent / 'page.ipynb', 4)\n"
        "outputs = [[nbformat.v4.new_output('stream', name='stdout', text='2\\n')]]\n"
        "executed_once.show(SimpleNamespace(nb=read, path='page.ipynb'), outputs)\n"
        "pytest_plugins = ['compare_outputs', 'executed_once']\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbval", "--once"]
    command += ["--nbval-kernel-name", "there-is-none", "page.ipynb"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode == 0) == passes, ran.stdout + ran.stderr
    if not passes:
        assert "3" in ran.stdout
        assert "Cell outputs differ" in ran.stdout

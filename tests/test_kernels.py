"""Kernels: each is its notebook's own, and none is left."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import psutil
import pytest
from nbclient import NotebookClient

from osphg.experiments.running import Execution, Kernels, execute, quiet

# of the event loop's users
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def notebook(*cells: str) -> str:
    v4 = nbformat.v4
    code = [v4.new_code_cell(cell, id=f"c{number}") for number, cell in enumerate(cells)]
    code[0].metadata["tags"] = ["parameters"]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return nbformat.writes(v4.new_notebook(cells=code, metadata={"kernelspec": kernel}))


def ran(*cells: str, kernels: Kernels | None = None) -> Execution:
    with quiet():
        return execute("asked", notebook("a = 1", *cells), {"a": 2}, kernels=kernels)


def test_one_has_an_empty_folder_and_what_environment_it_is_given() -> None:
    asks = "import os\nprint(a, os.listdir(), os.environ['GIVEN'])"
    with Kernels({"GIVEN": "7"}) as kernels:
        found = ran(asks, kernels=kernels)
    assert found.error == "", found.traceback
    *_, last = json.loads(found.notebook)["cells"]
    assert "".join(last["outputs"][0]["text"]) == "2 [] 7\n"


def test_last_words_of_a_dead_one_are_kept() -> None:
    found = ran("import os\nos.write(2, b'last words')\nos._exit(3)")
    assert found.error.startswith("DeadKernelError: Kernel died")
    assert "last words" in found.traceback


def test_nothing_is_left(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """And nothing is said beside the notebook, also where its kernel's words are not kept apart."""
    before = set(psutil.Process().children(recursive=True))
    with Kernels() as kernels:
        ran("print(a)", kernels=kernels)
        plain = nbformat.reads(notebook("a = 1", "print(a)"), as_version=4)
        client = NotebookClient(plain, kernel_manager_class=kernels.manager())
        with client.setup_kernel():
            assert set(psutil.Process().children(recursive=True)) > before
            kernels.__exit__()
            psutil.wait_procs(set(psutil.Process().children(recursive=True)) - before, timeout=9)
            assert set(psutil.Process().children(recursive=True)) <= before
    assert "".join(capfd.readouterr()) == ""

"""A kernel that begins as a copy is a kernel of its own, and finds what any other would find."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import psutil
import pytest
from nbclient import NotebookClient

from osphg.experiments.kernels import Kernels, imported
from osphg.experiments.running import Execution, execute, quiet

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="kernels are copied on Linux alone"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of the event loop's users
]
# Of which kernel it is, and of the debugger.
OWN = {"JPY_PARENT_PID", "PYDEVD_USE_FRAME_EVAL"}
ASKS = """\
import json, os, signal, sys
import multiprocessing as mp
import matplotlib
with open("beside.py", "w") as file:
    file.write("def doubled(x): return 2 * x")
import beside
print(json.dumps({
    "files": sorted(set(os.listdir()) - {"__pycache__"}),
    "environment": dict(os.environ),
    "arguments": sys.argv[0],
    "path": [folder.replace(os.getcwd(), "here") for folder in sys.path],
    "names": sorted(globals()),
    "main": __name__,
    "handled": [signal.getsignal(n) == signal.SIG_DFL for n in (signal.SIGCHLD, signal.SIGPIPE)],
    "leads": os.getpid() == os.getsid(0),
    "backend": matplotlib.rcParams["backend"],
    "dots": matplotlib.rcParams["figure.dpi"],
    "spawned": mp.get_context("spawn").Pool(1).map(beside.doubled, [21]),
}))
"""
IMPORTS = "import matplotlib.pyplot\nimport numpy as np\nimport numba\nimport sympy\n"


def notebook(*cells: str) -> str:
    v4 = nbformat.v4
    code = [v4.new_code_cell(cell, id=f"c{number}") for number, cell in enumerate(cells)]
    code[0].metadata["tags"] = ["parameters"]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return nbformat.writes(v4.new_notebook(cells=code, metadata={"kernelspec": kernel}))


def ran(kernels: Kernels, *cells: str) -> Execution:
    with quiet():
        return execute("asked", notebook("a = 1", *cells), {"a": 2}, kernels=kernels)


def said(kernels: Kernels, *cells: str) -> str:
    found = ran(kernels, *cells)
    assert found.error == "", found.traceback
    *_, last = json.loads(found.notebook)["cells"]
    return "".join(text for output in last["outputs"] for text in output["text"])


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kernels]:
    """What others may read, where they look first, is not looked at."""
    here = tmp_path_factory.mktemp("here")
    (here / "json.py").write_text("never")
    (here / "matplotlibrc").write_text("figure.dpi: 33")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIVEN", "7")
        patch.setenv("PYTHONPATH", os.environ.get("PYTHONPATH", "") + os.pathsep)
        patch.chdir(here)
        with Kernels(warm=True) as kernels:
            yield kernels


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import numpy as np", ["import numpy as np"]),
        ("import os, re\nfrom numpy import (\n  pi)\nx = 1", ["from numpy import pi"]),
        ("import numpy, scipy\nimport sympy", ["import numpy, scipy", "import sympy"]),
        ("import numpy\nimport mine\nimport scipy", ["import numpy"]),  # it may set anything
        ("from numpyro import x\nimport numpy", []),
        ("from . import osphg\nimport numpy", []),
        ("import numpy, mine", []),
        ("import os\nos.environ['MPLBACKEND'] = 'svg'\nimport matplotlib", []),
        ("import sys\nsys.path.insert(0, 'mine')\nimport scipy", []),
        ("%env MPLBACKEND=svg", []),
        ("x = " + "-" * 20_000 + "1", []),
    ],
)
def test_what_is_loaded_for_a_notebook(code: str, found: list[str]) -> None:
    assert imported(json.loads(notebook("a = 1", code))) == found


class TestCopies:
    def test_find_what_others_find(self, warm: Kernels) -> None:
        with Kernels(warm.environment) as cold:
            mine, others = (json.loads(said(kernels, IMPORTS, ASKS)) for kernels in (warm, cold))
        for found in (mine, others):
            for key in OWN:
                found["environment"].pop(key, None)
        assert mine == others
        assert mine["environment"]["GIVEN"] == "7"
        assert (mine["files"], mine["spawned"]) == (["beside.py"], [42])
        assert "inline" in mine["backend"]

    def test_share_nothing(self, warm: Kernels) -> None:
        """What one sets, also in a module that both have from one process, the next has not."""
        code = """import os, random, sympy.core.random, numpy as np
print(os.getppid(), getattr(np, "left", None), "kept" in globals())
print(np.random.random(), random.random(), sympy.core.random.random())
np.left = kept = a"""
        (first, *one), (second, *two) = (said(warm, IMPORTS, code).splitlines() for _ in range(2))
        assert first == second  # of one parent, neither is left or kept
        assert first.split()[1:] == ["None", "False"]
        assert not set(one[0].split()) & set(two[0].split())

    def test_last_words_of_a_dead_one_are_kept(self, warm: Kernels) -> None:
        found = ran(warm, "import os\nos.write(2, b'last words')\nos._exit(3)")
        assert found.error.startswith("DeadKernelError: Kernel died")
        assert "last words" in found.traceback

    @pytest.mark.parametrize(
        "program",
        [
            "python9 -m ipykernel_launcher",
            "{} -m another",
            "{} -O -m ipykernel_launcher",
            "{} -m cProfile -m ipykernel_launcher",
        ],
    )
    def test_another_kernel_is_started_as_it_says(self, warm: Kernels, program: str) -> None:
        """As that of another environment, which is called python3 too."""
        command = program.format(sys.executable).split()
        assert warm.copied(command, [], cwd="", env=warm.environment) is None

    def test_one_that_has_ended_can_be_ended(self, warm: Kernels) -> None:
        command = [sys.executable, "-m", "ipykernel_launcher"]
        copy = warm.copied(command, [], cwd="/nowhere", env=warm.environment)
        if copy:  # it may have ended already
            assert copy.wait() == 0
            copy.kill()
            assert copy.poll() == 0


def test_a_killed_original_is_followed_by_another() -> None:
    parent = "import os, signal\nprint(os.getppid())"
    with Kernels(warm=True) as kernels:
        first = said(kernels, parent)
        assert said(kernels, parent) == first
        found = ran(kernels, parent + "\nos.kill(os.getppid(), signal.SIGKILL)\nsignal.pause()")
        assert found.error.startswith("DeadKernelError: Kernel died")
        another = said(kernels, parent)
        assert another not in (first, f"{os.getpid()}\n")
        assert said(kernels, parent) == another


def test_nothing_is_left(capfd: pytest.CaptureFixture[str]) -> None:
    """And nothing is said beside the notebook, also where its kernel's words are not kept apart."""
    before = set(psutil.Process().children(recursive=True))
    with Kernels(warm=True) as kernels:
        said(kernels, "print(a)")
        plain = nbformat.reads(notebook("a = 1", "print(a)"), as_version=4)
        NotebookClient(plain, kernel_manager_class=kernels.manager()).execute()
        assert "".join(capfd.readouterr()) == ""
        assert set(psutil.Process().children(recursive=True)) != before
    assert set(psutil.Process().children(recursive=True)) <= before


def test_one_that_is_no_copy_ends_with_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = set(psutil.Process().children(recursive=True))
    plain = nbformat.reads(notebook("a = 1"), as_version=4)
    with Kernels() as kernels:
        client = NotebookClient(plain, kernel_manager_class=kernels.manager())
        with client.setup_kernel():
            started = set(psutil.Process().children(recursive=True)) - before
            assert started
            kernels.__exit__()
            _, alive = psutil.wait_procs(started, timeout=60)
            assert not alive

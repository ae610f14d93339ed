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
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.provisioning.factory import KernelProvisionerFactory

from osphg.experiments.copying import Copied
from osphg.experiments.executing import Execution, execute, quiet
from osphg.experiments.workers import imports

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="kernels are copied on Linux alone"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of the event loop's users
]
# Of which kernel it is, and of the debugger.
OWN = {"JPY_PARENT_PID", "PYDEVD_USE_FRAME_EVAL"}
ASKS = """\
import json, os, signal, sys, threading
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
    "input": sys.stdin.read() if sys.stdin else None,
    "handled": [signal.getsignal(n) == signal.SIG_DFL for n in (signal.SIGCHLD, signal.SIGPIPE)],
    "leads": os.getpid() == os.getsid(0),
    "backend": matplotlib.rcParams["backend"],
    "dots": matplotlib.rcParams["figure.dpi"],
    "spawned": mp.get_context("spawn").Pool(1).map(beside.doubled, [21]),
}))
"""


def notebook(*cells: str) -> str:
    v4 = nbformat.v4
    code = [v4.new_code_cell(cell, id=f"c{number}") for number, cell in enumerate(cells)]
    code[0].metadata["tags"] = ["parameters"]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return nbformat.writes(v4.new_notebook(cells=code, metadata={"kernelspec": kernel}))


def ran(*cells: str) -> Execution:
    with quiet():
        return execute("asked", notebook("a = 1", *cells), {"a": 2})


def said(*cells: str) -> str:
    found = ran(*cells)
    assert found.error == "", found.traceback
    *_, last = json.loads(found.notebook)["cells"]
    return "".join(text for output in last["outputs"] for text in output["text"])


@pytest.fixture(scope="class")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What others may read, where they look first, is not looked at."""
    here = tmp_path_factory.mktemp("here")
    (here / "json.py").write_text("never")
    (here / "matplotlibrc").write_text("figure.dpi: 33")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIVEN", "7")
        patch.setenv("PYTHONPATH", os.environ.get("PYTHONPATH", "") + os.pathsep)
        patch.chdir(here)
        with Copied.used(
            ["import matplotlib.pyplot", "import numpy as np", "import numba", "import sympy"]
        ):
            yield


def original() -> psutil.Process:
    (found,) = (p for p in psutil.Process().children() if "copying.py" in " ".join(p.cmdline()))
    return found


class TestImports:
    @pytest.mark.parametrize(
        ("code", "found"),
        [
            ("import numpy as np", ["import numpy as np"]),
            ("from osphg import players, rounds", ["from osphg import players, rounds"]),
            ("import numpy, scipy\nx = 1", ["import numpy, scipy"]),
            ("import os\nx: list = [1]\n'why'\nimport numpy", ["import numpy"]),
            ("import numpy\nimport mine\nimport scipy", ["import numpy"]),  # it may set anything
            ("from numpyro import x\nimport numpy", []),
            ("from . import osphg\nimport numpy", []),
            ("import numpy, mine", []),
            ("if a:\n    import numpy", []),
            ("import os\nos.environ['MPLBACKEND'] = 'svg'\nimport matplotlib", []),
            ("import sys\nsys.path.insert(0, 'mine')\nimport scipy", []),
            ("x = print()\nimport numpy", []),
            ("x = {[]: 1}\nimport numpy", []),  # a fault of the cell's, not of the worker
            ("%env MPLBACKEND=svg", []),
            ("x = " + "-" * 20_000 + "1", []),
        ],
    )
    def test_of_a_notebook(self, code: str, found: list[str]) -> None:
        assert imports(notebook("a = 1", code)) == found


@pytest.mark.usefixtures("copied")
class TestCopies:
    def test_find_what_others_find(self, monkeypatch: pytest.MonkeyPatch) -> None:
        mine = json.loads(said(ASKS))
        with monkeypatch.context() as patch:
            patch.setattr(Copied, "copied", lambda *_, **__: None)
            others = json.loads(said(ASKS))
        for found in (mine, others):
            for key in OWN:
                found["environment"].pop(key, None)
        assert mine == others
        assert mine["environment"]["GIVEN"] == "7"
        assert mine["files"] == ["beside.py"]
        assert mine["spawned"] == [42]
        assert "inline" in mine["backend"]

    def test_are_copies(self) -> None:
        parent = "import os, psutil; print(psutil.Process().ppid(), os.path.basename(os.getcwd()))"
        assert said(parent).split() == [str(original().pid), "work"]

    def test_share_nothing(self) -> None:
        code = """import random, sympy.core.random, numpy as np
print(getattr(np, "left", None), np.random.random(), random.random(), sympy.core.random.random())
np.left = a"""
        (first, *one), (second, *two) = (said(code).split() for _ in range(2))
        assert first == second == "None"
        assert not set(one) & set(two)

    def test_last_words_of_a_dead_one_are_kept(self) -> None:
        found = ran("import os\nos.write(2, b'last words')\nos._exit(3)")
        assert found.error.startswith("DeadKernelError: Kernel died")
        assert "last words" in found.traceback

    @pytest.mark.parametrize(
        ("program", "environment"),
        [
            ("python9 -m ipykernel_launcher", {}),
            ("{} -m another", {}),
            ("{} -O -m ipykernel_launcher", {}),
            ("{} -m cProfile -m ipykernel_launcher", {}),
            ("{} -m ipykernel_launcher", {"TZ": "Asia/Tokyo"}),
        ],
    )
    def test_another_kernel_is_started_as_it_says(
        self, program: str, environment: dict[str, str]
    ) -> None:
        """As that of another environment, which is called python3 too."""
        asked = Copied(kernel_spec=KernelSpec(env=environment))
        assert asked.copied(program.format(sys.executable).split(), cwd="", env={}) is None

    def test_one_that_has_ended_can_be_ended(self) -> None:
        spec = KernelSpec(env={})
        command = [sys.executable, "-m", "ipykernel_launcher"]
        copy = Copied(kernel_spec=spec).copied(command, cwd="/nowhere", env={})
        if copy:  # it may have ended already
            copy.wait(20)
            copy.kill()
            copy.terminate()
            assert copy.poll() == 0


def test_what_is_loaded_is_loaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    (tmp_path / "loud.py").write_text("import os\nprint('loaded', input)\nby = os.getpid()")
    with Copied.used(["import loud"]):
        assert said("import os, loud\nprint(loud.by == os.getppid())") == "True\n"
        assert said("import os, loud\nprint(loud.by == os.getppid())") == "True\n"


@pytest.mark.parametrize("end", ["import nowhere_to_be_found", "import os; os._exit(1)"])
def test_what_cannot_be_loaded_is_left_to_the_kernel(
    end: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with Copied.used([end]):
        assert said("print(a)") == "2\n"
        assert said("print(a)") == "2\n"
    assert ("nowhere_to_be_found" in capfd.readouterr().err) == ("nowhere" in end)


def test_a_path_without_the_folder_of_the_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    with Copied.used():
        one = said("import sys; print(sys.path)")
    assert one == said("import sys; print(sys.path)")


def test_a_kernel_that_is_started_in_a_way_of_its_own_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    factory = KernelProvisionerFactory.instance()
    monkeypatch.setattr(factory, "default_provisioner_name", "own")
    with Copied.used():
        assert factory.default_provisioner_name == "own"


def test_a_killed_original_takes_its_kernels_with_it_and_is_done_without() -> None:
    with Copied.used():
        killer = "import os, signal, time\nos.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(60)"
        assert ran(killer).error.startswith("DeadKernelError: Kernel died")
        assert said("print(a)") == "2\n"


def test_nothing_is_left() -> None:
    before = set(psutil.Process().children(recursive=True))
    with Copied.used():
        said("print(a)")
        assert set(psutil.Process().children(recursive=True)) != before
    assert set(psutil.Process().children(recursive=True)) == before

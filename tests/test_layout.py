"""Who may import whom; no circles; nothing loaded before it is used."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest
from layout import BY_STRING, ROOT, faults, modules, unwritten


def test_the_house_keeps_its_rules() -> None:
    assert faults() == []


LOAD = "from importlib import import_module\n"


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        ({"core/a.py": "import osphg.games.b", "games/b.py": ""}, "may not import osphg.games"),
        ({"core/a.py": "from osphg.games import b", "games/b.py": ""}, "may not import"),
        ({"core/a.py": "def f():\n    import osphg"}, "osphg.core may not import osphg"),
        ({"experiments/a.py": "import osphg.core"}, "may not import osphg.core"),
        ({"core/a.py": "from osphg.core.b import _x", "core/b.py": ""}, "imports _x of"),
        ({"core/a.py": "from osphg.core import _b", "core/_b.py": ""}, "imports _b of"),
        ({"core/a.py": "import osphg.core.gone"}, "does not exist"),
        (
            {"core/a.py": "import osphg.core.b", "core/b.py": "import osphg.core.a"},
            "a circle of imports",
        ),
        (
            {
                "core/a.py": "import osphg.core.b",
                "core/b.py": "from typing import TYPE_CHECKING\n"
                "if TYPE_CHECKING:\n    from osphg.core import a",
            },
            "a circle of imports",
        ),
        ({"core/b/__init__.py": "from osphg.core.b.c import d", "core/b/c.py": ""}, ""),
        (
            {
                "core/b/__init__.py": "import osphg.core.a as a",
                "core/b/c.py": "",
                "core/a.py": "from osphg.core.b.c import d",
            },
            "a circle of imports",
        ),
        (
            {
                "core/b/__init__.py": "from osphg.core.b import c, d",
                "core/b/c.py": "from osphg.core.b.d import e",
                "core/b/d.py": "",
                "core/a.py": "from osphg.core.b import c",
            },
            "",
        ),
        (
            {"core/a.py": LOAD + 'import_module("osphg.games.b")', "games/b.py": ""},
            "may not import osphg.games",
        ),
        (
            {"core/a.py": 'import importlib as i\ni.import_module("osphg.proofs.b")'}
            | {"proofs/b.py": ""},
            "may not import osphg.proofs",
        ),
        ({"core/a.py": LOAD + 'import_module("osphg")'}, "may not import osphg"),
        ({"core/a.py": LOAD + 'import_module("osphg.core.gone")'}, "does not exist"),
        ({"core/a.py": LOAD + 'import_module("osphg.core.b")', "core/b.py": ""}, ""),
        ({"core/a.py": LOAD + 'import_module("pandas")'}, ""),
        ({"core/a.py": LOAD + "import_module(f'osphg.{b}')"}, "with import_module"),
        ({"core/a.py": LOAD + 'import_module(".b", "osphg.core")'}, "with import_module"),
        ({"core/a.py": LOAD + "load = import_module"}, "with import_module"),
        (
            {"plots/a.py": "from importlib import import_module as load\nload('osphg')"},
            "with import_module as load",
        ),
        ({"experiments/a.py": '__import__("osphg.rounds")'}, "with __import__"),
        ({"experiments/a.py": 'exec("import osphg.core")'}, "with exec"),
        ({"core/a.py": 'import sys\nsys.modules["osphg"].games'}, "with sys.modules"),
        ({"core/a.py": 'from sys import modules\nmodules["osphg"].games'}, "with sys.modules"),
        (
            {"core/a.py": "import osphg.core.b\nosphg.games", "core/b.py": ""},
            "osphg.core may not import osphg",
        ),
        ({"core/a.py": "import osphg.core.b as b\nb.c", "core/b.py": ""}, ""),
        ({"../tools/a.py": "from osphg.core.b import _x"}, "imports _x of osphg.core.b"),
        ({"../tests/a.py": "from osphg.core.b import c, _x"}, "imports _x of osphg.core.b"),
        ({"../tests/b/a.py": "def f():\n    from tests.c import _x"}, "imports _x of tests.c"),
        ({"../conftest.py": "from osphg.core.b import _x"}, "imports _x of osphg.core.b"),
        ({"../benchmarks/a.py": "import osphg.core._b"}, "imports _b of"),
        ({"../examples/a.py": "from osphg.core._b import c"}, "imports _b of"),
        ({"../tools/a.py": 'import osphg\n__import__("osphg")'}, ""),
    ],
)
def test_each_fault_is_seen(files: Mapping[str, str], fault: str, tmp_path: Path) -> None:
    for name in {"", *(str(Path(file).parent) for file in files), "core"}:
        folder = tmp_path / "osphg" / name
        for package in [folder, *folder.parents]:
            if package.is_relative_to(tmp_path / "osphg"):
                package.mkdir(parents=True, exist_ok=True)
                (package / "__init__.py").touch()
    for file, text in files.items():
        (tmp_path / "osphg" / file).write_text(text)
    found = faults(tmp_path)
    assert [line for line in found if fault in line] if fault else found == []


def test_only_what_needs_it_loads_by_a_string() -> None:
    assert [name for name in BY_STRING if not list(unwritten(modules()[name]))] == []


@pytest.mark.parametrize("folder", ["osphg/core", "tests", "tools", "benchmarks"])
def test_nobody_reaches_for_another_modules_own(folder: str) -> None:
    """The settings of the style refuse what the imports do not show."""
    edit = """
        from osphg.players import osphg as m

        print(m._oracle)
    """
    ran = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--stdin-filename", f"{folder}/edit.py", "-"],
        cwd=ROOT, input=dedent(edit), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "SLF001" in ran.stdout


def loaded(*statements: str) -> list[set[str]]:
    """Return the modules that a new interpreter has loaded after each of these statements."""
    code = "\n".join(f"{statement}\nprint(*sys.modules)" for statement in statements)
    ran = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [set(line.split()) for line in ran.stdout.splitlines()]


def test_nothing_is_loaded_before_it_is_used() -> None:
    command, played, pacer = loaded(
        "import osphg.experiments.command",  # and with it osphg and osphg.experiments
        "import osphg; osphg.play, osphg.metrics",
        "osphg.Pacer",
    )
    assert {"osphg", "osphg.experiments"} <= command
    assert not command & {
        "numpy", "scipy", "numba", "sympy", "matplotlib", "pandas", "nbformat", "papermill", "dask",
    }  # fmt: skip
    assert not played & {"sympy", "matplotlib", "scipy.stats", "scipy.optimize", "scipy.spatial"}
    assert not pacer & {"sympy", "matplotlib", "scipy.stats", "pandas", "pyarrow"}


@pytest.mark.parametrize(
    ("package", "unused"),
    [
        ("osphg.experiments", {"numpy", "matplotlib", "papermill", "dask"}),
    ],
)
def test_a_package_of_its_own(package: str, unused: set[str]) -> None:
    """The rerun engine loads nothing else of osphg, whichever module is asked for.

    But for the name of the sources, which the engine notes and the compiler's cache bears.
    """
    wanted = [name for name in modules() if name.startswith(package)]
    (found,) = loaded(f"import {', '.join(wanted)}")
    parents = {".".join(package.split(".")[:depth]) for depth in range(1, package.count(".") + 1)}
    assert {name for name in found if name.startswith("osphg")} - set(wanted) - {
        "osphg.sources"
    } == parents
    assert not found & unused


def test_every_public_name_is_there() -> None:
    import osphg

    for name in osphg.__all__:
        assert getattr(osphg, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = osphg.nothing  # type: ignore[attr-defined]

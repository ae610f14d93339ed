"""Who may import whom; no circles; nothing loaded before it is used."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from layout import ROOT, faults, modules

LONGEST = 300  # lines of a module


def test_the_house_keeps_its_rules() -> None:
    assert faults() == []


@cache
def lengths() -> dict[str, int]:
    return {
        name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in modules().items()
    }


def test_modules_are_short() -> None:
    assert {name: length for name, length in lengths().items() if length > LONGEST} == {}


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        ({"core/a.py": "import osphg.games.b", "games/b.py": ""}, "may not import osphg.games"),
        ({"core/a.py": "from osphg.games import b", "games/b.py": ""}, "may not import"),
        ({"core/a.py": "def f():\n    import osphg"}, "osphg.core may not import osphg"),
        ({"proofs/kernel/a.py": "import osphg.proofs.b", "proofs/b.py": ""}, "may not import"),
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


def loaded(statement: str) -> set[str]:
    """Return the modules that a new interpreter has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(ran.stdout.splitlines()[-1].split())


HEAVY = {
    "numpy",
    "scipy",
    "numba",
    "sympy",
    "matplotlib",
    "pandas",
    "nbformat",
    "papermill",
    "dask",
}


@pytest.mark.parametrize(
    ("statement", "unused"),
    [
        ("import osphg", HEAVY),
        ("import osphg.experiments", HEAVY),
        ("import osphg.experiments.command", HEAVY),
        (
            "import osphg; osphg.play, osphg.metrics",
            {"sympy", "matplotlib", "scipy.stats", "scipy.optimize"},
        ),
        ("import osphg; osphg.Pacer", {"sympy", "matplotlib", "scipy.stats", "pandas", "pyarrow"}),
        ("import osphg.proofs.kernel", {"numba", "matplotlib", "nbformat"}),
    ],
)
def test_nothing_is_loaded_before_it_is_used(statement: str, unused: set[str]) -> None:
    assert not loaded(statement) & unused


@pytest.mark.parametrize("package", ["osphg.proofs.kernel", "osphg.experiments"])
def test_a_package_of_its_own(package: str) -> None:
    """The kernel and the rerun engine load nothing else of osphg, whichever module is asked for."""
    wanted = [name for name in modules() if name.startswith(package)]
    found = {name for name in loaded(f"import {', '.join(wanted)}") if name.startswith("osphg")}
    parents = {".".join(package.split(".")[:depth]) for depth in range(1, package.count(".") + 1)}
    assert found - set(wanted) == parents


def test_every_public_name_is_there() -> None:
    import osphg

    for name in osphg.__all__:
        assert getattr(osphg, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = osphg.nothing

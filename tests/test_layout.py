"""Who may import whom; no circles; nothing loaded before it is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINT = Path(sys.executable).with_name("lint-imports")


def test_the_rooms_import_whom_they_may() -> None:
    ran = subprocess.run(
        [LINT, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("folder", ["osphg/core", "tests", "tools", "benchmarks"])
def test_nobody_reaches_for_another_modules_own(folder: str) -> None:
    """The settings of the style refuse it."""
    edit = """
        from osphg.players import _other
        from osphg.players import osphg as m

        print(m._oracle, _other)
    """
    ran = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--stdin-filename", f"{folder}/edit.py", "-"],
        cwd=ROOT, input=dedent(edit), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "private-member-access" in ran.stdout
    assert "import-private-name" in ran.stdout


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
    files = (ROOT / package.replace(".", "/")).rglob("*.py")
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files]
    wanted = [name.removesuffix(".__init__") for name in names]
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

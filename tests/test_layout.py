"""Who may import whom; no circles; nothing loaded before it is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINT = Path(sys.executable).with_name("lint-imports")


def test_the_rooms_import_whom_they_may() -> None:
    ran = subprocess.run(
        [LINT, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


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


def test_every_public_name_is_there() -> None:
    import osphg

    for name in osphg.__all__:
        assert getattr(osphg, name) is not None
    with pytest.raises(AttributeError, match="No osphg attribute nothing"):
        _ = osphg.nothing  # type: ignore[attr-defined]

"""Compiled code is kept for the sources, the numba and the processor that made it, for no other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import osphg
from osphg.compiled.jit import compile_part
from osphg.compiled.rules import coordinate_ascent

ROOT = Path(osphg.__file__).resolve().parent.parent
# Plays a game compiled and in NumPy: both take the step of the multiplier from one formula.
PLAYED = """
import osphg
from osphg.games import refuting
rounds = refuting.decoy(T=60).rounds
player = osphg.OSPHG.tuned(rounds, W=20, K=5)
compiled = osphg.play(player, rounds)
osphg.OSPHG.fused_steps = lambda self: None
plain = osphg.play(player, rounds)
print(compiled.multiplier.sum(), abs(compiled.multiplier - plain.multiplier).max())
"""


def played(package: Path, **environment: str) -> tuple[float, float]:
    """Play a copy of the package; return the sum of its multipliers and the gap to NumPy's."""
    path = {"PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    own = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    ran = subprocess.run(
        [sys.executable, "-c", PLAYED],
        env=own | path | environment, cwd=package, capture_output=True, text=True, check=True,
    )  # fmt: skip
    total, gap = ran.stdout.split()
    return float(total), float(gap)


BLOCKED = """
import sys
for name in ("numba", "llvmlite", "pyscipopt", "highspy"):
    sys.modules[name] = None
import osphg
from osphg.games import refuting
game = osphg.rounds.paper_quadratics(T=400)
run = osphg.play(osphg.OSPHG.tuned(game, W=100, K=100), game)
best = osphg.best_fixed_decision(game, W=100)
every = osphg.every_window(osphg.rounds.paper_quadratics(T=40), K=8)
rounds = refuting.decoy(T=60).rounds
decoy = osphg.play(osphg.OSPHG.tuned(rounds, W=20, K=5), rounds)
for numbers in (run.decisions, run.utility, run.multiplier, every.value,
                decoy.decisions, decoy.multiplier, [best.value]):
    print(*map(repr, map(float, getattr(numbers, "ravel", lambda: numbers)())))
"""


@pytest.mark.slow
@pytest.mark.parametrize("how", ["not installed", "told to compile nothing"])
def test_without_numba_the_numbers_are_the_same(how: str) -> None:
    """Figure 1, the best decisions for all windows, and a game of another family."""
    plain = BLOCKED.replace('("numba", "llvmlite", ', "(") if "told" in how else BLOCKED
    settings = {"NUMBA_DISABLE_JIT": "1"} if "told" in how else {}
    with_numba = BLOCKED.replace('("numba", "llvmlite", "pyscipopt", "highspy")', "()")
    found = [
        subprocess.run(
            [sys.executable, "-c", code], env=os.environ | extra, cwd=ROOT, check=True,
            capture_output=True, text=True,
        ).stdout
        for code, extra in ((plain, settings), (with_numba, {}))
    ]  # fmt: skip
    without, compiled = (np.array(text.split(), dtype=float) for text in found)
    assert len(without) > 1000
    np.testing.assert_allclose(without, compiled, rtol=1e-12, atol=1e-12)


def kept(package: Path) -> set[str]:
    """Return the digests of the sources whose loops are kept on the disk."""
    files = (package / "osphg" / "compiled" / "__pycache__").glob("loops.oracle_rounds_*.nbi")
    return {path.name.split("-")[0].split("_")[-1] for path in files}


# Plays games with the numbers of items that are given, and prints the largest gap to NumPy.
SIZES_PLAYED = """
import sys
import osphg
for n in map(int, sys.argv[1:]):
    rounds = osphg.rounds.paper_quadratics(T=40, n=n)
    player = osphg.BoostedOSPHG.tuned(rounds, W=20)
    run, plain = (osphg.play(player, rounds, compiled=compiled) for compiled in (True, False))
    print(abs(run.decisions - plain.decisions).max())
"""


@pytest.mark.slow
def test_loops_that_two_processes_have_kept_are_two_for_a_third(tmp_path: Path) -> None:
    """One function makes the loops for few and for many items, of the same types."""
    folder = {"NUMBA_CACHE_DIR": str(tmp_path)}
    for sizes, loops in ((["2"], 1), (["12"], 2), (["2", "12"], 2)):
        ran = subprocess.run(
            [sys.executable, "-c", SIZES_PLAYED, *sizes], env=os.environ | folder, cwd=ROOT,
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert max(map(float, ran.stdout.split())) < 1e-12
        assert len(list(tmp_path.rglob("*.nbc"))) == loops


def test_parts_that_one_function_makes_have_two_names() -> None:
    """By its name a part of one kept loop is told from a part of another in the same process."""

    def ascent(family: Any) -> Any:
        gradients = family(np.ones((1, 2)), np.eye(2)).fused_functions().gradients
        return coordinate_ascent(compile_part(gradients), compile_part)

    concave = ascent(osphg.families.ConcaveOverModular)
    coverage = ascent(osphg.families.ProbabilisticCoverage)
    again = ascent(osphg.families.ConcaveOverModular)
    assert concave.py_func.__qualname__ != coverage.py_func.__qualname__
    assert concave.py_func.__qualname__ == again.py_func.__qualname__


@pytest.mark.slow
def test_an_edited_formula_is_played_and_not_the_compiled_one_of_before(tmp_path: Path) -> None:
    shutil.copytree(
        ROOT / "osphg", tmp_path / "osphg", ignore=shutil.ignore_patterns("__pycache__")
    )
    before, gap = played(tmp_path)
    assert before > 0
    assert gap < 1e-12
    formula = tmp_path / "osphg" / "compiled" / "steps.py"
    text = formula.read_text()
    assert text.count("keep * multiplier + step * violation") == 1
    edited = text.replace("keep * multiplier + step", "keep * multiplier + 2 * step")
    formula.write_text(edited)
    after, gap = played(tmp_path)
    assert abs(after - before) > 1e-3 * before
    assert gap < 1e-12
    assert len(kept(tmp_path)) == 2
    elsewhere, gap = played(tmp_path, NUMBA_CPU_NAME="generic")
    assert elsewhere == pytest.approx(after, rel=1e-12)
    assert gap < 1e-12
    assert len(kept(tmp_path)) == 2  # numba knows the processor


# numba is loaded without the linear algebra of scipy; what multiplies matrices finds it.
WITHOUT_BLAS = """
import sys
import osphg
from osphg.compiled.jit import import_numba
rounds = osphg.rounds.paper_quadratics(T=50, n=30)
player = osphg.OSPHG.tuned(rounds, W=5, K=5)
import_numba()
assert "numba.np.arraymath" in sys.modules and "scipy.linalg" not in sys.modules
assert "osphg.players.rules" not in sys.modules
import numba
import numpy as np
A = np.arange(6.0).reshape(2, 3)
assert (numba.njit(lambda A, B: np.dot(A, B))(A, A.T) == A @ A.T).all()
assert "scipy.linalg" in sys.modules
assert (numba.njit(lambda a, b: np.convolve(a, b))(A[0], A[1]) == np.convolve(A[0], A[1])).all()
in_numpy = osphg.play(player, rounds, compiled=False)
gap = osphg.play(player, rounds).decisions - in_numpy.decisions
assert abs(gap).max() < 1e-12
"""


WITHOUT_COMPILER = """
import sys
import osphg
X = osphg.Polytope([[1.0, 2.0, 1.0]], [2.0], osphg.Box.unit(3))
rounds = osphg.Rounds(osphg.rounds.paper_quadratics(T=20, n=3).utility, [[1.0] * 3] * 20, 20.0, X)
osphg.play(osphg.OSPHG.tuned(rounds, W=4, K=3), rounds, compiled=False)
assert "numba" not in sys.modules
"""


def test_rounds_in_numpy_load_no_compiler() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_COMPILER], cwd=ROOT, check=True)


def test_numba_is_loaded_without_linear_algebra_and_matrix_products_load_that() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_BLAS], cwd=ROOT, check=True)

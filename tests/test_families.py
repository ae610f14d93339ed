"""The families of utilities: formulas, assumptions, constants, compiled rounds, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg import Box, Simplex
from osphg.checks import FloatArray, non_negative_array
from osphg.compiled.answers import Functions
from osphg.compiled.loops import fuse
from osphg.domains import Domain
from osphg.families import UtilityFamily

families = osphg.families
T, N = 4, 3


def _rng() -> np.random.Generator:
    return np.random.default_rng(5)


def _coverage(varying: bool) -> families.ProbabilisticCoverage:
    rng = _rng()
    q = rng.uniform(0, 1, (T, N, 4) if varying else (N, 4))
    q.flat[:3] = 0.0, 1.0, 1.0
    return families.ProbabilisticCoverage(rng.uniform(0, 2, (T, 4)), q)


def _by_sets() -> families.ProbabilisticCoverage:
    rng = _rng()
    weights, covers = rng.exponential(1, (T, 6)), rng.random((N, 6)) < 0.5
    return families.ProbabilisticCoverage(weights, covers * 1.0)


def _saturating() -> families.ConcaveOverModular:
    rng = _rng()
    a = rng.uniform(0, 2, (5, N)) * (rng.random((5, N)) < 0.7)
    return families.ConcaveOverModular(rng.uniform(0, 2, (T, 5)), a)


def _own_value(t: int, x: FloatArray, told: tuple[FloatArray]) -> float:
    total = 0.0
    for i in range(len(x)):
        total += told[0][t, i] * np.log1p(x[i])
    return total


def _own_gradients(t: int, X: FloatArray, G: FloatArray, told: tuple[FloatArray]) -> None:
    for i in range(X.shape[0]):
        for k in range(X.shape[1]):
            G[i, k] = told[0][t, i] / (1 + X[i, k])


class Logarithms(UtilityFamily):
    """A user's family, as short as one can be: f_t(x) = sum_i w_ti log(1 + x_i)."""

    def __init__(self, w: FloatArray) -> None:
        self.w = non_negative_array("w", w, None, None)
        self.T, self.n = self.w.shape

    def fused_functions(self) -> Functions:
        return Functions(_own_value, _own_gradients, (self.w,))

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        return np.diag(self.w[t] / (1 + domain.lower) ** 2)


# The shared table: one small instance of each family, on a box on which it is what it should be.
# All tests of families run over it, those of the compiled rounds, too.
FAMILIES: dict[str, tuple[Callable[[], UtilityFamily], Box]] = {
    "coverage": (lambda: _coverage(varying=False), Box.unit(N)),
    "coverage, in each round": (lambda: _coverage(varying=True), Box.unit(N)),
    "weighted coverage": (_by_sets, Box.unit(N)),
    "concave over modular": (_saturating, Box(np.array([2.0, 1.0, 0.5]))),
    "a user's own": (
        lambda: Logarithms(_rng().uniform(0, 2, (T, N))),
        Box(np.array([2.0, 1.0, 0.5])),
    ),
}
EACH = pytest.mark.parametrize("name", list(FAMILIES))


def test_every_family_of_the_package_has_a_row() -> None:
    """So that all tests of families run over it."""
    concrete = {
        value
        for value in vars(osphg.families).values()
        if isinstance(value, type)
        and issubclass(value, UtilityFamily)
        and "curvature" in vars(value)
    }
    tested = {type(make()) for make, _ in FAMILIES.values()}
    assert concrete - {UtilityFamily} <= tested, "add a row to FAMILIES"


@EACH
def test_batches_are_point_by_point_and_gradients_are_derivatives(name: str) -> None:
    make, box = FAMILIES[name]
    f = make()
    X = _rng().uniform(0.05, 0.9, (2, 4, f.n)) * box.upper
    for t in range(f.T):
        values, slopes = f.value(t, X), f.gradient(t, X)
        assert values.shape == (2, 4)
        assert slopes.shape == X.shape
        for place in np.ndindex(2, 4):
            assert np.shape(f.value(t, X[place])) == ()
            np.testing.assert_allclose(f.value(t, X[place]), values[place], rtol=1e-12)
            np.testing.assert_allclose(f.gradient(t, X[place]), slopes[place], rtol=1e-11)
            step = 1e-5 * np.eye(f.n)
            ahead, behind = f.value(t, X[place] + step), f.value(t, X[place] - step)
            np.testing.assert_allclose((ahead - behind) / 2e-5, slopes[place], rtol=1e-6, atol=1e-7)


def test_the_range_is_exact_where_it_is_linear() -> None:
    """The most that a budget buys of <w, x>, from the lower corner on: less than a box allows."""
    f = families.ProbabilisticCoverage(np.array([[2.0, 1.0]]), np.eye(2))
    lower = np.array([0.3, 0.1])
    X = osphg.Polytope(np.ones((1, 2)), np.array([0.9]), Box(np.ones(2), lower))
    assert f.range(X) == pytest.approx(2.0 * (0.9 - 0.4))


@EACH
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_assumptions_and_constants(name: str, data: st.DataObject) -> None:
    """Normalised, monotone, diminishing; and no pair of points beyond beta_f, F or L."""
    make, box = FAMILIES[name]
    f = make()
    t = data.draw(st.integers(0, f.T - 1))
    unit = st.floats(0, 1).map(lambda u: round(u, 6))
    point = st.lists(unit, min_size=f.n, max_size=f.n)
    Y = np.array(data.draw(point)) * box.upper
    X = np.array(data.draw(point)) * Y
    scale = 1e-9 * (1 + f.lipschitz(box))
    steepest = max(np.linalg.norm(f.gradient(s, box.lower)) for s in range(f.T))
    assert f.lipschitz(box) == pytest.approx(steepest, rel=1e-12)
    assert abs(float(f.value(t, np.zeros(f.n)))) <= scale
    below, above = f.gradient(t, X), f.gradient(t, Y)
    assert (above >= -scale).all()
    assert (below >= above - scale).all()
    assert np.linalg.norm(below) <= f.lipschitz(box) + scale
    gain = float(f.value(t, Y) - f.value(t, X))
    assert -scale <= gain <= f.range(box) + scale
    Z = np.array(data.draw(point)) * box.upper  # L speaks of any two points
    gap = float(f.value(t, Z) - f.value(t, X) - f.gradient(t, X) @ (Z - X))
    assert gap >= -f.smoothness(box) / 2 * ((Z - X) ** 2).sum() - scale


@EACH
def test_compiled_rounds_are_the_numpy_rounds(name: str) -> None:
    """One loop on a box, the other on a simplex; the budget binds, and projections act."""
    make, box = FAMILIES[name]
    f = make()
    prices = np.random.default_rng(6).uniform(0, 2, (f.T, f.n))
    one, two = (osphg.Rounds(f, prices, 0.4 * f.T, X) for X in (box, Simplex(f.n, 0.7)))
    for game, player in (
        (one, osphg.OSPHG(mu=0.4 / one.beta, delta=one.beta**2, K=9, weighted=True)),
        (two, osphg.BoostedOSPHG(mu=0.4 / two.beta, delta=two.beta**2)),
    ):
        assert fuse(player, game.domain, f) is not None
        compiled, plain = osphg.play(player, game), osphg.play(player, game, compiled=False)
        for field in ("decisions", "utility", "violation", "multiplier"):
            np.testing.assert_allclose(
                getattr(compiled, field), getattr(plain, field), rtol=1e-12, atol=1e-12
            )


@numba.njit
def _quadratic(t: int, x: FloatArray, H: FloatArray, h: FloatArray) -> float:
    total = 0.0
    for i in range(len(x)):
        total += h[t, i] * x[i]
        for j in range(len(x)):
            total += 0.5 * H[t, i, j] * x[i] * x[j]
    return total


@numba.njit
def _quadratic_gradient(
    t: int, x: FloatArray, out: FloatArray, H: FloatArray, h: FloatArray
) -> None:
    for i in range(len(x)):
        out[i] = h[t, i]
        for j in range(len(x)):
            out[i] += H[t, i, j] * x[j]


def test_a_users_compiled_utility_is_played_as_the_packages_own() -> None:
    """In the compiled rounds, in NumPy's, and in blocks that do not begin with round 1."""
    given = osphg.rounds.paper_quadratics(T=40, n=2)
    own = given.utility
    assert isinstance(own, osphg.utilities.Quadratics)
    f = osphg.utilities.Compiled(_quadratic, _quadratic_gradient, (own.H, own.h), T=40, n=2)
    X = np.random.default_rng(1).uniform(0, 1, (3, 2, 2))
    np.testing.assert_allclose(f.value(7, X), own.value(7, X), rtol=1e-13)
    np.testing.assert_allclose(f.gradient(7, X), own.gradient(7, X), rtol=1e-13)
    assert f.value(7, X[0, 0]).shape == ()
    for domain in (Box.unit(2), Simplex(2, 0.5)):
        mine = osphg.Rounds(f, given.prices, given.budget, domain)
        player = osphg.OSPHG(mu=0.1, delta=1.0, K=9)
        assert fuse(player, domain, f) is not None
        expected = osphg.play(player, osphg.Rounds(own, given.prices, given.budget, domain))
        for run in (osphg.play(player, mine), osphg.play(player, mine, compiled=False)):
            for field in ("decisions", "utility", "violation", "multiplier"):
                np.testing.assert_allclose(
                    getattr(run, field), getattr(expected, field), rtol=1e-12, atol=1e-12
                )


def test_rounds_keep_their_numbers_in_a_long_compiled_game() -> None:
    """The compiled loop stops every 20 million multiply-adds, here after round 1666."""
    T = 2000
    given = osphg.rounds.paper_quadratics(T=T, n=2)
    own = given.utility
    assert isinstance(own, osphg.utilities.Quadratics)
    f = osphg.utilities.Compiled(_quadratic, _quadratic_gradient, (own.H, own.h), T=T, n=2)
    mine = osphg.Rounds(f, given.prices, given.budget, given.domain)
    player = osphg.OSPHG(mu=0.02, delta=50.0, K=1000, weighted=True)
    expected = osphg.play(player, given, compiled=False)
    for run in (osphg.play(player, given), osphg.play(player, mine)):
        for field in ("decisions", "utility", "violation", "multiplier"):
            np.testing.assert_allclose(
                getattr(run, field), getattr(expected, field), rtol=0, atol=1e-11, err_msg=field
            )


@numba.njit
def _wrong(t: int, x: FloatArray, out: FloatArray, H: FloatArray, h: FloatArray) -> None:
    out[0] = h[t, 5]


@numba.njit
def _lazy(t: int, x: FloatArray, out: FloatArray, H: FloatArray, h: FloatArray) -> None:
    out[0] = h[t, 0]


@pytest.mark.parametrize(
    ("changed", "kind", "message"),
    [
        ({"value_at": len}, TypeError, "^value_at must be a function under numba.njit, got"),
        ({"gradient_at": _wrong}, TypeError, "^gradient_at must work as it is .*IndexError"),
        ({"gradient_at": _lazy}, ValueError, r"^gradient_at must write finite .*\[1.0, nan\]"),
        ({"data": [1.0]}, TypeError, "^data must be a tuple of arrays and numbers"),
    ],
)
def test_what_is_not_compiled_is_refused(
    changed: dict[str, Any], kind: type[Exception], message: str
) -> None:
    data = (-np.ones((4, 2, 2)), np.ones((4, 2)))
    good = {"value_at": _quadratic, "gradient_at": _quadratic_gradient, "T": 4, "n": 2}
    with pytest.raises(kind, match=message) as caught:
        osphg.utilities.Compiled(**{"data": data, **good, **changed})
    assert "\n" not in str(caught.value)

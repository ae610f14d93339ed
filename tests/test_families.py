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
from osphg.core.compiled import fuse
from osphg.core.domains import Domain
from osphg.core.utilities import total
from osphg.core.validate import FloatArray
from osphg.games.families.diminishing import Diminishing

families = osphg.families
T, N = 4, 3


def _rng() -> np.random.Generator:
    return np.random.default_rng(5)


def _coverage(varying: bool) -> families.ProbabilisticCoverage:
    rng = _rng()
    q = rng.uniform(0, 1, (T, N, 4) if varying else (N, 4))
    q.flat[:3] = 0.0, 1.0, 1.0
    return families.ProbabilisticCoverage(rng.uniform(0, 2, (T, 4)), q)


def _modular(phi: Any, *, varying: bool) -> families.ConcaveOverModular:
    rng = _rng()
    a = rng.uniform(0, 1, (T, 2, N) if varying else (2, N))
    return families.ConcaveOverModular(rng.uniform(0, 2, (T, 2)), a, phi)


def _influence() -> families.ConcaveOverModular:
    rng = _rng()
    return families.budget_allocation(rng.uniform(0, 2, (T, 4)), rng.uniform(0, 0.9, (T, N, 4)))


class Harmonic:
    """A user's shape: z / (1 + z)."""

    def value(self, z: FloatArray, /) -> FloatArray:
        return np.asarray(z / (1 + z))

    def slope(self, z: FloatArray, /) -> FloatArray:
        return np.asarray((1 + z) ** -2)

    def bend(self, z: FloatArray, /) -> FloatArray:
        return np.asarray(2 * (1 + z) ** -3)


# The shared table: one small instance of each family, on a box on which it is what it should be.
FAMILIES: dict[str, tuple[Callable[[], Diminishing], Box]] = {
    "coverage": (lambda: _coverage(varying=False), Box.unit(N)),
    "coverage, in each round": (lambda: _coverage(varying=True), Box.unit(N)),
    "log": (lambda: _modular(families.Log(), varying=True), Box([2.0, 1.0, 0.5])),
    "saturation": (lambda: _modular(families.Saturation(), varying=False), Box.unit(N)),
    "root": (lambda: _modular(families.Root(0.01), varying=False), Box.unit(N)),
    "cap": (lambda: _modular(families.SmoothCap(0.6, 0.5), varying=True), Box.unit(N)),
    "two shapes": (
        lambda: _modular([families.SmoothCap(0.6, 0.5), Harmonic()], varying=True),
        Box.unit(N),
    ),
    "influence": (_influence, Box([3.0, 1.0, 2.0])),
}
EACH = pytest.mark.parametrize("name", list(FAMILIES))


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


@EACH
@settings(max_examples=25, deadline=None)
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
def test_constants_on_a_simplex(name: str) -> None:
    """The range uses the set, and not its bounding box alone."""
    f = FAMILIES[name][0]()
    simplex = Simplex(f.n, 0.5)
    X = simplex.project(_rng().uniform(0, 1, (50, f.n)))
    for t in range(f.T):
        values = f.value(t, X)
        assert values.max() - values.min() <= f.range(simplex)
        assert (np.linalg.norm(f.gradient(t, X), axis=-1) <= f.lipschitz(simplex)).all()


@EACH
def test_totals_are_sums(name: str) -> None:
    make, box = FAMILIES[name]
    f = make()
    X = _rng().uniform(0, 1, (4, f.n)) * box.upper
    for horizon in (1, f.T):
        summed = total(f, horizon)
        parts = [f.value(t, X) for t in range(horizon)]
        np.testing.assert_allclose(summed.value(X), np.sum(parts, axis=0), rtol=1e-12)
        slopes = [f.gradient(t, X) for t in range(horizon)]
        np.testing.assert_allclose(summed.gradient(X), np.sum(slopes, axis=0), rtol=1e-11)


COMPILED = ("coverage", "coverage, in each round", "log", "saturation", "root", "cap", "influence")


def _game(f: Diminishing, domain: Domain) -> osphg.Rounds:
    prices = np.random.default_rng(6).uniform(0, 2, (f.T, f.n))
    return osphg.Rounds(f, prices, 0.4 * f.T, domain)


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_rounds_are_the_numpy_rounds(name: str) -> None:
    """On a box and a simplex; the budget binds, and projections act."""
    make, box = FAMILIES[name]
    f = make()
    for domain in (box, Simplex(f.n, 0.7)):
        game = _game(f, domain)
        player = osphg.OSPHG(mu=0.4 / game.beta, delta=game.beta**2, K=9, weighted=True)
        fused = fuse(player, domain, f)
        assert fused is not None
        one, two = osphg.play(player, game), osphg.play(player, game, compiled=False)
        for field in ("decisions", "utility", "violation", "multiplier"):
            np.testing.assert_allclose(
                getattr(one, field), getattr(two, field), rtol=1e-12, atol=1e-12
            )


def test_a_shape_of_a_users_own_and_a_subclass_play_in_numpy() -> None:
    class Mine(families.ProbabilisticCoverage):
        """Something else, perhaps."""

    player = osphg.OSPHG(mu=0.1, delta=1.0, K=3)
    mine = Mine(np.ones((T, 1)), np.ones((N, 1)))
    assert fuse(player, Box.unit(N), mine) is None
    assert fuse(player, Box.unit(N), FAMILIES["two shapes"][0]()) is None
    assert fuse(player, Box.unit(N), _modular(Harmonic(), varying=False)) is None


@numba.njit  # type: ignore[untyped-decorator]
def _quadratic(t: int, x: FloatArray, H: FloatArray, h: FloatArray) -> float:
    total = 0.0
    for i in range(len(x)):
        total += h[t, i] * x[i]
        for j in range(len(x)):
            total += 0.5 * H[t, i, j] * x[i] * x[j]
    return total


@numba.njit  # type: ignore[untyped-decorator]
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


@numba.njit  # type: ignore[untyped-decorator]
def _wrong(t: int, x: FloatArray, out: FloatArray, H: FloatArray, h: FloatArray) -> None:
    out[0] = h[t, 5]


@numba.njit  # type: ignore[untyped-decorator]
def _lazy(t: int, x: FloatArray, out: FloatArray, H: FloatArray, h: FloatArray) -> None:
    out[0] = h[t, 0]


@numba.njit  # type: ignore[untyped-decorator]
def _untypable(t: int, x: FloatArray, out: FloatArray, H: FloatArray, h: FloatArray) -> None:
    out[:] = len(vars())


@pytest.mark.parametrize(
    ("changed", "kind", "message"),
    [
        ({"value": len}, TypeError, "^value must be a function under numba.njit, got <built-in"),
        ({"gradient": _wrong}, TypeError, "^gradient must work as it is written .*IndexError"),
        ({"gradient": _lazy}, ValueError, r"^gradient must write finite numbers .*\[1.0, nan\]"),
        ({"gradient": _untypable}, TypeError, "^gradient must work compiled .*TypingError"),
        ({"T": 50}, TypeError, "^value must work as it is written at the origin of round 50"),
        ({"data": [1.0]}, TypeError, "^data must be a tuple of arrays and numbers"),
        ({"data": ("a",)}, TypeError, r"^data\[0\] must be a real number"),
        ({"n": 0}, ValueError, "^n must be at least 1"),
    ],
)
def test_what_is_not_compiled_is_refused(
    changed: dict[str, Any], kind: type[Exception], message: str
) -> None:
    data = (-np.ones((4, 2, 2)), np.ones((4, 2)))
    good = {"value": _quadratic, "gradient": _quadratic_gradient, "data": data, "T": 4, "n": 2}
    with pytest.raises(kind, match=message) as caught:
        osphg.utilities.Compiled(**{**good, **changed})
    assert "\n" not in str(caught.value)

"""The families of utilities: formulas, assumptions, constants, compiled rounds, refusals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg import Box, Simplex
from osphg.core.utilities import total
from osphg.games.families.diminishing import Diminishing

families = osphg.families
T, N = 3, 3


def _rng() -> np.random.Generator:
    return np.random.default_rng(5)


def _coverage(varying: bool) -> families.ProbabilisticCoverage:
    rng = _rng()
    q = rng.uniform(0, 1, (T, N, 4) if varying else (N, 4))
    q.flat[:3] = 0.0, 1.0, 1.0
    return families.ProbabilisticCoverage(rng.uniform(0, 2, (T, 4)), q)


# The shared table: one small instance of each family, on a box on which it is what it should be.
FAMILIES: dict[str, tuple[Callable[[], Diminishing], Box]] = {
    "coverage": (lambda: _coverage(varying=False), Box.unit(N)),
    "coverage, in each round": (lambda: _coverage(varying=True), Box.unit(N)),
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

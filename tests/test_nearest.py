"""Projections on polytopes in many dimensions: from a guess, and without one, the same point."""

from __future__ import annotations

import numpy as np
import pytest

import osphg
from osphg.checks import FloatArray
from osphg.domains import Polyhedron, nearest

WIDE = osphg.families.wide_quadratics(T=20).domain  # n = 100 and 50 rows


def near(count: int, step: float, seed: int) -> FloatArray:
    """Points a step outside of the polytope, each near the one before."""
    rng = np.random.default_rng(seed)
    start = WIDE.maximize_linear(rng.uniform(0.5, 1, WIDE.n))
    return np.asarray(start + step * rng.uniform(0, 1, (count, WIDE.n)).cumsum(0) / count)


@pytest.mark.parametrize("step", [1e-6, 0.01, 0.3])
def test_points_side_by_side_are_projected_as_each_alone(step: float) -> None:
    Y = near(8, step, seed=1)
    X = WIDE.project(Y)
    np.testing.assert_allclose(X, [WIDE.project(y) for y in Y], rtol=0, atol=1e-13)
    assert WIDE.contains(X, atol=1e-13).all()
    # No point of the set is on the far side of the plane through x across y - x.
    C = Y - X
    assert ((C * WIDE.maximize_linear(C)).sum(-1) - (C * X).sum(-1)).max() <= 1e-9 * step


@pytest.mark.parametrize("spread", [0.1, 1.0, 30.0, 1e6])
@pytest.mark.parametrize("seed", range(4))
def test_a_guess_changes_nothing(seed: int, spread: float) -> None:
    """Whatever the multipliers at the start: the point of the box alone, or None."""
    rng = np.random.default_rng(seed)
    n, m = 6, 4
    A = rng.uniform(0, 1, (m, n))
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    b, lower, upper = A @ np.full(n, 0.3), np.zeros(n), np.ones(n)
    shape = Polyhedron.intersect(lower, upper, A, b)
    assert shape is not None
    y = spread * rng.normal(size=n) + 1.0
    expected = shape.project(y[np.newaxis])[0]
    found = [
        nearest(y, A, b, lower, upper, guess * rng.uniform(size=m)) for guess in (0.0, 0.1, 10.0)
    ]
    for answer in found:
        if answer is not None:
            x, multipliers = answer
            np.testing.assert_allclose(x, expected, rtol=0, atol=1e-14 * max(1.0, spread))
            assert (multipliers >= 0).all()
            assert np.abs(multipliers * (A @ x - b)).max() <= 1e-13 * max(1.0, spread)
    if spread <= 0.1:
        assert any(answer is not None for answer in found)


def test_more_rows_than_free_coordinates() -> None:
    """A vertex through which many rows pass."""
    rng = np.random.default_rng(5)
    A = rng.uniform(0.1, 1, (40, 3))
    corner = np.array([0.5, 0.25, 0.125])
    domain = osphg.Polytope(A, A @ corner, osphg.Box.unit(3))
    y = corner + A.sum(0)
    np.testing.assert_allclose(domain.project(y), corner, rtol=0, atol=1e-12)

"""Utilities: values, gradients, sums and constants."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from osphg import Box, Rounds, Simplex
from osphg.utilities import AtRound, Quadratic, Quadratics, Stationary, Sum
from tests.table import PROBLEMS, LogReach, Saturating, problem

_RNG = np.random.default_rng(0)
H, h = -_RNG.uniform(0, 1, (3, 2, 2)), _RNG.uniform(0, 2, (3, 2))


@pytest.mark.parametrize("n", [1, 2, 6])
def test_quadratics_are_the_formula(n: int) -> None:
    rng = np.random.default_rng(n)
    H, h = -rng.uniform(0, 1, (4, n, n)), rng.uniform(0, 2, (4, n))
    utility = Quadratics(H, h)
    X = rng.uniform(-1, 1, (3, 2, n))
    assert (utility.T, utility.n) == (4, n)
    for t in range(4):
        values = np.einsum("...i,ij,...j->...", X, H[t], X) / 2 + X @ h[t]
        slopes = X @ (H[t] + H[t].T) / 2 + h[t]
        np.testing.assert_allclose(utility.value(t, X), values, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(utility.gradient(t, X), slopes, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", PROBLEMS)
def test_batches_are_point_by_point_and_agree_with_plain_python(name: str) -> None:
    game = problem(name)
    f, n = game.rounds.utility, game.rounds.n
    X = np.random.default_rng(3).uniform(0.1, 0.9, (2, 3, n)) * game.rounds.domain.upper
    steps = 1e-6 * np.eye(n)
    for t in (0, game.rounds.T - 1):
        values, slopes = f.value(t, X), f.gradient(t, X)
        assert (values.shape, slopes.shape) == ((2, 3), X.shape)
        for at in np.ndindex(2, 3):
            x = X[at]
            assert np.shape(f.value(t, x)) == ()
            np.testing.assert_allclose(values[at], f.value(t, x), rtol=1e-13)
            np.testing.assert_allclose(values[at], game.value(t, x.tolist()), rtol=1e-12)
            for slope in (f.gradient(t, x), game.gradient(t, x.tolist())):
                np.testing.assert_allclose(slopes[at], slope, rtol=1e-12, atol=1e-12)
            differences = f.value(t, x + steps) - f.value(t, x - steps)
            np.testing.assert_allclose(differences / 2e-6, slopes[at], rtol=1e-6, atol=1e-6)


def _summed(utility: Any, T: int) -> Any:
    return Rounds(utility, np.ones((T, 2)), 1.0, Box.unit(2)).total()


def test_totals_use_what_the_utility_offers() -> None:
    quadratic = Quadratics(H, h).total(2)
    np.testing.assert_allclose(quadratic.H, (H[:2] + H[:2].transpose(0, 2, 1)).sum(0) / 2)
    np.testing.assert_allclose(quadratic.h, h[:2].sum(0))
    assert isinstance(_summed(Quadratics(H, h), 3), Quadratic)
    same = Saturating(np.ones(2))
    assert _summed(Stationary(same), 5).value(np.ones(2)) == 5 * same.value(np.ones(2))
    general = _summed(LogReach(np.ones((4, 3, 2))), 4)
    assert isinstance(general, Sum)
    assert [term.t for term in general.terms if isinstance(term, AtRound)] == [0, 1, 2, 3]


def test_constants_of_a_hand_made_quadratic() -> None:
    """f = -x^2/2 - xy + 2x + y on [0,1]^2: grad (2 - x - y, 1 - x), monotone."""
    utility = Quadratics(np.array([[[-1.0, -1.0], [-1.0, 0.0]]]), np.array([[2.0, 1.0]]))
    box = Box.unit(2)
    assert utility.lipschitz(box) == pytest.approx(5**0.5, rel=1e-15)
    assert utility.range(box) == pytest.approx(1.5, rel=1e-15)
    assert utility.smoothness(box) == pytest.approx((1 + 5**0.5) / 2, rel=1e-15)
    assert utility.range(Simplex(2, 1.0)) >= 1.5  # f(1, 0); the bounding box is the same


def test_constants_of_a_quadratic_that_falls() -> None:
    """x - 2 x^2 has slopes from 1 to -3 on [0, 1], and its values are within 3 of each other."""
    f = Quadratics(np.array([[[-4.0]]]), np.ones((1, 1)))
    assert f.lipschitz(Box.unit(1)) == f.range(Box.unit(1)) == 3

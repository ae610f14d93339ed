"""Projections on polytopes in more than two dimensions, and those of compiled rounds."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import ArrayLike

import osphg
from osphg.checks import FloatArray
from osphg.domains import BoolArray, least_distance
from osphg.fusing import Projection, fuse
from osphg.players import Player


@pytest.mark.parametrize("spread", [0.1, 1.0, 1e6])
@pytest.mark.parametrize("low", [0.0, -0.3])
def test_the_slow_programme_finds_the_same_point(low: float, spread: float) -> None:
    """What projects where the library does not."""
    rng = np.random.default_rng(1)
    for n in (3, 6, 10):
        A = rng.uniform(low, 1, (5, n))
        A /= np.linalg.norm(A, axis=1, keepdims=True)
        domain = osphg.Polytope(A, A @ np.full(n, 0.3) + rng.uniform(0, 0.2, 5), osphg.Box.unit(n))
        G = np.vstack([A, np.eye(n), -np.eye(n)])
        g = np.concatenate([domain.b, np.ones(n), np.zeros(n)])
        Y = 1.0 + spread * rng.normal(size=(20, n))
        expected = [least_distance(y, G, g) for y in Y]
        tolerance = 1e-13 * max(1.0, spread)
        np.testing.assert_allclose(domain.project(Y), expected, rtol=0, atol=tolerance)


@pytest.mark.parametrize("spread", [0.1, 1.0, 30.0])
@pytest.mark.parametrize("rows", [0, 1, 4, 30])
def test_the_compiled_projection_on_a_polygon(rows: int, spread: float) -> None:
    rng = np.random.default_rng(rows)
    A = rng.normal(size=(rows + 1, 2))
    domain = osphg.Polytope(A, A @ np.full(2, 0.3) + 0.3, osphg.Box.unit(2))
    assert_projected_alike(domain, 0.3 + spread * rng.normal(size=(200, 2)))
    assert_projected_alike(domain, domain.vertices)


def assert_projected_alike(domain: osphg.Polytope, Y: FloatArray) -> None:
    """As by the domain itself."""
    fused = domain.fused_projection()
    assert fused is not None
    X = Y.copy()
    for x in X:
        fused.project(x, *fused.data)
    np.testing.assert_allclose(X, domain.project(Y), rtol=0, atol=1e-12)


class Ball:
    """A user's own domain, {x >= 0 : |x| <= r}, with a projection for compiled rounds."""

    n, r = 3, 0.4

    def __init__(self, into_ball: Any) -> None:
        self.lower, self.upper = np.zeros(self.n), np.full(self.n, self.r)
        self.diameter, self._into_ball = self.r * 2**0.5, into_ball

    def project(self, Y: ArrayLike) -> FloatArray:
        X = np.maximum(np.asarray(Y), 0.0)
        return X / np.maximum(np.linalg.norm(X, axis=-1, keepdims=True) / self.r, 1.0)

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        return self.project(1e9 * np.asarray(C))

    def contains(self, X: ArrayLike, atol: float = 1e-9) -> BoolArray:
        return np.asarray(np.abs(self.project(X) - np.asarray(X)).max(-1) <= atol)

    def fused_projection(self) -> Projection:
        return Projection(self.lower, np.full(self.n, np.inf), self._into_ball, (self.r,))


def _into_ball(y: FloatArray, r: float) -> None:
    length = np.sqrt((y * y).sum())
    if length > r:
        y *= r / length


@pytest.mark.parametrize(
    ("player", "into_ball"),
    [
        (osphg.OSPHG(0.1, 1.0, 4), _into_ball),
        (osphg.BoostedOSPHG(0.1, 1.0), numba.njit(_into_ball)),
    ],
    ids=["plain", "njit"],
)
def test_a_users_projection_is_played_compiled(player: Player, into_ball: Any) -> None:
    domain, given = Ball(into_ball), osphg.rounds.paper_quadratics(T=40, n=3)
    rounds = osphg.Rounds(given.utility, given.prices, 1.5 * given.T, domain)
    assert fuse(player, domain, rounds.utility) is not None
    one, two = osphg.play(player, rounds), osphg.play(player, rounds, compiled=False)
    assert np.linalg.norm(one.decisions, axis=-1).max() > 0.39  # projections act
    np.testing.assert_allclose(one.decisions, two.decisions, rtol=0, atol=1e-12)
    np.testing.assert_allclose(one.multiplier, two.multiplier, rtol=0, atol=1e-12)


def test_a_users_wrong_projection_is_refused_in_its_round() -> None:
    def nowhere(y: FloatArray, r: float) -> None:
        """Leave a point where it is."""

    domain, given = Ball(nowhere), osphg.rounds.paper_quadratics(T=40, n=3)
    rounds = osphg.Rounds(given.utility, given.prices, 1.5 * given.T, domain)
    with pytest.raises(osphg.RoundError, match=r"^round \d+: the decision must lie in "):
        osphg.play(osphg.OSPHG(0.1, 1.0, 4), rounds)


def test_what_does_not_compile_is_told_and_played_in_numpy() -> None:
    def by_text(y: FloatArray, r: float) -> None:
        y[0] = eval("r")

    domain, given = Ball(by_text), osphg.rounds.paper_quadratics(T=40, n=3)
    rounds, player = osphg.Rounds(given.utility, given.prices, 60.0, domain), osphg.OSPHG(0.1, 1, 4)
    with pytest.warns(RuntimeWarning, match=r"^osphg plays in NumPy, .+ not compile: .*eval"):
        run = osphg.play(player, rounds)
    other = osphg.play(player, rounds, compiled=False)
    np.testing.assert_array_equal(run.decisions, other.decisions)

"""The benchmark on domains that do not say their faces, by tangents of their projection."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from osphg.checks import FloatArray
from osphg.domains import Box, Domain, Polytope, Simplex
from osphg.hindsight.best import Benchmark, best_fixed_decision
from osphg.hindsight.search import branch_and_bound
from osphg.hindsight.tangents import nearest_within, tangent_at
from osphg.hindsight.windows import window_averages
from osphg.matroids import PartitionMatroid
from osphg.rounds import Rounds, StreamedRounds
from osphg.utilities import Quadratic, Quadratics, Stationary

seeds = st.integers(0, 2**32 - 1)
W = 3


class Ellipsoid:
    """The part of {x : sum_i c_i x_i^2 <= 1} in the orthant: down-closed, and no polytope."""

    def __init__(self, c: Any) -> None:
        self.c = np.asarray(c, dtype=np.float64)
        self.n = len(self.c)
        self.lower = np.zeros(self.n)
        self.upper = 1 / np.sqrt(self.c)
        self.diameter = 2 * float(np.linalg.norm(self.upper))

    def excess(self, X: Any) -> FloatArray:
        return np.asarray((self.c * np.square(X)).sum(axis=-1) - 1)

    def project_one(self, y: FloatArray) -> FloatArray:
        y = np.maximum(y, 0.0)
        if self.excess(y) <= 0:
            return y
        multiplier = scipy.optimize.brentq(
            lambda m: float(self.excess(y / (1 + m * self.c))), 0, 1e6, xtol=1e-15, rtol=1e-15
        )
        return np.asarray(y / (1 + multiplier * self.c))

    def project(self, Y: Any) -> FloatArray:
        return np.apply_along_axis(self.project_one, -1, np.asarray(Y, dtype=np.float64))

    def maximize_linear(self, C: Any) -> FloatArray:
        V = np.maximum(C, 0.0) / self.c
        lengths = np.sqrt((self.c * V**2).sum(axis=-1, keepdims=True))
        return np.asarray(V / np.maximum(lengths, 1e-300))

    def contains(self, X: Any, rtol: float = 1e-9) -> Any:
        inside = (np.asarray(X) >= -rtol * self.upper).all(axis=-1)
        return inside & (self.excess(X) <= 4 * self.n * rtol)


class Radial(Ellipsoid):
    """Its projection draws a point towards 0: the nearest one on a ball alone."""

    def project_one(self, y: FloatArray) -> FloatArray:
        y = np.maximum(y, 0.0)
        return y / max(1.0, float(np.sqrt(1 + self.excess(y))))


class Rough(Ellipsoid):
    """Its projection stops at nine digits, as an iteration may."""

    def project_one(self, y: FloatArray) -> FloatArray:
        return np.round(super().project_one(y), 9)


class Silent:
    """A domain without its half-spaces."""

    def __init__(self, domain: Domain) -> None:
        self.n, self.lower, self.upper = domain.n, domain.lower, domain.upper
        self.diameter = domain.diameter
        self.project = domain.project
        self.maximize_linear = domain.maximize_linear
        self.contains = domain.contains


class Coverage:
    """1 - prod_i (1 - q_i x_i): not concave; it refuses points outside its domain."""

    def __init__(self, q: FloatArray, domain: Domain) -> None:
        self.q, self.domain = q, domain

    def value(self, X: FloatArray, /) -> FloatArray:
        assert self.domain.contains(X).all()
        return np.asarray(1.0 - (1.0 - self.q * X).prod(axis=-1))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        assert self.domain.contains(X).all()
        missed = 1.0 - self.q * X
        return np.asarray(self.q * missed.prod(axis=-1, keepdims=True) / missed)


def game_on(domain: Domain, seed: int, allowance: float) -> Rounds:
    """Random monotone quadratics and prices, 12 rounds of them."""
    rng = np.random.default_rng(seed)
    H = -rng.uniform(0.0, 1.0, (12, domain.n, domain.n))
    H = H + H.transpose(0, 2, 1)
    h = -(H @ domain.upper) + rng.uniform(0.0, 0.2, (12, domain.n))
    prices = rng.uniform(0.2, 2.0, (12, domain.n))
    return Rounds(Quadratics(H, h), prices, allowance * 12, domain)


def feasible_points(rounds: Rounds, count: int, seed: int) -> FloatArray:
    """Points of the domain that keep the budget in every window, many of them at its limit."""
    rng = np.random.default_rng(seed)
    X = rounds.domain.project(rng.uniform(0.0, 1.5, (count, rounds.n)) * rounds.domain.upper)
    dearest = (X @ window_averages(rounds.prices, W).T).max(axis=1)
    return np.asarray(X * np.minimum(1.0, rounds.allowance / dearest)[:, np.newaxis])


def by_slsqp(rounds: Rounds, domain: Ellipsoid) -> float:
    """The best of several local maxima, each drawn into the feasible set where it left it."""
    f, rows = rounds.total(), window_averages(rounds.prices, W)
    constraints = [
        {"type": "ineq", "fun": lambda x: -float(domain.excess(x))},
        {"type": "ineq", "fun": lambda x: rounds.allowance - rows @ x},
    ]
    best = 0.0
    for start in feasible_points(rounds, 8, 0):
        x = scipy.optimize.minimize(
            lambda x: -float(f.value(x)),
            start,
            jac=lambda x: -f.gradient(x),
            bounds=list(zip(domain.lower, domain.upper, strict=True)),
            constraints=constraints,
            method="SLSQP",
            options={"ftol": 1e-14, "maxiter": 500},
        ).x
        x = np.maximum(x, 0.0)
        over = max(np.sqrt(1 + float(domain.excess(x))), float((rows @ x).max()) / rounds.allowance)
        best = max(best, float(f.value(x / max(1.0, over))))
    return best


def require_certified(best: Benchmark, rounds: Rounds, seed: int) -> None:
    """No random feasible point may have more than the bound, nor lie where the decision may not."""
    points = feasible_points(rounds, 500, seed)
    assert rounds.total().value(points).max() <= best.upper_bound
    assert best.value <= best.upper_bound
    assert best.value == pytest.approx(float(rounds.total().value(best.x)), rel=1e-12)


@pytest.mark.parametrize("c", [[1.0, 1.0], [0.5, 4.0], [1.0] * 3, [0.5, 1.0, 4.0]])
@pytest.mark.parametrize("allowance", [0.4, 1.0, 9.0])
def test_balls_and_ellipsoids_against_slsqp(c: list[float], allowance: float) -> None:
    domain = Ellipsoid(c)
    rounds = game_on(domain, len(c), allowance)
    best = best_fixed_decision(rounds, W)
    known = by_slsqp(rounds, domain)
    assert best.value == pytest.approx(known, rel=2e-6)
    assert known <= best.upper_bound
    if domain.n == 2:
        assert best.relative_gap <= 1e-6
        assert best.method.startswith("closed form, within")


@given(seeds, st.sampled_from([1, 2]), st.floats(0.2, 5.0))
@settings(max_examples=25, deadline=None)
def test_no_feasible_point_has_more_than_the_bound(seed: int, n: int, allowance: float) -> None:
    domain = Ellipsoid(np.random.default_rng(seed).uniform(0.2, 5.0, n))
    rounds = game_on(domain, seed, allowance)
    best = best_fixed_decision(rounds, W)
    require_certified(best, rounds, seed)
    assert best.relative_gap <= 1e-6


@pytest.mark.parametrize("n", [2, 3])
def test_utilities_are_never_evaluated_outside_a_domain_without_faces(n: int) -> None:
    rng = np.random.default_rng(n)
    domain = Ellipsoid(np.linspace(1.0, 4.0, n))
    utility = Stationary(Coverage(rng.uniform(0.3, 0.9, n), domain))
    rounds = Rounds(utility, rng.uniform(0.2, 0.6, (6, n)), 6.0, domain)
    best = best_fixed_decision(rounds, W, solver=branch_and_bound(1e-3))
    require_certified(best, rounds, n)
    assert best.relative_gap <= 1.1e-3
    assert int(best.method.split()[-2]) > 1


@given(seeds, st.floats(0.2, 3.0))
@settings(max_examples=15, deadline=None)
def test_half_spaces_are_a_short_cut_only(seed: int, allowance: float) -> None:
    rng = np.random.default_rng(seed)
    box = Box(rng.uniform(0.5, 1.5, 2))
    cut = Polytope(rng.uniform(0.1, 1.0, (2, 2)), rng.uniform(0.3, 1.0, 2), box)
    for domain in (box, Simplex(2, 0.8), cut):
        short = best_fixed_decision(game_on(domain, seed, allowance), W)
        best = best_fixed_decision(game_on(Silent(domain), seed, allowance), W)
        assert best.value == pytest.approx(short.value, rel=1e-6)
        assert best.upper_bound >= short.value
        assert best.relative_gap <= 1e-6


def test_a_matroid_has_a_best_fixed_decision() -> None:
    matroid = PartitionMatroid([[0, 1], [2, 3]], ranks=[1, 1])
    A = np.array([[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0]])
    polytope = Polytope(A, np.ones(2), Box.unit(4))
    solver = branch_and_bound(1e-3)
    best = best_fixed_decision(game_on(matroid, 4, 0.8), W, solver=solver)
    known = best_fixed_decision(game_on(polytope, 4, 0.8), W, solver=solver)
    assert best.value <= known.upper_bound
    assert known.value <= best.upper_bound
    assert best.relative_gap <= 1.1e-3


@given(seeds, st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_a_tangent_separates_a_point_from_the_domain(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    domain = Ellipsoid(rng.uniform(0.2, 5.0, n))
    distance = 10.0 ** rng.uniform(-7, 1)
    edge = domain.maximize_linear(rng.uniform(0.0, 1.0, n))
    y = edge * (1 + distance)
    normal, offset = tangent_at(domain, y)
    assert normal @ y > offset
    inside = domain.project(rng.uniform(0.0, 2.0, (200, n)) * domain.upper)
    assert (inside @ normal).max() <= offset
    assert (normal >= 0).all()
    nearest = nearest_within(domain, y)
    assert domain.contains(nearest)
    assert (nearest <= y).all()


@pytest.mark.parametrize("seed", range(4))
def test_a_rough_projection_is_good_enough(seed: int) -> None:
    """Near the domain y - P(y) is mostly error: no direction follows from it."""
    domain = Rough([0.5, 4.0])
    for distance in 10.0 ** -np.arange(3.0, 9.0):
        y = domain.maximize_linear(np.array([1.0, 0.3 + seed])) * (1 + distance)
        assert tangent_at(domain, y).normal @ y > 0
    rounds = game_on(domain, seed, 9.0)
    best = best_fixed_decision(rounds, W)
    require_certified(best, rounds, seed)
    assert best.relative_gap <= 1e-6


def test_a_projection_that_is_not_the_nearest_point_is_refused() -> None:
    rounds = game_on(Radial([0.5, 4.0]), 0, 9.0)
    with pytest.raises(ValueError, match=r"^domain\.project must find the nearest point, on whose"):
        best_fixed_decision(rounds, W)


def test_a_sum_with_a_quadratic_that_is_not_dr_submodular_is_refused() -> None:
    """The bound would not hold; the quadratic is one term of a sum of other functions."""
    domain = Ellipsoid([1.0, 4.0])
    parts = (
        Stationary(Quadratic(np.ones((2, 2)), np.ones(2))),
        Stationary(Coverage(np.full(2, 0.5), domain)),
    )
    rounds = StreamedRounds(lambda t, _: (parts[t], np.ones((1, 2))), 1, 2, 2.0, domain)
    with pytest.raises(ValueError, match=r"needs a DR-submodular objective .*, got 1"):
        best_fixed_decision(rounds, 1)


def test_a_domain_that_is_not_down_closed_is_refused() -> None:
    A = np.array([[1.0, -0.5], [-0.5, 1.0]])
    tilted = Polytope(A, np.full(2, 0.2), Box(np.array([1.0, 0.4])))
    with pytest.raises(ValueError, match=r"^domain must be down-closed .*, got .* normal \[.*-0"):
        best_fixed_decision(game_on(Silent(tilted), 0, 1.0), W)

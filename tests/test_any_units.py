"""A game told in another way, by units, order of items or repeated rounds: the same benchmark."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import osphg
from osphg.checks import FloatArray
from osphg.domains import Box, Domain, Polytope
from osphg.families import ConcaveOverModular
from osphg.hindsight.curves import benchmark_curve
from osphg.hindsight.regions import window_polytope
from osphg.playing import Run
from osphg.rounds import Rounds
from osphg.utilities import Quadratics, Utility

T, W = 24, 5
seeds = st.integers(0, 2**32 - 1)


class Retold:
    """f_t of another game: its round `rounds[t]`, with items in an `order` and in `units`."""

    def __init__(
        self, utility: Utility, units: FloatArray, order: NDArray[Any], rounds: NDArray[Any]
    ) -> None:
        self.utility, self.units, self.rounds = utility, units, rounds
        self.order, self.back = order, np.argsort(order)
        self.concave = getattr(utility, "concave", False)

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return self.utility.value(int(self.rounds[t]), (X / self.units)[..., self.back])

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        slopes = self.utility.gradient(int(self.rounds[t]), (X / self.units)[..., self.back])
        return slopes[..., self.order] / self.units


def retold(
    game: Rounds, units: FloatArray, order: NDArray[Any], rounds: NDArray[Any] | None = None
) -> Rounds:
    """Return a game with items in another order, each in units of its own, and other rounds."""
    index = np.arange(game.T) if rounds is None else rounds
    f, X = game.utility, game.domain
    if isinstance(f, Quadratics):
        H = f.H[index][:, order][:, :, order] / units / units[:, np.newaxis]
        utility: Utility = Quadratics(H, f.h[index][:, order] / units)
    else:
        utility = Retold(f, units, order, index)
    domain: Domain
    if isinstance(X, Polytope):
        box = Box(X.box.upper[order] * units)
        domain = Polytope(X.A[:, order] / units, X.b, box)
    else:
        domain = Box(X.upper[order] * units)
    prices = game.prices[index][:, order] / units
    return Rounds(utility, prices, game.allowance * len(index), domain)


class Coverage:
    """1 - prod_i (1 - q_ti x_i): DR-submodular, neither quadratic nor concave."""

    def __init__(self, q: FloatArray) -> None:
        self.q = q

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray(1.0 - (1.0 - self.q[t] * X).prod(axis=-1))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        missed = 1.0 - self.q[t] * X
        return np.asarray(self.q[t] * missed.prod(axis=-1, keepdims=True) / missed)


def made(kind: str, n: int, seed: int) -> Rounds:
    """A game whose budget binds in some windows, on a box or on a polytope."""
    rng = np.random.default_rng(seed)
    prices = rng.uniform(0.5, 3.0, (T, n))
    upper = rng.uniform(0.5, 2.0, n)
    utility: Utility
    if kind == "quadratic":
        H = -rng.uniform(0.0, 1.0, (T, n, n)) / upper / upper[:, np.newaxis]
        utility = Quadratics(H, -(H + H.transpose(0, 2, 1)) @ upper / 2 + rng.uniform(0, 0.1, n))
    elif kind == "concave":
        utility = ConcaveOverModular(rng.uniform(0.5, 2.0, (T, n)), np.diag(1.0 / upper))
    else:
        utility = Coverage(rng.uniform(0.1, 0.9, (T, n)) / upper)
    domain: Domain = Box(upper)
    if seed % 2:
        domain = Polytope(rng.uniform(0.1, 1.0, (2, n)), upper.sum() * np.ones(2) / 3, Box(upper))
    budget = 0.4 * T * float((prices * upper).sum(axis=1).mean())
    return Rounds(utility, prices, budget, domain)


KINDS = [("quadratic", 1), ("quadratic", 2), ("quadratic", 3), ("concave", 3), ("coverage", 2)]


def assert_same_benchmark(game: Rounds, other: Rounds, window: int, value: float) -> None:
    """The other game has the same best decision, worth `value` times as much."""
    best = osphg.best_fixed_decision(game, W)
    found = osphg.best_fixed_decision(other, window)
    assert found.method.split(",")[0] == best.method.split(",")[0]
    # Each lies within the certificate of the other, and the certificates are as good as asked for.
    slack = 1e-9 * best.value
    assert found.value <= value * (best.upper_bound + slack)
    assert value * best.value <= found.upper_bound + slack
    asked = 1e-4 if best.method.startswith("branch") else 2e-5
    assert found.relative_gap <= asked + 1e-9
    assert found.value == pytest.approx(value * best.value, rel=best.relative_gap + 1e-9)
    spend = other.prices @ found.x
    windows = np.lib.stride_tricks.sliding_window_view(spend, window).mean(axis=-1)
    assert windows.max() <= other.allowance * (1 + 1e-9)
    assert other.domain.contains(found.x)


@pytest.mark.parametrize(("kind", "n"), KINDS)
@given(seeds, st.integers(0, 9))
@settings(max_examples=12, deadline=None)
def test_the_benchmark_in_any_units_and_order(kind: str, n: int, seed: int, decades: int) -> None:
    rng = np.random.default_rng(seed)
    game = made(kind, n, seed)
    units = 10.0 ** rng.uniform(-decades, decades, n)
    assert_same_benchmark(game, retold(game, units, rng.permutation(n)), W, 1.0)


@pytest.mark.parametrize(("kind", "n"), KINDS)
@given(seeds, st.integers(2, 3))
@settings(max_examples=6, deadline=None)
def test_the_benchmark_of_rounds_played_several_times(
    kind: str, n: int, seed: int, times: int
) -> None:
    """A window that begins within a round costs the average of two whole ones: no more."""
    game = made(kind, n, seed)
    index = np.repeat(np.arange(T), times)
    other = retold(game, np.ones(n), np.arange(n), index)
    assert_same_benchmark(game, other, times * W, times)


@given(seeds, st.integers(0, 9), st.booleans())
@settings(max_examples=25, deadline=None)
def test_every_window_in_any_units_and_order(seed: int, decades: int, flip: bool) -> None:
    rng = np.random.default_rng(seed)
    game = made("quadratic", 2, seed)
    units = 10.0 ** rng.uniform(-decades, decades, 2)
    order = np.array([1, 0] if flip else [0, 1])
    one = osphg.every_window(game, K=10)
    two = osphg.every_window(retold(game, units, order), K=10)
    each = benchmark_curve(retold(game, units, order), [1, 4, T], K=10)
    scale = float(one.value.max())
    for name in ("value", "upper_bound", "frank_wolfe"):
        expected = getattr(one, name)
        np.testing.assert_allclose(getattr(two, name), expected, rtol=0, atol=1e-9 * scale)
        some = expected[[0, 3, T - 1]]
        np.testing.assert_allclose(getattr(each, name), some, rtol=0, atol=1e-9 * scale)


@given(seeds, st.integers(1, 4), st.integers(0, 9))
@settings(max_examples=30, deadline=None)
def test_window_polytopes_and_their_points_in_any_units(seed: int, n: int, decades: int) -> None:
    rng = np.random.default_rng(seed)
    game = made("quadratic", n, seed)
    units = 10.0 ** rng.uniform(-decades, decades, n)
    one = window_polytope(game, W)
    two = window_polytope(retold(game, units, np.arange(n)), W)
    np.testing.assert_allclose(two.upper / units, one.upper, rtol=1e-9)
    Y = rng.uniform(-0.2, 1.2, (200, n)) * game.domain.upper
    # a distance in shares of the coordinates' own sizes
    excess = np.concatenate([Y / one.upper - 1, -Y / one.upper, (Y @ one.A.T) / one.b - 1], axis=1)
    clear = np.abs(excess.max(axis=1)) > 1e-8
    np.testing.assert_array_equal(two.contains(Y * units)[clear], one.contains(Y)[clear])
    C = rng.normal(size=(20, n))
    best = (C * one.maximize_linear(C)).sum(axis=1)
    found = (C * two.maximize_linear(C / units) / units).sum(axis=1)
    np.testing.assert_allclose(found, best, rtol=1e-9, atol=1e-9)


@given(seeds, st.integers(0, 9), st.integers(1, 3))
@settings(max_examples=20, deadline=None)
def test_the_papers_regret_does_not_move(seed: int, decades: int, times: int) -> None:
    """Of the same decisions, told in other units, in another order, each round several times."""
    rng = np.random.default_rng(seed)
    game = made("quadratic", 2, seed)
    units, order = 10.0 ** rng.uniform(-decades, decades, 2), rng.permutation(2)
    other = retold(game, units, order, np.repeat(np.arange(T), times))
    decisions = game.domain.project(rng.uniform(0, 1, (T, 2)) * game.domain.upper)

    def run(rounds: Rounds, X: FloatArray) -> Run:
        utility = np.array([float(rounds.utility.value(t, x)) for t, x in enumerate(X)])
        violation = (rounds.prices * X).sum(axis=1) - rounds.allowance
        player: Any = osphg.OSPHG(1.0, 1.0, 1)
        return Run(X, utility, violation, np.zeros(len(X)), player, rounds)

    one = run(game, decisions)
    two = run(other, np.repeat(decisions[:, order] * units, times, axis=0))
    best = osphg.best_fixed_decision(game, W)
    found = osphg.best_fixed_decision(other, times * W)
    regret = times * osphg.regret(one, best)
    assert osphg.regret(two, found) == pytest.approx(regret, abs=1e-9 * times * best.value)
    violation = times * osphg.total_violation(one)
    assert osphg.total_violation(two) == pytest.approx(violation, abs=1e-9 * times * game.budget)

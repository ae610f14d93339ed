"""The benchmark of all window lengths at once, against the one of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import osphg
from osphg import Box, Polytope, Rounds, Simplex
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.hindsight import window_polygons
from osphg.hindsight.curves import BenchmarkCurve, benchmark_curve
from osphg.hindsight.windows import window_averages
from osphg.utilities import Quadratics
from tests.table import section

# Not all of `tests.domains`: these are games in the plane, on domains that have faces, and of each
# the solver sees nothing but its faces.
DOMAINS: dict[str, Domain] = {
    "box": Box.unit(2),
    "long box": Box(np.array([1e6, 1e-3])),
    "simplex": Simplex(2, 0.8),
    "polygon": Polytope(np.array([[1.0, 2.0], [3.0, 1.0]]), np.array([1.5, 2.0]), Box.unit(2)),
}


def quadratics(rng: np.random.Generator, T: int, prices: Any, domain: Domain) -> Rounds:
    """Monotone quadratics on a domain, in its own units."""
    unit = np.asarray(domain.upper)
    H = rng.uniform(-1, 0, (T, 2, 2)) * (rng.uniform(size=(T, 1, 1)) < 0.9)
    H = (H + H.swapaxes(1, 2)) / 2
    h = -H.sum(2) + rng.uniform(0, 0.1, (T, 2))
    utility = Quadratics(H / np.outer(unit, unit), h / unit)
    budget = 0.4 * T * max(float((prices * unit).sum(1).mean()), 1.0)
    return Rounds(utility, prices, budget, domain)


def assert_same(every: BenchmarkCurve, each: BenchmarkCurve) -> None:
    """Equal to rounding, in the units of the largest value."""
    scale = float(np.abs(each.value).max())
    at = np.asarray(each.windows) - 1
    for name in ("value", "upper_bound", "frank_wolfe"):
        found, expected = getattr(every, name)[at], getattr(each, name)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * scale, err_msg=name)
    gaps = (every.upper_bound - every.value)[at]
    rounded = 8 * np.finfo(np.float64).eps * scale
    np.testing.assert_allclose(gaps, each.upper_bound - each.value, rtol=1e-2, atol=rounded)
    assert (every.upper_bound >= every.value).all()
    assert (every.upper_bound[at] >= each.value).all()
    assert (each.upper_bound >= every.value[at]).all()


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("kind", ["random", "few", "constant", "one item", "free"])
def test_every_window_is_each_of_them(domain: str, kind: str) -> None:
    rng = np.random.default_rng([ord(letter) for letter in domain + kind])
    T = 60
    prices = rng.uniform(2, 4, (T, 2))
    if kind == "few":
        prices = prices.round()
    elif kind == "constant":
        prices[:] = prices[0]
    elif kind == "one item":
        prices[:, 0] = 0.0
    elif kind == "free":
        prices[:] = 0.0
    rounds = quadratics(rng, T, prices / DOMAINS[domain].upper, DOMAINS[domain])
    every, each = osphg.every_window(rounds, K=20), benchmark_curve(rounds, range(1, T + 1), 20)
    assert_same(every, each)
    assert every.windows.tolist() == list(range(1, T + 1))
    assert (every.T, every.x.shape, every.frank_wolfe_x.shape) == (T, (T, 2), (T, 2))


def seasonal(rng: np.random.Generator, T: int) -> FloatArray:
    """Prices with a season, whose length is drawn."""
    period = float(rng.integers(2, T + 1))
    tide = 1 + 0.9 * np.sin(2 * np.pi * np.arange(T) / period + rng.uniform(0, 6, 2)[:, np.newaxis])
    return np.asarray(tide.T * rng.uniform(0.5, 1.5, (T, 2)))


def spiked(rng: np.random.Generator, T: int) -> FloatArray:
    """Prices of nearly nothing, and single rounds that cost a million times as much."""
    return np.asarray(10.0 ** rng.choice([-6, 0], (T, 2), p=[0.9, 0.1]) * rng.uniform(1, 2, (T, 2)))


PRICES: dict[str, Callable[[np.random.Generator, int], FloatArray]] = {
    "seasonal": seasonal,
    "spiked": spiked,
    "growing": lambda rng, T: np.exp(np.arange(T) / 30)[:, np.newaxis] * rng.uniform(1, 2, (T, 2)),
    "repeated": lambda rng, T: np.resize(rng.uniform(0, 1, (int(rng.integers(1, 6)), 2)), (T, 2)),
    "far apart": lambda rng, T: rng.uniform(0, 1, (T, 2)) * [1e-9, 1e9],
}


@pytest.mark.parametrize("kind", PRICES)
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), T=st.integers(2, 500), share=st.floats(0.05, 1.2))
def test_no_window_is_forgotten(kind: str, seed: int, T: int, share: float) -> None:
    """The polygon of each length against the averages of all its windows, looked at one by one."""
    prices = PRICES[kind](np.random.default_rng(seed), T)
    allowance = float(share * prices.sum(1).mean())
    sums = window_polygons.price_sums(prices)
    lengths = np.unique(np.geomspace(1, T, 12).astype(int))
    memory = window_polygons.CutMemory.empty()
    upper = np.minimum(1.0, 4 * allowance / prices.mean(axis=0))
    corners, counts, bounds = window_polygons.polygons_of_lengths(
        sums, allowance, np.empty((0, 3)), upper, (1, T), memory
    )
    ends = np.cumsum(counts)
    for W in lengths:
        averages = window_averages(prices, int(W))
        V = corners[ends[W - 1] - counts[W - 1] : ends[W - 1]]
        most = np.minimum(upper, allowance / averages.max(axis=0))
        np.testing.assert_allclose(bounds[W - 1], most, rtol=1e-12)
        A, b = np.vstack([averages, -np.eye(2)]), np.full(len(averages) + 2, allowance)
        b[-2:] = 0.0
        assert (V @ A.T <= b + 1e-12 * allowance).all()
        # And it is no smaller: each corner lies on two of the lines that bound it.
        lines = np.vstack([averages / allowance, np.diag(1 / upper)])
        tight = np.abs(V @ lines.T - 1) < 1e-9
        on_axes = (V <= 1e-9 * most).sum(1)
        assert (tight.sum(1) + on_axes >= 2).all()


def test_decisions_are_within_budget_over_every_window() -> None:
    rounds = osphg.rounds.paper_quadratics(T=300, seed=4)
    every = osphg.every_window(rounds, K=10)
    for W in (1, 2, 17, 150, 299, 300):
        region = osphg.window_polytope(rounds, W)
        assert region.contains(every.x[W - 1], rtol=1e-14)
        assert region.contains(every.frank_wolfe_x[W - 1], rtol=1e-14)


def test_the_whole_panel_of_the_paper_is_certified() -> None:
    """All ten thousand windows; some of them, one by one."""
    rounds = osphg.rounds.paper_quadratics(T=10_000)
    every = osphg.every_window(rounds, K=100)
    assert len(every.windows) == 10_000
    assert ((every.upper_bound - every.value) / every.value).max() < 1e-11
    assert_same(every, benchmark_curve(rounds, [1, 2, 100, 3_333, 5_000, 9_999, 10_000], 100))


def test_streamed_rounds() -> None:
    whole = osphg.rounds.paper_quadratics(T=50)
    streamed = osphg.StreamedRounds(
        lambda start, stop: section(whole, start, stop), 20, 50, whole.budget, whole.domain
    )
    assert_same(osphg.every_window(streamed, 5), osphg.every_window(whole, 5))

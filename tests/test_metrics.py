"""What a run is judged on: regret, violation, averages, exponents and their intervals."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

import osphg
from osphg import OSPHG
from osphg.hindsight.best import Benchmark, best_fixed_decision
from osphg.metrics import (
    Estimate,
    growth_exponent,
    mean,
    proportion,
    regret,
    running_average,
    total_violation,
)
from tests.test_rounds import Ball

ROUNDS = osphg.rounds.paper_quadratics(T=80, seed=2)
# Not compiled: nothing is compiled while tests are collected.
RUN = osphg.play(OSPHG.tuned(ROUNDS, W=5, K=4), ROUNDS, compiled=False)


@pytest.fixture(scope="module")
def best() -> Benchmark:
    return best_fixed_decision(ROUNDS, W=5)


def test_regret_is_the_definition(best: Benchmark) -> None:
    worth = sum(float(ROUNDS.utility.value(t, best.x)) for t in range(80))
    for alpha in (1.0, 0.5, 1 - 1 / math.e):
        expected = alpha * worth - RUN.utility.sum()
        assert regret(RUN, best, alpha) == pytest.approx(expected, rel=1e-12)
    assert regret(RUN, best) == regret(RUN, best, 1 - 1 / math.e)
    assert regret(RUN, replace(best, upper_bound=2 * best.value)) == regret(RUN, best)
    assert osphg.regret is regret


def test_regret_refuses(best: Benchmark) -> None:
    part = replace(RUN, utility=RUN.utility[:30])
    short, other = (osphg.rounds.paper_quadratics(T=T, seed=3) for T in (60, 80))
    for run, known, alpha, kind, message in (
        (RUN, best, 0, ValueError, "alpha must be greater than 0, got 0"),
        (RUN, best, 1.5, ValueError, "alpha must be at most 1, got 1.5"),
        (RUN, best, "1", TypeError, "alpha must be a real number, got '1'"),
        (part, best, 1, ValueError, "run must be complete, got 30 of 80 rounds"),
        (
            RUN,
            best_fixed_decision(short, W=5),
            1,
            ValueError,
            "best must be of the run's own round",
        ),
        (
            RUN,
            best_fixed_decision(other, W=5),
            1,
            ValueError,
            "best must be of the run's own round",
        ),
    ):
        judge: Any = regret
        with pytest.raises(kind, match=f"^{message}"):
            judge(run, known, alpha)


def _on(domain: Any) -> osphg.Rounds:
    return osphg.Rounds(ROUNDS.utility, ROUNDS.prices, ROUNDS.budget, domain)


def test_regret_is_of_one_set(best: Benchmark) -> None:
    """A benchmark of a set with the same bounds may earn what no decision of the run's can."""
    corner = np.ones(2)
    value = float(ROUNDS.total().value(corner))
    boxed = Benchmark(corner, value, value, 5, 80, "by hand", ROUNDS)
    loose = replace(boxed, game=None)
    player = OSPHG.tuned(ROUNDS, W=5, K=4)
    for domain in (
        Ball(),
        osphg.Simplex(2),
        osphg.Polytope(np.ones((1, 2)), np.array([1.9]), osphg.Box.unit(2)),
    ):
        run = osphg.play(player, _on(domain), compiled=False)
        with pytest.raises(ValueError, match=r"^best must be on the run's own set .*, got that of"):
            regret(run, boxed)
        with pytest.raises(
            ValueError, match=r"^best.x must lie in the run's own set .*\[1.0, 1.0\]"
        ):
            regret(run, loose)
        with pytest.raises(ValueError, match=r"^best.x must lie in the run's own set"):
            regret(run, replace(boxed, game=run.rounds))
        inside = replace(loose, x=np.full(2, 0.25))
        assert math.isfinite(regret(run, inside))
    with pytest.raises(ValueError, match=r"^best must be of the run's own rounds, .* of 79 rounds"):
        regret(RUN, replace(loose, T=79))
    with pytest.raises(ValueError, match=r"^best.x must have shape \(2\), got \(3,\)"):
        regret(RUN, replace(loose, x=np.ones(3)))


def test_regret_takes_the_same_game_made_anew(best: Benchmark) -> None:
    expected = regret(RUN, best)
    streamed = osphg.rounds.streamed_paper_quadratics(T=80, seed=2)
    for game in (_on(osphg.Box.unit(2)), streamed):
        assert regret(RUN, replace(best, game=game)) == expected
    A, b = np.array([[1.0, 1.0], [1.0, 3.0]]), np.array([1.2, 2.0])
    one, other = (osphg.Polytope(A[k], b[k], osphg.Box.unit(2)) for k in ([0, 1], [1, 0, 0]))
    run = osphg.play(OSPHG.tuned(_on(one), W=5, K=4), _on(one), compiled=False)
    known = best_fixed_decision(_on(one), W=5)
    assert regret(run, best_fixed_decision(_on(other), W=5)) == pytest.approx(regret(run, known))


def test_a_benchmark_says_what_it_is_worth_per_round_and_how_sure_that_is() -> None:
    known = Benchmark(np.zeros(1), value=-8.0, upper_bound=-6.0, W=2, T=4, method="by hand")
    assert (known.average, known.gap, known.relative_gap) == (-2.0, 2.0, 0.25)
    nothing = replace(known, value=0.0, upper_bound=0.0)
    assert nothing.relative_gap == 0.0
    assert replace(nothing, upper_bound=1.0).relative_gap == math.inf


def test_total_violation_is_spending_minus_budget() -> None:
    spent = float((ROUNDS.prices * RUN.decisions).sum())
    assert total_violation(RUN) == pytest.approx(spent - ROUNDS.budget, abs=1e-10)
    assert osphg.total_violation is total_violation


def test_running_average() -> None:
    series = np.random.default_rng(0).normal(size=(2, 3, 4))
    averages = running_average(series)
    for t in range(4):
        np.testing.assert_allclose(averages[..., t], series[..., : t + 1].mean(-1), rtol=1e-12)


# Estimates.


def test_mean_with_its_t_interval() -> None:
    estimate = mean([1.0, 2.0, 3.0, 4.0, 5.0])
    half = 2.7764451051977987 * math.sqrt(2.5 / 5)  # t quantile at 0.975 with 4 degrees of freedom
    assert estimate.value == 3
    assert (estimate.samples, estimate.level) == (5, 0.95)
    assert (estimate.low, estimate.high) == pytest.approx((3 - half, 3 + half), rel=1e-12)
    assert mean([2.0, 2.0, 2.0]) == Estimate(2.0, 2.0, 2.0, 3, 0.95)


def test_proportion_with_its_wilson_interval() -> None:
    estimate = proportion([True] * 8 + [False] * 2)
    z, p, n = stats.norm.ppf(0.975), 0.8, 10
    centre = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    assert estimate.value == 0.8
    assert (estimate.low, estimate.high) == pytest.approx((centre - half, centre + half), rel=1e-9)
    assert (estimate.low, estimate.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert proportion([True] * 50).high == pytest.approx(1, abs=1e-12)
    assert proportion([False] * 50).low == pytest.approx(0, abs=1e-12)


# Growth exponents.

HORIZONS = np.array([100.0, 200.0, 400.0, 800.0, 1600.0])


@pytest.mark.parametrize(("exponent", "factor"), [(-1.0, 0.01), (0.0, 1.0), (1.7, 100.0)])
def test_exponents_of_exact_powers(exponent: float, factor: float) -> None:
    values = np.tile(factor * HORIZONS[:, None] ** exponent, (1, 3))
    estimate = growth_exponent(HORIZONS, values, seed=0, resamples=20)
    for number in (estimate.value, estimate.low, estimate.high):
        assert number == pytest.approx(exponent, abs=1e-9)
    assert estimate.samples == 3


def test_exponents_are_that_of_the_mean_over_seeds() -> None:
    """Single values may be negative; the mean over seeds comes before the logarithm."""
    values = HORIZONS[:, None] ** 0.5 * np.array([-1.0, 1.0, 1.0, 2.0, 2.0, 1.5, 1.5, 2.0, 1.0])
    estimate = growth_exponent(HORIZONS, values, seed=0, resamples=50)
    assert estimate.value == pytest.approx(0.5, abs=1e-12)
    assert estimate.low <= 0.5 <= estimate.high


def test_the_interval_of_an_exponent_leaves_as_many_bootstrap_samples_below_as_above() -> None:
    values = np.random.default_rng(1).exponential(1, (5, 8)) * HORIZONS[:, None] ** 0.75
    found = growth_exponent(HORIZONS, values, seed=3, resamples=200)
    slopes = []
    for picks in np.random.default_rng(3).integers(8, size=(200, 5, 8)):
        means = [row[drawn].mean() for row, drawn in zip(values, picks, strict=True)]
        slopes.append(stats.linregress(np.log(HORIZONS), np.log(means)).slope)
    assert sum(slope < found.low for slope in slopes) == 5
    assert sum(slope > found.high for slope in slopes) == 5


GOOD: dict[str, Any] = {"horizons": [10.0, 20.0], "values": np.ones((2, 3)), "seed": 0}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"horizons": [10.0, 10.0]}, "^horizons must be positive, at least two diff"),
        ({"horizons": [0.0, 10.0]}, "^horizons must be positive.*got .0.0, 10.0."),
        ({"horizons": [10.0, 20.0, 30.0]}, r"^values must have shape \(3, any\), got"),
        ({"values": np.ones((2, 1))}, "^values must have at least 2 seeds.*got 1"),
        ({"values": np.full((2, 3), np.nan)}, r"^values must be finite, got nan at"),
        ({"values": np.zeros((2, 3))}, "^values must have a positive mean.*got 0 "),
        ({"values": np.array([[1.0, 1.0], [3.0, -1.0]])}, "bootstrap samples down to"),
        ({"resamples": 0}, "^resamples must be at least 1, got 0"),
    ],
)
def test_exponents_refuse_bad_input(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        growth_exponent(**{**GOOD, **changed})

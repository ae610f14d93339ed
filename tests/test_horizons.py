"""The swing of the multiplier, its period, and two sentences that it turns over."""

from __future__ import annotations

import math

import numpy as np
import pytest

from osphg.core.rounds import paper_quadratics
from osphg.studies import horizons


@pytest.mark.parametrize(("T", "sign"), [(10_000, 1), (20_000, -1)])
def test_both_sentences_turn_over_between_two_horizons(T: int, sign: int) -> None:
    """Positive violation and utility above the benchmark at one T, the reverse at the other."""
    results = horizons.measure([T], range(4), 100, weighted=False)
    spent = horizons.by_horizon(results, horizons.VIOLATION)[T]
    lead = horizons.by_horizon(results, horizons.LEAD)[T]
    assert (np.sign(spent) == sign).all()
    assert (np.sign(lead) == sign).all()
    assert horizons.verdicts(results)[0][0] == T


@pytest.mark.parametrize("weighted", [False, True])
def test_the_period_is_the_predicted_one(weighted: bool) -> None:
    results = horizons.measure([100_000], [0, 1], 20, weighted)
    predicted = horizons.by_horizon(results, horizons.PREDICTED)[100_000]
    measured = horizons.by_horizon(results, horizons.MEASURED)[100_000]
    assert np.abs(measured / predicted - 1).max() < 0.1


@pytest.mark.parametrize("period", [200.0, 731.0])
def test_a_wave_has_its_own_period(period: float) -> None:
    t = np.arange(5000)
    rng = np.random.default_rng(0)
    wave = np.exp(-t / 4000) * np.cos(2 * np.pi * t / period) + rng.normal(size=t.size) * 0.02
    assert math.isclose(horizons.measured_period(wave, period), period, rel_tol=0.02)


def test_no_two_crests_no_period() -> None:
    assert math.isnan(horizons.measured_period(np.linspace(0, 1, 1000), 300))
    assert math.isnan(horizons.measured_period(np.zeros(10), 300))


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="mu must be"):
        horizons.predicted_period(paper_quadratics(T=10), 0.0)
    with pytest.raises(ValueError, match="guess must be"):
        horizons.measured_period(np.zeros(10), -1.0)

"""The swing of the multiplier, its period, and two sentences that it turns over."""

from __future__ import annotations

import math

import numpy as np
import pytest

from osphg.playing import play
from osphg.rounds import paper_quadratics
from osphg.studies import horizons
from osphg.studies.figure1 import Setting
from osphg.studies.horizons import Case


@pytest.mark.parametrize(
    ("T", "W", "step", "violation", "lead"),
    [
        (10_000, 100, 1, 1, 1),
        (20_000, 141, 1, -1, -1),  # another T
        (10_000, 1000, 1, -1, -1),  # another W
        (10_000, 100, 0.25, -1, -1),  # another mu
        (10_000, 100, 2, -1, 1),  # and both sentences true
    ],
)
def test_both_sentences_turn_over(T: int, W: int, step: float, violation: int, lead: int) -> None:
    """Positive violation and utility above the benchmark in one case, the reverse in another."""
    cases = [Case(Setting(T, W=W, K=100), step, range(4))]
    results = horizons.measure(cases)
    (spent,) = horizons.seen(results, horizons.VIOLATION, cases)
    (above,) = horizons.seen(results, horizons.LEAD, cases)
    assert (np.sign(spent) == violation).all()
    assert (np.sign(above) == lead).all()
    ((one, two),) = horizons.verdicts(results, cases)
    assert one.startswith("1.00" if violation < 0 else "0.00")
    assert two.startswith("1.00" if lead > 0 else "0.00")


@pytest.mark.parametrize("weighted", [False, True])
def test_the_period_is_the_predicted_one(weighted: bool) -> None:
    cases = [Case(Setting(100_000, W=316, K=20, weighted=weighted), 1, [0, 1])]
    results = horizons.measure(cases)
    (predicted,) = horizons.seen(results, horizons.PREDICTED, cases)
    (measured,) = horizons.seen(results, horizons.MEASURED, cases)
    assert np.abs(measured / predicted - 1).max() < 0.1


def test_games_of_as_many_periods_end_alike() -> None:
    """The same phase by way of T, of W and of mu: what the multiplier has gathered is the same."""
    cases = [
        Case(Setting(100_000, W=316, K=100), 0.25, [0, 1]),
        Case(Setting(30_000, W=1730, K=100), 1.06, [0, 1]),
        Case(Setting(10_000, W=30, K=100), 0.243, [0, 1]),
    ]
    results = horizons.measure(cases)
    periods = np.concatenate(horizons.seen(results, horizons.PERIODS, cases))
    gathered = np.concatenate(horizons.seen(results, horizons.GATHERED, cases))
    assert np.ptp(periods) < 0.01
    assert np.ptp(gathered) < 0.02 < 0.1 < gathered.min()


def test_what_is_gathered_is_the_multiplier_less_what_clipping_added() -> None:
    setting = Setting(2000, W=44, K=10)
    case = Case(setting, 2.0, [0])
    rounds = setting.rounds(0)
    player = case.player(rounds)
    run = play(player, rounds)
    found = horizons.gathered(run, player)
    free = (1 - player.delta * player.mu**2) * run.multiplier + player.mu * run.violation
    clipped = np.cumsum(np.maximum(-free, 0))
    after = np.maximum(free, 0)  # lambda_{t+1}
    assert player.mu == 2.0 * setting.player(rounds).mu
    assert clipped[-1] > 0
    np.testing.assert_allclose(found, after - clipped, atol=1e-12)


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
    with pytest.raises(ValueError, match="step must be"):
        Case(Setting(), 0.0, [0])
    same = [Case(Setting(100, W=10, K=2), 1, [0])] * 2
    with pytest.raises(ValueError, match="twice"):
        horizons.measure(same)

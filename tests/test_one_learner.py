"""One learner has linear regret: what the proof rests on, and runs that are above the floor."""

from __future__ import annotations

import numpy as np
import pytest

import osphg
from osphg.games import refuting


@pytest.mark.parametrize(
    ("a", "slope"), [(0.5, 2.0), (1.0, 2.0), (1.9, 2.0), (1.9, 3.0), (4.0, 8.0)]
)
def test_the_game_is_as_the_proof_says(a: float, slope: float) -> None:
    made = refuting.one_learner(100, a, slope)
    assert made.rounds.check().holds
    assert made.rounds.R == pytest.approx(np.sqrt(2))
    assert made.rounds.beta == pytest.approx(np.sqrt(a**2 + slope**2))
    assert made.rounds.G == 1
    best = osphg.best_fixed_decision(made.rounds, 7)
    assert best.average == pytest.approx(made.f_star, rel=1e-9)
    assert made.f_star == pytest.approx(a + (1 - a / slope) ** 2)
    X = np.random.default_rng(0).uniform(0, 1, (50, 2))
    assert made.objective is not None
    value = a * X[:, 0] + 1 - np.maximum(0, 1 - slope / 2 * X[:, 1]) ** 2
    np.testing.assert_allclose(made.objective.value(X), value, atol=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_the_share_falls_below_one_half(weighted: bool) -> None:
    """Towards 1/(a + (1 - a/slope)^2), which is less than a quarter here."""
    made = refuting.one_learner(1_000_000, 4.0, 8.0)
    player = osphg.OSPHG.tuned(made.rounds, 1, 1, weighted=weighted)
    assert osphg.play(player, made.rounds).utility.mean() < made.f_star / 2


def test_many_learners_are_cured() -> None:
    made = refuting.one_learner(100_000)
    player = osphg.OSPHG.tuned(made.rounds, 1, 50, weighted=True)
    assert osphg.regret(osphg.play(player, made.rounds), made.benchmark()) < -0.3 * made.rounds.T


@pytest.mark.parametrize("a", [0.0, 2.0, -1.0, float("nan")])
def test_a_slope_outside_is_refused(a: float) -> None:
    with pytest.raises(ValueError, match="a must be"):
        refuting.one_learner(10, a)
    with pytest.raises(ValueError, match="slope must be at least 2"):
        refuting.one_learner(10, 1.0, 1.5)

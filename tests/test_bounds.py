"""What is proven of the algorithms, on numbers: real runs keep the bounds, and games that fail."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from phases import pumped_prices

import osphg
from osphg import BoostedOSPHG
from osphg.checks import FloatArray
from osphg.games import refuting
from osphg.games.plateaus import Decoy
from osphg.players import Feedback
from osphg.studies import bounds
from osphg.utilities import AtRound
from tests.floor import decoy_floor


class Waves:
    """f_t(x) = sum_j a_tj sin(<w_tj, x> + c_tj): neither monotone nor DR-submodular."""

    def __init__(self, rng: np.random.Generator, horizon: int, n: int) -> None:
        self.a = rng.normal(size=(horizon, 3))
        self.w = rng.normal(size=(horizon, 3, n)) * 3
        self.c = rng.uniform(0, 2 * np.pi, (horizon, 3))
        self.steepest = float((np.abs(self.a) * np.linalg.norm(self.w, axis=-1)).sum(-1).max())

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray((self.a[t] * np.sin(X @ self.w[t].T + self.c[t])).sum(-1))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray((self.a[t] * np.cos(X @ self.w[t].T + self.c[t])) @ self.w[t])


class Rising:
    """f(x) = x_1 + x_2 + 3 x_1 x_2: monotone, and each bid makes the other one worth more."""

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray(X.sum(-1) + 3 * X.prod(-1))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return 1 + 3 * X[..., ::-1]


@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize(("horizon", "length"), [(200, 1), (200, 20), (1000, 30), (200, 200)])
def test_lemma_43_and_the_theorems(weighted: bool, horizon: int, length: int) -> None:
    rounds = osphg.rounds.paper_quadratics(T=horizon, seed=3, budget_per_round=0.7)
    best = osphg.best_fixed_decision(rounds, length)
    player = osphg.OSPHG.tuned(rounds, W=length, weighted=weighted)
    run = osphg.play(player, rounds)
    right = bounds.lemma43(rounds, length, player).total
    assert bounds.left_side(run, best, 0.0, half=not weighted) <= right
    assert bounds.left_side(run, best, bounds.worst_lambda(run), half=not weighted) <= right
    assert osphg.total_violation(run) <= bounds.violation_bound(rounds, length, player)
    assert (run.multiplier <= player.mu * np.arange(horizon) * rounds.G + 1e-12).all()


@pytest.mark.parametrize("feedback", ["published", "weighted", "boosted"])
@pytest.mark.parametrize("seed", range(8))
def test_a_constant_budget(seed: int, feedback: str) -> None:
    """Games that are not DR-submodular, with prices up to ten times the allowance."""
    rng = np.random.default_rng([seed, 11])
    n, horizon = int(rng.integers(1, 4)), 600
    waves = Waves(rng, horizon, n)
    per_round = float(rng.uniform(0.1, 1))
    prices = rng.uniform(0, 10 * per_round, (horizon, n)) * (rng.random((horizon, 1)) < 0.7)
    game = osphg.Rounds(waves, prices, per_round * horizon, osphg.Box.unit(n))
    window, steep = int(rng.integers(1, 30)), max(waves.steepest, game.beta_g)
    mu, delta = game.R / (steep * math.sqrt(window * horizon)), 4 * steep**2
    player: osphg.OSPHG | BoostedOSPHG
    if feedback == "boosted":
        player = BoostedOSPHG(mu=mu, delta=delta)
    else:
        player = osphg.OSPHG(mu=mu, delta=delta, K=4, weighted=feedback == "weighted")
    assert window * horizon >= 16 * game.R**2
    run = osphg.play(player, game)
    caps = bounds.constant_budget(game, player, steep)
    assert run.multiplier.max() <= caps.multiplier
    assert np.cumsum(run.violation).max() <= caps.violation  # at every prefix


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lambda1": 1.0}, "player must have lambda_1 = 0"),
        ({"delta": 0.1}, r"player must have delta\^2 mu\^2 \+ beta\^2 <= delta/2"),
    ],
)
def test_what_it_does_not_speak_of(change: dict[str, float], message: str) -> None:
    game = pumped_prices(3000, 7, 0, per_round=0.3)
    tuned = osphg.OSPHG.tuned(game, W=7, K=2)
    given: dict[str, Any] = {"mu": tuned.mu, "delta": tuned.delta, "K": 2} | change
    with pytest.raises(ValueError, match=message):
        bounds.constant_budget(game, osphg.OSPHG(**given))


@pytest.mark.parametrize("K", [1, 7])
@pytest.mark.parametrize("window", [1, 20])
def test_theorem_42_without_diminishing_returns(window: int, K: int) -> None:
    horizon = 400
    prices = np.random.default_rng(5).uniform(2, 4, (horizon, 2))
    game = osphg.Rounds(Rising(), prices, 1.0 * horizon, osphg.Box.unit(2))
    steep = max(math.hypot(4, 4), game.beta_g)  # of f, at (1, 1)
    mu = game.R / (steep * math.sqrt(window * horizon))
    run = osphg.play(osphg.OSPHG(mu=mu, delta=4 * steep**2, K=K), game)
    assert window * horizon >= 16 * game.R**2
    s = 8 * steep * game.R + 2 * steep / game.R
    r = 1.5 * steep * game.R + (game.G**2 + steep**2) * game.R / steep
    most = math.sqrt(s * r) * window**0.25 * horizon**0.75
    assert 0 < osphg.total_violation(run) <= most


@pytest.mark.parametrize(("T", "K"), [(100_000, 10), (100_000, 1), (31_623, 7)])
def test_the_decoy_keeps_the_published_algorithm_above_the_floor(T: int, K: int) -> None:
    made = refuting.decoy(T)
    player = osphg.OSPHG.tuned(made.rounds, W=1, K=K)
    lost = osphg.regret(osphg.play(player, made.rounds), made.benchmark(W=1))
    assert isinstance(made.objective, Decoy)
    assert lost >= decoy_floor(made.objective, T, player)
    assert lost > 0 or K == 1


@pytest.mark.parametrize("weighted", [False, True])
def test_one_learner_stays_short(weighted: bool) -> None:
    made = refuting.one_learner(300_000)
    run = osphg.play(osphg.OSPHG.tuned(made.rounds, 1, 1, weighted=weighted), made.rounds)
    assert osphg.regret(run, made.benchmark(1)) > 0.05 * made.rounds.T
    assert run.utility.mean() < 0.6 * made.f_star


@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("seed", [0, 1])
def test_rounds_of_a_run(weighted: bool, seed: int) -> None:
    """Every inequality of one round, its learners and its multiplier, on a run."""
    horizon, length = 300, 10
    rounds = osphg.rounds.paper_quadratics(T=horizon, seed=seed, budget_per_round=0.7)
    best = osphg.best_fixed_decision(rounds, length).x
    player = osphg.OSPHG.tuned(rounds, W=length, K=12, weighted=weighted)
    slack = rounds.L * rounds.R**2 / (2 * player.K)
    state = player.init(rounds)
    regret, squares = np.zeros(player.K), np.zeros(player.K)
    dual_left, lam2 = 0.0, 0.0
    fixed_at = 0.05
    for r in range(horizon):
        utility, p, lam = AtRound(rounds.utility, r), rounds.prices[r], state.multiplier
        x = player.decide(state)
        values, gradients = utility.value(state.X), utility.gradient(state.X[:-1])
        target, spent = float(utility.value(best)), float(p @ x) - rounds.allowance
        slope = ((best - state.V) * gradients).sum(1)
        assert (gradients @ best >= target - values[:-1] - 1e-12).all()
        gain = (state.V * gradients).sum(1) / player.K - slack / player.K
        assert (np.diff(values) >= gain - 1e-12).all()
        payoff = player.weights[:, np.newaxis] * gradients - lam * p
        lost = (payoff * (best - state.V)).sum(1)
        identity = lam * (float(p @ best) - rounds.allowance) - lam * spent
        assert (player.weights * slope).mean() == pytest.approx(lost.mean() + identity, abs=1e-12)
        excess = (1 - np.exp(-1)) * target - values[-1] if weighted else target - 2 * values[-1]
        assert excess <= (player.weights * slope).mean() + slack + 1e-12
        assert excess <= rounds.F + 1e-12
        assert (-lost <= rounds.beta * rounds.R * (1 + lam) + 1e-12).all()
        assert ((payoff**2).sum(1) <= 2 * rounds.beta**2 * (1 + lam**2) + 1e-12).all()
        regret, squares = regret + lost, squares + (payoff**2).sum(1)
        dual_left += (fixed_at - lam) * spent
        dual_left += player.delta * player.mu / 2 * (lam**2 - fixed_at**2)
        lam2 += lam**2
        told = Feedback(r, x, utility, float(values[-1]), p, spent)
        state = player.update(state, told)
    assert (regret <= rounds.R**2 / (2 * player.mu) + player.mu / 2 * squares).all()
    dual_right = fixed_at**2 / (2 * player.mu) + rounds.G**2 * player.mu * horizon
    assert dual_left <= dual_right + player.delta**2 * player.mu**3 * lam2
    assert lam2 > 0

"""Violation under a constant budget: what the theorem rests on, and runs that respect it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import osphg
from osphg.checks import FloatArray
from osphg.games.phases import pumped_prices
from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Fact, ProofError, assume
from osphg.proofs.paper import climb, constant_budget, lemma41, lemma43, theorems
from osphg.proofs.paper.symbols import G, R, T, W, b, beta, delta, k, lam, mu, t
from osphg.studies import bounds
from osphg.systems import BoostedOSPHG


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


@pytest.fixture(scope="module")
def proven() -> dict[str, Fact]:
    return constant_budget.prove()


def test_it_rests_on_nothing_about_f_but_the_size_of_what_is_fed(proven: dict[str, Fact]) -> None:
    used = {a.name for a in proven["constant-budget-order"].rests_on}
    assert "|u| <= beta" in used
    for unused in (
        climb.SMOOTH, climb.MONOTONE_JOIN, climb.DR_STEP, climb.GRADIENT_JOIN, climb.GROWING,
        climb.NORMALISED, climb.WORTH, lemma43.RANGE, lemma43.EARNED, theorems.MANY,
    ):  # fmt: skip
        assert unused.name not in used
    assert not any(a.cited for a in proven["constant-budget-order"].rests_on)


def test_it_is_stated_for_every_window_and_number_of_learners(proven: dict[str, Fact]) -> None:
    fact = proven["constant-budget-order"]
    assert not fact.where
    assert fact.rhs.free_symbols == {R, beta, G, T, W, b}
    # in T and W nothing but the root
    assert not (fact.rhs / theorems.root).subs({T: 4 * T}).equals(fact.rhs / theorems.root * 2)
    ratio = fact.rhs.subs({T: 4 * T}) / fact.rhs
    assert ratio.equals(2)


def test_weighted_and_boosted_directions_are_short_enough() -> None:
    """|w_k grad f| <= beta for w_k in [0, 1] is all that is asked of the weights."""
    low, high = climb.weight_bounds()
    shorter = rule.scale(high, beta)
    assert rule.restate(shorter, climb.w(k) * beta, "<=", beta).rhs == beta
    assert rule.scale(low, beta).lhs == 0


def test_a_level_that_is_too_low_is_refused() -> None:
    """With half of the level the potential may grow above it."""
    with pytest.raises(ProofError, match="not the same statement"):
        rule.conclude(
            constant_budget.potential(t + 1) - constant_budget.potential(t), "<=",
            mu * b * (constant_budget.level / 2 - lam(t)),
            constant_budget.multiplier_step(), constant_budget.learner_step(),
            (mu * lam(t), assume(climb.SPENT)),
            (-mu, assume(constant_budget.LEVEL)),
        )  # fmt: skip


def test_without_a_sign_of_the_multiplier_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    constant_budget.bounded.cache_clear()
    monkeypatch.setattr(lemma41, "nonnegative", lambda: rule.square(lam(t)))
    with pytest.raises(ProofError):
        constant_budget.bounded()
    monkeypatch.undo()
    assert constant_budget.bounded().rhs == constant_budget.most


@pytest.mark.parametrize("feedback", ["published", "weighted", "boosted"])
@pytest.mark.parametrize("seed", range(8))
def test_random_games_respect_it(seed: int, feedback: str) -> None:
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
    assert osphg.total_violation(run) <= caps.violation


def test_the_formulas_are_the_proven_ones(proven: dict[str, Fact]) -> None:
    game = pumped_prices(3000, 7, 0, per_round=0.3)
    player = osphg.OSPHG.tuned(game, W=7, K=2)
    caps = bounds.constant_budget(game, player)
    values = {
        R: game.R, beta: game.beta, G: game.G, T: game.T, W: 7, b: 0.3,
        mu: player.mu, delta: player.delta,
        constant_budget.level: caps.level,
    }  # fmt: skip
    level = constant_budget.LEVEL
    assert math.isclose(float(level.lhs.subs(values)), float(level.rhs.subs(values)))
    top, terms, order, last = (
        float(proven[f"constant-budget-{name}"].rhs.subs(values))
        for name in ("multiplier", "terms", "violation", "order")
    )
    assert math.isclose(caps.multiplier, top)
    assert math.isclose(caps.violation, terms)
    assert math.isclose(terms, order)
    assert order <= last


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
    with pytest.raises(ValueError, match="per_round must be"):
        pumped_prices(100, 1, 0, per_round=0.0)

"""What is proven of one oracle and of the boosted queue, on numbers: real runs keep the bounds."""

from __future__ import annotations

import math

import pytest

import osphg
from osphg import BoostedOSPHG, BoostedQueue
from osphg.hindsight import Benchmark
from osphg.studies import bounds
from osphg.studies.bounds import boosted_queue
from osphg.systems.boosted import MASS, boosted_beta


def lemma_left(run: osphg.Run, best: Benchmark, lam: float) -> float:
    """Return the left side of Lemma 4.3 for a boosted run."""
    player, horizon = run.player, run.T
    assert isinstance(player, BoostedOSPHG)
    quadratic = player.delta * player.mu * horizon / 2 + 1 / (2 * player.mu)
    return osphg.regret(run, best) + lam * osphg.total_violation(run) - quadratic * lam**2


@pytest.mark.parametrize(("horizon", "length"), [(200, 1), (200, 20), (1000, 30), (200, 200)])
@pytest.mark.parametrize("nodes", [1, 4])
def test_bounds_of_a_run(horizon: int, length: int, nodes: int) -> None:
    """On quadratics every rule is exact: the lemma, at several lambda, and both theorems."""
    game = osphg.rounds.paper_quadratics(T=horizon, seed=3, budget_per_round=0.7)
    best = osphg.best_fixed_decision(game, length)
    player = BoostedOSPHG.tuned(game, W=length, nodes=nodes)
    run = osphg.play(player, game)
    most = bounds.boosted(game, length, player).total
    spent = max(osphg.total_violation(run), 0.0)
    for lam in (0.0, 0.1, spent / (player.delta * player.mu * horizon + 1 / player.mu)):
        assert lemma_left(run, best, lam) <= most
    R, G, F, beta = game.R, game.G, game.F, boosted_beta(game)
    root, constant = math.sqrt(length * horizon), 1.5 * beta * R + G**2 * R / beta
    assert most <= constant * root
    square = (8 * beta * R + 2 * beta / R) * (F + constant) * root * horizon
    assert spent**2 <= square


@pytest.mark.parametrize("unit_free", [False, True])
@pytest.mark.parametrize("window", [1, 30])
def test_the_formulas_are_the_proven_ones(window: int, unit_free: bool) -> None:
    """The general bounds are those of `rocq/Queue.v`, and no more than their orders say."""
    game = osphg.rounds.paper_quadratics(T=900, budget_per_round=0.2, seed=1)
    player = BoostedQueue.tuned(game, window, unit_free=unit_free)
    found = boosted_queue(game, player, window)
    steep, dear, R, G, b, T = MASS * game.beta_f, game.beta_g, game.R, game.G, game.allowance, 900
    V, alpha, root = player.V, player.alpha, math.sqrt(window * 900)
    v, a = V / root, alpha / V / math.sqrt(T)
    regret = (steep**2 / (4 * a) + a * R**2) * math.sqrt(T) + G**2 / (2 * v) * root
    assert math.isclose(found.regret, regret)
    level = (V * steep * R + G**2 / 2) / b
    caps = (
        math.sqrt(level**2 + 2 * alpha * R**2 + 2 * b * level),
        math.sqrt((2 * V * steep * R + G**2) * T),
    )
    assert math.isclose(found.queue, min(caps))
    spent = [most + dear * T / (2 * alpha) * (V * steep + dear * most) for most in caps]
    assert math.isclose(found.violation, min(spent))
    high = (v * steep * R + G**2 / 2) / b
    rate = math.sqrt(high**2 + 2 * a * v * R**2 + 2 * b * high)
    order = (1 + dear**2 / (2 * a * v)) * rate + dear * steep / (2 * a)
    assert min(spent) <= order * root
    if unit_free:
        assert math.isclose(regret, steep * R * (5 / 4 * math.sqrt(T) + root / 2))
        free = (1 + (dear * R) ** 2 / (2 * G**2)) * math.sqrt(9 / 4 * G**4 / b**2 + 5 * G**2)
        assert math.isclose(order, free + dear * R / 2)

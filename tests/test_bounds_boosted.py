"""What is proven of one oracle and of the boosted queue, on numbers: real runs keep the bounds."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phases import pumped_prices

import osphg
from osphg import BoostedOSPHG, BoostedQueue
from osphg.games import refuting
from osphg.hindsight import Benchmark
from osphg.studies import bounds
from osphg.studies.bounds import BoostedQueueBounds, boosted_queue
from osphg.systems.boosted import MASS, boosted_beta, rule_error
from tests.test_bounds import Waves


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


@pytest.mark.parametrize("nodes", [1, 3, 9])
def test_bounds_where_a_rule_is_not_exact(nodes: int) -> None:
    """The decoy game bends: the quadrature costs at most kappa L R^2 per round."""
    game = refuting.decoy(2000)
    player = BoostedOSPHG.tuned(game.rounds, W=1, nodes=nodes)
    run = osphg.play(player, game.rounds)
    bound = bounds.boosted(game.rounds, 1, player, kappa=rule_error(nodes))
    exact = bounds.boosted(game.rounds, 1, player).total
    assert lemma_left(run, game.benchmark(1), 0.0) <= bound.total
    assert math.isclose(bound.total - exact, bound["κ L R² T"])


@pytest.mark.parametrize("seed", range(4))
def test_noise_of_a_run(seed: int) -> None:
    """One random point: the lemma holds with the noise that this run had, to the last digit."""
    game = osphg.rounds.paper_quadratics(T=400, seed=1, budget_per_round=0.7)
    best = osphg.best_fixed_decision(game, 5)
    player = BoostedOSPHG.tuned(game, W=5, nodes=1, seed=seed)
    exact = BoostedOSPHG.tuned(game, W=5, nodes=1)
    run = osphg.play(player, game)
    noise = 0.0
    for r, x in enumerate(run.decisions):
        parts = []
        for who in (exact, player):
            z, w = who.boosted.points(r)
            parts.append(w @ game.utility.gradient(r, z[:, np.newaxis] * x))
        noise += float((parts[0] - parts[1]) @ (best.x - x))
    assert noise != 0
    most = bounds.boosted(game, 5, player).total + noise
    for lam in (0.0, 0.05):
        assert lemma_left(run, best, lam) <= most


def test_steps_that_do_not_fit_are_refused() -> None:
    game = osphg.rounds.paper_quadratics(T=400)
    tuned = BoostedOSPHG.tuned(game, W=5, nodes=1)
    with pytest.raises(ValueError, match=r"delta\^2 mu\^2 \+ beta\^2"):
        bounds.boosted(game, 5, BoostedOSPHG(tuned.mu, tuned.delta / 4, 1))
    with pytest.raises(ValueError, match="lambda_1 = 0"):
        bounds.boosted(game, 5, BoostedOSPHG(tuned.mu, tuned.delta, 1, lambda1=1.0))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 12), st.integers(1, 60))
def test_what_a_benchmark_with_windows_spends(seed: int, window: int, rounds: int) -> None:
    """Any queue, and any g(x*) that keeps the windows which end with the last round."""
    rng = np.random.default_rng(seed)
    top = rng.uniform(0.5, 2)
    later, star = rng.uniform(-top, top, (2, rounds))
    later[rng.random(rounds) < 0.5] = top
    for stop in range(rounds, window - 1, -window):
        part = star[stop - window : stop]
        part -= np.maximum(part.mean(), 0)
        np.clip(part, -top, top, out=part)
        part -= np.maximum(part.mean(), 0)
    queue = [0.0]
    for growth in later:
        queue.append(max(queue[-1] + growth, 0.0))
    assert np.abs(star).max() <= 3 * top
    top = max(top, float(np.abs(star).max()))
    assert queue[:-1] @ star <= top**2 * (window - 1) * rounds / 2 + 1e-9


def test_the_bound_of_a_window_is_nearly_met() -> None:
    """The queue climbs by G in each round; x* saves early and spends late: half of the bound."""
    window = 400
    queue = np.arange(window, dtype=float)
    star = np.where(np.arange(window) < window // 2, -1.0, 1.0)
    assert 0.49 < (queue @ star) / (window * (window - 1) / 2) <= 1


@pytest.mark.parametrize("unit_free", [False, True])
@pytest.mark.parametrize("window", [1, 30])
def test_the_formulas_are_the_proven_ones(window: int, unit_free: bool) -> None:
    """The general bounds are those of `rocq/Queue.v`, and no more than their orders say."""
    game = pumped_prices(900, window, 1, per_round=0.2)
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


def keeps(
    run: osphg.Run, player: BoostedQueue, best: Benchmark, kappa: float = 0.0
) -> BoostedQueueBounds:
    """Require that a run keeps all three bounds, and return them."""
    found = boosted_queue(run.rounds, player, best.W, kappa=kappa)
    assert osphg.regret(run, best) <= found.regret
    assert osphg.total_violation(run) <= found.violation
    assert run.multiplier.max() <= found.queue
    return found


@pytest.mark.parametrize("seed", range(8))
def test_the_violation_needs_nothing_of_the_utilities(seed: int) -> None:
    """Waves are neither monotone nor DR-submodular; and every prefix keeps the bound."""
    rng = np.random.default_rng([seed, 11])
    n, horizon = int(rng.integers(1, 4)), 500
    waves = Waves(rng, horizon, n)
    per_round = float(rng.uniform(0.02, 1))
    prices = rng.uniform(0, 10 * per_round, (horizon, n)) * (rng.random((horizon, 1)) < 0.7)
    game = osphg.Rounds(waves, prices, per_round * horizon, osphg.Box.unit(n))
    player = BoostedQueue.tuned(game, int(rng.integers(1, horizon)), 3)
    run = osphg.play(player, game)
    steep = MASS * waves.steepest
    level = (player.V * steep * game.R + game.G**2 / 2) / per_round
    rounds = np.arange(1, horizon + 1)
    cap = math.sqrt(level**2 + 2 * player.alpha * game.R**2 + 2 * per_round * level)
    caps = np.minimum(cap, np.sqrt((2 * player.V * steep * game.R + game.G**2) * rounds))
    assert run.multiplier.max() <= caps[-1]
    way = game.beta_g * rounds * (player.V * steep + game.beta_g * caps) / (2 * player.alpha)
    assert (np.cumsum(run.violation) <= caps + way).all()


@pytest.mark.parametrize("nodes", [1, 3, 9])
def test_where_a_rule_is_not_exact(nodes: int) -> None:
    """The decoy game bends: the quadrature costs at most kappa L R^2 a round, as proven."""
    game = refuting.decoy(2000)
    player = BoostedQueue.tuned(game.rounds, 1, nodes)
    run = osphg.play(player, game.rounds)
    kappa = rule_error(nodes)
    found = keeps(run, player, game.benchmark(1), kappa)
    exact = boosted_queue(game.rounds, player, 1).regret
    assert math.isclose(found.regret - exact, kappa * game.rounds.L * game.rounds.R**2 * 2000)

"""Players for constraints that vary: parameters, refusals, and the rates that are claimed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest

import osphg
from osphg import Box, Rounds, Simplex
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.faces import inscribed_ball
from osphg.players.bandits import CaoLiuBandit, CaoLiuValues, MOSPBandit
from osphg.players.base import Player
from osphg.players.boosted import BoostedQueue
from osphg.players.k_oracles import OLFW, PerStepDuals
from osphg.players.varying_prices import COLD, MOSP, CaoLiu, NeelyYu
from osphg.rounds import paper_quadratics
from osphg.utilities import Quadratics

ROUNDS = paper_quadratics(T=400, n=2)


def test_tuning_is_that_of_the_sources() -> None:
    queue = NeelyYu.tuned(ROUNDS)
    assert (queue.V, queue.alpha) == (20, 400)
    cold = COLD.tuned(ROUNDS, W=4)
    assert (cold.V, cold.alpha) == (40, 800)
    assert (COLD.tuned(ROUNDS).V, COLD.tuned(ROUNDS).alpha) == (20, 400)
    boosted = BoostedQueue.tuned(ROUNDS, W=4, nodes=2, seed=3)
    assert (boosted.V, boosted.alpha, boosted.nodes, boosted.seed) == (40, 800, 2, 3)
    free = BoostedQueue.tuned(ROUNDS, W=4, nodes=2, seed=3, unit_free=True)
    assert (free.nodes, free.seed) == (2, 3)
    steep = (1 - math.exp(-1)) * ROUNDS.beta_f
    assert free.V == pytest.approx(40 * ROUNDS.G**2 / (steep * ROUNDS.R))
    assert free.alpha == pytest.approx(40 * 20 * ROUNDS.G**2 / ROUNDS.R**2)
    mosp = MOSP.tuned(ROUNDS)
    assert mosp.alpha == mosp.mu == pytest.approx(400 ** (-1 / 3))
    values = MOSPBandit.tuned(ROUNDS, seed=2)
    assert (values.alpha, values.mu, values.seed) == (mosp.alpha, mosp.mu, 2)
    assert values.xi == pytest.approx(1 / 401)
    steps = PerStepDuals.tuned(ROUNDS, W=4)
    assert (steps.V, steps.alpha, steps.K) == (40, 800, 10)
    assert PerStepDuals.tuned(ROUNDS, W=3).K == 12  # sqrt(400/3) = 11.5
    assert OLFW.tuned(paper_quadratics(T=401)).K == 21
    olfw = OLFW.tuned(ROUNDS)
    assert olfw.K == 20
    assert olfw.mu == pytest.approx(1 / (20 * ROUNDS.beta))
    assert olfw.delta == pytest.approx(ROUNDS.beta**2)
    assert olfw.gamma == 0
    margin = OLFW.tuned(ROUNDS, failure=0.1)
    assert margin.gamma == pytest.approx(ROUNDS.G * math.sqrt(2 * math.log(2 * ROUNDS.T / 0.1)))
    assert (margin.mu, margin.delta, margin.K) == (olfw.mu, olfw.delta, olfw.K)


@pytest.mark.parametrize("path_length", [0.0, 3.0])
def test_cao_liu_tuned_minimises_its_bound(path_length: float) -> None:
    rounds = paper_quadratics(T=4000)
    R, T = rounds.R, rounds.T
    for player, longest, steepest in (
        (CaoLiu.tuned(rounds, path_length), rounds.beta_f, rounds.beta),
        (CaoLiuBandit.tuned(rounds, seed=1), 2 * rounds.beta_f, rounds.beta),
        (CaoLiuValues.tuned(rounds, seed=1), 2 * rounds.beta_f, 2 * rounds.beta),
    ):
        P = path_length if type(player) is CaoLiu else 0.0

        def bound(alpha: float, longest: float = longest, P: float = P) -> float:
            square = longest**2 + rounds.G**2
            return R * (R + 2 * P) / (2 * alpha) + alpha * T * square

        assert bound(player.alpha) < min(bound(0.99 * player.alpha), bound(1.01 * player.alpha))
        needed = 2 * steepest**2 + 2 * player.delta**2 * player.alpha**2
        assert player.delta == pytest.approx(needed)


# What they do.


@pytest.mark.parametrize(("worth", "money", "length"), [(100, 1, 1), (1, 0.01, 1), (3, 7, 0.5)])
def test_the_boosted_queue_in_other_units(worth: float, money: float, length: float) -> None:
    """f times `worth`, money times `money`, decisions times `length`: the same game."""
    T = 300
    rng = np.random.default_rng(5)
    H, h = -rng.uniform(0, 1, (T, 2, 2)), rng.uniform(2, 3, (T, 2))
    prices = rng.uniform(0, 3, (T, 2))
    here = Rounds(Quadratics(H, h), prices, 0.7 * T, Box.unit(2))
    there = Rounds(
        Quadratics(worth * H / length**2, worth * h / length),
        money * prices / length,
        money * 0.7 * T,
        Box(np.full(2, length)),
    )
    runs = [osphg.play(BoostedQueue.tuned(g, 5, unit_free=True), g) for g in (here, there)]
    np.testing.assert_allclose(runs[1].decisions, length * runs[0].decisions, rtol=0, atol=1e-9)
    np.testing.assert_allclose(runs[1].multiplier, money * runs[0].multiplier, rtol=1e-9, atol=1e-9)
    plain = [osphg.play(BoostedQueue.tuned(g, 5), g).decisions for g in (here, there)]
    assert np.abs(plain[1] - length * plain[0]).max() > 0.01


# Values at two points.


@dataclass(frozen=True, eq=False)
class Watched:
    """Concave, with a record of where it is asked for values, and no gradients to give."""

    asked: list[FloatArray]
    n: int

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        self.asked.append(np.array(X))
        return -((X - 0.7) ** 2).sum(-1)

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        if t > 0:  # a new game is asked for those of its first round
            raise AssertionError("a gradient was asked for")
        return 1.4 - 2 * X


BANDITS: list[Player] = [
    CaoLiuBandit(0.05, 1.0, xi=0.05, seed=4),
    CaoLiuValues(0.05, 1.0, xi=0.05, seed=4),
    MOSPBandit(0.05, 0.1, xi=0.05, seed=4),
]
each_bandit = pytest.mark.parametrize("player", BANDITS, ids=lambda player: type(player).__name__)


@each_bandit
@pytest.mark.parametrize("domain", [Box.unit(3), Simplex(3, 1.0)])
def test_the_bandit_uses_two_values_within_the_domain(player: Player, domain: Domain) -> None:
    asked: list[FloatArray] = []
    rounds = Rounds(Watched(asked, 3), np.ones((1100, 3)), 1100.0, domain)
    asked.clear()
    run = osphg.play(player, rounds)
    pairs = [X for X in asked if X.shape == (2, 3)]
    assert len(pairs) == 1100
    assert domain.contains(np.array(pairs), rtol=1e-12).all()
    radius = 0.05 * inscribed_ball(domain).radius
    np.testing.assert_allclose(np.mean(pairs, axis=1), run.decisions, rtol=0, atol=1e-12)
    spread = np.linalg.norm(np.diff(pairs, axis=1)[:, 0], axis=1)
    np.testing.assert_allclose(spread, 2 * radius, rtol=1e-9)
    # a new stretch of directions after 1024 rounds, not the first once more
    u = np.diff(pairs, axis=1)[:, 0]
    assert not np.isclose(u[:76], u[1024:]).all(axis=1).any()

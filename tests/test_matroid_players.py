"""Online continuous greedy and the stochastic, projection-free Meta-Frank-Wolfe on matroids."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest

import osphg
from osphg import MetaFrankWolfe, RoundError, Rounds
from osphg.checks import FloatArray
from osphg.matroids import (
    PartitionMatroid,
    biased_coins,
    coverage_game,
)
from osphg.players.base import Feedback, Player
from osphg.players.k_oracles import GaussianNoise, GolovinKrauseStreeter, StochasticMetaFrankWolfe
from osphg.players.oracles import ROUNDS, FollowThePerturbedLeader, noise
from osphg.rounds import paper_quadratics
from tests import literal_matroid
from tests.literal import Game, History, Vector
from tests.sampling import SampledSets
from tests.table import altered
from tests.test_matroids import facility_game

leader = FollowThePerturbedLeader(0.1, 0)
GAMES: dict[str, Callable[[], Rounds]] = {
    "coverage": lambda: coverage_game(80, 1, n=5, items=6, rank=2),
    "facility": lambda: facility_game(80, 2, n=3, clients=3, rank=1),
    "coins": lambda: biased_coins(70, 3, n=4, rank=2),
}
MAKERS: dict[str, Callable[[Rounds, int], Player]] = {
    "continuous greedy": lambda rounds, seed: GolovinKrauseStreeter.tuned(rounds, 5, seed=seed),
    "stochastic, sampled sets": lambda rounds, seed: StochasticMetaFrankWolfe.tuned(
        rounds, 5, estimate=SampledSets(2), seed=seed
    ),
    "stochastic, noise": lambda rounds, seed: StochasticMetaFrankWolfe.tuned(
        rounds, 5, estimate=GaussianNoise(0.2), seed=seed
    ),
}
each_game = pytest.mark.parametrize("game", list(GAMES))
each_player = pytest.mark.parametrize("name", list(MAKERS))


# Parameters, and what is refused.


def test_a_matroid_method_without_a_matroid_refuses_before_playing() -> None:
    rounds = paper_quadratics(T=20)
    message = "^GolovinKrauseStreeter needs a matroid as the domain, got Box.*heuristic=True"
    for make in (
        lambda: GolovinKrauseStreeter.tuned(rounds, seed=0),
        lambda: osphg.play(GolovinKrauseStreeter(3, leader), rounds),
    ):
        with pytest.raises(ValueError, match=message) as caught:
            make()
        assert "\n" not in str(caught.value)
    player = GolovinKrauseStreeter.tuned(rounds, seed=0, heuristic=True)
    run = osphg.play(player, rounds)
    assert run.complete
    twin = osphg.play(MetaFrankWolfe(player.K, player.oracle), rounds)
    np.testing.assert_array_equal(run.decisions, twin.decisions)


@dataclass(frozen=True)
class Broken:
    """A user's estimate that returns what it should not."""

    result: FloatArray

    def __call__(self, feedback: Feedback, X: FloatArray, rng: np.random.Generator) -> FloatArray:
        return self.result


@pytest.mark.parametrize("result", [np.ones(6), np.full((4, 6), np.nan)])
def test_a_broken_estimate_is_an_error_of_its_round(result: FloatArray) -> None:
    estimate = Broken(result)
    with pytest.raises(RoundError, match=r"^round 1: estimate must return finite numbers of shape"):
        osphg.play(StochasticMetaFrankWolfe(4, leader, estimate, 0), biased_coins(5, 0))


def test_tuning() -> None:
    rounds = coverage_game(90, 0)
    slope = rounds.beta_f * math.sqrt(rounds.n)
    assert np.abs(rounds.utility.gradient(0, np.zeros(rounds.n))).sum() <= slope
    expected = FollowThePerturbedLeader.tuned(rounds.domain, 90, slope, 4)
    greedy = GolovinKrauseStreeter.tuned(rounds, seed=4)
    noisy = StochasticMetaFrankWolfe.tuned(rounds, estimate=SampledSets(), seed=4)
    for player in (greedy, noisy):
        assert player.K == 10
        assert isinstance(player.oracle, FollowThePerturbedLeader)
        assert (player.oracle.eta, player.oracle.seed) == (expected.eta, 4)
    assert not greedy.heuristic
    assert GolovinKrauseStreeter.tuned(rounds, 7, seed=4).K == 7
    other = StochasticMetaFrankWolfe.tuned(rounds, 7, estimate=SampledSets(), seed=4, bound=1.0)
    assert other.K == 7
    assert isinstance(other.oracle, FollowThePerturbedLeader)
    assert other.oracle.eta == pytest.approx(expected.eta * slope, rel=1e-14)
    drawn = StochasticMetaFrankWolfe.tuned(rounds, seed=4)  # with four deviations of 0.1 beta_f
    assert isinstance(drawn.oracle, FollowThePerturbedLeader)
    assert drawn.oracle.eta == pytest.approx(expected.eta / 1.4, rel=1e-14)


# Against the pseudocode, and properties.


def literal_run(rounds: Rounds, player: Any) -> History:
    """The literal run, with the noise that the package draws."""
    matroid, oracle, utility = rounds.domain, player.oracle, rounds.utility
    assert isinstance(matroid, PartitionMatroid)
    assert isinstance(oracle, FollowThePerturbedLeader)
    n, K = rounds.n, player.K
    blocks = range(rounds.T // ROUNDS + 1)
    drawn = np.concatenate([noise(oracle.seed, K, n, block) for block in blocks]).tolist()
    vertex = literal_matroid.vertex(matroid.blocks, matroid.ranks)

    @cache
    def worth(t: int, S: frozenset[int]) -> float:
        return float(utility.value(t, np.array([float(i in S) for i in range(n)])))

    def set_function(t: int) -> Callable[[set[int]], float]:
        return lambda S: worth(t, frozenset(S))

    @cache
    def stream(t: int) -> np.random.Generator:
        key = (0x67726164, t)
        return np.random.default_rng(np.random.SeedSequence(player.seed, spawn_key=key))

    @cache
    def draws(t: int) -> Any:
        if isinstance(player.estimate, SampledSets):
            return stream(t).random((player.estimate.samples, K, n))
        return stream(t).standard_normal((K, n)) * player.estimate.scale

    def exact(t: int, x: Vector) -> Vector:
        f = set_function(t)
        ends = [[{i}, set[int]()] for i in range(n)]
        slopes = []
        for i, (one, _) in enumerate(ends):
            free = [0.0 if j == i else x[j] for j in range(n)]
            up = literal_matroid.expectation(lambda S, one=one: f(S | one), free)
            slopes.append(up - literal_matroid.expectation(f, free))
        return slopes

    def estimate(t: int, k: int, x: Vector) -> Vector:
        if isinstance(player.estimate, GaussianNoise):
            return [a + b for a, b in zip(exact(t, x), draws(t)[k].tolist(), strict=True)]
        total = [0.0] * n
        for u in draws(t)[:, k].tolist():
            S = {i for i in range(n) if u[i] < x[i]}
            sampled = literal_matroid.sampled_gradient(set_function(t), S, n)
            total = [a + b for a, b in zip(total, sampled, strict=True)]
        return [a / player.estimate.samples for a in total]

    game = Game(
        lambda t, x: literal_matroid.expectation(set_function(t), x),
        exact, rounds.prices.tolist(), rounds.budget,
    )  # fmt: skip
    greedy = isinstance(player, GolovinKrauseStreeter)
    return literal_matroid.stochastic_meta_frank_wolfe(
        game,
        [vertex(drawn[0][k]) for k in range(K)],
        literal_matroid.perturbed_leader(vertex, oracle.eta, lambda t, k: drawn[t][k]),
        None if greedy else estimate,
    )


@each_game
@each_player
def test_players_are_the_pseudocode(game: str, name: str) -> None:
    """Across a block of the leader's noise (64 rounds): 65 rounds of each game."""
    full = GAMES[game]()
    rounds = Rounds(Truncated(full.utility), full.prices[:66], 33.0, full.domain)
    player = MAKERS[name](rounds, 5)
    run, expected = osphg.play(player, rounds), literal_run(rounds, player)
    for field in ("decisions", "utility", "violation", "multiplier"):
        np.testing.assert_allclose(
            getattr(run, field), np.array(getattr(expected, field)), rtol=0, atol=1e-12
        )


@dataclass(frozen=True, eq=False)
class Truncated:
    """A utility without its number of rounds."""

    utility: Any

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray(self.utility.value(t, X))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return np.asarray(self.utility.gradient(t, X))


@each_game
@each_player
def test_properties(game: str, name: str) -> None:
    """Feasible; the same under a seed, another under another; no look-ahead; blind to prices."""
    rounds = GAMES[game]()
    player = MAKERS[name](rounds, 0)
    run = osphg.play(player, rounds)
    assert rounds.domain.contains(run.decisions, rtol=1e-12).all()
    assert (run.multiplier == 0).all()
    np.testing.assert_array_equal(osphg.play(player, rounds).decisions, run.decisions)
    other = osphg.play(MAKERS[name](rounds, 1), rounds).decisions
    assert np.abs(other - run.decisions).max() > 0.1
    change = 40
    later = osphg.play(player, altered(rounds, change)).decisions
    np.testing.assert_array_equal(later[: change + 1], run.decisions[: change + 1])
    dearer = Rounds(rounds.utility, rounds.prices + 5, rounds.budget, rounds.domain)
    np.testing.assert_array_equal(osphg.play(player, dearer).decisions, run.decisions)

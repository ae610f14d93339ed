"""One small game for each family of utilities, and what OSPHG earns on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box
from osphg.games import families
from osphg.hindsight import Benchmark, best_fixed_decision
from osphg.metrics import total_violation
from osphg.players import OSPHG
from osphg.playing import Run, play
from osphg.rounds import Rounds
from osphg.utilities import Utility


def _priced(utility: Utility, T: int, rng: np.random.Generator, upper: FloatArray) -> Rounds:
    """Return two goods with prices that differ, and a budget for half of the dearer corner."""
    prices = rng.uniform(0.5, 1.5, (T, 2)) * [1.0, 1.5]
    return Rounds(utility, prices, 0.5 * T * float(prices.mean(0) @ upper), Box(upper))


def coverage(T: int, seed: int) -> Rounds:
    """Return two channels that reach three segments, of sizes that change with the round."""
    rng = np.random.default_rng(seed)
    chances = np.array([[0.9, 0.6, 0.1], [0.2, 0.7, 0.8]])
    utility = families.ProbabilisticCoverage(rng.uniform(0, 2, (T, 3)), chances)
    return _priced(utility, T, rng, np.ones(2))


def facilities(T: int, seed: int) -> Rounds:
    """Return two facilities, and five clients that come anew in each round."""
    rng = np.random.default_rng(seed)
    return _priced(families.FacilityLocation(rng.uniform(0, 1, (T, 2, 5))), T, rng, np.ones(2))


def set_function(T: int, seed: int) -> Rounds:
    """Return two elements of which both are worth less than the sum, by a random share."""
    rng = np.random.default_rng(seed)
    alone = rng.uniform(0.5, 1.5, (T, 2))
    both = alone.max(-1) + rng.uniform(0, 0.6, T) * alone.min(-1)
    table = np.column_stack([np.zeros(T), alone, both])
    return _priced(families.SetFunction(table), T, rng, np.ones(2))


def influence(T: int, seed: int) -> Rounds:
    """Return two channels and four customers; up to three units of each channel."""
    rng = np.random.default_rng(seed)
    chances = rng.uniform(0.05, 0.6, (2, 4))
    utility = families.budget_allocation(rng.uniform(0, 2, (T, 4)), chances)
    return _priced(utility, T, rng, np.full(2, 3.0))


def determinantal(T: int, seed: int) -> Rounds:
    """Return two items that are alike in some rounds and unlike in others."""
    rng = np.random.default_rng(seed)
    C = rng.normal(np.array([[1.0, 0.5, 0.0], [1.0, 0.0, 0.5]]), 1.0, (T, 2, 3))
    return _priced(families.Determinantal(np.eye(2) + C @ C.swapaxes(1, 2)), T, rng, np.ones(2))


def concave_over_modular(T: int, seed: int) -> Rounds:
    """Return three needs, each met by both goods up to a smooth cap."""
    rng = np.random.default_rng(seed)
    a = np.array([[1.0, 0.2], [0.3, 1.0], [1.0, 1.0]])
    utility = families.ConcaveOverModular(
        rng.uniform(0, 2, (T, 3)), a, families.SmoothCap(cap=0.6, width=0.4)
    )
    return _priced(utility, T, rng, np.ones(2))


def log_quadratic(T: int, seed: int) -> Rounds:
    """Return the crowdsourcing utility for two jobs, steeper than published."""
    rng = np.random.default_rng(seed)
    utility = families.LogQuadratic(np.array([2.0, 3.0]), rng.uniform(-0.25, 0, (T, 2, 2)))
    return _priced(utility, T, rng, np.ones(2))


GAMES: Mapping[str, Callable[[int, int], Rounds]] = {
    "coverage by chance": coverage,
    "facility location": facilities,
    "any set function": set_function,
    "budget allocation": influence,
    "determinantal": determinantal,
    "concave over modular": concave_over_modular,
    "logarithms and a quadratic": log_quadratic,
}


@dataclass(frozen=True, eq=False)
class ZooGame:
    """A game, a run of weighted OSPHG on it, and the best fixed decision with its certificate."""

    rounds: Rounds
    run: Run
    best: Benchmark

    @property
    def share(self) -> float:
        """What the run earned, as a share of what no fixed decision can exceed."""
        return float(self.run.utility.sum()) / self.best.upper_bound

    @property
    def gap(self) -> float:
        """How far the certificate is from the decision, as a share of the certificate."""
        return 1 - self.best.value / self.best.upper_bound

    @property
    def overspent(self) -> float:
        """The violation, as a share of the budget; negative if some is left."""
        return total_violation(self.run) / self.rounds.budget

    @cached_property
    def late(self) -> FloatArray:
        """The mean decision of the second half, (n,)."""
        return np.asarray(self.run.decisions[self.rounds.T // 2 :].mean(0))


def played(rounds: Rounds, W: int = 20, K: int = 20) -> ZooGame:
    """Play a game with the repaired, unit-free OSPHG, and certify its benchmark."""
    checks.positive_int("W", W, maximum=rounds.T)
    player = OSPHG.tuned(rounds, W, K, weighted=True, unit_free=True)
    return ZooGame(rounds, play(player, rounds), best_fixed_decision(rounds, W))

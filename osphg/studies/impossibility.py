"""Players against the two scenarios in which W = T is impossible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from osphg.checks import FloatArray
from osphg.games.refuting import impossibility
from osphg.hindsight import best_fixed_decision
from osphg.metrics import ONE_MINUS_ONE_OVER_E, regret, total_violation
from osphg.ordered import dot
from osphg.players import Feedback, Player
from osphg.playing import play
from osphg.proofs.small.impossibility import floor
from osphg.rounds import Game

SCENARIOS = ("A", "B")


class ScenarioOutcome(NamedTuple):
    """What one player did in the two scenarios, per round."""

    R_A: float
    R_B: float
    V_B: float

    @property
    def worst(self) -> float:
        """The largest of the three."""
        return max(self)


def outcome(player: Player, T: int, c: float, m: float) -> ScenarioOutcome:
    """Play both scenarios and return R_A/T, R_B/T and V_B/T, with W = T.

    Raises
    ------
    TypeError, ValueError
        For parameters that `impossibility` refuses, or a player that bids differently in the two
        first halves, which are the same.

    Examples
    --------
    >>> found = outcome(Constant(0.5), T=100, c=6.0, m=1.0)
    >>> [round(value, 3) for value in found]
    [0.066, -1.197, 1.0]
    """
    runs = {s: play(player, impossibility(T, c, m, s).rounds) for s in SCENARIOS}
    halves = [run.decisions[: T // 2] for run in runs.values()]
    if not np.array_equal(halves[0], halves[1]):
        raise ValueError(f"player must not look ahead, but {type(player).__name__} does")
    best = {s: best_fixed_decision(runs[s].rounds, W=T) for s in SCENARIOS}
    R_A, R_B = (regret(runs[s], best[s]) / T for s in SCENARIOS)
    return ScenarioOutcome(R_A, R_B, total_violation(runs["B"]) / T)


class _Memoryless:
    """A player of one site whose bid depends on the round and the money left alone."""

    def init(self, game: Game) -> Account:
        return Account(0, game.T, game.budget)

    def update(self, state: Account, feedback: Feedback) -> Account:
        left = state.left - dot(feedback.price, feedback.x)
        return Account(state.t + 1, state.T, left)

    def multiplier(self, state: Account) -> float:
        return 0.0


class Account(NamedTuple):
    """The state of a player that counts its money."""

    t: int
    T: int
    left: float


@dataclass(frozen=True)
class Constant(_Memoryless):
    """Bid x in every round of the first half, and `later` (x unless given) in the second."""

    x: float
    later: float | None = None

    def decide(self, state: Account) -> FloatArray:
        """Return the bid of this half."""
        first = state.t < state.T // 2 or self.later is None
        return np.array([self.x if first else self.later])


@dataclass(frozen=True)
class SpendAtOnce(_Memoryless):
    """Bid 1 while money is left, then nothing."""

    def decide(self, state: Account) -> FloatArray:
        """Return 1 or 0."""
        return np.array([1.0 if state.left > 0 else 0.0])


@dataclass(frozen=True)
class Wait(_Memoryless):
    """Bid nothing in the first half, then 1 while money is left."""

    def decide(self, state: Account) -> FloatArray:
        """Return 0, 1, or 0 again."""
        return np.array([1.0 if state.t >= state.T // 2 and state.left > 0 else 0.0])


def hedge(c: float, m: float, alpha: float = ONE_MINUS_ONE_OVER_E) -> Constant:
    """Return the player that makes R_A, R_B and V_B equal.

    For m >= 1/2 no player has a smaller maximum in these two games.

    Raises
    ------
    ValueError
        If that takes bids outside [0, 1].

    Examples
    --------
    >>> found = outcome(hedge(6.0, 1.0), T=100, c=6.0, m=1.0)
    >>> [round(value, 4) for value in found]
    [-0.0436, -0.0436, -0.0436]
    """
    rate = floor(c, m, alpha)
    first = alpha - 2 * rate
    later = 2 * (1 + rate - first) / c
    if not (0 <= first <= 1 and 0 <= later <= 1):
        raise ValueError(f"the bids must lie in [0, 1], got {first:.3g} and {later:.3g}")
    return Constant(first, later)

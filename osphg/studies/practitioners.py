"""Three ways to spend a budget that need no theory, for bids that are shares of what is offered.

All of them know the horizon and the budget, and no price or utility before its round. A bid of 1
buys all that a placement offers, so that prices are traffic.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Box
from osphg.hindsight import frank_wolfe
from osphg.ordered import dot
from osphg.players import Feedback
from osphg.rounds import Game
from osphg.studies.affordable import Affordable
from osphg.utilities import Objective, Sum


def _box(game: Game, who: str) -> Box:
    """Return the domain of a game with bids in [0, 1]; ValueError for any other."""
    box = game.domain
    if not isinstance(box, Box) or (box.lower != 0).any() or (box.upper != 1).any():
        raise ValueError(f"{who} bids shares: it needs the domain [0, 1]^n, got {box}")
    return box


class Purse(NamedTuple):
    """What is left of the budget and of the rounds."""

    left: float  # of B_T, in money; below 0 once it is overspent
    rounds: int  # to come

    @classmethod
    def full(cls, game: Game) -> Purse:
        """Return the purse before round 1."""
        return cls(game.budget, game.T)

    @property
    def allowance(self) -> float:
        """What each round to come may cost; 0 when the money is gone."""
        return max(self.left, 0.0) / max(self.rounds, 1)

    def after(self, feedback: Feedback) -> Purse:
        """Return what is left after a round."""
        return Purse(self.left - dot(feedback.price, feedback.x), self.rounds - 1)


class PacingState(NamedTuple):
    """The state of even pacing before a round."""

    x: FloatArray  # (n,)
    purse: Purse
    traffic: tuple[float, ...]  # of the last rounds, the newest last


@frozen
class EvenPacing:
    """Spread what is left evenly over the rounds that are left; the same bid on all placements.

    The bid is what is left per round over the mean traffic of the last `memory` rounds, at most 1.
    The first round is watched only. Once the money is gone the bid is 0: the budget is exceeded by
    no more than the cost of the round in which it runs out.

    Parameters
    ----------
    memory : int
        Of how many rounds the traffic is remembered; at least 1.

    Raises
    ------
    TypeError, ValueError
        For a memory that is not a positive integer, a domain other than [0, 1]^n.

    Examples
    --------
    >>> import osphg
    >>> game = osphg.rounds.paper_quadratics(T=500)
    >>> osphg.play(EvenPacing(), game)
    Run(EvenPacing, 500 of 500 rounds, per round: utility 0.5381, violation +0.0009881)
    """

    memory: int = checked(checks.positive_int, default=1)

    def init(self, game: Game) -> PacingState:
        """Return the state before round 1."""
        return PacingState(np.zeros(_box(game, "EvenPacing").n), Purse.full(game), ())

    def decide(self, state: PacingState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: PacingState, feedback: Feedback) -> PacingState:
        """Divide what is left by what is expected."""
        purse = state.purse.after(feedback)
        traffic = (*state.traffic, float(feedback.price.sum()))[-self.memory :]
        expected = sum(traffic) / len(traffic)
        level = 1.0 if expected <= purse.allowance else purse.allowance / expected
        level = level if purse.left > 0 else 0.0
        return PacingState(np.full(len(state.x), level), purse, traffic)

    def multiplier(self, state: PacingState) -> float:
        """Return 0: it has none."""
        return 0.0


class LearningState(NamedTuple):
    """The state of learn, then commit before a round."""

    x: FloatArray  # (n,)
    purse: Purse
    seen: tuple[Objective, ...]  # the utilities of the log
    prices: FloatArray  # their prices, summed, (n,)


@frozen
class LearnThenCommit:
    """Bid a fixed level for some rounds, then solve the problem on their log and stay with that.

    The decision maximises the reach of the log among those that cost no more, at its mean prices,
    than what is left per round (`frank_wolfe`). It is never changed again: nothing stops it when
    the money is gone.

    Parameters
    ----------
    learn : int
        Rounds of the log; at least 1.
    level : float
        Bid on all placements while they last, in [0, 1].
    K : int
        Steps of `frank_wolfe`.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above, a domain other than [0, 1]^n, a game that is not
        longer than the log.

    Examples
    --------
    >>> import osphg
    >>> game = osphg.rounds.paper_quadratics(T=500)
    >>> osphg.play(LearnThenCommit(learn=50, level=0.3), game)
    Run(LearnThenCommit, 500 of 500 rounds, per round: utility 0.5321, violation -0.03918)
    """

    learn: int = checked(checks.positive_int)
    level: float = checked(checks.non_negative_float)
    K: int = checked(checks.size, default=30)

    def __attrs_post_init__(self) -> None:
        """Refuse a level above 1."""
        if self.level > 1:
            raise ValueError(f"level must be at most 1, got {self.level:g}")

    def init(self, game: Game) -> LearningState:
        """Return the state before round 1."""
        n = _box(game, "LearnThenCommit").n
        if game.T <= self.learn:
            raise ValueError(f"learn must be below the game's {game.T} rounds, got {self.learn}")
        return LearningState(np.full(n, self.level), Purse.full(game), (), np.zeros(n))

    def decide(self, state: LearningState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: LearningState, feedback: Feedback) -> LearningState:
        """Add the round to the log; when that is complete, solve."""
        if len(state.seen) == self.learn:
            return state
        purse = state.purse.after(feedback)
        seen, prices = (*state.seen, feedback.utility), state.prices + feedback.price
        x = state.x
        if len(seen) == self.learn:
            domain = Affordable(prices / self.learn, purse.allowance)
            x = frank_wolfe(Sum(seen), domain, self.K)
        return LearningState(x, purse, seen, prices)

    def multiplier(self, state: LearningState) -> float:
        """Return 0: it has none."""
        return 0.0


class GreedyState(NamedTuple):
    """The state of the capped greedy player before a round."""

    x: FloatArray  # (n,)
    purse: Purse


@frozen
class CappedGreedy:
    """Buy what would have been best in the last round, for what is left per round.

    x_{t+1} maximises f_t among the decisions with <p_t, x> at most what is left per round
    (`frank_wolfe`). The first round is watched only. Once the money is gone the bid is 0: the
    budget is exceeded by no more than the cost of the round in which it runs out.

    Parameters
    ----------
    K : int
        Steps of `frank_wolfe`.

    Raises
    ------
    TypeError, ValueError
        For a K that is not a positive integer, a domain other than [0, 1]^n.

    Examples
    --------
    >>> import osphg
    >>> game = osphg.rounds.paper_quadratics(T=500)
    >>> osphg.play(CappedGreedy(), game)
    Run(CappedGreedy, 500 of 500 rounds, per round: utility 0.5398, violation +0.00164)
    """

    K: int = checked(checks.size, default=20)

    def init(self, game: Game) -> GreedyState:
        """Return the state before round 1."""
        return GreedyState(np.zeros(_box(game, "CappedGreedy").n), Purse.full(game))

    def decide(self, state: GreedyState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: GreedyState, feedback: Feedback) -> GreedyState:
        """Maximise what the round would have given for what the next one may cost."""
        purse = state.purse.after(feedback)
        if purse.left <= 0:
            return GreedyState(np.zeros(len(state.x)), purse)
        domain = Affordable(feedback.price, purse.allowance)
        return GreedyState(frank_wolfe(feedback.utility, domain, self.K), purse)

    def multiplier(self, state: GreedyState) -> float:
        """Return 0: it has none."""
        return 0.0

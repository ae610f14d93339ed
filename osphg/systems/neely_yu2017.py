"""The virtual queue of Neely and Yu 2017, for constraints that vary from round to round."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.multiplier import stepped
from osphg.ordered import dot
from osphg.players import Feedback
from osphg.rounds import Game, require_game
from osphg.systems.saddle import origin


class QueueState(NamedTuple):
    """The state of the queue method before a round."""

    x: FloatArray  # x_t, (n,)
    Q: float  # Q_t, the length of the queue
    domain: Domain

    @property
    def V(self) -> FloatArray:
        """x_t as what one oracle chooses, (1, n)."""
        return self.x[np.newaxis]

    @property
    def multiplier(self) -> float:
        """Q_t."""
        return self.Q

    def moved(self, V: FloatArray, multiplier: float) -> QueueState:
        """Return the state with another decision, as (1, n), and another length of the queue."""
        return QueueState(V[0], multiplier, self.domain)


@frozen
class NeelyYu:
    """Online convex optimisation with time-varying constraints (Neely and Yu 2017, section II).

    x_{t+1} = P(x_t + (V grad f_t(x_t) - Q_t p_t) / (2 alpha)), and the queue grows by the
    linearised constraint at the new decision: Q_{t+1} = [Q_t + <p_t, x_{t+1}> - B_T/T]_+. The
    weight of the budget is therefore Q_t / V in units of the utility. Made for concave utilities
    and the benchmark with W = 1, with a decision that keeps each g_t strictly negative: the origin.
    For independent g_t the source has a second theorem: both are of order sqrt(T) in expectation
    against decisions that keep the mean constraint, of which there are more.
    The source counts f_{t-1} as what round t knows, and its first decision is arbitrary; here it
    is the origin.

    Parameters
    ----------
    V : float
        Weight of the utility against the queue; above 0.
    alpha : float
        Weight of the proximal term ||x - x_t||^2; above 0.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> player = osphg.NeelyYu.tuned(rounds)
    >>> osphg.play(player, rounds)
    Run(NeelyYu, 500 of 500 rounds, per round: utility 0.458, violation +0.007974)
    """

    V: float = checked(checks.positive_float)
    alpha: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game) -> NeelyYu:
        """Return it with V = sqrt(T) and alpha = T: regret and violation of order sqrt(T)."""
        T = require_game("rounds", rounds).T
        return cls(V=math.sqrt(T), alpha=float(T))

    def init(self, game: Game) -> QueueState:
        """Return the state before round 1: the origin and an empty queue."""
        return QueueState(origin(game), 0.0, game.domain)

    def decide(self, state: QueueState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: QueueState, feedback: Feedback) -> QueueState:
        """Step along the drift plus penalty, then lengthen or shorten the queue."""
        ascent = self.V * self.direction(feedback, state.x) - state.Q * feedback.price
        x = state.domain.project(state.x + ascent / (2 * self.alpha))
        # g_t(x_t) + <grad g_t(x_t), x_{t+1} - x_t>
        growth = feedback.violation + dot(feedback.price, x - state.x)
        return QueueState(x, stepped(state.Q, growth, 1.0, 1.0), state.domain)

    def direction(self, feedback: Feedback, x: FloatArray) -> FloatArray:
        """Return what the decision x is told of the utility, (n,): grad f_t(x)."""
        return feedback.gradient(x)

    def multiplier(self, state: QueueState) -> float:
        """Return Q_t."""
        return state.Q

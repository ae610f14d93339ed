"""RECOO: rectified online optimisation with hard constraints (Guo et al. 2022)."""

from __future__ import annotations

import math
from typing import NamedTuple

import scipy

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.ordered import dot
from osphg.players import Feedback
from osphg.rounds import Game, scales
from osphg.systems.ascent import Ascent, climbed, climbing
from osphg.systems.saddle import origin


class RectifiedState(NamedTuple):
    """The state before a round."""

    x: FloatArray  # x_t, (n,)
    Q: float  # Q_t >= sqrt(t), a number
    allowance: float  # B_T/T
    domain: Domain


@frozen
class RECOO:
    """RECOO of Guo, Liu, Wei, Ying 2022: a rectified penalty, and a queue that never empties.

    x_{t+1} maximises <h_t(x_t), x> - Q_t gamma_t price [g_t(x)]_+ - alpha_t |x - x_t|^2 over X, and
    Q_{t+1} = max(Q_t + gamma_t [g_t(x_{t+1})]_+/money, sqrt(t + 1)), with alpha_t = alpha sqrt(t)
    and gamma_t = t^(1/2 + eps), from x_1 = 0 and Q_1 = 1. No round makes good what another
    overspent. Claimed against decisions that keep the budget in every round (W = 1), for concave
    utilities: regret O(sqrt(T)); sum_t [g_t(x_t)]_+ of O(1) for one fixed constraint and of
    O(T^(3/4)) for constraints that vary; T need not be known. All of it is recalled, the exponents
    of alpha_t and gamma_t least surely.

    Parameters
    ----------
    alpha : float
        Weight of the proximal term in round 1, in units of f per squared unit of the decision;
        above 0.
    price : float
        What a unit of overspending costs in round 1, in units of f; above 0.
    money : float
        The unit that the queue counts overspending in; above 0.
    eps : float
        In [0, 1/2].
    ascent : Ascent
        `BoostedGradient()`, or `PlainGradient()` for concave utilities.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=500)
    >>> osphg.play(osphg.RECOO.tuned(rounds), rounds)
    Run(RECOO, 500 of 500 rounds, per round: utility 0.5143, violation -0.1213)
    """

    alpha: float = checked(checks.positive_float)
    price: float = checked(checks.positive_float)
    money: float = checked(checks.positive_float)
    eps: float = checked(checks.non_negative_float, default=0.01)
    ascent: Ascent = climbing()

    def __attrs_post_init__(self) -> None:
        """Refuse an eps above 1/2."""
        if self.eps > 0.5:
            raise ValueError(f"eps must be in [0, 1/2], got {self.eps}")

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None) -> RECOO:
        """Return it with alpha = s/R, price = s R/G and money = G; s bounds the direction.

        That is alpha_t = sqrt(t) for the game with f in units of s R, money in units of G and
        decisions in units of R: counted in other units, it plays the same game.

        Raises
        ------
        TypeError, ValueError
            As the constructor.
        """
        chosen, s = climbed(rounds, ascent)
        R, G = scales(rounds, "R", "G")
        return cls(s / R, s * R / G, G, ascent=chosen)

    def init(self, game: Game) -> RectifiedState:
        """Return the state before round 1: the origin, and Q_1 = 1."""
        return RectifiedState(origin(game), 1.0, game.allowance, game.domain)

    def decide(self, state: RectifiedState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: RectifiedState, feedback: Feedback) -> RectifiedState:
        """Climb, with as much of the penalty as keeps the budget, or all of it."""
        t = feedback.t + 1
        proximal, gamma = 2 * self.alpha * math.sqrt(t), t ** (0.5 + self.eps)
        climbed = state.x + self.ascent.at(feedback, state.x) / proximal
        back = state.Q * gamma * self.price / proximal * feedback.price

        def over(part: float) -> float:
            moved = state.domain.project(climbed - part * back)
            return dot(feedback.price, moved) - state.allowance

        # The maximiser is P(climbed - part back) where part is a subgradient of [g]_+: 0 within
        # the budget, 1 beyond it, and between them on the budget's edge; `over` falls in part.
        part = 0.0
        if over(0.0) > 0:
            part = 1.0
            if over(1.0) < 0:
                part = float(scipy.optimize.brentq(over, 0.0, 1.0, xtol=1e-15, rtol=1e-14))
        x = state.domain.project(climbed - part * back)
        overspent = max(dot(feedback.price, x) - state.allowance, 0.0)
        Q = max(state.Q + gamma * overspent / self.money, math.sqrt(t + 1))
        return RectifiedState(x, Q, state.allowance, state.domain)

    def multiplier(self, state: RectifiedState) -> float:
        """Return Q_t price, what a unit of overspending costs but for gamma_t."""
        return state.Q * self.price

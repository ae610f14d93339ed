"""An exponential potential of the violation (Sinha and Vaze 2024)."""

from __future__ import annotations

import math
from typing import NamedTuple

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.players import Feedback
from osphg.rounds import Game, scales
from osphg.systems.ascent import Ascent, climbed, climbing
from osphg.systems.saddle import origin


class PotentialState(NamedTuple):
    """The state before a round."""

    x: FloatArray  # x_t, (n,)
    Q: float  # the violations so far, in units of `money`
    S: float  # the squared lengths of the steps' directions so far
    domain: Domain


@frozen
class SinhaVaze:
    """The optimal algorithm of Sinha and Vaze 2024 for constraints that vary and must be kept.

    Q_t = Q_{t-1} + [g_t(x_t)]_+/money counts every overspent round, none of which a cheap round
    makes good. The step climbs f_t/utility less the potential Phi(Q) = e^(rate Q) - 1:

        d_t = h_t(x_t)/utility - Phi'(Q_t) p_t/money 1[g_t(x_t) > 0],
        x_{t+1} = P(x_t + reach d_t / sqrt(2 (|d_1|^2 + ... + |d_t|^2))).

    Against decisions that keep the budget in every round (W = 1) its regret is O(sqrt(T)) and
    sum_t [g_t(x_t)]_+ is O(sqrt(T) log T), whatever the prices; see `regret_bound` and
    `violation_bound` for the constants, which are large. The rates are those of the source's
    abstract, the constants derived here, line by line, for exact directions: Phi(Q_T) plus
    regret/utility is at most sqrt(T) (1 + Phi'(Q_T)), and rate sqrt(T) = 1/2.

    Parameters
    ----------
    utility : float
        The unit that utilities are counted in, 2 R times a bound of the direction; above 0.
    money : float
        The unit that violations are counted in, 2 R beta_g; above 0.
    rate : float
        The exponent of the potential; above 0.
    reach : float
        The diameter R of X; above 0.
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
    >>> osphg.play(osphg.SinhaVaze.tuned(rounds), rounds)
    Run(SinhaVaze, 500 of 500 rounds, per round: utility 0.9745, violation +3.927)
    """

    utility: float = checked(checks.positive_float)
    money: float = checked(checks.positive_float)
    rate: float = checked(checks.positive_float)
    reach: float = checked(checks.positive_float)
    ascent: Ascent = climbing()

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None) -> SinhaVaze:
        """Return it with rate = 1/(2 sqrt(T)), utility = 2 R s and money = 2 R beta_g.

        s bounds the direction. The source has one Lipschitz constant for both; with one each,
        counted in other units, it plays the same game.

        Raises
        ------
        TypeError, ValueError
            As the constructor.
        """
        chosen, s = climbed(rounds, ascent)
        R, beta_g = scales(rounds, "R", "beta_g")
        return cls(2 * R * s, 2 * R * beta_g, 1 / (2 * math.sqrt(rounds.T)), R, chosen)

    def regret_bound(self, T: int) -> float:
        """Return utility (sqrt(T) + 1), which the regret of the tuned player does not exceed."""
        return self.utility * (math.sqrt(checks.positive_int("T", T)) + 1)

    def violation_bound(self, T: int) -> float:
        """Return money 2 sqrt(T) log(2 (1 + 2 T)), which sum_t [g_t(x_t)]_+ does not exceed.

        As tuned. It says nothing as long as it is above T times the largest g_t: with beta_g R of
        that size, below some T = 1000.
        """
        T = checks.positive_int("T", T)
        return self.money * 2 * math.sqrt(T) * math.log(2 * (1 + 2 * T))

    def init(self, game: Game) -> PotentialState:
        """Return the state before round 1: the origin, and nothing spent."""
        return PotentialState(origin(game), 0.0, 0.0, game.domain)

    def decide(self, state: PotentialState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: PotentialState, feedback: Feedback) -> PotentialState:
        """Count the violation, then climb with a step that shrinks with what was climbed."""
        Q = state.Q + max(feedback.violation, 0.0) / self.money
        d = self.ascent.at(feedback, state.x) / self.utility
        if feedback.violation > 0:
            d = d - self.rate * math.exp(self.rate * Q) / self.money * feedback.price
        S = state.S + float(d @ d)
        step = self.reach / math.sqrt(2 * S) if S > 0 else 0.0
        return PotentialState(state.domain.project(state.x + step * d), Q, S, state.domain)

    def multiplier(self, state: PotentialState) -> float:
        """Return Phi'(Q_{t-1}) utility/money, what money costs once a round overspends."""
        return self.rate * math.exp(self.rate * state.Q) * self.utility / self.money

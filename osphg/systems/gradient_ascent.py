"""Online gradient ascent, blind to the budget (Zinkevich 2003; Chen, Hassani and Karbasi 2018)."""

from __future__ import annotations

import math
from typing import NamedTuple

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.players import Feedback
from osphg.rounds import Game, scales
from osphg.systems.ascent import Ascent, PlainGradient, climbed, require_ascent
from osphg.systems.saddle import origin


class AscentState(NamedTuple):
    """The state of gradient ascent before a round."""

    x: FloatArray  # x_t, (n,)
    domain: Domain


@frozen
class OnlineGradientAscent:
    """x_{t+1} = P(x_t + eta grad f_t(x_t)) from the origin; the budget is not looked at.

    One gradient and one projection per round. For monotone DR-submodular utilities the 1/2-regret
    is at most R beta_f sqrt(T) (Chen, Hassani and Karbasi 2018, second algorithm; by the package's
    own derivation: 2 f(x) >= f(y) - <grad f(x), y - x>), for concave ones the regret is, and with
    `BoostedGradient()` the (1-1/e)-regret.

    Parameters
    ----------
    eta : float
        Step size, in squared units of the decision per unit of f; above 0.
    ascent : Ascent
        `PlainGradient()`, or `BoostedGradient()`.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=500)
    >>> osphg.play(osphg.OnlineGradientAscent.tuned(rounds), rounds)
    Run(OnlineGradientAscent, 500 of 500 rounds, per round: utility 0.9359, violation +3.478)
    """

    eta: float = checked(checks.positive_float)
    ascent: Ascent = checked(require_ascent, default=PlainGradient())

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None) -> OnlineGradientAscent:
        """Return it with eta = R/(s sqrt(T)), where s bounds the gradients that it climbs.

        Raises
        ------
        TypeError, ValueError
            As the constructor.
        """
        chosen, s = climbed(rounds, PlainGradient() if ascent is None else ascent)
        (R,) = scales(rounds, "R")
        return cls(R / (s * math.sqrt(rounds.T)), chosen)

    def init(self, game: Game) -> AscentState:
        """Return the state before round 1: the origin."""
        return AscentState(origin(game), game.domain)

    def decide(self, state: AscentState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: AscentState, feedback: Feedback) -> AscentState:
        """Climb, and project."""
        climbed = state.x + self.eta * self.ascent.at(feedback, state.x)
        return AscentState(state.domain.project(climbed), state.domain)

    def multiplier(self, state: AscentState) -> float:
        """Return 0: there is no multiplier."""
        return 0.0

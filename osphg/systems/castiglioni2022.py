"""Primal and dual regret minimisers side by side (Castiglioni et al. 2022)."""

from __future__ import annotations

import math

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.multiplier import stepped
from osphg.players import Feedback
from osphg.rounds import Game, scales
from osphg.systems.ascent import Ascent, climbed, climbing
from osphg.systems.saddle import SaddleState, origin


@frozen
class BestOfBothWorlds:
    """The best-of-both-worlds scheme of Castiglioni, Celli, Marchesi, Romano and Gatti 2022.

    Gradient ascent on f_t - lambda_t g_t, and gradient ascent on lambda within [0, cap], each with
    a step of its own. What it is for is W = T, one budget for the whole season, where no player
    has sublinear regret against every game: its adversarial statement is a share, not a regret.
    With a rate rho at which the origin keeps the budget, rho = B_T/T over the largest |g_t|, at
    least rho/(1 + rho) of the best decision's utility, less O(sqrt(T)), and a violation of
    O(sqrt(T)); for independent rounds the regret itself is O(sqrt(T)). For DR-submodular
    utilities, climbed by the boosted gradient, each comes with a factor 1 - 1/e in front.

    The statements are recalled from the source, which is more general (any pair of regret
    minimisers), and so is the cap F/(B_T/T); the factor 1 - 1/e follows from
    <grad F_t(x), y - x> >= (1-1/e) f_t(y) - f_t(x).

    Parameters
    ----------
    eta : float
        Step of the decision; above 0.
    mu : float
        Step of the multiplier, in units of f per squared unit of the budget; above 0.
    cap : float
        The largest multiplier, in units of f per unit of the budget; above 0.
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
    >>> osphg.play(osphg.BestOfBothWorlds.tuned(rounds), rounds)
    Run(BestOfBothWorlds, 500 of 500 rounds, per round: utility 0.5196, violation -0.06427)
    """

    eta: float = checked(checks.positive_float)
    mu: float = checked(checks.positive_float)
    cap: float = checked(checks.positive_float)
    ascent: Ascent = climbing()

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None) -> BestOfBothWorlds:
        """Return it with cap = F/(B_T/T) and the steps of gradient ascent for that cap.

        eta = R/((s + cap beta_g) sqrt(T)) with s a bound of the direction, mu = cap/(G sqrt(T)).
        Counted in other units, it plays the same game.

        Raises
        ------
        TypeError, ValueError
            For a game without a budget, and as the constructor.
        """
        chosen, s = climbed(rounds, ascent)
        R, beta_g, F, G = scales(rounds, "R", "beta_g", "F", "G")
        cap = F / checks.scale("rounds.allowance", rounds.allowance)
        root = math.sqrt(rounds.T)
        eta = R / ((s + cap * beta_g) * root)
        return cls(eta, cap / (G * root), cap, chosen)

    def share(self, rounds: Game) -> float:
        """Return rho/(1 + rho) with rho = (B_T/T)/G: the share that is claimed at W = T."""
        (G,) = scales(rounds, "G")
        rho = rounds.allowance / G
        return rho / (1 + rho)

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1: the origin and lambda_1 = 0."""
        return SaddleState(origin(game), 0.0, game.domain)

    def decide(self, state: SaddleState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        """Step both from (x_t, lambda_t)."""
        ascent = self.ascent.at(feedback, state.x) - state.multiplier * feedback.price
        x = state.domain.project(state.x + self.eta * ascent)
        multiplier = stepped(state.multiplier, feedback.violation, 1.0, self.mu)
        return SaddleState(x, min(multiplier, self.cap), state.domain)

    def multiplier(self, state: SaddleState) -> float:
        """Return lambda_t."""
        return state.multiplier

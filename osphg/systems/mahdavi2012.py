"""Online gradient descent on the Lagrangian of one constraint (Mahdavi, Jin and Yang 2012)."""

from __future__ import annotations

import math
from functools import cached_property

from osphg.core import validate
from osphg.core.fields import checked, frozen
from osphg.core.game import Game, scales
from osphg.core.players.base import Feedback
from osphg.core.players.multiplier import Multiplier
from osphg.core.validate import FloatArray
from osphg.systems.requirements import require_fixed_prices
from osphg.systems.saddle import SaddleState, origin, small_penalty


@frozen
class MahdaviJinYang:
    """The gradient method of Mahdavi, Jin and Yang 2012 (Algorithm 1), for one fixed constraint.

    L_t(x, lambda) = -f_t(x) + lambda g(x) - (delta eta / 2) lambda^2: x descends and lambda ascends
    it, both with step eta, from x_1 = 0 and lambda_1 = 0. For concave f_t the regret is of the
    order of T^(1/2) and the violation of T^(3/4).

    Parameters
    ----------
    eta : float
        Step size of x and of lambda; above 0.
    delta : float
        Weight of the quadratic term in lambda; above 0, with delta eta^2 <= 1.
    heuristic : bool
        True: play prices that vary as well, for which nothing is proven.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; in `init`, for prices that vary.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0)
    >>> player = osphg.MahdaviJinYang.tuned(rounds)
    >>> osphg.play(player, rounds)
    Run(MahdaviJinYang, 500 of 500 rounds, per round: utility 0.4894, violation +0.1108)
    """

    eta: float = checked(validate.positive_float)
    delta: float = checked(validate.positive_float)
    heuristic: bool = checked(validate.flag, default=False)

    @cached_property
    def dual(self) -> Multiplier:
        """The step of lambda, which keeps the factor 1 - delta eta^2 of it."""
        return Multiplier.damped("eta", self.eta, self.delta)

    def __attrs_post_init__(self) -> None:
        """Refuse a delta eta^2 above 1."""
        _ = self.dual

    @classmethod
    def tuned(cls, rounds: Game, *, heuristic: bool = False) -> MahdaviJinYang:
        """Return it with eta = R^2/(a sqrt(T)), a = R sqrt(2 beta^2 + 2 G^2), as in the paper.

        R, beta and G are those of `rounds` (R, G and D there, R being a radius around x_1). The
        regret bound asks for delta >= 2 beta^2 + 2 delta^2 eta^2; this is the smallest such delta.

        Raises
        ------
        TypeError, ValueError
            As the constructor; or for a T too small for such a delta, 16 beta^2 eta^2 > 1.
        """
        R, beta, G = scales(rounds, "R", "beta", "G")
        a = R * math.sqrt(2 * beta**2 + 2 * G**2)
        eta = R**2 / (a * math.sqrt(rounds.T))
        return cls(eta, small_penalty(rounds, eta), heuristic)

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1; ValueError if prices vary and it is no heuristic."""
        require_fixed_prices(self, game)
        return SaddleState(origin(game), 0.0, game.domain)

    def decide(self, state: SaddleState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        """Step x down and lambda up L_t, both from (x_t, lambda_t)."""
        ascent = feedback.gradient(state.x) - state.multiplier * feedback.price
        x = state.domain.project(state.x + self.eta * ascent)
        multiplier = self.dual.after(state.multiplier, feedback.violation)
        return SaddleState(x, multiplier, state.domain)

    def multiplier(self, state: SaddleState) -> float:
        """Return lambda_t."""
        return state.multiplier

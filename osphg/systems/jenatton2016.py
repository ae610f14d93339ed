"""Saddle point steps that adapt to the round (Jenatton, Huang and Archambeau 2016)."""

from __future__ import annotations

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.multiplier import Multiplier
from osphg.players import Feedback
from osphg.rounds import Game, scales
from osphg.systems.requirements import require_fixed_prices
from osphg.systems.saddle import SaddleState, origin


@frozen
class JenattonHuangArchambeau:
    """The adaptive method of Jenatton, Huang and Archambeau 2016, for one fixed constraint.

    L_t(x, lambda) = -f_t(x) + lambda g(x) - (theta_t / 2) lambda^2: x descends it with step eta_t,
    lambda ascends it with step mu_t, from x_1 = 0 and lambda_1 = 0, where theta_t = theta/t^b,
    eta_t = eta/t^b and mu_t = 1/(theta_t (t + 1)). The horizon is not used. For concave f_t the
    regret is of the order of T^max(b, 1-b) and the violation of T^(1-b/2).

    Parameters
    ----------
    eta, theta : float
        Above 0; the paper's are R/G and 6 R G.
    b : float
        The exponent (beta in that paper) that trades regret for violation; in (0, 1).
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
    >>> player = osphg.JenattonHuangArchambeau.tuned(rounds)
    >>> osphg.play(player, rounds)
    Run(JenattonHuangArchambeau, 500 of 500 rounds, per round: utility 0.6733, violation +0.6579)
    """

    eta: float = checked(checks.positive_float)
    theta: float = checked(checks.positive_float)
    b: float = checked(checks.inside_unit, default=0.5)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls, rounds: Game, b: float = 0.5, *, heuristic: bool = False
    ) -> JenattonHuangArchambeau:
        """Return it with eta = R/beta and theta = 6 R beta, the paper's, R and beta of `rounds`.

        Raises
        ------
        TypeError, ValueError
            As the constructor.
        """
        R, beta = scales(rounds, "R", "beta")
        return cls(R / beta, 6 * R * beta, b, heuristic)

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1; ValueError if prices vary and it is no heuristic."""
        require_fixed_prices(self, game)
        return SaddleState(origin(game), 0.0, game.domain)

    def decide(self, state: SaddleState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        """Step x down and lambda up L_t, both from (x_t, lambda_t)."""
        t = feedback.t + 1
        slow = t**-self.b
        ascent = feedback.gradient(state.x) - state.multiplier * feedback.price
        x = state.domain.project(state.x + self.eta * slow * ascent)
        # 1 - mu_t theta_t = t/(t + 1)
        mu = 1 / (self.theta * slow * (t + 1))
        multiplier = Multiplier(mu, t / (t + 1)).after(state.multiplier, feedback.violation)
        return SaddleState(x, multiplier, state.domain)

    def multiplier(self, state: SaddleState) -> float:
        """Return lambda_t."""
        return state.multiplier

"""MOSP, the modified online saddle point method of Chen, Ling and Giannakis 2017."""

from __future__ import annotations

from osphg.core import validate
from osphg.core.fields import checked, frozen
from osphg.core.game import Game, require_game
from osphg.core.players.base import Feedback
from osphg.core.players.multiplier import Multiplier
from osphg.core.validate import FloatArray
from osphg.systems.saddle import SaddleState, origin


@frozen
class MOSP:
    """Modified online saddle point method (Chen, Ling and Giannakis 2017).

    lambda_{t+1} = [lambda_t + mu g_t(x_t)]_+ first, then the primal step with the new multiplier:
    x_{t+1} = P(x_t + alpha (grad f_t(x_t) - lambda_{t+1} p_t)). The source keeps g_t itself in
    that step instead of its gradient, which is the same for a linear constraint. Made for concave
    utilities and the dynamic benchmark, with constraints that vary less from round to round than
    their slack.

    Parameters
    ----------
    alpha : float
        Primal step size; above 0.
    mu : float
        Dual step size; above 0.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> player = osphg.MOSP.tuned(rounds)
    >>> round(player.alpha, 3), round(player.mu, 3)
    (0.126, 0.126)
    >>> osphg.play(player, rounds)
    Run(MOSP, 500 of 500 rounds, per round: utility 0.4386, violation -0.0005478)
    """

    alpha: float = checked(validate.positive_float)
    mu: float = checked(validate.positive_float)

    @classmethod
    def tuned(cls, rounds: Game) -> MOSP:
        """Return it with alpha = mu = T^(-1/3).

        The dynamic regret is then of order max(V(x*) T^(1/3), V(g) T^(1/3), T^(2/3)), with the
        path length V(x*) of the benchmark and the variation V(g) of the constraints (see
        `osphg.studies.dynamic`), and the fit of order T^(2/3).
        """
        step = require_game("rounds", rounds).T ** (-1 / 3)
        return cls(alpha=step, mu=step)

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1: the origin, and lambda_1 = 0."""
        return SaddleState(origin(game), 0.0, game.domain)

    def decide(self, state: SaddleState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        """Step the multiplier, then the decision with the new multiplier."""
        multiplier = Multiplier(self.mu).after(state.multiplier, feedback.violation)
        ascent = feedback.gradient(state.x) - multiplier * feedback.price
        x = state.domain.project(state.x + self.alpha * ascent)
        return SaddleState(x, multiplier, state.domain)

    def multiplier(self, state: SaddleState) -> float:
        """Return lambda_t."""
        return state.multiplier

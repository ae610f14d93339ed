"""MOSP, the modified online saddle point method of Chen, Ling and Giannakis 2017, two forms."""

from __future__ import annotations

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.multiplier import Multiplier
from osphg.players import Feedback
from osphg.rounds import Game, require_game
from osphg.systems.saddle import SaddleState, origin
from osphg.systems.two_points import BanditState, look, start, step


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

    alpha: float = checked(checks.positive_float)
    mu: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game) -> MOSP:
        """Return it with alpha = mu = T^(-1/3).

        The dynamic regret is then of order max(V(x*) T^(1/3), V(g) T^(1/3), T^(2/3)), with the
        path length V(x*) of the benchmark, sum_{t>1} ||x*_t - x*_{t-1}||, and the variation of
        the constraints, V(g) = sum_{t>1} max_{x in X} [g_t(x) - g_{t-1}(x)]_+; the fit,
        [sum_t g_t(x_t)]_+, is of order T^(2/3).
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


@frozen
class MOSPBandit:
    """The same with values instead of gradients of f_t (after Chen and Giannakis 2019, two points).

    Of f_t the round reveals two values, at x_t + r xi u and x_t - r xi u for a random unit vector
    u; (n / (2 r xi)) (f_t(x_t + r xi u) - f_t(x_t - r xi u)) u stands for the gradient in the step
    of `MOSP`. Of g_t it reveals all, p_t, after the decision, as in the source: its abstract, which
    was read, says that the constraints are revealed and that of the losses only values are; that
    its steps are those of MOSP is recalled, and its rates were not seen. The source has a form with
    one value besides, which is played at that point; that form is not here. Decisions stay in
    c + (1 - xi)(X - c), with the ball of centre c and radius r in X; x_1 is its point nearest the
    origin.

    Derived here, for a price that does not change and in the mean over u: the regret is at most
    R^2/(2 alpha) + alpha T n^2 beta_f^2/2 + mu (T + 1) G^2/2, and what the shrinking costs.

    Parameters
    ----------
    alpha, mu : float
        As `MOSP`.
    xi : float
        How far X is shrunken; in (0, 1).
    seed : int
        The source of the directions.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; in `init`, for a domain without interior
        points, or one in which no ball is known.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> osphg.play(osphg.MOSPBandit.tuned(rounds, seed=0), rounds)
    Run(MOSPBandit, 500 of 500 rounds, per round: utility 0.4115, violation -0.01279)
    """

    alpha: float = checked(checks.positive_float)
    mu: float = checked(checks.positive_float)
    xi: float = checked(checks.inside_unit)
    seed: int = checked(lambda name, value: checks.seed(value))

    @classmethod
    def tuned(cls, rounds: Game, *, seed: int) -> MOSPBandit:
        """Return it with alpha = mu = T^(-1/3), as `MOSP.tuned`, and xi = 1/(T + 1).

        The orders are then those of MOSP, in the mean over the directions.
        """
        T = require_game("rounds", rounds).T
        return cls(T ** (-1 / 3), T ** (-1 / 3), 1 / (T + 1), seed)

    def init(self, game: Game) -> BanditState:
        """Return the state before round 1: nearest the origin, and lambda_1 = 0."""
        return start(type(self).__name__, game, self.xi, self.seed)

    def decide(self, state: BanditState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: BanditState, feedback: Feedback) -> BanditState:
        """Step the multiplier, then the decision with the new multiplier and an estimate."""
        seen = look(state, feedback, self.xi)
        multiplier = Multiplier(self.mu).after(state.multiplier, feedback.violation)
        y = state.x + self.alpha * (seen.slope * seen.u - multiplier * feedback.price)
        return step(state, feedback.t, y, multiplier, self.xi, self.seed)

    def multiplier(self, state: BanditState) -> float:
        """Return lambda_t."""
        return state.multiplier

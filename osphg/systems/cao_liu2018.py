"""The saddle point method of Cao and Liu 2019, with gradients and with values at two points."""

from __future__ import annotations

import math
from functools import cached_property

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.multiplier import Multiplier
from osphg.players import Feedback
from osphg.rounds import Game, require_game, scales
from osphg.systems.saddle import SaddleState, origin, small_penalty
from osphg.systems.two_points import BanditState, Pair, look, start, step


@frozen
class CaoLiu:
    """Online saddle point method for a dynamic benchmark (Cao and Liu 2019, gradient feedback).

    x_{t+1} = P(x_t + alpha (grad f_t(x_t) - lambda_t p_t)), and
    lambda_{t+1} = [(1 - delta alpha^2) lambda_t + alpha g_t(x_t)]_+: OSPHG's multiplier with one
    gradient at the decision itself. Made for concave utilities.

    Parameters
    ----------
    alpha : float
        Step size of the decision and of lambda; above 0.
    delta : float
        Weight of the quadratic term in lambda; above 0, with delta alpha^2 <= 1.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> player = osphg.CaoLiu.tuned(rounds)
    >>> osphg.play(player, rounds)
    Run(CaoLiu, 500 of 500 rounds, per round: utility 0.5214, violation +0.1719)
    """

    alpha: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)

    @cached_property
    def dual(self) -> Multiplier:
        """The step of lambda, which keeps the factor 1 - delta alpha^2 of it."""
        return Multiplier.damped("alpha", self.alpha, self.delta)

    def __attrs_post_init__(self) -> None:
        """Refuse a delta alpha^2 above 1."""
        _ = self.dual

    @classmethod
    def tuned(cls, rounds: Game, path_length: float = 0.0) -> CaoLiu:
        """Return it with alpha = sqrt(R (R + 2 P) / (2 T (beta_f^2 + G^2))), delta near 2 beta^2.

        P is a bound on the path length of the benchmark, in the units of R. The standard saddle
        point argument bounds the dynamic regret by R (R + 2 P)/(2 alpha) + alpha T (beta_f^2 + G^2)
        if delta >= 2 beta^2 + 2 delta^2 alpha^2: alpha minimises that, delta is the smallest such.
        The order is sqrt(T (1 + P)), and that of the violation T^(3/4) (1 + P)^(1/4), as the
        source claims; the constants are this package's.

        Raises
        ------
        TypeError, ValueError
            For a path length that is negative or not finite, or too long for any such delta.
        """
        alpha = _step(rounds, path_length, 1)
        return cls(alpha=alpha, delta=small_penalty(rounds, alpha))

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1: the origin, and lambda_1 = 0."""
        return SaddleState(origin(game), 0.0, game.domain)

    def decide(self, state: SaddleState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        """Step the decision up and the multiplier down the regularised Lagrangian."""
        ascent = feedback.gradient(state.x) - state.multiplier * feedback.price
        x = state.domain.project(state.x + self.alpha * ascent)
        multiplier = self.dual.after(state.multiplier, feedback.violation)
        return SaddleState(x, multiplier, state.domain)

    def multiplier(self, state: SaddleState) -> float:
        """Return lambda_t."""
        return state.multiplier


@frozen
class CaoLiuBandit:
    """The same with values instead of gradients of f_t (after Cao and Liu 2019, two-point bandit).

    Their player learns only values of g_t too; this one sees p_t in full, as everybody here does,
    but for `CaoLiuValues`.

    Round t reveals f_t at x_t + r xi u and x_t - r xi u for a random unit vector u, and p_t. Then
    (n / (2 r xi)) (f_t(x_t + r xi u) - f_t(x_t - r xi u)) u stands for the gradient. Decisions stay
    in the shrunken set c + (1 - xi)(X - c), so that both points lie in X, where the ball of centre
    c and radius r lies within X. The first decision is the point of that set nearest the origin.

    Parameters
    ----------
    alpha, delta : float
        As `CaoLiu`.
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
    >>> player = osphg.CaoLiuBandit.tuned(rounds, seed=0)
    >>> osphg.play(player, rounds)
    Run(CaoLiuBandit, 500 of 500 rounds, per round: utility 0.5075, violation +0.1326)
    """

    alpha: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    xi: float = checked(checks.positive_float)
    seed: int = checked(lambda name, value: checks.seed(value))

    @cached_property
    def dual(self) -> Multiplier:
        """The step of lambda, which keeps the factor 1 - delta alpha^2 of it."""
        return Multiplier.damped("alpha", self.alpha, self.delta)

    def __attrs_post_init__(self) -> None:
        """Refuse a delta alpha^2 above 1, or an xi of 1 or more."""
        _ = self.dual
        if self.xi >= 1:
            raise ValueError(f"xi must be below 1, got {self.xi}")

    @classmethod
    def tuned(cls, rounds: Game, path_length: float = 0.0, *, seed: int) -> CaoLiuBandit:
        """Return it with the parameters of `CaoLiu.tuned`, n beta_f in the place of beta_f.

        That is how long an estimate may be. xi = 1/(T + 1), so that shrinking costs no more than
        R beta_f in all.

        Raises
        ------
        TypeError, ValueError
            As `CaoLiu.tuned`.
        """
        alpha = _step(rounds, path_length, require_game("rounds", rounds).n)
        return cls(alpha, small_penalty(rounds, alpha), 1 / (rounds.T + 1), seed)

    def init(self, game: Game) -> BanditState:
        """Return the state before round 1: nearest the origin, and lambda_1 = 0."""
        return start(type(self).__name__, game, self.xi, self.seed)

    def decide(self, state: BanditState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: BanditState, feedback: Feedback) -> BanditState:
        """Estimate the gradient from two values, then step as `CaoLiu`."""
        seen = look(state, feedback, self.xi)
        price, excess = self.constraint(state, feedback, seen)
        ascent = seen.slope * seen.u - state.multiplier * price
        multiplier = self.dual.after(state.multiplier, excess)
        y = state.x + self.alpha * ascent
        return step(state, feedback.t, y, multiplier, self.xi, self.seed)

    def constraint(
        self, state: BanditState, feedback: Feedback, seen: Pair
    ) -> tuple[FloatArray, float]:
        """Return what is known of the gradient of g_t, (n,), and of g_t(x_t)."""
        return feedback.price, feedback.violation

    def multiplier(self, state: BanditState) -> float:
        """Return lambda_t."""
        return state.multiplier


@frozen
class CaoLiuValues(CaoLiuBandit):
    """The same with values alone, of f_t and of g_t (after Cao and Liu 2019, two-point bandit).

    Round t reveals f_t and g_t at x_t + r xi u and x_t - r xi u, and nothing else: the price is
    used only in <p_t, y> at these two points y. Where `CaoLiuBandit` steps along p_t, this one does
    along (n / (2 r xi)) (g_t(x_t + r xi u) - g_t(x_t - r xi u)) u, whose mean is p_t and whose
    length is up to n times that of p_t; lambda is told the mean of the two values, which is
    g_t(x_t) as g_t is linear. That their player sees just these values is recalled, the constants
    of `tuned` are derived here. What is charged to it is the decision x_t, between the two points.

    Parameters
    ----------
    alpha, delta, xi, seed
        As `CaoLiuBandit`.

    Raises
    ------
    TypeError, ValueError
        As `CaoLiuBandit`.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> player = osphg.CaoLiuValues.tuned(rounds, seed=0)
    >>> osphg.play(player, rounds)
    Run(CaoLiuValues, 500 of 500 rounds, per round: utility 0.5714, violation +0.3124)
    """

    @classmethod
    def tuned(cls, rounds: Game, path_length: float = 0.0, *, seed: int) -> CaoLiuValues:
        """Return it as `CaoLiuBandit.tuned`, with n beta for beta in delta too.

        An estimate of the Lagrangian's gradient is of a squared length of at most
        2 n^2 (beta_f^2 + lambda^2 beta_g^2): the smallest delta >= 2 n^2 beta^2 + 2 delta^2 alpha^2
        then lets the terms in lambda_t^2 cancel, and the bound of the regret, in the mean over the
        directions, is the one that `CaoLiuBandit` has with p_t in full.

        Raises
        ------
        TypeError, ValueError
            As `CaoLiu.tuned`.
        """
        n = require_game("rounds", rounds).n
        alpha = _step(rounds, path_length, n)
        return cls(alpha, small_penalty(rounds, alpha, 1 / n**2), 1 / (rounds.T + 1), seed)

    def constraint(
        self, state: BanditState, feedback: Feedback, seen: Pair
    ) -> tuple[FloatArray, float]:
        """Return the estimates of both from the values of g_t at the two points."""
        g = feedback.violation + (seen.points - state.x) @ feedback.price
        return seen.estimate(g[0], g[1]) * seen.u, float(g.mean())


def _step(rounds: Game, path_length: float, times: int) -> float:
    """Return alpha for gradients of f_t of at most `times` beta_f."""
    P = checks.non_negative_float("path_length", path_length)
    if P > 1e70:
        raise ValueError(f"path_length must be at most 1e+70, got {P:g}")
    R, _, G = scales(rounds, "R", "beta", "G")
    square = (times * rounds.beta_f) ** 2 + G**2
    return math.sqrt(R * (R + 2 * P) / (2 * rounds.T * square))

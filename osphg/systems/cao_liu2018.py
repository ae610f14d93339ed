"""The saddle point method of Cao and Liu 2018, with gradients and with two-point values."""

from __future__ import annotations

import math
from functools import cached_property
from typing import NamedTuple

import numpy as np

from osphg.core import validate
from osphg.core.domains import Domain
from osphg.core.fields import checked, frozen
from osphg.core.game import Game, require_game, scales
from osphg.core.players.base import Feedback, RoundError
from osphg.core.players.multiplier import Multiplier
from osphg.core.validate import FloatArray
from osphg.systems.interior import Ball, inner_ball
from osphg.systems.saddle import SaddleState, origin, small_penalty

_AT_A_TIME = 1024  # directions drawn at once


@frozen
class CaoLiu:
    """Online saddle point method for a dynamic benchmark (Cao and Liu 2018, gradient feedback).

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

    alpha: float = checked(validate.positive_float)
    delta: float = checked(validate.positive_float)

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


class BanditState(NamedTuple):
    """The state of the two-point method before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: float  # lambda_t
    domain: Domain
    ball: Ball  # a ball within X
    directions: FloatArray  # unit vectors of this stretch of rounds, (1024, n)


@frozen
class CaoLiuBandit:
    """The same with values instead of gradients of f_t (after Cao and Liu 2018, two-point bandit).

    Their player learns only values of g_t too; this one sees p_t in full, as everybody here does.

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

    alpha: float = checked(validate.positive_float)
    delta: float = checked(validate.positive_float)
    xi: float = checked(validate.positive_float)
    seed: int = checked(lambda name, value: validate.seed(value))

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
        ball = inner_ball(game.domain)
        if ball.radius <= 0:
            raise ValueError(f"CaoLiuBandit needs a domain with interior points, got {game.domain}")
        x = self._project(game.domain, ball, np.zeros(game.n))
        return BanditState(x, 0.0, game.domain, ball, self._draw(0, game.n))

    def decide(self, state: BanditState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: BanditState, feedback: Feedback) -> BanditState:
        """Estimate the gradient from two values, then step as `CaoLiu`."""
        n, reach = len(state.x), state.ball.radius * self.xi
        u = state.directions[feedback.t % _AT_A_TIME]
        # rounding may put the points outside X by some 1e-16, where f_t is still defined
        above, below = np.asarray(
            feedback.utility.value(np.stack([state.x + reach * u, state.x - reach * u]))
        )
        if not (np.isfinite(above) and np.isfinite(below)):
            raise RoundError(
                f"round {feedback.t + 1}: utility.value must be finite, got {above} and {below}"
            )
        slope = n * float(above - below) / (2 * reach)
        ascent = slope * u - state.multiplier * feedback.price
        x = self._project(state.domain, state.ball, state.x + self.alpha * ascent)
        multiplier = self.dual.after(state.multiplier, feedback.violation)
        ahead = feedback.t + 1
        directions = state.directions if ahead % _AT_A_TIME else self._draw(ahead, n)
        return BanditState(x, multiplier, state.domain, state.ball, directions)

    def multiplier(self, state: BanditState) -> float:
        """Return lambda_t."""
        return state.multiplier

    def _project(self, domain: Domain, ball: Ball, y: FloatArray) -> FloatArray:
        """Project on c + (1 - xi)(X - c)."""
        scale, c = 1 - self.xi, ball.centre
        return np.asarray(c + scale * (domain.project(c + (y - c) / scale) - c))

    def _draw(self, t: int, n: int) -> FloatArray:
        """Return the directions of the stretch of rounds that round t (from 0) begins."""
        # the state stays a value: a stretch has a generator of its own, not one that advances
        rng = np.random.default_rng((self.seed, t // _AT_A_TIME))
        u = rng.standard_normal((_AT_A_TIME, n))
        return np.asarray(u / np.sqrt((u**2).sum(1, keepdims=True)))


def _step(rounds: Game, path_length: float, times: int) -> float:
    """Return alpha for gradients of f_t of at most `times` beta_f."""
    P = validate.non_negative_float("path_length", path_length)
    if P > 1e70:
        raise ValueError(f"path_length must be at most 1e+70, got {P:g}")
    R, _, G = scales(rounds, "R", "beta", "G")
    square = (times * rounds.beta_f) ** 2 + G**2
    return math.sqrt(R * (R + 2 * P) / (2 * rounds.T * square))

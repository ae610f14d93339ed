"""Bandits: players that see values of f_t at two points around their decision, no gradients.

From the two values they estimate the gradient along a random direction u of length 1: n times the
difference quotient along u, times u, is in the mean the gradient of a smoothed f_t. The points must
lie in X. So decisions keep a distance of r xi from its faces, where r is the radius of the largest
ball in X, and xi a small share.

x_t is the decision of round t, f_t its utility, p_t its prices, lambda_t the multiplier, and g_t(x)
= <p_t, x> - B_T/T what x costs beyond the money for one round. Of the constants of the game
(`osphg.rounds.Constants`) R is the diameter of X, beta_f bounds the length of the gradients of f_t,
beta_g that of the p_t (a `Plan` is given it as beta_p), beta is the larger of both, and G the
largest ``|g_t(x)|``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, Self, Unpack

import numpy as np

from osphg import checks
from osphg.budgets import in_each
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.faces import InscribedBall, inscribed_ball
from osphg.players.base import Feedback, WarmStart, require_assumption
from osphg.players.saddle import SaddleMethod, Signal
from osphg.players.varying_prices import MOSP, CaoLiu, tune_cao_liu
from osphg.rounds import Game, require_game

_BLOCK = 1024  # rounds whose directions are drawn at once


@lru_cache(maxsize=8)
def random_directions(seed: int, block: int, n: int) -> FloatArray:
    """Return the random unit vectors u of a block of 1024 rounds (`_BLOCK`), (1024, n).

    Block 0 has the rounds 0..1023, block 1 the next ones. A block is drawn at once, which is fast,
    by a generator of its own: a round has the same u wherever a game is taken up.
    """
    u = np.random.default_rng((seed, block)).standard_normal((_BLOCK, n))
    return checks.read_only(u / np.sqrt((u**2).sum(1, keepdims=True)))


class BanditState(NamedTuple):
    """The state of a `TwoPoints` player before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: Any  # lambda_t, with several budgets (m,)
    domain: Domain
    ball: InscribedBall  # the largest in X, with centre c and radius r


@frozen
class TwoPoints(SaddleMethod):
    """A saddle method that sees f_t at two points, x_t + r xi u and x_t - r xi u.

    u is a random vector of length 1, drawn anew in each round, and r the radius of the largest ball
    in X. Of the two values it makes an estimate of the gradient, by which it steps.

    Parameters
    ----------
    xi : float
        How far decisions stay away from the faces of X, as a share of r, in (0, 1).
    seed : int
        What the directions are drawn from, at least 0.
    """

    sees_prices: ClassVar[bool] = True  # False: two values of g_t in place of p_t itself
    xi: float = checked(checks.between_0_and_1)
    seed: int = checked(checks.seed)

    def init(self, game: Game) -> BanditState:
        """Return the state before round 1; ValueError for an X without interior points."""
        ball = inscribed_ball(game.domain)
        needs = "a domain with interior points"
        require_assumption(ball.radius > 0, self, needs, str(game.domain))
        x = self.first_decision(game)
        state = BanditState(x, in_each(self.lambda1, game.budget), game.domain, ball)
        no_step = np.zeros(game.n)
        return self.move_decision(state, no_step)  # x_1 moves away from the faces, if need be

    def signal(self, state: BanditState, feedback: Feedback) -> Signal:
        """Return estimates of grad f_t, and of p_t where it is not seen, from two values.

        The two points are x_t + r xi u and x_t - r xi u, with a random unit vector u of the round
        and the radius r of the largest ball in X. A player that does not see p_t gets the values
        of g_t at these points, too, and their mean for g_t(x_t).
        """
        n = len(state.x)
        # The directions of `_BLOCK` rounds are drawn at once, (_BLOCK, n). Here t counts from 0.
        block, row = divmod(feedback.t, _BLOCK)
        u = random_directions(self.seed, block, n)[row]
        distance = state.ball.radius * self.xi
        # Rounding may put the points outside X by some 1e-16, where f_t is still defined.
        points = np.array([state.x + distance * u, state.x - distance * u])

        def gradient_estimate(values: FloatArray) -> FloatArray:
            """Return the estimate of a gradient, (n,), by a function's values at the two points.

            The difference quotient along u is the gradient's component along u. Of n components it
            knows one, at random: n times that one is right in the mean.
            """
            return np.asarray(n * float(values[0] - values[1]) / (2 * distance) * u)

        f_values = checks.finite_array("utility.value", np.asarray(feedback.utility.value(points)))
        ascent = gradient_estimate(f_values)
        if self.sees_prices:
            return Signal(ascent, feedback.price, feedback.violation)
        # The values of g_t at the two points, (2,), are all that is used of p_t from here on; with
        # several budgets (2, m), of which each column has its estimate.
        g_values = feedback.violation + (points - state.x) @ feedback.price.T
        if g_values.ndim == 1:
            return Signal(ascent, gradient_estimate(g_values), float(g_values.mean()))
        prices = np.array([gradient_estimate(column) for column in g_values.T])
        return Signal(ascent, prices, g_values.mean(0))

    def move_decision(self, state: BanditState, step: FloatArray) -> BanditState:
        """Return the state with the decision nearest x_t + step (n,) in c + (1 - xi)(X - c).

        That is X shrunk towards the centre c of its largest ball, so that both points at which f_t
        is asked lie in X. To project on the shrunk set, the point is moved away from c by the
        factor 1/(1 - xi), projected on X, and moved back.
        """
        scale = 1 - self.xi
        c = state.ball.centre
        nearest = state.domain.project(c + (state.x + step - c) / scale)
        return state._replace(x=np.asarray(c + scale * (nearest - c)))


@frozen
class CaoLiuBandit(TwoPoints, CaoLiu):
    """`CaoLiu` with values instead of gradients of f_t (after Cao and Liu 2019, two-point bandit).

    Round t reveals f_t at x_t + r xi u and x_t - r xi u for a random unit vector u, and p_t in
    full; (n/(2 r xi)) (f_t(x_t + r xi u) - f_t(x_t - r xi u)) u stands for the gradient. Decisions
    stay in c + (1 - xi)(X - c), with the largest ball in X, of centre c and radius r: ValueError if
    none is known.

    Parameters
    ----------
    alpha : float
        The step of x and of lambda, above 0.
    delta : float
        The weight of the quadratic term in lambda, above 0, with delta alpha^2 at most 1.
    xi : float
        How far decisions stay away from the faces of X, as a share of r, in (0, 1).
    seed : int
        What the directions u are drawn from, at least 0.
    start : array_like, optional
        The point of X, (n,), near which the game begins; the origin unless given. x_1 is the
        nearest decision that stays away from the faces.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.
    """

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, path_length: float = 0.0, *, seed: int, **warm: Unpack[WarmStart]
    ) -> Self:
        """Return the player for estimated gradients of at most n beta_f, with xi = 1/(T + 1).

        `CaoLiuValues`, which sees no prices, inherits it.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p.
        path_length : float
            How far the benchmark moves in all rounds together, in the units of R; at least 0.
        seed : int
            What the directions u are drawn from, at least 0.
        **warm
            `start`, the point of X near which x_1 is, the origin unless given; and `lambda1`, 0
            unless given.

        Returns
        -------
        CaoLiuBandit

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        n = require_game("rounds", rounds).n
        # alpha falls as 1/times, and delta is about 2 beta^2/convexity, whatever `times` is.
        # An estimated gradient is up to n times as long as the gradient: hence `times`. A player
        # that sees values of g_t alone (`CaoLiuValues`) estimates p_t as well, so that delta has to
        # be that of n beta: 1/n^2 in the place of the 1 of quadratic utilities makes it so.
        convexity = 1.0 if cls.sees_prices else 1 / n**2
        alpha, delta = tune_cao_liu(rounds, path_length, times=n, convexity=convexity)
        xi = 1 / (rounds.T + 1)
        return cls(alpha=alpha, delta=delta, xi=xi, seed=seed, **warm)


@frozen
class CaoLiuValues(CaoLiuBandit):
    """`CaoLiuBandit` with values alone, of f_t and of g_t, at the two points.

    (n/(2 r xi)) (g_t(x_t + r xi u) - g_t(x_t - r xi u)) u stands for p_t, which is its mean; with
    several budgets the values of each have such an estimate. That
    Cao and Liu's player sees just this was written from memory. What is paid for is the decision
    x_t, which lies between the points. In delta `tuned` has n beta for beta, so that the bound of
    the regret still holds in the mean.

    Parameters
    ----------
    alpha : float
        The step of x and of lambda, above 0.
    delta : float
        The weight of the quadratic term in lambda, above 0, with delta alpha^2 at most 1.
    xi : float
        How far decisions stay away from the faces of X, as a share of r, in (0, 1).
    seed : int
        What the directions u are drawn from, at least 0.
    start : array_like, optional
        The point of X, (n,), near which the game begins; the origin unless given. x_1 is the
        nearest decision that stays away from the faces.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.
    """

    sees_prices = False


@frozen
class MOSPBandit(TwoPoints, MOSP):
    """`MOSP` with two values of f_t, as `CaoLiuBandit` (after Chen and Giannakis 2019).

    Derived here, for a fixed price and in the mean: the regret is at most
    R^2/(2 alpha) + alpha T n^2 beta_f^2/2 + mu (T + 1) G^2/2, besides shrinking.

    Parameters
    ----------
    alpha : float
        The step of x, above 0, in squared units of the decision per unit of f.
    mu : float
        The step of lambda, above 0, in units of f per squared unit of money.
    xi : float
        How far decisions stay away from the faces of X, as a share of r, in (0, 1).
    seed : int
        What the directions u are drawn from, at least 0.
    start : array_like, optional
        The point of X, (n,), near which the game begins; the origin unless given. x_1 is the
        nearest decision that stays away from the faces.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.
    """

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, *, seed: int, **warm: Unpack[WarmStart]
    ) -> Self:
        """Return the player with alpha = mu = T^(-1/3), as `MOSP.tuned`, and xi = 1/(T + 1).

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan`.
        seed : int
            What the directions u are drawn from, at least 0.
        **warm
            `start`, the point of X near which x_1 is, the origin unless given; and `lambda1`, 0
            unless given.

        Returns
        -------
        MOSPBandit

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        steps = MOSP.tuned(rounds)
        xi = 1 / (rounds.T + 1)
        return cls(alpha=steps.alpha, mu=steps.mu, xi=xi, seed=seed, **warm)

"""Bandits: players that see values of f_t at two points around their decision, no gradients."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, NamedTuple, Self, Unpack

import numpy as np

from osphg import checks
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
    """Return the random unit vectors u of 1024 rounds, (1024, n).

    Block 0 has the rounds 0..1023, block 1 the next ones. A block is drawn at once, which is fast,
    by a generator of its own: a round has the same u wherever a game is taken up.
    """
    u = np.random.default_rng((seed, block)).standard_normal((_BLOCK, n))
    return checks.read_only(u / np.sqrt((u**2).sum(1, keepdims=True)))


class BanditState(NamedTuple):
    """The state of a `TwoPoints` player before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: float  # lambda_t
    domain: Domain
    ball: InscribedBall  # the largest in X, with centre c and radius r


@frozen
class TwoPoints(SaddleMethod):
    """A saddle method that sees f_t at two points: `CaoLiuBandit` says which, and what it does.

    Parameters
    ----------
    xi : float
        How far decisions stay away from the faces of X, as a share of r, in (0, 1).
    seed : int
        What the directions are drawn from, at least 0.
    """

    sees_prices: ClassVar[bool] = True  # p_t itself, not two values of g_t
    xi: float = checked(checks.between_0_and_1)
    seed: int = checked(checks.seed)

    def init(self, game: Game) -> BanditState:
        """Return the state before round 1; ValueError for an X without interior points."""
        ball = inscribed_ball(game.domain)
        needs = "a domain with interior points"
        require_assumption(ball.radius > 0, self, needs, str(game.domain))
        x = self.first_decision(game)
        state = BanditState(x, self.lambda1, game.domain, ball)
        return self.move_decision(state, np.zeros(game.n))

    def signal(self, state: BanditState, feedback: Feedback) -> Signal:
        """Return estimates of grad f_t, and of p_t where it is not seen, from two values.

        The two points are x_t + r xi u and x_t - r xi u, with a random unit vector u of the round
        and the radius r of the largest ball in X. A player that does not see p_t gets the values
        of g_t at these points, too, and their mean for g_t(x_t).
        """
        n = len(state.x)
        block, row = divmod(feedback.t, _BLOCK)
        u = random_directions(self.seed, block, n)[row]
        distance = state.ball.radius * self.xi
        # Rounding may put the points outside X by some 1e-16, where f_t is still defined.
        points = np.array([state.x + distance * u, state.x - distance * u])

        def gradient_estimate(values: FloatArray) -> FloatArray:
            """Return the estimate of a gradient, (n,), by a function's values at the two points."""
            return np.asarray(n * float(values[0] - values[1]) / (2 * distance) * u)

        f_values = checks.finite_array("utility.value", np.asarray(feedback.utility.value(points)))
        ascent = gradient_estimate(f_values)
        if self.sees_prices:
            return Signal(ascent, feedback.price, feedback.violation)
        g_values = feedback.violation + (points - state.x) @ feedback.price
        return Signal(ascent, gradient_estimate(g_values), float(g_values.mean()))

    def move_decision(self, state: BanditState, step: FloatArray) -> BanditState:
        """Return the state with the decision nearest x_t + step (n,) in c + (1 - xi)(X - c).

        That is X shrunk towards the centre c of its largest ball: so both points at which f_t is
        asked lie in X. Nearest in the shrunk set is nearest in X, seen from c at 1/(1 - xi).
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
    alpha, delta : float
        As for `CaoLiu`.
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

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p.
        path_length : float
            As for `CaoLiu.tuned`.
        seed : int
            As for the constructor.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

        Returns
        -------
        CaoLiuBandit

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        n = require_game("rounds", rounds).n
        # An estimated gradient is up to n times as long as the gradient: hence `times`. Who sees
        # values of g_t alone (`CaoLiuValues`) estimates p_t as well: in delta, which `tune_cao_liu`
        # sets in proportion to beta^2/convexity, n beta then stands for beta.
        convexity = 1.0 if cls.sees_prices else 1 / n**2
        alpha, delta = tune_cao_liu(rounds, path_length, times=n, convexity=convexity)
        xi = 1 / (rounds.T + 1)
        return cls(alpha, delta, xi, seed, **warm)


@frozen
class CaoLiuValues(CaoLiuBandit):
    """`CaoLiuBandit` with values alone, of f_t and of g_t, at the two points.

    (n/(2 r xi)) (g_t(x_t + r xi u) - g_t(x_t - r xi u)) u stands for p_t, its mean. That their
    player sees just this is recalled. What is charged is the decision x_t, between the points.
    `tuned` has n beta for beta in delta, so that the bound stays in mean.

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
    alpha, mu : float
        As for `MOSP`.
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
        """Return the player with the steps of `MOSP.tuned`, and xi = 1/(T + 1).

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan`.
        seed : int
            As for the constructor.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

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
        return cls(steps.alpha, steps.mu, xi, seed, **warm)

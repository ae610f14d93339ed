"""Bandits: players that see values of f_t at two points around their decision, no gradients."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Self, Unpack

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.faces import inscribed_ball
from osphg.players.base import Feedback, Warm, require
from osphg.players.saddle import SaddleMethod, SaddleState, Signal
from osphg.players.varying_prices import MOSP, CaoLiu, cao_liu_steps
from osphg.rounds import Game, require_game

# The bandits, which see values of f_t at two points around their decision and no gradients.

_AT_A_TIME = 1024  # directions drawn at once


@lru_cache(maxsize=8)
def directions(seed: int, stretch: int, n: int) -> FloatArray:
    """Return the unit vectors u of the 1024 rounds from 1024 stretch on, (1024, n)."""
    u = np.random.default_rng((seed, stretch)).standard_normal((_AT_A_TIME, n))
    return checks.read_only(u / np.sqrt((u**2).sum(1, keepdims=True)))


@frozen
class TwoPoints(SaddleMethod):
    """A saddle method that sees f_t at two points: `CaoLiuBandit` says which, and what it does."""

    sees_prices: ClassVar[bool] = True  # p_t itself, not two values of g_t
    xi: float = checked(checks.between_0_and_1)
    seed: int = checked(checks.seed)

    def init(self, game: Game) -> SaddleState:
        ball = inscribed_ball(game.domain)
        require(ball.radius > 0, self, "a domain with interior points", str(game.domain))
        return self.move(super().init(game)._replace(memory=ball), np.zeros(game.n))

    def signal(self, state: SaddleState, feedback: Feedback) -> Signal:
        (stretch, row), n = divmod(feedback.t, _AT_A_TIME), len(state.x)
        u, reach = directions(self.seed, stretch, n)[row], state.memory.radius * self.xi
        # rounding may put the points outside X by some 1e-16, where f_t is still defined
        points = np.array([state.x + reach * u, state.x - reach * u])

        def slope(values: FloatArray) -> FloatArray:
            return np.asarray(n * float(values[0] - values[1]) / (2 * reach) * u)

        f = checks.finite_array("utility.value", np.asarray(feedback.utility.value(points)))
        if self.sees_prices:
            return slope(f), feedback.price, feedback.violation
        g = feedback.violation + (points - state.x) @ feedback.price
        return slope(f), slope(g), float(g.mean())

    def move(self, state: SaddleState, step: FloatArray) -> SaddleState:
        scale, c = 1 - self.xi, state.memory.centre
        nearest = state.domain.project(c + (state.x + step - c) / scale)
        return state._replace(x=np.asarray(c + scale * (nearest - c)))


@frozen
class CaoLiuBandit(TwoPoints, CaoLiu):
    """`CaoLiu` with values instead of gradients of f_t (after Cao and Liu 2019, two-point bandit).

    Round t reveals f_t at x_t + r xi u and x_t - r xi u for a random unit vector u, and p_t in
    full; (n/(2 r xi)) (f_t(x_t + r xi u) - f_t(x_t - r xi u)) u stands for the gradient. Decisions
    stay in c + (1 - xi)(X - c), xi in (0, 1), with the largest ball in X, of centre c and radius r:
    ValueError if none is known.
    """

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, path_length: float = 0.0, *, seed: int, **warm: Unpack[Warm]
    ) -> Self:
        n = require_game("rounds", rounds).n
        steps = cao_liu_steps(rounds, path_length, n, 1.0 if cls.sees_prices else 1 / n**2)
        return cls(*steps, 1 / (rounds.T + 1), seed, **warm)


@frozen
class CaoLiuValues(CaoLiuBandit):
    """`CaoLiuBandit` with values alone, of f_t and of g_t, at the two points.

    (n/(2 r xi)) (g_t(x_t + r xi u) - g_t(x_t - r xi u)) u stands for p_t, its mean. That their
    player sees just this is recalled. What is charged is the decision x_t, between the points.
    `tuned` has n beta for beta in delta, so that the bound stays in mean.
    """

    sees_prices = False


@frozen
class MOSPBandit(TwoPoints, MOSP):
    """`MOSP` with two values of f_t, as `CaoLiuBandit` (after Chen and Giannakis 2019).

    Derived here, for a fixed price and in the mean: the regret is at most
    R^2/(2 alpha) + alpha T n^2 beta_f^2/2 + mu (T + 1) G^2/2, besides shrinking.
    """

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, *, seed: int, **warm: Unpack[Warm]
    ) -> Self:
        steps = MOSP.tuned(rounds)
        return cls(steps.alpha, steps.mu, 1 / (rounds.T + 1), seed, **warm)

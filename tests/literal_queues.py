"""Literal transcriptions of the methods for constraints that vary: slow, plain Python.

Each was written for a loss to minimise: here f is the utility, minus that loss. Rounds are counted
from 0; the first decision is the origin and the first multiplier 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from tests.literal import Game, History, Vector, inner, iterates


def neely_yu(game: Game, V: float, alpha: float) -> History:
    """Neely and Yu 2017, and COLD: round t knows f and g of round t - 1."""
    n, history = game.n, History()
    x, Q = [0.0] * n, 0.0
    for t in range(game.T):
        if t > 0:
            # x(t) minimises (V f'_{t-1} + Q(t) g'_{t-1})(x - x(t-1)) + alpha ||x - x(t-1)||^2:
            # its stationary point without X, projected
            loss = [-entry for entry in game.gradient(t - 1, x)]
            d = [V * loss[i] + Q * game.prices[t - 1][i] for i in range(n)]
            moved = game.project([x[i] - d[i] / (2 * alpha) for i in range(n)])
            # Q(t+1) = max(Q(t) + g_{t-1}(x(t-1)) + g'_{t-1}(x(t) - x(t-1)), 0)
            g = game.g(t - 1, x)
            step = [moved[i] - x[i] for i in range(n)]
            Q = max(Q + g + inner(game.prices[t - 1], step), 0.0)
            x = moved
        history.add(game, t, x, Q)
    return history


def boosted_queue(
    game: Game, points: Callable[[int], Sequence[tuple[float, float]]], V: float, alpha: float
) -> History:
    """The book's boosted queue; points(t) has the (z_j, w_j) of the integral in round t."""
    n, history = game.n, History()
    # x_1 = 0, Q_1 = 0
    x, Q = [0.0] * n, 0.0
    for t in range(game.T):
        p = game.prices[t]
        # 1. play x_t, and see f_t and p_t
        history.add(game, t, x, Q)
        # 2. u_t = grad F_t(x_t), or an estimate of it
        u = [0.0] * n
        for z, w in points(t):
            grad_f = game.gradient(t, [z * x[i] for i in range(n)])
            u = [u[i] + w * grad_f[i] for i in range(n)]
        # 3. x_{t+1} = P(x_t + (V u_t - Q_t p_t) / (2 alpha))
        x = game.project([x[i] + (V * u[i] - Q * p[i]) / (2 * alpha) for i in range(n)])
        # 4. Q_{t+1} = [Q_t + g_t(x_{t+1})]_+, g_t(x) = <p_t, x> - B_T/T
        Q = max(Q + game.g(t, x), 0.0)
    return history


def mosp(game: Game, alpha: float, mu: float) -> History:
    """Chen, Ling and Giannakis 2017: multiplier first, then the step that uses it."""
    n, history = game.n, History()
    x, multiplier = [0.0] * n, 0.0
    for t in range(game.T):
        g = history.add(game, t, x, multiplier)
        # lambda_{t+1} = [lambda_t + mu g_t(x_t)]_+
        multiplier = max(multiplier + mu * g, 0.0)
        # x_{t+1} minimises <loss'_t(x_t), x - x_t> + lambda_{t+1} g_t(x) + ||x - x_t||^2/(2 alpha)
        slope = game.gradient(t, x)
        x = game.project(
            [x[i] - alpha * (-slope[i] + multiplier * game.prices[t][i]) for i in range(n)]
        )
    return history


def cao_liu(game: Game, alpha: float, delta: float) -> History:
    """Cao and Liu 2018: descent on L_t = -f_t + lambda g_t - (delta alpha/2) lambda^2, ascent."""
    n, history = game.n, History()
    x, multiplier = [0.0] * n, 0.0
    for t in range(game.T):
        g = history.add(game, t, x, multiplier)
        slope = game.gradient(t, x)
        x = game.project(
            [x[i] - alpha * (-slope[i] + multiplier * game.prices[t][i]) for i in range(n)]
        )
        multiplier = max(multiplier + alpha * (g - delta * alpha * multiplier), 0.0)
    return history


@dataclass(frozen=True)
class Ball:
    """Around which a bandit shrinks X, and in which it looks; directions(t) is a unit vector."""

    xi: float
    centre: Sequence[float]
    radius: float
    directions: Callable[[int], Vector]

    def project(self, game: Any, y: Vector) -> Vector:
        """On {c + (1 - xi)(z - c) : z in X}, by the z nearest to c + (y - c)/(1 - xi)."""
        c, xi = self.centre, self.xi
        z = game.project([c[i] + (y[i] - c[i]) / (1 - xi) for i in range(game.n)])
        return [xi * c[i] + (1 - xi) * z[i] for i in range(game.n)]

    def ends(self, t: int, x: Vector) -> tuple[Vector, Vector]:
        step = [self.radius * self.xi * entry for entry in self.directions(t)]
        pairs = list(zip(x, step, strict=True))
        return [a + e for a, e in pairs], [a - e for a, e in pairs]

    def slope(self, t: int, rise: float, fall: float) -> Vector:
        """The gradient that two values say there is."""
        u = self.directions(t)
        return [len(u) / (2 * self.radius * self.xi) * (rise - fall) * entry for entry in u]


def cao_liu_bandit(game: Game, ball: Ball, alpha: float, delta: float) -> History:
    """The same with values at two points."""
    n, history = game.n, History()
    x, multiplier = ball.project(game, [0.0] * n), 0.0
    for t in range(game.T):
        g = history.add(game, t, x, multiplier)
        ahead, behind = ball.ends(t, x)
        d = ball.slope(t, game.value(t, ahead), game.value(t, behind))
        moved = [x[i] - alpha * (-d[i] + multiplier * game.prices[t][i]) for i in range(n)]
        x = ball.project(game, moved)
        multiplier = max(multiplier + alpha * (g - delta * alpha * multiplier), 0.0)
    return history


def mosp_bandit(game: Game, ball: Ball, alpha: float, mu: float) -> History:
    """Chen and Giannakis 2019 with two values of f_t, g_t in full."""
    n, history = game.n, History()
    x, multiplier = ball.project(game, [0.0] * n), 0.0
    for t in range(game.T):
        g = history.add(game, t, x, multiplier)
        ahead, behind = ball.ends(t, x)
        d = ball.slope(t, game.value(t, ahead), game.value(t, behind))
        multiplier = max(multiplier + mu * g, 0.0)
        moved = [x[i] - alpha * (-d[i] + multiplier * game.prices[t][i]) for i in range(n)]
        x = ball.project(game, moved)
    return history


def cao_liu_values(game: Game, ball: Ball, alpha: float, delta: float) -> History:
    """Cao and Liu 2018 with two values of f_t and two of g_t."""
    n, history = game.n, History()
    x, multiplier = ball.project(game, [0.0] * n), 0.0
    for t in range(game.T):
        history.add(game, t, x, multiplier)
        # of the Lagrangian -f_t + lambda g_t
        ends = ball.ends(t, x)
        rise, fall = (-game.value(t, at) + multiplier * game.g(t, at) for at in ends)
        slope = ball.slope(t, rise, fall)
        x = ball.project(game, [x[i] - alpha * slope[i] for i in range(n)])
        g = (game.g(t, ends[0]) + game.g(t, ends[1])) / 2
        multiplier = max(multiplier + alpha * (g - delta * alpha * multiplier), 0.0)
    return history


def olfw(game: Game, K: int, mu: float, delta: float, gamma: float) -> History:
    """Raut, Sadeghi and Fazel 2021: OSPHG's oracles, and the mean of the past prices."""
    n, history = game.n, History()
    v = [[0.0] * n for _ in range(K)]
    for t in range(game.T):
        x = iterates(v)
        mean, multiplier = [0.0] * n, 0.0
        if t > 0:
            mean = [sum(game.prices[s][i] for s in range(t)) / t for i in range(n)]
            excess = inner(mean, x[K]) - game.b - gamma / sqrt(t)
            multiplier = max(excess, 0.0) / (delta * mu)
        history.add(game, t, x[K], multiplier)
        for k in range(K):
            slope = game.gradient(t, x[k])
            v[k] = game.project(
                [v[k][i] + mu * (slope[i] - multiplier * mean[i]) for i in range(n)]
            )
    return history


def per_step_duals(game: Game, K: int, V: float, alpha: float) -> History:
    """Sadeghi, Raut and Fazel 2020: the queue method in every oracle."""
    n, history = game.n, History()
    v = [[0.0] * n for _ in range(K)]
    Q = [0.0] * K
    for t in range(game.T):
        x = iterates(v)
        history.add(game, t, x[K], sum(Q) / K)
        for k in range(K):
            slope = game.gradient(t, x[k])
            d = [-V * slope[i] + Q[k] * game.prices[t][i] for i in range(n)]
            moved = game.project([v[k][i] - d[i] / (2 * alpha) for i in range(n)])
            g = game.g(t, v[k])
            step = [moved[i] - v[k][i] for i in range(n)]
            Q[k] = max(Q[k] + g + inner(game.prices[t], step), 0.0)
            v[k] = moved
    return history

"""Literal transcriptions of the systems since 2020: slow, plain Python.

The gradient of a game is the ascent direction h_t(x). Rounds are counted from 0, so that t + 1 is
the sources' t; the first decision is the origin unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import exp, sqrt

from tests.literal import Game, Gradient, History, Vector, inner

Step = Callable[[int, Vector, float], tuple[Vector, float]]  # t, x_t, g_t(x_t) -> x_{t+1}, shown


def boosted(gradient: Gradient, points: Sequence[tuple[float, float]]) -> Gradient:
    """The sum of weight * grad f_t(z x) over the points z."""

    def at(t: int, x: Vector) -> Vector:
        total = [0.0] * len(x)
        for z, weight in points:
            slope = gradient(t, [z * entry for entry in x])
            total = [a + weight * b for a, b in zip(total, slope, strict=True)]
        return total

    return at


def _play(game: Game, step: Step, shown: float = 0.0, start: Vector | None = None) -> History:
    """Play x_t and note what is shown as the multiplier of round t, then step."""
    history, x = History(), start or [0.0] * game.n
    for t in range(game.T):
        g = history.add(game, t, x, shown)
        x, shown = step(t, x, g)
    return history


def online_gradient_ascent(game: Game, eta: float) -> History:
    """x_{t+1} = P(x_t + eta h_t(x_t))."""

    def step(t: int, x: Vector, g: float) -> tuple[Vector, float]:
        h = game.gradient(t, x)
        return game.project([x[i] + eta * h[i] for i in range(len(x))]), 0.0

    return _play(game, step)


def best_of_both_worlds(game: Game, eta: float, mu: float, cap: float) -> History:
    """Castiglioni et al. 2022 with gradient ascent on both sides, lambda in [0, cap]."""
    multiplier = 0.0

    def step(t: int, x: Vector, g: float) -> tuple[Vector, float]:
        nonlocal multiplier
        h = game.gradient(t, x)
        moved = [x[i] + eta * (h[i] - multiplier * game.prices[t][i]) for i in range(len(x))]
        multiplier = multiplier + mu * g
        if multiplier < 0:
            multiplier = 0.0
        if multiplier > cap:
            multiplier = cap
        return game.project(moved), multiplier

    return _play(game, step)


def sinha_vaze(game: Game, utility: float, money: float, rate: float, diameter: float) -> History:
    """Sinha and Vaze 2024: Q before the step, Phi'(q) = rate e^(rate q), adaptive steps."""
    Q = S = 0.0

    def slope(q: float) -> float:
        return rate * exp(rate * q)

    def step(t: int, x: Vector, g: float) -> tuple[Vector, float]:
        nonlocal Q, S
        Q = Q + (g if g > 0 else 0.0) / money
        # the loss -f_t/utility + Phi'(Q_t) [g_t]_+/money, its subgradient at x_t
        d = [-entry / utility for entry in game.gradient(t, x)]
        if g > 0:
            d = [d[i] + slope(Q) * game.prices[t][i] / money for i in range(len(x))]
        S = S + inner(d, d)
        length = sqrt(2) * diameter / (2 * sqrt(S)) if S > 0 else 0.0
        moved = game.project([x[i] - length * d[i] for i in range(len(x))])
        return moved, slope(Q) * utility / money

    return _play(game, step, slope(0.0) * utility / money)


def recoo(game: Game, alpha: float, price: float, money: float, eps: float) -> History:
    """Guo et al. 2022. The maximum of the rectified step is sought between its two pieces."""
    Q, b = 1.0, game.b

    def step(t: int, x: Vector, g: float) -> tuple[Vector, float]:
        nonlocal Q
        n, p, h = len(x), game.prices[t], game.gradient(t, x)
        weight, gamma = alpha * sqrt(t + 1), (t + 1) ** (1 / 2 + eps)

        def best(part: float) -> Vector:
            """The maximiser of <h, y> - part Q gamma price <p, y> - weight |y - x|^2."""
            slope = [h[i] - part * Q * gamma * price * p[i] for i in range(n)]
            return game.project([x[i] + slope[i] / (2 * weight) for i in range(n)])

        free, charged = best(0.0), best(1.0)
        if inner(p, free) <= b:
            moved = free
        elif inner(p, charged) >= b:
            moved = charged
        else:  # on the edge
            low, high = 0.0, 1.0
            for _ in range(80):
                middle = (low + high) / 2
                low, high = (middle, high) if inner(p, best(middle)) > b else (low, middle)
            moved = best((low + high) / 2)
        excess = inner(p, moved) - b
        Q = max(Q + gamma * (excess if excess > 0 else 0.0) / money, sqrt(t + 2))
        return moved, Q * price

    return _play(game, step, price)


def pfs(
    game: Game,
    faces: Sequence[tuple[Vector, float]],
    centre: Vector,
    reach: float,
    eta: float,
    margin: float,
) -> History:
    """Hutchinson and Alizadeh 2025, with g the largest of some linear functions of slope 1."""
    n = len(centre)

    def step(t: int, x: Vector, g: float) -> tuple[Vector, float]:
        h = game.gradient(t, x)
        y = [x[i] + eta * h[i] for i in range(n)]
        # g(x_t) and its subgradient
        at, slope = max(((inner(a, x) - b, a) for a, b in faces), key=lambda pair: pair[0])
        linear = at + inner(slope, [y[i] - x[i] for i in range(n)]) + margin
        if linear > 0:
            y = [y[i] - linear * slope[i] for i in range(n)]
        away = [y[i] - centre[i] for i in range(n)]
        length = sqrt(inner(away, away))
        if length > reach:
            y = [centre[i] + reach * away[i] / length for i in range(n)]
        return y, 0.0

    return _play(game, step, start=centre)


def nearest_in_plane(rows: Sequence[tuple[Vector, float]], y: Vector) -> Vector:
    """The nearest point of {x in R^2 : <a, x> <= b for all rows} to y, by trying all corners."""
    candidates = [y]
    for a, b in rows:
        if (length2 := inner(a, a)) > 0:
            over = (inner(a, y) - b) / length2
            candidates.append([y[i] - over * a[i] for i in range(2)])
    for (a, b), (c, d) in combinations(rows, 2):
        det = a[0] * c[1] - a[1] * c[0]
        if abs(det) > 1e-12:
            candidates.append([(b * c[1] - d * a[1]) / det, (a[0] * d - c[0] * b) / det])
    inside = [x for x in candidates if all(inner(a, x) <= b + 1e-11 for a, b in rows)]
    return min(inside, key=lambda x: sum((x[i] - y[i]) ** 2 for i in range(2)))


def vaze_sinha(game: Game, rows: Sequence[tuple[Vector, float]], eta: float) -> History:
    """Vaze and Sinha 2025 in the plane, X = {x : <a, x> <= b for all rows}; all prices stay."""
    seen, b = list(rows), game.b

    def step(t: int, x: Vector, g: float) -> tuple[Vector, float]:
        h = game.gradient(t, x)
        y = nearest_in_plane(seen, [x[i] + eta / sqrt(t + 1) * h[i] for i in range(2)])
        seen.append((list(game.prices[t]), b))
        return nearest_in_plane(seen, y), 0.0

    return _play(game, step)

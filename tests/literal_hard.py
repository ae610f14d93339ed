"""Literal transcriptions of the systems since 2020: slow, plain Python.

`direction(t, x)` is the ascent direction h_t(x). Rounds are counted from 0, so that t + 1 is the
sources' t; the first decision is the origin unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import exp, sqrt

from tests.literal import Gradient, History, Projection, Value, Vector

Step = Callable[[int, Vector, float], tuple[Vector, float]]  # t, x_t, g_t(x_t) -> x_{t+1}, shown


def _inner(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(left * right for left, right in zip(a, b, strict=True))


def boosted(gradient: Gradient, points: Sequence[tuple[float, float]]) -> Gradient:
    """The sum of weight * grad f_t(z x) over the points z."""

    def at(t: int, x: Vector) -> Vector:
        total = [0.0] * len(x)
        for z, weight in points:
            slope = gradient(t, [z * entry for entry in x])
            total = [a + weight * b for a, b in zip(total, slope, strict=True)]
        return total

    return at


def _play(
    value: Value,
    prices: Sequence[Sequence[float]],
    budget: float,
    step: Step,
    shown: float,
    start: Vector | None = None,
) -> History:
    """Play x_t and note what is shown as the multiplier of round t, then step."""
    T, history, x = len(prices), History(), start or [0.0] * len(prices[0])
    for t in range(T):
        g = _inner(prices[t], x) - budget / T
        history.decisions.append(x)
        history.utility.append(value(t, x))
        history.violation.append(g)
        history.multiplier.append(shown)
        x, shown = step(t, x, g)
    return history


def gradient_ascent(
    *,
    value: Value,
    direction: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    eta: float,
) -> History:
    """x_{t+1} = P(x_t + eta h_t(x_t))."""

    def step(t: int, x: Vector, g: float) -> tuple[Vector, float]:
        h = direction(t, x)
        return project([x[i] + eta * h[i] for i in range(len(x))]), 0.0

    return _play(value, prices, budget, step, 0.0)


def best_of_both_worlds(
    *,
    value: Value,
    direction: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    eta: float,
    mu: float,
    cap: float,
) -> History:
    """Castiglioni et al. 2022 with gradient ascent on both sides, lambda in [0, cap]."""
    multiplier = 0.0

    def step(t: int, x: Vector, g: float) -> tuple[Vector, float]:
        nonlocal multiplier
        h = direction(t, x)
        moved = [x[i] + eta * (h[i] - multiplier * prices[t][i]) for i in range(len(x))]
        multiplier = multiplier + mu * g
        if multiplier < 0:
            multiplier = 0.0
        if multiplier > cap:
            multiplier = cap
        return project(moved), multiplier

    return _play(value, prices, budget, step, 0.0)


def sinha_vaze(
    *,
    value: Value,
    direction: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    utility: float,
    money: float,
    rate: float,
    diameter: float,
) -> History:
    """Sinha and Vaze 2024: Q before the step, Phi'(q) = rate e^(rate q), adaptive steps."""
    Q = S = 0.0

    def slope(q: float) -> float:
        return rate * exp(rate * q)

    def step(t: int, x: Vector, g: float) -> tuple[Vector, float]:
        nonlocal Q, S
        Q = Q + (g if g > 0 else 0.0) / money
        # the loss -f_t/utility + Phi'(Q_t) [g_t]_+/money, its subgradient at x_t
        d = [-entry / utility for entry in direction(t, x)]
        if g > 0:
            d = [d[i] + slope(Q) * prices[t][i] / money for i in range(len(x))]
        S = S + _inner(d, d)
        length = sqrt(2) * diameter / (2 * sqrt(S)) if S > 0 else 0.0
        moved = project([x[i] - length * d[i] for i in range(len(x))])
        return moved, slope(Q) * utility / money

    return _play(value, prices, budget, step, slope(0.0) * utility / money)


def recoo(
    *,
    value: Value,
    direction: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    alpha: float,
    price: float,
    money: float,
    eps: float,
) -> History:
    """Guo et al. 2022. The maximum of the rectified step is sought between its two pieces."""
    Q, b = 1.0, budget / len(prices)

    def step(t: int, x: Vector, g: float) -> tuple[Vector, float]:
        nonlocal Q
        n, p, h = len(x), prices[t], direction(t, x)
        weight, gamma = alpha * sqrt(t + 1), (t + 1) ** (1 / 2 + eps)

        def best(part: float) -> Vector:
            """The maximiser of <h, y> - part Q gamma price <p, y> - weight |y - x|^2."""
            slope = [h[i] - part * Q * gamma * price * p[i] for i in range(n)]
            return project([x[i] + slope[i] / (2 * weight) for i in range(n)])

        free, charged = best(0.0), best(1.0)
        if _inner(p, free) <= b:
            moved = free
        elif _inner(p, charged) >= b:
            moved = charged
        else:  # on the edge
            low, high = 0.0, 1.0
            for _ in range(80):
                middle = (low + high) / 2
                low, high = (middle, high) if _inner(p, best(middle)) > b else (low, middle)
            moved = best((low + high) / 2)
        excess = _inner(p, moved) - b
        Q = max(Q + gamma * (excess if excess > 0 else 0.0) / money, sqrt(t + 2))
        return moved, Q * price

    return _play(value, prices, budget, step, price)


def pfs(
    *,
    value: Value,
    direction: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    faces: Sequence[tuple[Vector, float]],
    centre: Vector,
    reach: float,
    eta: float,
    margin: float,
) -> History:
    """Hutchinson and Alizadeh 2025, with g the largest of some linear functions of slope 1."""
    n = len(centre)

    def step(t: int, x: Vector, g: float) -> tuple[Vector, float]:
        h = direction(t, x)
        y = [x[i] + eta * h[i] for i in range(n)]
        # g(x_t) and its subgradient
        at, slope = max(((_inner(a, x) - b, a) for a, b in faces), key=lambda pair: pair[0])
        linear = at + _inner(slope, [y[i] - x[i] for i in range(n)]) + margin
        if linear > 0:
            y = [y[i] - linear * slope[i] for i in range(n)]
        away = [y[i] - centre[i] for i in range(n)]
        length = sqrt(_inner(away, away))
        if length > reach:
            y = [centre[i] + reach * away[i] / length for i in range(n)]
        return y, 0.0

    return _play(value, prices, budget, step, 0.0, start=centre)


def nearest_in_plane(rows: Sequence[tuple[Vector, float]], y: Vector) -> Vector:
    """The nearest point of {x in R^2 : <a, x> <= b for all rows} to y, by trying all corners."""
    candidates = [y]
    for a, b in rows:
        if (length2 := _inner(a, a)) > 0:
            over = (_inner(a, y) - b) / length2
            candidates.append([y[i] - over * a[i] for i in range(2)])
    for (a, b), (c, d) in combinations(rows, 2):
        det = a[0] * c[1] - a[1] * c[0]
        if abs(det) > 1e-12:
            candidates.append([(b * c[1] - d * a[1]) / det, (a[0] * d - c[0] * b) / det])
    inside = [x for x in candidates if all(_inner(a, x) <= b + 1e-11 for a, b in rows)]
    return min(inside, key=lambda x: sum((x[i] - y[i]) ** 2 for i in range(2)))


def vaze_sinha(
    *,
    value: Value,
    direction: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    rows: Sequence[tuple[Vector, float]],
    eta: float,
) -> History:
    """Vaze and Sinha 2025 in the plane, X = {x : <a, x> <= b for all rows}; all prices stay."""
    seen, b = list(rows), budget / len(prices)

    def step(t: int, x: Vector, g: float) -> tuple[Vector, float]:
        h = direction(t, x)
        y = nearest_in_plane(seen, [x[i] + eta / sqrt(t + 1) * h[i] for i in range(2)])
        seen.append((list(prices[t]), b))
        return nearest_in_plane(seen, y), 0.0

    return _play(value, prices, budget, step, 0.0)

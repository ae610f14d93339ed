"""Literal transcriptions of the methods for constraints that vary: slow, plain Python.

Each was written for a loss to minimise: here f is the utility, minus that loss. Rounds are counted
from 0; the first decision is the origin and the first multiplier 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from tests.literal import Gradient, History, Projection, Value, Vector


def _inner(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(left * right for left, right in zip(a, b, strict=True))


def neely_yu(
    *,
    value: Value,
    gradient: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    V: float,
    alpha: float,
) -> History:
    """Neely and Yu 2017, and COLD: round t knows f and g of round t - 1."""
    T, n = len(prices), len(prices[0])
    history = History()
    x, Q = [0.0] * n, 0.0
    for t in range(T):
        if t > 0:
            # x(t) minimises (V f'_{t-1} + Q(t) g'_{t-1})(x - x(t-1)) + alpha ||x - x(t-1)||^2:
            # its stationary point without X, projected
            loss = [-entry for entry in gradient(t - 1, x)]
            d = [V * loss[i] + Q * prices[t - 1][i] for i in range(n)]
            moved = project([x[i] - d[i] / (2 * alpha) for i in range(n)])
            # Q(t+1) = max(Q(t) + g_{t-1}(x(t-1)) + g'_{t-1}(x(t) - x(t-1)), 0)
            g = _inner(prices[t - 1], x) - budget / T
            step = [moved[i] - x[i] for i in range(n)]
            Q = max(Q + g + _inner(prices[t - 1], step), 0.0)
            x = moved
        history.decisions.append(x)
        history.utility.append(value(t, x))
        history.violation.append(_inner(prices[t], x) - budget / T)
        history.multiplier.append(Q)
    return history


def boosted_queue(
    *,
    value: Value,
    gradient: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    points: Callable[[int], Sequence[tuple[float, float]]],
    V: float,
    alpha: float,
) -> History:
    """The book's boosted queue; points(t) gives the (z_j, w_j) of the integral in round t."""
    T, n = len(prices), len(prices[0])
    history = History()
    # x_1 = 0, Q_1 = 0
    x, Q = [0.0] * n, 0.0
    for t in range(T):
        # 1. play x_t, and see f_t and p_t
        history.decisions.append(x)
        history.utility.append(value(t, x))
        history.violation.append(_inner(prices[t], x) - budget / T)
        history.multiplier.append(Q)
        # 2. u_t = grad F_t(x_t), or an estimate of it
        u = [0.0] * n
        for z, weight in points(t):
            slope = gradient(t, [z * entry for entry in x])
            u = [u[i] + weight * slope[i] for i in range(n)]
        # 3. x_{t+1} = P(x_t + (V u_t - Q_t p_t) / (2 alpha))
        x = project([x[i] + (V * u[i] - Q * prices[t][i]) / (2 * alpha) for i in range(n)])
        # 4. Q_{t+1} = [Q_t + <p_t, x_{t+1}> - B_T/T]_+
        Q = max(Q + _inner(prices[t], x) - budget / T, 0.0)
    return history


def mosp(
    *,
    value: Value,
    gradient: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    alpha: float,
    mu: float,
) -> History:
    """Chen, Ling and Giannakis 2017: multiplier first, then the step that uses it."""
    T, n = len(prices), len(prices[0])
    history = History()
    x, multiplier = [0.0] * n, 0.0
    for t in range(T):
        g = _inner(prices[t], x) - budget / T
        history.decisions.append(x)
        history.utility.append(value(t, x))
        history.violation.append(g)
        history.multiplier.append(multiplier)
        # lambda_{t+1} = [lambda_t + mu g_t(x_t)]_+
        multiplier = max(multiplier + mu * g, 0.0)
        # x_{t+1} minimises <loss'_t(x_t), x - x_t> + lambda_{t+1} g_t(x) + ||x - x_t||^2/(2 alpha)
        slope = gradient(t, x)
        x = project([x[i] - alpha * (-slope[i] + multiplier * prices[t][i]) for i in range(n)])
    return history


def cao_liu(
    *,
    value: Value,
    gradient: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    alpha: float,
    delta: float,
) -> History:
    """Cao and Liu 2018: descent on L_t = -f_t + lambda g_t - (delta alpha/2) lambda^2, ascent."""
    T, n = len(prices), len(prices[0])
    history = History()
    x, multiplier = [0.0] * n, 0.0
    for t in range(T):
        g = _inner(prices[t], x) - budget / T
        history.decisions.append(x)
        history.utility.append(value(t, x))
        history.violation.append(g)
        history.multiplier.append(multiplier)
        slope = gradient(t, x)
        x = project([x[i] - alpha * (-slope[i] + multiplier * prices[t][i]) for i in range(n)])
        multiplier = max(multiplier + alpha * (g - delta * alpha * multiplier), 0.0)
    return history


def cao_liu_bandit(
    *,
    value: Value,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    alpha: float,
    delta: float,
    xi: float,
    centre: Sequence[float],
    radius: float,
    directions: Callable[[int], Sequence[float]],
) -> History:
    """The same with values at two points; directions(t) is the unit vector of round t."""
    T, n = len(prices), len(prices[0])
    history = History()

    def project_shrunken(y: Sequence[float]) -> Vector:
        """On {c + (1 - xi)(z - c) : z in X}, by the z nearest to c + (y - c)/(1 - xi)."""
        z = project([centre[i] + (y[i] - centre[i]) / (1 - xi) for i in range(n)])
        return [xi * centre[i] + (1 - xi) * z[i] for i in range(n)]

    x, multiplier = project_shrunken([0.0] * n), 0.0
    for t in range(T):
        g = _inner(prices[t], x) - budget / T
        history.decisions.append(x)
        history.utility.append(value(t, x))
        history.violation.append(g)
        history.multiplier.append(multiplier)
        u = directions(t)
        eps = radius * xi
        rise = value(t, [x[i] + eps * u[i] for i in range(n)])
        fall = value(t, [x[i] - eps * u[i] for i in range(n)])
        estimate = [n / (2 * eps) * (rise - fall) * u[i] for i in range(n)]
        x = project_shrunken(
            [x[i] - alpha * (-estimate[i] + multiplier * prices[t][i]) for i in range(n)]
        )
        multiplier = max(multiplier + alpha * (g - delta * alpha * multiplier), 0.0)
    return history


def mosp_bandit(
    *,
    value: Value,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    alpha: float,
    mu: float,
    xi: float,
    centre: Sequence[float],
    radius: float,
    directions: Callable[[int], Sequence[float]],
) -> History:
    """Chen and Giannakis 2019 with two values of f_t, g_t in full."""
    T, n = len(prices), len(prices[0])
    history = History()

    def project_shrunken(y: Sequence[float]) -> Vector:
        z = project([centre[i] + (y[i] - centre[i]) / (1 - xi) for i in range(n)])
        return [xi * centre[i] + (1 - xi) * z[i] for i in range(n)]

    x, multiplier = project_shrunken([0.0] * n), 0.0
    for t in range(T):
        g = _inner(prices[t], x) - budget / T
        history.decisions.append(x)
        history.utility.append(value(t, x))
        history.violation.append(g)
        history.multiplier.append(multiplier)
        u, eps = directions(t), radius * xi
        rise = value(t, [x[i] + eps * u[i] for i in range(n)])
        fall = value(t, [x[i] - eps * u[i] for i in range(n)])
        estimate = [n / (2 * eps) * (rise - fall) * u[i] for i in range(n)]
        multiplier = max(multiplier + mu * g, 0.0)
        x = project_shrunken(
            [x[i] - alpha * (-estimate[i] + multiplier * prices[t][i]) for i in range(n)]
        )
    return history


def cao_liu_values(
    *,
    value: Value,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    alpha: float,
    delta: float,
    xi: float,
    centre: Sequence[float],
    radius: float,
    directions: Callable[[int], Sequence[float]],
) -> History:
    """Cao and Liu 2018 with two values of f_t and two of g_t."""
    T, n = len(prices), len(prices[0])
    history = History()

    def project_shrunken(y: Sequence[float]) -> Vector:
        z = project([centre[i] + (y[i] - centre[i]) / (1 - xi) for i in range(n)])
        return [xi * centre[i] + (1 - xi) * z[i] for i in range(n)]

    def constraint(t: int, x: Vector) -> float:
        return _inner(prices[t], x) - budget / T

    x, multiplier = project_shrunken([0.0] * n), 0.0
    for t in range(T):
        history.decisions.append(x)
        history.utility.append(value(t, x))
        history.violation.append(constraint(t, x))
        history.multiplier.append(multiplier)
        u, eps = directions(t), radius * xi
        ahead = [x[i] + eps * u[i] for i in range(n)]
        behind = [x[i] - eps * u[i] for i in range(n)]

        def lagrangian(at: Vector, t: int = t, multiplier: float = multiplier) -> float:
            return -value(t, at) + multiplier * constraint(t, at)

        slope = n / (2 * eps) * (lagrangian(ahead) - lagrangian(behind))
        x = project_shrunken([x[i] - alpha * slope * u[i] for i in range(n)])
        g = (constraint(t, ahead) + constraint(t, behind)) / 2
        multiplier = max(multiplier + alpha * (g - delta * alpha * multiplier), 0.0)
    return history


def olfw(
    *,
    value: Value,
    gradient: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    K: int,
    mu: float,
    delta: float,
    gamma: float,
) -> History:
    """Raut, Sadeghi and Fazel 2021: OSPHG's oracles, and the mean of the past prices."""
    T, n = len(prices), len(prices[0])
    history = History()
    v = [[0.0] * n for _ in range(K)]
    for t in range(T):
        x = [[0.0] * n]
        for k in range(K):
            x.append([x[k][i] + v[k][i] / K for i in range(n)])
        played = x[K]
        mean, multiplier = [0.0] * n, 0.0
        if t > 0:
            mean = [sum(prices[s][i] for s in range(t)) / t for i in range(n)]
            excess = _inner(mean, played) - budget / T - gamma / sqrt(t)
            multiplier = max(excess, 0.0) / (delta * mu)
        history.decisions.append(played)
        history.utility.append(value(t, played))
        history.violation.append(_inner(prices[t], played) - budget / T)
        history.multiplier.append(multiplier)
        for k in range(K):
            slope = gradient(t, x[k])
            v[k] = project([v[k][i] + mu * (slope[i] - multiplier * mean[i]) for i in range(n)])
    return history


def per_step_duals(
    *,
    value: Value,
    gradient: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    K: int,
    V: float,
    alpha: float,
) -> History:
    """Sadeghi, Raut and Fazel 2020: the queue method in every oracle."""
    T, n = len(prices), len(prices[0])
    history = History()
    v = [[0.0] * n for _ in range(K)]
    Q = [0.0] * K
    for t in range(T):
        x = [[0.0] * n]
        for k in range(K):
            x.append([x[k][i] + v[k][i] / K for i in range(n)])
        history.decisions.append(x[K])
        history.utility.append(value(t, x[K]))
        history.violation.append(_inner(prices[t], x[K]) - budget / T)
        history.multiplier.append(sum(Q) / K)
        for k in range(K):
            slope = gradient(t, x[k])
            d = [-V * slope[i] + Q[k] * prices[t][i] for i in range(n)]
            moved = project([v[k][i] - d[i] / (2 * alpha) for i in range(n)])
            g = _inner(prices[t], v[k]) - budget / T
            step = [moved[i] - v[k][i] for i in range(n)]
            Q[k] = max(Q[k] + g + _inner(prices[t], step), 0.0)
            v[k] = moved
    return history

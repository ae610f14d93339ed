"""Literal transcriptions of the saddle point methods that the paper cites; as `tests.literal`.

They minimise f_t(x) under g_t(x) = <p_t, x> - B_T/T <= 0 as their papers do: f_t is minus the
utility, whose `value` and `gradient` are passed. "+" means [.]_+; rounds are counted from t = 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from tests.literal import Gradient, History, Projection, Value, Vector


def _g(p: Sequence[float], x: Vector, allowance: float) -> float:
    return sum(p[i] * x[i] for i in range(len(x))) - allowance


def _record(history: History, x: Vector, utility: float, g: float, multiplier: float) -> None:
    history.decisions.append(x)
    history.utility.append(utility)
    history.violation.append(g)
    history.multiplier.append(multiplier)


def mahdavi_jin_yang(
    *,
    value: Value,
    gradient: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    eta: float,
    delta: float,
) -> History:
    """Mahdavi, Jin and Yang 2012, Algorithm 1, with one constraint."""
    T, n = len(prices), len(prices[0])
    history = History()
    # x_1 = 0 and lambda_1 = 0
    x, multiplier = [0.0] * n, 0.0
    for t in range(1, T + 1):
        p = prices[t - 1]
        g = _g(p, x, budget / T)
        _record(history, x, value(t - 1, x), g, multiplier)
        # grad_x L_t(x_t, lambda_t) = grad f_t(x_t) + lambda_t grad g(x_t)
        slope = gradient(t - 1, x)
        in_x = [-slope[i] + multiplier * p[i] for i in range(n)]
        # grad_lambda L_t(x_t, lambda_t) = g(x_t) - eta delta lambda_t
        in_lambda = g - eta * delta * multiplier
        # x_{t+1} = P(x_t - eta grad_x L_t), lambda_{t+1} = [lambda_t + eta grad_lambda L_t]_+
        x = project([x[i] - eta * in_x[i] for i in range(n)])
        multiplier = max(multiplier + eta * in_lambda, 0.0)
    return history


def mahdavi_no_violation(
    *,
    value: Value,
    gradient: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    eta: float,
    delta: float,
    margin: float,
) -> History:
    """The same method on g(x) + margin <= 0."""
    T, n = len(prices), len(prices[0])
    history = History()
    x, multiplier = [0.0] * n, 0.0
    for t in range(1, T + 1):
        p = prices[t - 1]
        g = _g(p, x, budget / T)
        _record(history, x, value(t - 1, x), g, multiplier)
        slope = gradient(t - 1, x)
        moved = project([x[i] + eta * (slope[i] - multiplier * p[i]) for i in range(n)])
        multiplier = max(multiplier + eta * (g + margin - eta * delta * multiplier), 0.0)
        x = moved
    return history


def mahdavi_mirror_prox(
    *,
    value: Value,
    gradient: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    eta: float,
) -> History:
    """Mirror prox: each round moves twice from (u, v), with what is known before it and after it.

    Before it that is the constraint at (u, v), at the last price that was seen.
    """
    T, n = len(prices), len(prices[0])
    history = History()
    u, v = [0.0] * n, 0.0
    for t in range(1, T + 1):
        if t == 1:  # no price is known, v = 0 and g(0) < 0
            x, multiplier = [0.0] * n, 0.0
        else:
            known = prices[t - 2]
            x = project([u[i] - eta * v * known[i] for i in range(n)])
            multiplier = max(v + eta * _g(known, u, budget / T), 0.0)
        p = prices[t - 1]
        g = _g(p, x, budget / T)
        _record(history, x, value(t - 1, x), g, multiplier)
        slope = gradient(t - 1, x)
        u = project([u[i] - eta * (-slope[i] + multiplier * p[i]) for i in range(n)])
        v = max(v + eta * g, 0.0)
    return history


def jenatton_huang_archambeau(
    *,
    value: Value,
    gradient: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    eta: float,
    theta: float,
    b: float,
) -> History:
    """Jenatton, Huang and Archambeau 2016; eta = R/G and theta = 6 R G in their choice."""
    T, n = len(prices), len(prices[0])
    history = History()
    x, multiplier = [0.0] * n, 0.0
    for t in range(1, T + 1):
        p = prices[t - 1]
        g = _g(p, x, budget / T)
        _record(history, x, value(t - 1, x), g, multiplier)
        # theta_t = theta/t^b, eta_t = eta/t^b, mu_t = 1/(theta_t (t + 1))
        theta_t, eta_t = theta / t**b, eta / t**b
        mu_t = 1 / (theta_t * (t + 1))
        slope = gradient(t - 1, x)
        in_x = [-slope[i] + multiplier * p[i] for i in range(n)]
        # L_t(x, lambda) = f_t(x) + lambda g(x) - (theta_t/2) lambda^2
        in_lambda = g - theta_t * multiplier
        x = project([x[i] - eta_t * in_x[i] for i in range(n)])
        multiplier = max(multiplier + mu_t * in_lambda, 0.0)
    return history


def yuan_lamperski(
    *,
    value: Value,
    gradient: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    eta: float,
    sigma: float,
) -> History:
    """Yuan and Lamperski 2018, Algorithm 1, with one constraint."""
    T, n = len(prices), len(prices[0])
    history = History()
    x, multiplier = [0.0] * n, 0.0
    for t in range(1, T + 1):
        p = prices[t - 1]
        g = _g(p, x, budget / T)
        _record(history, x, value(t - 1, x), g, multiplier)
        # grad_x L_t(x_t, lambda_t) = grad f_t(x_t) + lambda_t d[g]_+(x_t)
        clipped = [p[i] if g > 0 else 0.0 for i in range(n)]
        slope = gradient(t - 1, x)
        # x_{t+1} = P(x_t - eta grad_x L_t)
        x = project([x[i] - eta * (-slope[i] + multiplier * clipped[i]) for i in range(n)])
        # lambda_{t+1} = [g(x_{t+1})]_+ / (sigma eta)
        multiplier = max(_g(p, x, budget / T), 0.0) / (sigma * eta)
    return history


def yuan_lamperski_strong(
    *,
    value: Value,
    gradient: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    H: float,
    sigma: float,
) -> History:
    """The same with eta_t = 1/(H t)."""
    T, n = len(prices), len(prices[0])
    history = History()
    x, multiplier = [0.0] * n, 0.0
    for t in range(1, T + 1):
        p = prices[t - 1]
        g = _g(p, x, budget / T)
        _record(history, x, value(t - 1, x), g, multiplier)
        eta, following = 1 / (H * t), 1 / (H * (t + 1))
        clipped = [p[i] if g > 0 else 0.0 for i in range(n)]
        slope = gradient(t - 1, x)
        x = project([x[i] - eta * (-slope[i] + multiplier * clipped[i]) for i in range(n)])
        # lambda_{t+1} = [g(x_{t+1})]_+ / (sigma eta_{t+1})
        multiplier = max(_g(p, x, budget / T), 0.0) / (sigma * following)
    return history


def sun_dey_kapoor(
    *,
    value: Value,
    gradient: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    project: Projection,
    mu: float,
    delta: float,
) -> History:
    """Sun, Dey and Kapoor 2017 with the mirror map ||x||^2/2."""
    T, n = len(prices), len(prices[0])
    history = History()
    x, multiplier = [0.0] * n, 0.0
    for t in range(1, T + 1):
        p = prices[t - 1]
        g = _g(p, x, budget / T)
        _record(history, x, value(t - 1, x), g, multiplier)
        slope = gradient(t - 1, x)
        # y = x_t - mu grad_x L_t, x_{t+1} the nearest point of X
        y = [x[i] - mu * (-slope[i] + multiplier * p[i]) for i in range(n)]
        x = project(y)
        # L_t(x, lambda) = f_t(x) + lambda g_t(x) - (delta mu/2) lambda^2
        multiplier = max(multiplier + mu * (g - delta * mu * multiplier), 0.0)
    return history


def sun_dey_kapoor_entropic(
    *,
    value: Value,
    gradient: Gradient,
    prices: Sequence[Sequence[float]],
    budget: float,
    r: float,
    mu: float,
    delta: float,
) -> History:
    """The same with sum_i z_i ln z_i on {z >= 0, sum z = r}, where z = (x, slack)."""
    T, n = len(prices), len(prices[0])
    history = History()
    z, multiplier = [r / (n + 1)] * (n + 1), 0.0
    for t in range(1, T + 1):
        x, p = z[:n], prices[t - 1]
        g = _g(p, x, budget / T)
        _record(history, x, value(t - 1, x), g, multiplier)
        slope = gradient(t - 1, x)
        in_z = [-slope[i] + multiplier * p[i] for i in range(n)] + [0.0]
        # ln y = ln z - mu grad_z L_t; of all points that add up to r, y r/sum(y) is the nearest
        y = [z[i] * exp(-mu * in_z[i]) for i in range(n + 1)]
        z = [entry * r / sum(y) for entry in y]
        multiplier = max(multiplier + mu * (g - delta * mu * multiplier), 0.0)
    return history

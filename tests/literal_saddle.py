"""Literal transcriptions of the saddle point methods that the paper cites; as `tests.literal`.

They minimise f_t(x) under g_t(x) = <p_t, x> - B_T/T <= 0 as their papers do: f_t is minus the
utility. "+" means [.]_+; rounds are counted from t = 1.
"""

from __future__ import annotations

from math import exp

from tests.literal import Game, History


def mahdavi_jin_yang(game: Game, eta: float, delta: float) -> History:
    """Mahdavi, Jin and Yang 2012, Algorithm 1, with one constraint."""
    n, history = game.n, History()
    # x_1 = 0 and lambda_1 = 0
    x, multiplier = [0.0] * n, 0.0
    for t in range(1, game.T + 1):
        p = game.prices[t - 1]
        g = history.add(game, t - 1, x, multiplier)
        # grad_x L_t(x_t, lambda_t) = grad f_t(x_t) + lambda_t grad g(x_t)
        slope = game.gradient(t - 1, x)
        in_x = [-slope[i] + multiplier * p[i] for i in range(n)]
        # grad_lambda L_t(x_t, lambda_t) = g(x_t) - eta delta lambda_t
        in_lambda = g - eta * delta * multiplier
        # x_{t+1} = P(x_t - eta grad_x L_t), lambda_{t+1} = [lambda_t + eta grad_lambda L_t]_+
        x = game.project([x[i] - eta * in_x[i] for i in range(n)])
        multiplier = max(multiplier + eta * in_lambda, 0.0)
    return history


def mahdavi_no_violation(game: Game, eta: float, delta: float, margin: float) -> History:
    """The same method on g(x) + margin <= 0."""
    n, history = game.n, History()
    x, multiplier = [0.0] * n, 0.0
    for t in range(1, game.T + 1):
        p = game.prices[t - 1]
        g = history.add(game, t - 1, x, multiplier)
        slope = game.gradient(t - 1, x)
        moved = game.project([x[i] + eta * (slope[i] - multiplier * p[i]) for i in range(n)])
        multiplier = max(multiplier + eta * (g + margin - eta * delta * multiplier), 0.0)
        x = moved
    return history


def mahdavi_mirror_prox(game: Game, eta: float) -> History:
    """Mirror prox: each round moves twice from (u, v), with what is known before it and after it.

    Before it that is the constraint at (u, v), at the last price that was seen.
    """
    n, history = game.n, History()
    u, v = [0.0] * n, 0.0
    for t in range(1, game.T + 1):
        if t == 1:  # no price is known, v = 0 and g(0) < 0
            x, multiplier = [0.0] * n, 0.0
        else:
            known = game.prices[t - 2]
            x = game.project([u[i] - eta * v * known[i] for i in range(n)])
            multiplier = max(v + eta * game.g(t - 2, u), 0.0)
        p = game.prices[t - 1]
        g = history.add(game, t - 1, x, multiplier)
        slope = game.gradient(t - 1, x)
        u = game.project([u[i] - eta * (-slope[i] + multiplier * p[i]) for i in range(n)])
        v = max(v + eta * g, 0.0)
    return history


def jenatton_huang_archambeau(game: Game, eta: float, theta: float, b: float) -> History:
    """Jenatton, Huang and Archambeau 2016; eta = R/G and theta = 6 R G in their choice."""
    n, history = game.n, History()
    x, multiplier = [0.0] * n, 0.0
    for t in range(1, game.T + 1):
        p = game.prices[t - 1]
        g = history.add(game, t - 1, x, multiplier)
        # theta_t = theta/t^b, eta_t = eta/t^b, mu_t = 1/(theta_t (t + 1))
        theta_t, eta_t = theta / t**b, eta / t**b
        mu_t = 1 / (theta_t * (t + 1))
        slope = game.gradient(t - 1, x)
        in_x = [-slope[i] + multiplier * p[i] for i in range(n)]
        # L_t(x, lambda) = f_t(x) + lambda g(x) - (theta_t/2) lambda^2
        in_lambda = g - theta_t * multiplier
        x = game.project([x[i] - eta_t * in_x[i] for i in range(n)])
        multiplier = max(multiplier + mu_t * in_lambda, 0.0)
    return history


def yuan_lamperski(game: Game, eta: float, sigma: float) -> History:
    """Yuan and Lamperski 2018, Algorithm 1, with one constraint."""
    n, history = game.n, History()
    x, multiplier = [0.0] * n, 0.0
    for t in range(1, game.T + 1):
        p = game.prices[t - 1]
        g = history.add(game, t - 1, x, multiplier)
        # grad_x L_t(x_t, lambda_t) = grad f_t(x_t) + lambda_t d[g]_+(x_t)
        clipped = [p[i] if g > 0 else 0.0 for i in range(n)]
        slope = game.gradient(t - 1, x)
        # x_{t+1} = P(x_t - eta grad_x L_t)
        x = game.project([x[i] - eta * (-slope[i] + multiplier * clipped[i]) for i in range(n)])
        # lambda_{t+1} = [g(x_{t+1})]_+ / (sigma eta)
        multiplier = max(game.g(t - 1, x), 0.0) / (sigma * eta)
    return history


def yuan_lamperski_strong(game: Game, H: float, sigma: float) -> History:
    """The same with eta_t = 1/(H t)."""
    n, history = game.n, History()
    x, multiplier = [0.0] * n, 0.0
    for t in range(1, game.T + 1):
        p = game.prices[t - 1]
        g = history.add(game, t - 1, x, multiplier)
        eta, following = 1 / (H * t), 1 / (H * (t + 1))
        clipped = [p[i] if g > 0 else 0.0 for i in range(n)]
        slope = game.gradient(t - 1, x)
        x = game.project([x[i] - eta * (-slope[i] + multiplier * clipped[i]) for i in range(n)])
        # lambda_{t+1} = [g(x_{t+1})]_+ / (sigma eta_{t+1})
        multiplier = max(game.g(t - 1, x), 0.0) / (sigma * following)
    return history


def yu_neely(game: Game, gamma: float, alpha: float) -> History:
    """Yu and Neely 2020, Algorithm 1, with one constraint; g~ = gamma g."""
    n, history = game.n, History()
    # x(1) = 0, and no queue before it
    x, Q = [0.0] * n, 0.0
    for t in range(1, game.T + 1):
        p = game.prices[t - 1]
        scaled = gamma * history.add(game, t - 1, x, Q)
        # Q(t) = max{-g~(x(t)), Q(t-1) + g~(x(t))}
        Q = max(-scaled, Q + scaled)
        # d(t) = grad f_t(x(t)) + [Q(t) + g~(x(t))] grad g~
        slope = game.gradient(t - 1, x)
        d = [-slope[i] + (Q + scaled) * gamma * p[i] for i in range(n)]
        # x(t+1) = P(x(t) - d(t)/(2 alpha))
        x = game.project([x[i] - d[i] / (2 * alpha) for i in range(n)])
    return history


def sun_dey_kapoor(game: Game, mu: float, delta: float) -> History:
    """Sun, Dey and Kapoor 2017 with the mirror map ||x||^2/2."""
    n, history = game.n, History()
    x, multiplier = [0.0] * n, 0.0
    for t in range(1, game.T + 1):
        p = game.prices[t - 1]
        g = history.add(game, t - 1, x, multiplier)
        slope = game.gradient(t - 1, x)
        # y = x_t - mu grad_x L_t, x_{t+1} the nearest point of X
        y = [x[i] - mu * (-slope[i] + multiplier * p[i]) for i in range(n)]
        x = game.project(y)
        # L_t(x, lambda) = f_t(x) + lambda g_t(x) - (delta mu/2) lambda^2
        multiplier = max(multiplier + mu * (g - delta * mu * multiplier), 0.0)
    return history


def sun_dey_kapoor_entropic(game: Game, r: float, mu: float, delta: float) -> History:
    """The same with sum_i z_i ln z_i on {z >= 0, sum z = r}, where z = (x, slack)."""
    n, history = game.n, History()
    z, multiplier = [r / (n + 1)] * (n + 1), 0.0
    for t in range(1, game.T + 1):
        x, p = z[:n], game.prices[t - 1]
        g = history.add(game, t - 1, x, multiplier)
        slope = game.gradient(t - 1, x)
        in_z = [-slope[i] + multiplier * p[i] for i in range(n)] + [0.0]
        # ln y = ln z - mu grad_z L_t; of all points that add up to r, y r/sum(y) is the nearest
        y = [z[i] * exp(-mu * in_z[i]) for i in range(n + 1)]
        z = [entry * r / sum(y) for entry in y]
        multiplier = max(multiplier + mu * (g - delta * mu * multiplier), 0.0)
    return history

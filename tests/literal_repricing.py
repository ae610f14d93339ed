"""A literal transcription of repricing (chapter "What windows really cost"): slow, plain Python.

Rounds are counted from 0, so that the book's t is t + 1. Both extremes are sought by halving.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt

from tests.literal import Game, History, Vector, inner


def _peak(slope: Callable[[float], float], most: float) -> float:
    """Where in [0, most] a function with this falling slope is largest; the least such place."""
    if slope(0.0) <= 0:
        return 0.0
    if slope(most) > 0:
        return most
    low, high = 0.0, most
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return high


def repricing(
    game: Game,
    W: int,
    cap: float,
    radius: float,
    beta_u: float,
    beta_g: float,
    horizon: int | None,
    start: Sequence[float],
) -> History:
    """`cap` is Lambda, `radius` D, `start` x_0; without a horizon r_t = sqrt(2 max(1, t - 1))."""
    n, history, b = game.n, History(), game.b
    w, B = beta_g * (W - 1), sqrt(beta_u**2 + (cap * beta_g) ** 2)
    v, P, k, C = [0.0] * n, [0.0] * n, 0, 0.0

    def best(eta: float, price: float) -> Vector:
        """The maximiser of <v - price P, x> - |x - x_0|^2/(2 eta)."""
        return game.project([start[i] + eta * (v[i] - price * P[i]) for i in range(n)])

    def slope(eta: float, price: float) -> float:
        """How fast Phi_t rises with the price."""
        bulge = radius * w * (1 - 2 * price / cap)
        return -inner(P, best(eta, price)) + C + b * k + bulge

    def fall(eta: float, price: float) -> float:
        """How fast psi(v - price P) + price b W falls."""
        return inner(P, best(eta, price)) - b * W

    for t in range(game.T):
        r = sqrt(horizon) if horizon is not None else sqrt(2 * max(1, t))
        eta = radius / (B * r + cap * w / 2)
        # 1. "let lambda_t be where, on [0, Lambda], the potential Phi_t is largest"
        lam = _peak(partial(slope, eta), cap)
        # 2. "play x_t = P_X(x_0 + eta_t (v_t - lambda_t P)), and see p_t and u_t; add u_t to the
        #  rewards, p_t to P, 1 to k and g_t(x_t) to C"
        x = best(eta, lam)
        g = history.add(game, t, x, lam)
        u = game.gradient(t, x)
        v = [v[i] + u[i] for i in range(n)]
        P = [P[i] + game.prices[t][i] for i in range(n)]
        k, C = k + 1, C + g
        # 3. "if the window closes (k = W): let nu be where psi(v - nu P) + nu b W is smallest on
        #  [0, Lambda]; take nu P from the rewards, and put P = 0, k = 0"
        if k == W:
            nu = _peak(partial(fall, eta), cap)
            v = [v[i] - nu * P[i] for i in range(n)]
            P, k = [0.0] * n, 0
    return history

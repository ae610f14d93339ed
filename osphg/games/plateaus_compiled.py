"""The compiled rounds of the stationary utilities of `osphg.games.plateaus`, on a box.

As in `osphg.compiled` the arrays run over k in memory and only the running sums are
not vectorised. Those sums are taken of what the gradient asks for (the modular functions <a_j, x>,
or z and e) and not of every coordinate of x^(k).
"""

from __future__ import annotations

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled import accumulate, compiled_step, line_rounds_of, row_sum
from osphg.compiler import compiled, compiled_within


@compiled(fastmath={"contract"}, error_model="numpy")
def plateau_rounds(
    a: FloatArray,  # (m, n)
    z1: FloatArray,  # (m,)
    z2: FloatArray,  # (m,)
    s: FloatArray,  # (m,)
    r: FloatArray,  # (n,)
    p: FloatArray,  # (T, n)
    allowance: float,  # B_T / T
    lower: FloatArray,  # (n,)
    upper: FloatArray,  # (n,)
    weights: FloatArray,  # (K,)
    step: float,
    dual_step: float,
    keep: float,  # 1 - delta mu^2
    V: FloatArray,  # (n, K), changed in place
    multiplier: float,
    decisions: FloatArray,  # (T, n), written
    utility: FloatArray,  # (T,), written
    violation: FloatArray,  # (T,), written
    multipliers: FloatArray,  # (T,), written
) -> float:
    """Play rounds of a `Plateaus` and return the multiplier after them."""
    T = len(p)
    m, n = a.shape
    K = V.shape[1]
    per_oracle = 1.0 / K
    slope = np.empty((m, K))  # phi_j'(<a_j, x^(k)>)
    G = np.empty(K)
    for t in range(T):
        value, spend = 0.0, 0.0
        for i in range(n):
            x = row_sum(V, i, 0, K) * per_oracle
            decisions[t, i] = x
            value += r[i] * x
            spend += p[t, i] * x
        for j in range(m):
            z = 0.0
            for i in range(n):
                z += a[j, i] * decisions[t, i]
            z = min(z, z2[j])
            bend = max(z - z1[j], 0.0)
            value += s[j] * (z - bend * bend / (2 * (z2[j] - z1[j])))
        utility[t] = value
        violation[t] = spend - allowance
        multipliers[t] = multiplier

        for j in range(m):
            weight = a[j, 0] * per_oracle
            for k in range(K):
                slope[j, k] = weight * V[0, k]
            for i in range(1, n):
                weight = a[j, i] * per_oracle
                for k in range(K):
                    slope[j, k] += weight * V[i, k]
            accumulate(slope, j)
            end, rate = z2[j], s[j] / (z2[j] - z1[j])
            top = s[j]
            for k in range(K):
                slope[j, k] = min(max((end - slope[j, k]) * rate, 0.0), top)
        for i in range(n):
            linear, factor, cost = r[i], a[0, i], multiplier * p[t, i]
            low, high = lower[i], upper[i]
            if m == 1:  # in one pass over memory
                for k in range(K):
                    g = slope[0, k] * factor + linear
                    V[i, k] = min(max(V[i, k] + step * (weights[k] * g - cost), low), high)
                continue
            for k in range(K):
                G[k] = slope[0, k] * factor + linear
            for j in range(1, m):
                factor = a[j, i]
                for k in range(K):
                    G[k] += slope[j, k] * factor
            for k in range(K):
                V[i, k] = min(max(V[i, k] + step * (weights[k] * G[k] - cost), low), high)
        multiplier = compiled_step(multiplier, violation[t], keep, dual_step)
    return multiplier


@compiled(fastmath={"contract"}, error_model="numpy")
def decoy_rounds(
    tau: float,
    Q: float,
    w: float,
    rho: float,
    p: FloatArray,  # (T, 3)
    allowance: float,
    lower: FloatArray,
    upper: FloatArray,
    weights: FloatArray,
    step: float,
    dual_step: float,
    keep: float,
    V: FloatArray,
    multiplier: float,
    decisions: FloatArray,
    utility: FloatArray,
    violation: FloatArray,
    multipliers: FloatArray,
) -> float:
    """Play rounds of a `Decoy` and return the multiplier after them; arguments as above."""
    K = V.shape[1]
    per_oracle = 1.0 / K
    end = tau + w
    per_width = 1.0 / w
    X = np.empty((2, K))  # z and e of the partial iterates
    low_z, low_e, low_o = lower[0], lower[1], lower[2]
    high_z, high_e, high_o = upper[0], upper[1], upper[2]
    for t in range(len(p)):
        for i in range(2):
            for k in range(K):
                X[i, k] = V[i, k] * per_oracle
            decisions[t, i] = accumulate(X, i)
        decisions[t, 2] = row_sum(V, 2, 0, K) * per_oracle
        spend = 0.0
        for i in range(3):
            spend += p[t, i] * decisions[t, i]
        e = min(decisions[t, 1], end)
        bend = max(e - tau, 0.0)
        q = Q * (e - bend * bend * (0.5 * per_width))
        utility[t] = 1 - (1 - decisions[t, 0]) * (1 - q) + rho * decisions[t, 2]
        violation[t] = spend - allowance
        multipliers[t] = multiplier

        cost_z, cost_e, cost_o = multiplier * p[t, 0], multiplier * p[t, 1], multiplier * p[t, 2]
        for k in range(K):  # all three in one pass over memory
            e = min(X[1, k], end)
            bend = max(e - tau, 0.0)
            slope_z = 1 - Q * (e - bend * bend * (0.5 * per_width))
            slope_e = (1 - X[0, k]) * (Q * min((end - e) * per_width, 1.0))
            moved_z = V[0, k] + step * (weights[k] * slope_z - cost_z)
            moved_e = V[1, k] + step * (weights[k] * slope_e - cost_e)
            moved_o = V[2, k] + step * (weights[k] * rho - cost_o)
            V[0, k] = min(max(moved_z, low_z), high_z)
            V[1, k] = min(max(moved_e, low_e), high_e)
            V[2, k] = min(max(moved_o, low_o), high_o)
        multiplier = compiled_step(multiplier, violation[t], keep, dual_step)
    return multiplier


@compiled_within(fastmath={"contract"}, error_model="numpy")
def _value(t: int, x: FloatArray, told: tuple[float, float, float, float]) -> float:
    tau, Q, w, rho = told
    e = min(x[1], tau + w)
    bend = max(e - tau, 0.0)
    return 1 - (1 - x[0]) * (1 - Q * (e - bend * bend / (2 * w))) + rho * x[2]


@compiled_within(fastmath={"contract"}, error_model="numpy")
def _gradients(
    t: int, X: FloatArray, G: FloatArray, told: tuple[float, float, float, float]
) -> None:
    tau, Q, w, rho = told
    for k in range(X.shape[1]):
        e = min(X[1, k], tau + w)
        bend = max(e - tau, 0.0)
        G[0, k] = 1 - Q * (e - bend * bend / (2 * w))
        G[1, k] = (1 - X[0, k]) * (Q * min((tau + w - e) / w, 1.0))
        G[2, k] = rho


_line = line_rounds_of(_value, _gradients)


@compiled(fastmath={"contract"}, error_model="numpy")
def decoy_line(tau: float, Q: float, w: float, rho: float, *others: object) -> float:
    """Play rounds of a `Decoy` on a box, one decision, and return the multiplier after them."""
    return _line((tau, Q, w, rho), np.inf, *others)

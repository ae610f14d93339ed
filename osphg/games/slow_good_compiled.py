"""The compiled rounds of `osphg.games.slow_good`, on a box; see `osphg.games.plateaus_compiled`."""

from __future__ import annotations

import math

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled import accumulate, compiled_step
from osphg.compiler import compiled


@compiled(fastmath={"contract"}, error_model="numpy")
def slow_rounds(
    eps: float,
    a: float,
    p: FloatArray,  # (T, 2)
    allowance: float,  # B_T / T
    lower: FloatArray,  # (2,)
    upper: FloatArray,  # (2,)
    weights: FloatArray,  # (K,)
    step: float,
    dual_step: float,
    keep: float,  # 1 - delta mu^2
    V: FloatArray,  # (2, K), changed in place
    multiplier: float,
    decisions: FloatArray,  # (T, 2), written
    utility: FloatArray,  # (T,), written
    violation: FloatArray,  # (T,), written
    multipliers: FloatArray,  # (T,), written
) -> float:
    """Play rounds of a `SlowGood` and return the multiplier after them."""
    K = V.shape[1]
    per_oracle = 1.0 / K
    steep = 1.0 + eps
    X = np.empty((2, K))  # z and e of the partial iterates, then their partial derivatives
    for t in range(len(p)):
        for i in range(2):
            for k in range(K):
                X[i, k] = V[i, k] * per_oracle
            decisions[t, i] = accumulate(X, i)
        z, e = decisions[t, 0], decisions[t, 1]
        utility[t] = 1 - (1 - a * z) * (1 - steep * (1 - math.exp(-e)))
        violation[t] = p[t, 0] * z + p[t, 1] * e - allowance
        multipliers[t] = multiplier
        for k in range(K):
            slope = steep * math.exp(-X[1, k])
            X[1, k] = (1 - a * X[0, k]) * slope
            X[0, k] = a * (slope - eps)  # a (1 - q(e))
        for i in range(2):
            low, high, cost = lower[i], upper[i], multiplier * p[t, i]
            for k in range(K):
                V[i, k] = min(max(V[i, k] + step * (weights[k] * X[i, k] - cost), low), high)
        multiplier = compiled_step(multiplier, violation[t], keep, dual_step)
    return multiplier

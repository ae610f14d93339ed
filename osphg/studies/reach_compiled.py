"""The reach of one hour at many points: compiled, as a week is played thousands of times.

Arrays run over the segments in memory, and only over those that were there in the hour.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from osphg.core.compiler import compiled
from osphg.core.validate import FloatArray

IntArray = NDArray[np.int64]


@compiled(fastmath={"contract"}, error_model="numpy")
def missed_by_all(q: FloatArray, w: FloatArray, X: FloatArray) -> FloatArray:
    """Return sum_s w_s prod_i (1 - q_is x_i) for q (n, m), w (m,) and X (k, n): (k,)."""
    n, m = q.shape
    found = np.empty(len(X))
    missed = np.empty(m)
    for k in range(len(X)):
        missed[:] = w
        for i in range(n):
            x = X[k, i]
            for s in range(m):
                missed[s] *= 1 - q[i, s] * x
        total = 0.0
        for s in range(m):
            total += missed[s]
        found[k] = total
    return found


@compiled(fastmath={"contract", "reassoc"}, error_model="numpy")
def slopes(q: FloatArray, w: FloatArray, X: FloatArray) -> FloatArray:
    """Return sum_s w_s q_is prod_{j != i} (1 - q_js x_j) for each point and i: (k, n)."""
    n, m = q.shape
    found = np.empty((len(X), n))
    before = np.empty((n, m))  # w times the factors of the placements before i
    behind = np.empty(m)
    for k in range(len(X)):
        before[0] = w
        for i in range(1, n):
            x = X[k, i - 1]
            for s in range(m):
                before[i, s] = before[i - 1, s] * (1 - q[i - 1, s] * x)
        behind[:] = 1.0
        for i in range(n - 1, -1, -1):
            x = X[k, i]
            total = 0.0
            for s in range(m):
                total += before[i, s] * q[i, s] * behind[s]
                behind[s] *= 1 - q[i, s] * x
            found[k, i] = total
    return found


@compiled(fastmath={"contract"}, error_model="numpy")
def reach_rounds(
    q: FloatArray,  # of all hours one behind the other, each (n, m_t), flat
    v: FloatArray,  # likewise, each (m_t,)
    ends: IntArray,  # of the hours in v, with a 0 before them
    hours: IntArray,  # (T,), which hour each round is
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
    """Play rounds of a `Reach` and return the multiplier after them."""
    n, K = V.shape
    X = np.zeros((K + 1, n))  # the partial iterates; the last one is the decision
    for t in range(len(p)):
        first, last = ends[hours[t]], ends[hours[t] + 1]
        chances, there = q[n * first : n * last].reshape(n, last - first), v[first:last]
        spend = 0.0
        for i in range(n):
            for k in range(K):
                X[k + 1, i] = X[k, i] + V[i, k] / K
            decisions[t, i] = X[K, i]
            spend += p[t, i] * X[K, i]
        utility[t] = there.sum() - missed_by_all(chances, there, X[K:])[0]
        violation[t] = spend - allowance
        multipliers[t] = multiplier
        G = slopes(chances, there, X[:K])
        for i in range(n):
            cost = multiplier * p[t, i]
            for k in range(K):
                climbed = V[i, k] + step * (weights[k] * G[k, i] - cost)
                V[i, k] = min(max(climbed, lower[i]), upper[i])
        multiplier = max(keep * multiplier + dual_step * violation[t], 0.0)
    return multiplier

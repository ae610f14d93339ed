"""The compiled rounds of `osphg.games.families.coverage`, on a box or a simplex."""

from __future__ import annotations

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled import rounds_of
from osphg.compiler import compiled, compiled_within

Told = tuple[FloatArray, FloatArray]  # weights (T, m), chances (T, n, m) or (1, n, m)


@compiled_within(fastmath={"contract"}, error_model="numpy")
def _value(t: int, x: FloatArray, told: Told) -> float:
    w, q = told
    s = t if len(q) > 1 else 0
    total = 0.0
    for u in range(w.shape[1]):
        missed = 1.0
        for i in range(len(x)):
            missed *= 1.0 - q[s, i, u] * x[i]
        total += w[t, u] * (1.0 - missed)
    return total


@compiled_within(fastmath={"contract"}, error_model="numpy")
def _gradients(t: int, X: FloatArray, G: FloatArray, told: Told) -> None:
    w, q = told
    s = t if len(q) > 1 else 0
    n, K = X.shape
    before = np.empty((n, K))  # whom sources 0..i-1 miss
    behind = np.empty(K)  # whom sources i+1.. miss
    for i in range(n):  # here and below: G[:] = 0.0 takes longer to compile
        for k in range(K):
            G[i, k] = 0.0
    for u in range(w.shape[1]):
        weight = w[t, u]
        for k in range(K):
            before[0, k] = weight
            behind[k] = 1.0
        for i in range(n - 1):
            chance = q[s, i, u]
            for k in range(K):
                before[i + 1, k] = before[i, k] * (1.0 - chance * X[i, k])
        for i in range(n - 1, -1, -1):
            chance = q[s, i, u]
            if chance == 0.0:
                continue
            for k in range(K):
                G[i, k] += chance * before[i, k] * behind[k]
                behind[k] *= 1.0 - chance * X[i, k]


_rounds = rounds_of(_value, _gradients)


@compiled(fastmath={"contract"}, error_model="numpy")
def coverage_rounds(w: FloatArray, q: FloatArray, radius: float, *others: object) -> float:
    """Play rounds of a `ProbabilisticCoverage` and return the multiplier after them."""
    return _rounds((w, q), radius, *others)

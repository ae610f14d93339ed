"""The compiled rounds of `osphg.games.families.log_quadratic`, on a box or a simplex."""

from __future__ import annotations

import math

from osphg.checks import FloatArray
from osphg.compiled import rounds_of
from osphg.compiler import compiled, compiled_within

Told = tuple[FloatArray, FloatArray]  # merits (n,), M (T, n, n)


@compiled_within(fastmath={"contract"}, error_model="numpy")
def _value(t: int, x: FloatArray, told: Told) -> float:
    c, M = told
    total = 0.0
    for i in range(len(x)):
        slope = 0.0
        for j in range(len(x)):
            slope += M[t, i, j] * x[j]
        total += c[i] * math.log1p(x[i]) + x[i] * slope
    return total


@compiled_within(fastmath={"contract"}, error_model="numpy")
def _gradients(t: int, X: FloatArray, G: FloatArray, told: Told) -> None:
    c, M = told
    n, K = X.shape
    for i in range(n):
        merit = c[i]
        for k in range(K):
            G[i, k] = merit / (1.0 + X[i, k])
        for j in range(n):
            twice = 2.0 * M[t, i, j]
            for k in range(K):
                G[i, k] += twice * X[j, k]


_rounds = rounds_of(_value, _gradients)


@compiled(fastmath={"contract"}, error_model="numpy")
def log_quadratic_rounds(c: FloatArray, M: FloatArray, radius: float, *others: object) -> float:
    """Play rounds of a `LogQuadratic` and return the multiplier after them."""
    return _rounds((c, M), radius, *others)

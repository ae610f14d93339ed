"""The compiled rounds of `ConcaveOverModular`, on a box or a simplex.

One loop serves all shapes of `osphg.games.families.shapes`, as each loop takes seconds to compile;
a shape goes by its number there, and by two numbers of its own.
"""

from __future__ import annotations

import math

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled import rounds_of
from osphg.compiler import compiled, compiled_within
from osphg.games.families.shapes import LOG, ROOT, SATURATION

# Weights (T, m), modular functions (T, m, n) or (1, m, n), the shape and its two numbers.
Told = tuple[FloatArray, FloatArray, int, float, float]


@compiled_within(fastmath={"contract"}, error_model="numpy")
def _value(t: int, x: FloatArray, told: Told) -> float:
    w, a, shape, first, second = told
    s = t if len(a) > 1 else 0
    total = 0.0
    for j in range(w.shape[1]):
        z = 0.0
        for i in range(len(x)):
            z += a[s, j, i] * x[i]
        if shape == LOG:
            phi = math.log1p(z)
        elif shape == SATURATION:
            phi = -math.expm1(-z)
        elif shape == ROOT:
            phi = z / (math.sqrt(z + first) + math.sqrt(first))
        else:
            z = min(z, first + second)
            bend = max(z - (first - second), 0.0)
            phi = z - bend * bend / (4.0 * second)
        total += w[t, j] * phi
    return total


@compiled_within(fastmath={"contract"}, error_model="numpy")
def _gradients(t: int, X: FloatArray, G: FloatArray, told: Told) -> None:
    w, a, shape, first, second = told
    s = t if len(a) > 1 else 0
    n, K = X.shape
    Z = np.empty(K)  # <a_j, x>, then its shape's slope there
    for i in range(n):  # here and below: G[:] = 0.0 takes longer to compile
        for k in range(K):
            G[i, k] = 0.0
    for j in range(w.shape[1]):
        for k in range(K):
            Z[k] = 0.0
        for i in range(n):
            weight = a[s, j, i]
            for k in range(K):
                Z[k] += weight * X[i, k]
        outer = w[t, j]
        if shape == LOG:
            for k in range(K):
                Z[k] = outer / (1.0 + Z[k])
        elif shape == SATURATION:
            for k in range(K):
                Z[k] = outer * math.exp(-Z[k])
        elif shape == ROOT:
            for k in range(K):
                Z[k] = 0.5 * outer / math.sqrt(Z[k] + first)
        else:
            per_width = 0.5 / second
            for k in range(K):
                Z[k] = outer * min(max((first + second - Z[k]) * per_width, 0.0), 1.0)
        for i in range(n):
            weight = a[s, j, i]
            for k in range(K):
                G[i, k] += weight * Z[k]


_rounds = rounds_of(_value, _gradients)


@compiled(fastmath={"contract"}, error_model="numpy")
def modular_rounds(
    w: FloatArray,
    a: FloatArray,
    shape: int,
    first: float,
    second: float,
    radius: float,
    *others: object,
) -> float:
    """Play rounds of a `ConcaveOverModular` and return the multiplier after them."""
    return _rounds((w, a, shape, first, second), radius, *others)

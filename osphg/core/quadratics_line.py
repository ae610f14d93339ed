"""The compiled rounds of `osphg.core.quadratics.Quadratics` for one decision."""

from __future__ import annotations

from osphg.core.compiler import compiled, compiled_within
from osphg.core.line_rounds import line_rounds_of
from osphg.core.validate import FloatArray

Told = tuple[FloatArray, FloatArray]  # H (T, n, n), symmetric, and h (T, n)


@compiled_within(fastmath={"contract"}, error_model="numpy")
def _value(t: int, x: FloatArray, told: Told) -> float:
    H, h = told
    total = 0.0
    for i in range(len(x)):
        slope = 0.0
        for j in range(len(x)):
            slope += H[t, i, j] * x[j]
        total += x[i] * (0.5 * slope + h[t, i])
    return total


@compiled_within(fastmath={"contract"}, error_model="numpy")
def _gradients(t: int, X: FloatArray, G: FloatArray, told: Told) -> None:
    H, h = told
    n, J = X.shape
    for i in range(n):
        for k in range(J):
            G[i, k] = h[t, i]
        for j in range(n):
            for k in range(J):
                G[i, k] += H[t, i, j] * X[j, k]


_rounds = line_rounds_of(_value, _gradients)


@compiled(fastmath={"contract"}, error_model="numpy")
def quadratic_line(H: FloatArray, h: FloatArray, radius: float, *others: object) -> float:
    """Play rounds of `Quadratics` on a box or a simplex and return the multiplier after them."""
    return _rounds((H, h), radius, *others)

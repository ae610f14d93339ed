"""Sums over k in the compiled rounds, of one row: the whole, and all partial ones."""

from __future__ import annotations

from osphg.core.compiler import compiled
from osphg.core.validate import FloatArray


@compiled(fastmath={"contract", "reassoc"}, error_model="numpy")
def row_sum(V: FloatArray, i: int, first: int, last: int) -> float:
    """Return V[i, first] + ... + V[i, last - 1], in any order."""
    total = 0.0
    for k in range(first, last):
        total += V[i, k]
    return total


@compiled(fastmath={"contract"}, error_model="numpy")
def accumulate(Z: FloatArray, i: int) -> float:
    """Replace Z[i, k] by Z[i, 0] + ... + Z[i, k - 1], in place, and return the sum of the row.

    A running sum waits for the one before it: four quarters of the row go side by side, from 0,
    and are then raised to where the quarter before them ends.
    """
    K = Z.shape[1]
    q = K // 4
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    for k in range(q):
        za, zb, zc, zd = Z[i, k], Z[i, q + k], Z[i, 2 * q + k], Z[i, 3 * q + k]
        Z[i, k], Z[i, q + k], Z[i, 2 * q + k], Z[i, 3 * q + k] = a, b, c, d
        a += za
        b += zb
        c += zc
        d += zd
    b += a
    c += b
    d += c
    for k in range(q, 2 * q):
        Z[i, k] += a
    for k in range(2 * q, 3 * q):
        Z[i, k] += b
    for k in range(3 * q, 4 * q):
        Z[i, k] += c
    for k in range(4 * q, K):
        z = Z[i, k]
        Z[i, k] = d
        d += z
    return d

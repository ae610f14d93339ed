"""The reach of one hour at many points: compiled, as a week is played thousands of times.

Arrays run over the segments in memory, and only over those that were there in the hour. They are
copied entry by entry: an assignment of one array to another takes five seconds to compile.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from osphg.checks import FloatArray
from osphg.compiled import rounds_of
from osphg.compiler import compiled, compiled_within

IntArray = NDArray[np.int64]


@compiled(fastmath={"contract"}, error_model="numpy")
def missed_by_all(q: FloatArray, w: FloatArray, X: FloatArray) -> FloatArray:
    """Return sum_s w_s prod_i (1 - q_is x_i) for q (n, m), w (m,) and X (k, n): (k,)."""
    n, m = q.shape
    found = np.empty(len(X))
    missed = np.empty(m)
    for k in range(len(X)):
        for s in range(m):
            missed[s] = w[s]
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
        for s in range(m):
            before[0, s] = w[s]
            behind[s] = 1.0
        for i in range(1, n):
            x = X[k, i - 1]
            for s in range(m):
                before[i, s] = before[i - 1, s] * (1 - q[i - 1, s] * x)
        for i in range(n - 1, -1, -1):
            x = X[k, i]
            total = 0.0
            for s in range(m):
                total += before[i, s] * q[i, s] * behind[s]
                behind[s] *= 1 - q[i, s] * x
            found[k, i] = total
    return found


Packed = tuple[FloatArray, FloatArray, IntArray, IntArray]
# the chances of all hours one behind the other, each (n, m_t), flat; the visitors likewise, each
# (m_t,); the ends of the hours among these, with a 0 before them; which hour each round is, (T,)


@compiled_within(error_model="numpy")
def _hour(t: int, n: int, packed: Packed) -> tuple[FloatArray, FloatArray]:
    """Return the chances (n, m) and the visitors (m,) of a round."""
    q, v, ends, hours = packed
    first, last = ends[hours[t]], ends[hours[t] + 1]
    return q[n * first : n * last].reshape(n, last - first), v[first:last]


@compiled_within(error_model="numpy")
def _value(t: int, x: FloatArray, packed: Packed) -> float:
    q, v = _hour(t, len(x), packed)
    point = np.empty((1, len(x)))
    for i in range(len(x)):
        point[0, i] = x[i]
    total = 0.0
    for s in range(len(v)):
        total += v[s]
    return total - missed_by_all(q, v, point)[0]


@compiled_within(error_model="numpy")
def _gradients(t: int, X: FloatArray, G: FloatArray, packed: Packed) -> None:
    q, v = _hour(t, len(X), packed)
    n, K = X.shape
    points = np.empty((K, n))
    for k in range(K):
        for i in range(n):
            points[k, i] = X[i, k]
    found = slopes(q, v, points)
    for k in range(K):
        for i in range(n):
            G[i, k] = found[k, i]


_rounds = rounds_of(_value, _gradients)


@compiled(fastmath={"contract"}, error_model="numpy")
def reach_rounds(
    q: FloatArray, v: FloatArray, ends: IntArray, hours: IntArray, *others: object
) -> float:
    """Play rounds of a `Reach` on a box and return the multiplier after them."""
    return _rounds((q, v, ends, hours), np.inf, *others)

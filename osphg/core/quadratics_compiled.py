"""The compiled rounds of `osphg.core.utilities.Quadratics`, on a box or a simplex.

One round is a prefix sum over k, a product of the (n, n) Hessian with the (n, K) partial
iterates, and a projection; only t is sequential. The arrays run over k in memory, so that the
compiler can use vector instructions for everything but the prefix sum.
"""

from __future__ import annotations

import numpy as np

from osphg.core.compiler import compiled, compiled_within
from osphg.core.multiplier_compiled import compiled_step
from osphg.core.running_sums import accumulate, row_sum
from osphg.core.validate import FloatArray

_CLEARLY = 1e-6  # relative, and far beyond the rounding of a sum
_BLAS_FROM = 12  # dimension from which a BLAS product beats the loop


@compiled(fastmath={"contract"}, error_model="numpy")
def quadratic_rounds(
    H: FloatArray,  # (T, n, n), symmetric
    h: FloatArray,  # (T, n)
    radius: float,  # sum x <= radius; infinite for a box
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
    """Play rounds of quadratics and return the multiplier after them."""
    T, n = h.shape
    K = V.shape[1]
    per_oracle = 1.0 / K
    half = K // 2
    X = np.empty((n, K))
    D = np.empty((n, K))
    slopes = np.empty(n)  # H_t x_t
    y = np.empty(n)
    order = np.empty(n)
    for t in range(T):
        # As `accumulate`, for two coordinates at once: two halves of each go side by side. It is
        # written here, as arrays that go to a function, and views such as X[i], would be counted,
        # in every round; indices are not.
        for i in range(0, n - 1, 2):
            a, b = 0.0, 0.0
            c = row_sum(V, i, 0, half) * per_oracle
            d = row_sum(V, i + 1, 0, half) * per_oracle
            for k in range(half):
                va, vb, vc, vd = V[i, k], V[i + 1, k], V[i, half + k], V[i + 1, half + k]
                X[i, k] = a
                X[i + 1, k] = b
                X[i, half + k] = c
                X[i + 1, half + k] = d
                a += va * per_oracle
                b += vb * per_oracle
                c += vc * per_oracle
                d += vd * per_oracle
            if K % 2 == 1:
                X[i, K - 1] = c
                X[i + 1, K - 1] = d
                c += V[i, K - 1] * per_oracle
                d += V[i + 1, K - 1] * per_oracle
            decisions[t, i] = c
            decisions[t, i + 1] = d
        if n % 2 == 1:
            for k in range(K):
                X[n - 1, k] = V[n - 1, k] * per_oracle
            decisions[t, n - 1] = accumulate(X, n - 1)
        for i in range(n):
            slopes[i] = 0.0
        for j in range(n):
            for i in range(n):
                slopes[i] += H[t, j, i] * decisions[t, j]
        value = 0.0
        spend = 0.0
        for i in range(n):
            value += decisions[t, i] * (0.5 * slopes[i] + h[t, i])
            spend += decisions[t, i] * p[t, i]
        utility[t] = value
        violation[t] = spend - allowance
        multipliers[t] = multiplier

        if n >= _BLAS_FROM:
            np.dot(H[t], X, out=D)
        else:
            for i in range(n):  # two rows of X at a time: half the traffic to and from D
                if n % 2 == 1:
                    for k in range(K):
                        D[i, k] = H[t, i, n - 1] * X[n - 1, k]
                else:
                    for k in range(K):
                        D[i, k] = H[t, i, n - 2] * X[n - 2, k] + H[t, i, n - 1] * X[n - 1, k]
                for j in range(0, n - 2 + n % 2, 2):
                    for k in range(K):
                        D[i, k] += H[t, i, j] * X[j, k] + H[t, i, j + 1] * X[j + 1, k]
        for i in range(n):
            slope = h[t, i]
            cost = multiplier * p[t, i]
            low, high = lower[i], upper[i]
            for k in range(K):
                moved = V[i, k] + step * (weights[k] * (D[i, k] + slope) - cost)
                V[i, k] = min(max(moved, low), high)
        if radius < np.inf:
            project_columns(V, radius, y, order)
        multiplier = compiled_step(multiplier, violation[t], keep, dual_step)
    return multiplier


@compiled_within(error_model="numpy")
def sift(heap: FloatArray, i: int, size: int) -> None:
    """Sink heap[i] among heap[:size] until neither heap[2i + 1] nor heap[2i + 2] is larger.

    What is not a number counts as the largest, as in np.sort.
    """
    x = heap[i]
    child = 2 * i + 1
    while child < size:
        other = child + 1
        if other < size and not heap[other] <= heap[child] and heap[child] == heap[child]:
            child = other
        if heap[child] <= x or x != x:
            break
        heap[i] = heap[child]
        i = child
        child = 2 * i + 1
    heap[i] = x


@compiled(error_model="numpy")
def project_columns(V: FloatArray, radius: float, y: FloatArray, order: FloatArray) -> None:
    """Project each column of V (n, K), already >= 0, onto {x >= 0, sum x <= radius}.

    y and order are work space (n,). That entries below 0 were raised to 0 before changes nothing:
    the projection has zeros there.
    """
    n, K = V.shape
    for k in range(K):
        total = 0.0
        for i in range(n):
            y[i] = V[i, k]
            total += y[i]
        if total <= radius:
            continue
        # From the largest down, by a heap: what lies clearly below the threshold raises it no more,
        # so that few are taken, and np.sort takes three seconds to compile.
        for i in range(n):
            order[i] = y[i]
        for i in range(n // 2 - 1, -1, -1):
            sift(order, i, n)
        top = order[0]  # shifted, the largest is 0: large entries do not cancel
        partial = -radius
        threshold = -np.inf
        for count in range(1, n + 1):
            largest = order[0] - top
            if largest < threshold - _CLEARLY * radius:
                break
            partial += largest
            threshold = max(threshold, partial / count)
            order[0] = order[n - count]
            sift(order, 0, n - count)
        for i in range(n):
            V[i, k] = max((y[i] - top) - threshold, 0.0)

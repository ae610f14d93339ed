"""The compiled loops: this module, and numba with it, is loaded when something is played."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from osphg.checks import FloatArray
from osphg.compiler import compiled, compiled_within
from osphg.fusing import Loop
from osphg.multiplier import stepped

compiled_step = compiled_within(fastmath={"contract"}, error_model="numpy")(stepped)


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


_TINY = float(np.finfo(np.float64).tiny)
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


@compiled_within(fastmath={"contract"}, error_model="numpy")
def quadratic_value(t: int, x: FloatArray, H: FloatArray, h: FloatArray) -> float:
    """Return x'H_t x/2 + h_t'x."""
    total = 0.0
    for i in range(len(x)):
        slope = 0.0
        for j in range(len(x)):
            slope += H[t, i, j] * x[j]
        total += x[i] * (0.5 * slope + h[t, i])
    return total


@compiled_within(fastmath={"contract"}, error_model="numpy")
def quadratic_gradient(
    t: int, x: FloatArray, out: FloatArray, H: FloatArray, h: FloatArray
) -> None:
    """Write H_t x + h_t."""
    for i in range(len(x)):
        slope = h[t, i]
        for j in range(len(x)):
            slope += H[t, i, j] * x[j]
        out[i] = slope


@compiled_within(error_model="numpy")
def into_polygon(
    y: FloatArray, vertices: FloatArray, normals: FloatArray, offsets: FloatArray
) -> None:
    """Take a point outside the half-planes to the nearest point of the nearest side."""
    outside = False
    for j in range(len(offsets)):
        outside = outside or normals[j, 0] * y[0] + normals[j, 1] * y[1] > offsets[j]
    if not outside:
        return
    least = np.inf
    u, v = 0.0, 0.0
    for j in range(len(vertices)):
        after = j + 1 if j + 1 < len(vertices) else 0
        px, py, qx, qy = vertices[j, 0], vertices[j, 1], vertices[after, 0], vertices[after, 1]
        dx, dy = qx - px, qy - py
        length2 = max(dx * dx + dy * dy, _TINY)
        step = min(max(((y[0] - px) * dx + (y[1] - py) * dy) / length2, 0.0), 1.0)
        if step < 0.5:  # a convex combination, written so that step = 1 gives the end exactly
            x0, x1 = px + step * dx, py + step * dy
        else:
            x0, x1 = qx - (1.0 - step) * dx, qy - (1.0 - step) * dy
        gap = (y[0] - x0) ** 2 + (y[1] - x1) ** 2
        if gap < least:
            least, u, v = gap, x0, x1
    y[0], y[1] = u, v


def point_rounds_of(value: Any, gradient: Any, project: Any) -> Callable[..., float]:
    """Return the loop over rounds for functions of one point: Algorithm 2, line by line.

    Parameters
    ----------
    value, gradient : compiled function
        value(t, x, *data) -> f_t(x), and gradient(t, x, out, *data), which writes grad f_t(x).
    project : compiled function
        project(y, *shape) takes y (n,) to its projection, in place.
    """

    @compiled_within(fastmath={"contract"}, error_model="numpy")
    def rounds(
        first: int,  # round 0 of the loop is round `first` of the utility
        data: Any,
        shape: Any,
        p: FloatArray,  # (T, n)
        allowance: float,  # B_T / T
        weights: FloatArray,  # (K,)
        step: float,
        dual_step: float,
        keep: float,  # 1 - delta mu^2
        V: FloatArray,  # (K, n), changed in place
        multiplier: float,
        decisions: FloatArray,  # (T, n), written
        utility: FloatArray,  # (T,), written
        violation: FloatArray,  # (T,), written
        multipliers: FloatArray,  # (T,), written
    ) -> float:
        T, n = p.shape
        K = len(V)
        x, at, slope, y = np.empty(n), np.empty(n), np.empty(n), np.empty(n)
        for t in range(T):
            for i in range(n):
                x[i] = 0.0
            for k in range(K):
                for i in range(n):
                    at[i] = x[i]  # a copy, which a user's function may write into
                gradient(first + t, at, slope, *data)
                for i in range(n):
                    if not np.isfinite(slope[i]):
                        raise ValueError("a gradient is not finite")
                    x[i] += V[k, i] / K
                    y[i] = V[k, i] + step * (weights[k] * slope[i] - multiplier * p[t, i])
                project(y, *shape)
                for i in range(n):
                    V[k, i] = y[i]
            spend = 0.0
            for i in range(n):
                decisions[t, i] = at[i] = x[i]
                spend += p[t, i] * x[i]
            utility[t] = value(first + t, at, *data)
            violation[t] = spend - allowance
            multipliers[t] = multiplier
            multiplier = compiled_step(multiplier, violation[t], keep, dual_step)
        return multiplier

    played: Callable[..., float] = rounds
    return played


def rounds_of(
    value: Callable[[int, FloatArray, Any], float],
    gradients: Callable[[int, FloatArray, FloatArray, Any], None],
) -> Callable[..., float]:
    """Return the loop over rounds; a compiled function that calls it is what can be kept on disk.

    Parameters
    ----------
    value : compiled function
        value(t, x, data) -> f_t(x), for x (n,).
    gradients : compiled function
        gradients(t, X, G, data) writes grad f_t of each column of X (n, K) to G (n, K).

    Returns
    -------
    callable
        What `osphg.fusing.RoundsKernel` asks for, told (data, radius).
    """

    @compiled_within(fastmath={"contract"}, error_model="numpy")
    def rounds(
        data: Any,
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
        T, n = p.shape
        K = V.shape[1]
        per_oracle = 1.0 / K
        X = np.empty((n, K))
        G = np.empty((n, K))
        y = np.empty(n)
        order = np.empty(n)
        for t in range(T):
            spend = 0.0
            for i in range(n):
                for k in range(K):
                    X[i, k] = V[i, k] * per_oracle
                decisions[t, i] = accumulate(X, i)
                spend += p[t, i] * decisions[t, i]
            utility[t] = value(t, decisions[t], data)
            violation[t] = spend - allowance
            multipliers[t] = multiplier

            gradients(t, X, G, data)
            for i in range(n):
                cost = multiplier * p[t, i]
                low, high = lower[i], upper[i]
                for k in range(K):
                    moved = V[i, k] + step * (weights[k] * G[i, k] - cost)
                    V[i, k] = min(max(moved, low), high)
            if radius < np.inf:
                project_columns(V, radius, y, order)
            multiplier = compiled_step(multiplier, violation[t], keep, dual_step)
        return multiplier

    played: Callable[..., float] = rounds
    return played


class Loops(NamedTuple):
    """Compiled loops over points, and over rounds."""

    values: Callable[..., None]  # (t, X (m, n), out (m,), data)
    gradients: Callable[..., None]  # (t, X (m, n), out (m, n), data)
    rounds: Callable[..., float]  # told ((first round, data), radius)


def is_compiled(function: Any) -> bool:
    """Whether numba has compiled a function, or will when it is called."""
    import numba

    return isinstance(function, numba.core.dispatcher.Dispatcher)


def why_not(error: Exception) -> str:
    """Return what an error of the compiler says, on one line, without advice and addresses."""
    told = [line.strip() for line in str(error).splitlines() if line.strip()]
    return " ".join(told[:3])[:200]


def within(function: Any) -> Any:
    """Return a function as a part of a loop: a call for each point costs more than it does."""
    options = {**function.targetoptions, "forceinline": True}
    options.pop("nopython", None)
    return compiled_within(**options)(function.py_func)


_on_polygons = point_rounds_of(quadratic_value, quadratic_gradient, into_polygon)


@compiled(fastmath={"contract"}, error_model="numpy")
def quadratics_on_polygons(first: int, data: Any, shape: Any, *others: object) -> float:
    """Play rounds of `Quadratics` in the plane and return the multiplier after them."""
    return _on_polygons(first, data, shape, *others)


@lru_cache(maxsize=64)
def rounds_around(value: Any, gradient: Any, project: Any) -> Callable[..., float]:
    """Return the loop over rounds around functions of one point, compiled when it is played."""
    if (value, gradient, project) == (quadratic_value, quadratic_gradient, into_polygon):
        return quadratics_on_polygons  # kept on disk
    return point_rounds_of(within(value), within(gradient), within(project))


@lru_cache(maxsize=64)
def loops_around(value: Any, gradient: Any) -> Loops:
    """Return the loops around value(t, x, *data) and gradient(t, x, out, *data)."""
    value, gradient = within(value), within(gradient)

    @compiled_within()
    def values(t: int, X: FloatArray, out: FloatArray, data: Any) -> None:
        for k in range(len(X)):
            out[k] = value(t, X[k], *data)

    @compiled_within()
    def gradients(t: int, X: FloatArray, out: FloatArray, data: Any) -> None:
        for k in range(len(X)):
            gradient(t, X[k], out[k], *data)

    @compiled_within()
    def value_in_round(t: int, x: FloatArray, packed: Any) -> float:
        first, data = packed
        return value(first + t, x, *data)

    @compiled_within()
    def gradients_in_round(t: int, X: FloatArray, G: FloatArray, packed: Any) -> None:
        first, data = packed
        n, K = X.shape
        x, slope = np.empty(n), np.empty(n)
        for k in range(K):
            for i in range(n):
                x[i] = X[i, k]
            gradient(first + t, x, slope, *data)
            for i in range(n):
                if not np.isfinite(slope[i]):
                    raise ValueError("a gradient is not finite")
                G[i, k] = slope[i]

    return Loops(values, gradients, rounds_of(value_in_round, gradients_in_round))


def line_rounds_of(value: Any, gradients: Any) -> Loop:
    """Return the loop over rounds; a compiled function that calls it is what can be kept on disk.

    Parameters
    ----------
    value, gradients : compiled function
        As in `osphg.compiled.rounds_of`.

    Returns
    -------
    callable
        What `osphg.fusing.RoundsKernel.line` asks for, told (data, radius).
    """

    @compiled_within(fastmath={"contract"}, error_model="numpy")
    def rounds(
        data: Any,
        radius: float,  # sum x <= radius; infinite for a box
        p: FloatArray,  # (T, n)
        allowance: float,  # B_T / T
        lower: FloatArray,  # (n,)
        upper: FloatArray,  # (n,)
        nodes: FloatArray,  # (T, J) or (1, J)
        weights: FloatArray,  # (J,)
        step: float,
        price_step: float,
        dual_step: float,
        keep: float,
        ahead: float,
        V: FloatArray,  # (n, 1), changed in place
        multiplier: float,
        decisions: FloatArray,  # (T, n), written
        utility: FloatArray,  # (T,), written
        violation: FloatArray,  # (T,), written
        multipliers: FloatArray,  # (T,), written
    ) -> float:
        T, n = p.shape
        J = len(weights)
        X = np.empty((n, J))
        G = np.empty((n, J))
        y = np.empty(n)
        order = np.empty(n)
        for t in range(T):
            s = t if len(nodes) > 1 else 0
            spend = 0.0
            for i in range(n):
                x = V[i, 0]
                decisions[t, i] = x
                spend += p[t, i] * x
                for j in range(J):
                    X[i, j] = nodes[s, j] * x
            utility[t] = value(t, decisions[t], data)
            violation[t] = spend - allowance
            multipliers[t] = multiplier

            gradients(t, X, G, data)
            for i in range(n):
                slope = 0.0
                for j in range(J):
                    slope += weights[j] * G[i, j]
                moved = V[i, 0] + (step * slope - price_step * multiplier * p[t, i])
                V[i, 0] = min(max(moved, lower[i]), upper[i])
            if radius < np.inf:
                project_columns(V, radius, y, order)
            growth = 0.0
            for i in range(n):
                growth += p[t, i] * (V[i, 0] - decisions[t, i])
            growth = violation[t] + ahead * growth
            multiplier = compiled_step(multiplier, growth, keep, dual_step)
        return multiplier

    played: Loop = rounds
    return played


Packed = tuple[FloatArray, FloatArray]  # H (T, n, n), symmetric, and h (T, n)


@compiled_within(fastmath={"contract"}, error_model="numpy")
def _value(t: int, x: FloatArray, packed: Packed) -> float:
    H, h = packed
    total = 0.0
    for i in range(len(x)):
        slope = 0.0
        for j in range(len(x)):
            slope += H[t, i, j] * x[j]
        total += x[i] * (0.5 * slope + h[t, i])
    return total


@compiled_within(fastmath={"contract"}, error_model="numpy")
def _gradients(t: int, X: FloatArray, G: FloatArray, packed: Packed) -> None:
    H, h = packed
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

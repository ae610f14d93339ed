"""The compiled loops: this module, and numba with it, is loaded when something is played.

There are two: K oracles (Algorithm 2 of the paper), and one decision on the line from the origin.
Each is made for a utility's two functions and a domain's projection, see `osphg.fusing`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from osphg.checks import FloatArray
from osphg.compiler import compiled, compiled_within
from osphg.multiplier import stepped

Loop = Callable[..., float]

_TINY = float(np.finfo(np.float64).tiny)
_BLAS_FROM = 12  # dimension from which a BLAS product beats the loop

# How loops are compiled, and plain functions that are part of one.
part = compiled_within(fastmath={"contract"}, error_model="numpy")
compiled_step = part(stepped)  # the step of lambda, in both loops


# The two loops.


@compiled_within(fastmath={"contract", "reassoc"}, error_model="numpy")
def row_sum(V: FloatArray, i: int, first: int, last: int) -> float:
    """Return V[i, first] + ... + V[i, last - 1], in any order."""
    total = 0.0
    for k in range(first, last):
        total += V[i, k]
    return total


def oracle_rounds(value: Any, gradients: Any, project: Any) -> Loop:
    """Return the loop over rounds for K oracles: Algorithm 2, second loop.

    `value` and `gradients` are as in `osphg.fusing.Functions`; project(V, y, *facets) projects the
    columns of V (n, K), with y (n,) to work in. All three are compiled.
    """

    @part
    def rounds(
        first: int,  # round 0 of the loop is round `first` of the utility
        data: Any,
        lower: FloatArray,  # (n,)
        upper: FloatArray,  # (n,)
        facets: Any,  # what `project` takes besides
        p: FloatArray,  # (T, n)
        allowance: float,  # B_T / T
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
        half = K // 2
        x, y = np.empty(n), np.empty(n)
        X, G = np.empty((n, K)), np.empty((n, K))
        for t in range(T):
            # The partial iterates x^(k): a running sum waits for the one before it, so that two
            # halves of two coordinates go side by side.
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
                x[i] = c
                x[i + 1] = d
            if n % 2 == 1:
                total = 0.0
                for k in range(K):
                    X[n - 1, k] = total
                    total += V[n - 1, k] * per_oracle
                x[n - 1] = total
            spend = 0.0
            for i in range(n):
                decisions[t, i] = x[i]
                spend += p[t, i] * x[i]
            utility[t] = value(first + t, x, data)
            violation[t] = spend - allowance
            multipliers[t] = multiplier

            gradients(first + t, X, G, data)
            for i in range(n):
                cost = multiplier * p[t, i]
                low, high = lower[i], upper[i]
                for k in range(K):
                    moved = V[i, k] + step * (weights[k] * G[i, k] - cost)
                    V[i, k] = min(max(moved, low), high)
            project(V, y, *facets)
            multiplier = compiled_step(multiplier, violation[t], keep, dual_step)
        return multiplier

    played: Loop = rounds
    return played


def line_rounds(value: Any, gradients: Any, project: Any) -> Loop:
    """Return the loop over rounds for one decision, see `osphg.fusing.LineSteps`.

    What it is made of is as for `oracle_rounds`.
    """

    @part
    def rounds(
        first: int,  # round 0 of the loop is round `first` of the utility
        data: Any,
        lower: FloatArray,  # (n,)
        upper: FloatArray,  # (n,)
        facets: Any,  # what `project` takes besides
        p: FloatArray,  # (T, n)
        allowance: float,  # B_T / T
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
        x, y = np.empty(n), np.empty(n)
        X, G = np.empty((n, J)), np.empty((n, J))
        for t in range(T):
            s = t if len(nodes) > 1 else 0
            spend = 0.0
            for i in range(n):
                x[i] = decisions[t, i] = V[i, 0]
                spend += p[t, i] * x[i]
                for j in range(J):
                    X[i, j] = nodes[s, j] * x[i]
            utility[t] = value(first + t, x, data)
            violation[t] = spend - allowance
            multipliers[t] = multiplier

            gradients(first + t, X, G, data)
            for i in range(n):
                slope = 0.0
                for j in range(J):
                    slope += weights[j] * G[i, j]
                moved = V[i, 0] + (step * slope - price_step * multiplier * p[t, i])
                V[i, 0] = min(max(moved, lower[i]), upper[i])
            project(V, y, *facets)
            growth = 0.0
            for i in range(n):
                growth += p[t, i] * (V[i, 0] - decisions[t, i])
            growth = violation[t] + ahead * growth
            multiplier = compiled_step(multiplier, growth, keep, dual_step)
        return multiplier

    played: Loop = rounds
    return played


@lru_cache(maxsize=64)
def loop_of(line: bool, value: Any, gradients: Any, project: Any) -> Loop:
    """Return the loop for one decision or for K oracles, around these functions.

    Those of the package's own are kept on disk. numba finds them by a file and a name, and looks at
    no other source: each loop is a function of its own name, in a folder named by all sources.
    """
    f, slopes = (kernel if is_compiled(kernel) else part(kernel) for kernel in (value, gradients))
    loop = (line_rounds if line else oracle_rounds)(f, slopes, columns_by(project))
    names = [f"{of.__module__}.{of.__qualname__}" for of in (value, gradients, project) if of]
    if not all(name.startswith("osphg.") and "<locals>" not in name for name in names):
        return loop
    digest = hashlib.sha256(" ".join(names).encode()).hexdigest()
    name = f"{'line' if line else 'oracle'}_rounds_{digest[:16]}"  # a file's name cannot be long
    played = FunctionType(_play.__code__, {"loop": loop, "__name__": __name__}, name)
    played.__qualname__ = name
    return compiled(fastmath={"contract"}, error_model="numpy")(played)


def _play(*arguments: Any) -> float:
    """Play rounds and return the multiplier after them."""
    return loop(*arguments)  # type: ignore[name-defined]  # noqa: F821


# Projections of a point, in place.


def columns_by(project: Any) -> Any:
    """Return the projection of all columns of V (n, K); that of a box is done when they are cut."""
    if project is None:
        return part(_nothing)
    one = within(project) if is_compiled(project) else part(project)

    @part
    def columns(V: FloatArray, y: FloatArray, *facets: Any) -> None:
        n, K = V.shape
        for k in range(K):
            for i in range(n):
                y[i] = V[i, k]
            one(y, *facets)
            for i in range(n):
                V[i, k] = y[i]

    return columns


def _nothing(V: FloatArray, y: FloatArray) -> None:
    """Leave V as it is."""


@compiled_within(error_model="numpy")
def into_simplex(y: FloatArray, radius: float) -> None:
    """Project y (n,), already >= 0, onto {x >= 0, sum x <= radius} (Michelot 1986).

    That entries below 0 were raised to 0 before changes nothing: the projection has zeros there.
    """
    total, top = 0.0, 0.0
    for i in range(len(y)):
        total += y[i]
        top = max(top, y[i])
    if total <= radius:
        return
    # The threshold of those above the last threshold, until none of them lies below it. Shifted,
    # the largest entry is 0: large ones do not cancel.
    threshold, raised = -np.inf, True
    while raised:
        total, count = -radius, 0
        for i in range(len(y)):
            if y[i] - top > threshold:
                total += y[i] - top
                count += 1
        raised = total / count > threshold
        threshold = max(threshold, total / count)
    for i in range(len(y)):
        y[i] = max((y[i] - top) - threshold, 0.0)


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


# Quadratics: H (T, n, n), symmetric, h (T, n), and H_t x to work in, (n,).

Quadratic = tuple[FloatArray, FloatArray, FloatArray]


def quadratic_value(t: int, x: FloatArray, data: Quadratic) -> float:
    """Return x'H_t x/2 + h_t'x."""
    H, h, slopes = data
    n = len(x)
    value = 0.0
    if n < _BLAS_FROM:
        for i in range(n):
            slope = 0.0
            for j in range(n):
                slope += H[t, i, j] * x[j]
            value += x[i] * (0.5 * slope + h[t, i])
        return value
    for i in range(n):
        slopes[i] = 0.0
    for j in range(n):
        for i in range(n):
            slopes[i] += H[t, j, i] * x[j]
    for i in range(n):
        value += x[i] * (0.5 * slopes[i] + h[t, i])
    return value


def quadratic_gradients(t: int, X: FloatArray, G: FloatArray, data: Quadratic) -> None:
    """Write H_t x + h_t for each column of X."""
    H, h, _ = data
    n, K = X.shape
    if n >= _BLAS_FROM:
        np.dot(H[t], X, out=G)
        for i in range(n):
            for k in range(K):
                G[i, k] += h[t, i]
        return
    for i in range(n):  # two rows of X at a time: half the traffic to and from G
        if n % 2 == 1:
            for k in range(K):
                G[i, k] = H[t, i, n - 1] * X[n - 1, k] + h[t, i]
        else:
            for k in range(K):
                G[i, k] = (H[t, i, n - 2] * X[n - 2, k] + H[t, i, n - 1] * X[n - 1, k]) + h[t, i]
        for j in range(0, n - 2 + n % 2, 2):
            for k in range(K):
                G[i, k] += H[t, i, j] * X[j, k] + H[t, i, j + 1] * X[j + 1, k]


# A user's functions of one point.


def is_compiled(function: Any) -> bool:
    """Whether numba has compiled a function, or will when it is called."""
    import numba

    return isinstance(function, numba.core.dispatcher.Dispatcher)


def why_not(error: Exception) -> str:
    """Return what an error of the compiler says, on one line, without advice and addresses."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return " ".join(lines[:3])[:200]


def within(function: Any) -> Any:
    """Return a compiled function for use in a loop, inlined: calls cost more than it does."""
    options = {**function.targetoptions, "forceinline": True}
    options.pop("nopython", None)
    return compiled_within(**options)(function.py_func)


class Points(NamedTuple):
    """A user's two functions, at many points (m, n) and in the loops over rounds."""

    values: Callable[..., None]  # (t, X (m, n), out (m,), data)
    slopes: Callable[..., None]  # (t, X (m, n), out (m, n), data)
    value: Any  # as in `osphg.fusing.Functions`
    gradients: Any


@lru_cache(maxsize=64)
def each_point(value_at: Any, gradient_at: Any) -> Points:
    """Return the loops around value_at(t, x, *data) and gradient_at(t, x, out, *data)."""
    value_at, gradient_at = within(value_at), within(gradient_at)

    @compiled_within()
    def values(t: int, X: FloatArray, out: FloatArray, data: Any) -> None:
        for k in range(len(X)):
            out[k] = value_at(t, X[k], *data)

    @compiled_within()
    def slopes(t: int, X: FloatArray, out: FloatArray, data: Any) -> None:
        for k in range(len(X)):
            gradient_at(t, X[k], out[k], *data)

    @compiled_within()
    def value(t: int, x: FloatArray, data: Any) -> float:
        return value_at(t, x.copy(), *data)

    @compiled_within()
    def gradients(t: int, X: FloatArray, G: FloatArray, data: Any) -> None:
        n, K = X.shape
        x, slope = np.empty(n), np.empty(n)
        for k in range(K):
            for i in range(n):
                x[i] = X[i, k]
            gradient_at(t, x, slope, *data)
            for i in range(n):
                if not np.isfinite(slope[i]):
                    raise ValueError("a gradient is not finite")
                G[i, k] = slope[i]

    return Points(values, slopes, value, gradients)

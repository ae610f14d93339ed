"""The nearest point of a box with a few half-spaces, from a guess of the multipliers."""

from __future__ import annotations

import numpy as np

from osphg.core.geometry.polygon import BoolArray
from osphg.core.validate import FloatArray

_EPS = float(np.finfo(np.float64).eps)
_STEPS = 12
_RIDGE = 1e-12  # where more rows press than coordinates are free; too little to keep from exactness


def nearest(
    y: FloatArray,
    A: FloatArray,
    b: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
    multipliers: FloatArray,
) -> tuple[FloatArray, FloatArray] | None:
    """Project y onto {x in [lower, upper] : A x <= b} (unit rows), by Newton's method in the dual.

    For multipliers L >= 0 the point is x(L) = clip(y - A'L), and L maximises the concave function
    min_x |x - y|^2/2 + L'(A x - b), whose gradient is A x(L) - b. It is quadratic while the same
    rows press and the same coordinates are free: steps are Newton's, shortened until the function
    rises (Bertsekas 1982). What is found is solved for once more on its own sides, and returned
    with its multipliers only if it meets the conditions of Karush, Kuhn and Tucker to rounding.

    Returns None if it does not, or if that takes too long.
    """
    L = multipliers
    value, z, x, excess = _at(L, y, A, b, lower, upper)
    size = max(float(np.abs(lower).max()), float(np.abs(upper).max()))
    exact = 64 * _EPS * size
    for _ in range(_STEPS):
        pressing = (L > 0.0) | (excess > exact)
        found = _on_sides(y, A, b, x, pressing, (z > lower) & (z < upper))
        if found is None:
            return None
        point, solved = found
        over = A @ point - b
        # Right if no multiplier pulls, no row is broken, and the same coordinates are held.
        moved = y - solved @ A
        if (
            solved.min() >= 0.0
            and over.max() <= exact
            and np.abs(np.minimum(np.maximum(moved, lower), upper) - point).max()
            <= exact + 64 * _EPS * float(np.abs(y).max())
        ):
            return np.minimum(np.maximum(point, lower), upper), solved
        step, t = solved - L, 1.0
        while True:
            new = np.maximum(L + t * step, 0.0)
            there = _at(new, y, A, b, lower, upper)
            if there[0] > value + 1e-4 * float(excess @ (new - L)):
                break
            t /= 4
            if t < 1e-3:  # along the slope, then
                new, there = _risen(L, value, excess, (y, A, b, lower, upper))
                break
        L, (value, z, x, excess) = new, there
    return None


def _risen(
    L: FloatArray, value: float, excess: FloatArray, problem: tuple[FloatArray, ...]
) -> tuple[FloatArray, tuple[float, FloatArray, FloatArray, FloatArray]]:
    """Return where a projected step along the slope of the dual function leads, and what is there.

    It is the longest of 1, 1/2, 1/4, ... that rises; A has unit rows, so that 1/m always does.
    """
    t = 1.0
    while True:
        new = np.maximum(L + t * excess, 0.0)
        there = _at(new, *problem)
        if t * len(L) < 1.0 or there[0] > value + 1e-4 * float(excess @ (new - L)):
            return new, there
        t /= 2


def _at(
    L: FloatArray, y: FloatArray, A: FloatArray, b: FloatArray, lower: FloatArray, upper: FloatArray
) -> tuple[float, FloatArray, FloatArray, FloatArray]:
    """Return the dual function at L, y - A'L, the point that it clips to, and A x - b there."""
    z = y - L @ A
    x = np.minimum(np.maximum(z, lower), upper)
    excess = A @ x - b
    return 0.5 * float((x - y) @ (x - y)) + float(L @ excess), z, x, excess


def _on_sides(
    y: FloatArray,
    A: FloatArray,
    b: FloatArray,
    x: FloatArray,
    pressing: BoolArray,
    free: BoolArray,
) -> tuple[FloatArray, FloatArray] | None:
    """Return the point nearest to y where the pressing rows are equations and only some are free.

    The other coordinates are those of x. With it come the rows' multipliers, of any sign; None
    where the equations do not determine them.
    """
    point, solved = x.copy(), np.zeros(len(b))
    if not pressing.any():
        return point, solved
    rows, most = A[pressing], b[pressing]
    moving = rows[:, free]
    gram = moving @ moving.T
    gram[np.diag_indices(len(gram))] += _RIDGE
    inverse = np.linalg.inv(gram)
    point[free] = y[free]
    some = np.zeros(len(most))
    for _ in range(3):  # again for the ridge, and for the rounding that a far y leaves behind
        more = inverse @ (rows @ point - most)
        some += more
        point[free] -= more @ moving
    solved[pressing] = some
    return point, solved

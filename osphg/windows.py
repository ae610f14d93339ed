"""The polygons of all windows in the plane, compiled: what `osphg.every_window` maximises over."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from osphg.checks import FloatArray
from osphg.compiler import compiled, compiled_within

IntArray = NDArray[np.int64]

_EPS = float(np.finfo(np.float64).eps)


@compiled_within(error_model="numpy")
def averages(p: FloatArray, W: int, out: FloatArray) -> None:
    """Write what `osphg.hindsight.window_averages` returns to out[: T - W + 1], to the last bit."""
    T = len(p)
    for start in range(0, T - W + 1, W):
        a, b = 0.0, 0.0
        for t in range(start + W - 1, start - 1, -1):
            a += p[t, 0]
            b += p[t, 1]
            if t <= T - W:
                out[t, 0], out[t, 1] = a, b
        a, b = 0.0, 0.0
        for t in range(start + 1, min(start + W, T - W + 1)):
            a += p[t + W - 1, 0]
            b += p[t + W - 1, 1]
            out[t, 0] += a
            out[t, 1] += b
    for t in range(T - W + 1):
        out[t, 0] /= W
        out[t, 1] /= W


@compiled_within(error_model="numpy")
def upper_right(rows: FloatArray, count: int, hull: FloatArray) -> int:
    """Write the upper right convex hull of rows[:count], from the right, and return its length.

    It is wrapped from the row furthest right to the highest one (Jarvis 1973), among those beyond
    the line between them, which move to the front. Each row is higher than the one before.
    """
    right, top = 0, 0
    for t in range(1, count):
        x, y = rows[t, 0], rows[t, 1]
        if x > rows[right, 0] or (x == rows[right, 0] and y > rows[right, 1]):
            right = t
        if y > rows[top, 1] or (y == rows[top, 1] and x > rows[top, 0]):
            top = t
    x, y, top_x, top_y = rows[right, 0], rows[right, 1], rows[top, 0], rows[top, 1]
    beyond = 0
    for t in range(count):
        if (top_y - y) * (rows[t, 0] - x) > (top_x - x) * (rows[t, 1] - y):
            rows[beyond, 0], rows[beyond, 1] = rows[t, 0], rows[t, 1]
            beyond += 1
    hull[0, 0], hull[0, 1] = x, y
    size = 1
    while x > top_x and y < top_y:
        to_x, to_y = top_x, top_y
        for t in range(beyond):
            here_x, here_y = rows[t, 0], rows[t, 1]
            if (
                top_x < here_x < x
                and y < here_y < top_y
                and (to_y - y) * (here_x - x) > (to_x - x) * (here_y - y)
            ):
                to_x, to_y = here_x, here_y
        x, y = to_x, to_y
        hull[size, 0], hull[size, 1] = x, y
        size += 1
    return size


@compiled_within(error_model="numpy")
def cut(V: FloatArray, count: int, a: float, b: float, most: float, work: FloatArray) -> int:
    """Cut the polygon V[:count] down to a x + b y <= most (|(a, b)| = 1), and return its length.

    The step of Sutherland and Hodgman (1974); what is beyond by rounding alone stays.
    """
    new = 0
    for i in range(count):
        after = i + 1 if i + 1 < count else 0
        here, there = a * V[i, 0] + b * V[i, 1] - most, a * V[after, 0] + b * V[after, 1] - most
        inside, inside_after = here <= 8 * _EPS, there <= 8 * _EPS
        if inside:
            work[new, 0], work[new, 1] = V[i, 0], V[i, 1]
            new += 1
        if inside != inside_after:
            # a convex combination that starts from the end within
            start, end = (i, after) if inside else (after, i)
            near, far = (here, there) if inside else (there, here)
            step = min(near, 0.0) / (min(near, 0.0) - far)
            for j in range(2):
                work[new, j] = V[start, j] + step * (V[end, j] - V[start, j])
            new += 1
    V[:new] = work[:new]
    return new


@compiled(error_model="numpy")
def window_polygons(
    p: FloatArray,
    windows: IntArray,
    allowance: float,
    sides: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
) -> tuple[FloatArray, IntArray, FloatArray]:
    """Return what each window and the domain leave of the plane.

    Parameters
    ----------
    p : (T, 2) array
        Prices, in units that make decisions about 1.
    windows : (m,) array
        Window lengths.
    allowance : float
        B_T / T.
    sides : (q, 3) array
        a, b and most of the domain's half-planes a x + b y <= most, with |(a, b)| = 1.
    lower, upper : (2,) arrays
        Bounds of the domain.

    Returns
    -------
    corners : (sum of counts, 2) array
        Those of one polygon after those of the one before, counter-clockwise.
    counts : (m,) array
        How many corners each polygon has.
    bounds : (m, 2) array
        No coordinate exceeds them: what the budget buys of it alone.
    """
    T, q = len(p), len(sides)
    rows, hull = np.empty((T, 2)), np.empty((T + 1, 2))
    V, work = np.empty((T + q + 8, 2)), np.empty((T + q + 8, 2))
    corners, total = np.empty((64 * len(windows), 2)), 0
    counts, bounds = np.empty(len(windows), np.int64), np.empty((len(windows), 2))
    for m in range(len(windows)):
        averages(p, windows[m], rows)
        size = upper_right(rows, T - windows[m] + 1, hull)
        for i in range(2):
            dearest = hull[0, 0] if i == 0 else hull[size - 1, 1]
            most = min(upper[i], allowance / dearest) if dearest > 0.0 else upper[i]
            bounds[m, i] = max(most, lower[i])
        for k in range(4):
            V[k, 0] = bounds[m, 0] if k in (1, 2) else lower[0]
            V[k, 1] = bounds[m, 1] if k in (2, 3) else lower[1]
        count = 2 * V.shape[1]  # as the constant 4 all that is told it would be compiled twice
        for i in range(q):
            count = cut(V, count, sides[i, 0], sides[i, 1], sides[i, 2], work)
        for i in range(size):
            norm = np.hypot(hull[i, 0], hull[i, 1]) or 1.0
            count = cut(V, count, hull[i, 0] / norm, hull[i, 1] / norm, allowance / norm, work)
        if total + count > len(corners):
            larger = np.empty((2 * (total + count), 2))
            larger[:total] = corners[:total]
            corners = larger
        corners[total : total + count] = V[:count]
        counts[m] = count
        total += count
    return corners[:total], counts, bounds

"""The compiled half of `every_window`: for each window, its polygon and the best point in it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from osphg.core.compiler import compiled, compiled_within
from osphg.core.validate import FloatArray

IntArray = NDArray[np.int64]

_EPS = float(np.finfo(np.float64).eps)


@compiled_within(error_model="numpy")
def averages(p: FloatArray, W: int, out: FloatArray) -> None:
    """Write what `window_averages` returns to out[: T - W + 1], to the last bit."""
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
    if W > 1:
        for t in range(T - W + 1):
            out[t, 0] /= W
            out[t, 1] /= W


@compiled_within(error_model="numpy")
def upper_right(rows: FloatArray, count: int, hull: FloatArray) -> int:
    """Write the upper right convex hull of rows[:count], from the right, and return its length.

    From the rows that are furthest right and highest, a row beyond a side is put between its ends,
    the furthest first. It lies strictly between them in both coordinates, so that this ends.
    """
    right, top = 0, 0
    for t in range(1, count):
        x, y = rows[t, 0], rows[t, 1]
        if x > rows[right, 0] or (x == rows[right, 0] and y > rows[right, 1]):
            right = t
        if y > rows[top, 1] or (y == rows[top, 1] and x > rows[top, 0]):
            top = t
    hull[0, 0], hull[0, 1] = rows[right, 0], rows[right, 1]
    if rows[top, 0] == hull[0, 0] or rows[top, 1] == hull[0, 1]:
        return 1
    hull[1, 0], hull[1, 1] = rows[top, 0], rows[top, 1]
    size, side = 2, 0
    # What is not beyond the first side is in no hull: the others move to the front.
    live = count
    while side < size - 1:
        px, py, qx, qy = hull[side, 0], hull[side, 1], hull[side + 1, 0], hull[side + 1, 1]
        furthest, found, left = 0.0, -1, 0
        for t in range(live):
            x, y = rows[t, 0], rows[t, 1]
            beyond = (qy - py) * (x - px) - (qx - px) * (y - py)
            if beyond > 0.0:
                if size == 2 and side == 0:
                    rows[left, 0], rows[left, 1] = x, y
                    if beyond > furthest and qx < x < px and py < y < qy:
                        furthest, found = beyond, left
                    left += 1
                elif beyond > furthest and qx < x < px and py < y < qy:
                    furthest, found = beyond, t
        if size == 2 and side == 0:
            live = left
        if found < 0:
            side += 1
            continue
        for i in range(size, side + 1, -1):
            hull[i, 0], hull[i, 1] = hull[i - 1, 0], hull[i - 1, 1]
        hull[side + 1, 0], hull[side + 1, 1] = rows[found, 0], rows[found, 1]
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
        x, y, x1, y1 = V[i, 0], V[i, 1], V[after, 0], V[after, 1]
        here, there = a * x + b * y - most, a * x1 + b * y1 - most
        inside, inside1 = here <= 8 * _EPS, there <= 8 * _EPS
        if inside:
            work[new, 0], work[new, 1] = x, y
            new += 1
        if inside != inside1:
            # a convex combination that starts from the end within
            if inside:
                step = min(here, 0.0) / (min(here, 0.0) - there)
                work[new, 0], work[new, 1] = x + step * (x1 - x), y + step * (y1 - y)
            else:
                step = min(there, 0.0) / (min(there, 0.0) - here)
                work[new, 0], work[new, 1] = x1 + step * (x - x1), y1 + step * (y - y1)
            new += 1
    for i in range(new):
        V[i, 0], V[i, 1] = work[i, 0], work[i, 1]
    return new


@compiled_within(error_model="numpy")
def worth(x: float, y: float, H: FloatArray, h: FloatArray) -> float:
    """Return the quadratic at a point."""
    return x * (0.5 * (H[0, 0] * x + H[0, 1] * y) + h[0]) + y * (
        0.5 * (H[1, 0] * x + H[1, 1] * y) + h[1]
    )


@compiled_within(error_model="numpy")
def best_point(
    V: FloatArray,
    count: int,
    half_planes: FloatArray,
    last: int,
    H: FloatArray,
    h: FloatArray,
    best: FloatArray,
    m: int,
) -> None:
    """Write the best vertex, stationary point of a side or within half_planes[:last] to best[m]."""
    value = -np.inf
    for i in range(count):
        after = i + 1 if i + 1 < count else 0
        x, y = V[i, 0], V[i, 1]
        dx, dy = V[after, 0] - x, V[after, 1] - y
        slope = (H[0, 0] * x + H[0, 1] * y + h[0]) * dx + (H[1, 0] * x + H[1, 1] * y + h[1]) * dy
        bend = dx * (H[0, 0] * dx + H[0, 1] * dy) + dy * (H[1, 0] * dx + H[1, 1] * dy)
        step = min(max(-slope / bend, 0.0), 1.0) if bend < 0.0 else 0.0
        for at_end in range(2):
            sx, sy = x + (1 - at_end) * step * dx, y + (1 - at_end) * step * dy
            here = worth(sx, sy, H, h)
            if here > value:
                value, best[m, 0], best[m, 1] = here, sx, sy
    determinant = H[0, 0] * H[1, 1] - H[0, 1] * H[1, 0]
    if abs(determinant) > 64 * _EPS * (H[0, 0] ** 2 + 2 * H[0, 1] ** 2 + H[1, 1] ** 2):
        x = -(H[1, 1] * h[0] - H[0, 1] * h[1]) / determinant
        y = -(H[0, 0] * h[1] - H[1, 0] * h[0]) / determinant
        within = True
        for i in range(last):
            if half_planes[i, 0] * x + half_planes[i, 1] * y > half_planes[i, 2]:
                within = False
        if within and worth(x, y, H, h) > value:
            best[m, 0], best[m, 1] = x, y


@compiled_within(error_model="numpy")
def walk(
    V: FloatArray, count: int, H: FloatArray, h: FloatArray, K: int, walked: FloatArray, m: int
) -> None:
    """Write where K steps of the Frank-Wolfe variant end to walked[m]."""
    x, y = 0.0, 0.0
    for _ in range(K):
        gx = (H[0, 0] * x + H[0, 1] * y) / K + h[0]
        gy = (H[1, 0] * x + H[1, 1] * y) / K + h[1]
        best = 0
        for i in range(1, count):
            if gx * V[i, 0] + gy * V[i, 1] > gx * V[best, 0] + gy * V[best, 1]:
                best = i
        x += V[best, 0]
        y += V[best, 1]
    walked[m, 0], walked[m, 1] = x / K, y / K


@compiled(error_model="numpy")
def solve_windows(
    p: FloatArray,  # (T, 2)
    windows: IntArray,  # (m,)
    allowance: float,
    sides: FloatArray,  # (q, 3): a, b, most of the domain's half-planes, |(a, b)| = 1
    lower: FloatArray,  # (2,)
    upper: FloatArray,  # (2,)
    H: FloatArray,  # (2, 2)
    h: FloatArray,  # (2,)
    K: int,
    best: FloatArray,  # (m, 2), written
    walked: FloatArray,  # (m, 2), written
    reach: FloatArray,  # (m, 2), written: no coordinate exceeds it
) -> None:
    """Solve each window; decisions are counted in units that make the box about 1 wide."""
    T, q = len(p), len(sides)
    rows, hull = np.empty((T, 2)), np.empty((T + 1, 2))
    V, work = np.empty((2 * (T + q) + 8, 2)), np.empty((2 * (T + q) + 8, 2))
    half_planes = np.empty((T + q + 5, 3))
    for i in range(q):
        for j in range(3):
            half_planes[i, j] = sides[i, j]
    for m in range(len(windows)):
        averages(p, windows[m], rows)
        size = upper_right(rows, T - windows[m] + 1, hull)
        for i in range(2):
            dearest = hull[0, 0] if i == 0 else hull[size - 1, 1]
            most = min(upper[i], allowance / dearest) if dearest > 0.0 else upper[i]
            reach[m, i] = max(most, lower[i])
        V[0, 0], V[0, 1] = lower[0], lower[1]
        V[1, 0], V[1, 1] = reach[m, 0], lower[1]
        V[2, 0], V[2, 1] = reach[m, 0], reach[m, 1]
        V[3, 0], V[3, 1] = lower[0], reach[m, 1]
        for i in range(size):
            norm = np.hypot(hull[i, 0], hull[i, 1]) or 1.0
            half_planes[q + i, 0] = hull[i, 0] / norm
            half_planes[q + i, 1] = hull[i, 1] / norm
            half_planes[q + i, 2] = allowance / norm
        count = 2 * V.shape[1]  # as the constant 4 all that is told it would be compiled twice
        last = q + size
        for i in range(last):
            count = cut(V, count, half_planes[i, 0], half_planes[i, 1], half_planes[i, 2], work)
        for i in range(2):
            for sign, most in ((1.0, reach[m, i]), (-1.0, -lower[i])):
                half_planes[last, 0], half_planes[last, 1] = sign * (1 - i), sign * i
                half_planes[last, 2] = most
                last += 1
        best_point(V, count, half_planes, last, H, h, best, m)
        walk(V, count, H, h, K, walked, m)

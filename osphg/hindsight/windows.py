"""The windows of the benchmark, compiled: their average prices, and their polygon in the plane."""

from __future__ import annotations

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled.jit import jit
from osphg.compiled.projections import clip_polygon

_clip = jit(error_model="numpy")(clip_polygon)


@jit(kept=True, error_model="numpy")
def window_averages(prices: FloatArray, W: int) -> FloatArray:
    """Return the average price over each window: from (T, n) to (T - W + 1, n).

    A window is the end of one block of W rounds and the beginning of the next. Both are running
    sums within their blocks, so nothing is subtracted: the relative error is at most W eps.
    """
    last = len(prices) - W
    n = prices.shape[1]
    sums = np.empty((last + 1, n))
    for i in range(n):
        for start in range(0, last + 1, W):
            total = 0.0
            for t in range(start + W - 1, start - 1, -1):
                total += prices[t, i]
                if t <= last:
                    sums[t, i] = total
            total = 0.0
            for t in range(start + W, min(start + 2 * W - 1, len(prices))):
                total += prices[t, i]
                sums[t - W + 1, i] += total
    return sums / W


@jit(kept=True, error_model="numpy")
def window_polygon(
    p: FloatArray, allowance: float, sides: FloatArray, upper: FloatArray, W: int
) -> tuple[FloatArray, FloatArray]:
    """Return the polygon that windows of length W and the domain leave of the plane.

    Parameters
    ----------
    p
        All prices, (T, 2), in units that make decisions about 1.
    allowance
        The money for one round, in the units of the prices.
    sides
        The domain's half-planes a x + b y <= c, as rows (a, b, c), (q, 3).
    upper
        The upper bounds of the coordinates, (2,).
    W
        The length of a window.

    Returns
    -------
    tuple
        The corners, counter-clockwise, (m, 2); and what no coordinate exceeds, as the budget buys
        no more of it alone, (2,).
    """
    rows = window_averages(p, W)
    bounds = upper.copy()
    for i in range(2):
        dearest = rows[:, i].max()
        if dearest > 0.0:
            bounds[i] = min(upper[i], allowance / dearest)
    size = len(rows) + len(sides) + 8
    V = np.empty((size, 2))
    work = np.empty((size, 2))
    count = 4  # of the box [0, bounds], which is cut by one line after another
    V[:4] = 0.0
    V[1:3, 0] = bounds[0]
    V[2:4, 1] = bounds[1]
    for i in range(len(sides)):
        count = _clip(V, count, sides[i, 0], sides[i, 1], sides[i, 2], work)
    for t in range(len(rows)):
        count = _clip(V, count, rows[t, 0], rows[t, 1], allowance, work)
    return V[:count].copy(), bounds

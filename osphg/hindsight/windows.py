"""The average price of every window, compiled."""

from __future__ import annotations

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled.jit import jit


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

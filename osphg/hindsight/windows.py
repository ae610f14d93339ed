"""The average price of every window, W rounds in a row, compiled."""

from __future__ import annotations

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled.jit import jit


@jit(kept=True, error_model="numpy")
def window_averages(prices: FloatArray, W: int) -> FloatArray:
    """Return the average price over each window: from prices (T, n) to (T - W + 1, n).

    The rounds are divided into blocks of W. A window is the end of one block and the beginning of
    the next, and its sum is that of two running sums, one within each block. A difference of two
    sums from round 1 on would be simpler, but lose digits in a long game: here nothing is
    subtracted, and the relative error is at most W eps.
    """
    last_start = len(prices) - W
    n = prices.shape[1]
    sums = np.empty((last_start + 1, n))
    for i in range(n):
        for start in range(0, last_start + 1, W):  # of each block
            total = 0.0  # of the block's rounds from t on
            for t in range(start + W - 1, start - 1, -1):
                total += prices[t, i]
                if t <= last_start:
                    sums[t, i] = total
            total = 0.0  # of the next block's rounds up to t
            for t in range(start + W, min(start + 2 * W - 1, len(prices))):
                total += prices[t, i]
                sums[t - W + 1, i] += total
    return sums / W

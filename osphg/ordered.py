"""The price of a decision, with the same bits on every processor."""

from __future__ import annotations

import numpy as np

from osphg.checks import FloatArray


def dot(a: FloatArray, x: FloatArray) -> float:
    """Return a[0] x[0] + a[1] x[1] + ..., summed in this order, each product rounded.

    BLAS sums as its kernel for this processor does, and some kernels round a product and a sum
    once: where a player's play is chaotic, that last bit grows to a visible difference.
    """
    return float(np.add.accumulate(a * x)[-1])

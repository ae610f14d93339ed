"""The price of a decision, with the same bits on every processor."""

from __future__ import annotations

import numpy as np

from osphg.checks import FloatArray


def dot(a: FloatArray, x: FloatArray) -> float:
    """Return a[0] x[0] + a[1] x[1] + ..., summed in this order, each product rounded.

    BLAS sums as its kernel for this processor does, and some kernels round a product and a sum
    once: where a player's play is chaotic, that one unit in the last place grows to a visible
    difference.

    Parameters
    ----------
    a, x : array (n,)

    Examples
    --------
    >>> import numpy as np
    >>> dot(np.array([2.0, 3.0]), np.array([0.5, 1.0]))
    4.0
    """
    return float(np.add.accumulate(a * x)[-1])

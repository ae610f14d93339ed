"""Sums whose terms are added in their order, so that every processor gives the same numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from osphg.checks import FloatArray


def dot(a: FloatArray, x: FloatArray) -> Any:
    """Add up the products a_1 x_1 + a_2 x_2 + ..., in this order: the same bits everywhere.

    BLAS adds in the order of its kernel for this processor, and some kernels round once for a
    product and its sum together. Where a player's play is chaotic, such a last bit grows to a
    visible difference.

    Parameters
    ----------
    a, x : FloatArray
        Vectors, (..., n), whose shapes broadcast.

    Returns
    -------
    float or FloatArray
        The product of each pair, (...); a float for one pair.

    Examples
    --------
    >>> import numpy as np
    >>> from osphg.arithmetic import dot
    >>> dot(np.array([1.0, 2.0]), np.array([[3.0, 4.0], [0.0, 1.0]]))
    array([11.,  2.])
    """
    # The last of the running sums: `accumulate` adds in order, `np.sum` in pairs.
    sums = np.add.accumulate(a * x, -1)[..., -1]
    return sums if sums.ndim else float(sums)

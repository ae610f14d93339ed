"""Sums whose terms are added in their order, so that every processor gives the same numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from osphg.checks import FloatArray


def dot(a: FloatArray, x: FloatArray) -> Any:
    """Return a_1 x_1 + a_2 x_2 + ..., summed in this order: (..., n) twice -> (...), or a float.

    Each product is rounded: the same bits on every processor. BLAS sums as its kernel for this
    processor does, and some kernels round a product and a sum once: where a player's play is
    chaotic, that last bit grows to a visible difference.
    """
    sums = np.add.accumulate(a * x, -1)[..., -1]
    return sums if sums.ndim else float(sums)

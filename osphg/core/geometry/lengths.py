"""Units by powers of 2, and lengths: no square is lost for being small, or beyond all floats."""

from __future__ import annotations

import numpy as np

from osphg.core.validate import FloatArray


def unit_of(A: FloatArray, axis: int | None = None) -> FloatArray:
    """Return a power of 2 about as large as the largest entry of `A`, or 1/2 where all are 0.

    Divided by it, no number is rounded whose square would matter beside that of the largest.
    """
    return np.ldexp(1.0, np.frexp(np.abs(A).max(axis=axis, initial=0.0))[1] - 1)


def units_of_box(lower: FloatArray, upper: FloatArray) -> FloatArray:
    """Return such a unit for each coordinate; for one that is always 0, the smallest of theirs."""
    size = np.maximum(np.abs(lower), np.abs(upper))
    size[size == 0.0] = size[size > 0.0].min() if size.any() else 1.0
    return unit_of(size[np.newaxis], axis=0)


def row_lengths(A: FloatArray) -> FloatArray:
    """Return the norm of each row of `A`, shape (m, n)."""
    units = unit_of(A, axis=1)
    return np.asarray(units * np.linalg.norm(A / units[:, np.newaxis], axis=1))


def length(A: FloatArray) -> float:
    """Return the norm of all entries of `A`."""
    unit = unit_of(A)
    return float(unit * np.linalg.norm(A / unit))

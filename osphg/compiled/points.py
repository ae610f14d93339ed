"""A user's functions of one point, made into those of a compiled loop."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled.answers import LARGEST
from osphg.compiled.jit import jit, recompile_inlined
from osphg.compiled.loops import TOO_LARGE


class PointLoops(NamedTuple):
    """Compiled loops over points, around a value and a gradient at one point."""

    values: Any  # values(t, X, out, data) for points X (m, n) writes to out (m,)
    slopes: Any  # slopes(t, X, out, data) for points X (m, n) writes to out (m, n)
    value: Any  # as in `Functions`
    gradients: Any  # as in `Functions`


@lru_cache(maxsize=64)
def loops_over_points(value_at: Any, gradient_at: Any) -> PointLoops:
    """Return the loops around value_at(t, x, *data) and gradient_at(t, x, out, *data).

    `data`, a tuple of arrays and numbers, is passed to every call. A user's function may write into
    x: `values` and `slopes` are given a copy by their caller, the others make one themselves.

    Parameters
    ----------
    value_at : callable
        Under numba: takes x (n,) and returns f_t(x).
    gradient_at : callable
        Under numba: takes x (n,) and writes grad f_t(x) to out (n,).

    Returns
    -------
    PointLoops
        The first two for NumPy rounds, the others for compiled ones. `gradients` raises a
        ValueError for an entry that is not written, not finite or too large.
    """
    value_at = recompile_inlined(value_at)
    gradient_at = recompile_inlined(gradient_at)

    @jit()
    def values(t: int, X: FloatArray, out: FloatArray, data: Any) -> None:
        """Write f_t at each row of X (m, n) to out (m,)."""
        for k in range(len(X)):
            out[k] = value_at(t, X[k], *data)

    @jit()
    def slopes(t: int, X: FloatArray, out: FloatArray, data: Any) -> None:
        """Write the gradient of f_t at each row of X (m, n) to out (m, n)."""
        for k in range(len(X)):
            gradient_at(t, X[k], out[k], *data)

    @jit()
    def value(t: int, x: FloatArray, data: Any) -> float:
        """Return f_t(x), asked with a copy: a user's function may change its argument."""
        return value_at(t, x.copy(), *data)

    @jit()
    def gradients(t: int, X: FloatArray, G: FloatArray, data: Any) -> None:
        """Write the gradient of f_t at each column of X (n, K) to the column of G (n, K).

        A user's function takes one point at a time; ValueError for an entry that it does not write,
        or that is not finite or too large.
        """
        n, K = X.shape
        x, slope = np.empty(n), np.empty(n)
        for k in range(K):
            for i in range(n):
                x[i] = X[i, k]
                slope[i] = np.nan  # an entry that is not written is refused
            gradient_at(t, x, slope, *data)
            for i in range(n):
                if not abs(slope[i]) <= LARGEST:
                    raise ValueError(TOO_LARGE)
                G[i, k] = slope[i]

    return PointLoops(values, slopes, value, gradients)

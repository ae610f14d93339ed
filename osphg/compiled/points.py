"""A user's functions of one point, made into those of a compiled loop."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled.answers import LARGEST
from osphg.compiled.jit import compiled, within
from osphg.compiled.loops import _TOO_LARGE


@lru_cache(maxsize=64)
def each_point(value_at: Any, gradient_at: Any) -> tuple[Any, Any, Any, Any]:
    """Return the loops around value_at(t, x, *data) and gradient_at(t, x, out, *data).

    The first two are for points X (m, n) and write to out, (m,) and (m, n); the others are as in
    `Functions`.
    """
    value_at, gradient_at = within(value_at), within(gradient_at)

    @compiled()
    def values(t: int, X: FloatArray, out: FloatArray, data: Any) -> None:
        for k in range(len(X)):
            out[k] = value_at(t, X[k], *data)

    @compiled()
    def slopes(t: int, X: FloatArray, out: FloatArray, data: Any) -> None:
        for k in range(len(X)):
            gradient_at(t, X[k], out[k], *data)

    @compiled()
    def value(t: int, x: FloatArray, data: Any) -> float:
        return value_at(t, x.copy(), *data)

    @compiled()
    def gradients(t: int, X: FloatArray, G: FloatArray, data: Any) -> None:
        n, K = X.shape
        x, slope = np.empty(n), np.empty(n)
        for k in range(K):
            for i in range(n):
                x[i] = X[i, k]
                slope[i] = np.nan  # an entry that is not written is refused
            gradient_at(t, x, slope, *data)
            for i in range(n):
                if not abs(slope[i]) <= LARGEST:
                    raise ValueError(_TOO_LARGE)
                G[i, k] = slope[i]

    return values, slopes, value, gradients

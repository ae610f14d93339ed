"""Projection on the full simplex {x >= 0, sum x <= r}."""

from __future__ import annotations

import numpy as np

from osphg.core.validate import FloatArray


def project_on_simplex(Y: FloatArray, r: float) -> FloatArray:
    """Project each point of Y (..., n).

    x = [y - theta]_+ with the smallest theta >= 0 for which sum x <= r, found by sorting (Held,
    Wolfe and Crowder 1974).
    """
    X: FloatArray = np.maximum(Y, 0.0)
    with np.errstate(over="ignore"):  # an infinite sum is outside
        outside = X.sum(axis=-1) > r
    if not outside.any():
        return X
    # On the face sum x = r a common shift of y changes nothing: shift the maximum to 0, so that the
    # first partial sum is -r and large inputs do not cancel.
    Z = Y[outside]
    Z = Z - Z.max(axis=-1, keepdims=True)
    partial = np.cumsum(-np.sort(-Z, axis=-1), axis=-1) - r
    thresholds = partial / np.arange(1, Y.shape[-1] + 1)
    theta = thresholds.max(axis=-1, keepdims=True)  # partial sums / counts peak at the answer
    X[outside] = np.maximum(Z - theta, 0.0)
    return X

"""Projection on the capped simplex {x in [0,1]^m : sum x <= rank}."""

from __future__ import annotations

import numpy as np

from osphg.checks import FloatArray


def project_capped(Y: FloatArray, rank: int) -> FloatArray:
    """Project each point of Y (..., m), for an integer rank in 1..m."""
    X: FloatArray = Y.clip(0.0, 1.0)  # the method: half the time of the function
    over = X.sum(axis=-1) > rank
    if not over.any():
        return X
    Z = Y[over]
    # A common shift changes nothing on the face sum x = rank. With the rank-th largest entry at 0
    # some theta of [-1, 0] solves it, so that entries beyond [-1, 1] may be cut: nothing cancels.
    pivot = np.partition(Z, -rank, axis=-1)[..., [-rank]]
    Z = (Z - pivot).clip(-1.0, 1.0)
    bends = np.sort(np.concatenate([Z, Z - 1], axis=-1), axis=-1)
    totals = (Z[..., np.newaxis, :] - bends[..., np.newaxis]).clip(0.0, 1.0).sum(axis=-1)
    last = np.maximum((totals >= rank).sum(axis=-1, keepdims=True) - 1, 0)
    between = [np.take_along_axis(bends, last + step, axis=-1) for step in (0, 1)]
    middle = (between[0] + between[1]) / 2
    active = (Z > middle) & (Z < middle + 1)
    ones = (Z >= middle + 1).sum(axis=-1, keepdims=True)
    count = active.sum(axis=-1, keepdims=True)
    level = (np.where(active, Z, 0.0).sum(axis=-1, keepdims=True) + ones - rank) / np.maximum(
        count, 1
    )
    X[over] = (Z - np.where(count > 0, level, middle)).clip(0.0, 1.0)
    return X

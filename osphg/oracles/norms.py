"""The norms in which oracles measure payoff directions c, each over the last axis.

All of them grow with every |c_i| of a vector of one sign, so that a gradient of a monotone
DR-submodular function is longest at the origin.
"""

from __future__ import annotations

import numpy as np

from osphg.checks import FloatArray


def euclidean(C: FloatArray) -> FloatArray:
    """Return sqrt(sum_i c_i^2): (..., n) -> (...). For gradient steps and Euclidean RFTL."""
    return np.asarray(np.sqrt((C * C).sum(-1)))


def half_range(C: FloatArray) -> FloatArray:
    """Return (max_i c_i - min_i c_i)/2, where the slack counts with c = 0: (..., n) -> (...).

    For the entropic oracles: the dual of the l1 norm, as far as it is seen by differences of two
    points of a simplex with its slack. It is half of max_i |c_i| where all c_i have one sign.
    """
    return np.asarray((np.maximum(C.max(-1), 0.0) - np.minimum(C.min(-1), 0.0)) / 2)


def absolute_sum(C: FloatArray) -> FloatArray:
    """Return sum_i |c_i|: (..., n) -> (...). For the perturbed leader."""
    return np.asarray(np.abs(C).sum(-1))

"""The compiled rounds of any utility that is given as two compiled functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from osphg.core.compiler import compiled_within
from osphg.core.multiplier_compiled import compiled_step
from osphg.core.quadratics_compiled import project_columns
from osphg.core.running_sums import accumulate
from osphg.core.validate import FloatArray


def rounds_of(
    value: Callable[[int, FloatArray, Any], float],
    gradients: Callable[[int, FloatArray, FloatArray, Any], None],
) -> Callable[..., float]:
    """Return the loop over rounds; a compiled function that calls it is what can be kept on disk.

    Parameters
    ----------
    value : compiled function
        value(t, x, data) -> f_t(x), for x (n,).
    gradients : compiled function
        gradients(t, X, G, data) writes grad f_t of each column of X (n, K) to G (n, K).

    Returns
    -------
    callable
        What `osphg.core.fusing.RoundsKernel` asks for, told (data, radius).
    """

    @compiled_within(fastmath={"contract"}, error_model="numpy")
    def rounds(
        data: Any,
        radius: float,  # sum x <= radius; infinite for a box
        p: FloatArray,  # (T, n)
        allowance: float,  # B_T / T
        lower: FloatArray,  # (n,)
        upper: FloatArray,  # (n,)
        weights: FloatArray,  # (K,)
        step: float,
        dual_step: float,
        keep: float,  # 1 - delta mu^2
        V: FloatArray,  # (n, K), changed in place
        multiplier: float,
        decisions: FloatArray,  # (T, n), written
        utility: FloatArray,  # (T,), written
        violation: FloatArray,  # (T,), written
        multipliers: FloatArray,  # (T,), written
    ) -> float:
        T, n = p.shape
        K = V.shape[1]
        per_oracle = 1.0 / K
        X = np.empty((n, K))
        G = np.empty((n, K))
        y = np.empty(n)
        order = np.empty(n)
        for t in range(T):
            spend = 0.0
            for i in range(n):
                for k in range(K):
                    X[i, k] = V[i, k] * per_oracle
                decisions[t, i] = accumulate(X, i)
                spend += p[t, i] * decisions[t, i]
            utility[t] = value(t, decisions[t], data)
            violation[t] = spend - allowance
            multipliers[t] = multiplier

            gradients(t, X, G, data)
            for i in range(n):
                cost = multiplier * p[t, i]
                low, high = lower[i], upper[i]
                for k in range(K):
                    moved = V[i, k] + step * (weights[k] * G[i, k] - cost)
                    V[i, k] = min(max(moved, low), high)
            if radius < np.inf:
                project_columns(V, radius, y, order)
            multiplier = compiled_step(multiplier, violation[t], keep, dual_step)
        return multiplier

    played: Callable[..., float] = rounds
    return played

"""The compiled rounds of a player of one decision, told gradients on the line up to it."""

from __future__ import annotations

from typing import Any

import numpy as np

from osphg.core.compiler import compiled_within
from osphg.core.fusing import Loop
from osphg.core.multiplier_compiled import compiled_step
from osphg.core.quadratics_compiled import project_columns
from osphg.core.validate import FloatArray


def line_rounds_of(value: Any, gradients: Any) -> Loop:
    """Return the loop over rounds; a compiled function that calls it is what can be kept on disk.

    Parameters
    ----------
    value, gradients : compiled function
        As in `osphg.core.any_rounds.rounds_of`.

    Returns
    -------
    callable
        What `osphg.core.fusing.RoundsKernel.line` asks for, told (data, radius).
    """

    @compiled_within(fastmath={"contract"}, error_model="numpy")
    def rounds(
        data: Any,
        radius: float,  # sum x <= radius; infinite for a box
        p: FloatArray,  # (T, n)
        allowance: float,  # B_T / T
        lower: FloatArray,  # (n,)
        upper: FloatArray,  # (n,)
        nodes: FloatArray,  # (T, J) or (1, J)
        weights: FloatArray,  # (J,)
        step: float,
        price_step: float,
        dual_step: float,
        keep: float,
        ahead: float,
        V: FloatArray,  # (n, 1), changed in place
        multiplier: float,
        decisions: FloatArray,  # (T, n), written
        utility: FloatArray,  # (T,), written
        violation: FloatArray,  # (T,), written
        multipliers: FloatArray,  # (T,), written
    ) -> float:
        T, n = p.shape
        J = len(weights)
        X = np.empty((n, J))
        G = np.empty((n, J))
        y = np.empty(n)
        order = np.empty(n)
        for t in range(T):
            s = t if len(nodes) > 1 else 0
            spend = 0.0
            for i in range(n):
                x = V[i, 0]
                decisions[t, i] = x
                spend += p[t, i] * x
                for j in range(J):
                    X[i, j] = nodes[s, j] * x
            utility[t] = value(t, decisions[t], data)
            violation[t] = spend - allowance
            multipliers[t] = multiplier

            gradients(t, X, G, data)
            for i in range(n):
                slope = 0.0
                for j in range(J):
                    slope += weights[j] * G[i, j]
                moved = V[i, 0] + (step * slope - price_step * multiplier * p[t, i])
                V[i, 0] = min(max(moved, lower[i]), upper[i])
            if radius < np.inf:
                project_columns(V, radius, y, order)
            growth = 0.0
            for i in range(n):
                growth += p[t, i] * (V[i, 0] - decisions[t, i])
            growth = violation[t] + ahead * growth
            multiplier = compiled_step(multiplier, growth, keep, dual_step)
        return multiplier

    played: Loop = rounds
    return played

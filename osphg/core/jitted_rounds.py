"""What is compiled around a user's own compiled functions; see `osphg.core.jitted`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from osphg.core.any_rounds import rounds_of
from osphg.core.compiler import compiled_within
from osphg.core.validate import FloatArray


class Loops(NamedTuple):
    """Compiled loops over points, and over rounds."""

    values: Callable[..., None]  # (t, X (m, n), out (m,), data)
    gradients: Callable[..., None]  # (t, X (m, n), out (m, n), data)
    rounds: Callable[..., float]  # told ((first round, data), radius)


def is_compiled(function: Any) -> bool:
    """Whether numba has compiled a function, or will when it is called."""
    import numba

    return isinstance(function, numba.core.dispatcher.Dispatcher)


def why_not(error: Exception) -> str:
    """Return what an error of the compiler says, on one line, without advice and addresses."""
    told = [line.strip() for line in str(error).splitlines() if line.strip()]
    return " ".join(told[:3])[:200]


def _within(function: Any) -> Any:
    """Return a user's function as a part of the loops: a call for each point costs more than it."""
    options = {**function.targetoptions, "forceinline": True}
    options.pop("nopython", None)
    return compiled_within(**options)(function.py_func)


@lru_cache(maxsize=64)
def loops_around(value: Any, gradient: Any) -> Loops:
    """Return the loops around value(t, x, *data) and gradient(t, x, out, *data)."""
    value, gradient = _within(value), _within(gradient)

    @compiled_within()
    def values(t: int, X: FloatArray, out: FloatArray, data: Any) -> None:
        for k in range(len(X)):
            out[k] = value(t, X[k], *data)

    @compiled_within()
    def gradients(t: int, X: FloatArray, out: FloatArray, data: Any) -> None:
        for k in range(len(X)):
            gradient(t, X[k], out[k], *data)

    @compiled_within()
    def value_in_round(t: int, x: FloatArray, told: Any) -> float:
        first, data = told
        return value(first + t, x, *data)

    @compiled_within()
    def gradients_in_round(t: int, X: FloatArray, G: FloatArray, told: Any) -> None:
        first, data = told
        n, K = X.shape
        x, slope = np.empty(n), np.empty(n)
        for k in range(K):
            for i in range(n):
                x[i] = X[i, k]
            gradient(first + t, x, slope, *data)
            for i in range(n):
                if not np.isfinite(slope[i]):
                    raise ValueError("a gradient is not finite")
                G[i, k] = slope[i]

    return Loops(values, gradients, rounds_of(value_in_round, gradients_in_round))

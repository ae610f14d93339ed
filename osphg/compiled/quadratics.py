"""Quadratics for compiled loops: f_t(x) = x'H_t x/2 + h_t'x, with H (T, n, n) and h (T, n).

Each H_t is symmetric. Functions have the form that `osphg.compiled.answers.Functions` describes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from osphg.checks import FloatArray

_BLAS_FROM = 12  # dimension from which a BLAS product beats the loop, as measured
_MANY_ITEMS = 17  # dimension from which `wide_quadratic_value` is faster, as measured

# H and h of all rounds of a block.
QuadraticData = tuple[FloatArray, FloatArray]


def quadratic_value(t: int, x: FloatArray, data: QuadraticData) -> float:
    """Return f_t(x) = x'H_t x/2 + h_t'x at one point x (n,); `data` are H and h of all rounds."""
    H, h = data
    value = 0.0
    for i in range(len(x)):
        slope = 0.0
        for j in range(len(x)):
            slope += H[t, i, j] * x[j]
        value += x[i] * (0.5 * slope + h[t, i])
    return value


def wide_quadratic_value(t: int, x: FloatArray, data: QuadraticData) -> float:
    """Return what `quadratic_value` returns, bit for bit, sooner where there are many items.

    There each entry of H_t x is a sum whose terms wait for each other. Here the sums for all
    entries go on side by side, each in the same order: H_t is symmetric, so that row j has what x_j
    adds to each of them.
    """
    H, h = data
    n = len(x)
    slopes = np.zeros(n)  # H_t x
    for j in range(n):
        for i in range(n):
            slopes[i] += H[t, j, i] * x[j]
    value = 0.0
    for i in range(n):
        value += x[i] * (0.5 * slopes[i] + h[t, i])
    return value


def value_function(n: int) -> Callable[[int, FloatArray, QuadraticData], float]:
    """Return the faster one of the two functions above for n items."""
    return quadratic_value if n < _MANY_ITEMS else wide_quadratic_value


def quadratic_gradients(t: int, X: FloatArray, G: FloatArray, data: QuadraticData) -> None:
    """Write the gradient H_t x + h_t at each column x of X (n, K) to that of G (n, K).

    Two rows of X at a time: half the traffic to and from G. The last one or two rows, whichever
    leaves an even number of them, begin the sum, so that G need not be set to h_t before. `data`
    are H and h of all rounds.
    """
    H, h = data
    n, K = X.shape
    for i in range(n):
        if n % 2 == 1:
            for k in range(K):
                G[i, k] = H[t, i, n - 1] * X[n - 1, k] + h[t, i]
        else:
            for k in range(K):
                G[i, k] = (H[t, i, n - 2] * X[n - 2, k] + H[t, i, n - 1] * X[n - 1, k]) + h[t, i]
        for j in range(0, n - 2 + n % 2, 2):
            for k in range(K):
                G[i, k] += H[t, i, j] * X[j, k] + H[t, i, j + 1] * X[j + 1, k]


def wide_quadratic_gradients(t: int, X: FloatArray, G: FloatArray, data: QuadraticData) -> None:
    """Write what `quadratic_gradients` writes, up to rounding, by BLAS: for many items."""
    H, h = data
    n, K = X.shape
    np.dot(H[t], X, out=G)
    for i in range(n):
        for k in range(K):
            G[i, k] += h[t, i]


def gradients_function(n: int) -> Callable[[int, FloatArray, FloatArray, QuadraticData], None]:
    """Return the faster one of the two functions above for n items.

    They are two, as a function that might call BLAS has to find and load it when it is compiled,
    which takes longer than all other compiling of a small game.
    """
    return quadratic_gradients if n < _BLAS_FROM else wide_quadratic_gradients


def are_quadratic(gradients: Any) -> bool:
    """Whether a function is one of those that write the gradients of quadratics."""
    return gradients in (quadratic_gradients, wide_quadratic_gradients)

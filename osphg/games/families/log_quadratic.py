"""Logarithms and a quadratic: the utilities of the successor paper's crowdsourcing experiment."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import Domain
from osphg.games.families.base import UtilityFamily, not_negative
from osphg.utilities import AtRound


def _value_at(t: int, x: FloatArray, packed: tuple[FloatArray, FloatArray]) -> float:
    c, M = packed
    total = 0.0
    for i in range(len(x)):
        slope = 0.0
        for j in range(len(x)):
            slope += M[t, i, j] * x[j]
        total += c[i] * math.log1p(x[i]) + x[i] * slope
    return total


def _gradients_at(
    t: int, X: FloatArray, G: FloatArray, packed: tuple[FloatArray, FloatArray]
) -> None:
    c, M = packed
    n, K = X.shape
    for i in range(n):
        for k in range(K):
            G[i, k] = c[i] / (1.0 + X[i, k])
        for j in range(n):
            twice = 2.0 * M[t, i, j]
            for k in range(K):
                G[i, k] += twice * X[j, k]


def _pairs(f: LogQuadratic, name: str, value: ArrayLike) -> FloatArray:
    n = len(f.merits)
    M = checks.array(name, value, (None, n, n), checks.SQUARABLE)
    if (M > 0).any():
        raise ValueError(f"{name} must be entrywise non-positive, got {M.max():g}")
    return checks.own((M + M.swapaxes(1, 2)) / 2)


@frozen(repr=False)
class LogQuadratic(UtilityFamily):
    """f_t(x) = sum_i c_i log(1 + x_i) + x'M_t x, DR-submodular as M_t <= 0 entrywise.

    d^2 f_t/dx_i dx_j = 2 M_tij - [i = j] c_i / (1 + x_i)^2 <= 0. It is monotone on a box exactly
    where its slopes at the upper corner, c_i / (1 + u_i) + 2 (M_t u)_i, are not negative, as they
    fall in x: see `monotone`. The constants hold whether it is or not.

    Parameters
    ----------
    merits : array (n,)
        c_i, not negative.
    M : array (T, n, n)
        Entrywise non-positive; stored symmetrised, as x'M x sees that alone.

    Examples
    --------
    >>> import numpy as np
    >>> import osphg
    >>> f = osphg.families.LogQuadratic([1.0, 2.0], -0.1 * np.ones((3, 2, 2)))
    >>> f.gradient(0, [0.0, 1.0]).round(3).tolist()
    [0.8, 0.8]
    >>> f.monotone(osphg.Box.unit(2)).tolist()
    [True, True, True]
    """

    merits: FloatArray = checked(lambda name, value: not_negative(name, value, None))
    M: FloatArray = fitted(_pairs)

    compiled = _value_at, _gradients_at

    @property
    def _size(self) -> tuple[int, int]:
        return len(self.M), len(self.merits)

    def _packed(self, rounds: slice) -> tuple[Any, ...]:
        return self.merits, self.M[rounds]

    def _value(self, t: int, X: FloatArray) -> FloatArray:
        return np.asarray(np.log1p(X) @ self.merits + ((X @ self.M[t]) * X).sum(-1))

    def _gradient(self, t: int, X: FloatArray) -> FloatArray:
        return np.asarray(self.merits / (1 + X) + 2 * (X @ self.M[t]))

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return a bound of every |d^2 f_t / dx_i dx_j| over the domain, (n, n)."""
        return np.asarray(np.diag(self.merits / (1 + domain.lower) ** 2) - 2 * self.M[t])

    def total(self, T: int) -> AtRound:
        """Return the sum of the first T functions, one of the same kind."""
        T = checks.positive_int("T", T, maximum=self.T)
        return AtRound(LogQuadratic(T * self.merits, self.M[:T].sum(0, keepdims=True)), 0)

    def scaled(self, factor: float) -> LogQuadratic:
        """Return the same functions times a factor, not negative."""
        factor = checks.non_negative_float("factor", factor)
        return LogQuadratic(factor * self.merits, factor * self.M)

    def monotone(self, domain: Domain) -> NDArray[np.bool_]:
        """Return whether f_t is monotone on the bounding box of the domain, for each round, (T,).

        Exact but for rounding: the slopes are smallest at the upper corner.
        """
        return np.asarray((self._slopes(self.inside(domain).upper) >= 0).all(-1))

    def range(self, domain: Domain) -> float:
        """Return a bound of F: that of every family where all f_t are monotone.

        Elsewhere the largest slopes times the sides of the bounding box.
        """
        if self.monotone(domain).all():
            return super().range(domain)
        return float((self._steepest(domain) @ (domain.upper - domain.lower)).max())

    def _steepest(self, domain: Domain) -> FloatArray:
        """Return the largest |df_t/dx_i| on the bounding box, (T, n); slopes fall in x."""
        return np.maximum(*(np.abs(self._slopes(x)) for x in (domain.lower, domain.upper)))

    def _slopes(self, x: FloatArray) -> FloatArray:
        """Return the gradient of each f_t at one point, (T, n)."""
        return np.asarray(self.merits / (1 + x) + 2 * self.M @ x)

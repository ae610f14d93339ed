"""The bids of a box that one budget can pay for: all that a player can ask of it in closed form."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, frozen, own_array
from osphg.domains import BoolArray, as_decisions, as_points, as_tested


@frozen
class Affordable:
    """{x in [0, 1]^n : <p, x> <= money}.

    `osphg.Polytope` is the same set and solves a linear programme for each direction; with a single
    row the best point takes coordinates by what they give for their price, as in a knapsack.

    Parameters
    ----------
    prices : array (n,)
        p, not negative.
    money : float
        Not negative.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.

    Examples
    --------
    >>> X = Affordable([4.0, 1.0, 0.0], 2.0)
    >>> X.maximize_linear([2.0, 1.0, 0.5])
    array([0.25, 1.  , 1.  ])
    >>> X.upper
    array([0.5, 1. , 1. ])
    """

    prices: FloatArray = checked(own_array(None))
    money: float = checked(checks.non_negative_float)

    def __attrs_post_init__(self) -> None:
        """Refuse negative prices."""
        if (self.prices < 0).any():
            raise ValueError(f"prices must not be negative, got {self.prices.min():g}")

    @property
    def n(self) -> int:
        """Dimension."""
        return len(self.prices)

    @cached_property
    def lower(self) -> FloatArray:
        """The origin, (n,)."""
        return checks.own(np.zeros(self.n))

    @cached_property
    def upper(self) -> FloatArray:
        """What the money buys of each coordinate alone, (n,)."""
        paid = np.maximum(self.prices, self.money)  # 0/0 for what is free where there is no money
        share = np.divide(self.money, paid, out=np.ones(self.n), where=paid > 0)
        return checks.own(np.where(self.prices > 0, share, 1.0))

    @cached_property
    def diameter(self) -> float:
        """The diagonal of the bounding box, no less than the diameter."""
        return float(np.linalg.norm(self.upper))

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        """Maximise <c, x>, shape (..., n); what is worth nothing is not bought."""
        C = as_points("C", C, self.n)
        rows = [self._filled(c) for c in C.reshape(-1, self.n).tolist()]
        return np.array(rows).reshape(C.shape)

    def _filled(self, c: list[float]) -> list[float]:
        """Return the best point for one direction: few coordinates, faster without arrays."""
        x, left, free = [0.0] * self.n, self.money, math.inf
        worth = [a / p if p > 0 else free for a, p in zip(c, self._listed, strict=True)]
        for i in sorted(range(self.n), key=worth.__getitem__, reverse=True):
            price = self._listed[i]
            if c[i] > 0 and (price <= 0 or left > 0):
                x[i] = 1.0 if price <= left else left / price
                left -= price * x[i]
        return x

    @cached_property
    def _listed(self) -> list[float]:
        return list(self.prices.tolist())

    def project(self, Y: ArrayLike) -> FloatArray:
        """Project each point, shape (..., n): onto the box after a step along -p, by bisection."""
        Y = as_decisions(Y, self.n, "Y")
        X = np.clip(Y, 0.0, 1.0)
        outside = X @ self.prices > self.money
        if not outside.any():
            return X
        far = Y[outside]
        low = np.zeros(len(far)) if far.ndim > 1 else np.zeros(())
        bought = self.prices > 0
        high = (np.maximum(far[..., bought], 0) / self.prices[bought]).max(-1)  # all at 0 then
        for _ in range(100):
            middle = (low + high) / 2
            over = self._after(far, middle) @ self.prices > self.money
            low, high = np.where(over, middle, low), np.where(over, high, middle)
        X[outside] = self._after(far, high)
        return X

    def _after(self, Y: FloatArray, step: FloatArray) -> FloatArray:
        return np.clip(Y - step[..., np.newaxis] * self.prices, 0.0, 1.0)

    def contains(self, X: ArrayLike, atol: float = 1e-9) -> BoolArray:
        """Test each point, shape (..., n); each inequality may be exceeded by distance `atol`."""
        X, atol = as_tested(X, self.n, atol)
        box = ((X >= -atol) & (X <= 1 + atol)).all(-1)
        length = float(np.linalg.norm(self.prices))
        return np.asarray(box & (X @ self.prices <= self.money + atol * max(length, 1.0)))

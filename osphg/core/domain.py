"""What the package asks of a decision set; `osphg.core.domains` has some."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from osphg.core.geometry.polygon import BoolArray
from osphg.core.validate import FloatArray


@runtime_checkable
class Domain(Protocol):
    """What the package needs of a decision set; any object with these members will do."""

    @property
    def n(self) -> int:
        """Dimension."""

    @property
    def lower(self) -> FloatArray:
        """Coordinatewise lower bounds of the set, shape (n,)."""

    @property
    def upper(self) -> FloatArray:
        """Coordinatewise upper bounds of the set, shape (n,)."""

    @property
    def diameter(self) -> float:
        r"""A number :math:`R \ge \max_{x, y} \|x - y\|`."""

    def project(self, Y: ArrayLike) -> FloatArray:
        """Project each point of `Y`, shape (..., n), in the Euclidean norm."""

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        r"""Maximise :math:`\langle c, x \rangle` for each c of `C`, shape (..., n)."""

    def contains(self, X: ArrayLike, atol: float = 1e-9) -> BoolArray:
        """Test each point of `X`, shape (..., n); returns shape (...)."""


def as_points(name: str, points: ArrayLike, n: int) -> FloatArray:
    """Check that the last axis of `points` has length n."""
    X = np.asarray(points, dtype=np.float64)
    if X.ndim == 0 or X.shape[-1] != n:
        raise ValueError(f"{name} must have shape (..., {n}), got {X.shape}")
    return X

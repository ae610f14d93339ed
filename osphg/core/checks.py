"""What the constructors of rounds refuse; `osphg.core.assumptions` has what samples refute."""

from __future__ import annotations

from typing import Any

import numpy as np

from osphg.core import validate
from osphg.core.domains import Domain
from osphg.core.utilities import Utility
from osphg.core.validate import FloatArray


def domain(name: str, value: Any) -> Domain:
    """Return what is a domain that contains the origin, and refuse anything else."""
    if isinstance(value, type) or not isinstance(value, Domain):
        raise TypeError(f"{name} must be a Domain such as Box or Simplex, got {value!r}")
    if (value.lower < 0).any():
        raise ValueError(f"{name} must lie in the non-negative orthant, got {value}")
    if not value.contains(np.zeros(value.n)):
        raise ValueError(f"{name} must contain the origin, got {value}")
    return value


def prices(name: str, value: Any) -> FloatArray:
    """Return prices as a finite (T, n) array, refusing any that is negative."""
    result = validate.array(name, value, (None, None))
    if (result < 0).any():
        t, i = (int(index) for index in np.unravel_index(int(result.argmin()), result.shape))
        raise ValueError(f"{name} must not be negative, got {result[t, i]} at {name}[{t}, {i}]")
    return result


def columns(prices: FloatArray, n: int) -> None:
    """Refuse prices that do not have one column per dimension."""
    if prices.shape[1] != n:
        raise ValueError(
            f"prices must have one column per dimension of the domain, {n}, got {prices.shape[1]}"
        )


def utility(value: Any, T: int, n: int) -> None:
    """Refuse what is not a utility of T rounds, trying its value and gradient in round 1."""
    if isinstance(value, type) or not isinstance(value, Utility):
        raise TypeError(f"utility must have methods value(t, X) and gradient(t, X), got {value!r}")
    if getattr(value, "T", T) != T:
        raise ValueError(f"utility must have as many rounds as prices, {T}, got {value.T}")  # type: ignore[attr-defined]
    if getattr(value, "n", n) != n:
        raise ValueError(f"utility must have the dimension of the domain, {n}, got {value.n}")  # type: ignore[attr-defined]
    points = np.zeros((2, n))
    for name, shape, result in (
        ("value", (2,), value.value(0, points)),
        ("value", (), value.value(0, points[0])),
        ("gradient", (2, n), value.gradient(0, points)),
    ):
        if np.shape(result) != shape:
            raise ValueError(
                f"utility.{name} must return shape {shape} for points of shape"
                f" {(2, n) if shape else (n,)}, got {np.shape(result)}"
            )
        if not np.isfinite(result).all():
            bad = np.asarray(result)[~np.isfinite(result)].flat[0]
            raise ValueError(f"utility.{name} must be finite, got {bad} at the origin of round 1")

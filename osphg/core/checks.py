"""What the constructors of rounds refuse; `osphg.core.assumptions` has what samples refute."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from osphg.core import validate
from osphg.core.domain import Domain, require_domain
from osphg.core.utility import require_utility
from osphg.core.validate import FloatArray

COLUMNS = ("round", "utility", "spend", "violation", "multiplier")  # of a run's table
_ENDS = ("lower", "upper")


def domain(name: str, value: Any) -> Domain:
    """Return what is a domain that contains the origin, and refuse anything else."""
    X = require_domain(name, value)
    n = validate.size(f"{name}.n", X.n)
    lower, upper = (validate.array(f"{name}.{end}", getattr(X, end), (n,)) for end in _ENDS)
    validate.non_negative_float(f"{name}.diameter", X.diameter)
    if (lower < 0).any():
        raise ValueError(f"{name} must lie in the non-negative orthant, got {value}")
    if (lower > upper).any():
        raise ValueError(f"{name}.lower must be <= {name}.upper, got {value}")
    if not X.contains(np.zeros(n)):
        raise ValueError(f"{name} must contain the origin, got {value}")
    return X


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
    require_utility("utility", value)
    rounds, dimension = getattr(value, "T", T), getattr(value, "n", n)
    if not np.array_equal(rounds, T):
        raise ValueError(
            f"utility must have as many rounds as prices, {T}, got {validate.shown(rounds)}"
        )
    if not np.array_equal(dimension, n):
        raise ValueError(
            f"utility must have the dimension of the domain, {n}, got {validate.shown(dimension)}"
        )
    points = np.zeros((2, n))
    for name, shape, result in (
        ("value", (2,), value.value(0, points.copy())),
        ("value", (), value.value(0, points[0].copy())),
        ("gradient", (2, n), value.gradient(0, points.copy())),
    ):
        found = validate.real(f"utility.{name}", result)
        if found.shape != shape:
            raise ValueError(
                f"utility.{name} must return shape {shape} for points of shape"
                f" {(2, n) if shape else (n,)}, got {found.shape}"
            )
        if not np.isfinite(found).all():
            bad = found[~np.isfinite(found)].flat[0]
            raise ValueError(f"utility.{name} must be finite, got {bad} at the origin of round 1")


def names(name: str, value: Any, n: int) -> tuple[str, ...]:
    """Return n names of items, no two the same, none of them that of a column of a run."""
    if isinstance(value, str | bytes) or not isinstance(value, Sequence | np.ndarray):
        raise TypeError(f"{name} must be a sequence of {n} texts, got {validate.shown(value)}")
    listed = np.ravel(value).tolist() if isinstance(value, np.ndarray) else list(value)
    found = tuple(str(entry) if isinstance(entry, str) else entry for entry in listed)
    if not all(isinstance(entry, str) and entry for entry in found):
        raise TypeError(f"{name} must hold texts that are not empty, got {validate.shown(value)}")
    if len(found) != n or len(set(found)) != n:
        raise ValueError(f"{name} must be {n} different texts, got {validate.shown(value)}")
    if taken := [entry for entry in found if entry in COLUMNS]:
        raise ValueError(f"{name} must not be {taken[0]}, a column of a run's table, got {found}")
    return found

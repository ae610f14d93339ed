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


def utility(value: Any, T: int, X: Domain) -> None:
    """Refuse what is not a utility of T rounds, trying its value and gradient in round 1.

    At the origin, and at points of X with other numbers of rows than columns, so that a function of
    one point cannot pass for one of many.
    """
    n = X.n
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
    for name, ending in (("value", ()), ("gradient", (n,))):
        for points in (np.zeros((2, n)), np.zeros(n)):
            found = _asked(name, value, points, points.shape[:-1] + ending)
            if not np.isfinite(found).all():
                bad = found[~np.isfinite(found)].flat[0]
                raise ValueError(
                    f"utility.{name} must be finite, got {bad} at the origin of round 1"
                )
        points = probes(X)
        batch = _asked(name, value, points, points.shape[:-1] + ending)
        for i in (0, -1):
            alone = _asked(name, value, points[i], ending)
            if not np.allclose(batch[i], alone, rtol=1e-9, atol=1e-12, equal_nan=True):
                raise ValueError(
                    f"utility.{name} must be the same for a point alone as in a batch, where each"
                    f" row is a point: got {validate.shown(alone)} and {validate.shown(batch[i])}"
                    f" at {points[i]} of round 1"
                )


def _asked(name: str, utility: Any, points: FloatArray, shape: tuple[int, ...]) -> FloatArray:
    """Return the values or gradients of round 1 at some points, if they have that shape."""
    wanted = f"utility.{name} must return shape {shape} for points of shape {points.shape}"
    try:
        with np.errstate(all="ignore"):  # what overflows is refused in its round
            result = getattr(utility, name)(0, points.copy())
    except (ValueError, IndexError) as error:
        raise ValueError(f"{wanted}, got {type(error).__name__}: {error}") from error
    found = validate.real(f"utility.{name}", result)
    if found.shape != shape:
        raise ValueError(f"{wanted}, got {found.shape}")
    return found


def probes(X: Domain) -> FloatArray:
    """Return n + 1 points of X in general position; of many dimensions, 3."""
    rows = X.n + 1 if X.n <= 64 else 3
    shares = np.random.default_rng(0).uniform(0.1, 0.9, (rows, X.n))
    points = X.lower + shares * (X.upper - X.lower)
    for _ in range(30):  # towards the origin, which is in X: projections may be dear
        if np.all(X.contains(points)):
            return points
        points = points / 2
    return np.asarray(X.project(points), dtype=np.float64)


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

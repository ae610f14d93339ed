"""What the package asks of a decision set; `osphg.core.domains` has some."""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from osphg.core import validate
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


class HalfSpaces(NamedTuple):
    """A set as {x : A x <= b, lower <= x <= upper}."""

    A: FloatArray  # (m, n)
    b: FloatArray  # (m,)
    lower: FloatArray  # (n,)
    upper: FloatArray  # (n,)


@runtime_checkable
class Faceted(Domain, Protocol):
    """A domain that knows its faces, as the best decision on all windows asks for."""

    def half_spaces(self) -> HalfSpaces:
        """Return the set as linear inequalities."""


def require_domain(name: str, value: object, n: int | None = None) -> Domain:
    """Return what is a domain; TypeError for anything else, ValueError for a dimension but n."""
    if not validate.offers(value, Domain):
        raise TypeError(
            f"{name} must be a Domain such as Box or Simplex, got {validate.shown(value)}"
        )
    if n is not None and value.n != n:
        raise ValueError(f"{name} must have dimension {n}, got {value.n}")
    return value


def rounding(domain: Domain) -> float:
    """Return by how much rounding may move a decision out of X: 1e-9, or that of its largest."""
    return 1e-9 * max(1.0, float(np.abs(domain.upper).max()))


_FLOAT, _LARGE = np.dtype(np.float64), validate.SQUARABLE**2


def as_points(name: str, points: ArrayLike, n: int, *, finite: bool = True) -> FloatArray:
    """Return `points` as an array whose last axis has length n.

    TypeError unless they are real numbers; ValueError for another length, or for a coordinate that
    is not finite where all of them have to be.
    """
    plain = type(points) is np.ndarray and points.dtype == np.float64
    X: FloatArray = points if plain else validate.real(name, points)  # type: ignore[assignment]
    if X.ndim == 0 or X.shape[-1] != n:
        raise ValueError(f"{name} must have shape (..., {n}), got {X.shape}")
    return validate.finite(name, X) if finite else X


def as_decisions(points: ArrayLike, n: int, name: str = "X") -> FloatArray:
    """Return the points of a utility, as `as_points`; ValueError where squares would overflow."""
    if (
        type(points) is np.ndarray
        and points.dtype is _FLOAT
        and points.ndim
        and points.shape[-1] == n
        and np.vdot(points, points) <= _LARGE
    ):
        return points  # as a player's are: the rest would take longer than the utility
    X = as_points(name, points, n, finite=False)
    if not validate.squarable(X):
        validate.bounded(name, validate.finite(name, X), validate.SQUARABLE)
    return X


def as_tested(points: ArrayLike, n: int, atol: float) -> tuple[FloatArray, float]:
    """Return the points and the tolerance of a membership test; NaN and inf are in no set."""
    return as_points("X", points, n, finite=False), validate.non_negative_float("atol", atol)


def upper_bounds(name: str, value: ArrayLike) -> FloatArray:
    """Return a read-only copy of a box's upper bounds.

    TypeError unless they are real numbers; ValueError unless they are one or more, on one axis,
    finite, and at most 1e150.
    """
    return validate.own(validate.array(name, value, (None,), validate.SQUARABLE))


def lower_bounds(box: Domain, name: str, value: ArrayLike | None) -> FloatArray:
    """Return the same of its lower bounds; ValueError, too, where one is above the upper bound."""
    upper = box.upper
    given = np.zeros_like(upper) if value is None else value
    lower = validate.own(validate.array(name, given, (len(upper),), validate.SQUARABLE))
    if (lower > upper).any():
        i = int(np.argmax(lower > upper))
        raise ValueError(
            f"lower must be <= upper, got lower[{i}] = {lower[i]:g} > upper[{i}] = {upper[i]:g}"
        )
    return lower


def row(values: FloatArray) -> str:
    """Write a vector on one line, a long one by its first entries."""
    entries = [f"{value:g}" for value in values[:6]]
    return "[" + ", ".join([*entries, *(["..."] if len(values) > 6 else [])]) + "]"

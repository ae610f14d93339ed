"""The nearest point of a box that half-spaces cut, in floating-point or in rational arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from osphg.checks import FloatArray

# Arrays of floats, or of dtype object with Fractions: numpy computes with both alike.
Numbers = Any

_STEPS = 60  # a handful is usual; what does not end is left to rational arithmetic, or refused


class CutBox(NamedTuple):
    """The set {lower <= x <= upper, A x <= b}, A (m, n), in one of the two arithmetics."""

    A: Numbers
    b: Numbers
    lower: Numbers
    upper: Numbers

    def rational(self) -> CutBox:
        """Return the same numbers as fractions."""
        return CutBox(*(as_fractions(part) for part in self))


def as_fractions(values: FloatArray) -> Numbers:
    """Return floats as the rational numbers that they are, in an array of the same shape."""
    found = np.array([Fraction(value) for value in values.ravel().tolist()], dtype=object)
    return found.reshape(values.shape)


def nearest_point(y: Numbers, cut: CutBox, forces: Numbers) -> tuple[Numbers, Numbers] | None:
    """Project y (n,) onto a cut box: return the point and its multipliers (m,); None if not found.

    The point is x = clip(y - A'u) for the multipliers u >= 0 of the m rows that maximise a concave
    function, piecewise quadratic, whose gradient is the excess A x - b. Each step goes along
    Newton's direction on the present piece as far as the function rises. `forces` are the
    multipliers to begin with. As the bounds are met by cutting, coordinates may be in any units.

    Fractions end at the optimum itself. Floats end where the excess is down to their rounding, or
    after 60 steps: whether that is the optimum is to be asked of the result.
    """
    A, b, lower, upper = cut
    exact = A.dtype == object
    u = forces
    x = y
    for _ in range(_STEPS):
        z = y - u @ A
        x = np.minimum(np.maximum(z, lower), upper)
        free = (lower < z) & (z < upper)
        excess = A @ x - b
        slack = 0 if exact else _rounding(np.where(free, np.abs(y) + u @ np.abs(A), np.abs(x)), A)
        above, below = excess > slack, (excess < -slack) & (u > 0)
        if not (above | below).any():
            return x, u
        direction = _ascent_direction(A * free, excess, (u > 0) | above, u, slack)
        if not direction @ excess > 0:  # only by rounding
            break
        falling = direction < 0
        ends = u[falling] / -direction[falling]
        most = ends.min() if falling.any() else None
        step = _ascent_length(direction, direction @ A, z, cut, most)
        if step is None:
            return None
        u = np.maximum(u + step * direction, 0)
        if step == most:
            u[np.flatnonzero(falling)[ends == most]] = 0  # not what rounding leaves of them
    return None if exact else (x, u)


def _rounding(sizes: FloatArray, A: FloatArray) -> FloatArray:
    """Return by how much rounding moves A x, (m,), for x computed from numbers of these sizes."""
    return np.asarray(4 * np.finfo(np.float64).eps * (np.abs(A) @ sizes))


def _ascent_direction(
    A: Numbers, excess: Numbers, rows: Numbers, u: Numbers, slack: Any
) -> Numbers:
    """Return a direction in which the dual function rises; coordinates that are fixed have A = 0.

    It moves the multipliers of some `rows` alone: not those at 0 that it would make negative.
    """
    gram, slack = A @ A.T, slack + 0 * excess
    while True:
        at = np.flatnonzero(rows)
        direction = 0 * u
        direction[at] = _newton(gram[np.ix_(at, at)], excess[at], slack[at])
        stuck = rows & (u == 0) & (direction < 0)
        if not stuck.any():
            return direction
        rows = rows & ~stuck


def _newton(gram: Numbers, excess: Numbers, slack: Numbers) -> Numbers:
    """Return d with gram d = excess, Newton's direction; where none is, one without curvature.

    Gauss-Jordan elimination. A row of the Gram matrix that the others combine to has no pivot: the
    multipliers that combine them to 0 move no coordinate, and the function is linear along them.
    """
    size = len(excess)
    table = np.column_stack([gram, excess])
    exact = gram.dtype == object
    least = 0 * excess if exact else 64 * np.finfo(np.float64).eps * gram.diagonal()
    pivots = np.zeros(size, dtype=bool)
    for k in range(size):
        if table[k, k] > least[k]:
            pivots[k] = True
            table[k] = table[k] / table[k, k]
            others = np.arange(size) != k
            table[others] = table[others] - np.outer(table[others, k], table[k])
    left = np.where(pivots, 0 * excess, table[:, -1])
    k = int(np.abs(left).argmax())
    if not abs(left[k]) > slack[k]:
        return np.where(pivots, table[:, -1], 0 * excess)
    combined = np.where(pivots, -table[:, k], 0 * excess)
    combined[k] = 1
    return combined if left[k] > 0 else -combined


def _ascent_length(direction: Numbers, pull: Numbers, z: Numbers, cut: CutBox, most: Any) -> Any:
    """Return how far the dual function rises along a direction, at most `most`; None: for ever.

    Its slope falls, linear between the places where a coordinate of x meets a bound.
    """
    moving = pull != 0
    ends = np.concatenate(
        [(z[moving] - bound[moving]) / pull[moving] for bound in (cut.lower, cut.upper)]
    )
    at = np.unique(np.append(ends[ends > 0], [] if most is None else [most]))
    if most is not None:
        at = at[at <= most]
    before = 0 * direction[0]
    slope_before = _slope(before, direction, pull, z, cut)
    for t in at:
        slope = _slope(t, direction, pull, z, cut)
        if slope <= 0:
            steepness = (slope_before - slope) / (t - before)
            return before + slope_before / steepness if steepness > 0 else t
        before, slope_before = t, slope
    return most


def _slope(t: Any, direction: Numbers, pull: Numbers, z: Numbers, cut: CutBox) -> Any:
    """Return the slope of the dual function at distance t along a direction."""
    x = np.minimum(np.maximum(z - t * pull, cut.lower), cut.upper)
    return direction @ (cut.A @ x - cut.b)

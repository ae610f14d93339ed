"""The nearest point of a box that half-spaces cut, in floating-point or in rational arithmetic.

A quadratic programme in floats misses the point where the coordinates are in units far apart, or
where a point is far from the set: its tolerances are absolute. The method here has none, and in
rational arithmetic it ends at the exact point.

The nearest point to y minimises ``|x - y|^2/2`` over the x of the box with A x <= b. Each of the m
rows of A has a multiplier u_i >= 0, a price of exceeding b_i. Given u, the best x of the box is
x(u) = clip(y - A'u), and the minimum that it reaches, ``|x - y|^2/2 + <u, A x - b>``, is the dual
function of u. This function is concave, and quadratic on each piece, a range of u in which the same
coordinates of x are at a bound; its gradient is the excess A x(u) - b. Where u maximises it, x(u)
is the nearest point.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from osphg.checks import FloatArray

# Arrays of floats, or of dtype object with Fractions: numpy computes with both alike. Zeros of the
# right kind are written 0 * array.
Numbers = Any

_MAX_STEPS = 60  # five or so are usual; what takes longer in floats is left to fractions
_EPS = np.finfo(np.float64).eps


class CutBox(NamedTuple):
    """The set {lower <= x <= upper, A x <= b}, in one of the two arithmetics."""

    A: Numbers  # (m, n)
    b: Numbers  # (m,)
    lower: Numbers  # (n,)
    upper: Numbers  # (n,)

    def in_fractions(self) -> CutBox:
        """Return the same numbers as fractions."""
        return CutBox(*(as_fractions(part) for part in self))

    def clip(self, z: Numbers) -> Numbers:
        """Cut the coordinates of a point (n,) at the bounds."""
        return np.minimum(np.maximum(z, self.lower), self.upper)


def as_fractions(values: FloatArray) -> Numbers:
    """Return floats as the rational numbers that they are, in an array of the same shape."""
    fractions = [Fraction(value) for value in values.ravel().tolist()]
    return np.array(fractions, dtype=object).reshape(values.shape)


def nearest_point(y: Numbers, region: CutBox, start: Numbers) -> tuple[Numbers, Numbers] | None:
    """Project a point y onto a box that half-spaces cut.

    It maximises the dual function, which the docstring of the module has. Each step goes in
    Newton's direction for the piece that the multipliers u are in, as far as the function rises. As
    the bounds are met by clipping, coordinates may be in any units.

    Fractions end at the optimum itself. Floats end where the excess is down to their rounding, or
    after 60 steps: the caller has to test whether that is the optimum.

    Parameters
    ----------
    y : Numbers
        The point, (n,), in the arithmetic of `region`.
    region : CutBox
        The set.
    start : Numbers
        The multipliers to begin with, (m,), not negative.

    Returns
    -------
    tuple of Numbers, or None
        The nearest point (n,) and its multipliers (m,). None if no multipliers were found: where
        the set is empty, and in fractions after 60 steps.
    """
    A, b = region.A, region.b
    exact = A.dtype == object  # fractions, which are not rounded
    u = start
    x = y
    for _ in range(_MAX_STEPS):
        unclipped = y - u @ A
        x = region.clip(unclipped)
        # Coordinates that no bound holds: only these move with the multipliers.
        free = (region.lower < unclipped) & (unclipped < region.upper)
        excess = A @ x - b
        slack: Any = 0
        if not exact:
            # How large the numbers are that x is added up from.
            terms = np.where(free, np.abs(y) + u @ np.abs(A), np.abs(x))
            slack = _rounding_of_rows(A, terms)
        too_high = excess > slack
        too_low = (excess < -slack) & (u > 0)  # a multiplier at 0 cannot fall
        if not (too_high | too_low).any():  # the function rises in no direction: its maximum
            return x, u
        may_move = (u > 0) | too_high
        direction = _ascent_direction(A * free, excess, may_move, u, slack)
        if not direction @ excess > 0:  # the function does not rise there: only by rounding
            break
        # No multiplier may become negative: the step ends where the first of them is 0.
        falling = direction < 0
        lengths = u[falling] / -direction[falling]  # at which each of them is 0
        longest = lengths.min() if falling.any() else None
        pull = direction @ A  # by how much `unclipped` falls per distance
        step = _ascent_length(direction, pull, unclipped, region, longest)
        if step is None:  # the dual function has no maximum, so no point satisfies all rows
            return None
        u = np.maximum(u + step * direction, 0)
        if step == longest:
            # Exactly 0, where rounding would leave a little.
            u[np.flatnonzero(falling)[lengths == longest]] = 0
    # In floats, after the last step: x is still that of the multipliers before it. The caller tests
    # both.
    return None if exact else (x, u)


def _rounding_of_rows(A: FloatArray, sizes: FloatArray) -> FloatArray:
    """Return what rounding may make of A x, (m,), with x added up from numbers of `sizes`, (n,)."""
    return np.asarray(4 * _EPS * (np.abs(A) @ sizes))


def _ascent_direction(
    A: Numbers, excess: Numbers, may_move: Numbers, u: Numbers, slack: Any
) -> Numbers:
    """Return a direction (m,) in which the dual function rises.

    It is Newton's direction in the multipliers that may move. A multiplier at 0 cannot fall: where
    Newton's direction would lower such multipliers, they are fixed, and it is computed anew. Where
    the dual function is linear along some direction and rises there by more than `slack`, it has no
    maximum, and that direction is returned in place of Newton's.

    Parameters
    ----------
    A : Numbers
        The matrix of the half-spaces, (m, n). Columns of coordinates that stand at a bound, and so
        do not follow the multipliers, are 0.
    excess : Numbers
        A x - b, (m,), the gradient of the dual function.
    may_move : Numbers
        Which multipliers may move, booleans (m,): those above 0, and those whose row is exceeded by
        more than rounding.
    u : Numbers
        The multipliers, (m,), not negative.
    slack : Numbers or 0
        By how much rounding may move the excess, (m,); 0 in rational arithmetic.

    Returns
    -------
    Numbers
        The direction, (m,): 0 for the multipliers that do not move.
    """
    gram = A @ A.T  # minus the Hessian of the dual function on the piece that u is in
    slack = slack + 0 * excess  # (m,), also where it was given as 0
    while True:
        moving = np.flatnonzero(may_move)
        direction = 0 * u
        direction[moving] = _newton_direction(
            gram[np.ix_(moving, moving)], excess[moving], slack[moving]
        )
        stuck = may_move & (u == 0) & (direction < 0)
        if not stuck.any():
            return direction
        may_move = may_move & ~stuck


def _newton_direction(gram: Numbers, excess: Numbers, slack: Numbers) -> Numbers:
    """Solve gram d = excess for Newton's direction d, by Gauss-Jordan elimination.

    At d the quadratic of the present piece has its maximum. A row of the Gram matrix that is a
    combination of others has no pivot, and there may be no solution then: the combination of
    multipliers moves no coordinate of x, so that the dual function is linear along it and has no
    maximum. If it rises along it by more than rounding, that direction is returned instead.

    Parameters
    ----------
    gram : Numbers
        The inner products of the rows of A whose multipliers move, (k, k).
    excess, slack : Numbers
        The gradient, and by how much rounding may move it, (k,).

    Returns
    -------
    Numbers
        The direction of the multipliers, (k,): d, with 0 where there is no pivot, or the direction
        along which the dual function rises without end.
    """
    size = len(excess)
    zeros = 0 * excess  # in the arithmetic of `excess`
    table = np.column_stack([gram, excess])  # of the elimination, (k, k + 1)
    exact = gram.dtype == object  # rational numbers, where nothing is rounded
    negligible = zeros if exact else 64 * _EPS * gram.diagonal()  # what rounding leaves of a 0
    has_pivot = np.zeros(size, dtype=bool)
    for k in range(size):
        if table[k, k] > negligible[k]:
            has_pivot[k] = True
            table[k] = table[k] / table[k, k]
            others = np.arange(size) != k
            table[others] = table[others] - np.outer(table[others, k], table[k])
    # Without a pivot the left side of an equation is 0, and what is on the right contradicts it.
    unsolved = np.where(has_pivot, zeros, table[:, -1])
    k = int(np.abs(unsolved).argmax())
    if not abs(unsolved[k]) > slack[k]:  # no contradiction: the last column has the solution
        return np.where(has_pivot, table[:, -1], zeros)
    # Column k says how the rows with a pivot combine to row k. With 1 for row k itself that is a
    # direction that the Gram matrix takes to 0, and along it the function rises by unsolved[k].
    flat = np.where(has_pivot, -table[:, k], zeros)
    flat[k] = 1
    return flat if unsolved[k] > 0 else -flat


def _ascent_length(
    direction: Numbers, pull: Numbers, unclipped: Numbers, region: CutBox, longest: Any
) -> Any:
    """Return how far the dual function rises along a direction; None if it rises for ever.

    The function is concave, so that its slope falls along the direction. The slope is linear
    between the distances at which a coordinate of x meets or leaves a bound: it is computed at each
    of them, until it is no longer positive.

    Parameters
    ----------
    direction : Numbers
        In which the multipliers move, (m,).
    pull : Numbers
        direction @ A, (n,): `unclipped` moves by minus that.
    unclipped : Numbers
        y - A'u, (n,), whose clipped coordinates are x.
    region : CutBox
        The set.
    longest : number or None
        The largest distance allowed; None is no limit.
    """
    moving = pull != 0
    distances = np.concatenate(
        [
            (unclipped[moving] - bound[moving]) / pull[moving]
            for bound in (region.lower, region.upper)
        ]
    )
    distances = distances[distances > 0]
    if longest is not None:
        distances = np.append(distances, [longest])
        distances = distances[distances <= longest]
    t_before = 0 * direction[0]  # 0 in the arithmetic of `direction`: a fraction stays a fraction
    slope_before = _slope(t_before, direction, pull, unclipped, region)
    for t in np.unique(distances):
        slope = _slope(t, direction, pull, unclipped, region)
        if slope <= 0:  # between t_before and t it is linear, so 0 by interpolation
            # The caller has made sure that the first slope is above 0. So this is 0 only where the
            # quotient underflows.
            steepness = (slope_before - slope) / (t - t_before)
            return t_before + slope_before / steepness if steepness > 0 else t
        t_before = t
        slope_before = slope
    return longest  # up to which it rises, or None: behind the last bound the slope stays as it is


def _slope(t: Any, direction: Numbers, pull: Numbers, unclipped: Numbers, region: CutBox) -> Any:
    """Return the slope of the dual function at distance t along a direction.

    That is <direction, A x - b> for the point x that the multipliers u + t direction give. The
    other arguments are those of `_ascent_length`: `pull` is by how much `unclipped`, y - A'u, falls
    per distance.
    """
    x = region.clip(unclipped - t * pull)
    return direction @ (region.A @ x - region.b)

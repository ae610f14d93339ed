"""What a solver of the benchmark is, and how it is asked.

A solver maximises an objective f, the sum of a game's utilities, over a polytope, the region.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from osphg.checks import FloatArray
from osphg.domains import Box, Domain, Polytope, power_of_2_unit
from osphg.utilities import Objective, Quadratic

_MOST_STEPS = 100  # of an ascent
_ARMIJO = 1e-4  # a step has to gain this share of what the slope promises


class Solution(NamedTuple):
    """What a solver returns.

    Parameters
    ----------
    x : FloatArray
        A point of the region, (n,).
    value : float
        The objective at x.
    upper_bound : float
        No point of the region that lies in the domain has a larger value.
    method : str
        How the bound was reached, in words.
    """

    x: FloatArray
    value: float
    upper_bound: float
    method: str


Solver = Callable[[Objective, Polytope, Domain], Solution]
"""Maximises an objective over a region: ``solver(objective, region, domain) -> Solution``.

A user's objective is defined on `domain` alone, of which the region is a part; where the region is
a relaxation, larger than the domain, the objective is one that is defined on all of the region.
"""

# What `branch_and_bound` and the like are inside, where each coordinate is about 1: it is called
# with an objective, a region, and a function that says of points (..., n) whether they lie in the
# domain. That is a function and no Domain, since a domain cannot be brought to other units.
UnitSolver = Callable[[Objective, Polytope, Callable[[FloatArray], NDArray[np.bool_]]], Solution]


class Rescaled:
    """An objective f of x as one of y = x / units.

    Parameters
    ----------
    f : Objective
        The function of x.
    units : FloatArray
        The units of the coordinates, (n,), positive.
    """

    def __init__(self, f: Objective, units: FloatArray) -> None:
        self.f = f
        self.units = units
        self.points_per_call = getattr(f, "points_per_call", 1)  # see `osphg.utilities.Sum`

    def value(self, Y: FloatArray, /) -> FloatArray:
        """Return f at the points x = y * units: (..., n) -> (...,)."""
        return self.f.value(Y * self.units)

    def gradient(self, Y: FloatArray, /) -> FloatArray:
        """Return the gradient by y: (..., n) -> (..., n)."""
        return self.f.gradient(Y * self.units) * self.units


def in_own_units(f: Objective, region: Polytope) -> tuple[Objective, Polytope, FloatArray]:
    """Write an objective and a region in coordinates y = x / units that are about 1.

    The units are powers of 2, by which nothing is rounded. A Quadratic stays one, with other H and
    h: some solvers take nothing else. Any other objective is wrapped.

    Parameters
    ----------
    f, region
        The objective of x, and the set of the x.

    Returns
    -------
    tuple
        The objective of y, the set of the y, and the units, (n,): x = y * units.
    """
    units = power_of_2_unit(region.box.upper[np.newaxis], axis=0)
    box = Box(region.box.upper / units, region.box.lower / units)
    region_of_y = Polytope(region.A * units, region.b, box)
    if isinstance(f, Quadratic):
        return Quadratic(f.H * units * units[:, np.newaxis], f.h * units), region_of_y, units
    return Rescaled(f, units), region_of_y, units


def solve_in_own_units(
    solve: UnitSolver, f: Objective, region: Polytope, domain: Domain
) -> Solution:
    """Solve in y = x / units, with units that make each coordinate of the region about 1.

    Tolerances of solvers are absolute: without that, a bid in millionths is 0 to them. The units
    are powers of 2, by which nothing is rounded.

    Parameters
    ----------
    solve
        A solver for coordinates that are about 1. It gets f and the region by y, and a function
        that says of points y, (..., n), whether they lie in the domain.
    f, region, domain
        What a `Solver` is asked: the objective, where it is maximised, and where it is defined.

    Returns
    -------
    Solution
        What `solve` returned, with x in the units of the region.
    """
    f_of_y, region_of_y, units = in_own_units(f, region)

    def defined_at(Y: FloatArray) -> NDArray[np.bool_]:
        """Say of points y, (..., n), whether they lie in the domain, where f is defined.

        Exactly there: f may refuse a point that is outside by rounding alone.
        """
        return domain.contains(Y * units, 0.0)

    solution = solve(f_of_y, region_of_y, defined_at)
    return solution._replace(x=solution.x * units)


def ascend(f: Objective, region: Polytope, x: FloatArray) -> tuple[FloatArray, float]:
    """Take projected gradient steps with backtracking from x, to a stationary point or 100 steps.

    A step that gains too little is followed by one of a quarter of its length, and one that gains
    enough by one of twice its length. Where a call of f is dear, and takes several points at hardly
    more cost (`points_per_call`), several shorter steps are tried in one call.

    Enough is the part `_ARMIJO`, 1e-4, of what the slope promises. A point counts as stationary
    where a step gains no more than 1e-13 of the value, little more than its rounding, or where
    steps have become shorter than 1e-9 of the diameter without a gain.

    Parameters
    ----------
    f
        What is maximised.
    region
        Where; its `project` is used.
    x
        The first point, (n,), in the region.

    Returns
    -------
    tuple
        The last point, (n,), and f there, which is no less than at the first.
    """
    value = float(f.value(x))
    slope = f.gradient(x)
    step = region.diameter / (np.linalg.norm(slope) or 1.0)  # as far as the region is wide
    # The lengths that are tried in one call of f, as parts of `step`: 1, 1/4, ... At most 8 of
    # them, down to 1/4^7.
    shorter = 0.25 ** np.arange(min(getattr(f, "points_per_call", 1), 8))
    steps_tried = 0
    stationary = False
    while steps_tried < _MOST_STEPS and not stationary:
        trials = region.project(x + step * shorter[:, None] * slope)
        values = f.value(trials)
        gains = values - value
        good = (gains > 0.0) & (gains >= _ARMIJO * ((trials - x) @ slope))
        # The longest good step, or the shortest one if none is good.
        i = int(good.argmax()) if good.any() else len(shorter) - 1
        steps_tried += i + 1  # as if they had been tried one by one
        step *= float(shorter[i])
        if good[i]:
            x = trials[i]
            value = float(values[i])
            slope = f.gradient(x)
            step *= 2.0
            stationary = bool(gains[i] <= 1e-13 * abs(value))
        else:
            step /= 4.0
            stationary = bool(step * np.linalg.norm(slope) <= 1e-9 * region.diameter)
    return x, value

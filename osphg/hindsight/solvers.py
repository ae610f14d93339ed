"""What a solver of the benchmark is, and how it is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from osphg.checks import FloatArray
from osphg.domains import Box, Domain, Polytope, power_of_2_unit
from osphg.utilities import Objective, Quadratic


class Solution(NamedTuple):
    """What a solver returns."""

    x: FloatArray  # feasible
    value: float
    upper_bound: float  # no feasible value exceeds it
    method: str


# Maximises over a region, a subset of the domain on which alone the objective is defined.
Solver = Callable[[Objective, Polytope, Domain], Solution]


class Rescaled:
    """An objective f of x as one of y = x / units."""

    def __init__(self, f: Objective, units: FloatArray) -> None:
        self.f, self.units = f, units
        self.points_per_call = getattr(f, "points_per_call", 1)

    def value(self, Y: FloatArray, /) -> FloatArray:
        """Return f at the points y * units."""
        return self.f.value(Y * self.units)

    def gradient(self, Y: FloatArray, /) -> FloatArray:
        """Return the gradient by y."""
        return self.f.gradient(Y * self.units) * self.units


# Maximises over a region; a function of points tells where the objective is defined.
OwnSolver = Callable[[Objective, Polytope, Callable[[FloatArray], NDArray[np.bool_]]], Solution]


def solve_in_own_units(
    solve: OwnSolver, f: Objective, region: Polytope, domain: Domain
) -> Solution:
    """Solve in y = x / units, with units that make each coordinate of the region about 1.

    Tolerances of solvers are absolute: without that, a bid in millionths is 0 to them. The units
    are powers of 2, by which nothing is rounded.
    """
    units = power_of_2_unit(region.box.upper[np.newaxis], axis=0)
    box = Box(region.box.upper / units, region.box.lower / units)
    own = Polytope(region.A * units, region.b, box)
    g: Objective = Rescaled(f, units)
    if isinstance(f, Quadratic):
        g = Quadratic(f.H * units * units[:, np.newaxis], f.h * units)
    found = solve(g, own, lambda Y: domain.contains(Y * units, 0.0))
    return found._replace(x=found.x * units)


def ascend(f: Objective, region: Polytope, x: FloatArray) -> tuple[FloatArray, float]:
    """Projected gradient ascent with backtracking from x, to a stationary point or 100 steps.

    Where a call is dear, the shorter steps that may come next are asked for together.
    """
    value, slope = float(f.value(x)), f.gradient(x)
    step, tried, done = region.diameter / (np.linalg.norm(slope) or 1.0), 0, False
    shorter = 0.25 ** np.arange(min(getattr(f, "points_per_call", 1), 8))
    while tried < 100 and not done:
        trials = region.project(x + step * shorter[:, None] * slope)
        values = f.value(trials)
        gains = values - value
        good = (gains > 0.0) & (gains >= 1e-4 * ((trials - x) @ slope))
        i = int(good.argmax()) if good.any() else len(shorter) - 1
        tried, step = tried + i + 1, step * float(shorter[i])
        if good[i]:
            x, value, slope, step = trials[i], float(values[i]), f.gradient(trials[i]), 2.0 * step
            done = bool(gains[i] <= 1e-13 * abs(value))
        else:
            step /= 4.0
            done = bool(step * np.linalg.norm(slope) <= 1e-9 * region.diameter)
    return x, value

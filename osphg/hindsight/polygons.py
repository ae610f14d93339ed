"""The exact maximum of a quadratic over an interval or a polygon."""

from __future__ import annotations

from typing import Any

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Domain, Polytope, power_of_2_unit
from osphg.hindsight.solvers import Solution, solve_in_own_units
from osphg.utilities import Objective, Quadratic

_EPS = float(np.finfo(np.float64).eps)


def best_of_polygons(f: Quadratic, V: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Maximise f over m intervals (n = 1) or polygons (n = 2).

    A maximum lies at a vertex, or at the stationary point of a side or of the interior: all are
    compared.

    Parameters
    ----------
    f
        The quadratic, f(x) = x'H x/2 + h'x with H symmetric.
    V
        The vertices, (m, v, n), counter-clockwise. A polygon of fewer than v vertices has its last
        one several times (`pad_polygons`), so that a side may have length 0. Coordinates are in
        units that make them about 1, for H to be told from a singular matrix.

    Returns
    -------
    tuple
        The maximisers, (m, n), their values, (m,), and upper bounds of the maxima, (m,). A bound
        exceeds its value by 64 eps (r'|H| r + |h|'r) for rounding, r the largest coordinates.
    """
    m, _, n = V.shape
    side = np.roll(V, -1, axis=1) - V  # from each vertex to the next
    # At the share s of a side, in [0, 1], f is slope s + bend s^2 / 2 above its beginning. Where it
    # bends down, its maximum is at s = -slope / bend; elsewhere an end of the side is as good.
    slope = (f.gradient(V) * side).sum(axis=-1)
    bend = ((side @ f.H) * side).sum(axis=-1)
    step = np.clip(np.divide(-slope, bend, out=np.zeros_like(slope), where=bend < 0.0), 0.0, 1.0)
    points = [V, V + step[..., None] * side]
    H = f.H / power_of_2_unit(f.H)  # entries about 1, so that no square overflows
    if n == 2 and abs(H[0, 0] * H[1, 1] - H[0, 1] ** 2) > 64 * _EPS * np.linalg.norm(H) ** 2:
        # The point where the gradient is 0. Where H is singular to rounding error, none is needed:
        # f is linear along a line through any point, and a side is as good.
        stationary = np.linalg.solve(f.H, -f.h)
        # It is within a polygon if it lies to the left of every side. The second test is for
        # a flat polygon, where points of its line beyond its ends pass the first.
        units = power_of_2_unit(V.reshape(-1, n), axis=0)
        s = side / units
        to = (stationary - V) / units  # from each vertex to the stationary point
        within = (s[..., 0] * to[..., 1] >= s[..., 1] * to[..., 0]).all(axis=1)
        within &= ((V.min(axis=1) <= stationary) & (stationary <= V.max(axis=1))).all(axis=1)
        # For a polygon that it is not in, a vertex takes its place among the candidates.
        points.append(np.where(within[:, None], stationary, V[:, 0])[:, None])
    candidates = np.concatenate(points, axis=1)
    x = candidates[np.arange(m), f.value(candidates).argmax(axis=1)]
    value = f.value(x)
    r = np.abs(V).max(axis=1)  # the largest coordinates, (m, n)
    size = ((r @ np.abs(f.H)) * r).sum(axis=1) + r @ np.abs(f.h)
    return x, value, value + 64 * _EPS * size


def planar(objective: Objective, region: Polytope, domain: Domain) -> Solution:
    """Maximise a quadratic over an interval or a polygon, exactly: the solver for n <= 2.

    A maximum lies at a vertex or at the stationary point of a side or of the interior: all are
    compared, with no assumption on signs.

    Parameters
    ----------
    objective : Quadratic
        The sum of the utilities.
    region : Polytope
        Where it is maximised, of dimension n <= 2.
    domain : Domain
        Not needed here: a quadratic is defined everywhere.

    Returns
    -------
    Solution
        The maximiser, whose bound exceeds its value by rounding alone.

    Raises
    ------
    TypeError
        For an objective that is no Quadratic.
    ValueError
        For n > 2.
    """
    f = checks.of_kind("objective", objective, Quadratic, "be a Quadratic for planar")
    checks.must(region.n <= 2, "n", "be at most 2 for planar", region.n)
    return solve_in_own_units(_best_of_polygon, f, region, domain)


def _best_of_polygon(f: Any, region: Polytope, _: object) -> Solution:
    """Maximise a Quadratic over one interval or polygon whose coordinates are about 1.

    It is a `UnitSolver`; the third argument, where the objective is defined, is not needed.
    """
    V = region.vertices if region.n == 2 else np.stack([region.lower, region.upper])
    (x,), (value,), (bound,) = best_of_polygons(f, V[np.newaxis])
    return Solution(x, float(value), float(bound), "closed form")

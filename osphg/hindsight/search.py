"""Branch and bound for any DR-submodular function."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Polytope
from osphg.hindsight.solvers import Rescaled, Solution, Solver, ascend, solve_in_own_units
from osphg.utilities import Objective, Quadratic, Sum

_EPS = float(np.finfo(np.float64).eps)


def branch_and_bound(
    relative_gap: float = 1e-4, max_nodes: int = 1000, *, concave: bool = False
) -> Solver:
    r"""Return a solver that maximises any DR-submodular function over a polytope with A >= 0.

    A DR-submodular f is concave along non-negative and non-positive directions, so on a cell
    :math:`l \preceq x \preceq u`

    .. math:: f(x) \le f(l) + \langle \nabla f(l), x - l \rangle, \qquad
              f(x) \le f(u) + \langle \nabla f(u), x - u \rangle .

    The least of the two (the first, where u is not in the domain) is maximised over the cell's part
    of the region by a linear programme, whose dual variables give a bound whatever the tolerances
    (Neumaier and Shcherbina 2004). Cells are halved, best bound first, until (upper bound - value)
    <= relative_gap |value| or `max_nodes` are halved: the bound holds in either case. No value of a
    `concave` f lies above a tangent: that at the best point of an ascent is tried first.

    ValueError if a parameter is not positive or, when solving, the domain is not down-closed, a
    Quadratic is not DR-submodular, or a value or gradient is not finite.
    """
    relative_gap = checks.positive_float("relative_gap", relative_gap)
    max_nodes = checks.positive_int("max_nodes", max_nodes)
    search = partial(_search, relative_gap=relative_gap, max_nodes=max_nodes, concave=concave)
    return partial(solve_in_own_units, search)


def _search(
    f: Objective,
    region: Polytope,
    defined_at: Callable[[FloatArray], NDArray[np.bool_]],
    relative_gap: float,
    max_nodes: int,
    concave: bool,
) -> Solution:
    needs, least = "branch_and_bound needs a", region.A.min()
    if (most := _largest_entry(f)) > 0.0:
        raise ValueError(f"{needs} DR-submodular objective (every entry of H <= 0), got {most:g}")
    if least < 0.0:
        raise ValueError(f"{needs} down-closed domain (A >= 0), got an entry {least:g}")
    slope, at = f.gradient(region.lower), region.lower.tolist()
    if not (np.isfinite(f.value(region.lower)) and np.isfinite(slope).all()):
        raise ValueError(f"objective must have a finite value and gradient, but not so at {at}")
    # The linear programmes' tolerances are absolute: bring values to order one.
    unit = float(np.abs(slope) @ (region.upper - region.lower)) or 1.0
    x, value = ascend(f, region, region.maximize_linear(slope))
    cells = [np.stack([region.box.lower, region.box.upper])]
    if concave:
        slopes = np.tile(f.gradient(x), (2, 1))
        bound, _ = _relax(region, cells[0], slopes / unit, (value - slopes @ x) / unit)
        if bound * unit <= value + relative_gap * abs(value):
            return Solution(x, value, max(value, bound * unit), "the tangent of a concave sum")
    together = max(1, getattr(f, "points_per_call", 1) // 4)  # several cells where calls are dear
    ages, nodes, found = itertools.count(), 0, list[tuple[float, int, FloatArray, int, float]]()
    while cells:
        cells = [cell for cell in (_shrunk(region, *cell) for cell in cells) if cell is not None]
        corners = np.reshape(cells, (-1, 2, region.n))
        defined = defined_at(corners[:, 1])
        corners[~defined, 1] = corners[~defined, 0]
        values, slopes = f.value(corners), f.gradient(corners)
        offsets = (values - (slopes * corners).sum(axis=-1)) / unit
        points = []
        for k, cell in enumerate(cells):
            bound, point = _relax(region, cell, slopes[k] / unit, offsets[k])
            if bound * unit <= value:
                continue
            points.append(point)
            width = cell[1] - cell[0]
            # Where f bends most; along the longest side if that cannot be told.
            axis = int((width * (slopes[k, 0] - slopes[k, 1] if defined[k] else 1.0)).argmax())
            axis = int(width.argmax()) if width[axis] <= 1e-6 * width.max() else axis
            quarter = 0.25 * width[axis]
            middle = np.clip(point[axis], cell[0, axis] + quarter, cell[1, axis] - quarter)
            heapq.heappush(found, (-bound * unit, next(ages), cell, axis, float(middle)))
        if points:
            X = region.project(np.array(points))
            if (values := f.value(X)).max() > value:
                x, value = ascend(f, region, X[values.argmax()])
        cells, enough = [], value + relative_gap * abs(value)
        while found and -found[0][0] > enough and len(cells) < 2 * min(together, max_nodes - nodes):
            *_, cell, axis, middle = heapq.heappop(found)
            cells += [cell.copy(), cell.copy()]
            cells[-2][1, axis] = cells[-1][0, axis] = middle
        nodes += len(cells) // 2
    bound = max([value, *(-cell[0] for cell in found[:1])])
    return Solution(x, value, bound, f"branch and bound, {nodes} nodes")


def _largest_entry(f: Any) -> float:
    """Return the largest entry of H of any quadratic in a sum; -inf if there is none."""
    if isinstance(f, Quadratic):
        return float(f.H.max())
    if isinstance(f, Rescaled):
        return _largest_entry(f.f)
    terms = f.terms if isinstance(f, Sum) else ()
    return max(map(_largest_entry, terms), default=-np.inf)


def _shrunk(region: Polytope, lower: FloatArray, upper: FloatArray) -> FloatArray | None:
    """Shrink a cell to where every row can hold; None if one cannot."""
    A, spent = region.A, region.A @ lower
    room = region.b - spent + 16 * _EPS * (np.abs(region.b) + spent)
    if (room < 0.0).any():
        return None
    with np.errstate(over="ignore"):
        up = np.divide(room[:, None], A, out=np.full_like(A, np.inf), where=A > 0.0).min(axis=0)
    return np.stack([lower, np.minimum(upper, lower + up)])


def _relax(
    region: Polytope, cell: FloatArray, slopes: FloatArray, offsets: FloatArray
) -> tuple[float, FloatArray]:
    """Maximise the least of <slopes_i, x> + offsets_i in a cell; return a safe bound, the point."""
    (lower, upper), A, b = cell, region.A, region.b
    rows = np.block([[-slopes, np.ones((2, 1))], [A, np.zeros((len(A), 1))]])
    limits, bounds = np.append(offsets, b), [*cell.T, (None, None)]
    found = scipy.optimize.linprog(np.append(0.0 * lower, -1.0), rows, limits, bounds=bounds)
    x, duals = (lower + upper) / 2, np.append([1.0, 1.0], 0.0 * b)
    if found.x is not None:
        x, duals = np.clip(found.x[:-1], lower, upper), np.maximum(-found.ineqlin.marginals, 0.0)
    duals /= duals[:2].sum()  # weak duality: any duals >= 0, those of tangents with sum 1, will do
    reduced = duals[:2] @ slopes - duals[2:] @ A
    gain = np.maximum(reduced * lower, reduced * upper).sum()
    size = np.abs(duals[:2] @ offsets) + duals[2:] @ np.abs(b) + np.abs(slopes).max(0) @ upper
    return float(duals @ limits + gain + 64 * _EPS * size), x

"""Branch and bound for any DR-submodular function.

The box of the region is divided into cells {l <= x <= u}. On each cell f lies below two tangents,
those at the lower corner l and at the upper corner u, so the maximum of the lower one of both
bounds f there. A cell whose bound is no larger than the best value so far is dropped, and of the
others the one with the largest bound is divided.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Polytope
from osphg.hindsight.solvers import Rescaled, Solution, Solver, ascend, solve_in_own_units
from osphg.hindsight.tangents import ExtendedObjective
from osphg.utilities import Objective, Quadratic, Sum

_EPS = float(np.finfo(np.float64).eps)


class _OpenCell(NamedTuple):
    """A cell, {l <= x <= u}, that may hold a point better than the best one so far.

    In a heap cells are compared by their first two fields: the one with the largest bound comes
    first.
    """

    minus_bound: float  # no value in the cell exceeds -minus_bound
    age: int  # a number that no other cell has: so the fields below are never compared
    ends: FloatArray  # the lower corner l and the upper corner u, (2, n)
    axis: int  # the coordinate at which the cell is to be divided
    middle: float  # the value of this coordinate where it is divided


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
    (Neumaier and Shcherbina 2004). Cells are divided in two, the one with the largest bound first.

    Parameters
    ----------
    relative_gap : float
        When to stop: `(upper bound - value) <= relative_gap |value|`.
    max_nodes : int
        The number of cells that are divided at most; the bound holds then, too.
    concave : bool
        Whether the objective is concave, too. No value of it lies above a tangent then: that at the
        best point of an ascent is tried first.

    Returns
    -------
    Solver
        For `best_fixed_decision`. It raises ValueError for a domain that is not down-closed, a
        Quadratic that is not DR-submodular, and a value or gradient that is not finite.

    Raises
    ------
    TypeError, ValueError
        For a gap or a number of nodes that is not positive.
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
    """Maximise f over a region whose coordinates are about 1.

    With the last three parameters given it is a `UnitSolver`, a function of f, region and
    defined_at.

    It repeats three steps: bound f on the new cells, look for a better point at the maximisers of
    these bounds, and divide the cells with the largest bounds.

    Parameters
    ----------
    f, region
        The objective and where it is maximised.
    defined_at
        Says of points (k, n) whether they lie in the domain: f is not asked elsewhere.
    relative_gap
        It stops where the bound exceeds the value by no more than this share of the value.
    max_nodes
        How many cells are divided at most.
    concave
        Whether f is concave, so that no value of it lies above a tangent.

    Returns
    -------
    Solution
        The best point found, its value, a bound of f over the region, and how it was found.
    """
    _require_searchable(f, region)
    slope = f.gradient(region.lower)
    # The linear programmes' tolerances are absolute: bring values to order one.
    unit = float(np.abs(slope) @ (region.upper - region.lower)) or 1.0
    x, value = ascend(f, region, region.maximize_linear(slope))
    cells = [np.stack([region.box.lower, region.box.upper])]  # to be bounded next
    if concave:
        # f lies below its tangent at x everywhere, so this takes the place of both tangents. It
        # touches f at x: where x is the maximum, its bound is next to the value.
        slopes = np.tile(f.gradient(x), (2, 1))
        bound, _ = _bound_of_cell(region, cells[0], slopes / unit, (value - slopes @ x) / unit)
        if bound * unit <= value + relative_gap * abs(value):
            return Solution(x, value, max(value, bound * unit), "the tangent of a concave sum")
    # Several cells at a time where calls are dear. Each that is divided gives four corners.
    cells_per_call = max(1, getattr(f, "points_per_call", 1) // 4)
    # The numbers of the cells. On the heap they decide between cells of one bound: the arrays of a
    # cell cannot be compared.
    ages = itertools.count()
    nodes = 0  # how many cells were divided
    open_cells: list[_OpenCell] = []  # a heap
    while cells:
        # To the part that the region's inequalities leave; None where they leave nothing.
        shrunk_cells = [_shrink_cell(region, lower, upper) for lower, upper in cells]
        cells = [cell for cell in shrunk_cells if cell is not None]
        # The tangents of f at the lower and the upper corner of each cell. Where the upper corner
        # is outside the domain, that at the lower corner takes its place.
        corners = np.reshape(cells, (-1, 2, region.n))
        defined = defined_at(corners[:, 1])
        corners[~defined, 1] = corners[~defined, 0]
        values = f.value(corners)
        slopes = f.gradient(corners)
        # A tangent is <slope, x> + offset, with offset = f(corner) - <slope, corner>.
        offsets = (values - (slopes * corners).sum(axis=-1)) / unit
        points = []  # where the bounds are reached
        for k, cell in enumerate(cells):
            bound, point = _bound_of_cell(region, cell, slopes[k] / unit, offsets[k])
            if bound * unit <= value:  # no point of the cell is better
                continue
            points.append(point)
            # What the slope loses along each side says where f bends most. With one corner alone
            # that is unknown, and the longest side is divided.
            losses = slopes[k, 0] - slopes[k, 1] if defined[k] else np.ones(region.n)
            axis, middle = _division(cell, losses, point)
            heapq.heappush(open_cells, _OpenCell(-bound * unit, next(ages), cell, axis, middle))
        if points:
            # A maximiser may miss the region by the tolerance of its linear programme; where that
            # has failed, it is the middle of the cell, which may lie outside.
            X = region.project(np.array(points))
            values = f.value(X)
            if values.max() > value:
                x, value = ascend(f, region, X[values.argmax()])
        cells = []
        # Divide the cells with the largest bounds, as many at a time as one call of f is worth.
        enough = value + relative_gap * abs(value)
        most_cells = 2 * min(cells_per_call, max_nodes - nodes)  # two from each
        while open_cells and -open_cells[0].minus_bound > enough and len(cells) < most_cells:
            parent = heapq.heappop(open_cells)
            low = parent.ends.copy()
            low[1, parent.axis] = parent.middle
            high = parent.ends.copy()
            high[0, parent.axis] = parent.middle
            cells += [low, high]
        nodes += len(cells) // 2
    # The first of the open cells, if there is one left, has the largest bound.
    bound = max([value, *(-cell.minus_bound for cell in open_cells[:1])])
    return Solution(x, value, bound, f"branch and bound, {nodes} nodes")


def _require_searchable(f: Objective, region: Polytope) -> None:
    """Refuse an objective or a region of which the bounds of branch and bound do not hold.

    ValueError for a Quadratic with a positive entry of H, a region with a negative entry of A, and
    an f that is not finite at the region's lower bounds.
    """
    # Of H, in whatever quadratics f consists of; -inf if it has none: nothing is known of its
    # second derivatives then, and that it is DR-submodular is taken on trust.
    largest_entry = _largest_entry(f)
    if largest_entry > 0.0:
        wanted = "a DR-submodular objective (every entry of H <= 0)"
        raise ValueError(f"branch_and_bound needs {wanted}, got {largest_entry:g}")
    smallest = region.A.min()
    if smallest < 0.0:
        wanted = "a down-closed domain (A >= 0)"
        raise ValueError(f"branch_and_bound needs {wanted}, got an entry {smallest:g}")
    if not (np.isfinite(f.value(region.lower)) and np.isfinite(f.gradient(region.lower)).all()):
        place = region.lower.tolist()
        raise ValueError(f"objective must have a finite value and gradient, but not so at {place}")


def _largest_entry(f: Any) -> float:
    """Return the largest entry of H of any quadratic that an objective consists of.

    It looks into sums, and into an objective in other units or extended beyond its domain. -inf if
    there is no quadratic: then nothing is known of second derivatives.
    """
    if isinstance(f, Quadratic):
        return float(f.H.max())
    if isinstance(f, Rescaled | ExtendedObjective):
        return _largest_entry(f.f)
    terms = f.terms if isinstance(f, Sum) else ()
    return max(map(_largest_entry, terms), default=-np.inf)


def _division(cell: FloatArray, losses: FloatArray, point: FloatArray) -> tuple[int, float]:
    """Return the axis at which to divide a cell, and the coordinate there.

    The axis is the one along which f bends most; but where this side of the cell is next to
    nothing, dividing it would change no bound, and the longest side is taken. It is divided at
    `point`, where the bound is reached and exceeds f most, but not in the outer quarters of the
    side: both parts are to be smaller by a quarter at least.

    Parameters
    ----------
    cell
        The lower and the upper corner, (2, n).
    losses
        What each entry of the gradient loses from the lower to the upper corner, (n,).
    point
        The maximiser of the cell's bound, (n,).

    Returns
    -------
    tuple
        The axis, from 0, and where the cell is divided along it.
    """
    width = cell[1] - cell[0]
    axis = int((width * losses).argmax())
    if width[axis] <= 1e-6 * width.max():
        axis = int(width.argmax())
    quarter = 0.25 * width[axis]
    middle = np.clip(point[axis], cell[0, axis] + quarter, cell[1, axis] - quarter)
    return axis, float(middle)


def _shrink_cell(region: Polytope, lower: FloatArray, upper: FloatArray) -> FloatArray | None:
    """Lower the upper corner of a cell to what the region's inequalities A x <= b allow.

    As A >= 0, no point of the cell uses less of an inequality than the lower corner does. So a
    coordinate can be no larger than if it alone rises from there until an inequality is tight. The
    room for that is taken a little too large, as rounding must not exclude a point of the region.

    Parameters
    ----------
    region
        The set.
    lower, upper
        The corners of the cell, (n,).

    Returns
    -------
    FloatArray or None
        The corners of the smaller cell, (2, n). None if no point of the cell is in the region.
    """
    A = region.A
    at_lower = A @ lower
    room = region.b - at_lower + 16 * _EPS * (np.abs(region.b) + at_lower)
    if (room < 0.0).any():
        return None
    with np.errstate(over="ignore"):
        # How far each coordinate may rise, (n,).
        up = np.divide(room[:, None], A, out=np.full_like(A, np.inf), where=A > 0.0).min(axis=0)
    return np.stack([lower, np.minimum(upper, lower + up)])


def _bound_of_cell(
    region: Polytope, cell: FloatArray, slopes: FloatArray, offsets: FloatArray
) -> tuple[float, FloatArray]:
    """Bound the least of two tangents <slopes_i, x> + offsets_i over the region's part of a cell.

    f lies below both tangents, so this bounds f there. It is the maximum of a linear programme,
    which a solver finds only to its tolerance. So the bound is computed from the dual variables, of
    which any that are >= 0 give one that holds (weak duality): <slopes_i, x> + offsets_i is
    weighted by the duals of the tangents, whose sum has to be 1, b - A x >= 0 times its duals is
    added, and what is then linear in x is maximised over the cell, coordinate by coordinate.

    Parameters
    ----------
    region
        The set, by its rows; no entry of A and no coordinate of a point is below 0.
    cell
        The lower and the upper corner, (2, n).
    slopes, offsets
        The two tangents, (2, n) and (2,), divided by a unit that makes the values about 1, as the
        tolerances of linprog are absolute. The bound is in that unit.

    Returns
    -------
    tuple
        The bound, and the programme's maximiser, (n,); the middle of the cell if it has failed.
    """
    lower, upper = cell
    A = region.A
    b = region.b
    # Maximise a height z below both tangents: z - <slopes_i, x> <= offsets_i.
    rows = np.block([[-slopes, np.ones((2, 1))], [A, np.zeros((len(A), 1))]])
    limits = np.append(offsets, b)
    bounds = [*cell.T, (None, None)]
    minus_height = np.append(0.0 * lower, -1.0)  # linprog minimises
    programme = scipy.optimize.linprog(minus_height, rows, limits, bounds=bounds)
    # What holds where the programme has failed: the mean of the tangents, and no inequality.
    x = (lower + upper) / 2
    duals = np.append([1.0, 1.0], 0.0 * b)
    if programme.x is not None:
        x = np.clip(programme.x[:-1], lower, upper)
        duals = np.maximum(-programme.ineqlin.marginals, 0.0)
    duals /= duals[:2].sum()  # so that the first two have the sum 1; any duals >= 0 give a bound
    reduced = duals[:2] @ slopes - duals[2:] @ A  # the coefficients of x, (n,)
    gain = np.maximum(reduced * lower, reduced * upper).sum()  # the most that x adds in the cell
    # What the sum is made of, for its rounding. The part duals @ A of `reduced` is in it, too:
    # where `reduced` >= 0 it is at most the slope. Elsewhere it is taken at `lower`, where A lower
    # <= b, as A >= 0 and the cell has a point of the region.
    size = np.abs(duals[:2] @ offsets) + duals[2:] @ np.abs(b) + np.abs(slopes).max(0) @ upper
    # The sums round by some _EPS of their size; 64 of them leave room, so that the bound holds.
    return float(duals @ limits + gain + 64 * _EPS * size), x

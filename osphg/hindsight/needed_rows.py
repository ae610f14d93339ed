"""Rows as they are needed: of thousands of inequalities a solver sees those that matter."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Domain, Faceted, Polytope
from osphg.hindsight.solvers import Solution, Solver, ascend, in_own_units
from osphg.utilities import Objective

_FEW_ROWS = 64  # a region with no more rows is given to a solver as it is
_PARTS = 16  # of the rows; where a point violates several, the worst of each part is added
_ROUNDING = 1e-12  # of the terms of a row: by so much a point may exceed one that is not kept
_SMALL_GAP = 1e-4  # of the value: a solver that leaves more has run out of time or nodes


def solve_with_few_rows(solve: Solver, f: Objective, region: Polytope, domain: Domain) -> Solution:
    """Maximise f over a region by a solver that is given only the rows that it needs.

    The budget in every window makes thousands of rows, and a solver takes time for each; but the
    best decision touches some n of them. Without the others the region is larger: what bounds f on
    it bounds f on the region, too, and a best point of it that keeps all rows is one of the region.
    So the solver begins with few rows, and is asked again with those that its answer violates. Most
    of them are found before by ascents, which are cheap.

    The rows of a domain's own faces always stay, as f may be defined there alone.

    Parameters
    ----------
    solve
        The solver; it may be called several times.
    f, region, domain
        What a `Solver` is asked: the objective, where it is maximised, and where it is defined. If
        the domain has `half_spaces()`, its rows are the first ones of the region.

    Returns
    -------
    Solution
        What the solver returned at last, or, where it leaves a gap in any case, the end of an
        ascent from there. Its x keeps all rows but for rounding; its bound is the least one.

    Raises
    ------
    TypeError, ValueError
        For a solver whose x is no point (n,).
    """
    count = len(region.A)
    if count <= _FEW_ROWS or region.n <= 2:
        return solve(f, region, domain)
    is_kept = np.zeros(count, dtype=bool)
    if checks.implements(domain, Faceted):
        is_kept[: len(domain.half_spaces()[0])] = True
    f_of_y, region_of_y, units = in_own_units(f, region)
    largest = region_of_y.box.upper
    is_kept[_violated_rows(region_of_y, largest, is_kept)] = True
    lower = region.box.lower
    if np.isfinite(f.value(lower)) and np.isfinite(f.gradient(lower)).all():
        _ascend_and_keep_rows(f_of_y, region_of_y, largest, is_kept)
    least_bound = np.inf
    while True:
        solution = Solution(*solve(f, _with_rows(region, is_kept), domain))
        x = checks.array("the solver's x", solution.x, (region.n,))
        least_bound = min(least_bound, solution.upper_bound)
        violated = _violated_rows(region_of_y, x / units, is_kept)
        if not len(violated):
            return solution._replace(upper_bound=least_bound)
        is_kept[violated] = True
        y, value = _ascend_and_keep_rows(f_of_y, region_of_y, x / units, is_kept)
        gap = solution.upper_bound - solution.value
        lost = solution.value - value
        if gap > _SMALL_GAP * abs(value) and lost <= gap:
            return Solution(y * units, value, max(least_bound, value), solution.method)


def _ascend_and_keep_rows(
    f: Objective, region: Polytope, x: FloatArray, is_kept: NDArray[np.bool_]
) -> tuple[FloatArray, float]:
    """Ascend over the rows that are kept, and keep those that the end violates, until it has none.

    Parameters
    ----------
    f, region
        The objective, and the set with all its rows, whose coordinates are about 1.
    x
        Where the first ascent starts, (n,); it need not be in the set.
    is_kept
        Which rows are kept, (m,); changed in place.

    Returns
    -------
    tuple
        The last point, (n,), which keeps all rows but for rounding, and f there.
    """
    while True:
        few = _with_rows(region, is_kept)
        x, value = ascend(f, few, few.project(x))
        violated = _violated_rows(region, x, is_kept)
        if not len(violated):
            return x, value
        is_kept[violated] = True


def _with_rows(region: Polytope, is_kept: NDArray[np.bool_]) -> Polytope:
    """Return the region without the rows that are not kept; its box stays."""
    return Polytope(region.A[is_kept], region.b[is_kept], region.box)


def _violated_rows(region: Polytope, x: FloatArray, is_kept: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return rows that are not kept and that x violates: the worst one of each part of the rows.

    By how much a kept row is violated is the solver's affair: to be given it again helps no one.
    """
    products = region.A * x
    sizes = np.abs(region.b) + np.abs(products).sum(axis=1)
    excess = products.sum(axis=1) - region.b
    relative = np.divide(excess, sizes, out=np.zeros_like(sizes), where=sizes > 0.0)
    relative[is_kept] = 0.0
    parts = np.array_split(np.arange(len(relative)), _PARTS)
    worst = np.array([part[relative[part].argmax()] for part in parts])
    return worst[relative[worst] > _ROUNDING]

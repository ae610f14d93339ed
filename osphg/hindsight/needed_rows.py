"""Rows as they are needed: of thousands of inequalities a solver sees those that matter.

A row is one inequality <a, x> <= b of a region. Rows that are kept are those that a solver is given
next; `is_kept`, an array of truth values with one for each row of the region, says which these are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Domain, Faceted, Polytope
from osphg.hindsight.solvers import Solution, Solver, ascend, in_own_units
from osphg.utilities import Objective

_FEW_ROWS = 64  # a region with no more rows is given to a solver as it is
# To add one row at a time takes many calls of a solver; to add all that a point violates may bring
# back the thousands. So the rows are divided, in their order, into so many parts, and of each part
# the row that is violated most is added.
_PARTS = 16
_ROUNDING = 1e-12  # of the sizes of a row's terms, added up: an excess up to this is rounding
_SMALL_GAP = 1e-4  # of the value: a solver that leaves more has run out of time or nodes


def solve_with_few_rows(solve: Solver, f: Objective, region: Polytope, domain: Domain) -> Solution:
    """Maximise f over a region by a solver that is given only the rows that it needs.

    The budget in every window makes thousands of rows, and a solver takes time for each; but the
    best decision touches some n of them. Without the others the set is larger than the region: what
    bounds f on it bounds f on the region, too, and a best point of it that keeps all rows is a best
    point of the region. So the solver begins with few rows, and is asked again with those that its
    answer violates, until it violates none. Most of them are found before by ascents, which are
    cheap.

    The rows of a domain's own faces always stay, as f may be defined there alone. A region of at
    most 64 rows, and one in the plane, goes to the solver as it is.

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
        What the solver returned at last. Where it leaves a gap between value and bound in any case,
        as it runs out of time, it is not asked again for the last bit: the end of an ascent from
        its answer takes its place. In either case x keeps all rows but for rounding, and the bound
        is the least of all bounds that the solver has returned.

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
    # Ascents and violations are computed in coordinates y = x / units that are about 1; the solver
    # is asked in those of x.
    f_of_y, region_of_y, units = in_own_units(f, region)
    # The first rows are those that the upper corner of the box violates most; an ascent that begins
    # there finds more.
    largest = region_of_y.box.upper
    is_kept[_violated_rows(region_of_y, largest, is_kept)] = True
    lower = region.box.lower
    # An f that is not finite even there is left to the solver, which has its own error for that.
    if np.isfinite(f.value(lower)) and np.isfinite(f.gradient(lower)).all():
        # This call changes `is_kept`: it ascends over the kept rows, keeps those that the end
        # violates, and goes on until none is violated. It returns the end and f there.
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
        lost = solution.value - value  # by going over to a point that keeps all rows
        # The solver has no time to close its gap, and the ascent has lost less than that.
        if gap > _SMALL_GAP * abs(value) and lost <= gap:
            return Solution(y * units, value, max(least_bound, value), solution.method)


def _ascend_and_keep_rows(
    f: Objective, region: Polytope, x: FloatArray, is_kept: NDArray[np.bool_]
) -> tuple[FloatArray, float]:
    """Ascend over the rows that are kept, and keep those that the end violates, until none is left.

    Each ascent begins where the one before has ended.

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
        # An ascent begins in its set, so x is first projected into it.
        x, value = ascend(f, few, few.project(x))
        # Of the rows that are not kept: those that are may be violated by rounding, and to keep
        # them once more would change nothing. So each pass keeps a further row, and the loop ends.
        violated = _violated_rows(region, x, is_kept)
        if not len(violated):
            return x, value
        is_kept[violated] = True


def _with_rows(region: Polytope, is_kept: NDArray[np.bool_]) -> Polytope:
    """Return the region without the rows that are not kept; its box stays."""
    return Polytope(region.A[is_kept], region.b[is_kept], region.box)


def _violated_rows(region: Polytope, x: FloatArray, is_kept: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return rows that are not kept and that x violates: the worst one of each part of the rows.

    The rows are divided, in their order, into `_PARTS` parts. To add only the worst row of all
    takes many calls of a solver; to add all that x violates may bring back the thousands.

    How much a row is violated is relative to the sum of the sizes of its terms.

    A solver may violate even a row that it was given, by its tolerance. Such a row is kept already,
    and to keep it once more would change nothing: so kept rows are passed over.

    Parameters
    ----------
    region
        The set with all its m rows.
    x
        A point, (n,).
    is_kept
        Which rows are kept, (m,).

    Returns
    -------
    NDArray
        The numbers of the rows, `_PARTS` of them at most; none if x keeps all rows but for
        rounding.
    """
    products = region.A * x
    sizes = np.abs(region.b) + np.abs(products).sum(axis=1)
    excess = products.sum(axis=1) - region.b
    relative = np.divide(excess, sizes, out=np.zeros_like(sizes), where=sizes > 0.0)
    relative[is_kept] = 0.0
    parts = np.array_split(np.arange(len(relative)), _PARTS)
    worst = np.array([part[relative[part].argmax()] for part in parts])
    return worst[relative[worst] > _ROUNDING]

"""Multipliers of several budgets at once, where slopes that fall cross 0.

A multiplier of one budget is sought where a slope h(l), which falls in l, crosses 0 on [0, end], or
at the end that h points to. With m budgets h(l) is (m,), one slope for each, and l is sought in the
box of all [0, end_j] where no move within the box goes along h: <h(l), l' - l> <= 0 for every l' of
the box. h falls if <h(l') - h(l), l' - l> <= 0 for all l and l', as the gradient of a concave
function does.

One multiplier is sought after another: for each l_1 that is tried, the others are sought first. At
them the first slope falls in l_1, as h does: so each search is one for a single number. Where
several l will do, it is the one whose first entry is least, then the second, and so on.
"""

from __future__ import annotations

from collections.abc import Callable

from osphg.checks import FloatArray
from osphg.compiled.loops import Bracket, Probe, secant_or_bisect

_MAX_SEARCH_STEPS = 200  # some four are needed; rounding cannot make it go on for ever
Slopes = Callable[[FloatArray], FloatArray]


def crossing_point(
    slopes: Slopes, ends: FloatArray, sizes: FloatArray, steepest: FloatArray, first: FloatArray
) -> FloatArray:
    """Return where in a box slopes that fall point nowhere within it.

    It takes some 4 values of the slopes for one budget, and two to three times as many for each
    one more.

    Parameters
    ----------
    slopes : callable
        Takes the multipliers, (m,), and returns h, (m,); it must not change them.
    ends : FloatArray
        The upper ends of the box, (m,); the lower ones are 0.
    sizes : FloatArray
        The sizes of the numbers that are added up to each slope, which has their rounding, (m,).
    steepest : FloatArray
        No slope falls faster in its own multiplier, (m,).
    first : FloatArray
        Where the search begins, (m,), in the box.

    Returns
    -------
    FloatArray
        The multipliers, (m,).
    """
    point = first.copy()

    def search(j: int) -> FloatArray:
        """Set the entries of the point from j on by those before them; return the slopes there."""
        if j == len(point):
            return slopes(point)
        bracket = Bracket(0.0, float(ends[j]))
        here = float(point[j])
        last = Probe(here, 0.0)  # none yet; in step 0 it is not looked at
        for step in range(_MAX_SEARCH_STEPS):
            point[j] = here
            found = search(j + 1)
            probe = Probe(here, float(found[j]))
            bracket, goal = secant_or_bisect(
                bracket, probe, last, step, float(sizes[j]), float(ends[j]), float(steepest[j])
            )
            if goal == here:  # the search is over
                break
            last = probe
            here = goal
        return found

    search(0)
    return point

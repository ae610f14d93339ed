"""The projection onto a box cut by half-spaces, for compiled loops: Newton's method on multipliers.

The point of {x in box : A x <= b} that is nearest to y is x = clip(y - A'u), cut at the bounds of
the box, for some multipliers u >= 0 of the m rows: those that maximise the dual function, which is
concave, with the slope A x - b, and quadratic as long as the same coordinates are cut and the same
rows pay. So Newton's method ends after as many steps as that changes: one or two, if it begins with
the multipliers of the round before, which hardly differ. Each step goes as far along Newton's
direction as the dual function rises.

Rows have length 1. Where few rows matter, m of some dozens, it takes a microsecond; where m is
large, or without numba, `osphg.Polytope` asks a solver of quadratic programmes instead.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled.jit import compile_part

_EPS = float(np.finfo(np.float64).eps)
_MOST_STEPS = 60  # of Newton's method; some two suffice from round to round
_FLAT = 1e-4  # the curvature that a direction is given where the dual function has none
_SEARCH_STEPS = 60  # for the length of a step
MAX_ROWS = 32  # above, a solver of quadratic programmes is faster
# Of the largest coordinate of the set to the smallest. Rounding of the largest one, eight times,
# is what a row may be exceeded by: to the smallest one that is still less than 1e-12 of its size.
MAX_SIZE_RATIO = 100.0


def polytope_memory(m: int, n: int) -> int:
    """Return how many floats `project_on_polytope` keeps and works in, for m rows and n items.

    They are four vectors (m,), three (n,) and a matrix (m, m), in this order.
    """
    return 4 * m + 3 * n + m * m


def project_on_polytope(
    y: FloatArray,
    memory: FloatArray,
    A: FloatArray,
    b: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
) -> bool:
    """Take y to the nearest point of {lower <= x <= upper, A x <= b}, in place.

    Parameters
    ----------
    y : FloatArray
        The point, (n,), changed.
    memory : FloatArray
        As many floats as `polytope_memory` says, all 0 at first. The first m are the multipliers,
        where Newton's method begins and what it ends with; the projection does not depend on them,
        but for rounding. The others are to work in.
    A, b : FloatArray
        Rows of length 1, (m, n), and (m,).
    lower, upper : FloatArray
        The bounds of the box, (n,).

    Returns
    -------
    bool
        False if it does not converge; then y is as it was, and the multipliers are 0.
    """
    m, n = A.shape
    multipliers = memory[:m]  # u
    excess = memory[m : 2 * m]  # A x - b
    direction = memory[2 * m : 3 * m]  # Newton's, of the multipliers
    pays = memory[3 * m : 4 * m]  # 1 for a row that is paid for, else 0
    x = memory[4 * m : 4 * m + n]
    moved = memory[4 * m + n : 4 * m + 2 * n]  # y - A'u, which is x before it is cut
    rates = memory[4 * m + 2 * n : 4 * m + 3 * n]  # at which `moved` falls along the direction
    matrix = memory[4 * m + 3 * n :].reshape((m, m))  # of Newton's step
    size = 0.0  # of the largest number that is added up to an entry of A x - b
    for i in range(n):
        x[i] = min(max(y[i], lower[i]), upper[i])
        size = max(size, abs(y[i]), abs(x[i]))
    # `largest_excess` also writes A x - b to `excess`.
    if largest_excess(x, A, b, excess) <= 0.0:  # no row is violated: clipping was all
        for i in range(n):
            y[i] = x[i]
        for j in range(m):
            multipliers[j] = 0.0
        return True
    for j in range(m):
        size = max(size, abs(b[j]))
    rounding = 8 * _EPS * size  # of an entry of A x - b
    for _ in range(_MOST_STEPS):
        for i in range(n):
            moved[i] = y[i]
        for j in range(m):
            if multipliers[j] > 0.0:
                for i in range(n):
                    moved[i] -= multipliers[j] * A[j, i]
        for i in range(n):
            x[i] = min(max(moved[i], lower[i]), upper[i])
        # Optimal: no row is violated, and none that has a multiplier is slack.
        optimal = largest_excess(x, A, b, excess) <= rounding
        for j in range(m):
            pays[j] = 1.0 if multipliers[j] > 0.0 or excess[j] > 0.0 else 0.0
            if multipliers[j] > 0.0 and excess[j] < -rounding:
                optimal = False
        if optimal:
            for i in range(n):
                y[i] = x[i]
            return True
        # A multiplier that is 0 must not fall: a row whose would is left out, and the direction is
        # computed anew, until there is none.
        for _ in range(m + 1):
            # Newton's direction d: (products of the rows that pay, over coordinates not cut) d =
            # excess. `solve` gives 0 to the rows that do not pay, and some curvature to a direction
            # in which the dual function has none.
            fill_curvature(matrix, A, moved, lower, upper, pays)
            solve(matrix, excess, pays, direction)
            dropped = False
            for j in range(m):
                if pays[j] > 0.0 and multipliers[j] == 0.0 and direction[j] < 0.0:
                    pays[j] = 0.0
                    dropped = True
            if not dropped:
                break
        # Multipliers stay at least 0: the step ends where the first of those that fall is 0.
        longest, first_zero = np.inf, -1
        for j in range(m):
            if direction[j] < 0.0 and multipliers[j] < -longest * direction[j]:
                longest, first_zero = -multipliers[j] / direction[j], j
        for i in range(n):
            rates[i] = 0.0
        for j in range(m):
            if direction[j] != 0.0:
                for i in range(n):
                    rates[i] += direction[j] * A[j, i]
        # Where the slope of the dual function along the direction is 0, or `longest`.
        length = step_length(direction, excess, moved, rates, b, lower, upper, longest)
        for j in range(m):
            multipliers[j] = max(multipliers[j] + length * direction[j], 0.0)
        if first_zero >= 0 and length == longest:
            multipliers[first_zero] = 0.0  # exactly, whatever rounding has left
    for j in range(m):
        multipliers[j] = 0.0
    return False


def largest_excess(x: FloatArray, A: FloatArray, b: FloatArray, excess: FloatArray) -> float:
    """Write A x - b to `excess`, (m,), and return its largest entry; A is (m, n), and x (n,)."""
    largest = -np.inf
    for j in range(len(b)):
        total = -b[j]
        for i in range(len(x)):
            total += A[j, i] * x[i]
        excess[j] = total
        largest = max(largest, total)
    return largest


def fill_curvature(
    matrix: FloatArray,
    A: FloatArray,
    moved: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
    pays: FloatArray,
) -> None:
    """Write the lower half of the matrix (m, m) of Newton's step: products of rows of A (m, n).

    This is the curvature of the dual function, times -1. Entry (j, k) is the product of rows j and
    k over the coordinates that are not cut: those of `moved` = y - A'u, (n,), that lie between the
    bounds. It is 0 unless both rows pay, which `pays` (m,) says by numbers above 0.
    """
    m, n = A.shape
    for j in range(m):
        for k in range(j + 1):
            matrix[j, k] = 0.0
    for i in range(n):
        if lower[i] < moved[i] < upper[i]:
            for j in range(m):
                if pays[j] > 0.0:
                    for k in range(j + 1):
                        if pays[k] > 0.0:
                            matrix[j, k] += A[j, i] * A[k, i]


def solve(matrix: FloatArray, right: FloatArray, pays: FloatArray, solution: FloatArray) -> None:
    """Solve matrix solution = right for the rows that pay, by Cholesky's method; others get 0.

    The lower half of the matrix (m, m) is overwritten by its factor. `right`, `pays` and `solution`
    are (m,). A direction in which the dual function has no curvature, up to rounding, is given
    `_FLAT`, 1e-4, where it would else have 1 at most, as the rows have length 1: the step along it
    is then long, and its length is searched for.
    """
    m = len(right)
    for j in range(m):
        if pays[j] == 0.0:
            solution[j] = 0.0
            continue
        pivot = matrix[j, j]
        for k in range(j):
            if pays[k] > 0.0:
                pivot -= matrix[j, k] * matrix[j, k]
        # The diagonal still has row j's own product: a pivot so much smaller is rounding alone.
        if pivot <= 64 * _EPS * matrix[j, j]:
            pivot = _FLAT
        root = np.sqrt(pivot)
        matrix[j, j] = root
        for low in range(j + 1, m):
            if pays[low] > 0.0:
                total = matrix[low, j]
                for k in range(j):
                    if pays[k] > 0.0:
                        total -= matrix[low, k] * matrix[j, k]
                matrix[low, j] = total / root
        total = right[j]
        for k in range(j):
            if pays[k] > 0.0:
                total -= matrix[j, k] * solution[k]
        solution[j] = total / root
    for j in range(m - 1, -1, -1):
        if pays[j] > 0.0:
            total = solution[j]
            for k in range(j + 1, m):
                if pays[k] > 0.0:
                    total -= matrix[k, j] * solution[k]
            solution[j] = total / matrix[j, j]


def step_length(
    direction: FloatArray,
    excess: FloatArray,
    moved: FloatArray,
    rates: FloatArray,
    b: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
    longest: float,
) -> float:
    """Return how far to go along a direction of the multipliers, in [0, longest].

    The slope of the dual function falls along it; the length is where it is 0, up to a thousandth
    of the slope at the start, or `longest`. It is found by Newton's steps within a bracket.

    Parameters
    ----------
    direction, excess : FloatArray
        The direction of the multipliers, and A x - b at its start, (m,) each.
    moved : FloatArray
        y - A'u at the start, for the multipliers u: before it is cut at the bounds, (n,).
    rates : FloatArray
        A'd for the direction d: how fast each coordinate of `moved` falls with the length, (n,). So
        the slope of the dual function, <d, A x - b>, is <rates, x> - <d, b>.
    b, lower, upper : FloatArray
        The sides of the rows, (m,), and the bounds of the box, (n,).
    longest : float
        How far the direction goes before a multiplier falls below 0; may be infinite.

    Returns
    -------
    float
        The length, in units of the direction.
    """
    m = len(b)
    small_slope = 0.0  # a thousandth of the slope at length 0, <direction, excess>
    for j in range(m):
        small_slope += 1e-3 * direction[j] * excess[j]
    low, high, length = 0.0, longest, min(1.0, longest)
    for _ in range(_SEARCH_STEPS):
        slope, fall = 0.0, 0.0  # of the dual function at this length, and how fast it falls
        for j in range(m):
            slope -= direction[j] * b[j]
        for i in range(len(rates)):
            rate = rates[i]
            coordinate = moved[i] - length * rate
            if coordinate <= lower[i]:
                slope += rate * lower[i]
            elif coordinate >= upper[i]:
                slope += rate * upper[i]
            else:
                slope += rate * coordinate
                fall += rate * rate
        if abs(slope) <= small_slope or (slope > 0.0 and length >= longest):
            break
        if slope > 0.0:
            low = length
        else:
            high = length
        # Newton's step where it stays in the bracket, else its middle, or twice the length.
        if fall > 0.0 and low < length + slope / fall < high:
            length += slope / fall
        elif high < np.inf:
            length = low + (high - low) / 2
        else:
            length *= 2
    return length


@cache
def compile_helpers() -> None:
    """Compile the functions that `project_on_polytope` calls, before numba compiles that.

    numba reads them as globals of this module. They are not compiled when it is imported: that
    would load numba, a fifth of a second, for all who only make a domain or play in NumPy.
    """
    for function in (largest_excess, fill_curvature, solve, step_length):
        globals()[function.__name__] = compile_part(function)

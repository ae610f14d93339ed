"""The projection of eight points at once onto a box cut by half-spaces: Newton's method.

The point of {x in box : A x <= b} that is nearest to y is x = clip(y - A'u), cut at the bounds of
the box, for some multipliers u >= 0 of the m rows: those that maximise the dual function, which is
concave, with the slope A x - b, and quadratic as long as the same coordinates are cut and the same
rows pay. So Newton's method ends after as many steps as that changes: one or two, if it begins with
the multipliers of the round before, which hardly differ. Each step goes as far along Newton's
direction as the dual function rises.

The eight points stand in the lanes of vectors (`osphg.compiled.lanes`), each with multipliers of
its own. A lane that has come to its end waits for the others: all do the same steps, and an answer
of 1 or 0 in each lane says whether they count there. That takes a quarter of the time of one point
after the other. What stands in lanes is an array (count, 1, LANES) of `lanes.empty_lanes`.

Rows have length 1. This module imports numba, by way of `lanes`: so it is imported where something
is compiled, and not before.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled.jit import compile_inlined, compile_part, jit
from osphg.compiled.lanes import (
    LANES,
    add,
    align_stack,
    both,
    but_not,
    choose,
    clip,
    divide,
    either,
    empty_lanes,
    is_any,
    is_larger,
    is_smaller,
    larger_one,
    load_numbers,
    multiply,
    multiply_add,
    negative,
    size_of,
    smaller_one,
    store_numbers,
    subtract,
    take_off,
    zero_points,
)

_EPS = float(np.finfo(np.float64).eps)
_MOST_STEPS = 60  # of Newton's method; some two suffice from round to round
_FLAT = 1e-4  # the curvature that a direction is given where the dual function has none
_SEARCH_STEPS = 60  # for the length of a step
# How far away a point may be, in units of the largest bound of the set. A x - b is known to some
# eps times the size of the point: at this distance its projection may lie outside by 2e-10 of the
# set's size, which is allowed, and at 1e16 it may lie anywhere in the box.
_FARTHEST = 1e5


class Work(NamedTuple):
    """What is computed for eight points on the way to their projections, in lanes.

    Attributes
    ----------
    x : FloatArray
        clip(y - A'u), n numbers.
    moved : FloatArray
        y - A'u, which is x before it is cut, n.
    inside : FloatArray
        Whether a coordinate of `moved` is not cut, n.
    rates : FloatArray
        How fast `moved` falls along Newton's direction, n.
    excess : FloatArray
        A x - b, the slope of the dual function, m.
    pays : FloatArray
        Whether a row is paid for in this step, m.
    direction : FloatArray
        Newton's, of the multipliers, m.
    limits : FloatArray
        How far the direction goes until the multiplier is 0, m.
    curvature : FloatArray
        Of the dual function, times -1: the lower half of a matrix (m, m) in the order of its rows.
    factor : FloatArray
        Of the curvature, a matrix (m, m): L below the diagonal, L P above it, and the reciprocals
        of P on it.
    """

    x: Any
    moved: Any
    inside: Any
    rates: Any
    excess: Any
    pays: Any
    direction: Any
    limits: Any
    curvature: Any
    factor: Any


@compile_part
def empty_room(m: int, n: int) -> FloatArray:
    """Return room for the `Work` of m rows and n items, in lanes."""
    return empty_lanes(4 * n + 4 * m + 2 * m * m)


@compile_inlined
def parts_of(room: FloatArray, m: int, n: int) -> Work:
    """Return the parts of `empty_room`, one behind the other in the order of `Work`."""
    rows = 4 * n  # where the parts of m numbers begin, and those of m^2
    matrices = rows + 4 * m
    return Work(
        room[:n],
        room[n : 2 * n],
        room[2 * n : 3 * n],
        room[3 * n : rows],
        room[rows : rows + m],
        room[rows + m : rows + 2 * m],
        room[rows + 2 * m : rows + 3 * m],
        room[rows + 3 * m : matrices],
        room[matrices : matrices + m * m],
        room[matrices + m * m :],
    )


@compile_inlined
def write_excess(work: Work, A: FloatArray, b: FloatArray) -> Any:
    """Write A x - b to `work.excess`, and return its largest entry."""
    largest = add(zero_points(1), -np.inf)
    for j in range(len(b)):
        total = add(zero_points(1), -b[j])
        for i in range(A.shape[1]):
            total = multiply_add(A[j, i], load_numbers(work.x, i), total)
        store_numbers(total, work.excess, j)
        largest = larger_one(largest, total)
    return largest


@compile_inlined
def write_x(points: FloatArray, multipliers: FloatArray, work: Work, faces: Any) -> None:
    """Write y - A'u for the points y and multipliers u, what of it is not cut, and x."""
    A, b, lower, upper = faces
    for i in range(len(lower)):
        moved = load_numbers(points, i)
        for j in range(len(b)):
            moved = take_off(A[j, i], load_numbers(multipliers, j), moved)
        inside = both(is_larger(moved, lower[i]), is_smaller(moved, upper[i]))
        store_numbers(moved, work.moved, i)
        store_numbers(inside, work.inside, i)
        store_numbers(clip(moved, lower[i], upper[i]), work.x, i)


@compile_inlined
def write_pays(multipliers: FloatArray, work: Work, faces: Any, rounding: Any) -> Any:
    """Write A x - b and which rows pay; return in which lanes x is not optimal.

    It is optimal where no row is violated, and none that has a multiplier is slack, but for
    rounding. A row pays for the next step if it has a multiplier or is violated.
    """
    A, b, _, _ = faces
    wrong = is_larger(write_excess(work, A, b), rounding)
    for j in range(len(b)):
        excess = load_numbers(work.excess, j)
        is_paid = is_larger(load_numbers(multipliers, j), 0.0)
        is_slack = is_smaller(excess, negative(rounding))
        wrong = either(wrong, both(is_paid, is_slack))
        store_numbers(either(is_paid, is_larger(excess, 0.0)), work.pays, j)
    return wrong


@compile_inlined
def copy_x(work: Work, points: FloatArray) -> None:
    """Put x in the place of the points."""
    for i in range(len(points)):
        store_numbers(load_numbers(work.x, i), points, i)


@compile_inlined
def write_curvature(work: Work, A: FloatArray) -> None:
    """Write the products of two rows of A (m, n) over the coordinates that are not cut."""
    m, n = A.shape
    for j in range(m):
        for k in range(j + 1):
            total = zero_points(1)
            for i in range(n):
                product = A[j, i] * A[k, i]
                total = multiply_add(product, load_numbers(work.inside, i), total)
            store_numbers(total, work.curvature, j * m + k)


@compile_inlined
def write_newton_direction(work: Work, m: int) -> None:
    """Write the solution of curvature direction = excess over the rows that pay; others get 0.

    By the factors of Cholesky without square roots, curvature = L P L', where L has ones on the
    diagonal and P is diagonal. A direction in which the dual function has no curvature, up to
    rounding, is given `_FLAT`, 1e-4, where it would else have 1 at most, as the rows have length 1:
    the step along it is then long, and its length is searched for.
    """
    curvature, factor, direction = work.curvature, work.factor, work.direction
    for j in range(m):
        diagonal = load_numbers(curvature, j * m + j)
        pivot = diagonal
        total = load_numbers(work.excess, j)
        # Entry (j, k) of L stands at (j, k) of the factor, for k < j, and that of L P at (k, j): so
        # P_jj = curvature_jj - sum_k L_jk (L P)_jk. The direction becomes L^-1 excess first.
        for k in range(j):
            entry = load_numbers(factor, j * m + k)
            pivot = take_off(entry, load_numbers(factor, k * m + j), pivot)
            total = take_off(entry, load_numbers(direction, k), total)
        # The diagonal still has row j's own product: a pivot so much smaller is rounding alone.
        has_curvature = is_larger(pivot, multiply(64 * _EPS, diagonal))
        pivot = choose(has_curvature, pivot, _FLAT)
        # 0 for a row that does not pay: so its entries of L and of the solution are 0.
        reciprocal = divide(load_numbers(work.pays, j), pivot)
        store_numbers(reciprocal, factor, j * m + j)
        store_numbers(total, direction, j)
        # Column j of L P and of L, below the diagonal: the rows after j.
        for row in range(j + 1, m):
            product = load_numbers(curvature, row * m + j)
            for k in range(j):
                entry = load_numbers(factor, j * m + k)
                product = take_off(entry, load_numbers(factor, k * m + row), product)
            product = multiply(load_numbers(work.pays, row), product)
            store_numbers(product, factor, j * m + row)
            store_numbers(multiply(reciprocal, product), factor, row * m + j)
    # Backwards: L' direction = P^-1 (what stands in the direction).
    for j in range(m - 1, -1, -1):
        total = multiply(load_numbers(factor, j * m + j), load_numbers(direction, j))
        for k in range(j + 1, m):
            total = take_off(load_numbers(factor, k * m + j), load_numbers(direction, k), total)
        store_numbers(total, direction, j)


@compile_inlined
def step_length(
    work: Work, b: FloatArray, lower: FloatArray, upper: FloatArray, longest: Any, searching: Any
) -> Any:
    """Return how far to go along the direction, in [0, longest], in the lanes `searching`.

    The slope of the dual function falls along it; the length is where it is 0, up to a thousandth
    of the slope at the start, or `longest`. It is found by Newton's steps within a bracket. For the
    multipliers' direction d the slope is <d, A x - b>, which is <rates, x> - <d, b>.
    """
    small_slope = zero_points(1)
    slope_of_b = zero_points(1)
    for j in range(len(b)):
        d = load_numbers(work.direction, j)
        small_slope = multiply_add(multiply(1e-3, d), load_numbers(work.excess, j), small_slope)
        slope_of_b = take_off(b[j], d, slope_of_b)
    low = zero_points(1)
    high = longest
    length = smaller_one(longest, 1.0)
    for _ in range(_SEARCH_STEPS):
        slope = slope_of_b  # of the dual function at this length
        fall = zero_points(1)  # how fast the slope falls
        for i in range(len(lower)):
            rate = load_numbers(work.rates, i)
            moved = take_off(length, rate, load_numbers(work.moved, i))
            slope = multiply_add(rate, clip(moved, lower[i], upper[i]), slope)
            inside = both(is_larger(moved, lower[i]), is_smaller(moved, upper[i]))
            fall = multiply_add(both(inside, rate), rate, fall)
        rises = is_larger(slope, 0.0)
        searching = both(searching, is_larger(size_of(slope), small_slope))
        # At the longest length nothing is left to gain.
        searching = but_not(searching, but_not(rises, is_smaller(length, longest)))
        if not is_any(searching):
            break
        low = choose(rises, length, low)
        high = choose(rises, high, length)
        # Newton's step where it stays in the bracket, else its middle, or twice the length.
        newton = add(length, divide(slope, fall))
        fits = both(is_larger(newton, low), is_smaller(newton, high))
        middle = multiply_add(0.5, subtract(high, low), low)
        elsewhere = choose(is_smaller(high, np.inf), middle, multiply(2.0, length))
        length = choose(searching, choose(fits, newton, elsewhere), length)
    return length


@compile_inlined
def step_multipliers(work: Work, faces: Any, multipliers: FloatArray, moving: Any) -> None:
    """Take one step of Newton's method in the lanes `moving`: change their multipliers."""
    A, b, lower, upper = faces
    m, n = A.shape
    write_curvature(work, A)
    # A multiplier that is 0 must not fall: a row whose would is left out, and the direction is
    # computed anew, until there is none.
    for _ in range(m + 1):
        write_newton_direction(work, m)
        dropped = zero_points(1)
        for j in range(m):
            falls = is_smaller(load_numbers(work.direction, j), 0.0)
            pays = load_numbers(work.pays, j)
            drop = both(pays, but_not(falls, load_numbers(multipliers, j)))
            store_numbers(but_not(pays, drop), work.pays, j)
            dropped = either(dropped, drop)
        if not is_any(both(moving, dropped)):
            break
    # Multipliers stay at least 0: the step ends where the first of those that fall is 0.
    longest = add(zero_points(1), np.inf)
    for j in range(m):
        d = load_numbers(work.direction, j)
        until_0 = divide(load_numbers(multipliers, j), negative(d))
        limit = choose(is_smaller(d, 0.0), until_0, np.inf)
        store_numbers(limit, work.limits, j)
        longest = smaller_one(longest, limit)
    for i in range(n):
        rate = zero_points(1)
        for j in range(m):
            rate = multiply_add(A[j, i], load_numbers(work.direction, j), rate)
        store_numbers(rate, work.rates, i)
    # As far as the dual function rises: to where its slope along the direction is 0, or `longest`.
    length = step_length(work, b, lower, upper, longest, moving)
    for j in range(m):
        old = load_numbers(multipliers, j)
        new = larger_one(multiply_add(length, load_numbers(work.direction, j), old), 0.0)
        # Exactly 0 where the step ends for that, whatever rounding has left.
        goes_on = is_smaller(length, load_numbers(work.limits, j))
        new = choose(goes_on, new, 0.0)
        store_numbers(choose(moving, new, old), multipliers, j)


@compile_part
def farthest_size(lower: FloatArray, upper: FloatArray) -> float:
    """Return the largest coordinate, in size, of a point whose projection rounding leaves exact.

    `lower` and `upper`, (n,), are the bounds of the set. See `_FARTHEST`.
    """
    largest = 0.0
    for i in range(len(lower)):
        largest = max(largest, abs(lower[i]), abs(upper[i]))
    return _FARTHEST * largest


@jit(kept=True, error_model="numpy")
def project_eight(
    points: FloatArray, multipliers: FloatArray, room: FloatArray, faces: Any, farthest: float
) -> bool:
    """Take eight points to the nearest points of {lower <= x <= upper, A x <= b}, in place.

    Parameters
    ----------
    points : FloatArray
        n numbers in lanes, changed.
    multipliers : FloatArray
        m numbers in lanes, where Newton's method begins, and what it ends with; 0 at first. The
        projection does not depend on them, but for rounding.
    room : FloatArray
        Of `empty_room`, to work in.
    faces : tuple
        A, rows of length 1, (m, n); b (m,); and the bounds of the box, (n,).
    farthest : float
        What `farthest_size` returns: no coordinate of a point outside may be larger.

    Returns
    -------
    bool
        False if one of them does not converge, is not finite, or is outside and too far away; then
        the points are as they were.
    """
    align_stack()
    A, b, lower, upper = faces
    m, n = A.shape
    work = parts_of(room, m, n)
    size = zero_points(1)  # of the largest number that is added up to an entry of A x - b
    zeros = zero_points(1)  # they stay 0 where all coordinates are finite, else they become nan
    for i in range(n):
        y = load_numbers(points, i)
        x = clip(y, lower[i], upper[i])
        store_numbers(x, work.x, i)
        size = larger_one(size, larger_one(size_of(y), size_of(x)))
        zeros = multiply_add(0.0, y, zeros)
    is_finite = is_smaller(zeros, 1.0)
    # Clipping takes what is not finite to a bound: it counts as outside, so that it is refused.
    outside = choose(is_finite, is_larger(write_excess(work, A, b), 0.0), 1.0)
    # Where no row is violated, clipping was all, and no row is paid for.
    for j in range(m):
        size = larger_one(size, abs(b[j]))
        store_numbers(multiply(outside, load_numbers(multipliers, j)), multipliers, j)
    if not is_any(outside):
        copy_x(work, points)
        return True
    if is_any(but_not(outside, both(is_finite, is_smaller(size, farthest)))):
        return False
    rounding = multiply(8 * _EPS, size)  # of an entry of A x - b
    for _ in range(_MOST_STEPS):
        write_x(points, multipliers, work, faces)
        wrong = write_pays(multipliers, work, faces, rounding)
        if not is_any(wrong):
            copy_x(work, points)
            return True
        step_multipliers(work, faces, multipliers, wrong)
    return False


@compile_part
def project_columns(V: FloatArray, kept: FloatArray, faces: Any) -> bool:
    """Project each column of V (n, K) in place, eight at a time; return whether it succeeded.

    `kept` (K, m) are the multipliers of each column, from which the search begins; they are
    changed. `faces` are those of `project_eight`.
    """
    n, K = V.shape
    m = kept.shape[1]
    _, _, lower, upper = faces
    farthest = farthest_size(lower, upper)
    room = empty_room(m, n)
    points = empty_lanes(n)
    multipliers = empty_lanes(m)
    for first in range(0, K, LANES):
        count = min(LANES, K - first)
        # Lanes that are left over repeat the last column.
        for lane in range(LANES):
            k = first + min(lane, count - 1)
            for i in range(n):
                points[i, 0, lane] = V[i, k]
            for j in range(m):
                multipliers[j, 0, lane] = kept[k, j]
        if not project_eight(points, multipliers, room, faces, farthest):
            return False
        for lane in range(count):
            for i in range(n):
                V[i, first + lane] = points[i, 0, lane]
            for j in range(m):
                kept[first + lane, j] = multipliers[j, 0, lane]
    return True

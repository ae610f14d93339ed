"""The polygons of all window lengths in the plane, without looking at every window.

A window is W rounds in a row, with the start t where it has rounds t + 1 .. t + W. There are two
items, i = 0 and 1, and a decision x has a coordinate for each. For each length W the budget allows
what no window forbids: `<S(t + W) - S(t), x> <= W B_T/T` for
every start t, with S(t) the sum of the first t prices. There are about T^2/2 windows, and nearly
all of them forbid nothing that others allow. So starts are looked at in blocks: with
D(t) = S(t) - t m, the swing of S(t) about a trend of m (about the mean price) a round, no window
with a start in a block costs more, in either item, than

    W m + max D(t + W) - min D(t)        (both over the block),

and a block is divided only where a corner of the polygon so far costs more than the budget at that
price. A block has 2^k starts, k being its level, and halves of level k - 1; the largest and least
D of every block are in a table. The windows that cut at the length before, and those that begin a
round earlier, are tried first.

Sums are kept as pairs of floats, whose error is that of a sum of twice the digits: a window's price
is exact but for its own rounding, whatever came before it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from osphg.checks import FloatArray
from osphg.compiled.jit import jit
from osphg.compiled.projections import clip_polygon

Ints = NDArray[np.int64]
_clip = jit(error_model="numpy")(clip_polygon)  # cuts a polygon in place by a x + b y <= c
_MOST_CUTS = 64  # windows that are remembered for the next length; they only save time
_BLOCKS_PER_WINDOW = 4  # the first blocks have W / 4 starts, or fewer: larger ones all get divided
_EPS = float(np.finfo(np.float64).eps)
_SLACK = 1e-14  # by which rounding may make a block's bound exceed the budget
_TOUCH = 1e-12  # a corner as near as that to a line, of the budget, is on it


class WindowPolygons(NamedTuple):
    """The polygons of some window lengths."""

    corners: FloatArray  # of each polygon, counter-clockwise, one polygon after the other, (all, 2)
    counts: Ints  # how many corners each polygon has, (lengths,)
    bounds: FloatArray  # what no coordinate exceeds: the budget buys no more, (lengths, 2)


class CutMemory(NamedTuple):
    """What one range of lengths leaves for the next, so that it finds faster what cuts."""

    starts: Ints  # of the windows that cut, (_MOST_CUTS,); the first -1 is their end
    dearest: Ints  # of the windows in which either item is dearest, (2,)

    @classmethod
    def empty(cls) -> CutMemory:
        """Return what stands before the first range: nothing is remembered."""
        return cls(np.full(_MOST_CUTS, -1), np.zeros(2, np.int64))


class PriceSums(NamedTuple):
    """Sums of prices (T, 2), and how far they swing about their trend.

    The swing D(t) = S(t) - t m is what a sum of t prices is above its trend. Tables of the largest
    and the least swing have one level for each size of block: on level k a block is 2^k numbers t
    in a row.
    """

    high: FloatArray  # S(t), (T + 1, 2), rounded
    low: FloatArray  # what rounding has left out of it
    mean: FloatArray  # m, (2,), with so few digits that t m is exact
    largest: FloatArray  # swing D over t .. t + 2^k - 1, (levels, T + 1, 2)
    least: FloatArray  # the smallest D over the same t, (levels, T + 1, 2)
    # By how much rounding may make the difference of two D too small, (2,). What is a bound by the
    # tables is raised by it.
    doubt: FloatArray


# Kept on disk, as compiled, for other processes.
@jit(kept=True, error_model="numpy")
def _add_prices(prices: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the sums of the first t prices, for t = 0..T, as pairs of floats.

    Each sum is rounded to `high`, and what rounding left out is added up in `low` (Knuth's TwoSum).

    Parameters
    ----------
    prices
        The prices, (T, n).

    Returns
    -------
    tuple of arrays
        `high` and `low`, (T + 1, n) each: the sum of the first t prices is high[t] + low[t].
    """
    T, n = prices.shape
    high = np.zeros((T + 1, n))
    low = np.zeros((T + 1, n))
    for i in range(n):
        total = 0.0
        lost = 0.0  # by rounding, so far
        for t in range(T):
            price = prices[t, i]
            new_total = total + price
            added = new_total - total  # the price, but for rounding
            lost += (total - (new_total - added)) + (price - added)
            total = new_total
            high[t + 1, i] = total
            low[t + 1, i] = lost
    return high, low


# Kept on disk, as compiled, for other processes.
@jit(kept=True, error_model="numpy")
def _extreme_swings(
    high: FloatArray, low: FloatArray, mean: FloatArray, levels: int
) -> tuple[FloatArray, FloatArray]:
    """Return the tables of the largest and the least swing in blocks of 2^k numbers t.

    Entry (k, t, i) is the extreme of the swing D of item i over t .. t + 2^k - 1, or up to T. It is
    that of two entries on the level below, one for each half of the block.

    Parameters
    ----------
    high, low, mean
        The sums S(t) for t = 0..T as pairs of floats, high + low, (T + 1, 2) each, and the trend m,
        (2,).
    levels
        The number of levels k.

    Returns
    -------
    tuple of arrays
        The largest and the least swings, (levels, T + 1, 2) each.
    """
    length, n = high.shape
    largest = np.empty((levels, length, n))
    least = np.empty((levels, length, n))
    for t in range(length):
        for i in range(n):
            swing = (high[t, i] - t * mean[i]) + low[t, i]
            largest[0, t, i] = swing
            least[0, t, i] = swing
    for k in range(1, levels):
        half = 1 << (k - 1)
        for t in range(length):
            second = min(t + half, length - 1)  # where the second half of the block begins
            for i in range(n):
                largest[k, t, i] = max(largest[k - 1, t, i], largest[k - 1, second, i])
                least[k, t, i] = min(least[k - 1, t, i], least[k - 1, second, i])
    return largest, least


def price_sums(prices: FloatArray) -> PriceSums:
    """Return the sums of some prices, (T, 2), and the tables of their swings.

    `polygons_of_lengths` looks at them. `high` and `low` are the sums S(t) of the first t prices,
    t = 0..T, (T + 1, 2) each: a sum, rounded, and what rounding has left out. `mean` is m, (2,).
    The tables are (levels, T + 1, 2): entry (k, t) is the largest or the least swing D over
    t .. t + 2^k - 1, or up to T. `doubt`, (2,), is by how much rounding may make the difference of
    two D too small.
    """
    T = len(prices)
    high, low = _add_prices(np.ascontiguousarray(prices))
    # With 24 digits of the 53 that a float has, the product of the mean and t < 2^29 is exact.
    # m need not be the mean price exactly: any trend gives a bound.
    mantissa, exponent = np.frexp(high[-1] / T)
    mean = np.ldexp(np.round(np.ldexp(mantissa, 24)), exponent - 24)
    levels = T.bit_length()  # blocks of 2^k numbers up to T
    largest, least = _extreme_swings(high, low, mean, levels)
    # The extremes over all t are the extremes over the blocks of any level, such as the last.
    largest_size = np.maximum(np.abs(largest[-1]), np.abs(least[-1])).max(axis=0)
    # Two D are rounded, each twice, and so is their difference: 4 eps of the largest is enough.
    return PriceSums(high, low, mean, largest, least, doubt=4 * _EPS * largest_size)


@jit(error_model="numpy")
def _price(high: FloatArray, low: FloatArray, t: int, W: int, i: int) -> float:
    """Return what item i costs in rounds t + 1 .. t + W together, by the sums of all prices."""
    total: float = (high[t + W, i] - high[t, i]) + (low[t + W, i] - low[t, i])
    return total


@jit(error_model="numpy")
def _price_bound(
    mean: FloatArray, largest: FloatArray, least: FloatArray, t: int, k: int, W: int, i: int
) -> float:
    """Return a number that item i costs no more than in a window with a start t .. t + 2^k - 1.

    Rounding may make it too small by `PriceSums.doubt[i]`.

    Parameters
    ----------
    mean, largest, least
        The trend m of the prices, (2,), and the tables of the largest and the least swing,
        (levels, T + 1, 2) each.
    t, k
        The first start of a block and its level: it has 2^k starts.
    W, i
        The length of a window, and the item.
    """
    bound: float = W * mean[i] + (largest[k, t + W, i] - least[k, t, i])
    return bound


@jit(error_model="numpy")
def _first_level(W: int, levels: int) -> int:
    """Return the level k at which blocks of starts are looked at first: 2^k is at most W / 4.

    Larger blocks would nearly always be divided. Where W < 8 it is 0, blocks of one start; it is
    below `levels`, the number of levels that the tables of swings have.
    """
    level = 0
    while (_BLOCKS_PER_WINDOW << (level + 1)) <= W and level + 1 < levels:
        level += 1
    return level


@jit(error_model="numpy")
def _push_halves(stack: Ints, count: int, t: int, k: int) -> int:
    """Put the halves of a block on a stack of blocks, the first half on top; return its new count.

    Parameters
    ----------
    stack
        Blocks (first start, level), (many, 2), of which the first `count` are waiting; changed.
    count
        How many blocks wait.
    t, k
        The first start and the level of the block that is divided, k > 0.
    """
    stack[count, 0] = t + (1 << (k - 1))
    stack[count, 1] = k - 1
    stack[count + 1, 0] = t
    stack[count + 1, 1] = k - 1
    return count + 2


@jit(error_model="numpy")
def _dearest(sums: PriceSums, W: int, i: int, guess: int, stack: Ints) -> int:
    """Return the start of a window of W rounds in which item i costs most.

    The starts are looked at in blocks, and a block is divided only where its bound exceeds the
    price of the dearest window so far. Rounding may make a bound too small by `PriceSums.doubt`, so
    that a start which is dearer by less than that may be missed. This does no harm: the box that
    follows is too large by as little, and `_cut_by_all`, which adds `doubt`, cuts that off.

    Parameters
    ----------
    sums
        The sums of prices.
    W
        The length of a window.
    i
        The item.
    guess
        A start that is tried first: the better it is, the fewer blocks are divided.
    stack
        Scratch memory for the blocks that are still to be looked at, two rows for each level and
        two more: compiled code does not check its end.
    """
    high = sums.high
    low = sums.low
    mean = sums.mean
    largest = sums.largest
    least = sums.least
    last_start = len(high) - 1 - W
    # Blocks of at most W/4 starts, or of one: larger ones would nearly always be divided.
    level = _first_level(W, len(largest))
    dearest = min(guess, last_start)
    largest_price = _price(high, low, dearest, W, i)
    for block_start in range(0, last_start + 1, 1 << level):
        stack[0, 0] = block_start
        stack[0, 1] = level
        waiting = 1
        while waiting:
            waiting -= 1
            t = stack[waiting, 0]
            k = stack[waiting, 1]
            # A half may lie beyond the last start. Of a block that does so in part, the bound holds
            # all the same.
            if t > last_start:
                continue
            if k == 0:
                price = _price(high, low, t, W, i)
                if price > largest_price:
                    dearest = t
                    largest_price = price
            elif _price_bound(mean, largest, least, t, k, W, i) > largest_price:
                waiting = _push_halves(stack, waiting, t, k)
    return dearest


@jit(error_model="numpy")
def _largest_cost(V: FloatArray, count: int, a: float, b: float) -> float:
    """Return the largest a x + b y of the first `count` corners (x, y) of a polygon V."""
    largest = -np.inf
    for c in range(count):
        largest = max(largest, a * V[c, 0] + b * V[c, 1])
    return largest


@jit(error_model="numpy")
def _domain_polygon(box: FloatArray, sides: FloatArray, V: FloatArray, work: FloatArray) -> int:
    """Write the part of a box that some half-planes leave to V; return its number of corners.

    Parameters
    ----------
    box
        The upper bounds of the coordinates, (2,); the lower ones are 0.
    sides
        Half-planes a x + b y <= c, as rows (a, b, c), (q, 3).
    V
        Gets the corners, counter-clockwise, (size, 2); at least as many as the polygon can have, as
        compiled code does not check its end.
    work
        Scratch memory of `_clip`, of the shape of V.
    """
    V[:4] = 0.0
    V[1, 0] = box[0]
    V[2, 0] = box[0]
    V[2, 1] = box[1]
    V[3, 1] = box[1]
    count = 4
    for j in range(len(sides)):
        count = _clip(V, count, sides[j, 0], sides[j, 1], sides[j, 2], work)
    return count


@jit(error_model="numpy")
def _cut_by_window(
    sums: PriceSums, t: int, W: int, allowance: float, V: FloatArray, count: int, work: FloatArray
) -> int:
    """Cut the polygon V[:count] by the budget of one window; return its number of corners.

    Parameters
    ----------
    sums
        The sums of prices.
    t, W
        The window: rounds t + 1 .. t + W.
    allowance
        The money for one round.
    V, count
        The polygon, changed in place, and how many corners it has.
    work
        Scratch memory of `_clip`, of the shape of V.
    """
    high = sums.high
    low = sums.low
    a = _price(high, low, t, W, 0) / W
    b = _price(high, low, t, W, 1) / W
    new_count: int = _clip(V, count, a, b, allowance, work)
    return new_count


@jit(error_model="numpy")
def _cut_by_remembered(
    sums: PriceSums, W: int, allowance: float, starts: Ints, cutting: Ints,
    V: FloatArray, count: int, work: FloatArray,
) -> tuple[int, int]:  # fmt: skip
    """Cut the polygon V[:count] by the windows most likely to cut it.

    These are the windows that cut the polygon of length W - 1, made one round longer: they begin in
    the same round, or in the one before.

    Parameters
    ----------
    sums, W, allowance
        The sums of prices, the length of a window, and the money for one round.
    starts
        The remembered starts of windows that cut at length W - 1, (_MOST_CUTS,); the first -1 is
        their end.
    cutting
        Gets the starts of the windows that cut, (_MOST_CUTS,), without a -1 behind them; further
        ones are not noted, which costs only time at the next length.
    V, count
        The polygon, a corner in each of the first `count` rows, (most corners, 2), changed in
        place, and how many corners it has.
    work
        Scratch memory of `_clip`, of the shape of V.

    Returns
    -------
    tuple of int
        How many corners the polygon has, and how many starts are in `cutting`.
    """
    high = sums.high
    low = sums.low
    last_start = len(high) - 1 - W
    money = allowance * W
    cuts = 0
    for j in range(_MOST_CUTS):
        if starts[j] < 0:  # the end
            break
        first = max(starts[j] - 1, 0)
        last = min(starts[j], last_start)
        for t in range(first, last + 1):
            # What the window t + 1 .. t + W asks for a unit of item 0, and of item 1.
            a = _price(high, low, t, W, 0)
            b = _price(high, low, t, W, 1)
            if _largest_cost(V, count, a, b) > money:
                count = _cut_by_window(sums, t, W, allowance, V, count, work)
                if cuts < _MOST_CUTS:
                    cutting[cuts] = t
                    cuts += 1
    return count, cuts


@jit(error_model="numpy")
def _cut_by_all(
    sums: PriceSums, W: int, allowance: float, cutting: Ints, cuts: int,
    V: FloatArray, count: int, work: FloatArray, stack: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Cut the polygon V[:count] by every window of W rounds that forbids a part of it.

    A block of starts is passed over where no corner costs more than the budget of a window at the
    block's bounds of the two prices; else it is divided, down to single windows.

    Parameters
    ----------
    sums, W, allowance
        The sums of prices with the tables of their swings (`largest`, `least`, and `doubt`, how
        much rounding may make a difference of two swings too small), the length of a window, and
        the money for one round.
    cutting, cuts
        Gets the starts of more windows that cut, (_MOST_CUTS,); its first `cuts` are filled in.
        What does not fit in is not noted, which costs only time at the next length.
    V, count
        The polygon, changed in place, and how many corners it has.
    work
        Scratch memory of `_clip`, of the shape of V.
    stack
        Scratch memory for the blocks that are still to be looked at, two rows for each level and
        two more: compiled code does not check its end.

    Returns
    -------
    tuple of int
        How many corners the polygon has, and how many starts are in `cutting`.
    """
    high, low, mean, largest, least, doubt = sums
    last_start = len(high) - 1 - W
    level = _first_level(W, len(largest))
    # A cost that exceeds the budget by rounding alone, the share `_SLACK` of it, forbids nothing.
    most_money = allowance * W * (1.0 + _SLACK)
    for block_start in range(0, last_start + 1, 1 << level):
        stack[0, 0] = block_start
        stack[0, 1] = level
        waiting = 1
        while waiting:
            waiting -= 1
            t = stack[waiting, 0]
            k = stack[waiting, 1]
            if t > last_start:
                continue
            if k == 0:
                a = _price(high, low, t, W, 0)
                b = _price(high, low, t, W, 1)
            else:
                a = _price_bound(mean, largest, least, t, k, W, 0) + doubt[0]
                b = _price_bound(mean, largest, least, t, k, W, 1) + doubt[1]
            # a and b are the prices of the items: those of one window, exact but for their own
            # rounding, or bounds of those of the block's windows, raised by what rounding may have
            # taken from them.
            if _largest_cost(V, count, a, b) <= most_money:
                continue
            if k == 0:
                count = _cut_by_window(sums, t, W, allowance, V, count, work)
                if cuts < _MOST_CUTS:
                    cutting[cuts] = t
                    cuts += 1
            else:
                waiting = _push_halves(stack, waiting, t, k)
    return count, cuts


@jit(error_model="numpy")
def _remember_touching(
    sums: PriceSums, W: int, money: float, cutting: Ints, cuts: int,
    V: FloatArray, count: int, starts: Ints,
) -> None:  # fmt: skip
    """Remember the windows that have cut the polygon V[:count] and whose line it still touches.

    The line of a window has the decisions that cost exactly its budget. Those that the polygon no
    longer touches were made needless by later cuts, and will hardly cut at the next length.

    Parameters
    ----------
    sums, W
        The sums of prices and the length of a window.
    money
        The budget of one window, W B_T/T.
    cutting, cuts
        The starts of the windows that have cut, the first `cuts` of the array.
    V, count
        The corners of the polygon, and how many.
    starts
        Gets the starts that are remembered, and -1 at their end, (_MOST_CUTS,).
    """
    high = sums.high
    low = sums.low
    remembered = 0
    for j in range(cuts):
        t = cutting[j]
        a = _price(high, low, t, W, 0)
        b = _price(high, low, t, W, 1)
        if _largest_cost(V, count, a, b) >= money * (1.0 - _TOUCH):
            starts[remembered] = t
            remembered += 1
    if remembered < _MOST_CUTS:
        starts[remembered] = -1


# Kept on disk, as compiled, for other processes.
@jit(kept=True, error_model="numpy")
def _polygons(
    sums: PriceSums, allowance: float, sides: FloatArray, upper: FloatArray,
    first_length: int, last_length: int, starts: Ints, dearest: Ints,
) -> tuple[FloatArray, Ints, FloatArray]:  # fmt: skip
    """Find the parts of `WindowPolygons` for some lengths of windows, one length after the other.

    Parameters
    ----------
    sums
        The sums of prices.
    allowance
        The money for one round, in the units of the prices.
    sides
        The domain's half-planes a x + b y <= c, as rows (a, b, c), (q, 3).
    upper
        The upper bounds of the coordinates, (2,).
    first_length, last_length
        The lengths W, both included.
    starts
        The starts of windows with which cutting begins, up to the first -1, (_MOST_CUTS,): those
        that have cut at the length before. All windows are looked at afterwards, so any starts will
        do, or none, and good ones only save time. Changed in place: it is left with those of the
        last length.
    dearest
        The start of a window for each item, (2,), from which the search of its dearest window
        begins: any from 0 on will do, and one past the last counts as the last. Changed in place:
        it is left with the starts that were found for the last length.

    Returns
    -------
    tuple of arrays
        The corners of the polygons, counter-clockwise, one polygon after the other, (all, 2); how
        many corners each has, (lengths,); and what the budget buys at most of each item alone, a
        bound of the coordinates, (lengths, 2).
    """
    high = sums.high
    low = sums.low
    T = len(high) - 1
    lengths = last_length - first_length + 1
    counts = np.zeros(lengths, np.int64)
    bounds = np.empty((lengths, 2))
    # A box has 4 corners, for which 8 is more than enough, and each cut adds one at most. There is
    # room for a cut by each side and by each window, of which there are T at most for one length; a
    # few dozen cut.
    most_corners = T + len(sides) + 8
    V = np.empty((most_corners, 2))  # the polygon of the length that is looked at
    work = np.empty((most_corners, 2))  # for what cuts V, in place, to work in
    # Of all polygons: 16 for each are mostly enough, and the array is made longer where not.
    corners = np.empty((16 * lengths, 2))
    used = 0
    # The blocks (first start, level) that are still to be looked at. Each level adds one at most,
    # as a block makes way for its two halves; there is room for more.
    stack = np.empty((2 * len(sums.largest) + 2, 2), np.int64)
    # The starts of the windows that have cut this polygon; the first `cuts` are filled in.
    # Those of further ones are not noted, which costs only time at the next length.
    cutting = np.empty(_MOST_CUTS, np.int64)
    for W in range(first_length, last_length + 1):
        # What the budget buys of each item alone in its dearest window; a view, to be filled in.
        box = bounds[W - first_length]
        for i in range(2):
            dearest[i] = _dearest(sums, W, i, dearest[i], stack)
            price = _price(high, low, dearest[i], W, i) / W
            box[i] = upper[i]
            if price > 0.0:  # an item without a price has no other limit
                box[i] = min(upper[i], allowance / price)
        # The domain's polygon is cut by the windows remembered from W - 1, and then by all others.
        # Those whose line it still touches are remembered for W + 1.
        count = _domain_polygon(box, sides, V, work)
        # Each of the two cuts V in place, notes the starts that cut in `cutting`, and returns the
        # number of corners that V has, and that of the starts noted.
        count, cuts = _cut_by_remembered(sums, W, allowance, starts, cutting, V, count, work)
        count, cuts = _cut_by_all(sums, W, allowance, cutting, cuts, V, count, work, stack)
        money = allowance * W  # for a window; the calls above ask for the money for one round
        _remember_touching(sums, W, money, cutting, cuts, V, count, starts)
        while used + count > len(corners):
            corners = np.concatenate((corners, np.empty_like(corners)))
        for c in range(count):
            corners[used + c, 0] = V[c, 0]
            corners[used + c, 1] = V[c, 1]
        used += count
        counts[W - first_length] = count
    return corners[:used].copy(), counts, bounds


def polygons_of_lengths(
    sums: PriceSums,
    allowance: float,
    sides: FloatArray,
    upper: FloatArray,
    lengths: tuple[int, int],
    memory: CutMemory,
) -> WindowPolygons:
    """Return the polygon that the windows and the domain allow, for each length of a range.

    Parameters
    ----------
    sums : PriceSums
        Of all prices, in units that make decisions about 1.
    allowance : float
        The money for one round, in the units of the prices.
    sides : FloatArray
        The domain's half-planes a x + b y <= c, as rows (a, b, c), (q, 3).
    upper : FloatArray
        The upper bounds of the coordinates, (2,).
    lengths : tuple of int
        The first and the last length W.
    memory : CutMemory
        What the range of lengths before has left; changed in place, for the next range.

    Returns
    -------
    WindowPolygons
        One polygon for each length.
    """
    first_length, last_length = lengths
    corners, counts, bounds = _polygons(
        sums, allowance, sides, upper, first_length, last_length, memory.starts, memory.dearest
    )
    return WindowPolygons(corners, counts, bounds)

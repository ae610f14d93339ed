"""The polygons of all window lengths in the plane, without looking at every window.

For each length W the budget allows what no window forbids: `<S(t + W) - S(t), x> <= W B_T/T` for
every start t, with S(t) the sum of the first t prices. There are about T^2/2 windows, and nearly
all of them forbid nothing that others allow. So starts are looked at in blocks: with
D(t) = S(t) - t m, m about the mean price, no window with a start in a block costs more, in either
item, than

    W m + max D(t + W) - min D(t)        (both over the block),

and a block is divided only where a corner of the polygon so far costs more than the budget at that
price. The largest and least D of every block are in a table. The windows that cut at the length
before, and those that begin a round earlier, are tried first.

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
_clip = jit(error_model="numpy")(clip_polygon)
_MOST_CUTS = 64  # windows that are remembered for the next length; they only save time
_FINEST_SHARE = 4  # blocks begin with a quarter of W, or less: larger ones are always divided
_EPS = float(np.finfo(np.float64).eps)
_SLACK = 1e-14  # by which rounding may make a block's bound exceed the budget


class WindowPolygons(NamedTuple):
    """The polygons of some window lengths."""

    corners: FloatArray  # of each polygon, counter-clockwise, one polygon after the other, (all, 2)
    counts: Ints  # how many corners each polygon has, (lengths,)
    bounds: FloatArray  # what no coordinate exceeds: the budget buys no more, (lengths, 2)


class CutMemory(NamedTuple):
    """What one range of lengths leaves for the next, so that it finds faster what cuts."""

    starts: Ints  # of the windows that cut, (many,); the first -1 is their end
    dearest: Ints  # of the windows in which either item is dearest, (2,)

    @classmethod
    def empty(cls) -> CutMemory:
        """Return what stands before the first range: nothing is remembered."""
        return cls(np.full(_MOST_CUTS, -1), np.zeros(2, np.int64))


class PriceSums(NamedTuple):
    """Sums of prices (T, 2), and how far they swing about their trend."""

    high: FloatArray  # S(t), (T + 1, 2), rounded
    low: FloatArray  # what rounding has left out of it
    rate: FloatArray  # m, (2,), with so few digits that t m is exact
    largest: FloatArray  # of D over t .. t + 2^k - 1, (levels, T + 1, 2)
    least: FloatArray  # likewise
    doubt: FloatArray  # by which rounding may make the difference of two D too small, (2,)


@jit(kept=True, error_model="numpy")
def _add_prices(prices: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the sums of the first t prices as `high` and `low`, (T + 1, 2) each.

    Each sum is rounded to `high`, and what rounding left out is added up in `low` (Knuth's TwoSum).
    """
    T, n = prices.shape
    high, low = np.zeros((T + 1, n)), np.zeros((T + 1, n))
    for i in range(n):
        total, rest = 0.0, 0.0
        for t in range(T):
            price = prices[t, i]
            new = total + price
            added = new - total
            rest += (total - (new - added)) + (price - added)
            total = new
            high[t + 1, i] = total
            low[t + 1, i] = rest
    return high, low


@jit(kept=True, error_model="numpy")
def _swings(
    high: FloatArray, low: FloatArray, rate: FloatArray, levels: int
) -> tuple[FloatArray, FloatArray]:
    """Return the largest and the least of D over 2^k entries from t on, for each level k and t."""
    length, n = high.shape
    largest, least = np.empty((levels, length, n)), np.empty((levels, length, n))
    for t in range(length):
        for i in range(n):
            swing = (high[t, i] - t * rate[i]) + low[t, i]
            largest[0, t, i] = swing
            least[0, t, i] = swing
    for k in range(1, levels):
        half = 1 << (k - 1)
        for t in range(length):
            second = min(t + half, length - 1)
            for i in range(n):
                largest[k, t, i] = max(largest[k - 1, t, i], largest[k - 1, second, i])
                least[k, t, i] = min(least[k - 1, t, i], least[k - 1, second, i])
    return largest, least


def price_sums(prices: FloatArray) -> PriceSums:
    """Return the sums of prices (T, 2) that `window_polygons` looks at."""
    T = len(prices)
    high, low = _add_prices(np.ascontiguousarray(prices))
    mantissa, exponent = np.frexp(high[-1] / T)
    rate = np.ldexp(np.round(np.ldexp(mantissa, 24)), exponent - 24)
    largest, least = _swings(high, low, rate, T.bit_length())
    doubt = 4 * _EPS * np.maximum(np.abs(largest[-1]), np.abs(least[-1])).max(axis=0)
    return PriceSums(high, low, rate, largest, least, doubt)


@jit(error_model="numpy")
def _price(high: FloatArray, low: FloatArray, t: int, W: int, i: int) -> float:
    """Return what item i costs in rounds t + 1 .. t + W together."""
    total: float = (high[t + W, i] - high[t, i]) + (low[t + W, i] - low[t, i])
    return total


@jit(error_model="numpy")
def _dearest(
    high: FloatArray, low: FloatArray, rate: FloatArray, largest: FloatArray, least: FloatArray,
    W: int, level: int, i: int, guess: int, blocks: Ints,
) -> int:  # fmt: skip
    """Return the start of a window of W rounds in which item i is dearest; `guess` is tried first.

    `blocks` (many, 2), of integers, is room to work in.
    """
    last = len(high) - 1 - W
    start = min(guess, last)
    most = _price(high, low, start, W, i)
    for first in range(0, last + 1, 1 << level):
        blocks[0, 0], blocks[0, 1] = first, level
        waiting = 1
        while waiting:
            waiting -= 1
            t, k = blocks[waiting, 0], blocks[waiting, 1]
            if t > last:
                continue
            if k == 0:
                price = _price(high, low, t, W, i)
                if price > most:
                    start, most = t, price
            elif W * rate[i] + (largest[k, t + W, i] - least[k, t, i]) > most:
                blocks[waiting, 0], blocks[waiting, 1] = t + (1 << (k - 1)), k - 1
                blocks[waiting + 1, 0], blocks[waiting + 1, 1] = t, k - 1
                waiting += 2
    return start


@jit(error_model="numpy")
def _furthest(corners: FloatArray, count: int, a: float, b: float) -> float:
    """Return the largest a x + b y of the first corners (x, y)."""
    furthest = -np.inf
    for c in range(count):
        furthest = max(furthest, a * corners[c, 0] + b * corners[c, 1])
    return furthest


@jit(kept=True, error_model="numpy")
def _polygons(
    high: FloatArray, low: FloatArray, rate: FloatArray, largest: FloatArray, least: FloatArray,
    doubt: FloatArray, allowance: float, sides: FloatArray, upper: FloatArray,
    first_length: int, last_length: int, starts: Ints, dearest: Ints,
) -> tuple[FloatArray, Ints, FloatArray]:  # fmt: skip
    """Find the parts of `WindowPolygons` of some lengths; the memory changes in place."""
    T = len(high) - 1
    lengths = last_length - first_length + 1
    counts, bounds = np.zeros(lengths, np.int64), np.empty((lengths, 2))
    size = T + len(sides) + 8
    V, work = np.empty((size, 2)), np.empty((size, 2))
    corners, used = np.empty((16 * lengths, 2)), 0
    blocks = np.empty((2 * len(largest) + 2, 2), np.int64)
    cutting = np.empty(_MOST_CUTS, np.int64)
    for W in range(first_length, last_length + 1):
        last = T - W
        level = 0
        while (_FINEST_SHARE << (level + 1)) <= W and level + 1 < len(largest):
            level += 1
        most = bounds[W - first_length]
        for i in range(2):
            dearest[i] = _dearest(high, low, rate, largest, least, W, level, i, dearest[i], blocks)
            price = _price(high, low, dearest[i], W, i) / W
            most[i] = upper[i]
            if price > 0.0:
                most[i] = min(upper[i], allowance / price)
        V[:4] = 0.0
        V[1, 0], V[2, 0] = most[0], most[0]
        V[2, 1], V[3, 1] = most[1], most[1]
        count = 4
        for j in range(len(sides)):
            count = _clip(V, count, sides[j, 0], sides[j, 1], sides[j, 2], work)
        money = allowance * W
        cuts = 0
        for j in range(_MOST_CUTS):
            if starts[j] < 0:
                break
            for t in range(max(starts[j] - 1, 0), min(starts[j], last) + 1):
                a, b = _price(high, low, t, W, 0), _price(high, low, t, W, 1)
                if _furthest(V, count, a, b) > money:
                    count = _clip(V, count, a / W, b / W, allowance, work)
                    if cuts < _MOST_CUTS:
                        cutting[cuts] = t
                        cuts += 1
        for first in range(0, last + 1, 1 << level):
            blocks[0, 0], blocks[0, 1] = first, level
            waiting = 1
            while waiting:
                waiting -= 1
                t, k = blocks[waiting, 0], blocks[waiting, 1]
                if t > last:
                    continue
                if k == 0:
                    a, b = _price(high, low, t, W, 0), _price(high, low, t, W, 1)
                else:
                    a = W * rate[0] + (largest[k, t + W, 0] - least[k, t, 0]) + doubt[0]
                    b = W * rate[1] + (largest[k, t + W, 1] - least[k, t, 1]) + doubt[1]
                if _furthest(V, count, a, b) <= money * (1.0 + _SLACK):
                    continue
                if k == 0:
                    count = _clip(V, count, a / W, b / W, allowance, work)
                    if cuts < _MOST_CUTS:
                        cutting[cuts] = t
                        cuts += 1
                else:
                    blocks[waiting, 0], blocks[waiting, 1] = t + (1 << (k - 1)), k - 1
                    blocks[waiting + 1, 0], blocks[waiting + 1, 1] = t, k - 1
                    waiting += 2
        remembered = 0
        for j in range(cuts):  # of those that cut, the ones whose line the polygon still touches
            t = cutting[j]
            a, b = _price(high, low, t, W, 0), _price(high, low, t, W, 1)
            if _furthest(V, count, a, b) >= money * (1.0 - 1e-12):
                starts[remembered] = t
                remembered += 1
        if remembered < _MOST_CUTS:
            starts[remembered] = -1
        while used + count > len(corners):
            corners = np.concatenate((corners, np.empty_like(corners)))
        for c in range(count):
            corners[used + c, 0], corners[used + c, 1] = V[c, 0], V[c, 1]
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
    """Return what windows and domain leave of the plane, for each length of a range.

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
        What the range before has left; changed.

    Returns
    -------
    WindowPolygons
        One polygon for each length.
    """
    polygons = _polygons(*sums, allowance, sides, upper, *lengths, *memory)
    return WindowPolygons(*polygons)

"""Benchmarks over many window lengths.

A window is W rounds in a row. For each length W the decisions within budget in every window are a
polytope, and in the plane a polygon. The Frank-Wolfe variant of Bian et al. 2017 is compared with
the best decision of each.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import normalize_rows, power_of_2_unit
from osphg.faces import faces_and_box
from osphg.hindsight.best import best_in_region, require_within_budget
from osphg.hindsight.frank_wolfe_variant import (
    best_corner,
    frank_wolfe,
    pad_polygons,
    walk_frank_wolfe,
)
from osphg.hindsight.polygons import best_of_polygons
from osphg.hindsight.regions import window_polytope
from osphg.rounds import Game, require_game
from osphg.utilities import Quadratic

_EPS = float(np.finfo(np.float64).eps)
_POLYGONS_AT_ONCE = 512  # how many are held in memory together


@dataclass(frozen=True, eq=False)
class BenchmarkCurve:
    """Benchmarks over m window lengths, as arrays; values are sums over all T rounds.

    Parameters
    ----------
    windows : NDArray[np.int64]
        The lengths, in rounds, (m,).
    frank_wolfe_x : FloatArray
        The decisions of the Frank-Wolfe variant, (m, n).
    frank_wolfe : FloatArray
        Their values, (m,).
    x : FloatArray
        The best decisions found, (m, n).
    value : FloatArray
        Their values, (m,).
    upper_bound : FloatArray
        What no decision exceeds: certified, (m,).
    T : int
        The number of rounds.
    """

    windows: NDArray[np.int64]
    frank_wolfe_x: FloatArray
    frank_wolfe: FloatArray
    x: FloatArray
    value: FloatArray
    upper_bound: FloatArray
    T: int


def benchmark_curve(rounds: Game, windows: Iterable[int], K: int) -> BenchmarkCurve:
    """Compute `frank_wolfe` with K steps and `best_fixed_decision` for each window length.

    Parameters
    ----------
    rounds : Game
        The game, on a domain that has `half_spaces()`.
    windows : iterable of int
        Lengths of windows, in rounds, each in [1, T]; at least one.
    K : int
        The number of steps of the Frank-Wolfe variant.

    Returns
    -------
    BenchmarkCurve
        One benchmark per length, in their order.

    Raises
    ------
    TypeError
        For no game, a length or K that is no integer, or a domain without `half_spaces()`.
    ValueError
        For a length outside [1, T], or if there are none; a K below 1; or a problem that the solver
        refuses, as branch and bound does for utilities that are not DR-submodular.
    """
    T = require_game("rounds", rounds).T
    lengths = [checks.positive_int("windows", W, T) for W in windows]
    f = rounds.total()
    allowed = "have a domain with the origin for a curve (one with minimum bids: one W at a time)"
    checks.must(not rounds.minimum.any(), "rounds", allowed, rounds.domain)
    regions = [window_polytope(rounds, W) for W in lengths]
    benchmarks = [
        best_in_region(region, f, rounds, W) for region, W in zip(regions, lengths, strict=True)
    ]
    # A solver may be wrong: each decision has to be in the domain and, by the game's own prices, to
    # keep its budget.
    require_within_budget(rounds, benchmarks)
    if rounds.n == 2:  # one walk with a point for each polygon, which is faster
        vertices = [region.vertices for region in regions]
        counts = np.array([len(V) for V in vertices])
        corners = pad_polygons(np.concatenate(vertices), counts)
        origins = np.zeros((len(regions), 2))
        steps = checks.array_size("K", K)
        frank_wolfe_x = walk_frank_wolfe(f, partial(best_corner, corners), origins, steps)
    else:
        frank_wolfe_x = np.stack([frank_wolfe(f, region, K) for region in regions])
    return BenchmarkCurve(
        windows=np.array(lengths),
        frank_wolfe_x=frank_wolfe_x,
        frank_wolfe=f.value(frank_wolfe_x),
        x=np.stack([best.x for best in benchmarks]),
        value=np.array([best.value for best in benchmarks]),
        upper_bound=np.array([best.upper_bound for best in benchmarks]),
        T=T,
    )


def every_window(rounds: Game, K: int) -> BenchmarkCurve:
    """Compute the best fixed decision for every window length W = 1..T of quadratics in the plane.

    It is `benchmark_curve` for all lengths at once: the best decision within budget in every W
    rounds, a certified bound of its value, and what K steps of the Frank-Wolfe variant reach. The
    numbers are the same to rounding, which the bounds include. It takes some T^1.5 looks at
    windows in compiled code, a fifth of a second for T = 10,000, and all prices in memory.

    Parameters
    ----------
    rounds : Game
        The game, with quadratic utilities and n = 2, on a domain that has `half_spaces()`.
    K : int
        The number of steps of the Frank-Wolfe variant.

    Returns
    -------
    BenchmarkCurve
        The benchmark of window length W at index W - 1.

    Raises
    ------
    TypeError
        For no game, a K that is no integer, a domain without `half_spaces()`, or a sum of utilities
        that is no Quadratic.
    ValueError
        For n other than 2, or a K below 1.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> curve = osphg.every_window(rounds, K=100)
    >>> (curve.value[[0, 29, 999]] / 1000).round(3)
    array([0.433, 0.529, 0.554])
    """
    from osphg.hindsight.window_polygons import (  # numba, only when asked
        CutMemory,
        polygons_of_lengths,
        price_sums,
    )

    n = require_game("rounds", rounds).n
    checks.must(n == 2, "rounds", "have n = 2 for every_window", f"n = {n}")
    is_plain = not (rounds.has_several_budgets or rounds.minimum.any())
    checks.must(is_plain, "rounds", "have one budget and no minimum bids for every_window", rounds)
    even = "have the same allowance in every round for every_window (benchmark_curve takes others)"
    checks.must(not rounds.has_varying_allowance, "rounds", even, rounds)
    K = checks.array_size("K", K)
    T = rounds.T
    f = checks.of_kind("sum_t f_t", rounds.total(), Quadratic, "be a Quadratic for every_window")
    # The domain is the x of `box` with A x <= b, A (m, 2).
    A, b, box = faces_and_box(rounds.domain)
    prices = np.concatenate([block.prices for block in rounds.blocks()])
    # Money is counted in units of about the dearest price, and each coordinate in units of about
    # the largest that it can be: by powers of 2, so that nothing is rounded.
    with np.errstate(divide="ignore", over="ignore"):  # an item without a price has no limit
        unit_of_money = power_of_2_unit(prices)
        prices = prices / unit_of_money
        allowance = float(rounds.mean_allowance / unit_of_money)
        # By the bounds of the domain, and by what the budget buys of one item alone for W = T.
        largest_coordinates = np.minimum(box.upper, allowance / prices.mean(axis=0))
    _, exponents = np.frexp(largest_coordinates)
    units = np.exp2(exponents)  # (2,)
    sides = np.column_stack(normalize_rows(A * units, b))  # rows (a, b, c): a x + b y <= c
    # Sums of the prices from round 1 on, and tables from which the dearest windows are found fast.
    sums = price_sums(prices * units)
    upper = box.upper / units
    memory = CutMemory.empty()  # each call below leaves in it what makes the next one faster
    f_in_units = Quadratic(f.H * units * units[:, np.newaxis], f.h * units)
    slope_at_0 = np.maximum(f_in_units.h, 0.0)  # no slope is steeper
    windows = np.arange(1, T + 1)
    x = np.empty((T, 2))
    frank_wolfe_x = np.empty((T, 2))
    value = np.empty(T)
    bound = np.empty(T)
    # What the budget leaves of the plane for each length is a polygon; some hundred at a time.
    for start in range(0, T, _POLYGONS_AT_ONCE):
        part = slice(start, start + _POLYGONS_AT_ONCE)
        first_and_last_length = int(windows[part][0]), int(windows[part][-1])
        polygons = polygons_of_lengths(sums, allowance, sides, upper, first_and_last_length, memory)
        # V has the corners of each polygon, (polygons, v, 2): one with fewer than v corners has its
        # last one several times. `best_of_polygons` returns for each its best point, f there, and a
        # bound that includes rounding. `polygons.bounds`, (polygons, 2), is what no coordinate
        # exceeds.
        V = pad_polygons(polygons.corners, polygons.counts)
        x[part], value[part], bound[part] = best_of_polygons(f_in_units, V)
        # No decision is larger than `bounds` and no slope steeper than at 0: a relative error of
        # (W + 64) eps in a window's price moves the maximum by no more than this. In
        # `benchmark_curve`, where W prices are added up, it may be as large; here it is smaller,
        # and the bound is raised by as much as there.
        bound[part] += (windows[part] + 64) * _EPS * (polygons.bounds @ slope_at_0)
        origins = np.zeros((len(V), 2))
        # K steps from the origin in all polygons at once; each step goes to `best_corner`, the
        # corner of each polygon with the largest product with the slope.
        frank_wolfe_x[part] = walk_frank_wolfe(f_in_units, partial(best_corner, V), origins, K)
    return BenchmarkCurve(
        windows=windows,
        frank_wolfe_x=frank_wolfe_x * units,
        frank_wolfe=f_in_units.value(frank_wolfe_x),
        x=x * units,
        value=value,
        upper_bound=bound,
        T=T,
    )

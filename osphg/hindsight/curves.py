"""Benchmarks over many window lengths."""

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
_AT_ONCE = 512  # windows whose polygons are held in memory together


@dataclass(frozen=True, eq=False)
class BenchmarkCurve:
    """Benchmarks over m window lengths, as arrays; sums over all T rounds."""

    windows: NDArray[np.int64]  # (m,)
    frank_wolfe_x: FloatArray  # (m, n), of the Frank-Wolfe variant
    frank_wolfe: FloatArray  # (m,)
    x: FloatArray  # (m, n), the best decision found
    value: FloatArray  # (m,)
    upper_bound: FloatArray  # (m,), certified
    T: int


def benchmark_curve(rounds: Game, windows: Iterable[int], K: int) -> BenchmarkCurve:
    """Compute `frank_wolfe` with K steps and `best_fixed_decision` for each window length.

    TypeError or ValueError as these, or if there are no windows.
    """
    T = require_game("rounds", rounds).T
    lengths = [checks.positive_int("windows", W, T) for W in windows]
    f, regions = rounds.total(), [window_polytope(rounds, W) for W in lengths]
    found = [
        best_in_region(region, f, rounds, W) for region, W in zip(regions, lengths, strict=True)
    ]
    require_within_budget(rounds, found)
    if rounds.n == 2:  # all at once
        corners = pad_polygons([region.vertices for region in regions])
        walked = walk_frank_wolfe(
            f, partial(best_corner, corners), np.zeros((len(regions), 2)), checks.array_size("K", K)
        )
    else:
        walked = np.stack([frank_wolfe(f, region, K) for region in regions])
    x = np.stack([best.x for best in found])
    value, bound = np.array([(best.value, best.upper_bound) for best in found]).T
    return BenchmarkCurve(np.array(lengths), walked, f.value(walked), x, value, bound, T)


def every_window(rounds: Game, K: int) -> BenchmarkCurve:
    """Compute `benchmark_curve` for all window lengths 1..T of quadratics in the plane.

    The numbers are the same to rounding, which the bounds include; it takes some T^2 additions in
    compiled code, a second for T = 10,000, and all prices in memory.

    TypeError or ValueError as `window_polytope`, or for n other than 2 or other utilities.

    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> curve = osphg.every_window(rounds, K=100)
    >>> (curve.value[[0, 29, 999]] / 1000).round(3)
    array([0.433, 0.529, 0.554])
    """
    from osphg.hindsight.windows import window_polygon  # numba, only when asked

    n = require_game("rounds", rounds).n
    checks.must(n == 2, "rounds", "have n = 2 for every_window", f"n = {n}")
    K, T, whole = checks.array_size("K", K), rounds.T, rounds.total()
    f = checks.of_kind("sum_t f_t", whole, Quadratic, "be a Quadratic for every_window")
    A, b, box = faces_and_box(rounds.domain)
    prices = np.concatenate([block.prices for block in rounds.blocks()])
    # Money is counted in units of about the dearest price, and decisions in units about as long as
    # the box: by powers of two, nothing is rounded.
    with np.errstate(divide="ignore", over="ignore"):  # of what cuts nothing
        prices, allowance = (
            prices / power_of_2_unit(prices),
            float(rounds.allowance / power_of_2_unit(prices)),
        )
        most = np.minimum(box.upper, allowance / prices.mean(axis=0))
    unit = np.exp2(np.frexp(most)[1])
    sides = np.column_stack(normalize_rows(A * unit, b))
    polygon = partial(window_polygon, prices * unit, allowance, sides, box.upper / unit)
    own, windows = Quadratic(f.H * unit * unit[:, np.newaxis], f.h * unit), np.arange(1, T + 1)
    steepest = np.maximum(own.h, 0.0)
    x, walked, value, bound = np.empty((T, 2)), np.empty((T, 2)), np.empty(T), np.empty(T)
    for first in range(0, T, _AT_ONCE):
        at = slice(first, first + _AT_ONCE)
        polygons, uppers = zip(*(polygon(W) for W in windows[at]), strict=True)
        V = pad_polygons(polygons)
        x[at], value[at], bound[at] = best_of_polygons(own, V)
        bound[at] += (windows[at] + 64) * _EPS * (np.array(uppers) @ steepest)
        walked[at] = walk_frank_wolfe(own, partial(best_corner, V), np.zeros((len(V), 2)), K)
    reached = own.value(walked)
    return BenchmarkCurve(windows, walked * unit, reached, x * unit, value, bound, T)

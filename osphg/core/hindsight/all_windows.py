"""The benchmark for all window lengths, in the plane: panel (c) of the figure in the paper."""

from __future__ import annotations

import numpy as np

from osphg.core import validate
from osphg.core.domains import Polytope
from osphg.core.game import Game, require_game
from osphg.core.geometry.lengths import length, row_lengths, unit_of
from osphg.core.hindsight.benchmark import BenchmarkCurve
from osphg.core.hindsight.solvers import quadratic
from osphg.core.hindsight.windows import half_spaces
from osphg.core.utilities import Objective
from osphg.core.utility import require_objective

_EPS = float(np.finfo(np.float64).eps)


def every_window(rounds: Game, K: int, *, objective: Objective | None = None) -> BenchmarkCurve:
    """Compute the benchmark for all window lengths 1..T of quadratics in the plane, certified.

    What `benchmark_curve` computes window by window, to rounding, in one compiled loop of some
    T^2 additions: seconds for T = 10,000.

    Parameters
    ----------
    rounds : Rounds or StreamedRounds
        With n = 2 and quadratic utilities. Their prices are held in memory.
    K : int
        Steps of the Frank-Wolfe variant.
    objective : Quadratic, optional
        ``rounds.total()``, if it is there already.

    Returns
    -------
    BenchmarkCurve
        Its windows are 1..T; the upper bounds include the rounding of all that is computed, as
        those of `best_fixed_decision`.

    Raises
    ------
    TypeError, ValueError
        As `window_polytope`, or for n other than 2 or another objective than a quadratic.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> curve = osphg.every_window(rounds, K=100)
    >>> (curve.value[[0, 29, 999]] / 1000).round(3)
    array([0.433, 0.529, 0.554])
    >>> bool((curve.upper_bound - curve.value).max() < 1e-9)
    True
    """
    from osphg.core.hindsight.windows_compiled import solve_windows  # numba, only when asked

    if require_game("rounds", rounds).n != 2:
        raise ValueError(f"rounds must have n = 2 for every_window, got n = {rounds.n}")
    K, T = validate.size("K", K), validate.size("rounds.T", rounds.T, 16)
    f = rounds.total() if objective is None else require_objective("objective", objective)
    f = quadratic("every_window", f)
    A, b, box = half_spaces(rounds.domain)
    if len(A):
        Polytope(A, b, box)  # refuses a set without points
    prices = np.concatenate([block.prices for block in rounds.blocks()])
    # Money is counted in units of about the dearest price, decisions in units about as long as the
    # box, and utility as the objective is: by powers of two, nothing is rounded.
    money = unit_of(prices)
    dear = (prices := prices / money).mean(axis=0)
    with np.errstate(over="ignore"):  # of what cuts nothing
        allowance = float(rounds.allowance / money)
        most = np.divide(allowance, dear, out=box.upper.copy(), where=dear > 0.0)
    unit = np.exp2(np.frexp(np.minimum(np.maximum(box.upper, -box.lower), most))[1])
    norms = row_lengths(A * unit)
    near = norms > np.abs(b) * 1e-300  # others are too far from the box to cut it
    A, b, norms = A[near], b[near], norms[near]
    sides = np.column_stack([A * unit / norms[:, np.newaxis], b / norms])
    best, walked, reach = np.empty((3, T, 2))
    windows = np.arange(1, T + 1)
    H, h = f.H * np.outer(unit, unit), f.h * unit
    worth = np.maximum(unit_of(H), unit_of(h))
    solve_windows(
        prices * unit, windows, allowance, sides, box.lower / unit, box.upper / unit,
        H / worth, h / worth, K, best, walked, reach,
    )  # fmt: skip
    x, points, upper = best * unit, walked * unit, reach * unit
    value = f.value(x)
    r = row_lengths(np.maximum(upper, -box.lower))  # no point has a larger norm
    rounding = 64 * _EPS * (length(f.H) * r + length(f.h)) * r
    steepest = upper @ np.maximum(f.gradient(np.zeros(2)), 0.0)
    return BenchmarkCurve(
        windows=windows,
        frank_wolfe_x=points,
        frank_wolfe=f.value(points),
        x=x,
        value=value,
        upper_bound=value + rounding + (windows + 64) * _EPS * steepest,
        T=T,
    )

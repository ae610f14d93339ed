"""The set of fixed decisions that keep the budget in every window.

A window is W rounds in a row. A fixed decision x keeps its budget if it costs at most the allowance
B_T/T, the money for one round, at the average price of the window; of several budgets it keeps each
in each window. A budget that begins anew after fewer than W rounds is kept in windows of so many
rounds, too. Where allowances b_t differ, the money of a window is the sum of its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Polytope
from osphg.faces import faces_and_box, maximal_rows
from osphg.rounds import Game, require_game

_NOTHING_ALLOWED = 1e100  # the entry of an item that a window without money keeps out


def window_polytope(rounds: Game, W: int) -> Polytope:
    r"""Return :math:`\mathcal X_W`, the fixed decisions within budget over every window.

    Its rows are those of the domain, and :math:`\langle a_t, x \rangle \le B_T / T` for the average
    price a_t of each window of W rounds, in each budget. Of allowances that differ by the round the
    mean over the window stands in place of B_T/T, and the row is scaled to B_T/T. Rows that no
    decision of the domain can reach are left out. Memory does not grow with the number of the
    game's blocks.

    Parameters
    ----------
    rounds : Game
        The game: `Rounds` or `StreamedRounds`, on a domain that has `half_spaces()`.
    W : int
        The length of a window, in rounds; in [1, T].

    Returns
    -------
    Polytope
        The set, in the units of the decisions.

    Raises
    ------
    TypeError
        For no game, a W that is no integer, or a domain without `half_spaces()`.
    ValueError
        For a W outside [1, T], or minimum bids that exceed the budget in a window.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> osphg.window_polytope(rounds, W=30).upper.round(3)
    array([0.616, 0.62 ])
    """
    W = checks.positive_int("W", W, require_game("rounds", rounds).T)
    above = polytope_above_minimum(rounds, W)
    minimum = rounds.minimum
    if not minimum.any():
        return above
    box = Box(above.box.upper + minimum, above.box.lower + minimum)
    return Polytope(above.A, above.b + above.A @ minimum, box)


def polytope_above_minimum(rounds: Game, W: int) -> Polytope:
    """Return the y for which minimum + y keeps the budget in every window and lies in the domain.

    The minimum is the least point of the domain: mostly the origin, and then y is the decision
    itself. ValueError for minimum bids that exceed the budget in a window.
    """
    A, b, box = faces_and_box(rounds.above_minimum.domain)
    return within_budget(A, b, box.upper, window_rows(rounds, W))


class BudgetRows(NamedTuple):
    """What a decision has to keep: <row, y> <= allowance, where y is what exceeds the minimum."""

    rows: FloatArray  # average prices of windows, in units of what they allow, (k, n)
    allowances: FloatArray  # the money for one round, less what the minimum bids cost, (k,)


def window_lengths(rounds: Game, W: int) -> list[tuple[int, int]]:
    """Return the pairs of a budget and a length of windows in which a decision has to keep it.

    That is W for each budget, and for one that begins anew after fewer rounds their number, too.
    Budgets count from 0; the one budget of a game without an array of them is number 0.
    """
    pairs = []
    for j in range(np.size(rounds.budget)):
        pairs.append((j, W))
        if rounds.every is not None and rounds.every[j] < W:
            pairs.append((j, int(rounds.every[j])))
    return pairs


def prices_of_budget(prices: FloatArray, j: int) -> FloatArray:
    """Return the prices of budget j, (k, n), of those of k rounds, (k, n) or (k, m, n)."""
    return prices if prices.ndim == 2 else np.ascontiguousarray(prices[:, j])


def window_rows(rounds: Game, W: int) -> BudgetRows:
    """Return the average prices of those windows that decide on the budgets, with what they allow.

    A decision x >= 0 keeps a budget in every window if it keeps it at these prices: the other
    windows are cheaper for every such x. The game is read block by block, so memory does not grow
    with the number of its blocks. ValueError for minimum bids that exceed the budget in a window.
    """
    minimum = rounds.minimum
    rows = []
    allowances = []
    for j, length in window_lengths(rounds, W):
        rows.append(_rows_of_budget(rounds, j, length))
        money = float(np.ravel(rounds.mean_allowance)[j])
        left = np.full(len(rows[-1]), money)
        if minimum.any():
            left -= rows[-1] @ minimum
            wanted = (
                f"cover the minimum bids, {minimum.tolist()}, in every {length} rounds in a row"
            )
            got = f"{money:g} a round, of which they cost {money - left.min():g}"
            checks.must(left.min() >= -1e-12 * money, "budget", wanted, got)
        allowances.append(np.maximum(left, 0.0))
    return BudgetRows(np.concatenate(rows), np.concatenate(allowances))


def _rows_of_budget(rounds: Game, j: int, W: int) -> FloatArray:
    """Return the average prices of those windows of W rounds that decide on budget j, (k, n).

    Where allowances differ, each is divided by what its window allows, over B_T/T.
    """
    from osphg.hindsight.windows import window_averages  # numba, only when asked

    if rounds.has_varying_allowance:
        return _rows_by_allowance(rounds, j, W)
    rows = np.empty((0, rounds.n))
    recent = np.empty((0, rounds.n))  # prices of the last W - 1 rounds, for windows over two blocks
    for block in rounds.blocks():
        recent = np.vstack([recent, prices_of_budget(block.prices, j)])
        if len(recent) >= W:
            # Of the windows so far, those that decide.
            rows = maximal_rows(np.vstack([rows, window_averages(recent, W)]))
            recent = recent[len(recent) - (W - 1) :]
    return rows


def _rows_by_allowance(rounds: Game, j: int, W: int) -> FloatArray:
    """Return the rows of `_rows_of_budget` where allowances differ by the round, (k, n).

    <a, x> <= c, for a window with the average price a and the mean allowance c, is the row
    (B_T/T)/c a. Windows that allow nothing, or next to it, keep out every item that has a price in
    one of them: its entry is `_NOTHING_ALLOWED`.
    """
    from osphg.hindsight.windows import window_averages  # numba, only when asked

    mean = float(np.ravel(rounds.mean_allowance)[j])
    rows = np.empty((0, rounds.n))
    prices = np.empty((0, rounds.n))  # of the last W - 1 rounds, for windows over two blocks
    for block in rounds.blocks():
        prices = np.vstack([prices, prices_of_budget(block.prices, j)])
        last = block.start + len(block.prices)
        if len(prices) >= W:
            allowed = allowances_of_budget(rounds.allowances(last - len(prices), last), j)
            shares = window_averages(allowed[:, np.newaxis], W) / mean
            averages = window_averages(prices, W)
            scaled = np.full_like(averages, 0.0)
            with np.errstate(over="ignore", divide="ignore"):
                np.divide(averages, shares, out=scaled, where=averages > 0)
            rows = maximal_rows(np.vstack([rows, np.minimum(scaled, _NOTHING_ALLOWED)]))
            prices = prices[len(prices) - (W - 1) :]
    return rows


def allowances_of_budget(allowances: FloatArray, j: int) -> FloatArray:
    """Return a copy of the allowances of budget j, (k,), of those of k rounds, (k,) or (k, m)."""
    return np.array(allowances if allowances.ndim == 1 else allowances[:, j])


def within_budget(A: FloatArray, b: FloatArray, upper: FloatArray, budgets: BudgetRows) -> Polytope:
    """Return {x : 0 <= x <= upper, A x <= b, <a, x> <= the allowance of each row a of `budgets`}.

    Parameters
    ----------
    A, b
        The faces of a set, (k, n) and (k,).
    upper
        The upper bounds of the coordinates, (n,).
    budgets
        Average prices of windows, and what each allows. The polytope gets at least one of them,
        needed or not, as it has to have a row.
    """
    rows, allowances = budgets
    # No coordinate exceeds what the budget buys of one item alone. So tight a box keeps rounding
    # errors of all that follows relative to the set's own size.
    limits = np.full(rows.shape, np.inf)  # an item without a price has none
    with np.errstate(over="ignore"):
        np.divide(allowances[:, np.newaxis], rows, out=limits, where=rows > 0.0)
    box = Box(np.minimum(upper, limits.min(axis=0)))
    # A row that even the upper corner of the box keeps cuts nothing.
    cutting = rows @ box.upper > allowances
    if not cutting.any():
        cutting[0] = True
    return Polytope(np.vstack([A, rows[cutting]]), np.append(b, allowances[cutting]), box)

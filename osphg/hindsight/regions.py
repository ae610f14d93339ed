"""The set of fixed decisions that keep the budget in every window.

A window is W rounds in a row. A fixed decision x keeps its budget if it costs at most the allowance
B_T/T, the money for one round, at the average price of the window.
"""

from __future__ import annotations

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Polytope
from osphg.faces import faces_and_box, maximal_rows
from osphg.rounds import Game, require_game


def window_polytope(rounds: Game, W: int) -> Polytope:
    r"""Return :math:`\mathcal X_W`, the fixed decisions within budget over every window.

    Its rows are those of the domain, and :math:`\langle a_t, x \rangle \le B_T / T` for the average
    price a_t of each window of W rounds. Rows that no decision of the domain can reach are left
    out. Memory does not grow with the number of the game's blocks.

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
        For a W outside [1, T].

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> osphg.window_polytope(rounds, W=30).upper.round(3)
    array([0.616, 0.62 ])
    """
    W = checks.positive_int("W", W, require_game("rounds", rounds).T)
    A, b, box = faces_and_box(rounds.domain)
    return within_budget(A, b, box.upper, window_rows(rounds, W), rounds.allowance)


def window_rows(rounds: Game, W: int) -> FloatArray:
    """Return the average prices of those windows of W rounds that decide on the budget, (m, n).

    A decision x >= 0 keeps the budget in every window if it keeps it at these m prices: the other
    windows are cheaper for every such x. The game is read block by block, so memory does not grow
    with the number of its blocks.
    """
    from osphg.hindsight.windows import window_averages  # numba, only when asked

    rows = np.empty((0, rounds.n))
    recent = np.empty((0, rounds.n))  # prices of the last W - 1 rounds, for windows over two blocks
    for block in rounds.blocks():
        recent = np.vstack([recent, block.prices])
        if len(recent) >= W:
            # Of the windows so far, those that decide.
            rows = maximal_rows(np.vstack([rows, window_averages(recent, W)]))
            recent = recent[len(recent) - (W - 1) :]
    return rows


def within_budget(
    A: FloatArray, b: FloatArray, upper: FloatArray, rows: FloatArray, allowance: float
) -> Polytope:
    """Return {x : 0 <= x <= upper, A x <= b, <a, x> <= allowance for each row a of `rows`}.

    Parameters
    ----------
    A, b
        The faces of a set, (k, n) and (k,).
    upper
        The upper bounds of the coordinates, (n,).
    rows
        Average prices of windows, (m, n). The polytope gets at least one of them, needed or not, as
        it has to have a row.
    allowance
        The money for one round, B_T/T.
    """
    # No coordinate exceeds what the budget buys of one item alone. So tight a box keeps rounding
    # errors of all that follows relative to the set's own size.
    with np.errstate(divide="ignore", over="ignore"):  # an item without a price has no such limit
        box = Box(np.minimum(upper, allowance / rows.max(axis=0)))
    # A row that even the upper corner of the box keeps cuts nothing.
    cutting = rows @ box.upper > allowance
    rows = rows[cutting] if cutting.any() else rows[:1]
    allowances = np.full(len(rows), allowance)
    return Polytope(np.vstack([A, rows]), np.append(b, allowances), box)

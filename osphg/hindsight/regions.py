"""The set of fixed decisions that keep the budget in every window."""

from __future__ import annotations

import numpy as np

from osphg import checks
from osphg.domains import Box, Polytope
from osphg.faces import faces_and_box, maximal_rows
from osphg.rounds import Game, require_game


def window_polytope(rounds: Game, W: int) -> Polytope:
    r"""Return :math:`\mathcal X_W`, the fixed decisions within budget over every window.

    Its rows are :math:`\langle a_t, x \rangle \le B_T / T` for the average price a_t of each window
    of W rounds that cuts, and those of the domain. Memory does not grow with the blocks' number.
    TypeError or ValueError if W is no integer in 1..T, or the domain does not say its faces.

    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> osphg.window_polytope(rounds, W=30).upper.round(3)
    array([0.616, 0.62 ])
    """
    from osphg.hindsight.windows import window_averages  # numba, only when asked

    W = checks.positive_int("W", W, require_game("rounds", rounds).T)
    A, b, box = faces_and_box(rounds.domain)
    recent = maximal = np.empty((0, rounds.n))
    for block in rounds.blocks():
        recent = np.vstack([recent, block.prices])
        if len(recent) >= W:
            maximal = maximal_rows(np.vstack([maximal, window_averages(recent, W)]))
            recent = recent[len(recent) - (W - 1) :]
    # A tight box keeps the rounding errors of all that follows relative to the set's own size.
    with np.errstate(divide="ignore", over="ignore"):
        box = Box(np.minimum(box.upper, rounds.allowance / maximal.max(axis=0)))  # of it alone
    cutting = maximal @ box.upper > rounds.allowance
    maximal = maximal[cutting] if cutting.any() else maximal[:1]
    allowances = np.full(len(maximal), rounds.allowance)
    return Polytope(np.vstack([A, maximal]), np.append(b, allowances), box)

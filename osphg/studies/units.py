"""A game whose money is counted in another unit."""

from __future__ import annotations

from osphg import checks
from osphg.rounds import Rounds


def in_money(rounds: Rounds, factor: float) -> Rounds:
    """Return the same game with prices and budget counted in units that are `factor` times smaller.

    Raises
    ------
    TypeError, ValueError
        For a factor that is not above 0.

    Examples
    --------
    >>> from osphg.rounds import paper_quadratics
    >>> pence = in_money(paper_quadratics(T=100, budget_per_round=2.0), 100)
    >>> round(pence.allowance)
    200
    """
    factor = checks.positive_float("factor", factor)
    return Rounds(rounds.utility, rounds.prices * factor, rounds.budget * factor, rounds.domain)

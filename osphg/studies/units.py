"""What becomes of a game when money is counted in another unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.hindsight import best_fixed_decision
from osphg.metrics import total_violation
from osphg.players import OSPHG
from osphg.playing import play
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


class InUnits(NamedTuple):
    """What a tuning makes of one game in several units of money.

    Attributes
    ----------
    overspent : array (units,)
        C_T as a share of B_T.
    earned : array (units,)
        Utility as a share of what the best fixed decision earns.
    """

    overspent: FloatArray
    earned: FloatArray


def outcomes(rounds: Rounds, factors: Sequence[float], W: int, *, unit_free: bool) -> InUnits:
    """Play a game in several units of money with the weighted feedback.

    Parameters
    ----------
    rounds : Rounds
    factors : sequence of float
        How many of the new units make one of the game's.
    W : int
        Window length that the tuning is for.
    unit_free : bool
        Whether `OSPHG.tuned` is asked for the tuning without units.
    """
    best = best_fixed_decision(rounds, W).value
    overspent, earned = np.empty(len(factors)), np.empty(len(factors))
    for i, factor in enumerate(factors):
        game = in_money(rounds, factor)
        run = play(OSPHG.tuned(game, W, weighted=True, unit_free=unit_free), game)
        overspent[i] = total_violation(run) / game.budget
        earned[i] = run.utility.sum() / best
    return InUnits(overspent, earned)

"""Cautious online Lagrangian descent (COLD, Liakopoulos et al. 2019): a benchmark with windows."""

from __future__ import annotations

import math

from osphg import checks
from osphg.checks import frozen
from osphg.rounds import Game, require_game
from osphg.systems.neely_yu2017 import NeelyYu


@frozen
class COLD(NeelyYu):
    """The queue of `NeelyYu`, tuned for a benchmark that keeps the budget in windows of W rounds.

    Proven for concave utilities: regret of order W T/V + sqrt(T) against x*_W, violation of order
    sqrt(V T) (Liakopoulos et al. 2019; the rates as the paper states them in its section 1.2).

    Parameters
    ----------
    V, alpha : float
        As `NeelyYu`.

    Raises
    ------
    TypeError, ValueError
        As `NeelyYu`.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> player = osphg.COLD.tuned(rounds, W=20)
    >>> player.V
    100.0
    >>> osphg.play(player, rounds)
    Run(COLD, 500 of 500 rounds, per round: utility 0.4792, violation +0.07401)
    """

    @classmethod
    def tuned(cls, rounds: Game, W: int = 1, *, V: float | None = None) -> COLD:
        """Return it with alpha = V sqrt(T), and V = sqrt(W T) unless given.

        V = sqrt(W T) balances the two terms of the regret bound. For W = T^(1-eps) the bounds are
        then T^(1-eps/2) and T^(1-eps/4); for W = 1 the parameters are those of `NeelyYu.tuned`.
        Where B_T/T does not shrink with T, the queue's length is of the order V, and the violation
        of the order V + sqrt(T).

        Raises
        ------
        TypeError, ValueError
            For a W that is not an integer in 1..T-1, or a V outside [W, T).
        """
        T = require_game("rounds", rounds).T
        W = checks.positive_int("W", W, maximum=T)
        V = checks.positive_float("V", math.sqrt(W * T) if V is None else V)
        if not W <= V < T:
            raise ValueError(f"V must be in [W, T) = [{W}, {T}), got {V:.6g}")
        return cls(V=V, alpha=V * math.sqrt(T))

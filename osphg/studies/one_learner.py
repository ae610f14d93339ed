"""One learner on a quadratic of two goods: the game, and the regret that is proven for it."""

from __future__ import annotations

import numpy as np

from osphg import checks
from osphg.domains import Box
from osphg.games.plateaus import Plateaus
from osphg.games.refuting import Instance
from osphg.players import OSPHG
from osphg.proofs.paper import symbols
from osphg.proofs.refutation import one_learner
from osphg.rounds import Rounds
from osphg.utilities import Stationary


def instance(T: int, a: float = 1.9) -> Instance:
    """Return f = a x1 + 2 x2 - x2^2 on the unit square, prices (1, 1) and B_T = T.

    x* = (a/2, 1 - a/2) costs 1 in every round, for every window.

    Parameters
    ----------
    T : int
        The number of rounds.
    a : float
        The slope of good 1, in (0, 2).

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.

    Examples
    --------
    >>> round(instance(10).f_star, 4)
    1.9025
    """
    T, a = checks.positive_int("T", T), checks.positive_float("a", a)
    if a >= 2:
        raise ValueError(f"a must be below 2, got {a:g}")
    weights, bend = np.array([[0.0, 1.0]]), np.array([1.0])
    f = Plateaus(weights, np.zeros(1), bend, np.array([a, 0.0]), np.array([2.0]))
    price, x = np.ones(2), np.array([a / 2, 1 - a / 2])
    rounds = Rounds(Stationary(f), np.ones((T, 2)), float(T), Box.unit(2))
    return Instance("one learner", rounds, x, float(f.value(x)), objective=f, price=price)


def floor(made: Instance, player: OSPHG) -> float:
    """Return what the (1-1/e)-regret is at least, for one learner with the theorems' step sizes.

    Examples
    --------
    >>> made = instance(10**6)
    >>> player = OSPHG.tuned(made.rounds, 1, 1)
    >>> round(floor(made, player) / 10**6, 2)
    -0.53
    """
    if player.K != 1:
        raise ValueError(f"player must have one learner, got K={player.K}")
    a = 2 * float(made.x[0])
    given = {one_learner.a: a, symbols.T: made.rounds.T, symbols.mu: player.mu,
             symbols.delta: player.delta}  # fmt: skip
    return float(one_learner.linear().lhs.subs(given)) / (2 - a)

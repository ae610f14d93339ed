"""The quadratic of two goods on which one learner has linear regret."""

from __future__ import annotations

import numpy as np

from osphg import checks
from osphg.domains import Box
from osphg.games.plateaus import Plateaus
from osphg.games.refuting import Instance
from osphg.rounds import Rounds
from osphg.utilities import Stationary


def instance(T: int, a: float = 1.9) -> Instance:
    """Return f = a x1 + 2 x2 - x2^2 on the unit square, prices (1, 1) and B_T = T, for a in (0, 2).

    x* = (a/2, 1 - a/2) costs 1 in every round, for every window.

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

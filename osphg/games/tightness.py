"""Games that show how tight the guarantees are: where players stay, and earn little.

As in `osphg.games.refuting`, each comes with its best fixed decision in closed form.
"""

from __future__ import annotations

import numpy as np

from osphg import checks
from osphg.domains import Box, Polytope
from osphg.games.plateaus import Plateaus, SlowGood
from osphg.games.refuting import Instance
from osphg.rounds import Rounds
from osphg.utilities import Quadratic, Quadratics


def slow_good(T: int, eps: float = 0.1, a: float = 1.0) -> Instance:
    """Return the game on which 1 - 1/e cannot be improved for the weighted player.

    f(z, e) = 1 - (1 - a z)(1 - (1 + eps)(1 - exp(-e))) on [0, 1/a] x [0, 1], prices (a, 1),
    B_T = T: `osphg.games.plateaus.SlowGood`. All of e is a rest that earns (1 + eps)(1 - 1/e);
    x* = (1/a, 0) for every W, and f* = 1. The smaller a, the slower the learners are in z.
    """
    f = SlowGood(eps, a)
    return Instance.stationary("slow good", f, [f.a, 1.0], T, Box(f.most), [1 / f.a, 0.0])


def two_goods(
    T: int, value: float = 0.57, P: float = 10.0, level: float = 0.9, ramp: float = 0.05
) -> Instance:
    """Return a game of two goods on the square on which the published algorithm seems to fail.

    f(z, e) = (1 - value) z + value h(z + P e), where h is the identity up to `level` and then bends
    until it is constant from level + ramp <= 1 on; prices (1, P), B_T = T, x* = (1, 0) for every W.
    """
    value, P = checks.positive_float("value", value), checks.positive_float("P", P)
    level, ramp = checks.positive_float("level", level), checks.positive_float("ramp", ramp)
    if value >= 1 or level + ramp > 1:
        raise ValueError(
            f"value must be below 1 and level + ramp at most 1, got {value:g} and {level + ramp:g}"
        )
    parts = [[1.0, P]], [level], [level + ramp], [1 - value, 0.0], [value]
    f = Plateaus(*(np.array(part) for part in parts))
    return Instance.stationary("two goods", f, [1.0, P], T, Box.unit(2), [1.0, 0.0])


def stretched_simplex(T: int, bonus: float = 0.05, stretch: float = 6.0) -> Instance:
    """Return the trap on a simplex that both feedbacks walk into from the origin.

    With u = x_2/stretch, f = (1 + bonus) x_1 + u - x_1^2/2 - x_1 u on x_1 + u <= 1, which is also
    what a round's budget allows; x* = (0, stretch) and f* = 1.
    """
    T, bonus = checks.size("T", T), checks.positive_float("bonus", bonus)
    stretch = checks.positive_float("stretch", stretch)
    if bonus > 0.5 or stretch < 1:
        raise ValueError(
            f"bonus must be at most 1/2 and stretch at least 1, got {bonus:g} and {stretch:g}"
        )
    u = 1 / stretch
    f = Quadratic(np.array([[-1.0, -u], [-u, 0.0]]), np.array([1 + bonus, u]))
    price = np.array([1.0, u])
    domain = Polytope(price[np.newaxis], np.ones(1), Box(np.array([1.0, stretch])))
    x = np.array([0.0, stretch])
    prices = np.broadcast_to(price, (T, 2))
    rounds = Rounds(Quadratics(np.tile(f.H, (T, 1, 1)), np.tile(f.h, (T, 1))), prices, T, domain)
    return Instance("stretched simplex", rounds, x, 1.0, objective=f, price=price)

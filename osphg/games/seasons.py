"""Two random games on which the rates of OSPHG's theorems are met, for any window length.

Both are made for the theorem's step size: their phases are measured in 1/mu, the number of rounds
in which a learner moves by one unit per unit of slope. Their constants do not depend on T and W,
so the theorems apply to them as to any other game. Utilities are linear.
"""

from __future__ import annotations

import math

import numpy as np

from osphg import checks
from osphg.domains import Box
from osphg.rounds import Rounds
from osphg.utilities import Quadratics

_CHEAP, _DEAR = 2.0, 4.0  # prices of the short season
_SIDE = 0.5  # slope of the priced good in the season
_PRICE = 2.0  # of the dear rounds in `pumped_prices`


def short_season(T: int, W: int, seed: int) -> Rounds:
    r"""Return a game whose utility is over before the learners have moved far.

    X = [0, 1]^2. In a season of s rounds f_t(x) = x_1 + x_2 / 2, in all others f_t = 0. Good 1 is
    free; good 2 costs 2 or 4, in phases of random length. s is uniform in [0.4, 0.6] / mu, the
    season's beginning uniform, and B_T = 0.1 / mu. The best fixed decision has x_1 = 1 and earns
    s from it; learners that start at the origin have reached only mu s in the end, so that the
    alpha-regret is of the order of 1/mu, that is sqrt(W T); and they buy good 2 at first, so that
    the violation is of that order too.

    Parameters
    ----------
    T, W : int
        Rounds and window length, W <= T.
    seed : int

    Raises
    ------
    TypeError, ValueError
        For a T or W that is not a positive integer, or W > T.
    """
    T = checks.size("T", T, 4)
    W = checks.positive_int("W", W, maximum=T)
    rng = np.random.default_rng((checks.seed(seed), T, W))
    turn = _DEAR * math.sqrt(W * T) / math.sqrt(2)  # 1/mu, as beta = 4 and R = sqrt(2)
    length = min(max(1, round(rng.uniform(0.4, 0.6) * turn)), T)
    start = int(rng.integers(T - length + 1))
    h = np.zeros((T, 2))
    h[start : start + length] = 1.0, _SIDE
    phases = _alternating(rng, T, turn / 4, turn / 4)
    prices = np.stack([np.zeros(T), np.where(phases, _DEAR, _CHEAP)], axis=1)
    prices[0, 1] = _DEAR  # whatever is drawn, beta = 4
    return Rounds(Quadratics(np.zeros((T, 2, 2)), h), prices, 0.1 * turn, Box.unit(2))


def pumped_prices(T: int, W: int, seed: int, *, per_round: float | None = None) -> Rounds:
    r"""Return a game whose prices drive the multiplier up for as long as it lasts.

    X = [0, 1], f_t(x) = x, and the price is 0 or 2 in turns. In a free phase, some 1/mu rounds
    long, the decision climbs to 1. In the dear phase that follows it falls back, in about
    1/(2 mu lambda_t) rounds, while the multiplier gains mu times what is spent, about
    1/(2 lambda_t): after k phases lambda_t^2 is near k. A budget of B_T/T = sqrt(1/(mu T)) / 4 a
    round hardly lowers it, so that in the end lambda_T is of the order of sqrt(mu T), until the
    leak delta mu^2 holds it there; and the violation, (lambda_T + delta mu^2 sum lambda_t) / mu
    but for what the first phase leaves unspent, of the order of sqrt(T / mu), that is
    W^(1/4) T^(3/4).
    The dear phases are u/(2 mu sqrt(k)) rounds long, u uniform in [1, 2]; the free ones uniform in
    [0.8, 1.2] / mu.

    Parameters
    ----------
    T, W : int
        Rounds and window length, W <= T.
    seed : int
    per_round : float, optional
        B_T/T, when it is not to be as scarce as that; above 0.

    Raises
    ------
    TypeError, ValueError
        For a T or W that is not a positive integer, W > T, or a `per_round` that is not above 0.
    """
    T = checks.size("T", T, 4)
    W = checks.positive_int("W", W, maximum=T)
    rng = np.random.default_rng((checks.seed(seed), T, W))
    turn = _PRICE * math.sqrt(W * T)  # 1/mu, as beta = 2 and R = 1
    price = np.zeros((T, 1))
    t, k = 0, 1
    while t < T:
        t += math.ceil(rng.uniform(0.8, 1.2) * turn)
        dear = math.ceil(rng.uniform(1.0, 2.0) * turn / (_PRICE * math.sqrt(k)))
        price[t : t + dear] = _PRICE
        t, k = t + dear, k + 1
    price[-1] = _PRICE  # a game that ends in its first free phase has beta = 2 as well
    budget = 0.25 * math.sqrt(turn * T)
    if per_round is not None:
        budget = T * checks.positive_float("per_round", per_round)
    utility = Quadratics(np.zeros((T, 1, 1)), np.ones((T, 1)))
    return Rounds(utility, price, budget, Box.unit(1))


def _alternating(
    rng: np.random.Generator, T: int, low: float, high: float
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return for each round whether it is dear: phases of exponential length with these means."""
    dear = np.zeros(T, dtype=bool)
    t, now = 0, bool(rng.integers(2))
    while t < T:
        length = math.ceil(rng.exponential(high if now else low))
        dear[t : t + length] = now
        t, now = t + max(length, 1), not now
    return dear

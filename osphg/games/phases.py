"""Games whose prices come in phases, and meet the theorems' rates."""

from __future__ import annotations

import math

import numpy as np

from osphg import checks
from osphg.domains import Box
from osphg.rounds import Rounds
from osphg.utilities import Quadratics


def short_season(T: int, W: int, seed: int) -> Rounds:
    """Return a game whose utility is over before the learners have moved far.

    X = [0, 1]^2. In a season of s rounds f_t(x) = x_1 + x_2 / 2, in all others f_t = 0. Good 1 is
    free; good 2 costs 2 or 4, in phases of random length. s is uniform in [0.4, 0.6] / mu, the
    season's beginning uniform, and B_T = 0.1 / mu. Learners that start at the origin reach only
    mu s of the best x_1 = 1, and buy good 2 at first: alpha-regret and violation are of the order
    of 1/mu, that is sqrt(W T).
    """
    T, rng = checks.size("T", T, 4), _generator(T, W, seed)
    turn = 4.0 * math.sqrt(W * T) / math.sqrt(2)  # 1/mu, as beta = 4 and R = sqrt(2)
    length = min(max(1, round(rng.uniform(0.4, 0.6) * turn)), T)
    start = int(rng.integers(T - length + 1))
    h = np.zeros((T, 2))
    h[start : start + length] = 1.0, 0.5
    prices = np.column_stack([np.zeros(T), np.full(T, 2.0)])
    t, dear = 0, bool(rng.integers(2))
    while t < T:
        phase = math.ceil(rng.exponential(turn / 4))
        if dear:
            prices[t : t + phase, 1] = 4.0
        t, dear = t + max(phase, 1), not dear
    prices[0, 1] = 4.0  # whatever is drawn, beta = 4
    return Rounds(Quadratics(np.zeros((T, 2, 2)), h), prices, 0.1 * turn, Box.unit(2))


def pumped_prices(T: int, W: int, seed: int, *, per_round: float | None = None) -> Rounds:
    """Return a game whose prices drive the multiplier up for as long as it lasts.

    X = [0, 1], f_t(x) = x, and the price is 0 or 2 in turns. In a free phase, uniform in
    [0.8, 1.2] / mu rounds long, the decision climbs to 1. In the dear phase that follows it falls
    back, in about 1/(2 mu lambda_t) rounds, while the multiplier gains mu times what is spent,
    about 1/(2 lambda_t): after k phases lambda_t^2 is near k; the k-th is u/(2 mu sqrt(k)) rounds
    long, u uniform in [1, 2]. A budget of B_T/T = sqrt(1/(mu T)) / 4 a round, unless `per_round` is
    given, hardly lowers it, so that in the end lambda_T is of the order of sqrt(mu T), until the
    leak delta mu^2 holds it there; and the violation, (lambda_T + delta mu^2 sum lambda_t) / mu but
    for what the first phase leaves unspent, of the order of sqrt(T / mu), that is W^(1/4) T^(3/4).
    """
    T, rng = checks.size("T", T, 4), _generator(T, W, seed)
    turn = 2.0 * math.sqrt(W * T)  # 1/mu, as beta = 2 and R = 1
    price = np.zeros((T, 1))
    t, k = 0, 1
    while t < T:
        t += math.ceil(rng.uniform(0.8, 1.2) * turn)
        dear = math.ceil(rng.uniform(1.0, 2.0) * turn / (2.0 * math.sqrt(k)))
        price[t : t + dear] = 2.0
        t, k = t + dear, k + 1
    price[-1] = 2.0  # a game that ends in its first free phase has beta = 2 as well
    budget = 0.25 * math.sqrt(turn * T)
    if per_round is not None:
        budget = T * checks.positive_float("per_round", per_round)
    utility = Quadratics(np.zeros((T, 1, 1)), np.ones((T, 1)))
    return Rounds(utility, price, budget, Box.unit(1))


def _generator(T: int, W: int, seed: int) -> np.random.Generator:
    W = checks.positive_int("W", W, maximum=T)
    return np.random.default_rng((checks.seed("seed", seed), T, W))

"""Games whose prices come in phases: two that meet the theorems' rates, and one with all drawn.

A parameter outside what is said of it is a TypeError or a ValueError.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from osphg import checks
from osphg.domains import Box, Domain, Polytope, Simplex
from osphg.rounds import Rounds
from osphg.utilities import Quadratics


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
    T, W, seed : int
        Rounds, window length <= T, and the source of all that is drawn.
    """
    T = checks.size("T", T, 4)
    W = checks.positive_int("W", W, maximum=T)
    rng = np.random.default_rng((checks.seed(seed), T, W))
    turn = 4.0 * math.sqrt(W * T) / math.sqrt(2)  # 1/mu, as beta = 4 and R = sqrt(2)
    length = min(max(1, round(rng.uniform(0.4, 0.6) * turn)), T)
    start = int(rng.integers(T - length + 1))
    h = np.zeros((T, 2))
    h[start : start + length] = 1.0, 0.5
    prices = np.stack([np.zeros(T), np.where(_alternating(rng, T, turn / 4), 4.0, 2.0)], axis=1)
    prices[0, 1] = 4.0  # whatever is drawn, beta = 4
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
    T, W, seed : int
        Rounds, window length <= T, and the source of all that is drawn.
    per_round : float, optional
        B_T/T, when it is not to be as scarce as that; above 0.
    """
    T = checks.size("T", T, 4)
    W = checks.positive_int("W", W, maximum=T)
    rng = np.random.default_rng((checks.seed(seed), T, W))
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


def mixed_quadratics(T: int, seed: int) -> Rounds:
    """Return monotone DR-submodular quadratics on a random domain, at prices in random phases.

    X is a box or a simplex with n of 1 to 4, or a box with one more constraint and n of 1 or 2
    (in which projections and linear programmes have closed forms). f_t(x) = x'H_t x/2 + h_t'x
    with H_t uniform in [-1, 0] times a factor of the good, h_t = -H_t u + an exponential number,
    where u is the corner of the box: f_t increases on all of it. About ten times, at random rounds,
    utilities and prices are drawn anew, each good's at its own scale, some goods free; within a
    phase they vary by half. The budget of a round is 5% to 60% of what all of X's dearest decision
    costs in the mean.
    """
    T = checks.size("T", T, 4)
    rng = np.random.default_rng((checks.seed(seed), T))
    shape = int(rng.integers(3))
    n = int(rng.integers(1, 3 if shape == 2 else 5))
    upper = rng.uniform(0.5, 2, n)
    shapes: tuple[Domain, ...] = (
        Box(upper),
        Simplex(n, float(upper.max())),
        Polytope(rng.uniform(0.2, 1, (1, n)), np.array([0.6 * n]), Box(upper)),
    )
    domain = shapes[shape]
    phase = np.cumsum(rng.random(T) < 10 / T)
    curve = rng.uniform(0, 1, (phase[-1] + 1, n, n))[phase] * rng.uniform(-1, 0, (T, n, n))
    curve = (curve + curve.transpose(0, 2, 1)) / 2
    slope = rng.exponential(0.5, (phase[-1] + 1, n))[phase] * rng.uniform(0.5, 1.5, (T, n))
    h = slope - np.einsum("tij,j->ti", curve, domain.upper)
    dear = rng.exponential(1, (phase[-1] + 1, n)) * (rng.random((phase[-1] + 1, n)) < 0.7)
    dear[0, 0] += 1
    prices = dear[phase] * rng.uniform(0.5, 1.5, (T, n))
    most = (prices * domain.maximize_linear(prices)).sum(-1).mean()
    return Rounds(Quadratics(curve, h), prices, rng.uniform(0.05, 0.6) * most * T, domain)


def _alternating(rng: np.random.Generator, T: int, mean: float) -> NDArray[np.bool_]:
    """Return for each round whether it is dear: phases of exponential length with this mean."""
    dear = np.zeros(T, dtype=bool)
    t, now = 0, bool(rng.integers(2))
    while t < T:
        length = math.ceil(rng.exponential(mean))
        dear[t : t + length] = now
        t, now = t + max(length, 1), not now
    return dear

"""Games in which everything is drawn: domain, utilities, prices in phases, and the budget."""

from __future__ import annotations

import numpy as np

from osphg import checks
from osphg.domains import Box, Domain, Polytope, Simplex
from osphg.rounds import Rounds
from osphg.utilities import Quadratics


def mixed_quadratics(T: int, seed: int) -> Rounds:
    """Return monotone DR-submodular quadratics on a random domain, at prices in random phases.

    X is a box or a simplex with n of 1 to 4, or a box with one more constraint and n of 1 or 2
    (in which projections and linear programmes have closed forms). f_t(x) = x'H_t x/2 + h_t'x
    with H_t uniform in [-1, 0] times a factor of the good, h_t = -H_t u + an exponential number,
    where u is the corner of the box: f_t increases on all of it. About ten times, at random rounds,
    utilities and prices are drawn anew, each good's at its own scale, some goods free; within a
    phase they vary by half. The budget of a round is 5% to 60% of what all of X's dearest decision
    costs in the mean.

    Parameters
    ----------
    T, seed : int

    Raises
    ------
    TypeError, ValueError
        For a T that is not a positive integer, or a seed that is none.
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

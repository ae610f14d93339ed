"""Concave games on which the rates of constrained online convex optimisation can be measured.

They are quadratic, so that `best_fixed_decision` is exact, and hard enough for the regret to be
positive: rewards that a player collects late, and rewards whose sign it cannot follow.
"""

from __future__ import annotations

import numpy as np

from osphg import checks
from osphg.domains import Box, Domain
from osphg.rounds import Rounds, as_domain
from osphg.utilities import Quadratics


def concave_switching(
    T: int, seed: int, *, varying: bool = False, q: float = 1.0, domain: Domain | None = None
) -> Rounds:
    """Return utilities with a reward whose sign switches every round, and a budget that binds.

    f_t(x) = 0.3 x_1 - 0.2 x_1^2 - (-1)^t w_t x_2, t = 1..T with T even, w_t uniform in [1/2, 1],
    the same in rounds 2i - 1 and 2i. A method with step eta loses of the order of 1/eta while it
    climbs in x_1, and of eta T by following the sign in x_2: gradient steps cannot do better than
    sqrt(T). Prices are (1, q_t), q_t = q or, if they vary, uniform in [0, 2 q]; B_T/T = 1/2, so
    that (1/2, 0) is a best fixed decision for every window. It lies in the domain, the unit square
    unless given.
    """
    T, varying = checks.size("T", T, 4), checks.flag("varying", varying)
    if T % 2:
        raise ValueError(f"T must be even, got {T}")
    q = checks.non_negative_float("q", q)
    X = Box.unit(2) if domain is None else as_domain("domain", domain)
    if X.n != 2 or not X.contains(np.array([0.5, 0.0])):
        raise ValueError(f"domain must have dimension 2 and contain (1/2, 0), got {X}")
    rng = checks.generator(seed)
    w = np.repeat(rng.uniform(0.5, 1, T // 2), 2)
    # The slope in x_1 is 0.1 at 1/2, so that overspending earns little.
    h = np.column_stack([np.full(T, 0.3), np.where(np.arange(T) % 2, -w, w)])
    H = np.broadcast_to(np.diag([-0.4, 0.0]), (T, 2, 2))
    second = rng.uniform(0, 2 * q + 0.0, T) if varying else np.full(T, q)
    return Rounds(Quadratics(H, h), np.column_stack([np.ones(T), second]), 0.5 * T, X)


def concave_noisy(
    T: int,
    seed: int,
    *,
    varying: bool = False,
    n: int = 2,
    budget_per_round: float = 1.0,
    least: float = 0.0,
) -> Rounds:
    """Return separable concave quadratics with noise, whose maximum costs more than the budget.

    f_t(x) = sum_i (h_ti x_i - x_i^2 / 2) on the unit cube, h_ti uniform in [least, 2]: monotone for
    least = 1. Prices are 2, or uniform in [1, 3] if they vary. Varying prices allow a player to
    beat what one decision earns that keeps the budget in each round: the regret for W = 1 is then
    negative. B_T / T is above 0, and binds below n.
    """
    n = checks.positive_int("n", n)
    T, varying = checks.size("T", T, n * n), checks.flag("varying", varying)
    per_round = checks.positive_float("budget_per_round", budget_per_round)
    rng = checks.generator(seed)
    h = rng.uniform(least, 2, (T, n))
    prices = rng.uniform(1, 3, (T, n)) if varying else np.full((T, n), 2.0)
    H = np.broadcast_to(-np.eye(n), (T, n, n))
    return Rounds(Quadratics(H, h), prices, per_round * T, Box.unit(n))

"""Concave games on which the rates of constrained online convex optimisation can be measured.

The methods that the paper cites are proven for concave utilities. The games here are concave and
quadratic, so that `best_fixed_decision` is exact, and hard enough for the regret to be positive:
rewards that a player collects late, and rewards whose sign it cannot follow.
"""

from __future__ import annotations

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Domain
from osphg.rounds import Rounds, as_domain
from osphg.utilities import Quadratics

_SLOPE, _CURVE = 0.3, 0.4  # of x_1: the slope is 0.1 at 1/2, so that overspending earns little


def concave_switching(
    T: int, seed: int, *, varying: bool = False, q: float = 1.0, domain: Domain | None = None
) -> Rounds:
    """Return utilities with a reward whose sign switches every round, and a budget that binds.

    f_t(x) = 0.3 x_1 - 0.2 x_1^2 - (-1)^t w_t x_2, t = 1..T, with w_t uniform in [1/2, 1], the same
    in rounds 2i - 1 and 2i. A method with step eta loses of the order of 1/eta while it climbs in
    x_1, and of eta T by following the sign in x_2: gradient steps cannot do better than sqrt(T).
    Prices are (1, q_t) and B_T/T = 1/2, so that (1/2, 0) is a best fixed decision for every window.

    Parameters
    ----------
    T : int
        The number of rounds, even.
    seed : int
        The source of w_t and q_t.
    varying : bool
        False: q_t = q in every round. True: q_t is uniform in [0, 2 q], drawn anew in each.
    q : float
        The mean price of x_2; not negative.
    domain : Domain, optional
        X, of dimension 2 and with (1/2, 0) in it; the unit square unless given.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.
    """
    T, varying = checks.size("T", T, 4), checks.flag("varying", varying)
    if T % 2:
        raise ValueError(f"T must be even, got {T}")
    q = checks.non_negative_float("q", q)
    if q > checks.SQUARABLE:
        raise ValueError(f"q must be at most {checks.SQUARABLE:g}, got {q:g}")
    X = Box.unit(2) if domain is None else as_domain("domain", domain)
    if X.n != 2 or not X.contains(np.array([0.5, 0.0])):
        raise ValueError(f"domain must have dimension 2 and contain (1/2, 0), got {X}")
    rng = checks.generator(seed)
    w = np.repeat(rng.uniform(0.5, 1, T // 2), 2)
    h = np.column_stack([np.full(T, _SLOPE), np.where(np.arange(T) % 2, -w, w)])
    H = np.broadcast_to(np.diag([-_CURVE, 0.0]), (T, 2, 2))
    second = rng.uniform(0, 2 * q + 0.0, T) if varying else np.full(T, q)
    prices = np.column_stack([np.ones(T), second])
    return Rounds(Quadratics(H, h), prices, 0.5 * T, X)


def concave_noisy(
    T: int, seed: int, *, varying: bool = False, n: int = 2, budget_per_round: float = 1.0
) -> Rounds:
    """Return separable concave quadratics with noise, whose maximum costs more than the budget.

    f_t(x) = sum_i (h_ti x_i - x_i^2 / 2) on the unit cube, h_ti uniform in [0, 2]. Prices are 2, or
    uniform in [1, 3] if they vary. Varying prices allow a player to beat what one decision earns
    that keeps the budget in each round: the regret for W = 1 is then negative.

    Parameters
    ----------
    T : int
        The number of rounds.
    seed : int
        The source of h_t and p_t.
    varying : bool
        Whether the prices differ from round to round.
    n : int
        The dimension.
    budget_per_round : float
        B_T / T; above 0. The budget binds below n.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.
    """
    n = checks.size("n", n)
    T, varying = checks.size("T", T, n * n), checks.flag("varying", varying)
    per_round = checks.positive_float("budget_per_round", budget_per_round)
    budget = checks.finite_float("budget_per_round * T", per_round * T)
    rng = checks.generator(seed)
    h = rng.uniform(0, 2, (T, n))
    prices: FloatArray = rng.uniform(1, 3, (T, n)) if varying else np.full((T, n), 2.0)
    H = np.broadcast_to(-np.eye(n), (T, n, n))
    return Rounds(Quadratics(H, h), prices, budget, Box.unit(n))

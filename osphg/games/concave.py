"""Concave games on which the rates of constrained online convex optimisation can be measured.

The methods that the paper cites are proven for concave utilities. The games here are concave and
quadratic, so that `best_fixed_decision` is exact, and hard enough for the regret to be positive:
rewards that a player collects late, rewards whose sign it cannot follow, and best decisions that
drift, for the dynamic regret. A parameter outside what is said of it is a TypeError or a
ValueError.
"""

from __future__ import annotations

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Domain
from osphg.rounds import Rounds, as_domain
from osphg.utilities import Quadratics


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
    T, seed : int
        The number of rounds, even, and the source of w_t and q_t.
    varying : bool
        False: q_t = q in every round. True: q_t is uniform in [0, 2 q], drawn anew in each.
    q : float
        The mean price of x_2; not negative.
    domain : Domain, optional
        X, of dimension 2 and with (1/2, 0) in it; the unit square unless given.
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
    # The slope in x_1 is 0.1 at 1/2, so that overspending earns little.
    h = np.column_stack([np.full(T, 0.3), np.where(np.arange(T) % 2, -w, w)])
    H = np.broadcast_to(np.diag([-0.4, 0.0]), (T, 2, 2))
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
    T, seed : int
        The number of rounds, and the source of h_t and p_t.
    varying : bool
        Whether the prices differ from round to round.
    n : int
        The dimension.
    budget_per_round : float
        B_T / T; above 0. The budget binds below n.
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


def drifting_switches(T: int, seed: int, a: float, *, moving_prices: bool = True) -> Rounds:
    """Return linear utilities that move from one website to the other at about T^a random rounds.

    f_t(x) = w_t x_i with w_t uniform in [1, 3] and i in {1, 2} the website of the moment; the
    budget of a round buys about half a unit of it. A method with step alpha needs some 1/alpha
    rounds after every switch, and loses utility in each of them: for the step T^(-1/3) that makes
    T^(a+1/3), the order of the bound of Chen, Ling and Giannakis 2017.

    Parameters
    ----------
    T, seed : int
        The number of rounds, and the source of the switches, w_t and the prices' phases.
    a : float
        In [0, 1]: exponent of the path length.
    moving_prices : bool
        True: p_ti = 2 + sin(phase_i + T^(a-1) t) / 2. False: all prices are 2.
    """
    T, turns = _turns(T, a)
    rng = checks.generator(seed)
    switches = np.zeros(T, dtype=np.int64)
    switches[rng.choice(T, size=min(round(turns), T), replace=False)] = 1
    website = (switches.cumsum() + rng.integers(2)) % 2
    h = np.zeros((T, 2))
    h[np.arange(T), website] = rng.uniform(1, 3, T)
    prices = _prices(T, turns, rng, moving_prices)
    return Rounds(Quadratics(np.zeros((T, 2, 2)), h), prices, 1.0 * T, Box.unit(2))


def drifting_targets(T: int, seed: int, a: float, *, moving_prices: bool = True) -> Rounds:
    """Return strongly concave utilities whose maximum walks round a circle by T^a radians.

    f_t(x) = 4 (<c_t, x> - ||x||^2/2) with c_t on the circle of radius 0.4 around (1/2, 1/2), evenly
    and from a random point on. The budget is 1 a round, and c_t costs more all or most of the time.
    The parameters are those of `drifting_switches`.
    """
    T, turns = _turns(T, a)
    rng = checks.generator(seed)
    angle = rng.uniform(0, 2 * np.pi) + turns * np.arange(T) / T
    h = 4 * (0.5 + 0.4 * np.column_stack([np.cos(angle), np.sin(angle)]))
    prices = _prices(T, turns, rng, moving_prices)
    H = np.broadcast_to(-4 * np.eye(2), (T, 2, 2))
    return Rounds(Quadratics(H, h), prices, 1.0 * T, Box.unit(2))


def _turns(T: int, a: float) -> tuple[int, float]:
    """Return T, and T^a: how far the game turns, and with it the path of its best decision."""
    T, a = checks.size("T", T, 4), checks.non_negative_float("a", a)
    if a > 1:
        raise ValueError(f"a must be between 0 and 1, got {a}")
    return T, float(T**a)


def _prices(T: int, turns: float, rng: np.random.Generator, moving: bool) -> FloatArray:
    """Return prices that swing around 2 as far as the game turns, or stay there, (T, 2)."""
    moving = checks.flag("moving_prices", moving)
    phase = rng.uniform(0, 2 * np.pi, 2)
    if not moving:
        return np.full((T, 2), 2.0)
    at = np.arange(T)[:, np.newaxis] * turns / T
    return np.asarray(2 + 0.5 * np.sin(phase + at))

"""Linear regret of the published algorithm on the decoy game: Theorem 4.1 does not hold for it.

Steps 3 to 7 of the proof, from the assumptions of `refutation_game` and from steps 1 and 2
(`refutation_path`, `refutation_decoy`); `prove` does all of them.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Fact, assume
from osphg.proofs.paper import ascent, dual, lemma43
from osphg.proofs.paper.climb import f, mean
from osphg.proofs.paper.dual import fixed as ell
from osphg.proofs.paper.dual import squares
from osphg.proofs.paper.symbols import G, K, T, beta, delta, g, k, lam, mu, t
from osphg.proofs.refutation import decoy
from osphg.proofs.refutation.decoy import mean_of
from osphg.proofs.refutation.game import (
    BEST,
    CEILING,
    EVERY,
    FLOOR,
    LEVEL,
    N0,
    ONE,
    PATH_E,
    PLAYED,
    PRICE,
    PROJECTED,
    RANGE,
    ROUND,
    SLOPE_HIGH,
    SLOPE_LOW,
    SPENT,
    START_E,
    START_O,
    STEEP,
    TOP,
    TOP_ONE,
    U_NEXT,
    U_ONE,
    U_ZERO,
    UTILITY,
    VALUE,
    WORTH,
    ZERO,
    A,
    D,
    P,
    Q,
    S,
    a,
    direction,
    distance,
    e,
    early,
    m,
    o,
    payoff,
    q,
    rho,
    share,
    slope,
    u,
    ve,
    vo,
    z,
)
from osphg.proofs.refutation.path import room, spare, started

total_o = sp.Sum(o(t), (t, 1, T))
budget = (
    (1 + ell**2) / (2 * mu) + mu * T * (Q**2 + rho**2 + P**2) + delta * mu / 2 * ell**2 * T
    + early * N0
)  # fmt: skip


@cache
def comparator() -> Fact:
    """(1/K) sum_k u_k = tau: the comparator spends the budget on the decoy."""
    parts = mean_of(u(k), (assume(U_ONE), assume(U_NEXT), assume(U_ZERO)), 1)
    return rule.conclude(mean(u(k)), "=", share, *parts).named("the comparator")


@cache
def comparator_square() -> Fact:
    """(1/K) sum_k u_k^2 <= 1: how far the comparator is from the start."""
    rest = K * share - m
    positive = rule.conclude(ZERO, "<=", rest + 1, assume(FLOOR), rule.nonnegative(ONE))
    below_one = rule.scale(assume(CEILING), rest + 1, positive)
    one = rule.conclude(u(k) ** 2, "=", ONE, (u(k) + 1, assume(U_ONE)))
    middle = rule.conclude(u(m + 1) ** 2, "<=", ONE, (u(m + 1) + rest, assume(U_NEXT)), below_one)
    last = rule.conclude(u(k) ** 2, "=", ZERO, (u(k), assume(U_ZERO)))
    fewer = rule.scale(rule.nonnegative(K - m - 1, (K - m - 1,)), 1 / K)
    parts = mean_of(u(k) ** 2, (one, middle, last), 1)
    return rule.conclude(mean(u(k) ** 2), "<=", ONE, *parts, fewer)


@cache
def identity() -> Fact:
    """Step 3: A_t = (ell - rho) o_t + (lambda_t - ell) g_t + S_t."""
    weight = a - lam(t) * P
    e_t = e(t, K + 1)
    last = rule.under(rule.instance(assume(PATH_E), {k: K + 1}), *ROUND)
    return rule.conclude(
        A, "=", (ell - rho) * o(t) + (lam(t) - ell) * g(t) + S,
        (weight, comparator()), (weight, last), (rho - lam(t), assume(PLAYED)),
        (ell - lam(t), assume(SPENT)), (P * e_t - 1, assume(LEVEL)),
        (a * e_t - lam(t), assume(PRICE)),
    ).named("the identity of a round")  # fmt: skip


@cache
def direction_size() -> Fact:
    """(D_k - lambda P)^2 + (rho - lambda)^2 <= 2 (Q^2 + rho^2) + 2 beta^2 lambda^2."""
    low = rule.scale(room(), slope(t, k), assume(SLOPE_LOW))
    high = rule.conclude(
        D, "<=", Q, rule.scale(started(), slope(t, k), assume(SLOPE_LOW)), assume(SLOPE_HIGH)
    )
    sign = rule.conclude(ZERO, "<=", Q + D, low, rule.nonnegative(Q))
    found = rule.conclude(
        direction, "<=", 2 * (Q**2 + rho**2) + 2 * beta**2 * lam(t) ** 2,
        rule.square(D + lam(t) * P), rule.square(rho + lam(t)),
        (2, rule.scale(high, Q + D, sign)), (2 * lam(t) ** 2, assume(STEEP)),
    )  # fmt: skip
    return rule.under(found, *EVERY)


@cache
def learners_regret() -> Fact:
    """Step 4: sum_t A_t <= 1/(2 mu) + mu T (Q^2 + rho^2) + beta^2 mu sum_t lambda_t^2."""
    start = rule.conclude(
        distance.subs(t, 1), "=", u(k) ** 2, (ve(1, k) - 2 * u(k), assume(START_E)),
        (vo(1, k), assume(START_O)),
    )  # fmt: skip
    each = ascent.regret(PROJECTED, distance, payoff, direction, start)
    bounded = rule.add(each, rule.scale(rule.sum_over(direction_size(), t, ONE, T), mu / 2))
    averaged = rule.sum_over(bounded, k, ONE, K)
    right = 1 / (2 * mu) + mu * T * (Q**2 + rho**2) + beta**2 * mu * squares
    return rule.conclude(
        sp.Sum(A, (t, 1, T)), "<=", right, (1 / K, averaged), (1 / K, ascent.exchanged(payoff)),
        (1 / (2 * mu), comparator_square()),
    ).named("regret of the learners")  # fmt: skip


def spending(S_total: Fact) -> Fact:
    """Step 6: (ell - rho) sum_t o_t <= N."""
    return rule.conclude(
        (ell - rho) * total_o, "<=", budget, learners_regret(),
        (-1, rule.sum_over(identity(), t, ONE, T)), S_total, dual.regret(),
        (mu * T * (G + P), assume(RANGE)), lemma43.squares_absorbed(),
    )  # fmt: skip


@cache
def level() -> Fact:
    """Q tau (1 - tau) <= ell.

    >>> level().rhs
    ell
    """
    return rule.conclude(
        Q * share * (1 - share), "<=", ell, (-1, assume(LEVEL)), (-share, assume(VALUE)),
        (Q * share / K, assume(FLOOR)),
    ).named("the level of the multiplier")  # fmt: skip


@cache
def above_rho() -> Fact:
    """0 <= ell - rho."""
    found = rule.conclude(ZERO, "<=", ell - rho, level(), assume(WORTH))
    return found.named("the level is not below rho")


@cache
def utility() -> Fact:
    """Step 7: f(x_t) <= 1 + rho o_t."""
    most = rule.conclude(q(t, k), "<=", ONE, assume(TOP), assume(TOP_ONE))
    both = rule.scale(most, 1 - z(t, k), room())
    last = rule.under(rule.instance(both, {k: K + 1}), *ROUND)
    found = rule.conclude(f(t), "<=", 1 + rho * o(t), assume(UTILITY), last)
    return found.named("utility without the good o")


def linear(few: Fact) -> Fact:
    """Step 7: the (1-1/e)-regret, from below, times ell - rho."""
    kept = 1 - sp.exp(-1)
    best = rule.sum_over(assume(BEST), t, ONE, T)
    earned = rule.scale(rule.sum_over(utility(), t, ONE, T), ell - rho, above_rho())
    left = (ell - rho) * (kept * (1 + rho) - 1) * T - rho * budget
    right = (ell - rho) * lemma43.total(lemma43.benchmark)
    return rule.conclude(left, "<=", right, (-kept * (ell - rho), best), earned, (rho, few))


def _budget_and_regret(S_total: Fact) -> tuple[Fact, Fact]:
    few = spending(S_total).named("how much of the good o is bought")
    return few, linear(few).named("linear regret")


@cache
def long_game() -> tuple[Fact, Fact]:
    """Bound how much of o is bought, and the regret from below: steps 6 and 7, for N_0 <= T."""
    return _budget_and_regret(decoy.long_game())


@cache
def short_game() -> tuple[Fact, Fact]:
    """Bound the same for T <= N_0."""
    return _budget_and_regret(decoy.short_game())


def refutation() -> Fact:
    """(ell - rho) R_T >= (ell - rho) ((1 - 1/e)(1 + rho) - 1) T - N rho, for N_0 <= T."""
    return long_game()[1]


def prove() -> dict[str, Fact]:
    """Prove every step, and that the regret is linear."""
    (long_budget, long_regret), (short_budget, short_regret) = long_game(), short_game()
    return {
        "refutation-comparator": comparator(),
        "refutation-spare": spare(),
        "refutation-level": level(),
        "refutation-above": above_rho(),
        "refutation-identity": identity(),
        "refutation-learners": learners_regret(),
        "refutation-utility": utility(),
        "refutation-decoy": decoy.long_game(),
        "refutation-budget": long_budget,
        "refutation": long_regret,
        "refutation-decoy-short": decoy.short_game(),
        "refutation-budget-short": short_budget,
        "refutation-short": short_regret,
    }

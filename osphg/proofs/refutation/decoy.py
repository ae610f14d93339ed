"""Step 2 of the refutation: what the oracles' terms in e add up to on the decoy game.

S_t, the mean of (D_k - a)(u_k - v_e^(k)), is not negative after round N_0, and not very negative
before. As the kernel has no distinction of cases, N_0 <= T and T <= N_0 are two facts with the same
right side (`long_game`, `short_game`).
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Fact, assume
from osphg.proofs.paper import windows
from osphg.proofs.paper.climb import mean
from osphg.proofs.paper.symbols import K, T, i, k, t
from osphg.proofs.refutation.game import (
    CONCAVE,
    E_HIGH,
    E_LOW,
    EVERY,
    FALLING,
    FIRST,
    FLOOR,
    N0,
    ONE,
    PATH_E,
    ROUND,
    SLOPE_HIGH,
    SLOPE_LOW,
    TOP,
    U_NEXT,
    U_ONE,
    U_ZERO,
    VALUE,
    ZERO,
    ZERO_Q,
    D,
    Q,
    S,
    a,
    e,
    early,
    m,
    q,
    share,
    slope,
    term,
    u,
    ve,
    w,
    z,
)
from osphg.proofs.refutation.path import climbed, free_taken, full_slope, room, started


def mean_of(
    summand: sp.Expr, facts: tuple[Fact, Fact, Fact], sign: int
) -> list[tuple[sp.Expr, Fact]]:
    """Average over k = 1..m, m + 1 and m + 2..K; `sign` is -1 for a bound from below."""
    one, middle, last = facts
    begin, end = sp.Sum(summand, (k, 1, m)), sp.Sum(summand, (k, m + 2, K))
    whole = rule.split(sp.Sum(summand, (k, 1, K)), m)
    rest = rule.split(sp.Sum(summand, (k, m + 1, K)), m + 1)
    parted = rule.conclude(
        sp.Sum(summand, (k, 1, K)), "=", begin + summand.subs(k, m + 1) + end, whole, rest
    )
    first, other = rule.sum_over(one, k, ONE, m), rule.sum_over(last, k, m + 2, K)
    return [*((1 / K, part) for part in (first, middle, other)), (sign / K, parted)]


@cache
def above() -> Fact:
    """D_k >= a for k <= m + 1."""
    behind = rule.scale(rule.nonnegative(m + 1 - k, (m + 1 - k,)), Q / K)
    steep = rule.scale(full_slope(), 1 - z(t, k), room())
    found = rule.conclude(a, "<=", D, steep, (Q, climbed("z")), behind, assume(VALUE))
    return rule.under(found, *FIRST)


@cache
def below() -> Fact:
    """D_k <= a for k > m and t > N_0."""
    flat = rule.scale(assume(SLOPE_HIGH), 1 - z(t, k), room())
    found = rule.conclude(D, "<=", a, flat, (Q, free_taken()), (-1, assume(VALUE)))
    return rule.under(found, T - t, t - 1 - N0, k - m - 1, K + 1 - k, K - m - 1)


def at_next(fact: Fact, *where: sp.Expr) -> Fact:
    """Put k = m + 1."""
    return rule.under(rule.instance(fact, {k: m + 1}, (m, K - m - 1)), *where, K - m - 1)


@cache
def signs() -> tuple[Fact, Fact, Fact]:
    """Step 2, t > N_0: the terms of S are not negative, for k <= m, k = m + 1 and k > m + 1."""
    late = (T - t, t - 1 - N0)
    first = rule.conclude(
        ZERO, "<=", term, rule.scale(assume(E_HIGH), D - a, above()), (a - D, assume(U_ONE))
    )
    up = rule.conclude(
        ZERO, "<=", 1 + u(m + 1) - ve(t, m + 1), at_next(assume(E_HIGH), *ROUND),
        assume(FLOOR), (-1, assume(U_NEXT)),
    )  # fmt: skip
    high, low = at_next(above(), *ROUND), at_next(below(), *late)
    here = term.subs(k, m + 1)
    middle = rule.conclude(ZERO, "<=", here, rule.scale(high, up.rhs, up), low)
    last = rule.conclude(
        ZERO, "<=", term, rule.scale(below(), ve(t, k), assume(E_LOW)), (a - D, assume(U_ZERO))
    )
    return (
        rule.under(first, *late, k - 1, m - k, K - m - 1),
        rule.under(middle, *late, K - m - 1),
        rule.under(last, *late, k - m - 2, K - k, K - m - 1),
    )


@cache
def late_sum() -> Fact:
    """Step 2: S_t >= 0 for t > N_0."""
    found = rule.conclude(ZERO, "<=", S, *mean_of(term, signs(), -1))
    return rule.under(found, T - t, t - 1 - N0, K - m - 1)


@cache
def spent_on_decoy() -> Fact:
    """(1/K) sum_k q'(e^(k)) v_e^(k) <= q(e_t) + Q/K: q' falls, and telescopes."""
    longer = rule.split(sp.Sum(ve(t, i), (i, 1, k)), k - 1)
    ahead = rule.under(rule.instance(assume(PATH_E), {k: k + 1}), *EVERY)
    moved = rule.conclude(
        e(t, k + 1) - e(t, k), "=", ve(t, k) / K, ahead, (-1, assume(PATH_E)), (1 / K, longer)
    )
    fall = slope(t, k) - slope(t, k + 1)
    slower = rule.scale(assume(E_HIGH), fall, assume(FALLING))
    one = rule.conclude(
        slope(t, k) * ve(t, k) / K, "<=", q(t, k + 1) - q(t, k) + fall / K,
        assume(CONCAVE), (1 / K, slower), (-slope(t, k + 1), moved),
    )  # fmt: skip
    summed = rule.sum_over(rule.under(one, *EVERY), k, ONE, K)
    told = rule.instance(windows.telescoping(), {T: K})
    rises = rule.instance(told, {windows.a: sp.Lambda(i, q(t, i))})
    falls = rule.instance(told, {windows.a: sp.Lambda(i, slope(t, i))})
    steepest = rule.under(rule.instance(assume(SLOPE_HIGH), {k: ONE}), *ROUND)
    flattest = rule.under(rule.instance(assume(SLOPE_LOW), {k: K + 1}), *ROUND)
    most = rule.under(rule.instance(assume(TOP), {k: K + 1}), *ROUND)
    return rule.conclude(
        mean(slope(t, k) * ve(t, k)), "<=", Q * (share + w / 2) + Q / K,
        summed, (-1, rises), (1 / K, falls), (-1, assume(ZERO_Q)), most,
        (1 / K, steepest), (1 / K, flattest),
    )  # fmt: skip


@cache
def early_terms() -> tuple[Fact, Fact, Fact]:
    """Step 2, any t: a term is at least -tau q'(e^(k)) v_e^(k)."""
    worth = slope(t, k) * ve(t, k)
    sold = rule.scale(assume(E_LOW), slope(t, k), assume(SLOPE_LOW))
    first = rule.conclude(
        -share * worth, "<=", term, rule.scale(assume(E_HIGH), D - a, above()),
        (a - D, assume(U_ONE)), (share, sold),
    )  # fmt: skip
    left = rule.scale(rule.nonnegative(K - m, (K - m - 1,)), 1 / K)
    flat = rule.scale(assume(SLOPE_HIGH), (K - m) / K, left)
    over = rule.conclude(
        D - a, "<=", share * slope(t, k),
        rule.scale(started(), slope(t, k), assume(SLOPE_LOW)), flat,
        rule.scale(rule.scale(assume(FLOOR), 1 / K), slope(t, k), assume(SLOPE_LOW)),
        (-1, assume(VALUE)),
    )  # fmt: skip
    held = rule.scale(over, ve(t, k), assume(E_LOW))
    last = rule.conclude(-share * worth, "<=", term, held, (a - D, assume(U_ZERO)))
    part = rule.conclude(ZERO, "<=", u(m + 1), assume(FLOOR), (-1, assume(U_NEXT)))
    middle = rule.conclude(
        (-share * worth).subs(k, m + 1), "<=", term.subs(k, m + 1), at_next(held, *ROUND),
        rule.scale(at_next(above(), *ROUND), u(m + 1), part),
    )  # fmt: skip
    return (
        rule.under(first, *ROUND, k - 1, m - k, K - m - 1),
        middle,
        rule.under(last, *ROUND, k - m - 2, K - k, K - m - 1),
    )


@cache
def early_sum() -> Fact:
    """Step 2: S_t >= -Q tau (tau + w + 1/K) in every round (w/2 would do)."""
    lost = term + share * slope(t, k) * ve(t, k)
    first, middle, last = (
        rule.restate(fact, ZERO, "<=", fact.rhs - fact.lhs) for fact in early_terms()
    )
    parts = mean_of(lost, (first, middle, last), -1)
    spare = rule.nonnegative(Q * share * w / 2)
    return rule.conclude(-early, "<=", S, *parts, (share, spent_on_decoy()), spare)


@cache
def long_game() -> Fact:
    """Step 2, summed over the rounds: for N_0 <= T."""
    total = sp.Sum(S, (t, 1, T))
    begin = rule.under(early_sum(), t - 1, N0 - t, T - N0, K - m - 1)
    late = rule.under(late_sum(), T - t, t - 1 - N0, T - N0, K - m - 1)
    found = rule.conclude(
        -early * N0, "<=", total, rule.sum_over(begin, t, ONE, N0),
        rule.sum_over(late, t, N0 + 1, T), (-1, rule.split(total, N0)),
    )  # fmt: skip
    return rule.under(found, T - N0, K - m - 1).named("the decoy, summed")


@cache
def short_game() -> Fact:
    """Step 2, summed over the rounds: for T <= N_0."""
    unused = rule.nonnegative(N0 - T, (N0 - T,))
    summed = rule.sum_over(early_sum(), t, ONE, T)
    found = rule.conclude(-early * N0, "<=", sp.Sum(S, (t, 1, T)), summed, (early, unused))
    return rule.under(found, N0 - T, K - m - 1).named("the decoy, summed")

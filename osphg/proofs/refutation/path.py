"""Step 1 of the refutation: where the oracles' paths lie, and that the free good is taken.

On the path z and e are at most (k-1)/K, so q' is Q up to k = m + 1; and after round N_0 the first m
oracles choose all of z.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Fact, assume
from osphg.proofs.paper import maxima
from osphg.proofs.paper.symbols import K, T, i, k, mu, t
from osphg.proofs.refutation.game import (
    BEND,
    E_HIGH,
    FIRST,
    FLOOR,
    FREE,
    LATE,
    LINE,
    N0,
    ONE,
    PATH,
    PATH_E,
    PATH_Z,
    ROUND,
    START_Z,
    TOP_ONE,
    Z_HIGH,
    Z_LOW,
    ZERO,
    Q,
    e,
    eta,
    m,
    q,
    share,
    slope,
    vz,
    w,
    z,
)


@cache
def climbed(good: str) -> Fact:
    """z^(k) <= (k-1)/K, and so for e: no choice is above 1."""
    high, path = (Z_HIGH, PATH_Z) if good == "z" else (E_HIGH, PATH_E)
    one = rule.under(rule.instance(assume(high), {k: i}), *ROUND, i - 1, k - 1 - i, K + 1 - k)
    summed = rule.sum_over(one, i, ONE, k - 1)
    found = rule.conclude(path.lhs, "<=", (k - 1) / K, (1 / K, summed), assume(path))
    return rule.under(found, *PATH)


@cache
def room() -> Fact:
    """0 <= 1 - z^(k)."""
    spare = rule.scale(rule.nonnegative(K + 1 - k, (K + 1 - k,)), 1 / K)
    return rule.under(rule.conclude(ZERO, "<=", 1 - z(t, k), climbed("z"), spare), *PATH)


@cache
def started() -> Fact:
    """0 <= z^(k)."""
    one = rule.under(rule.instance(assume(Z_LOW), {k: i}), *ROUND, i - 1, k - 1 - i, K + 1 - k)
    summed = rule.sum_over(one, i, ONE, k - 1)
    found = rule.conclude(ZERO, "<=", z(t, k), (1 / K, summed), (-1, assume(PATH_Z)))
    return rule.under(found, *PATH)


@cache
def full_slope() -> Fact:
    """q'(e^(k)) >= Q for k <= m + 1, where e^(k) <= m/K <= tau."""
    behind = rule.scale(rule.nonnegative(m + 1 - k, (m + 1 - k,)), 1 / K)
    low = rule.conclude(e(t, k) - share, "<=", ZERO, climbed("e"), behind, (1 / K, assume(FLOOR)))
    flat = maxima.at_most(low, rule.nonnegative(ZERO))
    found = rule.conclude(Q, "<=", slope(t, k), assume(BEND), (Q / w, flat))
    return rule.under(found, *FIRST)


@cache
def spare() -> Fact:
    """0 <= eta = 1 - Q tau."""
    bent = rule.nonnegative(Q * w / 2)
    return rule.conclude(ZERO, "<=", eta, assume(TOP_ONE), bent).named("the free good has a slope")


@cache
def free_good() -> Fact:
    """Step 1, growth: 1 - v_z^(k) <= [1 - eta mu (t-1)]_+ for k <= m."""

    def level(at: sp.Expr) -> sp.Expr:
        return sp.Max(0, 1 - eta * mu * at)

    def step(hypothesis: Fact) -> Fact:
        behind = rule.scale(rule.nonnegative(m + 1 - k, (m + 1 - k,)), Q / K)
        full = rule.conclude(
            eta, "<=", 1 - q(t, k), assume(LINE), (Q, climbed("e")), behind,
            (Q / K, assume(FLOOR)),
        )  # fmt: skip
        reached, kept = maxima.at_least(1 - eta * mu * t), rule.nonnegative(level(t))
        fall = maxima.at_most(
            rule.restate(reached, 1 - eta * mu * (t - 1), "<=", level(t) + eta * mu),
            rule.conclude(ZERO, "<=", level(t) + eta * mu, kept, (mu, spare())),
        )
        left = 1 - vz(t, k) - mu * (1 - q(t, k))
        moved = maxima.at_most(
            rule.conclude(left, "<=", level(t), hypothesis, fall, (mu, full)), kept
        )
        found = rule.conclude(1 - vz(t + 1, k), "<=", level(t), moved, (-1, assume(FREE)))
        return rule.under(found, t - 1, T - 1 - t, k - 1, m - k, K - m - 1)

    claim = (1 - vz(t, k), "<=", level(t - 1))
    start = rule.conclude(1 - vz(1, k), "<=", level(ZERO), (-1, assume(START_Z)))
    base = rule.under(start, k - 1, m - k, K - m - 1)
    return rule.induction(t, ONE, claim, base, step, last=T)


@cache
def free_taken() -> Fact:
    """Step 1: z^(k) >= m/K for k > m and t > N_0."""
    pace = rule.scale(spare(), mu)
    later = rule.scale(rule.nonnegative(t - 1 - N0, (t - 1 - N0,)), eta * mu, pace)
    passed = rule.conclude(1 - eta * mu * (t - 1), "<=", ZERO, later, assume(LATE))
    full = rule.conclude(
        ONE, "<=", vz(t, k), free_good(), maxima.at_most(passed, rule.nonnegative(ZERO))
    )
    full = rule.instance(full, {k: i})
    full = rule.under(full, T - t, t - 1 - N0, i - 1, m - i, K - m - 1)
    more = rule.instance(assume(Z_LOW), {k: i})
    more = rule.under(more, *ROUND, i - m - 1, k - 1 - i, K + 1 - k, k - m - 1)
    both = rule.split(sp.Sum(vz(t, i), (i, 1, k - 1)), m)
    found = rule.conclude(
        m / K, "<=", z(t, k), (1 / K, rule.sum_over(full, i, ONE, m)),
        (1 / K, rule.sum_over(more, i, m + 1, k - 1)), (-1 / K, both), (-1, assume(PATH_Z)),
    )  # fmt: skip
    return rule.under(found, T - t, t - 1 - N0, k - m - 1, K + 1 - k, K - m - 1)

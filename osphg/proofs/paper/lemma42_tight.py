"""Lemma 4.2 as published is false, and no constant below twice the published one is right.

The instance: prices are 0 and the player and the comparator save G in every round of a window that
starts in round n, where lambda_n is large because the rounds before it cost G each.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import lemma41, maxima
from osphg.proofs.paper.lemma41 import m
from osphg.proofs.paper.symbols import (
    KEEP,
    KEEP_NONNEGATIVE,
    START,
    UPDATE,
    G,
    T,
    W,
    c,
    delta,
    g,
    gs,
    lam,
    mu,
    t,
    tau,
)

n = sp.Symbol("n", integer=True, positive=True)  # the round in which the window starts
e = sp.Symbol("e", nonnegative=True)  # how far lambda_n is below its cap, as a share of it
CAP = G / (delta * mu)
SHARE = delta * mu**2  # what is forgotten in one round: 1 - c
TWO_THIRDS = sp.Rational(2, 3)

SAVED = Assumption(
    "g_t(x_t) = -G from round n on", g(t), "=", -G, (t,), (t - n, T - t), "the instance"
)
SAVED_BEST = Assumption(
    "g_t(x*) = -G from round n on", gs(t), "=", -G, (t,), (t - n, T - t), "the instance"
)
CHARGED = Assumption(
    "g_t(x_t) = G before round n", g(t), "=", G, (t,), (t - 1, n - 1 - t), "the instance"
)
HIGH = Assumption("lambda_n >= (1 - e) G/(delta mu)", (1 - e) * CAP, "<=", lam(n),
                  source="the instance")  # fmt: skip
HALFWAY = Assumption("e <= 1/2", e, "<=", sp.Rational(1, 2), source="the instance")
SHORT = Assumption("W delta mu^2 <= 1/3", W * SHARE, "<=", sp.Rational(1, 3), source="the instance")
ENOUGH = Assumption("mu G <= c lambda_n", mu * G, "<=", c * lam(n), source="the instance")


@cache
def charged() -> Fact:
    """(1 - c^t) G/(delta mu) <= lambda_{t+1} while every round costs G, t = 0..n-1."""

    def step(hypothesis: Fact) -> Fact:
        times_c = rule.scale(hypothesis, c, assume(KEEP_NONNEGATIVE))
        following = rule.instance(lemma41.one_step_lower(), {t: t + 1})
        spent = rule.instance(assume(CHARGED), {t: t + 1})
        left = (1 - c ** (t + 1)) * CAP
        definition = (-CAP, assume(KEEP))
        return rule.conclude(left, "<=", lam(t + 2), times_c, following, (-mu, spent), definition)

    start = rule.restate(assume(START), (1 - c**0) * CAP, "<=", lam(1))
    claim = ((1 - c**t) * CAP, "<=", lam(t + 1))
    base = rule.under(start, T - n)
    found = rule.induction(t, sp.Integer(0), claim, base, step, last=n - 1)
    return found.named("The multiplier comes near its cap")


def saving(r: sp.Expr, bound: sp.Expr, at_least: Fact, above: Fact) -> Fact:
    """Infer lambda_{r+1} <= bound from 0 <= bound and c lambda_r - mu G <= bound, r >= n."""
    x = c * lam(r) + mu * g(r)
    saved = rule.instance(assume(SAVED), {t: r})
    maximum = maxima.at_most(rule.conclude(x, "<=", bound, above, (mu, saved)), at_least)
    update = rule.instance(assume(UPDATE), {t: r})
    return rule.conclude(lam(r + 1), "<=", bound, maximum, update)


@cache
def violated() -> Fact:
    """Refute the published lemma for W = 2: the left side exceeds it by G delta mu^2 lambda_n."""
    after = c * lam(n) - mu * G
    at_least = rule.conclude(sp.Integer(0), "<=", after, assume(ENOUGH))
    second = saving(n, after, at_least, rule.identity(after, after))
    best = [rule.instance(assume(SAVED_BEST), {t: r}) for r in (n, n + 1)]
    left = lam(n) * gs(n) + lam(n + 1) * gs(n + 1)
    published = lam(n) * (gs(n) + gs(n + 1)) + G**2 * mu
    found = rule.conclude(
        published + G * SHARE * lam(n), "<=", left,
        (G, second), (lam(n), best[1]), (-lam(n + 1), best[1]), (G * lam(n), assume(KEEP)),
    )  # fmt: skip
    return rule.under(found, T - n - 1).named("Lemma 4.2 as published, refuted for W = 2")


@cache
def above_zero() -> Fact:
    """0 <= c^(tau+1) (lambda_n + G/(delta mu)) - G/(delta mu) for tau = 0..W-1."""
    line = rule.instance(lemma41.power_above_line(), {m: tau + 1})
    late = (SHARE, rule.nonnegative(W - 1 - tau, (W - 1 - tau,)))
    power = rule.conclude(TWO_THIRDS, "<=", c ** (tau + 1), line, late, assume(SHORT))
    level = lam(n) + CAP
    high = rule.conclude(CAP / TWO_THIRDS, "<=", level, assume(HIGH), (CAP, assume(HALFWAY)))
    positive = rule.conclude(sp.Integer(0), "<=", level, high, rule.nonnegative(CAP / TWO_THIRDS))
    raised = rule.scale(power, level, positive)
    left = c ** (tau + 1) * level - CAP
    found = rule.conclude(sp.Integer(0), "<=", left, raised, (TWO_THIRDS, high))
    return rule.under(found, tau, W - 1 - tau).named("The multiplier stays above 0")


@cache
def descent() -> Fact:
    """lambda_{n+tau} <= c^tau (lambda_n + G/(delta mu)) - G/(delta mu) for tau = 0..W."""
    bound = c**tau * (lam(n) + CAP) - CAP

    def step(hypothesis: Fact) -> Fact:
        after = c ** (tau + 1) * (lam(n) + CAP) - CAP
        times_c = rule.scale(hypothesis, c, assume(KEEP_NONNEGATIVE))
        above = rule.conclude(c * lam(n + tau) - mu * G, "<=", after, times_c, (-CAP, assume(KEEP)))
        return saving(n + tau, after, above_zero(), above)

    base = rule.under(rule.identity(lam(n), bound.subs(tau, 0)), T - W + 1 - n)
    claim = (lam(n + tau), "<=", bound)
    found = rule.induction(tau, sp.Integer(0), claim, base, step, last=W)
    return found.named("The multiplier while money is saved")


@cache
def pairs_nonnegative() -> Fact:
    """0 <= m (m - 1) for an integer m >= 0."""

    def step(hypothesis: Fact) -> Fact:
        more = (2, rule.nonnegative(m, (m,)))
        return rule.conclude(sp.Integer(0), "<=", (m + 1) * m, hypothesis, more)

    base = rule.nonnegative(sp.Integer(0))
    return rule.induction(m, sp.Integer(0), (sp.Integer(0), "<=", m * (m - 1)), base, step)


@cache
def power_below_parabola() -> Fact:
    """c^m <= 1 - m delta mu^2 + m (m - 1)/2 (delta mu^2)^2 for m >= 0."""

    def bound(exponent: sp.Expr) -> sp.Expr:
        return 1 - exponent * SHARE + exponent * (exponent - 1) * SHARE**2 / 2

    def step(hypothesis: Fact) -> Fact:
        times_c = rule.scale(hypothesis, c, assume(KEEP_NONNEGATIVE))
        definition = (bound(m), assume(KEEP))
        spare = rule.scale(pairs_nonnegative(), SHARE**3 / 2)
        return rule.conclude(c ** (m + 1), "<=", bound(m + 1), times_c, definition, spare)

    base = rule.identity(c**0, sp.Integer(1))
    claim = (c**m, "<=", bound(m))
    found = rule.induction(m, sp.Integer(0), claim, base, step)
    return found.named("Powers of c lie below a parabola")


@cache
def tight() -> Fact:
    """Prove that the excess nears the repaired constant as e and W delta mu^2 near 0, for any W."""
    level = lam(n) + CAP
    high = rule.conclude((2 - e) * CAP, "<=", level, assume(HIGH))
    below_one = rule.instance(lemma41.power_below_one(), {m: tau})
    lost = rule.conclude(sp.Integer(0), "<=", 1 - c**tau, below_one)
    best = rule.instance(assume(SAVED_BEST), {t: n + tau})
    change = (lam(n) - lam(n + tau), best)
    down = (G, descent())
    least = (G, rule.scale(high, 1 - c**tau, lost))
    parabola = rule.instance(power_below_parabola(), {m: tau})
    two = rule.conclude(
        sp.Integer(0), "<=", 2 - e, assume(HALFWAY), rule.nonnegative(sp.Rational(3, 2))
    )
    enough = (G * CAP, rule.scale(parabola, 2 - e, two))
    least_per_round = (2 - e) * G**2 * mu * (tau - tau * (tau - 1) * SHARE / 2)
    right = lam(n + tau) * gs(n + tau)
    left = lam(n) * gs(n + tau) + least_per_round
    term = rule.conclude(left, "<=", right, change, down, least, enough)
    term = rule.under(term, tau, W - 1 - tau, T - W + 1 - n)
    total = rule.sum_over(term, tau, sp.Integer(0), W - 1)
    window, saved = (sp.Sum(x, (tau, 0, W - 1)) for x in (right, gs(n + tau)))
    excess = (2 - e) * (1 - (W - 2) * SHARE / 3) * G**2 * mu * W * (W - 1) / 2
    found = rule.restate(total, lam(n) * saved + excess, "<=", window)
    return found.named("No smaller constant than twice the published one")


def exact_sides(
    gs: Sequence[sp.Rational],
    best: Sequence[sp.Rational],
    start: sp.Rational,
    mu: sp.Rational,
    delta: sp.Rational,
    G: sp.Rational,
) -> tuple[sp.Rational, sp.Rational, sp.Rational]:
    """Return the left side of Lemma 4.2, its published and its repaired right side, exactly.

    `gs` are g_t(x_t), `best` are g_t(x*) over the window, `start` is lambda_t.

    >>> saved, q = [sp.Integer(-1)] * 2, sp.Rational
    >>> exact_sides(saved, saved, start=q(1, 2), mu=q(1, 4), delta=q(4), G=q(1))
    (-5/8, -3/4, -1/2)
    """
    W = len(best)
    lams = lemma41.multipliers(gs[: W - 1], mu, delta, start)
    left = sum((x * y for x, y in zip(lams, best, strict=True)), sp.S.Zero)
    plain = start * sum(best, sp.S.Zero)
    allowed = sp.Rational(W * (W - 1), 2) * G**2 * mu
    return left, plain + allowed, plain + 2 * allowed


def prove() -> dict[str, Fact]:
    """Prove all statements of this module."""
    return {
        "lemma-4.2-charged": charged(),
        "lemma-4.2-violated": violated(),
        "lemma-4.2-descent": descent(),
        "power-below-parabola": power_below_parabola(),
        "lemma-4.2-tight": tight(),
    }

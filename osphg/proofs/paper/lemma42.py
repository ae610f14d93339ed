"""Lemma 4.2: where the published proof breaks, and the repaired statement.

t is a round with 1 <= t <= T - W + 1, and the window is t, ..., t + W - 1. That the constant cannot
be improved is in `lemma42_tight`.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Fact, assume
from osphg.proofs.paper import lemma41
from osphg.proofs.paper.lemma41 import m
from osphg.proofs.paper.symbols import (
    G_ABOVE,
    GS_ABOVE,
    KEEP,
    KEEP_NONNEGATIVE,
    G,
    T,
    W,
    c,
    delta,
    g,
    gs,
    i,
    lam,
    mu,
    t,
    tau,
)

HALF = sp.Rational(1, 2)
POSITIVE = sp.Max(0, gs(t + tau))  # [g_{t+tau}(x*)]_+
NEGATIVE = sp.Min(0, gs(t + tau))  # [g_{t+tau}(x*)]_-, at most 0 as in the paper
INSIDE = (tau, W - 1 - tau, t - 1, T - W + 1 - t)  # a round of a window


def discounted(term: sp.Expr, upto: sp.Expr) -> sp.Expr:
    """c^upto lambda_t + mu times the sum over i = 0..upto-1 of c^(upto-i-1) term(i)."""
    return c**upto * lam(t) + mu * sp.Sum(c ** (upto - i - 1) * term, (i, 0, upto - 1))


def over_window(term: sp.Expr) -> sp.Expr:
    """Return the sum over tau = 0..W-1."""
    return sp.Sum(term, (tau, 0, W - 1))


def _from(start: Fact, claim: tuple[sp.Expr, str, sp.Expr], one_round: Fact) -> Fact:
    """Run one round's inequality, times c before it, over tau = 0..T + 1 - t."""

    def step(hypothesis: Fact) -> Fact:
        times_c = rule.scale(hypothesis, c, assume(KEEP_NONNEGATIVE))
        following = rule.instance(one_round, {t: t + tau})
        total = next(iter(sp.sympify(claim[0] - claim[2]).atoms(sp.Sum))).subs(tau, tau + 1)
        sign = -1 if claim[0] == lam(t + tau) else 1
        last = (sign * mu, rule.split(total, tau - 1))
        lhs, rhs = (side.subs(tau, tau + 1) for side in (claim[0], claim[2]))
        return rule.conclude(lhs, "<=", rhs, times_c, following, last)

    base = rule.under(start, t - 1)
    return rule.induction(tau, sp.Integer(0), claim, base, step, last=T + 1 - t)


@cache
def shifted_lower() -> Fact:
    """Lemma 4.1 from round t on, left inequality."""
    bound = discounted(g(t + i), tau)
    start = rule.identity(bound.subs(tau, 0), lam(t))
    found = _from(start, (bound, "<=", lam(t + tau)), lemma41.one_step_lower())
    return found.named("Lemma 4.1 from round t, lower")


@cache
def shifted_upper() -> Fact:
    """Lemma 4.1 from round t on, right inequality."""
    bound = discounted(sp.Abs(g(t + i)), tau)
    start = rule.identity(lam(t), bound.subs(tau, 0))
    found = _from(start, (lam(t + tau), "<=", bound), lemma41.one_step_upper())
    return found.named("Lemma 4.1 from round t, upper")


@cache
def step_a() -> Fact:
    """Step (a) of the published proof: the bounds before the parts of g*, over the window."""
    above, below = discounted(sp.Abs(g(t + i)), tau), discounted(g(t + i), tau)
    raised = rule.scale(shifted_upper(), POSITIVE)
    lowered = rule.scale(shifted_lower(), -NEGATIVE)
    left, right = lam(t + tau) * gs(t + tau), above * POSITIVE + below * NEGATIVE
    term = rule.under(rule.conclude(left, "<=", right, raised, lowered), *INSIDE)
    summed = rule.sum_over(term, tau, sp.Integer(0), W - 1)
    left, right = (sp.Sum(side, (tau, 0, W - 1)) for side in (left, right))
    return rule.restate(summed, left, "<=", right).named("Step (a)")


def step_b() -> Fact:
    """Step (b) as published, c^tau g* <= g*: the kernel refuses, g* has no sign."""
    power = rule.instance(lemma41.power_below_one(), {m: tau})
    return rule.scale(power, gs(t + tau))


@cache
def step_b_signed() -> Fact:
    """Prove what is true of step (b): c^tau [g*]_+ <= [g*]_+."""
    power = rule.instance(lemma41.power_below_one(), {m: tau})
    found = rule.scale(power, POSITIVE)
    found = rule.restate(found, c**tau * POSITIVE, "<=", POSITIVE)
    return found.named("Step (b), positive part")


@cache
def rise() -> Fact:
    """lambda_{t+1} <= lambda_t + mu G."""
    forgotten = rule.scale(lemma41.nonnegative(), delta * mu**2)
    definition = (lam(t), assume(KEEP))
    bounded = (mu, assume(G_ABOVE))
    upper = lemma41.one_step_upper()
    right = lam(t) + mu * G
    found = rule.conclude(lam(t + 1), "<=", right, upper, definition, forgotten, bounded)
    return rule.under(found, t - 1, T - t).named("One round up")


@cache
def fall() -> Fact:
    """lambda_t - 2 mu G <= lambda_{t+1}: mu G is forgotten at most, and mu G charged back."""
    forgotten = (delta * mu**2, lemma41.cap())
    definition = (-lam(t), assume(KEEP))
    below = rule.absolute(-g(t))
    bounded = (mu, assume(G_ABOVE))
    left = lam(t) - 2 * mu * G
    lower = lemma41.one_step_lower()
    found = rule.conclude(
        left, "<=", lam(t + 1), lower, definition, forgotten, (mu, below), bounded
    )
    return rule.under(found, t - 1, T - t).named("One round down")


def _several(one_round: Fact, lhs: sp.Expr, rhs: sp.Expr) -> Fact:
    """Add up one round's inequality over the rounds t, ..., t + tau - 1."""

    def step(hypothesis: Fact) -> Fact:
        following = rule.instance(one_round, {t: t + tau})
        left, right = (side.subs(tau, tau + 1) for side in (lhs, rhs))
        return rule.conclude(left, "<=", right, hypothesis, following)

    base = rule.under(rule.identity(lam(t), lam(t)), t - 1)
    return rule.induction(tau, sp.Integer(0), (lhs, "<=", rhs), base, step, last=T + 1 - t)


@cache
def drift_up() -> Fact:
    """lambda_{t+tau} <= lambda_t + mu tau G."""
    found = _several(rise(), lam(t + tau), lam(t) + mu * tau * G)
    return found.named("Several rounds up")


@cache
def drift_down() -> Fact:
    """lambda_t - 2 mu tau G <= lambda_{t+tau}."""
    found = _several(fall(), lam(t) - 2 * mu * tau * G, lam(t + tau))
    return found.named("Several rounds down")


def _sum_of_products(term: Fact) -> Fact:
    """Sum a statement over the rounds of the window."""
    return rule.sum_over(rule.under(term, *INSIDE), tau, sp.Integer(0), W - 1)


def tau_nonnegative() -> Fact:
    """0 <= tau."""
    return rule.nonnegative(tau, (tau,))


@cache
def repaired() -> Fact:
    """Lemma 4.2 with twice the constant: lambda moves by at most 2 mu G per round.

    >>> repaired().rhs
    G**2*W*mu*(W - 1) + lambda(t)*Sum(g^*(t + tau), (tau, 0, W - 1))
    """
    raised = rule.scale(drift_up(), POSITIVE)
    lowered = rule.scale(drift_down(), -NEGATIVE)
    spare = rule.scale(tau_nonnegative(), mu * G * POSITIVE)  # up it is only mu G per round
    bounded = rule.instance(assume(GS_ABOVE), {t: t + tau})
    product = (2 * mu * G, rule.scale(bounded, tau, tau_nonnegative()))
    left, right = lam(t + tau) * gs(t + tau), lam(t) * gs(t + tau) + 2 * mu * G**2 * tau
    term = rule.conclude(left, "<=", right, raised, lowered, spare, product)
    total = lam(t) * over_window(gs(t + tau)) + G**2 * mu * W * (W - 1)
    found = rule.restate(_sum_of_products(term), over_window(left), "<=", total)
    return found.named("Lemma 4.2, repaired")


@cache
def tail_above() -> Fact:
    """Sum over i = 0..tau-1 of c^(tau-i-1) |g_{t+i}| <= tau G."""
    size = sp.Abs(g(t + i))
    power = rule.instance(lemma41.power_below_one(), {m: tau - i - 1})
    bounded = rule.instance(assume(G_ABOVE), {t: t + i})
    term = rule.conclude(c ** (tau - i - 1) * size, "<=", G, rule.scale(power, size), bounded)
    term = rule.under(term, i, tau - 1 - i, t - 1, T + 1 - t - tau, tau)
    total = rule.sum_over(term, i, sp.Integer(0), tau - 1)
    return rule.restate(total, total.lhs, "<=", tau * G)


@cache
def tail_below() -> Fact:
    """-tau G <= sum over i = 0..tau-1 of c^(tau-i-1) g_{t+i}."""
    power = rule.instance(lemma41.power_nonnegative(), {m: tau - i - 1})
    term = rule.scale(rule.absolute(-g(t + i)), c ** (tau - i - 1), power)
    term = rule.under(term, i, tau - 1 - i, tau)
    total = rule.sum_over(term, i, sp.Integer(0), tau - 1)
    past = sp.Sum(c ** (tau - i - 1) * g(t + i), (i, 0, tau - 1))
    return rule.conclude(-tau * G, "<=", past, total, tail_above())


@cache
def kept() -> Fact:
    """Prove what the published proof gives: lambda_t sum c^tau g*, not lambda_t sum g*."""
    known = (rule.scale(shifted_upper(), POSITIVE), rule.scale(shifted_lower(), -NEGATIVE))
    above = (mu, rule.scale(tail_above(), POSITIVE))
    below = (mu, rule.scale(tail_below(), -NEGATIVE))
    bounded = rule.instance(assume(GS_ABOVE), {t: t + tau})
    product = (mu * G, rule.scale(bounded, tau, tau_nonnegative()))
    left, right = lam(t + tau) * gs(t + tau), c**tau * lam(t) * gs(t + tau) + mu * G**2 * tau
    term = rule.conclude(left, "<=", right, *known, above, below, product)
    total = lam(t) * over_window(c**tau * gs(t + tau)) + HALF * G**2 * mu * W * (W - 1)
    found = rule.restate(_sum_of_products(term), over_window(left), "<=", total)
    return found.named("Lemma 4.2, powers kept")


@cache
def local() -> Fact:
    """Lemma 4.2 with the factor 1 + delta mu lambda_t / G."""
    line = rule.instance(lemma41.power_above_line(), {m: tau})
    below_one = rule.instance(lemma41.power_below_one(), {m: tau})
    not_negative = lemma41.nonnegative()
    size = sp.Abs(gs(t + tau))
    lost = rule.conclude(sp.Integer(0), "<=", 1 - c**tau, below_one)
    replaced = rule.scale(
        rule.scale(rule.absolute(-gs(t + tau)), 1 - c**tau, lost), lam(t), not_negative
    )
    lost_little = rule.scale(rule.scale(line, size), lam(t), not_negative)
    bounded = rule.instance(assume(GS_ABOVE), {t: t + tau})
    product = rule.scale(rule.scale(bounded, tau, tau_nonnegative()), lam(t), not_negative)
    right = lam(t) * gs(t + tau) + delta * mu**2 * lam(t) * G * tau
    term = rule.conclude(
        c**tau * lam(t) * gs(t + tau), "<=", right, replaced, lost_little, (delta * mu**2, product)
    )
    left = over_window(lam(t + tau) * gs(t + tau))
    excess = HALF * mu * G * (G + delta * mu * lam(t)) * W * (W - 1)
    total = lam(t) * over_window(gs(t + tau)) + excess
    return rule.conclude(left, "<=", total, kept(), _sum_of_products(term)).named(
        "Lemma 4.2, local"
    )


def capped(lam_bound: Fact, excess: sp.Expr) -> Fact:
    """Put a bound on lambda_t into the local form."""
    left = over_window(lam(t + tau) * gs(t + tau))
    total = lam(t) * over_window(gs(t + tau)) + excess
    pairs = rule.nonnegative(W * (W - 1))
    put = rule.scale(rule.scale(lam_bound, W * (W - 1), pairs), HALF * delta * mu**2 * G)
    return rule.under(rule.conclude(left, "<=", total, local(), put), t - 1, T - W + 1 - t)


@cache
def repaired_again() -> Fact:
    """Prove the repaired lemma once more, along the published proof."""
    found = capped(lemma41.cap(), G**2 * mu * W * (W - 1))
    return found.named("Lemma 4.2, repaired (second proof)")


@cache
def early() -> Fact:
    """Lemma 4.2 with the factor 1 + delta mu^2 (t - 1), which is near 1 in early rounds."""
    growth = rule.instance(lemma41.growth(), {t: t - 1})
    excess = HALF * G**2 * mu * W * (W - 1) * (1 + delta * mu**2 * (t - 1))
    return capped(growth, excess).named("Lemma 4.2, early rounds")


def prove() -> dict[str, Fact]:
    """Prove all statements of this module."""
    return {
        "lemma-4.1-shifted-lower": shifted_lower(),
        "lemma-4.1-shifted-upper": shifted_upper(),
        "lemma-4.2-step-a": step_a(),
        "lemma-4.2-step-b-positive": step_b_signed(),
        "lemma-4.2-rise": rise(),
        "lemma-4.2-fall": fall(),
        "lemma-4.2-repaired": repaired(),
        "lemma-4.2-kept": kept(),
        "lemma-4.2-local": local(),
        "lemma-4.2-repaired-again": repaired_again(),
        "lemma-4.2-early": early(),
    }

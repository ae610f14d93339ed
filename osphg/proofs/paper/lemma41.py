"""Lemma 4.1, both bounds on the multiplier, and what follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import maxima, powers
from osphg.proofs.paper.symbols import (
    G_ABOVE,
    KEEP,
    KEEP_NONNEGATIVE,
    START,
    UPDATE,
    G,
    T,
    c,
    delta,
    g,
    lam,
    mu,
    s,
    t,
)

m = sp.Symbol("m", integer=True)  # an exponent


def discounted(term: sp.Expr, upto: sp.Expr) -> sp.Expr:
    """Mu times the sum over s = 1..upto of c^(upto - s) term(s)."""
    return mu * sp.Sum(c ** (upto - s) * term, (s, 1, upto))


@cache
def keep_below_one() -> Fact:
    """Prove c <= 1."""
    forgotten = rule.nonnegative(delta * mu**2)
    return rule.conclude(c, "<=", sp.Integer(1), assume(KEEP), forgotten).named("c is at most 1")


@cache
def power_nonnegative() -> Fact:
    """0 <= c^m for m >= 0."""
    return powers.nonnegative(assume(KEEP_NONNEGATIVE), m).named("Powers of c are not negative")


@cache
def power_below_one() -> Fact:
    """c^m <= 1 for m >= 0."""
    found = powers.at_most(keep_below_one(), assume(KEEP_NONNEGATIVE), m)
    return found.named("Powers of c are at most 1")


@cache
def power_above_line() -> Fact:
    """1 - m delta mu^2 <= c^m for m >= 0 (Bernoulli's inequality)."""
    forgotten = delta * mu**2

    def step(hypothesis: Fact) -> Fact:
        times_c = rule.scale(hypothesis, c, assume(KEEP_NONNEGATIVE))
        definition = (-(1 - m * forgotten), assume(KEEP))
        spare = rule.scale(rule.nonnegative(m, (m,)), forgotten**2)
        left = 1 - (m + 1) * forgotten
        return rule.conclude(left, "<=", c ** (m + 1), times_c, definition, spare)

    base = rule.identity(sp.Integer(1), c**0)
    claim = (1 - m * forgotten, "<=", c**m)
    return rule.induction(m, sp.Integer(0), claim, base, step).named("Powers of c lie above a line")


@cache
def nonnegative() -> Fact:
    """0 <= lambda_t for t = 1..T+1: lambda_1 is 0, and the later ones are maxima with 0."""

    def step(hypothesis: Fact) -> Fact:
        updated = sp.Max(0, c * lam(t) + mu * g(t))
        at_least = rule.nonnegative(updated)
        return rule.conclude(sp.Integer(0), "<=", lam(t + 1), at_least, (-1, assume(UPDATE)))

    base = rule.restate(assume(START), sp.Integer(0), "<=", lam(1))
    claim = (sp.Integer(0), "<=", lam(t))
    found = rule.induction(t, sp.Integer(1), claim, base, step, last=T + 1)
    return found.named("The multiplier is not negative")


@cache
def one_step_lower() -> Fact:
    """C lambda_t + mu g_t <= lambda_{t+1}."""
    x = c * lam(t) + mu * g(t)
    found = rule.conclude(x, "<=", lam(t + 1), maxima.at_least(x), (-1, assume(UPDATE)))
    return found.named("One round, lower")


@cache
def one_step_upper(keep: Assumption | None = KEEP_NONNEGATIVE) -> Fact:
    """lambda_{t+1} <= c lambda_t + mu |g_t|; without `keep`, 0 <= c, it is refused."""
    x, y = c * lam(t) + mu * g(t), c * lam(t) + mu * sp.Abs(g(t))
    zero = sp.Integer(0)
    price = rule.scale(nonnegative(), c, assume(keep) if keep else None)
    size = rule.nonnegative(mu * sp.Abs(g(t)))
    bound_nonnegative = rule.conclude(zero, "<=", y, price, size)
    bound_above = rule.conclude(x, "<=", y, (mu, rule.absolute(g(t))))
    maximum = maxima.at_most(bound_above, bound_nonnegative)
    found = rule.conclude(lam(t + 1), "<=", y, maximum, assume(UPDATE))
    return rule.under(found, t - 1, T - t).named("One round, upper")


@cache
def lower(keep: Assumption | None = KEEP_NONNEGATIVE) -> Fact:
    """Lemma 4.1, left inequality, for t = 0..T; without `keep`, 0 <= c, it is refused."""

    def step(hypothesis: Fact) -> Fact:
        total = sp.Sum(c ** (t + 1 - s) * g(s), (s, 1, t + 1))
        times_c = rule.scale(hypothesis, c, assume(keep) if keep else None)
        following = rule.instance(one_step_lower(), {t: t + 1})
        last = rule.split(total, t)
        return rule.conclude(mu * total, "<=", lam(t + 2), times_c, following, (mu, last))

    base = rule.restate(assume(START), discounted(g(s), sp.Integer(0)), "<=", lam(1))
    claim = (discounted(g(s), t), "<=", lam(t + 1))
    return rule.induction(t, sp.Integer(0), claim, base, step, last=T).named("Lemma 4.1, lower")


@cache
def upper(keep: Assumption | None = KEEP_NONNEGATIVE) -> Fact:
    """Lemma 4.1, right inequality, for t = 0..T; without `keep`, 0 <= c, it is refused."""

    def step(hypothesis: Fact) -> Fact:
        total = sp.Sum(c ** (t + 1 - s) * sp.Abs(g(s)), (s, 1, t + 1))
        times_c = rule.scale(hypothesis, c, assume(keep) if keep else None)
        following = rule.instance(one_step_upper(keep), {t: t + 1})
        last = rule.split(total, t)
        return rule.conclude(lam(t + 2), "<=", mu * total, times_c, following, (-mu, last))

    base = rule.restate(assume(START), lam(1), "<=", discounted(sp.Abs(g(s)), sp.Integer(0)))
    claim = (lam(t + 1), "<=", discounted(sp.Abs(g(s)), t))
    return rule.induction(t, sp.Integer(0), claim, base, step, last=T).named("Lemma 4.1, upper")


@cache
def growth() -> Fact:
    """lambda_{t+1} <= mu t G for t = 0..T."""
    size = sp.Abs(g(s))
    shrunk = rule.scale(rule.instance(power_below_one(), {m: t - s}), size)
    bounded = rule.instance(assume(G_ABOVE), {t: s})
    term = rule.conclude(c ** (t - s) * size, "<=", G, shrunk, bounded)
    term = rule.under(term, s - 1, t - s, T - t)
    total = rule.sum_over(term, s, sp.Integer(1), t)
    found = rule.conclude(lam(t + 1), "<=", mu * t * G, upper(), (mu, total))
    return rule.under(found, t, T - t).named("Growth by at most mu G per round")


@cache
def cap(keep: Assumption | None = KEEP_NONNEGATIVE) -> Fact:
    """lambda_t <= G/(delta mu) for t = 1..T+1; without `keep`, 0 <= c, it is refused."""
    limit = G / (delta * mu)

    def step(hypothesis: Fact) -> Fact:
        times_c = rule.scale(hypothesis, c, assume(keep) if keep else None)
        definition = (limit, assume(KEEP))
        bounded = (mu, assume(G_ABOVE))
        return rule.conclude(
            lam(t + 1), "<=", limit, one_step_upper(), times_c, bounded, definition
        )

    at_least = rule.nonnegative(limit)
    base = rule.conclude(lam(1), "<=", limit, assume(START), at_least)
    found = rule.induction(t, sp.Integer(1), (lam(t), "<=", limit), base, step, last=T + 1)
    return found.named("The cap")


def multipliers(
    gs: Sequence[sp.Rational], mu: sp.Rational, delta: sp.Rational, start: sp.Rational = sp.S.Zero
) -> list[sp.Rational]:
    """Return lambda_1, ..., lambda_{len(gs) + 1} of the update, in exact arithmetic.

    Nothing is required of 1 - delta mu^2.
    """
    values = [sp.sympify(start)]
    for value in gs:
        values.append(sp.Max(0, (1 - delta * mu**2) * values[-1] + mu * value))
    return values


def both_bounds(
    gs: Sequence[sp.Rational], mu: sp.Rational, delta: sp.Rational
) -> tuple[sp.Rational, sp.Rational]:
    """Return the two bounds of Lemma 4.1 on lambda_{len(gs) + 1}, in exact arithmetic."""
    keep, last = 1 - delta * mu**2, len(gs) - 1
    weighted = [(mu * keep ** (last - j), value) for j, value in enumerate(gs)]
    return sum((w * v for w, v in weighted), sp.S.Zero), sum(
        (w * abs(v) for w, v in weighted), sp.S.Zero
    )


def prove() -> dict[str, Fact]:
    """Prove all statements of this module.

    >>> prove()["lemma-4.1-cap"].rhs
    G/(delta*mu)
    """
    return {
        "lambda-nonnegative": nonnegative(),
        "power-nonnegative": power_nonnegative(),
        "power-below-one": power_below_one(),
        "lemma-4.1-one-step-lower": one_step_lower(),
        "lemma-4.1-one-step-upper": one_step_upper(),
        "lemma-4.1-lower": lower(),
        "lemma-4.1-upper": upper(),
        "lemma-4.1-growth": growth(),
        "lemma-4.1-cap": cap(),
    }

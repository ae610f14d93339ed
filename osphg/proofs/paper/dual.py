"""The regret of the multiplier's step against any fixed lambda >= 0, from its update."""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Fact, assume
from osphg.proofs.paper import windows
from osphg.proofs.paper.symbols import (
    G_ABOVE,
    KEEP,
    START,
    UPDATE,
    G,
    T,
    c,
    delta,
    g,
    i,
    lam,
    mu,
    t,
)  # fmt: skip

fixed = sp.Symbol("ell", nonnegative=True)  # the multiplier to compare with
squares = sp.Sum(lam(t) ** 2, (t, 1, T))


@cache
def nonexpansive() -> Fact:
    """[x]_+ is no further from a lambda >= 0 than x = c lambda_t + mu g_t is."""
    x = c * lam(t) + mu * g(t)
    stepped, moved = (sp.Max(0, x) - fixed) ** 2, (x - fixed) ** 2
    closer = rule.conclude(stepped, "<=", moved, (sp.Abs(x) / 2 + fixed, rule.absolute(x)))
    updated = rule.restate(assume(UPDATE), sp.Max(0, x), "=", lam(t + 1))
    return rule.substitute(rule.substitute(closer, updated), assume(KEEP))


@cache
def one_round() -> Fact:
    """Expand the square, divide by 2 mu: what one round adds to the regret of the multiplier."""
    fall = (lam(t) - fixed) ** 2 - (lam(t + 1) - fixed) ** 2
    slope = g(t) - delta * mu * lam(t)
    quadratic = delta * mu / 2 * (lam(t) ** 2 - fixed**2)
    return rule.conclude(
        (fixed - lam(t)) * g(t) + quadratic, "<=", fall / (2 * mu) + mu / 2 * slope**2,
        (1 / (2 * mu), nonexpansive()), (delta * mu / 2, rule.square(lam(t) - fixed)),
    )  # fmt: skip


@cache
def gradient_size() -> Fact:
    """(g_t - delta mu lambda_t)^2 <= 2 G^2 + 2 delta^2 mu^2 lambda_t^2."""
    slope = g(t) - delta * mu * lam(t)
    size = sp.Abs(g(t))
    bounded = rule.conclude(size**2, "<=", G**2, (size + G, assume(G_ABOVE)))
    return rule.conclude(
        slope**2, "<=", 2 * G**2 + 2 * delta**2 * mu**2 * lam(t) ** 2,
        (2, bounded), rule.square(g(t) + delta * mu * lam(t)),
    )  # fmt: skip


@cache
def regret() -> Fact:
    """Sum over t, with the half that the paper gives away: lambda^2/(2 mu), not lambda^2/mu."""
    each = rule.conclude(
        (fixed - lam(t)) * g(t) + delta * mu / 2 * (lam(t) ** 2 - fixed**2), "<=",
        ((lam(t) - fixed) ** 2 - (lam(t + 1) - fixed) ** 2) / (2 * mu)
        + mu * G**2 + delta**2 * mu**3 * lam(t) ** 2,
        one_round(), (mu / 2, gradient_size()),
    )  # fmt: skip
    summed = rule.sum_over(each, t, sp.Integer(1), T)
    distance = sp.Lambda(i, (lam(i) - fixed) ** 2)
    collapsed = rule.instance(windows.telescoping(), {windows.a: distance})
    start = rule.conclude((lam(1) - fixed) ** 2, "=", fixed**2, (lam(1) - 2 * fixed, assume(START)))
    gained = sp.Sum((fixed - lam(t)) * g(t), (t, 1, T))
    return rule.conclude(
        gained + delta * mu / 2 * squares - delta * mu / 2 * T * fixed**2, "<=",
        fixed**2 / (2 * mu) + mu * G**2 * T + delta**2 * mu**3 * squares,
        summed, (1 / (2 * mu), collapsed), (1 / (2 * mu), start),
        (1 / (2 * mu), rule.square(lam(T + 1) - fixed)),
    ).named("regret of the multiplier")  # fmt: skip


def prove() -> dict[str, Fact]:
    """Prove that the step is nonexpansive, and its regret.

    >>> list(prove())
    ['dual-nonexpansive', 'dual-regret']
    """
    return {"dual-nonexpansive": nonexpansive(), "dual-regret": regret()}

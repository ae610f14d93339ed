"""Online gradient ascent in general: its regret, from projections that bring it no further away.

A learner that is fed a direction in each round t, and moves by mu times it, is described by its
squared distance from a comparator, by the `payoff` that it misses against the comparator, and by
the `square` of the length of the direction.
"""

from __future__ import annotations

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import lemma41, windows
from osphg.proofs.paper.symbols import G, K, R, T, beta, i, k, lam, mu, t
from osphg.proofs.paper.windows import over_rounds


def regret(
    projected: Assumption, distance: sp.Expr, payoff: sp.Expr, square: sp.Expr, start: Fact
) -> Fact:
    """Sum the payoffs: start/(2 mu) + mu/2 times the sum of the squares.

    `projected` says distance(t+1) <= distance - 2 mu payoff + mu^2 square, `start` bounds
    distance(1).
    """
    each = rule.sum_over(assume(projected), t, sp.Integer(1), T)
    path = sp.Lambda(i, distance.subs(t, i))
    fallen = rule.instance(windows.telescoping(), {windows.a: path})
    last = rule.nonnegative(distance.subs(t, T + 1))
    right = start.rhs / (2 * mu) + mu / 2 * over_rounds(square)
    parts = ((1 / (2 * mu), part) for part in (each, fallen, start, last))
    return rule.conclude(over_rounds(payoff), "<=", right, *parts)


def exchanged(payoff: sp.Expr) -> Fact:
    """Average over the learners, then sum over the rounds, or the other way around."""
    by_round, by_learner = ((k, 1, K), (t, 1, T)), ((t, 1, T), (k, 1, K))
    turned = rule.swap(sp.Sum(payoff, *by_round))
    return rule.restate(turned, sp.Sum(payoff, *by_round), "=", sp.Sum(payoff, *by_learner))


def along(product: sp.Expr, cauchy: Assumption, steep: Fact, within: Assumption) -> Fact:
    """Bound an inner product with x* - v, of either sign, by beta R: Cauchy-Schwarz."""
    distance = within.lhs
    return rule.conclude(
        product, "<=", beta * R,
        rule.absolute(product), assume(cauchy), (distance, steep), (beta, assume(within)),
    )  # fmt: skip


def edge(payoff: sp.Expr, fallen: Fact, spent: Fact) -> Fact:
    """-payoff <= beta R + beta R mu G (t-1), as the utility's part and the price's are <= beta R.

    The latter enters times lambda_t.
    """
    grown = rule.instance(lemma41.growth(), {t: t - 1})
    return rule.conclude(
        -payoff, "<=", beta * R + beta * R * mu * G * (t - 1),
        fallen, rule.scale(spent, lam(t), lemma41.nonnegative()), (beta * R, grown),
    )  # fmt: skip


def size(square: sp.Expr, length: Assumption, first: Fact, price: Fact) -> Fact:
    """|u - lambda p|^2 <= 2 beta^2 + 2 beta^2 lambda^2, from |u|^2 <= beta^2 and |p| <= beta.

    `length` says 0 <= |u + lambda p|^2.
    """
    return rule.conclude(
        square, "<=", 2 * beta**2 + 2 * beta**2 * lam(t) ** 2,
        assume(length), (2, first), (2 * lam(t) ** 2 * (price.lhs + beta), price),
    )  # fmt: skip

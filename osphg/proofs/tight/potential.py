"""The potential of the slow game: what a round adds to it, and what it says of z_t.

It is half of (lambda_t - ell)^2 plus half of the mean squared distance of the learners from the
choice (0, 1), nothing of the slow good and all of the decoy.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import dual, lemma41, lemma43
from osphg.proofs.paper.climb import mean
from osphg.proofs.paper.dual import fixed as ell
from osphg.proofs.paper.lemma43 import WEIGHT
from osphg.proofs.paper.symbols import START, G, K, beta, delta, g, k, lam, mu, t
from osphg.proofs.tight.feeds import Feed
from osphg.proofs.tight.game import (
    DEAR,
    E_HIGH,
    E_LOW,
    HALF,
    ONE,
    ROUND,
    SLOW,
    SPENT,
    START_E,
    START_Z,
    Z_HIGH,
    Z_LOW,
    ZERO,
    a,
    all_bought,
    all_missing,
    bought,
    distance,
    eta,
    gamma,
    missing,
    noise,
    short,
    ve,
    vz,
)


def potential(at: sp.Expr) -> sp.Expr:
    """Return (lambda - ell)^2/2 + (1/2K) sum_k |v^(k) - (0, 1)|^2 in a round."""
    return (lam(at) - ell) ** 2 / 2 + mean(distance.subs(t, at)) / 2


@cache
def room() -> Fact:
    """0 <= 1 - v_e."""
    return rule.restate(assume(E_HIGH), ZERO, "<=", short)


@cache
def averages() -> tuple[Fact, Fact]:
    """0 <= d_t and 0 <= z_t."""
    d = rule.conclude(ZERO, "<=", missing, (1 / K, rule.sum_over(room(), k, ONE, K)))
    z_t = rule.conclude(ZERO, "<=", bought, (a / K, rule.sum_over(assume(Z_LOW), k, ONE, K)))
    return d, z_t


def gain(feed: Feed, close: Fact) -> Fact:
    """Gamma (d_t + z_t) <= J_t, if z_t <= eta."""
    fed = feed.fed
    inner = rule.restate(close, all_bought, "<=", eta)
    decoys = rule.scale(feed.lowest(inner), short, room())
    slows = rule.scale(feed.highest(), a * vz(t, k), rule.scale(assume(Z_LOW), a))
    each = rule.conclude(
        ((1 - eta) * fed.low - ell) * short
        + (ell - fed.high - fed.coupling * all_missing) * a * vz(t, k), "<=",
        fed.lost, decoys, slows,
    )  # fmt: skip
    averaged = rule.sum_over(each, k, ONE, K)
    least, some = averages()
    both = rule.scale(close, missing, least)
    gain_e, gain_z = map(assume, fed.gains)
    return rule.conclude(
        gamma * (missing + bought), "<=", mean(fed.lost), (1 / K, averaged),
        rule.scale(both, fed.coupling, feed.sign()),
        rule.scale(gain_e, missing, least), rule.scale(gain_z, bought, some),
    )  # fmt: skip


def _direction(feed: Feed) -> Fact:
    """|u - lambda p|^2 <= beta^2 + beta^2 lambda_t^2, as no slope is negative."""
    steep, flat, squares = feed.sizes()
    price = lemma41.nonnegative()
    return rule.conclude(
        feed.fed.direction, "<=", beta**2 + beta**2 * lam(t) ** 2, squares,
        (2, rule.scale(steep, lam(t), price)),
        (2, rule.scale(flat, a**2 * lam(t), rule.scale(price, a**2))),
        (lam(t) ** 2, assume(DEAR)),
    )  # fmt: skip


@cache
def one_round(feed: Feed) -> Fact:
    """Bound what a round adds to the potential: - mu J_t + mu^2 (C - beta^2 lambda_t^2/2)."""
    fed = feed.fed
    moved = rule.conclude(
        (lam(t + 1) - ell) ** 2 / 2 - (lam(t) - ell) ** 2 / 2, "<=",
        mu * (lam(t) - ell) * (g(t) - delta * mu * lam(t)) + mu**2 * G**2
        + delta**2 * mu**4 * lam(t) ** 2,
        (HALF, dual.nonexpansive()), (mu**2 / 2, dual.gradient_size()),
    )  # fmt: skip
    each = rule.conclude(
        distance.subs(t, t + 1) / 2 - distance / 2, "<=",
        -mu * fed.payoff + mu**2 / 2 * beta**2 * (1 + lam(t) ** 2),
        (HALF, assume(fed.projected)), (mu**2 / 2, _direction(feed)),
    )  # fmt: skip
    averaged = rule.sum_over(each, k, ONE, K)
    away = lam(t) - ell
    found = rule.conclude(
        potential(t + 1) - potential(t), "<=",
        -mu * mean(fed.lost) + mu**2 * (noise - beta**2 / 2 * lam(t) ** 2),
        moved, (1 / K, averaged), (mu * away, assume(SPENT)),
        (mu**2 * lam(t) ** 2, lemma43.parameters()),
        (delta * mu**2 / 2, rule.square(away)), (mu**2 * ell**2 / 2, assume(WEIGHT)),
    )  # fmt: skip
    return found.named("the potential in one round")


def near(held: Fact, chosen: Assumption) -> Fact:
    """z_t <= eta, if the potential does not exceed what `chosen` says of it."""
    apart = rule.sum_over(rule.square(short), k, ONE, K)
    chord = rule.sum_over(rule.square(a * vz(t, k) - eta), k, ONE, K)
    found = rule.conclude(
        bought, "<=", eta,
        (1 / (2 * eta * K), chord), (a**2 / eta, held), (1 / (2 * eta), assume(chosen)),
        (a**2 / (2 * eta * K), apart), (a**2 / (2 * eta), rule.square(lam(t) - ell)),
    )  # fmt: skip
    return rule.under(found, *ROUND)


@cache
def within() -> Fact:
    """Bound the potential by (lambda_t^2 + ell^2 + (d_t + z_t)/a^2)/2: all choices are in X."""
    decoy = rule.scale(assume(E_LOW), short, room())
    slow = rule.scale(rule.scale(assume(Z_HIGH), 1 / a), vz(t, k), assume(Z_LOW))
    each = rule.conclude(distance, "<=", short + vz(t, k) / a, decoy, slow)
    averaged = rule.sum_over(each, k, ONE, K)
    price = rule.scale(lemma41.nonnegative(), ell)
    least, _ = averages()
    wider = rule.conclude(a**2, "<=", ONE, (a + 1, assume(SLOW)))
    return rule.conclude(
        potential(t), "<=", (lam(t) ** 2 + ell**2 + (missing + bought) / a**2) / 2,
        (1 / (2 * K), averaged), price,
        rule.scale(rule.scale(wider, 1 / (2 * a**2)), missing, least),
    )  # fmt: skip


@cache
def at_first() -> Fact:
    """Bound the potential before round 1, with all learners at the origin, by (1 + ell^2)/2."""
    each = rule.conclude(
        distance.subs(t, 1), "<=", ONE, (ve(1, k) - 2, assume(START_E)),
        (vz(1, k), assume(START_Z)),
    )  # fmt: skip
    averaged = rule.sum_over(each, k, ONE, K)
    return rule.conclude(
        potential(ONE), "<=", (1 + ell**2) / 2, (1 / (2 * K), averaged),
        ((lam(1) - 2 * ell) / 2, assume(START)),
    )  # fmt: skip

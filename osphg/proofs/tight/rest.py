"""1 - 1/e is tight, weighted and boosted: on the slow game both stay at a rest that earns q(1).

The potential is half of (lambda_t - ell)^2 plus half of the mean squared distance of the learners
from the choice (0, 1), nothing of the slow good and all of the decoy. While z_t <= eta, a round
takes gamma mu (d_t + z_t) from it, but for mu^2 C; and while it is small, z_t <= eta.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import constant_budget, dual, lemma41, lemma43, windows
from osphg.proofs.paper.climb import f, mean
from osphg.proofs.paper.dual import fixed as ell
from osphg.proofs.paper.lemma43 import WEIGHT, total
from osphg.proofs.paper.symbols import START, G, K, T, beta, delta, g, i, k, lam, mu, t
from osphg.proofs.tight import path
from osphg.proofs.tight.feeds import BOOSTED_FEED, WEIGHTED_FEED, Feed
from osphg.proofs.tight.game import (
    DEAR,
    E_HIGH,
    E_LOW,
    FINE,
    HALF,
    LEAST,
    NEAR,
    NEAR_WIDE,
    ONE,
    ROUND,
    SLOW,
    SPENT,
    START_E,
    START_Z,
    TOP_ONE,
    UTILITY,
    Z_HIGH,
    Z_LOW,
    ZERO,
    a,
    all_bought,
    all_missing,
    bought,
    distance,
    eps,
    eta,
    gamma,
    grown,
    missing,
    most,
    noise,
    short,
    top,
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


@cache
def trapped(feed: Feed) -> Fact:
    """Bound the potential, in all rounds, by M, if W T is large: it contracts towards M."""

    def step(hypothesis: Fact) -> Fact:
        stays = gain(feed, near(hypothesis, NEAR))
        low = rule.scale(assume(FINE), mu / (2 * a**2))
        least, some = averages()
        both = rule.add(least, some)
        small = rule.scale(constant_budget.step_below(), mu * beta**2 + beta / 4)
        keep = rule.conclude(
            ZERO, "<=", 1 - mu**2 * beta**2, small, rule.nonnegative(sp.Rational(15, 16))
        )
        return rule.conclude(
            potential(t + 1), "<=", most,
            one_round(feed), (mu, stays), (mu**2 * beta**2, within()),
            rule.scale(low, missing + bought, both),
            rule.scale(hypothesis, 1 - mu**2 * beta**2, keep),
        )  # fmt: skip

    spare = rule.nonnegative(G**2 / beta**2 + 2 * ell**2)
    base = rule.conclude(potential(ONE), "<=", most, at_first(), spare)
    found = rule.induction(t, ONE, (potential(t), "<=", most), base, step, last=T + 1)
    return found.named("the rest is not left, W T large")


@cache
def trapped_wide(feed: Feed) -> Fact:
    """Bound the potential before round t by (1 + ell^2)/2 + mu^2 C (t - 1), if W is large."""

    def right(at: sp.Expr) -> sp.Expr:
        return (1 + ell**2) / 2 + mu**2 * noise * (at - 1)

    def step(hypothesis: Fact) -> Fact:
        later = rule.scale(rule.nonnegative(T + 1 - t, (T - t,)), mu**2 * noise)
        held = rule.conclude(potential(t), "<=", grown, hypothesis, later)
        stays = gain(feed, near(held, NEAR_WIDE))
        least, some = averages()
        lost_ = rule.scale(rule.add(least, some), mu * gamma)
        calm = rule.scale(rule.square(lam(t)), mu**2 * beta**2 / 2)
        return rule.conclude(
            potential(t + 1), "<=", right(t + 1), hypothesis, one_round(feed), (mu, stays), lost_,
            calm,
        )  # fmt: skip

    base = rule.restate(at_first(), potential(ONE), "<=", right(ONE))
    found = rule.induction(t, ONE, (potential(t), "<=", right(t)), base, step, last=T + 1)
    return found.named("the rest is not left, W large")


@cache
def utility() -> Fact:
    """f(x_t) <= q(1) + (1 - q(1)) z_t."""
    last = rule.under(rule.instance(assume(LEAST), {k: K + 1}), *ROUND)
    inside = rule.sum_over(assume(Z_HIGH), k, ONE, K)
    spare = rule.conclude(ZERO, "<=", 1 - bought, (1 / K, inside))
    found = rule.conclude(
        f(t), "<=", top + (1 - top) * bought, assume(UTILITY),
        rule.scale(rule.scale(last, 1 + eps), 1 - bought, spare),
    )  # fmt: skip
    return found.named("utility beside the decoy")


budget = (1 + ell**2) / (2 * mu) + mu * noise * T


def _last() -> list[Fact]:
    """0 <= the potential after the last round, in its three parts."""
    squares = (rule.square(1 - ve(T + 1, k)), rule.square(vz(T + 1, k)))
    parts = [rule.scale(rule.sum_over(one, k, ONE, K), 1 / (2 * K)) for one in squares]
    return [rule.scale(rule.square(lam(T + 1) - ell), HALF), *parts]


def earned(feed: Feed, close: Fact) -> tuple[Fact, Fact]:
    """Bound gamma sum_t z_t, and gamma times the utility in all rounds."""
    stays = rule.sum_over(gain(feed, close), t, ONE, T)
    rounds = rule.sum_over(one_round(feed), t, ONE, T)
    fallen = rule.instance(windows.telescoping(), {windows.a: sp.Lambda(i, potential(i))})
    least, _ = averages()
    calm = rule.sum_over(rule.square(lam(t)), t, ONE, T)
    few = rule.conclude(
        gamma * total(bought), "<=", budget,
        stays, (1 / mu, rounds), (1 / mu, fallen), (1 / mu, at_first()),
        (gamma, rule.sum_over(least, t, ONE, T)), (mu * beta**2 / 2, calm),
        *((1 / mu, part) for part in _last()),
    )  # fmt: skip
    spare = rule.conclude(ZERO, "<=", 1 - top, assume(TOP_ONE))
    found = rule.conclude(
        gamma * total(f(t)), "<=", gamma * top * T + (1 - top) * budget,
        (gamma, rule.sum_over(utility(), t, ONE, T)), rule.scale(few, 1 - top, spare),
    )  # fmt: skip
    return few.named("how much of the slow good is bought"), found.named("1 - 1/e is tight")


def proven(feed: Feed, name: str) -> dict[str, Fact]:
    """Prove that a player earns no more than q(1) a round but for z_t, for W T or for W large."""
    always = rule.under(trapped(feed), *ROUND)
    few, tight = earned(feed, near(always, NEAR))
    later = rule.scale(rule.nonnegative(T + 1 - t, (T - t,)), mu**2 * noise)
    held = rule.conclude(potential(t), "<=", grown, trapped_wide(feed), later)
    few_wide, tight_wide = earned(feed, near(rule.under(held, *ROUND), NEAR_WIDE))
    return {
        f"{name}-round": one_round(feed),
        f"{name}-trapped": trapped(feed),
        f"{name}-bought": few,
        name: tight,
        f"{name}-trapped-wide": trapped_wide(feed),
        f"{name}-bought-wide": few_wide,
        f"{name}-wide": tight_wide,
    }


def prove() -> dict[str, Fact]:
    """Prove it for the weighted player."""
    found = {"tight-lowest": path.lowest(), "tight-highest": path.slope_of_slow()}
    return found | {"tight-utility": utility()} | proven(WEIGHTED_FEED, "tight")


def prove_boosted() -> dict[str, Fact]:
    """Prove it for boosted OSPHG."""
    return proven(BOOSTED_FEED, "tight-boosted")

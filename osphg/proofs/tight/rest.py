"""1 - 1/e is tight, weighted and boosted: on the slow game both stay at a rest that earns q(1).

While z_t <= eta, a round takes gamma mu (d_t + z_t) from the potential, but for mu^2 C; and while
the potential is small, z_t <= eta.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Fact, assume
from osphg.proofs.paper import constant_budget, windows
from osphg.proofs.paper.climb import f
from osphg.proofs.paper.dual import fixed as ell
from osphg.proofs.paper.lemma43 import total
from osphg.proofs.paper.symbols import G, K, T, beta, i, k, lam, mu, t
from osphg.proofs.tight import path
from osphg.proofs.tight.feeds import BOOSTED_FEED, WEIGHTED_FEED, Feed
from osphg.proofs.tight.game import (
    FINE,
    HALF,
    LEAST,
    NEAR,
    NEAR_WIDE,
    ONE,
    ROUND,
    TOP_ONE,
    UTILITY,
    Z_HIGH,
    ZERO,
    a,
    bought,
    eps,
    gamma,
    grown,
    missing,
    most,
    noise,
    top,
    ve,
    vz,
)
from osphg.proofs.tight.potential import (
    at_first,
    averages,
    gain,
    near,
    one_round,
    potential,
    within,
)


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


@cache
def proven(feed: Feed, name: str) -> Mapping[str, Fact]:
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


def weighted() -> Fact:
    """Bound the utility of the weighted player, for W T large."""
    return prove()["tight"]


def boosted() -> Fact:
    """Bound the utility of boosted OSPHG, for W T large."""
    return prove_boosted()["tight-boosted"]


def prove() -> dict[str, Fact]:
    """Prove it for the weighted player."""
    found = {"tight-lowest": path.lowest(), "tight-highest": path.slope_of_slow()}
    return {**found, "tight-utility": utility(), **proven(WEIGHTED_FEED, "tight")}


def prove_boosted() -> dict[str, Fact]:
    """Prove it for boosted OSPHG."""
    return dict(proven(BOOSTED_FEED, "tight-boosted"))

"""1 - 1/e is tight for the weighted player: on the slow game it stays at a rest that earns q(1).

The potential is half of (lambda_t - ell)^2 plus half of the mean squared distance of the learners
from the choice (1, 0), all of the decoy and nothing of the slow good. As long as z_t <= eta, a round
takes gamma mu (d_t + z_t) from it, but for mu^2 C; and as long as it does not exceed M, z_t <= eta.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import constant_budget, dual, lemma41, lemma43, windows
from osphg.proofs.paper.climb import f, mean, w, weight_bounds
from osphg.proofs.paper.dual import fixed as ell
from osphg.proofs.paper.lemma43 import WEIGHT, total
from osphg.proofs.paper.symbols import START, G, K, T, beta, delta, g, i, k, lam, mu, t
from osphg.proofs.tight import path
from osphg.proofs.tight.game import (
    E_HIGH,
    E_LOW,
    EVERY,
    FINE,
    GAIN_E,
    GAIN_Z,
    HALF,
    NEAR,
    NEAR_WIDE,
    ONE,
    PATH_Z,
    PROJECTED,
    ROUND,
    SLOW,
    SPENT,
    START_E,
    START_Z,
    STEEP,
    TOP_ONE,
    UTILITY,
    Z_HIGH,
    Z_LOW,
    ZERO,
    De,
    Dz,
    E,
    a,
    bought,
    direction,
    distance,
    eps,
    eta,
    gamma,
    grown,
    missing,
    most,
    noise,
    payoff,
    short,
    top,
    ve,
    vz,
    z,
)

lost = (w(k) * De - ell) * short + a * (ell - w(k) * Dz) * vz(t, k)  # J_t is its mean


def potential(at: sp.Expr) -> sp.Expr:
    """Return (lambda - ell)^2/2 + (1/2K) sum_k |v^(k) - (1, 0)|^2 in a round."""
    return (lam(at) - ell) ** 2 / 2 + mean(distance.subs(t, at)) / 2


@cache
def room() -> Fact:
    """0 <= 1 - v_e."""
    return rule.restate(assume(E_HIGH), ZERO, "<=", short)


@cache
def averages() -> tuple[Fact, Fact]:
    """0 <= d_t and 0 <= z_t, with z_t = (a/K) sum v_z."""
    d = rule.conclude(ZERO, "<=", missing, (1 / K, rule.sum_over(room(), k, ONE, K)))
    last = rule.under(rule.instance(path.started(), {k: K + 1}), *ROUND)
    return d, last


@cache
def bought_by() -> Fact:
    """z_t = (a/K) sum_k v_z."""
    found = rule.under(rule.instance(assume(PATH_Z), {k: K + 1}), *ROUND)
    return rule.restate(found, bought, "=", a * mean(vz(t, k)))


@cache
def path_room() -> Fact:
    """0 <= 1 - z^(k): no learner chooses more than 1/a."""
    one = rule.under(rule.instance(assume(Z_HIGH), {k: i}), *ROUND, i - 1, k - 1 - i, K + 1 - k)
    summed = rule.sum_over(one, i, ONE, k - 1)
    spare = rule.scale(rule.nonnegative(K + 1 - k, (K + 1 - k,)), 1 / K)
    return rule.conclude(ZERO, "<=", 1 - z(t, k), (1 / K, summed), assume(PATH_Z), spare)


@cache
def weight() -> Fact:
    """0 <= w_k."""
    return weight_bounds()[0]


@cache
def first_weight() -> Fact:
    """0 <= w_1."""
    return rule.under(rule.instance(weight(), {k: ONE}))


@cache
def _below_one_of_learners() -> Fact:
    return rule.under(path.below_one(), *EVERY)


def gain(near: Fact) -> Fact:
    """Gamma (d_t + z_t) <= J_t, if z_t <= eta."""
    close = rule.under(near, *ROUND)
    behind = rule.conclude(z(t, k), "<=", eta, path.climbing(), close)
    steep = rule.scale(path.lowest(), (1 - z(t, k)) * (1 + eps), rule.scale(path_room(), 1 + eps))
    flat = rule.scale(behind, (1 + eps) * w(1), rule.scale(first_weight(), 1 + eps))
    decoy = rule.conclude((1 - eta) * (1 + eps) * w(1), "<=", w(k) * De, steep, flat)
    decoys = rule.scale(decoy, short, room())

    all_missing = sp.Sum(1 - ve(t, i), (i, 1, K)) / K
    weights = rule.conclude(
        w(1), "<=", w(k), path.lowest(), rule.scale(_below_one_of_learners(), w(k), weight())
    )
    slow = rule.conclude(
        w(k) * Dz, "<=", w(1) + (1 + eps) * (1 / K + all_missing),
        (1 + eps, path.slope_of_slow()), (eps, weights),
    )  # fmt: skip
    slows = rule.scale(slow, a * vz(t, k), rule.scale(assume(Z_LOW), a))
    each = rule.conclude(
        ((1 - eta) * (1 + eps) * w(1) - ell) * short
        + a * (ell - w(1) - (1 + eps) * (1 / K + all_missing)) * vz(t, k), "<=",
        lost, decoys, slows,
    )  # fmt: skip
    averaged = rule.sum_over(each, k, ONE, K)
    least, some = averages()
    both = rule.scale(close, (1 + eps) * missing, rule.scale(least, 1 + eps))
    lowest = ell - w(1) - (1 + eps) / K - (1 + eps) * missing
    return rule.conclude(
        gamma * (missing + bought), "<=", mean(lost),
        (1 / K, averaged), (lowest, bought_by()), both,
        rule.scale(assume(GAIN_E), missing, least), rule.scale(assume(GAIN_Z), bought, some),
    )  # fmt: skip


@cache
def direction_size() -> Fact:
    """|w grad f - lambda p|^2 <= beta^2 + beta^2 lambda_t^2, as no partial derivative is negative."""
    low, high = weight_bounds()
    inside = rule.under(path_room(), *EVERY)
    steep = rule.scale(rule.scale(inside, 1 + eps), w(k) * E(t, k), rule.scale(low, E(t, k)))
    less = rule.scale(rule.under(path.started(), *EVERY), (1 + eps) * w(k) * E(t, k),
                      rule.scale(low, (1 + eps) * E(t, k)))  # fmt: skip
    weighted = rule.scale(rule.under(path.weighted_below_one(), *EVERY), 1 + eps)
    most_e = rule.conclude(w(k) * De, "<=", 1 + eps, less, weighted)
    square_e = rule.conclude(
        (w(k) * De) ** 2, "<=", (1 + eps) ** 2,
        rule.scale(most_e, w(k) * De, steep), (1 + eps, most_e),
    )  # fmt: skip
    some = rule.under(rule.conclude(ZERO, "<=", Dz, path.worth(), assume(TOP_ONE)), *EVERY)
    flat = rule.scale(some, w(k), low)
    below = rule.scale(_below_one_of_learners(), 1 + eps)
    under_one = rule.conclude(Dz, "<=", ONE, below)
    most_z = rule.conclude(w(k) * Dz, "<=", ONE, rule.scale(under_one, w(k), low), high)
    square_z = rule.conclude(
        (w(k) * Dz) ** 2, "<=", ONE, rule.scale(most_z, w(k) * Dz, flat), most_z
    )
    price = lemma41.nonnegative()
    crossed = (
        rule.scale(steep, lam(t), price),
        rule.scale(flat, a**2 * lam(t), rule.scale(price, a**2)),
    )
    unit = rule.nonnegative(2 * eps + eps**2)
    return rule.conclude(
        direction, "<=", beta**2 + beta**2 * lam(t) ** 2,
        square_e, (a**2, square_z), (2, crossed[0]), (2, crossed[1]), assume(STEEP),
        (lam(t) ** 2, assume(STEEP)), (lam(t) ** 2, unit),
    )  # fmt: skip


@cache
def one_round() -> Fact:
    """Bound what a round adds to the potential: - mu J_t + mu^2 (C - beta^2 lambda_t^2/2)."""
    moved = rule.conclude(
        (lam(t + 1) - ell) ** 2 / 2 - (lam(t) - ell) ** 2 / 2, "<=",
        mu * (lam(t) - ell) * (g(t) - delta * mu * lam(t)) + mu**2 * G**2
        + delta**2 * mu**4 * lam(t) ** 2,
        (HALF, dual.nonexpansive()), (mu**2 / 2, dual.gradient_size()),
    )  # fmt: skip
    each = rule.conclude(
        distance.subs(t, t + 1) / 2 - distance / 2, "<=",
        -mu * payoff + mu**2 / 2 * beta**2 * (1 + lam(t) ** 2),
        (HALF, assume(PROJECTED)), (mu**2 / 2, direction_size()),
    )  # fmt: skip
    averaged = rule.sum_over(each, k, ONE, K)
    away = lam(t) - ell
    found = rule.conclude(
        potential(t + 1) - potential(t), "<=",
        -mu * mean(lost) + mu**2 * (noise - beta**2 / 2 * lam(t) ** 2),
        moved, (1 / K, averaged), (mu * away, assume(SPENT)), (mu * away, bought_by()),
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
        bought_by(), (1 / (2 * eta * K), chord), (a**2 / eta, held), (1 / (2 * eta), assume(chosen)),
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
        (1 / (2 * K), averaged), price, (-1 / (2 * a**2), bought_by()),
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
def trapped() -> Fact:
    """Bound the potential, in all rounds, by M, if W T is large: it contracts towards M."""

    def step(hypothesis: Fact) -> Fact:
        stays = gain(near(hypothesis, NEAR))
        low = rule.scale(assume(FINE), mu / (2 * a**2))
        least, some = averages()
        both = rule.add(least, some)
        small = rule.scale(constant_budget.step_below(), mu * beta**2 + beta / 4)
        keep = rule.conclude(
            ZERO, "<=", 1 - mu**2 * beta**2, small, rule.nonnegative(sp.Rational(15, 16))
        )
        return rule.conclude(
            potential(t + 1), "<=", most,
            one_round(), (mu, stays), (mu**2 * beta**2, within()),
            rule.scale(low, missing + bought, both),
            rule.scale(hypothesis, 1 - mu**2 * beta**2, keep),
        )  # fmt: skip

    spare = rule.nonnegative(G**2 / beta**2 + 2 * ell**2)
    base = rule.conclude(potential(ONE), "<=", most, at_first(), spare)
    found = rule.induction(t, ONE, (potential(t), "<=", most), base, step, last=T + 1)
    return found.named("the rest is not left, W T large")


@cache
def trapped_wide() -> Fact:
    """Bound the potential before round t by (1 + ell^2)/2 + mu^2 C (t - 1), if W is large."""

    def right(at: sp.Expr) -> sp.Expr:
        return (1 + ell**2) / 2 + mu**2 * noise * (at - 1)

    def step(hypothesis: Fact) -> Fact:
        later = rule.scale(rule.nonnegative(T + 1 - t, (T - t,)), mu**2 * noise)
        held = rule.conclude(potential(t), "<=", grown, hypothesis, later)
        stays = gain(near(held, NEAR_WIDE))
        least, some = averages()
        lost_ = rule.scale(rule.add(least, some), mu * gamma)
        calm = rule.scale(rule.square(lam(t)), mu**2 * beta**2 / 2)
        return rule.conclude(
            potential(t + 1), "<=", right(t + 1), hypothesis, one_round(), (mu, stays), lost_, calm
        )

    base = rule.restate(at_first(), potential(ONE), "<=", right(ONE))
    found = rule.induction(t, ONE, (potential(t), "<=", right(t)), base, step, last=T + 1)
    return found.named("the rest is not left, W large")


@cache
def utility() -> Fact:
    """f(x_t) <= q(1) + (1 - q(1)) z_t."""
    last = rule.under(rule.instance(path.worth(), {k: K + 1}), *ROUND)
    spare = rule.under(rule.instance(path_room(), {k: K + 1}), *ROUND)
    found = rule.conclude(
        f(t), "<=", top + (1 - top) * bought, assume(UTILITY), rule.scale(last, 1 - bought, spare)
    )
    return found.named("utility beside the decoy")


budget = (1 + ell**2) / (2 * mu) + mu * noise * T


def _last() -> list[Fact]:
    """0 <= the potential after the last round, in its three parts."""
    squares = (rule.square(1 - ve(T + 1, k)), rule.square(vz(T + 1, k)))
    parts = [rule.scale(rule.sum_over(one, k, ONE, K), 1 / (2 * K)) for one in squares]
    return [rule.scale(rule.square(lam(T + 1) - ell), HALF), *parts]


def earned(close: Fact) -> tuple[Fact, Fact]:
    """Bound gamma sum_t z_t, and gamma times the utility in all rounds."""
    stays = rule.sum_over(gain(close), t, ONE, T)
    rounds = rule.sum_over(one_round(), t, ONE, T)
    path_of = sp.Lambda(i, potential(i))
    fallen = rule.instance(windows.telescoping(), {windows.a: path_of})
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


def prove() -> dict[str, Fact]:
    """Prove that the weighted player earns no more than q(1) a round, for W T or for W large."""
    always = rule.under(trapped(), *ROUND)
    few, tight = earned(near(always, NEAR))
    later = rule.scale(rule.nonnegative(T + 1 - t, (T - t,)), mu**2 * noise)
    held = rule.conclude(potential(t), "<=", grown, trapped_wide(), later)
    few_wide, tight_wide = earned(near(rule.under(held, *ROUND), NEAR_WIDE))
    return {
        "tight-lowest": path.lowest(),
        "tight-highest": path.slope_of_slow(),
        "tight-round": one_round(),
        "tight-trapped": trapped(),
        "tight-utility": utility(),
        "tight-bought": few,
        "tight": tight,
        "tight-trapped-wide": trapped_wide(),
        "tight-bought-wide": few_wide,
        "tight-wide": tight_wide,
    }

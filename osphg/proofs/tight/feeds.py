"""What both players' slopes obey in the slow game: the weighted feedback, and boosted OSPHG."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Fact, assume
from osphg.proofs.paper.climb import w, weight_bounds
from osphg.proofs.paper.symbols import K, beta, i, k, t
from osphg.proofs.tight import path
from osphg.proofs.tight.game import (
    BOOSTED,
    EVERY,
    FIRM,
    LOOSE,
    MASS,
    ONE,
    PATH_Z,
    ROUND,
    SE_HIGH,
    SE_LOW,
    STEEP,
    STEEP_BOOSTED,
    SZ_HIGH,
    SZ_LOW,
    TOP_ONE,
    WEIGHTED,
    Z_HIGH,
    ZERO,
    De,
    Dz,
    E,
    Fed,
    Se,
    Sz,
    a,
    all_missing,
    eps,
    eta,
    z,
)


@dataclass(frozen=True, eq=False)
class Feed:
    """A player's slopes, and the facts about them.

    Attributes
    ----------
    fed : Fed
    lowest : callable
        From z_t <= eta to (1 - eta) low <= e.
    highest : callable
        Returns z <= high + coupling d_t.
    sizes : callable
        Returns 0 <= e, 0 <= z and e^2 + a^2 z^2 <= beta^2.
    sign : callable
        Returns 0 <= coupling.
    """

    fed: Fed
    lowest: Callable[[Fact], Fact]
    highest: Callable[[], Fact]
    sizes: Callable[[], tuple[Fact, Fact, Fact]]
    sign: Callable[[], Fact]


@cache
def path_room() -> Fact:
    """0 <= 1 - z^(k): no learner chooses more than 1/a."""
    one = rule.under(rule.instance(assume(Z_HIGH), {k: i}), *ROUND, i - 1, k - 1 - i, K + 1 - k)
    summed = rule.sum_over(one, i, ONE, k - 1)
    spare = rule.scale(rule.nonnegative(K + 1 - k, (K + 1 - k,)), 1 / K)
    return rule.conclude(ZERO, "<=", 1 - z(t, k), (1 / K, summed), assume(PATH_Z), spare)


def _below_one() -> Fact:
    return rule.under(path.below_one(), *EVERY)


def _weighted_lowest(close: Fact) -> Fact:
    first = rule.under(rule.instance(path.weight_nonnegative(), {k: ONE}))
    behind = rule.conclude(z(t, k), "<=", eta, path.climbing(), close)
    inside = rule.scale(path_room(), 1 + eps)
    steep = rule.scale(path.lowest(), (1 - z(t, k)) * (1 + eps), inside)
    flat = rule.scale(behind, (1 + eps) * w(1), rule.scale(first, 1 + eps))
    return rule.conclude((1 - eta) * WEIGHTED.low, "<=", WEIGHTED.e, steep, flat)


@cache
def _weighted_highest() -> Fact:
    own = rule.scale(_below_one(), w(k), path.weight_nonnegative())
    weights = rule.conclude(w(1), "<=", w(k), path.lowest(), own)
    return rule.conclude(
        WEIGHTED.z, "<=", WEIGHTED.high + WEIGHTED.coupling * all_missing,
        (1 + eps, path.slope_of_slow()), (eps, weights),
    )  # fmt: skip


@cache
def _weighted_sizes() -> tuple[Fact, Fact, Fact]:
    low, high = weight_bounds()
    inside = rule.under(path_room(), *EVERY)
    steep = rule.scale(rule.scale(inside, 1 + eps), w(k) * E(t, k), rule.scale(low, E(t, k)))
    sign = rule.scale(low, (1 + eps) * E(t, k))
    less = rule.scale(rule.under(path.started(), *EVERY), (1 + eps) * w(k) * E(t, k), sign)
    weighted = rule.scale(rule.under(path.weighted_below_one(), *EVERY), 1 + eps)
    most_e = rule.conclude(w(k) * De, "<=", 1 + eps, less, weighted)
    some = rule.under(rule.conclude(ZERO, "<=", Dz, path.worth(), assume(TOP_ONE)), *EVERY)
    flat = rule.scale(some, w(k), low)
    under_one = rule.conclude(Dz, "<=", ONE, rule.scale(_below_one(), 1 + eps))
    most_z = rule.conclude(w(k) * Dz, "<=", ONE, rule.scale(under_one, w(k), low), high)
    return steep, flat, _squared(steep, most_e, flat, most_z, assume(STEEP))


def _squared(steep: Fact, most_e: Fact, flat: Fact, most_z: Fact, beta_above: Fact) -> Fact:
    """e^2 + a^2 z^2 <= beta^2, from 0 <= e <= some number, and so for z."""
    e, z_, top_e, top_z = steep.rhs, flat.rhs, most_e.rhs, most_z.rhs
    return rule.conclude(
        e**2 + a**2 * z_**2, "<=", beta**2, rule.scale(most_e, e, steep), (top_e, most_e),
        (a**2, rule.scale(most_z, z_, flat)), (a**2 * top_z, most_z), beta_above,
    )  # fmt: skip


def _boosted_lowest(close: Fact) -> Fact:
    firm = rule.scale(rule.scale(close, sp.exp(-1)), 1 + eps)  # in two: Rocq sees each sign
    return rule.conclude((1 - eta) * BOOSTED.low, "<=", BOOSTED.e, firm, assume(FIRM))


def _boosted_highest() -> Fact:
    return assume(LOOSE)


def _boosted_sizes() -> tuple[Fact, Fact, Fact]:
    steep, flat = assume(SE_LOW), assume(SZ_LOW)
    mass = rule.conclude(ZERO, "<=", MASS, (1 / (1 + eps), steep), (1 / (1 + eps), assume(SE_HIGH)))
    most_e = rule.conclude(
        Se(t, k) ** 2, "<=", ((1 + eps) * MASS) ** 2, rule.scale(assume(SE_HIGH), Se(t, k), steep),
        rule.scale(assume(SE_HIGH), (1 + eps) * MASS, rule.scale(mass, 1 + eps)),
    )  # fmt: skip
    most_z = rule.conclude(
        Sz(t, k) ** 2, "<=", MASS**2, rule.scale(assume(SZ_HIGH), Sz(t, k), flat),
        rule.scale(assume(SZ_HIGH), MASS, mass),
    )  # fmt: skip
    both = rule.conclude(
        Se(t, k) ** 2 + a**2 * Sz(t, k) ** 2, "<=", beta**2, most_e, (a**2, most_z),
        assume(STEEP_BOOSTED),
    )  # fmt: skip
    return steep, flat, both


def _one() -> Fact:
    return rule.nonnegative(WEIGHTED.coupling)


def _mass() -> Fact:
    both = rule.conclude(ZERO, "<=", BOOSTED.coupling, assume(SE_LOW), assume(SE_HIGH))
    return rule.under(rule.instance(both, {k: ONE}), *ROUND)


WEIGHTED_FEED = Feed(WEIGHTED, _weighted_lowest, _weighted_highest, _weighted_sizes, _one)
BOOSTED_FEED = Feed(BOOSTED, _boosted_lowest, _boosted_highest, _boosted_sizes, _mass)

"""The weighted slopes along the learners' paths in the slow game, and the boosted ones."""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Fact, assume
from osphg.proofs.paper.climb import (
    DECAY,
    EXPONENTIAL,
    WEIGHTS,
    q,
    w,
    weight_bounds,
)
from osphg.proofs.paper.climb import y as any_number
from osphg.proofs.paper.symbols import K, i, k, t
from osphg.proofs.tight.game import (
    E_HIGH,
    E_LOW,
    EVERY,
    LEAST,
    ONE,
    ORIGIN,
    PATH,
    PATH_BACK,
    PATH_E,
    PATH_Z,
    ROUND,
    Z_LOW,
    ZERO,
    Dz,
    E,
    a,
    all_bought,
    eps,
    short,
    top,
    ve,
    vz,
    z,
)


def at_least_line(at: sp.Expr) -> Fact:
    """1 + x <= exp(x)."""
    return rule.instance(assume(EXPONENTIAL), {any_number: at})


@cache
def slower() -> Fact:
    """E^(k) (1 - 1/K) <= E^(k+1)."""
    line = rule.scale(at_least_line(-ve(t, k) / K), E(t, k))
    return rule.conclude(
        E(t, k) * (1 - 1 / K), "<=", E(t, k + 1), line, (E(t, k) / K, assume(E_HIGH)),
        (-1, assume(PATH_E)),
    )  # fmt: skip


@cache
def faster() -> Fact:
    """E^(k+1) (1 + v_e/K) <= E^(k)."""
    line = rule.scale(at_least_line(ve(t, k) / K), E(t, k + 1))
    return rule.conclude(
        E(t, k + 1) * (1 + ve(t, k) / K), "<=", E(t, k), line, (-1, assume(PATH_BACK))
    )


@cache
def next_weight() -> Fact:
    """w_k = (1 - 1/K) w_{k+1}, for k < K."""
    following = rule.instance(assume(WEIGHTS), {k: k + 1})
    found = rule.conclude(
        w(k), "=", (1 - 1 / K) * w(k + 1), assume(WEIGHTS), (-q, following),
        (w(k + 1), assume(DECAY)),
    )  # fmt: skip
    return rule.under(found, k - 1, K - 1 - k)


@cache
def weight_nonnegative() -> Fact:
    """0 <= w_k."""
    return weight_bounds()[0]


@cache
def below_one() -> Fact:
    """E^(k) <= 1."""

    def step(hypothesis: Fact) -> Fact:
        sold = rule.scale(assume(E_LOW), E(t, k + 1) / K)
        return rule.conclude(E(t, k + 1), "<=", ONE, hypothesis, faster(), sold)

    base = rule.conclude(E(t, 1), "<=", ONE, assume(ORIGIN))
    return rule.induction(k, ONE, (E(t, k), "<=", ONE), base, step, last=K + 1)


@cache
def worth() -> Fact:
    """0 <= 1 - q(1) <= 1 - q(e^(k)): the slow good has a slope everywhere on the path."""
    return rule.conclude(1 - top, "<=", Dz, (1 + eps, assume(LEAST)))


@cache
def weighted_below_one() -> Fact:
    """w_k E^(k) <= 1."""
    low, high = weight_bounds()
    return rule.conclude(w(k) * E(t, k), "<=", ONE, high, rule.scale(below_one(), w(k), low))


@cache
def lowest() -> Fact:
    """w_1 <= w_k E^(k): weighted, the slope of the decoy does not fall along the path."""

    def step(hypothesis: Fact) -> Fact:
        low = rule.instance(weight_nonnegative(), {k: k + 1})
        kept = rule.scale(slower(), w(k + 1), low)
        return rule.conclude(
            w(1), "<=", w(k + 1) * E(t, k + 1), hypothesis, kept, (E(t, k), next_weight())
        )

    base = rule.conclude(w(1), "<=", w(1) * E(t, 1), (-w(1), assume(ORIGIN)))
    return rule.induction(k, ONE, (w(1), "<=", w(k) * E(t, k)), base, step, last=K)


@cache
def highest() -> Fact:
    """w_k E^(k) <= w_1 + (k-1)/K^2 + what the learners before k miss of the decoy."""

    def right(at: sp.Expr) -> sp.Expr:
        return w(1) + (at - 1) / K**2 + sp.Sum(1 - ve(t, i), (i, 1, at - 1)) / K

    def step(hypothesis: Fact) -> Fact:
        factor = (1 - 1 / K) * w(k + 1)
        low = rule.instance(weight_nonnegative(), {k: k + 1})
        sign = rule.scale(low, 1 - 1 / K)
        back = rule.scale(faster(), factor, sign)
        more = (1 - ve(t, k)) / K + ve(t, k) / K**2
        grows = rule.conclude(ZERO, "<=", more, (1 / K, assume(E_HIGH)), (1 / K**2, assume(E_LOW)))
        following = rule.instance(weighted_below_one(), {k: k + 1})
        capped = rule.scale(following, more, grows)
        longer = rule.split(sp.Sum(1 - ve(t, i), (i, 1, k)), k - 1)
        return rule.conclude(
            w(k + 1) * E(t, k + 1), "<=", right(k + 1), hypothesis, back,
            (-E(t, k), next_weight()), capped, (1 / K**2, assume(E_HIGH)), (-1 / K, longer),
        )  # fmt: skip

    base = rule.conclude(w(1) * E(t, 1), "<=", right(ONE), (w(1), assume(ORIGIN)))
    return rule.induction(k, ONE, (w(k) * E(t, k), "<=", right(k)), base, step, last=K)


def _rest_of(summand: sp.Expr, sign: Fact) -> Fact:
    """Bound a sum up to k - 1 by the sum up to K, as the other terms are not negative."""
    whole = rule.split(sp.Sum(summand, (i, 1, K)), k - 1)
    one = rule.under(rule.instance(sign, {k: i}), *ROUND, i - k, K - i, k - 1, K + 1 - k)
    tail = rule.sum_over(one, i, k, K)
    part = sp.Sum(summand, (i, 1, k - 1))
    return rule.conclude(part, "<=", sp.Sum(summand, (i, 1, K)), tail, (-1, whole))


@cache
def slope_of_slow() -> Fact:
    """w_k E^(k) <= w_1 + 1/K + d_t."""
    gap = rule.restate(assume(E_HIGH), ZERO, "<=", short)
    fewer = rule.scale(rule.nonnegative(K + 1 - k, (K - k,)), 1 / K**2)
    found = rule.conclude(
        w(k) * E(t, k), "<=", w(1) + 1 / K + sp.Sum(1 - ve(t, i), (i, 1, K)) / K, highest(),
        (1 / K, _rest_of(1 - ve(t, i), gap)), fewer,
    )  # fmt: skip
    return rule.under(found, *EVERY)


@cache
def climbing() -> Fact:
    """z^(k) <= z_t: the path does not fall."""
    rest = _rest_of(vz(t, i), assume(Z_LOW))
    found = rule.conclude(z(t, k), "<=", all_bought, assume(PATH_Z), (a / K, rest))
    return rule.under(found, *EVERY)


@cache
def started() -> Fact:
    """0 <= z^(k)."""
    one = rule.under(rule.instance(assume(Z_LOW), {k: i}), *ROUND, i - 1, k - 1 - i, K + 1 - k)
    summed = rule.sum_over(one, i, ONE, k - 1)
    found = rule.conclude(ZERO, "<=", z(t, k), (a / K, summed), (-1, assume(PATH_Z)))
    return rule.under(found, *PATH)

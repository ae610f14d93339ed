"""Theorems 4.1 and 4.2 with explicit constants, and the order of every term.

Both follow from Lemma 4.3 (repaired for 1 - 1/e, or as the published algorithm has it for 1/2):
4.1 at lambda = 0, 4.2 at lambda = [C_T]_+ / (delta mu T + 2/mu).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import climb, lemma43
from osphg.proofs.paper.climb import WORTH, f
from osphg.proofs.paper.dual import fixed
from osphg.proofs.paper.lemma43 import (
    ONE,
    STEP,
    WEIGHT,
    benchmark,
    bound,
    half_benchmark,
    total,
)  # fmt: skip
from osphg.proofs.paper.symbols import F, G, K, L, R, T, W, beta, delta, g, mu, t

ZERO = sp.Integer(0)
d = sp.Symbol("d", positive=True)
eps = sp.Symbol("epsilon", positive=True)  # W = T^(1 - epsilon)
root = sp.sqrt(W * T)
violation = sp.Max(0, total(g(t)))  # [C_T]_+
MANY = Assumption("sqrt(T/W) <= K", sp.sqrt(T / W), "<=", K, source="Theorem 4.1")
TOP = Assumption("f(x_t) - f(0) <= F", f(t), "<=", F, (t,), (t - 1, T - t), "section 3.2")


def weight_of_square(n: int) -> Assumption:
    """Define d as twice what lambda^2 is multiplied by: delta mu T + n/mu."""
    return Assumption(
        f"d is delta mu T + {n}/mu", d, "=", delta * mu * T + n / mu, source="definition"
    )


SUM = weight_of_square(2)

# The coefficients of sqrt(W T), for the terms of `lemma43.bound`.
COEFFICIENTS = {
    "edges": F + beta * R,
    "edges, multiplier": G * (G + beta * R) * R / (2 * beta),
    "start": beta * R,
    "steps": (G**2 + beta**2) * R / beta,
    "windows": G**2 * R / beta,
    "climb": L * R**2 / 2,
}
constant = sum(COEFFICIENTS.values(), ZERO)  # A


@cache
def window_below_root() -> Fact:
    """W <= sqrt(W T) for W <= T."""
    longer = rule.nonnegative(T - W, (T - W,))
    factor = sp.sqrt(W) / (sp.sqrt(T) + sp.sqrt(W))
    return rule.restate(rule.scale(longer, factor), W, "<=", root)


@cache
def root_below_horizon() -> Fact:
    """sqrt(W T) <= T for W <= T.

    >>> root_below_horizon().rhs
    T
    """
    longer = rule.nonnegative(T - W, (T - W,))
    factor = sp.sqrt(T) / (sp.sqrt(T) + sp.sqrt(W))
    return rule.restate(rule.scale(longer, factor), root, "<=", T)


@cache
def inverse_step() -> Fact:
    """1/mu = beta sqrt(W T)/R."""
    return rule.conclude(1 / mu, "=", beta * root / R, (beta * root / (R * mu), assume(STEP)))


@cache
def orders() -> dict[str, Fact]:
    """Bound every term of Lemma 4.3 by its coefficient times sqrt(W T)."""
    terms, rate = bound(), R / (beta * root)
    window, one_window = window_below_root(), rule.nonnegative(W - 1)
    spare = {
        "edges": [(F + beta * R, window), (F + beta * R, rule.nonnegative(ONE))],
        "edges, multiplier": [
            (G / 2 * (G + beta * R) * (W - 1) * (T - 1), assume(STEP)),
            (G / 2 * (G + beta * R) * rate, rule.nonnegative(W + T - 1)),
        ],
        "start": [(R**2, inverse_step())],
        "steps": [
            ((G**2 + beta**2) * T, assume(STEP)),
            ((G**2 + beta**2) * rate * T, one_window),
        ],
        "windows": [
            (G**2 * (W - 1) * (T - W + 1), assume(STEP)),
            (G**2 * rate, rule.square(W - 1)),
            (G**2 * rate, rule.nonnegative(T)),
        ],
        "climb": [
            (L * R**2 / (2 * K), one_window),
            (L * R**2 * T * sp.sqrt(W / T) / (2 * K), assume(MANY)),
        ],
    }
    return {
        name: rule.conclude(terms[name], "<=", COEFFICIENTS[name] * root, *spare[name]).named(name)
        for name in terms
    }


def worst_regret(excess: sp.Expr, share: sp.Expr, times: int) -> Fact:
    """R_T >= -F T, for excess = share f(x*) - times f(x_t); -2 F T against half."""
    worth = rule.scale(assume(WORTH), share)
    one = rule.conclude(-times * F, "<=", excess, (times, assume(TOP)), worth)
    return rule.restate(rule.sum_over(one, t, ONE, T), -times * F * T, "<=", total(excess))


def at_best_multiplier(lemma: Fact, right: sp.Expr, given: Assumption) -> Fact:
    """[C_T]_+^2 <= 2 d right, where `lemma` says lambda C_T - d/2 lambda^2 <= right.

    `given` defines d.
    """
    chosen = rule.instance(lemma, {fixed: violation / d}, (violation / d,))
    positive = rule.identity(violation * total(g(t)), violation**2)
    return rule.conclude(
        violation**2, "<=", 2 * d * right,
        (2 * d, chosen), (-2, positive), (-(violation**2) / d, assume(given)),
    )  # fmt: skip


def scale_of_square(given: Assumption) -> Fact:
    """2 d <= (8 beta R + 2 n beta/R) sqrt(W T), for d = delta mu T + n/mu."""
    rate, n = R / (beta * root), (given.rhs - delta * mu * T) * mu
    return rule.conclude(
        2 * d, "<=", (8 * beta * R + 2 * n * beta / R) * root,
        (2, assume(given)), (2 * mu * T, assume(WEIGHT)), (8 * beta**2 * T, assume(STEP)),
        (8 * beta**2 * rate * T, rule.nonnegative(W - 1)), (2 * n, inverse_step()),
    )  # fmt: skip


def in_orders(square: Fact, inside: Fact, scale: Fact) -> Fact:
    """[C_T]_+^2 <= B sqrt(W T) T, from [C_T]_+^2 <= 2 d right, right <= A T, 2 d <= S sqrt(W T)."""
    level = inside.rhs / T
    return rule.conclude(
        violation**2, "<=", scale.rhs * level * T,
        square, (2 * d, inside), (level * T, scale),
    )  # fmt: skip


def from_square(short: Fact) -> Fact:
    """Theorem 4.2: x^2 <= y^2 gives x <= y for x >= 0 and y > 0."""
    y = sp.sqrt(short.rhs / (root * T)) * sp.root(W, 4) * sp.root(T, 4) ** 3
    return rule.restate(rule.scale(short, 1 / (violation + y)), violation, "<=", y)


class Theorems(NamedTuple):
    """Both theorems for one algorithm, with all terms and as orders."""

    regret_terms: Fact
    regret: Fact
    least_regret: Fact
    violation_terms: Fact
    violation_square: Fact
    violation: Fact


def both(
    lemma: Fact, excess: sp.Expr, share: sp.Expr, times: int, slack: sp.Expr = climb.slack
) -> Theorems:
    """Prove both theorems from Lemma 4.3 for excess = share f(x*) - times f(x_t).

    `slack` is that of `lemma43.bound`.
    """
    terms, left = bound(slack=slack), total(excess)
    of_terms = [orders()[name] for name in terms]
    right, A = sum(terms.values(), ZERO), sum((COEFFICIENTS[name] for name in terms), ZERO)
    full = rule.restate(rule.instance(lemma, {fixed: ZERO}), left, "<=", right)
    short = rule.conclude(left, "<=", A * root, full, *of_terms)
    low = worst_regret(excess, share, times)
    most, level = times * F * T + right, times * F + A
    spent = rule.conclude(
        fixed * total(g(t)) - delta * mu / 2 * T * fixed**2 - fixed**2 / mu, "<=", most, lemma, low
    )
    square = at_best_multiplier(spent, most, SUM)
    inside = rule.conclude(most, "<=", level * T, *of_terms, (A, root_below_horizon()))
    order = in_orders(square, inside, scale_of_square(SUM))
    return Theorems(
        full.named("Theorem 4.1, all terms"), short.named("Theorem 4.1"),
        low.named("the regret from below"), square.named("Theorem 4.2, all terms"),
        order.named("Theorem 4.2, squared"), from_square(order).named("Theorem 4.2"),
    )  # fmt: skip


@cache
def weighted() -> Theorems:
    """Prove both theorems for the weighted feedback."""
    return both(lemma43.repaired(), benchmark, 1 - sp.exp(-1), 1)


@cache
def published() -> Theorems:
    """Prove both theorems for the published feedback, against half of the benchmark."""
    return both(lemma43.half(), half_benchmark, ONE, 2)


def theorem41() -> Fact:
    """Theorem 4.1 for the weighted feedback."""
    return weighted().regret


def half_regret() -> Fact:
    """Theorem 4.1 for the published feedback, against half of the benchmark."""
    return published().regret


def theorem42() -> Fact:
    """Theorem 4.2 for the weighted feedback."""
    return weighted().violation


def theorem42_published() -> Fact:
    """Theorem 4.2 for the published feedback."""
    return published().violation


def exponent(term: sp.Expr, epsilon: sp.Expr = eps) -> sp.Expr | None:
    """Return the exponent of T in a term at W = T^(1 - epsilon), 0 < epsilon < 1, or None for 0.

    mu, delta, K and d are those of the theorems, with K = sqrt(T/W). A number may be given for
    epsilon, also 1 (W = 1).

    Raises
    ------
    ValueError
        If no summand dominates for all epsilon.
    """
    x = sp.Symbol("x", positive=True)
    for old, new in (
        (d, delta * mu * T + 2 / mu), (mu, R / (beta * root)), (delta, 4 * beta**2),
        (K, sp.sqrt(T / W)),
    ):  # fmt: skip
        term = term.subs(old, new)
    summands = sp.Add.make_args(sp.expand(term.subs({W: x ** (1 - epsilon), T: x})))
    found = {sp.simplify(x * sp.diff(part, x) / part) for part in summands if part != 0}
    for top in found:  # linear in epsilon: compare at both ends
        rest = [sp.expand(top - other).subs(eps, end) for other in found for end in (0, 1)]
        if all(difference.is_nonnegative for difference in rest):
            return sp.expand(top)
    if found:
        raise ValueError(f"no summand of {term} dominates: {found}")
    return None


def exponents(terms: Mapping[str, sp.Expr], epsilon: sp.Expr = eps) -> dict[str, sp.Expr | None]:
    """Return the `exponent` of every term.

    >>> exponents(bound())["climb"]
    1 - epsilon/2
    """
    return {name: exponent(term, epsilon) for name, term in terms.items()}


def dominating(found: Mapping[str, sp.Expr | None]) -> tuple[str, ...]:
    """Return the names of the terms with the largest exponent, for all 0 < epsilon < 1."""
    there = {name: power for name, power in found.items() if power is not None}
    for power in there.values():
        gaps = [sp.expand(power - other) for other in there.values()]
        if all(gap.subs(eps, end).is_nonnegative for gap in gaps for end in (0, 1)):
            return tuple(name for name, other in there.items() if sp.expand(power - other) == 0)
    raise ValueError(f"no term dominates for all epsilon: {there}")


def prove() -> dict[str, Fact]:
    """Prove both theorems, for the weighted feedback and (keys with -half) the published one."""
    names = (
        "theorem-4.1{}-terms", "theorem-4.1{}", "regret-at-least{}",
        "theorem-4.2{}-terms", "theorem-4.2{}-square", "theorem-4.2{}",
    )  # fmt: skip
    return {
        name.format(suffix): fact
        for suffix, proven in (("", weighted()), ("-half", published()))
        for name, fact in zip(names, proven, strict=True)
    }

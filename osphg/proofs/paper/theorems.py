"""Theorems 4.1 and 4.2 with explicit constants, and the order of every term.

Both follow from Lemma 4.3 (repaired for 1 - 1/e, or as the published algorithm has it for 1/2):
4.1 at lambda = 0, 4.2 at lambda = [C_T]_+ / (delta mu T + 2/mu).
"""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume, sums
from osphg.proofs.paper import lemma43
from osphg.proofs.paper.climb import WORTH, f
from osphg.proofs.paper.dual import fixed
from osphg.proofs.paper.lemma43 import (
    ONE,
    STEP,
    WEIGHT,
    as_published,
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
SUM = Assumption("d is delta mu T + 2/mu", d, "=", delta * mu * T + 2 / mu, source="definition")

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


def window_below_root() -> Fact:
    """W <= sqrt(W T) for W <= T."""
    longer = rule.nonnegative(T - W, (T - W,))
    factor = sp.sqrt(W) / (sp.sqrt(T) + sp.sqrt(W))
    return rule.restate(rule.scale(longer, factor), W, "<=", root)


def root_below_horizon() -> Fact:
    """sqrt(W T) <= T for W <= T."""
    longer = rule.nonnegative(T - W, (T - W,))
    factor = sp.sqrt(T) / (sp.sqrt(T) + sp.sqrt(W))
    return rule.restate(rule.scale(longer, factor), root, "<=", T)


def inverse_step() -> Fact:
    """1/mu = beta sqrt(W T)/R."""
    return rule.conclude(1 / mu, "=", beta * root / R, (beta * root / (R * mu), assume(STEP)))


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


def regret(lemma: Fact, excess: sp.Expr) -> tuple[Fact, Fact]:
    """Theorem 4.1: Lemma 4.3 at lambda = 0, with all its terms and as A sqrt(W T)."""
    explicit = rule.instance(lemma, {fixed: ZERO})
    explicit = rule.restate(explicit, total(excess), "<=", sum(bound().values(), ZERO))
    short = rule.conclude(total(excess), "<=", constant * root, explicit, *orders().values())
    return explicit, short


def worst_regret(excess: sp.Expr, share: sp.Expr, times: int) -> Fact:
    """R_T >= -F T, for excess = share f(x*) - times f(x_t); -2 F T against half."""
    worth = rule.scale(assume(WORTH), share)
    one = rule.conclude(-times * F, "<=", excess, (times, assume(TOP)), worth)
    return rule.restate(sums.sum_over(one, t, ONE, T), -times * F * T, "<=", total(excess))


def at_best_multiplier(lemma: Fact, low: Fact, times: int) -> Fact:
    """[C_T]_+^2 <= 2 (delta mu T + 2/mu) (F T + the right side of Lemma 4.3)."""
    chosen = rule.instance(lemma, {fixed: violation / d}, (violation / d,))
    positive = rule.identity(violation * total(g(t)), violation**2)
    right = times * F * T + sum(bound().values(), ZERO)
    return rule.conclude(
        violation**2, "<=", 2 * d * right,
        (2 * d, chosen), (2 * d, low), (-2, positive), (-(violation**2) / d, assume(SUM)),
    )  # fmt: skip


def scale_of_square() -> Fact:
    """2 d <= (8 beta R + 4 beta/R) sqrt(W T)."""
    rate = R / (beta * root)
    return rule.conclude(
        2 * d, "<=", (8 * beta * R + 4 * beta / R) * root,
        (2, assume(SUM)), (2 * mu * T, assume(WEIGHT)), (8 * beta**2 * T, assume(STEP)),
        (8 * beta**2 * rate * T, rule.nonnegative(W - 1)), (4, inverse_step()),
    )  # fmt: skip


def violation_square(lemma: Fact, low: Fact, times: int) -> tuple[Fact, Fact]:
    """Theorem 4.2, squared: with all terms, and as B W^(1/2) T^(3/2)."""
    explicit = at_best_multiplier(lemma, low, times)
    level = times * F + constant
    inside = rule.conclude(
        times * F * T + sum(bound().values(), ZERO), "<=", level * T,
        *orders().values(), (constant, root_below_horizon()),
    )  # fmt: skip
    short = rule.conclude(
        violation**2, "<=", (8 * beta * R + 4 * beta / R) * level * root * T,
        explicit, (2 * d, inside), (level * T, scale_of_square()),
    )  # fmt: skip
    return explicit, short


def from_squares(short: Fact, times: int) -> Fact:
    """Theorem 4.2: x^2 <= y^2 gives x <= y for x >= 0 and y > 0."""
    level = (8 * beta * R + 4 * beta / R) * (times * F + constant)
    y = sp.sqrt(level) * sp.root(W, 4) * sp.root(T, 4) ** 3
    return rule.restate(rule.scale(short, 1 / (violation + y)), violation, "<=", y)


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
    """Return the `exponent` of every term."""
    return {name: exponent(term, epsilon) for name, term in terms.items()}


def dominating(found: Mapping[str, sp.Expr | None]) -> tuple[str, ...]:
    """Return the names of the terms with the largest exponent, for all 0 < epsilon < 1."""
    there = {name: power for name, power in found.items() if power is not None}
    for power in there.values():
        gaps = [sp.expand(power - other) for other in there.values()]
        if all(gap.subs(eps, end).is_nonnegative for gap in gaps for end in (0, 1)):
            return tuple(name for name, other in there.items() if sp.expand(power - other) == 0)
    raise ValueError(f"no term dominates for all epsilon: {there}")


def _pair(lemma: Fact, excess: sp.Expr, share: sp.Expr, times: int, name: str) -> dict[str, Fact]:
    full, short = regret(lemma, excess)
    low = worst_regret(excess, share, times)
    square, order = violation_square(lemma, low, times)
    found = {
        "theorem-4.1{}-terms": full.named("Theorem 4.1, all terms"),
        "theorem-4.1{}": short.named("Theorem 4.1"),
        "regret-at-least{}": low.named("the regret from below"),
        "theorem-4.2{}-terms": square.named("Theorem 4.2, all terms"),
        "theorem-4.2{}-square": order.named("Theorem 4.2, squared"),
        "theorem-4.2{}": from_squares(order, times).named("Theorem 4.2"),
    }
    return {key.format(name): fact for key, fact in found.items()}


def prove() -> dict[str, Fact]:
    """Prove both theorems, for the weighted feedback and (keys with -half) the published one."""
    given = R**2 + fixed**2
    weighted = as_published(lemma43.repaired()[0], benchmark, given)
    half = as_published(lemma43.published(), half_benchmark, given)
    return {
        **_pair(weighted, benchmark, 1 - sp.exp(-1), 1, ""),
        **_pair(half, half_benchmark, ONE, 2, "-half"),
    }

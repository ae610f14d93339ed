"""W = T is impossible, through the kernel: two games that agree in their first half.

Round t = 1..T with T = 2 H, X = [0, 1], B_T = T. A player bids x_t in scenario A and y_t in
scenario B; utility and money are linear in the bid. Nobody looks ahead: x_t = y_t up to round H.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper.symbols import t

H = sp.Symbol("H", integer=True, positive=True)  # T/2
c, m, alpha = sp.symbols("c m alpha", positive=True)  # price and worth in B; share of the benchmark
best_B = sp.Symbol("x^*_B", positive=True)
r = sp.Symbol("r", real=True)  # above both regrets and the violation
x, y, worth_A, worth_B, price_A, price_B = (
    sp.Function(name, real=True) for name in ("x", "y", "w^A", "w^B", "p^A", "p^B")
)
NAMES = {name: rf"{name[0]}_{{{{{{0}}}}}}^{name[-1]}" for name in ("w^A", "w^B", "p^A", "p^B")} | {
    "x^*_B": "x^*_B"
}
ZERO, ONE = sp.Integer(0), sp.Integer(1)
T = 2 * H
FIRST, LATER = (t - 1, H - t), (t - H - 1, T - t)
GAMES = "the two scenarios"


def _known(name: str, lhs: sp.Expr, rhs: sp.Expr, where: tuple[sp.Expr, ...]) -> Assumption:
    return Assumption(name, lhs, "=", rhs, (t,), where, GAMES)


WORTH_A = _known("A earns 1 at first", worth_A(t), ONE, FIRST)
WORTH_A_LATER = _known("A earns 0 later", worth_A(t), ZERO, LATER)
WORTH_B = _known("B earns 1 at first", worth_B(t), ONE, FIRST)
WORTH_B_LATER = _known("B earns m c later", worth_B(t), m * c, LATER)
PRICE_A = _known("A costs 2 at first", price_A(t), sp.Integer(2), FIRST)
PRICE_A_LATER = _known("A costs 0 later", price_A(t), ZERO, LATER)
PRICE_B = _known("B costs 2 at first", price_B(t), sp.Integer(2), FIRST)
PRICE_B_LATER = _known("B costs c later", price_B(t), c, LATER)
SAME = Assumption("the same bids at first", x(t), "=", y(t), (t,), FIRST, "no player looks ahead")
BEST_B = Assumption("x*_B is 2/(2 + c)", (2 + c) * best_B, "=", sp.Integer(2), source="definition")

best_A = ONE
kappa = m * (alpha * c * best_B / 2 - (1 - alpha)) + alpha * best_B / 2 - alpha / 2


def total(term: sp.Expr) -> sp.Sum:
    """Return the sum over all rounds."""
    return sp.Sum(term, (t, 1, T))


regret_A = alpha * total(worth_A(t) * best_A) - total(worth_A(t) * x(t))
regret_B = alpha * total(worth_B(t) * best_B) - total(worth_B(t) * y(t))
violation_B = total(price_B(t) * y(t) - 1)
WORTHY = Assumption("1/2 <= m", ONE, "<=", 2 * m, source=GAMES)
BOUNDS = (
    Assumption("R_A <= r", regret_A, "<=", r, source="what r is"),
    Assumption("R_B <= r", regret_B, "<=", r, source="what r is"),
    Assumption("V_B <= r", violation_B, "<=", r, source="what r is"),
)


def halves(first: Fact, later: Fact) -> Fact:
    """Sum an equation of the first and one of the second half, with the same left side."""
    early, late = rule.sum_over(first, t, ONE, H), rule.sum_over(later, t, H + 1, T)
    whole = rule.split(total(first.lhs), H)
    return rule.conclude(total(first.lhs), "=", early.rhs + late.rhs, early, late, whole)


@cache
def spent_A() -> Fact:
    """In A the bid 1 spends the budget.

    >>> spent_A().rhs
    0
    """
    costs = halves(assume(PRICE_A), assume(PRICE_A_LATER))
    found = rule.conclude(total(price_A(t) * best_A - 1), "=", ZERO, (best_A, costs))
    return found.named("the bid 1 spends the budget in A")


@cache
def spent_B() -> Fact:
    """In B the bid 2/(2 + c) spends the budget."""
    costs = halves(assume(PRICE_B), assume(PRICE_B_LATER))
    found = rule.conclude(
        total(price_B(t) * best_B - 1), "=", ZERO, (best_B, costs), (H, assume(BEST_B))
    )
    return found.named("the bid 2/(2 + c) spends the budget in B")


@cache
def missed_A() -> Fact:
    """R_A = alpha H - sum x, over the first half."""
    offered = halves(assume(WORTH_A), assume(WORTH_A_LATER))
    earned = halves(
        rule.scale(assume(WORTH_A), x(t)), rule.scale(assume(WORTH_A_LATER), x(t))
    )  # fmt: skip
    bids = sp.Sum(x(t), (t, 1, H))
    return rule.conclude(regret_A, "=", alpha * H - bids, (alpha * best_A, offered), (-1, earned))


@cache
def missed_B() -> Fact:
    """R_B = alpha (1 + m c) x*_B H - sum x - m c sum y, over the first and the second half."""
    offered = halves(assume(WORTH_B), assume(WORTH_B_LATER))
    earned = halves(
        rule.conclude(
            worth_B(t) * y(t), "=", x(t), (y(t), assume(WORTH_B)), (-1, assume(SAME))
        ),
        rule.scale(assume(WORTH_B_LATER), y(t)),
    )  # fmt: skip
    bids, later = sp.Sum(x(t), (t, 1, H)), sp.Sum(y(t), (t, H + 1, T))
    return rule.conclude(
        regret_B, "=", alpha * (1 + m * c) * best_B * H - bids - m * c * later,
        (alpha * best_B, offered), (-1, earned),
    )  # fmt: skip


@cache
def overspent_B() -> Fact:
    """V_B = 2 sum x + c sum y - T, over the first and the second half."""
    paid = halves(
        rule.conclude(
            price_B(t) * y(t), "=", 2 * x(t), (y(t), assume(PRICE_B)), (-2, assume(SAME))
        ),
        rule.scale(assume(PRICE_B_LATER), y(t)),
    )  # fmt: skip
    bids, later = sp.Sum(x(t), (t, 1, H)), sp.Sum(y(t), (t, H + 1, T))
    return rule.conclude(violation_B, "=", 2 * bids + c * later - T, paid)


@cache
def identity() -> Fact:
    """R_B + (2 m - 1) R_A + m V_B = kappa T, whatever the player does."""
    return rule.conclude(
        regret_B + (2 * m - 1) * regret_A + m * violation_B, "=", kappa * T,
        missed_B(), (2 * m - 1, missed_A()), (m, overspent_B()),
    ).named("the identity of the two scenarios")  # fmt: skip


@cache
def largest() -> Fact:
    """Kappa T <= 3 m r: one of the three is at least kappa T/(3 m)."""
    above_A, above_B, above_V = map(assume, BOUNDS)
    share = rule.restate(assume(WORTHY), ZERO, "<=", 2 * m - 1)
    return rule.conclude(
        kappa * T, "<=", 3 * m * r,
        above_B, rule.scale(above_A, 2 * m - 1, share), (m, above_V), (-1, identity()),
    ).named("one of the three is linear")  # fmt: skip


@cache
def rate() -> Fact:
    """2 (2 + c) kappa = 2 ((2 alpha - 1) c - 2 (1 - alpha)) m - alpha c: when kappa is positive."""
    rise = (2 * alpha - 1) * c - 2 * (1 - alpha)
    found = rule.conclude(
        2 * (2 + c) * kappa, "=", 2 * rise * m - alpha * c, (alpha * (1 + m * c), assume(BEST_B))
    )
    return found.named("when kappa is positive")


def prove() -> dict[str, Fact]:
    """Prove the statements of this module."""
    return {
        "impossibility-budget-A": spent_A(),
        "impossibility-budget-B": spent_B(),
        "impossibility-identity": identity(),
        "impossibility": largest(),
        "impossibility-rate": rate(),
    }

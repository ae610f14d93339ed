"""The violation bound from a comparator that buys nothing: no diminishing returns, no windows.

Against the decision 0 a learner's regret says what it spends. What f_t gains along the climb enters
through |<grad f, v>| <= beta R alone, so that f_t need be neither monotone nor DR-submodular, and K
may be anything. The comparator of `climb` and `learners` is 0 here.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import ascent, climb, dual, learners, lemma41, lemma43, theorems
from osphg.proofs.paper.lemma43 import ONE, total
from osphg.proofs.paper.symbols import G, K, R, T, b, beta, delta, g, k, lam, mu, t

NAMES = {
    **lemma43.NAMES,
    "gx": climb.NAMES["gx"].replace("x^*", "0"),
    "px": r"\langle p_{{{0}}}, 0 \rangle",
}
IDLE = Assumption(
    "<p, 0> = 0", climb.px(t), "=", sp.Integer(0), (t,), climb.ROUND, "the comparator is 0"
)
SUM = theorems.weight_of_square(1)

right = beta * R * T + R**2 / (2 * mu) + (G**2 + beta**2) * mu * T
level = sp.Rational(3, 2) * beta * R + (G**2 + beta**2) * R / beta  # right <= level T


@cache
def one_round() -> Fact:
    """lambda_t g_t(x_t) <= what the average learner misses against 0, plus beta R."""
    gained = climb.gv(t, k) - climb.gx(t, k)
    steep = ascent.along(gained, learners.CAUCHY_F, assume(learners.STEEP_F), learners.WITHIN)
    each = rule.sum_over(steep, k, ONE, K)
    allowance = rule.scale(rule.nonnegative(b), lam(t), lemma41.nonnegative())
    one = rule.conclude(
        lam(t) * g(t), "<=", climb.mean(climb.payoff(ONE)) + beta * R,
        (1 / K, each), (lam(t), assume(climb.SPENT)), (lam(t), assume(IDLE)), allowance,
    )  # fmt: skip
    return rule.under(one, *climb.ROUND).named("one round against 0")


@cache
def any_multiplier() -> Fact:
    """Bound the violation against any lambda >= 0; sums of lambda_t^2 go as in Lemma 4.3."""
    given = (delta * mu * T + 1 / mu) / 2 * dual.fixed**2
    found = rule.conclude(
        dual.fixed * total(g(t)) - given, "<=", right, rule.sum_over(one_round(), t, ONE, T),
        learners.average(ONE), dual.regret(), lemma43.squares_absorbed(),
    )  # fmt: skip
    return found.named("the violation against any multiplier")


@cache
def square() -> Fact:
    """[C_T]_+^2 <= 2 d right, at lambda = [C_T]_+ / d."""
    found = theorems.at_best_multiplier(any_multiplier(), right, SUM)
    return found.named("the violation, squared")


def inside() -> Fact:
    """Bound the right side by level T."""
    orders = theorems.orders()
    return rule.conclude(
        right, "<=", level * T, (sp.Rational(1, 2), orders["start"]), orders["steps"],
        (level - beta * R, theorems.root_below_horizon()),
    )  # fmt: skip


@cache
def bound() -> Fact:
    """Theorem 4.2 again: C_T <= B W^(1/4) T^(3/4)."""
    short = theorems.in_orders(square(), inside(), theorems.scale_of_square(SUM))
    return theorems.from_square(short).named("Theorem 4.2 without diminishing returns")


def prove() -> dict[str, Fact]:
    """Prove the violation bound of the published algorithm from the comparator 0."""
    return {
        "spending-round": one_round(),
        "spending-multiplier": any_multiplier(),
        "spending-square": square(),
        "spending-violation": bound(),
    }

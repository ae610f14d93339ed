"""The violation bound from a comparator that buys nothing: no diminishing returns, no windows.

Against the decision 0 a learner's regret says what it spends. What f_t gains along the climb enters
through |<grad f, v>| <= beta R alone, so that f_t need be neither monotone nor DR-submodular, and K
may be anything. The comparator of `climb` and `learners` is 0 here.
"""

from __future__ import annotations

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume, sums
from osphg.proofs.paper import climb, dual, learners, lemma41, lemma43, theorems
from osphg.proofs.paper.lemma43 import ONE, STEP, WEIGHT, total
from osphg.proofs.paper.symbols import G, K, R, T, W, b, beta, delta, g, k, lam, mu, t
from osphg.proofs.paper.theorems import d, root, violation

NAMES = {
    **lemma43.NAMES,
    "gx": climb.NAMES["gx"].replace("x^*", "0"),
    "px": r"\langle p_{{{0}}}, 0 \rangle",
}
IDLE = Assumption(
    "<p, 0> = 0", climb.px(t), "=", sp.Integer(0), (t,), climb.ROUND, "the comparator is 0"
)
SUM = Assumption("d is delta mu T + 1/mu", d, "=", delta * mu * T + 1 / mu, source="definition")

right = beta * R * T + R**2 / (2 * mu) + (G**2 + beta**2) * mu * T
level = sp.Rational(3, 2) * beta * R + (G**2 + beta**2) * R / beta  # right <= level T
scale = 8 * beta * R + 2 * beta / R  # 2 d <= scale sqrt(W T)


def one_round() -> Fact:
    """lambda_t g_t(x_t) <= what the average learner misses against 0, plus beta R."""
    gained = climb.gv(t, k) - climb.gx(t, k)
    near = (learners.apart(t, k), assume(learners.STEEP_F)), (beta, assume(learners.WITHIN))
    steep = rule.conclude(
        gained, "<=", beta * R, rule.absolute(gained), assume(learners.CAUCHY_F), *near
    )
    each = sums.sum_over(steep, k, ONE, K)
    allowance = rule.scale(rule.nonnegative(b), lam(t), lemma41.nonnegative())
    one = rule.conclude(
        lam(t) * g(t), "<=", climb.mean(climb.payoff(ONE)) + beta * R,
        (1 / K, each), (lam(t), assume(climb.SPENT)), (lam(t), assume(IDLE)), allowance,
    )  # fmt: skip
    return rule.under(one, *climb.ROUND)


def any_multiplier() -> Fact:
    """Bound the violation against any lambda >= 0; sums of lambda_t^2 go as in Lemma 4.3."""
    learned = learners.regret(ONE, learners.ascent(ONE))
    positive = rule.scale(sums.sum_over(rule.square(lam(t)), t, ONE, T), mu)
    kept = rule.scale(lemma43.parameters(), mu * dual.squares, positive)
    given = (delta * mu * T + 1 / mu) / 2 * dual.fixed**2
    spent = sums.sum_over(one_round(), t, ONE, T)
    return rule.conclude(
        dual.fixed * total(g(t)) - given, "<=", right, spent, learned, dual.regret(), kept
    )


def square() -> Fact:
    """[C_T]_+^2 <= 2 d right, at lambda = [C_T]_+ / d."""
    chosen = rule.instance(any_multiplier(), {dual.fixed: violation / d}, (violation / d,))
    return rule.conclude(
        violation**2, "<=", 2 * d * right,
        (2 * d, chosen), (-2, rule.identity(violation * total(g(t)), violation**2)),
        (-(violation**2) / d, assume(SUM)),
    )  # fmt: skip


def scale_of_square() -> Fact:
    """2 d <= (8 beta R + 2 beta/R) sqrt(W T)."""
    rate = R / (beta * root)
    return rule.conclude(
        2 * d, "<=", scale * root,
        (2, assume(SUM)), (2 * mu * T, assume(WEIGHT)), (8 * beta**2 * T, assume(STEP)),
        (8 * beta**2 * rate * T, rule.nonnegative(W - 1)), (2, theorems.inverse_step()),
    )  # fmt: skip


def inside() -> Fact:
    """Bound the right side by level T."""
    orders = theorems.orders()
    return rule.conclude(
        right, "<=", level * T, (sp.Rational(1, 2), orders["start"]), orders["steps"],
        (level - beta * R, theorems.root_below_horizon()),
    )  # fmt: skip


def bound() -> Fact:
    """Theorem 4.2 again: C_T <= sqrt(scale level) W^(1/4) T^(3/4)."""
    short = rule.conclude(
        violation**2, "<=", scale * level * root * T,
        square(), (2 * d, inside()), (level * T, scale_of_square()),
    )  # fmt: skip
    most = sp.sqrt(scale * level) * sp.root(W, 4) * sp.root(T, 4) ** 3
    return rule.restate(rule.scale(short, 1 / (violation + most)), violation, "<=", most)


def prove() -> dict[str, Fact]:
    """Prove the violation bound of the published algorithm from the comparator 0."""
    return {
        "spending-round": one_round().named("one round against 0"),
        "spending-multiplier": any_multiplier().named("the violation against any multiplier"),
        "spending-square": square().named("the violation, squared"),
        "spending-violation": bound().named("Theorem 4.2 without diminishing returns"),
    }

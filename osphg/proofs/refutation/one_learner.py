"""One learner: linear regret on a quadratic of two goods, for either feedback and every window.

f = a x_1 + 2 x_2 - x_2^2 with 0 < a < 2 on the unit square, p = (1, 1), B_T = T. With K = 1 the
feedback is grad f(0) = (a, 2), weighted or not, as w_1 = 1. So the learner buys good 2 alone, the
better one at the origin, and of no more use than 1 in the end. It is compared with (0, 1).
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import ascent, dual, lemma41, lemma43
from osphg.proofs.paper.climb import f, fs
from osphg.proofs.paper.dual import fixed, squares
from osphg.proofs.paper.symbols import G, T, beta, delta, g, lam, mu, t

ROUND = (t - 1, T - t)
ONE, TWO = sp.Integer(1), sp.Integer(2)
a = sp.Symbol("a", positive=True)  # the slope of good 1
x1, x2 = (sp.Function(name, nonnegative=True) for name in ("x_1", "x_2"))
NAMES = {"ell": r"\lambda", "x_1": r"x_{{{0},1}}", "x_2": r"x_{{{0},2}}"}

distance = x1(t) ** 2 + (x2(t) - 1) ** 2  # from (0, 1), squared
payoff = (2 - lam(t)) * (1 - x2(t)) - (a - lam(t)) * x1(t)  # of (0, 1) against x_t
direction = (a - lam(t)) ** 2 + (2 - lam(t)) ** 2


def _say(name: str, lhs: sp.Expr, relation: str, rhs: sp.Expr, source: str) -> Assumption:
    return Assumption(name, lhs, relation, rhs, (t,), ROUND, source)


WORSE = Assumption("a <= 2", a, "<=", TWO, source="the game")
STEEP = Assumption("beta^2 is a^2 + 4", beta**2, "=", a**2 + 4, source="definition")
RANGE = Assumption("G is 1", G, "=", ONE, source="|x_1 + x_2 - 1| <= 1 on the unit square")
START_1 = Assumption("x_1 starts at 0", x1(1), "=", sp.Integer(0), source="Algorithm 2")
START_2 = Assumption("x_2 starts at 0", x2(1), "=", sp.Integer(0), source="Algorithm 2")
SPENT = _say("g(x_t) is x_1 + x_2 - 1", g(t), "=", x1(t) + x2(t) - 1, "the game")
UTILITY = _say("f(x_t) is a x_1 + 2 x_2 - x_2^2", f(t), "=", a * x1(t) + 2 * x2(t) - x2(t) ** 2,
               "the game")  # fmt: skip
BEST = _say("f(x*) is 1 + a^2/4", fs(t), "=", 1 + a**2 / 4,
            "x* = (a/2, 1 - a/2)")  # fmt: skip
PROJECTED = _say(
    "projection is nonexpansive towards (0, 1)", distance.subs(t, t + 1), "<=",
    distance - 2 * mu * payoff + mu**2 * direction, "gradient ascent, fed grad f(0) - lambda p",
)  # fmt: skip

bought = sp.Sum(x1(t), (t, 1, T))
budget = (
    sp.Rational(5, 2) / mu + (a**2 / 2 + 3) * mu * T + 2 * delta * mu * T
)  # N, of the order sqrt(W T)


@cache
def identity() -> Fact:
    """(0, 1) earns (2 - a) x_1 + (lambda - 2) g more than x_t, at the learner's slopes."""
    found = rule.conclude(
        payoff, "=", (2 - a) * x1(t) + (lam(t) - 2) * g(t), (2 - lam(t), assume(SPENT))
    )
    return found.named("the identity of a round")


@cache
def learned() -> Fact:
    """Regret of the learner against (0, 1)."""
    start = rule.conclude(
        distance.subs(t, 1), "=", ONE, (x1(1), assume(START_1)), (x2(1) - 2, assume(START_2))
    )
    dear = rule.scale(lemma41.nonnegative(), 2 * (a + 2))
    short = rule.conclude(direction, "<=", a**2 + 4 + 2 * lam(t) ** 2, dear)
    summed = rule.sum_over(rule.under(short, *ROUND), t, ONE, T)
    regret = ascent.regret(PROJECTED, distance, payoff, direction, start)
    found = rule.conclude(
        sp.Sum(payoff, (t, 1, T)), "<=",
        1 / (2 * mu) + (a**2 + 4) * mu * T / 2 + mu * squares, regret, (mu / 2, summed),
    )  # fmt: skip
    return found.named("regret of the learner")


@cache
def spending() -> Fact:
    """(2 - a) sum_t x_(t,1) <= N: of the good that x* is made of, next to nothing is bought."""
    against = rule.instance(dual.regret(), {fixed: TWO}, ())
    spare = rule.scale(rule.nonnegative(a**2 + 3), mu * squares, _squares_nonnegative())
    found = rule.conclude(
        (2 - a) * bought, "<=", budget, learned(), (-1, rule.sum_over(identity(), t, ONE, T)),
        against, lemma43.squares_absorbed(), spare, (-mu * squares, assume(STEEP)),
        (mu * T * (G + 1), assume(RANGE)),
    )  # fmt: skip
    return found.named("how much of good 1 is bought")


def _squares_nonnegative() -> Fact:
    return rule.scale(rule.sum_over(rule.square(lam(t)), t, ONE, T), mu)


@cache
def utility() -> Fact:
    """f(x_t) <= 1 + a x_1."""
    return rule.conclude(f(t), "<=", 1 + a * x1(t), assume(UTILITY), rule.square(x2(t) - 1)).named(
        "utility without good 1"
    )


@cache
def linear() -> Fact:
    """(2 - a) R_T >= (2 - a) ((1 - 1/e)(1 + a^2/4) - 1) T - a N."""
    kept = 1 - sp.exp(-1)
    worse = rule.conclude(sp.Integer(0), "<=", 2 - a, assume(WORSE))
    best = rule.sum_over(assume(BEST), t, ONE, T)
    earned = rule.scale(rule.sum_over(utility(), t, ONE, T), 2 - a, worse)
    left = (2 - a) * (kept * (1 + a**2 / 4) - 1) * T - a * budget
    right = (2 - a) * lemma43.total(lemma43.benchmark)
    return rule.conclude(left, "<=", right, (-kept * (2 - a), best), earned, (a, spending())).named(
        "linear regret of one learner"
    )


def prove() -> dict[str, Fact]:
    """Prove that one learner has linear regret.

    >>> list(prove())[-1]
    'one-learner'
    """
    return {
        "one-learner-identity": identity(),
        "one-learner-regret": learned(),
        "one-learner-spending": spending(),
        "one-learner-utility": utility(),
        "one-learner": linear(),
    }

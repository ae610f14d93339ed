"""The trap on a simplex, from the origin: both feedbacks stay near a corner, in every round.

On X = {x >= 0: x_1 + x_2/s <= 1}, written with u = x_2/s, f = (1 + c) x_1 + u - x_1^2/2 - x_1 u is
worth 1 at the corner (0, s) and no more than 1/2 + c where u <= c. Each learner keeps v_2 <= v_1/s:
the line is parallel to the price and to the normal of the far edge, so neither the multiplier nor
the projection crosses it, and the gradient does not as long as u^(k) <= 1/s^2 <= c.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Fact, assume
from osphg.proofs.paper import maxima
from osphg.proofs.paper.climb import f, fs
from osphg.proofs.paper.lemma43 import benchmark, total
from osphg.proofs.paper.symbols import K, T, i, k, lam, mu, say, t

ZERO, ONE, HALF = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)
stretch = sp.Symbol("s", positive=True)
bonus = sp.Symbol("c", positive=True)
weight = sp.Function("w", nonnegative=True)  # of the gradient in the feedback to learner k
v1, v2, theta = (sp.Function(name, real=True) for name in ("v1", "v2", "theta"))
_k = "_{{{0}}}^{{({1})}}"
NAMES = {
    "v1": r"v_{{1, {0}}}^{{({1})}}",
    "v2": r"v_{{2, {0}}}^{{({1})}}",
    "theta": r"\theta" + _k,
}
ROUND = (t - 1, T - t)
EVERY, PATH = (*ROUND, k - 1, K - k), (*ROUND, k - 1, K + 1 - k)
GAME, ALG = "the stretched simplex", "Algorithm 2, either feedback"


def path(choice: sp.Expr, at: sp.Expr) -> sp.Expr:
    """Return a coordinate of x^(at): the mean of what the learners before chose."""
    return sp.Sum(choice, (i, 1, at - 1)) / K


x1, u = path(v1(t, i), k), path(v2(t, i), k) / stretch
played_1, played_2 = path(v1(t, i), K + 1), path(v2(t, i), K + 1) / stretch
ascent_1 = v1(t, k) + mu * (weight(k) * (1 + bonus - x1 - u) - lam(t))
ascent_2 = v2(t, k) + mu * (weight(k) * (1 - x1) - lam(t)) / stretch

STIFF = say("1/s^2 <= c", 1 / stretch**2, "<=", bonus, (), GAME)
LOW_2 = say("0 <= v_2", ZERO, "<=", v2(t, k), EVERY, "v is in X")
EDGE = say("v_1 + v_2/s <= 1", v1(t, k) + v2(t, k) / stretch, "<=", ONE, EVERY, "v is in X")
STEP_1 = say(
    "projection on X, first coordinate", v1(t + 1, k), "=",
    sp.Max(0, ascent_1 - theta(t, k)), EVERY, f"{ALG}: [y - theta (1, 1/s)]_+",
)  # fmt: skip
STEP_2 = say(
    "projection on X, second coordinate", v2(t + 1, k), "=",
    sp.Max(0, ascent_2 - theta(t, k) / stretch), EVERY, f"{ALG}: [y - theta (1, 1/s)]_+",
)  # fmt: skip
START_1 = say("v_1 = 0 at first", v1(1, k), "=", ZERO, EVERY[2:], ALG)
START_2 = say("v_2 = 0 at first", v2(1, k), "=", ZERO, EVERY[2:], ALG)
UTILITY = say(
    "f = (1 + c) x_1 + u - x_1^2/2 - x_1 u", f(t), "=",
    (1 + bonus) * played_1 + played_2 - played_1**2 / 2 - played_1 * played_2, ROUND, GAME,
)  # fmt: skip
BEST = say("f(0, s) = 1", fs(t), "=", ONE, ROUND, GAME)

above = sp.Max(0, v2(t, k) - v1(t, k) / stretch)  # by how much learner k is over the line
crossed = sp.Sum(above, (k, 1, K))


def below_line(hypothesis: Fact) -> Fact:
    """v_2 <= v_1/s for every learner, if the sum of what they are over the line is 0."""
    begin = rule.sum_over(rule.nonnegative(above.subs(k, i)), i, ONE, k - 1)
    end = rule.sum_over(rule.nonnegative(above.subs(k, i)), i, k + 1, K)
    whole = rule.split(sp.Sum(above.subs(k, i), (i, 1, K)), k - 1)
    rest = rule.split(sp.Sum(above.subs(k, i), (i, k, K)), k)
    renamed = rule.restate(hypothesis, sp.Sum(above.subs(k, i), (i, 1, K)), "<=", ZERO)
    found = rule.conclude(
        v2(t, k), "<=", v1(t, k) / stretch, maxima.at_least(v2(t, k) - v1(t, k) / stretch),
        renamed, begin, end, (-1, whole), (-1, rest),
    )  # fmt: skip
    return rule.under(found, *EVERY)


def _up_to(fact: Fact) -> Fact:
    """Put a fact about learner k in the form for learner i < k."""
    return rule.under(rule.instance(fact, {k: i}), *ROUND, i - 1, k - 1 - i, K + 1 - k)


def little(line: Fact) -> Fact:
    """u^(k) <= 1/s^2 <= c, if no learner is over the line."""
    short = rule.conclude(v1(t, k), "<=", ONE, assume(EDGE), rule.scale(assume(LOW_2), 1 / stretch))
    each = rule.conclude(v2(t, k), "<=", 1 / stretch, line, (1 / stretch, short))
    summed = rule.sum_over(_up_to(each), i, ONE, k - 1)
    fewer = rule.scale(rule.nonnegative(K + 1 - k, (K + 1 - k,)), 1 / (K * stretch**2))
    found = rule.conclude(u, "<=", bonus, (1 / (K * stretch), summed), fewer, assume(STIFF))
    return rule.under(found, *PATH)


@cache
def kept() -> Fact:
    """No learner is over the line, in any round."""

    def step(hypothesis: Fact) -> Fact:
        line = below_line(hypothesis)
        flat = rule.scale(rule.under(little(line), *EVERY), mu * weight(k) / stretch)
        reached = maxima.at_least(ascent_1 - theta(t, k))
        moved = rule.conclude(
            ascent_2 - theta(t, k) / stretch, "<=",
            sp.Max(0, ascent_1 - theta(t, k)) / stretch, line, flat, (1 / stretch, reached),
        )  # fmt: skip
        sign = rule.nonnegative(sp.Max(0, ascent_1 - theta(t, k)) / stretch)
        stays = rule.conclude(
            v2(t + 1, k) - v1(t + 1, k) / stretch, "<=", ZERO, maxima.at_most(moved, sign),
            (-1 / stretch, assume(STEP_1)), assume(STEP_2),
        )  # fmt: skip
        none = maxima.at_most(stays, rule.nonnegative(ZERO))
        return rule.sum_over(none, k, ONE, K)

    start = rule.conclude(
        v2(1, k) - v1(1, k) / stretch, "<=", ZERO, (-1 / stretch, assume(START_1)), assume(START_2)
    )
    base = rule.sum_over(maxima.at_most(start, rule.nonnegative(ZERO)), k, ONE, K)
    found = rule.induction(t, ONE, (crossed, "<=", ZERO), base, step, last=T + 1)
    return found.named("no learner crosses the line")


@cache
def utility() -> Fact:
    """f(x_t) <= 1/2 + c."""
    line = below_line(rule.under(kept(), *ROUND))
    few = rule.under(rule.instance(little(line), {k: K + 1}), *ROUND)
    some = rule.sum_over(rule.instance(assume(LOW_2), {k: i}), i, ONE, K)
    inside = rule.sum_over(rule.instance(assume(EDGE), {k: i}), i, ONE, K)
    left = 1 - played_1 - played_2
    spare = rule.conclude(ZERO, "<=", left, (1 / K, inside))
    positive = rule.conclude(ZERO, "<=", played_2, (1 / (K * stretch), some))
    found = rule.conclude(
        f(t), "<=", HALF + bonus, assume(UTILITY), (bonus, spare), (HALF, rule.square(left)),
        rule.scale(few, played_2, positive), (HALF, rule.square(played_2)),
    )  # fmt: skip
    return found.named("utility near the corner")


@cache
def trap() -> Fact:
    """R_T >= (1/2 - 1/e - c) T: both feedbacks, from the origin, for all step sizes, K, W and T."""
    best = rule.sum_over(assume(BEST), t, ONE, T)
    earned = rule.sum_over(utility(), t, ONE, T)
    kept_ = 1 - sp.exp(-1)
    found = rule.conclude(
        (HALF - sp.exp(-1) - bonus) * T, "<=", total(benchmark), earned, (-kept_, best)
    )
    return found.named("the trap from the origin")


def prove() -> dict[str, Fact]:
    """Prove that no learner crosses the line, what that is worth, and the regret.

    >>> list(prove())
    ['corner-line', 'corner-utility', 'corner']
    """
    return {"corner-line": kept(), "corner-utility": utility(), "corner": trap()}

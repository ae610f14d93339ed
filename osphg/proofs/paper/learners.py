"""The K learners: regret of gradient ascent on their payoffs, and the size of one payoff.

Everything is said for a weight w in [0, 1] before the gradient of f: w_k is the repaired
feedback, 1 the published one.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import ascent as gradient_ascent
from osphg.proofs.paper import climb
from osphg.proofs.paper.climb import EVERY, gv, gx, mean, payoff, pv, px
from osphg.proofs.paper.symbols import K, R, T, beta, k, lam, mu, t
from osphg.proofs.paper.windows import over_rounds

ng = sp.Function("|grad f|", nonnegative=True)  # the norm of grad f_t(x_t^(k))
np_ = sp.Function("|p|", nonnegative=True)  # the norm of p_t
gp = sp.Function("gp", real=True)  # <grad f_t(x_t^(k)), p_t>
apart = sp.Function("|x-v|", nonnegative=True)  # the distance of v_t^(k) from x*
NAMES = {
    **climb.NAMES,
    "|grad f|": r"\lVert \nabla_{{{0}}}^{{({1})}} \rVert",
    "|p|": r"\lVert p_{{{0}}} \rVert",
    "gp": r"\langle \nabla_{{{0}}}^{{({1})}}, p_{{{0}}} \rangle",
    "|x-v|": r"\lVert x^* - v_{{{0}}}^{{({1})}} \rVert",
}

STEEP_F = Assumption(
    "|grad f| <= beta", ng(t, k), "<=", beta, (t, k), EVERY, "section 3.2, Lipschitz"
)
STEEP_G = Assumption("|p| <= beta", np_(t), "<=", beta, (t,), EVERY[:2], "section 3.2, Lipschitz")
WITHIN = Assumption("|x* - v| <= R", apart(t, k), "<=", R, (t, k), EVERY, "section 3.2")
CAUCHY_F = Assumption(
    "<grad f, x* - v> by Cauchy-Schwarz", sp.Abs(gx(t, k) - gv(t, k)), "<=",
    ng(t, k) * apart(t, k), (t, k), EVERY, "Cauchy-Schwarz",
)  # fmt: skip
CAUCHY_G = Assumption(
    "<p, x* - v> by Cauchy-Schwarz", sp.Abs(px(t) - pv(t, k)), "<=",
    np_(t) * apart(t, k), (t, k), EVERY, "Cauchy-Schwarz",
)  # fmt: skip


def square(weight: sp.Expr, sign: int = -1) -> sp.Expr:
    """Return |w grad f_t(x^(k)) + sign lambda_t p_t|^2, multiplied out."""
    cross = 2 * sign * weight * lam(t) * gp(t, k)
    return weight**2 * ng(t, k) ** 2 + cross + lam(t) ** 2 * np_(t) ** 2


def length(weight: sp.Expr) -> Assumption:
    """Return that the square of a length is not negative."""
    return Assumption(
        f"0 <= |w grad f + lambda p|^2, w = {weight}", sp.Integer(0), "<=", square(weight, 1),
        (t, k), EVERY, "a squared length",
    )  # fmt: skip


def projected(weight: sp.Expr) -> Assumption:
    """Return that projecting onto X brings no learner further from x*."""
    moved = apart(t, k) ** 2 - 2 * mu * payoff(weight) + mu**2 * square(weight)
    return Assumption(
        f"projection is nonexpansive, w = {weight}", apart(t + 1, k) ** 2, "<=", moved,
        (t, k), EVERY, "Algorithm 2, gradient ascent",
    )  # fmt: skip


def cited(weight: sp.Expr) -> Assumption:
    """Return the regret bound as the paper cites it; `ascent` proves a better one."""
    return Assumption(
        f"regret of online gradient ascent, w = {weight}", over_rounds(payoff(weight)),
        "<=", R**2 / mu + mu / 2 * over_rounds(square(weight)),
        (k,), EVERY[2:], "Hazan 2016, Theorem 3.1", True,
    )  # fmt: skip


def weight_bounds(weight: sp.Expr) -> tuple[Fact, Fact]:
    """Prove 0 <= w and w <= 1."""
    if weight == 1:
        one = sp.Integer(1)
        return rule.nonnegative(one), rule.identity(one, one)
    return climb.weight_bounds()


@cache
def ascent(weight: sp.Expr) -> Fact:
    """Regret of each learner: half of R^2/mu, plus mu/2 times the squared payoffs."""
    first = rule.instance(assume(WITHIN), {t: sp.Integer(1)})
    start = rule.conclude(apart(1, k) ** 2, "<=", R**2, (apart(1, k) + R, first))
    found = gradient_ascent.regret(
        projected(weight), apart(t, k) ** 2, payoff(weight), square(weight), start
    )
    return found.named("regret of gradient ascent")


@cache
def payoff_square(weight: sp.Expr) -> Fact:
    """|w grad f - lambda p|^2 <= 2 beta^2 + 2 beta^2 lambda^2."""
    low, high = weight_bounds(weight)
    shrunk = rule.conclude(weight**2, "<=", sp.Integer(1), rule.scale(high, weight, low), high)
    first = rule.conclude(
        weight**2 * ng(t, k) ** 2, "<=", beta**2,
        (ng(t, k) ** 2, shrunk), (ng(t, k) + beta, assume(STEEP_F)),
    )  # fmt: skip
    return gradient_ascent.size(square(weight), length(weight), first, assume(STEEP_G))


def regret(weight: sp.Expr, each: Fact) -> Fact:
    """Regret of the average learner, from `each` learner's (`ascent` or `cited`)."""
    squares = rule.sum_over(payoff_square(weight), t, sp.Integer(1), T)
    bounded = rule.add(each, rule.scale(squares, mu / 2))
    averaged = rule.sum_over(bounded, k, sp.Integer(1), K)
    start = each.rhs - mu / 2 * over_rounds(square(weight))
    right = start + beta**2 * mu * T + beta**2 * mu * over_rounds(lam(t) ** 2)
    exchanged = gradient_ascent.exchanged(payoff(weight))
    return rule.conclude(
        over_rounds(mean(payoff(weight))), "<=", right, (1 / K, averaged), (1 / K, exchanged)
    )


@cache
def average(weight: sp.Expr) -> Fact:
    """Regret of the average learner by gradient ascent."""
    return regret(weight, ascent(weight))


@cache
def edge(weight: sp.Expr) -> Fact:
    """Bound what a round may take from the edges: -payoff <= beta R + beta R mu G (t-1)."""
    low, high = weight_bounds(weight)
    missed = gv(t, k) - gx(t, k)
    slope = gradient_ascent.along(missed, CAUCHY_F, assume(STEEP_F), WITHIN)
    fallen = rule.conclude(
        weight * missed, "<=", beta * R, rule.scale(slope, weight, low), (beta * R, high)
    )
    spent = gradient_ascent.along(px(t) - pv(t, k), CAUCHY_G, assume(STEEP_G), WITHIN)
    one = rule.under(gradient_ascent.edge(payoff(weight), fallen, spent), *EVERY)
    averaged = rule.sum_over(one, k, sp.Integer(1), K)
    return rule.conclude(-mean(payoff(weight)), "<=", one.rhs, (1 / K, averaged))


def prove() -> dict[str, Fact]:
    """Prove the statements of this module, for the weighted feedback."""
    weight = climb.w(k)
    return {
        "learner-regret": ascent(weight),
        "learner-square": payoff_square(weight),
        "learner-average": average(weight),
        "learner-edge": edge(weight),
    }

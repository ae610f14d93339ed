"""The K learners: regret of gradient ascent on their payoffs, and the size of one payoff.

Everything is said for a weight w in [0, 1] before the gradient of f: w_k is the repaired
feedback, 1 the published one.
"""

from __future__ import annotations

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume, sums
from osphg.proofs.paper import climb, lemma41, windows
from osphg.proofs.paper.climb import EVERY, gv, gx, mean, payoff, pv, px
from osphg.proofs.paper.symbols import G, K, R, T, beta, i, k, lam, mu, t

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
        f"regret of online gradient ascent, w = {weight}", sp.Sum(payoff(weight), (t, 1, T)),
        "<=", R**2 / mu + mu / 2 * sp.Sum(square(weight), (t, 1, T)),
        (k,), EVERY[2:], "Hazan 2016, Theorem 3.1", True,
    )  # fmt: skip


def weight_bounds(weight: sp.Expr) -> tuple[Fact, Fact]:
    """Prove 0 <= w and w <= 1."""
    if weight == 1:
        one = sp.Integer(1)
        return rule.nonnegative(one), rule.identity(one, one)
    return climb.weight_bounds()


def ascent(weight: sp.Expr) -> Fact:
    """Regret of each learner: half of R^2/mu, plus mu/2 times the squared payoffs."""
    each = sums.sum_over(assume(projected(weight)), t, sp.Integer(1), T)
    distance = sp.Lambda(i, apart(i, k) ** 2)
    fallen = rule.instance(windows.telescoping(), {windows.a: distance})
    first = rule.instance(assume(WITHIN), {t: sp.Integer(1)})
    start = rule.scale(first, apart(1, k) + R)
    last = rule.nonnegative(apart(T + 1, k) ** 2)
    right = R**2 / (2 * mu) + mu / 2 * sp.Sum(square(weight), (t, 1, T))
    factor = 1 / (2 * mu)
    return rule.conclude(
        sp.Sum(payoff(weight), (t, 1, T)), "<=", right,
        (factor, each), (factor, fallen), (factor, start), (factor, last),
    ).named("regret of gradient ascent")  # fmt: skip


def payoff_square(weight: sp.Expr) -> Fact:
    """|w grad f - lambda p|^2 <= 2 beta^2 + 2 beta^2 lambda^2."""
    low, high = weight_bounds(weight)
    at_most_w = rule.scale(high, weight, low)
    shrunk = rule.conclude(weight**2, "<=", sp.Integer(1), at_most_w, high)
    steep_f = rule.scale(assume(STEEP_F), ng(t, k) + beta)
    steep_g = rule.scale(assume(STEEP_G), np_(t) + beta)
    return rule.conclude(
        square(weight), "<=", 2 * beta**2 + 2 * beta**2 * lam(t) ** 2,
        assume(length(weight)), (2 * ng(t, k) ** 2, shrunk), (2, steep_f),
        (2 * lam(t) ** 2, steep_g),
    )  # fmt: skip


def regret(weight: sp.Expr, each: Fact) -> Fact:
    """Regret of the average learner, from `each` learner's (`ascent` or `cited`)."""
    squares = sums.sum_over(payoff_square(weight), t, sp.Integer(1), T)
    bounded = rule.add(each, rule.scale(squares, mu / 2))
    averaged = sums.sum_over(bounded, k, sp.Integer(1), K)
    by_round, by_learner = ((k, 1, K), (t, 1, T)), ((t, 1, T), (k, 1, K))
    exchanged = rule.restate(
        sums.swap(sp.Sum(payoff(weight), *by_round)),
        sp.Sum(payoff(weight), *by_round), "=", sp.Sum(payoff(weight), *by_learner),
    )  # fmt: skip
    left = sp.Sum(mean(payoff(weight)), (t, 1, T))
    start = each.rhs - mu / 2 * sp.Sum(square(weight), (t, 1, T))
    right = start + beta**2 * mu * T + beta**2 * mu * sp.Sum(lam(t) ** 2, (t, 1, T))
    return rule.conclude(left, "<=", right, (1 / K, averaged), (1 / K, exchanged))


def edge(weight: sp.Expr) -> Fact:
    """Bound what a round may take from the edges: -payoff <= beta R + beta R mu G (t-1)."""
    low, high = weight_bounds(weight)
    near = rule.under(rule.conclude(
        ng(t, k) * apart(t, k), "<=", beta * R, (apart(t, k), assume(STEEP_F)),
        (beta, assume(WITHIN)),
    ), *EVERY)  # fmt: skip
    cheap = rule.conclude(
        np_(t) * apart(t, k), "<=", beta * R, (apart(t, k), assume(STEEP_G)),
        (beta, assume(WITHIN)),
    )  # fmt: skip
    slope = rule.conclude(
        gv(t, k) - gx(t, k), "<=", beta * R,
        rule.absolute(gv(t, k) - gx(t, k)), assume(CAUCHY_F), near,
    )  # fmt: skip
    spent = rule.conclude(
        px(t) - pv(t, k), "<=", beta * R, rule.absolute(px(t) - pv(t, k)), assume(CAUCHY_G), cheap
    )
    grown = rule.instance(lemma41.growth(), {t: t - 1})
    one = rule.conclude(
        -payoff(weight), "<=", beta * R + beta * R * mu * G * (t - 1),
        rule.scale(slope, weight, low), rule.scale(high, beta * R),
        rule.scale(spent, lam(t), lemma41.nonnegative()), (beta * R, grown),
    )  # fmt: skip
    one = rule.under(one, *EVERY)
    averaged = sums.sum_over(one, k, sp.Integer(1), K)
    right = beta * R + beta * R * mu * G * (t - 1)
    return rule.conclude(-mean(payoff(weight)), "<=", right, (1 / K, averaged))


def prove() -> dict[str, Fact]:
    """Prove the statements of this module, for the weighted feedback."""
    weight = climb.w(k)
    return {
        "learner-regret": ascent(weight),
        "learner-square": payoff_square(weight),
        "learner-average": regret(weight, ascent(weight)),
        "learner-edge": edge(weight),
    }

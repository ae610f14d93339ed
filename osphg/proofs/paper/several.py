"""Several budgets, a multiplier for each: the dual inequality, and the violation of all together.

Budget j = 1..m has lambda_{t,j} and g_{t,j}(x_t) = <p_{t,j}, x_t> - b_j; vectors of m numbers enter
by their components and Euclidean lengths. The learners see one price, q_t = P_t' lambda_t. As in
`spending` they are compared with the decision 0, so that no diminishing returns are needed.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import ascent, learners, lemma43, spending, theorems, windows
from osphg.proofs.paper.climb import EVERY, ROUND, gv, gx, mean
from osphg.proofs.paper.learners import ng
from osphg.proofs.paper.lemma43 import ONE, WEIGHTED, total
from osphg.proofs.paper.symbols import KEEP, G, K, R, T, beta, c, delta, i, k, mu, t
from osphg.proofs.paper.theorems import ZERO, d

m = sp.Symbol("m", integer=True, positive=True)  # how many budgets
j = sp.Symbol("j", integer=True)
lams = sp.Function("lambda^b", nonnegative=True)  # lambda_{t,j}
over = sp.Function("g^b", real=True)  # g_{t,j}(x_t)
ell = sp.Function("ell", nonnegative=True)  # the multipliers to compare with
share = sp.Function("b^b", nonnegative=True)  # B_j/T
qv = sp.Function("qv", real=True)  # <q_t, v_t^(k)>
gq = sp.Function("gq", real=True)  # <grad f_t(x_t^(k)), q_t>
NAMES = {
    **spending.NAMES,
    "lambda^b": r"\lambda_{{{0},{1}}}",
    "g^b": r"g_{{{0},{1}}}(x_{{{0}}})",
    "ell": r"\lambda_{{{0}}}",
    "b^b": r"b_{{{0}}}",
    "qv": r"\langle q_{{{0}}}, v_{{{0}}}^{{({1})}} \rangle",
    "gq": r"\langle \nabla_{{{0}}}^{{({1})}}, q_{{{0}}} \rangle",
    "|q|": r"\lVert q_{{{0}}} \rVert",
}
nq = sp.Function("|q|", nonnegative=True)  # the norm of q_t

EACH = (*ROUND, j - 1, m - j)


def all_budgets(term: sp.Expr) -> sp.Sum:
    """Sum of term(j) over all budgets."""
    return sp.Sum(term, (j, 1, m))


UPDATES = Assumption(
    "dual updates", lams(t + 1, j), "=", sp.Max(0, c * lams(t, j) + mu * over(t, j)), (t, j), EACH,
    "definition",
)  # fmt: skip
STARTS = Assumption("lambda_{1,j} = 0", lams(1, j), "=", ZERO, (j,), EACH[2:], "definition")
LONG = Assumption(
    "|g_t(x_t)|^2 <= G^2", all_budgets(over(t, j) ** 2), "<=", G**2, (t,), ROUND, "definition of G"
)
SPENT = Assumption(
    "<lambda_t, g_t(x_t)> by its learners", all_budgets(lams(t, j) * over(t, j)), "=",
    mean(qv(t, k)) - all_budgets(lams(t, j) * share(j)), (t,), ROUND,
    "g linear, x_t = (1/K) sum v^(k), q = P' lambda",
)  # fmt: skip
PRICED = Assumption(
    "|P' lambda|^2 <= beta^2 |lambda|^2", nq(t) ** 2, "<=",
    beta**2 * all_budgets(lams(t, j) ** 2), (t,), ROUND, "definition of beta",
)  # fmt: skip
squares = total(all_budgets(lams(t, j) ** 2))
compared = all_budgets(ell(j) ** 2)  # |ell|^2
positive = sp.Max(0, sp.Sum(over(i, j), (i, 1, T)))  # [C_j]_+
length = all_budgets(positive**2)  # |[C]_+|^2


def square(weight: sp.Expr, sign: int = -1) -> sp.Expr:
    """Return |w grad f_t(x^(k)) + sign q_t|^2, multiplied out."""
    return weight**2 * ng(t, k) ** 2 + 2 * sign * weight * gq(t, k) + nq(t) ** 2


def payoff(weight: sp.Expr) -> sp.Expr:
    """Return <w grad f_t(x^(k)) - q_t, 0 - v^(k)>."""
    return weight * (gx(t, k) - gv(t, k)) + qv(t, k)


def size(weight: sp.Expr) -> Assumption:
    """Return that the square of a length is not negative."""
    return Assumption(
        f"0 <= |w grad f + P' lambda|^2, w = {weight}", ZERO, "<=", square(weight, 1), (t, k),
        EVERY, "a squared length",
    )  # fmt: skip


def projected(weight: sp.Expr) -> Assumption:
    """Return that projecting onto X brings no learner further from 0."""
    moved = learners.apart(t, k) ** 2 - 2 * mu * payoff(weight) + mu**2 * square(weight)
    return Assumption(
        f"projection is nonexpansive, price P' lambda, w = {weight}",
        learners.apart(t + 1, k) ** 2, "<=", moved, (t, k), EVERY, "Algorithm 2, gradient ascent",
    )  # fmt: skip


@cache
def one_budget() -> Fact:
    """Bound what a round adds to the regret of one multiplier, as in `dual`."""
    x, old = c * lams(t, j) + mu * over(t, j), lams(t, j) - ell(j)
    closer = rule.conclude(
        (sp.Max(0, x) - ell(j)) ** 2, "<=", (x - ell(j)) ** 2,
        (sp.Abs(x) / 2 + ell(j), rule.absolute(x)),
    )  # fmt: skip
    updated = rule.restate(assume(UPDATES), sp.Max(0, x), "=", lams(t + 1, j))
    stepped = rule.substitute(rule.substitute(closer, updated), assume(KEEP))
    fall = old**2 - (lams(t + 1, j) - ell(j)) ** 2
    return rule.conclude(
        (ell(j) - lams(t, j)) * over(t, j) + delta * mu / 2 * (lams(t, j) ** 2 - ell(j) ** 2), "<=",
        fall / (2 * mu) + mu * over(t, j) ** 2 + delta**2 * mu**3 * lams(t, j) ** 2,
        (1 / (2 * mu), stepped), (delta * mu / 2, rule.square(old)),
        (mu / 2, rule.square(over(t, j) + delta * mu * lams(t, j))),
    )  # fmt: skip


@cache
def dual() -> Fact:
    """Sum over the budgets, then over the rounds."""
    each = rule.add(rule.sum_over(one_budget(), j, ONE, m), rule.scale(assume(LONG), mu))
    path = sp.Lambda(i, all_budgets((lams(i, j) - ell(j)) ** 2))
    collapsed = rule.instance(windows.telescoping(), {windows.a: path})
    first = rule.conclude(
        (lams(1, j) - ell(j)) ** 2, "=", ell(j) ** 2, (lams(1, j) - 2 * ell(j), assume(STARTS))
    )
    last = rule.sum_over(rule.square(lams(T + 1, j) - ell(j)), j, ONE, m)
    gained = total(all_budgets((ell(j) - lams(t, j)) * over(t, j)))
    found = rule.conclude(
        gained + delta * mu / 2 * squares - delta * mu / 2 * T * compared, "<=",
        compared / (2 * mu) + mu * G**2 * T + delta**2 * mu**3 * squares,
        rule.sum_over(each, t, ONE, T), (1 / (2 * mu), collapsed),
        (1 / (2 * mu), rule.sum_over(first, j, ONE, m)), (1 / (2 * mu), last),
    )  # fmt: skip
    return found.named("regret of several multipliers")


@cache
def one_round(weight: sp.Expr) -> Fact:
    """<lambda_t, g_t(x_t)> <= what the average learner misses against 0, plus beta R."""
    low, high = learners.weight_bounds(weight)
    missed = gv(t, k) - gx(t, k)
    steep = ascent.along(missed, learners.CAUCHY_F, assume(learners.STEEP_F), learners.WITHIN)
    fallen = rule.conclude(
        weight * missed, "<=", beta * R, rule.scale(steep, weight, low), (beta * R, high)
    )
    priced = rule.scale(rule.nonnegative(share(j)), lams(t, j), rule.nonnegative(lams(t, j)))
    saved = rule.sum_over(priced, j, ONE, m)
    found = rule.conclude(
        all_budgets(lams(t, j) * over(t, j)), "<=", mean(payoff(weight)) + beta * R,
        (1 / K, rule.sum_over(fallen, k, ONE, K)), assume(SPENT), saved,
    )  # fmt: skip
    return rule.under(found, *ROUND)


@cache
def learned(weight: sp.Expr) -> Fact:
    """Regret of the average learner that is paid along w grad f_t - P_t' lambda_t."""
    low, high = learners.weight_bounds(weight)
    shrunk = rule.conclude(weight**2, "<=", ONE, rule.scale(high, weight, low), high)
    start = rule.instance(assume(learners.WITHIN), {t: ONE})
    near = rule.conclude(learners.apart(1, k) ** 2, "<=", R**2, (learners.apart(1, k) + R, start))
    alone = ascent.regret(
        projected(weight), learners.apart(t, k) ** 2, payoff(weight), square(weight), near
    )
    short = rule.conclude(
        square(weight), "<=", 2 * beta**2 + 2 * beta**2 * all_budgets(lams(t, j) ** 2),
        assume(size(weight)), (2 * ng(t, k) ** 2, shrunk),
        (2 * (ng(t, k) + beta), assume(learners.STEEP_F)), (2, assume(PRICED)),
    )  # fmt: skip
    bounded = rule.add(alone, rule.scale(rule.sum_over(short, t, ONE, T), mu / 2))
    return rule.conclude(
        total(mean(payoff(weight))), "<=",
        R**2 / (2 * mu) + beta**2 * mu * T + beta**2 * mu * squares,
        (1 / K, rule.sum_over(bounded, k, ONE, K)), (1 / K, ascent.exchanged(payoff(weight))),
    )  # fmt: skip


@cache
def any_multipliers(weight: sp.Expr) -> Fact:
    """Bound the violations against any lambda >= 0 in R^m."""
    sign = rule.scale(
        rule.sum_over(rule.sum_over(rule.square(lams(t, j)), j, ONE, m), t, ONE, T), mu
    )
    absorbed = rule.scale(lemma43.parameters(), mu * squares, sign)
    swapped = rule.swap(sp.Sum(ell(j) * over(t, j), (j, 1, m), (t, 1, T)))
    return rule.conclude(
        all_budgets(ell(j) * total(over(t, j))) - (delta * mu * T + 1 / mu) / 2 * compared,
        "<=", spending.right, rule.sum_over(one_round(weight), t, ONE, T), learned(weight),
        dual(), absorbed, (-1, swapped),
    ).named("the violations against any multipliers")  # fmt: skip


@cache
def violation(weight: sp.Expr) -> Fact:
    """|[C_T]_+|^2 <= 2 d right, at lambda = [C_T]_+ / d: the square of the bound for one budget."""
    best = {ell: sp.Lambda(j, positive / d)}
    chosen = rule.instance(any_multipliers(weight), best, (positive / d,))
    same = rule.identity(positive * total(over(t, j)), positive**2)
    return rule.conclude(
        length, "<=", 2 * d * spending.right,
        (2 * d, chosen), (-2, rule.sum_over(same, j, ONE, m)), (-length / d, assume(spending.SUM)),
    ).named("the violations, squared")  # fmt: skip


@cache
def in_orders(weight: sp.Expr) -> Fact:
    """|[C_T]_+|^2 <= B^2 W^(1/2) T^(3/2), with the B of one budget."""
    scale, level = theorems.scale_of_square(spending.SUM), spending.level
    return rule.conclude(
        length, "<=", scale.rhs * level * T,
        violation(weight), (2 * d, spending.inside()), (level * T, scale),
    ).named("the violations, squared, in orders")  # fmt: skip


def prove() -> dict[str, Fact]:
    """Prove the violation of several budgets, for the weighted feedback and the published one.

    >>> prove()["several-square"].lhs
    Sum(Max(0, Sum(g^b(i, j), (i, 1, T)))**2, (j, 1, m))
    """
    return {
        "several-dual": dual(),
        "several-learned": learned(WEIGHTED),
        "several-multipliers": any_multipliers(WEIGHTED),
        "several-square": violation(WEIGHTED),
        "several-violation": in_orders(WEIGHTED),
        "several-square-published": violation(ONE),
        "several-violation-published": in_orders(ONE),
    }

"""No lower bound of the order sqrt(W T) holds for every player: surviving experts need log T.

N decisions are experts. Their weights grow by 1 + eps f_t/F, and an expert dies in the first round
that costs it more than the allowance. The player draws one by its weight, and plays (1 - kappa)
times it. L_t is the logarithm of all weights, l_t that of the comparator's; what dies in round t is
the share d_t. No property of f_t is used but 0 <= f_t <= F, and that the smaller decision is worth
1 - kappa of the larger one. A round may be a window: of W rounds, with W F, W G and W b.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import windows
from osphg.proofs.paper.climb import EXPONENTIAL
from osphg.proofs.paper.climb import y as any_number
from osphg.proofs.paper.lemma43 import total
from osphg.proofs.paper.symbols import F, G, T, b, i, t

ZERO, ONE = sp.Integer(0), sp.Integer(1)
eps, kappa = sp.symbols("epsilon kappa", positive=True)
alpha = sp.Symbol("alpha", positive=True)
many = sp.Symbol("lnN", positive=True)
best = sp.Function("f^*", nonnegative=True)  # of the comparator, an expert that survives
f, g = sp.Function("f", real=True), sp.Function("g", real=True)  # of the player, in the mean
drawn = sp.Function("fbar", real=True)  # mean utility of the experts, by their weights
dead = sp.Function("d", nonnegative=True)
L, own = sp.Function("L", real=True), sp.Function("l", real=True)
NAMES = {"lnN": r"\ln N", "fbar": r"\bar f"}

ROUND = (t - 1, T - t)
RULE = "surviving experts"


def _say(
    name: str, lhs: sp.Expr, relation: str, rhs: sp.Expr, where: tuple[sp.Expr, ...], source: str
) -> Assumption:
    return Assumption(name, lhs, relation, rhs, (t,) if where else (), where, source)


growth = eps * best(t) / F
ALL = _say(
    "the sum of all weights, in a round", sp.exp(L(t + 1) - L(t)), "<=",
    1 + eps * drawn(t) / F - dead(t), ROUND, RULE,
)  # fmt: skip
ONES = _say("all weights are 1 at first", L(1), "=", many, (), RULE)
SURVIVOR = _say(
    "the weight of the comparator, in a round", sp.exp(own(t) - own(t + 1)) * (1 + growth), "=",
    ONE, ROUND, f"{RULE}, x* is one",
)  # fmt: skip
ITS_ONE = _say("its weight is 1 at first", own(1), "=", ZERO, (), RULE)
ONE_OF = _say("its weight is one of all", own(T + 1), "<=", L(T + 1), (), RULE)
AT_MOST = _say("f(x*) <= F", best(t), "<=", F, ROUND, "section 3.2")
DRAWN = _say("the mean of f is at most F", drawn(t), "<=", F, ROUND, "section 3.2")
SMALLER = _say(
    "f((1 - kappa) x) >= (1 - kappa) f(x)", (1 - kappa) * drawn(t), "<=", f(t), ROUND,
    "concave along rays, f(0) = 0",
)  # fmt: skip
COST = _say(
    "g of the player", g(t), "<=", (1 - kappa) * G * dead(t) - kappa * b, ROUND,
    "who does not die has g <= 0, the others g <= G",
)  # fmt: skip
SAVING = _say("eps G <= kappa b", eps * G, "<=", kappa * b, (), "choice of eps")
MODEST = _say("kappa <= 1", kappa, "<=", ONE, (), "choice of kappa")
RATE = _say("alpha (1 + eps) <= 1 - kappa", alpha * (1 + eps), "<=", 1 - kappa, (), "choice")


def line(at: sp.Expr) -> Fact:
    """1 + x <= exp(x)."""
    return rule.instance(assume(EXPONENTIAL), {any_number: at})


@cache
def all_weights() -> Fact:
    """L_{T+1} <= ln N + sum_t (eps f_t/F - d_t)."""
    change = eps * drawn(t) / F - dead(t)
    each = rule.conclude(L(t + 1) - L(t), "<=", change, line(L(t + 1) - L(t)), assume(ALL))
    path = rule.instance(windows.telescoping(), {windows.a: sp.Lambda(i, L(i))})
    return rule.conclude(
        L(T + 1), "<=", many + total(change), rule.sum_over(each, t, ONE, T), path, assume(ONES)
    )


@cache
def survivor() -> Fact:
    """(eps/((1 + eps) F)) sum_t f_t(x*) <= l_{T+1}."""
    back = rule.scale(line(own(t) - own(t + 1)), 1 + growth)
    lost = rule.conclude(growth, "<=", (own(t + 1) - own(t)) * (1 + growth), back, assume(SURVIVOR))
    slow = rule.scale(assume(AT_MOST), eps / F * growth / ((1 + growth) * (1 + eps)))
    each = rule.conclude(
        growth / (1 + eps), "<=", own(t + 1) - own(t), (1 / (1 + growth), lost), slow
    )
    path = rule.instance(windows.telescoping(), {windows.a: sp.Lambda(i, own(i))})
    return rule.conclude(
        total(growth) / (1 + eps), "<=", own(T + 1), rule.sum_over(each, t, ONE, T), (-1, path),
        (-1, assume(ITS_ONE)),
    )  # fmt: skip


@cache
def compared() -> Fact:
    """Bound what the experts earn in the mean, and what dies of them."""
    found = rule.conclude(
        total(best(t)) / (1 + eps) + F / eps * total(dead(t)), "<=",
        total(drawn(t)) + F / eps * many,
        (F / eps, survivor()), (F / eps, assume(ONE_OF)), (F / eps, all_weights()),
    )  # fmt: skip
    return found.named("surviving experts")


@cache
def regret() -> Fact:
    """Alpha sum_t f_t(x*) - sum_t f_t(x_t) <= F ln N/eps."""
    sign = rule.conclude(ZERO, "<=", 1 - kappa, assume(MODEST))
    earned = rule.sum_over(assume(SMALLER), t, ONE, T)
    gone = rule.nonnegative(F / eps * dead(t))
    none = rule.scale(rule.sum_over(gone, t, ONE, T), 1 - kappa, sign)
    worth = rule.sum_over(rule.nonnegative(best(t)), t, ONE, T)
    found = rule.conclude(
        alpha * total(best(t)) - total(f(t)), "<=", F / eps * many,
        rule.scale(compared(), 1 - kappa, sign), earned, none,
        rule.scale(rule.scale(assume(RATE), 1 / (1 + eps)), total(best(t)), worth),
        (kappa * F / eps, rule.nonnegative(many)),
    )  # fmt: skip
    return found.named("the regret of surviving experts")


@cache
def violation() -> Fact:
    """C_T <= G ln N."""
    sign = rule.conclude(ZERO, "<=", 1 - kappa, assume(MODEST))
    top = rule.sum_over(assume(DRAWN), t, ONE, T)
    worth = rule.sum_over(rule.nonnegative(best(t)), t, ONE, T)
    few = rule.conclude(
        total(dead(t)), "<=", many + eps * T, (eps / F, compared()), (eps / F, top),
        (eps / (F * (1 + eps)), worth),
    )  # fmt: skip
    found = rule.conclude(
        total(g(t)), "<=", G * many, rule.sum_over(assume(COST), t, ONE, T),
        rule.scale(few, (1 - kappa) * G, rule.scale(sign, G)), (T, assume(SAVING)),
        (kappa * G, rule.nonnegative(many)), (kappa * G * eps, rule.nonnegative(T)),
    )  # fmt: skip
    return found.named("the violation of surviving experts")


def prove() -> dict[str, Fact]:
    """Prove both bounds.

    >>> list(prove())
    ['experts', 'experts-regret', 'experts-violation']
    """
    return {
        "experts": compared(),
        "experts-regret": regret(),
        "experts-violation": violation(),
    }

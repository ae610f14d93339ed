"""One round: what the K steps of the climb gain, for the weighted and the published feedback.

Vectors enter through the numbers that the proofs use of them, as functions of the round t and the
step k. `NAMES` says how a reader writes them.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import powers, windows
from osphg.proofs.paper.symbols import K, L, R, T, b, g, gs, i, k, lam, t

f = sp.Function("f", real=True)  # f_t(x_t)
fs = sp.Function("f^*", real=True)  # f_t(x*)
fk = sp.Function("f^k", real=True)  # f_t(x_t^(k)), k = 1..K+1
gv = sp.Function("gv", real=True)  # <grad f_t(x_t^(k)), v_t^(k)>
gx = sp.Function("gx", real=True)  # <grad f_t(x_t^(k)), x*>
pv = sp.Function("pv", real=True)  # <p_t, v_t^(k)>
px = sp.Function("px", real=True)  # <p_t, x*>
size = sp.Function("|v|", nonnegative=True)  # the norm of v_t^(k)
joined = sp.Function("f^v", real=True)  # f_t(x* v x_t^(k))
ahead = sp.Function("gj", real=True)  # <grad f_t(x_t^(k)), (x* v x_t^(k)) - x_t^(k)>
w = sp.Function("w", real=True)  # the weight of the gradient in the feedback to learner k
q = sp.Symbol("q", real=True)  # 1 - 1/K
n = sp.Symbol("n", integer=True)
y = sp.Symbol("y", real=True)
_at, _grad = r"x_{{{0}}}^{{({1})}}", r"\langle \nabla_{{{0}}}^{{({1})}}, "
NAMES = {
    "f^k": rf"f_{{{{{{0}}}}}}({_at})",
    "gv": _grad + r"v_{{{0}}}^{{({1})}} \rangle",
    "gx": _grad + r"x^* \rangle",
    "gj": _grad + rf"(x^* \vee {_at}) - {_at} \rangle",
    "pv": r"\langle p_{{{0}}}, v_{{{0}}}^{{({1})}} \rangle",
    "px": r"\langle p_{{{0}}}, x^* \rangle",
    "|v|": r"\lVert v_{{{0}}}^{{({1})}} \rVert",
    "f^v": rf"f_{{{{{{0}}}}}}(x^* \vee {_at})",
}

EVERY, ROUND = (t - 1, T - t, k - 1, K - k), (t - 1, T - t)
DECAY = Assumption("q is 1 - 1/K", q, "=", 1 - 1 / K, source="definition")
WEIGHTS = Assumption(
    "w_k is q^(K-k)", w(k), "=", q ** (K - k), (k,), (k - 1, K - k), "weighted feedback"
)
EXPONENTIAL = Assumption("1 + y <= exp(y)", 1 + y, "<=", sp.exp(y), (y,), (), "calculus", True)
SMOOTH = Assumption(
    "L-smooth along v/K", gv(t, k) / K - L / 2 * (size(t, k) / K) ** 2, "<=",
    fk(t, k + 1) - fk(t, k), (t, k), EVERY, "section 3.2",
)  # fmt: skip
DIAMETER = Assumption("|v| <= R", size(t, k), "<=", R, (t, k), EVERY, "section 3.2, 0 in X")
MONOTONE_JOIN = Assumption(
    "f(x*) <= f(x* v x^(k))", fs(t), "<=", joined(t, k), (t, k), EVERY, "monotone"
)
DR_STEP = Assumption(
    "concave from x^(k) up to x* v x^(k)", joined(t, k) - fk(t, k), "<=", ahead(t, k), (t, k),
    EVERY, "DR-submodular",
)  # fmt: skip
GRADIENT_JOIN = Assumption(
    "the gradient is >= 0, x* v x - x <= x*", ahead(t, k), "<=", gx(t, k), (t, k), EVERY,
    "monotone",
)  # fmt: skip
NORMALISED = Assumption(
    "f(x^(1)) = f(0) = 0", fk(t, 1), "=", sp.Integer(0), (t,), ROUND, "normalised, Algorithm 2"
)
PLAYED = Assumption("x_t = x^(K+1)", fk(t, K + 1), "=", f(t), (t,), ROUND, "Algorithm 2")
GROWING = Assumption(
    "f(x^(k)) <= f(x_t)", fk(t, k), "<=", f(t), (t, k), EVERY, "monotone, x^(k) <= x_t"
)
WORTH = Assumption("0 = f(0) <= f(x*)", sp.Integer(0), "<=", fs(t), (t,), ROUND, "monotone")
SPENT = Assumption(
    "g(x_t) by its learners", g(t), "=", sp.Sum(pv(t, k), (k, 1, K)) / K - b, (t,), ROUND,
    "g linear, x_t = (1/K) sum v^(k)",
)  # fmt: skip
PRICED = Assumption("g(x*) = <p, x*> - B_T/T", gs(t), "=", px(t) - b, (t,), ROUND, "definition")

slack = L * R**2 / (2 * K)  # what finite steps lose in a round


def payoff(weight: sp.Expr) -> sp.Expr:
    """Return <w grad f_t(x^(k)) - lambda_t p_t, x* - v^(k)>: the regret of learner k in round t."""
    return weight * (gx(t, k) - gv(t, k)) - lam(t) * (px(t) - pv(t, k))


def mean(term: sp.Expr) -> sp.Expr:
    """Return the average over the K learners."""
    return sp.Sum(term, (k, 1, K)) / K


@cache
def smoothness_step() -> Fact:
    """One step gains <grad f, v>/K, but for L R^2/(2 K^2)."""
    short = rule.conclude(size(t, k) ** 2, "<=", R**2, (size(t, k) + R, assume(DIAMETER)))
    return rule.conclude(
        gv(t, k) / K - slack / K, "<=", fk(t, k + 1) - fk(t, k),
        assume(SMOOTH), (L / (2 * K**2), short),
    )  # fmt: skip


@cache
def dr_step() -> Fact:
    """f(x*) - f(x^(k)) <= <grad f(x^(k)), x*>: a step along x* is worth all that is missing.

    >>> dr_step().rhs
    gx(t, k)
    """
    return rule.conclude(
        fs(t) - fk(t, k), "<=", gx(t, k),
        assume(MONOTONE_JOIN), assume(DR_STEP), assume(GRADIENT_JOIN),
    )  # fmt: skip


@cache
def recursion() -> Fact:
    """(reg1) without the multiplier: what is missing shrinks by q, plus the learner's regret."""
    missing = fs(t) - fk(t, k)
    return rule.conclude(
        fs(t) - fk(t, k + 1), "<=", q * missing + (gx(t, k) - gv(t, k) + slack) / K,
        smoothness_step(), (1 / K, dr_step()), (-missing, assume(DECAY)),
    )  # fmt: skip


@cache
def published_recursion() -> Fact:
    """(reg1) as the paper writes it; lambda cancels."""
    bracket = -lam(t) * pv(t, k) + lam(t) * gs(t) + lam(t) * b + slack + payoff(sp.Integer(1))
    return rule.conclude(
        fs(t) - fk(t, k + 1), "<=", (1 - 1 / K) * (fs(t) - fk(t, k)) + bracket / K,
        recursion(), (fs(t) - fk(t, k), assume(DECAY)), (-lam(t) / K, assume(PRICED)),
    )  # fmt: skip


@cache
def q_nonnegative() -> Fact:
    """0 <= q."""
    return rule.conclude(sp.Integer(0), "<=", q, rule.nonnegative(1 - 1 / K), (-1, assume(DECAY)))


@cache
def power_nonnegative() -> Fact:
    """0 <= q^n for n >= 0."""
    return powers.nonnegative(q_nonnegative(), n)


@cache
def power_at_most_one() -> Fact:
    """q^n <= 1 for n >= 0."""
    below = rule.conclude(q, "<=", sp.Integer(1), assume(DECAY), rule.nonnegative(1 / K))
    return powers.at_most(below, q_nonnegative(), n)


@cache
def power_exponential() -> Fact:
    """q^K <= 1/e, from 1 + y <= exp(y) at y = -1/K."""
    one = rule.conclude(
        q, "<=", sp.exp(-1 / K), rule.instance(assume(EXPONENTIAL), {y: -1 / K}), assume(DECAY)
    )
    return rule.instance(powers.at_most(one, q_nonnegative(), n), {n: K})


@cache
def unrolled() -> Fact:
    """Unroll the recursion: the error of step k arrives with the weight q^(n-k) after n steps."""
    error = gx(t, k) - gv(t, k) + slack

    def right(upto: sp.Expr) -> sp.Expr:
        total = sp.Sum(q ** (upto - k) * error, (k, 1, upto))
        return q**upto * (fs(t) - fk(t, 1)) + total / K

    def step(hypothesis: Fact) -> Fact:
        total = sp.Sum(q ** (n + 1 - k) * error, (k, 1, n + 1))
        return rule.conclude(
            fs(t) - fk(t, n + 2), "<=", right(n + 1),
            rule.scale(hypothesis, q, q_nonnegative()), rule.instance(recursion(), {k: n + 1}),
            (-1 / K, rule.split(total, n)),
        )  # fmt: skip

    claim = (fs(t) - fk(t, n + 1), "<=", right(n))
    base = rule.identity(claim[0].subs(n, 0), right(sp.Integer(0)))
    everywhere = rule.induction(n, sp.Integer(0), claim, base, step, last=K)
    return rule.instance(everywhere, {n: K})


@cache
def weight_bounds() -> tuple[Fact, Fact]:
    """0 <= w_k and w_k <= 1."""
    low = rule.instance(power_nonnegative(), {n: K - k}, (k - 1, K - k))
    high = rule.instance(power_at_most_one(), {n: K - k}, (k - 1, K - k))
    return (
        rule.conclude(sp.Integer(0), "<=", w(k), low, (-1, assume(WEIGHTS))),
        rule.conclude(w(k), "<=", sp.Integer(1), high, assume(WEIGHTS)),
    )


def dropping_weights() -> Fact:
    """Replace, as published, the weight of a bracket by 1: the kernel refuses, it has no sign."""
    _, high = weight_bounds()
    return rule.scale(high, gx(t, k) - gv(t, k) + slack)


@cache
def gap() -> Fact:
    """(1 - 1/e) f(x*) - f(x_t) is at most the weighted regret of the learners' slopes."""
    error = gx(t, k) - gv(t, k)
    named = rule.sum_over(rule.scale(assume(WEIGHTS), (error + slack) / K), k, sp.Integer(1), K)
    _, high = weight_bounds()
    at_most = rule.sum_over(rule.scale(high, slack / K), k, sp.Integer(1), K)
    small = rule.scale(power_exponential(), fs(t), assume(WORTH))
    left = (1 - sp.exp(-1)) * fs(t) - f(t)
    return rule.conclude(
        left, "<=", mean(w(k) * error) + slack,
        unrolled(), (-(q**K), assume(NORMALISED)), small, (-1, named), at_most, assume(PLAYED),
    )  # fmt: skip


@cache
def priced(weight: sp.Expr) -> Fact:
    """Put the price of money into the learners' regret and take it out again: an identity."""
    error = weight * (gx(t, k) - gv(t, k))
    return rule.conclude(
        mean(error), "=", mean(payoff(weight)) + lam(t) * gs(t) - lam(t) * g(t),
        (lam(t), assume(SPENT)), (-lam(t), assume(PRICED)),
    )  # fmt: skip


@cache
def weighted_round() -> Fact:
    """One round of the repaired algorithm."""
    left = (1 - sp.exp(-1)) * fs(t) - f(t) + lam(t) * g(t)
    right = lam(t) * gs(t) + mean(payoff(w(k))) + slack
    return rule.conclude(left, "<=", right, gap(), priced(w(k))).named("weighted round")


@cache
def half_gap() -> Fact:
    """f(x*) - 2 f(x_t) is at most the plain regret of the learners' slopes."""
    steps = rule.sum_over(smoothness_step(), k, sp.Integer(1), K)
    risen = rule.instance(windows.telescoping(), {T: K, windows.a: sp.Lambda(i, fk(t, i))})
    climbed = rule.conclude(
        mean(gv(t, k)) - slack,
        "<=",
        f(t),
        steps,
        (-1, risen),
        (-1, assume(NORMALISED)),
        assume(PLAYED),
    )
    missing = rule.conclude(fs(t) - f(t), "<=", gx(t, k), dr_step(), assume(GROWING))
    missing = rule.sum_over(missing, k, sp.Integer(1), K)
    return rule.conclude(
        fs(t) - 2 * f(t), "<=", mean(gx(t, k) - gv(t, k)) + slack, climbed, (1 / K, missing)
    )


@cache
def published_round() -> Fact:
    """One round of the published algorithm, against half of the benchmark."""
    left = fs(t) - 2 * f(t) + lam(t) * g(t)
    right = lam(t) * gs(t) + mean(payoff(sp.Integer(1))) + slack
    return rule.conclude(left, "<=", right, half_gap(), priced(sp.Integer(1))).named(
        "published round"
    )


def prove() -> dict[str, Fact]:
    """Prove the statements of this module."""
    return {
        "climb-smoothness": smoothness_step(),
        "climb-dr-step": dr_step(),
        "climb-recursion": recursion(),
        "climb-recursion-published": published_recursion(),
        "climb-power": power_exponential(),
        "climb-unrolled": unrolled(),
        "climb-gap": gap(),
        "climb-identity": priced(w(k)),
        "climb-round-weighted": weighted_round(),
        "climb-half-gap": half_gap(),
        "climb-round-published": published_round(),
    }

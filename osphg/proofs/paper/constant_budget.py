"""A budget of the same size in every round: the violation is of the order sqrt(W T), for any K.

The potential is half of lambda_t^2 plus half of the mean squared length of the learners' choices.
It can grow only while lambda_t is below a level that does not depend on T, and then lambda_t is
small; so it stays bounded, and with it what the multiplier lets pass. Nothing is asked of the
utilities but that the direction u_t^(k) which learner k is fed is no longer than beta: they need
be neither monotone nor DR-submodular, and the direction may be w_k grad f_t(x_t^(k)) with any
weight in [0, 1], or the one direction of the boosted algorithm (K = 1).
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import (
    ascent,
    climb,
    dual,
    learners,
    lemma41,
    lemma42,
    lemma43,
    theorems,
    windows,
)
from osphg.proofs.paper import potential as falling
from osphg.proofs.paper.climb import EVERY, SPENT, mean, pv, size
from osphg.proofs.paper.lemma43 import LARGE, ONE, STEP, WEIGHT, total
from osphg.proofs.paper.symbols import (
    KEEP,
    START,
    G,
    K,
    R,
    T,
    W,
    b,
    beta,
    delta,
    g,
    i,
    k,
    lam,
    mu,
    t,
)  # fmt: skip

nu = sp.Function("|u|", nonnegative=True)  # the norm of u_t^(k)
uv = sp.Function("uv", real=True)  # <u_t^(k), v_t^(k)>
up = sp.Function("up", real=True)  # <u_t^(k), p_t>
level = sp.Symbol("Lambda", positive=True)  # where the potential stops growing
NAMES = {
    **learners.NAMES,
    "|u|": r"\lVert u_{{{0}}}^{{({1})}} \rVert",
    "uv": r"\langle u_{{{0}}}^{{({1})}}, v_{{{0}}}^{{({1})}} \rangle",
    "up": r"\langle u_{{{0}}}^{{({1})}}, p_{{{0}}} \rangle",
    "Lambda": r"\Lambda",
}

squared = nu(t, k) ** 2 - 2 * lam(t) * up(t, k) + lam(t) ** 2 * learners.np_(t) ** 2
SHORT = Assumption("|u| <= beta", nu(t, k), "<=", beta, (t, k), EVERY, "the feedback")
CAUCHY = Assumption(
    "<u, v> by Cauchy-Schwarz", uv(t, k), "<=", nu(t, k) * size(t, k), (t, k), EVERY,
    "Cauchy-Schwarz",
)  # fmt: skip
LENGTH = Assumption(
    "0 <= |u + lambda p|^2", sp.Integer(0), "<=",
    nu(t, k) ** 2 + 2 * lam(t) * up(t, k) + lam(t) ** 2 * learners.np_(t) ** 2, (t, k), EVERY,
    "a squared length",
)  # fmt: skip
PROJECTED = Assumption(
    "projection is nonexpansive towards 0", size(t + 1, k) ** 2, "<=",
    size(t, k) ** 2 + 2 * mu * (uv(t, k) - lam(t) * pv(t, k)) + mu**2 * squared,
    (t, k), EVERY, "Algorithm 2, gradient ascent, 0 in X",
)  # fmt: skip
LEVEL = Assumption(
    "b Lambda is beta R + mu (beta^2 + G^2)", b * level, "=", beta * R + mu * (beta**2 + G**2),
    source="definition",
)  # fmt: skip

most = (level**2 + R**2) / 2 + mu * b * level  # what the potential does not exceed
cap = sp.sqrt(level**2 + R**2 + 2 * mu * b * level)  # M


def potential(at: sp.Expr) -> sp.Expr:
    """Return lambda^2/2 + (1/2K) sum_k |v^(k)|^2 in a round."""
    return lam(at) ** 2 / 2 + mean(size(at, k) ** 2) / 2


@cache
def multiplier_step() -> Fact:
    """Bound what one round adds to lambda^2/2."""
    moved = rule.instance(dual.nonexpansive(), {dual.fixed: sp.Integer(0)})
    return rule.conclude(
        lam(t + 1) ** 2 / 2 - lam(t) ** 2 / 2, "<=",
        mu * lam(t) * g(t) - delta * mu**2 * lam(t) ** 2 + mu**2 * G**2
        + delta**2 * mu**4 * lam(t) ** 2,
        (sp.Rational(1, 2), moved), (mu**2 / 2, dual.gradient_size()),
    )  # fmt: skip


@cache
def learner_step() -> Fact:
    """Bound what one round adds to half of the mean squared length of the choices."""
    gained = rule.conclude(
        uv(t, k), "<=", beta * R,
        assume(CAUCHY), (size(t, k), assume(SHORT)), (beta, assume(climb.DIAMETER)),
    )  # fmt: skip
    first = rule.conclude(nu(t, k) ** 2, "<=", beta**2, (nu(t, k) + beta, assume(SHORT)))
    long = ascent.size(squared, LENGTH, first, assume(learners.STEEP_G))
    each = rule.conclude(
        size(t + 1, k) ** 2 / 2 - size(t, k) ** 2 / 2, "<=",
        mu * beta * R - mu * lam(t) * pv(t, k) + mu**2 * beta**2 + mu**2 * beta**2 * lam(t) ** 2,
        (sp.Rational(1, 2), assume(PROJECTED)), (mu, gained), (mu**2 / 2, long),
    )  # fmt: skip
    averaged = rule.sum_over(each, k, ONE, K)
    return rule.conclude(
        mean(size(t + 1, k) ** 2) / 2 - mean(size(t, k) ** 2) / 2, "<=",
        mu * beta * R - mu * lam(t) * mean(pv(t, k)) + mu**2 * beta**2
        + mu**2 * beta**2 * lam(t) ** 2,
        (1 / K, averaged),
    )  # fmt: skip


@cache
def fall() -> Fact:
    """Bound the growth of the potential in a round by mu b (Lambda - lambda_t)."""
    price = mu * lam(t)
    found = rule.conclude(
        potential(t + 1) - potential(t), "<=", mu * b * (level - lam(t)),
        multiplier_step(), learner_step(), (price, assume(SPENT)), (-mu, assume(LEVEL)),
        (mu**2 * lam(t) ** 2, lemma43.parameters()),
        (delta * mu**2 / 2, rule.square(lam(t))),
    )  # fmt: skip
    return found.named("the potential in one round")


@cache
def within() -> Fact:
    """Bound the potential by lambda_t^2/2 + R^2/2, as every choice is in X."""
    one = rule.conclude(size(t, k) ** 2, "<=", R**2, (size(t, k) + R, assume(climb.DIAMETER)))
    averaged = rule.sum_over(one, k, ONE, K)
    return rule.conclude(potential(t), "<=", lam(t) ** 2 / 2 + R**2 / 2, (1 / (2 * K), averaged))


@cache
def bounded() -> Fact:
    """Bound the potential, in all rounds, by (Lambda^2 + R^2)/2 + mu b Lambda.

    Below the level it is small by itself, above it falls; m = [Lambda - lambda_t]_+ tells which.
    """
    first = rule.instance(within(), {t: ONE})
    spare = rule.nonnegative(level**2 / 2 + mu * b * level)
    base = rule.conclude(potential(ONE), "<=", most, first, (lam(1) / 2, assume(START)), spare)
    found = falling.bounded(
        potential, level, mu * b, most, lemma41.nonnegative(), fall(), within(), base
    )
    return found.named("the potential is bounded")


@cache
def multiplier_cap() -> Fact:
    """lambda_t <= M = sqrt(Lambda^2 + R^2 + 2 mu b Lambda), for t = 1..T+1."""
    lengths = rule.sum_over(rule.square(size(t, k)), k, ONE, K)
    short = rule.conclude(lam(t) ** 2, "<=", cap**2, (2, bounded()), (1 / K, lengths))
    found = rule.conclude(
        lam(t), "<=", cap, (1 / (2 * cap), short), (1 / (2 * cap), rule.square(lam(t) - cap))
    )
    return found.named("the multiplier is bounded")


@cache
def violation() -> Fact:
    """C_T <= M (1/mu + delta mu T)."""
    each = rule.sum_over(lemma41.one_step_lower(), t, ONE, T)
    path = rule.instance(windows.telescoping(), {windows.a: sp.Lambda(i, lam(i))})
    kept = rule.under(multiplier_cap(), t - 1, T - t)
    high = rule.sum_over(kept, t, ONE, T)
    last = rule.instance(multiplier_cap(), {t: T + 1})
    found = rule.conclude(
        total(g(t)), "<=", cap * (1 / mu + delta * mu * T),
        (1 / mu, each), (-1 / mu, path), (1 / mu, last), (-1 / mu, assume(START)),
        (-sp.Sum(lam(t), (t, 1, T)) / mu, assume(KEEP)), (delta * mu, high),
    )  # fmt: skip
    return found.named("the violation under a constant budget")


@cache
def order() -> Fact:
    """C_T <= M (beta sqrt(W T)/R + 4 beta R sqrt(T/W)): with the theorem's step sizes."""
    root = theorems.root
    found = rule.conclude(
        total(g(t)), "<=", cap * (beta * root / R + 4 * beta * R * sp.sqrt(T / W)),
        violation(), (cap, theorems.inverse_step()), (cap * mu * T, assume(WEIGHT)),
        (4 * cap * beta**2 * T, assume(STEP)),
    )  # fmt: skip
    return found.named("the violation under a constant budget, in T and W")


@cache
def step_below() -> Fact:
    """Mu <= 1/(4 beta), if W T >= 16 R^2."""
    root = theorems.root
    long = rule.scale(assume(LARGE), 1 / (beta * root * (root + 4 * R)))
    return rule.conclude(mu, "<=", 1 / (4 * beta), assume(STEP), (sp.Rational(1, 4), long))


highest = (beta * R + (beta**2 + G**2) / (4 * beta)) / b  # Lambda is no more, whatever T
cap_of_all = sp.sqrt(highest**2 + R**2 + b * highest / (2 * beta))  # nor is M more than this


@cache
def cap_below() -> Fact:
    """M <= sqrt(H^2 + R^2 + b H/(2 beta)), H = (beta R + (beta^2 + G^2)/(4 beta))/b: without T."""
    step = rule.scale(step_below(), (beta**2 + G**2) / b)
    low = rule.conclude(level, "<=", highest, (1 / b, assume(LEVEL)), step)
    short = rule.conclude(
        cap**2, "<=", cap_of_all**2,
        (level + highest, low), (2 * b * level, step_below()), (b / (2 * beta), low),
    )  # fmt: skip
    found = rule.restate(rule.scale(short, 1 / (cap + cap_of_all)), cap, "<=", cap_of_all)
    return found.named("the multiplier's bound does not grow with T")


@cache
def root_order() -> Fact:
    """C_T <= M_0 beta (1/R + 4 R) sqrt(W T), M_0 the constant of `cap_below`."""
    root = theorems.root
    one_window = rule.scale(rule.nonnegative(W - 1), sp.sqrt(T / W))
    scale = beta * (1 / R + 4 * R) * root
    found = rule.conclude(
        total(g(t)), "<=", cap_of_all * scale,
        order(), (cap * 4 * beta * R, one_window), (scale, cap_below()),
    )  # fmt: skip
    return found.named("the violation under a constant budget is of the order sqrt(W T)")


@cache
def window() -> Fact:
    """Lemma 4.2 with the factor 1 + delta mu M/G, which tends to 1 as W T grows."""
    excess = mu * G * (G + delta * mu * cap) * W * (W - 1) / 2
    kept = rule.under(multiplier_cap(), t - 1, T - t)
    return lemma42.capped(kept, excess).named("Lemma 4.2 under a constant budget")


def prove() -> dict[str, Fact]:
    """Prove the bound on the potential, on the multiplier and on the violation.

    >>> list(prove())[-1]
    'constant-budget-order'
    """
    return {
        "constant-budget-fall": fall(),
        "constant-budget-potential": bounded(),
        "constant-budget-multiplier": multiplier_cap(),
        "constant-budget-terms": violation(),
        "constant-budget-violation": order(),
        "constant-budget-cap": cap_below(),
        "constant-budget-window": window(),
        "constant-budget-order": root_order(),
    }

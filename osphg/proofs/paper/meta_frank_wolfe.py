"""Online gradient ascent, and the regret of Meta-Frank-Wolfe with it as the learners.

No budget: learner k is told grad f_t(x_t^(k)). What it misses is bounded by gradient ascent, and
the climb multiplies the whole of that by w_k, in [0, 1]. `beta` bounds the gradients here.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import ascent, climb, learners
from osphg.proofs.paper.climb import EVERY, ROUND, gv, gx, w
from osphg.proofs.paper.learners import STEEP_F, WITHIN, apart, ng
from osphg.proofs.paper.lemma43 import ONE, benchmark, total
from osphg.proofs.paper.symbols import K, L, R, T, beta, k, mu, t

NAMES = learners.NAMES
missed = gx(t, k) - gv(t, k)  # by learner k against x*, to first order
PROJECTED = Assumption(
    "projection is nonexpansive, told grad f", apart(t + 1, k) ** 2, "<=",
    apart(t, k) ** 2 - 2 * mu * missed + mu**2 * ng(t, k) ** 2, (t, k), EVERY,
    "gradient ascent, x* in X",
)  # fmt: skip
STEP = Assumption("mu is R/(beta sqrt(T))", mu, "=", R / (beta * sp.sqrt(T)), source="the tuning")
MANY = Assumption("sqrt(T) <= K", sp.sqrt(T), "<=", K, source="the tuning")


@cache
def learner() -> Fact:
    """Regret of online gradient ascent: R^2/(2 mu), and mu/2 times the squared directions.

    >>> learner().rhs
    R**2/(2*mu) + mu*Sum(|grad f|(t, k)**2, (t, 1, T))/2
    """
    first = rule.instance(assume(WITHIN), {t: ONE})
    start = rule.conclude(apart(1, k) ** 2, "<=", R**2, (apart(1, k) + R, first))
    found = ascent.regret(PROJECTED, apart(t, k) ** 2, missed, ng(t, k) ** 2, start)
    return found.named("regret of online gradient ascent")


@cache
def regret_terms() -> Fact:
    """R_T, for any step, is at most R^2/(2 mu) + mu beta^2 T/2 + L R^2 T/(2 K)."""
    steep = rule.conclude(ng(t, k) ** 2, "<=", beta**2, (ng(t, k) + beta, assume(STEEP_F)))
    most = R**2 / (2 * mu) + mu * beta**2 * T / 2
    each = rule.conclude(
        total(missed), "<=", most, learner(), (mu / 2, rule.sum_over(steep, t, ONE, T))
    )
    low, high = climb.weight_bounds()
    weighted = rule.conclude(
        w(k) * total(missed), "<=", most, rule.scale(each, w(k), low), (most, high)
    )
    averaged = rule.sum_over(rule.under(weighted, *EVERY[2:]), k, ONE, K)
    rounds = rule.sum_over(rule.under(climb.gap(), *ROUND), t, ONE, T)
    found = rule.conclude(
        total(benchmark), "<=", most + climb.slack * T,
        rounds, (1 / K, averaged), (1 / K, ascent.exchanged(w(k) * missed)),
    )  # fmt: skip
    return found.named("regret of Meta-Frank-Wolfe, all terms")


@cache
def regret() -> Fact:
    """R_T <= (beta R + L R^2/2) sqrt(T)."""
    root = sp.sqrt(T)
    inverse = rule.conclude(1 / mu, "=", beta * root / R, (beta * root / (R * mu), assume(STEP)))
    found = rule.conclude(
        total(benchmark), "<=", (beta * R + L * R**2 / 2) * root,
        regret_terms(), (R**2 / 2, inverse), (beta**2 * T / 2, assume(STEP)),
        (L * R**2 * root / (2 * K), assume(MANY)),
    )  # fmt: skip
    return found.named("regret of Meta-Frank-Wolfe")


def prove() -> dict[str, Fact]:
    """Prove the regret of online gradient ascent, and of Meta-Frank-Wolfe.

    >>> list(prove())
    ['gradient-ascent', 'meta-frank-wolfe-terms', 'meta-frank-wolfe']
    """
    return {
        "gradient-ascent": learner(),
        "meta-frank-wolfe-terms": regret_terms(),
        "meta-frank-wolfe": regret(),
    }

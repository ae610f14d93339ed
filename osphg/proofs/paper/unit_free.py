"""Both theorems for the tuning without units: the paper's, on the game in its own units.

A game has its own units: of decisions, the diameter D of X; of money, S = s D with |p_t| <= s; of
utility, U = u D with |grad f_t| <= u. Counted in them R = beta = 1, and there the paper's tuning is
that of `OSPHG.tuned(unit_free=True)`, carried back: so Lemma 4.3 and the theorems hold there as
they stand, and each bound is the one there times its unit. In this module the symbols of the paper
are those of the game in its own units, and those declared here are of the game as it is given.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Assumption, Fact, assume
from osphg.proofs.paper import constant_budget, dual, lemma43, maxima, theorems
from osphg.proofs.paper.climb import f, fs
from osphg.proofs.paper.lemma43 import ONE, total
from osphg.proofs.paper.symbols import F, G, L, R, T, b, beta, delta, g, mu, t

D, s, u = sp.symbols("D s u", positive=True)  # diameter, beta_g and beta_f, as given
fo = sp.Function("f^o", real=True)  # f_t(x_t), as given
fso = sp.Function("f^*o", real=True)  # f_t(x*)
go = sp.Function("g^o", real=True)  # g_t(x_t)
Fo, Go, Lo = sp.symbols("F_o G_o L_o", positive=True)  # ranges and smoothness, as given
bo = sp.Symbol("b_o", positive=True)  # B_T/T
any_price = sp.Symbol("ell_o", nonnegative=True)  # any multiplier, as given
NAMES = {
    **lemma43.NAMES, "f^o": "f_{{{0}}}(x_{{{0}}})", "f^*o": "f_{{{0}}}(x^*)",
    "g^o": "g_{{{0}}}(x_{{{0}}})", "ell_o": r"\lambda", "b_o": "b",
    "F_o": "F", "G_o": "G", "L_o": "L", "D": "R", "s": r"\beta_g", "u": r"\beta_f",
}  # fmt: skip

ROUND = (t - 1, T - t)
UNITS = (
    Assumption("R is 1 in its own unit", R, "=", ONE, source="the unit of decisions"),
    Assumption("beta is 1 in its own unit", beta, "=", ONE, source="the units of f and of money"),
)
EARNED = Assumption("f in its unit", f(t), "=", fo(t) / (u * D), (t,), ROUND, "definition")
WORTH = Assumption("f(x*) in its unit", fs(t), "=", fso(t) / (u * D), (t,), ROUND, "definition")
SPENT = Assumption("g in its unit", g(t), "=", go(t) / (s * D), (t,), ROUND, "definition")
RANGE_F = Assumption("F in its unit", F, "=", Fo / (u * D), source="definition")
RANGE_G = Assumption("G in its unit", G, "=", Go / (s * D), source="definition")
BEND = Assumption("L in its unit", L, "=", Lo * D / u, source="definition: D^2 L / (u D)")
ALLOWED = Assumption("b in its unit", b, "=", bo / (s * D), source="definition")


def _carried(fact: Fact) -> Fact:
    """Replace the constants of the game in its own units by those as given."""
    for unit in (*UNITS, RANGE_F, RANGE_G, BEND):
        if unit.lhs in fact.rhs.free_symbols | fact.lhs.free_symbols:
            fact = rule.substitute(fact, assume(unit))
    return fact


def _summed(unit: Assumption, weight: sp.Expr) -> Fact:
    """Sum weight times a quantity's definition over the rounds."""
    return rule.sum_over(rule.scale(assume(unit), weight), t, ONE, T)


class Carried(NamedTuple):
    """Lemma 4.3 and both theorems for one feedback, in the units as given."""

    lemma: Fact
    regret: Fact
    violation_square: Fact  # of the positive part of C_T, which is s D times that of the own game
    violation: Fact  # C_T is no more than that


def _all(lemma: Fact, found: theorems.Theorems, share: sp.Expr, times: int) -> Carried:
    given = share * fso(t) - times * fo(t)
    earned = (_summed(WORTH, share), _summed(EARNED, sp.Integer(times)))
    inner = _carried(rule.instance(lemma, {dual.fixed: any_price * s / u}))
    curved = (delta * mu * T / 2 + 1 / mu) * (any_price * s / u) ** 2
    whole = rule.conclude(
        total(given) + any_price * total(go(t)) - u * D * curved, "<=", u * D * inner.rhs,
        (u * D, inner), (-u * D, earned[0]), (u * D, earned[1]),
        (-any_price * s * D, _summed(SPENT, ONE)),
    )  # fmt: skip
    bound = _carried(found.regret)
    regret = rule.conclude(
        total(given), "<=", u * D * bound.rhs,
        (u * D, bound), (-u * D, earned[0]), (u * D, earned[1]),
    )  # fmt: skip
    most = _carried(found.violation_square)
    return Carried(
        whole.named("Lemma 4.3 in any units"),
        regret.named("Theorem 4.1 in any units"),
        rule.conclude(
            (s * D * theorems.violation) ** 2, "<=", (s * D) ** 2 * most.rhs, ((s * D) ** 2, most)
        ).named("Theorem 4.2 in any units, squared"),
        rule.conclude(
            total(go(t)), "<=", s * D * theorems.violation,
            (s * D, maxima.at_least(total(g(t)))), (-s * D, _summed(SPENT, ONE)),
        ).named("the violation in any units"),
    )  # fmt: skip


@cache
def weighted() -> Carried:
    """Carry the statements for the weighted feedback."""
    return _all(lemma43.repaired(), theorems.weighted(), 1 - sp.exp(-1), 1)


@cache
def published() -> Carried:
    """Carry the statements for the published feedback, against half of the benchmark."""
    return _all(lemma43.half(), theorems.published(), ONE, 2)


@cache
def constant_budget_violation() -> Fact:
    """C_T <= beta_g R times the constant of the game in its own units, times sqrt(W T)."""
    found = rule.substitute(_carried(constant_budget.root_order()), assume(ALLOWED))
    return rule.conclude(
        total(go(t)), "<=", s * D * found.rhs, (s * D, found), (-s * D, _summed(SPENT, ONE))
    ).named("the violation under a constant budget in any units")


def prove() -> dict[str, Fact]:
    """Prove both theorems in any units, for both feedbacks.

    >>> list(prove())[0]
    'unit-free-4.3'
    """
    return {
        "unit-free-4.3": weighted().lemma,
        "unit-free-4.3-half": published().lemma,
        "unit-free-4.1": weighted().regret,
        "unit-free-4.1-half": published().regret,
        "unit-free-4.2-square": weighted().violation_square,
        "unit-free-4.2-half-square": published().violation_square,
        "unit-free-4.2": weighted().violation,
        "unit-free-constant-budget": constant_budget_violation(),
    }

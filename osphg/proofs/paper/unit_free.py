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
from osphg.proofs.paper.symbols import UPDATE, F, G, L, R, T, b, beta, c, delta, g, lam, mu, t

D, s, u = sp.symbols("D s u", positive=True)  # diameter, beta_g and beta_f, as given
fo = sp.Function("f^o", real=True)  # f_t(x_t), as given
fso = sp.Function("f^*o", real=True)  # f_t(x*)
go = sp.Function("g^o", real=True)  # g_t(x_t)
lo = sp.Function("lambda^o", real=True)  # lambda_t
Fo, Go, Lo = sp.symbols("F_o G_o L_o", positive=True)  # ranges and smoothness, as given
bo = sp.Symbol("b_o", positive=True)  # B_T/T
any_price = sp.Symbol("ell_o", nonnegative=True)  # any multiplier, as given
muo = sp.Symbol("mu_o", positive=True)  # the step of lambda
NAMES = {
    **lemma43.NAMES, "f^o": "f_{{{0}}}(x_{{{0}}})", "f^*o": "f_{{{0}}}(x^*)",
    "g^o": "g_{{{0}}}(x_{{{0}}})", "lambda^o": r"\lambda_{{{0}}}", "ell_o": r"\lambda", "b_o": "b",
    "F_o": "F", "G_o": "G", "L_o": "L", "D": "R", "s": r"\beta_g", "u": r"\beta_f",
    "mu_o": r"\mu_\lambda",
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
PRICE = Assumption(
    "lambda in its unit", lam(t), "=", lo(t) * s / u, (t,), (t - 1, T + 1 - t),
    "definition: utility for money",
)  # fmt: skip
STEP = Assumption(
    "mu_lambda is beta_f mu/(beta_g^2 R)", muo, "=", u * mu / (s**2 * D), source="definition"
)


def _carried(fact: Fact, *units: Assumption) -> Fact:
    """Replace the constants of the game in its own units by those as given."""
    for unit in (*UNITS, RANGE_F, RANGE_G, BEND):
        fact = rule.substitute(fact, assume(unit))
    return fact


def _summed(unit: Assumption, weight: sp.Expr) -> Fact:
    """Sum weight times a quantity's definition over the rounds."""
    return rule.sum_over(rule.scale(assume(unit), weight), t, ONE, T)


@cache
def multiplier() -> Fact:
    """lambda_{t+1} = [c lambda_t + mu_lambda g_t]_+: the update, carried back."""
    step = rule.conclude(mu, "=", muo * s**2 * D / u, (-(s**2) * D / u, assume(STEP)))
    inside = c * lam(t) + mu * g(t)
    moved = rule.chain(
        rule.restate(assume(UPDATE), lam(t + 1), "=", sp.Max(0, inside)),
        rule.identity(sp.Max(0, inside), s / u * sp.Max(0, u / s * inside)),
    )
    for known in (assume(PRICE), rule.instance(assume(PRICE), {t: t + 1}), assume(SPENT), step):
        moved = rule.substitute(moved, known)
    found = rule.conclude(lo(t + 1), "=", sp.Max(0, c * lo(t) + muo * go(t)), (u / s, moved))
    return rule.under(found, *ROUND).named("the multiplier in the units as given")


class Carried(NamedTuple):
    """Lemma 4.3 and both theorems for one feedback, in the units as given."""

    lemma: Fact
    regret: Fact
    violation: Fact


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
    most = _carried(found.violation)
    above = maxima.at_least(total(g(t)))
    return Carried(
        whole.named("Lemma 4.3 in any units"),
        regret.named("Theorem 4.1 in any units"),
        rule.conclude(
            total(go(t)), "<=", s * D * most.rhs,
            (s * D, most), (s * D, above), (-s * D, _summed(SPENT, ONE)),
        ).named("Theorem 4.2 in any units"),
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
    'unit-free-multiplier'
    """
    return {
        "unit-free-multiplier": multiplier(),
        "unit-free-4.3": weighted().lemma,
        "unit-free-4.3-half": published().lemma,
        "unit-free-4.1": weighted().regret,
        "unit-free-4.2": weighted().violation,
        "unit-free-4.1-half": published().regret,
        "unit-free-4.2-half": published().violation,
        "unit-free-constant-budget": constant_budget_violation(),
    }

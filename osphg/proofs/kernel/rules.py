"""The rules of the kernel for statements, in the LCF style.

Only rules make facts (`fact`): each checks its premises, and what it cannot verify it refuses. A
condition is an expression that is at least 0. Sums follow Karr's convention (see `normal`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import sympy as sp

from osphg.proofs.kernel.assumption import Assumption
from osphg.proofs.kernel.beliefs import nonnegative_in_factors
from osphg.proofs.kernel.defined import defined, ranges
from osphg.proofs.kernel.fact import Fact, Inference, Values, rule
from osphg.proofs.kernel.language import ProofError, bound, names, shown
from osphg.proofs.kernel.linear import implied
from osphg.proofs.kernel.normal import is_zero
from osphg.proofs.kernel.replacement import Replacement

_ZERO = sp.Integer(0)
_SHORT = 30  # operations in a difference that a message factors


@rule
def assume(assumption: Assumption) -> Inference:
    """Use an assumption as it stands."""
    a = assumption
    return Inference(a.lhs, a.relation, a.rhs, a.where, {a}, f"assumption: {a.name}")


@rule
def identity(lhs: sp.Expr, rhs: sp.Expr, where: Iterable[sp.Expr] = ()) -> Inference:
    """Equality of two expressions whose difference sympy reduces to 0."""
    if not is_zero(lhs - rhs):
        raise ProofError(f"not an identity: the difference is {_shown(lhs - rhs)}", lhs - rhs)
    return Inference(lhs, "=", rhs, where, (), "algebraic identity")


@rule
def nonnegative(expression: sp.Expr, where: Iterable[sp.Expr] = ()) -> Inference:
    """Infer 0 <= expression from the signs of its symbols, or linearly from conditions."""
    if not nonnegative_in_factors(expression) and not implied(expression, where):
        raise ProofError(f"not known to be >= 0: {_shown(expression)}")
    return Inference(_ZERO, "<=", expression, where, (), "sign")


@rule
def square(expression: sp.Expr) -> Inference:
    """Infer 0 <= expression^2."""
    where = ranges(expression, ())
    if not defined(expression, where):  # its square may be: that of the root of x is x
        raise ProofError(f"the square of what may be undefined: {shown(expression)}")
    return Inference(_ZERO, "<=", expression**2, where, (), "a square")


@rule
def absolute(expression: sp.Expr) -> Inference:
    """Infer expression <= |expression|."""
    return Inference(expression, "<=", sp.Abs(expression), (), (), "absolute value")


@rule
def add(*facts: Fact) -> Inference:
    """Add statements side by side."""
    lhs, rhs = sp.Add(*(f.lhs for f in facts)), sp.Add(*(f.rhs for f in facts))
    return Inference(lhs, _weakest(facts), rhs, all_where(facts), all_rests(facts), "sum of")


@rule
def scale(fact: Fact, factor: sp.Expr, sign: Fact | None = None) -> Inference:
    """Multiply by a factor; in an inequality it must be known, or proven by `sign`, to be >= 0."""
    premises = (fact,) if sign is None else (fact, sign)
    where = all_where(premises)
    if not defined(factor, where):
        raise ProofError(f"a factor that may divide by 0: {shown(factor)}")
    if sign is not None:
        if not is_zero(sign.rhs - sign.lhs - factor):
            raise ProofError(f"{sign.statement} does not give the sign of {shown(factor)}",
                             sign.rhs - sign.lhs - factor)  # fmt: skip
    elif fact.relation == "<=" and not (
        nonnegative_in_factors(factor) or implied(factor, fact.where)
    ):
        raise ProofError(f"factor of unknown sign: {shown(factor)}")
    lhs, rhs = fact.lhs * factor, fact.rhs * factor
    return Inference(lhs, fact.relation, rhs, where, all_rests(premises), f"times {factor}")


@rule
def chain(*facts: Fact) -> Inference:
    """From a <= b, b <= c, ... infer a <= ...; neighbours must agree up to an identity."""
    if not facts:
        raise ProofError("a chain needs a fact")
    for first, second in itertools.pairwise(facts):
        gap = first.rhs - second.lhs
        if not is_zero(gap):
            raise ProofError(f"the chain breaks: {_shown(gap)} is not 0", gap)
    lhs, rhs = facts[0].lhs, facts[-1].rhs
    return Inference(lhs, _weakest(facts), rhs, all_where(facts), all_rests(facts), "chain of")


@rule
def restate(fact: Fact, lhs: sp.Expr, relation: str, rhs: sp.Expr) -> Inference:
    """Move terms across and rewrite: rhs - lhs must be identically what it was.

    The sides of an equation may change places.
    """
    if relation == "=" and fact.relation == "<=":
        raise ProofError(f"an inequality does not give an equality: {fact.statement}")
    change = (rhs - lhs) - (fact.rhs - fact.lhs)
    if not is_zero(change):
        turned = (rhs - lhs) + (fact.rhs - fact.lhs)
        if fact.relation == "<=" or not is_zero(turned):
            raise ProofError(f"not the same statement: it differs by {_shown(change)}", change)
    return Inference(lhs, relation, rhs, fact.where, fact.rests_on, "rearranged")


def conclude(lhs: sp.Expr, relation: str, rhs: sp.Expr, *premises: Fact | tuple[Any, Fact]) -> Fact:
    """Infer a statement that is a sum of premises, each with a factor (`scale`) if not alone.

    This is no rule of its own, but three: `scale`, `add` and `restate`.
    """
    facts = [scale(p[1], p[0]) if isinstance(p, tuple) else p for p in premises]
    return restate(add(*facts), lhs, relation, rhs)


@rule
def substitute(fact: Fact, equation: Fact) -> Inference:
    """Replace the left side of an equation by its right side, wherever it stands.

    As they have the same value, the sides of the result are defined where those of the fact are.
    """
    if equation.relation != "=":
        raise ProofError(f"only equals may be substituted, not {equation.statement}")
    old, new = equation.lhs, equation.rhs
    for side in (fact.lhs, fact.rhs):
        if bound(side) & (names(old) | bound(old) | names(new) | bound(new)):
            raise ProofError(f"{old} would be replaced under a sum over one of its symbols")
    lhs, rhs = (side.xreplace({old: new}) for side in (fact.lhs, fact.rhs))
    facts = (fact, equation)
    where, rests = all_where(facts), all_rests(facts)
    return Inference(lhs, fact.relation, rhs, where, rests, "substitution", defined=True)


@rule
def instance(fact: Fact, values: Values, where: Iterable[sp.Expr] = ()) -> Inference:
    """Replace symbols by expressions, and functions by `sp.Lambda`, in a fact that is general.

    Constants of the assumptions cannot be replaced; a value must have the integrality of its
    symbol, and a sign that follows from `where`, which joins the conditions.
    """
    fixed = set().union(*(a.constants for a in fact.rests_on)) & set(values)
    if fixed:
        raise ProofError(f"{fixed} is fixed by an assumption and cannot be replaced")
    put = Replacement(values, where)
    given = {*map(put, fact.where), *where}
    words = "instance " + ", ".join(f"{name} := {value}" for name, value in values.items())
    return Inference(put(fact.lhs), fact.relation, put(fact.rhs), given, fact.rests_on, words)


@rule
def under(fact: Fact, *conditions: sp.Expr) -> Inference:
    """Replace the conditions of a fact by others from which they follow linearly."""
    for needed in fact.where:
        if not implied(needed, conditions):
            raise ProofError(f"the conditions do not give {shown(needed)} >= 0")
    words = "under stronger conditions"
    return Inference(fact.lhs, fact.relation, fact.rhs, conditions, fact.rests_on, words)


def all_where(facts: Iterable[Fact]) -> frozenset[sp.Expr]:
    """Return the conditions of several facts."""
    return frozenset().union(*(f.where for f in facts))


def all_rests(facts: Iterable[Fact]) -> frozenset[Assumption]:
    """Return the assumptions of several facts."""
    return frozenset().union(*(f.rests_on for f in facts))


def _weakest(facts: Iterable[Fact]) -> str:
    return "=" if all(f.relation == "=" for f in facts) else "<="


def _shown(difference: sp.Expr) -> str:
    """Return what is left of a difference, in factors if it is short."""
    return shown(sp.factor(difference) if difference.count_ops() <= _SHORT else difference)

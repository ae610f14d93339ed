"""A small proof kernel on sympy, in the LCF style.

A `Fact` is a statement `lhs <= rhs` or `lhs = rhs` that holds for all values of its free symbols
that meet its conditions. Only the rules below make facts, each checks its premises, and what it
cannot verify it refuses. A fact knows the assumptions that it rests on and the steps to it.

A condition is an expression that is at least 0. Symbols and functions are real and carry their
sign and integrality as sympy assumptions. Sums follow Karr's convention (see `normal`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import InitVar, dataclass
from typing import Any

import sympy as sp

from osphg.proofs.kernel.assumption import Assumption, ProofError
from osphg.proofs.kernel.linear import consistent, implied
from osphg.proofs.kernel.normal import is_zero
from osphg.proofs.kernel.replacement import bound_in, replacement
from osphg.proofs.kernel.wellformed import defined, flaw, vanishing

__all__ = [
    "Assumption",
    "Fact",
    "ProofError",
    "absolute",
    "add",
    "assume",
    "chain",
    "conclude",
    "identity",
    "instance",
    "nonnegative",
    "restate",
    "scale",
    "square",
    "substitute",
    "under",
]

_KEY = object()  # held by the rules alone


@dataclass(frozen=True)
class Fact:
    """A proven statement; see the module. `name` is a label for the reader."""

    lhs: sp.Expr
    relation: str
    rhs: sp.Expr
    where: frozenset[sp.Expr]
    rests_on: frozenset[Assumption]
    rule: str
    premises: tuple[Fact, ...] = ()
    name: str = ""
    key: InitVar[object] = None  # not kept, so that nobody can pass it on

    def __post_init__(self, key: object) -> None:
        if key is not _KEY:
            raise ProofError("a Fact comes from a rule of the kernel; it cannot be made by hand")

    def named(self, name: str) -> Fact:
        """Return the same fact under a name."""
        return Fact(self.lhs, self.relation, self.rhs, self.where, self.rests_on, self.rule,
                    self.premises, name, key=_KEY)  # fmt: skip

    def steps(self) -> list[Fact]:
        """Return every fact that led here, premises first, each once."""
        seen: dict[int, Fact] = {}

        def visit(fact: Fact) -> None:
            if id(fact) not in seen:
                for premise in fact.premises:
                    visit(premise)
                seen[id(fact)] = fact

        visit(self)
        return list(seen.values())

    def __str__(self) -> str:
        return f"{self.lhs} {self.relation} {self.rhs}"


def assume(assumption: Assumption) -> Fact:
    """Use an assumption as it stands."""
    a = assumption
    _known_relation(a.relation)
    return _make(a.lhs, a.relation, a.rhs, a.where, {a}, f"assumption: {a.name}")


def identity(lhs: sp.Expr, rhs: sp.Expr) -> Fact:
    """Equality of two expressions whose difference sympy reduces to 0."""
    if not is_zero(lhs - rhs):
        raise ProofError(f"not an identity: the difference is {_shown(lhs - rhs)}")
    return _make(lhs, "=", rhs, (), (), "algebraic identity")


def nonnegative(expression: sp.Expr, where: Iterable[sp.Expr] = ()) -> Fact:
    """Infer 0 <= expression from the signs of its symbols, or linearly from conditions."""
    where = _conditions(where)
    known = sp.sympify(expression).is_nonnegative or sp.factor(expression).is_nonnegative
    if not known and not implied(expression, where):
        raise ProofError(f"not known to be >= 0: {_shown(expression)}")
    return _make(sp.Integer(0), "<=", expression, where, (), "sign")


def square(expression: sp.Expr) -> Fact:
    """Infer 0 <= expression^2 for a real expression."""
    if not sp.sympify(expression).is_real:
        raise ProofError(f"not known to be real: {_shown(expression)}")
    return _make(sp.Integer(0), "<=", expression**2, (), (), "a square")


def absolute(expression: sp.Expr) -> Fact:
    """Infer expression <= |expression| for a real expression."""
    if not sp.sympify(expression).is_real:
        raise ProofError(f"not known to be real: {_shown(expression)}")
    return _make(expression, "<=", sp.Abs(expression), (), (), "absolute value")


def add(*facts: Fact) -> Fact:
    """Add statements side by side."""
    relation = "=" if all(f.relation == "=" for f in facts) else "<="
    lhs, rhs = sp.Add(*(f.lhs for f in facts)), sp.Add(*(f.rhs for f in facts))
    return _make(lhs, relation, rhs, _all_where(facts), _all_rests(facts), "sum of", facts)


def scale(fact: Fact, factor: sp.Expr, sign: Fact | None = None) -> Fact:
    """Multiply by a factor; in an inequality it must be known, or proven by `sign`, to be >= 0."""
    factor = sp.sympify(factor)
    premises: tuple[Fact, ...] = (fact,) if sign is None else (fact, sign)
    if not defined(factor, _all_where(premises)):
        raise ProofError(f"a factor that may divide by 0: {_shown(factor)}")
    if sign is not None:
        if not is_zero(sign.rhs - sign.lhs - factor):
            raise ProofError(f"{sign} does not give the sign of {_shown(factor)}")
    elif fact.relation == "<=" and not (
        factor.is_nonnegative or sp.factor(factor).is_nonnegative or implied(factor, fact.where)
    ):
        raise ProofError(f"factor of unknown sign: {_shown(factor)}")
    return _make(fact.lhs * factor, fact.relation, fact.rhs * factor, _all_where(premises),
                 _all_rests(premises), f"times {factor}", premises)  # fmt: skip


def chain(*facts: Fact) -> Fact:
    """From a <= b, b <= c, ... infer a <= ...; neighbours must agree up to an identity."""
    if not facts:
        raise ProofError("a chain needs a fact")
    for first, second in itertools.pairwise(facts):
        if not is_zero(first.rhs - second.lhs):
            raise ProofError(f"the chain breaks: {_shown(first.rhs - second.lhs)} is not 0")
    relation = "=" if all(f.relation == "=" for f in facts) else "<="
    return _make(facts[0].lhs, relation, facts[-1].rhs, _all_where(facts), _all_rests(facts),
                 "chain of", facts)  # fmt: skip


def restate(fact: Fact, lhs: sp.Expr, relation: str, rhs: sp.Expr) -> Fact:
    """Move terms across and rewrite: rhs - lhs must be identically what it was.

    The sides of an equation may change places.
    """
    _known_relation(relation)
    if relation == "=" and fact.relation == "<=":
        raise ProofError(f"an inequality does not give an equality: {fact}")
    lhs, rhs = sp.sympify(lhs), sp.sympify(rhs)
    change = (rhs - lhs) - (fact.rhs - fact.lhs)
    turned = fact.relation == "=" and is_zero((rhs - lhs) + (fact.rhs - fact.lhs))
    if not turned and not is_zero(change):
        raise ProofError(f"not the same statement: it differs by {_shown(change)}")
    return _make(lhs, relation, rhs, fact.where, fact.rests_on, "rearranged", (fact,))


def conclude(lhs: sp.Expr, relation: str, rhs: sp.Expr, *premises: Fact | tuple[Any, Fact]) -> Fact:
    """Infer a statement that is a sum of premises, each with a factor (`scale`) if not alone."""
    facts = [scale(p[1], p[0]) if isinstance(p, tuple) else p for p in premises]
    return restate(add(*facts), lhs, relation, rhs)


def substitute(fact: Fact, equation: Fact) -> Fact:
    """Replace the left side of an equation by its right side, wherever it stands."""
    if equation.relation != "=":
        raise ProofError(f"only equals may be substituted, not {equation}")
    old, new = equation.lhs, equation.rhs
    for side in (fact.lhs, fact.rhs):
        if side.has(old) and bound_in(side) & (old.free_symbols | new.free_symbols):
            raise ProofError(f"{old} would be replaced under a sum over one of its symbols")
        if zero := vanishing(side, lambda e: e.xreplace({old: new})):
            raise ProofError(f"a power of {zero} would become a power of 0")
    facts = (fact, equation)
    return _make(fact.lhs.xreplace({old: new}), fact.relation, fact.rhs.xreplace({old: new}),
                 _all_where(facts), _all_rests(facts), "substitution", facts)  # fmt: skip


def instance(fact: Fact, values: Mapping[Any, Any], where: Iterable[sp.Expr] = ()) -> Fact:
    """Replace symbols by expressions, and functions by `sp.Lambda`, in a fact that is general.

    Constants of the assumptions cannot be replaced; a value must have the integrality of its
    symbol, and a sign that follows from `where`, which joins the conditions.
    """
    where = frozenset(_conditions(where))
    fixed = set().union(*(a.constants for a in fact.rests_on), ()) & set(values)
    if fixed:
        raise ProofError(f"{fixed} is fixed by an assumption and cannot be replaced")
    put = replacement(values, (fact.lhs, fact.rhs, *fact.where), where)
    given = frozenset(map(put, fact.where)) | where
    shown = ", ".join(f"{name} := {value}" for name, value in values.items())
    return _make(put(fact.lhs), fact.relation, put(fact.rhs), given, fact.rests_on,
                 f"instance {shown}", (fact,))  # fmt: skip


def under(fact: Fact, *conditions: sp.Expr) -> Fact:
    """Replace the conditions of a fact by others from which they follow linearly."""
    conditions = _conditions(conditions)
    for needed in fact.where:
        if not implied(needed, conditions):
            raise ProofError(f"the conditions do not give {_shown(needed)} >= 0")
    return _make(fact.lhs, fact.relation, fact.rhs, conditions, fact.rests_on,
                 "under stronger conditions", (fact,))  # fmt: skip


def _make(
    lhs: sp.Expr,
    relation: str,
    rhs: sp.Expr,
    where: Iterable[sp.Expr],
    rests_on: Iterable[Assumption],
    rule: str,
    premises: tuple[Fact, ...] = (),
) -> Fact:
    rests = frozenset(rests_on)
    lhs, rhs, where = sp.sympify(lhs), sp.sympify(rhs), _conditions(where)
    for part in (lhs, rhs, *where):
        if problem := flaw(part):
            raise ProofError(f"{problem}: {part}")
    conditions = frozenset(c for c in where if not c.is_nonnegative)
    _refuse_contradiction(rests, conditions)
    return Fact(lhs, relation, rhs, conditions, rests, rule, premises, key=_KEY)


def _conditions(where: Iterable[sp.Expr]) -> tuple[sp.Expr, ...]:
    found = tuple(map(sp.sympify, where))
    for condition in found:
        if not isinstance(condition, sp.Expr):
            raise ProofError(f"a condition is an expression that is >= 0, not {condition}")
    return found


def _refuse_contradiction(rests: frozenset[Assumption], where: frozenset[sp.Expr]) -> None:
    """Refuse assumptions and conditions that linear reasoning finds to exclude each other."""
    rows = set(where)
    for a in rests:
        # "For all" is about every value: only assumptions over the same range are compared.
        over = ", ".join(sorted(map(str, a.where)))
        fresh = {v: sp.Symbol(f"{v} with {over}", **v.assumptions0) for v in a.for_all}
        claims = [a.rhs - a.lhs, *([a.lhs - a.rhs] if a.relation == "=" else []), *a.where]
        rows |= {sp.sympify(claim).xreplace(fresh) for claim in claims}
    if not consistent(rows):
        names = ", ".join(sorted(a.name for a in rests)) or "the conditions"
        shown = ", ".join(f"{c} >= 0" for c in sorted(where, key=sp.default_sort_key))
        raise ProofError(f"assumptions contradict each other: {names}; {shown}")


def _known_relation(relation: str) -> None:
    if relation not in ("<=", "="):
        raise ProofError(f"relation must be '<=' or '=', got {relation!r}")


def _all_where(facts: Iterable[Fact]) -> frozenset[sp.Expr]:
    return frozenset().union(*(f.where for f in facts))


def _all_rests(facts: Iterable[Fact]) -> frozenset[Assumption]:
    return frozenset().union(*(f.rests_on for f in facts))


def _shown(e: sp.Expr) -> str:
    text = str(sp.simplify(e))
    return text if len(text) <= 300 else text[:300] + " ..."

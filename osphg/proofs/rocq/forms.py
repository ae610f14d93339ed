"""Canonical forms of real terms, as sympy's expressions.

As in the kernel's normal form sums are split into their terms, factors free of the index stand
outside, sums of polynomials are evaluated, maxima are written with absolute values, and indices are
named by depth. Powers c^n of one base whose exponents differ by integers are written with the least
of these exponents, which is the only one that Rocq is asked to know of: c^(n+1) = c c^n wants
0 <= n, or c <> 0.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import sympy as sp

from osphg.proofs.rocq.operations import (
    Abs,
    Exp,
    Inv,
    Max,
    Min,
    Num,
    Operation,
    Sqrt,
)
from osphg.proofs.rocq.reading import EXPONENTIAL, POWER
from osphg.proofs.rocq.terms import (
    App,
    Of,
    Pow,
    PowZ,
    Put,
    Term,
    Total,
    Var,
)
from osphg.proofs.rocq.wholes import CACHE, ExportError, Whole

HERE = sp.Symbol("_here", integer=True)  # the index of the sum that a term is in


class Scope(NamedTuple):
    """The innermost sum that a term is in."""

    over: sp.Symbol | None = None
    lower: str = ""
    upper: str = ""

    def inside(self, total: Total) -> Scope:
        """Return the scope of a sum's summand."""
        return Scope(total.index, _printed(total.lower.value), _printed(total.upper.value))


TOP = Scope()


@functools.lru_cache(maxsize=CACHE)
def _printed(e: sp.Expr) -> str:
    return str(e)


@functools.lru_cache(maxsize=CACHE)
def expand(e: sp.Expr) -> sp.Expr:
    """Multiply out, leaving powers and exponentials as they are."""
    return sp.expand(e, power_exp=False, power_base=False, log=False)


def length(total: Total) -> sp.Expr:
    """Return the upper bound of a sum minus the lower one."""
    return _length(total.lower.value, total.upper.value)


@functools.lru_cache(maxsize=CACHE)
def _length(lower: sp.Expr, upper: sp.Expr) -> sp.Expr:
    return sp.expand(upper - lower)


def at(total: Total, index: Whole) -> Term:
    """Return a sum's summand at a value of the index."""
    return total.body.put(Put({total.index: index}))


@functools.lru_cache(maxsize=CACHE)
def bound_index(summand: sp.Expr) -> sp.Symbol:
    """Return the index of a sum in canonical form."""
    depth = max((_depth(total) for total in summand.atoms(sp.Sum)), default=0)
    return sp.Symbol(f"i{depth}_", integer=True)


def _depth(total: sp.Sum) -> int:
    return int(str(total.args[1][0])[1:-1]) + 1


@functools.lru_cache(maxsize=CACHE)
def is_polynomial(rest: sp.Expr, index: sp.Symbol) -> bool:
    """Whether a factor is a polynomial in the index of a sum and in nothing else."""
    alone = rest.free_symbols == {index} and not rest.atoms(sp.Function, sp.Sum)
    return bool(alone and rest.is_polynomial(index))


@functools.lru_cache(maxsize=CACHE)
def antidifference(rest: sp.Expr, index: sp.Symbol, at_: sp.Expr) -> sp.Expr:
    """Return the sum of a polynomial in the index over 0, ..., at_ - 1."""
    inner = sp.Symbol("_inner", integer=True)
    return sp.expand(sp.summation(rest.xreplace({index: inner}), (inner, 0, at_ - 1)))


@functools.lru_cache(maxsize=CACHE)
def collected(summand: sp.Expr, index: sp.Symbol) -> tuple[tuple[sp.Expr, sp.Expr], ...]:
    """Return a summand as factors, free of the index, each before what it is a factor of."""
    parts: dict[sp.Expr, sp.Expr] = {}
    for part in sp.Add.make_args(summand):
        factor, rest = part.as_independent(index, as_Add=False)
        if not rest.has(index):
            factor, rest = part, sp.Integer(1)
        if rest.is_Number:
            factor, rest = factor * rest, sp.Integer(1)
        parts[rest] = parts.get(rest, sp.Integer(0)) + factor
    return tuple((factor, rest) for rest, factor in parts.items())


def summed(total: Total, summand: sp.Expr) -> sp.Expr:
    """Return the canonical form of a sum whose summand is in canonical form."""
    return _summed(summand, total.index, total.lower.value, total.upper.value)


@functools.lru_cache(maxsize=CACHE)
def _summed(summand: sp.Expr, index: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> sp.Expr:
    bound = bound_index(summand)
    found = sp.Integer(0)
    for factor, rest in collected(summand, index):
        if rest == 1:
            found += factor * (upper - lower + 1)
        elif is_polynomial(rest, index):
            end = sp.Symbol("_end", integer=True)
            closed = antidifference(rest, index, end)
            found += factor * sp.expand(closed.subs(end, upper + 1) - closed.subs(end, lower))
        else:
            found += factor * sp.Sum(rest.xreplace({index: bound}), (bound, lower, upper))
    return expand(found)


@functools.lru_cache(maxsize=CACHE)
def _sorted_out(exponent: sp.Expr, over: sp.Symbol | None) -> tuple[int, str]:
    """Return the number in an exponent, and the rest as it is printed, whatever its index."""
    number, rest = sp.expand(exponent).as_coeff_Add()
    return int(number), str(rest if over is None else rest.subs(over, HERE))


class Forms:
    """The canonical forms of the terms of an equation: they share the least exponents."""

    def __init__(self, *terms: Term) -> None:
        self._least: dict[tuple[str, ...], int] = {}
        for term in terms:
            self._note(term, TOP)

    def least(self, base: Term, exponent: sp.Expr, scope: Scope) -> tuple[int, sp.Expr]:
        """Return how far an exponent lies above the least of its kind, and that least one."""
        key, number = self._key(base, exponent, scope)
        above = number - min(self._least.get(key, number), number)
        return above, sp.expand(exponent - above)

    def _key(self, base: Term, exponent: sp.Expr, scope: Scope) -> tuple[tuple[str, ...], int]:
        number, rest = _sorted_out(exponent, scope.over)
        return (scope.lower, scope.upper, _printed(expand(base.value)), rest), number

    def _note(self, term: Term, scope: Scope) -> None:
        if isinstance(term, PowZ) and not term.exponent.value.is_Integer:
            key, number = self._key(term.base, term.exponent.value, scope)
            self._least[key] = min(self._least.get(key, number), number)
        if isinstance(term, Total):
            if length(term) == 0:
                self._note(at(term, term.lower), scope)
            elif length(term) != -1:
                self._note(term.body, scope.inside(term))
            return
        for part in term.parts:
            self._note(part, scope)

    def lowers(self, term: Term, scope: Scope) -> bool:
        """Whether some exponent in a term is lowered, for which its sign must be known."""
        if isinstance(term, PowZ):
            exponent = term.exponent.value
            if exponent.is_Integer or self.least(term.base, exponent, scope)[0] > 0:
                return True
        if isinstance(term, Total):
            return self.lowers(term.body, scope.inside(term))
        return any(self.lowers(part, scope) for part in term.parts)

    @functools.singledispatchmethod
    def form(self, term: Term, scope: Scope) -> sp.Expr:
        """Return the canonical form of a term."""
        raise ExportError(f"no canonical form of {term}")

    @form.register
    def _(self, term: Operation, scope: Scope) -> sp.Expr:
        return expand(term.made_of(*(self.form(part, scope) for part in term.terms)))

    @form.register(Num)
    @form.register(Var)
    @form.register(Of)
    @form.register(App)
    def _(self, term: Term, scope: Scope) -> sp.Expr:
        return term.value

    @form.register
    def _(self, term: Pow, scope: Scope) -> sp.Expr:
        return expand(self.form(term.base, scope) ** term.exponent)

    @form.register
    def _(self, term: PowZ, scope: Scope) -> sp.Expr:
        base, exponent = self.form(term.base, scope), term.exponent.value
        if exponent.is_Integer:
            return expand(base**exponent)
        above, least = self.least(term.base, exponent, scope)
        return expand(base**above * POWER(base, least))

    @form.register
    def _(self, term: Max, scope: Scope) -> sp.Expr:
        return self._extreme(term, scope, 1)

    @form.register
    def _(self, term: Min, scope: Scope) -> sp.Expr:
        return self._extreme(term, scope, -1)

    def _extreme(self, term: Operation, scope: Scope, sign: int) -> sp.Expr:
        left, right = (self.form(part, scope) for part in term.terms)
        return expand((left + right + sign * sp.Abs(expand(left - right))) / 2)

    @form.register
    def _(self, term: Exp, scope: Scope) -> sp.Expr:
        exponent = expand(self.form(term.terms[0], scope))
        return sp.Mul(*(EXPONENTIAL(part) for part in sp.Add.make_args(exponent) if part != 0))

    @form.register
    def _(self, term: Total, scope: Scope) -> sp.Expr:
        if length(term) == -1:
            return sp.Integer(0)
        if length(term) == 0:
            return self.form(at(term, term.lower), scope)
        return summed(term, expand(self.form(term.body, scope.inside(term))))


def maximum_below(term: Term, below: bool = False) -> bool:
    """Whether a maximum stands in a denominator."""
    if below and isinstance(term, Max):
        return True
    return any(maximum_below(part, below or isinstance(term, Inv)) for part in term.parts)


def divides(term: Term) -> bool:
    """Whether something is divided by in a term."""
    return isinstance(term, Inv) or any(map(divides, term.parts))


def roots(term: Term) -> list[Term]:
    """Return the absolute values and square roots among the factors and terms of a term."""
    if isinstance(term, Abs):
        return [term]
    if isinstance(term, Sqrt):
        inner = term.terms[0]
        return [term, inner] if isinstance(inner, Sqrt) else [term]
    if isinstance(term, Operation) and not isinstance(term, Max | Min | Exp):
        return [root for part in term.parts for root in roots(part)]
    return roots(term.base) if isinstance(term, Pow) else []

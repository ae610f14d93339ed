"""What Rocq's real terms are made of by arithmetic and by the functions of its library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from osphg.proofs.rocq.terms import Pow, PowZ, Put, Term, Total
from osphg.proofs.rocq.wholes import (
    APPLIED,
    ATOM,
    PREFIX,
    PRODUCT,
    SUM,
    NameTable,
    bind,
    join_signed,
)


@dataclass(frozen=True)
class Num(Term):
    """A rational number."""

    number: sp.Rational

    def placed(self) -> Term:
        """Return the term with its sign kept in front of it."""
        return Placed((self,))

    def _text(self, names: NameTable, wanted: int) -> str:
        tightness = PRODUCT if self.number.q != 1 else PREFIX if self.number.is_negative else ATOM
        return bind(str(self.number).replace("/", " / "), tightness, wanted)

    def _value(self) -> sp.Expr:
        return self.number


@dataclass(frozen=True)
class Operation(Term):
    """What all that is made of real terms alone has in common."""

    terms: tuple[Term, ...]

    def _parts(self) -> tuple[Term, ...]:
        return self.terms

    def _value(self) -> sp.Expr:
        return self.made_of(*(term.value for term in self.terms))

    def made_of(self, *values: sp.Expr) -> sp.Expr:
        """Return what sympy makes of values for the terms."""
        return self._of(*values)

    def _of(self, *values: sp.Expr) -> sp.Expr:
        raise NotImplementedError

    def _put(self, put: Put) -> Term:
        return type(self)(tuple(term.put(put) for term in self.terms))


class Add(Operation):
    """A sum of terms."""

    def _text(self, names: NameTable, wanted: int) -> str:
        parts = [term.signed() if isinstance(term, Mul) else _number(term) for term in self.terms]
        terms = [(minus, part.text(names, PRODUCT)) for minus, part in parts]
        return bind(join_signed(terms), SUM, wanted)

    def _of(self, *values: sp.Expr) -> sp.Expr:
        return sp.Add(*values)


class Mul(Operation):
    """A product."""

    def placed(self) -> Term:
        """Return the term with its sign kept in front of it."""
        return Placed((self,))

    def signed(self) -> tuple[bool, Term]:
        """Return whether its number is negative, and the product without that sign."""
        first, *others = self.terms
        if not isinstance(first, Num) or not first.number.is_negative:
            return False, self
        kept = [] if first.number == -1 and others else [Num(-first.number)]
        terms = (*kept, *others)
        return True, terms[0] if len(terms) == 1 else Mul(terms)

    def _text(self, names: NameTable, wanted: int) -> str:
        minus, positive = self.signed()
        if minus:
            return bind(f"- {positive.text(names, PRODUCT)}", SUM, wanted)
        first, *others = self.terms
        text = first.text(names, PRODUCT if isinstance(first, Num) else PREFIX)
        for term in others:
            divided = isinstance(term, Inv)
            factor = term.terms[0] if isinstance(term, Inv) else term
            text += f" {'/' if divided else '*'} {factor.text(names, PREFIX)}"
        return bind(text, PRODUCT, wanted)

    def _of(self, *values: sp.Expr) -> sp.Expr:
        return sp.Mul(*values)


def _number(term: Term) -> tuple[bool, Term]:
    negative = isinstance(term, Num) and term.number.is_negative
    return (True, Num(-term.number)) if negative and isinstance(term, Num) else (False, term)


class Inv(Operation):
    """One divided by a term."""

    def _text(self, names: NameTable, wanted: int) -> str:
        return bind(f"/ {self.terms[0].text(names, APPLIED)}", PREFIX, wanted)

    def _of(self, *values: sp.Expr) -> sp.Expr:
        return 1 / values[0]


class Sub(Operation):
    """A difference."""

    def _text(self, names: NameTable, wanted: int) -> str:
        left, right = self.terms
        return bind(f"{left.text(names, SUM)} - {right.text(names, PRODUCT)}", SUM, wanted)

    def _of(self, *values: sp.Expr) -> sp.Expr:
        return values[0] - values[1]


class Neg(Operation):
    """A term with its sign changed."""

    def placed(self) -> Term:
        """Return the term with its sign kept in front of it."""
        return Placed((self,))

    def _text(self, names: NameTable, wanted: int) -> str:
        return bind(f"- {self.terms[0].text(names, ATOM)}", SUM, wanted)

    def _of(self, *values: sp.Expr) -> sp.Expr:
        return -values[0]


class Placed(Operation):
    """A term in the place of a symbol or function: a sign in front of it stays with it."""

    def _text(self, names: NameTable, wanted: int) -> str:
        return self.terms[0].text(names, wanted)

    def _of(self, *values: sp.Expr) -> sp.Expr:
        return values[0]


class Call(Operation):
    """A function of Rocq's library applied to terms."""

    called: ClassVar[str]
    means: ClassVar[Callable[..., sp.Expr]]

    def _text(self, names: NameTable, wanted: int) -> str:
        text = " ".join([self.called, *(term.text(names, ATOM) for term in self.terms)])
        return bind(text, APPLIED, wanted)

    def _of(self, *values: sp.Expr) -> sp.Expr:
        return type(self).means(*values)


class Abs(Call):
    """An absolute value."""

    called, means = "Rabs", sp.Abs


class Max(Call):
    """The larger of two terms."""

    called, means = "Rmax", sp.Max


class Min(Call):
    """The smaller of two terms."""

    called, means = "Rmin", sp.Min


class Sqrt(Call):
    """A square root."""

    called, means = "sqrt", sp.sqrt


class Exp(Call):
    """An exponential."""

    called, means = "exp", sp.exp


def replaced(where: Term, old: Term, new: Term) -> Term:
    """Return a term with one of its parts replaced, wherever it stands."""
    if where == old:
        return new.placed()
    if isinstance(where, Operation):
        return type(where)(tuple(replaced(part, old, new) for part in where.terms))
    if isinstance(where, Pow):
        return Pow(replaced(where.base, old, new), where.exponent)
    if isinstance(where, PowZ):
        return PowZ(replaced(where.base, old, new), where.exponent)
    if isinstance(where, Total):
        return Total(where.index, where.lower, where.upper, replaced(where.body, old, new))
    return where

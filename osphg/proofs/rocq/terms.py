"""Real terms of Rocq: trees that keep the shape in which they are printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from osphg.proofs.rocq.wholes import (
    APPLIED,
    ATOM,
    PREFIX,
    SUM,
    NameTable,
    Whole,
    bind,
)


class Term:
    """A real term."""

    def text(self, names: NameTable, wanted: int = SUM) -> str:
        """Return the term as it is printed among reals."""
        found = names.texts.get((id(self), wanted))
        if found is None:  # the term is kept with its text, so that no other has its place
            found = names.texts[id(self), wanted] = self, self._text(names, wanted)
        return found[1]

    @property
    def value(self) -> sp.Expr:
        """The term as an expression, evaluated by sympy."""
        return self._value()

    @property
    def parts(self) -> tuple[Term, ...]:
        """The real terms it is made of."""
        return self._parts()

    def put(self, put: Put) -> Term:
        """Return the term with others in the place of symbols and functions."""
        return self._put(put)

    def placed(self) -> Term:
        """Return the term as it stands in the place of a symbol or function."""
        return self

    def _text(self, names: NameTable, wanted: int) -> str:
        raise NotImplementedError

    def _value(self) -> sp.Expr:
        raise NotImplementedError

    def _parts(self) -> tuple[Term, ...]:
        return ()

    def _put(self, put: Put) -> Term:
        return self


@dataclass(frozen=True)
class Put:
    """What is put in the place of integer symbols, real symbols, and functions."""

    wholes: Mapping[sp.Symbol, Whole] = field(default_factory=dict)
    reals: Mapping[sp.Symbol, Term] = field(default_factory=dict)
    functions: Mapping[Any, tuple[tuple[sp.Symbol, ...], Term]] = field(default_factory=dict)

    def without(self, index: sp.Symbol) -> Put:
        """Return what is put inside a sum over the index."""
        kept = {symbol: term for symbol, term in self.wholes.items() if symbol != index}
        return Put(kept, self.reals, self.functions)


@dataclass(frozen=True)
class Var(Term):
    """A real symbol."""

    symbol: sp.Symbol

    def _text(self, names: NameTable, wanted: int) -> str:
        return names[self.symbol]

    def _value(self) -> sp.Expr:
        return self.symbol

    def _put(self, put: Put) -> Term:
        return put.reals[self.symbol].placed() if self.symbol in put.reals else self


@dataclass(frozen=True)
class Of(Term):
    """An integer among reals."""

    whole: Whole

    def _text(self, names: NameTable, wanted: int) -> str:
        if isinstance(self.whole.expr, sp.Integer) and not self.whole.env:
            return self.whole.text(names, wanted)
        return bind(f"IZR {self.whole.text(names, ATOM)}", APPLIED, wanted)

    def _value(self) -> sp.Expr:
        return self.whole.value

    def _put(self, put: Put) -> Term:
        return Of(self.whole.put(put.wholes))


@dataclass(frozen=True)
class Pow(Term):
    """A power with a natural number as exponent."""

    base: Term
    exponent: int

    def _parts(self) -> tuple[Term, ...]:
        return (self.base,)

    def _text(self, names: NameTable, wanted: int) -> str:
        return bind(f"{self.base.text(names, APPLIED)} ^ {self.exponent}", PREFIX, wanted)

    def _value(self) -> sp.Expr:
        return self.base.value**self.exponent

    def _put(self, put: Put) -> Term:
        return Pow(self.base.put(put), self.exponent)


@dataclass(frozen=True)
class PowZ(Term):
    """A power with an integer as exponent."""

    base: Term
    exponent: Whole

    def _parts(self) -> tuple[Term, ...]:
        return (self.base,)

    def _text(self, names: NameTable, wanted: int) -> str:
        text = f"powerRZ {self.base.text(names, ATOM)} {self.exponent.text(names, ATOM)}"
        return bind(text, APPLIED, wanted)

    def _value(self) -> sp.Expr:
        return self.base.value**self.exponent.value

    def _put(self, put: Put) -> Term:
        return PowZ(self.base.put(put), self.exponent.put(put.wholes))


@dataclass(frozen=True)
class App(Term):
    """A sequence of the derivation at integers."""

    function: Any
    arguments: tuple[Whole, ...]

    def _text(self, names: NameTable, wanted: int) -> str:
        arguments = " ".join(argument.argument(names) for argument in self.arguments)
        return bind(f"{names[self.function]} {arguments}", APPLIED, wanted)

    def _value(self) -> sp.Expr:
        return self.function(*(argument.value for argument in self.arguments))

    def _put(self, put: Put) -> Term:
        arguments = [argument.put(put.wholes) for argument in self.arguments]
        if self.function not in put.functions:
            return App(self.function, tuple(arguments))
        variables, body = put.functions[self.function]
        return body.put(Put(dict(zip(variables, arguments, strict=True)))).placed()


@dataclass(frozen=True)
class Total(Term):
    """A sum over a range of integers."""

    index: sp.Symbol
    lower: Whole
    upper: Whole
    body: Term

    def _parts(self) -> tuple[Term, ...]:
        return (self.body,)

    def function(self, names: NameTable) -> str:
        """Return the summand as a function of the index."""
        return f"(fun {names[self.index]} : Z => {self.body.text(names)})"

    def _text(self, names: NameTable, wanted: int) -> str:
        bounds = f"{self.lower.text(names, ATOM)} {self.upper.text(names, ATOM)}"
        return bind(f"total {self.function(names)} {bounds}", APPLIED, wanted)

    def _value(self) -> sp.Expr:
        return sp.Sum(self.body.value, (self.index, self.lower.value, self.upper.value))

    def _put(self, put: Put) -> Term:
        inside = put.without(self.index)
        bounds = self.lower.put(put.wholes), self.upper.put(put.wholes)
        return Total(self.index, *bounds, self.body.put(inside))

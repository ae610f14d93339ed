"""Integer terms of Rocq, and how texts are bound.

A term is an expression and what stands in it for some of its symbols, so that replacing a symbol
never changes the order in which the others are printed.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

SUM, PRODUCT, PREFIX, APPLIED, ATOM = range(5)  # how tightly a text is bound
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_']*")
CACHE = 65536  # what is kept of equal expressions, which are many


class ExportError(ValueError):
    """Something that has no form in Rocq; the message says what."""


class NameTable(dict[Any, str]):
    """Names of symbols and functions; what is not in the table has its own name.

    What is not in the table was made by the exporter, with a name that nothing else has.

    Attributes
    ----------
    texts : mapping
        What is printed with these names: terms and their texts, by which terms they are and how
        tightly they are bound.
    """

    def __init__(self, names: Mapping[Any, str] | None = None) -> None:
        super().__init__(names or {})
        self.texts: dict[tuple[int, int], tuple[object, str]] = {}

    def __missing__(self, key: Any) -> str:
        name = str(key.name)
        if not _PLAIN.fullmatch(name):  # of a Lambda's variable, which may be called anything
            raise ExportError(f"a variable must have a plain name, got {name!r}")
        return name

    def __setitem__(self, key: Any, name: str) -> None:
        super().__setitem__(key, name)
        self.texts.clear()


def bind(text: str, tightness: int, wanted: int) -> str:
    """Put a text in parentheses if it stands where it must be bound more tightly."""
    return text if tightness >= wanted else f"({text})"


def join_signed(terms: list[tuple[bool, str]]) -> str:
    """Join terms, each with whether it is negative, by + and -, those with + first."""
    (negative, text), *others = sorted(terms, key=lambda item: item[0])
    return (
        ("- " if negative else "")
        + text
        + "".join(f" {'-' if minus else '+'} {other}" for minus, other in others)
    )


@dataclass(frozen=True)
class Whole:
    """An integer term: an expression, and terms that stand for some of its symbols."""

    expr: sp.Expr
    env: Mapping[sp.Symbol, Whole] = field(default_factory=dict, hash=False)

    @functools.cached_property
    def value(self) -> sp.Expr:
        """The term as an expression."""
        return _valued(self.expr, tuple((symbol, term.value) for symbol, term in self.env.items()))

    def put(self, values: Mapping[sp.Symbol, Whole]) -> Whole:
        """Return the term with others in the place of its symbols."""
        env = {}
        for symbol in self.expr.free_symbols:
            if symbol in self.env:
                env[symbol] = self.env[symbol].put(values)
            elif symbol in values:
                env[symbol] = values[symbol]
        return Whole(self.expr, env)

    def text(self, names: NameTable, wanted: int = SUM) -> str:
        """Return the term as it is printed among integers."""
        return self._text(self.expr, names, wanted)

    def argument(self, names: NameTable) -> str:
        """Return the term as an argument of a function whose scope Rocq does not know."""
        text = self.text(names, ATOM)
        return text if text.replace("'", "").isidentifier() else f"{text}%Z"

    def _text(self, e: sp.Expr, names: NameTable, wanted: int) -> str:
        if isinstance(e, sp.Symbol):
            return self.env[e].text(names, wanted) if e in self.env else names[e]
        if isinstance(e, sp.Integer):
            return bind(str(e.p), PREFIX if e.is_negative else ATOM, wanted)
        if e.is_Add:
            parts = [_signed(a) for a in ordered_terms(e)]
            terms = [(minus, self._text(part, names, PRODUCT)) for minus, part in parts]
            return bind(join_signed(terms), SUM, wanted)
        if e.is_Mul:
            minus, rest = _signed(e)
            factors = rest.as_ordered_factors() if rest.is_Mul else [rest]
            text = " * ".join(self._text(f, names, PREFIX) for f in factors)
            return bind(f"- {text}" if minus else text, SUM if minus else PRODUCT, wanted)
        if e.is_Pow:
            text = " * ".join([self._text(e.base, names, PREFIX)] * int(e.exp))
            return bind(text, PRODUCT, wanted)
        raise ExportError(f"not an integer term: {e}")


@functools.lru_cache(maxsize=CACHE)
def _valued(e: sp.Expr, values: tuple[tuple[sp.Symbol, sp.Expr], ...]) -> sp.Expr:
    return sp.expand(e.subs(dict(values), simultaneous=True) if values else e)


@functools.lru_cache(maxsize=CACHE)
def ordered_terms(e: sp.Expr) -> tuple[sp.Expr, ...]:
    """Return the terms of a sum in the order in which they are printed."""
    return tuple(e.as_ordered_terms())


@functools.lru_cache(maxsize=CACHE)
def _signed(e: sp.Expr) -> tuple[bool, sp.Expr]:
    number, _ = e.as_coeff_Mul()
    return (True, -e) if number.is_negative else (False, e)


def is_whole(e: sp.Expr) -> bool:
    """Whether an expression is made of integers by +, - and *."""
    if isinstance(e, sp.Symbol):
        return bool(e.is_integer)
    if e.is_Pow:
        return isinstance(e.exp, sp.Integer) and e.exp > 0 and is_whole(e.base)
    return isinstance(e, sp.Integer) or bool((e.is_Add or e.is_Mul) and all(map(is_whole, e.args)))


def whole(e: Any) -> Whole:
    """Return an integer expression as a term."""
    e = sp.expand(sp.sympify(e))
    if not is_whole(e):
        raise ExportError(f"not an integer term: {e}")
    return Whole(e)

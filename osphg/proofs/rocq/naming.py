"""The names that a derivation's symbols, functions and conditions have in Rocq."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef, UndefinedFunction

from osphg.proofs.kernel import kind
from osphg.proofs.rocq.reading import term
from osphg.proofs.rocq.wholes import CACHE, SUM, NameTable, Whole, is_whole

# Words of Rocq and of the library, which no variable may be called.
WORDS = frozenset(
    [
        "as",
        "at",
        "cofix",
        "else",
        "end",
        "exists",
        "fix",
        "for",
        "forall",
        "fun",
        "if",
        "in",
        "let",
        "match",
        "return",
        "Set",
        "Prop",
        "Type",
        "then",
        "using",
        "where",
        "with",
        "O",
        "S",
        "I",
        "R",
        "Z",
        "N",
        "nat",
        "total",
        "upto",
        "before",
        "from",
        "mix",
        "mixed",
        "exp",
        "sqrt",
        "Rabs",
        "Rmax",
        "Rmin",
        "powerRZ",
        "IZR",
        "between",
        "sign",
        "known",
        "cond",
        "negative",
        "nonzero",
        "push",
        "polynomial",
        "all",
        "same",
        "pose",
    ]
)
_TAKEN = re.compile(r"(A|H|D|c|r|s|i|x|n|ih|eq|sq|parts|inv|one)\d*_?")  # names inside the proofs
_FREE = re.compile("[a-z]")  # a letter alone is used for nothing else
_SPELLED = {"^*": "_star", "^": "_", "|": "", "+": "_plus", "-": "_", "@": "_at", " ": "_"}


def order(name: Any) -> tuple[bool, str, str]:
    """Return the place of a symbol or function: symbols first, by name."""
    return isinstance(name, UndefinedFunction), str(name.name), str(kind(name))


def tabled(names: Iterable[Any]) -> NameTable:
    """Give every symbol and function a name of its own that Rocq takes."""
    table, taken = NameTable(), set(WORDS)
    for name in sorted(names, key=order):
        text = str(name.name)
        for sign, word in _SPELLED.items():
            text = text.replace(sign, word)
        text = re.sub(r"[^\w']", "_", text, flags=re.ASCII)
        text = text if text[:1].isalpha() and text[:2] not in ("s_", "r_") else f"v_{text}"
        while text in taken or (_TAKEN.fullmatch(text) and not _FREE.fullmatch(text)):
            text += "_"
        taken.add(text)
        table[name] = text
    return table


def arities(expressions: Iterable[sp.Expr]) -> dict[Any, int]:
    """Return how many arguments each function has."""
    return {f.func: len(f.args) for e in expressions for f in e.atoms(AppliedUndef)}


def is_function(name: Any) -> bool:
    """Whether a name is a function's."""
    return isinstance(name, UndefinedFunction)


def type_of(name: Any, arity: dict[Any, int]) -> str:
    """Return the type of a symbol or function."""
    if is_function(name):
        return " -> ".join(["Z"] * arity[name] + ["R"])
    return "Z" if name.is_integer else "R"


def sign_of(name: Any, text: str, arity: dict[Any, int]) -> str:
    """Say in Rocq what the sign of a symbol or function is; empty if nothing is known of it."""
    if is_function(name):
        indices = [f"i{place}_" for place in range(arity[name])]
        value = name(*(sp.Symbol(index, integer=True) for index in indices))
        relation = "<" if value.is_positive else "<=" if value.is_nonnegative else ""
        called = f"{text} {' '.join(indices)}"
        return f"(forall {' '.join(indices)} : Z, 0 {relation} {called})" if relation else ""
    if name.is_integer:
        least = "1" if name.is_positive else "0" if name.is_nonnegative else ""
        return f"({least} <= {text})%Z" if least else ""
    return f"0 < {text}" if name.is_positive else f"0 <= {text}" if name.is_nonnegative else ""


def is_integral(condition: sp.Expr) -> bool:
    """Whether a condition is one among integers."""
    return bool(_sides(condition))


@functools.lru_cache(maxsize=CACHE)
def _sides(condition: sp.Expr) -> tuple[Whole, ...]:
    """Return the smaller and the larger side of a condition among integers; none of another."""
    e = sp.expand(condition)
    if not is_whole(e):
        return ()
    parts = sp.Add.make_args(e)
    below = [-part for part in parts if part.as_coeff_Mul()[0].is_negative]
    above = [part for part in parts if not part.as_coeff_Mul()[0].is_negative]
    return Whole(sp.Add(*below)), Whole(sp.Add(*above))


def condition_text(condition: sp.Expr, names: NameTable) -> str:
    """Say in Rocq that a condition is at least 0; among integers without differences."""
    sides = _sides(condition)
    if not sides:
        return f"0 <= {term(condition).text(names)}"
    low, high = (side.text(names, SUM) for side in sides)
    return f"({low} <= {high})%Z"

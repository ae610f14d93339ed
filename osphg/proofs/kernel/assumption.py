"""What a proof may rest on: named assumptions and cited theorems."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy as sp

from osphg.proofs.kernel.language import ProofError, exact, kind, names

RELATIONS = ("<=", "=")


@dataclass(frozen=True)
class Assumption:
    """A named hypothesis or a cited theorem: `lhs relation rhs` for all `for_all` in a range.

    Parameters
    ----------
    name : str
    lhs, relation, rhs
        The statement, relation being "<=" or "=".
    for_all : symbols
        What it holds for all of; every other symbol and function is a fixed constant.
    where : expressions
        The conditions, each >= 0, under which it is assumed, such as the range of an index.
    source : str
        Definition, section or reference.
    cited : bool
        True for a theorem of the literature, False for a property of the problem.

    Raises
    ------
    ProofError
        If a part is not of the kernel's language.
    """

    name: str
    lhs: sp.Expr
    relation: str
    rhs: sp.Expr
    for_all: tuple[sp.Symbol, ...] = ()
    where: tuple[sp.Expr, ...] = ()
    source: str = ""
    cited: bool = False

    def __post_init__(self) -> None:
        read = {
            "lhs": exact(self.lhs),
            "rhs": exact(self.rhs),
            "for_all": tuple(self.for_all),
            "where": tuple(map(exact, self.where)),
        }
        for field, value in read.items():
            object.__setattr__(self, field, value)
        if type(self.name) is not str:
            raise ProofError(f"the name of an assumption is a text, not {self.name!r}")
        if type(self.relation) is not str or self.relation not in RELATIONS:
            raise ProofError(f"relation must be '<=' or '=', got {self.relation!r}")
        for symbol in self.for_all:
            kind(symbol)
            if type(symbol) is not sp.Symbol:
                raise ProofError(f"an assumption is made for all values of symbols, not {symbol}")

    @cached_property
    def names(self) -> frozenset[Any]:
        """Its symbols and functions."""
        return frozenset().union(*map(names, (self.lhs, self.rhs, *self.where)))

    @cached_property
    def constants(self) -> frozenset[Any]:
        """Symbols and functions that no instance may replace."""
        return self.names - set(self.for_all)

    def __str__(self) -> str:
        over = f" for all {', '.join(map(str, self.for_all))}" if self.for_all else ""
        where = " and ".join(f"{c} >= 0" for c in self.where)
        holds = over + (f"{' with' if over else ' if'} {where}" if where else "")
        notes = [n for n in (self.source, "cited" if self.cited else "") if n]
        source = f" ({', '.join(notes)})" if notes else ""
        return f"{self.name}: {self.lhs} {self.relation} {self.rhs}{holds}{source}"

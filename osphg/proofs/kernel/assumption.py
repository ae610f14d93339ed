"""What a proof may rest on: named assumptions and cited theorems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp


class ProofError(ValueError):
    """A rule refused; the message shows the expression that it could not verify."""


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
    """

    name: str
    lhs: sp.Expr
    relation: str
    rhs: sp.Expr
    for_all: tuple[sp.Symbol, ...] = ()
    where: tuple[sp.Expr, ...] = ()
    source: str = ""
    cited: bool = False

    @property
    def constants(self) -> set[Any]:
        """Symbols and functions that no instance may replace."""
        parts = [sp.sympify(self.lhs), sp.sympify(self.rhs), *map(sp.sympify, self.where)]
        return set().union(*map(names_in, parts)) - set(self.for_all)


def names_in(e: sp.Expr) -> set[Any]:
    """Return the free symbols of an expression, and the functions that are not sympy's own."""
    return set(e.free_symbols) | {f.func for f in e.atoms(sp.core.function.AppliedUndef)}

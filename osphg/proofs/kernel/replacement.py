"""Replacing symbols and functions in expressions, where nothing is captured and everything fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sympy as sp

from osphg.proofs.kernel.assumption import ProofError, names_in
from osphg.proofs.kernel.wellformed import fits, vanishing


def replacement(
    values: Mapping[Any, Any], sides: tuple[sp.Expr, ...], where: Iterable[sp.Expr]
) -> Callable[[sp.Expr], sp.Expr]:
    """Return what puts values in the place of names: symbols, and functions by `sp.Lambda`.

    It is for these sides, which are checked: no index of a sum captures a value, every value has
    the integrality and, given `where`, the sign of its name, and no base of a power becomes 0.
    """
    symbols: dict[Any, sp.Expr] = {}
    functions: dict[Any, sp.Lambda] = {}
    for name, value in values.items():
        function = isinstance(value, sp.Lambda)
        if not isinstance(name, sp.core.function.UndefinedFunction if function else sp.Symbol):
            raise ProofError(f"{name} := {value}: a symbol or, by a Lambda, a function is replaced")
        body = value.expr if function else sp.sympify(value)
        own = set(value.variables) if function else set()
        captured = (names_in(body) - own) & set().union(*map(bound_in, sides))
        if function:  # its own sums must not capture what it is applied to
            captured |= bound_in(body) & set().union(*map(names_in, sides), *map(bound_in, sides))
        if captured:
            whole = ", ".join(map(str, (*sides, body)))
            raise ProofError(f"{captured} is the index of a sum in one of {whole}")
        if function:
            _fitting(body, name(*value.variables), frozenset())
            for applied in (f for side in sides for f in side.atoms(name)):
                for argument, variable in zip(applied.args, value.variables, strict=True):
                    _fitting(argument, variable, frozenset())
            functions[name] = value
        else:
            _fitting(body, name, where)
            symbols[name] = body

    def put(e: sp.Expr) -> sp.Expr:
        e = e.subs(symbols, simultaneous=True)
        for name, value in functions.items():
            e = e.replace(name, value)
        return e

    for side in sides:
        if zero := vanishing(side, put):
            raise ProofError(f"a power of {zero} would become a power of 0")
    return put


def bound_in(e: sp.Expr) -> set[sp.Symbol]:
    """Return the indices of the sums in an expression."""
    return {limit[0] for total in e.atoms(sp.Sum) for limit in total.args[1:]}


def _fitting(value: sp.Expr, name: sp.Expr, where: Iterable[sp.Expr]) -> None:
    if missing := fits(value, name, where):
        raise ProofError(f"{value} must be {missing} to stand for {name}")

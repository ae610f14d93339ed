"""Exact linear reasoning over conditions, each of which says that an expression is at least 0.

Every monomial is an unknown of its own; sympy's simplex works in exact rationals.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import sympy as sp
from sympy.solvers.simplex import InfeasibleLPError, UnboundedLPError, lpmin

from osphg.theory.normal import normal


def implied(goal: sp.Expr, conditions: Iterable[sp.Expr]) -> bool:
    """Whether goal >= 0 follows linearly from the conditions and the signs of the symbols."""
    return _implied(normal(goal), frozenset(map(normal, conditions)))


def consistent(conditions: Iterable[sp.Expr]) -> bool:
    """Whether linear reasoning finds no contradiction among the conditions."""
    return _consistent(frozenset(map(normal, conditions)))


@lru_cache(maxsize=4096)
def _implied(goal: sp.Expr, conditions: frozenset[sp.Expr]) -> bool:
    if goal.is_nonnegative or goal in conditions:
        return True
    rows = [*conditions, *_signs([goal, *conditions])]
    unknowns = _unknowns([goal, *rows])
    try:
        least, _ = lpmin(_linear(goal, unknowns), _inequalities(rows, unknowns))
    except UnboundedLPError:
        return False
    except InfeasibleLPError:  # the premises exclude each other: no case is left to prove
        return True
    return bool(least >= 0)


@lru_cache(maxsize=4096)
def _consistent(conditions: frozenset[sp.Expr]) -> bool:
    if any(condition.is_negative for condition in conditions):
        return False
    rows = [*conditions, *_signs(list(conditions))]
    unknowns = _unknowns(rows)
    try:
        lpmin(sp.Integer(0), _inequalities(rows, unknowns) or [sp.Dummy() >= 0])
    except InfeasibleLPError:
        return False
    return True


def _terms(row: sp.Expr) -> list[tuple[sp.Expr, sp.Expr]]:
    """Write a row as coefficients and monomials; the constant's monomial is 1."""
    terms = sp.Add.make_args(row)
    return [(t, sp.Integer(1)) if t.is_Number else t.as_coeff_Mul() for t in terms]


def _unknowns(rows: list[sp.Expr]) -> dict[sp.Expr, sp.Expr]:
    monomials = {m for row in rows for _, m in _terms(row)} - {sp.Integer(1)}
    ordered = sorted(monomials, key=sp.default_sort_key)
    return {m: sp.Dummy(f"x{i}") for i, m in enumerate(ordered)} | {sp.Integer(1): sp.Integer(1)}


def _signs(rows: list[sp.Expr]) -> list[sp.Expr]:
    """Collect what the symbols' signs say of each monomial; positive integers are at least 1."""
    found = []
    for monomial in _unknowns(rows):
        if monomial.is_Number:
            continue
        if monomial.is_integer and monomial.is_positive:
            found.append(monomial - 1)
        elif monomial.is_nonnegative:
            found.append(monomial)
        elif monomial.is_nonpositive:
            found.append(-monomial)
    return found


def _linear(row: sp.Expr, unknowns: dict[sp.Expr, sp.Expr]) -> sp.Expr:
    return sp.Add(*(c * unknowns[m] for c, m in _terms(row)))


def _inequalities(rows: list[sp.Expr], unknowns: dict[sp.Expr, sp.Expr]) -> list[sp.Rel]:
    linear = [_linear(row, unknowns) for row in rows]
    return [row >= 0 for row in linear if row.free_symbols]

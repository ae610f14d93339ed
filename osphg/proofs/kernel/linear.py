"""Exact linear reasoning over conditions, each of which says that an expression is at least 0.

Every monomial is an unknown of its own. A conclusion is accepted for a certificate alone: numbers
>= 0 with which the conditions add up to it. A solver in floating point suggests them; what counts
is that they fit exactly, as fractions.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

import numpy as np
import sympy as sp
from scipy.optimize import linprog

from osphg.proofs.kernel import beliefs
from osphg.proofs.kernel.normal import normal

_LARGEST = 10_000  # denominator of a number in a certificate
Row = dict[sp.Expr, Fraction]


def implied(goal: sp.Expr, conditions: Iterable[sp.Expr]) -> bool:
    """Whether goal >= 0 follows linearly from the conditions and the signs of the symbols.

    It also does when they exclude each other, so that no case is left to prove.
    """
    return _implied(normal(goal), frozenset(map(normal, conditions)))


def consistent(conditions: Iterable[sp.Expr]) -> bool:
    """Whether linear reasoning finds no contradiction among the conditions."""
    return _consistent(frozenset(map(normal, conditions)))


@lru_cache(maxsize=4096)
def _implied(goal: sp.Expr, conditions: frozenset[sp.Expr]) -> bool:
    if beliefs.nonnegative(goal) or goal in conditions:
        return True
    return _certified(goal, conditions) or _certified(sp.Integer(-1), conditions)


@lru_cache(maxsize=4096)
def _consistent(conditions: frozenset[sp.Expr]) -> bool:
    if any(condition.is_Rational and condition < 0 for condition in conditions):
        return False
    return not _certified(sp.Integer(-1), conditions)


def _certified(goal: sp.Expr, conditions: frozenset[sp.Expr]) -> bool:
    """Whether goal is a sum of conditions and signs with factors >= 0, and of a constant >= 0."""
    one, wanted = sp.Integer(1), _row(goal)
    rows = [_row(condition) for condition in sorted(conditions, key=sp.default_sort_key)]
    given = _cancelling(rows, {one, *wanted})
    given += _signs([wanted, *given])
    if not given or wanted.get(one, 0) < 0 <= min(row.get(one, 0) for row in given):
        return False
    monomials = sorted({*wanted, *(m for row in given for m in row)} - {one},
                       key=sp.default_sort_key)  # fmt: skip
    table = np.array([[float(row.get(m, 0)) for row in given] for m in (*monomials, one)])
    target = np.array([float(wanted.get(m, 0)) for m in (*monomials, one)])
    equal = (table[:-1], target[:-1]) if monomials else (None, None)
    found = linprog(np.ones(len(given)), table[-1:], target[-1:], *equal)
    if not found.success:
        return False
    factors = [max(Fraction(float(f)).limit_denominator(_LARGEST), Fraction(0)) for f in found.x]
    rest = dict(wanted)
    for factor, row in zip(factors, given, strict=True):
        for monomial, coefficient in row.items():
            rest[monomial] = rest.get(monomial, Fraction(0)) - factor * coefficient
    return rest.pop(one, Fraction(0)) >= 0 and not any(rest.values())


def _cancelling(rows: list[Row], free: set[sp.Expr]) -> list[Row]:
    """Leave out rows with a monomial, not free, that is negative in none: their factors are 0."""
    negative = {monomial for row in rows for monomial in row if row[monomial] < 0}
    kept = [row for row in rows if negative.union(free).issuperset(row)]
    return rows if len(kept) == len(rows) else _cancelling(kept, free)


@lru_cache(maxsize=4096)
def _row(e: sp.Expr) -> Row:
    """Write an expression as coefficients of monomials; the constant's monomial is 1."""
    row: Row = {}
    for term in sp.Add.make_args(e):
        number, monomial = (term, sp.Integer(1)) if term.is_Rational else term.as_coeff_Mul()
        if not number.is_Rational:
            number, monomial = sp.Integer(1), term
        row[monomial] = row.get(monomial, Fraction(0)) + Fraction(int(number.p), int(number.q))
    return row


def _signs(rows: list[Row]) -> list[Row]:
    """Collect what the symbols' signs say of each monomial; positive integers are at least 1."""
    found = []
    for monomial in sorted({m for row in rows for m in row}, key=sp.default_sort_key):
        if monomial.is_Number:
            continue
        if beliefs.integer(monomial) and beliefs.positive(monomial):
            found.append(_row(monomial - 1))
        elif beliefs.nonnegative(monomial):
            found.append(_row(monomial))
    return found

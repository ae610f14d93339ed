"""Exact values of expressions at one point, where functions and sums are given their meaning.

An identity holds at every point, so a difference that is not 0 at one refutes it, fast.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from zlib import crc32

import sympy as sp
from sympy.core.function import AppliedUndef

_LONGEST = 40  # terms of a sum
_POINTS = 5


def differs(e: sp.Expr) -> bool:
    """Whether an expression is not 0 at one of a few points."""
    return any(value(e, point=point) for point in range(_POINTS))


def value(
    e: sp.Expr, at: Mapping[sp.Symbol, Fraction] | None = None, point: int = 0
) -> Fraction | None:
    """Return the value at a point, or None if it is unknown, undefined or takes too long.

    Every symbol has a number that its assumptions admit, and every function one for each of its
    arguments. Sums follow Karr's convention.
    """
    known = at or {}
    if e.is_Rational:
        return Fraction(int(e.p), int(e.q))
    if e.is_Symbol:
        return known.get(e, _number(e, f"{e.name} {point}"))
    if isinstance(e, sp.Sum):
        return _total(e, known, point)
    parts = [value(a, known, point) for a in e.args] if e.args else [None]
    numbers = [p for p in parts if p is not None]
    if len(numbers) < len(parts):
        return None
    if e.is_Add:
        return sum(numbers, Fraction(0))
    if e.is_Mul:
        product = Fraction(1)
        for number in numbers:
            product *= number
        return product
    if e.is_Pow:
        base, exponent = numbers
        usual = exponent.denominator == 1 and abs(exponent) < 100 and (base or exponent >= 0)
        return Fraction(base ** int(exponent)) if usual else None
    if isinstance(e, sp.Abs):
        return abs(numbers[0])
    if isinstance(e, sp.Max | sp.Min):
        return max(numbers) if isinstance(e, sp.Max) else min(numbers)
    if isinstance(e, AppliedUndef):
        return _number(e, f"{e.func.__name__}{numbers} {point}")
    return None


def _number(e: sp.Expr, name: str) -> Fraction | None:
    """Choose a number that the assumptions admit; those that are rare are left out."""
    drawn = crc32(name.encode())
    if e.is_integer:
        found = Fraction(drawn % 5 + 2 if e.is_nonnegative else drawn % 9 - 3)
    else:
        found = Fraction(drawn % 13 + 1, drawn % 4 + 2)
        found *= 1 if e.is_nonnegative or drawn % 3 else -1
    rare = e.is_even, e.is_odd, e.is_prime, e.is_nonpositive, e.is_irrational, e.is_zero
    return None if not e.is_real or True in rare else found


def _total(e: sp.Sum, known: Mapping[sp.Symbol, Fraction], point: int) -> Fraction | None:
    summand, *limits = e.args
    index, *bounds = limits[-1]
    low, high = (value(b, known, point) for b in bounds)
    inner = sp.Sum(summand, *limits[:-1]) if len(limits) > 1 else summand
    if low is None or high is None or low.denominator * high.denominator != 1:
        return None
    sign, first, last = (1, low, high) if high >= low - 1 else (-1, high + 1, low - 1)
    if last - first > _LONGEST:
        return None
    total = Fraction(0)
    for i in range(int(first), int(last) + 1):
        term = value(inner, {**known, index: Fraction(i)}, point)
        if term is None:
            return None
        total += term
    return sign * total

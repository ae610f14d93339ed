"""Values of expressions at one point, where functions and sums are given their meaning.

An identity holds at every point, so a difference that is not 0 at one refutes it, fast. Values are
exact, but for roots and exponentials, which have far more digits than a sum of them can lose.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias
from zlib import crc32

import sympy as sp
from mpmath import mp, mpf
from sympy.core.function import AppliedUndef

_LONGEST = 40  # terms of a sum
_POINTS = 5
_DIGITS, _TINY = 90, mpf(10) ** -40  # of roots and exponentials; what counts as 0 there
Number: TypeAlias = Fraction | mpf


def may_vanish(e: sp.Expr) -> bool:
    """Whether an expression has a value at some of a few points, and none that is not 0."""
    with mp.workdps(_DIGITS):
        found = (value(e, point=point) for point in range(_POINTS))
        zeros = [_is_zero(v) for v in found if v is not None]
    return bool(zeros) and all(zeros)


def _is_zero(number: Number) -> bool:
    return bool(abs(number) < _TINY) if isinstance(number, mpf) else number == 0


def value(
    e: sp.Expr, at: Mapping[sp.Symbol, Fraction] | None = None, point: int = 0
) -> Number | None:
    """Return the value at a point, or None if it is unknown, undefined or takes too long.

    Every symbol has a number that its assumptions admit, and every function one for each of its
    arguments. Sums follow Karr's convention.
    """
    known = at or {}
    if e.is_Rational:
        return Fraction(int(e.p), int(e.q))
    if e is sp.E:
        return mp.e + 0
    if e.is_Symbol:
        return known.get(e, _number(e, f"{e.name} {point}"))
    if isinstance(e, sp.Sum):
        return _total(e, known, point)
    parts = [value(a, known, point) for a in e.args] if e.args else [None]
    numbers = [p for p in parts if p is not None]
    if len(numbers) < len(parts):
        return None
    if e.is_Add:
        return functools.reduce(_sum, numbers, Fraction(0))
    if e.is_Mul:
        return functools.reduce(_product, numbers, Fraction(1))
    if isinstance(e, sp.exp):
        return mp.exp(_float(numbers[0])) if abs(numbers[0]) < _LONGEST else None
    if e.is_Pow:
        return _power(*numbers)
    if isinstance(e, sp.Abs):
        return abs(numbers[0])
    if isinstance(e, sp.Max | sp.Min):
        return max(numbers) if isinstance(e, sp.Max) else min(numbers)
    if isinstance(e, AppliedUndef):
        return _number(e, f"{e.func.__name__}{numbers} {point}")
    return None


def _float(number: Number) -> mpf:
    whole = isinstance(number, mpf)
    return number if whole else mpf(number.numerator) / number.denominator


def _sum(a: Number, b: Number) -> Number:
    exact = isinstance(a, Fraction) and isinstance(b, Fraction)
    return a + b if exact else _float(a) + _float(b)


def _product(a: Number, b: Number) -> Number:
    exact = isinstance(a, Fraction) and isinstance(b, Fraction)
    return a * b if exact else _float(a) * _float(b)


def _power(base: Number, exponent: Number) -> Number | None:
    if not isinstance(exponent, Fraction) or abs(exponent) >= 100:
        return None
    if exponent.denominator == 1 and (base or exponent >= 0):
        found: Number = base ** int(exponent)
        return found
    return mp.power(_float(base), _float(exponent)) if base > 0 else None


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
    if not isinstance(low, Fraction) or not isinstance(high, Fraction):
        return None
    if low.denominator * high.denominator != 1:
        return None
    sign, first, last = (1, low, high) if high >= low - 1 else (-1, high + 1, low - 1)
    if last - first > _LONGEST:
        return None
    total: Number = Fraction(0)
    for i in range(int(first), int(last) + 1):
        term = value(inner, {**known, index: Fraction(i)}, point)
        if term is None:
            return None
        total = _sum(total, term)
    return sign * total

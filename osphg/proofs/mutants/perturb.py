"""Perturbations of an expression, one at a time: constants, exponents, signs, factors, bounds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import sympy as sp
from sympy.core.function import AppliedUndef


def perturbed(expression: sp.Expr) -> list[sp.Expr]:
    """Return every expression that differs from the given one by one small error, each once."""
    e = sp.sympify(expression)
    whole = [e + 1, e - 1, 2 * e, -e, *_variants(e)]
    found = dict.fromkeys(v for v in whole if v != e and not v.has(sp.nan, sp.zoo, sp.oo))
    return list(found)


@lru_cache(maxsize=4096)
def _variants(e: sp.Expr) -> tuple[sp.Expr, ...]:
    """Return the variants of a part; statements of one derivation have many parts in common."""
    return tuple(_varied(e))


def _varied(e: sp.Expr) -> Iterator[sp.Expr]:
    yield from _here(e)
    if isinstance(e, sp.Sum):
        yield from _bounds(e)
        yield from (sp.Sum(v, *e.limits) for v in _variants(e.function))
        return
    for place, part in enumerate(e.args):
        for variant in _variants(part):
            yield e.func(*e.args[:place], variant, *e.args[place + 1 :])


def _here(e: sp.Expr) -> Iterator[sp.Expr]:
    """Yield what may go wrong at the top of an expression."""
    if e.is_Rational:
        yield from (e + 1, e - 1, 2 * e)
    elif e.is_Add:
        for term in e.args:
            yield from (e - term, e - 2 * term, e + term)  # dropped, of the other sign, doubled
    elif e.is_Mul:
        for place in range(len(e.args)):
            yield sp.Mul(*e.args[:place], *e.args[place + 1 :])
    elif e.is_Pow and not e.exp.is_Number:
        yield from (e.base ** (e.exp + 1), e.base ** (e.exp - 1))
    elif isinstance(e, sp.Abs):
        yield e.args[0]
    elif isinstance(e, sp.Max | sp.Min):
        yield from e.args
        yield (sp.Min if isinstance(e, sp.Max) else sp.Max)(*e.args)
    elif isinstance(e, AppliedUndef):
        for place, index in enumerate(e.args):
            for moved in (index + 1, index - 1):
                yield e.func(*e.args[:place], moved, *e.args[place + 1 :])


def _bounds(e: sp.Sum) -> Iterator[sp.Sum]:
    for place, (index, lower, upper) in enumerate(e.limits):
        for low, high in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            moved = (index, lower + low, upper + high)
            yield sp.Sum(e.function, *e.limits[:place], moved, *e.limits[place + 1 :])

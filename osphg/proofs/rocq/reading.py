"""Real terms of Rocq from sympy's expressions."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from osphg.proofs.rocq.operations import (
    Abs,
    Add,
    Exp,
    Inv,
    Max,
    Min,
    Mul,
    Num,
    Sqrt,
)
from osphg.proofs.rocq.terms import (
    App,
    Of,
    Pow,
    PowZ,
    Term,
    Total,
    Var,
)
from osphg.proofs.rocq.wholes import CACHE, ExportError, Whole, ordered_terms, whole

POWER = sp.Function("powerRZ", real=True)  # a power that stays as it is; see `forms`
EXPONENTIAL = sp.Function("exp", positive=True)


def term(e: Any) -> Term:
    """Return an expression as a real term."""
    return _term(sp.sympify(e))


@functools.lru_cache(maxsize=CACHE)
def _term(e: sp.Expr) -> Term:
    if isinstance(e, sp.Rational):
        return Num(e)
    if isinstance(e, sp.Symbol):
        return Of(Whole(e)) if e.is_integer else Var(e)
    if e is sp.E:
        return Exp((Num(sp.Integer(1)),))
    for kind, make in _TERMS:
        if isinstance(e, kind):
            return make(e)
    raise ExportError(f"{type(e).__name__} has no form in Rocq: {e}")


def _power(e: sp.Pow) -> Term:
    base, exponent = e.base, e.exp
    if base is sp.E:
        return Exp((term(exponent),))
    if isinstance(exponent, sp.Integer):
        if exponent > 0:
            return Pow(term(base), int(exponent))
        return Inv((Pow(term(base), int(-exponent)) if exponent < -1 else term(base),))
    if isinstance(exponent, sp.Rational) and exponent.q in (2, 4):
        floor = sp.floor(exponent)
        root: Term = Sqrt((term(base),))
        if exponent.q == 4:
            root = Sqrt((root,))
        count = int(exponent.q * (exponent - floor))
        root = root if count == 1 else Pow(root, count)
        return root if floor == 0 else Mul((term(sp.Pow(base, floor)), root))
    if exponent.is_integer:
        return PowZ(term(base), whole(exponent))
    raise ExportError(f"a power has no form in Rocq: {e}")


def _extreme(make: type[Max | Min]) -> Callable[[sp.Expr], Term]:
    def nested(e: sp.Expr) -> Term:
        *others, last = [term(a) for a in sorted(e.args, key=sp.default_sort_key)]
        return functools.reduce(lambda x, y: make((y, x)), reversed(others), last)

    return nested


def _total(e: sp.Sum) -> Term:
    body = term(e.args[0])
    for index, lower, upper in e.args[1:]:
        body = Total(index, whole(lower), whole(upper), body)
    return body


def _applied(e: AppliedUndef) -> Term:
    if e.func == POWER:
        return PowZ(term(e.args[0]), whole(e.args[1]))
    if e.func == EXPONENTIAL:
        return Exp((term(e.args[0]),))
    return App(e.func, tuple(map(whole, e.args)))


_TERMS: tuple[tuple[Any, Callable[[Any], Term]], ...] = (
    (sp.Add, lambda e: Add(tuple(map(term, ordered_terms(e))))),
    (sp.Mul, lambda e: Mul(tuple(map(term, e.as_ordered_factors())))),
    (sp.exp, lambda e: Exp((term(e.args[0]),))),
    (sp.Pow, _power),
    (sp.Abs, lambda e: Abs((term(e.args[0]),))),
    (sp.Max, _extreme(Max)),
    (sp.Min, _extreme(Min)),
    (sp.Sum, _total),
    (AppliedUndef, _applied),
)

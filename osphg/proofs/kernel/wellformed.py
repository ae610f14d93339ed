"""What an expression must be before the kernel reasons about it: exact, finite, defined."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits

from osphg.proofs.kernel.linear import implied
from osphg.proofs.kernel.normal import RESERVED, is_zero

_BINDERS = (ExprWithLimits, sp.Derivative, sp.Subs, sp.Lambda, sp.Limit)
_INFINITE = (sp.nan, sp.oo, -sp.oo, sp.zoo, sp.I)
_SIGNS = ("positive", "negative", "nonnegative", "nonpositive", "nonzero", "zero")
_KINDS = ("real", "finite", "integer", "rational", "irrational", "even", "odd", "prime")


def flaw(e: sp.Expr) -> str:
    """Say why no fact may contain the expression; empty if it may."""
    if not isinstance(e, sp.Expr):
        return "not an expression"
    if e.has(sp.Float):
        return "a rounded number"
    if e.has(*_INFINITE):
        return "not a real number"
    if any(not isinstance(x, sp.Sum) for x in e.atoms(*_BINDERS)):
        return "only sums may bind a symbol"
    symbols = e.atoms(sp.Symbol)
    if any(RESERVED.fullmatch(x.name) for x in symbols):
        return "a symbol named like an index of the normal form"
    for total in e.atoms(sp.Sum):
        indices = [limit[0] for limit in total.limits]
        if len(set(indices)) < len(indices) or any(len(limit) != 3 for limit in total.limits):
            return "a sum needs one index and two bounds for each of its signs"
        if any(not part.is_integer for limit in total.limits for part in limit):
            return "the index and the bounds of a sum must be integers"
    return ""


def defined(e: sp.Expr, where: Iterable[sp.Expr]) -> bool:
    """Whether no power in e can be a negative power of 0, under conditions."""
    where = frozenset(where)
    if isinstance(e, sp.Sum):
        summand, *limits = e.args
        for index, lower, upper in reversed(limits):
            if not implied(upper - lower + 1, where):
                return not any(_risky(power) for power in e.atoms(sp.Pow))
            where |= {index - lower, upper - index}
        return defined(summand, where)
    if _risky(e) and not implied(e.exp, where):
        return False
    return all(defined(a, where) for a in e.args if isinstance(a, sp.Expr))


def vanishing(e: sp.Expr, put: Callable[[sp.Expr], sp.Expr]) -> sp.Expr | None:
    """Return the base of a power, perhaps a negative one, that a replacement turns into 0."""
    for power in e.atoms(sp.Pow):
        if _risky(power) and (replaced := put(power.base)) != power.base and is_zero(replaced):
            return power.base
    return None


def _risky(e: sp.Expr) -> bool:
    return bool(e.is_Pow and not e.exp.is_nonnegative and e.base.is_zero is not False)


def fits(value: sp.Expr, name: sp.Expr, where: Iterable[sp.Expr]) -> str:
    """Say which property of a symbol or function a value lacks; empty if it has them all."""
    for kind in _KINDS:
        wanted = getattr(name, f"is_{kind}")
        if wanted is not None and getattr(value, f"is_{kind}") is not wanted:
            return kind if wanted else f"not {kind}"
    for side, sign in ((name, 1), (-name, -1)):
        strict = side.is_positive
        least = 1 if strict and name.is_integer else 0
        if side.is_nonnegative and (least or not strict) and implied(sign * value - least, where):
            return ""
    for sign_name in _SIGNS:
        wanted = getattr(name, f"is_{sign_name}")
        if wanted is not None and getattr(value, f"is_{sign_name}") is not wanted:
            return sign_name if wanted else f"not {sign_name}"
    return ""

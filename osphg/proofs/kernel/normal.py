"""A normal form for expressions with sums: equal ones have a difference that reduces to 0."""

from __future__ import annotations

from functools import lru_cache

import sympy as sp

from osphg.proofs.kernel.beliefs import polynomial_sum, simplifies_to_zero


@lru_cache(maxsize=65536)
def normal(e: sp.Expr) -> sp.Expr:
    """Expand, write maxima with absolute values, and bring every sum to a canonical form.

    A sum is split into its terms, factors free of its index are taken out, sums of polynomials
    are evaluated, bound indices are named by depth, and a power outside is moved inside when the
    summand has a power of the same base (c * sum c^(t-s) is sum c^(t+1-s)). All of it is valid for
    sums in Karr's convention, sum_{a}^{b} = -sum_{b+1}^{a-1}, wherever both sides are defined.
    """
    return _normal(e.replace(lambda x: isinstance(x, (sp.Max, sp.Min)), _absolute))


def is_zero(expression: sp.Expr) -> bool:
    """Whether an expression is 0 wherever it is defined; undecided counts as no."""
    return simplifies_to_zero(normal(expression))


def _absolute(e: sp.Expr) -> sp.Expr:
    """max(a, b) = (a + b + |a - b|)/2, one argument after the other."""
    sign = 1 if isinstance(e, sp.Max) else -1
    result, *others = sorted(e.args, key=sp.default_sort_key)
    for other in others:
        result = (result + other + sign * sp.Abs(result - other)) / 2
    return result


def _expand(e: sp.Expr) -> sp.Expr:
    e = sp.expand(e, power_exp=False, power_base=False, log=False)
    return sp.Add(*map(_gather, sp.Add.make_args(e)))


def _gather(term: sp.Expr) -> sp.Expr:
    """Write powers of one base as one power: c * c^n is c^(n+1)."""
    powers: dict[sp.Expr, list[sp.Expr]] = {}
    for factor in sp.Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        powers.setdefault(base, []).append(exponent)
    if all(len(exponents) == 1 for exponents in powers.values()):
        return term
    return sp.Mul(*(base ** sp.Add(*exponents) for base, exponents in powers.items()))


@lru_cache(maxsize=65536)
def _normal(e: sp.Expr) -> sp.Expr:
    if isinstance(e, sp.Sum):
        summand, *limits = e.args
        for index, lower, upper in limits:  # the innermost comes first
            summand = _sum(_normal(summand), index, _expand(lower), _expand(upper))
        return _expand(summand)
    if e.has(sp.Sum, sp.Abs):
        e = e.func(*(_normal(a) if isinstance(a, sp.Expr) else a for a in e.args))
    e = _expand(e)
    return sp.Add(*map(_absorb, sp.Add.make_args(e))) if e.has(sp.Sum) else e


def _sum(summand: sp.Expr, index: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> sp.Expr:
    """Canonical form of a sum over one index of a summand in normal form."""
    if upper - lower == -1:
        return sp.Integer(0)
    if upper == lower:
        return _normal(summand.xreplace({index: lower}))
    result = sp.Integer(0)
    for term in sp.Add.make_args(summand):
        factor, rest = term.as_independent(index, as_Add=False)
        if not rest.has(index):
            result += factor * rest * (upper - lower + 1)
        elif rest.is_polynomial(index) and not rest.atoms(sp.Function, sp.Sum, sp.Abs):
            result += factor * polynomial_sum(rest, index, lower, upper)
        else:
            bound = sp.Symbol(f"_{_depth(rest)}", integer=True)
            result += factor * sp.Sum(rest.xreplace({index: bound}), (bound, lower, upper))
    return _expand(result)


def _absorb(term: sp.Expr) -> sp.Expr:
    """Move powers into a sum whose summand has a power of the same base in the bound index."""
    factors = sp.Mul.make_args(term)
    sums = [f for f in factors if isinstance(f, sp.Sum)]
    if len(sums) != 1:
        return term
    (total,) = sums
    summand, *limits = total.args
    bound = {limit[0] for limit in limits}
    bases = {p.base for p in summand.atoms(sp.Pow) if p.exp.free_symbols & bound}
    inside = [f for f in factors if f is not total and f.as_base_exp()[0] in bases]
    if not inside:
        return term
    outside = [f for f in factors if f is not total and f not in inside]
    return sp.Mul(*outside) * sp.Sum(_gather(sp.Mul(summand, *inside)), *limits)


def _depth(e: sp.Expr) -> int:
    """How deeply sums are nested in e: the name of the next bound index."""
    return max((_depth(s.args[0]) + len(s.args) - 1 for s in e.atoms(sp.Sum)), default=0)

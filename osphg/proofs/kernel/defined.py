"""Where an expression has a value: no negative power of 0, and no root of a negative number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import sympy as sp

from osphg.proofs.kernel import beliefs
from osphg.proofs.kernel.language import parts
from osphg.proofs.kernel.linear import implied

Conditions = frozenset[sp.Expr]


def defined(e: sp.Expr, where: Iterable[sp.Expr] = ()) -> bool:
    """Whether every power in e has a value, for all values of its symbols under conditions."""
    return not _risky(e) or _defined(e, frozenset(where))


def ranges(e: sp.Expr, where: Iterable[sp.Expr]) -> Conditions:
    """Return conditions which say that the sums with powers in e have no reversed range."""
    where = frozenset(where)
    risky = [s for s in e.atoms(sp.Sum) if _risky(s)]
    wanted = {high - low + 1 for s in risky for _, low, high in s.limits}
    inside = {limit[0] for s in risky for limit in s.limits}
    return frozenset(w for w in wanted if not (w.free_symbols & inside or implied(w, where)))


@lru_cache(maxsize=65536)
def _risky(e: sp.Expr) -> bool:
    """Whether e has a power that needs more than the signs of its symbols."""
    return (isinstance(e, sp.Pow) and not _power(e, frozenset())) or any(map(_risky, parts(e)))


@lru_cache(maxsize=65536)
def _defined(e: sp.Expr, where: Conditions) -> bool:
    if isinstance(e, sp.Sum):
        return _sum(e.function, tuple(e.limits), where)
    if isinstance(e, sp.Pow) and not _power(e, where):
        return False
    return all(defined(part, where) for part in parts(e))


def _sum(summand: sp.Expr, limits: Sequence[sp.Tuple], where: Conditions) -> bool:
    """Whether a sum is defined: its summand all over the range, or what a reversed one skips."""
    if not limits:
        return defined(summand, where)
    *inner, (index, lower, upper) = limits
    if not (defined(lower, where) and defined(upper, where)):
        return False
    within = [where | {index - lower, upper - index}]
    if not implied(upper - lower + 1, where):
        within.append(where | {index - upper - 1, lower - 1 - index})
    return all(_sum(summand, tuple(inner), conditions) for conditions in within)


def _power(e: sp.Pow, where: Conditions) -> bool:
    base, exponent = e.base, e.exp
    if exponent.is_integer:
        at_zero = beliefs.nonnegative(exponent) or implied(exponent, where)
        return at_zero or beliefs.nonzero(base) or _positive(base, where)
    if exponent > 0:
        return beliefs.nonnegative(base) or implied(base, where)
    return _positive(base, where)


def _positive(e: sp.Expr, where: Conditions) -> bool:
    return beliefs.positive(e) or (beliefs.integer(e) and implied(e - 1, where))

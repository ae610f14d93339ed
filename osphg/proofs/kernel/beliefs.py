"""All that the kernel believes of sympy beyond its arithmetic and its normal forms.

1. `is_nonnegative`, `is_positive`, `is_zero is False` and `is_integer` are right of expressions in
   the kernel's language (`language`), wherever these are defined. A sum counts as a real number of
   which nothing is known.
2. `expand`, `factor`, `together` and `simplify` change an expression into one that has the same
   value at almost all points. Both are continuous wherever they are defined, for fixed values of
   the integers, so a difference that reduces to 0 is 0 at every point where its terms are defined,
   also where a cancelled denominator vanishes. That they are defined is the kernel's own concern
   (`defined`).
3. `summation` of a polynomial in the index is right for every range, in Karr's convention.

4. All this is so of sympy as it is installed, and of its own classes, which `plain` looks for; and
   nobody has written into what a symbol keeps to itself, under names that begin with an underscore.

Undecided counts as no. A difference that is not 0 at one of a few points (`numeric`), or has no
value at any, is refused without asking; nothing is accepted for its values.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import sympy as sp

from osphg.proofs.kernel.language import plain
from osphg.proofs.kernel.numeric import may_vanish

_CACHE = 65536
Answer = TypeVar("Answer")


def _asked(decide: Callable[..., Answer]) -> Callable[..., Answer]:
    """Let sympy decide, and remember it, about expressions of its own classes only."""
    remembered = lru_cache(maxsize=_CACHE)(decide)

    @functools.wraps(decide)
    def answer(e: sp.Expr, *rest: Any) -> Answer:
        plain(e)
        return remembered(e, *rest)

    return answer


@lru_cache(maxsize=_CACHE)
def _closed(e: sp.Expr) -> sp.Expr:
    """Put a real symbol in the place of every sum, one for all that are equal."""
    sums = sorted(e.atoms(sp.Sum), key=sp.default_sort_key)
    outer = [s for s in sums if not any(s != other and other.has(s) for other in sums)]
    return e.xreplace({s: sp.Symbol(f"_{i} sum", real=True) for i, s in enumerate(outer)})


@_asked
def nonnegative(e: sp.Expr) -> bool:
    """Whether the signs of its symbols give e >= 0."""
    return bool(_closed(e).is_nonnegative)


@_asked
def nonnegative_in_factors(e: sp.Expr) -> bool:
    """Whether the signs of its symbols give e >= 0, perhaps after factoring."""
    closed = _closed(e)
    return bool(closed.is_nonnegative or sp.factor(closed).is_nonnegative)


@_asked
def positive(e: sp.Expr) -> bool:
    """Whether the signs of its symbols give e > 0."""
    return bool(_closed(e).is_positive)


@_asked
def nonzero(e: sp.Expr) -> bool:
    """Whether the signs of its symbols exclude e = 0."""
    return _closed(e).is_zero is False


@_asked
def integer(e: sp.Expr) -> bool:
    """Whether e is an integer because its symbols are."""
    return bool(_closed(e).is_integer)


@_asked
def simplifies_to_zero(e: sp.Expr) -> bool:
    """Whether sympy reduces an expression, with its sums closed, to 0."""
    if e == 0:
        return True
    closed = _closed(e)
    if not may_vanish(closed):
        return False
    numerator, _ = sp.fraction(sp.together(closed))
    return bool(sp.expand(numerator) == 0 or sp.simplify(closed) == 0)  # which takes longer


@_asked
def polynomial_sum(e: sp.Expr, index: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> sp.Expr:
    """Return the sum of a polynomial in the index over a range."""
    return sp.summation(e, (index, lower, upper))

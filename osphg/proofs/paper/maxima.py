"""The maximum of 0 and a number x, written [x]_+: both bounds, from the rules for |x|."""

from __future__ import annotations

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Fact

HALF = sp.Rational(1, 2)  # [x]_+ = (x + |x|)/2


def at_least(x: sp.Expr) -> Fact:
    """X <= [x]_+."""
    return rule.conclude(x, "<=", sp.Max(0, x), (HALF, rule.absolute(x)))


def at_most(above: Fact, sign: Fact) -> Fact:
    """From x <= y and 0 <= y infer [x]_+ <= y."""
    x, y = above.lhs, above.rhs
    # |x| <= 2 y - x says both
    size = rule.between(
        rule.conclude(x, "<=", 2 * y - x, (2, above)),
        rule.conclude(-x, "<=", 2 * y - x, (2, sign)),
    )
    return rule.conclude(sp.Max(0, x), "<=", y, (HALF, size))

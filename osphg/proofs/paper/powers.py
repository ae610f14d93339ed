"""Powers of a number between 0 and a bound, by induction over the exponent m."""

from __future__ import annotations

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Fact

ZERO, ONE = sp.Integer(0), sp.Integer(1)


def nonnegative(sign: Fact, m: sp.Symbol) -> Fact:
    """From 0 <= x infer 0 <= x^m for m >= 0."""
    x = sign.rhs

    def step(hypothesis: Fact) -> Fact:
        return rule.restate(rule.scale(hypothesis, x, sign), ZERO, "<=", x ** (m + 1))

    return rule.induction(m, ZERO, (ZERO, "<=", x**m), rule.nonnegative(ONE), step)


def at_most(above: Fact, sign: Fact, m: sp.Symbol) -> Fact:
    """From x <= y and 0 <= x infer x^m <= y^m for m >= 0, where y is positive by its symbols."""
    x, y = above.lhs, above.rhs

    def step(hypothesis: Fact) -> Fact:
        times_x = rule.scale(hypothesis, x, sign)
        return rule.conclude(x ** (m + 1), "<=", y ** (m + 1), times_x, (y**m, above))

    return rule.induction(m, ZERO, (x**m, "<=", y**m), rule.identity(x**0, y**0), step)

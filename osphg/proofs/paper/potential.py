"""A potential that falls while a price is above a level, and is small while it is not."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from osphg.proofs import kernel as rule
from osphg.proofs.kernel import Fact
from osphg.proofs.paper import maxima
from osphg.proofs.paper.symbols import T, t


def bounded(
    potential: Callable[[sp.Expr], sp.Expr],
    level: sp.Symbol,
    slope: sp.Expr,
    most: sp.Expr,
    sign: Fact,
    fall: Fact,
    within: Fact,
    base: Fact,
) -> Fact:
    """Bound the potential in rounds t = 1..T+1 by what it is at the level, and one round's growth.

    Parameters
    ----------
    potential : callable
    level : Symbol
        Above 0.
    slope, most : expressions
        most is level^2/2 plus `within`'s constant plus slope times level.
    sign, fall, within : Fact
        0 <= price; potential(t+1) - potential(t) <= slope (level - price); potential(t) <=
        price^2/2 plus a constant.
    base : Fact
        potential(1) <= most.
    """
    price = sign.rhs
    m = sp.Max(0, level - price)
    below = maxima.at_least(level - price)
    drop = rule.conclude(level - price, "<=", level, sign)
    share = maxima.at_most(drop, rule.nonnegative(level))  # m <= level
    rest = rule.conclude(sp.Integer(0), "<=", 1 - m / level, (1 / level, share))

    def step(hypothesis: Fact) -> Fact:
        spare = rule.scale(sign, m**2 / (2 * level))
        return rule.conclude(
            potential(t + 1), "<=", most,
            fall, (m / level, within), rule.scale(hypothesis, 1 - m / level, rest),
            (-(level + price) / (2 * level), rule.identity(m * (level - price), m**2)),
            spare, rule.nonnegative(m**2 / 2), (slope, below),
        )  # fmt: skip

    return rule.induction(t, sp.Integer(1), (potential(t), "<=", most), base, step, last=T + 1)

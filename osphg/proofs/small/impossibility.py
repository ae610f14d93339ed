"""Why W = T is impossible: the identity behind the two scenarios, and players who meet them.

The two games are those of `osphg.games.refuting.impossibility`. That their identity holds for every
player is derived in `scenarios`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import sympy as sp

import osphg
from osphg.core.game import Game
from osphg.core.metrics import ONE_MINUS_ONE_OVER_E
from osphg.core.players.base import Feedback, Player
from osphg.core.validate import FloatArray
from osphg.games.refuting import impossibility
from osphg.proofs.small.evidence import Evidence, Formula, nonnegative, zero

SCENARIOS = ("A", "B")


def kappa(c: float, m: float, alpha: float = ONE_MINUS_ONE_OVER_E) -> float:
    """Return kappa of `identity`: R_B + (2m - 1) R_A + m V_B = kappa T."""
    return float(_kappa(c, m, alpha))


def _kappa(c: sp.Expr, m: sp.Expr, alpha: sp.Expr) -> sp.Expr:
    return m * (alpha * c / (2 + c) - (1 - alpha)) + alpha / (2 + c) - alpha / 2


def floor(c: float, m: float, alpha: float = ONE_MINUS_ONE_OVER_E) -> float:
    """Return kappa/(3m): below max(R_A, R_B, V_B)/T of every player, for m >= 1/2."""
    return kappa(c, m, alpha) / (3 * m)


def identity(rate: Formula = _kappa) -> Evidence:
    """Check the identity, with kappa = rate(c, m, alpha), and both benchmarks."""
    T, c, m, alpha = sp.symbols("T c m alpha", positive=True)
    X, Y = sp.symbols("X Y", nonnegative=True)  # sums of x_t over the two halves
    x_B = 1 / (1 + c / 2)
    cost_A, cost_B = T / 2 * 2, T / 2 * (2 + c)  # of always bidding 1
    R_A = alpha * T / 2 - X
    R_B = alpha * T / 2 * (1 + m * c) * x_B - X - m * c * Y
    V_B = 2 * X + c * Y - T
    total = R_B + (2 * m - 1) * R_A + m * V_B
    return Evidence(
        "for W = T no player has sublinear regret and violation",
        "abstract and section 1.3",
        "R_B + (2m - 1) R_A + m V_B = kappa T for every player, so the largest of the three is at"
        " least kappa T/(3m), for the (1 - 1/e)-regret and for linear f_t already.",
        (
            zero(cost_A - T, "x = 1 costs exactly the budget in A"),
            zero(cost_B * x_B - T, "x = 2/(2 + c) costs exactly the budget in B"),
            zero(total - rate(c, m, alpha) * T, "the identity"),
            zero(1 + (2 * m - 1) + m - 3 * m, "its coefficients add up to 3m"),
            nonnegative(rate(8, 10, 1 - 1 / sp.E) - 1, "kappa >= 1 for c = 8, m = 10"),
            nonnegative(rate(18, 10, 1 - 1 / sp.E) - 1, "kappa >= 1 for c = 18, m = 10"),
        ),
    )


def least_price(alpha: float = ONE_MINUS_ONE_OVER_E) -> float:
    """Return the c above which kappa > 0 for some m; infinite for alpha <= 1/2."""
    return 2 * (1 - alpha) / (2 * alpha - 1) if alpha > 0.5 else math.inf


def least_worth(c: float, alpha: float = ONE_MINUS_ONE_OVER_E) -> float:
    """Return the m above which kappa > 0; infinite for c <= least_price(alpha)."""
    slope = (2 * alpha - 1) * c - 2 * (1 - alpha)
    return alpha * c / (2 * slope) if slope > 0 else math.inf


def conditions(
    price: Formula = lambda alpha: 2 * (1 - alpha) / (2 * alpha - 1),
    worth: Formula = lambda c, alpha: alpha * c / (2 * ((2 * alpha - 1) * c - 2 * (1 - alpha))),
) -> Evidence:
    """Check that kappa > 0 exactly for alpha > 1/2, c > price(alpha) and m > worth(c, alpha)."""
    a, s, r, c = sp.symbols("a s r c", positive=True)
    over = (1 + a) / (2 + a)  # alpha in (1/2, 1): 2 alpha - 1 = a/(2 + a)
    dear = sp.simplify(price(over)) + s
    enough = sp.simplify(worth(dear, over))
    under = 1 / (2 + sp.Symbol("b", nonnegative=True))  # alpha in (0, 1/2]
    cheap = sp.simplify(price(over)) / (1 + s)
    at_enough = sp.simplify(_kappa(dear, enough, over))
    growth = sp.simplify(_kappa(dear, enough + r, over) - at_enough)
    return Evidence(
        "kappa > 0 exactly for alpha > 1/2, c > 2(1-alpha)/(2 alpha-1) and large m",
        "the book's own",
        "kappa is linear in m and negative at m = 0; its slope is positive if and only if c exceeds"
        " the bound, and it crosses 0 at alpha c/(2((2 alpha - 1)c - 2(1 - alpha))).",
        (
            zero(at_enough, "kappa = 0 at the least m"),
            nonnegative(growth, "kappa grows from there"),
            nonnegative(-sp.factor(_kappa(cheap, r, over)), "kappa <= 0 for smaller c"),
            nonnegative(-sp.factor(_kappa(c, r, under)), "kappa <= 0 for alpha <= 1/2"),
        ),
    )


class Outcome(NamedTuple):
    """What one player did in the two scenarios, per round."""

    R_A: float
    R_B: float
    V_B: float

    @property
    def worst(self) -> float:
        """The largest of the three."""
        return max(self)


def outcome(player: Player, T: int, c: float, m: float) -> Outcome:
    """Play both scenarios and return R_A/T, R_B/T and V_B/T, with W = T.

    Raises
    ------
    TypeError, ValueError
        For parameters that `impossibility` refuses, or a player that bids differently in the two
        first halves, which are the same.
    """
    runs = {s: osphg.play(player, impossibility(T, c, m, s).rounds) for s in SCENARIOS}
    halves = [run.decisions[: T // 2] for run in runs.values()]
    if not np.array_equal(halves[0], halves[1]):
        raise ValueError(f"player must not look ahead, but {type(player).__name__} does")
    best = {s: osphg.best_fixed_decision(runs[s].rounds, W=T) for s in SCENARIOS}
    R_A, R_B = (osphg.regret(runs[s], best[s]) / T for s in SCENARIOS)
    return Outcome(R_A, R_B, osphg.total_violation(runs["B"]) / T)


class _Memoryless:
    """A player of one site whose bid depends on the round and the money left alone."""

    def init(self, game: Game) -> Purse:
        return Purse(0, game.T, game.budget)

    def update(self, state: Purse, feedback: Feedback) -> Purse:
        left = state.left - float(feedback.price @ feedback.x)
        return Purse(state.t + 1, state.T, left)

    def multiplier(self, state: Purse) -> float:
        return 0.0


class Purse(NamedTuple):
    """The state of a player that counts its money."""

    t: int
    T: int
    left: float


@dataclass(frozen=True)
class Constant(_Memoryless):
    """Bid x in every round of the first half, and `later` (x unless given) in the second."""

    x: float
    later: float | None = None

    def decide(self, state: Purse) -> FloatArray:
        """Return the bid of this half."""
        first = state.t < state.T // 2 or self.later is None
        return np.array([self.x if first else self.later])


@dataclass(frozen=True)
class SpendAtOnce(_Memoryless):
    """Bid 1 while money is left, then nothing."""

    def decide(self, state: Purse) -> FloatArray:
        """Return 1 or 0."""
        return np.array([1.0 if state.left > 0 else 0.0])


@dataclass(frozen=True)
class Wait(_Memoryless):
    """Bid nothing in the first half, then 1 while money is left."""

    def decide(self, state: Purse) -> FloatArray:
        """Return 0, 1, or 0 again."""
        return np.array([1.0 if state.t >= state.T // 2 and state.left > 0 else 0.0])


def hedge(c: float, m: float, alpha: float = ONE_MINUS_ONE_OVER_E) -> Constant:
    """Return the player that makes R_A, R_B and V_B equal.

    For m >= 1/2 no player has a smaller maximum in these two games.

    Raises
    ------
    ValueError
        If that takes bids outside [0, 1].
    """
    rate = floor(c, m, alpha)
    first = alpha - 2 * rate
    later = 2 * (1 + rate - first) / c
    if not (0 <= first <= 1 and 0 <= later <= 1):
        raise ValueError(f"the bids must lie in [0, 1], got {first:.3g} and {later:.3g}")
    return Constant(first, later)

"""Why W = T is impossible: the identity behind the two scenarios, and players who meet them.

The two games are those of `osphg.games.refuting.impossibility`. That their identity holds for every
player is derived in `scenarios`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import sympy as sp

from osphg.proofs.evidence import Evidence, nonnegative, zero

Formula = Callable[..., Any]
ONE_MINUS_ONE_OVER_E = 1 - math.exp(-1)


def kappa(c: float, m: float, alpha: float = ONE_MINUS_ONE_OVER_E) -> float:
    """Return kappa of `identity`: R_B + (2m - 1) R_A + m V_B = kappa T.

    >>> round(kappa(8, 10), 3)
    1.125
    """
    return float(kappa_formula(c, m, alpha))


def kappa_formula(c: sp.Expr, m: sp.Expr, alpha: sp.Expr) -> sp.Expr:
    """Return kappa(c, m, alpha) as a formula."""
    return m * (alpha * c / (2 + c) - (1 - alpha)) + alpha / (2 + c) - alpha / 2


def floor(c: float, m: float, alpha: float = ONE_MINUS_ONE_OVER_E) -> float:
    """Return kappa/(3m): below max(R_A, R_B, V_B)/T of every player, for m >= 1/2."""
    return kappa(c, m, alpha) / (3 * m)


@cache
def identity(rate: Formula = kappa_formula) -> Evidence:
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
        "for $W = T$ no player has sublinear regret and violation",
        "abstract and section 1.3",
        (
            zero(cost_A - T, "$x = 1$ costs exactly the budget in A"),
            zero(cost_B * x_B - T, "$x = 2/(2 + c)$ costs exactly the budget in B"),
            zero(total - rate(c, m, alpha) * T, "the identity"),
            zero(1 + (2 * m - 1) + m - 3 * m, "its coefficients add up to $3m$"),
            nonnegative(rate(8, 10, 1 - 1 / sp.E) - 1, r"$\kappa \ge 1$ for $c = 8$, $m = 10$"),
            nonnegative(rate(18, 10, 1 - 1 / sp.E) - 1, r"$\kappa \ge 1$ for $c = 18$, $m = 10$"),
        ),
    )


def least_price(alpha: float = ONE_MINUS_ONE_OVER_E) -> float:
    """Return the c above which kappa > 0 for some m; infinite for alpha <= 1/2."""
    return 2 * (1 - alpha) / (2 * alpha - 1) if alpha > 0.5 else math.inf


def least_worth(c: float, alpha: float = ONE_MINUS_ONE_OVER_E) -> float:
    """Return the m above which kappa > 0; infinite for c <= least_price(alpha)."""
    slope = (2 * alpha - 1) * c - 2 * (1 - alpha)
    return alpha * c / (2 * slope) if slope > 0 else math.inf


@cache
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
    at_enough = sp.simplify(kappa_formula(dear, enough, over))
    growth = sp.simplify(kappa_formula(dear, enough + r, over) - at_enough)
    return Evidence(
        r"$\kappa > 0$ exactly for $\alpha > \frac12$, $c > \frac{2(1-\alpha)}{2\alpha-1}$ and"
        " large $m$",
        "the book's own",
        (
            zero(at_enough, r"$\kappa = 0$ at the least $m$"),
            nonnegative(growth, r"$\kappa$ grows from there"),
            nonnegative(
                -sp.factor(kappa_formula(cheap, r, over)), r"$\kappa \le 0$ for smaller $c$"
            ),
            nonnegative(
                -sp.factor(kappa_formula(c, r, under)), r"$\kappa \le 0$ for $\alpha \le \frac12$"
            ),
        ),
    )

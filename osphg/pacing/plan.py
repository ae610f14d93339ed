"""What is known of a game before it is played: the horizon, the budget, X, and some constants."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from osphg import checks
from osphg.checks import checked, frozen
from osphg.domains import Domain
from osphg.pacing.budgets import Amount, amounts, text
from osphg.rounds import Block, Game, as_domain


def _amount(name: str, value: Any) -> Amount:
    return amounts(name, value)[0]


def _constant(name: str, value: Any) -> float | None:
    return None if value is None else checks.non_negative_float(name, value)


def _least(name: str, value: Any) -> Any:
    if value is None:
        return None
    found = checks.array(name, value, (None,))
    if found.min() < 0:
        raise ValueError(f"{name} must not be negative, got {found.min():g}")
    return checks.own(found)


@frozen(repr=False)
class Plan(Game):
    """A game whose rounds are still to come: what a player is tuned by, and started with.

    Parameters
    ----------
    T : int
        The number of rounds, the horizon.
    budget : float, or array (m,), or mapping of names to floats
        B_T, the budget of all rounds together, or several; above 0.
    domain : Domain
        X, which must contain the origin.
    slope : float, optional
        beta_f: no gradient of f_t is longer, in units of f per unit of the decision.
    price : float, optional
        beta_p = beta_g: no price vector is longer, in units of the budget per unit of the decision.
        With several budgets: no P_t (m, n) stretches a vector by more, its largest singular value.
    spread : float, optional
        F: no two values of one f_t are further apart; beta_f R unless given, which bounds it.
    curvature : float, optional
        L, the smoothness constant of every f_t.
    least : array (n,), optional
        Minimum bids that are paid on top of every decision, from the same budget.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; later, for a constant that was not given and is
        asked for, or rounds that are asked for.

    Examples
    --------
    >>> import osphg
    >>> plan = osphg.pacing.Plan(100, 50.0, osphg.Box.unit(2), slope=2.0, price=3.0)
    >>> osphg.OSPHG.tuned(plan, W=10).delta
    36.0
    """

    T: int = checked(checks.positive_int)
    budget: Any = checked(_amount)
    domain: Domain = checked(as_domain)
    slope: float | None = checked(_constant, default=None)
    price: float | None = checked(_constant, default=None)
    spread: float | None = checked(_constant, default=None)
    curvature: float | None = checked(_constant, default=None)
    least: Any = checked(_least, default=None)

    def __attrs_post_init__(self) -> None:
        """Refuse a budget of which nothing is left for a round."""
        if np.min(self.allowance) <= 0:
            raise ValueError(
                f"budget must be such that budget / {self.T} rounds is above 0, got"
                f" {text(self.budget)}"
            )

    def __repr__(self) -> str:
        return f"Plan(T={self.T}, n={self.n}, budget={text(self.budget)}, domain={self.domain})"

    @property
    def allowance(self) -> Amount:
        """B_T / T, the budget of one round, or (m,) of several."""
        return self.budget / self.T

    @property
    def n(self) -> int:  # type: ignore[override]
        """The dimension of a decision."""
        return self.domain.n

    @property
    def beta_f(self) -> float:
        """The given beta_f."""
        return _given("beta_f", self.slope)

    @property
    def beta_g(self) -> float:
        """The given beta_p."""
        return _given("beta_p", self.price)

    @property
    def beta(self) -> float:
        """max(beta_f, beta_p)."""
        return max(self.beta_f, self.beta_g)

    @property
    def F(self) -> float:
        """The given F, or beta_f R."""
        return self.beta_f * self.R if self.spread is None else self.spread

    @property
    def G(self) -> float:
        """max(B_T/T, beta_p |upper + least| - B_T/T), which bounds every |g_t(x)|.

        With several budgets it bounds their lengths: |P_t x - b|^2 is convex in P_t x >= 0, hence
        largest at 0 or where |P_t x| = s is, and then at most s^2 - 2 s min b + |b|^2.
        """
        upper = self.domain.upper if self.least is None else self.domain.upper + self.least
        most = self.beta_g * float(np.linalg.norm(upper))
        b = self.allowance
        if np.ndim(b) == 0:
            return float(max(b, most - b))
        square = float(b @ b)
        return math.sqrt(max(square, most**2 - 2 * most * float(b.min()) + square))

    @property
    def L(self) -> float:
        """The given L."""
        return _given("L", self.curvature)

    def blocks(self) -> Iterator[Block]:
        """Refuse: no round is known yet."""
        raise ValueError(
            "rounds must be known in advance for that, prices and utilities: a plan has T, the"
            " budget, X and constants only"
        )


def _given(name: str, value: float | None) -> float:
    if value is None:
        raise TypeError(f"{name} must be given for a player to be tuned by it, got None")
    return value

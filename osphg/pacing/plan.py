"""What is known of a game before it is played."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import shown
from osphg.domains import Box, Domain
from osphg.rounds import Block, Game, as_domain

Amount = Any  # of money: a float for one budget, an array (m,) for several


def _budget(value: Any) -> tuple[Amount, tuple[str, ...] | None]:
    """Return a budget, a float or an array (m,) above 0, and the names that a mapping gives."""
    names = None
    if isinstance(value, Mapping):
        if not all(isinstance(name, str) and name for name in value):
            raise TypeError(f"budget must have texts as names of the budgets, got {shown(value)}")
        names, value = tuple(value), list(value.values())
    elif not isinstance(value, list | tuple) and getattr(value, "ndim", 0) == 0:
        return checks.positive_float("budget", value), None
    amounts = checks.own(checks.array("budget", value, (None,)))
    for key, amount in zip(map(repr, names or range(len(amounts))), amounts.tolist(), strict=True):
        checks.positive_float(f"budget[{key}]", amount)
    return amounts, names


def as_text(amount: Amount) -> str:
    """Return an amount, or several, as a message shows them."""
    return ", ".join(f"{part:g}" for part in np.ravel(amount))


def _given(name: str) -> Any:
    """Return the property of a constant that had to be given."""

    def constant(self: Plan) -> float:
        if (value := self.given[name]) is None:
            raise TypeError(f"{name} must be given for a player to be tuned by it, got None")
        return value

    return property(constant, doc=f"The given {name}.")


class Plan(Game):
    """A game whose rounds are still to come: what a player is tuned by, and started with.

    The budget B_T of all T rounds is a number above 0, or several, an array (m,) or a mapping of
    names. The domain contains the origin, or is a Box with minimum bids, lower bounds above 0: that
    of the game is then that of the bids above the minimum. Optional: no gradient of f_t is longer
    than beta_f, no price vector than beta_p (no P_t (m, n) has a larger singular value, with
    several budgets), no two values of one f_t are further apart than F, beta_f R unless given, and
    L is the smoothness constant of every f_t. TypeError or ValueError for a parameter outside that;
    later, for a constant that is asked for and was not given.

    >>> import osphg
    >>> plan = osphg.pacing.Plan(100, 50.0, osphg.Box.unit(2), beta_f=2.0, beta_p=3.0)
    >>> osphg.OSPHG.tuned(plan, W=10).delta
    36.0
    """

    def __init__(
        self,
        T: int,
        budget: float | ArrayLike | Mapping[str, float],
        domain: Domain,
        *,
        beta_f: float | None = None,
        beta_p: float | None = None,
        F: float | None = None,
        L: float | None = None,
    ) -> None:
        self.T = checks.positive_int("T", T)
        self.budget, self.budget_names = _budget(budget)
        least = domain.lower if isinstance(domain, Box) else np.zeros(1)
        if (least > 0).any() and (least >= 0).all():
            domain = Box(domain.upper - least)
        self.domain = as_domain("domain", domain)
        self.minimum = least * np.ones(self.n)
        given = {"beta_f": beta_f, "beta_p": beta_p, "F": F, "L": L}
        self.given = {
            name: None if value is None else checks.non_negative_float(name, value)
            for name, value in given.items()
        }

    def __repr__(self) -> str:
        return f"Plan(T={self.T}, n={self.n}, budget={as_text(self.budget)}, domain={self.domain})"

    beta_f = _given("beta_f")
    beta_g = _given("beta_p")
    L = _given("L")

    @property
    def F(self) -> float:
        """The given F, or beta_f R."""
        return self.beta_f * self.R if self.given["F"] is None else self.given["F"]

    @property
    def G(self) -> float:
        """max(B_T/T, beta_p |x| - B_T/T) at the largest bids x, which bounds every |g_t(x)|.

        With several budgets |P_t x - b|^2 is convex in P_t x >= 0, hence largest at 0 or where
        |P_t x| = s is largest, and there at most s^2 - 2 s min b + |b|^2.
        """
        most = self.beta_g * float(np.linalg.norm(self.domain.upper + self.minimum))
        b: Any = self.allowance
        if np.ndim(b) == 0:
            return float(max(b, most - b))
        square = float(b @ b)
        return math.sqrt(max(square, most**2 - 2 * most * float(b.min()) + square))

    def blocks(self) -> Iterator[Block]:
        """Refuse: no round is known yet."""
        raise ValueError(
            "rounds must be known in advance for that, prices and utilities: a plan has T, the"
            " budget, X and constants only"
        )

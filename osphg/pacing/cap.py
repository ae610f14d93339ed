"""A hard cap: what is bid is scaled down where the money left might not cover it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.pacing.budgets import Amount, Money, cost, text
from osphg.pacing.plan import Plan

_RESERVE = 1e-9  # of the budget, against rounding in a long sum


def _bound(name: str, value: Any) -> FloatArray:
    return checks.own(checks.finite(name, checks.real(name, value)))


@frozen
class Cap:
    """What prices cannot exceed, and hence what a decision costs at most.

    Parameters
    ----------
    bound : array (n,), or (m, n) for several budgets
        No price exceeds it.
    """

    bound: FloatArray = checked(_bound)

    @classmethod
    def of(
        cls, hard: object, price_bound: Any, plan: Plan, money: Money, shift: FloatArray | None
    ) -> Cap | None:
        """Return the cap, or None where none is asked for.

        Raises
        ------
        TypeError, ValueError
            For a cap without a bound, or minimum bids that the budget may not cover.
        """
        if not checks.flag("hard", hard):
            if price_bound is not None:
                raise ValueError("price_bound is for hard=True, got it with hard=False")
            return None
        if price_bound is None:
            raise ValueError("price_bound must be given for hard=True: prices are seen too late")
        if not isinstance(price_bound, Mapping):
            given = checks.real("price_bound", price_bound)
            price_bound = np.full((*money.shape, plan.n), given) if given.ndim == 0 else given
        cap = cls(money.rows("price_bound", price_bound, plan.n))
        cap.require(plan, shift, 0, 0.0)
        return cap

    def require(self, plan: Plan, shift: FloatArray | None, t: int, committed: Amount) -> None:
        """Refuse minimum bids that, with what is spent, may cost more than the budget."""
        least = 0.0 if shift is None else cost(self.bound, shift) * (plan.T - t)
        if np.any(committed + least > plan.budget * (1 - _RESERVE)):
            raise ValueError(
                f"budget must cover what was spent and the minimum bids of all rounds at"
                f" price_bound, {text(committed + least)}, got {text(plan.budget)}"
            )

    def check(self, price: FloatArray) -> None:
        """Refuse a price beyond the bound."""
        if (price > self.bound).any():
            at = tuple(int(i) for i in np.argwhere(price > self.bound)[0])
            raise ValueError(
                f"price must be at most price_bound for hard=True, got {price[at]:g} >"
                f" {self.bound[at]:g} at price{list(at)}"
            )

    def committed(self, spent: Amount, waiting: Iterable[FloatArray]) -> Amount:
        """Return what was spent, and what decisions that wait may cost."""
        return spent + sum(cost(self.bound, bid) for bid in waiting)

    def scaled(self, x: FloatArray, least: FloatArray | None, left: Amount) -> FloatArray:
        """Return the largest part of x that the money left covers at any price, of each budget."""
        most = np.atleast_1d(cost(self.bound, x))
        room = np.atleast_1d(left if least is None else left - cost(self.bound, least))
        beyond = most > room
        if not beyond.any():
            return x
        return np.asarray(max(float((room[beyond] / most[beyond]).min()), 0.0) * x)

    def left(self, plan: Plan, shift: FloatArray | None, t: int, committed: Amount) -> Amount:
        """Return what round t may cost, the minimum bids of the rounds after it set aside."""
        after = 0.0 if shift is None else cost(self.bound, shift) * (plan.T - t - 1)
        return plan.budget * (1 - _RESERVE) - committed - after

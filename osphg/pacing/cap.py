"""A hard cap: what is bid is scaled down where the money left might not cover it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from osphg.core import validate
from osphg.core.fields import checked, frozen, own_array
from osphg.core.validate import FloatArray
from osphg.pacing.plan import Plan

_RESERVE = 1e-9  # of the budget, against rounding in a long sum


@frozen
class Cap:
    """What prices cannot exceed, and hence what a decision costs at most.

    Parameters
    ----------
    bound : array (n,)
        No price exceeds it.
    """

    bound: FloatArray = checked(own_array(None))

    @classmethod
    def of(cls, hard: object, price_bound: Any, plan: Plan, shift: FloatArray | None) -> Cap | None:
        """Return the cap, or None where none is asked for.

        Raises
        ------
        TypeError, ValueError
            For a cap without a bound, or minimum bids that the budget may not cover.
        """
        if not validate.flag("hard", hard):
            if price_bound is not None:
                raise ValueError("price_bound is for hard=True, got it with hard=False")
            return None
        if price_bound is None:
            raise ValueError("price_bound must be given for hard=True: prices are seen too late")
        given = validate.real("price_bound", price_bound)
        bound = np.full(plan.n, float(given)) if given.ndim == 0 else given
        bound = validate.array("price_bound", bound, (plan.n,))
        if (bound < 0).any():
            raise ValueError(f"price_bound must not be negative, got {bound.min():g}")
        cap = cls(bound)
        cap.require(plan, shift, 0, 0.0)
        return cap

    def require(self, plan: Plan, shift: FloatArray | None, t: int, committed: float) -> None:
        """Refuse minimum bids that, with what is spent, may cost more than the budget."""
        least = 0.0 if shift is None else float(self.bound @ shift) * (plan.T - t)
        if committed + least > plan.budget * (1 - _RESERVE):
            raise ValueError(
                f"budget must cover what was spent and the minimum bids of all rounds at"
                f" price_bound, {committed + least:g}, got {plan.budget:g}"
            )

    def check(self, price: FloatArray) -> None:
        """Refuse a price beyond the bound."""
        if (price > self.bound).any():
            i = int(np.argmax(price > self.bound))
            raise ValueError(
                f"price must be at most price_bound for hard=True, got {price[i]:g} >"
                f" {self.bound[i]:g} at price[{i}]"
            )

    def committed(self, spent: float, waiting: Iterable[FloatArray]) -> float:
        """Return what was spent, and what decisions that wait may cost."""
        return spent + sum(float(self.bound @ bid) for bid in waiting)

    def scaled(self, x: FloatArray, least: FloatArray | None, left: float) -> FloatArray:
        """Return the largest part of x that the money left covers at any price."""
        most = float(self.bound @ x)
        room = left if least is None else left - float(self.bound @ least)
        if most <= room:
            return x
        return np.asarray(max(room / most, 0.0) * x)

    def left(self, plan: Plan, shift: FloatArray | None, t: int, committed: float) -> float:
        """Return what round t may cost, the minimum bids of the rounds after it set aside."""
        after = 0.0 if shift is None else float(self.bound @ shift) * (plan.T - t - 1)
        return plan.budget * (1 - _RESERVE) - committed - after

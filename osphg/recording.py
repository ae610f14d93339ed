"""The record of rounds while they are played, and the error that names a bad round.

In round t a player decides x_t, earns f_t(x_t), and violates its budget by
g_t(x_t) = <p_t, x_t> - b_t, which may be negative, with b_t the money for round t, its allowance;
lambda_t is its multiplier, the charge for violations. With m budgets both are arrays (m,).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.messages import short_repr
from osphg.utilities import Utility


class RoundError(ValueError):
    """An error that shows only while playing; its message names the round.

    Attributes
    ----------
    run : Run or StreamedRun or None
        The rounds completed before the error, where `play` or `stream` raised it.
    """

    run: Any = None


@dataclass
class RoundBuffer:
    """A block of rounds while it is played: what is revealed, and what was decided so far.

    Rounds of a buffer count from 0; the first `done` of them are filled in. Round i of the buffer
    is round start + i of the game.

    Parameters
    ----------
    utility : Utility
        The functions f_t of the block.
    prices : FloatArray
        The prices p_t of the block, (length, n); with several budgets (length, m, n).
    allowance : FloatArray
        The money for each round, b_t, (length,), or one number for all rounds, (1,); with several
        budgets (length, m) or (1, m).
    start : int
        The number of rounds of the game before this block.
    decisions : FloatArray
        x_t, (length, n).
    values : FloatArray
        f_t(x_t), (length,).
    violation : FloatArray
        g_t(x_t) = <p_t, x_t> - b_t, (length,); with several budgets (length, m).
    multiplier : FloatArray
        lambda_t as used in round t, of the same shape.
    done : int
        The number of rounds that are filled in.
    """

    utility: Utility
    prices: FloatArray
    allowance: FloatArray
    start: int
    decisions: FloatArray
    values: FloatArray
    violation: FloatArray
    multiplier: FloatArray
    done: int = 0

    @classmethod
    def empty(
        cls, utility: Utility, prices: FloatArray, allowance: FloatArray, start: int
    ) -> RoundBuffer:
        """Return a buffer for the rounds of a block, of which none is filled in.

        Parameters
        ----------
        utility, prices, allowance, start
            As the fields of these names.
        """
        length, *budgets, n = prices.shape
        values = np.zeros(length)
        violation, multiplier = np.zeros((2, length, *budgets))
        decisions = np.zeros((length, n))
        return cls(utility, prices, allowance, start, decisions, values, violation, multiplier)

    def __len__(self) -> int:
        return len(self.prices)

    def allowance_of(self, i: int) -> Any:
        """Return b_t of round i of the buffer, a float; with several budgets an array (m,)."""
        i = i if len(self.allowance) > 1 else 0
        return self.allowance.item(i) if self.allowance.ndim == 1 else self.allowance[i]

    def written(self, rows: slice) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Return views of the rounds `rows`: decisions, values, violation and multiplier.

        What is written into these arrays is in the buffer: compiled loops fill rounds so.
        """
        return (
            self.decisions[rows],
            self.values[rows],
            self.violation[rows],
            self.multiplier[rows],
        )

    def check(self, first: int, last: int, domain: Domain | None = None) -> None:
        """Look at rounds first..last-1, and drop those from the first bad one on.

        Parameters
        ----------
        first, last : int
            The rounds of the buffer to look at.
        domain : Domain, optional
            Where decisions have to lie. None: they lie there, as projections do, and only numbers
            are looked at; a decision that is not finite shows in its violation.

        Raises
        ------
        RoundError
            If a number is not finite, or a decision lies outside the domain; it names the round.
        """
        X = self.decisions[first:last]
        # The first of these that is not finite is named in the message.
        numbers = {
            "utility.value": self.values[first:last],
            "violation": self.violation[first:last],
            "multiplier": self.multiplier[first:last],
        }
        finite = np.ones(last - first, dtype=bool)
        for series in numbers.values():
            of_each_budget = tuple(range(1, series.ndim))  # no axis for one budget
            finite &= np.isfinite(series).all(axis=of_each_budget)
        inside = np.ones_like(finite) if domain is None else domain.contains(X)
        good = finite & inside
        if good.all():
            return
        bad = int(np.argmin(good))  # the first round that is not good
        self.done = first + bad  # which drops it and those after it
        if inside[bad]:  # so one of its numbers is not finite
            name = next(
                name for name, series in numbers.items() if not np.isfinite(series[bad]).all()
            )
            wanted = "one finite number"
            if numbers[name].ndim > 1:
                wanted += " for each budget"
            problem = f"{name} must be {wanted}, got {numbers[name][bad]}"
        else:
            problem = f"the decision must lie in {domain}, got {X[bad].tolist()}"
        raise RoundError(f"round {self.start + self.done + 1}: {problem}")


def as_number(name: str, value: Any) -> float:
    """Return one real number as a float; it may be infinite or NaN.

    What is no real number is a TypeError, and an array with an axis a ValueError; `name` is what
    the message calls it. A `RoundBuffer` checks whether numbers are finite, many rounds at a time.
    """
    if isinstance(value, float):
        return float(value)  # NumPy's float64 is a float, too, and becomes one of Python's
    array = checks.real_array(name, value)
    if array.ndim:
        raise ValueError(f"{name} must be one finite number, got {short_repr(array.tolist())}")
    return float(array)


def as_amount(name: str, value: Any, shape: tuple[int, ...]) -> Any:
    """Return one real number, `as_number`, or for a shape (m,) an array of so many budgets."""
    if not shape:
        return as_number(name, value)
    array = checks.real_array(name, value)
    checks.must(array.shape == shape, name, f"be a number for each budget, {shape}", array.shape)
    return array

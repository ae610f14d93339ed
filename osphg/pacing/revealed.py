"""What a round reveals, as `Pacer.observe` is given it: f_t, and numbers by name.

A player asks for the gradient of f_t, or for its values, at some points: once in a round, or
several times. What it may be told is data, a curve for each item (`RevealedCurve`), which answers
every question and can be saved; a function of points; or an array of answers, computed by whoever
calls `observe` at the points of the player's first question (`Pacer.points`). With minimum bids a
player decides on the bids above them, so that its points are counted from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, array_of_shape, checked, frozen
from osphg.messages import short_repr


@frozen
class RevealedCurve:
    """f_t as data: the sum over items of slope_i (1 - exp(-rate_i x_i))/rate_i at bids x.

    Where a rate is 0 that is slope_i x_i.

    Parameters
    ----------
    slope : FloatArray
        The slope of each item at a bid of 0, (n,), in units of f per unit of bid.
    rate : FloatArray
        How fast each item saturates, (n,), in 1/bid.
    minimum : FloatArray
        The minimum bids, (n,): the player's points are counted from there, bids from 0.
    """

    slope: FloatArray = checked(array_of_shape(None))
    rate: FloatArray = checked(array_of_shape(None))
    minimum: FloatArray = checked(array_of_shape(None))

    def value(self, X: FloatArray) -> FloatArray:
        """Return f_t at the player's points (..., n)."""
        bids = X + self.minimum
        saturates = self.rate > 0
        rate = np.where(saturates, self.rate, 1.0)
        terms = np.where(saturates, -np.expm1(-rate * bids) / rate, bids)
        return np.asarray((self.slope * terms).sum(-1))

    def gradient(self, X: FloatArray) -> FloatArray:
        """Return grad f_t at the player's points (..., n)."""
        return np.asarray(self.slope * np.exp(-self.rate * (X + self.minimum)))


class RevealedUtility:
    """f_t as far as it was revealed: functions of points, or arrays that answer one question.

    Parameters
    ----------
    values : callable, array (m,) or None
        f_t at points (m, n), or at those of the first question.
    gradient : callable, array (m, n) or None
        grad f_t at points (m, n), or at those of the first question.
    minimum : FloatArray
        The minimum bids, (n,): the player's points are counted from there, f_t's from 0.
    asked_at : FloatArray, optional
        Where a round that is told late was to be asked, counted from 0, (m, n): functions are asked
        there, and not where the player is by now.

    Attributes
    ----------
    first_points : FloatArray
        The points of the player's first question, counted from 0, (m, n); none before it.
    """

    def __init__(
        self,
        values: Any,
        gradient: Any,
        minimum: FloatArray,
        asked_at: FloatArray | None = None,
    ) -> None:
        self.answers = {"values": values, "gradient": gradient}
        self.minimum = minimum
        self.asked_at = asked_at
        self.first_points = np.empty((0, len(minimum)))

    def value(self, X: FloatArray) -> FloatArray:
        """Return f_t at points (..., n), as far as the values were revealed."""
        return self._answer("values", X, X.shape[:-1])

    def gradient(self, X: FloatArray) -> FloatArray:
        """Return grad f_t at points (..., n), as far as the gradient was revealed."""
        return self._answer("gradient", X, X.shape)

    def _answer(self, name: str, X: FloatArray, shape: tuple[int, ...]) -> FloatArray:
        """Return what was revealed of f_t at points; note the points of the first question.

        A function answers every question. An array was computed at the points of the first question
        and answers that one alone; any other question is a ValueError. So is one for what was not
        revealed: `Pacer.points` lets a player ask for that, and reads the points that were noted.

        Parameters
        ----------
        name : {"values", "gradient"}
            What the player asks for.
        X : FloatArray
            The points of the question, counted from the minimum bids, (..., n).
        shape : tuple of int
            The shape in which the player wants the answer: that of X for gradients, and without the
            last axis for values.

        Returns
        -------
        FloatArray
            The values or gradients at these points, of this shape.
        """
        points = X.reshape(-1, X.shape[-1]) + self.minimum  # (m, n), counted from 0
        if self.asked_at is not None:
            points = self.asked_at
        is_first = not len(self.first_points)
        if is_first:
            self.first_points = points
        answer = self.answers[name]
        if answer is None:
            kind = name.removesuffix("s")  # "value" or "gradient"
            raise ValueError(f"{name} must be given: this player asks for {kind}s of f_t")
        if not (is_first or callable(answer)):
            raise ValueError(f"{name} must be a function: this player asks for it more than once")
        # Of m points (m, n): a gradient for each, (m, n), or a value for each, (m,).
        revealed_shape = points.shape if name == "gradient" else points.shape[:1]
        numbers = answer(points) if callable(answer) else answer
        return checks.array(name, numbers, revealed_shape).reshape(shape)


def in_order(name: str, value: Any, names: tuple[str, ...] | None) -> Any:
    """Return the values of a mapping as a list in the order of `names`; anything else as it is.

    Parameters
    ----------
    name : str
        The parameter that errors name.
    value
        A mapping or a Series of pandas, whose values are put into order; or anything else.
    names : tuple of str or None
        The names that a pacer was given; None if it was given none.

    Raises
    ------
    ValueError
        For a mapping whose keys are not exactly `names`, or any mapping where there are none.
    """
    is_series = names is not None and hasattr(value, "keys") and np.ndim(value) == 1  # of pandas
    if not isinstance(value, Mapping) and not is_series:
        return value
    checks.must(names is not None, "names", f"be given to the pacer for {name} by name", None)
    assert names is not None  # the check above does not tell mypy
    if {*value.keys()} != {*names}:  # the repr of a Series takes long
        checks.must(False, name, f"be of the names {names}", short_repr(value))
    return [value[key] for key in names]

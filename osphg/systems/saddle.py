"""What the saddle point methods for a long-term constraint share."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from osphg.core import validate
from osphg.core.game import Game
from osphg.core.validate import FloatArray

_ROUNDING = 1e-12  # by which a product that is 1 on paper may exceed it


def flag(name: str, value: Any) -> None:
    """Refuse what is not True or False."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, got {value!r}")


def keep(name: str, step: float, delta: float) -> float:
    """Return the factor 1 - delta step^2 of lambda_t in lambda_{t+1}, in [0, 1].

    Raises
    ------
    ValueError
        If delta step^2 exceeds 1: lambda would be turned round, not damped.
    """
    product = delta * step * step
    if product > 1 + _ROUNDING:
        raise ValueError(
            f"delta * {name}^2 must be at most 1, got {product:.6g}"
            f" ({name} = {step:.6g}, delta = {delta:.6g})"
        )
    return max(1 - product, 0.0)


def origin(game: Game) -> FloatArray:
    """Return x_1 = 0, (n,)."""
    return np.zeros(game.n)


def small_penalty(rounds: Game, step: float, convexity: float = 1.0) -> float:
    """Return the smallest delta with delta >= 2 beta^2 / convexity + 2 delta^2 step^2.

    With it the terms in lambda_t^2 cancel in the sum of the steps' bounds: the price's share of
    the gradient in x, squared, and the two parts of the gradient in lambda.

    Raises
    ------
    ValueError
        If there is none: 16 beta^2 step^2 / convexity exceeds 1, that is, T is too small.
    """
    least = 2 * rounds.beta**2 / convexity
    room = 1 - 8 * least * step**2
    if room < 0:
        # step^2 falls as 1/T
        needed = math.ceil(rounds.T * 8 * least * step**2)
        raise ValueError(f"T must be at least {needed} for a delta to exist, got {rounds.T}")
    return float(2 * least / (1 + math.sqrt(room)))


def inside_unit(name: str, value: Any) -> float:
    """Return `value` as a float strictly between 0 and 1; TypeError or ValueError otherwise."""
    number = validate.finite_float(name, value)
    if not 0 < number < 1:
        raise ValueError(f"{name} must be between 0 and 1, both excluded, got {number}")
    return number

"""What the saddle point methods for a long-term constraint share."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.rounds import Game, scales


class SaddleState(NamedTuple):
    """The state of a method with one decision and one multiplier, before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: float  # lambda_t
    domain: Domain


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
    (beta,) = scales(rounds, "beta")
    least = 2 * beta**2 / convexity
    room = 1 - 8 * least * step**2
    if room < 0:
        # step^2 falls as 1/T
        needed = math.ceil(rounds.T * 8 * least * step**2)
        raise ValueError(f"T must be at least {needed} for a delta to exist, got {rounds.T}")
    return float(2 * least / (1 + math.sqrt(room)))

"""The violation under a budget that is the same in every round: the bound."""

from __future__ import annotations

import math
from typing import NamedTuple

from osphg import checks
from osphg.players import OSPHG
from osphg.rounds import Game
from osphg.systems.boosted import BoostedOSPHG


class Caps(NamedTuple):
    """What the theorem on constant budgets says of a game and a player.

    Attributes
    ----------
    level : float
        Lambda, above which the potential falls; a unit of lambda.
    multiplier : float
        M, which no lambda_t exceeds.
    violation : float
        M (1/mu + delta mu T), which C_T does not exceed, in units of the budget.
    """

    level: float
    multiplier: float
    violation: float


def caps(game: Game, player: OSPHG | BoostedOSPHG, beta: float | None = None) -> Caps:
    """Return the theorem's bounds on the multiplier and on the violation.

    Parameters
    ----------
    game : Game
    player : OSPHG or BoostedOSPHG
        With lambda_1 = 0, gradient ascent with step mu, and delta^2 mu^2 + beta^2 <= delta/2, which
        the step sizes of Theorem 4.1 have for W T >= 16 R^2.
    beta : float, optional
        A bound on the length of the directions and of the prices; the game's when not given.

    Raises
    ------
    TypeError, ValueError
        For another player, or one with other parameters.

    Examples
    --------
    >>> from osphg.rounds import paper_quadratics
    >>> game = paper_quadratics(T=2000)
    >>> f"{caps(game, OSPHG.tuned(game, 10)).violation:.0f}"
    '4357'
    """
    if not isinstance(player, OSPHG | BoostedOSPHG):
        raise TypeError(f"player must be OSPHG or BoostedOSPHG, got {type(player).__name__}")
    beta = game.beta if beta is None else checks.positive_float("beta", beta)
    mu, delta, R, G, b = player.mu, player.delta, game.R, game.G, game.allowance
    if player.lambda1 != 0 or getattr(player.oracle, "step", None) != mu:
        raise ValueError(f"player must have lambda_1 = 0 and gradient ascent by mu, got {player}")
    if delta**2 * mu**2 + beta**2 > delta / 2 * (1 + 1e-12):
        raise ValueError(
            f"player must have delta^2 mu^2 + beta^2 <= delta/2, got {delta**2 * mu**2 + beta**2:g}"
            f" and {delta / 2:g}"
        )
    level = (beta * R + mu * (beta**2 + G**2)) / b
    most = math.sqrt(level**2 + R**2 + 2 * mu * b * level)
    return Caps(level, most, most * (1 / mu + delta * mu * game.T))

"""The theorem of the boosted queue: its bounds for a game and a player."""

from __future__ import annotations

import math
from typing import NamedTuple

from osphg import checks
from osphg.rounds import Game
from osphg.systems.boosted import MASS
from osphg.systems.queues import BoostedQueue


class Bounds(NamedTuple):
    """What the theorem says of a game and a player.

    Attributes
    ----------
    regret : float
        Of the (1-1/e)-regret against x*_W, in units of the utility.
    queue : float
        M, which no Q_t exceeds, in units of money: the smaller of the two that are proven.
    violation : float
        Of C_T, in units of money.
    """

    regret: float
    queue: float
    violation: float


def bounds(game: Game, player: BoostedQueue, W: int, *, kappa: float = 0.0) -> Bounds:
    """Return the theorem's bounds, for any V and alpha.

    Parameters
    ----------
    game : Game
        With a budget above 0.
    player : BoostedQueue
    W : int
        Window of the benchmark.
    kappa : float
        How far the player's rule is from the integral (`osphg.systems.boosted.rule_error`); 0 where
        it is exact, as on quadratics. If above 0, the game must know its L.

    Raises
    ------
    TypeError, ValueError
        For another player, a window that is none, a kappa below 0.

    Examples
    --------
    >>> from osphg.rounds import paper_quadratics
    >>> game = paper_quadratics(T=2000)
    >>> found = bounds(game, BoostedQueue.tuned(game), 1)
    >>> f"{found.regret:.0f} {found.violation:.0f}"
    '920 2080'
    """
    if not isinstance(player, BoostedQueue):
        raise TypeError(f"player must be BoostedQueue, got {checks.shown(player)}")
    W = checks.positive_int("W", W, maximum=game.T)
    kappa = checks.non_negative_float("kappa", kappa)
    V, alpha, T, R, G, b = player.V, player.alpha, game.T, game.R, game.G, game.allowance
    beta_F, beta_g = MASS * game.beta_f, game.beta_g
    lost = alpha * R**2 / V + V * beta_F**2 * T / (4 * alpha) + G**2 * W * T / (2 * V)
    if kappa > 0:
        lost += kappa * game.L * R**2 * T
    level = (V * beta_F * R + G**2 / 2) / b
    constant = math.sqrt(level**2 + 2 * alpha * R**2 + 2 * b * level)
    most = min(constant, math.sqrt((2 * V * beta_F * R + G**2) * T))
    return Bounds(lost, most, most + beta_g * T * (V * beta_F + beta_g * most) / (2 * alpha))

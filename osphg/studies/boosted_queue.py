"""Boosted queue against its theorem: the bounds of a game, and runs that are held to them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from osphg.core import validate
from osphg.core.game import Game
from osphg.core.hindsight import Benchmark, best_fixed_decision
from osphg.core.metrics import regret, total_violation
from osphg.core.play import play
from osphg.core.rounds import Rounds
from osphg.core.run import Run
from osphg.core.validate import FloatArray
from osphg.systems.boosted import MASS
from osphg.systems.boosted_queue import BoostedQueue


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
    >>> from osphg.core.rounds import paper_quadratics
    >>> game = paper_quadratics(T=2000)
    >>> found = bounds(game, BoostedQueue.tuned(game), 1)
    >>> f"{found.regret:.0f} {found.violation:.0f}"
    '920 2080'
    """
    if not isinstance(player, BoostedQueue):
        raise TypeError(f"player must be BoostedQueue, got {validate.shown(player)}")
    W = validate.positive_int("W", W, maximum=game.T)
    kappa = validate.non_negative_float("kappa", kappa)
    V, alpha, T, R, G, b = player.V, player.alpha, game.T, game.R, game.G, game.allowance
    beta_F, beta_g = MASS * game.beta_f, game.beta_g
    lost = alpha * R**2 / V + V * beta_F**2 * T / (4 * alpha) + G**2 * W * T / (2 * V)
    if kappa > 0:
        lost += kappa * game.L * R**2 * T
    level = (V * beta_F * R + G**2 / 2) / b
    constant = math.sqrt(level**2 + 2 * alpha * R**2 + 2 * b * level)
    most = min(constant, math.sqrt((2 * V * beta_F * R + G**2) * T))
    return Bounds(lost, most, most + beta_g * T * (V * beta_F + beta_g * most) / (2 * alpha))


def checked(
    run: Run, player: BoostedQueue, best: Benchmark, *, kappa: float = 0.0
) -> tuple[float, float, Bounds]:
    """Return regret, violation and bounds of a run, which must have kept them.

    Raises
    ------
    AssertionError
        If the theorem fails.
    """
    lost, spent = regret(run, best), total_violation(run)
    found = bounds(run.rounds, player, best.W, kappa=kappa)
    if lost > found.regret or spent > found.violation or run.multiplier.max() > found.queue:
        raise AssertionError(f"the theorem fails: {lost:g}, {spent:g}, {found}")
    return lost, spent, found


class Survey(NamedTuple):
    """Runs of one kind of game.

    Attributes
    ----------
    regret, violation : arrays (horizons, seeds)
        In units of the utility and of money.
    regret_share, violation_share : float
        The largest share of a bound that a run has reached; below 0 if no run has lost anything.
    """

    regret: FloatArray
    violation: FloatArray
    regret_share: float
    violation_share: float


def survey(
    games: Mapping[str, Callable[[int, int, int], Rounds]],
    horizons: Sequence[int],
    seeds: Sequence[int],
    window: Callable[[int], int],
    *,
    unit_free: bool = False,
) -> dict[str, Survey]:
    """Play games of quadratics, and hold every run to its bounds.

    Parameters
    ----------
    games : mapping
        From a name to game(T, W, seed); the utilities are quadratics, so that one node is exact.
    horizons, seeds : sequence of int
    window : callable
        window(T), the benchmark's.
    unit_free : bool
        How the player is tuned.

    Returns
    -------
    dict of Survey

    Raises
    ------
    AssertionError
        If the theorem fails.
    """
    found = {}
    for name, make in games.items():
        lost, spent = np.empty((2, len(horizons), len(seeds)))
        shares = []
        for (i, j), _ in np.ndenumerate(lost):
            W = window(horizons[i])
            game = make(horizons[i], W, seeds[j])
            player = BoostedQueue.tuned(game, W, 1, unit_free=unit_free)
            best = best_fixed_decision(game, W)
            lost[i, j], spent[i, j], limit = checked(play(player, game), player, best)
            shares.append((lost[i, j] / limit.regret, spent[i, j] / limit.violation))
        found[name] = Survey(lost, spent, *(max(share) for share in zip(*shares, strict=True)))
    return found

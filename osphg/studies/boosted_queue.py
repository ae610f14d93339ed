"""Boosted queue against its theorem: the bounds of a game, and runs that are held to them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.hindsight import Benchmark, best_fixed_decision
from osphg.metrics import regret, total_violation
from osphg.players import OSPHG, Player
from osphg.playing import Run, play
from osphg.rounds import Game, Rounds
from osphg.systems.boosted import MASS, BoostedOSPHG
from osphg.systems.boosted_queue import BoostedQueue
from osphg.utilities import Quadratics


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


Make = Callable[[Game, int], Player]

# How the four are set up for a game and a window; on quadratics one node is exact.
PLAYERS: Mapping[str, Make] = {
    "boosted queue": lambda game, W: BoostedQueue.tuned(game, W, _nodes(game)),
    "OSPHG, boosted": lambda game, W: BoostedOSPHG.tuned(game, W, _nodes(game)),
    "OSPHG, weighted": lambda game, W: OSPHG.tuned(game, W, weighted=True),
    "OSPHG, published": lambda game, W: OSPHG.tuned(game, W),
}


def _nodes(game: Game) -> int:
    return 1 if isinstance(game, Rounds) and isinstance(game.utility, Quadratics) else 8


class Score(NamedTuple):
    """What a player has done in games of one kind, by seed, (seeds,)."""

    utility: FloatArray  # as a share of the benchmark's
    overspent: FloatArray  # C_T as a share of B_T
    regret: FloatArray  # the (1-1/e)-regret, in units of the utility


def compare(
    make: Callable[[int, int], Game],
    benchmark: Callable[[Game, int], Benchmark],
    T: int,
    W: int,
    seeds: Sequence[int],
) -> dict[str, Score]:
    """Play games of one kind, make(T, seed), with all of `PLAYERS`."""
    found = {name: np.empty((3, len(seeds))) for name in PLAYERS}
    for j, seed in enumerate(seeds):
        game = make(T, seed)
        best = benchmark(game, W)
        for name, tuned in PLAYERS.items():
            run = play(tuned(game, W), game)
            found[name][:, j] = (
                run.utility.sum() / best.value, total_violation(run) / game.budget,
                regret(run, best),
            )  # fmt: skip
    return {name: Score(*values) for name, values in found.items()}

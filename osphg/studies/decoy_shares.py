"""Shares of the optimum on the decoy game, over horizons: the first picture of the book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from osphg import checks
from osphg.games import refuting
from osphg.players import OSPHG
from osphg.playing import play
from osphg.systems.boosted import BoostedOSPHG

PUBLISHED, WEIGHTED, BOOSTED = "published", "weighted", "boosted"


def limit() -> float:
    """Return the share to which the published algorithm is held in the long run: 1/(1 + rho).

    Of f* = 1 + rho it earns at most 1 + rho o, and buys next to nothing of o (Linear regret,
    step 7).
    """
    return 1 / refuting.decoy(1).f_star


def shares(
    horizons: Sequence[int], slow: Sequence[int], K: int = 20, nodes: int = 4
) -> Mapping[str, tuple[tuple[int, float], ...]]:
    """Return (T, share of f*) by player, each game with the theorem's step sizes and W = 1.

    Parameters
    ----------
    horizons : sequence of int
        T of the games of the published and the weighted algorithm, of `K` oracles each.
    slow : sequence of int
        T of those of the boosted one, whose rounds take longer: one oracle, its gradient by a
        Gauss rule of `nodes` points.

    Raises
    ------
    TypeError, ValueError
        For a T that is not an integer of at least 1, or too short for the theorem's steps.

    Examples
    --------
    >>> found = shares([1000], [100], K=5)
    >>> {name: [T for T, _ in points] for name, points in found.items()}
    {'published': [1000], 'weighted': [1000], 'boosted': [100]}
    """
    horizons = [checks.positive_int("horizons", T) for T in horizons]
    slow = [checks.positive_int("slow", T) for T in slow]
    found: dict[str, list[tuple[int, float]]] = {PUBLISHED: [], WEIGHTED: [], BOOSTED: []}
    for T in horizons:
        made = refuting.decoy(T)
        for name, weighted in ((PUBLISHED, False), (WEIGHTED, True)):
            player = OSPHG.tuned(made.rounds, 1, K, weighted=weighted)
            earned = play(player, made.rounds).utility.mean()
            found[name].append((T, float(earned / made.f_star)))
    for T in slow:
        made = refuting.decoy(T)
        boosted = BoostedOSPHG.tuned(made.rounds, 1, nodes)
        earned = play(boosted, made.rounds).utility.mean()
        found[BOOSTED].append((T, float(earned / made.f_star)))
    return MappingProxyType({name: tuple(points) for name, points in found.items()})

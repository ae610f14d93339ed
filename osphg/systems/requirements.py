"""What a player needs of a game, and how it refuses one without: in one line, before playing.

A method may be run outside its assumptions on purpose: `heuristic=True` is a field of such a
player, and every table marks it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Domain, Faceted
from osphg.hindsight import half_spaces
from osphg.rounds import Game

_FACES = "a Box, a Simplex, a Polytope or another domain with half_spaces()"


def require(holds: bool, player: Any, needs: str, got: str) -> None:
    """Refuse a game that a player was not made for, unless the player is a heuristic on it.

    Parameters
    ----------
    holds : bool
        Whether the game has what the player needs.
    player : Player
        With a field `heuristic`, if it can be run without.
    needs, got : str
        What it needs, and what the game has instead.

    Raises
    ------
    ValueError
        "NAME needs ..., got ...", with the way around it if there is one.
    """
    if holds or getattr(player, "heuristic", False):
        return
    way = "; heuristic=True runs it all the same" if hasattr(player, "heuristic") else ""
    raise ValueError(f"{type(player).__name__} needs {needs}, got {got}{way}")


def is_heuristic(player: Any) -> bool:
    """Whether a player is run outside its assumptions, for the mark in a table."""
    return bool(getattr(player, "heuristic", False))


def fixed_prices(game: Game) -> bool:
    """Whether p_t is the same in every round, so that the constraint is known after one."""
    first = None
    for block in game.blocks():
        if first is None:
            first = block.prices[0]
        if not np.array_equal(block.prices, np.broadcast_to(first, block.prices.shape)):
            return False
    return True


def require_fixed_prices(player: Any, game: Game) -> None:
    """Refuse time-varying prices for a method made for one fixed constraint."""
    if not getattr(player, "heuristic", False):
        require(fixed_prices(game), player, "the same price in every round", "prices that vary")


def require_faces(player: Any, domain: Domain) -> tuple[FloatArray, FloatArray, Box]:
    """Return X as {x in box : A x <= b}; refuse a domain whose faces are not known."""
    require(checks.offers(domain, Faceted), player, _FACES, str(domain))
    return half_spaces(domain)

"""What the catalogue says of a system, and the player that it makes for a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any, Literal

from osphg.players import Player
from osphg.rounds import Game

Count = int | Literal["K", "some"]
Make = Callable[[Game, int, int, bool], Player]  # game, W, seed, heuristic


@dataclass(frozen=True)
class Cost:
    """What one round asks for: gradients and values of f_t, projections, linear maximisations."""

    gradients: Count = 0
    values: Count = 0
    projections: Count = 0
    maximisations: Count = 0

    def __str__(self) -> str:
        named = {
            "gradient": self.gradients,
            "value": self.values,
            "projection": self.projections,
            "linear maximisation": self.maximisations,
        }
        parts = [f"{n} {what}{'' if n == 1 else 's'}" for what, n in named.items() if n != 0]
        return ", ".join(parts)


@dataclass(frozen=True)
class SetUp:
    """How a system is set up.

    Attributes
    ----------
    text : str
        The parameters as formulas.
    source : str
        Whose they are.
    make : callable
        make(game, W, seed, heuristic) -> player.
    where : frozenset of str
        What a game must offer for this to be what the system's theorem asks for.
    """

    text: str
    source: str
    make: Make
    where: frozenset[str] = frozenset()


@dataclass(frozen=True)
class System:
    """A way of playing.

    Attributes
    ----------
    name : str
        In tables and figures.
    player : type
        The class that plays it.
    cites : str
        Its entry in the book's bibliography.
    kind : str
        MULTIPLIER, QUEUE, ORACLES or BLIND.
    needs : frozenset of str
        What its theorem assumes of utilities, prices and domain.
    notion : str
        What its regret is against.
    assumptions : str
        What its theorem assumes besides.
    cost : Cost
        Per round; the tests count it.
    settings : tuple of Setting
        The first one whose `where` a game offers is played; the last one fits every game.
    stands : bool
        False where this book refutes what is claimed of the regret.
    """

    name: str
    player: type[Any]
    cites: str
    kind: str
    needs: frozenset[str]
    notion: str
    assumptions: str
    cost: Cost
    settings: tuple[SetUp, ...]
    stands: bool = True

    def setting(self, offers: frozenset[str]) -> SetUp:
        """Return the setting that the system's theorem asks for in a game with these offers."""
        return next(setting for setting in self.settings if setting.where <= offers)

    @property
    def has_heuristic(self) -> bool:
        """Whether it can be asked to play where it refuses."""
        return "heuristic" in signature(self.player).parameters


def player_for(
    system: System,
    game: Game,
    W: int,
    seed: int,
    *,
    offers: frozenset[str] = frozenset(),
    heuristics: bool = False,
) -> Player:
    """Return a system's player for a game: as a heuristic only where it refuses, and on demand.

    `offers` is what is known of the game, of `osphg.games.contests`: it decides on the setting.

    Raises
    ------
    ValueError
        The player's own words, if it refuses the game and is not to be run all the same.
    """
    make = system.setting(offers).make
    try:
        player = make(game, W, seed, False)
        player.init(game)
    except ValueError:
        if not (heuristics and system.has_heuristic):
            raise
        return make(game, W, seed, True)
    return player

"""Games in units of their own, in which methods tuned for different units can be compared."""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

from osphg import checks
from osphg.rounds import Game, Rounds, scales
from osphg.utilities import Utility


@runtime_checkable
class Scalable(Protocol):
    """A utility that can be counted in another unit: `Quadratics`, for one."""

    def scaled(self, factor: float) -> Utility:
        """Return the same functions times a factor."""
        ...


class Units(NamedTuple):
    """The units that a game brings along: of f, beta_f R, and of money, G."""

    f: float
    money: float


def own_units(game: Game) -> Units:
    """Return beta_f R and G of a game; ValueError where one of them is 0."""
    R, beta_f, G = scales(game, "R", "beta_f", "G")
    return Units(beta_f * R, G)


def counted_in(game: Game, units: Units) -> Rounds:
    """Return the same game with f and money counted in these units.

    Raises
    ------
    TypeError
        If the game is not `Rounds`, or the utility has no `scaled`.
    ValueError
        For a unit that is not above 0.

    Examples
    --------
    >>> import osphg
    >>> euros = osphg.rounds.paper_quadratics(T=100, budget_per_round=2.0)
    >>> round(counted_in(euros, Units(1.0, 0.01)).allowance)
    200
    """
    f = checks.positive_float("units.f", units.f)
    money = checks.positive_float("units.money", units.money)
    if not isinstance(game, Rounds):
        raise TypeError(f"game must be Rounds, held in memory, got {checks.shown(game)}")
    if not checks.offers(game.utility, Scalable):
        kind = type(game.utility).__name__
        raise TypeError(f"utility must have a method scaled(factor), {kind} has none")
    utility = game.utility.scaled(1 / f)
    return Rounds(utility, game.prices / money, game.budget / money, game.domain)


def normalised(game: Game) -> Rounds:
    """Return the same game in its own units: beta_f R = 1 and G = 1.

    Which unit f and money were given in makes no difference then, to any system.

    Examples
    --------
    >>> import osphg
    >>> game = normalised(osphg.rounds.paper_quadratics(T=100))
    >>> round(game.beta_f * game.R, 12), round(game.G, 12)
    (1.0, 1.0)
    """
    return counted_in(game, own_units(game))

"""A rival who clicks to deplete a budget: impressions that are paid for and reach nobody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.playing import Run
from osphg.studies.open_bandit import DAY, HOURS, POSITIONS
from osphg.studies.reach import Place, season
from osphg.studies.real_week import SHARE, Make, play_all
from osphg.studies.tables import Frame, Table

QUIET = (18, 19, 20, 21)  # hours of the day, UTC: night where the shop is

# attack(place, run): where the fake impressions go, (168, n); they are scaled afterwards. The run
# is the victim's own without an attack.
Attack = Callable[[Place, Run], FloatArray]


def everywhere(place: Place, run: Run) -> FloatArray:
    """Return fakes in proportion to the traffic."""
    return place.week.prices


def one_campaign(place: Place, run: Run) -> FloatArray:
    """Return fakes on the placements of the last campaign, in proportion to their traffic."""
    chosen = np.zeros(place.week.n)
    chosen[-POSITIONS:] = 1
    return place.week.prices * chosen


def by_night(place: Place, run: Run) -> FloatArray:
    """Return fakes in the quiet hours of every day, as many on every placement."""
    chosen = np.isin(np.arange(HOURS) % DAY, QUIET)
    return np.repeat(chosen[:, np.newaxis], place.week.n, axis=1).astype(np.float64)


def last_day(place: Place, run: Run) -> FloatArray:
    """Return fakes on the last day, in proportion to the traffic."""
    return place.week.prices * (np.arange(HOURS) >= HOURS - DAY)[:, np.newaxis]


def aimed(place: Place, run: Run) -> FloatArray:
    """Return as many fakes in every hour, on the placement where the victim bids most."""
    fakes = np.zeros_like(place.week.prices)
    fakes[np.arange(HOURS), run.decisions.argmax(1)] = 1
    return fakes


ATTACKS: Mapping[str, Attack] = {
    "everywhere": everywhere,
    "one campaign": one_campaign,
    "by night": by_night,
    "last day": last_day,
    "aimed": aimed,
}


class Damage(NamedTuple):
    """What an attack does to a player."""

    spent: float  # spend / budget
    more: float  # how much more that is than without an attack
    lost: float  # the reach that is lost, as a share of that without an attack


def damages(
    place: Place,
    makers: Mapping[str, Make],
    attack: Attack,
    *,
    size: float = 0.2,
    share: float = SHARE,
    before: Mapping[str, Run] | None = None,
) -> dict[str, Damage]:
    """Play the week with and without an attack.

    Players are tuned with the constants of the week without it: nobody has told them.

    Parameters
    ----------
    place : Place
    makers : mapping
    attack : callable
    size : float
        How many fake impressions there are, as a share of the week's; above 0.
    share : float
        The budget, as in `season`.
    before : mapping of Run, optional
        The players' runs without an attack, where they are known.

    Raises
    ------
    TypeError, ValueError
        For a size that is not above 0.
    """
    size = checks.positive_float("size", size)
    game = season(place, share)
    found = {}
    calm = play_all(game, makers) if before is None else before
    for name in makers:
        fakes = attack(place, calm[name])
        fakes = fakes * (size * place.week.total / fakes.sum())
        struck = season(place, share, extra=fakes)
        after = play_all(struck, {name: makers[name]}, known=game)[name]
        spent = [float(run.spend.sum()) / game.budget for run in (calm[name], after)]
        lost = float(1 - after.utility.sum() / calm[name].utility.sum())
        found[name] = Damage(spent[1], spent[1] - spent[0], lost)
    return found


def damage_table(found: Mapping[str, Mapping[str, Damage]]) -> Frame:
    """Return spend and lost reach by player and attack."""
    names = list(next(iter(found.values())))
    header = ["player"]
    for attack in found:
        header += [f"spend, {attack}", "reach lost"]
    rows = [
        [name, *(f"{v:{f}}" for by in found.values() for v, f in
                 ((by[name].spent, ".0%"), (by[name].lost, "+.1%")))]
        for name in names
    ]  # fmt: skip
    return Table(header, rows, "Spend / budget under attack, and the reach that it costs.")

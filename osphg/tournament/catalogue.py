"""The systems of the tournament: what each was made for, what it claims, and how it is set up.

`catalogue.toml` has one entry per way of playing; here is what its words mean. The tables of
related work, the measurements of rates and the tournament are made from these alone; the tests ask
that every player of `osphg.players` has its entry.
"""

from __future__ import annotations

import difflib
import operator
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import signature
from pathlib import Path
from typing import Any, Literal

from osphg import checks, players
from osphg.messages import short_repr
from osphg.players.base import Player
from osphg.rounds import Game

Count = int | Literal["K", "some"]
Make = Callable[[Game, int, int, bool], Player]  # game, W, seed, heuristic

REGRET, VIOLATION = "regret", "violation"  # what a rate is of

BLIND, RULE = "blind to the budget", "rule of practice"  # two of the kinds of systems


@dataclass(frozen=True)
class Cost:
    """What one round asks for: gradients and values of f_t, projections, linear maximisations."""

    gradients: Count = 0
    values: Count = 0
    projections: Count = 0
    maximisations: Count = 0

    def __str__(self) -> str:
        names = ("gradient", "value", "projection", "linear maximisation")
        named = zip(vars(self).values(), names, strict=True)
        return ", ".join(f"{n} {what}{'' if n == 1 else 's'}" for n, what in named if n != 0)


@dataclass(frozen=True)
class SetUp:
    """How a system is set up."""

    text: str  # the parameters as formulas
    source: str  # whose they are; "recalled" if not read in the source
    make: Make  # make(game, W, seed, heuristic) -> player
    where: frozenset[str] = frozenset()  # what a game must offer for its theorem to ask for this


@dataclass(frozen=True)
class Order:
    """A published order of growth, and the exponents of T in its parts: c + w W + v V + b B."""

    text: str
    parts: tuple[tuple[float, ...], ...]  # c, w, v, b, of which the last may lack

    def power(self, w: float = 0.0, v: float = 0.0, b: float = 0.5) -> float:
        """Return the exponent of T that it comes to, the largest of its parts.

        W = T^w, V = T^v for all that moves over time, and b is a parameter of some systems.
        """
        return max(sum(map(operator.mul, part, (1.0, w, v, b))) for part in self.parts)


@dataclass(frozen=True)
class Rate:
    """A claimed order, and the trial on which it is measured."""

    order: Order  # as it is published
    trial: str  # the game and the number in words: the chapter on related work measures it
    w: float = 0.0  # its window is T^w rounds, rounded down
    here: Order | None = None  # what is proven of the trial, where that is another order
    why: str = ""  # it is another

    @property
    def expected(self) -> Order:
        """The order that is proven of the trial."""
        return self.here or self.order

    @property
    def exponent(self) -> float:
        """The exponent that is proven of the trial, at its window."""
        return self.expected.power(self.w)


Rates = Mapping[str, Rate]  # of REGRET, and of VIOLATION where something is claimed of it


@dataclass(frozen=True)
class System:
    """A way of playing."""

    name: str  # in tables and figures
    player: type[Any]  # the class that plays it
    cites: str  # its entry in the book's bibliography
    kind: str  # BLIND, RULE or another text, for the order of tables and the marks of figures
    needs: frozenset[str]  # what its theorem assumes of utilities, prices and domain
    notion: str  # what its regret is against
    assumptions: str  # what its theorem assumes besides
    cost: Cost  # per round; the tests count it
    settings: tuple[SetUp, ...]  # the first whose `where` is offered; the last fits every game
    stands: bool = True  # False where this book refutes what is claimed of the regret
    rates: Rates = field(default_factory=dict)  # what it claims, and where that is measured

    def setting(self, properties: frozenset[str]) -> SetUp:
        """Return the setting that the system's theorem asks for in a game with these properties."""
        return next(setting for setting in self.settings if setting.where <= properties)


def entrant(name: str, make: Callable[[Game], Player]) -> System:
    """Return a player of one's own as an entry of the tournament, without a theorem.

    >>> from osphg.players import EvenPacing
    >>> entrant("slow pacing", lambda game: EvenPacing(memory=20)).kind
    'rule of practice'
    """
    setting = SetUp("its own", "its own", lambda game, W, seed, heuristic: make(game))
    needs = frozenset({"a theorem"})
    return System(name, object, "", RULE, needs, "none", "none", Cost(), (setting,))


def player_for(
    system: System,
    game: Game,
    W: int,
    seed: int,
    *,
    properties: frozenset[str] = frozenset(),
    heuristics: bool = False,
) -> Player:
    """Return a system's player for a game: as a heuristic only where it refuses, and on demand.

    `properties` is what is known of the game, of `osphg.tournament.contests`: it decides on the
    setting.
    ValueError, in the player's own words, if it refuses the game and is not to be run all the same.
    """
    make = system.setting(properties).make
    try:
        player = make(game, W, seed, False)
        player.init(game)
        return player
    except ValueError:
        if heuristics and "heuristic" in signature(system.player).parameters:
            return make(game, W, seed, True)
        raise


def tuned(player: type[Any], options: Mapping[str, Any]) -> Make:
    """Return how a player is tuned: told W, heuristic and a seed where its `tuned` needs them."""
    asked = signature(player.tuned).parameters
    unseeded = "seed" in asked and asked["seed"].default is None

    def make(game: Game, W: int, seed: int, heuristic: bool) -> Player:
        told = {"W": W, "heuristic": heuristic} | ({} if unseeded else {"seed": seed})
        given = {name: value for name, value in told.items() if name in asked}
        made: Player = player.tuned(game, **{**given, **options})
        return made

    return make


def read(entry: dict[str, Any]) -> System:
    """Return the system of an entry; an option that is a text names a class of `osphg.players`."""
    rates, settings, player = {}, [], getattr(players, entry.pop("player"))
    for what in filter(entry.__contains__, (REGRET, VIOLATION)):
        order, trial, *other = entry.pop(what)
        here = [_ORDERS[other[0]], *other[1:]] if other else []
        rates[what] = Rate(_ORDERS[order], trial, _WINDOWS[trial], *here)
    for one in entry.pop("settings"):
        given = one.get("options", {}).items()
        options = {k: getattr(players, v)() if isinstance(v, str) else v for k, v in given}
        where = frozenset(one.get("where", ()))
        settings.append(SetUp(one["text"], one["source"], tuned(player, options), where))
    cost, needs = Cost(**entry.pop("cost")), frozenset(entry.pop("needs"))
    return System(
        player=player, needs=needs, cost=cost, settings=tuple(settings), rates=rates, **entry
    )


_READ = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_ORDERS = {text: Order(text, tuple(map(tuple, at))) for text, at in _READ.pop("orders").items()}
_WINDOWS = _READ.pop("trials")
# Those that the paper cites; those since 2017 that it does not, and this book's own; other forms of
# the former: other steps, other feedback; and what practitioners play.
SYSTEMS, RECENT, VARIANTS, RULES = (tuple(read(entry) for entry in _READ[group]) for group in _READ)
OTHERS: tuple[System, ...] = (*RECENT, *VARIANTS)
EVERYBODY: tuple[System, ...] = (*SYSTEMS, *OTHERS, *RULES)
# By system: what it claims, and where that is measured.
RATES: Mapping[str, Rates] = {entry.name: entry.rates for entry in EVERYBODY}


def system(name: str) -> System:
    """Return the system of that name, whichever tuple it is in; ValueError if there is none."""
    known = {one.name: one for one in EVERYBODY}
    checks.must(name in known, "name", f"be one of {', '.join(known)}", short_repr(name))
    return known[name]


# The short list of the tournament.
LEADING: tuple[System, ...] = (
    *map(
        system,
        (
            "OSPHG",
            "OSPHG, weighted",
            "OSPHG, boosted",
            "boosted queue",
            "repricing",
            "MOSP",
            "Neely-Yu",
            "per-step duals, as scripted",
            "best of both worlds",
            "RECOO",
        ),
    ),
    *RULES,
)
# By the name that the parameter `systems` of a chapter has for them, in the order of its tables.
SETS: Mapping[str, tuple[System, ...]] = {
    "leading": LEADING,
    "everybody": EVERYBODY,
    "cited": SYSTEMS,
    "recent": OTHERS,
}


def chosen(name: str, *sets: str) -> tuple[System, ...]:
    """Return the systems of a set, or the one system of that name.

    Parameters
    ----------
    name : str
        What a chapter's parameter `systems` says: one of `sets`, or the name of a system.
    *sets : str
        Those of `SETS` that the chapter has.

    Returns
    -------
    tuple of System
        In the order of the chapter's tables.

    Raises
    ------
    ValueError
        If there is neither such a set nor such a system.

    Examples
    --------
    >>> [one.name for one in chosen("Neely-Yu", "leading", "everybody")]
    ['Neely-Yu']
    """
    if name in sets:
        return SETS[name]
    known = [one.name for one in EVERYBODY]
    near = difflib.get_close_matches(name, [*sets, *known], n=1)
    meant = f"; did you mean {near[0]}?" if near else f"; there is {'; '.join(known)}"
    what = f"be {', '.join(sets)} or the name of one system"
    checks.must(name in known, "systems", what, f"{short_repr(name)}{meant}")
    return (system(name),)

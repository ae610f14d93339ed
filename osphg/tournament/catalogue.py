"""The systems of the tournament: what each was made for, what it claims, and how it is set up.

`catalogue.toml` has one entry per way of playing; here is what its words mean. The tables of
related work, the measurements of rates and the tournament are made from these alone; the tests ask
that every player of `osphg.players` has its entry.
"""

from __future__ import annotations

import difflib
import operator
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from inspect import signature
from pathlib import Path
from typing import Any, Literal

from osphg import checks, players
from osphg.messages import short_repr
from osphg.players.base import Player
from osphg.rounds import Game

Count = int | Literal["K", "some"]
Make = Callable[[Game, int, int, bool], Player]
"""How a player is made for a game: ``make(game, W, seed, heuristic)``.

`W` is the window that it is tuned for, in rounds; `seed` is what a random player draws from;
`heuristic` says whether it is to play although its theorem does not hold for the game.
"""

REGRET, VIOLATION = "regret", "violation"  # what a rate is of

# Two of the kinds of systems, which pages ask for.
BLIND_TO_BUDGET = "blind to the budget"
RULE_OF_PRACTICE = "rule of practice"

# What a player needs to which no theorem applies. No game offers it.
_A_THEOREM = "a theorem"


@dataclass(frozen=True)
class Cost:
    """How often one round uses f_t and X; "K" is the number of oracles, "some" no fixed number.

    Parameters
    ----------
    gradients, values : int or "K" or "some"
        Gradients and values of f_t.
    projections, maximisations : int or "K" or "some"
        Projections onto X, and linear maximisations over it.
    """

    gradients: Count = 0
    values: Count = 0
    projections: Count = 0
    maximisations: Count = 0

    def __str__(self) -> str:
        """Return the counts that are not 0 in words, such as "K gradients, 1 projection"."""
        names = ("gradient", "value", "projection", "linear maximisation")
        counts = zip(vars(self).values(), names, strict=True)
        return ", ".join(f"{n} {what}{'' if n == 1 else 's'}" for n, what in counts if n != 0)


@dataclass(frozen=True)
class Setting:
    """One way to set the parameters of a system.

    Parameters
    ----------
    text : str
        The parameters as formulas.
    source : str
        Who proposed them; "recalled" if that was not read in the source.
    make : callable
        Makes the player: ``make(game, W, seed, heuristic)``.
    where : frozenset of str
        What a game must offer for the system's theorem to ask for this setting: words of
        `osphg.tournament.contests`.
    ours : str
        What of it this book has set; nothing where the authors have set it all.
    why : str
        Why this book has set that.
    options : mapping
        The arguments of the player's `tuned` that the setting gives, by name.
    """

    text: str
    source: str
    make: Make
    where: frozenset[str] = frozenset()
    ours: str = ""
    why: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Order:
    """A published order of growth, a sum of powers of T and of three other quantities.

    These are the window W = T^w, the variation over time V = T^v, and a parameter b of some
    systems. A summand whose `parts` are (1/2, 1/2), say, is sqrt(W T): with W = T^w it grows as T
    to the power 1/2 + w/2.

    Parameters
    ----------
    text : str
        The order as a formula.
    parts : tuple of tuples of float
        For each summand the four numbers (c, cw, cv, cb) by which it grows as T to the power
        c + cw w + cv v + cb b; the last ones are 0 where they are left out.
    """

    text: str
    parts: tuple[tuple[float, ...], ...]

    def power(self, w: float = 0.0, v: float = 0.0, b: float = 0.5) -> float:
        """Return the exponent of T at given w, v and b: that of the fastest summand.

        Parameters
        ----------
        w, v : float
            The exponents of the window, W = T^w, and of the variation over time, V = T^v.
        b : float
            A parameter of some systems.

        Returns
        -------
        float
            The exponent of T.
        """
        # `map` ends with the shorter of both: numbers that a part leaves out count as 0.
        return max(sum(map(operator.mul, part, (1.0, w, v, b))) for part in self.parts)


@dataclass(frozen=True)
class Rate:
    """A claimed order, and the trial on which it is measured.

    Parameters
    ----------
    order : Order
        The order as it is published.
    trial : str
        The game and the number in words: the chapter on related work measures it.
    w : float
        The window of the trial is T^w rounds, rounded down.
    here : Order, optional
        What is proven of the trial, where that is another order.
    why : str
        Why it is another.
    """

    order: Order
    trial: str
    w: float = 0.0
    here: Order | None = None
    why: str = ""

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
    """A way of playing.

    Parameters
    ----------
    name : str
        What tables and figures call it.
    player : type
        The class that plays it.
    cites : str
        Its entry in the book's bibliography.
    kind : str
        `BLIND_TO_BUDGET`, `RULE_OF_PRACTICE` or another text, for the order of tables and the marks
        of figures.
    needs : frozenset of str
        What its theorem assumes of utilities, prices and domain, in words of
        `osphg.tournament.contests`.
    notion : str
        What its regret is against.
    assumptions : str
        What its theorem assumes besides.
    cost : Cost
        What one round asks for; the tests count it.
    settings : tuple of Setting
        The first one whose `where` a game offers is taken; the last fits every game.
    twin : str
        The system that plays the same as this one but for little, where there is one; both count
        once.
    no_bound : str
        Why no bound with all constants is known here of its regret or of its violation; nothing
        where `osphg.studies.guarantees` has a bound of both.
    stands : bool
        False where this book refutes what is claimed of the regret.
    rates : mapping
        What it claims, and where that is measured: of REGRET, and of VIOLATION where something is
        claimed of it.
    """

    name: str
    player: type[Any]
    cites: str
    kind: str
    needs: frozenset[str]
    notion: str
    assumptions: str
    cost: Cost
    settings: tuple[Setting, ...]
    twin: str = ""
    no_bound: str = ""
    stands: bool = True
    rates: Rates = field(default_factory=dict)

    @property
    def has_theorem(self) -> bool:
        """Whether some game meets what its theorem needs; False for a system without a theorem."""
        return _A_THEOREM not in self.needs

    def setting(self, properties: frozenset[str]) -> Setting:
        """Return the setting that the system's theorem asks for in a game with these properties.

        Parameters
        ----------
        properties : frozenset of str
            What the game offers, in words of `osphg.tournament.contests`.

        Returns
        -------
        Setting
            The first that fits.
        """
        return next(setting for setting in self.settings if setting.where <= properties)


def entrant(name: str, make: Callable[[Game], Player]) -> System:
    """Return a player of one's own as an entry of the tournament.

    No theorem is claimed for it. Its `needs` are therefore a property that no game offers, so that
    tables show the player in every game as one to which no theorem applies.

    Parameters
    ----------
    name : str
        What tables are to call it.
    make : callable
        Makes the player for a game: ``make(game)``.

    Returns
    -------
    System
        An entry of the kind `RULE_OF_PRACTICE`.

    Examples
    --------
    >>> from osphg.players import EvenPacing
    >>> entrant("slow pacing", lambda game: EvenPacing(memory=20)).kind
    'rule of practice'
    """

    def make_untuned(game: Game, W: int, seed: int, heuristic: bool) -> Player:
        """Make the player; the window, the seed and the permission are not for it."""
        return make(game)

    setting = Setting(text="its own", source="its own", make=make_untuned)
    return System(
        name=name,
        player=object,  # its class is known only when it is made
        cites="",
        kind=RULE_OF_PRACTICE,
        needs=frozenset({_A_THEOREM}),
        notion="none",
        assumptions="none",
        cost=Cost(),
        settings=(setting,),
    )


def player_for(
    system: System,
    game: Game,
    W: int,
    seed: int,
    *,
    properties: frozenset[str] = frozenset(),
    heuristics: bool = False,
) -> Player:
    """Return a system's player for a game, tuned and ready to play it.

    A player refuses a game that its theorem does not cover. With `heuristics` it then plays all the
    same, if it can, without a theorem; whether it can shows when it begins to play.

    Parameters
    ----------
    system : System
        An entry of the catalogue, or one that `entrant` returns.
    game : Game
        What it is to play.
    W : int
        The window that it is tuned for, in rounds.
    seed : int
        What a random player draws from.
    properties : frozenset of str
        What the game offers, in words of `osphg.tournament.contests`. Of the system's settings the
        first that asks for no more is taken.
    heuristics : bool
        Whether a player that refuses the game is to play it as a heuristic, where its class has
        such a parameter.

    Returns
    -------
    Player
        A player that does not refuse the game, or that plays it as a heuristic.

    Raises
    ------
    ValueError
        As the player raises it, if it refuses the game and is not to play it as a heuristic.
    """
    make = system.setting(properties).make

    def make_player(*, heuristic: bool) -> Player:
        """Make the player, tuned for the game."""
        return make(game, W, seed, heuristic)

    try:
        player = make_player(heuristic=False)
        player.init(game)  # refuses a game that the player cannot play
        return player
    except ValueError:
        may_be_heuristic = "heuristic" in signature(system.player).parameters
        if heuristics and may_be_heuristic:
            return make_player(heuristic=True)
        raise


def tuning_of(player: type[Any], options: Mapping[str, Any]) -> Make:
    """Return a function that makes a player for a game by the player's own `tuned`.

    `tuned` is called with the game, the options, and those of W, `seed` and `heuristic` that it
    takes. An option replaces the argument of the same name. It gets no seed if None is the default
    there, so that such a player draws nothing.

    Parameters
    ----------
    player : type
        A class of `osphg.players`.
    options : mapping
        Further arguments of its `tuned`, by name.

    Returns
    -------
    callable
        ``make(game, W, seed, heuristic)``. With `heuristic` a player plays also a game that its
        theorem does not cover.
    """
    parameters = signature(player.tuned).parameters
    draws_nothing = "seed" in parameters and parameters["seed"].default is None

    def make(game: Game, W: int, seed: int, heuristic: bool) -> Player:
        """Call `player.tuned` with those of these arguments that it has."""
        available = {"W": W, "heuristic": heuristic}
        if not draws_nothing:
            available["seed"] = seed
        arguments = {name: value for name, value in available.items() if name in parameters}
        tuned: Player = player.tuned(game, **{**arguments, **options})
        return tuned

    return make


def read_system(entry: dict[str, Any]) -> System:
    """Return the system of an entry of `catalogue.toml`.

    The keys of an entry are the fields of `System`. Those that are not of a type of TOML are taken
    out of it and translated; what is then left, texts and truth values, goes on as it is.

    Parameters
    ----------
    entry : dict
        The entry, which is changed: only what goes on as it is stays in it.

    Returns
    -------
    System
        The system, with functions that make its player.
    """
    player = getattr(players, entry.pop("player"))
    # A rate is a list: the order claimed and the trial that measures it, and maybe the order proven
    # of that trial and why it is another; orders and trials are keys of the tables of these names.
    rates = {
        quantity: _read_rate(*entry.pop(quantity))
        for quantity in (REGRET, VIOLATION)
        if quantity in entry
    }
    # A setting has a text, a source, the options of the player's `tuned`, and `where`, what a game
    # must offer for it.
    settings = tuple(_read_setting(player, setting) for setting in entry.pop("settings"))
    cost = Cost(**entry.pop("cost"))
    needs = frozenset(entry.pop("needs"))
    return System(player=player, needs=needs, cost=cost, settings=settings, rates=rates, **entry)


def _read_rate(order: str, trial: str, here: str | None = None, why: str = "") -> Rate:
    """Return the rate whose orders and trial are keys of the tables `orders` and `trials`.

    These are tables of `catalogue.toml`.

    Parameters
    ----------
    order : str
        What is claimed, a key of `orders`.
    trial : str
        The trial on which it is measured, a key of `trials`.
    here : str, optional
        What is proven of the trial, a key of `orders`, if that is another order.
    why : str
        Why it is another.
    """
    proven_here = None if here is None else _ORDERS[here]
    return Rate(_ORDERS[order], trial, w=_WINDOWS[trial], here=proven_here, why=why)


def _read_setting(player: type[Any], entry: dict[str, Any]) -> Setting:
    """Return a setting of a player, by its entry in `catalogue.toml`.

    An option, an argument of the player's `tuned`, may be a text: it names a class of
    `osphg.players`, as "PlainGradient", of which an object is made.

    Of the entry, "text" has the parameters as formulas, "source" who proposed them, "ours" and
    "why" what of them this book has set and for what reason, and "where" what a game must offer for
    this setting, in words of `osphg.tournament.contests`.
    """
    options = {
        name: getattr(players, value)() if isinstance(value, str) else value
        for name, value in entry.get("options", {}).items()
    }
    return Setting(
        text=entry["text"],
        source=entry["source"],
        make=tuning_of(player, options),
        where=frozenset(entry.get("where", ())),
        ours=entry.get("ours", ""),
        why=entry.get("why", ""),
        options=options,
    )


_FILE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_ORDERS = {
    text: Order(text, tuple(tuple(part) for part in parts))
    for text, parts in _FILE["orders"].items()
}
_WINDOWS: Mapping[str, float] = _FILE["trials"]  # the exponent w of each trial's window T^w


def _read_group(group: str) -> tuple[System, ...]:
    """Return the systems of one group of `catalogue.toml`, in its order."""
    return tuple(read_system(entry) for entry in _FILE[group])


SYSTEMS = _read_group("cited")  # those that the paper cites
RECENT = _read_group("recent")  # those since 2017 that it does not cite, and this book's own
VARIANTS = _read_group("variants")  # other forms of the former: other steps, other feedback
RULES = _read_group("practice")  # what practitioners play
OTHERS: tuple[System, ...] = (*RECENT, *VARIANTS)
EVERYBODY: tuple[System, ...] = (*SYSTEMS, *OTHERS, *RULES)
# By system: what it claims, and where that is measured.
RATES: Mapping[str, Rates] = {entry.name: entry.rates for entry in EVERYBODY}


def system(name: str) -> System:
    """Return the system of that name, whichever tuple it is in.

    Parameters
    ----------
    name : str
        The name that tables have for it.

    Returns
    -------
    System
        Its entry.

    Raises
    ------
    ValueError
        If there is none; the message lists all names.
    """
    systems = {entry.name: entry for entry in EVERYBODY}
    checks.must(name in systems, "name", f"be one of {', '.join(systems)}", short_repr(name))
    return systems[name]


def distinct(systems: Iterable[System]) -> tuple[System, ...]:
    """Return the systems that count: of twins the first one.

    Parameters
    ----------
    systems : iterable of System
        Entries of the catalogue.

    Returns
    -------
    tuple of System
        Those of them, in their order, whose twin is not among them.

    Examples
    --------
    >>> pair = map(system, ("Neely-Yu", "Yu-Neely-Wei"))
    >>> [one.name for one in distinct(pair)]
    ['Neely-Yu']
    """
    systems = tuple(systems)
    names = {entry.name for entry in systems}
    return tuple(entry for entry in systems if entry.twin not in names)


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
    # Without a forecast, which nobody has here, the plan is re-solving: the list has that once.
    *(rule for rule in RULES if rule.name != "planned"),
)
# The sets of systems from which the parameter `systems` of a chapter chooses, by name. A chapter's
# tables have the order of the set.
SETS: Mapping[str, tuple[System, ...]] = {
    "leading": LEADING,
    "everybody": EVERYBODY,
    "cited": SYSTEMS,
    "recent": OTHERS,
}


def systems_named(name: str, *sets: str) -> tuple[System, ...]:
    """Return the systems of a set, or the one system of that name.

    Parameters
    ----------
    name : str
        The value of a chapter's parameter `systems`: one of `sets`, or the name of a system.
    *sets : str
        The keys of `SETS` from which the chapter lets one choose.

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
    >>> [one.name for one in systems_named("Neely-Yu", "leading", "everybody")]
    ['Neely-Yu']
    """
    if name in sets:
        return SETS[name]
    names = [entry.name for entry in EVERYBODY]
    similar = difflib.get_close_matches(name, [*sets, *names], n=1)
    hint = f"did you mean {similar[0]}?" if similar else f"there is {'; '.join(names)}"
    wanted = f"be {', '.join(sets)} or the name of one system"
    checks.must(name in names, "systems", wanted, f"{short_repr(name)}; {hint}")
    return (system(name),)

"""The tournament: every system on every game, against the best decision in hindsight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from osphg.experiments.results import Results
from osphg.games.contests import CONTESTS, Contest, Units, counted_in
from osphg.metrics import Estimate, mean
from osphg.players import Player
from osphg.rounds import Game, Rounds
from osphg.studies.head_to_head import head_to_head
from osphg.studies.standings import Standings, by_length
from osphg.studies.stored import AGREE, agreed, parameters, stored
from osphg.studies.tables import Frame, Table
from osphg.systems.catalogue import SYSTEMS, System, player_for

MARK = "†"  # of a system that is played outside its assumptions


def missing(system: System, contest: Contest) -> tuple[str, ...]:
    """Return what a system's theorem needs and a game does not offer, in alphabetical order.

    Examples
    --------
    >>> from osphg.systems.catalogue import system
    >>> missing(system("MOSP"), CONTESTS[2]), missing(system("OSPHG"), CONTESTS[2])
    (('concave utilities',), ())
    """
    return tuple(sorted(system.needs - contest.properties))


def label(system: System, contest: Contest) -> str:
    """Return a system's name, marked where its theorem needs more than the game offers."""
    return f"{system.name} {MARK}" if missing(system, contest) else system.name


def percent(share: Estimate, *, signed: bool = False) -> str:
    """Return a share with its interval, in percent; signed for what may lie on both sides of 0.

    Examples
    --------
    >>> percent(mean([0.01, 0.02, 0.03]), signed=True)
    '+2.0 [-0.5, +4.5]%'
    """
    sign = "+" if signed else "-"
    low, value, high = (round(100 * x, 1) + 0.0 for x in (share.low, share.value, share.high))
    return f"{value:{sign}.1f} [{low:{sign}.1f}, {high:{sign}.1f}]%"


@dataclass(frozen=True, eq=False)
class Tournament:
    """The results of a tournament, and the refusals.

    Attributes
    ----------
    results : Results
        Labels T, game, player, seed and heuristic; see `osphg.studies.head_to_head`.
    contests : tuple of Contest
    systems : tuple of System
    W : int
        The window of the benchmarks, and of the systems that have one.
    refused : dict of (game, system) to str
        Pairs without results, and why: the player's own words.
    heuristic : dict of (game, system) to str
        Pairs that were played although the player refuses the game, and its words.
    chaotic : tuple of (game, system)
        Pairs whose numbers a change of the unit of money by 2^-52, which is rounding, moves by
        more than 1e-9; looked for by `among`.
    """

    results: Results
    contests: tuple[Contest, ...]
    systems: tuple[System, ...]
    W: int
    refused: Mapping[tuple[str, str], str] = field(repr=False)
    heuristic: Mapping[tuple[str, str], str] = field(repr=False)
    chaotic: tuple[tuple[str, str], ...] = ()

    @cached_property
    def standings(self) -> Standings:
        """What is read off the results."""
        return Standings(self.results)

    def table(self, contest: Contest) -> Frame:
        """Return overspending and utility as shares, one row per system; all are marked."""
        standings = self.standings
        front = standings.front(contest.name)
        rows = []
        for s in self.systems:
            if (contest.name, s.name) in self.refused:
                rows.append([s.name, "–", "–", "refused"])
                continue
            over = mean(standings.over(contest.name, s.name))
            earned = mean(standings.earned(contest.name, s.name))
            note = "" if s.name in front else "yes"
            rows.append([label(s, contest), percent(over, signed=True), percent(earned), note])
        caption = f"{contest.name}: mean over {standings.seeds} seeds [95% interval], W = {self.W}."
        return Table(["system", "overspent", "utility", "beaten"], rows, caption)

    def refusals(self) -> Frame:
        """Return every system that refuses a game, its words, and whether it played all the same.

        Equal words for several games make one row.
        """
        grouped: dict[tuple[str, str, str], list[str]] = {}
        for found, what in ((self.refused, "no"), (self.heuristic, f"as a heuristic {MARK}")):
            for (game, name), words in found.items():
                grouped.setdefault((name, words, what), []).append(game)
        order = {s.name: i for i, s in enumerate(self.systems)}
        rows = [
            [name, "; ".join(games), words, what]
            for (name, words, what), games in sorted(grouped.items(), key=lambda e: order[e[0][0]])
        ]
        return Table(["system", "games", "what it says", "played"], rows, "Refused games.")


def tournament(
    T: int,
    W: int,
    seeds: Iterable[int],
    *,
    heuristics: bool,
    systems: Sequence[System] = SYSTEMS,
    contests: Sequence[Contest] = CONTESTS,
    money: float = 1.0,
) -> Tournament:
    """Let all systems play all games, in units of their own, on the same seeds.

    Each is set up as its theorem asks for in that game (`System.setting`); f is counted in units of
    beta_f R and money in units of G.

    Parameters
    ----------
    T, W : int
        Rounds, and the window of the benchmarks and of the systems that have one; W < T.
    seeds : iterable of int
        At least two for intervals. A player that draws is given the game's seed.
    heuristics : bool
        True: systems that refuse a game and can be run all the same are, and are marked.
    systems, contests : sequences
        A part of them, if not all.
    money : float
        Another unit of money than G, as a multiple of it.

    Raises
    ------
    TypeError, ValueError
        As `head_to_head`, whose words name the game and the player.

    Examples
    --------
    >>> from osphg.systems.catalogue import system
    >>> found = tournament(
    ...     40, 4, range(2), heuristics=False, systems=[system("MOSP")], contests=CONTESTS[:1]
    ... )
    >>> len(found.results.rows), found.refused
    (8, {})
    """
    known = tuple(seeds)
    rows: list[Mapping[str, Any]] = []
    refused: dict[tuple[str, str], str] = {}
    heuristic: dict[tuple[str, str], str] = {}
    for contest in contests:
        players = {s.name: partial(_player, s, contest.properties, W, heuristics) for s in systems}
        made = partial(_game, contest, T, money)
        played = head_to_head(
            {}, {contest.name: made}, known,
            W=W, randomised=players, benchmark=contest.benchmark,
        )  # fmt: skip
        rows += [{"T": T, **row} for row in played.results.rows]
        game = made(known[0])
        for s in systems:
            pair = (contest.name, s.name)
            if pair in played.refused:
                refused[pair] = played.refused[pair]
            elif played.heuristic(*pair):
                heuristic[pair] = _words(s, contest, game, W, known[0])
    found = Results("tournament", rows)
    return Tournament(found, tuple(contests), tuple(systems), W, refused, heuristic)


def recalled(
    results: Results, W: int, systems: Sequence[System], contests: Sequence[Contest] = CONTESTS
) -> Tournament:
    """Return a tournament that was played before, from its rows; refusals are asked for again.

    Parameters
    ----------
    results : Results
        As `Tournament.results`, of one T.
    W : int
        The window that it was played with.
    systems, contests : sequences
        Those to be told of. A system without rows of a game is asked why it refuses it.

    Raises
    ------
    ValueError
        If the rows are of several T, or a system has none of a game that it does not refuse.

    Examples
    --------
    >>> from osphg.studies.standings import by_length
    >>> from osphg.studies.stored import stored
    >>> kept = by_length(stored("tournament"))[250].results
    >>> recalled(kept, 10, SYSTEMS).standings.seeds
    20
    """
    lengths = sorted({int(str(row["T"])) for row in results.rows})
    if len(lengths) != 1:
        raise ValueError(f"results must be of one T, got {', '.join(map(str, lengths)) or 'none'}")
    played = {
        (str(row["game"]), str(row["player"])): str(row["heuristic"]) == "True"
        for row in results.rows
    }
    seeds = list(dict.fromkeys(int(str(row["seed"])) for row in results.rows))
    refused: dict[tuple[str, str], str] = {}
    heuristic: dict[tuple[str, str], str] = {}
    for contest in contests:
        games = {seed: contest.normalised(lengths[0], seed) for seed in seeds}
        for s in systems:
            pair = (contest.name, s.name)
            if pair not in played:
                refused[pair] = _refusal(s, contest, games, W)
            elif played[pair]:
                heuristic[pair] = _words(s, contest, games[seeds[0]], W, seeds[0])
    return Tournament(results, tuple(contests), tuple(systems), W, refused, heuristic)


def among(
    played: Tournament, name: str, folder: Path | None = None, *, heuristics: bool = True
) -> Tournament:
    """Return the kept tournament that these games are a part of; without one, these games.

    They are a part of one with the same W and heuristics, their T, and all their seeds. Their
    numbers have to be its own, then, to nine digits; where a game is chaotic for a system, to ten
    times what a change of the unit of money by 2^-52 makes of them (`Tournament.chaotic`).

    Parameters
    ----------
    played : Tournament
    name, folder
        The kept table, as in `osphg.studies.stored.stored`.
    heuristics : bool
        Whether `played` has the heuristics.

    Raises
    ------
    ValueError
        If a number differs, as `osphg.studies.stored.agreed`, or somebody plays a game in one of
        the two alone.

    Examples
    --------
    >>> two = tournament(250, 10, range(2), heuristics=True)
    >>> found = among(two, "tournament")
    >>> found.standings.seeds, found.chaotic[0]
    (20, ('decoys', 'Jenatton-Huang-Archambeau'))
    >>> among(two, "tournament", heuristics=False).standings.seeds
    2
    """
    kept = stored(name, folder)
    rows, said = played.results.rows, parameters(name, folder)
    (T,) = {int(str(row["T"])) for row in rows}
    seeds = tuple(dict.fromkeys(int(str(row["seed"])) for row in rows))
    found = by_length(kept).get(T)
    if (
        found is None
        or (said.get("W"), said.get("heuristics")) != (played.W, heuristics)
        or not {str(seed) for seed in seeds} <= {str(row["seed"]) for row in found.results.rows}
    ):
        return played
    for mine, others, whose in (
        (played.standings, found, "these games"),
        (found, played.standings, f"the kept table {name}"),
    ):
        for contest in played.contests:
            alone = set(mine.systems(contest.name)) - set(others.systems(contest.name))
            if alone:
                raise ValueError(f"{min(alone)} plays {contest.name} in {whose} alone")
    moved = tournament(
        T, played.W, seeds, heuristics=heuristics, systems=played.systems,
        contests=played.contests, money=1 + 2.0**-52,
    )  # fmt: skip
    spread = spreads(played.results, moved.results)
    agreed(played.results, name, folder, spread=lambda row: spread[_key(row)])
    chaotic = dict.fromkeys((key[0], key[1]) for key, by in spread.items() if by > AGREE)
    told = recalled(found.results, played.W, played.systems, played.contests)
    return replace(told, chaotic=tuple(chaotic))


def spreads(first: Results, second: Results) -> dict[tuple[str, ...], float]:
    """Return how far the numbers of a tournament lie from those of the same games in another unit.

    By game, player, seed and quantity; relative to the number, or to 1 where it is smaller.
    """
    other = {_key(row): float(row["value"]) for row in second.rows}
    own = {_key(row): float(row["value"]) for row in first.rows}
    return {
        key: abs(value - other[key]) / max(abs(value), abs(other[key]), 1.0)
        for key, value in own.items()
    }


def _key(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(row[name]) for name in ("game", "player", "seed", "quantity"))


def _refusal(system: System, contest: Contest, games: Mapping[int, Game], W: int) -> str:
    """Return what a system says that cannot play a game of one of the seeds even as a heuristic."""
    for seed, game in games.items():
        try:
            _player(system, contest.properties, W, True, game, seed).init(game)
        except ValueError as error:
            return f"{error} (seed {seed})"  # as `head_to_head` tells it
    raise ValueError(f"results must have rows of {system.name} on {contest.name}")


def _words(system: System, contest: Contest, game: Game, W: int, seed: int) -> str:
    """Return what a system says when it refuses a game."""
    try:
        system.setting(contest.properties).make(game, W, seed, False).init(game)
    except ValueError as error:
        return str(error)
    raise AssertionError(f"{system.name} was a heuristic on a game that it does not refuse")


def _game(contest: Contest, T: int, money: float, seed: int) -> Rounds:
    return counted_in(contest.normalised(T, seed), Units(1.0, money))


def _player(
    system: System, properties: frozenset[str], W: int, heuristics: bool, game: Game, seed: int
) -> Player:
    return player_for(system, game, W, seed, properties=properties, heuristics=heuristics)

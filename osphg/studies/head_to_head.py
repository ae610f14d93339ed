"""Players against each other: every player on every game, over the same seeds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from tqdm import tqdm

from osphg import checks
from osphg.checks import FloatArray
from osphg.experiments.results import Results
from osphg.hindsight import Benchmark, best_fixed_decision
from osphg.metrics import ONE_MINUS_ONE_OVER_E, Estimate, mean, regret
from osphg.players import Player, RoundError
from osphg.playing import Run, play
from osphg.rounds import Game
from osphg.studies.tables import Frame, Table, samples
from osphg.systems.saddle import is_heuristic

UTILITY, SPEND, VIOLATION = "utility per round", "spend per round", "violation per round"

Pair = tuple[str, str]  # game, player


@dataclass(frozen=True, eq=False)
class HeadToHead:
    """What players did on the same games.

    Attributes
    ----------
    results : Results
        Labels game, player, seed and heuristic; per row one of `quantities`.
    refused : dict of (game, player) to str
        Pairs without rows, and why: the player's own words, with the first seed it refused.
    benchmarks : dict of (game, seed) to Benchmark
        What the regret is against, with its certificate.
    players, games : tuple of str
    seeds : tuple of int
    W : int
        Window length of the benchmarks.
    alpha : float
        Share of the benchmark in the regret.
    """

    results: Results
    refused: Mapping[Pair, str]
    benchmarks: Mapping[tuple[str, int], Benchmark] = field(repr=False)
    players: tuple[str, ...]
    games: tuple[str, ...]
    seeds: tuple[int, ...]
    W: int
    alpha: float

    @property
    def quantities(self) -> tuple[str, str, str, str]:
        """Utility, spend, violation and alpha-regret, each per round."""
        return UTILITY, SPEND, VIOLATION, regret_name(self.alpha)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The (game, player) that were played, in the order of games, then players."""
        every = ((game, player) for game in self.games for player in self.players)
        return tuple(pair for pair in every if pair not in self.refused)

    def samples(self, game: str, player: str, quantity: str) -> FloatArray:
        """Return one number per seed, (S,), in the order of `seeds`.

        On the same seeds players meet the same games: compare two by the mean of the difference.

        Raises
        ------
        ValueError
            For a game, player or quantity that there is not, or a pair that was refused.
        """
        for name, value, known in (
            ("game", game, self.games),
            ("player", player, self.players),
            ("quantity", quantity, self.quantities),
        ):
            if value not in known:
                raise ValueError(f"{name} must be one of {', '.join(known)}, got {value!r}")
        if (game, player) in self.refused:
            raise ValueError(f"{player} refused {game}: {self.refused[game, player]}")
        return self._samples[game, player, quantity]

    def estimate(self, game: str, player: str, quantity: str, level: float = 0.95) -> Estimate:
        """Return the mean over seeds with its interval (`osphg.metrics.mean`); at least 2 seeds."""
        if len(self.seeds) < 2:
            raise ValueError(f"seeds must be at least 2 for an interval, got {len(self.seeds)}")
        return mean(self.samples(game, player, quantity), level)

    def heuristic(self, game: str, player: str) -> bool:
        """Whether a player was run outside its assumptions there."""
        return (game, player) in self._heuristics

    def summary(self, level: float = 0.95, digits: int = 3) -> Frame:
        """Return mean and interval over seeds for each pair; heuristics and refusals are marked."""
        several, noted = len(self.games) > 1, bool(self.refused or self._heuristics)
        rows = []
        for game in self.games:
            for player in self.players:
                entries, note = ["–"] * len(self.quantities), ""
                if (game, player) in self.refused:
                    note = f"refused: {self.refused[game, player]}"
                else:
                    note = "heuristic" if self.heuristic(game, player) else ""
                    entries = [
                        f"{self.estimate(game, player, quantity, level):.{digits}f}"
                        for quantity in self.quantities
                    ]
                rows.append([player, *([game] if several else []), *entries, *[note] * noted])
        header = ["player", *(["game"] if several else []), *self.quantities, *["note"] * noted]
        caption = f"Mean over {len(self.seeds)} seeds [{level:.0%} interval]; W = {self.W}."
        return Table(header, rows, caption)

    @cached_property
    def _samples(self) -> Mapping[tuple[str, ...], FloatArray]:
        return samples(self.results, "game", "player", "quantity")  # in the order of seeds

    @cached_property
    def _heuristics(self) -> set[Pair]:
        return {(str(r["game"]), str(r["player"])) for r in self.results.rows if r["heuristic"]}


def head_to_head(
    players: Mapping[str, Callable[[Game], Player]],
    games: Mapping[str, Callable[[int], Game]],
    seeds: Iterable[int],
    *,
    W: int,
    alpha: float = ONE_MINUS_ONE_OVER_E,
    randomised: Mapping[str, Callable[[Game, int], Player]] | None = None,
    benchmark: Callable[[Game, int], Benchmark] = best_fixed_decision,
    progress: bool = False,
) -> HeadToHead:
    """Let every player play every game on every seed.

    Parameters
    ----------
    players : mapping
        Name to function: player = players[name](game), for players without chance of their own.
    games : mapping
        Name to function: game = games[name](seed).
    seeds : iterable of int
        All different, and not negative.
    W : int
        Window length of the benchmark; at most T of every game.
    alpha : float
        In (0, 1]: regret against alpha times the benchmark; the paper's 1 - 1/e unless given.
    randomised : mapping, optional
        More players, which draw: player = randomised[name](game, seed).
    benchmark : callable
        benchmark(game, W), computed once per game and seed; a partial of `best_fixed_decision`
        chooses its solver, and a game whose optimum is known in closed form needs none.
    progress : bool
        Show a progress bar on stderr.

    Returns
    -------
    HeadToHead
        A player that refuses a game on one seed (a ValueError when it is made or in its `init`)
        has no rows on this game at all, as means over fewer seeds would not compare.

    Raises
    ------
    TypeError, ValueError
        For empty mappings, names used twice, what is not callable, seeds that are none, repeat or
        are not integers, and as `benchmark` and `play`.
    RoundError
        From a run; notes name the game, the player and the seed.

    Examples
    --------
    >>> import osphg
    >>> games = {"game": lambda seed: osphg.rounds.paper_quadratics(T=100, seed=seed)}
    >>> found = head_to_head({"OSPHG": lambda g: osphg.OSPHG.tuned(g, 5)}, games, range(3), W=5)
    >>> found.samples("game", "OSPHG", SPEND).round(2)
    array([2.25, 2.29, 2.2 ])
    """
    makers = _makers(players, {} if randomised is None else randomised)
    _callables("games", games)
    known = _seeds(seeds)
    W = checks.positive_int("W", W)
    name = regret_name(alpha)
    if not callable(benchmark):
        raise TypeError(f"benchmark must be callable, got {benchmark!r}")
    rows: list[dict[str, Any]] = []
    refused: dict[Pair, str] = {}
    benchmarks: dict[tuple[str, int], Benchmark] = {}
    steps = [(game, seed) for game in games for seed in known]
    for label, seed in tqdm(steps, unit="game", disable=not progress):
        game: Any = games[label](seed)
        if not isinstance(game, Game):
            kind = type(game).__name__
            raise TypeError(f"games[{label!r}] must return Rounds or StreamedRounds, got {kind}")
        best = benchmarks[label, seed] = benchmark(game, W)
        for player_name, make in makers.items():
            if (label, player_name) in refused:
                continue
            try:
                player = make(game, seed)
                if checks.implements(player, Player):
                    player.init(game)  # a ValueError later is no refusal
            except ValueError as error:
                refused[label, player_name] = f"{error} (seed {seed})"
                continue
            about = {"game": label, "player": player_name, "seed": seed}
            run = _played(player, game, about)
            about["heuristic"] = is_heuristic(player)
            rows += [{**about, **entry} for entry in _measured(run, best, alpha, name)]
    rows = [row for row in rows if (row["game"], row["player"]) not in refused]
    return HeadToHead(
        Results("head_to_head", rows), refused, benchmarks, tuple(makers), tuple(games), known,
        W, alpha,
    )  # fmt: skip


def regret_name(alpha: float) -> str:
    """Return what the alpha-regret per round is called in the results."""
    alpha = checks.positive_float("alpha", alpha)
    if alpha > 1:
        raise ValueError(f"alpha must be at most 1, got {alpha}")
    named = "(1-1/e)" if math.isclose(alpha, ONE_MINUS_ONE_OVER_E) else f"{alpha:.6g}"
    return f"{named}-regret per round"


def _played(player: Player, game: Game, about: Mapping[str, Any]) -> Run:
    try:
        return play(player, game)
    except (RoundError, TypeError, ValueError) as error:
        error.add_note("{player} on {game}, seed {seed}".format_map(about))
        raise


def _measured(run: Run, best: Benchmark, alpha: float, name: str) -> list[dict[str, Any]]:
    f, budget = "units of f", "budget units"
    return [
        {"quantity": quantity, "value": value, "unit": unit}
        for quantity, value, unit in (
            (UTILITY, run.utility.mean(), f),
            (SPEND, run.spend.mean(), budget),
            (VIOLATION, run.violation.mean(), budget),
            (name, regret(run, best, alpha) / run.T, f),
        )
    ]


def _makers(
    players: Mapping[str, Callable[[Game], Player]],
    randomised: Mapping[str, Callable[[Game, int], Player]],
) -> dict[str, Callable[[Game, int], Player]]:
    """Return all players as functions of game and seed."""
    _callables("players", players, empty=bool(randomised))
    _callables("randomised", randomised, empty=True)
    twice = sorted(set(players) & set(randomised))
    if twice:
        raise ValueError(f"randomised must not repeat a name of players, got {twice[0]!r}")

    def ignoring_seed(make: Callable[[Game], Player]) -> Callable[[Game, int], Player]:
        return lambda game, _: make(game)

    return {name: ignoring_seed(make) for name, make in players.items()} | dict(randomised)


def _callables(name: str, value: Any, *, empty: bool = False) -> None:
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} must be a mapping of names to functions, got {value!r}")
    if not value and not empty:
        raise ValueError(f"{name} must hold at least one entry, got none")
    for key, entry in value.items():
        if not isinstance(key, str):
            raise TypeError(f"{name} must have texts as names, got {key!r}")
        if not callable(entry):
            raise TypeError(f"{name}[{key!r}] must be callable, got {entry!r}")


def _seeds(seeds: Any) -> tuple[int, ...]:
    if isinstance(seeds, str) or not isinstance(seeds, Iterable):
        raise TypeError(f"seeds must be integers in a list or range, got {seeds!r}")
    found = []
    for seed in seeds:
        if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)):
            raise TypeError(f"seeds must be integers, got {seed!r}")
        if seed < 0:
            raise ValueError(f"seeds must not be negative, got {seed}")
        if seed in found:
            raise ValueError(f"seeds must differ, got {seed} twice")
        found.append(int(seed))
    if not found:
        raise ValueError("seeds must hold at least one seed, got none")
    return tuple(found)

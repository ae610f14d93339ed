"""Players against each other: every player on every game, over the same seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from osphg.checks import FloatArray, implements
from osphg.experiments.results import Results
from osphg.hindsight import Benchmark, best_fixed_decision
from osphg.metrics import Estimate, mean, regret
from osphg.players import Player
from osphg.playing import play
from osphg.rounds import Game
from osphg.studies.tables import samples
from osphg.systems.saddle import is_heuristic

UTILITY, SPEND, VIOLATION = "utility per round", "spend per round", "violation per round"
REGRET = "(1-1/e)-regret per round"
QUANTITIES = (UTILITY, SPEND, VIOLATION, REGRET)


@dataclass(frozen=True, eq=False)
class HeadToHead:
    """What players did on the same games, over the same seeds."""

    results: Results  # labels game, player, seed and heuristic; per row one of `QUANTITIES`
    refused: Mapping[tuple[str, str], str]  # why (game, player) has no rows, and the first seed
    benchmarks: Mapping[tuple[str, int], Benchmark] = field(repr=False)  # by game and seed
    players: tuple[str, ...]
    games: tuple[str, ...]
    seeds: tuple[int, ...]

    def samples(self, game: str, player: str, quantity: str) -> FloatArray:
        """Return one number per seed, (S,); ValueError for unknown names and refused pairs."""
        for name, value, known in (
            ("game", game, self.games),
            ("player", player, self.players),
            ("quantity", quantity, QUANTITIES),
        ):
            if value not in known:
                raise ValueError(f"{name} must be one of {', '.join(known)}, got {value!r}")
        if (game, player) in self.refused:
            raise ValueError(f"{player} refused {game}: {self.refused[game, player]}")
        return self._samples[game, player, quantity]

    def estimate(self, game: str, player: str, quantity: str) -> Estimate:
        """Return the mean over seeds with its interval; at least 2 seeds."""
        return mean(self.samples(game, player, quantity))

    @cached_property
    def _samples(self) -> Mapping[tuple[str, ...], FloatArray]:
        return samples(self.results, "game", "player", "quantity")


def head_to_head(
    players: Mapping[str, Callable[[Game, int], Player]],
    games: Mapping[str, Callable[[int], Game]],
    seeds: Iterable[int],
    *,
    W: int,
    benchmark: Callable[[Game, int], Benchmark] = best_fixed_decision,
) -> HeadToHead:
    """Let every player play every game on every seed.

    player = players[name](game, seed), game = games[name](seed), benchmark(game, W); W is at most T
    of every game. A player that refuses a game on one seed (a ValueError when it is made or in its
    `init`) has no rows on this game, as means over fewer seeds would not compare.

    >>> import osphg
    >>> games = {"game": lambda seed: osphg.rounds.paper_quadratics(T=100, seed=seed)}
    >>> players = {"OSPHG": lambda game, seed: osphg.OSPHG.tuned(game, W=5)}
    >>> found = head_to_head(players, games, range(3), W=5)
    >>> found.samples("game", "OSPHG", SPEND).round(2)
    array([2.25, 2.29, 2.2 ])
    """
    known = tuple(seeds)
    if not known or len(set(known)) < len(known):
        raise ValueError(f"seeds must be at least one, and differ, got {list(known)}")
    rows, refused, benchmarks = [], {}, {}
    for name, seed in [(name, seed) for name in games for seed in known]:
        game = games[name](seed)
        best = benchmarks[name, seed] = benchmark(game, W)
        for who, make in players.items():
            if (name, who) in refused:
                continue
            try:
                player = make(game, seed)
                if implements(player, Player):  # `play` says what is missing
                    player.init(game)  # a ValueError later is no refusal
            except ValueError as error:
                refused[name, who] = f"{error} (seed {seed})"
                continue
            try:
                run = play(player, game)
            except (TypeError, ValueError) as error:
                error.add_note(f"{who} on {name}, seed {seed}")
                raise
            about = {"game": name, "player": who, "seed": seed, "heuristic": is_heuristic(player)}
            for quantity, value, unit in (
                (UTILITY, run.utility.mean(), "units of f"),
                (SPEND, run.spend.mean(), "budget units"),
                (VIOLATION, run.violation.mean(), "budget units"),
                (REGRET, regret(run, best) / run.T, "units of f"),
            ):
                rows.append({**about, "quantity": quantity, "value": value, "unit": unit})
    rows = [row for row in rows if (row["game"], row["player"]) not in refused]
    found = Results("head_to_head", rows)
    return HeadToHead(found, refused, benchmarks, tuple(players), tuple(games), known)

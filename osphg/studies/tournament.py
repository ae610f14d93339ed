"""The tournament: every system on every game, against the best decision in hindsight."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from osphg.experiments.results import Results
from osphg.games.contests import CONTESTS, Contest, counted_in, normalised
from osphg.metrics import regret
from osphg.players import Player
from osphg.playing import play, withheld
from osphg.practice import Capped
from osphg.systems.catalogue import SYSTEMS, System, player_for
from osphg.systems.saddle import is_heuristic

UTILITY, SPEND, VIOLATION = "utility per round", "spend per round", "violation per round"
REGRET = "(1-1/e)-regret per round"
STOPPED = "utility per round under a stop"
EXCEEDED = "sum of [g]_+ per round"


def stop(player: Player) -> Capped:
    """Return the player under the stop of the tournament: bids are scaled to what is left.

    What is left has to cover them at the game's largest prices. So nobody overspends.
    """
    return Capped(player, scaled=True)


def tournament(
    T: int,
    W: int,
    seeds: Iterable[int],
    *,
    heuristics: bool,
    systems: Sequence[System] = SYSTEMS,
    contests: Sequence[Contest] = CONTESTS,
    money: float = 1.0,
) -> Results:
    """Let all systems play all games, in units of their own, on the same seeds; return a table.

    Its rows are by T, game, player, whether that is a heuristic, and seed: utility, spend and
    violation per round, the regret, the sum of [g]_+, and the utility under the `stop`.
    Each is set up as its theorem asks for in that game (`System.setting`), and W < T is the window
    of the benchmarks and of the systems that have one. f is counted in units of beta_f R, money in
    `money` times G. With `heuristics` systems that refuse a game play if they can, and are marked.
    Who refuses a game on one seed (a ValueError when made or in `init`) has no rows of it, as means
    over fewer seeds would not compare.

    >>> found = tournament(40, 4, range(2), heuristics=False, systems=SYSTEMS[:2])
    >>> sorted({row["player"] for row in found.rows if row["game"] == "decoys"})
    ['Jenatton-Huang-Archambeau', 'Mahdavi-Jin-Yang']
    """
    rows: list[dict[str, object]] = []
    known, refused = tuple(seeds), set[tuple[object, object]]()
    set_up = partial(player_for, heuristics=heuristics)
    for c, seed in itertools.product(contests, known):
        game = counted_in(normalised(c.game(T, seed)), money=money)
        best = c.benchmark(game, W)
        for name, system in ((system.name, system) for system in systems):
            if (c.name, name) in refused:
                continue
            try:
                player = set_up(system, game, W, seed, properties=c.properties)
                player.init(game)  # a ValueError later is no refusal
            except ValueError:
                refused.add((c.name, name))
                continue
            try:
                run = play(player, game)
            except (TypeError, ValueError) as error:
                error.add_note(f"{name} on {c.name}, seed {seed}")
                raise
            about = {"T": T, "game": c.name, "player": name, "seed": seed}
            about["heuristic"] = is_heuristic(player)
            for quantity, value, unit in (
                (UTILITY, run.utility.mean(), "units of f"),
                (SPEND, run.spend.mean(), "budget units"),
                (VIOLATION, run.violation.mean(), "budget units"),
                (REGRET, regret(run, best) / run.T, "units of f"),
                (STOPPED, withheld(stop(player), run).utility.mean(), "units of f"),
                (EXCEEDED, np.maximum(run.violation, 0).mean(), "budget units"),
            ):
                rows.append({**about, "quantity": quantity, "value": value, "unit": unit})
    rows = [row for row in rows if (row["game"], row["player"]) not in refused]
    return Results("tournament", rows)

"""The systems: each on every game against the best decision in hindsight, and beside its claims."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.experiments.results import Results
from osphg.games.contests import CONTESTS, Contest, counted_in, normalised
from osphg.metrics import ONE_MINUS_ONE_OVER_E, Estimate, growth_exponent, mean, regret
from osphg.players import Player
from osphg.playing import play, withheld
from osphg.practice import Capped
from osphg.rounds import Game
from osphg.studies.tables import samples
from osphg.systems.catalogue import RATES, SYSTEMS, System, player_for
from osphg.systems.catalogue import REGRET as LOST
from osphg.systems.saddle import is_heuristic

UTILITY, SPEND, VIOLATION = "utility per round", "spend per round", "violation per round"
REGRET = "(1-1/e)-regret per round"
STOPPED = "utility per round under a stop"
EXCEEDED = "sum of [g]_+ per round"
MARK = "†"  # of a system that is played outside its assumptions
_ALL = slice(None)


def stop(player: Player) -> Capped:
    """Return the player under the stop of the tournament: bids are scaled to what is left.

    What is left has to cover them at the game's largest prices. So nobody overspends.
    """
    return Capped(player, scaled=True)


def missing(system: System, contest: Contest) -> tuple[str, ...]:
    """Return what a system's theorem needs and a game does not offer, in alphabetical order."""
    return tuple(sorted(system.needs - contest.properties))


def label(system: System, contest: Contest) -> str:
    """Return a system's name, marked where its theorem needs more than the game offers."""
    return f"{system.name} {MARK}" if missing(system, contest) else system.name


def proven(system: System, *contests: Contest) -> bool:
    """Whether a theorem that stands covers a system in all these games."""
    return system.stands and not any(missing(system, c) for c in contests)


def percent(share: Estimate, sign: str = "-") -> str:
    """Return a share with its interval, in percent; with sign "+" if both sides of 0 are told."""
    low, value, high = (round(100 * x, 1) + 0.0 for x in (share.low, share.value, share.high))
    return f"{value:{sign}.1f} [{low:{sign}.1f}, {high:{sign}.1f}]%"


class Standings:
    """The numbers of a tournament of one length, as shares, and who beats whom.

    `results` are as `tournament` has them: one T, and the same seeds for everybody, or ValueError.

    >>> from osphg.systems.catalogue import system
    >>> pair = [system("OSPHG"), system("even pacing")]
    >>> found = tournament(64, 4, range(3), heuristics=False, systems=pair, contests=CONTESTS[2:3])
    >>> found.front("the paper's quadratics")
    ('even pacing',)
    """

    def __init__(self, results: Results) -> None:
        lengths = sorted({int(row["T"]) for row in results.rows})
        checks.must(len(lengths) == 1, "results", "be of one T", lengths)
        self.results, self.T = results, lengths[0]
        known, seeds = ("game", "player", "quantity"), dict[tuple[str, ...], list[int]]()
        for row in results.rows:
            seeds.setdefault(tuple(str(row[name]) for name in known), []).append(int(row["seed"]))
        if len({tuple(numbers) for numbers in seeds.values()}) > 1:
            raise ValueError(f"tables must have the same seeds for everybody at T = {self.T}")
        self.seed_numbers = tuple(next(iter(seeds.values())))
        self.seeds = len(self.seed_numbers)
        self._samples = samples(results, *known)

    def systems(self, game: str) -> tuple[str, ...]:
        """Return the systems that played a game."""
        return tuple(dict.fromkeys(name for where, name, _ in self._samples if where == game))

    def samples(self, game: str, system: str, quantity: str) -> FloatArray:
        """Return one number per seed, (S,); KeyError for what was not played."""
        return self._samples[game, system, quantity]

    def allowance(self, game: str, system: str) -> FloatArray:
        """Return B_T/T of the games that a system played, one per seed, (S,)."""
        return self.samples(game, system, SPEND) - self.samples(game, system, VIOLATION)

    def over(self, game: str, system: str) -> FloatArray:
        """Return C_T as a share of the budget, one per seed, (S,); below 0 for what is left."""
        return self.samples(game, system, VIOLATION) / self.allowance(game, system)

    def exceeded(self, game: str, system: str) -> FloatArray:
        """Return the sum of [g_t(x_t)]_+ as a share of the budget, one per seed, (S,)."""
        return self.samples(game, system, EXCEEDED) / self.allowance(game, system)

    def earned(self, game: str, system: str, what: str = UTILITY) -> FloatArray:
        """Return the utility as a share of the best fixed decision's, one per seed, (S,).

        `what` is UTILITY, of what was spent, or STOPPED, of what the budget would pay for.
        """
        utility = self.samples(game, system, UTILITY)
        best = (self.samples(game, system, REGRET) + utility) / ONE_MINUS_ONE_OVER_E
        return self.samples(game, system, what) / best

    def stopped(self, game: str, system: str) -> FloatArray:
        """Return what is earned under the stop, as a share of the best fixed decision's, (S,)."""
        return self.earned(game, system, STOPPED)

    def gain(self, one: str, other: str, games: Sequence[str], seeds: slice = _ALL) -> Estimate:
        """Return how much more than another a system earns under the stop, relative to the other.

        It is the mean over games, and the interval that of this mean over (some) seeds, paired.
        """
        ratio = [self.stopped(game, one) / self.stopped(game, other) - 1 for game in games]
        return mean(np.mean(ratio, axis=0)[seeds])

    def beats(self, game: str, one: str, other: str) -> bool:
        """Whether one system earns more than another under the stop.

        That is: the 95% interval of the mean difference, paired by seed, lies above 0.
        """
        return mean(self.stopped(game, one) - self.stopped(game, other)).low > 0

    def front(self, game: str, systems: Sequence[str] | None = None) -> tuple[str, ...]:
        """Return those that no other beats, among some systems or all, the best mean first."""
        here = [s for s in self.systems(game) if systems is None or s in systems]
        here.sort(key=lambda s: -float(self.stopped(game, s).mean()))
        return tuple(s for s in here if not any(self.beats(game, other, s) for other in here))


def by_length(*tables: Results) -> dict[int, Standings]:
    """Return the standings of each T of played or kept tables, the smallest T first.

    Tables of different systems at one T are joined; ValueError for who is in two of them.
    """
    columns = "T", "game", "player", "seed", "heuristic", "quantity", "value", "unit"
    rows: dict[int, list[dict[str, object]]] = {}
    for row in (row for table in tables for row in table.rows):
        rows.setdefault(int(row["T"]), []).append({name: row[name] for name in columns})
    return {T: Standings(Results("tournament", rows[T])) for T in sorted(rows)}


def tournament(
    T: int,
    W: int,
    seeds: Iterable[int],
    *,
    heuristics: bool,
    systems: Sequence[System] = SYSTEMS,
    contests: Sequence[Contest] = CONTESTS,
    money: float = 1.0,
) -> Standings:
    """Let all systems play all games, in units of their own, on the same seeds.

    Each is set up as its theorem asks for in that game (`System.setting`), and W < T is the window
    of the benchmarks and of the systems that have one. f is counted in units of beta_f R, money in
    `money` times G. With `heuristics` systems that refuse a game play if they can, and are marked.
    Who refuses a game on one seed (a ValueError when made or in `init`) has no rows of it, as means
    over fewer seeds would not compare.

    >>> found = tournament(40, 4, range(2), heuristics=False, systems=SYSTEMS[:2])
    >>> found.systems("decoys")
    ('Mahdavi-Jin-Yang', 'Jenatton-Huang-Archambeau')
    """
    rows: list[dict[str, object]] = []
    known, refused = tuple(seeds), set[tuple[object, object]]()
    for c, seed in itertools.product(contests, known):
        game = counted_in(normalised(c.game(T, seed)), money=money)
        best = c.benchmark(game, W)
        for name, make in _players(systems, c, W, heuristics).items():
            if (c.name, name) in refused:
                continue
            try:
                player = make(game, seed)
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
    return Standings(Results("tournament", rows))


def _players(
    systems: Sequence[System], contest: Contest, W: int, heuristics: bool
) -> dict[str, Callable[[Game, int], Player]]:
    make = partial(player_for, properties=contest.properties, heuristics=heuristics)
    return {s.name: lambda game, seed, s=s: make(s, game, W, seed) for s in systems}


def measured(
    horizons: Sequence[int], seeds: Sequence[int], systems: Iterable[System] = SYSTEMS
) -> Results:
    """Play every system's games and return the quantities of `RATES`, by system, T and seed.

    >>> from osphg.systems.catalogue import system
    >>> found = measured([64, 256], range(2), [system("Sun-Dey-Kapoor")])
    >>> [f"{row['value']:.1f}" for row in found.rows[:4]]
    ['3.2', '3.1', '5.8', '5.7']
    """
    rows = []
    for system in systems:
        for quantity, rate in RATES[system.name].items():
            trial, unit = rate.trial, "units of f" if quantity == LOST else "budget units"
            for T in horizons:
                W = trial.window(T)
                for seed in seeds:
                    game = trial.draw(T, seed)
                    player = player_for(system, game, W, seed, properties=trial.properties)
                    about = {"system": system.name, "T": T, "seed": seed, "quantity": quantity}
                    value = trial.measure(play(player, game), W)
                    rows.append({**about, "value": value, "unit": unit})
    return Results("related_work", rows)


def exponents(results: Results, *, resamples: int = 2000) -> dict[tuple[str, str], Estimate | None]:
    """Return the exponent of each (system, quantity), with its bootstrap interval over seeds.

    None where the number is not above 0, for all that is measured. ValueError for one horizon.
    """
    sums = samples(results, "system", "quantity", "T")
    horizons = sorted({int(T) for *_, T in sums})
    if len(horizons) < 2:
        raise ValueError("results must have at least 2 horizons for an exponent")
    found: dict[tuple[str, str], Estimate | None] = {}
    for name, quantity in dict.fromkeys((name, quantity) for name, quantity, _ in sums):
        series = np.array([sums[name, quantity, str(T)] for T in horizons])
        found[name, quantity] = None
        if all(mean(row).low > 0 for row in series):
            with suppress(ValueError):  # of a resample whose mean is not above 0
                grown = growth_exponent(horizons, series, seed=0, resamples=resamples)
                found[name, quantity] = grown
    return found

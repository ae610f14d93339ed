"""Players over a week of real impressions, and over seasons made of its days."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.hindsight import Benchmark, best_fixed_decision, branch_and_bound
from osphg.metrics import mean
from osphg.players import OSPHG, Player
from osphg.playing import Run, play
from osphg.rounds import Game
from osphg.studies.open_bandit import DAY
from osphg.studies.practitioners import CappedGreedy, EvenPacing, LearnThenCommit
from osphg.studies.reach import Place, days, season
from osphg.studies.tables import Frame, Table
from osphg.systems.queues import BoostedQueue

SHARE = 0.3  # of all impressions that the budget buys
ORACLES = 20  # K

PUBLISHED, WEIGHTED, FREE = "OSPHG, published", "OSPHG, weighted", "OSPHG, unit-free"
QUEUE, FREE_QUEUE = "boosted queue", "boosted queue, unit-free"
HOURLY, DAILY = "even pacing, last hour", "even pacing, last day"
COMMIT, GREEDY = "learn, then commit", "greedy with a cap"
LEARNERS = (PUBLISHED, WEIGHTED, FREE, QUEUE, FREE_QUEUE)
BASELINES = (HOURLY, DAILY, COMMIT, GREEDY)
COMPARED = (PUBLISHED, WEIGHTED, FREE, QUEUE, DAILY, COMMIT)  # also where rounds are many

Make = Callable[[Game], Player]  # tuned with the constants of a game


def players(
    share: float = SHARE, W: int = DAY, K: int = ORACLES, *, only: Collection[str] | None = None
) -> dict[str, Make]:
    """Return how each player is set up for a game.

    Parameters
    ----------
    share : float
        The level at which the one that learns first bids: what the budget buys of all impressions.
    W, K : int
        Window and number of oracles.
    only : collection of str, optional
        Which of them; all unless given.

    Examples
    --------
    >>> list(players())[:2]
    ['OSPHG, published', 'OSPHG, weighted']
    """
    found: dict[str, Make] = {
        PUBLISHED: lambda game: OSPHG.tuned(game, W, K),
        WEIGHTED: lambda game: OSPHG.tuned(game, W, K, weighted=True),
        FREE: lambda game: OSPHG.tuned(game, W, K, weighted=True, unit_free=True),
        QUEUE: lambda game: BoostedQueue.tuned(game, W),
        FREE_QUEUE: lambda game: BoostedQueue.tuned(game, W, unit_free=True),
        HOURLY: lambda game: EvenPacing(),
        DAILY: lambda game: EvenPacing(DAY),
        COMMIT: lambda game: LearnThenCommit(DAY, share),
        GREEDY: lambda game: CappedGreedy(),
    }
    return found if only is None else {name: found[name] for name in found if name in only}


def play_all(
    game: Game, makers: Mapping[str, Make], *, known: Game | None = None
) -> dict[str, Run]:
    """Play a game with each player, tuned with the constants of the game or of another one."""
    return {name: play(make(known or game), game) for name, make in makers.items()}


class WeekScore(NamedTuple):
    """What a run comes to."""

    spent: float  # as a share of the budget
    reach: float  # as a share of the benchmark's
    each: float  # reach per impression that was paid for


def score(run: Run, best: Benchmark) -> WeekScore:
    """Return what a run comes to, against a fixed decision."""
    spent, reach = float(run.spend.sum()), float(run.utility.sum())
    return WeekScore(spent / run.rounds.budget, reach / best.value, reach / spent)


def benchmark(game: Game, W: int, *, relative_gap: float = 0.1) -> Benchmark:
    """Return the best fixed decision that is found, certified to a share of its value.

    Local ascent finds it at once; what takes time is the certificate, a linear programme for each
    of hundreds of cells. The default stops at the first.
    """
    return best_fixed_decision(game, W, solver=branch_and_bound(relative_gap))


def standings(runs: Mapping[str, Run], best: Benchmark, whole: Benchmark) -> Frame:
    """Return spend and reach of the runs as a table, against two windows."""
    rows = []
    for name, run in runs.items():
        found = score(run, best)
        rows.append([
            name, f"{found.spent:.1%}", f"{found.reach:.1%}",
            f"{found.reach * best.value / best.upper_bound:.1%}",
            f"{score(run, whole).reach:.1%}", f"{found.each:.3f}",
        ])  # fmt: skip
    header = [
        "player", "spend / budget", "reach / benchmark", "... at least",
        f"reach / benchmark of W = {whole.W}", "reach per impression paid",
    ]  # fmt: skip
    return Table(header, rows, f"The week; benchmark: best fixed decision with W = {best.W} hours.")


class WeekSweep(NamedTuple):
    """Spend and reach over the values of one parameter."""

    values: tuple[float, ...]
    scores: Mapping[str, tuple[WeekScore, ...]]  # by player


def sweep(
    values: Sequence[float],
    games: Callable[[float], Game],
    makers: Callable[[float], Mapping[str, Make]],
    window: Callable[[float], int],
) -> WeekSweep:
    """Play one game for each value of a parameter, and judge by its own benchmark."""
    found: dict[str, list[WeekScore]] = {}
    known: dict[tuple[object, int], Benchmark] = {}
    for value in values:
        game, W = games(value), window(value)
        key = (game.identity, W)
        if key not in known:
            known[key] = benchmark(game, W)
        for name, run in play_all(game, makers(value)).items():
            found.setdefault(name, []).append(score(run, known[key]))
    return WeekSweep(tuple(values), {name: tuple(scores) for name, scores in found.items()})


class Seasons(NamedTuple):
    """Spend and reach in seasons made of days of the week, by player, (seeds,) each."""

    weeks: int
    spent: Mapping[str, FloatArray]
    reach: Mapping[str, FloatArray]
    gap: float  # the largest that a benchmark's certificate leaves, as a share of its value

    @property
    def seeds(self) -> int:
        """How many seasons."""
        return len(next(iter(self.spent.values())))


def seasons(
    place: Place,
    weeks: int,
    seeds: Sequence[int],
    makers: Mapping[str, Make],
    *,
    share: float = SHARE,
    W: int = DAY,
) -> Seasons:
    """Play seasons of days that are drawn, with replacement, from those of the week.

    The budget is the same in all seasons of a length: it is set before the days are known.

    Raises
    ------
    TypeError, ValueError
        For a number of weeks that is not a positive integer, or a seed that is none.
    """
    weeks = checks.positive_int("weeks", weeks)
    spent, reach = ({name: np.empty(len(seeds)) for name in makers} for _ in range(2))
    gap = 0.0
    for i, seed in enumerate(seeds):
        rng = np.random.default_rng((checks.seed(seed), weeks))
        game = season(place, share, days(rng.integers(7, size=7 * weeks)))
        best = benchmark(game, W)
        gap = max(gap, best.relative_gap)
        for name, run in play_all(game, makers).items():
            spent[name][i], reach[name][i], _ = score(run, best)
    return Seasons(weeks, spent, reach, gap)


def seasons_table(found: Sequence[Seasons]) -> Frame:
    """Return spend and reach by length of the season, with 95% intervals over seeds."""
    header = ["player"]
    for one in found:
        length = f"{one.weeks} week{'s' * (one.weeks > 1)} ({one.seeds} seeds)"
        header += [f"spend, {length}", "reach"]
    rows = [
        [name, *(f"{mean(of[name]):.1%}" for one in found for of in (one.spent, one.reach))]
        for name in found[0].spent
    ]
    caption = (
        "Spend / budget and reach / benchmark in seasons of resampled days [95% interval of the"
        " mean over seeds]."
    )
    return Table(header, rows, caption)

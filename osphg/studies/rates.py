"""How regret and violation of OSPHG grow with T for W = T^(1 - eps), against what is claimed.

`measure` plays; the book keeps a larger table of it (`osphg.studies.stored`, with `LABELS`), and
`osphg.studies.rate_fits` turns either into exponents and verdicts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tqdm import tqdm

from osphg import checks, metrics
from osphg.experiments.results import Results
from osphg.games import refuting
from osphg.games.seasons import pumped_prices, short_season
from osphg.hindsight import Benchmark, best_fixed_decision
from osphg.players import OSPHG
from osphg.playing import play
from osphg.rounds import Game, streamed_paper_quadratics
from osphg.studies import bounds

REGRET, HALF, VIOLATION = "(1-1/e)-regret", "1/2-regret", "violation"
LEMMA, VIOLATION_BOUND = "right side of Lemma 4.3", "bound of the violation"
QUANTITIES = (REGRET, HALF, VIOLATION)
PUBLISHED, WEIGHTED = FEEDBACKS = ("published", "weighted")

LABELS = ("game", "feedback", "T", "eps", "W", "K", "seed")


@dataclass(frozen=True)
class GameFamily:
    """Games of one kind, for any T and W.

    Attributes
    ----------
    name : str
    make : callable
        make(T, W, seed) -> (game, its best fixed decision).
    random : bool
        Whether the seed matters; a family without chance is played once.
    steady : bool
        Whether the budget per round is the same for all T and W.
    """

    name: str
    make: Callable[[int, int, int], tuple[Game, Benchmark]]
    random: bool = True
    steady: bool = False


def _solved(rounds: Game, W: int) -> tuple[Game, Benchmark]:
    return rounds, best_fixed_decision(rounds, W)


def _decoy(T: int, W: int, seed: int) -> tuple[Game, Benchmark]:
    game = refuting.decoy(T)
    return game.rounds, game.benchmark(W)


@lru_cache(maxsize=16)  # a game is played with several W; of its rounds a block or two are held
def _quadratics(T: int, seed: int) -> Game:
    return streamed_paper_quadratics(T, seed=seed)


QUADRATICS = GameFamily(
    "quadratics",
    lambda T, W, seed: _solved(_quadratics(T, seed), W),
    steady=True,
)
DECOY = GameFamily("decoy", _decoy, random=False, steady=True)
SEASON = GameFamily("short season", lambda T, W, seed: _solved(short_season(T, W, seed), W))
PUMP = GameFamily("pumped prices", lambda T, W, seed: _solved(pumped_prices(T, W, seed), W))
FAMILIES = (QUADRATICS, DECOY, SEASON, PUMP)


def window(T: int, eps: float) -> int:
    """Return W = T^(1 - eps) as a number of rounds, at least 1.

    Raises
    ------
    TypeError, ValueError
        For a T that is not a positive integer, or an eps outside (0, 1].

    Examples
    --------
    >>> window(10_000, 0.5), window(10_000, 1.0)
    (100, 1)
    """
    T = checks.positive_int("T", T)
    eps = checks.positive_float("eps", eps)
    if eps > 1:
        raise ValueError(f"eps must be at most 1, got {eps}")
    return max(1, round(T ** (1 - eps)))


def measure(
    horizons: Iterable[float],
    eps: Iterable[float],
    seeds: Iterable[int],
    families: Iterable[GameFamily] = FAMILIES,
    *,
    progress: bool = False,
) -> Results:
    """Play published and weighted OSPHG with the theorems' mu, delta and K on all games.

    Parameters
    ----------
    horizons : iterable
        Values of T, whole numbers.
    eps : iterable of float
        In (0, 1].
    seeds : iterable of int
        Of the games; families without chance ignore them.
    families : iterable of Family
    progress : bool
        Show a progress bar on stderr.

    Returns
    -------
    Results
        Labels game, feedback, T, eps, W, K and seed. For each run the regrets and the violation,
        the repaired Lemma 4.3 (which bounds the (1-1/e)-regret of the weighted and twice the
        1/2-regret of the published algorithm) and the explicit bound of the violation.

    Raises
    ------
    TypeError, ValueError
        For a T that is no positive integer, as `window`, and for W T < 16 R^2.

    Examples
    --------
    >>> found = measure([300], [0.5], [0], [DECOY])
    >>> found.labels
    ('game', 'feedback', 'T', 'eps', 'W', 'K', 'seed')
    >>> [f"{row['value']:.1f}" for row in found.rows[:3]]
    ['0.1', '-67.2', '417.9']
    """
    known = list(seeds)
    cells = [
        (family, _whole(T), float(e), seed)
        for T in horizons
        for e in eps
        for family in families
        for seed in (known if family.random else known[:1])
    ]
    rows = [
        row for cell in tqdm(cells, unit="game", disable=not progress) for row in _measured(*cell)
    ]
    return Results("rates", rows)


def _measured(family: GameFamily, T: int, eps: float, seed: int) -> Iterator[dict[str, Any]]:
    W = window(T, eps)
    game, best = family.make(T, W, seed)
    for feedback, weighted in ((PUBLISHED, False), (WEIGHTED, True)):
        player = OSPHG.tuned(game, W, weighted=weighted)
        run = play(player, game)
        about = {
            "game": family.name, "feedback": feedback, "T": T, "eps": eps, "W": W, "K": player.K,
            "seed": seed if family.random else "none",
        }  # fmt: skip
        for quantity, value, unit in (
            (REGRET, metrics.regret(run, best), "units of f"),
            (HALF, metrics.regret(run, best, 0.5), "units of f"),
            (VIOLATION, metrics.total_violation(run), "budget units"),
            (LEMMA, bounds.lemma43(game, W, player).total, "units of f"),
            (VIOLATION_BOUND, bounds.violation_bound(game, W, player), "budget units"),
        ):
            yield {**about, "quantity": quantity, "value": value, "unit": unit}


def _whole(T: float) -> int:
    if isinstance(T, float) and T.is_integer():
        return int(T)
    return checks.positive_int("T", T)

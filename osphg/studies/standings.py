"""Overspending and utility as shares, read off the table of a tournament, played or kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from osphg.checks import FloatArray
from osphg.experiments.results import Results
from osphg.metrics import ONE_MINUS_ONE_OVER_E, Estimate, mean
from osphg.studies.head_to_head import SPEND, UTILITY, VIOLATION, regret_name
from osphg.studies.tables import samples

REGRET = regret_name(ONE_MINUS_ONE_OVER_E)
QUANTITIES = (UTILITY, SPEND, VIOLATION, REGRET)
COLUMNS = ("T", "game", "player", "seed", "heuristic", "quantity", "value", "unit")


class Standings:
    """The numbers of a tournament of one length, by game, system and quantity.

    Parameters
    ----------
    results : Results
        The rows of `head_to_head`, of one or several games, over the same seeds.

    Examples
    --------
    >>> from osphg.studies.stored import stored
    >>> standings = by_length(stored("tournament"))[2000]
    >>> standings.seeds
    20
    >>> "OSPHG" in standings.front("decoys", ["OSPHG", "per-step duals"])
    False
    """

    def __init__(self, results: Results) -> None:
        self.results = results

    @cached_property
    def _samples(self) -> Mapping[tuple[str, ...], FloatArray]:
        return samples(self.results, "game", "player", "quantity")

    @cached_property
    def _pairs(self) -> tuple[tuple[str, ...], ...]:
        return tuple(dict.fromkeys(key[:2] for key in self._samples))

    @property
    def seeds(self) -> int:
        """The number of seeds."""
        return len({str(row["seed"]) for row in self.results.rows})

    def systems(self, game: str) -> tuple[str, ...]:
        """Return the systems that played a game; empty for an unknown game."""
        return tuple(system for name, system in self._pairs if name == game)

    def samples(self, game: str, system: str, quantity: str) -> FloatArray:
        """Return one number per seed, (S,); KeyError for what was not played."""
        return self._samples[game, system, quantity]

    def allowance(self, game: str) -> float:
        """Return B_T/T, the mean over seeds."""
        first = self.systems(game)[0]
        over = self.samples(game, first, VIOLATION)
        return float((self.samples(game, first, SPEND) - over).mean())

    def over(self, game: str, system: str) -> FloatArray:
        """Return C_T as a share of the budget, one per seed, (S,); below 0 for what is left."""
        over = self.samples(game, system, VIOLATION)
        return np.asarray(over / (self.samples(game, system, SPEND) - over))

    def earned(self, game: str, system: str) -> FloatArray:
        """Return the utility as a share of the best fixed decision's, one per seed, (S,)."""
        utility = self.samples(game, system, UTILITY)
        best = (self.samples(game, system, REGRET) + utility) / ONE_MINUS_ONE_OVER_E
        return np.asarray(utility / best)

    def beats(self, game: str, one: str, other: str) -> bool:
        """Whether one system is better than another in money or utility, and worse in neither.

        Money is what is overspent, at least 0: what is left over is no merit. Better means that
        the 95% interval of the mean difference, paired by seed, lies beyond 0, and worse likewise.
        There is no slack, and the window does not matter: the benchmark is the same for both.
        """
        pair = game, one, other
        if pair not in self._compared:  # several tables ask, and the figure
            self._compared[pair] = self._beats(*pair)
        return self._compared[pair]

    @cached_property
    def _compared(self) -> dict[tuple[str, str, str], bool]:
        return {}

    def _beats(self, game: str, one: str, other: str) -> bool:
        money = np.maximum(self.over(game, other), 0) - np.maximum(self.over(game, one), 0)
        utility = self.earned(game, one) - self.earned(game, other)
        gains = [mean(money), mean(utility)]
        return any(gain.low > 0 for gain in gains) and all(gain.high >= 0 for gain in gains)

    def front(self, game: str, systems: Sequence[str] | None = None) -> tuple[str, ...]:
        """Return those that no other beats, among some systems or all, the thriftiest first."""
        here = [s for s in self.systems(game) if systems is None or s in systems]
        best = [s for s in here if not any(self.beats(game, other, s) for other in here)]
        return tuple(sorted(best, key=lambda s: float(self.over(game, s).mean())))

    def overall(self, system: str, games: Sequence[str]) -> tuple[Estimate, Estimate]:
        """Return overspending and utility as shares, the mean over games, with intervals.

        A seed's number is its mean over the games; the interval is over seeds.
        """
        over = np.mean([self.over(game, system) for game in games], axis=0)
        earned = np.mean([self.earned(game, system) for game in games], axis=0)
        return mean(over), mean(earned)


def by_length(*tables: Results) -> dict[int, Standings]:
    """Return the standings of each T of tables with a column T, the smallest T first.

    Tables of different systems at one T are joined: on the same seeds they played the same games.
    What a sweep says of its parameters besides is left out.

    Raises
    ------
    ValueError
        If somebody played other seeds than the others at some T, or one of them twice.
    """
    rows: dict[int, list[Mapping[str, object]]] = {}
    for table in tables:
        for row in table.rows:
            same = {name: row[name] for name in COLUMNS}
            rows.setdefault(int(str(row["T"])), []).append(same)
    for T, found in rows.items():
        seeds: dict[tuple[str, ...], list[str]] = {}
        for entry in found:
            key = tuple(str(entry[name]) for name in ("game", "player", "quantity"))
            seeds.setdefault(key, []).append(str(entry["seed"]))
        expected = next(iter(seeds.values()))
        for (game, player, _), played in seeds.items():
            if played != expected:
                raise ValueError(
                    f"tables must have the same seeds for everybody at T = {T}, got"
                    f" {', '.join(played)} for {player} on {game}, {', '.join(expected)} before"
                )
    return {T: Standings(Results("tournament", rows[T])) for T in sorted(rows)}

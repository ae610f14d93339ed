"""Dynamic regret and fit measured over horizons and seeds, on games whose optimum moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.metrics import Estimate, growth_exponent
from osphg.players import Player
from osphg.playing import play
from osphg.rounds import Game
from osphg.studies.dynamic import constraint_variation, dynamic_benchmark, dynamic_regret, fit
from osphg.systems.cao_liu2018 import CaoLiu, CaoLiuBandit
from osphg.systems.chen2017_mosp import MOSP
from osphg.systems.liakopoulos2019 import COLD
from osphg.systems.per_step_duals import PerStepDuals
from osphg.systems.rates import RATES, REGRET, VIOLATION, Sizes

# A player for a game, given the path length of its dynamic benchmark and a seed.
Maker = Callable[[Game, float, int], Player]

TRACKERS: Mapping[str, Maker] = {
    "MOSP": lambda rounds, path, seed: MOSP.tuned(rounds),
    "Cao-Liu": lambda rounds, path, seed: CaoLiu.tuned(rounds, path),
    "Cao-Liu, two values": lambda rounds, path, seed: CaoLiuBandit.tuned(rounds, path, seed=seed),
    "COLD, W = 1": lambda rounds, path, seed: COLD.tuned(rounds),
    "per-step duals": lambda rounds, path, seed: PerStepDuals.tuned(rounds),
}


# Those with a theorem on the dynamic regret, by their names in the catalogue.
_CLAIMING = {
    "MOSP": "MOSP",
    "Cao-Liu": "Cao-Liu",
    "Cao-Liu, two values": "Cao-Liu, two-point bandit",
}


def claims(a: float) -> dict[str, tuple[float, float]]:
    """Return the exponents claimed for dynamic regret and fit, where V(x*) and V(g) grow as T^a.

    COLD and the per-step duals are absent: they were made for a benchmark that stands still.

    Examples
    --------
    >>> claims(0.5)["Cao-Liu"]
    (0.75, 0.875)
    """
    return {
        player: (
            RATES[name][REGRET].order.power(Sizes(v=a)),
            RATES[name][VIOLATION].order.power(Sizes(v=a)),
        )
        for player, name in _CLAIMING.items()
    }


@dataclass(frozen=True, eq=False)
class Tracking:
    """What players did on the same drifting games; arrays are (horizons, seeds).

    Attributes
    ----------
    horizons : array (m,)
    path_length, variation : array (m, s)
        V(x*) and V(g) of the games.
    regret, fit : dict of arrays (m, s)
        Dynamic regret, in units of f, and fit, in budget units, by player.
    refused : dict of str
        Players without numbers, and why: their own words.
    """

    horizons: FloatArray
    path_length: FloatArray
    variation: FloatArray
    regret: Mapping[str, FloatArray]
    fit: Mapping[str, FloatArray]
    refused: Mapping[str, str]

    def rows(self, game: str) -> Iterator[dict[str, Any]]:
        """Yield the mean over seeds of every number, for a table of results."""
        for i, T in enumerate(self.horizons):
            about = {"game": game, "T": int(T)}
            for name, values, unit in (
                ("path length", self.path_length, "units of x"),
                ("variation of the constraints", self.variation, "budget units"),
            ):
                label = {"player": "benchmark", "quantity": name, "unit": unit}
                yield about | label | {"value": float(values[i].mean())}
            for name, series, unit in (
                ("dynamic regret", self.regret, "units of f"),
                ("fit", self.fit, "budget units"),
            ):
                for player, values in series.items():
                    label = {"player": player, "quantity": name, "unit": unit}
                    yield about | label | {"value": float(values[i].mean())}


def track(
    game: Callable[[int, int], Game],
    horizons: Sequence[int],
    seeds: Sequence[int],
    players: Mapping[str, Maker] = TRACKERS,
) -> Tracking:
    """Let every player play game(T, seed) for all horizons and seeds.

    A player that refuses any of the games has no numbers, only its reason.

    Raises
    ------
    TypeError, ValueError
        For a horizon that is not a positive integer, or what the game refuses.

    Examples
    --------
    >>> from functools import partial
    >>> from osphg.games.drifting import drifting_switches
    >>> players = {"MOSP": TRACKERS["MOSP"]}
    >>> made = track(partial(drifting_switches, a=0.5), [32, 64], [0, 1], players)
    >>> made.regret["MOSP"].shape, made.refused
    ((2, 2), {})
    """
    lengths = [checks.positive_int("horizons", T) for T in horizons]
    shape = (len(lengths), len(seeds))
    path, variation = np.empty(shape), np.empty(shape)
    lost = {name: np.empty(shape) for name in players}
    over = {name: np.empty(shape) for name in players}
    refused: dict[str, str] = {}
    for i, T in enumerate(lengths):
        for j, seed in enumerate(seeds):
            rounds = game(T, seed)
            best = dynamic_benchmark(rounds)
            path[i, j], variation[i, j] = best.path_length, constraint_variation(rounds)
            for name, make in players.items():
                if name in refused:
                    continue
                try:
                    player = make(rounds, best.path_length, seed)
                except ValueError as error:
                    refused[name] = str(error)
                    continue
                run = play(player, rounds)
                lost[name][i, j], over[name][i, j] = dynamic_regret(run, best), fit(run)
    for name in refused:
        del lost[name], over[name]
    return Tracking(np.array(lengths, dtype=np.float64), path, variation, lost, over, refused)


def exponent(horizons: FloatArray, values: FloatArray, seed: int) -> Estimate | None:
    """Return the growth exponent; None where a mean, or one of a resample, is not positive."""
    try:
        return growth_exponent(horizons, values, seed=seed)
    except ValueError:
        return None


@dataclass(frozen=True)
class ExponentVerdict:
    """A measured exponent beside the claimed one; None where there is none."""

    game: str
    player: str
    quantity: str
    claim: float | None
    measured: Estimate | None

    @property
    def tested(self) -> bool:
        """Whether there is a claim, and a measured exponent to hold against it."""
        return self.claim is not None and self.measured is not None

    @property
    def kept(self) -> bool:
        """Whether nothing measured exceeds the claim significantly."""
        return self.claim is None or self.measured is None or self.measured.low <= self.claim

    @property
    def cells(self) -> list[str]:
        """The row of a table."""
        claim = "none" if self.claim is None else f"{self.claim:.3f}"
        measured = "no exponent" if self.measured is None else f"{self.measured:.3f}"
        verdict = "exceeded" if not self.kept else "kept" if self.tested else "not tested"
        return [self.player, self.game, self.quantity, claim, measured, verdict]


def verdicts(tracks: Mapping[str, Tracking], a: float, seed: int) -> list[ExponentVerdict]:
    """Return one verdict for each player, game and quantity; `seed` is that of the bootstrap."""
    claimed = claims(a)
    return [
        ExponentVerdict(
            game,
            player,
            quantity,
            claimed[player][index] if player in claimed else None,
            exponent(made.horizons, series[player], seed),
        )
        for player in TRACKERS
        for game, made in tracks.items()
        for index, (quantity, series) in enumerate((("regret", made.regret), ("fit", made.fit)))
        if player in series
    ]

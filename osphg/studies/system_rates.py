"""The growth of each system's regret and violation, on games for which its rates were proven.

The games are those of `osphg.games.concave` for the systems of concave utilities, fair coins
on a matroid for those without a budget, and the paper's quadratics for those with K oracles and a
budget. The benchmark is the system's own, W = 1 unless its theorem has a window.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from osphg.core.domains import Simplex
from osphg.core.game import Game
from osphg.core.hindsight import best_fixed_decision
from osphg.core.metrics import (
    ONE_MINUS_ONE_OVER_E,
    Estimate,
    growth_exponent,
    mean,
    regret,
    total_violation,
)
from osphg.core.play import play
from osphg.core.rounds import Rounds, paper_quadratics
from osphg.core.run import Run
from osphg.core.validate import FloatArray
from osphg.experiments.results import Results
from osphg.games.concave import concave_noisy, concave_switching
from osphg.games.matroids import best_fixed_set
from osphg.games.on_matroids import fair_coins
from osphg.systems.catalogue import SYSTEMS, System, player_for

REGRET, VIOLATION = "regret", "violation"

Draw = Callable[[int, int], Rounds]  # game = draw(T, seed)


def _one(T: int) -> int:
    return 1


@dataclass(frozen=True)
class Rate:
    """A number that grows with T, and how fast it may.

    Attributes
    ----------
    draw : callable
        The game, draw(T, seed).
    measure : callable
        measure(run, W) -> the number.
    claim : float
        The published exponent, at this window.
    what : str
        The game and the number in words.
    W : callable
        The window for T rounds.
    """

    draw: Draw
    measure: Callable[[Run, int], float]
    claim: float
    what: str
    W: Callable[[int], int] = _one

    @property
    def stated(self) -> tuple[float, str]:
        """The claim and the words."""
        return self.claim, self.what


@dataclass(frozen=True)
class Growth:
    """A measured exponent, or None where the number is not positive, for all that is measured."""

    exponent: Estimate | None
    claim: float
    what: str

    @property
    def verdict(self) -> str:
        """Whether the measurement exceeds the claim: its whole interval, or none of it."""
        if self.exponent is None:
            return "not above 0"
        return "above the claim" if self.exponent.low > self.claim else "within"

    def __str__(self) -> str:
        return self.verdict if self.exponent is None else f"{self.exponent:.2f}"


def _full(run: Run, W: int) -> float:
    return regret(run, best_fixed_decision(run.rounds, W), 1.0)


def _paper(run: Run, W: int) -> float:
    return regret(run, best_fixed_decision(run.rounds, W), ONE_MINUS_ONE_OVER_E)


def _set(run: Run, W: int) -> float:
    assert isinstance(run.rounds, Rounds)
    return regret(run, best_fixed_set(run.rounds), 1.0)


def _total(run: Run, W: int) -> float:
    return total_violation(run)


def _squares(run: Run, W: int) -> float:
    return float((np.maximum(run.violation, 0) ** 2).sum())


def _quadratics(T: int, seed: int) -> Rounds:
    return paper_quadratics(T, seed=seed)


_VARYING = partial(concave_switching, varying=True)
_NOISY = partial(concave_noisy, varying=True)
_LOST = {
    False: Rate(concave_switching, _full, 1 / 2, "switching signs, fixed prices"),
    True: Rate(_VARYING, _full, 1 / 2, "switching signs, varying prices"),
}
_OVER = {
    False: Rate(concave_noisy, _total, 3 / 4, "noisy slopes, fixed prices"),
    True: Rate(_NOISY, _total, 3 / 4, "noisy slopes, varying prices"),
}
_COINS = Rate(fair_coins, _set, 1 / 2, "fair coins, alpha = 1")
_AHEAD = Rate(_quadratics, _paper, 1 / 2, "the paper's quadratics, alpha = 1-1/e")


def _spent(claim: float) -> Rate:
    return Rate(_quadratics, _total, claim, "the paper's quadratics")


RATES: Mapping[str, Mapping[str, Rate]] = {
    "Mahdavi-Jin-Yang": {REGRET: _LOST[False], VIOLATION: _OVER[False]},
    "Jenatton-Huang-Archambeau": {REGRET: _LOST[False], VIOLATION: _OVER[False]},
    "Yuan-Lamperski": {
        REGRET: _LOST[False],
        VIOLATION: Rate(concave_noisy, _squares, 1 / 2, "sum of squares, noisy slopes"),
    },
    "Sun-Dey-Kapoor": {REGRET: _LOST[True], VIOLATION: _OVER[True]},
    "Sun-Dey-Kapoor, entropic": {
        REGRET: Rate(
            partial(concave_switching, q=0.0, domain=Simplex(2)),
            _full,
            1 / 2,
            "switching signs on a simplex",
        ),
        VIOLATION: Rate(
            partial(concave_switching, varying=True, domain=Simplex(2)),
            _total,
            3 / 4,
            "switching signs on a simplex, varying prices",
        ),
    },
    "MOSP": {
        REGRET: Rate(concave_switching, _full, 2 / 3, "switching signs, fixed prices"),
        VIOLATION: Rate(
            partial(concave_noisy, budget_per_round=0.3), _total, 2 / 3, "noisy slopes, tight"
        ),
    },
    "Cao-Liu": {REGRET: _LOST[True], VIOLATION: _OVER[True]},
    "Cao-Liu, two-point bandit": {REGRET: _LOST[True], VIOLATION: _OVER[True]},
    "Neely-Yu": {
        REGRET: _LOST[True],
        VIOLATION: Rate(_NOISY, _total, 1 / 2, "noisy slopes, varying prices"),
    },
    "COLD": {
        REGRET: Rate(_VARYING, _full, 3 / 4, "switching signs, W = sqrt(T)", math.isqrt),
        VIOLATION: Rate(_NOISY, _total, 7 / 8, "noisy slopes, W = sqrt(T)", math.isqrt),
    },
    "OSPHG": {REGRET: _AHEAD, VIOLATION: _spent(3 / 4)},
    "OSPHG, weighted": {REGRET: _AHEAD, VIOLATION: _spent(3 / 4)},
    "OSPHG, boosted": {REGRET: _AHEAD, VIOLATION: _spent(3 / 4)},
    "OLFW": {REGRET: _AHEAD, VIOLATION: _spent(1 / 2)},
    "per-step duals": {REGRET: _AHEAD, VIOLATION: _spent(1 / 2)},
    "Meta-Frank-Wolfe": {REGRET: _COINS},
    "Meta-Frank-Wolfe, stochastic": {REGRET: _COINS},
    "Golovin-Krause-Streeter": {REGRET: _COINS},
}


def measured(
    horizons: Sequence[int], seeds: Iterable[int], systems: Sequence[System] = SYSTEMS
) -> Results:
    """Play every system's games and return regret and violation: one row for each T and seed.

    Labels are system, T and seed; quantities are those of `RATES`. Games of T rounds are drawn for
    every T anew, from the same seeds.
    """
    known = tuple(seeds)
    rows = []
    for entry in systems:
        for quantity, rate in RATES[entry.name].items():
            unit = "units of f" if quantity == REGRET else "budget units"
            for T in horizons:
                W = rate.W(T)
                for seed in known:
                    game: Game = rate.draw(T, seed)
                    run = play(player_for(entry, game, W, seed), game)
                    rows.append(
                        {
                            "system": entry.name, "T": T, "seed": seed, "quantity": quantity,
                            "value": rate.measure(run, W), "unit": unit,
                        }
                    )  # fmt: skip
    return Results("related_work", rows)


def growths(results: Results, *, resamples: int = 2000) -> dict[tuple[str, str], Growth]:
    """Return the exponent of each (system, quantity), with its bootstrap interval over seeds.

    Raises
    ------
    ValueError
        For fewer than two horizons or seeds.
    """
    values: dict[tuple[str, str], dict[int, list[float]]] = {}
    for row in results.rows:
        key = (str(row["system"]), str(row["quantity"]))
        values.setdefault(key, {}).setdefault(int(row["T"]), []).append(float(row["value"]))
    if any(len(series) < 2 for series in values.values()):
        raise ValueError("results must have at least 2 horizons for an exponent")
    found = {}
    for (name, quantity), series in values.items():
        rate = RATES[name][quantity]
        horizons, samples = list(series), np.array(list(series.values()))
        found[name, quantity] = Growth(_exponent(horizons, samples, resamples), *rate.stated)
    return found


def local_slopes(results: Results, name: str, quantity: str) -> FloatArray:
    """Return the exponent between neighbouring horizons, of the means over seeds, (horizons - 1,).

    Raises
    ------
    ValueError
        For a mean that is not positive.
    """
    series: dict[int, list[float]] = {}
    for row in results.rows:
        if (row["system"], row["quantity"]) == (name, quantity):
            series.setdefault(int(row["T"]), []).append(float(row["value"]))
    means = np.array([np.mean(series[T]) for T in sorted(series)])
    if (means <= 0).any():
        raise ValueError(f"results must have positive means for an exponent, got {means.min():g}")
    return np.asarray(np.diff(np.log(means)) / np.diff(np.log(sorted(series))))


def _exponent(horizons: list[int], samples: FloatArray, resamples: int) -> Estimate | None:
    """Return the exponent, or None where a mean cannot be told from 0, or lies below."""
    if any(mean(row).low <= 0 for row in samples):
        return None
    try:
        return growth_exponent(horizons, samples, seed=0, resamples=resamples)
    except ValueError:  # the mean of a resample is not positive, although the interval is
        return None

"""The growth of each system's regret and violation, measured on the trials of its rates.

`osphg.systems.catalogue.RATES` names the games and the claims. The benchmark is the system's own,
W = 1 unless its theorem has a window.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from osphg.checks import FloatArray
from osphg.experiments.results import Results
from osphg.games.matroids import best_fixed_set, biased_coins
from osphg.metrics import Estimate, growth_exponent, mean
from osphg.playing import play
from osphg.rounds import Game
from osphg.studies.tables import samples
from osphg.systems.catalogue import RATES, REGRET, SYSTEMS, System, player_for

UNTESTED = "not above 0: this game does not test the claim"


@dataclass(frozen=True)
class MeasuredRate:
    """A measured exponent beside the claimed one.

    Attributes
    ----------
    exponent : Estimate or None
        None where the number is not positive, for all that is measured.
    claim : float
        The exponent that is proven of the game.
    what : str
        The game and the number in words.
    """

    exponent: Estimate | None
    claim: float
    what: str

    @property
    def verdict(self) -> str:
        """Whether the measurement exceeds the claim: its whole interval, or none of it."""
        if self.exponent is None:
            return UNTESTED
        return "above the claim" if self.exponent.low > self.claim else "within"

    def __str__(self) -> str:
        return self.verdict if self.exponent is None else f"{self.exponent:.2f}"


def measured(
    horizons: Sequence[int], seeds: Iterable[int], systems: Sequence[System] = SYSTEMS
) -> Results:
    """Play every system's games and return regret and violation: one row for each T and seed.

    Labels are system, T and seed; quantities are those of `RATES`. Games of T rounds are drawn for
    every T anew, from the same seeds.

    Examples
    --------
    >>> from osphg.systems.catalogue import system
    >>> found = measured([64, 256], range(2), [system("Sun-Dey-Kapoor")])
    >>> [f"{row['value']:.1f}" for row in found.rows[:4]]
    ['3.2', '3.1', '5.8', '5.7']
    """
    known = tuple(seeds)
    rows = []
    for entry in systems:
        for quantity, rate in RATES[entry.name].items():
            unit = "units of f" if quantity == REGRET else "budget units"
            for T in horizons:
                W = rate.trial.window(T)
                for seed in known:
                    game: Game = rate.trial.draw(T, seed)
                    player = player_for(entry, game, W, seed, properties=rate.trial.properties)
                    run = play(player, game)
                    rows.append(
                        {
                            "system": entry.name, "T": T, "seed": seed, "quantity": quantity,
                            "value": rate.trial.measure(run, W), "unit": unit,
                        }
                    )  # fmt: skip
    return Results("related_work", rows)


def measured_rates(
    results: Results, *, resamples: int = 2000
) -> dict[tuple[str, str], MeasuredRate]:
    """Return the exponent of each (system, quantity), with its bootstrap interval over seeds.

    Raises
    ------
    ValueError
        For fewer than two horizons or seeds.

    Examples
    --------
    >>> from osphg.studies.stored import stored
    >>> found = measured_rates(stored("related_work"), resamples=20)
    >>> rate = found["Sun-Dey-Kapoor", "regret"]
    >>> f"{rate.exponent.value:.2f}", rate.claim, rate.verdict
    ('0.48', 0.5, 'within')
    """
    found = {}
    for (name, quantity), (horizons, values) in _series(results).items():
        if len(horizons) < 2:
            raise ValueError("results must have at least 2 horizons for an exponent")
        rate = RATES[name][quantity]
        exponent = _exponent(horizons, values, resamples)
        found[name, quantity] = MeasuredRate(exponent, rate.exponent, rate.trial.what)
    return found


def local_slopes(results: Results, name: str, quantity: str) -> FloatArray:
    """Return the exponent between neighbouring horizons, of the means over seeds, (horizons - 1,).

    Raises
    ------
    ValueError
        For a mean that is not positive.

    Examples
    --------
    >>> from osphg.studies.stored import stored
    >>> local_slopes(stored("related_work"), "COLD", "violation").round(2)
    array([0.76, 0.78])
    """
    horizons, values = _series(results)[name, quantity]
    means = values.mean(1)
    if (means <= 0).any():
        raise ValueError(f"results must have positive means for an exponent, got {means.min():g}")
    return np.asarray(np.diff(np.log(means)) / np.diff(np.log(horizons)))


def control(horizons: Sequence[int], seeds: Iterable[int]) -> Estimate:
    """Return the exponent of who does not learn, on the coins on which others' is measured.

    It plays the same set in every round, the first elements, whatever happens.

    Examples
    --------
    >>> f"{control([256, 1024, 4096], range(10)).value:.2f}"
    '1.00'
    """
    known = tuple(seeds)
    lost = np.empty((len(horizons), len(known)))
    for i, T in enumerate(horizons):
        for j, seed in enumerate(known):
            game = biased_coins(T, seed)
            best = best_fixed_set(game)
            first = np.arange(game.n) < round(best.x.sum())
            lost[i, j] = best.value - float(game.total().value(first.astype(np.float64)))
    return growth_exponent(list(horizons), lost, seed=0)


def _series(results: Results) -> dict[tuple[str, str], tuple[list[int], FloatArray]]:
    """Return the horizons, ascending, and the numbers, (horizons, seeds), of each quantity."""
    found: dict[tuple[str, str], dict[int, FloatArray]] = {}
    for (name, quantity, T), values in samples(results, "system", "quantity", "T").items():
        found.setdefault((name, quantity), {})[int(T)] = values
    return {
        key: (sorted(by_T), np.array([by_T[T] for T in sorted(by_T)]))
        for key, by_T in found.items()
    }


def _exponent(horizons: list[int], samples: FloatArray, resamples: int) -> Estimate | None:
    """Return the exponent, or None where a mean is not significantly above 0."""
    if any(mean(row).low <= 0 for row in samples):
        return None
    try:
        return growth_exponent(horizons, samples, seed=0, resamples=resamples)
    except ValueError:  # the mean of a resample is not positive, although the interval is
        return None

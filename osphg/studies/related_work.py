"""How fast each system's regret and violation grow, to stand beside its claim (`RATES`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

import numpy as np

from osphg.experiments.results import Results
from osphg.metrics import Estimate, growth_exponent, mean
from osphg.playing import play
from osphg.studies.tables import samples
from osphg.systems.catalogue import RATES, REGRET, SYSTEMS, System, player_for


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
            trial, unit = rate.trial, "units of f" if quantity == REGRET else "budget units"
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

"""The growth of each system's regret and violation beside what it claims (`catalogue.RATES`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from osphg.checks import FloatArray
from osphg.experiments.catalogue import book_folder
from osphg.experiments.results import Results
from osphg.metrics import Estimate, growth_exponent, mean
from osphg.playing import play
from osphg.studies.tables import Frame, Table, samples
from osphg.systems.catalogue import RATES, REGRET, SYSTEMS, VIOLATION, System, player_for


@dataclass(frozen=True)
class MeasuredRate:
    """A measured exponent beside the one that is proven."""

    exponent: Estimate | None  # None where the number is not above 0, for all that is measured
    claim: float
    what: str  # the game, and the number

    @property
    def verdict(self) -> str:
        """Whether the measurement's whole interval exceeds the claim."""
        if self.exponent is None:
            return "not above 0: this game does not test the claim"
        return "above the claim" if self.exponent.low > self.claim else "within"

    def __str__(self) -> str:
        return self.verdict if self.exponent is None else f"{self.exponent:.2f}"


Rates = Mapping[tuple[str, str], MeasuredRate]  # by system and quantity


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


def measured_rates(
    results: Results, *, resamples: int = 2000
) -> dict[tuple[str, str], MeasuredRate]:
    """Return the exponent of each (system, quantity), with its bootstrap interval over seeds."""
    series: dict[tuple[str, str], dict[int, FloatArray]] = {}
    for (name, quantity, T), values in samples(results, "system", "quantity", "T").items():
        series.setdefault((name, quantity), {})[int(T)] = values
    found = {}
    for (name, quantity), by_T in series.items():
        if len(by_T) < 2:
            raise ValueError("results must have at least 2 horizons for an exponent")
        horizons, rate, exponent = sorted(by_T), RATES[name][quantity], None
        sums = np.array([by_T[T] for T in horizons])
        if all(mean(row).low > 0 for row in sums):
            with suppress(ValueError):  # of a resample whose mean is not above 0
                exponent = growth_exponent(horizons, sums, seed=0, resamples=resamples)
        found[name, quantity] = MeasuredRate(exponent, rate.exponent, rate.trial.what)
    return found


def purposes(systems: Sequence[System] = SYSTEMS) -> Frame:
    """Return what each system was made for: one row per system."""
    header = ["system", "needs", "regret against", "assumes besides", "a round costs"]
    rows = [[s.name, "; ".join(sorted(s.needs)), s.notion, s.assumptions, s.cost] for s in systems]
    return Table(header, rows, "What each system was made for.")


def claims(found: Rates, systems: Sequence[System] = SYSTEMS) -> Frame:
    """Return the published rates beside the measured exponents, with their intervals."""
    header, rows = ["system"], [[s.name] for s in systems]
    for quantity in (REGRET, VIOLATION):
        header += [f"published {quantity}", "claimed on this game", "measured"]
        for row in rows:
            rate, growth = RATES[row[0]].get(quantity), found.get((row[0], quantity))
            if rate is None:
                row += ["none", "–"]
            else:  # of which order, if that is not the published one
                here = "" if rate.here is None else f": {rate.here.text}, as {rate.why}"
                row += [rate.order.text, f"{rate.exponent:.3g}{here}"]
            above = growth is not None and growth.verdict == "above the claim"
            row.append("–" if growth is None else f"{growth}{' (above)' * above}")
    caption = "Published rates, and exponents measured on the games named below [95% interval]."
    return Table(header, rows, caption)


def games(found: Rates, systems: Sequence[System] = SYSTEMS) -> Frame:
    """Return each system's reference, and on which games its exponents were measured."""
    rows = []
    for s in systems:
        growth = [found.get((s.name, quantity)) for quantity in (REGRET, VIOLATION)]
        rows.append([s.name, _reference(s.cites), *(g.what if g else "–" for g in growth)])
    header = ["system", "reference", "regret on", "violation on"]
    return Table(header, rows, "References, and the games of the measured exponents.")


def _reference(key: str) -> str:
    """Return "Surname, Surname and Surname YEAR" of an entry of the bibliography."""
    bibliography = (book_folder() / "references.bib").read_text(encoding="utf-8")
    (entry,) = re.findall(rf"^@\w+\{{{re.escape(key)},(.*?)^\}}", bibliography, re.M | re.S)
    field = dict(re.findall(r"^\s*(author|year)\s*=\s*\{(.*)\}", entry, re.M))
    *others, last = (name.split(",")[0].strip() for name in field["author"].split(" and "))
    return (
        f"{', '.join(others)} and {last} {field['year']}" if others else f"{last} {field['year']}"
    )

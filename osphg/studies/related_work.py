"""The tables of the chapter on related work."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from osphg.experiments.catalogue import book_folder
from osphg.studies.system_rates import MeasuredRate
from osphg.studies.tables import Frame, Table
from osphg.systems.catalogue import RATES, REGRET, SYSTEMS, VIOLATION, Rate, System


def purposes(systems: Sequence[System] = SYSTEMS) -> Frame:
    """Return what each system was made for: one row per system.

    Examples
    --------
    >>> purposes().iloc[0, 1]
    'concave utilities; the same price in every round'
    """
    header = ["system", "needs", "regret against", "assumes besides", "a round costs"]
    rows = [[s.name, "; ".join(sorted(s.needs)), s.notion, s.assumptions, s.cost] for s in systems]
    return Table(header, rows, "What each system was made for.")


def claims(
    found: Mapping[tuple[str, str], MeasuredRate], systems: Sequence[System] = SYSTEMS
) -> Frame:
    """Return the published rates beside the measured exponents, with their intervals.

    Examples
    --------
    >>> claims({}).iloc[0].tolist()
    ['Mahdavi-Jin-Yang', 'T^(1/2)', '0.5', '–', 'T^(3/4)', '0.75', '–']
    >>> claims({}).iloc[9, 4:6].tolist()
    ['(V T)^(1/2)', '0.75: V + T^(1/2), as the budget of a round does not shrink']
    """
    header = [
        "system", "published regret", "claimed on this game", "measured",
        "published violation", "claimed on this game", "measured",
    ]  # fmt: skip
    rows = []
    for s in systems:
        parts = []
        for quantity in (REGRET, VIOLATION):
            rate = RATES[s.name].get(quantity)
            claim = (rate.order.text, _expected(rate)) if rate else ("none", "–")
            parts += [*claim, _measured(found.get((s.name, quantity)))]
        rows.append([s.name, *parts])
    caption = "Published rates, and exponents measured on the games named below [95% interval]."
    return Table(header, rows, caption)


def games(
    found: Mapping[tuple[str, str], MeasuredRate], systems: Sequence[System] = SYSTEMS
) -> Frame:
    """Return each system's reference, and on which games its exponents were measured."""
    bibliography = (book_folder() / "references.bib").read_text(encoding="utf-8")
    header = ["system", "reference", "regret on", "violation on"]
    rows = []
    for s in systems:
        words = [found.get((s.name, quantity)) for quantity in (REGRET, VIOLATION)]
        source = reference(s.cites, bibliography)
        rows.append([s.name, source, *(g.what if g else "–" for g in words)])
    return Table(header, rows, "References, and the games of the measured exponents.")


def reference(key: str, bibliography: str) -> str:
    """Return "Surname, Surname and Surname YEAR" of an entry; ValueError if there is none.

    Examples
    --------
    >>> bibliography = (book_folder() / "references.bib").read_text(encoding="utf-8")
    >>> reference("sadeghi2020", bibliography)
    'Sadeghi and Fazel 2020'
    """
    entry = re.search(rf"^@\w+\{{{re.escape(key)},(.*?)^\}}", bibliography, re.M | re.S)
    if not entry:
        raise ValueError(f"key must be in the bibliography, got {key!r}")
    author, year = (
        re.search(rf"^\s*{name}\s*=\s*\{{(.*)\}}", entry[1], re.M) for name in ("author", "year")
    )
    if not author or not year:
        raise ValueError(f"bibliography must give author and year of {key}")
    names = [name.split(",")[0].strip() for name in author[1].split(" and ")]
    several = f"{', '.join(names[:-1])} and " if len(names) > 1 else ""
    return f"{several}{names[-1]} {year[1]}"


def _expected(rate: Rate) -> str:
    """Return the exponent that is proven of the trial, and of which order, if not the published."""
    here = "" if rate.here is None else f": {rate.here.text}, as {rate.why}"
    return f"{rate.exponent:.3g}{here}"


def _measured(rate: MeasuredRate | None) -> str:
    if rate is None:
        return "–"
    return f"{rate} (above)" if rate.verdict == "above the claim" else f"{rate}"

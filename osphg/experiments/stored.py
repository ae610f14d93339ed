"""Larger runs that the book keeps: their tables, with where they come from.

Each is a folder of book/stored with provenance.json and results.csv.gz, as `osphg run` or `osphg
sweep` left them but for the compression; `osphg compare` reads it like any other run.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from osphg.experiments import provenance
from osphg.experiments.catalogue import book_folder
from osphg.experiments.comparing import load
from osphg.experiments.results import Results

AGREE = 1e-9  # relative to a number, or to 1 where it is smaller


def stored(name: str) -> Results:
    """Return the kept table of an experiment; UsageError if there is none."""
    return _kept(book_folder() / "stored" / name)[1]


@lru_cache(maxsize=4)  # a page asks more than once
def _kept(folder: Path) -> tuple[dict[str, Any], Results]:
    return load(folder)


def parameters(name: str) -> Mapping[str, Any]:
    """Return the parameters that a kept table was computed with; a sweep's own are in its rows."""
    return dict(_kept(book_folder() / "stored" / name)[0]["parameters"])


def agreed(live: Results, name: str, spread: Mapping[tuple[str, ...], float] | None = None) -> int:
    """Return how many numbers of a table the kept one has, too: all of these agree to nine digits.

    Rows are the same if they agree, as texts, in the quantity and in all labels that both have.
    `spread` says by `Results.key` how far rounding moves a number of a chaotic game: ten times that
    may lie between two processors. ValueError for a number that differs.
    """
    origin, table = _kept(book_folder() / "stored" / name)
    shared = [*(label for label in live.labels if label in table.labels), "quantity"]
    kept = {tuple(str(row[s]) for s in shared): float(row["value"]) for row in table.rows}
    found = [(row, tuple(str(row[s]) for s in shared), float(row["value"])) for row in live.rows]
    found = [entry for entry in found if entry[1] in kept]
    for row, key, here in found:
        allowed = max(AGREE, 10 * (spread or {}).get(live.key(row), 0.0))
        gap = _gap(here, kept[key])
        if not gap <= allowed:
            about = ", ".join(map(" ".join, zip(shared[:-1], key, strict=False)))
            raise ValueError(
                f"the kept table {name} has other numbers: {about}: {key[-1]} is kept as"
                f" {kept[key]!r} and computed as {here!r}, which is {gap:.1e} apart, not"
                f" {allowed:.0e}; kept were those of {_machine(origin)}, these are of"
                f" {_machine(provenance.surroundings())}"
            )
    return len(found)


def _machine(origin: Mapping[str, Any]) -> str:
    """Return in a line which machine a provenance names."""
    known: Mapping[str, str] = origin.get("machine") or {}
    return ", ".join([origin["platform"], *(f"{name} {value}" for name, value in known.items())])


def spreads(first: Results, second: Results) -> dict[tuple[str, ...], float]:
    """Return by `Results.key` how far numbers lie apart, relative, or to 1 where it is larger.

    Of those of the first table; the second has them, too.
    """
    other = second.values()
    return {key: _gap(value, other[key]) for key, value in first.values().items()}


def _gap(one: float, two: float) -> float:
    return abs(one - two) / max(abs(one), abs(two), 1.0)

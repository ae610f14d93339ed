"""Larger runs that the book keeps: their tables, with where they come from.

Each is a folder of book/stored with provenance.json and results.csv.gz, as `osphg run` or `osphg
sweep` left them but for the compression; `osphg compare` reads it like any other run.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from osphg.experiments import folders, provenance
from osphg.experiments.catalogue import book_folder
from osphg.experiments.comparing import load
from osphg.experiments.results import Results

AGREE = 1e-9  # relative to a number, or to 1 where it is smaller


def stored(name: str, folder: Path | None = None) -> Results:
    """Return the kept table of an experiment; UsageError if its provenance names another."""
    where = folder or book_folder() / "stored" / name
    if not (where / folders.PROVENANCE).is_file():
        raise FileNotFoundError(f"there is no kept table in {where}")
    return load(where)[1]


def parameters(name: str) -> Mapping[str, Any]:
    """Return the parameters that a kept table was computed with; a sweep's own are in its rows."""
    return dict(load(book_folder() / "stored" / name)[0]["parameters"])


def agreed(
    live: Results,
    name: str,
    folder: Path | None = None,
    spread: Mapping[tuple[str, ...], float] | None = None,
) -> int:
    """Return how many numbers of a table the kept one has, too: all of these agree to nine digits.

    Rows are the same if they agree, as texts, in the quantity and in all labels that both have.
    `spread` says by `Results.key` how far rounding moves a number of a chaotic game: ten times that
    may lie between two processors. ValueError for a number that differs.
    """
    origin, table = load(folder or book_folder() / "stored" / name)
    shared = [*(label for label in live.labels if label in table.labels), "quantity"]
    kept = {tuple(str(row[s]) for s in shared): float(row["value"]) for row in table.rows}
    compared = 0
    for row in live.rows:
        key = tuple(str(row[s]) for s in shared)
        if key not in kept:
            continue
        compared += 1
        here, there = float(row["value"]), kept[key]
        gap = abs(here - there) / max(abs(here), abs(there), 1.0)
        allowed = max(AGREE, 10 * spread[live.key(row)]) if spread else AGREE
        if not gap <= allowed:
            about = ", ".join(map(" ".join, zip(shared[:-1], key, strict=False)))
            raise ValueError(
                f"the kept table {name} has other numbers: {about}: {key[-1]} is kept as {there!r}"
                f" and computed as {here!r}, which is {gap:.1e} apart, not {allowed:.0e}; kept were"
                f" those of {provenance.on_machine(origin)}, these are of"
                f" {provenance.on_machine(provenance.surroundings())}"
            )
    return compared


def spreads(first: Results, second: Results) -> dict[tuple[str, ...], float]:
    """Return by `Results.key` how far numbers lie apart, relative, or to 1 where it is larger."""
    values, other = first.values(), second.values()
    return {key: abs(v - other[key]) / max(abs(v), abs(other[key]), 1) for key, v in values.items()}

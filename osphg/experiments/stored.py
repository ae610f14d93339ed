"""Kept tables: results of runs that take too long for each build of the book.

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
    """Return the table that the book keeps under `name`; UsageError if there is none."""
    _, table = _load_kept(name)
    return table


def _load_kept(name: str) -> tuple[dict[str, Any], Results]:
    """Return what the book keeps under `name`: the provenance, a mapping, and the table."""
    return _load_once(book_folder() / "stored" / name)


@lru_cache(maxsize=4)
def _load_once(folder: Path) -> tuple[dict[str, Any], Results]:
    """Return the provenance and the table in a folder, by `load`.

    The last four are remembered, as a page asks for one more than once.
    """
    return load(folder)


def parameters(name: str) -> Mapping[str, Any]:
    """Return the parameters with which the table kept under `name` was computed, by name.

    Those that a sweep has varied are not among them: their values are in the rows of its table.
    """
    origin, _ = _load_kept(name)
    return dict(origin["parameters"])


def agreed(live: Results, name: str, spread: Mapping[tuple[str, ...], float] | None = None) -> int:
    """Check a table that was computed now against the one kept under `name`.

    Rows of the two are of the same number if they agree, as texts, in the quantity and in all
    labels that both tables have. Such numbers must agree to nine digits, and not in all, as another
    processor may round differently. In a chaotic game rounding moves a number further; for such a
    game `spread` says how far.

    Parameters
    ----------
    live : Results
        The table that was computed now.
    name : str
        The name of the kept table.
    spread : mapping, optional
        By the `key` of a row of `live` how far rounding alone moves its number, as `spreads`
        returns it: relative to the number, or to 1 if that is larger, as all distances here.
        Between two processors up to ten times that is allowed.

    Returns
    -------
    int
        How many numbers of `live` are in the kept table, too.

    Raises
    ------
    ValueError
        For a number that differs; the message names both machines.
    UsageError
        If there is no such kept table.
    """
    origin, kept_table = _load_kept(name)
    shared_labels = [label for label in live.labels if label in kept_table.labels]
    columns = [*shared_labels, "quantity"]
    kept_values = {
        tuple(str(row[column]) for column in columns): float(row["value"])
        for row in kept_table.rows
    }
    count = 0
    for row in live.rows:
        key = tuple(str(row[column]) for column in columns)
        if key not in kept_values:
            continue
        count += 1
        value = float(row["value"])
        allowed = max(AGREE, 10 * (spread or {}).get(live.key(row), 0.0))
        gap = _relative_gap(value, kept_values[key])
        # So written, a gap that is nan is refused, too.
        if not gap <= allowed:
            *label_values, quantity = key
            # A text such as "player OSPHG, seed 3".
            labels = ", ".join(map(" ".join, zip(shared_labels, label_values, strict=True)))
            raise ValueError(
                f"the kept table {name} has other numbers: {labels}: {quantity} is kept as"
                f" {kept_values[key]!r} and computed as {value!r}, which is {gap:.1e} apart, not"
                f" {allowed:.0e}; kept were those of {_machine(origin)}, these are of"
                f" {_machine(provenance.surroundings())}"
            )
    return count


def _machine(origin: Mapping[str, Any]) -> str:
    """Return in one line the platform and the processor that a provenance names."""
    machine: Mapping[str, str] = origin.get("machine") or {}
    return ", ".join([origin["platform"], *(f"{name} {value}" for name, value in machine.items())])


def spreads(first: Results, second: Results) -> dict[tuple[str, ...], float]:
    """Return how far each number of the first table lies from that of the second, by `Results.key`.

    The distance is relative to the larger of the two, or to 1 where both are smaller. Where the
    tables are of one game, computed with rounding that differs, this is how far rounding moves each
    number.

    Parameters
    ----------
    first, second : Results
        The tables; the second has all numbers of the first.

    Returns
    -------
    dict
        The distance of each number of the first table, by the labels and the quantity of its row.
    """
    second_values = second.values()
    return {key: _relative_gap(value, second_values[key]) for key, value in first.values().items()}


def _relative_gap(first: float, second: float) -> float:
    """Return the distance of two numbers, relative to the larger, or to 1 if both are smaller."""
    return abs(first - second) / max(abs(first), abs(second), 1.0)

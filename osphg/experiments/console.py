"""What the command `osphg` prints: aligned columns, results, comparisons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from osphg.experiments.comparing import Comparison
    from osphg.experiments.results import Results

_LONGEST = 20  # rows that are printed; the rest is in the folder's table


def columns(rows: Iterable[Iterable[object]], indent: str = "") -> None:
    """Print rows as aligned columns; None is empty."""
    cells = [["" if entry is None else str(entry) for entry in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        line = "  ".join(entry.ljust(width) for entry, width in zip(row, widths, strict=True))
        click.echo(indent + line.rstrip())


def print_results(results: Results) -> None:
    """Print the first rows of a table of results."""
    rows = [
        (*results.key(row), f"{float(row['value']):.6g}", str(row["unit"])) for row in results.rows
    ]
    if rows:
        columns([(*results.labels, "quantity", "value", "unit"), *rows[:_LONGEST]])
    if len(rows) > _LONGEST:
        click.echo(f"... {len(rows) - _LONGEST} more in the folder's table")


def print_comparison(found: Comparison, first: str, second: str) -> None:
    """Print how two runs differ."""
    for title, entries in (("parameters", found.parameters), ("code", found.code)):
        if not entries:
            click.echo(f"{title}: the same")
            continue
        click.echo(f"{title} that differ:")
        columns([("", first, second), *((e.name, e.first, e.second) for e in entries)], "  ")
    if not found.results:
        click.echo(f"results: all {found.numbers} numbers are equal to the last bit")
        return
    click.echo(f"results that differ, of {found.numbers} in common:")
    worst = sorted(found.results, key=lambda entry: entry.digits)
    rows = [(e.name, e.first, e.second, f"{e.digits:.1f}") for e in worst[:_LONGEST]]
    columns([("", first, second, "digits that agree"), *rows], "  ")
    if len(worst) > _LONGEST:
        click.echo(f"  ... {len(worst) - _LONGEST} more, which agree better")
    click.echo(f"all numbers agree to {found.digits:.1f} significant digits")

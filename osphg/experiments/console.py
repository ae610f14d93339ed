"""What the command `osphg` prints - columns, results, comparisons, errors - and how it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn

import click

from osphg.experiments.errors import SweepError, UsageError

if TYPE_CHECKING:
    from osphg.experiments.comparing import Comparison
    from osphg.experiments.results import Results

_WIDEST = 600  # characters of an error
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


def leave(words: Sequence[str], call: Callable[[], int | None]) -> NoReturn:
    """Do what a command does, and end the process: 0, or an error in one line and its status."""
    try:
        _check(words)
        status = call() or 0
    except click.ClickException as error:
        status = _say(error.format_message(), error.exit_code)
    except UsageError as error:
        status = _say(str(error), 2)
    except SweepError as error:
        status = _say(str(error), 1)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        status = 130
    except OSError as error:  # a full disk, say: what is complete is on it, the rest is removed
        status = _say(f"{error.filename or 'output'}: {error.strerror or error}", 1)
    sys.exit(status)


def _check(words: Sequence[str]) -> None:
    """Refuse what the system itself would not pass on."""
    for word in words:
        try:
            os.fsencode(word)
        except UnicodeEncodeError:
            raise UsageError(f"an argument must be a text, got {word[:60]!r}") from None
        if "\0" in word:
            raise UsageError(f"an argument must have no null character, got {word[:60]!r}")
    try:
        os.getcwd()
    except OSError as error:
        raise UsageError(f"the folder that you are in cannot be used: {error.strerror}") from None


def _say(message: str, status: int) -> int:
    line = " ".join(message.split())
    if len(line) > _WIDEST:
        line = f"{line[: _WIDEST - 200]} ... {line[-190:]}"
    click.echo(f"error: {line}", err=True)
    return status

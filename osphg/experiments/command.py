"""The command `osphg`: list, show, run, sweep, compare and verify the book's experiments.

Exit status: 0 all went well; 1 a run failed, a cell of a sweep failed, or numbers disagree; 2 the
input cannot be used, and nothing was run or written; 130 interrupted.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem, shell_complete

from osphg.experiments.catalogue import catalogue, duration, find, readable
from osphg.experiments.comparing import Comparison, compare, verify
from osphg.experiments.grid import LIMIT, parse
from osphg.experiments.keys import digest
from osphg.experiments.parameters import UsageError, mapping, pairs, reason, written
from osphg.experiments.results import Results
from osphg.experiments.running import REPORT, RunError, run, warned
from osphg.experiments.sweeping import FAILURES, sweep

DIGITS = 9.0  # significant digits in which the numbers of a run that is verified must agree
_MAX_PRINTED_ROWS = 20  # the folder of a run has all
_PATH = click.Path(path_type=Path)


def _complete(ctx: click.Context, parameter: click.Parameter, word: str) -> list[CompletionItem]:
    """Return how the shell may complete a word: to an experiment or, after -p, to a parameter.

    Parameters are those of the experiment that the command line names. `parameter` is what the word
    would be of: the option -p, or the argument for the name of an experiment.
    """
    try:
        # The option --book of `osphg`: a folder of notebooks; None for those of the book.
        experiments = catalogue(ctx.find_root().params.get("book"))
    except UsageError:
        return []
    help_of = {name: experiment.summary for name, experiment in experiments.items()}
    if isinstance(parameter, click.Option):
        # While an option is still without its value, click has not parsed the rest of the line: the
        # name of the experiment is among the words in `ctx.args`. `word` is here one of those.
        on_the_line = [experiments[word] for word in ctx.args if word in experiments]
        parameters = [entry for each in on_the_line for entry in each.parameters.values()]
        help_of = {f"{entry.name}=": entry.meaning for entry in parameters}
    return [
        CompletionItem(text, help=words) for text, words in help_of.items() if text.startswith(word)
    ]


_name = click.argument("name", shell_complete=_complete)
_assigned = click.option(
    "-p", "--parameter", "assignments", multiple=True, metavar="NAME=VALUE",
    help="Set a parameter; may be given again for others.", shell_complete=_complete,
)  # fmt: skip
_file = click.option(
    "--params", "file", type=_PATH, metavar="FILE.yaml",
    help="A mapping of parameters to values; -p goes over it.",
)  # fmt: skip
_out = click.option(
    "--out", type=_PATH, metavar="DIR", help="Where to; a folder in runs/ when not given."
)
_quick = click.option("--quick", is_flag=True, help="A first look: start from small parameters.")
_timeout = click.option(
    "--timeout", type=float, metavar="SECONDS", help="Stop a run, or a cell, that takes longer."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.option(
    "--book", type=_PATH, metavar="DIR",
    help="Another folder of notebooks than book/; each runs in an empty folder of its own.",
)  # fmt: skip
@click.version_option(package_name="osphg", message="osphg %(version)s")
@click.pass_context
def cli(ctx: click.Context, book: Path | None) -> None:
    """Rerun the experiments of the OSPHG book with your own parameters.

    \b
    osphg list                                  what there is
    osphg show figure1                          its parameters, with types, ranges and meanings
    osphg run figure1 -p T=20000 -p W=50        run it; leaves a folder with report and results
    osphg sweep figure1 -p W=1,10,100 -p seed=0..19   a grid, in parallel
    osphg compare RUN_A RUN_B                   what differs
    osphg verify RUN                            run it again: do the numbers agree?
    """  # noqa: D301 - click reads \b
    ctx.obj = book  # for the commands: None means the book's own folder
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(2)


@cli.command("list")
@click.pass_obj
def list_(book: Path | None) -> None:
    """List the experiments, one line each."""
    experiments, errors = readable(book)
    if not experiments:
        _say("no notebook there has a cell tagged parameters", kind="warning")
    columns([(name, experiment.summary) for name, experiment in experiments.items()])
    for error in errors.values():
        _say(error, kind="warning")


@cli.command()
@_name
@click.pass_obj
def show(book: Path | None, name: str) -> None:
    """Show an experiment's parameters: type, default, range and meaning."""
    # `book` is the folder of notebooks, from the option --book of `osphg` itself.
    experiment = find(name, book)
    defaults = experiment.complete({})
    quick_values = experiment.quick  # what --quick puts in place of some defaults
    click.echo(f"{name}: {experiment.summary}")
    if experiment.seconds:
        click.echo(f"takes about {duration(experiment.estimate(defaults))} with the defaults")
    click.echo()
    rows = [("parameter", "type", "default", "quick", "range", "meaning")]
    for key, entry in experiment.parameters.items():
        default = written(defaults[key])
        quick = written(quick_values[key]) if key in quick_values else ""
        rows.append((key, entry.type, default, quick, entry.range, entry.meaning))
    columns(rows)


@cli.command("run")
@_name
@_assigned
@_file
@_out
@_quick
@_timeout
@click.pass_context
def run_(
    ctx: click.Context, /, name: str, assignments: tuple[str, ...], file: Path | None,
    out: Path | None, **options: Any,
) -> None:  # fmt: skip
    """Run an experiment and leave a folder that says all about it.

    The folder holds the executed notebook, report.html (one file, readable anywhere), the figures
    as PNG and SVG, results.csv, and provenance.json: parameters, commit, versions, platform, time.
    It appears when the run has ended. An --out that exists is refused.
    """
    # `options` are --quick and --timeout, which `run` takes under these names.
    values = given(assignments, file)
    # Named by the time to the microsecond, as several runs may start in one second.
    default_folder = Path("runs", f"{name}-{datetime.now():%Y%m%d-%H%M%S-%f}")
    # `ctx.obj` is the folder of notebooks, from the option --book of `osphg` itself.
    try:
        outcome = run(
            name, values, out=out or default_folder, progress=True, book=ctx.obj, **options
        )
    except RunError as error:
        _say(f"{name} failed: {error}")
        if error.outcome and error.outcome.folder:
            click.echo(f"report: {os.path.relpath(error.outcome.folder)}/{REPORT}")
        ctx.exit(error.status)
    for line in warned(outcome.notebook):
        _say(line, kind="warning")
    print_results(outcome.results)
    click.echo(f"report: {os.path.relpath(outcome.folder or '')}/{REPORT}")


@cli.command("sweep")
@_name
@_assigned
@_file
@_out
@_quick
@_timeout
@click.option("--jobs", type=int, metavar="N", help="Runs at a time, here.")
@click.option("--scheduler", metavar="tcp://HOST:PORT", help="Use this Dask cluster's workers.")
@click.option(
    "--limit", type=int, default=LIMIT, show_default=True, metavar="N",
    help="Refuse a grid of more cells.",
)  # fmt: skip
@click.pass_context
def sweep_(
    ctx: click.Context, /, name: str, assignments: tuple[str, ...], file: Path | None,
    out: Path | None, quick: bool, **options: Any,
) -> None:  # fmt: skip
    """Run an experiment for every combination of some parameters' values.

    Values are written -p T=1e3,1e4 or -p seed=0..19 or -p W=0..100..10; lists as [0.5,1],[1,2], and
    texts with a comma as "a, b",c. Those of --params are the same in all cells.

    Leaves one table (results.csv), a summary plot and the cells. It may be interrupted or killed at
    any moment: the same command goes on where it was. Exit status 1 says that a cell failed.
    """
    # `options` are --timeout, --jobs, --scheduler and --limit, which `sweep` takes under these
    # names.
    book = ctx.obj  # the folder of notebooks, from the option --book of `osphg` itself
    axes = parse(find(name, book), assignments)  # the values of each swept parameter, by name
    # `given` without assignments has the values of the file of --params alone. Where a parameter is
    # swept by -p, its value there does not count.
    fixed = {key: value for key, value in given([], file).items() if key not in axes}
    # A sweep of the same values finds the folder of an interrupted one, by its name, and goes on.
    default_folder = Path("runs", f"{name}-sweep-{digest([assignments, fixed, quick])[:8]}")
    outcome = sweep(
        name,
        axes,
        parameters=fixed,
        quick=quick,
        out=out or default_folder,
        progress=True,
        book=book,
        **options,
    )
    folder = os.path.relpath(outcome.folder)
    failed = len(outcome.failures)
    counts = f"{outcome.computed} computed, {outcome.kept} kept, {failed} failed"
    click.echo(f"{name}: {outcome.cells} cells: {counts}; in {folder}")
    if outcome.interrupted:
        click.echo("interrupted; the same command goes on", err=True)
        ctx.exit(130)
    if outcome.failures:
        _say(f"tracebacks: {folder}/{FAILURES}")  # on standard error, as an error
        ctx.exit(1)


@cli.command("compare")
@click.argument("first", metavar="RUN_A", type=_PATH)
@click.argument("second", metavar="RUN_B", type=_PATH)
def compare_(first: Path, second: Path) -> None:
    """Say what differs between two runs: parameters, code and versions, results."""
    comparison = compare(first, second)
    print_comparison(comparison, first=str(first), second=str(second))


@cli.command("verify")
@click.argument("folder", metavar="RUN", type=_PATH)
@_timeout
@click.pass_context
def verify_(ctx: click.Context, folder: Path, timeout: float | None) -> None:
    """Execute a run again, from its parameters and the book's notebook, and compare the numbers.

    Says what of code and machine differs, too. Exit status 1 says that a number does not agree to
    nine significant digits.
    """
    comparison = verify(folder, timeout=timeout, progress=True, book=ctx.obj)
    print_comparison(comparison, first="then", second="now")
    if comparison.digits < DIGITS:
        raise RunError(f"the numbers do not agree to {DIGITS:g} digits")


def given(assignments: Iterable[str], file: Path | None) -> dict[str, Any]:
    """Return the parameters that a person has set, by name: in a file and on the command line.

    Parameters
    ----------
    assignments : iterable of str
        `NAME=VALUE` for each option -p. These win over the file.
    file : Path or None
        The file of the option --params, a YAML mapping.

    Raises
    ------
    UsageError
        For a file that cannot be read, or an assignment that is none.
    """
    on_the_line = pairs(assignments)
    try:
        in_file = mapping(file.read_text("utf-8-sig")) if file else {}
    except (OSError, ValueError) as error:
        raise UsageError(f"--params cannot be read: {file}: {reason(error)}") from None
    return {**in_file, **on_the_line}


# What is printed.


def columns(rows: Iterable[Iterable[object]], indent: str = "") -> None:
    """Print rows as aligned columns, each line after `indent`; None is printed as nothing.

    All rows have the same number of entries.
    """
    cells = [["" if value is None else str(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        line = "  ".join(entry.ljust(width) for entry, width in zip(row, widths, strict=True))
        click.echo(indent + line.rstrip())


def print_results(results: Results) -> None:
    """Print the first rows of a table of results: labels, quantity, value and unit.

    A table without rows is a warning on standard error. `results.key(row)` are the row's labels and
    its quantity, as texts; `columns` prints rows of equal length aligned.
    """
    rows = [(*results.key(row), f"{row['value']:.6g}", row["unit"]) for row in results.rows]
    if rows:
        columns([(*results.labels, "quantity", "value", "unit"), *rows[:_MAX_PRINTED_ROWS]])
    else:
        _say("the notebook shows no table of results", kind="warning")
    if len(rows) > _MAX_PRINTED_ROWS:
        click.echo(f"... {len(rows) - _MAX_PRINTED_ROWS} more in the folder's table")


def print_comparison(comparison: Comparison, first: str, second: str) -> None:
    """Print how two runs differ: in parameters, in code and machine, and in the numbers.

    Of the numbers that differ those are printed that agree to the fewest digits. Among them are
    those that only one of the runs has: the other has None there, and they agree to 0 digits.

    Parameters
    ----------
    comparison
        How the runs differ.
    first, second
        The headings of the columns for the two runs.
    """
    for kind, entries in (("parameters", comparison.parameters), ("code", comparison.code)):
        click.echo(f"{kind} that differ:" if entries else f"{kind}: the same")
        if entries:
            rows = [(entry.name, entry.first, entry.second) for entry in entries]
            columns([("", first, second), *rows], indent="  ")
    results = comparison.results
    if not results:
        click.echo(f"results: all {comparison.numbers} numbers are equal to the last bit")
        return
    click.echo(f"results that differ, of {comparison.numbers} in common:")
    worst = sorted(results, key=lambda entry: entry.digits)[:_MAX_PRINTED_ROWS]
    worst_rows = [(entry.name, entry.first, entry.second, f"{entry.digits:.1f}") for entry in worst]
    columns([("", first, second, "digits that agree"), *worst_rows], indent="  ")
    if more := len(results) - len(worst):
        click.echo(f"  ... {more} more, which agree no worse")
    if in_one_only := sum(entry.first is None or entry.second is None for entry in results):
        # No number of digits is said of all: it would be 0.
        click.echo(f"{in_one_only} numbers are in one of them alone")
    else:
        click.echo(f"all numbers agree to {comparison.digits:.1f} significant digits")


def _say(message: str, kind: str = "error") -> None:
    """Print a message on one line to standard error, cut to 600 characters."""
    click.echo(f"{kind}: {' '.join(message.split())[:600]}", err=True)


def main() -> None:
    """Run the command line and leave with its exit status.

    Whatever goes wrong is said in one line on standard error. The statuses are those in the
    docstring of this module, and 141 where nobody reads the output any more.
    """
    # Ctrl-C and a request to end both raise KeyboardInterrupt, at which a run tidies up.
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, signal.default_int_handler)
    logging.disable()  # packages log what they also raise
    stdout: Any = sys.stdout
    # A character that the terminal cannot show is escaped, as on standard error.
    stdout.reconfigure(errors="backslashreplace")
    if instruction := os.environ.get("_OSPHG_COMPLETE"):
        # A shell asks so what may follow on the line; no command is run.
        sys.exit(shell_complete(cli, {}, "osphg", "_OSPHG_COMPLETE", instruction))
    try:
        with cli.make_context("osphg", sys.argv[1:]) as context:
            cli.invoke(context)
        sys.stdout.flush()
        status = 0
    except click.exceptions.Exit as ended:
        status = ended.exit_code
    except (click.ClickException, UsageError, RunError) as error:
        _say(error.format_message() if isinstance(error, click.ClickException) else str(error))
        status = error.status if isinstance(error, RunError) else 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        status = 130
    except BrokenPipeError:  # the reader has closed the pipe: `osphg list | head -1`
        # Python flushes standard output when it ends, which would fail once more.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        status = 141
    except OSError as error:  # a full disk, say
        _say(f"{error.filename or 'output'}: {reason(error)}")
        status = 1
    sys.exit(status)

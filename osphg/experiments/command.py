"""The command `osphg`: list, show, run, sweep, compare and verify the book's experiments.

Exit status: 0 all went well; 1 a run failed, a cell of a sweep failed, or numbers disagree; 2 the
input cannot be used, and nothing was run or written; 130 interrupted.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem, get_completion_class

from osphg.experiments.catalogue import Experiment, catalogue, find, readable
from osphg.experiments.folders import REPORT, check_folder, content, fresh, reason
from osphg.experiments.grid import LIMIT, duration, parse
from osphg.experiments.parameters import UsageError, Value, mapping, shown, suggestion, written

if TYPE_CHECKING:
    from osphg.experiments.comparing import Comparison
    from osphg.experiments.results import Results

# What runs, reads tables or draws is imported by the commands that do: help, lists and completion
# answer at once.

_LONGEST = 20  # rows that are printed; the rest is in the folder's table
_PATH = click.Path(path_type=Path)


class Commands(click.Group):
    """Say what was meant when a command is misspelt."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return the command of a line; UsageError, with what was meant, if there is none."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            known = self.list_commands(ctx)
            raise UsageError(f"there is no command {args[0]!r}{suggestion(args[0], known)}")
        return super().resolve_command(ctx, args)


def _complete_name(ctx: click.Context, _: click.Parameter, word: str) -> list[CompletionItem]:
    """Offer the experiments whose names begin so."""
    try:
        known = catalogue(ctx.find_root().params.get("book"))
    except UsageError:
        return []
    return [CompletionItem(k, help=e.summary) for k, e in known.items() if k.startswith(word)]


def _complete_set(ctx: click.Context, _: click.Parameter, word: str) -> list[CompletionItem]:
    """Offer the parameters, whose names begin so, of the experiment that is on the line."""
    try:
        known = catalogue(ctx.find_root().params.get("book"))
    except UsageError:
        return []
    # Click does not parse the arguments before an option without its value: look at the line.
    return [
        CompletionItem(f"{name}=", help=parameter.meaning)
        for spoken in os.environ.get("COMP_WORDS", "").split()[:4]
        if spoken in known
        for name, parameter in known[spoken].parameters.items()
        if name.startswith(word)
    ]


_name = click.argument("name", shell_complete=_complete_name)
_file = click.option(
    "--params", "file", type=_PATH, metavar="FILE.yaml",
    help="A mapping of parameters to values; -p goes over it.",
)  # fmt: skip
_quick = click.option("--quick", is_flag=True, help="A first look: start from small parameters.")


def _set(metavar: str, help_: str) -> Callable[[Any], Any]:
    return click.option(
        "-p", "--parameter", "assignments", multiple=True, metavar=metavar, help=help_,
        shell_complete=_complete_set,
    )  # fmt: skip


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--book", type=_PATH, metavar="DIR", help="Another folder of notebooks than book/.")
@click.version_option(package_name="osphg", message="osphg %(version)s")
def cli(book: Path | None) -> None:
    """Rerun the experiments of the OSPHG book with your own parameters.

    \b
    osphg list                                  what there is
    osphg show figure1                          its parameters, with types, ranges and meanings
    osphg run figure1 -p T=20000 -p W=50        run it; leaves a folder with report and results
    osphg sweep figure1 -p W=1,10,100 -p seed=0..19   a grid, in parallel
    osphg compare RUN_A RUN_B                   what differs
    osphg verify RUN                            run it again: do the numbers agree?
    """  # noqa: D301 - click reads \b


@cli.command("list")
@click.pass_context
def list_(ctx: click.Context) -> None:
    """List the experiments, one line each."""
    known, wrong = readable(ctx.find_root().params["book"])
    columns([(name, experiment.summary) for name, experiment in known.items()])
    for line in wrong:
        click.echo(f"warning: {line}", err=True)


@cli.command()
@_name
@click.pass_context
def show(ctx: click.Context, name: str) -> None:
    """Show an experiment's parameters: type, default, range and meaning."""
    experiment = find(name, ctx.find_root().params["book"])
    click.echo(f"{name}: {experiment.summary}")
    usual = experiment.complete({})
    click.echo(f"takes about {duration(experiment.estimate(usual))} with the defaults\n")
    rows = [
        (
            parameter.name,
            parameter.type,
            written(usual[parameter.name]),
            written(experiment.quick[parameter.name]) if parameter.name in experiment.quick else "",
            parameter.range,
            parameter.meaning,
        )
        for parameter in experiment.parameters.values()
    ]
    columns([("parameter", "type", "default", "quick", "range", "meaning"), *rows])


@cli.command("run")
@_name
@_set("NAME=VALUE", "Set a parameter; may be given again for others.")
@_file
@click.option("--out", type=_PATH, metavar="DIR", help="Where to; runs/NAME-TIME when not given.")
@_quick
@click.option(
    "--replace", is_flag=True, help="Rename the run that --out holds, and take its place."
)
@click.pass_context
def run_(
    ctx: click.Context,
    name: str,
    assignments: tuple[str, ...],
    file: Path | None,
    out: Path | None,
    quick: bool,
    replace: bool,
) -> None:
    """Run an experiment and leave a folder that says all about it.

    The folder holds the executed notebook, report.html (one file, readable anywhere), the figures
    as PNG and SVG, results.csv, and provenance.json: parameters, commit, versions, platform, time.
    """
    from datetime import datetime

    from osphg.experiments.executing import require_packages, warned
    from osphg.experiments.running import RunError, run

    book = ctx.find_root().params["book"]
    experiment = find(name, book)
    given, inputs = parameters(experiment, assignments, file)
    values = experiment.complete(given, quick=quick)
    target = out or fresh(Path("runs", f"{name}-{datetime.now():%Y%m%d-%H%M%S}"))
    check_folder(target, replace=replace)
    require_packages("osphg run")
    click.echo(f"{name}: about {duration(experiment.estimate(values))}, into {target}", err=True)
    try:
        outcome = run(
            name, given, out=target, quick=quick, replace=replace, progress=True, book=book,
            inputs=inputs,
        )  # fmt: skip
    except RunError as error:
        place = error.outcome.folder if error.outcome else None
        _say(f"{name} failed: {error} (see {place})")
        ctx.exit(130 if str(error).startswith("KeyboardInterrupt") else 1)
    for line in warned(outcome.notebook):
        click.echo(f"warning: {clean(line)}", err=True)
    print_results(outcome.results)
    assert outcome.folder is not None
    click.echo(f"report: {os.path.relpath(outcome.folder / REPORT)}")


@cli.command("sweep")
@_name
@_set(
    "NAME=VALUES",
    "Values of a parameter: 1e3,1e4 or 0..19 or 0..100..10; [0.5,1],[1,2] for lists;"
    ' "a, b",c for texts with a comma.',
)
@_file
@click.option("--out", type=_PATH, metavar="DIR", help="Where to; one folder per grid in runs/.")
@_quick
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Runs at a time.")
@click.option("--scheduler", metavar="tcp://HOST:PORT", help="Use this Dask cluster's workers.")
@click.option(
    "--limit", type=click.IntRange(1), default=LIMIT, show_default=True, metavar="N",
    help="Refuse a grid of more cells.",
)  # fmt: skip
@click.pass_context
def sweep_(
    ctx: click.Context,
    name: str,
    assignments: tuple[str, ...],
    file: Path | None,
    out: Path | None,
    quick: bool,
    jobs: int | None,
    scheduler: str | None,
    limit: int,
) -> None:
    """Run an experiment for every combination of some parameters' values.

    Leaves one table (results.csv), a summary plot and the cells. It may be interrupted or killed at
    any moment: the same command goes on where it was. Exit status 1 says that a cell failed.
    """
    from osphg.experiments.sweeping import FAILURES, sweep

    book = ctx.find_root().params["book"]
    experiment = find(name, book)
    fixed, inputs = parameters(experiment, [], file)
    axes = parse(experiment, assignments)
    fixed = {key: value for key, value in fixed.items() if key not in axes}
    grid = hashlib.sha256(json.dumps([assignments, inputs, quick]).encode()).hexdigest()[:8]
    done = sweep(
        name, axes, out=out or Path("runs", f"{name}-sweep-{grid}"), parameters=fixed, quick=quick,
        jobs=jobs, scheduler=scheduler, limit=limit, progress=True, book=book,
    )  # fmt: skip
    counts = f"{done.computed} computed, {done.kept} kept, {len(done.failures)} failed"
    click.echo(f"{name}: {done.cells} cells: {counts}; in {os.path.relpath(done.folder)}")
    if done.interrupted:
        click.echo(f"interrupted; to go on: {done.command}", err=True)
        ctx.exit(130)
    for failure in done.failures[:_LONGEST]:
        _say(str(failure))
    if done.failures:
        _say(f"tracebacks: {os.path.relpath(done.folder)}/{FAILURES}")
        ctx.exit(1)


@cli.command("compare")
@click.argument("first", metavar="RUN_A", type=_PATH)
@click.argument("second", metavar="RUN_B", type=_PATH)
def compare_(first: Path, second: Path) -> None:
    """Say what differs between two runs: parameters, code and versions, results."""
    from osphg.experiments.comparing import compare

    print_comparison(compare(first, second), str(first), str(second))


@cli.command("verify")
@click.argument("folder", metavar="RUN", type=_PATH)
@click.option(
    "--digits", type=click.FloatRange(0, 17), default=9.0, show_default=True,
    help="How many significant digits must agree.",
)  # fmt: skip
@click.option("--trust", is_flag=True, help="Execute RUN's notebook though it is not the book's.")
@click.option("--anyway", is_flag=True, help="Compare with a run of other code, too.")
@click.pass_context
def verify_(ctx: click.Context, folder: Path, digits: float, trust: bool, anyway: bool) -> None:
    """Execute a run again from its notebook and parameters, and compare the numbers.

    Only the book's own notebook is executed, unless you have read another one and --trust it. A run
    that other code has computed (osphg, Python, packages) is refused: --anyway compares its numbers
    with those of the present one.
    """
    from osphg.experiments.comparing import verify

    book = ctx.find_root().params["book"]
    found, again = verify(folder, trust=trust, anyway=anyway, progress=True, book=book)
    if again.interrupted:
        raise click.Abort
    if again.error:
        _say(f"the run does not repeat: {again.error}")
        ctx.exit(1)
    print_comparison(found, "then", "now")
    if found.digits < digits:
        _say(f"the numbers do not agree to {digits:g} digits")
        ctx.exit(1)


@cli.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell.

    \b
    bash: eval "$(osphg completion bash)"      in ~/.bashrc
    zsh:  eval "$(osphg completion zsh)"       in ~/.zshrc
    fish: osphg completion fish | source       in config.fish
    """  # noqa: D301
    made = get_completion_class(shell)
    assert made is not None
    click.echo(made(cli, {}, "osphg", "_OSPHG_COMPLETE").source())


# What a person gives.


def parameters(
    experiment: Experiment, assignments: Iterable[str], file: Path | None
) -> tuple[dict[str, Value], dict[str, str]]:
    """Return the parameters that a person gave, and the hash of the file some come from."""
    given: dict[str, Value] = {}
    inputs: dict[str, str] = {}
    if file is not None:
        entries, inputs[file.name] = _mapping(file)
        given |= {key: experiment.parameter(key).typed(value) for key, value in entries.items()}
    found: dict[str, str] = {}
    for text in assignments:
        key, _, value = text.partition("=")
        if not key or not value:
            raise UsageError(f"-p must be NAME=VALUE, got {shown(text)}")
        if key in found:
            raise UsageError(f"-p {key} is given twice: {found[key]} and {value}")
        found[key] = value
    given |= {key: experiment.parameter(key).typed(value) for key, value in found.items()}
    return given, inputs


def _mapping(file: Path) -> tuple[dict[str, Any], str]:
    """Return a file's mapping and its hash."""
    try:
        raw = content(file)
        return mapping(raw.decode("utf-8-sig")), hashlib.sha256(raw).hexdigest()
    except (OSError, ValueError) as error:
        raise UsageError(f"--params cannot be read: {file}: {reason(error)}") from None


# What is printed.


def clean(text: str) -> str:
    """Return a text without what would move a terminal's cursor or colour it."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def columns(rows: Iterable[Iterable[object]], indent: str = "") -> None:
    """Print rows as aligned columns; None is empty."""
    cells = [["" if entry is None else clean(str(entry)) for entry in row] for row in rows]
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


def _say(message: str) -> None:
    click.echo(f"error: {clean(' '.join(message.split()))[:600]}", err=True)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit status."""
    try:
        status = cli.main(arguments, prog_name="osphg", standalone_mode=False) or 0
    except click.ClickException as error:
        _say(error.format_message())
        status = error.exit_code
    except UsageError as error:
        _say(str(error))
        status = 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        status = 130
    except OSError as error:  # a full disk, say: what is complete is on it, the rest is removed
        _say(f"{error.filename or 'output'}: {reason(error)}")
        status = 1
    except RuntimeError as error:
        if type(error).__name__ != "RunError":  # loaded by those who run
            raise
        _say(str(error))
        status = 1
    sys.exit(status)

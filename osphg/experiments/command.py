"""The command `osphg`: list, show, run, sweep, compare and verify the book's experiments.

Exit status: 0 all went well; 1 a run failed, a cell of a sweep failed, or numbers disagree; 2 the
input cannot be used, and nothing was run or written; 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from osphg.experiments.catalogue import find, readable
from osphg.experiments.completing import Assignment, Name
from osphg.experiments.console import columns, leave, print_comparison, print_results
from osphg.experiments.errors import Busy
from osphg.experiments.grid import LIMIT, duration, parse
from osphg.experiments.offering import Commands
from osphg.experiments.parameters import written

# What runs, reads tables or draws is imported by the commands that do: help, lists and completion
# answer at once.


_FAILURES = 10  # failing cells that are printed; all are in the folder
_PATH = click.Path(path_type=Path)
_name = click.argument("name", type=Name())
_set = click.option(
    "-p", "--parameter", "assignments", multiple=True, type=Assignment(), metavar="NAME=VALUE",
    help="Set a parameter; may be given again for others.",
)  # fmt: skip
_file = click.option(
    "--params", "file", type=_PATH, metavar="FILE.yaml",
    help="A mapping of parameters to values; -p goes over it.",
)  # fmt: skip
_quick = click.option("--quick", is_flag=True, help="A first look: start from small parameters.")


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
    click.echo(
        f"takes about {duration(experiment.estimate(experiment.complete({})))} with the defaults\n"
    )
    header = ("parameter", "type", "default", "quick", "range", "meaning")
    rows = [
        (
            parameter.name,
            parameter.type,
            written(parameter.default),
            written(experiment.quick[parameter.name]) if parameter.name in experiment.quick else "",
            parameter.range.text if parameter.range else "",
            parameter.meaning,
        )
        for parameter in experiment.parameters.values()
    ]
    columns([header, *rows])


@cli.command("run")
@_name
@_set
@_file
@click.option("--out", type=_PATH, metavar="DIR", help="Where to; runs/NAME-TIME when not given.")
@_quick
@click.option("--replace", is_flag=True, help="Replace the run that --out holds.")
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
    from osphg.experiments.folders import REPORT, check_folder, fresh
    from osphg.experiments.inputs import parameters
    from osphg.experiments.running import Interrupted, ReportError, RunError, WriteError, run

    book = ctx.find_root().params["book"]
    experiment = find(name, book)
    given, inputs = parameters(experiment, assignments, file)
    values = experiment.complete(given, quick=quick)
    default = Path("runs", f"{name}-{datetime.now():%Y%m%d-%H%M%S}")
    target = out or fresh(default)
    check_folder(target, replace=replace)
    require_packages("osphg run")
    about = duration(experiment.estimate(values))
    try:
        while True:
            click.echo(f"{name}: about {about}, into {target}", err=True)
            try:
                outcome = run(
                    name, given, out=target, quick=quick, replace=replace, progress=True, book=book,
                    inputs=inputs,
                )  # fmt: skip
                break
            except Busy:  # by a run that was started in the same second
                if out is not None:
                    raise
                target = fresh(default)
    except ReportError as error:
        click.echo(f"error: {error} (the rest is in {error.outcome.folder})", err=True)
        ctx.exit(1)
    except WriteError as error:
        print_results(error.outcome.results)
        place = error.outcome.folder
        click.echo(f"error: {error}; {f'it is in {place}' if place else 'it is lost'}", err=True)
        ctx.exit(1)
    except RunError as error:
        see = f" (see {error.outcome.folder})" if error.outcome.folder else ""
        click.echo(f"error: {name} failed: {error}{see}", err=True)
        ctx.exit(130 if isinstance(error, Interrupted) else 1)
    for line in warned(outcome.notebook):
        click.echo(f"warning: {line}", err=True)
    print_results(outcome.results)
    assert outcome.folder is not None
    click.echo(f"report: {os.path.relpath(outcome.folder / REPORT)}")


@cli.command("sweep")
@_name
@click.option(
    "-p", "--parameter", "assignments", multiple=True, type=Assignment(), metavar="NAME=VALUES",
    help="Values of a parameter: 1e3,1e4 or 0..19 or 0..100..10; [0.5,1],[1,2] for lists;"
    ' "a, b",c for texts with a comma.',
)  # fmt: skip
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
    from osphg.experiments.inputs import parameters
    from osphg.experiments.outputs import FAILURES
    from osphg.experiments.summary import MACHINE
    from osphg.experiments.sweeping import sweep

    book = ctx.find_root().params["book"]
    experiment = find(name, book)
    fixed, inputs = parameters(experiment, [], file)
    axes = parse(experiment, assignments)
    fixed = {key: value for key, value in fixed.items() if key not in axes}
    target = out or Path("runs", f"{name}-sweep-{_short([assignments, inputs, quick])}")
    done = sweep(
        name, axes, out=target, parameters=fixed, quick=quick, jobs=jobs, scheduler=scheduler,
        limit=limit, progress=True, book=book,
    )  # fmt: skip
    counts = f"{done.computed} computed, {done.kept} kept, {len(done.failures)} failed"
    click.echo(f"{name}: {done.cells} cells: {counts}; in {os.path.relpath(done.folder)}")
    if MACHINE in done.results.labels:
        click.echo(f"warning: cells are of several machines: see the column {MACHINE}", err=True)
    if done.interrupted:
        click.echo(f"interrupted; to go on: {done.command}", err=True)
        ctx.exit(130)
    for failure in done.failures[:_FAILURES]:
        click.echo(f"error: {failure}", err=True)
    if done.failures:
        click.echo(f"error: tracebacks: {os.path.relpath(done.folder)}/{FAILURES}", err=True)
        ctx.exit(1)


def _short(line: object) -> str:
    """Return eight characters that name a grid, so that the same command finds its folder."""
    import hashlib
    import json

    return hashlib.sha256(json.dumps(line).encode()).hexdigest()[:8]


@cli.command("compare")
@click.argument("first", metavar="RUN_A", type=_PATH)
@click.argument("second", metavar="RUN_B", type=_PATH)
def compare_(first: Path, second: Path) -> None:
    """Say what differs between two runs: parameters, code and versions, results."""
    from osphg.experiments.comparing import compare

    found = compare(first, second)
    print_comparison(found, str(first), str(second))


@cli.command("verify")
@click.argument("folder", metavar="RUN", type=_PATH)
@click.option(
    "--digits", type=click.FloatRange(0, 17), default=9.0, show_default=True,
    help="How many significant digits must agree.",
)  # fmt: skip
@click.option("--anyway", is_flag=True, help="Compare with a run of other code, too.")
@click.pass_context
def verify_(ctx: click.Context, folder: Path, digits: float, anyway: bool) -> None:
    """Execute a run again from its own notebook and parameters, and compare the numbers.

    A run that another osphg has computed is refused: --anyway compares its numbers with those of
    the present one.
    """
    from osphg.experiments.comparing import verify

    found, again = verify(folder, anyway=anyway, progress=True)
    if again.interrupted:
        raise click.Abort
    if again.error:
        click.echo(f"error: the run does not repeat: {again.error}", err=True)
        ctx.exit(1)
    print_comparison(found, "then", "now")
    if found.digits < digits:
        click.echo(f"error: the numbers do not agree to {digits:g} digits", err=True)
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


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    leave(words, lambda: cli.main(words, prog_name="osphg", standalone_mode=False))

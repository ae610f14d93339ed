"""Compute the rows of one system of a kept table, and put them among the others' rows.

    python tools/keep.py tournament Neely-Yu

A kept table holds results of a run or a sweep that would take the book too long: it is a folder of
book/stored, with the rows (results.csv.gz) and how they were computed (provenance.json). Each row
belongs to one system, a way of playing. A new system would mean to compute the table anew; here its
rows alone are computed.

The first word is a folder of book/stored. The system plays alone, with the horizons and seeds of
the command in the table's provenance.json; the rows of all others stay byte for byte. A system that
is no more in the catalogue loses its rows. Commit all but the tables first: a table names the
commit that has computed it.
"""

from __future__ import annotations

import gzip
import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from osphg.experiments import RunError, UsageError, grid, provenance, run, sweep
from osphg.experiments.catalogue import Experiment, book_folder, find
from osphg.experiments.comparing import load
from osphg.experiments.parameters import pairs
from osphg.experiments.results import Results
from osphg.experiments.running import PROVENANCE, RESULTS, as_json
from osphg.sources import write
from osphg.tournament.catalogue import SETS

STORED = book_folder() / "stored"
# By experiment: the column that names the system, and those that tell its rows from one another.
# Rows that agree in all other columns stand together, in the order of the systems. The table of an
# experiment that is not here does not tell which of its rows belong to a system.
COLUMNS = {
    "tournament": ("player", {"heuristic"}),
    "related_work": ("system", {"T", "seed"}),
}
# The kept tables, and about how many seconds each takes for one system, on two processors.
SECONDS = {
    "tournament": 20,
    "tournament_long": 60,
    "related_work": 10,
    "related_work_recent": 10,
}


@dataclass(frozen=True)
class Command:
    """The command that has made a kept table: a sweep of an experiment, or one run of it.

    `axes` has the values of each parameter of a sweep, and `values` the parameters of a run; the
    other one is None. `systems` is the name of the set of systems that plays, a key of `SETS`.
    """

    experiment: Experiment
    axes: Mapping[str, Sequence[Any]] | None
    values: Mapping[str, Any] | None
    systems: str

    def cells(self) -> list[dict[str, Any]]:
        """Return all parameters of each execution of the notebook: one for a run, or a sweep's."""
        if self.axes is None:
            return [self.experiment.complete(self.values or {})]
        sweep_grid = grid.Grid(self.experiment, self.axes, fixed={}, quick=False)
        # A cell is one execution: its swept parameters, and then all its parameters.
        return [values for _swept, values in sweep_grid.cells()]

    def rows(self, system: str) -> Results:
        """Execute the notebook for one system alone, and return its rows.

        Raises
        ------
        RunError
            If the notebook fails.
        """
        name = self.experiment.name
        if self.axes is None:
            # The rows of a run have no label `systems`, so that none has to be set right as below.
            return run(name, {**(self.values or {}), "systems": system}).results
        axes = {**self.axes, "systems": [system]}
        with tempfile.TemporaryDirectory(prefix="osphg-") as folder:
            outcome = sweep(name, axes, out=Path(folder, "sweep"), progress=True)
            if outcome.failures:
                raise RunError(outcome.failures[0].error)
            if not outcome.complete:
                raise RunError("interrupted")
            # The label `systems` of all rows of the table is the set of which this system is one.
            rows = [{**row, "systems": self.systems} for row in outcome.results.rows]
        return Results(name, rows)


def command_of(folder: Path) -> Command:
    """Read the command that has made a kept table from the table's provenance.

    Parameters
    ----------
    folder
        The folder of the table.

    Returns
    -------
    Command
        Of a sweep it has the `axes`, and of a run the `values`; the other one is None. `systems` is
        the name of the set of systems that has played: the value of the experiment's parameter
        `systems`.

    Raises
    ------
    UsageError
        If this tool cannot repeat it: it must be a run or a sweep, and no quick one, of an
        experiment of `COLUMNS`, for which it is known what column names the system.
    """
    command = json.loads((folder / PROVENANCE).read_bytes())["command"]
    words = shlex.split(command)
    accepted = [["osphg", verb, name] for verb in ("run", "sweep") for name in COLUMNS]
    if words[:3] not in accepted or "--quick" in words:
        raise UsageError(f"{folder.name} is made by another command: {command}")
    _, verb, name = words[:3]
    experiment = find(name)
    # The command has "-p NAME=VALUE" for each parameter.
    assignments = [word for before, word in pairwise(words) if before == "-p"]
    if verb == "sweep":
        axes = grid.parse(experiment, assignments)
        (systems,) = axes["systems"]  # a sweep that makes a table has one value of this parameter
        return Command(experiment, axes=axes, values=None, systems=systems)
    values = experiment.complete(pairs(assignments))
    return Command(experiment, axes=None, values=values, systems=str(values["systems"]))


def command_line(name: str, system: str) -> str:
    """Return the command line that computes one system's rows of a kept table."""
    return shlex.join(["python", "tools/keep.py", name, system])


def missing_rows_message(name: str, system: str) -> str:
    """Return what a test says where a kept table has no rows of a system."""
    seconds = SECONDS[name]
    return f"stored/{name} lacks {system}: {command_line(name, system)} (about {seconds} s)"


def merge(
    kept: Results, new: Results, system: str, experiment: str, order: Sequence[str]
) -> Results:
    """Return a kept table in which new rows of one system replace its old ones.

    Parameters
    ----------
    kept : Results
        A table of several systems.
    new : Results
        All rows of `system`, with the same columns.
    system : str
        The system whose rows in `kept` are replaced.
    experiment : str
        The experiment that the table is of: a key of `COLUMNS`.
    order : sequence of str
        The names of all systems, in the order in which the table lists them.

    Returns
    -------
    Results
        Each row stands where it would stand had all systems been computed at once.
    """
    # Rows that agree in all columns but these are a block of the table. In a block the rows of the
    # first system come first, then those of the second, and so on.
    system_column, columns_within_system = COLUMNS[experiment]
    new_rows = Results.from_csv(new.name, new.csv()).rows  # labels are texts, as in a kept table
    other_rows = [row for row in kept.rows if row[system_column] != system]
    block_columns = [
        label for label in kept.labels if label not in {system_column, *columns_within_system}
    ]

    def block_of(row: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return what the rows of a block have in common."""
        return tuple(row[label] for label in block_columns)

    blocks = dict.fromkeys(block_of(row) for row in (*kept.rows, *new_rows))
    block_places = {block: place for place, block in enumerate(blocks)}
    system_places = {name: place for place, name in enumerate(order)}

    def place_of(row: Mapping[str, Any]) -> tuple[int, int]:
        """Return the place of a row's block, and that of its system in the block."""
        name = str(row[system_column])
        return block_places[block_of(row)], system_places.get(name, len(order))

    # Sorting leaves rows of the same system in a block in their order.
    return Results(kept.name, sorted([*other_rows, *new_rows], key=place_of))


def keep(folder: Path, system: str, order: Sequence[str], commit: Mapping[str, Any] | None) -> int:
    """Compute a system's rows of a kept table, and write the table and its provenance.

    The provenance of the table stays that of its first computation. For a system whose rows came
    later it has an entry in `systems`: the command, and what differs from the first computation.

    Parameters
    ----------
    folder : Path
        The folder of the table.
    system : str
        The system that plays; if it is not in `order`, its rows are taken away.
    order : sequence of str
        The names of all systems, in the order in which the table lists them.
    commit : mapping or None
        The commit that computes the rows, as `computing_commit` returns it, for the provenance.
        None stands there as null.

    Returns
    -------
    int
        How many rows the system has now.
    """
    command = command_of(folder)
    old_provenance, kept = load(folder)
    current = provenance.collect(command.experiment, {})  # parameters are not recorded here
    new = Results(kept.name, ())  # no rows
    if system in order:
        new = command.rows(system)
    table = merge(kept, new, system, command.experiment.name, order)

    recorded = ("started", "inputs", "python", "packages", "platform")
    computation = {key: current[key] for key in recorded}
    computation |= {"git": commit, "machine": current["machine"]}
    differences = {
        key: value for key, value in computation.items() if value != old_provenance.get(key)
    }
    systems = dict(old_provenance.get("systems", {}))
    systems.pop(system, None)
    if system in order:
        systems[system] = {"command": command_line(folder.name, system), **differences}
    new_provenance = {**old_provenance, "results_sha256": table.sha256, "systems": systems}
    # Earlier versions of `osphg` wrote digests of a run's other files, which are not kept, and of
    # the provenance, which changes here.
    for outdated in ("files", "checksum"):
        new_provenance.pop(outdated, None)
    write(folder / f"{RESULTS}.gz", gzip.compress(table.csv().encode(), mtime=0))
    write(folder / PROVENANCE, as_json(new_provenance))
    return len(new.rows)


def computing_commit() -> dict[str, Any]:
    """Return the commit that computes, for provenance.json: `commit`, and `clean`, which is True.

    UsageError outside a git repository, or if a file that is no kept table differs from the commit.
    """
    state = provenance.git_state()
    if state is None:
        raise UsageError("a table names the commit that has computed it: work in a git repository")
    git_status = ["git", "-C", str(STORED), "status", "--porcelain", "--"]
    all_but_tables = [":(top)", ":(top,exclude)book/stored"]  # from the repository's top level
    changes = subprocess.check_output([*git_status, *all_but_tables], text=True).splitlines()
    if changes:
        raise UsageError(f"commit first, as the table names the commit: {changes[0].strip()}")
    # Not `state` itself: its `clean` looks at the tables, too, and they may differ.
    return {"commit": state["commit"], "clean": True}


def main(arguments: Sequence[str]) -> None:
    """Compute the rows of the system, in the table, that the command line names.

    UsageError for anything else than the names of a kept table and of a system of it.
    """
    if len(arguments) != 2:
        raise UsageError("usage: python tools/keep.py NAME SYSTEM")
    name, system = arguments
    # `SECONDS` has the kept tables by their names. The command in a table's provenance.json says by
    # which experiment and with which set of systems it was computed; rows stand in the set's order.
    if name not in SECONDS:
        raise UsageError(f"NAME must be one of {', '.join(SECONDS)}, got {name}")
    folder = STORED / name
    command = command_of(folder)
    order = [entry.name for entry in SETS[command.systems]]
    system_column, _ = COLUMNS[command.experiment.name]
    if system not in order:  # a system that has left the set still has rows to lose
        _, kept = load(folder)
        if all(row[system_column] != system for row in kept.rows):
            raise UsageError(f"SYSTEM must be of the set {command.systems}, got {system}")
    count = keep(folder, system, order, computing_commit())
    print(f"{system} has {count:,} rows in book/stored/{name}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (ValueError, RuntimeError) as error:
        sys.exit(f"error: {error}")

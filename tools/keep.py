"""Compute the rows of one system of a kept table, and put them among the others' rows.

    python tools/keep.py tournament Neely-Yu

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
# Rows that agree in all other columns stand together, in the order of the systems.
COLUMNS = {
    "tournament": ("player", {"heuristic"}),
    "related_work": ("system", {"T", "seed"}),
}
# About how many seconds a table takes for one system, on two processors.
SECONDS = {
    "tournament": 20,
    "tournament_long": 60,
    "related_work": 10,
    "related_work_recent": 10,
}


@dataclass(frozen=True)
class Command:
    """The command that has made a kept table.

    `axes` has the values of each parameter of a sweep, and `values` the parameters of a run; the
    other one is None. `systems` is the name of the set that plays.
    """

    experiment: Experiment
    axes: Mapping[str, Sequence[Any]] | None
    values: Mapping[str, Any] | None
    systems: str

    def cells(self) -> list[dict[str, Any]]:
        """Return all parameters of each execution."""
        if self.axes is None:
            return [self.experiment.complete(self.values or {})]
        whole = grid.Grid(self.experiment, self.axes, {}, False)
        return [values for _, values in whole.cells()]

    def rows(self, system: str) -> Results:
        """Execute the notebook anew, for one system alone.

        Raises
        ------
        RunError
            If the notebook fails.
        """
        name, alone = self.experiment.name, {"systems": system}
        if self.axes is None:
            return run(name, {**(self.values or {}), **alone}).results
        axes = {**self.axes, "systems": [system]}
        with tempfile.TemporaryDirectory(prefix="osphg-") as folder:
            found = sweep(name, axes, out=Path(folder, "sweep"), progress=True)
            if not found.complete:
                raise RunError(found.failures[0].error if found.failures else "interrupted")
            rows = [{**row, "systems": self.systems} for row in found.results.rows]
        return Results(name, rows)


def command_of(folder: Path) -> Command:
    """Read the command in a kept table's provenance; UsageError if it makes no such table."""
    origin = json.loads((folder / PROVENANCE).read_bytes())
    words = shlex.split(origin["command"])
    known = [["osphg", how, name] for how in ("run", "sweep") for name in COLUMNS]
    if words[:3] not in known or "--quick" in words:
        raise UsageError(f"{folder.name} is made by another command: {origin['command']}")
    experiment = find(words[2])
    given = [value for before, value in pairwise(words) if before == "-p"]
    if words[1] == "sweep":
        axes = grid.parse(experiment, given)
        (systems,) = axes["systems"]
        return Command(experiment, axes, None, systems)
    values = experiment.complete(pairs(given))
    return Command(experiment, None, values, str(values["systems"]))


def typed(name: str, system: str) -> str:
    """Return the command line that computes one system's rows of a kept table."""
    return shlex.join(["python", "tools/keep.py", name, system])


def lack(name: str, system: str) -> str:
    """Return what a test says of a system whose rows a kept table lacks."""
    return f"stored/{name} lacks {system}: {typed(name, system)} (about {SECONDS[name]} s)"


def merged(
    kept: Results, found: Results, system: str, experiment: str, order: Sequence[str]
) -> Results:
    """Put the rows of one system among those of others.

    Parameters
    ----------
    kept : Results
        A table of several systems.
    found : Results
        All rows of `system`, with the same columns.
    system : str
        Whose rows in `kept` are replaced.
    experiment : str
        What the table is of: a key of `COLUMNS`.
    order : sequence of str
        The systems, as they follow one another.

    Returns
    -------
    Results
        Each row stands where it would stand had all systems been computed at once.
    """
    column, own = COLUMNS[experiment]
    new = Results.from_csv(found.name, found.csv()).rows  # labels are texts, as in a kept table
    together = [label for label in kept.labels if label not in {column, *own}]

    def block(row: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(row[label] for label in together)

    blocks = {key: at for at, key in enumerate(dict.fromkeys(map(block, (*kept.rows, *new))))}
    places = {name: at for at, name in enumerate(order)}
    others = [row for row in kept.rows if row[column] != system]
    rows = [*others, *new]
    rows.sort(key=lambda row: (blocks[block(row)], places.get(str(row[column]), len(places))))
    return Results(kept.name, rows)


def keep(folder: Path, system: str, order: Sequence[str], commit: Mapping[str, Any] | None) -> int:
    """Compute a system's rows of a kept table, and write table and provenance.

    Parameters
    ----------
    folder : Path
        That of the table.
    system : str
        Who plays; if it is not in `order`, its rows are taken away.
    order : sequence of str
        The systems of the table, as they follow one another.
    commit : mapping or None
        What the provenance says of git.

    Returns
    -------
    int
        How many rows the system has now.
    """
    command = command_of(folder)
    origin, kept = load(folder)
    here = provenance.collect(command.experiment, {})
    found = command.rows(system) if system in order else Results(kept.name, ())
    table = merged(kept, found, system, command.experiment.name, order)
    said = {key: here[key] for key in ("started", "inputs", "python", "packages", "platform")}
    said |= {"git": commit, "machine": here["machine"]}
    differs = {key: value for key, value in said.items() if value != origin.get(key)}
    systems = dict(origin.get("systems", {}))
    systems.pop(system, None)
    if system in order:
        systems[system] = {"command": typed(folder.name, system), **differs}
    about = {**origin, "results_sha256": table.sha256, "systems": systems}
    for outdated in ("files", "checksum"):  # of files that were beside the table when it was made
        about.pop(outdated, None)
    write(folder / f"{RESULTS}.gz", gzip.compress(table.csv().encode(), mtime=0))
    write(folder / PROVENANCE, as_json(about))
    return len(found.rows)


def committed() -> dict[str, Any]:
    """Return the commit whose sources compute; UsageError if something else than tables differs."""
    state = provenance.git_state()
    if state is None:
        raise UsageError("a table names the commit that has computed it: work in a git repository")
    git = ["git", "-C", str(STORED), "status", "--porcelain", "--"]
    git += [":(top)", ":(top,exclude)book/stored"]
    changed = subprocess.check_output(git, text=True).splitlines()
    if changed:
        raise UsageError(f"commit first, as the table names the commit: {changed[0].strip()}")
    return {"commit": state["commit"], "clean": True}


def main(arguments: Sequence[str]) -> None:
    if len(arguments) != 2:
        raise UsageError("usage: python tools/keep.py NAME SYSTEM")
    name, system = arguments
    if name not in SECONDS:
        raise UsageError(f"NAME must be one of {', '.join(SECONDS)}, got {name}")
    folder = STORED / name
    command = command_of(folder)
    order = [one.name for one in SETS[command.systems]]
    column, _ = COLUMNS[command.experiment.name]
    if system not in order and all(row[column] != system for row in load(folder)[1].rows):
        raise UsageError(f"SYSTEM must be of the set {command.systems}, got {system}")
    rows = keep(folder, system, order, committed())
    print(f"{system} has {rows:,} rows in book/stored/{name}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (ValueError, RuntimeError) as error:
        sys.exit(f"error: {error}")

"""Kept tables, one system at a time: its rows are computed alone, and no other row moves."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import keep
import pytest

import osphg
from osphg.experiments import UsageError
from osphg.experiments.results import Results
from osphg.tournament.catalogue import RULES, System, entrant, system
from osphg.tournament.contests import CONTESTS
from tests.chapters import defined

T, SEEDS, COMMIT = 64, range(2), {"commit": "0123", "clean": True}
GRID = f"-p systems=leading -p T={T} -p first_seed=0,2 -p seeds=2 -p stored=false"
COMMANDS = {
    "tournament": f"osphg sweep tournament {GRID} --out runs/tiny",
    "related_work": f"osphg run related_work -p 'horizons=[{T},128]' -p seeds=2",
}
tournament = defined("tournament", "tournament")
_, measured = defined("related_work", "concave_switching", "measured")


def computed(name: str, systems: Sequence[System], contests: Sequence[Any] = CONTESTS) -> Results:
    """Return the table that the command of a tiny kept table gives, had these systems played."""
    if name == "related_work":
        return Results(name, measured([T, 128], SEEDS, systems).rows)
    rows = []
    for first in (0, 2):
        labels = {"parameter_T": T, "first_seed": first, "seeds": 2, "stored": False}
        seeds = range(first, first + 2)
        live = tournament(T, 10, seeds, heuristics=True, systems=systems, contests=contests)
        rows += [{"systems": "leading", **labels, **row} for row in live.rows]
    return Results(name, rows)


def tiny(folder: Path, name: str, table: Results) -> Path:
    """Write a tiny kept table, with the provenance of the book's own but for the command."""
    shutil.copytree(keep.STORED / name, folder)
    origin = json.loads((folder / "provenance.json").read_text())
    about = {**origin, "command": COMMANDS[name], "results_sha256": table.sha256}
    (folder / "provenance.json").write_text(json.dumps(about))
    (folder / "results.csv.gz").write_bytes(gzip.compress(table.csv().encode(), mtime=0))
    return folder


def lines(folder: Path) -> list[str]:
    return gzip.decompress((folder / "results.csv.gz").read_bytes()).decode().splitlines()


def provenance(folder: Path) -> dict[str, Any]:
    found = json.loads((folder / "provenance.json").read_text())
    assert isinstance(found, dict)
    return found


MINE = entrant("a made-up one", lambda game: osphg.EvenPacing(memory=20))


@pytest.mark.parametrize("at", range(3))
def test_a_new_system_moves_no_other_row(
    at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is that of all who play at once, wherever the new one stands among them."""
    others = [system("MOSP"), RULES[0]]
    everybody = [*others[:at], MINE, *others[at:]]
    order = [one.name for one in everybody]
    few = CONTESTS[:2]
    alone = computed("tournament", [MINE], few)
    monkeypatch.setattr(keep.Command, "rows", lambda *_: alone)
    folder = tiny(tmp_path / "table", "tournament", computed("tournament", others, few))
    before = lines(folder)
    kept_by_themselves = provenance(folder)["systems"]  # as in the table of the book
    assert keep.keep(folder, MINE.name, order, COMMIT) == len(alone.rows) > 0
    after = lines(folder)
    assert [line for line in after if MINE.name not in line] == before
    assert after == computed("tournament", everybody, few).csv().splitlines()

    said, packed = provenance(folder), (folder / "results.csv.gz").read_bytes()
    assert said["results_sha256"] == hashlib.sha256(gzip.decompress(packed)).hexdigest()
    assert said["git"] == provenance(keep.STORED / "tournament")["git"]
    assert said["systems"][MINE.name]["git"] == COMMIT
    assert said["systems"][MINE.name]["command"] == ("python tools/keep.py table 'a made-up one'")
    keep.keep(folder, MINE.name, order, COMMIT)
    assert (folder / "results.csv.gz").read_bytes() == packed

    monkeypatch.setattr(keep.Command, "rows", lambda *_: pytest.fail("it is not there to play"))
    assert keep.keep(folder, MINE.name, [one.name for one in others], COMMIT) == 0
    assert lines(folder) == before
    assert provenance(folder)["systems"] == kept_by_themselves


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_the_notebook_gives_the_rows_of_one_system(name: str, tmp_path: Path) -> None:
    """Of one whose old rows are wrong, and which stands between two others."""
    playing = [system(who) for who in ("MOSP", "Neely-Yu", "OSPHG")]
    right = computed(name, playing)
    column, _ = keep.COLUMNS[name]
    rows = [{**row, "value": 7.0} if row[column] == "Neely-Yu" else dict(row) for row in right.rows]
    folder = tiny(tmp_path / "table", name, Results(name, rows))
    keep.keep(folder, "Neely-Yu", [one.name for one in playing], COMMIT)
    assert lines(folder) == right.csv().splitlines()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "usage: python tools/keep.py NAME SYSTEM"),
        (["rates", "MOSP"], "NAME must be one of tournament, .*, got rates"),
        (["tournament_long", "PFS"], "SYSTEM must be of the set leading, got PFS"),
        (["related_work", "PFS"], "SYSTEM must be of the set cited, got PFS"),
    ],
)
def test_what_cannot_be_kept_is_refused(words: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=f"^{message}$"):
        keep.main(words)


def test_a_table_of_another_command(tmp_path: Path) -> None:
    shutil.copytree(keep.STORED / "long_games", tmp_path / "table")
    with pytest.raises(UsageError, match="table is made by another command: python -m osphg"):
        keep.command_of(tmp_path / "table")

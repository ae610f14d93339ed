"""Larger runs that the book keeps: their tables, with where they come from.

Each is a folder of book/stored with provenance.json and results.csv.gz, as `osphg run` or `osphg
sweep` left them but for the compression, or as `keep` writes them for a study that is no notebook;
`osphg compare` reads it like any other run.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from osphg.experiments import files, provenance
from osphg.experiments.catalogue import book_folder
from osphg.experiments.comparing import load
from osphg.experiments.folders import RESULTS
from osphg.experiments.results import Results

AGREE = 1e-9  # relative to a number, or to 1 where it is smaller


def _folder(name: str, folder: Path | None) -> Path:
    return book_folder() / "stored" / name if folder is None else folder


def stored(name: str, folder: Path | None = None) -> Results:
    """Return the kept table of an experiment, or the one in another folder.

    FileNotFoundError if there is none; UsageError if it is not the one that its provenance names.
    """
    where = _folder(name, folder)
    if not (where / files.PROVENANCE).is_file():
        raise FileNotFoundError(f"there is no kept table in {where}")
    return load(where)[1]


def parameters(name: str, folder: Path | None = None) -> Mapping[str, Any]:
    """Return the parameters that a kept table was computed with; a sweep's own are in its rows."""
    return dict(load(_folder(name, folder))[0]["parameters"])


def keep(name: str, rows: Iterable[Mapping[str, Any]], parameters: Any, folder: Path) -> None:
    """Keep in a folder what a study computed that is no notebook, with where it comes from."""
    content = Results(name, rows).csv().encode()
    origin = {
        "format": files.FORMAT,
        "experiment": name,
        "parameters": parameters,
        "inputs": {"package": provenance.package_digest(), **provenance.lock_digest()},
        **provenance.surroundings(),
        "results_sha256": hashlib.sha256(content).hexdigest(),
        "status": "complete",
    }
    folder.mkdir(parents=True, exist_ok=True)
    with files.locked(folder):
        files.install(folder, {f"{RESULTS}.gz": gzip.compress(content, mtime=0)}, origin)


def agreed(
    live: Results,
    name: str,
    folder: Path | None = None,
    spread: Mapping[tuple[str, ...], float] | None = None,
) -> int:
    """Return how many numbers of a table the kept one has, too: all of these agree to nine digits.

    Rows are the same if they agree in the quantity and in all labels that both tables have, as
    texts: one of them is read back from a file, and a sweep's has its parameters besides. `spread`
    says how far a number of `live` moves, by its `Results.key`, if a unit of its game changes by
    rounding: where the game is chaotic, ten times that may lie between two processors. ValueError
    if a number differs, naming its row, both numbers and both machines.
    """
    origin, table = load(_folder(name, folder))
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

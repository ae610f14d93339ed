"""Larger runs that the book keeps: their tables, with where they come from.

Each is a folder of book/stored with provenance.json and results.csv.gz, as `osphg run` or `osphg
sweep` left them but for the compression, or as `keep` writes them for a study that is no notebook;
`osphg compare` reads it like any other run.
"""

from __future__ import annotations

import gzip
import hashlib
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from osphg.core.validate import FloatArray
from osphg.experiments import files, provenance
from osphg.experiments.catalogue import book_folder
from osphg.experiments.comparing import load
from osphg.experiments.errors import UsageError
from osphg.experiments.folders import RESULTS
from osphg.experiments.results import Results
from osphg.studies.tables import samples


def stored(name: str, folder: Path | None = None, *, labels: Iterable[str] = ()) -> Results:
    """Return the kept table of an experiment, or the one in another folder.

    Raises
    ------
    FileNotFoundError
        If there is none.
    UsageError
        If it is damaged, not the one that its provenance names, or without one of these labels.

    Examples
    --------
    >>> stored("related_work").labels
    ('system', 'T', 'seed')
    """
    where = book_folder() / "stored" / name if folder is None else folder
    if not (where / files.PROVENANCE).is_file():
        raise FileNotFoundError(f"there is no kept table in {where}")
    found = load(where)[1]
    if not set(labels) <= set(found.labels):
        raise UsageError(f"{RESULTS} must have the columns {', '.join(labels)}")
    return found


def kept(*names: str) -> tuple[Results, ...]:
    """Return those of some tables that the book keeps; none of them need be there.

    Examples
    --------
    >>> [table.labels for table in kept("related_work", "nothing")]
    [('system', 'T', 'seed')]
    """
    folder = book_folder() / "stored"
    return tuple(stored(name) for name in names if (folder / name / files.PROVENANCE).is_file())


def keep(
    name: str,
    rows: Iterable[Mapping[str, Any]],
    parameters: Mapping[str, Any],
    folder: Path | None = None,
) -> None:
    """Keep the table of `python -m osphg.studies.NAME`, or put it in another folder.

    The rows are taken one by one: what computes them on the way is in the seconds that are noted.
    """
    began, started = time.perf_counter(), datetime.now(UTC).isoformat(timespec="seconds")
    content = Results(name, rows).csv().encode()
    origin = {
        "format": files.FORMAT,
        "experiment": name,
        "parameters": parameters,
        "command": f"python -m osphg.studies.{name}",
        "started": started,
        "inputs": {"package": provenance.package_digest(), **provenance.lock_digest()},
        **provenance.surroundings(),
        "results_sha256": hashlib.sha256(content).hexdigest(),
        "status": "complete",
        "seconds": round(time.perf_counter() - began, 3),
    }
    where = book_folder() / "stored" / name if folder is None else folder
    where.mkdir(parents=True, exist_ok=True)
    packed = {f"{RESULTS}.gz": gzip.compress(content, mtime=0)}
    with files.locked(where):
        files.install(where, packed, origin)


def differences(first: Results, second: Results) -> FloatArray:
    """Return |a - b| / max(|a|, |b|, 1) for each number that two tables have in common.

    Rows are the same if they agree in the quantity and in all labels that both tables have, as
    texts: one of them may be read back from a file, and a sweep's has its parameters besides.

    Raises
    ------
    ValueError
        If these labels do not tell the rows of a table apart.

    Examples
    --------
    >>> one, two = (Results("x", [{"seed": 0, "quantity": "q", "value": v, "unit": "1"}])
    ...             for v in (2.0, 3.0))
    >>> differences(one, two).round(3)
    array([0.333])
    """
    shared = [name for name in first.labels if name in second.labels]
    one, other = (samples(table, *shared, "quantity") for table in (first, second))
    pairs = np.array([(one[k].item(), other[k].item()) for k in one if k in other]).reshape(-1, 2)
    scale = np.maximum(np.abs(pairs).max(1, initial=0), 1.0)
    return np.asarray(np.abs(pairs[:, 0] - pairs[:, 1]) / scale)

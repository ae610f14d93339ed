"""Larger runs that the book keeps: their tables, with where they come from.

Each is a folder of book/stored with provenance.json and results.csv.gz, as `osphg run` or `osphg
sweep` left them but for the compression; `osphg compare` reads it like any other run.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import TypeVar

import numpy as np

from osphg.core.validate import FloatArray
from osphg.experiments.catalogue import book_folder
from osphg.experiments.comparing import load
from osphg.experiments.folders import PROVENANCE
from osphg.experiments.results import Results


def stored(name: str, folder: Path | None = None) -> Results:
    """Return the kept table of an experiment, or the one in another folder.

    Raises
    ------
    FileNotFoundError
        If there is none.
    UsageError
        If it is damaged, or not the one that its provenance names.
    """
    where = book_folder() / "stored" / name if folder is None else folder
    if not (where / PROVENANCE).is_file():
        raise FileNotFoundError(f"there is no kept table in {where}")
    return load(where)[1]


Key = TypeVar("Key", bound=Hashable)


def differences(first: Mapping[Key, float], second: Mapping[Key, float]) -> FloatArray:
    """Return |a - b| / max(|a|, |b|, 1) for each number that two tables have in common."""
    pairs = np.array([(first[k], second[k]) for k in first if k in second]).reshape(-1, 2)
    scale = np.maximum(np.abs(pairs).max(1, initial=0), 1.0)
    return np.asarray(np.abs(pairs[:, 0] - pairs[:, 1]) / scale)

"""A kept table that is made up."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from osphg.experiments import folders, provenance
from osphg.experiments.catalogue import book_folder
from osphg.experiments.results import Results


def keep(rows: Iterable[Mapping[str, Any]], folder: Path, **parameters: Any) -> None:
    """Keep rows as the book keeps those of its rates, as if computed here."""
    content = Results("made up", rows).csv().encode()
    said = folders.read_provenance(book_folder() / "stored" / "rates")
    said |= {"parameters": parameters, **provenance.surroundings()}
    said["results_sha256"] = hashlib.sha256(content).hexdigest()
    folders.install(folder, {"results.csv.gz": gzip.compress(content)}, said)

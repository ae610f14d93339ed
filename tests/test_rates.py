"""Rates over T: the stored table."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from osphg.experiments.comparing import load
from osphg.experiments.folders import checksum

BOOK = Path(__file__).parent.parent / "book"
STORED = BOOK / "stored" / "rates"


@pytest.fixture(scope="module")
def provenance() -> dict[str, Any]:
    return json.loads((STORED / "provenance.json").read_text(encoding="utf-8"))


class TestStored:
    def test_is_the_table_that_its_provenance_names(self, provenance: dict[str, Any]) -> None:
        content = gzip.decompress((STORED / "results.csv.gz").read_bytes())
        assert hashlib.sha256(content).hexdigest() == provenance["results_sha256"]
        assert provenance["status"] == "complete"
        assert provenance["git"]["clean"]
        assert {"numpy", "numba", "osphg"} <= set(provenance["packages"])

    def test_another_table_is_refused(self, tmp_path: Path, provenance: dict[str, Any]) -> None:
        with pytest.raises(ValueError, match="is not a run"):
            load(tmp_path)
        content = b"T,quantity,value,unit\n1,x,1.0,1\n"
        (tmp_path / "results.csv.gz").write_bytes(gzip.compress(content))
        said = {**provenance, "results_sha256": hashlib.sha256(content).hexdigest()}
        (tmp_path / "provenance.json").write_text(json.dumps({**said, "checksum": checksum(said)}))
        (tmp_path / "results.csv.gz").write_bytes(gzip.compress(content + b"2,x,1.0,1\n"))
        with pytest.raises(ValueError, match="its checksum differs"):
            load(tmp_path)
        (tmp_path / "results.csv.gz").write_bytes(gzip.compress(content)[:-9])
        with pytest.raises(ValueError, match="cannot be read"):
            load(tmp_path)

"""The kept week: its table, and how it is made again."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import open_bandit as tool
import pytest

from osphg.experiments.catalogue import book_folder

KEPT = book_folder() / "data" / "open_bandit"


def table(folder: Path) -> list[dict[str, str]]:
    data = gzip.decompress((folder / "impressions.csv.gz").read_bytes())
    return list(csv.DictReader(io.StringIO(data.decode())))


def provenance(folder: Path) -> dict[str, Any]:
    named: dict[str, Any] = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))
    return named


def test_the_kept_table_is_the_one_that_its_provenance_names() -> None:
    named = provenance(KEPT)
    data = gzip.decompress((KEPT / "impressions.csv.gz").read_bytes())
    assert hashlib.sha256(data).hexdigest() == named["sha256_of_table"]
    assert (named["rows"], named["clicks"], named["segments"]) == (22_424, 130, 296)


FIELDS = ("timestamp", "item_id", "position", "click", *tool.FEATURES)


def made_up(path: Path) -> Path:
    """A wheel with a handful of impressions of each campaign."""
    with zipfile.ZipFile(path, "w") as archive:
        for c, campaign in enumerate(tool.FILES):
            text = io.StringIO()
            table = csv.DictWriter(text, FIELDS)
            table.writeheader()
            for k in range(4 + c):
                table.writerow({
                    "timestamp": f"2019-11-2{4 + k}T0{k}:59:59.500000+00:00",
                    "item_id": k, "position": 1 + k % 3, "click": int(k == 1),
                    **{f: "same" if f != tool.FEATURES[0] else k % 2 for f in tool.FEATURES},
                })  # fmt: skip
            archive.writestr(f"obp/dataset/obd/random/{campaign}/{campaign}.csv", text.getvalue())
    return path


class TestRegeneration:
    def test_a_made_up_wheel(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        wheel = made_up(tmp_path / "obp.whl")
        monkeypatch.setattr(tool, "SHA256", hashlib.sha256(wheel.read_bytes()).hexdigest())
        monkeypatch.setattr(tool, "TARGET", tmp_path / "out")
        tool.main(str(wheel))
        rows, named = table(tmp_path / "out"), provenance(tmp_path / "out")
        assert (named["segments"], named["rows"], len(rows)) == (2, 15, 15)
        assert (named["impressions"], named["clicks"]) == (15, 3)
        # the second impression of "men": hour 1 of day 1, position 2, the rarer feature, a click
        assert {
            "hour": "25", "campaign": "men", "position": "2", "segment": "1",
            "impressions": "1", "clicks": "1",
        } in rows  # fmt: skip
        first = (tmp_path / "out" / "impressions.csv.gz").read_bytes()
        tool.main(str(wheel))
        assert (tmp_path / "out" / "impressions.csv.gz").read_bytes() == first

    def test_another_wheel_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(SystemExit, match="with SHA-256 87dec"):
            tool.main(str(made_up(tmp_path / "obp.whl")))

"""The table of the chapter on real data is the one that its provenance names; how it is made."""

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

from osphg.experiments.catalogue import book_folder

KEPT = book_folder() / "data" / "open_bandit"


def provenance(folder: Path) -> dict[str, Any]:
    named: dict[str, Any] = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))
    return named


def test_the_kept_table_is_the_one_that_its_provenance_names() -> None:
    named = provenance(KEPT)
    data = gzip.decompress((KEPT / "impressions.csv.gz").read_bytes())
    assert hashlib.sha256(data).hexdigest() == named["sha256_of_table"]
    assert (named["rows"], named["clicks"], named["segments"]) == (22_424, 130, 296)


FIELDS = ("timestamp", "item_id", "position", "click", *tool.FEATURES)


def small_wheel(path: Path) -> Path:
    """Write a wheel with a handful of impressions of each campaign; return its path."""
    with zipfile.ZipFile(path, "w") as archive:
        for c, file in enumerate(provenance(KEPT)["files"]):
            text = io.StringIO()
            table = csv.DictWriter(text, FIELDS)
            table.writeheader()
            for k in range(4 + c):
                table.writerow({
                    "timestamp": f"2019-11-2{4 + k}T0{k}:59:59.500000+00:00",
                    "item_id": k, "position": 1 + k % 3, "click": int(k == 1),
                    **{f: "same" if f != tool.FEATURES[0] else k % 2 for f in tool.FEATURES},
                })  # fmt: skip
            archive.writestr(file, text.getvalue())
    return path


def test_impressions_of_a_small_wheel_are_counted(tmp_path: Path) -> None:
    rows = tool.impression_counts(small_wheel(tmp_path / "obp.whl"), provenance(KEPT)["files"])
    assert len(rows) == rows["impressions"].sum() == 15
    assert (rows["clicks"].sum(), rows["segment"].nunique()) == (3, 2)
    # the second impression of "men": hour 1 of day 1, position 2, the rarer feature, a click
    (clicked,) = rows[(rows["campaign"] == "men") & (rows["clicks"] == 1)].to_dict("records")
    assert clicked == {
        "hour": 25, "campaign": "men", "position": 2, "segment": 1, "impressions": 1, "clicks": 1,
    }  # fmt: skip

"""Make the table of impressions that the chapter on real data plays, from one published wheel.

The wheel of `obp` carries a sample of the Open Bandit Dataset: impressions of a fashion shop in a
week of November 2019, under a policy that draws items uniformly. What is kept of it is how many
impressions and clicks each hour, placement and visitor segment had: nothing of a visitor, and no
item. Pip downloads the wheel, and takes no other than the one whose hash stands in the table's
`provenance.json`; the tests compare the table with its own.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pandas as pd

START = pd.Timestamp("2019-11-24T00:00:00+00:00")
FEATURES = [f"user_feature_{i}" for i in range(4)]
CELL = ["hour", "campaign", "position", "segment"]
TARGET = Path(__file__).resolve().parent.parent / "book" / "data" / "open_bandit"


def counted(wheel: Path, files: list[str]) -> pd.DataFrame:
    """Return how many impressions and clicks each hour, campaign, position and segment had.

    A segment is what the shop's four hashed features of a visitor say together; segments are
    numbered by their impressions, the most frequent first.
    """
    kinds = dict.fromkeys(FEATURES, str)
    with zipfile.ZipFile(wheel) as archive:
        parts = {Path(f).stem: pd.read_csv(archive.open(f), dtype=kinds) for f in files}
    rows = pd.concat([part.assign(campaign=name) for name, part in parts.items()])
    segments = rows.groupby(FEATURES, as_index=False).size()
    segments = segments.sort_values(["size", *FEATURES], ascending=[False, *[True] * 4])
    rows = rows.merge(segments.assign(segment=range(len(segments))), on=FEATURES)
    passed = pd.to_datetime(rows["timestamp"], format="ISO8601", utc=True) - START
    rows = rows.assign(hour=passed // pd.Timedelta(hours=1))
    return rows.groupby(CELL, as_index=False).agg(
        impressions=("click", "size"), clicks=("click", "sum")
    )


if __name__ == "__main__":
    named = json.loads((TARGET / "provenance.json").read_text(encoding="utf-8"))
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder, "wanted.txt")
        wanted.write_text(f"{named['package']} --hash=sha256:{named['sha256_of_wheel']}")
        pip += ["--only-binary=:all:", "--dest", folder, "--requirement", str(wanted)]
        subprocess.run(pip, check=True)
        table = counted(next(Path(folder).glob("*.whl")), named["files"])
    data = table.to_csv(index=False, lineterminator="\n").encode()
    (TARGET / "impressions.csv.gz").write_bytes(gzip.compress(data, 9, mtime=0))

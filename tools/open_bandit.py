"""Make the table of impressions that the chapter on real data plays, from one published wheel.

The wheel of `obp` carries a sample of the Open Bandit Dataset: impressions of a fashion shop in a
week of November 2019, under a policy that draws items uniformly. What is kept of it is how many
impressions and clicks each hour, placement and visitor segment had: nothing of a visitor, and no
item.

    python tools/open_bandit.py [WHEEL]

Without a WHEEL pip downloads it. It must be the one, and the table become the one, whose hashes
stand in the table's `provenance.json`: the package would bring all that it needs for one table.
"""

from __future__ import annotations

import gzip
import hashlib
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


def same(what: str, data: bytes, sha256: str) -> bytes:
    if (found := hashlib.sha256(data).hexdigest()) != sha256:
        sys.exit(f"error: {what} must have SHA-256 {sha256}, got {found}")
    return data


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


def main(given: str = "") -> None:
    named = json.loads((TARGET / "provenance.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        if not given:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
            command += ["--only-binary=:all:", "--dest", folder, named["package"]]
            subprocess.run(command, check=True)
        wheel = Path(given) if given else next(Path(folder).glob("*.whl"))
        same(f"WHEEL ({named['package']})", wheel.read_bytes(), named["sha256_of_wheel"])
        table = counted(wheel, named["files"])
    data = table.to_csv(index=False, lineterminator="\n").encode()
    same("the table", data, named["sha256_of_table"])
    (TARGET / "impressions.csv.gz").write_bytes(gzip.compress(data, 9, mtime=0))


if __name__ == "__main__":
    main(*sys.argv[1:])

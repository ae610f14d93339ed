"""Make the table of impressions that the chapter on real data plays, from one published wheel.

The wheel of `obp` 0.4.1 carries a sample of the Open Bandit Dataset: impressions of a fashion shop
in a week of November 2019, under a policy that draws items uniformly. What is kept of it is how
many impressions and clicks each hour, placement and visitor segment had: nothing of a visitor, and
no item.

    python tools/open_bandit.py [WHEEL]

Without a WHEEL pip downloads it; either way it must be the one whose hash stands here.

Its own, as the package would bring all that it needs for one table.
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

REQUIREMENT = "obp==0.4.1"
SHA256 = "87dec9caf4283c25ab13036532e0a24566f1c7bdcad1653a8ded43b2f5ef8208"
FILES = {c: f"obp/dataset/obd/random/{c}/{c}.csv" for c in ("all", "men", "women")}
START = pd.Timestamp("2019-11-24T00:00:00+00:00")
FEATURES = [f"user_feature_{i}" for i in range(4)]
CELL = ["hour", "campaign", "position", "segment"]
TARGET = Path(__file__).resolve().parent.parent / "book" / "data" / "open_bandit"


def read(wheel: Path) -> pd.DataFrame:
    """Return the rows of the three campaigns, with their campaign; SystemExit for another wheel."""
    found = hashlib.sha256(wheel.read_bytes()).hexdigest()
    if found != SHA256:
        sys.exit(f"error: WHEEL must be {REQUIREMENT} with SHA-256 {SHA256}, got {found}")
    kinds = dict.fromkeys(FEATURES, str)
    with zipfile.ZipFile(wheel) as archive:
        parts = {c: pd.read_csv(archive.open(file), dtype=kinds) for c, file in FILES.items()}
    return pd.concat([rows.assign(campaign=c) for c, rows in parts.items()])


def counted(rows: pd.DataFrame) -> pd.DataFrame:
    """Return how many impressions and clicks each hour, campaign, position and segment had.

    A segment is what the shop's four hashed features say together; segments are numbered by
    their impressions, the most frequent first.
    """
    segments = rows.groupby(FEATURES, as_index=False).size()
    segments = segments.sort_values(["size", *FEATURES], ascending=[False, *[True] * 4])
    rows = rows.merge(segments.assign(segment=range(len(segments))), on=FEATURES)
    passed = pd.to_datetime(rows["timestamp"], format="ISO8601", utc=True) - START
    rows = rows.assign(hour=passed // pd.Timedelta(hours=1))
    return rows.groupby(CELL, as_index=False).agg(
        impressions=("click", "size"), clicks=("click", "sum")
    )


def write(table: pd.DataFrame, folder: Path) -> None:
    """Write the table and what it was made from."""
    data = table.to_csv(index=False, lineterminator="\n").encode()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "impressions.csv.gz").write_bytes(gzip.compress(data, 9, mtime=0))
    provenance = {
        "source": "Open Bandit Dataset, the sample that the Python package obp carries",
        "package": REQUIREMENT,
        "sha256_of_wheel": SHA256,
        "files": list(FILES.values()),
        "licence_of_package": "Apache-2.0",
        "authors": "Yuta Saito, Shunsuke Aihara, Megumi Matsutani, Yusuke Narita",
        "changes": "counted by hour, campaign, position and segment; segments numbered; items,"
        " affinities and propensities left out",
        "made_by": "python tools/open_bandit.py",
        "rows": len(table),
        "segments": int(table["segment"].max()) + 1,
        "impressions": int(table["impressions"].sum()),
        "clicks": int(table["clicks"].sum()),
        "sha256_of_table": hashlib.sha256(data).hexdigest(),
    }
    (folder / "provenance.json").write_text(json.dumps(provenance, indent=1) + "\n", "utf-8")


def main(wheel: str = "") -> None:
    with tempfile.TemporaryDirectory() as folder:
        if not wheel:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", REQUIREMENT]
            subprocess.run([*command, "--only-binary=:all:", "--dest", folder], check=True)
            wheel = str(next(Path(folder).glob("*.whl")))
        table = counted(read(Path(wheel)))
    write(table, TARGET)
    print(f"{len(table)} rows -> {TARGET}")


if __name__ == "__main__":
    main(*sys.argv[1:])

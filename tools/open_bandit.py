"""Make the table of impressions that the chapter on real data plays, from one published wheel.

    python tools/open_bandit.py

It writes `book/data/open_bandit/impressions.csv.gz`, and needs a network. Nobody has to run it: the
table is part of the repository, and the tests compare its hash with the one in `provenance.json`.

The wheel of `obp` carries a sample of the Open Bandit Dataset: impressions in a fashion shop in a
week of November 2019, under a policy that draws items uniformly. The table counts the impressions
and clicks of each hour, placement and visitor segment. It has nothing of a single visitor, and no
items. Pip downloads the wheel, and takes only the one whose hash stands in the same
`provenance.json`.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pandas as pd

START = pd.Timestamp("2019-11-24T00:00:00+00:00")
FEATURES = [f"user_feature_{i}" for i in range(4)]
CELL = ["hour", "campaign", "position", "segment"]
FOLDER = Path(__file__).resolve().parent.parent / "book" / "data" / "open_bandit"


def impression_counts(wheel: Path, files: list[str]) -> pd.DataFrame:
    """Count the impressions and clicks of each hour, campaign, position and visitor segment.

    Parameters
    ----------
    wheel
        The wheel of `obp`.
    files
        The files in it to read: one table for each campaign, with a row for each impression.

    Returns
    -------
    pandas.DataFrame
        A row for each combination that occurs, with columns `CELL`, impressions and clicks. Hours
        count from `START`. A segment is a combination of the shop's four hashed features of a
        visitor; segments are numbered by their impressions, the most frequent first.
    """
    types = dict.fromkeys(FEATURES, str)  # hashes, which pandas might take for numbers
    with zipfile.ZipFile(wheel) as archive:
        tables = {Path(file).stem: pd.read_csv(archive.open(file), dtype=types) for file in files}
    rows = pd.concat([table.assign(campaign=name) for name, table in tables.items()])
    segments = rows.groupby(FEATURES, as_index=False).size()
    # The largest segment comes first. The features decide between segments of the same size, so
    # that the order is always the same.
    segments = segments.sort_values(["size", *FEATURES], ascending=[False, *[True] * len(FEATURES)])
    rows = rows.merge(segments.assign(segment=range(len(segments))), on=FEATURES)
    since_start = pd.to_datetime(rows["timestamp"], format="ISO8601", utc=True) - START
    rows = rows.assign(hour=since_start // pd.Timedelta(hours=1))
    # A row is an impression, and its "click" is 0 or 1.
    return rows.groupby(CELL, as_index=False).agg(
        impressions=("click", "size"), clicks=("click", "sum")
    )


def download_wheel(provenance: dict[str, Any], folder: str) -> Path:
    """Have pip download the wheel that `provenance` names into `folder`; return its path.

    `provenance` has the wheel's `package` with its version, as pip takes it (``obp==0.4.1``), and
    `sha256_of_wheel`. Pip fails, and so does this function, if the wheel has another hash. `folder`
    is empty before, so that it then has no other wheel.
    """
    requirements = Path(folder, "wanted.txt")
    hash_of_wheel = provenance["sha256_of_wheel"]
    requirements.write_text(f"{provenance['package']} --hash=sha256:{hash_of_wheel}")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
    pip += ["--only-binary=:all:", "--dest", folder, "--requirement", str(requirements)]
    subprocess.run(pip, check=True)
    return next(Path(folder).glob("*.whl"))


def main() -> None:
    """Download the wheel and write the table, the same bytes each time."""
    provenance = json.loads((FOLDER / "provenance.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        table = impression_counts(download_wheel(provenance, folder), provenance["files"])
    data = table.to_csv(index=False, lineterminator="\n").encode()
    (FOLDER / "impressions.csv.gz").write_bytes(gzip.compress(data, 9, mtime=0))


if __name__ == "__main__":
    main()

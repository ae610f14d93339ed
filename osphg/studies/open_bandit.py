"""The week of impressions that the book keeps: a table, with where it comes from.

`tools/open_bandit.py` made it of the sample of the Open Bandit Dataset (Saito et al. 2020,
arXiv:2008.07146) that a published package carries.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from osphg.checks import FloatArray
from osphg.experiments.catalogue import book_folder
from osphg.experiments.errors import UsageError

HOURS, CAMPAIGNS, POSITIONS = 7 * 24, ("all", "men", "women"), 3


@dataclass(frozen=True, eq=False)
class Week:
    """Impressions and clicks of a week, counted by hour, placement and segment of visitors.

    Attributes
    ----------
    impressions : array (168, n, m)
        By hour, placement and segment.
    clicks : array (168, n)
        By hour and placement.

    Examples
    --------
    >>> week = load()
    >>> week.names[3], week.prices.sum(0)[:3].tolist()
    ('men 1', [3322.0, 3412.0, 3266.0])
    >>> bool(np.allclose(week.chances.sum(0), 1))
    True
    """

    impressions: FloatArray
    clicks: FloatArray
    names = tuple(f"{campaign} {i + 1}" for campaign in CAMPAIGNS for i in range(POSITIONS))

    @property
    def n(self) -> int:
        """The number of placements: a campaign and a position each."""
        return len(self.names)

    @cached_property
    def total(self) -> float:
        """All impressions of the week."""
        return float(self.impressions.sum())

    @cached_property
    def prices(self) -> FloatArray:
        """Impressions by hour and placement, (168, n)."""
        return np.asarray(self.impressions.sum(2))

    @cached_property
    def visitors(self) -> FloatArray:
        """Impressions by hour and segment, (168, m): they stand in for visitors."""
        return np.asarray(self.impressions.sum(1))

    @cached_property
    def chances(self) -> FloatArray:
        """The share of a segment's impressions of the week that a placement had, (n, m)."""
        by_placement = self.impressions.sum(0)
        return np.asarray(by_placement / by_placement.sum(0))


def provenance(folder: Path | None = None) -> dict[str, Any]:
    """Return where the table comes from."""
    return dict(json.loads((_folder(folder) / "provenance.json").read_text("utf-8")))


def load(folder: Path | None = None) -> Week:
    """Return the week that the book keeps, or the one in another folder.

    FileNotFoundError if there is none; UsageError if it is not the one that its provenance names.
    """
    named, packed = provenance(folder), _folder(folder) / "impressions.csv.gz"
    data = gzip.decompress(packed.read_bytes())
    if (found := hashlib.sha256(data).hexdigest()) != named["sha256_of_table"]:
        raise UsageError(
            f"{packed.name} must hold the table of SHA-256 {named['sha256_of_table']}, which"
            f" provenance.json names, got {found}"
        )
    impressions = np.zeros((HOURS, len(Week.names), named["segments"]))
    clicks = np.zeros(impressions.shape[:2])
    for row in csv.DictReader(data.decode().splitlines()):
        place = POSITIONS * CAMPAIGNS.index(row["campaign"]) + int(row["position"]) - 1
        impressions[int(row["hour"]), place, int(row["segment"])] += int(row["impressions"])
        clicks[int(row["hour"]), place] += int(row["clicks"])
    return Week(impressions, clicks)


def _folder(given: Path | None) -> Path:
    return book_folder() / "data" / "open_bandit" if given is None else given

"""The week of impressions that the book keeps: a table, with where it comes from.

`tools/open_bandit.py` made it of the sample of the Open Bandit Dataset (Saito et al. 2020,
arXiv:2008.07146) that a published package carries.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import zlib
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen, own_array
from osphg.experiments.catalogue import book_folder
from osphg.experiments.errors import UsageError
from osphg.experiments.files import PROVENANCE, read_json

TABLE = "impressions.csv.gz"
DAY = 24  # hours
HOURS = 7 * DAY
CAMPAIGNS = ("all", "men", "women")
POSITIONS = 3
_HEADER = ["hour", "campaign", "position", "segment", "impressions", "clicks"]
_LARGEST = 50_000_000  # bytes of the table
_TOTALS = ("rows", "segments", "impressions", "clicks")


def _counts(*shape: int | None) -> Any:
    def check(name: str, value: Any) -> FloatArray:
        array = own_array(*shape)(name, value)
        if (array < 0).any():
            raise ValueError(f"{name} must not be negative, got {array.min():g}")
        return array

    return check


@frozen(repr=False)
class Week:
    """Impressions and clicks of a week, counted by hour, placement and visitor segment.

    Parameters
    ----------
    impressions : array (168, n, m)
        By hour, placement and segment; not negative, and every segment has some.
    clicks : array (168, n)
        By hour and placement.

    Raises
    ------
    TypeError, ValueError
        For an array that is not as said above.

    Examples
    --------
    >>> week = load()
    >>> week
    Week(9 placements, 296 segments, 30000 impressions, 130 clicks)
    >>> week.names[3]
    'men 1'
    >>> bool(np.allclose(week.chances.sum(0), 1))
    True
    """

    impressions: FloatArray = checked(_counts(HOURS, None, None))
    clicks: FloatArray = checked(_counts(HOURS, None))

    def __attrs_post_init__(self) -> None:
        """Refuse arrays that do not fit together, and segments that were never seen."""
        if self.clicks.shape[1] != self.n:
            raise ValueError(f"clicks must have shape ({HOURS}, {self.n}), got {self.clicks.shape}")
        if (self.impressions.sum((0, 1)) == 0).any():
            raise ValueError("impressions must be above 0 somewhere for every segment")

    def __repr__(self) -> str:
        return (
            f"Week({self.n} placements, {self.impressions.shape[2]} segments,"
            f" {self.total:.0f} impressions, {self.clicks.sum():.0f} clicks)"
        )

    @property
    def n(self) -> int:
        """The number of placements."""
        return int(self.impressions.shape[1])

    @property
    def names(self) -> tuple[str, ...]:
        """The placements of the three campaigns, as campaign and position."""
        return tuple(f"{c} {i + 1}" for c in CAMPAIGNS for i in range(POSITIONS))

    @cached_property
    def total(self) -> float:
        """All impressions of the week."""
        return float(self.impressions.sum())

    @cached_property
    def prices(self) -> FloatArray:
        """Impressions by hour and placement, (168, n)."""
        return checks.own(self.impressions.sum(2))

    @cached_property
    def visitors(self) -> FloatArray:
        """Impressions by hour and segment, (168, m): they stand in for visitors."""
        return checks.own(self.impressions.sum(1))

    @cached_property
    def chances(self) -> FloatArray:
        """The share of a segment's impressions of the week that a placement had, (n, m)."""
        by_placement = self.impressions.sum(0)
        return checks.own(by_placement / by_placement.sum(0))


def load(folder: Path | None = None) -> Week:
    """Return the week that the book keeps, or the one in another folder.

    Raises
    ------
    FileNotFoundError
        If there is none.
    UsageError
        If it is damaged, or not the one that its provenance names.

    Examples
    --------
    >>> load().prices.sum(0)[:3]
    array([3322., 3412., 3266.])
    """
    where = book_folder() / "data" / "open_bandit" if folder is None else Path(folder)
    if not (where / TABLE).is_file() or not (where / PROVENANCE).is_file():
        raise FileNotFoundError(f"there is no kept table in {where}")
    named = provenance(where)
    data = _unpacked(where / TABLE)
    found = hashlib.sha256(data).hexdigest()
    if found != named["sha256_of_table"]:
        raise UsageError(
            f"{TABLE} must hold the table of SHA-256 {named['sha256_of_table']}, which"
            f" {PROVENANCE} names, got {found}"
        )
    return _read(data, named)


def provenance(folder: Path | None = None) -> dict[str, Any]:
    """Return where the table comes from; UsageError for a file that does not say it."""
    where = book_folder() / "data" / "open_bandit" if folder is None else Path(folder)
    try:
        named = read_json(where / PROVENANCE)
    except (OSError, ValueError) as error:
        raise UsageError(f"{PROVENANCE} cannot be read: {error}") from None
    lacking = [
        key
        for key, kind in [("sha256_of_table", str), *((key, int) for key in _TOTALS)]
        if not isinstance(named, dict) or type(named.get(key)) is not kind
    ]
    if lacking:
        raise UsageError(f"{PROVENANCE} must name {', '.join(lacking)} of the table")
    found: dict[str, Any] = named
    return found


def _unpacked(path: Path) -> bytes:
    try:
        with gzip.open(path) as file:
            data = file.read(_LARGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise UsageError(f"{TABLE} cannot be unpacked: {error}") from None
    if len(data) > _LARGEST:
        raise UsageError(f"{TABLE} must hold at most {_LARGEST:,} bytes")
    return data


def _read(data: bytes, named: dict[str, Any]) -> Week:
    """Count the rows into arrays; UsageError where they are not the provenance's."""
    try:
        header, *rows = csv.reader(io.StringIO(data.decode()))
        if header != _HEADER:
            raise ValueError(f"the columns must be {', '.join(_HEADER)}, got {', '.join(header)}")
        impressions = np.zeros((HOURS, len(CAMPAIGNS) * POSITIONS, named["segments"]))
        clicks = np.zeros(impressions.shape[:2])
        for hour, campaign, position, segment, seen, clicked in rows:
            if campaign not in CAMPAIGNS:
                raise ValueError(f"campaign must be one of {', '.join(CAMPAIGNS)}, got {campaign}")
            place = POSITIONS * CAMPAIGNS.index(campaign)
            place += checks.at("position", int(position) - 1, POSITIONS)
            t = checks.at("hour", int(hour), HOURS)
            s = checks.at("segment", int(segment), named["segments"])
            impressions[t, place, s] += checks.positive_int("impressions", int(seen))
            clicks[t, place] += checks.seed(int(clicked), "clicks")
        week = Week(impressions, clicks)
    except ValueError as error:
        raise UsageError(f"{TABLE} is not the table of impressions: {error}") from None
    found = (len(rows), named["segments"], int(week.total), int(clicks.sum()))
    for key, number in zip(_TOTALS, found, strict=True):
        if number != named[key]:
            raise UsageError(f"{TABLE} must have {named[key]} {key}, got {number}")
    return week

"""The rows of a log, read from a pandas frame of numbers and datetimes.

Texts, currencies, decimal commas, time zones and marks of what is missing are pandas' work, which
does it well and is told how: a column that is not of numbers, or of times, is refused with the
call of pandas that mends it. What is checked here is what pandas cannot know: that each column is
there once, that rows have a name and a key, and that no number has lost its last digits.

Errors name a row as pandas does by its place, `frame.iloc[3]`, to be pasted and looked at.
"""

from __future__ import annotations

import re
import warnings
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.messages import short_repr

_DATE_OR_TIME = re.compile(r"\d[-/.]\d+[-/.]\d|\d:\d")  # as in 1.3.2026, 2026-03-01 or 8:00
_EXACT = 2**53  # from which on not every whole number is a float
_FEW_COPIES = 0.1  # of all rows: up to so many may be the same by chance
_SMALL_LOG = 10  # copies: fewer than that are not said


class Columns(NamedTuple):
    """The names of the columns that are read."""

    round: str
    item: str
    numbers: list[str]  # those of bid, spend and, if it is read, reach, in this order
    key: str | None

    @property
    def by_parameter(self) -> list[tuple[str, str]]:
        """Each of them after the parameter of `from_log` that names it."""
        numbers = zip(("bid", "spend", "reach"), self.numbers, strict=False)  # reach may be missing
        pairs = [("round", self.round), ("item", self.item), *numbers]
        return pairs if self.key is None else [*pairs, ("key", self.key)]

    @property
    def wanted(self) -> list[str]:
        """All of them."""
        return [name for _, name in self.by_parameter]


class Entries(NamedTuple):
    """What the rows of a log say, without those that are left out.

    Each array has one element for each of the R rows that are kept.
    """

    places: NDArray[np.intp]  # where the row stands in the frame, from 0, (R,)
    times: Any  # a Series: the number of the round, or its time, (R,)
    items: list[str]
    amounts: FloatArray  # those of `Columns.numbers`, then a 1 to count rows by, (R, 3 or 4)
    total: int  # all rows of the log
    empty: int  # rows left out for a missing number or time
    again: int  # rows left out because an earlier one had their key
    alike: int  # rows that say the same as an earlier one, and are kept
    copies: int  # those of them that are the same in all columns; not counted where they are few


def place(row: object) -> str:
    """Return how errors call a row of the frame, by its place from 0."""
    return f"frame.iloc[{row}]"


def read_frame(frame: Any, columns: Columns, *, is_timed: bool, may_be_empty: bool) -> Entries:
    """Read the rows of a frame; of rows with one key the first counts.

    Parameters
    ----------
    frame : pandas.DataFrame
        The log.
    columns : Columns
        What to read.
    is_timed : bool
        Whether the column of the round has times.
    may_be_empty : bool
        Whether a row that lacks a number or a time is left out, and counted. Otherwise it is
        refused. One that lacks its item or its key is always refused: two rows without a key are
        not one row, and an item may be called NA.

    Returns
    -------
    Entries
        The rows that are kept, and how many are not.

    Raises
    ------
    TypeError
        For anything but a frame, and for a column of texts or of other objects.
    ValueError
        For a column that is missing or there twice, a value that is missing, negative or not
        finite, and a table of which no row is left.
    """
    _require_frame(frame)
    wanted = columns.wanted
    labels = list(frame.columns)
    missing = [f"{parameter}=" for parameter, name in columns.by_parameter if name not in labels]
    remedy = f"{short_repr(labels)}: give {', '.join(missing)} with the names of your own columns"
    checks.must(not missing, "frame", f"have columns {wanted}", remedy)
    for name in wanted:
        times_there = f"{name!r} {labels.count(name)} times: frame.loc[:, ~frame.columns"
        times_there += ".duplicated()] keeps the first"
        checks.must(labels.count(name) == 1, "frame", "have each column once", times_there)
    checks.must(len(frame), "frame", "have a row", "none")
    for name in columns.numbers:
        _require_numbers(name, frame[name])
    if is_timed:
        _require_times(columns.round, frame[columns.round])
    else:
        _require_round_numbers(columns.round, frame[columns.round])
    _require_names(columns.item, frame[columns.item])
    if columns.key is not None:
        _require_known(columns.key, frame[columns.key])

    amounts = np.column_stack(
        [frame[name].to_numpy(dtype=np.float64, na_value=np.nan) for name in columns.numbers]
    )
    is_empty = frame[columns.round].isna().to_numpy()
    for name, values in zip(columns.numbers, amounts.T, strict=True):
        no_number = np.isnan(values)
        _refuse(~no_number & ~((values >= 0) & np.isfinite(values)), name, values)
        is_empty = is_empty | no_number
    if not may_be_empty:
        for name in [columns.round, *columns.numbers]:
            remedy = "none: missing={'entry': 'drop'} leaves out such rows"
            _refuse(frame[name].isna().to_numpy(), name, wanted="be there", got=remedy)
    checks.must(
        not is_empty.all(), "frame", "have a row without a missing entry", f"{len(frame)} with one"
    )

    kept = frame.loc[~is_empty, wanted] if frame.index.is_unique else frame[wanted][~is_empty]
    places = np.flatnonzero(~is_empty)
    again = 0
    if columns.key is not None:
        is_again = kept.duplicated(subset=[columns.key]).to_numpy()
        again = int(is_again.sum())
        kept = kept[~is_again]
        places = places[~is_again]
    alike = 0 if columns.key is not None else int(kept.duplicated().sum())
    copies = _count_copies(frame.iloc[places]) if alike > _FEW_COPIES * len(places) else 0
    return Entries(
        places,
        kept[columns.round].reset_index(drop=True),
        [_name(value) for value in kept[columns.item]],
        np.column_stack([amounts[places], np.ones(len(places))]),
        len(frame),
        int(is_empty.sum()),
        again,
        alike,
        copies,
    )


def _count_copies(frame: Any) -> int:
    """Return how many rows of a frame are in all columns as an earlier one."""
    try:
        return int(frame.duplicated().sum())
    except TypeError:  # lists and the like have no hash
        return int(frame.astype(str).duplicated().sum())


def warn_of_copies(entries: Entries, *, is_of_events: bool) -> None:
    """Warn of a log that seems to have been exported twice, which doubles its money.

    A row that sums up an hour has a copy by mistake alone: more than a tenth are no chance. Single
    events, such as impressions of one second, are often the same, and only a half of copies is what
    a log that is there twice has.

    Parameters
    ----------
    entries : Entries
        The rows of the log.
    is_of_events : bool
        Whether each row is one event, and counts 1.
    """
    rows = len(entries.items)
    is_twice = 2 * entries.copies >= rows if is_of_events else entries.copies > _FEW_COPIES * rows
    if is_twice and entries.copies >= _SMALL_LOG:
        text = f"log: {entries.copies} of {rows} rows are copies of earlier ones, and count again:"
        text += " frame.drop_duplicates() leaves them out; if they are meant, key= names their ids"
        warnings.warn(text, UserWarning, stacklevel=3)


def _require_frame(frame: Any) -> None:
    """Refuse what is no pandas frame, with the call that makes one of it."""
    try:
        import pandas as pd
    except ImportError:
        raise ImportError("from_log needs pandas: pip install 'osphg[tables]'") from None
    if isinstance(frame, pd.DataFrame):
        return
    remedy = "pandas.DataFrame makes one of columns or rows, pandas.read_csv of a file"
    if hasattr(frame, "to_pandas"):  # polars, Arrow
        remedy = "its to_pandas() is one"
    raise TypeError(f"frame must be a pandas DataFrame, got {short_repr(frame)}: {remedy}")


def _refuse(
    is_wrong: NDArray[np.bool_],
    name: str,
    values: Any = None,
    *,
    wanted: str = "be finite and at least 0",
    got: str = "",
) -> None:
    """Refuse the first row of a column that is wrong, if there is one."""
    if is_wrong.any():
        row = int(is_wrong.argmax())
        checks.must(False, f"{name} in {place(row)}", wanted, got or values[row])


def _require_numbers(name: str, column: Any) -> None:
    """Refuse a column that is not of numbers, with the call of pandas that makes it so."""
    if column.dtype.kind in "iuf":
        return
    import pandas as pd

    given = column[column.notna()]
    if not len(given):
        raise TypeError(f"{name} must be a column of numbers, got no entry at all")
    first = given.iloc[0]
    remedy = f"frame[{name!r}].astype(float)"
    texts = given[[isinstance(value, str) for value in given]]
    if len(texts):
        # What pandas cannot read without being told how is the better example.
        unread = texts[pd.to_numeric(texts, errors="coerce").isna()]
        first = (unread if len(unread) else texts).iloc[0]
        remedy = f"pandas.to_numeric(frame[{name!r}])"
        if len(unread):
            remedy = "pandas.read_csv(..., decimal=, thousands=, na_values=)"
    raise TypeError(f"{name} must be a column of numbers, got {short_repr(first)}: {remedy}")


def _require_round_numbers(name: str, column: Any) -> None:
    """Refuse a column that is not of whole numbers, in a log without `every`."""
    if column.dtype.kind == "M":
        raise TypeError(f"{name} must be a column of whole numbers; for times, give every='1h'")
    dates = [v for v in column if isinstance(v, str) and _DATE_OR_TIME.search(v)]
    if dates:
        remedy = f"for times, give every='1h' and pandas.to_datetime(frame[{name!r}], format=...)"
        text = f"{name} must be a column of whole numbers, got {short_repr(dates[0])}: {remedy}"
        raise TypeError(text)
    _require_numbers(name, column)
    _require_digits(name, column)
    if column.dtype.kind == "f":  # as pandas has whole numbers beside a missing one
        values = column.to_numpy(dtype=np.float64, na_value=np.nan)
        _refuse(~np.isnan(values) & (values % 1 != 0), name, values, wanted="be a whole number")


def _require_times(name: str, column: Any) -> None:
    """Refuse a column that is not of datetimes, with the call of pandas that makes it so."""
    if column.dtype.kind == "M":
        return
    given = column[column.notna()]
    first = given.iloc[0] if len(given) else None
    if column.dtype.kind in "iuf":
        first = getattr(first, "item", lambda: None)()  # a number of Python, to be shown
        how = ", format='%Y%m%d%H%M%S%f'), or with unit='s'"
    elif isinstance(first, str):
        how = ", format=...), with utc=True for offsets"
    elif isinstance(first, datetime):  # with several offsets
        how = ", utc=True)"
    else:  # dates
        how = ")"
    remedy = f"pandas.to_datetime(frame[{name!r}]{how}; .dt.tz_convert for another time zone"
    raise TypeError(f"{name} must be a column of datetimes, got {short_repr(first)}: {remedy}")


def _require_names(name: str, column: Any) -> None:
    """Refuse items that are missing, empty, no names or numbers, or have lost digits."""
    _require_known(name, column)
    for value in column.drop_duplicates():
        is_whole = isinstance(value, float) and value.is_integer()
        is_number = isinstance(value, int | np.integer) and not isinstance(value, bool)
        if not (is_whole or is_number or isinstance(value, str)):
            where = f"{name} in {place((column == value).to_numpy().argmax())}"
            raise TypeError(f"{where} must be a name or a number, got {short_repr(value)}")


def _require_known(name: str, column: Any) -> None:
    """Refuse names or keys that are missing, or numbers that have lost their last digits."""
    remedy = "none: pandas.read_csv(..., keep_default_na=False, na_values=['']) keeps the texts"
    remedy += f" NA and null, frame.dropna(subset=[{name!r}]) leaves such rows out"
    missing = column.isna().to_numpy()
    if column.dtype.kind not in "iufM":
        missing = missing | np.array([isinstance(v, str) and not v.strip() for v in column])
    _refuse(missing, name, wanted="be there", got=remedy)
    _require_digits(name, column)


def _require_digits(name: str, column: Any) -> None:
    """Refuse whole numbers that pandas has read as floats, if they are too large to be exact."""
    is_large = np.array([isinstance(value, float) and abs(value) >= _EXACT for value in column])
    remedy = "a float whose last digits are lost: pandas.read_csv(..., dtype={"
    remedy += f"{name!r}: 'Int64'}})"
    _refuse(is_large, name, wanted="be exact", got=remedy)


def _name(value: Any) -> str:
    """Return the name of an item; of a whole number its digits."""
    # pandas makes floats of a column of integers if one of them is missing.
    return str(int(value)) if isinstance(value, float) else str(value)

"""A log of campaigns as rounds, with a utility fitted to it: reach that saturates, item by item.

A log is a table. A row says what was bid for an item in a round, what was spent for it and what it
has reached, such as clicks. Rounds are numbered in the log, or it has times, and `every` says how
long a round lasts. Entries may be texts ("EUR 1.25") if `decimal`, their decimal mark, is given;
without it every text in place of a number is refused. The functions that read one entry are told
`where` it stands, its column and row, for their errors.

The reach of an item is fitted as a (1 - exp(-rate x)) of its bid x: it rises with x, ever more
slowly, to a at most.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from numbers import Integral, Real
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize_scalar

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import FloatArray, frozen
from osphg.domains import Box, Domain, require_domain
from osphg.families import ConcaveOverModular
from osphg.messages import short_repr
from osphg.rounds import Rounds
from osphg.utilities import Utility

RULES = ("refuse", "zero", "last", "drop")
# The least and the largest k x at the largest bid x that a fit of 1 - exp(-k x) may have: at the
# one the utility is all but linear, at the other all but a step.
_MIN_CURVATURE = 1e-3
_MAX_CURVATURE = 1e3
# The rate is sought as a logarithm, to within this: for each sample of the bootstrap, and at last.
_ROUGH = 1e-3
_FINE = 1e-5
_RESAMPLES = 200  # of the bootstrap
_QUANTILES = [0.025, 0.975]  # the ends of an interval of 95 %
_JUDGED = 20  # rounds of an item from which on its fit is judged, and may be refused
_MISSING_TEXTS = {"", "na", "n/a", "nan", "null", "none"}
_SECONDS_OF = {"s": 1, "min": 60, "h": 3600, "d": 86400}
_LENGTH_PATTERN = re.compile(r"(\d{1,6}) ?(s|min|h|d)")  # of a round: "15min"
# A currency, a number and a currency, of which at most one is there: "EUR 1.25".
_AMOUNT_PATTERN = re.compile(
    r"([A-Z]{3}|[^\w\s.,+-])?\s*([+-]?[.,]?\d[\d.,]*(?:[eE][+-]?\d+)?)\s*(\S+)?"
)
_SMALLEST = 1e-300  # in place of a sum of squares that is 0, by which nothing could be divided


class Fit(NamedTuple):
    """How bids explain reach, item by item: a_i (1 - exp(-k_i x_i)) by least squares.

    The rate k_i says how fast the reach of item i saturates: at a bid of 1/k_i it is at 63 % of
    a_i, the most that bids can reach.

    Intervals are of 95 %. They come from 200 samples of blocks of consecutive rounds (a bootstrap,
    Kuensch 1989), so that rounds of the same hours are not taken for independent. A block has
    about as many rounds as the cube root of their number.

    Parameters
    ----------
    names : tuple[str, ...]
        The n items.
    rounds : array
        The number of rounds that have the item, (n,).
    rate : FloatArray
        k_i, in 1/bid, (n,).
    rate_interval : FloatArray
        The interval of the rate, (n, 2).
    slope_interval : FloatArray
        The interval of the slope of a straight line through reach and bid, in reach/bid, (n, 2).
    r2 : FloatArray
        The share of reach's variance that the fit explains, (n,).
    """

    names: tuple[str, ...]
    rounds: Any
    rate: FloatArray
    rate_interval: FloatArray
    slope_interval: FloatArray
    r2: FloatArray

    def __str__(self) -> str:
        """Write a line for each item: its rate with the interval, R^2, and the number of rounds."""
        width = max(map(len, self.names))
        lines = []
        for i, name in enumerate(self.names):
            low, high = self.rate_interval[i]
            line = f"{name:{width}}  rate {self.rate[i]:.4g} in [{low:.4g}, {high:.4g}]"
            line += f", R^2 {self.r2[i]:z.3f}, {self.rounds[i]} rounds"
            if self.rounds[i] < _JUDGED:
                line += ": too few to judge"
            lines.append(line)
        return "\n".join(lines)


class Read(NamedTuple):
    """What became of the rows of a log.

    Parameters
    ----------
    rows : int
        All rows of the log.
    start : str
        When round 1 begins, if there are times; else an empty text.
    empty : int
        Rows left out because a number, a time or an item was missing.
    again : int
        Rows left out because an earlier row had their key.
    alike : int
        Rows that say the same as an earlier one, and are kept.
    filled : int
        Pairs of a round and an item that had no row, and were filled by the rule.
    dropped : int
        Rounds left out because an item had no row.
    marks : Mapping[str, int]
        Currencies, and how often each stood at a number.
    """

    rows: int
    start: str
    empty: int
    again: int
    alike: int
    filled: int
    dropped: int
    marks: Mapping[str, int]

    def __str__(self) -> str:
        """Write how many rows there were, when round 1 begins, and all counts that are not 0."""
        counts = {
            "left out for a missing entry": self.empty,
            "left out for a key seen before": self.again,
            "like an earlier one, kept": self.alike,
            "pairs of round and item filled": self.filled,
            "rounds dropped": self.dropped,
            **{f"amounts in {mark}": count for mark, count in self.marks.items()},
        }
        parts = [f"{self.rows} rows"]
        if self.start:
            parts.append(f"from {self.start}")
        parts += [f"{count} {what}" for what, count in counts.items() if count]
        return ", ".join(parts)


@frozen(eq=False, repr=False)  # that of a game
class LoggedRounds(Rounds):
    """Rounds of a log, as `from_log` returns them.

    Parameters
    ----------
    utility : Utility
        f_1..f_T: the one that was given, or the one fitted to bids and reach.
    prices : FloatArray
        p_1..p_T, (T, n): what one unit of bid has cost, spend over bid.
    budget : float
        B_T, the money for all rounds together, above 0.
    domain : Domain
        The decision set X of bids.
    names : tuple of str
        Those of the n items, in the order in which they first appear in the log.
    log : Read
        What became of the rows.
    fit : Fit or None
        How bids explain reach. None where a utility or its rates were given.
    every : None
        A log has one budget, which is one of all rounds.
    """

    log: Read | None = None
    fit: Fit | None = None


def from_log(
    frame: Any,
    *,
    round: str = "round",  # noqa: A002
    item: str = "item",
    bid: str = "bid",
    spend: str = "spend",
    reach: str | None = "reach",
    key: str | None = None,
    every: str | timedelta | None = None,
    zone: str | None = None,
    missing: str = "refuse",
    decimal: str | None = None,
    budget: float | None = None,
    domain: Domain | None = None,
    utility: Utility | None = None,
    rate: float | ArrayLike | None = None,
    seed: int | np.random.Generator = 0,
) -> LoggedRounds:
    """Return the rounds of a log (`frame`), to tune a player by, or to play them again.

    The price of an item is its spend over its bid, what one unit of bid has cost. The utility is
    one that was given, or fitted: f_t(x) = sum_i s_ti (1 - exp(-k_i x_i)), with k_i from least
    squares over all rounds of item i, and s_ti such that f_t agrees with what the log has seen in
    round t. That rests on one observation for each round and item, and counts shared reach twice.

    Parameters
    ----------
    frame : DataFrame, Table, mapping or iterable of mappings
        The log: a pandas or polars DataFrame, an Arrow table, a mapping of columns, or rows by name
        (`csv.DictReader` is an iterable of them).
    round, item, bid, spend, reach : str
        The columns: a whole number (or a time, with `every`), a name or number, and numbers. Reach
        is clicks or anything else that more bids increase; not read if there is a utility. None:
        each row is one impression, and counts 1.
    key : str, optional
        The column that tells rows apart: of several with one entry the first counts.
    every : str or timedelta, optional
        How long a round lasts: "15min", "1h", "1d". `round` then has times (datetime, NumPy, or
        ISO 8601 texts), and the rows of an item in a round are taken together: spend and reach
        added, bids averaged. Rounds begin at midnight of the first day; whole days are those of
        the calendar, everything else is counted in time that passes, also where clocks change.
    zone : str, optional
        Such as "Europe/Berlin", or else UTC: where days begin, and what times without an offset
        are in. One that its clock skips is refused; of one that it shows twice the first counts.
    missing : {"refuse", "zero", "last", "drop"}
        What becomes of a round without a row of some item, or of any item: rounds are counted from
        the first to the last that the log has, and between them none may be passed over in silence.
        "refuse": an error. "zero": nothing could be reached, at the price that the item had last
        (or first has). "last": its round before (or else after) is repeated. "drop": the round is
        left out for all items. Each of the last three also leaves out, and counts, rows with a
        missing entry (None, NaN, an empty text).
    decimal : {".", ","}, optional
        For numbers in texts, else refused: "EUR 1.25" with ".", "1,25 €" with ",", one currency in
        a column, and the other mark between thousands.
    budget, domain, utility : optional
        B_T, what the log has spent unless given; X, from 0 to the largest bid of each item;
        f_1..f_T, if known better than by a fit.
    rate : float, array (n,) or mapping, optional
        k_i, in 1/bid, if it is known or cannot be fitted: one number for all items, an array in the
        order in which the items first appear, or a mapping (or Series) by name. Not read where
        `utility` is given, which needs no rates.
    seed : int or Generator
        Of the bootstrap that `fit` has its intervals from.

    Returns
    -------
    LoggedRounds
        The rounds; their `log` and `fit` say what was read, and how well the utility fits.

    Raises
    ------
    TypeError, ValueError
        For a column that is not there, a value that is missing, negative or no number, a round with
        an item twice (without `every`) or not at all, or a bid of 0; the message names the row,
        from 1.

        Where the utility is to be fitted, also for an item with the same bid in all its rounds, and
        for one of at least 20 rounds whose reach does not rise with its bids: the 95 % interval of
        its slope does not lie above 0. The message then says what to do. If these rounds are too
        few to find even half of the average reach per unit of bid as a slope, it says for about how
        many rounds bids have to be drawn at random to find that. If they are enough, it says that a
        slope of that size would have been found: more rounds would not help.

    Examples
    --------
    >>> import osphg
    >>> import numpy as np
    >>> rounds = osphg.from_log({
    ...     "round": [1, 1, 2, 2], "item": ["a", "b", "a", "b"], "bid": [0.5, 1.0, 1.0, 0.5],
    ...     "spend": [1.0, 3.0, 1.5, 2.0], "reach": [4.0, 9.0, 6.0, 7.0],
    ... })
    >>> rounds.names, rounds.prices.tolist(), rounds.budget
    (('a', 'b'), [[2.0, 3.0], [1.5, 4.0]], 7.5)
    >>> rounds.utility.value(0, np.array([0.5, 1.0])).round(9)
    np.float64(13.0)
    """
    checks.must(missing in RULES, "missing", f"be one of {RULES}", short_repr(missing))
    checks.must(decimal in (None, ".", ","), "decimal", "be '.' or ','", short_repr(decimal))
    checks.must(zone is None or every is not None, "zone", "not be given without every=", zone)
    number_columns = [bid, spend]
    if utility is None and reach is not None:  # without it `_add_up` counts rows in its place
        number_columns.append(reach)
    columns = _Columns(round, item, number_columns, key)
    is_timed = every is not None
    entries = _read_entries(frame, columns, is_timed=is_timed, missing=missing, decimal=decimal)
    # The round of each row, and how errors call a round: by its number, or by when it begins.
    if every is None:
        round_numbers: Sequence[int] = entries.times
        start_of: Callable[[int], str] = str
    else:
        round_numbers, start_of = _rounds_of(round, entries.rows, entries.times, every, zone)

    # A grid of the rounds and items, in which the rows of each round and item are added up. By
    # `missing` a round that lacks rows is refused in `_add_up`, or left out, or kept with zeros for
    # what it lacks ("zero", "last"): these are filled below.
    grid = _add_up(entries, round_numbers, start_of, columns, missing, is_timed=is_timed)
    names = grid.names
    has_row = grid.has_row
    T, n = has_row.shape
    # The budget: what the log has spent, unless another is given.
    total = float(grid.spend.sum()) if budget is None else budget
    wanted = "be above 0 in some row, unless budget is given"
    checks.must(total != 0 or budget is not None, spend, wanted, "0 in all")

    fit = None
    if utility is None and rate is None:
        fit = _fit_all(names, grid.bids, grid.reach, has_row, checks.generator(seed))
    X = Box(grid.bids.max(0)) if domain is None else require_domain("domain", domain, n)
    # For a round without a row of an item stands the last before it that has one, or else the
    # first: `source` has the number of that round, for each round and item.
    own_or_first = np.where(has_row, np.arange(T)[:, np.newaxis], has_row.argmax(0))
    source = np.maximum.accumulate(own_or_first, axis=0), np.arange(n)
    bids = grid.bids[source]
    prices = grid.spend[source] / bids
    if utility is None:
        rates = _require_rates(rate, names) if fit is None else fit.rate
        reached = grid.reach[source]
        if missing == "zero":
            reached = reached * has_row
        # s_ti is what makes f_t agree with the log at its bid x: reach/(1 - exp(-k_i x)).
        utility = ConcaveOverModular(reached / -np.expm1(-rates * bids), np.diag(rates))
    # From the first to the last, also those without a row of any item. T is smaller if some were
    # dropped.
    all_rounds = max(round_numbers) - min(round_numbers) + 1
    log = Read(
        rows=entries.total,
        start="" if every is None else start_of(grid.rounds[0]),
        empty=entries.empty,
        # Rows that are neither empty nor kept: an earlier row had their key.
        again=entries.total - entries.empty - len(entries.rows),
        alike=entries.alike,  # rows that say the same as an earlier one, and are kept
        filled=int((~has_row).sum()),
        dropped=all_rounds - T,
        marks=entries.marks,  # currencies, and how often each stood at a number
    )
    return LoggedRounds(utility, prices, total, X, names, log, fit)


class _Columns(NamedTuple):
    """The names of the columns that are read."""

    round: str
    item: str
    numbers: list[str]  # those of bid, spend and, if it is read, reach, in this order
    key: str | None

    @property
    def wanted(self) -> list[str]:
        """All of them."""
        wanted = [self.round, self.item, *self.numbers]
        return wanted if self.key is None else [*wanted, self.key]


class _Entries(NamedTuple):
    """What the rows of a log say, without those that are left out.

    Each sequence has one element for each row that is kept.
    """

    rows: Sequence[int]  # their numbers in the log, from 1
    times: Sequence[Any]  # the number of the round, or a datetime
    items: Sequence[str]
    amounts: Sequence[tuple[float, ...]]  # those of `_Columns.numbers`, then a 1 to count rows by
    total: int  # all rows of the log
    empty: int  # rows left out for a missing entry
    alike: int  # rows that say the same as an earlier one
    marks: Mapping[str, int]  # currencies, and how often each stood at a number


def _read_entries(
    frame: Any, columns: _Columns, *, is_timed: bool, missing: str, decimal: str | None
) -> _Entries:
    """Read the rows of a table; of rows with one key the first counts.

    Parameters
    ----------
    frame
        The table, in any of the forms that `from_log` takes.
    missing : {"refuse", "zero", "last", "drop"}
        Unless it is "refuse", a row with a missing entry is left out, and counted.
    decimal : {".", ","} or None
        The decimal mark of texts; None if texts in place of numbers are refused.
    columns : _Columns
        What to read; `numbers` are the columns of bid, spend and, if it is read, reach. `key` is
        the column by which repeated rows are known, or None; `wanted` are all of the columns.
    is_timed : bool
        Whether the column of the round has times.

    Returns
    -------
    _Entries
        For each kept row its number, its round or time, its item, and its amounts with a 1 behind
        them. Then for the log: how many rows it has, how many of them were left out for a missing
        entry, how many kept ones say the same as an earlier one (0 if there are keys), and the
        currencies with how often each stood.

    Raises
    ------
    TypeError, ValueError
        For what is no table or lacks a column, an entry that cannot be read, with "refuse" also a
        missing one, and a table of which no row is left.
    """
    round, item, numbers, key = columns  # noqa: A001
    marks = {column: Counter[str]() for column in numbers}  # currencies, and how often each stood
    # By key, or by the row's number if there are no keys: number, round or time, item and amounts.
    by_key: dict[Any, tuple[int, Any, str, tuple[float, ...]]] = {}
    i = empty = 0
    wanted = columns.wanted
    for i, row in enumerate(_rows(frame, wanted), 1):
        row_key = i if key is None else row[key]
        if missing != "refuse" and any(_is_missing(row[column]) for column in wanted):
            empty += 1
        elif row_key not in by_key:
            where = f"{round} in row {i}"
            when: Any
            if is_timed:
                when = _time(where, row[round])
            else:
                when = _round_number(where, row[round], decimal)
            name = _item(f"{item} in row {i}", row[item])
            amounts = [
                _amount(f"{column} in row {i}", row[column], decimal, marks[column])
                for column in numbers
            ]
            # The 1 counts rows: added up with the amounts of a round and item, it says how many
            # rows these had.
            by_key[row_key] = i, when, name, (*amounts, 1.0)
    checks.must(i, "frame", "have a row", "none")
    checks.must(by_key, "frame", "have a row without a missing entry", f"{i} with one")
    alike = 0
    if key is None:  # rows that agree in all but their number
        alike = len(by_key) - len({entry[1:] for entry in by_key.values()})
    rows, times, items, all_amounts = zip(*by_key.values(), strict=True)
    all_marks = dict(sum(marks.values(), Counter()))
    return _Entries(rows, times, items, all_amounts, i, empty, alike, all_marks)


class _Grid(NamedTuple):
    """A log by rounds and items: what all rows of a round and an item say together.

    The numbers are 0 where a round has no row of an item.
    """

    rounds: Sequence[int]  # the T rounds that are kept
    names: tuple[str, ...]  # the n items, in the order in which they first appear
    bids: FloatArray  # the average bid, (T, n)
    spend: FloatArray  # (T, n)
    reach: FloatArray  # that of the log, or the number of rows where none is read, (T, n)
    has_row: NDArray[np.bool_]  # (T, n)


def _add_up(
    entries: _Entries,
    round_numbers: Sequence[int],
    start_of: Callable[[int], str],
    columns: _Columns,
    missing: str,
    *,
    is_timed: bool,
) -> _Grid:
    """Add up all rows of each round and item, and average their bids.

    Parameters
    ----------
    entries : _Entries
        The rows of the log.
    round_numbers : sequence of int
        The round of each of them.
    start_of : callable
        Takes a round and returns the text by which errors call it: when it begins, or its number.
    columns : _Columns
        The names of the columns, for errors; `numbers` are those of bid, spend and, if it is read,
        reach.
    missing : {"refuse", "zero", "last", "drop"}
        What becomes of a round between the first and the last that lacks a row of some item, or of
        all: "refuse" is an error, "drop" leaves it out. With "zero" and "last" it is kept, with
        zeros for what is lacking, and `from_log` fills it.
    is_timed : bool
        Whether the log has times, so that an item may have several rows in a round.

    Returns
    -------
    _Grid
        Bids, spend and reach of all rounds that are kept, from the first to the last.

    Raises
    ------
    ValueError
        For an item twice in a round or not at all, where it may not be, or a bid of 0.
    """
    round, item = columns.round, columns.item  # noqa: A001
    names = tuple(dict.fromkeys(entries.items))
    first, last = min(round_numbers), max(round_numbers)
    first_rows: dict[tuple[int, str], int] = {}  # by round and item
    sums: dict[tuple[int, str], Any] = {}  # by round and item: the sums of their amounts
    pairs = zip(round_numbers, entries.items, strict=True)
    for row, pair, amounts in zip(entries.rows, pairs, entries.amounts, strict=True):
        t, name = pair
        first_row = first_rows.setdefault(pair, row)
        twice = f"{name!r} in {round} {t} in rows {first_row} and {row}"
        is_new = first_row == row
        checks.must(is_new or is_timed, item, f"be there once in each {round}", twice)
        sums[pair] = sums.get(pair, 0.0) + np.array(amounts)

    rounds: Any = range(first, last + 1)
    if missing == "refuse":
        for t, name in ((t, name) for t in rounds for name in names):
            remedy = "give missing='zero', 'last' or 'drop' for what is to be done"
            lacking = f"no row of {name!r} in {round} {start_of(t)}: {remedy}"
            checks.must((t, name) in first_rows, item, f"be there in each {round}", lacking)
    if missing == "drop":
        rounds = [
            t for t in sorted({*round_numbers}) if all((t, name) in first_rows for name in names)
        ]
        checks.must(rounds, item, f"be there in some {round} with all others", "none that has all")
    checks.array_size(f"rounds from {start_of(first)} to {start_of(last)}", len(rounds), len(names))

    # The amounts of a row are its bid, its spend, its reach if that is read, and a 1. So the last
    # sum is the number of rows; where no reach is read, that is the third sum, and so the reach.
    no_amounts = np.zeros(len(columns.numbers) + 1)
    table = np.array([[sums.get((t, name), no_amounts) for name in names] for t in rounds])
    # Copied, (3, T, n): views would keep the whole table, and their numbers stand scattered in it.
    bid_sums, spend, reach = np.moveaxis(table, -1, 0)[:3].copy()
    count = table[..., -1]
    has_row = count > 0
    bids = bid_sums / np.maximum(count, 1)
    for s, i in np.argwhere(has_row & (bids == 0)):
        where = f"{columns.numbers[0]} in row {first_rows[rounds[s], names[i]]}"
        raise ValueError(f"{where} must be above 0 for its price to be known, got 0")
    return _Grid(rounds, names, bids, spend, reach, has_row)


def _require_rates(rate: Any, names: tuple[str, ...]) -> FloatArray:
    """Return what a user gave for the rates k_i of all items as an array (n,), in 1/bid.

    Parameters
    ----------
    rate : float, array_like (n,), mapping or pandas Series
        One number for all items; or one for each, in the order of `names` or by name.
    names : tuple of str
        The n items.

    Raises
    ------
    TypeError, ValueError
        For anything else, or a rate that is not above 0.
    """
    n = len(names)
    if hasattr(rate, "to_dict"):  # a pandas Series, with labels
        rate = rate.to_dict()
    if isinstance(rate, Mapping):
        checks.must({*rate} == {*names}, "rate", f"be of the items {names}", short_repr(rate))
        rate = [rate[name] for name in names]
    elif not np.ndim(rate):
        rate = np.full(n, rate)
    rates = checks.array("rate", rate, (n,))
    checks.must((rates > 0).all(), "rate", "be above 0", f"{rates.min():g}")
    return rates


def _fit_all(
    names: tuple[str, ...],
    bids: FloatArray,
    reach: FloatArray,
    has_row: NDArray[np.bool_],
    rng: np.random.Generator,
) -> Fit:
    """Fit the reach of each item to its bids, in the rounds that have a row of it.

    Parameters
    ----------
    names
        The n items.
    bids, reach
        The numbers of all rounds and items, (T, n).
    has_row
        Whether a round has a row of an item, (T, n).
    rng
        What the samples of the intervals are drawn by.
    """
    fits = []
    for i, name in enumerate(names):
        has_item = has_row[:, i]
        fits.append(_fit_item(name, bids[has_item, i], reach[has_item, i], rng))
    return Fit(names, *(np.array(part) for part in zip(*fits, strict=True)))


class _ItemFit(NamedTuple):
    """The fields of a `Fit` for one item."""

    rounds: int
    rate: float
    rate_interval: FloatArray
    slope_interval: FloatArray
    r2: float


def _fit_item(name: str, x: FloatArray, y: FloatArray, rng: np.random.Generator) -> _ItemFit:
    """Fit an item's reach y to its bids x as y = a (1 - exp(-rate x)), by least squares.

    Parameters
    ----------
    name
        The item, for errors.
    x, y
        Its bids and its reach in the T rounds that have a row of it, (T,).
    rng
        What the samples of the intervals are drawn by.

    Returns
    -------
    _ItemFit
        The number of rounds T, the rate, the intervals of 95 % (low, high) of the rate and of the
        slope of a straight line, and R^2, the share of the variation of y that the fit explains.
        The factor a is not among them.

    Raises
    ------
    ValueError
        For bids that explain nothing. These are bids that are all the same; or, after `_JUDGED`
        rounds or more, those for which the interval of the slope of a straight line, reach on bid,
        does not lie above 0.
    """
    T = len(x)
    largest = float(x.max())
    constant = f"{largest:g} in all rounds of item {short_repr(name)}: give rate="
    checks.must(x.min() < largest, "bid", "vary for a saturation to be fitted", constant)
    rate_interval, slope_interval = _intervals(x, y, rng)
    rate = _rate(x, y, largest, tolerance=_FINE)
    shape = -np.expm1(-rate * x)  # 1 - exp(-rate x); the a that fits best is <shape, y>/|shape|^2
    unexplained = y - shape * (dot(shape, y) / dot(shape, shape))
    deviation = y - y.mean()
    r2 = 1 - dot(unexplained, unexplained) / max(dot(deviation, deviation), _SMALLEST)
    # A fit to few rounds is never refused: they cannot tell a slope from 0.
    if T < _JUDGED or slope_interval[0] > 0:
        return _ItemFit(T, rate, rate_interval, slope_interval, r2)
    low, high = slope_interval
    result = f"R^2 {r2:z.3f} and a slope in [{low:.3g}, {high:.3g}] for item {short_repr(name)}"
    result += f" in {T} rounds: {_experiment_for_slope(x, y)}, or give rate= or utility="
    raise ValueError(f"bid must explain reach for a utility to be fitted, got {result}")


def _intervals(x: FloatArray, y: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Return the intervals of the rate and of the slope of reach y on bids x, (2, 2).

    The rate is that of the fit a (1 - exp(-rate x)), and the slope that of the straight line
    through the points, both by least squares.

    The intervals are those of a bootstrap: rate and slope are computed for `_RESAMPLES` samples of
    the T rounds, and an interval leaves out the lowest and the highest 2.5 % of the values. A
    sample is made of blocks of consecutive rounds, as rounds close to each other are alike: single
    rounds, drawn one by one, would be taken for independent. A block that begins near the end goes
    on at round 1.

    Parameters
    ----------
    x, y
        Bids and reach in T rounds, (T,).
    rng
        What the blocks are drawn by.

    Returns
    -------
    FloatArray
        The ends of the interval of the rate in row 0, and of that of the slope in row 1.
    """
    T = len(x)
    largest = float(x.max())  # of all rounds: rates are sought in the same range for every sample
    block = math.ceil(T ** (1 / 3))  # its length, in rounds
    resampled = []
    for _ in range(_RESAMPLES):
        starts = rng.integers(T, size=math.ceil(T / block))
        sample = ((starts[:, np.newaxis] + np.arange(block)) % T).ravel()[:T]
        # To within `_ROUGH` of its logarithm: the interval needs no more.
        sample_rate = _rate(x[sample], y[sample], largest, tolerance=_ROUGH)
        resampled.append((sample_rate, _slope(x[sample], y[sample])))
    return np.asarray(np.quantile(resampled, _QUANTILES, axis=0).T)


def _experiment_for_slope(x: FloatArray, y: FloatArray) -> str:
    """Return the words that say how many rounds would show that reach y grows with bids x, (T,).

    In the error of `_fit_item` they follow "a slope in [low, high] for item ... in 30 rounds: ".
    They advise bids drawn at random for so many rounds; or, if the rounds of the log were enough,
    they say which slope these would have shown.

    If reach were proportional to bids, the slope of a straight line would be mean y/mean x. Half of
    that is the slope worth finding. An interval shows a slope of four standard errors. The error of
    a slope over N rounds is error/(spread sqrt(N)), where `error` is the deviation of reach from
    the line, and `spread` that of the bids; so it takes N = (4 error/(slope spread))^2 rounds.

    Bids vary and are not negative, as `_fit_item` has checked; so neither their mean nor their
    spread is 0. `_slope` is that of the straight line that fits best.
    """
    T = len(x)
    largest = float(x.max())
    half = float(y.mean() / x.mean()) / 2
    error = (y - y.mean() - _slope(x, y) * (x - x.mean())).std()
    if not half:  # nothing was ever reached: no round has any reach
        return "none has any"
    # The spread of these bids, and that of bids drawn evenly from a tenth of the largest on: the
    # standard deviation of a uniform number is the length of its interval over sqrt(12).
    spreads = np.array([x.std(), 0.9 * largest / math.sqrt(12)])
    rounds_with_these, rounds_with_random = (4 * error / (half * spreads)) ** 2
    if rounds_with_these > T:
        wide = f"bids drawn at random between {largest / 10:.3g} and {largest:.3g}"
        return f"try {wide} for about {rounds_with_random:.0f} rounds"
    return f"these would have shown one of {half:.3g}"


def _slope(x: FloatArray, y: FloatArray) -> float:
    """Return the slope of the straight line through points by least squares; 0 if x is constant."""
    deviation = x - x.mean()
    return float(dot(deviation, y) / max(dot(deviation, deviation), _SMALLEST))


def _rate(x: FloatArray, y: FloatArray, largest: float, tolerance: float) -> float:
    """Return the rate of the least squares fit of a (1 - exp(-rate x)) to points (x, y).

    What is sought is the logarithm of rate times the largest bid, between the logarithms of
    `_MIN_CURVATURE` and `_MAX_CURVATURE`. The best a for a rate is known in closed form.

    Parameters
    ----------
    x, y
        Bids and reach in T rounds, (T,).
    largest
        The largest bid of the item, maybe in a round that is not among these.
    tolerance
        To within how much that logarithm is found.
    """

    def loss_at_best_a(log_rate: float) -> float:
        """Return the sum of squares for the best a, less that of y, which is the same for all."""
        shape = -np.expm1(-np.exp(log_rate) / largest * x)
        return float(-(dot(shape, y) ** 2) / dot(shape, shape))

    solution = minimize_scalar(
        loss_at_best_a,
        bounds=np.log([_MIN_CURVATURE, _MAX_CURVATURE]),
        method="bounded",
        options={"xatol": tolerance},
    )
    return float(np.exp(solution.x)) / largest


def _rounds_of(
    name: str, rows: Sequence[int], times: Sequence[datetime], every: Any, zone: Any
) -> tuple[Sequence[int], Callable[[int], str]]:
    """Return the rounds in which times lie, and a function that says when a round begins.

    Parameters
    ----------
    name : str
        The column of the times, for errors.
    rows : sequence of int
        The rows of the log in which they stand, for errors.
    times : sequence of datetime
        With an offset from UTC, or all without.
    every : str or timedelta
        How long a round lasts, as "15min"; checked here.
    zone : str or None
        The time zone of days, and of times without an offset; None is UTC. Checked here.

    Returns
    -------
    round_numbers : sequence of int
        The round of each time; round 0 begins at midnight of the first day.
    start_of : callable
        Takes a round and returns the ISO 8601 text of its beginning.
    """
    match = _LENGTH_PATTERN.fullmatch(every) if isinstance(every, str) else None
    length = timedelta(seconds=int(match[1]) * _SECONDS_OF[match[2]]) if match else every
    if not isinstance(length, timedelta) or length <= timedelta(0):
        raise ValueError(
            f"every must be a length such as '15min', '1h', '1d', got {short_repr(every)}"
        )
    try:
        place = UTC if zone is None else ZoneInfo(zone)
    except (KeyError, TypeError, ValueError, OSError):
        raise ValueError(f"zone must be such as 'Europe/Berlin', got {short_repr(zone)}") from None
    is_uniform = len({when.tzinfo is None for when in times}) == 1
    checks.must(is_uniform, name, "have an offset from UTC in all rows or in none", "both")
    zoned = (when.replace(tzinfo=when.tzinfo or place) for when in times)
    # By way of UTC: a time that the clock skips comes back as another one, and is refused below.
    moments = [when.astimezone(UTC).astimezone(place) for when in zoned]
    for i, when, moment in zip(rows, times, moments, strict=True):
        is_on_clock = when.tzinfo is not None or when == moment.replace(tzinfo=None)
        skipped = f"{when.isoformat()}, which the clock of {zone} skips"
        checks.must(is_on_clock, f"{name} in row {i}", "be a time that there is", skipped)
    # Two times in one zone Python subtracts as its clock shows them: a day is then a day of the
    # calendar, also where clocks change. Other lengths are counted in UTC, as time that passes.
    clock = UTC if length % timedelta(days=1) else place
    first_day = min(moment.date() for moment in moments)
    origin = datetime.combine(first_day, time(), place).astimezone(clock)  # its midnight
    round_numbers = [(when.astimezone(clock) - origin) // length for when in moments]

    def start_of(t: int) -> str:
        """Return when a round begins, as people in the zone write it."""
        return (origin + t * length).astimezone(place).isoformat()

    return round_numbers, start_of


def _is_missing(value: Any) -> bool:
    """Tell whether an entry of a log is none: None, NaN, NaT, or a text that says so."""
    if isinstance(value, Real | datetime | np.datetime64):
        return bool(value != value)  # only NaN and NaT differ from themselves
    return value is None or (isinstance(value, str) and value.strip().lower() in _MISSING_TEXTS)


def _time(where: str, value: Any) -> datetime:
    """Return a datetime of Python, of NumPy, or in an ISO 8601 text, as one of Python.

    A datetime goes through its text, too: so a subclass, as the Timestamp of pandas, becomes a
    plain datetime, and a named zone the offset that it has at this time.

    TypeError, which names `where`, for anything else.
    """
    if isinstance(value, np.datetime64):
        # No time (NaT) becomes None by this, and one in a year that Python has not a number; both
        # are refused below.
        value = value.astype("datetime64[us]").item()
    text = str(value).strip() if isinstance(value, str | datetime) else ""
    try:
        # A text does not say `fold`: which of the two times that a clock shows twice is meant.
        return datetime.fromisoformat(text).replace(fold=getattr(value, "fold", 0))
    except ValueError:
        kinds = "datetime, '2026-03-29T14:05:00+02:00' or without an offset"
        seconds = "; of seconds since 1970: datetime.fromtimestamp(seconds, UTC)"
        raise TypeError(
            f"{where} must be a time: {kinds}, got {short_repr(value)}{seconds}"
        ) from None


def _round_number(where: str, value: Any, decimal: str | None) -> int:
    """Return the whole number of a round, in a log whose rounds are numbered and not times.

    Parameters
    ----------
    where : str
        What errors call the entry: its column and row.
    value
        The entry: a whole number, or with `decimal` also a text of its digits.
    decimal : str or None
        The decimal mark of texts, of which a whole number has none. What counts is whether there is
        one: None says that the log has numbers as numbers, and a text is then refused.

    Raises
    ------
    TypeError
        For anything else, such as a time: those are read if `from_log` is given every=.
    """
    # pandas makes floats of a column of integers if one of them is missing.
    is_whole_float = isinstance(value, float) and value.is_integer()
    is_digits = isinstance(value, str) and value.strip().isdecimal()
    may_be_text = decimal is not None
    if is_whole_float or (may_be_text and is_digits):
        return int(value)
    try:
        return checks.integer(where, value)
    except TypeError as error:
        raise TypeError(f"{error}; for times, give every='1h'") from None


def _amount(where: str, value: Any, decimal: str | None, marks: Counter[str]) -> float:
    """Return the number of an entry, which may be a text with a currency.

    Parameters
    ----------
    where : str
        What errors call the entry: its column and row.
    value
        The entry: a number, or with `decimal` a text such as "EUR 1.25".
    decimal : str or None
        The decimal mark of texts, "." or ","; None if texts are refused.
    marks : Counter
        How often each currency stood in the column; that of this text is added.

    Raises
    ------
    TypeError, ValueError
        For anything else, a negative number, or a second currency in the column.
    """
    if not isinstance(value, str):
        return checks.non_negative_float(where, value)
    if decimal is None:
        remedy = "give decimal='.' or ',' for numbers in texts"
        raise TypeError(f"{where} must be a real number, got {short_repr(value)}: {remedy}")
    match = _AMOUNT_PATTERN.fullmatch(value.strip())
    before, digits, after = match.groups() if match else ("", "", "")
    mark = before or after
    # No currency at all, three capital letters, or a sign such as "$" (Unicode's category Sc).
    is_currency = (
        not mark or re.fullmatch("[A-Z]{3}", mark) or unicodedata.category(mark[0]) == "Sc"
    )
    thousands = "," if decimal == "." else "."
    # The pattern above lets digits and marks pass in any order. This one has digits, or groups of
    # three with a mark between them, then a decimal part and an exponent.
    number = rf"[+-]?(\d+|\d{{1,3}}([{thousands}]\d{{3}})+)?([{decimal}]\d*)?([eE][+-]?\d+)?"
    if not (digits and is_currency and not (before and after) and re.fullmatch(number, digits)):
        like = "1.25, EUR 1.25 or 1,250.50 $" if decimal == "." else "1,25, 1,25 EUR or 1.250,50 €"
        raise ValueError(f"{where} must be such as {like} for decimal={decimal!r}, got {value!r}")
    if mark:  # a currency: it is counted once more
        marks.update([mark])
    checks.must(len(marks) < 2, where, "be in one currency: convert it", dict(marks))
    plain = digits.replace(thousands, "").replace(decimal, ".")
    return checks.non_negative_float(where, float(plain))


def _rows(frame: Any, wanted: list[str]) -> Iterator[Mapping[str, Any]]:
    """Iterate over the rows of a table, each a mapping that has the wanted columns.

    Parameters
    ----------
    frame
        The table: a mapping of columns, an object that makes a list of rows (a DataFrame of pandas
        or polars, an Arrow table), or an iterable of rows.
    wanted
        The names of the columns.

    Raises
    ------
    TypeError
        For anything else.
    ValueError
        For a table or a row that lacks a column, or for columns of several lengths.
    """
    if isinstance(frame, Mapping):
        checks.must(
            {*wanted} <= {*frame}, "frame", f"have columns {wanted}", short_repr(list(frame))
        )
        columns = [list(frame[name]) for name in wanted]
        lengths = [*map(len, columns)]
        is_even = len({*lengths}) == 1
        checks.must(is_even, "frame", "have columns of one length", lengths)
        frame = [dict(zip(wanted, row, strict=True)) for row in zip(*columns, strict=True)]
    # The methods by which polars, Arrow and pandas make a list of rows, with their arguments.
    for method, *arguments in (("to_dicts",), ("to_pylist",), ("to_dict", "records")):
        if hasattr(frame, method):
            frame = getattr(frame, method)(*arguments)
    if isinstance(frame, str | bytes | np.ndarray) or not isinstance(frame, Iterable):
        table = "a table: a DataFrame, columns or rows by name"
        raise TypeError(f"frame must be {table}, got {short_repr(frame)}")
    for i, row in enumerate(frame, 1):  # each as it comes: there may be no end
        if not isinstance(row, Mapping) or any(name not in row for name in wanted):
            raise ValueError(
                f"frame must have {wanted} in each row, got {short_repr(row)} in row {i}"
            )
        yield row


def _item(where: str, value: Any) -> str:
    """Return the name of an item, of a whole number its digits; TypeError for anything else.

    The error names `where` the entry stands. Truth values and empty texts are refused, too.
    """
    # pandas makes floats of a column of integers if one of them is missing.
    value = int(value) if isinstance(value, float) and value.is_integer() else value
    if isinstance(value, bool) or not isinstance(value, str | Integral) or not str(value):
        raise TypeError(f"{where} must be a name or a number of an item, got {short_repr(value)}")
    return str(value)

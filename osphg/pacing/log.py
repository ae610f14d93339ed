"""A log of campaigns as rounds, with a utility fitted to it: reach that saturates, item by item."""

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
from numpy.typing import ArrayLike
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
_LEAST, _MOST = 1e-3, 1e3  # of rate times the largest bid: all but linear, and all but a step
_RESAMPLES, _JUDGED = 200, 20  # of the bootstrap; rounds from which on a fit is judged
_NOTHING = {"", "na", "n/a", "nan", "null", "none"}  # texts of a number that is missing
_UNITS = {"s": 1, "min": 60, "h": 3600, "d": 86400}
_LENGTH = re.compile(r"(\d{1,6}) ?(s|min|h|d)")
_AMOUNT = re.compile(r"([A-Z]{3}|[^\w\s.,+-])?\s*([+-]?[.,]?\d[\d.,]*(?:[eE][+-]?\d+)?)\s*(\S+)?")


class Fit(NamedTuple):
    """How bids explain reach, item by item: a_i (1 - exp(-k_i x_i)) by least squares.

    Intervals are of 95 %, from 200 samples of blocks of consecutive rounds, of about the cube root
    of their number (Kuensch 1989), so that what goes by the hour is not taken for independent.
    """

    names: tuple[str, ...]
    rounds: Any  # that have the item, (n,)
    rate: FloatArray  # k_i, in 1/bid, (n,)
    rate_interval: FloatArray  # (n, 2)
    slope_interval: FloatArray  # of reach on bid, a straight line, in reach/bid, (n, 2)
    r2: FloatArray  # the share of reach's variance that the fit explains, (n,)

    def __str__(self) -> str:
        width, columns = max(map(len, self.names)), (self.rate_interval, self.r2, self.rounds)
        return "\n".join(
            f"{name:{width}}  rate {k:.4g} in [{low:.4g}, {high:.4g}], R^2 {r2:z.3f}, {T} rounds"
            + ("" if T >= _JUDGED else ": too few to judge")
            for name, k, (low, high), r2, T in zip(self.names, self.rate, *columns, strict=True)
        )


class Read(NamedTuple):
    """What became of the rows of a log."""

    rows: int
    start: str  # of round 1, if there are times
    empty: int  # left out, as a number, a time or an item was missing
    again: int  # left out, as their key was there before
    alike: int  # the same as an earlier row in all that was read, and kept
    filled: int  # pairs of a round and an item that had no row, and were filled by the rule
    dropped: int  # rounds left out, as an item had no row
    marks: Mapping[str, int]  # currencies, and how often each stood at a number

    def __str__(self) -> str:
        counts = {
            "left out for a missing entry": self.empty,
            "left out for a key seen before": self.again,
            "like an earlier one, kept": self.alike,
            "pairs of round and item filled": self.filled,
            "rounds dropped": self.dropped,
            **{f"amounts in {mark}": count for mark, count in self.marks.items()},
        }
        found = [f"{self.rows} rows", *([f"from {self.start}"] if self.start else [])]
        return ", ".join(found + [f"{count} {what}" for what, count in counts.items() if count])


@frozen(repr=False)  # that of a game
class LoggedRounds(Rounds):
    """Rounds of a log: `log` says what became of its rows, `fit` how bids explain reach."""

    log: Read | None = None
    fit: Fit | None = None  # None where a utility or its rates were given


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
    """Return the rounds of a log, for a player to be tuned by, or to be played again.

    The price of an item is its spend over its bid, what one unit of bid has cost. The utility is
    one that was given, or fitted: f_t(x) = sum_i s_ti (1 - exp(-k_i x_i)), with k_i from least
    squares over all rounds of item i, and s_ti such that f_t agrees with what the log has seen in
    round t. That rests on one observation for each round and item, and counts shared reach twice.

    Parameters
    ----------
    frame
        A pandas or polars DataFrame, an Arrow table, a mapping of columns, or rows by name
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
        Where a round has no row of an item. "zero": nothing could be reached, at the price that the
        item had last (or first has). "last": its round before (or else after) is repeated. "drop":
        the round is left out for all items. Each of the three also leaves out, and counts, rows
        with a missing entry (None, NaN, an empty text).
    decimal : {".", ","}, optional
        For numbers in texts, else refused: "EUR 1.25" with ".", "1,25 €" with ",", one currency in
        a column, and the other mark between thousands.
    budget, domain, utility : optional
        B_T, what the log has spent unless given; X, from 0 to the largest bid of each item;
        f_1..f_T, if known better than by a fit.
    rate : float or array (n,), optional
        k_i, if it is known or cannot be fitted; in the order in which the items first appear.
    seed : int or Generator
        Of the bootstrap that `fit` has its intervals from.

    Raises
    ------
    TypeError, ValueError
        For a column that is not there, a value that is missing, negative or no number, a round with
        an item twice (without `every`) or not at all, or a bid of 0; the message names the row,
        from 1. And for an item of at least 20 rounds with 0 in the interval of its slope: the
        message says how many rounds with bids drawn at random would show half the slope of a reach
        that is proportional to bids, as four standard errors, or that these would have.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.from_log({
    ...     "round": [1, 1, 2, 2], "item": ["a", "b", "a", "b"], "bid": [0.5, 1.0, 1.0, 0.5],
    ...     "spend": [1.0, 3.0, 1.5, 2.0], "reach": [4.0, 9.0, 6.0, 7.0],
    ... })
    >>> rounds.names, rounds.prices.tolist(), rounds.budget
    (('a', 'b'), [[2.0, 3.0], [1.5, 4.0]], 7.5)
    >>> rounds.utility.value(0, [0.5, 1.0]).round(9)
    np.float64(13.0)
    """
    checks.must(missing in RULES, "missing", f"be one of {RULES}", short_repr(missing))
    checks.must(decimal in (None, ".", ","), "decimal", "be '.' or ','", short_repr(decimal))
    checks.must(zone is None or every is not None, "zone", "not be given without every=", zone)
    numbers = [bid, spend, *([reach] if utility is None and reach is not None else [])]
    wanted = [round, item, *numbers, *([key] if key is not None else [])]
    marks = {column: Counter[str]() for column in numbers}  # currencies
    kept: dict[Any, tuple[Any, ...]] = {}  # by key: row, round or time, item, amounts, 1
    i = empty = 0
    for i, row in enumerate(_rows(frame, wanted), 1):
        own = i if key is None else row[key]
        if missing != "refuse" and any(_is_missing(row[column]) for column in wanted):
            empty += 1
        elif own not in kept:
            where, entry = f"{round} in row {i}", row[round]
            when = _label(where, entry, decimal) if every is None else _time(where, entry)
            name = _item(f"{item} in row {i}", row[item])
            have = [_amount(f"{c} in row {i}", row[c], decimal, marks[c]) for c in numbers]
            kept[own] = i, when, name, *have, 1.0  # the reach, unless one is read; and the count
    checks.must(i, "frame", "have a row", "none")
    checks.must(kept, "frame", "have a row without a missing entry", f"{i} with one")
    alike = 0 if key is not None else len(kept) - len({found[1:] for found in kept.values()})
    at, times, items, *amounts = zip(*kept.values(), strict=True)
    labels, begin = (times, str) if every is None else _rounds_of(round, at, times, every, zone)

    # Of each round and item the first row, and sums over all rows: the last one counts them.
    names = tuple(dict.fromkeys(items))
    first, last, n = min(labels), max(labels), len(names)
    row_of: dict[tuple[int, str], int] = {}
    sum_of: dict[tuple[int, str], Any] = {}
    for s, pair, *have in zip(at, zip(labels, items, strict=True), *amounts, strict=True):
        before = row_of.setdefault(pair, s)
        twice = f"{pair[1]!r} in {round} {pair[0]} in rows {before} and {s}"
        checks.must(before == s or every is not None, item, f"be there once in each {round}", twice)
        sum_of[pair] = sum_of.get(pair, 0.0) + np.array(have)
    present: Any = range(first, last + 1)
    if missing == "refuse":
        for t, name in ((t, name) for t in present for name in names):
            remedy = "give missing='zero', 'last' or 'drop' for what is to be done"
            lacking = f"no row of {name!r} in {round} {begin(t)}: {remedy}"
            checks.must((t, name) in row_of, item, f"be there in each {round}", lacking)
    if missing == "drop":
        present = [t for t in sorted({*labels}) if all((t, name) in row_of for name in names)]
        checks.must(present, item, f"be there in some {round} with all others", "none that has all")
    T = checks.array_size(f"rounds from {begin(first)} to {begin(last)}", len(present), n)
    none = np.zeros(len(numbers) + 1)
    sums = np.array([[sum_of.get((t, name), none) for name in names] for t in present])
    count, (bids, money, seen) = sums[..., -1], np.moveaxis(sums, -1, 0)[:3].copy()
    there, bids = count > 0, bids / np.maximum(count, 1)
    for t, column in np.argwhere(there & (bids == 0)):
        where = f"{bid} in row {row_of[present[t], names[column]]}"
        raise ValueError(f"{where} must be above 0 for its price to be known, got 0")
    total = float(money.sum()) if budget is None else budget
    positive = "be above 0 in some row, unless budget is given"
    checks.must(total != 0 or budget is not None, spend, positive, "0 in all")

    fit = None
    if utility is None and rate is None:
        rng, columns = checks.generator(seed), zip(names, bids.T, seen.T, there.T, strict=True)
        fits = [_fit(name, x[has], y[has], rng) for name, x, y, has in columns]
        fit = Fit(names, *(np.array(part) for part in zip(*fits, strict=True)))
    X = Box(bids.max(0)) if domain is None else require_domain("domain", domain, n)
    # For a round without a row stands the last that has one, or else the first.
    own_or_first = np.where(there, np.arange(T)[:, np.newaxis], there.argmax(0))
    source = np.maximum.accumulate(own_or_first, axis=0), np.arange(n)
    bids, money, seen = (part[source] for part in (bids, money, seen))
    if utility is None:
        given: Any = rate if fit is None else fit.rate
        if hasattr(given, "to_dict"):  # by pandas, with labels
            given = given.to_dict()
        if isinstance(given, Mapping):
            checks.must({*given} == {*names}, "rate", f"be of the items {names}", short_repr(given))
            given = [given[name] for name in names]
        rates = checks.array("rate", given if np.ndim(given) else np.full(n, given), (n,))
        checks.must((rates > 0).all(), "rate", "be above 0", f"{rates.min():g}")
        seen = seen * there if missing == "zero" else seen
        utility = ConcaveOverModular(seen / -np.expm1(-rates * bids), np.diag(rates))
    log = Read(
        i, "" if every is None else begin(present[0]), empty, i - empty - len(kept), alike,
        int((~there).sum()), last - first + 1 - T, dict(sum(marks.values(), Counter())),
    )  # fmt: skip
    return LoggedRounds(utility, money / bids, total, X, names, log, fit)


def _fit(name: str, x: FloatArray, y: FloatArray, rng: np.random.Generator) -> tuple[Any, ...]:
    """Return what a `Fit` has of an item, in its order; refuse bids that explain nothing."""
    T, largest = len(x), float(x.max())
    found = f"{largest:g} in all rounds of item {short_repr(name)}: give rate="
    checks.must(x.min() < largest, "bid", "vary for a saturation to be fitted", found)
    block = math.ceil(T ** (1 / 3))
    resampled = []
    for _ in range(_RESAMPLES):
        starts = rng.integers(T, size=math.ceil(T / block))
        of = ((starts[:, np.newaxis] + np.arange(block)) % T).ravel()[:T]
        resampled.append((_rate(x[of], y[of], largest, 1e-3), _slope(x[of], y[of])))
    rate = _rate(x, y, largest, 1e-5)
    interval, slope = np.quantile(resampled, [0.025, 0.975], axis=0).T
    shape = -np.expm1(-rate * x)
    left, all_of_it = y - shape * (dot(shape, y) / dot(shape, shape)), y - y.mean()
    r2 = 1 - dot(left, left) / max(dot(all_of_it, all_of_it), 1e-300)
    if T < _JUDGED or slope[0] > 0:
        return T, rate, interval, slope, r2
    half = float(y.mean() / x.mean()) / 2  # as steep as if reach were proportional to bids
    error = (all_of_it - _slope(x, y) * (x - x.mean())).std()
    # Rounds until it is four standard errors: with these bids, and with others at random.
    spreads = np.array([x.std(), 0.9 * largest / math.sqrt(12)])
    these, random = (4 * error / (half * spreads)) ** 2 if half else (math.inf, math.inf)
    remedy = f"these would have shown one of {half:.3g}"
    if these > T:
        wide = f"bids drawn at random between {largest / 10:.3g} and {largest:.3g}"
        remedy = f"try {wide} for about {random:.0f} rounds" if half else "none has any"
    found = (
        f"R^2 {r2:z.3f} and a slope in [{slope[0]:.3g}, {slope[1]:.3g}] for item {short_repr(name)}"
    )
    found += f" in {T} rounds: {remedy}, or give rate= or utility="
    raise ValueError(f"bid must explain reach for a utility to be fitted, got {found}")


def _slope(x: FloatArray, y: FloatArray) -> float:
    """Return the slope of the straight line through points by least squares; 0 if x is constant."""
    around = x - x.mean()
    return float(dot(around, y) / max(dot(around, around), 1e-300))


def _rate(x: FloatArray, y: FloatArray, largest: float, tolerance: float) -> float:
    """Return the rate of the least squares fit of a (1 - exp(-rate x)) to points, (T,)."""

    def without_a(log_rate: float) -> float:  # what the best a leaves, apart from a constant
        shape = -np.expm1(-np.exp(log_rate) / largest * x)
        return float(-(dot(shape, y) ** 2) / dot(shape, shape))

    bounds, options = np.log([_LEAST, _MOST]), {"xatol": tolerance}
    found = minimize_scalar(without_a, bounds=bounds, method="bounded", options=options)
    return float(np.exp(found.x)) / largest


def _rounds_of(
    name: str, at: Sequence[int], times: Sequence[datetime], every: Any, zone: Any
) -> tuple[Sequence[int], Callable[[int], str]]:
    """Return the rounds of times, which stand in rows `at`, and what says when a round begins."""
    found = _LENGTH.fullmatch(every) if isinstance(every, str) else None
    length = timedelta(seconds=int(found[1]) * _UNITS[found[2]]) if found else every
    if not isinstance(length, timedelta) or length <= timedelta(0):
        raise ValueError(
            f"every must be a length such as '15min', '1h', '1d', got {short_repr(every)}"
        )
    try:
        place = UTC if zone is None else ZoneInfo(zone)
    except (KeyError, TypeError, ValueError, OSError):
        raise ValueError(f"zone must be such as 'Europe/Berlin', got {short_repr(zone)}") from None
    one = len({when.tzinfo is None for when in times}) == 1
    checks.must(one, name, "have an offset from UTC in all rows or in none", "both")
    zoned = (when.replace(tzinfo=when.tzinfo or place) for when in times)
    moments = [when.astimezone(UTC).astimezone(place) for when in zoned]
    for i, when, moment in zip(at, times, moments, strict=True):
        there_is = when.tzinfo is not None or when == moment.replace(tzinfo=None)
        skipped = f"{when.isoformat()}, which the clock of {zone} skips"
        checks.must(there_is, f"{name} in row {i}", "be a time that there is", skipped)
    # In one zone Python counts by the calendar, and between two in time that passes.
    clock = UTC if length % timedelta(days=1) else place
    origin = datetime.combine(min(when.date() for when in moments), time(), place).astimezone(clock)
    labels = [(when.astimezone(clock) - origin) // length for when in moments]
    return labels, lambda t: (origin + t * length).astimezone(place).isoformat()


def _is_missing(value: Any) -> bool:
    if isinstance(value, Real | datetime | np.datetime64):
        return bool(value != value)
    return value is None or (isinstance(value, str) and value.strip().lower() in _NOTHING)


def _time(where: str, value: Any) -> datetime:
    """Return a time as Python has it, of datetime, NumPy or an ISO 8601 text."""
    if isinstance(value, np.datetime64):
        value = value.astype("datetime64[us]").item()
    text = str(value).strip() if isinstance(value, str | datetime) else ""
    try:
        return datetime.fromisoformat(text).replace(fold=getattr(value, "fold", 0))
    except ValueError:
        kinds = "datetime, '2026-03-29T14:05:00+02:00' or without an offset"
        seconds = "; of seconds since 1970: datetime.fromtimestamp(seconds, UTC)"
        raise TypeError(
            f"{where} must be a time: {kinds}, got {short_repr(value)}{seconds}"
        ) from None


def _label(where: str, value: Any, decimal: str | None) -> int:
    whole = isinstance(value, float) and value.is_integer()  # pandas', beside a missing one
    if whole or (decimal and isinstance(value, str) and value.strip().isdecimal()):
        return int(value)
    try:
        return checks.integer(where, value)
    except TypeError as error:
        raise TypeError(f"{error}; for times, give every='1h'") from None


def _amount(where: str, value: Any, decimal: str | None, marks: Counter[str]) -> float:
    """Return a number that is not negative, also of a text with a currency, which is counted."""
    if not isinstance(value, str):
        return checks.non_negative_float(where, value)
    if decimal is None:
        remedy = "give decimal='.' or ',' for numbers in texts"
        raise TypeError(f"{where} must be a real number, got {short_repr(value)}: {remedy}")
    found = _AMOUNT.fullmatch(value.strip())
    before, digits, after = found.groups() if found else ("", "", "")
    mark, other = before or after, "," if decimal == "." else "."
    known = not mark or re.fullmatch("[A-Z]{3}", mark) or unicodedata.category(mark[0]) == "Sc"
    grouped = rf"[+-]?(\d+|\d{{1,3}}([{other}]\d{{3}})+)?([{decimal}]\d*)?([eE][+-]?\d+)?"
    if not (digits and known and not (before and after) and re.fullmatch(grouped, digits)):
        like = "1.25, EUR 1.25 or 1,250.50 $" if decimal == "." else "1,25, 1,25 EUR or 1.250,50 €"
        raise ValueError(f"{where} must be such as {like} for decimal={decimal!r}, got {value!r}")
    marks.update([mark] if mark else [])
    checks.must(len(marks) < 2, where, "be in one currency: convert it", dict(marks))
    return checks.non_negative_float(where, float(digits.replace(other, "").replace(decimal, ".")))


def _rows(frame: Any, wanted: list[str]) -> Iterator[Mapping[str, Any]]:
    """Iterate over the rows of a table, mappings that have the wanted columns."""
    if isinstance(frame, Mapping):
        checks.must(
            {*wanted} <= {*frame}, "frame", f"have columns {wanted}", short_repr(list(frame))
        )
        columns = [list(frame[name]) for name in wanted]
        one = len({*map(len, columns)}) == 1
        checks.must(one, "frame", "have columns of one length", [*map(len, columns)])
        frame = [dict(zip(wanted, row, strict=True)) for row in zip(*columns, strict=True)]
    for method, *orient in (("to_dicts",), ("to_pylist",), ("to_dict", "records")):
        if hasattr(frame, method):  # of polars, Arrow and pandas
            frame = getattr(frame, method)(*orient)
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
    value = int(value) if isinstance(value, float) and value.is_integer() else value
    if isinstance(value, bool) or not isinstance(value, str | Integral) or not str(value):
        raise TypeError(f"{where} must be a name or a number of an item, got {short_repr(value)}")
    return str(value)

"""A log by rounds and items: rows added up, gaps by their cause, and numbers out of line.

A pair of a round and an item without a row has one of three causes, and each has a rule of its
own, as each means something else:

- "launch": the item's first row comes later. It could not be bid for.
- "pause": other items have rows in that round. The item was switched off, or has won nothing.
- "lost": no item has a row in that round. The export has lost it.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.messages import short_repr
from osphg.pacing.frame import Columns, Entries, place

RULES = ("refuse", "zero", "last", "drop")
CAUSES = ("launch", "pause", "lost")
_ENTRY = "entry"  # what is missing is not a row, but a number in it
_WORDS = {
    "launch": "before its first row",
    "pause": "where others have one",
    "lost": "nor of any other item",
}
# A log of more than 100 rounds has at most 10 for each that has a row.
_SPARSEST = 10
_SHORT = 100
_OUT_OF_LINE = 5.0  # a bid or spend so many times the next lower one is, if few are as high
_FEW = 20  # one in so many
_FEW_ROWS = 8  # rows of an item from which on its bids and spends are compared
_SMALLEST = 1e-300  # in place of a bid of 0, which is nothing to compare with
_TOTAL = 1e-3  # to within which a total is the sum of the others


class Grid(NamedTuple):
    """What all rows of a round and an item say together.

    The numbers are 0 where a round has no row of an item.
    """

    rounds: NDArray[np.int64]  # the numbers of the T rounds that are kept
    names: tuple[str, ...]  # the n items, in the order in which they first appear
    bids: FloatArray  # the average bid, (T, n)
    spend: FloatArray  # (T, n)
    reach: FloatArray  # that of the log, or the number of rows where none is read, (T, n)
    has_row: NDArray[np.bool_]  # (T, n)
    is_zero: NDArray[np.bool_]  # whether nothing could be reached, for want of a row, (T, n)
    filled: Mapping[str, int]  # pairs of a round and an item without a row, by cause
    dropped: Mapping[str, int]  # rounds left out, by cause


def rules_of(missing: Any) -> dict[str, str]:
    """Return the rule of each cause, from what a user gave: one rule, or a mapping of some.

    A cause that is not named is refused. ValueError for another rule or cause.
    """
    if isinstance(missing, Mapping):
        known = (*CAUSES, _ENTRY)
        checks.must({*missing} <= {*known}, "missing", f"name of {known}", short_repr(missing))
        rules = dict.fromkeys(known, "refuse") | dict(missing)
    else:
        rules = dict.fromkeys((*CAUSES, _ENTRY), missing)
        rules[_ENTRY] = missing if missing in (None, "refuse") else "drop"
    for cause, rule in rules.items():
        allowed = ("refuse", "drop") if cause == _ENTRY else RULES
        name = f"missing[{cause!r}]" if isinstance(missing, Mapping) else "missing"
        checks.must(rule in allowed, name, f"be one of {allowed}", short_repr(rule))
    return rules


def add_up(
    entries: Entries,
    round_numbers: NDArray[np.int64],
    start_of: Callable[[int], str],
    columns: Columns,
    rules: Mapping[str, str],
    *,
    is_timed: bool,
) -> Grid:
    """Add up all rows of each round and item, and average their bids.

    Parameters
    ----------
    entries : Entries
        The rows of the log.
    round_numbers : array
        The round of each of them, (R,).
    start_of : callable
        Takes a round and returns the text by which errors call it: when it begins, or its number.
    columns : Columns
        The names of the columns, for errors.
    rules : mapping of str to str
        What becomes of a pair without a row, by its cause, as `rules_of` returns it: "refuse" is
        an error, "drop" leaves the round out. With "zero" and "last" it is kept, with zeros for
        what is lacking, and `from_log` fills it.
    is_timed : bool
        Whether the log has times, so that an item may have several rows in a round.

    Returns
    -------
    Grid
        Bids, spend and reach of all rounds that are kept, from the first to the last.

    Raises
    ------
    ValueError
        For an item twice in a round or not at all, where it may not be; for a bid of 0; and for a
        log of more than 100 rounds that has a row in less than a tenth of them.
    """
    names = tuple(dict.fromkeys(entries.items))
    code_of = {name: i for i, name in enumerate(names)}
    codes = np.array([code_of[name] for name in entries.items])
    with_rows = np.unique(round_numbers)
    _refuse_sparse(with_rows, round_numbers, entries, start_of, columns.round)
    first = int(with_rows[0])
    n = len(names)
    span = int(with_rows[-1]) - first + 1
    checks.array_size(f"rounds from {start_of(first)} to {start_of(first + span - 1)}", span, n)
    cell = (round_numbers - first) * n + codes  # the pair of each row
    if not is_timed:
        _refuse_doubles(cell, entries, round_numbers, columns)

    def sums(values: FloatArray) -> FloatArray:
        added = np.bincount(cell, values, minlength=span * n).astype(np.float64)
        return added.reshape(span, n)

    # The amounts of a row are its bid, its spend, its reach if that is read, and a 1. So the last
    # sum is the number of rows; where no reach is read, that is the third sum, and so the reach.
    count = sums(entries.amounts[:, -1])
    bid_sums, spend, reach = (sums(entries.amounts[:, k]) for k in range(3))
    bids = bid_sums / np.maximum(count, 1)
    has_row = count > 0
    is_unpriced = (has_row & (bids == 0)).ravel()[cell]
    if is_unpriced.any():
        where = f"{columns.numbers[0]} in {place(entries.places[is_unpriced.argmax()])}"
        checks.must(False, where, "be above 0 for its price to be known", "0")

    gaps = _gaps_by_cause(has_row)
    _refuse_gaps(gaps, rules, names, first, start_of, columns)
    rounds_of = {cause: gap.any(1) for cause, gap in gaps.items()}
    is_dropped = np.zeros(span, bool)
    dropped = {}
    for cause in CAUSES:
        if rules[cause] == "drop":
            dropped[cause] = int((rounds_of[cause] & ~is_dropped).sum())
            is_dropped |= rounds_of[cause]
    kept = np.flatnonzero(~is_dropped)
    wanted = f"be there in some {columns.round} with all others"
    checks.must(len(kept), columns.item, wanted, "none that has all")
    filled = {
        cause: int(gaps[cause][kept].sum()) for cause in CAUSES if rules[cause] in ("zero", "last")
    }
    is_zero = np.zeros((span, n), bool)
    for cause in CAUSES:
        if rules[cause] == "zero":
            is_zero |= gaps[cause]
    return Grid(
        kept + first,
        names,
        bids[kept],
        spend[kept],
        reach[kept],
        has_row[kept],
        is_zero[kept],
        filled,
        dropped,
    )


def _gaps_by_cause(has_row: NDArray[np.bool_]) -> dict[str, NDArray[np.bool_]]:
    """Return which pairs of round and item have no row for each cause, (T, n) each."""
    is_lost = ~has_row.any(1, keepdims=True)
    is_launched = np.logical_or.accumulate(has_row, axis=0)
    missing = ~has_row & ~is_lost
    return {
        "launch": missing & ~is_launched,
        "pause": missing & is_launched,
        "lost": np.broadcast_to(is_lost, has_row.shape),
    }


def _refuse_gaps(
    gaps: Mapping[str, NDArray[np.bool_]],
    rules: Mapping[str, str],
    names: tuple[str, ...],
    first: int,
    start_of: Callable[[int], str],
    columns: Columns,
) -> None:
    """Refuse pairs without a row whose cause has no rule; the message counts all causes."""
    refused = [cause for cause in CAUSES if rules[cause] == "refuse" and gaps[cause].any()]
    if not refused:
        return
    cause = refused[0]
    t, i = np.argwhere(gaps[cause])[0]
    counts = ", ".join(f"{gaps[cause].sum()} for {cause!r}" for cause in refused)
    example = ", ".join(f"{cause!r}: ..." for cause in refused)
    lacking = f"no row of {names[i]!r} in {columns.round} {start_of(first + int(t))},"
    lacking += f" {_WORDS[cause]} (pairs without a row: {counts}): give missing={{{example}}} with"
    lacking += " 'zero', 'last' or 'drop', or one of these for all"
    checks.must(False, columns.item, f"be there in each {columns.round}", lacking)


def _refuse_doubles(
    cell: NDArray[np.int64], entries: Entries, round_numbers: NDArray[np.int64], columns: Columns
) -> None:
    """Refuse a log of numbered rounds in which an item is twice in a round."""
    order = np.argsort(cell, kind="stable")
    is_double = np.diff(cell[order]) == 0
    if is_double.any():
        at = int(is_double.argmax())
        one, other = order[at], order[at + 1]
        both = f"{entries.items[one]!r} in {columns.round} {round_numbers[one]}"
        both += f" in {place(entries.places[one])} and {place(entries.places[other])}"
        checks.must(False, columns.item, f"be there once in each {columns.round}", both)


def _refuse_sparse(
    with_rows: NDArray[np.int64],
    round_numbers: NDArray[np.int64],
    entries: Entries,
    start_of: Callable[[int], str],
    name: str,
) -> None:
    """Refuse a log with a row in few of its rounds, as beside a time of 1970; name what is far off.

    What is far off is the shorter part of the log, before or after its longest gap.
    """
    first, last = int(with_rows[0]), int(with_rows[-1])
    span = last - first + 1
    if span <= max(_SPARSEST * len(with_rows), _SHORT):
        return
    gap = int(np.diff(with_rows).argmax())  # it follows the round of this number
    is_end = len(with_rows) - gap - 1 <= gap
    far = with_rows[gap + 1] if is_end else with_rows[gap]
    row = entries.places[(round_numbers == far).argmax()]
    got = f"{len(with_rows)} with a row among {span} from {start_of(first)} to {start_of(last)}: "
    got += f"see {place(row)}, in {start_of(int(far))}, or take longer rounds"
    checks.must(False, f"rounds of {name}", f"have a row in one of {_SPARSEST}", got)


def refuse_total(grid: Grid, columns: Columns) -> None:
    """Refuse an item that is the sum of all others: a row of totals, which counts money twice.

    Spend, and reach where it is read, are sums of the others', in every round and of at least two
    others. They vary: sums of budgets that are the same every day may agree by chance.

    Parameters
    ----------
    grid
        The log by rounds and items.
    columns
        The names of the columns, for errors.
    """
    has_all = grid.has_row.all(1)
    if len(grid.names) < 3 or has_all.sum() < 3:
        return
    for i, name in enumerate(grid.names):
        is_total = True
        for amounts in (grid.spend[has_all], grid.reach[has_all]):
            own = amounts[:, i]
            others = amounts.sum(1) - own
            varies = own.max() - own.min() > 10 * _TOTAL * own.max()
            is_sum = (np.abs(own - others) <= _TOTAL * own).all()
            is_total = is_total and bool(varies and is_sum)
        remedy = f"frame[frame[{columns.item!r}] != {name!r}] is without it"
        got = f"{name!r}, whose {columns.numbers[1]} is the sum of all others: {remedy}"
        checks.must(not is_total, columns.item, "not be a total", got)


def refuse_bids_out_of_line(entries: Entries, columns: Columns) -> None:
    """Refuse bids that are far above all others of their item, such as 200 for 2.00.

    Between them and the next lower bid is a factor of 5 or more, and they are at most one in 20 of
    the item's rows. The largest bid is the bound of X, and the unit in which rates are sought.

    Parameters
    ----------
    entries
        The rows of the log.
    columns
        The names of the columns, for errors.
    """
    items = np.array(entries.items)
    for name in dict.fromkeys(entries.items):
        rows = np.flatnonzero(items == name)
        bids = entries.amounts[rows, 0]
        usual = _largest_in_line(bids)
        if usual is None:
            continue
        row = rows[bids.argmax()]
        where = f"{columns.numbers[0]} in {place(entries.places[row])}"
        wanted = f"be in line with the other bids of {name!r}, at most {usual:g}"
        remedy = "correct it, or give domain= if it is meant"
        checks.must(False, where, wanted, f"{entries.amounts[row, 0]:g}: {remedy}")


def warn_of_spend_out_of_line(entries: Entries, columns: Columns) -> None:
    """Warn of spends that are far above all others of their item, such as 1,234.50 for 1.23.

    They are out of line as bids are. One of them makes the item dear in every forecast from the
    log, and the largest price, from which a `price_bound` is taken, of no use.

    Parameters
    ----------
    entries
        The rows of the log.
    columns
        The names of the columns, for the message.
    """
    items = np.array(entries.items)
    for name in dict.fromkeys(entries.items):
        rows = np.flatnonzero((items == name) & (entries.amounts[:, 1] > 0))
        spends = entries.amounts[rows, 1]
        usual = _largest_in_line(spends)
        if usual is None:
            continue
        row = rows[spends.argmax()]
        text = f"log: {columns.numbers[1]} in {place(entries.places[row])} is {spends.max():g}, and"
        text += f" the usual ones of {name!r} are at most {usual:g}: correct it if it is a mistake,"
        text += " as prices and forecasts follow it"
        warnings.warn(text, UserWarning, stacklevel=3)


def _largest_in_line(amounts: FloatArray) -> float | None:
    """Return the largest of an item's amounts (rows,) below those that are out of line.

    None if there are none out of line, or too few rows to say what is usual.
    """
    if len(amounts) < _FEW_ROWS:
        return None
    in_order = np.sort(amounts)
    few = max(len(amounts) // _FEW, 1)
    is_far = in_order[-few:] >= _OUT_OF_LINE * np.maximum(in_order[-few - 1 : -1], _SMALLEST)
    if not is_far.any():
        return None
    return float(in_order[len(amounts) - few + int(is_far.argmax()) - 1])

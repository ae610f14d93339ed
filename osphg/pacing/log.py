"""A log of campaigns as rounds, with a utility fitted to it: reach that saturates, item by item."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize_scalar

from osphg import checks
from osphg.checks import FloatArray, shown
from osphg.domains import Box, Domain, require_domain
from osphg.games.families import SATURATION, ConcaveOverModular
from osphg.rounds import Rounds
from osphg.utilities import Utility

_LEAST, _MOST = 1e-3, 1e3  # of rate times the largest bid: all but linear, and all but a step


def from_log(
    frame: Any,
    *,
    round: str = "round",  # noqa: A002
    item: str = "item",
    bid: str = "bid",
    spend: str = "spend",
    reach: str = "reach",
    budget: float | None = None,
    domain: Domain | None = None,
    utility: Utility | None = None,
    rate: float | ArrayLike | None = None,
) -> Rounds:
    """Return the rounds of a log, for a player to be tuned by, or to be played again.

    The price of an item is its spend over its bid, what one unit of bid has cost. The utility is
    one that was given, or fitted: f_t(x) = sum_i s_ti (1 - exp(-k_i x_i)), with k_i from least
    squares over all rounds of item i, and s_ti such that f_t agrees with what the log has seen in
    round t. That rests on one observation for each round and item, and counts shared reach twice.

    Parameters
    ----------
    frame
        A pandas or polars DataFrame, an Arrow table, a mapping of columns, or an iterable of rows,
        mappings all.
    round, item, bid, spend, reach : str
        The names of the columns: a whole number, a name or number, and three numbers; `reach` may
        hold clicks or anything else that more bids increase. It is not read if there is a utility.
    budget, domain, utility : optional
        B_T, what the log has spent unless given; X, from 0 to the largest bid of each item;
        f_1..f_T, if known better than by a fit.
    rate : float or array (n,), optional
        k_i, if it is known or cannot be fitted; in the order in which the items first appear.

    Raises
    ------
    TypeError, ValueError
        For a column that is not there, a value that is missing, negative or no number, a round with
        an item twice or not at all, or a bid of 0. The message names the row, from 1.

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
    rows = _rows(frame, [round, item, bid, spend, *([reach] if utility is None else [])])
    labels = [checks.integer(f"{round} in row {i}", row[round]) for i, row in enumerate(rows, 1)]
    items = [_item(f"{item} in row {i}", row[item]) for i, row in enumerate(rows, 1)]
    row_of: dict[tuple[int, str], int] = {}
    for i, key in enumerate(zip(labels, items, strict=True)):
        first = row_of.setdefault(key, i)
        twice = f"{key[1]!r} in {round} {key[0]} in rows {first + 1} and {i + 1}"
        checks.must(first == i, item, f"be there once in each {round}", twice)
    names, order = tuple(dict.fromkeys(items)), []
    for t, name in ((t, name) for t in range(min(labels), max(labels) + 1) for name in names):
        lacking = f"no row of {name!r} in {round} {t}"
        checks.must((t, name) in row_of, item, f"be there in each {round}", lacking)
        order.append(row_of[t, name])

    def numbers(column: str) -> FloatArray:
        check, entries = checks.non_negative_float, (row[column] for row in rows)
        given = [check(f"{column} in row {i}", entry) for i, entry in enumerate(entries, 1)]
        return np.array(given)[order].reshape(-1, len(names))  # (T, n)

    bids, money = numbers(bid), numbers(spend)
    if (bids == 0).any():
        i = order[int(np.argmax(bids.ravel() == 0))] + 1
        raise ValueError(f"{bid} in row {i} must be above 0 for its price to be known, got 0")
    total = float(money.sum()) if budget is None else budget
    wanted = "be above 0 in some row, unless budget is given"
    checks.must(total != 0 or budget is not None, spend, wanted, "0 in all")
    X = Box(bids.max(0)) if domain is None else require_domain("domain", domain, len(names))
    if utility is None:
        seen = numbers(reach)
        if rate is None:
            rate = np.array([_fitted(*one) for one in zip(names, bids.T, seen.T, strict=True)])
        rate = np.full(len(names), rate) if np.ndim(rate) == 0 else rate
        rates = checks.array("rate", rate, (len(names),))
        checks.must((rates > 0).all(), "rate", "be above 0", f"{rates.min():g}")
        utility = ConcaveOverModular(seen / -np.expm1(-rates * bids), np.diag(rates), SATURATION)
    return Rounds(utility, money / bids, total, X, names)


def _fitted(name: str, bids: FloatArray, reach: FloatArray) -> float:
    """Return the rate of the least squares fit of a (1 - exp(-rate bid)) over all rounds, (T,)."""
    largest = float(bids.max())
    found = f"{largest:g} in all rounds of item {shown(name)}: give rate="
    checks.must(bids.min() < largest, "bid", "vary for a saturation to be fitted", found)

    def without_a(log_rate: float) -> float:  # what the best a leaves, apart from a constant
        shape = -np.expm1(-np.exp(log_rate) / largest * bids)
        return -float((shape @ reach) ** 2 / (shape @ shape))

    found = minimize_scalar(without_a, bounds=np.log([_LEAST, _MOST]), method="bounded")
    return float(np.exp(found.x)) / largest


def _rows(frame: Any, wanted: list[str]) -> list[Mapping[str, Any]]:
    """Return the rows of a table, at least one, as mappings that have the wanted columns."""
    if isinstance(frame, Mapping):
        if missing := [name for name in wanted if name not in frame]:
            raise ValueError(f"frame must have a column {missing[0]!r}, got {shown(list(frame))}")
        lengths = {len(frame[name]) for name in wanted}
        checks.must(len(lengths) == 1, "frame", "have columns of one length", sorted(lengths))
        entries = zip(*(frame[name] for name in wanted), strict=True)
        frame = [dict(zip(wanted, row, strict=True)) for row in entries]
    for method, *orient in (("to_dicts",), ("to_pylist",), ("to_dict", "records")):
        if hasattr(frame, method):  # of polars, Arrow and pandas
            frame = getattr(frame, method)(*orient)
    if isinstance(frame, str | bytes | np.ndarray) or not isinstance(frame, Iterable):
        table = "a table: a DataFrame, columns or rows by name"
        raise TypeError(f"frame must be {table}, got {shown(frame)}")
    rows: list[Mapping[str, Any]] = []
    for i, row in enumerate(frame, 1):  # each as it comes: there may be no end
        if not isinstance(row, Mapping) or any(name not in row for name in wanted):
            raise ValueError(f"frame must have {wanted} in each row, got {shown(row)} in row {i}")
        rows.append(row)
    checks.must(rows, "frame", "have a row", "none")
    return rows


def _item(where: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int) or not str(value):
        raise TypeError(f"{where} must be a name or a number of an item, got {shown(value)}")
    return str(value)

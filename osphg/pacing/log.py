"""A log of campaigns as rounds: one row for each round and item."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, shown
from osphg.domains import Box, Domain, require_domain
from osphg.pacing.reach import SaturatingReach, fitted_rate
from osphg.rounds import Rounds
from osphg.utilities import Utility

_LARGEST = 1e70


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
    round t at the bid of that round. That is a model: it rests on one observation for each round
    and item, and reach that items share is counted twice. The names of the items go with them.

    Parameters
    ----------
    frame
        A pandas or polars DataFrame, an Arrow table, anything with `__arrow_c_stream__` (then
        pyarrow must be there), a mapping of columns, or an iterable of rows, mappings all.
    round, item, bid, spend, reach : str
        The names of the columns: a whole number, a name or number, and three numbers; `reach` may
        hold clicks or anything else that more bids increase. It is not read if there is a utility.
    budget : float, optional
        B_T; what the log has spent unless given.
    domain : Domain, optional
        X; from 0 to the largest bid of each item unless given.
    utility : Utility, optional
        f_1..f_T, if known better than by a fit.
    rate : float or array (n,), optional
        k_i, if it is known or cannot be fitted; in the order in which the items first appear.

    Raises
    ------
    TypeError, ValueError
        For a column that is not there, a value that is missing, negative or no number, two rows
        of one round and item, a round without one of the items, or a bid of 0, of which no price
        is known. The message names the row, from 1.

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
    wanted = [round, item, bid, spend, *([] if utility is not None else [reach])]
    table = _columns(frame, wanted)
    labels = [checks.integer(_at(round, i), value) for i, value in enumerate(table[round])]
    named = [_name(_at(item, i), value) for i, value in enumerate(table[item])]
    names = tuple(dict.fromkeys(named))
    first, last = min(labels), max(labels)
    row_of: dict[tuple[int, str], int] = {}
    for i, key in enumerate(zip(labels, named, strict=True)):
        if key in row_of:
            raise ValueError(
                f"{item} must be there once in each {round}, got {key[1]!r} in {round} {key[0]} in"
                f" rows {row_of[key] + 1} and {i + 1}"
            )
        row_of[key] = i
    for t in range(first, last + 1):  # ends at the first that is missing
        for name in names:
            if (t, name) not in row_of:
                raise ValueError(
                    f"{item} must be there in each {round}, got no row of {name!r} in {round} {t}"
                )
    T = last - first + 1
    order = [row_of[t, name] for t in range(first, last + 1) for name in names]

    def numbers(column: str) -> FloatArray:
        given = [_number(_at(column, i), value) for i, value in enumerate(table[column])]
        return np.array(given)[order].reshape(T, len(names))

    bids, money = numbers(bid), numbers(spend)
    if (bids == 0).any():
        i = order[int(np.argmax(bids.ravel() == 0))]
        raise ValueError(f"{_at(bid, i)} must be above 0 for its price to be known, got 0")
    prices = money / bids
    X = Box(bids.max(0)) if domain is None else require_domain("domain", domain, len(names))
    total = float(money.sum()) if budget is None else budget
    if budget is None and total == 0:
        raise ValueError(
            f"{spend} must be above 0 in some row, unless budget is given, got 0 in all"
        )
    if utility is None:
        utility = _fit(names, bids, numbers(reach), rate)
    return Rounds(utility, prices, total, X, names)


def _fit(
    names: tuple[str, ...], bids: FloatArray, reach: FloatArray, rate: float | ArrayLike | None
) -> SaturatingReach:
    """Return the model that agrees with every observation."""
    if rate is None:
        rates = np.array(
            [fitted_rate(name, bids[:, i], reach[:, i]) for i, name in enumerate(names)]
        )
    else:
        given = checks.real("rate", rate)
        rates = np.full(len(names), float(given)) if given.ndim == 0 else given
        rates = checks.array("rate", rates, (len(names),))
        if (rates <= 0).any():
            raise ValueError(f"rate must be above 0, got {rates.min():g}")
    with np.errstate(over="ignore", divide="ignore"):
        scale = reach / -np.expm1(-rates * bids)
    endless = "reach / (1 - exp(-rate bid))"
    return SaturatingReach(checks.array(endless, scale, scale.shape, checks.SQUARABLE), rates)


def _columns(frame: Any, wanted: list[str]) -> dict[str, list[Any]]:
    """Return columns as lists of one length, at least 1."""
    for name in wanted:
        if not isinstance(name, str):
            raise TypeError(f"round, item, bid, spend and reach must be text, got {shown(name)}")
    known = _known(frame)
    if known is None and hasattr(frame, "__arrow_c_stream__"):
        try:
            arrow: Any = import_module("pyarrow")
        except ModuleNotFoundError:
            raise TypeError(
                "frame must be one that can be read without pyarrow, which is not installed"
            ) from None
        frame = arrow.table(frame)
        known = _known(frame)
    if known is None:
        frame = _by_rows(frame, wanted)
        known = list(frame)
    if twice := [name for name in wanted if known.count(name) > 1]:
        raise ValueError(f"frame must have one column {twice[0]!r}, got {known.count(twice[0])}")
    if missing := [name for name in wanted if name not in known]:
        raise ValueError(f"frame must have a column {missing[0]!r}, got {shown(known)}")
    found = {name: _listed(frame[name]) for name in wanted}
    lengths = {len(column) for column in found.values()}
    if len(lengths) != 1 or 0 in lengths:
        raise ValueError(f"frame must have columns of one length, not 0, got {sorted(lengths)}")
    return found


def _known(frame: Any) -> list[str] | None:
    """Return the names of a frame's columns; None for rows, or something else."""
    if isinstance(frame, Mapping):
        return [name for name in frame if isinstance(name, str)]
    for attribute in ("column_names", "columns"):  # of Arrow; of pandas and polars
        names = getattr(frame, attribute, None)
        if names is not None and not callable(names) and not isinstance(frame, np.ndarray):
            return [name for name in names if isinstance(name, str)]
    return None


def _by_rows(frame: Any, wanted: list[str]) -> dict[str, list[Any]]:
    if isinstance(frame, str | bytes | np.ndarray) or not isinstance(frame, Iterable):
        raise TypeError(
            f"frame must be a table: a DataFrame, columns or rows by name, got {shown(frame)}"
        )
    rows = list(frame)
    for i, row in enumerate(rows):
        if not isinstance(row, Mapping) or any(name not in row for name in wanted):
            raise ValueError(
                f"frame must have {wanted} in each row, got {shown(row)} in row {i + 1}"
            )
    return {name: [row[name] for row in rows] for name in wanted}


def _listed(column: Any) -> list[Any]:
    """Return a column as a list: of pandas, polars, Arrow, NumPy, or any sequence."""
    for method in ("to_pylist", "to_list", "tolist"):
        if callable(getattr(column, method, None)):
            column = getattr(column, method)()
            break
    if isinstance(column, str | bytes) or not isinstance(column, Iterable):
        raise TypeError(f"frame must have columns of entries, got {shown(column)}")
    return list(column)


def _at(column: str, i: int) -> str:
    return f"{column} in row {i + 1}"


def _name(where: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int) or not str(value):
        raise TypeError(f"{where} must be a name or a number of an item, got {shown(value)}")
    return str(value)


def _number(where: str, value: Any) -> float:
    number = checks.non_negative_float(where, value)
    if number and not 1 / _LARGEST <= number <= _LARGEST:  # their ratios are prices
        raise ValueError(f"{where} must be 0 or in [1e-70, 1e+70], got {number:g}")
    return number

"""A log of campaigns as rounds, with a utility fitted to it: reach that saturates, item by item.

A log is a pandas frame. A row says what was bid for an item in a round, what was spent for it and
what it has reached, such as clicks. Rounds are numbered in the log, or it has times, and `every`
says how long a round lasts.

How a frame becomes rounds: `frame` reads its rows, `clock` says in which rounds they lie, `grid`
adds them up and finds what is missing or out of line, and `fit` explains reach by bids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, frozen
from osphg.domains import Box, Domain, require_domain
from osphg.families import ConcaveOverModular
from osphg.messages import short_repr
from osphg.pacing import grid as grids
from osphg.pacing.clock import Clock, numbered_seasons
from osphg.pacing.fit import Fit, fit_all
from osphg.pacing.frame import Columns, read_frame, warn_of_copies
from osphg.rounds import Rounds
from osphg.utilities import Utility


class Read(NamedTuple):
    """What became of the rows of a log.

    Parameters
    ----------
    rows : int
        All rows of the log.
    start : str
        When round 1 begins, if there are times; else an empty text.
    empty : int
        Rows left out because a number or a time was missing.
    again : int
        Rows left out because an earlier row had their key.
    alike : int
        Rows that say the same as an earlier one, and are kept.
    filled : Mapping[str, int]
        Pairs of a round and an item that had no row and were filled, by cause.
    dropped : Mapping[str, int]
        Rounds left out because an item had no row, by cause.
    """

    rows: int
    start: str
    empty: int
    again: int
    alike: int
    filled: Mapping[str, int]
    dropped: Mapping[str, int]

    def __str__(self) -> str:
        """Write how many rows there were, when round 1 begins, and all counts that are not 0."""
        counts = {
            "left out for a missing entry": self.empty,
            "left out for a key seen before": self.again,
            "like an earlier one, kept": self.alike,
            **{f"pairs filled ({cause})": count for cause, count in self.filled.items()},
            **{f"rounds dropped ({cause})": count for cause, count in self.dropped.items()},
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
    allowance : None
        Every round is allowed B_T/T; `attrs.evolve(rounds, allowance=...)` is the same with others.
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
    missing: str | Mapping[str, str] = "refuse",
    budget: float | None = None,
    domain: Domain | None = None,
    utility: Utility | None = None,
    rate: float | ArrayLike | Mapping[str, float] | None = None,
) -> LoggedRounds:
    """Return the rounds of a log (`frame`), to tune a player by, or to play them again.

    The price of an item is its spend over its bid, what one unit of bid has cost. The utility is
    one that was given, or fitted: f_t(x) = sum_i s_ti (1 - exp(-k_i x_i)), with one k_i for all
    rounds of item i, found beside a scale that follows the hours and days, and s_ti such that f_t
    agrees with what the log has seen in round t. That rests on one observation for each round and
    item, and counts shared reach twice.

    Parameters
    ----------
    frame : pandas.DataFrame
        The log. Its columns have numbers and datetimes; a column of texts is refused with the call
        of pandas that mends it (`read_csv(decimal=, thousands=, na_values=)`, `to_datetime`).
    round, item, bid, spend, reach : str
        The columns: a whole number (or a time, with `every`), a name or number, and numbers. Reach
        is clicks or anything else that more bids increase; not read if there is a utility. None:
        each row is one impression, and counts 1.
    key : str, optional
        The column that tells rows apart: of several with one entry the first counts.
    every : str or timedelta, optional
        How long a round lasts: "15min", "1h", "1d". `round` then has datetimes, and the rows of an
        item in a round are taken together: spend and reach added, bids averaged. Rounds begin at
        midnight of the first day in the time zone of the column (`Series.dt.tz_convert`); whole
        days are those of the calendar, everything else is counted in time that passes, also where
        clocks change.
    missing : {"refuse", "zero", "last", "drop"} or mapping
        What becomes of a pair of a round and an item without a row: rounds are counted from the
        first to the last that the log has, and between them none may be passed over in silence.
        "refuse": an error. "zero": nothing could be reached, at the price that the item had last
        (or first has). "last": its round before (or else after) is repeated. "drop": the round is
        left out for all items, and later rounds move up: a `period` of `Planned` no longer has them
        at their hours. One rule for all pairs, or one for each cause: "launch", before the
        item's first row; "pause", where other items have a row; "lost", where none has. A cause
        that is not named is refused.

        "entry" says what becomes of a row that lacks a number or a time: refused, or left out and
        counted ("drop", as also with any single rule but "refuse").
    budget, domain, utility : optional
        B_T, what the log has spent unless given; X, from 0 to the largest bid of each item;
        f_1..f_T, if known better than by a fit.
    rate : float, array (n,) or mapping, optional
        k_i, in 1/bid, if it is known or cannot be fitted: one number for all items, an array in the
        order in which the items first appear, or a mapping (or Series) by name. Not read where
        `utility` is given, which needs no rates.

    Returns
    -------
    LoggedRounds
        The rounds; their `log` and `fit` say what was read, and how well the utility fits.

    Raises
    ------
    ImportError
        Without pandas.
    TypeError, ValueError
        For a column that is not there, or twice, or not of numbers; a value that is missing or
        negative; a row without its item or key; a key or item whose last digits are lost; a round
        with an item twice (without `every`) or not at all; a bid of 0. A message names the row by
        its place, as `frame.iloc[3]`.

        For what is read rightly and cannot be right: a first or last round that is cut off, a log
        of more than 100 rounds with a row in less than a tenth of them, an item that is the sum of
        all others, and a bid far above all others of its item (unless `domain` is given).

        Where the utility is to be fitted, also for an item with the same bid in all its rounds; for
        one of at least 20 rounds whose reach does not rise with its bids: the 95 % interval of its
        slope does not lie above 0; and for one whose rate lies at the edge of the search. The
        message says what to do. If these rounds are too few to find even half of the average reach
        per unit of bid as a slope, it says for how many rounds at least bids have to be drawn at
        random to find that. If they are enough, it says that a slope of that size would have been
        found: more rounds would not help. Items whose bids follow the hours, and vary too little
        beside them, are named in one message, with the hours in which they bid more: demand and
        bids cannot be told apart there.

    Warns
    -----
    UserWarning
        If more than a tenth of the rows are copies of others, as of a log that was exported twice;
        with ``reach=None`` if half of them are, as single events are often the same.

        If a spend is far above all others of its item: 5 times the next lower one or more, in at
        most one of 20 rows. Prices and forecasts follow it.

        If bids follow the hours: the fit's intervals then hold only if bids were drawn
        independently of demand. It names the items, and the hours in which they bid more.

    Examples
    --------
    >>> import osphg
    >>> import numpy as np
    >>> import pandas as pd
    >>> rounds = osphg.from_log(pd.DataFrame({
    ...     "round": [1, 1, 2, 2], "item": ["a", "b", "a", "b"], "bid": [0.5, 1.0, 1.0, 0.5],
    ...     "spend": [1.0, 3.0, 1.5, 2.0], "reach": [4.0, 9.0, 6.0, 7.0],
    ... }))
    >>> rounds.names, rounds.prices.tolist(), rounds.budget
    (('a', 'b'), [[2.0, 3.0], [1.5, 4.0]], 7.5)
    >>> rounds.utility.value(0, np.array([0.5, 1.0])).round(9)
    np.float64(13.0)
    """
    rules = grids.rules_of(missing)
    number_columns = [bid, spend]
    if utility is None and reach is not None:  # without it `add_up` counts rows in its place
        number_columns.append(reach)
    columns = Columns(round, item, number_columns, key)
    is_timed = every is not None
    may_be_empty = rules["entry"] == "drop"
    entries = read_frame(frame, columns, is_timed=is_timed, may_be_empty=may_be_empty)
    warn_of_copies(entries, is_of_events=reach is None)
    # The round of each row, and how errors call a round: by its number, or by when it begins.
    clock = Clock(entries.times, every) if is_timed else None
    if clock is None:
        round_numbers = entries.times.to_numpy(np.int64)
        start_of: Callable[[int], str] = str
    else:
        round_numbers = clock.round_numbers
        start_of = clock.start_of

    # A grid of the rounds and items, in which the rows of each round and item are added up. By
    # its rule a round that lacks rows is refused in `add_up`, or left out, or kept with zeros for
    # what it lacks ("zero", "last"): these are filled below.
    grid = grids.add_up(entries, round_numbers, start_of, columns, rules, is_timed=is_timed)
    if clock is not None:
        clock.refuse_incomplete_ends(round)
    if reach is not None:  # impressions are counted: no row is their total
        grids.refuse_total(grid, columns)
    if domain is None:
        grids.refuse_bids_out_of_line(entries, columns)
    grids.warn_of_spend_out_of_line(entries, columns)
    names = grid.names
    has_row = grid.has_row
    T, n = has_row.shape
    # The budget: what the log has spent, unless another is given.
    total = float(grid.spend.sum()) if budget is None else budget
    wanted = "be above 0 in some row, unless budget is given"
    checks.must(total != 0 or budget is not None, spend, wanted, "0 in all")

    fit = None
    if utility is None and rate is None:
        seasons = numbered_seasons(grid.rounds) if clock is None else clock.seasons(grid.rounds)
        fit = fit_all(names, grid.bids, grid.reach, has_row, seasons)
    X = Box(grid.bids.max(0)) if domain is None else require_domain("domain", domain, n)
    # For a round without a row of an item stands the last before it that has one, or else the
    # first: `source` has the number of that round, for each round and item.
    own_or_first = np.where(has_row, np.arange(T)[:, np.newaxis], has_row.argmax(0))
    source = np.maximum.accumulate(own_or_first, axis=0), np.arange(n)
    bids = grid.bids[source]
    prices = grid.spend[source] / bids
    if utility is None:
        rates = _require_rates(rate, names) if fit is None else fit.rate
        reached = np.where(grid.is_zero, 0.0, grid.reach[source])
        # s_ti is what makes f_t agree with the log at its bid x: reach/(1 - exp(-k_i x)).
        utility = ConcaveOverModular(reached / -np.expm1(-rates * bids), np.diag(rates))
    log = Read(
        rows=entries.total,
        start="" if clock is None else start_of(int(grid.rounds[0])),
        empty=entries.empty,
        again=entries.again,
        alike=entries.alike,
        filled=grid.filled,
        dropped=grid.dropped,
    )
    return LoggedRounds(utility, prices, total, X, names, log, fit)


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

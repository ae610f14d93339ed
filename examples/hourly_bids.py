"""Bid once an hour from a log that grows: `python hourly_bids.py FOLDER`, as often as you like.

FOLDER has `last.csv`, the log of a season that is over, and `log.csv`, the log of this season. A
log has columns hour, item, bid, spend and clicks; each hour adds one row for each item. Hours are
numbered from 1, the one that begins at START; set START, HOURS and BUDGET below.

The bids for the present hour go to standard output, and what is not as it should be to standard
error. All that has to survive between two starts is in `log.csv` and in `pacer.json`, which this
script writes: a kill at any moment changes no bid. Every start tells the pacer all hours of the log
that are over: one that it knows changes nothing, one that the platform has corrected is booked
anew, and one that was lost may come later. `bid` is what was really bid. An item without a row in
an hour in which others have one has spent nothing, until its row comes.

The budget is never exceeded as long as no unit of bid costs more than PRICE_MARGIN times the most
that it has cost in `last.csv`. Another BUDGET or HOURS, set later, is spread over what is left.

With a second argument, as `season.svg`, it draws the season there (`pip install 'osphg[plots]'`).
It needs pandas: `pip install 'osphg[tables]'`.
"""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pandas as pd

import osphg

START = "2026-03-02T00:00+01:00"  # when hour 1 of this season begins
HOURS = 7 * 24  # of this season
BUDGET = 400.0  # for all of its hours
SMALLEST_BID = 0.05
PRICE_MARGIN = 1.5  # a unit of bid costs at most so many times what it has cost last season


def read_log(path: Path) -> pd.DataFrame:
    """Return a log; one without rows if there is no such file.

    A last line without its end is left out: somebody is still writing it.
    """
    text = path.read_text(encoding="utf-8-sig") if path.exists() else ""  # Excel's has a mark
    complete_lines = text[: text.rfind("\n") + 1] or "hour,item,bid,spend,clicks\n"
    log = pd.read_csv(io.StringIO(complete_lines), dtype={"item": str})
    if log["hour"].isna().any():
        raise ValueError(f"{path}: {log['hour'].isna().sum()} rows have no hour")
    return log


def last_season(path: Path) -> osphg.Rounds:
    """Return the season that is over as rounds, with a utility fitted to the clicks of its log."""
    return osphg.from_log(read_log(path), round="hour", reach="clicks")


def new_pacer(last: osphg.Rounds) -> osphg.Pacer:
    """Return a pacer for this season, which expects it to be as the last one.

    `last` is the last season. Its largest bids are also the largest of this season.
    """
    domain = osphg.Box(last.domain.upper, np.full(last.n, SMALLEST_BID))
    return osphg.Pacer(
        osphg.Planned(forecast=last, period=24),  # a decision for each hour of the day
        domain=domain,
        budget=BUDGET,
        horizon=HOURS,
        names=last.names,
        hard=True,
        price_bound=PRICE_MARGIN * last.prices.max(0),
        response=last,
    )


def present_hour() -> int:
    """Return the number of the hour that the clock shows.

    Raises ValueError if the season has not begun, or is over for more than as many hours again.
    """
    hour = (datetime.now(UTC) - datetime.fromisoformat(START)) // timedelta(hours=1) + 1
    if not 1 <= hour <= 2 * HOURS:
        raise ValueError(f"START must be when hour 1 of {HOURS} began, got {START!r}")
    return hour


def next_hour(folder: Path, hour: int | None = None) -> osphg.Pacer:
    """Tell the pacer in a folder of its log; return it in the hour to bid for.

    A pacer that is not there is made. If another start of this script has it, that one is waited
    for. The hour to bid for is the one after the last of the log unless it is given: rows may be
    late, and then that is an hour which is over.
    """
    file = folder / "pacer.json"
    if not file.exists():
        new_pacer(last_season(folder / "last.csv")).save(file)
    log = read_log(folder / "log.csv")
    with osphg.Pacer.open(file) as pacer:
        if hour is None:
            last = log["hour"].max()
            hour = max(pacer.round, 1 if np.isnan(last) else int(last) + 1)
        tell(pacer, log[log["hour"] < hour])
        go_on(pacer, min(hour, pacer.horizon + 1))
        if (BUDGET, HOURS) != (pacer.budget, pacer.horizon):
            change(pacer)
        if hour <= pacer.horizon:
            pacer.decide(max(hour, pacer.round))
    return pacer


def tell(pacer: osphg.Pacer, log: pd.DataFrame) -> None:
    """Tell a pacer of all hours of a log; those between them wait.

    Raises ValueError if the log has an item twice in an hour, or one that the pacer does not know.
    """
    names = list(pacer.names or ())
    for hour, rows in log[log["hour"].between(1, pacer.horizon)].groupby("hour"):
        by_item = rows.set_index("item")
        if not by_item.index.is_unique:
            raise ValueError(f"hour {hour}: the log has an item twice")
        unknown = set(by_item.index) - set(names)
        if unknown:
            raise ValueError(f"hour {hour}: the log has items that last.csv lacks, {unknown}")
        # Without a row nothing was bid: the pacer takes such an item to be as in the last season.
        by_item = by_item.reindex(names, fill_value=0.0)
        if hour >= pacer.round:
            pacer.decide(int(hour))
        pacer.observe(
            round=int(hour),
            bid=by_item["bid"],
            spend=by_item["spend"],
            reach=by_item["clicks"],
        )


def go_on(pacer: osphg.Pacer, hour: int) -> None:
    """Go on to an hour, which may be the one after the last; those that were not told wait."""
    if pacer.round < hour:
        pacer.decide(hour - 1)
        pacer.skip()


def change(pacer: osphg.Pacer) -> None:
    """Spread BUDGET over HOURS, less what was spent; say so, or why it cannot be."""
    was = f"{pacer.budget:g} for {pacer.horizon} hours"
    now = f"BUDGET = {BUDGET:g} for {HOURS} hours"
    try:
        pacer.change(budget=BUDGET, horizon=HOURS)
    except ValueError as error:
        say(f"{now} does not count yet, it was {was}; the next start tries again: {error}")
    else:
        say(f"{now} counts from hour {pacer.round} on, it was {was}")


def say(text: str) -> None:
    """Write a line to standard error."""
    print(text, file=sys.stderr)


def say_what_lacks(pacer: osphg.Pacer, log: pd.DataFrame) -> None:
    """Say which hours have no row, which lack an item, and which are not of this season."""
    counts = log["hour"].value_counts()
    is_over = counts.index < pacer.round
    is_short = is_over & (counts < len(pacer.names or ()))
    hours = {
        "without a row, whose money is not booked": list(pacer.waiting),
        "in which an item has no row": sorted(counts.index[is_short]),
        "that are not over by START and the clock, which wait": sorted(
            counts.index[(counts.index > pacer.round) & (counts.index <= pacer.horizon)]
        ),
        "out of the season, which are not booked": sorted(
            counts.index[(counts.index < 1) | (counts.index > pacer.horizon)]
        ),
    }
    for what, found in hours.items():
        if found:
            say(f"{len(found)} hours {what}: {', '.join(map(str, found))}")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    pacer = next_hour(folder, present_hour())
    say_what_lacks(pacer, read_log(folder / "log.csv"))
    print(pacer)
    if not pacer.over:
        print(*(f"{name}: {bid!r}" for name, bid in pacer.bids().items()), sep="\n")
    if len(sys.argv) > 2:
        osphg.plots.draw_season(pacer).savefig(sys.argv[2])

"""Bid once an hour from a log that grows: `python hourly_bids.py FOLDER`, as often as you like.

FOLDER has `last.csv`, the log of a season that is over, and `log.csv`, the log of this season. A
log has columns hour, item, bid, spend and clicks; each hour adds one row for each item.

The bids for the next hour go to standard output. All that has to survive between two starts is in
`log.csv` and in `pacer.json`, which this script writes: a kill at any moment changes no bid. Every
start tells the pacer the whole log: an hour that it knows changes nothing, one that the platform
has corrected is booked anew, and one that was lost may come later. `bid` is what was really bid.

With a second argument, as `season.svg`, it draws the season there (`pip install 'osphg[plots]'`).
It needs pandas: `pip install 'osphg[tables]'`.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
import pandas as pd

import osphg

HOURS = 7 * 24  # of this season
BUDGET = 400.0  # for all of its hours
SMALLEST_BID = 0.05


def read_log(path: Path) -> pd.DataFrame:
    """Return a log; one without rows if there is no such file.

    A last line without its end is left out: somebody is still writing it.
    """
    text = path.read_text(encoding="utf-8-sig") if path.exists() else ""  # Excel's has a mark
    complete_lines = text[: text.rfind("\n") + 1] or "hour,item,bid,spend,clicks\n"
    return pd.read_csv(io.StringIO(complete_lines), dtype={"item": str})


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
        response=last,
    )


def next_hour(folder: Path) -> osphg.Pacer:
    """Tell the pacer in a folder of its log; return it in the hour to bid for.

    A pacer that is not there is made. If another start of this script has it, that one is waited
    for.
    """
    file = folder / "pacer.json"
    if not file.exists():
        new_pacer(last_season(folder / "last.csv")).save(file)
    with osphg.Pacer.open(file) as pacer:
        tell(pacer, read_log(folder / "log.csv"))
        if not pacer.over:
            pacer.decide()
    return pacer


def tell(pacer: osphg.Pacer, log: pd.DataFrame) -> None:
    """Tell a pacer of all hours that a log has complete; those between them wait.

    Raises ValueError if the log has an item twice in an hour.
    """
    for hour, rows in log[log["hour"].between(1, pacer.horizon)].groupby("hour"):
        by_item = rows.set_index("item")
        if not by_item.index.is_unique:
            raise ValueError(f"hour {hour}: the log has an item twice")
        if set(by_item.index) != set(pacer.names or ()):  # this hour is not over
            continue
        if hour >= pacer.round:
            pacer.decide(int(hour))
        pacer.observe(
            round=int(hour),
            bid=by_item["bid"],
            spend=by_item["spend"],
            reach=by_item["clicks"],
        )


if __name__ == "__main__":
    pacer = next_hour(Path(sys.argv[1]))
    print(pacer)
    if not pacer.over:
        print(*(f"{name}: {bid!r}" for name, bid in pacer.bids().items()), sep="\n")
    if len(sys.argv) > 2:
        osphg.plots.draw_season(pacer).savefig(sys.argv[2])

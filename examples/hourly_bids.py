"""Bid once an hour from a log that grows: `python hourly_bids.py FOLDER`, as often as you like.

FOLDER has `last.csv`, the log of a season that is over, and `log.csv`, the log of this season. A
log has columns hour, item, bid, spend and clicks; each hour adds one row for each item.

The bids for the next hour go to standard output. All that has to survive between two starts is in
`log.csv` and in `pacer.json`, which this script writes: a kill at any moment changes no bid. The
exit status is 0, and 1 with an error if the log has other bids than those that the pacer decided.
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
    """Return a pacer for this season, with a player tuned on the last one.

    `last` is the last season. Its largest bids are also the largest of this season.
    """
    player = osphg.OSPHG.tuned(last, W=24, K=20, weighted=True, unit_free=True)
    domain = osphg.Box(last.domain.upper, np.full(last.n, SMALLEST_BID))
    return osphg.Pacer(player, domain=domain, budget=BUDGET, horizon=HOURS, names=last.names)


def next_hour(folder: Path) -> osphg.Pacer:
    """Tell the pacer in a folder of all new hours in its log; return it with its next decision.

    A pacer that is not there is made. If another start of this script has it, that one is waited
    for.
    """
    file = folder / "pacer.json"
    last = last_season(folder / "last.csv")
    if not file.exists():
        new_pacer(last).save(file)
    with osphg.Pacer.open(file) as pacer:
        observe_log(pacer, last, read_log(folder / "log.csv"), file)
    return pacer


def observe_log(pacer: osphg.Pacer, last: osphg.Rounds, log: pd.DataFrame, file: Path) -> None:
    """Tell a pacer of one hour after another, as far as the log has them complete.

    The pacer is saved after each hour. Raises ValueError if the log has an item twice in an hour,
    or other bids than the pacer's.

    Parameters
    ----------
    pacer
        The pacer, which knows its next hour.
    last
        The last season: its utility says how clicks saturate as a bid grows.
    log
        This season's log.
    file
        Where the pacer is saved.
    """
    rate = np.diag(last.utility.a)
    while not pacer.over:
        decision = pacer.decide()
        rows = log[log["hour"] == pacer.round].set_index("item")
        if not rows.index.is_unique:
            raise ValueError(f"hour {pacer.round}: the log has an item twice")
        if set(rows.index) != set(last.names):  # this hour is not over
            break
        numbers = rows.loc[list(last.names), ["bid", "spend", "clicks"]]
        bid, spend, clicks = numbers.to_numpy(dtype=float).T
        if not np.allclose(bid, decision, rtol=1e-5):
            raise ValueError(f"hour {pacer.round}: the log has bids {bid}, not {decision}")
        # The model of an item's clicks, scale (1 - exp(-rate x)), has at this bid what was seen.
        scale = clicks / -np.expm1(-rate * decision)
        pacer.observe(
            price=spend / decision, gradient=lambda X, s=scale: s * rate * np.exp(-rate * X)
        )
        pacer.save(file)


if __name__ == "__main__":
    pacer = next_hour(Path(sys.argv[1]))
    print(pacer)
    if not pacer.over:
        print(*(f"{name}: {bid!r}" for name, bid in pacer.bids().items()), sep="\n")

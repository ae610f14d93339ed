"""Bid once an hour from a log that grows: `python hourly_bids.py FOLDER`, as often as you like.

FOLDER has `last.csv`, the log of a season that is over, and `log.csv`, to which each hour adds one
row for each item: hour, item, bid, spend, clicks. Bids go to standard output. All that has to
survive is in `log.csv` and `pacer.json`: a kill at any moment changes no bid.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np

import osphg

HOURS, BUDGET, LEAST = 7 * 24, 400.0, 0.05  # of this season; the smallest bid


def rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a log but a last line that is not whole."""
    text = path.read_text() if path.exists() else ""
    return list(csv.DictReader(text[: text.rfind("\n") + 1].splitlines()))


def season(path: Path) -> osphg.Rounds:
    """Return the season that is over as rounds, its utility fitted."""
    return osphg.from_log(rows(path), round="hour", reach="clicks", decimal=".")


def begun(last: osphg.Rounds) -> osphg.Pacer:
    """Return a pacer tuned on the last season."""
    player = osphg.OSPHG.tuned(last, W=24, K=20, weighted=True, unit_free=True)
    domain = osphg.Box(last.domain.upper, np.full(last.n, LEAST))
    return osphg.Pacer(player, domain=domain, budget=BUDGET, horizon=HOURS, names=last.names)


def hour(folder: Path) -> osphg.Pacer:
    """Tell the pacer all hours that are complete in the log, and return it, decided."""
    kept, last = folder / "pacer.json", season(folder / "last.csv")
    if not kept.exists():
        begun(last).save(kept)
    with osphg.Pacer.open(kept) as pacer:  # a script that is still at it is waited for
        tell(pacer, last, rows(folder / "log.csv"), kept)
    return pacer


def tell(pacer: osphg.Pacer, last: osphg.Rounds, log: list[dict[str, str]], kept: Path) -> None:
    """Tell the pacer of one hour after another, as long as they are complete, and save each."""
    rate = np.diag(last.utility.a)  # how clicks saturate, from the last season
    while not pacer.over:
        x = pacer.decide()
        new = {row["item"]: row for row in log if int(row["hour"]) == pacer.round}
        if set(new) != set(last.names):  # this hour is not over
            break
        bid, spend, clicks = (
            np.array([float(new[name][column]) for name in last.names])
            for column in ("bid", "spend", "clicks")
        )
        if not np.allclose(bid, x, rtol=1e-5):
            raise ValueError(f"hour {pacer.round}: the log has bids {bid}, not {x}")
        scale = clicks / -np.expm1(-rate * x)  # so that the model has what was seen
        pacer.observe(price=spend / x, gradient=lambda X, s=scale: s * rate * np.exp(-rate * X))
        pacer.save(kept)


if __name__ == "__main__":
    paced = hour(Path(sys.argv[1]))
    print(paced)
    if not paced.over:
        print(*(f"{name}: {bid!r}" for name, bid in paced.bids().items()), sep="\n")

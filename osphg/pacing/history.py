"""What became of a season so far: a table of its rounds, and what it will have spent at its end."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.special import stdtrit

from osphg.budgets import Amount
from osphg.pacing.plan import Plan

if TYPE_CHECKING:
    from pandas import DataFrame

_FEWEST = 12  # rounds from which an interval is made
_SHARE = 3  # of the rounds that were told, one part in so many stands for those to come


class Forecast(NamedTuple):
    """What is spent at the end of a season, with its interval; with several budgets arrays (m,)."""

    spent: Any
    low: Any
    high: Any


def history_frame(
    columns: Mapping[str, Any],
    waiting: Mapping[int, Any],
    plan: Plan,
    names: tuple[str, ...] | None,
) -> DataFrame:
    """Return a row for each round that is behind, as `Pacer.history` describes it.

    Parameters
    ----------
    columns : mapping
        Those of the ledger.
    waiting : mapping
        The rounds that wait, by number from 0: `bid`, `allowance`, `multiplier`, and `money`, which
        may be None.
    plan : Plan
        For the number of items and the names of budgets.
    names : tuple of str, or None
        Those of the items.
    """
    import pandas as pd

    items = names or tuple(str(i + 1) for i in range(plan.n))
    budgets = [""]
    if np.ndim(plan.budget):
        labels = plan.budget_names or tuple(str(j + 1) for j in range(len(plan.budget)))
        budgets = [f"_{label}" for label in labels]
    told = {int(t): i for i, t in enumerate(columns["t"])}
    rows = []
    for t in sorted({*told, *waiting}):
        if t in told:
            entry = {field: values[told[t]] for field, values in columns.items()}
        else:
            one = waiting[t]
            unknown = np.full(plan.n, np.nan)
            no_price = np.full((*np.shape(plan.budget), plan.n), np.nan)
            money = one.money
            entry = {
                "bid": one.bid if money is None else money.bid,
                "price": no_price if money is None else money.price,
                "reach": unknown,
                "paid": 0.0 * plan.budget + np.nan if money is None else money.paid,
                "allowance": one.allowance,
                "multiplier": one.multiplier,
                "utility": np.nan,
            }
        row: dict[str, Any] = {"round": t + 1}
        row |= {f"bid_{item}": float(x) for item, x in zip(items, entry["bid"], strict=True)}
        prices = np.reshape(entry["price"], (len(budgets), plan.n))
        for label, price in zip(budgets, prices, strict=True):
            row |= {f"price_{item}{label}": float(p) for item, p in zip(items, price, strict=True)}
        row |= {f"reach_{item}": float(y) for item, y in zip(items, entry["reach"], strict=True)}
        for field in ("paid", "allowance", "multiplier"):
            amounts = np.ravel(entry[field])
            row |= {
                f"{field}{label}": float(amount)
                for label, amount in zip(budgets, amounts, strict=True)
            }
        row["utility"] = float(entry["utility"])
        rows.append(row)
    frame = pd.DataFrame(rows)
    return frame.set_index("round") if rows else frame


def forecast_end(
    columns: Mapping[str, Any], spent: Amount, allowance: Amount, untold: int, confidence: float
) -> Forecast:
    """Return what is spent once so many more rounds are told, as `Pacer.forecast` describes it.

    Parameters
    ----------
    columns : mapping
        Those of the ledger.
    spent : float or array (m,)
        What was spent so far.
    allowance : float or array (m,)
        What a round to come may cost on average.
    untold : int
        How many rounds are not told yet.
    confidence : float
        How often the interval is to hold the end.
    """
    N = len(columns["t"])
    if untold == 0:
        return Forecast(spent, spent, spent)
    if N == 0:
        return Forecast(spent + untold * allowance, spent, spent + math.inf)
    last = min(N, max(_FEWEST, math.ceil(N / _SHARE)))
    paid = np.asarray(columns["paid"], dtype=np.float64)[-last:]
    allowed = np.asarray(columns["allowance"], dtype=np.float64)[-last:]
    shares = paid / allowed
    mean = shares.mean(0)
    end = spent + untold * allowance * mean
    if N < _FEWEST:
        return Forecast(end, spent, end + math.inf)
    size = math.ceil(last ** (1 / 3))
    count = last // size
    blocks = shares[-size * count :].reshape(count, size, -1).mean(1)
    of_round = size * blocks.var(0, ddof=1)  # the variance of a round, as blocks show it
    # The mean of the rounds to come differs from that of those that were told, and both vary.
    error = np.sqrt(of_round * (1 / last + 1 / untold))
    quantile = float(stdtrit(count - 1, (1 + confidence) / 2))
    half = quantile * untold * np.reshape(error, np.shape(end)) * allowance
    low = np.maximum(end - half, spent)
    high = end + half
    if np.ndim(end) == 0:
        return Forecast(float(end), float(low), float(high))
    return Forecast(end, low, high)

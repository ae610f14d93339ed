"""Figures of the week of real impressions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from osphg.checks import FloatArray
from osphg.metrics import mean
from osphg.playing import Run
from osphg.plots.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION
from osphg.studies.open_bandit import DAY
from osphg.studies.real_week import (
    COMMIT,
    DAILY,
    FREE,
    GREEDY,
    PUBLISHED,
    QUEUE,
    WEIGHTED,
    Seasons,
    WeekSweep,
)

_GREY = "#999999"
_LOOKS: Mapping[str, dict[str, Any]] = {
    PUBLISHED: {"color": VERMILION, "ls": "--", "marker": "s"},
    WEIGHTED: {"color": BLUE, "ls": "-", "marker": "o"},
    FREE: {"color": SKY, "ls": (0, (1, 1)), "marker": "v"},
    QUEUE: {"color": GREEN, "ls": "-.", "marker": "^"},
    DAILY: {"color": ORANGE, "ls": (0, (5, 1, 1, 1, 1, 1)), "marker": "D"},
    COMMIT: {"color": PURPLE, "ls": ":", "marker": "P"},
    GREEDY: {"color": BLACK, "ls": (0, (6, 2)), "marker": "x"},
}


def _line(name: str) -> dict[str, Any]:
    return {**_LOOKS[name], "marker": "", "label": name}


def _days(axis: Axes, T: int) -> None:
    axis.set_xticks(range(0, T + 1, DAY))
    axis.set(xlim=(0, T), xlabel="hour of the week (UTC)")


def over_the_week(runs: Mapping[str, Run], best: FloatArray) -> Figure:
    """Draw cumulative spend above and cumulative reach below, hour by hour.

    Parameters
    ----------
    runs : mapping of Run
        Of players that the chapter draws; the others are left out.
    best : array (T,)
        What the benchmark reaches in each hour.
    """
    figure, (above, below) = plt.subplots(2, 1, figsize=(6.4, 6.8), sharex=True)
    drawn = {name: run for name, run in runs.items() if name in _LOOKS}
    T = len(best)
    t = np.arange(1, T + 1)
    for name, run in drawn.items():
        above.plot(t, np.cumsum(run.spend) / run.rounds.budget, **_line(name))
        below.plot(t, np.cumsum(run.utility) / best.sum(), **_line(name))
    above.plot([0, T], [0, 1], color=_GREY, linewidth=1, ls="-", label="even in time")
    below.plot(t, np.cumsum(best) / best.sum(), color=_GREY, linewidth=1, ls="-", label="benchmark")
    for axis in (above, below):
        axis.axhline(1, color=BLACK, linewidth=1, ls=":")
        axis.yaxis.set_major_formatter(PercentFormatter(1, 0))
    above.set_ylabel("spent so far / budget $B_T$")
    below.set_ylabel("reached so far / benchmark")
    above.legend(fontsize=8, ncols=2)
    below.legend(*(part[-1:] for part in below.get_legend_handles_labels()), fontsize=8)
    _days(below, T)
    return figure


def price_of_money(lines: Mapping[str, FloatArray], traffic: FloatArray) -> Figure:
    """Draw what an impression is charged at, hour by hour, with the traffic behind it.

    Parameters
    ----------
    lines : mapping of arrays (T,)
        By player, lambda_t in units of reach per impression.
    traffic : array (T,)
        Impressions of each hour.
    """
    figure, axis = plt.subplots(figsize=(6.4, 3.8))
    behind = axis.twinx()
    behind.fill_between(
        np.arange(len(traffic)), traffic, step="post", color=_GREY, alpha=0.35, linewidth=0
    )
    behind.set(ylabel="impressions per hour (shaded)", ylim=(0, 2.2 * traffic.max()))
    behind.grid(visible=False)
    behind.spines["right"].set_visible(True)
    axis.set_zorder(behind.get_zorder() + 1)
    axis.patch.set_visible(False)
    for name, line in lines.items():
        axis.plot(np.arange(len(line)), line, **_line(name))
    axis.set(ylabel=r"price of money (reach per impression)", ylim=(0, None))
    axis.legend(fontsize=8, loc="upper left")
    _days(axis, len(traffic))
    return figure


def shares(runs: Mapping[str, Run], names: Sequence[str], benchmark: FloatArray) -> Figure:
    """Draw the share of each placement in the money that a player spends, in per cent.

    Parameters
    ----------
    runs : mapping of Run
    names : sequence of str
        Of the placements.
    benchmark : array (n,)
        What the benchmark spends on each.
    """
    rows, labels = [], []
    for name, run in runs.items():
        (block,) = run.rounds.blocks()
        rows.append((block.prices * run.decisions).sum(0))
        labels.append(name)
    table = np.array([*rows, benchmark])
    table = 100 * table / table.sum(1, keepdims=True)
    figure, axis = plt.subplots(figsize=(6.4, 0.42 * len(table) + 0.9))
    axis.imshow(table, aspect="auto", vmin=0, cmap="cividis")
    for (i, j), value in np.ndenumerate(table):
        dark = value < table.max() / 2
        color = "white" if dark else "black"
        axis.text(j, i, f"{value:.0f}", ha="center", va="center", fontsize=8, color=color)
    axis.set_xticks(range(len(names)), names, rotation=30, ha="right", fontsize=8)
    axis.set_yticks(range(len(table)), [*labels, "benchmark"], fontsize=8)
    axis.set_xlabel("placement: campaign and position")
    axis.grid(visible=False)
    return figure


def sensitivity(sweeps: Mapping[str, WeekSweep]) -> Figure:
    """Draw spend above and reach below over each parameter, one column for each.

    Parameters
    ----------
    sweeps : mapping of WeekSweep
        By the label of the axis.
    """
    figure, axes = plt.subplots(2, len(sweeps), figsize=(7.4, 5.6), sharex="col", sharey="row")
    for column, (label, found) in zip(axes.T, sweeps.items(), strict=True):
        places = np.arange(len(found.values))
        for name, scores in found.scores.items():
            if name in _LOOKS:
                looks = {**_LOOKS[name], "markersize": 4}
                column[0].plot(places, [s.spent for s in scores], **looks, label=name)
                column[1].plot(places, [s.reach for s in scores], **looks)
        column[1].set_xticks(places, [f"{value:g}" for value in found.values])
        column[1].set_xlabel(label)
    for axis in axes.flat:
        axis.axhline(1, color=BLACK, linewidth=1, ls=":")
        axis.yaxis.set_major_formatter(PercentFormatter(1, 0))
    axes[0, 0].set_ylabel("spend / budget")
    axes[1, 0].set_ylabel("reach / benchmark")
    handles, labels = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=3, fontsize=8)
    return figure


def bootstrap(found: Sequence[Seasons]) -> Figure:
    """Draw resampled weeks as points, and below them how spend depends on the season's length."""
    figure, (above, below) = plt.subplots(2, 1, figsize=(6.4, 7.6))
    first = found[0]
    for name in first.spent:
        looks = _LOOKS[name]
        above.plot(
            first.spent[name], first.reach[name], ls="", marker=looks["marker"], markersize=4,
            color=looks["color"], alpha=0.6, label=name,
        )  # fmt: skip
    weeks = [one.weeks for one in found]
    for j, name in enumerate(first.spent):
        estimates = [mean(one.spent[name]) for one in found]
        ends = [[e.value - e.low for e in estimates], [e.high - e.value for e in estimates]]
        below.errorbar(
            np.array(weeks) * 1.05 ** (j - len(first.spent) / 2), [e.value for e in estimates],
            ends, capsize=2, markersize=4, **_LOOKS[name],
        )  # fmt: skip
    above.axhline(1, color=BLACK, linewidth=1, ls=":")
    above.axvline(1, color=BLACK, linewidth=1, ls=":")
    below.axhline(1, color=BLACK, linewidth=1, ls=":")
    below.set_xscale("log", base=2)
    below.set_xticks(weeks, [f"{w}" for w in weeks])
    above.set(xlabel=f"spend / budget, {first.weeks} week", ylabel="reach / benchmark")
    below.set(xlabel="length of the season (weeks)", ylabel="spend / budget")
    for axis in (above.xaxis, above.yaxis, below.yaxis):
        axis.set_major_formatter(PercentFormatter(1, 0))
    figure.legend(*above.get_legend_handles_labels(), loc="outside upper center", ncols=3,
                  fontsize=8)  # fmt: skip
    return figure

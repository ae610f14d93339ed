"""The figure of the chapter on which method to use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from osphg.core.validate import FloatArray
from osphg.games.contests import Contest
from osphg.plots.style import BLACK
from osphg.plots.tournament import KINDS
from osphg.studies.standings import Standings
from osphg.studies.tournament import missing
from osphg.studies.which_method import arrow, complete
from osphg.systems.catalogue import BLIND, SYSTEMS
from osphg.systems.entries import System

_TICKS = (-0.2, -0.1, 0.0, 0.1, 0.2, 0.5, 1.0, 2.0)
_LINEAR = 0.1  # share of the budget within which the axis is linear


def arrows(
    by_T: Mapping[int, Standings], contests: Sequence[Contest], systems: Sequence[System] = SYSTEMS
) -> Figure:
    """Draw one arrow per system, from the smallest T to the largest: overspending and utility.

    Both are shares and means over all games; systems that do not play all games, or do not know of
    the budget, are left out. The head is hollow where a theorem lacks something in some game. Names
    stand in a column beside the axes, joined to the heads.
    """
    shown = [s for s in complete(by_T, contests, systems) if s.kind != BLIND]
    figure, axis = plt.subplots(figsize=(4.6, 5.4))
    axis.set_xscale("symlog", linthresh=_LINEAR, linscale=1.0)
    heads = np.empty((len(shown), 2))
    for i, entry in enumerate(shown):
        path = np.array(arrow(by_T, contests, entry.name))
        color = KINDS[entry.kind][1]
        proven = not any(missing(entry, c) for c in contests)
        axis.plot(*path.T, color=color, linewidth=1.1, alpha=0.8, zorder=2)
        axis.plot(*path[0], marker=".", markersize=3, color=color, zorder=2)
        axis.plot(
            *path[-1], marker=KINDS[entry.kind][0], markersize=6, color=color, zorder=3,
            markerfacecolor=color if proven else "white",
        )  # fmt: skip
        heads[i] = path[-1]
    axis.axvline(0, color=BLACK, linestyle=":", linewidth=1)
    axis.axhline(1, color=BLACK, linestyle="--", linewidth=1)
    axis.xaxis.set_major_locator(FixedLocator(_TICKS))
    axis.xaxis.set_minor_locator(NullLocator())
    axis.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:+.0%}" if x else "0"))
    axis.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:.0%}"))
    axis.tick_params(labelsize=8)
    axis.set_xlabel("overspent, share of the budget", fontsize=9)
    axis.set_ylabel("utility, share of the best fixed decision's", fontsize=9)
    axis.margins(0.05)
    figure.subplots_adjust(left=0.15, right=0.6, top=0.98, bottom=0.1)
    figure.canvas.draw()
    low, high = axis.get_ylim()
    order = np.argsort(heads[:, 1])
    places = _spread(heads[order, 1], low, high)
    for row, place in zip(order, places, strict=True):
        entry = shown[row]
        axis.annotate(
            entry.name, tuple(heads[row]), xytext=(1.05, (place - low) / (high - low)),
            textcoords="axes fraction", va="center", fontsize=8, color=KINDS[entry.kind][1],
            arrowprops={
                "arrowstyle": "-", "linewidth": 0.4, "color": KINDS[entry.kind][1],
                "shrinkA": 1, "shrinkB": 4, "alpha": 0.6,
            },
        )  # fmt: skip
    return figure


def _spread(wanted: FloatArray, low: float, high: float) -> FloatArray:
    """Return heights (m,), ascending, near those wanted and evenly apart where these are close."""
    gap = (high - low) / max(len(wanted), 20)
    places = wanted.copy()
    for _ in range(200):
        for i in range(1, len(places)):
            lack = gap - (places[i] - places[i - 1])
            if lack > 0:
                places[i - 1] -= lack / 2
                places[i] += lack / 2
        places = np.clip(places, low + gap / 2, high - gap / 2)
    return places

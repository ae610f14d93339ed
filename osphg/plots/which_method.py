"""The figure of the chapter on which method to use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from osphg.games.contests import Contest
from osphg.plots.style import BLACK, names_beside
from osphg.plots.tournament import KINDS
from osphg.studies.standings import Standings
from osphg.studies.which_method import arrow, complete, proven
from osphg.systems.catalogue import BLIND, EVERYBODY, System


def arrows(
    by_T: Mapping[int, Standings],
    contests: Sequence[Contest],
    systems: Sequence[System] = EVERYBODY,
    *,
    widest: float = 0.5,
) -> Figure:
    """Draw one arrow per system, from the smallest T to the largest: overspending and utility.

    Both are shares and means over all games; systems that do not play all games, or do not know of
    the budget, are left out. The head is hollow where no theorem covers some game. Names
    stand in a column beside the axes, joined to the heads. Who overspends by more than `widest` at
    some T is named at the top instead.
    """
    known = [s for s in complete(by_T, contests, systems) if s.kind != BLIND]
    paths = {s.name: np.array(arrow(by_T, contests, s.name)) for s in known}
    shown = [s for s in known if paths[s.name][:, 0].max() <= widest]
    figure, axis = plt.subplots(figsize=(4.6, 5.4), layout="none")
    figure.subplots_adjust(left=0.16, right=0.6, top=0.92, bottom=0.1)
    for entry in shown:
        path = paths[entry.name]
        marker, color = KINDS[entry.kind]
        hollow = not all(proven(entry, c) for c in contests)
        axis.plot(*path.T, linestyle="-", marker="", color=color, linewidth=1.2, zorder=2)
        axis.plot(*path[0], marker=".", markersize=4, color=color, zorder=2)
        axis.plot(
            *path[-1], marker=marker, markersize=6.5, color=color, zorder=3,
            markerfacecolor="white" if hollow else color,
        )  # fmt: skip
    axis.axvline(0, color=BLACK, linestyle=":", linewidth=1)
    axis.axhline(1, color=BLACK, linestyle="--", linewidth=1)
    for side in (axis.xaxis, axis.yaxis):
        side.set_major_formatter(PercentFormatter(1, 0))
    axis.tick_params(labelsize=8)
    axis.set_xlabel("overspent / budget", fontsize=9)
    axis.set_ylabel("utility / the best fixed decision's", fontsize=9)
    beyond = [
        f"{s.name}: {paths[s.name][0, 0]:+.0%} to {paths[s.name][-1, 0]:+.0%}"
        for s in known
        if s not in shown
    ]
    if beyond:
        # the axes leave room for two of them
        figure.subplots_adjust(top=0.92 - 0.022 * max(len(beyond) - 2, 0))
        figure.text(
            0.16,
            0.99,
            "\n".join(["off the picture, overspent / budget:", *beyond]),
            va="top",
            fontsize=7,
        )
    heads = np.array([paths[s.name][-1] for s in shown]).reshape(-1, 2)
    names_beside(axis, [s.name for s in shown], heads, [KINDS[s.kind][1] for s in shown], size=8)
    return figure

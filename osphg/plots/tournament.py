"""Figures of the chapters on related work and the tournament."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from osphg.games.contests import Contest
from osphg.metrics import mean
from osphg.plots.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, VERMILION, cross, names_beside
from osphg.studies.standings import Standings
from osphg.studies.system_rates import MeasuredRate
from osphg.studies.tournament import missing
from osphg.systems.catalogue import (
    BLIND,
    HARD,
    MULTIPLIER,
    ORACLES,
    QUEUE,
    REGRET,
    SYSTEMS,
    VIOLATION,
    System,
)

# A shape and a colour per kind, so that they read in greyscale.
KINDS = {
    MULTIPLIER: ("o", BLUE),
    QUEUE: ("s", GREEN),
    ORACLES: ("^", VERMILION),
    BLIND: ("D", PURPLE),
    HARD: ("v", ORANGE),
}


def measured_exponents(found: Mapping[tuple[str, str], MeasuredRate]) -> Figure:
    """Draw each system's exponents with intervals, and the published ones, in two panels."""
    figure, axes = plt.subplots(1, 2, figsize=(6.8, 5.6), sharey=True, sharex=True)
    for axis, quantity, color in zip(axes, (REGRET, VIOLATION), (BLUE, VERMILION), strict=True):
        for row, entry in enumerate(SYSTEMS):
            growth = found.get((entry.name, quantity))
            if growth is None:
                continue
            axis.plot(growth.claim, row, marker="|", markersize=13, color=BLACK)
            if growth.exponent is None:
                continue
            e = growth.exponent
            axis.errorbar(
                e.value, row, xerr=[[max(e.value - e.low, 0)], [max(e.high - e.value, 0)]],
                marker="o", markersize=4, capsize=2, color=color,
            )  # fmt: skip
        axis.set(title=f"{quantity} grows as $T^a$", xlabel="exponent $a$ (no unit)")
    axes[0].set_yticks(np.arange(len(SYSTEMS)), [entry.name for entry in SYSTEMS])
    axes[0].invert_yaxis()
    return figure


def tournament_panels(
    standings: Standings,
    contests: Sequence[Contest],
    systems: Sequence[System] = SYSTEMS,
    *,
    widest: float = 1.5,
) -> Figure:
    """Draw utility against spend with 95% intervals over seeds, one panel per game.

    Both are shares: of what the best fixed decision earns, and of the budget. Names stand in a
    column beside each panel, joined to their points; the shape tells the kind, a hollow one that
    the system is outside its assumptions. Systems that spend more than `widest`, or less than half
    of it, are named in the title. Lines mark budget and benchmark.
    """
    figure, axes = plt.subplots(
        len(contests), 1, figsize=(6.8, 2.45 * len(contests) + 0.7), squeeze=False
    )
    for axis, contest in zip(axes[:, 0], contests, strict=True):
        _panel(axis, standings, contest, systems, widest)
    axes[-1, 0].set_xlabel("spend / budget (no unit)")
    handles = [
        Line2D([], [], marker=marker, color=color, linestyle="none", label=kind)
        for kind, (marker, color) in KINDS.items()
        if any(entry.kind == kind for entry in systems)
    ]
    handles += [
        Line2D([], [], color=BLACK, linestyle=":", label="budget"),
        Line2D([], [], color=BLACK, linestyle="--", label="best fixed decision"),
    ]
    figure.legend(handles=handles, loc="outside upper left", fontsize=8, ncols=2)
    return figure


def _panel(
    axis: Axes,
    standings: Standings,
    contest: Contest,
    systems: Sequence[System],
    widest: float,
) -> None:
    game = contest.name
    present = [entry for entry in systems if entry.name in standings.systems(game)]
    inside, beyond, points = [], [], []
    for entry in present:
        spend = mean(1 + standings.over(game, entry.name))
        if not widest / 2 <= spend.value <= widest:
            beyond.append(entry.name)
            continue
        utility = mean(standings.earned(game, entry.name))
        marker, color = KINDS[entry.kind]
        cross(
            axis, spend, utility, 1.0,
            marker=marker, markersize=4.5, color=color, linestyle="none", linewidth=0.8,
            markerfacecolor="white" if missing(entry, contest) else color,
        )  # fmt: skip
        inside.append(entry)
        points.append((spend.value, utility.value))
    axis.axvline(1, color=BLACK, linestyle=":", linewidth=1)
    axis.axhline(1, color=BLACK, linestyle="--", linewidth=1)
    axis.set_title(game, fontsize=10)
    if beyond:
        text = textwrap.fill("off: " + "; ".join(beyond), 108, break_on_hyphens=False)
        axis.annotate(
            text, (0, 1), xytext=(0, 3), xycoords="axes fraction", textcoords="offset points",
            fontsize=7, va="bottom",
        )  # fmt: skip
        axis.set_title(game, fontsize=10, pad=8 + 9 * len(text.splitlines()))
    axis.set_ylabel("utility / benchmark\n(no unit)", fontsize=9)
    axis.margins(0.12)
    names_beside(
        axis,
        [entry.name for entry in inside],
        np.array(points).reshape(-1, 2),
        [KINDS[entry.kind][1] for entry in inside],
        size=7.5,
        lines=14,
    )

"""Figures of the chapters on related work and the tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from osphg.core.metrics import mean
from osphg.core.validate import FloatArray
from osphg.games.contests import Contest
from osphg.plots.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, VERMILION, cross
from osphg.studies.standings import Standings
from osphg.studies.system_rates import MeasuredRate
from osphg.studies.tournament import missing
from osphg.systems.catalogue import BLIND, HARD, MULTIPLIER, ORACLES, QUEUE, SYSTEMS
from osphg.systems.entries import System
from osphg.systems.rates import REGRET, VIOLATION

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

    Both are shares: of what the best fixed decision earns, and of the budget. A number stands for
    the system in the order of `systems`; the shape tells the kind, a hollow one that the system is
    outside its assumptions. Systems that spend more than `widest`, or less than half of it, are
    named in the title. Lines mark budget and benchmark.
    """
    lines = -(-(len(contests) + 1) // 2)
    figure, axes = plt.subplots(lines, 2, figsize=(7.2, 3.1 * lines), squeeze=False)
    for axis, contest in zip(axes.flat, contests, strict=False):
        _panel(axis, standings, contest, systems, widest)
    for axis in axes.flat[len(contests) :]:
        axis.axis("off")
    key = axes.flat[len(contests)]
    for kind, (marker, color) in KINDS.items():
        key.plot([], [], marker=marker, color=color, linestyle="none", label=kind)
    key.plot([], [], linestyle=":", color=BLACK, label="budget")
    key.plot([], [], linestyle="--", color=BLACK, label="best fixed decision")
    key.legend(loc="upper left", fontsize=7.5, labelspacing=0.25, borderaxespad=0)
    names = [f"{number} {entry.name}" for number, entry in enumerate(systems, 1)]
    half = -(-len(names) // 2)
    key.text(-0.14, 0.46, "\n".join(names[:half]), va="top", fontsize=6.5, transform=key.transAxes)
    key.text(0.58, 0.46, "\n".join(names[half:]), va="top", fontsize=6.5, transform=key.transAxes)
    figure.canvas.draw()  # the layout, before numbers are put beside points
    for axis, contest in zip(axes.flat, contests, strict=False):
        _number(axis, standings, contest, systems, widest)
    return figure


def _inside(standings: Standings, game: str, name: str, widest: float) -> bool:
    share = 1 + standings.over(game, name).mean()
    return widest / 2 <= share <= widest


def _panel(
    axis: Axes,
    standings: Standings,
    contest: Contest,
    systems: Sequence[System],
    widest: float,
) -> None:
    game = contest.name
    present, beyond = standings.systems(game), []
    for number, entry in enumerate(systems, 1):
        if entry.name not in present:
            continue
        if not _inside(standings, game, entry.name, widest):
            beyond.append(str(number))
            continue
        spend = mean(1 + standings.over(game, entry.name))
        utility = mean(standings.earned(game, entry.name))
        marker, color = KINDS[entry.kind]
        cross(
            axis, spend, utility, 1.0,
            marker=marker, markersize=4.5, color=color, linestyle="none", linewidth=0.8,
            markerfacecolor="white" if missing(entry, contest) else color,
        )  # fmt: skip
    axis.axvline(1, color=BLACK, linestyle=":", linewidth=1)
    axis.axhline(1, color=BLACK, linestyle="--", linewidth=1)
    title = game + (f"\noff: {', '.join(beyond)}" if beyond else "\n")
    axis.set_title(title, fontsize=8.5)
    axis.set(xlabel="spend / budget (no unit)", ylabel="utility / benchmark\n(no unit)")
    axis.margins(0.12)


def _number(
    axis: Axes,
    standings: Standings,
    contest: Contest,
    systems: Sequence[System],
    widest: float,
) -> None:
    """Write the systems' numbers beside their points; points that coincide share a label.

    Ours, as adjustText 1.4 leaves numbers on top of the markers here, and takes twice as long.
    """
    game = contest.name
    groups: list[tuple[FloatArray, list[str]]] = []
    for number, entry in enumerate(systems, 1):
        if entry.name not in standings.systems(game):
            continue
        if not _inside(standings, game, entry.name, widest):
            continue
        spend = 1 + standings.over(game, entry.name).mean()
        utility = standings.earned(game, entry.name).mean()
        point = np.asarray(axis.transData.transform((spend, utility)))
        for other, numbers in groups:
            if np.abs(point - other).max() < _NEAR:
                numbers.append(str(number))
                break
        else:
            groups.append((point, [str(number)]))
    taken = [point for point, _ in groups]
    for point, numbers in groups:
        text = ",".join(numbers)
        place = max(_PLACES, key=lambda shift: _room(point + shift, text, taken))
        middle = point + place
        taken += _ends(middle, text)
        x, y = axis.transData.inverted().transform(point)
        axis.annotate(
            text, (x, y), xytext=(place[0] * 72 / _DPI, place[1] * 72 / _DPI),
            textcoords="offset points", ha="center", va="center", fontsize=7,
            arrowprops={"arrowstyle": "-", "linewidth": 0.4, "shrinkA": 3, "shrinkB": 2},
        )  # fmt: skip


_DPI = 100.0  # of `use_style`
_NEAR = 5.0  # pixels within which points share a label
_PLACES = [
    radius * np.array([np.cos(angle), np.sin(angle)])
    for radius in (13.0, 22.0, 32.0, 44.0)
    for angle in np.linspace(0, 2 * np.pi, 12, endpoint=False)
]  # where a label may stand, in pixels from its point, the nearest first


def _room(middle: FloatArray, text: str, taken: list[FloatArray]) -> float:
    """Return how far a label is from what is there, up to enough; near places win ties."""
    gaps = [np.hypot(*(end - other)) for end in _ends(middle, text) for other in taken]
    return float(min([*gaps, 11.0]))


def _ends(middle: FloatArray, text: str) -> list[FloatArray]:
    """Return three points along a label, in pixels."""
    return [middle + np.array([dx, 0.0]) for dx in np.linspace(-3, 3, 3) * len(text)]

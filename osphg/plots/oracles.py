"""The figures of the comparison of oracles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from osphg.plots.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, VERMILION, cross
from osphg.studies.head_to_head import SPEND, UTILITY, HeadToHead
from osphg.studies.oracle_choice import ALGORITHMS, choices
from osphg.studies.oracle_regrets import LinearRegret

_COLOURS = (BLUE, VERMILION, GREEN, ORANGE, PURPLE)
_MARKERS = ("o", "s", "^", "D", "v")
_FILLS = ("full", "none", "left")  # one per algorithm


def linear_panels(panels: Mapping[str, Sequence[LinearRegret]]) -> Figure:
    """Draw measured regret (lines with intervals) and bounds (dotted) against the dimension."""
    figure, axes = plt.subplots(len(panels), 1, figsize=(6.4, 4.4 * len(panels)), squeeze=False)
    for axis, (title, found) in zip(axes[:, 0], panels.items(), strict=True):
        for name, colour, marker in zip(choices(), _COLOURS, _MARKERS, strict=True):
            mine = [entry for entry in found if entry.oracle == name]
            n = [entry.n for entry in mine]
            values = [entry.measured.value for entry in mine]
            half = [entry.measured.high - entry.measured.value for entry in mine]
            style = {"color": colour, "marker": marker, "markersize": 5}
            axis.errorbar(n, values, half, linestyle="-", capsize=2, label=name, **style)
            axis.plot(n, [entry.bound for entry in mine], linestyle=":", **style, alpha=0.6)
        axis.set(
            title=title,
            xlabel="dimension $n$ (logarithmic)",
            ylabel=r"regret$/\sqrt{T}$ (units of payoff, logarithmic)",
            xscale="log",
            yscale="log",
        )
    handles, labels = axes[0, 0].get_legend_handles_labels()
    bound = Line2D([], [], color=BLACK, linestyle=":", label="its bound")
    axes[0, 0].legend([*handles, bound], [*labels, "its bound"], fontsize="small", ncols=2)
    return figure


def game_panels(results: Mapping[str, HeadToHead], budgets: Mapping[str, float]) -> Figure:
    """Draw utility against spend for every game: one marker per player, with its intervals."""
    rows = (len(results) + 2) // 2
    figure, axes = plt.subplots(rows, 2, figsize=(8.4, 3.3 * rows))
    panels = list(axes.flat)
    for axis, (game, result) in zip(panels, results.items(), strict=False):
        _game(axis, game, result, budgets[game])
    legend = panels[len(results)]
    handles = [
        Line2D([], [], color=colour, marker=marker, linestyle="none", label=name)
        for name, colour, marker in zip(choices(), _COLOURS, _MARKERS, strict=True)
    ]
    handles += [
        Line2D([], [], color=BLACK, marker="o", fillstyle=fill, linestyle="none", label=name)  # type: ignore[arg-type]
        for name, fill in zip(ALGORITHMS, _FILLS, strict=True)
    ]
    legend.legend(handles=[*handles, Line2D([], [], color=BLACK, linestyle=":", label="budget")])
    for axis in panels[len(results) :]:
        axis.axis("off")
    return figure


def _game(axis: Axes, game: str, result: HeadToHead, budget: float) -> None:
    for name, colour, marker in zip(choices(), _COLOURS, _MARKERS, strict=True):
        for algorithm, fill in zip(ALGORITHMS, _FILLS, strict=True):
            player = f"{algorithm}, {name}"
            if (game, player) in result.refused:
                continue
            x, y = (result.estimate(game, player, q) for q in (SPEND, UTILITY))
            looks = {"color": colour, "marker": marker, "fillstyle": fill}
            cross(axis, x, y, markerfacecoloralt="white", **looks)
    axis.axvline(budget, color=BLACK, linestyle=":", linewidth=1)
    axis.set(
        title=game,
        xlabel="spend per round (budget units)",
        ylabel="utility per round\n(units of $f$)",
    )

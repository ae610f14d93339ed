"""Figures that set players side by side, in the book's style."""

from __future__ import annotations

from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from osphg.plots.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION, cross
from osphg.studies.head_to_head import SPEND, UTILITY, VIOLATION, HeadToHead

# One shape per player, so that they read in greyscale; colours repeat sooner than shapes do.
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "h", "d", "*", "8", "H", "1")
_COLORS = (
    BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK,
)  # fmt: skip


def utility_against_spend(result: HeadToHead, level: float = 0.95) -> Figure:
    """Draw mean utility against mean spend with intervals over seeds, one panel per game.

    A dotted line marks the budget, a dashed one the benchmark's utility (means over seeds). Players
    outside their assumptions are hollow; those that refused a game are not on its panel.

    Raises
    ------
    ValueError
        For fewer than two seeds, or more players than there are shapes (16).
    """
    if len(result.players) > len(_MARKERS):
        raise ValueError(
            f"players must be at most {len(_MARKERS)} in one figure, got {len(result.players)}"
        )
    columns = min(2, len(result.games))
    lines = -(-len(result.games) // columns)
    legend = 0.25 * (2 + len(result.players) // 2)  # inches
    size = (6.4, (3.4 if columns == 1 else 2.8) * lines + legend)
    figure, axes = plt.subplots(lines, columns, figsize=size, squeeze=False)
    for axis, game in zip(axes.flat, result.games, strict=False):
        _panel(axis, result, game, level)
    for axis in axes.flat[len(result.games) :]:
        axis.set_visible(False)
    handles = {
        name: handle
        for axis in axes.flat
        for handle, name in zip(*axis.get_legend_handles_labels(), strict=True)
    }
    order = [name for name in (*result.players, _BUDGET, _BENCHMARK) if name in handles]
    figure.legend([handles[name] for name in order], order, loc="outside lower center", ncols=2)
    return figure


_BUDGET, _BENCHMARK = "budget", "benchmark"


def _panel(axis: Axes, result: HeadToHead, game: str, level: float) -> None:
    present = [player for player in result.players if (game, player) not in result.refused]
    for player in present:
        spend = result.estimate(game, player, SPEND, level)
        utility = result.estimate(game, player, UTILITY, level)
        index = result.players.index(player)
        color = _COLORS[index % len(_COLORS)]
        cross(
            axis, spend, utility,
            marker=_MARKERS[index], color=color, linestyle="none", capsize=2, label=player,
            markerfacecolor="white" if result.heuristic(game, player) else color,
        )  # fmt: skip
    if present:
        first = [result.samples(game, present[0], quantity) for quantity in (SPEND, VIOLATION)]
        allowance = (first[0] - first[1]).mean()
        axis.axvline(allowance, color=BLACK, linestyle=":", linewidth=1, label=_BUDGET)
    bests = [result.benchmarks[game, seed].average for seed in result.seeds]
    level_of_best = sum(bests) / len(bests)
    axis.axhline(level_of_best, color=BLACK, linestyle="--", linewidth=1, label=_BENCHMARK)
    axis.set(
        title=game,
        xlabel="spend per round (budget units)",
        ylabel="utility per round\n(units of $f$)",
    )

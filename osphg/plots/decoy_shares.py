"""The first picture of the book: shares of the optimum on the decoy game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from osphg.metrics import ONE_MINUS_ONE_OVER_E
from osphg.plots.style import BLACK, BLUE, GREEN, VERMILION

_LOOKS = ((VERMILION, "o", "-"), (BLUE, "s", "--"), (GREEN, "^", "-."))


def picture(curves: Mapping[str, Sequence[tuple[int, float]]], limit: float) -> Figure:
    """Draw shares of the optimum against the horizon, each named at its line.

    Letters and markers are large: on a telephone the figure is half as wide.

    Parameters
    ----------
    curves : mapping
        (T, share) by player, at most three; the first is the one that `limit` is about.
    limit : float
        The share that the first cannot exceed in the long run.
    """
    figure, axis = plt.subplots(figsize=(4.9, 4.0))
    last = max(T for points in curves.values() for T, _ in points)
    for (name, points), (color, marker, line) in zip(curves.items(), _LOOKS, strict=False):
        T, share = zip(*points, strict=True)
        axis.plot(T, share, marker=marker, ms=7, lw=2.2, ls=line, color=color)
        axis.annotate(
            name, (T[-1], share[-1]), xytext=(12, 0), textcoords="offset points", va="center",
            fontsize=14, fontweight="bold", color=color,
        )  # fmt: skip
    axis.axhline(ONE_MINUS_ONE_OVER_E, color=BLACK, lw=1.8)
    axis.axhline(limit, color=BLACK, lw=1.2, ls=":")
    for value, said, side in (
        (ONE_MINUS_ONE_OVER_E, "$1-1/e$, as promised", "bottom"),
        (limit, "proven: no more, in the end", "top"),
    ):
        shift = 4 if side == "bottom" else -7
        axis.annotate(
            said, (last, value), xytext=(0, shift), textcoords="offset points", ha="right",
            va=side, fontsize=13,
        )  # fmt: skip
    axis.set(xscale="log", ylim=(0.5, 1.0), xlim=(None, 1.25 * last))
    axis.set_xlabel("horizon $T$ (rounds)", fontsize=13)
    axis.set_ylabel("share of the optimum (%)", fontsize=13)
    axis.yaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=""))
    axis.tick_params(labelsize=12)
    return figure

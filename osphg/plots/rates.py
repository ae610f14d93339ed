"""Figures of growth with T on logarithmic axes, in the book's style."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from osphg.metrics import mean
from osphg.plots.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, VERMILION
from osphg.studies.rate_fits import Curve
from osphg.studies.rates import PUBLISHED

# By kind of game, in the order of their first curve; feedback is told by the line and the filling.
_COLORS = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, BLACK)
_MARKERS = ("o", "s", "^", "D", "v", "P")


def growth_panels(
    curves: Sequence[Curve], again: Sequence[Curve] = (), *, ylabel: str, level: float = 0.95
) -> Figure:
    """Draw means with intervals over seeds against T, one panel per eps, and the claimed slope.

    Means that are not positive have no place on the axis and are left out; where the interval
    reaches below 0 its lower end is cut off.

    Parameters
    ----------
    curves : sequence of Curve
        Of one quantity; at most 6 kinds of games.
    again : sequence of Curve
        Other runs of the same, drawn as crosses.
    ylabel : str
        The quantity and its unit.
    level : float
        Coverage of the intervals.

    Raises
    ------
    ValueError
        For more kinds of games than there are shapes.
    """
    games = list(dict.fromkeys(curve.game for curve in curves))
    if len(games) > len(_MARKERS):
        raise ValueError(f"curves must be of at most {len(_MARKERS)} games, got {len(games)}")
    exponents = sorted({curve.eps for curve in curves})
    columns = min(2, len(exponents))
    lines = -(-len(exponents) // columns)
    figure, axes = plt.subplots(
        lines, columns, figsize=(3.6 * columns, 3.0 * lines + 1.1), squeeze=False, sharex=True
    )
    for axis, eps in zip(axes.flat, exponents, strict=False):
        here = [curve for curve in curves if curve.eps == eps]
        for curve in here:
            _line(axis, curve, games.index(curve.game), level)
        for curve in again:
            if curve.eps == eps:
                _crosses(axis, curve)
        _guide(axis, here)
        axis.set(
            title=f"$\\epsilon$ = {eps:g}, claimed exponent {here[0].claim:g}",
            xlabel="rounds $T$", ylabel=ylabel, xscale="log", yscale="log",
        )  # fmt: skip
    for axis in axes.flat[len(exponents) :]:
        axis.set_visible(False)
    handles = {
        label: handle
        for axis in axes.flat
        for handle, label in zip(*axis.get_legend_handles_labels(), strict=True)
    }
    figure.legend(list(handles.values()), list(handles), loc="outside lower center", ncols=2)
    return figure


def _line(axis: Axes, curve: Curve, index: int, level: float) -> None:
    average = curve.values.mean(1)
    shown = average > 0
    if not shown.any():
        return
    half = np.zeros(len(average))
    if curve.values.shape[1] > 1:
        estimates = [mean(values, level) for values in curve.values]
        half = np.array([estimate.high - estimate.value for estimate in estimates])
    below = np.minimum(half, 0.999 * average)  # a logarithmic axis has no 0
    published = curve.feedback == PUBLISHED
    axis.errorbar(
        curve.horizons[shown], average[shown], yerr=[below[shown], half[shown]],
        color=_COLORS[index], marker=_MARKERS[index], markersize=4.5, capsize=2,
        linestyle="-" if published else "--", markerfacecolor=None if published else "white",
        label=f"{curve.game}, {curve.feedback}",
    )  # fmt: skip


def _crosses(axis: Axes, curve: Curve) -> None:
    average = curve.values.mean(1)
    shown = average > 0
    if shown.any():
        axis.plot(
            curve.horizons[shown], average[shown], "x", color=BLACK, markersize=6,
            markeredgewidth=0.9, zorder=3, label="computed on this page",
        )  # fmt: skip


def _guide(axis: Axes, curves: Sequence[Curve]) -> None:
    """Draw the claimed order above everything else, through no point of the data."""
    widest = max(curves, key=lambda curve: len(curve.horizons))
    tops = [
        float((curve.values.mean(1) / curve.claimed).max())
        for curve in curves
        if (curve.values.mean(1) > 0).any()
    ]
    if tops:
        axis.plot(
            widest.horizons, 2 * max(tops) * widest.claimed,
            color=BLACK, linestyle=":", linewidth=1.4, label="slope of the claim",
        )  # fmt: skip

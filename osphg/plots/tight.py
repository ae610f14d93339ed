"""The figures of the chapter on tightness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from osphg.checks import FloatArray
from osphg.metrics import ONE_MINUS_ONE_OVER_E
from osphg.plots.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION

_COLORS = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY)
_MARKERS = ("o", "s", "^", "D", "v", "P")


def shares(
    curves: Mapping[str, tuple[Sequence[int], Sequence[float]]], limits: Mapping[str, float]
) -> Figure:
    """Draw shares of the benchmark against the horizon, and the limits that are predicted.

    Parameters
    ----------
    curves : mapping
        Horizons (rounds) and shares, by label; at most six.
    limits : mapping
        Shares by label, as horizontal lines.
    """
    figure, axis = plt.subplots(figsize=(6.4, 4.0))
    for (label, (T, share)), color, marker in zip(curves.items(), _COLORS, _MARKERS, strict=False):
        axis.plot(T, share, marker=marker, ms=5, color=color, label=label)
    for (label, value), style in zip(limits.items(), (":", "--", "-."), strict=False):
        axis.axhline(value, color=BLACK, lw=1, ls=style, label=label)
    axis.axhline(ONE_MINUS_ONE_OVER_E, color=BLACK, lw=2, ls="-", alpha=0.4, label="$1-1/e$")
    axis.set(
        xscale="log", xlabel="horizon $T$ (rounds)", ylabel="share of the benchmark, late",
        ylim=(0.6, 1.02),
    )  # fmt: skip
    axis.legend(fontsize=9)
    return figure


def spending(
    horizons: Sequence[int], violations: Mapping[str, Sequence[float]], bound: Sequence[float]
) -> Figure:
    """Draw violations against the horizon, symmetric about zero on a logarithmic scale.

    Parameters
    ----------
    horizons : sequence of int
    violations : mapping
        C_T in units of the budget, one for each horizon, by label.
    bound : sequence of float
        What the surviving experts' do not exceed.
    """
    figure, axis = plt.subplots(figsize=(6.4, 3.8))
    for (label, values), color, marker in zip(violations.items(), _COLORS, _MARKERS, strict=False):
        axis.plot(horizons, values, marker=marker, ms=5, color=color, label=label)
    axis.plot(horizons, bound, ":", color=BLACK, label="bound of surviving experts")
    axis.axhline(0, color="0.6", lw=1)
    axis.set_yscale("symlog", linthresh=10)
    axis.set(xscale="log", xlabel="horizon $T$ (rounds)", ylabel="violation $C_T$ (budget units)")
    axis.margins(y=0.12)
    axis.legend(fontsize=9, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3)
    return figure


def found(searched: FloatArray, checked: FloatArray, proven: float) -> Figure:
    """Draw what a search found, sorted, and the same games played for longer.

    Parameters
    ----------
    searched, checked : array (seeds,)
        Shares of the benchmark.
    proven : float
        What cannot be undercut at rest.
    """
    order = np.argsort(checked)
    figure, axis = plt.subplots(figsize=(6.4, 3.6))
    place = np.arange(1, len(order) + 1)
    axis.plot(place, searched[order], "o", ls="none", color=BLUE, label="in the search")
    axis.plot(place, checked[order], "x", ls="none", ms=7, color=VERMILION, label="played longer")
    axis.axhline(proven, color=BLACK, lw=1, ls="--", label="3/4, at rest")
    axis.axhline(ONE_MINUS_ONE_OVER_E, color=BLACK, lw=1, ls=":", label="$1-1/e$")
    axis.set(xlabel="search (sorted)", ylabel="share of the benchmark", xticks=place)
    axis.legend(fontsize=9)
    return figure

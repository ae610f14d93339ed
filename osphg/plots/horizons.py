"""Figures of the multiplier's swing, and of what it does to two sentences."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from osphg.checks import FloatArray
from osphg.playing import Run
from osphg.plots.style import BLACK, BLUE, GREEN, ORANGE, VERMILION, thinned


def swing(run: Run, period: float) -> Figure:
    """Draw lambda_t and the violation so far over the rounds of a run, with predicted periods."""
    figure, axes = plt.subplots(2, 1, figsize=(6.8, 4.8), sharex=True)
    t = np.arange(1, run.T + 1)
    axes[0].plot(t, run.multiplier, color=BLUE)
    axes[1].plot(t, np.cumsum(run.violation), color=VERMILION)
    axes[1].axhline(0, color=BLACK, lw=0.8)
    first = int(np.argmax(run.multiplier))
    for axis in axes:
        for crest in np.arange(first, run.T, period):
            axis.axvline(crest, color=BLACK, ls=":", lw=1)
    axes[0].set(ylabel=r"multiplier $\lambda_t$" "\n(utility per budget unit)")
    axes[1].xaxis.set_major_locator(MaxNLocator(5))
    axes[1].set(ylabel="violation so far\n(budget units)", xlabel="round $t$")
    return figure


def over_horizons(violation: Mapping[int, FloatArray], lead: Mapping[int, FloatArray]) -> Figure:
    """Draw each seed's violation per round, and its lead over the benchmark, against T."""
    figure, axes = plt.subplots(2, 1, figsize=(6.8, 5.4), sharex=True)
    for axis, found, color, marker in (
        (axes[0], violation, VERMILION, "o"),
        (axes[1], lead, BLUE, "s"),
    ):
        horizons = np.array(list(found))
        axis.plot(horizons, [values.mean() for values in found.values()], color=color)
        for T, values in found.items():
            axis.plot([T] * len(values), values, marker, color=color, mfc="none", ms=4, ls="none")
        axis.axhline(0, color=BLACK, lw=0.8)
        axis.set(xscale="log")
    axes[0].set(ylabel="violation $C_T/T$\n(budget units per round)")
    axes[1].set(
        ylabel="utility above the benchmark\n(units of $f$ per round)",
        xlabel="horizon $T$ (rounds)",
    )
    return figure


def one_curve(
    run: Run,
    gathered: FloatArray,
    period: float,
    ends: Mapping[str, tuple[FloatArray, FloatArray]],
) -> Figure:
    """Draw what the multiplier has gathered in the course of a run, and at the ends of other games.

    Parameters
    ----------
    run : Run
    gathered : array (T,)
        Of this run.
    period : float
        Of this run, in rounds.
    ends : mapping of str to two arrays
        A legend, and for each game its number of periods and what it has gathered at its end.
    """
    figure, axis = plt.subplots(figsize=(6.8, 3.8))
    t, line = thinned(gathered)
    axis.plot(t / period, line, color=BLACK, lw=1, label=f"one run, $T = {run.T:,}$, all rounds")
    looks = zip((VERMILION, BLUE, GREEN, ORANGE), "os^D", strict=True)
    for (label, (periods, end)), (color, marker) in zip(ends.items(), looks, strict=False):
        axis.plot(periods, end, marker, color=color, mfc="none", ms=5, ls="none", label=label)
    axis.axhline(0, color=BLACK, lw=0.8)
    axis.set(
        xlabel="number of periods in the game",
        ylabel=r"$\mu C_T - \delta\mu^2\sum_t\lambda_t$" "\n(utility per budget unit)",
    )
    axis.legend()
    return figure

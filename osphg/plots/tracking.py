"""Figures of the dynamic regret: a quantity per round against the horizon, one panel a game."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from osphg.checks import FloatArray
from osphg.metrics import mean
from osphg.plots.style import BLACK
from osphg.studies.tracking import Tracking

_MARKERS = "os^Dv<>"  # beside colour and line style: they part where lines cross


def regret_panels(tracks: Mapping[str, Tracking]) -> Figure:
    """Draw the dynamic regret per round of every player, with intervals over seeds."""
    series = {game: made.regret for game, made in tracks.items()}
    return _panels(tracks, series, "dynamic regret per round\n(units of $f$)")


def fit_panels(tracks: Mapping[str, Tracking]) -> Figure:
    """Draw the fit per round of every player, with intervals over seeds."""
    series = {game: made.fit for game, made in tracks.items()}
    return _panels(tracks, series, "fit per round\n(budget units)")


def _panels(
    tracks: Mapping[str, Tracking], series: Mapping[str, Mapping[str, FloatArray]], label: str
) -> Figure:
    figure, axes = plt.subplots(len(tracks), 1, figsize=(6.4, 3.2 * len(tracks)), sharex=True)
    for axis, (game, made) in zip(np.atleast_1d(axes), tracks.items(), strict=True):
        T = made.horizons
        for (player, values), marker in zip(series[game].items(), _MARKERS, strict=False):
            estimates = [mean(row / t) for row, t in zip(values, T, strict=True)]
            centre = [e.value for e in estimates]
            below = [e.value - e.low for e in estimates]
            above = [e.high - e.value for e in estimates]
            axis.errorbar(T, centre, [below, above], marker=marker, capsize=3, label=player)
        axis.axhline(0, color=BLACK, linewidth=1, linestyle=":")
        axis.set_xscale("log", base=2)
        axis.set(title=game, ylabel=label)
    np.atleast_1d(axes)[-1].set_xlabel("number of rounds $T$")
    handles, labels = np.atleast_1d(axes)[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=3, fontsize="small")
    return figure

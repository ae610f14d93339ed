"""The figure of one game whose money is counted in several units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from osphg.checks import FloatArray
from osphg.plots.style import BLACK, BLUE, VERMILION
from osphg.studies.units import InUnits


def by_unit(factors: Sequence[float] | FloatArray, found: Mapping[str, InUnits]) -> Figure:
    """Draw overspending and utility against the unit of money, a line for each tuning.

    Parameters
    ----------
    factors : sequence of float
        How many units make one of the game's.
    found : mapping of InUnits
        By what is said in the legend; two of them.
    """
    figure, axes = plt.subplots(1, 2, figsize=(8.6, 3.8), sharex=True)
    styles = (("o", "-", VERMILION), ("s", "--", BLUE))
    for (name, outcome), (marker, line, color) in zip(found.items(), styles, strict=True):
        for axis, values in zip(axes, (outcome.overspent, outcome.earned), strict=True):
            axis.plot(
                factors, 100 * np.asarray(values), marker=marker, ls=line, color=color, label=name
            )
    axes[0].axhline(0, color=BLACK, lw=0.8)
    axes[0].set(ylabel="violation (percent of the budget)")
    axes[1].set(ylabel="utility (percent of the best fixed)")
    for axis in axes:
        axis.set(xscale="log", xlabel="units of money in a pound")
    axes[0].legend()
    return figure

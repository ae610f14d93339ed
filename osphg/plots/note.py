"""The figure of the note: regret per round on the counterexample."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from osphg.plots.style import BLACK


def regret_per_round(
    horizons: Sequence[int], found: Mapping[str, Sequence[float]], limit: float
) -> Figure:
    """Draw R_T/T against T for each player, and the rate that is proven for the published one."""
    figure, axis = plt.subplots(figsize=(6.8, 2.7))
    for (name, rates), marker in zip(found.items(), "osD", strict=True):
        axis.plot(horizons, rates, marker=marker, ms=4, label=name)
    axis.axhline(limit, color=BLACK, lw=1, ls=":")
    axis.axhline(0, color=BLACK, lw=0.8)
    axis.set(xscale="log", xlabel="horizon $T$ (rounds)", ylabel="regret per round\n(units of $f$)")
    axis.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=9)
    return figure

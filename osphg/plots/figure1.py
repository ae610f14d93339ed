"""The figures of the paper's experiment.

Functions draw data that others computed, and return the figure.
"""

from __future__ import annotations

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap, TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from osphg.checks import FloatArray
from osphg.plots.style import BLACK, GREEN, ORANGE, SKY
from osphg.studies.figure1 import ParameterMap, where_true


def map_panels(result: ParameterMap) -> Figure:
    """Draw the mean violation and the mean lead over the benchmark on the grid of parameters."""
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 8.4))
    lead = result.utility - result.benchmark
    _map(axes[0], result, result.violation.mean(-1), "Violation $C_T/T$ (budget units per round)")
    _map(axes[1], result, lead.mean(-1), "Utility above the benchmark (units of $f$ per round)")
    return figure


def truth_panel(axis: Axes, result: ParameterMap, title: str) -> None:
    """Mark each cell with the sentences that hold in every seed: 1, 2, B for both, a dash."""
    first, second, defined = where_true(result)
    kind = np.where(defined, first * 1.0 + second * 2.0, np.nan)
    axis.pcolormesh(
        np.ma.masked_invalid(kind),
        cmap=ListedColormap(["white", SKY, ORANGE, GREEN]),
        vmin=-0.5,
        vmax=3.5,
        edgecolor="white",
    )
    for (i, j), value in np.ndenumerate(kind):
        text = "" if np.isnan(value) else "–12B"[int(value)]
        axis.text(j + 0.5, i + 0.5, text, ha="center", va="center", color=BLACK)
    _factor_axes(axis, result)
    axis.tick_params(axis="x", labelsize=8)  # nine factors side by side do not touch
    axis.set(title=title, xlabel=r"factor of $\delta$", ylabel=r"factor of $\mu$")


def _map(axis: Axes, result: ParameterMap, values: FloatArray, title: str) -> None:
    """Draw a heat map of values (M, D) with the number in each cell; the theorem's is framed."""
    # diverging and symmetric in lightness about 0: the sign is also written in the cell
    norm = TwoSlopeNorm(0, min(np.nanmin(values), -1e-12), max(np.nanmax(values), 1e-12))
    axis.pcolormesh(np.ma.masked_invalid(values), cmap="PuOr", norm=norm, edgecolor="white")
    for (i, j), value in np.ndenumerate(values):
        text = "–" if np.isnan(value) else f"{value:+.2f}"
        dark = not np.isnan(value) and abs(norm(value) - 0.5) > 0.32
        axis.text(
            j + 0.5, i + 0.5, text, ha="center", va="center", fontsize=8,
            color="white" if dark else BLACK,
        )  # fmt: skip
    _factor_axes(axis, result)
    axis.set(
        title=title,
        xlabel=r"$\delta$ as a multiple of the theorem's $4\beta^2$",
        ylabel=r"$\mu$ as a multiple of" + "\n" + r"the theorem's $R/(\beta\sqrt{WT})$",
    )


def _factor_axes(axis: Axes, result: ParameterMap) -> None:
    """Label the cells with the factors, and frame the theorem's."""
    axis.set_xticks(np.arange(result.delta_factors.size) + 0.5)
    axis.set_xticklabels([f"{factor:g}" for factor in result.delta_factors])
    axis.set_yticks(np.arange(result.mu_factors.size) + 0.5)
    axis.set_yticklabels([f"{factor:g}" for factor in result.mu_factors])
    axis.grid(visible=False)
    for i in np.flatnonzero(np.isclose(result.mu_factors, 1)).tolist():
        for j in np.flatnonzero(np.isclose(result.delta_factors, 1)).tolist():
            axis.add_patch(Rectangle((j, i), 1, 1, fill=False, edgecolor=BLACK, linewidth=2.5))

"""The book's style.

Figures are white with dark ink (the book's style sheet inverts lightness in dark mode), coloured
from the Okabe-Ito palette, and every line has a style of its own, so that they read in greyscale.
"""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
from cycler import cycler

from osphg.core.validate import FloatArray

# Okabe and Ito's colours for all kinds of colour vision, ordered by how they part in greyscale.
BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000",
)  # fmt: skip
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 1)))


def use_style() -> None:
    """Set the book's style for all figures that follow."""
    colors = [BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY]
    mpl.rcParams.update(mpl.rcParamsDefault | {"backend": mpl.rcParams["backend"]})
    mpl.rcParams.update(
        {
            "axes.prop_cycle": cycler(color=colors) + cycler(linestyle=LINES),
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "axes.titlesize": "medium",
            "axes.titlelocation": "left",
            "figure.dpi": 100,
            "figure.figsize": (6.4, 3.6),
            "figure.constrained_layout.use": True,
            "font.size": 10.5,
            "grid.alpha": 0.3,
            "image.cmap": "cividis",
            "legend.frameon": False,
            "lines.linewidth": 1.6,
            "savefig.dpi": 160,
            "savefig.facecolor": "white",
        }
    )


def thinned(series: FloatArray, points: int = 2000) -> tuple[FloatArray, FloatArray]:
    """Return (t, series at t) for at most `points` rounds, evenly spaced, t from 1."""
    index = np.unique(np.linspace(0, len(series) - 1, min(points, len(series))).astype(int))
    return index + 1.0, np.asarray(series)[index]

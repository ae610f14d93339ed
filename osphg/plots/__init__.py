"""The book's style, `book.mplstyle`, and its colours by name.

Figures are white with dark ink (the book's style sheet inverts lightness in dark mode), coloured
from the Okabe-Ito palette, and every line has a style of its own, so that they read in greyscale.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from osphg.checks import FloatArray
from osphg.metrics import Estimate

_STYLE = mpl.rc_params_from_file(
    Path(__file__).with_name("book.mplstyle"), use_default_template=False
)
_CYCLE = _STYLE["axes.prop_cycle"].by_key()

_COLOURS = ["BLACK", "BLUE", "GREEN", "ORANGE", "PURPLE", "SKY", "VERMILION"]
__all__ = [*_COLOURS, "LINES", "cross", "names_beside", "thinned", "use_style"]

BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY = _CYCLE["color"]
BLACK = "#000000"
LINES = tuple(_CYCLE["linestyle"])


def use_style() -> None:
    """Set the book's style for all figures that follow, or for those of an `mpl.rc_context`."""
    mpl.rcParams.update(mpl.rcParamsDefault | {"backend": mpl.rcParams["backend"]})
    mpl.rcParams.update(_STYLE)


def thinned(series: FloatArray, points: int = 2000) -> tuple[FloatArray, FloatArray]:
    """Return (t, series at t) for at most `points` rounds, evenly spaced, t from 1.

    >>> thinned(np.arange(10.0), points=4)[0]
    array([ 1.,  4.,  7., 10.])
    """
    index = np.unique(np.linspace(0, len(series) - 1, min(points, len(series))).astype(int))
    return index + 1.0, np.asarray(series)[index]


def cross(axis: Axes, x: Estimate, y: Estimate, **looks: Any) -> None:
    """Draw a point with both of its intervals."""
    axis.errorbar(x.value, y.value, (y.high - y.low) / 2, (x.high - x.low) / 2, **looks)


def names_beside(
    axis: Axes,
    names: Sequence[str],
    points: FloatArray,
    colors: Sequence[str],
    *,
    size: float,
    lines: int = 20,
) -> None:
    """Write names in a column right of the axes, by height, each joined to its point.

    `points` (m, 2) are in units of the data, `axis` has its final limits, and its height room for
    so many `lines` of letters of `size` points; more names come closer.
    """
    low, high = axis.get_ylim()
    gap = (high - low) / max(len(names), lines)
    order = np.lexsort((points[:, 0], points[:, 1]))
    places = points[order, 1].copy()
    for _ in range(500):  # neighbours push each other apart, and all move together into the axes
        for i in range(1, len(places)):
            lack = max(gap - (places[i] - places[i - 1]), 0)
            places[i - 1 : i + 1] += -lack / 2, lack / 2
        if len(places):
            places += max(low + gap / 2 - places[0], 0) - max(places[-1] - high + gap / 2, 0)
    for row, place in zip(order, places, strict=True):
        beside: Any = {
            "xytext": (1.06, (place - low) / (high - low)),
            "textcoords": "axes fraction",
        }
        line = {"arrowstyle": "-", "linewidth": 0.5, "color": colors[row], "relpos": (0, 0.5)}
        beside["arrowprops"] = {**line, "shrinkA": 1, "shrinkB": 4, "alpha": 0.6}
        looks: Any = {"va": "center", "fontsize": size, "color": colors[row]}
        axis.annotate(names[row], tuple(points[row]), **beside, **looks)

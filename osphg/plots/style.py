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

BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY = _CYCLE["color"]
BLACK = "#000000"
LINES = tuple(_CYCLE["linestyle"])


def use_style() -> None:
    """Set the book's style for all figures that follow.

    Examples
    --------
    Within a context of matplotlib, for the figures there alone:

    >>> import matplotlib as mpl
    >>> import osphg
    >>> with mpl.rc_context():
    ...     osphg.plots.use_style()
    ...     first = mpl.rcParams["axes.prop_cycle"].by_key()["color"][0]
    ...
    >>> first == osphg.plots.BLUE
    True
    """
    mpl.rcParams.update(mpl.rcParamsDefault | {"backend": mpl.rcParams["backend"]})
    mpl.rcParams.update(_STYLE)


def thinned(series: FloatArray, points: int = 2000) -> tuple[FloatArray, FloatArray]:
    """Return (t, series at t) for at most `points` rounds, evenly spaced, t from 1.

    Examples
    --------
    >>> t, values = thinned(np.arange(10.0), points=4)
    >>> t
    array([ 1.,  4.,  7., 10.])
    """
    index = np.unique(np.linspace(0, len(series) - 1, min(points, len(series))).astype(int))
    return index + 1.0, np.asarray(series)[index]


def cross(axis: Axes, x: Estimate, y: Estimate, unit: float = 1.0, **looks: Any) -> None:
    """Draw a point with both of its intervals; x is divided by `unit`."""
    axis.errorbar(
        x.value / unit, y.value, xerr=(x.high - x.low) / 2 / unit, yerr=(y.high - y.low) / 2,
        **looks,
    )  # fmt: skip


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

    Parameters
    ----------
    axis : Axes
        With its final limits.
    names, colors : sequences of str
        One each per point.
    points : FloatArray, shape (m, 2)
        In units of the data.
    size : float
        Of the letters, in points.
    lines : int
        How many names the height has room for; more come closer.
    """
    low, high = axis.get_ylim()
    order = np.lexsort((points[:, 0], points[:, 1]))
    for row, place in zip(order, _spread(points[order, 1], low, high, lines), strict=True):
        axis.annotate(
            names[row], tuple(points[row]), xytext=(1.06, (place - low) / (high - low)),
            textcoords="axes fraction", va="center", fontsize=size, color=colors[row],
            arrowprops={
                "arrowstyle": "-", "linewidth": 0.5, "color": colors[row], "relpos": (0, 0.5),
                "shrinkA": 1, "shrinkB": 4, "alpha": 0.6,
            },
        )  # fmt: skip


def _spread(wanted: FloatArray, low: float, high: float, lines: int) -> FloatArray:
    """Return heights (m,), ascending, near those wanted and at least a line apart."""
    gap = (high - low) / max(len(wanted), lines)
    places = wanted.copy()
    for _ in range(500):
        for i in range(1, len(places)):
            lack = gap - (places[i] - places[i - 1])
            if lack > 0:
                places[i - 1] -= lack / 2
                places[i] += lack / 2
        if len(places):  # all move together, so that gaps stay
            places += max(low + gap / 2 - places[0], 0) - max(places[-1] - high + gap / 2, 0)
    return places

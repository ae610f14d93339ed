"""The book's style, `book.mplstyle`, and its colours by name.

Figures are white with dark ink (the book's style sheet inverts lightness in dark mode), coloured
from the Okabe-Ito palette, and every line has a style of its own, so that they read in greyscale.
"""

from __future__ import annotations

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
__all__ = [*_COLOURS, "LINES", "cross", "thinned", "use_style"]

BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY = _CYCLE["color"]
BLACK = "#000000"
LINES = tuple(_CYCLE["linestyle"])


def use_style() -> None:
    """Set the book's style for all figures that follow, or for those of an `mpl.rc_context`.

    In a notebook they get two pixels for one, which their size there does not show.
    """
    mpl.rcParams.update(mpl.rcParamsDefault | {"backend": mpl.rcParams["backend"]})
    mpl.rcParams.update(_STYLE)
    if "inline" in mpl.rcParams["backend"]:
        from matplotlib_inline.backend_inline import set_matplotlib_formats

        set_matplotlib_formats("retina")


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

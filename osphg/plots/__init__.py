"""The book's style, `book.mplstyle`, and its colours by name.

Figures are white with dark ink (the book's style sheet inverts lightness in dark mode), coloured
from the Okabe-Ito palette, and every line has a style of its own, so that they read in greyscale.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import numpy as np

from osphg.checks import FloatArray

_STYLE = mpl.rc_params_from_file(
    Path(__file__).with_name("book.mplstyle"), use_default_template=False
)
BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY = _STYLE["axes.prop_cycle"].by_key()["color"]
BLACK = "#000000"


def use_style() -> None:
    """Set the book's style for all figures that follow, or for those of an `mpl.rc_context`.

    In a notebook bitmaps have twice the pixels, for sharp screens, and are shown at the same size.
    """
    # The defaults first, as the style sets only some; the backend in use must not change.
    mpl.rcParams.update(mpl.rcParamsDefault | {"backend": mpl.rcParams["backend"]})
    mpl.rcParams.update(_STYLE)
    if "inline" in mpl.rcParams["backend"]:
        from matplotlib_inline import backend_inline, config

        # Whatever formats are set, as SVG by `osphg run`; "retina" is a bitmap of twice the pixels,
        # and takes the place of "png".
        formats = config.InlineBackend.instance().figure_formats
        backend_inline.set_matplotlib_formats("retina", *(formats - {"png"}))


def thin(series: FloatArray, points: int = 2000) -> tuple[FloatArray, FloatArray]:
    """Return (t, series at t) for at most `points` rounds t, evenly spaced and counted from 1.

    A line of a million points takes long to draw and looks no different.

    Parameters
    ----------
    series : FloatArray
        One number per round, (T,).
    points : int
        How many rounds are left at most.

    Returns
    -------
    tuple
        The rounds and the numbers there, (m,) each.

    Examples
    --------
    >>> thin(np.arange(10.0), points=4)[0]
    array([ 1.,  4.,  7., 10.])
    """
    count = min(points, len(series))
    index = np.unique(np.linspace(0, len(series) - 1, count).astype(int))
    rounds = index + 1.0
    return rounds, np.asarray(series)[index]

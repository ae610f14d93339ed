"""The figure of the boosted queue: what it overspends and what it loses, over the root."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from osphg.checks import FloatArray
from osphg.plots.style import BLACK, BLUE, GREEN, LINES, ORANGE, PURPLE, VERMILION

_COLORS = (BLUE, VERMILION, GREEN, PURPLE, ORANGE)
_MARKERS = ("o", "s", "^", "D", "v")


def over_root(
    horizons: Sequence[int],
    violations: Mapping[str, tuple[Sequence[int], FloatArray]],
    regrets: Mapping[str, FloatArray],
    *,
    bounds: tuple[Sequence[float], Sequence[float]],
) -> Figure:
    """Draw the largest C_T over the root of W T above, and R_T over the root of T below.

    What is not positive has no place on the axis above and is left out.

    Parameters
    ----------
    horizons : sequence of int
    violations : mapping
        By name, the windows W of the horizons and an array (horizons, seeds); at most 5.
    regrets : mapping of arrays (horizons, seeds)
        By player, on one game with W = 1, all positive; at most 5.
    bounds : two sequences of float
        Of the first violation and of the first regret.

    Raises
    ------
    ValueError
        For more lines than there are shapes.
    """
    for name, lines in (("violations", violations), ("regrets", regrets)):
        if len(lines) > len(_MARKERS):
            raise ValueError(f"{name} must be at most {len(_MARKERS)}, got {len(lines)}")
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 7.4), sharex=True)
    above, below = axes
    T = np.asarray(horizons, dtype=np.float64)
    for i, (name, (windows, values)) in enumerate(violations.items()):
        most = values.max(1) / np.sqrt(T * windows)
        above.plot(T, np.where(most > 0, most, np.nan), label=name, **_looks(i))
    for i, (name, values) in enumerate(regrets.items()):
        shares = values / np.sqrt(T)[:, np.newaxis]
        mean = shares.mean(1)
        ends = (mean - shares.min(1), shares.max(1) - mean)
        below.errorbar(T * 1.03**i, mean, ends, capsize=3, label=name, **_looks(i))
    first = next(iter(violations))
    for axis, limit, name in zip(axes, bounds, (f", {first}", ""), strict=True):
        axis.plot(T, np.asarray(limit) / np.sqrt(T), ":", color=BLACK, label=f"bound{name}")
        axis.set(xscale="log", yscale="log")
        axis.legend(fontsize=8, ncols=2, loc="lower left", bbox_to_anchor=(0, 1))
    above.set(ylabel=r"largest $C_T/\sqrt{WT}$ (units of money)")
    below.set(xlabel="horizon $T$ (rounds)", ylabel=r"regret $R_T/\sqrt{T}$ (units of $f$)")
    below.set_xticks(T, [f"{h:,}" for h in horizons])
    below.minorticks_off()
    return figure


def _looks(i: int) -> dict[str, Any]:
    return {"color": _COLORS[i], "marker": _MARKERS[i], "ls": LINES[i % len(LINES)], "ms": 5}

"""The figure of the violation under budgets that are the same in every round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from osphg.checks import FloatArray
from osphg.plots.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, VERMILION

_COLORS = (BLUE, VERMILION, GREEN, PURPLE, ORANGE)
_MARKERS = ("o", "s", "^", "D", "v")


def violation_over_root(
    horizons: Sequence[int],
    violations: Mapping[str, FloatArray],
    *,
    bound: tuple[str, Sequence[float]] | None = None,
) -> Figure:
    """Draw C_T divided by the root of T against T, a line for each kind of budget.

    A mean that is not positive has no place on the axis and is left out, with what follows it.

    Parameters
    ----------
    horizons : sequence of int
    violations : mapping of arrays (horizons, seeds)
        In units of the budget, by what is said in the legend; at most 5.
    bound : (str, sequence of float), optional
        A bound on one of them, and what it is called.

    Raises
    ------
    ValueError
        For more lines than there are shapes.
    """
    if len(violations) > len(_MARKERS):
        raise ValueError(f"violations must be at most {len(_MARKERS)}, got {len(violations)}")
    figure, axis = plt.subplots(figsize=(6.4, 4.2))
    root = np.sqrt(np.asarray(horizons, dtype=np.float64))
    for (name, values), color, marker in zip(violations.items(), _COLORS, _MARKERS, strict=False):
        means = values.mean(1)
        there = np.cumprod(means > 0).astype(bool)
        ends = np.stack([means - values.min(1), values.max(1) - means])[:, there] / root[there]
        axis.errorbar(
            np.asarray(horizons)[there], means[there] / root[there], ends,
            color=color, marker=marker, capsize=3, label=name,
        )  # fmt: skip
    if bound is not None:
        axis.plot(horizons, np.asarray(bound[1]) / root, ":", color=BLACK, label=bound[0])
    axis.set(
        xscale="log", yscale="log", xlabel="horizon $T$ (rounds)",
        ylabel=r"violation $C_T/\sqrt{T}$ (budget units)",
    )  # fmt: skip
    axis.legend()
    return figure

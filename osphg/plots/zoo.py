"""The figure of the chapter on families: a utility of two goods, and who chooses what."""

from __future__ import annotations

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from osphg.plots.style import BLACK, BLUE, VERMILION
from osphg.studies.zoo import ZooGame

_POINTS = 25  # along each axis


def contours(played: ZooGame, goods: tuple[str, str], unit: str) -> Figure:
    """Draw the mean utility of a game with two goods, its budget, and two decisions.

    Parameters
    ----------
    played : ZooGame
    goods : tuple of str
        What a decision buys, with its unit: the labels of the axes.
    unit : str
        The unit of the utility, for the labels of the contours.
    """
    game = played.rounds
    upper = game.domain.upper
    x, y = (np.linspace(0, end, _POINTS) for end in upper)
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    mean = game.total().value(grid.reshape(-1, 2)).reshape(_POINTS, _POINTS) / game.T
    figure, axis = plt.subplots(figsize=(4.6, 3.6))
    lines = axis.contour(x, y, mean, levels=9, colors="0.35", linewidths=1)
    axis.clabel(lines, fontsize=8, fmt=f"%.2g {unit}".rstrip())
    price = game.prices.mean(0)
    axis.plot(
        x, (game.allowance - price[0] * x) / price[1], "--", color=BLACK, label="budget, mean price"
    )
    axis.plot(*played.best.x, "X", ms=10, color=BLUE, ls="none", label="best fixed decision")
    axis.plot(*played.late, "o", ms=8, color=VERMILION, ls="none", label="OSPHG, second half")
    margin = 0.04 * upper
    axis.set(
        xlabel=goods[0], ylabel=goods[1],
        xlim=(-margin[0], upper[0] + margin[0]), ylim=(-margin[1], upper[1] + margin[1]),
    )  # fmt: skip
    axis.legend(fontsize=8, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    return figure

"""The book's style, `book.mplstyle`, and its colours by name.

Figures are white with dark ink (the book's style sheet inverts lightness in dark mode), coloured
from the Okabe-Ito palette, and every line has a style of its own, so that they read in greyscale.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from osphg import checks
from osphg.checks import FloatArray

if TYPE_CHECKING:
    from pandas import DataFrame

    from osphg.pacing import Pacer

_STYLE = mpl.rc_params_from_file(
    Path(__file__).with_name("book.mplstyle"), use_default_template=False
)
BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY = _STYLE["axes.prop_cycle"].by_key()["color"]
BLACK = "#000000"
_LINES: Any = (  # colours and line styles
    (BLUE, "-"),
    (VERMILION, "--"),
    (GREEN, "-."),
    (PURPLE, ":"),
    (ORANGE, (0, (6, 2))),
    (SKY, (0, (3, 1, 1, 1, 1, 1))),
)


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


def draw_season(pacer: Pacer, *, window: int = 24) -> Figure:
    """Draw a season so far: money against the plan with a forecast, bids, price of money, utility.

    The price of money is the player's multiplier; for one that has none, what utility has cost.

    Parameters
    ----------
    pacer : Pacer
        Its `history` and its `forecast` are drawn. It needs pandas, too.
    window : int
        The rounds over which utility, and what it costs, is averaged, as the hours of a day; at
        least 1.

    Returns
    -------
    Figure
        Of matplotlib, with four axes, in the book's style. `figure.savefig(path)` writes it.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described, or a pacer with no round behind.

    Examples
    --------
    >>> import osphg
    >>> pacer = osphg.Pacer(
    ...     osphg.EvenPacing(), domain=osphg.Box.unit(2), budget=9.0, horizon=9, names=["a", "b"]
    ... )
    >>> for _ in range(3):
    ...     x = pacer.decide()
    ...     pacer.observe(price=[1.0, 2.0], slope=[1.0, 1.0])
    ...
    >>> [axes.get_ylabel() for axes in draw_season(pacer).axes]
    ['money', 'bid', 'money per utility, of 24 rounds', 'utility in a round']
    """
    from osphg import pacing  # loaded for this picture alone

    checks.of_kind("pacer", pacer, pacing.Pacer, "be a Pacer")
    window = checks.positive_int("window", window)
    history = pacer.history
    checks.must(len(history), "pacer", "have a round behind to be drawn", pacer)
    with mpl.rc_context():
        mpl.rcParams.update(_STYLE)
        figure = Figure(figsize=(8, 5.2), layout="constrained")
        axes = figure.subplots(2, 2, sharex=True)
        _draw_money(axes[0, 0], pacer, history)
        _draw_bids(axes[0, 1], history)
        _draw_price_of_money(axes[1, 0], history, window)
        _draw_utility(axes[1, 1], history, window)
        for one in axes[1]:
            one.set_xlabel("round")
        axes[0, 0].set_xlim(0, pacer.horizon)
        figure.draw_without_rendering()  # in this style
    return figure


def _draw_money(axes: Axes, pacer: Pacer, history: DataFrame) -> None:
    """Draw what was spent, what was allowed, and the forecast of the end with its interval.

    Several budgets are drawn as shares of each.
    """
    rounds = history.index.to_numpy()
    end = pacer.forecast()
    budget: Any = pacer.budget
    names = [*budget] if isinstance(budget, dict) else [""] * np.size(budget)
    budgets = np.array([*budget.values()]) if isinstance(budget, dict) else np.atleast_1d(budget)
    spent: Any = pacer.spent
    totals = np.array([*spent.values()]) if isinstance(spent, dict) else np.atleast_1d(spent)
    is_one = len(budgets) == 1
    paid = history.filter(regex="^paid").fillna(0.0).to_numpy()
    allowed = history.filter(regex="^allowance").to_numpy()
    for j, (name, whole) in enumerate(zip(names, budgets, strict=True)):
        unit = 1.0 if is_one else whole
        color, line = _LINES[j % len(_LINES)]
        label = name or ("spent" if is_one else f"budget {j + 1}")
        money = np.cumsum(paid[:, j]) + (totals[j] - paid[:, j].sum())  # with what was booked
        axes.plot(rounds, money / unit, color=color, ls=line, label=label)
        if pacer.over:
            continue
        last = [rounds[-1], pacer.horizon]
        ends = [float(np.atleast_1d(part)[j]) for part in end]
        ends[2] = min(ends[2], 2 * whole)  # an interval may have no end
        low, high = ([totals[j] / unit, one / unit] for one in ends[1:])
        axes.plot(last, [totals[j] / unit, ends[0] / unit], color=color, lw=1, ls=":")
        forecast = "forecast, 95 %" if is_one else None
        axes.fill_between(last, low, high, color=color, alpha=0.2, lw=0, label=forecast)
    planned = np.append(np.cumsum(allowed[:, 0]), budgets[0]) / (1.0 if is_one else budgets[0])
    axes.plot([*rounds, pacer.horizon], planned, color=BLACK, ls="--", lw=1, label="plan")
    axes.set_ylabel("money" if is_one else "share of the budget")
    axes.set_ylim(bottom=0)
    axes.legend(fontsize=8)


def _draw_bids(axes: Axes, history: DataFrame) -> None:
    """Draw the bids of up to six items: those with the largest."""
    bids = history.filter(regex="^bid_")
    largest = bids.mean().sort_values(ascending=False, kind="stable").index[: len(_LINES)]
    shown = [column for column in bids.columns if column in {*largest}]
    for column, (color, line) in zip(shown, _LINES, strict=False):
        axes.plot(bids.index, bids[column], color=color, ls=line, label=column[len("bid_") :])
    axes.set_ylabel("bid")
    axes.legend(fontsize=8)


def _draw_price_of_money(axes: Axes, history: DataFrame, window: int) -> None:
    """Draw the price of money, of each budget; for a player that has none, what utility costs."""
    prices = history.filter(regex="^multiplier")
    if prices.to_numpy().any():
        for column, (color, line) in zip(prices.columns, _LINES, strict=False):
            label = column[len("multiplier_") :]
            axes.plot(prices.index, prices[column], color=color, ls=line, label=label)
        axes.set_ylabel("price of money")
        if len(prices.columns) > 1:
            axes.legend(fontsize=8)
    else:
        sums = history.rolling(min(window, len(history))).sum()
        for column, (color, line) in zip(history.filter(regex="^paid"), _LINES, strict=False):
            cost = sums[column] / sums["utility"].where(sums["utility"] > 0)
            axes.plot(cost.index, cost, color=color, ls=line)
        axes.set_ylabel(f"money per utility, of {window} rounds")
    low, high = axes.get_ylim()
    axes.set_ylim(0, high + 0.1 * max(high - low, high))


def _draw_utility(axes: Axes, history: DataFrame, window: int) -> None:
    """Draw the utility of each round, and its mean over a window of rounds."""
    utility = history["utility"]
    axes.plot(utility.index, utility, color=BLUE, lw=0.6, alpha=0.5, label="of each round")
    width = min(window, len(utility))
    mean = utility.rolling(width).mean()
    axes.plot(utility.index, mean, color=VERMILION, ls="--", label=f"mean of {width}")
    axes.set_ylabel("utility in a round")
    axes.legend(fontsize=8)
    if utility.isna().all():
        axes.text(0.5, 0.5, "not known", transform=axes.transAxes, ha="center")

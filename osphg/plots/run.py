"""The figure of one run: its money, its multiplier, its utility and its decisions."""

from __future__ import annotations

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from osphg.playing import Run, require_run
from osphg.plots.style import BLACK, BLUE, LINES, VERMILION, thinned

_MOST = 6  # items with a line of their own


def overview(run: Run) -> Figure:
    """Draw spend against budget, the multiplier, utility and decisions, each over the rounds.

    Of more than six items, those with the largest decisions have a line.

    Parameters
    ----------
    run : Run
        With at least one round.
    """
    require_run("run", run)
    if not run.T:
        raise ValueError("run must have a round to be drawn, got none")
    figure, axes = plt.subplots(2, 2, figsize=(8.6, 6.0), sharex=True, layout="constrained")
    (money, price), (earned, bids) = axes
    money.plot(*thinned(np.cumsum(run.spend)), color=VERMILION, label="spent")
    plan = run.rounds.allowance * np.arange(1.0, run.T + 1)
    money.plot(*thinned(np.asarray(plan, dtype=np.float64)), color=BLACK, ls="--", label="budget")
    money.set(ylabel="total so far (units of the budget)")
    money.legend()
    price.plot(*thinned(run.multiplier), color=BLUE)
    price.set(ylabel="multiplier (utility per unit of budget)")
    rounds = np.arange(1, run.T + 1)
    earned.plot(*thinned(np.cumsum(run.utility) / rounds), color=BLUE)
    earned.set(xlabel="round", ylabel="mean utility so far (units of f)")
    names = run.rounds.names or tuple(f"x{i + 1}" for i in range(run.rounds.n))
    largest = np.sort(np.argsort(-run.decisions.mean(0), kind="stable")[:_MOST])
    for line, i in enumerate(largest):
        bids.plot(*thinned(run.decisions[:, i]), ls=LINES[line % len(LINES)], label=names[i])
    bids.set(xlabel="round", ylabel="decision (units of the bid)")
    bids.legend()
    return figure

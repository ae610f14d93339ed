"""Bids that are drawn at random, so that a log of them can say what bids do."""

from __future__ import annotations

import math
import warnings

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box

_LOWEST = 0.1  # of the largest bid: the lowest that is drawn
# Of the range: a narrower one is said. The trial of the book has 0.41, and finds its rates.
_NARROW = 0.4


def randomised_bids(
    domain: Box,
    *,
    rounds: int,
    budget: float,
    price_bound: ArrayLike,
    seed: int | np.random.Generator = 0,
) -> FloatArray:
    """Draw bids for an experiment of some `rounds`, whose cost cannot exceed `budget`.

    Bids that follow demand cannot tell their own effect from that of demand. These are drawn before
    the first round, evenly and independently of everything, so that the intervals of `from_log`
    hold for a log of them. Each lies between a tenth of the way from the smallest bid of `domain`
    to the largest and all of it; all are made smaller by one factor where they could cost more than
    the budget.

    Parameters
    ----------
    domain : Box
        The smallest and the largest bid of each of n items.
    rounds : int
        For how many rounds, T. `from_log` says how many it wants, where it refuses a log.
    budget : float
        The money for all of these rounds together, which is never exceeded.
    price_bound : float or array (n,)
        The most that one unit of bid can cost in any round.
    seed : int or Generator
        What the bids are drawn by.

    Returns
    -------
    array
        The bids, (T, n).

    Raises
    ------
    TypeError, ValueError
        For an argument of another kind or size, and for a budget that the smallest bids exceed.

    Warns
    -----
    UserWarning
        If bids are cut to less than 40 % of their range: so narrow a one says little of how reach
        saturates. It names the budget that would leave them as they are.

    Examples
    --------
    >>> import osphg
    >>> bids = osphg.randomised_bids(
    ...     osphg.Box([2.0, 1.0]), rounds=100, budget=90.0, price_bound=[0.5, 1.0]
    ... )
    >>> bids.shape, round(float((bids * [0.5, 1.0]).sum()), 6)
    ((100, 2), 90.0)
    """
    box = checks.of_kind("domain", domain, Box, "be a Box")
    n = len(box.upper)
    T = checks.array_size("rounds", rounds, n)
    money = checks.positive_float("budget", budget)
    prices = np.full(n, price_bound) if not np.ndim(price_bound) else price_bound
    dearest = checks.array("price_bound", prices, (n,))
    checks.must((dearest >= 0).all(), "price_bound", "be at least 0", f"{dearest.min():g}")
    least = box.lower
    least_cost = T * float(dearest @ least)
    wanted = f"be at least {least_cost:g}, what the smallest bids may cost"
    checks.must(least_cost <= money, "budget", wanted, f"{money:g}")
    above = checks.generator(seed).uniform(_LOWEST, 1.0, (T, n)) * (box.upper - least)
    cost = float((above @ dearest).sum())
    # A hair less than all: sums of rounded numbers are not to exceed the budget.
    share = min(1.0, (1 - 1e-12) * (money - least_cost) / cost) if cost > 0 else 1.0
    if share < _NARROW:
        text = (
            f"bids are cut to {share:.0%} of their range, which says less of them: at price_bound"
        )
        text += f" budget = {_rounded_up(cost + least_cost):g} would leave them whole, {money:g} is"
        warnings.warn(f"{text} given", UserWarning, stacklevel=2)
    return least + share * above


def _rounded_up(amount: float) -> float:
    """Return an amount above 0 in three digits, not below it."""
    unit = 10.0 ** (math.floor(math.log10(amount)) - 2)
    return math.ceil(amount / unit) * unit

"""Budgets: one, whose amounts are numbers, or m of them, whose amounts are arrays (m,).

A round has prices p_t (n,) for one budget, and P_t (m, n), a row for each, for several. What a
decision x costs beyond the money for one round, g_t(x), and the multiplier lambda_t, the price of
money, are then numbers or arrays (m,) likewise. What is written for one budget is done for each of
several by `of_each`, and `charge` has the one price that a player sees of them all.

A budget may begin anew after some rounds, as a cap of a day does: these rounds are its period. All
its money is that of its periods together, and the last one, if the game ends within it, has as much
less as it is shorter. Rounds are counted from 0 here, and `every`, an array of integers (m,), has
the rounds of each budget's period: T for a budget of the whole game.

The money for round t, its allowance b_t, is B_T/T, or an entry of an array (T,), with several
budgets (T, m), that sums to B_T: allowances in the shape of a season.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.messages import short_repr

Amount = Any  # of money or of multipliers: a float for one budget, an array (m,) for several
Every = NDArray[np.int64] | None  # None: every budget is one of the whole game
_SUM_ERROR = 1e-9  # the part of the budget by which the sum of allowances may miss it


def require_budget(value: Any) -> tuple[Amount, tuple[str, ...] | None]:
    """Return the budget that a user has given, and the names of several budgets.

    Parameters
    ----------
    value
        One number, a sequence of m numbers, or a mapping or Series of m numbers by names.

    Returns
    -------
    tuple
        The budget, a float for one number and else an array (m,); and the names, the m keys of a
        mapping, or None.

    Raises
    ------
    TypeError, ValueError
        For anything else, or an amount that is not above 0.
    """
    if hasattr(value, "to_dict") and np.ndim(value) == 1:  # a pandas Series, with labels
        value = value.to_dict()
    names = None
    if isinstance(value, Mapping):
        if not all(isinstance(name, str) and name for name in value):
            raise TypeError(
                f"budget must have texts as names of the budgets, got {short_repr(value)}"
            )
        names = tuple(value)
        value = list(value.values())
    elif not isinstance(value, list | tuple) and getattr(value, "ndim", 0) == 0:  # one number
        return checks.positive_float("budget", value), None
    any_length = None
    amounts = checks.read_only_copy(checks.array("budget", value, (any_length,)))
    labels = map(repr, names or range(len(amounts)))
    for label, amount in zip(labels, amounts.tolist(), strict=True):
        checks.positive_float(f"budget[{label}]", amount)
    return amounts, names


def amount_check(check: Callable[[str, Any], float]) -> Callable[[str, Any], Amount]:
    """Return the check of a number, or of an array (m,) that has one for each budget.

    Parameters
    ----------
    check : callable
        `check(name, value)` returns a number, or raises.

    Returns
    -------
    callable
        `check` for a number; an array is copied, and read-only.
    """

    def check_each(name: str, value: Any) -> Amount:
        if np.ndim(value) == 0:
            return check(name, value)
        any_length = None
        amounts = checks.read_only_copy(checks.array(name, value, (any_length,)))
        for j, amount in enumerate(amounts.tolist()):
            check(f"{name}[{j}]", amount)
        return amounts

    return check_each


def require_every(value: Any, budget: Amount, names: tuple[str, ...] | None, T: int) -> Every:
    """Return the rounds of each budget's period, (m,), read-only; None where all are the game.

    Parameters
    ----------
    value
        None; or m integers, in the order of the budgets, or some by their names. None among them,
        and a name that is left out, is a budget of the whole game.
    budget
        B_T, as `require_budget` returns it.
    names
        Those of the budgets, or None.
    T
        The number of rounds.

    Raises
    ------
    TypeError, ValueError
        For anything else, or a period for the one budget of a game that has no array of them.
    """
    if value is None:
        return None
    allowed = "be given with budgets as an array or by name"
    checks.must(np.ndim(budget) > 0, "every", allowed, "one budget")
    if isinstance(value, Mapping):
        unknown = [name for name in value if name not in (names or ())]
        checks.must(not unknown, "every", f"have names of the budgets, {names}", unknown)
        value = [value.get(name) for name in names or ()]
    periods = list(value)
    checks.must(len(periods) == len(budget), "every", f"have {len(budget)} entries", len(periods))
    lengths = [
        T if period is None else checks.positive_int("every", period, T) for period in periods
    ]
    if all(length == T for length in lengths):
        return None
    every = np.array(lengths, dtype=np.int64)
    every.flags.writeable = False
    return every


def require_allowance(value: Any, budget: Amount, every: Every, T: int) -> FloatArray | None:
    """Return the allowances b_t that a user has given, read-only; None for B_T/T in every round.

    Parameters
    ----------
    value
        None; or T numbers, with several budgets (T, m), not negative, which sum to the budget.
    budget, every
        B_T, as `require_budget` returns it, and the rounds of the periods.
    T
        The number of rounds.

    Raises
    ------
    TypeError, ValueError
        For anything else, or allowances where a budget begins anew.
    """
    if value is None:
        return None
    wanted = "not be given together with every, budgets that begin anew"
    checks.must(every is None, "allowance", wanted, short_repr(value))
    allowance = checks.non_negative_array("allowance", value, T, *np.shape(budget))
    sums = allowance.sum(axis=0)
    is_whole = np.all(np.abs(sums - budget) <= _SUM_ERROR * budget)
    checks.must(
        is_whole, "allowance", f"sum to the budget, {amount_text(budget)}", amount_text(sums)
    )
    return allowance


def allowance_of_round(allowance: Amount, budget: Amount, t: int) -> Amount:
    """Return b_t of round t, counted from 0: an entry of T allowances, or the one of all rounds.

    Parameters
    ----------
    allowance
        As `osphg.rounds.Game.allowance` has it.
    budget
        B_T, whose shape tells whether there is an allowance for each round.
    t
        The round.
    """
    return allowance[t] if np.ndim(allowance) > np.ndim(budget) else allowance


class Pace(NamedTuple):
    """How money follows the allowances b_t: entry t is for when t rounds are behind, t = 0..T.

    A round counts as b_t/(B_T/T) rounds: those with B_T/T count as one each.

    Parameters
    ----------
    rounds_left : FloatArray
        By what the money left is to be divided for the next round: what the rounds to come count,
        over what the next one does; the largest float where its allowance is 0, and 1 after the
        last round. (T + 1,), with several budgets (T + 1, m).
    rounds_behind : FloatArray
        What the rounds behind count, of the same shape.
    """

    rounds_left: FloatArray
    rounds_behind: FloatArray

    @classmethod
    def of(cls, allowances: FloatArray, mean: Amount) -> Pace:
        """Return the pace of allowances (T,) or (T, m), whose mean is B_T/T."""
        counts = allowances / mean
        zero = np.zeros_like(counts[:1])
        behind = np.concatenate([zero, counts.cumsum(axis=0)])
        # Added up from the end, so that the last rounds, of which there are few, are exact.
        to_come = counts[::-1].cumsum(axis=0)[::-1]
        largest = np.finfo(np.float64).max  # no infinity: a pacer's file has finite numbers alone
        left = np.full_like(behind, largest)
        with np.errstate(over="ignore"):
            np.divide(to_come, counts, out=left[:-1], where=counts > 0)
        left[-1] = 1.0
        return cls(np.minimum(left, largest), behind)


def amount_text(amount: Amount) -> str:
    """Return an amount of money, or one for each budget, as a message shows it."""
    return ", ".join(f"{number:g}" for number in np.ravel(amount))


def in_each(number: float, budget: Amount) -> Amount:
    """Return a number as it is for one budget, and for several as an array (m,) of it."""
    return np.full(len(budget), number) if np.ndim(budget) else number


def of_each(function: Callable[..., float], *amounts: Amount) -> Any:
    """Return a function of numbers for each budget.

    Parameters
    ----------
    function : callable
        Takes a number for each of the amounts.
    *amounts : float or array (m,)
        Its arguments; one that is a number stands for all budgets.

    Returns
    -------
    float or array (m,)
        What the function returns for one budget, or for each of several.
    """
    if not any(isinstance(amount, np.ndarray) for amount in amounts):
        return function(*amounts)
    budgets = np.broadcast_arrays(*amounts)
    return np.array([function(*map(float, numbers)) for numbers in zip(*budgets, strict=True)])


def charge(multiplier: Amount, price: FloatArray) -> FloatArray:
    """Return lambda_t p_t, (n,), or with several budgets P_t' lambda_t: what an item costs in all.

    Parameters
    ----------
    multiplier : float or array (m,)
        lambda_t, in units of f per unit of money.
    price : FloatArray
        p_t, (n,), or P_t, (m, n).

    Returns
    -------
    FloatArray
        In units of f per unit of the decision, (n,).
    """
    if np.ndim(multiplier) == 0:
        return np.asarray(multiplier * price)
    return np.asarray((multiplier[:, np.newaxis] * price).sum(0))


def longest_charge(prices: FloatArray) -> float:
    """Return beta_g of some rounds: no charge P_t' lambda is longer than beta_g times lambda.

    Parameters
    ----------
    prices : FloatArray
        Of k rounds, (k, n), or with several budgets (k, m, n).

    Returns
    -------
    float
        The largest length of a p_t, or the largest singular value of a P_t.
    """
    if prices.ndim == 2 or prices.shape[1] == 1:  # a row is its own singular value
        return float(np.sqrt((prices**2).sum(-1).max()))
    return float(np.linalg.norm(prices, 2, axis=(1, 2)).max())


def longest_prices(prices: FloatArray) -> Any:
    """Return the length of the longest price of each budget.

    Parameters
    ----------
    prices : FloatArray
        Of k rounds, (k, n), or with several budgets (k, m, n).

    Returns
    -------
    float or array (m,)
        In money per unit of the decision.
    """
    lengths = np.sqrt((prices**2).sum(-1))
    return lengths.max(0) if prices.ndim == 3 else float(lengths.max())


# Periods.


def rounds_behind(t: int, every: Every) -> Any:
    """Return how many rounds of each budget's period are behind before round t."""
    return t if every is None else t % every


def rounds_left(t: int, T: int, every: Every) -> Any:
    """Return how many rounds of each budget's period are left, round t with them."""
    return T - t if every is None else np.minimum(T - t, every - t % every)


def period_money(t: int, T: int, budget: Amount, every: Every) -> Amount:
    """Return the money of each budget for all rounds of its period, that which round t is in.

    Parameters
    ----------
    t, T
        The round, 0..T-1, and the number of rounds.
    budget, every
        The money for all rounds of the game, and the rounds of the periods.
    """
    if every is None:
        return budget
    first = t - t % every
    length = np.minimum(every, T - first)
    return np.where(every >= T, budget, budget / T * length)


def spent_before(t: int, spent: Amount, every: Every) -> Amount:
    """Return what counts in round t of the money spent up to then: none where a period begins."""
    return spent if every is None else np.where(t % every == 0, 0.0, spent)

"""The least budget with which some fixed decision earns what is asked for."""

from __future__ import annotations

from typing import Any, NamedTuple

import attrs
import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.hindsight.best import Benchmark, best_fixed_decision, costs_of_dearest_windows
from osphg.hindsight.solvers import Solver
from osphg.rounds import Game, require_game


class LeastBudget(NamedTuple):
    """A budget that is enough for a target, and one that no smaller budget reaches it with.

    Parameters
    ----------
    budget : float
        B_T with which `x` keeps the budget in every window: enough.
    lower_bound : float
        With a budget below this no fixed decision earns the target: certified.
    x : FloatArray
        A decision that earns the target, (n,).
    value : float
        What it earns in all T rounds, at least the target.
    W : int
        The length of a window, in rounds.
    """

    budget: float
    lower_bound: float
    x: FloatArray
    value: float
    W: int


def least_budget(
    rounds: Game, target: float, W: int, *, solver: Solver | None = None, tolerance: float = 1e-6
) -> LeastBudget:
    """Return the least budget B_T with which the best fixed decision earns a target, by bisection.

    The best value grows with the budget. So a budget whose best decision earns the target is
    enough, and what that decision costs in its dearest window is enough, too; and a budget for
    which the solver's upper bound is below the target is too small, as is every smaller one. Where
    the solver leaves a gap, a budget may be neither: then both sides are closed in on as far as the
    solver can tell, and `lower_bound` stays below `budget`.

    Parameters
    ----------
    rounds : Game
        The game: `Rounds` or `StreamedRounds`; its own budget does not matter.
    target : float
        What is to be earned in all T rounds, in units of f.
    W : int
        The length of a window, in rounds; in [1, T]. The decision keeps the budget in each.
    solver : Solver, optional
        As for `best_fixed_decision`.
    tolerance : float
        The budget returned exceeds the lower bound by no more than this share of it, but for the
        solver's gap; in (0, 1).

    Returns
    -------
    LeastBudget
        The budget and a decision for it, with the bound below. The budget is 0 if the target is
        reached at no cost.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described, or a target that no decision is known to earn,
        whatever it costs.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> best = osphg.best_fixed_decision(rounds, W=30)
    >>> found = osphg.hindsight.least_budget(rounds, best.value / 2, W=30)
    >>> round(found.budget / rounds.budget, 3), found.budget <= found.lower_bound * (1 + 1e-5)
    (0.453, True)
    """
    W = checks.positive_int("W", W, require_game("rounds", rounds).T)
    target = checks.finite_float("target", target)
    tolerance = checks.between_0_and_1("tolerance", tolerance)
    if type(rounds.budget) is not float:
        raise TypeError("rounds must have one budget, got several")
    even = "have the same allowance in every round for least_budget"
    checks.must(not rounds.has_varying_allowance, "rounds", even, rounds)
    origin = np.zeros(rounds.n)
    value = float(rounds.total().value(origin))
    if value >= target:  # nothing is bought
        return LeastBudget(0.0, 0.0, checks.read_only(origin), value, W)

    def best(budget: float) -> Benchmark:
        """Return the best fixed decision of the game with another budget."""
        game: Any = rounds
        with_budget: Any = attrs.evolve(game, budget=budget, allowance=None)
        return best_fixed_decision(with_budget, W, solver=solver)

    def cost(x: FloatArray) -> float:
        """Return the budget of which x takes all, in its dearest window."""
        return float(rounds.T * costs_of_dearest_windows(rounds, x[np.newaxis], [W])[0])

    # With this budget no window keeps a decision out. Prices may all be 0: then any budget does.
    every_decision = cost(np.asarray(rounds.domain.upper)) or rounds.budget
    enough = best(every_decision)
    most = f"{enough.value:.10g}, the most that a decision is known to earn at any cost"
    checks.must(enough.value >= target, "target", f"be at most {most}", f"{target:.10g}")

    high = min(cost(enough.x), every_decision)
    low = 0.0  # too small, certified
    open_low = 0.0  # not known to be enough: high is sought above it
    while high - open_low > tolerance * high:
        middle = (open_low + high) / 2
        found = best(middle)
        if found.value >= target:
            enough = found
            high = min(cost(found.x), middle)
        else:
            open_low = middle
            if found.upper_bound < target:
                low = middle
    # Where the solver's gap has left a budget undecided, the largest one that is surely too small
    # lies below it.
    open_high = open_low
    while open_high - low > tolerance * high:
        middle = (low + open_high) / 2
        if best(middle).upper_bound < target:
            low = middle
        else:
            open_high = middle
    return LeastBudget(high, low, enough.x, enough.value, W)

"""The best fixed decision within budget in every W rounds in a row.

W rounds in a row are a window, X_W is the set of the decisions x of the game's domain that cost at
most W B_T/T in each window, or the sum of its allowances where these differ by the round, and f,
the sum of all f_t, is maximised over it. With several budgets
they keep each of these. With minimum bids, a least point l of the domain above 0, the gain f(l + y)
- f(l) is maximised over what y exceeds l, and x = l + y. A solver does that on
a polytope, the region, and returns a decision and a bound, which no decision exceeds. The region
may be larger than X_W, a relaxation: the bound holds then, too.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Faceted, Polytope
from osphg.hindsight.needed_rows import solve_with_few_rows
from osphg.hindsight.polygons import planar
from osphg.hindsight.regions import (
    BudgetRows,
    allowances_of_budget,
    polytope_above_minimum,
    prices_of_budget,
    window_lengths,
    window_rows,
    within_budget,
)
from osphg.hindsight.scip_solver import scip
from osphg.hindsight.search import branch_and_bound
from osphg.hindsight.solvers import Solver, ascend
from osphg.hindsight.tangents import ExtendedObjective, Tangent, nearest_within, tangent_at
from osphg.rounds import Game, require_game
from osphg.utilities import Objective, Quadratic

_EPS = float(np.finfo(np.float64).eps)
_MOST_TANGENTS = 200
# A relaxation is good enough once its maximum exceeds the value of a point of X_W by no more than
# this share of the value.
_RELAXATION_GAP = 1e-7


@dataclass(frozen=True, eq=False)
class Benchmark:
    r"""A fixed decision of :math:`\mathcal X_W` and what is known of the best one.

    Parameters
    ----------
    x : FloatArray
        The decision, (n,).
    value : float
        Its utility, summed over all T rounds.
    upper_bound : float
        No decision of X_W has a larger sum: certified.
    W : int
        The length of a window, in rounds; x keeps the budget in each.
    T : int
        The number of rounds.
    method : str
        How the bound was reached, in words.
    game : Game, optional
        The game that it is the benchmark of. None if it is not known; `osphg.regret` then cannot
        compare it with that of the run.
    """

    x: FloatArray
    value: float
    upper_bound: float
    W: int
    T: int
    method: str
    game: Game | None = None

    @property
    def gap(self) -> float:
        """What the best decision may have more than this one: upper_bound - value."""
        return self.upper_bound - self.value

    @property
    def relative_gap(self) -> float:
        """The gap as a fraction of `|value|`; where the value is 0, 0 for no gap and else inf."""
        if self.value == 0.0:
            return np.inf if self.gap else 0.0
        return self.gap / abs(self.value)

    @property
    def average(self) -> float:
        """The value per round."""
        return self.value / self.T


def best_fixed_decision(rounds: Game, W: int, *, solver: Solver | None = None) -> Benchmark:
    r"""Return the best fixed decision :math:`x_W^*` with a certified upper bound.

    A domain with `half_spaces()`, as a box, a simplex and a polytope, is a polytope together with
    the budget of all windows, over which the solver maximises. Any other down-closed domain is
    enclosed in half-spaces, which its `project` yields, until the maximum over these has next to
    nothing more than a point of the domain, or there are 200 of them. The bound is that of the
    larger set, so it holds in either case.

    The bound includes (W + 64) eps <[grad f(0)]_+, upper> for the rounding of the window averages,
    whose relative error is (W + 64) eps at most. A relative error e of the constraints moves the
    maximum of a DR-submodular f by no more than e times <[grad f(0)]_+, upper>, as f is concave
    along rays and nowhere steeper than at 0.

    Parameters
    ----------
    rounds : Game
        The game: `Rounds` or `StreamedRounds`.
    W : int
        The length of a window, in rounds; in [1, T]. The decision keeps the budget in each, and
        several budgets each; one that begins anew after fewer rounds also in windows of so many.
    solver : Solver, optional
        `planar`, ``scip(...)``, ``branch_and_bound(...)`` of `osphg.hindsight`, or one's own. Where
        more than 64 rows decide, it sees those that matter, and may be called several times.
        Unless given it is `planar` for a quadratic sum with n <= 2, SCIP for other quadratics if it
        is installed, and otherwise branch and bound, which takes any DR-submodular utility and
        reports the gap it leaves: in a moment next to none where the utilities say
        `concave = True`, as `ConcaveOverModular`.

    Returns
    -------
    Benchmark
        The decision, the sum of its utilities, and what no decision exceeds.

    Raises
    ------
    TypeError
        For no game, a W that is no integer, or a solver that does not take such a sum.
    ValueError
        For a W outside [1, T], minimum bids that exceed the budget in a window, a domain without
        `half_spaces()` that is not down-closed or whose `project` and `maximize_linear` contradict
        each other, a solver that does not fit the problem, or a solver's answer that is not what it
        says.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> best = osphg.best_fixed_decision(rounds, W=30)
    >>> round(best.average, 3), best.gap < 1e-6, best.method
    (0.529, True, 'closed form')
    """
    W = checks.positive_int("W", W, require_game("rounds", rounds).T)
    if checks.implements(rounds.domain, Faceted):
        region = polytope_above_minimum(rounds, W)
        above = rounds.above_minimum
        best = best_in_region(region, above.total(), above, W, solver)
        best = with_minimum(best, rounds)
    else:
        best = best_within_tangents(rounds, W, solver)
    require_within_budget(rounds, [best])
    return best


def with_minimum(best: Benchmark, rounds: Game) -> Benchmark:
    """Return the benchmark of `rounds` that one of the game above its minimum bids stands for.

    Its decision comes to the minimum l, and its value and bound, of gains, to f(l).
    """
    minimum = rounds.minimum
    if not minimum.any():
        return best
    x = checks.read_only_copy(best.x + minimum)
    total = rounds.total()
    base = float(total.value(minimum))
    value = float(total.value(x))
    bound = max(best.upper_bound + base, value)
    return replace(best, x=x, value=value, upper_bound=bound, game=rounds)


def best_within_tangents(rounds: Game, W: int, solver: Solver | None = None) -> Benchmark:
    """Maximise the sum of utilities over a down-closed domain without `half_spaces()`.

    The domain is relaxed to a polytope, of which its tangents so far are the faces (Kelley's
    cutting planes). Where the maximiser over this polytope and the budget of all windows lies
    outside the domain, the tangent there cuts it off. The nearest point of the domain is no larger
    in any coordinate, so it keeps the budget, too, and is a candidate for the best decision.

    A solver may take long, and many tangents are needed around the best point alone. So an ascent,
    which is cheap, finds these between two calls of the solver; whether the relaxation is good
    enough is asked of the solver's answer only.

    Parameters
    ----------
    rounds, W
        The game, and the length of its windows.
    solver
        Maximises over a polytope; None for the one that `best_in_region` takes then.

    Returns
    -------
    Benchmark
        The best point of the domain that was found, and the least bound of all relaxations.
    """
    domain = rounds.domain
    # The average prices of those windows that decide on the budget.
    rows = window_rows(rounds, W)
    total = rounds.total()
    # The solver asks for values outside the domain. A quadratic has some there.
    f = total if isinstance(total, Quadratic) else ExtendedObjective(total, domain)
    outside = 2.0 * np.asarray(domain.upper)  # above all upper bounds of the domain
    tangents = [tangent_at(domain, outside)]
    bound = np.inf
    best: Benchmark | None = None
    while True:
        region = _region_within(tangents, rounds, rows)
        relaxed = best_in_region(region, f, rounds, W, solver)
        bound = min(bound, relaxed.upper_bound)
        x = nearest_within(domain, relaxed.x)  # a candidate for the best decision
        value = float(total.value(x))
        if best is None or value > best.value:
            best = replace(relaxed, x=checks.read_only_copy(x), value=value)
        if relaxed.value - best.value <= _RELAXATION_GAP * abs(best.value):
            break
        # No tangent cuts off a point that is in the domain, by its own tolerance.
        if domain.contains(relaxed.x) or len(tangents) >= _MOST_TANGENTS:
            break
        # With those at relaxed.x and at the ends of ascents that begin there.
        tangents = _with_tangents_near(relaxed.x, tangents, f, rounds, rows)
    method = f"{relaxed.method}, within {len(tangents)} tangents"
    return replace(best, upper_bound=max(bound, best.value), method=method)


def _with_tangents_near(
    x: FloatArray, tangents: Sequence[Tangent], f: Objective, rounds: Game, rows: BudgetRows
) -> list[Tangent]:
    """Add a tangent at x, and at the end of each ascent, until an ascent ends in the domain.

    A tangent at a point outside the domain is a half-space that contains the domain and not the
    point, through the point of the domain nearest to it. The ascents are cheap: they collect more
    tangents before the solver, which is not, is asked again.

    Each ascent is within all tangents so far and begins where the one before has ended. Its end is
    also good enough if the domain has a point next to it with nearly the same value.

    Parameters
    ----------
    x
        A point outside the domain that no tangent so far cuts off, (n,).
    tangents
        The tangents so far.
    f
        The sum of the utilities, defined beyond the domain, too.
    rounds, rows
        The game, and the average prices of its windows that decide on the budget.

    Returns
    -------
    list
        The tangents so far, that at x, and those at the ends of ascents outside the domain.
    """
    domain = rounds.domain
    tangents = [*tangents, tangent_at(domain, x)]
    while len(tangents) < _MOST_TANGENTS:
        region = _region_within(tangents, rounds, rows)
        x, value = ascend(f, region, region.project(x))
        gap = value - float(f.value(nearest_within(domain, x)))
        if gap <= _RELAXATION_GAP * abs(value) or domain.contains(x):
            break
        tangents.append(tangent_at(domain, x))
    return tangents


def _region_within(tangents: Sequence[Tangent], rounds: Game, rows: BudgetRows) -> Polytope:
    """Return the points that no tangent excludes and that keep the budget at the prices `rows`.

    The rows are the average prices of windows, as `window_rows` returns them.
    """
    A = np.array([tangent.normal for tangent in tangents])
    b = np.array([tangent.offset for tangent in tangents])
    return within_budget(A, b, rounds.domain.upper, rows)


def default_solver(f: Objective, region: Polytope, rounds: Game) -> Solver:
    """Return the solver for a sum of utilities f where the user has chosen none.

    That is the closed form for quadratics with n <= 2, SCIP for other quadratics if it is
    installed, and branch and bound for all else, which is quicker where all utilities say that they
    are concave.

    Parameters
    ----------
    f
        The sum of the utilities.
    region
        Where it is maximised; only its dimension counts.
    rounds
        The game, whose utilities may say `concave = True`.
    """
    if isinstance(f, Quadratic):
        if region.n <= 2:
            return planar
        if importlib.util.find_spec("pyscipopt") is not None:
            return scip()
    concave = all(getattr(utility, "concave", False) for _, utility, _ in rounds.blocks())
    return branch_and_bound(concave=concave)


def best_in_region(
    region: Polytope, f: Objective, rounds: Game, W: int, solver: Solver | None = None
) -> Benchmark:
    """Maximise f over a region by a solver, and check the value and the bound that it returns.

    Whether x lies in the game's domain X and keeps the budget is not checked here. The callers do
    that: `best_within_tangents` first replaces an x outside X by a point of X, and whoever returns
    a benchmark to a user calls `require_within_budget`.

    Parameters
    ----------
    region
        The decisions that keep the budget in every window of W rounds, or more than these.
    f
        The sum of the utilities, defined on the region.
    rounds, W
        The game, and the length of its windows.
    solver
        Maximises f over the region. None for that of `default_solver`, and for branch and bound
        where that one is SCIP and finds no bound.

    Returns
    -------
    Benchmark
        What the solver returned. Its bound is raised a little, so that it holds although the
        prices of windows, of which the region is made, are rounded.

    Raises
    ------
    TypeError, ValueError
        For an x that is no point (n,), or a value or bound that contradicts f at x.
    """
    solve = default_solver(f, region, rounds) if solver is None else solver
    # The windows make thousands of rows, and few of them decide. So the solver gets the rows of the
    # domain, as f may not be defined beyond these, and the few others that decide; it is asked
    # again with the rows that its x violates, until there are none. Its x is then in the region. A
    # bound over a set with fewer rows, which is larger, holds for the region, too.
    x, value, bound, method = solve_with_few_rows(solve, f, region, rounds.domain)
    if solver is None and bound == np.inf:  # the default was SCIP, which failed or had no time
        solve = branch_and_bound()
        x, value, bound, method = solve_with_few_rows(solve, f, region, rounds.domain)
    x = checks.array("the solver's x", x, (rounds.n,))
    value_at_x = float(f.value(x))
    # No slope is steeper than that at 0, so f rises by no more than this on the whole region.
    largest_rise = float(np.maximum(f.gradient(np.zeros(rounds.n)), 0.0) @ region.box.upper)
    # A solver may count x and f in other units than ours, so that its value is rounded otherwise.
    rounding = 1e-9 * max(abs(value_at_x), largest_rise)
    is_value_of_x = abs(value - value_at_x) <= rounding
    wanted_value = f"be that of its x, {value_at_x:g}"
    checks.must(is_value_of_x, "the solver's value", wanted_value, f"{value:g}")
    is_bound = bound >= value_at_x - rounding
    wanted_bound = f"be at least the value of its x, {value_at_x:g}"
    checks.must(is_bound, "the solver's upper_bound", wanted_bound, f"{bound:g}")
    # A window's average price has a relative error of W eps from its sum; 64 eps is more than all
    # that follows adds, as the quotient by W and the allowance. With such an error e the region may
    # be too small: a decision x of the exact X_W may be missing, but x/(1 + e) is not. On the way
    # from there to x, along a ray from 0, f gains at most the part e of the largest rise.
    sums = (
        2 if rounds.has_varying_allowance else 1
    )  # of W numbers: what a window allows is one, too
    bound += (sums * W + 64) * _EPS * largest_rise
    return Benchmark(checks.read_only(x), value, bound, int(W), rounds.T, method, rounds)


def require_within_budget(rounds: Game, benchmarks: Sequence[Benchmark]) -> None:
    """Refuse a decision that is not in X, or over budget in one of its windows, but for rounding.

    Costs are computed from the prices of the game, and not from the region that the solver was
    given: its rows are derived from the prices, in other units, and may be wrong themselves. A
    decision may cost 1e-9 of the allowance more than that, which is rounding.

    Parameters
    ----------
    rounds
        The game.
    benchmarks
        What solvers have returned for it, with windows of any lengths.

    Raises
    ------
    ValueError
        Naming the domain, or the allowance and what the dearest window costs per round (or what it
        costs beyond its own allowances, where these differ).
    """
    X = np.stack([benchmark.x for benchmark in benchmarks])
    inside = rounds.domain.contains(X)
    if not inside.all():
        x = X[inside.argmin()].tolist()
        raise ValueError(f"the solver's x must lie in the domain {rounds.domain}, got {x}")
    # For each budget the lengths of windows in which each decision has to keep it.
    pairs = zip(*(window_lengths(rounds, benchmark.W) for benchmark in benchmarks), strict=False)
    allowances = np.ravel(rounds.mean_allowance)
    for lengths_of_decisions in pairs:
        j = lengths_of_decisions[0][0]
        lengths = [length for _, length in lengths_of_decisions]
        if rounds.has_varying_allowance:
            over = _excesses_of_windows(rounds, X, lengths, j)
        else:
            over = costs_of_dearest_windows(rounds, X, lengths, j) - allowances[j]
        if (over > 1e-9 * allowances[j]).any():
            i = int(over.argmax())
            most, cost = f"{allowances[j]:g} a round", f"{allowances[j] + over[i]:g}"
            if rounds.has_varying_allowance:
                most, cost = "what is allowed", f"{over[i]:g} a round more"
            wanted = f"cost at most {most} in each window of {lengths[i]} rounds"
            got = f"{cost} for {X[i].tolist()}"
            raise ValueError(f"the solver's x must {wanted}, got {got}")


def costs_of_dearest_windows(
    rounds: Game, X: FloatArray, lengths: Sequence[int], j: int = 0
) -> FloatArray:
    """Return what each decision costs per round in its dearest window, (m,), of budget j.

    Parameters
    ----------
    rounds
        The game.
    X
        The decisions, (m, n).
    lengths
        The length of a window for each decision, m of them.
    j
        The budget, counted from 0.

    Returns
    -------
    FloatArray
        The average cost of a round in the dearest window of each decision's length, (m,).
    """
    dearest = np.zeros(len(X))  # prices and decisions, and so all costs, are at least 0
    for i, _, averages in _window_costs(rounds, X, lengths, j):
        dearest[i] = max(dearest[i], float(averages.max()))
    return dearest


def _excesses_of_windows(rounds: Game, X: FloatArray, lengths: Sequence[int], j: int) -> FloatArray:
    """Return what each decision costs per round beyond the allowances of a window, at most, (m,).

    Parameters are those of `costs_of_dearest_windows`.
    """
    from osphg.hindsight.windows import window_averages  # numba, only when asked

    largest = np.full(len(X), -np.inf)
    for i, last, costs in _window_costs(rounds, X, lengths, j):
        first = last - len(costs) - lengths[i] + 1
        allowances = allowances_of_budget(rounds.allowances(first, last), j)
        allowed = window_averages(allowances[:, np.newaxis], lengths[i])
        largest[i] = max(largest[i], float((costs - allowed).max()))
    return largest


def _window_costs(
    rounds: Game, X: FloatArray, lengths: Sequence[int], j: int
) -> Iterator[tuple[int, int, FloatArray]]:
    """Iterate over what decisions cost per round in windows of budget j, some windows at a time.

    The game is read block by block. Windows may reach over several blocks, so the costs of the
    latest rounds are kept: as many as the longest window has, less one. Parameters are those of
    `costs_of_dearest_windows`.

    Yields
    ------
    tuple
        The decision's number, the round behind the last of these windows, and the average costs of
        the windows of the decision's length, (k, 1), in their order.
    """
    from osphg.hindsight.windows import window_averages  # numba, only when asked

    recent = np.empty((0, len(X)))  # costs of the latest rounds, one column for each decision
    longest = max(lengths)
    for block in rounds.blocks():
        recent = np.vstack([recent, prices_of_budget(block.prices, j) @ X.T])
        for i, length in enumerate(lengths):
            # The first window that ends in this block begins length - 1 rounds before it.
            first = max(0, len(recent) - len(block.prices) - length + 1)
            # Contiguous, or numba would compile `window_averages` once more for another layout.
            costs = np.ascontiguousarray(recent[first:, [i]])
            if len(costs) >= length:
                last = block.start + len(block.prices)
                yield i, last, window_averages(costs, length)
        recent = recent[len(recent) - min(len(recent), longest - 1) :]

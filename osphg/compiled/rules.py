"""The compiled rounds of the rules of practice, `osphg.players.rules`, and what they compute by.

A rule plays a round, counts its cost, and decides on the next round by what was seen. Its loop
has the signature of the loops of `osphg.compiled.loops`,
`loop(first, game, steps, V, multiplier, series)`, and returns the multiplier after its rounds:

- Round t of the loop, counted from 0, is round first + t of the utility.
- `game` has the utility's `data`, the bounds `lower` and `upper` of X, the data of its best corner,
  the prices p (T, n) of the loop's T rounds, and their money, as `money_of_rounds`
  returns it.
- `steps` are the constants of the rule, in the order of its `Steps` class.
- V is one column, which `RuleMemory` lays out, and is changed in place.
- `multiplier` is lambda, the price of money, in units of f per unit of money; a rule without one
  passes it on. A unit of item i is charged lambda p_i.
- `series` are the arrays to write to: decisions (T, n), utility, violation and multiplier, (T,).

In place of a projection a loop is given the domain's best corner: `maximize(C, y, corner_data)`
takes the column c of C (n, 1) to a point of X with the largest <c, x>, in place, with y (n,) to
work in. Even bids are u top: the same share u, in [0, 1], of `top`, the point of X that is nearest
to the upper bounds of its items.

Each formula stands here once, as a plain function: the rounds in NumPy call it as it is, and the
loops call it compiled. In a loop such a function has a shorter name, as `spread` for
`spread_evenly`.

Games have the origin for their smallest decision: a coordinate of a box lies in [0, upper].
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from osphg.budgets import Pace
from osphg.checks import FloatArray
from osphg.compiled.corners import best_corner_of_box, compile_helpers
from osphg.compiled.jit import compile_inlined, compile_lent
from osphg.compiled.quadratics import are_quadratic

_EPS = float(np.finfo(np.float64).eps)
_SWEEPS = 20  # over the coordinates of a box, at most
_SEARCH_STEPS = 240  # for one coordinate; some six are needed
_NEWTON_STEPS = 30  # of `concave_ascent`, at most; with three coordinates some nine are needed
_FLAT = 1e-8  # of its size: a slope that falls by less, on the way to an end, is taken for constant
# With this most that is left of an error after so many sweeps over the coordinates, no more is left
# of it after `_SWEEPS` than rounding.
_TEST_SWEEPS = 5
_ERROR_LEFT = 2e-4
LARGEST_EXPONENT = 700.0  # whose exponential is finite


# What the loop keeps from call to call.


class RuleMemory(NamedTuple):
    """What a rule keeps from round to round, as the loop takes it: V is all of it, in this order.

    Parameters
    ----------
    x : FloatArray
        The next decision, (n,).
    top : FloatArray
        The largest even bids, (n,).
    spent : float
        The money spent so far.
    rounds : float
        The number of rounds behind.
    budget, T : float
        B_T and the horizon, which stay.
    first : float
        What the rule takes from its first priced round: u_1 of `Throttle`, NaN before it is known,
        or lambda_1 of `DualDescent`, 0 before.
    lag_sum : float
        The sum of the lags, for `Throttle`.
    prices : FloatArray
        Of the last rounds, (m, n), the newest in the last row; m is one less than the rounds that
        a rule looks back at, as a loop has the price of the round that it plays. Rows of rounds
        that were not played yet are not looked at.
    """

    x: FloatArray
    top: FloatArray
    spent: float
    rounds: float
    budget: float
    T: float
    first: float
    lag_sum: float
    prices: FloatArray

    def as_choices(self) -> FloatArray:
        """Return V as a state has it, one row, (1, 2 n + 6 + m n)."""
        numbers = (self.spent, self.rounds, self.budget, self.T, self.first, self.lag_sum)
        return np.concatenate([self.x, self.top, numbers, self.prices.ravel()])[np.newaxis]

    @classmethod
    def of_choices(cls, V: FloatArray, n: int) -> RuleMemory:
        """Return what V, one row, holds for n items."""
        x, top, numbers, prices = np.split(V[0], [n, 2 * n, 2 * n + 6])
        spent, rounds, budget, T, first, lag_sum = numbers.tolist()
        return cls(x, top, spent, rounds, budget, T, first, lag_sum, prices=prices.reshape(-1, n))


# Where the numbers stand in `tally`, the part of V behind x and top: the fields of `RuleMemory`
# from `spent` to `lag_sum`.
_SPENT, _ROUNDS, _BUDGET, _HORIZON, _FIRST, _LAG_SUM = range(6)


# The steps of the rules, which their `fused_steps()` return.


class EvenPacingSteps(NamedTuple):
    """The constants of `osphg.EvenPacing`: the rounds whose prices are averaged."""

    memory: int

    @property
    def gradients_per_round(self) -> float:
        """How much a round computes, in gradients: a price is added up in a fifth of one."""
        return 1.0 + self.memory / 5


class ThrottleSteps(NamedTuple):
    """The constants of `osphg.Throttle`: two weights, and a season's number of rounds."""

    gain: float
    integral: float
    season: int

    @property
    def gradients_per_round(self) -> float:
        """How much a round computes, in gradients: the rule asks for none, but for the value."""
        return 1.0


class ResolveSteps(NamedTuple):
    """The constants of `osphg.Resolve`."""

    every: int  # rounds from one solution to the next
    memory: int  # rounds whose functions and prices are averaged
    K: int  # steps of Frank-Wolfe

    @property
    def gradients_per_round(self) -> float:
        """How many gradients a round asks for, on average: every so often K of `memory` rounds."""
        return 1.0 + self.K * self.memory / self.every

    @property
    def look_back(self) -> int:
        """How many rounds back functions are asked, with the newest."""
        return self.memory

    def needs_earlier_block(self, i: int, start: int) -> bool:
        """Whether round i of a block that begins at round `start` asks for functions before it.

        It does if it solves again, and the rounds that it looks back at begin before the block.
        """
        rounds = start + i + 1  # that are behind once round i was played
        return rounds % self.every == 0 and min(rounds, self.memory) > i + 1


class DualDescentSteps(NamedTuple):
    """The constants of `osphg.DualDescent`."""

    eta: float  # the step of lambda, without a unit
    season: int  # rounds after which the game resembles itself
    multiplicative: bool  # whether lambda is multiplied, in place of added to
    K: int  # steps of Frank-Wolfe where X is no box

    @property
    def gradients_per_round(self) -> float:
        """How many gradients a round asks for, about: K steps of Frank-Wolfe; a box takes fewer."""
        return float(self.K)

    @property
    def look_back(self) -> int:
        """How many rounds back functions are asked, with the newest."""
        return self.season

    def needs_earlier_block(self, i: int, start: int) -> bool:
        """Whether round i of a block that begins at round `start` asks for functions before it.

        It does if the round one season before the next one was played, in an earlier block.
        """
        return i + 1 < self.season <= start + i + 1


RuleSteps = EvenPacingSteps | ThrottleSteps | ResolveSteps | DualDescentSteps


def money_of_rounds(
    steps: RuleSteps, allowances: FloatArray, pace: Pace | None, behind: slice
) -> tuple[FloatArray, ...]:
    """Return the money of consecutive rounds as a rule's loop takes it.

    Parameters
    ----------
    steps : RuleSteps
        The constants of the rule: `Resolve`, which holds a decision for many rounds, spreads what
        is left evenly whatever the pace.
    allowances : FloatArray
        b_t of the rounds, (k,) or (1,).
    pace : Pace or None
        That of the game, None where every round has B_T/T.
    behind : slice
        How many rounds of the game are behind after each of the rounds.

    Returns
    -------
    allowances : FloatArray
        As they were given.
    left : FloatArray
        By what the money left after each round is divided for the next one, (k,), or none, (0,):
        then it is the number of rounds to come.
    counted : FloatArray
        What the rounds behind count after each round, in rounds of B_T/T, (k,), or none, (0,): then
        it is their number.
    """
    if pace is None or isinstance(steps, ResolveSteps):
        return (allowances, np.empty(0), np.empty(0))
    return (allowances, pace.rounds_left[behind], pace.rounds_behind[behind])


def end_of_own_rounds(steps: Any, first: int, last: int, start: int) -> int:
    """Return the round before which a loop stops, as it has the functions of one block alone.

    Some rules ask in a round for the functions of rounds before it. The caller plays such a round
    in NumPy where they belong to an earlier block, and then calls the loop again.

    Parameters
    ----------
    steps : Any
        The answer of a player's `fused_steps()`; players other than the rules never look back.
    first, last : int
        The rounds of the block that the loop is to play, first..last-1.
    start : int
        The number of rounds before the block.

    Returns
    -------
    int
        The first of these rounds that asks for a function of an earlier block, or `last`.
    """
    if isinstance(steps, ResolveSteps | DualDescentSteps):
        for i in range(first, min(last, steps.look_back)):
            if steps.needs_earlier_block(i, start):
                return i
    return last


# Formulas, for both ways of playing.


def money_per_round(budget: float, spent: float, T: float, rounds: float) -> float:
    """Return the money that is left for each round to come, at least 0.

    `spent` of the `budget` B_T were spent in the `rounds` of T that are behind. After the last
    round it is all that is left.
    """
    return max(budget - spent, 0.0) / max(T - rounds, 1)


def even_share(cost: float, money: float) -> float:
    """Return the share of the largest even bids, at most 1, that costs no more than the money.

    `cost` is what the largest even bids cost, <p, top>, and `money` what there is to spend.
    """
    return 1.0 if cost <= money else money / cost


def steered_share(
    first_share: float, lag: float, lag_sum: float, gain: float, integral: float
) -> float:
    """Return min(1, first_share exp(gain lag + integral lag_sum)), the share of `Throttle`.

    Parameters
    ----------
    first_share : float
        u_1, the share that spends what is left per round at the first prices.
    lag : float
        e_t, how much less was spent than planned, in units of a season's money: where it is
        positive, the share rises.
    lag_sum : float
        e_1 + ... + e_t.
    gain, integral : float
        The weights of the lag and of the sum.

    Returns
    -------
    float
        The share of the largest even bids for the next round, in [0, 1].
    """
    exponent = gain * lag + integral * lag_sum
    return min(first_share * math.exp(min(exponent, LARGEST_EXPONENT)), 1.0)


def next_price_of_money(
    multiplier: float,
    violation: float,
    allowance: float,
    eta: float,
    lambda1: float,
    multiplicative: bool,
) -> float:
    """Return lambda_{t+1} of `DualDescent`, at least 0.

    Parameters
    ----------
    multiplier : float
        lambda_t, in units of f per unit of money.
    violation : float
        s_t - b_t, what the round has spent beyond its allowance.
    allowance : float
        b = B_T/T.
    eta : float
        The step, without a unit.
    lambda1 : float
        lambda_1, the unit of a step that is added.
    multiplicative : bool
        Whether lambda is multiplied by exp(eta violation/allowance); else eta lambda_1
        violation/allowance is added to it.

    Returns
    -------
    float
        lambda_{t+1}.
    """
    if multiplicative:
        return multiplier * math.exp(min(eta * violation / allowance, LARGEST_EXPONENT))
    return max(multiplier + eta * lambda1 * violation / allowance, 0.0)


# The best response on a box: by Newton's method where f is concave, else one coordinate at a time.


def concave_ascent(gradients: Any, decorate: Callable[[Any], Any]) -> Any:
    """Return a function that maximises a strictly concave f_t(x) - <charge, x> over a box.

    It is Newton's method, which learns from the gradients how slopes fall (BFGS; Nocedal and Wright
    2006, section 6.1). For three coordinates it asks for a dozen gradients, and an ascent one
    coordinate at a time for a hundred. Both end at the same point where each coordinate has little
    influence on the slopes of the others, and only there this one is used: elsewhere there may be
    several points that no coordinate improves, or the ascent may stop on its way, after `_SWEEPS`.

    Parameters
    ----------
    gradients, decorate : callable
        As for `coordinate_ascent`.

    Returns
    -------
    callable
        `climb(t, data, charge, upper, x)` takes x (n,) to the maximum, in place, and returns True;
        or it leaves x as it is and returns False.
    """
    are_weakly_coupled = decorate(sweeps_converge)
    solve = decorate(solve_definite)
    learn = decorate(learn_falls)

    def climb(t: int, data: Any, charge: FloatArray, upper: FloatArray, x: FloatArray) -> bool:
        """Take x to the maximum of f_t(x) - <charge, x> over [0, upper]; return whether it did.

        A coordinate is free unless it is at an end and its slope does not lead away from there.
        Each pass asks for the gradient at the point, and steps to where the slopes of all free
        coordinates would be 0 if they were linear, cut off at the ends. How they fall is learned:
        once a coordinate is free, from the gradient at the end to which its slope leads; then from
        the gradient after each step.

        Parameters
        ----------
        t : int
            The round of the utility.
        data : Any
            The data of `gradients`.
        charge : FloatArray
            What a unit of each item costs, in units of f, (n,).
        upper : FloatArray
            The largest values of the coordinates, (n,).
        x : FloatArray
            Where the search begins, and at last where it ends, (n,).

        Returns
        -------
        bool
            Whether the maximum was found.
        """
        n = len(x)
        # The point, and the gradient there or at an end of a coordinate. They are made here, so
        # that the compiler knows that they have one column.
        X = np.empty((n, 1))
        G = np.empty((n, 1))
        slopes = np.zeros(n)  # at the point
        drops = np.empty(n)  # how far they have fallen by the last step
        # Entry (i, j) is how far slope i falls for a unit of coordinate j, as far as is known. It
        # is symmetric. Of a coordinate that was never free the entry on the diagonal is 0.
        falls = np.zeros((n, n))
        free = np.empty(n, np.int64)  # the m free coordinates are free[:m]
        step = np.empty(n)  # of these, in this order
        factor = np.empty((n, n))  # this and `work` are for the functions called below to work in
        work = np.empty(n)
        m = 0
        for i in range(n):
            X[i, 0] = x[i]
        for count in range(_NEWTON_STEPS):
            gradients(t, X, G, data)
            for i in range(n):
                slope = G[i, 0] - charge[i]
                drops[i] = slopes[i] - slope
                slopes[i] = slope
            # Correct `falls` by the last step: False says that f is not concave along it.
            if count > 0 and not learn(falls, free, m, step, drops, work):
                return False
            m = 0
            is_best = True
            is_new = False
            for i in range(n):
                point = X[i, 0]
                slope = slopes[i]
                if (point == 0.0 and slope <= 0.0) or (point == upper[i] and slope > 0.0):
                    continue
                free[m] = i
                m += 1
                if abs(slope) > 4 * _EPS * (abs(slope + charge[i]) + charge[i]):  # its rounding
                    is_best = False
                if falls[i, i] != 0.0:
                    continue
                # Only its slope here is known yet: look at the end to which it leads.
                is_new = True
                X[i, 0] = upper[i] if slope > 0.0 else 0.0
                gradients(t, X, G, data)
                length = X[i, 0] - point
                X[i, 0] = point
                slope_at_end = G[i, 0] - charge[i]
                size = abs(G[i, 0]) + charge[i]
                # Where a slope is constant, or is 0 from here on or up to the end, several points
                # may be as good.
                is_flat = abs(slope - slope_at_end) <= _FLAT * size
                if is_flat or slope == 0.0 or abs(slope_at_end) <= 4 * _EPS * size:
                    return False
                for j in range(n):
                    fall = (slopes[j] - (G[j, 0] - charge[j])) / length
                    if falls[j, j] != 0.0:  # coordinate j has said it, too, from another point
                        fall = (fall + falls[i, j]) / 2
                    falls[i, j] = fall
                    falls[j, i] = fall
            if is_best and not is_new:
                break
            if is_new and not are_weakly_coupled(falls, free, m, factor, work):
                return False
            # Newton's step solves falls step = slopes among the free coordinates.
            solve(falls, slopes, free, m, factor, step)
            has_moved = False
            for k in range(m):
                i = free[k]
                point = X[i, 0]
                X[i, 0] = min(max(point + step[k], 0.0), upper[i])
                step[k] = X[i, 0] - point
                if abs(step[k]) > 2 * _EPS * upper[i]:  # else it is found as exactly as can be
                    has_moved = True
            if not has_moved:
                break
        else:
            return False
        for i in range(n):
            x[i] = X[i, 0]
        return True

    return decorate(climb)


def sweeps_converge(
    falls: FloatArray, free: Any, m: int, inverses: FloatArray, errors: FloatArray
) -> bool:
    """Whether few sweeps over the free coordinates find the maximum of a quadratic that falls so.

    A sweep takes one coordinate after the other to where its slope is 0, the others being kept: so
    it changes the errors of the coordinates, whatever the maximum is. Where few sweeps make them
    small, the quadratic is strictly concave.

    Parameters
    ----------
    falls : FloatArray
        How far slope i falls for a unit of coordinate j, (n, n), symmetric, with a diagonal
        above 0.
    free : integer array
        The free coordinates, in its first m entries.
    m : int
        How many there are.
    inverses, errors : FloatArray
        To work in, (n, n), of which the diagonal is used, and (n,).

    Returns
    -------
    bool
        Whether `_TEST_SWEEPS` leave no more than `_ERROR_LEFT` of errors of 1.
    """
    for i in range(m):
        inverses[i, i] = 1.0 / falls[free[i], free[i]]
        errors[i] = 1.0
    largest = 1.0
    for _ in range(_TEST_SWEEPS):
        largest = 0.0
        for i in range(m):
            row = free[i]
            total = 0.0
            for j in range(m):
                if j != i:
                    total -= falls[row, free[j]] * errors[j]
            errors[i] = total * inverses[i, i]
            largest = max(largest, abs(errors[i]))
    return largest <= _ERROR_LEFT


def learn_falls(
    falls: FloatArray, free: Any, m: int, step: FloatArray, drops: FloatArray, foretold: FloatArray
) -> bool:
    """Correct `falls` so that it foretells what the last step has shown: falls step = drops.

    It is the formula of BFGS, which keeps it symmetric and positive definite, among the free
    coordinates free[:m]. The others have not moved, and keep their entries.

    Parameters
    ----------
    falls : FloatArray
        How far slope i falls for a unit of coordinate j, (n, n), changed in place.
    free : integer array
        The free coordinates, in its first m entries.
    m : int
        How many there are.
    step : FloatArray
        The last step of each of these, in its first m entries, in their order.
    drops : FloatArray
        How far the slopes of all coordinates have fallen by it, (n,).
    foretold : FloatArray
        To work in, (n,): how far they should have fallen, by `falls`, in the order of `step`.

    Returns
    -------
    bool
        False if the slope along the step has not fallen: f is not concave there.
    """
    fall = 0.0  # of the slope along the step, times its length
    fall_foretold = 0.0
    for i in range(m):
        row = free[i]
        total = 0.0
        for j in range(m):
            total += falls[row, free[j]] * step[j]
        foretold[i] = total
        fall += step[i] * drops[row]
        fall_foretold += step[i] * total
    if fall <= 0.0:
        return False
    for i in range(m):
        row = free[i]
        shown = drops[row] / fall
        old = foretold[i] / fall_foretold
        for j in range(m):
            falls[row, free[j]] += shown * drops[free[j]] - old * foretold[j]
    return True


def solve_definite(
    matrix: FloatArray, right: FloatArray, free: Any, m: int, factor: FloatArray, solution: Any
) -> None:
    """Solve matrix solution = right among the free coordinates.

    It is Cholesky's method without roots: the matrix is L D L', with ones on the diagonal of L.

    Parameters
    ----------
    matrix : FloatArray
        Symmetric and positive definite, (n, n); only rows and columns of free coordinates count.
    right : FloatArray
        The right-hand side, (n,).
    free : integer array
        The free coordinates, in its first m entries.
    m : int
        How many there are.
    factor : FloatArray
        To work in, (n, n): L D below the diagonal, its transpose L' above, and 1/D on it.
    solution : FloatArray
        Its first m entries become the solution, in the order of `free`.
    """
    for i in range(m):
        row = free[i]
        pivot = matrix[row, row]
        total = right[row]
        for j in range(i):
            entry = matrix[row, free[j]]
            for k in range(j):
                entry -= factor[i, k] * factor[k, j]
            factor[i, j] = entry
            factor[j, i] = entry * factor[j, j]
            pivot -= entry * factor[j, i]
            total -= factor[j, i] * solution[j]
        factor[i, i] = 1.0 / pivot
        solution[i] = total
    for i in range(m - 1, -1, -1):
        total = solution[i] * factor[i, i]
        for j in range(i + 1, m):
            total -= factor[i, j] * solution[j]
        solution[i] = total


def next_probe(
    low: float, high: float, point: float, slope: float, last: float, last_slope: float, step: int
) -> float:
    """Return where to look next for the zero of a falling slope, in [low, high].

    Secants find it in some four steps; each fourth step halves the interval, for slopes that are
    far from linear. The first step goes to an end, where the slope may not change its sign before.

    Parameters
    ----------
    low, high : float
        The zero is between them.
    point, slope : float
        The newest probe, and the slope there.
    last, last_slope : float
        The probe before it; not looked at in step 0.
    step : int
        The number of probes before the newest one.

    Returns
    -------
    float
        The next probe.
    """
    if step == 0:
        return high if slope > 0.0 else low
    middle = low + (high - low) / 2
    if step % 4 == 0:
        return middle
    fall = (last_slope - slope) / (point - last)
    zero = point + slope / fall if fall > 0.0 else middle  # of the line through both probes
    return zero if low < zero < high else middle


def coordinate_ascent(gradients: Any, decorate: Callable[[Any], Any]) -> Any:
    """Return a function that maximises f_t(x) - <charge, x> over a box, coordinate by coordinate.

    A DR-submodular f has a slope along a coordinate that falls: the best value is where the slope
    is what a unit costs, or an end of [0, upper] where it is nowhere so.

    Parameters
    ----------
    gradients : callable
        `gradients(t, X, G, data)` writes the gradient of f_t at each column of X (n, K) to G; K is
        1 here.
    decorate : callable
        `compile_lent`, or a function that leaves plain functions as they are.

    Returns
    -------
    callable
        `climb(t, data, charge, upper, x, X, G)`, which takes x (n,) to the maximum, in place.
    """
    # Where to look next for the zero of a falling slope in [low, high]: at first at an end, then by
    # secants, and every fourth time in the middle.
    probe_after = decorate(next_probe)
    climb_concave = concave_ascent(gradients, decorate)

    def climb(
        t: int,
        data: Any,
        charge: FloatArray,
        upper: FloatArray,
        x: FloatArray,
        X: FloatArray,
        G: FloatArray,
    ) -> None:
        """Maximise f_t(x) - <charge, x> over the box [0, upper], one coordinate at a time.

        Along each coordinate the zero of the slope G_i - charge_i is searched for, the other
        coordinates being kept. It ends once a sweep over all coordinates moves none of them, but
        for rounding, or after `_SWEEPS` sweeps.

        Parameters
        ----------
        t : int
            The round of the utility.
        data : Any
            The data of `gradients`.
        charge : FloatArray
            What a unit of each item costs, in units of f, (n,).
        upper : FloatArray
            The largest values of the coordinates, (n,).
        x : FloatArray
            Where the search begins, and at last where it ends, (n,).
        X, G : FloatArray
            Not used here: `quadratic_ascent` works in them.
        """
        if climb_concave(t, data, charge, upper, x):  # by a tenth of the gradients
            return
        n = len(x)
        # The point, and the gradient there. Of arrays that are made here the compiler knows that
        # they have one column: `gradients` has no loop over columns then, and takes half the time.
        X = np.empty((n, 1))
        G = np.empty((n, 1))
        # 1 for a coordinate that a search has taken to a zero of its slope, within its bounds: such
        # a one is left where it is as long as its slope is 0.
        is_root = np.zeros(n)
        largest = 0.0
        for i in range(n):
            X[i, 0] = x[i]
            largest = max(largest, upper[i])
        gradients(t, X, G, data)
        for _ in range(_SWEEPS):  # at most; it mostly ends before
            furthest = 0.0  # that a coordinate has moved in this sweep
            for i in range(n):
                before = X[i, 0]
                point = before
                low = 0.0  # the best value of this coordinate is in [low, high]
                high = upper[i]
                slope = G[i, 0] - charge[i]
                if slope == 0.0 and is_root[i] == 0.0 and point > 0.0:
                    # Nothing is gained here. Where nothing is gained on the way, 0 is best, as it
                    # is cheaper; else the upper end, if nothing is lost up to it; else this point.
                    for end in (low, high, before):
                        point = end
                        X[i, 0] = point
                        gradients(t, X, G, data)
                        slope = G[i, 0] - charge[i]
                        if (end == low and slope <= 0.0) or (end == high and slope >= 0.0):
                            break
                else:
                    last = point
                    last_slope = slope
                    for step in range(_SEARCH_STEPS):  # at most; some six are needed
                        # A coordinate that begins where its slope is all but 0 is not known to be
                        # at a root: the slope may be 0 up to rounding everywhere.
                        rounding = 4 * _EPS * (abs(G[i, 0]) + abs(charge[i]))  # of the slope
                        if abs(slope) <= rounding and (step > 0 or is_root[i] == 1.0):
                            break
                        if slope > 0.0:
                            low = point
                        else:
                            high = point
                        # It is an end, or the zero is found as exactly as numbers are written.
                        if low == upper[i] or high == 0.0 or high - low <= 2 * _EPS * upper[i]:
                            break
                        # First an end of [low, high], then secants, each fourth time the middle.
                        goal = probe_after(low, high, point, slope, last, last_slope, step)
                        last = point
                        last_slope = slope
                        point = goal
                        X[i, 0] = point
                        gradients(t, X, G, data)
                        slope = G[i, 0] - charge[i]
                    is_root[i] = 1.0 if 0.0 < point < upper[i] else 0.0
                furthest = max(furthest, abs(point - before))
            if furthest <= 4 * _EPS * largest:
                break
        for i in range(n):
            x[i] = X[i, 0]

    return decorate(climb)


def quadratic_ascent(
    t: int,
    data: tuple[FloatArray, FloatArray],
    charge: FloatArray,
    upper: FloatArray,
    x: FloatArray,
    X: FloatArray,
    G: FloatArray,
) -> None:
    """Maximise x'H_t x/2 + h_t'x - <charge, x> over the box [0, upper], coordinate by coordinate.

    Each coordinate goes where f is largest along it, the others kept, in closed form: the slope
    along coordinate i falls by -H_ii for a unit, and no H_ii is above 0, as utilities are
    DR-submodular. It ends at a point that no single coordinate improves, once all were looked at
    since the last one that moved, or after `_SWEEPS` looks at each. Where H_t is negative
    semidefinite that is the maximum; else it is all that this rule asks for. The arguments are
    those of `coordinate_ascent`, which does the same for any utility.

    Parameters
    ----------
    t : int
        The round of the utility.
    data : tuple of FloatArray
        H (T, n, n), symmetric, and h (T, n).
    charge : FloatArray
        What a unit of each item costs, in units of f, (n,).
    upper : FloatArray
        The largest values of the coordinates, (n,).
    x : FloatArray
        Where the search begins, and at last where it has ended, (n,).
    X : FloatArray
        To work in, (n, 1): it becomes 1/-H_ii, as a division takes long, and 0 for a slope that
        does not fall.
    G : FloatArray
        To work in, (n, 1): it becomes the slopes H_t x + h_t - charge, which change by a row of H_t
        where a coordinate moves.
    """
    H, h = data
    n = len(x)
    largest = 0.0  # upper bound of a coordinate
    for i in range(n):
        largest = max(largest, upper[i])
        G[i, 0] = h[t, i] - charge[i]
        X[i, 0] = -1.0 / H[t, i, i] if H[t, i, i] < 0.0 else 0.0
    for i in range(n):
        for j in range(n):
            G[j, 0] += H[t, i, j] * x[i]  # H is symmetric
    rounding = 4 * _EPS * largest  # of a coordinate: less is no move
    i = 0
    unmoved = 0  # coordinates that were looked at, and are where they should be
    for _ in range(_SWEEPS * n):
        unmoved += 1
        slope = G[i, 0]
        is_best = (slope <= 0.0 and x[i] == 0.0) or (slope > 0.0 and x[i] == upper[i])
        if not is_best:
            best = min(max(x[i] + slope * X[i, 0], 0.0), upper[i])
            if X[i, 0] == 0.0:
                best = upper[i] if slope > 0.0 else 0.0  # where nothing is gained, the cheaper end
            move = best - x[i]
            x[i] = best
            for j in range(n):
                G[j, 0] += H[t, i, j] * move
            if abs(move) > rounding:
                unmoved = 1  # coordinate i alone: the slopes of all others have changed
        if unmoved == n:
            break
        i = i + 1 if i + 1 < n else 0


def pair_ascent(
    t: int,
    data: tuple[FloatArray, FloatArray],
    charge: FloatArray,
    upper: FloatArray,
    x: FloatArray,
    X: FloatArray,
    G: FloatArray,
) -> None:
    """Do what `quadratic_ascent` does, for two coordinates, in a quarter of the time.

    All numbers stay in registers. And once a sweep ends with both coordinates between their ends,
    each sweep moves them by the same share of the one before: if they stay between the ends, all
    sweeps that are left are one step, by the sum of a geometric series.

    Parameters
    ----------
    t, data, charge, upper, x
        As for `quadratic_ascent`.
    X, G : FloatArray
        Not used here: `quadratic_ascent` works in them.
    """
    H, h = data
    upper0 = upper[0]
    upper1 = upper[1]
    # The slopes at x are linear0 + H00 x_0 + H01 x_1, and linear1 + H01 x_0 + H11 x_1.
    H00 = H[t, 0, 0]
    H01 = H[t, 0, 1]
    H11 = H[t, 1, 1]
    linear0 = h[t, 0] - charge[0]
    linear1 = h[t, 1] - charge[1]
    inverse0 = -1.0 / H00 if H00 < 0.0 else 0.0  # 0 for a slope that does not fall
    inverse1 = -1.0 / H11 if H11 < 0.0 else 0.0
    rounding = 4 * _EPS * max(upper0, upper1)  # of a coordinate: less is no move
    x0 = x[0]
    x1 = x[1]
    for sweep in range(_SWEEPS):
        slope = linear0 + H00 * x0 + H01 * x1
        x0 = min(max(x0 + slope * inverse0, 0.0), upper0)
        if inverse0 == 0.0:
            x0 = upper0 if slope > 0.0 else 0.0  # where nothing is gained, the cheaper end
        slope = linear1 + H01 * x0 + H11 * x1
        before = x1
        x1 = min(max(x1 + slope * inverse1, 0.0), upper1)
        if inverse1 == 0.0:
            x1 = upper1 if slope > 0.0 else 0.0
        move = x1 - before
        if abs(move) <= rounding:  # then x_0 does not move in the next sweep either
            break
        if 0.0 < x0 < upper0 and 0.0 < x1 < upper1:
            follow = H01 * inverse0  # how far x_0 moves for a unit of x_1
            share = follow * (H01 * inverse1)  # of a move of x_1: its next move
            total = 0.0  # 1 + share + share^2 + ..., a term for each sweep that is left
            for _ in range(sweep + 1, _SWEEPS):
                total = 1.0 + share * total
            end0 = x0 + follow * move * total
            end1 = x1 + share * move * total
            if 0.0 < end0 < upper0 and 0.0 < end1 < upper1:
                x0 = end0
                x1 = end1
                break
    x[0] = x0
    x[1] = x1


def quadratic_climb(pair: Any, several: Any) -> Any:
    """Return the faster one of `pair_ascent` and `quadratic_ascent` for each number of coordinates.

    Parameters
    ----------
    pair, several : callable
        The two functions, compiled.

    Returns
    -------
    callable
        `climb(t, data, charge, upper, x, X, G)`, as they are, compiled.
    """

    @compile_lent
    def climb(
        t: int, data: Any, charge: Any, upper: Any, x: FloatArray, X: FloatArray, G: FloatArray
    ) -> None:
        """Take x (n,) to the best response to the quadratic of round t, where units cost charge."""
        if len(x) == 2:
            pair(t, data, charge, upper, x, X, G)
        else:
            several(t, data, charge, upper, x, X, G)

    return climb


# The best response elsewhere, and the best point within a budget, by best corners.


def frank_wolfe(gradients: Any, maximize: Any) -> Any:
    """Return the best response for `dual_descent_rounds` on any domain: Frank-Wolfe from 0.

    Parameters
    ----------
    gradients : callable
        Compiled: `gradients(t, X, G, data)` writes the gradient of f_t at each column of X to G.
    maximize : callable
        Compiled: takes a column c to the best corner, as the module says; a ValueError where that
        is not found.

    Returns
    -------
    callable
        `respond(t, data, charge, upper, corner_data, K, x, X, G, y)`, compiled.
    """

    @compile_inlined
    def respond(
        t: int, data: Any, charge: Any, upper: Any, corner_data: Any, K: int, x: Any, X: Any,
        G: Any, y: Any,
    ) -> None:  # fmt: skip
        """Write to x (n,) where K steps of Frank-Wolfe end that maximise f_t(x) - <charge, x>.

        Step k = 0..K-1 goes a share 2/(k + 2) of the way to the best corner for the slopes there,
        from x = 0 on: the first goes all the way. `maximize` raises a ValueError where it finds no
        corner.

        Parameters
        ----------
        t : int
            The round of the utility.
        data : Any
            The data of `gradients`.
        charge : FloatArray
            What a unit of each item costs, in units of f, (n,).
        upper : FloatArray
            Not used here: the response on a box is given it in the same place.
        corner_data : tuple
            The data of `maximize`.
        K : int
            The number of steps.
        x : FloatArray
            The result, (n,); what it holds before does not matter.
        X, G, y : FloatArray
            To work in: the point (n, 1), the slopes there and then the corner (n, 1), and (n,) for
            `maximize`.
        """
        n = len(x)
        for i in range(n):
            X[i, 0] = 0.0
        for k in range(K):
            gradients(t, X, G, data)
            for i in range(n):
                G[i, 0] -= charge[i]
            maximize(G, y, corner_data)  # from here on G is the corner
            for i in range(n):
                X[i, 0] += 2 / (k + 2) * (G[i, 0] - X[i, 0])
        for i in range(n):
            x[i] = X[i, 0]

    return respond


def affordable_point(maximize: Any) -> Any:
    """Return `osphg.players.rules.affordable`, compiled: the best point of X within a budget.

    The best point is a corner of X that the money pays, or lies between two corners. So it is
    found by best corners alone: those for c - l price, at a price of money l that is raised or
    lowered until the two corners next to the budget, a cheap and a dear one, are the best for it.

    Parameters
    ----------
    maximize : callable
        Compiled: takes a column c to the best corner, as the module says.

    Returns
    -------
    callable
        `best(c, price, money, corner_data, x, C, y, dear)`, compiled.
    """

    @compile_inlined
    def best(
        c: FloatArray,
        price: FloatArray,
        money: float,
        corner_data: Any,
        x: FloatArray,
        C: FloatArray,
        y: FloatArray,
        dear: FloatArray,
    ) -> None:
        """Write to x (n,) the point of X with <price, x> <= money whose <c, x> is largest.

        During the search x is the cheap corner, which the money pays, and `dear` the other one. The
        excess of a corner v is its cost beyond the money, <price, v> - money, and its worth <c, v>.

        Parameters
        ----------
        c, price : FloatArray
            What a unit of each item is worth, and what it costs, (n,) each.
        money : float
            What there is to spend, at least 0.
        corner_data : tuple
            The data of `maximize`.
        x : FloatArray
            The result, (n,); what it holds before does not matter.
        C, y, dear : FloatArray
            To work in: a vector and then its best corner (n, 1), (n,) for `maximize`, and the dear
            corner (n,).
        """
        n = len(x)
        for i in range(n):
            C[i, 0] = c[i]
        maximize(C, y, corner_data)  # from here on C is the best corner, whatever it costs
        # The search begins with 0 for the cheap corner, and with this one for the dear one.
        cheap_excess = 0.0 - money
        cheap_worth = 0.0
        dear_excess = 0.0 - money
        dear_worth = 0.0
        for i in range(n):
            x[i] = 0.0
            dear[i] = C[i, 0]
            dear_excess += price[i] * dear[i]
            dear_worth += c[i] * dear[i]
        while dear_excess > 0.0:
            # The price of money at which both are worth the same, net of what they cost.
            slope = (dear_worth - cheap_worth) / (dear_excess - cheap_excess)
            for i in range(n):
                C[i, 0] = c[i] - slope * price[i]
            maximize(C, y, corner_data)
            excess = 0.0 - money
            worth = 0.0
            net = 0.0
            net_dear = 0.0
            net_cheap = 0.0
            for i in range(n):
                gain = c[i] - slope * price[i]
                net += gain * C[i, 0]
                net_dear += gain * dear[i]
                net_cheap += gain * x[i]
                excess += price[i] * C[i, 0]
                worth += c[i] * C[i, 0]
            rounding = 1e-12 * (abs(dear_worth) + abs(cheap_worth))  # else it may not end
            if net <= max(net_dear, net_cheap) + rounding:  # no corner is worth more than the two
                share = cheap_excess / (cheap_excess - dear_excess)  # this mixture costs the money
                for i in range(n):
                    x[i] += share * (dear[i] - x[i])
                return
            if excess > 0.0:
                dear_excess = excess
                dear_worth = worth
                for i in range(n):
                    dear[i] = C[i, 0]
            else:
                cheap_excess = excess
                cheap_worth = worth
                for i in range(n):
                    x[i] = C[i, 0]
        for i in range(n):  # the dear one does not cost more than the money after all
            x[i] = dear[i]

    return best


# Parts of the loops.


def begin_rule(
    V: FloatArray, p: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return what a rule keeps, read from V, and the prices that it may look back at.

    Parameters
    ----------
    V : FloatArray
        The column (2 n + 6 + m n, 1), as `RuleMemory` lays it out.
    p : FloatArray
        The prices of the rounds of this call, (T, n).

    Returns
    -------
    x, top : FloatArray
        The decision of the first round, and the largest even bids, (n,) each.
    tally : FloatArray
        The six numbers from `spent` on, at the places `_SPENT` to `_LAG_SUM`.
    prices : FloatArray
        The m prices that V has with p below them, (m + T, n): row m + t is that of round t.
    """
    T, n = p.shape
    m = (len(V) - 2 * n - 6) // n  # how many rounds before this call have their prices in V
    x = V[:n, 0].copy()
    top = V[n : 2 * n, 0].copy()
    tally = V[2 * n : 2 * n + 6, 0].copy()
    prices = np.empty((m + T, n))
    for j in range(m):
        for i in range(n):
            prices[j, i] = V[2 * n + 6 + j * n + i, 0]
    for t in range(T):
        for i in range(n):
            prices[m + t, i] = p[t, i]
    return x, top, tally, prices


def end_rule(V: FloatArray, x: FloatArray, tally: FloatArray) -> None:
    """Write x (n,) and the tally, the six numbers, back to V, as `begin_rule` has read them.

    The prices stay as they were: a state has those of the rounds played, and sets them anew.
    """
    n = len(x)
    for i in range(n):
        V[i, 0] = x[i]
    for j in range(len(tally)):
        V[2 * n + j, 0] = tally[j]


def record_rule_round(
    t: int,
    x: FloatArray,
    utility: float,
    multiplier: float,
    p: FloatArray,
    allowance: float,
    series: Any,
    tally: FloatArray,
) -> float:
    """Write round t to the series, count it and its cost in the tally, and return the cost.

    Parameters
    ----------
    t : int
        The round, counted from 0 in the series.
    x : FloatArray
        The decision x_t, (n,).
    utility : float
        f_t(x_t).
    multiplier : float
        lambda_t.
    p : FloatArray
        The prices of all rounds of the call, (T, n).
    allowance : float
        b_t.
    series : tuple
        The arrays to write to, as the module says.
    tally : FloatArray
        The six numbers of `RuleMemory` from `spent` on; those at `_SPENT`, the money spent so far,
        and `_ROUNDS`, the rounds played, are changed.

    Returns
    -------
    float
        <p_t, x_t>.
    """
    decisions, utilities, violations, multipliers = series
    cost = 0.0
    for i in range(len(x)):
        decisions[t, i] = x[i]
        cost += p[t, i] * x[i]
    utilities[t] = utility
    violations[t] = cost - allowance
    multipliers[t] = multiplier
    tally[_SPENT] += cost
    tally[_ROUNDS] += 1
    return cost


def money_left(t: int, left: FloatArray, tally: FloatArray) -> float:
    """Return the money for the round after t: what `money_per_round` returns, or by the pace.

    `left` is that of `money_of_rounds`, and `tally` that of `begin_rule`.
    """
    rounds = left[t] if len(left) > 0 else max(tally[_HORIZON] - tally[_ROUNDS], 1.0)
    return max(tally[_BUDGET] - tally[_SPENT], 0.0) / rounds


def spread_evenly(top: FloatArray, share: float, x: FloatArray) -> None:
    """Write the even bids that are this share of the largest ones, `top`, to x, (n,) each."""
    for i in range(len(x)):
        x[i] = share * top[i]


def mean_price(prices: FloatArray, first: int, last: int, mean: FloatArray) -> None:
    """Write the mean of the rows first..last-1 of `prices`, (rounds, n), to `mean`, (n,)."""
    for i in range(len(mean)):
        total = 0.0
        for s in range(first, last):
            total += prices[s, i]
        mean[i] = total / (last - first)


def cost_of(price: FloatArray, x: FloatArray) -> float:
    """Return <price, x>, added up in the order of the items; both are (n,)."""
    cost = 0.0
    for i in range(len(x)):
        cost += price[i] * x[i]
    return cost


# The loops, one for each rule. Their makers take compiled functions: `value` and `gradients`, as in
# `Functions`, and `maximize`, the best corner. The module's docstring says what the loops take.


def even_pacing_rounds(value: Any, gradients: Any, maximize: Any) -> Any:
    """Return the loop over rounds for `osphg.EvenPacing`.

    After each round x becomes top min(1, m/<p, top>): `top` are the largest even bids, which V has,
    m is the money that is left for each round to come, and p the mean of the last prices. It asks
    for no gradient and no corner: only `value`, f_t(x), is used of the compiled functions.

    Parameters
    ----------
    value, gradients : callable
        Compiled functions of the utility: `value(t, x, data)` is f_t(x). `gradients` is not used;
        it is taken because `loop_of` gives it to every maker.
    maximize : callable
        The domain's best corner, as the module says; not used, for the same reason.

    Returns
    -------
    callable
        The compiled loop, with the signature of this module.
    """
    # share_of(cost, money) is min(1, money/cost); money(t, left, tally) is what is left of the
    # budget for the round after t; average(prices, first, last, mean) writes the mean of rows
    # first..last-1.
    begin = compile_inlined(begin_rule)
    end = compile_inlined(end_rule)
    record = compile_inlined(record_rule_round)
    spread = compile_inlined(spread_evenly)
    share_of = compile_inlined(even_share)
    money = compile_inlined(money_left)
    average = compile_inlined(mean_price)
    cost = compile_inlined(cost_of)

    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, series: Any
    ) -> float:
        """Play the rounds: each spends what is left per round, at the mean of the last prices.

        `begin` reads V: the decision, the largest even bids, the tally, and the prices of earlier
        rounds with those of this call below them. `record` writes a round to the series, and adds
        it and its cost to the tally: tally[_ROUNDS] counts rounds, and tally[_SPENT] is the money
        spent. `end` writes x and the tally back to V.
        """
        data, _, _, _, p, money_of_game = game  # bounds and corners are not asked for
        allowances, left, _ = money_of_game
        (memory,) = steps  # how many of the last prices are averaged
        x, top, tally, prices = begin(V, p)
        T, n = p.shape
        m = len(prices) - T  # prices of rounds before this call stand above those of round 0
        price = np.empty(n)
        for t in range(T):
            b = allowances[t] if len(allowances) > 1 else allowances[0]
            record(t, x, value(first + t, x, data), multiplier, p, b, series, tally)
            count = min(int(tally[_ROUNDS]), memory)  # of the last prices that are known
            # Row m + t of the prices is that of round t, the newest.
            average(prices, m + t + 1 - count, m + t + 1, price)
            spread(top, share_of(cost(price, top), money(t, left, tally)), x)
        end(V, x, tally)
        return multiplier

    return rounds


def throttle_rounds(value: Any, gradients: Any, maximize: Any) -> Any:
    """Return the loop over rounds for `osphg.Throttle`.

    After each round x becomes u top, with the share u = min(1, u_1 exp(gain e_t + integral (e_1 +
    ... + e_t))) of `steered_share`; e_t is the lag behind an even plan. It asks for no gradient and
    no corner: only `value`, f_t(x), is used of the compiled functions.

    Parameters
    ----------
    value, gradients : callable
        Compiled functions of the utility: `value(t, x, data)` is f_t(x). `gradients` is not used;
        it is taken because `loop_of` gives it to every maker.
    maximize : callable
        The domain's best corner, as the module says; not used, for the same reason.

    Returns
    -------
    callable
        The compiled loop, with the signature of this module.
    """
    begin = compile_inlined(begin_rule)
    end = compile_inlined(end_rule)
    record = compile_inlined(record_rule_round)
    spread = compile_inlined(spread_evenly)
    share_of = compile_inlined(even_share)
    money = compile_inlined(money_left)
    steer = compile_inlined(steered_share)

    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, series: Any
    ) -> float:
        """Play the rounds: each takes the share that the lag behind an even plan leads to.

        tally[_FIRST] is u_1, NaN until a round has a price, and tally[_LAG_SUM] the sum of the lags
        e_s. The lag e_t is what an even plan would have spent so far less what was spent, in units
        of what the plan spends in a season, of `season` rounds. `record` adds the round to
        tally[_ROUNDS] and its cost to tally[_SPENT], and `money` is what is left for the next
        round by these and the budget; `share_of` is the share of `top` that this money pays.
        """
        data, _, _, _, p, money_of_game = game  # bounds and corners are not asked for
        allowances, left, counted = money_of_game
        gain, integral, season = steps
        x, top, tally, _ = begin(V, p)
        allowance = tally[_BUDGET] / tally[_HORIZON]  # the mean of all rounds
        T, n = p.shape
        for t in range(T):
            b = allowances[t] if len(allowances) > 1 else allowances[0]
            record(t, x, value(first + t, x, data), multiplier, p, b, series, tally)
            if np.isnan(tally[_FIRST]):
                cost = 0.0
                for i in range(n):
                    cost += p[t, i] * top[i]
                if cost != 0.0:  # a round without a price does not say which share to begin with
                    tally[_FIRST] = share_of(cost, money(t, left, tally))
            so_far = counted[t] if len(counted) > 0 else tally[_ROUNDS]
            lag = (allowance * so_far - tally[_SPENT]) / (allowance * season)
            tally[_LAG_SUM] += lag
            first_share = 1.0 if np.isnan(tally[_FIRST]) else tally[_FIRST]
            spread(top, steer(first_share, lag, tally[_LAG_SUM], gain, integral), x)
        end(V, x, tally)
        return multiplier

    return rounds


def resolve_rounds(value: Any, gradient_of_sum: Any, maximize: Any) -> Any:
    """Return the loop over rounds for `osphg.Resolve`.

    Parameters
    ----------
    value : callable
        Compiled: `value(t, x, data)` is f_t(x).
    gradient_of_sum : tuple
        The two functions that `sum_of_rounds` or `sum_of_quadratics` returns.
    maximize : callable
        Compiled: takes a column c to the best corner, as the module says.

    Returns
    -------
    callable
        The loop.
    """
    begin = compile_inlined(begin_rule)
    end = compile_inlined(end_rule)
    record = compile_inlined(record_rule_round)
    spread = compile_inlined(spread_evenly)
    share_of = compile_inlined(even_share)
    money = compile_inlined(money_left)
    average = compile_inlined(mean_price)
    best_affordable = affordable_point(maximize)
    start_sum, slopes_of_sum = gradient_of_sum

    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, series: Any
    ) -> float:
        """Play the rounds: bids are even before the first solution, and kept between solutions.

        A solution maximises the mean of the last functions at their mean price, among the points of
        X that cost what is left per round at most: K steps of Frank-Wolfe from 0.

        Every `every` rounds a solution is found, from the functions and prices of the last `memory`
        rounds. `tally` counts the rounds and what they have spent; `money` says by it what is left
        for each round to come, at least 0. `end` writes x and the tally back to V.
        """
        data, _, _, corner_data, p, money_of_game = game
        allowances, left, _ = money_of_game
        # Rounds from one solution to the next, rounds that are averaged, and steps of Frank-Wolfe.
        every, memory, K = steps
        x, top, tally, prices = begin(V, p)
        T, n = p.shape
        m = len(prices) - T  # prices of rounds before this call stand above those of round 0
        X = np.empty((n, 1))  # where Frank-Wolfe is
        price = np.empty(n)  # the mean of the last prices
        slopes = np.empty(n)  # of the mean of the last functions at X
        corner = np.empty(n)  # the best point within the money for these slopes
        # G, C, work, dear and y are for the functions called below to work in.
        G = np.empty((n, 1))
        C = np.empty((n, 1))
        work = np.empty((n + 1, n))
        dear, y = np.empty(n), np.empty(n)
        for t in range(T):
            b = allowances[t] if len(allowances) > 1 else allowances[0]
            record(t, x, value(first + t, x, data), multiplier, p, b, series, tally)
            count = int(tally[_ROUNDS])  # of rounds behind, this one with them
            if count < every:
                cost = 0.0
                for i in range(n):
                    cost += p[t, i] * top[i]
                # The share of `top` that the money pays: 1, or money/cost.
                spread(top, share_of(cost, money(t, left, tally)), x)
            elif count % every == 0:
                recent = min(count, memory)  # rounds that are looked back at, this one the newest
                average(prices, m + t + 1 - recent, m + t + 1, price)
                oldest = first + t + 1 - recent  # of these rounds, as the utility counts them
                # For quadratics it adds up H and h once, in `work`; else it has nothing to do.
                start_sum(oldest, oldest + recent, data, work)
                for i in range(n):
                    X[i, 0] = 0.0
                for _ in range(K):  # of Frank-Wolfe from 0
                    slopes_of_sum(oldest, oldest + recent, X, G, data, work, slopes)
                    for i in range(n):
                        slopes[i] /= recent
                    # Writes to `corner` the point of X with the largest <slopes, x> among those
                    # that cost no more than the money at the mean price.
                    best_affordable(
                        slopes, price, money(t, left, tally), corner_data, corner, C, y, dear
                    )
                    for i in range(n):
                        X[i, 0] += corner[i] / K
                for i in range(n):
                    x[i] = X[i, 0]
        end(V, x, tally)
        return multiplier

    return rounds


def sum_of_rounds(gradients: Any) -> tuple[Any, Any]:
    """Return how the gradients of consecutive rounds are added up, for any utility.

    `resolve_rounds` needs the gradient of f_oldest + ... + f_{last-1} at K points. In general each
    round is asked at each point, and there is nothing to prepare. For quadratics,
    `sum_of_quadratics` adds up H and h first, once for all K points.

    Parameters
    ----------
    gradients : callable
        Compiled: `gradients(s, X, G, data)` writes the gradient of f_s at X (n, 1) to G (n, 1).

    Returns
    -------
    start_sum : callable
        `start_sum(oldest, last, data, work)`, called once for the rounds oldest..last-1; it may
        write to `work`, (n + 1, n), what the other function reads there.
    slopes_of_sum : callable
        `slopes_of_sum(oldest, last, X, G, data, work, slopes)`, called for each point X (n, 1):
        writes the gradient of the sum there to `slopes`, (n,). G (n, 1) is to work in.
    """

    @compile_inlined
    def start_sum(oldest: int, last: int, data: Any, work: FloatArray) -> None:
        """Do nothing: gradients are asked for at each point."""

    @compile_inlined
    def slopes_of_sum(
        oldest: int, last: int, X: FloatArray, G: FloatArray, data: Any, work: Any, slopes: Any
    ) -> None:
        """Write the sum of the gradients of rounds oldest..last-1 at X to `slopes`, (n,)."""
        for i in range(len(slopes)):
            slopes[i] = 0.0
        for s in range(oldest, last):
            gradients(s, X, G, data)
            for i in range(len(slopes)):
                slopes[i] += G[i, 0]

    return start_sum, slopes_of_sum


def sum_of_quadratics() -> tuple[Any, Any]:
    """Return two functions for the gradient of a sum of rounds of quadratics: it is one quadratic.

    `resolve_rounds` needs the gradient of f_oldest + ... + f_{last-1} at several points X, (n, 1).
    It calls the first function once, which prepares the sum in `work`, (n + 1, n), and the second
    one at each point, which writes the gradient to `slopes`, (n,). `sum_of_rounds` returns such
    functions for any utility, of which the second works in G, (n, 1); quadratics leave G alone.

    `data` are H (T, n, n) and h (T, n) of all rounds of the block; f_s(x) = x'H_s x/2 + h_s'x, each
    H_s symmetric.
    """

    @compile_inlined
    def start_sum(oldest: int, last: int, data: Any, work: FloatArray) -> None:
        """Add up H and h of the rounds oldest..last-1 in `work`, (n + 1, n).

        The first n rows get the sum of H, the last row that of h: `slopes_of_sum` reads them there.
        """
        H, h = data
        n = h.shape[1]
        for i in range(n + 1):
            for j in range(n):
                work[i, j] = 0.0
        for s in range(oldest, last):
            for i in range(n):
                work[n, i] += h[s, i]
                for j in range(n):
                    work[i, j] += H[s, i, j]

    @compile_inlined
    def slopes_of_sum(
        oldest: int, last: int, X: FloatArray, G: FloatArray, data: Any, work: Any, slopes: Any
    ) -> None:
        """Write the gradient of the sum at X (n, 1) to `slopes`, (n,), by what `work` has."""
        n = len(slopes)
        for i in range(n):
            slopes[i] = work[n, i]
            for j in range(n):
                slopes[i] += work[i, j] * X[j, 0]

    return start_sum, slopes_of_sum


def dual_descent_rounds(value: Any, gradients: Any, respond: Any) -> Any:
    """Return the loop over rounds for `osphg.DualDescent`.

    Parameters
    ----------
    value, gradients : callable
        Compiled functions, as in `Functions`.
    respond : callable
        Compiled: `respond(t, data, charge, upper, corner_data, K, x, X, G, y)` changes x (n,) to
        the best response in round t where a unit costs `charge`, (n,), in units of f; what
        `frank_wolfe` or `response_on_box` returns. K is the number of steps of Frank-Wolfe, which a
        box does not use; X, G (n, 1) and y (n,) are to work in.

    Returns
    -------
    callable
        The loop.
    """
    begin = compile_inlined(begin_rule)
    end = compile_inlined(end_rule)
    record = compile_inlined(record_rule_round)
    share_of = compile_inlined(even_share)
    next_price = compile_inlined(next_price_of_money)

    @compile_inlined
    def first_price(
        t: int, data: Any, price: FloatArray, top: FloatArray, money: float, X: Any, G: Any
    ) -> float:
        """Return lambda_1 = <grad f_t(x), x>/<price, x> for even bids x that spend the money.

        It is what one more unit of money would return if all bids were raised by the same share:
        a price of money of the right size to begin with, before spending has said anything.

        Parameters
        ----------
        t : int
            The round of the utility, the first one in which bids cost and gain something.
        data : Any
            The data of `gradients`.
        price : FloatArray
            p_t, (n,).
        top : FloatArray
            The largest even bids, (n,).
        money : float
            What one round may spend, B_T/T.
        X, G : FloatArray
            To work in, (n, 1): the even bids, and the gradient there.

        Returns
        -------
        float
            lambda_1, above 0; 0 where the bids cost nothing or gain nothing, so that a later round
            has to say it.
        """
        n = len(top)
        cost = 0.0  # of the largest even bids
        for i in range(n):
            cost += price[i] * top[i]
        # `even_share`: 1 if the money pays `top`, else money/cost.
        share = share_of(cost, money)
        for i in range(n):
            X[i, 0] = share * top[i]
        gradients(t, X, G, data)
        cost = 0.0  # <price, x>
        gain = 0.0  # <grad f_t(x), x>
        for i in range(n):
            cost += price[i] * X[i, 0]
            gain += G[i, 0] * X[i, 0]
        return gain / cost if cost > 0.0 and gain > 0.0 else 0.0

    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, series: Any
    ) -> float:
        """Play the rounds: the price of money steps, and x answers it in the stand-in round.

        The stand-in is a round that was seen and stands for the next one: the round one season
        before that, or the last round where there is none. tally[_FIRST] is lambda_1, given by the
        user or found here; it is 0 until a round says what it is, and lambda stays as it was.

        `steps` are eta, the step of lambda, without a unit; `season`, the number of rounds after
        which the game resembles itself; whether lambda is multiplied, in place of added to; and K,
        the steps of Frank-Wolfe, which a box does not use. `begin` reads from V the decision x, the
        largest even bids `top`, and the tally, six numbers of which [_ROUNDS] counts the rounds
        played so far; `prices`, (m + T, n), are the m prices that V has with p below them. `record`
        writes the round to `series`, counts it and its cost in the tally, and returns the cost.
        `end` writes x and the tally back to V.
        """
        data, _, upper, corner_data, p, money_of_game = game
        allowances, _, _ = money_of_game
        eta, season, multiplicative, K = steps
        x, top, tally, prices = begin(V, p)
        allowance = tally[_BUDGET] / tally[_HORIZON]  # the mean of all rounds
        T, n = p.shape
        m = len(prices) - T  # prices of rounds before this call stand above those of round 0
        X = np.empty((n, 1))  # this, G and y are for the functions called below to work in
        G = np.empty((n, 1))
        y = np.empty(n)
        charge = np.empty(n)  # what a unit of each item costs in the stand-in round, in units of f
        for t in range(T):
            b = allowances[t] if len(allowances) > 1 else allowances[0]
            cost = record(t, x, value(first + t, x, data), multiplier, p, b, series, tally)
            if tally[_FIRST] == 0.0:  # neither given nor found yet
                # What one more unit of money would return for even bids; 0 where round t cannot say
                # it, as its bids cost or gain nothing: then the next round is asked.
                tally[_FIRST] = first_price(first + t, data, p[t], top, allowance, X, G)
                multiplier = max(multiplier, tally[_FIRST])  # still 0 if nothing was found
            else:
                violation = cost - b
                multiplier = next_price(
                    multiplier, violation, allowance, eta, tally[_FIRST], multiplicative
                )
            # Counted from 0 in this call, so that it may be below 0: a round before the call.
            stand_in = t + 1 - season if tally[_ROUNDS] >= season else t
            for i in range(n):
                charge[i] = multiplier * prices[m + stand_in, i]
            respond(first + stand_in, data, charge, upper, corner_data, K, x, X, G, y)
        end(V, x, tally)
        return multiplier

    return rounds


def response_on_box(climb: Any) -> Any:
    """Return the best response for `dual_descent_rounds` on a box, by an ascent on coordinates.

    It has the signature of the function that `frank_wolfe` returns, so that the loop can call
    either; the best corner, K and y are not needed on a box.

    Parameters
    ----------
    climb : callable
        Compiled: `climb(t, data, charge, upper, x, X, G)`, what `quadratic_climb` or
        `coordinate_ascent` returns.

    Returns
    -------
    callable
        `respond(t, data, charge, upper, corner_data, K, x, X, G, y)`, compiled.
    """

    @compile_lent
    def respond(
        t: int, data: Any, charge: Any, upper: Any, corner_data: Any, K: int, x: Any, X: Any,
        G: Any, y: Any,
    ) -> None:  # fmt: skip
        """Change x (n,) to the best response in round t where a unit costs `charge`, (n,).

        x maximises f_t(x) - <charge, x>; X and G, (n, 1), are for `climb` to work in.
        """
        climb(t, data, charge, upper, x, X, G)

    return respond


@lru_cache(maxsize=64)
def rule_maker(kind: type, maximize: Any, gradients: Any) -> Any:
    """Return what makes the loop for a rule, for `osphg.compiled.loops.loop_of`.

    `loop_of` compiles the parts and calls a maker of loops with them. A box and quadratics have
    faster ways, and after compiling nobody can tell them: so they are looked at here, before. For
    quadratics `Resolve` adds up H and h once for all points. On a box `DualDescent` climbs
    coordinate by coordinate, for quadratics without asking for gradients, in place of Frank-Wolfe.
    The same maker comes for the same arguments, as `loop_of` remembers loops by it.

    Parameters
    ----------
    kind : type
        The class of the rule's steps.
    maximize, gradients : callable
        The plain functions of the domain and the utility.

    Returns
    -------
    callable
        `make(value_part, gradients_part, corners)` returns the loop; its name tells the loops of
        rules apart on the disk.
    """
    is_box = maximize is best_corner_of_box
    is_quadratic = are_quadratic(gradients)
    compile_helpers()  # of the best corner of a polytope, before `loop_of` compiles that

    def make(value_part: Any, gradients_part: Any, corners: Any) -> Any:
        """Return the loop for compiled functions of value, gradients and best corner.

        `is_box` says whether the best corner is that of a box, `is_quadratic` whether the gradients
        are those of quadratics. `Resolve` is given how gradients of rounds are added up, and
        `DualDescent` how the best response is found, an x with the largest f_t(x) - <charge, x>.
        """
        if kind is EvenPacingSteps:
            return even_pacing_rounds(value_part, gradients_part, corners)
        if kind is ThrottleSteps:
            return throttle_rounds(value_part, gradients_part, corners)
        if kind is ResolveSteps:
            sums = sum_of_quadratics() if is_quadratic else sum_of_rounds(gradients_part)
            return resolve_rounds(value_part, sums, corners)
        if is_box and is_quadratic:
            pair = compile_lent(pair_ascent)
            several = compile_lent(quadratic_ascent)
            respond = response_on_box(quadratic_climb(pair, several))
        elif is_box:
            # The helpers of the ascent are compiled, too; NumPy's rounds leave them plain.
            respond = response_on_box(coordinate_ascent(gradients_part, compile_lent))
        else:
            respond = frank_wolfe(gradients_part, corners)
        return dual_descent_rounds(value_part, gradients_part, respond)

    make.__name__ = f"{kind.__name__}_rounds"
    return make

"""The compiled rounds of the rules of practice, `osphg.players.rules`, and what they compute by.

A rule plays a round, counts its cost, and decides on the next round by what was seen. Its loop
has the signature of the loops of `osphg.compiled.loops`. V is one column, which `RuleMemory` lays
out. In place of a projection a loop is given the domain's best corner: `maximize(C, y, *data)`
takes the column c of C (n, 1) to a point of X with the largest <c, x>, in place, with y (n,) to
work in.

Each formula stands here once, as a plain function: the rounds in NumPy call it as it is, and the
loops call it compiled.

Games have the origin for their smallest decision: a coordinate of a box lies in [0, upper].
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from osphg.checks import FloatArray
from osphg.compiled.corners import best_corner_of_box
from osphg.compiled.jit import compile_inlined, compile_part
from osphg.compiled.quadratics import quadratic_gradients

_EPS = float(np.finfo(np.float64).eps)
_SWEEPS = 20  # over the coordinates of a box, at most
_SEARCH_STEPS = 240  # for one coordinate; some six are needed
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
        Of the last rounds, (m, n), the newest in the last row; m is how many a rule looks back at.
        Rows of rounds that were not played yet are not looked at.
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


# Where the numbers stand in `tally`, the part of V behind x and top.
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
    """The constants of `osphg.Throttle`."""

    gain: float
    integral: float
    season: int

    @property
    def gradients_per_round(self) -> float:
        """How much a round computes, in gradients: the rule asks for none, but for the value."""
        return 1.0


class ResolveSteps(NamedTuple):
    """The constants of `osphg.Resolve`."""

    every: int
    memory: int
    K: int

    @property
    def gradients_per_round(self) -> float:
        """How many gradients a round asks for, on average."""
        return 1.0 + self.K * self.memory / self.every

    @property
    def look_back(self) -> int:
        """How many rounds back functions are asked, with the newest."""
        return self.memory

    def needs_earlier_block(self, i: int, start: int) -> bool:
        """Whether round i of a block that begins at round `start` asks for functions before it."""
        rounds = start + i + 1
        return rounds % self.every == 0 and min(rounds, self.memory) > i + 1


class DualDescentSteps(NamedTuple):
    """The constants of `osphg.DualDescent`."""

    eta: float
    season: int
    multiplicative: bool
    K: int

    @property
    def gradients_per_round(self) -> float:
        """How many gradients a round asks for, about: a box takes fewer."""
        return float(self.K)

    @property
    def look_back(self) -> int:
        """How many rounds back functions are asked, with the newest."""
        return self.season

    def needs_earlier_block(self, i: int, start: int) -> bool:
        """Whether round i of a block that begins at round `start` asks for functions before it."""
        return i + 1 < self.season <= start + i + 1


RuleSteps = EvenPacingSteps | ThrottleSteps | ResolveSteps | DualDescentSteps


def end_of_own_rounds(steps: Any, first: int, last: int, start: int) -> int:
    """Return where a loop has to stop, which has the functions of one block alone.

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

    `rounds` of T are behind; after the last one it is what is left.
    """
    return max(budget - spent, 0.0) / max(T - rounds, 1)


def even_share(cost: float, money: float) -> float:
    """Return the share of all bids, at most 1, that costs no more than the money.

    `cost` is what all of them cost.
    """
    return 1.0 if cost <= money else money / cost


def steered_share(
    first_share: float, lag: float, lag_sum: float, gain: float, integral: float
) -> float:
    """Return min(1, first_share exp(gain lag + integral lag_sum)), the share of `Throttle`.

    A positive lag means that less was spent than planned: the share rises.
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
        s_t - b, what the round has spent beyond the allowance.
    allowance : float
        b = B_T/T.
    eta : float
        The step, without a unit.
    lambda1 : float
        lambda_1, the unit of a step that is added.
    multiplicative : bool
        Whether lambda is multiplied.
    """
    if multiplicative:
        return multiplier * math.exp(min(eta * violation / allowance, LARGEST_EXPONENT))
    return max(multiplier + eta * lambda1 * violation / allowance, 0.0)


# The best response on a box, one coordinate at a time.


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
        As in `Functions`.
    decorate : callable
        `compile_part`, or a function that leaves plain functions as they are.

    Returns
    -------
    callable
        `climb(t, data, charge, upper, x, X, G)`.
    """
    probe_after = decorate(next_probe)

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

        It ends once a sweep over all coordinates moves none of them, but for rounding.

        Parameters
        ----------
        t, data
            The round, and the data of `gradients`.
        charge : FloatArray
            What a unit of each item costs, in units of f, (n,).
        upper : FloatArray
            The largest values of the coordinates, (n,).
        x : FloatArray
            Where the search begins, and at last where it ends, (n,).
        X, G : FloatArray
            To work in, (n, 1): the point, and from the first line on the gradient there.
        """
        n = len(x)
        is_root = np.zeros(n)  # 1 for a coordinate whose slope was made what a unit costs
        largest = 0.0
        for i in range(n):
            X[i, 0] = x[i]
            largest = max(largest, upper[i])
        gradients(t, X, G, data)
        for _ in range(_SWEEPS):
            furthest = 0.0
            for i in range(n):
                before = X[i, 0]
                point = before
                low = 0.0
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
                    for step in range(_SEARCH_STEPS):
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
    """Maximise a quadratic less what is paid over the box [0, upper], coordinate by coordinate.

    It is what `coordinate_ascent` does, in closed form: the slope along coordinate i falls by -H_ii
    for a unit. It ends once all coordinates were looked at since the last one that moved.

    Parameters are those of `climb` there; `data` are H and h. G becomes the slopes less what is
    paid, which change by a row of H where a coordinate moves, and X becomes 1/-H_ii, as a division
    takes long; 0 for a slope that does not fall.
    """
    H, h = data
    n = len(x)
    largest = 0.0
    for i in range(n):
        largest = max(largest, upper[i])
        G[i, 0] = h[t, i] - charge[i]
        X[i, 0] = -1.0 / H[t, i, i] if H[t, i, i] < 0.0 else 0.0
    for i in range(n):
        for j in range(n):
            G[j, 0] += H[t, i, j] * x[i]  # H is symmetric
    rounding = 4 * _EPS * largest
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
                unmoved = 1
        if unmoved == n:
            break
        i = i + 1 if i + 1 < n else 0


# The best response elsewhere, and the best point within a budget, by best corners.


def frank_wolfe(gradients: Any, maximize: Any) -> Any:
    """Return the best response for `dual_descent_rounds` on any domain: Frank-Wolfe from 0.

    Parameters
    ----------
    gradients : callable
        As in `Functions`, compiled.
    maximize : callable
        Compiled: takes a column c to the best corner, as the module says.
    """

    @compile_part
    def respond(
        t: int, data: Any, charge: Any, upper: Any, corner_data: Any, K: int, x: Any, X: Any,
        G: Any, y: Any,
    ) -> None:  # fmt: skip
        """Write to x (n,) where K steps end that maximise f_t(x) - <charge, x>.

        X and G, (n, 1), and y (n,) are to work in.
        """
        n = len(x)
        for i in range(n):
            X[i, 0] = 0.0
        for k in range(K):
            gradients(t, X, G, data)
            for i in range(n):
                G[i, 0] -= charge[i]
            maximize(G, y, *corner_data)  # from here on G is the corner
            for i in range(n):
                X[i, 0] += 2 / (k + 2) * (G[i, 0] - X[i, 0])
        for i in range(n):
            x[i] = X[i, 0]

    return respond


def affordable_point(maximize: Any) -> Any:
    """Return `osphg.players.rules.affordable`, compiled, for a compiled best corner `maximize`.

    Returns
    -------
    callable
        `best(c, price, money, corner_data, x, C, y, dear)`, which writes to x (n,) the point of X
        with <price, x> <= money whose <c, x> is largest; C (n, 1), y and dear, (n,), are to work
        in.
    """

    @compile_part
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
        """Write to x (n,) the best point within the money: a corner, or a mixture of two.

        x is the cheap one of the two, `dear` the other. Each has a cost beyond the money, `excess`,
        and what it is worth.
        """
        n = len(x)
        for i in range(n):
            C[i, 0] = c[i]
        maximize(C, y, *corner_data)
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
            maximize(C, y, *corner_data)
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
            rounding = 1e-12 * (abs(dear_worth) + abs(cheap_worth))
            if net <= max(net_dear, net_cheap) + rounding:  # no corner is worth more than the two
                share = cheap_excess / (cheap_excess - dear_excess)
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
        for i in range(n):
            x[i] = dear[i]

    return best


# Parts of the loops.


def begin_rule(
    V: FloatArray, p: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return what a rule keeps, from V (1, m) as `RuleMemory` lays it out, and all its prices.

    Returns
    -------
    tuple
        x and top, (n,); the tally, the six numbers from `spent` on; and the prices that are kept
        with those of this call below them, (m + T, n).
    """
    T, n = p.shape
    m = (len(V) - 2 * n - 6) // n
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
    """Write round t to the series, count it and its cost in the tally, and return the cost."""
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


def money_left(tally: FloatArray) -> float:
    """Return the money that is left for each round to come, at least 0."""
    spent_beyond = tally[_BUDGET] - tally[_SPENT]
    return max(spent_beyond, 0.0) / max(tally[_HORIZON] - tally[_ROUNDS], 1.0)


def spread_evenly(top: FloatArray, share: float, x: FloatArray) -> None:
    """Write the even bids that are this share of the largest ones, `top`, to x, (n,) each."""
    for i in range(len(x)):
        x[i] = share * top[i]


def mean_price(prices: FloatArray, first: int, last: int, mean: FloatArray) -> None:
    """Write the mean of the rows first..last-1 of the prices to `mean`, (n,)."""
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


# The loops, one for each rule. Their makers take compiled functions, and the loops have the
# signature of `osphg.compiled.loops`, with the corner's data in place of the projection's.


def even_pacing_rounds(value: Any, gradients: Any, maximize: Any) -> Any:
    """Return the loop over rounds for `osphg.EvenPacing`; it asks for no gradient and no corner."""
    begin = compile_part(begin_rule)
    end = compile_part(end_rule)
    record = compile_inlined(record_rule_round)
    spread = compile_inlined(spread_evenly)
    share_of = compile_inlined(even_share)
    money = compile_inlined(money_left)
    average = compile_inlined(mean_price)
    cost = compile_inlined(cost_of)

    @compile_part
    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, series: Any
    ) -> float:
        """Play the rounds: each spends what is left per round, at the mean of the last prices."""
        data, _, _, _, p, allowance = game
        (memory,) = steps
        x, top, tally, prices = begin(V, p)
        T, n = p.shape
        m = len(prices) - T  # prices of rounds before this call stand above those of round 0
        price = np.empty(n)
        for t in range(T):
            record(t, x, value(first + t, x, data), multiplier, p, allowance, series, tally)
            count = min(int(tally[_ROUNDS]), memory)
            average(prices, m + t + 1 - count, m + t + 1, price)
            spread(top, share_of(cost(price, top), money(tally)), x)
        end(V, x, tally)
        return multiplier

    return rounds


def throttle_rounds(value: Any, gradients: Any, maximize: Any) -> Any:
    """Return the loop over rounds for `osphg.Throttle`; it asks for no gradient and no corner."""
    begin = compile_part(begin_rule)
    end = compile_part(end_rule)
    record = compile_inlined(record_rule_round)
    spread = compile_inlined(spread_evenly)
    share_of = compile_inlined(even_share)
    money = compile_inlined(money_left)
    steer = compile_inlined(steered_share)

    @compile_part
    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, series: Any
    ) -> float:
        """Play the rounds: each takes the share that the lag behind an even plan leads to."""
        data, _, _, _, p, allowance = game
        gain, integral, season = steps
        x, top, tally, _ = begin(V, p)
        T, n = p.shape
        for t in range(T):
            record(t, x, value(first + t, x, data), multiplier, p, allowance, series, tally)
            if np.isnan(tally[_FIRST]):
                cost = 0.0
                for i in range(n):
                    cost += p[t, i] * top[i]
                if cost != 0.0:  # a round without a price does not say which share to begin with
                    tally[_FIRST] = share_of(cost, money(tally))
            lag = (allowance * tally[_ROUNDS] - tally[_SPENT]) / (allowance * season)
            tally[_LAG_SUM] += lag
            first_share = 1.0 if np.isnan(tally[_FIRST]) else tally[_FIRST]
            spread(top, steer(first_share, lag, tally[_LAG_SUM], gain, integral), x)
        end(V, x, tally)
        return multiplier

    return rounds


def resolve_rounds(value: Any, gradient_of_sum: Any, maximize: Any) -> Any:
    """Return the loop over rounds for `osphg.Resolve`.

    `gradient_of_sum` is what `sum_of_rounds` or `sum_of_quadratics` returns.
    """
    begin = compile_part(begin_rule)
    end = compile_part(end_rule)
    record = compile_inlined(record_rule_round)
    spread = compile_inlined(spread_evenly)
    share_of = compile_inlined(even_share)
    money = compile_inlined(money_left)
    average = compile_inlined(mean_price)
    best_affordable = affordable_point(maximize)
    start_sum, slopes_of_sum = gradient_of_sum

    @compile_part
    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, series: Any
    ) -> float:
        """Play the rounds: bids are even before the first solution, and kept between solutions."""
        data, _, _, corner_data, p, allowance = game
        every, memory, K = steps
        x, top, tally, prices = begin(V, p)
        T, n = p.shape
        m = len(prices) - T  # prices of rounds before this call stand above those of round 0
        X = np.empty((n, 1))
        G = np.empty((n, 1))
        C = np.empty((n, 1))
        work = np.empty((n + 1, n))
        price, slopes, corner = np.empty(n), np.empty(n), np.empty(n)
        dear, y = np.empty(n), np.empty(n)
        for t in range(T):
            record(t, x, value(first + t, x, data), multiplier, p, allowance, series, tally)
            count = int(tally[_ROUNDS])
            if count < every:
                cost = 0.0
                for i in range(n):
                    cost += p[t, i] * top[i]
                spread(top, share_of(cost, money(tally)), x)
            elif count % every == 0:
                count = min(count, memory)
                average(prices, m + t + 1 - count, m + t + 1, price)
                oldest = first + t + 1 - count
                start_sum(oldest, oldest + count, data, work)
                for i in range(n):
                    X[i, 0] = 0.0
                for _ in range(K):  # of Frank-Wolfe from 0
                    slopes_of_sum(oldest, oldest + count, X, G, data, work, slopes)
                    for i in range(n):
                        slopes[i] /= count
                    best_affordable(slopes, price, money(tally), corner_data, corner, C, y, dear)
                    for i in range(n):
                        X[i, 0] += corner[i] / K
                for i in range(n):
                    x[i] = X[i, 0]
        end(V, x, tally)
        return multiplier

    return rounds


def sum_of_rounds(gradients: Any) -> tuple[Any, Any]:
    """Return how the gradients of consecutive rounds are added up, for `resolve_rounds`.

    Returns
    -------
    start_sum, slopes_of_sum : callable
        The first is called once for the rounds, the second for each point X (n, 1); both may use
        `work`, (n + 1, n), and the second writes the sum of the gradients to `slopes`, (n,).
    """

    @compile_part
    def start_sum(oldest: int, last: int, data: Any, work: FloatArray) -> None:
        """Do nothing: gradients are asked for at each point."""

    @compile_part
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
    """Return the same as `sum_of_rounds` for quadratics, whose sum is one quadratic."""

    @compile_part
    def start_sum(oldest: int, last: int, data: Any, work: FloatArray) -> None:
        """Write the sum of H to the first n rows of `work`, and that of h to its last row."""
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

    @compile_part
    def slopes_of_sum(
        oldest: int, last: int, X: FloatArray, G: FloatArray, data: Any, work: Any, slopes: Any
    ) -> None:
        """Write the gradient of the sum at X to `slopes`, (n,)."""
        n = len(slopes)
        for i in range(n):
            slopes[i] = work[n, i]
            for j in range(n):
                slopes[i] += work[i, j] * X[j, 0]

    return start_sum, slopes_of_sum


def dual_descent_rounds(value: Any, gradients: Any, respond: Any) -> Any:
    """Return the loop over rounds for `osphg.DualDescent`.

    `respond(t, data, charge, upper, corner_data, K, x, X, G, y)` is compiled, and changes x (n,) to
    the best response in round t where a unit costs `charge`, (n,).
    """
    begin = compile_part(begin_rule)
    end = compile_part(end_rule)
    record = compile_inlined(record_rule_round)
    share_of = compile_inlined(even_share)
    next_price = compile_inlined(next_price_of_money)

    @compile_part
    def first_price(
        t: int, data: Any, price: FloatArray, top: FloatArray, money: float, X: Any, G: Any
    ) -> float:
        """Return lambda_1, what the last unit of money returns for even bids; 0 if that is none."""
        n = len(top)
        cost = 0.0
        for i in range(n):
            cost += price[i] * top[i]
        share = share_of(cost, money)
        for i in range(n):
            X[i, 0] = share * top[i]
        gradients(t, X, G, data)
        cost = 0.0
        gain = 0.0
        for i in range(n):
            cost += price[i] * X[i, 0]
            gain += G[i, 0] * X[i, 0]
        return gain / cost if cost > 0.0 and gain > 0.0 else 0.0

    @compile_part
    def rounds(
        first: int, game: Any, steps: Any, V: FloatArray, multiplier: float, series: Any
    ) -> float:
        """Play the rounds: the price of money steps, and x answers it in the stand-in round."""
        data, _, upper, corner_data, p, allowance = game
        eta, season, multiplicative, K = steps
        x, top, tally, prices = begin(V, p)
        T, n = p.shape
        m = len(prices) - T  # prices of rounds before this call stand above those of round 0
        X = np.empty((n, 1))
        G = np.empty((n, 1))
        charge, y = np.empty(n), np.empty(n)
        for t in range(T):
            cost = record(t, x, value(first + t, x, data), multiplier, p, allowance, series, tally)
            if tally[_FIRST] == 0.0:  # not found yet
                tally[_FIRST] = first_price(first + t, data, p[t], top, allowance, X, G)
                multiplier = max(multiplier, tally[_FIRST])
            else:
                violation = cost - allowance
                multiplier = next_price(
                    multiplier, violation, allowance, eta, tally[_FIRST], multiplicative
                )
            stand_in = t + 1 - season if tally[_ROUNDS] >= season else t
            for i in range(n):
                charge[i] = multiplier * prices[m + stand_in, i]
            respond(first + stand_in, data, charge, upper, corner_data, K, x, X, G, y)
        end(V, x, tally)
        return multiplier

    return rounds


def response_on_box(climb: Any) -> Any:
    """Return the best response for `dual_descent_rounds` on a box, by an ascent on coordinates."""

    @compile_inlined
    def respond(
        t: int, data: Any, charge: Any, upper: Any, corner_data: Any, K: int, x: Any, X: Any,
        G: Any, y: Any,
    ) -> None:  # fmt: skip
        """Change x to the best response in round t where a unit costs `charge`, (n,)."""
        climb(t, data, charge, upper, x, X, G)

    return respond


@lru_cache(maxsize=64)
def rule_maker(kind: type, maximize: Any, gradients: Any) -> Any:
    """Return what makes the loop for a rule, for `osphg.compiled.loops.loop_of`.

    Parameters
    ----------
    kind : type
        The steps of the rule.
    maximize, gradients : callable
        The plain functions of the domain and the utility: for a box, and for quadratics, there are
        ways that are faster.
    """
    is_box = maximize is best_corner_of_box
    is_quadratic = gradients is quadratic_gradients

    def make(value_part: Any, gradients_part: Any, corners: Any) -> Any:
        """Return the loop for compiled functions, as `loop_of` calls it."""
        if kind is EvenPacingSteps:
            return even_pacing_rounds(value_part, gradients_part, corners)
        if kind is ThrottleSteps:
            return throttle_rounds(value_part, gradients_part, corners)
        if kind is ResolveSteps:
            sums = sum_of_quadratics() if is_quadratic else sum_of_rounds(gradients_part)
            return resolve_rounds(value_part, sums, corners)
        if is_box and is_quadratic:
            respond = response_on_box(compile_inlined(quadratic_ascent))
        elif is_box:
            respond = response_on_box(coordinate_ascent(gradients_part, compile_part))
        else:
            respond = frank_wolfe(gradients_part, corners)
        return dual_descent_rounds(value_part, gradients_part, respond)

    make.__name__ = f"{kind.__name__}_rounds"
    return make

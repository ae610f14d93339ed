"""Rules of practice in plain Python: floats and lists only, and other ways to the same maxima.

The best point within a budget is found by a knapsack or among all corners, not by a price of money;
the best coordinate by bisection. Rounds are counted from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import exp

from tests.literal import Game, Gradient, History, Vector, inner

Corner = Callable[[Vector], Vector]  # a maximiser of <c, x> over X
Affordable = Callable[[Vector, Vector, float], Vector]  # the same with <p, x> <= money


# Corners, and corners within a budget.


def box_corner(upper: Vector) -> Corner:
    return lambda c: [u if ci > 0 else 0.0 for ci, u in zip(c, upper, strict=True)]


def knapsack(upper: Vector) -> Affordable:
    """What gives most for its price comes first."""

    def best(c: Vector, price: Vector, money: float) -> Vector:
        x, ratio = [0.0] * len(c), lambda i: c[i] / price[i] if price[i] else float("inf")
        for i in sorted((i for i in range(len(c)) if c[i] > 0), key=ratio, reverse=True):
            x[i] = upper[i] if price[i] * upper[i] <= money else money / price[i]
            money -= price[i] * x[i]
        return x

    return best


def best_of(corners: list[Vector], c: Vector) -> Vector:
    return max(corners, key=lambda x: inner(c, x))


def simplex_corner(n: int, r: float) -> Corner:
    every = [[0.0] * n] + [[r if j == i else 0.0 for j in range(n)] for i in range(n)]
    return lambda c: best_of(every, c)


def simplex_affordable(n: int, r: float) -> Affordable:
    """A corner of {x >= 0, sum x <= r, <p, x> <= money} has at most two coordinates above 0."""

    def best(c: Vector, price: Vector, money: float) -> Vector:
        found = [[0.0] * n]
        for i in range(n):
            most = r if price[i] * r <= money else money / price[i]
            found.append([most if j == i else 0.0 for j in range(n)])
        for i, k in combinations(range(n), 2):
            if price[i] != price[k]:
                a = (money - price[k] * r) / (price[i] - price[k])
                if 0 <= a <= r:
                    found.append([a if j == i else r - a if j == k else 0.0 for j in range(n)])
        return best_of(found, c)

    return best


def polygon_corners(rows: list[Vector], most: Vector) -> list[Vector]:
    found = []
    for (a, p), (b, q) in combinations(list(zip(rows, most, strict=True)), 2):
        det = a[0] * b[1] - a[1] * b[0]
        if abs(det) > 1e-12:
            x = [(p * b[1] - q * a[1]) / det, (a[0] * q - b[0] * p) / det]
            if all(inner(c, x) <= m + 1e-12 for c, m in zip(rows, most, strict=True)):
                found.append(x)
    return found


def corners(rows: list[Vector], most: Vector) -> list[Vector]:
    """The corners of a polytope: where n of its faces meet, as far as all others allow."""
    n, found = len(rows[0]), []
    for chosen in combinations(range(len(rows)), n):
        x = solve([rows[k] for k in chosen], [most[k] for k in chosen])
        if x and all(inner(c, x) <= m + 1e-12 for c, m in zip(rows, most, strict=True)):
            found.append(x)
    return found


def solve(A: list[Vector], b: Vector) -> Vector | None:
    """The x with A x = b, by elimination; None where there is not just one."""
    n, rows = len(b), [[*row, right] for row, right in zip(A, b, strict=True)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        if abs(rows[k][k]) < 1e-12:
            return None
        for i in range(n):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * p for a, p in zip(rows[i], rows[k], strict=True)]
    return [rows[k][n] / rows[k][k] for k in range(n)]


def polygon_corner(rows: list[Vector], most: Vector) -> Corner:
    every = polygon_corners(rows, most)
    return lambda c: best_of(every, c)


def polygon_affordable(rows: list[Vector], most: Vector) -> Affordable:
    return lambda c, price, money: best_of(polygon_corners([*rows, price], [*most, money]), c)


# The loop that all have, and the rules.


def play(
    game: Game,
    after: Callable[[int, Vector, float], tuple[Vector, float]],
    first: float = 0.0,
    start: Vector | None = None,
) -> History:
    """`after(t, x_t, spent so far)` is asked once round t is over; it returns x_{t+1}, lambda."""
    history, x, multiplier, spent = History(), start or [0.0] * game.n, first, 0.0
    for t in range(game.T):
        spent += history.add(game, t, x, multiplier) + game.money(t)
        x, multiplier = after(t, x, spent)
    return history


def evenly(top: Vector, price: Vector, money: float) -> Vector:
    cost = inner(price, top)
    return [min(1.0, money / cost) * u for u in top] if cost > 0 else top


def left_per_round(game: Game, spent: float, t: int) -> float:
    return max(game.budget - spent, 0.0) / max(game.T - t - 1, 1)


def left_for_next(game: Game, spent: float, t: int) -> float:
    """Of what is left, the part that the next round has of the allowances to come."""
    if not game.allowances or t + 1 == game.T:
        return left_per_round(game, spent, t)
    part = game.money(t + 1) / sum(game.allowances[t + 1 :])
    return max(game.budget - spent, 0.0) * part


def mean_price(prices: Sequence[Vector]) -> Vector:
    return [sum(column) / len(prices) for column in zip(*prices, strict=True)]


def even_pacing(game: Game, top: Vector, memory: int) -> History:
    def after(t: int, x: Vector, spent: float) -> tuple[Vector, float]:
        price = mean_price(game.prices[max(t + 1 - memory, 0) : t + 1])
        money = game.above_minimum(price, left_for_next(game, spent, t))
        return evenly(top, price, money), 0.0

    return play(game, after)


def throttle(game: Game, top: Vector, gain: float, integral: float, season: int) -> History:
    lags, first = Vector(), Vector()

    def after(t: int, x: Vector, spent: float) -> tuple[Vector, float]:
        if not first and inner(game.prices[t], top) > 0:
            money = game.above_minimum(game.prices[t], left_for_next(game, spent, t))
            first.append(min(1.0, money / inner(game.prices[t], top)))
        planned = sum(game.money(s) for s in range(t + 1))
        lags.append((planned - spent) / (season * game.b))
        u = (first or [1.0])[0] * exp(gain * lags[-1] + integral * sum(lags))
        return [min(u, 1.0) * entry for entry in top], 0.0

    return play(game, after)


def resolve(
    game: Game, top: Vector, affordable: Affordable, every: int, memory: int, K: int
) -> History:
    def after(t: int, x: Vector, spent: float) -> tuple[Vector, float]:
        money = left_per_round(game, spent, t)
        if t + 1 < every:
            return evenly(top, game.prices[t], game.above_minimum(game.prices[t], money)), 0.0
        if (t + 1) % every:
            return x, 0.0
        seen, x = range(max(t + 1 - memory, 0), t + 1), [0.0] * len(top)
        for _ in range(K):
            slopes = mean_price([game.gradient(s, x) for s in seen])
            price = mean_price([game.prices[s] for s in seen])
            v = affordable(slopes, price, game.above_minimum(price, money))
            x = [a + b / K for a, b in zip(x, v, strict=True)]
        return x, 0.0

    return play(game, after)


Forecast = tuple[Gradient, list[Vector]]  # the slopes and the prices of a season to come


def planned(
    game: Game,
    top: Vector,
    affordable: Affordable,
    upper: Vector | None,
    forecast: Forecast | None,
    memory: int,
    prior: float,
    every: int,
    floor: float,
    period: int,
    K: int,
) -> History:
    """A period of several rounds is only for a box, of which `upper` has the ends.

    The forecast's slopes are those at bids above the minimum, as the game's.
    """
    if forecast is None:
        return resolve(game, top, affordable, every, memory, K)
    n, T = len(top), game.T
    if period > 1:
        assert upper is not None
        affordable = knapsack(upper * period)

    def plan(
        slopes: Callable[[list[Vector]], list[Vector]], prices: list[Vector], money: float
    ) -> list[Vector]:
        flat = [price for row in prices for price in row]
        total = [sum(row[i] for row in prices) for i in range(n)]
        money = game.above_minimum(total, money)
        x = [0.0] * len(flat)
        for _ in range(K):
            by_row = slopes([x[i : i + n] for i in range(0, len(x), n)])
            best = affordable([slope for row in by_row for slope in row], flat, money)
            x = [a + b / K for a, b in zip(x, best, strict=True)]
        even = evenly(top, total, money)
        mixed = [(1 - floor) * a + floor * even[i % n] for i, a in enumerate(x)]
        return [mixed[i : i + n] for i in range(0, len(x), n)]

    expected, prices = forecast

    def to_come(t: int, rates: Vector, levels: Vector, money: float) -> list[Vector]:
        """What is best from round t on, for each place of a period."""
        places = [[s for s in range(t, T) if s % period == h] for h in range(period)]

        def slopes(rows: list[Vector]) -> list[Vector]:
            return [
                [rates[i] * sum(expected(s, x)[i] for s in place) for i in range(n)]
                for place, x in zip(places, rows, strict=True)
            ]

        costs = [
            [levels[i] * sum(prices[s][i] for s in place) for i in range(n)] for place in places
        ]
        return plan(slopes, costs, money)

    decisions = to_come(0, [1.0] * n, [1.0] * n, game.budget)
    played: list[Vector] = []

    def after(t: int, x: Vector, spent: float) -> tuple[Vector, float]:
        nonlocal decisions
        played.append(x)
        if (t + 1) % every == 0 and t + 1 < T:
            weights = [(1 - 1 / memory) ** (t - s) for s in range(t + 1)]

            def earned(slopes: Gradient, i: int) -> float:
                halves = [[entry / 2 for entry in x] for x in played]
                parts = [played[s][i] * slopes(s, halves[s])[i] for s in range(t + 1)]
                return sum(w * max(part, 0.0) for w, part in zip(weights, parts, strict=True))

            def cost(rows: Sequence[Vector], i: int) -> float:
                return sum(w * row[i] for w, row in zip(weights, rows, strict=False))

            rates = [
                (prior + earned(game.gradient, i)) / (prior + earned(expected, i)) for i in range(n)
            ]
            levels = [
                cost(game.prices, i) / cost(prices, i) if cost(prices, i) > 0 else 1.0
                for i in range(n)
            ]
            decisions = to_come(t + 1, rates, levels, max(game.budget - spent, 0.0))
        return decisions[(t + 1) % period], 0.0

    return play(game, after, start=decisions[0])


def dual_descent(
    game: Game,
    top: Vector,
    corner: Corner,
    upper: Vector | None,
    eta: float,
    season: int,
    multiplicative: bool,
    lambda1: float | None,
    K: int,
) -> History:
    """`upper` is that of a box, and None for another domain."""
    b, scale, multipliers = game.b, [lambda1] if lambda1 else [], [lambda1 or 0.0]

    def slopes(t: int, x: Vector) -> Vector:
        paid = [multipliers[-1] * p for p in game.prices[t]]
        return [g - q for g, q in zip(game.gradient(t, x), paid, strict=True)]

    def along(t: int, x: Vector) -> Vector:
        assert upper is not None
        for _ in range(20):
            before = x
            for i in range(len(x)):
                low, high = 0.0, upper[i]

                def slope(at: float, x: Vector = x, i: int = i) -> float:
                    return slopes(t, [*x[:i], at, *x[i + 1 :]])[i]

                if slope(low) <= 0 or slope(high) >= 0:
                    low = high = low if slope(low) <= 0 else high
                while low < (middle := (low + high) / 2) < high:
                    low, high = (middle, high) if slope(middle) > 0 else (low, middle)
                x = [*x[:i], middle, *x[i + 1 :]]
            if x == before:  # from here on nothing moves
                break
        return x

    def frank_wolfe(t: int) -> Vector:
        x = [0.0] * len(top)
        for k in range(K):
            v, step = corner(slopes(t, x)), 2 / (k + 2)
            x = [a + step * (c - a) for a, c in zip(x, v, strict=True)]
        return x

    def after(t: int, x: Vector, spent: float) -> tuple[Vector, float]:
        over = game.g(t, x) / b
        if not scale:
            even = evenly(top, game.prices[t], game.above_minimum(game.prices[t], b))
            cost, gain = inner(game.prices[t], even), inner(game.gradient(t, even), even)
            if cost > 0 and gain > 0:
                scale.append(gain / cost)
                multipliers.append(gain / cost)
        elif multiplicative:
            multipliers.append(multipliers[-1] * exp(eta * over))
        else:
            multipliers.append(max(multipliers[-1] + eta * scale[0] * over, 0.0))
        like = t + 1 - season if t + 1 >= season else t
        return (along(like, x) if upper else frank_wolfe(like)), multipliers[-1]

    return play(game, after, multipliers[0])

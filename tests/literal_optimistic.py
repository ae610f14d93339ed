"""Literal transcriptions of repricing with hints, and of a rule insured: slow, plain Python.

Rounds are counted from 0, so that the book's t is t + 1. Zeros are sought by halving.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, sqrt

from tests.literal import Game, History, Vector, inner


def _crossing(h: Callable[[float], float], most: float) -> float:
    """Where on [0, most] h crosses 0 from above; an end, if it does not."""
    if h(0.0) <= 0:
        return 0.0
    if h(most) >= 0:
        return most
    low, high = 0.0, most
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if h(middle) > 0 else (low, middle)
    return high


def _cut(price: Vector, most: float) -> Vector:
    """A hint of prices, no longer than prices are."""
    length = sqrt(inner(price, price))
    return [a * min(1.0, most / length) for a in price] if length > 0 else price


Hints = Sequence[tuple[Vector, Vector]] | str | None  # u' and p' of each round; "last"; none


def _hint(hints: Hints, t: int, before: tuple[Vector, Vector], beta_g: float) -> tuple[Vector, ...]:
    if hints == "last":
        reward, price = before
    elif isinstance(hints, str) or hints is None:
        reward, price = [0.0] * len(before[0]), [0.0] * len(before[0])
    else:
        reward, price = hints[t]
    return reward, _cut(price, beta_g)


def optimistic_repricing(
    game: Game,
    W: int,
    cap: float,
    radius: float,
    beta_g: float,
    hints: Hints,
    start: Sequence[float],
) -> History:
    """`cap` is Lambda, `radius` D, `start` x_0."""
    n, history, w = game.n, History(), beta_g * W
    v, P, k, C = [0.0] * n, [0.0] * n, 0, 0.0
    allowed = 0.0  # by the rounds of the open window: b k, or the sum of their b_t
    granted, A, lost = 0.0, 0.0, 0.0
    last = [0.0] * n, [0.0] * n

    def best(rewards: Vector) -> Vector:
        """The maximiser of <rewards, x> - |x - x_0|^2/(2 eta), eta = D/(A + Lambda w/2)."""
        eta = radius / (A + cap * w / 2)
        return game.project([start[i] + eta * rewards[i] for i in range(n)])

    def charged(price: float) -> Vector:
        return [v[i] - price * P[i] for i in range(n)]

    def slope(x: Vector, price: float) -> float:
        return C + allowed - inner(P, x) + radius * w * (1 - 2 * price / cap)

    def hinted(price: float) -> Vector:
        """x(l), with the hint u', p'."""
        return best([v[i] + u1[i] - price * (P[i] + p1[i]) for i in range(n)])

    def hinted_slope(price: float) -> float:
        return slope(hinted(price), price)

    def plain_slope(price: float) -> float:
        return slope(best(charged(price)), price)

    def overspent(price: float) -> float:
        """What the best decision at this price spends beyond what the window allows."""
        return inner(P, best(charged(price))) - allowed

    def peak() -> float:
        """The largest value of the potential, without a hint."""
        top = _crossing(plain_slope, cap)
        x, slow = best(charged(top)), A + cap * w / 2
        away = sum((x[i] - start[i]) ** 2 for i in range(n))
        psi = inner(charged(top), x) - away * slow / (2 * radius)
        return psi + granted + top * (C + allowed) + radius * w * top * (1 - top / cap)

    for t in range(game.T):
        # 1. take the hint; lambda_t is where h crosses 0, with the hint in x(l) and not in P
        u1, p1 = _hint(hints, t, last, beta_g)
        lam = _crossing(hinted_slope, cap)
        # 2. play x_t = x(lambda_t), and see p_t and u_t; enter them
        x, before = hinted(lam), peak()
        g = history.add(game, t, x, lam)
        u, p = game.gradient(t, x), list(game.prices[t])
        v = [v[i] + u[i] for i in range(n)]
        P = [P[i] + p[i] for i in range(n)]
        k, C, allowed = k + 1, C + g, allowed + game.allowed(t)
        # 3. what the round has cost: how much more the peak has risen than was earned
        lost += peak() - before - inner(u, x)
        # 4. if the window closes, charge it for good
        if k == W:
            nu = _crossing(overspent, cap)
            v, granted = charged(nu), granted + nu * allowed
            P, k, allowed = [0.0] * n, 0, 0.0
        # 5. the length of the step follows what was lost
        A, last = max(A, 2 * lost / radius), (u, p)
    return history


def insured(
    game: Game,
    rule: Sequence[Vector],
    W: int,
    cap: float,
    radius: float,
    beta_g: float,
    share: float,
    smoothing: float,
    cost: float,
    longest_error: float,
    hints: Hints,
    start: Sequence[float],
) -> History:
    """`rule` is what the rule decides in each round; `radius` is R, `share` the prior th."""
    n, history, w = game.n, History(), beta_g * W
    v, P, granted, spoilt = [0.0] * n, [0.0] * n, 0.0, 0.0  # repricing's books
    G, Q, pardoned = 0.0, 0.0, 0.0  # the rule's
    k, C, squares = 0, 0.0, 0.0
    allowed = 0.0  # by the rounds of the open window: b k, or the sum of their b_t
    last = [0.0] * n, [0.0] * n

    def slow() -> float:
        """H, of which the step is R/H."""
        return sqrt(longest_error**2 + squares) + cap * w / 2

    def best(rewards: Vector) -> Vector:
        return game.project([start[i] + radius / slow() * rewards[i] for i in range(n)])

    def at(price: float) -> tuple[Vector, float]:
        """Repricing's decision at a price l, and its share in what is played beside c."""
        rewards = [v[i] + u1[i] - price * (P[i] + p1[i]) for i in range(n)]
        x = best(rewards)
        away = sum((x[i] - start[i]) ** 2 for i in range(n))
        S1 = inner(rewards, x) - away * slow() / (2 * radius) + granted
        S1 += 2 * radius * w * price * (1 - price / cap) - cost * radius * spoilt
        S0 = G + inner(u1, c) - price * (Q + inner(p1, c)) + pardoned
        z = (S1 - S0) / (smoothing * radius * slow()) + log(share / (1 - share))
        return x, 1 / (1 + exp(-z)) if z > 0 else exp(z) / (1 + exp(z))

    def h(price: float) -> float:
        x, om = at(price)
        bulge = om * 2 * radius * w * (1 - 2 * price / cap)
        return C + allowed - (1 - om) * Q - om * inner(P, x) + bulge

    def overspent(price: float) -> float:
        """What repricing spends in the window at this price beyond what that allows."""
        return inner(P, best([v[i] - price * P[i] for i in range(n)])) - allowed

    for t in range(game.T):
        # 1. take the rule's decision and the hint, and blend both potentials at each price l
        c = rule[t]
        u1, p1 = _hint(hints, t, last, beta_g)
        lam = _crossing(h, cap)
        # 2. play the blend at lambda_t, and see p_t and u_t; enter them, for both
        x1, om = at(lam)
        x = [(1 - om) * c[i] + om * x1[i] for i in range(n)]
        g = history.add(game, t, x, lam)
        u, p = game.gradient(t, x), list(game.prices[t])
        v = [v[i] + u[i] for i in range(n)]
        P = [P[i] + p[i] for i in range(n)]
        G, Q, k, C = G + inner(u, c), Q + inner(p, c), k + 1, C + g
        allowed += game.allowed(t)
        # 3. repricing pays for the error of its hint, at the dearer end of [0, Lambda]
        ends = (0.0, cap)
        errors = [[u[i] - u1[i] - end * (p[i] - p1[i]) for i in range(n)] for end in ends]
        E2 = max(inner(e, e) for e in errors)
        spoilt += E2 / slow()
        # 4. if the window closes, charge it for good, in both
        if k == W:
            nu = _crossing(overspent, cap)
            v, granted = [v[i] - nu * P[i] for i in range(n)], granted + nu * allowed
            if Q > allowed:
                G, pardoned = G - cap * Q, pardoned + cap * allowed
            P, Q, k, allowed = [0.0] * n, 0.0, 0, 0.0
        # 5. the step becomes shorter
        squares, last = squares + E2, (u, p)
    return history

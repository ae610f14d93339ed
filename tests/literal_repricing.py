"""Literal transcriptions of repricing, told its window or not: slow, plain Python.

Rounds are counted from 0, so that the book's t is t + 1. Extremes are sought by halving.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import exp, log, sqrt
from typing import NamedTuple

from tests.literal import Game, History, Vector, inner


def _peak(slope: Callable[[float], float], most: float) -> float:
    """Where in [0, most] a function with this falling slope is largest; the least such place."""
    if slope(0.0) <= 0:
        return 0.0
    if slope(most) > 0:
        return most
    low, high = 0.0, most
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return high


def repricing(
    game: Game,
    W: int,
    cap: float,
    radius: float,
    beta_u: float,
    beta_g: float,
    horizon: int | None,
    start: Sequence[float],
) -> History:
    """`cap` is Lambda, `radius` D, `start` x_0; without a horizon r_t = sqrt(2 max(1, t - 1))."""
    n, history, allowed = game.n, History(), 0.0  # by the rounds of the open window
    w, B = beta_g * (W - 1), sqrt(beta_u**2 + (cap * beta_g) ** 2)
    v, P, k, C = [0.0] * n, [0.0] * n, 0, 0.0

    def best(eta: float, price: float) -> Vector:
        """The maximiser of <v - price P, x> - |x - x_0|^2/(2 eta)."""
        return game.project([start[i] + eta * (v[i] - price * P[i]) for i in range(n)])

    def slope(eta: float, price: float) -> float:
        """How fast Phi_t rises with the price."""
        bulge = radius * w * (1 - 2 * price / cap)
        return -inner(P, best(eta, price)) + C + allowed + bulge

    def fall(eta: float, price: float) -> float:
        """How fast psi(v - price P) + price b W falls, b W what the window was allowed."""
        return inner(P, best(eta, price)) - allowed

    for t in range(game.T):
        r = sqrt(horizon) if horizon is not None else sqrt(2 * max(1, t))
        eta = radius / (B * r + cap * w / 2)
        # 1. "let lambda_t be where, on [0, Lambda], the potential Phi_t is largest"
        lam = _peak(partial(slope, eta), cap)
        # 2. "play x_t = P_X(x_0 + eta_t (v_t - lambda_t P)), and see p_t and u_t; add u_t to the
        #  rewards, p_t to P, 1 to k and g_t(x_t) to C"
        x = best(eta, lam)
        g = history.add(game, t, x, lam)
        u = game.gradient(t, x)
        v = [v[i] + u[i] for i in range(n)]
        P = [P[i] + game.prices[t][i] for i in range(n)]
        k, C, allowed = k + 1, C + g, allowed + game.allowed(t)
        # 3. "if the window closes (k = W): let nu be where psi(v - nu P) + nu b W is smallest on
        #  [0, Lambda]; take nu P from the rewards, and put P = 0, k = 0"
        if k == W:
            nu = _peak(partial(fall, eta), cap)
            v = [v[i] - nu * P[i] for i in range(n)]
            P, k, allowed = [0.0] * n, 0, 0.0
    return history


class Blend(NamedTuple):
    """What a blend of potentials is at a price: its height, its slope there, its decision."""

    height: float
    slope: float
    decision: Vector


def _next_peak(slope: Callable[[float], float], start: float, most: float) -> float:
    """The first peak uphill from a start in [0, most], looked for in strides that grow."""
    here, stride, up = start, most / 1024, slope(start) > 0
    while slope(here) != 0 and (slope(here) > 0) == up:
        there = min(here + stride, most) if up else max(here - stride, 0.0)
        if there == here:
            return here
        last, here, stride = here, there, 4 * stride
    if slope(here) == 0:
        return here
    low, high = min(last, here), max(last, here)
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return high


@dataclass
class Books:
    """The books of one scale, for windows of W rounds."""

    W: int
    v: Vector  # rewards, less what closed windows were charged
    P: Vector  # the prices of the open window, summed
    allowed: float = 0.0  # the allowance of the open window
    granted: float = 0.0  # nu times the allowance of each closed window, summed


@dataclass(frozen=True)
class Nest:
    """The scales before a round, r = sqrt(2 max(1, t)), and the constants of the player."""

    game: Game
    cap: float  # Lambda
    radius: float  # D
    B: float
    beta_g: float
    smoothing: float
    start: Sequence[float]  # x_0
    scales: list[Books] = field(default_factory=list)
    r: float = sqrt(2)

    def slow(self, W: int) -> float:
        """H_k = B r + Lambda beta_g W, of which the step is D/H_k."""
        return self.B * self.r + self.cap * self.beta_g * W

    def best(self, books: Books, price: float) -> Vector:
        """The maximiser of <v - price P, x> - |x - x_0|^2/(2 eta)."""
        eta = self.radius / self.slow(books.W)
        n = range(self.game.n)
        return self.game.project(
            [self.start[i] + eta * (books.v[i] - price * books.P[i]) for i in n]
        )

    def potential(self, books: Books, price: float) -> Blend:
        """S_k at a price."""
        x = self.best(books, price)
        eta = self.radius / self.slow(books.W)
        bulge = 2 * self.radius * self.beta_g * books.W / self.cap
        away = sum((a - b) ** 2 for a, b in zip(x, self.start, strict=True))
        worth = inner(books.v, x) - price * inner(books.P, x) - away / (2 * eta)
        money = price * books.allowed + books.granted
        height = worth + money + bulge * price * (self.cap - price)
        slope = books.allowed - inner(books.P, x) + bulge * (self.cap - 2 * price)
        return Blend(height, slope, x)

    def blend(self, price: float) -> Blend:
        """Psi_L at a price: scale after scale comes in, with its prior 4^-k/2."""
        height, slope, x = self.potential(self.scales[0], price)
        for k in range(1, len(self.scales)):
            S = self.potential(self.scales[k], price)
            B_k = self.smoothing * self.radius * self.slow(self.scales[k].W)
            prior = 4.0**-k / 2
            most = max(height, S.height)  # taken out of the logarithm: nothing overflows
            old = (1 - prior) * exp((height - most) / B_k)
            new = prior * exp((S.height - most) / B_k)
            share = new / (old + new)
            height = most + B_k * log(old + new)
            slope = (1 - share) * slope + share * S.slope
            x = [(1 - share) * a + share * b for a, b in zip(x, S.decision, strict=True)]
        return Blend(height, slope, x)

    def slope(self, overspent: float, price: float) -> float:
        """How fast Phi rises with the price."""
        return self.blend(price).slope + overspent

    def close(self, books: Books) -> None:
        """Charge the open window at the price where psi(v - nu P) + nu (allowance) is smallest."""
        nu = _peak(lambda price: inner(books.P, self.best(books, price)) - books.allowed, self.cap)
        books.v = [v - nu * P for v, P in zip(books.v, books.P, strict=True)]
        books.granted += nu * books.allowed
        books.P, books.allowed = [0.0] * self.game.n, 0.0


def nested_repricing(
    game: Game,
    cap: float,
    radius: float,
    beta_u: float,
    beta_g: float,
    smoothing: float,
    start: Sequence[float],
) -> History:
    """`cap` is Lambda, `radius` D, `start` x_0; scale k has windows of 2^k rounds."""
    history, n, zero = History(), game.n, [0.0] * game.n
    B = sqrt(beta_u**2 + (cap * beta_g) ** 2)
    scales: list[Books] = []
    lam = cap / 2 if beta_g > 0 else 0.0
    C = 0.0
    so_far = Books(1, list(zero), list(zero))  # of a scale that has not closed a window yet
    for t in range(game.T):
        # 1. scale k joins in round 2^k, with books in which one window has been open all the time
        if t + 1 == 2 ** len(scales):
            scales.append(Books(t + 1, list(so_far.v), list(so_far.P), so_far.allowed))
        r = sqrt(2 * max(1, t))
        nest = Nest(game, cap, radius, B, beta_g, smoothing, start, scales, r)
        # 2. from the price of the round before, go uphill on Phi(l) = Psi(l) + l C to the next
        #  peak, lambda_t; play the mean x_t of what the scales play there
        if t > 0:
            lam = _next_peak(partial(nest.slope, C), lam, cap)
        x = nest.blend(lam).decision
        C += history.add(game, t, x, lam)
        # 3. see p_t and u_t; every scale is told u_t and p_t alike
        u = game.gradient(t, x)
        for books in [*scales, so_far]:
            books.v = [books.v[i] + u[i] for i in range(n)]
            books.P = [books.P[i] + game.prices[t][i] for i in range(n)]
            books.allowed += game.allowed(t)
        # 4. of every scale whose window closes, charge that window for good
        for books in scales:
            if (t + 1) % books.W == 0:
                nest.close(books)
    return history

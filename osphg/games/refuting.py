"""Explicit games that show where the published analysis fails, and how tight the guarantees are.

The utilities rise and level off: objectives, functions of the decision alone, which
`osphg.utilities.Stationary` plays in every round. Each function returns an `Instance`: the rounds,
whose constants R, beta_f, beta_g, beta, F, G and L are exact, and the best fixed decision in closed
form. A parameter that is not as described is refused with a TypeError or a ValueError.

x*_W is the best fixed decision that keeps the budget in every window of W rounds; B_T is the budget
of all T rounds. mu and delta are OSPHG's step and its weight of the quadratic term in lambda. L is
the smoothness of f: it follows from a utility's `curvature`, which bounds every second derivative
of f in size, on all of X.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen, non_negative_array
from osphg.compiled.answers import Functions
from osphg.domains import Box, Domain, Polytope, Simplex
from osphg.families import ROUNDING, StationaryFamily
from osphg.hindsight.best import Benchmark
from osphg.rounds import Rounds
from osphg.utilities import Objective, Quadratics, Stationary

_PlateauData = tuple[FloatArray, float, float, FloatArray, float]  # a, z1, z2, r, s
_DecoyData = tuple[float, float, float, float]  # tau, Q, w, rho
_SlowGoodData = tuple[float, float]  # eps, a

# The functions below are called by compiled loops, which give all utilities the same arguments: the
# round t, also where f does not change, and a tuple of numbers and arrays. `_..._at` returns f at
# one point x, (n,), `_..._slopes` writes the gradients at K points X, (n, K), into G, (n, K).


def _plateau_at(t: int, x: FloatArray, data: _PlateauData) -> float:
    """Return `Plateau` at one point: phi(z) + <r, x> with z = <a, x>.

    phi has slope s up to z1, bends down as a parabola, and is constant from z2 on. So a larger z
    counts as z2, and phi(z) is s (z - bend^2/(2 (z2 - z1))), where `bend` is how far z is past z1.

    Parameters
    ----------
    t : int
        The round; f is the same in all.
    x : FloatArray
        The point, (n,).
    data : tuple
        a, z1, z2, r and s, the parameters of `Plateau`.
    """
    a, z1, z2, r, s = data
    value = 0.0
    z = 0.0
    for i in range(len(x)):
        value += r[i] * x[i]
        z += a[i] * x[i]
    z = np.minimum(z, z2)
    bend = np.maximum(z - z1, 0.0)
    return value + s * (z - bend * bend / (2 * (z2 - z1)))


def _plateau_slopes(t: int, X: FloatArray, G: FloatArray, data: _PlateauData) -> None:
    """Write the gradients of `Plateau` at K points: phi'(<a, x>) a + r.

    phi has slope s up to z1, bends down, and is constant from z2 on: phi'(z) is
    s min(1, [(z2 - z)/(z2 - z1)]_+), where [.]_+ cuts off at 0.

    Parameters
    ----------
    t : int
        The round; f is the same in all.
    X : FloatArray
        The points, the columns of an array (n, K).
    G : FloatArray
        What is written: the gradient of each point in its column, (n, K).
    data : tuple
        a, z1, z2, r and s, the parameters of `Plateau`.
    """
    a, z1, z2, r, s = data
    n, K = X.shape
    slope = np.zeros(K)  # first z = <a, x>, then phi'(z)
    rate = s / (z2 - z1)  # how fast phi' falls along the bend
    for i in range(n):
        if a[i] > 0.0:  # no entry is negative, and one that is 0 adds nothing
            for k in range(K):
                slope[k] += a[i] * X[i, k]
    for k in range(K):
        slope[k] = min(max((z2 - slope[k]) * rate, 0.0), s)
    for i in range(n):
        weight = a[i]
        linear = r[i]
        for k in range(K):
            G[i, k] = slope[k] * weight + linear


@frozen(eq=False)
class Plateau(StationaryFamily):
    """Concave over modular plus linear: f(x) = phi(<a, x>) + <r, x>.

    phi rises with slope s up to z1, bends down as a parabola whose derivative reaches 0 at z2, and
    is constant from there on: phi'(z) = s min(1, [(z2 - z)/(z2 - z1)]_+).

    Parameters
    ----------
    a : array_like
        The weights in <a, x>, (n,); not negative.
    z1, z2 : float
        Where the bend begins and ends; 0 <= z1 < z2.
    r : array_like
        The linear part, (n,); not negative.
    s : float
        The slope before the bend; above 0.
    """

    a: FloatArray = checked(lambda name, value: non_negative_array(name, value, None))
    z1: float = checked(checks.non_negative_float)
    z2: float = checked(checks.positive_float)
    r: FloatArray = fitted(lambda f, name, value: non_negative_array(name, value, len(f.a)))
    s: float = checked(checks.positive_float, default=1.0)

    if TYPE_CHECKING:

        def __init__(
            self, a: ArrayLike, z1: float, z2: float, r: ArrayLike, s: float = 1.0
        ) -> None: ...

    def __attrs_post_init__(self) -> None:
        """Refuse a bend that ends before it begins."""
        checks.must(self.z1 < self.z2, "z2", f"exceed z1 = {self.z1:g}", f"{self.z2:g}")

    @property
    def n(self) -> int:  # type: ignore[override]
        """The dimension of a decision."""
        return len(self.a)

    def fused_functions(self) -> Functions:
        """Return the value and the gradients for compiled loops.

        Returns
        -------
        Functions
            The functions, and as their data the parameters of the class.
        """
        return Functions(_plateau_at, _plateau_slopes, (self.a, self.z1, self.z2, self.r, self.s))

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return s a a' / (z2 - z1): what -phi'' is within the bend, times a_i a_j.

        It bounds the second derivatives of f in size, and is exact if the bend meets X.
        """
        return np.outer(self.a, self.a) * (self.s / (self.z2 - self.z1))


def _decoy_at(t: int, x: FloatArray, data: _DecoyData) -> float:
    """Return f = 1 - (1 - z)(1 - q(d)) + rho o, see `Decoy`, at one point.

    q has slope Q up to tau, bends down over a width w, and is then constant: q(d) = Q d - Q
    bend^2/(2 w), where `bend` is how far d is past tau, up to w. So a larger d counts as tau + w.

    Parameters
    ----------
    t : int
        The round; f is the same in all.
    x : FloatArray
        The point (z, d, o), (3,).
    data : tuple
        tau, Q, w and rho, the parameters of `Decoy`.
    """
    tau, Q, w, rho = data
    d = np.minimum(x[1], tau + w)
    bend = np.maximum(d - tau, 0.0)
    return 1 - (1 - x[0]) * (1 - Q * (d - bend * bend / (2 * w))) + rho * x[2]


def _decoy_slopes(t: int, X: FloatArray, G: FloatArray, data: _DecoyData) -> None:
    """Write the gradients of f = 1 - (1 - z)(1 - q(d)) + rho o, see `Decoy`, at K points.

    Parameters
    ----------
    t : int
        The round; f is the same in all.
    X : FloatArray
        The points, (3, K), with z, d and o in rows 0, 1 and 2.
    G : FloatArray
        What is written: the slopes by z, d and o, (3, K).
    data : tuple
        tau, Q, w and rho: q(d) rises by Q up to tau, bends down over a width w, and is then flat.
    """
    tau, Q, w, rho = data
    for k in range(X.shape[1]):  # in compiled code twice as fast as with arrays
        d = min(X[1, k], tau + w)
        bend = max(d - tau, 0.0)
        G[0, k] = 1 - Q * (d - bend * bend / (2 * w))
        G[1, k] = (1 - X[0, k]) * (Q * min((tau + w - d) / w, 1.0))
        G[2, k] = rho


@frozen(eq=False)
class Decoy(StationaryFamily):
    """f(z, d, o) = 1 - (1 - z)(1 - q(d)) + rho o on the unit cube: z covers what d covers.

    q rises with slope Q up to tau, bends down as a parabola over a width w, and is constant after:
    q(d) = Q d, then Q d - Q (d - tau)^2 / (2 w), then Q tau + Q w / 2.

    Parameters
    ----------
    tau : float
        Where q begins to bend; above 0.
    Q : float
        The slope of q before that; above 0, with Q tau + Q w/2 <= 1, so that q <= 1.
    w : float
        The width of the bend; above 0, with tau + w <= 1.
    rho : float
        What one unit of o is worth; at least 0.
    """

    tau: float = checked(checks.positive_float)
    Q: float = checked(checks.positive_float)
    w: float = checked(checks.positive_float)
    rho: float = checked(checks.non_negative_float)

    n = 3
    upper = np.ones(3)

    def __attrs_post_init__(self) -> None:
        """Refuse a q that exceeds 1, or does not level off within the cube."""
        largest_q = self.Q * (self.tau + self.w / 2)
        end_of_bend = self.tau + self.w
        for name, value in (("Q * (tau + w/2)", largest_q), ("tau + w", end_of_bend)):
            checks.must(value <= 1 + ROUNDING, name, "be at most 1", f"{value:g}")

    def fused_functions(self) -> Functions:
        """Return the value and the gradients for compiled loops.

        Returns
        -------
        Functions
            The functions, and as their data the parameters of the class.
        """
        return Functions(_decoy_at, _decoy_slopes, (self.tau, self.Q, self.w, self.rho))

    def _gradient(self, t: int, X: FloatArray) -> FloatArray:
        """Return the gradient at points X = (z, d, o), (..., 3), for rounds in NumPy.

        It is what `_decoy_slopes` writes in compiled ones: 1 - q(d), (1 - z) q'(d) and rho.
        """
        end = self.tau + self.w  # from there on q is constant
        G = np.full(X.shape, self.rho)  # of o; that of z is 1 - q(d), and that of d (1 - z) q'(d)
        d = np.minimum(X[..., 1], end)
        bend = np.maximum(d - self.tau, 0.0)
        G[..., 0] = 1 - self.Q * (d - bend * bend / (2 * self.w))
        G[..., 1] = (1 - X[..., 0]) * (self.Q * np.minimum((end - d) / self.w, 1.0))
        return G

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return the sizes of f's second derivatives at z = 0, d = tau, the largest ones, (3, 3).

        That of z and d is q'(d), Q at most; that of d twice is (1 - z) q''(d), Q/w at most.
        """
        return np.array([[0, self.Q, 0], [self.Q, self.Q / self.w, 0], [0, 0, 0]])


def _slow_at(t: int, x: FloatArray, data: _SlowGoodData) -> float:
    """Return `SlowGood` at one point x = (z, d): f = 1 - (1 - a z)(1 - q(d)).

    q(d) is (1 + eps)(1 - exp(-d)). The round t does not matter.
    """
    eps, a = data
    return 1 - (1 - a * x[0]) * (1 - (1 + eps) * (1 - np.exp(-x[1])))


def _slow_slopes(t: int, X: FloatArray, G: FloatArray, data: _SlowGoodData) -> None:
    """Write the gradients of `SlowGood` at K points.

    f = 1 - (1 - a z)(1 - q(d)) with q(d) = (1 + eps)(1 - exp(-d)), so that 1 - q(d) = q'(d) - eps.

    Parameters
    ----------
    t : int
        The round; f is the same in all.
    X : FloatArray
        The points, (2, K), with z and d in rows 0 and 1.
    G : FloatArray
        What is written: the slopes by z and d, (2, K).
    data : tuple
        eps and a, the parameters of `SlowGood`.
    """
    eps, a = data
    for k in range(X.shape[1]):
        slope = (1 + eps) * math.exp(-X[1, k])  # q'(d)
        G[0, k] = a * (slope - eps)  # a (1 - q(d)), as q(d) = 1 + eps - q'(d)
        G[1, k] = (1 - a * X[0, k]) * slope


@frozen(eq=False)
class SlowGood(StationaryFamily):
    """f(z, d) = 1 - (1 - a z)(1 - q(d)) with q(d) = (1 + eps)(1 - exp(-d)), on [0, 1/a] x [0, 1].

    Two goods that cover the same need: the more one buys of one, the less the other adds. z alone,
    1/a of it, is worth 1, but its slope is small for a small a, so that learners take it up slowly.

    Parameters
    ----------
    eps : float
        What makes d alone worth more than 1 - 1/e; above 0, with
        q(1) = (1 + eps)(1 - 1/e) <= 1.
    a : float
        What one unit of z covers; in (0, 1].
    """

    eps: float = checked(checks.positive_float)
    a: float = checked(checks.positive_float)

    n = 2

    @property
    def upper(self) -> FloatArray:  # type: ignore[override, unused-ignore]
        """The upper corner, (1/a, 1)."""
        return np.array([1 / self.a, 1.0])

    @property
    def top(self) -> float:
        """q(1), what all of d and nothing of z is worth."""
        return -(1 + self.eps) * math.expm1(-1)

    def fused_functions(self) -> Functions:
        """Return the value and the gradients for compiled loops.

        Returns
        -------
        Functions
            The functions, and as their data the parameters of the class.
        """
        return Functions(_slow_at, _slow_slopes, (self.eps, self.a))

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return the sizes of f's second derivatives at the origin, the largest ones, (2, 2)."""
        return (1 + self.eps) * np.array([[0.0, self.a], [self.a, 1.0]])


@dataclass(frozen=True, eq=False)
class Instance:
    """A game and its best fixed decision.

    Parameters
    ----------
    name : str
        What pages call it.
    rounds : Rounds
        The game, whose constants and L are exact.
    x : FloatArray
        The best decision x*_W, (n,), which meets the budget over every window of length W.
    f_star : float
        Its average utility, sum_t f_t(x*_W) / T.
    W : int
        The window length.
    all_windows : bool
        Whether x*_W is the same for all window lengths.
    objective : Objective, optional
        f, where it is the same in every round.
    price : FloatArray, optional
        p, (n,), where it is the same in every round.
    """

    name: str
    rounds: Rounds
    x: FloatArray
    f_star: float
    W: int = 1
    all_windows: bool = True
    objective: Objective | None = None
    price: FloatArray | None = None

    @classmethod
    def stationary(
        cls, name: str, f: Objective, price: ArrayLike, T: int, domain: Domain, x: ArrayLike
    ) -> Instance:
        """Return the game with f and these prices in every round, and one budget unit per round.

        Parameters
        ----------
        name : str
            What pages call it.
        f : Objective
            The utility of every round.
        price : array_like
            The prices of every round, (n,).
        T : int
            The number of rounds.
        domain : Domain
            The decision set.
        x : array_like
            The best fixed decision, (n,).

        Returns
        -------
        Instance
            The game and this decision, with W = 1 and `all_windows`: where every round costs the
            same, a decision keeps the budget in windows of one length if it does in those of all.
        """
        T = checks.array_size("T", T, domain.n)
        best = checks.read_only_copy(checks.real_array("x", x))
        price_of_every_round = checks.real_array("price", price)
        prices = np.broadcast_to(price_of_every_round, (T, domain.n))
        rounds = Rounds(Stationary(f), prices, budget=float(T), domain=domain)
        f_star = float(f.value(best))
        return cls(name, rounds, best, f_star, objective=f, price=rounds.prices[0])

    def __repr__(self) -> str:
        """Return the name and the game: the best decision may have many numbers."""
        return f"Instance({self.name}, {self.rounds!r})"

    def benchmark(self, W: int | None = None) -> Benchmark:
        """Return the best fixed decision for windows of length W.

        Parameters
        ----------
        W : int, optional
            In [1, T]; the instance's own unless given.

        Returns
        -------
        Benchmark
            x*_W in closed form: the value is its own upper bound.

        Raises
        ------
        TypeError, ValueError
            For a W that is no length of a window, or for which this instance knows no decision.
        """
        T = self.rounds.T
        total = self.f_star * T
        if W is None:
            W = self.W
        W = checks.positive_int("W", W, maximum=T)
        checks.must(self.all_windows or W == self.W, "W", f"be {self.W} for this instance", W)
        upper_bound = total  # the decision is the best one: nothing is worth more
        return Benchmark(self.x, total, upper_bound, W, T, "closed form", self.rounds)

    def constants(self) -> dict[str, float]:
        """Return the constants of the paper's assumptions by name, with L, B_T/T and f*."""
        further = {"L": self.rounds.L, "B_T/T": self.rounds.allowance, "f*": self.f_star}
        return self.rounds.constants._asdict() | further


def decoy(T: int, tau: float = 0.1, Q: float = 9.0, w: float = 0.02, rho: float = 0.7) -> Instance:
    """Return the stationary game on which the published algorithm has linear (1-1/e)-regret.

    A decision is x = (z, d, o) in the unit cube, f(x) = 1 - (1 - z)(1 - q(d)) + rho o with the q of
    `Decoy`, which rises with slope Q up to tau and then levels off, the prices are (0, 1/tau, 1),
    and the budget is 1 for each round, B_T = T. d is a decoy that eats the budget of the early
    oracles; z is free and covers the same value later; o is what the budget should buy.

    The best decision takes all of z and of o, for which the budget of a round suffices: it is
    x* = (1, 0, 1) for every W, and f* = 1 + rho.

    Parameters
    ----------
    T : int
        The number of rounds.
    tau : float
        Where q, what d covers, begins to bend: as much d as the budget of a round buys. Above 0.
    Q : float
        The slope of q before that; above 0, with Q tau + Q w/2 <= 1.
    w : float
        The width of the bend; above 0, with tau + w <= 1.
    rho : float
        What one unit of o is worth; at least 0 and below Q tau (1 - tau), so that d looks better to
        the early oracles.

    Returns
    -------
    Instance
        The game and its best fixed decision.
    """
    f = Decoy(tau, Q, w, rho)
    # A unit of money spent on d is worth Q tau (1 - z), as it buys tau of d, and on o rho: below
    # this limit d looks better for all z <= tau.
    limit = f.Q * f.tau * (1 - f.tau)
    checks.must(f.rho < limit, "rho", f"be below Q tau (1 - tau) = {limit:g}", f"{f.rho:g}")
    price = [0.0, 1 / f.tau, 1.0]  # of z, d and o
    best = [1.0, 0.0, 1.0]
    return Instance.stationary("decoy", f, price, T, Box.unit(3), best)


def lemma43_violation(T: int = 294_000) -> Instance:
    """Return the game that violates Lemma 4.3 for lambda = 0 (W = 1, T = 294000, K = 4700).

    f = h(2.96 x1 + 5.98 x2) + 2.915 x3 with a bend of h between 1.185 and 1.336, prices
    (0, 6.516, 3.27), B_T = T: a budget of 1 for each round. h(z) is z up to the bend, and constant
    after it (`Plateau`).

    Parameters
    ----------
    T : int
        The number of rounds.

    Returns
    -------
    Instance
        The game and its best fixed decision.
    """
    f = Plateau(a=[2.96, 5.98, 0.0], z1=1.185, z2=1.336, r=[0.0, 0.0, 2.915])
    price = [0.0, 6.516, 3.27]
    upper = [0.443, 0.932, 0.306]
    return _violation("violation of Lemma 4.3", f, price, T, upper)


def lemma43_violation_with_lambda(T: int = 174_400) -> Instance:
    """Return a game that violates Lemma 4.3 with a positive lambda, in half as many steps.

    Found by a search, to be played with W = 1 and K = 3940: the left side exceeds the right one at
    `osphg.studies.bounds.worst_lambda`, and does not at lambda = 0.

    Parameters
    ----------
    T : int
        The number of rounds.

    Returns
    -------
    Instance
        The game and its best fixed decision.
    """
    f = Plateau(a=[3.401, 5.591, 0.0], z1=1.489, z2=1.667, r=[0.0, 0.0, 3.14])
    price = [0.0, 5.124, 2.953]
    upper = [0.4809, 1.158, 0.339]
    return _violation("violation of Lemma 4.3, lambda > 0", f, price, T, upper)


def _violation(name: str, f: Plateau, price: list[float], T: int, upper: list[float]) -> Instance:
    """Return a game with f and `price` in every round on the box [0, upper], and its best decision.

    Of three items the best decision takes all of item 1, which is free, none of item 2, and of
    item 3 what the one unit of budget per round buys.

    Parameters
    ----------
    name
        What pages call the game.
    f
        The utility of every round, for which this decision is the best one.
    price, upper
        The prices and the largest bids of the three items.
    T
        The number of rounds.
    """
    x = [upper[0], 0.0, 1 / price[2]]
    return Instance.stationary(name, f, price, T, Box(np.array(upper)), x)


def one_learner(T: int, a: float = 1.9, slope: float = 2.0) -> Instance:
    """Return the game of two goods on which one oracle has linear regret.

    f = a x1 + h(x2) on the unit square, prices (1, 1), B_T = T. h rises with `slope` at 0, and
    bends evenly until it is 1, at 2/slope: for slope 2 it is 2 x2 - x2^2. In hindsight the best is
    x2* = (2/slope) (1 - a/slope) and x1* = 1 - x2*. A player with one oracle is told gradients at
    the origin alone, where the second good is worth more at the same price: in the end it earns at
    most 1 per round.

    Parameters
    ----------
    T : int
        The number of rounds.
    a : float
        What one unit of the first good is worth; in (0, slope).
    slope : float
        What the second good is worth at first; at least 2.

    Returns
    -------
    Instance
        The game and its best fixed decision.
    """
    second_good = np.array([0.0, 1.0])
    f = Plateau(second_good, z1=0.0, z2=2 / slope, r=np.array([a, 0.0]), s=slope)
    # Both goods cost the same: in hindsight the last unit of each is worth a, and h'(x2) = a.
    second = 2 / slope * (1 - a / slope)
    best = [1 - second, second]
    return Instance.stationary("one learner", f, [1.0, 1.0], T, Box.unit(2), best)


def lemma42_counterexample(T: int = 400, free_from: int | None = None, M: float = 1.0) -> Instance:
    """Return a game on which a run violates Lemma 4.2 of the paper as printed, for W = 2.

    The lemma allows the multiplier lambda_t to fall by mu G per round of a window. But in rounds
    where every decision saves money it falls for two reasons: it is credited up to mu G, and it
    forgets delta mu^2 lambda_t. So the lemma fails in windows from round `free_from` on, as the
    book's chapter on it shows.

    The game: X = [0, 1], f_t(x) = M x, B_T = T, and the price is 2 before round `free_from` and 0
    from it on. There g_t(x) = -1 = -G for every x, with G = 1 the largest `|g_t|` of the game. The
    best decision that meets the budget over every window of W = 2 rounds is 1/2.

    Parameters
    ----------
    T : int
        The number of rounds.
    free_from : int, optional
        The first round at price 0, counted from 1, in 3..T-1; T//2 + 1 unless given.
    M : float
        The slope of f, above 0. The larger it is, the longer x_t stays at 1, and the larger
        lambda_t grows.

    Returns
    -------
    Instance
        The game and its best fixed decision for W = 2.
    """
    T = checks.array_size("T", T)
    M = checks.positive_float("M", M)
    if free_from is None:
        free_from = T // 2 + 1
    first = checks.positive_int("free_from", free_from)
    checks.must(3 <= first < T, "free_from", f"be between 3 and {T - 1}", first)
    price = np.where(np.arange(1, T + 1) < first, 2.0, 0.0)[:, np.newaxis]  # (T, 1)
    utility = Quadratics(np.zeros((T, 1, 1)), np.full((T, 1), M))
    rounds = Rounds(utility, price, float(T), Box.unit(1))
    best = np.array([0.5])
    # For W = T more than 1/2 keeps the budget, so that this benchmark is for W = 2 alone.
    return Instance("counterexample to Lemma 4.2", rounds, best, M / 2, W=2, all_windows=False)


def slow_good(T: int, eps: float = 0.1, a: float = 1.0) -> Instance:
    """Return the game on which 1 - 1/e cannot be improved for the weighted player.

    `SlowGood` at prices (a, 1), B_T = T. A round's budget buys all of d, which alone earns
    (1 + eps)(1 - 1/e), and there the player comes to rest. It also buys 1/a of z, which earns more:
    x* = (1/a, 0) for every W, and f* = 1. The smaller a, the slower the learners are in z.

    Parameters
    ----------
    T : int
        The number of rounds.
    eps : float
        What makes d alone worth more than 1 - 1/e; above 0.
    a : float
        What one unit of z covers; in (0, 1].

    Returns
    -------
    Instance
        The game and its best fixed decision.
    """
    f = SlowGood(eps, a)
    price = [f.a, 1.0]
    best = [1 / f.a, 0.0]
    return Instance.stationary("slow good", f, price, T, Box(f.upper), best)


def late_price(T: int, W: int, loss: float | None = None) -> Instance:
    """Return the game on which a running multiplier costs W sqrt(T).

    X = {(c, a, e) >= 0 : c <= 1, a + e <= 1}, f = c + (1 - loss) a + e and B_T = T. Every window
    of W rounds is the same: c costs 1 in its first half, a costs 1 in its first quarter, and e in
    its second; the rest is free. c lifts the multiplier in the first half. So a is charged while
    the multiplier is low, and e while it is high, though both cost the same: where e is better by
    the `loss` alone, OSPHG and the queues do not buy it. Repricing does.

    x* = (1, 0, 1) is worth more than any other decision of X, and costs 3W/4 in W successive
    rounds; it keeps the budget over longer windows, too.

    With mu = 1/sqrt(T) for both steps, delta mu^2 = 12/T and this loss, OSPHG has regret at least
    W sqrt(T)/150 for 816 <= W <= sqrt(T)/2, for any number of oracles and any starts (`late_price`
    in `rocq/LatePrice.v`, with the range of other steps). Runs show it from W = 64 on.

    Parameters
    ----------
    T : int
        The number of rounds.
    W : int
        The rounds of a window, a multiple of 4 in 4..T.
    loss : float, optional
        By how much a unit of a is worth less than one of e; in [0, 1]. W/(102 sqrt(T)) unless
        given: mu_lambda W/102 for the step mu_lambda = 1/sqrt(T) of the multiplier.

    Returns
    -------
    Instance
        The game and its best fixed decision for windows of W rounds.

    Examples
    --------
    >>> import osphg
    >>> game = late_price(T=2**14, W=64)
    >>> player = osphg.OSPHG(mu=2**-7, delta=12, K=1)  # mu = 1/sqrt(T)
    >>> osphg.regret(osphg.play(player, game.rounds), game.benchmark(), alpha=1) > 64 * 2**7 / 150
    True
    """
    T = checks.array_size("T", T, 3)  # prices are 3 numbers a round
    W = checks.positive_int("W", W, maximum=T)
    checks.must(W % 4 == 0, "W", "be a multiple of 4", W)
    if loss is None:
        loss = W / (102 * math.sqrt(T))
    loss = checks.non_negative_float("loss", loss)
    checks.must(loss <= 1, "loss", "be at most 1", f"{loss:g}")
    place = np.arange(T) % W  # of the round in its window
    quarter = place // (W // 4)
    prices = np.stack([quarter < 2, quarter == 0, quarter == 1], axis=-1).astype(float)
    # Linear, <r, x>: the concave part of a plateau is phi(<a, x>), with a bend of phi from z1 to
    # z2, and nothing for a = 0. So it plays compiled and has no array of T rounds.
    f = Plateau(np.zeros(3), z1=0.0, z2=1.0, r=np.array([1.0, 1 - loss, 1.0]))
    X = Polytope(np.array([[0.0, 1.0, 1.0]]), np.ones(1), Box.unit(3))
    rounds = Rounds(Stationary(f), prices, float(T), X)
    best = np.array([1.0, 0.0, 1.0])
    # f(x*) = 2. That x* is the benchmark is known for W and longer windows, not for all lengths.
    return Instance("late price", rounds, best, 2.0, W=W, all_windows=False, objective=f)


def unknown_window(m: int, n: int, ending: int | None = None, T: int | None = None) -> Instance:
    """Return one of the 2n + 1 games that show what not knowing the window costs.

    X = {x >= 0 : x1 + x2 <= 1} and B_T = T. A cycle is m cheap rounds with f = x1/2 + x2 and prices
    (0, 1), then m dear ones with f = 2 x1 + x2 and prices (2, 1). Game A: n cycles, then rounds
    where nothing is worth or costs anything. Game B_j: as A up to the end of its j-th half cycle;
    from then on f = 2 x2 and prices (0, 1).

    Write J(W) for the regret against x*_W plus twice the overspending. In A x*_W = (1, 0) for
    W = 2m, and in B_j x*_W = (0, 1) for W = 1. For every player and every r > 0 some B_j has
    J(1) > r, or A has J(2m) >= m n/2 + r - 4 r 3^(n - 1): the player would have to know which of
    the two is asked for (`not_knowing_the_window` in `rocq/UnknownWindow.v`).

    Parameters
    ----------
    m : int
        The rounds of half a cycle.
    n : int
        The number of cycles.
    ending : int, optional
        j of game B_j, in 1..2n; game A unless given.
    T : int, optional
        The number of rounds, at least 2 m n, which it is unless given.

    Returns
    -------
    Instance
        The game, and its best fixed decision for W = 2m, or with `ending` for W = 1; for other W
        another decision may be the best (`all_windows` is False). Its value is an average, that of
        f_t over the T rounds.

    Examples
    --------
    >>> unknown_window(m=64, n=128)
    Instance(unknown window, A, Rounds(T=16384, n=2, budget=16384, domain=Simplex(n=2, r=1.0)))
    >>> unknown_window(m=64, n=128, ending=3).x
    array([0., 1.])
    """
    m = checks.positive_int("m", m)
    n = checks.positive_int("n", n)
    # 6 numbers a round: H_t (2, 2) and h_t (2,) of the utility.
    T = checks.array_size("T", 2 * m * n if T is None else T, 6)
    checks.must(2 * m * n <= T, "T", f"be at least 2 m n = {2 * m * n}", T)
    half = np.arange(T) // m  # the half cycle of each round, counted from 0
    is_dear = (half % 2 == 1)[:, np.newaxis]
    slopes = np.where(is_dear, [2.0, 1.0], [0.5, 1.0])
    prices = np.where(is_dear, [2.0, 1.0], [0.0, 1.0])
    if ending is None:
        late = half >= 2 * n
        slopes[late] = 0.0
        prices[late] = 0.0
        name, best, W = "unknown window, A", np.array([1.0, 0.0]), 2 * m
        total = (
            2.5 * m * n
        )  # of x*_W = (1, 0), which earns 1/2 in a cheap round and 2 in a dear one
    else:
        j = checks.positive_int("ending", ending, maximum=2 * n)
        late = half >= j
        slopes[late] = [0.0, 2.0]
        prices[late] = [0.0, 1.0]
        name, best, W = f"unknown window, B_{j}", np.array([0.0, 1.0]), 1
        total = j * m + 2.0 * (T - j * m)  # of x*_W = (0, 1): 1 a round up to the end, then 2
    utility = Quadratics(np.zeros((T, 2, 2)), slopes)
    rounds = Rounds(utility, prices, float(T), Simplex(2))
    return Instance(name, rounds, best, total / T, W=W, all_windows=False)

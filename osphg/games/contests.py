"""The games that systems and oracles are compared on, in units of their own, and what each offers.

A parameter outside what is said of it is a TypeError or a ValueError.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Simplex
from osphg.games.matroids import best_fixed_set, coverage_game
from osphg.games.refuting import decoy
from osphg.hindsight import Benchmark, best_fixed_decision
from osphg.rounds import Game, Rounds, paper_quadratics, scales
from osphg.utilities import Quadratics, Stationary

# What a game may offer, and a system's theorem may need.
CONCAVE = "concave utilities"
SUBMODULAR = "monotone DR-submodular utilities"
FIXED = "the same price in every round"
INDEPENDENT = "independent prices"
SIMPLEX = "a simplex"
MATROID = "a matroid"


class Units(NamedTuple):
    """What f and money are counted in."""

    f: float
    money: float


def counted_in(game: Game, units: Units) -> Rounds:
    """Return the same game with f and money counted in these units, which are above 0.

    It is for `Rounds`, whose utility has a method scaled(factor).

    Examples
    --------
    >>> import osphg
    >>> euros = osphg.rounds.paper_quadratics(T=100, budget_per_round=2.0)
    >>> round(counted_in(euros, Units(1.0, 0.01)).allowance)
    200
    """
    f = checks.positive_float("units.f", units.f)
    money = checks.positive_float("units.money", units.money)
    if not isinstance(game, Rounds):
        raise TypeError(f"game must be Rounds, held in memory, got {checks.shown(game)}")
    scaled: Any = getattr(game.utility, "scaled", None)
    if scaled is None:
        kind = type(game.utility).__name__
        raise TypeError(f"utility must have a method scaled(factor), {kind} has none")
    return Rounds(scaled(1 / f), game.prices / money, game.budget / money, game.domain)


def normalised(game: Game) -> Rounds:
    """Return the same game in its own units: beta_f R = 1 and G = 1; ValueError where one is 0.

    Which unit f and money were given in makes no difference then, to any system.

    Examples
    --------
    >>> import osphg
    >>> game = normalised(osphg.rounds.paper_quadratics(T=100))
    >>> round(game.beta_f * game.R, 12), round(game.G, 12)
    (1.0, 1.0)
    """
    R, beta_f, G = scales(game, "R", "beta_f", "G")
    return counted_in(game, Units(beta_f * R, G))


def _known(game: Game, W: int, x: FloatArray, value: float) -> Benchmark:
    """Return the best fixed decision of a game, known in closed form with its sum of utilities."""
    return Benchmark(x, value, value, W, game.T, "closed form", game)


def shelf(T: int, n: int, seed: int) -> Rounds:
    """Return n goods on a shelf: equally dear, nearly equally good, and one is better.

    X = {x >= 0, sum x <= 1}, f_t(x) = <h_t, x> - (sum x)^2/4 with h_t uniform in [1/2, 1], and
    uniform in [7/10, 6/5] for one good; all goods cost q_t, uniform in [1/2, 3/2]; B_T/T = 4/5.
    What has to be learned is which of n goods it is.
    """
    n = checks.size("n", n)
    T = checks.size("T", T, n * n)
    rng = checks.generator(seed)
    h = rng.uniform(0.5, 1, (T, n))
    h[:, rng.integers(n)] += 0.2
    prices = np.repeat(rng.uniform(0.5, 1.5, (T, 1)), n, axis=1)
    utility = Quadratics(np.full((T, n, n), -0.5), h)
    return Rounds(utility, prices, 0.8 * T, Simplex(n))


def shelf_optimum(game: Game, W: int) -> Benchmark:
    """Return the best fixed decision on a `shelf`, in closed form: some of the best good alone."""
    if not isinstance(game, Rounds) or not isinstance(game.utility, Quadratics):
        raise TypeError(f"game must be a shelf, got {checks.shown(game)}")
    W = checks.positive_int("W", W, maximum=game.T)
    q = np.concatenate([[0.0], game.prices[:, 0].cumsum()])
    dearest = float((q[W:] - q[:-W]).max()) / W
    worth = game.utility.h.sum(0)
    best = int(worth.argmax())
    curve = -float(game.utility.H[:, 0, 0].sum())
    x = np.zeros(game.n)
    x[best] = min(1.0, game.allowance / dearest, float(worth[best]) / curve)
    return _known(game, W, x, float(worth[best] * x[best] - curve * x[best] ** 2 / 2))


def dear_when_good(T: int, seed: int) -> Rounds:
    """Return the paper's utilities, n = 2, at prices that follow them and rise halfway.

    p_t = 2 s_t grad f_t(0), so that what is worth more costs more; s_t is 1/2 in the first half
    and 3/2 in the second: a player that has learned low prices overspends. B_T/T = 3/2.
    """
    utility = paper_quadratics(T, 2, seed=seed).utility
    assert isinstance(utility, Quadratics)
    scale = np.where(np.arange(T) < T // 2, 1.0, 3.0)
    game = paper_quadratics(T, 2, 1.5, seed)
    return Rounds(utility, scale[:, np.newaxis] * utility.h, game.budget, game.domain)


@dataclass(frozen=True)
class Contest:
    """A game of the tournament.

    Attributes
    ----------
    name : str
    game : callable
        game(T, seed).
    properties : frozenset of str
        What it has of CONCAVE, SUBMODULAR, FIXED, INDEPENDENT, SIMPLEX and MATROID.
    benchmark : callable
        benchmark(game, W), the best fixed decision.
    """

    name: str
    game: Callable[[int, int], Game]
    properties: frozenset[str]
    benchmark: Callable[[Game, int], Benchmark] = best_fixed_decision

    def normalised(self, T: int, seed: int) -> Rounds:
        """Return the game in units of its own: beta_f R = 1 and G = 1."""
        return normalised(self.game(T, seed))


def concave(T: int, seed: int, *, varying: bool) -> Rounds:
    """Return separable concave quadratics that are also monotone and DR-submodular.

    f_t(x) = sum_i (h_ti x_i - x_i^2/2) on the unit square, h_ti uniform in [1, 2]; prices 2, or
    uniform in [1, 3] if they vary; B_T/T = 1, a quarter of what everything costs.
    """
    T = checks.size("T", T, 4)
    rng = checks.generator(seed)
    h = rng.uniform(1, 2, (T, 2))
    prices = rng.uniform(1, 3, (T, 2)) if varying else np.full((T, 2), 2.0)
    utility = Quadratics(np.broadcast_to(-np.eye(2), (T, 2, 2)), h)
    return Rounds(utility, prices, 1.0 * T, Box.unit(2))


def decoys(T: int, seed: int) -> Rounds:
    """Return the decoy of `osphg.games.refuting.decoy` with its share tau uniform in [1/10, 3/20].

    Q = 9/(10 tau), so that what the decoy takes away from the early oracles stays the same.
    """
    tau = float(checks.generator(seed).uniform(0.1, 0.15))
    found = decoy(T, tau, 0.9 / tau)
    assert found.objective is not None
    assert found.price is not None
    prices = np.tile(found.price, (T, 1))
    return Rounds(Stationary(found.objective), prices, found.rounds.budget, found.rounds.domain)


def decoy_optimum(game: Game, W: int) -> Benchmark:
    """Return (1, 0, 1), the best fixed decision of every decoy and every window."""
    x = np.array([1.0, 0.0, 1.0])
    return _known(game, W, x, float(game.total().value(x)))


def phases(T: int, seed: int) -> Rounds:
    """Return the paper's utilities, n = 2, at prices that change in phases of random length.

    About ten times, at random rounds, cheap phases (the paper's prices, times 1/2) and dear ones
    (times 3/2) take turns; B_T/T = 3/2. A player that adapts to one phase is wrong in the next.
    """
    T = checks.size("T", T, 4)
    game = paper_quadratics(T, 2, 1.5, seed)
    rng = checks.generator(seed)
    dear = (np.cumsum(rng.random(T) < 10 / T) + rng.integers(2)) % 2
    prices = game.prices * np.where(dear, 1.5, 0.5)[:, np.newaxis]
    return Rounds(game.utility, prices, game.budget, game.domain)


def _best_set(game: Game, W: int) -> Benchmark:
    return best_fixed_set(game)  # no window: prices do not enter


_USUAL = frozenset({SUBMODULAR, INDEPENDENT})
CONTESTS: tuple[Contest, ...] = (
    Contest("concave, fixed prices", partial(concave, varying=False), _USUAL | {CONCAVE, FIXED}),
    Contest("concave, random prices", partial(concave, varying=True), _USUAL | {CONCAVE}),
    Contest("the paper's quadratics", lambda T, seed: paper_quadratics(T, seed=seed), _USUAL),
    Contest("decoys", decoys, _USUAL | {FIXED}, decoy_optimum),
    Contest("prices in phases", phases, frozenset({SUBMODULAR})),
    Contest(
        "a shelf (simplex)",
        lambda T, seed: shelf(T, 10, seed),
        _USUAL | {CONCAVE, SIMPLEX},
        shelf_optimum,
    ),
    Contest("coverage (matroid)", coverage_game, _USUAL | {MATROID}, _best_set),
)


def simplex_trap(T: int = 10_000, W: int = 1) -> tuple[Rounds, Benchmark]:
    """Return x1 + x2 - x1^2/2 - x1 x2 on x >= 0, x1 + x2 <= 1, at prices (1, 1) and B_T = T.

    f is monotone and DR on the simplex, and not monotone on a box around it: the regret statements
    do not speak of this game. Those of the multiplier do. The best decision is (0, 1) for every W.
    """
    H = np.tile([[-1.0, -1.0], [-1.0, 0.0]], (T, 1, 1))
    game = Rounds(Quadratics(H, np.ones((T, 2))), np.ones((T, 2)), float(T), Simplex(2))
    return game, _known(game, W, np.array([0.0, 1.0]), float(T))

"""The games that systems and oracles are compared on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from osphg import checks
from osphg.domains import Box, Simplex
from osphg.games import refuting
from osphg.games.matroids import best_fixed_set
from osphg.games.normalised import normalised
from osphg.games.offers import CONCAVE, FIXED, INDEPENDENT, MATROID, SIMPLEX, SUBMODULAR
from osphg.games.on_matroids import coverage_game
from osphg.hindsight import Benchmark, best_fixed_decision
from osphg.rounds import Game, Rounds, paper_quadratics
from osphg.utilities import Quadratics, Stationary


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
    value = float(worth[best] * x[best] - curve * x[best] ** 2 / 2)
    return Benchmark(x, value, value, W, game.T, "closed form", game.identity)


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
    offers : frozenset of str
        What it has of what `osphg.games.offers` names: CONCAVE and the like.
    benchmark : callable
        benchmark(game, W), the best fixed decision.
    """

    name: str
    game: Callable[[int, int], Game]
    offers: frozenset[str]
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
    found = refuting.decoy(T, tau, 0.9 / tau)
    assert found.objective is not None
    assert found.price is not None
    prices = np.tile(found.price, (T, 1))
    return Rounds(Stationary(found.objective), prices, found.rounds.budget, found.rounds.domain)


def decoy_optimum(game: Game, W: int) -> Benchmark:
    """Return (1, 0, 1), the best fixed decision of every decoy and every window."""
    x = np.array([1.0, 0.0, 1.0])
    value = float(game.total().value(x))
    return Benchmark(x, value, value, W, game.T, "closed form", game.identity)


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
    assert isinstance(game, Rounds)
    return best_fixed_set(game)


CONTESTS: tuple[Contest, ...] = (
    Contest(
        "concave, fixed prices",
        partial(concave, varying=False),
        frozenset({CONCAVE, SUBMODULAR, FIXED, INDEPENDENT}),
    ),
    Contest(
        "concave, random prices",
        partial(concave, varying=True),
        frozenset({CONCAVE, SUBMODULAR, INDEPENDENT}),
    ),
    Contest(
        "the paper's quadratics",
        lambda T, seed: paper_quadratics(T, seed=seed),
        frozenset({SUBMODULAR, INDEPENDENT}),
    ),
    Contest("decoys", decoys, frozenset({SUBMODULAR, FIXED, INDEPENDENT}), decoy_optimum),
    Contest("prices in phases", phases, frozenset({SUBMODULAR})),
    Contest(
        "a shelf (simplex)",
        lambda T, seed: shelf(T, 10, seed),
        frozenset({CONCAVE, SUBMODULAR, INDEPENDENT, SIMPLEX}),
        shelf_optimum,
    ),
    Contest(
        "coverage (matroid)", coverage_game, frozenset({SUBMODULAR, INDEPENDENT, MATROID}),
        _best_set,
    ),
)  # fmt: skip


def simplex_trap(T: int = 10_000, W: int = 1) -> tuple[Rounds, Benchmark]:
    """Return x1 + x2 - x1^2/2 - x1 x2 on x >= 0, x1 + x2 <= 1, at prices (1, 1) and B_T = T.

    f is monotone and DR on the simplex, and not monotone on a box around it: the regret statements
    do not speak of this game. Those of the multiplier do. The best decision is (0, 1) for every W.
    """
    H = np.tile([[-1.0, -1.0], [-1.0, 0.0]], (T, 1, 1))
    game = Rounds(Quadratics(H, np.ones((T, 2))), np.ones((T, 2)), float(T), Simplex(2))
    return game, Benchmark(
        np.array([0.0, 1.0]), float(T), float(T), W, T, "closed form", game.identity
    )

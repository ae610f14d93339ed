"""The games that systems and oracles are compared on, and what each of them offers.

The concave ones are quadratic, so that `best_fixed_decision` is exact: f_t(x) = <h_t, x> + x'H_t
x/2 with a vector h_t of slopes and a matrix H_t (`osphg.utilities.Quadratics`). B_T/T is the money
for one round. "Monotone" says that more of an item is never worth less: no slope of f_t is below 0
on X. R is the diameter of X, beta_f bounds the length of the gradients of f_t, and G is the most
that a round may overspend or save (`osphg.rounds.Constants`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Simplex
from osphg.games.refuting import decoy
from osphg.hindsight.best import Benchmark, best_fixed_decision
from osphg.matroids import best_fixed_set, coverage_game
from osphg.messages import short_repr
from osphg.rounds import Game, Rounds, paper_quadratics, positive_constants
from osphg.utilities import Quadratics

# What a game may offer, and a system's theorem may need.
CONCAVE = "concave utilities"
SUBMODULAR = "monotone DR-submodular utilities"
FIXED = "the same price in every round"
INDEPENDENT = "independent prices"
SIMPLEX = "a simplex"
MATROID = "a matroid"


def in_units(game: Game, f: float = 1.0, money: float = 1.0) -> Rounds:
    """Return the same game with f and money counted in these units.

    Parameters
    ----------
    game : Game
        `Rounds`, whose utility has a method scaled(factor).
    f : float
        The new unit of the utilities, in the old one; above 0.
    money : float
        The new unit of prices and budget, in the old one; above 0.

    Returns
    -------
    Rounds
        Utilities divided by `f`, prices and budget divided by `money`.

    Raises
    ------
    TypeError, ValueError
        For another game or utility, or a unit that is not above 0.
    """
    f = checks.positive_float("f", f)
    money = checks.positive_float("money", money)
    game = checks.of_kind("game", game, Rounds, "be Rounds, held in memory")
    scaled = getattr(game.utility, "scaled", None)
    if scaled is None:
        kind = type(game.utility).__name__
        raise TypeError(f"utility must have a method scaled(factor), {kind} has none")
    budget = game.by_name(game.budget / money)
    given = game.given_allowance
    allowance = None if given is None else given / money
    return Rounds(
        scaled(1 / f),
        game.prices / money,
        budget,
        game.domain,
        every=game.every,
        allowance=allowance,
    )


@dataclass(frozen=True)
class Contest:
    """A game of the tournament.

    Parameters
    ----------
    name : str
        What tables call it.
    game : callable
        Makes it: ``game(T, seed)``.
    properties : frozenset of str
        What it offers, of the words above: CONCAVE, SUBMODULAR and so on.
    benchmark : callable
        Finds its best fixed decision: ``benchmark(game, W)``.
    """

    name: str
    game: Callable[[int, int], Game]
    properties: frozenset[str]
    benchmark: Callable[[Game, int], Benchmark] = best_fixed_decision


def in_own_units(game: Game) -> Rounds:
    """Return the same game in its own units: beta_f R = 1 and G = 1.

    Which unit f and money were given in makes no difference then, to any system.

    Parameters
    ----------
    game : Game
        `Rounds`, whose utility has a method scaled(factor).

    Returns
    -------
    Rounds
        The game as `in_units` makes it.

    Raises
    ------
    TypeError, ValueError
        For another game or utility, or where R, beta_f or G is 0 and cannot be a unit.
    """
    R, beta_f, G = positive_constants(game, "R", "beta_f", "G")
    return in_units(game, beta_f * R, G)


def _benchmark_at(game: Game, W: int, x: FloatArray) -> Benchmark:
    """Return the benchmark of a game whose best decision is known in closed form.

    Parameters
    ----------
    game
        The game.
    W
        The window, in rounds, over which x is known to keep the budget.
    x
        The best decision, (n,).
    """
    value = float(game.total().value(x))
    upper_bound = value  # the decision is the best one: nothing is worth more
    best = checks.read_only_copy(x)
    return Benchmark(best, value, upper_bound, W, game.T, "closed form", game)


def concave_noisy(
    T: int, seed: int, *, varying: bool = False, n: int = 2, budget_per_round: float = 1.0,
    least: float = 0.0,
) -> Rounds:  # fmt: skip
    """Return separable concave quadratics with noise, whose maximum costs more than the budget.

    f_t(x) = sum_i (h_ti x_i - x_i^2 / 2) on the unit cube, h_ti uniform in [least, 2]: monotone for
    least = 1. Prices are 2, or uniform in [1, 3] if they vary. Varying prices allow a player to
    beat what one decision earns that keeps the budget in each round: the regret for W = 1 is then
    negative.

    Parameters
    ----------
    T : int
        The number of rounds.
    seed : int
        What slopes and prices are drawn from.
    varying : bool
        Whether prices vary.
    n : int
        The dimension of a decision.
    budget_per_round : float
        B_T/T, above 0; it binds below about 2 n, what all of the cube costs. Where prices vary, it
        binds up to about 3 n for short windows.
    least : float
        The smallest slope h_ti.

    Returns
    -------
    Rounds
        The game, on the unit cube.

    Raises
    ------
    TypeError, ValueError
        For a T, n or seed that is not as described, a T too large for the memory, or a budget that
        is not above 0.
    """
    # A T whose arrays would not fit into memory is refused: H_t has n^2 numbers for each round.
    T = checks.array_size("T", T, checks.positive_int("n", n) ** 2)
    rng = checks.generator(seed)
    h = rng.uniform(least, 2, (T, n))
    fixed_prices = np.full((T, n), 2.0)
    prices = rng.uniform(1, 3, (T, n)) if varying else fixed_prices
    H = np.broadcast_to(-np.eye(n), (T, n, n))
    return Rounds(Quadratics(H, h), prices, budget_per_round * T, Box.unit(n))


def shelf(T: int, n: int, seed: int) -> Rounds:
    """Return n goods on a shelf: equally dear, nearly equally good, and one is better.

    X = {x >= 0, sum x <= 1}, f_t(x) = <h_t, x> - (sum x)^2/4 with h_t uniform in [1/2, 1], and
    uniform in [7/10, 6/5] for one good; all goods cost q_t, uniform in [1/2, 3/2]; B_T/T = 4/5.
    What has to be learned is which of n goods it is.

    Parameters
    ----------
    T : int
        The number of rounds.
    n : int
        The number of goods.
    seed : int
        What the better good, slopes and prices are drawn from.

    Returns
    -------
    Rounds
        The game, on a simplex.
    """
    T = checks.array_size("T", T, checks.positive_int("n", n) ** 2)  # H_t has n^2 numbers
    rng = checks.generator(seed)
    h = rng.uniform(0.5, 1, (T, n))
    better_good = rng.integers(n)
    h[:, better_good] += 0.2
    prices = np.repeat(rng.uniform(0.5, 1.5, (T, 1)), n, axis=1)  # the same for all goods
    H = np.full((T, n, n), -0.5)  # x'Hx/2 = -(sum x)^2/4
    return Rounds(Quadratics(H, h), prices, 0.8 * T, Simplex(n))


def shelf_optimum(game: Game, W: int) -> Benchmark:
    """Return the best fixed decision on a `shelf`, in closed form: some of the best good alone.

    On a shelf all goods have the same price, sum x is at most 1, and each f_t is a linear function
    less (sum x)^2/4. So only the good with the largest sum of slopes is bought, and of it as much
    as is worth its money.

    Parameters
    ----------
    game : Game
        A game that `shelf` made, in any units of utility and money.
    W : int
        The length of a window, in rounds; in [1, T].

    Returns
    -------
    Benchmark
        The decision; its value is its own upper bound.

    Raises
    ------
    TypeError, ValueError
        For another game, or a W that is no length of a window.
    """
    if not isinstance(game, Rounds) or not isinstance(game.utility, Quadratics):
        raise TypeError(f"game must be a shelf, got {short_repr(game)}")
    W = checks.positive_int("W", W, maximum=game.T)
    price = game.prices[:, 0]  # of every good
    q = np.concatenate([[0.0], price.cumsum()])  # the prices of all rounds before each
    dearest = float((q[W:] - q[:-W]).max()) / W  # the largest average price over a window
    worth = game.utility.h.sum(0)
    curvature = -float(game.utility.H[:, 0, 0].sum())  # all entries of H_t are equal
    best = int(worth.argmax())
    # Of the best good as much as there is on the shelf, as the dearest window allows, or as is
    # worth more than nothing: worth x - curvature x^2/2 rises up to worth/curvature.
    x = np.zeros(game.n)
    x[best] = min(1.0, game.allowance / dearest, float(worth[best]) / curvature)
    return _benchmark_at(game, W, x)


def decoys(T: int, seed: int) -> Rounds:
    """Return `osphg.games.refuting.decoy` with its share tau uniform in [1/10, 3/20].

    Q = 9/(10 tau), so that what the decoy takes away from the early oracles stays the same.

    Parameters
    ----------
    T : int
        The number of rounds.
    seed : int
        What is random in it is drawn from this.

    Returns
    -------
    Rounds
        The game.
    """
    tau = float(checks.generator(seed).uniform(0.1, 0.15))
    return decoy(T, tau, 0.9 / tau).rounds


def _with_price_phases(game: Rounds, rng: np.random.Generator) -> Rounds:
    """Return a game at prices times 1/2 or 3/2, which take turns about ten times, at random.

    Parameters
    ----------
    game
        The game whose prices are multiplied, the same factor for all items of a round; all else of
        it stays.
    rng
        What says at which rounds they take turns, and which factor is the first.
    """
    turns = np.cumsum(rng.random(game.T) < 10 / game.T)  # up to each round; about 10 in all
    dear = (turns + rng.integers(2)) % 2  # 1 in dear phases; the first phase is of either kind
    prices = game.prices * np.where(dear, 1.5, 0.5)[:, np.newaxis]
    return Rounds(game.utility, prices, game.budget, game.domain, game.names)


def phases(T: int, seed: int) -> Rounds:
    """Return the paper's utilities, n = 2, at prices that change in phases of random length.

    About ten times, at random rounds, cheap phases (the paper's prices, times 1/2) and dear ones
    (times 3/2) take turns; B_T/T = 3/2. A player that adapts to one phase is wrong in the next.

    Parameters
    ----------
    T : int
        The number of rounds.
    seed : int
        What is random in it is drawn from this.

    Returns
    -------
    Rounds
        The game.
    """
    return _with_price_phases(paper_quadratics(T, 2, 1.5, seed), checks.generator(seed))


def rival(T: int, seed: int) -> Rounds:
    """Return `concave_noisy` with n = 2 at prices that somebody raises and lets fall at random.

    The prices of 2 are multiplied by 1/2 or 3/2, in phases that take turns about ten times, as
    those of `phases`; h_ti is uniform in [1, 2], and B_T/T = 1.

    Parameters
    ----------
    T : int
        The number of rounds.
    seed : int
        What is random in it is drawn from this.

    Returns
    -------
    Rounds
        The game.
    """
    return _with_price_phases(concave_noisy(T, seed, least=1.0), np.random.default_rng((seed, 1)))


def season(T: int, seed: int) -> Rounds:
    """Return days of 24 rounds: traffic and prices go up and down, and not at the same hours.

    f_t(x) = sum_i (h_ti x_i - x_i^2/5) on the unit square, h_ti uniform in [1, 2], times
    1 + 0.6 sin(2 pi t/24); prices uniform in [1, 3], times 1 + 0.6 cos(2 pi t/24); B_T/T = 1.

    Parameters
    ----------
    T : int
        The number of rounds.
    seed : int
        What is random in it is drawn from this.

    Returns
    -------
    Rounds
        The game.
    """
    # Refused if arrays of 4 numbers a round, as H below, would be too large for the memory.
    T = checks.array_size("T", T, 4)
    rng = checks.generator(seed)
    hour = np.arange(T)[:, np.newaxis] * (np.pi / 12)  # as an angle: 24 rounds are 2 pi
    h = rng.uniform(1, 2, (T, 2)) * (1 + 0.6 * np.sin(hour))
    prices = rng.uniform(1, 3, (T, 2)) * (1 + 0.6 * np.cos(hour))
    # The slope at 1 is h - 0.4 and h is at least 1 - 0.6: monotone at every hour.
    H = np.broadcast_to(-0.4 * np.eye(2), (T, 2, 2))
    return Rounds(Quadratics(H, h), prices, 1.0 * T, Box.unit(2))


def bursts(T: int, seed: int) -> Rounds:
    """Return the paper's utilities, n = 2, with prices that are five times as high in bursts.

    A burst begins in a round with probability 1/100 and lasts 10 rounds; B_T/T = 2.

    Parameters
    ----------
    T : int
        The number of rounds.
    seed : int
        What is random in it is drawn from this.

    Returns
    -------
    Rounds
        The game.
    """
    game = paper_quadratics(T, 2, 2.0, seed)
    rng = np.random.default_rng((seed, 2))  # another stream than that of the utilities
    # A round is in a burst if one has begun in it or in the 9 rounds before.
    bursts_so_far = np.concatenate([np.zeros(10), (rng.random(T) < 0.01).cumsum()])
    factor = np.where(bursts_so_far[10:] > bursts_so_far[:-10], 5.0, 1.0)
    prices = game.prices * factor[:, np.newaxis]
    return Rounds(game.utility, prices, game.budget, game.domain, game.names)


def pumped_prices(T: int, W: int, seed: int, *, per_round: float | None = None) -> Rounds:
    """Return a game whose prices drive the multiplier up for as long as it lasts.

    X = [0, 1], f_t(x) = x, and the price is 0 or 2 in turns. mu is the step of OSPHG, tuned for W.
    In a free phase, uniform in [0.8, 1.2] / mu rounds long, the decision climbs to 1; in the k-th
    dear one, u/(2 mu sqrt(k)) rounds long, u uniform in [1, 2], it falls back, and lambda_t^2 rises
    to about k, until the leak of the multiplier stops it, which it soon does for W = 1. The budget
    of B_T/T = sqrt(1/(mu T)) / 4 a round, unless `per_round` is given, hardly lowers lambda_t: the
    violation is of the order of sqrt(T / mu), that is W^(1/4) T^(3/4).

    Parameters
    ----------
    T : int
        The number of rounds.
    W : int
        The window that the player is tuned for, in rounds: mu = 1 / (2 sqrt(W T)).
    seed : int
        What the lengths of the phases are drawn from.
    per_round : float, optional
        B_T/T.

    Returns
    -------
    Rounds
        The game, on [0, 1].
    """
    # Refused if arrays of 4 numbers a round would be too large for the memory.
    T = checks.array_size("T", T, 4)
    W = checks.positive_int("W", W, maximum=T)
    # With T and W in the seed, games of other sizes have other phases.
    rng = np.random.default_rng((checks.seed("seed", seed), T, W))
    turn = 2.0 * math.sqrt(W * T)  # 1/mu, as beta = 2 and R = 1
    price = np.zeros((T, 1))
    t = 0  # the rounds whose price is known
    k = 1  # the number of the dear phase
    while t < T:
        t += math.ceil(rng.uniform(0.8, 1.2) * turn)
        dear = math.ceil(rng.uniform(1.0, 2.0) * turn / (2.0 * math.sqrt(k)))
        price[t : t + dear] = 2.0
        t += dear
        k += 1
    price[-1] = 2.0  # a game that ends in its first free phase has beta = 2 as well
    budget = 0.25 * math.sqrt(turn * T) if per_round is None else T * per_round
    return Rounds(Quadratics(np.zeros((T, 1, 1)), np.ones((T, 1))), price, budget, Box.unit(1))


_NOISY = partial(concave_noisy, least=1.0)
# The benchmark of all decoys: one decision is the best in each of them, for every window.
_BEST_OF_DECOYS = partial(_benchmark_at, x=np.array([1.0, 0.0, 1.0]))
_USUAL = frozenset({SUBMODULAR, INDEPENDENT})
CONTESTS: tuple[Contest, ...] = (
    Contest("concave, fixed prices", _NOISY, _USUAL | {CONCAVE, FIXED}),
    Contest("concave, random prices", partial(_NOISY, varying=True), _USUAL | {CONCAVE}),
    Contest("the paper's quadratics", lambda T, seed: paper_quadratics(T, seed=seed), _USUAL),
    Contest("decoys", decoys, _USUAL | {FIXED}, _BEST_OF_DECOYS),
    Contest("prices in phases", phases, frozenset({SUBMODULAR})),
    Contest(
        "a shelf (simplex)",
        lambda T, seed: shelf(T, 10, seed),
        _USUAL | {CONCAVE, SIMPLEX},
        shelf_optimum,
    ),
    Contest(
        "coverage (matroid)", coverage_game, _USUAL | {MATROID}, lambda g, W: best_fixed_set(g)
    ),
    Contest("concave, prices in phases", rival, frozenset({SUBMODULAR, CONCAVE})),
    Contest("a season", season, frozenset({SUBMODULAR, CONCAVE})),
    Contest("bursts of prices", bursts, frozenset({SUBMODULAR})),
)

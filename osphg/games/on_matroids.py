"""Games on matroids: set functions whose best fixed set is known or can be enumerated."""

from __future__ import annotations

import itertools

import numpy as np

from osphg import checks
from osphg.games.families.coverage import FacilityLocation, WeightedCoverage
from osphg.games.matroids import PartitionMatroid
from osphg.rounds import Rounds


def coverage_game(T: int, seed: int, n: int = 8, items: int = 16, rank: int = 3) -> Rounds:
    """Return sensors that cover items whose weights change with the round, `rank` of n to choose.

    Each element covers each item with probability 0.3, once and for all; weights are exponential
    with a mean that differs between items, drawn anew in every round. Prices are uniform in
    [0.5, 1.5], and the budget per round is half of what `rank` elements cost on average.
    """
    n = checks.size("n", n)
    items = checks.size("items", items, n)
    T = checks.size("T", T, max(n, items))
    matroid = PartitionMatroid.uniform(n, rank)
    rng = checks.generator(seed)
    covers = rng.random((n, items)) < 0.3
    weights = rng.exponential(rng.uniform(0, 2 / items, items), (T, items))
    return _priced(WeightedCoverage(weights, covers), matroid, rng)


def facility_game(T: int, seed: int, n: int = 4, clients: int = 5, rank: int = 2) -> Rounds:
    """Return facilities in two districts, `rank` of n to open in each, for clients that come.

    The districts are the halves of the unit square. In every round new clients appear, uniform in
    the square; a facility at distance d is worth [1 - 2 d]_+ / clients to one. Prices and budget as
    in `coverage_game`.
    """
    n = checks.size("n", n)
    clients = checks.size("clients", clients, n)
    T = checks.size("T", T, 4 * n * clients)
    rank = checks.positive_int("rank", rank, maximum=n)
    matroid = PartitionMatroid((tuple(range(n)), tuple(range(n, 2 * n))), (rank, rank))
    rng = checks.generator(seed)
    places = rng.random((2 * n, 2)) * [0.5, 1.0]
    places[n:, 0] += 0.5
    homes = rng.random((T, clients, 2))
    distance = np.sqrt(((places[:, np.newaxis] - homes[:, np.newaxis]) ** 2).sum(-1))
    return _priced(FacilityLocation(np.maximum(1 - 2 * distance, 0) / clients), matroid, rng)


def fair_coins(T: int, seed: int, n: int = 6, rank: int = 3) -> Rounds:
    """Return the game in which each element is worth 0 or 1 by a fair coin in every round.

    f_t is modular, so that the sum over the chosen set is also its multilinear extension, and no
    player expects more than rank/2 per round: the regret against the best fixed set, which knows
    the coins, is of order sqrt(T) for everybody, also for who always plays the same base. It is a
    floor for all players, and says nothing about one of them. Prices are 0.
    """
    matroid = PartitionMatroid.uniform(n, rank)
    n, T = matroid.n, checks.size("T", T, matroid.n)
    weights = checks.generator(seed).integers(0, 2, (T, n))
    utility = WeightedCoverage(weights.astype(np.float64), np.eye(n, dtype=bool))
    return Rounds(utility, np.zeros((T, n)), float(T), matroid)


def biased_coins(T: int, seed: int, n: int = 6, rank: int = 3, bias: float = 0.9) -> Rounds:
    """Return the game of `rank` elements worth 1 with chance `bias`, the others with 1 - bias.

    Which ones is drawn from the seed. f_t is modular as in `fair_coins`, but who does not learn has
    linear regret. Prices are 0.
    """
    matroid = PartitionMatroid.uniform(n, rank)
    n, T = matroid.n, checks.size("T", T, matroid.n)
    bias = checks.positive_float("bias", bias)
    if not 0.5 < bias <= 1:
        raise ValueError(f"bias must be above 1/2 and at most 1, got {bias}")
    rng = checks.generator(seed)
    chances = rng.permutation(np.where(np.arange(n) < rank, bias, 1 - bias))
    weights = (rng.random((T, n)) < chances).astype(np.float64)
    utility = WeightedCoverage(weights, np.eye(n, dtype=bool))
    return Rounds(utility, np.zeros((T, n)), float(T), matroid)


def greedy_trap(T: int, rank: int = 3, bonus: float = 0.03) -> Rounds:
    """Return the game on which greedy choices lose about (1 - 1/k)^k of the best set, k = rank.

    Think of k disjoint columns of equal weight 1/k, and of k rows, each of which covers the share
    1/k of what any set of columns and other rows covers. All k columns cover all, 1. All k rows
    cover 1 - (1 - 1/k)^k and `bonus` each on top, which makes a row the best first choice; and
    once a share of the rows is taken, every other row is worth more than a column. All rounds are
    the same; prices are 0.

    Parameters
    ----------
    T, rank : int
        Rounds, and k between 2 and 8; the elements are the k columns, then the k rows.
    bonus : float
        Weight of what one row alone covers; above 0.
    """
    T, k = checks.size("T", T, 2**12), checks.positive_int("rank", rank, maximum=8)
    if k < 2:
        raise ValueError(f"rank must be at least 2, got {k}")
    bonus = checks.positive_float("bonus", bonus)
    checks.bounded("bonus", np.asarray(bonus), checks.SQUARABLE)
    # one item for each column and each set of rows that cover it, weighted by its share
    hit = np.array(list(itertools.product([False, True], repeat=k)))
    shares = np.where(hit, 1 / k, 1 - 1 / k).prod(1) / k
    columns = np.repeat(np.eye(k, dtype=bool), len(hit), axis=1)
    rows = np.tile(hit.T, k)
    alone = np.concatenate([np.zeros((k, k), dtype=bool), np.eye(k, dtype=bool)])
    covers = np.concatenate([np.concatenate([columns, rows]), alone], axis=1)
    weights = np.concatenate([np.tile(shares, k), np.full(k, bonus)])
    utility = WeightedCoverage(np.tile(weights, (T, 1)), covers)
    return Rounds(utility, np.zeros((T, 2 * k)), float(T), PartitionMatroid.uniform(2 * k, k))


def _priced(
    utility: WeightedCoverage | FacilityLocation,
    matroid: PartitionMatroid,
    rng: np.random.Generator,
) -> Rounds:
    """Return the rounds with prices around 1, and a budget for half a base per round."""
    prices = rng.uniform(0.5, 1.5, (utility.T, utility.n))
    return Rounds(utility, prices, utility.T * matroid.rank / 2, matroid)

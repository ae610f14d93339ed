"""Partition matroids: their polytope as a decision set, rounding, and games on them.

A parameter outside what is said of it is a TypeError or a ValueError.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import BoolArray, as_points, as_tested
from osphg.games.families.coverage import (
    FacilityLocation,
    ProbabilisticCoverage,
    WeightedCoverage,
)
from osphg.hindsight import Benchmark
from osphg.rounds import Game, Rounds, require_game

_INTEGRAL = 1e-12  # coordinates this near 0 or 1 are
_MOST_BASES = 200_000  # that an enumeration lists
_AT_A_TIME = 8  # bases in one evaluation: a sum over rounds may be large


def _blocks(name: str, value: Any) -> tuple[tuple[int, ...], ...]:
    try:
        blocks = tuple(tuple(checks.integer(name, i) for i in block) for block in value)
    except TypeError:
        raise TypeError(f"{name} must be lists of integers, got {checks.shown(value)}") from None
    elements = sorted(itertools.chain.from_iterable(blocks))
    if not elements or elements != list(range(len(elements))):
        shown = checks.shown(list(blocks))
        raise ValueError(f"{name} must be a partition of 0..n-1, got {shown}")
    return blocks


def _ranks(matroid: PartitionMatroid, name: str, value: Sequence[int]) -> tuple[int, ...]:
    blocks = matroid.blocks
    if not isinstance(value, list | tuple | range):
        raise TypeError(f"{name} must be a list of integers, got {checks.shown(value)}")
    if len(value) != len(blocks):
        raise ValueError(f"{name} must have one entry per block, {len(blocks)}, got {len(value)}")
    return tuple(
        checks.positive_int(f"{name}[{b}]", rank, maximum=len(block))
        for b, (rank, block) in enumerate(zip(value, blocks, strict=True))
    )


@frozen(eq=True)
class PartitionMatroid:
    r"""The partition matroid of some blocks and ranks, and its polytope.

    A set S is independent if it takes at most r_b elements of each block b. As a decision set
    (`osphg.domains.Domain`) it is {x in [0,1]^n : sum_{i in b} x_i <= r_b for each block b}, whose
    vertices are the indicator vectors of the independent sets.

    Parameters
    ----------
    blocks : sequence of sequences of int
        A partition of the ground set 0..n-1: each element in exactly one block.
    ranks : sequence of int
        r_b for each block, between 1 and the number of its elements.

    Examples
    --------
    >>> import osphg
    >>> import numpy as np
    >>> M = osphg.matroids.PartitionMatroid([[0, 1, 2], [3, 4]], ranks=[2, 1])
    >>> M
    PartitionMatroid(2 of 3, 1 of 2)
    >>> int(M.round([1.0, 0.5, 0.5, 1.0, 0.0], np.random.default_rng(0)).sum())
    3
    """

    blocks: tuple[tuple[int, ...], ...] = checked(_blocks)
    ranks: tuple[int, ...] = fitted(_ranks)

    @classmethod
    def uniform(cls, n: int, rank: int) -> PartitionMatroid:
        """Return the uniform matroid: all sets of at most `rank` of n elements."""
        n = checks.size("n", n)
        return cls((tuple(range(n)),), (checks.positive_int("rank", rank, maximum=n),))

    def __repr__(self) -> str:
        parts = [f"{r} of {len(b)}" for r, b in zip(self.ranks, self.blocks, strict=True)]
        shown = [*parts[:6], *(["..."] if len(parts) > 6 else [])]
        return f"PartitionMatroid({', '.join(shown)})"

    @cached_property
    def n(self) -> int:
        """The number of elements, the dimension of the polytope."""
        return sum(map(len, self.blocks))

    @property
    def rank(self) -> int:
        """The size of every base, a largest independent set."""
        return sum(self.ranks)

    @cached_property
    def lower(self) -> FloatArray:
        """Zeros, shape (n,)."""
        return checks.read_only(np.zeros(self.n))

    @cached_property
    def upper(self) -> FloatArray:
        """Ones, shape (n,)."""
        return checks.read_only(np.ones(self.n))

    @cached_property
    def diameter(self) -> float:
        """The distance between two vertices: two sets differ in min(2 r_b, |b|) of a block."""
        pairs = zip(self.ranks, self.blocks, strict=True)
        return math.sqrt(sum(min(2 * rank, len(block)) for rank, block in pairs))

    @cached_property
    def _indices(self) -> tuple[tuple[NDArray[np.intp], int], ...]:
        pairs = zip(self.blocks, self.ranks, strict=True)
        return tuple((np.array(block, dtype=np.intp), rank) for block, rank in pairs)

    def project(self, Y: ArrayLike) -> FloatArray:
        r"""Project `Y`, shape (..., n).

        In each block :math:`x = \min([y - \theta]_+, 1)` with the smallest :math:`\theta \ge 0`
        for which :math:`\sum x \le r_b`: the optimality condition of the one constraint.
        """
        Y = as_points("Y", Y, self.n)
        X = np.empty_like(Y)
        for block, rank in self._indices:
            X[..., block] = _project_capped(Y[..., block], rank)
        return X

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        """Maximise <c, x>, shape (..., n): the r_b largest positive entries of each block.

        Ties go to the element that its block names first.
        """
        C = as_points("C", C, self.n)
        rows = C.reshape(-1, self.n)
        X, each = np.zeros(rows.shape), np.arange(len(rows))[:, np.newaxis]
        for block, rank in self._indices:
            first = block[(-rows[:, block]).argsort(axis=-1, kind="stable")[:, :rank]]
            X[each, first] = 1.0
        X *= rows > 0
        return X.reshape(C.shape)

    def contains(self, X: ArrayLike, atol: float = 1e-9) -> BoolArray:
        """Test points, or sets as booleans, (..., n); `atol` is what an inequality may miss."""
        X, atol = as_tested(_indicators(X), self.n, atol)
        inside = ((X >= -atol) & (X <= 1 + atol)).all(axis=-1)
        for block, rank in self._indices:
            inside &= X[..., block].sum(axis=-1) <= rank + atol
        return np.asarray(inside)

    @cached_property
    def bases(self) -> BoolArray:
        """All bases as rows of booleans, (number of bases, n); ValueError for more than 200000."""
        pairs = list(zip(self.blocks, self.ranks, strict=True))
        count = math.prod(math.comb(len(block), rank) for block, rank in pairs)
        if count > _MOST_BASES:
            raise ValueError(f"bases can be listed up to {_MOST_BASES}, got {count} of {self}")
        choices = [itertools.combinations(block, rank) for block, rank in pairs]
        rows = np.zeros((count, self.n), dtype=bool)
        for row, parts in zip(rows, itertools.product(*choices), strict=True):
            row[list(itertools.chain.from_iterable(parts))] = True
        rows.setflags(write=False)
        return rows

    def round(self, x: ArrayLike, rng: np.random.Generator) -> BoolArray:
        """Return a random independent set S with E[1_S] = x, as booleans (n,).

        Randomised pipage rounding: while a block has two fractional coordinates i and j, move
        along e_i - e_j, up or down, until one of them is 0 or 1, with the probabilities that keep
        the mean. A fractional coordinate that is left alone becomes 1 with its own probability.
        A multilinear extension F of a submodular f is convex along e_i - e_j and linear along
        e_i, so E[f(S)] >= F(x) (Calinescu et al. 2011; Chekuri, Vondrak and Zenklusen 2010). An x
        outside the polytope is a ValueError.
        """
        point, rng = self._point(x), checks.generator(rng, "rng")
        while steps := self._steps(point):
            (chance, up), (_, down) = steps
            point = up if rng.random() < chance else down
        return np.array(point) > 0.5

    def rounding(self, x: ArrayLike) -> tuple[BoolArray, FloatArray]:
        """Return the distribution of `round(x, ...)`: sets (m, n) and their probabilities (m,).

        Every branch of the rounding is followed, up to 2^(number of fractional coordinates).
        """
        found: dict[tuple[float, ...], float] = {}
        open_branches = [(1.0, self._point(x))]
        while open_branches:
            probability, point = open_branches.pop()
            steps = self._steps(point)
            open_branches += [(probability * p, after) for p, after in steps if p > 0]
            if not steps:
                found[tuple(point)] = found.get(tuple(point), 0.0) + probability
        return np.array(list(found)) > 0.5, np.array(list(found.values()))

    def _point(self, x: ArrayLike) -> list[float]:
        """Return x as a list, moved into the polytope by no more than the tolerance."""
        X = checks.array("x", _indicators(x), (self.n,))
        if not self.contains(X):
            raise ValueError(f"x must lie in the polytope of {self}, got {X.tolist()}")
        X = self.project(X)
        X[X < _INTEGRAL] = 0.0
        X[X > 1 - _INTEGRAL] = 1.0
        return [float(entry) for entry in X]

    def _steps(self, x: list[float]) -> list[tuple[float, list[float]]]:
        """Return the two points that may follow x, with their probabilities; none after a set."""
        for block, rank in zip(self.blocks, self.ranks, strict=True):
            fractional = [i for i in block if 0.0 < x[i] < 1.0]
            if len(fractional) > 1:
                i, j = fractional[:2]
                up, down = min(1 - x[i], x[j]), min(x[i], 1 - x[j])
                chance = down / (up + down)
                return [(chance, _moved(x, i, j)), (1 - chance, _moved(x, j, i))]
            if fractional:
                i = fractional[0]
                taken = sum(x[k] for k in block if k != i)
                chance = x[i] if taken < rank else 0.0  # a full block leaves rounding errors only
                return [
                    (p, [*x[:i], end, *x[i + 1 :]]) for p, end in ((chance, 1.0), (1 - chance, 0.0))
                ]
        return []


def _moved(x: list[float], i: int, j: int) -> list[float]:
    """Move along e_i - e_j until x_i is 1 or x_j is 0."""
    after = x.copy()
    if 1 - x[i] <= x[j]:
        after[i], after[j] = 1.0, x[j] - (1 - x[i])
    else:
        after[i], after[j] = x[i] + x[j], 0.0
    return after


def _indicators(X: ArrayLike) -> ArrayLike:
    """Return an array of sets, as booleans, as points; anything else as it is."""
    return X.astype(np.float64) if type(X) is np.ndarray and X.dtype == np.bool_ else X


def _project_capped(Y: FloatArray, rank: int) -> FloatArray:
    """Project each point of Y (..., m) onto {x in [0,1]^m : sum x <= rank}, rank in 1..m."""
    X: FloatArray = Y.clip(0.0, 1.0)  # the method: half the time of the function
    over = X.sum(axis=-1) > rank
    if not over.any():
        return X
    Z = Y[over]
    # A common shift changes nothing on the face sum x = rank. With the rank-th largest entry at 0
    # some theta of [-1, 0] solves it, so that entries beyond [-1, 1] may be cut: nothing cancels.
    pivot = np.partition(Z, -rank, axis=-1)[..., [-rank]]
    Z = (Z - pivot).clip(-1.0, 1.0)
    bends = np.sort(np.concatenate([Z, Z - 1], axis=-1), axis=-1)
    totals = (Z[..., np.newaxis, :] - bends[..., np.newaxis]).clip(0.0, 1.0).sum(axis=-1)
    last = np.maximum((totals >= rank).sum(axis=-1, keepdims=True) - 1, 0)
    between = [np.take_along_axis(bends, last + step, axis=-1) for step in (0, 1)]
    middle = (between[0] + between[1]) / 2
    active = (Z > middle) & (Z < middle + 1)
    ones = (Z >= middle + 1).sum(axis=-1, keepdims=True)
    count = active.sum(axis=-1, keepdims=True)
    level = (np.where(active, Z, 0.0).sum(axis=-1, keepdims=True) + ones - rank) / np.maximum(
        count, 1
    )
    X[over] = (Z - np.where(count > 0, level, middle)).clip(0.0, 1.0)
    return X


def best_fixed_set(rounds: Game) -> Benchmark:
    """Return the best fixed base of the rounds' matroid, by trying all; prices do not enter.

    The total is multilinear, hence convex along e_i - e_j: no point of the polytope is better than
    the best set, and the value is its own upper bound.

    Parameters
    ----------
    rounds : Rounds
        With a PartitionMatroid of at most 200000 bases as domain, else a ValueError, and utilities
        that are monotone and multilinear extensions of submodular functions.

    Returns
    -------
    Benchmark
        Its W is T: the budget, which the benchmark ignores, has no windows.

    Examples
    --------
    >>> import osphg
    >>> best = osphg.matroids.best_fixed_set(osphg.matroids.coverage_game(T=20, seed=0))
    >>> best.x.nonzero()[0]
    array([1, 3, 6])
    """
    matroid = require_game("rounds", rounds).domain
    if not isinstance(matroid, PartitionMatroid):
        raise ValueError(f"rounds must have a PartitionMatroid as domain, got {matroid}")
    f, bases = rounds.total(), matroid.bases.astype(np.float64)
    parts = np.array_split(bases, -(-len(bases) // _AT_A_TIME))
    values = np.concatenate([f.value(part) for part in parts])
    x, value = checks.own(bases[values.argmax()]), float(values.max())
    return Benchmark(x, value, value, rounds.T, rounds.T, "enumeration of bases", rounds)


def coverage_game(T: int, seed: int, n: int = 8, items: int = 16, rank: int = 3) -> Rounds:
    """Return sensors that cover items whose weights change with the round, `rank` of n to choose.

    Each element covers each item with probability 0.3, once and for all; weights are exponential
    with a mean that differs between items, drawn anew in every round. Prices are uniform in
    [0.5, 1.5], and the budget per round is half of what `rank` elements cost on average.

    Examples
    --------
    >>> import osphg
    >>> osphg.matroids.coverage_game(T=20, seed=0).domain
    PartitionMatroid(3 of 8)
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

    Examples
    --------
    >>> import osphg
    >>> osphg.matroids.facility_game(T=20, seed=0).domain
    PartitionMatroid(2 of 4, 2 of 4)
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

    Examples
    --------
    >>> import osphg
    >>> osphg.matroids.best_fixed_set(osphg.matroids.fair_coins(T=100, seed=0)).value
    167.0
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

    Examples
    --------
    >>> import osphg
    >>> osphg.matroids.best_fixed_set(osphg.matroids.biased_coins(T=100, seed=0)).value
    264.0
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

    Examples
    --------
    >>> import osphg
    >>> osphg.matroids.best_fixed_set(osphg.matroids.greedy_trap(T=1)).x
    array([1., 1., 1., 0., 0., 0.])
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
    utility: ProbabilisticCoverage, matroid: PartitionMatroid, rng: np.random.Generator
) -> Rounds:
    """Return the rounds with prices around 1, and a budget for half a base per round."""
    prices = rng.uniform(0.5, 1.5, (utility.T, utility.n))
    return Rounds(utility, prices, utility.T * matroid.rank / 2, matroid)

"""Partition matroids: their polytope as a decision set, and games on them.

A ground set of elements 0..n-1 is divided into blocks, and each block b has a rank r_b. A set of
elements is independent if it takes at most r_b of each block, and a base if it takes exactly r_b. A
point x of [0, 1]^n stands for the set that has element i with chance x_i.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import BoolArray, require_points
from osphg.families import ProbabilisticCoverage
from osphg.hindsight.best import Benchmark
from osphg.messages import short_repr
from osphg.rounds import Game, Rounds, require_game

_MOST_LISTED_BASES = 200_000


class PartitionMatroid:
    """The partition matroid of some blocks and ranks, and its polytope.

    A set S is independent if it takes at most r_b elements of each block b. As a decision set
    (`osphg.domains.Domain`) it is {x in [0,1]^n : sum_{i in b} x_i <= r_b for each block b}, whose
    vertices are the indicator vectors of the independent sets.

    Parameters
    ----------
    blocks : sequence of sequences of int
        A partition of the ground set 0..n-1: each element is in exactly one block.
    ranks : sequence of int
        r_b of each block, between 1 and the number of its elements.

    Attributes
    ----------
    n : int
        The number of elements.
    rank : int
        The number of elements of a base, a largest independent set.
    lower, upper : FloatArray
        Zeros and ones, (n,).
    diameter : float
        The largest distance between two points of the polytope.

    Raises
    ------
    TypeError, ValueError
        For blocks that are no partition, or ranks that do not fit them.

    Examples
    --------
    >>> import osphg
    >>> M = osphg.matroids.PartitionMatroid([[0, 1, 2], [3, 4]], ranks=[2, 1])
    >>> M
    PartitionMatroid(2 of 3, 1 of 2)
    >>> M.maximize_linear([1.0, 3.0, 2.0, 0.5, -1.0])
    array([0., 1., 1., 1., 0.])
    """

    def __init__(self, blocks: Sequence[Sequence[int]], ranks: Sequence[int]) -> None:
        """Check blocks and ranks, and derive the sizes of the polytope."""
        self.blocks = tuple(tuple(checks.integer("blocks", i) for i in block) for block in blocks)
        sizes = [len(block) for block in self.blocks]
        elements = sorted(itertools.chain(*self.blocks))
        is_partition = elements and elements == list(range(len(elements)))
        checks.must(is_partition, "blocks", "be a partition of 0..n-1", short_repr(blocks))
        allowed = f"have one entry per block, {len(sizes)}"
        checks.must(len(ranks) == len(sizes), "ranks", allowed, len(ranks))
        pairs = list(zip(ranks, sizes, strict=True))
        self.ranks = tuple(checks.positive_int("ranks", rank, maximum=size) for rank, size in pairs)
        self.n = len(elements)
        self.rank = sum(self.ranks)
        self.lower = checks.read_only(np.zeros(self.n))
        self.upper = checks.read_only(np.ones(self.n))
        # Two sets differ in min(2 r_b, |b|) elements of a block at most.
        self.diameter = math.sqrt(sum(min(2 * rank, size) for rank, size in pairs))
        self._blocks_and_ranks = list(zip(map(np.array, self.blocks), self.ranks, strict=True))

    @classmethod
    def uniform(cls, n: int, rank: int) -> PartitionMatroid:
        """Return the uniform matroid: all sets of at most `rank` of n elements.

        Parameters
        ----------
        n : int
            The number of elements.
        rank : int
            In 1..n.

        Returns
        -------
        PartitionMatroid
            One block of n elements.
        """
        return cls(
            [range(checks.array_size("n", n))], [checks.positive_int("rank", rank, maximum=n)]
        )

    def __eq__(self, other: object) -> bool:
        """Whether the other is a matroid of the same blocks, in the same order, and ranks."""
        if not isinstance(other, PartitionMatroid):
            return NotImplemented
        return (self.blocks, self.ranks) == (other.blocks, other.ranks)

    def __hash__(self) -> int:
        """Return a hash of blocks and ranks, as equality goes by them."""
        return hash((self.blocks, self.ranks))

    def __repr__(self) -> str:
        """Return the rank and the size of each block, of six at most: "2 of 3, 1 of 2"."""
        shown = [f"{rank} of {len(block)}" for block, rank in self._blocks_and_ranks[:6]]
        if len(self.blocks) > 6:
            shown.append("...")
        return f"PartitionMatroid({', '.join(shown)})"

    def project(self, Y: ArrayLike) -> FloatArray:
        """Return the nearest points of the polytope: (..., n) -> (..., n).

        No constraint is about elements of two blocks, so each block is projected on its own.
        """
        Y = require_points("Y", Y, self.n)
        X = np.empty_like(Y)
        for block, rank in self._blocks_and_ranks:
            X[..., block] = _project_capped(Y[..., block], rank)
        return X

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        """Return for each c an independent set with the largest <c, x>: (..., n) -> (..., n).

        It takes the best r_b elements of each block that are worth more than 0; of ties, the first.
        """
        C = require_points("C", C, self.n)
        rows = C.reshape(-1, self.n)
        X = np.zeros(rows.shape)
        every_row = np.arange(len(rows))[:, np.newaxis]
        for block, rank in self._blocks_and_ranks:
            # Places in the block, those of the largest entries of c first.
            places = (-rows[:, block]).argsort(axis=-1, kind="stable")
            X[every_row, block[places[:, :rank]]] = 1.0
        return np.asarray((X * (rows > 0)).reshape(C.shape))

    def contains(self, X: ArrayLike, rtol: float = 1e-9) -> BoolArray:
        """Whether points lie in the polytope, but for `rtol` per coordinate: (..., n) -> (...)."""
        X = require_points("X", X, self.n, finite=False)
        inside = ((X >= -rtol) & (X <= 1 + rtol)).all(axis=-1)
        for block, rank in self._blocks_and_ranks:
            inside &= X[..., block].sum(axis=-1) <= rank + len(block) * rtol
        return np.asarray(inside)

    @cached_property
    def bases(self) -> BoolArray:
        """All bases as rows of booleans, (number of bases, n); ValueError for more than 200000."""
        count = math.prod(math.comb(len(block), rank) for block, rank in self._blocks_and_ranks)
        if count > _MOST_LISTED_BASES:
            raise ValueError(
                f"bases can be listed up to {_MOST_LISTED_BASES}, got {count} of {self}"
            )
        # A base takes as many elements of each block as its rank allows.
        choices = [itertools.combinations(block, rank) for block, rank in self._blocks_and_ranks]
        rows = np.zeros((count, self.n), dtype=bool)
        for row, chosen_by_block in zip(rows, itertools.product(*choices), strict=True):
            chosen = list(itertools.chain(*chosen_by_block))
            row[chosen] = True
        rows.flags.writeable = False  # whoever asks again gets the same array
        return rows


def _project_capped(Y: FloatArray, rank: int) -> FloatArray:
    """Project points onto {x in [0,1]^m : sum x <= rank}, the polytope of one block.

    The projection is min([y - theta]_+, 1) with one theta >= 0. It is 0 where clipping y to [0, 1]
    is enough. Elsewhere it is the theta at which the sum of the projection is the rank. That sum
    falls in theta and is piecewise linear, with bends where an entry of y - theta passes 0 or 1. So
    the two bends between which theta lies are sought first; between them the sum is a line.

    Parameters
    ----------
    Y
        The points, (..., m).
    rank
        How large the sum of a point may be, in 1..m.

    Returns
    -------
    FloatArray
        The nearest points of the polytope, (..., m).
    """
    X: FloatArray = Y.clip(0.0, 1.0)  # as a method it takes half the time of np.clip
    over = X.sum(axis=-1) > rank
    if not over.any():
        return X
    Z = Y[over]  # the points for which clipping is not enough, (k, m)
    # A common shift of y changes theta, and not the projection. If it takes the rank-th largest
    # entry to 0, theta is in [-1, 0], and entries beyond [-1, 1] may be cut: they end at 0 or 1 all
    # the same, and no digits cancel where y is far away.
    Z = (Z - np.partition(Z, -rank, axis=-1)[..., [-rank]]).clip(-1.0, 1.0)
    bends = np.sort(np.concatenate([Z, Z - 1], axis=-1), axis=-1)  # of theta, (k, 2 m)
    totals = (Z[..., np.newaxis, :] - bends[..., np.newaxis]).clip(0.0, 1.0).sum(axis=-1)
    # `totals` has the sum of the projection at each bend, (k, 2 m). `last` is the last bend at
    # which it is at least the rank: theta lies between this bend and the next one. At the first
    # bend the sum is m, which is more than the rank, and at the last one it is 0: so there is a
    # next one, and the maximum with 0 is only a precaution.
    last = np.maximum((totals >= rank).sum(axis=-1, keepdims=True) - 1, 0)
    middle = sum(np.take_along_axis(bends, last + step, axis=-1) for step in (0, 1)) / 2
    # Between these bends the same entries of the projection are 1, strictly between, or 0.
    active = (Z > middle) & (Z < middle + 1)  # strictly between 0 and 1
    ones = Z >= middle + 1
    count = active.sum(axis=-1, keepdims=True)
    # The sum is that of the active entries, less count theta, plus the number of ones: it is the
    # rank where count theta = level. Without an active entry it is the same from bend to bend.
    level = np.where(active, Z, 0.0).sum(-1, keepdims=True) + ones.sum(-1, keepdims=True) - rank
    theta = np.where(count > 0, level / np.maximum(count, 1), middle)
    X[over] = (Z - theta).clip(0.0, 1.0)
    return X


def best_fixed_set(rounds: Game) -> Benchmark:
    """Return the best fixed base of the rounds' matroid, by trying all; prices do not enter.

    The base may cost more than the budget allows. Its value is then still a bound of what any
    decision earns that keeps the budget.

    Utilities have to be monotone and multilinear extensions of submodular functions: f_t(x) is the
    mean of a function of sets over the set for which x stands. Their sum is then convex where one
    coordinate is raised and another one lowered by as much. So no point of the polytope is better
    than the best base, and the value is its own upper bound.

    Parameters
    ----------
    rounds : Game
        A game on a `PartitionMatroid`.

    Returns
    -------
    Benchmark
        The indicator vector of the best base. Its W is T, as no window matters; unlike that of
        other benchmarks its x need not keep the budget.

    Raises
    ------
    ValueError
        For another domain, or a matroid with more than 200000 bases.
    """
    matroid = require_game("rounds", rounds).domain
    if not isinstance(matroid, PartitionMatroid):
        raise ValueError(f"rounds must have a PartitionMatroid as domain, got {matroid}")
    f = rounds.total()
    # Each row is a base: 1 for an element that is in it, else 0. ValueError for more than 200000.
    bases = matroid.bases.astype(np.float64)
    # At most 8 bases at a time: a sum over rounds has an array for each of them, times T.
    batches = np.array_split(bases, math.ceil(len(bases) / 8))
    values = np.concatenate([f.value(few_bases) for few_bases in batches])
    x = checks.read_only_copy(bases[values.argmax()])
    value = float(values.max())
    return Benchmark(
        x,
        value,
        upper_bound=value,
        W=rounds.T,
        T=rounds.T,
        method="enumeration of bases",
        game=rounds,
    )


def coverage_game(T: int, seed: int, n: int = 8, items: int = 16, rank: int = 3) -> Rounds:
    """Return the game of n sensors, `rank` to be chosen, that cover items of changing weights.

    Whether a sensor covers an item is drawn once for all rounds, with probability 0.3. The weights
    are drawn anew in every round, exponential with a mean that differs between items.
    f_t(x) = sum_u w_tu (1 - prod_i (1 - q_iu x_i)), with the weight w_tu of item u in round t, and
    q_iu 1 where sensor i covers u, else 0. Prices are uniform in [0.5, 1.5], and the budget per
    round is half of what `rank` sensors cost on average.

    Parameters
    ----------
    T : int
        The number of rounds.
    seed : int
        What chances, weights and prices are drawn from.
    n : int
        The number of sensors.
    items : int
        The number of items that they cover.
    rank : int
        How many sensors a set has at most.

    Returns
    -------
    Rounds
        The game, on a `PartitionMatroid.uniform(n, rank)`.
    """
    matroid = PartitionMatroid.uniform(n, rank)
    # Refused where the arrays below, (n, items), (T, items) and (T, n), would not fit into memory.
    items = checks.array_size("items", items, n)
    T = checks.array_size("T", T, max(n, items))
    rng = checks.generator(seed)
    covers = rng.random((n, items)) < 0.3
    mean_weights = rng.uniform(0, 2 / items, items)  # the items of a round weigh 1 on average
    weights = rng.exponential(mean_weights, (T, items))
    prices = rng.uniform(0.5, 1.5, (T, n))  # 1 on average
    utility = ProbabilisticCoverage(weights, chances=covers * 1.0)  # chances 0 and 1
    return Rounds(utility, prices, T * rank / 2, matroid)


def biased_coins(T: int, seed: int, n: int = 6, rank: int = 3) -> Rounds:
    """Return the game of `rank` elements worth 1 with chance 9/10, the others with 1/10.

    Which elements are the good ones is drawn from the seed. f_t is modular, the sum of what the
    chosen elements are worth, and its own multilinear extension. A player that does not learn which
    elements are good has linear regret. Prices are 0.

    Parameters
    ----------
    T : int
        The number of rounds.
    seed : int
        What the good elements and the weights are drawn from.
    n : int
        The number of elements.
    rank : int
        How many of them are good, and how many a set has at most.

    Returns
    -------
    Rounds
        The game, on a `PartitionMatroid.uniform(n, rank)`.
    """
    matroid = PartitionMatroid.uniform(n, rank)
    T = checks.array_size("T", T, n)
    rng = checks.generator(seed)
    # 1 - 0.9 is 1/10 but for rounding: the others are worth 1 as often as a good one is worth 0.
    chances = rng.permutation(np.where(np.arange(n) < rank, 0.9, 1 - 0.9))
    weights = (rng.random((T, n)) < chances).astype(np.float64)
    utility = ProbabilisticCoverage(weights, np.eye(n))  # element i covers item i alone: modular
    prices = np.zeros((T, n))
    return Rounds(utility, prices, float(T), matroid)  # at no price any budget does

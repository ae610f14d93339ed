"""Partition matroids: their polytope as a decision set, rounding to sets, and games on them.

A ground set of elements 0..n-1 is divided into blocks, and each block b has a rank r_b. A set of
elements is independent if it takes at most r_b of each block, and a base if it takes exactly r_b. A
point x of [0, 1]^n stands for the set that has element i with chance x_i.

All of the package that is about sets stands here: the matroid itself, the multilinear extension of
a set function, the way from it to a set (`continuous_greedy`, then `pipage_rounding` or
`swap_rounding`), the best fixed set, and two games. The players on matroids are in
`osphg.players`, and utilities that are multilinear extensions in closed form in `osphg.families`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import BoolArray, require_points
from osphg.families import ProbabilisticCoverage
from osphg.hindsight.best import Benchmark
from osphg.hindsight.frank_wolfe_variant import frank_wolfe
from osphg.messages import short_repr
from osphg.rounds import Game, Rounds, require_game
from osphg.utilities import Objective

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


# The multilinear extension of a set function, and how its points become sets.


SetValues = Callable[[BoolArray], ArrayLike]
"""A set function: ``f(sets) -> values``, of sets as rows of booleans, (m, n) -> (m,)."""

_MOST_ELEMENTS = 20  # of an extension by all sets: 2^20 values of f


class MultilinearExtension:
    """The mean of a set function over random sets: F(x) = E f(S), where S has element i with x_i.

    Elements are drawn independently. F agrees with f at the corners of [0, 1]^n and is linear in
    each coordinate; it is monotone and DR-submodular if f is monotone and submodular. It is an
    objective for `continuous_greedy` and `osphg.hindsight.frank_wolfe`, and a utility that is the
    same in every round by `osphg.utilities.Stationary`.

    Without `samples` F is exact: f is asked for all 2^n sets, once, when the extension is made.
    With `samples` it is the mean over so many sets, whose thresholds are drawn once: the set of
    threshold u has the elements with u_i < x_i. Value and gradient are then unbiased, and the same
    whenever they are asked at the same point.

    Parameters
    ----------
    f : callable
        The set function, of many sets at once: rows of booleans (m, n) -> values (m,).
    n : int
        The number of elements, at most 20 without `samples`.
    samples : int, optional
        How many sets are drawn for a value; all sets are taken unless it is given.
    seed : int or numpy.random.Generator, optional
        What the thresholds are drawn from; needed with `samples`, and only then.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described, or values of f that are not finite numbers (m,).

    Examples
    --------
    >>> import numpy as np
    >>> cover = np.array([[1, 1, 0], [0, 1, 1]], dtype=bool)  # what each of two sensors covers
    >>> def covered(sets):
    ...     return (sets @ cover > 0).sum(axis=1)
    >>> F = MultilinearExtension(covered, n=2)
    >>> float(F.value([0.5, 0.5])), F.gradient([0.5, 0.5])
    (1.75, array([1.5, 1.5]))
    """

    def __init__(
        self,
        f: SetValues,
        n: int,
        samples: int | None = None,
        seed: int | np.random.Generator | None = None,
    ) -> None:
        """Ask f for all sets, or draw the thresholds of some."""
        self.n = checks.positive_int("n", n)
        self._f = f
        self._values: FloatArray | None = None  # of all sets, with one axis of 2 for each element
        self._thresholds = np.empty((0, self.n))  # (samples, n)
        if samples is None:
            checks.must(seed is None, "seed", "be None without samples", short_repr(seed))
            allowed = f"be at most {_MOST_ELEMENTS} without samples"
            checks.must(self.n <= _MOST_ELEMENTS, "n", allowed, self.n)
            sets = np.indices((2,) * self.n).reshape(self.n, -1).T.astype(bool)
            self._values = self._ask(sets).reshape((2,) * self.n)
        else:
            count = checks.array_size("samples", samples, self.n)
            checks.must(seed is not None, "seed", "be given with samples", "None")
            self._thresholds = checks.generator(seed).random((count, self.n))

    def value(self, X: ArrayLike, /) -> FloatArray:
        """Return F, or its estimate, at points of [0, 1]^n: (..., n) -> (...,)."""
        points = self._points(X)
        if self._values is None:
            values = [float(self._ask(self._thresholds < x).mean()) for x in points]
        else:
            values = [float(_contract(self._values, x)) for x in points]
        return np.array(values).reshape(np.shape(X)[:-1])

    def gradient(self, X: ArrayLike, /) -> FloatArray:
        """Return the gradient, or its estimate, at points of [0, 1]^n: (..., n) -> (..., n).

        Its entry i is E[f(S with i) - f(S without i)].
        """
        slopes = [self._slopes(x) for x in self._points(X)]
        return np.array(slopes).reshape(np.shape(X))

    def _slopes(self, x: FloatArray) -> FloatArray:
        """Return the gradient at one point, (n,)."""
        if self._values is None:
            sets = np.repeat((self._thresholds < x)[np.newaxis], 2 * self.n, axis=0)
            every = np.arange(self.n)
            sets[every, :, every] = True
            sets[self.n + every, :, every] = False
            means = self._ask(sets.reshape(-1, self.n)).reshape(2 * self.n, -1).mean(axis=1)
            return np.asarray(means[: self.n] - means[self.n :])
        slopes = np.empty(self.n)
        for i in range(self.n):
            difference = np.asarray(self._values.take(1, axis=i) - self._values.take(0, axis=i))
            slopes[i] = _contract(difference, np.delete(x, i))
        return slopes

    def _points(self, X: ArrayLike) -> FloatArray:
        """Return points as rows, (m, n); ValueError for one outside [0, 1]^n."""
        points = require_points("X", X, self.n)
        inside = (points >= 0.0) & (points <= 1.0)
        checks.must(inside.all(), "X", "lie in [0, 1]^n", short_repr(points[~inside][:1]))
        return points.reshape(-1, self.n)

    def _ask(self, sets: BoolArray) -> FloatArray:
        """Return f of sets (m, n) as floats (m,), checked."""
        return checks.array("f(sets)", self._f(sets), (len(sets),))


def _contract(values: FloatArray, x: FloatArray) -> FloatArray:
    """Return the mean of values with an axis of 2 for each element, the second with chance x_i."""
    for chance in x:  # each takes away the first axis that is left
        values = values[0] * (1.0 - chance) + values[1] * chance
    return values


def continuous_greedy(objective: Objective, matroid: PartitionMatroid, K: int) -> FloatArray:
    """Climb a multilinear extension within a matroid's polytope, in K steps of length 1/K.

    Each step goes towards the independent set that is best for the gradient. For the extension F of
    a monotone submodular f, F(x) is at least 1 - 1/e of the best set's value, less L R^2/(2 K) for
    gradients that change no faster than L; `pipage_rounding` and `swap_rounding` make a set of x
    that is worth no less in the mean. It is `osphg.hindsight.frank_wolfe` on a matroid.

    Parameters
    ----------
    objective : Objective
        F: `value(X)` and `gradient(X)`, such as a `MultilinearExtension` or ``rounds.total()``.
    matroid : PartitionMatroid
        The matroid.
    K : int
        The number of steps, at least 1.

    Returns
    -------
    FloatArray
        x, (n,), a point of the polytope.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described.

    References
    ----------
    Calinescu, Chekuri, Pál and Vondrák 2011.

    Examples
    --------
    >>> f = MultilinearExtension(lambda sets: sets.sum(axis=1), n=3)
    >>> continuous_greedy(f, PartitionMatroid.uniform(3, 2), K=10)
    array([1., 1., 0.])
    """
    return frank_wolfe(objective, _require_matroid(matroid), K)


def _require_matroid(matroid: object) -> PartitionMatroid:
    """Return a matroid; TypeError for anything else."""
    return checks.of_kind("matroid", matroid, PartitionMatroid, "be a PartitionMatroid")


def _cleaned(matroid: PartitionMatroid, x: ArrayLike) -> FloatArray:
    """Return a point of the polytope whose coordinates next to 0 and 1 are made so.

    Sums of coordinates are exact to about 1e-16, so that a point on a face may be outside by so
    much: it is projected. ValueError for a point that is further outside.
    """
    point = require_points("x", x, _require_matroid(matroid).n)
    checks.must(point.ndim == 1, "x", f"be one point ({matroid.n},)", point.shape)
    checks.must(matroid.contains(point), "x", f"lie in the polytope of {matroid}", short_repr(x))
    point = matroid.project(point)
    return np.where(point < 1e-12, 0.0, np.where(point > 1 - 1e-12, 1.0, point))


class _Branch(NamedTuple):
    """What may follow a point in pipage rounding."""

    chance: float
    point: FloatArray  # (n,)


def _pipage_branches(matroid: PartitionMatroid, x: FloatArray) -> list[_Branch]:
    """Return the two points that may follow x in pipage rounding; none after a set."""
    for block, rank in zip(matroid.blocks, matroid.ranks, strict=True):
        fractional = [i for i in block if 0.0 < x[i] < 1.0]
        if len(fractional) > 1:
            i, j = fractional[:2]
            up = min(1 - x[i], x[j])  # how far x may go along e_i - e_j
            down = min(x[i], 1 - x[j])  # and how far the other way
            chance = down / (up + down)
            return [_Branch(chance, _moved(x, i, j)), _Branch(1 - chance, _moved(x, j, i))]
        for i in fractional:
            # A block that is full has no room for it: then the fraction is rounding error alone.
            has_room = sum(x[k] for k in block if k != i) < rank
            chance = float(x[i]) if has_room else 0.0
            taken = x.copy()
            taken[i] = 1.0
            left = x.copy()
            left[i] = 0.0
            return [_Branch(chance, taken), _Branch(1 - chance, left)]
    return []


def _moved(x: FloatArray, i: int, j: int) -> FloatArray:
    """Return x moved along e_i - e_j until x_i is 1 or x_j is 0, exactly."""
    after = x.copy()
    if 1 - x[i] <= x[j]:
        after[i] = 1.0
        after[j] = x[j] - (1 - x[i])
    else:
        after[i] = x[i] + x[j]
        after[j] = 0.0
    return after


def pipage_rounding(
    matroid: PartitionMatroid, x: ArrayLike, seed: int | np.random.Generator
) -> BoolArray:
    """Return a random independent set S with E 1_S = x, and E f(S) >= F(x) for submodular f.

    While a block has two fractional coordinates, one of the two goes up and the other down by as
    much, until one of them is whole; which way is drawn so that the mean stays. A fraction that is
    alone in its block is taken with that chance.

    Parameters
    ----------
    matroid : PartitionMatroid
        The matroid.
    x : array_like
        A point of its polytope, (n,).
    seed : int or numpy.random.Generator
        What the set is drawn from.

    Returns
    -------
    BoolArray
        The set, (n,).

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described, such as a point outside the polytope.

    References
    ----------
    Calinescu, Chekuri, Pál and Vondrák 2011, made random as by Chekuri, Vondrák and Zenklusen 2010.

    Examples
    --------
    >>> M = PartitionMatroid([[0, 1, 2], [3, 4]], ranks=[2, 1])
    >>> int(pipage_rounding(M, [0.5, 0.5, 1.0, 0.25, 0.75], seed=0).sum())
    3
    """
    rng = checks.generator(seed)
    point = _cleaned(matroid, x)
    while branches := _pipage_branches(matroid, point):
        one, other = branches
        point = one.point if rng.random() < one.chance else other.point
    return np.asarray(point > 0.5)


class Distribution(NamedTuple):
    """Sets, and how likely each of them is.

    Parameters
    ----------
    sets : BoolArray
        The sets, (m, n).
    chances : FloatArray
        Their chances, (m,), which add up to 1.
    """

    sets: BoolArray
    chances: FloatArray


def pipage_distribution(matroid: PartitionMatroid, x: ArrayLike) -> Distribution:
    """Return all sets that `pipage_rounding` may return, and the chance of each.

    Parameters
    ----------
    matroid : PartitionMatroid
        The matroid.
    x : array_like
        A point of its polytope, (n,); the number of sets may double with each fraction.

    Returns
    -------
    Distribution
        The sets, (m, n), and their chances, (m,).

    Raises
    ------
    TypeError, ValueError
        As `pipage_rounding` raises them.
    """
    found: dict[tuple[bool, ...], float] = {}
    open_branches = [_Branch(1.0, _cleaned(matroid, x))]
    while open_branches:
        chance, point = open_branches.pop()
        following = _pipage_branches(matroid, point)
        open_branches += [
            _Branch(chance * after.chance, after.point) for after in following if after.chance > 0
        ]
        if not following:
            key = tuple((point > 0.5).tolist())
            found[key] = found.get(key, 0.0) + chance
    return Distribution(np.array(list(found)), np.array(list(found.values())))


def convex_combination(matroid: PartitionMatroid, x: ArrayLike) -> Distribution:
    """Write a point of a matroid's polytope as a mean of independent sets: sum_k c_k 1_{S_k} = x.

    For each block the coordinates are laid end to end, as intervals of these lengths. A number u in
    [0, 1) picks the elements whose intervals contain u, u + 1, u + 2, ...: as no interval is longer
    than 1 no element is picked twice, and as all together are no longer than r_b, at most r_b are.
    The sets change with u only where an interval ends, so at most n + 1 sets are needed.

    Parameters
    ----------
    matroid : PartitionMatroid
        The matroid.
    x : array_like
        A point of its polytope, (n,).

    Returns
    -------
    Distribution
        Independent sets, (m, n), and their weights, (m,), above 0.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described, such as a point outside the polytope.

    Examples
    --------
    >>> convex_combination(PartitionMatroid.uniform(2, 1), [0.25, 0.75]).chances
    array([0.25, 0.75])
    """
    point = _cleaned(matroid, x)
    starts = np.empty(matroid.n)  # of each interval, in its block
    for block in map(list, matroid.blocks):
        starts[block] = np.cumsum(point[block]) - point[block]
    ends = starts + point
    edges = np.unique(np.concatenate([[0.0, 1.0], starts % 1.0, ends % 1.0]))
    lengths = np.diff(edges)
    # Edges that are equal but for rounding leave a gap that belongs to no set.
    whole = lengths > 1e-12
    middles = (edges[:-1] + edges[1:])[whole] / 2
    # The first number u, u + 1, ... at or after the start of an interval, for each u and interval.
    first = middles[:, np.newaxis] + np.ceil(starts - middles[:, np.newaxis])
    sets = first < ends
    weights = lengths[whole]
    return Distribution(sets, weights / weights.sum())


def swap_rounding(
    matroid: PartitionMatroid, x: ArrayLike, seed: int | np.random.Generator
) -> BoolArray:
    """Return a random independent set S with E 1_S = x, and E f(S) >= F(x) for submodular f.

    x is written as a mean of sets (`convex_combination`), which are merged one after the other. To
    merge two sets that differ in a block, one of each is swapped there: with a chance in proportion
    to its weight the first set gives its element to the second, and else the other way round, until
    both are the same. Unlike pipage rounding's, the sums of modular functions over S are as
    concentrated as those of independent draws (Chekuri, Vondrák and Zenklusen 2010).

    Parameters
    ----------
    matroid : PartitionMatroid
        The matroid.
    x : array_like
        A point of its polytope, (n,).
    seed : int or numpy.random.Generator
        What the set is drawn from.

    Returns
    -------
    BoolArray
        The set, (n,).

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described, such as a point outside the polytope.

    Examples
    --------
    >>> M = PartitionMatroid([[0, 1, 2], [3, 4]], ranks=[2, 1])
    >>> int(swap_rounding(M, [0.5, 0.5, 1.0, 0.25, 0.75], seed=0).sum())
    3
    """
    rng = checks.generator(seed)
    sets, weights = convex_combination(matroid, x)
    merged = sets[0].copy()
    weight = float(weights[0])
    for other, other_weight in zip(sets[1:], weights[1:].tolist(), strict=True):
        chance = weight / (weight + other_weight)  # that the merged set stays as it is
        for block in map(np.array, matroid.blocks):
            _merge_block(merged, other, block, chance, rng)
        weight += other_weight
    return merged


def _merge_block(
    merged: BoolArray,
    other: BoolArray,
    block: NDArray[Any],
    chance: float,
    rng: np.random.Generator,
) -> None:
    """Make two sets the same in one block, by swaps, and put the result into `merged`.

    The set with fewer elements has places that are empty: there an element is swapped for nothing.
    Each swap leaves the mean of the two sets, by their weights, as it is. A swap that `other` gives
    way to needs no step here, as `other` is not used again.
    """
    mine = block[merged[block] & ~other[block]]
    theirs = block[other[block] & ~merged[block]]
    for place in range(max(len(mine), len(theirs))):
        if rng.random() >= chance:
            if place < len(mine):
                merged[mine[place]] = False
            if place < len(theirs):
                merged[theirs[place]] = True


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

r"""Partition matroids: their polytope as a decision set, and rounding a point of it to a set.

A set S is independent if it takes at most r_b elements of each block b. Indicator vectors of
independent sets are the vertices of {x in [0,1]^n : sum_{i in b} x_i <= r_b for each block b}.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import as_points, as_tested
from osphg.games.capped_simplex import project_capped
from osphg.games.partition import partition
from osphg.hindsight import Benchmark
from osphg.rounds import Game, require_game
from osphg.utilities import Objective, require_objective

BoolArray = NDArray[np.bool_]

_INTEGRAL = 1e-12  # coordinates this near 0 or 1 are
_MOST_BASES = 200_000  # that an enumeration lists
_AT_A_TIME = 8  # bases in one evaluation: a sum over rounds may be large


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

    As a decision set (`osphg.domains.Domain`) it is the polytope; all its vertices are sets.

    Parameters
    ----------
    blocks : sequence of sequences of int
        A partition of the ground set 0..n-1: each element in exactly one block.
    ranks : sequence of int
        r_b for each block, between 1 and the number of its elements.

    Raises
    ------
    TypeError, ValueError
        For blocks that are no partition, or ranks outside what is said above.

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

    blocks: tuple[tuple[int, ...], ...] = checked(partition)
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
            X[..., block] = project_capped(Y[..., block], rank)
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
        """All bases as rows of booleans, (number of bases, n).

        Raises
        ------
        ValueError
            If there are more than 200000.
        """
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
        e_i, so E[f(S)] >= F(x) (Calinescu et al. 2011; Chekuri, Vondrak and Zenklusen 2010).

        Raises
        ------
        ValueError
            For an x outside the polytope.
        """
        point, rng = self._point(x), checks.generator(rng, "rng")
        while steps := self._steps(point):
            (chance, up), (_, down) = steps
            point = _with(point, up if rng.random() < chance else down)
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
            open_branches += [(probability * p, _with(point, to)) for p, to in steps if p > 0]
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

    def _steps(self, x: list[float]) -> list[tuple[float, dict[int, float]]]:
        """Return what changes on the two ways on from x, with probabilities; none from a set."""
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
                return [(chance, {i: 1.0}), (1 - chance, {i: 0.0})]
        return []


def best_fixed_set(rounds: Game, *, objective: Objective | None = None) -> Benchmark:
    """Return the best fixed base of the rounds' matroid, by trying all; prices do not enter.

    The total is multilinear (`osphg.games.families.set_functions`), hence convex along e_i - e_j:
    no point of the polytope is better than the best set, and the value is its own upper bound.

    Parameters
    ----------
    rounds : Rounds
        With a PartitionMatroid as domain, and utilities that are monotone and multilinear
        extensions of submodular functions.
    objective : Objective, optional
        ``rounds.total()``, if it is at hand.

    Returns
    -------
    Benchmark
        Its W is T: the budget, which the benchmark ignores, has no windows.

    Raises
    ------
    ValueError
        For another domain, or more than 200000 bases.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.on_matroids import coverage_game
    >>> best = osphg.matroids.best_fixed_set(coverage_game(T=20, seed=0))
    >>> best.x.nonzero()[0]
    array([1, 3, 6])
    """
    matroid = require_game("rounds", rounds).domain
    if not isinstance(matroid, PartitionMatroid):
        raise ValueError(f"rounds must have a PartitionMatroid as domain, got {matroid}")
    f = rounds.total() if objective is None else require_objective("objective", objective)
    parts = np.array_split(matroid.bases, -(-len(matroid.bases) // _AT_A_TIME))
    values = np.concatenate([f.value(part.astype(np.float64)) for part in parts])
    best = int(values.argmax())
    x = checks.read_only(matroid.bases[best].astype(np.float64))
    value = float(values[best])
    return Benchmark(x, value, value, rounds.T, rounds.T, "enumeration of bases", rounds.identity)


def _indicators(X: ArrayLike) -> ArrayLike:
    """Return an array of sets, as booleans, as points; anything else as it is."""
    return X.astype(np.float64) if type(X) is np.ndarray and X.dtype == np.bool_ else X


def _moved(x: list[float], i: int, j: int) -> dict[int, float]:
    """Move along e_i - e_j until x_i is 1 or x_j is 0."""
    if 1 - x[i] <= x[j]:
        return {i: 1.0, j: x[j] - (1 - x[i])}
    return {i: x[i] + x[j], j: 0.0}


def _with(x: list[float], changes: dict[int, float]) -> list[float]:
    after = x.copy()
    for i, entry in changes.items():
        after[i] = entry
    return after

"""The multilinear extension of any monotone submodular set function: exact, or from samples."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.games.families.base import Multilinear
from osphg.utilities import AtRound

BoolArray = NDArray[np.bool_]

_MOST_ELEMENTS = 16  # 65536 sets
_ROUNDING = 1e-12  # relative to the largest value


def all_sets(n: int) -> BoolArray:
    """Return all sets of n elements, (2^n, n): element i is in set s if bit i of s is 1.

    Examples
    --------
    >>> import osphg
    >>> osphg.families.all_sets(2).astype(int).tolist()
    [[0, 0], [1, 0], [0, 1], [1, 1]]
    """
    n = checks.positive_int("n", n, maximum=_MOST_ELEMENTS)
    return (np.arange(2**n)[:, np.newaxis] >> np.arange(n)) & 1 == 1


def _table(name: str, value: ArrayLike) -> FloatArray:
    table = checks.array(name, value, (None, None), checks.SQUARABLE)
    n = table.shape[1].bit_length() - 1
    if not 1 <= n <= _MOST_ELEMENTS or table.shape[1] != 2**n:
        raise ValueError(
            f"{name} must have 2^n columns with n between 1 and {_MOST_ELEMENTS},"
            f" got {table.shape[1]}"
        )
    if np.abs(table[:, 0]).max() > 0:
        raise ValueError(f"{name} must be 0 for the empty set, got {table[:, 0].max():g}")
    least = -_ROUNDING * np.abs(table).max(1, keepdims=True)  # of each round
    sets = np.arange(2**n)
    for i in range(n):
        S = sets[sets >> i & 1 == 0]
        gain = table[:, S + 2**i] - table[:, S]
        _refuse(name, "monotone", gain, least, f"element {i}", S)
        for j in range(i):
            lost, S = _lost(table, i, j)
            _refuse(name, "submodular", lost, least, f"elements {j} and {i}", S)
    return checks.own(table)


def _lost(table: FloatArray, i: int, j: int) -> tuple[FloatArray, NDArray[np.int64]]:
    """Return what j takes of i's gain, f(S+i) - f(S) - f(S+i+j) + f(S+j), and the sets S."""
    sets = np.arange(table.shape[-1])
    S = sets[(sets >> i & 1) + (sets >> j & 1) == 0]
    gain = table[..., S + 2**i] - table[..., S]
    return gain - (table[..., S + 2**i + 2**j] - table[..., S + 2**j]), S


def _refuse(
    name: str, kind: str, excess: FloatArray, least: FloatArray, what: str, sets: NDArray[np.int64]
) -> None:
    """Refuse a table in which a gain, or a loss of gain, is negative."""
    if (excess < least).any():
        t, s = np.unravel_index(int((excess - least).argmin()), excess.shape)
        raise ValueError(
            f"{name} must be {kind} in the set, but in round {t + 1} it is not by"
            f" {-excess.min():g} for {what} and the set of column {sets[s]}"
        )


@frozen(repr=False)
class SetFunction(Multilinear):
    """The multilinear extension of any monotone submodular set function, from all its values.

    F_t(x) = sum_S f_t(S) prod_{i in S} x_i prod_{i not in S} (1 - x_i). It takes about 2^n
    multiplications for a point, and n 2^n for a gradient. Each second derivative is the mean of
    f(S+i+j) - f(S+i) - f(S+j) + f(S) <= 0 over random S, and 0 for i = j.

    Parameters
    ----------
    table : array (T, 2^n)
        f_t(S) in the order of `all_sets`; 0 for the empty set, monotone and submodular. n is at
        most 16.

    Examples
    --------
    >>> import numpy as np
    >>> import osphg
    >>> sets = osphg.families.all_sets(3)
    >>> f = osphg.families.SetFunction(np.minimum(sets.sum(-1), 2.0)[np.newaxis])
    >>> f.value(0, [[1.0, 1.0, 0.0], [0.5, 0.5, 0.5]])
    array([2.   , 1.375])
    """

    table: FloatArray = checked(_table)

    @property
    def _size(self) -> tuple[int, int]:
        return len(self.table), self.table.shape[1].bit_length() - 1

    def _value(self, t: int, X: FloatArray) -> FloatArray:
        return self._folded(self.table[t], X, -1)

    def _gradient(self, t: int, X: FloatArray) -> FloatArray:
        return np.stack([self._folded(self.table[t], X, i) for i in range(self.n)], axis=-1)

    def _folded(self, row: FloatArray, X: FloatArray, differed: int) -> FloatArray:
        """Return the mean over the sets at X; in one coordinate, the difference instead."""
        part = np.broadcast_to(row, (*X.shape[:-1], len(row)))
        for i in range(self.n):  # the lowest bit that is left
            out, into = part[..., ::2], part[..., 1::2]
            part = into - out if i == differed else out + X[..., i, np.newaxis] * (into - out)
        return np.asarray(part[..., 0])

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return a bound of every |d^2 f_t / dx_i dx_j| over the domain, (n, n)."""
        M = np.zeros((self.n, self.n))  # the largest second differences, exact at a vertex
        for i in range(self.n):
            for j in range(i):
                M[i, j] = M[j, i] = max(float(_lost(self.table[t], i, j)[0].max()), 0.0)
        return M

    def total(self, T: int) -> AtRound:
        """Return the sum of the first T functions, the extension of the summed set function."""
        T = checks.positive_int("T", T, maximum=self.T)
        return AtRound(SetFunction(self.table[:T].sum(0, keepdims=True)), 0)

    def scaled(self, factor: float) -> SetFunction:
        """Return the same functions times a factor, not negative."""
        return SetFunction(checks.non_negative_float("factor", factor) * self.table)


def _function(name: str, value: Any) -> Callable[[int, BoolArray], ArrayLike]:
    if not checks.takes(value, 2):
        raise TypeError(
            f"{name} must be a function of a round t and sets (m, n) of booleans,"
            f" got {checks.shown(value)}"
        )
    function: Callable[[int, BoolArray], ArrayLike] = value
    return function


@frozen(repr=False)
class SampledSetFunction(Multilinear):
    """The multilinear extension of a monotone submodular set function, estimated from sets.

    Thresholds u_1..u_m are drawn once, uniform in [0,1)^n, and S_k(x) contains i where u_ki < x_i.
    The value is the mean of f_t(S_k(x)), the gradient that of f_t(S_k + i) - f_t(S_k - i): both
    unbiased at any x, and the same whenever they are asked for. As S_k grows with x, the estimated
    value is monotone, and the estimated gradient not negative and falling in x, exactly; but it
    is not the derivative of the estimated value, which is piecewise constant. Nothing here checks
    that f_t is monotone and submodular with f_t(empty) = 0: that is for the caller to know.

    For one x, chosen before the thresholds, Hoeffding's inequality says how far the estimates are
    off: see `value_error` and `gradient_error`. For few elements `SetFunction` is exact.

    Parameters
    ----------
    function : callable
        function(t, S) -> f_t of each row of S, booleans (m, n) -> (m,).
    T, n : int
        Rounds and elements.
    samples : int
        m; a gradient asks for 2 n m values of f_t at each point.
    seed : int or Generator
        The source of the thresholds; a Generator is asked for one integer.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.families.SampledSetFunction(
    ...     lambda t, S: S.any(-1) * 1.0, T=1, n=30, samples=1000, seed=0
    ... )
    >>> x = [0.02] * 30
    >>> exact = 1 - 0.98**30
    >>> bool(abs(f.value(0, x) - exact) <= f.value_error(0, 0.99))
    True
    """

    function: Callable[[int, BoolArray], ArrayLike] = checked(_function)
    T: int = checked(checks.positive_int)
    n: int = checked(checks.size)
    samples: int = checked(checks.positive_int)
    seed: int = checked(lambda name, value: checks.entropy(value, name))

    def __attrs_post_init__(self) -> None:
        """Try the function in the first round."""
        checks.size("samples", self.samples, self.n)
        self._of(0, np.eye(self.n, dtype=bool))

    @cached_property
    def _thresholds(self) -> FloatArray:
        """u_1..u_m, (m, n)."""
        return np.random.default_rng(self.seed).random((self.samples, self.n))

    def _of(self, t: int, S: BoolArray) -> FloatArray:
        """Return f_t of each row of S (m, n), if the function gives (m,) finite numbers."""
        return checks.array("function(t, S)", self.function(t, S.copy()), (len(S),))

    def _value(self, t: int, X: FloatArray) -> FloatArray:
        means = [self._of(t, self._thresholds < x).mean() for x in X.reshape(-1, self.n)]
        return np.reshape(means, X.shape[:-1])

    def _gradient(self, t: int, X: FloatArray) -> FloatArray:
        G = np.empty((X.size // self.n, self.n))
        for slopes, x in zip(G, X.reshape(-1, self.n), strict=True):
            sets = self._thresholds < x
            for i in range(self.n):
                kept = sets[:, i].copy()
                sets[:, i] = True
                slopes[i] = self._of(t, sets).mean()
                sets[:, i] = False
                slopes[i] -= self._of(t, sets).mean()
                sets[:, i] = kept
        return G.reshape(X.shape)

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return a bound of every |d^2 f_t / dx_i dx_j| over the domain, (n, n)."""
        # Of the true extension: a second difference is a gain less a smaller gain that is not
        # negative, and at most either gain at the empty set.
        single = self.singletons[t]
        return np.asarray(np.minimum(single[:, np.newaxis], single) * (1 - np.eye(self.n)))

    def range(self, domain: Domain) -> float:
        """Return max_t f_t(upper) - f_t(lower) of the estimates, which are monotone: a bound of F.

        No gradient bounds it, as that is an estimate of its own.
        """
        self.inside(domain)
        corners = np.stack([domain.upper, domain.lower])
        ends = np.stack([self.value(t, corners) for t in range(self.T)])
        return float((ends[:, 0] - ends[:, 1]).max())

    def value_error(self, t: int, confidence: float) -> float:
        """Return e such that |value - F_t(x)| <= e with at least this probability, for one x.

        Hoeffding (1963): the mean of m independent numbers in [0, f_t(all)] is further than
        f_t(all) sqrt(log(2 / (1 - confidence)) / (2 m)) from what it estimates with a probability
        of at most 1 - confidence.
        """
        rare = 1 - checks.inside_unit("confidence", confidence)
        full = float(self._of(checks.at("t", t, self.T), np.ones((1, self.n), dtype=bool))[0])
        return full * math.sqrt(math.log(2 / rare) / (2 * self.samples))

    def gradient_error(self, t: int, confidence: float) -> FloatArray:
        """Return e (n,) such that |gradient - grad F_t(x)| <= e in all coordinates, for one x.

        As `value_error`, for numbers in [0, f_t({i})], as gains diminish; n of them at once, so
        that each may fail with the n-th part of the probability.
        """
        rare = (1 - checks.inside_unit("confidence", confidence)) / self.n
        singles = self.singletons[checks.at("t", t, self.T)]
        return np.asarray(singles * math.sqrt(math.log(2 / rare) / (2 * self.samples)))

r"""Submodular set functions and their multilinear extensions, which are DR-submodular utilities.

The multilinear extension of a set function f on 0..n-1 is F(x) = E[f(S)], where S contains each
element i with probability x_i, independently (Calinescu et al. 2011). It agrees with f at the
vertices of [0,1]^n; it is monotone and DR-submodular if f is monotone and submodular; and it is
linear in each coordinate, so that its partial derivatives are differences of values,

    dF/dx_i = E[f(S + i) - f(S - i)],

which `SampledSets` estimates without bias from sampled sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import Domain, as_decisions
from osphg.games.families.coverage import ProbabilisticCoverage
from osphg.games.families.diminishing import Multilinear, not_negative
from osphg.utilities import AtRound


def _covers(f: WeightedCoverage, name: str, value: ArrayLike) -> NDArray[np.bool_]:
    covers = checks.booleans(name, value)
    checks.array(name, covers.astype(np.float64), (None, f.weights.shape[1]))
    covers.setflags(write=False)
    return covers


@frozen
class WeightedCoverage(Multilinear):
    """Weighted coverage f_t(S) = sum of w_tu over the items u that some element of S covers.

    F_t(x) = sum_u w_tu (1 - prod_{i covers u} (1 - x_i)).

    Parameters
    ----------
    weights : array (T, m)
        w_tu, not negative, in units of f.
    covers : array (n, m) of bool
        Whether element i covers item u.

    Raises
    ------
    TypeError, ValueError
        For negative weights, a `covers` that is not boolean, or shapes that do not match.

    Examples
    --------
    Of two items, worth 1 and 2, element 0 covers the first, and element 1 both:

    >>> import osphg
    >>> import numpy as np
    >>> f = osphg.families.WeightedCoverage([[1.0, 2.0]], [[True, False], [True, True]])
    >>> f
    WeightedCoverage(T=1, n=2, items=2)
    >>> f.value(0, np.array([[1, 0], [0, 1], [1, 1], [0.5, 0.5]]))
    array([1.  , 3.  , 3.  , 1.75])
    >>> f.gradient(0, np.array([0.5, 0.5]))
    array([0.5, 2.5])
    """

    weights: FloatArray = checked(lambda name, value: not_negative(name, value, (None, None)))
    covers: NDArray[np.bool_] = fitted(_covers)

    def __repr__(self) -> str:
        return f"WeightedCoverage(T={self.T}, n={self.n}, items={self.weights.shape[1]})"

    @property
    def T(self) -> int:  # type: ignore[override]
        """The number of rounds."""
        return len(self.weights)

    @property
    def n(self) -> int:  # type: ignore[override]
        """The number of elements."""
        return len(self.covers)

    @cached_property
    def by_chance(self) -> ProbabilisticCoverage:
        """The same with chances, which are 1 or 0."""
        return ProbabilisticCoverage(self.weights, self.covers.astype(np.float64))

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return F_t for each row of X (..., n)."""
        X, t = as_decisions(X, self.n), checks.at("t", t, self.T)
        if X.ndim > 1 and (X * X == X).all():  # sets: no products are needed
            covered = X.reshape(-1, self.n) @ self.by_chance.chances > 0
            found = covered.astype(np.float64).reshape(*X.shape[:-1], covered.shape[1])
            return np.asarray(found @ self.weights[t])
        return self.by_chance.value(t, X)

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of F_t for each row of X (..., n): what i covers, others missing."""
        return self.by_chance.gradient(t, X)

    def scaled(self, factor: float) -> WeightedCoverage:
        """Return the same functions times a factor, not negative."""
        factor = checks.non_negative_float("factor", factor)
        return WeightedCoverage(factor * self.weights, self.covers)

    def total(self, T: int) -> AtRound:
        """Return the sum of the first T functions, a coverage function with summed weights."""
        return self.by_chance.total(T)

    def bends(self, domain: Domain) -> Iterator[FloatArray]:
        """Yield the weight that i and j both cover, off the diagonal, for each round."""
        return self.by_chance.bends(domain)


@frozen
class FacilityLocation(Multilinear):
    """Facility location f_t(S) = sum_u max_{i in S} a_tiu: each client u takes its best facility.

    F_t(x) = sum_u sum_r a_r x_r prod_{s<r} (1 - x_s), the facilities of each client in the order
    of falling benefit.

    Parameters
    ----------
    benefits : array (T, n, m)
        a_tiu, not negative, of facility i to client u, in units of f.

    Raises
    ------
    TypeError, ValueError
        For benefits that are negative or not finite, or not three-dimensional.

    Examples
    --------
    Facility 0 is worth 3 to the first client and 1 to the second, facility 1 is worth 2 to each:

    >>> import osphg
    >>> import numpy as np
    >>> f = osphg.families.FacilityLocation([[[3.0, 1.0], [2.0, 2.0]]])
    >>> f
    FacilityLocation(T=1, n=2, clients=2)
    >>> f.value(0, np.array([[1, 0], [0, 1], [1, 1], [0.5, 0.5]]))
    array([4.  , 4.  , 5.  , 3.25])
    """

    benefits: FloatArray = checked(
        lambda name, value: not_negative(name, value, (None, None, None))
    )

    def __repr__(self) -> str:
        return f"FacilityLocation(T={self.T}, n={self.n}, clients={self.benefits.shape[2]})"

    @property
    def T(self) -> int:  # type: ignore[override]
        """The number of rounds."""
        return len(self.benefits)

    @property
    def n(self) -> int:  # type: ignore[override]
        """The number of facilities."""
        return int(self.benefits.shape[1])

    @cached_property
    def _sorted(self) -> tuple[NDArray[np.intp], FloatArray, NDArray[np.intp]]:
        """Facilities by falling benefit to each client, those benefits, and ranks, (T, n, m)."""
        order = np.argsort(-self.benefits, axis=1, kind="stable")
        ranks = np.argsort(order, axis=1, kind="stable")
        return order, np.take_along_axis(self.benefits, order, axis=1), ranks

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return F_t for each row of X (..., n)."""
        order, a, _ = (part[checks.at("t", t, self.T)] for part in self._sorted)
        x = as_decisions(X, self.n)[..., order]
        return np.asarray((a * x * _before(1 - x)).sum((-2, -1)))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of F_t for each row of X (..., n).

        A facility matters to a client whom all better ones miss, by its benefit over what those
        behind it would give.
        """
        order, a, ranks = (part[checks.at("t", t, self.T)] for part in self._sorted)
        x = as_decisions(X, self.n)[..., order]
        missed, gains, behind = 1 - x, a * x, np.zeros_like(x)
        for r in range(self.n - 1, 0, -1):
            behind[..., r - 1, :] = gains[..., r, :] + missed[..., r, :] * behind[..., r, :]
        slopes = _before(missed) * (a - behind)
        return np.asarray(slopes[..., ranks, np.arange(ranks.shape[1])].sum(-1))

    def total(self, T: int) -> AtRound:
        """Return the sum of the first T functions: the clients of all rounds together."""
        T = checks.positive_int("T", T, maximum=self.T)
        clients = np.concatenate(list(self.benefits[:T]), axis=1)
        return AtRound(FacilityLocation(clients[np.newaxis]), 0)

    def bends(self, domain: Domain) -> Iterator[FloatArray]:
        """Yield sum_u min(a_tiu, a_tju) off the diagonal, exact at the origin, for each round."""
        off = 1 - np.eye(self.n)
        for a in self.benefits:
            yield np.minimum(a[:, np.newaxis], a[np.newaxis]).sum(-1) * off


def _before(missed: FloatArray) -> FloatArray:
    """Return the product over all earlier entries of the last axis but one; 1 for the first."""
    products = np.empty_like(missed)
    products[..., 0, :] = 1.0
    missed[..., :-1, :].cumprod(axis=-2, out=products[..., 1:, :])
    return products

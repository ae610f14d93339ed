"""Coverage: by chance, by sets, and facility location, which is coverage of thresholds."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import Domain, require_domain
from osphg.games.families.base import ROUNDING, Multilinear, each_round, not_negative
from osphg.utilities import AtRound


def _value_at(t: int, x: FloatArray, packed: tuple[FloatArray, FloatArray]) -> float:
    w, q = packed  # (T, m), and (T, n, m) or (1, n, m)
    s = t if len(q) > 1 else 0
    total = 0.0
    for u in range(w.shape[1]):
        missed = 1.0
        for i in range(len(x)):
            missed *= 1.0 - q[s, i, u] * x[i]
        total += w[t, u] * (1.0 - missed)
    return total


def _gradients_at(
    t: int, X: FloatArray, G: FloatArray, packed: tuple[FloatArray, FloatArray]
) -> None:
    w, q = packed
    s = t if len(q) > 1 else 0
    n, K = X.shape
    before = np.empty((n, K))  # whom sources 0..i-1 miss
    behind = np.empty(K)  # whom sources i+1.. miss
    for i in range(n):  # here and below: G[:] = 0.0 takes longer to compile
        for k in range(K):
            G[i, k] = 0.0
    for u in range(w.shape[1]):
        weight = w[t, u]
        for k in range(K):
            before[0, k] = weight
            behind[k] = 1.0
        for i in range(n - 1):
            chance = q[s, i, u]
            for k in range(K):
                before[i + 1, k] = before[i, k] * (1.0 - chance * X[i, k])
        for i in range(n - 1, -1, -1):
            chance = q[s, i, u]
            if chance == 0.0:
                continue
            for k in range(K):
                G[i, k] += chance * before[i, k] * behind[k]
                behind[k] *= 1.0 - chance * X[i, k]


def _chances(f: ProbabilisticCoverage, name: str, value: ArrayLike) -> FloatArray:
    T, m = f.weights.shape
    chances = each_round(name, value, T, None, m)
    if (chances > 1).any():
        raise ValueError(f"{name} must be at most 1, got {chances.max():g}")
    return chances


@frozen(repr=False)
class ProbabilisticCoverage(Multilinear):
    """Weighted probabilistic coverage f_t(x) = sum_u w_tu (1 - prod_i (1 - q_tiu x_i)).

    The expected weight of the items u (people of a segment, say) that at least one source i
    reaches, when i is used with probability x_i and then reaches u with probability q_tiu, all
    independently. It is the multilinear extension of the set function
    S -> sum_u w_tu (1 - prod_{i in S} (1 - q_tiu)); each mixed derivative is
    -sum_u w_tu q_tiu q_tju prod_{others} (1 - q x) <= 0, and none is on the diagonal.

    Parameters
    ----------
    weights : array (T, m)
        w_tu, not negative, in units of f.
    chances : array (n, m) or (T, n, m)
        q_iu, the same in all rounds, or q_tiu; in [0, 1].

    Examples
    --------
    >>> import numpy as np
    >>> import osphg
    >>> reach = osphg.families.ProbabilisticCoverage(
    ...     weights=[[10.0, 20.0]], chances=[[0.5, 0.0], [0.5, 0.1]]
    ... )
    >>> reach.value(0, np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]))
    array([5. , 7. , 9.5])
    >>> reach.gradient(0, np.array([1.0, 0.0]))
    array([5. , 4.5])
    """

    weights: FloatArray = checked(lambda name, value: not_negative(name, value, None, None))
    chances: FloatArray = fitted(_chances)

    compiled = _value_at, _gradients_at

    @property
    def _size(self) -> tuple[int, int]:
        return len(self.weights), self.chances.shape[-2]

    def _packed(self, rounds: slice) -> tuple[Any, ...]:
        q = self.chances
        return self.weights[rounds], q[np.newaxis] if q.ndim == 2 else q[rounds]

    def _at(self, t: int) -> FloatArray:
        """Return the chances of round t, (n, m)."""
        return np.asarray(self.chances if self.chances.ndim == 2 else self.chances[t])

    @cached_property
    def _certain(self) -> bool:
        """Whether a source that is used reaches an item always or never."""
        return bool((self.chances * self.chances == self.chances).all())

    def _value(self, t: int, X: FloatArray) -> FloatArray:
        q = self._at(t)
        if X.ndim == 1:  # as below, in one call
            missed = np.multiply.reduce(1 - q * X[:, np.newaxis], axis=0)
        elif self._certain and (X * X == X).all():  # sets: no products are needed
            reached = X.reshape(-1, self.n) @ q > 0
            missed = 1.0 - reached.reshape(*X.shape[:-1], -1)
        else:
            missed = np.ones((*X.shape[:-1], q.shape[1]))
            for i, chance in enumerate(q):  # one source at a time: items may be many
                missed *= 1 - chance * X[..., i, np.newaxis]
        return np.asarray((1 - missed) @ self.weights[t])

    def _gradient(self, t: int, X: FloatArray) -> FloatArray:
        # What i reaches of those whom the others miss: products from both sides, as a division
        # would fail where q x_i = 1.
        q = self._at(t)
        factors = 1 - q * X[..., np.newaxis]
        others = np.empty_like(factors)
        others[..., 0, :] = 1.0
        factors[..., :-1, :].cumprod(axis=-2, out=others[..., 1:, :])
        others[..., :-1, :] *= factors[..., :0:-1, :].cumprod(axis=-2)[..., ::-1, :]
        others *= q
        return np.asarray(others @ self.weights[t])

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return a bound of every |d^2 f_t / dx_i dx_j| over the domain, (n, n)."""
        q = self._at(t)  # exact at the origin
        return np.asarray((q * self.weights[t]) @ q.T * (1 - np.eye(self.n)))

    def inside(self, domain: Domain) -> Domain:
        """Return a domain where q_tiu x_i is a probability; refuse any other."""
        require_domain("domain", domain, self.n)
        most = self.chances.max((0, -1) if self.chances.ndim == 3 else -1)
        if (domain.lower < 0).any() or (most * domain.upper > 1 + ROUNDING).any():
            raise ValueError(f"domain must lie where 0 <= chances * x <= 1, got {domain}")
        return domain

    def scaled(self, factor: float) -> ProbabilisticCoverage:
        """Return the same functions times a factor, not negative."""
        factor = checks.non_negative_float("factor", factor)
        return ProbabilisticCoverage(factor * self.weights, self.chances)

    def total(self, T: int) -> AtRound:
        """Return the sum of the first T functions, a coverage function itself.

        Its weights are the summed ones where the chances are the same in all rounds; else the items
        of all rounds stand side by side.
        """
        T = checks.positive_int("T", T, maximum=self.T)
        if self.chances.ndim == 2:
            summed, q = self.weights[:T].sum(0, keepdims=True), self.chances
        else:
            summed = self.weights[:T].reshape(1, -1)
            q = self.chances[:T].swapaxes(0, 1).reshape(self.n, -1)
        return AtRound(ProbabilisticCoverage(summed, q), 0)


class WeightedCoverage(ProbabilisticCoverage):
    """Weighted coverage f_t(S) = sum of w_tu over the items u that some element of S covers.

    F_t(x) = sum_u w_tu (1 - prod_{i covers u} (1 - x_i)): coverage with chances of 0 and 1.

    Parameters
    ----------
    weights : array (T, m)
        w_tu, not negative, in units of f.
    covers : array (n, m) of bool
        Whether element i covers item u.

    Examples
    --------
    Of two items, worth 1 and 2, element 0 covers the first, and element 1 both:

    >>> import osphg
    >>> import numpy as np
    >>> f = osphg.families.WeightedCoverage([[1.0, 2.0]], [[True, False], [True, True]])
    >>> f.value(0, np.array([[1, 0], [0, 1], [1, 1], [0.5, 0.5]]))
    array([1.  , 3.  , 3.  , 1.75])
    """

    inside = Multilinear.inside  # not where chances * x <= 1 alone: elements may cover nothing

    def __init__(self, weights: ArrayLike, covers: ArrayLike) -> None:
        weights = not_negative("weights", weights, None, None)
        found = checks.booleans("covers", covers).astype(np.float64)
        super().__init__(weights, checks.array("covers", found, (None, weights.shape[1])))

    def scaled(self, factor: float) -> WeightedCoverage:
        """Return the same functions times a factor, not negative."""
        factor = checks.non_negative_float("factor", factor)
        return WeightedCoverage(factor * self.weights, self.covers)

    @property
    def covers(self) -> NDArray[np.bool_]:
        """Whether element i covers item u, (n, m)."""
        return np.asarray(self.chances > 0)


class FacilityLocation(ProbabilisticCoverage):
    """Facility location f_t(S) = sum_u max_{i in S} a_tiu: each client u takes its best facility.

    It is coverage: of client u's r-th largest benefit, what it exceeds the next one by is an item,
    which the r best facilities of u cover. An array (T, n, n m) is held.

    Parameters
    ----------
    benefits : array (T, n, m)
        a_tiu, not negative, of facility i to client u, in units of f.

    Examples
    --------
    Facility 0 is worth 3 to the first client and 1 to the second, facility 1 is worth 2 to each:

    >>> import osphg
    >>> import numpy as np
    >>> f = osphg.families.FacilityLocation([[[3.0, 1.0], [2.0, 2.0]]])
    >>> f.value(0, np.array([[1, 0], [0, 1], [1, 1], [0.5, 0.5]]))
    array([4.  , 4.  , 5.  , 3.25])
    """

    benefits: FloatArray
    inside = Multilinear.inside

    def __init__(self, benefits: ArrayLike) -> None:
        a = not_negative("benefits", benefits, None, None, None)
        object.__setattr__(self, "benefits", a)
        T, n, m = a.shape
        falling = -np.sort(-a, axis=1)
        steps = falling - np.pad(falling[:, 1:], ((0, 0), (0, 1), (0, 0)))
        covers = a[:, :, np.newaxis] >= falling[:, np.newaxis]  # facility, threshold, client
        super().__init__(steps.reshape(T, n * m), covers.reshape(T, n, n * m).astype(np.float64))

r"""Submodular set functions and their multilinear extensions, which are DR-submodular utilities.

The multilinear extension of a set function f on 0..n-1 is F(x) = E[f(S)], where S contains each
element i with probability x_i, independently (Calinescu et al. 2011). It agrees with f at the
vertices of [0,1]^n; it is monotone and DR-submodular if f is monotone and submodular; and it is
linear in each coordinate, so that its partial derivatives are differences of values,

    dF/dx_i = E[f(S + i) - f(S - i)],

which `SampledSets` estimates without bias from sampled sets.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from osphg.core import validate
from osphg.core.domain import Domain, as_decisions, require_domain
from osphg.core.fields import checked, fitted, frozen
from osphg.core.utilities import AtRound
from osphg.core.validate import FloatArray


class _Extension:
    """What all multilinear extensions of monotone submodular functions with f(empty) = 0 share."""

    T: int
    n: int

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return F_t for each row of X (..., n)."""
        raise NotImplementedError

    def _curvature(self) -> FloatArray:
        """Return the largest |d^2 F_t / dx_i dx_j| on [0,1]^n, (T, n, n)."""
        raise NotImplementedError

    def of_set(self, t: int, S: ArrayLike, /) -> FloatArray:
        """Return f_t(S): sets as booleans (..., n) -> (...,)."""
        chosen = np.asarray(S)
        if chosen.dtype != np.bool_ or chosen.shape[-1:] != (self.n,):
            raise ValueError(
                f"S must hold booleans of shape (..., {self.n}),"
                f" got {chosen.dtype} of shape {chosen.shape}"
            )
        return self.value(t, chosen.astype(np.float64))

    @cached_property
    def singletons(self) -> FloatArray:
        """f_t({i}) = dF_t/dx_i at 0, the largest slopes, (T, n)."""
        vertices = np.eye(self.n)
        return validate.frozen(np.stack([self.value(t, vertices) for t in range(self.T)]))

    def lipschitz(self, domain: Domain) -> float:
        """Return beta_f = max_t ||grad F_t(0)||, exact on a domain that contains the origin."""
        return float(np.sqrt((self.singletons**2).sum(-1).max()))

    def range(self, domain: Domain) -> float:
        """Return an upper bound of F = max_t max_{x,y} |F_t(x) - F_t(y)| over the domain.

        The smaller of F_t(upper) - F_t(lower) and max_x <grad F_t(0), x> in each round.
        """
        require_domain("domain", domain, self.n)
        steep = self.singletons
        linear = (steep * domain.maximize_linear(steep)).sum(-1)
        corners = np.stack([domain.upper, domain.lower])
        ends = np.stack([self.value(t, corners) for t in range(self.T)])
        return float(np.minimum(linear, ends[:, 0] - ends[:, 1]).max())

    def smoothness(self, domain: Domain) -> float:
        """Return an upper bound of L on [0,1]^n, exact at the origin.

        The Hessian lies between -M and 0 entrywise, so that |u'Hu| <= rho(M) ||u||^2 with the
        spectral radius of the largest entries M (Perron-Frobenius).
        """
        return float(max(np.linalg.eigvalsh(M)[-1] for M in self._curvature()))


def _not_negative(name: str, value: ArrayLike, shape: tuple[int | None, ...]) -> FloatArray:
    array = validate.array(name, value, shape, validate.SQUARABLE)
    if (array < 0).any():
        raise ValueError(f"{name} must not be negative, got {array.min():g}")
    return validate.own(array)


def _covers(f: WeightedCoverage, name: str, value: ArrayLike) -> NDArray[np.bool_]:
    covers = validate.booleans(name, value)
    validate.array(name, covers.astype(np.float64), (None, f.weights.shape[1]))
    covers.setflags(write=False)
    return covers


@frozen
class WeightedCoverage(_Extension):
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
    """

    weights: FloatArray = checked(lambda name, value: _not_negative(name, value, (None, None)))
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

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return F_t for each row of X (..., n)."""
        missed = np.where(self.covers, 1 - as_decisions(X, self.n)[..., np.newaxis], 1.0).prod(-2)
        return np.asarray((1 - missed) @ self.weights[validate.at("t", t, self.T)])

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of F_t for each row of X (..., n).

        dF/dx_i is the weight of the items of i that the others miss: products from both sides,
        as a division would fail at x_i = 1.
        """
        factors = np.where(self.covers, 1 - as_decisions(X, self.n)[..., np.newaxis], 1.0)
        others = np.ones_like(factors)
        np.cumprod(factors[..., :-1, :], axis=-2, out=others[..., 1:, :])
        behind = np.cumprod(factors[..., :0:-1, :], axis=-2)[..., ::-1, :]
        others[..., :-1, :] *= behind
        return np.asarray((others * self.covers) @ self.weights[validate.at("t", t, self.T)])

    def scaled(self, factor: float) -> WeightedCoverage:
        """Return the same functions times a factor, not negative."""
        factor = validate.non_negative_float("factor", factor)
        return WeightedCoverage(factor * self.weights, self.covers)

    def total(self, T: int) -> AtRound:
        """Return the sum of the first T functions, a coverage function with summed weights."""
        T = validate.positive_int("T", T, maximum=self.T)
        return AtRound(WeightedCoverage(self.weights[:T].sum(0, keepdims=True), self.covers), 0)

    def _curvature(self) -> FloatArray:
        covers = self.covers.astype(np.float64)
        M = np.einsum("iu,ju,tu->tij", covers, covers, self.weights)
        return np.asarray(M * (1 - np.eye(self.n)))


@frozen
class FacilityLocation(_Extension):
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
    """

    benefits: FloatArray = checked(
        lambda name, value: _not_negative(name, value, (None, None, None))
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
        order, a, _ = (part[validate.at("t", t, self.T)] for part in self._sorted)
        x = as_decisions(X, self.n)[..., order]
        return np.asarray((a * x * _before(1 - x)).sum((-2, -1)))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of F_t for each row of X (..., n).

        A facility matters to a client whom all better ones miss, by its benefit over what those
        behind it would give.
        """
        order, a, ranks = (part[validate.at("t", t, self.T)] for part in self._sorted)
        x = as_decisions(X, self.n)[..., order]
        behind = np.zeros_like(x)
        for r in range(self.n - 2, -1, -1):
            ahead = x[..., r + 1, :]
            behind[..., r, :] = a[r + 1] * ahead + (1 - ahead) * behind[..., r + 1, :]
        slopes = _before(1 - x) * (a - behind)
        back = np.broadcast_to(ranks, slopes.shape)
        return np.asarray(np.take_along_axis(slopes, back, axis=-2).sum(-1))

    def total(self, T: int) -> AtRound:
        """Return the sum of the first T functions: the clients of all rounds together."""
        T = validate.positive_int("T", T, maximum=self.T)
        clients = np.concatenate(list(self.benefits[:T]), axis=1)
        return AtRound(FacilityLocation(clients[np.newaxis]), 0)

    def _curvature(self) -> FloatArray:
        pairs = np.minimum(self.benefits[:, :, np.newaxis], self.benefits[:, np.newaxis])
        return np.asarray(pairs.sum(-1) * (1 - np.eye(self.n)))


def _before(missed: FloatArray) -> FloatArray:
    """Return the product over all earlier entries of the last axis but one; 1 for the first."""
    products = np.ones_like(missed)
    np.cumprod(missed[..., :-1, :], axis=-2, out=products[..., 1:, :])
    return products

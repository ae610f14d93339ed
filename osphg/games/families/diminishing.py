r"""What families of monotone DR-submodular utilities share: the constants, proven once.

A monotone DR-submodular f on the box [lower, upper] has 0 <= grad f(x) <= grad f(lower), and a
Hessian whose entries are all <= 0. Everything here follows from these two lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Domain, require_domain

ROUNDING = 1e-12  # by which a bound that is at most 1 on paper may exceed it


def not_negative(
    name: str, value: ArrayLike, shape: tuple[int | None, ...], most: float = checks.SQUARABLE
) -> FloatArray:
    """Return a read-only copy of an array; ValueError for an entry below 0 or above `most`."""
    array = checks.array(name, value, shape, most)
    if (array < 0).any():
        raise ValueError(f"{name} must not be negative, got {array.min():g}")
    return checks.own(array)


class Diminishing:
    """Utilities f_1..f_T, monotone and DR-submodular on the box below and above their domain."""

    T: int
    n: int

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f_t for each row of X (..., n)."""
        raise NotImplementedError

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t for each row of X (..., n)."""
        raise NotImplementedError

    def bends(self, domain: Domain) -> Iterator[FloatArray]:
        """Yield a bound of every |d^2 f_t / dx_i dx_j| over the domain, (n, n), for each round."""
        raise NotImplementedError

    def inside(self, domain: Domain) -> Domain:
        """Return a domain on which all f_t are what they should be; refuse any other."""
        require_domain("domain", domain, self.n)
        if (domain.lower < 0).any():
            raise ValueError(f"domain must lie in the non-negative orthant, got {domain}")
        return domain

    def lipschitz(self, domain: Domain) -> float:
        """Return beta_f = max_t ||grad f_t(lower)||, exact if the lower corner is in X.

        0 <= grad f_t(x) <= grad f_t(lower) for every x >= lower.
        """
        return float(np.sqrt((self._steepest(self.inside(domain)) ** 2).sum(-1).max()))

    def range(self, domain: Domain) -> float:
        """Return an upper bound of F = max_t max_{x,y} |f_t(x) - f_t(y)|, exact on a box.

        f_t(x) - f_t(y) <= f_t(x) - f_t(lower), which is at most f_t(upper) - f_t(lower), as f_t is
        monotone, and at most <grad f_t(lower), x - lower>, as f_t is concave along x - lower >= 0;
        the smaller of the two is taken in each round.
        """
        steep = self._steepest(self.inside(domain))
        linear = (steep * (domain.maximize_linear(steep) - domain.lower)).sum(-1)
        corners = np.stack([domain.upper, domain.lower])
        ends = np.stack([self.value(t, corners) for t in range(self.T)])
        return float(np.minimum(linear, ends[:, 0] - ends[:, 1]).max())

    def smoothness(self, domain: Domain) -> float:
        """Return an upper bound of L: the largest spectral radius of the bounds of the Hessians.

        -M <= H <= 0 entrywise, so that |u'Hu| <= |u|'M|u| <= rho(M) ||u||^2 (M is symmetric).
        """
        bounds = self.bends(self.inside(domain))
        return float(max(np.linalg.eigvalsh(M)[-1] for M in bounds))

    def _steepest(self, domain: Domain) -> FloatArray:
        """Return grad f_t(lower) for each round, (T, n)."""
        return np.stack([self.gradient(t, domain.lower) for t in range(self.T)])


class Multilinear(Diminishing):
    """Multilinear extensions of monotone submodular set functions with f(empty) = 0.

    They are DR-submodular on [0,1]^n, and linear in each coordinate: no second derivative on the
    diagonal.
    """

    def inside(self, domain: Domain) -> Domain:
        """Return a domain within [0,1]^n; refuse any other."""
        require_domain("domain", domain, self.n)
        if (domain.lower < 0).any() or (domain.upper > 1 + ROUNDING).any():
            raise ValueError(f"domain must lie in [0,1]^{self.n}, got {domain}")
        return domain

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
        return checks.read_only(np.stack([self.value(t, vertices) for t in range(self.T)]))

    def _steepest(self, domain: Domain) -> FloatArray:
        """Return the slopes at the lower corner, (T, n), which is the origin nearly always."""
        return super()._steepest(domain) if domain.lower.any() else self.singletons

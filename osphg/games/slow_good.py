"""A utility of two goods that cover the same need, of which the learners take up one slowly."""

from __future__ import annotations

import math

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain, as_decisions, require_domain
from osphg.fusing import Clipping, RoundsKernel, exactly

_ROUNDING = 1e-12  # by which a number that is at most 1 on paper may exceed it


@frozen
class SlowGood:
    """f(z, e) = 1 - (1 - a z)(1 - q(e)) with q(e) = (1 + eps)(1 - exp(-e)), on [0, 1/a] x [0, 1].

    Analytic, monotone, DR-submodular and normalised.

    Parameters
    ----------
    eps : float
        Above 0, with q(1) = (1 + eps)(1 - 1/e) <= 1.
    a : float
        In (0, 1].

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.
    """

    eps: float = checked(checks.positive_float)
    a: float = checked(checks.positive_float)

    def __attrs_post_init__(self) -> None:
        """Refuse a q that exceeds 1, and a good that is not slow."""
        if self.top > 1:
            raise ValueError(f"(1 + eps)(1 - 1/e) must be at most 1, got {self.top:g}")
        if not 1 / checks.SQUARABLE <= self.a <= 1:
            raise ValueError(f"a must be between {1 / checks.SQUARABLE:g} and 1, got {self.a:g}")

    @property
    def n(self) -> int:
        """The dimension of a decision, 2."""
        return 2

    @property
    def top(self) -> float:
        """q(1), what all of e and nothing of z is worth."""
        return -(1 + self.eps) * math.expm1(-1)

    def q(self, e: FloatArray, /) -> FloatArray:
        """Return q(e)."""
        return np.asarray(-(1 + self.eps) * np.expm1(-e))

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return f for each row of X (..., 2)."""
        z, e = np.moveaxis(as_decisions(X, 2), -1, 0)
        return np.asarray(1 - (1 - self.a * z) * (1 - self.q(e)))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient for each row of X (..., 2)."""
        z, e = np.moveaxis(as_decisions(X, 2), -1, 0)
        slope = (1 - self.a * z) * (1 + self.eps) * np.exp(-e)
        return np.stack([self.a * (1 - self.q(e)), slope], axis=-1)

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the compiled loop on a box; None elsewhere, and for a subclass."""
        if not exactly(self, SlowGood) or clipping.radius < np.inf:
            return None
        from osphg.games.slow_good_compiled import slow_rounds  # numba, only when playing

        return RoundsKernel(slow_rounds, lambda local: (self.eps, self.a))

    def lipschitz(self, domain: Domain) -> float:
        """Return beta_f, exactly if the lower corner is in X: the gradient is steepest there."""
        self._inside(domain)
        return float(np.linalg.norm(self.gradient(domain.lower)))

    def smoothness(self, domain: Domain) -> float:
        """Return L, exact if the origin is in X.

        The Hessian is [[0, -a q'], [-a q', (1 - a z) q'']] with q' = -q'' at most 1 + eps.
        """
        self._inside(domain)
        h = 1 + self.eps
        return h * (1 + math.sqrt(1 + 4 * self.a * self.a)) / 2

    def range(self, domain: Domain) -> float:
        """Return an upper bound of F, exact on a box: f(upper) - f(lower)."""
        self._inside(domain)
        return float(self.value(domain.upper) - self.value(domain.lower))

    def _inside(self, domain: Domain) -> None:
        """Refuse a domain on which f is not monotone."""
        require_domain("domain", domain, 2)
        high = domain.upper * np.array([self.a, 1.0])
        if (high > 1 + _ROUNDING).any() or (domain.lower < 0).any():
            raise ValueError(f"domain must lie in [0, 1/a] x [0, 1], got {domain}")

"""Logarithms and a quadratic: the utilities of the successor paper's crowdsourcing experiment."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import Domain, as_decisions
from osphg.fusing import Clipping, RoundsKernel, exactly
from osphg.games.families.diminishing import Diminishing, not_negative
from osphg.utilities import AtRound


def _pairs(f: LogQuadratic, name: str, value: ArrayLike) -> FloatArray:
    n = len(f.merits)
    M = checks.array(name, value, (None, n, n), checks.SQUARABLE)
    if (M > 0).any():
        raise ValueError(f"{name} must be entrywise non-positive, got {M.max():g}")
    return checks.own((M + M.swapaxes(1, 2)) / 2)


@frozen
class LogQuadratic(Diminishing):
    """f_t(x) = sum_i c_i log(1 + x_i) + x'M_t x, DR-submodular as M_t <= 0 entrywise.

    d^2 f_t/dx_i dx_j = 2 M_tij - [i = j] c_i / (1 + x_i)^2 <= 0. It is monotone on a box exactly
    where its slopes at the upper corner, c_i / (1 + u_i) + 2 (M_t u)_i, are not negative, as they
    fall in x: see `monotone`. The constants hold whether it is or not.

    Parameters
    ----------
    merits : array (n,)
        c_i, not negative.
    M : array (T, n, n)
        Entrywise non-positive; stored symmetrised, as x'M x sees that alone.

    Raises
    ------
    TypeError, ValueError
        For arrays that do not fit together, a negative merit, or a positive entry of M.

    Examples
    --------
    >>> import numpy as np
    >>> import osphg
    >>> f = osphg.families.LogQuadratic([1.0, 2.0], -0.1 * np.ones((3, 2, 2)))
    >>> f
    LogQuadratic(T=3, n=2)
    >>> f.gradient(0, [0.0, 1.0]).round(3).tolist()
    [0.8, 0.8]
    >>> f.monotone(osphg.Box.unit(2)).tolist()
    [True, True, True]
    """

    merits: FloatArray = checked(lambda name, value: not_negative(name, value, (None,)))
    M: FloatArray = fitted(_pairs)

    def __repr__(self) -> str:
        return f"LogQuadratic(T={self.T}, n={self.n})"

    @property
    def T(self) -> int:  # type: ignore[override]
        """The number of rounds."""
        return len(self.M)

    @property
    def n(self) -> int:  # type: ignore[override]
        """The dimension of a decision."""
        return len(self.merits)

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f_t for each row of X (..., n)."""
        X, t = as_decisions(X, self.n), checks.at("t", t, self.T)
        return np.asarray(np.log1p(X) @ self.merits + ((X @ self.M[t]) * X).sum(-1))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t for each row of X (..., n)."""
        X, t = as_decisions(X, self.n), checks.at("t", t, self.T)
        return np.asarray(self.merits / (1 + X) + 2 * (X @ self.M[t]))

    def monotone(self, domain: Domain) -> NDArray[np.bool_]:
        """Return whether f_t is monotone on the bounding box of the domain, for each round, (T,).

        Exact but for rounding: the slopes are smallest at the upper corner.
        """
        least = self.merits / (1 + self.inside(domain).upper) + 2 * self.M @ domain.upper
        return np.asarray((least >= 0).all(-1))

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the compiled loop, on a box or a simplex; None for a subclass."""
        if not exactly(self, LogQuadratic):
            return None
        from osphg.games.families.log_quadratic_compiled import log_quadratic_rounds

        return RoundsKernel(
            log_quadratic_rounds, lambda local: (self.merits, self.M[local], clipping.radius)
        )

    def total(self, T: int) -> AtRound:
        """Return the sum of the first T functions, one of the same kind."""
        T = checks.positive_int("T", T, maximum=self.T)
        return AtRound(LogQuadratic(T * self.merits, self.M[:T].sum(0, keepdims=True)), 0)

    def scaled(self, factor: float) -> LogQuadratic:
        """Return the same functions times a factor, not negative."""
        factor = checks.non_negative_float("factor", factor)
        return LogQuadratic(factor * self.merits, factor * self.M)

    def lipschitz(self, domain: Domain) -> float:
        """Return a bound of beta_f, exact where f_t is monotone and the lower corner in X.

        Each slope falls in x: its size is largest at one of the two corners.
        """
        return float(np.sqrt((self._largest(domain) ** 2).sum(-1).max()))

    def range(self, domain: Domain) -> float:
        """Return a bound of F: that of `Diminishing` where all f_t are monotone.

        Elsewhere the largest slopes times the sides of the bounding box.
        """
        if self.monotone(domain).all():
            return super().range(domain)
        return float((self._largest(domain) @ (domain.upper - domain.lower)).max())

    def bends(self, domain: Domain) -> Iterator[FloatArray]:
        """Yield -2 M_t + diag(c_i / (1 + lower_i)^2), exact at the lower corner."""
        own = np.diag(self.merits / (1 + domain.lower) ** 2)
        for M in self.M:
            yield own - 2 * M

    def _largest(self, domain: Domain) -> FloatArray:
        """Return the largest |df_t/dx_i| on the bounding box, (T, n)."""
        self.inside(domain)
        slopes = [
            np.abs(self.merits / (1 + x) + 2 * self.M @ x) for x in (domain.lower, domain.upper)
        ]
        return np.asarray(np.maximum(*slopes))

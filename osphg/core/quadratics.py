"""Quadratic utilities: one function of the decision, and one for each round."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from osphg.core import validate
from osphg.core.domain import Domain, as_decisions, require_domain
from osphg.core.fields import checked, frozen, own_array
from osphg.core.fusing import Clipping, RoundsKernel, exactly
from osphg.core.validate import FloatArray


def _symmetric(name: str, value: ArrayLike) -> FloatArray:
    """Return the symmetric part of the last two axes: x'Hx sees that alone."""
    H = np.ascontiguousarray(value, dtype=np.float64)
    with np.errstate(over="ignore"):
        symmetric = (H + H.swapaxes(-1, -2)) / 2
    if not np.isfinite(symmetric).all():
        symmetric = H / 2 + H.swapaxes(-1, -2) / 2
    return validate.frozen(symmetric)


def _times(X: FloatArray, H: FloatArray) -> FloatArray:
    """Return X @ H; of few axes in half the time that the operator takes to begin."""
    return np.asarray(X.dot(H) if X.ndim < 3 else X @ H)


@frozen
class Quadratic:
    """The function x'Hx/2 + h'x of one decision.

    Parameters
    ----------
    H : array (n, n)
        Only its symmetric part acts; `H` is stored symmetrised.
    h : array (n,)

    Examples
    --------
    >>> import osphg
    >>> f = osphg.utilities.Quadratic([[-1.0, -1.0], [-1.0, 0.0]], [1.0, 1.0])
    >>> float(f.value([1.0, 0.0]))
    0.5
    >>> f.gradient([1.0, 0.0])
    array([0., 0.])
    """

    H: FloatArray = checked(_symmetric)
    h: FloatArray = checked(own_array(None))

    def __attrs_pre_init__(self, H: ArrayLike, h: ArrayLike) -> None:
        """Refuse arrays that do not fit together."""
        n = validate.array("h", h, (None,)).size
        validate.array("H", H, (n, n))

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return x'Hx/2 + h'x for each row of X (..., n)."""
        X = as_decisions(X, len(self.h))
        return np.asarray(np.add.reduce((0.5 * _times(X, self.H) + self.h) * X, -1))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return Hx + h for each row of X (..., n)."""
        return np.asarray(_times(as_decisions(X, len(self.h)), self.H) + self.h)


@frozen
class Quadratics:
    """DR-submodular quadratics f_t(x) = x'H_t x/2 + h_t'x (paper, section 2.3).

    Parameters
    ----------
    H : array (T, n, n)
        Entrywise non-positive: the Hessian of a DR-submodular function. Only the symmetric
        part of each H_t acts on f_t, and `H` is stored symmetrised.
    h : array (T, n)

    Raises
    ------
    TypeError, ValueError
        For arrays that are not finite or do not fit together, or a positive entry of H.

    Examples
    --------
    >>> import osphg
    >>> import numpy as np
    >>> f = osphg.utilities.Quadratics(H=-np.ones((3, 2, 2)), h=np.full((3, 2), 2.0))
    >>> f
    Quadratics(T=3, n=2)
    >>> f.value(0, np.array([[1.0, 0.0], [1.0, 1.0]]))
    array([1.5, 2. ])
    >>> round(f.smoothness(osphg.Box.unit(2)), 3)
    2.0
    """

    H: FloatArray = checked(_symmetric)
    h: FloatArray = checked(own_array(None, None))

    def __attrs_pre_init__(self, H: ArrayLike, h: ArrayLike) -> None:
        """Refuse arrays that do not fit together, or a positive entry of H."""
        T, n = validate.array("h", h, (None, None)).shape
        slopes = validate.array("H", H, (T, n, n))
        if (slopes > 0).any():
            raise ValueError(
                f"H must be entrywise non-positive (diminishing returns), got {slopes.max()}"
            )

    def __repr__(self) -> str:
        return f"Quadratics(T={self.T}, n={self.n})"

    @property
    def T(self) -> int:
        """The number of rounds."""
        return len(self.h)

    @property
    def n(self) -> int:
        """The dimension of a decision."""
        return int(self.h.shape[1])

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f_t for each row of X (..., n)."""
        X, t = as_decisions(X, self.h.shape[1]), validate.at("t", t, len(self.h))
        return np.asarray(np.add.reduce((0.5 * _times(X, self.H[t]) + self.h[t]) * X, -1))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return H_t x + h_t for each row of X (..., n), H_t symmetrised."""
        X, t = as_decisions(X, self.h.shape[1]), validate.at("t", t, len(self.h))
        return np.asarray(_times(X, self.H[t]) + self.h[t])

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the compiled loop, on any such set; None for a subclass."""
        if not exactly(self, Quadratics):
            return None
        from osphg.core.quadratics_compiled import quadratic_rounds  # numba, only when playing
        from osphg.core.quadratics_line import quadratic_line

        return RoundsKernel(
            quadratic_rounds,
            lambda local: (self.H[local], self.h[local], clipping.radius),
            quadratic_line,
        )

    def total(self, T: int) -> Quadratic:
        """Return the sum of the first T functions, itself a quadratic."""
        T = validate.positive_int("T", T, maximum=self.T)
        return Quadratic(self.H[:T].sum(0), self.h[:T].sum(0))

    def scaled(self, factor: float) -> Quadratics:
        """Return the same functions times a factor, not negative."""
        factor = validate.non_negative_float("factor", factor)
        return Quadratics(factor * self.H, factor * self.h)

    def lipschitz(self, domain: Domain) -> float:
        """Return an upper bound of beta_f = max_t max_x ||grad f_t(x)|| over the domain.

        Each partial derivative falls in every coordinate, so over the domain's bounding box it
        lies between its values at the two corners. Exact where f_t is monotone.
        """
        return float(np.sqrt((self._steepest(domain) ** 2).sum(-1).max()))

    def smoothness(self, domain: Domain) -> float:
        """Return L of the paper's smoothness assumption, exactly.

        f_t(x+u) - f_t(x) - <grad f_t(x), u> = u'H_t u/2, and over signed u the largest
        -u'H_t u/||u||^2 is the largest eigenvalue of -H_t (Perron-Frobenius: -H_t >= 0).
        """
        return float(np.linalg.eigvalsh(-self.H)[:, -1].max())

    def range(self, domain: Domain) -> float:
        """Return an upper bound of F = max_t max_{x,y} |f_t(x) - f_t(y)| over the domain.

        Exact on a box where every f_t is monotone: f_t(upper) - f_t(lower).
        """
        require_domain("domain", domain, self.n)
        at_upper = domain.upper * (self.H @ domain.upper) / 2 + self.h * domain.upper
        at_lower = domain.lower * (self.H @ domain.lower) / 2 + self.h * domain.lower
        least = self.H @ domain.upper + self.h  # the smallest slopes; 0 up to rounding, often
        if (least >= -1e-12 * np.abs(self.h).max()).all():
            return float((at_upper - at_lower).sum(-1).max())
        return float((self._steepest(domain) @ (domain.upper - domain.lower)).max())

    def _steepest(self, domain: Domain) -> FloatArray:
        """Return the largest |d f_t / d x_i| over the bounding box of the domain, (T, n)."""
        require_domain("domain", domain, self.n)
        at_lower = self.H @ domain.lower + self.h if domain.lower.any() else self.h
        return np.maximum(np.abs(at_lower), np.abs(self.H @ domain.upper + self.h))

"""Utility functions f_1..f_T: monotone DR-submodular families, and their sum in hindsight.

A utility is any object with `value(t, X)` and `gradient(t, X)`, batched over points: X has shape
(..., n), the value (...,) and the gradient (..., n); t = 0..T-1 is the round, counted from 0.
Nothing else is asked of it. It may offer `lipschitz(domain)`, `smoothness(domain)`,
`range(domain)` (the constants beta_f, L and F of the paper's assumptions, as floats),
`total(T)` (the sum over rounds as one function of x) and `fused_rounds(clipping)` (a compiled loop,
see `osphg.core.fusing`), which replace slower or looser defaults.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from osphg.core import validate
from osphg.core.domains import Domain
from osphg.core.fields import checked, frozen, own_array
from osphg.core.fusing import Clipping, RoundsKernel
from osphg.core.validate import FloatArray


@runtime_checkable
class Utility(Protocol):
    """What a player may learn of f_t once it has committed to x_t."""

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f_t at each point: X (..., n) -> (...,)."""
        ...

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t at each point: X (..., n) -> (..., n)."""
        ...


@runtime_checkable
class Objective(Protocol):
    """A function of the decision alone, such as the sum of all f_t."""

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return the value at each point: X (..., n) -> (...,)."""
        ...

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient at each point: X (..., n) -> (..., n)."""
        ...


def _symmetric(name: str, value: ArrayLike) -> FloatArray:
    """Return the symmetric part of the last two axes: x'Hx sees that alone."""
    H = np.ascontiguousarray(value, dtype=np.float64)
    return validate.frozen((H + H.swapaxes(-1, -2)) / 2)


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
        X = np.asarray(X, dtype=np.float64)
        return np.asarray(((0.5 * (X @ self.H) + self.h) * X).sum(-1))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return Hx + h for each row of X (..., n)."""
        return np.asarray(X @ self.H + self.h)


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
        return np.asarray(((0.5 * (X @ self.H[t]) + self.h[t]) * X).sum(-1))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return H_t x + h_t for each row of X (..., n), H_t symmetrised."""
        return np.asarray(X @ self.H[t] + self.h[t])

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the compiled loop, on any such set; None for a subclass."""
        if type(self) is not Quadratics:
            return None
        from osphg.core.quadratics_compiled import quadratic_rounds  # numba, only when playing

        return RoundsKernel(
            quadratic_rounds, lambda local: (self.H[local], self.h[local], clipping.radius)
        )

    def total(self, T: int) -> Quadratic:
        """Return the sum of the first T functions, itself a quadratic."""
        return Quadratic(self.H[:T].sum(0), self.h[:T].sum(0))

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
        at_upper = domain.upper * (self.H @ domain.upper) / 2 + self.h * domain.upper
        at_lower = domain.lower * (self.H @ domain.lower) / 2 + self.h * domain.lower
        least = self.H @ domain.upper + self.h  # the smallest slopes; 0 up to rounding, often
        if (least >= -1e-12 * np.abs(self.h).max()).all():
            return float((at_upper - at_lower).sum(-1).max())
        return float((self._steepest(domain) @ (domain.upper - domain.lower)).max())

    def _steepest(self, domain: Domain) -> FloatArray:
        """Return the largest |d f_t / d x_i| over the bounding box of the domain, (T, n)."""
        slopes = [np.abs(self.H @ corner + self.h) for corner in (domain.lower, domain.upper)]
        return np.asarray(np.maximum(*slopes))


@dataclass(frozen=True, eq=False)
class Stationary:
    """The same utility f in every round.

    Parameters
    ----------
    objective : Objective
        `value(X)` and `gradient(X)`, both batched over points (..., n). Its own `lipschitz`,
        `smoothness` and `range`, where it has them, are those of the rounds.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.utilities.Quadratic([[-1.0]], [2.0])
    >>> same = osphg.utilities.Stationary(f)
    >>> float(same.value(7, [1.0]))
    1.5
    >>> float(same.total(10).value([1.0]))
    15.0
    """

    objective: Objective

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f for each row of X (..., n), whatever the round."""
        return self.objective.value(X)

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f for each row of X (..., n), whatever the round."""
        return self.objective.gradient(X)

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the objective's own compiled loop, if it has one; None for a subclass."""
        own: Any = getattr(self.objective, "fused_rounds", None)
        if type(self) is not Stationary or own is None:
            return None
        kernel: RoundsKernel | None = own(clipping)
        return kernel

    def total(self, T: int) -> Scaled:
        """Return T f."""
        return Scaled(self.objective, float(T))

    def lipschitz(self, domain: Domain) -> float:
        """Return the objective's own beta_f, or ||grad f(0)||, which bounds it by diminishing."""
        own: Any = getattr(self.objective, "lipschitz", None)
        if own is not None:
            return float(own(domain))
        return float(np.linalg.norm(self.objective.gradient(np.zeros(domain.n))))

    def range(self, domain: Domain) -> float:
        """Return the objective's own F, or max_x <grad f(0), x>, which bounds it likewise."""
        own: Any = getattr(self.objective, "range", None)
        if own is not None:
            return float(own(domain))
        slope = self.objective.gradient(np.zeros(domain.n))
        return float(slope @ domain.maximize_linear(slope))

    def smoothness(self, domain: Domain) -> float:
        """Return the objective's own L; TypeError if it has none, as no sample can bound it."""
        own: Any = getattr(self.objective, "smoothness", None)
        if own is None:
            raise TypeError(
                f"objective must have a method smoothness(domain) for L to be known,"
                f" {type(self.objective).__name__} has none"
            )
        return float(own(domain))


@dataclass(frozen=True, eq=False)
class Scaled:
    """The objective times a constant.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.utilities.Quadratic([[-1.0]], [2.0])
    >>> float(osphg.utilities.Scaled(f, 10.0).value([1.0]))
    15.0
    """

    objective: Objective
    factor: float

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return factor * f(x) for each row of X (..., n)."""
        return np.asarray(self.factor * self.objective.value(X))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return factor * grad f(x) for each row of X (..., n)."""
        return np.asarray(self.factor * self.objective.gradient(X))


@dataclass(frozen=True, eq=False)
class AtRound:
    """The utility of one round, f_t, as a function of the decision alone.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=10)
    >>> f = osphg.utilities.AtRound(rounds.utility, 3)
    >>> round(float(f.value([1.0, 1.0])), 3)
    0.369
    """

    utility: Utility
    t: int

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return f_t for each row of X (..., n)."""
        return self.utility.value(self.t, X)

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t for each row of X (..., n)."""
        return self.utility.gradient(self.t, X)


@dataclass(frozen=True, eq=False)
class Sum:
    """The sum of several objectives; an evaluation evaluates each.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.utilities.Quadratic([[-1.0]], [2.0])
    >>> float(osphg.utilities.Sum((f, f)).value([1.0]))
    3.0
    """

    terms: tuple[Objective, ...]

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return the summed value for each row of X (..., n)."""
        return np.asarray(sum(term.value(X) for term in self.terms))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the summed gradient for each row of X (..., n)."""
        return np.asarray(sum(term.gradient(X) for term in self.terms))


def total(utility: Utility, T: int) -> Objective:
    """Return sum_{t<T} f_t as one function of x: the objective in hindsight.

    Uses the utility's own `total(T)` when it has one (a single quadratic for `Quadratics`);
    else a `Sum`, which calls the utility T times per evaluation.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=10)
    >>> type(osphg.utilities.total(rounds.utility, 10)).__name__
    'Quadratic'
    """
    own: Any = getattr(utility, "total", None)
    if own is not None:
        objective: Objective = own(T)
        return objective
    return Sum(tuple(AtRound(utility, t) for t in range(T)))


def add(objectives: Sequence[Objective]) -> Objective:
    """Return the sum of objectives: a single `Quadratic` when all of them are quadratic.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.utilities.Quadratic([[-1.0]], [2.0])
    >>> osphg.utilities.add([f, f]).h
    array([4.])
    """
    quadratics = [f for f in objectives if isinstance(f, Quadratic)]
    if len(quadratics) == len(objectives):
        H = np.sum([f.H for f in quadratics], axis=0)
        return Quadratic(H, np.sum([f.h for f in quadratics], axis=0))
    return Sum(tuple(objectives))

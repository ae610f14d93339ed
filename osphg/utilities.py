"""Utilities: one function of the decision for each round, and their sum."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, frozen, own_array, shown, takes
from osphg.compiler import compiling
from osphg.domains import Domain, as_decisions, require_domain
from osphg.fusing import Clipping, Points, RoundsKernel, exactly

__all__ = [
    "AtRound",
    "Compiled",
    "Objective",
    "Quadratic",
    "Quadratics",
    "Scaled",
    "Stationary",
    "Sum",
    "Utility",
    "add",
    "total",
]


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


def require_utility(name: str, value: Any) -> Utility:
    """Return what has a value and a gradient; TypeError for anything else, and for a class."""
    if not (takes(getattr(value, "value", None), 2) and takes(getattr(value, "gradient", None), 2)):
        raise TypeError(
            f"{name} must have methods value(t, X) and gradient(t, X), got {shown(value)}"
        )
    utility: Utility = value
    return utility


def require_objective(name: str, value: Any) -> Objective:
    """Return what has a value and a gradient; TypeError for anything else, and for a class."""
    if not (takes(getattr(value, "value", None), 1) and takes(getattr(value, "gradient", None), 1)):
        raise TypeError(f"{name} must have methods value(X) and gradient(X), got {shown(value)}")
    objective: Objective = value
    return objective


def require_objectives(name: str, value: Any) -> None:
    """Refuse what is no list of objectives, and an empty one; TypeError."""
    if not isinstance(value, list | tuple) or not value:
        raise TypeError(
            f"{name} must be a list or tuple of objectives, not empty, got {shown(value)}"
        )
    for i, term in enumerate(value):
        if not callable(getattr(term, "gradient", None)):  # there may be thousands
            require_objective(f"{name}[{i}]", term)


def _symmetric(name: str, value: ArrayLike) -> FloatArray:
    """Return the symmetric part of the last two axes: x'Hx sees that alone."""
    H = np.ascontiguousarray(value, dtype=np.float64)
    with np.errstate(over="ignore"):
        symmetric = (H + H.swapaxes(-1, -2)) / 2
    if not np.isfinite(symmetric).all():
        symmetric = H / 2 + H.swapaxes(-1, -2) / 2
    return checks.read_only(symmetric)


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
        n = checks.array("h", h, (None,)).size
        checks.array("H", H, (n, n))

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
        T, n = checks.array("h", h, (None, None)).shape
        slopes = checks.array("H", H, (T, n, n))
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
        X, t = as_decisions(X, self.h.shape[1]), checks.at("t", t, len(self.h))
        return np.asarray(np.add.reduce((0.5 * _times(X, self.H[t]) + self.h[t]) * X, -1))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return H_t x + h_t for each row of X (..., n), H_t symmetrised."""
        X, t = as_decisions(X, self.h.shape[1]), checks.at("t", t, len(self.h))
        return np.asarray(_times(X, self.H[t]) + self.h[t])

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the compiled loop, on any such set; None for a subclass."""
        if not exactly(self, Quadratics):
            return None
        from osphg.compiled import (
            quadratic_line,
            quadratic_rounds,  # numba, only when playing
        )

        return RoundsKernel(
            quadratic_rounds,
            lambda local: (self.H[local], self.h[local], clipping.radius),
            quadratic_line,
        )

    def fused_points(self) -> Points | None:
        """Return the functions of one point, for domains that project point by point."""
        if not exactly(self, Quadratics):
            return None
        from osphg.compiled import quadratic_gradient, quadratic_value  # numba, only when playing

        return Points(quadratic_value, quadratic_gradient, (self.H, self.h))

    def total(self, T: int) -> Quadratic:
        """Return the sum of the first T functions, itself a quadratic."""
        T = checks.positive_int("T", T, maximum=self.T)
        return Quadratic(self.H[:T].sum(0), self.h[:T].sum(0))

    def scaled(self, factor: float) -> Quadratics:
        """Return the same functions times a factor, not negative."""
        factor = checks.non_negative_float("factor", factor)
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


if TYPE_CHECKING:
    from osphg.compiled import Loops


def _function(name: str, value: Any) -> Callable[..., Any]:
    if not compiling():
        raise TypeError(f"{name} must be a function under numba.njit, which needs numba")
    from osphg.compiled import is_compiled  # numba, only for who has some

    if not is_compiled(value):
        raise TypeError(f"{name} must be a function under numba.njit, got {checks.shown(value)}")
    function: Callable[..., Any] = value
    return function


def _data(name: str, value: Any) -> tuple[Any, ...]:
    if not isinstance(value, tuple):
        raise TypeError(f"{name} must be a tuple of arrays and numbers, got {checks.shown(value)}")
    return tuple(
        checks.own(checks.finite(f"{name}[{i}]", checks.real(f"{name}[{i}]", part)))
        if isinstance(part, np.ndarray | list)
        else checks.finite_float(f"{name}[{i}]", part)
        for i, part in enumerate(value)
    )


@frozen(repr=False)
class Compiled:
    """Utilities that numba has compiled, one point at a time: no batches to think of.

    Players that go through the compiled loop call them there, without NumPy; the loop is compiled
    when it is first played, which takes a few seconds in each process. f_1..f_T are taken to be
    monotone and DR-submodular; `osphg.check` samples whether they are.

    Parameters
    ----------
    value_at : function under numba.njit
        value_at(t, x, *data) -> f_t(x), a float, for x (n,); t = 0..T-1.
    gradient_at : function under numba.njit
        gradient_at(t, x, out, *data) writes grad f_t(x) to all of out (n,) and returns nothing.
    data : tuple of arrays and numbers
        What both are told besides; a read-only copy of each array is kept, as float64.
    T, n : int
        The number of rounds and the dimension of a decision. Compiled code looks at no bounds:
        both functions are therefore tried once uncompiled in the first and in the last round.

    Raises
    ------
    TypeError, ValueError
        For a function that is not under numba.njit, that numba cannot compile, or that does not
        give finite numbers at the origin of the first and the last round.

    Examples
    --------
    >>> import numba
    >>> import numpy as np
    >>> import osphg
    >>> @numba.njit
    ... def value(t, x, w):
    ...     return w[t, 0] * np.log1p(x[0]) + w[t, 1] * np.log1p(x[1])
    ...
    >>> @numba.njit
    ... def gradient(t, x, out, w):
    ...     for i in range(2):
    ...         out[i] = w[t, i] / (1 + x[i])
    ...
    >>> f = osphg.utilities.Compiled(value, gradient, (np.ones((50, 2)),), T=50, n=2)
    >>> f
    Compiled(T=50, n=2)
    >>> f.gradient(7, [[0.0, 1.0], [1.0, 1.0]])
    array([[1. , 0.5],
           [0.5, 0.5]])
    """

    value_at: Any = checked(_function)
    gradient_at: Any = checked(_function)
    data: tuple[Any, ...] = checked(_data)
    T: int = checked(checks.positive_int)
    n: int = checked(checks.size)

    def __attrs_post_init__(self) -> None:
        """Try both, uncompiled and compiled, at the origin of the first and the last round."""
        x = np.zeros(self.n)
        for t in {0, self.T - 1}:
            for plain in (True, False):
                out = np.full(self.n, math.nan)
                found = self._tried("value_at", plain, t, x.copy())
                self._tried("gradient_at", plain, t, x.copy(), out)
                if not isinstance(found, int | float | np.floating) or not math.isfinite(found):
                    raise ValueError(
                        f"value_at must be a finite number at the origin of round {t + 1},"
                        f" got {checks.shown(found)}"
                    )
                if not np.isfinite(out).all():
                    raise ValueError(
                        f"gradient_at must write finite numbers to all of out at the origin of"
                        f" round {t + 1}, got {out.tolist()}"
                    )

    def __repr__(self) -> str:
        return f"Compiled(T={self.T}, n={self.n})"

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f_t for each row of X (..., n)."""
        X, t = as_decisions(X, self.n), checks.at("t", t, self.T)
        out = np.empty(X.shape[:-1])
        self._loops.values(t, self._rows(X), out.reshape(-1), self.data)
        return out

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t for each row of X (..., n)."""
        X, t = as_decisions(X, self.n), checks.at("t", t, self.T)
        out = np.empty(X.shape)
        self._loops.gradients(t, self._rows(X), out.reshape(-1, self.n), self.data)
        return out

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the compiled loop, on a box or a simplex; None for a subclass."""
        if not exactly(self, Compiled):
            return None
        return RoundsKernel(
            self._loops.rounds, lambda local: ((local.start, self.data), clipping.radius)
        )

    def fused_points(self) -> Points | None:
        """Return both functions for the loop of one point at a time; None for a subclass."""
        if not exactly(self, Compiled):
            return None
        return Points(self.value_at, self.gradient_at, self.data)

    @cached_property
    def _loops(self) -> Loops:
        """The loops around the two functions."""
        from osphg.compiled import loops_around  # numba, only when asked

        return loops_around(self.value_at, self.gradient_at)

    def _rows(self, X: FloatArray) -> FloatArray:
        """Return a copy of the points, (m, n), which a function may write into."""
        return np.array(X, dtype=np.float64, order="C").reshape(-1, self.n)

    def _tried(self, name: str, plain: bool, *arguments: Any) -> Any:
        """Call one of the functions; TypeError for whatever it raises."""
        function: Any = self.value_at if name == "value_at" else self.gradient_at
        try:
            with np.errstate(all="ignore"):
                return (function.py_func if plain else function)(*arguments, *self.data)
        except Exception as error:
            from osphg.compiled import why_not

            kind = "as it is written" if plain else "compiled"
            raise TypeError(
                f"{name} must work {kind} at the origin of round {arguments[0] + 1}:"
                f" {type(error).__name__}: {why_not(error)}"
            ) from None


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

    def __post_init__(self) -> None:
        """Refuse what is no objective."""
        require_objective("objective", self.objective)

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f for each row of X (..., n), whatever the round."""
        return self.objective.value(X)

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f for each row of X (..., n), whatever the round."""
        return self.objective.gradient(X)

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the objective's own compiled loop, if it has one; None for a subclass."""
        own: Any = getattr(self.objective, "fused_rounds", None)
        if not exactly(self, Stationary) or own is None:
            return None
        kernel: RoundsKernel | None = own(clipping)
        return kernel

    def scaled(self, factor: float) -> Stationary:
        """Return the same utility times a factor, not negative."""
        return Stationary(Scaled(self.objective, checks.non_negative_float("factor", factor)))

    def total(self, T: int) -> Scaled:
        """Return T f."""
        return Scaled(self.objective, float(checks.positive_int("T", T)))

    def lipschitz(self, domain: Domain) -> float:
        """Return the objective's own beta_f, or ||grad f(0)||, which bounds it by diminishing."""
        require_domain("domain", domain)
        own: Any = getattr(self.objective, "lipschitz", None)
        if own is not None:
            return checks.finite_float("objective.lipschitz(domain)", own(domain))
        return float(np.linalg.norm(self.objective.gradient(np.zeros(domain.n))))

    def range(self, domain: Domain) -> float:
        """Return the objective's own F, or max_x <grad f(0), x>, which bounds it likewise."""
        require_domain("domain", domain)
        own: Any = getattr(self.objective, "range", None)
        if own is not None:
            return checks.finite_float("objective.range(domain)", own(domain))
        slope = self.objective.gradient(np.zeros(domain.n))
        return float(slope @ domain.maximize_linear(slope))

    def smoothness(self, domain: Domain) -> float:
        """Return the objective's own L; TypeError if it has none, as no sample can bound it."""
        require_domain("domain", domain)
        own: Any = getattr(self.objective, "smoothness", None)
        if own is None:
            raise TypeError(
                f"objective must have a method smoothness(domain) for L to be known,"
                f" {type(self.objective).__name__} has none"
            )
        return checks.finite_float("objective.smoothness(domain)", own(domain))


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

    def __post_init__(self) -> None:
        """Refuse what is no objective, or no factor."""
        require_objective("objective", self.objective)
        object.__setattr__(self, "factor", checks.finite_float("factor", self.factor))

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return factor * f(x) for each row of X (..., n)."""
        return np.asarray(self.factor * self.objective.value(_copy(X)))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return factor * grad f(x) for each row of X (..., n)."""
        return np.asarray(self.factor * self.objective.gradient(_copy(X)))


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

    def __post_init__(self) -> None:
        """Refuse what is no utility, or no round."""
        if not hasattr(self.utility, "gradient"):  # no more: one is made in every round
            require_utility("utility", self.utility)
        if type(self.t) is not int or self.t < 0:
            checks.seed(self.t, "t")

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return f_t for each row of X (..., n)."""
        return self.utility.value(self.t, _copy(X))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t for each row of X (..., n)."""
        return self.utility.gradient(self.t, _copy(X))


def _copy(X: FloatArray) -> FloatArray:
    """Return points that a utility may write into; nobody else sees what it leaves there."""
    return X.copy() if type(X) is np.ndarray else np.array(X, dtype=np.float64)


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

    def __post_init__(self) -> None:
        """Refuse no terms, and terms that are no objectives."""
        require_objectives("terms", self.terms)

    @property
    def calls(self) -> int:
        """How many objectives answer when a value is asked for."""
        return sum(getattr(term, "calls", 1) for term in self.terms)

    @property
    def points_per_call(self) -> int:
        """How many points are worth asking for at once, where the calls cost more than they."""
        return 64 if self.calls > 16 else 1

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return the summed value for each row of X (..., n)."""
        return np.asarray(sum(term.value(X) for term in self.terms))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the summed gradient for each row of X (..., n)."""
        return np.asarray(sum(term.gradient(X) for term in self.terms))


def total(utility: Utility, T: int) -> Objective:
    """Return sum_{t<T} f_t as one function of x: the objective in hindsight.

    Uses the utility's own `total(T)` when it has one (a single quadratic for `Quadratics`);
    else a `Sum`, which calls the utility T times per evaluation: `best_fixed_decision` then asks
    for many points at a time, and is still some times slower than with the utility's own `total`.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=10)
    >>> type(osphg.utilities.total(rounds.utility, 10)).__name__
    'Quadratic'
    """
    T = checks.positive_int("T", T)
    own: Any = getattr(require_utility("utility", utility), "total", None)
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
    require_objectives("objectives", objectives)
    quadratics = [f for f in objectives if isinstance(f, Quadratic)]
    if len(quadratics) == len(objectives):
        H = np.sum([f.H for f in quadratics], axis=0)
        return Quadratic(H, np.sum([f.h for f in quadratics], axis=0))
    return Sum(tuple(objectives))

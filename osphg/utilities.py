"""Utilities: one function of the decision for each round, and their sum.

Decisions X (..., n) are points on the last axis: values are (...,), gradients (..., n).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, array_of_shape, checked, frozen
from osphg.compiled.answers import Functions, fit_compiled_loops, own_method_result
from osphg.compiled.jit import compiling, is_compiled, why_not
from osphg.compiled.points import each_point
from osphg.compiled.quadratics import quadratic_gradients, quadratic_value
from osphg.compiled.surroundings import require_arguments
from osphg.domains import Domain, require_points
from osphg.messages import short_repr

__all__ = [
    "AtRound",
    "Compiled",
    "Objective",
    "Quadratic",
    "Quadratics",
    "Stationary",
    "Sum",
    "Utility",
]


class Utility(Protocol):
    """What a player may learn of f_t once it has committed to x_t; t = 0..T-1.

    `value(t, X)` is f_t at each point, `gradient(t, X)` its gradient there.
    """

    def value(self, t: int, X: FloatArray, /) -> FloatArray: ...
    def gradient(self, t: int, X: FloatArray, /) -> FloatArray: ...


def consistent_method(part: Any, name: str, of: tuple[str, ...] = ("value", "gradient")) -> Any:
    """Return the method of a part by its `name` that speaks of other methods, as `total` does.

    None if there is none, or if a subclass has one of those others anew: what stands in the class
    above speaks of another function.
    """
    line = type(part).__mro__

    def depth(member: str) -> int:
        return next((i for i, kind in enumerate(line) if member in vars(kind)), len(line))

    own = depth(name)
    if own < len(line) and own > min(map(depth, of)):
        return None
    return getattr(part, name, None)


class Objective(Protocol):
    """A function of the decision alone, such as the sum of all f_t, as a `Utility` without t."""

    def value(self, X: FloatArray, /) -> FloatArray: ...
    def gradient(self, X: FloatArray, /) -> FloatArray: ...


def require_methods(name: str, value: Any, arguments: str) -> Any:
    """Return what has a value and a gradient, of "t, X" or "X"; TypeError for a class, too."""
    wanted = f"have methods value({arguments}) and gradient({arguments})"
    checks.of_kind(name, value, Objective, wanted)
    for method in (value.value, value.gradient):
        try:
            signature(method).bind(*arguments.split(","))
        except TypeError:
            raise TypeError(f"{name} must {wanted}, got {short_repr(value)}") from None
    return value


def _symmetric(name: str, value: ArrayLike) -> FloatArray:
    """Return the symmetric part of the last two axes: x'Hx sees that alone."""
    H = np.asarray(value, dtype=np.float64)
    return checks.read_only(np.ascontiguousarray((H + H.swapaxes(-1, -2)) / 2))


def _value(X: FloatArray, H: FloatArray, h: FloatArray) -> FloatArray:
    """Return x'Hx/2 + h'x at each point."""
    return np.asarray(np.add.reduce((0.5 * (X @ H) + h) * X, -1))


@frozen
class Quadratic:
    """The function x'Hx/2 + h'x of one decision: H (n, n), stored symmetrised, and h (n,)."""

    H: FloatArray = checked(_symmetric)
    h: FloatArray = checked(array_of_shape(None))

    def __attrs_pre_init__(self, H: ArrayLike, h: ArrayLike) -> None:
        """Refuse arrays that do not fit together."""
        n = checks.array("h", h, (None,)).size
        checks.array("H", H, (n, n))

    def value(self, X: FloatArray, /) -> FloatArray:
        return _value(require_points("X", X, len(self.h)), self.H, self.h)

    def gradient(self, X: FloatArray, /) -> FloatArray:
        return np.asarray(require_points("X", X, len(self.h)) @ self.H + self.h)


@frozen(repr=False)
class Quadratics:
    """DR-submodular quadratics f_t(x) = x'H_t x/2 + h_t'x (paper, section 2.3).

    H (T, n, n) is entrywise non-positive (else ValueError), as the Hessians of DR-submodular
    functions are, and stored symmetrised: only the symmetric part acts on f_t. h is (T, n).
    """

    H: FloatArray = checked(_symmetric)
    h: FloatArray = checked(array_of_shape(None, None))

    def __attrs_pre_init__(self, H: ArrayLike, h: ArrayLike) -> None:
        """Refuse arrays that do not fit together, or a positive entry of H."""
        T, n = checks.array("h", h, (None, None)).shape
        largest = checks.array("H", H, (T, n, n)).max()
        checks.must(largest <= 0, "H", "be entrywise non-positive (diminishing returns)", largest)

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
        X, t = require_points("X", X, self.h.shape[1]), checks.index("t", t, len(self.h))
        return _value(X, self.H[t], self.h[t])

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        X, t = require_points("X", X, self.h.shape[1]), checks.index("t", t, len(self.h))
        return np.asarray(X @ self.H[t] + self.h[t])

    def fused_functions(self) -> Functions | None:
        if not self._fits_compiled_loops:  # NumPy refuses what overflows
            return None
        return Functions(quadratic_value, quadratic_gradients, (self.H, self.h))

    @cached_property
    def _fits_compiled_loops(self) -> bool:
        return fit_compiled_loops(self.H, self.h)

    def total(self, T: int) -> Quadratic:
        """Return the sum of the first T functions, itself a quadratic."""
        return Quadratic(self.H[:T].sum(0), self.h[:T].sum(0))

    def scaled(self, factor: float) -> Quadratics:
        """Return the same functions times a factor, not negative."""
        return Quadratics(factor * self.H, factor * self.h)

    def lipschitz(self, domain: Domain) -> float:
        """Return an upper bound of beta_f = max_t max_x ||grad f_t(x)|| over [0, upper].

        Each partial derivative falls in every coordinate, so it lies between its values at the two
        corners. Exact where f_t is monotone.
        """
        return float(np.sqrt((self._steepest(domain) ** 2).sum(-1).max()))

    def smoothness(self, domain: Domain) -> float:
        """Return L of the paper's smoothness assumption, exactly.

        f_t(x+u) - f_t(x) - <grad f_t(x), u> = u'H_t u/2, and over signed u the largest
        -u'H_t u/||u||^2 is the largest eigenvalue of -H_t (Perron-Frobenius: -H_t >= 0).
        """
        return float(np.linalg.eigvalsh(-self.H)[:, -1].max())

    def range(self, domain: Domain) -> float:
        """Return an upper bound of `F = max_t max_{x,y} |f_t(x) - f_t(y)|` over [0, upper].

        Exact on a box where every f_t is monotone: f_t(upper).
        """
        upper = domain.upper
        least = self.H @ upper + self.h  # the smallest slopes; 0 up to rounding, often
        if (least * upper < -1e-12 * np.abs(self.h * upper).max()).any():
            return float((self._steepest(domain) @ upper).max())
        return float((upper * (self.H @ upper) / 2 + self.h * upper).sum(-1).max())

    def _steepest(self, domain: Domain) -> FloatArray:
        """Return the largest |d f_t / d x_i| over [0, upper], (T, n)."""
        return np.maximum(np.abs(self.h), np.abs(self.H @ domain.upper + self.h))


def _function(name: str, value: Any) -> Any:
    if not (compiling() and is_compiled(value)):
        wanted = "be a function under numba.njit"
        raise TypeError(f"{name} must {wanted}, got {short_repr(value)}")
    require_arguments(name, value)
    return value


def _data(name: str, value: Any) -> tuple[Any, ...]:
    checks.of_kind(name, value, tuple, "be a tuple of arrays and numbers")
    return tuple(
        checks.read_only_copy(
            checks.finite_array(f"{name}[{i}]", checks.real_array(f"{name}[{i}]", part))
        )
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

    Under numba.njit, `value_at(t, x, *data)` returns f_t(x), a float, for x (n,) and t = 0..T-1,
    and `gradient_at(t, x, out, *data)` writes grad f_t(x) to all of out (n,). Of the arrays in
    `data`, a tuple of arrays and numbers, read-only float64 copies are kept. Compiled code looks at
    no bounds: both are tried in the first and the last round, also uncompiled, and refused if they
    fail or give no finite numbers (TypeError, ValueError).

    Arrays belong in `data`. numba reads a variable around a function once, when it compiles the
    function, and would go on with last week's array this week. So a RuntimeWarning tells of an
    array that a function, or one that it calls, reads from around it; and a function around which
    an array, a number or a function has changed is refused (ValueError) until it is defined anew.

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
    >>> f.gradient(7, [[0.0, 1.0], [1.0, 1.0]])
    array([[1. , 0.5],
           [0.5, 0.5]])
    """

    value_at: Any = checked(_function)
    gradient_at: Any = checked(_function)
    data: tuple[Any, ...] = checked(_data)
    T: int = checked(checks.positive_int)
    n: int = checked(checks.array_size)

    def __attrs_post_init__(self) -> None:
        """Try both functions, uncompiled and compiled, at the origin of two rounds."""
        for t in sorted({0, self.T - 1}):
            self._try_at_origin(t, plain=True)
            self._try_at_origin(t, plain=False)

    def __repr__(self) -> str:
        return f"Compiled(T={self.T}, n={self.n})"

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return self._at_rows(0, t, X, np.empty(np.shape(X)[:-1]))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return self._at_rows(1, t, X, np.full(np.shape(X), np.nan))

    def fused_functions(self) -> Functions:
        self._require_arguments()  # a loop that was not played before is compiled from now on
        return Functions(*self._loops[2:], self.data)

    @cached_property
    def _loops(self) -> tuple[Any, Any, Any, Any]:
        """The loops around both functions, see `osphg.compiled.points.each_point`."""
        self._require_arguments()
        return each_point(self.value_at, self.gradient_at)

    def _require_arguments(self) -> None:
        """Refuse both functions once a number around them has changed (ValueError)."""
        require_arguments("value_at", self.value_at)
        require_arguments("gradient_at", self.gradient_at)

    def _at_rows(self, which: int, t: int, X: FloatArray, out: FloatArray) -> FloatArray:
        """Write the values (`which` is 0) or gradients (1) at points (..., n) to `out`."""
        points = require_points("X", X, self.n).copy()
        rows = points.reshape(-1, self.n)
        shape = (len(rows),) if which == 0 else rows.shape
        self._loops[which](checks.index("t", t, self.T), rows, out.reshape(shape), self.data)
        return out

    def _try_at_origin(self, t: int, *, plain: bool) -> None:
        """Refuse functions that fail at the origin (TypeError), or give no finite numbers there."""
        at = f"at the origin of round {t + 1}"
        value = self._tried("value_at", plain, at, t, np.zeros(self.n))
        is_number = isinstance(value, int | float | np.floating) and math.isfinite(value)
        checks.must(is_number, "value_at", f"be a finite number {at}", short_repr(value))
        gradient = np.full(self.n, math.nan)
        self._tried("gradient_at", plain, at, t, np.zeros(self.n), gradient)
        wanted = f"write finite numbers to all of out {at}"
        checks.must(np.isfinite(gradient).all(), "gradient_at", wanted, gradient.tolist())

    def _tried(self, name: str, plain: bool, at: str, *arguments: Any) -> Any:
        """Call one of the functions, uncompiled if `plain`; TypeError for whatever it raises."""
        function = getattr(self, name)
        called = function.py_func if plain else function
        try:
            with np.errstate(all="ignore"):
                return called(*arguments, *self.data)
        except Exception as error:
            wanted = f"{name} must work {'as it is written' if plain else 'compiled'} {at}"
            why = f"{type(error).__name__}: {why_not(error)}"
            raise TypeError(f"{wanted}: {why}") from None


@frozen
class Stationary:
    """The same utility f in every round; what f says of itself holds for the rounds, too."""

    objective: Objective = checked(lambda name, value: require_methods(name, value, "X"))

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        return self.objective.value(X)

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        return self.objective.gradient(X)

    def __getattr__(self, name: str) -> Any:
        if name in ("lipschitz", "range", "smoothness", "inside"):
            return getattr(self.objective, name)
        raise AttributeError(f"Stationary has no {name}")

    def fused_functions(self) -> Functions | None:
        return own_method_result(self.objective, "fused_functions")

    def scaled(self, factor: float) -> Stationary:
        """Return the same utility times a factor, not negative."""
        return Stationary(Sum((self.objective,), factor))

    def total(self, T: int) -> Objective:
        """Return T f, a quadratic if f is one."""
        if isinstance(self.objective, Quadratic):
            return Quadratic(T * self.objective.H, T * self.objective.h)
        return Sum((self.objective,), T)


@dataclass(frozen=True, eq=False)
class AtRound:
    """The utility of one round, f_t, as a function of the decision alone.

    It gets a copy of each point, and its answer is copied as float64: a function that writes into
    its argument, or into one array for all its answers, spoils nothing, and integers do not
    overflow where they are added up.
    """

    utility: Utility
    t: int

    def value(self, X: FloatArray, /) -> FloatArray:
        found = self.utility.value(self.t, np.array(X, dtype=np.float64, order="C"))
        return np.array(found, dtype=np.float64)

    def gradient(self, X: FloatArray, /) -> FloatArray:
        found = self.utility.gradient(self.t, np.array(X, dtype=np.float64, order="C"))
        return np.array(found, dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Sum:
    """The sum of several objectives, times a factor; an evaluation evaluates each, in float64."""

    terms: tuple[Objective, ...]
    factor: float = 1.0

    def __post_init__(self) -> None:
        """Keep what comes one by one, for more than one evaluation."""
        object.__setattr__(self, "terms", tuple(self.terms))

    @property
    def points_per_call(self) -> int:
        """How many points are worth asking for at once, where the calls cost more than they."""
        return 64 if len(self.terms) > 16 else 1

    def value(self, X: FloatArray, /) -> FloatArray:
        values = (np.asarray(term.value(X), dtype=np.float64) for term in self.terms)
        return np.asarray(self.factor * sum(values))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        slopes = (np.asarray(term.gradient(X), dtype=np.float64) for term in self.terms)
        return np.asarray(self.factor * sum(slopes))

"""Utilities: one function of the decision for each round, and their sum.

A utility of your own is any object with `value(t, X)` and `gradient(t, X)`. Decisions X (..., n)
are points on the last axis: values are (...,), gradients (..., n). The following methods are
optional. A game uses them where they are there, and otherwise derives what it needs from the
gradients, which takes longer or is less tight:

- `lipschitz(domain)`, `range(domain)` and `smoothness(domain)` return the constants beta_f, F and L
  of all rounds (paper, section 3.2).
- `total(T)` returns the sum of the first T functions as one `Objective`.
- `scaled(factor)` returns the utility times a factor.
- `fused_functions()` returns what compiled code plays, `osphg.compiled.answers.Functions`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, array_of_shape, checked, frozen
from osphg.compiled.answers import Functions, fit_compiled_loops, own_method_result
from osphg.compiled.jit import can_compile, compiler_message, is_compiled
from osphg.compiled.points import PointLoops, loops_over_points
from osphg.compiled.quadratics import gradients_function, value_function
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
    """The functions f_1..f_T; a player learns of f_t once it has committed to x_t.

    Examples
    --------
    One square root for each item, with weights that differ from round to round:

    >>> import numpy as np
    >>> import osphg
    >>> class Roots:
    ...     def __init__(self, weights):  # (T, n)
    ...         self.weights = weights
    ...     def value(self, t, X):
    ...         return (self.weights[t] * np.sqrt(1.0 + X)).sum(-1) - self.weights[t].sum()
    ...     def gradient(self, t, X):
    ...         return self.weights[t] / (2.0 * np.sqrt(1.0 + X))
    ...
    >>> utility = Roots(np.full((50, 2), 2.0))
    >>> rounds = osphg.Rounds(utility, np.ones((50, 2)), budget=25.0, domain=osphg.Box.unit(2))
    >>> rounds.check().holds
    True
    """

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f_t at each point.

        Parameters
        ----------
        t : int
            The round, 0..T-1.
        X : FloatArray
            Points, (..., n).

        Returns
        -------
        FloatArray
            The values, (...).
        """
        ...

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t at each point.

        Parameters
        ----------
        t : int
            The round, 0..T-1.
        X : FloatArray
            Points, (..., n).

        Returns
        -------
        FloatArray
            The gradients, (..., n).
        """
        ...


def consistent_method(
    owner: Any, name: str, required: tuple[str, ...] = ("value", "gradient")
) -> Any:
    """Return an optional method of an object, or None if it may disagree with required methods.

    An optional method, such as `total` of a utility (the sum of its f_t), goes with the required
    methods of the class that defines it. A subclass that inherits `total` and overrides `value`
    would be played with its own functions, and judged by the sum of its base's. So a method counts
    as missing if a class nearer to the object overrides one of the required methods.

    Parameters
    ----------
    owner : object
        A utility or a player.
    name : str
        The optional method.
    required : tuple of str
        The methods with which it must agree.

    Returns
    -------
    callable or None
        The bound method. None, too, if `owner` has no such method.
    """
    classes = type(owner).__mro__  # the nearest first

    def depth(method: str) -> int:
        """Return the place in `classes` of the first class that defines a method."""
        return next((i for i, kind in enumerate(classes) if method in vars(kind)), len(classes))

    is_of_a_class = depth(name) < len(classes)  # else the object alone has it, or nobody
    if is_of_a_class and depth(name) > min(map(depth, required)):
        return None
    return getattr(owner, name, None)


class Objective(Protocol):
    """A function of the decision alone, such as the sum of all f_t, as a `Utility` without t."""

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return the value, (...), at points X (..., n)."""
        ...

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient, (..., n), at points X (..., n)."""
        ...


def require_methods(name: str, value: Any, arguments: str) -> Any:
    """Return an object whose `value` and `gradient` take `arguments`, "t, X" or "X".

    TypeError for any other object, and for a class, which is none though it has the methods.
    """
    wanted = f"have methods value({arguments}) and gradient({arguments})"
    checks.of_kind(name, value, Objective, wanted)
    for method in (value.value, value.gradient):
        try:
            signature(method).bind(*arguments.split(","))  # any values: their number counts
        except TypeError:
            raise TypeError(f"{name} must {wanted}, got {short_repr(value)}") from None
    return value


def _symmetric_part(name: str, value: ArrayLike) -> FloatArray:
    """Return the symmetric part (H + H')/2 of matrices (..., n, n), which decides x'Hx alone.

    It is a check of a field `name`, whose matrices have been checked before.
    """
    H = np.asarray(value, dtype=np.float64)
    return checks.read_only(np.ascontiguousarray((H + H.swapaxes(-1, -2)) / 2))


def _quadratic_form(X: FloatArray, H: FloatArray, h: FloatArray) -> FloatArray:
    """Return x'Hx/2 + h'x, (...), at each point of X (..., n)."""
    return np.asarray(np.add.reduce((0.5 * (X @ H) + h) * X, -1))


@frozen(eq=False)
class Quadratic:
    """The function x'Hx/2 + h'x of one decision.

    Parameters
    ----------
    H : array_like
        The Hessian, (n, n), stored symmetrised.
    h : array_like
        The gradient at 0, (n,).

    Raises
    ------
    TypeError, ValueError
        For arrays that are not finite, or do not fit together.
    """

    H: FloatArray = checked(_symmetric_part)
    h: FloatArray = checked(array_of_shape(None))

    if TYPE_CHECKING:

        def __init__(self, H: ArrayLike, h: ArrayLike) -> None: ...

    def __attrs_pre_init__(self, H: ArrayLike, h: ArrayLike) -> None:
        """Refuse arrays that do not fit together."""
        n = checks.array("h", h, (None,)).size
        checks.array("H", H, (n, n))

    def value(self, X: ArrayLike, /) -> FloatArray:
        """Return the value, (...), at points X (..., n)."""
        return _quadratic_form(require_points("X", X, len(self.h)), self.H, self.h)

    def gradient(self, X: ArrayLike, /) -> FloatArray:
        """Return the gradient Hx + h, (..., n), at points X (..., n)."""
        return np.asarray(require_points("X", X, len(self.h)) @ self.H + self.h)


@frozen(eq=False, repr=False)
class Quadratics:
    """DR-submodular quadratics f_t(x) = x'H_t x/2 + h_t'x (paper, section 2.3).

    Parameters
    ----------
    H : array_like
        The Hessians, (T, n, n), entrywise non-positive, as those of DR-submodular functions are.
        They are stored symmetrised: only the symmetric part acts on f_t.
    h : array_like
        The gradients at 0, (T, n).

    Raises
    ------
    TypeError, ValueError
        For arrays that are not finite, do not fit together, or a positive entry of H.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.utilities.Quadratics(H=[[[-1.0]], [[0.0]]], h=[[1.0], [2.0]])
    >>> f.value(0, [[0.0], [1.0]])
    array([0. , 0.5])
    >>> f.gradient(1, [1.0])
    array([2.])
    """

    H: FloatArray = checked(_symmetric_part)
    h: FloatArray = checked(array_of_shape(None, None))

    if TYPE_CHECKING:

        def __init__(self, H: ArrayLike, h: ArrayLike) -> None: ...

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

    def value(self, t: int, X: ArrayLike, /) -> FloatArray:
        """Return f_t, (...), at points X (..., n); t = 0..T-1."""
        X = require_points("X", X, self.n)
        t = checks.index("t", t, self.T)
        return _quadratic_form(X, self.H[t], self.h[t])

    def gradient(self, t: int, X: ArrayLike, /) -> FloatArray:
        """Return the gradient of f_t, (..., n), at points X (..., n); t = 0..T-1."""
        X = require_points("X", X, self.n)
        t = checks.index("t", t, self.T)
        return np.asarray(X @ self.H[t] + self.h[t])

    def fused_functions(self) -> Functions | None:
        """Return what compiled code plays; None for numbers so large that NumPy has to.

        Returns
        -------
        Functions or None
            f_t and its gradient at one point (n,), with the coefficients H (T, n, n) and h (T, n)
            as data. None where a coefficient is above 1e50 in size.
        """
        if not self._fits_compiled_loops:  # NumPy refuses what overflows
            return None
        return Functions(value_function(self.n), gradients_function(self.n), (self.H, self.h))

    @cached_property
    def _fits_compiled_loops(self) -> bool:
        """Whether no coefficient is too large for compiled loops, which do not see an overflow."""
        return fit_compiled_loops(self.H, self.h)

    def total(self, T: int) -> Quadratic:
        """Return the sum of the first T functions, itself a quadratic.

        Parameters
        ----------
        T : int
            How many functions, at most as many as there are.

        Returns
        -------
        Quadratic
            Their sum.
        """
        return Quadratic(self.H[:T].sum(0), self.h[:T].sum(0))

    def scaled(self, factor: float) -> Quadratics:
        """Return the same functions times a factor.

        Parameters
        ----------
        factor : float
            Not negative, or the functions would have increasing returns (ValueError).

        Returns
        -------
        Quadratics
            The functions factor f_t.
        """
        return Quadratics(factor * self.H, factor * self.h)

    def lipschitz(self, domain: Domain) -> float:
        """Return an upper bound of beta_f = max_t max_x ||grad f_t(x)|| over [0, upper].

        Each partial derivative falls in every coordinate, so it lies between its values at the two
        corners 0 and `upper`. The bound is exact where f_t is monotone: the steepest slope is then
        that at 0.

        Parameters
        ----------
        domain : Domain
            The decision set; only its `upper` counts.

        Returns
        -------
        float
            In units of f per unit of a decision.
        """
        return float(np.sqrt((self._steepest_slopes(domain) ** 2).sum(-1).max()))

    def smoothness(self, domain: Domain) -> float:
        """Return L of the paper's smoothness assumption, exactly.

        L bounds -u'H_t u / ||u||^2 over u >= 0, as f_t(x+u) - f_t(x) - <grad f_t(x), u> is
        u'H_t u/2. Its maximum is the largest eigenvalue of -H_t: the entries of -H_t are not
        negative, so an eigenvector for it is not, either (Perron and Frobenius).

        Parameters
        ----------
        domain : Domain
            The decision set; a quadratic bends everywhere alike.

        Returns
        -------
        float
            In units of f per squared unit of a decision.
        """
        return float(np.linalg.eigvalsh(-self.H)[:, -1].max())

    def range(self, domain: Domain) -> float:
        """Return an upper bound of `F = max_t max_{x,y} |f_t(x) - f_t(y)|` over [0, upper].

        Exact on a box where every f_t is monotone: f_t(upper).

        Parameters
        ----------
        domain : Domain
            The decision set; only its `upper` counts.

        Returns
        -------
        float
            In units of f.
        """
        upper = domain.upper
        lowest_slopes = self.H @ upper + self.h  # (T, n), at upper
        # In many games these are exactly 0 but for rounding, which makes no f_t fall. Where one
        # does fall, no two values differ by more than the steepest slopes times `upper`.
        if (lowest_slopes * upper < -1e-12 * np.abs(self.h * upper).max()).any():
            return float((self._steepest_slopes(domain) @ upper).max())
        # All are monotone: the largest value is that at `upper`, and the least is f_t(0) = 0.
        return float((upper * (self.H @ upper) / 2 + self.h * upper).sum(-1).max())

    def _steepest_slopes(self, domain: Domain) -> FloatArray:
        """Return the largest |d f_t / d x_i| over [0, upper], (T, n): that at 0 or at `upper`."""
        return np.maximum(np.abs(self.h), np.abs(self.H @ domain.upper + self.h))


def _require_compiled_function(name: str, value: Any) -> Any:
    """Return `value` if it is a function under numba.njit; TypeError for anything else.

    ValueError if a variable around it that it reads, such as one of its module, has changed since
    numba compiled it: the compiled function would go on with the old value.
    """
    if not (can_compile() and is_compiled(value)):
        wanted = "be a function under numba.njit"
        raise TypeError(f"{name} must {wanted}, got {short_repr(value)}")
    require_arguments(name, value)
    return value


def _require_data(name: str, value: Any) -> tuple[Any, ...]:
    """Return a tuple with its numbers as floats and its arrays, or lists, as read-only copies.

    TypeError or ValueError for any other value, or for a number that is not finite: it names the
    entry, as "data[1]".
    """
    checks.of_kind(name, value, tuple, "be a tuple of arrays and numbers")
    data: list[Any] = []
    for i, entry in enumerate(value):
        entry_name = f"{name}[{i}]"
        if isinstance(entry, np.ndarray | list):
            array = checks.finite_array(entry_name, checks.real_array(entry_name, entry))
            data.append(checks.read_only_copy(array))
        else:
            data.append(checks.finite_float(entry_name, entry))
    return tuple(data)


@frozen(eq=False, repr=False)
class Compiled:
    """Utilities that numba has compiled, one point at a time: no batches to think of.

    Players that go through the compiled loop call them there, without NumPy; the loop is compiled
    when it is first played, which takes a few seconds in each process. f_1..f_T are taken to be
    monotone and DR-submodular; `osphg.check` samples whether they are.

    Compiled code looks at no bounds: both functions are tried in the first and the last round, also
    uncompiled, and refused if they fail or give no finite numbers.

    Arrays belong in `data`. numba reads a variable around a function once, when it compiles the
    function, and would go on with last week's array this week. So a RuntimeWarning tells of an
    array that a function, or one that it calls, reads from around it; and a function around which
    an array, a number or a function has changed is refused (ValueError) until it is defined anew.

    Parameters
    ----------
    value_at : callable
        Under numba.njit: `value_at(t, x, *data)` returns f_t(x), a float, for x (n,) and
        t = 0..T-1.
    gradient_at : callable
        Under numba.njit: `gradient_at(t, x, out, *data)` writes grad f_t(x) to all of out (n,).
    data : tuple of arrays and floats
        What both functions need; of arrays, read-only float64 copies are kept.
    T : int
        The number of rounds.
    n : int
        The dimension of a decision.

    Raises
    ------
    TypeError, ValueError
        For parts that are not as described, or functions that fail or give no finite numbers.

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
    >>> f.gradient(7, [[0.0, 1.0], [1.0, 1.0]])
    array([[1. , 0.5],
           [0.5, 0.5]])
    """

    value_at: Any = checked(_require_compiled_function)
    gradient_at: Any = checked(_require_compiled_function)
    data: tuple[Any, ...] = checked(_require_data)
    T: int = checked(checks.positive_int)
    n: int = checked(checks.array_size)

    def __attrs_post_init__(self) -> None:
        """Try both functions, uncompiled and compiled, at the origin of two rounds."""
        for t in sorted({0, self.T - 1}):
            self._try_at_origin(t, compiled=False)
            self._try_at_origin(t, compiled=True)

    def __repr__(self) -> str:
        return f"Compiled(T={self.T}, n={self.n})"

    def value(self, t: int, X: ArrayLike, /) -> FloatArray:
        """Return f_t, (...), at points X (..., n); t = 0..T-1."""
        points = require_points("X", X, self.n).copy()  # a user's function may write into them
        values = np.empty(points.shape[:-1])
        t = checks.index("t", t, self.T)
        rows = points.reshape(-1, self.n)
        self._loops.values(t, rows, values.reshape(-1), self.data)  # fills `values` by a view
        return values

    def gradient(self, t: int, X: ArrayLike, /) -> FloatArray:
        """Return the gradient of f_t, (..., n), at points X (..., n); t = 0..T-1."""
        points = require_points("X", X, self.n).copy()  # a user's function may write into them
        # An entry that the user's function does not write stays NaN, which is refused by whoever
        # plays (`Feedback.gradient`): it would be a random number otherwise.
        slopes = np.full(points.shape, np.nan)
        t = checks.index("t", t, self.T)
        rows = points.reshape(-1, self.n)
        self._loops.slopes(t, rows, slopes.reshape(rows.shape), self.data)  # fills it by a view
        return slopes

    def fused_functions(self) -> Functions:
        """Return what compiled code plays.

        Returns
        -------
        Functions
            `value_at` and `gradient_at` as a loop calls them, with `data`.

        Raises
        ------
        ValueError
            If something around one of the two functions has changed since numba compiled it.
        """
        # Asked anew, as a loop that was not played before is compiled after this, with what is
        # around the functions then.
        self._require_arguments()
        return Functions(self._loops.value, self._loops.gradients, self.data)

    @cached_property
    def _loops(self) -> PointLoops:
        """The compiled loops over points around both functions, made when first used."""
        self._require_arguments()
        return loops_over_points(self.value_at, self.gradient_at)

    def _require_arguments(self) -> None:
        """Refuse both functions once what they read from around them has changed (ValueError)."""
        require_arguments("value_at", self.value_at)
        require_arguments("gradient_at", self.gradient_at)

    def _try_at_origin(self, t: int, *, compiled: bool) -> None:
        """Refuse functions that fail at the origin (TypeError), or give no finite numbers there.

        Round t counts from 0. With `compiled` the functions are called as numba has compiled them,
        else as they are written in Python, which does check the bounds of arrays.
        """
        place = f"at the origin of round {t + 1}"
        value = self._try_call("value_at", place, compiled, t, np.zeros(self.n))
        is_number = isinstance(value, int | float | np.floating) and math.isfinite(value)
        checks.must(is_number, "value_at", f"be a finite number {place}", short_repr(value))
        # An entry that `gradient_at` does not write stays NaN, and is refused.
        gradient = np.full(self.n, math.nan)
        self._try_call("gradient_at", place, compiled, t, np.zeros(self.n), gradient)
        wanted = f"write finite numbers to all of out {place}"
        checks.must(np.isfinite(gradient).all(), "gradient_at", wanted, gradient.tolist())

    def _try_call(self, name: str, place: str, compiled: bool, *arguments: Any) -> Any:
        """Call one of the functions and return its result; TypeError for whatever it raises.

        Parameters
        ----------
        name : str
            "value_at" or "gradient_at".
        place : str
            Where it is called, for the message.
        compiled : bool
            Whether it is called as numba has compiled it, or as it is written.
        *arguments
            What it takes before `data`.
        """
        function = getattr(self, name)
        if not compiled:
            function = function.py_func  # where numba keeps the function as it is written
        try:
            with np.errstate(all="ignore"):
                return function(*arguments, *self.data)
        except Exception as error:
            how = "compiled" if compiled else "as it is written"
            reason = f"{type(error).__name__}: {compiler_message(error)}"
            raise TypeError(f"{name} must work {how} {place}: {reason}") from None


@frozen(eq=False)
class Stationary:
    """The same utility f in every round; what f says of itself holds for the rounds, too.

    Parameters
    ----------
    objective : Objective
        f, with `value(X)` and `gradient(X)`.

    Raises
    ------
    TypeError
        For an object without these methods.
    """

    objective: Objective = checked(lambda name, value: require_methods(name, value, "X"))

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f, (...), at points X (..., n), whatever t."""
        return self.objective.value(X)

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f, (..., n), at points X (..., n), whatever t."""
        return self.objective.gradient(X)

    def __getattr__(self, name: str) -> Any:
        """Return an optional method of f that describes every round, too, such as `lipschitz`.

        AttributeError where f does not have it: callers ask by `hasattr` or `getattr`.
        """
        if name in ("lipschitz", "range", "smoothness", "inside"):
            return getattr(self.objective, name)
        raise AttributeError(f"Stationary has no {name}")

    def fused_functions(self) -> Functions | None:
        """Return what compiled code plays, where f has such functions itself; else None.

        Returns
        -------
        Functions or None
            Those of f, which do not look at the round.
        """
        return own_method_result(self.objective, "fused_functions")

    def scaled(self, factor: float) -> Stationary:
        """Return the same utility times a factor, not negative.

        Parameters
        ----------
        factor : float
            What f is multiplied by, at least 0, without a unit.

        Returns
        -------
        Stationary
            The utility that is `factor` f in every round.
        """
        return Stationary(Sum((self.objective,), factor))

    def total(self, T: int) -> Objective:
        """Return T f, a quadratic if f is one.

        Parameters
        ----------
        T : int
            How many rounds are added up, at least 1.

        Returns
        -------
        Objective
            One function of x, with `value` and `gradient`: a `Quadratic` where f is one, else a
            `Sum`.
        """
        if isinstance(self.objective, Quadratic):
            return Quadratic(T * self.objective.H, T * self.objective.h)
        return Sum((self.objective,), T)


@dataclass(frozen=True, eq=False)
class AtRound:
    """The utility of one round, f_t, as a function of the decision alone.

    It gets a copy of each point, and its answer is copied as float64: a function that writes into
    its argument, or into one array for all its answers, spoils nothing, and integers do not
    overflow where they are added up.

    Parameters
    ----------
    utility : Utility
        The functions of a game, or of a block of it.
    t : int
        The round, counted from 0.
    """

    utility: Utility
    t: int

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return f_t, (...), at points X (..., n)."""
        values = self.utility.value(self.t, np.array(X, dtype=np.float64, order="C"))
        return np.array(values, dtype=np.float64)

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t, (..., n), at points X (..., n)."""
        slopes = self.utility.gradient(self.t, np.array(X, dtype=np.float64, order="C"))
        return np.array(slopes, dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Sum:
    """The sum of several objectives, times a factor; an evaluation evaluates each, in float64.

    Parameters
    ----------
    terms : iterable of Objective
        What is added up; kept as a tuple.
    factor : float
        What the sum is multiplied by.
    """

    terms: tuple[Objective, ...]
    factor: float = 1.0

    def __post_init__(self) -> None:
        """Keep what comes one by one, for more than one evaluation."""
        object.__setattr__(self, "terms", tuple(self.terms))

    @property
    def points_per_call(self) -> int:
        """How many points solvers of the benchmark should ask for at once.

        Each call calls every term, which costs as much for one point as for some dozens. So for
        many terms solvers ask for more points than they need, if one of these may save a call.
        """
        return 64 if len(self.terms) > 16 else 1

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return the sum's value, (...), at points X (..., n)."""
        values = (np.asarray(term.value(X), dtype=np.float64) for term in self.terms)
        return np.asarray(self.factor * sum(values))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the sum's gradient, (..., n), at points X (..., n)."""
        slopes = (np.asarray(term.gradient(X), dtype=np.float64) for term in self.terms)
        return np.asarray(self.factor * sum(slopes))

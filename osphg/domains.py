r"""Decision sets :math:`\mathcal X \subset \mathbb R_+^n`: convex, compact, with projections.

`Box`, `Simplex` and `Polytope` are ready to use. A set of your own is any object with the members
of `Domain`, whose docstring has one of fifteen lines; it need not inherit anything. Three further
methods are optional:

- `half_spaces() -> HalfSpaces` says which linear inequalities describe the set. With it the
  benchmark, `osphg.best_fixed_decision`, is found sooner; without it, the set has to be
  down-closed. Curves of benchmarks and players that keep away from the faces need it.
- `fused_projection() -> osphg.compiled.answers.Projection | None` says how compiled code projects
  one point. Without it a game is played in NumPy: the same numbers, slower.
- `fused_maximizer() -> osphg.compiled.answers.Projection | None` says likewise how compiled code
  takes a vector c to a point with the largest <c, x>. The rules of `osphg.players.rules` ask for
  it.

Whether the members describe one set is sampled by `rounds.check()`, for rounds on the domain.
"""

from __future__ import annotations

from collections import deque
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray, array_of_shape, checked, fitted, frozen
from osphg.compiled.answers import Projection
from osphg.compiled.corners import (
    best_corner_of_box,
    best_corner_of_polygon,
    best_corner_of_polytope,
    best_corner_of_simplex,
    simplex_method_memory,
)
from osphg.compiled.polytopes import (
    MAX_ROWS,
    MAX_SIZE_RATIO,
    import_newton,
    project_on_polytope,
)
from osphg.compiled.projections import clip_polygon, project_on_polygon, project_on_simplex
from osphg.nearest import CutBox, as_fractions, nearest_point

if TYPE_CHECKING:
    # pyright takes no cached_property for a property of `Domain`; who reads one sees no difference.
    from builtins import property as cached_property
else:
    from functools import cached_property

__all__ = ["Box", "Domain", "HalfSpaces", "Polytope", "Simplex"]

BoolArray = NDArray[np.bool_]

_EPS = float(np.finfo(np.float64).eps)
_TINY = float(np.finfo(np.float64).tiny)
_EMPTY = "A, b and box must have a point in common: A x <= b has none in box"


@runtime_checkable
class Domain(Protocol):
    r"""What the package needs of a decision set X; any object with these members will do.

    A game's domain lies in the non-negative orthant and contains the origin, which means to spend
    nothing, or is a `Box` or a `Polytope` with minimum bids (`osphg.Rounds.minimum`). All methods
    are batched: they take one point or vector (n,), or many of them (..., n).

    Examples
    --------
    The part of a ball around the origin that lies in the orthant:

    >>> import numpy as np
    >>> import osphg
    >>> class Ball:
    ...     def __init__(self, n, r):
    ...         self.n, self.r = n, r
    ...         self.lower, self.upper = np.zeros(n), np.full(n, r)
    ...         self.diameter = r * np.sqrt(2)
    ...     def project(self, Y):  # into the orthant, then back to length r
    ...         Y = np.maximum(Y, 0.0)
    ...         lengths = np.linalg.norm(Y, axis=-1, keepdims=True)
    ...         return self.r * Y / np.maximum(lengths, self.r)
    ...     def maximize_linear(self, C):  # the positive part of c, made r long
    ...         C = np.maximum(C, 0.0)
    ...         lengths = np.linalg.norm(C, axis=-1, keepdims=True)
    ...         return self.r * C / np.where(lengths > 0.0, lengths, 1.0)
    ...     def contains(self, X, rtol=1e-9):
    ...         slack = rtol * self.r
    ...         short = np.linalg.norm(X, axis=-1) <= self.r + np.sqrt(self.n) * slack
    ...         return short & (np.asarray(X) >= -slack).all(axis=-1)
    ...
    >>> utility = osphg.utilities.Quadratics(H=-np.ones((50, 2, 2)), h=np.full((50, 2), 2.0))
    >>> rounds = osphg.Rounds(utility, prices=np.ones((50, 2)), budget=25.0, domain=Ball(2, 1.0))
    >>> rounds.check().holds
    True
    >>> osphg.play(osphg.OSPHG.tuned(rounds, W=10, K=10), rounds).complete
    True
    """

    @property
    def n(self) -> int:
        """The dimension of a decision."""
        ...

    @property
    def lower(self) -> FloatArray:
        """The least value of each coordinate in X, (n,)."""
        ...

    @property
    def upper(self) -> FloatArray:
        """The largest value of each coordinate in X, (n,)."""
        ...

    @property
    def diameter(self) -> float:
        """A number no less than the largest distance of two points of X."""
        ...

    def project(self, Y: ArrayLike) -> FloatArray:
        """Project points onto X.

        Parameters
        ----------
        Y : array_like
            Points, (..., n), inside or outside.

        Returns
        -------
        FloatArray
            The point of X that is nearest to each, in the Euclidean norm, (..., n).
        """
        ...

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        """Find a point of X with the largest <c, x>, for each vector c.

        Parameters
        ----------
        C : array_like
            Vectors, (..., n); an entry may have either sign.

        Returns
        -------
        FloatArray
            One such point for each vector, (..., n).
        """
        ...

    def contains(self, X: ArrayLike, rtol: float = 1e-9) -> BoolArray:
        r"""Tell which points lie in X, but for rounding.

        Parameters
        ----------
        X : array_like
            Points, (..., n).
        rtol : float
            What is forgiven, in any units of the coordinates: each coordinate may leave its bounds
            by `rtol` times the largest :math:`|x_i|` in X, and other faces may be exceeded by as
            much as that moves them.

        Returns
        -------
        BoolArray
            One truth value for each point, (...).
        """
        ...


class HalfSpaces(NamedTuple):
    """A set as {x : A x <= b, lower <= x <= upper}.

    Parameters
    ----------
    A : FloatArray
        One row for each inequality, (m, n); a set that is a box has none, (0, n).
    b : FloatArray
        The right-hand sides, (m,).
    lower, upper : FloatArray
        The least and the largest value of each coordinate, (n,).
    """

    A: FloatArray
    b: FloatArray
    lower: FloatArray
    upper: FloatArray


class Faceted(Domain, Protocol):
    """A domain that knows its faces, as linear inequalities."""

    def half_spaces(self) -> HalfSpaces:
        """Return linear inequalities that describe X; some of them may be redundant."""
        ...


# What a `Domain` must have.
_MEMBERS = ("n", "lower", "upper", "diameter", "project", "maximize_linear", "contains")


def require_domain(name: str, value: object, n: int | None = None) -> Domain:
    """Return `value` if it is a domain, of dimension n if that is given.

    TypeError for any other object, ValueError for another dimension; both begin with `name`.
    """
    wanted = "be a Domain such as Box or Simplex"
    if not checks.implements(value, Domain):
        lacking = [member for member in _MEMBERS if not hasattr(value, member)]
        if 0 < len(lacking) < len(_MEMBERS):  # a domain of one's own, not quite finished
            wanted += f" (it lacks {', '.join(lacking)}; help(osphg.domains.Domain) has an example)"
    domain = checks.of_kind(name, value, Domain, wanted)
    checks.must(n is None or domain.n == n, name, f"have dimension {n}", domain.n)
    return domain


def require_start(name: str, value: Any, domain: Domain) -> FloatArray:
    """Return the point of a domain at which a player starts, (n,): `value`, or the origin for None.

    ValueError, which begins with `name`, for a point outside the domain.
    """
    if value is None:
        return np.zeros(domain.n)
    x = checks.array(name, value, (domain.n,))
    checks.must(domain.contains(x), name, f"lie in the domain {domain}", x.tolist())
    return x


def largest_coordinates(lower: FloatArray, upper: FloatArray) -> FloatArray:
    """Return the largest |x_i| between the bounds, (n,): in that unit coordinate i is about 1."""
    return np.maximum(np.abs(lower), np.abs(upper))


def require_points(name: str, points: ArrayLike, n: int, *, finite: bool = True) -> FloatArray:
    """Return `points` as float64 with a last axis of length n.

    TypeError or ValueError, which begin with `name`, for anything else; also for numbers that are
    not finite, unless `finite` is False.
    """
    X = checks.real_array(name, points)
    if X.ndim == 0 or X.shape[-1] != n:
        raise ValueError(f"{name} must have shape (..., {n}), got {X.shape}")
    return checks.finite_array(name, X) if finite else X


def power_of_2_unit(A: FloatArray, axis: int | None = None) -> FloatArray:
    """Return a unit for the entries of `A`: the largest power of 2 up to the largest |entry|.

    Along an axis there is one for each row or column, and for None one for all entries. Where all
    are 0 it is 1/2. In such units entries are about 1, so no square overflows, and no number is
    rounded, as a division by a power of 2 is exact.
    """
    largest = np.abs(A).max(axis=axis, initial=0.0)
    _, exponent = np.frexp(largest)  # largest = fraction 2^exponent, with fraction in [1/2, 1)
    return np.ldexp(1.0, exponent - 1)


def normalize_rows(A: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Write A x <= b, A (m, n) and b (m,), with rows of norm 1, so that b is in units of length.

    Rows that cut nothing are left out: those of zeros, and those that are so far away that b
    overflows. ValueError where a row of zeros leaves no point, as 0 <= -1.
    """
    # In these units of a row its entries are about 1, so that no square in its norm overflows or is
    # lost. They are powers of 2, by which nothing is rounded.
    units = power_of_2_unit(A, axis=1)
    A = A / units[:, None]
    with np.errstate(over="ignore"):  # where a row is too far away
        b = b / units
    norms = np.linalg.norm(A, axis=1)
    cutting = (norms > 0.0) & (b < np.inf)
    if (b[~cutting] < 0.0).any():
        raise ValueError(_EMPTY)
    return A[cutting] / norms[cutting, None], b[cutting] / norms[cutting]


def _lower_bounds(box: Domain, name: str, value: ArrayLike | None) -> FloatArray:
    """Return the lower bounds of a box, (n,): `value`, or zeros for None.

    The box has its upper bounds already. ValueError, which begins with `name`, for a lower bound
    above the upper one.
    """
    upper = box.upper
    if value is None:
        value = 0.0 * upper
    lower = checks.read_only_copy(checks.array(name, value, upper.shape))
    i = int(np.argmax(lower > upper))  # the first one above, or 0 if there is none
    got = f"lower[{i}] = {lower[i]:g} > upper[{i}] = {upper[i]:g}"
    checks.must(lower[i] <= upper[i], name, "be <= upper", got)
    return lower


def _format_vector(values: FloatArray) -> str:
    """Write a vector on one line, a long one by its first six entries."""
    entries = [f"{x:g}" for x in values[:6]]
    if len(values) > 6:
        entries.append("...")
    return "[" + ", ".join(entries) + "]"


@frozen
class Box:
    r"""The box :math:`\{x : \text{lower} \preceq x \preceq \text{upper}\}`.

    Parameters
    ----------
    upper : array_like
        The upper bound of each coordinate, (n,).
    lower : array_like, optional
        The lower bound of each coordinate, (n,); zeros unless given. In a game those above 0 are
        minimum bids: see `osphg.Rounds.above_minimum`.

    Raises
    ------
    TypeError, ValueError
        For bounds that are not finite real numbers of one shape (n,), or a lower bound above the
        upper one.

    Examples
    --------
    >>> import osphg
    >>> X = osphg.Box([1.0, 2.0])
    >>> X.project([[0.5, 3.0], [-1.0, 1.0]])
    array([[0.5, 2. ],
           [0. , 1. ]])
    >>> X.maximize_linear([1.0, -1.0])
    array([1., 0.])
    """

    upper: FloatArray = checked(array_of_shape(None))
    lower: FloatArray = fitted(_lower_bounds, default=None)

    if TYPE_CHECKING:

        def __init__(self, upper: ArrayLike, lower: ArrayLike | None = None) -> None: ...

    def __repr__(self) -> str:
        return f"Box(upper={_format_vector(self.upper)}, lower={_format_vector(self.lower)})"

    @classmethod
    def unit(cls, n: int) -> Box:
        """Return the unit cube [0, 1]^n, the domain of the paper's experiments.

        Parameters
        ----------
        n : int
            The dimension, at least 1.

        Returns
        -------
        Box
            The cube.
        """
        return cls(np.ones(checks.array_size("n", n)))

    @property
    def n(self) -> int:
        """The dimension of a decision."""
        return len(self.upper)

    @cached_property
    def diameter(self) -> float:
        """The length of the diagonal."""
        return float(np.linalg.norm(self.upper - self.lower))

    def half_spaces(self) -> HalfSpaces:
        """Return the bounds alone: a box has no other faces.

        Returns
        -------
        HalfSpaces
            With A of shape (0, n) and b of shape (0,).
        """
        return HalfSpaces(np.empty((0, self.n)), np.empty(0), self.lower, self.upper)

    def fused_projection(self) -> Projection:
        """Return what compiled code needs for a projection: here, only the bounds.

        Returns
        -------
        Projection
            The bounds of the box, (n,), and no function: cutting coordinates is all.
        """
        return Projection(self.lower, self.upper)

    def project(self, Y: ArrayLike) -> FloatArray:
        """Project points onto the box: cut each coordinate at its bounds.

        Parameters
        ----------
        Y : array_like
            Points, (..., n).

        Returns
        -------
        FloatArray
            The nearest point of the box for each, (..., n).

        Raises
        ------
        TypeError, ValueError
            For points that are not finite real numbers, or of another dimension.
        """
        Y = require_points("Y", Y, self.n)
        X: FloatArray = np.minimum(np.maximum(Y, self.lower), self.upper)
        return X

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        """Find a point of the box with the largest <c, x>, for each vector c.

        Parameters
        ----------
        C : array_like
            Vectors, (..., n).

        Returns
        -------
        FloatArray
            A corner for each, (..., n): the upper bound where c_i > 0, and elsewhere the lower
            one, which spends less where c_i = 0.

        Raises
        ------
        TypeError, ValueError
            As `project`.
        """
        C = require_points("C", C, self.n)
        return np.where(C > 0.0, self.upper, self.lower)

    def fused_maximizer(self) -> Projection:
        """Return what compiled code needs for a point of the box with the largest <c, x>.

        Returns
        -------
        Projection
            Its function takes a vector c, (n,), to such a point, in place.
        """
        return Projection(self.lower, self.upper, best_corner_of_box, (self.lower, self.upper))

    def contains(self, X: ArrayLike, rtol: float = 1e-9) -> BoolArray:
        """Tell which points lie in the box, but for rounding.

        Parameters
        ----------
        X : array_like
            Points, (..., n); one that is not finite lies outside.
        rtol : float
            By what part of its largest absolute value in the box a coordinate may leave it.

        Returns
        -------
        BoolArray
            One truth value for each point, (...).

        Raises
        ------
        TypeError, ValueError
            For points that are not real numbers, or of another dimension.
        """
        X = require_points("X", X, self.n, finite=False)
        slack = rtol * largest_coordinates(self.lower, self.upper)
        return np.asarray(((self.lower - slack <= X) & (self.upper + slack >= X)).all(axis=-1))


@frozen
class Simplex:
    r"""The full simplex :math:`\{x \succeq 0 : \sum_i x_i \le r\}` in n dimensions.

    Parameters
    ----------
    n : int
        The dimension, at least 1.
    r : float
        What the coordinates may add up to, above 0.

    Raises
    ------
    TypeError, ValueError
        For an n or r that is not as described.

    Examples
    --------
    >>> import osphg
    >>> X = osphg.Simplex(3, r=1.0)
    >>> X.project([1.0, 0.5, -1.0])
    array([0.75, 0.25, 0.  ])
    """

    n: int = checked(checks.array_size)
    r: float = checked(checks.positive_float, default=1.0)

    @cached_property
    def lower(self) -> FloatArray:
        """The least value of each coordinate, 0, (n,)."""
        return checks.read_only_copy(np.zeros(self.n))

    @cached_property
    def upper(self) -> FloatArray:
        """The largest value of each coordinate, r, (n,)."""
        return checks.read_only_copy(np.full(self.n, self.r))

    @property
    def diameter(self) -> float:
        """The distance of two corners: r sqrt(2), or r in one dimension."""
        return self.r * float(np.sqrt(2.0)) if self.n > 1 else self.r

    def half_spaces(self) -> HalfSpaces:
        """Return the one inequality sum_i x_i <= r, and the bounds.

        Returns
        -------
        HalfSpaces
            With A of shape (1, n) and b of shape (1,).
        """
        return HalfSpaces(np.ones((1, self.n)), np.array([self.r]), self.lower, self.upper)

    def fused_projection(self) -> Projection:
        """Return what compiled code needs for a projection.

        Returns
        -------
        Projection
            The lower bounds, 0, at which coordinates are cut first, (n,), and the function that
            then projects onto the simplex, with r as its data.
        """
        # Coordinates cut at r first would be projected onto another point, so no upper bound is
        # given. The array is read-only, as that of a box is, so that both are of one type and a
        # loop is compiled once for both.
        no_upper = checks.read_only(np.full(self.n, np.inf))
        return Projection(self.lower, no_upper, project_on_simplex, (self.r,))

    def project(self, Y: ArrayLike) -> FloatArray:
        """Project points onto the simplex.

        The point is [y - theta]_+ with the least theta >= 0 for which the entries add up to r or
        less; sorting y gives theta (Held, Wolfe and Crowder 1974).

        Parameters
        ----------
        Y : array_like
            Points, (..., n).

        Returns
        -------
        FloatArray
            The nearest point of the simplex for each, (..., n).

        Raises
        ------
        TypeError, ValueError
            For points that are not finite real numbers, or of another dimension.
        """
        Y = require_points("Y", Y, self.n)
        X: FloatArray = np.maximum(Y, 0.0)
        with np.errstate(over="ignore"):  # an infinite sum is outside
            outside = X.sum(axis=-1) > self.r
        if outside.any():
            # On the face sum x = r a common shift of y changes nothing: shift the maximum to 0, so
            # that the first partial sum is -r and large inputs do not cancel.
            Z = Y[outside]
            Z = Z - Z.max(axis=-1, keepdims=True)
            descending = -np.sort(-Z, axis=-1)
            # If the k largest entries stay positive, theta is (their sum - r)/k: of these numbers
            # the largest is right.
            partial = np.cumsum(descending, axis=-1) - self.r
            theta = (partial / np.arange(1, self.n + 1)).max(axis=-1, keepdims=True)
            X[outside] = np.maximum(Z - theta, 0.0)
        return X

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        """Find a point of the simplex with the largest <c, x>, for each vector c.

        Parameters
        ----------
        C : array_like
            Vectors, (..., n).

        Returns
        -------
        FloatArray
            A corner for each, (..., n): r on the first largest entry of c if that is positive, and
            else 0, which spends nothing.

        Raises
        ------
        TypeError, ValueError
            As `project`.
        """
        C = require_points("C", C, self.n)
        first = np.arange(self.n) == C.argmax(axis=-1)[..., None]  # marks the first largest entry
        return np.where(first & (C > 0.0), self.r, 0.0)

    def fused_maximizer(self) -> Projection:
        """Return what compiled code needs for a point of the simplex with the largest <c, x>.

        Returns
        -------
        Projection
            Its function takes a vector c, (n,), to such a point, in place.
        """
        return Projection(self.lower, self.upper, best_corner_of_simplex, (self.r,))

    def contains(self, X: ArrayLike, rtol: float = 1e-9) -> BoolArray:
        """Tell which points lie in the simplex, but for rounding.

        Parameters
        ----------
        X : array_like
            Points, (..., n); one that is not finite lies outside.
        rtol : float
            By what part of r a coordinate may lie below 0; their sum may exceed r by n times that.

        Returns
        -------
        BoolArray
            One truth value for each point, (...).

        Raises
        ------
        TypeError, ValueError
            For points that are not real numbers, or of another dimension.
        """
        X = require_points("X", X, self.n, finite=False)
        slack = rtol * self.r
        sum_in_bounds = X.sum(axis=-1) <= self.r + self.n * slack
        return np.asarray((-slack <= X).all(axis=-1) & sum_in_bounds)


def solve_lp(
    c: FloatArray, A: FloatArray, b: FloatArray, lower: FloatArray, upper: FloatArray
) -> FloatArray:
    """Minimise <c, x> over {lower <= x <= upper, A x <= b} with HiGHS; return a minimiser, (n,).

    HiGHS' tolerances are absolute, some 1e-7, and it takes a bound of 1e20 for no bound. So it gets
    numbers of about 1: each coordinate and each row is counted in a power of 2, which rounds
    nothing, and c is divided by its largest entry.

    Parameters
    ----------
    c : FloatArray
        What is minimised, (n,).
    A, b : FloatArray
        The inequalities, (m, n) and (m,).
    lower, upper : FloatArray
        The bounds, finite, (n,).

    Raises
    ------
    ValueError
        If no point satisfies the inequalities and bounds, or HiGHS finds none.
    """
    sizes = np.maximum(np.abs(lower), np.abs(upper))
    # A coordinate that is always 0 has no size of its own.
    sizes[sizes == 0.0] = sizes[sizes > 0.0].min() if sizes.any() else 1.0
    units = power_of_2_unit(sizes[np.newaxis], axis=0)
    c = c * units
    c = c / (np.abs(c).max() or 1.0)  # c = 0 stays
    A = A * units
    row_units = power_of_2_unit(A, axis=1)
    A = A / row_units[:, None]
    bounds = np.column_stack([lower, upper]) / units[:, None]
    result = scipy.optimize.linprog(c, A, b / row_units, bounds=bounds, method="highs")
    if result.x is None:  # SciPy's status 2 is that no point satisfies them
        raise ValueError(_EMPTY if result.status == 2 else f"{_EMPTY} ({result.message})")
    return np.asarray(result.x * units)


def _tight_bounds(
    A: FloatArray, b: FloatArray, lower: FloatArray, upper: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the least and the largest value of each coordinate in {A x <= b, lower <= x <= upper}.

    Both are (n,). Where an entry of A is negative, or the point `lower` is outside, each of these
    2 n values is the optimum of a linear programme.

    Parameters
    ----------
    A, b : FloatArray
        The inequalities, (m, n) and (m,).
    lower, upper : FloatArray
        The bounds to begin with, (n,).

    Raises
    ------
    ValueError
        If the set is empty.
    """
    slack = b - A @ lower
    if (slack >= 0.0).all() and (A >= 0.0).all():
        # The point `lower` is in the set. From there a coordinate grows farthest, up to the first
        # face or its upper bound, while all others stay: to raise another one only uses up slack.
        with np.errstate(over="ignore"):
            to_face = np.divide(slack[:, None], A, out=np.full_like(A, np.inf), where=A > 0.0)
        return lower, np.minimum(upper, lower + to_face.min(0, initial=np.inf))
    n = len(lower)
    axes = np.eye(n)
    # `solve_lp` returns a point of the set with the least <c, x>, or refuses an empty set.
    least = [solve_lp(axes[i], A, b, lower, upper)[i] for i in range(n)]
    largest = [solve_lp(-axes[i], A, b, lower, upper)[i] for i in range(n)]
    return np.maximum(least, lower), np.minimum(largest, upper)


class _Programme(NamedTuple):
    """A polytope as DAQP takes it, in a unit of length that is about as large as the set.

    DAQP's tolerances are absolute, so it counts in this unit. The upper and lower bounds are those
    of x, then those of A x.
    """

    unit: float  # of length, a power of 2
    A: FloatArray  # (m, n), rows of norm 1
    upper: FloatArray  # (n + m,), divided by the unit
    lower: FloatArray  # (n + m,), divided by the unit
    kinds: NDArray[np.int32]  # (n + m,), DAQP's code for each bound: 0 is an inequality


@frozen
class Polytope:
    r"""The polytope :math:`\{x \in \text{box} : A x \preceq b\}`.

    In the plane everything is a closed form over the vertices. Above that, linear maximisation is a
    linear programme, and projection a quadratic one, solved by DAQP (a dual active-set method,
    Arnström et al. 2022). Each projection is checked by the conditions of optimality. Where DAQP
    misses them, as for points far from the set or coordinates in units far apart, `osphg.nearest`
    finds the point, slowly.

    Parameters
    ----------
    A : array_like
        The coefficients of m inequalities, (m, n).
    b : array_like
        Their right-hand sides, (m,).
    box : Box
        A box of dimension n, which makes the set bounded.

    Raises
    ------
    TypeError, ValueError
        For parts that do not fit together, or if no point of the box satisfies A x <= b.

    Examples
    --------
    >>> import osphg
    >>> X = osphg.Polytope([[1.0, 2.0]], [2.0], osphg.Box.unit(2))
    >>> X.project([1.0, 1.0]).round(3)
    array([0.8, 0.6])
    >>> X.maximize_linear([1.0, 1.0])
    array([1. , 0.5])
    """

    A: FloatArray = checked(array_of_shape(None, None))
    b: FloatArray = checked(array_of_shape(None))
    box: Box

    if TYPE_CHECKING:

        def __init__(self, A: ArrayLike, b: ArrayLike, box: Box) -> None: ...

    def __attrs_post_init__(self) -> None:
        """Refuse parts that do not fit together, and an empty set."""
        checks.of_kind("box", self.box, Box, "be a Box")
        checks.array("A", self.A, (None, self.box.n))
        checks.array("b", self.b, (len(self.A),))
        _ = self.upper  # refuses an empty set now, not in the middle of a game

    def __repr__(self) -> str:
        return f"Polytope({len(self.A)} rows in {self.box})"

    @property
    def n(self) -> int:
        """The dimension of a decision."""
        return self.box.n

    @cached_property
    def _faces(self) -> HalfSpaces:
        """The same set, written with as few and as tight inequalities as are cheaply found.

        The other methods compute with these in place of A, b and the box. The rows are of length 1,
        so that b is in units of length, and rows that hold in all of the box are left out. Above
        the plane the bounds are the least and the largest value of each coordinate in the set. In
        the plane these values are read off the vertices, and the bounds are those of the box.
        """
        A, b = normalize_rows(self.A, self.b)
        lower, upper = self.box.lower, self.box.upper
        largest = (A * np.where(A > 0.0, upper, lower)).sum(axis=1)  # of A x over the box
        cuts_box = largest > b
        A, b = A[cuts_box], b[cuts_box]
        if self.n == 2:
            return HalfSpaces(A, b, lower, upper)
        return HalfSpaces(A, b, *_tight_bounds(A, b, lower, upper))

    @cached_property
    def vertices(self) -> FloatArray:
        """The vertices, counter-clockwise, (m, 2); ValueError unless n = 2."""
        checks.must(self.n == 2, "n", "be 2 for vertices", self.n)
        A, b, lower, upper = self._faces
        # The box is cut by one half-plane after another. A cut adds at most one vertex, and
        # `clip_polygon` needs room for one more; some places remain over.
        V = np.empty((len(A) + 8, 2))
        work = np.empty_like(V)
        V[:4, 0] = [lower[0], upper[0], upper[0], lower[0]]
        V[:4, 1] = [lower[1], lower[1], upper[1], upper[1]]
        count = 4
        for row, bound in zip(A, b, strict=True):
            count = clip_polygon(V, count, row[0], row[1], bound, work)
        if count == 0:
            raise ValueError(_EMPTY)
        V = V[:count]
        # Vertices that only rounding tells from the one before are left out.
        slack = 8 * _EPS * np.abs(V).max(axis=0)
        distinct = (np.abs(V - np.roll(V, 1, axis=0)) > slack).any(axis=1)
        return checks.read_only_copy(V[distinct] if distinct.any() else V[:1])

    @cached_property
    def lower(self) -> FloatArray:
        """The least value of each coordinate, (n,)."""
        least = self.vertices.min(axis=0) if self.n == 2 else self._faces.lower
        return checks.read_only_copy(least)

    @cached_property
    def upper(self) -> FloatArray:
        """The largest value of each coordinate, (n,)."""
        most = self.vertices.max(axis=0) if self.n == 2 else self._faces.upper
        return checks.read_only_copy(most)

    @cached_property
    def diameter(self) -> float:
        """The largest distance of two points; above the plane, the diagonal of the bounding box.

        That is no less than the distance, and equal to it in one dimension.
        """
        if self.n != 2:
            return float(np.linalg.norm(self.upper - self.lower))
        return max(float(np.hypot(*(self.vertices - vertex).T).max()) for vertex in self.vertices)

    def half_spaces(self) -> HalfSpaces:
        """Return the inequalities and the box as they were given.

        Returns
        -------
        HalfSpaces
            With A of shape (m, n) and b of shape (m,).
        """
        return HalfSpaces(self.A, self.b, self.box.lower, self.box.upper)

    def fused_projection(self) -> Projection | None:
        """Return what compiled code needs to project a point; None where NumPy has to do it.

        Returns
        -------
        Projection or None
            No bounds, and the function that projects: on a polygon by its corners and
            inequalities, otherwise by the rows that cut the box, with a memory of their
            multipliers. None above the plane for more than 32 of these rows, `MAX_ROWS`, or for
            coordinates whose sizes are more than 100 times apart, `MAX_SIZE_RATIO`, of which
            rounding would lose the smallest: the game is then played in NumPy.
        """
        # A compiled loop cuts coordinates at the bounds first and then calls the function. These
        # functions need the point as it is: so they come with infinite bounds, which cut nothing.
        infinity = checks.read_only(np.full(self.n, np.inf))
        minus_infinity = checks.read_only(-infinity)
        if self.n == 2:
            facets = (self.vertices, *self._inequalities)
            return Projection(minus_infinity, infinity, project_on_polygon, facets)
        A, b, lower, upper = self._faces
        # Coordinates that are always 0 have no size.
        sizes = self._coordinate_sizes[self._coordinate_sizes > 0.0]
        units_far_apart = sizes.max(initial=0.0) > MAX_SIZE_RATIO * sizes.min(initial=np.inf)
        if len(b) > MAX_ROWS or units_far_apart:
            return None
        if not len(b):  # nothing cuts the box
            return Projection(checks.read_only(lower), checks.read_only(upper))
        import_newton()  # which the projection calls
        rows = tuple(map(checks.read_only_copy, (A, b, lower, upper)))
        # It keeps a multiplier of each row.
        return Projection(
            minus_infinity, infinity, project_on_polytope, rows, memory=len(b), together=True
        )

    def contains(self, X: ArrayLike, rtol: float = 1e-9) -> BoolArray:
        """Tell which points lie in the polytope, but for rounding.

        Parameters
        ----------
        X : array_like
            Points, (..., n); one that is not finite lies outside.
        rtol : float
            By what part of its largest absolute value in the set a coordinate may leave its
            bounds; a row may be exceeded by as much as that moves it.

        Returns
        -------
        BoolArray
            One truth value for each point, (...).

        Raises
        ------
        TypeError, ValueError
            For points that are not real numbers, or of another dimension.
        """
        X = require_points("X", X, self.n, finite=False)
        A, b, lower, upper = self._faces
        slack = rtol * self._coordinate_sizes
        # A row may be exceeded by what moving each coordinate by its slack adds to it.
        with np.errstate(invalid="ignore", over="ignore"):  # of points that are not finite
            in_box = ((lower - slack <= X) & (upper + slack >= X)).all(axis=-1)
            below_rows = (b + np.abs(A) @ slack >= X @ A.T).all(axis=-1)
        return np.asarray(in_box & below_rows)

    @cached_property
    def _coordinate_sizes(self) -> FloatArray:
        """The largest |x_i| in the set, (n,)."""
        return largest_coordinates(self.lower, self.upper)

    def project(self, Y: ArrayLike) -> FloatArray:
        """Project points onto the polytope.

        Parameters
        ----------
        Y : array_like
            Points, (..., n).

        Returns
        -------
        FloatArray
            The nearest point of the polytope for each, (..., n).

        Raises
        ------
        TypeError
            For points that are not real numbers.
        ValueError
            For points that are not finite, whose squares overflow, of another dimension, or so far
            away that rounding leaves no nearest point.
        """
        Y = require_points("Y", Y, self.n)
        if not np.vdot(Y, Y) < np.inf:  # NaN is not, either
            raise ValueError(f"Y must have finite squares, got {np.abs(Y).max():g} in size")
        _, b, lower, upper = self._faces
        # The nearest point of the box is that of the polytope, too, where it lies in it.
        X: FloatArray = np.minimum(np.maximum(Y, lower), upper)
        if len(b) == 0:
            return X
        outside = ~self.contains(X, 0.0)
        if outside.any():
            project = self._project_onto_polygon if self.n == 2 else self._project_by_daqp
            X[outside] = project(Y[outside])
        return X

    def _project_onto_polygon(self, Y: FloatArray) -> FloatArray:
        """Project points Y (k, 2) from outside: onto the side that faces them, or onto a corner.

        Which side or corner it is, the signs of products say. A comparison of distances would not
        do: in units far apart, rounding in the one coordinate would outweigh all of the other.
        """
        p = self.vertices  # where each side begins, (m, 2)
        q = np.roll(self.vertices, -1, axis=0)  # where it ends
        side = q - p
        from_p = Y[:, None] - p  # (k, m, 2)
        from_q = Y[:, None] - q
        past_p = (from_p * side).sum(-1)  # (k, m), above 0 where y lies past p towards q
        past_q = (from_q * side).sum(-1)  # (k, m), above 0 where y lies past q, too
        step = np.clip(past_p / np.maximum((side * side).sum(-1), _TINY), 0.0, 1.0)[..., None]
        # A convex combination, written so that step = 1 gives q exactly.
        nearest = np.where(step < 0.5, p + step * side, q - (1.0 - step) * side)
        # Whether y is to the right of the side's line: the polygon is to the left of it.
        beyond = side[:, 0] * from_p[..., 1] < side[:, 1] * from_p[..., 0]
        on_side = beyond & (past_p > 0.0) & (past_q < 0.0)
        # The corner q, where y is past the end of this side and before the beginning of the next.
        on_corner = (past_q >= 0.0) & (np.roll(past_p, -1, axis=1) <= 0.0)
        candidate = on_side | on_corner
        # One candidate is usual; distances decide where rounding leaves none, or several.
        squared_distances = ((Y[:, None] - nearest) ** 2).sum(-1)
        squared_distances[~candidate & candidate.any(axis=1)[:, None]] = np.inf
        return nearest[np.arange(len(Y)), squared_distances.argmin(axis=1)]

    @cached_property
    def _inequalities(self) -> tuple[FloatArray, FloatArray]:
        """The inequalities and the bounds as one system G x <= g: G (m + 2n, n) and g (m + 2n,).

        The rows of G have norm 1.
        """
        A, b, lower, upper = self._faces
        axes = np.eye(self.n)
        return np.vstack([A, axes, -axes]), np.concatenate([b, upper, -lower])

    @cached_property
    def _programme(self) -> _Programme:
        """The set as DAQP takes it: the same constraints for every projection."""
        A, b, lower, upper = self._faces
        unit = float(power_of_2_unit(np.append(upper, lower)))
        all_upper = np.append(upper, b)
        all_lower = np.append(lower, np.full(len(b), -np.inf))
        kinds = np.zeros(len(all_upper), dtype=np.int32)
        return _Programme(unit, A, all_upper / unit, all_lower / unit, kinds)

    def _project_by_daqp(self, Y: FloatArray) -> FloatArray:
        """Project points Y (k, n) from outside, each by a quadratic programme.

        The point x nearest to y minimises |x|^2/2 - <y, x> over the set: DAQP takes the identity
        and -y as the coefficients of that. It returns x with a multiplier for each bound of x and
        then for each row of A. Its answers are tested; where one is not the projection, Newton's
        method finds that, from DAQP's multipliers. So it does where there is no DAQP, as in a
        browser. The projections, (k, n), are returned.
        """
        A, _, lower, upper = self._faces
        try:
            daqp: Any = import_module("daqp")  # only those who have such a set wait for the import
        except ImportError:
            return np.array([self._project_by_newton(y, np.zeros(len(A))) for y in Y])
        # The unit is a power of 2, about the largest bound. DAQP's tolerances are absolute, so
        # points and bounds are counted in it. The other fields are in the order of DAQP's
        # arguments.
        unit, *constraints = self._programme
        identity = np.eye(self.n)
        X = np.empty_like(Y)
        multipliers = np.zeros((len(Y), len(A)))
        failed = np.zeros(len(Y), dtype=bool)
        for k, y in enumerate(Y / unit):
            X[k], _, status, details = daqp.solve(
                identity, -y, *constraints, primal_tol=1e-14, dual_tol=1e-14
            )
            failed[k] = status != 1  # 1 is DAQP's code for an optimum
            if not failed[k]:
                # Multipliers are lengths, too: x = clip(y - A'u).
                multipliers[k] = details["lam"][self.n :] * unit
        # DAQP keeps the bounds only up to its tolerance.
        X = np.minimum(np.maximum(X * unit, lower), upper)
        wrong = failed | ~self._is_projection(Y, X, multipliers)
        for k in np.flatnonzero(wrong).tolist():
            X[k] = self._project_by_newton(Y[k], np.maximum(multipliers[k], 0.0))
        return X

    def _is_projection(self, Y: FloatArray, X: FloatArray, multipliers: FloatArray) -> BoolArray:
        """Tell which points of X are the projections of those of Y, but for rounding.

        By the conditions of Karush, Kuhn and Tucker, x is the projection of y if it lies in the set
        and x = clip(y - A'u) for multipliers u >= 0 of the rows, which are 0 for a row that x does
        not touch. A coordinate of x may differ from that by 1e-12 of its size; where y is far and
        the multipliers large, by their rounding, up to 1e-10. A row may be exceeded by as much as
        that moves it.

        Parameters
        ----------
        Y, X : FloatArray
            The points and their supposed projections, (k, n).
        multipliers : FloatArray
            Those of the rows of A, (k, m).

        Returns
        -------
        BoolArray
            One truth value for each pair of points, (k,).
        """
        A, b, lower, upper = self._faces
        # `_coordinate_sizes` are the largest |x_i| in the set, (n,). `sizes`, (k, n), are those of
        # the terms of y - A'u, of which rounding may change the sum by some units in the last
        # place.
        sizes = np.abs(Y) + np.abs(multipliers) @ np.abs(A)
        tolerance = np.minimum(
            1e-12 * self._coordinate_sizes + 16 * _EPS * sizes, 1e-10 * self._coordinate_sizes
        )
        clipped = np.minimum(np.maximum(Y - multipliers @ A, lower), upper)
        error = np.abs(clipped - X)
        excess = X @ A.T - b
        row_tolerance = tolerance @ np.abs(A).T
        touches_face = excess >= -row_tolerance
        complementary = (multipliers >= 0.0) & ((multipliers == 0.0) | touches_face)
        feasible = excess <= row_tolerance
        return np.asarray((error <= tolerance).all(-1) & (complementary & feasible).all(-1))

    def _project_by_newton(self, y: FloatArray, start: FloatArray) -> FloatArray:
        """Project one point (n,) by Newton's method, and in fractions where floats miss it.

        Fractions are exact, and far slower. `start` are the multipliers of the rows to begin with,
        (m,), not negative. ValueError for a point so far away that rounding leaves no nearest
        point.
        """
        # A, b, lower and upper, in rows of length 1 and as few as are cheaply found.
        region = CutBox(*self._faces)
        solution = nearest_point(y, region, start)  # None if floats found none
        if solution is not None:
            x, multipliers = solution  # in floats, maybe not good enough
            if self._is_projection(y[np.newaxis], x[np.newaxis], multipliers[np.newaxis])[0]:
                return x
            start = multipliers
        # Rounding of the faces may have emptied a set that has no inner points: then the faces are
        # moved outwards, by 1e-12 of what the largest coordinates in the set add up to in a row.
        for relaxed in (0.0, 1e-12):
            b = region.b + relaxed * (np.abs(region.A) @ self._coordinate_sizes)
            in_fractions = region._replace(b=b).in_fractions()
            # With neither rounding nor tolerances: the projection itself, if the set has a point.
            exact_solution = nearest_point(as_fractions(y), in_fractions, as_fractions(start))
            if exact_solution is not None:
                exact_x, _ = exact_solution
                return np.array([float(coordinate) for coordinate in exact_x])
        got = f"{y.tolist()}, whose nearest point in {self} was not found"
        raise ValueError(f"Y must be of a size that this set can be told from, got {got}")

    @cached_property
    def _in_own_units(self) -> tuple[FloatArray, Polytope]:
        """Powers of 2 that make each coordinate about 1, (n,), and the set in these units."""
        units = power_of_2_unit(self._coordinate_sizes[np.newaxis], axis=0)
        box = Box(self.box.upper / units, self.box.lower / units)
        return units, Polytope(self.A * units, self.b, box)

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        """Find a point of the polytope with the largest <c, x>, for each vector c.

        Parameters
        ----------
        C : array_like
            Vectors, (..., n).

        Returns
        -------
        FloatArray
            A corner for each, (..., n).

        Raises
        ------
        TypeError, ValueError
            For vectors that are not finite real numbers, or of another dimension.
        """
        C = require_points("C", C, self.n)
        if self.n == 2:
            return np.asarray(self.vertices[(C @ self.vertices.T).argmax(axis=-1)])
        # Tolerances of linear programmes are absolute. So each coordinate is counted in its own
        # size, x = units z, for which <c, x> = <units c, z>; `scaled` is the set of the z. The
        # length of c, which decides nothing, is made about 1.
        C = C / power_of_2_unit(C, axis=-1)[..., None]
        units, scaled = self._in_own_units
        return scaled._best_corners(C * units) * units  # noqa: SLF001

    def fused_maximizer(self) -> Projection | None:
        """Return what compiled code needs for a point of the polytope with the largest <c, x>.

        Returns
        -------
        Projection or None
            Its function takes a vector c, (n,), to such a point, in place. Above the plane it is
            None where `fused_projection` has none, where the origin is not in the polytope, or
            where the least value of a coordinate is not 0.
        """
        if self.n == 2:
            return Projection(self.lower, self.upper, best_corner_of_polygon, (self.vertices,))
        A, b, lower, upper = self._faces
        # The simplex method begins at the corner 0, which has to be in the set, as in a game.
        starts_at_0 = (b >= 0.0).all() and not lower.any()
        if self.fused_projection() is None or not starts_at_0:
            return None
        rows = tuple(map(checks.read_only_copy, (A, b, upper)))
        memory = simplex_method_memory(*A.shape)  # how many floats it works in
        return Projection(self.lower, self.upper, best_corner_of_polytope, rows, memory)

    def _best_corners(self, C: FloatArray) -> FloatArray:
        """Maximise <c, x> for each c of C (..., n) by linear programmes; return the best points.

        The coordinates of this set have to be about 1: `maximize_linear` calls this method of the
        set in units that make them so. The best corner of the bounding box is that of the polytope,
        too, if it lies in it. Where it does not, a linear programme finds the corner. That takes
        long, and vectors that are close to each other have the same best corner. So the corners of
        earlier programmes are tried first: a corner v is best for c if v plus any positive multiple
        of c projects onto v. The multiple is such that it is about as long as the set.
        """
        # So that each c is about 1 long. A power of 2 rounds nothing, and the unit of a 0 is not 0.
        C = C / power_of_2_unit(C, axis=-1)[..., None]
        X: FloatArray = np.where(C > 0.0, self.upper, self.lower)
        corners: deque[FloatArray] = deque(maxlen=64)  # of the latest programmes
        unit = self._programme.unit  # a length, about that of the set
        # k has the indices of a vector whose corner of the box is outside, () if C is one vector.
        for k in map(tuple, np.argwhere(~self.contains(X, 0.0))):
            c = C[k]
            if corners:
                corner = max(corners, key=c.__matmul__)  # that with the largest <c, corner>
                projection = self._project_by_daqp((corner + unit * c)[np.newaxis])[0]
                if np.abs(projection - corner).max() <= 64 * _EPS * unit:
                    X[k] = corner
                    continue
            # Projected, as a linear programme may end outside by its tolerance.
            X[k] = self.project(solve_lp(-c, *self._faces))
            corners.append(X[k].copy())
        return X

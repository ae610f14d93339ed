r"""Decision sets :math:`\mathcal X \subset \mathbb R_+^n`: convex, compact, with projections."""

from __future__ import annotations

from collections import deque
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray, array_of_shape, checked, fitted, frozen
from osphg.compiled.answers import Projection
from osphg.compiled.projections import cut, into_polygon, into_simplex
from osphg.nearest import CutBox, as_fractions, nearest_point

__all__ = ["Box", "Domain", "Polytope", "Simplex"]

BoolArray = NDArray[np.bool_]

_EPS = float(np.finfo(np.float64).eps)
_EMPTY = "A, b and box must have a point in common: A x <= b has none in box"


@runtime_checkable
class Domain(Protocol):
    r"""What the package needs of a decision set; any object with these members will do.

    `n` is the dimension, `lower` and `upper` (n,) bound each coordinate, and `diameter` is a number
    :math:`R \ge \max_{x, y} \|x - y\|`. The methods take points or vectors of shape (..., n):
    `project(Y)` is Euclidean, `maximize_linear(C)` finds for each c a point of X with the largest
    :math:`\langle c, x \rangle`. `contains(X, rtol)`, of shape (...), forgives rounding in any
    units of the coordinates: it lets each coordinate leave its bounds by `rtol` times the largest
    :math:`|x_i|` in the set, and other faces be exceeded by as much as that moves them.
    """

    @property
    def n(self) -> int: ...
    @property
    def lower(self) -> FloatArray: ...
    @property
    def upper(self) -> FloatArray: ...
    @property
    def diameter(self) -> float: ...
    def project(self, Y: ArrayLike) -> FloatArray: ...
    def maximize_linear(self, C: ArrayLike) -> FloatArray: ...
    def contains(self, X: ArrayLike, rtol: float = 1e-9) -> BoolArray: ...


class HalfSpaces(NamedTuple):
    """A set as {x : A x <= b, lower <= x <= upper}."""

    A: FloatArray  # (m, n)
    b: FloatArray  # (m,)
    lower: FloatArray  # (n,)
    upper: FloatArray  # (n,)


class Faceted(Domain, Protocol):
    """A domain that knows its faces, as linear inequalities: best decisions ask for them."""

    def half_spaces(self) -> HalfSpaces: ...


def require_domain(name: str, value: object, n: int | None = None) -> Domain:
    """Return what is a domain, of dimension n if that is told; TypeError or ValueError if not."""
    X = checks.of_kind(name, value, Domain, "be a Domain such as Box or Simplex")
    checks.must(n is None or X.n == n, name, f"have dimension {n}", X.n)
    return X


def require_start(name: str, value: Any, domain: Domain) -> FloatArray:
    """Return a point of X, (n,), the origin for None; ValueError for one outside."""
    if value is None:
        return np.zeros(domain.n)
    x = checks.array(name, value, (domain.n,))
    checks.must(domain.contains(x), name, f"lie in the domain {domain}", x.tolist())
    return x


def largest_coordinates(lower: FloatArray, upper: FloatArray) -> FloatArray:
    """Return the largest |x_i| between the bounds, (n,): in that unit coordinate i is about 1."""
    return np.maximum(np.abs(lower), np.abs(upper))


def require_points(name: str, points: ArrayLike, n: int, *, finite: bool = True) -> FloatArray:
    """Return `points` as real numbers with a last axis of length n; finite if `finite`."""
    X = checks.real_array(name, points)
    if X.ndim == 0 or X.shape[-1] != n:
        raise ValueError(f"{name} must have shape (..., {n}), got {X.shape}")
    return checks.finite_array(name, X) if finite else X


def power_of_2_unit(A: FloatArray, axis: int | None = None) -> FloatArray:
    """Return a power of 2 about as large as the largest entry of `A`, or 1/2 where all are 0.

    Counted in such units no square overflows, and nothing is rounded.
    """
    return np.ldexp(1.0, np.frexp(np.abs(A).max(axis=axis, initial=0.0))[1] - 1)


def normalize_rows(A: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return A x <= b with rows of norm 1, less those that are too far from any box to cut it."""
    units = power_of_2_unit(A, axis=1)
    with np.errstate(over="ignore"):  # of what is too far
        A, b = A / units[:, None], b / units
    norms = np.linalg.norm(A, axis=1)
    near = (norms > 0.0) & (b < np.inf)
    if (b[~near] < 0.0).any():
        raise ValueError(_EMPTY)
    return A[near] / norms[near, None], b[near] / norms[near]


def _lower(box: Domain, name: str, value: ArrayLike | None) -> FloatArray:
    upper = box.upper
    lower = checks.read_only_copy(
        checks.array(name, 0.0 * upper if value is None else value, upper.shape)
    )
    i = int(np.argmax(lower > upper))
    got = f"lower[{i}] = {lower[i]:g} > upper[{i}] = {upper[i]:g}"
    checks.must(lower[i] <= upper[i], name, "be <= upper", got)
    return lower


def _row(values: FloatArray) -> str:
    """Write a vector on one line, a long one by its first entries."""
    return "[" + ", ".join([f"{x:g}" for x in values[:6]] + ["..."][: len(values[6:])]) + "]"


@frozen
class Box:
    r"""The box :math:`\{x : \text{lower} \preceq x \preceq \text{upper}\}`, bounds (n,).

    Lower bounds are zeros unless given. ValueError for one that is not finite, or above the upper.

    >>> import osphg
    >>> X = osphg.Box([1.0, 2.0])
    >>> X.project([[0.5, 3.0], [-1.0, 1.0]])
    array([[0.5, 2. ],
           [0. , 1. ]])
    >>> X.maximize_linear([1.0, -1.0])
    array([1., 0.])
    """

    upper: FloatArray = checked(array_of_shape(None))
    lower: FloatArray = fitted(_lower, default=None)

    def __repr__(self) -> str:
        return f"Box(upper={_row(self.upper)}, lower={_row(self.lower)})"

    @classmethod
    def unit(cls, n: int) -> Box:
        """Return the unit cube [0, 1]^n, the domain of the paper's experiments."""
        return cls(np.ones(checks.array_size("n", n)))

    @property
    def n(self) -> int:
        return len(self.upper)

    @cached_property
    def diameter(self) -> float:
        return float(np.linalg.norm(self.upper - self.lower))

    def half_spaces(self) -> HalfSpaces:
        return HalfSpaces(np.empty((0, self.n)), np.empty(0), self.lower, self.upper)

    def fused_projection(self) -> Projection:
        return Projection(self.lower, self.upper)

    def project(self, Y: ArrayLike) -> FloatArray:
        Y = require_points("Y", Y, self.n)
        X: FloatArray = np.minimum(np.maximum(Y, self.lower), self.upper)
        return X

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        # where an entry of c is 0, the lower (cheaper) bound
        return np.where(require_points("C", C, self.n) > 0.0, self.upper, self.lower)

    def contains(self, X: ArrayLike, rtol: float = 1e-9) -> BoolArray:
        X = require_points("X", X, self.n, finite=False)
        slack = rtol * largest_coordinates(self.lower, self.upper)
        return np.asarray(((self.lower - slack <= X) & (self.upper + slack >= X)).all(axis=-1))


@frozen
class Simplex:
    r"""The full simplex :math:`\{x \succeq 0 : \sum_i x_i \le r\}` in n dimensions; r is above 0.

    >>> import osphg
    >>> X = osphg.Simplex(3, r=1.0)
    >>> X.project([1.0, 0.5, -1.0])
    array([0.75, 0.25, 0.  ])
    """

    n: int = checked(checks.array_size)
    r: float = checked(checks.positive_float, default=1.0)

    @cached_property
    def lower(self) -> FloatArray:
        return checks.read_only_copy(np.zeros(self.n))

    @cached_property
    def upper(self) -> FloatArray:
        return checks.read_only_copy(np.full(self.n, self.r))

    @property
    def diameter(self) -> float:
        return self.r * float(np.sqrt(2.0)) if self.n > 1 else self.r

    def half_spaces(self) -> HalfSpaces:
        return HalfSpaces(np.ones((1, self.n)), np.array([self.r]), self.lower, self.upper)

    def fused_projection(self) -> Projection:
        # Cut at r first, the projection moves. The bound is read-only, as a box's is: one type,
        # one compilation.
        nowhere = checks.read_only(np.full(self.n, np.inf))
        return Projection(self.lower, nowhere, into_simplex, (self.r,))

    def project(self, Y: ArrayLike) -> FloatArray:
        # [y - theta]_+ with the least theta >= 0 for r, by sorting (Held, Wolfe and Crowder 1974).
        Y = require_points("Y", Y, self.n)
        X: FloatArray = np.maximum(Y, 0.0)
        with np.errstate(over="ignore"):  # an infinite sum is outside
            outside = X.sum(axis=-1) > self.r
        if outside.any():
            # On the face sum x = r a common shift of y changes nothing: shift the maximum to 0, so
            # that the first partial sum is -r and large inputs do not cancel.
            Z = Y[outside]
            Z = Z - Z.max(axis=-1, keepdims=True)
            partial = np.cumsum(-np.sort(-Z, axis=-1), axis=-1) - self.r
            theta = (partial / np.arange(1, self.n + 1)).max(axis=-1, keepdims=True)
            X[outside] = np.maximum(Z - theta, 0.0)
        return X

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        # r on the first largest entry of c if that is positive, else 0
        C = require_points("C", C, self.n)
        first = np.arange(self.n) == C.argmax(axis=-1)[..., None]
        return np.where(first & (C > 0.0), self.r, 0.0)

    def contains(self, X: ArrayLike, rtol: float = 1e-9) -> BoolArray:
        X = require_points("X", X, self.n, finite=False)
        slack = rtol * self.r
        below = X.sum(axis=-1) <= self.r + self.n * slack
        return np.asarray((-slack <= X).all(axis=-1) & below)


def solve_lp(
    c: FloatArray, A: FloatArray, b: FloatArray, lower: FloatArray, upper: FloatArray
) -> FloatArray:
    """Minimise <c, x> over the box with A x <= b; ValueError if that is empty.

    HiGHS' tolerances are absolute, some 1e-7, and a bound of 1e20 is none to it: each coordinate,
    each row and c are counted in powers of 2 that make them about 1.
    """
    size = np.maximum(np.abs(lower), np.abs(upper))
    size[size == 0.0] = size[size > 0.0].min() if size.any() else 1.0  # of one that is always 0
    units = power_of_2_unit(size[np.newaxis], axis=0)
    c, A = c * units, A * units
    rows = power_of_2_unit(A, axis=1)
    bounds = np.column_stack([lower, upper]) / units[:, None]
    c = c / (np.abs(c).max() or 1.0)
    found = scipy.optimize.linprog(c, A / rows[:, None], b / rows, bounds=bounds, method="highs")
    if found.x is None:
        raise ValueError(_EMPTY if found.status == 2 else f"{_EMPTY} ({found.message})")
    return np.asarray(found.x * units)


@frozen
class Polytope:
    r"""The polytope :math:`\{x \in \text{box} : A x \preceq b\}`, A (m, n) and b (m,).

    The box, of dimension n, makes the set bounded; ValueError if it has no point with A x <= b.

    In the plane everything is a closed form over the vertices. Above that, linear maximisation is a
    linear programme, and projection a quadratic one (DAQP, a dual active-set method, Arnström et
    al. 2022). Its answer is held against the conditions of optimality; where it misses them, as far
    from the set or with coordinates in units far apart, `osphg.nearest` finds the point, slowly.

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

    def __attrs_post_init__(self) -> None:
        checks.of_kind("box", self.box, Box, "be a Box")
        checks.array("b", self.b, (len(checks.array("A", self.A, (None, self.box.n))),))
        _ = self.upper  # refuses an empty set now, not in the middle of a game

    def __repr__(self) -> str:
        return f"Polytope({len(self.A)} rows in {self.box})"

    @property
    def n(self) -> int:
        return self.box.n

    @cached_property
    def _within(self) -> HalfSpaces:
        """The set by unit rows that cut the box and, but in the plane, tight bounds."""
        A, b = normalize_rows(self.A, self.b)
        lower, upper = self.box.lower, self.box.upper
        cutting = (A * np.where(A > 0.0, upper, lower)).sum(axis=1) > b
        A, b = A[cutting], b[cutting]
        if self.n == 2:
            return HalfSpaces(A, b, lower, upper)
        slack = b - A @ lower
        if (slack >= 0.0).all() and (A >= 0.0).all():
            # Lower is the least point, so each upper bound is attained by moving on one axis.
            with np.errstate(over="ignore"):
                room = np.divide(slack[:, None], A, out=np.full_like(A, np.inf), where=A > 0.0)
            return HalfSpaces(A, b, lower, np.minimum(upper, lower + room.min(0, initial=np.inf)))
        ends = [
            [solve_lp(sign * axis, A, b, lower, upper)[i] for i, axis in enumerate(np.eye(self.n))]
            for sign in (1.0, -1.0)
        ]
        return HalfSpaces(A, b, np.maximum(ends[0], lower), np.minimum(ends[1], upper))

    @cached_property
    def vertices(self) -> FloatArray:
        """Vertices, counter-clockwise, shape (m, 2); only for n = 2."""
        checks.must(self.n == 2, "n", "be 2 for vertices", self.n)
        A, b, (l0, l1), (u0, u1) = self._within
        (V, work), count = np.empty((2, len(A) + 8, 2)), 4
        V[:4] = [[l0, l1], [u0, l1], [u0, u1], [l0, u1]]
        for (a0, a1), most in zip(A, b, strict=True):
            count = cut(V, count, a0, a1, most, work)
        if count == 0:
            raise ValueError(_EMPTY)
        V, slack = V[:count], 8 * _EPS * np.abs(V[:count]).max(axis=0)
        moved = (np.abs(V - np.roll(V, 1, axis=0)) > slack).any(axis=1)  # but for rounding
        return checks.read_only_copy(V[moved] if moved.any() else V[:1])

    @cached_property
    def lower(self) -> FloatArray:
        return checks.read_only_copy(
            self.vertices.min(axis=0) if self.n == 2 else self._within.lower
        )

    @cached_property
    def upper(self) -> FloatArray:
        return checks.read_only_copy(
            self.vertices.max(axis=0) if self.n == 2 else self._within.upper
        )

    @cached_property
    def diameter(self) -> float:
        if self.n != 2:  # the diagonal of the bounding box, no less: exact for n = 1
            return float(np.linalg.norm(self.upper - self.lower))
        return max(float(np.hypot(*(self.vertices - v).T).max()) for v in self.vertices)

    def half_spaces(self) -> HalfSpaces:
        return HalfSpaces(self.A, self.b, self.box.lower, self.box.upper)

    def fused_projection(self) -> Projection | None:
        if self.n != 2:
            return None
        everywhere = checks.read_only(np.full(2, np.inf))
        facets = (self.vertices, *self._all_rows)
        return Projection(checks.read_only(-everywhere), everywhere, into_polygon, facets)

    def contains(self, X: ArrayLike, rtol: float = 1e-9) -> BoolArray:
        X = require_points("X", X, self.n, finite=False)
        A, b, lower, upper = self._within
        slack = rtol * self._sizes
        with np.errstate(invalid="ignore", over="ignore"):  # of points that are not finite
            boxed = (lower - slack <= X) & (upper + slack >= X)
            return np.asarray(boxed.all(axis=-1) & (b + np.abs(A) @ slack >= X @ A.T).all(axis=-1))

    @cached_property
    def _sizes(self) -> FloatArray:
        return largest_coordinates(self.lower, self.upper)

    def project(self, Y: ArrayLike) -> FloatArray:
        Y = require_points("Y", Y, self.n)
        if not np.vdot(Y, Y) < np.inf:
            raise ValueError(f"Y must have finite squares, got {np.abs(Y).max():g} in size")
        _, b, lower, upper = self._within
        # The nearest point of the box is that of the polytope, too, where it lies in it.
        X: FloatArray = np.minimum(np.maximum(Y, lower), upper)
        if len(b) and not (inside := self.contains(X, 0.0)).all():
            project = self._on_sides if self.n == 2 else self._on_faces
            X[~inside] = project(Y[~inside])
        return X

    def _on_sides(self, Y: FloatArray) -> FloatArray:
        """Project points (k, 2) from outside: onto the side that faces them, or onto a corner.

        Which one is told by the signs of products, and not by comparing distances: in units far
        apart, rounding in the one coordinate would outweigh all of the other.
        """
        p, q = self.vertices, np.roll(self.vertices, -1, axis=0)
        side, tiny = q - p, np.finfo(np.float64).tiny
        to = Y[:, None] - p
        past_p = (to * side).sum(-1)
        past_q = ((Y[:, None] - q) * side).sum(-1)
        step = np.clip(past_p / np.maximum((side * side).sum(-1), tiny), 0.0, 1.0)[..., None]
        # A convex combination, written so that step = 1 gives q exactly.
        nearest = np.where(step < 0.5, p + step * side, q - (1.0 - step) * side)
        beyond = side[:, 0] * to[..., 1] < side[:, 1] * to[..., 0]  # the line through the side
        on_side = beyond & (past_p > 0.0) & (past_q < 0.0)
        on_corner = (past_q >= 0.0) & (np.roll(past_p, -1, axis=1) <= 0.0)  # on q
        found = on_side | on_corner
        gap = ((Y[:, None] - nearest) ** 2).sum(
            -1
        )  # decides where rounding leaves none, or several
        gap[~found & found.any(axis=1)[:, None]] = np.inf
        return nearest[np.arange(len(Y)), gap.argmin(axis=1)]

    @cached_property
    def _all_rows(self) -> tuple[FloatArray, FloatArray]:
        """The inequalities and the bounds, G x <= g with unit rows."""
        (A, b, lower, upper), eye = self._within, np.eye(self.n)
        return np.vstack([A, eye, -eye]), np.concatenate([b, upper, -lower])

    @cached_property
    def _programme(self) -> tuple[float, tuple[Any, ...]]:
        """A unit of length, about as large as the set, and what DAQP is told of the set in it.

        These are A, upper and lower bounds of x and of A x, and the kinds of the bounds.
        """
        A, b, lower, upper = self._within
        unit = float(power_of_2_unit(np.append(upper, lower)))
        top, floor = np.append(upper, b), np.append(lower, np.full(len(b), -np.inf))
        return unit, (A, top / unit, floor / unit, np.zeros(len(top), dtype=np.int32))

    def _on_faces(self, Y: FloatArray) -> FloatArray:
        """Project points (k, n) from outside by DAQP; one by one where it misses the optimum."""
        daqp: Any = import_module("daqp")  # only for who has such a set
        A, _, lower, upper = self._within
        (unit, programme), H = self._programme, np.eye(self.n)
        X, forces = np.empty_like(Y), np.zeros((len(Y), len(A)))
        failed = np.zeros(len(Y), dtype=bool)
        for k, y in enumerate(Y / unit):
            X[k], _, status, told = daqp.solve(H, -y, *programme, primal_tol=1e-14, dual_tol=1e-14)
            failed[k] = status != 1
            forces[k] = 0.0 if failed[k] else told["lam"][self.n :] * unit
        X = np.minimum(np.maximum(X * unit, lower), upper)
        for k in np.flatnonzero(failed | ~self._optimal(Y, X, forces)).tolist():
            X[k] = self._project_one(Y[k], np.where(failed[k], 0.0, np.maximum(forces[k], 0.0)))
        return X

    def _optimal(self, Y: FloatArray, X: FloatArray, forces: FloatArray) -> BoolArray:
        """Whether each x = P(y) by the conditions of Karush, Kuhn and Tucker, but for rounding.

        That is x in X and x = clip(y - A'forces), with forces >= 0 that are 0 on faces which x does
        not touch. Coordinate i may miss it by 1e-12 of its size and, where y is far and the
        multipliers large, by their rounding, up to 1e-10; rows by as much as that moves them.
        """
        A, b, lower, upper = self._within
        pull = forces @ A
        size = np.abs(Y) + np.abs(forces) @ np.abs(A)
        near = np.minimum(1e-12 * self._sizes + 16 * _EPS * size, 1e-10 * self._sizes)
        missed = np.abs(np.minimum(np.maximum(Y - pull, lower), upper) - X)
        excess, slack = X @ A.T - b, near @ np.abs(A).T
        pressed = (forces >= 0.0) & ((forces == 0.0) | (excess >= -slack))
        return np.asarray(((missed <= near).all(-1)) & (pressed & (excess <= slack)).all(-1))

    def _project_one(self, y: FloatArray, forces: FloatArray) -> FloatArray:
        """Project one point (n,) by Newton's method, and in fractions where floats miss it."""
        cut = CutBox(*self._within)
        found = nearest_point(y, cut, forces)
        if found is not None and self._optimal(*(part[np.newaxis] for part in (y, *found)))[0]:
            return found[0]
        start = as_fractions(forces if found is None else found[1])
        for relaxed in (0.0, 1e-12):  # rounding of the faces may empty a set without inner points
            b = cut.b + relaxed * (np.abs(cut.A) @ self._sizes)
            exact = nearest_point(as_fractions(y), cut._replace(b=b).rational(), start)
            if exact is not None:
                return np.array([float(value) for value in exact[0]])
        got = f"{y.tolist()}, whose nearest point in {self} was not found"
        raise ValueError(f"Y must be of a size that this set can be told from, got {got}")

    @cached_property
    def solve_in_own_units(self) -> tuple[FloatArray, Polytope]:
        """Powers of 2 that make each coordinate about 1, (n,), and the set in these units."""
        units = power_of_2_unit(self._sizes[np.newaxis], axis=0)
        box = Box(self.box.upper / units, self.box.lower / units)
        return units, Polytope(self.A * units, self.b, box)

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        C = require_points("C", C, self.n)
        if self.n == 2:
            return np.asarray(self.vertices[(C @ self.vertices.T).argmax(axis=-1)])
        C = C / power_of_2_unit(C, axis=-1)[..., None]
        units, own = self.solve_in_own_units
        return own._best_corners(C * units) * units  # noqa: SLF001

    def _best_corners(self, C: FloatArray) -> FloatArray:
        """Maximise <c, x> for each c of C (..., n) by linear programmes, in own units."""
        C = C / power_of_2_unit(C, axis=-1)[..., None]
        X: FloatArray = np.where(C > 0.0, self.upper, self.lower)
        corners: deque[FloatArray] = deque(maxlen=64)  # that may be best for another c, too
        for k in map(tuple, np.argwhere(~self.contains(X, 0.0))):
            if corners:  # the best of them is, if c presses it against its sides
                x, unit = max(corners, key=C[k].__matmul__), self._programme[0]
                if np.abs(self._on_faces((x + unit * C[k])[None])[0] - x).max() <= 64 * _EPS * unit:
                    X[k] = x
                    continue
            X[k] = self.project(solve_lp(-C[k], *self._within))  # what the tolerance let through
            corners.append(X[k].copy())
        return X

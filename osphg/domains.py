r"""Decision sets :math:`\mathcal X`: convex, compact, with exact projections.

A domain offers what the algorithms of the paper ask of :math:`\mathcal X \subset \mathbb R_+^n`:
the projection :math:`\mathcal P_{\mathcal X}` (online gradient ascent), a linear maximiser
(Frank-Wolfe), the diameter :math:`R`, and membership. All of them take points on the last axis
and any leading shape.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen, own_array
from osphg.fusing import Clipping, Projection, exactly

__all__ = ["Box", "Domain", "Polytope", "Simplex"]


def unit_of(A: FloatArray, axis: int | None = None) -> FloatArray:
    """Return a power of 2 about as large as the largest entry of `A`, or 1/2 where all are 0.

    Divided by it, no number is rounded whose square would matter beside that of the largest.
    """
    return np.ldexp(1.0, np.frexp(np.abs(A).max(axis=axis, initial=0.0))[1] - 1)


def units_of_box(lower: FloatArray, upper: FloatArray) -> FloatArray:
    """Return such a unit for each coordinate; for one that is always 0, the smallest of theirs."""
    size = np.maximum(np.abs(lower), np.abs(upper))
    size[size == 0.0] = size[size > 0.0].min() if size.any() else 1.0
    return unit_of(size[np.newaxis], axis=0)


def row_lengths(A: FloatArray) -> FloatArray:
    """Return the norm of each row of `A`, shape (m, n)."""
    units = unit_of(A, axis=1)
    return np.asarray(units * np.linalg.norm(A / units[:, np.newaxis], axis=1))


def length(A: FloatArray) -> float:
    """Return the norm of all entries of `A`."""
    unit = unit_of(A)
    return float(unit * np.linalg.norm(A / unit))


BoolArray = NDArray[np.bool_]

_EPS = float(np.finfo(np.float64).eps)


def _merge(vertices: FloatArray, tol: float) -> FloatArray:
    """Drop every vertex that is within `tol` of its predecessor on the closed polygon."""
    apart = (np.abs(vertices - np.concatenate([vertices[-1:], vertices[:-1]])) > tol).any(axis=1)
    return vertices[apart] if apart.any() else vertices[:1]


def _cut(vertices: FloatArray, excess: FloatArray, tol: float) -> tuple[FloatArray, FloatArray]:
    """Clip a convex polygon by one half-plane, given each vertex' signed excess over it.

    Returns the new polygon and those of its vertices that are new. This is the step of Sutherland
    and Hodgman (1974). A crossing is a convex combination of the ends of its side: it stays on
    the side and meets the half-plane to rounding error, even if the two lines are nearly parallel.
    """
    following = np.concatenate([vertices[1:], vertices[:1]])
    excess_following = np.concatenate([excess[1:], excess[:1]])
    inner, inner_following = excess <= tol, excess_following <= tol
    crossed = inner != inner_following
    near = np.minimum(np.where(inner, excess, excess_following)[crossed], 0.0)
    far = np.where(inner, excess_following, excess)[crossed]
    start = np.where(inner[:, None], vertices, following)[crossed]
    end = np.where(inner[:, None], following, vertices)[crossed]
    new = start + (near / (near - far))[:, None] * (end - start)
    both, kept = np.empty((len(vertices), 2, 2)), np.empty((len(vertices), 2), dtype=bool)
    both[:, 0], both[:, 1] = vertices, following
    both[crossed, 1] = new
    kept[:, 0], kept[:, 1] = inner, crossed
    return _merge(both[kept], tol), new


@dataclass(frozen=True, eq=False)
class Polygon:
    """A non-empty convex polygon, possibly a segment or a point.

    Attributes
    ----------
    vertices : (m, 2) array
        Counter-clockwise.
    normals, offsets : (q, 2) and (q,) arrays
        Half-planes ``normals @ x <= offsets`` (unit normals) that cut out the same set.
    """

    vertices: FloatArray
    normals: FloatArray
    offsets: FloatArray

    @classmethod
    def intersect(
        cls, lower: FloatArray, upper: FloatArray, normals: FloatArray, offsets: FloatArray
    ) -> Polygon | None:
        """Intersect a rectangle with half-planes ``normals @ x <= offsets``; None if empty.

        The most violated half-plane is cut off first, and those that no vertex violates are
        dropped on the way, so the cost is (half-planes) x (sides of the result).
        """
        # Work where the rectangle has unit size; powers of two, so that scaling is exact.
        scale = np.exp2(np.frexp(np.maximum(np.abs(lower), np.abs(upper)))[1])
        (l0, l1), (u0, u1) = lower / scale, upper / scale
        norms = row_lengths(normals * scale)
        A, b, rows = normals * scale / norms[:, None], offsets / norms, np.arange(len(offsets))
        tol = 8 * _EPS
        vertices = _merge(np.array([[l0, l1], [u0, l1], [u0, u1], [l0, u1]]), tol)
        # Per half-plane, the vertex that violates it most, and by how much.
        top = np.where(A > 0.0, upper / scale, lower / scale)
        worst = (A * top).sum(axis=1) - b
        used = []
        while (live := worst > tol).any():
            A, b, rows, top, worst = A[live], b[live], rows[live], top[live], worst[live]
            first = int(worst.argmax())
            used.append(rows[first])
            excess = vertices @ A[first] - b[first]
            if (excess > tol).all():
                return None
            vertices, new = _cut(vertices, excess, tol)
            # A linear function whose maximiser has been cut off is now largest on the cut.
            if len(new):
                stale = top @ A[first] - b[first] > tol
                level = A[stale] @ new.T
                top[stale] = new[level.argmax(axis=1)]
                worst[stale] = level.max(axis=1) - b[stale]
            worst[first] = -np.inf  # done with this one, whatever rounding says
        sides = np.vstack([np.eye(2), -np.eye(2), normals[used]])
        return cls(vertices * scale, sides, np.concatenate([upper, -lower, offsets[used]]))

    @property
    def lower(self) -> FloatArray:
        """Coordinatewise minima, (2,)."""
        return np.asarray(self.vertices.min(axis=0))

    @property
    def upper(self) -> FloatArray:
        """Coordinatewise maxima, (2,)."""
        return np.asarray(self.vertices.max(axis=0))

    @property
    def diameter(self) -> float:
        """The largest distance between two vertices."""
        return max(float(np.hypot(*(self.vertices - v).T).max()) for v in self.vertices)

    def maximize_linear(self, C: FloatArray) -> FloatArray:
        """Maximise <c, x> for each row of `C` (k, 2): the first best vertex."""
        return np.asarray(self.vertices[(C @ self.vertices.T).argmax(axis=1)])

    def contains(self, X: FloatArray, atol: float) -> BoolArray:
        """Test points (..., 2) against each half-plane, moved outwards by `atol`."""
        return np.asarray((self.offsets + atol >= X @ self.normals.T).all(axis=-1))

    @cached_property
    def _sides(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Where each side ends, (m, 2), how it goes there, (m, 2), and its squared length, (m,)."""
        ends = np.concatenate([self.vertices[1:], self.vertices[:1]])
        side = ends - self.vertices
        return ends, side, np.maximum((side * side).sum(axis=1), np.finfo(np.float64).tiny)

    def project(self, Y: FloatArray) -> FloatArray:
        """Project points (k, 2): an outer point goes to the nearest point of the nearest side."""
        X = Y.copy()
        outside = np.flatnonzero(~self.contains(Y, 0.0))
        if len(outside) == 0:
            return X
        p = self.vertices
        q, side, length2 = self._sides
        away = Y[outside, None, :] - p  # (k, m, 2)
        step = np.clip((away * side).sum(axis=-1) / length2, 0.0, 1.0)[..., None]
        # A convex combination, written so that step = 1 gives q exactly.
        nearest = np.where(step < 0.5, p + step * side, q - (1.0 - step) * side)
        gap = Y[outside, None, :] - nearest
        best = (gap * gap).sum(axis=-1).argmin(axis=1)
        X[outside] = nearest[np.arange(len(outside)), best]
        return X


_STEPS = 12
_RIDGE = 1e-12  # where more rows press than coordinates are free; too little to keep from exactness


def nearest(
    y: FloatArray,
    A: FloatArray,
    b: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
    multipliers: FloatArray,
) -> tuple[FloatArray, FloatArray] | None:
    """Project y onto {x in [lower, upper] : A x <= b} (unit rows), by Newton's method in the dual.

    For multipliers L >= 0 the point is x(L) = clip(y - A'L), and L maximises the concave function
    min_x |x - y|^2/2 + L'(A x - b), whose gradient is A x(L) - b. It is quadratic while the same
    rows press and the same coordinates are free: steps are Newton's, shortened until the function
    rises (Bertsekas 1982). What is found is solved for once more on its own sides, and returned
    with its multipliers only if it meets the conditions of Karush, Kuhn and Tucker to rounding.

    Returns None if it does not, or if that takes too long.
    """
    L = multipliers
    value, z, x, excess = _at(L, y, A, b, lower, upper)
    size = max(float(np.abs(lower).max()), float(np.abs(upper).max()))
    exact = 64 * _EPS * size
    for _ in range(_STEPS):
        pressing = (L > 0.0) | (excess > exact)
        found = _on_sides(y, A, b, x, pressing, (z > lower) & (z < upper))
        if found is None:
            return None
        point, solved = found
        over = A @ point - b
        # Right if no multiplier pulls, no row is broken, and the same coordinates are held.
        moved = y - solved @ A
        if (
            solved.min() >= 0.0
            and over.max() <= exact
            and np.abs(np.minimum(np.maximum(moved, lower), upper) - point).max()
            <= exact + 64 * _EPS * float(np.abs(y).max())
        ):
            return np.minimum(np.maximum(point, lower), upper), solved
        step, t = solved - L, 1.0
        while True:
            new = np.maximum(L + t * step, 0.0)
            there = _at(new, y, A, b, lower, upper)
            if there[0] > value + 1e-4 * float(excess @ (new - L)):
                break
            t /= 4
            if t < 1e-3:  # along the slope, then
                new, there = _risen(L, value, excess, (y, A, b, lower, upper))
                break
        L, (value, z, x, excess) = new, there
    return None


def _risen(
    L: FloatArray, value: float, excess: FloatArray, problem: tuple[FloatArray, ...]
) -> tuple[FloatArray, tuple[float, FloatArray, FloatArray, FloatArray]]:
    """Return where a projected step along the slope of the dual function leads, and what is there.

    It is the longest of 1, 1/2, 1/4, ... that rises; A has unit rows, so that 1/m always does.
    """
    t = 1.0
    while True:
        new = np.maximum(L + t * excess, 0.0)
        there = _at(new, *problem)
        if t * len(L) < 1.0 or there[0] > value + 1e-4 * float(excess @ (new - L)):
            return new, there
        t /= 2


def _at(
    L: FloatArray, y: FloatArray, A: FloatArray, b: FloatArray, lower: FloatArray, upper: FloatArray
) -> tuple[float, FloatArray, FloatArray, FloatArray]:
    """Return the dual function at L, y - A'L, the point that it clips to, and A x - b there."""
    z = y - L @ A
    x = np.minimum(np.maximum(z, lower), upper)
    excess = A @ x - b
    return 0.5 * float((x - y) @ (x - y)) + float(L @ excess), z, x, excess


def _on_sides(
    y: FloatArray,
    A: FloatArray,
    b: FloatArray,
    x: FloatArray,
    pressing: BoolArray,
    free: BoolArray,
) -> tuple[FloatArray, FloatArray] | None:
    """Return the point nearest to y where the pressing rows are equations and only some are free.

    The other coordinates are those of x. With it come the rows' multipliers, of any sign; None
    where the equations do not determine them.
    """
    point, solved = x.copy(), np.zeros(len(b))
    if not pressing.any():
        return point, solved
    rows, most = A[pressing], b[pressing]
    moving = rows[:, free]
    gram = moving @ moving.T
    gram[np.diag_indices(len(gram))] += _RIDGE
    inverse = np.linalg.inv(gram)
    point[free] = y[free]
    some = np.zeros(len(most))
    for _ in range(3):  # again for the ridge, and for the rounding that a far y leaves behind
        more = inverse @ (rows @ point - most)
        some += more
        point[free] -= more @ moving
    solved[pressing] = some
    return point, solved


def project_on_simplex(Y: FloatArray, r: float) -> FloatArray:
    """Project each point of Y (..., n).

    x = [y - theta]_+ with the smallest theta >= 0 for which sum x <= r, found by sorting (Held,
    Wolfe and Crowder 1974).
    """
    X: FloatArray = np.maximum(Y, 0.0)
    with np.errstate(over="ignore"):  # an infinite sum is outside
        outside = X.sum(axis=-1) > r
    if not outside.any():
        return X
    # On the face sum x = r a common shift of y changes nothing: shift the maximum to 0, so that the
    # first partial sum is -r and large inputs do not cancel.
    Z = Y[outside]
    Z = Z - Z.max(axis=-1, keepdims=True)
    partial = np.cumsum(-np.sort(-Z, axis=-1), axis=-1) - r
    thresholds = partial / np.arange(1, Y.shape[-1] + 1)
    theta = thresholds.max(axis=-1, keepdims=True)  # partial sums / counts peak at the answer
    X[outside] = np.maximum(Z - theta, 0.0)
    return X


_REMEMBERED = 64  # vertices that may be best for another direction too
_AT_ONCE = 4  # rows that a projection takes up at a time: many new ones overshoot together


@dataclass(frozen=True, eq=False)
class Polyhedron:
    """The non-empty set of x in [lower, upper] with ``normals @ x <= offsets`` (unit normals)."""

    lower: FloatArray
    upper: FloatArray
    normals: FloatArray
    offsets: FloatArray

    @classmethod
    def intersect(
        cls, lower: FloatArray, upper: FloatArray, normals: FloatArray, offsets: FloatArray
    ) -> Polyhedron | None:
        """Intersect a box with half-spaces; None if empty. The bounds are made tight."""
        if len(lower) == 1:
            return cls._interval(lower, upper, normals[:, 0], offsets)
        pos, neg = np.maximum(normals, 0.0), np.minimum(normals, 0.0)
        cutting = pos @ upper + neg @ lower > offsets  # the others hold on the whole box
        normals, offsets, pos = normals[cutting], offsets[cutting], pos[cutting]
        slack = offsets - normals @ lower
        if (slack >= 0.0).all() and (normals >= 0.0).all():
            # Lower is the least point, so each upper bound is attained by moving on one axis.
            with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
                reach = np.where(pos > 0.0, slack[:, None] / pos, np.inf)
            upper = np.minimum(upper, lower + reach.min(axis=0, initial=np.inf))
            return cls(lower, upper, normals, offsets)
        bounds = np.empty((len(lower), 2))
        for i in range(len(lower)):
            for side, sign in enumerate((1.0, -1.0)):
                c = np.zeros(len(lower))
                c[i] = sign
                x = _least(c, normals, offsets, lower, upper)
                if x is None:
                    return None
                bounds[i, side] = x[i]
        return cls(
            np.maximum(bounds[:, 0], lower), np.minimum(bounds[:, 1], upper), normals, offsets
        )

    @classmethod
    def _interval(
        cls, lower: FloatArray, upper: FloatArray, signs: FloatArray, offsets: FloatArray
    ) -> Polyhedron | None:
        """Intersect an interval with half-lines (normals +-1); None if empty."""
        low = max(lower[0], -offsets[signs < 0.0].min(initial=np.inf))
        high = min(upper[0], offsets[signs > 0.0].min(initial=np.inf))
        if low > high + 8 * _EPS * max(abs(lower[0]), abs(upper[0])):
            return None
        return cls(np.array([low]), np.array([max(low, high)]), np.empty((0, 1)), np.empty(0))

    @property
    def diameter(self) -> float:
        """The diagonal of the bounding box, an upper bound."""
        return float(np.linalg.norm(self.upper - self.lower))

    def contains(self, X: FloatArray, atol: float) -> BoolArray:
        """Test points (..., n) against each inequality, moved outwards by `atol`."""
        boxed = (self.lower - atol <= X) & (self.upper + atol >= X)
        rows = self.offsets + atol >= X @ self.normals.T
        return np.asarray(boxed.all(axis=-1) & rows.all(axis=-1))

    def maximize_linear(self, C: FloatArray) -> FloatArray:
        """Maximise <c, x> for each row of `C` (k, n): a corner of the box if feasible, else LP."""
        C = C / unit_of(C, axis=1)[:, None]  # in any unit
        X: FloatArray = np.where(C > 0.0, self.upper, self.lower)
        corners: deque[FloatArray] = deque(maxlen=_REMEMBERED)
        for k in np.flatnonzero(~self.contains(X, 0.0)):
            x = max(corners, key=C[k].__matmul__, default=X[k])
            if not corners or not self._is_best(x, C[k]):
                x = self._best_vertex(C[k], X[k])
                corners.append(x)
            X[k] = x
        return self.project(X)  # takes back what the solver's tolerance let through

    def project(self, Y: FloatArray) -> FloatArray:
        """Project points (k, n), those inside being returned as they are.

        Each begins with the multipliers of the one before: oracles side by side are near each
        other, and mostly on the same sides.
        """
        X: FloatArray = np.minimum(np.maximum(Y, self.lower), self.upper)  # faster than np.clip
        if len(self.offsets) > 0:
            multipliers = np.zeros(len(self.offsets))
            for k in np.flatnonzero(~self.contains(Y, 0.0)):
                X[k], multipliers = self._nearest(Y[k], multipliers)
        return X

    def _bring_in(self, x: FloatArray, working: BoolArray, most: int) -> bool:
        """Add the rows that x violates most to the working ones; False if there are none."""
        excess = self.normals @ x - self.offsets
        violated = np.flatnonzero(~working & (excess > 16 * _EPS * self._size))
        if len(violated) > most:
            violated = violated[np.argsort(-excess[violated])[:most]]
        working[violated] = True
        return len(violated) > 0

    @cached_property
    def _size(self) -> float:
        """The largest coordinate, the scale of rounding errors."""
        return float(max(np.abs(self.lower).max(), np.abs(self.upper).max()))

    def _best_vertex(self, c: FloatArray, x: FloatArray) -> FloatArray:
        """Solve the linear programme over ever more rows, from the box's best corner x."""
        working = np.zeros(len(self.offsets), dtype=bool)
        while self._bring_in(x, working, 4 * len(x)):
            A, b = self.normals[working], self.offsets[working]
            found = _least(-c, A, b, self.lower, self.upper)
            if found is None:
                raise RuntimeError("linear programme over the polytope failed: it has no point")
            x = found
        return x

    def _is_best(self, x: FloatArray, c: FloatArray) -> bool:
        """Whether <c, x> is the maximum, for a vertex x: whether c presses it against its sides."""
        near, eye = 16 * _EPS * self._size, np.eye(len(x))
        sides = np.vstack([
            self.normals[self.normals @ x >= self.offsets - near],
            eye[x >= self.upper - near],
            -eye[x <= self.lower + near],
        ])  # fmt: skip
        if len(sides) < len(x):  # the solver has come near it only
            return False
        try:
            missed = scipy.optimize.nnls(sides.T, c)[1]
        except RuntimeError:  # it did not come to an end: the linear programme will
            return False
        return bool(missed <= 16 * _EPS * np.linalg.norm(c))

    def _nearest(self, y: FloatArray, multipliers: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Project an outer point onto ever more of the rows, until none is violated.

        Returns it and the rows' multipliers; those given are where to begin.
        """
        x: FloatArray = np.minimum(np.maximum(y, self.lower), self.upper)
        working = multipliers > 0.0
        self._bring_in(x, working, _AT_ONCE)
        while working.any():
            A, b = self.normals[working], self.offsets[working]
            found = nearest(y, A, b, self.lower, self.upper, multipliers[working])
            if found is None:
                return self._slowly(y)
            x = found[0]
            multipliers = np.zeros(len(working))
            multipliers[working] = found[1]
            if not self._bring_in(x, working, _AT_ONCE):
                break
        return x, multipliers

    def _slowly(self, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Project as `_nearest`, from no guess."""
        x: FloatArray = np.clip(y, self.lower, self.upper)
        multipliers, working = np.zeros(len(self.offsets)), np.zeros(len(self.offsets), dtype=bool)
        while self._bring_in(x, working, 4 * len(x)):
            x, some = self._least_distance(y, self.normals[working], self.offsets[working])
            multipliers[working] = some
        return x, multipliers

    def _least_distance(
        self, y: FloatArray, A: FloatArray, b: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        r"""Project y onto the box with A x <= b (Lawson and Hanson 1974, chapter 23).

        Returns it with the multipliers of A x <= b. Slow, and needs no good start.

        With z = x - y and G z >= g the constraints, the non-negative least squares residual of
        [G'; g'] u = (0, .., 0, 1) gives z. Its support names the active constraints, on which
        the projection is then solved for directly, to full accuracy. SciPy's own solvers of such
        programmes (SLSQP, trust-constr) stop at a tolerance of 1e-6 or so, which is not exact.
        """
        eye = np.eye(len(y))
        G = np.vstack([-A, eye, -eye])
        floor = np.concatenate([-b, self.lower, -self.upper])  # G x >= floor
        g = floor - G @ y
        scale = g.max()  # a lower bound of the distance: keeps the residual well-conditioned
        if scale <= 16 * _EPS * self._size:  # outside by rounding alone
            return np.clip(y, self.lower, self.upper), np.zeros(len(b))
        target = np.zeros(len(y) + 1)
        target[-1] = 1.0
        E = np.vstack([G.T, g / scale])
        u, _ = scipy.optimize.nnls(E, target, maxiter=30 * E.shape[1])
        residual = E @ u - target
        rough: FloatArray = y - scale * residual[:-1] / residual[-1]
        active = u > 0.0
        exact = y
        for _ in range(2):  # the second time takes back the rounding that a far y leaves behind
            exact = exact + np.linalg.lstsq(G[active], floor[active] - G[active] @ exact)[0]
        good = (G @ exact >= floor - 1e3 * _EPS * self._size).all()
        good &= np.abs(exact - rough).max() <= 1e-6 * scale
        x: FloatArray = np.clip(exact if good else rough, self.lower, self.upper)
        return x, np.maximum(-scale / residual[-1] * u[: len(b)], 0.0)


def _least(
    c: FloatArray, A: FloatArray, b: FloatArray, lower: FloatArray, upper: FloatArray
) -> FloatArray | None:
    """Minimise <c, x> over the box with A x <= b; None if that is empty.

    HiGHS' tolerances are absolute, some 1e-7, and a bound of 1e20 is none to it: each coordinate,
    each row and c are counted in powers of 2 that make them about 1.
    """
    units = units_of_box(lower, upper)
    c, A = c * units, A * units
    rows = unit_of(A, axis=1)
    found = scipy.optimize.linprog(
        c / (np.abs(c).max() or 1.0),
        A / rows[:, None],
        b / rows,
        bounds=np.column_stack([lower, upper]) / units[:, None],
        method="highs",
    )
    if found.x is None and found.status != 2:
        raise RuntimeError(f"linear programme over the polytope failed: {found.message}")
    return None if found.x is None else np.asarray(found.x * units)


@runtime_checkable
class Domain(Protocol):
    """What the package needs of a decision set; any object with these members will do."""

    @property
    def n(self) -> int:
        """Dimension."""

    @property
    def lower(self) -> FloatArray:
        """Coordinatewise lower bounds of the set, shape (n,)."""

    @property
    def upper(self) -> FloatArray:
        """Coordinatewise upper bounds of the set, shape (n,)."""

    @property
    def diameter(self) -> float:
        r"""A number :math:`R \ge \max_{x, y} \|x - y\|`."""

    def project(self, Y: ArrayLike) -> FloatArray:
        """Project each point of `Y`, shape (..., n), in the Euclidean norm."""

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        r"""Maximise :math:`\langle c, x \rangle` for each c of `C`, shape (..., n)."""

    def contains(self, X: ArrayLike, atol: float = 1e-9) -> BoolArray:
        """Test each point of `X`, shape (..., n); returns shape (...)."""


class HalfSpaces(NamedTuple):
    """A set as {x : A x <= b, lower <= x <= upper}."""

    A: FloatArray  # (m, n)
    b: FloatArray  # (m,)
    lower: FloatArray  # (n,)
    upper: FloatArray  # (n,)


@runtime_checkable
class Faceted(Domain, Protocol):
    """A domain that knows its faces, as the best decision on all windows asks for."""

    def half_spaces(self) -> HalfSpaces:
        """Return the set as linear inequalities."""


def require_domain(name: str, value: object, n: int | None = None) -> Domain:
    """Return what is a domain; TypeError for anything else, ValueError for a dimension but n."""
    if not checks.offers(value, Domain):
        raise TypeError(
            f"{name} must be a Domain such as Box or Simplex, got {checks.shown(value)}"
        )
    if n is not None and value.n != n:
        raise ValueError(f"{name} must have dimension {n}, got {value.n}")
    return value


def rounding(domain: Domain) -> float:
    """Return by how much rounding may move a decision out of X: 1e-9, or that of its largest."""
    return 1e-9 * max(1.0, float(np.abs(domain.upper).max()))


_FLOAT, _LARGE = np.dtype(np.float64), checks.SQUARABLE**2


def as_points(name: str, points: ArrayLike, n: int, *, finite: bool = True) -> FloatArray:
    """Return `points` as an array whose last axis has length n.

    TypeError unless they are real numbers; ValueError for another length, or for a coordinate that
    is not finite where all of them have to be.
    """
    plain = type(points) is np.ndarray and points.dtype == np.float64
    X: FloatArray = points if plain else checks.real(name, points)  # type: ignore[assignment]
    if X.ndim == 0 or X.shape[-1] != n:
        raise ValueError(f"{name} must have shape (..., {n}), got {X.shape}")
    return checks.finite(name, X) if finite else X


def as_decisions(points: ArrayLike, n: int, name: str = "X") -> FloatArray:
    """Return the points of a utility, as `as_points`; ValueError where squares would overflow."""
    if (
        type(points) is np.ndarray
        and points.dtype is _FLOAT
        and points.ndim
        and points.shape[-1] == n
        and np.vdot(points, points) <= _LARGE
    ):
        return points  # as a player's are: the rest would take longer than the utility
    X = as_points(name, points, n, finite=False)
    if not checks.squarable(X):
        checks.bounded(name, checks.finite(name, X), checks.SQUARABLE)
    return X


def as_tested(points: ArrayLike, n: int, atol: float) -> tuple[FloatArray, float]:
    """Return the points and the tolerance of a membership test; NaN and inf are in no set."""
    return as_points("X", points, n, finite=False), checks.non_negative_float("atol", atol)


def upper_bounds(name: str, value: ArrayLike) -> FloatArray:
    """Return a read-only copy of a box's upper bounds.

    TypeError unless they are real numbers; ValueError unless they are one or more, on one axis,
    finite, and at most 1e150.
    """
    return checks.own(checks.array(name, value, (None,), checks.SQUARABLE))


def lower_bounds(box: Domain, name: str, value: ArrayLike | None) -> FloatArray:
    """Return the same of its lower bounds; ValueError, too, where one is above the upper bound."""
    upper = box.upper
    given = np.zeros_like(upper) if value is None else value
    lower = checks.own(checks.array(name, given, (len(upper),), checks.SQUARABLE))
    if (lower > upper).any():
        i = int(np.argmax(lower > upper))
        raise ValueError(
            f"lower must be <= upper, got lower[{i}] = {lower[i]:g} > upper[{i}] = {upper[i]:g}"
        )
    return lower


def row(values: FloatArray) -> str:
    """Write a vector on one line, a long one by its first entries."""
    entries = [f"{value:g}" for value in values[:6]]
    return "[" + ", ".join([*entries, *(["..."] if len(values) > 6 else [])]) + "]"


@frozen
class Box:
    r"""The box :math:`\{x : \text{lower} \preceq x \preceq \text{upper}\}`.

    Parameters
    ----------
    upper : (n,) array
    lower : (n,) array, optional
        Zeros if not given.

    Raises
    ------
    ValueError
        If a bound is not finite, has the wrong shape, or lower > upper somewhere.

    Examples
    --------
    >>> import osphg
    >>> X = osphg.Box([1.0, 2.0])
    >>> X.project([[0.5, 3.0], [-1.0, 1.0]])
    array([[0.5, 2. ],
           [0. , 1. ]])
    >>> X.maximize_linear([1.0, -1.0])
    array([1., 0.])
    >>> round(X.diameter, 3)
    2.236
    """

    upper: FloatArray = checked(upper_bounds)
    lower: FloatArray = fitted(lower_bounds, default=None)

    def __repr__(self) -> str:
        return f"Box(upper={row(self.upper)}, lower={row(self.lower)})"

    @classmethod
    def unit(cls, n: int) -> Box:
        """Return the unit cube [0, 1]^n, the domain of the paper's experiments."""
        return cls(np.ones(checks.size("n", n)))

    @property
    def n(self) -> int:
        """Dimension."""
        return len(self.upper)

    @cached_property
    def diameter(self) -> float:
        """The distance between opposite corners (exact)."""
        return float(np.linalg.norm(self.upper - self.lower))

    def half_spaces(self) -> HalfSpaces:
        """Return the bounds: there are no other inequalities."""
        return HalfSpaces(np.empty((0, self.n)), np.empty(0), self.lower, self.upper)

    def fused_clipping(self) -> Clipping | None:
        """Return how the compiled loop projects; None for a subclass."""
        return Clipping(self.lower, self.upper, np.inf) if exactly(self, Box) else None

    def project(self, Y: ArrayLike) -> FloatArray:
        """Project `Y`, shape (..., n): clip each coordinate."""
        X: FloatArray = np.minimum(np.maximum(as_points("Y", Y, self.n), self.lower), self.upper)
        return X

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        """Maximise <c, x>, shape (..., n); a zero entry of c takes the lower (cheaper) bound."""
        return np.where(as_points("C", C, self.n) > 0.0, self.upper, self.lower)

    def contains(self, X: ArrayLike, atol: float = 1e-9) -> BoolArray:
        """Test points, shape (..., n); every bound may be exceeded by `atol`."""
        X, atol = as_tested(X, self.n, atol)
        return np.asarray(((self.lower - atol <= X) & (self.upper + atol >= X)).all(axis=-1))


def _radius(name: str, value: float) -> float:
    return float(checks.bounded(name, np.asarray(checks.positive_float(name, value)), 1e150))


@frozen
class Simplex:
    r"""The full simplex :math:`\{x \succeq 0 : \sum_i x_i \le r\}`.

    Parameters
    ----------
    n : int
        Dimension.
    r : float
        Bound on the sum of the coordinates, positive.

    Raises
    ------
    TypeError, ValueError
        If n is not a positive integer or r is not a positive finite number.

    Examples
    --------
    >>> import osphg
    >>> X = osphg.Simplex(3, r=1.0)
    >>> X.project([1.0, 0.5, -1.0])
    array([0.75, 0.25, 0.  ])
    >>> X.contains([0.3, 0.3, 0.3])
    array(True)
    """

    n: int = checked(checks.size)
    r: float = checked(_radius, default=1.0)

    @cached_property
    def lower(self) -> FloatArray:
        """Zeros, shape (n,)."""
        return checks.own(np.zeros(self.n))

    @cached_property
    def upper(self) -> FloatArray:
        """The bound r in each coordinate, shape (n,)."""
        return checks.own(np.full(self.n, self.r))

    @property
    def diameter(self) -> float:
        """The distance between two corners (exact)."""
        return self.r * float(np.sqrt(2.0)) if self.n > 1 else self.r

    def half_spaces(self) -> HalfSpaces:
        """Return the bounds, and that on the sum."""
        return HalfSpaces(np.ones((1, self.n)), np.array([self.r]), self.lower, self.upper)

    def fused_clipping(self) -> Clipping | None:
        """Return how the compiled loop projects; None for a subclass."""
        if not exactly(self, Simplex):
            return None
        # Cut at r first: wrong. It is read-only, as a box's is: one type, one compilation.
        return Clipping(self.lower, checks.read_only(np.full(self.n, np.inf)), self.r)

    def project(self, Y: ArrayLike) -> FloatArray:
        """Project `Y`, shape (..., n)."""
        return project_on_simplex(as_points("Y", Y, self.n), self.r)

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        """Maximise <c, x>, shape (..., n): r on the first largest entry if positive, else 0."""
        C = as_points("C", C, self.n)
        best = C.argmax(axis=-1)[..., None]
        X = np.zeros_like(C)
        top = np.take_along_axis(C, best, axis=-1)
        np.put_along_axis(X, best, np.where(top > 0.0, self.r, 0.0), axis=-1)
        return X

    def contains(self, X: ArrayLike, atol: float = 1e-9) -> BoolArray:
        """Test points, shape (..., n); each inequality may be exceeded by distance `atol`."""
        X, atol = as_tested(X, self.n, atol)
        below = X.sum(axis=-1) <= self.r + atol * np.sqrt(self.n)
        return np.asarray((-atol <= X).all(axis=-1) & below)


@frozen
class Polytope:
    r"""The polytope :math:`\{x \in \text{box} : A x \preceq b\}`.

    Projections are exact. In the plane everything is a closed form over the vertices; above
    that, projection is a least-distance programme and linear maximisation a linear programme.

    Parameters
    ----------
    A : (m, n) array
    b : (m,) array
    box : Box
        Of dimension n; it makes the set bounded.

    Raises
    ------
    TypeError
        If `box` is not a Box.
    ValueError
        If shapes do not match, an entry is not finite, or no point satisfies all inequalities.

    Examples
    --------
    >>> import osphg
    >>> X = osphg.Polytope([[1.0, 2.0]], [2.0], osphg.Box.unit(2))
    >>> X.upper
    array([1., 1.])
    >>> X.project([1.0, 1.0]).round(3)
    array([0.8, 0.6])
    >>> X.maximize_linear([1.0, 1.0])
    array([1. , 0.5])
    """

    A: FloatArray = checked(own_array(None, None))
    b: FloatArray = checked(own_array(None))
    box: Box

    def __attrs_pre_init__(self, A: ArrayLike, b: ArrayLike, box: Box) -> None:
        """Refuse arrays that do not fit together."""
        if not isinstance(box, Box):
            raise TypeError(f"box must be a Box, got {type(box).__name__}")
        rows = checks.array("A", A, (None, box.n), checks.SQUARABLE)
        checks.array("b", b, (len(rows),), checks.SQUARABLE)

    def __attrs_post_init__(self) -> None:
        """Refuse an empty set now, not in the middle of a game."""
        _ = self._shape

    def __repr__(self) -> str:
        return f"Polytope({len(self.A)} rows in {self.box})"

    @cached_property
    def _shape(self) -> Polygon | Polyhedron:
        """The set, in the form that suits its dimension."""
        norms = row_lengths(self.A)
        rows = norms > np.abs(self.b) * 1e-300  # others are too far from any box to cut it
        normals, offsets = self.A[rows] / norms[rows, None], self.b[rows] / norms[rows]
        shape: Polygon | Polyhedron | None = None
        if (self.b[~rows] >= 0.0).all():
            intersect = Polygon.intersect if self.n == 2 else Polyhedron.intersect
            shape = intersect(self.box.lower, self.box.upper, normals, offsets)
        if shape is None:
            raise ValueError("A, b and box must have a point in common: A x <= b has none in box")
        return shape

    @property
    def n(self) -> int:
        """Dimension."""
        return self.box.n

    @cached_property
    def lower(self) -> FloatArray:
        """Coordinatewise minima over the set, shape (n,)."""
        return checks.own(self._shape.lower)

    @cached_property
    def upper(self) -> FloatArray:
        """Coordinatewise maxima over the set, shape (n,)."""
        return checks.own(self._shape.upper)

    @cached_property
    def vertices(self) -> FloatArray:
        """Vertices, counter-clockwise, shape (m, 2); only for n = 2."""
        if not isinstance(self._shape, Polygon):
            raise ValueError(f"vertices are available for n = 2, got n = {self.n}")
        return checks.own(self._shape.vertices)

    def half_spaces(self) -> HalfSpaces:
        """Return the inequalities as they were given, with the bounds of the box."""
        return HalfSpaces(self.A, self.b, self.box.lower, self.box.upper)

    def fused_projection(self) -> Projection | None:
        """Return how the loop of one point at a time projects; None but in the plane."""
        if not exactly(self, Polytope) or not isinstance(self._shape, Polygon):
            return None
        from osphg.compiled import into_polygon  # numba, only when playing

        sides = (self._shape.normals, self._shape.offsets)
        return Projection(into_polygon, (self._shape.vertices, *sides))

    @cached_property
    def diameter(self) -> float:
        """The diameter: exact for n <= 2, the diagonal of the bounding box (no less) above."""
        return self._shape.diameter

    def project(self, Y: ArrayLike) -> FloatArray:
        """Project `Y`, shape (..., n)."""
        Y = as_decisions(Y, self.n, "Y")
        return self._shape.project(Y.reshape(-1, self.n)).reshape(Y.shape)

    def maximize_linear(self, C: ArrayLike) -> FloatArray:
        """Maximise <c, x>, shape (..., n), at a vertex."""
        C = as_decisions(C, self.n, "C")
        return self._shape.maximize_linear(C.reshape(-1, self.n)).reshape(C.shape)

    def contains(self, X: ArrayLike, atol: float = 1e-9) -> BoolArray:
        """Test points, shape (..., n); each inequality may be exceeded by distance `atol`."""
        with np.errstate(invalid="ignore", over="ignore"):  # of points that are not finite
            return self._shape.contains(*as_tested(X, self.n, atol))

"""Polytopes of any dimension but two: the solvers behind :class:`osphg.domains.Polytope`."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy

from osphg.core.geometry.lengths import unit_of, units_of_box
from osphg.core.geometry.nearest import nearest
from osphg.core.geometry.polygon import BoolArray
from osphg.core.validate import FloatArray

_EPS = float(np.finfo(np.float64).eps)
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

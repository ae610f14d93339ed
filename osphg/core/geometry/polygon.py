"""Convex polygons: the closed forms behind the two-dimensional :class:`osphg.domains.Polytope`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from osphg.core.geometry.lengths import row_lengths
from osphg.core.validate import FloatArray

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

r"""Decision sets :math:`\mathcal X`: convex, compact, with exact projections.

A domain offers what the algorithms of the paper ask of :math:`\mathcal X \subset \mathbb R_+^n`:
the projection :math:`\mathcal P_{\mathcal X}` (online gradient ascent), a linear maximiser
(Frank-Wolfe), the diameter :math:`R`, and membership. All of them take points on the last axis
and any leading shape.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from osphg.core import validate
from osphg.core.domain import (
    Domain,
    HalfSpaces,
    as_decisions,
    as_points,
    as_tested,
    lower_bounds,
    row,
    upper_bounds,
)
from osphg.core.fields import checked, fitted, frozen, own_array
from osphg.core.fusing import Clipping, exactly
from osphg.core.geometry.lengths import row_lengths
from osphg.core.geometry.polygon import BoolArray, Polygon
from osphg.core.geometry.polyhedron import Polyhedron
from osphg.core.geometry.simplex import project_on_simplex
from osphg.core.validate import FloatArray

__all__ = ["Box", "Domain", "Polytope", "Simplex"]


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
        return cls(np.ones(validate.size("n", n)))

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
    return float(validate.bounded(name, np.asarray(validate.positive_float(name, value)), 1e150))


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

    n: int = checked(validate.size)
    r: float = checked(_radius, default=1.0)

    @cached_property
    def lower(self) -> FloatArray:
        """Zeros, shape (n,)."""
        return validate.own(np.zeros(self.n))

    @cached_property
    def upper(self) -> FloatArray:
        """The bound r in each coordinate, shape (n,)."""
        return validate.own(np.full(self.n, self.r))

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
        return Clipping(self.lower, validate.frozen(np.full(self.n, np.inf)), self.r)

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
        rows = validate.array("A", A, (None, box.n), validate.SQUARABLE)
        validate.array("b", b, (len(rows),), validate.SQUARABLE)

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
        return validate.own(self._shape.lower)

    @cached_property
    def upper(self) -> FloatArray:
        """Coordinatewise maxima over the set, shape (n,)."""
        return validate.own(self._shape.upper)

    @cached_property
    def vertices(self) -> FloatArray:
        """Vertices, counter-clockwise, shape (m, 2); only for n = 2."""
        if not isinstance(self._shape, Polygon):
            raise ValueError(f"vertices are available for n = 2, got n = {self.n}")
        return validate.own(self._shape.vertices)

    def half_spaces(self) -> HalfSpaces:
        """Return the inequalities as they were given, with the bounds of the box."""
        return HalfSpaces(self.A, self.b, self.box.lower, self.box.upper)

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

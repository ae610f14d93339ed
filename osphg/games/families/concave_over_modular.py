"""Concave functions of modular ones: shapes phi, and budget allocation, which has one of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Protocol

import attrs
import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import Domain
from osphg.fusing import Functions
from osphg.games.families.base import UtilityFamily, each_round, not_negative
from osphg.utilities import AtRound


class Shape(Protocol):
    """A concave, increasing function phi of one number z >= 0, with phi(0) = 0."""

    def value(self, z: FloatArray, /) -> FloatArray:
        """Return phi(z), for z of any shape."""
        ...

    def slope(self, z: FloatArray, /) -> FloatArray:
        """Return phi'(z), not negative and falling in z."""
        ...

    def bend(self, z: FloatArray, /) -> FloatArray:
        """Return a bound of -phi'' on [z, infinity)."""
        ...


@frozen(eq=True)
class Log:
    """phi(z) = log(1 + z).

    Examples
    --------
    >>> import osphg
    >>> shape = osphg.families.Log()
    >>> float(shape.value(0.0)), float(shape.slope(1.0)), float(shape.bend(1.0))
    (0.0, 0.5, 0.25)
    """

    def value(self, z: FloatArray, /) -> FloatArray:
        """Return log(1 + z)."""
        return np.asarray(np.log1p(z))

    def slope(self, z: FloatArray, /) -> FloatArray:
        """Return 1 / (1 + z)."""
        return np.asarray(1 / (1 + np.asarray(z)))

    def bend(self, z: FloatArray, /) -> FloatArray:
        """Return 1 / (1 + z)^2, which falls."""
        return np.asarray(1 / (1 + np.asarray(z)) ** 2)


@frozen(eq=True)
class Saturation:
    """phi(z) = 1 - exp(-z).

    Examples
    --------
    >>> import osphg
    >>> shape = osphg.families.Saturation()
    >>> [round(float(shape.value(z)), 3) for z in (0.0, 1.0, 2.0)]
    [0.0, 0.632, 0.865]
    """

    def value(self, z: FloatArray, /) -> FloatArray:
        """Return 1 - exp(-z)."""
        return np.asarray(-np.expm1(-np.asarray(z)))

    def slope(self, z: FloatArray, /) -> FloatArray:
        """Return exp(-z)."""
        return np.asarray(np.exp(-np.asarray(z)))

    def bend(self, z: FloatArray, /) -> FloatArray:
        """Return exp(-z), which falls."""
        return self.slope(z)


@frozen(eq=True)
class Root:
    """phi(z) = sqrt(z + shift) - sqrt(shift), shifted so that its slope at 0 is finite.

    Parameters
    ----------
    shift : float
        At least 1e-6.

    Examples
    --------
    >>> import osphg
    >>> float(osphg.families.Root(shift=1.0).value(3.0))
    1.0
    """

    shift: float = checked(checks.positive_float)

    def __attrs_post_init__(self) -> None:
        """Refuse a shift so small that the slope at 0 is nearly infinite."""
        if not 1e-6 <= self.shift <= checks.SQUARABLE:
            raise ValueError(f"shift must be in [1e-06, {checks.SQUARABLE:g}], got {self.shift:g}")

    def value(self, z: FloatArray, /) -> FloatArray:
        """Return sqrt(z + shift) - sqrt(shift)."""
        z = np.asarray(z)
        return np.asarray(z / (np.sqrt(z + self.shift) + np.sqrt(self.shift)))

    def slope(self, z: FloatArray, /) -> FloatArray:
        """Return 1 / (2 sqrt(z + shift))."""
        return np.asarray(0.5 / np.sqrt(np.asarray(z) + self.shift))

    def bend(self, z: FloatArray, /) -> FloatArray:
        """Return (z + shift)^(-3/2) / 4, which falls."""
        return np.asarray(0.25 * (np.asarray(z) + self.shift) ** -1.5)


@frozen(eq=True)
class SmoothCap:
    """phi(z) = min(z, cap) with its corner rounded off: a parabola from cap - width to cap + width.

    Parameters
    ----------
    cap : float
        Above 0.
    width : float
        Half the length of the bend; above 0, at most `cap`.

    Examples
    --------
    >>> import osphg
    >>> cap = osphg.families.SmoothCap(cap=1.0, width=0.5)
    >>> [float(cap.value(z)) for z in (0.5, 1.0, 2.0)]
    [0.5, 0.875, 1.0]
    """

    cap: float = checked(checks.positive_float)
    width: float = checked(checks.positive_float)

    def __attrs_post_init__(self) -> None:
        """Refuse a bend that begins below 0, or is a corner."""
        if not 1e-6 <= self.width <= self.cap <= checks.SQUARABLE:
            raise ValueError(
                f"width must be in [1e-06, cap] and cap at most {checks.SQUARABLE:g},"
                f" got {self.width:g} and {self.cap:g}"
            )

    def value(self, z: FloatArray, /) -> FloatArray:
        """Return phi(z)."""
        z = np.minimum(z, self.cap + self.width)
        bend = np.maximum(z - (self.cap - self.width), 0.0)
        return np.asarray(z - bend * bend / (4 * self.width))

    def slope(self, z: FloatArray, /) -> FloatArray:
        """Return 1, then a line down to 0."""
        falling = (self.cap + self.width - np.asarray(z)) / (2 * self.width)
        return np.asarray(np.clip(falling, 0.0, 1.0))

    def bend(self, z: FloatArray, /) -> FloatArray:
        """Return 1 / (2 width) up to the end of the bend, and 0 after it."""
        return np.asarray(np.where(np.asarray(z) < self.cap + self.width, 0.5 / self.width, 0.0))


# The shapes that the compiled functions know by a number, as each loop takes seconds to compile.
LOG, SATURATION, ROOT, CAP = range(4)
_NUMBERS: dict[type, int] = {Log: LOG, Saturation: SATURATION, Root: ROOT, SmoothCap: CAP}

# Weights (T, m), modular functions (T, m, n) or (1, m, n), the shape and its two numbers.
_Packed = tuple[FloatArray, FloatArray, int, float, float]


def _value_at(t: int, x: FloatArray, packed: _Packed) -> float:
    w, a, shape, first, second = packed
    s = t if len(a) > 1 else 0
    total = 0.0
    for j in range(w.shape[1]):
        z = 0.0
        for i in range(len(x)):
            z += a[s, j, i] * x[i]
        if shape == LOG:
            phi = math.log1p(z)
        elif shape == SATURATION:
            phi = -math.expm1(-z)
        elif shape == ROOT:
            phi = z / (math.sqrt(z + first) + math.sqrt(first))
        else:
            z = min(z, first + second)
            bend = max(z - (first - second), 0.0)
            phi = z - bend * bend / (4.0 * second)
        total += w[t, j] * phi
    return total


def _gradients_at(t: int, X: FloatArray, G: FloatArray, packed: _Packed) -> None:
    w, a, shape, first, second = packed
    s = t if len(a) > 1 else 0
    n, K = X.shape
    Z = np.empty(K)  # <a_j, x>, then its shape's slope there
    for i in range(n):  # here and below: G[:] = 0.0 takes longer to compile
        for k in range(K):
            G[i, k] = 0.0
    for j in range(w.shape[1]):
        for k in range(K):
            Z[k] = 0.0
        for i in range(n):
            weight = a[s, j, i]
            for k in range(K):
                Z[k] += weight * X[i, k]
        outer = w[t, j]
        if shape == LOG:
            for k in range(K):
                Z[k] = outer / (1.0 + Z[k])
        elif shape == SATURATION:
            for k in range(K):
                Z[k] = outer * math.exp(-Z[k])
        elif shape == ROOT:
            for k in range(K):
                Z[k] = 0.5 * outer / math.sqrt(Z[k] + first)
        else:
            per_width = 0.5 / second
            for k in range(K):
                Z[k] = outer * min(max((first + second - Z[k]) * per_width, 0.0), 1.0)
        for i in range(n):
            weight = a[s, j, i]
            for k in range(K):
                G[i, k] += weight * Z[k]


def _shape(name: str, value: Any) -> Shape:
    """Return what is a shape; TypeError for anything else, and for a class."""
    methods = ("value", "slope", "bend")
    if not all(checks.takes(getattr(value, method, None), 1) for method in methods):
        raise TypeError(
            f"{name} must have methods value(z), slope(z), bend(z), got {checks.shown(value)}"
        )
    shape: Shape = value
    return shape


def _shapes(f: ConcaveOverModular, name: str, value: Any) -> Shape | tuple[Shape, ...]:
    m = f.weights.shape[1]
    if not isinstance(value, list | tuple):
        return _shape(name, value)
    if len(value) != m:
        raise ValueError(
            f"{name} must be one shape, or one for each of {m} terms, got {len(value)}"
        )
    return tuple(_shape(f"{name}[{j}]", shape) for j, shape in enumerate(value))


@frozen(repr=False)
class ConcaveOverModular(UtilityFamily):
    """f_t(x) = sum_j w_tj phi_j(<a_tj, x>) on the non-negative orthant.

    Monotone and DR-submodular: d^2 f_t/dx_i dx_k = sum_j w_tj phi_j'' a_tji a_tjk <= 0. It is
    concave, too, as each term is a concave function of a linear one.

    Parameters
    ----------
    weights : array (T, m)
        w_tj, not negative, in units of f.
    a : array (m, n) or (T, m, n)
        The modular functions, not negative; the same in all rounds, or one set for each.
    phi : Shape, or a sequence of m shapes
        `Log()`, `Saturation()`, `Root(shift)`, `SmoothCap(cap, width)`, or any object with
        value(z), slope(z) and bend(z): phi, phi', and a bound of -phi'' on [z, infinity). One of
        the four for all terms is played in compiled rounds.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.families.ConcaveOverModular([[1.0, 2.0]], [[1.0, 1.0], [0.0, 3.0]], (
    ...     osphg.families.Log(), osphg.families.SmoothCap(cap=2.0, width=1.0)
    ... ))
    >>> f.gradient(0, [0.0, 1.0]).tolist()
    [0.5, 0.5]
    """

    weights: FloatArray = checked(lambda name, value: not_negative(name, value, None, None))
    a: FloatArray = fitted(lambda f, name, value: each_round(name, value, *f.weights.shape, None))
    phi: Shape | tuple[Shape, ...] = fitted(_shapes)

    compiled = _value_at, _gradients_at

    @property
    def _size(self) -> tuple[int, int]:
        return len(self.weights), self.a.shape[-1]

    def _packed(self, rounds: slice) -> tuple[Any, ...]:
        a = self.a[np.newaxis] if self.a.ndim == 2 else self.a[rounds]
        first, second = (*attrs.astuple(self.phi), 0.0, 0.0)[:2]  # type: ignore[arg-type]
        return self.weights[rounds], a, _NUMBERS[type(self.phi)], first, second

    def fused_functions(self) -> Functions | None:
        """Return what the compiled loops need, if they know the one shape of all terms."""
        return super().fused_functions() if type(self.phi) in _NUMBERS else None

    def _at(self, t: int) -> FloatArray:
        """Return the modular functions of round t, (m, n)."""
        return np.asarray(self.a if self.a.ndim == 2 else self.a[t])

    def _over(self, what: Callable[[Shape, FloatArray], FloatArray], Z: FloatArray) -> FloatArray:
        """Return what is asked of the shape of each term, at Z (..., m)."""
        if not isinstance(self.phi, tuple):
            return np.asarray(what(self.phi, Z))
        terms = [what(shape, Z[..., j]) for j, shape in enumerate(self.phi)]
        return np.stack(terms, axis=-1)

    def _value(self, t: int, X: FloatArray) -> FloatArray:
        values = self._over(lambda phi, z: phi.value(z), X @ self._at(t).T)
        return np.asarray(values @ self.weights[t])

    def _gradient(self, t: int, X: FloatArray) -> FloatArray:
        a = self._at(t)
        slopes = self._over(lambda phi, z: phi.slope(z), X @ a.T)
        return np.asarray((self.weights[t] * slopes) @ a)

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return a bound of every |d^2 f_t / dx_i dx_j| over the domain, (n, n)."""
        a = self._at(t)  # a >= 0: <a_tj, x> is smallest at the lower corner
        bends = self._over(lambda phi, z: phi.bend(z), a @ domain.lower)
        return np.asarray((a.T * (self.weights[t] * bends)) @ a)

    def scaled(self, factor: float) -> ConcaveOverModular:
        """Return the same functions times a factor, not negative."""
        factor = checks.non_negative_float("factor", factor)
        return ConcaveOverModular(factor * self.weights, self.a, self.phi)

    def total(self, T: int) -> AtRound:
        """Return the sum of the first T functions, one of the same kind.

        With summed weights where the modular functions are the same in all rounds; else the terms
        of all rounds stand side by side.
        """
        T = checks.positive_int("T", T, maximum=self.T)
        weights, a, phi = self.weights[:T].sum(0, keepdims=True), self.a, self.phi
        if a.ndim == 3:
            weights, a = self.weights[:T].reshape(1, -1), a[:T].reshape(-1, self.n)
            phi = phi * T if isinstance(phi, tuple) else phi
        return AtRound(ConcaveOverModular(weights, a, phi), 0)


def budget_allocation(values: ArrayLike, chances: ArrayLike) -> ConcaveOverModular:
    """Return f_t(x) = sum_c v_tc (1 - prod_s (1 - p_tsc)^{x_s}): the influence of channels.

    Customer c is worth v_tc and won by one unit of channel s with probability p_tsc, by x_s units
    with 1 - (1 - p_tsc)^{x_s} (Alon, Gamzu and Tennenholtz 2012). As
    prod_s (1 - p_s)^{x_s} = exp(-<a, x>) with a_s = -log(1 - p_s) >= 0, it is concave over
    modular, with the shape 1 - exp(-z).

    Parameters
    ----------
    values : array (T, m)
        v_tc, not negative, in units of f.
    chances : array (n, m) or (T, n, m)
        p_sc or p_tsc, at least 0 and below 1: a chance of 1 would win at any x_s > 0.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.families.budget_allocation([[8.0]], [[0.5], [0.0]])
    >>> f.value(0, [[1.0, 0.0], [2.0, 0.0], [0.0, 5.0]]).tolist()
    [4.0, 6.0, 0.0]
    """
    weights = not_negative("values", values, None, None)
    T, m = weights.shape
    p = each_round("chances", chances, T, None, m)
    if (p >= 1).any():
        raise ValueError(f"chances must be below 1, got {p.max():g}")
    return ConcaveOverModular(weights, -np.log1p(-p).swapaxes(-1, -2), Saturation())

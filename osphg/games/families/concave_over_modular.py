"""Concave functions of modular ones, and budget allocation, which is one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import Domain, as_decisions
from osphg.fusing import Clipping, RoundsKernel, exactly
from osphg.games.families.diminishing import Diminishing, not_negative
from osphg.games.families.shapes import Known, Saturation, Shape, require_shape
from osphg.utilities import AtRound


def _modular(f: ConcaveOverModular, name: str, value: ArrayLike) -> FloatArray:
    T, m = f.weights.shape
    given = checks.real(name, value)
    if given.ndim not in (2, 3):
        raise ValueError(f"{name} must have shape ({m}, n) or ({T}, {m}, n), got {given.shape}")
    return not_negative(name, given, (T, m, None) if given.ndim == 3 else (m, None))


def _shapes(f: ConcaveOverModular, name: str, value: Any) -> Shape | tuple[Shape, ...]:
    m = f.weights.shape[1]
    if not isinstance(value, list | tuple):
        return require_shape(name, value)
    if len(value) != m:
        raise ValueError(
            f"{name} must be one shape, or one for each of {m} terms, got {len(value)}"
        )
    return tuple(require_shape(f"{name}[{j}]", shape) for j, shape in enumerate(value))


@frozen
class ConcaveOverModular(Diminishing):
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
        See `osphg.games.families.shapes`: `Log()`, `Saturation()`, `Root(shift)`,
        `SmoothCap(cap, width)`, or any object with value(z), slope(z) and bend(z).

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.families.ConcaveOverModular([[1.0, 2.0]], [[1.0, 1.0], [0.0, 3.0]], (
    ...     osphg.families.Log(), osphg.families.SmoothCap(cap=2.0, width=1.0)
    ... ))
    >>> f
    ConcaveOverModular(T=1, n=2, terms=2)
    >>> f.gradient(0, [0.0, 1.0]).tolist()
    [0.5, 0.5]
    """

    weights: FloatArray = checked(lambda name, value: not_negative(name, value, (None, None)))
    a: FloatArray = fitted(_modular)
    phi: Shape | tuple[Shape, ...] = fitted(_shapes)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(T={self.T}, n={self.n}, terms={self.weights.shape[1]})"

    @property
    def T(self) -> int:  # type: ignore[override]
        """The number of rounds."""
        return len(self.weights)

    @property
    def n(self) -> int:  # type: ignore[override]
        """The dimension of a decision."""
        return int(self.a.shape[-1])

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f_t for each row of X (..., n)."""
        X, t = as_decisions(X, self.n), checks.at("t", t, self.T)
        values = self._over(lambda phi, z: phi.value(z), X @ self._at(t).T)
        return np.asarray(values @ self.weights[t])

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t for each row of X (..., n)."""
        X, t = as_decisions(X, self.n), checks.at("t", t, self.T)
        a = self._at(t)
        slopes = self._over(lambda phi, z: phi.slope(z), X @ a.T)
        return np.asarray((self.weights[t] * slopes) @ a)

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the compiled loop if it knows the one shape of all terms; None for a subclass."""
        own: Any = getattr(self.phi, "known", None)
        known: Known | None = None if own is None else own()
        if not exactly(self, ConcaveOverModular) or known is None:
            return None
        from osphg.games.families.shapes_compiled import modular_rounds  # numba, when playing

        a = self.a.reshape(-1, *self.a.shape[-2:])

        def told(local: slice) -> tuple[Any, ...]:
            rows = a if self.a.ndim == 2 else a[local]
            return self.weights[local], rows, *known, clipping.radius

        return RoundsKernel(modular_rounds, told)

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
        if self.a.ndim == 2:
            return AtRound(
                ConcaveOverModular(self.weights[:T].sum(0, keepdims=True), self.a, self.phi), 0
            )
        phi = self.phi * T if isinstance(self.phi, tuple) else self.phi
        rows = self.a[:T].reshape(-1, self.n)
        return AtRound(ConcaveOverModular(self.weights[:T].reshape(1, -1), rows, phi), 0)

    def bends(self, domain: Domain) -> Iterator[FloatArray]:
        """Yield sum_j w_tj b_j a_tj a_tj' for each round, b_j = max -phi_j'' from <a_tj, lower> on.

        As a_tj >= 0, <a_tj, x> is smallest at the lower corner.
        """
        for t, w in enumerate(self.weights):
            a = self._at(t)
            bends = self._over(lambda phi, z: phi.bend(z), a @ domain.lower)
            yield (a.T * (w * bends)) @ a

    def _at(self, t: int) -> FloatArray:
        """Return the modular functions of round t, (m, n)."""
        return np.asarray(self.a if self.a.ndim == 2 else self.a[t])

    def _over(self, what: Callable[[Shape, FloatArray], FloatArray], Z: FloatArray) -> FloatArray:
        """Return what is asked of the shape of each term, at Z (..., m)."""
        if not isinstance(self.phi, tuple):
            return np.asarray(what(self.phi, Z))
        terms = [what(shape, Z[..., j]) for j, shape in enumerate(self.phi)]
        return np.stack(terms, axis=-1)


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
        p_sc or p_tsc, at least 0 and below 1.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above: a chance of 1 would win at any x_s > 0.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.families.budget_allocation([[8.0]], [[0.5], [0.0]])
    >>> f.value(0, [[1.0, 0.0], [2.0, 0.0], [0.0, 5.0]]).tolist()
    [4.0, 6.0, 0.0]
    """
    weights = not_negative("values", values, (None, None))
    given = checks.real("chances", chances)
    T, m = weights.shape
    if given.ndim not in (2, 3):
        raise ValueError(f"chances must have shape (n, {m}) or ({T}, n, {m}), got {given.shape}")
    p = not_negative("chances", given, (T, None, m) if given.ndim == 3 else (None, m))
    if (p >= 1).any():
        raise ValueError(f"chances must be below 1, got {p.max():g}")
    return ConcaveOverModular(weights, -np.log1p(-p).swapaxes(-1, -2), Saturation())

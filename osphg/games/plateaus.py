"""Utilities that rise, level off and then stay flat: the functions that defeat the published proof.

They are objectives, functions of the decision alone; `osphg.utilities.Stationary` plays them in
every round, through a compiled loop on a box.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import Domain, as_decisions, require_domain
from osphg.fusing import Clipping, RoundsKernel, exactly

_ROUNDING = 1e-12  # by which a number that is at most 1 on paper may exceed it


def _not_negative(name: str, value: ArrayLike, shape: tuple[int | None, ...]) -> FloatArray:
    array = checks.array(name, value, shape, checks.SQUARABLE)
    if (array < 0).any():
        raise ValueError(f"{name} must not be negative, got {array.min():g}")
    return checks.own(array)


def _slopes(f: Plateaus, name: str, value: ArrayLike | None) -> FloatArray:
    rows = len(f.a)
    return _not_negative(name, np.ones(rows) if value is None else value, (rows,))


@frozen
class Plateaus:
    """Concave over modular plus linear: f(x) = sum_j phi_j(<a_j, x>) + <r, x>.

    phi_j rises with slope s_j up to z1_j, bends down as a parabola whose derivative reaches 0 at
    z2_j, and is constant from there on: phi_j'(z) = s_j min(1, [(z2_j - z)/(z2_j - z1_j)]_+),
    phi_j(0) = 0. As phi_j is concave, a_j >= 0 and r >= 0, f is monotone and DR-submodular on the
    non-negative orthant, and normalised.

    Parameters
    ----------
    a : array (m, n)
        The weights a_j; not negative.
    z1, z2 : array (m,)
        Where the bend begins and ends, 0 <= z1 < z2.
    r : array (n,)
        The linear part; not negative.
    s : array (m,), optional
        The initial slopes, not negative; ones if not given.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.
    """

    a: FloatArray = checked(lambda name, value: _not_negative(name, value, (None, None)))
    z1: FloatArray = fitted(lambda f, name, value: _not_negative(name, value, (len(f.a),)))
    z2: FloatArray = fitted(lambda f, name, value: _not_negative(name, value, (len(f.a),)))
    r: FloatArray = fitted(lambda f, name, value: _not_negative(name, value, (f.a.shape[1],)))
    s: FloatArray = fitted(_slopes, default=None)

    def __attrs_post_init__(self) -> None:
        """Refuse a bend that ends before it begins."""
        if (self.z2 <= self.z1).any():
            j = int(np.argmax(self.z2 <= self.z1))
            raise ValueError(
                f"z2 must exceed z1, got z1[{j}] = {self.z1[j]:g} and z2[{j}] = {self.z2[j]:g}"
            )

    @property
    def n(self) -> int:
        """The dimension of a decision."""
        return int(self.a.shape[1])

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return f for each row of X (..., n)."""
        X = as_decisions(X, self.n)
        Z = np.minimum(X @ self.a.T, self.z2)
        bend = np.maximum(Z - self.z1, 0.0)
        return np.asarray((Z - bend * bend / (2 * (self.z2 - self.z1))) @ self.s + X @ self.r)

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient for each row of X (..., n)."""
        X = as_decisions(X, self.n)
        share = (self.z2 - X @ self.a.T) / (self.z2 - self.z1)
        return np.asarray((self.s * np.clip(share, 0.0, 1.0)) @ self.a + self.r)

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the compiled loop on a box; None elsewhere, and for a subclass."""
        if not exactly(self, Plateaus) or clipping.radius < np.inf:
            return None
        from osphg.games.plateaus_compiled import plateau_rounds  # numba, only when playing

        told = (self.a, self.z1, self.z2, self.s, self.r)
        return RoundsKernel(plateau_rounds, lambda local: told)

    def lipschitz(self, domain: Domain) -> float:
        """Return beta_f, exactly if the lower corner is in X: the gradient is steepest there."""
        require_domain("domain", domain, self.n)
        return float(np.linalg.norm(self.gradient(domain.lower)))

    def smoothness(self, domain: Domain) -> float:
        """Return an upper bound of L: exact where all bends meet inside X, as for m = 1.

        Where phi_j'' is not 0 it is -s_j/(z2_j - z1_j); the largest eigenvalue of
        sum_j s_j a_j a_j' / (z2_j - z1_j), a non-negative matrix, has a non-negative eigenvector.
        """
        rows = self.a * np.sqrt(self.s / (self.z2 - self.z1))[:, np.newaxis]
        return float(np.linalg.norm(rows, 2) ** 2)

    def range(self, domain: Domain) -> float:
        """Return an upper bound of F, exact on a box: f(upper) - f(lower)."""
        require_domain("domain", domain, self.n)
        return float(self.value(domain.upper) - self.value(domain.lower))


@frozen
class Decoy:
    """f(z, e, o) = 1 - (1 - z)(1 - q(e)) + rho o on the unit cube: z covers what e covers.

    q rises with slope Q up to tau, bends down as a parabola over a width w, and is constant after:
    q(e) = Q e, then Q e - Q (e - tau)^2 / (2 w), then Q tau + Q w / 2.

    Parameters
    ----------
    tau, Q, w : float
        All above 0, with Q tau + Q w/2 <= 1 (so that q <= 1) and tau + w <= 1.
    rho : float
        The value of one unit of o; at least 0.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.
    """

    tau: float = checked(checks.positive_float)
    Q: float = checked(checks.positive_float)
    w: float = checked(checks.positive_float)
    rho: float = checked(checks.non_negative_float)

    def __attrs_post_init__(self) -> None:
        """Refuse a q that exceeds 1, does not level off within the cube, or does so at once."""
        if self.w < 1 / checks.SQUARABLE:
            raise ValueError(f"w must be at least {1 / checks.SQUARABLE:g}, got {self.w:g}")
        if self.top > 1 + _ROUNDING:
            raise ValueError(f"Q * (tau + w/2) must be at most 1, got {self.top:g}")
        if self.tau + self.w > 1 + _ROUNDING:
            raise ValueError(f"tau + w must be at most 1, got {self.tau + self.w:g}")

    @property
    def n(self) -> int:
        """The dimension of a decision, 3."""
        return 3

    @property
    def top(self) -> float:
        """The largest value of q."""
        return self.Q * (self.tau + self.w / 2)

    def q(self, e: FloatArray, /) -> FloatArray:
        """Return q(e)."""
        e = np.minimum(e, self.tau + self.w)
        bend = np.maximum(e - self.tau, 0.0)
        return np.asarray(self.Q * (e - bend * bend / (2 * self.w)))

    def q_slope(self, e: FloatArray, /) -> FloatArray:
        """Return q'(e)."""
        return np.asarray(self.Q * np.clip((self.tau + self.w - e) / self.w, 0.0, 1.0))

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return f for each row of X (..., 3)."""
        X = as_decisions(X, 3)
        z, e, o = X[..., 0], X[..., 1], X[..., 2]
        return np.asarray(1 - (1 - z) * (1 - self.q(e)) + self.rho * o)

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient for each row of X (..., 3)."""
        X = as_decisions(X, 3)
        z, e = X[..., 0], X[..., 1]
        G = np.empty(X.shape)
        G[..., 0], G[..., 1], G[..., 2] = 1 - self.q(e), (1 - z) * self.q_slope(e), self.rho
        return G

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the compiled loop on a box; None elsewhere, and for a subclass."""
        if not exactly(self, Decoy) or clipping.radius < np.inf:
            return None
        from osphg.games.plateaus_compiled import decoy_line, decoy_rounds  # numba, when playing

        told = (self.tau, self.Q, self.w, self.rho)
        return RoundsKernel(decoy_rounds, lambda local: told, decoy_line)

    def lipschitz(self, domain: Domain) -> float:
        """Return beta_f, exactly if the lower corner is in X: the gradient is steepest there."""
        _inside_the_cube(domain)
        return float(np.linalg.norm(self.gradient(domain.lower)))

    def smoothness(self, domain: Domain) -> float:
        """Return L, exact if (0, tau, .) is inside X.

        The Hessian in (z, e) is [[0, -q'], [-q', (1 - z) q'']] with q' <= Q and -q'' <= Q/w, both
        attained at z = 0, e = tau; the largest eigenvalue of [[0, Q], [Q, h]] is this.
        """
        _inside_the_cube(domain)
        h = self.Q / self.w
        return (h + math.sqrt(h * h + 4 * self.Q * self.Q)) / 2

    def range(self, domain: Domain) -> float:
        """Return an upper bound of F, exact on a box: f(upper) - f(lower)."""
        _inside_the_cube(domain)
        return float(self.value(domain.upper) - self.value(domain.lower))


def _inside_the_cube(domain: Domain) -> None:
    """Refuse a domain on which a Decoy is not monotone."""
    require_domain("domain", domain)
    if domain.n != 3 or (domain.upper > 1 + _ROUNDING).any() or (domain.lower < 0).any():
        raise ValueError(f"domain must lie in the unit cube of dimension 3, got {domain}")

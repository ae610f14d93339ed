"""Utilities that rise and level off: the functions that defeat the published proof.

They are objectives, functions of the decision alone; `osphg.utilities.Stationary` plays them in
every round. A parameter outside what is said of it is a TypeError or a ValueError.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import Domain, as_decisions, require_domain
from osphg.fusing import Functions
from osphg.games.families.base import ROUNDING, not_negative


class Levelling:
    """A function on [0, `most`] that is monotone, DR-submodular and 0 at the origin."""

    n: int
    compiled: ClassVar[tuple[Callable[..., float], Callable[..., None]]]  # as of a `UtilityFamily`

    @property
    def most(self) -> FloatArray:
        """The upper corner of the box on which f is what it should be, (n,)."""
        return np.full(self.n, np.inf)

    def _packed(self) -> tuple[Any, ...]:
        raise NotImplementedError

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return f for each row of X (..., n)."""
        raise NotImplementedError

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient for each row of X (..., n)."""
        raise NotImplementedError

    def inside(self, domain: Domain) -> Domain:
        """Return a domain on which f is what it should be; refuse any other."""
        require_domain("domain", domain, self.n)
        if (domain.upper > self.most * (1 + ROUNDING)).any() or (domain.lower < 0).any():
            raise ValueError(f"domain must lie between 0 and {self.most.tolist()}, got {domain}")
        return domain

    def lipschitz(self, domain: Domain) -> float:
        """Return beta_f, exactly if the lower corner is in X: the gradient is steepest there."""
        return float(np.linalg.norm(self.gradient(self.inside(domain).lower)))

    def range(self, domain: Domain) -> float:
        """Return an upper bound of F, exact on a box: f(upper) - f(lower)."""
        self.inside(domain)
        return float(self.value(domain.upper) - self.value(domain.lower))

    def fused_functions(self) -> Functions | None:
        """Return what the compiled loops need; None for a subclass."""
        functions = vars(type(self)).get("compiled")
        if functions is None:
            return None
        value, gradients = functions
        return Functions(value, gradients, self._packed())


def _plateaus_at(t: int, x: FloatArray, packed: tuple[FloatArray, ...]) -> float:
    a, z1, z2, s, r = packed
    value = 0.0
    for i in range(len(x)):
        value += r[i] * x[i]
    for j in range(len(a)):
        z = 0.0
        for i in range(len(x)):
            z += a[j, i] * x[i]
        z = min(z, z2[j])
        bend = max(z - z1[j], 0.0)
        value += s[j] * (z - bend * bend / (2 * (z2[j] - z1[j])))
    return value


def _plateaus_slopes(t: int, X: FloatArray, G: FloatArray, packed: tuple[FloatArray, ...]) -> None:
    a, z1, z2, s, r = packed
    n, K = X.shape
    slope = np.empty(K)
    for j in range(len(a)):
        for k in range(K):
            slope[k] = a[j, 0] * X[0, k]
        for i in range(1, n):
            weight = a[j, i]
            if weight > 0.0:
                for k in range(K):
                    slope[k] += weight * X[i, k]
        end, rate, top = z2[j], s[j] / (z2[j] - z1[j]), s[j]
        for k in range(K):
            slope[k] = min(max((end - slope[k]) * rate, 0.0), top)
        for i in range(n):
            weight, linear = a[j, i], r[i]
            if j == 0:
                for k in range(K):
                    G[i, k] = slope[k] * weight + linear
            else:
                for k in range(K):
                    G[i, k] += slope[k] * weight


def _slopes(f: Plateaus, name: str, value: ArrayLike | None) -> FloatArray:
    m = len(f.a)
    return not_negative(name, np.ones(m) if value is None else value, m)


@frozen
class Plateaus(Levelling):
    """Concave over modular plus linear: f(x) = sum_j phi_j(<a_j, x>) + <r, x>.

    phi_j rises with slope s_j up to z1_j, bends down as a parabola whose derivative reaches 0 at
    z2_j, and is constant from there on: phi_j'(z) = s_j min(1, [(z2_j - z)/(z2_j - z1_j)]_+),
    phi_j(0) = 0. As phi_j is concave, a_j >= 0 and r >= 0, f is monotone and DR-submodular on the
    non-negative orthant.

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
    """

    a: FloatArray = checked(lambda name, value: not_negative(name, value, None, None))
    z1: FloatArray = fitted(lambda f, name, value: not_negative(name, value, len(f.a)))
    z2: FloatArray = fitted(lambda f, name, value: not_negative(name, value, len(f.a)))
    r: FloatArray = fitted(lambda f, name, value: not_negative(name, value, f.a.shape[1]))
    s: FloatArray = fitted(_slopes, default=None)

    compiled = _plateaus_at, _plateaus_slopes

    def __attrs_post_init__(self) -> None:
        """Refuse a bend that ends before it begins."""
        if (self.z2 <= self.z1).any():
            j = int(np.argmax(self.z2 <= self.z1))
            raise ValueError(
                f"z2 must exceed z1, got z1[{j}] = {self.z1[j]:g} and z2[{j}] = {self.z2[j]:g}"
            )

    @property
    def n(self) -> int:  # type: ignore[override]
        """The dimension of a decision."""
        return int(self.a.shape[1])

    def _packed(self) -> tuple[FloatArray, ...]:
        return self.a, self.z1, self.z2, self.s, self.r

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

    def smoothness(self, domain: Domain) -> float:
        """Return an upper bound of L: exact where all bends meet inside X, as for m = 1.

        Where phi_j'' is not 0 it is -s_j/(z2_j - z1_j); the largest eigenvalue of
        sum_j s_j a_j a_j' / (z2_j - z1_j), a non-negative matrix, has a non-negative eigenvector.
        """
        rows = self.a * np.sqrt(self.s / (self.z2 - self.z1))[:, np.newaxis]
        return float(np.linalg.norm(rows, 2) ** 2)


def _decoy_at(t: int, x: FloatArray, packed: tuple[float, float, float, float]) -> float:
    tau, Q, w, rho = packed
    e = min(x[1], tau + w)
    bend = max(e - tau, 0.0)
    return 1 - (1 - x[0]) * (1 - Q * (e - bend * bend / (2 * w))) + rho * x[2]


def _decoy_slopes(
    t: int, X: FloatArray, G: FloatArray, packed: tuple[float, float, float, float]
) -> None:
    tau, Q, w, rho = packed
    for k in range(X.shape[1]):
        e = min(X[1, k], tau + w)
        bend = max(e - tau, 0.0)
        G[0, k] = 1 - Q * (e - bend * bend / (2 * w))
        G[1, k] = (1 - X[0, k]) * (Q * min((tau + w - e) / w, 1.0))
        G[2, k] = rho


@frozen
class Decoy(Levelling):
    """f(z, e, o) = 1 - (1 - z)(1 - q(e)) + rho o on the unit cube: z covers what e covers.

    q rises with slope Q up to tau, bends down as a parabola over a width w, and is constant after:
    q(e) = Q e, then Q e - Q (e - tau)^2 / (2 w), then Q tau + Q w / 2.

    Parameters
    ----------
    tau, Q, w : float
        All above 0, with Q tau + Q w/2 <= 1 (so that q <= 1) and tau + w <= 1.
    rho : float
        The value of one unit of o; at least 0.
    """

    tau: float = checked(checks.positive_float)
    Q: float = checked(checks.positive_float)
    w: float = checked(checks.positive_float)
    rho: float = checked(checks.non_negative_float)

    n = 3
    compiled = _decoy_at, _decoy_slopes

    def __attrs_post_init__(self) -> None:
        """Refuse a q that exceeds 1, or does not level off within the cube."""
        if self.top > 1 + ROUNDING:
            raise ValueError(f"Q * (tau + w/2) must be at most 1, got {self.top:g}")
        if self.tau + self.w > 1 + ROUNDING:
            raise ValueError(f"tau + w must be at most 1, got {self.tau + self.w:g}")

    @property
    def most(self) -> FloatArray:
        """The upper corner of the unit cube."""
        return np.ones(3)

    @property
    def top(self) -> float:
        """The largest value of q."""
        return self.Q * (self.tau + self.w / 2)

    def _packed(self) -> tuple[float, ...]:
        return self.tau, self.Q, self.w, self.rho

    def _q(self, e: FloatArray) -> FloatArray:
        e = np.minimum(e, self.tau + self.w)
        bend = np.maximum(e - self.tau, 0.0)
        return np.asarray(self.Q * (e - bend * bend / (2 * self.w)))

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return f for each row of X (..., 3)."""
        z, e, o = np.moveaxis(as_decisions(X, 3), -1, 0)
        return np.asarray(1 - (1 - z) * (1 - self._q(e)) + self.rho * o)

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient for each row of X (..., 3)."""
        z, e, o = np.moveaxis(as_decisions(X, 3), -1, 0)
        slope = self.Q * np.clip((self.tau + self.w - e) / self.w, 0.0, 1.0)
        return np.stack([1 - self._q(e), (1 - z) * slope, np.full_like(o, self.rho)], axis=-1)

    def smoothness(self, domain: Domain) -> float:
        """Return L, exact if (0, tau, .) is inside X.

        The Hessian in (z, e) is [[0, -q'], [-q', (1 - z) q'']] with q' <= Q and -q'' <= Q/w, both
        attained at z = 0, e = tau; the largest eigenvalue of [[0, Q], [Q, h]] is this.
        """
        self.inside(domain)
        h = self.Q / self.w
        return (h + math.sqrt(h * h + 4 * self.Q * self.Q)) / 2


def _slow_at(t: int, x: FloatArray, packed: tuple[float, float]) -> float:
    eps, a = packed
    return 1 - (1 - a * x[0]) * (1 - (1 + eps) * (1 - math.exp(-x[1])))


def _slow_slopes(t: int, X: FloatArray, G: FloatArray, packed: tuple[float, float]) -> None:
    eps, a = packed
    for k in range(X.shape[1]):
        slope = (1 + eps) * math.exp(-X[1, k])
        G[0, k] = a * (slope - eps)  # a (1 - q(e))
        G[1, k] = (1 - a * X[0, k]) * slope


@frozen
class SlowGood(Levelling):
    """f(z, e) = 1 - (1 - a z)(1 - q(e)) with q(e) = (1 + eps)(1 - exp(-e)), on [0, 1/a] x [0, 1].

    Two goods that cover the same need; learners take up z slowly.

    Parameters
    ----------
    eps : float
        Above 0, with q(1) = (1 + eps)(1 - 1/e) <= 1.
    a : float
        In (0, 1].
    """

    eps: float = checked(checks.positive_float)
    a: float = checked(checks.positive_float)

    n = 2
    compiled = _slow_at, _slow_slopes

    def __attrs_post_init__(self) -> None:
        """Refuse a q that exceeds 1, and a good that is not slow."""
        if self.top > 1:
            raise ValueError(f"(1 + eps)(1 - 1/e) must be at most 1, got {self.top:g}")
        if not 1 / checks.SQUARABLE <= self.a <= 1:
            raise ValueError(f"a must be between {1 / checks.SQUARABLE:g} and 1, got {self.a:g}")

    @property
    def most(self) -> FloatArray:
        """The upper corner, (1/a, 1)."""
        return np.array([1 / self.a, 1.0])

    @property
    def top(self) -> float:
        """q(1), what all of e and nothing of z is worth."""
        return -(1 + self.eps) * math.expm1(-1)

    def _packed(self) -> tuple[float, float]:
        return self.eps, self.a

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return f for each row of X (..., 2)."""
        z, e = np.moveaxis(as_decisions(X, 2), -1, 0)
        return np.asarray(1 - (1 - self.a * z) * (1 + (1 + self.eps) * np.expm1(-e)))

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient for each row of X (..., 2)."""
        z, e = np.moveaxis(as_decisions(X, 2), -1, 0)
        slope = (1 - self.a * z) * (1 + self.eps) * np.exp(-e)
        return np.stack([self.a * (1 + (1 + self.eps) * np.expm1(-e)), slope], axis=-1)

    def smoothness(self, domain: Domain) -> float:
        """Return L, exact if the origin is in X.

        The Hessian is [[0, -a q'], [-a q', (1 - a z) q'']] with q' = -q'' at most 1 + eps.
        """
        self.inside(domain)
        return (1 + self.eps) * (1 + math.sqrt(1 + 4 * self.a * self.a)) / 2

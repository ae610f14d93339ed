"""Utilities that rise and level off: the functions that defeat the published proof.

They are objectives, functions of the decision alone, which `osphg.utilities.Stationary` plays in
every round. A parameter outside what is said of it is a TypeError or a ValueError.
"""

from __future__ import annotations

import math

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen, not_negative
from osphg.domains import Domain
from osphg.fusing import Functions
from osphg.games.families import ROUNDING, Levelling


def _plateaus_at(t: int, x: FloatArray, data: tuple[FloatArray, ...]) -> float:
    a, z1, z2, s, r = data
    value = 0.0
    for i in range(len(x)):
        value += r[i] * x[i]
    for j in range(len(a)):
        z = 0.0
        for i in range(len(x)):
            z += a[j, i] * x[i]
        z = np.minimum(z, z2[j])
        bend = np.maximum(z - z1[j], 0.0)
        value += s[j] * (z - bend * bend / (2 * (z2[j] - z1[j])))
    return value


def _plateaus_slopes(t: int, X: FloatArray, G: FloatArray, data: tuple[FloatArray, ...]) -> None:
    a, z1, z2, s, r = data
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


@frozen
class Plateaus(Levelling):
    """Concave over modular plus linear: f(x) = sum_j phi_j(<a_j, x>) + <r, x>.

    phi_j rises with slope s_j up to z1_j, bends down as a parabola whose derivative reaches 0 at
    z2_j, and is constant from there on: phi_j'(z) = s_j min(1, [(z2_j - z)/(z2_j - z1_j)]_+).
    Weights a (m, n), the linear part r (n,) and s (m,), ones unless given, are not negative; z1 and
    z2 are (m,), 0 <= z1 < z2.
    """

    a: FloatArray = checked(lambda name, value: not_negative(name, value, None, None))
    z1: FloatArray = fitted(lambda f, name, value: not_negative(name, value, len(f.a)))
    z2: FloatArray = fitted(lambda f, name, value: not_negative(name, value, len(f.a)))
    r: FloatArray = fitted(lambda f, name, value: not_negative(name, value, f.a.shape[1]))
    s: FloatArray = fitted(
        lambda f, name, s: not_negative(name, [1.0] * len(f.a) if s is None else s, len(f.a)),
        default=None,
    )

    def __attrs_post_init__(self) -> None:
        """Refuse a bend that ends before it begins."""
        checks.must((self.z2 > self.z1).all(), "z2", f"exceed z1 = {self.z1}", self.z2)

    @property
    def n(self) -> int:  # type: ignore[override]
        """The dimension of a decision."""
        return self.a.shape[1]

    def fused_functions(self) -> Functions:
        return Functions(_plateaus_at, _plateaus_slopes, (self.a, self.z1, self.z2, self.s, self.r))

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return sum_j s_j a_j a_j' / (z2_j - z1_j), exact where all bends meet in X."""
        rows = self.a * np.sqrt(self.s / (self.z2 - self.z1))[:, np.newaxis]
        return np.asarray(rows.T @ rows)


def _decoy_at(t: int, x: FloatArray, data: tuple[float, float, float, float]) -> float:
    tau, Q, w, rho = data
    e = np.minimum(x[1], tau + w)
    bend = np.maximum(e - tau, 0.0)
    return 1 - (1 - x[0]) * (1 - Q * (e - bend * bend / (2 * w))) + rho * x[2]


def _decoy_slopes(
    t: int, X: FloatArray, G: FloatArray, data: tuple[float, float, float, float]
) -> None:
    tau, Q, w, rho = data
    for k in range(X.shape[1]):  # in compiled code twice as fast as with arrays
        e = min(X[1, k], tau + w)
        bend = max(e - tau, 0.0)
        G[0, k] = 1 - Q * (e - bend * bend / (2 * w))
        G[1, k] = (1 - X[0, k]) * (Q * min((tau + w - e) / w, 1.0))
        G[2, k] = rho


@frozen
class Decoy(Levelling):
    """f(z, e, o) = 1 - (1 - z)(1 - q(e)) + rho o on the unit cube: z covers what e covers.

    q rises with slope Q up to tau, bends down as a parabola over a width w, and is constant after:
    q(e) = Q e, then Q e - Q (e - tau)^2 / (2 w), then Q tau + Q w / 2. tau, Q and w are above 0,
    with Q tau + Q w/2 <= 1 (so that q <= 1) and tau + w <= 1; rho >= 0 is what one unit of o is
    worth.
    """

    tau: float = checked(checks.positive_float)
    Q: float = checked(checks.positive_float)
    w: float = checked(checks.positive_float)
    rho: float = checked(checks.non_negative_float)

    n = 3
    most = np.ones(3)

    def __attrs_post_init__(self) -> None:
        """Refuse a q that exceeds 1, or does not level off within the cube."""
        top, end = self.Q * (self.tau + self.w / 2), self.tau + self.w
        for name, value in (("Q * (tau + w/2)", top), ("tau + w", end)):
            checks.must(value <= 1 + ROUNDING, name, "be at most 1", f"{value:g}")

    def fused_functions(self) -> Functions:
        return Functions(_decoy_at, _decoy_slopes, (self.tau, self.Q, self.w, self.rho))

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return -Hess f at (0, tau, .), the largest one, (3, 3)."""
        return np.array([[0, self.Q, 0], [self.Q, self.Q / self.w, 0], [0, 0, 0]])


def _slow_at(t: int, x: FloatArray, data: tuple[float, float]) -> float:
    eps, a = data
    return 1 - (1 - a * x[0]) * (1 - (1 + eps) * (1 - np.exp(-x[1])))


def _slow_slopes(t: int, X: FloatArray, G: FloatArray, data: tuple[float, float]) -> None:
    eps, a = data
    for k in range(X.shape[1]):
        slope = (1 + eps) * math.exp(-X[1, k])
        G[0, k] = a * (slope - eps)  # a (1 - q(e))
        G[1, k] = (1 - a * X[0, k]) * slope


@frozen
class SlowGood(Levelling):
    """f(z, e) = 1 - (1 - a z)(1 - q(e)) with q(e) = (1 + eps)(1 - exp(-e)), on [0, 1/a] x [0, 1].

    Two goods that cover the same need; learners take up z slowly. eps is above 0, with
    q(1) = (1 + eps)(1 - 1/e) <= 1, and a in (0, 1].
    """

    eps: float = checked(checks.positive_float)
    a: float = checked(checks.positive_float)

    n = 2

    @property
    def most(self) -> FloatArray:  # type: ignore[override]
        """The upper corner, (1/a, 1)."""
        return np.array([1 / self.a, 1.0])

    @property
    def top(self) -> float:
        """q(1), what all of e and nothing of z is worth."""
        return -(1 + self.eps) * math.expm1(-1)

    def fused_functions(self) -> Functions:
        return Functions(_slow_at, _slow_slopes, (self.eps, self.a))

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return -Hess f at the origin, the largest one, (2, 2)."""
        return (1 + self.eps) * np.array([[0.0, self.a], [self.a, 1.0]])

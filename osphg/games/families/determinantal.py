"""The softmax extension of a determinantal process."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.games.families.base import UtilityFamily

_ROUNDING = 1e-9  # by which rounding may lower an eigenvalue, or make a matrix not symmetric


def _kernels(name: str, value: ArrayLike) -> FloatArray:
    L = checks.array(name, value, (None, None, None), 1e100)
    if L.shape[1] != L.shape[2]:
        raise ValueError(f"{name} must have shape (T, n, n), got {L.shape}")
    size = np.abs(L).max((1, 2))  # of each round
    if (np.abs(L - L.swapaxes(1, 2)).max((1, 2)) > _ROUNDING * size).any():
        raise ValueError(f"{name} must be symmetric in each round")
    L = (L + L.swapaxes(1, 2)) / 2
    least = np.linalg.eigvalsh(L)[:, 0]
    # What the eigenvalues of a matrix of this size may be off by, and no more than a billionth.
    off = np.minimum(16 * L.shape[1] * np.finfo(np.float64).eps * np.maximum(size, 1.0), _ROUNDING)
    if (least < 1 - off).any():
        t = int((least + off).argmin())
        raise ValueError(
            f"{name} must have no eigenvalue below 1, for f to be monotone on the whole orthant,"
            f" got {least[t]:g} in round {t + 1}"
        )
    return checks.own(L)


@frozen(repr=False)
class Determinantal(UtilityFamily):
    r"""The softmax extension f_t(x) = log det(diag(x)(L_t - I) + I), where L_t >= I.

    At a set S, a vertex, it is log det of the rows and columns S of L_t: large for items that are
    good and unlike each other (Gillenwater, Kulesza and Taskar 2012). With L - I = CC', which
    L >= I allows, f(x) = log det(I + C'diag(x)C), and with the inverse S of that matrix
    df/dx_i = c_i'S c_i >= 0 and d^2 f/dx_i dx_j = -(c_i'S c_j)^2 <= 0: monotone and DR-submodular
    on the non-negative orthant. It is concave there, too: log det is, of a matrix linear in x.
    Another positive definite L is refused: it is DR-submodular on the unit cube, but monotone
    there only if no diagonal entry of L^-1 exceeds 1, and not on the orthant.

    Parameters
    ----------
    L : array (T, n, n)
        L_t, symmetric, with no eigenvalue below 1.

    Examples
    --------
    >>> import osphg
    >>> f = osphg.families.Determinantal([[[2.0, 0.5], [0.5, 3.0]]])
    >>> f.value(0, [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]).round(6)
    array([0.      , 0.693147, 1.7492  ])
    """

    L: FloatArray = checked(_kernels)

    @property
    def _size(self) -> tuple[int, int]:
        return len(self.L), self.L.shape[1]

    def _value(self, t: int, X: FloatArray) -> FloatArray:
        return np.asarray(np.linalg.slogdet(self._matrices(t, X))[1])

    def _gradient(self, t: int, X: FloatArray) -> FloatArray:
        return np.diagonal(self._inner(t, X), axis1=-2, axis2=-1)

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return a bound of every |d^2 f_t / dx_i dx_j| over the domain, (n, n)."""
        # -Hess f = B o B entrywise, B = C S C' >= 0. B falls in x as a matrix, and with it B o B by
        # Schur's theorem (B o B <= A o B <= A o A for 0 <= B <= A): largest at the lower corner.
        return np.asarray(self._inner(t, domain.lower) ** 2)

    def _matrices(self, t: int, X: FloatArray) -> FloatArray:
        """Return diag(x)(L_t - I) + I for each row of X, (..., n, n)."""
        eye = np.eye(self.n)
        return np.asarray(X[..., np.newaxis] * (self.L[t] - eye) + eye)

    def _inner(self, t: int, X: FloatArray) -> FloatArray:
        """Return CSC' = (L_t - I)(diag(x)(L_t - I) + I)^-1 for each row of X, (..., n, n)."""
        M = self._matrices(t, X)
        A = np.broadcast_to(self.L[t] - np.eye(self.n), M.shape)
        return np.asarray(np.linalg.solve(M.swapaxes(-1, -2), A).swapaxes(-1, -2))

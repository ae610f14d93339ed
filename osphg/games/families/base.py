"""What all families share: checks of t and X, the constants, and the compiled rounds."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Domain, as_decisions, require_domain
from osphg.fusing import Functions

ROUNDING = 1e-12  # by which a bound that is at most 1 on paper may exceed it


def not_negative(name: str, value: ArrayLike, *shape: int | None) -> FloatArray:
    """Return a read-only copy of an array of this shape; ValueError for an entry below 0."""
    array = checks.array(name, value, shape, checks.SQUARABLE)
    if (array < 0).any():
        raise ValueError(f"{name} must not be negative, got {array.min():g}")
    return checks.own(array)


def each_round(name: str, value: ArrayLike, T: int, *shape: int | None) -> FloatArray:
    """Return what is not negative and the same in all rounds, or (T, ...) with one for each."""
    given = checks.real(name, value)
    if given.ndim not in (len(shape), len(shape) + 1):
        one = ", ".join("n" if length is None else str(length) for length in shape)
        raise ValueError(f"{name} must have shape ({one}) or ({T}, {one}), got {given.shape}")
    return not_negative(name, given, *(shape if given.ndim == len(shape) else (T, *shape)))


class UtilityFamily:
    """Utilities f_1..f_T, each monotone and DR-submodular where x >= 0, and 0 at the origin.

    On the box [lower, upper] of a domain they have 0 <= grad f(x) <= grad f(lower), and Hessians
    whose entries are all <= 0: the constants below follow from these two lines alone.

    A family is one file: a frozen class with its `_size`, value, gradient and a bound of its second
    derivatives. That is all that f_t(x) = sum_i w_ti log(1 + x_i) needs:

    >>> import osphg
    >>> from osphg.checks import checked, frozen
    >>> from osphg.games.families.base import UtilityFamily
    >>> @frozen(repr=False)
    ... class Logarithms(UtilityFamily):
    ...     weights: FloatArray = checked(lambda name, w: not_negative(name, w, None, None))
    ...
    ...     @property
    ...     def _size(self):
    ...         return self.weights.shape
    ...
    ...     def _value(self, t, X):
    ...         return np.log1p(X) @ self.weights[t]
    ...
    ...     def _gradient(self, t, X):
    ...         return self.weights[t] / (1 + X)
    ...
    ...     def curvature(self, t, domain):
    ...         return np.diag(self.weights[t] / (1 + domain.lower) ** 2)
    >>> f = Logarithms([[1.0, 2.0], [3.0, 0.5]])
    >>> f
    Logarithms(T=2, n=2)
    >>> f.lipschitz(osphg.Box.unit(2)), f.smoothness(osphg.Box.unit(2))
    (3.0413812651491097, 3.0)

    To be played in compiled rounds it names two more functions, `compiled`, and what they are told
    of the rounds, `_packed`; `osphg/games/families/log_quadratic.py` shows how. Its row in the
    table of `tests/test_families.py` has all of it checked.
    """

    # value(t, x, packed) -> f_t(x), x (n,); gradients(t, X, G, packed) writes the gradient at each
    # column of X (n, K) to G (n, K). Plain functions, which numba compiles when they are played.
    compiled: ClassVar[tuple[Callable[..., float], Callable[..., None]] | None] = None

    @property
    def _size(self) -> tuple[int, int]:
        """T and n: the number of rounds, and the dimension of a decision."""
        raise NotImplementedError

    def _value(self, t: int, X: FloatArray) -> FloatArray:
        """Return f_t at points X (..., n), (...,)."""
        raise NotImplementedError

    def _gradient(self, t: int, X: FloatArray) -> FloatArray:
        """Return the gradient of f_t at points X, (..., n)."""
        raise NotImplementedError

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return a bound of every |d^2 f_t / dx_i dx_j| over the domain, (n, n)."""
        raise NotImplementedError

    def _packed(self, rounds: slice) -> tuple[Any, ...]:
        """Return what the compiled functions are told of some rounds; these count from 0 there."""
        raise NotImplementedError

    @cached_property
    def T(self) -> int:
        """The number of rounds."""
        return self._size[0]

    @cached_property
    def n(self) -> int:
        """The dimension of a decision."""
        return self._size[1]

    def __repr__(self) -> str:
        return f"{type(self).__name__}(T={self.T}, n={self.n})"

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f_t for each row of X (..., n), (...,)."""
        return np.asarray(self._value(checks.at("t", t, self.T), as_decisions(X, self.n)))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t for each row of X (..., n), (..., n)."""
        return np.asarray(self._gradient(checks.at("t", t, self.T), as_decisions(X, self.n)))

    def inside(self, domain: Domain) -> Domain:
        """Return a domain on which all f_t are what they should be; refuse any other."""
        require_domain("domain", domain, self.n)
        if (domain.lower < 0).any():
            raise ValueError(f"domain must lie in the non-negative orthant, got {domain}")
        return domain

    def lipschitz(self, domain: Domain) -> float:
        """Return beta_f = max_t ||grad f_t(lower)||, exact if the lower corner is in X."""
        return float(np.sqrt((self._steepest(self.inside(domain)) ** 2).sum(-1).max()))

    def range(self, domain: Domain) -> float:
        """Return an upper bound of F = max_t max_{x,y} |f_t(x) - f_t(y)|, exact on a box.

        f_t(x) - f_t(y) <= f_t(x) - f_t(lower), which is at most f_t(upper) - f_t(lower), as f_t is
        monotone, and at most <grad f_t(lower), x - lower>, as f_t is concave along x - lower >= 0;
        the smaller of the two is taken in each round.
        """
        steep = self._steepest(self.inside(domain))
        linear = (steep * (domain.maximize_linear(steep) - domain.lower)).sum(-1)
        corners = np.stack([domain.upper, domain.lower])
        ends = np.stack([self.value(t, corners) for t in range(self.T)])
        return float(np.minimum(linear, ends[:, 0] - ends[:, 1]).max())

    def smoothness(self, domain: Domain) -> float:
        """Return an upper bound of L: the largest spectral radius of the bounds of the Hessians.

        -M <= H <= 0 entrywise, so that |u'Hu| <= |u|'M|u| <= rho(M) ||u||^2 (M is symmetric).
        """
        self.inside(domain)
        return float(max(np.linalg.eigvalsh(self.curvature(t, domain))[-1] for t in range(self.T)))

    def _steepest(self, domain: Domain) -> FloatArray:
        """Return grad f_t(lower) for each round, (T, n)."""
        return np.stack([self.gradient(t, domain.lower) for t in range(self.T)])

    def fused_functions(self) -> Functions | None:
        """Return what the compiled loops need, for a class that names `compiled` itself.

        A subclass may compute something else: None.
        """
        functions = vars(type(self)).get("compiled")
        if functions is None:
            return None
        value, gradients = functions
        return Functions(value, gradients, self._packed(slice(0, self.T)))


class Multilinear(UtilityFamily):
    """Multilinear extensions F(x) = E[f(S)] of monotone submodular set functions, f(empty) = 0.

    S contains each i with probability x_i, independently (Calinescu et al. 2011). F agrees with f
    at the vertices of [0,1]^n, is DR-submodular there, and linear in each coordinate: no second
    derivative on the diagonal, and dF/dx_i = E[f(S + i) - f(S - i)].
    """

    def inside(self, domain: Domain) -> Domain:
        """Return a domain within [0,1]^n; refuse any other."""
        require_domain("domain", domain, self.n)
        if (domain.lower < 0).any() or (domain.upper > 1 + ROUNDING).any():
            raise ValueError(f"domain must lie in [0,1]^{self.n}, got {domain}")
        return domain

    def of_set(self, t: int, S: ArrayLike, /) -> FloatArray:
        """Return f_t(S): sets as booleans (..., n) -> (...,)."""
        chosen = np.asarray(S)
        if chosen.dtype != np.bool_ or chosen.shape[-1:] != (self.n,):
            raise ValueError(
                f"S must hold booleans of shape (..., {self.n}),"
                f" got {chosen.dtype} of shape {chosen.shape}"
            )
        return self.value(t, chosen.astype(np.float64))

    @cached_property
    def singletons(self) -> FloatArray:
        """f_t({i}) = dF_t/dx_i at 0, the largest slopes, (T, n)."""
        vertices = np.eye(self.n)
        return checks.read_only(np.stack([self.value(t, vertices) for t in range(self.T)]))

    def _steepest(self, domain: Domain) -> FloatArray:
        return super()._steepest(domain) if domain.lower.any() else self.singletons

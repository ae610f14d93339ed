"""Coverage by chance: how many are reached by at least one of n sources."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import Domain, as_decisions, require_domain
from osphg.fusing import Clipping, RoundsKernel, exactly
from osphg.games.families.diminishing import ROUNDING, Multilinear, not_negative
from osphg.utilities import AtRound


def _chances(f: ProbabilisticCoverage, name: str, value: ArrayLike) -> FloatArray:
    T, m = f.weights.shape
    given = checks.real(name, value)
    if given.ndim not in (2, 3):
        raise ValueError(f"{name} must have shape (n, {m}) or ({T}, n, {m}), got {given.shape}")
    chances = not_negative(name, given, (T, None, m) if given.ndim == 3 else (None, m))
    if (chances > 1).any():
        raise ValueError(f"{name} must be at most 1, got {chances.max():g}")
    return chances


@frozen
class ProbabilisticCoverage(Multilinear):
    """Weighted probabilistic coverage f_t(x) = sum_u w_tu (1 - prod_i (1 - q_tiu x_i)).

    The expected weight of the items u (people of a segment, say) that at least one source i
    reaches, when i is used with probability x_i and then reaches u with probability q_tiu, all
    independently. It is the multilinear extension of the set function
    S -> sum_u w_tu (1 - prod_{i in S} (1 - q_tiu)); each mixed derivative is
    -sum_u w_tu q_tiu q_tju prod_{others} (1 - q x) <= 0, and none is on the diagonal.

    Parameters
    ----------
    weights : array (T, m)
        w_tu, not negative, in units of f.
    chances : array (n, m) or (T, n, m)
        q_iu, the same in all rounds, or q_tiu; in [0, 1].

    Raises
    ------
    TypeError, ValueError
        For weights that are negative, chances outside [0, 1], or shapes that do not match.

    Examples
    --------
    >>> import numpy as np
    >>> import osphg
    >>> reach = osphg.families.ProbabilisticCoverage(
    ...     weights=[[10.0, 20.0]], chances=[[0.5, 0.0], [0.5, 0.1]]
    ... )
    >>> reach
    ProbabilisticCoverage(T=1, n=2, items=2)
    >>> reach.value(0, np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]))
    array([5. , 7. , 9.5])
    >>> reach.gradient(0, np.array([1.0, 0.0]))
    array([5. , 4.5])
    """

    weights: FloatArray = checked(lambda name, value: not_negative(name, value, (None, None)))
    chances: FloatArray = fitted(_chances)

    def __repr__(self) -> str:
        return f"ProbabilisticCoverage(T={self.T}, n={self.n}, items={self.weights.shape[1]})"

    @property
    def T(self) -> int:  # type: ignore[override]
        """The number of rounds."""
        return len(self.weights)

    @property
    def n(self) -> int:  # type: ignore[override]
        """The number of sources."""
        return int(self.chances.shape[-2])

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f_t for each row of X (..., n)."""
        X, t = as_decisions(X, self.n), checks.at("t", t, self.T)
        if X.ndim == 1:  # as below, in one call
            missed = np.multiply.reduce(1 - self._at(t) * X[:, np.newaxis], axis=0)
            return np.asarray((1 - missed) @ self.weights[t])
        missed = np.ones((*X.shape[:-1], self.weights.shape[1]))
        for i, q in enumerate(self._at(t)):  # one source at a time: items may be many
            missed *= 1 - q * X[..., i, np.newaxis]
        return np.asarray((1 - missed) @ self.weights[t])

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t for each row of X (..., n).

        df_t/dx_i is what i reaches of those whom the others miss: products from both sides, as a
        division would fail where q x_i = 1.
        """
        X, t = as_decisions(X, self.n), checks.at("t", t, self.T)
        q = self._at(t)
        factors = 1 - q * X[..., np.newaxis]
        others = np.empty_like(factors)
        others[..., 0, :] = 1.0
        factors[..., :-1, :].cumprod(axis=-2, out=others[..., 1:, :])
        others[..., :-1, :] *= factors[..., :0:-1, :].cumprod(axis=-2)[..., ::-1, :]
        others *= q
        return np.asarray(others @ self.weights[t])

    def inside(self, domain: Domain) -> Domain:
        """Return a domain where q_tiu x_i is a probability; refuse any other."""
        require_domain("domain", domain, self.n)
        most = self.chances.max((0, -1) if self.chances.ndim == 3 else -1)
        if (domain.lower < 0).any() or (most * domain.upper > 1 + ROUNDING).any():
            raise ValueError(f"domain must lie where 0 <= chances * x <= 1, got {domain}")
        return domain

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the compiled loop, on a box or a simplex; None for a subclass."""
        if not exactly(self, ProbabilisticCoverage):
            return None
        from osphg.games.families.coverage_compiled import coverage_rounds  # numba, when playing

        w, q = self.weights, self.chances.reshape(-1, *self.chances.shape[-2:])

        def told(local: slice) -> tuple[object, ...]:
            return w[local], q if self.chances.ndim == 2 else q[local], clipping.radius

        return RoundsKernel(coverage_rounds, told)

    def scaled(self, factor: float) -> ProbabilisticCoverage:
        """Return the same functions times a factor, not negative."""
        factor = checks.non_negative_float("factor", factor)
        return ProbabilisticCoverage(factor * self.weights, self.chances)

    def total(self, T: int) -> AtRound:
        """Return the sum of the first T functions, a coverage function itself.

        Its weights are the summed ones where the chances are the same in all rounds; else the items
        of all rounds stand side by side.
        """
        T = checks.positive_int("T", T, maximum=self.T)
        if self.chances.ndim == 2:
            summed, q = self.weights[:T].sum(0, keepdims=True), self.chances
        else:
            summed = self.weights[:T].reshape(1, -1)
            q = self.chances[:T].swapaxes(0, 1).reshape(self.n, -1)
        return AtRound(ProbabilisticCoverage(summed, q), 0)

    def bends(self, domain: Domain) -> Iterator[FloatArray]:
        """Yield sum_u w_tu q_tiu q_tju off the diagonal, exact at the origin, for each round."""
        off = 1 - np.eye(self.n)
        for t, w in enumerate(self.weights):
            q = self._at(t)
            yield (q * w) @ q.T * off

    def _at(self, t: int) -> FloatArray:
        """Return the chances of round t, (n, m)."""
        return np.asarray(self.chances if self.chances.ndim == 2 else self.chances[t])

"""Online gradient ascent, the oracle of the paper's algorithm."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain, require_domain
from osphg.oracles import norms


def _first(name: str, value: ArrayLike | None) -> FloatArray | None:
    return None if value is None else checks.own(checks.array(name, value, (None,)))


@frozen
class GradientAscent:
    """Online gradient ascent: v <- P_X(v + step * payoff) (Hazan 2016, algorithm 8).

    Parameters
    ----------
    step : float
        The step size, mu in the paper; above 0.
    v1 : array (n,), optional
        The first choice of every instance, a point of X; the origin when not given.

    Raises
    ------
    TypeError, ValueError
        For a step that is not positive and finite; in `init`, for a v1 that is not in X.

    Examples
    --------
    Two instances on the unit square, each told a payoff direction of its own:

    >>> import osphg
    >>> import numpy as np
    >>> X = osphg.Box.unit(2)
    >>> oracle = osphg.oracles.GradientAscent(step=0.5)
    >>> V, memory = oracle.init(X, K=2)
    >>> V, memory = oracle.update(X, V, memory, np.array([[1.0, -1.0], [4.0, 0.5]]))
    >>> V
    array([[0.5 , 0.  ],
           [1.  , 0.25]])
    >>> round(osphg.oracles.GradientAscent.tuned(X, T=100, bound=2.0).step, 4)
    0.0707
    """

    step: float = checked(checks.positive_float)
    v1: FloatArray | None = checked(_first, default=None)

    @classmethod
    def tuned(cls, domain: Domain, T: int, bound: float) -> GradientAscent:
        """Return it with step R/(bound sqrt(T)), for regret of at most bound R sqrt(T).

        `bound` is the largest Euclidean norm of a payoff. TypeError or ValueError unless T is a
        positive integer and `bound` is above 0.
        """
        T, bound = (
            checks.positive_int("T", T),
            checks.scale("bound", bound),
        )
        require_domain("domain", domain)
        return cls(domain.diameter / (bound * math.sqrt(T)))

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, None]:
        """Return K copies of v1, and no memory."""
        if self.v1 is None:
            return np.zeros((K, domain.n)), None
        v1 = checks.array("v1", self.v1, (domain.n,))
        if not domain.contains(v1):
            raise ValueError(f"v1 must lie in the domain {domain}, got {v1.tolist()}")
        return np.tile(v1, (K, 1)), None

    def update(
        self,
        domain: Domain,
        V: FloatArray,
        memory: None,
        payoff: FloatArray,
    ) -> tuple[FloatArray, None]:
        """Return the projected step of every instance (paper, the display after Algorithm 2)."""
        return domain.project(V + self.step * payoff), None

    def regret_bound(self, domain: Domain, payoffs: FloatArray) -> FloatArray:
        """Return R^2/(2 step) + (step/2) sum_t |c_t|_2^2 (Zinkevich 2003): (T, ..., n) -> (...)."""
        squares = (norms.euclidean(payoffs) ** 2).sum(0)
        with np.errstate(over="ignore"):  # infinite is a bound too
            return np.asarray(domain.diameter**2 / (2 * self.step) + self.step / 2 * squares)

"""Regularised follow the leader."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.systems.mirror_maps import Euclidean, Regulariser


def _regulariser(name: str, value: Any) -> Regulariser:
    if not checks.offers(value, Regulariser):
        raise TypeError(f"{name} must be Euclidean() or Entropic(), got {checks.shown(value)}")
    return value


@frozen
class RFTL:
    """Regularised follow the leader: v = argmax_X step <c_1 + ... + c_t, v> - R(v).

    Hazan 2016, algorithm 10. With the Euclidean R it is gradient ascent that projects lazily: it
    steps from the unprojected sum. With the entropic R it is `EntropicMirrorDescent`.

    Parameters
    ----------
    step : float
        The step size, eta in Hazan 2016; above 0.
    regulariser : Regulariser
        R: `Euclidean()`, or `Entropic()` where X is a Simplex.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; in `init`, for a domain that R is not defined
        on.
    """

    step: float = checked(checks.positive_float)
    regulariser: Regulariser = checked(_regulariser, default=Euclidean())

    @classmethod
    def tuned(
        cls, domain: Domain, T: int, bound: float, regulariser: Regulariser | None = None
    ) -> RFTL:
        """Return it with step sqrt(2 alpha D/T)/bound; regret at most bound sqrt(2 D T/alpha).

        D is the spread of R, alpha its modulus, and `bound` the largest payoff in the norm of R.
        ValueError for a domain that R is not defined on; TypeError or ValueError unless T is a
        positive integer and `bound` is above 0.
        """
        chosen = _regulariser("regulariser", Euclidean() if regulariser is None else regulariser)
        T, bound = (
            checks.positive_int("T", T),
            checks.scale("bound", bound),
        )
        ratio = 2 * chosen.convexity(domain) * chosen.divergence(domain)
        return cls(math.sqrt(ratio / T) / bound, chosen)

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, FloatArray]:
        """Return K minimisers of R, and the sums of no payoffs, (K, n)."""
        S = np.zeros((K, domain.n))
        return self.regulariser.leader(domain, S), S

    def update(
        self, domain: Domain, V: FloatArray, memory: FloatArray, payoff: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Return the regularised leaders after this payoff, and the sums with it."""
        S = memory + payoff
        return self.regulariser.leader(domain, self.step * S), S

    def regret_bound(self, domain: Domain, payoffs: FloatArray) -> FloatArray:
        """Return D/step + step/(2 alpha) sum_t |c_t|_*^2: (T, ..., n) -> (...).

        From the smoothness of the conjugate of R (Shalev-Shwartz 2012, section 2.7, where one
        finds twice the second term for convex losses).
        """
        squares = (self.regulariser.norm(payoffs) ** 2).sum(0)
        alpha, most = self.regulariser.convexity(domain), self.regulariser.divergence(domain)
        return np.asarray(most / self.step + self.step / (2 * alpha) * squares)

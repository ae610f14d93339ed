"""Online mirror descent with the entropy as mirror map."""

from __future__ import annotations

import math

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.oracles import norms
from osphg.systems.mirror_maps import simplex

_NAME = "EntropicMirrorDescent"


@frozen
class EntropicMirrorDescent:
    """Exponentiated gradient on a simplex: v_i <- v_i e^{step c_i}, scaled back to sum r.

    Kivinen and Warmuth 1997; Hazan 2016, section 5.4. X is {x >= 0, sum x <= r}: the slack
    r - sum v is one more coordinate, with payoff 0, so that all n + 1 add up to r. The first
    choice is r/(n + 1) everywhere: a coordinate that is 0 would stay 0.

    Parameters
    ----------
    step : float
        The step size; above 0, in 1 over units of payoff.

    Raises
    ------
    TypeError, ValueError
        For a step that is not positive and finite; in `init`, for a domain that is no Simplex.
    """

    step: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, domain: Domain, T: int, bound: float) -> EntropicMirrorDescent:
        """Return it with step sqrt(2 ln(n+1)/T)/bound; regret at most bound r sqrt(2 T ln(n+1)).

        `bound` is the largest `norms.half_range` of a payoff. ValueError unless the domain is a
        Simplex; TypeError or ValueError unless T is a positive integer and `bound` is above 0.
        """
        n = simplex(_NAME, domain).n
        T, bound = (
            checks.positive_int("T", T),
            checks.scale("bound", bound),
        )
        return cls(math.sqrt(2 * math.log(n + 1) / T) / bound)

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, FloatArray]:
        """Return K uniform points, and the logarithms of the n + 1 shares, (K, n + 1)."""
        n = simplex(_NAME, domain).n
        return self._choices(domain, np.full((K, n + 1), -math.log(n + 1)))

    def update(
        self, domain: Domain, V: FloatArray, memory: FloatArray, payoff: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Return the choices after the multiplicative step, and the logarithms of the shares."""
        shares = memory.copy()
        shares[:, :-1] += self.step * payoff
        shares -= shares.max(-1, keepdims=True)
        shares -= np.log(np.exp(shares).sum(-1, keepdims=True))
        return self._choices(domain, shares)

    def regret_bound(self, domain: Domain, payoffs: FloatArray) -> FloatArray:
        """Return r ln(n+1)/step + (step r/2) sum_t half_range(c_t)^2: (T, ..., n) -> (...).

        Hoeffding's lemma on the logarithm of the sum of weights (Cesa-Bianchi and Lugosi 2006,
        theorem 2.2).
        """
        X = simplex(_NAME, domain)
        squares = (norms.half_range(payoffs) ** 2).sum(0)
        return np.asarray(X.r * (math.log(X.n + 1) / self.step + self.step / 2 * squares))

    @staticmethod
    def _choices(domain: Domain, shares: FloatArray) -> tuple[FloatArray, FloatArray]:
        return np.asarray(domain.upper * np.exp(shares[:, :-1])), shares

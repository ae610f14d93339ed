"""Online linear maximisers: the oracles E_1..E_K that a player runs side by side.

Every oracle of the package has `tuned(domain, T, bound, ...)`, the step of its own theorem for T
payoffs whose norm is at most `bound`, and `regret_bound(domain, payoffs)`, that theorem for the
payoffs that came. Each measures payoffs in one of the norms below, which grow with every |c_i| of a
vector of one sign: a gradient of a monotone DR-submodular function is longest at the origin. The
paper's oracle is gradient ascent; `osphg.systems.oracles` has others.
"""

from __future__ import annotations

import math
from typing import Any, Protocol

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen, own_array
from osphg.domains import Domain, require_domain

__all__ = ["GradientAscent", "Oracle", "absolute_sum", "euclidean", "half_range"]


class Oracle(Protocol):
    """K instances of an algorithm for online maximisation of linear functions over X.

    `init(domain, K)` returns the first choices V (K, n) of all instances, and the memory that they
    keep, `update(domain, V, memory, payoff)` the next ones: instance k was paid <payoff[k], V[k]>.
    A memory is a value: an update returns a new one and leaves the old one alone.
    """

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, Any]: ...
    def update(
        self, domain: Domain, V: FloatArray, memory: Any, payoff: FloatArray
    ) -> tuple[FloatArray, Any]: ...


def require_oracle(name: str, value: object) -> Oracle:
    """Return what is an oracle; TypeError for anything else, a class of oracles too."""
    return checks.of_kind(name, value, Oracle, "have init and update")


def euclidean(C: FloatArray) -> FloatArray:
    """Return sqrt(sum_i c_i^2): (..., n) -> (...). For gradient steps and Euclidean RFTL."""
    return np.asarray(np.sqrt((C * C).sum(-1)))


def half_range(C: FloatArray) -> FloatArray:
    """Return (max_i c_i - min_i c_i)/2, where the slack counts with c = 0: (..., n) -> (...).

    For the entropic oracles: the dual of the l1 norm, as far as it is seen by differences of two
    points of a simplex with its slack. It is half of max_i |c_i| where all c_i have one sign.
    """
    return np.asarray((np.maximum(C.max(-1), 0.0) - np.minimum(C.min(-1), 0.0)) / 2)


def absolute_sum(C: FloatArray) -> FloatArray:
    """Return sum_i |c_i|: (..., n) -> (...). For the perturbed leader."""
    return np.asarray(np.abs(C).sum(-1))


@frozen
class GradientAscent:
    """Online gradient ascent: v <- P_X(v + step * payoff) (Hazan 2016, algorithm 8).

    The step, mu in the paper, is above 0. v1 (n,) is the first choice of every instance, the origin
    when not given; `init` refuses it outside X. Two instances on the unit square, each fed a payoff
    direction of its own:

    >>> import osphg
    >>> import numpy as np
    >>> X = osphg.Box.unit(2)
    >>> oracle = osphg.oracles.GradientAscent(step=0.5)
    >>> V, memory = oracle.init(X, K=2)
    >>> V, memory = oracle.update(X, V, memory, np.array([[1.0, -1.0], [4.0, 0.5]]))
    >>> V
    array([[0.5 , 0.  ],
           [1.  , 0.25]])
    """

    step: float = checked(checks.positive_float)
    v1: Any = checked(checks.optional(own_array(None)), default=None)

    @classmethod
    def tuned(cls, domain: Domain, T: int, bound: float) -> GradientAscent:
        """Return it with step R/(bound sqrt(T)), for regret of at most bound R sqrt(T).

        `bound` is the largest Euclidean norm of a payoff, above 0.
        """
        T, bound = checks.positive_int("T", T), checks.scale("bound", bound)
        return cls(require_domain("domain", domain).diameter / (bound * math.sqrt(T)))

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, None]:
        if self.v1 is None:
            return np.zeros((K, domain.n)), None
        v1 = checks.array("v1", self.v1, (domain.n,))
        checks.must(domain.contains(v1), "v1", f"lie in the domain {domain}", v1.tolist())
        return np.tile(v1, (K, 1)), None

    def update(
        self, domain: Domain, V: FloatArray, memory: None, payoff: FloatArray
    ) -> tuple[FloatArray, None]:
        return domain.project(V + self.step * payoff), None

    def regret_bound(self, domain: Domain, payoffs: FloatArray) -> FloatArray:
        """Return R^2/(2 step) + (step/2) sum_t |c_t|_2^2 (Zinkevich 2003): (T, ..., n) -> (...)."""
        squares = (euclidean(payoffs) ** 2).sum(0)
        with np.errstate(over="ignore"):  # infinite is a bound too
            return np.asarray(domain.diameter**2 / (2 * self.step) + self.step / 2 * squares)

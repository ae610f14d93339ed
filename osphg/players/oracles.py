"""Online linear maximisers: the oracles E_1..E_K that a player runs side by side.

The paper's oracle is gradient ascent. Each oracle here has `tuned(domain, T, bound, ...)`, the step
of its own theorem for T payoffs whose norm is at most `bound`. The book's chapter "Oracles" writes
others, and has the theorems of all.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Protocol, Self

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, array_of_shape, checked, frozen
from osphg.domains import Domain, require_domain, require_start

ROUNDS = 64  # whose noise a perturbed leader draws at a time


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


@frozen
class GradientAscent:
    """Online gradient ascent: v <- P_X(v + step * payoff) (Hazan 2016, algorithm 8).

    The step, mu in the paper, is above 0. v1 (n,) is the first choice of every instance, the origin
    when not given; `init` refuses it outside X. Two instances on the unit square, each fed a payoff
    direction of its own:

    >>> import osphg
    >>> import numpy as np
    >>> X = osphg.Box.unit(2)
    >>> oracle = osphg.players.oracles.GradientAscent(step=0.5)
    >>> V, memory = oracle.init(X, K=2)
    >>> V, memory = oracle.update(X, V, memory, np.array([[1.0, -1.0], [4.0, 0.5]]))
    >>> V
    array([[0.5 , 0.  ],
           [1.  , 0.25]])
    """

    step: float = checked(checks.positive_float)
    v1: Any = checked(checks.optional(array_of_shape(None)), default=None)

    @classmethod
    def tuned(cls, domain: Domain, T: int, bound: float) -> GradientAscent:
        """Return it with step R/(bound sqrt(T)), for regret of at most bound R sqrt(T).

        `bound` is the largest Euclidean norm of a payoff, above 0.
        """
        T, bound = checks.positive_int("T", T), checks.positive_constant("bound", bound)
        return cls(require_domain("domain", domain).diameter / (bound * math.sqrt(T)))

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, None]:
        return np.tile(require_start("the start v1", self.v1, domain), (K, 1)), None

    def update(
        self, domain: Domain, V: FloatArray, memory: None, payoff: FloatArray
    ) -> tuple[FloatArray, None]:
        return domain.project(V + self.step * payoff), None


@lru_cache(maxsize=8)
def noise(seed: int, K: int, n: int, block: int) -> FloatArray:
    """Return the noise of K leaders in rounds ROUNDS block, ... (from 0), (ROUNDS, K, n)."""
    streams = (np.random.SeedSequence(seed, spawn_key=(k, block)) for k in range(K))
    drawn = [np.random.default_rng(stream).random((ROUNDS, n)) for stream in streams]
    return checks.read_only(np.stack(drawn, 1))


@frozen
class FollowThePerturbedLeader:
    """Follow the perturbed leader: v = argmax_X <S_t + noise/eta, v>, S_t the sum of payoffs.

    Kalai and Vempala 2005, as in Chen et al. 2018 (projection-free): the noise is uniform in
    [0, 1]^n and drawn anew in every round; instance k has a stream of its own, the same for any K.
    """

    eta: float = checked(checks.positive_float)
    seed: int = checked(checks.seed)

    @classmethod
    def tuned(cls, domain: Domain, T: int, bound: float, seed: int) -> Self:
        """Return it with eta = sqrt(D/(w T))/bound, for expected regret <= 2 bound sqrt(D w T).

        D is the largest sum of coordinates in X, w the largest coordinate.
        """
        T, bound = checks.positive_int("T", T), checks.positive_constant("bound", bound)
        widest = float(require_domain("domain", domain).upper.max())
        most = float(domain.maximize_linear(np.ones(domain.n)).sum())
        return cls(math.sqrt(most / (widest * T)) / bound, seed)

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, Any]:
        sums = np.zeros((K, domain.n))
        return self._leaders(domain, sums, 0), (sums, 0)

    def update(
        self, domain: Domain, V: FloatArray, memory: Any, payoff: FloatArray
    ) -> tuple[FloatArray, Any]:
        sums, t = memory[0] + payoff, memory[1] + 1
        return self._leaders(domain, sums, t), (sums, t)

    def _leaders(self, domain: Domain, sums: FloatArray, t: int) -> FloatArray:
        drawn = noise(self.seed, *sums.shape, t // ROUNDS)
        return domain.maximize_linear(sums + drawn[t % ROUNDS] / self.eta)

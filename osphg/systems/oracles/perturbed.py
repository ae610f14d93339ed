"""Follow the perturbed leader."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain, require_domain
from osphg.oracles import norms

ROUNDS = 64  # whose noise is drawn at a time


class Memory(NamedTuple):
    """What K perturbed leaders remember."""

    sums: FloatArray  # of the payoffs so far, (K, n)
    t: int  # how many there were
    noise: FloatArray  # of ROUNDS rounds, those with this one among them, (ROUNDS, K, n)


def _seed(name: str, value: Any) -> int:
    number = checks.integer(name, value)
    if number < 0:
        raise ValueError(f"{name} must not be negative, got {number}")
    return number


@frozen
class FollowThePerturbedLeader:
    """Follow the perturbed leader: v = argmax_X <c_1 + ... + c_t + noise/eta, v>.

    Kalai and Vempala 2005, as in Chen et al. 2018 (projection-free): the noise is uniform in
    [0, 1]^n and drawn anew in every round, which also serves against payoffs that depend on
    earlier choices. No projection: one linear maximisation per round.

    Parameters
    ----------
    eta : float
        1 over the size of the perturbation; above 0, in 1 over units of payoff.
    seed : int
        The source of the noise; not negative. Instance k draws from a stream of its own, the same
        for any K.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.
    """

    eta: float = checked(checks.positive_float)
    seed: int = checked(_seed)

    @classmethod
    def tuned(cls, domain: Domain, T: int, bound: float, seed: int) -> FollowThePerturbedLeader:
        """Return it with eta = sqrt(D/(w T))/bound, for expected regret <= 2 bound sqrt(D w T).

        D is the largest sum of coordinates of a point of X, w its largest coordinate, and `bound`
        the largest sum of absolute values of a payoff. TypeError or ValueError unless T is a
        positive integer, `bound` is above 0 and `seed` is as above.
        """
        T, bound = (
            checks.positive_int("T", T),
            checks.scale("bound", bound),
        )
        require_domain("domain", domain)
        widest = float(domain.upper.max())
        return cls(math.sqrt(_largest_sum(domain) / (widest * T)) / bound, seed)

    def noise(self, K: int, n: int, block: int) -> FloatArray:
        """Return the noise of rounds ROUNDS block, ... (from 0), read-only, (ROUNDS, K, n)."""
        drawn = np.empty((ROUNDS, K, n))
        for k in range(K):
            sequence = np.random.SeedSequence(self.seed, spawn_key=(k, block))
            drawn[:, k] = np.random.default_rng(sequence).random((ROUNDS, n))
        return checks.read_only(drawn)

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, Memory]:
        """Return the maximisers of the noise alone, and the memory of no payoff."""
        return self._leaders(domain, Memory(np.zeros((K, domain.n)), 0, self.noise(K, domain.n, 0)))

    def update(
        self, domain: Domain, V: FloatArray, memory: Memory, payoff: FloatArray
    ) -> tuple[FloatArray, Memory]:
        """Return the perturbed leaders after this payoff, and the memory with it."""
        t, noise = memory.t + 1, memory.noise
        if t % ROUNDS == 0:
            noise = self.noise(len(payoff), domain.n, t // ROUNDS)
        return self._leaders(domain, Memory(memory.sums + payoff, t, noise))

    def regret_bound(self, domain: Domain, payoffs: FloatArray) -> FloatArray:
        """Return D/eta + eta sum_t |c_t|_1 (max_X <c_t, x> - min_X <c_t, x>), in expectation.

        Kalai and Vempala 2005, theorem 1.1, with the payoffs that came in the place of their
        largest; D as in `tuned`. (T, ..., n) -> (...). It bounds sum_t <c_t, x - E v_t> for every
        sequence, also one that depends on earlier choices, but not one that depends on v_t.
        """
        best, worst = domain.maximize_linear(payoffs), domain.maximize_linear(-payoffs)
        widths = (payoffs * (best - worst)).sum(-1)
        shifts = (norms.absolute_sum(payoffs) * widths).sum(0)
        with np.errstate(over="ignore"):  # infinite is a bound too
            return np.asarray(_largest_sum(domain) / self.eta + self.eta * shifts)

    def _leaders(self, domain: Domain, memory: Memory) -> tuple[FloatArray, Memory]:
        with np.errstate(over="ignore"):  # the domain refuses what is infinite
            perturbed = memory.sums + memory.noise[memory.t % ROUNDS] / self.eta
        return domain.maximize_linear(perturbed), memory


def _largest_sum(domain: Domain) -> float:
    """Return max_X sum_i x_i."""
    return float(domain.maximize_linear(np.ones(domain.n)).sum())

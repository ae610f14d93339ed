"""Online linear maximisers: the oracles E_1..E_K that a player runs side by side.

In each round instance k chooses a point v of X, row k of the choices V, (K, n), and is then told a
direction, row k of the payoffs: it was paid <payoff[k], v>. Its regret is what the best single
point of X would have been paid more, in all T rounds together. R is the diameter of X, and P_X the
projection on it.

The paper's oracle is gradient ascent. Each oracle here has `tuned(domain, T, bound, ...)`, the step
of its own theorem for T payoffs whose norm is at most `bound`. The book's chapter "Oracles" writes
others, and has the theorems of all.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, array_of_shape, checked, frozen
from osphg.domains import Domain, require_domain, require_start

ROUNDS = 64  # whose noise a perturbed leader draws at a time


class Oracle(Protocol):
    """K instances of an algorithm for online maximisation of linear functions over X.

    A memory is a value: an update returns a new one and leaves the old one alone.
    """

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, Any]:
        """Return the first choices of K instances, and the memory that they keep.

        Parameters
        ----------
        domain : Domain
            The decision set X.
        K : int
            The number of instances.

        Returns
        -------
        tuple
            The choices V, (K, n), and the memory, a value of the oracle's own.
        """

    def update(
        self, domain: Domain, V: FloatArray, memory: Any, payoff: FloatArray
    ) -> tuple[FloatArray, Any]:
        """Return the next choices and the next memory: instance k was paid <payoff[k], V[k]>.

        Parameters
        ----------
        domain : Domain
            The decision set X.
        V : FloatArray
            The choices of the round, (K, n).
        memory : Any
            What the oracle keeps; it stays as it is.
        payoff : FloatArray
            The direction of each instance's payoff, (K, n).

        Returns
        -------
        tuple
            The next choices, (K, n), and the next memory.
        """


def require_oracle(name: str, value: object) -> Oracle:
    """Return `value` if it is an oracle; TypeError for anything else, a class of oracles too."""
    return checks.of_kind(name, value, Oracle, "have init and update")


@frozen
class GradientAscent:
    """Online gradient ascent: v <- P_X(v + step * payoff).

    Parameters
    ----------
    step : float, optional
        The step, mu in the paper, above 0; in squared units of the decision per unit of payoff.
        None: the step `mu` of the player that runs it, OSPHG or BoostedOSPHG, whatever that is.
    v1 : array_like, optional
        The first choice of every instance, (n,), a point of X; the origin unless given.

    References
    ----------
    Hazan 2016, algorithm 8.

    Examples
    --------
    Two instances on the unit square, each fed a payoff direction of its own:

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

    step: float | None = checked(checks.optional(checks.positive_float), default=None)
    v1: FloatArray | None = checked(checks.optional(array_of_shape(None)), default=None)

    if TYPE_CHECKING:

        def __init__(self, step: float | None = None, v1: ArrayLike | None = None) -> None: ...

    @classmethod
    def tuned(cls, domain: Domain, T: int, bound: float) -> GradientAscent:
        """Return gradient ascent with step R/(bound sqrt(T)), for regret <= bound R sqrt(T).

        Parameters
        ----------
        domain : Domain
            X, of diameter R.
        T : int
            The number of rounds, at least 1.
        bound : float
            The largest Euclidean norm of a payoff, above 0.

        Returns
        -------
        GradientAscent

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        T = checks.positive_int("T", T)
        bound = checks.positive_constant("bound", bound)
        return cls(require_domain("domain", domain).diameter / (bound * math.sqrt(T)))

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, None]:
        """Return v1 for each of K instances, (K, n), and no memory; ValueError for v1 outside X."""
        return np.tile(require_start("the start v1", self.v1, domain), (K, 1)), None

    def update(
        self, domain: Domain, V: FloatArray, memory: None, payoff: FloatArray
    ) -> tuple[FloatArray, None]:
        """Return P_X(V + step payoff), (K, n), and no memory.

        ValueError if `step` is None: a player puts its own mu there before it plays the oracle.
        """
        if self.step is None:
            raise ValueError("step must be given to gradient ascent outside a player, got None")
        return domain.project(V + self.step * payoff), None


@lru_cache(maxsize=8)
def noise(seed: int, K: int, n: int, block: int) -> FloatArray:
    """Return the noise of K leaders in a block of rounds, (ROUNDS, K, n), uniform in [0, 1].

    Block 0 has the rounds 0..ROUNDS-1, block 1 the next ones. Each leader has a stream of its own,
    which is the same for any K.
    """
    streams = (np.random.SeedSequence(seed, spawn_key=(k, block)) for k in range(K))
    perturbations = [np.random.default_rng(stream).random((ROUNDS, n)) for stream in streams]
    return checks.read_only(np.stack(perturbations, 1))


class LeaderMemory(NamedTuple):
    """What K perturbed leaders keep between rounds."""

    payoff_sum: FloatArray  # the sum of all payoffs of each leader, (K, n)
    rounds: int  # the number of rounds so far


@frozen
class FollowThePerturbedLeader:
    """Follow the perturbed leader: v = argmax_X <S_t + noise/eta, v>, S_t the sum of payoffs.

    The noise is uniform in [0, 1]^n and drawn anew in every round; instance k has a stream of its
    own, the same for any K. Nothing is projected.

    Parameters
    ----------
    eta : float
        The inverse size of the noise, above 0, per unit of payoff.
    seed : int
        What the noise is drawn from, at least 0.

    References
    ----------
    Kalai and Vempala 2005, as in Chen et al. 2018 (projection-free).
    """

    eta: float = checked(checks.positive_float)
    seed: int = checked(checks.seed)

    @classmethod
    def tuned(cls, domain: Domain, T: int, bound: float, seed: int) -> Self:
        """Return leaders with eta = sqrt(D/(w T))/bound: expected regret <= 2 bound sqrt(D w T).

        D is the largest sum of coordinates of a point of X, w the largest coordinate.

        Parameters
        ----------
        domain : Domain
            X.
        T : int
            The number of rounds, at least 1.
        bound : float
            The largest l1 norm of a payoff, above 0.
        seed : int
            What the noise is drawn from, at least 0.

        Returns
        -------
        FollowThePerturbedLeader

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        T = checks.positive_int("T", T)
        bound = checks.positive_constant("bound", bound)
        widest = float(require_domain("domain", domain).upper.max())
        largest_sum = float(domain.maximize_linear(np.ones(domain.n)).sum())
        return cls(math.sqrt(largest_sum / (widest * T)) / bound, seed)

    def init(self, domain: Domain, K: int) -> tuple[FloatArray, LeaderMemory]:
        """Return the corners of X that the noise of round 1 leads to, (K, n), and the memory."""
        memory = LeaderMemory(payoff_sum=np.zeros((K, domain.n)), rounds=0)
        return self._leaders(domain, memory), memory

    def update(
        self, domain: Domain, V: FloatArray, memory: LeaderMemory, payoff: FloatArray
    ) -> tuple[FloatArray, LeaderMemory]:
        """Return the leaders once the payoffs (K, n) are added, (K, n), and the memory."""
        memory = LeaderMemory(memory.payoff_sum + payoff, memory.rounds + 1)
        return self._leaders(domain, memory), memory

    def _leaders(self, domain: Domain, memory: LeaderMemory) -> FloatArray:
        """Return a corner of X for each leader, (K, n): the best for its payoffs and its noise.

        Noise is drawn for a block of `ROUNDS` rounds at a time; the coming round has one row of it.
        """
        block, row = divmod(memory.rounds, ROUNDS)
        # The shape of the sums is (K, n).
        perturbation = noise(self.seed, *memory.payoff_sum.shape, block)[row] / self.eta
        return domain.maximize_linear(memory.payoff_sum + perturbation)

"""Meta-Frank-Wolfe with stochastic gradients and no projection (Chen, Harshaw et al. 2018)."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.oracles.base import Oracle, require_oracle
from osphg.players import Feedback, RoundError, State, partial_iterates
from osphg.rounds import Game, require_game, scales
from osphg.systems.oracles.perturbed import FollowThePerturbedLeader

_GRADIENTS = 0x67726164  # keeps the stream of the estimates apart from an oracle's of equal seed


@runtime_checkable
class GradientEstimate(Protocol):
    """An unbiased stochastic gradient: `GaussianNoise` or `SampledSets`."""

    def check(self, domain: Domain) -> None:
        """Refuse, with a ValueError, a domain on which it is not defined."""
        ...

    def __call__(self, feedback: Feedback, X: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Return g~ with mean grad f_t at each row of X: (K, n) -> (K, n)."""
        ...


@frozen(eq=True)
class GaussianNoise:
    """The gradient plus independent normal noise in each coordinate.

    Parameters
    ----------
    scale : float
        Standard deviation, in the units of the gradient; not negative.

    Examples
    --------
    >>> import osphg
    >>> from osphg.systems import GaussianNoise
    >>> GaussianNoise(0.1)
    GaussianNoise(scale=0.1)
    """

    scale: float = checked(checks.non_negative_float)

    def check(self, domain: Domain) -> None:
        """Accept every domain."""

    def __call__(self, feedback: Feedback, X: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Return grad f_t + scale * N(0, I) at each row of X (K, n)."""
        return np.asarray(feedback.gradient(X) + self.scale * rng.standard_normal(X.shape))


def _estimate(name: str, value: Any) -> GradientEstimate:
    if not checks.offers(value, GradientEstimate):
        raise TypeError(f"{name} must have check and a call, got {checks.shown(value)}")
    return value


@frozen
class StochasticMetaFrankWolfe:
    """Stochastic Meta-Frank-Wolfe (Chen, Harshaw, Hassani and Karbasi 2018, DR-submodular case).

    Oracle k is told d^(k) = (1 - rho_k) d^(k-1) + rho_k g~(x^(k)) with rho_k = 2/(k + 3)^(2/3) and
    d^(0) = 0, where g~ is an unbiased estimate of grad f_t: averaging along the path of a round
    reduces the variance. With oracles that follow the perturbed leader nothing is projected. Prices
    and budget do not enter: it is blind to the budget.

    rho_k is the theorem's, recalled. The authors' experiments take rho_k = k^(-2/3)/2, and one
    vector of noise for all k of a round; here every oracle has noise of its own.

    Parameters
    ----------
    K : int
        Number of oracles. The paper's (1 - 1/e)-regret of order sqrt(T) asks for K = T^(3/2).
    oracle : Oracle
        The online linear maximiser; the paper's follows the perturbed leader.
    estimate : GradientEstimate
        The stochastic gradient.
    seed : int
        The source of the estimates' randomness.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; in `init`, for a domain that the estimate
        refuses.

    Examples
    --------
    >>> import osphg
    >>> from osphg.systems import GaussianNoise
    >>> rounds = osphg.rounds.paper_quadratics(T=200)
    >>> player = osphg.StochasticMetaFrankWolfe.tuned(rounds, estimate=GaussianNoise(0.1), seed=0)
    >>> osphg.play(player, rounds)
    Run(StochasticMetaFrankWolfe, 200 of 200 rounds, per round: utility 0.9984, violation +4.041)
    """

    K: int = checked(checks.size)
    oracle: Oracle = checked(require_oracle)
    estimate: GradientEstimate = checked(_estimate)
    seed: int = checked(lambda name, value: checks.seed(value))

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        K: int | None = None,
        *,
        estimate: GradientEstimate,
        seed: int,
        bound: float | None = None,
    ) -> StochasticMetaFrankWolfe:
        """Return it with perturbed leaders of the Kalai-Vempala size, and K = ceil(sqrt(T)).

        The paper's K = T^(3/2) means T^(5/2) gradients, 10^10 for T = 10^4. With smaller K the
        averages d^(k) are still wrong by some k^(-1/3), which costs order T K^(-1/3): T^(5/6) is
        what remains provable here.

        Parameters
        ----------
        bound : float, optional
            The largest sum of absolute values of an estimate; beta_f sqrt(n) unless given, which
            covers `SampledSets` where the single elements are worth most at the origin.

        Raises
        ------
        TypeError, ValueError
            As the constructor and `FollowThePerturbedLeader.tuned`.
        """
        require_game("rounds", rounds)
        if bound is None:
            (beta_f,) = scales(rounds, "beta_f")
            bound = beta_f * math.sqrt(rounds.n)
        oracle = FollowThePerturbedLeader.tuned(rounds.domain, rounds.T, bound, seed)
        return cls(math.ceil(math.sqrt(rounds.T)) if K is None else K, oracle, estimate, seed)

    @cached_property
    def rho(self) -> FloatArray:
        """rho_k = 2/(k + 3)^(2/3) for k = 1..K, (K,)."""
        return np.asarray(2 / (np.arange(1, self.K + 1) + 3.0) ** (2 / 3))

    @cached_property
    def averaging(self) -> FloatArray:
        """The matrix that takes g~(x^(1))..g~(x^(K)) to d^(1)..d^(K), (K, K).

        Row k holds rho_j prod_{j < i <= k} (1 - rho_i) for j <= k.
        """
        rows = np.zeros((self.K, self.K))
        row = np.zeros(self.K)
        for k, rho in enumerate(self.rho):
            row = (1 - rho) * row
            row[k] = rho
            rows[k] = row
        return rows

    def init(self, game: Game) -> State:
        """Return the state before round 1: the oracles' first choices."""
        self.estimate.check(game.domain)
        V, memory = self.oracle.init(game.domain, self.K)
        return State(partial_iterates(V), V, memory, 0.0, game.domain)

    def decide(self, state: State) -> FloatArray:
        """Return x_t = x_t^(K+1)."""
        return np.asarray(state.X[-1])

    def update(self, state: State, feedback: Feedback) -> State:
        """Feed each oracle the averaged estimate d^(k)."""
        # a stream for each round, so that the state is a value and holds no generator
        stream = np.random.SeedSequence(self.seed, spawn_key=(_GRADIENTS, feedback.t))
        estimates = self.estimate(feedback, state.X[:-1], np.random.default_rng(stream))
        if estimates.shape != state.V.shape or not checks.all_finite(estimates):
            raise RoundError(
                f"round {feedback.t + 1}: estimate must return finite numbers of shape"
                f" {state.V.shape}, got shape {estimates.shape}"
            )
        return state.fed(self.oracle, self.averaging @ estimates)

    def multiplier(self, state: State) -> float:
        """Return 0: there is no budget, hence no multiplier."""
        return 0.0

"""K oracles that are blind to the budget: on matroids, and with stochastic gradients.

A parameter of another type, or outside what is said of it, is a TypeError or a ValueError.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.games.matroids import PartitionMatroid
from osphg.players import Feedback, MetaFrankWolfe, RoundError, State
from osphg.rounds import Game, require_game, scales
from osphg.systems.oracles import FollowThePerturbedLeader
from osphg.systems.saddle import require

_GRADIENTS = 0x67726164  # keeps the stream of the estimates apart from an oracle's of equal seed


def _matroid(name: str, value: Any) -> PartitionMatroid | None:
    if not isinstance(value, PartitionMatroid | None):
        raise TypeError(f"{name} must be a PartitionMatroid, got {checks.shown(value)}")
    return value


@frozen
class GolovinKrauseStreeter(MetaFrankWolfe):
    """Online continuous greedy (Golovin, Krause and Streeter 2014), for set functions.

    K follow-the-perturbed-leader oracles choose one independent set each; the decision is the mean
    of their indicators, a point of the matroid polytope, and `round` makes a set of it. Oracle k is
    told the gradient of the multilinear extension at the mean of the first k - 1 choices, over K.
    Against the best fixed set the (1 - 1/e)-regret is of order sqrt(T), up to what K leaves. Prices
    and budget do not enter: it is blind to the budget. A game on another decision set than the
    matroid's polytope is a ValueError in `init` and `tuned`, unless `heuristic`.

    Parameters
    ----------
    K : int
        Number of oracles, the paper's 1/delta.
    oracle : Oracle
        The online linear maximiser; the paper's follows the perturbed leader.
    matroid : PartitionMatroid, optional
        The matroid of the game; without one only a heuristic plays, and nothing can be rounded.
    heuristic : bool
        True: play on any decision set, where the scheme is that of Meta-Frank-Wolfe.

    Examples
    --------
    >>> import osphg
    >>> import numpy as np
    >>> from osphg.games.matroids import coverage_game
    >>> rounds = coverage_game(T=40, seed=0)
    >>> player = osphg.GolovinKrauseStreeter.tuned(rounds, seed=0)
    >>> run = osphg.play(player, rounds)
    >>> int(player.round(run.decisions[-1], np.random.default_rng(0)).sum())
    3
    """

    matroid: PartitionMatroid | None = checked(_matroid, default=None)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, K: int | None = None, *, seed: int, heuristic: bool = False
    ) -> GolovinKrauseStreeter:
        """Return it with perturbed leaders of the Kalai-Vempala size, and K = ceil(sqrt(T)).

        A payoff's sum of absolute values is bounded by beta_f sqrt(n). This K makes the
        discretisation, L R^2 T/(2 K), of the same order sqrt(T) as the oracles' regret.
        """
        (beta_f,) = scales(rounds, "beta_f")
        bound = beta_f * math.sqrt(rounds.n)
        oracle = FollowThePerturbedLeader.tuned(rounds.domain, rounds.T, bound, seed)
        matroid = rounds.domain if isinstance(rounds.domain, PartitionMatroid) else None
        player = cls(math.ceil(math.sqrt(rounds.T)) if K is None else K, oracle, matroid, heuristic)
        player._require_matroid(rounds)
        return player

    def init(self, game: Game) -> State:
        """Return the state before round 1: the oracles' first choices."""
        self._require_matroid(game)
        return super().init(game)

    def round(self, decision: ArrayLike, rng: np.random.Generator) -> NDArray[np.bool_]:
        """Return a random independent set with E[1_S] = x_t and E[f_t(S)] >= F_t(x_t), (n,).

        ValueError without a matroid, or for a decision outside its polytope.
        """
        if self.matroid is None:
            raise ValueError("matroid must be given for a decision to be rounded, got None")
        return self.matroid.round(decision, rng)

    def _require_matroid(self, game: Game) -> None:
        if not isinstance(game.domain, PartitionMatroid):
            require(False, self, "a matroid as the domain", str(game.domain))
        elif self.matroid != game.domain:
            require(False, self, f"a game on its own matroid, {self.matroid}", str(game.domain))


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


@frozen(eq=True)
class SampledSets:
    """The gradient of a multilinear extension, estimated from values at sampled sets.

    The mean over `samples` random sets S ~ x of f_t(S + i) - f_t(S - i), unbiased where f_t is
    linear in each coordinate; it asks f_t for 2 n values per set, all of them at vertices of
    [0,1]^n, and for no gradient.

    Parameters
    ----------
    samples : int
        Sets per gradient.
    """

    samples: int = checked(checks.positive_int, default=1)

    def check(self, domain: Domain) -> None:
        """Refuse, with a ValueError, a domain outside [0,1]^n: its points are no probabilities."""
        if (domain.lower < 0).any() or (domain.upper > 1).any():
            raise ValueError(f"SampledSets needs a domain within [0,1]^n, got {domain}")

    def __call__(self, feedback: Feedback, X: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Return an estimate of grad f_t at each row of X (m, n)."""
        m, n = X.shape
        sets = (rng.random((self.samples, m, n)) < X).astype(np.float64)
        # along the third axis one element is put in (first half) or taken out (second half)
        points = np.empty((self.samples, m, 2 * n, n))
        points[:] = sets[:, :, np.newaxis]
        rows = points.reshape(self.samples, m, 2 * n * n)  # whose diagonals are evenly spaced
        rows[:, :, : n * n : n + 1] = 1.0
        rows[:, :, n * n :: n + 1] = 0.0
        values = np.asarray(feedback.utility.value(points), dtype=np.float64)
        if not checks.all_finite(values):
            raise RoundError(
                f"round {feedback.t + 1}: utility.value must be finite,"
                f" got {values[~np.isfinite(values)][0]}"
            )
        return np.asarray(np.add.reduce(values[..., :n] - values[..., n:], 0) / self.samples)


def _estimate(name: str, value: Any) -> GradientEstimate:
    if not checks.implements(value, GradientEstimate):
        raise TypeError(f"{name} must have check and a call, got {checks.shown(value)}")
    return value


@frozen
class StochasticMetaFrankWolfe(MetaFrankWolfe):
    """Stochastic Meta-Frank-Wolfe (Chen, Harshaw, Hassani and Karbasi 2018, DR-submodular case).

    Oracle k is told d^(k) = (1 - rho_k) d^(k-1) + rho_k g~(x^(k)) with rho_k = 2/(k + 3)^(2/3) and
    d^(0) = 0, where g~ is an unbiased estimate of grad f_t: averaging along the path of a round
    reduces the variance. With oracles that follow the perturbed leader nothing is projected. Prices
    and budget do not enter: it is blind to the budget. A domain that the estimate refuses is a
    ValueError in `init`.

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

    Examples
    --------
    >>> import osphg
    >>> from osphg.systems import GaussianNoise
    >>> rounds = osphg.rounds.paper_quadratics(T=200)
    >>> player = osphg.StochasticMetaFrankWolfe.tuned(rounds, estimate=GaussianNoise(0.1), seed=0)
    >>> osphg.play(player, rounds)
    Run(StochasticMetaFrankWolfe, 200 of 200 rounds, per round: utility 0.9984, violation +4.041)
    """

    estimate: GradientEstimate = checked(_estimate)
    seed: int = checked(lambda name, value: checks.seed(value))

    @classmethod
    def tuned(  # type: ignore[override]
        cls,
        rounds: Game,
        K: int | None = None,
        *,
        estimate: GradientEstimate,
        seed: int,
        bound: float | None = None,
    ) -> StochasticMetaFrankWolfe:
        """Return it with perturbed leaders of the Kalai-Vempala size, and K = ceil(sqrt(T)).

        `bound` is the largest sum of absolute values of an estimate; beta_f sqrt(n) unless given,
        which covers `SampledSets` where the single elements are worth most at the origin.

        The paper's K = T^(3/2) means T^(5/2) gradients, 10^10 for T = 10^4. With smaller K the
        averages d^(k) are still wrong by some k^(-1/3), which costs order T K^(-1/3): T^(5/6) is
        what remains provable here.
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
        return super().init(game)

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

"""Players of K oracles: with queues, with the mean of past prices, and blind to the budget."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Protocol, Self, Unpack

import numpy as np

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import FloatArray, checked, frozen
from osphg.matroids import PartitionMatroid
from osphg.players.base import Feedback, Warm, WarmStarted, require
from osphg.players.oracles import FollowThePerturbedLeader
from osphg.players.osphg import MetaFrankWolfe, State, partial_iterates
from osphg.recording import RoundError
from osphg.rounds import Game, positive_constants, require_game

_GRADIENTS = 0x67726164  # keeps the stream of the estimates apart from an oracle's of equal seed


@frozen
class PerStepDuals(WarmStarted):
    """K oracles, each with a virtual queue of its own (Sadeghi, Raut and Fazel 2020).

    Oracle k is `NeelyYu` on its own rewards <grad f_t(x_t^(k)), v> and the constraint at its own
    choice, <p_t, v_t^(k)> <= B_T/T; lambda_t is the mean of the queues.
    """

    keeps_allowance = True
    V: float = checked(checks.positive_float)
    alpha: float = checked(checks.positive_float)
    K: int = checked(checks.array_size)

    @classmethod
    def tuned(
        cls, rounds: Game, W: int = 1, K: int | None = None, *, scripted: bool = False,
        **warm: Unpack[Warm],
    ) -> Self:  # fmt: skip
        """Return it with V = sqrt(W T), alpha = V sqrt(T) and K = ceil(sqrt(T/W)); W < T.

        For independent prices W = 1 does whatever the window. `scripted`, V = T^0.4 and
        alpha = T^1.1, as its authors' script has it, whatever W is.
        """
        T = require_game("rounds", rounds).T
        W = checks.positive_int("W", W, maximum=T - 1)
        V = math.sqrt(W * T)
        alpha = V * math.sqrt(T)
        if checks.flag("scripted", scripted):
            V, alpha, W = T**0.4, T**1.1, 1
        return cls(V, alpha, math.ceil(math.sqrt(T / W)) if K is None else K, **warm)

    def init(self, game: Game) -> State:
        V, Q = np.tile(self.first(game), (self.K, 1)), np.full(self.K, self.lambda1)
        return State.of(V, (game.allowance, Q), self.lambda1, game.domain)

    def update(self, state: State, feedback: Feedback) -> State:
        allowance, Q = state.memory
        ascent = self.V * feedback.gradient(state.X[:-1]) - Q[:, np.newaxis] * feedback.price
        V = state.domain.project(state.V + ascent / (2 * self.alpha))
        Q = np.maximum(Q + dot(V, feedback.price) - allowance, 0.0)
        return State.of(V, (allowance, Q), float(Q.mean()), state.domain)


@frozen
class OLFW(WarmStarted):
    """Online Lagrangian Frank-Wolfe (Raut, Sadeghi and Fazel 2021), a successor of OSPHG.

    For independent prices: K oracles climb, by mu, the Lagrangian of <p^_t, x> - B_T/T - gamma_t
    with the mean p^_t of the prices before t, and lambda_t = [<p^_t, x_t> - B_T/T - gamma_t]_+/
    (delta mu) minimises it; gamma_t = gamma/sqrt(t - 1).
    """

    keeps_allowance = True
    carries = False
    mu: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    gamma: float = checked(checks.non_negative_float)
    K: int = checked(checks.array_size)

    @classmethod
    def tuned(
        cls, rounds: Game, K: int | None = None, *, failure: float | None = None,
        **warm: Unpack[Warm],
    ) -> Self:  # fmt: skip
        """Return it as its authors run it, but for K, which they round down.

        With `failure` in (0, 1), gamma is G sqrt(2 log(2 T/failure)), not 0: except with this
        probability, for any one x, <p^_t, x> is within gamma_t of its mean in all rounds
        (Hoeffding).
        """
        T = require_game("rounds", rounds).T
        K = math.ceil(math.sqrt(T)) if K is None else checks.positive_int("K", K)
        gamma = 0.0
        if failure is not None:
            failure, (G,) = (
                checks.between_0_and_1("failure", failure),
                positive_constants(rounds, "G"),
            )
            gamma = G * math.sqrt(2 * math.log(2 * T / failure))
        (beta,) = positive_constants(rounds, "beta")
        return cls(1 / (K * beta), beta**2, gamma, K, **warm)

    def init(self, game: Game) -> State:
        V, p_hat = np.tile(self.first(game), (self.K, 1)), np.zeros(game.n)
        return State.of(V, (game.allowance, p_hat), 0.0, game.domain)

    def update(self, state: State, feedback: Feedback) -> State:
        allowance, p_hat = state.memory
        payoff = feedback.gradient(state.X[:-1]) - state.multiplier * p_hat
        V = state.domain.project(state.V + self.mu * payoff)
        seen, x = feedback.t + 1, partial_iterates(V)[-1]
        p_hat = p_hat + (feedback.price - p_hat) / seen
        excess = dot(p_hat, x) - allowance - self.gamma / math.sqrt(seen)
        multiplier = max(excess, 0.0) / (self.delta * self.mu)
        return State.of(V, (allowance, p_hat), multiplier, state.domain)


def _leaders(
    rounds: Game, K: int | None, seed: int, bound: float | None
) -> tuple[int, FollowThePerturbedLeader]:
    """Return K = ceil(sqrt(T)), or as given, and leaders for |c|_1 <= `bound`, beta_f sqrt(n)."""
    K = math.ceil(math.sqrt(require_game("rounds", rounds).T)) if K is None else K
    if bound is None:
        (beta_f,) = positive_constants(rounds, "beta_f")
        bound = beta_f * math.sqrt(rounds.n)
    return K, FollowThePerturbedLeader.tuned(rounds.domain, rounds.T, bound, seed)


@frozen
class GolovinKrauseStreeter(MetaFrankWolfe):
    """Online continuous greedy (Golovin, Krause and Streeter 2014), for set functions.

    K perturbed leaders (the paper's 1/delta) choose one independent set each; the decision is the
    mean of their indicators, of which pipage rounding makes a set. Oracle k is told the
    gradient of the multilinear extension at the mean of the first k - 1 choices, over K. Against
    the best set the (1-1/e)-regret is sqrt(T), up to what K leaves. Another domain than a matroid
    is a ValueError in `init` and `tuned`, unless `heuristic`: then it is Meta-Frank-Wolfe.
    """

    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, K: int | None = None, *, seed: int, heuristic: bool = False
    ) -> Self:
        """Return it with perturbed leaders of the Kalai-Vempala size, and K = ceil(sqrt(T))."""
        player = cls(*_leaders(rounds, K, seed, None), heuristic)
        player.init(rounds)
        return player

    def init(self, game: Game) -> State:
        matroid = isinstance(game.domain, PartitionMatroid)
        require(matroid, self, "a matroid as the domain", str(game.domain))
        return super().init(game)


class GradientEstimate(Protocol):
    """An unbiased stochastic gradient: a round, points (K, n) and a generator -> g~, (K, n)."""

    def __call__(
        self, feedback: Feedback, X: FloatArray, rng: np.random.Generator, /
    ) -> FloatArray: ...


@frozen(eq=True)
class GaussianNoise:
    """The gradient plus normal noise in each coordinate, of standard deviation `scale` >= 0."""

    scale: float = checked(checks.non_negative_float)

    def __call__(self, feedback: Feedback, X: FloatArray, rng: np.random.Generator) -> FloatArray:
        return np.asarray(feedback.gradient(X) + self.scale * rng.standard_normal(X.shape))


@frozen
class StochasticMetaFrankWolfe(MetaFrankWolfe):
    """Stochastic Meta-Frank-Wolfe (Chen, Harshaw, Hassani and Karbasi 2018, DR-submodular case).

    Oracle k is told d^(k) = (1 - rho_k) d^(k-1) + rho_k g~(x^(k)) with rho_k = 2/(k + 3)^(2/3) and
    d^(0) = 0, where g~ is an unbiased `estimate` of grad f_t. With perturbed leaders, the paper's
    oracles, nothing is projected.
    """

    estimate: GradientEstimate = checked(
        lambda name, f: checks.of_kind(name, f, GradientEstimate, "be a function of a round")
    )
    seed: int = checked(checks.seed)

    @classmethod
    def tuned(  # type: ignore[override]
        cls,
        rounds: Game,
        K: int | None = None,
        *,
        seed: int,
        estimate: GradientEstimate | None = None,
        bound: float | None = None,
    ) -> Self:
        """Return it with perturbed leaders of the Kalai-Vempala size, and K = ceil(sqrt(T)).

        `bound` is the largest `|g~|_1`, beta_f sqrt(n) unless given; without an estimate there is
        normal noise of 0.1 beta_f, of which 4 deviations count.
        """
        if estimate is None:
            beta_f = require_game("rounds", rounds).beta_f
            estimate = GaussianNoise(0.1 * beta_f)
            if bound is None:  # holds for all but 1 in 15000
                bound = math.sqrt(rounds.n) * (beta_f + 4 * estimate.scale)
        return cls(*_leaders(rounds, K, seed, bound), estimate, seed)

    @cached_property
    def averaging(self) -> FloatArray:
        """The matrix that takes g~(x^(1))..g~(x^(K)) to d^(1)..d^(K), (K, K)."""
        rows, row = np.zeros((self.K, self.K)), np.zeros(self.K)
        for k, rho in enumerate(2 / (np.arange(1, self.K + 1) + 3.0) ** (2 / 3)):
            row = (1 - rho) * row
            row[k] = rho
            rows[k] = row
        return rows

    def update(self, state: State, feedback: Feedback) -> State:
        # a stream for each round, so that the state is a value and holds no generator
        stream = np.random.SeedSequence(self.seed, spawn_key=(_GRADIENTS, feedback.t))
        estimates = self.estimate(feedback, state.X[:-1], np.random.default_rng(stream))
        if estimates.shape != state.V.shape or not np.isfinite(estimates).all():
            wanted = f"finite numbers of shape {state.V.shape}, got shape {estimates.shape}"
            raise RoundError(f"round {feedback.t + 1}: estimate must return {wanted}")
        return state.fed(self.oracle, self.averaging @ estimates)

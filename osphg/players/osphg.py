"""Players of K oracles: OSPHG, the paper's algorithm, and Meta-Frank-Wolfe, on which it rests."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.compiled.answers import OracleSteps
from osphg.compiled.steps import stepped
from osphg.domains import Domain
from osphg.players.base import Feedback, Learner
from osphg.players.oracles import GradientAscent, Oracle, require_oracle
from osphg.rounds import Game, positive_constants, require_game

_ROUNDING = 1e-12  # by which a product that is 1 on paper may exceed it


class State(NamedTuple):
    """The state, before a round, of a player that runs K oracles side by side."""

    X: FloatArray  # partial iterates x^(1)..x^(K+1), (K + 1, n)
    V: FloatArray  # oracle choices v^(1)..v^(K), (K, n)
    memory: Any  # what the oracles keep
    multiplier: float  # lambda_t; 0 for a player without a budget
    domain: Domain

    @property
    def x(self) -> FloatArray:
        """The decision x_t = x_t^(K+1), (n,)."""
        return np.asarray(self.X[-1])

    @classmethod
    def of(cls, V: FloatArray, memory: Any, multiplier: float, domain: Domain) -> State:
        """Return the state with these choices, (K, n)."""
        return cls(partial_iterates(V), V, memory, multiplier, domain)

    def fed(self, oracle: Oracle, payoffs: FloatArray) -> State:
        """Return the state once each oracle k has learned its payoff direction, (K, n)."""
        V, memory = oracle.update(self.domain, self.V, self.memory, payoffs)
        return State.of(V, memory, self.multiplier, self.domain)

    def moved(self, V: FloatArray, multiplier: float) -> State:
        return State.of(V, self.memory, multiplier, self.domain)


def partial_iterates(V: FloatArray) -> FloatArray:
    """Return x^(1) = 0, x^(k+1) = x^(k) + v^(k)/K as one array: V (K, n) -> (K + 1, n).

    The last row is the decision. Algorithms 1 and 2, first inner loop.
    """
    K, n = V.shape
    X = np.zeros((K + 1, n))
    np.add.accumulate(V / K, 0, out=X[1:])
    return X


def oracle_or_ascent(player: Any, name: str, value: Oracle | None) -> Oracle:
    """Return the oracle given, or else gradient ascent with the player's step mu."""
    return GradientAscent(player.mu) if value is None else require_oracle(name, value)


def damped(name: str, step: float, delta: float) -> float:
    """Return keep = 1 - delta step^2, for the weight delta of lambda^2; ValueError if below 0.

    The step is one down the Lagrangian L_t in lambda: d/dlambda L_t = -g_t + delta step lambda_t.
    """
    product = delta * step * step
    if product > 1 + _ROUNDING:
        given = f"{name} = {step:.6g}, delta = {delta:.6g}"
        raise ValueError(f"delta * {name}^2 must be at most 1, got {product:.6g} ({given})")
    return max(1 - product, 0.0)


def lemma_steps(
    rounds: Game,
    W: int,
    share: float,
    unit_free: bool,
    mu: float | None = None,
    delta: float | None = None,
) -> tuple[float, float, float]:
    """Return mu, delta and the oracles' step as `OSPHG.tuned` says; what is given stays.

    No direction that the oracles are told is longer than `share` beta_f.
    """
    W, T = checks.positive_int("W", W, maximum=require_game("rounds", rounds).T), rounds.T
    root = math.sqrt(W * T)
    if checks.flag("unit_free", unit_free):
        if mu is not None or delta is not None:
            raise ValueError("mu and delta must not be given with unit_free, which sets them")
        R, beta_f, beta_g = positive_constants(rounds, "R", "beta_f", "beta_g")
        _require_long(W, T, 4.0, "")
        beta_f *= share
        mu, delta = beta_f / (beta_g**2 * R * root), (2 * beta_g**2 * R / beta_f) ** 2
        return mu, delta, R / (beta_f * root)
    if mu is None or delta is None:
        (R,), beta = positive_constants(rounds, "R"), max(share * rounds.beta_f, rounds.beta_g)
        beta = checks.positive_constant("rounds.beta", beta)
        if mu is None and delta is None:
            _require_long(W, T, 4 * R**2, ", or larger units of the decision")
        mu = R / (beta * root) if mu is None else mu
        delta = 4 * beta**2 if delta is None else delta
    return mu, delta, mu


def _require_long(W: int, T: int, least: float, way: str) -> None:
    """Refuse a W and a T too small for tuned steps: delta mu^2 = least/(W T) would exceed 1."""
    wanted = f"be at least {least:.6g} for the steps to be tuned"
    got = f"{W} * {T}: take a larger W or T{way}"
    checks.must(least <= W * T * (1 + _ROUNDING), "W * T", wanted, got)


class Damped:
    """What players that `learn` share: lambda steps by mu, and is damped by delta (Algorithm 2)."""

    mu: float
    delta: float

    def __attrs_post_init__(self) -> None:
        _ = self.keep  # refuses a delta mu^2 above 1

    @cached_property
    def keep(self) -> float:
        """What a step leaves of lambda, the factor 1 - delta mu^2."""
        return damped("mu", self.mu, self.delta)

    def learn(self, state: Any, feedback: Feedback, priced: FloatArray) -> Any:
        """Feed the oracles their payoff directions, with lambda_t p_t = `priced`; lambda stays."""
        raise NotImplementedError

    def update(self, state: Any, feedback: Feedback) -> Any:
        learned = self.learn(state, feedback, state.multiplier * feedback.price)
        multiplier = stepped(state.multiplier, feedback.violation, self.keep, self.mu)
        return learned._replace(multiplier=multiplier)


class OverOracles(Learner):
    """What players of K oracles share: they begin with the oracles' first choices and lambda_1."""

    K: int
    oracle: Oracle
    lambda1: float

    def init(self, game: Game) -> State:
        X = require_game("game", game).domain
        return State.of(*self.oracle.init(X, self.K), self.lambda1, X)


@frozen
class OSPHG(Damped, OverOracles):
    """Online Saddle Point Hybrid Gradient (paper, Algorithm 2).

    K oracles climb the Lagrangian L_t(x, lambda) = f_t(x) - lambda g_t(x) + (delta mu/2) lambda^2
    at the partial iterates; lambda descends it at x_t.

    mu, the step of the oracles and of lambda, and delta, the weight of the quadratic term in
    lambda, are above 0, with delta mu^2 <= 1 (so that the factor 1 - delta mu^2 of lambda_t is not
    negative, which Lemma 4.1 needs). `oracle` is the online linear maximiser, gradient ascent from
    the origin with step mu unless given, and `lambda1` >= 0 is lambda_1, the paper's 0 unless
    given. The published feedback is grad f_t(x^(k)) - lambda_t p_t; `weighted` takes the repaired
    one, (1 - 1/K)^(K-k) grad f_t(x^(k)) - lambda_t p_t, for which the (1 - 1/e)-regret bound holds.

    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> player = osphg.OSPHG.tuned(rounds, W=30, K=30)
    >>> round(player.delta * player.mu**2, 6)
    0.000267
    >>> osphg.play(player, rounds)
    Run(OSPHG, 1000 of 1000 rounds, per round: utility 0.53, violation -0.0002044)
    """

    mu: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    K: int = checked(checks.array_size)
    weighted: bool = checked(checks.flag, default=False)
    oracle: Oracle = fitted(oracle_or_ascent, default=None)
    lambda1: float = checked(checks.non_negative_float, default=0.0)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: int,
        K: int | None = None,
        *,
        weighted: bool = False,
        unit_free: bool = False,
        mu: float | None = None,
        delta: float | None = None,
        start: ArrayLike | None = None,
        lambda1: float = 0.0,
    ) -> OSPHG:
        """Return the player with the parameters of Lemma 4.3 and Theorems 4.1-4.2.

        mu = R/(beta sqrt(W T)) and delta = 4 beta^2, with the constants R and beta of `rounds`,
        unless given; K = ceil(sqrt(T/W)) unless given. delta mu^2 <= 1 then asks for
        W T >= 4 R^2.

        beta is the larger of beta_f and beta_g, which have different units: counted in cents, or
        with twice the utility, the game is played otherwise. With `unit_free` it is not: the
        oracles step by R/(beta_f sqrt(W T)) and lambda by mu = beta_f/(beta_g^2 R sqrt(W T)),
        with delta = (2 beta_g^2 R/beta_f)^2. That is the paper's tuning for the same game with f
        in units of beta_f R, money in units of beta_g R and decisions in units of R, so that its
        theorems hold with R = beta = 1 there; they ask for W T >= 16. TypeError or ValueError for
        a W outside 1..T, a mu or delta together with `unit_free`, and as the constructor.

        `start`, the first choice (n,) of every oracle, and `lambda1` warm the player up: the
        theorems are for a `lambda1` of 0. A `start` outside X is refused when the game begins.
        """
        mu, delta, step = lemma_steps(rounds, W, 1.0, unit_free, mu, delta)
        K = math.ceil(math.sqrt(rounds.T / W)) if K is None else K
        usual = start is None and not unit_free  # then the player's own
        oracle: Any = None if usual else GradientAscent(step, start)
        return cls(mu, delta, K, weighted, oracle, lambda1)

    @property
    def weights(self) -> FloatArray:
        """The factor of grad f_t(x^(k)) in the feedback to oracle k = 1..K, (K,)."""
        if not self.weighted:
            return np.ones(self.K)
        return np.asarray((1 - 1 / self.K) ** np.arange(self.K - 1, -1, -1, dtype=np.float64))

    def learn(self, state: State, feedback: Feedback, priced: FloatArray) -> State:
        G = feedback.gradient(state.X[:-1])
        if self.weighted:
            G = self.weights[:, np.newaxis] * G
        return state.fed(self.oracle, G - priced)

    def fused_steps(self) -> OracleSteps | None:
        if type(self.oracle) is not GradientAscent:  # no subclass
            return None
        return OracleSteps(self.weights, self.oracle.step, self.mu, self.keep)


@frozen
class MetaFrankWolfe(OverOracles):
    """Meta-Frank-Wolfe of Chen, Hassani and Karbasi 2018 (paper, Algorithm 1).

    It maximises utility alone: prices and budget do not enter. K is the number of oracles, `oracle`
    the online linear maximiser. The paper's citation has oracles that follow the regularised
    leader; `tuned` takes gradient ascent, whose bound is the same.

    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> player = osphg.MetaFrankWolfe.tuned(rounds)
    >>> player.K
    32
    >>> osphg.play(player, rounds)
    Run(MetaFrankWolfe, 1000 of 1000 rounds, per round: utility 0.9626, violation +3.7)
    """

    K: int = checked(checks.array_size)
    oracle: Oracle = checked(require_oracle)
    lambda1 = 0.0  # and it stays: there is no budget

    @classmethod
    def tuned(
        cls, rounds: Game, K: int | None = None, *, start: ArrayLike | None = None
    ) -> MetaFrankWolfe:
        """Return it with gradient ascent of step R/(beta_f sqrt(T)), and K = ceil(sqrt(T)).

        `start` as for `OSPHG.tuned`.
        """
        R, beta_f = positive_constants(rounds, "R", "beta_f")
        K = math.ceil(math.sqrt(rounds.T)) if K is None else K
        return cls(K, GradientAscent(R / (beta_f * math.sqrt(rounds.T)), start))

    def update(self, state: State, feedback: Feedback) -> State:
        return state.fed(self.oracle, feedback.gradient(state.X[:-1]))

    def fused_steps(self) -> OracleSteps | None:
        if type(self.oracle) is not GradientAscent:  # no subclass
            return None
        return OracleSteps(np.ones(self.K), self.oracle.step, 0.0, 0.0)  # no budget: lambda stays 0

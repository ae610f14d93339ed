"""Virtual queues of what was overspent: of one decision, or one for each of K oracles; and OLFW.

A parameter of another type, or outside what is said of it, is a TypeError or a ValueError.
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.fusing import LineSteps, exactly
from osphg.players import Feedback, State, partial_iterates
from osphg.rounds import Game, require_game, scales
from osphg.systems.boosted import MASS, BoostedGradient, node_count, optional_seed
from osphg.systems.saddle import SaddleMethod, Steps


@frozen
class NeelyYu(SaddleMethod):
    """Online convex optimisation with time-varying constraints (Neely and Yu 2017, section II).

    x_{t+1} = P(x_t + (V grad f_t(x_t) - Q_t p_t) / (2 alpha)), and the queue grows by the
    linearised constraint at the new decision: Q_{t+1} = [Q_t + <p_t, x_{t+1}> - B_T/T]_+. The
    weight of the budget is therefore Q_t / V in units of the utility. Made for concave utilities
    and the benchmark with W = 1, with a decision that keeps each g_t strictly negative: the origin.
    For independent g_t the source has a second theorem: both are of order sqrt(T) in expectation
    against decisions that keep the mean constraint, of which there are more.
    The source counts f_{t-1} as what round t knows, and its first decision is arbitrary; here it
    is the origin.

    Parameters
    ----------
    V, alpha : float
        Weights of the utility against the queue, and of the proximal term ||x - x_t||^2; above 0.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> osphg.play(osphg.NeelyYu.tuned(rounds), rounds)
    Run(NeelyYu, 500 of 500 rounds, per round: utility 0.458, violation +0.007974)
    """

    ahead = True
    V: float = checked(checks.positive_float)
    alpha: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game) -> NeelyYu:
        """Return it with V = sqrt(T) and alpha = T: regret and violation of order sqrt(T)."""
        T = require_game("rounds", rounds).T
        return cls(V=math.sqrt(T), alpha=float(T))

    @cached_property
    def steps(self) -> Steps:
        """The drift plus penalty; the queue is lambda."""
        return Steps(1 / (2 * self.alpha), 1.0, weight=self.V)


def _window_and_weight(rounds: Game, W: int, V: float | None) -> tuple[int, int, float]:
    """Return T, W and V, sqrt(W T) unless given; ValueError for a V outside [W, T)."""
    T = require_game("rounds", rounds).T
    W = checks.positive_int("W", W, maximum=T)
    V = checks.positive_float("V", math.sqrt(W * T) if V is None else V)
    if not W <= V < T:
        raise ValueError(f"V must be in [W, T) = [{W}, {T}), got {V:.6g}")
    return T, W, V


@frozen
class COLD(NeelyYu):
    """Cautious online Lagrangian descent: the queue of `NeelyYu`, tuned for windows of W rounds.

    Proven for concave utilities: regret of order W T/V + sqrt(T) against x*_W, violation of order
    sqrt(V T) (Liakopoulos et al. 2019; the rates as the paper states them in its section 1.2).

    Parameters
    ----------
    V, alpha : float
        As `NeelyYu`.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> player = osphg.COLD.tuned(rounds, W=20)
    >>> player.V
    100.0
    >>> osphg.play(player, rounds)
    Run(COLD, 500 of 500 rounds, per round: utility 0.4792, violation +0.07401)
    """

    @classmethod
    def tuned(cls, rounds: Game, W: int = 1, *, V: float | None = None) -> COLD:
        """Return it with alpha = V sqrt(T), and V = sqrt(W T) unless given.

        V = sqrt(W T) balances the two terms of the regret bound. For W = T^(1-eps) the bounds are
        then T^(1-eps/2) and T^(1-eps/4); for W = 1 the parameters are those of `NeelyYu.tuned`.
        Where B_T/T does not shrink with T, the queue's length is of the order V, and the violation
        of the order V + sqrt(T). ValueError for a W outside 1..T-1, or a V outside [W, T).
        """
        T, _, V = _window_and_weight(rounds, W, V)
        return cls(V=V, alpha=V * math.sqrt(T))


@frozen
class BoostedQueue(NeelyYu):
    """The queue of `NeelyYu` for monotone DR-submodular utilities: boosted queue.

    x_{t+1} = P(x_t + (V grad F_t(x_t) - Q_t p_t) / (2 alpha)) from the origin, and
    Q_{t+1} = [Q_t + <p_t, x_{t+1}> - B_T/T]_+ from 0, where grad F_t(x) is the integral of
    e^(z-1) grad f_t(z x) over z in [0, 1], as in `BoostedOSPHG`: one decision, one projection and
    `nodes` gradients per round.

    Proven in this book, by its kernel and by Rocq, for any W: (1-1/e)-regret against x*_W of the
    order sqrt(W T), and, for a budget B_T/T > 0 of every round that does not shrink, violation of
    that order too; for W = 1 both are sqrt(T). The step is that of Neely and Yu 2017
    (arXiv:1702.04783), the parameters for windows are those of Liakopoulos et al. 2019. We know of
    no paper that puts the two together, or states these rates.

    Parameters
    ----------
    V, alpha : float
        As `NeelyYu`, in money^2 per unit of utility and per squared unit of the decision.
    nodes, seed
        How grad F_t is computed, as in `BoostedOSPHG`.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=500)
    >>> player = osphg.BoostedQueue.tuned(rounds, W=20)
    >>> player.V
    100.0
    >>> osphg.play(player, rounds)
    Run(BoostedQueue, 500 of 500 rounds, per round: utility 0.5353, violation -0.01904)
    """

    nodes: int = checked(node_count, default=8)
    seed: int | None = checked(optional_seed, default=None)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: int = 1,
        nodes: int = 8,
        *,
        seed: int | None = None,
        V: float | None = None,
        unit_free: bool = False,
    ) -> BoostedQueue:
        """Return it with V = sqrt(W T), unless given, and alpha = V sqrt(T).

        These are numbers: counted in cents, or with twice the utility, the game is played
        otherwise. With `unit_free` it is not: V = G^2 sqrt(W T)/(beta_F R) and
        alpha = V beta_F sqrt(T)/R, where beta_F = (1-1/e) beta_f, with the constants of `rounds`.
        These are the same numbers for the same game with f in units of beta_F R, money in units of
        G and decisions in units of R. The regret is then at most
        beta_F R (5 sqrt(T) + 2 sqrt(W T))/4. ValueError for a W outside 1..T, a V together with
        `unit_free`, or a game without utility or prices.
        """
        T = require_game("rounds", rounds).T
        W = checks.positive_int("W", W, maximum=T)
        if checks.flag("unit_free", unit_free):
            if V is not None:
                raise ValueError("V must not be given with unit_free, which sets it")
            R, beta_f, G = scales(rounds, "R", "beta_f", "G")
            V = G**2 * math.sqrt(W * T) / (MASS * beta_f * R)
            return cls(V=V, alpha=V * MASS * beta_f * math.sqrt(T) / R, nodes=nodes, seed=seed)
        V = math.sqrt(W * T) if V is None else checks.positive_float("V", V)
        return cls(V=V, alpha=V * math.sqrt(T), nodes=nodes, seed=seed)

    @cached_property
    def boosted(self) -> BoostedGradient:
        """How grad F_t is computed."""
        return BoostedGradient(self.nodes, self.seed)

    def direction(self, feedback: Feedback, x: FloatArray) -> FloatArray:
        """Return grad F_t(x), (n,), or the estimate of it that the nodes give."""
        return self.boosted.at(feedback, x)

    def fused_steps(self) -> LineSteps | None:
        """Return what the compiled loop needs; None for a subclass, and for steps that overflow."""
        price_step = 1 / (2 * self.alpha)
        step = self.V * price_step
        if not exactly(self, BoostedQueue) or not math.isfinite(step + price_step):
            return None
        return LineSteps(self.boosted.line, self.boosted.weights, step, price_step, 1.0, 1.0, 1.0)


class KOracles(State):
    """The state of K oracles that keep B_T/T, which begins what they remember."""

    @property
    def allowance(self) -> float:
        """B_T/T."""
        return float(self.memory[0])

    @classmethod
    def first(cls, game: Game, K: int, *memory: FloatArray) -> KOracles:
        """Return the state before round 1: all at the origin, and no multiplier."""
        V = np.zeros((K, game.n))
        return cls(partial_iterates(V), V, (game.allowance, *memory), 0.0, game.domain)


class _Together:
    """A player of K oracles whose state has its decision and its multiplier."""

    def decide(self, state: KOracles) -> FloatArray:
        """Return x_t = x_t^(K+1)."""
        return np.asarray(state.X[-1])

    def multiplier(self, state: KOracles) -> float:
        """Return lambda_t; of several queues Q_t^(k), the mean."""
        return state.multiplier


@frozen
class PerStepDuals(_Together):
    """K oracles, each with a virtual queue of its own (Sadeghi, Raut and Fazel 2020).

    Oracle k is the queue method of Neely and Yu 2017 on its own linear rewards
    <grad f_t(x_t^(k)), v> and the constraint at its own choice, <p_t, v_t^(k)> <= B_T/T. The
    decision is the mean of the choices, so its violation is the mean of theirs. Made for monotone
    DR-submodular utilities, with adversarial or independent prices. Its feedback needs no weights:
    every oracle keeps the budget alone.

    Parameters
    ----------
    V, alpha : float
        Weights of the utility against the queues, and of the proximal term; above 0.
    K : int
        Number of oracles.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=500)
    >>> osphg.play(osphg.PerStepDuals.tuned(rounds, W=20), rounds)
    Run(PerStepDuals, 500 of 500 rounds, per round: utility 0.5429, violation +0.03516)
    """

    V: float = checked(checks.positive_float)
    alpha: float = checked(checks.positive_float)
    K: int = checked(checks.size)

    @classmethod
    def tuned(
        cls, rounds: Game, W: int = 1, K: int | None = None, *, V: float | None = None
    ) -> PerStepDuals:
        """Return it with alpha = V sqrt(T), V = sqrt(W T) and K = ceil(sqrt(T/W)) unless given.

        For W = 1, and for independent prices whatever the window, (V, alpha) = (sqrt(T), T); the
        regret is then claimed to be of order W T/V + sqrt(T), and the violation sqrt(V T), or
        V + sqrt(T) where B_T/T does not shrink with T. All of this is recalled, not read.
        ValueError for a W outside 1..T, or a V outside [W, T).
        """
        T, W, V = _window_and_weight(rounds, W, V)
        K = math.ceil(math.sqrt(T / W)) if K is None else K
        return cls(V=V, alpha=V * math.sqrt(T), K=K)

    def init(self, game: Game) -> KOracles:
        """Return the state before round 1, which remembers the queues (K,), all empty."""
        return KOracles.first(game, self.K, np.zeros(self.K))

    def update(self, state: KOracles, feedback: Feedback) -> KOracles:
        """Step each oracle against its own queue, and the queue by its own new choice."""
        allowance, Q = state.memory
        ascent = self.V * feedback.gradient(state.X[:-1]) - Q[:, np.newaxis] * feedback.price
        V = state.domain.project(state.V + ascent / (2 * self.alpha))
        Q = np.maximum(Q + V @ feedback.price - allowance, 0.0)
        return KOracles(partial_iterates(V), V, (allowance, Q), float(Q.mean()), state.domain)


@frozen
class OLFW(_Together):
    """Online Lagrangian Frank-Wolfe (Raut, Sadeghi and Fazel 2021), a successor of OSPHG.

    Prices are independent draws from one distribution. K oracles climb the Lagrangian of the
    optimistic constraint <p^_t, x> - B_T/T - gamma_t with the mean p^_t of the prices of the rounds
    before t, and the multiplier is the exact minimiser of that Lagrangian at x_t:
    lambda_t = [<p^_t, x_t> - B_T/T - gamma_t]_+ / (delta mu). Here gamma_t = gamma / sqrt(t - 1);
    lambda_1 = 0, as no price is known.

    The steps and their order are read off the authors' published script, and so is gamma = 0: the
    line with the margin of the theory is commented out there. Recalled, not read: that the regret
    is claimed to be of order T^(1/2) and the violation T^(3/4).

    Parameters
    ----------
    mu, delta : float
        Step size of the oracles, and weight of the quadratic term in lambda; above 0.
    gamma : float
        The margin after one price, in budget units; at least 0.
    K : int
        Number of oracles.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=500)
    >>> osphg.play(osphg.OLFW.tuned(rounds), rounds)
    Run(OLFW, 500 of 500 rounds, per round: utility 0.5307, violation -0.04633)
    """

    mu: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    gamma: float = checked(checks.non_negative_float)
    K: int = checked(checks.size)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        K: int | None = None,
        *,
        gamma: float | None = None,
        failure: float | None = None,
    ) -> OLFW:
        """Return it with mu = 1/(K beta), delta = beta^2, K = ceil(sqrt(T)) and gamma = 0.

        That is how its authors run it, but for K, which they round down. With `failure`, gamma is
        G sqrt(2 log(2 T / failure)), the line that their script leaves out: for any one x,
        <p^_t, x> is then within gamma_t of its mean in all rounds, except with probability
        `failure` (Hoeffding's inequality, with room to spare). ValueError for a `failure` outside
        (0, 1), or beside a gamma.
        """
        T = require_game("rounds", rounds).T
        K = math.ceil(math.sqrt(T)) if K is None else checks.positive_int("K", K)
        if failure is not None:
            if gamma is not None:
                raise ValueError("gamma must not be given with failure, which sets it")
            failure = checks.positive_float("failure", failure)
            if failure >= 1:
                raise ValueError(f"failure must be below 1, got {failure}")
            (G,) = scales(rounds, "G")
            gamma = G * math.sqrt(2 * math.log(2 * T / failure))
        (beta,) = scales(rounds, "beta")
        return cls(mu=1 / (K * beta), delta=beta**2, gamma=0.0 if gamma is None else gamma, K=K)

    def init(self, game: Game) -> KOracles:
        """Return the state before round 1, which remembers p^ (n,), of no price."""
        return KOracles.first(game, self.K, np.zeros(game.n))

    def update(self, state: KOracles, feedback: Feedback) -> KOracles:
        """Step the oracles with the estimate of this round, then learn its price."""
        allowance, p_hat = state.memory
        payoff = feedback.gradient(state.X[:-1]) - state.multiplier * p_hat
        V = state.domain.project(state.V + self.mu * payoff)
        X = partial_iterates(V)
        seen = feedback.t + 1
        p_hat = p_hat + (feedback.price - p_hat) / seen
        excess = float(p_hat @ X[-1]) - allowance - self.gamma / math.sqrt(seen)
        multiplier = max(excess, 0.0) / (self.delta * self.mu)
        return KOracles(X, V, (allowance, p_hat), multiplier, state.domain)

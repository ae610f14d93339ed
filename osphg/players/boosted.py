"""Players for monotone DR-submodular utilities, by one boosted gradient a round."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Self, Unpack

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.compiled.answers import LineSteps
from osphg.players.ascent import (
    MASS,
    Ascent,
    BoostedGradient,
    PlainGradient,
    climbed,
    node_count,
    require_ascent,
)
from osphg.players.base import Feedback, Warm
from osphg.players.oracles import GradientAscent, Oracle
from osphg.players.osphg import (
    Damped,
    OverOracles,
    State,
    lemma_steps,
    oracle_or_ascent,
)
from osphg.players.saddle import Climbing, SaddleMethod, Steps
from osphg.players.varying_prices import NeelyYu
from osphg.rounds import Game, positive_constants, require_game

# For monotone DR-submodular utilities.


@frozen
class BoostedOSPHG(Damped, OverOracles):
    """OSPHG with one oracle and the boosted gradient of Zhang et al. 2022.

    The oracle plays x_t and is paid grad F_t(x_t) - lambda_t p_t: gradients below the decision, not
    along the path of K oracles. lambda steps as in the paper's Algorithm 2. `nodes` and `seed` are
    those of `BoostedGradient`; mu, delta, oracle and lambda1 those of `OSPHG`.
    """

    mu: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    nodes: int = checked(node_count, default=8)
    seed: int | None = checked(checks.optional(checks.seed), default=None)
    oracle: Oracle = fitted(oracle_or_ascent, default=None)
    lambda1: float = checked(checks.non_negative_float, default=0.0)
    K = 1

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: int,
        nodes: int = 8,
        *,
        seed: int | None = None,
        unit_free: bool = False,
        start: ArrayLike | None = None,
        lambda1: float = 0.0,
    ) -> Self:
        """Return the player of `OSPHG.tuned`, with `boosted_beta(rounds)` for beta.

        With `unit_free` (1-1/e) beta_f stands for beta_f in its tuning without units; `start` and
        `lambda1` are as there.
        """
        mu, delta, step = lemma_steps(rounds, W, MASS, unit_free)
        return cls(mu, delta, nodes, seed, GradientAscent(step, start), lambda1)

    @cached_property
    def ascent(self) -> BoostedGradient:
        """How grad F_t is computed."""
        return BoostedGradient(self.nodes, self.seed)

    def learn(self, state: State, feedback: Feedback, priced: FloatArray) -> State:
        payoff = self.ascent.at(feedback, state.x) - priced
        return state.fed(self.oracle, payoff[np.newaxis])

    def fused_steps(self) -> LineSteps | None:
        if type(self.oracle) is not GradientAscent:  # no subclass
            return None
        step, boosted = self.oracle.step, self.ascent
        return LineSteps(boosted.line, boosted.weights, step, step, self.mu, self.keep, 0.0, False)


@frozen
class BoostedQueue(NeelyYu):
    """The queue of `NeelyYu` for monotone DR-submodular utilities: boosted queue.

    It climbs grad F_t, as `BoostedGradient(nodes, seed)` computes it, with Neely and Yu's step
    (arXiv:1702.04783) and COLD's tuning. In this book it is proven for any W that the
    (1-1/e)-regret against x*_W is of the order sqrt(W T), and, for a B_T/T > 0 that does not
    shrink, so is the violation at every prefix (`rocq/Queue.v`).
    """

    ascent, fused_steps = BoostedOSPHG.ascent, SaddleMethod.line_steps
    nodes: int = checked(node_count, default=8)
    seed: int | None = checked(checks.optional(checks.seed), default=None)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: int = 1,
        nodes: int = 8,
        *,
        seed: int | None = None,
        unit_free: bool = False,
        **warm: Unpack[Warm],
    ) -> Self:
        """Return it with V = sqrt(W T) and alpha = V sqrt(T).

        In other units that is another game. With `unit_free` it is not, as then
        V = G^2 sqrt(W T)/(beta_F R) and alpha = V beta_F sqrt(T)/R with beta_F = (1-1/e) beta_f,
        for a regret of at most beta_F R (5 sqrt(T) + 2 sqrt(W T))/4.
        """
        T = require_game("rounds", rounds).T
        W = checks.positive_int("W", W, maximum=T)
        if checks.flag("unit_free", unit_free):
            R, beta_f, G = positive_constants(rounds, "R", "beta_f", "G")
            V = G**2 * math.sqrt(W * T) / (MASS * beta_f * R)
            return cls(V, V * MASS * beta_f * math.sqrt(T) / R, nodes, seed, **warm)
        V = math.sqrt(W * T)
        return cls(V, V * math.sqrt(T), nodes, seed, **warm)


@frozen
class OnlineGradientAscent(SaddleMethod):
    """x_{t+1} = P(x_t + eta h_t(x_t)): the budget is not looked at (Zinkevich 2003).

    The 1/2-regret of grad f_t is at most R beta_f sqrt(T) (Chen, Hassani and Karbasi 2018, second
    algorithm), for concave f_t the regret is, and with `BoostedGradient()` the (1-1/e)-regret.
    """

    carries = False
    eta: float = checked(checks.positive_float)
    ascent: Ascent = checked(require_ascent, default=PlainGradient())

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[Warm]) -> Self:
        chosen, s = climbed(rounds, PlainGradient() if ascent is None else ascent)
        (R,) = positive_constants(rounds, "R")
        return cls(R / (s * math.sqrt(rounds.T)), chosen, **warm)

    def steps(self, t: int) -> Steps:
        return Steps(self.eta, 0.0)


@frozen
class BestOfBothWorlds(Climbing, SaddleMethod):
    """The best-of-both-worlds scheme of Castiglioni, Celli, Marchesi, Romano and Gatti 2022.

    Gradient ascent on f_t - lambda_t g_t by eta, and on lambda within [0, cap] by mu, for W = T.
    With b = B_T/T, rho = b/G: at least rho/(1 + rho) of the best decision's utility, less sqrt(T),
    and a violation sqrt(T). Recalled, from a more general source, as is the cap.
    """

    eta: float = checked(checks.positive_float)
    mu: float = checked(checks.positive_float)
    cap: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[Warm]) -> Self:
        chosen, s = climbed(rounds, ascent)
        R, beta_g, F, G, b = positive_constants(rounds, "R", "beta_g", "F", "G", "allowance")
        cap, root = F / b, math.sqrt(rounds.T)
        return cls(R / ((s + cap * beta_g) * root), cap / (G * root), cap, ascent=chosen, **warm)

    def steps(self, t: int) -> Steps:
        return Steps(self.eta, self.mu, cap=self.cap)

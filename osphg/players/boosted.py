"""Players for monotone DR-submodular utilities, by one boosted gradient a round."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Self, Unpack

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.compiled.answers import LineSteps
from osphg.compiled.steps import Steps
from osphg.players.ascent import (
    MASS,
    Ascent,
    BoostedGradient,
    PlainGradient,
    ascent_and_bound,
    node_count,
    require_ascent,
)
from osphg.players.base import Feedback, WarmStart
from osphg.players.oracles import GradientAscent, Oracle
from osphg.players.osphg import (
    OracleSaddlePlayer,
    OracleState,
    oracle_or_ascent,
    require_no_dual_step,
    tune_steps,
)
from osphg.players.saddle import AscentPlayer, SaddleMethod
from osphg.players.varying_prices import NeelyYu
from osphg.rounds import Game, positive_constants, require_game


@frozen
class BoostedOSPHG(OracleSaddlePlayer):
    """OSPHG with one oracle and the boosted gradient of Zhang et al. 2022.

    The oracle plays x_t and is paid grad F_t(x_t) - lambda_t p_t: gradients below the decision, not
    along the path of K oracles. lambda steps as in the paper's Algorithm 2.

    Parameters
    ----------
    mu, delta : float
        As for `OSPHG`.
    nodes : int
        The number of gradients in a round, in 1..64.
    seed : int, optional
        As for `BoostedGradient`: None for fixed nodes, a seed for random ones.
    oracle : Oracle, optional
        The online linear maximiser; gradient ascent from the origin with step mu unless given.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.
    mu_lambda : float, optional
        The step of lambda, above 0, in place of mu, with delta mu_lambda^2 at most 1.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described.
    """

    mu: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    nodes: int = checked(node_count, default=8)
    seed: int | None = checked(checks.optional(checks.seed), default=None)
    oracle: Oracle = checked(oracle_or_ascent, default=None)
    lambda1: float = checked(checks.non_negative_float, default=0.0)
    mu_lambda: float | None = checked(
        checks.optional(checks.positive_float), default=None, kw_only=True
    )

    if TYPE_CHECKING:

        def __init__(
            self,
            mu: float,
            delta: float,
            nodes: int = 8,
            seed: int | None = None,
            oracle: Oracle | None = None,
            lambda1: float = 0.0,
            *,
            mu_lambda: float | None = None,
        ) -> None: ...

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
        mu_lambda: float | None = None,
        start: ArrayLike | None = None,
        lambda1: float = 0.0,
    ) -> Self:
        """Return the player of `OSPHG.tuned`, with `boosted_beta(rounds)` for beta.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p.
        W : int
            The window of the benchmark, in rounds, in 1..T.
        nodes : int
            The number of gradients in a round, in 1..64.
        seed : int, optional
            As for the constructor.
        unit_free : bool
            As for `OSPHG.tuned`, with (1-1/e) beta_f for beta_f.
        mu_lambda : float, optional
            The step of lambda, above 0, in place of mu; not together with `unit_free`.
        start : array_like, optional
            The oracle's first choice and so x_1, (n,), a point of X; the origin unless given.
        lambda1 : float
            lambda_1, at least 0, in units of f per unit of money.

        Returns
        -------
        BoostedOSPHG

        Raises
        ------
        TypeError, ValueError
            As `OSPHG.tuned`.
        """
        # No grad F_t is longer than (1 - 1/e) beta_f: this share takes the place of OSPHG's 1.
        mu, delta, oracle_step = tune_steps(rounds, W, MASS, unit_free)
        require_no_dual_step(unit_free, mu_lambda)
        oracle = GradientAscent(oracle_step, start)
        return cls(mu, delta, nodes, seed, oracle, lambda1, mu_lambda=mu_lambda)

    @cached_property
    def ascent(self) -> BoostedGradient:
        """How grad F_t is computed."""
        return BoostedGradient(self.nodes, self.seed)

    def update_oracles(
        self, state: OracleState, feedback: Feedback, charge: FloatArray
    ) -> OracleState:
        """Return the state once the oracle is paid along grad F_t(x_t) less a charge (n,)."""
        payoff = self.ascent.direction(feedback, state.x) - charge
        return state.pay_oracles(self.played_oracle, payoff[np.newaxis])

    def fused_steps(self) -> LineSteps | None:
        """Return the steps for the compiled rounds; None for an oracle that they do not have.

        x steps along the boosted gradient less lambda_t p_t, both times the step of x, and lambda
        along g_t(x_t), after x: `LineSteps` has both formulas.

        Returns
        -------
        LineSteps or None
            The shares z and weights of the boosted gradient, and the steps of x and lambda. None
            for another oracle than `GradientAscent`: the game is then played in NumPy.
        """
        if type(self.oracle) is not GradientAscent:  # no subclass
            return None
        return LineSteps(
            nodes=self.ascent.nodes_of,
            weights=self.ascent.weights,
            step=self.steps.decision,
            price_step=self.steps.decision,
            dual_step=self.steps.dual,
            keep=self.steps.keep,
            ahead=0.0,  # lambda steps by g_t at x_t, not at x_{t+1}
            dual_first=False,  # x steps with lambda_t, not with lambda_{t+1}
        )


@frozen
class BoostedQueue(NeelyYu):
    """The queue of `NeelyYu` for monotone DR-submodular utilities: boosted queue.

    It climbs grad F_t, as `BoostedGradient(nodes, seed)` computes it, with Neely and Yu's step and
    COLD's tuning. In this book it is proven for any W that the (1-1/e)-regret against x*_W is of
    the order sqrt(W T), and, for a B_T/T > 0 that does not shrink, so is the violation at every
    prefix (`rocq/Queue.v`).

    Parameters
    ----------
    V, alpha : float
        As for `NeelyYu`.
    nodes : int
        The number of gradients in a round, in 1..64.
    seed : int, optional
        As for `BoostedGradient`: None for fixed nodes, a seed for random ones.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        Q_1, at least 0, the queue before round 1, in units of money.

    References
    ----------
    Neely and Yu, arXiv:1702.04783.
    """

    ascent = BoostedOSPHG.ascent
    fused_steps = SaddleMethod.line_steps
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
        **warm: Unpack[WarmStart],
    ) -> Self:
        """Return the player with V = sqrt(W T) and alpha = V sqrt(T).

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan`.
        W : int
            The window of the benchmark, in rounds, in 1..T.
        nodes : int
            The number of gradients in a round, in 1..64.
        seed : int, optional
            As for the constructor.
        unit_free : bool
            In other units the default tuning is another game. With True it is not, as then
            V = G^2 sqrt(W T)/(beta_F R) and alpha = V beta_F sqrt(T)/R with
            beta_F = (1-1/e) beta_f, for a regret of at most
            beta_F R (5 sqrt(T) + 2 sqrt(W T))/4.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

        Returns
        -------
        BoostedQueue

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
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

    Parameters
    ----------
    eta : float
        The step of x, above 0, in squared units of the decision per unit of f.
    ascent : PlainGradient or BoostedGradient
        The direction h_t; `PlainGradient()` unless given.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        0, as the player carries no multiplier along.
    """

    carries_multiplier = False
    eta: float = checked(checks.positive_float)
    ascent: Ascent = checked(require_ascent, default=PlainGradient())

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[WarmStart]) -> Self:
        """Return the player with eta = R/(s sqrt(T)) for `|h_t| <= s`.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f.
        ascent : PlainGradient or BoostedGradient, optional
            As for the constructor.
        **warm
            `start`, as for `WarmStarted`.

        Returns
        -------
        OnlineGradientAscent

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        chosen, s = ascent_and_bound(rounds, PlainGradient() if ascent is None else ascent)
        (R,) = positive_constants(rounds, "R")
        return cls(R / (s * math.sqrt(rounds.T)), chosen, **warm)

    @property
    def steps(self) -> Steps:
        """The steps of every round: lambda takes none."""
        return Steps(self.eta, dual=0.0)


@frozen
class BestOfBothWorlds(AscentPlayer, SaddleMethod):
    """The best-of-both-worlds scheme of Castiglioni, Celli, Marchesi, Romano and Gatti 2022.

    Gradient ascent on f_t - lambda_t g_t by eta, and on lambda within [0, cap] by mu, for W = T.
    With b = B_T/T, rho = b/G: at least rho/(1 + rho) of the best decision's utility, less sqrt(T),
    and a violation sqrt(T). Recalled, from a more general source, as is the cap.

    Parameters
    ----------
    eta : float
        The step of x, above 0, in squared units of the decision per unit of f.
    mu : float
        The step of lambda, above 0, in units of f per squared unit of money.
    cap : float
        The largest multiplier, above 0, in units of f per unit of money.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.
    ascent : PlainGradient or BoostedGradient
        The direction h_t; `BoostedGradient()` unless given.
    """

    eta: float = checked(checks.positive_float)
    mu: float = checked(checks.positive_float)
    cap: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, **warm: Unpack[WarmStart]) -> Self:
        """Return the player with cap = F/b and steps of the order 1/sqrt(T).

        They are eta = R/((s + cap beta_g) sqrt(T)) and mu = cap/(G sqrt(T)), for `|h_t| <= s`. Here
        R is the diameter of X, beta_g the longest price vector, F the range of f_t, G the largest
        violation or saving of a round and b = B_T/T (`osphg.rounds.Constants`).

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f, from which F follows, and beta_p.
        ascent : PlainGradient or BoostedGradient, optional
            As for the constructor.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

        Returns
        -------
        BestOfBothWorlds

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        chosen, s = ascent_and_bound(rounds, ascent)
        R, beta_g, F, G, b = positive_constants(rounds, "R", "beta_g", "F", "G", "allowance")
        cap = F / b
        root = math.sqrt(rounds.T)
        eta = R / ((s + cap * beta_g) * root)
        mu = cap / (G * root)
        return cls(eta, mu, cap, ascent=chosen, **warm)

    @property
    def steps(self) -> Steps:
        """The steps of every round."""
        return Steps(self.eta, self.mu, cap=self.cap)

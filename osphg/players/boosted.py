"""Players for monotone DR-submodular utilities, by one boosted gradient a round.

The boosted gradient grad F_t(x) is the integral of e^(z-1) grad f_t(z x) over z in [0, 1], computed
from the gradients at some z, its nodes (`osphg.players.ascent`). Where grad f_t alone gives half
the best decision's utility, it gives 1 - 1/e of it; the code calls 1 - 1/e `MASS`, as it is the
integral of e^(z-1). The (1-1/e)-regret is (1-1/e) sum_t f_t(x*) less what the player has earned,
and x*_W is the best fixed decision that keeps the budget in every window of W rounds.

In round t a player decides x_t, and then learns the utility f_t and the prices p_t; g_t(x) =
<p_t, x> - B_T/T is what x costs beyond the money for one round, and lambda_t is the multiplier that
charges it. P is the projection on X, and h_t the direction that a player climbs, of length at most
s. `tuned` uses constants of the game (`osphg.rounds.Constants`): R is the diameter of X; beta_f
bounds the length of the gradients of f_t, and beta_g that of the prices p_t (a `Plan` is given it
as beta_p); F is the range of one f_t; G is the largest ``|g_t(x)|``; T is the number of rounds.
"""

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
from osphg.players.base import Feedback, WarmStart, warn_of_small_steps
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
    mu : float
        The step of the oracle and of lambda, above 0.
    delta : float
        The weight of the quadratic term in lambda, above 0: a step keeps the share
        1 - delta mu^2 of lambda_t, so that delta mu^2 is at most 1.
    nodes : int
        The number of gradients in a round, in 1..64.
    seed : int, optional
        None for fixed nodes, those of a Gauss rule; a seed for random ones.
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
        """Return the player with mu = R/(beta sqrt(W T)) and delta = 4 beta^2.

        That is the tuning of `OSPHG`, in which beta bounds the length of all directions and prices.
        Here it is max((1-1/e) beta_f, beta_g), as no grad F_t is longer than (1-1/e) beta_f.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p.
        W : int
            The window of the benchmark, in rounds, in 1..T.
        nodes : int
            The number of gradients in a round, in 1..64.
        seed : int, optional
            None for the fixed nodes of a Gauss rule; a seed, at least 0, for random ones.
        unit_free : bool
            Whether the decisions are to be the same in all units of f, money and the decision: the
            oracle and lambda then have steps of their own: with b = (1-1/e) beta_f these are
            R/(b sqrt(W T)) and mu = b/(beta_g^2 R sqrt(W T)), and delta is (2 beta_g^2 R/b)^2.
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
            For a W outside 1..T, for `mu_lambda` together with `unit_free`, for a game with
            W T < 4 R^2 (W T < 4 with `unit_free`), and for any parameter that is not as described.
        """
        # No grad F_t is longer than (1 - 1/e) beta_f: `share` is that factor, for OSPHG 1.
        mu, delta, oracle_step = tune_steps(rounds, W, MASS, unit_free)
        require_no_dual_step(unit_free, mu_lambda)
        # `oracle_step` is None where the oracle steps by mu, as lambda does.
        oracle = GradientAscent(oracle_step, start)
        player = cls(
            mu=mu,
            delta=delta,
            nodes=nodes,
            seed=seed,
            oracle=oracle,
            lambda1=lambda1,
            mu_lambda=mu_lambda,
        )
        warn_of_small_steps(player, rounds, MASS)
        return player

    @cached_property
    def ascent(self) -> BoostedGradient:
        """How grad F_t is computed."""
        return BoostedGradient(self.nodes, self.seed)

    def update_oracles(
        self, state: OracleState, feedback: Feedback, charge: FloatArray
    ) -> OracleState:
        """Return the state once the oracle is paid along grad F_t(x_t) less a charge (n,).

        The charge is lambda_t p_t, or with several budgets the sum of one such term for each.
        """
        payoff = self.ascent.direction(feedback, state.x) - charge
        payoffs = payoff[np.newaxis]  # (1, n): there is one oracle
        return state.pay_oracles(self.played_oracle, payoffs)

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

    The queue Q_t, in units of money, is what the decisions have overspent so far. A step weighs it
    against the utility: x_{t+1} = P(x_t + (V grad F_t(x_t) - Q_t p_t)/(2 alpha)), and then Q_{t+1}
    = [Q_t + g_t(x_{t+1})]_+, where [z]_+ is max(z, 0). That is Neely and Yu's step, along grad F_t
    in place of grad f_t; V and alpha are tuned as those of `COLD` are. In this book it is proven
    for any W that the (1-1/e)-regret against x*_W is of the order sqrt(W T), and, for a B_T/T > 0
    that does not shrink, so is the violation at every prefix (`rocq/Queue.v`).

    Parameters
    ----------
    V : float
        The weight of the utility against the queue, above 0, in squared units of money per unit
        of f.
    alpha : float
        The weight of `|x - x_t|^2`, which holds x_{t+1} near x_t; above 0, in squared units of
        money per squared unit of the decision.
    nodes : int
        The number of gradients in a round, in 1..64.
    seed : int, optional
        None for fixed nodes, those of a Gauss rule; a seed for random ones.
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
        """Return the player with V = sqrt(W T) and alpha = V sqrt(T), or unit-free steps.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan`; with `unit_free` it has beta_f and beta_p.
        W : int
            The window of the benchmark, in rounds, in 1..T.
        nodes : int
            The number of gradients in a round, in 1..64.
        seed : int, optional
            None for the fixed nodes of a Gauss rule; a seed, at least 0, for random ones.
        unit_free : bool
            Whether the decisions are to be the same in all units. The default V and alpha are
            numbers without units: the same game, counted in cents in place of dollars, is then
            played otherwise. True takes V = G^2 sqrt(W T)/(beta_F R) and
            alpha = V beta_F sqrt(T)/R instead, which change with the units as they should. Here
            beta_F = (1-1/e) beta_f bounds the length of grad F_t. The (1-1/e)-regret is then at
            most beta_F R (5 sqrt(T) + 2 sqrt(W T))/4.
        **warm
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

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
            V = G**2 * math.sqrt(W * T) / (MASS * beta_f * R)  # MASS is 1 - 1/e
            # V, alpha, nodes and seed, as below.
            return cls(V, V * MASS * beta_f * math.sqrt(T) / R, nodes, seed, **warm)
        V = math.sqrt(W * T)
        player = cls(V=V, alpha=V * math.sqrt(T), nodes=nodes, seed=seed, **warm)
        warn_of_small_steps(player, rounds, MASS)
        return player


@frozen
class OnlineGradientAscent(SaddleMethod):
    """x_{t+1} = P(x_t + eta h_t(x_t)): the budget is not looked at (Zinkevich 2003).

    With h_t = grad f_t the 1/2-regret is at most R beta_f sqrt(T) (Chen, Hassani and Karbasi 2018,
    second algorithm), and so is the regret itself if the f_t are concave. With `BoostedGradient()`,
    h_t = grad F_t, the (1-1/e)-regret is.

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

        s is beta_f for the plain gradient, and (1-1/e) beta_f for the boosted one.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f.
        ascent : PlainGradient or BoostedGradient, optional
            The direction h_t that it climbs; `PlainGradient()` unless given.
        **warm
            `start`, x_1, (n,), a point of X; the origin unless given.

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
        return cls(eta=R / (s * math.sqrt(rounds.T)), ascent=chosen, **warm)

    @property
    def steps(self) -> Steps:
        """The steps of every round: eta for x, and 0 for lambda, which so stays 0."""
        return Steps(self.eta, dual=0.0)


@frozen
class BestOfBothWorlds(AscentPlayer, SaddleMethod):
    """The best-of-both-worlds scheme of Castiglioni, Celli, Marchesi, Romano and Gatti 2022.

    x climbs f_t - lambda_t g_t by eta, and lambda_t, within [0, cap], climbs g_t(x_t) by mu. The
    benchmark has to keep the budget over the whole game alone, W = T. Let b = B_T/T and rho = b/G.
    Then the player earns at least rho/(1 + rho) of the best decision's utility less a term of the
    order sqrt(T), and overspends by the order of sqrt(T). Claim and cap were written from memory of
    a more general source.

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

    several_budgets = False
    why_one_budget = "the multipliers of its source have one cap together"
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
            The direction h_t that it climbs; `BoostedGradient()` unless given.
        **warm
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

        Returns
        -------
        BestOfBothWorlds

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        chosen, s = ascent_and_bound(rounds, ascent)
        R, beta_g, F, G, b = positive_constants(rounds, "R", "beta_g", "F", "G", "mean_allowance")
        cap = F / b
        root = math.sqrt(rounds.T)
        eta = R / ((s + cap * beta_g) * root)
        mu = cap / (G * root)
        return cls(eta=eta, mu=mu, cap=cap, ascent=chosen, **warm)

    @property
    def steps(self) -> Steps:
        """The steps of every round."""
        return Steps(self.eta, self.mu, cap=self.cap)

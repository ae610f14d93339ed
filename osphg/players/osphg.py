"""Players of K oracles: OSPHG, the paper's algorithm, and Meta-Frank-Wolfe, on which it rests.

Oracle k = 1..K chooses a point v^(k) of X. The partial iterates x^(1) = 0 and x^(k+1) = x^(k) +
v^(k)/K lead to the decision x_t = x^(K+1), the mean of the choices. Once the round is known, oracle
k is paid: it is told a direction, such as grad f_t(x^(k)), and chooses anew. f_t is the utility of
round t, p_t its prices, g_t(x) = <p_t, x> - B_T/T what x costs beyond the money for one round, and
lambda_t the multiplier, how much utility a unit of money costs.

`tuned` uses constants of the game (`osphg.rounds.Constants`): R is the diameter of X; beta_f bounds
the length of the gradients of f_t, beta_g that of the p_t (a `Plan` is given it as beta_p), and
beta is the larger of both. T is the number of rounds, and W the window of the benchmark.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.budgets import charge, in_each, of_each
from osphg.checks import FloatArray, checked, frozen
from osphg.compiled.answers import OracleSteps
from osphg.compiled.steps import Steps as Steps
from osphg.domains import Domain
from osphg.players.base import Feedback, Learner, warn_of_small_steps
from osphg.players.oracles import GradientAscent, Oracle, require_oracle
from osphg.rounds import Game, positive_constants, require_game

_ROUNDING = 1e-12  # by which a product that is 1 on paper may exceed it


class OracleState(NamedTuple):
    """The state, before a round, of a player that runs K oracles side by side."""

    X: FloatArray  # partial iterates x^(1)..x^(K+1), (K + 1, n)
    V: FloatArray  # oracle choices v^(1)..v^(K), (K, n)
    oracle_memory: Any  # what the oracles keep: each kind of oracle its own
    multiplier: Any  # lambda_t, with several budgets (m,); 0 for a player without a budget
    domain: Domain

    @property
    def x(self) -> FloatArray:
        """The decision x_t = x_t^(K+1), (n,)."""
        return np.asarray(self.X[-1])

    @classmethod
    def from_choices(
        cls, V: FloatArray, oracle_memory: Any, multiplier: Any, domain: Domain
    ) -> OracleState:
        """Return the state with these choices, (K, n): the partial iterates follow from them."""
        return cls(partial_iterates(V), V, oracle_memory, multiplier, domain)

    def pay_oracles(self, oracle: Oracle, payoffs: FloatArray) -> OracleState:
        """Return the state once oracle k has learned that a choice v is paid <payoffs[k], v>.

        `payoffs` is (K, n), a direction for each oracle; lambda stays.
        """
        V, memory = oracle.update(self.domain, self.V, self.oracle_memory, payoffs)
        return OracleState.from_choices(V, memory, self.multiplier, self.domain)

    def with_choices(self, V: FloatArray, multiplier: float) -> OracleState:
        """Return the state that a compiled loop has come to: choices (K, n) and lambda_t."""
        return OracleState.from_choices(V, self.oracle_memory, multiplier, self.domain)


def partial_iterates(V: FloatArray) -> FloatArray:
    """Return x^(1) = 0, x^(k+1) = x^(k) + v^(k)/K as one array.

    Parameters
    ----------
    V : FloatArray
        The choices v^(1)..v^(K), (K, n).

    Returns
    -------
    FloatArray
        x^(1)..x^(K+1), (K + 1, n). The last row is the decision.

    References
    ----------
    The paper, Algorithms 1 and 2, first inner loop.
    """
    K, n = V.shape
    X = np.zeros((K + 1, n))
    np.add.accumulate(V / K, 0, out=X[1:])
    return X


def oracle_or_ascent(name: str, value: Oracle | None) -> Oracle:
    """Return the oracle given; for None gradient ascent without a step of its own.

    A player with a step mu puts it there (`OracleSaddlePlayer.played_oracle`). `name` is the
    parameter that an error names.
    """
    return GradientAscent() if value is None else require_oracle(name, value)


def oracle_with_step(name: str, value: Oracle) -> Oracle:
    """Return the oracle given, for a player that has no mu; ValueError for one without a step.

    Gradient ascent whose step is None would take the player's mu. `name` is the parameter that the
    error names.
    """
    oracle = require_oracle(name, value)
    lacks_step = isinstance(oracle, GradientAscent) and oracle.step is None
    checks.must(not lacks_step, name, "have a step of its own for a player without mu", value)
    return oracle


def keep_factor(name: str, step: float, delta: float) -> float:
    """Return 1 - delta step^2: the share of lambda that is kept by a `step` of gradient descent.

    The step descends, in lambda, the Lagrangian
    L_t(x, lambda) = f_t(x) - lambda g_t(x) + (delta step/2) lambda^2, whose derivative is
    -g_t + delta step lambda_t:
    lambda_t - step (-g_t + delta step lambda_t) = (1 - delta step^2) lambda_t + step g_t.
    ValueError for a factor below 0, but for rounding; `name` is that of the step in its message.
    """
    product = delta * step * step
    if product > 1 + _ROUNDING:
        values = f"{name} = {step:.6g}, delta = {delta:.6g}"
        raise ValueError(f"delta * {name}^2 must be at most 1, got {product:.6g} ({values})")
    return max(1 - product, 0.0)


class TunedSteps(NamedTuple):
    """The steps that OSPHG is tuned to, and the weight of the quadratic term in lambda."""

    mu: float  # the player's step: that of lambda, and of the oracles unless they have their own
    delta: float
    oracle: float | None  # the oracles' own step; None: mu


def tune_steps(
    rounds: Game,
    W: int,
    share: float,
    unit_free: bool,
    mu: float | None = None,
    delta: float | None = None,
) -> TunedSteps:
    """Return mu, delta and the oracles' step, for directions as long as `share` beta_f.

    With b = share beta_f they are mu = R/(beta sqrt(W T)) and delta = 4 beta^2, where beta is the
    larger of b and beta_g. With `unit_free`, mu = b/(beta_g^2 R sqrt(W T)), delta = (2 beta_g^2
    R/b)^2, and the oracles step by R/(b sqrt(W T)).

    Parameters
    ----------
    rounds : Game
        The game, of which R, beta_f and beta_g are asked.
    W : int
        The window of the benchmark, in rounds.
    share : float
        No direction that the oracles are told is longer than `share` beta_f.
    unit_free : bool
        Whether the steps are those that no unit changes.
    mu, delta : float, optional
        Where one is given, it is returned as it is.

    Returns
    -------
    TunedSteps
        mu, delta, and the oracles' own step with `unit_free`; without, the oracles step by mu.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described, mu or delta with `unit_free`, a constant of 0, or
        W T below 4 R^2 (below 4 with `unit_free`) where mu and delta are both tuned: delta mu^2
        must be at most 1.
    """
    T = require_game("rounds", rounds).T
    W = checks.positive_int("W", W, maximum=T)
    root = math.sqrt(W * T)
    if checks.flag("unit_free", unit_free):
        if mu is not None or delta is not None:
            raise ValueError("mu and delta must not be given with unit_free, which sets them")
        R, beta_f, beta_g = positive_constants(rounds, "R", "beta_f", "beta_g")
        # delta mu^2 = 4/(W T) must be at most 1; no other units of the game would change that.
        _require_long(W, T, 4.0, remedy="")
        beta_f *= share  # the bound of the directions takes the place of that of the gradients
        mu = beta_f / (beta_g**2 * R * root)
        delta = (2 * beta_g**2 * R / beta_f) ** 2
        return TunedSteps(mu, delta, R / (beta_f * root))  # the last one is the oracles' step
    if mu is None or delta is None:
        (R,) = positive_constants(rounds, "R")
        beta = checks.positive_constant("rounds.beta", max(share * rounds.beta_f, rounds.beta_g))
        if mu is None and delta is None:
            # delta mu^2 = 4 R^2/(W T): in larger units of the decision R is a smaller number.
            _require_long(W, T, 4 * R**2, remedy=", or larger units of the decision")
        mu = R / (beta * root) if mu is None else mu
        delta = 4 * beta**2 if delta is None else delta
    return TunedSteps(mu, delta, oracle=None)


def _require_long(W: int, T: int, shortest: float, remedy: str) -> None:
    """Refuse a W and a T (ValueError) whose product is below `shortest`, but for rounding.

    For tuned steps delta mu^2 is shortest/(W T), which must not exceed 1. The `remedy`, beside a
    larger W or T, ends the message.
    """
    allowed = f"be at least {shortest:.6g} for the steps to be tuned"
    got = f"{W} * {T}: take a larger W or T{remedy}"
    checks.must(shortest <= W * T * (1 + _ROUNDING), "W * T", allowed, got)


class OraclePlayer(Learner):
    """A player of K oracles: it begins with the oracles' first choices and lambda_1.

    With several budgets the oracles are charged for all of them (`osphg.budgets.charge`), and each
    has a multiplier that steps by its own violation (`rocq/Several.v`).
    """

    several_budgets = True
    K: int
    oracle: Oracle
    lambda1: float

    @property
    def played_oracle(self) -> Oracle:
        """The oracle as it is played: with the player's step where it has none of its own."""
        return self.oracle

    def init(self, game: Game) -> OracleState:
        """Return the state before round 1; ValueError for an oracle's start outside X."""
        X = require_game("game", game).domain
        V, memory = self.played_oracle.init(X, self.K)
        multiplier = in_each(self.lambda1, game.budget)
        return OracleState.from_choices(V, memory, multiplier, X)


class OracleSaddlePlayer(OraclePlayer):
    """OSPHG and BoostedOSPHG: oracles climb a Lagrangian, and lambda descends it.

    The Lagrangian is L_t(x, lambda) = f_t(x) - lambda g_t(x) + (delta step/2) lambda^2. lambda
    steps by mu_lambda, or by mu where that is None, so that the step keeps the share 1 - delta
    step^2 of lambda (paper, Algorithm 2, second loop).
    """

    mu: float
    delta: float
    mu_lambda: float | None

    def __attrs_post_init__(self) -> None:
        """Refuse a delta mu^2, or delta mu_lambda^2, above 1: `steps` computes and checks it."""
        _ = self.steps

    @cached_property
    def played_oracle(self) -> Oracle:
        """The oracle as it is played: gradient ascent without a step of its own steps by mu."""
        if isinstance(self.oracle, GradientAscent) and self.oracle.step is None:
            return GradientAscent(self.mu, self.oracle.v1)
        return self.oracle

    @cached_property
    def steps(self) -> Steps:
        """The steps of every round: of the oracles (`decision`), of lambda (`dual`), and `keep`.

        `keep` is the share 1 - delta step^2 of lambda that a round keeps, with lambda's own step.
        The oracles' step is nan unless they are gradient ascent: others have no step, or one of
        another meaning. ValueError for a delta step^2 above 1.
        """
        decision = math.nan
        if isinstance(self.played_oracle, GradientAscent) and self.played_oracle.step is not None:
            decision = self.played_oracle.step
        if self.mu_lambda is None:
            keep = keep_factor("mu", self.mu, self.delta)
            return Steps(decision, self.mu, keep)
        keep = keep_factor("mu_lambda", self.mu_lambda, self.delta)
        return Steps(decision, self.mu_lambda, keep)

    def update_oracles(self, state: Any, feedback: Feedback, charge: FloatArray) -> Any:
        """Return the state once the oracles are paid along grad f_t less a charge; lambda stays.

        Parameters
        ----------
        state : OracleState
            The state before the round.
        feedback : Feedback
            What the round has revealed.
        charge : FloatArray
            lambda_t p_t, (n,), or with several budgets P_t' lambda_t.
        """
        raise NotImplementedError

    def update(self, state: Any, feedback: Feedback) -> Any:
        """Return the state for the next round: the oracles learn, then lambda steps."""
        learned = self.update_oracles(state, feedback, charge(state.multiplier, feedback.price))
        next_multiplier = self.steps.next_multiplier
        multiplier = of_each(next_multiplier, state.multiplier, feedback.violation)
        return learned._replace(multiplier=multiplier)


@frozen
class OSPHG(OracleSaddlePlayer):
    """Online Saddle Point Hybrid Gradient (paper, Algorithm 2).

    K oracles climb the Lagrangian L_t(x, lambda) = f_t(x) - lambda g_t(x) + (delta mu/2) lambda^2
    at the partial iterates; lambda descends it at x_t.

    Parameters
    ----------
    mu : float
        The step of the oracles and of lambda, above 0: one number for both, which depends on the
        units of f, of money and of the decision.
    delta : float
        The weight of the quadratic term in lambda, above 0. delta mu^2 is at most 1, so that the
        factor 1 - delta mu^2 of lambda_t is not negative, which Lemma 4.1 needs.
    K : int
        The number of oracles, at least 1.
    weighted : bool
        False: the oracles are told grad f_t(x^(k)) - lambda_t p_t, as published. True: the repaired
        feedback (1 - 1/K)^(K-k) grad f_t(x^(k)) - lambda_t p_t, for which the (1 - 1/e)-regret
        bound holds.
    oracle : Oracle, optional
        The online linear maximiser; gradient ascent from the origin with step mu unless given.
    lambda1 : float
        lambda_1 >= 0, the paper's 0 unless given.
    mu_lambda : float, optional
        The step of lambda, above 0, in place of mu, with delta mu_lambda^2 at most 1: L_t has it in
        place of mu, too. No theorem of the paper is for another step than mu.

    Attributes
    ----------
    steps : Steps
        The step of the oracles, that of lambda, and what is kept of lambda.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described.

    Examples
    --------
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
            K: int,
            weighted: bool = False,
            oracle: Oracle | None = None,
            lambda1: float = 0.0,
            *,
            mu_lambda: float | None = None,
        ) -> None: ...

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
        mu_lambda: float | None = None,
        start: ArrayLike | None = None,
        lambda1: float = 0.0,
    ) -> OSPHG:
        """Return the player with the parameters of the paper's Lemma 4.3 and Theorems 4.1-4.2.

        They are mu = R/(beta sqrt(W T)) and delta = 4 beta^2, with two constants of the game: R,
        the diameter of X, and beta, which no gradient of f_t and no price vector exceeds in length
        (`osphg.rounds.Constants`). delta mu^2 <= 1 then asks for W T >= 4 R^2.

        beta is the larger of beta_f and beta_g, which have different units: counted in cents, or
        with twice the utility, the game is played otherwise. With `unit_free` it is not.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p.
        W : int
            The window of the benchmark, in rounds, in 1..T: it keeps the budget in every W rounds
            in a row, so a day of traffic if it may save at night what it spends by day. The larger
            W is, the stronger the benchmark, and the larger the bound of the regret.
        K : int, optional
            The number of oracles; ceil(sqrt(T/W)) unless given.
        weighted : bool
            True takes the repaired feedback, for which the (1 - 1/e)-regret bound holds; False the
            published one, for which it fails on some games.
        unit_free : bool
            Whether the decisions are the same in all units: the oracles step by
            R/(beta_f sqrt(W T)) and lambda by mu = beta_f/(beta_g^2 R sqrt(W T)), with
            delta = (2 beta_g^2 R/beta_f)^2. That is the paper's tuning for the same game with f in
            units of beta_f R, money in units of beta_g R and decisions in units of R, so that its
            theorems hold with R = beta = 1 there; they ask for W T >= 16.
        mu, delta : float, optional
            Values in place of the lemma's; where one is given, the other is still the lemma's.
        mu_lambda : float, optional
            The step of lambda, above 0, in place of mu; the theorems are for None.
        start : array_like, optional
            The first choice of every oracle, (n,), a point of X; the origin unless given. One
            outside X is refused when the game begins.
        lambda1 : float
            lambda_1 >= 0; the theorems are for 0.

        Returns
        -------
        OSPHG
            The player, to be played in this game or in others with the same constants.

        Raises
        ------
        TypeError, ValueError
            For a W outside 1..T, for a mu, delta or mu_lambda together with `unit_free`, for a game
            with W T < 4 R^2 (4 with `unit_free`), and for any parameter that is not as described.
        """
        # The oracles are told gradients of f_t themselves: no longer than 1.0 times beta_f.
        mu, delta, oracle_step = tune_steps(rounds, W, 1.0, unit_free, mu, delta)
        require_no_dual_step(unit_free, mu_lambda)
        if K is None:
            K = math.ceil(math.sqrt(rounds.T / W))
        oracle = GradientAscent(oracle_step, start)
        player = cls(mu, delta, K, weighted, oracle, lambda1, mu_lambda=mu_lambda)
        warn_of_small_steps(player, rounds)
        return player

    @property
    def weights(self) -> FloatArray:
        """The factor of grad f_t(x^(k)) in the feedback to oracle k = 1..K, (K,)."""
        if not self.weighted:
            return np.ones(self.K)
        return np.asarray((1 - 1 / self.K) ** np.arange(self.K - 1, -1, -1, dtype=np.float64))

    def update_oracles(
        self, state: OracleState, feedback: Feedback, charge: FloatArray
    ) -> OracleState:
        """Return the state once oracle k is paid along grad f_t(x^(k)), weighted, less a charge.

        Parameters
        ----------
        state : OracleState
            The state before the round.
        feedback : Feedback
            What the round has revealed.
        charge : FloatArray
            lambda_t p_t, (n,), or with several budgets P_t' lambda_t.

        Returns
        -------
        OracleState
            The state with the next choices; lambda is as it was.
        """
        # The partial iterates but for the last one, which is the decision.
        G = feedback.gradient(state.X[:-1])  # gradients, (K, n)
        if self.weighted:
            G = self.weights[:, np.newaxis] * G
        return state.pay_oracles(self.played_oracle, G - charge)

    def fused_steps(self) -> OracleSteps | None:
        """Return the steps for the compiled rounds; None for an oracle that they do not have.

        Returns
        -------
        OracleSteps or None
            The weights of the K gradients, and the steps of the oracles and of lambda. None for
            another oracle than `GradientAscent`: the game is then played in NumPy.
        """
        if type(self.oracle) is not GradientAscent:  # no subclass
            return None
        return OracleSteps(self.weights, self.steps.decision, self.steps.dual, self.steps.keep)


def require_no_dual_step(unit_free: bool, mu_lambda: float | None) -> None:
    """Refuse a step of lambda beside `unit_free`, which sets it (ValueError)."""
    if unit_free and mu_lambda is not None:
        raise ValueError("mu_lambda must not be given with unit_free, which sets lambda's step")


@frozen
class MetaFrankWolfe(OraclePlayer):
    """Meta-Frank-Wolfe of Chen, Hassani and Karbasi 2018 (paper, Algorithm 1).

    It maximises utility alone: prices and budget do not enter.

    Parameters
    ----------
    K : int
        The number of oracles, at least 1.
    oracle : Oracle
        The online linear maximiser. The paper's citation has oracles that follow the regularised
        leader; `tuned` takes gradient ascent, whose bound is the same.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described, or gradient ascent without a step.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> player = osphg.MetaFrankWolfe.tuned(rounds)
    >>> player.K
    32
    >>> osphg.play(player, rounds)
    Run(MetaFrankWolfe, 1000 of 1000 rounds, per round: utility 0.9626, violation +3.7)
    """

    K: int = checked(checks.array_size)
    oracle: Oracle = checked(oracle_with_step)
    lambda1 = 0.0  # and it stays: there is no budget

    @classmethod
    def tuned(
        cls, rounds: Game, K: int | None = None, *, start: ArrayLike | None = None
    ) -> MetaFrankWolfe:
        """Return the player with gradient ascent of step R/(beta_f sqrt(T)).

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f.
        K : int, optional
            The number of oracles; ceil(sqrt(T)) unless given.
        start : array_like, optional
            The first choice of every oracle, (n,), a point of X; the origin unless given.

        Returns
        -------
        MetaFrankWolfe

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        R, beta_f = positive_constants(rounds, "R", "beta_f")
        if K is None:
            K = math.ceil(math.sqrt(rounds.T))
        step = R / (beta_f * math.sqrt(rounds.T))
        return cls(K, GradientAscent(step, start))

    def update(self, state: OracleState, feedback: Feedback) -> OracleState:
        """Return the state for the next round: oracle k is paid along grad f_t(x^(k))."""
        return state.pay_oracles(self.oracle, feedback.gradient(state.X[:-1]))

    def fused_steps(self) -> OracleSteps | None:
        """Return the steps for the compiled rounds; None for an oracle that they do not have.

        Returns
        -------
        OracleSteps or None
            The K weights, all 1, the oracles' step, and 0 for lambda. None for another oracle than
            `GradientAscent`: the game is then played in NumPy.
        """
        if type(self.oracle) is not GradientAscent:  # no subclass
            return None
        step = self.oracle.step
        assert step is not None  # as `oracle_with_step` has seen to
        # There is no budget, so that lambda stays 0.
        return OracleSteps(np.ones(self.K), step, dual_step=0.0, keep=0.0)

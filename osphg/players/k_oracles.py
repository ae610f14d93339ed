"""Players of K oracles: with queues, with the mean of past prices, and blind to the budget.

Oracle k = 1..K chooses a point v^(k) of X. The partial iterates x^(1) = 0 and x^(k+1) = x^(k) +
v^(k)/K lead to the decision x_t = x^(K+1), the mean of the choices. Once the round is known, oracle
k is told a direction, such as grad f_t(x^(k)), and chooses anew. f_t is the utility of round t, p_t
its prices, and lambda_t the multiplier, how much utility a unit of money costs; B_T/T, the
allowance, is the money for one round, and [z]_+ is max(z, 0).

`tuned` uses constants of the game (`osphg.rounds.Constants`): beta_f bounds the length of the
gradients of f_t, beta_g that of the p_t (a `Plan` is given it as beta_p), and beta is the larger of
both; G is the largest ``|<p_t, x> - B_T/T|``; T is the number of rounds, and W the window of the
benchmark: it keeps the budget in every W rounds.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import NamedTuple, Protocol, Self, Unpack

import numpy as np

from osphg import checks
from osphg.arithmetic import dot
from osphg.budgets import Amount, charge, in_each, of_each
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.matroids import PartitionMatroid
from osphg.players.base import Feedback, WarmStart, WarmStarted, require_assumption
from osphg.players.oracles import FollowThePerturbedLeader
from osphg.players.osphg import MetaFrankWolfe, OracleState, partial_iterates
from osphg.recording import RoundError
from osphg.rounds import Game, positive_constants, require_game

_GRADIENTS = 0x67726164  # keeps the stream of the estimates apart from an oracle's of equal seed


class PerStepDualsState(NamedTuple):
    """The state of `PerStepDuals` before a round."""

    X: FloatArray  # partial iterates x^(1)..x^(K+1), (K + 1, n)
    V: FloatArray  # oracle choices v^(1)..v^(K), (K, n)
    queues: FloatArray  # Q of each oracle, (K,), with several budgets (K, m)
    multiplier: Amount  # lambda_t, the mean of the queues; with several budgets (m,)
    domain: Domain
    allowance: Amount  # B_T/T

    @property
    def x(self) -> FloatArray:
        """The decision x_t, (n,)."""
        return np.asarray(self.X[-1])


@frozen
class PerStepDuals(WarmStarted):
    """K oracles, each with a virtual queue of its own (Sadeghi, Raut and Fazel 2020).

    Each oracle steps as `NeelyYu` does, with a queue of what its own choices have overspent: oracle
    k moves by (V grad f_t(x_t^(k)) - Q^(k) p_t)/(2 alpha) to its next choice v^(k), and
    Q^(k) becomes [Q^(k) + <p_t, v^(k)> - B_T/T]_+. lambda_t is the mean of the queues. With several
    budgets each oracle has a queue for each.

    Parameters
    ----------
    V : float
        The weight of the utility against the queue, above 0, in squared units of money per unit
        of f.
    alpha : float
        The weight of the squared distance that a choice moves, above 0, in squared units of money
        per squared unit of the decision.
    K : int
        The number of oracles, at least 1.
    start : array_like, optional
        The first choice of every oracle, (n,), a point of X; the origin unless given.
    lambda1 : float
        What each queue begins with, at least 0, in units of money.
    """

    keeps_allowance = True
    several_budgets = True
    V: float = checked(checks.positive_float)
    alpha: float = checked(checks.positive_float)
    K: int = checked(checks.array_size)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: int = 1,
        K: int | None = None,
        *,
        scripted: bool = False,
        **warm: Unpack[WarmStart],
    ) -> Self:
        """Return the player with V = sqrt(W T) and alpha = V sqrt(T).

        For independent prices W = 1 is enough, whatever window the benchmark has.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan`.
        W : int
            The window of the benchmark, in rounds, in 1..T-1.
        K : int, optional
            The number of oracles; ceil(sqrt(T/W)) unless given, and floor(sqrt(T)) if scripted.
        scripted : bool
            True: V = floor(T^0.4), alpha = T^1.1 and K = floor(sqrt(T)), as the authors' script
            for the joke and the crowdsourcing games has them, whatever W is.
        **warm
            `start`, the first choice of every oracle, (n,), the origin unless given; and `lambda1`,
            what each queue begins with, 0 unless given.

        Returns
        -------
        PerStepDuals

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        T = require_game("rounds", rounds).T
        W = checks.positive_int("W", W, maximum=T - 1)
        if checks.flag("scripted", scripted):
            V = float(int(T**0.4))  # the script rounds V and K down, and not alpha
            alpha = T**1.1
            usual_K = math.isqrt(T)
        else:
            V = math.sqrt(W * T)
            alpha = V * math.sqrt(T)
            usual_K = math.ceil(math.sqrt(T / W))
        if K is None:
            K = usual_K
        return cls(V=V, alpha=alpha, K=K, **warm)

    def init(self, game: Game) -> PerStepDualsState:
        """Return the state before round 1; ValueError if `start` is no point of X."""
        V = np.tile(self.first_decision(game), (self.K, 1))
        return PerStepDualsState(
            X=partial_iterates(V),
            V=V,
            queues=np.full((self.K, *np.shape(game.budget)), self.lambda1),
            multiplier=in_each(self.lambda1, game.budget),
            domain=game.domain,
            allowance=game.largest_allowance,  # that of every round
        )

    def update(self, state: PerStepDualsState, feedback: Feedback) -> PerStepDualsState:
        """Return the state for the next round: each oracle steps, then its queue.

        An oracle is charged its own queue times the price; the queue then grows by what its new
        choice costs beyond the allowance B_T/T.
        """
        price = feedback.price
        charges = state.queues[..., np.newaxis] * price  # (K, n); of each budget (K, m, n)
        if price.ndim == 2:
            charges = charges.sum(1)
        ascent = self.V * feedback.gradient(state.X[:-1]) - charges
        V = state.domain.project(state.V + ascent / (2 * self.alpha))
        costs = dot(V if price.ndim == 1 else V[:, np.newaxis], price)  # (K,), or (K, m)
        queues = np.maximum(state.queues + costs - state.allowance, 0.0)
        multiplier = queues.mean(0)
        return state._replace(X=partial_iterates(V), V=V, queues=queues, multiplier=multiplier)


class OLFWState(NamedTuple):
    """The state of `OLFW` before a round."""

    X: FloatArray  # partial iterates x^(1)..x^(K+1), (K + 1, n)
    V: FloatArray  # oracle choices v^(1)..v^(K), (K, n)
    mean_price: FloatArray  # p^_t, of all rounds before t, (n,), with several budgets (m, n)
    multiplier: Amount  # lambda_t; with several budgets (m,)
    domain: Domain
    allowance: Amount  # B_T/T

    @property
    def x(self) -> FloatArray:
        """The decision x_t, (n,)."""
        return np.asarray(self.X[-1])


@frozen
class OLFW(WarmStarted):
    """Online Lagrangian Frank-Wolfe (Raut, Sadeghi and Fazel 2021), a successor of OSPHG.

    For independent prices: p^_t is the mean of the prices before round t, which the method takes
    for the price to come. gamma_t = gamma/sqrt(t - 1) allows for its error. The constraint is then
    <p^_t, x> - B_T/T - gamma_t <= 0. K oracles climb its Lagrangian, by mu, along
    grad f_t(x^(k)) - lambda_t p^_t, and lambda_t = [<p^_t, x_t> - B_T/T - gamma_t]_+/(delta mu)
    minimises it. With several budgets each has its constraint and its multiplier.

    Parameters
    ----------
    mu : float
        The step of the oracles, above 0.
    delta : float
        The weight of the quadratic term in lambda, above 0.
    gamma : float
        The money that the mean price may be wrong by in round 2, at least 0; of each budget.
    K : int
        The number of oracles, at least 1.
    start : array_like, optional
        The first choice of every oracle, (n,), a point of X; the origin unless given.
    lambda1 : float
        0, as the player carries no multiplier along.
    """

    keeps_allowance = True
    several_budgets = True
    carries_multiplier = False
    mu: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    gamma: float = checked(checks.non_negative_float)
    K: int = checked(checks.array_size)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        K: int | None = None,
        *,
        failure: float | None = None,
        **warm: Unpack[WarmStart],
    ) -> Self:
        """Return the player with mu = 1/(K beta) and delta = beta^2, as its authors run it.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p.
        K : int, optional
            The number of oracles; ceil(sqrt(T)) unless given, which its authors round down.
        failure : float, optional
            A probability in (0, 1): gamma is then G sqrt(2 log(2 T/failure)), not 0. Except with
            this probability, for any one x, <p^_t, x> is within gamma_t of its mean in all rounds
            (Hoeffding).
        **warm
            `start`, the first choice of every oracle, (n,); the origin unless given.

        Returns
        -------
        OLFW

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        T = require_game("rounds", rounds).T
        K = math.ceil(math.sqrt(T)) if K is None else checks.positive_int("K", K)
        gamma = 0.0
        if failure is not None:
            failure = checks.between_0_and_1("failure", failure)
            (G,) = positive_constants(rounds, "G")
            gamma = G * math.sqrt(2 * math.log(2 * T / failure))
        (beta,) = positive_constants(rounds, "beta")
        return cls(mu=1 / (K * beta), delta=beta**2, gamma=gamma, K=K, **warm)

    def init(self, game: Game) -> OLFWState:
        """Return the state before round 1; ValueError if `start` is no point of X.

        X has the partial iterates x^(1)..x^(K+1), (K + 1, n), and V the choices of the oracles,
        (K, n). lambda_1 is 0, as this player computes lambda_t from each decision anew.
        """
        V = np.tile(self.first_decision(game), (self.K, 1))
        return OLFWState(
            X=partial_iterates(V),
            V=V,
            mean_price=np.zeros((*np.shape(game.budget), game.n)),
            multiplier=in_each(0.0, game.budget),
            domain=game.domain,
            allowance=game.largest_allowance,  # that of every round
        )

    def update(self, state: OLFWState, feedback: Feedback) -> OLFWState:
        """Return the state for the next round: the oracles step, then lambda minimises.

        lambda_{t+1} is 0 unless x_{t+1} would exceed the allowance at the mean price by more than
        gamma_{t+1}, the error that the mean of t prices may have.

        `state.V` has the choices v^(1)..v^(K), (K, n), and `state.X` the partial iterates
        x^(1)..x^(K+1), (K + 1, n), of which the last is x_t; `partial_iterates` makes X of V.
        `state.mean_price` is p^_t, and `state.multiplier` lambda_t.
        """
        gradients = feedback.gradient(state.X[:-1])  # at x^(1)..x^(K), (K, n)
        payoff = gradients - charge(state.multiplier, state.mean_price)
        V = state.domain.project(state.V + self.mu * payoff)
        X = partial_iterates(V)
        known_prices = feedback.t + 1  # as `feedback.t` counts from 0
        mean_price = state.mean_price + (feedback.price - state.mean_price) / known_prices
        error = self.gamma / math.sqrt(known_prices)
        excess = dot(mean_price, X[-1]) - state.allowance - error
        multiplier = of_each(lambda over: max(over, 0.0) / (self.delta * self.mu), excess)
        return state._replace(X=X, V=V, mean_price=mean_price, multiplier=multiplier)


class TunedLeaders(NamedTuple):
    """A number of oracles, and the perturbed leaders that they are."""

    K: int
    oracle: FollowThePerturbedLeader


def _tune_leaders(rounds: Game, K: int | None, seed: int, bound: float | None) -> TunedLeaders:
    """Return the number of oracles, and perturbed leaders as oracles, for a game.

    A leader maximises the sum of its payoffs so far plus noise, whose size is set by the rounds'
    number and by `bound`: no payoff has a larger l1 norm. For None `bound` is beta_f sqrt(n), which
    no gradient of f_t exceeds, and K is ceil(sqrt(T)).
    """
    if K is None:
        K = math.ceil(math.sqrt(require_game("rounds", rounds).T))
    if bound is None:
        (beta_f,) = positive_constants(rounds, "beta_f")
        bound = beta_f * math.sqrt(rounds.n)
    return TunedLeaders(
        K, FollowThePerturbedLeader.tuned(rounds.above_minimum.domain, rounds.T, bound, seed)
    )


@frozen
class GolovinKrauseStreeter(MetaFrankWolfe):
    """Online continuous greedy (Golovin, Krause and Streeter 2014), for set functions.

    K perturbed leaders (the paper's 1/delta) choose one independent set each. The decision is the
    mean of their indicator vectors, of which pipage rounding makes a set. Oracle k is told the
    gradient of the multilinear extension at x^(k), the sum of the first k - 1 choices over K.
    Against the best set the (1-1/e)-regret is of the order sqrt(T), besides an error that falls
    with K. Another domain than a matroid is a ValueError in `init` and `tuned`, unless `heuristic`:
    then it is Meta-Frank-Wolfe.

    Parameters
    ----------
    K : int
        The number of oracles, at least 1.
    oracle : Oracle
        The online linear maximiser; `tuned` takes perturbed leaders.
    heuristic : bool
        Whether another domain than a matroid is played.
    """

    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, K: int | None = None, *, seed: int, heuristic: bool = False
    ) -> Self:
        """Return the player with perturbed leaders whose noise has the size of Kalai and Vempala.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f.
        K : int, optional
            The number of oracles; ceil(sqrt(T)) unless given.
        seed : int
            What the leaders' noise is drawn from, at least 0.
        heuristic : bool
            Whether another domain than a matroid is played.

        Returns
        -------
        GolovinKrauseStreeter

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        leaders = _tune_leaders(rounds, K, seed, bound=None)
        player = cls(K=leaders.K, oracle=leaders.oracle, heuristic=heuristic)
        player.init(rounds)  # refuses a domain that is no matroid
        return player

    def init(self, game: Game) -> OracleState:
        """Return the state before round 1; ValueError for a domain that is no matroid."""
        is_matroid = isinstance(game.domain, PartitionMatroid)
        require_assumption(is_matroid, self, "a matroid as the domain", str(game.domain))
        return super().init(game)


class GradientEstimate(Protocol):
    """An unbiased stochastic gradient of f_t, written g~."""

    def __call__(
        self, feedback: Feedback, X: FloatArray, rng: np.random.Generator, /
    ) -> FloatArray:
        """Return g~ at each point of X, (K, n), drawn by `rng` for the round of `feedback`."""


@frozen
class GaussianNoise:
    """The gradient plus normal noise in each coordinate.

    Parameters
    ----------
    scale : float
        The standard deviation of the noise, at least 0, in units of f per unit of the decision.
    """

    scale: float = checked(checks.non_negative_float)

    def __call__(self, feedback: Feedback, X: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Return grad f_t plus noise at each point of X, (K, n)."""
        return np.asarray(feedback.gradient(X) + self.scale * rng.standard_normal(X.shape))


@frozen
class StochasticMetaFrankWolfe(MetaFrankWolfe):
    """Stochastic Meta-Frank-Wolfe (Chen, Harshaw, Hassani and Karbasi 2018, DR-submodular case).

    Gradients are seen with noise only, as an unbiased `estimate` g~. So oracle k is told an average
    of the estimates along the partial iterates, in which the noise falls:
    d^(k) = (1 - rho_k) d^(k-1) + rho_k g~(x^(k)) with rho_k = 2/(k + 3)^(2/3) and d^(0) = 0. With
    perturbed leaders, the paper's oracles, nothing is projected.

    Parameters
    ----------
    K : int
        The number of oracles, at least 1.
    oracle : Oracle
        The online linear maximiser; `tuned` takes perturbed leaders.
    estimate : GradientEstimate
        A function of a round, points (K, n) and a generator, which returns g~, (K, n).
    seed : int
        What the estimates are drawn from, at least 0.
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
        """Return the player with perturbed leaders whose noise has the size of Kalai and Vempala.

        A perturbed leader chooses the best point for the sum of its payoffs so far plus noise. The
        size of the noise is that for T payoffs whose l1 norm is at most `bound`.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f.
        K : int, optional
            The number of oracles; ceil(sqrt(T)) unless given.
        seed : int
            What estimates and leaders are drawn from, at least 0.
        estimate : GradientEstimate, optional
            A function of a round, points (K, n) and a generator, which returns g~, (K, n); unless
            given, the gradients with normal noise in each coordinate, of the standard deviation
            0.1 beta_f.
        bound : float, optional
            The largest `|g~|_1`. Unless given, it is beta_f sqrt(n) for a given `estimate`; for
            the normal noise it has 4 standard deviations of the noise more in each coordinate.

        Returns
        -------
        StochasticMetaFrankWolfe

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        if estimate is None:
            beta_f = require_game("rounds", rounds).beta_f
            estimate = GaussianNoise(0.1 * beta_f)
            if bound is None:
                # 4 standard deviations: all but one normal number in 15000 are within them.
                bound = math.sqrt(rounds.n) * (beta_f + 4 * estimate.scale)
        leaders = _tune_leaders(rounds, K, seed, bound)
        return cls(K=leaders.K, oracle=leaders.oracle, estimate=estimate, seed=seed)

    @cached_property
    def averaging(self) -> FloatArray:
        """The matrix that takes g~(x^(1))..g~(x^(K)) to d^(1)..d^(K), (K, K)."""
        rhos = 2 / (np.arange(1, self.K + 1) + 3.0) ** (2 / 3)
        rows = np.zeros((self.K, self.K))
        row = np.zeros(self.K)  # the weights of g~(x^(1))..g~(x^(K)) in d^(k), for d^(0)
        for k, rho in enumerate(rhos):
            row = (1 - rho) * row
            row[k] = rho
            rows[k] = row
        return rows

    def update(self, state: OracleState, feedback: Feedback) -> OracleState:
        """Return the state for the next round: oracle k is paid along the average d^(k).

        RoundError for an estimate that is not finite or has another shape than the choices.
        """
        # Each round has a stream of its own: the state is a value and holds no generator.
        stream = np.random.SeedSequence(self.seed, spawn_key=(_GRADIENTS, feedback.t))
        estimates = self.estimate(feedback, state.X[:-1], np.random.default_rng(stream))
        if estimates.shape != state.V.shape or not np.isfinite(estimates).all():
            wanted = f"finite numbers of shape {state.V.shape}, got shape {estimates.shape}"
            raise RoundError(f"round {feedback.t + 1}: estimate must return {wanted}")
        return state.pay_oracles(self.oracle, self.averaging @ estimates)

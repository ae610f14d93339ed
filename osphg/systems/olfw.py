"""OLFW, online Lagrangian Frank-Wolfe for stochastic budgets (Raut, Sadeghi and Fazel 2021)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from osphg.core import validate
from osphg.core.domains import Domain
from osphg.core.fields import checked, frozen
from osphg.core.game import Game, require_game, scales
from osphg.core.players.base import Feedback, partial_iterates
from osphg.core.validate import FloatArray


class OLFWState(NamedTuple):
    """The state of OLFW before a round."""

    X: FloatArray  # partial iterates x^(1)..x^(K+1), (K + 1, n)
    V: FloatArray  # oracle choices v^(1)..v^(K), (K, n)
    p_hat: FloatArray  # mean of the prices so far, (n,); zeros before the first
    multiplier: float  # lambda_t
    allowance: float  # B_T/T
    domain: Domain


@frozen
class OLFW:
    """Online Lagrangian Frank-Wolfe (Raut, Sadeghi and Fazel 2021), a successor of OSPHG.

    Prices are independent draws from one distribution. K oracles climb the Lagrangian of the
    optimistic constraint <p^_t, x> - B_T/T - gamma_t with the mean p^_t of the prices of the rounds
    before t, and the multiplier is the exact minimiser of that Lagrangian at x_t:
    lambda_t = [<p^_t, x_t> - B_T/T - gamma_t]_+ / (delta mu). Here gamma_t = gamma / sqrt(t - 1),
    the width of Hoeffding's confidence interval; lambda_1 = 0, as no price is known.

    Parameters
    ----------
    mu : float
        Step size of the oracles; above 0.
    delta : float
        Weight of the quadratic term in lambda; above 0.
    gamma : float
        Width of the confidence interval after one price, in budget units; at least 0.
    K : int
        Number of oracles.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=500)
    >>> player = osphg.OLFW.tuned(rounds)
    >>> osphg.play(player, rounds)
    Run(OLFW, 500 of 500 rounds, per round: utility 0.6342, violation +0.4758)
    """

    mu: float = checked(validate.positive_float)
    delta: float = checked(validate.positive_float)
    gamma: float = checked(validate.non_negative_float)
    K: int = checked(validate.size)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        K: int | None = None,
        *,
        gamma: float | None = None,
        failure: float = 0.05,
    ) -> OLFW:
        """Return it with mu = 1/(K beta), delta = beta^2, and K = ceil(sqrt(T)) unless given.

        gamma, unless given, is sum_i u_i w_i sqrt(log(2 n T / failure) / 2) with the bounds u of X
        and the width w_i of the interval that p_ti keeps to: by Hoeffding's inequality <p^_t, x> is
        within gamma_t of its mean for all x in X and all rounds, except with probability `failure`.
        The source leaves the constant to the analysis; this one is this package's.

        Raises
        ------
        TypeError, ValueError
            For a `failure` outside (0, 1), and as the constructor.
        """
        T = require_game("rounds", rounds).T
        K = math.ceil(math.sqrt(T)) if K is None else validate.positive_int("K", K)
        failure = validate.positive_float("failure", failure)
        if failure >= 1:
            raise ValueError(f"failure must be below 1, got {failure}")
        if gamma is None:
            least = np.min([block.prices.min(0) for block in rounds.blocks()], axis=0)
            most = np.max([block.prices.max(0) for block in rounds.blocks()], axis=0)
            reach = np.maximum(np.abs(rounds.domain.lower), np.abs(rounds.domain.upper))
            times = math.sqrt(math.log(2 * rounds.n * rounds.T / failure) / 2)
            gamma = float(reach @ (most - least)) * times
        (beta,) = scales(rounds, "beta")
        return cls(mu=1 / (K * beta), delta=beta**2, gamma=gamma, K=K)

    def init(self, game: Game) -> OLFWState:
        """Return the state before round 1: all oracles at the origin, and lambda_1 = 0."""
        V, n = np.zeros((self.K, game.n)), game.n
        return OLFWState(partial_iterates(V), V, np.zeros(n), 0.0, game.allowance, game.domain)

    def decide(self, state: OLFWState) -> FloatArray:
        """Return x_t = x_t^(K+1)."""
        return np.asarray(state.X[-1])

    def update(self, state: OLFWState, feedback: Feedback) -> OLFWState:
        """Step the oracles with the estimate of this round, then learn its price."""
        payoff = feedback.gradient(state.X[:-1]) - state.multiplier * state.p_hat
        V = state.domain.project(state.V + self.mu * payoff)
        X = partial_iterates(V)
        seen = feedback.t + 1
        p_hat = state.p_hat + (feedback.price - state.p_hat) / seen
        excess = float(p_hat @ X[-1]) - state.allowance - self.gamma / math.sqrt(seen)
        multiplier = max(excess, 0.0) / (self.delta * self.mu)
        return OLFWState(X, V, p_hat, multiplier, state.allowance, state.domain)

    def multiplier(self, state: OLFWState) -> float:
        """Return lambda_t."""
        return state.multiplier

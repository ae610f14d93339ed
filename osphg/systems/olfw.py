"""OLFW, online Lagrangian Frank-Wolfe for stochastic budgets (Raut, Sadeghi and Fazel 2021)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.players import Feedback, partial_iterates
from osphg.rounds import Game, require_game, scales


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
    lambda_t = [<p^_t, x_t> - B_T/T - gamma_t]_+ / (delta mu). Here gamma_t = gamma / sqrt(t - 1);
    lambda_1 = 0, as no price is known.

    The steps and their order are read off the authors' published script, and so is gamma = 0: the
    line with the margin of the theory is commented out there. Recalled, not read: that the regret
    is claimed to be of order T^(1/2) and the violation T^(3/4).

    Parameters
    ----------
    mu : float
        Step size of the oracles; above 0.
    delta : float
        Weight of the quadratic term in lambda; above 0.
    gamma : float
        The margin after one price, in budget units; at least 0.
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
        `failure` (Hoeffding's inequality, with room to spare).

        Parameters
        ----------
        K : int, optional
            Number of oracles, if not that.
        gamma : float, optional
            The margin itself; not together with `failure`.
        failure : float, optional
            In (0, 1).

        Raises
        ------
        TypeError, ValueError
            For a `failure` outside (0, 1) or beside a gamma, and as the constructor.
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

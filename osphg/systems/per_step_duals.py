"""A queue for every oracle: the single recipe of Sadeghi, Raut and Fazel 2020."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.players import Feedback, partial_iterates
from osphg.rounds import Game, require_game


class QueuesState(NamedTuple):
    """The state of the method before a round."""

    X: FloatArray  # partial iterates x^(1)..x^(K+1), (K + 1, n)
    choices: FloatArray  # v^(1)..v^(K), (K, n)
    Q: FloatArray  # Q^(1)..Q^(K), the queues of the oracles, (K,)
    allowance: float  # B_T/T
    domain: Domain


@frozen
class PerStepDuals:
    """K oracles, each with a virtual queue of its own (Sadeghi, Raut and Fazel 2020).

    Oracle k is the queue method of Neely and Yu 2017 on its own linear rewards
    <grad f_t(x_t^(k)), v> and the constraint at its own choice, <p_t, v_t^(k)> <= B_T/T. The
    decision is the mean of the choices, so its violation is the mean of theirs. Made for monotone
    DR-submodular utilities, with adversarial or independent prices. Its feedback needs no weights:
    every oracle keeps the budget alone.

    Parameters
    ----------
    V : float
        Weight of the utility against the queues; above 0.
    alpha : float
        Weight of the proximal term; above 0.
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
    >>> player = osphg.PerStepDuals.tuned(rounds, W=20)
    >>> osphg.play(player, rounds)
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

        Raises
        ------
        TypeError, ValueError
            For a W that is not an integer in 1..T, a V outside [W, T), and as the constructor.
        """
        T = require_game("rounds", rounds).T
        W = checks.positive_int("W", W, maximum=T)
        V = checks.positive_float("V", math.sqrt(W * T) if V is None else V)
        if not W <= V < T:
            raise ValueError(f"V must be in [W, T) = [{W}, {T}), got {V:.6g}")
        K = math.ceil(math.sqrt(T / W)) if K is None else K
        return cls(V=V, alpha=V * math.sqrt(T), K=K)

    def init(self, game: Game) -> QueuesState:
        """Return the state before round 1: all oracles at the origin, all queues empty."""
        choices = np.zeros((self.K, game.n))
        X = partial_iterates(choices)
        return QueuesState(X, choices, np.zeros(self.K), game.allowance, game.domain)

    def decide(self, state: QueuesState) -> FloatArray:
        """Return x_t = x_t^(K+1)."""
        return np.asarray(state.X[-1])

    def update(self, state: QueuesState, feedback: Feedback) -> QueuesState:
        """Step each oracle against its own queue, and the queue by its own new choice."""
        G = feedback.gradient(state.X[:-1])
        ascent = self.V * G - state.Q[:, np.newaxis] * feedback.price
        choices = state.domain.project(state.choices + ascent / (2 * self.alpha))
        Q = np.maximum(state.Q + choices @ feedback.price - state.allowance, 0.0)
        return QueuesState(partial_iterates(choices), choices, Q, state.allowance, state.domain)

    def multiplier(self, state: QueuesState) -> float:
        """Return the mean of the K queues Q_t^(k)."""
        return float(state.Q.mean())

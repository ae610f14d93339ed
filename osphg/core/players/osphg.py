"""The Online Saddle Point Hybrid Gradient algorithm (paper, Algorithm 2)."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np

from osphg.core import validate
from osphg.core.fields import checked, fitted, frozen
from osphg.core.fusing import Steps, exactly
from osphg.core.game import Game, require_game, scales
from osphg.core.multiplier import Multiplier, require_long
from osphg.core.oracles.base import Oracle, require_oracle
from osphg.core.oracles.gradient import GradientAscent
from osphg.core.players.base import Feedback, State, partial_iterates
from osphg.core.validate import FloatArray


def oracle_or_ascent(player: Any, name: str, value: Oracle | None) -> Oracle:
    """Return the oracle given, or else gradient ascent with the player's step mu."""
    return GradientAscent(player.mu) if value is None else require_oracle(name, value)


@frozen
class OSPHG:
    """Online Saddle Point Hybrid Gradient (paper, Algorithm 2).

    K oracles climb the Lagrangian L_t(x, lambda) = f_t(x) - lambda g_t(x) + (delta mu/2) lambda^2
    at the partial iterates; lambda descends it at x_t.

    Parameters
    ----------
    mu : float
        Step size of the oracles and of lambda; above 0.
    delta : float
        Weight of the quadratic term in lambda; above 0, with delta mu^2 <= 1 (so that the factor
        1 - delta mu^2 of lambda_t is not negative, which Lemma 4.1 needs).
    K : int
        Number of oracles.
    weighted : bool
        False: the published feedback grad f_t(x^(k)) - lambda_t p_t. True: the repaired one,
        (1 - 1/K)^(K-k) grad f_t(x^(k)) - lambda_t p_t, for which the (1 - 1/e)-regret bound holds.
    oracle : Oracle, optional
        The online linear maximiser; gradient ascent from the origin with step mu when not given.
    lambda1 : float
        lambda_1 >= 0; the paper's 0 unless asked otherwise.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.

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

    mu: float = checked(validate.positive_float)
    delta: float = checked(validate.positive_float)
    K: int = checked(validate.size)
    weighted: bool = checked(validate.flag, default=False)
    oracle: Oracle = fitted(oracle_or_ascent, default=None)
    lambda1: float = checked(validate.non_negative_float, default=0.0)

    def __attrs_post_init__(self) -> None:
        """Refuse a delta mu^2 above 1."""
        _ = self.dual

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
        theorems hold with R = beta = 1 there; they ask for W T >= 16.

        Raises
        ------
        TypeError, ValueError
            For a W that is not an integer in 1..T, a mu or delta together with `unit_free`, a game
            without utility or prices, and as the constructor.
        """
        W = validate.positive_int("W", W, maximum=require_game("rounds", rounds).T)
        K = math.ceil(math.sqrt(rounds.T / W)) if K is None else K
        if validate.flag("unit_free", unit_free):
            if mu is not None or delta is not None:
                raise ValueError("mu and delta must not be given with unit_free, which sets them")
            R, beta_f, beta_g = scales(rounds, "R", "beta_f", "beta_g")
            root = math.sqrt(W * rounds.T)
            require_long(W, rounds.T, None)
            return cls(
                mu=beta_f / (beta_g**2 * R * root),
                delta=(2 * beta_g**2 * R / beta_f) ** 2,
                K=K,
                weighted=weighted,
                oracle=GradientAscent(R / (beta_f * root)),
            )
        if mu is None or delta is None:
            R, beta = scales(rounds, "R", "beta")
        if mu is None and delta is None:
            require_long(W, rounds.T, R)
        return cls(
            mu=R / (beta * math.sqrt(W * rounds.T)) if mu is None else mu,
            delta=4 * beta**2 if delta is None else delta,
            K=K,
            weighted=weighted,
        )

    @cached_property
    def dual(self) -> Multiplier:
        """The step of lambda, which keeps the factor 1 - delta mu^2 of it."""
        return Multiplier.damped("mu", self.mu, self.delta)

    @property
    def weights(self) -> FloatArray:
        """The factor of grad f_t(x^(k)) in the feedback to oracle k = 1..K, (K,)."""
        if not self.weighted:
            return np.ones(self.K)
        return np.asarray((1 - 1 / self.K) ** np.arange(self.K - 1, -1, -1, dtype=np.float64))

    @cached_property
    def _column(self) -> FloatArray:
        return self.weights[:, np.newaxis]

    def init(self, game: Game) -> State:
        """Return the state before round 1: the oracles' first choices, and lambda_1."""
        V, memory = self.oracle.init(game.domain, self.K)
        return State(partial_iterates(V), V, memory, self.lambda1, game.domain)

    def decide(self, state: State) -> FloatArray:
        """Return x_t = x_t^(K+1)."""
        return np.asarray(state.X[-1])

    def update(self, state: State, feedback: Feedback) -> State:
        """Feed each oracle its payoff direction and step lambda (Algorithm 2, second loop)."""
        learned = self.learn(state, feedback, state.multiplier * feedback.price)
        multiplier = self.dual.after(state.multiplier, feedback.violation)
        return learned._replace(multiplier=multiplier)

    def learn(self, state: State, feedback: Feedback, priced: FloatArray) -> State:
        """Feed each oracle its payoff direction, with lambda_t p_t = `priced`; lambda stays."""
        G = feedback.gradient(state.X[:-1])
        if self.weighted:
            G = self._column * G
        return state.fed(self.oracle, G - priced)

    def multiplier(self, state: State) -> float:
        """Return lambda_t."""
        return state.multiplier

    def fused_steps(self) -> Steps | None:
        """Return what the compiled loop needs; None for a subclass, or another oracle."""
        if not (exactly(self, OSPHG) and exactly(self.oracle, GradientAscent)):
            return None
        return Steps(self.weights, self.oracle.step, self.dual.step, self.dual.keep)

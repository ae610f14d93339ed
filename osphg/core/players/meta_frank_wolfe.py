"""Meta-Frank-Wolfe: online DR-submodular maximisation without a budget (paper, Algorithm 1)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from osphg.core import validate
from osphg.core.domains import Domain
from osphg.core.game import Game
from osphg.core.oracles.base import Oracle, require_oracle
from osphg.core.oracles.gradient import GradientAscent
from osphg.core.players.base import Feedback, partial_iterates
from osphg.core.validate import FloatArray


class State(NamedTuple):
    """The state of Meta-Frank-Wolfe before a round."""

    X: FloatArray  # partial iterates x(1)..x(K+1), (K + 1, n)
    V: FloatArray  # oracle choices v(1)..v(K), (K, n)
    memory: Any  # what the oracles keep
    domain: Domain


@dataclass(frozen=True, eq=False)
class MetaFrankWolfe:
    """Meta-Frank-Wolfe of Chen, Hassani and Karbasi 2018 (paper, Algorithm 1).

    It maximises utility alone: prices and budget do not enter.

    Parameters
    ----------
    K : int
        Number of oracles.
    oracle : Oracle
        The online linear maximiser, for example `GradientAscent(step)`.

    Raises
    ------
    TypeError, ValueError
        For a K that is not a positive integer, or an oracle without init and update.
    """

    K: int
    oracle: Oracle

    def __post_init__(self) -> None:
        object.__setattr__(self, "K", validate.positive_int("K", self.K))
        require_oracle(self.oracle)

    @classmethod
    def tuned(cls, rounds: Game, K: int | None = None) -> MetaFrankWolfe:
        """Return it with gradient ascent of step R/(beta_f sqrt(T)), and K = ceil(sqrt(T))."""
        if K is None:
            K = math.ceil(math.sqrt(rounds.T))
        return cls(K, GradientAscent(rounds.R / (rounds.beta_f * math.sqrt(rounds.T))))

    def init(self, game: Game) -> State:
        """Return the state before round 1: the oracles' first choices."""
        V, memory = self.oracle.init(game.domain, self.K)
        return State(partial_iterates(V), V, memory, game.domain)

    def decide(self, state: State) -> FloatArray:
        """Return x_t = x_t(K+1)."""
        return np.asarray(state.X[-1])

    def update(self, state: State, feedback: Feedback) -> State:
        """Feed each oracle the gradient at its partial iterate."""
        payoff = feedback.gradient(state.X[:-1])
        V, memory = self.oracle.update(state.domain, state.V, state.memory, payoff)
        return State(partial_iterates(V), V, memory, state.domain)

    def multiplier(self, state: State) -> float:
        """Return 0: there is no budget, hence no multiplier."""
        return 0.0

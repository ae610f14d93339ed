"""Meta-Frank-Wolfe: online DR-submodular maximisation without a budget (paper, Algorithm 1)."""

from __future__ import annotations

import math

import numpy as np

from osphg.core import validate
from osphg.core.fields import checked, frozen
from osphg.core.fusing import Steps, exactly
from osphg.core.game import Game, scales
from osphg.core.oracles.base import Oracle, require_oracle
from osphg.core.oracles.gradient import GradientAscent
from osphg.core.players.base import Feedback, State, partial_iterates
from osphg.core.validate import FloatArray


@frozen
class MetaFrankWolfe:
    """Meta-Frank-Wolfe of Chen, Hassani and Karbasi 2018 (paper, Algorithm 1).

    It maximises utility alone: prices and budget do not enter. The paper's citation has oracles
    that follow the regularised leader, `osphg.systems.oracles.RFTL`; `tuned` takes gradient ascent,
    whose bound is the same.

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

    K: int = checked(validate.size)
    oracle: Oracle = checked(require_oracle)

    @classmethod
    def tuned(cls, rounds: Game, K: int | None = None) -> MetaFrankWolfe:
        """Return it with gradient ascent of step R/(beta_f sqrt(T)), and K = ceil(sqrt(T)).

        Raises
        ------
        TypeError, ValueError
            For what are no rounds, an R or beta_f that is 0 or outside [1e-70, 1e70], and as the
            constructor.
        """
        R, beta_f = scales(rounds, "R", "beta_f")
        if K is None:
            K = math.ceil(math.sqrt(rounds.T))
        return cls(K, GradientAscent(R / (beta_f * math.sqrt(rounds.T))))

    def init(self, game: Game) -> State:
        """Return the state before round 1: the oracles' first choices."""
        V, memory = self.oracle.init(game.domain, self.K)
        return State(partial_iterates(V), V, memory, 0.0, game.domain)

    def decide(self, state: State) -> FloatArray:
        """Return x_t = x_t(K+1)."""
        return np.asarray(state.X[-1])

    def update(self, state: State, feedback: Feedback) -> State:
        """Feed each oracle the gradient at its partial iterate."""
        return state.fed(self.oracle, feedback.gradient(state.X[:-1]))

    def multiplier(self, state: State) -> float:
        """Return 0: there is no budget, hence no multiplier."""
        return 0.0

    def fused_steps(self) -> Steps | None:
        """Return what the compiled loop needs; None for a subclass, or another oracle."""
        if not (exactly(self, MetaFrankWolfe) and exactly(self.oracle, GradientAscent)):
            return None
        return Steps(np.ones(self.K), self.oracle.step, 0.0, 0.0)  # no budget: lambda stays 0

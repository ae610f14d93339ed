"""Online continuous greedy on a matroid, with rounding (Golovin, Krause and Streeter 2014)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.games.matroids import PartitionMatroid
from osphg.oracles.base import Oracle, require_oracle
from osphg.players import Feedback, State, partial_iterates
from osphg.rounds import Game, scales
from osphg.systems.oracles.perturbed import FollowThePerturbedLeader
from osphg.systems.requirements import require


def _matroid(name: str, value: Any) -> PartitionMatroid | None:
    if not isinstance(value, PartitionMatroid | None):
        raise TypeError(f"{name} must be a PartitionMatroid, got {checks.shown(value)}")
    return value


@frozen
class GolovinKrauseStreeter:
    """Online continuous greedy (Golovin, Krause and Streeter 2014), for set functions.

    K follow-the-perturbed-leader oracles choose one independent set each; the decision is the mean
    of their indicators, a point of the matroid polytope, and `round` makes a set of it. Oracle k is
    told the gradient of the multilinear extension at the mean of the first k - 1 choices, over K.
    Against the best fixed set the (1 - 1/e)-regret is of order sqrt(T), up to what K leaves. Prices
    and budget do not enter: it is blind to the budget.

    Parameters
    ----------
    K : int
        Number of oracles, the paper's 1/delta.
    oracle : Oracle
        The online linear maximiser; the paper's follows the perturbed leader.
    matroid : PartitionMatroid, optional
        The matroid of the game; without one only a heuristic plays, and nothing can be rounded.
    heuristic : bool
        True: play on any decision set, where the scheme is that of Meta-Frank-Wolfe.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; in `init`, for a game on another decision set
        than the matroid's polytope, unless `heuristic`.

    Examples
    --------
    >>> import osphg
    >>> import numpy as np
    >>> from osphg.games.matroids import coverage_game
    >>> rounds = coverage_game(T=40, seed=0)
    >>> player = osphg.GolovinKrauseStreeter.tuned(rounds, seed=0)
    >>> run = osphg.play(player, rounds)
    >>> int(player.round(run.decisions[-1], np.random.default_rng(0)).sum())
    3
    """

    K: int = checked(checks.size)
    oracle: Oracle = checked(require_oracle)
    matroid: PartitionMatroid | None = checked(_matroid, default=None)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls, rounds: Game, K: int | None = None, *, seed: int, heuristic: bool = False
    ) -> GolovinKrauseStreeter:
        """Return it with perturbed leaders of the Kalai-Vempala size, and K = ceil(sqrt(T)).

        A payoff's sum of absolute values is bounded by beta_f sqrt(n). This K makes the
        discretisation, L R^2 T/(2 K), of the same order sqrt(T) as the oracles' regret.

        Raises
        ------
        TypeError, ValueError
            For a game whose domain is no PartitionMatroid, unless `heuristic`, and as the
            constructor and `FollowThePerturbedLeader.tuned`.
        """
        (beta_f,) = scales(rounds, "beta_f")
        bound = beta_f * math.sqrt(rounds.n)
        oracle = FollowThePerturbedLeader.tuned(rounds.domain, rounds.T, bound, seed)
        matroid = rounds.domain if isinstance(rounds.domain, PartitionMatroid) else None
        player = cls(math.ceil(math.sqrt(rounds.T)) if K is None else K, oracle, matroid, heuristic)
        player._require_matroid(rounds)
        return player

    def init(self, game: Game) -> State:
        """Return the state before round 1: the oracles' first choices."""
        self._require_matroid(game)
        V, memory = self.oracle.init(game.domain, self.K)
        return State(partial_iterates(V), V, memory, 0.0, game.domain)

    def decide(self, state: State) -> FloatArray:
        """Return x_t, the mean of the oracles' sets."""
        return np.asarray(state.X[-1])

    def update(self, state: State, feedback: Feedback) -> State:
        """Feed each oracle the gradient at its partial mean."""
        return state.fed(self.oracle, feedback.gradient(state.X[:-1]))

    def multiplier(self, state: State) -> float:
        """Return 0: there is no budget, hence no multiplier."""
        return 0.0

    def round(self, decision: ArrayLike, rng: np.random.Generator) -> NDArray[np.bool_]:
        """Return a random independent set with E[1_S] = x_t and E[f_t(S)] >= F_t(x_t), (n,).

        Raises
        ------
        ValueError
            Without a matroid, or for a decision outside its polytope.
        """
        if self.matroid is None:
            raise ValueError("matroid must be given for a decision to be rounded, got None")
        return self.matroid.round(decision, rng)

    def _require_matroid(self, game: Game) -> None:
        if not isinstance(game.domain, PartitionMatroid):
            require(False, self, "a matroid as the domain", str(game.domain))
        elif self.matroid != game.domain:
            require(False, self, f"a game on its own matroid, {self.matroid}", str(game.domain))

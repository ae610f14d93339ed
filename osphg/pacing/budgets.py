"""Several budgets: a player that was written for one plays with a multiplier for each."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from osphg.checks import FloatArray
from osphg.players.base import Feedback
from osphg.rounds import Game


class BudgetsState(NamedTuple):
    """The state of `WithSeveralBudgets` before a round."""

    inner: Any  # the state of the player of one budget; its own multiplier is not used, and stays
    multipliers: FloatArray  # lambda_t, (m,)


class WithSeveralBudgets(NamedTuple):
    """A player that was written for one budget, and here plays a game with m of them.

    A round has prices P_t (m, n), a row for each budget, and the multiplier lambda_t has m
    components. The oracles of the player are paid along grad f_t - P_t' lambda_t, in place of
    grad f_t - lambda_t p_t. Each component of lambda_t steps as the player's one multiplier does,
    by the violation of its own budget.

    Parameters
    ----------
    inner : Player
        The player of one budget: `osphg.OSPHG`, or another with `update_oracles` and `steps`.
    m : int
        The number of budgets.
    """

    inner: Any
    m: int

    def init(self, game: Game) -> BudgetsState:
        """Return the state before round 1: all budgets have the player's first multiplier."""
        inner_state = self.inner.init(game)
        first_multiplier = self.inner.multiplier(inner_state)
        return BudgetsState(inner_state, np.full(self.m, first_multiplier))

    def decide(self, state: BudgetsState) -> FloatArray:
        """Return the player's decision, (n,)."""
        return np.asarray(self.inner.decide(state.inner))

    def update(self, state: BudgetsState, feedback: Feedback) -> BudgetsState:
        """Return the state after a round, whose price is (m, n) and whose violation is (m,).

        The oracles are charged at the multipliers of this round, not at those of the next.
        """
        charge = (state.multipliers[:, np.newaxis] * feedback.price).sum(0)  # P_t' lambda_t, (n,)
        next_multiplier = self.inner.steps.next_multiplier
        violations: Any = feedback.violation  # g_t(x_t), (m,)
        budgets = zip(state.multipliers, violations, strict=True)
        multipliers = np.array([next_multiplier(lambda_t, g_t) for lambda_t, g_t in budgets])
        inner_state = self.inner.update_oracles(state.inner, feedback, charge)
        return BudgetsState(inner_state, multipliers)

    def multiplier(self, state: BudgetsState) -> FloatArray:
        """Return lambda_t, (m,)."""
        return state.multipliers

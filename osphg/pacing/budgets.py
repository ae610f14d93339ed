"""Several budgets: a player that was written for one plays with a multiplier for each."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from osphg.checks import FloatArray
from osphg.players.base import Feedback
from osphg.rounds import Game


class BudgetsState(NamedTuple):
    """The state of `WithSeveralBudgets` before a round."""

    inner: Any  # the player's own, whose multiplier stays lambda_1
    multipliers: FloatArray  # lambda_t, (m,)


class WithSeveralBudgets(NamedTuple):
    """A player of one budget with m of them: prices P_t (m, n) in place of p_t, lambda_t in R^m.

    Its oracles are paid along grad f_t - P_t' lambda_t; each component of lambda_t steps by its own
    budget.
    """

    inner: Any  # the player
    m: int  # the number of budgets

    def init(self, game: Game) -> BudgetsState:
        """Return the state before round 1: all budgets have the player's first multiplier."""
        state = self.inner.init(game)
        return BudgetsState(state, np.full(self.m, self.inner.multiplier(state)))

    def decide(self, state: BudgetsState) -> FloatArray:
        """Return the player's decision, (n,)."""
        return np.asarray(self.inner.decide(state.inner))

    def update(self, state: BudgetsState, feedback: Feedback) -> BudgetsState:
        """Return the state after a round, whose price is (m, n) and whose violation (m,)."""
        charge = (state.multipliers[:, np.newaxis] * feedback.price).sum(0)
        violations: Any = feedback.violation
        budgets = zip(state.multipliers, violations, strict=True)
        next_multiplier = self.inner.steps.next_multiplier
        multipliers = np.array([next_multiplier(lambda_t, g_t) for lambda_t, g_t in budgets])
        inner = self.inner.update_oracles(state.inner, feedback, charge)
        return BudgetsState(inner, multipliers)

    def multiplier(self, state: BudgetsState) -> FloatArray:
        """Return lambda_t, (m,)."""
        return state.multipliers

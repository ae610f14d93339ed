"""One decision and one multiplier: the base of most systems, what they need, and its settings.

A cited system is a setting of `SaddleMethod`. All begin at x_1 = 0 and lambda_1 = 0 unless they say
otherwise, or are given `start` (n,) and `lambda1`, keywords of each `tuned` and constructor
(`osphg.players.WarmStarted`). They have the methods of `osphg.players.Player`, and share these
words:

- `tuned(rounds, ...)` sets the steps of the system's own theorem, from the constants R, beta_f,
  beta_g, beta = max(beta_f, beta_g), F, G and T of the rounds, and from the benchmark's window W.
  ValueError for a constant that no step can be tuned by: 0, or outside [1e-70, 1e70]. The row of a
  system in `osphg.tournament.catalogue` has these steps as formulas, whose they are, what was only
  recalled, and the rates that are claimed.
- eta, mu, alpha: step sizes, of x in squared units of the decision per unit of f, of lambda in
  units of f per squared unit of money; one number for both depends on the units.
- delta: L_t(x, lambda) = -f_t(x) + lambda g_t(x) - (delta step/2) lambda^2; delta step^2 <= 1.
- V, and alpha beside it: weights of the utility against a queue, and of |x - x_t|^2. K: oracles.
- ascent: the direction h_t that is climbed, `PlainGradient()` or `BoostedGradient()`; s is a bound
  of its length, beta_f or (1-1/e) beta_f. nodes: its gradients in a round. seed: all that is drawn.
- heuristic: True plays a game outside the theorem, for which nothing is proven. Without it a method
  for one fixed constraint refuses prices that vary (ValueError, in `init`).
- A parameter of another type or outside its range is a TypeError or a ValueError.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias, Unpack

import numpy as np

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import FloatArray, checked, frozen
from osphg.compiled.answers import LineSteps
from osphg.compiled.steps import stepped
from osphg.domains import Domain
from osphg.players.ascent import Ascent, BoostedGradient, PlainGradient, require_ascent
from osphg.players.base import Feedback, Warm, WarmStarted, require_fixed_prices
from osphg.rounds import Game, positive_constants

# The base.


class SaddleState(NamedTuple):
    """The state of a player with one decision and one multiplier, before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: float  # lambda_t
    domain: Domain
    memory: Any = None  # what else the player keeps

    @property
    def V(self) -> FloatArray:
        """x_t as what one oracle chooses, (1, n)."""
        return self.x[np.newaxis]

    def moved(self, V: FloatArray, multiplier: float) -> SaddleState:
        return self._replace(x=V[0], multiplier=multiplier)


@frozen
class OneDecision(WarmStarted):
    """A player of one decision and at most one multiplier.

    Where it `keeps_allowance`, in its memory's first place, it cannot go on with another B_T/T.
    """

    keeps_allowance: ClassVar[bool] = False

    @classmethod
    def tuned(cls, rounds: Game, **warm: Unpack[Warm]) -> Self:
        """Return it with the steps of its theorem; `osphg.tournament` has the formulas."""
        raise NotImplementedError

    def init(self, game: Game) -> SaddleState:
        if hasattr(self, "heuristic"):  # made for one fixed constraint
            require_fixed_prices(self, game)
        return SaddleState(self.first(game), self.lambda1, game.domain)


@frozen
class Climbing(OneDecision):
    """A player that climbs `ascent`, boosted unless given; s bounds its length."""

    ascent: Ascent = checked(require_ascent, default=BoostedGradient(), kw_only=True)


Signal: TypeAlias = tuple[FloatArray, FloatArray, float]  # h_t(x_t) and p_t, (n,), and g_t(x_t)


class Steps(NamedTuple):
    """How a round steps: x by `primal`, lambda by `dual`."""

    primal: float
    dual: float
    keep: float = 1.0  # what is left of lambda_t
    weight: float = 1.0  # of the utility against the price
    margin: float = 0.0  # what is kept back of the budget of a round
    cap: float = math.inf  # the largest multiplier

    def after(self, multiplier: float, violation: float) -> float:
        """Return lambda_{t+1} after lambda_t."""
        return min(stepped(multiplier, violation + self.margin, self.keep, self.dual), self.cap)


class SaddleMethod(OneDecision):
    """Steps up and down a Lagrangian: one projection and one multiplier per round.

    x_{t+1} = P(x_t + primal (weight h_t(x_t) - lambda_t p_t)), and
    lambda_{t+1} = min([keep lambda_t + dual (g_t(x_t) + margin)]_+, cap).
    `steps(t)` alone makes a player; the rest has defaults. It is played in NumPy unless it says
    `fused_steps = SaddleMethod.line_steps`, as `NeelyYu` does: its steps are then those of t = 1.
    """

    ascent: Ascent = PlainGradient()
    dual_first: ClassVar[bool] = False  # x steps with lambda_{t+1}
    ahead: ClassVar[bool] = False  # lambda steps with g_t(x_{t+1}) for g_t(x_t)
    clipped: ClassVar[bool] = False  # [g_t]_+ for g_t: within the budget x steps without the price

    def __attrs_post_init__(self) -> None:
        self.steps(1)  # refuses those that do not go together

    def steps(self, t: int) -> Steps:
        """Return the steps of round t = 1, 2, ..."""
        raise NotImplementedError

    def signal(self, state: SaddleState, feedback: Feedback) -> Signal:
        """Return what is known of f_t and g_t at x_t."""
        return self.ascent.at(feedback, state.x), feedback.price, feedback.violation

    def move(self, state: SaddleState, step: FloatArray) -> SaddleState:
        """Return the state with the decision that is nearest x_t + step."""
        return state._replace(x=state.domain.project(state.x + step))

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        steps, (ascent, price, violation) = self.steps(feedback.t + 1), self.signal(state, feedback)
        after = steps.after(state.multiplier, violation)
        weighing = after if self.dual_first else state.multiplier
        if self.clipped and violation <= 0:
            weighing = 0.0
        moved = self.move(state, steps.primal * (steps.weight * ascent - weighing * price))
        if self.ahead:
            after = steps.after(state.multiplier, violation + dot(price, moved.x - state.x))
        return moved._replace(multiplier=after)

    def line_steps(self) -> LineSteps:
        """Return the same for the compiled loop, which has no margin, cap or clipping."""
        h, (primal, dual, keep, weight, *_) = self.ascent, self.steps(1)
        when = float(self.ahead), self.dual_first
        return LineSteps(h.line, h.weights, primal * weight, primal, dual, keep, *when)


def small_penalty(rounds: Game, step: float, convexity: float = 1.0) -> float:
    """Return the smallest delta with delta >= 2 beta^2 / convexity + 2 delta^2 step^2.

    With it the terms in lambda_t^2 cancel in the sum of the steps' bounds. ValueError if there is
    none: 16 beta^2 step^2 / convexity exceeds 1, that is, T is too small.
    """
    (beta,) = positive_constants(rounds, "beta")
    least = 2 * beta**2 / convexity
    room = 1 - 8 * least * step**2
    needed = math.ceil(rounds.T * 8 * least * step**2)  # step^2 falls as 1/T
    checks.must(room >= 0, "T", f"be at least {needed} for a delta to exist", rounds.T)
    return float(2 * least / (1 + math.sqrt(room)))

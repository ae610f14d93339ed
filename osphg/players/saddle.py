"""One decision and one multiplier: the base of most systems, what they need, and its settings.

x_t is the decision of round t, f_t its utility, p_t its prices, g_t(x) = <p_t, x> - B_T/T what x
costs beyond the money for one round, and lambda_t the multiplier that charges for it. P projects on
X, and [z]_+ is max(z, 0).

A cited system is a setting of `SaddleMethod`. All begin at x_1 = 0 and lambda_1 = 0 unless they say
otherwise, or are given `start` (n,) and `lambda1`, keywords of each `tuned` and constructor
(`osphg.players.WarmStarted`). They have the methods of `osphg.players.Player`, and share these
words:

- `tuned(rounds, ...)` sets the steps of the system's own theorem, from the benchmark's window W,
  the number T of rounds and the game's constants: R, the diameter of X; beta_f and beta_g, which no
  gradient of f_t and no p_t exceeds in length, and beta, the larger of both; F, the range of one
  f_t; G, the largest ``|g_t(x)|``. A `Plan` is given beta_g as beta_p.
  ValueError for a constant that no step can be tuned by: 0, or outside [1e-70, 1e70]. The row of a
  system in `osphg.tournament.catalogue` has these steps as formulas, whose they are, what was only
  recalled, and the rates that are claimed.
- eta, mu, alpha: step sizes, of x in squared units of the decision per unit of f, of lambda in
  units of f per squared unit of money; one number for both depends on the units.
- delta: L_t(x, lambda) = -f_t(x) + lambda g_t(x) - (delta step/2) lambda^2; delta step^2 <= 1.
- V, and alpha beside it: weights of the utility against a queue, and of `|x - x_t|^2`. K: oracles.
- ascent: the direction h_t that is climbed, `PlainGradient()` or `BoostedGradient()`; s is a bound
  of its length, beta_f or (1-1/e) beta_f. nodes: its gradients in a round. seed: all that is drawn.
- heuristic: True plays a game outside the theorem, for which nothing is proven. Without it a method
  for one fixed constraint refuses prices that vary (ValueError, in `init`).
- steps: the steps of every round (`Steps`); where they change, `steps_at(t)` has those of round t.
- A parameter of another type or outside its range is a TypeError or a ValueError.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar, NamedTuple, Self, Unpack

import numpy as np

from osphg import checks
from osphg.arithmetic import dot
from osphg.budgets import Amount, charge, in_each, of_each
from osphg.checks import FloatArray, checked, frozen
from osphg.compiled.answers import LineSteps
from osphg.compiled.steps import Steps
from osphg.domains import Domain
from osphg.players.ascent import Ascent, BoostedGradient, PlainGradient, require_ascent
from osphg.players.base import Feedback, WarmStart, WarmStarted, require_fixed_prices
from osphg.rounds import Game, positive_constants


class SaddleState(NamedTuple):
    """The state of a player with one decision and one multiplier, before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: Any  # lambda_t, with several budgets (m,)
    domain: Domain

    @property
    def V(self) -> FloatArray:
        """x_t as what one oracle chooses, (1, n): the compiled rounds ask for it."""
        return self.x[np.newaxis]

    def with_choices(self, V: FloatArray, multiplier: float) -> SaddleState:
        """Return the state that a compiled loop has come to: x_t as (1, n), and lambda_t."""
        return self._replace(x=V[0], multiplier=multiplier)


@frozen
class OneDecision(WarmStarted):
    """A player of one decision and at most one multiplier.

    Where it `keeps_allowance`, its state holds B_T/T, and it cannot go on with another.
    """

    keeps_allowance: ClassVar[bool] = False

    @classmethod
    def tuned(cls, rounds: Game, **warm: Unpack[WarmStart]) -> Self:
        """Return the player with the steps of its theorem; `osphg.tournament` has the formulas."""
        raise NotImplementedError

    def first_decision(self, game: Game) -> FloatArray:
        """Return x_1, (n,); ValueError for a game that the player was not made for."""
        if hasattr(self, "heuristic"):  # made for one fixed constraint
            require_fixed_prices(self, game)
        return super().first_decision(game)

    def init(self, game: Game) -> Any:
        """Return the state before round 1; ValueError if the player cannot play this game."""
        multiplier = in_each(self.lambda1, game.budget)
        return SaddleState(self.first_decision(game), multiplier, game.domain)


@frozen
class AscentPlayer(OneDecision):
    """A player that climbs `ascent`, the boosted gradient unless given; s bounds its length."""

    ascent: Ascent = checked(require_ascent, default=BoostedGradient(), kw_only=True)


class Signal(NamedTuple):
    """What a player knows of f_t and g_t at its decision, exactly or by an estimate."""

    ascent: FloatArray  # h_t(x_t), the direction that it climbs, (n,)
    price: FloatArray  # p_t, (n,), with several budgets (m, n)
    violation: Any  # g_t(x_t), with several budgets (m,)


class SaddleMethod(OneDecision):
    """Steps up and down a Lagrangian: one projection and one multiplier per round.

    With the fields of `steps`, x_{t+1} = P(x_t + decision (weight h_t(x_t) - lambda_t p_t)), and
    lambda_{t+1} = min([keep lambda_t + dual (g_t(x_t) + margin)]_+, cap). `steps` alone makes a
    player, or `steps_at(t)` where they change from round to round; the rest has defaults. With
    several budgets each has its multiplier, which steps so by its own violation, and x is charged
    P_t' lambda_t. It is played in NumPy unless it says `fused_steps = SaddleMethod.line_steps`, as
    `NeelyYu` does.

    Parameters
    ----------
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.

    Attributes
    ----------
    dual_first : bool
        Whether x steps with lambda_{t+1} in place of lambda_t.
    ahead : bool
        Whether lambda steps with g_t(x_{t+1}) in place of g_t(x_t).
    clipped : bool
        Whether [g_t]_+ stands for g_t: within the budget x steps without the price. Such a player
        has steps with keep = 0 and no margin, so that lambda is clipped as it is.
    """

    several_budgets: ClassVar[bool] = True
    ascent: Ascent = PlainGradient()  # h_t is grad f_t, unless a player climbs another direction
    dual_first: ClassVar[bool] = False
    ahead: ClassVar[bool] = False
    clipped: ClassVar[bool] = False

    def __attrs_post_init__(self) -> None:
        """Refuse parameters that do not go together, such as delta eta^2 above 1.

        The steps of a player check that when they are computed: those of round 1 are, for this.
        """
        self.steps_at(1)

    @property
    def steps(self) -> Steps:
        """The steps of every round; NotImplementedError where they change from round to round."""
        raise NotImplementedError(f"{type(self).__name__} has no steps of every round: steps_at(t)")

    def steps_at(self, t: int) -> Steps:
        """Return the steps of round t = 1, 2, ...: `steps`, unless the player's steps change.

        Parameters
        ----------
        t : int
            The round, from 1.

        Returns
        -------
        Steps
            The steps of x and lambda in that round.
        """
        return self.steps

    def signal(self, state: Any, feedback: Feedback) -> Signal:
        """Return what is known of f_t and g_t at x_t once the round is revealed.

        Parameters
        ----------
        state : SaddleState
            The state before the round, with x_t.
        feedback : Feedback
            What the round has revealed.

        Returns
        -------
        Signal
            h_t(x_t) and p_t, (n,) each, and g_t(x_t), in money; a bandit estimates them.
        """
        ascent = self.ascent.direction(feedback, state.x)
        return Signal(ascent, feedback.price, feedback.violation)

    def move_decision(self, state: Any, step: FloatArray) -> Any:
        """Return the state with the decision that is nearest x_t + step, (n,).

        Parameters
        ----------
        state : SaddleState
            The state before the round, with x_t.
        step : FloatArray
            What is added to x_t, (n,), in units of the decision; x_t + step may lie outside X.

        Returns
        -------
        SaddleState
            The state with the decision x_{t+1}, a point of X; lambda is as it was.
        """
        return state._replace(x=state.domain.project(state.x + step))

    def update(self, state: Any, feedback: Feedback) -> Any:
        """Return the state for the next round: x steps up the Lagrangian, lambda down.

        The class attributes say in which order, and with which violation: `dual_first`, `ahead` and
        `clipped`.
        """
        # `feedback.t` counts from 0, and steps from round 1.
        steps = self.steps_at(feedback.t + 1)
        # h_t(x_t), p_t and g_t(x_t); a bandit estimates those that it does not see.
        ascent, price, violation = self.signal(state, feedback)
        multiplier = next_of_each(steps, state.multiplier, violation)
        price_of_money = multiplier if self.dual_first else state.multiplier
        # lambda needs no such clip: a clipped method keeps nothing of lambda and has no margin, so
        # that lambda_{t+1} is [dual g_t]_+, which is dual [g_t]_+.
        if self.clipped:
            price_of_money = of_each(
                lambda charged, over: 0.0 if over <= 0 else charged, price_of_money, violation
            )
        step = steps.decision * (steps.weight * ascent - charge(price_of_money, price))
        after = self.move_decision(state, step)
        if self.ahead:
            # g_t is affine in x: its value at x_{t+1} follows from that at x_t.
            violation_after = violation + dot(price, after.x - state.x)
            multiplier = next_of_each(steps, state.multiplier, violation_after)
        return after._replace(multiplier=multiplier)

    def line_steps(self) -> LineSteps | None:
        """Return the steps for the compiled loop, if it plays this player as it is.

        Returns
        -------
        LineSteps or None
            The gradients of `ascent`, the steps of every round, and the order in which x and lambda
            step. None, and the game is played in NumPy, for a class that has written one of the
            methods below itself, whose steps have a margin or a cap, or that clips: the compiled
            loop knows none of these.
        """
        own = type(self)
        for method in ("steps_at", "update", "signal", "move_decision", "decide"):
            is_inherited = getattr(own, method) is getattr(SaddleMethod, method)
            if not is_inherited:
                return None
        steps = self.steps
        if self.clipped or np.any(steps.margin != 0.0) or steps.cap != math.inf:
            return None
        return LineSteps(
            nodes=self.ascent.nodes_of,
            weights=self.ascent.weights,
            step=steps.decision * steps.weight,
            price_step=steps.decision,
            dual_step=steps.dual,
            keep=steps.keep,
            ahead=float(self.ahead),
            dual_first=self.dual_first,
        )


def next_of_each(steps: Steps, multiplier: Amount, violation: Amount) -> Amount:
    """Return lambda_{t+1} of each budget, whose margins may differ."""

    def after(own: float, over: float, margin: float) -> float:
        return steps._replace(margin=margin).next_multiplier(own, over)

    return of_each(after, multiplier, violation, steps.margin)


def small_penalty(rounds: Game, step: float, convexity: float = 1.0) -> float:
    """Return the smallest delta with delta >= 2 beta^2 / convexity + 2 delta^2 step^2.

    delta is the weight of the quadratic term in lambda. In the proofs of the regret each step adds
    terms in lambda_t^2: those on the right side come from charges and from lambda's own step, and
    delta lambda_t^2 is subtracted. With such a delta they cancel.

    Parameters
    ----------
    rounds : Game
        The game, of which beta and T are asked.
    step : float
        The step of lambda.
    convexity : float
        The modulus of strong convexity of the mirror map by which x steps; 1 for a gradient step.

    Returns
    -------
    float
        delta.

    Raises
    ------
    ValueError
        If there is none: 16 beta^2 step^2 / convexity exceeds 1, that is, T is too small.
    """
    (beta,) = positive_constants(rounds, "beta")
    # The smaller root of 2 step^2 delta^2 - delta + without_step = 0, in a form without a
    # difference of two numbers that are nearly equal for a small step.
    without_step = 2 * beta**2 / convexity
    discriminant = 1 - 8 * without_step * step**2
    shortest_T = math.ceil(rounds.T * 8 * without_step * step**2)  # step^2 falls as 1/T
    allowed = f"be at least {shortest_T} for a delta to exist"
    checks.must(discriminant >= 0, "T", allowed, rounds.T)
    return float(2 * without_step / (1 + math.sqrt(discriminant)))

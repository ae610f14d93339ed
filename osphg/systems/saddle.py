"""One decision and one multiplier: the base of most systems, and what they need of a game.

A cited system is a setting of `SaddleMethod`: its `steps`, and what its steps look at.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Domain, Faceted
from osphg.hindsight import half_spaces
from osphg.multiplier import Multiplier, stepped
from osphg.ordered import dot
from osphg.players import Feedback
from osphg.rounds import Game, scales


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
        """Return the state with another decision, as (1, n), and another multiplier."""
        return self._replace(x=V[0], multiplier=multiplier)


class KeepsAllowance(SaddleState):
    """The same for a player that keeps B_T/T, which begins its memory.

    Such a player cannot go on with another budget (`osphg.Pacer`).
    """

    @property
    def allowance(self) -> float:
        """B_T/T."""
        return float(self.memory[0])

    @classmethod
    def of(cls, state: SaddleState, game: Game, *memory: Any) -> KeepsAllowance:
        """Return the first state of such a player, with what else it keeps."""
        return cls(state.x, state.multiplier, state.domain, (game.allowance, *memory))


class Signal(NamedTuple):
    """What a round tells a player at its decision."""

    ascent: FloatArray  # where f_t rises, h_t(x_t), (n,)
    price: FloatArray  # the gradient of g_t, (n,)
    excess: float  # g_t(x_t)


class Steps(NamedTuple):
    """How a round steps: x by `primal`, lambda by `dual`."""

    primal: float
    dual: float
    keep: float = 1.0  # what is left of lambda_t; 1 without a quadratic term
    weight: float = 1.0  # of the utility against the price
    margin: float = 0.0  # what is kept back of the budget of a round
    cap: float = math.inf  # the largest multiplier

    @classmethod
    def damped(cls, name: str, step: float, delta: float, margin: float = 0.0) -> Steps:
        """Return one step for both, and the factor 1 - delta step^2 of lambda.

        ValueError, with the `name` of the step, if delta step^2 exceeds 1.
        """
        return cls(step, step, Multiplier.damped(name, step, delta).keep, margin=margin)

    def after(self, multiplier: float, excess: float) -> float:
        """Return lambda_{t+1} after lambda_t."""
        return min(stepped(multiplier, excess + self.margin, self.keep, self.dual), self.cap)


class OneDecision:
    """A player of one decision and at most one multiplier: x_1 = 0, lambda_1 = 0."""

    one_price: ClassVar[bool] = False  # made for one fixed constraint: refuses prices that vary

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1; ValueError for a game that it is not made for."""
        if self.one_price:
            require_fixed_prices(self, game)
        return SaddleState(np.zeros(game.n), 0.0, game.domain)

    def decide(self, state: SaddleState) -> FloatArray:
        """Return x_t."""
        return state.x

    def multiplier(self, state: SaddleState) -> float:
        """Return lambda_t, or 0 if there is none."""
        return state.multiplier


class SaddleMethod(OneDecision):
    """Steps up and down a Lagrangian: one projection and one multiplier per round.

    x_{t+1} = P(x_t + primal (weight h_t(x_t) - lambda_t p_t)), and
    lambda_{t+1} = min([keep lambda_t + dual (g_t(x_t) + margin)]_+, cap), where h_t is grad f_t
    unless a player climbs another direction.
    """

    dual_first: ClassVar[bool] = False  # x steps with lambda_{t+1}
    ahead: ClassVar[bool] = False  # lambda steps with g_t(x_{t+1}) for g_t(x_t)

    def __attrs_post_init__(self) -> None:
        """Refuse steps that do not go together."""
        self.steps_in(1)

    @cached_property
    def steps(self) -> Steps:
        """The steps of every round, where they do not change."""
        raise NotImplementedError

    def steps_in(self, t: int) -> Steps:
        """Return the steps of round t = 1, 2, ..."""
        return self.steps

    def signal(self, state: SaddleState, feedback: Feedback) -> Signal:
        """Return what is known of f_t and g_t at x_t."""
        ascent = self.direction(feedback, state.x)
        return Signal(ascent, feedback.price, feedback.violation)

    def direction(self, feedback: Feedback, x: FloatArray) -> FloatArray:
        """Return h_t(x), (n,): the gradient of f_t."""
        return feedback.gradient(x)

    def project(self, state: SaddleState, y: FloatArray) -> FloatArray:
        """Return the decision that is nearest y."""
        return state.domain.project(y)

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        """Step x and lambda."""
        steps, (ascent, price, excess) = self.steps_in(feedback.t + 1), self.signal(state, feedback)
        after = steps.after(state.multiplier, excess)
        weighing = after if self.dual_first else state.multiplier
        x = self.project(state, state.x + steps.primal * (steps.weight * ascent - weighing * price))
        if self.ahead:
            after = steps.after(state.multiplier, excess + dot(price, x - state.x))
        return state._replace(x=x, multiplier=after)


def small_penalty(rounds: Game, step: float, convexity: float = 1.0) -> float:
    """Return the smallest delta with delta >= 2 beta^2 / convexity + 2 delta^2 step^2.

    With it the terms in lambda_t^2 cancel in the sum of the steps' bounds: the price's share of
    the gradient in x, squared, and the two parts of the gradient in lambda.

    Raises
    ------
    ValueError
        If there is none: 16 beta^2 step^2 / convexity exceeds 1, that is, T is too small.
    """
    (beta,) = scales(rounds, "beta")
    least = 2 * beta**2 / convexity
    room = 1 - 8 * least * step**2
    if room < 0:
        needed = math.ceil(rounds.T * 8 * least * step**2)  # step^2 falls as 1/T
        raise ValueError(f"T must be at least {needed} for a delta to exist, got {rounds.T}")
    return float(2 * least / (1 + math.sqrt(room)))


def require(holds: bool, player: Any, needs: str, got: str) -> None:
    """Refuse a game that a player was not made for, unless the player is a heuristic on it.

    A method may be run outside its assumptions on purpose: `heuristic=True` is a field of such a
    player, and every table marks it.

    Raises
    ------
    ValueError
        "NAME needs ..., got ...", with the way around it if there is one.
    """
    if holds or is_heuristic(player):
        return
    way = "; heuristic=True runs it all the same" if hasattr(player, "heuristic") else ""
    raise ValueError(f"{type(player).__name__} needs {needs}, got {got}{way}")


def is_heuristic(player: Any) -> bool:
    """Whether a player is run outside its assumptions, for the mark in a table."""
    return bool(getattr(player, "heuristic", False))


def fixed_prices(game: Game) -> bool:
    """Whether p_t is the same in every round, so that the constraint is known after one."""
    first = next(iter(game.blocks())).prices[0]
    return all(bool((block.prices == first).all()) for block in game.blocks())


def require_fixed_prices(player: Any, game: Game) -> None:
    """Refuse time-varying prices for a method made for one fixed constraint."""
    if not is_heuristic(player):
        require(fixed_prices(game), player, "the same price in every round", "prices that vary")


def require_faces(player: Any, domain: Domain) -> tuple[FloatArray, FloatArray, Box]:
    """Return X as {x in box : A x <= b}; refuse a domain whose faces are not known."""
    needs = "a Box, a Simplex, a Polytope or another domain with half_spaces()"
    require(checks.implements(domain, Faceted), player, needs, str(domain))
    return half_spaces(domain)

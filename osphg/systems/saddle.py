"""One decision and one multiplier: the base of most systems, and what they need of a game.

A cited system is a setting of `SaddleMethod`. All begin at x_1 = 0 and lambda_1 = 0 unless they say
otherwise, have the methods of `osphg.players.Player`, and share these words:

- `tuned(rounds, ...)` sets the steps of the system's own theorem, from the constants R, beta_f,
  beta_g, beta = max(beta_f, beta_g), F, G and T of the rounds, and from the benchmark's window W.
  ValueError for a constant that no step can be tuned by: 0, or outside [1e-70, 1e70].
- eta, mu, alpha: step sizes, of x in squared units of the decision per unit of f, of lambda in
  units of f per squared unit of money; one number for both depends on the units.
- delta: L_t(x, lambda) = -f_t(x) + lambda g_t(x) - (delta step/2) lambda^2; delta step^2 <= 1.
- V, and alpha beside it: weights of the utility against a queue, and of |x - x_t|^2. K: oracles.
- ascent: the direction h_t that is climbed, `PlainGradient()` or `BoostedGradient()`; s is a bound
  of its length, beta_f or (1-1/e) beta_f. nodes: its gradients in a round. seed: all that is drawn.
- heuristic: True plays a game outside the theorem, for which nothing is proven. Without it a method
  for one fixed constraint refuses prices that vary (ValueError, in `init`).
- Rates are orders, and those of this file's methods for concave utilities; "recalled" was not read
  in the source. A parameter of another type or outside its range is a TypeError or a ValueError.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
import scipy

from osphg import checks
from osphg.checks import FloatArray
from osphg.domains import Box, Domain, Faceted, length, unit_of, units_of_box
from osphg.fusing import stepped
from osphg.hindsight import half_spaces
from osphg.players import Feedback, damped
from osphg.rounds import Game, dot, scales
from osphg.systems.boosted import Ascent, PlainGradient


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
    """The same, for a player that could not go on with another budget: B_T/T begins its memory."""

    @property
    def allowance(self) -> float:
        """B_T/T."""
        return float(self.memory[0])


class OneDecision:
    """A player of one decision and at most one multiplier."""

    def init(self, game: Game) -> SaddleState:
        if hasattr(self, "heuristic"):  # made for one fixed constraint
            require_fixed_prices(self, game)
        return SaddleState(np.zeros(game.n), 0.0, game.domain)

    def decide(self, state: SaddleState) -> FloatArray:
        return state.x

    def multiplier(self, state: SaddleState) -> float:
        return state.multiplier


Signal: TypeAlias = tuple[FloatArray, FloatArray, float]  # h_t(x_t) and p_t, (n,), and g_t(x_t)


class Steps(NamedTuple):
    """How a round steps: x by `primal`, lambda by `dual`."""

    primal: float
    dual: float
    keep: float = 1.0  # what is left of lambda_t
    weight: float = 1.0  # of the utility against the price
    margin: float = 0.0  # what is kept back of the budget of a round
    cap: float = math.inf  # the largest multiplier

    @classmethod
    def damped(cls, name: str, step: float, delta: float, margin: float = 0.0) -> Steps:
        """Return one step for both, which keeps 1 - delta step^2; ValueError if that is below 0."""
        return cls(step, step, damped(name, step, delta), margin=margin)

    def after(self, multiplier: float, violation: float) -> float:
        """Return lambda_{t+1} after lambda_t."""
        return min(stepped(multiplier, violation + self.margin, self.keep, self.dual), self.cap)


class SaddleMethod(OneDecision):
    """Steps up and down a Lagrangian: one projection and one multiplier per round.

    x_{t+1} = P(x_t + primal (weight h_t(x_t) - lambda_t p_t)), and
    lambda_{t+1} = min([keep lambda_t + dual (g_t(x_t) + margin)]_+, cap).
    `steps(t)` alone makes a player, as in `NeelyYu`; the rest has defaults. It is played in NumPy
    unless it has `fused_steps`, as `BoostedQueue` does.
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


def small_penalty(rounds: Game, step: float, convexity: float = 1.0) -> float:
    """Return the smallest delta with delta >= 2 beta^2 / convexity + 2 delta^2 step^2.

    With it the terms in lambda_t^2 cancel in the sum of the steps' bounds. ValueError if there is
    none: 16 beta^2 step^2 / convexity exceeds 1, that is, T is too small.
    """
    (beta,) = scales(rounds, "beta")
    least = 2 * beta**2 / convexity
    room = 1 - 8 * least * step**2
    if room < 0:
        needed = math.ceil(rounds.T * 8 * least * step**2)  # step^2 falls as 1/T
        raise ValueError(f"T must be at least {needed} for a delta to exist, got {rounds.T}")
    return float(2 * least / (1 + math.sqrt(room)))


def require(holds: bool, player: Any, needs: str, got: str) -> None:
    """Refuse a game that a player was not made for, unless it is a heuristic on it (ValueError)."""
    if not (holds or is_heuristic(player)):
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
    """Refuse prices that vary, which a heuristic does not even look at."""
    fixed = is_heuristic(player) or fixed_prices(game)
    require(fixed, player, "the same price in every round", "prices that vary")


def require_faces(player: Any, domain: Domain) -> tuple[FloatArray, FloatArray, Box]:
    """Return X as {x in box : A x <= b}; refuse a domain whose faces are not known."""
    needs = "a Box, a Simplex, a Polytope or another domain with half_spaces()"
    require(checks.implements(domain, Faceted), player, needs, str(domain))
    return half_spaces(domain)


class Ball(NamedTuple):
    """All points within `radius` of `centre`."""

    centre: FloatArray  # (n,)
    radius: float


def inner_ball(domain: Domain) -> Ball:
    """Return the largest ball within X; its radius is 0 where X has no interior point.

    ValueError for a domain that does not say its faces, or whose faces leave no point.
    """
    if not checks.implements(domain, Faceted):
        raise ValueError(
            "domain must be a Box, a Simplex or a Polytope for a ball within it, or have"
            f" half_spaces(), got {domain}"
        )
    A, b, box = half_spaces(domain)
    if not len(A):
        return Ball((box.lower + box.upper) / 2, float((box.upper - box.lower).min() / 2))
    if len(A) == 1 and (A > 0).all() and not box.lower.any() and b[0] > 0:
        # As far from all x_i = 0 as from the only other face: if it fits into the box, it is the
        # largest, even without the box.
        radius = float(b[0] / (A.sum() + length(A, axis=1)[0]))
        if 2 * radius <= box.upper.min() or (b[0] / A[0] <= box.upper).all():  # which is no face
            return Ball(np.full(domain.n, radius), radius)
    # Maximise r subject to <a, c> + r |a| <= b for every face (Boyd and Vandenberghe, 8.5.1). The
    # solver's tolerances are absolute: coordinates and faces are counted as about 1.
    eye, units = np.eye(domain.n), units_of_box(box.lower, box.upper)
    A, b = np.vstack([A, eye, -eye]), np.concatenate([b, box.upper, -box.lower])
    units = np.append(units, units.min())
    rows = np.column_stack([A, length(A, axis=1)]) * units
    faces = unit_of(rows, axis=1)
    cost, bounds = np.append(np.zeros(domain.n), -1.0), [(None, None)] * domain.n + [(0, None)]
    found = scipy.optimize.linprog(cost, rows / faces[:, np.newaxis], b / faces, bounds=bounds)
    if found.x is None:
        raise ValueError(f"domain must have a point, got {domain}")
    x = found.x * units
    return Ball(x[:-1], float(x[-1]))

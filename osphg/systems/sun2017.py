"""Mirror descent on the Lagrangian of constraints that vary (Sun, Dey and Kapoor 2017)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from osphg.core import validate
from osphg.core.domains import Domain
from osphg.core.game import Game
from osphg.core.players.base import Feedback
from osphg.core.validate import FloatArray
from osphg.systems.geometry import Euclidean, Geometry
from osphg.systems.saddle import keep


class State(NamedTuple):
    """The state before a round."""

    coordinates: FloatArray  # x_t, in the coordinates of the geometry
    multiplier: float  # lambda_t
    domain: Domain


@dataclass(frozen=True, eq=False)
class SunDeyKapoor:
    """Online mirror descent for constraints that vary (Sun, Dey and Kapoor 2017).

    L_t(x, lambda) = -f_t(x) + lambda g_t(x) - (delta mu / 2) lambda^2: x takes a mirror step down
    it and lambda a gradient step up, both with step mu, from the minimiser x_1 of the mirror map
    and lambda_1 = 0. For concave f_t, and against decisions that keep the budget in every round
    (W = 1), the regret is of the order of T^(1/2) and the violation of T^(3/4).

    Parameters
    ----------
    mu : float
        Step size of x and of lambda; above 0.
    delta : float
        Weight of the quadratic term in lambda; above 0, with delta mu^2 <= 1.
    geometry : Geometry
        `Euclidean()`, or `Entropic()` where X is a Simplex.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; in `init` and `tuned`, for a domain that the
        geometry is not defined on.
    """

    mu: float
    delta: float
    geometry: Geometry = Euclidean()  # noqa: RUF009 - frozen and without fields

    def __post_init__(self) -> None:
        object.__setattr__(self, "mu", validate.positive_float("mu", self.mu))
        object.__setattr__(self, "delta", validate.positive_float("delta", self.delta))
        keep("mu", self.mu, self.delta)
        if isinstance(self.geometry, type) or not isinstance(self.geometry, Geometry):
            raise TypeError(f"geometry must be Euclidean() or Entropic(), got {self.geometry!r}")

    @classmethod
    def tuned(cls, rounds: Game, geometry: Geometry | None = None) -> SunDeyKapoor:
        """Return it with mu = sqrt(D_R/(T (G^2 + beta^2/alpha))) and delta = 2 beta^2/alpha.

        alpha is the strong convexity of the mirror map and D_R its largest divergence from x_1;
        beta and G are those of `rounds` (G and D in that paper). beta bounds the gradients in the
        Euclidean norm, hence also in the dual norm of the entropic geometry, where it may be loose.

        Raises
        ------
        TypeError, ValueError
            As the constructor; and for a domain that the geometry is not defined on.
        """
        chosen = Euclidean() if geometry is None else geometry
        alpha, most = chosen.convexity(rounds.domain), chosen.divergence(rounds.domain)
        steepest = rounds.beta**2 / alpha
        return cls(math.sqrt(most / (rounds.T * (rounds.G**2 + steepest))), 2 * steepest, chosen)

    def init(self, game: Game) -> State:
        """Return the state before round 1; ValueError where the geometry is not defined."""
        return State(self.geometry.start(game.domain), 0.0, game.domain)

    def decide(self, state: State) -> FloatArray:
        """Return x_t."""
        return self.geometry.decision(state.domain, state.coordinates)

    def update(self, state: State, feedback: Feedback) -> State:
        """Step x down and lambda up L_t, both from (x_t, lambda_t)."""
        ascent = feedback.gradient(feedback.x) - state.multiplier * feedback.price
        coordinates = self.geometry.move(state.domain, state.coordinates, self.mu * ascent)
        kept = keep("mu", self.mu, self.delta) * state.multiplier
        return State(coordinates, max(kept + self.mu * feedback.violation, 0.0), state.domain)

    def multiplier(self, state: State) -> float:
        """Return lambda_t."""
        return state.multiplier

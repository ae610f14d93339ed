"""Mirror descent on the Lagrangian of constraints that vary (Sun, Dey and Kapoor 2017)."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, NamedTuple

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.multiplier import Multiplier
from osphg.players import Feedback
from osphg.rounds import Game, scales
from osphg.systems.mirror_maps import Euclidean, Geometry


class MirrorState(NamedTuple):
    """The state before a round."""

    coordinates: FloatArray  # x_t, in the coordinates of the geometry
    multiplier: float  # lambda_t
    domain: Domain


def _geometry(name: str, value: Any) -> Geometry:
    if not checks.offers(value, Geometry):
        raise TypeError(f"{name} must be Euclidean() or Entropic(), got {checks.shown(value)}")
    return value


@frozen
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

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> player = osphg.SunDeyKapoor.tuned(rounds)
    >>> osphg.play(player, rounds)
    Run(SunDeyKapoor, 500 of 500 rounds, per round: utility 0.5191, violation +0.1669)
    """

    mu: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    geometry: Geometry = checked(_geometry, default=Euclidean())

    @cached_property
    def dual(self) -> Multiplier:
        """The step of lambda, which keeps the factor 1 - delta mu^2 of it."""
        return Multiplier.damped("mu", self.mu, self.delta)

    def __attrs_post_init__(self) -> None:
        """Refuse a delta mu^2 above 1."""
        _ = self.dual

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
        chosen = Euclidean() if geometry is None else _geometry("geometry", geometry)
        beta, G = scales(rounds, "beta", "G")
        alpha, most = chosen.convexity(rounds.domain), chosen.divergence(rounds.domain)
        steepest = beta**2 / alpha
        return cls(math.sqrt(most / (rounds.T * (G**2 + steepest))), 2 * steepest, chosen)

    def init(self, game: Game) -> MirrorState:
        """Return the state before round 1; ValueError where the geometry is not defined."""
        return MirrorState(self.geometry.start(game.domain), 0.0, game.domain)

    def decide(self, state: MirrorState) -> FloatArray:
        """Return x_t."""
        return self.geometry.decision(state.domain, state.coordinates)

    def update(self, state: MirrorState, feedback: Feedback) -> MirrorState:
        """Step x down and lambda up L_t, both from (x_t, lambda_t)."""
        ascent = feedback.gradient(feedback.x) - state.multiplier * feedback.price
        coordinates = self.geometry.move(state.domain, state.coordinates, self.mu * ascent)
        multiplier = self.dual.after(state.multiplier, feedback.violation)
        return MirrorState(coordinates, multiplier, state.domain)

    def multiplier(self, state: MirrorState) -> float:
        """Return lambda_t."""
        return state.multiplier

"""Polyak feasibility steps: within the budget in every round (Hutchinson and Alizadeh 2025)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Polytope
from osphg.players import Feedback
from osphg.rounds import Game
from osphg.systems.ascent import Ascent, climbed, climbing
from osphg.systems.interior import Ball, inner_ball
from osphg.systems.requirements import require, require_faces, require_fixed_prices


class Faces(NamedTuple):
    """The decisions within X and the budget, as g(x) = max_j <normal_j, x> - offset_j <= 0."""

    normals: FloatArray  # of length 1, (m, n)
    offsets: FloatArray  # (m,)
    ball: Ball  # the largest within: g(centre) = -radius


class PolyakState(NamedTuple):
    """The state before a round."""

    x: FloatArray  # x_t, (n,)
    faces: Faces
    reach: float  # the diameter of X


@frozen
class PFS:
    """Polyak feasibility steps (Hutchinson and Alizadeh 2025), for one fixed price known before.

    g collects all that a decision has to keep: the faces of X and the budget, each as a distance.
    From the centre of the largest ball within, y_t = x_t + eta h_t(x_t); where the linear
    approximation of g at x_t, plus the margin, is positive at y_t, a step of that length leads back
    along its slope; a ball around the centre, of the diameter of X, ends the round. No projection
    on X is needed. The source claims a regret of O(sqrt(T)) and g(x_t) <= 0 in all rounds (its
    abstract; the step was seen in public code). Its constants were not seen; those of `tuned` are
    derived here. With s a bound of the direction, d_t the distance to {g <= -margin} and
    k = (radius - margin)/R,

        d_{t+1}^2 <= (d_t + eta s)^2 - [k d_t - eta s]_+^2,

    so that d_t <= 2 (1 + k) eta s/k^2 for all t, and a margin of that size suffices.

    Parameters
    ----------
    eta : float
        Step size; above 0.
    margin : float
        How far within all faces the steps aim, in units of the decision; at least 0.
    ascent : Ascent
        `BoostedGradient()`, or `PlainGradient()` for concave utilities.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; in `init` and `tuned`, for prices that vary, a
        domain that does not say its faces, as Box, Simplex and Polytope do, or a budget that
        leaves no interior.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0)
    >>> run = osphg.play(osphg.PFS.tuned(rounds), rounds)
    >>> bool(run.violation.max() <= 0)
    True
    """

    eta: float = checked(checks.positive_float)
    margin: float = checked(checks.non_negative_float)
    ascent: Ascent = climbing()

    @classmethod
    def tuned(cls, rounds: Game, ascent: Ascent | None = None, *, bold: bool = False) -> PFS:
        """Return it with the margin that keeps every round, and the eta that is best for it.

        The regret is at most R^2/(2 eta) + eta s^2 T/2 + s R T margin/radius, the last for a
        benchmark that is moved towards the centre by the margin; with the margin above and
        margin <= radius/2 it is of the order of sqrt(T), with a constant that grows as
        (R/radius)^(3/2): where the budget leaves little room, the steps are small. `bold` asks for
        eta = R/(s sqrt(T)) and margin = eta s, or radius/2 if that is less, as public code does
        but for a factor: nothing is proven then, and a decision may leave X, which ends play.

        Raises
        ------
        TypeError, ValueError
            As the constructor and `init`.
        """
        chosen, s = climbed(rounds, ascent)
        player = cls(1.0, 0.0, chosen)
        require_fixed_prices(player, rounds)
        R, radius = rounds.R, player.faces(rounds).ball.radius
        if checks.flag("bold", bold):
            eta = R / (s * math.sqrt(rounds.T))
            return cls(eta, min(eta * s, radius / 2), chosen)
        k = radius / (2 * R)
        per_step = 2 * (1 + k) * s / k**2  # margin / eta
        best = R / (s * math.sqrt(rounds.T * (1 + 2 * R * per_step / (s * radius))))
        eta = min(best, radius / (2 * per_step))
        return cls(eta, per_step * eta, chosen)

    def faces(self, game: Game) -> Faces:
        """Return the faces of X and of the budget; ValueError where nothing is strictly within."""
        A, b, box = require_faces(self, game.domain)
        price = next(iter(game.blocks())).prices[:1]
        within = Polytope(np.vstack([A, price]), np.append(b, game.allowance), box)
        ball = inner_ball(within)
        require(ball.radius > 0, self, "a decision strictly within X and the budget", "none")
        eye = np.eye(game.n)
        normals = np.vstack([within.A, eye, -eye])
        offsets = np.concatenate([within.b, box.upper, -box.lower])
        lengths = np.linalg.norm(normals, axis=1)
        kept = lengths > 0
        normals, lengths = normals[kept], lengths[kept]
        return Faces(normals / lengths[:, np.newaxis], offsets[kept] / lengths, ball)

    def init(self, game: Game) -> PolyakState:
        """Return the state before round 1: the centre of the largest ball within all faces."""
        require_fixed_prices(self, game)
        faces = self.faces(game)
        return PolyakState(faces.ball.centre, faces, game.R)

    def decide(self, state: PolyakState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: PolyakState, feedback: Feedback) -> PolyakState:
        """Climb, step back along the nearest face, and stay within reach of the centre."""
        (normals, offsets, (centre, _)), x = state.faces, state.x
        y = x + self.eta * self.ascent.at(feedback, x)
        gaps = normals @ x - offsets
        nearest = int(gaps.argmax())
        over = gaps[nearest] + normals[nearest] @ (y - x) + self.margin
        if over > 0:
            y = y - over * normals[nearest]
        away = y - centre
        if (length := float(np.linalg.norm(away))) > state.reach:
            y = centre + state.reach / length * away
        return state._replace(x=y)

    def multiplier(self, state: PolyakState) -> float:
        """Return 0: there is no multiplier."""
        return 0.0

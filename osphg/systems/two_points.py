"""What the bandits share: a shrunken set, and values at two points around a decision."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.players import Feedback, RoundError
from osphg.rounds import Game
from osphg.systems.interior import Ball, inner_ball

_AT_A_TIME = 1024  # directions drawn at once


class BanditState(NamedTuple):
    """The state of a two-point method before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: float  # lambda_t
    domain: Domain
    ball: Ball  # a ball within X
    directions: FloatArray  # unit vectors of this stretch of rounds, (1024, n)


class Pair(NamedTuple):
    """The two points at which a round is looked at, and what f_t does between them."""

    u: FloatArray  # the direction, (n,)
    points: FloatArray  # x_t + reach u and x_t - reach u, (2, n)
    reach: float
    slope: float  # of f_t, as of `estimate`

    def estimate(self, above: float, below: float) -> float:
        """Return the s for two values with which s u stands for a gradient."""
        return len(self.u) * float(above - below) / (2 * self.reach)


def start(player: str, game: Game, xi: float, seed: int) -> BanditState:
    """Return the state before round 1: nearest the origin, and lambda_1 = 0.

    Raises
    ------
    ValueError
        For a domain without interior points, or one in which no ball is known.
    """
    ball = inner_ball(game.domain)
    if ball.radius <= 0:
        raise ValueError(f"{player} needs a domain with interior points, got {game.domain}")
    x = _project(game.domain, ball, xi, np.zeros(game.n))
    return BanditState(x, 0.0, game.domain, ball, _draw(seed, 0, game.n))


def look(state: BanditState, feedback: Feedback, xi: float) -> Pair:
    """Ask f_t for its values at two points within X; RoundError if they are not finite."""
    reach = state.ball.radius * xi
    u = state.directions[feedback.t % _AT_A_TIME]
    # rounding may put the points outside X by some 1e-16, where f_t is still defined
    points = np.array([state.x + reach * u, state.x - reach * u])
    above, below = np.asarray(feedback.utility.value(points))
    if not (np.isfinite(above) and np.isfinite(below)):
        raise RoundError(
            f"round {feedback.t + 1}: utility.value must be finite, got {above} and {below}"
        )
    found = Pair(u, points, reach, 0.0)
    return found._replace(slope=found.estimate(above, below))


def step(
    state: BanditState, t: int, y: FloatArray, multiplier: float, xi: float, seed: int
) -> BanditState:
    """Return the state after round t (from 0): the point of the shrunken set that is nearest y."""
    x, ahead = _project(state.domain, state.ball, xi, y), t + 1
    directions = state.directions if ahead % _AT_A_TIME else _draw(seed, ahead, len(x))
    return BanditState(x, multiplier, state.domain, state.ball, directions)


def _project(domain: Domain, ball: Ball, xi: float, y: FloatArray) -> FloatArray:
    """Project on c + (1 - xi)(X - c)."""
    scale, c = 1 - xi, ball.centre
    return np.asarray(c + scale * (domain.project(c + (y - c) / scale) - c))


def _draw(seed: int, t: int, n: int) -> FloatArray:
    """Return the directions of the stretch of rounds that round t (from 0) begins."""
    # the state stays a value: a stretch has a generator of its own, not one that advances
    rng = np.random.default_rng((seed, t // _AT_A_TIME))
    u = rng.standard_normal((_AT_A_TIME, n))
    return np.asarray(u / np.sqrt((u**2).sum(1, keepdims=True)))

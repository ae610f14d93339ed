"""The bandits, which see values of f_t at two points around their decision and no gradients.

A parameter of another type, or outside what is said of it, is a TypeError or a ValueError.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import scipy

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Box, Domain, Faceted, row_lengths, unit_of, units_of_box
from osphg.hindsight import half_spaces
from osphg.players import Feedback, RoundError
from osphg.rounds import Game, require_game
from osphg.systems.multipliers import MOSP, CaoLiu, cao_liu_step
from osphg.systems.saddle import SaddleMethod, SaddleState, Signal, small_penalty

_AT_A_TIME = 1024  # directions drawn at once


class Ball(NamedTuple):
    """All points within `radius` of `centre`."""

    centre: FloatArray  # (n,)
    radius: float


def inner_ball(domain: Domain) -> Ball:
    """Return the largest ball within X; its radius is 0 where X has no interior point.

    Raises
    ------
    ValueError
        For a domain that does not say its faces, or whose faces leave no point.
    TypeError, ValueError
        As `osphg.hindsight.half_spaces`, for faces that cannot be used.
    """
    if not checks.implements(domain, Faceted):
        raise ValueError(
            "domain must be a Box, a Simplex or a Polytope for a ball within it, or have"
            f" half_spaces(), got {domain}"
        )
    A, b, box = half_spaces(domain)
    faces = row_lengths(A) > np.abs(b) * 1e-300  # those that a polytope takes
    A, b, lower, upper = A[faces], b[faces], box.lower, box.upper
    if not len(A):
        return Ball((lower + upper) / 2, float((upper - lower).min() / 2))
    if len(A) == 1 and (A > 0).all() and not lower.any() and b[0] > 0:
        # As far from all x_i = 0 as from the only other face: if it fits into the box, it is the
        # largest, even without the box.
        with np.errstate(over="ignore"):
            radius = float(b[0] / (A.sum() + row_lengths(A)[0]))
            alone = bool((b[0] / A[0] <= upper).all())  # the box is no face then
        if alone or 2 * radius <= upper.min():
            return Ball(np.full(domain.n, radius), radius)
    return _chebyshev(domain, A, b, box)


def _chebyshev(domain: Domain, A: FloatArray, b: FloatArray, box: Box) -> Ball:
    """Maximise r subject to <a, c> + r ||a|| <= b for every face (Boyd and Vandenberghe, 8.5.1)."""
    eye, units = np.eye(domain.n), units_of_box(box.lower, box.upper)
    A, b = np.vstack([A, eye, -eye]), np.concatenate([b, box.upper, -box.lower])
    # The solver's tolerances are absolute: coordinates and faces are counted as about 1.
    units = np.append(units, units.min())
    rows = np.column_stack([A, row_lengths(A)]) * units
    faces = unit_of(rows, axis=1)
    rows, b = rows / faces[:, np.newaxis], b / faces
    cost = np.zeros(domain.n + 1)
    cost[-1] = -1
    found = scipy.optimize.linprog(cost, rows, b, bounds=[(None, None)] * domain.n + [(0, None)])
    if found.x is None:
        raise ValueError(f"domain must have a point, got {domain}")
    x = found.x * units
    return Ball(x[:-1], float(x[-1]))


class Sight(NamedTuple):
    """What a bandit remembers."""

    ball: Ball  # within X
    directions: FloatArray  # unit vectors of this stretch of rounds, (1024, n)


@frozen
class TwoPoints(SaddleMethod):
    """A saddle method that sees f_t at two points: `CaoLiuBandit` says which, and what it does."""

    xi: float = checked(checks.inside_unit)
    seed: int = checked(lambda name, value: checks.seed(value))

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1: nearest the origin, and lambda_1 = 0."""
        ball = inner_ball(game.domain)
        if ball.radius <= 0:
            name = type(self).__name__
            raise ValueError(f"{name} needs a domain with interior points, got {game.domain}")
        state = super().init(game)._replace(memory=Sight(ball, self._draw(0, game.n)))
        return state._replace(x=self.project(state, np.zeros(game.n)))

    def signal(self, state: SaddleState, feedback: Feedback) -> Signal:
        """Estimate the gradient of f_t from two values; RoundError if they are not finite."""
        u, points, reach = self.look(state, feedback.t)
        above, below = np.asarray(feedback.utility.value(points))
        if not (np.isfinite(above) and np.isfinite(below)):
            raise RoundError(
                f"round {feedback.t + 1}: utility.value must be finite, got {above} and {below}"
            )
        return Signal(_slope(above, below, u, reach), feedback.price, feedback.violation)

    def look(self, state: SaddleState, t: int) -> tuple[FloatArray, FloatArray, float]:
        """Return u, the two points (2, n), and how far they are from x_t, in round t from 0."""
        reach = state.memory.ball.radius * self.xi
        u = state.memory.directions[t % _AT_A_TIME]
        # rounding may put the points outside X by some 1e-16, where f_t is still defined
        return u, np.array([state.x + reach * u, state.x - reach * u]), reach

    def project(self, state: SaddleState, y: FloatArray) -> FloatArray:
        """Return the point of the shrunken set that is nearest y."""
        scale, c = 1 - self.xi, state.memory.ball.centre
        return np.asarray(c + scale * (state.domain.project(c + (y - c) / scale) - c))

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        """Step with what stands for the gradient, and draw new directions when they are used up."""
        after, t = super().update(state, feedback), feedback.t + 1
        if t % _AT_A_TIME:
            return after
        directions = self._draw(t // _AT_A_TIME, len(state.x))
        return after._replace(memory=state.memory._replace(directions=directions))

    def _draw(self, stretch: int, n: int) -> FloatArray:
        # the state stays a value: a stretch has a generator of its own, not one that advances
        u = np.random.default_rng((self.seed, stretch)).standard_normal((_AT_A_TIME, n))
        return np.asarray(u / np.sqrt((u**2).sum(1, keepdims=True)))


def _slope(above: Any, below: Any, u: FloatArray, reach: float) -> FloatArray:
    """Return what stands for a gradient, for the values at two points, (n,)."""
    return np.asarray(len(u) * float(above - below) / (2 * reach) * u)


@frozen
class CaoLiuBandit(TwoPoints, CaoLiu):
    """The same with values instead of gradients of f_t (after Cao and Liu 2019, two-point bandit).

    Their player learns only values of g_t too; this one sees p_t in full, as everybody here does,
    but for `CaoLiuValues`.

    Round t reveals f_t at x_t + r xi u and x_t - r xi u for a random unit vector u, and p_t. Then
    (n / (2 r xi)) (f_t(x_t + r xi u) - f_t(x_t - r xi u)) u stands for the gradient. Decisions stay
    in the shrunken set c + (1 - xi)(X - c), so that both points lie in X, where the ball of centre
    c and radius r lies within X. The first decision is the point of that set nearest the origin.
    ValueError in `init` for a domain without interior points, or one in which no ball is known.

    Parameters
    ----------
    alpha, delta : float
        As `CaoLiu`.
    xi : float
        How far X is shrunken; in (0, 1).
    seed : int
        The source of the directions.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> osphg.play(osphg.CaoLiuBandit.tuned(rounds, seed=0), rounds)
    Run(CaoLiuBandit, 500 of 500 rounds, per round: utility 0.5075, violation +0.1326)
    """

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, path_length: float = 0.0, *, seed: int
    ) -> CaoLiuBandit:
        """Return it with the parameters of `CaoLiu.tuned`, n beta_f in the place of beta_f.

        That is how long an estimate may be. xi = 1/(T + 1), so that shrinking costs no more than
        R beta_f in all.
        """
        alpha = cao_liu_step(rounds, path_length, require_game("rounds", rounds).n)
        return cls(alpha, small_penalty(rounds, alpha), 1 / (rounds.T + 1), seed)


@frozen
class CaoLiuValues(CaoLiuBandit):
    """The same with values alone, of f_t and of g_t (after Cao and Liu 2019, two-point bandit).

    Round t reveals f_t and g_t at x_t + r xi u and x_t - r xi u, and nothing else: the price is
    used only in <p_t, y> at these two points y. Where `CaoLiuBandit` steps along p_t, this one does
    along (n / (2 r xi)) (g_t(x_t + r xi u) - g_t(x_t - r xi u)) u, whose mean is p_t and whose
    length is up to n times that of p_t; lambda is told the mean of the two values, which is
    g_t(x_t) as g_t is linear. That their player sees just these values is recalled, the constants
    of `tuned` are derived here. What is charged to it is the decision x_t, between the two points.

    Parameters
    ----------
    alpha, delta, xi, seed
        As `CaoLiuBandit`, and so are the errors.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> osphg.play(osphg.CaoLiuValues.tuned(rounds, seed=0), rounds)
    Run(CaoLiuValues, 500 of 500 rounds, per round: utility 0.5714, violation +0.3124)
    """

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, path_length: float = 0.0, *, seed: int
    ) -> CaoLiuValues:
        """Return it as `CaoLiuBandit.tuned`, with n beta for beta in delta too.

        An estimate of the Lagrangian's gradient is of a squared length of at most
        2 n^2 (beta_f^2 + lambda^2 beta_g^2): the smallest delta >= 2 n^2 beta^2 + 2 delta^2 alpha^2
        then lets the terms in lambda_t^2 cancel, and the bound of the regret, in the mean over the
        directions, is the one that `CaoLiuBandit` has with p_t in full.
        """
        n = require_game("rounds", rounds).n
        alpha = cao_liu_step(rounds, path_length, n)
        return cls(alpha, small_penalty(rounds, alpha, 1 / n**2), 1 / (rounds.T + 1), seed)

    def signal(self, state: SaddleState, feedback: Feedback) -> Signal:
        """Estimate the price and g_t(x_t) too, from the values of g_t at the two points."""
        u, points, reach = self.look(state, feedback.t)
        g = feedback.violation + (points - state.x) @ feedback.price
        seen = super().signal(state, feedback)
        return Signal(seen.ascent, _slope(g[0], g[1], u, reach), float(g.mean()))


@frozen
class MOSPBandit(TwoPoints, MOSP):
    """MOSP with values instead of gradients of f_t (after Chen and Giannakis 2019, two points).

    Of f_t the round reveals two values, as in `CaoLiuBandit`, and what stands there for the
    gradient does in the step of `MOSP`. Of g_t it reveals all, p_t, after the decision, as in the
    source: its abstract, which was read, says that the constraints are revealed and that of the
    losses only values are; that its steps are those of MOSP is recalled, and its rates were not
    seen. The source has a form with one value besides, which is not here.

    Derived here, for a price that does not change and in the mean over u: the regret is at most
    R^2/(2 alpha) + alpha T n^2 beta_f^2/2 + mu (T + 1) G^2/2, and what the shrinking costs.

    Parameters
    ----------
    alpha, mu : float
        As `MOSP`.
    xi, seed
        As `CaoLiuBandit`.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> osphg.play(osphg.MOSPBandit.tuned(rounds, seed=0), rounds)
    Run(MOSPBandit, 500 of 500 rounds, per round: utility 0.4115, violation -0.01279)
    """

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, *, seed: int
    ) -> MOSPBandit:
        """Return it with alpha = mu = T^(-1/3), as `MOSP.tuned`, and xi = 1/(T + 1).

        The orders are then those of MOSP, in the mean over the directions.
        """
        T = require_game("rounds", rounds).T
        return cls(T ** (-1 / 3), T ** (-1 / 3), 1 / (T + 1), seed)

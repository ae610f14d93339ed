"""Players for constraints that vary and concave utilities."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, NamedTuple, Self, TypeAlias, Unpack

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.compiled.steps import Steps
from osphg.domains import Domain, Simplex, require_domain
from osphg.messages import short_repr
from osphg.players.base import WarmStart
from osphg.players.osphg import keep_factor
from osphg.players.saddle import SaddleMethod, small_penalty
from osphg.rounds import Game, positive_constants, require_game


@frozen
class Euclidean:
    """The mirror map `R(x) = |x|_2^2 / 2`, on any X."""

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return argmax_X <s, v> - R(v) for each row s of S, (..., n).

        Parameters
        ----------
        domain : Domain
            X.
        S : FloatArray
            Vectors s, sums of steps, (..., n).

        Returns
        -------
        FloatArray
            One point of X for each vector, (..., n).
        """
        return domain.project(S)

    def convexity(self, domain: Domain) -> float:
        """Return the modulus of strong convexity of R, 1 in the Euclidean norm.

        Parameters
        ----------
        domain : Domain
            X; the modulus is the same on every one.

        Returns
        -------
        float
            1, without a unit.
        """
        return 1.0

    def divergence(self, domain: Domain) -> float:
        """Return a bound of R - min R, and of divergences from x_1: half the diameter's square.

        Parameters
        ----------
        domain : Domain
            X.

        Returns
        -------
        float
            The bound, in squared units of the decision.
        """
        return require_domain("domain", domain).diameter ** 2 / 2


@frozen
class Entropic:
    """The mirror map sum_i x_i ln(x_i/r) on X = {x >= 0, sum x <= r}, a `Simplex`, with the slack.

    The slack r - sum x is one more coordinate, so that all n + 1 add up to r. A step multiplies
    each by the exponential of its gradient, the slack by 1, and scales all back, from r/(n + 1)
    everywhere: that is the leader of the sum of all steps. R is 1/r-strongly convex in the l1 norm
    (Pinsker), and its divergences are at most r ln(n + 1). ValueError on another domain.
    """

    def radius(self, domain: Any) -> float:
        """Return r of a Simplex; ValueError, in one line, for another domain.

        Parameters
        ----------
        domain : Domain
            X, a `Simplex`.

        Returns
        -------
        float
            r, what the coordinates may add up to, above 0, in units of the decision.
        """
        if not isinstance(domain, Simplex):
            needs = "a Simplex {x >= 0, sum x <= r} as domain"
            raise ValueError(f"Entropic needs {needs}, got {short_repr(domain)}")
        return domain.r

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return v_i = r e^{s_i} / (1 + sum_j e^{s_j}), the 1 for the slack, for each row of S.

        Parameters
        ----------
        domain : Domain
            X, a `Simplex`.
        S : FloatArray
            Vectors s, sums of steps, (..., n).

        Returns
        -------
        FloatArray
            One point of X for each vector, (..., n).
        """
        r = self.radius(domain)
        # All exponents, that of the slack is 0, less the largest one: no exponential overflows.
        largest = np.maximum(S.max(-1, keepdims=True), 0.0)
        powers = np.exp(S - largest)
        return np.asarray(r * powers / (powers.sum(-1, keepdims=True) + np.exp(-largest)))

    def convexity(self, domain: Domain) -> float:
        """Return the modulus of strong convexity of R, 1/r in the l1 norm.

        Parameters
        ----------
        domain : Domain
            X, a `Simplex`.

        Returns
        -------
        float
            1/r, above 0, in units of R per squared unit of the decision.
        """
        return 1 / self.radius(domain)

    def divergence(self, domain: Domain) -> float:
        """Return a bound of R - min R, and of divergences from x_1: r ln(n + 1).

        Parameters
        ----------
        domain : Domain
            X, a `Simplex`.

        Returns
        -------
        float
            The bound, in units of the decision.
        """
        return self.radius(domain) * math.log(domain.n + 1)


Geometry: TypeAlias = Euclidean | Entropic
require_geometry: Any = partial(checks.of_kind, kind=Geometry, what="be Euclidean() or Entropic()")


class MirrorState(NamedTuple):
    """The state of `SunDeyKapoor` before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: float  # lambda_t
    domain: Domain
    image: FloatArray  # the mirror image of x_t, of which x_t is the leader, (n,)


@frozen
class SunDeyKapoor(SaddleMethod):
    """Online mirror descent for constraints that vary (Sun, Dey and Kapoor 2017).

    x takes a mirror step of mu down L_t, from the minimiser x_1 of the `geometry`, lambda a
    gradient step of mu up.

    Parameters
    ----------
    mu : float
        The step of x and of lambda, above 0.
    delta : float
        The weight of the quadratic term in lambda, above 0, with delta mu^2 at most 1.
    geometry : Euclidean or Entropic
        The mirror map; `Euclidean()` unless given.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given. Not with an `Entropic` geometry, which
        starts at r/(n + 1) in every coordinate.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.
    """

    mu: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    geometry: Geometry = checked(require_geometry, default=Euclidean())

    @classmethod
    def tuned(
        cls, rounds: Game, geometry: Geometry | None = None, **warm: Unpack[WarmStart]
    ) -> Self:
        """Return the player with mu = sqrt(D/(T (G^2 + beta^2/a))) and delta = 2 beta^2/a.

        D bounds the divergences of the geometry, and a is its modulus of strong convexity.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p.
        geometry : Euclidean or Entropic, optional
            As for the constructor.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

        Returns
        -------
        SunDeyKapoor

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        chosen = Euclidean() if geometry is None else require_geometry("geometry", geometry)
        beta, G = positive_constants(rounds, "beta", "G")
        divergence = chosen.divergence(rounds.domain)
        ascent_term = beta**2 / chosen.convexity(rounds.domain)  # what a step of x costs, per mu
        mu = math.sqrt(divergence / (rounds.T * (G**2 + ascent_term)))
        delta = 2 * ascent_term
        return cls(mu, delta, chosen, **warm)

    @property
    def steps(self) -> Steps:
        """The steps of every round."""
        return Steps(self.mu, self.mu, keep_factor("mu", self.mu, self.delta))

    def init(self, game: Game) -> MirrorState:
        """Return the state before round 1; ValueError for a `start` beside the entropy.

        The mirror image of x_1 is x_1 itself for the Euclidean map, and the origin for the entropy,
        whose leader has the same share of r in every coordinate.
        """
        image = self.first_decision(game)
        is_euclidean = isinstance(self.geometry, Euclidean)
        start_is_allowed = is_euclidean or self.start is None
        checks.must(start_is_allowed, "start", "be None for the entropy", "a point")
        x = self.geometry.leader(game.domain, image)
        return MirrorState(x, self.lambda1, game.domain, image=image)

    def move_decision(self, state: MirrorState, step: FloatArray) -> MirrorState:
        """Return the state once the mirror image has moved by a step (n,).

        Parameters
        ----------
        state : MirrorState
            The state before the round, with x_t and its mirror image.
        step : FloatArray
            What is added to the mirror image, (n,).

        Returns
        -------
        MirrorState
            The state with the decision x_{t+1}, the leader of the new image; lambda is as it was.
        """
        image = state.image + step
        x = self.geometry.leader(state.domain, image)
        if isinstance(self.geometry, Euclidean):
            image = x  # a step goes on from the projection, not from the sum of all steps
        return state._replace(x=x, image=image)


@frozen
class CaoLiu(SaddleMethod):
    """Online saddle point method for a dynamic benchmark (Cao and Liu 2019, gradient feedback).

    x and lambda step by alpha along the gradients of L_t: OSPHG with one gradient, at the decision.

    Parameters
    ----------
    alpha : float
        The step of x and of lambda, above 0.
    delta : float
        The weight of the quadratic term in lambda, above 0, with delta alpha^2 at most 1.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.
    """

    fused_steps = SaddleMethod.line_steps
    alpha: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, path_length: float = 0.0, **warm: Unpack[WarmStart]) -> Self:
        """Return the player for benchmarks of at most this path length P.

        Its alpha minimises R (R + 2 P)/(2 alpha) + alpha T (beta_f^2 + G^2), a bound.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p.
        path_length : float
            P, how far the benchmark moves in all rounds together, in the units of R; at least 0.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

        Returns
        -------
        CaoLiu

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a length beside which T is too small.
        """
        alpha, delta = tune_cao_liu(rounds, path_length)
        return cls(alpha, delta, **warm)

    @property
    def steps(self) -> Steps:
        """The steps of every round."""
        return Steps(self.alpha, self.alpha, keep_factor("alpha", self.alpha, self.delta))


def tune_cao_liu(
    rounds: Game, path_length: float, times: int = 1, convexity: float = 1.0
) -> tuple[float, float]:
    """Return alpha and delta of `CaoLiu`, and of its bandit forms.

    Parameters
    ----------
    rounds : Game
        The game.
    path_length : float
        How far the benchmark moves in all rounds together, as for `CaoLiu.tuned`.
    times : int
        The gradients of f_t, or their estimates, are no longer than `times` beta_f.
    convexity : float
        The modulus of strong convexity of the mirror map, as for `small_penalty`.

    Returns
    -------
    tuple of float
        alpha, the step of x and lambda, and delta, the weight of the quadratic term in lambda.
    """
    P = checks.non_negative_float("path_length", path_length)
    R, _, G = positive_constants(rounds, "R", "beta", "G")  # refuses a beta of 0, too
    longest_ascent = times * rounds.beta_f
    alpha = math.sqrt(R * (R + 2 * P) / (2 * rounds.T * (longest_ascent**2 + G**2)))
    return alpha, small_penalty(rounds, alpha, convexity)


@frozen
class MOSP(SaddleMethod):
    """Modified online saddle point method (Chen, Ling and Giannakis 2017).

    lambda_{t+1} = [lambda_t + mu g_t(x_t)]_+ first, and x steps by alpha with the new multiplier.
    For the dynamic benchmark; how far it moves is its path length, and how far the constraints do
    is sum_{t>1} max_X [g_t - g_{t-1}]_+.

    Parameters
    ----------
    alpha : float
        The step of x, above 0, in squared units of the decision per unit of f.
    mu : float
        The step of lambda, above 0, in units of f per squared unit of money.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.
    """

    dual_first = True
    fused_steps = SaddleMethod.line_steps
    alpha: float = checked(checks.positive_float)
    mu: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, **warm: Unpack[WarmStart]) -> Self:
        """Return the player with alpha = mu = T^(-1/3).

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan`.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

        Returns
        -------
        MOSP

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        step = require_game("rounds", rounds).T ** (-1 / 3)
        return cls(step, step, **warm)

    @property
    def steps(self) -> Steps:
        """The steps of every round."""
        return Steps(self.alpha, self.mu)


@frozen
class NeelyYu(SaddleMethod):
    """Online convex optimisation with time-varying constraints (Neely and Yu 2017, section II).

    x_{t+1} = P(x_t + (V grad f_t(x_t) - Q_t p_t)/(2 alpha)), and the queue grows by the constraint
    at the new decision: Q_{t+1} = [Q_t + <p_t, x_{t+1}> - B_T/T]_+. The source's first decision is
    arbitrary.

    Parameters
    ----------
    V : float
        The weight of the utility against the queue, above 0, in squared units of money per unit
        of f.
    alpha : float
        The weight of `|x - x_t|^2`, above 0, in squared units of money per squared unit of the
        decision.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        Q_1, at least 0, the queue before round 1, in units of money.
    """

    ahead = True
    fused_steps = SaddleMethod.line_steps
    V: float = checked(checks.positive_float)
    alpha: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, **warm: Unpack[WarmStart]) -> Self:
        """Return the player with V = sqrt(T) and alpha = T.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan`.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

        Returns
        -------
        NeelyYu

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        T = require_game("rounds", rounds).T
        return cls(math.sqrt(T), float(T), **warm)

    @property
    def steps(self) -> Steps:
        """The steps of every round."""
        return Steps(decision=1 / (2 * self.alpha), dual=1.0, weight=self.V)


@frozen
class COLD(NeelyYu):
    """Cautious online Lagrangian descent of Liakopoulos et al. 2019: `NeelyYu` for windows.

    Parameters
    ----------
    V : float
        The weight of the utility against the queue, above 0, in squared units of money per unit
        of f.
    alpha : float
        The weight of `|x - x_t|^2`, above 0, in squared units of money per squared unit of the
        decision.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        Q_1, at least 0, the queue before round 1, in units of money.
    """

    fused_steps = SaddleMethod.line_steps

    @classmethod
    def tuned(cls, rounds: Game, W: int = 1, **warm: Unpack[WarmStart]) -> Self:
        """Return the player with V = sqrt(W T) and alpha = V sqrt(T).

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan`.
        W : int
            The window of the benchmark, in rounds, in 1..T-1.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

        Returns
        -------
        COLD

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        T = require_game("rounds", rounds).T
        V = math.sqrt(checks.positive_int("W", W, maximum=T - 1) * T)
        return cls(V, V * math.sqrt(T), **warm)

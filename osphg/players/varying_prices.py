"""Players for constraints that vary and concave utilities.

x_t is the decision of round t, f_t its utility, p_t its prices, g_t(x) = <p_t, x> - B_T/T what x
costs beyond the money for one round, and lambda_t the multiplier, how much utility a unit of money
costs. The methods take steps on the Lagrangian L_t(x, lambda) = -f_t(x) + lambda g_t(x) - (delta
step/2) lambda^2: x descends it, lambda ascends it, and delta, the weight of the quadratic term,
keeps lambda from growing without bound. P is the projection on X, and [z]_+ is max(z, 0).

`tuned` uses constants of the game (`osphg.rounds.Constants`): R is the diameter of X; beta_f bounds
the length of the gradients of f_t, beta_g that of the p_t (a `Plan` is given it as beta_p), and
beta is the larger of both; G is the largest ``|g_t(x)|``; T is the number of rounds, and W the
window of the benchmark: it keeps the budget in every W rounds. A dynamic benchmark is a decision
for each round, and its path length how far these move in all rounds together.

A mirror map is a strongly convex function m on X, by which a step is taken: sums of steps are
vectors s, and each has a leader, the point v of X that maximises <s, v> - m(v). For m(x) =
``|x|^2/2`` the leader is the projection of s, and a mirror step is a gradient step.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any, NamedTuple, Self, TypeAlias, Unpack

import numpy as np

from osphg import checks
from osphg.budgets import in_each
from osphg.checks import FloatArray, checked, frozen
from osphg.compiled.steps import Steps
from osphg.domains import Domain, Simplex, require_domain
from osphg.messages import short_repr
from osphg.players.base import WarmStart, warn_of_small_steps
from osphg.players.osphg import keep_factor
from osphg.players.saddle import SaddleMethod, small_penalty
from osphg.rounds import Game, positive_constants, require_game


@frozen
class Euclidean:
    """The mirror map `m(x) = |x|_2^2 / 2`, on any X: its steps are gradient steps."""

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return the leader of each row s of S: argmax_X <s, v> - m(v), the projection of s.

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
        """Return the modulus of strong convexity of m, 1 in the Euclidean norm.

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
        """Return a bound of m - min m, and of divergences from x_1: half the diameter's square.

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

    The slack r - sum x is one more coordinate, so that all n + 1 of them add up to r. They begin at
    r/(n + 1) each. A step multiplies every coordinate by the exponential of its entry of the step,
    and the slack by 1; then all are scaled so that they add up to r again. The result is the leader
    of the sum of all steps so far. The map is 1/r-strongly convex in the l1 norm (Pinsker), and its
    divergences from the first point are at most r ln(n + 1). ValueError on another domain.
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
        """Return the leader of each row s of S: v_i = r e^{s_i} / (1 + sum_j e^{s_j}).

        The 1 stands for the slack, of which s is 0.

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
        # The largest exponent, 0 of the slack included, is subtracted from all of them, which
        # changes no share: so no exponential overflows.
        largest = np.maximum(S.max(-1, keepdims=True), 0.0)
        powers = np.exp(S - largest)
        return np.asarray(r * powers / (powers.sum(-1, keepdims=True) + np.exp(-largest)))

    def convexity(self, domain: Domain) -> float:
        """Return the modulus of strong convexity of the map, 1/r in the l1 norm.

        Parameters
        ----------
        domain : Domain
            X, a `Simplex`.

        Returns
        -------
        float
            1/r, above 0, in units of the map per squared unit of the decision.
        """
        return 1 / self.radius(domain)

    def divergence(self, domain: Domain) -> float:
        """Return a bound of m - min m, m the map, and of divergences from x_1: r ln(n + 1).

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
    multiplier: Any  # lambda_t, with several budgets (m,)
    domain: Domain
    image: FloatArray  # the mirror image of x_t: a vector of which x_t is the leader, (n,)


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

        D bounds the divergences of the geometry's mirror map from x_1, and a is the map's modulus
        of strong convexity. Both follow from X alone: D holds for every `start` that the geometry
        takes.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p.
        geometry : Euclidean or Entropic, optional
            The mirror map; `Euclidean()` unless given.
        **warm
            `start`, x_1, (n,), a point of X, not with `Entropic()`; and `lambda1`, 0 unless given.

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
        # beta^2/a: a step of x adds so much, times mu, to the bound of the regret.
        ascent_term = beta**2 / chosen.convexity(rounds.domain)
        mu = math.sqrt(divergence / (rounds.T * (G**2 + ascent_term)))
        delta = 2 * ascent_term
        return cls(mu=mu, delta=delta, geometry=chosen, **warm)

    @property
    def steps(self) -> Steps:
        """The steps of every round: mu for x and lambda, and what a step keeps of lambda."""
        keep = keep_factor("mu", self.mu, self.delta)  # 1 - delta mu^2
        return Steps(decision=self.mu, dual=self.mu, keep=keep)

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
        multiplier = in_each(self.lambda1, game.budget)
        return MirrorState(x, multiplier, game.domain, image=image)

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

    x and lambda step by alpha along the gradients of L_t. It is OSPHG with a single oracle, which
    is told the gradient at the decision itself.

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
        """Return the player for dynamic benchmarks of at most this path length P.

        Its alpha minimises R (R + 2 P)/(2 alpha) + alpha T (beta_f^2 + G^2), a bound of the regret.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p.
        path_length : float
            P, how far the benchmark moves in all rounds together, in the units of R; at least 0.
        **warm
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

        Returns
        -------
        CaoLiu

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a length beside which T is too small.
        """
        alpha, delta = tune_cao_liu(rounds, path_length)
        return cls(alpha=alpha, delta=delta, **warm)

    @property
    def steps(self) -> Steps:
        """The steps of every round: alpha for x and lambda, and what a step keeps of lambda."""
        keep = keep_factor("alpha", self.alpha, self.delta)  # 1 - delta alpha^2
        return Steps(decision=self.alpha, dual=self.alpha, keep=keep)


def tune_cao_liu(
    rounds: Game, path_length: float, times: int = 1, convexity: float = 1.0
) -> tuple[float, float]:
    """Return alpha and delta of `CaoLiu`, and of its bandit forms.

    The bandits estimate gradients, and an estimate may be longer: `times` and `convexity` allow for
    that. alpha minimises R (R + 2 P)/(2 alpha) + alpha T ((times beta_f)^2 + G^2), where P is the
    path length; delta is the smallest for which the proof holds.

    Parameters
    ----------
    rounds : Game
        The game.
    path_length : float
        How far the benchmark moves in all rounds together, at least 0; checked here.
    times : int
        The gradients of f_t, or their estimates, are no longer than `times` beta_f.
    convexity : float
        By which beta^2 is divided in delta, as for `small_penalty`: 1/n^2 puts n beta for beta.

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

    lambda_{t+1} = [lambda_t + mu g_t(x_t)]_+ comes first, and x steps by alpha with this new
    multiplier. Its theorem is against a dynamic benchmark: the bound grows with the path length of
    the benchmark, and with the variation of the constraints, sum_{t>1} max_X [g_t - g_{t-1}]_+.

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

    dual_first = True  # x steps with lambda_{t+1}
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
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

        Returns
        -------
        MOSP

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        step = require_game("rounds", rounds).T ** (-1 / 3)
        return cls(alpha=step, mu=step, **warm)

    @property
    def steps(self) -> Steps:
        """The steps of every round: alpha for x, and mu for lambda."""
        return Steps(decision=self.alpha, dual=self.mu)


@frozen
class NeelyYu(SaddleMethod):
    """Online convex optimisation with time-varying constraints (Neely and Yu 2017, section II).

    The multiplier is a queue Q_t, in units of money, of what the decisions have overspent so far.
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

    ahead = True  # the queue grows by g_t(x_{t+1})
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
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

        Returns
        -------
        NeelyYu

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        T = require_game("rounds", rounds).T
        player = cls(V=math.sqrt(T), alpha=float(T), **warm)
        warn_of_small_steps(player, rounds)
        return player

    @property
    def steps(self) -> Steps:
        """The steps of every round: the queue, in place of lambda, steps by 1."""
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
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

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
        player = cls(V=V, alpha=V * math.sqrt(T), **warm)
        warn_of_small_steps(player, rounds)
        return player

"""Players for constraints that vary and concave utilities."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, Self, TypeAlias, Unpack

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain, Simplex, require_domain
from osphg.messages import short_repr
from osphg.players.base import Warm
from osphg.players.osphg import damped
from osphg.players.saddle import SaddleMethod, SaddleState, Steps, small_penalty
from osphg.rounds import Game, positive_constants, require_game

# For constraints that vary, and concave utilities.


@frozen(eq=True)
class Euclidean:
    """The mirror map `R(x) = |x|_2^2 / 2`, on any X."""

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return argmax_X <s, v> - R(v) for each row s of S (..., n)."""
        return domain.project(S)

    def convexity(self, domain: Domain) -> float:
        """Return the modulus of strong convexity of R, 1 in the Euclidean norm."""
        return 1.0

    def divergence(self, domain: Domain) -> float:
        """Return a bound of R - min R, and of divergences from x_1: half the diameter's square."""
        return require_domain("domain", domain).diameter ** 2 / 2


@frozen(eq=True)
class Entropic:
    """sum_i x_i ln(x_i/r) on X = {x >= 0, sum x <= r}, a `Simplex`, the slack r - sum x included.

    The slack is one more coordinate, so that all n + 1 add up to r. A step multiplies each by the
    exponential of its gradient, the slack by 1, and scales all back, from r/(n + 1) everywhere:
    that is the leader of the sum of all steps. R is 1/r-strongly convex in the l1 norm (Pinsker),
    and its divergences are at most r ln(n + 1). ValueError on another domain.
    """

    def radius(self, domain: Any) -> float:
        """Return r; ValueError, in one line, for a domain that is no Simplex."""
        if not isinstance(domain, Simplex):
            needs = "a Simplex {x >= 0, sum x <= r} as domain"
            raise ValueError(f"Entropic needs {needs}, got {short_repr(domain)}")
        return domain.r

    def leader(self, domain: Domain, S: FloatArray) -> FloatArray:
        """Return v_i = r e^{s_i} / (1 + sum_j e^{s_j}); the 1 is that of the slack."""
        r = self.radius(domain)
        top = np.maximum(S.max(-1, keepdims=True), 0.0)  # nothing overflows
        powers = np.exp(S - top)
        return np.asarray(r * powers / (powers.sum(-1, keepdims=True) + np.exp(-top)))

    def convexity(self, domain: Domain) -> float:
        return 1 / self.radius(domain)

    def divergence(self, domain: Domain) -> float:
        return self.radius(domain) * math.log(domain.n + 1)


Geometry: TypeAlias = Euclidean | Entropic
require_geometry: Any = partial(checks.of_kind, kind=Geometry, what="be Euclidean() or Entropic()")


@frozen
class SunDeyKapoor(SaddleMethod):
    """Online mirror descent for constraints that vary (Sun, Dey and Kapoor 2017).

    x takes a mirror step of mu down L_t, from the minimiser x_1 of the `geometry`, lambda a
    gradient step of mu up.
    """

    mu: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    geometry: Geometry = checked(require_geometry, default=Euclidean())

    @classmethod
    def tuned(cls, rounds: Game, geometry: Geometry | None = None, **warm: Unpack[Warm]) -> Self:
        chosen = Euclidean() if geometry is None else require_geometry("geometry", geometry)
        beta, G = positive_constants(rounds, "beta", "G")
        alpha, most = chosen.convexity(rounds.domain), chosen.divergence(rounds.domain)
        steepest = beta**2 / alpha
        return cls(math.sqrt(most / (rounds.T * (G**2 + steepest))), 2 * steepest, chosen, **warm)

    def steps(self, t: int) -> Steps:
        return Steps(self.mu, self.mu, damped("mu", self.mu, self.delta))

    def init(self, game: Game) -> SaddleState:
        state, euclidean = super().init(game), isinstance(self.geometry, Euclidean)
        checks.must(euclidean or self.start is None, "start", "be None for the entropy", "a point")
        return state._replace(x=self.geometry.leader(game.domain, state.x), memory=state.x)

    def move(self, state: SaddleState, step: FloatArray) -> SaddleState:
        told = state.memory + step  # the mirror image of x_t, and the step
        x = self.geometry.leader(state.domain, told)
        return state._replace(x=x, memory=x if isinstance(self.geometry, Euclidean) else told)


@frozen
class CaoLiu(SaddleMethod):
    """Online saddle point method for a dynamic benchmark (Cao and Liu 2019, gradient feedback).

    Both step by alpha along the gradients of L_t: OSPHG with one gradient, at the decision itself.
    """

    fused_steps = SaddleMethod.line_steps
    alpha: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, path_length: float = 0.0, **warm: Unpack[Warm]) -> Self:
        """Return it for benchmarks of at most this path length, in the units of R.

        Its alpha minimises R (R + 2 P)/(2 alpha) + alpha T (beta_f^2 + G^2), a bound. ValueError
        for a length beside which T is too small.
        """
        return cls(*cao_liu_steps(rounds, path_length), **warm)

    def steps(self, t: int) -> Steps:
        return Steps(self.alpha, self.alpha, damped("alpha", self.alpha, self.delta))


def cao_liu_steps(
    rounds: Game, path_length: float, times: int = 1, convexity: float = 1.0
) -> tuple[float, float]:
    """Return alpha and delta of `CaoLiu` for gradients of f_t of at most `times` beta_f."""
    P = checks.non_negative_float("path_length", path_length)
    R, _, G = positive_constants(rounds, "R", "beta", "G")
    alpha = math.sqrt(R * (R + 2 * P) / (2 * rounds.T * ((times * rounds.beta_f) ** 2 + G**2)))
    return alpha, small_penalty(rounds, alpha, convexity)


@frozen
class MOSP(SaddleMethod):
    """Modified online saddle point method (Chen, Ling and Giannakis 2017).

    lambda_{t+1} = [lambda_t + mu g_t(x_t)]_+ first, and x steps by alpha with the new multiplier.
    For the dynamic benchmark; how far it moves is its path length, and how far the constraints do
    is sum_{t>1} max_X [g_t - g_{t-1}]_+.
    """

    dual_first, fused_steps = True, SaddleMethod.line_steps
    alpha: float = checked(checks.positive_float)
    mu: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, **warm: Unpack[Warm]) -> Self:
        return cls(*2 * [require_game("rounds", rounds).T ** (-1 / 3)], **warm)

    def steps(self, t: int) -> Steps:
        return Steps(self.alpha, self.mu)


@frozen
class NeelyYu(SaddleMethod):
    """Online convex optimisation with time-varying constraints (Neely and Yu 2017, section II).

    x_{t+1} = P(x_t + (V grad f_t(x_t) - Q_t p_t)/(2 alpha)), and the queue grows by the constraint
    at the new decision: Q_{t+1} = [Q_t + <p_t, x_{t+1}> - B_T/T]_+. The source's first decision is
    arbitrary.
    """

    ahead, fused_steps = True, SaddleMethod.line_steps
    V: float = checked(checks.positive_float)
    alpha: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, **warm: Unpack[Warm]) -> Self:
        T = require_game("rounds", rounds).T
        return cls(math.sqrt(T), float(T), **warm)

    def steps(self, t: int) -> Steps:
        return Steps(1 / (2 * self.alpha), 1.0, weight=self.V)


@frozen
class COLD(NeelyYu):
    """Cautious online Lagrangian descent of Liakopoulos et al. 2019: `NeelyYu` for windows."""

    fused_steps = SaddleMethod.line_steps

    @classmethod
    def tuned(cls, rounds: Game, W: int = 1, **warm: Unpack[Warm]) -> Self:
        T = require_game("rounds", rounds).T
        V = math.sqrt(checks.positive_int("W", W, maximum=T - 1) * T)
        return cls(V, V * math.sqrt(T), **warm)

"""Players for one fixed constraint and concave utilities."""

from __future__ import annotations

import math
from typing import Self, Unpack

import numpy as np

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import checked, frozen
from osphg.compiled.steps import stepped
from osphg.players.base import Feedback, Warm
from osphg.players.osphg import damped
from osphg.players.saddle import OneDecision, SaddleMethod, SaddleState, Steps, small_penalty
from osphg.rounds import Game, positive_constants, require_game
from osphg.utilities import Quadratics

# For one fixed constraint, and concave utilities.


@frozen
class MahdaviJinYang(SaddleMethod):
    """The gradient method of Mahdavi, Jin and Yang 2012 (Algorithm 1), for one fixed constraint.

    x descends and lambda ascends L_t, both by eta, with g(x) + margin for g(x). ValueError in
    `init` for a margin that is not below B_T/T.
    """

    eta: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    margin: float = checked(checks.non_negative_float, default=0.0)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls, rounds: Game, margin: float = 0.0, *, heuristic: bool = False, **warm: Unpack[Warm]
    ) -> Self:
        R, beta, G = positive_constants(rounds, "R", "beta", "G")
        margin = checks.non_negative_float("margin", margin)
        eta = R / math.sqrt((2 * beta**2 + 2 * (G + margin) ** 2) * rounds.T)
        return cls(eta, small_penalty(rounds, eta), margin, heuristic, **warm)

    def steps(self, t: int) -> Steps:
        return Steps(self.eta, self.eta, damped("eta", self.eta, self.delta), margin=self.margin)

    def init(self, game: Game) -> SaddleState:
        allowed = f"be less than B_T/T = {game.allowance:.6g}"
        checks.must(self.margin < game.allowance, "margin", allowed, f"{self.margin:.6g}")
        return super().init(game)


@frozen
class MahdaviNoViolation(MahdaviJinYang):
    """The same with a margin, so that nothing is violated from some T on (modified method)."""

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, *, heuristic: bool = False, **warm: Unpack[Warm]
    ) -> Self:
        allowance = checks.positive_constant(
            "rounds.allowance", require_game("rounds", rounds).allowance
        )
        margin = allowance * rounds.T ** (-1 / 4)
        return super().tuned(rounds, margin, heuristic=heuristic, **warm)


@frozen
class MahdaviMirrorProx(OneDecision):
    """The mirror prox method of Mahdavi, Jin and Yang 2012, for one fixed linear constraint.

    A step is tried before the round and taken after it, both from (u_t, v_t), which begin as x_1
    and lambda_1: x_t = P(u_t - eta v_t p), lambda_t = [v_t + eta g(u_t)]_+, and then
    u_{t+1} = P(u_t + eta (grad f_t(x_t) - lambda_t p)), v_{t+1} = [v_t + eta g(x_t)]_+. That the
    first step leaves out f_t is this package's reading.
    Derived here: regret + lambda sum_t g(x_t) <= (R^2 + lambda^2)/(2 eta) + eta T beta_f^2.
    """

    keeps_allowance = True
    eta: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(cls, rounds: Game, *, heuristic: bool = False, **warm: Unpack[Warm]) -> Self:
        R, beta = positive_constants(rounds, "R", "beta")
        checks.must(R**3 <= rounds.T, "T", f"be at least {math.ceil(R**3)} for the bound", rounds.T)
        return cls(R / (math.sqrt(2) * beta * rounds.T ** (1 / 3)), heuristic, **warm)

    def init(self, game: Game) -> SaddleState:
        state = super().init(game)
        return state._replace(memory=(game.allowance, state.x, self.lambda1))  # u_1, v_1

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        (allowance, u, v), price = state.memory, feedback.price
        ascent = feedback.gradient(state.x) - state.multiplier * price
        u = state.domain.project(u + self.eta * ascent)
        v = stepped(v, feedback.violation, 1.0, self.eta)
        x = state.domain.project(u - self.eta * v * price)
        multiplier = stepped(v, dot(price, u) - allowance, 1.0, self.eta)
        return state._replace(x=x, multiplier=multiplier, memory=(allowance, u, v))


@frozen
class JenattonHuangArchambeau(SaddleMethod):
    """The adaptive method of Jenatton, Huang and Archambeau 2016, for one fixed constraint.

    b, in (0, 1), is beta in that paper, and sets how the steps fall. T is not used.
    """

    eta: float = checked(checks.positive_float)
    theta: float = checked(checks.positive_float)
    b: float = checked(checks.between_0_and_1, default=0.5)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls, rounds: Game, b: float = 0.5, *, heuristic: bool = False, **warm: Unpack[Warm]
    ) -> Self:
        R, beta = positive_constants(rounds, "R", "beta")
        return cls(R / beta, 6 * R * beta, b, heuristic, **warm)

    def steps(self, t: int) -> Steps:
        slow = t**-self.b
        return Steps(self.eta * slow, 1 / (self.theta * slow * (t + 1)), t / (t + 1))


@frozen
class YuanLamperski(SaddleMethod):
    """The method of Yuan and Lamperski 2018 (Algorithm 1), for one fixed constraint.

    x descends -f_t(x) + lambda [g(x)]_+ - (sigma eta/2) lambda^2 by eta, and lambda maximises it:
    lambda_t = [g(x_t)]_+/(sigma eta).
    """

    ahead = clipped = True
    eta: float = checked(checks.positive_float)
    sigma: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls, rounds: Game, b: float = 0.5, *, heuristic: bool = False, **warm: Unpack[Warm]
    ) -> Self:
        b = checks.between_0_and_1("b", b)
        R, beta = positive_constants(rounds, "R", "beta")
        return cls(R / (math.sqrt(2) * beta * rounds.T**b), 2 * beta**2, heuristic, **warm)

    def steps(self, t: int) -> Steps:
        return Steps(self.eta, 1 / (self.sigma * self.eta), keep=0.0)


@frozen
class YuanLamperskiStrong(SaddleMethod):
    """The same with eta_t = 1/(H t), for strongly concave utilities (Yuan and Lamperski 2018).

    H is their modulus, in units of f per squared unit of the decision; T need not be known. Derived
    here: regret + H/(2 sigma) sum_t t [g(x_t)]_+^2 <= (beta_f^2/H) (1 + log(T)).
    """

    ahead = clipped = True
    H: float = checked(checks.positive_float)
    sigma: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls, rounds: Game, H: float | None = None, *, heuristic: bool = False, **warm: Unpack[Warm]
    ) -> Self:
        (beta,) = positive_constants(rounds, "beta")
        modulus = _modulus(rounds) if H is None else checks.positive_float("H", H)
        return cls(modulus, 2 * beta**2, heuristic, **warm)

    def steps(self, t: int) -> Steps:
        return Steps(1 / (self.H * t), self.H * (t + 1) / self.sigma, keep=0.0)


def _modulus(game: Game) -> float:
    """Return the smallest -eigenvalue of all Hessians; ValueError unless all are above 0."""
    least, most = math.inf, 0.0
    for utility in (block.utility for block in game.blocks()):
        if not isinstance(utility, Quadratics):
            kind = type(utility).__name__
            raise ValueError(f"H must be given where f_t is not quadratic, got {kind} without")
        curves = -np.linalg.eigvalsh(utility.H)
        least, most = min(least, float(curves.min())), max(most, float(abs(curves).max()))
    if least <= 1e-9 * most:  # 0, but for rounding
        got = f"a curvature of {least:.3g} in some direction"
        raise ValueError(f"YuanLamperskiStrong needs strongly concave utilities, got {got}")
    return least

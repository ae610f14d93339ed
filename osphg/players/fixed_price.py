"""Players for one fixed constraint and concave utilities."""

from __future__ import annotations

import math
from typing import NamedTuple, Self, Unpack

import numpy as np

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import FloatArray, checked, frozen
from osphg.compiled.steps import Steps, next_multiplier
from osphg.domains import Domain
from osphg.players.base import Feedback, WarmStart
from osphg.players.osphg import keep_factor
from osphg.players.saddle import OneDecision, SaddleMethod, SaddleState, small_penalty
from osphg.rounds import Game, positive_constants, require_game
from osphg.utilities import Quadratics


@frozen
class MahdaviJinYang(SaddleMethod):
    """The gradient method of Mahdavi, Jin and Yang 2012 (Algorithm 1), for one fixed constraint.

    x descends and lambda ascends L_t, both by eta, with g(x) + margin for g(x).

    Parameters
    ----------
    eta : float
        The step of x and of lambda, above 0.
    delta : float
        The weight of the quadratic term in lambda, above 0, with delta eta^2 at most 1.
    margin : float
        The money that is kept back in each round, at least 0; below B_T/T, or `init` refuses it.
    heuristic : bool
        Whether prices that vary are played, for which nothing is proven.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.
    """

    eta: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    margin: float = checked(checks.non_negative_float, default=0.0)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        margin: float = 0.0,
        *,
        heuristic: bool = False,
        **warm: Unpack[WarmStart],
    ) -> Self:
        """Return the player with eta = R/sqrt((2 beta^2 + 2 (G + margin)^2) T).

        Parameters
        ----------
        rounds : Game
            The game.
        margin : float
            As for the constructor.
        heuristic : bool
            As for the constructor.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

        Returns
        -------
        MahdaviJinYang

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a T too small for a delta to exist.
        """
        R, beta, G = positive_constants(rounds, "R", "beta", "G")
        margin = checks.non_negative_float("margin", margin)
        eta = R / math.sqrt((2 * beta**2 + 2 * (G + margin) ** 2) * rounds.T)
        delta = small_penalty(rounds, eta)
        return cls(eta, delta, margin, heuristic, **warm)

    @property
    def steps(self) -> Steps:
        """The steps of every round."""
        keep = keep_factor("eta", self.eta, self.delta)
        return Steps(decision=self.eta, dual=self.eta, keep=keep, margin=self.margin)

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1; ValueError for a margin that is not below B_T/T."""
        allowed = f"be less than B_T/T = {game.allowance:.6g}"
        checks.must(self.margin < game.allowance, "margin", allowed, f"{self.margin:.6g}")
        state: SaddleState = super().init(game)
        return state


@frozen
class MahdaviNoViolation(MahdaviJinYang):
    """`MahdaviJinYang` with a margin, so that nothing is violated from some T on.

    It is the source's modified method.

    Parameters
    ----------
    eta : float
        The step of x and of lambda, above 0.
    delta : float
        The weight of the quadratic term in lambda, above 0, with delta eta^2 at most 1.
    margin : float
        The money that is kept back in each round, at least 0; below B_T/T, or `init` refuses it.
        `tuned` sets one above 0.
    heuristic : bool
        Whether prices that vary are played, for which nothing is proven.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.
    """

    @classmethod
    def tuned(  # type: ignore[override]
        cls, rounds: Game, *, heuristic: bool = False, **warm: Unpack[WarmStart]
    ) -> Self:
        """Return the player with the margin B_T/T times T^(-1/4).

        Parameters
        ----------
        rounds : Game
            The game.
        heuristic : bool
            As for the constructor.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

        Returns
        -------
        MahdaviNoViolation

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        allowance = require_game("rounds", rounds).allowance
        allowance = checks.positive_constant("rounds.allowance", allowance)
        margin = allowance * rounds.T ** (-1 / 4)
        return super().tuned(rounds, margin, heuristic=heuristic, **warm)


class MirrorProxState(NamedTuple):
    """The state of `MahdaviMirrorProx` before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: float  # lambda_t
    domain: Domain
    allowance: float  # B_T/T
    u: FloatArray  # u_t, from which x_t was tried, (n,)
    v: float  # v_t, from which lambda_t was tried


@frozen
class MahdaviMirrorProx(OneDecision):
    """The mirror prox method of Mahdavi, Jin and Yang 2012, for one fixed linear constraint.

    A step is tried before the round and taken after it, both from (u_t, v_t), which begin as x_1
    and lambda_1: x_t = P(u_t - eta v_t p), lambda_t = [v_t + eta g(u_t)]_+, and then
    u_{t+1} = P(u_t + eta (grad f_t(x_t) - lambda_t p)), v_{t+1} = [v_t + eta g(x_t)]_+. That the
    first step leaves out f_t is this package's reading.
    Derived here: regret + lambda sum_t g(x_t) <= (R^2 + lambda^2)/(2 eta) + eta T beta_f^2.

    Parameters
    ----------
    eta : float
        The step of x and of lambda, above 0.
    heuristic : bool
        Whether prices that vary are played, for which nothing is proven.
    start : array_like, optional
        x_1 and u_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        lambda_1 and v_1, at least 0, in units of f per unit of money.
    """

    keeps_allowance = True
    eta: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(cls, rounds: Game, *, heuristic: bool = False, **warm: Unpack[WarmStart]) -> Self:
        """Return the player with eta = R/(sqrt(2) beta T^(1/3)).

        Parameters
        ----------
        rounds : Game
            The game.
        heuristic : bool
            As for the constructor.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

        Returns
        -------
        MahdaviMirrorProx

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or T below R^3.
        """
        R, beta = positive_constants(rounds, "R", "beta")
        checks.must(R**3 <= rounds.T, "T", f"be at least {math.ceil(R**3)} for the bound", rounds.T)
        return cls(R / (math.sqrt(2) * beta * rounds.T ** (1 / 3)), heuristic, **warm)

    def init(self, game: Game) -> MirrorProxState:
        """Return the state before round 1, in which no step is tried: u_1 = x_1, v_1 = lambda_1."""
        x = self.first_decision(game)
        return MirrorProxState(
            x=x,
            multiplier=self.lambda1,
            domain=game.domain,
            allowance=game.allowance,
            u=x,
            v=self.lambda1,
        )

    def update(self, state: MirrorProxState, feedback: Feedback) -> MirrorProxState:
        """Return the state for the next round: step from (u_t, v_t), then try the step after it."""
        price = feedback.price
        ascent = feedback.gradient(state.x) - state.multiplier * price
        u = state.domain.project(state.u + self.eta * ascent)
        v = next_multiplier(state.v, feedback.violation, keep=1.0, step=self.eta)
        x = state.domain.project(u - self.eta * v * price)
        violation_at_u = dot(price, u) - state.allowance
        multiplier = next_multiplier(v, violation_at_u, keep=1.0, step=self.eta)
        return state._replace(x=x, multiplier=multiplier, u=u, v=v)


@frozen
class JenattonHuangArchambeau(SaddleMethod):
    """The adaptive method of Jenatton, Huang and Archambeau 2016, for one fixed constraint.

    T is not used.

    Parameters
    ----------
    eta : float
        The step of x in round 1, above 0.
    theta : float
        The weight of the quadratic term in lambda in round 1, above 0.
    b : float
        How fast the steps fall, as t^-b, in (0, 1); beta in that paper.
    heuristic : bool
        Whether prices that vary are played, for which nothing is proven.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.
    """

    eta: float = checked(checks.positive_float)
    theta: float = checked(checks.positive_float)
    b: float = checked(checks.between_0_and_1, default=0.5)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls, rounds: Game, b: float = 0.5, *, heuristic: bool = False, **warm: Unpack[WarmStart]
    ) -> Self:
        """Return the player with eta = R/beta and theta = 6 R beta.

        Parameters
        ----------
        rounds : Game
            The game.
        b : float
            As for the constructor.
        heuristic : bool
            As for the constructor.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

        Returns
        -------
        JenattonHuangArchambeau

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        R, beta = positive_constants(rounds, "R", "beta")
        return cls(R / beta, 6 * R * beta, b, heuristic, **warm)

    def steps_at(self, t: int) -> Steps:
        """Return the steps of round t = 1, 2, ..., which fall with t.

        Parameters
        ----------
        t : int
            The round, from 1.

        Returns
        -------
        Steps
            eta t^-b for x, 1/(theta t^-b (t + 1)) for lambda, and the share t/(t + 1) of lambda
            that is kept.
        """
        fall = t**-self.b
        return Steps(
            decision=self.eta * fall,
            dual=1 / (self.theta * fall * (t + 1)),
            keep=t / (t + 1),
        )


@frozen
class YuanLamperski(SaddleMethod):
    """The method of Yuan and Lamperski 2018 (Algorithm 1), for one fixed constraint.

    x descends -f_t(x) + lambda [g(x)]_+ - (sigma eta/2) lambda^2 by eta, and lambda maximises it:
    lambda_t = [g(x_t)]_+/(sigma eta).

    Parameters
    ----------
    eta : float
        The step of x, above 0, in squared units of the decision per unit of f.
    sigma : float
        The weight of the quadratic term in lambda, above 0.
    heuristic : bool
        Whether prices that vary are played, for which nothing is proven.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.
    """

    ahead = clipped = True
    eta: float = checked(checks.positive_float)
    sigma: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls, rounds: Game, b: float = 0.5, *, heuristic: bool = False, **warm: Unpack[WarmStart]
    ) -> Self:
        """Return the player with eta = R/(sqrt(2) beta T^b) and sigma = 2 beta^2.

        Parameters
        ----------
        rounds : Game
            The game.
        b : float
            How fast eta falls with T, in (0, 1).
        heuristic : bool
            As for the constructor.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

        Returns
        -------
        YuanLamperski

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        b = checks.between_0_and_1("b", b)
        R, beta = positive_constants(rounds, "R", "beta")
        return cls(R / (math.sqrt(2) * beta * rounds.T**b), 2 * beta**2, heuristic, **warm)

    @property
    def steps(self) -> Steps:
        """The steps of every round: nothing is kept of lambda_t."""
        return Steps(decision=self.eta, dual=1 / (self.sigma * self.eta), keep=0.0)


@frozen
class YuanLamperskiStrong(SaddleMethod):
    """`YuanLamperski` with eta_t = 1/(H t), for strongly concave utilities; T need not be known.

    Derived here: regret + H/(2 sigma) sum_t t [g(x_t)]_+^2 <= (beta_f^2/H) (1 + log(T)).

    Parameters
    ----------
    H : float
        The modulus of strong concavity, above 0, in units of f per squared unit of the decision.
    sigma : float
        The weight of the quadratic term in lambda, above 0.
    heuristic : bool
        Whether prices that vary are played, for which nothing is proven.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.

    References
    ----------
    Yuan and Lamperski 2018.
    """

    ahead = clipped = True
    H: float = checked(checks.positive_float)
    sigma: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        H: float | None = None,
        *,
        heuristic: bool = False,
        **warm: Unpack[WarmStart],
    ) -> Self:
        """Return the player with sigma = 2 beta^2.

        Parameters
        ----------
        rounds : Game
            The game.
        H : float, optional
            As for the constructor; that of the game's quadratics unless given.
        heuristic : bool
            As for the constructor.
        **warm
            `start` and `lambda1`, as for `WarmStarted`.

        Returns
        -------
        YuanLamperskiStrong

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described; without H also for utilities that are no
            quadratics, or are not strongly concave.
        """
        (beta,) = positive_constants(rounds, "beta")
        modulus = _concavity_modulus(rounds) if H is None else checks.positive_float("H", H)
        return cls(modulus, 2 * beta**2, heuristic, **warm)

    def steps_at(self, t: int) -> Steps:
        """Return the steps of round t = 1, 2, ..., of which that of x falls as 1/t.

        Parameters
        ----------
        t : int
            The round, from 1.

        Returns
        -------
        Steps
            1/(H t) for x, H (t + 1)/sigma for lambda, of which nothing is kept.
        """
        return Steps(decision=1 / (self.H * t), dual=self.H * (t + 1) / self.sigma, keep=0.0)


def _concavity_modulus(game: Game) -> float:
    """Return the modulus of strong concavity of a game: its smallest curvature in any direction.

    A curvature is -1 times an eigenvalue of the Hessian H_t of a quadratic f_t. ValueError for a
    game whose utilities are no quadratics, or where one has no curvature in some direction.
    """
    smallest = math.inf
    largest_size = 0.0
    for block in game.blocks():
        if not isinstance(block.utility, Quadratics):
            kind = type(block.utility).__name__
            raise ValueError(f"H must be given where f_t is not quadratic, got {kind} without")
        curvatures = -np.linalg.eigvalsh(block.utility.H)
        smallest = min(smallest, float(curvatures.min()))
        largest_size = max(largest_size, float(abs(curvatures).max()))
    if smallest <= 1e-9 * largest_size:  # 0, but for rounding
        got = f"a curvature of {smallest:.3g} in some direction"
        raise ValueError(f"YuanLamperskiStrong needs strongly concave utilities, got {got}")
    return smallest

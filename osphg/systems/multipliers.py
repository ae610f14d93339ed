"""Gradient steps against a multiplier, for concave utilities: for one fixed constraint or many.

A parameter of another type, or outside what is said of it, is a TypeError or a ValueError. Methods
for one fixed constraint refuse prices that vary in `init` (ValueError), unless `heuristic`.
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from osphg import checks
from osphg.checks import checked, frozen
from osphg.multiplier import Multiplier
from osphg.ordered import dot
from osphg.players import Feedback
from osphg.rounds import Game, require_game, scales
from osphg.systems.oracles import Euclidean, Geometry, require_geometry
from osphg.systems.saddle import (
    KeepsAllowance,
    OneDecision,
    SaddleMethod,
    SaddleState,
    Steps,
    small_penalty,
)
from osphg.utilities import Quadratics


@frozen
class MahdaviJinYang(SaddleMethod):
    """The gradient method of Mahdavi, Jin and Yang 2012 (Algorithm 1), for one fixed constraint.

    L_t(x, lambda) = -f_t(x) + lambda g(x) - (delta eta / 2) lambda^2: x descends and lambda ascends
    it, both with step eta, from x_1 = 0 and lambda_1 = 0. For concave f_t the regret is of the
    order of T^(1/2) and the violation of T^(3/4). ValueError in `tuned` for a T too small for a
    delta, 16 beta^2 eta^2 > 1.

    Parameters
    ----------
    eta, delta : float
        Step size of x and of lambda, and weight of the quadratic term in lambda; above 0, with
        delta eta^2 <= 1.
    heuristic : bool
        True: play prices that vary as well, for which nothing is proven.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0)
    >>> osphg.play(osphg.MahdaviJinYang.tuned(rounds), rounds)
    Run(MahdaviJinYang, 500 of 500 rounds, per round: utility 0.4894, violation +0.1108)
    """

    one_price = True
    eta: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(cls, rounds: Game, *, heuristic: bool = False) -> MahdaviJinYang:
        """Return it with eta = R^2/(a sqrt(T)), a = R sqrt(2 beta^2 + 2 G^2), as in the paper.

        R, beta and G are those of `rounds` (R, G and D there, R being a radius around x_1). The
        regret bound asks for delta >= 2 beta^2 + 2 delta^2 eta^2; this is the smallest such delta.
        """
        R, beta, G = scales(rounds, "R", "beta", "G")
        a = R * math.sqrt(2 * beta**2 + 2 * G**2)
        eta = R**2 / (a * math.sqrt(rounds.T))
        return cls(eta, small_penalty(rounds, eta), heuristic)

    @cached_property
    def steps(self) -> Steps:
        """Both by eta, from (x_t, lambda_t)."""
        return Steps.damped("eta", self.eta, self.delta)


@frozen
class MahdaviNoViolation(SaddleMethod):
    """The same with a margin, so that nothing is violated in the end (their modified method).

    The constraint is g(x) + margin <= 0. With a margin of the order of T^(-1/4) the violation is at
    most 0 and the regret, for concave f_t, of the order of T^(3/4). The rates are those of the
    source's abstract, which was read; the order of the margin is recalled. The constants of `tuned`
    and of both bounds are derived here, line by line: of the violation from a large T on only, see
    `violation_bound`. ValueError in `tuned` as there, and for a game without a budget, or of one
    round.

    Parameters
    ----------
    eta, delta : float
        As `MahdaviJinYang`.
    margin : float
        What is kept back of the budget of a round; above 0, and in `init` less than B_T/T.
    heuristic : bool
        As `MahdaviJinYang`.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0)
    >>> osphg.play(osphg.MahdaviNoViolation.tuned(rounds), rounds)
    Run(MahdaviNoViolation, 500 of 500 rounds, per round: utility 0.4135, violation -0.08309)
    """

    one_price = True
    eta: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    margin: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(cls, rounds: Game, *, heuristic: bool = False) -> MahdaviNoViolation:
        """Return it with margin = (B_T/T) T^(-1/4), eta and delta as of the method without one.

        G is here G + margin, as g is shifted. A decision x within the budget becomes one within the
        margin as (1 - T^(-1/4)) x, which costs a concave f_t at most T^(-1/4) F: see
        `regret_bound`. For the violation see `violation_bound`, and from which T it is below 0.
        """
        R, beta, G = scales(rounds, "R", "beta", "G")
        margin = checks.scale("rounds.allowance", rounds.allowance) * rounds.T ** (-1 / 4)
        eta = R / math.sqrt((2 * beta**2 + 2 * (G + margin) ** 2) * rounds.T)
        return cls(eta, small_penalty(rounds, eta), margin, heuristic)

    @cached_property
    def steps(self) -> Steps:
        """As without a margin, lambda being told g(x_t) + margin."""
        return Steps.damped("eta", self.eta, self.delta, self.margin)

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1; ValueError as the class says."""
        if self.margin >= game.allowance:
            raise ValueError(
                f"margin must be less than B_T/T = {game.allowance:.6g}, got {self.margin:.6g}"
            )
        return super().init(game)

    def regret_bound(self, rounds: Game) -> float:
        """Return what the regret of the tuned player does not exceed.

        R^2/(2 eta) + eta T (beta^2 + (G + margin)^2), as without a margin, and F T margin/(B_T/T).
        """
        R, beta, F, G = scales(rounds, "R", "beta", "F", "G")
        saddle = R**2 / (2 * self.eta) + self.eta * rounds.T * (beta**2 + (G + self.margin) ** 2)
        return saddle + F * rounds.T * self.margin / rounds.allowance

    def violation_bound(self, rounds: Game) -> float:
        """Return L (1/eta + delta eta T) - margin T, which sum_t g(x_t) does not exceed.

        L bounds the multiplier. With room = B_T/T - margin, lambda^2/2 + |x|^2/2 grows in a round
        by no more than eta (beta_f R - lambda room) + eta^2 (beta_f^2 + (G + margin)^2), so that it
        falls where lambda is above low = (beta_f R + eta (beta_f^2 + (G + margin)^2))/room, and
        L^2 = low^2 + R^2 + 2 eta room low. The first term is of the order of sqrt(T), the margin
        takes away T^(3/4): from some T on the bound is negative.
        """
        R, beta_f, G = scales(rounds, "R", "beta_f", "G")
        room = rounds.allowance - self.margin
        low = (beta_f * R + self.eta * (beta_f**2 + (G + self.margin) ** 2)) / room
        most = math.sqrt(low**2 + R**2 + 2 * self.eta * room * low)
        T = rounds.T
        return most * (1 / self.eta + self.delta * self.eta * T) - self.margin * T


@frozen
class MahdaviMirrorProx(OneDecision):
    """The mirror prox method of Mahdavi, Jin and Yang 2012, for one fixed linear constraint.

    A step is tried before the round and taken after it, both from (u_t, v_t), with u_1 = 0 and
    v_1 = 0:

        x_t = P(u_t - eta v_t p),                      lambda_t = [v_t + eta g(u_t)]_+,
        u_{t+1} = P(u_t + eta (grad f_t(x_t) - lambda_t p)),  v_{t+1} = [v_t + eta g(x_t)]_+.

    As what the price does is known before the round, lambda needs no quadratic term, and a longer
    step pays: regret and violation are both of the order of T^(2/3) for concave f_t. The rates,
    and that the scheme is Nemirovski's, are those of the source's abstract, which was read; that
    the step before the round leaves out f_t, which nobody knows then, is this package's reading.
    Derived here, line by line: with eta beta_g <= 1/sqrt(2), for every lambda >= 0,

        regret + lambda sum_t g(x_t) <= (R^2 + lambda^2)/(2 eta) + eta T beta_f^2,

    hence `regret_bound` (lambda = 0) and `violation_bound` (the regret is at least -F T).
    ValueError in `tuned` for a T below R^3: its eta beta_g may exceed 1/sqrt(2).

    Parameters
    ----------
    eta : float
        Step size of x and of lambda; above 0.
    heuristic : bool
        True: play prices that vary as well, for which nothing is proven. Before round t the price
        is then that of round t - 1, the last that is known.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0)
    >>> osphg.play(osphg.MahdaviMirrorProx.tuned(rounds), rounds)
    Run(MahdaviMirrorProx, 500 of 500 rounds, per round: utility 0.4536, violation +0.01541)
    """

    one_price = True
    eta: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(cls, rounds: Game, *, heuristic: bool = False) -> MahdaviMirrorProx:
        """Return it with eta = R/(sqrt(2) beta T^(1/3)): the source's order, by its rates."""
        R, beta = scales(rounds, "R", "beta")
        if R**3 > rounds.T:
            raise ValueError(f"T must be at least {math.ceil(R**3)} for the bound, got {rounds.T}")
        return cls(R / (math.sqrt(2) * beta * rounds.T ** (1 / 3)), heuristic)

    def regret_bound(self, rounds: Game) -> float:
        """Return R^2/(2 eta) + eta T beta_f^2, which the regret does not exceed."""
        R, beta_f = scales(rounds, "R", "beta_f")
        return R**2 / (2 * self.eta) + self.eta * rounds.T * beta_f**2

    def violation_bound(self, rounds: Game) -> float:
        """Return sqrt(2 (F T + regret_bound)/eta), which sum_t g(x_t) does not exceed."""
        (F,) = scales(rounds, "F")
        return math.sqrt(2 * (F * rounds.T + self.regret_bound(rounds)) / self.eta)

    def init(self, game: Game) -> KeepsAllowance:
        """Return the state before round 1, which remembers u_1 and v_1."""
        state = super().init(game)
        return KeepsAllowance.of(state, game, state.x, 0.0)

    def update(self, state: KeepsAllowance, feedback: Feedback) -> KeepsAllowance:
        """Take the step of this round, then try the next one."""
        (allowance, u, v), price, dual = state.memory, feedback.price, Multiplier(self.eta)
        ascent = feedback.gradient(state.x) - state.multiplier * price
        u = state.domain.project(u + self.eta * ascent)
        v = dual.after(v, feedback.violation)
        x = state.domain.project(u - self.eta * v * price)
        multiplier = dual.after(v, dot(price, u) - allowance)
        return state._replace(x=x, multiplier=multiplier, memory=(allowance, u, v))


@frozen
class JenattonHuangArchambeau(SaddleMethod):
    """The adaptive method of Jenatton, Huang and Archambeau 2016, for one fixed constraint.

    L_t(x, lambda) = -f_t(x) + lambda g(x) - (theta_t / 2) lambda^2: x descends it with step eta_t,
    lambda ascends it with step mu_t, from x_1 = 0 and lambda_1 = 0, where theta_t = theta/t^b,
    eta_t = eta/t^b and mu_t = 1/(theta_t (t + 1)). The horizon is not used. For concave f_t the
    regret is of the order of T^max(b, 1-b) and the violation of T^(1-b/2).

    Parameters
    ----------
    eta, theta : float
        Above 0; the paper's are R/G and 6 R G.
    b : float
        The exponent (beta in that paper) that trades regret for violation; in (0, 1).
    heuristic : bool
        True: play prices that vary as well, for which nothing is proven.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0)
    >>> osphg.play(osphg.JenattonHuangArchambeau.tuned(rounds), rounds)
    Run(JenattonHuangArchambeau, 500 of 500 rounds, per round: utility 0.6733, violation +0.6579)
    """

    one_price = True
    eta: float = checked(checks.positive_float)
    theta: float = checked(checks.positive_float)
    b: float = checked(checks.inside_unit, default=0.5)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls, rounds: Game, b: float = 0.5, *, heuristic: bool = False
    ) -> JenattonHuangArchambeau:
        """Return it with eta = R/beta and theta = 6 R beta, the paper's, R and beta of `rounds`."""
        R, beta = scales(rounds, "R", "beta")
        return cls(R / beta, 6 * R * beta, b, heuristic)

    def steps_in(self, t: int) -> Steps:
        """Return eta_t and mu_t, with 1 - mu_t theta_t = t/(t + 1)."""
        slow = t**-self.b
        return Steps(self.eta * slow, 1 / (self.theta * slow * (t + 1)), t / (t + 1))


class _Clipped(OneDecision):
    """x descends L_t with step eta_t, and lambda maximises it: lambda_t = [g(x_t)]_+ / theta_t."""

    one_price = True

    def rates(self, t: int) -> tuple[float, float]:
        """Return eta_t and theta_t for t = 1, 2, ..."""
        raise NotImplementedError

    def init(self, game: Game) -> KeepsAllowance:
        """Return the state before round 1; ValueError if prices vary and it is no heuristic."""
        return KeepsAllowance.of(super().init(game), game)

    def update(self, state: KeepsAllowance, feedback: Feedback) -> KeepsAllowance:
        """Step x down L_t, and lambda to the maximiser of L_{t+1} at x_{t+1}."""
        (eta, _), (_, theta) = self.rates(feedback.t + 1), self.rates(feedback.t + 2)
        ascent = feedback.gradient(state.x)
        if feedback.violation > 0:  # elsewhere [g]_+ is flat
            ascent = ascent - state.multiplier * feedback.price
        x = state.domain.project(state.x + eta * ascent)
        over = max(dot(feedback.price, x) - state.allowance, 0.0)
        return state._replace(x=x, multiplier=over / theta)


@frozen
class YuanLamperski(_Clipped):
    """The method of Yuan and Lamperski 2018 (Algorithm 1), for one fixed constraint.

    L_t(x, lambda) = -f_t(x) + lambda [g(x)]_+ - (sigma eta / 2) lambda^2: x descends it with step
    eta from x_1 = 0, and lambda maximises it: lambda_t = [g(x_t)]_+ / (sigma eta). With
    eta of the order of T^-b, the regret for concave f_t is of the order of T^max(b, 1-b), and
    sum_t [g(x_t)]_+^2, where strictly feasible rounds make up for nothing, of T^(1-b).

    Parameters
    ----------
    eta, sigma : float
        Step size of x, and weight of the quadratic term in lambda; above 0.
    heuristic : bool
        True: play prices that vary as well, for which nothing is proven. lambda_{t+1} is then
        what x_{t+1} costs at the prices of round t, the last that are known.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0)
    >>> osphg.play(osphg.YuanLamperski.tuned(rounds), rounds)
    Run(YuanLamperski, 500 of 500 rounds, per round: utility 0.4818, violation +0.07478)
    """

    eta: float = checked(checks.positive_float)
    sigma: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls, rounds: Game, b: float = 0.5, *, alpha: float = 0.5, heuristic: bool = False
    ) -> YuanLamperski:
        """Return it with eta = R/(sqrt(2) beta T^b) and sigma = beta^2/(1 - alpha).

        b trades regret for violation, alpha is the share that bounds the latter: both in (0, 1).
        sigma is the
        paper's (m + 1) G^2/(2 (1 - alpha)) for m = 1 constraint, recalled. It leaves
        R^2/(2 eta) + eta beta^2 T as the bound of the regret plus alpha sum_t [g]_+^2/(sigma eta)
        [derived here]. Only the order T^-b of eta is the paper's; the constant is the one that
        minimises this bound for b = 1/2. The paper's own constant is another; as far as we recall,
        1/(G sqrt((m + 1) R T)).
        """
        b, alpha = checks.inside_unit("b", b), checks.inside_unit("alpha", alpha)
        R, beta = scales(rounds, "R", "beta")
        eta = R / (math.sqrt(2) * beta * rounds.T**b)
        return cls(eta, beta**2 / (1 - alpha), heuristic)

    def rates(self, t: int) -> tuple[float, float]:
        """Return eta and sigma eta."""
        return self.eta, self.sigma * self.eta


@frozen
class YuanLamperskiStrong(_Clipped):
    """The same with steps that shrink, for strongly concave utilities (Yuan and Lamperski 2018).

    eta_t = 1/(H t), and L_t(x, lambda) = -f_t(x) + lambda [g(x)]_+ - (sigma eta_t / 2) lambda^2
    otherwise as `YuanLamperski`: lambda_t = H t [g(x_t)]_+ / sigma. T need not be known. For
    f_t with f_t(y) <= f_t(x) + <grad f_t(x), y - x> - (H/2) |y - x|^2 the regret is of the order of
    log(T), as the paper quotes it; the steps are recalled. Derived here, line by line:

        regret + (alpha H/sigma) sum_t t [g(x_t)]_+^2 <= (beta_f^2/H) (1 + log(T)),

    as H t - H (t - 1) = H leaves nothing of the distances. It holds after every round, and the
    regret is at least -F t, so that

        sum_t [g(x_t)]_+^2 <= sigma/(alpha H) (F (1 + log(T)) + 2 beta_f^2/H).

    Parameters
    ----------
    H : float
        The modulus of concavity, in units of f per squared unit of the decision; above 0. It
        cannot be seen from values and is believed.
    sigma : float
        Weight of the quadratic term in lambda; above 0.
    heuristic : bool
        As `YuanLamperski`.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0)
    >>> player = osphg.YuanLamperskiStrong.tuned(rounds)
    >>> player.H
    1.0
    >>> osphg.play(player, rounds)
    Run(YuanLamperskiStrong, 500 of 500 rounds, per round: utility 0.4761, violation +0.06561)
    """

    H: float = checked(checks.positive_float)
    sigma: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        H: float | None = None,
        *,
        alpha: float = 0.5,
        heuristic: bool = False,
    ) -> YuanLamperskiStrong:
        """Return it with the modulus H, and sigma = beta^2/(1 - alpha) as in `YuanLamperski`.

        If H is not given, it is the smallest curvature of the rounds, which is known of
        `Quadratics`: ValueError for others, and for rounds that are not strongly concave. alpha is
        the share that bounds the violation, in (0, 1).
        """
        alpha = checks.inside_unit("alpha", alpha)
        (beta,) = scales(rounds, "beta")
        modulus = _modulus(rounds) if H is None else checks.positive_float("H", H)
        return cls(modulus, beta**2 / (1 - alpha), heuristic)

    def rates(self, t: int) -> tuple[float, float]:
        """Return 1/(H t) and sigma/(H t)."""
        return 1 / (self.H * t), self.sigma / (self.H * t)


def _modulus(game: Game) -> float:
    """Return the smallest -eigenvalue of all Hessians; ValueError unless all are above 0."""
    least, most = math.inf, 0.0
    for block in game.blocks():
        if not isinstance(block.utility, Quadratics):
            raise ValueError(
                "H must be given where f_t is not quadratic, got"
                f" {type(block.utility).__name__} without"
            )
        curves = -np.linalg.eigvalsh(block.utility.H)
        least, most = min(least, float(curves.min())), max(most, float(abs(curves).max()))
    if least <= 1e-9 * most:  # what rounding leaves of 0 would be a huge step
        raise ValueError(
            "YuanLamperskiStrong needs strongly concave utilities,"
            f" got a curvature of {least:.3g} in some direction"
        )
    return least


@frozen
class SunDeyKapoor(SaddleMethod):
    """Online mirror descent for constraints that vary (Sun, Dey and Kapoor 2017).

    L_t(x, lambda) = -f_t(x) + lambda g_t(x) - (delta mu / 2) lambda^2: x takes a mirror step down
    it and lambda a gradient step up, both with step mu, from the minimiser x_1 of the mirror map
    and lambda_1 = 0. For concave f_t, and against decisions that keep the budget in every round
    (W = 1), the regret is of the order of T^(1/2) and the violation of T^(3/4).

    Parameters
    ----------
    mu, delta : float
        Step size of x and of lambda, and weight of the quadratic term in lambda; above 0, with
        delta mu^2 <= 1.
    geometry : Geometry
        `Euclidean()`, or `Entropic()` where X is a Simplex; ValueError in `init` and `tuned`
        elsewhere.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> osphg.play(osphg.SunDeyKapoor.tuned(rounds), rounds)
    Run(SunDeyKapoor, 500 of 500 rounds, per round: utility 0.5191, violation +0.1669)
    """

    mu: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    geometry: Geometry = checked(require_geometry, default=Euclidean())

    @classmethod
    def tuned(cls, rounds: Game, geometry: Geometry | None = None) -> SunDeyKapoor:
        """Return it with mu = sqrt(D_R/(T (G^2 + beta^2/alpha))) and delta = 2 beta^2/alpha.

        alpha is the strong convexity of the mirror map and D_R its largest divergence from x_1;
        beta and G are those of `rounds` (G and D in that paper). beta bounds the gradients in the
        Euclidean norm, hence also in the dual norm of the entropic geometry, where it may be loose.
        """
        chosen = Euclidean() if geometry is None else require_geometry("geometry", geometry)
        beta, G = scales(rounds, "beta", "G")
        alpha, most = chosen.convexity(rounds.domain), chosen.divergence(rounds.domain)
        steepest = beta**2 / alpha
        return cls(math.sqrt(most / (rounds.T * (G**2 + steepest))), 2 * steepest, chosen)

    @cached_property
    def steps(self) -> Steps:
        """Both by mu, from (x_t, lambda_t)."""
        return Steps.damped("mu", self.mu, self.delta)

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1, whose memory are the coordinates of x_1."""
        first = self.geometry.start(game.domain)
        x = self.geometry.decision(game.domain, first)
        return super().init(game)._replace(x=x, memory=first)

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        """Take the mirror step of x, and step lambda."""
        ascent = feedback.gradient(state.x) - state.multiplier * feedback.price
        moved = self.geometry.move(state.domain, state.memory, self.mu * ascent)
        x = self.geometry.decision(state.domain, moved)
        after = self.steps.after(state.multiplier, feedback.violation)
        return state._replace(x=x, multiplier=after, memory=moved)


@frozen
class CaoLiu(SaddleMethod):
    """Online saddle point method for a dynamic benchmark (Cao and Liu 2019, gradient feedback).

    x_{t+1} = P(x_t + alpha (grad f_t(x_t) - lambda_t p_t)), and
    lambda_{t+1} = [(1 - delta alpha^2) lambda_t + alpha g_t(x_t)]_+: OSPHG's multiplier with one
    gradient at the decision itself. Made for concave utilities.

    Parameters
    ----------
    alpha, delta : float
        Step size of x and of lambda, and weight of the quadratic term in lambda; above 0, with
        delta alpha^2 <= 1.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> osphg.play(osphg.CaoLiu.tuned(rounds), rounds)
    Run(CaoLiu, 500 of 500 rounds, per round: utility 0.5214, violation +0.1719)
    """

    alpha: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game, path_length: float = 0.0) -> CaoLiu:
        """Return it with alpha = sqrt(R (R + 2 P) / (2 T (beta_f^2 + G^2))), delta near 2 beta^2.

        P is a bound on the path length of the benchmark, in the units of R. The standard saddle
        point argument bounds the dynamic regret by R (R + 2 P)/(2 alpha) + alpha T (beta_f^2 + G^2)
        if delta >= 2 beta^2 + 2 delta^2 alpha^2: alpha minimises that, delta is the smallest such.
        The order is sqrt(T (1 + P)), and that of the violation T^(3/4) (1 + P)^(1/4), as the
        source claims; the constants are this package's. ValueError for a P that is too long for any
        such delta.
        """
        alpha = cao_liu_step(rounds, path_length, 1)
        return cls(alpha=alpha, delta=small_penalty(rounds, alpha))

    @cached_property
    def steps(self) -> Steps:
        """Both by alpha, from (x_t, lambda_t)."""
        return Steps.damped("alpha", self.alpha, self.delta)


def cao_liu_step(rounds: Game, path_length: float, times: int) -> float:
    """Return alpha of `CaoLiu.tuned` for gradients of f_t of at most `times` beta_f."""
    P = checks.non_negative_float("path_length", path_length)
    if P > 1e70:
        raise ValueError(f"path_length must be at most 1e+70, got {P:g}")
    R, _, G = scales(rounds, "R", "beta", "G")
    square = (times * rounds.beta_f) ** 2 + G**2
    return math.sqrt(R * (R + 2 * P) / (2 * rounds.T * square))


@frozen
class MOSP(SaddleMethod):
    """Modified online saddle point method (Chen, Ling and Giannakis 2017).

    lambda_{t+1} = [lambda_t + mu g_t(x_t)]_+ first, then the primal step with the new multiplier:
    x_{t+1} = P(x_t + alpha (grad f_t(x_t) - lambda_{t+1} p_t)). The source keeps g_t itself in
    that step instead of its gradient, which is the same for a linear constraint. Made for concave
    utilities and the dynamic benchmark, with constraints that vary less from round to round than
    their slack.

    Parameters
    ----------
    alpha, mu : float
        Primal and dual step size; above 0.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0, varying=True)
    >>> player = osphg.MOSP.tuned(rounds)
    >>> round(player.alpha, 3), round(player.mu, 3)
    (0.126, 0.126)
    >>> osphg.play(player, rounds)
    Run(MOSP, 500 of 500 rounds, per round: utility 0.4386, violation -0.0005478)
    """

    dual_first = True
    alpha: float = checked(checks.positive_float)
    mu: float = checked(checks.positive_float)

    @classmethod
    def tuned(cls, rounds: Game) -> MOSP:
        """Return it with alpha = mu = T^(-1/3).

        The dynamic regret is then of order max(V(x*) T^(1/3), V(g) T^(1/3), T^(2/3)), with the
        path length V(x*) of the benchmark, sum_{t>1} ||x*_t - x*_{t-1}||, and the variation of
        the constraints, V(g) = sum_{t>1} max_{x in X} [g_t(x) - g_{t-1}(x)]_+; the fit,
        [sum_t g_t(x_t)]_+, is of order T^(2/3).
        """
        step = require_game("rounds", rounds).T ** (-1 / 3)
        return cls(alpha=step, mu=step)

    @cached_property
    def steps(self) -> Steps:
        """X by alpha and lambda by mu."""
        return Steps(self.alpha, self.mu)

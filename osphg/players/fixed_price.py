"""Players for one fixed constraint and concave utilities.

The price p is the same in every round, so that g(x) = <p, x> - B_T/T, what a decision x costs
beyond the allowance B_T/T, is one function. x_t is the decision of round t, f_t its utility, and
lambda_t the multiplier, how much utility a unit of money costs. The methods take steps on the
Lagrangian L_t(x, lambda) = -f_t(x) + lambda g(x) - (delta step/2) lambda^2: x descends it and
lambda ascends it. delta weighs the quadratic term, which keeps lambda from growing without bound. P
is the projection on X, and [z]_+ is max(z, 0).

`tuned` uses constants of the game (`osphg.rounds.Constants`): R is the diameter of X; beta_f bounds
the length of the gradients of f_t, and beta is the larger of beta_f and the length of p; G is the
largest ``|g(x)|``; T is the number of rounds.
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple, Self, Unpack

import numpy as np

from osphg import checks
from osphg.arithmetic import dot
from osphg.budgets import Amount, amount_check, amount_text, charge, in_each, of_each
from osphg.checks import FloatArray, checked, frozen
from osphg.compiled.steps import Steps
from osphg.domains import Domain
from osphg.players.base import Feedback, WarmStart, require_one_for_each
from osphg.players.osphg import keep_factor
from osphg.players.saddle import OneDecision, SaddleMethod, SaddleState, small_penalty
from osphg.rounds import Game, positive_constants, require_game
from osphg.utilities import Quadratics


@frozen
class MahdaviJinYang(SaddleMethod):
    """The gradient method of Mahdavi, Jin and Yang 2012 (Algorithm 1), for one fixed constraint.

    x descends and lambda ascends L_t, both by eta. In L_t, g(x) + margin stands for g(x): a player
    with a margin aims to spend less than the allowance.

    Parameters
    ----------
    eta : float
        The step of x and of lambda, above 0.
    delta : float
        The weight of the quadratic term in lambda, above 0, with delta eta^2 at most 1.
    margin : float or array_like (m,)
        The money that is kept back in each round, at least 0; below B_T/T, or `init` refuses it. An
        array has it for each of several budgets.
    heuristic : bool
        Whether prices that vary are played, for which nothing is proven.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        lambda_1, at least 0, in units of f per unit of money.
    """

    eta: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    margin: Amount = checked(amount_check(checks.non_negative_float), default=0.0)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        margin: Amount = 0.0,
        *,
        heuristic: bool = False,
        **warm: Unpack[WarmStart],
    ) -> Self:
        """Return the player with eta = R/sqrt((2 beta^2 + 2 (G + margin)^2) T).

        delta is the smallest for which the proof holds (`osphg.players.saddle.small_penalty`).

        Parameters
        ----------
        rounds : Game
            The game.
        margin : float or array_like (m,)
            The money that is kept back in each round, at least 0 and below B_T/T; an array has it
            for each budget.
        heuristic : bool
            Whether prices that vary are played, for which nothing is proven.
        **warm
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

        Returns
        -------
        MahdaviJinYang

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a T too small for a delta to exist.
        """
        R, beta, G = positive_constants(rounds, "R", "beta", "G")
        margin = amount_check(checks.non_negative_float)("margin", margin)
        shapes = (), np.shape(rounds.budget)
        allowed = f"be one number, or as many as there are budgets, {np.size(rounds.budget)}"
        checks.must(np.shape(margin) in shapes, "margin", allowed, str(np.size(margin)))
        # No g_t(x) + margin is longer than this: with several budgets it is a vector.
        longest = G + float(np.linalg.norm(in_each(1.0, rounds.budget) * margin))
        eta = R / math.sqrt((2 * beta**2 + 2 * longest**2) * rounds.T)
        delta = small_penalty(rounds, eta)
        return cls(eta=eta, delta=delta, margin=margin, heuristic=heuristic, **warm)

    @property
    def steps(self) -> Steps:
        """The steps of every round: eta for x and lambda, and what a step keeps of lambda."""
        keep = keep_factor("eta", self.eta, self.delta)  # 1 - delta eta^2
        return Steps(decision=self.eta, dual=self.eta, keep=keep, margin=self.margin)

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1; ValueError for a margin that is not below B_T/T."""
        if np.ndim(self.margin):
            require_one_for_each(self, game, "margin")
        # Of each budget, in its smallest round.
        least = np.min(game.allowance, axis=0) if game.has_varying_allowance else game.allowance
        allowed = f"be less than B_T/T = {amount_text(least)}"
        is_less = (self.margin < np.asarray(least)).all()
        checks.must(is_less, "margin", allowed, amount_text(self.margin))
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
    margin : float or array_like (m,)
        The money that is kept back in each round, at least 0; below B_T/T, or `init` refuses it. An
        array has it for each of several budgets.
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
        """Return the player with the margin B_T/T times T^(-1/4), of each budget.

        Parameters
        ----------
        rounds : Game
            The game.
        heuristic : bool
            Whether prices that vary are played, for which nothing is proven.
        **warm
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

        Returns
        -------
        MahdaviNoViolation

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        margin = require_game("rounds", rounds).mean_allowance * rounds.T ** (-1 / 4)
        return super().tuned(rounds, margin, heuristic=heuristic, **warm)


class MirrorProxState(NamedTuple):
    """The state of `MahdaviMirrorProx` before a round."""

    x: FloatArray  # x_t, what is played, (n,)
    multiplier: Amount  # lambda_t; with several budgets (m,), as are allowance and v
    domain: Domain
    allowance: Amount  # B_T/T
    u: FloatArray  # u_t, from which x_t was reached by a trial step, (n,)
    v: Amount  # v_t, from which lambda_t was reached by a trial step


@frozen
class MahdaviMirrorProx(OneDecision):
    """The mirror prox method of Mahdavi, Jin and Yang 2012, for fixed linear constraints.

    The method keeps a pair (u_t, v_t) of a decision and a multiplier, and takes two steps from it:

    1. Before round t, a trial step, as f_t is not known yet: x_t = P(u_t - eta v_t p) and
       lambda_t = [v_t + eta g(u_t)]_+. These are what round t plays and charges.
    2. After it, the step itself, from the same pair, by the slopes at what was played:
       u_{t+1} = P(u_t + eta (grad f_t(x_t) - lambda_t p)) and v_{t+1} = [v_t + eta g(x_t)]_+.

    Round 1 has no trial step: x_1 = u_1 and lambda_1 = v_1, which are given. From u_1 = 0 and
    v_1 = 0 a trial step would not move anyway. That trial steps leave out f_t is this package's
    reading of the source.
    Derived here: regret + lambda sum_t g(x_t) <= (R^2 + lambda^2)/(2 eta) + eta T beta_f^2 for
    every lambda >= 0. With several budgets v_t and lambda_t have an entry for each, and lambda p
    stands for the sum of what they charge.

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
    several_budgets = True
    eta: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(cls, rounds: Game, *, heuristic: bool = False, **warm: Unpack[WarmStart]) -> Self:
        """Return the player with eta = R/(sqrt(2) beta T^(1/3)).

        The source's bound asks for T >= R^3.

        Parameters
        ----------
        rounds : Game
            The game.
        heuristic : bool
            Whether prices that vary are played, for which nothing is proven.
        **warm
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

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
        return cls(eta=R / (math.sqrt(2) * beta * rounds.T ** (1 / 3)), heuristic=heuristic, **warm)

    def init(self, game: Game) -> MirrorProxState:
        """Return the state before round 1, which has no trial step: u_1 = x_1 and v_1 = lambda_1.

        The pair (u_1, v_1) is played itself, as `start` and `lambda1` say.
        """
        x = self.first_decision(game)
        multiplier = in_each(self.lambda1, game.budget)
        return MirrorProxState(
            x=x,
            multiplier=multiplier,
            domain=game.domain,
            allowance=game.largest_allowance,  # that of every round
            u=x,
            v=multiplier,
        )

    def update(self, state: MirrorProxState, feedback: Feedback) -> MirrorProxState:
        """Return the state for the next round, after its trial step.

        The step of this round leads from (u_t, v_t) to (u_{t+1}, v_{t+1}), and the trial step of
        the next one from there to x_{t+1} and lambda_{t+1}.
        """
        price = feedback.price
        next_of_each = partial(of_each, Steps(self.eta, dual=self.eta).next_multiplier)
        ascent = feedback.gradient(state.x) - charge(state.multiplier, price)
        u = state.domain.project(state.u + self.eta * ascent)
        v = next_of_each(state.v, feedback.violation)
        x = state.domain.project(u - charge(self.eta * v, price))
        violation_at_u = dot(price, u) - state.allowance
        multiplier = next_of_each(v, violation_at_u)
        return state._replace(x=x, multiplier=multiplier, u=u, v=v)


@frozen
class JenattonHuangArchambeau(SaddleMethod):
    """The adaptive method of Jenatton, Huang and Archambeau 2016, for one fixed constraint.

    x descends and lambda ascends L_t by steps that fall with t, so that T need not be known.

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
            How fast the steps fall, as t^-b, in (0, 1).
        heuristic : bool
            Whether prices that vary are played, for which nothing is proven.
        **warm
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

        Returns
        -------
        JenattonHuangArchambeau

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a game with a constant of 0.
        """
        R, beta = positive_constants(rounds, "R", "beta")
        return cls(eta=R / beta, theta=6 * R * beta, b=b, heuristic=heuristic, **warm)

    def steps_at(self, t: int) -> Steps:
        """Return the steps of round t = 1, 2, ..., which fall with t.

        theta_t = theta t^-b weighs the quadratic term in lambda, and lambda steps by
        1/(theta_t (t + 1)), so that the term takes the share 1/(t + 1) of lambda away.

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
    lambda_t = [g(x_t)]_+/(sigma eta). Within the budget [g(x)]_+ is 0, and so is the charge.

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

    ahead = True  # lambda_{t+1} is computed from x_{t+1}
    clipped = True  # [g(x)]_+ stands for g(x)
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
            Whether prices that vary are played, for which nothing is proven.
        **warm
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

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
        return cls(
            eta=R / (math.sqrt(2) * beta * rounds.T**b),
            sigma=2 * beta**2,
            heuristic=heuristic,
            **warm,
        )

    @property
    def steps(self) -> Steps:
        """The steps of every round: nothing is kept of lambda_t in lambda_{t+1}."""
        return Steps(decision=self.eta, dual=1 / (self.sigma * self.eta), keep=0.0)


@frozen
class YuanLamperskiStrong(SaddleMethod):
    """`YuanLamperski` with eta_t = 1/(H t), for strongly concave utilities; T need not be known.

    x descends -f_t(x) + lambda [g(x)]_+ by 1/(H t), and lambda_t = [g(x_t)]_+ H t/sigma. H is the
    modulus of strong concavity: no f_t has a curvature below it, in whatever direction.
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

    ahead = True  # lambda_{t+1} is computed from x_{t+1}
    clipped = True  # [g(x)]_+ stands for g(x)
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
            The modulus of strong concavity, above 0, in units of f per squared unit of the
            decision; that of the game's quadratics unless given.
        heuristic : bool
            Whether prices that vary are played, for which nothing is proven.
        **warm
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

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
        return cls(H=modulus, sigma=2 * beta**2, heuristic=heuristic, **warm)

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


class QueueState(NamedTuple):
    """The state of `YuNeely` before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: Amount  # Q_{t-1}, what the rounds before have left; with several budgets (m,)
    domain: Domain


@frozen
class YuNeely(OneDecision):
    """The queue of Yu and Neely 2020 (Algorithm 1), for fixed constraints.

    The queue counts gamma g, and is never below -gamma g of the decision that was played:
    Q_t = max(-gamma g(x_t), Q_{t-1} + gamma g(x_t)). So Q_t + gamma g(x_t), by which money is
    charged, is at least 0: x_{t+1} = P(x_t + (grad f_t(x_t) - gamma (Q_t + gamma g(x_t)) p)/(2
    alpha)).

    With the steps of `tuned` and a cold start the regret is at most
    sqrt(T) (beta_f^2 + (beta_g^2 + 1) R^2)/2, and C_T = sum_t g(x_t) is below a number that does
    not grow with T. `osphg.studies.bounds.yu_neely` has both bounds and how they are derived, for
    one budget. With several each has its queue, and x is charged for all.

    Parameters
    ----------
    gamma : float
        How many units the queue counts for one unit of money, above 0.
    alpha : float
        The weight of `|x - x_t|^2`, above 0.
    heuristic : bool
        Whether prices that vary are played, for which nothing is proven.
    start : array_like, optional
        x_1, (n,), a point of X; the origin unless given.
    lambda1 : float
        Q_0, at least 0, the queue before round 1.
    """

    several_budgets = True
    gamma: float = checked(checks.positive_float)
    alpha: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(cls, rounds: Game, *, heuristic: bool = False, **warm: Unpack[WarmStart]) -> Self:
        """Return the player with gamma = T^(1/4) and alpha = (beta_g^2 + 1) sqrt(T)/2.

        beta_g is the length of the price p, by which g changes no faster than x.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_p.
        heuristic : bool
            Whether prices that vary are played, for which nothing is proven.
        **warm
            `start`, x_1, (n,), the origin unless given; and `lambda1`, 0 unless given.

        Returns
        -------
        YuNeely

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        T = require_game("rounds", rounds).T
        alpha = (rounds.beta_g**2 + 1) * math.sqrt(T) / 2
        return cls(gamma=T**0.25, alpha=alpha, heuristic=heuristic, **warm)

    def init(self, game: Game) -> QueueState:
        """Return the state before round 1: x_1, and the queue Q_0."""
        queue = in_each(self.lambda1, game.budget)
        return QueueState(self.first_decision(game), queue, game.domain)

    def update(self, state: QueueState, feedback: Feedback) -> QueueState:
        """Return the state for the next round: the queue first, then x, which it charges."""
        counted = self.gamma * feedback.violation  # gamma g(x_t)
        queue = of_each(max, -counted, state.multiplier + counted)
        cost = charge(self.gamma * (queue + counted), feedback.price)
        ascent = feedback.gradient(state.x) - cost
        x = state.domain.project(state.x + ascent / (2 * self.alpha))
        return state._replace(x=x, multiplier=queue)


def _concavity_modulus(game: Game) -> float:
    """Return the modulus of strong concavity of a game: its smallest curvature in any direction.

    A curvature is -1 times an eigenvalue of the Hessian of a quadratic f_t. ValueError for a game
    whose utilities are no quadratics, or where one has no curvature in some direction.
    `YuanLamperskiStrong.tuned` takes the modulus for its parameter H, a number, where its user
    gives none: the messages are for that user, and H in them is the modulus, not a Hessian.
    """
    smallest = math.inf
    largest_size = 0.0
    for block in game.blocks():  # of consecutive rounds
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

"""Online gradient descent on the Lagrangian of one constraint (Mahdavi, Jin and Yang 2012)."""

from __future__ import annotations

import math
from functools import cached_property

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.multiplier import Multiplier
from osphg.players import Feedback
from osphg.rounds import Game, scales
from osphg.systems.requirements import require_fixed_prices
from osphg.systems.saddle import SaddleState, origin, small_penalty


@frozen
class MahdaviJinYang:
    """The gradient method of Mahdavi, Jin and Yang 2012 (Algorithm 1), for one fixed constraint.

    L_t(x, lambda) = -f_t(x) + lambda g(x) - (delta eta / 2) lambda^2: x descends and lambda ascends
    it, both with step eta, from x_1 = 0 and lambda_1 = 0. For concave f_t the regret is of the
    order of T^(1/2) and the violation of T^(3/4).

    Parameters
    ----------
    eta : float
        Step size of x and of lambda; above 0.
    delta : float
        Weight of the quadratic term in lambda; above 0, with delta eta^2 <= 1.
    heuristic : bool
        True: play prices that vary as well, for which nothing is proven.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; in `init`, for prices that vary.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0)
    >>> player = osphg.MahdaviJinYang.tuned(rounds)
    >>> osphg.play(player, rounds)
    Run(MahdaviJinYang, 500 of 500 rounds, per round: utility 0.4894, violation +0.1108)
    """

    eta: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @cached_property
    def dual(self) -> Multiplier:
        """The step of lambda, which keeps the factor 1 - delta eta^2 of it."""
        return Multiplier.damped("eta", self.eta, self.delta)

    def __attrs_post_init__(self) -> None:
        """Refuse a delta eta^2 above 1."""
        _ = self.dual

    @classmethod
    def tuned(cls, rounds: Game, *, heuristic: bool = False) -> MahdaviJinYang:
        """Return it with eta = R^2/(a sqrt(T)), a = R sqrt(2 beta^2 + 2 G^2), as in the paper.

        R, beta and G are those of `rounds` (R, G and D there, R being a radius around x_1). The
        regret bound asks for delta >= 2 beta^2 + 2 delta^2 eta^2; this is the smallest such delta.

        Raises
        ------
        TypeError, ValueError
            As the constructor; or for a T too small for such a delta, 16 beta^2 eta^2 > 1.
        """
        R, beta, G = scales(rounds, "R", "beta", "G")
        a = R * math.sqrt(2 * beta**2 + 2 * G**2)
        eta = R**2 / (a * math.sqrt(rounds.T))
        return cls(eta, small_penalty(rounds, eta), heuristic)

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1; ValueError if prices vary and it is no heuristic."""
        require_fixed_prices(self, game)
        return SaddleState(origin(game), 0.0, game.domain)

    def decide(self, state: SaddleState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        """Step x down and lambda up L_t, both from (x_t, lambda_t)."""
        return self.step(state, feedback, feedback.violation)

    def step(self, state: SaddleState, feedback: Feedback, excess: float) -> SaddleState:
        """Take the step of a round in which lambda is told `excess` of the constraint."""
        ascent = feedback.gradient(state.x) - state.multiplier * feedback.price
        x = state.domain.project(state.x + self.eta * ascent)
        return SaddleState(x, self.dual.after(state.multiplier, excess), state.domain)

    def multiplier(self, state: SaddleState) -> float:
        """Return lambda_t."""
        return state.multiplier


@frozen
class MahdaviNoViolation:
    """The same with a margin, so that nothing is violated in the end (their modified method).

    The constraint is g(x) + margin <= 0. With a margin of the order of T^(-1/4) the violation is at
    most 0 and the regret, for concave f_t, of the order of T^(3/4). The rates are those of the
    source's abstract, which was read; the order of the margin is recalled. The constants of `tuned`
    and of both bounds are derived here, line by line: of the violation from a large T on only, see
    `violation_bound`.

    Parameters
    ----------
    eta, delta : float
        As `MahdaviJinYang`.
    margin : float
        What is kept back of the budget of a round; above 0, and in `init` less than B_T/T.
    heuristic : bool
        As `MahdaviJinYang`.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; in `init`, for prices that vary.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0)
    >>> osphg.play(osphg.MahdaviNoViolation.tuned(rounds), rounds)
    Run(MahdaviNoViolation, 500 of 500 rounds, per round: utility 0.4135, violation -0.08309)
    """

    eta: float = checked(checks.positive_float)
    delta: float = checked(checks.positive_float)
    margin: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @cached_property
    def shifted(self) -> MahdaviJinYang:
        """The method that plays the shifted constraint."""
        return MahdaviJinYang(self.eta, self.delta, self.heuristic)

    def __attrs_post_init__(self) -> None:
        """Refuse a delta eta^2 above 1."""
        _ = self.shifted

    @classmethod
    def tuned(cls, rounds: Game, *, heuristic: bool = False) -> MahdaviNoViolation:
        """Return it with margin = (B_T/T) T^(-1/4), eta and delta as of the method without one.

        G is here G + margin, as g is shifted. A decision x within the budget becomes one within the
        margin as (1 - T^(-1/4)) x, which costs a concave f_t at most T^(-1/4) F: see
        `regret_bound`. For the violation see `violation_bound`, and from which T it is below 0.

        Raises
        ------
        TypeError, ValueError
            As `MahdaviJinYang.tuned`; for a game without a budget, or of one round.
        """
        R, beta, G = scales(rounds, "R", "beta", "G")
        margin = checks.scale("rounds.allowance", rounds.allowance) * rounds.T ** (-1 / 4)
        eta = R / math.sqrt((2 * beta**2 + 2 * (G + margin) ** 2) * rounds.T)
        return cls(eta, small_penalty(rounds, eta), margin, heuristic)

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

    def init(self, game: Game) -> SaddleState:
        """Return the state before round 1; ValueError as the class says."""
        if self.margin >= game.allowance:
            raise ValueError(
                f"margin must be less than B_T/T = {game.allowance:.6g}, got {self.margin:.6g}"
            )
        require_fixed_prices(self, game)
        return SaddleState(origin(game), 0.0, game.domain)

    def decide(self, state: SaddleState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: SaddleState, feedback: Feedback) -> SaddleState:
        """Step as without a margin, told of g(x_t) + margin."""
        return self.shifted.step(state, feedback, feedback.violation + self.margin)

    def multiplier(self, state: SaddleState) -> float:
        """Return lambda_t."""
        return state.multiplier

"""A multiplier for the clipped constraint, in closed form (Yuan and Lamperski 2018)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.ordered import dot
from osphg.players import Feedback
from osphg.rounds import Game, scales
from osphg.systems.requirements import require_fixed_prices
from osphg.systems.saddle import origin
from osphg.utilities import Quadratics


class YuanState(NamedTuple):
    """The state before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: float  # lambda_t
    domain: Domain
    allowance: float  # B_T / T


@frozen
class YuanLamperski:
    """The method of Yuan and Lamperski 2018 (Algorithm 1), for one fixed constraint.

    L_t(x, lambda) = -f_t(x) + lambda [g(x)]_+ - (sigma eta / 2) lambda^2: x descends it with step
    eta from x_1 = 0, and lambda maximises it: lambda_t = [g(x_t)]_+ / (sigma eta). With
    eta of the order of T^-b, the regret for concave f_t is of the order of T^max(b, 1-b), and
    sum_t [g(x_t)]_+^2, where strictly feasible rounds make up for nothing, of T^(1-b).

    Parameters
    ----------
    eta : float
        Step size of x; above 0.
    sigma : float
        Weight of the quadratic term in lambda; above 0.
    heuristic : bool
        True: play prices that vary as well, for which nothing is proven. lambda_{t+1} is then
        what x_{t+1} costs at the prices of round t, the last that are known.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; in `init`, for prices that vary.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0)
    >>> player = osphg.YuanLamperski.tuned(rounds)
    >>> osphg.play(player, rounds)
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

        sigma is the paper's (m + 1) G^2/(2 (1 - alpha)) for m = 1 constraint, recalled. It leaves
        R^2/(2 eta) + eta beta^2 T as the bound of the regret plus alpha sum_t [g]_+^2/(sigma eta)
        [derived here]. Only the order T^-b of eta is the paper's; the constant is the one that
        minimises this bound for b = 1/2. The paper's own constant is another; as far as we recall,
        1/(G sqrt((m + 1) R T)).

        Parameters
        ----------
        rounds : Rounds
            Its R and beta are used.
        b, alpha : float
            In (0, 1): the trade of regret for violation, and the share that bounds the latter.

        Raises
        ------
        TypeError, ValueError
            For a b or alpha outside (0, 1), and as the constructor.
        """
        b, alpha = checks.inside_unit("b", b), checks.inside_unit("alpha", alpha)
        R, beta = scales(rounds, "R", "beta")
        eta = R / (math.sqrt(2) * beta * rounds.T**b)
        return cls(eta, beta**2 / (1 - alpha), heuristic)

    def init(self, game: Game) -> YuanState:
        """Return the state before round 1; ValueError if prices vary and it is no heuristic."""
        require_fixed_prices(self, game)
        return YuanState(origin(game), 0.0, game.domain, game.allowance)  # g(0) < 0: lambda_1 = 0

    def decide(self, state: YuanState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: YuanState, feedback: Feedback) -> YuanState:
        """Step x down L_t, and lambda to its maximiser at x_{t+1}."""
        ascent = feedback.gradient(state.x)
        if feedback.violation > 0:  # elsewhere [g]_+ is flat
            ascent = ascent - state.multiplier * feedback.price
        x = state.domain.project(state.x + self.eta * ascent)
        over = dot(feedback.price, x) - state.allowance
        return YuanState(x, max(over, 0.0) / (self.sigma * self.eta), state.domain, state.allowance)

    def multiplier(self, state: YuanState) -> float:
        """Return lambda_t."""
        return state.multiplier


@frozen
class YuanLamperskiStrong:
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

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; in `init`, for prices that vary.

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

        Parameters
        ----------
        rounds : Rounds
            Its beta is used.
        H : float, optional
            If not given, the smallest curvature of the rounds, which is known of `Quadratics`.
        alpha : float
            In (0, 1): the share that bounds the violation.

        Raises
        ------
        TypeError, ValueError
            For an alpha outside (0, 1); without H, for utilities that are not `Quadratics`, or not
            strongly concave; and as the constructor.
        """
        alpha = checks.inside_unit("alpha", alpha)
        (beta,) = scales(rounds, "beta")
        modulus = _modulus(rounds) if H is None else checks.positive_float("H", H)
        return cls(modulus, beta**2 / (1 - alpha), heuristic)

    def init(self, game: Game) -> YuanState:
        """Return the state before round 1; ValueError if prices vary and it is no heuristic."""
        require_fixed_prices(self, game)
        return YuanState(origin(game), 0.0, game.domain, game.allowance)

    def decide(self, state: YuanState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: YuanState, feedback: Feedback) -> YuanState:
        """Step x down L_t, and lambda to the maximiser of L_{t+1} at x_{t+1}."""
        ascent = feedback.gradient(state.x)
        if feedback.violation > 0:
            ascent = ascent - state.multiplier * feedback.price
        t = feedback.t + 1
        x = state.domain.project(state.x + ascent / (self.H * t))
        over = max(dot(feedback.price, x) - state.allowance, 0.0)
        return YuanState(x, self.H * (t + 1) * over / self.sigma, state.domain, state.allowance)

    def multiplier(self, state: YuanState) -> float:
        """Return lambda_t."""
        return state.multiplier


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

"""Mirror prox on the Lagrangian of one linear constraint (Mahdavi, Jin and Yang 2012)."""

from __future__ import annotations

import math
from typing import NamedTuple

from osphg import checks
from osphg.checks import FloatArray, checked, frozen
from osphg.domains import Domain
from osphg.multiplier import Multiplier
from osphg.ordered import dot
from osphg.players import Feedback
from osphg.rounds import Game, scales
from osphg.systems.requirements import require_fixed_prices
from osphg.systems.saddle import origin


class ProxState(NamedTuple):
    """The state of the mirror prox method before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: float  # lambda_t
    u: FloatArray  # where the steps of x start, (n,)
    v: float  # where the steps of lambda start
    domain: Domain
    allowance: float  # B_T/T


@frozen
class MahdaviMirrorProx:
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

    Parameters
    ----------
    eta : float
        Step size of x and of lambda; above 0.
    heuristic : bool
        True: play prices that vary as well, for which nothing is proven. Before round t the price
        is then that of round t - 1, the last that is known.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above; in `init`, for prices that vary.

    Examples
    --------
    >>> import osphg
    >>> from osphg.games.concave import concave_noisy
    >>> rounds = concave_noisy(T=500, seed=0)
    >>> osphg.play(osphg.MahdaviMirrorProx.tuned(rounds), rounds)
    Run(MahdaviMirrorProx, 500 of 500 rounds, per round: utility 0.4536, violation +0.01541)
    """

    eta: float = checked(checks.positive_float)
    heuristic: bool = checked(checks.flag, default=False)

    @classmethod
    def tuned(cls, rounds: Game, *, heuristic: bool = False) -> MahdaviMirrorProx:
        """Return it with eta = R/(sqrt(2) beta T^(1/3)): the order is the source's, by its rates.

        Raises
        ------
        TypeError, ValueError
            As the constructor; or for a T below R^3, too small for the bound: its eta beta_g may
            exceed 1/sqrt(2).
        """
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

    def init(self, game: Game) -> ProxState:
        """Return the state before round 1; ValueError if prices vary and it is no heuristic."""
        require_fixed_prices(self, game)
        return ProxState(origin(game), 0.0, origin(game), 0.0, game.domain, game.allowance)

    def decide(self, state: ProxState) -> FloatArray:
        """Return x_t."""
        return state.x

    def update(self, state: ProxState, feedback: Feedback) -> ProxState:
        """Take the step of this round, then try the next one."""
        domain, price, dual = state.domain, feedback.price, Multiplier(self.eta)
        ascent = feedback.gradient(state.x) - state.multiplier * price
        u = domain.project(state.u + self.eta * ascent)
        v = dual.after(state.v, feedback.violation)
        x = domain.project(u - self.eta * v * price)
        multiplier = dual.after(v, dot(price, u) - state.allowance)
        return ProxState(x, multiplier, u, v, domain, state.allowance)

    def multiplier(self, state: ProxState) -> float:
        """Return lambda_t."""
        return state.multiplier

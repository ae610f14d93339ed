"""Repricing: (1-1/e)-regret of the order sqrt(T) + W, and with a stop never a cent too much."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, checked, frozen, own_array
from osphg.domains import Domain
from osphg.fusing import RepricingSteps, crossing, exactly, slowed
from osphg.players import Feedback
from osphg.rounds import Game, dot, require_game, scales
from osphg.systems.boosted import Ascent, BoostedGradient, climbed, require_ascent

__all__ = ["Repricing"]


class Repriced(NamedTuple):
    """The state of `Repricing`, before a round."""

    V: FloatArray  # x_t; the rewards v; the open window's prices P; x_0; C, n times: (5, n)
    multiplier: float
    domain: Domain
    allowance: float

    def moved(self, V: FloatArray, multiplier: float) -> Repriced:
        return self._replace(V=V, multiplier=multiplier)


def _point(name: str, value: Any) -> FloatArray | None:
    return None if value is None else own_array(None)(name, value)


@frozen
class Repricing:
    """A player that prices the rounds of the open window anew in every round.

    With v the sum of the gradients so far, less nu_i P_i for each closed window of W rounds with
    prices that add up to P_i, with P and k the prices and rounds of the open window, and C what has
    been overspent, it plays x_t = P_X(x_0 + eta_t (v - lambda_t P)). On [0, cap], lambda_t is the
    maximiser of psi(v - l P) + l (C + k b) + q(l), where
    psi(v) = max over X of <v, x> - |x - x_0|^2/(2 eta_t), q(l) = bulge l (1 - l/cap) and
    b = B_T/T. When a window closes, nu_i minimises psi(v - nu P) + nu b W there. So a closed window
    is charged at the price that hindsight gives it. Both are found by halving, up to rounding;
    each try is a projection, so that a round asks for some ten of them, and for one direction u_t.

    As `tuned`, against every y in X that keeps the budget over the windows, of which those that
    follow one another from round 1 on count, R_N + cap [C_N]_+ <= D (B sqrt(T) + cap w/2) wherever
    W divides N (`repricing_regret` in `rocq/Repricing.v`; `thm-rate-regret` in the book), with
    w = beta_g (W - 1), B^2 = beta_u^2 + cap^2 beta_g^2 and D >= |y - x_0|. With cap >= F/b,
    `Capped(Repricing.tuned(...))` never overspends, at a regret of O(sqrt(T) + W).

    Parameters
    ----------
    eta : float
        eta_1, in units of the decision squared per unit of utility; above 0.
    cap : float
        Lambda, the largest multiplier: utility per unit of the budget; above 0.
    W : int
        The rounds of a window.
    bulge : float
        D w, the weight of q: at least 0.
    slowing : float
        By how much 1/eta_t grows with sqrt(2 (t - 1)) from round 3 on; 0 for a fixed step.
    start : array (n,), optional
        x_0, in X or not; the middle between the bounds of X unless given.
    ascent : BoostedGradient or PlainGradient
        The direction u_t at x_t. For concave utilities `PlainGradient()` has the full regret.

    Raises
    ------
    TypeError, ValueError
        For parameters outside that; in `init` for a `start` of another shape.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> player = osphg.Repricing.tuned(rounds, W=30)
    >>> osphg.play(player, rounds)
    Run(Repricing, 1000 of 1000 rounds, per round: utility 0.5385, violation -0.04527)
    """

    eta: float = checked(checks.positive_float)
    cap: float = checked(checks.positive_float)
    W: int = checked(checks.positive_int)
    bulge: float = checked(checks.non_negative_float)
    slowing: float = checked(checks.non_negative_float, default=0.0)
    start: FloatArray | None = checked(_point, default=None)
    ascent: Ascent = checked(require_ascent, default=BoostedGradient())

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: int,
        *,
        cap: float | None = None,
        anytime: bool = False,
        start: ArrayLike | None = None,
        ascent: Ascent | None = None,
    ) -> Self:
        """Return it with the steps of its theorem, for a `cap` of F/b unless given.

        eta = D/(B sqrt(T) + cap w/2) and bulge = D w; F is 1 - 1/e of the range of f_t for the
        boosted gradient, beta_u of beta_f. With `anytime` no T is needed: sqrt(2 max(1, t - 1))
        stands for sqrt(T), and the bound holds with sqrt(2 N) at every N. In other units it is the
        same player. D is the distance from x_0 to the furthest corner of the bounds of X, or the
        diameter if that is less and x_0 in X. TypeError or ValueError for a W outside 1..T, a
        budget of 0 without a `cap`, and as the constructor.
        """
        T = require_game("rounds", rounds).T
        W = checks.positive_int("W", W, maximum=T)
        chosen, s = climbed(rounds, ascent)
        (beta_g,) = scales(rounds, "beta_g")
        if cap is None:
            F, b = scales(rounds, "F", "allowance")
            cap = chosen.share * F / b
        cap = checks.positive_float("cap", cap)
        X, x0 = rounds.domain, None if start is None else checks.array("start", start, (rounds.n,))
        D = reach(X, middle(X) if x0 is None else x0)
        if x0 is None and reach(X, np.zeros(X.n)) < D:  # as in a simplex of many goods
            x0 = np.zeros(X.n)
            D = reach(X, x0)
        B, w = math.hypot(s, cap * beta_g), beta_g * (W - 1)
        first = math.sqrt(2 if checks.flag("anytime", anytime) else T)
        eta = D / (B * first + cap * w / 2)
        return cls(eta, cap, W, D * w, B / D if anytime else 0.0, x0, chosen)

    def init(self, game: Game) -> Repriced:
        X = require_game("game", game).domain
        V = np.zeros((5, X.n))
        V[3] = middle(X) if self.start is None else checks.array("start", self.start, (X.n,))
        V[0] = X.project(V[3])
        return Repriced(V, 0.0, X, game.allowance)

    def decide(self, state: Repriced) -> FloatArray:
        return np.asarray(state.V[0])

    def multiplier(self, state: Repriced) -> float:
        return state.multiplier

    def update(self, state: Repriced, feedback: Feedback) -> Repriced:
        X, b, t, (_, v, P, x0, C) = state.domain, state.allowance, feedback.t, state.V
        v = v + self.ascent.at(feedback, feedback.x)
        P, C = P + feedback.price, C + feedback.violation
        eta, k = slowed(self.eta, self.slowing, t), t % self.W + 1

        def at(price: float) -> FloatArray:
            return np.asarray(X.project(x0 + eta * (v - price * P)))

        def spent(price: float, _: None) -> float:
            return dot(P, at(price))

        root = crossing(spent)
        if k == self.W:  # the window closes
            nu = root(None, -1.0, b * self.W, 0.0, self.cap)
            v, P, k = v - nu * P, np.zeros(X.n), 0
        eta = slowed(self.eta, self.slowing, t + 1)
        over = float(C[0]) + b * k
        multiplier = root(None, 1.0, over, self.bulge, self.cap)
        V = np.array([at(multiplier), v, P, x0, C])
        return state._replace(V=V, multiplier=multiplier)

    def fused_steps(self) -> RepricingSteps | None:
        """Return what the compiled loop needs; None for a subclass."""
        if not exactly(self, Repricing):
            return None
        steps = self.eta, self.slowing, self.cap, self.W, self.bulge
        return RepricingSteps(self.ascent.line, self.ascent.weights, *steps)


def middle(X: Domain) -> FloatArray:
    """Return the middle between the bounds of X, (n,)."""
    return np.asarray((X.lower + X.upper) / 2)


def reach(X: Domain, x0: FloatArray) -> float:
    """Return a D with |y - x_0| <= D for all y in X."""
    furthest = float(np.linalg.norm(np.maximum(X.upper - x0, x0 - X.lower)))
    return min(furthest, X.diameter) if X.contains(x0) else furthest

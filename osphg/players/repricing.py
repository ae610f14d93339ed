r"""Repricing: the player whose rate is sqrt(T) + W (the book's chapter "The rate").

Prices of the open window are charged anew in every round, at one provisional multiplier; a closed
window is charged at the multiplier that hindsight gives it. With v the rewards less the charges of
closed windows, P the prices of the open one, summed, s what was overspent in closed windows and all
spending in the open one, and psi(v) = max_X <v, x> - |x - x_0|^2/(2 eta), whose maximiser is
P_X(x_0 + eta v), lambda_t is where on [0, Lambda]

    Phi(l) = psi(v - l P) + (charges of closed windows) + l s + D w l (1 - l/Lambda)   is largest.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import FloatArray, array_of_shape, checked, frozen
from osphg.compiled.answers import RepricingSteps
from osphg.compiled.loops import repricing_rounds
from osphg.domains import Domain
from osphg.players.ascent import Ascent, BoostedGradient, ascent_and_bound, require_ascent
from osphg.players.base import Feedback, Learner
from osphg.rounds import Game, positive_constants, require_game


class RepricingState(NamedTuple):
    """The state of `Repricing` before a round.

    The compiled rounds change one array in place: V, (1, 4 n + 5), has x_t, x_0, v and P, each
    (n,), s, the money that the open window allowed so far, the sum of nu_i times the allowance of
    closed window i, and the numbers of rounds in the open window and behind.
    """

    V: FloatArray
    multiplier: float  # lambda_t
    domain: Domain

    @property
    def x(self) -> FloatArray:
        """x_t, (n,)."""
        return self.V[0, : self.domain.n]

    @property
    def rewards(self) -> FloatArray:
        """The sum v, (n,): what was told so far, less what closed windows were charged."""
        n = self.domain.n
        return self.V[0, 2 * n : 3 * n]

    def with_choices(self, V: FloatArray, multiplier: float) -> RepricingState:
        """Return the state that the loop has come to: V as the class says, and lambda_t."""
        return self._replace(V=V, multiplier=multiplier)


@frozen
class Repricing(Learner):
    """The repricing player: (1-1/e)-regret and violation of the order sqrt(T) + W.

    For monotone DR-submodular utilities with the boosted gradient, alpha = 1 - 1/e; for concave or
    linear ones with `PlainGradient()`, alpha = 1. Against every y of X that keeps the budget over
    the closed windows 1..W, W + 1..2W, ..., at every prefix of N rounds,

        alpha sum f_t(y) - sum f_t(x_t) + Lambda [C_N - o_N(y)]_+ <= bound(N),

    o_N(y) = sum of g_t(y) over the open window (`repricing_regret` and its like in
    `rocq/Repricing.v`). `Capped(Repricing.tuned(rounds, W))` never overspends, and its regret is at
    most bound(T) + Lambda (W M - (W - 1) b), M the dearest round (`repricing_never_overspends`).
    Allowances that change are played with what each round allows; that is not in Rocq.

    Parameters
    ----------
    W : int
        The rounds of a window, at least 1.
    cap : float
        Lambda, the largest multiplier, in [1e-70, 1e70], in units of f per unit of money.
    radius : float
        D, above 0: no decision of X is further from `start`.
    beta_u : float
        No reward u_t, boosted or not, is longer; above 0, in units of f per unit of the decision.
    beta_g : float
        No price is longer; at least 0.
    T : int, optional
        The number of rounds; None where it is not known, and sqrt(2 N) stands for sqrt(T).
    ascent : PlainGradient or BoostedGradient
        How the rewards come from f_t; `BoostedGradient()` unless given.
    start : array_like, optional
        x_0, (n,), from which the decisions are counted; it need not lie in X. The origin unless
        given. One of another length is a ValueError in `init`.

    Attributes
    ----------
    swing, length : float
        w and B of the bound.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> player = osphg.Repricing.tuned(rounds, W=30)
    >>> osphg.play(player, rounds)
    Run(Repricing, 1000 of 1000 rounds, per round: utility 0.5385, violation -0.04527)
    >>> osphg.play(osphg.Capped(player), rounds).total_violation <= 0
    True
    """

    W: int = checked(checks.positive_int)
    cap: float = checked(checks.positive_constant)
    radius: float = checked(checks.positive_float)
    beta_u: float = checked(checks.positive_float)
    beta_g: float = checked(checks.non_negative_float)
    T: int | None = checked(checks.optional(checks.positive_int), default=None)
    ascent: Ascent = checked(require_ascent, default=BoostedGradient())
    start: Any = checked(checks.optional(array_of_shape(None)), default=None)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: int,
        *,
        cap: float | None = None,
        anytime: bool = False,
        ascent: Ascent | None = None,
        start: ArrayLike | None = None,
    ) -> Self:
        """Return the player with the constants of a game; in other units it is the same player.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p.
        W : int
            The rounds of a window, in 1..T.
        cap : float, optional
            Lambda; alpha F/b unless given, b = B_T/T: what never overspending needs, with alpha
            1 - 1/e for the boosted gradient and 1 else, and F the range of the utilities.
        anytime : bool
            Whether T is not used.
        ascent : PlainGradient or BoostedGradient, optional
            As for the constructor.
        start : array_like, optional
            x_0; unless given the centre of the box around X, with half of that box's diagonal for
            D, or the origin, if that has the smaller D.

        Returns
        -------
        Repricing

        Raises
        ------
        TypeError, ValueError
            For a W outside 1..T, and as the constructor.
        """
        W = checks.positive_int("W", W, maximum=require_game("rounds", rounds).T)
        chosen, beta_u = ascent_and_bound(rounds, ascent)
        if cap is None:
            F, b = positive_constants(rounds, "F", "allowance")
            cap = chosen.share * F / b
        X = rounds.domain
        T = None if checks.flag("anytime", anytime) else rounds.T
        # The bound grows with D, the distance that the start has from the furthest decision.
        origin = np.zeros(X.n)
        centre = (X.lower + X.upper) / 2
        candidates = [origin, centre]
        if start is not None:
            candidates = [checks.array("start", start, (X.n,))]
        x0 = min(candidates, key=lambda x: _largest_distance(X, x))
        D = checks.positive_constant("rounds.R", _largest_distance(X, x0))
        return cls(W, cap, D, beta_u, rounds.beta_g, T, chosen, x0)

    @property
    def swing(self) -> float:
        """The length w = beta_g (W - 1) that no sum of prices charged anew exceeds."""
        return self.beta_g * (self.W - 1)

    @property
    def length(self) -> float:
        """The length B of u_t - l p_t for l in [0, Lambda], with u_t and p_t not negative."""
        return math.hypot(self.beta_u, self.cap * self.beta_g)

    def bound(self, N: int) -> float:
        """Return D (B sqrt(T) + Lambda w/2), with sqrt(2 N) for sqrt(T) where T is not known.

        Parameters
        ----------
        N : int
            The rounds after which the bound holds, at least 0; not used where T is known.

        Returns
        -------
        float
            What the left side of the inequality of `Repricing` is at most, in units of f.
        """
        root = math.sqrt(2 * max(1, N) if self.T is None else self.T)
        return self.radius * (self.length * root + self.cap * self.swing / 2)

    def init(self, game: Game) -> RepricingState:
        """Return the state before round 1; ValueError for a start of another length."""
        X = game.domain
        n = game.n
        start = np.zeros(n) if self.start is None else checks.array("start", self.start, (n,))
        # While all sums are 0, Phi is D w l (1 - l/Lambda): largest at Lambda/2, and 0 for w = 0.
        first_multiplier = self.cap / 2 if self.swing > 0 else 0.0
        # x_1 and x_0; then the sums v and P, (n,) each, and five numbers, as `RepricingState` says.
        V = np.concatenate([X.project(start), start, np.zeros(2 * n + 5)])
        return RepricingState(V[np.newaxis], first_multiplier, X)

    def update(self, state: RepricingState, feedback: Feedback) -> RepricingState:
        """Return the state for the next round, by the loop that is compiled, in Python.

        The loop is given a game of one round: so both ways of playing are the same lines. Its
        arguments are described at the top of `osphg.compiled.loops`.
        """
        n = state.domain.n
        # Of this round: allowances may change, and g_t = <p_t, x_t> - allowance.
        allowance = dot(feedback.price, feedback.x) - feedback.violation
        nodes_of, *constants = self.fused_steps()
        this_round = range(feedback.t, feedback.t + 1)
        steps = nodes_of(this_round), *constants
        V = state.V.T.copy()
        V[:n, 0] = feedback.x  # gradients are asked at what was played
        unbounded = np.full(n, np.inf)  # nothing is clipped: the domain's projection does it all
        prices = feedback.price[np.newaxis]
        game = feedback, -unbounded, unbounded, (state.domain,), prices, allowance
        decisions = np.empty((1, n))
        utility, violation, multipliers = np.empty((3, 1))
        unused_series = decisions, utility, violation, multipliers  # `play` writes its own
        multiplier = _round(0, game, steps, V, state.multiplier, unused_series)
        return state.with_choices(V.T, multiplier)

    def fused_steps(self) -> RepricingSteps:
        """Return the constants for the compiled rounds.

        Returns
        -------
        RepricingSteps
            The shares z and weights of the gradients, and the constants W, Lambda, D, B, w and T.
        """
        return RepricingSteps(
            nodes=self.ascent.nodes_of,
            weights=self.ascent.weights,
            W=self.W,
            cap=self.cap,
            radius=self.radius,
            length=self.length,
            swing=self.swing,
            T=self.T or 0,  # 0 where it is not known: compiled code has no None
        )


# The loop over rounds in Python, for one round: its utility is the round's feedback.
_round = repricing_rounds(
    lambda t, x, feedback: feedback.value,
    lambda t, X, G, feedback: np.copyto(G, feedback.gradient(X.T).T),
    lambda Y, y, domain: np.copyto(Y[:, 0], domain.project(Y[:, 0])),
    compiled=False,
)


def _largest_distance(X: Domain, x: FloatArray) -> float:
    """Return a distance from x (n,) that no point of X exceeds; for a box the smallest.

    It is that of the furthest corner of the box around X, or the diameter where x is in X and that
    is smaller.
    """
    furthest_corner = float(np.linalg.norm(np.maximum(X.upper - x, x - X.lower)))
    return min(furthest_corner, X.diameter) if X.contains(x) else furthest_corner

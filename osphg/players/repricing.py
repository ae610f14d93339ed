r"""Repricing, told its window or not (chapters "What windows really cost" and the one after it).

Prices of the open window are charged anew in every round, at one provisional multiplier; a closed
window is charged at the multiplier that hindsight gives it. With v the rewards less the charges of
closed windows, P the prices of the open one, summed, s what was overspent in closed windows and all
spending in the open one, and psi(v) = max_X <v, x> - ``|x - x_0|^2/(2 eta)``, whose maximiser is
P_X(x_0 + eta v), lambda_t is where on [0, Lambda]

    Phi(l) = psi(v - l P) + (charges of closed windows) + l s + D w l (1 - l/Lambda)   is largest.

With m budgets l is a vector (m,), of which each entry is a price of money for its budget: P is
(m, n), a row for each, and P' l stands for l P. s, the allowances and nu have m entries, products
with l are sums over the budgets, and so is the last term of Phi, with D, w_j and Lambda_j. Then
B^2 is beta_u^2 + (sum_j Lambda_j beta_{g,j})^2, and sum_j Lambda_j w_j stands for Lambda w. All
budgets have the same windows: a window is settled at one nu for all of them.

Who is not told W plays `NestedRepricing`: such books for windows of 1, 2, 4, ... rounds at once.

The constants come from a game. Lambda is the largest multiplier, D bounds the distance of decisions
from x_0, beta_u the length of a reward u_t, beta_g that of a price p_t, and w that of a sum of
prices that are charged anew; B is the length of a reward less its charge. The game bounds gradients
by beta_f, and prices by beta_g, which a `Plan` is given as beta_p. The reward u_t is the gradient
of f_t at x_t, or the boosted one, a weighted sum of gradients on the line from 0 to x_t, which is
(1 - 1/e) beta_f long at most. alpha is the share of the best that a bound holds against: 1 - 1/e
for boosted rewards, else 1. g_t(x) = <p_t, x> - B_T/T is the violation, and C_N = g_1(x_1) + ... +
g_N(x_N).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Self, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.arithmetic import dot
from osphg.budgets import Amount, amount_check, charge, in_each
from osphg.checks import FloatArray, array_of_shape, checked, frozen
from osphg.compiled.answers import RepricingSteps
from osphg.compiled.loops import repricing_rounds
from osphg.compiled.nested import MAX_SCALES, NestedSteps, nested_rounds
from osphg.domains import Domain
from osphg.players.ascent import Ascent, BoostedGradient, ascent_and_bound, require_ascent
from osphg.players.base import Feedback, Learner, require_one_for_each
from osphg.players.crossings import crossing_point
from osphg.rounds import Game, positive_constants, require_game

# The least `smoothing` for which something is proven of `NestedRepricing`, and the usual one.
PROVEN_SMOOTHING = 200.0
USUAL_SMOOTHING = 0.1


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


class SeveralState(NamedTuple):
    """The state of `Repricing` with m budgets before a round."""

    x: FloatArray  # x_t, (n,)
    multiplier: FloatArray  # lambda_t, (m,)
    rewards: FloatArray  # v, (n,): what was told so far, less what closed windows were charged
    prices: FloatArray  # P, (m, n): of the open window, summed
    spent: FloatArray  # s, (m,): all spending, less what closed windows allowed
    allowed: FloatArray  # (m,): what the open window allowed so far
    granted: float  # the sum of <nu_i, what closed window i allowed>
    rounds_in_window: int
    rounds_so_far: int
    domain: Domain


class NestedState(NamedTuple):
    """The state of `NestedRepricing` before a round.

    The compiled rounds change one array in place: V, (1, (2 n + 2)(m + 2)) for at most m scales,
    has x_t and x_0, (n,) each, the violation so far and the number of rounds behind. Then come the
    books of the scales and of the next one to join, 2 n + 2 numbers each: v_k and P_k, (n,) each,
    the money that the open window allowed so far, and the sum of nu_i times the allowance of closed
    window i.
    """

    V: FloatArray
    multiplier: float  # lambda_t
    domain: Domain

    @property
    def x(self) -> FloatArray:
        """x_t, (n,)."""
        return self.V[0, : self.domain.n]

    def with_choices(self, V: FloatArray, multiplier: float) -> NestedState:
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
    Allowances that change are played with what each round allows; that is not in Rocq. With them it
    never overspends at that price if Lambda times the allowances to come is at least alpha F times
    the rounds to come, after every round.

    With several budgets there is a multiplier for each, and y keeps all of them. The sum over the
    budgets of Lambda_j [C_{N,j} - o_{N,j}(y)]_+ stands on the left, and bound(N) has the sums that
    the module says. With `Capped` the largest Lambda_j (W M_j - (W - 1) b_j) is added. The chapter
    has the proof, which is not in Rocq. A round takes some ten projections for two budgets, and two
    to three times as many for each one more, in NumPy.

    Parameters
    ----------
    W : int
        The rounds of a window, at least 1.
    cap : float or array_like (m,)
        Lambda, the largest multiplier, in [1e-70, 1e70], in units of f per unit of money; with
        several budgets an array, one for each.
    radius : float
        D, above 0: no decision of X is further from `start`.
    beta_u : float
        No reward u_t, boosted or not, is longer; above 0, in units of f per unit of the decision.
    beta_g : float or array_like (m,)
        No price is longer; at least 0; with several budgets an array, one for each.
    T : int, optional
        The number of rounds; None where it is not known, and sqrt(2 N) stands for sqrt(T).
    ascent : PlainGradient or BoostedGradient
        How the rewards come from f_t; `BoostedGradient()` unless given.
    start : array_like, optional
        x_0, (n,), from which the decisions are counted; it need not lie in X. The origin unless
        given. One of another length is a ValueError in `init`.

    Attributes
    ----------
    swing : float or array (m,)
        w of the bound.
    length : float
        B of the bound.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described. In `init` for a `cap` and `beta_g` of another
        number of budgets.

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

    several_budgets = True
    W: int = checked(checks.positive_int)
    cap: Amount = checked(amount_check(checks.positive_constant))
    radius: float = checked(checks.positive_float)
    beta_u: float = checked(checks.positive_float)
    beta_g: Amount = checked(amount_check(checks.non_negative_float))
    T: int | None = checked(checks.optional(checks.positive_int), default=None)
    ascent: Ascent = checked(require_ascent, default=BoostedGradient())
    start: Any = checked(checks.optional(array_of_shape(None)), default=None)

    @overload
    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: int,
        *,
        cap: Amount | None = None,
        anytime: bool = False,
        ascent: Ascent | None = None,
        start: ArrayLike | None = None,
    ) -> Self: ...

    @overload
    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: None = None,
        *,
        cap: float | None = None,
        anytime: bool = False,
        ascent: Ascent | None = None,
        start: ArrayLike | None = None,
    ) -> NestedRepricing: ...

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: int | None = None,
        *,
        cap: Amount | None = None,
        anytime: bool = False,
        ascent: Ascent | None = None,
        start: ArrayLike | None = None,
    ) -> Self | NestedRepricing:
        """Return the player with the constants of a game; in other units it is the same player.

        beta_g is that of the game, with several budgets the longest price of each, and beta_u its
        beta_f times alpha of the rewards. D is the largest distance of X from x_0: for a box
        exactly, else a bound of it.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p, which is its beta_g.
        W : int, optional
            The rounds of a window, in 1..T. Unless given the player is told neither W nor T: it is
            a `NestedRepricing`, which plays for all windows at once, and one budget.
        cap : float or array_like (m,), optional
            Lambda, above 0, in units of f per unit of money; alpha F/b unless given, b = B_T/T:
            what never overspending needs if every round has that allowance, with alpha 1 - 1/e for
            the boosted gradient and 1 else, and F the range of the utilities. A number is that of
            every budget.
        anytime : bool
            Whether T is not used; without W it never is.
        ascent : PlainGradient or BoostedGradient, optional
            How the rewards come from f_t; `BoostedGradient()` unless given.
        start : array_like, optional
            x_0, (n,), which need not lie in X; unless given the origin or the centre of the box
            around X, whichever has the smaller D.

        Returns
        -------
        Repricing or NestedRepricing
            The latter without W.

        Raises
        ------
        TypeError, ValueError
            For a W that is no integer in 1..T, for another parameter that is not as described, for
            a game whose beta_f is 0, or F unless `cap` is given, and for a `Plan` without them.
        """
        game = require_game("rounds", rounds)
        anytime = checks.flag("anytime", anytime)
        if W is None:
            needs = "be given for several budgets, as the player for all windows knows one"
            checks.must(not game.has_several_budgets, "W", needs, W)
            return NestedRepricing.tuned(game, cap=cap, ascent=ascent, start=start)
        W = checks.positive_int("W", W, maximum=game.T)
        constants = tuned_constants(game, cap, ascent, start, several_budgets=True)
        return cls(
            W=W,
            cap=constants.cap,
            radius=constants.radius,
            beta_u=constants.beta_u,
            beta_g=game.longest_price,
            T=None if anytime else game.T,
            ascent=constants.ascent,
            start=constants.start,
        )

    def __attrs_post_init__(self) -> None:
        """Refuse another number of longest prices than of largest multipliers."""
        alike = np.shape(self.beta_g) == np.shape(self.cap)
        got = np.size(self.beta_g) if np.ndim(self.beta_g) else "one number"
        checks.must(alike, "beta_g", "be a number or an array as cap is, of the same length", got)

    @property
    def swing(self) -> Amount:
        """The length w = beta_g (W - 1) that no sum of prices charged anew exceeds."""
        return self.beta_g * (self.W - 1)

    @property
    def length(self) -> float:
        """The length B of u_t - l p_t for l in [0, Lambda], with u_t and p_t not negative."""
        return math.hypot(self.beta_u, float(np.sum(self.cap * self.beta_g)))

    @property
    def _window_charge(self) -> float:
        """Lambda w, which no charge of an open window exceeds in length; summed over budgets."""
        return float(np.sum(self.cap * self.swing))

    def bound(self, N: int) -> float:
        """Return D (B sqrt(T) + Lambda w/2), with sqrt(2 N) for sqrt(T) where T is not known.

        The first term is what online gradient ascent loses, the second what charging the open
        window anew costs. With several budgets Lambda w is the sum over them.

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
        return self.radius * (self.length * root + self._window_charge / 2)

    def init(self, game: Game) -> Any:
        """Return the state before round 1; ValueError for a start of another length.

        So for constants that are not as many as the budgets of the game.
        """
        require_one_for_each(self, game, "cap", "beta_g")
        X = game.domain
        n = game.n
        start = np.zeros(n) if self.start is None else checks.array("start", self.start, (n,))
        # While all sums are 0, Phi is D w l (1 - l/Lambda): largest at Lambda/2. It is 0 for w = 0,
        # and then no money is charged yet.
        first_multiplier = np.where(self.swing > 0, self.cap / 2, 0.0)
        if game.has_several_budgets:
            m = len(first_multiplier)
            no_money = np.zeros(m)
            return SeveralState(
                x=X.project(start),
                multiplier=first_multiplier,
                rewards=np.zeros(n),
                prices=np.zeros((m, n)),
                spent=no_money,
                allowed=no_money,
                granted=0.0,
                rounds_in_window=0,
                rounds_so_far=0,
                domain=X,
            )
        # x_1 and x_0; then the sums v and P, (n,) each, and five numbers, as `RepricingState` says.
        V = np.concatenate([X.project(start), start, np.zeros(2 * n + 5)])
        return RepricingState(V[np.newaxis], float(first_multiplier), X)

    def update(self, state: Any, feedback: Feedback) -> Any:
        """Return the state for the next round; for one budget by the loop that is compiled."""
        if isinstance(state, SeveralState):
            return self._update_several(state, feedback)
        return _play_one_round(_round, self.fused_steps(), state, feedback)

    def _step_after(self, rounds: int) -> float:
        """Return eta of the round that follows `rounds` rounds."""
        root = np.sqrt(2 * max(1, rounds) if self.T is None else self.T)
        return float(self.radius / (self.length * root + self._window_charge / 2))

    def _update_several(self, state: SeveralState, feedback: Feedback) -> SeveralState:
        """Return the state for the next round with several budgets.

        It is the loop `osphg.compiled.loops.repricing_rounds` with a slope for each budget.
        """
        cost = dot(feedback.price, feedback.x)
        state = state._replace(
            rewards=state.rewards + self.ascent.direction(feedback, feedback.x),
            prices=state.prices + feedback.price,
            spent=state.spent + cost,
            allowed=state.allowed + (cost - feedback.violation),
            rounds_in_window=state.rounds_in_window + 1,
            rounds_so_far=state.rounds_so_far + 1,
        )
        if state.rounds_in_window == self.W:
            state = self._closed(state, self._step_after(feedback.t))
        return self._decided(state, self._step_after(state.rounds_so_far))

    def _best(self, state: SeveralState, eta: float, multiplier: FloatArray) -> FloatArray:
        """Return x(l), (n,): the projection of x_0 + eta (v - P' l), which reaches psi."""
        start = 0.0 if self.start is None else self.start
        moved = start + eta * (state.rewards - charge(multiplier, state.prices))
        return state.domain.project(moved)

    def _closed(self, state: SeveralState, eta: float) -> SeveralState:
        """Return the books once the open window is charged for good, at hindsight's prices nu.

        They are where psi(v - P' nu) + <nu, what the window allowed> is smallest: there x(nu)
        spends just what the window allowed in each budget, or less where nu_j is 0, or more where
        it is Lambda_j.
        """

        def overspent(candidate: FloatArray) -> FloatArray:
            return dot(state.prices, self._best(state, eta, candidate)) - state.allowed

        # <P_j, x(l)> falls by eta |P_j|^2 at most: a projection lengthens no distance.
        steepest = eta * dot(state.prices, state.prices)
        nothing = np.zeros_like(state.allowed)
        nu = crossing_point(overspent, self.cap, state.allowed, steepest, nothing)
        return state._replace(
            rewards=state.rewards - charge(nu, state.prices),
            prices=np.zeros_like(state.prices),
            spent=state.spent - state.allowed,
            allowed=nothing,
            granted=state.granted + dot(nu, state.allowed),
            rounds_in_window=0,
        )

    def _decided(self, state: SeveralState, eta: float) -> SeveralState:
        """Return the state with lambda, where Phi is largest, and the decision there."""
        bulge_at_0 = self.radius * self.swing  # the slope of D w_j l_j (1 - l_j/Lambda_j) at 0
        rise = state.spent + bulge_at_0
        bend = 2 * bulge_at_0 / self.cap

        def slopes(candidate: FloatArray) -> FloatArray:
            x = self._best(state, eta, candidate)
            return rise - bend * candidate - dot(state.prices, x)

        # The gradient of Phi, which is concave: with z the change of l, the last term of Phi bends
        # down by D |P' z|^2/sum_j Lambda_j w_j at least, and psi up by eta |P' z|^2/2 at most.
        multiplier = crossing_point(slopes, self.cap, abs(rise), bend, state.multiplier)
        return state._replace(x=self._best(state, eta, multiplier), multiplier=multiplier)

    def fused_steps(self) -> RepricingSteps:
        """Return the constants for the compiled rounds.

        Returns
        -------
        RepricingSteps
            `nodes`, which returns the shares z of a range of rounds, at which points z x_t the
            gradients are asked; their weights; and the constants W, Lambda, D, B, w and T.
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


@frozen
class NestedRepricing(Learner):
    """Repricing for all windows at once: it is told neither W nor T.

    At each scale it keeps the books of `Repricing` for windows of 2^k rounds, and plays the mean of
    what the scales would play, at the price where a blend of their potentials has a peak
    (`osphg.compiled.nested` has the formulas). Scale k joins in round 2^k: round t asks for about
    log2(t) + 1 times the projections of `Repricing`.

    Against every y of X that keeps the budget over the closed windows of W rounds, for all W = 2^k
    at once and at every prefix of N rounds,

        alpha sum f_t(y) - sum f_t(x_t) + Lambda [C_N - o_N(y)]_+ <= bound(N, W),

    which is of the order (sqrt(N) + W)(1 + ln W), if `smoothing` is at least 200 and b at most
    2 D beta_g (`all_windows_bound` in `rocq/AllWindows.v`, with all scales there from the start;
    that they join later costs no more). The games `osphg.games.refuting.unknown_window` show that
    nobody does without a logarithm in windows beyond the order sqrt(T).
    `Capped(Repricing.tuned(rounds))` never overspends. It plays one budget: its potential need not
    be concave, and it climbs that for one price of money.

    With the 200 of the theorem the player does not leave windows of one round in 200,000 rounds of
    these games. The default, 0.1, is what measurements support; no theorem covers it, and `bound`
    refuses it.

    Parameters
    ----------
    cap : float
        Lambda, the largest multiplier, in [1e-70, 1e70], in units of f per unit of money.
    radius : float
        D, above 0: no decision of X is further from `start`.
    beta_u : float
        No reward u_t, boosted or not, is longer; above 0, in units of f per unit of the decision.
    beta_g : float
        No price is longer; at least 0.
    smoothing : float
        How far ahead a scale has to be before it is followed: the factor of all lengths B_k of the
        blends, above 0, without a unit.
    ascent : PlainGradient or BoostedGradient
        How the rewards come from f_t; `BoostedGradient()` unless given.
    start : array_like, optional
        x_0, (n,), from which the decisions are counted; it need not lie in X. The origin unless
        given. One of another length is a ValueError in `init`.

    Attributes
    ----------
    length : float
        B of the bound.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> player = osphg.Repricing.tuned(rounds)
    >>> osphg.play(player, rounds)
    Run(NestedRepricing, 1000 of 1000 rounds, per round: utility 0.5287, violation -0.09426)
    """

    why_one_budget = "its potential is not concave, and is climbed for one price of money"
    cap: float = checked(checks.positive_constant)
    radius: float = checked(checks.positive_float)
    beta_u: float = checked(checks.positive_float)
    beta_g: float = checked(checks.non_negative_float)
    smoothing: float = checked(checks.positive_constant, default=USUAL_SMOOTHING)
    ascent: Ascent = checked(require_ascent, default=BoostedGradient())
    start: Any = checked(checks.optional(array_of_shape(None)), default=None)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        *,
        cap: float | None = None,
        smoothing: float = USUAL_SMOOTHING,
        ascent: Ascent | None = None,
        start: ArrayLike | None = None,
    ) -> Self:
        """Return the player with the constants of a game; in other units it is the same player.

        beta_g is that of the game, and beta_u its beta_f times alpha of the rewards. D is the
        largest distance of X from x_0: for a box exactly, else a bound of it.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p, which is its beta_g; of T only B_T/T is
            used.
        cap : float, optional
            Lambda, above 0, in units of f per unit of money; alpha F/b unless given, b = B_T/T,
            with alpha 1 - 1/e for the boosted gradient and 1 else, and F the range of the
            utilities.
        smoothing : float
            How far ahead a scale has to be before it is followed, above 0, without a unit.
        ascent : PlainGradient or BoostedGradient, optional
            How the rewards come from f_t; `BoostedGradient()` unless given.
        start : array_like, optional
            x_0, (n,), which need not lie in X; unless given the origin or the centre of the box
            around X, whichever has the smaller D.

        Returns
        -------
        NestedRepricing

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, for a game whose beta_f is 0, or F unless
            `cap` is given, and for a `Plan` without them.
        """
        game = require_game("rounds", rounds)
        constants = tuned_constants(game, cap, ascent, start)
        return cls(
            cap=constants.cap,
            radius=constants.radius,
            beta_u=constants.beta_u,
            beta_g=game.beta_g,
            smoothing=smoothing,
            ascent=constants.ascent,
            start=constants.start,
        )

    @property
    def length(self) -> float:
        """The length B of u_t - l p_t for l in [0, Lambda], with u_t and p_t not negative."""
        return math.hypot(self.beta_u, self.cap * self.beta_g)

    def bound(self, N: int, W: int) -> float:
        """Return what is lost after N rounds at most, for windows of W rounds.

        With r = sqrt(2 max(1, N)), w = beta_g W and H = B r + Lambda w it is

            D H (1/2 + smoothing ln(2 W^2)) + D Lambda beta_g/2
            + 5 smoothing D (B r/6 + Lambda beta_g/2) + 1.1 D B r.

        That is `all_windows_bound` with the numbers of this player: scale k has the prior th_k =
        4^-k/2 and the length B_k = smoothing D (B r + Lambda beta_g 2^k) in the blend. Of the sum,
        1.1 D B/r_t is what a round may raise the potential by, and the bracket with the 5 is what
        all scales together may add to it by being blended in. It is assumed, and not looked at,
        that a round's allowance is at most 2 D beta_g, which no decision of X can exceed in cost.

        Parameters
        ----------
        N : int
            The rounds after which the bound holds, at least 0.
        W : int
            The rounds of a window of the benchmark, a power of 2.

        Returns
        -------
        float
            What the left side of the inequality of `NestedRepricing` is at most, in units of f.

        Raises
        ------
        TypeError, ValueError
            For a W that is no power of 2, or a `smoothing` below `PROVEN_SMOOTHING`: for that
            nothing is proven.
        """
        W = checks.positive_int("W", W)
        checks.must(W & (W - 1) == 0, "W", "be a power of 2", W)
        allowed = f"be at least {PROVEN_SMOOTHING:g} for a bound to be proven"
        checks.must(self.smoothing >= PROVEN_SMOOTHING, "smoothing", allowed, self.smoothing)
        spread = self.length * math.sqrt(2 * max(1, N))  # B r
        charge = self.cap * self.beta_g  # Lambda beta_g
        # H is spread + charge W. `own` is what the scale of W loses, with ln(1/th_k) = ln(2 W^2).
        # The last bracket of `others` is the sum of th_k B_k/(D smoothing) over the scales k >= 1:
        # what it costs to blend them in.
        own = (spread + charge * W) * (1 / 2 + self.smoothing * math.log(2 * W**2))
        others = charge / 2 + 5 * self.smoothing * (spread / 6 + charge / 2)
        return self.radius * (own + others + 1.1 * spread)

    def init(self, game: Game) -> NestedState:
        """Return the state before round 1; ValueError for a start of another length."""
        X = game.domain
        n = game.n
        start = np.zeros(n) if self.start is None else checks.array("start", self.start, (n,))
        # While all sums are 0, the blend is 2 D beta_g l (1 - l/Lambda), and largest at Lambda/2.
        first_multiplier = self.cap / 2 if self.beta_g > 0 else 0.0
        # For beta_g = 0 nothing costs anything, and 0 is a peak.
        # The books of a scale are a row: v and P, (n,) each, the open allowance, and charges. There
        # is one more row, for the scale that is to join next.
        width = 2 * n + 2
        # x_1 and x_0, (n,) each; what is overspent, the rounds behind, and the rows: all 0.
        V = np.concatenate([X.project(start), start, np.zeros(2 + (MAX_SCALES + 1) * width)])
        return NestedState(V[np.newaxis], first_multiplier, X)

    def update(self, state: NestedState, feedback: Feedback) -> NestedState:
        """Return the state for the next round, by the loop that is compiled, in Python."""
        return _play_one_round(_nested_round, self.fused_steps(), state, feedback)

    def fused_steps(self) -> NestedSteps:
        """Return the constants for the compiled rounds.

        Returns
        -------
        NestedSteps
            `nodes`, which returns the shares z of a range of rounds, at which points z x_t the
            gradients are asked; their weights; and the constants Lambda, D, B, beta_g, the
            smoothing and the longest step D/B, which no step eta_k = D/H_k of a scale exceeds, as
            H_k is at least B.
        """
        return NestedSteps(
            nodes=self.ascent.nodes_of,
            weights=self.ascent.weights,
            cap=self.cap,
            radius=self.radius,
            length=self.length,
            beta_g=self.beta_g,
            smoothing=self.smoothing,
            longest_step=self.radius / self.length,
        )


def _value_of(t: int, x: FloatArray, feedback: Feedback) -> float:
    """Return f_t(x), for a loop of one round: x is what was played, whose value is known.

    The loops take `value(t, x, data)`; here `data` is the round's feedback, and t and x are not
    looked at.
    """
    return feedback.value


def _write_gradients(t: int, X: FloatArray, G: FloatArray, feedback: Feedback) -> None:
    """Write the gradients of f_t at the columns of X (n, J) to G (n, J), for a loop of one round.

    Here the loop's `data` is the round's feedback, which knows its round: t is not looked at.
    """
    np.copyto(G, feedback.gradient(X.T).T)


def _project_column(Y: FloatArray, y: FloatArray, data: tuple[Domain]) -> None:
    """Project Y (n, 1) on the domain, in place; y, for compiled code to work in, is not used."""
    (domain,) = data
    np.copyto(Y[:, 0], domain.project(Y[:, 0]))


# The loops over rounds in Python, for one round: its utility is the round's feedback.
_round = repricing_rounds(_value_of, _write_gradients, _project_column, compiled=False)
_nested_round = nested_rounds(_value_of, _write_gradients, _project_column, compiled=False)

_State = TypeVar("_State", RepricingState, NestedState)


def _play_one_round(loop: Any, fused_steps: Any, state: _State, feedback: Feedback) -> _State:
    """Return the state for the next round, by a loop that is given a game of one round.

    So both ways of playing are the same lines. `osphg.compiled.loops` says what a loop takes: the
    round of the utility at which it begins, a tuple `game`, the player's constants, V, lambda, and
    arrays to write to. `_value_of`, `_write_gradients` and `_project_column` are what the loop was
    made with: they answer from the feedback and the domain in place of compiled functions.

    Parameters
    ----------
    loop : callable
        A loop as `osphg.compiled.loops` describes it, in Python.
    fused_steps : RepricingSteps or NestedSteps
        The player's constants, in the form that compiled loops take; the first of them is the
        function that returns the nodes of some rounds.
    state : RepricingState or NestedState
        The state before the round.
    feedback : Feedback
        What the round has revealed.

    Returns
    -------
    RepricingState or NestedState
        Of the same kind as the one before the round.
    """
    n = state.domain.n
    nodes_of, *constants = fused_steps
    this_round = range(feedback.t, feedback.t + 1)
    steps = nodes_of(this_round), *constants
    # The state's V is one row of all that the player keeps, x_t in its first n entries. The loop
    # takes it as a column, and changes it in place.
    V = state.V.T.copy()
    V[:n, 0] = feedback.x  # gradients are asked at what was played
    unbounded = np.full(n, np.inf)  # nothing is clipped: the domain's projection does it all
    prices = feedback.price[np.newaxis]
    allowances = np.array([feedback.allowed])
    # In place of a utility's data stands the feedback, for `_value_of` and `_write_gradients`, and
    # in place of a projection's the domain, for `_project_column`. Between them are the bounds.
    game = feedback, -unbounded, unbounded, (state.domain,), prices, allowances
    decisions = np.empty((1, n))
    utility, violation, multipliers = np.empty((3, 1))
    unused_series = decisions, utility, violation, multipliers  # `play` writes its own
    first = 0  # of the game of one round; the three functions do not look at the round
    multiplier = loop(first, game, steps, V, state.multiplier, unused_series)
    return state.with_choices(V.T, multiplier)


class TunedConstants(NamedTuple):
    """What the players take from a game."""

    cap: Amount  # Lambda
    radius: float  # D
    beta_u: float
    ascent: Ascent
    start: FloatArray  # x_0, (n,)


def tuned_constants(
    game: Game,
    cap: Amount | None,
    ascent: Ascent | None,
    start: ArrayLike | None,
    *,
    several_budgets: bool = False,
) -> TunedConstants:
    """Return the constants of a game for the players, with what was given in place of its own.

    The cap, if not given, is alpha F/b, one for each budget for a player that knows
    `several_budgets`. x_0 is the start that was given, or of the origin and the centre of the box
    around X the one with the smaller D; D is `_largest_distance` from x_0. Parameters are those of
    `Repricing.tuned`.

    Raises
    ------
    TypeError, ValueError
        For a start that is no array (n,), an ascent that is none, and constants that are missing or
        not above 0.
    """
    chosen, beta_u = ascent_and_bound(game, ascent)
    if cap is None:
        b = game.mean_allowance
        if not (several_budgets and game.has_several_budgets):
            (b,) = positive_constants(game, "mean_allowance")
        (F,) = positive_constants(game, "F")
        cap = chosen.share * F / b
    elif several_budgets and np.ndim(cap) == 0:
        cap = in_each(checks.positive_constant("cap", cap), game.budget)
    elif several_budgets:
        cap = checks.array("cap", cap, np.shape(game.budget))
    X = game.above_minimum.domain
    # The bound grows with D, the distance that the start has from the furthest decision. The centre
    # halves it for a box; the origin may be nearer to all of X, where that is a small corner of its
    # box.
    origin = np.zeros(X.n)
    centre = (X.lower + X.upper) / 2
    candidates = [origin, centre]
    if start is not None:
        candidates = [checks.array("start", start, (X.n,))]
    x0 = min(candidates, key=lambda x: _largest_distance(X, x))
    D = checks.positive_constant("rounds.R", _largest_distance(X, x0))
    return TunedConstants(cap, D, beta_u, chosen, x0)


def _largest_distance(X: Domain, x: FloatArray) -> float:
    """Return a distance from x (n,) that no point of X exceeds; for a box the smallest.

    It is that of the furthest corner of the box around X, or the diameter where x is in X and that
    is smaller.
    """
    furthest_corner = float(np.linalg.norm(np.maximum(X.upper - x, x - X.lower)))
    return min(furthest_corner, X.diameter) if X.contains(x) else furthest_corner

r"""Optimistic repricing: the player is given a hint of a round before it decides, good or bad.

It keeps the books of `osphg.Repricing` (v the rewards less the charges of closed windows, P the
prices of the open one, summed, s what was overspent in closed windows and all spending in the open
one). Before round t it has a hint u' of the reward u_t and a hint p' of the prices p_t. With

    x(l) = P_X(x_0 + eta_t (v + u' - l (P + p')))

lambda_t is where h(l) = s - <P, x(l)> + (2 D w/Lambda)(Lambda/2 - l) crosses 0 on [0, Lambda], and
x_t = x(lambda_t). In h the hint moves the decision, but nothing is paid for it: P stands there, and
not P + p'. The step is eta_t = D/(A_t + Lambda w/2) with w = beta_g W, and the length A_t follows
what the rounds so far have cost, which the player measures: nobody tells it how long a reward is.
With several budgets l, P, p', s and h are what they are in `osphg.players.repricing`: h has an
entry for each budget, and lambda_t is where no move within the box of all l goes along it. The
chapter "A plan, corrected" has the proof.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from osphg import checks
from osphg.arithmetic import dot
from osphg.budgets import Amount, amount_check, charge, in_each
from osphg.checks import FloatArray, array_of_shape, checked, frozen
from osphg.domains import Domain
from osphg.messages import short_repr
from osphg.players.ascent import Ascent, BoostedGradient, require_ascent
from osphg.players.base import Feedback, Learner, require_one_for_each
from osphg.players.crossings import crossing_point
from osphg.players.repricing import tuned_constants
from osphg.rounds import Game, require_game


class Hint(NamedTuple):
    """What a player is told of a round before it decides."""

    reward: FloatArray  # u', (n,), in units of f per unit of the decision
    price: FloatArray  # p', (n,), in money per unit of the decision; with several budgets (m, n)


def _rows_of(name: str, value: Any) -> FloatArray:
    """Return one row (n,) or one for each round (T, n), checked: finite, not negative."""
    shape = (None,) * min(np.ndim(value), 2)
    return checks.non_negative_array(name, value, *(shape or (None,)))


def _prices_of(name: str, value: Any) -> FloatArray:
    """Return what `_rows_of` does, or (T, m, n) for several budgets."""
    if np.ndim(value) == 3:
        return checks.non_negative_array(name, value, None, None, None)
    return _rows_of(name, value)


@frozen
class Forecast:
    """Hints that are known before the game: one for all rounds, or one for each.

    Parameters
    ----------
    rewards : array_like
        u', the gradients (boosted ones for a player that climbs those) that are expected, (n,) or
        (T, n); in units of f per unit of the decision, at least 0.
    prices : array_like
        p', the prices that are expected, (n,) or (T, n), at least 0; with several budgets (m, n) or
        (T, m, n).

    Raises
    ------
    TypeError, ValueError
        For what is no such array.
    """

    rewards: FloatArray = checked(_rows_of)
    prices: FloatArray = checked(_prices_of)

    def of_round(self, t: int, n: int, budgets: tuple[int, ...] = ()) -> Hint:
        """Return the hint of round t, from 0; none (zeros) beyond the last row.

        Parameters
        ----------
        t : int
            The round, from 0.
        n : int
            The number of items.
        budgets : tuple of int
            The shape of an amount of money: () for one budget, and else (m,).

        Raises
        ------
        ValueError
            If the rows have not n entries, or the prices not m rows for a round.
        """
        parts = []
        told = (("hints.rewards", self.rewards, (n,)), ("hints.prices", self.prices, (*budgets, n)))
        for name, rows, shape in told:
            checks.must(rows.shape[-1] == n, name, f"have {n} columns", rows.shape[-1])
            of_all_rounds = rows.shape == shape
            of_each = rows.ndim == len(shape) + 1 and rows.shape[1:] == shape
            wanted = f"have shape {shape} or (T, {', '.join(map(str, shape))})"
            checks.must(of_all_rounds or of_each, name, wanted, rows.shape)
            if of_all_rounds:
                parts.append(rows)
            else:
                parts.append(rows[t] if t < len(rows) else np.zeros(shape))
        return Hint(*parts)


def require_hints(name: str, value: Any) -> Forecast | str | None:
    """Return hints as a player takes them: a `Forecast`, "last" or None.

    A pair of rewards and prices becomes a `Forecast`; anything else is a ValueError.
    """
    if value is None or isinstance(value, Forecast):
        return value
    if isinstance(value, str):
        checks.must(value == "last", name, 'be "last", a pair of forecasts or None', repr(value))
        return value
    wanted = "be a pair: rewards and prices (or last, or None)"
    checks.must(
        isinstance(value, tuple | list) and len(value) == 2, name, wanted, short_repr(value)
    )
    return Forecast(*value)


def next_hint(
    hints: Forecast | str | None, t: int, beta_g: Amount, last: Hint | None, n: int
) -> Hint:
    """Return the hint of round t, from 0, its price cut to the length beta_g.

    Parameters
    ----------
    hints : Forecast, "last" or None
        Where hints come from; None has none, which is a hint of zeros.
    t : int
        The round, from 0.
    beta_g : float or array (m,)
        No price is longer, so no hint of one needs to be; with several budgets for each.
    last : Hint or None
        What the round before was, or None before the first.
    n : int
        The number of items.
    """
    budgets = np.shape(beta_g)
    if isinstance(hints, Forecast):
        hint = hints.of_round(t, n, budgets)
    elif hints == "last" and last is not None:
        hint = last
    else:
        hint = Hint(np.zeros(n), np.zeros((*budgets, n)))
    length = np.linalg.norm(hint.price, axis=-1)
    if (length <= beta_g).all():
        return hint
    if not budgets:
        return Hint(hint.reward, hint.price * (beta_g / float(length)))
    shares = np.minimum(beta_g / np.where(length > 0, length, beta_g), 1.0)
    return Hint(hint.reward, hint.price * shares[:, np.newaxis])


def hint_error(hint: Hint, told: Hint, cap: float) -> float:
    """Return E = max over l in [0, cap] of the length of (u - u') - l (p - p').

    A length is convex in l, so that it is the larger of those at both ends.
    """
    e = told.reward - hint.reward
    f = told.price - hint.price
    return float(max(np.linalg.norm(e), np.linalg.norm(e - cap * f)))


def crossing(h: Callable[[float], float], end: float) -> float:
    """Return where on [0, end] a continuous h crosses 0 from above, or the end that it points to.

    With l the place returned, h(l)(l' - l) <= 0 for all l' in [0, end], up to rounding.
    """
    if h(0.0) <= 0:
        return 0.0
    if h(end) >= 0:
        return end
    # Brent's search keeps a bracket with h > 0 at its left end, and h < 0 at its right one.
    smallest = 4 * np.finfo(float).eps
    return float(brentq(h, 0.0, end, xtol=smallest * end, rtol=smallest))


def longest_price(game: Game, radius: float) -> Amount:
    """Return beta_g of a game, or where nothing costs anything b/D: any length bounds prices of 0.

    A step is made of it, and could not be of 0. With several budgets it is that of each, (m,).
    """
    if not game.has_several_budgets:
        return game.beta_g or game.mean_allowance / radius
    longest = game.longest_price
    return np.where(longest > 0, longest, game.mean_allowance / radius)


def _spending(prices: FloatArray, x: FloatArray) -> Amount:
    """Return <p, x>, a float, or with several budgets P x, (m,)."""
    cost = prices @ x
    return cost if np.ndim(cost) else float(cost)


def _total(amounts: Amount) -> float:
    """Return the sum over the budgets."""
    return float(np.sum(amounts))


class OptimisticState(NamedTuple):
    """The state of `OptimisticRepricing` before a round, of which the hint is in already."""

    x: FloatArray  # x_t, (n,)
    multiplier: Amount  # lambda_t; with several budgets (m,), as are spent and allowed
    rewards: FloatArray  # v, (n,): what was told so far, less what closed windows were charged
    prices: FloatArray  # P, (n,), with several budgets (m, n): of the open window, summed
    spent: Amount  # s: all spending, less what closed windows allowed
    allowed: Amount  # what the open window allowed so far
    granted: float  # the sum of nu_i times what closed window i allowed
    rounds_in_window: int
    lost: float  # the sum of d_s, which is what the rounds have cost
    length: float  # A_t
    hint: Hint
    domain: Domain


@frozen
class OptimisticRepricing(Learner):
    """Repricing with hints: the root of the hints' squared errors stands for sqrt(T), and W stays.

    E_t is the error of a hint, the largest length of (u_t - u') - l (p_t - p') for l in
    [0, Lambda], S_N the sum of the E_t^2 over N rounds. Against every y of X that keeps the budget
    over the closed windows, at every prefix,

        alpha sum f_t(y) - sum f_t(x_t) + Lambda [C_N - o_N(y)]_+ <= D A_{N+1} + D Lambda w/2,

    and A_{N+1} <= sqrt(2 S_N) + 2 (R/D) max E_t, R the diameter of X: a bound that the run knows of
    itself, `bound(state)`. (In Rocq with lengths A_t that are any rising numbers,
    `optimistic_missed` in `rocq/Optimistic.v`.) Exact hints cost D Lambda w/2 for every T. No hints
    are hints of 0; then it is `Repricing` with a step that nobody has to tune. A round takes three
    searches where `Repricing` takes one, in NumPy: there is no compiled loop for hints.

    With several budgets it has a multiplier for each; Lambda_j [C_{N,j} - o_{N,j}(y)]_+ and
    Lambda_j w_j are summed over them, and E_t is the largest length at the corners of the box of
    all l. The proof, on paper and not in Rocq, is that of one budget.

    Parameters
    ----------
    W : int
        The rounds of a window, at least 1.
    cap : float or array_like (m,)
        Lambda, the largest multiplier, in [1e-70, 1e70], in units of f per unit of money; with
        several budgets an array, one for each.
    radius : float
        D, above 0: no decision of X is further from `start`.
    beta_g : float or array_like (m,)
        No price is longer, above 0; a longer hint of prices is cut to it. With several budgets an
        array, one for each.
    hints : pair of array_like, Forecast, "last" or None
        The expected rewards and prices, each (n,) or (T, n), with several budgets prices (m, n) or
        (T, m, n); "last" takes those of the round before; None has no hints.
    ascent : PlainGradient or BoostedGradient
        How the rewards come from f_t; `BoostedGradient()` unless given.
    start : array_like, optional
        x_0, (n,), such as a plan; the origin unless given. One of another length is a ValueError in
        `init`.

    Attributes
    ----------
    swing : float or array (m,)
        w = beta_g W.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described. In `init` for a `cap` and `beta_g` of another
        number of budgets.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=100)
    >>> player = osphg.OptimisticRepricing.tuned(rounds, W=5, hints="last")
    >>> osphg.play(player, rounds).complete
    True
    """

    several_budgets = True
    W: int = checked(checks.positive_int)
    cap: Amount = checked(amount_check(checks.positive_constant))
    radius: float = checked(checks.positive_float)
    beta_g: Amount = checked(amount_check(checks.positive_float))
    hints: Any = checked(require_hints, default=None)
    ascent: Ascent = checked(require_ascent, default=BoostedGradient())
    start: Any = checked(checks.optional(array_of_shape(None)), default=None)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        W: int,
        *,
        hints: Any = None,
        cap: Amount | None = None,
        ascent: Ascent | None = None,
        start: ArrayLike | None = None,
    ) -> Self:
        """Return the player with the constants of a game; in other units it is the same player.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan` with beta_f and beta_p, which is its beta_g.
        W : int
            The rounds of a window, in 1..T.
        hints : pair of array_like, Forecast, "last" or None
            As the class takes them.
        cap : float or array_like (m,), optional
            Lambda; alpha F/b unless given, as of `Repricing.tuned`.
        ascent : PlainGradient or BoostedGradient, optional
            How the rewards come from f_t; `BoostedGradient()` unless given.
        start : array_like, optional
            x_0, (n,); unless given the origin or the centre of the box around X, whichever has the
            smaller D.

        Returns
        -------
        OptimisticRepricing

        Raises
        ------
        TypeError, ValueError
            For a W that is no integer in 1..T, for another parameter that is not as described, and
            for a game whose beta_f is 0, or F unless `cap` is given.
        """
        game = require_game("rounds", rounds)
        W = checks.positive_int("W", W, maximum=game.T)
        constants = tuned_constants(game, cap, ascent, start, several_budgets=True)
        return cls(
            W=W,
            cap=constants.cap,
            radius=constants.radius,
            beta_g=longest_price(game, constants.radius),
            hints=hints,
            ascent=constants.ascent,
            start=constants.start,
        )

    @property
    def swing(self) -> Amount:
        """The length w = beta_g W that the prices of a window and a hint do not exceed, summed."""
        return self.beta_g * self.W

    @property
    def _window_charge(self) -> float:
        """Lambda w, which no charge of a window and a hint exceeds in length."""
        return _total(self.cap * self.swing)

    def bound(self, state: OptimisticState) -> float:
        """Return D A + D Lambda w/2, what the run behind this state has lost at most.

        Parameters
        ----------
        state : OptimisticState
            The state after the rounds that are meant.

        Returns
        -------
        float
            What the left side of the inequality of the class is at most, in units of f.
        """
        return self.radius * (state.length + self._window_charge / 2)

    def init(self, game: Game) -> OptimisticState:
        """Return the state before round 1; ValueError for a start of another length.

        So for constants that are not as many as the budgets of the game.
        """
        require_one_for_each(self, game, "cap", "beta_g")
        n = game.n
        if self.start is not None:
            checks.array("start", self.start, (n,))
        zero = np.zeros(n)
        no_money = in_each(0.0, game.budget)
        state = OptimisticState(
            x=zero,
            multiplier=no_money,
            rewards=zero,
            prices=np.zeros((*np.shape(game.budget), n)),
            spent=no_money,
            allowed=no_money,
            granted=0.0,
            rounds_in_window=0,
            lost=0.0,
            length=0.0,
            hint=next_hint(self.hints, 0, self.beta_g, None, n),
            domain=game.domain,
        )
        return self._decided(state)

    def update(self, state: OptimisticState, feedback: Feedback) -> OptimisticState:
        """Return the state for the next round."""
        reward = self.ascent.direction(feedback, feedback.x)
        cost = dot(feedback.price, feedback.x)
        allowed = state.allowed + cost - feedback.violation
        if feedback.allowance is not None:
            allowed = state.allowed + feedback.allowance
        before = self._peak(state)
        entered = state._replace(
            rewards=state.rewards + reward,
            prices=state.prices + feedback.price,
            spent=state.spent + cost,
            allowed=allowed,
            rounds_in_window=state.rounds_in_window + 1,
        )
        # d_t: what the peak of the potential rises by beyond what was earned.
        lost = state.lost + self._peak(entered) - before - float(reward @ feedback.x)
        if entered.rounds_in_window == self.W:
            entered = self._closed(entered)
        # A shorter step, with the lengths of all rounds so far; it never becomes longer again.
        length = max(state.length, 2 * lost / self.radius)
        told = Hint(reward, feedback.price)
        hint = next_hint(self.hints, feedback.t + 1, self.beta_g, told, len(reward))
        return self._decided(entered._replace(lost=lost, length=length, hint=hint))

    def _step(self, state: OptimisticState) -> float:
        """Return eta_t, in squared units of the decision per unit of f."""
        return self.radius / (state.length + self._window_charge / 2)

    def _best(self, state: OptimisticState, rewards: FloatArray) -> FloatArray:
        """Return the maximiser of <rewards, x> - ``|x - x_0|^2/(2 eta)`` in X, (n,)."""
        start = 0.0 if self.start is None else self.start
        return state.domain.project(start + self._step(state) * rewards)

    def _slope(self, state: OptimisticState, x: FloatArray, multiplier: Amount) -> Amount:
        """Return s - <P, x> + q'(l), the slope in which a multiplier is sought."""
        bulge = self.radius * self.swing * (1 - 2 * multiplier / self.cap)
        return state.spent - _spending(state.prices, x) + bulge

    def _price_of_money(
        self, state: OptimisticState, best: Callable[[Amount], FloatArray]
    ) -> Amount:
        """Return where the slope crosses 0, for the decision `best` of each multiplier."""

        def slope(multiplier: Amount) -> Amount:
            return self._slope(state, best(multiplier), multiplier)

        if np.ndim(self.cap) == 0:
            return crossing(slope, self.cap)
        bulge_at_0 = self.radius * self.swing
        sizes = abs(state.spent + bulge_at_0)
        steepest = 2 * bulge_at_0 / self.cap
        return crossing_point(slope, self.cap, sizes, steepest, state.multiplier)

    def _decided(self, state: OptimisticState) -> OptimisticState:
        """Return the state with lambda_t and x_t by its books and its hint."""
        hint = state.hint

        def best(multiplier: Amount) -> FloatArray:
            cost = charge(multiplier, state.prices + hint.price)
            return self._best(state, state.rewards + hint.reward - cost)

        multiplier = self._price_of_money(state, best)
        return state._replace(x=best(multiplier), multiplier=multiplier)

    def _peak(self, state: OptimisticState) -> float:
        """Return the largest value on [0, Lambda] of the potential, without the hint."""

        def best(multiplier: Amount) -> FloatArray:
            return self._best(state, state.rewards - charge(multiplier, state.prices))

        top = self._price_of_money(state, best)
        x = best(top)
        away = x - (0.0 if self.start is None else self.start)
        bulge = _total(self.radius * self.swing * top * (1 - top / self.cap))
        worth = float((state.rewards - charge(top, state.prices)) @ x)
        worth -= float(away @ away) / (2 * self._step(state))
        return worth + state.granted + _total(top * state.spent) + bulge

    def _closed(self, state: OptimisticState) -> OptimisticState:
        """Return the books once the open window is charged for good, at hindsight's price nu."""

        def missing(price: Amount) -> Amount:
            x = self._best(state, state.rewards - charge(price, state.prices))
            return _spending(state.prices, x) - state.allowed

        nu: Amount
        if np.ndim(self.cap) == 0:
            nu = crossing(missing, self.cap)
        else:
            steepest = self._step(state) * (state.prices**2).sum(-1)
            nothing = np.zeros_like(state.allowed)
            nu = crossing_point(missing, self.cap, state.allowed, steepest, nothing)
        return state._replace(
            rewards=state.rewards - charge(nu, state.prices),
            prices=np.zeros_like(state.prices),
            spent=state.spent - state.allowed,
            allowed=in_each(0.0, state.allowed),
            granted=state.granted + _total(nu * state.allowed),
            rounds_in_window=0,
        )

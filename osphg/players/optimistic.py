r"""Optimistic repricing: the player is given a hint of a round before it decides, good or bad.

It keeps the books of `osphg.Repricing` (v the rewards less the charges of closed windows, P the
prices of the open one, summed, s what was overspent in closed windows and all spending in the open
one). Before round t it has a hint u' of the reward u_t and a hint p' of the prices p_t. With

    x(l) = P_X(x_0 + eta_t (v + u' - l (P + p')))

lambda_t is where h(l) = s - <P, x(l)> + (2 D w/Lambda)(Lambda/2 - l) crosses 0 on [0, Lambda], and
x_t = x(lambda_t). In h the hint moves the decision, but nothing is paid for it: P stands there, and
not P + p'. The step is eta_t = D/(A_t + Lambda w/2) with w = beta_g W, and the length A_t follows
what the rounds so far have cost, which the player measures: nobody tells it how long a reward is.
The chapter "A plan, corrected" has the proof.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import FloatArray, array_of_shape, checked, frozen
from osphg.domains import Domain
from osphg.messages import short_repr
from osphg.players.ascent import Ascent, BoostedGradient, require_ascent
from osphg.players.base import Feedback, Learner
from osphg.players.repricing import tuned_constants
from osphg.rounds import Game, require_game


class Hint(NamedTuple):
    """What a player is told of a round before it decides."""

    reward: FloatArray  # u', (n,), in units of f per unit of the decision
    price: FloatArray  # p', (n,), in money per unit of the decision


def _rows_of(name: str, value: Any) -> FloatArray:
    """Return one row (n,) or one for each round (T, n), checked: finite, not negative."""
    shape = (None,) * min(np.ndim(value), 2)
    return checks.non_negative_array(name, value, *(shape or (None,)))


@frozen
class Forecast:
    """Hints that are known before the game: one for all rounds, or one for each.

    Parameters
    ----------
    rewards : array_like
        u', the gradients (boosted ones for a player that climbs those) that are expected, (n,) or
        (T, n); in units of f per unit of the decision, at least 0.
    prices : array_like
        p', the prices that are expected, (n,) or (T, n), at least 0.

    Raises
    ------
    TypeError, ValueError
        For what is no such array.
    """

    rewards: FloatArray = checked(_rows_of)
    prices: FloatArray = checked(_rows_of)

    def of_round(self, t: int, n: int) -> Hint:
        """Return the hint of round t, from 0; none (zeros) beyond the last row.

        Raises
        ------
        ValueError
            If the rows have not n entries.
        """
        parts = []
        for name, rows in (("hints.rewards", self.rewards), ("hints.prices", self.prices)):
            checks.must(rows.shape[-1] == n, name, f"have {n} columns", rows.shape[-1])
            if rows.ndim == 1:
                parts.append(rows)
            else:
                parts.append(rows[t] if t < len(rows) else np.zeros(n))
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
    hints: Forecast | str | None, t: int, beta_g: float, last: Hint | None, n: int
) -> Hint:
    """Return the hint of round t, from 0, its price cut to the length beta_g.

    Parameters
    ----------
    hints : Forecast, "last" or None
        Where hints come from; None has none, which is a hint of zeros.
    t : int
        The round, from 0.
    beta_g : float
        No price is longer, so no hint of one needs to be.
    last : Hint or None
        What the round before was, or None before the first.
    n : int
        The number of items.
    """
    if isinstance(hints, Forecast):
        hint = hints.of_round(t, n)
    elif hints == "last" and last is not None:
        hint = last
    else:
        hint = Hint(np.zeros(n), np.zeros(n))
    length = float(np.linalg.norm(hint.price))
    if length <= beta_g:
        return hint
    return Hint(hint.reward, hint.price * (beta_g / length))


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


def longest_price(game: Game, radius: float) -> float:
    """Return beta_g of a game, or where nothing costs anything b/D: any length bounds prices of 0.

    A step is made of it, and could not be of 0.
    """
    return game.beta_g or game.mean_allowance / radius


class OptimisticState(NamedTuple):
    """The state of `OptimisticRepricing` before a round, of which the hint is in already."""

    x: FloatArray  # x_t, (n,)
    multiplier: float  # lambda_t
    rewards: FloatArray  # v, (n,): what was told so far, less what closed windows were charged
    prices: FloatArray  # P, (n,): of the open window, summed
    spent: float  # s: all spending, less what closed windows allowed
    allowed: float  # what the open window allowed so far
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

    Parameters
    ----------
    W : int
        The rounds of a window, at least 1.
    cap : float
        Lambda, the largest multiplier, in [1e-70, 1e70], in units of f per unit of money.
    radius : float
        D, above 0: no decision of X is further from `start`.
    beta_g : float
        No price is longer, above 0; a longer hint of prices is cut to it.
    hints : pair of array_like, Forecast, "last" or None
        The expected rewards and prices, each (n,) or (T, n); "last" takes those of the round
        before; None has no hints.
    ascent : PlainGradient or BoostedGradient
        How the rewards come from f_t; `BoostedGradient()` unless given.
    start : array_like, optional
        x_0, (n,), such as a plan; the origin unless given. One of another length is a ValueError in
        `init`.

    Attributes
    ----------
    swing : float
        w = beta_g W.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=100)
    >>> player = osphg.OptimisticRepricing.tuned(rounds, W=5, hints="last")
    >>> osphg.play(player, rounds).complete
    True
    """

    W: int = checked(checks.positive_int)
    cap: float = checked(checks.positive_constant)
    radius: float = checked(checks.positive_float)
    beta_g: float = checked(checks.positive_float)
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
        cap: float | None = None,
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
        cap : float, optional
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
        constants = tuned_constants(game, cap, ascent, start)
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
    def swing(self) -> float:
        """The length w = beta_g W that the prices of a window and a hint do not exceed, summed."""
        return self.beta_g * self.W

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
        return self.radius * (state.length + self.cap * self.swing / 2)

    def init(self, game: Game) -> OptimisticState:
        """Return the state before round 1; ValueError for a start of another length."""
        n = game.n
        if self.start is not None:
            checks.array("start", self.start, (n,))
        zero = np.zeros(n)
        state = OptimisticState(
            x=zero,
            multiplier=0.0,
            rewards=zero,
            prices=zero,
            spent=0.0,
            allowed=0.0,
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
        cost = float(dot(feedback.price, feedback.x))
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
        return self.radius / (state.length + self.cap * self.swing / 2)

    def _best(self, state: OptimisticState, rewards: FloatArray) -> FloatArray:
        """Return the maximiser of <rewards, x> - ``|x - x_0|^2/(2 eta)`` in X, (n,)."""
        start = 0.0 if self.start is None else self.start
        return state.domain.project(start + self._step(state) * rewards)

    def _slope(self, state: OptimisticState, x: FloatArray, multiplier: float) -> float:
        """Return s - <P, x> + q'(l), the slope in which a multiplier is sought."""
        bulge = self.radius * self.swing * (1 - 2 * multiplier / self.cap)
        return state.spent - float(state.prices @ x) + bulge

    def _decided(self, state: OptimisticState) -> OptimisticState:
        """Return the state with lambda_t and x_t by its books and its hint."""
        hint = state.hint

        def best(multiplier: float) -> FloatArray:
            charge = multiplier * (state.prices + hint.price)
            return self._best(state, state.rewards + hint.reward - charge)

        multiplier = crossing(lambda at: self._slope(state, best(at), at), self.cap)
        return state._replace(x=best(multiplier), multiplier=multiplier)

    def _peak(self, state: OptimisticState) -> float:
        """Return the largest value on [0, Lambda] of the potential, without the hint."""

        def best(multiplier: float) -> FloatArray:
            return self._best(state, state.rewards - multiplier * state.prices)

        top = crossing(lambda at: self._slope(state, best(at), at), self.cap)
        x = best(top)
        away = x - (0.0 if self.start is None else self.start)
        bulge = self.radius * self.swing * top * (1 - top / self.cap)
        worth = float((state.rewards - top * state.prices) @ x)
        worth -= float(away @ away) / (2 * self._step(state))
        return worth + state.granted + top * state.spent + bulge

    def _closed(self, state: OptimisticState) -> OptimisticState:
        """Return the books once the open window is charged for good, at hindsight's price nu."""

        def missing(price: float) -> float:
            x = self._best(state, state.rewards - price * state.prices)
            return float(state.prices @ x) - state.allowed

        nu = crossing(missing, self.cap)
        return state._replace(
            rewards=state.rewards - nu * state.prices,
            prices=np.zeros_like(state.prices),
            spent=state.spent - state.allowed,
            allowed=0.0,
            granted=state.granted + nu * state.allowed,
            rounds_in_window=0,
        )

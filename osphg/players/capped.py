"""A stop around any player: it never overspends.

A capped player has another player within. That one decides as if nothing were withheld; what is
played is its decision as far as the money left covers it, at the dearest that it can cost. Two
rules are there: a decision is played whole or not at all (0, no bids), or it is scaled down to a
share. With several budgets each has to cover it, and a budget that begins anew after some rounds
covers its own period alone: once the next one begins there are bids again.

f_t is the utility of round t, p_t its prices, x_t the decision, lambda_t the multiplier of the
player within, B_T the budget of all T rounds and b_t, mostly B_T/T, the money for one. F is the
range of one f_t, and G the largest ``|<p_t, x> - b_t|`` (`osphg.rounds.Constants`).
"""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.arithmetic import dot
from osphg.budgets import (
    allowance_of_round,
    amount_text,
    in_each,
    period_money,
    rounds_left,
    spent_before,
)
from osphg.checks import FloatArray, checked, frozen
from osphg.compiled.answers import own_method_result
from osphg.players.base import Feedback, Player, require_assumption, require_player
from osphg.recording import RoundBuffer, RoundError, as_number
from osphg.rounds import Game
from osphg.utilities import AtRound

RESERVE = 1e-9  # of the budget where decisions are scaled, against rounding in a long sum


def scaled_down(x: FloatArray, left: FloatArray, dearest: FloatArray) -> FloatArray:
    """Return so much of x as the money left covers in each budget.

    Parameters
    ----------
    x : FloatArray
        The decision, (n,).
    left : FloatArray
        The money that is left in each budget, (m,).
    dearest : FloatArray
        What x can cost at most in each budget, (m,).

    Returns
    -------
    FloatArray
        x itself where all budgets cover it, or a share of x, at least 0, (n,).
    """
    # What costs nothing is covered, also where rounding or an invoice has left less than 0.
    beyond = dearest > np.maximum(left, 0.0)
    if not beyond.any():
        return x
    # What x costs falls in proportion with x: the scarcest budget decides how far.
    return max(float((left[beyond] / dearest[beyond]).min()), 0.0) * x


def _price_bound(name: str, value: Any) -> FloatArray:
    """Return a bound of prices as an array: one number for all items, or one for each, (n,).

    A negative number is refused; `name` is the parameter that the error names.
    """
    if np.ndim(value) == 0:
        return checks.non_negative_array(name, value)
    any_length = None  # n is not known before the game, and m neither
    return checks.non_negative_array(name, value, *[any_length] * min(np.ndim(value), 2))


def _dearest(name: str, value: Any) -> Any:
    """Return what no round costs more than: a number above 0, or one for each budget, (m,)."""
    if np.ndim(value) == 0:
        return checks.positive_float(name, value)
    amounts = checks.non_negative_array(name, value, None)
    checks.must((amounts > 0).all(), name, "be greater than 0", amounts.tolist())
    return amounts


def warn_of_idle_budget(names: tuple[str, ...] | None, is_spent: Any, prices: FloatArray) -> None:
    """Warn, by a RuntimeWarning, of a spent budget that held all bids of a round at its minimum.

    That is no use where nothing was charged to it in this round, as to a budget of a day that is
    over, and no other spent budget was charged: the others could have paid for the bids.

    Parameters
    ----------
    names : tuple of str, or None
        Those of the budgets.
    is_spent : array (m,) of bool
        Which budgets left nothing for bids in this round.
    prices : FloatArray
        What the round has charged, (m, n).
    """
    idle = is_spent & ~prices.any(axis=-1)
    if not idle.any() or (is_spent & ~idle).any():
        return
    j = int(idle.argmax())
    label = repr(names[j]) if names else j
    warnings.warn(
        f"budget[{label}] is spent, and held all bids at 0 in a round whose prices for it are 0: a"
        " cap of a period begins anew with every=, as Rounds.with_period_cap has it",
        RuntimeWarning,
        stacklevel=2,
    )


class CappedState(NamedTuple):
    """The state of a capped player, before a round: what is played is its decision `allowed`.

    Amounts are numbers, or with several budgets arrays (m,).
    """

    inner: Any  # the state of the player within
    spent: Any  # in all rounds before, or in those of the present period of each budget
    budget: Any  # where decisions are scaled, less the part `RESERVE`
    allowance: Any  # b_t of every round, or of each, (T,) or with several budgets (T, m)
    bound: Any  # where decisions are scaled, what no price exceeds, (n,) or (m, n); else M
    scaled: bool  # whether decisions are scaled
    T: int
    rounds: int = 0  # that are behind; counted where a budget has periods or there are minimum bids
    every: Any = None  # the rounds of the budgets' periods, (m,)
    minimum: FloatArray | None = None  # the bids from which decisions are counted, (n,); None for 0

    @property
    def V(self) -> FloatArray:
        """What the oracles of the player within choose, (K, n): a compiled loop plays it."""
        return np.asarray(self.inner.V)

    @property
    def multiplier(self) -> float:
        """lambda_t of the player within."""
        return float(self.inner.multiplier)

    def with_choices(self, V: FloatArray, multiplier: float) -> CappedState:
        """Return the state once a compiled loop has played the player within; V is (K, n)."""
        return self._replace(inner=self.inner.with_choices(V, multiplier))

    def remember(self, buffer: RoundBuffer, first: int) -> CappedState:
        """Return the state once the player within looks back at rounds that a loop has played."""
        if not hasattr(self.inner, "remember"):
            return self
        return self._replace(inner=self.inner.remember(buffer, first))

    @property
    def is_plain(self) -> bool:
        """Whether there is one budget, of the whole game, and no minimum bids."""
        return np.ndim(self.budget) == 0 and self.minimum is None

    @property
    def left(self) -> Any:
        """The money that is left, of the present periods, beside the minimum bids to come."""
        t = min(self.rounds, self.T - 1)
        left = period_money(t, self.T, self.budget, self.every) - self.spent
        if self.minimum is not None:
            minimum_cost = dot(self.bound, self.minimum)
            left = left - minimum_cost * rounds_left(t, self.T, self.every)
        return left

    def needed(self, X: FloatArray) -> Any:
        """Return the money that has to be left for decisions (..., n) to be played as they are.

        Where decisions are scaled, that is what each costs at the dearest prices, (...,), or with
        several budgets for one decision (m,); else the dearest round M, one for all decisions.
        """
        return dot(self.bound, X) if self.scaled else self.bound

    def allowed(self, x: FloatArray) -> FloatArray:
        """Return what is played of a decision x (n,), so that the money left covers it.

        Where decisions are scaled, that is a share of x; else x itself or no bids at all.
        """
        if self.scaled:
            return scaled_down(x, np.atleast_1d(self.left), np.atleast_1d(self.needed(x)))
        return x if np.all(self.bound <= self.left) else np.zeros_like(x)

    def spent_budgets(self, x: FloatArray) -> Any:
        """Return which budgets leave next to nothing of a decision x, (n,): m truth values."""
        share = RESERVE if self.scaled else 1.0
        return np.atleast_1d(self.left) < share * np.atleast_1d(self.needed(x))

    def after_cost(self, cost: Any) -> CappedState:
        """Return the state once a round has cost so much."""
        t = self.rounds + 1
        return self._replace(rounds=t, spent=spent_before(t, self.spent + cost, self.every))


@frozen
class Capped:
    """A player that stops when the money is gone: it never overspends.

    The player plays on as if nothing were withheld, and is told what its own decisions would have
    cost and brought; what is played is its decision while the money left covers the dearest round
    M, and 0 from the first round on in which it does not. If no round costs more than M, the budget
    is never exceeded, and what is lost is at most F (C + M)/(B_T/T), where C bounds the player's
    own violation at every prefix (`never_overspends`, and for OSPHG `osphg_never_overspends`, in
    `rocq/Careful.v`). With `scaled` a decision is scaled down to what is left at the dearest
    prices instead, as by `osphg.Pacer(hard=True)`: nothing is proven of what that costs but that it
    is at most the share of f that was cut, for f_t(0) = 0. Minimum bids, lower bounds of X above 0,
    are always paid, and need `scaled`: ValueError for a budget that may not cover them.

    Where a spent budget holds all bids at 0 in a round that charges it nothing, a RuntimeWarning
    says so.

    Parameters
    ----------
    player : Player
        The player within.
    dearest : float or array (m,), optional
        M > 0, what no round costs more than, in units of the budget; G + B_T/T of the game, as in
        the theorem, unless given: of `Rounds` that is known in hindsight. With several budgets one
        for each. Not with `scaled`.
    scaled : bool
        Whether a decision that the money left does not cover is scaled down, in place of 0.
    price_bound : float or array_like, optional
        What no price exceeds, a number, (n,) or with several budgets (m, n), for `scaled`; the
        game's own largest prices unless given. Of a `Plan` they are not known, and a ValueError
        says so.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described, or does not go with `scaled`.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> player = osphg.MetaFrankWolfe.tuned(rounds)
    >>> osphg.play(osphg.Capped(player), rounds)
    Run(Capped, 1000 of 1000 rounds, per round: utility 0.3501, violation -0.005477)
    """

    keeps_allowance = True
    player: Player = checked(require_player)
    dearest: Any = checked(checks.optional(_dearest), default=None)
    scaled: bool = checked(checks.flag, default=False)
    price_bound: FloatArray | None = checked(checks.optional(_price_bound), default=None)

    if TYPE_CHECKING:

        def __init__(
            self,
            player: Player,
            dearest: float | ArrayLike | None = None,
            scaled: bool = False,
            price_bound: ArrayLike | None = None,
        ) -> None: ...

    def __attrs_post_init__(self) -> None:
        """Refuse `dearest` where decisions are scaled, and `price_bound` where they are not."""
        if self.scaled:
            allowed = "not be given with scaled=True"
            checks.must(self.dearest is None, "dearest", allowed, self.dearest)
        else:
            allowed = "not be given without scaled=True"
            checks.must(self.price_bound is None, "price_bound", allowed, self.price_bound)

    def __getattr__(self, name: str) -> Any:
        """Return whether the player within is a heuristic, asks often, or plays several budgets.

        Those are the attributes `heuristic`, `asks_often` and `several_budgets`; one that the
        player within lacks is False. A cap changes none. `why_one_budget` is its own, too.
        """
        if name in ("heuristic", "asks_often", "several_budgets"):
            return bool(getattr(self.player, name, False))
        if name == "why_one_budget":
            return getattr(self.player, name, "")
        raise AttributeError(f"Capped has no {name}")

    @property
    def knows_allowances(self) -> bool:
        """Whether the player within can play allowances that differ, and so the capped one."""
        inner: Any = self.player
        keeps_allowance = getattr(inner, "keeps_allowance", False)
        return not keeps_allowance or bool(getattr(inner, "knows_allowances", False))

    @property
    def knows_minimum(self) -> bool:
        """Whether the player within can play with minimum bids, and so the capped one."""
        inner: Any = self.player
        keeps_allowance = getattr(inner, "keeps_allowance", False)
        return not keeps_allowance or bool(getattr(inner, "knows_minimum", False))

    def init(self, game: Game) -> CappedState:
        """Return the state before round 1; ValueError for a game of unknown prices or G.

        The dearest round costs max b_t more than G at most: g_t(x) = <p_t, x> - b_t is at most G.
        The state's `bound` is M, in money, or with `scaled` what no price exceeds, (n,). With
        `scaled` a share of 1e-9 of the budget, `RESERVE`, is held back: a scaled decision may use
        up all that is left, and the long sum of what was spent is rounded.
        """
        inner = self.player.init(game)
        minimum = game.counted_from if game.counted_from.any() else None
        state = CappedState(
            inner,
            spent=0.0 * game.budget,
            budget=game.budget,
            allowance=game.allowance,
            bound=None,
            scaled=self.scaled,
            T=game.T,
            every=game.every,
            minimum=minimum,
        )
        if not self.scaled:
            needs = "scaled=True for minimum bids (lower bounds above 0)"
            require_assumption(minimum is None, self, needs, "scaled=False")
            return state._replace(bound=self._dearest_round(game))
        budgets = np.shape(game.budget)
        bound = self.price_bound
        if bound is None:
            bound = np.max([block.prices.max(0) for block in game.blocks()], axis=0)
        elif np.ndim(bound):
            checks.array("price_bound", bound, (*budgets, game.n))  # refuses another length
        bound = bound * np.ones((*budgets, game.n))  # also of one number for all prices
        state = state._replace(bound=bound, budget=game.budget * (1 - RESERVE))
        if minimum is not None:
            least = dot(bound, minimum)
            is_covered = np.all(least <= game.mean_allowance * (1 - RESERVE))
            allowed = f"cover the minimum bids at the largest prices, {amount_text(least)} a round"
            checks.must(is_covered, "budget", allowed, amount_text(game.mean_allowance))
        return state

    def _dearest_round(self, game: Game) -> Any:
        """Return M: what was given, or what no round of the game costs more than."""
        budgets = np.shape(game.budget)
        if self.dearest is not None:
            dearest = np.asarray(self.dearest)
            if dearest.ndim:
                checks.array("dearest", dearest, budgets)  # refuses another length
            return in_each(float(dearest), game.budget) if dearest.ndim == 0 else dearest
        if not budgets:
            return game.G + game.largest_allowance
        # Of each budget by itself: G is the length of all of them.
        X = game.domain
        blocks = (block.prices for block in game.blocks())
        costs = [(prices * X.maximize_linear(prices)).sum(-1).max(0) for prices in blocks]
        return np.max(costs, axis=0)

    def decide(self, state: CappedState) -> FloatArray:
        """Return what is played of the decision of the player within, (n,)."""
        return state.allowed(np.asarray(self.player.decide(state.inner)))

    def update(self, state: CappedState, feedback: Feedback) -> CappedState:
        """Return the state for the next round: the player within is told of its own decision."""
        own = np.asarray(self.player.decide(state.inner))
        inner_feedback = feedback
        if not np.array_equal(own, feedback.x):
            f = feedback.utility
            value = feedback.value
            paid = own if state.minimum is None else own + state.minimum
            allowance = allowance_of_round(state.allowance, state.budget, feedback.t)
            own_violation = dot(feedback.price, paid) - allowance
            if not math.isnan(value):  # in a pacer, which knows no value, it stays so
                value = float(f.value(own))
                checks.must(math.isfinite(value), "utility.value", "be one finite number", value)
            inner_feedback = Feedback(
                feedback.t, own, f, value, feedback.price, own_violation, feedback.allowance
            )
            if np.ndim(state.budget) and own.any():
                warn_of_idle_budget(None, state.spent_budgets(own), feedback.price)
        x = feedback.x if state.minimum is None else feedback.x + state.minimum
        after = state._replace(inner=self.player.update(state.inner, inner_feedback))
        return after.after_cost(dot(feedback.price, x))

    def multiplier(self, state: CappedState) -> Any:
        """Return lambda_t of the player within, in units of f per unit of money."""
        return self.player.multiplier(state.inner)

    def finish(self, state: CappedState, buffer: RoundBuffer, first: int) -> CappedState:
        """Withhold what the money does not cover, in rounds that the player within has played.

        It makes a run of the capped player out of a compiled run of the player within, which plays
        on as if nothing were withheld: only its last rounds have to be changed. `state.needed` is
        the money that has to be left for a decision to be played whole, `state.allowed(x)` is x
        itself where that is left, else 0 or a share of x; from the first round that is not covered
        all rounds go through it, as a later, cheaper decision may be covered again. `buffer.check`
        refuses numbers that are not finite. The buffer counts rounds, also for its utility, from
        its own first one.

        Parameters
        ----------
        state : CappedState
            The state before round `first`, but for the player within, which has played on.
        buffer : RoundBuffer
            The rounds; decisions, values and violation are changed where money is lacking.
        first : int
            The first round of the buffer to look at; the last is the last that is filled in.

        Returns
        -------
        CappedState
            The state after them.

        Raises
        ------
        RoundError
            For a value of f_t that is not finite, which names the round.
        """
        last = buffer.done
        if not state.is_plain:
            return self._finish_each(state, buffer, first)
        decisions = buffer.decisions[first:last]
        costs = dot(buffer.prices[first:last], decisions)
        spent = np.add.accumulate(np.append(state.spent, costs))  # before each round, and at last
        uncovered = state.needed(decisions) > state.budget - spent[:-1]
        # The rounds before the first uncovered one are played as decided: nothing changes there.
        unchanged = int(uncovered.argmax()) if uncovered.any() else len(decisions)
        state = state._replace(spent=float(spent[unchanged]), rounds=state.rounds + unchanged)
        return self._finish_each(state, buffer, first + unchanged)

    def _finish_each(self, state: CappedState, buffer: RoundBuffer, first: int) -> CappedState:
        """Do what `finish` does, round by round, from round `first` of the buffer on."""
        last = buffer.done
        for i in range(first, last):
            x = buffer.decisions[i]
            if state.minimum is None:
                x = state.allowed(x)
            else:
                x = state.minimum + state.allowed(x - state.minimum)
            buffer.decisions[i] = x
            buffer.done = i  # if f_t fails, the rounds before this one stay
            try:
                value = as_number("utility.value", AtRound(buffer.utility, i).value(x))
            except (ArithmeticError, TypeError, ValueError) as error:
                raise RoundError(f"round {buffer.start + i + 1}: {error}") from error
            cost = dot(buffer.prices[i], x)
            buffer.values[i] = value
            buffer.violation[i] = cost - buffer.allowance_of(i)
            buffer.done = i + 1
            state = state.after_cost(cost)
        buffer.check(first, last)
        return state

    def fused_steps(self) -> Any:
        """Return the steps of the player within for the compiled rounds, or None.

        Returns
        -------
        OracleSteps, LineSteps, RepricingSteps, the steps of a rule, or None
            What `fused_steps()` of the player within returns. None for a player that has none, and
            for one that is capped itself: the game is then played in NumPy.
        """
        if isinstance(self.player, Capped):
            return None
        return own_method_result(self.player, "fused_steps")

"""What practitioners play: rules for spending a budget, without a regret bound.

The rules here have no regret bound for the problem of this package: their sources see the request
before they bid, or prove nothing. Each begins with no bids, or with `start`, a point of X, and
needs of a game T, the budget and X alone: `tuned` takes `Rounds` or a `Plan` without constants.
They keep no hard budget: `Capped` does. With several budgets the scarcest decides, and each rule
says how. Even bids are x = u top, 0 <= u <= 1, with top the point of
X nearest to its upper bounds. B_T is the budget, b = B_T/T the allowance, the money for one round,
and lambda, where a rule has it, the price of money, in units of f per unit of money. ValueError in
`init`, and TypeError or ValueError for parameters, as for every player.

Where a game's allowances b_t differ by the round, `EvenPacing` and `Throttle` spread what is left
in their shape, `DualDescent` is told what a round has cost beyond b_t, and b stays the unit of its
steps; `Resolve` and `Planned`, which hold a decision for many rounds, go by the whole budget.

A state here holds a `Spending`, and of the rounds that were seen what the rule looks back at. The
rounds are also played by the compiled loops of `osphg.compiled.rules`, some at a time: a loop takes
`state.V`, one array, and `with_choices` and `remember` make a state of what it leaves.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.arithmetic import dot
from osphg.budgets import Pace, in_each, of_each, period_money, rounds_left, spent_before
from osphg.budgets import charge as charge_of
from osphg.checks import FloatArray, array_of_shape, checked, frozen
from osphg.compiled.rules import (
    DualDescentSteps,
    EvenPacingSteps,
    ResolveSteps,
    RuleMemory,
    ThrottleSteps,
    coordinate_ascent,
    even_share,
    money_per_round,
    next_price_of_money,
    steered_share,
)
from osphg.domains import Box, Domain, Polytope, require_start
from osphg.faces import faces_and_box, require_faces
from osphg.players.base import Feedback, Learner, MoneyLeft, require_assumption
from osphg.players.capped import scaled_down
from osphg.recording import RoundBuffer
from osphg.rounds import Game, require_game
from osphg.utilities import AtRound, Sum

Start: TypeAlias = ArrayLike | None
_UNKNOWN = -1.0  # a share that no round has led to yet: a number, as a file of a pacer has no NaN


class Delay(NamedTuple):
    """How far the clock is ahead of the rounds that a rule was told, where money goes by the clock.

    A pacer tells it while rounds wait. It is a type of its own, in the place of the pace, so that
    the state of who is told in time stays as it is.
    """

    pace: Pace | None  # how money follows the allowances; None where budgets begin anew
    ahead: int  # the rounds behind that were not told
    unknown: tuple[int, ...]  # those of which the money is not known either, from 0

    @property
    def counted(self) -> Any:
        """What the rounds with unknown money count; by a pace those with B_T/T count as one."""
        if self.pace is None:
            return len(self.unknown)
        rounds = np.array(self.unknown, dtype=np.intp)
        behind = self.pace.rounds_behind
        return (behind[rounds + 1] - behind[rounds]).sum(axis=0)


class Spending(NamedTuple):
    """How far a game is and what was spent: what every rule counts."""

    top: FloatArray  # the largest even bids, (n,)
    budget: Any  # B_T; with several budgets, here and below, (m,)
    T: int
    rounds: int = 0  # that were told
    spent: Any = 0.0  # in them
    minimum: FloatArray | None = None  # the bids that all bids are above, (n,); None for 0
    every: Any = None  # the rounds of the budgets' periods, (m,); None where all are the game
    period_spent: Any = 0.0  # in the rounds of each budget's present period that are behind
    # How money follows the allowances; None where every round has B_T/T. A delay where rounds wait
    # and money goes by the clock: by a pace, or in the periods of budgets that begin anew.
    pace: Pace | Delay | None = None

    @property
    def allowance(self) -> Any:
        """B_T/T, the money for one round in the mean."""
        return self.budget / self.T

    @property
    def planned(self) -> Any:
        """The money for the rounds that are behind, but for those whose money is not known."""
        delay, pace = self._delay_and_pace
        rounds: Any = self.behind if pace is None else pace.rounds_behind[self.behind]
        return self.allowance * (rounds if delay is None else rounds - delay.counted)

    @property
    def behind(self) -> int:
        """The number of rounds behind: by the clock where money goes by it, else those told."""
        return self.rounds + self.pace.ahead if isinstance(self.pace, Delay) else self.rounds

    @property
    def rounds_left(self) -> int:
        """The number of rounds that the money left is for: those to come, and that wait for it."""
        delay, _ = self._delay_and_pace
        return self.T - self.behind + (0 if delay is None else len(delay.unknown))

    @property
    def _delay_and_pace(self) -> tuple[Delay | None, Pace | None]:
        """The delay, if money goes by the clock and rounds wait, and the pace, if there is one."""
        return (self.pace, self.pace.pace) if isinstance(self.pace, Delay) else (None, self.pace)

    @property
    def left_per_round(self) -> Any:
        """The money that is left for each round to come, or to come of each budget's period.

        With a pace it is what the next round has of the money, in the shape of the allowances.
        Rounds whose money is not known have their part of it.
        """
        delay, pace = self._delay_and_pace
        if pace is not None:
            left: Any = pace.rounds_left[self.behind]
            if delay is not None and self.behind < self.T:
                left = _with_more_rounds(left, pace, self.behind, delay.counted)
            return np.maximum(self.budget - self.spent, 0.0) / left
        if self.every is None:
            return of_each(money_per_round, self.budget, self.spent, self.T, self.rounds)
        t = min(self.behind, self.T - 1)  # the next round, or the last
        money = period_money(t, self.T, self.budget, self.every)
        left = rounds_left(t, self.T, self.every)
        if delay is not None:
            left = left + sum(s // self.every == t // self.every for s in delay.unknown)
        return np.maximum(money - self.period_spent, 0.0) / left

    def cost_of(self, price: FloatArray, x: FloatArray) -> Any:
        """Return what bids x (n,) above the minimum cost at a price, the minimum bids with them."""
        return dot(price, x if self.minimum is None else x + self.minimum)

    def left_above_minimum(self, price: FloatArray, money: Any) -> Any:
        """Return what the minimum bids leave of the money at a price, at least 0."""
        if self.minimum is None:
            return money
        return np.maximum(money - dot(price, self.minimum), 0.0)

    def after_round(self, cost: Any) -> Spending:
        """Return the spending once a round of this cost is behind."""
        rounds = self.rounds + 1
        spent = self.spent + cost
        if self.every is None:
            return self._replace(rounds=rounds, spent=spent)
        period_spent = spent_before(self.behind + 1, self.period_spent + cost, self.every)
        return self._replace(rounds=rounds, spent=spent, period_spent=period_spent)

    def with_money(self, money: MoneyLeft) -> Spending:
        """Return the spending of a game that has so much left, for so many rounds.

        The rounds that are behind stay, each as if it had spent its share: then what is left, what
        is left per round and the allowance are those of the pacer. Where budgets begin anew they
        do so by its clock. With allowances that differ by the round what is left is spread in their
        shape, by the clock, too.
        """
        _, pace = self._delay_and_pace
        is_ahead = money.t != self.rounds
        new_pace = Delay(pace, money.t - self.rounds, money.unknown) if is_ahead else pace
        if pace is not None:
            return self._replace(spent=self.budget - money.left, pace=new_pace)
        if money.every is None:
            T = self.rounds + money.rounds
            budget = money.allowance * T
            return self._replace(budget=budget, T=T, spent=budget - money.left)
        budget = money.allowance * money.T
        spent = budget - money.left
        is_whole = money.every >= money.T  # a budget of all rounds has one period
        return self._replace(
            budget=budget,
            T=money.T,
            spent=spent,
            every=money.every,
            pace=new_pace,
            period_spent=np.where(is_whole, spent, money.period_spent),
        )

    def even_bids(self, price: FloatArray, money: Any) -> FloatArray:
        """Return the largest even bids, (n,), that cost no more than `money` in each budget.

        The price is (n,), or (m, n) for several budgets.
        """
        left = self.left_above_minimum(price, money)
        shares = of_each(even_share, dot(price, self.top), left)
        return np.min(shares) * self.top

    def in_memory(
        self, x: FloatArray, prices: FloatArray, first: float = 0.0, lag_sum: float = 0.0
    ) -> FloatArray:
        """Return what a rule keeps as a compiled loop takes it, V of its state: see `RuleMemory`.

        Parameters
        ----------
        x : FloatArray
            The next decision, (n,).
        prices : FloatArray
            Of the last rounds, (m, n), the newest in the last row.
        first : float
            u_1 of `Throttle`, NaN before it is known, or lambda_1 of `DualDescent`, 0 before.
        lag_sum : float
            The sum of the lags of `Throttle`.

        Returns
        -------
        FloatArray
            V, (1, 2 n + 6 + m n).
        """
        numbers = (self.spent, float(self.rounds), self.budget, float(self.T), first, lag_sum)
        return RuleMemory(x, self.top, *numbers, prices).as_choices()

    def of_memory(self, memory: RuleMemory) -> Spending:
        """Return the spending that a compiled loop has come to, which `memory` has."""
        return self._replace(rounds=int(memory.rounds), spent=memory.spent)


def _with_more_rounds(left: Any, pace: Pace, t: int, counted: Any) -> Any:
    """Return by what the money left is divided for round t if it is for others behind, too.

    Parameters
    ----------
    left : float or array (m,)
        By what it is divided without them, as `pace` says.
    pace : Pace
        How money follows the allowances.
    t : int
        The round, from 0, below T.
    counted : float or array (m,)
        What the others count.

    Returns
    -------
    float or array (m,)
        The divisor; as it was where the allowance of round t is 0.
    """
    counts = pace.rounds_behind[t + 1] - pace.rounds_behind[t]
    has_money = counts > 0
    return left + np.where(has_money, counted, 0.0) / np.where(has_money, counts, 1.0)


class PlayedRounds(NamedTuple):
    """Rounds first..last-1 of a block that a compiled loop has played.

    The rounds are counted from 0 in the block, whose buffer has what was decided and what followed.
    """

    buffer: RoundBuffer
    first: int
    last: int

    def feedbacks(self) -> tuple[Feedback, ...]:
        """Return what each round has revealed, as a rule that plays in NumPy is told."""
        block = self.buffer
        return tuple(
            Feedback(
                t=block.start + i,  # counted from 0 in the game
                x=block.decisions[i],
                utility=AtRound(block.utility, i),
                value=float(block.values[i]),
                price=block.prices[i],
                violation=float(block.violation[i]),
            )
            for i in range(self.first, self.last)
        )


class RecentRounds(NamedTuple):
    """The last rounds that were seen, as many as a rule looks back at.

    Those that a compiled loop has played stay in the arrays of their blocks, and become a
    `Feedback` each once a round is played in NumPy, which needs them so: the loop never does. The
    `rounds` are the older ones, of NumPy, and `played` the later ones, of compiled loops; both have
    `limit` rounds at most together.
    """

    limit: int  # no more rounds are kept
    rounds: tuple[Feedback, ...] = ()  # the oldest first
    played: tuple[PlayedRounds, ...] = ()  # later ones, played by a compiled loop, likewise

    def feedbacks(self) -> tuple[Feedback, ...]:
        """Return what each of the rounds has revealed, the newest at the end."""
        rounds = self.rounds
        for stretch in self.played:
            rounds += stretch.feedbacks()
        return rounds

    def with_round(self, feedback: Feedback) -> RecentRounds:
        """Return the rounds with one more at the end, and as many as are kept."""
        return RecentRounds(self.limit, (*self.feedbacks(), feedback)[-self.limit :])

    def with_played(self, buffer: RoundBuffer, first: int) -> RecentRounds:
        """Return the rounds with those of a block from round `first` of it on, as far as played.

        From the newest stretch of rounds to the oldest, each gives as many as are still missing.
        """
        kept: list[PlayedRounds] = []  # the oldest first
        missing = self.limit  # how many rounds may still be kept
        for stretch in reversed((*self.played, PlayedRounds(buffer, first, buffer.done))):
            if missing > 0:
                stretch = stretch._replace(first=max(stretch.first, stretch.last - missing))
                missing -= stretch.last - stretch.first
                kept.insert(0, stretch)
        # Those played in NumPy are older than all stretches: the newest of them fill what is left.
        rounds = self.rounds[-missing:] if missing > 0 else ()
        return RecentRounds(self.limit, rounds, tuple(kept))

    def with_correction(self, t: int, utility: Any, price: FloatArray) -> RecentRounds:
        """Return the rounds with another price in round t, and another f_t if it is not None."""
        rounds = tuple(
            replace(past, price=price, utility=past.utility if utility is None else utility)
            if past.t == t
            else past
            for past in self.feedbacks()
        )
        return RecentRounds(self.limit, rounds)

    def prices(self, T: int, n: int) -> FloatArray:
        """Return the prices of the last rounds as `RuleMemory` has them, (m, n), the newest last.

        m is one less than the rounds that the rule looks back at, as a loop has the price of the
        round that it plays; those are `limit`, or all T of a game with fewer. Where fewer than m
        rounds were seen, zeros stand above them. n is the number of items.
        """
        known = [past.price[np.newaxis] for past in self.rounds]
        known += [stretch.buffer.prices[stretch.first : stretch.last] for stretch in self.played]
        return _newest_rows(known, min(self.limit, T) - 1, n)


def _newest_rows(parts: list[FloatArray], count: int, n: int) -> FloatArray:
    """Return the last `count` rows of arrays (..., n), one below the other, as (count, n).

    If there are fewer, zeros stand above them.
    """
    rows = np.concatenate([np.zeros((count, n)), *parts])
    return rows[len(rows) - count :]


@frozen
class Rule(Learner):
    """A rule of practice: `start` in round 1, then what `decide_next` makes of what was seen.

    Its state has the next decision `x`, (n,), the `spending`, and what the rule itself keeps. A
    rule counts with the allowance of its game (`keeps_allowance`), and a pacer tells it by
    `with_money` of another one.

    Parameters
    ----------
    start : array_like, optional
        x_1, (n,), a point of X; no bids unless given. A point outside X is a ValueError in `init`.
    """

    keeps_allowance = True
    several_budgets = True
    knows_minimum = True
    knows_allowances = True
    start: Any = checked(checks.optional(array_of_shape(None)), default=None, kw_only=True)

    def first_decision(self, game: Game) -> FloatArray:
        """Return x_1, (n,); ValueError if `start` is no point of X."""
        domain = require_game("game", game).domain
        return require_start("start", self.start, domain)

    def begin_spending(self, game: Game) -> Spending:
        """Return the spending before round 1."""
        largest_even_bids = np.asarray(game.domain.project(game.domain.upper))
        minimum = game.counted_from if game.counted_from.any() else None
        no_money = 0.0 * game.budget  # for each budget
        return Spending(
            largest_even_bids,
            game.budget,
            game.T,
            spent=no_money,
            minimum=minimum,
            every=game.every,
            period_spent=no_money,
            pace=game.pace,
        )

    def update(self, state: Any, feedback: Feedback) -> Any:
        """Return the state for the next round: its cost is counted, then the rule decides."""
        cost = state.spending.cost_of(feedback.price, feedback.x)
        spending = state.spending.after_round(cost)
        return self.decide_next(state._replace(spending=spending), feedback)

    def with_money(self, state: Any, money: MoneyLeft) -> Any:
        """Return the state of a game that has so much left; the decision stays.

        Parameters
        ----------
        state : Any
            The state between two rounds.
        money : MoneyLeft
            What is left by another account than the rule's own: once another budget is set, or
            money was spent that the rule does not know.

        Returns
        -------
        Any
            The state with this money.
        """
        return state._replace(spending=state.spending.with_money(money))

    def decide_anew(self, state: Any, t: int) -> Any:
        """Return the state with a decision for its money of now, if the rule can find one.

        Parameters
        ----------
        state : Any
            The state between two rounds.
        t : int
            The round to be decided next, from 0, by the clock: some before it may wait.

        Returns
        -------
        Any
            The state with another decision, or the same.
        """
        return state

    def with_correction(self, state: Any, t: int, utility: Any, price: FloatArray) -> Any:
        """Return the state with a round as it is told anew, where the rule keeps that round.

        Parameters
        ----------
        state : Any
            The state between two rounds.
        t : int
            The round, from 0.
        utility : Objective or None
            f_t; None if it stays.
        price : FloatArray
            p_t, in the shape of prices.

        Returns
        -------
        Any
            The state, with all else as it was.
        """
        recent = getattr(state, "recent", None)
        if recent is None:
            return state
        return state._replace(recent=recent.with_correction(t, utility, price))

    def decide_next(self, state: Any, feedback: Feedback) -> Any:
        """Return the state with the next decision, once a round and its money are counted.

        Parameters
        ----------
        state : Any
            The state of the round, with this round's money in its spending.
        feedback : Feedback
            What the round has revealed.

        Returns
        -------
        Any
            The state before the next round.
        """
        raise NotImplementedError

    def multiplier(self, state: Any) -> Any:
        """Return 0, for each budget: the rule has no multiplier."""
        return in_each(0.0, state.spending.budget)


class EvenPacingState(NamedTuple):
    """The state of `EvenPacing` before a round."""

    x: FloatArray  # (n,)
    spending: Spending
    memory: int  # the number of rounds whose prices are averaged
    prices: tuple[FloatArray, ...] = ()  # of the last rounds, at most `memory`, (n,) each

    @property
    def multiplier(self) -> float:
        """0: the rule has no multiplier."""
        return 0.0

    @property
    def V(self) -> FloatArray:
        """What the rule keeps, for a compiled loop, which needs the prices of memory - 1 rounds.

        It has the price of the round that it plays: with this it averages `memory` of them.
        """
        count = min(self.memory, self.spending.T) - 1
        rows = [price[np.newaxis] for price in self.prices]
        return self.spending.in_memory(self.x, _newest_rows(rows, count, len(self.x)))

    def with_choices(self, V: FloatArray, multiplier: float) -> EvenPacingState:
        """Return the state that a compiled loop has come to, but for its prices: see `remember`.

        `multiplier` is what the loop returns; the rule has none.
        """
        memory = RuleMemory.of_choices(V, len(self.x))
        return self._replace(x=memory.x, spending=self.spending.of_memory(memory))

    def remember(self, buffer: RoundBuffer, first: int) -> EvenPacingState:
        """Return the state with the prices of rounds that a compiled loop has played.

        These are the rounds from `first` on, counted from 0 in the buffer; the newest are kept.
        """
        newest = buffer.prices[max(first, buffer.done - self.memory) : buffer.done]
        return self._replace(prices=(*self.prices, *newest)[-self.memory :])


@frozen
class EvenPacing(Rule):
    """The same share of everything: what is left, by the rounds that are left.

    x_{t+1} = min(1, m_t/<p, top>) top, with m_t what is left per round and p the mean of the last
    `memory` prices; with several budgets the least of their shares. It looks at no utility.
    Folklore; the book's week of real traffic plays it.

    Parameters
    ----------
    memory : int
        The number of rounds whose prices are averaged, at least 1.
    start : array_like, optional
        x_1, (n,), a point of X; no bids unless given.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> osphg.play(osphg.EvenPacing.tuned(rounds), rounds)
    Run(EvenPacing, 1000 of 1000 rounds, per round: utility 0.5455, violation -0.000313)
    """

    memory: int = checked(checks.positive_int, default=1)

    @classmethod
    def tuned(cls, rounds: Game, memory: int = 1, *, start: Start = None) -> Self:
        """Return the player that averages `memory` prices; nothing is tuned to the game.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan`.
        memory : int
            The number of rounds whose prices are averaged, at least 1.
        start : array_like, optional
            x_1, (n,), a point of X; no bids unless given.

        Returns
        -------
        EvenPacing

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        require_game("rounds", rounds)
        return cls(memory, start=start)

    def init(self, game: Game) -> EvenPacingState:
        """Return the state before round 1; ValueError if `start` is no point of X."""
        return EvenPacingState(self.first_decision(game), self.begin_spending(game), self.memory)

    def decide_next(self, state: EvenPacingState, feedback: Feedback) -> EvenPacingState:
        """Return the state with even bids that spend what is left per round at the mean price."""
        prices = (*state.prices, feedback.price)[-self.memory :]
        spending = state.spending
        x = spending.even_bids(np.mean(prices, axis=0), spending.left_per_round)
        return state._replace(x=x, prices=prices)

    def decide_anew(self, state: EvenPacingState, t: int) -> EvenPacingState:
        """Return the state with even bids for what is left, once a price is known."""
        if not state.prices:
            return state
        spending = state.spending
        price = np.mean(state.prices, axis=0)
        return state._replace(x=spending.even_bids(price, spending.left_per_round))

    def at_round(self, state: EvenPacingState, t: int) -> EvenPacingState:
        """Return the state with even bids for round t, from 0, where its money goes by the clock.

        Parameters
        ----------
        state : EvenPacingState
            The state between two rounds, told what is left.
        t : int
            The round to be decided next, by the clock: some before it may wait.

        Returns
        -------
        EvenPacingState
            The state with this decision; as it was where all rounds have the same money.
        """
        return self.decide_anew(state, t) if isinstance(state.spending.pace, Delay) else state

    def fused_steps(self) -> EvenPacingSteps:
        """Return the constants for the compiled rounds.

        Returns
        -------
        EvenPacingSteps
            `memory`.
        """
        return EvenPacingSteps(self.memory)


class ThrottleState(NamedTuple):
    """The state of `Throttle` before a round."""

    x: FloatArray  # (n,)
    spending: Spending
    # u_1; None until a round has a price. With several budgets (m,), and -1 until then.
    first_share: Any = None
    lag_sum: Any = 0.0  # e_1 + ... + e_{t-1}; with several budgets (m,)

    @property
    def multiplier(self) -> float:
        """0: the rule has no multiplier."""
        return 0.0

    @property
    def V(self) -> FloatArray:
        """What the rule keeps, for a compiled loop; it looks back at no prices."""
        first_share = math.nan if self.first_share is None else self.first_share
        no_prices = np.empty((0, len(self.x)))
        return self.spending.in_memory(self.x, no_prices, first_share, self.lag_sum)

    def with_choices(self, V: FloatArray, multiplier: float) -> ThrottleState:
        """Return the state that a compiled loop has come to.

        V is as `RuleMemory` lays it out, and `multiplier` what the loop returns: the rule has none.
        """
        memory = RuleMemory.of_choices(V, len(self.x))
        first_share = None if math.isnan(memory.first) else memory.first
        spending = self.spending.of_memory(memory)
        return ThrottleState(memory.x, spending, first_share, memory.lag_sum)


@frozen
class Throttle(Rule):
    """A share of everything, steered by how far spending lags behind an even plan (PI control).

    x_{t+1} = u top, u = min(1, u_1 exp(gain e_t + integral (e_1 + ... + e_t))), where e_t is what
    an even plan would have spent after t rounds less what was spent, in units of `season` rounds of
    it. u_1 is the share that `EvenPacing` takes after the first round with a price. With several
    budgets each has its u, and the least of them is taken. It looks at no
    utility. That platforms steer budgets by such a feedback is folklore; the form is our own.

    Parameters
    ----------
    gain : float
        The weight of the lag e_t, at least 0.
    integral : float
        The weight of all lags together, at least 0, per round.
    season : int
        The rounds in which dear and cheap times are expected to even out, such as the hours of a
        day; at least 1.
    start : array_like, optional
        x_1, (n,), a point of X; no bids unless given.
    """

    gain: float = checked(checks.non_negative_float)
    integral: float = checked(checks.non_negative_float)
    season: int = checked(checks.positive_int)

    @classmethod
    def tuned(cls, rounds: Game, season: int | None = None, *, start: Start = None) -> Self:
        """Return the player with gain 1 and integral 1/(8 season).

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan`.
        season : int, optional
            The rounds in which dear and cheap times are expected to even out, at least 1;
            ceil(sqrt(T)) unless given.
        start : array_like, optional
            x_1, (n,), a point of X; no bids unless given.

        Returns
        -------
        Throttle

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        season = _root_of_horizon(rounds, "season", season)
        return cls(gain=1.0, integral=1 / (8 * season), season=season, start=start)

    def init(self, game: Game) -> ThrottleState:
        """Return the state before round 1; ValueError if `start` is no point of X."""
        return ThrottleState(self.first_decision(game), self.begin_spending(game))

    def decide_next(self, state: ThrottleState, feedback: Feedback) -> ThrottleState:
        """Return the state with the share that the lag behind an even plan leads to.

        `state.spending` counts the round of this feedback already. The share is the first one times
        exp(gain lag + integral sum of lags), at most 1. A positive lag means that less was spent
        than planned, so that the share rises. `start` is x_1 alone: it does not count as the first
        share.
        """
        spending = state.spending
        no_share = in_each(_UNKNOWN, spending.budget)
        first_share = no_share if state.first_share is None else state.first_share
        # The share of the largest even bids, at most 1, that costs no more than what is left of
        # the budget for each of the rounds to come.
        money = spending.left_above_minimum(feedback.price, spending.left_per_round)
        cost = dot(feedback.price, spending.top)
        first_share = of_each(_first_share, first_share, cost, money)
        # In units of what the plan spends in a season.
        lag = (spending.planned - spending.spent) / (spending.allowance * self.season)
        lag_sum = state.lag_sum + lag
        share = np.min(of_each(self._share, first_share, lag, lag_sum))
        x = share * spending.top
        # A single share is None until it is known, as a compiled loop and a file of a pacer ask.
        if np.ndim(first_share) == 0 and first_share == _UNKNOWN:
            first_share = None
        return state._replace(x=x, first_share=first_share, lag_sum=lag_sum)

    def with_money(self, state: ThrottleState, money: MoneyLeft) -> ThrottleState:
        """Return the state of a game that has so much left: shares are in proportion to it."""
        if state.first_share is None:
            return state._replace(spending=state.spending.with_money(money))
        ratio = money.allowance / state.spending.allowance
        is_known = np.asarray(state.first_share) != _UNKNOWN
        share = np.where(is_known, state.first_share * ratio, state.first_share)
        return state._replace(
            spending=state.spending.with_money(money),
            first_share=share if np.ndim(share) else float(share),
        )

    def _share(self, first_share: float, lag: float, lag_sum: float) -> float:
        """Return the share of one budget for its first one, its lag and the sum of its lags."""
        # Where no round has had a price yet, nothing is spent, whatever the share.
        unsteered = 1.0 if first_share == _UNKNOWN else first_share
        return steered_share(unsteered, lag, lag_sum, self.gain, self.integral)

    def fused_steps(self) -> ThrottleSteps:
        """Return the constants for the compiled rounds.

        Returns
        -------
        ThrottleSteps
            `gain`, `integral` and `season`.
        """
        return ThrottleSteps(self.gain, self.integral, self.season)


class ResolveState(NamedTuple):
    """The state of `Resolve` before a round."""

    x: FloatArray  # (n,)
    domain: Domain
    spending: Spending
    recent: RecentRounds  # the last `memory` rounds

    @property
    def multiplier(self) -> float:
        """0: the rule has no multiplier."""
        return 0.0

    @property
    def V(self) -> FloatArray:
        """What the rule keeps, for a compiled loop."""
        prices = self.recent.prices(self.spending.T, len(self.x))
        return self.spending.in_memory(self.x, prices)

    def with_choices(self, V: FloatArray, multiplier: float) -> ResolveState:
        """Return the state that a compiled loop has come to, but for the rounds: see `remember`."""
        memory = RuleMemory.of_choices(V, len(self.x))
        return self._replace(x=memory.x, spending=self.spending.of_memory(memory))

    def remember(self, buffer: RoundBuffer, first: int) -> ResolveState:
        """Return the state with the rounds of a block from `first` on, which a loop has played."""
        return self._replace(recent=self.recent.with_played(buffer, first))


@frozen
class Resolve(Rule):
    """Solve again, every k rounds, for what is left, with the utilities and prices seen so far.

    Every `every` rounds x maximises the mean of the last `memory` functions, among the decisions
    that cost at most what is left per round at their mean price, and is kept until the next time;
    before, `EvenPacing`. With several budgets they cost so in each; X then has half-spaces. `K`
    steps of Frank-Wolfe from 0, each along the best point within X and that budget: for a monotone
    DR-submodular mean (1-1/e) of the best (Calinescu, Chekuri, Pal and Vondrak 2011; Bian et al.
    2017). Re-solving has regret bounds in revenue management, for independent requests that are
    seen before the decision (recalled); here it has none.

    Parameters
    ----------
    every : int
        The rounds from one solution to the next, at least 1.
    memory : int
        The number of rounds whose functions and prices are averaged, at least 1.
    K : int
        The steps of Frank-Wolfe, at least 1.
    start : array_like, optional
        x_1, (n,), a point of X; no bids unless given.
    """

    asks_often = True  # for gradients: in the Pacer as a function
    every: int = checked(checks.positive_int)
    memory: int = checked(checks.positive_int)
    K: int = checked(checks.array_size, default=20)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        every: int | None = None,
        memory: int | None = None,
        K: int = 20,
        *,
        start: Start = None,
    ) -> Self:
        """Return the player with defaults for T rounds; nothing is proven of them.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan`.
        every : int, optional
            The rounds from one solution to the next, at least 1; ceil(sqrt(T)) unless given.
        memory : int, optional
            The number of rounds whose functions and prices are averaged, at least 1; 3 `every`
            unless given.
        K : int
            The steps of Frank-Wolfe, at least 1.
        start : array_like, optional
            x_1, (n,), a point of X; no bids unless given.

        Returns
        -------
        Resolve

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        every = _root_of_horizon(rounds, "every", every)
        if memory is None:
            memory = 3 * every
        return cls(every, memory, K, start=start)

    def init(self, game: Game) -> ResolveState:
        """Return the state before round 1; ValueError if `start` is no point of X."""
        x = self.first_decision(game)
        if game.has_several_budgets:
            require_faces("Resolve with several budgets", game.domain)
        recent = RecentRounds(self.memory)
        # A decision is held for many rounds, whatever their allowances: the pace is even.
        spending = self.begin_spending(game)._replace(pace=None)
        return ResolveState(x, game.domain, spending, recent)

    def decide_next(self, state: ResolveState, feedback: Feedback) -> ResolveState:
        """Return the state with the next decision: a new solution after every `every` rounds.

        `state.spending` counts the round of this feedback already. Before the first solution bids
        are even, and cost what is left per round at the newest price; between two solutions the
        decision stays as it is.
        """
        recent = state.recent.with_round(feedback)
        x = state.x
        rounds = state.spending.rounds
        money = state.spending.left_per_round
        if rounds < self.every:
            x = state.spending.even_bids(feedback.price, money)
        elif rounds % self.every == 0:
            x = self._solution(state, recent)
        return state._replace(x=x, recent=recent)

    def decide_anew(self, state: ResolveState, t: int) -> ResolveState:
        """Return the state with a new solution for what is left, once there may be one."""
        recent = RecentRounds(self.memory, state.recent.feedbacks())
        if not recent.rounds or state.spending.rounds < self.every:
            return state
        return state._replace(x=self._solution(state, recent))

    def _solution(self, state: ResolveState, recent: RecentRounds) -> FloatArray:
        """Return the best decision for the mean of recent rounds and what is left, (n,)."""
        functions: Any = recent.rounds  # a `Feedback` has the gradient of its f_t
        f = Sum(functions, 1 / len(functions))
        price = np.mean([past.price for past in functions], axis=0)
        money = state.spending.left_above_minimum(price, state.spending.left_per_round)
        x = np.zeros(state.domain.n)
        # Frank-Wolfe from 0: K steps of 1/K. `affordable` is the best point for the gradient within
        # X that costs at most `money` at this price, and so is their mean in X, too.
        for _ in range(self.K):
            x = x + affordable(state.domain, f.gradient(x), price, money) / self.K
        return x

    def fused_steps(self) -> ResolveSteps:
        """Return the constants for the compiled rounds.

        Returns
        -------
        ResolveSteps
            `every`, `memory` and `K`.
        """
        return ResolveSteps(self.every, self.memory, self.K)


class DualDescentState(NamedTuple):
    """The state of `DualDescent` before a round."""

    x: FloatArray  # (n,)
    multiplier: Any  # lambda_t; with several budgets (m,)
    domain: Domain
    spending: Spending
    lambda1: Any  # the first multiplier, or with several budgets (m,); None until it is found
    recent: RecentRounds  # the last `season` rounds; none where a season is one round

    @property
    def V(self) -> FloatArray:
        """What the rule keeps, for a compiled loop."""
        prices = self.recent.prices(self.spending.T, len(self.x))
        return self.spending.in_memory(self.x, prices, first=self.lambda1 or 0.0)

    def with_choices(self, V: FloatArray, multiplier: float) -> DualDescentState:
        """Return the state that a compiled loop has come to, but for the rounds: see `remember`."""
        memory = RuleMemory.of_choices(V, len(self.x))
        spending = self.spending.of_memory(memory)
        lambda1 = memory.first or None
        return self._replace(x=memory.x, multiplier=multiplier, spending=spending, lambda1=lambda1)

    def remember(self, buffer: RoundBuffer, first: int) -> DualDescentState:
        """Return the state with the rounds of a block from `first` on, which a loop has played."""
        if self.recent.limit == 1:  # the round that stands for the next one is always the newest
            return self
        return self._replace(recent=self.recent.with_played(buffer, first))


@frozen
class DualDescent(Rule):
    """Bid as if the next round were one that was seen, at a price of money that spending moves.

    x_{t+1} maximises f(x) - lambda_{t+1} <p, x> over X, with f and p of the last round, or of the
    round that is one `season` before t + 1 once there is one, and
    lambda_{t+1} = [lambda_t + eta lambda_1 (s_t/b - 1)]_+, or, `multiplicative`,
    lambda_{t+1} = lambda_t exp(eta (s_t/b - 1)), with s_t = <p_t, x_t> and b = B_T/T; in a round of
    another allowance b_t it is (s_t - b_t)/b in place of s_t/b - 1. Unless it is given, lambda_1 is
    found once f_1 and p_1 are seen: what even bids that spend b (or all of top)
    return for the last unit of money, <grad f_1(x), x>/<p_1, x>.

    With several budgets each has a multiplier, whose step counts in units of what even bids return
    for its own money. The one that even bids use up first begins at that, and the others at 0: such
    a budget charges once it is overspent. `multiplicative` needs one budget, as 0 would stay 0.

    After the dual mirror descent of Balseiro, Lu and Mirrokni (2023, arXiv:2011.10124) and the
    adaptive pacing of Balseiro and Gur (2019). Both see the request, here f_{t+1} and p_{t+1},
    before they decide; then regret of O(sqrt(T)) for independent requests and a competitive ratio
    for arbitrary ones are proven (recalled). Here an old round stands for the new one: that assumes
    that they resemble each other, and nothing is proven. Where they do not, it may earn less than
    even bids, as in the examples here and at `EvenPacing`, or spend several times the budget, as
    with prices that are 0 at random.

    On a `Box` the maximiser is sought by ascent along the coordinates from the last decision, along
    which f is concave; elsewhere by `K` steps of Frank-Wolfe from 0. Both find the maximum of a
    concave f, up to O(1/K), and a local one of others, by gradients alone.

    Parameters
    ----------
    eta : float
        The step of lambda, above 0, without a unit.
    season : int
        The rounds after which the game resembles itself, at least 1: 1 for the last round. The
        functions of so many rounds are kept; a `Pacer` with more than one can be saved if they were
        told as data.
    multiplicative : bool
        Whether lambda is multiplied, in place of added to.
    lambda1 : float, optional
        lambda_1, above 0, in units of f per unit of money; found in round 1 unless given.
    K : int
        The steps of Frank-Wolfe where X is no box, at least 1.
    start : array_like, optional
        x_1, (n,), a point of X; no bids unless given.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> osphg.play(osphg.DualDescent.tuned(rounds), rounds)
    Run(DualDescent, 1000 of 1000 rounds, per round: utility 0.5085, violation -0.01082)
    """

    asks_often = True
    eta: float = checked(checks.positive_float)
    season: int = checked(checks.positive_int, default=1)
    multiplicative: bool = checked(checks.flag, default=False)
    lambda1: float | None = checked(checks.optional(checks.positive_float), default=None)
    K: int = checked(checks.array_size, default=50)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        season: int = 1,
        *,
        multiplicative: bool = False,
        lambda1: float | None = None,
        K: int = 50,
        start: Start = None,
    ) -> Self:
        """Return the player with eta = 1/sqrt(T), the order of the sources.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan`.
        season : int
            The rounds after which the game resembles itself, at least 1.
        multiplicative : bool
            Whether lambda is multiplied, in place of added to.
        lambda1 : float, optional
            lambda_1, above 0, in units of f per unit of money; found in round 1 unless given.
        K : int
            The steps of Frank-Wolfe where X is no box, at least 1.
        start : array_like, optional
            x_1, (n,), a point of X; no bids unless given.

        Returns
        -------
        DualDescent

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described.
        """
        T = require_game("rounds", rounds).T
        return cls(
            eta=1 / math.sqrt(T),
            season=season,
            multiplicative=multiplicative,
            lambda1=lambda1,
            K=K,
            start=start,
        )

    def init(self, game: Game) -> DualDescentState:
        """Return the state before round 1; ValueError if `start` is no point of X."""
        several = game.has_several_budgets
        needs = "one budget with multiplicative=True, as a multiplier of 0 would stay 0"
        got = str(np.size(game.budget))
        require_assumption(not (several and self.multiplicative), self, needs, got)
        return DualDescentState(
            x=self.first_decision(game),
            # 0 until lambda_1 is found, in round 1
            multiplier=in_each(self.lambda1 or 0.0, game.budget),
            domain=game.domain,
            spending=self.begin_spending(game)._replace(pace=None),  # it plans no money ahead
            lambda1=self.lambda1,
            recent=RecentRounds(self.season),
        )

    def multiplier(self, state: DualDescentState) -> Any:
        """Return lambda_t, in units of f per unit of money; with several budgets an array (m,)."""
        return Learner.multiplier(self, state)

    def decide_next(self, state: DualDescentState, feedback: Feedback) -> DualDescentState:
        """Return the state once lambda has stepped, and x answers it.

        x is the best response to lambda_{t+1} in the round that stands for the next one: the last
        one, or the one that is a season before it. lambda_1 is found in the first round in which
        even bids cost and gain something, and then stands for the next round as it is; until then
        the multiplier is 0. `update` has counted the cost of the round in `state.spending` before.
        """
        lambda1 = state.lambda1
        multiplier = state.multiplier
        allowance = state.spending.allowance
        if lambda1 is None:  # what the last unit of money returns for even bids
            x = state.spending.even_bids(feedback.price, allowance)
            cost = dot(feedback.price, x)
            gain = dot(feedback.gradient(x), x)
            if np.max(cost) > 0 and gain > 0:
                lambda1 = of_each(lambda spent: gain / spent if spent > 0 else 0.0, cost)
                multiplier = lambda1
                if np.ndim(cost):  # the budget that is used up first charges, the others do not yet
                    used = cost / allowance
                    is_first = np.arange(len(used)) == used.argmax()
                    multiplier = is_first * np.asarray(lambda1)
        else:
            multiplier = of_each(
                self._next_price_of_money, multiplier, feedback.violation, allowance, lambda1
            )
        recent = state.recent.with_round(feedback)  # the last `season` rounds, the oldest first
        stand_in = self._stand_in(recent.rounds, feedback)
        x = best_response(state.domain, stand_in, multiplier, state.x, self.K)
        if self.season == 1:
            recent = state.recent  # without functions in it the state can be saved
        return state._replace(x=x, multiplier=multiplier, lambda1=lambda1, recent=recent)

    def _stand_in(self, rounds: tuple[Feedback, ...], feedback: Feedback) -> Feedback:
        """Return the round that stands for the next one: a season before it, or the newest.

        Of the last `season` rounds the oldest is one season before the next one, unless some are
        told late.
        """
        if feedback.next_round is None:
            return rounds[0] if len(rounds) == self.season else feedback
        return self._newest_of_season(rounds, feedback.next_round) or feedback

    def _newest_of_season(self, rounds: tuple[Feedback, ...], t: int) -> Feedback | None:
        """Return the newest round that is whole seasons before round t; None if there is none."""
        of_season = [past for past in rounds if (t - past.t) % self.season == 0]
        return max(of_season, key=lambda past: past.t, default=None)

    def at_round(self, state: DualDescentState, t: int) -> DualDescentState:
        """Return the state with the answer for round t, from 0: some rounds before it may wait.

        Parameters
        ----------
        state : DualDescentState
            The state between two rounds.
        t : int
            The round to be decided next, by the clock.

        Returns
        -------
        DualDescentState
            The state with this decision; as it was if no round that it keeps is of that season.
        """
        stand_in = self._newest_of_season(state.recent.rounds, t)
        if self.season == 1 or stand_in is None:
            return state
        x = best_response(state.domain, stand_in, state.multiplier, state.x, self.K)
        return state._replace(x=x)

    def _next_price_of_money(
        self, multiplier: float, violation: float, allowance: float, lambda1: float
    ) -> float:
        """Return the next multiplier of one budget."""
        return next_price_of_money(
            multiplier, violation, allowance, self.eta, lambda1, self.multiplicative
        )

    def fused_steps(self) -> DualDescentSteps:
        """Return the constants for the compiled rounds.

        Returns
        -------
        DualDescentSteps
            `eta`, `season`, `multiplicative` and `K`; lambda_1 is a part of the state.
        """
        return DualDescentSteps(self.eta, self.season, self.multiplicative, self.K)


def _first_share(share: float, cost: float, money: float) -> float:
    """Return the share itself if it is known, or for `_UNKNOWN` that which this round leads to.

    A round without a price, in which the largest even bids cost 0, does not say which share to
    begin with.
    """
    return even_share(cost, money) if share == _UNKNOWN and cost != 0 else share


def _root_of_horizon(rounds: Game, name: str, value: int | None) -> int:
    """Return the `value` of a parameter that counts rounds, checked; ceil(sqrt(T)) for None.

    T is that of `rounds`, a game. `name` is that of the parameter in the message of the TypeError
    or ValueError for a value that is no integer of at least 1.
    """
    T = require_game("rounds", rounds).T
    return math.ceil(math.sqrt(T)) if value is None else checks.positive_int(name, value)


class _Offer(NamedTuple):
    """A point of X, with what it costs beyond the money and what it is worth."""

    x: FloatArray  # (n,)
    excess: float  # <price, x> - money
    worth: float  # <c, x>


def affordable(domain: Domain, c: FloatArray, price: FloatArray, money: Any) -> FloatArray:
    """Return a point of X with <price, x> <= money whose <c, x> is largest, (n,).

    With several budgets, a price (m, n) and money (m,), X has to have half-spaces: these and the
    budgets are a polytope, whose best corner a linear programme finds. With one there is a shorter
    way.

    At a price of money l the best corner of X is that for c - l price. The dual, l money plus what
    this corner is worth net, is convex in l, and linear as long as the corner stays the same: the
    two corners that meet at its minimum are mixed so as to cost the money.

    Parameters
    ----------
    domain : Domain
        X, which contains the origin.
    c, price : FloatArray
        What a unit of each item is worth, and what it costs, (n,) each; prices are not negative.
    money : float or array (m,)
        What there is to spend, at least 0.

    Returns
    -------
    FloatArray
        The point, (n,): a corner of X, or a mixture of two.
    """
    if np.ndim(money):
        return _affordable_in_each(domain, c, price, money)

    def offer(x: FloatArray) -> _Offer:
        """Return a point x (n,) with its cost beyond the money and its worth."""
        return _Offer(x, excess=dot(price, x) - money, worth=dot(c, x))

    # `dear` costs more than the money and `cheap` does not. At the price of money `slope` both are
    # worth the same, net of what they cost. A corner that is worth more takes the place of one of
    # them; if there is none, the two meet at the dual's minimum.
    dear = offer(domain.maximize_linear(c))
    cheap = _Offer(np.zeros(domain.n), excess=0.0 - money, worth=0.0)
    while dear.excess > 0:
        slope = (dear.worth - cheap.worth) / (dear.excess - cheap.excess)
        net = c - slope * price  # what a unit of each item is worth, net
        corner = domain.maximize_linear(net)
        net_worth = max(dot(net, dear.x), dot(net, cheap.x))
        rounding = 1e-12 * (abs(dear.worth) + abs(cheap.worth))  # without it the loop may not end
        if dot(net, corner) <= net_worth + rounding:
            share = cheap.excess / (cheap.excess - dear.excess)
            return np.asarray(cheap.x + share * (dear.x - cheap.x))
        better = offer(corner)
        if better.excess > 0:
            dear = better
        else:
            cheap = better
    return np.asarray(dear.x)


def _affordable_in_each(
    domain: Domain, c: FloatArray, prices: FloatArray, money: FloatArray
) -> FloatArray:
    """Return what `affordable` does for prices (m, n) and money (m,) of several budgets."""
    corner = domain.maximize_linear(c)
    if (dot(prices, corner) <= money).all():
        return corner
    A, b, box = faces_and_box(domain)
    x = Polytope(np.vstack([A, prices]), np.append(b, money), box).maximize_linear(c)
    # The programme's tolerance may exceed a budget by a rounding.
    return scaled_down(x, money, dot(prices, x))


def best_response(
    domain: Domain, stand_in: Feedback, multiplier: Any, x: FloatArray, K: int
) -> FloatArray:
    """Return a maximiser of f(x) - multiplier <p, x> over X, (n,), or near to one.

    On a box it is sought along one coordinate after the other, on another domain by K steps of
    Frank-Wolfe from 0. For an f that is not concave it may be a local maximum.

    Parameters
    ----------
    domain : Domain
        X.
    stand_in : Feedback
        A round that was seen, which stands for the next one: f and p are those of it.
    multiplier : float or array (m,)
        The price of money.
    x : FloatArray
        Where the ascent along the coordinates of a box begins, (n,).
    K : int
        The steps of Frank-Wolfe on another domain.

    Returns
    -------
    FloatArray
        The maximiser, or what the search ends at, (n,).
    """
    charge = charge_of(multiplier, stand_in.price)  # of a unit of each item, in units of f
    if isinstance(domain, Box):
        x = x.copy()
        X, G = np.empty((2, domain.n, 1))  # to work in
        # x is moved in place. The round stands where compiled code has the utility's data: from it
        # come the gradients.
        _climb_coordinates(stand_in.t, stand_in, charge, domain.upper, x, X, G)
        return x
    x = np.zeros(domain.n)  # where Frank-Wolfe begins
    for k in range(K):
        corner = domain.maximize_linear(stand_in.gradient(x) - charge)
        x = x + 2 / (k + 2) * (corner - x)
    return x


# The ascent on a box in NumPy: the formulas of the compiled one, left as Python. In place of a
# utility's data, gradients are asked of the round that stands for the next one.
_climb_coordinates = coordinate_ascent(
    lambda t, X, G, stand_in: np.copyto(G, stand_in.gradient(X.T).T), lambda function: function
)

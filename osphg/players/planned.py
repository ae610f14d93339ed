"""The plan as a rival: the best fixed decision of a forecast season, corrected by what is seen.

A season has T rounds, and a forecast says of each round what it will earn and cost. B_T is the
budget, X the decision set. As all rules of practice (`osphg.players.rules`) this one has no regret
bound, and keeps no hard budget: `Capped` does.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple, Self

import numpy as np

from osphg import checks
from osphg.budgets import Amount
from osphg.checks import FloatArray, checked, frozen
from osphg.compiled.rules import ResolveSteps
from osphg.domains import Box, Domain, Polytope
from osphg.faces import faces_and_box, require_faces
from osphg.players.base import Feedback
from osphg.players.rules import Resolve, ResolveState, Rule, Spending, Start, affordable
from osphg.rounds import Game, Rounds, require_game
from osphg.utilities import AtRound, Sum, consistent_method

Gradient = Callable[[FloatArray], FloatArray]


def _share(name: str, value: Any) -> float:
    """Return `value` if it is a number in [0, 1]; ValueError or TypeError for anything else."""
    share = checks.non_negative_float(name, value)
    checks.must(share <= 1, name, "be at most 1", share)
    return share


def _forecast(name: str, value: Any) -> Rounds:
    """Return `value` if it is `Rounds`, held in memory; TypeError for anything else."""
    return checks.of_kind(name, value, Rounds, "be Rounds, held in memory, or None")


class Sums(NamedTuple):
    """What was seen and what was forecast, by items, (n,) each: sums that forget.

    With several budgets the prices are (budgets, n), as their factors are. A round that is k rounds
    old counts (1 - 1/memory)^k.
    """

    earned: FloatArray  # what each item has earned, in units of f
    expected: FloatArray  # what it should have earned at the same decisions
    prices: FloatArray  # what a unit of each item has cost
    expected_prices: FloatArray

    def rates(self, prior: float) -> FloatArray:
        """Return by what each item's earnings differ from the forecast, (n,), as factors.

        They are shrunk to 1, as if `prior` units of f had been seen just as forecast.
        """
        return (prior + self.earned) / (prior + self.expected)

    def price_levels(self) -> FloatArray:
        """Return by what each item's price differs from the forecast, as factors.

        A price that was forecast to be 0 has the factor 1.
        """
        known = self.expected_prices > 0
        expected = np.where(known, self.expected_prices, 1.0)
        return np.where(known, self.prices / expected, 1.0)


class _Repeated:
    """The set X^m: m points of a domain X, one after the other, as `affordable` takes it.

    Parameters
    ----------
    domain : Domain
        X.
    m : int
        The number of points.
    """

    def __init__(self, domain: Domain, m: int) -> None:
        """Keep X and m, and derive the dimension."""
        self.domain = domain
        self.m = m
        self.n = m * domain.n

    def maximize_linear(self, c: FloatArray) -> FloatArray:
        """Return the point of X^m, (m n,), with the largest <c, x>: the best of X for each part."""
        return np.asarray(self.domain.maximize_linear(c.reshape(self.m, -1))).ravel()


def _repeated_with_faces(domain: Domain, m: int) -> Domain:
    """Return X^m as `_Repeated`, with half-spaces, as several budgets need them."""
    A, b, box = faces_and_box(domain)
    repeated_box = Box(np.tile(box.upper, m), np.tile(box.lower, m))
    if len(b) == 0:
        return repeated_box
    return Polytope(np.kron(np.eye(m), A), np.tile(b, m), repeated_box)


class PlannedState(NamedTuple):
    """The state of `Planned` with a forecast before a round."""

    x: FloatArray  # (n,)
    decisions: FloatArray  # for each round of a period, (period, n)
    domain: Domain
    spending: Spending
    sums: Sums

    @property
    def multiplier(self) -> float:
        """0: the rule has no multiplier."""
        return 0.0


@frozen
class Planned(Rule):
    """Hold the best fixed decision of a forecast season, and correct the forecast by what is seen.

    x_1 is the best fixed decision of the forecast. Every `every` rounds it is found anew: for the
    rounds that are left, with the money that is left, and with each item's slopes times a rate,

        rate_i = (prior + earned_i) / (prior + expected_i),

    where earned_i is what item i has earned and expected_i what the forecast had it earn at the
    same decisions; prices are corrected by the ratio of those seen to those forecast. Both forget
    in about `memory` rounds. A fixed decision costs more in a round whose prices are higher: so the
    money follows the hours of the forecast, and what is left is spread in their shape.

    What item i earns in round t is x_i times the slope at x_t/2: by the midpoint rule its part
    of f_t(x_t), and exactly that for a quadratic that is a sum over items. If f_t is such a sum and
    all its slopes are told as those of the forecast times counts/forecast, the rates are ratios of
    counts. Where items act together, slopes times rates are a heuristic.

    With a `period` of more than one round there is a decision for each round of it, as for each
    hour of the day: these are the best that repeat themselves so. That earns more where what a unit
    of an item brings depends on the hour, beyond what it costs.

    A decision is found by `K` steps of Frank-Wolfe from 0, as those of `Resolve`, and has the share
    `floor` of even bids mixed in, so that no item is lost from sight. Without a forecast
    the last `memory` rounds stand for those to come, and the rule is `Resolve`.

    With several budgets a decision, or those of a period together, cost no more than is left of
    each; the prices of each are corrected by their own ratio, and X has half-spaces.

    Nothing is proven of it. It is the simplest way to use what is known before a season begins, and
    what a learner has to beat.

    Parameters
    ----------
    forecast : Rounds, optional
        The season as it is expected, or the last one: as many rounds as the game, with the same
        items, in the same units. Its budget and domain are not looked at. If a pacer is given
        another horizon, a shorter game ends within it, and a longer one begins it anew.
    memory : int
        The rounds in which what was seen is forgotten, at least 1: an old round counts
        1 - 1/memory times as much with each new one. Without a forecast the last `memory` rounds
        count alike.
    prior : float
        How much has to be seen of an item before its rate follows that, rather than the forecast:
        in units of f, such as conversions, above 0; not used without a forecast.
    every : int
        The rounds from one solution to the next, at least 1.
    floor : float
        The share of even bids in every decision, in [0, 1]; not used without a forecast.
    period : int
        The rounds after which decisions repeat themselves, at least 1; 1 without a forecast.
    K : int
        The steps of Frank-Wolfe, at least 1.
    start : array_like, optional
        x_1, (n,), a point of X, held until the first plan is made after it; unless given, the plan
        for the whole season, or no bids without a forecast.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> run = osphg.play(osphg.Planned.tuned(rounds, forecast=rounds), rounds)
    >>> round(run.total_utility / run.T, 3)
    0.556
    """

    asks_often = True  # for gradients: in the Pacer as a function
    forecast: Rounds | None = checked(checks.optional(_forecast), default=None)
    memory: int = checked(checks.positive_int, default=72)
    prior: float = checked(checks.positive_float, default=20.0)
    every: int = checked(checks.positive_int, default=24)
    floor: float = checked(_share, default=0.02)
    period: int = checked(checks.positive_int, default=1)
    K: int = checked(checks.array_size, default=50)

    @classmethod
    def tuned(
        cls,
        rounds: Game,
        forecast: Rounds | None = None,
        *,
        memory: int = 72,
        prior: float = 20.0,
        every: int = 24,
        floor: float = 0.02,
        period: int = 1,
        K: int = 50,
        start: Start = None,
    ) -> Self:
        """Return the player for a forecast; the defaults are for hours and events such as sales.

        Parameters
        ----------
        rounds : Game
            The game, or a `Plan`; only its number of rounds and items is compared with the
            forecast's.
        forecast : Rounds, optional
            The season as it is expected, or the last one; without it the player re-solves by what
            it has seen.
        memory : int
            The rounds in which what was seen is forgotten, at least 1.
        prior : float
            How much of an item has to be seen before its rate follows that, in units of f, above 0.
        every : int
            The rounds from one solution to the next, at least 1.
        floor : float
            The share of even bids in every decision, in [0, 1].
        period : int
            The rounds after which decisions repeat themselves, at least 1; 1 without a forecast.
        K : int
            The steps of Frank-Wolfe, at least 1.
        start : array_like, optional
            x_1, (n,), a point of X; unless given, the plan, or no bids without a forecast.

        Returns
        -------
        Planned

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, or a forecast of another length or of other
            items.

        Warns
        -----
        UserWarning
            For a `period` and a forecast of `from_log` that leaves rounds out (``missing="drop"``).
        """
        require_game("rounds", rounds)
        player = cls(forecast, memory, prior, every, floor, period, K, start=start)
        player._require_same_size(rounds)
        return player

    def __attrs_post_init__(self) -> None:
        """Refuse a period without a forecast; warn of a forecast whose rounds have moved up."""
        allowed = "be 1 without a forecast"
        checks.must(self.forecast is not None or self.period == 1, "period", allowed, self.period)
        log = getattr(self.forecast, "log", None)  # of `osphg.from_log`
        dropped = 0 if log is None else sum(log.dropped.values())
        if self.period > 1 and dropped:
            warnings.warn(
                f"forecast has left rounds out by missing='drop', {dropped} in all: those after"
                f" them are not at their places in a period of {self.period}, where 'zero' and"
                " 'last' keep them",
                UserWarning,
                stacklevel=3,
            )

    def _require_same_items(self, game: Game) -> None:
        """Raise a ValueError if there is a forecast with another number of items."""
        if self.forecast is not None:
            wanted = f"have n = {game.n} items, as the game"
            checks.must(self.forecast.n == game.n, "forecast", wanted, self.forecast.n)

    def _require_same_size(self, game: Game) -> None:
        """Raise a ValueError if there is a forecast with other numbers of rounds or items."""
        if self.forecast is None:
            return
        got = f"{self.forecast.T} and {self.forecast.n}"
        same = (self.forecast.T, self.forecast.n) == (game.T, game.n)
        wanted = f"have T = {game.T} rounds and n = {game.n} items, as the game"
        checks.must(same, "forecast", wanted, got)
        self._require_same_money(game)

    def _require_same_money(self, game: Game) -> None:
        """Raise a ValueError if there is a forecast with another number of budgets."""
        if self.forecast is None:
            return
        same_money = np.shape(self.forecast.budget) == np.shape(game.budget)
        money = (
            f"{len(game.budget)} budgets" if game.has_several_budgets else "one budget, a number"
        )
        checks.must(same_money, "forecast", f"have {money}, as the game", self.forecast)

    def _prices_to_come(self, forecast: Rounds, t: int, T: int) -> FloatArray:
        """Return the forecast prices of rounds t..T-1, counted from 0, summed: (period, n).

        With several budgets they are (period, budgets, n). Row h has those of the rounds that are
        the h-th of their period, counted from 0.
        """
        rounds = np.arange(t, T)
        sums = np.zeros((self.period, *forecast.prices.shape[1:]))
        np.add.at(sums, rounds % self.period, forecast.prices[rounds % forecast.T])
        return sums

    def _slopes_to_come(self, forecast: Rounds, t: int, T: int) -> Gradient:
        """Return the gradient of all forecast f_s of rounds t..T-1, counted from 0, summed.

        It takes and returns (period, n): row h is for the rounds that are the h-th of their period.
        With a period of one round, where the utility sums itself up (`total`), it is that of all
        rounds less that of those before t.
        """
        utility = forecast.utility
        total = consistent_method(utility, "total")
        if self.period > 1 or total is None:
            by_place = [
                Sum(tuple(AtRound(utility, s % forecast.T) for s in range(t + h, T, self.period)))
                for h in (np.arange(self.period) - t) % self.period
            ]
            return lambda X: np.array(
                [f.gradient(x) + np.zeros_like(x) for f, x in zip(by_place, X, strict=True)]
            )
        until_end = _sum_until(total, T, forecast.T)
        if t == 0:
            return until_end
        until_now = _sum_until(total, t, forecast.T)
        return lambda X: np.asarray(until_end(X) - until_now(X))

    def _plan(
        self,
        spending: Spending,
        domain: Domain,
        slopes: Gradient,
        prices: FloatArray,
        money: Amount,
    ) -> FloatArray:
        """Return the best m points of X, (m, n), of those that cost no more than the money.

        Parameters
        ----------
        spending : Spending
            It knows the largest even bids, of which each point has the share `floor`.
        domain : Domain
            X.
        slopes : callable
            The gradient of what is maximised: it takes and returns (m, n).
        prices : FloatArray
            What a unit of each item of each point costs, (m, n), or (m, budgets, n).
        money : float or array (budgets,)
            What all points may cost together, at least 0.
        """
        m = len(prices)
        points: Any = _Repeated(domain, m)
        costs: FloatArray = prices.ravel()
        if np.ndim(money):
            points = _repeated_with_faces(domain, m)
            costs = prices.swapaxes(0, 1).reshape(len(money), -1)
        X = np.zeros((m, domain.n))
        minimum = spending.minimum
        above = money  # what the minimum bids leave
        slopes_above = slopes
        if minimum is not None:
            above = spending.left_above_minimum(prices.sum(0), money)

            def slopes_above(X: FloatArray) -> FloatArray:
                """Return the slopes at bids that are X above the minimum, (m, n)."""
                return slopes(X + minimum)

        for _ in range(self.K):
            best = affordable(points, slopes_above(X).ravel(), costs, above)
            X = X + best.reshape(m, -1) / self.K
        # Both cost no more than the money, and so does their mean.
        even = spending.even_bids(prices.sum(0), money)
        return np.asarray((1 - self.floor) * X + self.floor * even)

    @property
    def _resolve(self) -> Resolve:
        """The rule that plays without a forecast."""
        return Resolve(self.every, self.memory, self.K, start=self.start)

    def init(self, game: Game) -> PlannedState | ResolveState:
        """Return the state before round 1; ValueError for a forecast of other items."""
        if self.forecast is None:
            return self._resolve.init(game)
        x = self.first_decision(game)
        self._require_same_items(game)
        self._require_same_money(game)
        if game.has_several_budgets:
            require_faces("Planned with several budgets", game.domain)
        spending = self.begin_spending(game)
        decisions = np.tile(x, (self.period, 1))
        if self.start is None:
            slopes = self._slopes_to_come(self.forecast, 0, game.T)
            prices = self._prices_to_come(self.forecast, 0, game.T)
            decisions = self._plan(spending, game.domain, slopes, prices, game.budget)
        zeros = np.zeros(game.n)
        no_prices = np.zeros(self.forecast.prices.shape[1:])
        sums = Sums(zeros, zeros, no_prices, no_prices)
        return PlannedState(decisions[0], decisions, game.domain, spending, sums)

    def decide_next(self, state: Any, feedback: Feedback) -> Any:
        """Return the state with the next decision: a new plan after every `every` rounds.

        `state.spending` counts the round of this feedback already.
        """
        if self.forecast is None:
            return self._resolve.decide_next(state, feedback)
        rounds = state.spending.rounds
        # The forecast goes by the clock, which is ahead of the rounds told where some wait.
        next_round = feedback.t + 1 if feedback.next_round is None else feedback.next_round
        state = state._replace(sums=self._sums_after(state, self.forecast, feedback))
        if rounds % self.every == 0 and rounds < state.spending.T:
            return self._with_plan(state, self.forecast, next_round)
        return self.at_round(state, next_round)

    def decide_anew(self, state: Any, t: int) -> Any:
        """Return the state with a plan for the rounds from t on, and the money that is left."""
        if self.forecast is None:
            return self._resolve.decide_anew(state, t)
        return self._with_plan(state, self.forecast, t)

    def at_round(self, state: Any, t: int) -> Any:
        """Return the state with the plan's decision for round t, from 0: some before it may wait.

        Parameters
        ----------
        state : Any
            The state between two rounds.
        t : int
            The round to be decided next, by the clock.

        Returns
        -------
        Any
            The state with this decision; as it was without a forecast.
        """
        if self.forecast is None:
            return state
        return state._replace(x=state.decisions[t % self.period])

    def _with_plan(self, state: PlannedState, forecast: Rounds, t: int) -> PlannedState:
        """Return the state with a plan for the rounds from t on, as many as its money is for."""
        spending = state.spending
        end = t + spending.rounds_left
        rates = state.sums.rates(self.prior)
        forecast_slopes = self._slopes_to_come(forecast, t, end)
        decisions = self._plan(
            spending,
            state.domain,
            lambda X: rates * forecast_slopes(X),
            state.sums.price_levels() * self._prices_to_come(forecast, t, end),
            np.maximum(spending.budget - spending.spent, 0.0),
        )
        return state._replace(x=decisions[t % self.period], decisions=decisions)

    def _sums_after(self, state: PlannedState, forecast: Rounds, feedback: Feedback) -> Sums:
        """Return the sums once a round is added to what has faded of the others.

        An item that lowers f is counted as one that earns nothing.
        """
        fade = 1 - 1 / self.memory
        sums = state.sums
        x = feedback.x
        t = feedback.t % forecast.T
        minimum = state.spending.minimum
        bids = x / 2 if minimum is None else x / 2 + minimum
        expected_slopes = AtRound(forecast.utility, t).gradient(bids)
        return Sums(
            earned=fade * sums.earned + np.maximum(x * feedback.gradient(x / 2), 0.0),
            expected=fade * sums.expected + np.maximum(x * expected_slopes, 0.0),
            prices=fade * sums.prices + feedback.price,
            expected_prices=fade * sums.expected_prices + forecast.prices[t],
        )

    def fused_steps(self) -> ResolveSteps | None:
        """Return the constants for the compiled rounds, which play without a forecast alone.

        Returns
        -------
        ResolveSteps or None
            Those of `Resolve` without a forecast; None with one: it is played in NumPy.
        """
        return self._resolve.fused_steps() if self.forecast is None else None


def _sum_until(total: Callable[[int], Any], t: int, T: int) -> Gradient:
    """Return the gradient of the sum of the first t functions of a forecast of T rounds.

    After its last round the forecast begins anew. `total` returns the sum of its first rounds.
    """
    if t <= T:
        gradient: Gradient = total(t).gradient
        return gradient
    seasons, rest = divmod(t, T)
    of_season = total(T).gradient
    of_rest = total(rest).gradient
    return lambda X: np.asarray(seasons * of_season(X) + of_rest(X))

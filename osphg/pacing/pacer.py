"""A player in the middle of a game: it decides, observes what came of it, and can be saved.

In round t the player decides x_t; the round then reveals the utility f_t and the prices p_t, and
<p_t, x_t> is what it costs. The allowance of a round is what it may cost on average, B_T/T for the
budget B_T of T rounds, and lambda_t is the player's multiplier. With m budgets the prices P_t have
a row for each, (m, n), and amounts of money are arrays (m,).

A domain may have minimum bids, lower bounds above 0. The player then decides on the bids above
them, x_t, and what is bid is x_t plus the minimum bids. Under a cap (`hard=True`) a bid is scaled
down to what the money left covers with prices at their bound; the player is not told. A budget that
begins anew after some rounds, as that of a day, is a cap of each of its periods.

What was told of a round stands in a `Ledger`: so the same may be told twice, and what is told
otherwise is a correction. f_t is told as data (`osphg.pacing.Response`), as a function or as
answers; only data can be kept in a file.

What changes in a game is its `Progress`, a value that each step replaces by another one. What stays
is the player, its names, and the `Plan`: T, the budget and the domain.
"""

from __future__ import annotations

import json
import math
import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from hashlib import blake2b
from io import FileIO
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks, sources
from osphg.arithmetic import dot
from osphg.budgets import Amount, allowance_of_round, amount_text, rounds_left, spent_before
from osphg.checks import FloatArray
from osphg.domains import Domain
from osphg.messages import short_repr
from osphg.pacing.files import (
    OpenFile,
    SavedFile,
    as_line,
    content_of,
    decode,
    encode,
    lock_for_save,
    not_own_message,
    require_finite,
    unreadable_message,
)
from osphg.pacing.history import Forecast, forecast_end, history_frame
from osphg.pacing.ledger import Entry, Ledger
from osphg.pacing.plan import Plan
from osphg.pacing.response import Response
from osphg.pacing.revealed import RevealedCurve, RevealedUtility, in_order
from osphg.players.base import Feedback, MoneyLeft, Player, first_state, require_player
from osphg.players.capped import RESERVE, Capped, scaled_down, warn_of_idle_budget
from osphg.recording import RoundError
from osphg.rounds import Rounds, require_columns, require_names

if TYPE_CHECKING:
    from pandas import DataFrame

# By how much a price may exceed its bound before that is said: money in a log is rounded.
_ROUNDING = 1e-9

_ARRAY: Any = np.ndarray  # without the types of its entries, which a check does not look at


class Money(NamedTuple):
    """What a round has cost, as `observe` was told."""

    bid: FloatArray  # what was really bid, (n,)
    price: FloatArray  # what a unit of bid has cost, in the shape of prices
    paid: Amount  # what the round has cost in all
    # Whether the player's own count of money would miss it: another bid than that of the pacer, or
    # money that was spent without a bid.
    is_other: bool


class Told(NamedTuple):
    """f_t of a round, as `observe` was told."""

    utility: RevealedUtility | RevealedCurve  # what the player asks
    reach: FloatArray  # of each item, (n,); nan where it was not told so
    value: float  # f_t at what was really bid; nan where that is not known
    mark: str  # by which it is known again; empty if nothing was told


class OpenRound(NamedTuple):
    """A round that was decided, and is not observed yet."""

    x: FloatArray  # what the player decided, counted from the minimum bids, (n,)
    bid: FloatArray  # what was bid, (n,)
    allowance: Amount  # what the round may cost on average
    multiplier: Amount  # the price of money when it was decided
    # Where the player was to be asked for f_t, (m, n): known once the round is not the present one.
    points: FloatArray | None = None
    money: Money | None = None  # what it has cost, if that was told before f_t


class Progress(NamedTuple):
    """How far a game is: all that changes in it. A pacer's file has it beside the game's parts."""

    state: Any  # of the player
    x: FloatArray  # the player's next decision, counted from the minimum bids, (n,)
    allowance: Amount  # what a round to come may cost on average
    spent: Amount  # sum of <p_t, x_t> over the rounds observed
    violation: Amount  # sum of <p_t, x_t> less the allowance of round t, over the same rounds
    price_bound: FloatArray | None  # under a cap, in the shape of prices
    t: int = 0  # the number of rounds that are behind
    # The rounds that wait for an observation, by their number from 0: this round, once it is
    # decided, and those that were skipped.
    open: Mapping[int, OpenRound] = {}
    # Where a budget begins anew after some rounds, (m,): what was spent, and what was allowed, in
    # the rounds of each budget's present period that are behind.
    period_spent: Amount = None
    period_allowed: Amount = None
    ledger: Ledger = Ledger()  # the rounds that were told
    booked: Mapping[str, Amount] = {}  # money that belongs to no round, by what it is for
    # What was corrected and booked since the player's last step, for the violation of its next one.
    untold: Amount = 0.0
    # What each item is known to cost, in the shape of prices: the newest price, or an expected one.
    # nan where there is neither.
    known_price: FloatArray | None = None


class Pacer:
    """A player, round by round: `decide`, then `observe`. Rounds are counted from 1.

    `osphg.play` needs all rounds at once. A pacer is for a game that goes on: it says what to bid,
    is told what came of it, and can be saved in between. The numbers are those of
    `osphg.play(player, rounds, compiled=False)`, bit for bit, also when the pacer is saved and
    loaded between any two steps. What the theorems say of late prices, a changed budget, minimum
    bids and a cap stands in the book's chapter on the pacer.

    Parameters
    ----------
    player : Player
        Built by hand or by its `tuned`, from a log (`osphg.from_log`) or constants
        (`osphg.pacing.Plan`). With several budgets it is one that has a multiplier for each, as
        OSPHG, BoostedOSPHG, most of the cited systems and the rules of practice.
    domain : Domain
        X, as `osphg.pacing.Plan` takes it. With minimum bids the player plays the bids above them,
        with what they leave of the budget.
    budget : float, array (m,) or mapping
        B_T, the money for all rounds; several budgets as an array or by name.
    horizon : int
        T, the number of rounds.
    names : sequence of str, optional
        Those of the n items, for `bids` and for prices by name.
    hard : bool
        Whether the budget is a cap that no prices within `price_bound` break: bids are scaled,
        unknown to the player, as by `osphg.Capped(player, scaled=True)`, and with minimum bids and
        several budgets, too.
    price_bound : float or array, optional
        What no price exceeds, in the shape of prices: (n,), with several budgets (m, n). For
        `hard` alone.
    every : sequence of int, or mapping, optional
        Of several budgets, the rounds after which each begins anew, or None for one of all T
        rounds: a cap of a day is a budget of all days together, whose `every` is the rounds of a
        day. With `hard` it is kept in each, and a new day has bids again.
    allowance : array_like, optional
        The money for each round, (T,), with several budgets (T, m), as `osphg.Rounds` takes it;
        `change` then refuses. Unless given it is B_T/T in every round.
    response : Response or Rounds, optional
        How bids bring reach, so that `observe` takes what a log has: `reach=`. Rounds as
        `osphg.from_log` returns them stand for `osphg.pacing.Response.of(rounds)`.

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described, or a player that cannot play such a game.

    Warns
    -----
    UserWarning
        If `response` has prices above `price_bound`.

    Examples
    --------
    >>> import osphg
    >>> player = osphg.OSPHG(mu=0.05, delta=40.0, K=4, weighted=True)
    >>> pacer = osphg.Pacer(player, domain=osphg.Box.unit(2), budget=10.0, horizon=50)
    >>> for hour in range(8):
    ...     x = pacer.decide()
    ...     pacer.observe(price=[2.0, 3.0], gradient=lambda X: 1.0 / (1.0 + X))
    ...
    >>> pacer
    Pacer(OSPHG, round 9 of 50, spent 4.514 of 10)
    >>> pacer.decide().round(3)
    array([0.239, 0.227])
    """

    def __init__(
        self,
        player: Player,
        *,
        domain: Domain,
        budget: float | ArrayLike | Mapping[str, float],
        horizon: int,
        names: Sequence[str] | None = None,
        hard: bool = False,
        price_bound: Any = None,
        every: Sequence[int | None] | Mapping[str, int] | None = None,
        allowance: ArrayLike | None = None,
        response: Response | Rounds | None = None,
    ) -> None:
        self.player = require_player("player", player)
        self.domain = domain
        T = checks.positive_int("horizon", horizon)
        plan = Plan(T, budget, domain, every=every, allowance=allowance)
        self._every = every  # as it was given: of all T rounds, for a T that may change
        self._plan = plan
        self.names = require_names("names", names, plan.n)
        # By path, what is known of a file. After a save that was stopped there are two candidates,
        # the old content and the new one.
        self._saved_files: dict[str, tuple[SavedFile, ...]] = {}
        self._open_file: OpenFile | None = None  # within `Pacer.open`
        if checks.flag("hard", hard) != (price_bound is not None):
            raise ValueError("price_bound must be given for hard=True, and for nothing else")
        if isinstance(price_bound, Real):  # one number for all prices, (n,) or (m, n)
            price_bound = np.full((*np.shape(plan.budget), plan.n), price_bound)
        bound = None if price_bound is None else self._as_prices("price_bound", price_bound)
        self.response = self._require_response(response)
        with np.errstate(all="ignore"):  # what overflows is refused by the check of the decision
            state: Any = first_state(player, plan)
            x = self._require_decision(state)
        no_money = 0.0 * plan.budget  # 0 for each budget
        in_period = None if plan.every is None else no_money
        self._progress = Progress(
            state=state,
            x=x,
            allowance=allowance_of_round(plan.allowance, plan.budget, 0),
            spent=no_money,
            violation=no_money,
            price_bound=bound,
            period_spent=in_period,
            period_allowed=in_period,
            untold=no_money,
            known_price=self._expected_price(),
        )
        self._require_minimum_bids_covered(plan, plan.mean_allowance)  # which reads the progress
        if bound is not None:
            if isinstance(response, Rounds):
                self._warn_of_bound(bound, response.prices.max(0), "the log")
            else:
                self._warn_of_bound(bound, self._expected_price(), "response")

    def __repr__(self) -> str:
        """Write the player, the round, and what is spent of each budget."""
        at = f"{self.horizon} rounds" if self.over else f"round {self.round} of {self.horizon}"
        spent = np.ravel(self._progress.spent)
        budget = np.ravel(self._plan.budget)
        names = self._plan.budget_names or [""] * len(spent)
        rows = zip(spent, budget, names, strict=True)
        amounts = [f"{part:.4g} of {whole:.4g} {name}".rstrip() for part, whole, name in rows]
        return f"Pacer({type(self.player).__name__}, {at}, spent {', '.join(amounts)})"

    @property
    def horizon(self) -> int:
        """The number of rounds, T."""
        return self._plan.T

    @property
    def round(self) -> int:
        """The round that is next to be decided or observed, from 1; T + 1 after the last."""
        return self._progress.t + 1

    @property
    def over(self) -> bool:
        """Whether all T rounds are behind."""
        return self._progress.t >= self.horizon

    @property
    def waiting(self) -> tuple[int, ...]:
        """The rounds that were skipped and not yet observed."""
        return tuple(t + 1 for t in self._progress.open if t < self._progress.t)

    @property
    def budget(self) -> Any:
        """B_T, a float; with several budgets an array (m,), or by their names if they have any.

        So are `allowance`, `spent`, `violation` and `multiplier`.
        """
        return self._by_name(self._plan.budget)

    @property
    def allowance(self) -> Any:
        """What this round may cost on average, B_T/T or its own, or what `change` made of it."""
        return self._by_name(self._progress.allowance)

    @property
    def spent(self) -> Any:
        """sum_t <p_t, x_t> over the rounds observed."""
        return self._by_name(self._progress.spent)

    @property
    def violation(self) -> Any:
        """sum_t (<p_t, x_t> - allowance of round t) over the rounds observed."""
        return self._by_name(self._progress.violation)

    @property
    def multiplier(self) -> Any:
        """lambda_t of this round, in units of f per unit of the budget."""
        return self._by_name(self.player.multiplier(self._progress.state))

    @property
    def history(self) -> DataFrame:
        """What was decided and told of each round that is behind: a pandas frame, one row a round.

        Its index is the round, from 1. Of each item it has what was really bid, its price and its
        reach, such as "bid_search", or "bid_1" without names; of the round what was paid and
        allowed, the price of money (`multiplier`), with several budgets of each, as "paid_calls",
        and the utility at what was bid. What is not known is nan: all but the bid of a round that
        waits, the reach if it was not told as such, and the utility if f_t was told as an array.

        `history.to_csv(path)` exports it. It needs pandas: ``pip install 'osphg[tables]'``.
        """
        now = self._progress
        columns = dict(now.ledger.columns)
        waiting = {s: one for s, one in now.open.items() if s < now.t}
        return history_frame(columns, waiting, self._plan, self.names)

    def forecast(self, confidence: float = 0.95) -> Forecast:
        """Return what will be spent at the end, if it goes on as in the last third of the rounds.

        Parameters
        ----------
        confidence : float
            How often the interval is to hold the end, in (0, 1).

        Returns
        -------
        Forecast
            The money at the end and its interval, floats; with several budgets arrays (m,). Under a
            cap none of them is above the budget. Without 12 rounds told the interval is [spent,
            inf], or [spent, budget] under a cap.

        Notes
        -----
        What a round pays, over its allowance, is taken to vary as in the last third of the rounds
        that were told, at least 12. Rounds depend on each other: their variance is that of sums of
        as many consecutive ones as the cube root of their number, and the quantile is Student's. A
        player that is about to change its bids is not foreseen.
        """
        share = checks.positive_float("confidence", confidence)
        checks.must(share < 1, "confidence", "be less than 1", share)
        now = self._progress
        untold = self.horizon - now.t + len(self._unknown(now))
        end = forecast_end(now.ledger.columns, now.spent, now.allowance, untold, share)
        if now.price_bound is None:
            return end
        cap = np.maximum(self._plan.budget, now.spent)  # an invoice may have exceeded it
        capped = [np.minimum(part, cap) for part in end]
        return Forecast(*(part if np.ndim(part) else float(part) for part in capped))

    def _by_name(self, amount: Amount) -> Any:
        """Return a copy of an amount, as a mapping where the budgets have names."""
        return self._plan.by_name(amount.copy() if np.ndim(amount) else float(amount))

    @property
    def points(self) -> FloatArray:
        """Where the player asks for the gradient of f_t in this round, or for values, (points, n).

        The points are bids, with the minimum bids in them. A player that asks nothing has no
        points, (0, n). Keep the points of a round that will be
        observed late: its gradient, if it is told as an array, is then asked for there.
        """
        # To find them out the player is told of a round of which nothing is known, f_t least of
        # all. At its first question `f` notes the points, and a ValueError ends the update; a
        # player that asks nothing comes to its end. The pacer's own state is not changed by either.
        now = self._progress
        f = RevealedUtility(values=None, gradient=None, minimum=self._plan.minimum)
        no_prices = np.zeros((*np.shape(now.spent), self._plan.n))
        try:
            # The round, x_t, f_t, its value (unknown), the prices and the violation (as if 0).
            feedback = Feedback(now.t, now.x, f, np.nan, no_prices, 0.0 * now.spent)
            self.player.update(now.state, feedback)
        except ValueError:
            if not len(f.first_points):  # another error than that of a question
                raise
        return f.first_points

    def decide(self, round: int | None = None) -> FloatArray:  # noqa: A002
        """Return the decision of a round; the same however often it is asked for.

        Parameters
        ----------
        round : int, optional
            The present one, unless given. A later one is gone on to: rounds before it that were not
            told, as an hour that the log has lost, are skipped and wait, and `observe` may bring
            them later. So a script that knows the hour never stands still.

        Returns
        -------
        FloatArray
            x_t, the bid for each item, (n,), in X.

        Raises
        ------
        TypeError, ValueError
            If all T rounds are over, for a round that is behind, or as `skip`.
        """
        wanted = "be extended by change(horizon=...) for another decision"
        checks.must(not self.over, "horizon", wanted, f"{self.horizon}, all over")
        if round is not None:
            t = checks.positive_int("round", round, self.horizon) - 1
            behind = f"be at least {self.round}, as those before are behind"
            checks.must(t >= self._progress.t, "round", behind, round)
            while self._progress.t < t:
                self._open_present()
                self.skip()
        return self._open_present().bid.copy()

    def _open_present(self) -> OpenRound:
        """Return the present round once it is decided."""
        now = self._progress
        if now.t not in now.open:  # this round is not decided yet
            x = now.x  # counted from the minimum bids
            bound = now.price_bound
            if bound is not None:  # so much of x_t as the money left covers
                # `_money_left` has taken off the minimum bids of this round and of all to come, and
                # what rounds that are decided and not yet observed (`now.open`) may cost. So only
                # x, which is counted from the minimum bids, has to be covered by what is left.
                left = np.atleast_1d(self._money_left(self._plan, now.allowance))  # (m,), or (1,)
                dearest = np.atleast_1d(dot(bound, x))  # what x can cost at most, of the same shape
                x = scaled_down(x, left, dearest)
            open_round = OpenRound(
                now.x, x + self._plan.minimum, now.allowance, self.player.multiplier(now.state)
            )
            self._progress = now._replace(open={**now.open, now.t: open_round})
        return self._progress.open[now.t]

    def bids(self, round: int | None = None) -> dict[str, float]:  # noqa: A002
        """Return `decide(round)` by the names of the items.

        Parameters
        ----------
        round : int, optional
            As `decide` takes it.

        Returns
        -------
        dict[str, float]
            The bid for each item.

        Raises
        ------
        ValueError
            If the pacer was given no names, or as `decide`.
        """
        if self.names is None:
            raise ValueError("names must be given to the pacer for bids by name, got None")
        return dict(zip(self.names, self.decide(round).tolist(), strict=True))

    def skip(self) -> None:
        """Go on to the next round without an observation of this one; `observe` may bring it later.

        Raises
        ------
        ValueError
            If the round is not decided, or the player is a `Capped` one: as long as a round is not
            observed, such a player does not count what it costs, and could overspend. A pacer with
            `hard=True` counts skipped rounds.
        """
        self._require_open_round(self._progress.t)
        wanted = "not be Capped for a round to be skipped (hard=True has a cap that it keeps)"
        checks.must(not isinstance(self.player, Capped), "player", wanted, "one")
        advanced = self._advanced(self._with_points(self._progress))
        if self._has_money_by_the_clock:
            advanced = advanced._replace(state=self._with_money_now(advanced))
        self._progress = self._at_its_round(advanced)

    def _at_its_round(self, now: Progress) -> Progress:
        """Return the progress with the decision for its round, if the player goes by the clock.

        An update would have moved such a player on, but rounds before this one wait.
        """
        at_round = getattr(self.player, "at_round", None)
        if at_round is None or now.t >= self.horizon:
            return now
        state = at_round(now.state, now.t)
        return now._replace(state=state, x=self._require_decision(state))

    def _with_points(self, now: Progress) -> Progress:
        """Return the progress with the points of the present round noted, if it is decided.

        A state that is told of another round first would ask elsewhere. Who asks for f_t more than
        once is told of late rounds as functions, and has no such points.
        """
        if now.t not in now.open or getattr(self.player, "asks_often", False):
            return now
        if now.open[now.t].points is not None:
            return now
        noted = now.open[now.t]._replace(points=self.points)
        return now._replace(open={**now.open, now.t: noted})

    def observe(
        self,
        *,
        price: ArrayLike | Mapping[str, Any] | None = None,
        spend: ArrayLike | Mapping[str, Any] | None = None,
        reach: ArrayLike | Mapping[str, Any] | None = None,
        slope: ArrayLike | Mapping[str, Any] | None = None,
        gradient: Callable[[FloatArray], Any] | ArrayLike | None = None,
        values: Callable[[FloatArray], Any] | ArrayLike | None = None,
        bid: ArrayLike | Mapping[str, Any] | None = None,
        round: int | None = None,  # noqa: A002
        later: bool = False,
    ) -> None:
        """Tell the player what a round has brought, and go on to the next.

        The same may be told twice: nothing happens. Told otherwise, by `round`, it is a correction:
        the money is booked anew, the player's next step counts the difference, and a player that
        keeps rounds keeps the new one. What another has learnt of the old one stays.

        Parameters
        ----------
        price : array (n,), array (m, n) or mapping
            p_t, what a unit of each bid has cost, not negative. With several budgets a row for
            each, or a mapping of their names to arrays (n,). Each (n,) may be a mapping (a pandas
            Series) by the items' names.
        spend : likewise
            In place of `price`, the money that each item has cost. One of the two must be given. An
            item without a bid keeps the price that it had. A price above `price_bound` is booked
            with a warning: the cap holds for prices within it.
        reach : array (n,) or mapping, optional
            What each item has brought, such as clicks, at what was bid: with the pacer's `response`
            that is f_t, as data. An item without a bid is taken to be as `response` expects it.
        slope : array (n,) or mapping, optional
            In place of `reach`, what one more unit of each bid would have brought, where it was
            bid; with the rates of `response`, or without one for a linear f_t.
        gradient : callable or array, optional
            grad f_t, a function of points (m, n) -> (m, n), or its values, (m, n), at the m
            `points` of the round, as many as the player asks for. A function is that of its own
            round for good: `DualDescent` with a season and `Resolve` ask it again in later rounds,
            and cannot be saved with it. One that is made in a loop takes the loop's variable as a
            default, `lambda X, t=t: ...`, or it would answer for another round.
        values : callable or array, optional
            f_t in place of its gradient, for players that ask for values: (m,) at points (m, n).
            If nothing of f_t is told, the round is played with f_t = 0.
        bid : array (n,) or mapping, optional
            What was really bid, if it is not what the pacer decided: rounded by the platform, or
            set by hand. The player's step counts what was paid.
        round : int, optional
            The round of the last `decide`, unless given; or a round that was skipped and waits, or
            one that was told before. The step of a late round is taken from where the player is
            now, with f_t where it was to be asked then.
        later : bool
            Whether only the money is known, and f_t comes later: the money is booked, and the round
            waits for a call with `reach` or the like, and without money.

        Raises
        ------
        TypeError, ValueError
            For anything else than this, or a round out of turn: the pacer is then as it was.
        RoundError
            Where the player cannot take this step, as when numbers overflow; the pacer is then as
            it was, too.

        Warns
        -----
        UserWarning
            With `hard`, for a price above `price_bound`, or if what was really bid exceeds the
            budget. With `response`, for a round of which money alone is told, without `later`.
        """
        now = self._progress
        t = now.t if round is None else checks.positive_int("round", round, self.horizon) - 1
        entry = now.ledger.get(t)
        open_round: Any = None if entry is not None else self._require_open_round(t)
        checks.flag("later", later)
        ways = {"reach": reach, "slope": slope, "gradient": gradient, "values": values}
        given = [name for name, way in ways.items() if way is not None]
        one = f"not be given with {' and '.join(given[1:])}"
        checks.must(len(given) <= 1, given[0] if given else "reach", one, "both")
        wanted = f"not be given with {given[0] if given else 'reach'}, which is known"
        checks.must(not (later and given), "later", wanted, later)
        decided = open_round.bid if entry is None else entry.decided
        known = open_round.money if entry is None else entry
        money = self._read_money(t, decided, known, bid, price, spend)
        if entry is not None:
            self._correct(t, entry, money, self._read_told(t, None, money, ways))
            return
        if later:
            self._book_money(t, open_round, money)
            return
        told = self._read_told(t, open_round, money, ways)
        new_paid = money.paid if open_round.money is None else money.paid - open_round.money.paid
        untold = now.untold
        try:
            with np.errstate(all="ignore"):
                # The player is told of its own decision x, which may have been scaled down to the
                # bid that was played: only the bid is paid. The value f_t(x) is not known. Of what
                # was bid otherwise it is told the cost.
                own_cost = dot(money.price, open_round.x + self._plan.minimum)
                cost = money.paid if money.is_other else own_cost
                over = cost - open_round.allowance
                if np.any(untold):
                    over = over + untold
                spent = now.spent + new_paid
                violation = now.violation + (money.paid - open_round.allowance)
                state = now.state
                is_present = t == now.t
                has_waiting = not is_present or any(s < t for s in now.open)
                is_by_clock = has_waiting and self._has_money_by_the_clock
                is_other = money.is_other or np.any(untold) or open_round.money is not None
                if is_other or is_by_clock:
                    # Once the player has counted its own cost, it is to know what is really left.
                    unknown = tuple(s for s in self._unknown(now) if s != t)
                    present = self._with_period_money(
                        now, t, now.t, new_paid - own_cost, otherwise=-own_cost
                    )
                    state = self._with_money(
                        present,
                        behind=now.t - (not is_present),
                        left=self._plan.budget - spent + own_cost,
                        rounds=self._plan.T - now.t - is_present + len(unknown) + 1,
                        unknown=unknown,
                    )
                feedback = Feedback(
                    t,
                    open_round.x,
                    told.utility,
                    np.nan,
                    money.price,
                    over,
                    allowance=self._plan.told_allowance(t),
                )
                if t < now.t:
                    feedback.next_round = min(now.t, self.horizon - 1)
                state = self.player.update(state, feedback)
                x = self._require_decision(state)  # the next one
        except RoundError:
            raise
        except (ValueError, ArithmeticError) as error:
            raise RoundError(f"round {t + 1}: {error}") from error
        self._warn_if_idle(open_round, money.price)
        if t < now.t:  # the present round was decided by the state that is replaced
            now = self._with_points(now)
        observed = now._replace(
            state=state,
            x=x,
            spent=spent,
            violation=violation,
            untold=0.0 * spent,
            open={s: waiting for s, waiting in now.open.items() if s != t},
            ledger=now.ledger.with_entry(t, _entry(open_round, money, told)),
            known_price=self._newer_price(now, money),
        )
        observed = self._with_period_money(observed, t, now.t, new_paid)
        self._warn_of_money(t, money, open_round.money, spent)
        if not given and self.response is not None:
            text = f"round {t + 1} is told without reach, and counts as one that brought nothing:"
            text += " give reach=, or later=True if it comes later"
            warnings.warn(text, UserWarning, stacklevel=2)
        self._progress = self._advanced(observed) if t == now.t else observed

    def book(self, name: str, amount: Any) -> None:
        """Book money that belongs to no round: a fee, the rest of an invoice, or a refund.

        Parameters
        ----------
        name : str
            What it is for. The same name with the same amount again: nothing happens. With another
            amount it is a correction.
        amount : float, array (m,) or mapping
            The money, as the budget is; below 0 for a refund.

        Raises
        ------
        TypeError, ValueError
            For another kind of amount, or a refund of more than was spent.

        Examples
        --------
        >>> import osphg
        >>> pacer = osphg.Pacer(osphg.EvenPacing(), domain=osphg.Box.unit(2), budget=9.0, horizon=9)
        >>> for _ in range(2):
        ...     pacer.book("set-up fee", 1.5)
        ...
        >>> pacer.spent
        1.5
        """
        checks.of_kind("name", name, str, "be a text")
        now = self._progress
        names = self._plan.budget_names
        numbers = in_order("amount", amount, names) if isinstance(amount, Mapping) else amount
        shape = np.shape(self._plan.budget)
        total = checks.array("amount", numbers, shape) if shape else numbers
        total = total if shape else checks.finite_float("amount", numbers)
        difference = total - now.booked.get(name, 0.0 * now.spent)
        if not np.any(difference):
            return
        spent = now.spent + difference
        wanted = f"not refund more than the {amount_text(now.spent)} that were spent"
        checks.must(np.all(spent >= 0), "amount", wanted, amount_text(total))
        booked = now._replace(booked={**now.booked, name: total})
        self._progress = self._corrected(booked, difference, None)

    def _book_money(self, t: int, open_round: OpenRound, money: Money) -> None:
        """Book what a round has cost, of which f_t is told later; do nothing if it is known."""
        now = self._progress
        old = open_round.money
        if old is not None and _is_same_money(old, money):
            return
        if t == now.t:
            self.skip()
            now = self._progress
        paid = money.paid if old is None else money.paid - old.paid
        noted = now.open[t]._replace(money=money)
        spent = now.spent + paid
        self._warn_of_money(t, money, old, spent)
        booked = now._replace(
            spent=spent, open={**now.open, t: noted}, known_price=self._newer_price(now, money)
        )
        booked = self._with_period_money(booked, t, min(now.t, self.horizon - 1), paid)
        booked = booked._replace(state=self._with_money_now(booked))
        # The decision was made when this money was not known.
        is_by_clock = self._has_money_by_the_clock
        self._progress = self._at_its_round(booked) if is_by_clock else booked

    def _correct(self, t: int, entry: Entry, money: Money, told: Told) -> None:
        """Book a round anew that is told otherwise than it was; do nothing if it is told again."""
        now = self._progress
        is_same_told = told.mark in ("", entry.told)
        if _is_same_money(entry, money) and is_same_told:
            return
        new = entry._replace(bid=money.bid, price=money.price, paid=money.paid)
        if not is_same_told:
            new = new._replace(reach=told.reach, utility=told.value, told=told.mark)
        difference = money.paid - entry.paid
        corrected = now._replace(ledger=now.ledger.with_entry(t, new))
        keeps_rounds = getattr(self.player, "with_correction", None)
        if keeps_rounds is not None:
            utility = None if is_same_told else told.utility
            corrected = corrected._replace(state=keeps_rounds(now.state, t, utility, money.price))
        corrected = self._corrected(corrected, difference, t)
        old = Money(entry.bid, entry.price, entry.paid, is_other=False)
        self._warn_of_money(t, money, old, corrected.spent)
        if not entry.told and told.mark:
            text = f"round {t + 1} was told before, and played, with f_t = 0: what is told now is"
            text += " booked and not learnt; observe(later=True) keeps a round waiting for it"
            warnings.warn(text, UserWarning, stacklevel=3)
        self._progress = corrected

    def _corrected(self, now: Progress, difference: Amount, t: int | None) -> Progress:
        """Return the progress with a difference of money, of a round t from 0 or of none, booked.

        The player's next step counts it, and a rule knows what is left.
        """
        corrected = now._replace(
            spent=now.spent + difference,
            violation=now.violation + difference,
            untold=now.untold + difference,
        )
        present = min(now.t, self.horizon - 1)
        corrected = self._with_period_money(corrected, t, present, difference)
        return corrected._replace(state=self._with_money_now(corrected))

    def _with_period_money(
        self, now: Progress, t: int | None, present: int, paid: Amount, otherwise: Amount = 0.0
    ) -> Progress:
        """Return the progress with money of a round, or of none, in the budgets' present periods.

        A round counts in the periods that are not over: a late one may be of an earlier day. Money
        of no round counts in periods of the whole game alone. What does not count so adds
        `otherwise`.
        """
        every = self._plan.every
        if every is None:
            return now
        is_present = every >= self._plan.T if t is None else t // every == present // every
        paid_now = np.where(is_present, paid, otherwise)
        return now._replace(period_spent=now.period_spent + paid_now)

    @property
    def _has_money_by_the_clock(self) -> bool:
        """Whether rounds differ in their money: by their allowances, or as budgets begin anew."""
        return self._plan.given_allowance is not None or self._plan.every is not None

    @staticmethod
    def _unknown(now: Progress) -> tuple[int, ...]:
        """Return the rounds behind, from 0, whose money is not known."""
        return tuple(s for s, one in now.open.items() if s < now.t and one.money is None)

    def _with_money(
        self, now: Progress, *, behind: int, left: Amount, rounds: int, unknown: tuple[int, ...]
    ) -> Any:
        """Return the player's state, told what is left if it counts money itself.

        Parameters
        ----------
        now
            The progress, with the state, the allowance and the money of periods.
        behind
            How many rounds are behind.
        left, rounds
            What is left of the budget, and for how many rounds.
        unknown
            The rounds behind, from 0, whose money is not known.
        """
        with_money = getattr(self.player, "with_money", None)
        if with_money is None:
            return now.state
        plan = self._plan
        has_own = plan.given_allowance is not None
        allowance = plan.mean_allowance if has_own else now.allowance
        periods = (plan.every, now.period_spent)
        money = MoneyLeft(left, rounds, allowance, behind, plan.T, *periods, unknown)
        return with_money(now.state, money)

    def _with_money_now(self, now: Progress) -> Any:
        """Return the player's state between two rounds, told what the pacer's account has left."""
        unknown = self._unknown(now)
        return self._with_money(
            now,
            behind=now.t,
            left=self._plan.budget - now.spent,
            rounds=self._plan.T - now.t + len(unknown),
            unknown=unknown,
        )

    def _newer_price(self, now: Progress, money: Money) -> FloatArray:
        """Return what items are known to cost, with the prices of those that had a bid."""
        known: Any = now.known_price
        return np.where(money.bid > 0, money.price, known)

    def _advanced(self, now: Progress) -> Progress:
        """Return the progress in the next round, where a period may begin."""
        t = now.t + 1
        every = self._plan.every
        own = self._plan.given_allowance
        if own is not None and t < self.horizon:
            now = now._replace(allowance=allowance_of_round(own, self._plan.budget, t))
        if every is None:
            return now._replace(t=t)
        return now._replace(
            t=t,
            period_spent=spent_before(t, now.period_spent, every),
            period_allowed=spent_before(t, now.period_allowed + now.allowance, every),
        )

    def _warn_if_idle(self, open_round: OpenRound, prices: FloatArray) -> None:
        """Warn of a spent budget that held the bids of a round at the minimum, but charged nothing.

        That is under a cap, with several budgets; `warn_of_idle_budget` has the reason.
        """
        now = self._progress
        plan = self._plan
        if now.price_bound is None or not np.ndim(plan.budget) or not open_round.x.any():
            return
        is_held = np.all(open_round.bid - plan.minimum <= RESERVE * open_round.x)
        if is_held:
            is_spent = now.spent >= plan.budget * (1 - 2 * RESERVE)
            warn_of_idle_budget(plan.budget_names, is_spent, prices)

    def _read_money(
        self, t: int, decided: FloatArray, known: Any, bid: Any, price: Any, spend: Any
    ) -> Money:
        """Return what `observe` was told of a round's money, or what is known of it.

        Parameters
        ----------
        t : int
            The round, from 0.
        decided : FloatArray
            What the pacer bid, (n,).
        known : Money, Entry or None
            What was told of it before.
        bid, price, spend : array, mapping or None
            What `observe` was given.
        """
        checks.must(price is None or spend is None, "price", "not be given with spend", "both")
        if bid is not None:
            made = checks.non_negative_array("bid", in_order("bid", bid, self.names), self._plan.n)
        else:
            made = decided if known is None else known.bid
        is_told = price is not None or spend is not None
        uncounted = "money that is not counted is in no bound"
        wanted = f"be given (zeros if nothing was spent), or the round skipped: {uncounted}"
        checks.must(is_told or known is not None, "price", wanted, price)
        is_other = not np.array_equal(made, decided)
        if spend is None:
            one_price = known.price if price is None else self._as_prices("price", price)
            paid = known.paid if price is None and bid is None else dot(one_price, made)
            return Money(made, one_price, paid, is_other)
        amounts = self._as_prices("spend", spend)
        has_bid = made > 0
        known_price: Any = self._progress.known_price
        p: Any = np.where(has_bid, amounts / np.where(has_bid, made, 1.0), known_price)
        unknown = np.isnan(p)
        if unknown.any():
            item = int(np.argwhere(unknown)[0][-1])
            label = repr(self.names[item]) if self.names else item
            wanted = f"be given for round {t + 1}, or response= with prices to the pacer"
            got = f"spend alone for item {label}, which had no bid and no price yet"
            checks.must(False, "price", wanted, got)
        is_other |= bool(amounts[..., ~has_bid].any())
        total = amounts.sum(-1)
        return Money(made, p, total if np.ndim(total) else float(total), is_other)

    def _read_told(
        self, t: int, open_round: OpenRound | None, money: Money, ways: Mapping[str, Any]
    ) -> Told:
        """Return f_t as `observe` was given it for a round, if it may be given so.

        Parameters
        ----------
        t : int
            The round, from 0.
        open_round : OpenRound or None
            The round, if it waits; None for one that is told again.
        money : Money
            What it has cost, at which bid.
        ways : mapping
            "reach", "slope", "gradient" and "values", of which at most one is not None. If all are,
            f_t was not seen, and counts as 0.

        Raises
        ------
        ValueError
            For an array, or values, if the player asks more than once in a round; for values of a
            late round, as who asks for values asks where its state says.
        """
        minimum = self._plan.minimum
        n = self._plan.n
        reach, slope, gradient, values = ways.values()
        unknown = np.full(n, np.nan)
        points = None if open_round is None else open_round.points
        curve = None
        mark = ""
        if reach is not None:
            wanted = "be given to the pacer for reach: how bids bring it"
            checks.must(self.response is not None, "response", wanted, None)
            seen = checks.non_negative_array("reach", in_order("reach", reach, self.names), n)
            assert self.response is not None
            slopes = checks.array("reach", self.response.slopes_from_reach(money.bid, seen), (n,))
            curve = RevealedCurve(slopes, self.response.rate, minimum)
            unknown = seen
        elif slope is not None:
            steep = checks.array("slope", in_order("slope", slope, self.names), (n,))
            rate = np.zeros(n) if self.response is None else self.response.rate
            with np.errstate(over="ignore"):
                slopes = steep * np.exp(rate * money.bid)
            curve = RevealedCurve(checks.array("slope", slopes, (n,)), rate, minimum)
        elif gradient is None and values is None:  # f_t = 0, with gradient 0
            curve = RevealedCurve(np.zeros(n), np.zeros(n), minimum)
        if curve is not None:
            if reach is not None or slope is not None:
                mark = _mark(curve.slope)
            value = float(curve.value(money.bid - minimum)) if mark else math.nan
            if points is None:
                return Told(curve, unknown, value, mark)
            answers = {
                name: _at_bids(getattr(curve, name), minimum) for name in ("value", "gradient")
            }
            f = RevealedUtility(answers["value"], answers["gradient"], minimum, points)
            return Told(f, unknown, value, mark)
        require_columns("gradient", gradient, self.names)
        is_array = gradient is not None and not callable(gradient)
        if getattr(self.player, "asks_often", False) and (is_array or values is not None):
            raise ValueError("gradient must be a function: this player asks for it more than once")
        if points is not None and values is not None:
            raise ValueError(f"round {t + 1} is late: values cannot be told late")
        told = gradient if values is None else values
        value = math.nan
        if callable(told):
            at = money.bid[np.newaxis]
            seen = checks.real_array("gradient" if values is None else "values", told(at.copy()))
            if values is not None and seen.size == 1:
                value = float(seen.ravel()[0])
            mark = _mark(seen)
        else:
            mark = _mark(checks.real_array("gradient" if values is None else "values", told))
        return Told(RevealedUtility(values, gradient, minimum, points), unknown, value, mark)

    def _warn_of_bound(self, bound: FloatArray, prices: FloatArray, what: str) -> None:
        """Warn of a bound below prices that are known, which the cap would not hold for.

        Parameters
        ----------
        bound, prices : FloatArray
            `price_bound`, and the largest known prices, nan where none is known; both in the shape
            of prices.
        what : str
            Where the prices are known from, for the message.
        """
        is_dear = prices > bound * (1 + _ROUNDING)
        if not is_dear.any():
            return
        above = np.where(is_dear, prices - bound, -np.inf)
        at = np.unravel_index(int(above.argmax()), above.shape)
        label = f" of {self.names[int(at[-1])]!r}" if self.names else ""
        text = f"price_bound{label} is {bound[at]:g}, and {what} has prices up to {prices[at]:g}:"
        text += " at such prices the budget may be exceeded; take their largest with a margin"
        warnings.warn(text, UserWarning, stacklevel=3)

    def _warn_of_money(self, t: int, money: Money, old: Money | None, spent: Amount) -> None:
        """Warn, under a cap, of a price above its bound, and of a budget that is exceeded."""
        bound = self._progress.price_bound
        if bound is None or (old is not None and _is_same_money(old, money)):
            return
        dear = (money.price > bound * (1 + _ROUNDING)) & (money.bid > 0)
        beyond = np.atleast_1d(spent - self._plan.budget)
        reasons = []
        if dear.any():
            at = tuple(np.argwhere(dear)[0].tolist())
            label = f" of {self.names[at[-1]]!r}" if self.names else f"[{', '.join(map(str, at))}]"
            reasons.append(
                f"price{label} is {money.price[at]:g}, above price_bound = {bound[at]:g}"
            )
        if (beyond > 0).any():
            reasons.append(f"the budget is exceeded by {amount_text(np.maximum(beyond, 0.0))}")
        if reasons:
            text = " and ".join(reasons)
            warnings.warn(f"round {t + 1}: {text}; it is booked", UserWarning, stacklevel=3)

    def change(self, *, budget: Any = None, horizon: int | None = None) -> None:
        """Set another budget or horizon, between two rounds; or spread anew what is left.

        The rounds to come share evenly what is left: the budget less what was spent, and less the
        allowances of rounds that wait. Rounds that are told count from then on as allowed what they
        have spent. A budget that begins anew after a period is what a period may spend, and what a
        period has left over is gone. A player keeps its steps; a rule of practice decides anew.

        Parameters
        ----------
        budget : float, array (m,) or mapping, optional
            B_T, for all rounds, those so far included. A float, an array or a mapping with the
            names of the old budget, as the old budget is; unless given, it stays.
        horizon : int, optional
            T, more than the rounds so far; unless given, it stays.

        Raises
        ------
        TypeError, ValueError
            For a parameter that is not as described, a budget that leaves nothing for the rounds to
            come, a round that is decided and not observed, or a player that keeps B_T/T in its
            state (`keeps_allowance`) and would go on with the old one.
        """
        now = self._progress
        is_decided = now.t in now.open
        if is_decided:
            raise ValueError(f"round {self.round} must be observed or skipped before a change")
        follows = hasattr(self.player, "with_money")
        keeps_allowance = getattr(self.player, "keeps_allowance", False) and not follows
        wanted = "not keep B_T/T in its state for it to change"
        checks.must(not keeps_allowance, "player", wanted, short_repr(self.player))
        has_own = self._plan.given_allowance is not None
        wanted = "not be given to the pacer for a change: a new Pacer has those of the new budget"
        checks.must(not has_own, "allowance", wanted, "some")
        T = self.horizon if horizon is None else checks.positive_int("horizon", horizon)
        checks.must(T > now.t, "horizon", f"be more than the {now.t} rounds so far", T)
        old_plan = self._plan
        new_budget = self.budget if budget is None else budget
        new_plan = Plan(T, new_budget, self.domain, every=self._every)
        is_alike = np.shape(old_plan.budget) == np.shape(new_plan.budget)
        is_alike = is_alike and old_plan.budget_names == new_plan.budget_names
        wanted = f"be as before, {old_plan.budget_names or amount_text(old_plan.budget)}"
        checks.must(is_alike, "budget", wanted, short_repr(budget))
        # The allowances of rounds that wait are theirs, and what was spent is gone.
        waiting = [one.allowance for one in now.open.values() if one.money is None]
        used = now.spent + sum(waiting)
        if new_plan.every is not None:  # what a period that is over has left is gone, too
            is_period = new_plan.every < T
            used = np.where(is_period, old_plan.budget - now.allowance * (old_plan.T - now.t), used)
        for_rounds_to_come = new_plan.budget - used
        wanted = f"be more than the {amount_text(used)} that the {now.t} rounds so far have used"
        got = amount_text(new_plan.budget)
        checks.must(np.all(for_rounds_to_come > 0), "budget", wanted, got)
        allowance = for_rounds_to_come / (T - now.t)
        self._require_minimum_bids_covered(new_plan, allowance)
        # A player may refuse such a budget, as it would when the pacer is loaded; the state that it
        # returns is not used.
        self.player.init(new_plan)
        if new_plan.every is not None and old_plan.every is None:  # a period was all T rounds
            now = now._replace(period_spent=now.spent, period_allowed=now.spent)
        is_reset = True if new_plan.every is None else ~is_period
        violation = np.where(is_reset, 0.0, now.violation)
        now = now._replace(
            allowance=allowance, violation=violation if np.ndim(violation) else float(violation)
        )
        self._plan = new_plan
        try:
            if follows:
                player: Any = self.player
                state = player.decide_anew(self._with_money_now(now), now.t)
                now = now._replace(state=state, x=self._require_decision(state))
                now = self._at_its_round(now)
        except BaseException:
            self._plan = old_plan
            raise
        self._progress = now

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the pacer to a file, in one step: a kill leaves the old file or the new one.

        The file is JSON, with floats to the last bit. It must be new, or have what this pacer has
        saved there itself or was loaded from. What another process has saved meanwhile is not
        written over, as the money that the other one has spent would be forgotten.

        Parameters
        ----------
        path : str or path
            The file. A link is followed.

        Raises
        ------
        ValueError
            If another process has the file open (`Pacer.open`); if the file has something else than
            this pacer has saved there or was loaded from; if the player or the domain is no class
            of this package; or if the player keeps an f_t that was told as a function.
        OSError
            If nothing can be written.
        """
        file = os.path.realpath(path)
        # `current` is the file, open and locked for this process alone, or None if there is none.
        with self._locked_own_file(file) as current:
            # A cap is in the progress, as `price_bound`.
            parts = {
                "player": self.player,
                "domain": self.domain,
                "budget": self.budget,
                "horizon": self.horizon,
                "names": self.names,
                "every": self._every,
                "allowance": self._plan.given_allowance,
                "response": self.response,
                "progress": self._progress,
            }
            content = as_line({name: encode(part) for name, part in parts.items()})
            saved = SavedFile.of(content, self._progress, self._plan)
            # If an interrupt stops the next step, the file may have its old content or the new one:
            # until it is over, both count as this pacer's own.
            self._saved_files[file] = (*self._saved_files.get(file, ()), saved)
            try:
                new_file = sources.replace(file, content, current)
            except FileExistsError:  # another process has made it since a moment ago
                raise ValueError(not_own_message(file, was_saved=False)) from None
            self._saved_files[file] = (saved,)
            if self._open_file and self._open_file.path == file:  # within `Pacer.open`
                self._close()
                self._open_file = OpenFile(file, new_file)
            else:
                new_file.close()

    @contextmanager
    def _locked_own_file(self, file: str) -> Iterator[FileIO | None]:
        """Keep other processes from a file that is this pacer's own, while the context lasts.

        `SavedFile.is_in` tells by the file's size, and by its first bytes, whether it holds what
        this pacer has saved there or loaded from it. `_saved_files` has two candidates where a save
        was stopped, as the file may hold the old content or the new one; it is left with the one
        that the file holds.

        Parameters
        ----------
        file : str
            The path of the file.

        Yields
        ------
        FileIO or None
            The file, open and locked; None if there is no such file, which is no error.

        Raises
        ------
        ValueError
            If the file holds something else.
        """
        held = self._open_file  # within `Pacer.open`, which has locked it already
        with ExitStack() as stack:
            current = None
            # The path may by now lead to another file than the one that is held.
            if held and held.path == file and sources.is_file_at(held.file, file):
                current = held.file
            else:
                with suppress(FileNotFoundError):
                    current = stack.enter_context(lock_for_save(file))
            if current:
                candidates = self._saved_files.get(file, ())
                matching = [saved for saved in candidates if saved.is_in(current)]
                if not matching:
                    raise ValueError(not_own_message(file, was_saved=bool(candidates)))
                self._saved_files[file] = (matching[0],)
            yield current

    @classmethod
    @contextmanager
    def open(cls, path: str | os.PathLike[str], *, timeout: float | None = None) -> Iterator[Pacer]:
        """Load the pacer of a file, keep all others from it meanwhile, and save it at the end.

        Two scripts that overlap, as when one started every hour takes longer than that, would each
        go on from the same file, and each spend what is left. With this the second one waits until
        the first one has saved, and goes on from there. The lock is on the file itself: there is
        none beside it, and a process that ends in whatever way keeps nobody waiting.

        Parameters
        ----------
        path : str or path
            A file that `save` has written. A link is followed.
        timeout : float, optional
            For how many seconds the file is waited for; None: as long as it takes. A block within
            another one, of the same file, would wait for ever.

        Yields
        ------
        Pacer
            As of the file's last step. It may be saved in between, and should be after each round
            if a kill is to lose none. It is saved at the end if anything has changed since, also
            when the block ends by an exception: each `observe` has happened as a whole or not at
            all, and what the platform has charged by then must stay counted. Then others may have
            the file.

        Raises
        ------
        TimeoutError
            If another one still has the file when the time is over.
        ValueError
            For a file that is not there, damaged, or of another version. At the end, if the path
            then leads to a file that this pacer has neither loaded nor saved.
        OSError
            If the file cannot be written, or the system has no locks.

        Examples
        --------
        >>> import osphg, tempfile
        >>> player = osphg.OSPHG(mu=0.05, delta=40.0, K=4, weighted=True)
        >>> pacer = osphg.Pacer(player, domain=osphg.Box.unit(2), budget=10.0, horizon=50)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = f"{folder}/pacer.json"
        ...     pacer.save(file)
        ...     with osphg.Pacer.open(file) as pacer:  # from here on others wait
        ...         x = pacer.decide()
        ...         pacer.observe(price=[2.0, 3.0], gradient=lambda X: 1.0 / (1.0 + X))
        ...     osphg.Pacer.load(file).round
        2
        """
        file = os.path.realpath(path)
        wait = math.inf if timeout is None else checks.non_negative_float("timeout", timeout)
        try:
            lock = sources.lock(file, timeout=wait)
        except FileNotFoundError as error:
            raise ValueError(unreadable_message(file, error)) from None
        except BlockingIOError:
            wanted = f"be let go by another one within timeout = {wait:g} s"
            raise TimeoutError(f"path must {wanted}, got {file!r}") from None
        try:
            pacer: Pacer = cls.load(file)
        except BaseException:
            lock.close()
            raise
        pacer._open_file = OpenFile(file, lock)
        try:
            yield pacer
        finally:
            try:
                if not pacer._is_in_file(file):
                    pacer.save(file)
            finally:
                pacer._close()

    def _close(self) -> None:
        """Let others have the file that `Pacer.open` has locked, if there is one."""
        if self._open_file:
            self._open_file.file.close()
        self._open_file = None

    def _is_in_file(self, file: str) -> bool:
        """Whether the file, as it was last saved or loaded, has all of this pacer."""
        candidates = self._saved_files.get(file, ())
        if len(candidates) != 1:
            return False
        (saved,) = candidates
        return saved.progress is self._progress and saved.plan is self._plan

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Pacer:
        """Return the pacer of a file that `save` has written, as of its last step.

        Nothing that a file names is run. To load a pacer, play, and save it, see `open`.

        Parameters
        ----------
        path : str or path
            The file. A link is followed.

        Returns
        -------
        Pacer
            The pacer, in the round in which it was saved.

        Raises
        ------
        ValueError
            For a file that cannot be read, is damaged or of another version, or holds what no
            pacer can have come to, such as an amount that is not finite.
        """
        file = Path(os.path.realpath(path))
        try:
            text = file.read_bytes() if file.is_file() or not file.exists() else b""  # a pipe waits
        except OSError as error:
            raise ValueError(unreadable_message(file, error)) from None
        content = content_of(text, file)
        try:
            parts = json.loads(content, object_hook=decode)
            progress = parts.pop("progress")
            checks.of_kind("progress", progress, Progress, "be of a game")
            pacer = cls(**parts)
            pacer._require_possible(progress)
            pacer._progress = progress
        except Exception as error:  # of whatever kind objects of a file's content raise
            wanted = f"path must be a file that this version reads, got {str(file)!r}"
            raise ValueError(f"{wanted}: {' '.join(str(error).split())}") from None
        # By this `save` knows the file again. It is a tuple, as after a save that was stopped there
        # may be two candidates.
        pacer._saved_files[str(file)] = (SavedFile.of(text, progress, pacer._plan),)
        return pacer

    def _require_possible(self, progress: Progress) -> None:
        """Refuse the progress in a file if no game of this pacer can lead to it.

        A checksum shows that a file was damaged, but not that somebody has changed it and has set
        the checksum, too. A pacer with such numbers could overspend.

        Parameters
        ----------
        progress : Progress
            What the file says, of any content.

        Raises
        ------
        TypeError, ValueError
            For the first field that is impossible; the message names it.
        """
        t = checks.integer("progress.t", progress.t, 0, self.horizon)  # rounds that are behind
        self._require_amount("progress.allowance", progress.allowance, minimum=0)
        self._require_amount("progress.spent", progress.spent, minimum=0)
        self._require_amount("progress.violation", progress.violation)
        if self._plan.every is not None:
            self._require_amount("progress.period_spent", progress.period_spent, minimum=0)
            self._require_amount("progress.period_allowed", progress.period_allowed, minimum=0)
        # `origin` is from where a point is counted in the player's X: 0 for a decision, and the
        # minimum bids for a bid.
        self._require_point("progress.x", progress.x, origin=0)
        if progress.price_bound is not None:
            checks.of_kind("progress.price_bound", progress.price_bound, _ARRAY, "be an array")
            self._as_prices("progress.price_bound", progress.price_bound)
        require_finite("progress.state", progress.state)
        self._require_decision(progress.state)  # what it decides has to be a point of X
        multiplier = self.player.multiplier(progress.state)
        self._require_amount("progress.state, its multiplier,", multiplier)
        # By its number from 0, each round that was decided and is not observed yet.
        checks.of_kind("progress.open", progress.open, dict, "be of rounds")
        for s, open_round in progress.open.items():
            # One of the rounds that are behind, or number t, this round, once it is decided; after
            # the last round there is no such one.
            name = f"progress.open[{short_repr(s)}]"
            checks.integer(name, s, 0, min(t, self.horizon - 1))
            checks.of_kind(name, open_round, OpenRound, "be a round that was decided")
            self._require_point(f"{name}.x", open_round.x, origin=0)
            self._require_point(f"{name}.bid", open_round.bid, origin=self._plan.minimum)
            self._require_amount(f"{name}.allowance", open_round.allowance, minimum=0)
            if open_round.money is not None:
                checks.of_kind(f"{name}.money", open_round.money, Money, "be what a round has cost")
                self._require_amount(f"{name}.money.paid", open_round.money.paid, minimum=0)
        checks.of_kind("progress.ledger", progress.ledger, Ledger, "be of rounds")
        progress.ledger.require_possible(t, self._plan.n, self._plan.budget)
        checks.of_kind("progress.booked", progress.booked, dict, "be of amounts")
        for key, amount in progress.booked.items():
            self._require_amount(f"progress.booked[{short_repr(key)}]", amount)
        self._require_amount("progress.untold", progress.untold)

    def _require_amount(self, name: str, amount: Any, minimum: float = -math.inf) -> None:
        """Refuse what is no finite amount of money of at least a minimum.

        Parameters
        ----------
        name : str
            What the message calls it.
        amount : float or array (m,)
            The amount; with several budgets it has to be an array with an entry for each, else a
            float.
        minimum : float
            What no entry may be below.
        """
        if np.ndim(self._plan.budget):
            checks.array(name, amount, np.shape(self._plan.budget))
        else:
            checks.finite_float(name, amount)
        is_enough = np.all(np.asarray(amount) >= minimum)
        checks.must(is_enough, name, f"be at least {minimum}", amount)

    def _require_point(self, name: str, point: Any, origin: Any) -> None:
        """Refuse what is no array (n,), or a point that, less the origin, is not in the player's X.

        Parameters
        ----------
        name : str
            What the message calls it.
        point : array (n,)
            A decision or a bid.
        origin : 0 or array (n,)
            From where the point is counted in the player's X. The player decides on bids above the
            minimum: 0 for its decisions, and the minimum bids for bids.
        """
        X = self._plan.domain
        checks.of_kind(name, point, _ARRAY, "be an array")
        is_inside = X.contains(checks.array(name, point, (X.n,)) - origin)
        checks.must(is_inside, name, f"lie in {self.domain}", short_repr(point))

    def _as_prices(self, name: str, value: Any) -> FloatArray:
        """Return prices as an array, (n,), or (m, n) with several budgets; refuse what is none.

        Parameters
        ----------
        name : str
            What the message calls them.
        value : array_like, mapping or frame of pandas
            The prices: in the order of items and of budgets, or by their names.

        Returns
        -------
        FloatArray
            The prices, none of which is negative, in that order.

        Raises
        ------
        TypeError, ValueError
            For another shape, other names, or a price that is negative or not finite.
        """
        budgets = self._plan.budget_names
        # A frame is read by position: its columns have to be the items in their order.
        require_columns(name, value, self.names)
        if hasattr(value, "columns"):  # a frame of pandas
            labels = [*value.index]
            if budgets is not None and any(isinstance(label, str) for label in labels):
                wanted = f"have its rows in the order of the budgets, {budgets}"
                checks.must(labels == [*budgets], name, wanted, short_repr(labels))
        if budgets is not None and isinstance(value, Mapping):
            rows = zip(budgets, in_order(name, value, budgets), strict=True)
            value = [in_order(f"{name}[{key!r}]", row, self.names) for key, row in rows]
        # A mapping becomes a list in the order of the items; anything else stays as it is.
        value = in_order(name, value, self.names)
        return checks.non_negative_array(name, value, *np.shape(self._plan.budget), self._plan.n)

    def _money_left(self, plan: Plan, allowance: Amount) -> Amount:
        """Return the money that is certainly left for bids above the minimum; infinity without cap.

        That is the budget less what was spent, less what the rounds that wait for an observation
        may cost, less the minimum bids of the rounds to come, all at the bound of prices. `RESERVE`
        is kept back against rounding. Call it before this round is decided: its minimum bids are
        among those to come, and afterwards it waits for an observation, too.

        Parameters
        ----------
        plan : Plan
            The pacer's own, or one that `change` is about to take: with another budget or T, and
            the same minimum bids.
        allowance : float or array (m,)
            What each round to come is allowed; it makes the money of a budget's period.
        """
        now = self._progress
        bound = now.price_bound
        if bound is None:
            return np.inf
        if plan.every is not None:
            return self._money_left_of_periods(plan, allowance)
        costs = [dot(bound, one.bid) for one in now.open.values() if one.money is None]
        waiting = sum(costs)
        minimum_cost = dot(bound, self._plan.minimum) * (plan.T - now.t)
        return plan.budget * (1 - RESERVE) - (now.spent + waiting) - minimum_cost

    def _money_left_of_periods(self, plan: Plan, allowance: Amount) -> FloatArray:
        """Return what `_money_left` does, (m,), each budget for its present period."""
        now = self._progress
        bound: Any = now.price_bound
        every: Any = plan.every
        t = min(now.t, plan.T - 1)
        period = t // every
        left = rounds_left(t, plan.T, every)
        allowed = now.period_allowed + allowance * left
        money = np.where(every >= plan.T, plan.budget, allowed) * (1 - RESERVE)
        costs = [
            np.where(s // every == period, dot(bound, one.bid), 0.0)
            for s, one in now.open.items()
            if one.money is None
        ]
        minimum_cost = dot(bound, plan.minimum) * left
        return np.asarray(money - (now.period_spent + sum(costs)) - minimum_cost)

    def _require_minimum_bids_covered(self, plan: Plan, allowance: Amount) -> None:
        """Under a cap, refuse a budget that may not cover what was spent and the minimum bids."""
        left = self._money_left(plan, allowance)
        bound = self._progress.price_bound
        if bound is not None and plan.every is not None:
            # Of periods to come each round is allowed the same.
            each_round = allowance * (1 - RESERVE) - dot(bound, plan.minimum)
            left = np.minimum(left, each_round * plan.every)
        needed = amount_text(plan.budget * (1 - RESERVE) - left)
        wanted = "cover what was spent and the minimum bids of all rounds at price_bound"
        checks.must(np.all(left >= 0), "budget", f"{wanted}, {needed}", amount_text(plan.budget))

    def _require_decision(self, state: Any) -> FloatArray:
        """Return a copy of what the player decides; ValueError unless it is a point of X."""
        X = self._plan.domain
        x = np.array(checks.real_array("decide", self.player.decide(state)))
        if x.shape != (X.n,) or not X.contains(x):
            raise ValueError(f"the decision must lie in {X}, got {x.tolist()}")
        return x

    def _require_response(self, response: Any) -> Response | None:
        """Return what the pacer was given as its response; ValueError for other items."""
        if isinstance(response, Rounds):
            response = Response.of(response)
        if response is not None:
            checks.of_kind("response", response, Response, "be a Response, or Rounds of a log")
            items = len(response.rate)
            checks.must(items == self._plan.n, "response", f"have {self._plan.n} items", items)
        return response

    def _expected_price(self) -> FloatArray:
        """Return what items are expected to cost, in the shape of prices; nan where nobody says."""
        shape = (*np.shape(self._plan.budget), self._plan.n)
        if self.response is None or self.response.price is None:
            return np.full(shape, np.nan)
        checks.array("response.price", self.response.price, shape)
        return np.array(self.response.price)

    def _require_open_round(self, t: int) -> OpenRound:
        """Return a round that was decided and not observed; ValueError for any other."""
        if t in self._progress.open:
            return self._progress.open[t]
        if t == self._progress.t and not self.over:
            raise ValueError(f"round {t + 1} must be decided before it is observed: decide() first")
        wanted = f"round must be {self.round}, or one that waits, of {self.waiting}"
        raise ValueError(f"{wanted}, got {t + 1}")


def _entry(open_round: OpenRound, money: Money, told: Told) -> Entry:
    """Return the entry of a round that is told."""
    return Entry(
        decided=open_round.bid,
        bid=money.bid,
        price=money.price,
        paid=money.paid,
        allowance=open_round.allowance,
        multiplier=open_round.multiplier,
        reach=told.reach,
        utility=told.value,
        told=told.mark,
    )


def _is_same_money(one: Money | Entry, other: Money) -> bool:
    """Tell whether a round's money is told again as it was."""
    return (
        np.array_equal(one.bid, other.bid)
        and np.array_equal(one.price, other.price)
        and bool(np.all(one.paid == other.paid))
    )


def _mark(told: FloatArray) -> str:
    """Return by what an array is known again."""
    return blake2b(np.asarray(told, dtype=np.float64).tobytes(), digest_size=8).hexdigest()


def _at_bids(answer: Callable[[FloatArray], FloatArray], minimum: FloatArray) -> Any:
    """Return a function of the player's points as one of bids, which are counted from 0."""
    return lambda bids: answer(bids - minimum)

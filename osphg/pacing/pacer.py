"""A player in the middle of a game: it decides, observes what came of it, and can be saved.

In round t the player decides x_t; the round then reveals the utility f_t and the prices p_t, and
<p_t, x_t> is what it costs. The allowance of a round is what it may cost on average, B_T/T for the
budget B_T of T rounds, and lambda_t is the player's multiplier. With m budgets the prices P_t have
a row for each, (m, n), and amounts of money are arrays (m,).

A domain may have minimum bids, lower bounds above 0. The player then decides on the bids above
them, x_t, and what is bid is x_t plus the minimum bids. Under a cap (`hard=True`) a bid is scaled
down to what the money left covers with prices at their bound; the player is not told. A budget that
begins anew after some rounds, as that of a day, is a cap of each of its periods.

What changes in a game is its `Progress`, a value that each step replaces by another one. What stays
is the player, its names, and the `Plan`: T, the budget and the domain.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO
from numbers import Real
from pathlib import Path
from typing import Any, NamedTuple

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
from osphg.pacing.plan import Plan
from osphg.pacing.revealed import RevealedUtility, in_order
from osphg.players.base import Feedback, Player, first_state, require_player
from osphg.players.capped import RESERVE, Capped, scaled_down, warn_of_idle_budget
from osphg.recording import RoundError
from osphg.rounds import require_columns, require_names

_LINES_PER_FILE = 256  # added by quick saves to a file, about; then all of it is written anew

_ARRAY: Any = np.ndarray  # without the types of its entries, which a check does not look at


class OpenRound(NamedTuple):
    """A round that was decided, and is not observed yet."""

    x: FloatArray  # what the player decided, counted from the minimum bids, (n,)
    bid: FloatArray  # what was bid, (n,)
    allowance: Amount  # what the round may cost on average


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

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described, or a player that cannot play such a game.

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
        )
        self._require_minimum_bids_covered(plan, plan.mean_allowance)  # which reads the progress

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

    def _by_name(self, amount: Amount) -> Any:
        """Return a copy of an amount, as a mapping where the budgets have names."""
        return self._plan.by_name(amount.copy() if np.ndim(amount) else float(amount))

    @property
    def points(self) -> FloatArray:
        """Where the player asks for the gradient of f_t in this round, or for values, (points, n).

        The points are bids, with the minimum bids in them. A player that asks nothing has no
        points, (0, n). Keep the points of a round that will be
        observed late: its gradient is then asked for there.
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

    def decide(self) -> FloatArray:
        """Return the decision of this round; the same however often it is asked for.

        Returns
        -------
        FloatArray
            x_t, the bid for each item, (n,), in X.

        Raises
        ------
        ValueError
            If all T rounds are over.
        """
        now = self._progress
        wanted = "be extended by change(horizon=...) for another decision"
        checks.must(not self.over, "horizon", wanted, f"{self.horizon}, all over")
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
            open_round = OpenRound(now.x, x + self._plan.minimum, now.allowance)
            self._progress = now._replace(open={**now.open, now.t: open_round})
        return self._progress.open[now.t].bid.copy()

    def bids(self) -> dict[str, float]:
        """Return `decide()` by the names of the items.

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
        return dict(zip(self.names, self.decide().tolist(), strict=True))

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
        self._progress = self._advanced(self._progress)

    def observe(
        self,
        *,
        price: ArrayLike | Mapping[str, Any] | None = None,
        gradient: Callable[[FloatArray], Any] | ArrayLike | None = None,
        values: Callable[[FloatArray], Any] | ArrayLike | None = None,
        round: int | None = None,  # noqa: A002
    ) -> None:
        """Tell the player what a round has brought, and go on to the next.

        Parameters
        ----------
        price : array (n,), array (m, n) or mapping
            p_t, what a unit of each bid has cost, not negative; it must be given. With several
            budgets a row for each, or a mapping of their names to arrays (n,). Each (n,) may be a
            mapping (a pandas Series) by the items' names.
        gradient : callable or array, optional
            grad f_t, a function of points (m, n) -> (m, n), or its values, (m, n), at the m
            `points` of the round, as many as the player asks for. None: f_t was not seen, and the
            round is played with f_t = 0. A function is that of its own round for good:
            `DualDescent` with a season and `Resolve` ask it again in later rounds. One that is made
            in a loop takes the loop's variable as a default, `lambda X, t=t: ...`, or it would
            answer for another round.
        values : callable or array, optional
            f_t in place of its gradient, for players that ask for values: (m,) at points (m, n).
        round : int, optional
            The round of the last `decide`, unless given; or a round that was skipped and waits. A
            late round is observed between two rounds: before the next `decide`, or once the present
            round is observed. Its gradient is an array, at the `points` that it had. The step is
            taken from where the player is now.

        Raises
        ------
        TypeError, ValueError
            For anything else than this, or a round out of turn: the pacer is then as it was.
        RoundError
            Where the player cannot take this step, as when numbers overflow; the pacer is then as
            it was, too.
        """
        now = self._progress
        t = now.t if round is None else checks.positive_int("round", round, self.horizon) - 1
        open_round = self._require_open_round(t)
        is_late = t < now.t
        uncounted = "money that is not counted is in no bound"
        wanted = f"be given (zeros if nothing was spent), or the round skipped: {uncounted}"
        checks.must(price is not None, "price", wanted, price)
        p = self._as_prices("price", price)
        if now.price_bound is not None and (p > now.price_bound).any():
            at = tuple(np.argwhere(p > now.price_bound)[0].tolist())
            excess = f"{p[at]:g} > {now.price_bound[at]:g} at price{list(at)}"
            raise ValueError(f"price must be at most price_bound for hard=True, got {excess}")
        f = self._require_revealed(t, gradient, values)
        try:
            with np.errstate(all="ignore"):
                # The player is told of its own decision x, which may have been scaled down to the
                # bid that was played: only the bid is paid. The value f_t(x) is not known.
                cost = dot(p, open_round.x + self._plan.minimum)
                over = cost - open_round.allowance
                feedback = Feedback(
                    t, open_round.x, f, np.nan, p, over, self._plan.told_allowance(t)
                )
                state = self.player.update(now.state, feedback)
                x = self._require_decision(state)  # the next one
                paid = dot(p, open_round.bid)
                spent = now.spent + paid
                violation = now.violation + (paid - open_round.allowance)
        except RoundError:
            raise
        except (ValueError, ArithmeticError) as error:
            raise RoundError(f"round {t + 1}: {error}") from error
        self._warn_if_idle(open_round, p)
        observed = now._replace(
            state=state,
            x=x,
            spent=spent,
            violation=violation,
            open={s: waiting for s, waiting in now.open.items() if s != t},
        )
        every = self._plan.every
        if every is not None:
            # A round counts in the periods that are not over: a late one may be of an earlier day.
            is_present = t // every == now.t // every
            paid_now = np.where(is_present, paid, 0.0)
            observed = observed._replace(period_spent=now.period_spent + paid_now)
        self._progress = observed if is_late else self._advanced(observed)

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

    def _require_revealed(self, t: int, gradient: Any, values: Any) -> RevealedUtility:
        """Return f_t as `observe` was given it for a round, if it may be given so.

        Parameters
        ----------
        t : int
            The round, counted from 0; an earlier one than the present is late.
        gradient, values : callable, array or None
            What `observe` was given. If both are None, f_t was not seen, and counts as 0.

        Raises
        ------
        ValueError
            For a gradient together with values; for an array, or values, if the player asks more
            than once in a round. Of a late round only an array is taken, or nothing at all: a
            function would be asked at the points of now, and not at those of its round. A late
            round is also refused while the present one is decided and waits: the step of the late
            one would replace the state that has decided it.
        """
        require_columns("gradient", gradient, self.names)
        is_one = gradient is None or values is None
        checks.must(is_one, "gradient", "not be given with values", "both")
        is_array = gradient is not None and not callable(gradient)
        if getattr(self.player, "asks_often", False) and (is_array or values is not None):
            raise ValueError("gradient must be a function: this player asks for it more than once")
        now = self._progress
        is_late = t < now.t
        if is_late and (callable(gradient) or values is not None):
            wanted = (
                "gradient must be an array, at the points that it had, and values cannot be told"
            )
            raise ValueError(f"round {t + 1} is late: {wanted} late")
        if is_late and now.t in now.open:
            first = f"round {self.round}, which is decided, is observed or skipped"
            raise ValueError(f"round {t + 1} must wait until {first}")
        if gradient is None and values is None:  # f_t = 0, with gradient 0
            return RevealedUtility(lambda X: np.zeros(len(X)), np.zeros_like, self._plan.minimum)
        return RevealedUtility(values, gradient, self._plan.minimum)

    def change(self, *, budget: Any = None, horizon: int | None = None) -> None:
        """Set another budget or horizon, between two rounds.

        The rounds so far keep their allowances, whatever they have spent. The rounds to come share
        evenly what is left of the new budget beside these; the player keeps its steps.

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
        keeps_allowance = getattr(self.player, "keeps_allowance", False)
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
        # What the rounds so far were allowed is theirs, whatever they have spent.
        allowed_so_far = old_plan.budget - now.allowance * (old_plan.T - now.t)
        for_rounds_to_come = new_plan.budget - allowed_so_far
        wanted = (
            f"be more than the {amount_text(allowed_so_far)}"
            f" that the {now.t} rounds so far were allowed"
        )
        remedy = "for less, begin a new Pacer with what is left"
        got = f"{amount_text(new_plan.budget)}; {remedy}"
        checks.must(np.all(for_rounds_to_come > 0), "budget", wanted, got)
        allowance = for_rounds_to_come / (T - now.t)
        self._require_minimum_bids_covered(new_plan, allowance)
        # A player may refuse such a budget, as it would when the pacer is loaded; the state that it
        # returns is not used.
        self.player.init(new_plan)
        self._plan = new_plan
        if new_plan.every is not None and old_plan.every is None:  # a period was all T rounds
            now = now._replace(period_spent=now.spent, period_allowed=allowed_so_far)
        self._progress = now._replace(allowance=allowance)

    def save(self, path: str | os.PathLike[str], *, quick: bool = False) -> None:
        """Write the pacer to a file, in one step: a kill leaves the old file or the new one.

        The file is JSON, with floats to the last bit. It must be new, or have what this pacer has
        saved there itself or was loaded from. What another process has saved meanwhile is not
        written over, as the money that the other one has spent would be forgotten.

        Parameters
        ----------
        path : str or path
            The file. A link is followed.
        quick : bool
            Whether only the progress since the last save is added to the file, as a line. This is
            much faster, as it does not wait for the disk. After about 256 such saves all is written
            anew. A kill loses nothing of a quick save either. A cut of the power may lose the last
            ones: what they had observed has to be observed again.

        Raises
        ------
        ValueError
            If another process has the file open (`Pacer.open`); if the file has something else than
            this pacer has saved there or was loaded from; or if the player or the domain is no
            class of this package.
        OSError
            If nothing can be written.
        """
        file = os.path.realpath(path)
        checks.flag("quick", quick)
        # `current` is the file, open and locked for this process alone, or None if there is none.
        with self._locked_own_file(file) as current:
            if quick and current and self._add_line(file, current):
                return
            # A cap is in the progress, as `price_bound`.
            parts = {
                "player": self.player,
                "domain": self.domain,
                "budget": self.budget,
                "horizon": self.horizon,
                "names": self.names,
                "every": self._every,
                "allowance": self._plan.given_allowance,
                "progress": self._progress,
            }
            content = as_line({name: encode(part) for name, part in parts.items()})
            # The content is one line: the last line begins at byte 0.
            saved = SavedFile.of(content, last_start=0, progress=self._progress, plan=self._plan)
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

    def _add_line(self, file: str, current: FileIO) -> bool:
        """Add the progress to the file as a line, which is fast; tell whether that was possible.

        False, and the caller writes the whole file anew: where the plan has changed since, where
        the file is as large as `_LINES_PER_FILE` (some hundred) lines of progress, or where the
        disk has no room for the line.

        Parameters
        ----------
        file : str
            The path of the file.
        current : FileIO
            The file, open and locked, as this pacer has last saved it.
        """
        # `_saved_files` has by path what is known of a file (`SavedFile`): its size in bytes, the
        # progress and the plan. There are two candidates where a save was stopped, of which
        # `_locked_own_file` has left one.
        (saved,) = self._saved_files[file]
        line = as_line(encode(self._progress))
        if saved.plan is not self._plan or saved.size >= _LINES_PER_FILE * len(line):
            return False
        longer = saved.with_line(line, self._progress)
        # If an interrupt stops the next step, the file has the line or has it not: both are own.
        self._saved_files[file] = (saved, longer)
        written = os.pwrite(current.fileno(), line, saved.size)
        if written < len(line):  # the disk is full
            # The half of a line that stands there counts as no progress when it is read. None says
            # so, and that no line may follow it: the file has to be written anew.
            self._saved_files[file] = (saved.with_line(line[:written], None),)
            return False
        self._saved_files[file] = (longer,)
        return True

    @contextmanager
    def _locked_own_file(self, file: str) -> Iterator[FileIO | None]:
        """Keep other processes from a file that is this pacer's own, while the context lasts.

        `SavedFile.is_in` tells by the file's size, and by the first bytes of two of its lines,
        whether it holds what this pacer has saved there or loaded from it. `_saved_files` has two
        candidates where a save was stopped, as the file may hold the old content or the new one; it
        is left with the one that the file holds.

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

        Nothing that a file names is run. A step that is not whole, as a kill may leave it, was
        never saved, and does not count. To load a pacer, play, and save it, see `open`.

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
        # Every whole line ends with a line end: `rest`, what follows the last one, is empty, or the
        # part of a step that was not written to its end. A file without a line end is `rest` alone:
        # `content_of` refuses it, unless nothing but the line end is missing.
        *lines, rest = text.split(b"\n")
        lines = lines or [rest]
        first = content_of(lines[0], file)
        last = content_of(lines[-1], file)
        try:
            parts = json.loads(first, object_hook=decode)
            progress = parts.pop("progress")
            if len(lines) > 1:
                progress = json.loads(last, object_hook=decode)
            checks.of_kind("progress", progress, Progress, "be of a game")
            pacer = cls(**parts)
            pacer._require_possible(progress)
            pacer._progress = progress
        except Exception as error:  # of whatever kind objects of a file's content raise
            wanted = f"path must be a file that this version reads, got {str(file)!r}"
            raise ValueError(f"{wanted}: {' '.join(str(error).split())}") from None
        # By this `save` knows the file again. It is a tuple, as after a save that was stopped there
        # may be two candidates.
        last_start = sum(len(line) + 1 for line in lines[:-1])
        # Nothing is added to half a line: without a plan `save` writes the whole file anew.
        plan = pacer._plan if not rest else None
        pacer._saved_files[str(file)] = (SavedFile.of(text, last_start, progress, plan),)
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
        waiting = sum(dot(bound, open_round.bid) for open_round in now.open.values())
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
            np.where(s // every == period, dot(bound, open_round.bid), 0.0)
            for s, open_round in now.open.items()
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

    def _require_open_round(self, t: int) -> OpenRound:
        """Return a round that was decided and not observed; ValueError for any other."""
        if t in self._progress.open:
            return self._progress.open[t]
        if t == self._progress.t and not self.over:
            raise ValueError(f"round {t + 1} must be decided before it is observed: decide() first")
        wanted = f"round must be {self.round}, or one that waits, of {self.waiting}"
        raise ValueError(f"{wanted}, got {t + 1}")

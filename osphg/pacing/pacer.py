"""A player in the middle of a game: it decides, observes what came of it, and can be saved."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property, lru_cache
from hashlib import blake2b
from importlib import import_module
from inspect import signature
from io import FileIO
from numbers import Real
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks, sources
from osphg.arithmetic import dot
from osphg.checks import FloatArray
from osphg.compiled.steps import stepped
from osphg.domains import Box, Domain
from osphg.messages import short_repr
from osphg.players.base import Feedback, Player, require_player
from osphg.players.capped import RESERVE, Capped, scaled_down
from osphg.recording import RoundError
from osphg.rounds import Block, Game, require_columns, require_decision_set, require_names
from osphg.utilities import consistent_method

Amount = Any  # of money: a float for one budget, an array (m,) for several


def _budget(value: Any) -> tuple[Amount, tuple[str, ...] | None]:
    """Return a budget, a float or an array (m,) above 0, and the names that a mapping gives."""
    names = None
    if hasattr(value, "to_dict") and np.ndim(value) == 1:  # by pandas, with labels
        value = value.to_dict()
    if isinstance(value, Mapping):
        if not all(isinstance(name, str) and name for name in value):
            raise TypeError(
                f"budget must have texts as names of the budgets, got {short_repr(value)}"
            )
        names, value = tuple(value), list(value.values())
    elif not isinstance(value, list | tuple) and getattr(value, "ndim", 0) == 0:
        return checks.positive_float("budget", value), None
    amounts = checks.read_only_copy(checks.array("budget", value, (None,)))
    for key, amount in zip(map(repr, names or range(len(amounts))), amounts.tolist(), strict=True):
        checks.positive_float(f"budget[{key}]", amount)
    return amounts, names


def as_text(amount: Amount) -> str:
    """Return an amount, or several, as a message shows them."""
    return ", ".join(f"{part:g}" for part in np.ravel(amount))


def _lacking(name: str) -> Any:
    """Return what a plan says of a constant for which it was given nothing."""

    def ask(self: Plan) -> float:
        raise ValueError(f"{name} must be given to the plan for that, got None")

    return cached_property(ask)


class Plan(Game):
    """A game whose rounds are still to come: what a player is tuned by, and started with.

    The budget B_T of all T rounds is a number above 0, or several, an array (m,) or a mapping of
    names. The domain contains the origin, or is a Box with minimum bids, lower bounds above 0: that
    of the game is then that of the bids above the minimum. Optional: no gradient of f_t is longer
    than beta_f, no price vector than beta_p (no P_t (m, n) has a larger singular value, with
    several budgets), no two values of one f_t are further apart than F, beta_f R unless given, and
    L is the smoothness constant of every f_t. TypeError or ValueError for a parameter outside that,
    ValueError later for a constant that is asked for and was not given.

    >>> import osphg
    >>> plan = osphg.pacing.Plan(100, 50.0, osphg.Box.unit(2), beta_f=2.0, beta_p=3.0)
    >>> osphg.OSPHG.tuned(plan, W=10).delta
    36.0
    """

    def __init__(
        self,
        T: int,
        budget: float | ArrayLike | Mapping[str, float],
        domain: Domain,
        *,
        beta_f: float | None = None,
        beta_p: float | None = None,
        F: float | None = None,
        L: float | None = None,
    ) -> None:
        self.T = checks.positive_int("T", T)
        self.budget, self.budget_names = _budget(budget)
        least = domain.lower if isinstance(domain, Box) else np.zeros(1)
        if (least > 0).any() and (least >= 0).all():
            domain = Box(domain.upper - least)
        self.domain = require_decision_set("domain", domain)
        self.minimum = least * np.ones(self.n)
        given = (("beta_f", beta_f), ("beta_p", beta_p), ("F", F), ("L", L))
        # They take the place of those that are lacking.
        known = {n: checks.non_negative_float(n, v) for n, v in given if v is not None}
        if "beta_f" in known:
            known = {"F": known["beta_f"] * self.R, **known}
        vars(self).update({name.replace("beta_p", "beta_g"): v for name, v in known.items()})

    beta_f, beta_g, F, L = map(_lacking, ("beta_f", "beta_p", "F or beta_f", "L"))

    def __repr__(self) -> str:
        return f"Plan(T={self.T}, n={self.n}, budget={as_text(self.budget)}, domain={self.domain})"

    @property
    def G(self) -> float:
        """`max(B_T/T, beta_p |x| - B_T/T)` at the largest bids x, a bound of every `|g_t(x)|`.

        With several budgets `|P_t x - b|^2` is convex in P_t x >= 0, hence largest at 0 or where
        `|P_t x| = s` is largest, and there at most `s^2 - 2 s min b + |b|^2`.
        """
        most = self.beta_g * float(np.linalg.norm(self.domain.upper + self.minimum))
        b: Any = self.allowance
        if np.ndim(b) == 0:
            return float(max(b, most - b))
        square = float(b @ b)
        return math.sqrt(max(square, most**2 - 2 * most * float(b.min()) + square))

    def blocks(self) -> Iterator[Block]:
        """Refuse: no round is known yet."""
        given = "a plan has T, the budget, X and constants only"
        raise ValueError(f"rounds must be known in advance for that: {given}")


class Decided(NamedTuple):
    """A round that was decided, and is not observed yet."""

    x: FloatArray  # what the player decided, counted from the minimum bids, (n,)
    bid: FloatArray  # what was bid, (n,)
    allowance: Amount


class Course(NamedTuple):
    """How far a game is: what its file has beside player, domain, budget and horizon."""

    state: Any  # of the player
    x: FloatArray  # its next decision, counted from the minimum bids, (n,)
    allowance: Amount  # of a round to come
    spent: Amount
    violation: Amount
    price_bound: FloatArray | None  # under a cap
    t: int = 0  # rounds that are behind
    open: Mapping[int, Decided] = {}  # this round, once it was decided, and those that were skipped


def _reported(amount: Callable[[Any], Amount], doc: str) -> Any:
    """Return the property of an amount as a reader is told it: by the budgets' names, if any."""

    def by_name(self: Any) -> Any:
        found, names = amount(self), self._plan.budget_names
        if names is not None:
            return dict(zip(names, found.tolist(), strict=True))
        return found.copy() if np.ndim(found) else float(found)

    return property(by_name, doc=doc)


class Pacer:
    """A player, round by round: `decide`, then `observe`. Rounds are counted from 1.

    The numbers are those of `osphg.play(player, rounds, compiled=False)`, bit for bit, also when
    the pacer is saved and loaded between any two steps. What the theorems say of late prices, a
    changed budget, minimum bids and a cap stands in the book's chapter on the pacer. TypeError or
    ValueError for a parameter outside what is said, or a player that cannot play such a game.

    The player is built by hand or by its `tuned`, from a log (`osphg.from_log`) or constants
    (`Plan`). `domain`, `budget` and `horizon` are X, B_T and T, as `osphg.pacing.Plan` takes them,
    and `names` those of the n items, for `bids`. With minimum bids the player plays the bids above
    them, with what they leave of the budget. With several budgets it is OSPHG or BoostedOSPHG and
    has a multiplier for each; prices are (m, n), a row for each, or by names.

    `hard` is a cap that no prices within `price_bound` break, a number or of the shape of prices:
    bids are scaled, unknown to the player, as by `osphg.Capped(player, scaled=True)`, and with
    minimum bids and several budgets, too.

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
    ) -> None:
        self.player, self.domain = require_player("player", player), domain
        plan = self._plan = Plan(checks.positive_int("horizon", horizon), budget, domain)
        self.names = require_names("names", names, plan.n)
        self._playing: Any = player
        self._saved: dict[str, tuple[_Saved, ...]] = {}  # what a file has, or one of two
        self._opened: _Opened | None = None  # what no other process may have meanwhile
        if np.ndim(plan.budget):
            able = all(hasattr(player, name) for name in ("learn", "keep", "mu"))
            able = able and consistent_method(player, "learn", ("update",)) is not None
            wanted = "be OSPHG or BoostedOSPHG for several budgets (or have learn, keep and mu)"
            checks.must(able, "player", wanted, short_repr(player))
            self._playing = _SeveralBudgets(player, np.size(plan.budget))
        if checks.flag("hard", hard) != (price_bound is not None):
            raise ValueError("price_bound must be given for hard=True, and for nothing else")
        if isinstance(price_bound, Real):
            price_bound = np.full((*np.shape(plan.budget), plan.n), price_bound)
        bound = None if price_bound is None else self._prices("price_bound", price_bound)
        with np.errstate(all="ignore"):
            state: Any = self._playing.init(plan)
            x, nothing = self._decision(state), 0.0 * plan.budget
        self._now = Course(state, x, plan.allowance, nothing, nothing, bound)
        self._require_minimum_bids(plan)
        keeps = plan.minimum.any() and getattr(player, "keeps_allowance", False)
        wanted = "have no minimum bids (lower bounds above 0) for a player that keeps B_T/T"
        checks.must(not keeps, "domain", wanted, short_repr(player))

    def __repr__(self) -> str:
        at = f"round {self.round} of {self.horizon}" if not self.over else f"{self.horizon} rounds"
        spent, budget = np.ravel(self._now.spent), np.ravel(self._plan.budget)
        rows = zip(spent, budget, self._plan.budget_names or [""] * len(spent), strict=True)
        parts = [f"{part:.4g} of {whole:.4g} {name}".rstrip() for part, whole, name in rows]
        return f"Pacer({type(self.player).__name__}, {at}, spent {', '.join(parts)})"

    @property
    def horizon(self) -> int:
        """T."""
        return self._plan.T

    @property
    def round(self) -> int:
        """The round that is next to be decided or observed, from 1; T + 1 after the last."""
        return self._now.t + 1

    @property
    def over(self) -> bool:
        """Whether all T rounds are behind."""
        return self._now.t >= self.horizon

    @property
    def waiting(self) -> tuple[int, ...]:
        """The rounds that were skipped and not yet observed."""
        return tuple(t + 1 for t in self._now.open if t < self._now.t)

    budget = _reported(
        lambda self: self._plan.budget,
        "B_T, a float; with several budgets an array (m,), or by their names if they have any.\n\n"
        "So are `allowance`, `spent`, `violation` and `multiplier`.",
    )
    allowance = _reported(
        lambda self: self._now.allowance,
        "What a round may cost on average, B_T/T, or what `change` made of it.",
    )
    spent = _reported(lambda self: self._now.spent, "sum_t <p_t, x_t> over the rounds observed.")
    violation = _reported(
        lambda self: self._now.violation,
        "sum_t (<p_t, x_t> - allowance of round t) over the rounds observed.",
    )
    multiplier = _reported(
        lambda self: self._playing.multiplier(self._now.state),
        "lambda_t of this round, in units of f per unit of the budget.",
    )

    @property
    def points(self) -> FloatArray:
        """Where the player asks for the gradient of f_t in this round, or for values, (m, n).

        It may ask nothing, at no points. To be kept for a round that is told late.
        """
        # its update, which changes no state, is begun with nothing known of f_t
        now, f = self._now, _Known(None, None, self._plan.minimum)
        p, nothing = np.zeros((*np.shape(now.spent), self._plan.n)), 0.0 * now.spent
        try:
            self._playing.update(now.state, Feedback(now.t, now.x, f, np.nan, p, nothing))
        except ValueError:
            if not len(f.asked):
                raise
        return f.asked

    def decide(self) -> FloatArray:
        """Return x_t, (n,): the same however often it is asked for."""
        now, wanted = self._now, "be extended by change(horizon=...) for another decision"
        checks.must(not self.over, "horizon", wanted, f"{self.horizon}, all over")
        if now.t not in now.open:
            x, bound = now.x, now.price_bound
            if bound is not None:  # so much of x_t as the money left covers
                x = scaled_down(x, *np.atleast_1d(self._left(self._plan), dot(bound, x)))
            decided = Decided(now.x, x + self._plan.minimum, now.allowance)
            self._now = now._replace(open={**now.open, now.t: decided})
        return self._now.open[now.t].bid.copy()

    def bids(self) -> dict[str, float]:
        """Return `decide()` by the names of the items."""
        if self.names is None:
            raise ValueError("names must be given to the pacer for bids by name, got None")
        return dict(zip(self.names, self.decide().tolist(), strict=True))

    def skip(self) -> None:
        """Go on to the next round without an observation of this one; `observe` may bring it.

        ValueError for a `Capped` player: it does not know what a round costs that is told late, and
        could overspend. `hard=True` of the pacer counts such rounds.
        """
        self._require_open(self._now.t)
        capped, wanted = isinstance(self.player, Capped), "not be Capped for a round to be skipped"
        checks.must(not capped, "player", f"{wanted} (hard=True has a cap that it keeps)", "one")
        self._now = self._now._replace(t=self._now.t + 1)

    def observe(
        self,
        *,
        price: ArrayLike | Mapping[str, Any] | None = None,
        gradient: Callable[[FloatArray], Any] | ArrayLike | None = None,
        values: Callable[[FloatArray], Any] | ArrayLike | None = None,
        round: int | None = None,  # noqa: A002
    ) -> None:
        """Tell the player what a round has brought, and go on to the next.

        TypeError or ValueError for anything else than this, or a round out of turn: the pacer is
        then as it was.

        `price` is p_t, not negative: (n,), with several budgets (m, n) or a mapping of names to
        arrays (n,). Each (n,) may be a mapping (a pandas Series) by the items' names. `gradient` is
        grad f_t, a function of points (m, n) -> (m, n) or its values at the `points` of the round;
        None: f_t was not seen, and the round is played with f_t = 0. Players that ask for values
        are told `values`, f_t in its place, (m,).

        A function is that of its own round for good: `DualDescent` with a season and `Resolve` ask
        it again in later rounds. One that is made in a loop takes the loop's variable as a default,
        `lambda X, t=t: ...`, or it would answer for the round of then.

        `round` is this one, which `decide` was asked for, unless given, or one that waits. That is
        told late, before `decide` or after this round: with the gradient at the `points` that it
        had, as an array. The step is taken from where the player is.
        """
        now = self._now
        t = now.t if round is None else checks.positive_int("round", round, self.horizon) - 1
        about, late = self._require_open(t), t < now.t
        counted = "be given (zeros if nothing was spent), or the round skipped: money that is not"
        checks.must(price is not None, "price", f"{counted} counted is in no bound", price)
        p = self._prices("price", price)
        if now.price_bound is not None and (p > now.price_bound).any():
            at = tuple(np.argwhere(p > now.price_bound)[0].tolist())
            found = f"{p[at]:g} > {now.price_bound[at]:g} at price{list(at)}"
            raise ValueError(f"price must be at most price_bound for hard=True, got {found}")
        require_columns("gradient", gradient, self.names)
        one = gradient is None or values is None
        checks.must(one, "gradient", "not be given with values", "both")
        array = not (gradient is None or callable(gradient))
        if getattr(self.player, "asks_often", False) and (array or values is not None):
            raise ValueError("gradient must be a function: this player asks for it more than once")
        if late and (callable(gradient) or values is not None):
            told = "gradient must be an array, at the points that it had, and values cannot be told"
            raise ValueError(f"round {t + 1} is late: {told} late")
        if late and now.t in now.open:
            first = f"round {self.round}, which is decided, is observed or skipped"
            raise ValueError(f"round {t + 1} must wait until {first}")
        f = _Known(values, gradient, self._plan.minimum)
        if gradient is None and values is None:
            f = _Known(lambda X: np.zeros(len(X)), np.zeros_like, self._plan.minimum)
        try:
            with np.errstate(all="ignore"):
                over = dot(p, about.x + self._plan.minimum) - about.allowance
                state = self._playing.update(now.state, Feedback(t, about.x, f, np.nan, p, over))
                x, paid = self._decision(state), dot(p, about.bid)
                spent, violation = now.spent + paid, now.violation + (paid - about.allowance)
        except RoundError:
            raise
        except (ValueError, ArithmeticError) as error:
            raise RoundError(f"round {t + 1}: {error}") from error
        left = {s: decided for s, decided in now.open.items() if s != t}
        self._now = now._replace(
            state=state, x=x, spent=spent, violation=violation, open=left, t=now.t + (not late)
        )

    def change(self, *, budget: Any = None, horizon: int | None = None) -> None:
        """Set another budget or horizon, between two rounds.

        The rounds to come share evenly what the new budget leaves beside the allowances of those
        before; the player keeps its steps. ValueError where that leaves nothing, or for a player
        that keeps B_T/T in its state.
        """
        now = self._now
        if now.t in now.open:
            raise ValueError(f"round {self.round} must be observed or skipped before a change")
        keeps = getattr(self.player, "keeps_allowance", False)
        wanted = "not keep B_T/T in its state for it to change"
        checks.must(not keeps, "player", wanted, short_repr(self.player))
        T = self.horizon if horizon is None else checks.positive_int("horizon", horizon)
        checks.must(T > now.t, "horizon", f"be more than the {now.t} rounds so far", T)
        plan, was = Plan(T, self.budget if budget is None else budget, self.domain), self._plan
        kind, other = ((np.shape(p.budget), p.budget_names) for p in (was, plan))
        like = f"be as before, {was.budget_names or as_text(was.budget)}"
        checks.must(kind == other, "budget", like, short_repr(budget))
        allowed = was.budget - now.allowance * (was.T - now.t)
        left = plan.budget - allowed
        wanted = f"be more than the {as_text(allowed)} that the {now.t} rounds so far were allowed"
        found = f"{as_text(plan.budget)}; for less, begin a new Pacer with what is left"
        checks.must(np.all(left > 0), "budget", wanted, found)
        self._require_minimum_bids(plan)
        self._playing.init(plan)  # it may refuse such a budget, as it would when loaded
        self._plan, self._now = plan, now._replace(allowance=left / (T - now.t))

    def save(self, path: str | os.PathLike[str], *, quick: bool = False) -> None:
        """Write all of it to a file, at once: a kill leaves the old file or the new one.

        JSON; floats to the last bit. The file must be new, or hold what this pacer has itself saved
        there or was loaded from it: what another process has saved meanwhile is not written over,
        as that would forget what the other one has spent.

        Parameters
        ----------
        path
            The file. A link is followed.
        quick
            Whether only what has changed is added to the file: much faster, as it does not wait for
            the disk. After about 256 such steps all is written anew. A kill loses nothing of a
            quick save either; a cut of the power may lose the last steps, and what they had
            observed is to be told again.

        Raises
        ------
        ValueError
            If another process has the file open (`Pacer.open`) or has changed it, if it was not
            loaded, or for a player or domain that is no class of this package.
        OSError
            If nothing can be written.
        """
        file = os.path.realpath(path)
        checks.flag("quick", quick)
        with self._current(file) as current:
            if quick and current and self._appended(file, current):
                return
            given = ("player", "domain", "budget", "horizon", "names")
            parts = {name: getattr(self, name) for name in given} | {"course": self._now}
            content = framed({name: _encoded(part) for name, part in parts.items()})
            saved = _Saved.of(content, 0, self._now, self._plan)
            # Whatever stops this, the file holds what it held or what it is to hold.
            self._saved[file] = (*self._saved.get(file, ()), saved)
            try:
                new = sources.replace(file, content, current)
            except FileExistsError:  # since a moment ago
                raise ValueError(_not_own(file, known=False)) from None
            self._saved[file] = (saved,)
            if self._opened and self._opened.path == file:
                self._close()
                self._opened = _Opened(file, new)
            else:
                new.close()

    def _appended(self, file: str, current: FileIO) -> bool:
        """Add what has changed to the file that is open; False if all is to be written anew."""
        (saved,) = self._saved[file]
        step = framed(_encoded(self._now))
        if saved.plan is not self._plan or saved.size >= _FOLD * len(step):
            return False
        longer = saved.with_step(step, self._now)
        self._saved[file] = (saved, longer)  # whatever stops this
        written = os.pwrite(current.fileno(), step, saved.size)
        if written == len(step):
            self._saved[file] = (longer,)
            return True
        self._saved[file] = (saved.with_step(step[:written], None),)  # the disk is full
        return False

    @contextmanager
    def _current(self, file: str) -> Iterator[FileIO | None]:
        """Yield the file that is there, open and locked; ValueError if it is not this pacer's."""
        opened = self._opened
        with ExitStack() as stack:
            current = None
            if opened and opened.path == file and sources.is_file_at(opened.file, file):
                current = opened.file
            else:
                with suppress(FileNotFoundError):
                    current = stack.enter_context(_locked(file))
            if current:
                known = self._saved.get(file, ())
                held = tuple(saved for saved in known if saved.is_in(current))
                if not held:
                    raise ValueError(_not_own(file, known=bool(known)))
                self._saved[file] = held[:1]
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
        path
            A file that `save` has written. A link is followed.
        timeout
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
            As `load`, for a file that is not there, damaged, or of another version; as `save`.
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
            raise ValueError(_unreadable(file, error)) from None
        except BlockingIOError:
            within = f"be let go by another one within timeout = {wait:g} s"
            raise TimeoutError(f"path must {within}, got {file!r}") from None
        try:
            pacer: Pacer = cls.load(file)
        except BaseException:
            lock.close()
            raise
        pacer._opened = _Opened(file, lock)
        try:
            yield pacer
        finally:
            try:
                if not pacer._is_saved(file):
                    pacer.save(file)
            finally:
                pacer._close()

    def _close(self) -> None:
        """Let others have the file that is open."""
        if self._opened:
            self._opened.file.close()
        self._opened = None

    def _is_saved(self, file: str) -> bool:
        """Whether the file, as it was last saved or loaded, has all of this pacer."""
        known = self._saved.get(file, ())
        return len(known) == 1 and known[0].course is self._now and known[0].plan is self._plan

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Pacer:
        """Return the pacer of a file that `save` has written, as of its last step.

        Nothing that a file names is run. A step that is not whole, as a kill may leave it, was
        never saved, and does not count. To load a pacer, play, and save it, see `open`.

        Parameters
        ----------
        path
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
            raise ValueError(_unreadable(file, error)) from None
        *lines, rest = text.split(b"\n")
        lines = lines or [rest]
        whole, last = (_content(line, file) for line in (lines[0], lines[-1]))
        try:
            parts, later = (json.loads(text, object_hook=_made) for text in (whole, last))
            first = parts.pop("course")
            course = checks.of_kind("course", later if lines[1:] else first, Course, "be of a game")
            pacer = cls(**parts)
            pacer._require_possible(course)
            pacer._now = course
        except Exception as error:  # of whatever kind objects of a file's content raise
            wanted = f"path must be a file that this version reads, got {str(file)!r}"
            raise ValueError(f"{wanted}: {' '.join(str(error).split())}") from None
        last_at = sum(len(line) + 1 for line in lines[:-1])
        appendable = pacer._plan if not rest else None  # nothing is added to half a step
        pacer._saved[str(file)] = (_Saved.of(text, last_at, pacer._now, appendable),)
        return pacer

    def _require_possible(self, course: Course) -> None:
        """Refuse what no game can have come to, as a file says it; the error names it.

        A checksum shows what was damaged, not what was changed and summed anew.
        """
        last = checks.integer("course.t", course.t, 0, self.horizon)
        self._require_amount("course.allowance", course.allowance, 0)
        self._require_amount("course.spent", course.spent, 0)
        self._require_amount("course.violation", course.violation)
        self._require_point("course.x", course.x, 0)
        if course.price_bound is not None:
            checks.of_kind("course.price_bound", course.price_bound, np.ndarray, "be an array")
            self._prices("course.price_bound", course.price_bound)
        _require_finite("course.state", course.state)
        self._decision(course.state)
        multiplier = self._playing.multiplier(course.state)
        self._require_amount("course.state, its multiplier,", multiplier)
        checks.of_kind("course.open", course.open, dict, "be of rounds")
        for t, decided in course.open.items():
            name = f"course.open[{short_repr(t)}]"
            checks.integer(name, t, 0, min(last, self.horizon - 1))
            checks.of_kind(name, decided, Decided, "be a round that was decided")
            self._require_point(f"{name}.x", decided.x, 0)
            self._require_point(f"{name}.bid", decided.bid, self._plan.minimum)
            self._require_amount(f"{name}.allowance", decided.allowance, 0)

    def _require_amount(self, name: str, amount: Any, least: float = -math.inf) -> None:
        """Refuse what is no amount of each budget, finite and at least `least`."""
        if np.ndim(self._plan.budget):
            checks.array(name, amount, np.shape(self._plan.budget))
        else:
            checks.finite_float(name, amount)
        checks.must(np.all(np.asarray(amount) >= least), name, f"be at least {least}", amount)

    def _require_point(self, name: str, point: Any, origin: Any) -> None:
        """Refuse what is no point of X, counted from an origin."""
        X = self._plan.domain
        checks.of_kind(name, point, np.ndarray, "be an array")
        inside = X.contains(checks.array(name, point, (X.n,)) - origin)
        checks.must(inside, name, f"lie in {self.domain}", short_repr(point))

    def _prices(self, name: str, value: Any) -> FloatArray:
        """Return prices (n,), or a row for each budget (m, n), which may come by their names."""
        budgets = self._plan.budget_names
        require_columns(name, value, self.names)
        if hasattr(value, "columns"):  # a frame of pandas
            labels = [*value.index]
            if budgets is not None and any(isinstance(label, str) for label in labels):
                wanted = f"have its rows in the order of the budgets, {budgets}"
                checks.must(labels == [*budgets], name, wanted, short_repr(labels))
        if budgets is not None and isinstance(value, Mapping):
            rows = zip(budgets, _in_order(name, value, budgets), strict=True)
            value = [_in_order(f"{name}[{key!r}]", row, self.names) for key, row in rows]
        value = _in_order(name, value, self.names)
        return checks.non_negative_array(name, value, *np.shape(self._plan.budget), self._plan.n)

    def _left(self, plan: Plan) -> Amount:
        """Return what is left for bids above the minimum, if all prices are at their bound."""
        now, bound = self._now, self._now.price_bound
        if bound is None:
            return np.inf
        waiting = sum(dot(bound, late.bid) for late in now.open.values())
        least = dot(bound, self._plan.minimum) * (plan.T - now.t)
        return plan.budget * (1 - RESERVE) - (now.spent + waiting) - least

    def _require_minimum_bids(self, plan: Plan) -> None:
        """Refuse a budget that may not cover the minimum bids, and what was spent, under a cap."""
        left = self._left(plan)
        needed = as_text(plan.budget * (1 - RESERVE) - left)
        wanted = "cover what was spent and the minimum bids of all rounds at price_bound"
        checks.must(np.all(left >= 0), "budget", f"{wanted}, {needed}", as_text(plan.budget))

    def _decision(self, state: Any) -> FloatArray:
        """Return a copy of what the player decides; ValueError unless it is a point of X."""
        X = self._plan.domain
        x = np.array(checks.real_array("decide", self._playing.decide(state)))
        if x.shape != (X.n,) or not X.contains(x):
            raise ValueError(f"the decision must lie in {X}, got {x.tolist()}")
        return x

    def _require_open(self, t: int) -> Decided:
        """Return a round that was decided and not observed; ValueError for any other."""
        if t in self._now.open:
            return self._now.open[t]
        if t == self._now.t and not self.over:
            raise ValueError(f"round {t + 1} must be decided before it is observed: decide() first")
        wanted = f"round must be {self.round}, or one that waits, of {self.waiting}"
        raise ValueError(f"{wanted}, got {t + 1}")


def _in_order(name: str, value: Any, names: Any) -> Any:
    """Return the values of a mapping by names, in their order, and anything else as it is."""
    labelled = names is not None and hasattr(value, "keys") and np.ndim(value) == 1  # by pandas
    if not isinstance(value, Mapping) and not labelled:
        return value
    checks.must(names is not None, "names", f"be given to the pacer for {name} by name", None)
    checks.must({*value.keys()} == {*names}, name, f"be of the names {names}", short_repr(value))
    return [value[key] for key in names]


class _Known:
    """f_t as far as it is known: functions of points (m, n), or answers to the first question."""

    def __init__(self, values: Any, gradient: Any, minimum: FloatArray) -> None:
        self.known, self.minimum = {"values": values, "gradient": gradient}, minimum
        self.asked = np.empty((0, len(minimum)))  # the points of the first question

    def value(self, X: FloatArray) -> FloatArray:
        return self._answer("values", X, X.shape[:-1])

    def gradient(self, X: FloatArray) -> FloatArray:
        return self._answer("gradient", X, X.shape)

    def _answer(self, name: str, X: FloatArray, shape: tuple[int, ...]) -> FloatArray:
        points, known = X.reshape(-1, X.shape[-1]) + self.minimum, self.known[name]
        first = not len(self.asked)
        self.asked = points if first else self.asked
        if known is None:
            asks = name.removesuffix("s")
            raise ValueError(f"{name} must be given: this player asks for {asks}s of f_t")
        if not (first or callable(known)):
            raise ValueError(f"{name} must be a function: this player asks for it more than once")
        wanted = points.shape if name == "gradient" else points.shape[:1]
        found = known(points) if callable(known) else known
        return checks.array(name, found, wanted).reshape(shape)


class _SeveralBudgets(NamedTuple):
    """A player of one budget with m of them: P_t (m, n) for p_t, and lambda_t in R^m.

    Its oracles are paid along grad f_t - P_t' lambda_t; each component of lambda_t steps by its own
    budget. The state is the player's, whose own multiplier stays lambda_1, and lambda_t.
    """

    inner: Any
    m: int

    def init(self, game: Game) -> tuple[Any, FloatArray]:
        state = self.inner.init(game)
        return state, np.full(self.m, self.inner.multiplier(state))

    def decide(self, state: Any) -> FloatArray:
        return np.asarray(self.inner.decide(state[0]))

    def update(self, state: Any, feedback: Feedback) -> Any:
        inner, multipliers = state
        priced = (multipliers[:, np.newaxis] * feedback.price).sum(0)
        over: Any = feedback.violation  # one for each budget
        rows, keep, mu = zip(multipliers, over, strict=True), self.inner.keep, self.inner.mu
        after = np.array([stepped(row, g, keep, mu) for row, g in rows])
        return self.inner.learn(inner, feedback, priced), after

    def multiplier(self, state: Any) -> Any:
        return state[1]


# Files: lines of JSON, each with a version and a checksum. The first has all of a pacer, and
# takes an older file's place; each after it has a later `Course`. Floats keep every bit.

_VERSION = 7
_FOLD = 256  # steps, about, after which all is written anew
_BRIEFLY = 1.0  # seconds, in which another one's save is over
_HEAD = 128  # bytes of a line, of which its format, version and checksum are fewer


class _Opened(NamedTuple):
    """A file that is kept from others, until it is closed."""

    path: str
    file: FileIO  # locked


class _Saved(NamedTuple):
    """What a pacer knows of a file that has it.

    By the heads of two lines, which have checksums, it is told from what another pacer has saved;
    its time is not asked for, as two saves may have the same.
    """

    size: int
    first: bytes  # the head of the first line
    last_at: int  # where the last whole line begins
    last: bytes  # its head
    course: Course | None  # that it has
    plan: Plan | None  # that it has; None: no line may be added to it

    @classmethod
    def of(cls, text: bytes, last_at: int, course: Course, plan: Plan | None) -> _Saved:
        """Return what is known of a file with this content."""
        return cls(len(text), text[:_HEAD], last_at, text[last_at:][:_HEAD], course, plan)

    def with_step(self, step: bytes, course: Course | None) -> _Saved:
        """Return what is known once a line is added; with no course, half a line."""
        plan = self.plan if course else None
        return _Saved(self.size + len(step), self.first, self.size, step[:_HEAD], course, plan)

    def is_in(self, file: FileIO) -> bool:
        """Whether the file still has this."""
        descriptor = file.fileno()
        return (
            os.fstat(descriptor).st_size == self.size
            and os.pread(descriptor, _HEAD, 0) == self.first
            and os.pread(descriptor, _HEAD, self.last_at) == self.last
        )


def _locked(file: str) -> FileIO:
    """Return a file, open and locked; ValueError if another one has it for longer than a save."""
    try:
        return sources.lock(file, timeout=_BRIEFLY)
    except BlockingIOError:
        wanted = "must not be saved to while another one saves it, or has it open by Pacer.open"
        raise ValueError(f"path {wanted}, got {file!r}") from None


def _not_own(file: str, known: bool) -> str:
    """Return why a pacer is not saved to a file; `known`: it has been before."""
    wanted = "path must be a new file, or hold what this pacer has loaded or saved there"
    if known:
        what = "another one has saved to it since: load it anew, and next time let one process in"
        return f"{wanted}, got {file!r}: {what} at a time by `with osphg.Pacer.open(path)`"
    what = "it is there already: load it, to go on from it, or remove it, to begin anew"
    return f"{wanted}, got {file!r}: {what}"


def _unreadable(file: str | Path, error: OSError) -> str:
    """Return why a file is not loaded."""
    return f"path cannot be read, {error.strerror}: {str(file)!r}"


def _require_finite(name: str, value: Any) -> None:
    """Refuse a state of which a number is not finite; the error names its place."""
    if isinstance(value, float) or (isinstance(value, np.ndarray) and value.dtype.kind == "f"):
        checks.finite_array(name, np.asarray(value, dtype=np.float64))
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        for field, entry in zip(value._fields, value, strict=True):
            _require_finite(f"{name}.{field}", entry)
    elif isinstance(value, tuple | list | dict):
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, entry in entries:
            _require_finite(f"{name}[{key!r}]", entry)


def framed(content: Any) -> bytes:
    """Return a line of a file: its head and the content."""
    body = json.dumps(content)
    checksum = blake2b(body.encode(), digest_size=16).hexdigest()
    head = f'"format": "osphg.Pacer", "version": {_VERSION}, "checksum": "{checksum}"'
    return f'{{{head}, "content": {body}}}\n'.encode()


def _content(line: bytes, path: Path) -> str:
    """Return the JSON of what was framed; ValueError for a line that is not of this version."""
    with suppress(LookupError, RecursionError, TypeError, ValueError):
        content = json.loads(line)["content"]
        if line + b"\n" == framed(content):
            return json.dumps(content)
    kind = f"no file of osphg.Pacer, version {_VERSION}"
    raise ValueError(f"path is damaged, or {kind}: {str(path)!r}")


@lru_cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(signature(kind).parameters)


def _encoded(value: Any) -> Any:
    """Return a value as what JSON writes."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray) and value.dtype.kind in "fiub":
        return {"array": value.tolist(), "dtype": value.dtype.name, "shape": list(value.shape)}
    if isinstance(value, Mapping):
        return {"pairs": [[_encoded(key), _encoded(value[key])] for key in value]}
    if isinstance(value, list):
        return [_encoded(entry) for entry in value]
    kind = type(value)
    if kind is tuple:
        return {"tuple": [_encoded(entry) for entry in value]}
    if not (hasattr(kind, "__match_args__") and kind.__module__.startswith("osphg.")):
        wanted = "such that a file can hold them, classes of osphg with numbers, texts and arrays"
        raise ValueError(f"player and domain must be {wanted}, got {short_repr(value)}")
    name = f"{kind.__module__}:{kind.__qualname__}"
    fields = {key: _encoded(getattr(value, key)) for key in _fields(kind)}
    return {"class": name, "fields": fields}


def _made(found: dict[str, Any]) -> Any:
    """Return what `_encoded` wrote as an object of JSON; classes are of this package's own."""
    if "array" in found:
        return np.array(found["array"], dtype=found["dtype"]).reshape(found["shape"])
    if "pairs" in found:
        return dict(found["pairs"])
    if "tuple" in found:
        return tuple(found["tuple"])
    if "class" not in found:
        return found
    module, _, name = found["class"].partition(":")
    made: Any = getattr(import_module(module), name, None) if module.startswith("osphg.") else None
    if not (isinstance(made, type) and hasattr(made, "__match_args__")):
        raise ValueError(f"{short_repr(found['class'])} is no class of osphg that a file may hold")
    return made(**found["fields"])

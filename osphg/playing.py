"""Playing: the one loop over t, and the run that it leaves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from osphg import checks
from osphg.checks import FloatArray, read_only, shown
from osphg.compiler import compiling
from osphg.domains import Domain, rounding
from osphg.fusing import Clipping, LineSteps, Loop, OracleSteps, Points, Projection
from osphg.ordered import dot
from osphg.players import Feedback, Player, RoundError
from osphg.rounds import COLUMNS, Block, Game, require_game
from osphg.utilities import AtRound, Utility

Ints = NDArray[np.int64]

_ROUNDS_PER_CHUNK = 256  # between two checks of what was decided, and of the keyboard
_POINTS = 1000  # rounds of a streamed run that are kept unless others are asked for


class Played:
    """What a player made of rounds, all of it kept or only a part: what metrics ask for.

    Attributes
    ----------
    T : int
        The number of rounds played; fewer than `rounds.T` after an interrupt.
    player, rounds
        Who played what.
    total_utility, total_violation : float
        sum_t f_t(x_t) and sum_t g_t(x_t).
    """

    T: int
    player: Player
    rounds: Game
    total_utility: float
    total_violation: float

    def __repr__(self) -> str:
        text = f"{type(self).__name__}({type(self.player).__name__}"
        text += f", {self.T} of {self.rounds.T} rounds"
        if self.T:
            text += f", per round: utility {self.total_utility / self.T:.4g}"
            text += f", violation {self.total_violation / self.T:+.4g}"
        return text + ")"

    @property
    def complete(self) -> bool:
        """Whether every round was played."""
        return self.rounds.T == self.T


@dataclass(frozen=True, eq=False, repr=False)
class Run(Played):
    """What happened when a player played the rounds.

    Attributes
    ----------
    decisions : array (T, n)
        x_t.
    utility : array (T,)
        f_t(x_t).
    violation : array (T,)
        g_t(x_t) = <p_t, x_t> - B_T/T, in the units of the budget.
    multiplier : array (T,)
        lambda_t as used in round t.
    player, rounds
        Who played what. A run that was interrupted holds fewer rounds than `rounds.T`.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> run = osphg.play(osphg.OSPHG.tuned(rounds, W=30, K=30), rounds)
    >>> run.T, run.decisions.shape, run.multiplier.shape
    (1000, (1000, 2), (1000,))
    >>> round(float(run.spend.mean()), 3)
    2.0
    """

    decisions: FloatArray
    utility: FloatArray
    violation: FloatArray
    multiplier: FloatArray
    player: Player
    rounds: Game

    @property
    def T(self) -> int:  # type: ignore[override]
        """The number of rounds played."""
        return len(self.utility)

    @property
    def total_utility(self) -> float:  # type: ignore[override]
        """sum_t f_t(x_t)."""
        return float(self.utility.sum())

    @property
    def total_violation(self) -> float:  # type: ignore[override]
        """sum_t g_t(x_t)."""
        return float(self.violation.sum())

    @property
    def spend(self) -> FloatArray:
        """<p_t, x_t> per round, (T,)."""
        return self.violation + self.rounds.allowance

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return a table of the run by columns, with one entry for each round.

        The round from 1, the decision for each item by its name (x1, x2, ... without names),
        utility, spend, violation and multiplier. pandas, polars and pyarrow make a frame of it.
        """
        names = self.rounds.names or tuple(f"x{i + 1}" for i in range(self.rounds.n))
        rest = (self.utility, self.spend, self.violation, self.multiplier)
        return {
            COLUMNS[0]: np.arange(1, self.T + 1),
            **dict(zip(names, self.decisions.T, strict=True)),
            **dict(zip(COLUMNS[1:], rest, strict=True)),
        }

    def to_frame(self) -> Any:
        """Return `columns` as a pandas DataFrame; TypeError where pandas is not installed."""
        try:
            pandas: Any = import_module("pandas")
        except ModuleNotFoundError:
            raise TypeError(
                "pandas must be installed for to_frame(); columns() has the same table without it"
            ) from None
        return pandas.DataFrame(self.columns())


def require_run(name: str, value: object) -> Run:
    """Return what is a `Run`; TypeError for anything else."""
    if not isinstance(value, Run):
        raise TypeError(f"{name} must be a Run, of play, got {shown(value)}")
    return value


def require_complete(name: str, value: object) -> Played:
    """Return what is a complete `Run` or `StreamedRun`; TypeError, or ValueError for a part."""
    if not isinstance(value, Played):
        raise TypeError(f"{name} must be a Run, of play, got {shown(value)}")
    if not value.complete:
        raise ValueError(f"{name} must be complete, got {value.T} of {value.rounds.T} rounds")
    return value


@dataclass(frozen=True, eq=False, repr=False)
class StreamedRun(Played):
    """What is kept of a run whose rounds are not: its totals, and m of its rounds.

    Sums are added in the order of the rounds, as by `cumsum`.

    Attributes
    ----------
    T : int
        The number of rounds played.
    total_utility, total_violation : float
        sum_t f_t(x_t) and C_T = sum_t g_t(x_t).
    at : int array (m,)
        The rounds of which the rest is kept, counted from 1.
    utility, violation : array (m,)
        sum_{s<=t} f_s(x_s) and sum_{s<=t} g_s(x_s) at t in `at`; over `at`, the running averages.
    decisions : array (m, n)
        x_t.
    multiplier : array (m,)
        lambda_t as used in round t.
    player, rounds
        Who played what. A run that was interrupted holds fewer rounds than `rounds.T`.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.streamed_paper_quadratics(T=1000)
    >>> run = osphg.stream(osphg.OSPHG.tuned(rounds, W=30, K=30), rounds, at=[500, 1000])
    >>> run.decisions.shape
    (2, 2)
    >>> (run.violation / run.at).round(3)
    array([-0.161, -0.   ])
    """

    T: int
    total_utility: float
    total_violation: float
    at: Ints
    utility: FloatArray
    violation: FloatArray
    decisions: FloatArray
    multiplier: FloatArray
    player: Player
    rounds: Game


def play(player: Player, rounds: Game, *, progress: bool = False, compiled: bool = True) -> Run:
    """Play all rounds and return the run.

    The rounds go through one compiled loop where the player, the utility and the domain offer it
    (see `osphg.fusing`), and otherwise through NumPy, batched over the K oracles; the numbers
    agree to 1e-12.

    Parameters
    ----------
    player : Player
    rounds : Rounds or StreamedRounds
    progress : bool
        Show a progress bar on stderr.
    compiled : bool
        False: use the NumPy rounds even where there is a compiled loop.

    Returns
    -------
    Run

    Raises
    ------
    TypeError, ValueError
        Before round 1: not a player, not rounds, or a player that cannot play these rounds.
    RoundError
        While playing: a value or gradient that is not finite or has the wrong shape, or a
        decision outside X. The message names the round; `error.run` holds the rounds before it.
    KeyboardInterrupt
        For Ctrl-C while playing; its `run` holds the rounds completed.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> run = osphg.play(osphg.OSPHG.tuned(rounds, W=30, K=30), rounds)
    >>> run.complete
    True
    >>> run.decisions.shape
    (1000, 2)
    """
    return _play(player, rounds, _Whole, progress=progress, compiled=compiled)


def stream(
    player: Player,
    rounds: Game,
    *,
    at: Sequence[int] | Ints | None = None,
    progress: bool = False,
    compiled: bool = True,
) -> StreamedRun:
    """Play all rounds as `osphg.play`, and keep totals and some of the rounds.

    Beside what is kept, memory is that of one block of the rounds: with `StreamedRounds` it does
    not grow with T. Every number is that of `play` on the same rounds, bit for bit.

    Parameters
    ----------
    player : Player
    rounds : Rounds or StreamedRounds
    at : increasing integers in 1..T, optional
        The rounds to keep, the totals up to them, and what was decided in them; about a thousand,
        evenly spaced and the last with them, unless given.
    progress, compiled : bool
        As for `play`.

    Returns
    -------
    StreamedRun

    Raises
    ------
    TypeError, ValueError
        As `play`, or for rounds `at` that are none or do not increase.
    RoundError
        As `play`; `error.run` is the StreamedRun of the rounds before it, as is that of a
        KeyboardInterrupt.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.streamed_paper_quadratics(T=1000)
    >>> run = osphg.stream(osphg.OSPHG.tuned(rounds, W=30, K=30), rounds)
    >>> run
    StreamedRun(OSPHG, 1000 of 1000 rounds, per round: utility 0.53, violation -0.0002044)
    >>> best = osphg.best_fixed_decision(rounds, W=30)
    >>> round(osphg.regret(run, best), 1)
    -195.9
    """
    T = require_game("rounds", rounds).T
    kept = _evenly(T) if at is None else _rounds("at", at, T)
    return _play(
        player, rounds, lambda game: _Thinned(game, kept), progress=progress, compiled=compiled
    )


def _evenly(T: int) -> Ints:
    count = min(T, _POINTS)
    return np.array([-(-T * i // count) for i in range(1, count + 1)])


def _rounds(name: str, value: Sequence[int] | Ints, T: int) -> Ints:
    try:
        given = list(value)
    except TypeError:
        raise TypeError(f"{name} must be a list of integers, got {checks.shown(value)}") from None
    found = np.array([checks.positive_int(name, t, T) for t in given], dtype=np.int64)
    if (np.diff(found) <= 0).any():
        raise ValueError(f"{name} must increase, got {checks.shown(given)}")
    return found


class Page:
    """The arrays of consecutive rounds while they are played; the first `done` are filled."""

    def __init__(
        self,
        decisions: FloatArray,
        utility: FloatArray,
        violation: FloatArray,
        multiplier: FloatArray,
    ) -> None:
        self.decisions = decisions  # (length, n)
        self.utility, self.violation, self.multiplier = utility, violation, multiplier
        self.start = 0  # round t of the page is round start + t of the game
        self.done = 0

    @classmethod
    def blank(cls, length: int, n: int) -> Page:
        """Return a page for so many rounds."""
        return cls(np.zeros((length, n)), *np.zeros((3, length)))

    @property
    def all(self) -> tuple[FloatArray, ...]:
        """The four arrays."""
        return self.decisions, self.utility, self.violation, self.multiplier

    def rows(self, rows: slice) -> Page:
        """Return a page of some rounds of this one, which are written here."""
        return Page(*(series[rows] for series in self.all))

    def turned(self, start: int) -> Page:
        """Return the page, blank, for the rounds from another one on."""
        self.start, self.done = start, 0
        return self


class _Whole:
    """Keeps every round."""

    def __init__(self, rounds: Game) -> None:
        checks.size("rounds.T", rounds.T, rounds.n)
        self._all = Page.blank(rounds.T, rounds.n)
        self._page = self._all.rows(slice(0))

    @property
    def done(self) -> int:
        """How many rounds have been played."""
        return self._page.start + self._page.done

    def page(self, block: Block) -> Page:
        """Return where the rounds of the next block are written."""
        rows = slice(block.start, block.start + len(block.prices))
        self._page = self._all.rows(rows).turned(block.start)
        return self._page

    def run(self, player: Player, rounds: Game) -> Run:
        """Return what has been played so far, read-only."""
        found = self._all.rows(slice(self.done))
        return Run(
            read_only(found.decisions),
            read_only(found.utility),
            read_only(found.violation),
            read_only(found.multiplier),
            player,
            rounds,
        )


class _Thinned:
    """Keeps the totals so far and some rounds; the pages of all blocks are one."""

    def __init__(self, rounds: Game, at: Ints) -> None:
        self._at, self._kept = at, Page.blank(len(at), rounds.n)
        self._totals = (0.0, 0.0)
        self._page = Page.blank(0, rounds.n)

    @property
    def done(self) -> int:
        """How many rounds have been played."""
        return self._page.start + self._page.done

    def page(self, block: Block) -> Page:
        """Return where the rounds of the next block are written: over the last one's."""
        self._fold()
        length, n = block.prices.shape
        if length > len(self._page.utility):
            self._page = Page.blank(length, n)
        return self._page.turned(block.start)

    def run(self, player: Player, rounds: Game) -> StreamedRun:
        """Return what is kept of the rounds played so far, read-only."""
        self._fold()
        count = int(np.searchsorted(self._at, self.done, side="right"))
        kept = self._kept.rows(slice(count))
        return StreamedRun(
            self.done,
            *self._totals,
            self._at[:count],
            read_only(kept.utility),
            read_only(kept.violation),
            read_only(kept.decisions),
            read_only(kept.multiplier),
            player,
            rounds,
        )

    def _fold(self) -> None:
        """Add up the rounds of the page, and keep those that are asked for."""
        page, end = self._page, self.done
        first, last = np.searchsorted(self._at, [page.start, end], side="right")
        kept, local = slice(first, last), self._at[first:last] - page.start
        self._kept.decisions[kept] = page.decisions[local - 1]
        self._kept.multiplier[kept] = page.multiplier[local - 1]
        utility, violation = (
            np.append(before, series[: page.done]).cumsum()
            for before, series in zip(self._totals, (page.utility, page.violation), strict=True)
        )
        self._kept.utility[kept], self._kept.violation[kept] = utility[local], violation[local]
        self._totals = (float(utility[-1]), float(violation[-1]))
        page.turned(end)


Kept = TypeVar("Kept", bound=Played, covariant=True)


class Keeper(Protocol[Kept]):
    """What takes up the rounds while they are played, block by block: all of them, or some."""

    @property
    def done(self) -> int:
        """How many rounds have been played."""
        ...

    def page(self, block: Block) -> Page:
        """Return where the rounds of the next block are written."""
        ...

    def run(self, player: Player, rounds: Game) -> Kept:
        """Return what is kept of the rounds played so far."""
        ...


def _play(
    player: Player,
    rounds: Game,
    keeper: Callable[[Game], Keeper[Kept]],
    *,
    progress: bool,
    compiled: bool,
) -> Kept:
    """Play all rounds and return what the keeper keeps of them; see `play`."""
    if not checks.implements(player, Player):
        raise TypeError(
            f"player must have init, decide, update and multiplier, got {shown(player)}"
        )
    require_game("rounds", rounds)
    progress, compiled = checks.flag("progress", progress), checks.flag("compiled", compiled)
    keep = keeper(rounds)
    bar = tqdm(total=rounds.T, unit="round", unit_scale=True, disable=not progress)
    try:
        with np.errstate(all="ignore"):  # what overflows is refused, with its round
            for _ in _states(player, rounds, keep, compiled=compiled):
                bar.update(keep.done - bar.n)
    except (RoundError, KeyboardInterrupt) as stop:
        stop.run = keep.run(player, rounds)  # type: ignore[attr-defined]
        raise
    finally:
        bar.close()
    return keep.run(player, rounds)


def _states(player: Player, rounds: Game, keep: Keeper[Any], *, compiled: bool) -> Iterator[Any]:
    """Play all rounds, yielding the state every so often."""
    state = player.init(rounds)
    for block in _blocks(rounds, keep):
        page = keep.page(block)
        fused = fuse(player, rounds.domain, block.utility) if compiled else None
        if fused is not None:
            try:
                for after in _compiled_rounds(fused, state, block, rounds, page):
                    state = after
                    yield state
            except LoopError:  # the NumPy rounds, below, name the round and keep those before it
                pass
        for after in _rounds_one_by_one(player, state, block, rounds, page):
            state = after
            yield state


def _blocks(rounds: Game, keep: Keeper[Any]) -> Iterator[Block]:
    """Iterate over the blocks; what is wrong with one is an error of its first round."""
    try:
        yield from rounds.blocks()
    except (TypeError, ValueError) as error:
        raise RoundError(f"round {keep.done + 1}: {error}") from error


def _rounds_one_by_one(
    player: Player, state: Any, block: Block, rounds: Game, page: Page
) -> Iterator[Any]:
    """Play what is left of a block in NumPy, yielding the state once a chunk is found good."""
    length = len(block.prices)
    for first in range(page.done, length, _ROUNDS_PER_CHUNK):
        try:
            for local in range(first, min(first + _ROUNDS_PER_CHUNK, length)):
                state = _round(player, state, block, local, rounds, page)
                page.done = local + 1
        except KeyboardInterrupt:
            _check(page, first, page.done, rounds.domain)
            raise
        except (ArithmeticError, TypeError, ValueError) as error:
            _check(page, first, page.done + 1, rounds.domain)  # a number that is none comes first
            if isinstance(error, RoundError):
                raise
            said = str(error)
            if isinstance(error, ArithmeticError):
                said = f"{shown(player)} or the utility: {type(error).__name__}, {error}"
            raise RoundError(f"{_next(page)}: {said}") from error
        _check(page, first, page.done, rounds.domain)
        yield state


def _round(player: Player, state: Any, block: Block, local: int, rounds: Game, page: Page) -> Any:
    """Play one round and return the state after it."""
    t, price, f = block.start + local, block.prices[local], AtRound(block.utility, local)
    x = page.decisions[local] = _decision(player.decide(state), rounds.n)
    value = page.utility[local] = _number("utility.value", f.value(x))
    violation = page.violation[local] = dot(price, x) - rounds.allowance
    page.multiplier[local] = _number("multiplier", player.multiplier(state))
    return player.update(state, Feedback(t, x, f, value, price, violation))


def _decision(found: Any, n: int) -> FloatArray:
    """Return a copy of a decision; ValueError unless it is (n,) real numbers."""
    x = np.array(checks.real("decide", found))
    if x.shape != (n,):
        raise ValueError(f"decide must return ({n},), got {x.shape}")
    return x


def _number(name: str, found: Any) -> float:
    """Return one real number as a float; ValueError for anything else."""
    if isinstance(found, float):
        return float(found)
    one = checks.real(name, found)
    if one.ndim:
        raise ValueError(f"{name} must be one finite number, got {shown(one.tolist())}")
    return float(one)


def _check(page: Page, first: int, last: int, domain: Domain | None = None) -> None:
    """Refuse the first of rounds first..last-1 that is none, and forget it and what followed.

    Decisions of a compiled loop are projections: there is no domain to look at.
    """
    X, value = page.decisions[first:last], page.utility[first:last]
    good = np.isfinite(value) & np.isfinite(page.multiplier[first:last])
    inside = np.ones_like(good) if domain is None else domain.contains(X, rounding(domain))
    if (good & inside).all():
        return
    at = int(np.argmin(good & inside))
    page.done = first + at
    if not inside[at]:
        said = f"the decision must lie in {domain}, got {X[at].tolist()}"
    elif not math.isfinite(value[at]):
        said = f"utility.value must be one finite number, got {value[at]}"
    else:
        said = f"multiplier must be one finite number, got {page.multiplier[page.done]}"
    raise RoundError(f"{_next(page)}: {said}")


def _next(page: Page) -> str:
    """Return the name of the round that comes next."""
    return f"round {page.start + page.done + 1}"


# ------------------------------------------------------------------ compiled rounds
# All that playing knows of compiled loops, from here to the end of the file. `_states` calls
# `fuse`, then plays a block by `_compiled_rounds`, or, on a LoopError, by the rounds above.

_WORK_PER_CALL = 20_000_000  # multiply-adds between two looks at the keyboard, some 10 ms


class LoopError(RuntimeError):
    """A compiled loop was ended by a user's function, in a round that it does not name."""


Moved: TypeAlias = tuple[FloatArray, float]  # what the oracles choose, (K, n), and lambda
Rows = Callable[[slice, Any, Block, float, Page], Moved]


class Fused(NamedTuple):
    """A compiled loop for a player, a domain and a utility."""

    work: int  # K, or the gradients of a round
    play: Rows  # plays some rounds of a block, from a state, and writes them to a page


def fuse(player: Player, domain: Domain, utility: Utility) -> Fused | None:
    """Ask all three what a loop needs; None if one of them does not answer, or without numba."""
    steps = _ask(player, "fused_steps") if compiling() else None
    if steps is None:
        return None
    clipping = _ask(domain, "fused_clipping")
    kernel = None if clipping is None else _ask(utility, "fused_rounds", clipping)
    loop = None if kernel is None else steps.loop_of(kernel)
    if kernel is not None and loop is not None:
        return Fused(len(steps.weights), _by_columns(steps, clipping, loop, kernel.arguments))
    projection, points = _ask(domain, "fused_projection"), _ask(utility, "fused_points")
    if projection is None or points is None or not isinstance(steps, OracleSteps):
        return None
    return Fused(len(steps.weights), _by_points(steps, projection, points))


def _ask(part: Any, method: str, *arguments: Any) -> Any:
    own = getattr(part, method, None)
    return None if own is None else own(*arguments)


def _by_columns(
    steps: OracleSteps | LineSteps,
    clipping: Clipping,
    loop: Loop,
    arguments: Callable[[slice], tuple[Any, ...]],
) -> Rows:
    """Return the rounds of a loop that holds the oracles as columns, (n, K)."""

    def play(rows: slice, state: Any, block: Block, allowance: float, page: Page) -> Moved:
        V = np.array(state.V.T, order="C")  # a copy, also of a single row
        at = range(block.start + rows.start, block.start + rows.stop)
        bounds, mine = (clipping.lower, clipping.upper), (V, state.multiplier)
        multiplier = loop(
            *arguments(rows),
            block.prices[rows],
            allowance,
            *bounds,
            *steps.parameters(at),
            *mine,
            *page.all,
        )
        return np.ascontiguousarray(V.T), multiplier

    return play


def _by_points(steps: OracleSteps, projection: Projection, points: Points) -> Rows:
    """Return the rounds of the loop that goes from point to point."""
    from osphg.compiled import rounds_around  # numba, only when playing

    loop = rounds_around(points.value, points.gradient, projection.project)

    def play(rows: slice, state: Any, block: Block, allowance: float, page: Page) -> Moved:
        V = np.array(state.V, order="C")
        about, mine = (points.data, projection.data), (V, state.multiplier)
        multiplier = loop(
            rows.start, *about, block.prices[rows], allowance, *steps, *mine, *page.all
        )
        return V, multiplier

    return play


def _compiled_rounds(
    fused: Fused, state: Any, block: Block, rounds: Game, page: Page
) -> Iterator[Any]:
    """Play a block through the compiled loop, yielding the state after each chunk.

    LoopError if the loop ends with an error: page and state are then those before its chunk.
    """
    length, n = block.prices.shape
    chunk = max(1, _WORK_PER_CALL // (fused.work * n * (n + 4)))
    for first in range(0, length, chunk):
        rows = slice(first, min(first + chunk, length))
        try:
            V, multiplier = fused.play(rows, state, block, rounds.allowance, page.rows(rows))
        except Exception as error:
            raise LoopError(str(error)) from error
        page.done = rows.stop
        _check(page, first, page.done)
        state = state.moved(V, multiplier)
        yield state

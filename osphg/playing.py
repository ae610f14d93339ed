"""Playing: the one loop over t, and the run that it leaves."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from osphg import checks, kept
from osphg.checks import FloatArray, read_only, shown
from osphg.compiler import compiling
from osphg.domains import Domain, rounding
from osphg.fusing import Clipping, LineSteps, Loop, Steps
from osphg.ordered import dot
from osphg.players import Feedback, Player, RoundError
from osphg.rounds import COLUMNS, Block, Game, require_game
from osphg.utilities import AtRound, Utility

ARRAYS = ("decisions", "utility", "violation", "multiplier")


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

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the run to a file, at once: a NumPy archive, versioned, with a checksum.

        The rounds are not in it, only what tells them from others.

        Raises
        ------
        TypeError, ValueError
            For a path that is none, or a player or domain that no file can hold.
        """
        arrays = {name: getattr(self, name) for name in ARRAYS}
        kept.save(path, arrays, self.player, self.rounds)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        *,
        player: Player | None = None,
        rounds: Game | None = None,
    ) -> Run:
        """Return the run of a file.

        Parameters
        ----------
        path
            What `save` has written.
        player, rounds : optional
            Who played what: the player is needed where its class is not of this package, the
            rounds where that of their domain is not, and where the rounds themselves are asked for.
            Metrics do without the rounds.

        Raises
        ------
        TypeError, ValueError
            For no such file, one that is damaged, of another version or of something else, or of
            another player or other rounds.
        """
        arrays, by, game = kept.load(path, player, rounds)
        parts: dict[str, Any] = {name: read_only(arrays[name]) for name in ARRAYS}
        return cls(**parts, player=by, rounds=game)


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


class Page:
    """The arrays of one block's rounds while they are being played; the first `done` are filled."""

    def __init__(
        self,
        start: int,
        decisions: FloatArray,
        utility: FloatArray,
        violation: FloatArray,
        multiplier: FloatArray,
    ) -> None:
        self.start = start  # round t of the page is round start + t of the game
        self.decisions = decisions  # (length, n)
        self.utility, self.violation, self.multiplier = utility, violation, multiplier
        self.done = 0


class Record:
    """The arrays of a run while it is being played; rounds 0..done-1 are filled."""

    def __init__(self, T: int, n: int) -> None:
        checks.size("rounds.T", T, n)
        self.decisions = np.empty((T, n))
        self.utility = np.empty(T)
        self.violation = np.empty(T)
        self.multiplier = np.empty(T)
        self._page: Page | None = None

    @property
    def done(self) -> int:
        """How many rounds have been played."""
        return 0 if self._page is None else self._page.start + self._page.done

    def page(self, block: Block) -> Page:
        """Return where the rounds of the next block are written."""
        rows = slice(block.start, block.start + len(block.prices))
        self._page = Page(block.start, *(getattr(self, name)[rows] for name in ARRAYS))
        return self._page

    def run(self, player: Player, rounds: Game) -> Run:
        """Return what has been played so far, read-only."""
        parts: dict[str, Any] = {
            name: read_only(getattr(self, name)[: self.done]) for name in ARRAYS
        }
        return Run(**parts, player=player, rounds=rounds)


_WORK_PER_CALL = 20_000_000  # multiply-adds between two looks at the keyboard, some 10 ms


class LoopError(RuntimeError):
    """A compiled loop was ended by a user's function, in a round that it does not name."""


class FusedState(Protocol):
    """The state of a player that can go through a loop."""

    @property
    def V(self) -> FloatArray:
        """What moves: what the oracles choose, (K, n), or the decision, (1, n)."""
        ...

    @property
    def multiplier(self) -> float:
        """lambda_t."""
        ...

    def moved(self, V: FloatArray, multiplier: float) -> Self:
        """Return the state after a loop has changed both."""
        ...


class Fused(NamedTuple):
    """The answers of a player, a domain and a utility that can go through the loop together."""

    steps: Steps | LineSteps
    clipping: Clipping
    loop: Loop
    arguments: Callable[[slice], tuple[Any, ...]]  # what it is told of the utility


def fuse(player: Player, domain: Domain, utility: Utility) -> Fused | None:
    """Ask all three what the loop needs; None if one of them does not answer, or without numba."""
    if not compiling():
        return None
    steps, clipping = _ask(player, "fused_steps"), _ask(domain, "fused_clipping")
    if steps is None or clipping is None:
        return None
    kernel = _ask(utility, "fused_rounds", clipping)
    loop = None if kernel is None else steps.loop_of(kernel)
    return None if loop is None else Fused(steps, clipping, loop, kernel.arguments)


def _ask(part: Any, method: str, *arguments: Any) -> Any:
    own = getattr(part, method, None)
    return None if own is None else own(*arguments)


def advance(
    fused: Fused, state: FusedState, block: Block, rounds: Game, page: Page
) -> Iterator[FusedState]:
    """Play a block through the compiled loop, yielding the state after each chunk.

    Raises
    ------
    LoopError
        If the loop ends with an error; the page and the last state are those before its chunk.
    """
    steps, clipping, loop, arguments = fused
    length, n = block.prices.shape
    chunk = max(1, _WORK_PER_CALL // (len(steps.weights) * n * (n + 4)))
    for first in range(0, length, chunk):
        local = slice(first, min(first + chunk, length))
        V = np.array(state.V.T, order="C")  # a copy, also of a single row
        try:
            multiplier = loop(
                *arguments(local),
                block.prices[local],
                rounds.allowance,
                clipping.lower,
                clipping.upper,
                *steps.told(range(block.start + local.start, block.start + local.stop)),
                V,
                state.multiplier,
                page.decisions[local],
                page.utility[local],
                page.violation[local],
                page.multiplier[local],
            )
        except Exception as error:
            raise LoopError(str(error)) from error
        _require_finite(local, page)
        page.done = local.stop
        state = state.moved(np.ascontiguousarray(V.T), multiplier)
        yield state


def _require_finite(local: slice, page: Page) -> None:
    """Refuse an overflow, and forget its round and those that followed."""
    valued = np.isfinite(page.utility[local])
    finite = valued & np.isfinite(page.multiplier[local])
    if finite.all():
        return
    at = int(np.argmin(finite))
    page.done = local.start + at
    name, series = (
        ("multiplier", page.multiplier) if valued[at] else ("utility.value", page.utility)
    )
    raise RoundError(
        f"round {page.start + page.done + 1}: {name} must be one finite number,"
        f" got {series[page.done]}"
    )


_ROUNDS_PER_CHUNK = 256  # between two updates of the progress bar

Kept = TypeVar("Kept", bound=Played, covariant=True)


class Recorder(Protocol[Kept]):
    """What takes up the rounds while they are being played, block by block."""

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
    return play_into(Record, player, rounds, progress=progress, compiled=compiled)


def play_into(
    recorder: Callable[[int, int], Recorder[Kept]],
    player: Player,
    rounds: Game,
    *,
    progress: bool = False,
    compiled: bool = True,
) -> Kept:
    """Play all rounds and return what recorder(T, n) keeps of them; see `play`."""
    if not checks.offers(player, Player):
        raise TypeError(
            f"player must have init, decide, update and multiplier, got {checks.shown(player)}"
        )
    require_game("rounds", rounds)
    progress, compiled = checks.flag("progress", progress), checks.flag("compiled", compiled)
    with np.errstate(all="ignore"):  # what overflows is refused, with its round
        return _played(recorder, player, rounds, progress=progress, compiled=compiled)


def _played(
    recorder: Callable[[int, int], Recorder[Kept]],
    player: Player,
    rounds: Game,
    *,
    progress: bool,
    compiled: bool,
) -> Kept:
    record = recorder(rounds.T, rounds.n)
    state = player.init(rounds)
    bar = tqdm(total=rounds.T, unit="round", unit_scale=True, disable=not progress)
    try:
        for block in _blocks(rounds, record):
            page = record.page(block)
            fused = fuse(player, rounds.domain, block.utility) if compiled else None
            if fused is None:
                states = _advance(player, state, block, rounds, page)
            else:
                states = advance(fused, state, block, rounds, page)
            try:
                for after in states:
                    state = after
                    bar.update(record.done - bar.n)
            except LoopError:  # the NumPy rounds name the round, and keep those before it
                for after in _advance(player, state, block, rounds, page):
                    state = after
                    bar.update(record.done - bar.n)
    except RoundError as error:
        error.run = record.run(player, rounds)
        raise
    except KeyboardInterrupt as stop:
        stop.run = record.run(player, rounds)  # type: ignore[attr-defined]
        raise
    finally:
        bar.close()
    return record.run(player, rounds)


def _blocks(rounds: Game, record: Recorder[Any]) -> Iterator[Block]:
    """Iterate over the blocks; what is wrong with one is an error of its first round."""
    try:
        yield from rounds.blocks()
    except (TypeError, ValueError) as error:
        raise RoundError(f"round {record.done + 1}: {error}") from error


def _advance(player: Player, state: Any, block: Block, rounds: Game, page: Page) -> Iterator[Any]:
    """Play what is left of a block round by round, yielding the state every so often."""
    allowance = rounds.allowance
    for first in range(page.done, len(block.prices), _ROUNDS_PER_CHUNK):
        last = min(first + _ROUNDS_PER_CHUNK, len(block.prices))
        try:
            for local in range(first, last):
                state = _round(player, state, block, local, rounds, allowance, page)
        finally:  # whatever ended the chunk: a decision outside X comes first
            _check_decisions(rounds, first, page)
        yield state


def _round(
    player: Player,
    state: Any,
    block: Block,
    local: int,
    rounds: Game,
    allowance: float,
    page: Page,
) -> Any:
    """Play one round and return the state after it."""
    t = block.start + local
    try:
        x = _decision(t, player.decide(state), rounds.n)
        utility = AtRound(block.utility, local)
        found: Any = _value(t, utility, x)
        value = _number(found)
        if not math.isfinite(value):
            if not rounds.domain.contains(x, rounding(rounds.domain)):
                raise _outside(rounds, t, x)
            raise _not_finite(t, "utility.value", found)
        found = player.multiplier(state)
        multiplier = found if type(found) is float else _number(found)
        if not math.isfinite(multiplier):
            raise _not_finite(t, "multiplier", found)
        price = block.prices[local]
        violation = dot(price, x) - allowance
        page.decisions[local] = x
        page.utility[local] = value
        page.violation[local] = violation
        page.multiplier[local] = multiplier
        state = player.update(state, Feedback(t, x, utility, value, price, violation))
    except RoundError:
        raise
    except ValueError as error:  # of a player's or a domain's own checks
        raise RoundError(f"round {t + 1}: {error}") from error
    except ArithmeticError as error:
        raise RoundError(
            f"round {t + 1}: player must have parameters that floats can be divided by, got"
            f" {shown(player)}: {error}"
        ) from error
    page.done = local + 1
    return state


def _decision(t: int, found: Any, n: int) -> FloatArray:
    """Return a copy of a decision; RoundError unless it is (n,) real numbers."""
    try:
        x = np.array(checks.real("decide", found))
    except TypeError as error:
        raise RoundError(f"round {t + 1}: {error}") from error
    if x.shape != (n,):
        raise RoundError(f"round {t + 1}: decide must return ({n},), got {x.shape}")
    return x


def _value(t: int, utility: AtRound, x: FloatArray) -> Any:
    """Return f_t(x); RoundError if it divides by 0."""
    try:
        return utility.value(x)
    except ArithmeticError as error:
        raise RoundError(
            f"round {t + 1}: utility.value must be one finite number, got {shown(error)}"
        ) from error


def _number(found: Any) -> float:
    """Return one real number as a float; NaN for anything else."""
    if type(found) is np.ndarray and found.dtype == np.float64 and found.ndim == 0:
        return float(found)
    if isinstance(found, float):
        return float(found)
    try:
        one = checks.real("number", found)
    except TypeError:
        return math.nan
    return float(one) if one.ndim == 0 else math.nan


def _not_finite(t: int, name: str, found: Any) -> RoundError:
    got = shown(found.tolist() if isinstance(found, np.ndarray | np.generic) else found)
    return RoundError(f"round {t + 1}: {name} must be one finite number, got {got}")


def _check_decisions(rounds: Game, first: int, page: Page) -> None:
    """Refuse decisions outside X since round `first`, and forget them and what followed."""
    X = page.decisions[first : page.done]
    outside = ~rounds.domain.contains(X, rounding(rounds.domain))
    if outside.any():
        page.done = first + int(np.argmax(outside))
        raise _outside(rounds, page.start + page.done, page.decisions[page.done])


def _outside(rounds: Game, t: int, x: FloatArray) -> RoundError:
    return RoundError(f"round {t + 1}: the decision must lie in {rounds.domain}, got {x.tolist()}")


Ints = NDArray[np.int64]

_POINTS = 1000  # rounds that are kept unless others are asked for


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
    return play_into(
        lambda _, n: _Thinned(kept, n), player, rounds, progress=progress, compiled=compiled
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


class _Thinned:
    """The totals so far, and the rounds that are kept; the pages of all blocks are one."""

    def __init__(self, at: Ints, n: int) -> None:
        self._at = at
        self._decisions = np.empty((len(at), n))
        self._multiplier, self._utility, self._violation = np.empty((3, len(at)))
        self._totals = (0.0, 0.0)
        self._page = Page(0, np.empty((0, n)), *np.empty((3, 0)))

    @property
    def done(self) -> int:
        """How many rounds have been played."""
        return self._page.start + self._page.done

    def page(self, block: Block) -> Page:
        """Return where the rounds of the next block are written: over the last one's."""
        self._fold()
        length = len(block.prices)
        if length > len(self._page.utility):
            n = self._decisions.shape[1]
            self._page = Page(block.start, np.empty((length, n)), *np.empty((3, length)))
        return self._page

    def run(self, player: Player, rounds: Game) -> StreamedRun:
        """Return what is kept of the rounds played so far, read-only."""
        self._fold()
        T = self.done
        kept = slice(int(np.searchsorted(self._at, T, side="right")))
        utility, violation = self._totals
        return StreamedRun(
            T=T,
            total_utility=utility,
            total_violation=violation,
            at=self._at[kept],
            utility=read_only(self._utility[kept]),
            violation=read_only(self._violation[kept]),
            decisions=read_only(self._decisions[kept]),
            multiplier=read_only(self._multiplier[kept]),
            player=player,
            rounds=rounds,
        )

    def _fold(self) -> None:
        """Add up the rounds of the page, and keep those that are asked for."""
        page, end = self._page, self.done
        first, last = np.searchsorted(self._at, [page.start, end], side="right")
        kept, local = slice(first, last), self._at[first:last] - page.start
        self._decisions[kept] = page.decisions[local - 1]
        self._multiplier[kept] = page.multiplier[local - 1]
        utility, violation = (
            np.append(before, series[: page.done]).cumsum()
            for before, series in zip(self._totals, (page.utility, page.violation), strict=True)
        )
        self._utility[kept], self._violation[kept] = utility[local], violation[local]
        self._totals = (float(utility[-1]), float(violation[-1]))
        self._page = Page(end, page.decisions, page.utility, page.violation, page.multiplier)

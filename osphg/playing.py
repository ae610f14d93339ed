"""Playing: the one loop over t, and the run that it leaves."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from osphg import checks
from osphg.checks import FloatArray, read_only, shown
from osphg.domains import Domain
from osphg.fusing import LARGEST, Fused, fuse, why_not
from osphg.players import Feedback, Player, RoundError, require_player
from osphg.practice import Capped, Purse
from osphg.rounds import COLUMNS, Block, Game, dot, require_game
from osphg.utilities import AtRound

Ints = NDArray[np.int64]

_ROUNDS_PER_CHUNK = 256  # between two checks of what was decided, and of the keyboard
_WORK_PER_CALL = 20_000_000  # multiply-adds between two looks at the keyboard, some 10 ms
_POINTS = 1000  # rounds of a streamed run that are kept unless others are asked for


class Played:
    """What a player made of rounds, all of it kept or only a part: what metrics ask for."""

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
    """What happened when a player played the rounds; fewer than `rounds.T` if interrupted."""

    decisions: FloatArray  # x_t, (T, n)
    utility: FloatArray  # f_t(x_t), (T,)
    violation: FloatArray  # g_t(x_t) = <p_t, x_t> - B_T/T, (T,), in the units of the budget
    multiplier: FloatArray  # lambda_t as used in round t, (T,)
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
        """<p_t, x_t> per round, (T,): of the prices, as g_t may lose it beside a huge budget."""
        costs = np.empty(self.T)
        for block in self.rounds.blocks():
            rows = slice(block.start, block.start + len(block.prices))
            X = self.decisions[rows]
            costs[rows] = dot(block.prices[: len(X)], X)
            if rows.stop >= self.T:
                break
        return costs

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return a table of the rounds by columns, of which pandas or polars make a frame.

        They are the round from 1, the decision for each item by its name (x1, x2, ... without
        names), utility, spend, violation and multiplier.
        """
        names = self.rounds.names or tuple(f"x{i + 1}" for i in range(self.rounds.n))
        rest = (self.utility, self.spend, self.violation, self.multiplier)
        return {
            COLUMNS[0]: np.arange(1, self.T + 1),
            **dict(zip(names, self.decisions.T, strict=True)),
            **dict(zip(COLUMNS[1:], rest, strict=True)),
        }


@dataclass(frozen=True, eq=False, repr=False)
class StreamedRun(Played):
    """What is kept of a run whose rounds are not: its totals, and m of its rounds."""

    T: int  # the number of rounds played
    total_utility: float  # sum_t f_t(x_t), added in their order
    total_violation: float  # C_T = sum_t g_t(x_t), added in their order
    at: Ints  # the rounds of which the rest is kept, counted from 1, (m,)
    utility: FloatArray  # sum_{s<=t} f_s(x_s) at t in `at`, (m,); over `at`, the running average
    violation: FloatArray  # sum_{s<=t} g_s(x_s), likewise
    decisions: FloatArray  # x_t, (m, n)
    multiplier: FloatArray  # lambda_t as used in round t, (m,)
    player: Player
    rounds: Game


def require_complete(name: str, value: object) -> Played:
    """Return what is a complete `Run` or `StreamedRun`; TypeError, or ValueError for a part."""
    run = checks.of_kind(name, value, Played, "be a Run, of play")
    checks.must(run.complete, name, "be complete", f"{run.T} of {run.rounds.T} rounds")
    return run


def play(player: Player, rounds: Game, *, progress: bool = False, compiled: bool = True) -> Run:
    """Play all rounds and return the run.

    The rounds go through one compiled loop where the player, the utility and the domain offer it
    (see `osphg.fusing`), and otherwise through NumPy, batched over the K oracles; the numbers
    agree to 1e-12.

    `progress` shows a bar on stderr; `compiled=False` takes the NumPy rounds even where there is a
    compiled loop.

    TypeError or ValueError before round 1 for no player, no rounds, or a player that cannot play
    these. RoundError while playing for a value or gradient that is not finite or has the wrong
    shape, or a decision outside X: it names the round, and its `run` holds the rounds before it. So
    does the `run` of the KeyboardInterrupt that Ctrl-C raises.

    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> run = osphg.play(osphg.OSPHG.tuned(rounds, W=30, K=30), rounds)
    >>> run.complete, run.decisions.shape, round(float(run.spend.mean()), 3)
    (True, (1000, 2), 2.0)
    """
    checks.size("rounds.T", require_game("rounds", rounds).T, rounds.n)
    pages: list[Page] = []

    def run() -> Run:
        series = zip(*(page.all for page in pages or [Page.blank(0, rounds.n)]), strict=True)
        whole = [part[0] if len(pages) == 1 else np.concatenate(part) for part in series]
        x, utility, violation, multiplier = map(read_only, whole)
        return Run(x, utility, violation, multiplier, player, rounds)

    return _play(player, rounds, pages.append, run, progress=progress, compiled=compiled)


def stream(
    player: Player,
    rounds: Game,
    *,
    at: Sequence[int] | Ints | None = None,
    progress: bool = False,
    compiled: bool = True,
) -> StreamedRun:
    """Play all rounds as `osphg.play`, and keep totals and some of the rounds.

    Kept are the totals up to the rounds `at`, and what was decided in them: increasing integers in
    1..T (TypeError or ValueError for others), about a thousand, evenly spaced and the last with
    them, unless given. Beside that, memory is that of one block of the rounds: with
    `StreamedRounds` it does not grow with T. Every number is that of `play` on the same rounds, bit
    for bit. Errors are as there, with the StreamedRun of the rounds before as `run`.

    >>> import osphg
    >>> rounds = osphg.rounds.streamed_paper_quadratics(T=1000)
    >>> run = osphg.stream(osphg.OSPHG.tuned(rounds, W=30, K=30), rounds, at=[500, 1000])
    >>> run
    StreamedRun(OSPHG, 1000 of 1000 rounds, per round: utility 0.53, violation -0.0002044)
    >>> (run.violation / run.at).round(3)
    array([-0.161, -0.   ])
    """
    at = _increasing(at, require_game("rounds", rounds).T)
    kept, done, totals = Page.blank(len(at), rounds.n), 0, [0.0, 0.0]

    def keep(page: Page) -> None:
        """Add up the rounds of the page, and keep those that are asked for."""
        nonlocal done
        done = page.start + page.done
        first, last = np.searchsorted(at, [page.start, done], side="right")
        rows, local = slice(first, last), at[first:last] - page.start
        kept.decisions[rows] = page.decisions[local - 1]
        kept.multiplier[rows] = page.multiplier[local - 1]
        ours, theirs = (kept.utility, kept.violation), (page.utility, page.violation)
        for i, (series, played) in enumerate(zip(ours, theirs, strict=True)):
            # As `cumsum` of the whole game: each sum goes on from the one before it.
            sums = np.append(totals[i], played[: page.done]).cumsum()
            series[rows], totals[i] = sums[local], float(sums[-1])

    def run() -> StreamedRun:
        kept.done = int(np.searchsorted(at, done, side="right"))
        x, utility, violation, multiplier = map(read_only, kept.all)
        series = (at[: kept.done], utility, violation, x, multiplier)
        return StreamedRun(done, totals[0], totals[1], *series, player, rounds)

    return _play(player, rounds, keep, run, progress=progress, compiled=compiled)


AnyRun = TypeVar("AnyRun", bound=Played)


@dataclass
class Page:
    """The arrays of consecutive rounds while they are played; the first `done` are filled."""

    decisions: FloatArray  # (length, n)
    utility: FloatArray  # (length,), as the other two
    violation: FloatArray
    multiplier: FloatArray
    start: int = field(default=0, kw_only=True)  # its round t is round start + t of the game
    done: int = field(default=0, kw_only=True)

    @classmethod
    def blank(cls, length: int, n: int, start: int = 0) -> Page:
        """Return a page for so many rounds."""
        return cls(np.zeros((length, n)), *np.zeros((3, length)), start=start)

    @property
    def all(self) -> tuple[FloatArray, ...]:
        """The four arrays, as far as they are filled."""
        return self.rows(slice(self.done))

    def rows(self, rows: slice) -> tuple[FloatArray, ...]:
        """Return some rounds of the four arrays, which are written here."""
        series = (self.decisions, self.utility, self.violation, self.multiplier)
        return tuple(part[rows] for part in series)


def _increasing(at: Sequence[int] | Ints | None, T: int) -> Ints:
    """Return increasing rounds in 1..T; about a thousand, evenly spaced, where none are given."""
    if at is None:
        count = min(T, _POINTS)
        return np.array([-(-T * i // count) for i in range(1, count + 1)])
    if np.ndim(at) != 1:
        raise TypeError(f"at must be a list of integers, got {shown(at)}")
    found = np.array([checks.positive_int("at", t, T) for t in at], dtype=np.int64)
    checks.must((np.diff(found) > 0).all(), "at", "increase", shown(at))
    return found


def _play(
    player: Player,
    rounds: Game,
    keep: Callable[[Page], None],
    run: Callable[[], AnyRun],
    *,
    progress: bool,
    compiled: bool,
) -> AnyRun:
    """Play all rounds, each block on a page to `keep`, and return the `run` of what was kept."""
    require_player("player", player)
    progress, compiled = checks.flag("progress", progress), checks.flag("compiled", compiled)
    bar = tqdm(total=rounds.T, unit="round", unit_scale=True, disable=not progress)
    try:
        with np.errstate(all="ignore"):  # what overflows is refused, with its round
            state = player.init(rounds)
            for block in _blocks(rounds):
                page = Page.blank(len(block.prices), rounds.n, block.start)
                fused = fuse(player, rounds.domain, block.utility) if compiled else None
                try:
                    while page.done < len(block.prices):
                        found = fused and _compiled_chunk(fused, state, block, rounds, page)
                        if found is None:  # no loop, or one that raised: NumPy names the round
                            fused, found = None, _chunk(player, state, block, rounds, page)
                        state = found
                        bar.update(page.start + page.done - bar.n)
                finally:
                    keep(page)
    except (RoundError, KeyboardInterrupt) as stop:
        stop.run = run()  # type: ignore[attr-defined]
        raise
    finally:
        bar.close()
    return run()


def _blocks(rounds: Game) -> Iterator[Block]:
    """Iterate over the blocks; what is wrong with one is an error of its first round."""
    done = 0
    try:
        for block in rounds.blocks():
            yield block
            done = block.start + len(block.prices)
    except (TypeError, ValueError) as error:
        raise RoundError(f"round {done + 1}: {error}") from error


def _chunk(player: Player, state: Any, block: Block, rounds: Game, page: Page) -> Any:
    """Play the next rounds of a block in NumPy, check them all, and return the state after them."""
    first = page.done
    try:
        for local in range(first, min(first + _ROUNDS_PER_CHUNK, len(block.prices))):
            state = _round(player, state, block, local, rounds, page)
            page.done = local + 1
    except (ArithmeticError, TypeError, ValueError) as error:
        _check(page, first, page.done + 1, rounds.domain)  # what is not finite comes first
        if isinstance(error, RoundError):
            raise
        said = str(error)
        if isinstance(error, ArithmeticError):
            said = f"{shown(player)} or the utility: {type(error).__name__}, {error}"
        raise RoundError(f"round {page.start + page.done + 1}: {said}") from error
    finally:  # also after Ctrl-C
        _check(page, first, page.done, rounds.domain)
    return state


def _round(player: Player, state: Any, block: Block, local: int, rounds: Game, page: Page) -> Any:
    """Play round t: the player decides x_t, then f_t and p_t are revealed, and it learns.

    The page notes x_t, f_t(x_t), g_t(x_t) = <p_t, x_t> - B_T/T and lambda_t.
    """
    t, price, f = block.start + local, block.prices[local], AtRound(block.utility, local)
    x = np.array(checks.real("decide", player.decide(state)))
    checks.must(x.shape == (rounds.n,), "decide", f"return ({rounds.n},)", x.shape)
    page.decisions[local] = x
    value = page.utility[local] = _number("utility.value", f.value(x))
    violation = page.violation[local] = dot(price, x) - rounds.allowance
    page.multiplier[local] = _number("multiplier", player.multiplier(state))
    return player.update(state, Feedback(t, x, f, value, price, violation))


def withheld(cap: Capped, run: Run) -> Run:
    """Return the run of a capped player that a complete run of its own player is, but for the cap.

    It is `play(cap, run.rounds)` without a second game; RoundError as there.
    """
    (block,) = _blocks(run.rounds)
    parts = (run.decisions, run.utility, run.violation, run.multiplier)
    page = Page(*(np.array(part) for part in parts), done=run.T)
    _withhold(cap.init(run.rounds), block, run.rounds, page, 0)
    x, utility, violation, multiplier = map(read_only, page.all)
    return Run(x, utility, violation, multiplier, cap, run.rounds)


def _withhold(purse: Purse, block: Block, rounds: Game, page: Page, first: int) -> Purse:
    """Take back from a page, from round `first` on, what a cap withholds; return the purse then."""
    X, done = page.decisions[first : page.done], page.done
    spent = np.add.accumulate(np.append(purse.spent, dot(block.prices[first:done], X)))
    refused = purse.needed(X) > purse._replace(spent=spent[:-1]).left
    whole = int(refused.argmax()) if refused.any() else len(X)  # rounds that are played as decided
    purse = purse._replace(spent=float(spent[whole]))
    for local in range(first + whole, done):
        x, price = purse.allowed(page.decisions[local]), block.prices[local]
        page.decisions[local], cost, page.done = x, dot(price, x), local
        try:
            page.utility[local] = _number("utility.value", AtRound(block.utility, local).value(x))
        except (ArithmeticError, TypeError, ValueError) as error:
            raise RoundError(f"round {page.start + local + 1}: {error}") from error
        page.violation[local], page.done = cost - rounds.allowance, local + 1
        purse = purse._replace(spent=purse.spent + cost)
    _check(page, first + whole, done)
    return purse


def _number(name: str, found: Any) -> float:
    """Return one real number as a float; ValueError for anything else."""
    if isinstance(found, float):
        return float(found)
    one = checks.real(name, found)
    if one.ndim:
        raise ValueError(f"{name} must be one finite number, got {shown(one.tolist())}")
    return float(one)


def _check(page: Page, first: int, last: int, domain: Domain | None = None) -> None:
    """Refuse the first of rounds first..last-1 with a number that is not finite, or outside X.

    Rounds from that one on are dropped from the page. Without a domain, decisions are taken to lie
    in X: those of a compiled loop are projections. One that is not finite shows in its violation.

    Raises
    ------
    RoundError
        Names the round and the number.
    """
    X = page.decisions[first:last]
    numbers = {
        "utility.value": page.utility[first:last],
        "violation": page.violation[first:last],
        "multiplier": page.multiplier[first:last],
    }
    good = np.ones(last - first, dtype=bool)
    for series in numbers.values():
        good &= np.isfinite(series)
    inside = np.ones_like(good) if domain is None else domain.contains(X)
    if (good & inside).all():
        return
    at = int(np.argmin(good & inside))
    page.done = first + at
    if inside[at]:
        name = next(name for name in numbers if not math.isfinite(numbers[name][at]))
        told = f"{name} must be one finite number, got {numbers[name][at]}"
    else:
        told = f"the decision must lie in {domain}, got {X[at].tolist()}"
    raise RoundError(f"round {page.start + page.done + 1}: {told}")


def _compiled_chunk(fused: Fused, state: Any, block: Block, rounds: Game, page: Page) -> Any:
    """Play the next rounds of a block in a compiled loop, check them, and return the state.

    None where a user's function does not compile, of which a RuntimeWarning tells, or raises, and
    where a number is not finite or so large that others may overflow: no round counts as played.
    """
    first, n, own = page.done, rounds.n, state.inner if isinstance(state, Purse) else state
    loop, steps, (lower, upper, _, facets), functions = fused
    most = max(1, _WORK_PER_CALL // (len(steps.weights) * n * (n + 4)))  # as quadratics take
    rows = slice(first, min(first + most, len(block.prices)))
    at = range(block.start + first, block.start + rows.stop)
    V = np.array(own.V.T, order="C")  # a copy, also of a single row
    if not block.prices[rows].max() <= LARGEST:
        return None
    game = functions.data, lower, upper, facets, block.prices[rows], rounds.allowance
    try:
        given = tuple(part(at) if callable(part) else part for part in steps)  # nodes
        multiplier = loop(first, game, given, V, own.multiplier, page.rows(rows))
    except Exception as error:
        if type(error).__module__.startswith("numba"):
            told = f"osphg plays in NumPy, slower, what does not compile: {why_not(error)}"
            warnings.warn(told, RuntimeWarning, stacklevel=4)
        return None
    # NumPy names the round of what is not finite: here it may show later than it arose.
    if not max(page.multiplier[rows].max(), multiplier) <= LARGEST:
        return None
    if not all(np.isfinite(part).all() for part in (V, page.utility[rows], page.violation[rows])):
        return None
    own = own.moved(np.ascontiguousarray(V.T), multiplier)
    sure = type(rounds.domain).__module__.startswith("osphg.")  # of its projections
    try:
        page.done = rows.stop
        if not sure:
            _check(page, first, page.done, rounds.domain)
    finally:  # of the rounds before an error, too
        if isinstance(state, Purse):  # who plays knows nothing of it
            own = _withhold(state._replace(inner=own), block, rounds, page, first)
    return own

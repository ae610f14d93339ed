"""Playing: the one loop over t, and the run that it leaves.

In round t a player decides x_t, and then learns the utility f_t and the prices p_t; g_t(x_t) =
<p_t, x_t> - b_t is the violation, what the round costs beyond its allowance b_t, the money for it,
and lambda_t is the player's multiplier. A game hands out its rounds in blocks, each of
which is played into a `RoundBuffer`: arrays for decisions, values of f_t, violations and
multipliers, of which the first `done` rounds are filled in.

With m budgets g_t(x_t) and lambda_t are arrays (m,). With minimum bids, a least point of X above 0,
a player plays the game of the bids above them (`Game.above_minimum`): it decides on these, and is
told of the gains; a run has the whole bids, and f_t of them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import FloatArray, read_only
from osphg.compiled.answers import LARGEST
from osphg.compiled.jit import compiler_message
from osphg.compiled.loops import Fused, fuse
from osphg.compiled.projections import NOT_PROJECTED
from osphg.compiled.remedies import LONG_RUN, warn_of_numpy
from osphg.compiled.rules import RuleSteps, end_of_own_rounds, money_of_rounds
from osphg.messages import short_repr
from osphg.players.base import Feedback, Player, first_state, require_player
from osphg.recording import RoundBuffer, RoundError, as_amount, as_number
from osphg.rounds import COLUMNS, Block, Gain, Game, budget_columns, require_game
from osphg.utilities import AtRound, Objective

Ints = NDArray[np.int64]

_ROUNDS_PER_CHUNK = 256  # between two checks of what was decided, and of the keyboard
_WORK_PER_CALL = 20_000_000  # multiply-adds between two looks at the keyboard, some 10 ms
_KEPT_ROUNDS = 1000  # of a streamed run, unless others are asked for


class Played:
    """What happened when a player played rounds, all of it kept or only a part.

    Attributes
    ----------
    T : int
        The number of rounds played.
    player : Player
        Who played.
    rounds : Game
        What was played.
    total_utility : float
        sum_t f_t(x_t), in units of f.
    total_violation : float or array (m,)
        C_T = sum_t g_t(x_t), in money; with several budgets one number for each.
    """

    T: int
    player: Player
    rounds: Game
    total_utility: float
    total_violation: Any

    def __repr__(self) -> str:
        """Write the player, the rounds played, and utility and violation per round."""
        text = f"{type(self).__name__}({type(self.player).__name__}"
        text += f", {self.T} of {self.rounds.T} rounds"
        if self.T:
            text += f", per round: utility {self.total_utility / self.T:.4g}"
            over = np.ravel(self.total_violation) / self.T
            text += f", violation {', '.join(f'{number:+.4g}' for number in over)}"
        return text + ")"

    @property
    def complete(self) -> bool:
        """Whether every round was played."""
        return self.rounds.T == self.T


@dataclass(frozen=True, eq=False, repr=False)
class Run(Played):
    """What happened when a player played the rounds; fewer than `rounds.T` if interrupted.

    Parameters
    ----------
    decisions : FloatArray
        x_t, (T, n).
    utility : FloatArray
        f_t(x_t), (T,).
    violation : FloatArray
        g_t(x_t) = <p_t, x_t> - b_t, (T,), in the units of the budget; with several budgets (T, m).
    multiplier : FloatArray
        lambda_t as used in round t, (T,); with several budgets (T, m).
    player : Player
        Who played.
    rounds : Game
        What was played.
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
        """The sum of all f_t(x_t), in units of f."""
        return float(self.utility.sum())

    @property
    def total_violation(self) -> Any:  # type: ignore[override, unused-ignore]
        """The sum of all g_t(x_t), in money, a float; with several budgets an array (m,)."""
        total = self.violation.sum(axis=0)
        return total if total.ndim else float(total)

    @property
    def spend(self) -> FloatArray:
        """The money spent in each round, <p_t, x_t>, (T,); with several budgets (T, m).

        It is computed from the prices: in g_t it may be lost beside a huge budget.
        """
        costs = np.empty(self.violation.shape)
        for block in self.rounds.blocks():
            rows = slice(block.start, block.start + len(block.prices))
            X = self.decisions[rows]  # fewer than the block has where the run was interrupted
            costs[rows] = _costs(block.prices[: len(X)], X)
            if rows.stop >= self.T:
                break
        return costs

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return a table of the rounds by columns, of which pandas or polars make a frame.

        Returns
        -------
        dict of arrays
            The round, counted from 1, the decision for each item by its name (x1, x2, ... without
            names), utility, spend, violation and multiplier; each (T,). With several budgets there
            are columns for each, as "spend money" for one that is called "money".
        """
        names = self.rounds.names or tuple(f"x{i + 1}" for i in range(self.rounds.n))
        # COLUMNS names the columns: the round, and after the items the utility, and what is about
        # money, which has a column for each budget.
        series = [
            np.atleast_2d(amounts.T) for amounts in (self.spend, self.violation, self.multiplier)
        ]
        return {
            COLUMNS[0]: np.arange(1, self.T + 1),
            **dict(zip(names, self.decisions.T, strict=True)),
            COLUMNS[1]: self.utility,
            **dict(zip(budget_columns(self.rounds), np.concatenate(series), strict=True)),
        }


@dataclass(frozen=True, eq=False, repr=False)
class StreamedRun(Played):
    """What is kept of a run whose rounds are not: its totals, and m of its rounds.

    Parameters
    ----------
    T : int
        The number of rounds played.
    total_utility : float
        sum_t f_t(x_t), added in the order of the rounds.
    total_violation : float or array (m,)
        C_T = sum_t g_t(x_t), added in the order of the rounds; with several budgets for each.
    at : integer array
        The rounds of which the rest is kept, counted from 1, (m,).
    utility : FloatArray
        sum_{s<=t} f_s(x_s) for each t in `at`, (m,); divided by `at`, the running average.
    violation : FloatArray
        sum_{s<=t} g_s(x_s), likewise; with several budgets a column for each.
    decisions : FloatArray
        x_t, (m, n).
    multiplier : FloatArray
        lambda_t as used in round t, (m,); with several budgets a column for each.
    player : Player
        Who played.
    rounds : Game
        What was played.
    """

    T: int
    total_utility: float
    total_violation: Any
    at: Ints
    utility: FloatArray
    violation: FloatArray
    decisions: FloatArray
    multiplier: FloatArray
    player: Player
    rounds: Game


def _costs(prices: FloatArray, X: FloatArray) -> FloatArray:
    """Return what decisions X (k, n) cost at prices (k, n), (k,); or (k, m) at prices (k, m, n)."""
    if prices.ndim > 2:
        X = X[:, np.newaxis]
    return np.asarray(dot(prices, X))


def require_complete(name: str, value: object) -> Played:
    """Return `value` if it is a `Run` or `StreamedRun` of all rounds of its game.

    Anything else is a TypeError, and a run that was interrupted a ValueError; `name` is the
    parameter that the message names.
    """
    run = checks.of_kind(name, value, Played, "be a Run, of play")
    checks.must(run.complete, name, "be complete", f"{run.T} of {run.rounds.T} rounds")
    return run


def play(player: Player, rounds: Game, *, progress: bool = False, compiled: bool = True) -> Run:
    """Play all rounds and return the run.

    The rounds go through one compiled loop where the player, the utility and the domain offer it
    (see `osphg.compiled`), and otherwise through NumPy, batched over the K oracles; the numbers
    agree to 1e-12. A part of one's own, also a subclass of one of the package's, has to offer it
    itself. Where it does not, a run of 10,000 rounds or more says so by a RuntimeWarning, once in a
    process for each kind of part: NumPy is some hundred times slower. So does one with several
    budgets, or with minimum bids, which the compiled loops do not know.

    Parameters
    ----------
    player : Player
        Who decides.
    rounds : Game
        The game: `Rounds` or `StreamedRounds`.
    progress : bool
        Whether to show a bar on stderr.
    compiled : bool
        False takes the NumPy rounds even where there is a compiled loop.

    Returns
    -------
    Run
        What happened in each round.

    Raises
    ------
    TypeError, ValueError
        Before round 1: for no player, no rounds, more rounds than fit into memory, or a player that
        cannot play these.
    RoundError
        While playing: for a value or gradient that is not finite or has the wrong shape, or a
        decision outside X. It names the round, and its `run` holds the rounds before it. So does
        the `run` of the KeyboardInterrupt that Ctrl-C raises.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> run = osphg.play(osphg.OSPHG.tuned(rounds, W=30, K=30), rounds)
    >>> run.complete, run.decisions.shape, round(float(run.spend.mean()), 3)
    (True, (1000, 2), 2.0)
    """
    # The decisions are (T, n): a T for which that is too large for the memory is refused.
    checks.array_size("rounds.T", require_game("rounds", rounds).T, rounds.n)
    buffers: list[RoundBuffer] = []  # of the blocks so far, the last of which may be half played

    def make_run() -> Run:
        """Return the run so far, also of rounds that were interrupted."""
        return _run_of(player, rounds, buffers)

    return _play_blocks(
        player, rounds, buffers.append, make_run, progress=progress, compiled=compiled
    )


def _run_of(player: Player, rounds: Game, buffers: Sequence[RoundBuffer]) -> Run:
    """Join the buffers of consecutive blocks, as far as each is filled in, to a run.

    Each of `series` is an array over the rounds: decisions (T, n), and values, violation and
    multiplier, (T,), for the T rounds that were played.
    """
    if not buffers:  # stopped before round 1
        no_amounts = np.zeros((0, *np.shape(rounds.budget)))
        series = [np.zeros((0, rounds.n)), np.zeros(0), no_amounts, no_amounts]
    elif len(buffers) == 1:  # the usual case: its arrays are taken as they are, not copied
        (buffer,) = buffers
        series = list(buffer.written(slice(buffer.done)))
    else:
        blocks = [buffer.written(slice(buffer.done)) for buffer in buffers]
        series = [np.concatenate(arrays) for arrays in zip(*blocks, strict=True)]
    decisions, values, violation, multiplier = map(read_only, series)
    return Run(decisions, values, violation, multiplier, player, rounds)


@runtime_checkable
class Finisher(Protocol):
    """A player around another one, such as `osphg.Capped`, that corrects the other's rounds.

    A compiled loop plays the inner player alone, as if nothing were around it. What it decided,
    earned and spent stands then in a buffer, and `finish` rewrites there what the outer player
    would have played instead, as 0 from where the money is gone. This is possible where the inner
    player does not notice: it is told what its own decisions would have brought.
    """

    def finish(self, state: Any, buffer: RoundBuffer, first: int, /) -> Any:
        """Rewrite decisions, values and violations of played rounds; return the state after them.

        Parameters
        ----------
        state : Any
            The outer player's state before round `first` of the buffer, but for the inner player's
            part of it, which is that after the last round.
        buffer : RoundBuffer
            A block of the game; its rounds `first`..`done`-1 are rewritten.
        first : int
            The first round to rewrite, counted from 0 in the buffer.

        Returns
        -------
        Any
            The state after the last of them.
        """


def finish_run(player: Player, run: Run) -> Run:
    """Apply `player.finish` to a complete run of the player that it wraps.

    It is `play(player, run.rounds)` without playing the wrapped player again.

    Parameters
    ----------
    player : Player
        A player with a method `finish`, as `osphg.Capped`.
    run : Run
        A complete run of the player that it wraps.

    Returns
    -------
    Run
        What `player` makes of that run.

    Raises
    ------
    TypeError, ValueError
        For a player without `finish`, or a run that is not complete.
    RoundError
        For a value that is not finite where the player changed a decision.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> player = osphg.MetaFrankWolfe.tuned(rounds)
    >>> osphg.playing.finish_run(osphg.Capped(player), osphg.play(player, rounds))
    Run(Capped, 1000 of 1000 rounds, per round: utility 0.3501, violation -0.005477)
    """
    checks.of_kind("player", player, Finisher, "have a method finish, as Capped")
    require_complete("run", run)
    rounds = run.rounds
    state = first_state(player, rounds)
    buffers = []
    for block in _blocks(rounds):
        # The buffer is as if the wrapped player had just played it.
        buffer = _buffer_for(block, rounds)
        rows = slice(block.start, block.start + len(buffer))
        buffer.decisions[:] = run.decisions[rows]
        buffer.values[:] = run.utility[rows]
        buffer.violation[:] = run.violation[rows]
        buffer.multiplier[:] = run.multiplier[rows]
        buffer.done = len(buffer)
        first = 0  # all rounds of the buffer
        # The wrapped player is not played, and its part of the state stays that before round 1:
        # `Capped.finish` does not look at it.
        state = player.finish(state, buffer, first)  # type: ignore[attr-defined]
        buffers.append(buffer)
    return _run_of(player, rounds, buffers)


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
        Who decides.
    rounds : Game
        The game: `StreamedRounds` or `Rounds`.
    at : sequence of int, optional
        The rounds of which decisions and totals are kept: increasing integers in 1..T. About a
        thousand, evenly spaced and the last with them, unless given.
    progress, compiled : bool
        As for `osphg.play`.

    Returns
    -------
    StreamedRun
        The totals of all rounds, and what was decided in the rounds `at`.

    Raises
    ------
    TypeError, ValueError, RoundError
        As `osphg.play`, with the StreamedRun of the rounds before the error as `run`; TypeError
        or ValueError also for an `at` that is not as described.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.streamed_paper_quadratics(T=1000)
    >>> run = osphg.stream(osphg.OSPHG.tuned(rounds, W=30, K=30), rounds, at=[500, 1000])
    >>> run
    StreamedRun(OSPHG, 1000 of 1000 rounds, per round: utility 0.53, violation -0.0002044)
    >>> (run.violation / run.at).round(3)
    array([-0.161, -0.   ])
    """
    at = _rounds_to_keep(at, require_game("rounds", rounds).T)
    record = _StreamRecord(at, rounds)

    def make_run() -> StreamedRun:
        """Return the run so far, also of rounds that were interrupted."""
        return record.run(player, rounds)

    # `record.add` gets the buffer of each block once it is played, or as far as it was played
    # before an error or Ctrl-C, and adds it to the totals; then `make_run` is called.
    return _play_blocks(player, rounds, record.add, make_run, progress=progress, compiled=compiled)


class _StreamRecord:
    """What a streamed run keeps while it is played: totals so far, and m of the rounds.

    Parameters
    ----------
    at : integer array
        The rounds to keep, counted from 1, increasing, (m,).
    rounds : Game
        What is played.

    Attributes
    ----------
    decisions, multiplier : FloatArray
        x_t, (m, n), and lambda_t, (m,), of the rounds in `at`.
    utility_sums, violation_sums : FloatArray
        The sums of f_t(x_t) and of g_t(x_t) up to and with each round of `at`, (m,).
    done : int
        How many rounds of the game were added up; of `at` those up to it are filled in.
    total_utility, total_violation : float, or for several budgets an array (budgets,)
        The sums over these rounds.
    """

    def __init__(self, at: Ints, rounds: Game) -> None:
        budgets = np.shape(rounds.budget)
        self.at = at
        self.decisions = np.zeros((len(at), rounds.n))
        self.multiplier = np.zeros((len(at), *budgets))
        self.utility_sums = np.zeros(len(at))  # up to and with each round of `at`
        self.violation_sums = np.zeros((len(at), *budgets))  # likewise
        self.done = 0  # rounds of the game that were added up
        self.total_utility = 0.0
        self.total_violation: Any = np.zeros(budgets) if budgets else 0.0

    def add(self, buffer: RoundBuffer) -> None:
        """Add up the rounds of a buffer, and keep those that are asked for.

        The buffer is that of the block behind those that were added up, played as far as its `done`
        says.
        """
        self.done = buffer.start + buffer.done
        # The rounds to keep, counted from 1, that are beyond `start` and not beyond `done`.
        first, last = np.searchsorted(self.at, [buffer.start, self.done], side="right")
        rows = slice(first, last)  # of `at`, and of the arrays that are kept
        local = self.at[rows] - buffer.start  # rounds of the buffer, counted from 1
        self.decisions[rows] = buffer.decisions[local - 1]
        self.multiplier[rows] = buffer.multiplier[local - 1]
        # As `cumsum` of the whole game: each sum goes on from the one before it. So sums[0] is the
        # total before this buffer, and sums[i] that after its round i, counted from 1.
        sums = np.append(self.total_utility, buffer.values[: buffer.done]).cumsum()
        self.utility_sums[rows] = sums[local]
        self.total_utility = float(sums[-1])
        before = np.reshape(self.total_violation, (1, *buffer.violation.shape[1:]))
        sums = np.concatenate([before, buffer.violation[: buffer.done]]).cumsum(axis=0)
        self.violation_sums[rows] = sums[local]
        self.total_violation = sums[-1] if sums.ndim > 1 else float(sums[-1])

    def run(self, player: Player, rounds: Game) -> StreamedRun:
        """Return the run as far as it was played: its totals, and the kept rounds up to there."""
        kept_count = int(np.searchsorted(self.at, self.done, side="right"))
        rows = slice(kept_count)
        return StreamedRun(
            T=self.done,
            total_utility=self.total_utility,
            total_violation=self.total_violation,
            at=self.at[rows],
            utility=read_only(self.utility_sums[rows]),
            violation=read_only(self.violation_sums[rows]),
            decisions=read_only(self.decisions[rows]),
            multiplier=read_only(self.multiplier[rows]),
            player=player,
            rounds=rounds,
        )


def _rounds_to_keep(at: Sequence[int] | Ints | None, T: int) -> Ints:
    """Return the rounds of which a streamed run keeps the decisions, counted from 1, increasing.

    These are `at`, after a check; or, for None, about a thousand, evenly spaced up to T.
    """
    if at is None:
        count = min(T, _KEPT_ROUNDS)
        # T i / count, rounded up; -(-a // b) does so in integers.
        return np.array([-(-T * i // count) for i in range(1, count + 1)])
    if np.ndim(at) != 1:
        raise TypeError(f"at must be a list of integers, got {short_repr(at)}")
    rounds = np.array([checks.positive_int("at", t, T) for t in at], dtype=np.int64)
    checks.must((np.diff(rounds) > 0).all(), "at", "increase", short_repr(at))
    return rounds


AnyRun = TypeVar("AnyRun", bound=Played)


def _play_blocks(
    player: Player,
    rounds: Game,
    keep: Callable[[RoundBuffer], None],
    make_run: Callable[[], AnyRun],
    *,
    progress: bool,
    compiled: bool,
) -> AnyRun:
    """Play all blocks of rounds and return the run.

    Parameters
    ----------
    player, rounds, progress, compiled
        Who plays, what is played, whether a bar shows the progress, and whether a compiled loop
        plays where there is one, in place of NumPy.
    keep : callable
        Takes the buffer of each block once it is played, or as far as it was played.
    make_run : callable
        Makes the run of what was kept.

    Returns
    -------
    Run or StreamedRun
        What `make_run` returns after the last round.

    Raises
    ------
    RoundError, KeyboardInterrupt
        As `play`; its `run`, made by `make_run`, holds the rounds before it.
    """
    require_player("player", player)
    progress = checks.flag("progress", progress)
    compiled = checks.flag("compiled", compiled)
    bar = None  # one that is not shown would take longer than a hundred rounds
    if progress:
        bar = tqdm(total=rounds.T, unit="round", unit_scale=True)
    try:
        with np.errstate(all="ignore"):  # what overflows is refused, with its round
            state = first_state(player, rounds)
            richer = _unknown_to_loops(rounds)
            if compiled and richer and rounds.T >= LONG_RUN:
                why = f"the compiled loops do not know {richer}"
                # The line that calls `play` or `stream` is three frames from here.
                warnings.warn(
                    f"osphg plays in NumPy, some hundred times slower: {why}",
                    RuntimeWarning,
                    stacklevel=3,
                )
            compiled = compiled and not richer
            for block in _blocks(rounds):
                buffer = _buffer_for(block, rounds)
                # The compiled loop for this player, domain and utility; None where there is none.
                fused = fuse(player, rounds.domain, block.utility) if compiled else None
                if compiled and fused is None and rounds.T >= LONG_RUN:
                    # The line that calls `play` or `stream` is three frames from here.
                    warn_of_numpy(player, rounds.domain, block.utility, stacklevel=3)
                try:
                    # Each pass plays some rounds of the block, as many as take a moment: Ctrl-C
                    # and the bar wait for no longer.
                    while buffer.done < len(buffer):
                        next_state = None
                        if fused is not None:
                            next_state = _play_compiled(fused, player, state, rounds, buffer)
                        # No loop, or one that gave up, of which no round counts and `state` is
                        # unchanged: NumPy plays the rest of the block, and names a bad round.
                        if next_state is None:
                            fused = None
                            next_state = _play_in_numpy(player, state, rounds, buffer)
                        state = next_state
                        if bar is not None:
                            bar.update(buffer.start + buffer.done - bar.n)
                finally:  # after an error and Ctrl-C, too, with the rounds before it
                    keep(buffer)
    except (RoundError, KeyboardInterrupt) as stop:
        stopped: Any = stop  # a KeyboardInterrupt gets the attribute that a RoundError has
        stopped.run = make_run()
        raise
    finally:
        if bar is not None:
            bar.close()
    return make_run()


def _unknown_to_loops(rounds: Game) -> str:
    """Return what of a game the compiled loops do not know, in words; "" where they know it."""
    if rounds.has_several_budgets:
        return "several budgets"
    return "minimum bids" if rounds.minimum.any() else ""


def _buffer_for(block: Block, rounds: Game) -> RoundBuffer:
    """Return an empty buffer for the rounds of a block."""
    allowances = rounds.allowances(block.start, block.start + 1)  # one for all, unless they differ
    if rounds.given_allowance is not None:
        allowances = rounds.allowances(block.start, block.start + len(block.prices))
    return RoundBuffer.empty(block.utility, block.prices, allowances, block.start)


def _blocks(rounds: Game) -> Iterator[Block]:
    """Iterate over the blocks of `rounds`.

    Blocks of streamed rounds are drawn one by one, by a user's function. A TypeError or ValueError
    in it becomes a RoundError that names the first round of the block, counted from 1.
    """
    done = 0  # rounds of the blocks before
    try:
        for block in rounds.blocks():
            yield block
            done = block.start + len(block.prices)
    except (TypeError, ValueError) as error:
        raise RoundError(f"round {done + 1}: {error}") from error


def _play_in_numpy(
    player: Player,
    state: Any,
    rounds: Game,
    buffer: RoundBuffer,
    count: int = _ROUNDS_PER_CHUNK,
) -> Any:
    """Play the next rounds of `buffer` in NumPy, check them, and return the state after them.

    Parameters
    ----------
    player : Player
        Who plays.
    state : Any
        The player's state before these rounds.
    rounds : Game
        What is played.
    buffer : RoundBuffer
        The block of rounds, of which the first `buffer.done` are played already.
    count : int
        How many rounds are played at most: many, as one check looks at all of them.

    Returns
    -------
    Any
        The player's state after these rounds.

    Raises
    ------
    RoundError
        For what the player, the utility or the check refuses; it names the round.
    """
    first = buffer.done
    last = min(first + count, len(buffer))
    try:
        while buffer.done < last:
            state = _play_round(player, state, rounds, buffer)
            buffer.done += 1
    except (ArithmeticError, TypeError, ValueError) as error:
        # A number of this round that is not finite may have led to the error. It is the cause that
        # a user has to know: this check then raises in place of the error. What the round has not
        # come to write is still 0, which is finite and a point of X, so that the check passes it.
        buffer.check(first, buffer.done + 1, rounds.domain)
        if isinstance(error, RoundError):  # it names its round already
            raise
        problem = str(error)
        if isinstance(error, ArithmeticError):
            problem = f"{short_repr(player)} or the utility: {type(error).__name__}, {error}"
        raise RoundError(f"round {buffer.start + buffer.done + 1}: {problem}") from error
    finally:  # after Ctrl-C, too: a run keeps no round that was not checked
        buffer.check(first, buffer.done, rounds.domain)
    return state


def _play_round(player: Player, state: Any, rounds: Game, buffer: RoundBuffer) -> Any:
    """Play one round, the next of the buffer, write it there, and return the player's next state.

    The player decides x_t before anything of the round is revealed; then it is told f_t and p_t.
    The caller counts the round in `buffer.done`, and has `buffer.check` look at whether numbers are
    finite and decisions lie in X.
    """
    i = buffer.done
    t = buffer.start + i  # the same round, counted from 0 in the game
    price = buffer.prices[i]
    f: Objective = AtRound(buffer.utility, i)
    decided = player.decide(state)
    y = np.array(checks.real_array("decide", decided))  # a copy: players may reuse it
    checks.must(y.shape == (rounds.n,), "decide", f"return ({rounds.n},)", y.shape)
    minimum = rounds.minimum  # from where the player counts: 0 unless there are minimum bids
    has_minimum = minimum.any()
    x = y + minimum if has_minimum else y
    buffer.decisions[i] = x
    value = as_number("utility.value", f.value(x))
    buffer.values[i] = value
    violation = buffer.violation[i] = dot(price, x) - buffer.allowance_of(i)
    buffer.multiplier[i] = as_amount("multiplier", player.multiplier(state), np.shape(violation))
    if has_minimum:  # the player is told of what its own part of the bids has gained
        f = Gain(f, minimum)
        value = as_number("utility.value", f.value(y))
    allowance = rounds.told_allowance(t)
    return player.update(state, Feedback(t, y, f, value, price, violation, allowance))


def _play_compiled(
    fused: Fused, player: Player, state: Any, rounds: Game, buffer: RoundBuffer
) -> Any:
    """Play the next rounds of `buffer` in a compiled loop, check them, and return the state.

    Only so many rounds are played as take some 10 ms: a compiled loop cannot be interrupted.

    Parameters
    ----------
    fused : Fused
        The compiled loop, and its arguments that do not change from call to call.
    player : Player
        Who plays.
    state : Any
        The player's state before these rounds; it is not changed.
    rounds : Game
        What is played.
    buffer : RoundBuffer
        The block of rounds; the first `buffer.done` of them are played already.

    Returns
    -------
    Any
        The state after these rounds. None if NumPy has to play them, and no round counts as played:
        where a user's function does not compile (a RuntimeWarning says so) or raises, and where a
        number is not finite or so large that others may overflow. NumPy then names the round.
        A round that a loop cannot play, as it asks for functions of an earlier block, is played in
        NumPy here, and so are the next rounds where a compiled projection misses a point; the state
        after them is returned, and the loop may be called again.

    Raises
    ------
    RoundError
        If a user's projection does not lie in X, or for what NumPy refuses in rounds it plays here.
    """
    first = buffer.done
    last = min(first + _rounds_per_call(fused, rounds.n), len(buffer))
    last = end_of_own_rounds(fused.steps, first, last, buffer.start)
    if last == first:  # this round asks for functions of an earlier block, which no loop has
        return _play_in_numpy(player, state, rounds, buffer, count=1)
    rows = slice(first, last)
    prices = buffer.prices[rows]
    # Larger numbers may overflow in the compiled loop, which says nothing then; NumPy refuses them.
    # The comparison is turned round because it is False for NaN.
    if not prices.max() <= LARGEST:  # too large, or NaN
        return None
    # A field of the player's steps may be a function of the rounds: it returns what it is in these.
    game_rounds = range(buffer.start + first, buffer.start + last)
    steps = tuple(field(game_rounds) if callable(field) else field for field in fused.steps)
    # What the oracles choose, (n, K), which the loop writes over; of one decision it is (n, 1).
    V = np.array(state.V.T, order="C")  # a copy, also of a single row
    projection = fused.projection
    bounds = (projection.lower, projection.upper)
    projection_data = projection.data
    if projection.memory:  # how many numbers of each point it keeps between rounds; they begin as 0
        projection_data = (np.zeros((V.shape[1], projection.memory)), *projection_data)
    money: Any = buffer.allowance[rows] if len(buffer.allowance) > 1 else buffer.allowance
    if isinstance(fused.steps, RuleSteps):  # whose loops plan the money of the next round, too
        behind = slice(buffer.start + first + 1, buffer.start + last + 1)
        money = money_of_rounds(fused.steps, money, rounds.pace, behind)
    game = (fused.functions.data, *bounds, projection_data, prices, money)
    try:
        # The loop writes decisions, values, violations and multipliers into these rows of the
        # buffer, and returns the multiplier of the round after them.
        multiplier = fused.loop(first, game, steps, V, state.multiplier, buffer.written(rows))
    except Exception as error:
        if type(error).__module__.startswith("numba"):
            why = compiler_message(error)
            warning = f"osphg plays in NumPy, slower, what does not compile: {why}"
            warnings.warn(warning, RuntimeWarning, stacklevel=4)  # in the line that calls `play`
        # A rare point that a compiled projection misses; later rounds may be compiled again.
        if str(error) == NOT_PROJECTED:
            return _play_in_numpy(player, state, rounds, buffer)
        return None
    if not max(buffer.multiplier[rows].max(), multiplier) <= LARGEST:
        return None
    results = (V, buffer.values[rows], buffer.violation[rows])
    if not all(np.isfinite(numbers).all() for numbers in results):
        return None
    # The same state with the choices V, (K, n), and the multiplier that the loop has left.
    state = state.with_choices(np.ascontiguousarray(V.T), multiplier)
    buffer.done = last
    if hasattr(state, "remember"):  # a rule that looks back at rounds
        state = state.remember(buffer, first)
    # The package's own projections lie in X; those of a user's domain are checked.
    is_own_domain = type(rounds.domain).__module__.startswith("osphg.")
    try:
        if not is_own_domain:
            buffer.check(first, buffer.done, rounds.domain)
    finally:  # also after an error: the rounds before it stay played
        # The loop has played the player within, as if nothing were around it (see `Finisher`, for
        # which `isinstance` of a protocol would look at all that a player has).
        if hasattr(player, "finish"):
            state = player.finish(state, buffer, first)
    return state


def _rounds_per_call(fused: Fused, n: int) -> int:
    """Return how many rounds with n items a compiled loop plays in some 10 ms, at least 1.

    `_WORK_PER_CALL` is the work of these 10 ms. The work of a round is counted as for quadratics,
    whose gradients are a matrix times a vector: n multiply-adds for each coordinate, and some 4 for
    its step. Most utilities take less. A loop `in_lanes` computes for eight oracles at once, in the
    lanes of a vector register. There it was measured as a tenth of that, with some 40
    multiply-adds, and 7 gradients, in each round whatever K and n are. Where it also projects on a
    polytope, that takes most of the time, and the work is counted as without lanes.
    """
    steps = fused.steps
    if isinstance(steps, RuleSteps):
        gradients_per_round = steps.gradients_per_round
    else:
        # There is a weight for each gradient of a round.
        gradients_per_round = len(steps.weights)
    work_per_round = gradients_per_round * n * (n + 4)  # in multiply-adds
    if fused.in_lanes and fused.projection.project is None:
        work_per_round = (gradients_per_round + 7) * n * (n + 4) // 10 + 40
    return max(1, int(_WORK_PER_CALL / work_per_round))

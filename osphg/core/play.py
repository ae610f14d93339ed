"""Playing: the one loop over t, and the run that it leaves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

import numpy as np
from tqdm import tqdm

from osphg.core import validate
from osphg.core.compiled import LoopError, advance, fuse
from osphg.core.domain import rounding
from osphg.core.game import Block, Game, require_game
from osphg.core.ordered import dot
from osphg.core.players.base import Feedback, Player, RoundError
from osphg.core.run import Page, Played, Record, Run
from osphg.core.utilities import AtRound
from osphg.core.validate import FloatArray, shown

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
    (see `osphg.core.fusing`), and otherwise through NumPy, batched over the K oracles; the numbers
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
    if not validate.offers(player, Player):
        raise TypeError(
            f"player must have init, decide, update and multiplier, got {validate.shown(player)}"
        )
    require_game("rounds", rounds)
    progress, compiled = validate.flag("progress", progress), validate.flag("compiled", compiled)
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
        x = np.array(validate.real("decide", found))
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
        one = validate.real("number", found)
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

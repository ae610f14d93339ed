"""Playing without keeping: totals, and a few rounds of many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from osphg.core import validate
from osphg.core.game import Block, Game, require_game
from osphg.core.play import play_into
from osphg.core.players.base import Player
from osphg.core.run import Page, Played
from osphg.core.validate import FloatArray, frozen

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
        raise TypeError(f"{name} must be a list of integers, got {validate.shown(value)}") from None
    found = np.array([validate.positive_int(name, t, T) for t in given], dtype=np.int64)
    if (np.diff(found) <= 0).any():
        raise ValueError(f"{name} must increase, got {validate.shown(given)}")
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
            utility=frozen(self._utility[kept]),
            violation=frozen(self._violation[kept]),
            decisions=frozen(self._decisions[kept]),
            multiplier=frozen(self._multiplier[kept]),
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

"""The run: what happened when a player played the rounds."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from osphg.core import kept, validate
from osphg.core.checks import COLUMNS
from osphg.core.game import Block, Game
from osphg.core.players.base import Player
from osphg.core.validate import FloatArray, frozen, shown

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
        parts: dict[str, Any] = {name: frozen(arrays[name]) for name in ARRAYS}
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
        validate.size("rounds.T", T, n)
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
        parts: dict[str, Any] = {name: frozen(getattr(self, name)[: self.done]) for name in ARRAYS}
        return Run(**parts, player=player, rounds=rounds)

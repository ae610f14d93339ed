"""What a player is: the protocol, what a round reveals to it, and what most players share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypedDict

import numpy as np
from numpy.typing import ArrayLike

from osphg import checks
from osphg.checks import FloatArray, array_of_shape, checked, fitted, frozen
from osphg.domains import require_start
from osphg.messages import short_repr
from osphg.recording import RoundError
from osphg.rounds import Game, require_game
from osphg.utilities import Objective


@dataclass(slots=True)  # not frozen: one is made in every round
class Feedback:
    """What round t reveals once x_t is committed."""

    t: int  # the round, from 0
    x: FloatArray  # the decision that was played, (n,)
    utility: Objective  # f_t: `value(X)` and `gradient(X)` at any points of X, (..., n)
    value: float  # f_t(x_t)
    price: FloatArray  # p_t, (n,)
    violation: float  # g_t(x_t) = <p_t, x_t> - B_T/T

    def gradient(self, X: FloatArray) -> FloatArray:
        """Return grad f_t at each row of X (..., n); RoundError if it is not finite (..., n)."""
        try:
            return checks.array("utility.gradient", self.utility.gradient(X), X.shape)
        except (TypeError, ValueError) as error:
            raise RoundError(f"round {self.t + 1}: {error}") from error


class Player(Protocol):
    """An online algorithm: frozen hyperparameters, and a state that `play` carries along.

    `init(game)` returns the state before round 1, or raises ValueError if the player cannot play
    this game. `decide(state)` returns x_t (n,), a point of X, from the past alone,
    `multiplier(state)` lambda_t as used in this round, 0 for a player that has none, and
    `update(state, feedback)` the state for the next round.
    """

    def init(self, game: Game) -> Any: ...
    def decide(self, state: Any) -> FloatArray: ...
    def update(self, state: Any, feedback: Feedback) -> Any: ...
    def multiplier(self, state: Any) -> float: ...


def require_player(name: str, value: object) -> Player:
    """Return what is a player; TypeError for anything else, a class of players too."""
    return checks.of_kind(name, value, Player, "have init, decide, update and multiplier")


class Learner:
    """What most players share: their state has the decision x, (n,), and the multiplier."""

    def decide(self, state: Any) -> FloatArray:
        return np.asarray(state.x)

    def multiplier(self, state: Any) -> float:
        return float(state.multiplier)


class Warm(TypedDict, total=False):
    """What `WarmStarted` takes, as keywords of a player's `tuned`."""

    start: ArrayLike | None
    lambda1: float


def _multiplier(player: Any, name: str, value: float) -> float:
    who = f"be 0 for {type(player).__name__}, which carries no multiplier along"
    checks.must(player.carries or value == 0, name, who, short_repr(value))
    return checks.non_negative_float(name, value)


@frozen
class WarmStarted(Learner):
    """A player that may begin warm: x_1 is `start` (n,), a point of X, and lambda_1 `lambda1` >= 0.

    Both are 0 unless given, or unless the player says otherwise, and its theorem is for that. A
    `start` outside X is a ValueError in `init`.
    """

    carries: ClassVar[bool] = True  # a multiplier along
    start: Any = checked(checks.optional(array_of_shape(None)), default=None, kw_only=True)
    lambda1: float = fitted(_multiplier, default=0.0, kw_only=True)

    def first(self, game: Game) -> FloatArray:
        """Return x_1, (n,)."""
        return require_start("start", self.start, require_game("game", game).domain)


def require(holds: bool, player: Any, needs: str, got: str) -> None:
    """Refuse a game that a player was not made for, unless it is a heuristic on it (ValueError)."""
    if not (holds or is_heuristic(player)):
        way = "; heuristic=True runs it all the same" if hasattr(player, "heuristic") else ""
        raise ValueError(f"{type(player).__name__} needs {needs}, got {got}{way}")


def is_heuristic(player: Any) -> bool:
    """Whether a player is run outside its assumptions, for the mark in a table."""
    return bool(getattr(player, "heuristic", False))


def require_fixed_prices(player: Any, game: Game) -> None:
    """Refuse prices that vary, which a heuristic does not even look at."""
    first = None if is_heuristic(player) else next(iter(game.blocks())).prices[0]
    fixed = first is None or all((block.prices == first).all() for block in game.blocks())
    require(fixed, player, "the same price in every round", "prices that vary")

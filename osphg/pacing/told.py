"""What a player is told of a round: gradients from a function, an array, or a utility."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from osphg import checks
from osphg.checks import FloatArray
from osphg.players import Feedback, Player
from osphg.utilities import Objective


class Question(NamedTuple):
    """What a player asks of f_t first."""

    points: FloatArray  # (m, n)
    values: bool  # whether it asks for values there, not for gradients


class Told(Feedback):
    """Feedback without f_t(x_t): a player that asks for it is refused, not told a number."""

    __slots__ = ()

    def __init__(
        self, t: int, x: FloatArray, utility: Objective, price: FloatArray, violation: float
    ) -> None:
        self.t, self.x, self.utility, self.price, self.violation = t, x, utility, price, violation  # type: ignore[misc]  # the slots are its parent's

    @property
    def value(self) -> float:  # type: ignore[override]
        """Refuse."""
        raise _values()


class Gradient:
    """f_t of which a function gives the gradient: points (m, n) -> (m, n)."""

    def __init__(self, function: Callable[[FloatArray], Any], shift: FloatArray | None) -> None:
        self._function, self._shift = function, shift

    def value(self, X: FloatArray, /) -> FloatArray:
        """Refuse: the value is not known."""
        raise _values()

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the function's gradients at the points of X (..., n)."""
        points = X.reshape(-1, X.shape[-1])
        G = checks.real("gradient", self._function(_moved(points, self._shift)))
        if G.shape != points.shape:
            raise ValueError(
                f"gradient must return shape {points.shape} for points of that shape, got {G.shape}"
            )
        return checks.finite("gradient", G).reshape(X.shape)


class Gradients:
    """f_t of which the gradients at the points that the player asks for are known, (m, n)."""

    def __init__(self, G: FloatArray) -> None:
        self._G: FloatArray | None = G

    def value(self, X: FloatArray, /) -> FloatArray:
        """Refuse: the value is not known."""
        raise _values()

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return them, in the shape of the points, once."""
        G, self._G = self._G, None
        if G is None:
            raise ValueError("gradient must be a function: this player asks for it more than once")
        asked = (X.size // X.shape[-1], X.shape[-1])
        if G.shape != asked:
            raise ValueError(f"gradient must have the shape of the points, {asked}, got {G.shape}")
        return G.reshape(X.shape)


class Values:
    """f_t of which the values at the points that the player asks for are known, (m,)."""

    def __init__(self, values: FloatArray) -> None:
        self._values: FloatArray | None = values

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return them, in the shape of the points, once."""
        values, self._values = self._values, None
        if values is None:
            raise ValueError("utility must be given: this player asks for values more than once")
        asked = (X.size // X.shape[-1],)
        if values.shape != asked:
            raise ValueError(f"values must have shape {asked}, got {values.shape}")
        return values.reshape(X.shape[:-1])

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Refuse: the gradient is not known."""
        raise ValueError("gradient must be given: this player asks for gradients of f_t")


class Moved:
    """A utility on decisions that are counted from a minimum: x -> f(minimum + x)."""

    def __init__(self, utility: Objective, shift: FloatArray) -> None:
        self._utility, self._shift = utility, shift

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return f at each point, (...)."""
        return self._utility.value(X + self._shift)

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f at each point, (..., n)."""
        return self._utility.gradient(X + self._shift)


class Nothing:
    """f_t = 0: a round without an observation of the utility."""

    def value(self, X: FloatArray, /) -> FloatArray:
        """Return zeros."""
        return np.zeros(X.shape[:-1])

    def gradient(self, X: FloatArray, /) -> FloatArray:
        """Return zeros."""
        return np.zeros(X.shape)


class _AskedError(Exception):
    """The end of a round in which a player has asked its question."""

    def __init__(self, points: FloatArray, *, values: bool) -> None:
        super().__init__()
        self.question = Question(np.array(points.reshape(-1, points.shape[-1])), values)


class _Asking:
    """f_t that is not known yet: the first question ends the round."""

    def value(self, X: FloatArray, /) -> FloatArray:
        raise _AskedError(X, values=True)

    def gradient(self, X: FloatArray, /) -> FloatArray:
        raise _AskedError(X, values=False)


_ASKING: Objective = _Asking()


def asked(player: Player, state: Any, t: int, x: FloatArray) -> Question:
    """Return what a player will ask of f_t in round t.

    Its update is begun with a price of zero, up to the question; its state is a value, so that
    nothing is changed by it. A player that asks nothing has no points, (0, n).
    """
    try:
        player.update(state, Told(t, x, _ASKING, np.zeros_like(x), 0.0))
    except _AskedError as end:
        return end.question
    return Question(np.empty((0, len(x))), values=False)


def _moved(points: FloatArray, shift: FloatArray | None) -> FloatArray:
    """Return points in the caller's coordinates, which the caller may write to."""
    return points.copy() if shift is None else points + shift


def _values() -> ValueError:
    return ValueError("values or utility must be given: this player asks for values of f_t")

"""What the compiled loops ask: each part answers for itself, or not at all.

A player may have `fused_steps() -> OracleSteps | LineSteps | None`, a domain `fused_projection() ->
Projection | None`, and a utility `fused_functions() -> Functions | None`. None, or no such method,
means the NumPy rounds. A class answers for its own type alone: a subclass may compute something
else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeGuard, TypeVar

from osphg.checks import FloatArray
from osphg.compiler import compiling

Kind = TypeVar("Kind")


def exactly(part: object, kind: type[Kind]) -> TypeGuard[Kind]:
    """Return whether a part is of a class itself, not of a subclass."""
    return type(part) is kind


class OracleSteps(NamedTuple):
    """How K oracles step: V_k <- P(V_k + step (weights_k grad f_t(x^(k)) - lambda_t p_t))."""

    weights: FloatArray  # (K,)
    step: float
    dual_step: float  # lambda_{t+1} = [keep lambda_t + dual_step g_t(x_t)]_+
    keep: float

    def parameters(self, rounds: range) -> tuple[Any, ...]:
        """Return the parameters of the steps in some rounds, counted from 0, for the loop."""
        return self


class LineSteps(NamedTuple):
    """How one decision steps along gradients on the line from the origin to it.

    x_{t+1} = P(x_t + step sum_j weights_j grad f_t(z_tj x_t) - price_step lambda_t p_t), and
    lambda_{t+1} = [keep lambda_t + dual_step (g_t(x_t) + ahead <p_t, x_{t+1} - x_t>)]_+.
    """

    nodes: Callable[[range], FloatArray]  # z_t for some rounds, (rounds, J); (1, J) for any round
    weights: FloatArray  # (J,)
    step: float
    price_step: float
    dual_step: float
    keep: float
    ahead: float

    def parameters(self, rounds: range) -> tuple[Any, ...]:
        """Return the parameters of the steps in some rounds, counted from 0, for the loop."""
        return self.nodes(rounds), *self[1:]


class Projection(NamedTuple):
    """How a domain projects: each coordinate is cut, then `project` takes the point into X.

    project(y, *data) changes y (n,) in place, under numba.njit or plain, which is compiled when it
    is played. The bounds are those of X where cutting at them first does not move the projection;
    elsewhere they are infinite. Nothing is checked: play with `compiled=False` once, and compare.
    A domain {x >= 0 : |x| <= r}, the negative entries of y being cut, may answer:

    >>> import numpy as np
    >>> def into_ball(y, r):
    ...     length = np.sqrt((y * y).sum())
    ...     if length > r:
    ...         y *= r / length
    >>> found = Projection(np.zeros(2), np.full(2, np.inf), into_ball, data=(1.0,))
    """

    lower: FloatArray  # (n,)
    upper: FloatArray  # (n,)
    project: Any = None  # None for a box
    data: tuple[Any, ...] = ()  # arrays and numbers


class Functions(NamedTuple):
    """What a utility computes; plain functions are compiled when they are played.

    value(t, x, data) -> f_t(x), and gradients(t, X, G, data), which writes the gradient at each
    column of X (n, K) to all of G (n, K); `data` comes as one tuple. Rounds count from 0 in the
    block. Compiled code looks at no bounds: `osphg.utilities.Compiled` tries what a user gives.
    """

    value: Any
    gradients: Any
    data: tuple[Any, ...]  # arrays and numbers


class Fused(NamedTuple):
    """A compiled loop, and what a player, a domain and a utility give it for arguments."""

    loop: Callable[..., float]
    steps: OracleSteps | LineSteps
    projection: Projection
    functions: Functions

    @property
    def points(self) -> int:
        """How many gradients a round takes."""
        return len(self.steps.weights)

    def play(
        self,
        first: int,
        rounds: range,
        prices: FloatArray,
        allowance: float,
        V: FloatArray,
        multiplier: float,
        *written: FloatArray,
    ) -> float:
        """Play rounds of the game, of which the first is round `first` of the block.

        V (n, K) is changed, and the arrays of decisions, utility, violation and multipliers are
        `written`. Returns lambda after the rounds.
        """
        lower, upper, _, data = self.projection
        return self.loop(
            *(first, self.functions.data, lower, upper, data, prices, allowance),
            *(*self.steps.parameters(rounds), V, multiplier, *written),
        )


def fuse(player: object, domain: object, utility: object) -> Fused | None:
    """Return the loop for all three, or None: one of them does not answer, or there is no numba.

    So `fuse(player, rounds.domain, rounds.utility) is None` says that `play` goes through NumPy.
    """
    if not compiling():
        return None
    asked = (player, "fused_steps"), (domain, "fused_projection"), (utility, "fused_functions")
    parts: list[Any] = [getattr(part, method, lambda: None)() for part, method in asked]
    if any(part is None for part in parts):
        return None
    from osphg.compiled import loop_of  # numba, only when playing

    steps, projection, functions = parts
    line = isinstance(steps, LineSteps)
    loop = loop_of(line, functions.value, functions.gradients, projection.project)
    return Fused(loop, steps, projection, functions)

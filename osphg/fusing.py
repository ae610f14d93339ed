"""What the compiled loops ask: each part answers for itself, or not at all.

A player may have `fused_steps() -> OracleSteps | LineSteps | None`. A loop for all K oracles at
once asks a domain for `fused_clipping() -> Clipping | None` and a utility for
`fused_rounds(clipping) -> RoundsKernel | None`; the loop that takes point after point, a domain for
`fused_projection() -> Projection | None` and a utility for `fused_points() -> Points | None`. None,
or no such method, means the NumPy rounds. A class answers for its own type alone: a subclass may
compute something else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeGuard, TypeVar

from osphg.checks import FloatArray

Kind = TypeVar("Kind")
Loop = Callable[..., float]


def exactly(part: object, kind: type[Kind]) -> TypeGuard[Kind]:
    """Return whether a part is of a class itself, not of a subclass."""
    return type(part) is kind


class OracleSteps(NamedTuple):
    """How K oracles step: V_k <- P(V_k + step (weights_k grad f_t(x^(k)) - lambda_t p_t))."""

    weights: FloatArray  # (K,)
    step: float
    dual_step: float  # lambda_{t+1} = [keep lambda_t + dual_step g_t(x_t)]_+
    keep: float

    def loop_of(self, kernel: RoundsKernel) -> Loop | None:
        """Return the loop that steps like this."""
        return kernel.function

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

    def loop_of(self, kernel: RoundsKernel) -> Loop | None:
        """Return the loop that steps like this."""
        return kernel.line

    def parameters(self, rounds: range) -> tuple[Any, ...]:
        """Return the parameters of the steps in some rounds, counted from 0, for the loop."""
        return self.nodes(rounds), *self[1:]


class Clipping(NamedTuple):
    """How a domain projects: each coordinate is cut, then the point is projected on sum x <= r."""

    lower: FloatArray  # (n,)
    upper: FloatArray  # (n,)
    radius: float  # r; infinite for a box


class RoundsKernel(NamedTuple):
    """Compiled loops over rounds, and what they are told of the utility in some of them.

    function(*arguments(local), prices, allowance, lower, upper, *steps, V, multiplier, decisions,
    utility, violation, multipliers) -> multiplier: it changes V (n, K) and writes the last four,
    (T, n) and (T,). `steps` are what `parameters` returns: of `OracleSteps` for `function`, and of
    `LineSteps` for `line`, where V is the decision, (n, 1).
    """

    function: Loop
    arguments: Callable[[slice], tuple[Any, ...]]
    line: Loop | None = None


class Points(NamedTuple):
    """What the loop of functions of one point is told of a utility, by `fused_points()`."""

    value: Any  # njit: value(t, x, *data) -> f_t(x)
    gradient: Any  # njit: gradient(t, x, out, *data) writes grad f_t(x)
    data: tuple[Any, ...]


class Projection(NamedTuple):
    """What it is told of a domain, by `fused_projection()`."""

    project: Any  # njit: project(y, *data) takes y (n,) to its projection, in place
    data: tuple[Any, ...]

"""What the compiled loop asks: each part answers for itself, or not at all.

A player may have `fused_steps() -> Steps | None`, a domain `fused_clipping() -> Clipping | None`, a
utility `fused_rounds(clipping) -> RoundsKernel | None`. None, or no such method, means the NumPy
rounds. A class answers for its own type alone: a subclass may compute something else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from osphg.core.validate import FloatArray


class Steps(NamedTuple):
    """How a player steps: V_k <- P(V_k + step (weights_k grad f_t(x^(k)) - lambda_t p_t))."""

    weights: FloatArray  # (K,)
    step: float
    dual_step: float  # lambda_{t+1} = [keep lambda_t + dual_step g_t(x_t)]_+
    keep: float


class Clipping(NamedTuple):
    """How a domain projects: each coordinate is cut, then the point is projected on sum x <= r."""

    lower: FloatArray  # (n,)
    upper: FloatArray  # (n,)
    radius: float  # r; infinite for a box


class RoundsKernel(NamedTuple):
    """A compiled loop over rounds, and what it is told of the utility in some of them.

    function(*arguments(local), prices, allowance, lower, upper, weights, step, dual_step, keep, V,
    multiplier, decisions, utility, violation, multipliers) -> multiplier: it changes V (n, K) and
    writes the last four, (T, n) and (T,).
    """

    function: Callable[..., float]
    arguments: Callable[[slice], tuple[Any, ...]]

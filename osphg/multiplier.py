"""The step of lambda: one for OSPHG and for every system with one multiplier that steps so.

Others write their own: the K queues of `PerStepDuals`, lambda of `OLFW` and of those in `hard.py`.
"""

from __future__ import annotations

import math

_ROUNDING = 1e-12  # by which a product that is 1 on paper may exceed it


def stepped(multiplier: float, violation: float, keep: float, step: float) -> float:
    """Return lambda_{t+1} = [keep lambda_t + step g_t(x_t)]_+ (paper, Algorithm 2, second loop).

    Of plain numbers, so that the compiled loops have it too.
    """
    return max(keep * multiplier + step * violation, 0.0)


def damped(name: str, step: float, delta: float) -> float:
    """Return keep = 1 - delta step^2, for the weight delta of lambda^2; ValueError if below 0.

    The step is one down the Lagrangian L_t in lambda: d/dlambda L_t = -g_t + delta step lambda_t.
    """
    product = delta * step * step
    if product > 1 + _ROUNDING:
        raise ValueError(
            f"delta * {name}^2 must be at most 1, got {product:.6g}"
            f" ({name} = {step:.6g}, delta = {delta:.6g})"
        )
    return max(1 - product, 0.0)


def require_long(W: int, T: int, R: float | None) -> None:
    """Refuse a W and a T too small for tuned steps: delta mu^2 = 4 R^2/(W T) would exceed 1.

    `R` is None where it is its own unit.
    """
    least = 4.0 if R is None else 4 * R**2
    if least > W * T * (1 + _ROUNDING):
        enough = _enough(least / T)
        way = f"a W of at least {enough}"
        if enough > T:
            way = f"a T of at least {max(W, _enough(least / W))}"
        raise ValueError(
            f"W * T must be at least 4{'' if R is None else f' R^2 = {least:.6g}'} for the steps to"
            f" be tuned, got W = {W} and T = {T}: take {way}"
            f"{'' if R is None else ', or larger units of the decision'}"
        )


def _enough(number: float) -> int:
    """Return the smallest integer that reaches a number up to rounding."""
    return math.ceil(number * (1 - _ROUNDING))

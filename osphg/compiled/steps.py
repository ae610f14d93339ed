"""The step of the multiplier, for compiled and for NumPy rounds."""

from __future__ import annotations


def stepped(multiplier: float, violation: float, keep: float, step: float) -> float:
    """Return lambda_{t+1} = [keep lambda_t + step g_t(x_t)]_+ (paper, Algorithm 2, second loop).

    One step for OSPHG and for every system with one multiplier that steps so, compiled or not;
    others write their own: the K queues of `PerStepDuals`, lambda of `OLFW`, RECOO and SinhaVaze.
    """
    return max(keep * multiplier + step * violation, 0.0)

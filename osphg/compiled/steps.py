"""The steps of a player, and the step of the multiplier, for compiled and for NumPy rounds."""

from __future__ import annotations

import math
from typing import NamedTuple


def next_multiplier(multiplier: float, violation: float, keep: float, step: float) -> float:
    """Return lambda_{t+1} = [keep lambda_t + step g_t(x_t)]_+ (paper, Algorithm 2, second loop).

    This one formula is for OSPHG and for every system with one multiplier that steps so, compiled
    or not. Other players have formulas of their own: the K queues of `PerStepDuals`, lambda of
    `OLFW`, `RECOO` and `SinhaVaze`.

    Parameters
    ----------
    multiplier : float
        lambda_t, in units of f per unit of money.
    violation : float
        g_t(x_t), in units of money.
    keep : float
        The share of lambda_t that is kept, in [0, 1].
    step : float
        The step of lambda, in units of f per squared unit of money.

    Returns
    -------
    float
        lambda_{t+1}, at least 0.
    """
    return max(keep * multiplier + step * violation, 0.0)


class Steps(NamedTuple):
    """The steps that a player takes in a round: x by `decision`, lambda by `dual`.

    Whoever needs a step of a player reads it here, as `player.steps`: the rounds in NumPy, the
    compiled rounds, the pacer and the bounds of `osphg.studies.bounds`.

    Parameters
    ----------
    decision : float
        The step of x, or of the oracles, in squared units of the decision per unit of f. It is nan
        for oracles that do not step so, such as perturbed leaders.
    dual : float
        The step of lambda, in units of f per squared unit of money.
    keep : float
        The share of lambda_t that a step keeps, in [0, 1]; OSPHG's is 1 - delta mu^2.
    weight : float
        The weight of the gradient of f_t against lambda_t p_t in the step of x.
    margin : float
        The money that is kept back in each round: lambda steps by g_t + margin. With several
        budgets it may be an array (m,), of which `next_multiplier` is given one at a time.
    cap : float
        The largest multiplier.
    """

    decision: float
    dual: float
    keep: float = 1.0
    weight: float = 1.0
    margin: float = 0.0
    cap: float = math.inf

    def next_multiplier(self, multiplier: float, violation: float) -> float:
        """Return lambda_{t+1}, given lambda_t and g_t(x_t).

        Parameters
        ----------
        multiplier : float
            lambda_t, in units of f per unit of money.
        violation : float
            g_t(x_t), in units of money; the margin is added to it.

        Returns
        -------
        float
            lambda_{t+1}, at least 0 and at most `cap`.
        """
        after = next_multiplier(multiplier, violation + self.margin, self.keep, self.dual)
        return min(after, self.cap)

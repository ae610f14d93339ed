"""The four sentences about Figure 1, and how each is read."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from osphg.checks import FloatArray
from osphg.metrics import Estimate, mean, proportion


class Reading(NamedTuple):
    """A sentence in one reading: for each seed, whether it is true and what it speaks about."""

    sentence: int  # 1 to 4, in the paper's order
    text: str
    true: NDArray[np.bool_]  # (seeds,)
    size: FloatArray  # (seeds,)
    unit: str  # of the size

    @property
    def share(self) -> Estimate:
        """The share of seeds for which it is true."""
        return proportion(self.true)

    @property
    def effect(self) -> Estimate:
        """What it speaks about, mean over seeds."""
        return mean(self.size)

    @property
    def verdict(self) -> str:
        """In a word, if all seeds agree."""
        return {1.0: "true", 0.0: "false"}.get(self.true.mean(), "mixed")


def about_the_algorithm(
    violation: FloatArray, below: FloatArray, utility: FloatArray, *benchmark: FloatArray
) -> list[Reading]:
    """Read sentences 1 and 2; all per round, (seeds,).

    `below`: the share of rounds with a running average of the violation below 0. The benchmark, for
    the window W: its certified value, the upper bound, and the Frank-Wolfe value.
    """
    optimum, bound, walked = benchmark
    f = "units of f per round"
    return [
        Reading(1, "after T rounds", violation < 0, violation, "budget units per round"),
        Reading(1, "running average, most rounds", below > 0.5, below, "share of rounds"),
        Reading(2, "against the certified optimum", utility > bound, utility - optimum, f),
        Reading(2, "against the Frank-Wolfe value", utility > walked, utility - walked, f),
    ]


def about_the_benchmark(
    lengths: NDArray[np.intp], *benchmark: FloatArray, W: int, small: float
) -> list[Reading]:
    """Read sentences 3 and 4; arrays (seeds, windows), the windows from 1 to T.

    The optimum falls where its upper bound at a window lies below its value at a shorter one.
    """
    optimum, bound, walked = benchmark
    T, highest = lengths[-1], np.maximum.accumulate
    gain = optimum[:, -1] / optimum[:, 0] - 1
    fall = np.maximum(1 - bound / highest(optimum, axis=1), 0).max(axis=1)
    fall_walked = (1 - walked / highest(walked, axis=1)).max(axis=1)
    unit = "largest relative fall"
    found = [
        Reading(3, "W = T above W = 1", gain > 0, gain, "relative gain"),
        Reading(3, "certified optimum never falls", fall <= 0, fall, unit),
        Reading(3, "Frank-Wolfe value never falls", fall_walked <= 0, fall_walked, unit),
    ]
    for least in (W, T // 10, T // 2):
        gap = np.abs(1 - optimum[:, lengths >= least] / optimum[:, -1:]).max(axis=1)
        text = f"within {small:.0%} of W = T for all W >= {least}"
        found.append(Reading(4, text, gap <= small, gap, "largest relative gap"))
    return found

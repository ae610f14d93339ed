"""The four sentences about Figure 1: how each is read, and what the ledger says of it."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from osphg.checks import FloatArray
from osphg.hindsight import benchmark_curve
from osphg.metrics import Estimate, mean, proportion, running_average
from osphg.players import OSPHG
from osphg.playing import play
from osphg.proofs.small.evidence import Check, Evidence
from osphg.rounds import paper_quadratics
from osphg.studies.claims import source

SEEDS, WINDOWS = 50, 60  # as in the chapter
T, W, K = 10_000, 100, 100  # the paper's
OTHER_T = (5000, 20_000)  # horizons at which the first two sentences are the other way round


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

    `below` is the share of rounds in which the running average of the violation is negative. The
    benchmark, for the window W: its certified value, the upper bound, and the Frank-Wolfe value.
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
    A difference is small up to `small`, relative.
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


@cache
def judged(T: int, W: int, symmetric: bool, seeds: int, windows: int) -> list[Reading]:
    """Play the published algorithm as the chapter does; without windows, sentences 1 and 2 only."""
    half = windows // 2
    spaced = np.round(np.r_[np.linspace(1, T, half), np.geomspace(1, T, half)]).astype(int)
    lengths = np.unique([*spaced, W, T // 10, T // 2] if windows else [W])
    played, curves = [], []
    for seed in range(seeds):
        rounds = paper_quadratics(T, seed=seed, symmetric=symmetric)
        run, curve = play(OSPHG.tuned(rounds, W, K), rounds), benchmark_curve(rounds, lengths, K)
        below = (running_average(run.violation) < 0).mean()
        played.append((run.violation.mean(), below, run.utility.mean()))
        curves.append([curve.value, curve.upper_bound, curve.frank_wolfe])
    benchmark = np.array(curves).swapaxes(0, 1)
    at_W = benchmark[:, :, lengths.searchsorted(W)] / T
    found = about_the_algorithm(*np.transpose(played), *at_W)
    return found + (about_the_benchmark(lengths, *benchmark, W=W, small=0.01) if windows else [])


def evidence(sentence: int, reading: int) -> Evidence:
    """Judge a sentence in one of its readings, true if it is in every seed; others are remarks."""
    rows, literal = (
        [s for s in judged(T, W, symmetric, SEEDS, WINDOWS) if s.sentence == sentence]
        for symmetric in (True, False)
    )
    at = f", $T = {T}$"
    first = _over_seeds(rows[reading], at)
    others = [_over_seeds(s, at) for i, s in enumerate(rows) if i != reading]
    others.append(_over_seeds(literal[reading], f"{at}, the paper's literal $h_t$"))
    for horizon in OTHER_T if sentence < 3 else ():  # the first two speak of the algorithm
        found = judged(horizon, round(horizon**0.5), True, 10, 0)
        there = [s for s in found if s.sentence == sentence]
        others.append(_over_seeds(there[reading], f", $T = {horizon}$"))
    said = f"read as: {first.formula}"
    return Evidence(f"sentence {sentence}", "section 5", said, (first,), remarks=tuple(others))


def _over_seeds(read: Reading, where: str) -> Check:
    share, effect = read.share, read.effect
    witness = f"true in {share.value:.0%} of {share.samples} seeds, mean ${effect.value:+z.4f}$"
    said = re.sub(r"[WT] (=|>=) \w+|\bT\b", lambda m: f"${m[0]}$".replace(">=", r"\ge"), read.text)
    return Check(f"{said}{where}", share.value == 1.0, witness, source(judged), measured=True)

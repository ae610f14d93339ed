"""How two sentences about Figure 1 fare at other T, W and mu: the swing of the multiplier.

At the step sizes of the theorems lambda_t and the spending swing like a lightly damped oscillator:
lambda' = mu g and x' = mu (grad f - lambda p) give, for the part of x along the mean price, a
period of 2 pi/(mu |p|). In a game of T rounds there are T mu |p|/(2 pi) of them, and the sign of
the violation at T is a phase. In the time mu t the two equations do not contain mu, T or W: what
the multiplier has gathered is one function of the number of periods, and the violation is that and
what the multiplier has forgotten, over mu.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.ndimage import maximum_filter1d, uniform_filter1d

from osphg import checks
from osphg.checks import FloatArray
from osphg.experiments.results import Results
from osphg.hindsight import benchmark_curve
from osphg.metrics import proportion
from osphg.players import OSPHG
from osphg.playing import Run, play
from osphg.rounds import Rounds
from osphg.studies.figure1 import Setting
from osphg.studies.tables import samples

VIOLATION, LEAD = "violation per round", "utility above the benchmark"
PREDICTED, MEASURED = "predicted period", "measured period"
PERIODS, GATHERED = "periods in the game", "gathered by the multiplier"


@dataclass(frozen=True)
class Case:
    """Games of one size, played with one step size.

    Parameters
    ----------
    setting : Setting
        Its step sizes are those of the theorems.
    step : float
        mu, as a multiple of the theorem's.
    seeds : sequence of int
    """

    setting: Setting
    step: float
    seeds: Sequence[int]

    def __post_init__(self) -> None:
        checks.positive_float("step", self.step)

    def player(self, rounds: Rounds) -> OSPHG:
        """Return OSPHG for these rounds."""
        theorem = self.setting.player(rounds)
        return self.setting.player_at(self.step * theorem.mu, theorem.delta)


def predicted_period(rounds: Rounds, mu: float) -> float:
    """Return 2 pi/(mu |p|), in rounds, p the mean price.

    Examples
    --------
    >>> from osphg.rounds import paper_quadratics
    >>> round(predicted_period(paper_quadratics(T=1000), 0.001))
    1487
    """
    mu = checks.positive_float("mu", mu)
    return 2 * math.pi / (mu * float(np.linalg.norm(rounds.prices.mean(0))))


def measured_period(multiplier: FloatArray, guess: float) -> float:
    """Return the mean distance between successive crests of lambda_t; NaN with fewer than two.

    Parameters
    ----------
    multiplier : array (T,)
    guess : float
        About the period: lambda_t is smoothed over a twentieth of it, and a crest is the highest
        point within a third of it on both sides.
    """
    lam = checks.array("multiplier", multiplier, (None,))
    guess = checks.positive_float("guess", guess)
    around = max(1, round(guess / 3))
    if lam.size <= 2 * around:
        return math.nan
    smooth = uniform_filter1d(lam, max(1, round(guess / 20)), mode="nearest")
    crests = np.flatnonzero(smooth == maximum_filter1d(smooth, 2 * around + 1, mode="nearest"))
    crests = crests[(crests >= around) & (crests < lam.size - around)]
    apart = np.diff(crests)
    apart = apart[apart > 1]  # equal neighbours are one crest
    return float(apart.mean()) if apart.size else math.nan


def gathered(run: Run, player: OSPHG) -> FloatArray:
    """Return mu (g_1 + .. + g_t) less what the multiplier forgot, for each round, shape (T,).

    That is lambda_{t+1} less what clipping at 0 has added.
    """
    forgotten = player.delta * player.mu**2 * run.multiplier
    kept = np.cumsum(player.mu * run.violation - forgotten)
    return checks.own(kept)


def measure(cases: Sequence[Case]) -> Results:
    """Play the paper's quadratics, and say what the sentences speak of.

    Parameters
    ----------
    cases : sequence of Case

    Returns
    -------
    Results
        Labels T, W, step and seed; six quantities each, the measured period NaN where fewer than
        two crests are seen.
    """
    return Results("figure1_horizons", [row for case in cases for row in _rows(case)])


def _rows(case: Case) -> Iterator[dict[str, Any]]:
    setting = case.setting
    for seed in case.seeds:
        rounds = setting.rounds(seed)
        player = case.player(rounds)
        run = play(player, rounds)
        best = float(benchmark_curve(rounds, [setting.W], setting.K).upper_bound[0])
        expected = predicted_period(rounds, player.mu)
        for quantity, value, unit in (
            (VIOLATION, run.violation.mean(), "budget units"),
            (LEAD, run.utility.mean() - best / setting.T, "units of f"),
            (PREDICTED, expected, "rounds"),
            (MEASURED, measured_period(run.multiplier, expected), "rounds"),
            (PERIODS, setting.T / expected, "1"),
            (GATHERED, gathered(run, player)[-1], "utility per budget unit"),
        ):
            yield {
                "T": setting.T, "W": setting.W, "step": float(case.step), "seed": seed,
                "quantity": quantity, "value": value, "unit": unit,
            }  # fmt: skip


def seen(results: Results, quantity: str, cases: Sequence[Case]) -> list[FloatArray]:
    """Return the values of a quantity over the seeds, for each case."""
    found = samples(results, "T", "W", "step", "quantity")
    return [
        found[str(case.setting.T), str(case.setting.W), str(float(case.step)), quantity]
        for case in cases
    ]


def verdicts(results: Results, cases: Sequence[Case]) -> list[tuple[str, str]]:
    """Return for each case the share of seeds, with intervals, for which sentences 1 and 2 hold."""
    spent, lead = (seen(results, quantity, cases) for quantity in (VIOLATION, LEAD))
    return [
        (f"{proportion(one < 0):.2f}", f"{proportion(two > 0):.2f}")
        for one, two in zip(spent, lead, strict=True)
    ]

"""How two sentences about Figure 1 fare as the horizon grows: the swing of the multiplier.

At the step sizes of the theorems lambda_t and the spending swing like a lightly damped oscillator:
lambda' = mu g and x' = mu (grad f - lambda p) give, for the part of x along the mean price, a
period of 2 pi/(mu |p|). In a game of T rounds there are T mu |p|/(2 pi) of them, and the sign of
the violation at T is a phase.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from scipy.ndimage import maximum_filter1d, uniform_filter1d

from osphg.core import validate
from osphg.core.hindsight import benchmark_curve
from osphg.core.metrics import proportion
from osphg.core.play import play
from osphg.core.rounds import Rounds
from osphg.core.validate import FloatArray
from osphg.experiments.results import Results
from osphg.studies.figure1 import Setting

VIOLATION, LEAD = "violation per round", "utility above the benchmark"
PREDICTED, MEASURED = "predicted period", "measured period"


def predicted_period(rounds: Rounds, mu: float) -> float:
    """Return 2 pi/(mu |p|), in rounds, p the mean price.

    Examples
    --------
    >>> from osphg.core.rounds import paper_quadratics
    >>> round(predicted_period(paper_quadratics(T=1000), 0.001))
    1487
    """
    mu = validate.positive_float("mu", mu)
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
    lam = validate.array("multiplier", multiplier, (None,))
    guess = validate.positive_float("guess", guess)
    around = max(1, round(guess / 3))
    if lam.size <= 2 * around:
        return math.nan
    smooth = uniform_filter1d(lam, max(1, round(guess / 20)), mode="nearest")
    crests = np.flatnonzero(smooth == maximum_filter1d(smooth, 2 * around + 1, mode="nearest"))
    crests = crests[(crests >= around) & (crests < lam.size - around)]
    apart = np.diff(crests)
    apart = apart[apart > 1]  # equal neighbours are one crest
    return float(apart.mean()) if apart.size else math.nan


def measure(T: Sequence[int], seeds: Sequence[int], K: int, weighted: bool) -> Results:
    """Play the paper's quadratics with W = sqrt(T), and say what the sentences speak of.

    Parameters
    ----------
    T : sequence of int
    seeds : sequence of int
    K : int
    weighted : bool

    Returns
    -------
    Results
        Labels T and seed; four quantities each, the measured period NaN where fewer than two
        crests are seen.
    """
    return Results("figure1_horizons", list(_rows(T, seeds, K, weighted)))


def _rows(
    T: Sequence[int], seeds: Sequence[int], K: int, weighted: bool
) -> Iterator[dict[str, Any]]:
    for horizon in T:
        setting = Setting(horizon, W=math.isqrt(horizon), K=K, weighted=weighted)
        for seed in seeds:
            rounds = setting.rounds(seed)
            player = setting.player(rounds)
            run = play(player, rounds)
            best = float(benchmark_curve(rounds, [setting.W], setting.K).upper_bound[0])
            expected = predicted_period(rounds, player.mu)
            for quantity, value, unit in (
                (VIOLATION, run.violation.mean(), "budget units"),
                (LEAD, run.utility.mean() - best / horizon, "units of f"),
                (PREDICTED, expected, "rounds"),
                (MEASURED, measured_period(run.multiplier, expected), "rounds"),
            ):
                yield {
                    "T": horizon, "seed": seed, "quantity": quantity, "value": value, "unit": unit,
                }  # fmt: skip


def by_horizon(results: Results, quantity: str) -> dict[int, FloatArray]:
    """Return the values of a quantity over the seeds, for each T."""
    found: dict[int, list[float]] = {}
    for row in results.rows:
        if row["quantity"] == quantity:
            found.setdefault(int(row["T"]), []).append(float(row["value"]))
    return {T: np.array(values) for T, values in sorted(found.items())}


def verdicts(results: Results) -> list[tuple[int, str, str]]:
    """Return for each T the share of seeds in which sentences 1 and 2 are true, with intervals."""
    spent, lead = by_horizon(results, VIOLATION), by_horizon(results, LEAD)
    return [(T, f"{proportion(spent[T] < 0):.2f}", f"{proportion(lead[T] > 0):.2f}") for T in spent]

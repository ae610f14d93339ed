"""What a run is judged on: alpha-regret, violation, running averages, growth exponents.

A run played decisions x_1..x_T. The benchmark x*_W is the best fixed decision that keeps the budget
in every W rounds in a row, as `osphg.best_fixed_decision` finds it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.hindsight.best import Benchmark
from osphg.messages import short_repr
from osphg.playing import Played, require_complete
from osphg.rounds import Game, equal_domains, equal_games

ONE_MINUS_ONE_OVER_E = 1 - 1 / math.e
_LEVEL = 0.95  # the confidence level of all intervals


def regret(run: Played, best: Benchmark, alpha: float = ONE_MINUS_ONE_OVER_E) -> float:
    """Compute the alpha-regret of `run`, alpha sum_t f_t(x*_W) - sum_t f_t(x_t).

    It is what the run lacks of a share alpha of the best fixed decision's utility (paper, section
    3.1). The default is the largest share that can be guaranteed in polynomial time, unless P = NP.

    Parameters
    ----------
    run : Run or StreamedRun
        A complete run.
    best : Benchmark
        `best_fixed_decision` on the same rounds; one made by hand, of T rounds and a point of X.
    alpha : float
        The share of the benchmark, in (0, 1].

    Returns
    -------
    float
        In units of f, over all T rounds; negative if the run earned more.

    Raises
    ------
    TypeError, ValueError
        For a run that is not complete, a benchmark of other rounds or of another set, one whose x
        is not in X, or another alpha.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> run = osphg.play(osphg.OSPHG.tuned(rounds, W=30, K=30), rounds)
    >>> best = osphg.best_fixed_decision(rounds, W=30)
    >>> round(osphg.regret(run, best), 1), round(osphg.regret(run, best, alpha=1), 1)
    (-195.9, -1.4)
    >>> round(osphg.total_violation(run), 1)
    -0.2
    """
    alpha = checks.positive_float("alpha", alpha)
    checks.must(alpha <= 1, "alpha", "be at most 1", alpha)
    require_complete("run", run)
    checks.of_kind("best", best, Benchmark, "be a Benchmark, of best_fixed_decision")
    _require_benchmark_of(run.rounds, best)
    return alpha * best.value - run.total_utility


def _require_benchmark_of(game: Game, best: Benchmark) -> None:
    """Refuse a benchmark of other rounds or of another set, or whose x is not in the game's set.

    `game` is what the run played. A benchmark that was made by hand has no game (None); of it only
    T and x are looked at.
    """
    game_set = f"the run's own set {short_repr(game.domain)}"
    if best.game is not None and best.game.T == game.T:
        # This message is apart from that for other rounds, as a user may have changed the domain
        # alone, and would look for a mistake in the rounds.
        same_set = equal_domains(best.game.domain, game.domain)
        benchmark_set = f"that of {short_repr(best.game.domain)}"
        checks.must(same_set, "best", f"be on {game_set}", benchmark_set)
    same_rounds = best.T == game.T and (best.game is None or equal_games(best.game, game))
    benchmark_rounds = f"that of another game of {best.T} rounds"
    checks.must(same_rounds, "best", "be of the run's own rounds", benchmark_rounds)
    x = checks.array("best.x", best.x, (game.n,))
    inside = game.domain.contains(x)
    checks.must(inside, "best.x", f"lie in {game_set}", short_repr(x.tolist()))


def total_violation(run: Played) -> Any:
    """Return C_T = sum_t <p_t, x_t> - B_T, by which `run` exceeds its budget.

    Parameters
    ----------
    run : Run or StreamedRun
        A complete run.

    Returns
    -------
    float or array (m,)
        In money, over all T rounds (paper, section 3.1); negative if money is left. With several
        budgets one number for each; `run.rounds.by_name` has them by the budgets' names.

    Raises
    ------
    TypeError, ValueError
        For what is no run, or one that is not complete.

    Examples
    --------
    >>> import osphg
    >>> rounds = osphg.rounds.paper_quadratics(T=1000)
    >>> run = osphg.play(osphg.OSPHG.tuned(rounds, W=30, K=30), rounds)
    >>> round(osphg.total_violation(run), 1)
    -0.2
    """
    return require_complete("run", run).total_violation


def running_average(series: ArrayLike) -> FloatArray:
    """Compute the mean of the first t entries of `series`, for t = 1..T.

    Parameters
    ----------
    series : array_like
        One series, (T,), or several, (..., T); finite.

    Returns
    -------
    FloatArray
        The averages, of the same shape.

    Raises
    ------
    TypeError, ValueError
        For entries that are not finite real numbers.

    Examples
    --------
    >>> import osphg
    >>> osphg.metrics.running_average([2.0, 4.0, 0.0])
    array([2., 3., 2.])
    """
    series = checks.finite_array("series", checks.real_array("series", series))
    return np.asarray(series.cumsum(-1) / np.arange(1, series.shape[-1] + 1))


@dataclass(frozen=True)
class Estimate:
    """An estimate with its confidence interval.

    Parameters
    ----------
    value : float
        The estimate.
    low, high : float
        The ends of the interval.
    samples : int
        The number of samples behind it.
    level : float
        The confidence level of the interval.
    """

    value: float
    low: float
    high: float
    samples: int
    level: float = _LEVEL

    def __format__(self, spec: str = "") -> str:
        """Write "value [low, high]", each number by the format `spec`, or by ".4g"."""
        spec = spec or ".4g"
        return f"{self.value:{spec}} [{self.low:{spec}}, {self.high:{spec}}]"

    __str__ = __format__


def mean(samples: Sequence[float] | FloatArray) -> Estimate:
    """Estimate the mean of a distribution from `samples`, with a Student-t interval at 95 %.

    Parameters
    ----------
    samples : sequence of float
        At least two independent values.

    Returns
    -------
    Estimate
        Their mean and its interval.

    Raises
    ------
    TypeError, ValueError
        For values that are not finite real numbers, or fewer than two.

    Examples
    --------
    >>> import osphg
    >>> print(osphg.metrics.mean([1.0, 2.0, 3.0, 4.0]))
    2.5 [0.4457, 4.554]
    """
    values = checks.array("samples", samples, (None,))
    checks.must(values.size > 1, "samples", "hold at least 2 values for an interval", values.size)
    centre = float(values.mean())
    standard_error = float(values.std(ddof=1)) / math.sqrt(values.size)
    # The quantile of Student's t with size - 1 degrees of freedom. scipy.stats has it, too, and
    # takes twenty times as long: tables compare thousands of pairs.
    quantile = float(scipy.special.stdtrit(values.size - 1, (1 + _LEVEL) / 2))
    half_width = standard_error * quantile
    return Estimate(centre, centre - half_width, centre + half_width, values.size)


def proportion(outcomes: Sequence[bool] | NDArray[np.bool_]) -> Estimate:
    """Estimate a probability by the share of true `outcomes`, with a Wilson interval at 95 %.

    Parameters
    ----------
    outcomes : sequence of bool
        At least one independent outcome.

    Returns
    -------
    Estimate
        The share, in [0, 1], and its Wilson score interval.

    Raises
    ------
    TypeError, ValueError
        For outcomes that are not booleans, or none.

    Examples
    --------
    >>> import osphg
    >>> print(osphg.metrics.proportion([True, True, False, True]))
    0.75 [0.3006, 0.9544]
    """
    hits = checks.boolean_array("outcomes", outcomes)
    is_list = hits.ndim == 1 and hits.size > 0
    checks.must(is_list, "outcomes", "be a non-empty list", f"shape {hits.shape}")
    # SciPy loads `scipy.stats` at its first use, here, as that takes long.
    result = scipy.stats.binomtest(int(hits.sum()), hits.size)
    interval = result.proportion_ci(confidence_level=_LEVEL, method="wilson")
    return Estimate(float(hits.mean()), float(interval.low), float(interval.high), hits.size)


def growth_exponent(
    horizons: ArrayLike,
    values: ArrayLike,
    *,
    seed: int | np.random.Generator,
    resamples: int = 2000,
) -> Estimate:
    """Estimate a in value ~ T^a: the slope of log(mean over seeds) against log(T).

    Parameters
    ----------
    horizons : sequence of float
        T, at least two different ones, positive, (m,).
    values : array_like
        The measured quantity for each horizon and s >= 2 seeds, (m, s). Single values may be
        negative, but no mean.
    seed : int or Generator
        Draws the samples of the bootstrap.
    resamples : int
        How many samples the bootstrap takes.

    Returns
    -------
    Estimate
        The exponent, with the interval of a percentile bootstrap over the seeds at 95 %: they are
        drawn with replacement, for each horizon on its own.

    Raises
    ------
    TypeError, ValueError
        For arrays that are not as described, or a mean, of the values or of a bootstrap sample,
        that is not positive.

    Examples
    --------
    >>> import numpy as np, osphg
    >>> T = np.array([100, 400, 1600])
    >>> values = np.sqrt(T)[:, np.newaxis] * [1.0, 1.1, 0.9]
    >>> round(osphg.metrics.growth_exponent(T, values, seed=0).value, 6)
    0.5
    """
    T = checks.array("horizons", horizons, (None,))
    V = checks.array("values", values, (T.size, None))  # (m, s)
    seeds = V.shape[1]
    resamples = checks.array_size("resamples", resamples, V.size)
    has_slope = (T > 0).all() and np.unique(T).size > 1
    checks.must(has_slope, "horizons", "be positive, at least two different", T.tolist())
    checks.must(seeds > 1, "values", "have at least 2 seeds per horizon", seeds)
    # Each sample draws s of the s seeds of a horizon, with replacement: (resamples, m, s).
    picks = checks.generator(seed).integers(seeds, size=(resamples, T.size, seeds))
    samples = np.take_along_axis(V[np.newaxis], picks, axis=2)
    means = np.vstack([V.mean(1), samples.mean(2)])  # (1 + resamples, m), the values' own first
    if (means <= 0).any():  # which have no logarithm
        worst = int(means.min(0).argmin())
        raise ValueError(
            f"values must have a positive mean at every horizon, got {V[worst].mean():.6g} (with"
            f" bootstrap samples down to {means.min():.6g}) at T = {T[worst]:g}"
        )
    # The slope of each row of means by least squares: x is centred, so the means need not be.
    x = np.log(T) - np.log(T).mean()
    slopes = (np.log(means) @ x) / (x @ x)
    low, high = np.quantile(slopes[1:], [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2])
    return Estimate(float(slopes[0]), float(low), float(high), seeds)

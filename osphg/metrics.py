"""What a run is judged on: alpha-regret, violation, running averages, growth exponents."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from osphg import checks
from osphg.checks import FloatArray
from osphg.hindsight.best import Benchmark
from osphg.messages import short_repr
from osphg.playing import Played, require_complete
from osphg.rounds import equal_domains, equal_games

ONE_MINUS_ONE_OVER_E = 1 - 1 / math.e
_LEVEL = 0.95  # of all intervals


def regret(run: Played, best: Benchmark, alpha: float = ONE_MINUS_ONE_OVER_E) -> float:
    """Return the alpha-regret, alpha sum_t f_t(x*_W) - sum_t f_t(x_t) (paper, section 3.1).

    Parameters
    ----------
    run : Run or StreamedRun
        A complete run.
    best : Benchmark
        `best_fixed_decision` on the same rounds; one made by hand, of T rounds and a point of X.
    alpha : float
        In (0, 1].

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
    game = run.rounds
    got = f"that of another game of {best.T} rounds"
    if best.game is not None and best.game.T == game.T:
        theirs = f"that of {short_repr(best.game.domain)}"
        own = f"be on the run's own set {short_repr(game.domain)}"
        checks.must(equal_domains(best.game.domain, game.domain), "best", own, theirs)
    same = best.T == game.T and (best.game is None or equal_games(best.game, game))
    checks.must(same, "best", "be of the run's own rounds", got)
    x = checks.array("best.x", best.x, (game.n,))
    inside = game.domain.contains(x)
    wanted = f"lie in the run's own set {short_repr(game.domain)}"
    checks.must(inside, "best.x", wanted, short_repr(x.tolist()))
    return alpha * best.value - run.total_utility


def total_violation(run: Played) -> float:
    """Return C_T = sum_t <p_t, x_t> - B_T of a complete run (paper, section 3.1), in money."""
    return require_complete("run", run).total_violation


def running_average(series: FloatArray) -> FloatArray:
    """Return the mean of the first t entries, t = 1..T: (..., T) -> (..., T)."""
    series = checks.finite_array("series", checks.real_array("series", series))
    return np.asarray(series.cumsum(-1) / np.arange(1, series.shape[-1] + 1))


@dataclass(frozen=True)
class Estimate:
    """An estimate with its interval and the number of samples behind it."""

    value: float
    low: float
    high: float
    samples: int
    level: float = _LEVEL

    def __format__(self, spec: str = "") -> str:
        spec = spec or ".4g"
        return f"{self.value:{spec}} [{self.low:{spec}}, {self.high:{spec}}]"

    __str__ = __format__


def mean(samples: Sequence[float] | FloatArray) -> Estimate:
    """Return the mean of at least two samples with its Student-t interval, at 95% as all here.

    >>> import osphg
    >>> print(osphg.metrics.mean([1.0, 2.0, 3.0, 4.0]))
    2.5 [0.4457, 4.554]
    """
    values = checks.array("samples", samples, (None,))
    checks.must(values.size > 1, "samples", "hold at least 2 values for an interval", values.size)
    centre = float(values.mean())
    error = float(values.std(ddof=1)) / math.sqrt(values.size)
    # scipy.stats has both, and takes twenty times as long: tables compare thousands of pairs
    half = error * float(scipy.special.stdtrit(values.size - 1, (1 + _LEVEL) / 2))
    return Estimate(centre, centre - half, centre + half, values.size)


def proportion(outcomes: Sequence[bool] | NDArray[np.bool_]) -> Estimate:
    """Return the share of true outcomes, at least one of either, with its Wilson score interval."""
    hits = checks.boolean_array("outcomes", outcomes)
    one = hits.ndim == 1 and hits.size > 0
    checks.must(one, "outcomes", "be a non-empty list", f"shape {hits.shape}")
    result = scipy.stats.binomtest(int(hits.sum()), hits.size)  # loaded here: it takes long
    interval = result.proportion_ci(confidence_level=_LEVEL, method="wilson")
    return Estimate(float(hits.mean()), float(interval.low), float(interval.high), hits.size)


def growth_exponent(
    horizons: Sequence[float] | FloatArray,
    values: FloatArray,
    *,
    seed: int | np.random.Generator,
    resamples: int = 2000,
) -> Estimate:
    """Return a in value ~ T^a: the slope of log(mean over seeds) against log(T).

    Values are (m, s), the measured quantity for each of at least two horizons and s >= 2 seeds;
    single ones may be negative, but no mean. The interval is of a percentile bootstrap over the
    seeds, which are drawn with replacement for each horizon on its own.

    >>> import numpy as np, osphg
    >>> T = np.array([100, 400, 1600])
    >>> values = np.sqrt(T)[:, np.newaxis] * [1.0, 1.1, 0.9]
    >>> round(osphg.metrics.growth_exponent(T, values, seed=0).value, 6)
    0.5
    """
    T = checks.array("horizons", horizons, (None,))
    V = checks.array("values", values, (T.size, None))
    resamples = checks.array_size("resamples", resamples, V.size)
    several = (T > 0).all() and np.unique(T).size > 1
    checks.must(several, "horizons", "be positive, at least two different", T.tolist())
    checks.must(V.shape[1] > 1, "values", "have at least 2 seeds per horizon", V.shape[1])
    picks = checks.generator(seed).integers(V.shape[1], size=(resamples, T.size, V.shape[1]))
    means = np.vstack([V.mean(1), np.take_along_axis(V[np.newaxis], picks, axis=2).mean(2)])
    if (means <= 0).any():
        worst = int(means.min(0).argmin())
        raise ValueError(
            f"values must have a positive mean at every horizon, got {V[worst].mean():.6g} (with"
            f" bootstrap samples down to {means.min():.6g}) at T = {T[worst]:g}"
        )
    x = np.log(T) - np.log(T).mean()
    slopes = (np.log(means) @ x) / (x @ x)
    low, high = np.quantile(slopes[1:], [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2])
    return Estimate(float(slopes[0]), float(low), float(high), V.shape[1])

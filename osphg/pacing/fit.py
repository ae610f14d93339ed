"""How bids explain reach: a saturation is fitted to a log, item by item, and judged.

The mean reach of an item in round t is taken to be

    scale_t (1 - exp(-rate x_t)),    scale_t = a (effect of its hour of the week) (of its day),

of its bid x_t. The scale has the effects that the log allows: demand that comes and goes with the
hours would otherwise be taken for an effect of the bids, as soon as bids follow it.

Rate and scale maximise the likelihood of Poisson counts. Only the mean has to be right for that to
be consistent: reach need neither be counts nor have the variance of Poisson. The many effects of a
scale do not bias the rate (Hausman, Hall and Griliches 1984), as they would in most models.

Everything that a sum over rounds divides or compares is taken per block of rounds: a block is a
day, or as many consecutive rounds as the cube root of their number where days are not known.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import betaincinv, stdtrit

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import FloatArray
from osphg.messages import short_repr
from osphg.pacing.hours import Cycle, Labels, stretches_of_high_bids

# The least and the largest k x at the largest bid x that a fit of 1 - exp(-k x) may have: at the
# one the utility is all but linear, at the other all but a step. It is one, too, if the lowest bid
# has a k x of 7: it then brings 99.9 % of all that bids can bring.
_MIN_CURVATURE = 1e-3
_MAX_CURVATURE = 1e3
_SATURATED = 7.0
_GRID_POINTS = 41  # of the logarithm of the rate, between these two
_FINE = 1e-9  # to within which the logarithm of the rate is found
_CONFIDENCE = 0.95
_JUDGED = 20  # rounds, beyond the effects of the scale, from which on a fit may be refused
# Bids follow the hours if the adjusted R^2 of log bid on the hours is above this, and so high as
# random bids have it in one of a thousand logs only. Where that is above 0.25 the log is too short.
_FOLLOWS = 0.05
_CHANCE = 0.001
_TOO_SHORT = 0.25
_MAX_SWEEPS = 200  # of alternating fits of two kinds of effects, which converge in ten or so
_CONVERGED = 1e-10
_SMALLEST = 1e-300  # in place of a sum that is 0, by which nothing could be divided
# Bids whose squares hours and days leave less of than this are what hours and days say: what is
# left is rounding.
_ROUNDING = 1e-18


class Seasons(NamedTuple):
    """What is known of the hours of T rounds.

    Parameters
    ----------
    scale : mapping of str to Labels
        The effects of the scale, by name ("hour of week", "day"): which one acts in each round,
        (T,). Empty if there are no times, or too few rounds.
    blocks : Labels or None
        The block of each round, (T,): rounds of one block are not independent. None: blocks of
        consecutive rounds.
    hours : mapping of str to Labels
        What bids may follow, as `scale`. Empty if the log is too short to tell.
    cycles : tuple of Cycle
        The day and the week, to say which hours bids follow. Empty if `hours` is.
    """

    scale: dict[str, Labels]
    blocks: Labels | None
    hours: dict[str, Labels]
    cycles: tuple[Cycle, ...]

    def of(self, rounds: NDArray[np.bool_]) -> Seasons:
        """Return what is known of some of the rounds, (T,)."""
        kept = np.flatnonzero(rounds)
        return Seasons(
            {name: labels[kept] for name, labels in self.scale.items()},
            None if self.blocks is None else self.blocks[kept],
            {name: labels[kept] for name, labels in self.hours.items()},
            tuple(cycle.of(kept) for cycle in self.cycles),
        )


class Fit(NamedTuple):
    """How bids explain reach, item by item: scale (1 - exp(-k_i x_i)) of a bid x_i in the mean.

    The rate k_i says how fast the reach of item i saturates: at a bid of 1/k_i it is at 63 % of
    the most that bids can reach in that round.

    Intervals are of 95 %, and each holds the estimate. They hold the truth so often if the model
    is right, and *if bids were drawn independently of demand*, or follow no more of it than the
    hours and days of `season`. Whether bids follow the hours is tested (`follows`).

    Parameters
    ----------
    names : tuple[str, ...]
        The n items.
    rounds : array
        The number of rounds that have the item, (n,).
    rate : FloatArray
        k_i, in 1/bid, (n,).
    rate_interval : FloatArray
        The interval of the rate, (n, 2): all rates around the estimate that a test of the
        likelihood's slope does not refuse. 0 or inf where the log sets no end.
    slope_interval : FloatArray
        The interval of the slope of a straight line through reach and bid, at the mean scale, in
        reach/bid, (n, 2).
    r2 : FloatArray
        The share of what the scale leaves unexplained of reach that bids explain, (n,).
    season : tuple[str, ...]
        The effects of the scale; empty if it is one number for all rounds.
    follows : FloatArray
        R^2, adjusted for the number of hours, of the logarithm of bids on the hours, (n,); nan if
        not tested, as in a log of fewer than some four days. Without times every 24 rounds, or in
        a short log every 7, are taken for hours.
    hours : tuple[str, ...]
        For each item whose bids follow the hours, in which they are higher, as text: one stretch of
        the day, of the week or of both, "from 08:00 to 18:00 and on Mon to Fri"; else empty. They
        follow if `follows` is above 0.05, and so high as random bids have it in one of a thousand
        logs.
    """

    names: tuple[str, ...]
    rounds: Any
    rate: FloatArray
    rate_interval: FloatArray
    slope_interval: FloatArray
    r2: FloatArray
    season: tuple[str, ...]
    follows: FloatArray
    hours: tuple[str, ...]

    def __str__(self) -> str:
        """Write a line for each item, and the verdict: what the intervals rest on."""
        width = max(map(len, self.names))
        lines = []
        for i, name in enumerate(self.names):
            low, high = self.rate_interval[i]
            line = f"{name:{width}}  rate {self.rate[i]:.4g} in [{low:.4g}, {high:.4g}]"
            line += f", R^2 {self.r2[i]:z.3f}, {self.rounds[i]} rounds"
            if self.rounds[i] < _JUDGED:
                line += ": too few to judge"
            lines.append(line)
        scale = " times ".join(self.season) or "none: one number for all rounds"
        return "\n".join([*lines, f"scale by: {scale}", f"verdict: {self.verdict}"])

    @property
    def verdict(self) -> str:
        """Say whether the bids follow demand, as far as the hours show it."""
        if np.isnan(self.follows).all():
            return "whether bids follow demand is not known: the log is too short to tell"
        followers = [i for i, hours in enumerate(self.hours) if hours]
        if not followers:
            largest = np.nanmax(self.follows)
            return f"bids do not follow the hours (adjusted R^2 at most {largest:z.2f})"
        r2 = sorted(f"{self.follows[i]:.2f}" for i in followers)
        span = r2[0] if r2[0] == r2[-1] else f"{r2[0]} to {r2[-1]}"
        return (
            f"bids follow the hours (adjusted R^2 {span}): {_high_bids(self.names, self.hours)};"
            " intervals hold only if bids were drawn independently of demand"
        )


def _high_bids(names: Sequence[str], hours: Sequence[str]) -> str:
    """Return which items bid more in which hours: those with the same hours are named together.

    "of 'search' and 'maps' higher from 08:00 to 18:00, of 'video' higher on Sat to Sun".
    """
    by_hours: dict[str, list[str]] = {}
    for name, text in zip(names, hours, strict=True):
        if text:
            by_hours.setdefault(text, []).append(repr(name))
    return ", ".join(
        f"of {' and '.join(filter(None, [', '.join(items[:-1]), items[-1]]))} higher {text}"
        for text, items in by_hours.items()
    )


class _ItemFit(NamedTuple):
    """The fields of a `Fit` for one item."""

    rounds: int
    rate: float
    rate_interval: tuple[float, float]
    slope_interval: tuple[float, float]
    r2: float
    follows: float
    hours: str


def fit_all(
    names: tuple[str, ...],
    bids: FloatArray,
    reach: FloatArray,
    has_row: NDArray[np.bool_],
    seasons: Seasons,
) -> Fit:
    """Fit the reach of each item to its bids, in the rounds that have a row of it.

    Parameters
    ----------
    names
        The n items.
    bids, reach
        The numbers of all rounds and items, (T, n).
    has_row
        Whether a round has a row of an item, (T, n).
    seasons
        What is known of the hours of the rounds.

    Returns
    -------
    Fit
        The rates, their intervals, and the verdict.

    Raises
    ------
    ValueError
        For items whose bids explain nothing, or whose rate lies at the edge of the search. All
        items whose bids are too nearly what the hours say are named together.

    Warns
    -----
    UserWarning
        If the bids of some item follow the hours.
    """
    models = []
    for i, name in enumerate(names):
        has_item = has_row[:, i]
        of_item = seasons.of(has_item)
        models.append(_model_of(name, bids[has_item, i], reach[has_item, i], of_item))
    lines = [_straight_line(model) for model in models]
    follows_of, hours_of = _hours_that_bids_follow(models)
    _refuse_bids_that_are_hours(names, models, lines, hours_of)
    fits = [
        _fit_item(*item) for item in zip(names, models, lines, follows_of, hours_of, strict=True)
    ]
    parts = list(zip(*fits, strict=True))
    rounds, rate, rate_interval, slope_interval, r2, follows = map(np.array, parts[:-1])
    season = tuple(seasons.scale)
    fit = Fit(names, rounds, rate, rate_interval, slope_interval, r2, season, follows, parts[-1])
    if any(fit.hours):
        warnings.warn(f"log: {fit.verdict}, as osphg.randomised_bids draws them", stacklevel=3)
    return fit


def _model_of(name: str, x: FloatArray, y: FloatArray, seasons: Seasons) -> _Model:
    """Return the model of an item; ValueError if its bids x, (T,), are all the same."""
    largest = float(x.max())
    constant = f"{largest:g} in all rounds of item {short_repr(name)}: give rate="
    checks.must(x.min() < largest, "bid", "vary for a saturation to be fitted", constant)
    return _Model(x, y, seasons)


def _shows_no_slope(model: _Model, line: _StraightLine) -> bool:
    """Return whether an item is refused because its reach does not rise with its bids.

    A fit to few rounds is not: they cannot tell a slope from 0.
    """
    T = len(model.x)
    is_judged = T - model.effects + 1 >= _JUDGED
    return is_judged and not line.low > 0


def _refuse_bids_that_are_hours(
    names: Sequence[str],
    models: Sequence[_Model],
    lines: Sequence[_StraightLine],
    hours: Sequence[str],
) -> None:
    """Refuse a log in which demand and bids go together, so that it cannot tell them apart.

    The items concerned are all those whose bids follow the hours (`hours` is not empty) and vary
    too little beside them to show a slope in so many rounds.
    """
    rounds = {}
    for i, (model, line) in enumerate(zip(models, lines, strict=True)):
        if not hours[i] or not _shows_no_slope(model, line) or not model.y.any():
            continue
        with_these, with_random = _rounds_for_slope(model, line)
        if with_these > len(model.x):
            rounds[i] = with_random
    if not rounds:
        return
    concerned = [text if i in rounds else "" for i, text in enumerate(hours)]
    log = (
        f"bids that follow the hours, {_high_bids(names, concerned)}: this log cannot tell what"
        " these bids bring from what these hours bring. For at least"
        f" {max(rounds.values()):.0f} rounds draw bids at random between a tenth of"
        " the largest and the largest, as osphg.randomised_bids does, or give rate= or utility="
    )
    checks.must(False, "bid", "explain reach for a utility to be fitted", log)


def _fit_item(
    name: str, model: _Model, line: _StraightLine, follows: float, hours: str
) -> _ItemFit:
    """Fit an item's reach y to its bids x as y = scale (1 - exp(-rate x)).

    Parameters
    ----------
    name
        The item, for errors.
    model
        Its bids and its reach in the T rounds that have a row of it.
    line
        The slope of a straight line through them.
    follows, hours
        Whether its bids follow the hours, as in `Fit`.

    Raises
    ------
    ValueError
        For bids that explain nothing: after `_JUDGED` rounds or more, those for which the interval
        of the slope of a straight line does not lie above 0. For a rate at the edge of the search:
        reach is proportional to bids, or does not change.
    """
    x, y = model.x, model.y
    T = len(x)
    largest = float(x.max())
    what = f"for item {short_repr(name)} in {T} rounds"
    also = f"; bids follow the hours (higher {hours}), and demand may hide their effect"
    if not hours:
        also = ""
    if _shows_no_slope(model, line):
        wanted = "explain reach for a utility to be fitted"
        result = f"a slope in [{line.low:.3g}, {line.high:.3g}] {what}: "
        result += f"{_experiment_for_slope(model, line)}, or give rate= or utility={also}"
        checks.must(False, "bid", wanted, result)
    estimate = _estimate(model)
    is_inside = _MIN_CURVATURE < estimate < model.largest_curvature
    if estimate <= _MIN_CURVATURE:
        edge = f"reach in proportion to bids {what}: bid higher, or give rate="
        edge += f" ({0.1 / largest:.2g} is all but linear)"
    else:
        edge = f"reach that does not rise from the lowest bids on {what}: bid lower, or give rate="
    checks.must(is_inside, "bid", "show where reach saturates", edge + also)
    low, high = _interval_around(model, estimate)

    fitted = model.mean_reach(_shape(estimate, x / largest))
    flat = model.mean_reach(np.ones(T))
    unexplained = dot(y - fitted, y - fitted)
    r2 = 1 - unexplained / max(dot(y - flat, y - flat), _SMALLEST)
    return _ItemFit(
        T, estimate / largest, (low / largest, high / largest), line[:2], r2, follows, hours
    )


class _Model:
    """The rounds of an item, and the scale that fits best to any shape of the response.

    Parameters
    ----------
    x, y : FloatArray
        Bids and reach, (T,).
    seasons : Seasons
        What is known of the hours of these rounds.
    """

    def __init__(self, x: FloatArray, y: FloatArray, seasons: Seasons) -> None:
        T = len(x)
        self.x = x
        self.y = y
        self.seasons = seasons
        self.relative = x / x.max()
        # The ends of the search, of rate times the largest bid.
        self.largest_curvature = min(_MAX_CURVATURE, _SATURATED / float(self.relative.min()))
        scale = list(seasons.scale.values()) or [np.zeros(T, np.intp)]
        self.cells: list[Labels] = [_renumbered(labels) for labels in scale]
        self.totals = [np.bincount(cell, y) for cell in self.cells]
        blocks = seasons.blocks
        if blocks is None:
            blocks = np.arange(T) // math.ceil(T ** (1 / 3))
        self.blocks = _renumbered(blocks)
        self.effects = _count_effects(self.cells)

    def mean_reach(self, shape: FloatArray) -> FloatArray:
        """Return scale times shape, (T,), with the scale of the largest likelihood.

        The scale is that by which the sum of each hour, and that of each day, is what was reached.
        It is found by meeting the sums of hours and of days in turn.
        """
        mean = shape * (self.y.sum() / shape.sum())
        for _ in range(_MAX_SWEEPS):
            change = 0.0
            for cell, total in zip(self.cells, self.totals, strict=True):
                factor = total / np.maximum(np.bincount(cell, mean), _SMALLEST)
                mean = mean * factor[cell]
                # A cell in which nothing was reached has the factor 0, once and for all.
                change = max(change, float(np.abs(factor[total > 0] - 1).max(initial=0)))
            if change < _CONVERGED or len(self.cells) == 1:
                break
        return mean

    def score(self, direction: FloatArray, mean: FloatArray) -> tuple[float, float]:
        """Return the likelihood's slope in a direction, and its standard error.

        Parameters
        ----------
        direction
            The derivative of the logarithm of the mean, (T,). What the scale could do is taken
            out of it.
        mean
            What `mean_reach` returned, (T,).
        """
        own = _without_effects(direction, mean, self.cells)
        terms = (self.y - mean) * own
        return float(terms.sum()), self.error_of_sum(terms)

    def error_of_sum(self, terms: FloatArray) -> float:
        """Return the standard error of the sum of terms (T,), of which blocks are independent."""
        sums = np.bincount(self.blocks, terms).astype(np.float64)
        count = len(sums)
        if count < 2:  # nothing says how far blocks differ
            return math.inf
        # Effects are fitted to the same rounds, which makes what is left too small.
        T = len(self.x)
        correction = count / (count - 1) * T / max(T - self.effects, 1)
        deviation = sums - sums.mean()
        return math.sqrt(correction * dot(deviation, deviation))

    @property
    def quantile(self) -> float:
        """How many standard errors an interval goes to either side, by Student's t."""
        return float(stdtrit(max(self.blocks.max(), 1), (1 + _CONFIDENCE) / 2))


def _shape(curvature: float, relative: FloatArray) -> FloatArray:
    """Return 1 - exp(-k x), (T,), for k times the largest bid, and bids relative to that."""
    return -np.expm1(-curvature * relative)


def _score_at(model: _Model, curvature: float) -> tuple[float, float]:
    """Return the slope of the likelihood in the logarithm of the rate, and its standard error."""
    kx = curvature * model.relative
    mean = model.mean_reach(_shape(curvature, model.relative))
    return model.score(kx * np.exp(-kx) / -np.expm1(-kx), mean)


def _estimate(model: _Model) -> float:
    """Return the curvature, rate times largest bid, that maximises the likelihood.

    Returns an end of the range of the search where the likelihood is largest there. It is looked
    at on a grid, as it may have several maxima; around the best point its slope has a zero.
    """
    grid = np.geomspace(_MIN_CURVATURE, model.largest_curvature, _GRID_POINTS)
    likelihoods = []
    for curvature in grid:
        mean = model.mean_reach(_shape(curvature, model.relative))
        # Sums of mean and reach agree, so that the likelihood's other term is the same for all.
        seen = model.y > 0
        likelihoods.append(dot(model.y[seen], np.log(mean[seen])))
    best = int(np.argmax(likelihoods))
    low = max(best - 1, 0)
    high = min(best + 1, _GRID_POINTS - 1)

    def slope(log_curvature: float) -> float:
        return _score_at(model, math.exp(log_curvature))[0]

    ends = math.log(grid[low]), math.log(grid[high])
    if not slope(ends[0]) > 0:
        return float(grid[low])
    if not slope(ends[1]) < 0:
        return float(grid[high])
    return math.exp(brentq(slope, *ends, xtol=_FINE))


def _interval_around(model: _Model, estimate: float) -> tuple[float, float]:
    """Return the ends of the interval of the curvature; 0 and inf where there are none.

    At the estimate the likelihood's slope is 0. From there the interval goes, on either side, to
    the first curvature at which the slope lies as many standard errors from 0 as Student's t
    allows: a curvature that is true is farther off in one of twenty logs.
    """
    quantile = model.quantile

    def excess(log_curvature: float, side: int) -> float:
        """Return by how much the slope is farther from 0 than allowed; above 0 is refused."""
        slope, error = _score_at(model, math.exp(log_curvature))
        return -side * slope - quantile * error

    step = math.log(model.largest_curvature / _MIN_CURVATURE) / (_GRID_POINTS - 1)
    ends = []
    for side, limit in ((-1, _MIN_CURVATURE), (1, model.largest_curvature)):
        inner = math.log(estimate)
        end = 0.0 if side < 0 else math.inf
        # Small steps at first: a narrow interval ends soon.
        width = step / 16
        while side * (math.log(limit) - inner) > 0:
            outer = inner + side * min(width, side * (math.log(limit) - inner))
            if excess(outer, side) > 0:
                end = _first_refused(excess, inner, outer, side)
                break
            inner = outer
            width = min(2 * width, step)
        ends.append(end)
    return min(ends[0], estimate), max(ends[1], estimate)


def _first_refused(
    excess: Callable[[float, int], float], inner: float, outer: float, side: int
) -> float:
    """Return the curvature between an allowed and a refused one, given by their logarithms."""
    if excess(inner, side) >= 0:  # a fit without any error: the interval is a point
        return math.exp(inner)
    return math.exp(brentq(excess, inner, outer, args=(side,), xtol=1e-6))


class _StraightLine(NamedTuple):
    """The interval of a slope in reach/bid, and what it was found from."""

    low: float
    high: float
    spread: float  # the deviation of bids from what the scale explains of them
    error: float  # the deviation of reach from the line


def _straight_line(model: _Model) -> _StraightLine:
    """Return the slope of reach on bids, at the mean scale, as an interval.

    Reach is the flat response, scale alone, times 1 + slope (bid - what the scale explains of it).
    Without effects of hours that is the straight line of least squares.
    """
    flat = model.mean_reach(np.ones(len(model.x)))
    own = _without_effects(model.x, flat, model.cells)
    information = dot(flat * own, own)
    squares = dot(flat * model.x, model.x)
    if not information > _ROUNDING * squares:  # bids are what hours and days say, or no reach
        return _StraightLine(-math.inf, math.inf, 0.0, float((model.y - flat).std()))
    slope = dot(model.y - flat, own) / information
    left = model.y - flat * (1 + slope * own)
    half_width = model.quantile * model.error_of_sum(left * own) / information
    average = float(model.y.mean())  # by which a share of the scale is one of reach
    return _StraightLine(
        (slope - half_width) * average,
        (slope + half_width) * average,
        math.sqrt(information / flat.sum()),
        float(left.std()),
    )


def _experiment_for_slope(model: _Model, line: _StraightLine) -> str:
    """Return the words that say how many rounds would show that reach grows with bids.

    They advise bids drawn at random for so many rounds; or, if the rounds of the log were enough,
    they say which slope these would have shown.
    """
    largest = float(model.x.max())
    if not model.y.any():  # no round has any reach
        return "none has any"
    wide = f"bids drawn at random between {largest / 10:.3g} and {largest:.3g}"
    if not line.spread:
        return f"bids say what hours and days say; try {wide}"
    with_these, with_random = _rounds_for_slope(model, line)
    if with_these > len(model.x):
        return f"try {wide} for at least {with_random:.0f} rounds"
    return f"these would have shown one of {_half_slope(model):.3g}"


def _half_slope(model: _Model) -> float:
    """Return the slope worth finding: half of mean y/mean x, which a line through 0 would have."""
    return float(model.y.mean() / model.x.mean()) / 2


def _rounds_for_slope(model: _Model, line: _StraightLine) -> tuple[float, float]:
    """Return in how many rounds bids as these, and bids drawn at random, show half the slope.

    At random it takes one round at least. Some reach there must be. An interval shows a slope of
    four standard errors. The error of a slope over N rounds is error/(spread sqrt(N)), where
    `error` is the deviation of reach from the line, and `spread` that of the bids; so it takes
    N = (4 error/(slope spread))^2 rounds.
    """
    half = _half_slope(model)
    # The spread of these bids, and that of bids drawn evenly from a tenth of the largest on: the
    # standard deviation of a uniform number is the length of its interval over sqrt(12).
    spreads = np.array([line.spread, 0.9 * float(model.x.max()) / math.sqrt(12)])
    spreads = np.maximum(spreads, _SMALLEST ** (1 / 4))
    rounds_with_these, rounds_with_random = (4 * line.error / (half * spreads)) ** 2
    return float(rounds_with_these), max(1.0, float(rounds_with_random))


def _hours_that_bids_follow(models: Sequence[_Model]) -> tuple[list[float], list[str]]:
    """Return for each item the adjusted R^2 of log bids on the hours, and when bids are high.

    The R^2 is nan, and the text empty, if the log is too short to tell; the text is also empty if
    bids do not follow the hours.
    """
    follows_of, hours_of = [], [""] * len(models)
    explained_of = {}  # of the items whose bids follow the hours, by number
    for i, model in enumerate(models):
        follows, explained = _what_hours_explain(model.x, model.seasons)
        follows_of.append(follows)
        if explained is not None:
            explained_of[i] = explained
    if explained_of:
        cycles = [models[i].seasons.cycles for i in explained_of]
        texts = stretches_of_high_bids(list(explained_of.values()), cycles)
        for i, text in zip(explained_of, texts, strict=True):
            hours_of[i] = text
    return follows_of, hours_of


def _what_hours_explain(x: FloatArray, seasons: Seasons) -> tuple[float, FloatArray | None]:
    """Return the adjusted R^2 of log bids (T,) on the hours, and what the hours explain of them.

    The second is None if bids do not follow the hours, or the log is too short to tell; in that
    case the first is nan.
    """
    T = len(x)
    cells = [_renumbered(labels) for labels in seasons.hours.values()]
    effects = _count_effects(cells)
    free = T - effects
    if effects == 1 or free < 1:
        return math.nan, None
    # For random bids R^2 has a beta distribution; adjusted, it is 0 in the mean.
    by_chance = betaincinv((effects - 1) / 2, free / 2, 1 - _CHANCE)
    threshold = 1 - (1 - by_chance) * (T - 1) / free
    if threshold > _TOO_SHORT:
        return math.nan, None
    logs = np.log(x)
    deviation = logs - logs.mean()
    left = _without_effects(logs, np.ones(T), cells)
    follows = 1 - dot(left, left) / free / (dot(deviation, deviation) / (T - 1))
    if follows <= max(_FOLLOWS, threshold):
        return follows, None
    return follows, logs - left


def _renumbered(labels: Labels) -> Labels:
    """Return labels as 0, 1, ..., none of which is unused."""
    return np.unique(labels, return_inverse=True)[1]


def _count_effects(cells: Sequence[Labels]) -> int:
    """Return how many numbers the effects of several kinds of cells have: one scale is common."""
    return sum(int(cell.max()) for cell in cells) + 1


def _without_effects(values: FloatArray, weights: FloatArray, cells: list[Labels]) -> FloatArray:
    """Return what a weighted least squares fit of all effects leaves of values, (T,).

    Means of one kind of cells are taken out, then of the other, in turn until nothing changes.
    """
    left = values - dot(weights, values) / max(float(weights.sum()), _SMALLEST)
    size = float(np.abs(left).max(initial=0))
    sums = [np.maximum(np.bincount(cell, weights), _SMALLEST) for cell in cells]
    for _ in range(_MAX_SWEEPS):
        change = 0.0
        for cell, total in zip(cells, sums, strict=True):
            means = np.bincount(cell, weights * left) / total
            left = left - means[cell]
            change = max(change, float(np.abs(means).max()))
        if change <= _CONVERGED * size or len(cells) == 1:
            break
    return left

"""A marketer's season, simulated: six channels by the hour, a forecast, and what players earn.

A season has T = 24 days hours. Decision x_i is how much of channel i is bought in an hour of mean
demand, in EUR at the prices of the first hour; in hour t, in which demand is s_t, it costs p_ti x_i
and brings f_t,i(x_i) conversions in the mean, with p_ti and f_t,i in proportion to s_t: a fixed
decision spends in the shape of the season. Before the season there is a forecast of all f_t and
p_t, right or wrong. In the season a player is told counts: Poisson, around the truth.

`season` draws one, `play_season` has a player play it, `compare` plays many and `table` has means
and intervals. ``python -m osphg.studies.seasons`` computes the table that the book keeps.
"""

from __future__ import annotations

import gzip
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize_scalar
from scipy.stats import t as student

from osphg import checks
from osphg.arithmetic import dot
from osphg.checks import FloatArray, non_negative_array
from osphg.domains import Box, Domain
from osphg.experiments import provenance
from osphg.experiments.catalogue import book_folder
from osphg.experiments.results import Results
from osphg.experiments.running import PROVENANCE, RESULTS, as_json
from osphg.families import UtilityFamily
from osphg.hindsight.best import best_fixed_decision
from osphg.players.ascent import PlainGradient
from osphg.players.base import Feedback, Learner, Player
from osphg.players.osphg import OSPHG
from osphg.players.planned import Planned
from osphg.players.repricing import Repricing
from osphg.players.rules import DualDescent, EvenPacing, Resolve
from osphg.playing import Run, play
from osphg.rounds import Game, Rounds
from osphg.sources import package_digest, write
from osphg.utilities import AtRound

if TYPE_CHECKING:
    from pandas import DataFrame

HILL, LOG, SATURATING = "hill", "log", "saturating"
HOURS_PER_DAY = 24
CHANNELS = 6
BUDGET_PER_HOUR = 110.0  # EUR, in the mean
MOST = 60.0  # EUR in an hour of mean demand, for one channel
BREAK = (0.3, 0.5, 3.0, 4.0)  # what conversions of four channels are multiplied by from then on
# Seeds of independent random numbers are (seed, one of these, ...).
_TRUTH, _FORECAST, _LOG, _COUNTS, _ARRIVALS = range(5)


class ResponseCurves(UtilityFamily):
    """f_t(x) = sum_i w_ti phi_i(x_i/h_i): a concave response for each channel, scaled by the hour.

    phi is z/(1 + z) (`HILL`), log(1 + z) (`LOG`) or 1 - exp(-z) (`SATURATING`): 0 at 0, with slope
    1 there. A sum over channels of concave increasing functions is DR-submodular.

    Parameters
    ----------
    weights : array_like
        w_ti, (T, n), in conversions; not negative.
    half : array_like
        h_i, (n,), above 0, in units of the decisions.
    kinds : sequence of str
        phi of each channel: n of the three words.

    Raises
    ------
    TypeError, ValueError
        For parts that are not as described.
    """

    __match_args__ = ("weights", "half", "kinds")  # what a file of a pacer keeps
    concave = True

    def __init__(self, weights: ArrayLike, half: ArrayLike, kinds: Sequence[str]) -> None:
        """Check the parts, and derive T and n."""
        self.weights = non_negative_array("weights", weights, None, None)
        self.T, self.n = self.weights.shape
        self.half = non_negative_array("half", half, self.n)
        checks.must((self.half > 0).all(), "half", "be above 0", self.half.min())
        known = len(kinds) == self.n and set(kinds) <= {HILL, LOG, SATURATING}
        wanted = f"be {self.n} of {HILL}, {LOG} and {SATURATING}"
        checks.must(known, "kinds", wanted, tuple(kinds))
        self.kinds = tuple(kinds)
        self._is_hill = np.array([kind == HILL for kind in kinds])
        self._is_log = np.array([kind == LOG for kind in kinds])

    def by_channel(self, t: int, X: FloatArray) -> FloatArray:
        """Return the conversions of each channel in round t at points (..., n), (..., n)."""
        z = X / self.half
        rest = np.where(self._is_log, np.log1p(z), -np.expm1(-z))
        return np.asarray(self.weights[t] * np.where(self._is_hill, z / (1 + z), rest))

    def _value(self, t: int, X: FloatArray) -> FloatArray:
        """Return f_t at points (..., n)."""
        return np.asarray(self.by_channel(t, X).sum(-1))

    def _gradient(self, t: int, X: FloatArray) -> FloatArray:
        """Return the gradient of f_t at points (..., n), of the same shape."""
        z = X / self.half
        rest = np.where(self._is_log, 1 / (1 + z), np.exp(-z))
        return np.asarray(
            self.weights[t] / self.half * np.where(self._is_hill, (1 + z) ** -2, rest)
        )

    def best_bids(self, charges: FloatArray, most: FloatArray) -> FloatArray:
        """Return the x in [0, most] that maximise f_t(x) less what x is charged, for all t, (T, n).

        Parameters
        ----------
        charges : FloatArray
            What a unit of each channel is charged in each round, (T, n), in conversions.
        most : FloatArray
            The largest bid of each channel, (n,).
        """
        # Where phi'(z) is the ratio r of the charge and the slope at 0; no charge, the largest bid.
        with np.errstate(divide="ignore"):
            r = charges * self.half / self.weights
            rest = np.where(self._is_log, 1 / r - 1, -np.log(r))
            z = np.where(self._is_hill, r**-0.5 - 1, rest)
        return np.clip(self.half * z, 0.0, most)

    def curvature(self, t: int, domain: Domain) -> FloatArray:
        """Return the diagonal matrix of 2 w_ti/h_i^2, (n, n): no phi bends by more than 2."""
        return np.diag(2 * self.weights[t] / self.half**2)

    def total(self, T: int) -> AtRound:
        """Return the sum of the first T functions, one of the same kind."""
        return AtRound(self.reweighted(self.weights[:T].sum(0, keepdims=True)), 0)

    def scaled(self, factor: float) -> ResponseCurves:
        """Return the same functions times a factor, not negative."""
        return self.reweighted(factor * self.weights)

    def reweighted(self, weights: FloatArray) -> ResponseCurves:
        """Return the same curves with other weights, (T, n) for any T, not negative."""
        curves = copy(self)
        curves.weights = checks.read_only_copy(weights)
        curves.T = len(weights)
        return curves


class Season(NamedTuple):
    """A season, what was forecast of it, and how it tells what was earned.

    Parameters
    ----------
    rounds : Rounds
        The truth: f_t are the expected conversions of hour t, in `ResponseCurves`.
    forecast : Rounds
        What is known before, likewise.
    demand : FloatArray
        s_t, (T,), with mean 1.
    delay : float
        How many hours a conversion takes to be counted, in the mean.
    seed : int
        What counts are drawn from.
    """

    rounds: Rounds
    forecast: Rounds
    demand: FloatArray
    delay: float
    seed: int

    @property
    def plan(self) -> FloatArray:
        """The best fixed decision of the forecast within its budget, (n,)."""
        return _best_fixed(self.forecast)

    @property
    def even_split(self) -> FloatArray:
        """The same money for each channel, (n,), all of the budget at the forecast's prices."""
        spending = self.forecast.prices.sum(0)  # of one unit of each channel in every hour
        return np.asarray(self.forecast.budget / self.forecast.n / spending)


def _best_fixed(rounds: Rounds) -> FloatArray:
    """Return the best fixed decision, (n,), within the budget of all rounds together."""
    return best_fixed_decision(rounds, rounds.T).x


def demand_profile(days: int, promotion: Sequence[int] = ()) -> FloatArray:
    """Return the demand s_t of each hour, (24 days,), with mean 1: by hours and days of the week.

    Parameters
    ----------
    days : int
        The number of days, at least 1; the first is a Monday.
    promotion : sequence of int
        Days, counted from 0, on which demand is 1.5 times as large.
    """
    hours = np.arange(days * HOURS_PER_DAY)
    angle = 2 * np.pi * (hours % HOURS_PER_DAY) / HOURS_PER_DAY
    by_hour = 1 - 0.5 * np.cos(angle - 0.8) + 0.2 * np.cos(2 * angle - 2.0)
    week = np.array([1.0, 0.95, 0.95, 1.0, 1.1, 1.25, 0.85])
    day = hours // HOURS_PER_DAY
    demand = by_hour * week[day % 7] * np.where(np.isin(day, promotion), 1.5, 1.0)
    return np.asarray(demand / demand.mean())


def season(
    seed: int,
    *,
    days: int = 14,
    wrong: float = 0.0,
    confounded: bool = False,
    broken: bool = False,
    delay: float = 0.0,
) -> Season:
    """Draw a season and its forecast.

    Two of six channels each have a Hill, a logarithmic and a saturating response, whose scale and
    curvature are drawn. Demand has an hourly profile, days of the week and a promotion of two days;
    the conversions of a unit of demand vary by the hour by a fifth, and prices drift by up to a
    fifth, in each channel by its own.

    Parameters
    ----------
    seed : int
        What the season, the forecast and the counts are drawn from, at least 0.
    days : int
        The number of days, at least 2.
    wrong : float
        By how much the forecast is wrong: the scale and the curvature of each channel are
        multiplied by exp(N(0, wrong^2)); 0 for a right forecast.
    confounded : bool
        Whether the forecast's curves are fitted to eight weeks in which bids followed demand, as if
        they had not: a saturating curve for each channel, whose rate is about half of what a fit to
        independent bids finds. `wrong` is not used then.
    broken : bool
        Whether, from the middle of the season on, the conversions of four channels are 0.3, 0.5, 3
        and 4 times what they were. The forecast does not know it.
    delay : float
        How many hours a conversion takes to be counted, in the mean, at least 0.

    Returns
    -------
    Season

    Raises
    ------
    TypeError, ValueError
        For a parameter that is not as described.

    Examples
    --------
    >>> season(1).rounds
    Rounds(T=336, n=6, budget=36960, domain=Box(upper=[60, 60, 60, ...], lower=[0, 0, 0, ...]))
    """
    seed = checks.integer("seed", seed, 0)
    days = checks.integer("days", days, 2)
    wrong = checks.non_negative_float("wrong", wrong)
    confounded = checks.flag("confounded", confounded)
    broken = checks.flag("broken", broken)
    delay = checks.non_negative_float("delay", delay)
    rng = np.random.default_rng((seed, _TRUTH))
    kinds = [str(kind) for kind in rng.permutation([HILL, HILL, LOG, LOG, SATURATING, SATURATING])]
    half = np.exp(rng.uniform(np.log(12.0), np.log(60.0), CHANNELS))  # EUR
    slopes = np.exp(rng.uniform(np.log(0.1), np.log(0.25), CHANNELS))  # conversions per EUR
    T = days * HOURS_PER_DAY
    first = int(rng.integers(1, days))  # of the two days of the promotion
    demand = demand_profile(days, promotion=(first, first + 1))
    drift = np.outer(np.arange(T) / T, rng.uniform(-0.2, 0.2, CHANNELS))
    prices = demand[:, np.newaxis] * (1 + drift)
    weights = (demand * conversion_profile(T))[:, np.newaxis] * slopes * half
    budget = BUDGET_PER_HOUR * T
    domain = Box(np.full(CHANNELS, MOST))

    known = ResponseCurves(weights, half, kinds)
    if confounded:
        curves = confounded_curves(slopes * half, half, kinds, demand, seed)
    elif wrong > 0:
        errors = np.exp(np.random.default_rng((seed, _FORECAST)).normal(0, wrong, (2, CHANNELS)))
        curves = ResponseCurves(weights * errors[0], half * errors[1], kinds)
    else:
        curves = known
    if broken:
        factors = np.ones((T, CHANNELS))
        affected = rng.permutation(CHANNELS)[: len(BREAK)]
        factors[T // 2 :, affected] = BREAK
        known = known.reweighted(weights * factors)
    rounds = Rounds(known, prices, budget, domain)
    return Season(rounds, Rounds(curves, prices, budget, domain), demand, delay, seed)


def conversion_profile(T: int) -> FloatArray:
    """Return how well a unit of demand converts in each hour, (T,): by the hour of the day."""
    angle = 2 * np.pi * (np.arange(T) % HOURS_PER_DAY) / HOURS_PER_DAY
    return np.asarray(1 + 0.2 * np.cos(angle - 5.0))


def confounded_curves(
    scales: FloatArray, half: FloatArray, kinds: Sequence[str], demand: FloatArray, seed: int
) -> ResponseCurves:
    """Return the forecast of somebody who fits a log in which bids followed demand.

    The log has 56 days with the true curves, and bids that are the even split times the root of
    demand, times exp(N(0, 0.6^2)). To each channel a (1 - exp(-k x)) is fitted by least squares, as
    if all hours had the same demand; a is spread over the season in proportion to its demand.

    Parameters
    ----------
    scales, half : FloatArray
        w_i at mean demand and h_i of the truth, (n,) each.
    kinds : sequence of str
        phi of each channel.
    demand : FloatArray
        s_t of the season that is to be forecast, (T,).
    seed : int
        What the log is drawn from.
    """
    rng = np.random.default_rng((seed, _LOG))
    s = demand_profile(56)
    truth = ResponseCurves(np.ones((1, CHANNELS)) * scales, half, kinds)
    even = BUDGET_PER_HOUR / CHANNELS
    bids = even * np.sqrt(s)[:, np.newaxis] * np.exp(rng.normal(0, 0.6, (len(s), CHANNELS)))
    means = (s * conversion_profile(len(s)))[:, np.newaxis] * truth.by_channel(0, bids)
    counts = rng.poisson(means).astype(np.float64)
    fits = [_saturating_fit(bids[:, i], counts[:, i]) for i in range(CHANNELS)]
    scale, rate = np.array(fits).T
    return ResponseCurves(np.outer(demand, scale), 1 / rate, [SATURATING] * CHANNELS)


def _saturating_fit(x: FloatArray, y: FloatArray) -> tuple[float, float]:
    """Return a and k of the a (1 - exp(-k x)) that is nearest to y, by least squares."""

    def best_scale(log_rate: float) -> tuple[float, float]:
        """Return the best a for a k, and the sum of squares that it leaves."""
        shape = -np.expm1(-math.exp(log_rate) * x)
        a = float(shape @ y / (shape @ shape))
        return a, float(((y - a * shape) ** 2).sum())

    bounds = (math.log(1e-3), math.log(1.0))  # in 1/EUR
    found = minimize_scalar(lambda u: best_scale(u)[1], bounds=bounds, method="bounded")
    return best_scale(found.x)[0], math.exp(found.x)


# How a season is played.


class _ToldState(NamedTuple):
    """The state of a player that is told counts, before an hour."""

    inner: Any  # the state of the player within
    t: int  # the hour, counted from 0
    left: float  # EUR
    waiting: FloatArray  # conversions that nobody has counted yet, by channels, (n,)


class ToldByCounts:
    """A player in a season: it knows the forecast before, and is told counts in the season.

    The utility that it is told of an hour has the forecast's curves, scaled in each channel such
    that what it bid earns the count; a channel without a bid is told as forecast. The platform
    stops bids as soon as the budget is spent, in proportion.

    Parameters
    ----------
    player : Player
        The player within, which is made for the forecast.
    season : Season
        What it plays.
    """

    def __init__(self, player: Player, season: Season) -> None:
        """Keep the parts."""
        self.player = player
        self.season = season

    def init(self, game: Game) -> _ToldState:
        """Return the state before hour 1, for which the player within looks at the forecast."""
        inner = self.player.init(self.season.forecast)
        return _ToldState(inner, 0, game.budget, np.zeros(game.n))

    def decide(self, state: _ToldState) -> FloatArray:
        """Return the decision, (n,), or so much of it as can be paid."""
        x = np.asarray(self.player.decide(state.inner))
        cost = float(dot(self.season.rounds.prices[state.t], x))
        return x if cost <= state.left else state.left / cost * x

    def multiplier(self, state: _ToldState) -> float:
        """Return that of the player within."""
        return self.player.multiplier(state.inner)

    def update(self, state: _ToldState, feedback: Feedback) -> _ToldState:
        """Return the state for the next hour, once the player within is told the counts."""
        t = state.t
        x = feedback.x
        counts, waiting = self.counts(state, x)
        curves: Any = self.season.forecast.utility
        told = told_by_counts(curves, t, x, counts)
        cost = float(dot(feedback.price, x))
        revealed = replace(feedback, utility=told, value=float(counts.sum()))
        inner = self.player.update(state.inner, revealed)
        return _ToldState(inner, t + 1, max(state.left - cost, 0.0), waiting)

    def counts(self, state: _ToldState, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the conversions that are counted in an hour, and those that wait, (n,) each.

        Parameters
        ----------
        state : object
            The state before the hour: its number, and who waits.
        x : FloatArray
            What is bid in it, (n,).
        """
        truth: Any = self.season.rounds.utility
        rng = np.random.default_rng((self.season.seed, _COUNTS, state.t))
        new = rng.poisson(truth.by_channel(state.t, x))
        if self.season.delay == 0:
            return new.astype(np.float64), state.waiting
        # Whoever waits is counted in each hour with the same chance: so the mean delay is as said.
        waiting = state.waiting + new
        rng = np.random.default_rng((self.season.seed, _ARRIVALS, state.t))
        counts = rng.binomial(waiting.astype(np.int64), 1 / (1 + self.season.delay))
        return counts.astype(np.float64), waiting - counts


def told_by_counts(curves: ResponseCurves, t: int, x: FloatArray, counts: FloatArray) -> AtRound:
    """Return the utility of round t as counts tell it: a forecast's curves, scaled to them.

    Parameters
    ----------
    curves : ResponseCurves
        What is forecast. A channel that the forecast gives nothing for its bid is told as forecast.
    t : int
        The round, counted from 0.
    x : FloatArray
        What is bid in it, (n,).
    counts : FloatArray
        The conversions that are counted, (n,).
    """
    expected = curves.by_channel(t, x)
    has_bid = expected > 0
    scale = np.where(has_bid, counts / np.where(has_bid, expected, 1.0), 1.0)
    return AtRound(curves.reweighted((scale * curves.weights[t])[np.newaxis]), 0)


def by_demand(season: Season) -> Season:
    """Return the season with the money for hour t in the shape of demand, B_T s_t/T.

    The forecast, by which players are tuned, keeps B_T/T in every hour.
    """
    even = season.rounds
    allowance = even.mean_allowance * season.demand
    rounds = Rounds(even.utility, even.prices, even.budget, even.domain, allowance=allowance)
    return season._replace(rounds=rounds)


def play_season(player: Player, season: Season) -> Run:
    """Play a season, and return the run: its utilities are expected conversions.

    Parameters
    ----------
    player : Player
        Who plays, made for `season.forecast`.
    season : Season
        What is played.

    Returns
    -------
    Run
        With the conversions that the truth expects of each decision; the player was told counts.
    """
    return play(ToldByCounts(player, season), season.rounds)


# Who plays.


class _HeldState(NamedTuple):
    """The state of a player that holds one decision."""

    x: FloatArray
    multiplier: float


class Held(Learner):
    """A player that decides the same in every round, whatever it is told.

    Parameters
    ----------
    x : FloatArray
        The decision, (n,).
    """

    def __init__(self, x: FloatArray) -> None:
        """Keep the decision."""
        self.x = x

    def init(self, game: Game) -> _HeldState:
        """Return the state, which stays as it is."""
        return _HeldState(self.x, multiplier=0.0)

    def update(self, state: _HeldState, feedback: Feedback) -> _HeldState:
        """Return the same state."""
        return state


class HourlyDualDescent(Learner):
    """Dual descent on a forecast with an hour profile: what a practitioner writes in fifteen lines.

    In hour t it plays what is best of the forecast's f_t at a price of money. That begins at the
    price at which the forecast season costs just the budget, and rises where more is spent than the
    hour would have cost then. It learns nothing else.

    Parameters
    ----------
    forecast : Rounds
        The season as it is expected, with `ResponseCurves`.
    """

    def __init__(self, forecast: Rounds) -> None:
        """Find the first price of money, and what each hour costs at it."""
        self.forecast = forecast
        low, high = 0.0, float(self._steepest())
        for _ in range(60):
            price = (low + high) / 2
            costs = (forecast.prices * self._bids(price)).sum(1)
            low, high = (price, high) if costs.sum() > forecast.budget else (low, price)
        self.first_price = high
        self.costs = (forecast.prices * self._bids(high)).sum(1)

    def _steepest(self) -> float:
        """Return the price of money, in conversions per EUR, at which nothing is bought."""
        curves: Any = self.forecast.utility
        return float((curves.weights / curves.half / self.forecast.prices).max())

    def _bids(self, price: float) -> FloatArray:
        """Return what is best in each hour of the forecast at a price of money, (T, n)."""
        curves: Any = self.forecast.utility
        return np.asarray(
            curves.best_bids(price * self.forecast.prices, self.forecast.domain.upper)
        )

    def init(self, game: Game) -> tuple[int, float]:
        """Return the state: the hour, counted from 0, and the price of money."""
        return 0, self.first_price

    def decide(self, state: tuple[int, float]) -> FloatArray:
        """Return what is best in the forecast's hour at this price of money, (n,)."""
        t, price = state
        return self._bids(price)[t]

    def update(self, state: tuple[int, float], feedback: Feedback) -> tuple[int, float]:
        """Return the next hour, and the price of money after what this one has cost."""
        t, price = state
        excess = (dot(feedback.price, feedback.x) - self.costs[t]) / self.forecast.allowance
        step = self.first_price / math.sqrt(self.forecast.T)
        return t + 1, max(price + step * float(excess), 0.0)

    def multiplier(self, state: tuple[int, float]) -> float:
        """Return the price of money, in conversions per EUR."""
        return state[1]


class Contender(NamedTuple):
    """A way to play a season.

    Parameters
    ----------
    make : callable
        Makes the player: ``make(season)``.
    by_demand : bool
        Whether the money for an hour follows demand.
    """

    make: Callable[[Season], Player]
    by_demand: bool = False


EVEN_SPLIT = "even split"


def _repricing(W: int) -> Callable[[Season], Player]:
    """Return what makes repricing for windows of W hours, from the plan."""
    return lambda season: Repricing.tuned(
        season.forecast, W, ascent=PlainGradient(), start=season.plan
    )


def _osphg(season: Season) -> Player:
    """Return weighted OSPHG for windows of a day, from the plan."""
    return OSPHG.tuned(
        season.forecast, HOURS_PER_DAY, weighted=True, unit_free=True, start=season.plan
    )


CONTENDERS: Mapping[str, Contender] = {
    EVEN_SPLIT: Contender(lambda season: Held(season.even_split)),
    "best fixed decision, in hindsight": Contender(lambda season: Held(_best_fixed(season.rounds))),
    "held plan": Contender(lambda season: Held(season.plan)),
    "dual descent by the hour": Contender(lambda season: HourlyDualDescent(season.forecast)),
    "planned": Contender(lambda season: Planned.tuned(season.forecast, season.forecast)),
    "planned, by the hour": Contender(
        lambda season: Planned.tuned(season.forecast, season.forecast, period=HOURS_PER_DAY)
    ),
    "even pacing": Contender(
        lambda season: EvenPacing.tuned(
            season.forecast, memory=HOURS_PER_DAY, start=season.even_split
        )
    ),
    "dual descent": Contender(lambda season: DualDescent.tuned(season.forecast, start=season.plan)),
    "dual descent, allowances by demand": Contender(
        lambda season: DualDescent.tuned(season.forecast, start=season.plan), by_demand=True
    ),
    "re-solving": Contender(
        lambda season: Resolve.tuned(
            season.forecast, HOURS_PER_DAY, 7 * HOURS_PER_DAY, start=season.plan
        )
    ),
    "repricing, W = 24": Contender(_repricing(24)),
    "repricing, W = 24, allowances by demand": Contender(_repricing(24), by_demand=True),
    "repricing, W = 1": Contender(_repricing(1)),
    "repricing, W = 1, allowances by demand": Contender(_repricing(1), by_demand=True),
    "OSPHG, weighted": Contender(_osphg),
    "OSPHG, weighted, allowances by demand": Contender(_osphg, by_demand=True),
}

# The worlds of the kept table: what `season` is told of each.
WORLDS: Mapping[str, Mapping[str, Any]] = {
    "right": {},
    "30 % wrong": {"wrong": 0.3},
    "confounded": {"confounded": True},
    "broken": {"broken": True},
}

CONVERSIONS, SPENT = "conversions", "spent"


def compare(
    seeds: Iterable[int],
    worlds: Sequence[str] = tuple(WORLDS),
    contenders: Sequence[str] = tuple(CONTENDERS),
    *,
    days: int = 14,
) -> Results:
    """Play seasons by many players.

    Parameters
    ----------
    seeds : iterable of int
        One season for each, in every world.
    worlds, contenders : sequence of str
        Keys of `WORLDS` and of `CONTENDERS`.
    days : int
        The number of days of a season, at least 2.

    Returns
    -------
    Results
        For each world, seed and player the expected conversions of what it played, and the share of
        the budget that it spent.

    Raises
    ------
    ValueError
        For a name that is no such key.
    """
    for name, value, known in (
        ("worlds", worlds, WORLDS),
        ("contenders", contenders, CONTENDERS),
    ):
        unknown = [entry for entry in value if entry not in known]
        checks.must(not unknown, name, f"be of {', '.join(known)}", ", ".join(unknown))
    rows: list[dict[str, Any]] = []
    for seed in seeds:
        for world in worlds:
            drawn = season(seed, days=days, **WORLDS[world])
            for player in contenders:
                contender = CONTENDERS[player]
                played = by_demand(drawn) if contender.by_demand else drawn
                run = play_season(contender.make(drawn), played)
                spent = float(run.spend.sum() / drawn.rounds.budget)
                about = {"world": world, "seed": seed, "player": player}
                rows.append(
                    {**about, "quantity": CONVERSIONS, "value": run.total_utility, "unit": "1"}
                )
                rows.append({**about, "quantity": SPENT, "value": spent, "unit": "budget"})
    return Results(NAME, rows)


class Gain(NamedTuple):
    """What a player earns more than another, in percent of that, over paired seasons.

    Parameters
    ----------
    mean : float
        The mean over the seasons.
    margin : float
        Half of the 95 % interval of the mean, by Student's t; nan for one season.
    worst : float
        The least of all seasons.
    """

    mean: float
    margin: float
    worst: float


def gains(results: Results, over: str = EVEN_SPLIT) -> dict[tuple[str, str], Gain]:
    """Return what each player earns more than one of them, in percent, season by season.

    Parameters
    ----------
    results : Results
        As `compare` returns them.
    over : str
        The player that all are compared with.

    Returns
    -------
    dict of Gain
        By world and player.
    """
    values = {
        (str(row["world"]), str(row["player"]), str(row["seed"])): float(row["value"])
        for row in results.rows
        if row["quantity"] == CONVERSIONS
    }
    percents: dict[tuple[str, str], list[float]] = {}
    for (world, player, seed), value in values.items():
        base = values[world, over, seed]
        percents.setdefault((world, player), []).append(100 * (value / base - 1))
    return {key: _gain(np.array(sample)) for key, sample in percents.items()}


def _gain(percents: FloatArray) -> Gain:
    """Return mean, margin and minimum of a sample, (m,)."""
    m = len(percents)
    margin = math.nan
    if m > 1:
        margin = float(student.ppf(0.975, m - 1) * percents.std(ddof=1) / math.sqrt(m))
    return Gain(float(percents.mean()), margin, float(percents.min()))


def table(results: Results, over: str = EVEN_SPLIT, caption: str = "") -> DataFrame:
    """Return the gains as a page shows them: a row for each player, a column for each world.

    Parameters
    ----------
    results : Results
        As `compare` returns them.
    over : str
        The player that all are compared with.
    caption : str
        What stands above the table.

    Returns
    -------
    DataFrame
        With the mean, half of the 95 % interval, and in parentheses the share of the budget that
        was spent where it is below 0.99.
    """
    from osphg.studies.tables import Table

    by_key = gains(results, over)
    shares: dict[tuple[str, str], list[float]] = {}
    for row in results.rows:
        if row["quantity"] == SPENT:
            key = str(row["world"]), str(row["player"])
            shares.setdefault(key, []).append(float(row["value"]))
    worlds = list(dict.fromkeys(world for world, _ in by_key))
    players = list(dict.fromkeys(player for _, player in by_key if player != over))

    def entry(world: str, player: str) -> str:
        """Return the text of one cell."""
        gain = by_key[world, player]
        text = f"{gain.mean:+.1f} ± {gain.margin:.1f}".replace("-", "−")
        share = float(np.mean(shares[world, player]))
        return text if share >= 0.99 else f"{text} ({share:.2f})"

    rows = [[player, *(entry(world, player) for world in worlds)] for player in players]
    return Table(["player", *worlds], rows, caption=caption)


NAME = "seasons"  # of the kept table
SEEDS = 20


def keep(
    folder: Path,
    seeds: int = SEEDS,
    contenders: Sequence[str] = tuple(CONTENDERS),
    *,
    days: int = 14,
) -> None:
    """Compute the table of players in all worlds, and keep it with how it was computed.

    Parameters
    ----------
    folder : Path
        Where results.csv.gz and provenance.json are written.
    seeds : int
        The number of seasons in each world: those of the seeds 0, 1, ...
    contenders : sequence of str
        Keys of `CONTENDERS`.
    days : int
        The number of days of a season.
    """
    clock = Clock()
    results = compare(range(seeds), contenders=contenders, days=days)
    store(folder, results, {"seeds": seeds, "days": days}, clock)


class Clock:
    """When a computation began, and how long it has taken since."""

    def __init__(self) -> None:
        """Begin now."""
        self.started = datetime.now(UTC).isoformat(timespec="seconds")
        self._begin = time.perf_counter()

    @property
    def seconds(self) -> float:
        """The seconds since it began."""
        return round(time.perf_counter() - self._begin, 3)


def store(folder: Path, results: Results, parameters: Mapping[str, int], clock: Clock) -> None:
    """Write a table of a study, and how it was computed.

    Parameters
    ----------
    folder : Path
        Where results.csv.gz and provenance.json are written.
    results : Results
        The table; its name is that of the study's module in `osphg.studies`.
    parameters : mapping of int
        What `compare` was told.
    clock : Clock
        Begun before the table was computed.
    """
    origin = {
        "format": 2,
        "experiment": results.name,
        "parameters": dict(parameters),
        "command": f"python -m osphg.studies.{results.name}",
        "started": clock.started,
        "inputs": {"package": package_digest()},
        **provenance.surroundings(),
        "results_sha256": results.sha256,
        "status": "complete",
        "seconds": clock.seconds,
    }
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / f"{RESULTS}.gz", gzip.compress(results.csv().encode(), mtime=0))
    write(folder / PROVENANCE, as_json(origin))


if __name__ == "__main__":
    keep(book_folder() / "stored" / NAME)

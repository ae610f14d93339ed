"""The reach of each hour of a season that is made of hours of the kept week."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from osphg import checks
from osphg.checks import FloatArray, checked, fitted, frozen
from osphg.domains import Box, Domain, as_decisions
from osphg.fusing import Clipping, RoundsKernel, exactly
from osphg.games.families import ProbabilisticCoverage
from osphg.rounds import Rounds
from osphg.studies.open_bandit import HOURS, Week
from osphg.studies.reach_compiled import IntArray, missed_by_all, reach_rounds, slopes
from osphg.utilities import AtRound


def require_week(name: str, value: Any) -> Week:
    """Return what is a `Week`; TypeError for anything else."""
    if not isinstance(value, Week):
        raise TypeError(f"{name} must be a Week, of load, got {checks.shown(value)}")
    return value


@frozen(repr=False)
class Place:
    """The week as a place to advertise in: what an hour of it reaches, and its constants.

    Parameters
    ----------
    week : Week

    Examples
    --------
    >>> from osphg.studies.open_bandit import load
    >>> place = Place(load())
    >>> place.coverage
    ProbabilisticCoverage(T=168, n=9)
    """

    week: Week = checked(require_week)

    @cached_property
    def coverage(self) -> ProbabilisticCoverage:
        """The week's utilities: f_t(x) = sum_s v_ts (1 - prod_i (1 - q_is x_i))."""
        return ProbabilisticCoverage(self.week.visitors, self.week.chances)

    @cached_property
    def hours(self) -> tuple[tuple[FloatArray, FloatArray], ...]:
        """For each hour, q (n, m_t) and v (m_t,) of the segments that were there."""
        found = []
        for v in self.week.visitors:
            there = v > 0
            found.append((np.ascontiguousarray(self.week.chances[:, there]), v[there]))
        return tuple(found)

    @cached_property
    def totals(self) -> tuple[float, ...]:
        """Each hour's visitors, whom a decision reaches or misses."""
        return tuple(v.sum() for _, v in self.hours)

    @cached_property
    def packed(self) -> tuple[FloatArray, FloatArray, IntArray]:
        """`hours`, one behind the other: all q, flat, all v, and where each hour ends in v."""
        q = np.concatenate([chances.ravel() for chances, _ in self.hours])
        v = np.concatenate([there for _, there in self.hours])
        return q, v, np.cumsum([0, *(len(there) for _, there in self.hours)])

    @cached_property
    def constants(self) -> tuple[float, float, float]:
        """beta_f, F and L of the week's utilities on [0, 1]^n."""
        box, f = Box.unit(self.week.n), self.coverage
        return f.lipschitz(box), f.range(box), f.smoothness(box)


def _hours(reach: Reach, name: str, value: Any) -> IntArray:
    found = np.asarray(value)
    if found.ndim != 1 or found.dtype.kind not in "iu" or not found.size:
        raise TypeError(f"{name} must be a list of integers, got {checks.shown(value)}")
    if found.min() < 0 or found.max() >= HOURS:
        raise ValueError(
            f"{name} must be between 0 and {HOURS - 1}, got {found.min()} to {found.max()}"
        )
    kept = found.astype(np.int64)
    kept.flags.writeable = False
    return kept


@frozen(repr=False)
class Reach:
    """f_t(x) = sum_s v_ts (1 - prod_i (1 - q_is x_i)) for a list of hours of the week.

    The functions are those of `osphg.families.ProbabilisticCoverage`; an hour sees a quarter of the
    segments, and an hour that comes twice is held once. The constants are the week's, whichever of
    its hours are there.

    Parameters
    ----------
    place : Place
    hours : array (T,) of int
        Hours of the week, from 0.

    Raises
    ------
    TypeError, ValueError
        For a parameter outside what is said above.

    Examples
    --------
    >>> from osphg.studies.open_bandit import load
    >>> reach = Reach(Place(load()), np.arange(48))
    >>> [round(float(value), 3) for value in reach.value(12, np.eye(9)[:2])]
    [38.789, 39.471]
    """

    place: Place
    hours: IntArray = fitted(_hours)

    def __attrs_pre_init__(self, place: Place, hours: Any) -> None:
        """Refuse what is no place."""
        if not isinstance(place, Place):
            raise TypeError(f"place must be a Place, got {checks.shown(place)}")

    def value(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return f_t for each row of X (..., n)."""
        X = as_decisions(X, self.place.week.n)
        hour = self.hours[checks.at("t", t, len(self.hours))]
        q, v = self.place.hours[hour]
        rows = np.ascontiguousarray(X).reshape(-1, X.shape[-1])
        missed = missed_by_all(q, v, rows)
        return np.asarray((self.place.totals[hour] - missed).reshape(X.shape[:-1]))

    def gradient(self, t: int, X: FloatArray, /) -> FloatArray:
        """Return the gradient of f_t for each row of X (..., n)."""
        X = as_decisions(X, self.place.week.n)
        q, v = self.place.hours[self.hours[checks.at("t", t, len(self.hours))]]
        rows = np.ascontiguousarray(X).reshape(-1, X.shape[-1])
        return np.asarray(slopes(q, v, rows).reshape(X.shape))

    def fused_rounds(self, clipping: Clipping) -> RoundsKernel | None:
        """Return the compiled loop on a box; None for another domain, and for a subclass."""
        if not exactly(self, Reach) or clipping.radius < np.inf:
            return None
        return RoundsKernel(reach_rounds, lambda local: (*self.place.packed, self.hours[local]))

    def total(self, T: int) -> AtRound:
        """Return the sum of the first T functions, a coverage function itself."""
        T = checks.positive_int("T", T, maximum=len(self.hours))
        times = np.bincount(self.hours[:T], minlength=HOURS)
        summed = times @ self.place.week.visitors
        there = summed > 0
        chances = self.place.week.chances[:, there]
        return AtRound(ProbabilisticCoverage(summed[np.newaxis, there], chances), 0)

    def lipschitz(self, domain: Domain) -> float:
        """Return beta_f of the week."""
        return self.place.constants[0]

    def range(self, domain: Domain) -> float:
        """Return F of the week."""
        return self.place.constants[1]

    def smoothness(self, domain: Domain) -> float:
        """Return L of the week."""
        return self.place.constants[2]


def season(
    place: Place,
    share: float,
    hours: Sequence[int] | IntArray | None = None,
    *,
    extra: FloatArray | None = None,
) -> Rounds:
    """Return hours of the week as a game on [0, 1]^n.

    Parameters
    ----------
    place : Place
    share : float
        B_T/T as a share of the week's impressions per hour; above 0.
    hours : list of int, optional
        Which hours of the week; all, in their order, unless given.
    extra : array (T, n), optional
        Impressions that are paid for and reach nobody, by round and placement.

    Examples
    --------
    >>> from osphg.studies.open_bandit import load
    >>> game = season(Place(load()), 0.3, days([6, 0]))
    >>> game.T, game.n, round(game.budget, 3)
    (48, 9, 2571.429)
    """
    share = checks.positive_float("share", share)
    utility = Reach(place, np.arange(HOURS) if hours is None else np.asarray(hours))
    prices = place.week.prices[utility.hours]
    if extra is not None:
        prices = prices + checks.array("extra", extra, prices.shape)
    budget = share * place.week.total * len(prices) / HOURS
    return Rounds(utility, prices, budget, Box.unit(place.week.n))


def days(numbers: Sequence[int] | IntArray) -> IntArray:
    """Return the hours of some days of the week, in their order.

    >>> days([1, 0])[[0, 23, 24]]
    array([24, 47,  0])
    """
    chosen = np.asarray(numbers, dtype=np.int64)
    return np.asarray((24 * chosen[:, np.newaxis] + np.arange(24)).ravel())

"""Rounds of a clock: in which round a time lies, when a round begins, and which hour that is."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from osphg import checks
from osphg.messages import short_repr
from osphg.pacing.fit import Seasons
from osphg.pacing.hours import Cycle

_SECONDS_OF = {"s": 1, "min": 60, "h": 3600, "d": 86400}
_LENGTH_PATTERN = re.compile(r"(\d{1,6}) ?(s|min|h|d)")  # of a round: "15min"
_DAY = timedelta(days=1)
_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
# An effect of the scale has at least this many rounds, so that they say more than their chance.
_ROUNDS_PER_EFFECT = 4
# From so many weeks on bids are compared with hours of the week: then random ones have an R^2
# above 0.05 in one of a thousand logs at most.
_WEEKS_OF_HOURS = 8
_ROUNDS_OF_DAY = 24  # of numbered rounds, of which nobody says how long they last


def numbered_seasons(rounds: NDArray[np.int64]) -> Seasons:
    """Return what bids may follow in numbered rounds, (T,), which may be hours, or days.

    The scale is one number: what is not known to be an hour gets no effect.
    """
    period = _ROUNDS_OF_DAY if len(rounds) >= 4 * _ROUNDS_OF_DAY else 7
    place_in_period = (rounds % period).astype(np.intp)

    def name(first: int, count: int) -> str:
        start = int(rounds[0]) + (first - int(rounds[0])) % period  # when it first comes by
        stretch = f"round {start}" if count == 1 else f"rounds {start} to {start + count - 1}"
        return f"in {stretch} and {period} rounds later each time"

    cycle = Cycle(place_in_period, period, name)
    return Seasons({}, None, {f"place in {period} rounds": place_in_period}, (cycle,))


class Clock:
    """The rounds of a log with times.

    Days are those of the frame's own time zone, and begin at midnight there, also where clocks
    change. Every other length is counted in time that passes, from midnight of the first day.

    Parameters
    ----------
    times : pandas.Series
        The time of each row, (R,): datetimes with a time zone, or all without.
    every : str or timedelta
        How long a round lasts, as "15min"; checked here.

    Attributes
    ----------
    length : timedelta
        How long a round lasts.
    round_numbers : array
        The round of each row, (R,), from 0: round 0 begins at midnight of the first day.
    """

    def __init__(self, times: Any, every: Any) -> None:
        import pandas as pd

        match = _LENGTH_PATTERN.fullmatch(every) if isinstance(every, str) else None
        length = timedelta(seconds=int(match[1]) * _SECONDS_OF[match[2]]) if match else every
        if not isinstance(length, timedelta) or length <= timedelta(0):
            raise ValueError(
                f"every must be a length such as '15min', '1h', '1d', got {short_repr(every)}"
            )
        self.length = length
        self._zone = times.dt.tz
        self._is_calendar = not length % _DAY  # whole days, of 23 to 25 hours
        self._local = times.dt.tz_localize(None)  # as the clock shows them
        self._first_day = self._local.min().normalize()
        unit = pd.Timedelta(length)
        if self._is_calendar:
            since = self._local.dt.normalize() - self._first_day
        else:
            since = times - self._origin()
        self.round_numbers: NDArray[np.int64] = (since // unit).to_numpy(np.int64)

    def _origin(self) -> Any:
        """Return midnight of the first day, in the zone of the times."""
        # Some zones change their clocks at midnight: the day then begins an hour later.
        return self._first_day.tz_localize(self._zone, ambiguous=True, nonexistent="shift_forward")

    def starts(self, rounds: NDArray[np.int64]) -> Any:
        """Return when rounds begin: a pandas DatetimeIndex, (T,), in the zone of the times."""
        import pandas as pd

        since = pd.to_timedelta(rounds * (self.length / timedelta(seconds=1)), unit="s")
        if self._is_calendar:
            return (self._first_day + since).tz_localize(
                self._zone,
                ambiguous=np.ones(len(rounds), bool),
                nonexistent="shift_forward",
            )
        return self._origin() + since

    def start_of(self, t: int) -> str:
        """Return when a round begins, as people in the zone write it."""
        text: str = self.starts(np.array([t]))[0].isoformat()
        return text

    def refuse_incomplete_ends(self, name: str) -> None:
        """Refuse a log whose first or last round is cut off, as an export of the running day.

        A round is, if its rows end twice as long before its end as those of any other round, and
        are fewer than in any other. Then its spend and reach are of a part of it only.

        Parameters
        ----------
        name
            The column of the times, for errors.
        """
        import pandas as pd

        # In time that passes from its beginning; days in which clocks change are an hour off.
        rounds, rows = np.unique(self.round_numbers, return_counts=True)
        if len(rounds) < 4:  # nothing to compare with
            return
        begins = self.starts(rounds).tz_localize(None)
        by_round = self._local.groupby(self.round_numbers)
        hour = pd.Timedelta(hours=1)
        ends = begins + pd.Timedelta(self.length)
        before = (pd.DatetimeIndex(by_round.min()) - begins).to_numpy()
        after = (ends - pd.DatetimeIndex(by_round.max())).to_numpy()
        slack = hour.to_timedelta64() if self._zone is not None else np.timedelta64(0)
        for word, end, gaps in (("first", 0, before), ("last", -1, after)):
            others = np.delete(gaps, end).max()
            is_longer = gaps[end] > 2 * others + slack
            is_smaller = rows[end] < np.delete(rows, end).min()
            if not (is_longer and is_smaller):
                continue
            start = self.start_of(int(rounds[end]))
            seen = self._local.min() if word == "first" else self._local.max()
            verb = "begins" if word == "first" else "ends"
            got = (
                f"a {word} one, from {start}, whose log {verb} at {seen.isoformat()}: leave it out"
            )
            checks.must(False, f"rounds of {name}", "be complete", got)

    def seasons(self, rounds: NDArray[np.int64]) -> Seasons:
        """Return the hours of rounds, (T,), as far as the log is long enough to tell them apart.

        Parameters
        ----------
        rounds
            The rounds that are kept, in order.

        Returns
        -------
        Seasons
            For rounds that divide a day, an effect of the hour of the week, or else of the hour of
            the day, and one of the day; for rounds of one day an effect of the day of the week.
        """
        T = len(rounds)
        starts = self.starts(rounds).tz_localize(None)
        weekday = np.asarray(starts.day_of_week, np.intp)
        day = np.asarray((starts.normalize() - self._first_day).days, np.intp)

        def name_of_days(first: int, count: int) -> str:
            last = _WEEKDAYS[(first + count - 1) % 7]
            return f"on {last}" if count == 1 else f"on {_WEEKDAYS[first]} to {last}"

        of_days = Cycle(weekday, 7, name_of_days)
        if self.length == _DAY:
            week = {"day of week": weekday}
            scale = week if T >= 7 * _ROUNDS_PER_EFFECT else {}
            return Seasons(scale, None, week, (of_days,))
        if self.length > _DAY or _DAY % self.length:
            return Seasons({}, None, {}, ())
        per_day = _DAY // self.length

        def name_of_hours(first: int, count: int) -> str:
            midnight = datetime.min
            begin, end = (
                f"{midnight + (place % per_day) * self.length:%H:%M}"
                for place in (first, first + count)
            )
            return f"from {begin} to {end}"

        hour = np.asarray((starts - starts.normalize()) // self.length, np.intp)
        of_week = {"hour of week": weekday * per_day + hour}
        scale = {}
        if T >= 7 * per_day * _ROUNDS_PER_EFFECT:
            scale = dict(of_week)
        elif T >= per_day * _ROUNDS_PER_EFFECT:
            scale = {"hour of day": hour}
        if scale and per_day >= 2 * _ROUNDS_PER_EFFECT:
            scale["day"] = day
        if T >= 7 * per_day * _WEEKS_OF_HOURS:
            tested = of_week
        else:
            tested = {"hour of day": hour, "day of week": weekday}
        cycles = (Cycle(hour, per_day, name_of_hours), of_days)
        return Seasons(scale, day if scale else None, tested, cycles)

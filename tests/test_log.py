"""Logs become rounds, runs become tables and files, and the page of code bids every hour."""

from __future__ import annotations

import csv
import importlib.util
import io
import types
from collections.abc import Hashable
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import osphg
from osphg.checks import FloatArray
from osphg.families import ConcaveOverModular
from osphg.playing import Run

ROOT = Path(__file__).resolve().parent.parent
ITEMS, COLUMNS = ("search", "video"), ("round", "item", "bid", "spend", "reach")
Rows = list[dict[str, Any]]


def market(t: int, x: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return what bids x cost and reach in hour t."""
    price = np.array([2 + np.sin(t / 4), 3 + np.cos(t / 3)])
    scale = np.array([9.0, 14.0]) * (1.2 + np.sin(t / 5))
    return price * x, scale * -np.expm1(-np.array([1.5, 0.8]) * x)


def log(T: int = 12) -> Rows:
    rng = np.random.default_rng(0)
    found: Rows = []
    for t in range(1, T + 1):
        x = rng.uniform(0.2, 1.0, 2)
        spend, reach = (part.tolist() for part in market(t, x))
        for entries in zip(ITEMS, x.tolist(), spend, reach, strict=True):
            found.append(dict(zip(COLUMNS, (t, *entries), strict=True)))
    return found


def frame(rows: Rows) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=list(rows[0]) if rows else list(COLUMNS))


def test_items_may_be_numbers_of_any_kind() -> None:
    given_rows = frame(log())
    plain = osphg.from_log(given_rows)
    numbers = given_rows["item"].map({"search": 7, "video": 8})
    for kind in ("int64", "int32", "Int64", "float64", "category"):
        rounds = osphg.from_log(given_rows.assign(item=numbers.astype(kind)))
        assert rounds.names == ("7", "8")
        np.testing.assert_array_equal(rounds.prices, plain.prices)
    assert osphg.from_log(given_rows.astype({"item": "category"})).names == ITEMS


@pytest.mark.parametrize("kinds", [{}, {"spend": "Float64", "bid": "float32", "round": "Int64"}])
def test_rows_in_any_order(kinds: dict[Hashable, str]) -> None:
    rows = log()
    order = np.random.default_rng(1).permutation(len(rows))
    shuffled = frame([rows[0], *(rows[i] for i in order if i)]).astype(kinds)
    rounds = osphg.from_log(shuffled)
    assert rounds.names == ITEMS
    assert (rounds.T, rounds.n) == (12, 2)
    assert np.isclose(rounds.budget, sum(row["spend"] for row in rows))
    for row in rows:
        t, i = row["round"] - 1, ITEMS.index(row["item"])
        assert np.isclose(rounds.prices[t, i], row["spend"] / row["bid"])
        alone = np.where(np.arange(2) == i, row["bid"], 0.0)
        assert np.isclose(rounds.utility.value(t, alone), row["reach"])
    assert rounds.check().holds
    osphg.play(osphg.OSPHG.tuned(rounds, 3), rounds)


def spoilt(i: int, **changes: Any) -> Rows:
    rows = log(3)
    rows[i] = {**rows[i], **changes}
    return rows


NAN = float("nan")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (spoilt(2, spend=-1.0), r"^spend in frame.iloc\[2\] must be finite and at least 0, got"),
        (spoilt(3, reach=NAN), r"^reach in frame.iloc\[3\] must be there, got none: missing="),
        (spoilt(3, reach=np.inf), r"^reach in frame.iloc\[3\] must be finite"),
        (spoilt(1, bid="0.5"), r"^bid must be a column of numbers, got '0.5': pandas.to_numeric\("),
        (spoilt(1, bid=True), "^bid must be a column of numbers"),
        (spoilt(1, bid=0.0), r"^bid in frame.iloc\[1\] must be above 0 for its price to be known"),
        (spoilt(4, round=1.5), r"^round in frame.iloc\[4\] must be a whole number, got 1.5"),
        (spoilt(4, item=1.5), r"^item in frame.iloc\[4\] must be a name or a number, got 1.5"),
        (spoilt(4, item=True), r"^item in frame.iloc\[4\] must be a name or a number, got True"),
        (spoilt(4, item=None), r"^item in frame.iloc\[4\] must be there, .*keep_default_na=False"),
        (spoilt(4, item=" "), r"^item in frame.iloc\[4\] must be there"),
        (spoilt(2, round=1), r"got 'search' in round 1 in frame.iloc\[0\] and frame.iloc\[2\]"),
        (log(3)[:3] + log(3)[4:], "no row of 'video' in round 2, where others have one"),
        (spoilt(4, round=10**15), r"a row in one of 10, got 4 .* see frame.iloc\[4\], in 10{15}"),
        ([], "frame must have a row, got none"),
        ([{"round": 1}], r"frame must have columns \['round', "),
        ([{**row, "bid": 0.5} for row in log(3)], "bid must vary for a saturation to be fitted"),
        ([{**row, "spend": 0} for row in log(3)], "spend must be above 0 in some row"),
        ([{**row, "reach": 0} for row in log(30)], "in 30 rounds: none has any, or give rate="),
        ([{**row, "spend": None} for row in log(3)], "spend must be a column of numbers, got no"),
    ],
)  # fmt: skip
def test_what_is_refused(rows: Rows, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message) as refused:
        osphg.from_log(frame(rows))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("table", "remedy"),
    [
        (log(3), "pandas.DataFrame"),
        ({"round": [1]}, "pandas.DataFrame"),
        ("log.csv", "pandas.DataFrame makes one of columns or rows, pandas.read_csv"),
        (types.SimpleNamespace(to_pandas=None), r"its to_pandas\(\) is one"),
    ],
)
def test_what_is_no_frame(table: Any, remedy: str) -> None:
    with pytest.raises(TypeError, match=f"^frame must be a pandas DataFrame, got .*: {remedy}"):
        osphg.from_log(table)


def test_without_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ImportError, match=r"from_log needs pandas: pip install 'osphg\[tables\]'"):
        osphg.from_log(log(3))


def test_a_rate_that_is_known() -> None:
    rows = frame([{**row, "bid": 0.5} for row in log(3)])
    found = osphg.from_log(rows, rate=[1.0, 2.0]).utility
    assert isinstance(found, ConcaveOverModular)
    assert np.diag(found.a).tolist() == [1.0, 2.0]
    by_name = osphg.from_log(rows, rate=pd.Series({"video": 2.0, "search": 1.0})).utility
    assert isinstance(by_name, ConcaveOverModular)
    assert np.diag(by_name.a).tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match="rate must be above 0"):
        osphg.from_log(rows, rate=0.0)
    with pytest.raises(ValueError, match="rate must be of the items"):
        osphg.from_log(rows, rate={"search": 1.0})
    own = osphg.utilities.Stationary(osphg.utilities.Quadratic(-np.eye(2), np.ones(2)))
    assert osphg.from_log(rows.drop(columns="reach"), utility=own).utility is own


class TestWhatIsOfPandas:
    """A column that is not of numbers, or times, is refused with the call that mends it."""

    def read(self, text: str, **options: Any) -> osphg.Rounds:
        options = {"rate": 1.0, **options}
        return osphg.from_log(pd.read_csv(io.StringIO(text)), **options)

    @pytest.mark.parametrize("item", ["a", "7"])
    def test_a_thousands_comma_without_quotes_shifts_no_column(self, item: str) -> None:
        """The row is longer than the header: pandas then makes an index of its first column."""
        text = f"round,item,bid,spend,reach\n1,{item},0.5,1,250.50,10\n2,{item},0.7,900.00,12\n"
        with pytest.raises(TypeError, match=r"^(round|item)"):
            self.read(text)

    @pytest.mark.parametrize(
        "text", ["R$ 1.234,56", "1'080.10", "1,25 €", "--", r"\N", "(not set)"]
    )
    def test_texts_that_pandas_has_to_be_told_of(self, text: str) -> None:
        rows = frame(log(3)).astype({"spend": object})
        rows.loc[0, "spend"] = "1.5"  # readable, and not what is shown
        rows.loc[3, "spend"] = text
        with pytest.raises(TypeError, match=r"^spend must be a column of numbers, got ") as refused:
            osphg.from_log(rows)
        remedy = f"{text!r}: pandas.read_csv(..., decimal=, thousands=, na_values=)"
        assert str(refused.value).endswith(remedy)

    def test_decimals_of_a_data_base(self) -> None:
        rows = frame([{**row, "spend": Decimal("1.25")} for row in log(3)])
        with pytest.raises(TypeError, match=r"got Decimal\('1.25'\): frame\['spend'\].astype\(f"):
            osphg.from_log(rows)
        assert osphg.from_log(rows.astype({"spend": float}), rate=1.0).budget == 7.5

    @pytest.mark.parametrize(
        ("times", "remedy"),
        [
            ([20130606120103502, 20130606221500000], "format='%Y%m%d%H%M%S%f'), or with unit="),
            (["20130606120103502", "20130606221500000"], "format=...), with utc=True for offsets"),
            ([date(2026, 3, 1), date(2026, 3, 2)], ")"),
            ([datetime(2026, 3, 1, tzinfo=UTC),
              datetime(2026, 3, 2, tzinfo=timezone(timedelta(hours=1)))], "utc=True)"),
        ],
    )  # fmt: skip
    def test_times_that_are_none(self, times: list[Any], remedy: str) -> None:
        rows = pd.DataFrame({"time": times, "item": "a", "bid": [1.0, 1.1], "spend": 1.0})
        call = f"pandas.to_datetime(frame['time'], {remedy}".replace(", )", ")")
        with pytest.raises(
            TypeError, match=r"^time must be a column of datetimes, got "
        ) as refused:
            osphg.from_log(rows, round="time", every="1d", reach=None)
        assert call in str(refused.value)
        with pytest.raises((TypeError, ValueError), match=r"^(rounds of )?time must "):
            osphg.from_log(rows, round="time", reach=None)

    @pytest.mark.parametrize("time", ["02.03.2026 00:00", "2026-03-02", "3/2/26", "08:00"])
    def test_texts_of_times_without_every(self, time: str) -> None:
        rows = frame(log(3)).rename(columns={"round": "Stunde"})
        rows["Stunde"] = time
        with pytest.raises(
            TypeError, match=r"every='1h' and pandas.to_datetime\(frame\['Stunde'\]"
        ):
            osphg.from_log(rows, round="Stunde")
        rows["Stunde"] = "7"
        with pytest.raises(TypeError, match=r"got '7': pandas.to_numeric\(frame\['Stunde'\]\)"):
            osphg.from_log(rows, round="Stunde")

    def test_columns_with_names_of_their_own(self) -> None:
        own = {"round": "Stunde", "item": "Kanal", "bid": "Gebot", "spend": "Kosten"}
        rows = frame(log(3)).rename(columns=own)
        pattern = r"^frame must have columns .*, got .*: give bid=, spend= with the names of your"
        with pytest.raises(ValueError, match=pattern):
            osphg.from_log(rows, round="Stunde", item="Kanal")
        assert osphg.from_log(rows, **own, rate=1.0).names == ITEMS  # type: ignore[arg-type]

    def test_times_without_every(self) -> None:
        rows = frame(log(3))
        rows["round"] = pd.Timestamp("2026-03-02")
        with pytest.raises(TypeError, match="whole numbers; for times, give every='1h'"):
            osphg.from_log(rows)

    def test_a_column_that_is_there_twice(self) -> None:
        rows = pd.concat([frame(log(3)), frame(log(3))[["spend"]]], axis=1)
        with pytest.raises(ValueError, match="have each column once, got 'spend' 2 times"):
            osphg.from_log(rows)
        assert osphg.from_log(rows.loc[:, ~rows.columns.duplicated()], rate=1.0).T == 3

    def test_an_item_called_NA(self) -> None:
        text = (
            "round,item,bid,spend,reach\n1,DE,.5,1.5,1\n1,NA,.6,2.5,1\n2,DE,.7,1.7,1\n2,NA,.8,2,1"
        )
        for rule in ("refuse", "zero", "last", "drop"):
            with pytest.raises(ValueError, match=r"item in frame.iloc\[1\] must be there"):
                self.read(text, missing=rule)
        rows = pd.read_csv(io.StringIO(text), keep_default_na=False)
        assert osphg.from_log(rows, rate=1.0).names == ("DE", "NA")


# Impressions: times, and rows that are taken together.


def impressions(
    *rows: tuple[str, str, float, float], zone: str | None = None, **options: Any
) -> osphg.Rounds:
    known: dict[str, Any] = {"round": "time", "every": "1h", "reach": None, "rate": 1.0}
    table = pd.DataFrame(list(rows), columns=["time", "item", "bid", "spend"])
    table["time"] = pd.to_datetime(table["time"], format="ISO8601")
    if zone is not None:
        table["time"] = table["time"].dt.tz_convert(zone)
    return osphg.from_log(table, **{**known, **options})


def test_impressions_of_an_hour_are_taken_together() -> None:
    rounds = impressions(
        ("2026-03-02T08:59:59", "a", 1.0, 0.5),
        ("2026-03-02 09:00:00", "a", 1.0, 0.25),
        ("2026-03-02T09:30:00", "a", 2.0, 0.75),
        ("2026-03-02T09:59:59.9", "a", 3.0, 2.0),
    )
    assert rounds.prices.tolist() == [[0.5], [1.5]]  # 3 paid in the second at 2 on average
    assert rounds.utility.value(1, np.array([2.0])) == pytest.approx(3)  # impressions
    assert isinstance(rounds.domain, osphg.Box)
    assert rounds.domain.upper.tolist() == [2.0]
    assert rounds.budget == 3.5


@pytest.mark.parametrize(
    ("every", "zone", "expected"),
    [  # the clocks of Berlin go from 2 to 3 on that day: 23 hours
        ("1h", "Europe/Berlin", 23),
        ("1d", "Europe/Berlin", 1),
        (timedelta(days=2), "Europe/Berlin", 1),
        ("1d", None, 2),
        ("30min", "Europe/Berlin", 46),
        (pd.Timedelta(hours=1), "Europe/Berlin", 23),
    ],
)
def test_a_day_on_which_clocks_change(every: Any, zone: str | None, expected: int) -> None:
    rows = [
        (f"2026-03-{day}T{h:02}:{m}:00+00:00", "a", 1.0, 1.0)
        for day, hours in (("28", [23]), ("29", range(22)))
        for h in hours
        for m in ("10", "40")
    ]
    rounds = impressions(*rows, every=every, zone=zone)
    assert rounds.T == expected
    start = "2026-03-28T00:00:00+00:00"
    if zone is not None:
        start = "2026-03-29T00:00:00+01:00"
    elif every == "1h":
        start = "2026-03-28T23:00:00+00:00"
    assert rounds.log.start == start  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("times", "cost"),
    [  # a day of 23 hours, and one of 25; in UTC, at midnight in Berlin and before and after it
        (["03-28T23:00", "03-29T21:59", "03-29T22:00", "03-30T21:59"], [1 + 2, 4 + 8]),
        (["10-24T22:00", "10-25T22:59", "10-25T23:00", "10-26T22:59"], [1 + 2, 4 + 8]),
    ],
)
def test_days_end_at_midnight_where_clocks_change(times: list[str], cost: list[float]) -> None:
    rows = [(f"2026-{time}:00+00:00", "a", 1.0, 2.0**i) for i, time in enumerate(times)]
    rounds = impressions(*rows, every="1d", zone="Europe/Berlin")
    assert rounds.prices[:, 0].tolist() == cost  # of bids of 1 on average
    assert impressions(*rows, every="1d").T == 3  # in UTC


@given(
    moment=st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)),
    hours=st.lists(st.integers(0, 60), min_size=1, max_size=8),
    zone=st.sampled_from(["UTC", "Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe"]),
    every=st.sampled_from(["1h", "1d", "2d", "90min"]),
)
def test_a_round_has_the_times_from_its_start_to_the_next(
    moment: datetime, hours: list[int], zone: str, every: str
) -> None:
    """The oracle is Python's: days by the calendar, all else by seconds that pass."""
    from zoneinfo import ZoneInfo

    times = [moment.replace(tzinfo=UTC) + timedelta(hours=h) for h in hours]
    rows = [(time.isoformat(), "a", 1.0, 1.0) for time in times]
    place = ZoneInfo(zone)
    shown = [time.astimezone(place) for time in times]
    first_day = min(time.date() for time in shown)
    if every.endswith("d"):
        number = [(time.date() - first_day).days // int(every[0]) for time in shown]
    else:
        length = {"1h": 3600, "90min": 5400}[every]
        midnight = datetime.combine(first_day, datetime.min.time(), place).timestamp()
        number = [int((time.timestamp() - midnight) // length) for time in times]
    try:
        rounds = impressions(*rows, every=every, zone=zone, missing="zero")
    except ValueError as error:  # the last round may look as if it were cut off
        assume("be complete" not in str(error))
        raise
    spend = np.bincount(np.array(number) - min(number))
    counts = np.array([
        float(rounds.utility.value(t, np.array([1.0]))) for t in range(rounds.T)
    ])  # fmt: skip
    assert counts.round(9).tolist() == spend.tolist()


def test_a_length_that_is_none() -> None:
    row = ("2026-03-29T02:30:00", "a", 1.0, 1.0)
    assert impressions(row).T == 1
    for every in ("hourly", timedelta(0), 3600):
        with pytest.raises(ValueError, match="every must be a length such as"):
            impressions(row, every=every)


class TestMissing:
    """A log of six hours, of which item b lacks the first and the fourth, and all the fifth."""

    rows: Rows = [  # noqa: RUF012
        {"round": t, "item": name, "bid": 1.0, "spend": t * price, "reach": 10.0 * t}
        for t in (1, 2, 3, 4, 6)
        for name, price in (("a", 1.0), ("b", 2.0))
        if name == "a" or t not in (1, 4)
    ]

    @pytest.mark.parametrize(
        ("rule", "prices", "reach", "filled", "dropped"),
        [
            ("zero", [4, 4, 6, 6, 6, 12], [0, 20, 30, 0, 0, 60], (1, 1, 2), ()),
            ("last", [4, 4, 6, 6, 6, 12], [20, 20, 30, 30, 30, 60], (1, 1, 2), ()),
            ("drop", [4, 6, 12], [20, 30, 60], (), (1, 1, 1)),
            ({"launch": "zero", "pause": "last", "lost": "drop"},
             [4, 4, 6, 6, 12], [0, 20, 30, 30, 60], (1, 1), (1,)),
            ({"launch": "drop", "pause": "zero", "lost": "last"},
             [4, 6, 6, 6, 12], [20, 30, 0, 30, 60], (1, 2), (1,)),
        ],
    )  # fmt: skip
    def test_the_rules_by_cause(
        self, rule: Any, prices: list[int], reach: list[int], filled: Any, dropped: Any
    ) -> None:
        rounds = osphg.from_log(frame(self.rows), missing=rule, rate=1.0)
        assert rounds.prices[:, 1].tolist() == prices
        for t, expected in enumerate(reach):
            assert rounds.utility.value(t, np.array([0.0, 1.0])) == pytest.approx(expected)
        assert rounds.log is not None
        assert tuple(rounds.log.filled.values()) == filled
        assert tuple(rounds.log.dropped.values()) == dropped

    def test_unless_told_nothing_is_guessed(self) -> None:
        pattern = (
            r"no row of 'b' in round 1, before its first row \(pairs without a row: "
            r"1 for 'launch', 1 for 'pause', 2 for 'lost'\): "
            r"give missing=\{'launch': ..., 'pause': ..., 'lost': ...\}"
        )
        with pytest.raises(ValueError, match=pattern):
            osphg.from_log(frame(self.rows))
        with pytest.raises(ValueError, match=r"in round 5, nor of any other item .*2 for 'lost'\)"):
            osphg.from_log(frame(self.rows), missing={"launch": "zero", "pause": "zero"})
        with pytest.raises(ValueError, match="missing must be one of"):
            osphg.from_log(frame(self.rows), missing="guess")
        with pytest.raises(ValueError, match=r"missing\['lost'\] must be one of"):
            osphg.from_log(frame(self.rows), missing={"lost": "guess"})
        with pytest.raises(ValueError, match=r"missing\['entry'\] must be one of"):
            osphg.from_log(frame(self.rows), missing={"entry": "zero"})
        with pytest.raises(ValueError, match=r"missing must name of .*, got \{'night'"):
            osphg.from_log(frame(self.rows), missing={"night": "zero"})

    def test_missing_entries_are_left_out_and_counted(self) -> None:
        holes = [{**self.rows[0], name: NAN} for name in ("spend", "bid", "reach", "round")]
        rows = frame(holes + self.rows)
        rounds = osphg.from_log(rows, missing="zero", rate=1.0)
        assert rounds.log is not None
        assert (rounds.log.rows, rounds.log.empty) == (12, 4)
        assert "4 left out for a missing entry, 1 pairs filled (launch)" in str(rounds.log)
        assert rounds.prices[0, 0] == 1
        with pytest.raises(ValueError, match=r"round in frame.iloc\[3\] must be there, got none"):
            osphg.from_log(rows, missing=dict.fromkeys(("launch", "pause", "lost"), "zero"))
        with pytest.raises(ValueError, match="a row without a missing entry, got 4 with one"):
            osphg.from_log(frame(holes), missing="zero")

    def test_a_frame_with_labels_of_its_own(self) -> None:
        rows = frame([{**self.rows[0], "spend": NAN}, *self.rows])
        plain = osphg.from_log(rows, missing="zero", rate=1.0)
        rows.index = pd.Index([7] * len(rows))
        assert (
            osphg.from_log(rows, missing="zero", rate=1.0).prices.tolist() == plain.prices.tolist()
        )

    @pytest.mark.parametrize("rule", ["refuse", "zero", "last", "drop"])
    def test_one_time_of_1970(self, rule: str) -> None:
        rows = [
            (
                "1970-01-01T00:00:00+00:00" if h == 3 else f"2026-03-02T{h:02}:00:00+00:00",
                "a",
                1.0,
                1.0,
            )
            for h in range(24)
        ]
        with pytest.raises(ValueError, match=r"492,?\d* from 1970.*: see frame.iloc\[3\], in 1970"):
            impressions(*rows, missing=rule)


def test_rows_that_are_there_twice() -> None:
    at = "2026-03-02T08:00:00"
    one, other = (at, "a", 1.0, 0.5), (at, "a", 1.0, 0.7)
    twice = impressions(one, one, other)
    assert twice.budget == pytest.approx(1.7)
    assert twice.log.alike == 1  # type: ignore[attr-defined]
    names = ("id", "time", "item", "bid", "spend")
    rows = [dict(zip(names, (i, *row), strict=True)) for i, row in ((7, one), (7, one), (8, one))]
    table = frame(rows)
    table["time"] = pd.to_datetime(table["time"])
    known: dict[str, Any] = {"round": "time", "every": "1h", "reach": None, "rate": 1.0}
    rounds = osphg.from_log(table, key="id", **known)
    assert rounds.budget == 1.0
    assert rounds.log is not None
    assert (rounds.log.again, rounds.log.alike) == (1, 0)

    for missing in ("refuse", "drop"):
        for hole in (None, NAN, pd.NA, ""):
            ids = pd.Series(["x", hole, "y"], dtype=object)
            with pytest.raises(ValueError, match=r"^id in frame.iloc\[1\] must be there, got none"):
                osphg.from_log(table.assign(id=ids), key="id", missing=missing, **known)


def test_a_log_that_was_exported_twice() -> None:
    """Rows that sum up an hour have no copies; events of a second may, and half of them do not."""
    table = frame(log(30))
    table["round"] = pd.Timestamp("2026-03-02") + pd.to_timedelta(table["round"] - 1, unit="h")
    known: dict[str, Any] = {"every": "1h", "rate": 1.0}
    assert osphg.from_log(pd.concat([table, table[:6]]), **known).log.alike == 6  # type: ignore[union-attr]
    for copies in (table, table[:12]):
        twice = pd.concat([table, copies])
        text = rf"^log: {len(copies)} of {len(twice)} rows are copies .* frame.drop_duplicates\(\)"
        with pytest.warns(UserWarning, match=text):
            osphg.from_log(twice, **known)
        osphg.from_log(twice.drop_duplicates(), **known)
        # Rows of keywords that cost the same are not copies.
        osphg.from_log(twice.assign(keyword=[[k] for k in range(len(twice))]), **known)
    with pytest.warns(UserWarning, match="^log: 60 of 120 rows are copies"):
        osphg.from_log(pd.concat([table, table]).assign(tags=[["a"]] * 120), **known)
    osphg.from_log(pd.concat([table, table[:50]]), reach=None, **known)
    with pytest.warns(UserWarning, match="^log: 60 of 120 rows are copies"):
        osphg.from_log(pd.concat([table, table]), reach=None, **known)


@pytest.mark.parametrize("column", ["id", "item"])
def test_ids_that_have_lost_their_last_digits(column: str) -> None:
    ids = pd.Series([1152921504606846977 + k for k in range(6)])
    table = pd.DataFrame({"round": range(6), "item": "a", "bid": 1.0, "spend": 1.0, "id": ids})
    table[column] = ids.astype(float)
    with pytest.raises(ValueError, match=rf"^{column} in frame.iloc\[0\] must be exact, .*'Int64'"):
        osphg.from_log(table, reach=None, rate=1.0, key="id")
    table[column] = ids.astype("Int64")
    rounds = osphg.from_log(table, reach=None, rate=1.0, key="id", missing="zero")
    names = tuple(str(k) for k in ids)
    assert rounds.log is not None
    assert rounds.log.again == 0
    assert rounds.names == (names if column == "item" else ("a",))


class TestWhatCannotBeRight:
    """Numbers that are read rightly, and of which one is not what it seems."""

    def days(self, last_hour: int = 23, first_hour: int = 0, jitter: bool = False) -> pd.DataFrame:
        """Return hourly rows of ten days, of which the last or the first are cut off."""
        rng = np.random.default_rng(0)
        times = pd.date_range("2026-03-01", periods=240, freq="1h")
        table = pd.DataFrame({"time": times, "item": "a", "bid": rng.uniform(1, 2, 240)})
        if jitter:
            table["time"] += pd.to_timedelta(rng.uniform(0, 3500, 240), unit="s")
        table["spend"] = table["bid"]
        table["reach"] = rng.poisson(50.0, 240)
        day = table["time"].dt.date
        hour = table["time"].dt.hour
        is_after = (day == day.max()) & (hour > last_hour)
        is_before = (day == day.min()) & (hour < first_hour)
        return table[~is_after & ~is_before]

    @pytest.mark.parametrize("jitter", [False, True])
    def test_a_day_that_is_not_over(self, jitter: bool) -> None:
        def read(table: pd.DataFrame, every: str = "1d") -> osphg.Rounds:
            return osphg.from_log(table, round="time", every=every, rate=1.0)

        assert read(self.days(jitter=jitter)).T == 10
        if not jitter:  # the last hour may have had no row
            assert read(self.days(last_hour=22)).T == 10
        with pytest.raises(
            ValueError,
            match=r"^rounds of time must be complete, got a last one, from 2026-03-10T00:00:00, "
            "whose log ends at 2026-03-10T14",
        ):
            read(self.days(last_hour=14, jitter=jitter))
        with pytest.raises(
            ValueError,
            match="got a first one, from 2026-03-01T00:00:00, whose log begins at 2026-03-01T09",
        ):
            read(self.days(first_hour=9, jitter=jitter))
        assert read(self.days(last_hour=14, first_hour=9), "1h").T == 222
        whole = pd.date_range("2026-03-02", periods=31, freq="1D")
        daily = pd.DataFrame({"time": whole, "item": "a", "bid": 1.0, "spend": 1.0, "reach": 1.0})
        assert read(daily).T == 31
        assert read(daily.iloc[:28], "7d").T == 4
        with pytest.raises(ValueError, match="got a last one, from 2026-03-30"):
            read(daily, "7d")

    def test_a_row_of_totals(self) -> None:
        rows = frame(log(8))
        both = rows.groupby("round", as_index=False)[["spend", "reach"]].sum().assign(bid=1.0)
        total = pd.concat([rows, both.assign(item="Total")])
        with pytest.raises(
            ValueError, match=r"^item must not be a total, got 'Total', .*\] != 'Total'"
        ):
            osphg.from_log(total, rate=1.0)
        almost = both.assign(item="Total", spend=both["spend"] * 1.01)
        assert osphg.from_log(pd.concat([rows, almost]), rate=1.0).n == 3
        # Daily budgets that are spent to the last cent are sums of others by chance.
        capped = total.assign(
            spend=total["item"].map({"search": 10.0, "video": 20.0, "Total": 30.0})
        )
        assert osphg.from_log(capped, rate=1.0).n == 3

    def test_a_bid_typed_by_mistake(self) -> None:
        rows = frame(log(30))
        rows.loc[7, "bid"] = 200.0
        pattern = (
            r"^bid in frame.iloc\[7\] must be in line with the other bids of 'video', .*, got 200: "
        )
        with pytest.raises(ValueError, match=pattern):
            osphg.from_log(rows, rate=1.0)
        meant: Any = osphg.from_log(rows, rate=1.0, domain=osphg.Box([1.0, 200.0]))
        assert meant.prices[3, 1] == rows.loc[7, "spend"] / 200

    def test_a_spend_read_by_mistake(self) -> None:
        """A decimal comma taken for a thousands separator makes a row a hundred times as dear."""
        rows = frame(log(30))
        usual = rows.loc[rows["item"] == "video", "spend"].drop(index=7).max()
        rows.loc[7, "spend"] *= 100
        pattern = rf"^log: spend in frame.iloc\[7\] is .* of 'video' are at most {usual:g}: "
        with pytest.warns(UserWarning, match=pattern):
            osphg.from_log(rows, rate=1.0)

    def test_spends_of_few_clicks_are_in_line(self) -> None:
        """Most rows cost nothing, and are nothing to compare with."""
        rng = np.random.default_rng(0)
        spends = rng.uniform(0.8, 1.2, 60) * (np.arange(60) % 25 == 0)
        table = pd.DataFrame({"round": range(60), "item": "a", "bid": 1.0, "spend": spends})
        assert osphg.from_log(table, reach=None, rate=1.0).T == 60

    @given(st.integers(0, 10**6), st.sampled_from([0.5, 1.0, 1.5]))
    def test_bids_that_spread_widely_are_in_line(self, seed: int, spread: float) -> None:
        """Uniform bids, and bids spread evenly over some powers of e, are not mistakes."""
        rng = np.random.default_rng(seed)
        for bids in (rng.uniform(0, 1, 60) + 1e-9, np.exp(spread * rng.uniform(-1, 1, 60))):
            table = pd.DataFrame({"round": range(60), "item": "a", "bid": bids, "spend": 1.0})
            assert osphg.from_log(table, reach=None, rate=1.0).T == 60


class TestRuns:
    @pytest.fixture
    def run(self) -> Run:
        rounds = osphg.from_log(pd.DataFrame(log()))
        return osphg.play(osphg.OSPHG.tuned(rounds, 3), rounds)

    def test_columns_have_names(self, run: Run) -> None:
        table = run.columns()
        assert list(table) == ["round", *ITEMS, "utility", "spend", "violation", "multiplier"]
        assert table["round"].tolist() == list(range(1, 13))
        assert np.array_equal(table["video"], run.decisions[:, 1])
        plain = osphg.rounds.paper_quadratics(T=5)
        assert list(osphg.play(run.player, plain).columns())[1:3] == ["x1", "x2"]

    def test_names_that_are_taken(self) -> None:
        rows = [{**row, "item": {"search": "spend"}.get(row["item"], "b")} for row in log(3)]
        with pytest.raises(
            ValueError,
            match=r"names must be . different texts, and no columns of a run's table .*spend",
        ):
            osphg.from_log(pd.DataFrame(rows))


class TestHourly:
    @pytest.fixture
    def script(self) -> types.ModuleType:
        path = ROOT / "examples" / "hourly_bids.py"
        spec = importlib.util.spec_from_file_location("hourly_bids", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def write(self, path: Path, rows: Rows) -> None:
        names = {"round": "hour", "reach": "clicks"}
        with path.open("a", newline="") as file:
            writer = csv.writer(file)
            if not file.tell():
                writer.writerow([names.get(name, name) for name in rows[0]])
            writer.writerows(
                [repr(entry) if isinstance(entry, float) else entry for entry in row.values()]
                for row in rows
            )

    def test_it_bids_as_the_pacer_does_and_keeps_its_budget(
        self, script: Any, tmp_path: Path
    ) -> None:
        """Run once or twice in an hour, also while the hour's rows are being written."""
        self.write(tmp_path / "last.csv", log(48))
        last = script.last_season(tmp_path / "last.csv")
        whole = script.new_pacer(last)
        for t in range(1, 13):
            pacer = script.next_hour(tmp_path)
            if t % 3 == 0:
                pacer = script.next_hour(tmp_path)
            assert pacer.round == t
            x = np.array(list(pacer.bids().values()))
            assert x.tobytes() == whole.decide().tobytes()
            spend, reach = market(t, x)
            whole.observe(bid=x, spend=spend, reach=reach)
            seen = zip(ITEMS, x.tolist(), spend.tolist(), reach.tolist(), strict=True)
            new = [dict(zip(COLUMNS, (t, *entries), strict=True)) for entries in seen]
            self.write(tmp_path / "log.csv", new[:1])
            if t % 4 == 0:
                assert script.next_hour(tmp_path, t).round == t  # the hour is not over
            self.write(tmp_path / "log.csv", new[1:])
        assert script.next_hour(tmp_path).spent == whole.spent

    def test_logs_that_excel_has_saved_and_an_item_twice(self, script: Any, tmp_path: Path) -> None:
        self.write(tmp_path / "last.csv", log(48))
        text = (tmp_path / "last.csv").read_text()
        (tmp_path / "last.csv").write_text(text, encoding="utf-8-sig")
        assert script.last_season(tmp_path / "last.csv").names == ITEMS
        rows = [{"round": 1, "item": "video", "bid": 0.9, "spend": 1.0, "reach": 1.0}] * 2
        self.write(tmp_path / "log.csv", rows)
        with pytest.raises(ValueError, match="hour 1: the log has an item twice"):
            script.next_hour(tmp_path)

    def rows(self, hour: int, bid: float, spend: float) -> Rows:
        return [
            {"round": hour, "item": item, "bid": bid, "spend": spend, "reach": 1.0}
            for item in ITEMS
        ]

    def test_a_log_of_other_bids(self, script: Any, tmp_path: Path) -> None:
        """A platform that rounds bids, or a hand that sets them: what was spent is what counts."""
        self.write(tmp_path / "last.csv", log(48))
        self.write(tmp_path / "log.csv", self.rows(1, bid=0.9, spend=1.25))
        pacer = script.next_hour(tmp_path)
        assert (pacer.round, pacer.spent) == (2, 2.5)
        assert pacer.history.filter(regex="bid").loc[1].tolist() == [0.9, 0.9]

    def test_a_lost_hour_and_a_corrected_one(self, script: Any, tmp_path: Path) -> None:
        self.write(tmp_path / "last.csv", log(48))
        self.write(tmp_path / "log.csv", self.rows(1, bid=0.5, spend=1.0))
        self.write(tmp_path / "log.csv", self.rows(4, bid=0.5, spend=1.0))
        pacer = script.next_hour(tmp_path)
        assert (pacer.round, pacer.spent, pacer.waiting) == (5, 4.0, (2, 3))
        (tmp_path / "log.csv").unlink()
        for hour in (1, 2, 4):
            self.write(tmp_path / "log.csv", self.rows(hour, bid=0.5, spend=2.0))
        pacer = script.next_hour(tmp_path)
        assert (pacer.round, pacer.spent, pacer.waiting) == (5, 12.0, (3,))

    def test_an_hour_without_the_row_of_an_item_is_booked(
        self, script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """One row of two; the other comes later, and one comes of an hour that nobody knows."""
        self.write(tmp_path / "last.csv", log(48))
        self.write(tmp_path / "log.csv", self.rows(1, bid=0.5, spend=1.0))
        self.write(tmp_path / "log.csv", self.rows(2, bid=0.5, spend=1.5)[:1])
        self.write(tmp_path / "log.csv", self.rows(170, bid=0.5, spend=1.0))
        pacer = script.next_hour(tmp_path, 5)
        assert (pacer.round, pacer.spent, pacer.waiting) == (5, 3.5, (3, 4))
        assert pacer.history["bid_video"].loc[2] == 0
        script.say_what_lacks(pacer, script.read_log(tmp_path / "log.csv"))
        assert capsys.readouterr().err.splitlines() == [
            "2 hours without a row, whose money is not booked: 3, 4",
            "1 hours in which an item has no row: 2",
            "1 hours out of the season, which are not booked: 170",
        ]
        self.write(tmp_path / "log.csv", self.rows(2, bid=0.5, spend=1.5)[1:])
        assert script.next_hour(tmp_path, 5).spent == 5.0
        self.write(tmp_path / "log.csv", [{**self.rows(3, 0.5, 1.0)[0], "item": "maps"}])
        with pytest.raises(ValueError, match=r"hour 3: .* items that last.csv lacks, {'maps'}"):
            script.next_hour(tmp_path, 5)

    def test_late_rows_do_not_hold_the_hour(self, script: Any, tmp_path: Path) -> None:
        self.write(tmp_path / "last.csv", log(48))
        self.write(tmp_path / "log.csv", self.rows(1, bid=0.5, spend=1.0))
        for hour in (2, 3, 8):
            assert script.next_hour(tmp_path, hour).round == hour
        pacer = script.next_hour(tmp_path, script.HOURS + 1)
        assert pacer.over
        assert len(pacer.waiting) == script.HOURS - 1

    def test_the_clock_says_the_hour(self, script: Any) -> None:
        now = datetime.now(UTC)
        script.START = (now - timedelta(hours=2, minutes=30)).isoformat()
        assert script.present_hour() == 3
        for hours in (-1, 2 * script.HOURS + 1):
            script.START = (now - timedelta(hours=hours)).isoformat()
            with pytest.raises(ValueError, match="START must be when hour 1 of 168 began, got '"):
                script.present_hour()

    def test_another_budget_and_more_hours(
        self, script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.write(tmp_path / "last.csv", log(48))
        self.write(tmp_path / "log.csv", self.rows(1, bid=0.5, spend=1.0))
        script.next_hour(tmp_path, 2)
        script.BUDGET = 600.0
        script.HOURS = 200
        assert script.next_hour(tmp_path, 2).budget == 400  # hour 2 is decided
        assert "does not count yet, it was 400 for 168 hours" in capsys.readouterr().err
        pacer = script.next_hour(tmp_path, 3)
        assert (pacer.round, pacer.budget, pacer.horizon) == (3, 600.0, 200)
        text = "BUDGET = 600 for 200 hours counts from hour 3 on, it was 400 for 168 hours"
        assert capsys.readouterr().err == f"{text}\n"
        script.next_hour(tmp_path, 4)
        assert not capsys.readouterr().err

    def test_the_budget_is_a_cap(self, script: Any, tmp_path: Path) -> None:
        """Prices are at most 1.5 times those of last season, as its margin allows."""
        script.BUDGET = 60.0
        script.HOURS = 72
        self.write(tmp_path / "last.csv", log(48))
        dearest = script.last_season(tmp_path / "last.csv").prices.max(0) * script.PRICE_MARGIN
        for hour in range(1, script.HOURS + 1):
            pacer = script.next_hour(tmp_path, hour)
            amounts = zip(ITEMS, pacer.decide().tolist(), dearest.tolist(), strict=True)
            rows = [
                dict(zip(COLUMNS, (hour, name, bid, price * bid, 9.0), strict=True))
                for name, bid, price in amounts
            ]
            self.write(tmp_path / "log.csv", rows)
        assert 59 < script.next_hour(tmp_path, script.HOURS + 1).spent <= 60


def test_a_frame_in_which_pandas_keeps_whole_numbers_beside_a_missing_one_as_floats() -> None:
    table = pd.DataFrame(log(30))
    table["item"] = table["item"].map({"search": 7, "video": 8})
    rounds = osphg.from_log(table.drop(5), missing="last", rate=1.0)
    for column in ("round", "reach"):
        gaps = table.copy()
        gaps[column] = gaps[column].where(gaps.index != 5)
        assert gaps[column].dtype == np.float64
        found = osphg.from_log(gaps, missing="last", rate=1.0)
        assert found.names == rounds.names == ("7", "8")
        assert found.prices.tobytes() == rounds.prices.tobytes()
        assert found.log
        assert found.log.empty == 1

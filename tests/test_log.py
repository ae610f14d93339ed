"""Logs become rounds, runs become tables and files, and the page of code bids every hour."""

from __future__ import annotations

import csv
import importlib.util
import re
import types
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

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


def columns(rows: Rows) -> dict[str, Any]:
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


TABLES: list[Callable[[Rows], Any]] = [
    pd.DataFrame,
    lambda rows: SimpleNamespace(to_dicts=lambda: rows),  # what polars has
    lambda rows: SimpleNamespace(to_pylist=lambda: rows),  # and Arrow
    columns,
    list,
    iter,
]


def test_items_may_be_numbers_of_numpy() -> None:
    given = columns(log())
    numbers = np.array([7 + ITEMS.index(name) for name in given["item"]])
    rounds = osphg.from_log(given | {"item": numbers})
    assert rounds.names == ("7", "8")
    np.testing.assert_array_equal(rounds.prices, osphg.from_log(given).prices)


@pytest.mark.parametrize("frame", TABLES)
def test_every_kind_of_table(frame: Callable[[Rows], Any]) -> None:
    rows = log()
    order = np.random.default_rng(1).permutation(len(rows))
    rounds = osphg.from_log(frame([rows[0], *(rows[i] for i in order if i)]))
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


def test_the_rate_is_found_where_the_model_is_true() -> None:
    rng = np.random.default_rng(2)
    bids = rng.uniform(0.2, 2.0, (50, 1))
    reach = 7 * -np.expm1(-1.3 * bids)
    rounds = osphg.from_log({
        "round": range(50), "item": ["a"] * 50, "bid": bids[:, 0], "spend": bids[:, 0],
        "reach": reach[:, 0],
    })  # fmt: skip
    assert isinstance(rounds.utility, ConcaveOverModular)
    assert np.allclose(rounds.utility.a, 1.3, rtol=1e-4)
    assert np.allclose(rounds.utility.weights, 7, rtol=1e-4)


def spoilt(i: int, **changes: Any) -> Rows:
    rows = log(3)
    rows[i] = {**rows[i], **changes}
    return rows


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (spoilt(2, spend=-1.0), r"spend in row 3 must not be|spend in row 3 must be at least 0"),
        (spoilt(3, reach=float("nan")), "reach in row 4 must be finite, got nan"),
        (spoilt(1, bid="0.5"), "bid in row 2 must be a real number"),
        (spoilt(1, bid=0.0), "bid in row 2 must be above 0 for its price to be known"),
        (spoilt(4, round=1.5), "round in row 5 must be an integer"),
        (spoilt(4, item=1.5), "item in row 5 must be a name or a number of an item, got 1.5"),
        (spoilt(4, item=None), "item in row 5 must be a name"),
        (spoilt(2, round=1), "once in each round, got 'search' in round 1 in rows 1 and 3"),
        (log(3)[:3] + log(3)[4:], "got no row of 'video' in round 2"),
        (spoilt(4, round=10**18), "got no row of 'search' in round 3"),
        ([], "frame must have a row, got none"),
        ({}, r"frame must have columns \['round', "),
        (3, "frame must be a table"),
        (range(10**12), r"frame must have \['round', .* in row 1"),  # before it is all read
        ([{"round": 1}], r"frame must have \['round', .* in row 1"),
        ([{**row, "bid": 0.5} for row in log(3)], "bid must vary for a saturation to be fitted"),
        ([{**row, "spend": 0} for row in log(3)], "spend must be above 0 in some row"),
        ([{**row, "reach": 0} for row in log(30)], "in 30 rounds: none has any, or give rate="),
    ],
)
def test_what_is_refused(frame: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message) as refused:
        osphg.from_log(frame)
    assert "\n" not in str(refused.value)


def test_a_rate_that_is_known() -> None:
    rows = [{**row, "bid": 0.5} for row in log(3)]
    found = osphg.from_log(rows, rate=[1.0, 2.0]).utility
    assert isinstance(found, ConcaveOverModular)
    assert np.diag(found.a).tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match="rate must be above 0"):
        osphg.from_log(rows, rate=0.0)
    own = osphg.utilities.Stationary(osphg.utilities.Quadratic(-np.eye(2), np.ones(2)))
    del rows[0]["reach"]
    assert osphg.from_log(rows, utility=own).utility is own


# Impressions: times, missing entries, texts.


def impressions(*rows: tuple[str, str, float, float], **options: Any) -> osphg.Rounds:
    names = ("time", "item", "bid", "spend")
    frame = [dict(zip(names, row, strict=True)) for row in rows]
    known: dict[str, Any] = {"round": "time", "every": "1h", "reach": None, "rate": 1.0}
    return osphg.from_log(frame, **{**known, **options})


def test_impressions_of_an_hour_are_taken_together() -> None:
    rounds = impressions(
        ("2026-03-02T08:59:59", "a", 1.0, 0.5),
        ("2026-03-02 09:00:00", "a", 1.0, 0.25),
        ("2026-03-02T09:30:00", "a", 2.0, 0.75),
        ("2026-03-02T09:59:59.9", "a", 3.0, 2.0),
    )
    assert rounds.prices.tolist() == [[0.5], [1.5]]  # 3 paid in the second at 2 on average
    assert rounds.utility.value(1, np.array([2.0])) == pytest.approx(3)  # impressions
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


def test_kinds_of_times() -> None:
    known: dict[str, Any] = {"round": "time", "every": "1h", "reach": None, "rate": 1.0}
    texts = ["2026-03-02T08:10:00", "2026-03-02T09:10:00"]
    for times in (
        np.array(texts, dtype="datetime64[ns]"),
        pd.to_datetime(pd.Series(texts)).dt.tz_localize("Asia/Kolkata"),
        [datetime.fromisoformat(text) for text in texts],
    ):
        frame = {"time": times, "item": ["a", "a"], "bid": [1.0, 1.0], "spend": [1.0, 2.0]}
        assert osphg.from_log(frame, **known).prices.tolist() == [[1.0], [2.0]]


def test_a_time_that_no_clock_shows() -> None:
    row = ("2026-03-29T02:30:00", "a", 1.0, 1.0)
    assert impressions(row).T == 1
    with pytest.raises(
        ValueError, match=r"time in row 1 must be a time that there is, got .*skips"
    ):
        impressions(row, zone="Europe/Berlin")
    with pytest.raises(ValueError, match="an offset from UTC in all rows or in none"):
        impressions(row, ("2026-03-29T02:30:00Z", "a", 1.0, 1.0))
    with pytest.raises(TypeError, match=r"in row 1 must be a time: .*fromtimestamp"):
        impressions((1774751400, "a", 1.0, 1.0))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="every must be a length such as"):
        impressions(row, every="hourly")
    with pytest.raises(ValueError, match="every must be a length such as"):
        impressions(row, every=timedelta(0))
    for zone in ("Mars/Olympus", 3, "/etc"):
        with pytest.raises(ValueError, match="zone must be such as"):
            impressions(row, zone=zone)
    with pytest.raises(ValueError, match="zone must not be given without every="):
        osphg.from_log(log(3), zone="Europe/Berlin")


class TestMissing:
    """A log of five hours, of which item b lacks the first and the last but one."""

    rows: Rows = [  # noqa: RUF012
        {"round": t, "item": name, "bid": 1.0, "spend": t * price, "reach": 10.0 * t}
        for t in range(1, 6)
        for name, price in (("a", 1.0), ("b", 2.0))
        if name == "a" or t not in (1, 4)
    ]

    @pytest.mark.parametrize(
        ("rule", "prices", "reach"),
        [
            ("zero", [4, 4, 6, 6, 10], [0, 20, 30, 0, 50]),
            ("last", [4, 4, 6, 6, 10], [20, 20, 30, 30, 50]),
            ("drop", [4, 6, 10], [20, 30, 50]),
        ],
    )
    def test_the_three_rules(self, rule: str, prices: list[int], reach: list[int]) -> None:
        rounds = osphg.from_log(self.rows, missing=rule, rate=1.0)
        assert rounds.prices[:, 1].tolist() == prices
        for t, expected in enumerate(reach):
            assert rounds.utility.value(t, np.array([0.0, 1.0])) == pytest.approx(expected)
        dropped = 2 if rule == "drop" else 0
        assert rounds.log is not None
        assert (rounds.log.filled, rounds.log.dropped) == (2 - dropped, dropped)
        assert rounds.budget == (30 if rule == "drop" else 35)

    def test_unless_told_nothing_is_guessed(self) -> None:
        with pytest.raises(ValueError, match=r"'b' in round 1: give missing='zero', 'last' or 'd"):
            osphg.from_log(self.rows)
        with pytest.raises(ValueError, match="missing must be one of"):
            osphg.from_log(self.rows, missing="guess")

    def test_missing_entries_are_left_out_and_counted(self) -> None:
        holes = [float("nan"), None, "", "NaN", np.float32("nan"), " null "]
        rows = [{**self.rows[0], "spend": hole} for hole in holes]
        rows += [{**self.rows[0], "round": None}, {**self.rows[0], "item": ""}]
        rounds = osphg.from_log(rows + self.rows, missing="zero", rate=1.0)
        assert rounds.log is not None
        assert (rounds.log.rows, rounds.log.empty) == (16, 8)
        assert "8 left out for a missing entry, 2 pairs of round and item fill" in str(rounds.log)
        assert rounds.prices[0, 0] == 1
        with pytest.raises(ValueError, match="spend in row 1 must be finite, got nan"):
            osphg.from_log(rows + self.rows)
        with pytest.raises(ValueError, match="a row without a missing entry, got 8 with one"):
            osphg.from_log(rows, missing="zero")

    def test_a_span_beyond_memory(self) -> None:
        rows = [*self.rows, {**self.rows[0], "round": 10**18}]
        with pytest.raises(ValueError, match=r"^rounds from 1 to 10{18} must be at most 536"):
            osphg.from_log(rows, missing="last", rate=1.0)
        assert osphg.from_log(rows, missing="drop", rate=1.0).T == 3


def test_rows_that_are_there_twice() -> None:
    at = "2026-03-02T08:00:00"
    one, other = (at, "a", 1.0, 0.5), (at, "a", 1.0, 0.7)
    twice = impressions(one, one, other)
    assert twice.budget == pytest.approx(1.7)
    assert twice.log.alike == 1  # type: ignore[attr-defined]
    names = ("id", "time", "item", "bid", "spend")
    frame = [dict(zip(names, (i, *row), strict=True)) for i, row in ((7, one), (7, one), (8, one))]
    known: dict[str, Any] = {"round": "time", "every": "1h", "reach": None, "rate": 1.0}
    rounds = osphg.from_log(frame, key="id", **known)
    assert rounds.budget == 1.0
    assert rounds.log is not None
    assert (rounds.log.again, rounds.log.alike) == (1, 0)


@pytest.mark.parametrize(
    ("decimal", "text", "expected"),
    [
        (".", "1.25", 1.25), (".", "EUR 1.25", 1.25), (".", "$1,234.50", 1234.5),
        (".", "1e-05", 1e-5),
        (",", "1,25 €", 1.25), (",", "1.234,50 EUR", 1234.5), (",", "7", 7.0), (".", ".5", 0.5),
        (".", "1,25 €", None), (",", "1.25", None), (".", "1,2345", None), (".", "5 %", None),
        (".", "EUR 1 €", None), (".", "-1", None), (".", "1.2.3", None), (".", "inf", None),
        (".", "1 250", None), (None, "1.25", None),
    ],
)  # fmt: skip
def test_numbers_in_texts(decimal: str | None, text: str, expected: float | None) -> None:
    rows = [{**row, "spend": text} for row in log(3)]
    if expected is not None:
        rounds = osphg.from_log(rows, decimal=decimal, rate=1.0)
        assert rounds.budget == pytest.approx(6 * expected, rel=1e-15)
        return
    with pytest.raises((TypeError, ValueError), match="spend in row 1 must be") as refused:
        osphg.from_log(rows, decimal=decimal, rate=1.0)
    assert "decimal=" in str(refused.value) or text == "-1"


def test_one_currency_in_a_column() -> None:
    rows = [{**row, "spend": "EUR 2", "bid": "$1", "round": str(row["round"])} for row in log(3)]
    found = osphg.from_log(rows, decimal=".", rate=1.0)
    assert found.log is not None
    assert found.log.marks == {"EUR": 6, "$": 6}
    rows[3]["spend"] = "CHF 2"
    with pytest.raises(ValueError, match=r"spend in row 4 must be in one currency: .*CHF"):
        osphg.from_log(rows, decimal=".", rate=1.0)
    with pytest.raises(ValueError, match=r"decimal must be '\.' or ','"):
        osphg.from_log(rows, decimal=";", rate=1.0)


# The fit, and what it refuses.


def noisy(T: int, rate: float | None, seed: int) -> Rows:
    """Return random bids, and a reach that saturates at this rate; None: it depends on no bid."""
    rng = np.random.default_rng(seed)
    bids = rng.uniform(0.1, 1.0, T)
    mean = np.full(T, 50.0) if rate is None else -100 * np.expm1(-rate * bids)
    reach = rng.poisson(mean).tolist()
    rows = zip(range(T), ["a"] * T, bids.tolist(), bids.tolist(), reach, strict=True)
    return [dict(zip(COLUMNS, row, strict=True)) for row in rows]


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    inside = 0
    for seed in range(20):
        fit = osphg.from_log(noisy(150, 1.5, seed)).fit
        assert fit is not None
        assert fit.slope_interval[0, 0] > 0
        assert 0.8 < fit.r2[0] < 1
        inside += fit.rate_interval[0, 0] <= 1.5 <= fit.rate_interval[0, 1]
    assert inside >= 17  # 19 expected; fewer once in 60 times if all is well


def test_bids_that_explain_nothing_are_refused_most_of_the_time() -> None:
    refused = []
    for seed in range(20):
        try:
            osphg.from_log(noisy(150, None, seed))
        except ValueError as error:
            refused.append(str(error))
    pattern = (
        r"bid must explain reach for a utility to be fitted, got R\^2 .* in 150 rounds:"
        r" these would have shown one of \d\S+, or give rate= or utility="
    )
    assert all(re.fullmatch(pattern, message) for message in refused)
    assert len(refused) >= 18  # 19 or 20 expected


def test_an_experiment_as_long_as_it_says_is_enough() -> None:
    """Bids that hardly varied; then as many rounds as the refusal asks for, with bids that did."""
    rows = [{**row, "bid": 0.9 + row["bid"] / 10, "reach": row["reach"] + 200 * (row["round"] % 7)}
            for row in noisy(60, 1.0, 3)]  # fmt: skip
    with pytest.raises(ValueError, match="bid must explain reach") as refused:
        osphg.from_log(rows)
    found = re.search(
        r"try bids drawn at random between \S+ and \S+ for about (\d+) rou", str(refused.value)
    )
    assert found is not None
    rng, T = np.random.default_rng(4), int(found[1])
    x, y = (np.array([row[name] for row in rows]) for name in ("bid", "reach"))
    error = (y - np.polyval(np.polyfit(x, y, 1), x)).std()
    wanted = y.mean() / x.mean() / 2 * 0.9 * x.max() / 12**0.5  # half the slope, times the spread
    assert round((4 * error / wanted) ** 2) == T
    bids = rng.uniform(0.1, 1.0, T)
    mean = (
        600 * bids
    )  # in proportion, to a mean of about that of the log: twice the slope asked for
    reach = mean + rng.choice(200 * np.arange(7.0), T)
    frame = {"round": np.arange(T), "item": ["a"] * T, "bid": bids, "spend": bids, "reach": reach}
    fit = osphg.from_log(frame).fit
    assert fit is not None
    assert fit.slope_interval[0, 0] > 0


def standard_error(rows: Rows) -> float:
    """Return the standard error of the slope of reach on bid, if all rounds are independent."""
    x, y = (np.array([row[name] for row in rows], dtype=float) for name in ("bid", "reach"))
    around = x - x.mean()
    left = y - np.polyval(np.polyfit(x, y, 1), x)
    return float(np.sqrt((around**2 * left**2).sum()) / (around**2).sum())


def widths(repeated: int) -> FloatArray:
    """Return widths of the slope's interval, in standard errors, of logs that repeat rounds."""
    found = []
    for seed in range(6):
        rows = [row for row in noisy(216 // repeated, 1.0, seed) for _ in range(repeated)]
        rows = [{**row, "round": t} for t, row in enumerate(rows)]
        fit = osphg.from_log(rows, seed=seed).fit
        assert fit is not None
        found.append(np.diff(fit.slope_interval[0])[0] / standard_error(rows))
    return np.array(found)


def test_intervals_are_of_95_percent_and_wider_where_rounds_go_together() -> None:
    """Independent rounds: 2 x 1.96 standard errors. Runs of six: twice that, as blocks are of six.

    Of a mean over blocks of 6 with correlations 1 - k/6 the variance is 1 + 2 sum_k (1 - k/6)^2 =
    4.06 times that of independent rounds.
    """
    assert widths(1).mean() == pytest.approx(3.92, rel=0.12)
    assert widths(6).mean() == pytest.approx(3.92 * 4.06**0.5, rel=0.2)


@pytest.mark.parametrize("seed", range(3))
def test_the_fit_is_that_of_least_squares_and_r2_its_share_of_the_variance(seed: int) -> None:
    rows = noisy(90, 2.0, seed)
    fit = osphg.from_log(rows).fit
    assert fit is not None
    x, y = (np.array([row[name] for row in rows], dtype=float) for name in ("bid", "reach"))

    def left(rate: float) -> float:
        """The sum of squares that the best a (1 - exp(-rate x)) leaves."""
        shape = (1 - np.exp(-rate * x))[:, np.newaxis]
        return float(np.linalg.lstsq(shape, y)[1][0])

    (rate,) = fit.rate
    assert left(rate) <= min(left(0.999 * rate), left(1.001 * rate))
    assert fit.r2[0] == pytest.approx(1 - left(rate) / ((y - y.mean()) ** 2).sum(), rel=1e-10)
    assert fit.rate_interval[0, 0] < rate < fit.rate_interval[0, 1]


@pytest.mark.parametrize(("T", "judged"), [(19, False), (20, True)])
def test_a_log_is_judged_from_20_rounds_on(T: int, judged: bool) -> None:
    refused = []
    for seed in range(10):
        try:
            osphg.from_log(noisy(T, None, seed))
        except ValueError as error:
            refused.append(str(error))
    assert all(f"in {T} rounds" in message for message in refused)
    assert len(refused) > 5 if judged else not refused


def test_the_bootstrap_is_seeded_and_a_short_log_not_judged() -> None:
    rows = noisy(15, None, 0)
    first, again, other = (osphg.from_log(rows, seed=seed).fit for seed in (0, 0, 1))
    assert first is not None
    assert again is not None
    assert other is not None
    assert (first.rate_interval == again.rate_interval).all()
    assert (first.rate_interval != other.rate_interval).any()
    assert "15 rounds: too few to judge" in str(first)


class TestRuns:
    @pytest.fixture
    def run(self) -> Run:
        rounds = osphg.from_log(log())
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
            osphg.from_log(rows)


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
        rate = np.diag(last.utility.a)
        for t in range(1, 13):
            pacer = script.next_hour(tmp_path)
            if t % 3 == 0:
                pacer = script.next_hour(tmp_path)
            assert pacer.round == t
            x = np.array(list(pacer.bids().values()))
            assert x.tobytes() == whole.decide().tobytes()
            spend, reach = market(t, x)
            scale = reach / -np.expm1(-rate * x)
            whole.observe(price=spend / x, gradient=lambda X, s=scale: s * rate * np.exp(-rate * X))
            seen = zip(ITEMS, x.tolist(), spend.tolist(), reach.tolist(), strict=True)
            new = [dict(zip(COLUMNS, (t, *entries), strict=True)) for entries in seen]
            self.write(tmp_path / "log.csv", new[:1])
            if t % 4 == 0:
                assert script.next_hour(tmp_path).round == t  # not all rows are there
            self.write(tmp_path / "log.csv", new[1:])
        assert script.next_hour(tmp_path).spent == whole.spent

    def test_a_log_of_other_bids(self, script: Any, tmp_path: Path) -> None:
        self.write(tmp_path / "last.csv", log(48))
        rows = [
            {"round": 1, "item": item, "bid": 0.9, "spend": 1.0, "reach": 1.0} for item in ITEMS
        ]
        self.write(tmp_path / "log.csv", rows)
        with pytest.raises(ValueError, match="hour 1: the log has bids"):
            script.next_hour(tmp_path)


def test_a_frame_in_which_pandas_keeps_whole_numbers_beside_a_missing_one_as_floats() -> None:
    frame = pd.DataFrame(log(30))
    frame["item"] = frame["item"].map({"search": 7, "video": 8})
    rounds = osphg.from_log(frame.drop(5), missing="last")
    for column in ("round", "item"):
        gaps = frame.copy()
        gaps[column] = gaps[column].where(gaps.index != 5)
        assert gaps[column].dtype == np.float64
        found = osphg.from_log(gaps, missing="last")
        assert found.names == rounds.names == ("7", "8")
        assert found.prices.tobytes() == rounds.prices.tobytes()
        assert found.log
        assert found.log.empty == 1

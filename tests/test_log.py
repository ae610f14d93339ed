"""Logs become rounds, runs become tables and files, and the page of code bids every hour."""

from __future__ import annotations

import csv
import importlib.util
import types
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import osphg
from osphg.checks import FloatArray
from osphg.games.families import ConcaveOverModular
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
        (spoilt(3, reach=None), "reach in row 4 must be a real number, got None"),
        (spoilt(1, bid="0.5"), "bid in row 2 must be a real number"),
        (spoilt(1, bid=0.0), "bid in row 2 must be above 0 for its price to be known"),
        (spoilt(4, round=1.0), "round in row 5 must be an integer"),
        (spoilt(4, item=None), "item in row 5 must be a name"),
        (spoilt(2, round=1), "once in each round, got 'search' in round 1 in rows 1 and 3"),
        (log(3)[:3] + log(3)[4:], "got no row of 'video' in round 2"),
        (log(3)[:2] + log(3)[4:], "got no row of 'search' in round 2"),
        (spoilt(4, round=10**18), "got no row of 'search' in round 3"),
        ([], "frame must have a row, got none"),
        ({}, "frame must have a column 'round'"),
        (3, "frame must be a table"),
        ("abc", "frame must be a table"),
        (range(10**12), "frame must have .* in each row, got 0 in row 1"),
        ([{"round": 1}], r"frame must have \['round', .* in row 1"),
        ([{**row, "bid": 0.5} for row in log(3)], "bid must vary for a saturation to be fitted"),
        ([{**row, "spend": 0} for row in log(3)], "spend must be above 0 in some row"),
    ],
)
def test_what_is_refused(frame: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message) as refused:
        osphg.from_log(frame)
    assert "\n" not in str(refused.value)


def test_a_domain_of_another_dimension() -> None:
    with pytest.raises(ValueError, match="domain must have dimension 2, got 3"):
        osphg.from_log(log(3), domain=osphg.Simplex(3))


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
        with pytest.raises(ValueError, match="names must not be spend, a column of a run's table"):
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
        last = script.season(tmp_path / "last.csv")
        whole = script.begun(last)
        rate = np.diag(last.utility.a)
        for t in range(1, 25):
            pacer = script.hour(tmp_path)
            if t % 3 == 0:
                pacer = script.hour(tmp_path)
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
                assert script.hour(tmp_path).round == t  # not all rows are there
            self.write(tmp_path / "log.csv", new[1:])
        assert script.hour(tmp_path).spent == whole.spent

    def test_a_log_of_other_bids(self, script: Any, tmp_path: Path) -> None:
        self.write(tmp_path / "last.csv", log(48))
        rows = [
            {"round": 1, "item": item, "bid": 0.9, "spend": 1.0, "reach": 1.0} for item in ITEMS
        ]
        self.write(tmp_path / "log.csv", rows)
        with pytest.raises(ValueError, match="hour 1: the log has bids"):
            script.hour(tmp_path)


@pytest.mark.parametrize("kind", [osphg.OSPHG, osphg.BoostedOSPHG])
def test_a_horizon_too_short_is_said_in_its_own_terms(kind: Any) -> None:
    rounds = osphg.rounds.paper_quadratics(T=5)  # 4 R^2 = 8
    with pytest.raises(ValueError, match=r"^W \* T must be at least 8 .* got 1 \* 5: take"):
        kind.tuned(rounds, 1)
    kind.tuned(rounds, 2)
    short = osphg.rounds.paper_quadratics(T=2)
    with pytest.raises(ValueError, match=r"a larger W or T, or larger units of the decision$"):
        kind.tuned(short, 2)
    kind.tuned(osphg.rounds.paper_quadratics(T=4), 2)


def test_larger_units_of_the_decision_are_a_way_out() -> None:
    rounds = osphg.rounds.paper_quadratics(T=10)
    for unit, enough in ((1.0, False), (10.0, True)):  # x = unit y
        utility: Any = rounds.utility
        H, h = utility.H * unit**2, utility.h * unit
        X = osphg.Box(np.full(2, 10 / unit))
        game = osphg.Rounds(osphg.utilities.Quadratics(H, h), rounds.prices * unit, 20.0, X)
        if enough:
            osphg.OSPHG.tuned(game, 2)
            continue
        with pytest.raises(ValueError, match=r"at least 800 .* or larger units"):
            osphg.OSPHG.tuned(game, 2)

"""The grid of a sweep as it is written, and the table and plot that come of it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axes import Axes

from osphg.experiments import Experiment, UsageError, find
from osphg.experiments.catalogue import duration
from osphg.experiments.grid import MOST_LINES, Grid, draw, parse, table
from osphg.experiments.results import Results
from tests import tiny


@pytest.fixture(scope="module")
def experiment(tmp_path_factory: pytest.TempPathFactory) -> Experiment:
    folder: Path = tmp_path_factory.mktemp("grid")
    return find("tiny", tiny.book(folder / "book"))


class TestParse:
    @pytest.mark.parametrize(
        ("text", "values"),
        [
            ("a=1e3,1e4,100_000", [1000, 10_000, 100_000]),
            ("a = 7", [7]),
            ("seed=0..3", [0, 1, 2, 3]),
            ("seed=0..10..4", [0, 4, 8]),
            ("seed=0..1e2", list(range(101))),
            ("seed=0..2,9,20..30..5", [0, 1, 2, 9, 20, 25, 30]),
            ("pause=0.5,1", [0.5, 1.0]),
            ("pause=1..3", [1.0, 2.0, 3.0]),
            ("factors=[0.5,1],[1,2]", [[0.5, 1], [1, 2]]),
            ("factors=[3]", [[3]]),
            ("mood=calm,1..3,[x]", ["calm", "1..3", "[x]"]),
            ('mood="a, b", "[", c', ["a, b", "[", "c"]),
            ('mood="say ""a, b""",""', ['say "a, b"', ""]),
        ],
    )
    def test_values(self, experiment: Experiment, text: str, values: Sequence[Any]) -> None:
        (found,) = parse(experiment, [text]).values()
        assert found == values
        assert [type(v) for v in found[:9]] == [type(v) for v in values[:9]]

    @pytest.mark.parametrize(
        ("texts", "message"),
        [
            (["a"], "-p must be NAME=VALUE, got 'a'"),
            (["=1"], "-p must be NAME=VALUE"),
            (["b=1"], "tiny has no parameter 'b'"),
            (["a=1", "a=2"], "-p a is given twice: 1 and 2"),
            (["a="], "-p must be NAME=VALUE, got 'a='"),
            (["a=1,,2"], "a must have a value before and after every comma"),
            (["a=1,2,"], "a must have a value before and after every comma"),
            (["a=5..2"], "a must be a rising range of integers"),
            (["a=1..5..0"], "a must be a rising range of integers"),
            (["a=1..5..-1"], "a must be a rising range of integers"),
            (["a=10..1..-4"], "a must be a rising range of integers"),
            (["a=5..3..-1"], "a must be a rising range of integers"),
            (["a=0.5..2"], "a must be a rising range of integers"),
            (["a=1..x"], "a must be a rising range of integers"),
            (["pause=0..1e9"], "pause must be a rising range of integers"),
            (["a=0..1e300"], "a must be a rising range of integers"),
            (["a=x"], "a must be an integer, got 'x'"),
            (["factors=[1],,[2]"], "factors must have a value before and after"),
            (["factors=[1"], r"factors must be swept over lists in brackets, got '\[1'"),
            (["factors=1,2"], "factors must be swept over lists in brackets, got '1'"),
        ],
    )
    def test_refusals(self, experiment: Experiment, texts: list[str], message: str) -> None:
        with pytest.raises(UsageError, match=f"^{message}") as error:
            parse(experiment, texts)
        assert "\n" not in str(error.value)

    @given(st.lists(st.text('a, "[]\\none', max_size=8).map(str.lstrip), min_size=1, unique=True))
    def test_texts_are_read_as_csv(self, experiment: Experiment, values: list[str]) -> None:
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow(values)
        assert parse(experiment, [f"mood={line.getvalue()}"]) == {"mood": values}

    @given(st.lists(st.integers(-(10**9), 10**9), min_size=1, unique=True))
    def test_and_so_are_numbers_and_lists(self, experiment: Experiment, values: list[int]) -> None:
        texts = [f"a={str(values)[1:-1]}", f"factors={values},[0.5]"]
        assert parse(experiment, texts) == {"a": values, "factors": [values, [0.5]]}


class TestGrid:
    def test_every_combination_once_the_first_axis_slowest(self, experiment: Experiment) -> None:
        grid = Grid(experiment, {"a": [3, 1], "seed": range(3)}, {"pause": 2}, quick=True)
        cells = list(grid.cells())
        assert [(swept["a"], swept["seed"]) for swept, _ in cells] == [
            (a, seed) for a in (3, 1) for seed in range(3)
        ]
        assert all(values["pause"] == 2 and values["how"] == "well" for _, values in cells)

    def test_quick_values_and_numpy(self, experiment: Experiment) -> None:
        axes: Mapping[str, Any] = {"a": np.arange(2), "factors": np.ones((1, 2))}
        ((swept, values), _) = Grid(experiment, axes, {}, quick=True).cells()
        assert values["pause"] == 0.5
        assert swept == {"a": 0, "factors": [1.0, 1.0]}
        assert type(swept["a"]) is int

    @pytest.mark.parametrize(
        ("seconds", "text"),
        [
            (0.1, "1 s"),
            (59, "59 s"),
            (89, "89 s"),
            (90, "2 min"),
            (7200, "2 h"),
            (86_400 * 9, "9 days"),
        ],
    )
    def test_duration(self, seconds: float, text: str) -> None:
        assert duration(seconds) == text


def cell(value: float, part: str = "") -> Results:
    row: dict[str, Any] = {"quantity": "cost", "value": value, "unit": "EUR"}
    return Results("tiny", [{"part": part, **row} if part else row])


class TestTable:
    def test_a_label_that_some_cells_lack_is_empty_there(self) -> None:
        found = table("tiny", [({"a": 1}, cell(5.0, "x")), ({"a": 2}, cell(6.0))])
        assert [(row["a"], row["part"], row["value"]) for row in found.rows] == [
            (1, "x", 5.0),
            (2, "", 6.0),
        ]

    def test_own_column_of_a_parameters_name(self) -> None:
        row = {"a": "whole", "quantity": "cost", "value": 1.5, "unit": "EUR"}
        own = Results("tiny", [row])
        found = table("tiny", [({"a": 5, "factors": f}, own) for f in ([1], [0.5, 2])])
        assert found.labels == ("parameter_a", "factors", "a")
        assert [row["factors"] for row in found.rows] == ["[1]", "[0.5,2]"]
        assert {row["parameter_a"] for row in found.rows} == {5}
        assert {row["a"] for row in found.rows} == {"whole"}


def swept(
    experiment: Experiment, axes: Mapping[str, Sequence[Any]], parts: int = 1
) -> tuple[Grid, Results]:
    grid = Grid(experiment, axes, {}, quick=False)
    rows = {"quantity": "cost $", "unit": "EUR"}
    tables = [
        (
            point,
            Results(
                "tiny",
                [{"part": f"p{k}", **rows, "value": value(values) + k} for k in range(parts)],
            ),
        )
        for point, values in grid.cells()
    ]
    return grid, table("tiny", tables)


def value(values: Mapping[str, Any]) -> float:
    return float(values["a"] + values["seed"] ** 2)


class TestDraw:
    """What a person reads in the picture: its texts, as SVG has them."""

    def said(self, *arguments: Any) -> str:
        """Return the texts, which an SVG of outlines names in its comments."""
        drawn = draw(*swept(*arguments))["summary.svg"]
        return f"| {' | '.join(re.findall(r'<!-- (.*?) -->', drawn.decode()))} |"

    def test_a_line_for_each_combination_against_the_longest_axis(
        self, experiment: Experiment
    ) -> None:
        axes = {"seed": range(5), "pause": [0, 1], "a": [1, 10, 100, 1000]}
        said = self.said(experiment, axes, 2)
        for text in ("pause 0.0, part p0", "pause 1.0, part p1", "| a |", "| cost $ (EUR) |"):
            assert text in said, text
        assert "| tiny: means over seeds |" in said
        assert "| 1 | 10 | 100 | 1000 | a |" in said
        assert "left out" not in said
        assert "| tiny |" in self.said(experiment, {"seed": range(4)})

    def test_lines_are_means_over_seeds(
        self, experiment: Experiment, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lines: list[list[float]] = []
        monkeypatch.setattr(Axes, "plot", lambda _, x, y, *__, **___: lines.append([*x, *y]))
        draw(*swept(experiment, {"a": [3, 1], "seed": [0, 2]}))
        assert lines == [[1, 3, 3.0, 5.0]]  # a + seed ** 2

    def test_says_what_it_leaves_out(self, experiment: Experiment) -> None:
        axes = {"a": range(1, 14), "pause": range(MOST_LINES + 2)}
        assert "2 lines are left out" in self.said(experiment, axes)

    def test_categories(self, experiment: Experiment) -> None:
        assert "| [1,2] | [3] | factors |" in self.said(experiment, {"factors": [[1, 2], [3]]})

    def test_files_are_the_same_every_time(self, experiment: Experiment) -> None:
        before = dict(mpl.rcParams)
        one, two = (draw(*swept(experiment, {"a": [1, 2]})) for _ in range(2))
        assert one == two
        assert one["summary.png"].startswith(b"\x89PNG")
        assert dict(mpl.rcParams) == before

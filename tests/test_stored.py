"""Kept tables: a number that is computed again agrees to nine digits, or it is named."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osphg.experiments.results import Results
from osphg.experiments.stored import agreed, parameters, spreads, stored

NAME = "related_work_recent"
DIGITS = 1e-9
Row = dict[str, Any]
finite = st.floats(-1e12, 1e12)


def some(kept: Callable[[float], bool], count: int = 3) -> list[Row]:
    """Rows of the kept table whose values are as asked for, as a page computes them anew."""
    rows = [dict(row) for row in stored(NAME).rows if kept(float(row["value"]))]
    assert len(rows) >= count
    return rows[:count]


LARGE = [*some(lambda value: value > 100), *some(lambda value: value < -100)]
SMALL = [*some(lambda value: 0 < value < 0.5, 4), *some(lambda value: -0.5 < value < 0, 2)]


def shifted(rows: list[Row], by: float, at: int = 0) -> Results:
    """The rows, the value at `at` further from 0 by so much: relative, or absolute below 1."""
    value = float(rows[at]["value"])
    scale = max(abs(value), 1.0)
    changed = rows[at] | {"value": value + math.copysign(by * scale, value)}
    return Results("live", [*rows[:at], changed, *rows[at + 1 :]])


def test_the_same_numbers_agree_and_are_counted() -> None:
    rows = LARGE + SMALL
    assert agreed(Results("live", rows), NAME) == len(rows)
    table = stored(NAME)
    assert agreed(table, NAME) == len(table.rows)


@pytest.mark.parametrize("rows", [LARGE, SMALL], ids=["large", "small"])
@pytest.mark.parametrize("at", range(6))
def test_nine_digits_on_both_sides(rows: list[Row], at: int) -> None:
    """Relative to the number, absolute for one below 1; in the last row as in the first."""
    assert agreed(shifted(rows, 0.99 * DIGITS, at), NAME) == 6
    value = str(rows[at]["value"])
    with pytest.raises(
        ValueError, match="the kept table related_work_recent has other numbers"
    ) as refused:
        agreed(shifted(rows, 1.01 * DIGITS, at), NAME)
    assert str(rows[at]["quantity"]) in str(refused.value)
    assert f"kept as {value} and computed as" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_agrees_with_none(value: float) -> None:
    rows = [LARGE[0] | {"value": value}]
    with pytest.raises(ValueError, match="has other numbers"):
        agreed(Results("live", rows), NAME)


@pytest.mark.parametrize("moved", [1e-6, 3e-4])
def test_ten_times_what_rounding_moves_is_allowed_and_no_more(moved: float) -> None:
    """And to that number alone."""
    rows = LARGE
    key = Results("live", rows).key(rows[2])
    spread = {key: moved}
    assert agreed(shifted(rows, 9.9 * moved, at=2), NAME, spread) == 6
    with pytest.raises(ValueError, match="apart, not"):
        agreed(shifted(rows, 10.2 * moved, at=2), NAME, spread)
    with pytest.raises(ValueError, match="apart, not 1e-09"):
        agreed(shifted(rows, 9.9 * moved, at=1), NAME, spread)


@pytest.mark.parametrize("moved", [0.0, 1e-12])
def test_a_small_spread_takes_no_digit_away(moved: float) -> None:
    spread = {Results("live", LARGE).key(LARGE[0]): moved}
    assert agreed(shifted(LARGE, 0.99 * DIGITS), NAME, spread) == 6
    with pytest.raises(ValueError, match="apart, not 1e-09"):
        agreed(shifted(LARGE, 1.01 * DIGITS), NAME, spread)


def test_rows_that_the_kept_table_lacks_are_not_counted() -> None:
    other = LARGE[0] | {"quantity": "something else", "value": 7.0}
    seed = LARGE[0] | {"seed": "of another kind", "value": 7.0}
    assert agreed(Results("live", [other, seed, *LARGE[1:]]), NAME) == 5


def test_labels_that_one_of_the_tables_lacks_do_not_tell_rows_apart() -> None:
    """Parameters that the kept table alone has as columns, and a column that the page adds."""
    rows = [dict(row) for row in stored("rates").rows[:6]]
    assert "parameter_eps" in rows[0]
    rows = [{name: row[name] for name in row if name != "parameter_eps"} for row in rows]
    rows = [{"shown in": "a figure", **row} for row in rows]
    assert agreed(Results("live", rows), "rates") == 6
    with pytest.raises(ValueError, match="has other numbers"):
        agreed(shifted(rows, 1.01 * DIGITS), "rates")


@given(st.tuples(finite, finite), st.tuples(finite, finite))
def test_spreads_are_relative_or_absolute_below_1(
    ones: tuple[float, float], twos: tuple[float, float]
) -> None:
    first, second = (
        Results(
            "x",
            [{"seed": i, "quantity": "q", "value": v, "unit": "1"} for i, v in enumerate(values)],
        )
        for values in (ones, twos)
    )
    found = spreads(first, second)
    assert list(found) == [first.key(row) for row in first.rows]
    for gap, one, two in zip(found.values(), ones, twos, strict=True):
        assert gap == pytest.approx(abs(one - two) / max(abs(one), abs(two), 1.0), rel=1e-15)


def test_a_kept_table_says_what_it_was_computed_with() -> None:
    assert parameters(NAME) == {"horizons": [256, 1024, 4096], "seeds": 20, "systems": "recent"}
    with pytest.raises(Exception, match="no_such_table"):
        stored("no_such_table")

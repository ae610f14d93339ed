"""Tables of results: what they refuse, and that they read back to the last bit."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from osphg.experiments.results import Results

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)


def row(value: Any = 1.0, **labels: Any) -> dict[str, Any]:
    return {**labels, "quantity": "q", "value": value, "unit": "1"}


@given(st.lists(st.tuples(TEXT, st.floats()), max_size=6, unique_by=lambda pair: pair[0]))
def test_csv_reads_back_to_the_last_bit(pairs: list[tuple[str, float]]) -> None:
    table = Results("x", [row(value, player=name) for name, value in pairs])
    again = Results.from_csv("x", table.csv())
    assert again.csv() == table.csv()
    for (_, value), found in zip(pairs, again.rows, strict=True):
        assert found["value"] == value or (math.isnan(value) and math.isnan(float(found["value"])))


def test_numpys_numbers_become_plain_ones() -> None:
    made = Results("x", [row(np.float64(0.1), seed=np.int64(3), weighted=np.bool_(True))])
    assert made.csv() == "seed,weighted,quantity,value,unit\n3,True,q,0.1,1\n"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"quantity": "q", "value": 1}], "rows must have quantity, value, unit"),
        ([row(seed=1), row(T=1)], "rows must have the columns"),
        ([row(seed=1), row(seed=1)], "rows must differ in a label or quantity"),
        ([row("high")], "value must be a number, got 'high'"),
        ([row(seed=math.nan)], "seed must be a text or a finite number"),
        ([row(seed=[1])], "seed must be a text or a finite number"),
    ],
)
def test_what_is_no_table(rows: list[dict[str, Any]], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        Results("x", rows)


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "quantity,value,unit\nq,high,1\n"])
def test_what_is_no_csv(text: str) -> None:
    with pytest.raises(ValueError, match=r"x must|could not convert"):
        Results.from_csv("x", text)


@pytest.mark.parametrize(("count", "kind"), [(1, "text/csv"), (9000, "application/gzip")])
def test_the_link_holds_the_table(count: int, kind: str) -> None:
    made = Results('a"><script>', [row(math.sqrt(i), player="<b>", seed=i) for i in range(count)])
    shown = made._repr_html_()
    assert f'href="data:{kind};base64,' in shown
    assert "<script>" not in shown
    assert shown == made._repr_html_()
    again = Results.from_html("a", shown)
    assert again is not None
    assert again.csv() == made.csv()


def test_other_html_holds_none() -> None:
    assert Results.from_html("a", "<p>no link</p>") is None

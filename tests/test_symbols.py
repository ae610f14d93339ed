"""A formula that is one of the book's symbols says what it means."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from symbols import explained, normal, spoken, symbols

ROOT = Path(__file__).resolve().parent.parent
TABLE = (ROOT / "book" / "notation.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("written", "same"),
    [
        (r" \lambda_{t} ", r"\lambda_t"),
        (r"\lambda _t", r"\lambda_t"),
        (r"x^{*}_{W}", "x_W^*"),
        (r"x^*_W", "x_W^*"),
        (r"v^{(k)}_{t}", "v_t^{(k)}"),
        (r"\X _W", r"\X_W"),
        (r"\Lag_t(x,\, \lambda)", r"\Lag_t(x,\lambda)"),
    ],
)
def test_spellings_of_a_symbol_are_one(written: str, same: str) -> None:
    assert normal(written) == normal(same) == same


@pytest.mark.parametrize(
    ("one", "other"), [("x_t", "x_T"), ("x_t", "x^t"), (r"\X W", r"\XW"), ("x_{tk}", "x_tk")]
)
def test_different_symbols_stay_different(one: str, other: str) -> None:
    assert normal(one) != normal(other)


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (r"$(1 - \frac1e)\sum_t f_t(x^*)$, the regret", "(1 - 1/e)Σ_t f_t(x^*), the regret"),
        (r"$- \lambda g_t(x) + \frac{\delta\mu}2\lambda^2$", "- λg_t(x) + (δμ/2)λ^2"),
        (r"$(1 - \frac1K)^{K-k}$, the weight", "(1 - 1/K)^(K-k), the weight"),
        (r"largest $\lvert g_t\rvert$", "largest |g_t|"),
        (r"$\ip{p_t}{x} - \frac{B_T}T$", "⟨p_t, x⟩ - B_T/T"),
        (r"the boosted function (from {cite:t}`zhang2022`)", "the boosted function"),
    ],
)
def test_a_meaning_is_plain_text(cell: str, text: str) -> None:
    assert spoken(cell) == text


def test_the_table_of_the_book() -> None:
    found = symbols(TABLE)
    assert found["T"] == "number of rounds, the horizon"
    assert found[r"\lambda_t"] == "the multiplier: the price of money in round t"
    assert found["x_W^*"].startswith("x^*, x_W^*: the best")
    assert {"C_T", "g_t", "g_t(x)", "x_t", "v_t^{(k)}", r"\X_W", r"\Lag_t"} <= set(found)
    assert [text for text in found.values() if re.search(r"[\\{}$`]", text)] == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("## Words\n", "no table"),
        ("## Symbols\n| $T$ | horizon | |\n| $T$ | time | |\n", "T stands twice"),
    ],
)
def test_a_table_that_cannot_be_read(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        symbols(text)


def formula(tex: str) -> str:
    return f'<span class="math notranslate nohighlight">\\({tex}\\)</span>'


def shown(body: str) -> BeautifulSoup:
    meanings = {"x_t": 'what "t" gets', "T": "rounds"}
    return BeautifulSoup(explained(body, meanings, "notation.html#symbols"), "html.parser")


def test_a_symbol_gets_its_meaning_and_the_first_one_a_link() -> None:
    page = shown(f"<p>{formula('x_{t}')} and {formula('x_t')}, {formula('x_t + 1')}</p>")
    first, second, other = page.select("span.math")
    (link,) = page.find_all("a")
    assert (link["title"], link["href"]) == ('what "t" gets', "notation.html#symbols")
    assert first.parent is link
    assert second["title"] == 'what "t" gets'
    assert second.parent is not link
    assert not other.has_attr("title")
    assert [span.get_text() for span in (first, second, other)] == [
        r"\(x_{t}\)", r"\(x_t\)", r"\(x_t + 1\)",
    ]  # fmt: skip


@pytest.mark.parametrize("around", ["a", "h2", "summary"])
def test_no_link_within_a_link_a_title_or_a_button(around: str) -> None:
    page = shown(f"<{around}>{formula('T')}</{around}> {formula('T')}")
    inside, outside = page.select("span.math")
    assert inside["title"] == "rounds"
    assert inside.find_parent(class_="osphg-symbol") is None
    assert outside.parent is not None
    assert outside.parent.name == "a"


def test_what_is_displayed_stays_as_it_is() -> None:
    body = r'<div class="math notranslate nohighlight">\[T\]</div>'
    assert explained(body, {"T": "rounds"}, "x") == body

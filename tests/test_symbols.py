"""A formula that is one of the book's symbols says what it means."""

from __future__ import annotations

import re
from pathlib import Path

from bs4 import BeautifulSoup
from symbols import explained, symbols

ROOT = Path(__file__).resolve().parent.parent
TABLE = (ROOT / "book" / "notation.md").read_text(encoding="utf-8")


def test_the_table_of_the_book() -> None:
    found = symbols(TABLE)
    assert found["T"] == "number of rounds, the horizon"
    assert found[r"\lambda_t"] == "the multiplier: the price of money in round t"
    assert found["x_W^*"].startswith("x^*, x_W^*: the best")
    assert {"C_T", "g_t", "g_t(x)", "x_t", "v_t^{(k)}", r"\X_W", r"\Lag_t"} <= set(found)
    assert [text for text in found.values() if re.search(r"[\\{}$`]", text)] == []


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

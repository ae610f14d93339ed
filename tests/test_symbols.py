"""A formula that is one of the book's symbols gets its meaning as a title, the first one a link."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import symbols
from bs4 import BeautifulSoup
from docutils import nodes
from docutils.core import publish_doctree
from myst_parser.parsers.docutils_ import Parser

from osphg.experiments.report import mathml_of
from tests.test_formulas import MACROS

PAGE = Path(__file__).resolve().parent.parent / "book" / "notation.md"


def read_markdown(text: str) -> nodes.document:
    """Return a text in Markdown as docutils reads it."""
    settings = {"myst_enable_extensions": ["dollarmath"], "report_level": 5}  # no roles of Sphinx
    return publish_doctree(text, parser=Parser(), settings_overrides=settings)


def test_the_table_of_the_book() -> None:
    meanings = symbols.meanings_of_symbols(read_markdown(PAGE.read_text(encoding="utf-8")), MACROS)
    of_tex = {
        tex: meanings[mathml_of(tex, MACROS)]
        for tex in ("T", r"\lambda _{t}", "x^{*}_W", "g_t", "g_t(x)")
    }
    assert of_tex["T"] == "number of rounds, the horizon"
    assert of_tex[r"\lambda _{t}"] == "the multiplier: the price of money in round t"
    assert of_tex["x^{*}_W"].startswith("x^*, x_W^*: the best")
    assert of_tex["g_t"] == of_tex["g_t(x)"] == "⟨p_t, x⟩ - B_T/T, what a round overspends"
    assert mathml_of("n", MACROS) not in meanings
    assert [text for text in meanings.values() if re.search(r"[\\{}$`]", text)] == []


def formula(tex: str) -> str:
    """Return a formula as Sphinx writes it within a line."""
    return f'<span class="math notranslate nohighlight">\\({tex}\\)</span>'


def test_a_symbol_gets_its_meaning_and_the_first_one_a_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        symbols, "meanings_in_book", lambda _: {mathml_of("x_t", {}): 'what "t" gets'}
    )
    builder = SimpleNamespace(get_relative_uri=lambda *_: "notation.html")
    app: Any = SimpleNamespace(builder=builder, config=SimpleNamespace(formula_macros={}))
    body = f"<h1>{formula('x_t')}</h1><p>{formula('x_{t}')}, {formula('x_t')}, {formula('x_t + 1')}"
    page = BeautifulSoup(body, "html.parser")
    symbols.explain_symbols(page, "book/mine", app)
    heading, first, second, other = page.select("span.math")
    (link,) = page.find_all("a")
    assert (link["title"], link["href"]) == ('what "t" gets', "notation.html#symbols")
    assert first.parent is link
    assert heading["title"] == second["title"] == 'what "t" gets'
    assert not other.has_attr("title")
    assert [span.get_text() for span in (first, second, other)] == [
        r"\(x_{t}\)", r"\(x_t\)", r"\(x_t + 1\)",
    ]  # fmt: skip

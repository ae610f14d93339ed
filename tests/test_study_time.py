"""The minutes that a chapter says it takes."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from study_time import PLACE, StudyTime, minutes, say_study_time

BOOK = Path(__file__).parent.parent / "book"
PROSE = new_markdown_cell("word " * 600)


def test_words_alone_take_their_time() -> None:
    assert minutes(new_notebook(cells=[PROSE])) == StudyTime(2, 4)


@pytest.mark.parametrize(
    ("cell", "seconds"),
    [
        (new_markdown_cell("$x_t$ " * 30), 30 * 6),
        (new_markdown_cell("$$x_t \\le 1$$\n\n" * 3), 3 * 60),
        (new_code_cell("x = 1\n\n" * 30), 30 * 6),
        (new_code_cell("x = 1\n" * 30, metadata={"tags": ["hide-input"]}), 0),
        (new_code_cell("", metadata={"mystnb": {"figure": {"name": "fig"}}}), 10),
        (new_markdown_cell("```{literalinclude} ../osphg/x.py\n:pyobject: f\n```"), 0),
    ],
    ids=["inline formulas", "displayed", "code", "folded code", "a picture", "an excerpt"],
)
def test_what_is_not_words_takes_its_own_time(cell: Any, seconds: int) -> None:
    ten: Any = SimpleNamespace(cells=[PROSE, *[cell] * 10])
    assert minutes(ten).study == round(4 + 10 * seconds / 60)


def page(name: str) -> str:
    path = BOOK / name
    text = [path.read_text(encoding="utf-8")]
    app: Any = SimpleNamespace(env=SimpleNamespace(doc2path=lambda _: path))
    say_study_time(app, name, text)
    return text[0]


@pytest.mark.parametrize("name", ["lemma41.md", "figure1.ipynb"])
def test_it_stands_in_the_page(name: str) -> None:
    """Both, in Markdown and in a notebook's JSON, are as they were but for the times."""
    before = (BOOK / name).read_text(encoding="utf-8")
    start, _, end = before.partition(PLACE)
    after = page(name)
    assert after.startswith(start)
    assert after.endswith(end)
    assert " min to skim, " in after
    assert PLACE not in after


def test_a_page_without_a_box_is_left_alone() -> None:
    assert page("changelog.md") == (BOOK / "changelog.md").read_text(encoding="utf-8")

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
    assert minutes(new_notebook(cells=[PROSE])) == StudyTime(3, 4, 4)


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


FOLDED_TEXT = f"{'word ' * 1200}\n\n$$x \\le 1$$\n\n```{{rocq}} lemma\n```\n"  # 9 minutes


@pytest.mark.parametrize(
    "dropdown",
    [
        f"````{{dropdown}} Proof\n{FOLDED_TEXT}````",
        f":::{{dropdown}} Solution\n{FOLDED_TEXT}:::",
        f"````{{admonition}} Proof\n:class: dropdown\n\n{FOLDED_TEXT}````",
        f":::{{admonition}} Proof\n:name: a-proof\n:class: tip dropdown\n\n{FOLDED_TEXT}:::",
        f"````{{prf:proof}}\n:class: dropdown\n\n{FOLDED_TEXT}````",
    ],
    ids=["dropdown", "colons", "admonition", "a second option", "proof"],
)
def test_a_dropdown_is_not_for_the_first_reading(dropdown: str) -> None:
    """What stands before and after it is counted, and of the dropdown nothing but once unfolded."""
    cell = new_markdown_cell(f"{'word ' * 300}\n\n{dropdown}\n\n{'word ' * 300}")
    assert minutes(new_notebook(cells=[cell])) == StudyTime(3, 4, 13)


def test_a_box_that_is_open_is_for_the_first_reading() -> None:
    text = f"````{{admonition}} Not a dropdown\n:class: tip\n\n{FOLDED_TEXT}````"
    assert minutes(new_notebook(cells=[new_markdown_cell(text)])) == StudyTime(6, 9, 9)


def told(path: Path, name: str) -> str:
    text = [path.read_text(encoding="utf-8")]
    app: Any = SimpleNamespace(env=SimpleNamespace(doc2path=lambda _: path))
    say_study_time(app, name, text)
    return text[0]


def page(name: str) -> str:
    return told(BOOK / name, name)


@pytest.mark.parametrize(
    ("folded_words", "expected"),
    [
        (150, "9 min to skim, 13 to study."),
        (600, "9 min to skim, 13 to study, 17 with the folded text."),
    ],
)
def test_the_box_names_the_folded_text_where_it_is_long(
    tmp_path: Path, folded_words: int, expected: str
) -> None:
    path = tmp_path / "page.md"
    folded = f"```{{dropdown}} Proof\n{'word ' * folded_words}\n```"
    path.write_text(f"**Takes** {PLACE}.\n\n{'word ' * 2000}\n\n{folded}\n", encoding="utf-8")
    assert told(path, "page").startswith(f"**Takes** {expected}\n")


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

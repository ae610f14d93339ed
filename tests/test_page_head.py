"""What a page says about itself in its head."""

from __future__ import annotations

from pathlib import Path

import page_head
import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from docutils.utils import new_document
from page_end import RERUN

BOOK = Path(__file__).resolve().parent.parent / "book"


def page(*paragraphs: nodes.Node) -> nodes.document:
    made = new_document("page.md")
    made += nodes.section("", nodes.title("", "A page"), *paragraphs)
    return made


AFTER = [nodes.Text(" be 1. Yes.")]
LONG = "A sentence that says in many words what the page is about and no more than that."


def test_an_experiment_has_its_summary() -> None:
    assert page_head.description(page(), BOOK / "figure1.ipynb") == (
        "Figure 1 of the paper: violation, utility and benchmark of one run."
    )


@pytest.mark.parametrize(
    ("paragraphs", "text"),
    [
        ([], ""),
        ([nodes.paragraph("", f"{LONG} Another one.")], LONG),
        ([nodes.paragraph("", "Short. Also short.")], "Short. Also short."),
        ([nodes.paragraph("", "A title without an end"), nodes.paragraph("", LONG)], LONG),
        ([nodes.paragraph("", "Run it.", classes=[RERUN]), nodes.paragraph("", LONG)], LONG),
        ([nodes.paragraph("", f"{LONG[:-1]}, {LONG.lower() * 3} {LONG}")], LONG),
        ([nodes.paragraph("", ", . Nothing."), nodes.paragraph("", LONG)], "Nothing. " + LONG),
        ([nodes.note("", nodes.paragraph("", "Aside."))], ""),
        (
            [nodes.paragraph("", "", nodes.Text("Let "), nodes.math("", "x"), *AFTER)],
            "Yes.",
        ),
        ([nodes.paragraph("", f"{LONG[:-1]} {LONG.lower() * 3}")], ""),
    ],
)  # fmt: skip
def test_another_page_has_its_first_sentences(paragraphs: list[nodes.Node], text: str) -> None:
    assert page_head.description(page(*paragraphs), BOOK / "problem.md") == text


def test_the_picture_is_the_first_figure_that_the_site_has() -> None:
    document = page(nodes.image("", uri="a/missing.png"), nodes.image("", uri="../_images/b.png"))
    assert page_head.picture(document, ["a.png", "b.png"]) == "_images/b.png"
    assert page_head.picture(document, []) == ""


def test_tags_say_what_is_known_and_no_more() -> None:
    made = page_head.tags('A "page" & more', "It is <about>.", "The book", "", "")
    tags = BeautifulSoup(made, "html.parser").find_all("meta")
    found = {tag.get("name") or tag.get("property"): tag["content"] for tag in tags}
    assert found == {
        "description": "It is <about>.",
        "og:description": "It is <about>.",
        "og:title": 'A "page" & more',
        "og:type": "article",
        "og:site_name": "The book",
    }


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ('<span class="section-number">31. </span>Rates', "Rates"),
        ("A &amp; B", "A & B"),
        ("2.1. Why 3 games", "Why 3 games"),
    ],
)
def test_a_title_is_text_without_its_number(title: str, text: str) -> None:
    assert page_head.plain(title) == text

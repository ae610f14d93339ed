"""The index of the search: prose alone, titles as text, and what leads to a page."""

from __future__ import annotations

import json
import re

import check_site
import search_index
from docutils import nodes
from docutils.utils import new_document
from sphinx import addnodes

MACROS = {"R": r"\mathbb{R}"}
BOOK = check_site.ROOT / "book"


def page() -> nodes.document:
    """Return a page with a formula in its title, text, code, and a theorem."""
    document = new_document("page")
    title = nodes.title("", "", nodes.Text("The rate "), nodes.math("", r"\sqrt T"))
    text = nodes.paragraph("", "", nodes.Text("Some words"), nodes.math("", "x_t"))
    code = nodes.literal_block("", "secret = 1")
    signature = addnodes.desc_signature("", "", nodes.Text("hidden(parameter)"))
    theorem = nodes.section("", nodes.title("", "(Theorem 4.1, repaired)"), ids=["thm-41"])
    document += nodes.section("", title, text, code, signature, theorem, ids=["rate"])
    return document


def test_only_prose_is_indexed() -> None:
    document = page()
    prose = search_index.prose_of(document, MACROS)
    words = re.findall(r"\w+|√", prose.astext())
    assert " ".join(words) == "The rate √ T Some words Theorem 4 1 repaired"
    assert "secret" in document.astext()  # the page itself is as it was


def test_a_title_is_text() -> None:
    title = r'<span class="section-number">3. </span>The <em>rate</em> \(\sqrt T + W\) &amp; more'
    assert search_index.plain_title(title, MACROS) == "The rate √T + W &amp; more"


def test_a_number_of_the_paper_leads_to_its_place() -> None:
    prose = search_index.prose_of(page(), MACROS)
    found = search_index.entries("book/theorems", prose, check_site.ROOT)
    assert ("theorem 4.1", "thm-41") in found


def test_synonyms_lead_to_pages_of_the_book() -> None:
    listed = json.loads((BOOK / "search.json").read_text(encoding="utf-8"))
    pages = set(check_site.pages_of_toc(check_site.ROOT / "_toc.yml"))
    assert {place.partition("#")[0] for place in listed} <= pages
    for place, phrases in listed.items():
        found = search_index.entries(place.partition("#")[0], new_document(""), check_site.ROOT)
        assert {phrase.lower() for phrase in phrases} <= {phrase for phrase, _ in found}
    phrases = [phrase.lower() for one in listed.values() for phrase in one]
    assert len(phrases) == len(set(phrases)), "one phrase leads to two pages"

"""Sphinx extension: make the index of the site's search from prose, and weigh what titles say.

`_config.yml` loads it. Sphinx itself indexes all words of a page, with its code and the TeX of its
formulas, so that a search would find pages by the names of variables. Here the index has the words
of text and captions alone; classes and functions are found by their names, as before. Titles are
plain text.

What a reader may type that a page does not say stands in `book/search.json`: for each page, perhaps
with a section's id, the words and phrases that lead there. Who types one of them finds the page
before all others. The same holds for the paper's numbers, with which a title begins: "Lemma 4.2".

How results are ordered and cited is told in `_static/search.mjs`.
"""

from __future__ import annotations

import html
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from formulas import plain_text
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

# What has no prose: code and what it prints, formulas, HTML, the signatures of the reference.
NO_PROSE = (
    nodes.literal_block,
    nodes.doctest_block,
    nodes.math_block,
    nodes.raw,
    addnodes.desc_signature,
)
INLINE_TEX = re.compile(r"\\\((.*?)\\\)")
TAG = re.compile(r"<[^>]*>")
SECTION_NUMBER = re.compile(r'<span class="section-number">.*?</span>')
PAPER_NUMBER = re.compile(r"(?:Lemma|Theorem|Algorithm|Figure|Section) \d+(?:\.\d+)?")


def prose_of(doctree: nodes.document, macros: dict[str, str]) -> nodes.document:
    """Return a copy of a page that has nothing but prose, its titles' formulas as plain text.

    `macros` has the book's own TeX commands, with their definitions.
    """
    prose = doctree.deepcopy()
    for formula in list(prose.findall(nodes.math)):
        # Within a text a formula is not searched for: what is left of it would be single letters.
        is_in_title = isinstance(formula.parent, nodes.title)
        formula.parent.replace(
            formula, nodes.Text(plain_text(formula.astext(), macros) if is_in_title else " ")
        )
    for title in list(prose.findall(nodes.title)):
        text = title.astext().strip()
        if text.startswith("(") and text.endswith(")"):  # of a definition or a theorem
            title.children = [nodes.Text(text[1:-1])]
    for node in list(prose.findall(lambda node: isinstance(node, NO_PROSE))):
        if node.parent is not None:
            node.parent.remove(node)
    return prose


def plain_title(title: str, macros: dict[str, str]) -> str:
    """Return a title that Sphinx has set in HTML as plain text, with HTML's signs escaped.

    The number of a chapter is left out: it is no part of the title, by which Sphinx's script knows
    a page.
    """
    text = html.unescape(TAG.sub("", SECTION_NUMBER.sub("", title)))
    text = INLINE_TEX.sub(lambda formula: plain_text(formula[1], macros), text)
    return html.escape(text, quote=False)


@cache
def synonyms(folder: Path) -> dict[str, list[str]]:
    """Return the words and phrases of `book/search.json`, by the page with its section's id."""
    text = (folder / "book" / "search.json").read_text(encoding="utf-8")
    found: dict[str, list[str]] = json.loads(text)
    return found


def entries(page: str, prose: nodes.document, folder: Path) -> list[tuple[str, str]]:
    """Return words and phrases that lead to a page, each with the id of its section or ""."""
    found = []
    for place, phrases in synonyms(folder).items():
        name, _, section = place.partition("#")
        if name == page:
            found += [(phrase.lower(), section) for phrase in phrases]
    for title in prose.findall(nodes.title):
        if number := PAPER_NUMBER.match(title.astext()):
            ids = title.parent["ids"]
            is_page_title = title.parent.parent is prose
            found.append((number[0].lower(), "" if is_page_title or not ids else ids[0]))
    return found


class ProseSearchBuilder(StandaloneHTMLBuilder):
    """Sphinx's builder of HTML, with an index for the search that has nothing but prose."""

    def index_page(self, pagename: str, doctree: nodes.document, title: str) -> None:
        """Put a page into the index; see Sphinx's own builder for the arguments."""
        macros = self.config.formula_macros
        prose = prose_of(doctree, macros)
        found = entries(pagename, prose, Path(self.srcdir))
        # Sphinx indexes what an index's node says, and each keyword of a page as one word.
        prose += addnodes.index(
            entries=[("single", phrase, section, "main", None) for phrase, section in found]
        )
        words = {word for phrase, _section in found for word in phrase.split()}
        prose += nodes.meta(name="keywords", content=", ".join(sorted(words)))
        super().index_page(pagename, prose, plain_title(title, macros))


def tell_order(
    app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object
) -> None:
    """Give the search page the names of all pages in reading order, as JSON, for its script.

    Sphinx calls it at `html-page-context`, before it fills the `template` of a page.
    """
    if page == "search":
        context["reading_order"] = json.dumps(reading_order(app))


def reading_order(app: Sphinx) -> list[str]:
    """Return the names of all pages in the order of the table of contents."""
    order: list[str] = []

    def append(page: str) -> None:
        """Append a page, and what stands below it."""
        if page not in order:
            order.append(page)
            for below in app.env.toctree_includes.get(page, ()):
                append(below)

    append(app.config.root_doc)
    return order


def setup(app: Sphinx) -> None:
    """Put the builder in the place of Sphinx's, and connect this extension."""
    app.add_builder(ProseSearchBuilder, override=True)
    app.connect("html-page-context", tell_order)

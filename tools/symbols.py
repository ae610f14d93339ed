"""A formula of the built site that is one of the book's symbols says what it means.

The meanings are those of the table of `notation`, and stand nowhere else. On every other page of
the book a formula within a line, whose whole content is a symbol of the table, gets its meaning as
a title; the first such formula of a symbol on a page is also a link to the table, so that it has a
place in the order of the keyboard and answers to a finger.

What is drawn alike is one symbol: `x^{*}_{W}` is `x_W^*`. A letter that some page uses for
something else says nothing anywhere.
"""

import re
from collections.abc import Mapping
from functools import cache

from bs4 import BeautifulSoup
from docutils import nodes
from formulas import spoken
from sphinx.application import Sphinx

from osphg.experiments.report import drawn

TABLE, PLACE = "book/notation", "symbols"  # the page, and where the table is in it
# The multilinear extension, a kernel's matrix, a price, ...: these mean other things on some page.
OTHERWISE = {"B", "D", "F", "L", "b", "c", "n", "w", r"\alpha", r"\Lambda"}
ALONE = ["a", "button", "h1", "h2", "h3", "h4", "summary"]  # what has no links in it


def symbols(page: nodes.document, macros: Mapping[str, str]) -> dict[str, str]:
    """Return the meaning of each symbol by its MathML, from the first table of a page.

    Raises
    ------
    ValueError
        If it has a symbol twice.
    """
    found: dict[str, str] = {}
    for row in next(page.findall(nodes.tbody)).children:
        written = [formula.astext() for formula in row[0].findall(nodes.math)]
        meaning = ", ".join(spoken(tex, macros) for tex in written[1:] and written)
        meaning += ": " * bool(meaning)
        for text in row[1].findall(nodes.Text):
            formula = isinstance(text.parent, nodes.math)
            meaning += spoken(text, macros) if formula else text
        heads = [re.split(r"\s*\\in\b|\((?![^{}]*\})", tex)[0] for tex in written]
        for name in {drawn(tex, macros) for tex in {*written, *heads} - OTHERWISE}:
            if name in found:
                raise ValueError(f"{meaning}: this symbol stands twice in the table")
            found[name] = meaning
    return found


@cache
def known(app: Sphinx) -> dict[str, str]:
    return symbols(app.env.get_doctree(TABLE), app.config.formula_macros)


def explain(page: BeautifulSoup, here: str, app: Sphinx) -> None:
    """Give the symbols of a page's HTML their meanings."""
    linked = set()
    for formula in page.select("span.math"):
        name = drawn(formula.text.strip()[2:-2], app.config.formula_macros)
        if name not in known(app):
            continue
        if name in linked or formula.find_parent(ALONE):
            formula["class"] = "math notranslate nohighlight osphg-symbol"
            formula["title"] = known(app)[name]
        else:
            to = f"{app.builder.get_relative_uri(here, TABLE)}#{PLACE}"
            link = {"class": "osphg-symbol", "href": to, "title": known(app)[name]}
            formula.wrap(page.new_tag("a", attrs=link))
            linked.add(name)

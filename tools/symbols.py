"""Give each formula of the built site that is one of the book's symbols its meaning as a title.

`light_site.py` calls `explain_symbols` for each page when Sphinx has written the site. The meanings
come from the table of the page `notation`, and stand nowhere else. On every other page of the book,
a formula within a line whose whole content is a symbol of that table gets the meaning as its title.
The first such formula of a symbol on a page also becomes a link to the table: a link can be reached
by the keyboard and answers to a finger, a title alone does not.

Two ways of writing that are drawn alike are one symbol: `x^{*}_{W}` is `x_W^*`. A letter that some
page uses for something else gets no meaning anywhere.
"""

import re
from collections.abc import Mapping
from functools import cache

from bs4 import BeautifulSoup
from docutils import nodes
from formulas import plain_text
from sphinx.application import Sphinx

from osphg.experiments.report import mathml_of

TABLE_PAGE = "book/notation"
TABLE_ID = "symbols"  # the id of the table on its page
# The multilinear extension, a kernel's matrix, a price, ...: these mean other things on some page.
AMBIGUOUS_LETTERS = {"B", "D", "F", "L", "b", "c", "n", "w", r"\alpha", r"\theta", r"\Lambda"}
PLACES_WITHOUT_LINKS = ["a", "button", "h1", "h2", "h3", "h4", "summary"]
# Where the name of a symbol ends in a formula such as `x \in X` or `f(x)`.
END_OF_NAME = re.compile(r"\s*\\in\b|\((?![^{}]*\})")


def meanings_of_symbols(page: nodes.document, macros: Mapping[str, str]) -> dict[str, str]:
    """Return the meaning of each symbol, by the MathML of the symbol.

    Two ways of writing a symbol in TeX have the same MathML if they are drawn alike. A letter of
    `AMBIGUOUS_LETTERS`, which means something else on some page, gets no meaning.

    Parameters
    ----------
    page
        A page whose first table has formulas in its first column and meanings in its second.
    macros
        The book's own TeX commands, with their definitions.

    Raises
    ------
    ValueError
        If the table has a symbol twice.
    """
    meanings: dict[str, str] = {}
    table_body = next(page.findall(nodes.tbody))
    for row in table_body.children:
        first_cell = row[0]
        formulas = [formula.astext() for formula in first_cell.findall(nodes.math)]
        meaning = _meaning_of_row(row, formulas, macros)
        # "x \in X" and "f(x)" of the table give their meanings to the letters x and f alone, too.
        names = [END_OF_NAME.split(tex)[0] for tex in formulas]
        for symbol in {mathml_of(tex, macros) for tex in {*formulas, *names} - AMBIGUOUS_LETTERS}:
            if symbol in meanings:
                raise ValueError(f"{meaning}: this symbol stands twice in the table")
            meanings[symbol] = meaning
    return meanings


def _meaning_of_row(row: nodes.Element, formulas: list[str], macros: Mapping[str, str]) -> str:
    """Return what the second cell of a table's row says, as plain text.

    `formulas` has the TeX of the first cell. If there are several, the meaning begins with all of
    them: where the title appears, a reader sees only one of them. `macros` has the book's own TeX
    commands, with their definitions: `plain_text` needs them to write a formula as text.
    """
    meaning = ""
    if len(formulas) > 1:
        meaning = ", ".join(plain_text(tex, macros) for tex in formulas) + ": "
    second_cell = row[1]
    for text in second_cell.findall(nodes.Text):
        is_formula = isinstance(text.parent, nodes.math)
        meaning += plain_text(text, macros) if is_formula else text
    return meaning


@cache
def meanings_in_book(app: Sphinx) -> dict[str, str]:
    """Return the meanings in the book's own table of symbols; `app` has read all pages."""
    return meanings_of_symbols(app.env.get_doctree(TABLE_PAGE), app.config.formula_macros)


def explain_symbols(page: BeautifulSoup, page_name: str, app: Sphinx) -> None:
    """Give the symbols among a page's formulas their meanings as titles.

    The first formula of a symbol on the page becomes a link to the table, unless it stands where no
    link can be, such as in another link.

    Parameters
    ----------
    page
        The HTML of the page with formulas still in TeX; it is changed in place.
    page_name
        The name of the page in the book, such as ``book/rate``, from which the address of the table
        is counted. It is not the page of the table itself, which `light_site.py` leaves out.
    app
        Sphinx, which has read all pages.
    """
    # By the symbol's MathML, which is the same for two ways of writing that are drawn alike.
    meanings = meanings_in_book(app)
    linked_symbols = set()
    for formula in page.select("span.math"):
        tex = formula.text.strip().removeprefix(r"\(").removesuffix(r"\)")
        symbol = mathml_of(tex, app.config.formula_macros)
        if symbol not in meanings:
            continue
        if symbol in linked_symbols or formula.find_parent(PLACES_WITHOUT_LINKS):
            # The classes that Sphinx gives a formula, and the one of a symbol.
            formula["class"] = "math notranslate nohighlight osphg-symbol"
            formula["title"] = meanings[symbol]
            continue
        # The first formula of this symbol that can become a link.
        address = f"{app.builder.get_relative_uri(page_name, TABLE_PAGE)}#{TABLE_ID}"
        attributes = {"class": "osphg-symbol", "href": address, "title": meanings[symbol]}
        formula.wrap(page.new_tag("a", attrs=attributes))
        linked_symbols.add(symbol)

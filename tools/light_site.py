"""Sphinx extension: finish the HTML files of the site once Sphinx has written them.

`_config.yml` loads it, and Sphinx calls `finish_site` at the end of each HTML build. On every page
formulas are drawn and symbols get their meanings, images get their size, and what the theme says
wrongly to a screen reader is corrected. Figures are reduced to 96 colours, which makes them
several times smaller. Each address that the book had once (`book/moved.json`) gets a page that
leads to the new one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from bs4 import BeautifulSoup
from check_site import html_pages
from formulas import draw_formulas, font_style, plain_text
from PIL import Image
from sphinx.application import Sphinx
from sphinx.util import logging
from symbols import TABLE_PAGE, explain_symbols

# The Sphinx application that has written the site. It cannot be pickled: worker processes are
# forked after it is put here, and have it by that.
APPLICATIONS: list[Sphinx] = []
INLINE_TEX = re.compile(r"\\\((.*?)\\\)")
CSS_PIXELS_PER_INCH = 100  # of a figure
COLOURS = 96  # of a figure; 256 weigh an eighth more, and look the same


class Size(NamedTuple):
    """The width and height of an image on a page in CSS pixels, as attributes of HTML."""

    width: str
    height: str


class FinishedPage(NamedTuple):
    """The final HTML of a page, and a message for each formula of it that is wrong."""

    html: str
    formula_errors: list[str]


def reduce_colours(path: Path) -> Size:
    """Reduce a figure's file to 96 colours, unless it is; return its size on a page.

    A page shows an inch of each figure as 100 CSS pixels. So a figure drawn at 200 dots to an inch
    is as large there as one drawn at 100, and sharper.
    """
    with Image.open(path) as image:
        # Dots to an inch, horizontally and vertically, which are the same.
        dpi = image.info.get("dpi", (CSS_PIXELS_PER_INCH, CSS_PIXELS_PER_INCH))
        width, height = (str(round(dots * CSS_PIXELS_PER_INCH / dpi[0])) for dots in image.size)
        size = Size(width, height)
        is_reduced = image.mode == "P"  # a palette, of few colours
        if not is_reduced:
            reduced = image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
            reduced.save(path, optimize=True, dpi=dpi)
    return size


def mend_accessibility(page: BeautifulSoup) -> None:
    """Correct in place what the theme and extensions of Sphinx tell a screen reader wrongly.

    This also removes ids that stand twice on a page and links to ids that do not exist.
    """
    # Without scripts nobody chooses between the two themes, and the page needs one of them.
    for root in page.select("html[data-theme]"):
        root["data-theme"] = "light"
    # The role of a work in a bibliography is deprecated in ARIA.
    for entry in page.select('[role="doc-biblioentry"]'):
        entry["role"] = "listitem"
    # What unfolds a part of the sidebar is an icon, and has no words to be read out.
    for fold in page.select("summary:has(> .toctree-toggle)"):
        fold["aria-label"] = "The pages below"
    # A cell's fold says in words what it does, and would be called otherwise.
    for fold in page.select("details.hide > summary[aria-label]"):
        del fold["aria-label"]
    # So does the button of the search, which a script writes.
    for script in page.find_all("script", string=re.compile("search-button-field")):
        script.string = str(script.string).replace(' aria-label="Search"', "")
    # All proofs of all pages get these ids.
    for proof in page.select("#proof.proof, #proof-content"):
        del proof["id"]
    # Links back from a module's source lead to ids that need not exist: a name has several paths,
    # and the page of reference has only one of them as an id.
    for link in page.select("a.viewcode-back"):
        link["href"] = str(link["href"]).partition("#")[0]


def name_links_of_formulas(page: BeautifulSoup, macros: Mapping[str, str]) -> None:
    """Give each link that is nothing but a formula a title, in place, with the formula as text.

    A formula is no text for some who read out a page, so that the link would have no name. `macros`
    has the book's own TeX commands, with their definitions.
    """
    for link in page.select("a:has(> span.math):not([title])"):
        tex = INLINE_TEX.fullmatch(link.get_text().strip())
        if tex:
            link["title"] = plain_text(tex[1], macros)


def pages_of_old_addresses(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a page for each address that the book had once, as Sphinx's `html-collect-pages` asks.

    That is the page's name, the variables of its template, here the new address, and the template.
    """
    addresses = json.loads(Path(app.srcdir, "book", "moved.json").read_text(encoding="utf-8"))
    for old, new in addresses.items():
        yield f"book/{old}", {"to": new.replace("#", ".html#")}, "moved.html"


def finish_page(path: Path, sizes: dict[str, Size]) -> FinishedPage:
    """Finish a page of the site and write it back to its file.

    `finish_site` calls it in worker processes, for several pages at a time.

    Formulas are drawn last, because symbols are recognised by the TeX of their formulas. On the
    page `TABLE_PAGE` the table itself says what the symbols mean, and on pages that Sphinx makes
    without a source, such as the search, none is explained.

    Parameters
    ----------
    path
        The HTML file of the page.
    sizes
        The size of each figure of the site, by the name of its file.

    Returns
    -------
    FinishedPage
        The HTML, as it was written: the font of formulas gets the characters in it. With it a
        message for each formula that could not be drawn, of which the build warns.
    """
    # The one Sphinx application. `finish_site` has put it there before this process was forked: it
    # cannot be pickled, and so cannot be an argument.
    (app,) = APPLICATIONS
    macros = app.config.formula_macros
    head, end_of_head, body = path.read_text(encoding="utf-8").rpartition("</head>")
    # Titles and descriptions in the head can hold no formula.
    head = INLINE_TEX.sub(lambda formula: plain_text(formula[1], macros), head)
    page = BeautifulSoup(head + end_of_head + body, "html.parser")
    page_name = path.relative_to(app.outdir).with_suffix("").as_posix()
    for image in page.select('img[src*="_images/"][src$=".png"]:not([width])'):
        size = sizes[Path(str(image["src"])).name]
        image["width"] = size.width
        image["height"] = size.height
    mend_accessibility(page)
    if page_name in app.env.found_docs and page_name != TABLE_PAGE:
        explain_symbols(page, page_name, app)
    name_links_of_formulas(page, macros)
    html = draw_formulas(page, macros)
    path.write_text(html, encoding="utf-8")
    # In place of a formula that is wrong, `draw_formulas` has put an element with the reason.
    errors = [str(formula["title"]) for formula in page.select(".math-core-error")]
    return FinishedPage(html, errors)


def finish_site(app: Sphinx, exception: Exception | None) -> None:
    """Finish all pages and figures of an HTML site in parallel, and write the font of formulas.

    Sphinx calls it at `build-finished`, with the exception that ended the build, if one did: then
    nothing is done. A wrong formula becomes a warning, which `make book` takes for an error. Each
    file is finished in a worker process, which is forked so that it has the Sphinx application from
    `APPLICATIONS`.
    """
    if exception or app.builder.name != "html":
        return
    site = Path(app.outdir)
    figures = [*(site / "_images").glob("*.png")]
    paths = html_pages(site)
    signs = set[str]()
    APPLICATIONS.append(app)
    with ProcessPoolExecutor(mp_context=get_context("fork")) as pool:
        figure_sizes = pool.map(reduce_colours, figures)
        # All sizes are needed before the first page, and are waited for here.
        sizes = {path.name: size for path, size in zip(figures, figure_sizes, strict=True)}
        pages = pool.map(partial(finish_page, sizes=sizes), paths)
        for path, page in zip(paths, pages, strict=True):
            signs.update(page.html)  # each character of the page, for the font of formulas
            for error in page.formula_errors:
                logging.getLogger(__name__).warning("%s: %s", path.name, error)
    (site / "_static" / "math.css").write_text(font_style(signs), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Connect this extension to Sphinx; others that finish the site have done so before it."""
    app.connect("html-collect-pages", pages_of_old_addresses)
    app.connect("build-finished", finish_site, priority=900)

"""Print the built book, or its note alone, on A4 with Chromium.

    python tools/print_book.py CHROME [note]

`make pdf` and `make note` call it after `make book`. CHROME is the browser's program. It writes
`_build/osphg.pdf` or `_build/note.pdf`; the exit status is 1 if the note has too many pages.

The document has the contents of the site's sidebar and then all pages in their order. What is
folded on the site is unfolded, code that only draws a figure is left out, the demo is its picture,
and links lead within the document. Chromium lays the book out twice: the first time shows on which
page each chapter begins, and the second prints these numbers in the contents.

Jupyter Book's own PDF leaves folded what is folded and has no page numbers in its contents; so this
tool is the project's own.
"""

from __future__ import annotations

import re
import shutil
import sys
from html import escape
from pathlib import Path
from posixpath import basename, normpath
from typing import Any

import matplotlib as mpl
import yaml
from bs4 import BeautifulSoup, Tag
from check_site import ROOT, pages_of_toc
from playwright.sync_api import sync_playwright
from pypdf import PdfReader

STYLE = Path(__file__).with_name("print_book.css")
NOTE_PAGE = "book/note"
MAX_PAGES_OF_NOTE = 6
SCALE_OF_NOTE = 0.92  # its letters are smaller than the book's
BOLD = "font-weight: bold;"
ITALIC = "font-style: italic;"
# The style of each file of the font STIX, by the end of the file's name.
FONT_FACES = {"": "", "Bol": BOLD, "Italic": ITALIC, "BolIta": BOLD + ITALIC}
NOT_PRINTED = (
    ".headerlink, .copybtn, .viewcode-link, .sd-summary-state-marker, .toggle-details, script,"
    " style, button, #osphg-demo, .osphg-figure, .tag_hide-input > details.above-input,"
    " .tag_hide-input > .cell_input, details[id^=rocq-] > pre"
)
# What names an id in the HTML of a page. Either `own`: what stands before an id of this page, where
# it is given (`id="`) or linked to (`href="#`, `url(#`). Or a link to the file `page` of the site,
# and there to the id `place`, if that is not empty; no link to another site.
ID_OR_LINK = re.compile(
    r'(?P<own>\sid="|url\(#|\shref="#)|\shref="(?![a-z]+:)(?P<page>[^"#]+)#?(?P<place>[^"]*)"'
)
FRONT_PAGE = (
    "<header><h1>{title}</h1><p>{author}</p><p>Solutions are unfolded here, and code that only"
    " draws a figure is left out. What moves, the sources of the package and, in the list of all"
    " theorems, their statements in Rocq are in the book that a browser shows.</p></header>"
)
# JavaScript: make tables and formulas that are wider than their column smaller. All are measured
# before the first one changes.
SHRINK_TO_COLUMN = """
async () => {
  await document.fonts.ready;
  const columnWidth = (element) =>
    element.parentElement.closest("td, th, li, dd, p, div, section").clientWidth;
  const scales = [...document.querySelectorAll("main table, main math")].map(
    (element) => [element, (columnWidth(element) - 1) / element.scrollWidth]);
  for (const [element, scale] of scales)
    if (scale > 0 && scale < 1) element.style.zoom = scale;
}
"""
# JavaScript: add its page number to each entry of the contents.
ADD_PAGE_NUMBERS = """
numbers => document.querySelectorAll("nav a").forEach((link) => link.append(Object.assign(
  document.createElement("b"), {textContent: numbers[link.hash.slice(1)]})));
"""


def printed_html(part: Tag, page: str, pages: list[str]) -> str:
    """Return the HTML of a part of a page as it is printed, with links within the document.

    All pages become one document, and several of them may have the same id. So the id `proof` of
    the page `book/rate` becomes `rate--proof`, and links follow. A link to a whole page leads to
    the id `rate` of its section. Links to pages that are not printed lose their address. What folds
    is unfolded, and what matches `NOT_PRINTED`, such as buttons, is removed.

    Parameters
    ----------
    part
        What is printed of the page; it is changed in place.
    page
        The name of the page that it stands on, such as ``book/rate``.
    pages
        The names of all pages that are printed.
    """
    for tag in part.select(NOT_PRINTED):
        tag.decompose()
    for tag in part.select("details"):
        tag["open"] = ""

    def with_page_name(match: re.Match[str]) -> str:
        """Return a match of `ID_OR_LINK` with the name of the page in front of the id.

        Its group `own` is the text before an id of this page, and `page` the page of a link.
        """
        if match["own"]:
            return f"{match['own']}{basename(page)}--"
        # A link is relative to the folder of its page, which is the page's own path with "/..".
        target = normpath(f"{page}/../{match['page']}").removesuffix(".html")
        if target not in pages:
            return ""
        place = f"--{match['place']}" if match["place"] else ""
        return f' href="#{basename(target)}{place}"'

    # Links to other sites do not match, and stay as they are.
    return ID_OR_LINK.sub(with_page_name, part.decode_contents())


def font_faces() -> str:
    """Return a style sheet that declares the font of the text, in its four styles.

    The font is matplotlib's own copy of STIX: with the same font everywhere, pages break alike on
    all machines.
    """
    folder = Path(mpl.get_data_path(), "fonts", "ttf").as_uri()
    return "".join(
        f"@font-face {{font-family: STIX; src: url({folder}/STIXGeneral{name}.ttf); {style}}}"
        for name, style in FONT_FACES.items()
    )


def references_of_note(note: BeautifulSoup) -> str:
    """Return the list of works that the note cites, as HTML.

    On the site these works stand on another page; the note links to it, with each work as the title
    of the link.
    """
    links = note.select('article a[href*="references.html#"][title]')
    works = sorted({f"[{link.get_text()}] {link['title']}" for link in links})
    paragraphs = "".join(f"<p>{escape(work)}</p>" for work in works)
    last = "<p>Chapters and statements in italics are the book's.</p>"
    return f'<div class="references"><h2>References</h2>{paragraphs}{last}</div>'


def whole_document(site: Path, toc: Path, note: bool) -> str:
    """Return the HTML of the document that is printed.

    Parameters
    ----------
    site
        The folder of the built site.
    toc
        The file `_toc.yml`, which names the pages in their order.
    note
        Whether only the note is printed, with its references; else the whole book, with a front
        page and its contents.
    """
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    pages = [NOTE_PAGE] if note else pages_of_toc(toc)
    texts = [(site / f"{page}.html").read_text(encoding="utf-8") for page in pages]
    trees = [BeautifulSoup(text, "html.parser") for text in texts]
    first_page = trees[0]
    # All pages have the same style sheets, and the same list of pages in the sidebar.
    site_styles = "".join(map(str, first_page.select("link[rel=stylesheet]")))
    body = ""
    for page, tree in zip(pages, trees, strict=True):
        html = printed_html(tree.select("article")[0], page, pages)
        body += f'<section class="chapter" id="{basename(page)}">{html}</section>'
    if note:
        body += references_of_note(first_page)
    else:
        sidebar = first_page.select("nav.bd-links")[0]
        contents = printed_html(sidebar, pages[0], pages)
        body = f"{FRONT_PAGE.format_map(config)}<nav><h2>Contents</h2>{contents}</nav>{body}"
    # All pages lie in the folder book/ of the site: the relative addresses of their figures and
    # style sheets lead from the first page to the same files as from their own.
    base = (site / pages[0]).resolve().as_uri()
    return (
        '<!DOCTYPE html><html lang="en" data-theme="light"><head><meta charset="utf-8">'
        f'<base href="{base}">{first_page.title}{site_styles}'
        f"<style>{font_faces()}{STYLE.read_text(encoding='utf-8')}</style></head>"
        f'<body class="{"note" if note else "book"}">'
        f'<main class="bd-content bd-article">{body}</main></body>'
    )


def print_book(browser: str, site: Path, toc: Path, target: Path, note: bool = False) -> int:
    """Print the built book, or its note, to a PDF file and return its number of pages.

    Parameters
    ----------
    browser
        The path of Chromium's or Chrome's program.
    site
        The folder of the built site.
    toc
        The file `_toc.yml`, which names the pages in their order.
    target
        The PDF file. The document stands beside it, as HTML, while it is printed.
    note
        Whether only the note is printed, and not the whole book.
    """
    html = target.with_suffix(".html")
    html.write_text(whole_document(site, toc, note), encoding="utf-8")
    options: dict[str, Any] = {
        "path": target,
        "prefer_css_page_size": True,
        "print_background": True,
        "scale": SCALE_OF_NOTE if note else 1,
    }
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=browser) as chrome,
    ):
        # 680 pixels are the width of A4 less the margins of print_book.css, 180 mm: columns are
        # measured here as wide as they are printed at scale 1.
        page = chrome.new_page(viewport={"width": 680, "height": 900})
        page.set_default_timeout(900_000)  # milliseconds: it sets thousands of formulas
        page.emulate_media(media="print")
        page.goto(html.as_uri())
        page.evaluate(SHRINK_TO_COLUMN)
        page.pdf(**options)  # to learn on which page each chapter begins
        pdf = PdfReader(target)
        page.evaluate(ADD_PAGE_NUMBERS, page_numbers(pdf))
        page.pdf(**options)
    html.unlink()
    return len(pdf.pages)


def page_numbers(pdf: PdfReader) -> dict[str, int]:
    """Return the number of the page, from 1, on which each id of the printed document stands."""
    return {
        name.strip("/"): 1 + (pdf.get_destination_page_number(destination) or 0)
        for name, destination in pdf.named_destinations.items()
    }


def main(browser: str, *options: str) -> None:
    """Print the book, or with the option ``note`` the note; exit with an error if that is too long.

    `browser` is the name or path of Chromium's or Chrome's program. The PDF file is written in any
    case.
    """
    build = ROOT / "_build"
    note = options == ("note",)
    target = build / ("note.pdf" if note else "osphg.pdf")
    # If there is no such program, this is "None", and its launch fails with an error that says so.
    program = str(shutil.which(browser))
    count = print_book(program, build / "html", ROOT / "_toc.yml", target, note)
    print(f"== printed {target}: {count} pages, {target.stat().st_size / 1e6:.1f} MB")
    if note and count > MAX_PAGES_OF_NOTE:
        sys.exit(f"error: the note may have no more than {MAX_PAGES_OF_NOTE} pages of A4")


if __name__ == "__main__":
    main(*sys.argv[1:])

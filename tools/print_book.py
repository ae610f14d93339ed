"""Print the built book, or its note alone, on A4: `python tools/print_book.py CHROME [note]`.

The pages of the site in their order, after their contents in its sidebar: what unfolds is unfolded,
code that only draws is left out, the demo is its picture, links lead within the document. Chromium
lays the book out twice: the first time to learn on which page a chapter begins.

Its own, as Jupyter Book's PDF leaves folded what is folded, and counts no pages.
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
NOTE, MOST = "book/note", 6  # the page, and how many of A4 it may have
BOLD, ITALIC = "font-weight: bold;", "font-style: italic;"
FACES = {"": "", "Bol": BOLD, "Italic": ITALIC, "BolIta": BOLD + ITALIC}
LEFT_OUT = (
    ".headerlink, .copybtn, .viewcode-link, .sd-summary-state-marker, .toggle-details, script,"
    " style, button, #osphg-demo, .tag_hide-input > details.above-input,"
    " .tag_hide-input > .cell_input, details[id^=rocq-] > pre"
)
PLACE = re.compile(r'(\sid="|url\(#|\shref="#)|\shref="(?![a-z]+:)([^"#]+)#?([^"]*)"')
FRONT = (
    "<header><h1>{title}</h1><p>{author}</p><p>Solutions are unfolded here, and code that only"
    " draws a figure is left out. What moves, the sources of the package and, in the list of all"
    " theorems, their statements in Rocq are in the book that a browser shows.</p></header>"
)
# What is wider than its column becomes smaller, after all is measured.
FIT = """
async () => {
  await document.fonts.ready;
  const room = (one) => one.parentElement.closest("td, th, li, dd, p, div, section").clientWidth;
  const shares = [...document.querySelectorAll("main table, main math")].map(
    (one) => [one, (room(one) - 1) / one.scrollWidth]);
  for (const [one, share] of shares) if (share > 0 && share < 1) one.style.zoom = share;
}
"""
NUMBER = """
numbers => document.querySelectorAll("nav a").forEach((one) => one.append(Object.assign(
  document.createElement("b"), {textContent: numbers[one.hash.slice(1)]})));
"""


def section(part: Tag, page: str, pages: list[str]) -> str:
    """Return a part of a page as it is printed, with its links within a document of pages."""
    for tag in part.select(LEFT_OUT):
        tag.decompose()
    for tag in part.select("details"):
        tag["open"] = ""

    def within(found: re.Match[str]) -> str:
        if found[1]:
            return f"{found[1]}{basename(page)}--"
        other = normpath(f"{page}/../{found[2]}").removesuffix(".html")
        place = f"--{found[3]}" if found[3] else ""
        return f' href="#{basename(other)}{place}"' if other in pages else ""

    return PLACE.sub(within, part.decode_contents())


def fonts() -> str:
    """Return the text's font as a style, so that pages break alike everywhere."""
    folder = Path(mpl.get_data_path(), "fonts", "ttf").as_uri()
    return "".join(
        f"@font-face {{font-family: STIX; src: url({folder}/STIXGeneral{name}.ttf); {look}}}"
        for name, look in FACES.items()
    )


def references(note: BeautifulSoup) -> str:
    """Return the works that the note cites, from its links to the book's list of them."""
    links = note.select('article a[href*="references.html#"][title]')
    works = sorted({f"[{link.get_text()}] {link['title']}" for link in links})
    listed = "".join(f"<p>{escape(work)}</p>" for work in works)
    end = "<p>Chapters and statements in italics are the book's.</p>"
    return f'<div class="references"><h2>References</h2>{listed}{end}</div>'


def document(site: Path, toc: Path, note: bool) -> str:
    """Return the book, or its note, as one document."""
    about = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    pages = [NOTE] if note else pages_of_toc(toc)
    texts = [(site / f"{page}.html").read_text(encoding="utf-8") for page in pages]
    soups = [BeautifulSoup(text, "html.parser") for text in texts]
    styles = "".join(map(str, soups[0].select("link[rel=stylesheet]")))
    body = ""
    for page, soup in zip(pages, soups, strict=True):
        html = section(soup.select("article")[0], page, pages)
        body += f'<section class="chapter" id="{basename(page)}">{html}</section>'
    if note:
        body += references(soups[0])
    else:
        contents = section(soups[0].select("nav.bd-links")[0], pages[0], pages)
        body = f"{FRONT.format_map(about)}<nav><h2>Contents</h2>{contents}</nav>{body}"
    return (
        '<!DOCTYPE html><html lang="en" data-theme="light"><head><meta charset="utf-8">'
        f'<base href="{(site / pages[0]).resolve().as_uri()}">{soups[0].title}{styles}'
        f"<style>{fonts()}{STYLE.read_text(encoding='utf-8')}</style></head>"
        f'<body class="{"note" if note else "book"}">'
        f'<main class="bd-content bd-article">{body}</main></body>'
    )


def print_book(browser: str, site: Path, toc: Path, target: Path, note: bool = False) -> int:
    """Print the built book, or its note, and return its number of pages."""
    copy = target.with_suffix(".html")
    copy.write_text(document(site, toc, note), encoding="utf-8")
    paper: dict[str, Any] = {"path": target, "prefer_css_page_size": True, "print_background": True}
    paper["scale"] = 0.92 if note else 1
    with sync_playwright() as player, player.chromium.launch(executable_path=browser) as chrome:
        page = chrome.new_page(viewport={"width": 680, "height": 900})
        page.set_default_timeout(900_000)  # it sets thousands of formulas
        page.emulate_media(media="print")
        page.goto(copy.as_uri())
        page.evaluate(FIT)
        page.pdf(**paper)
        read = PdfReader(target)
        numbers = {
            name.strip("/"): 1 + (read.get_destination_page_number(there) or 0)
            for name, there in read.named_destinations.items()
        }
        page.evaluate(NUMBER, numbers)
        page.pdf(**paper)
    copy.unlink()
    return len(read.pages)


if __name__ == "__main__":
    build, note = ROOT / "_build", sys.argv[2:] == ["note"]
    target = build / ("note.pdf" if note else "osphg.pdf")
    program = str(shutil.which(sys.argv[1]))
    count = print_book(program, build / "html", ROOT / "_toc.yml", target, note)
    print(f"== printed {target}: {count} pages, {target.stat().st_size / 1e6:.1f} MB")
    if note and count > MOST:
        sys.exit(f"error: the note may have no more than {MOST} pages of A4")

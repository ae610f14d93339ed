"""Print the built book, or its note alone, on A4: `python tools/print_book.py CHROME [note]`.

The pages of the site in their order, without the site around them: what unfolds is unfolded, code
that only draws is left out, the demo is its picture, links lead within the document. Chromium lays
the book out twice: the first time to learn on which page a chapter begins.

Its own, as Jupyter Book's PDF leaves folded what is folded, and counts no pages.
"""

from __future__ import annotations

import base64
import re
import shutil
import sys
from collections.abc import Mapping
from html import escape
from pathlib import Path
from posixpath import basename, normpath
from typing import Any

import matplotlib as mpl
import yaml
from bs4 import BeautifulSoup
from build_book import BUILD, build
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
STYLES = re.compile(r'<link [^>]*rel="stylesheet"[^>]*>')
# A line may end after a formula, but does not begin with a full stop.
TOGETHER = re.compile(
    r'(<span class="math [^>]*>\s*<math>(?:(?!</math>).)*</math></span>(?:</a>)?[,.;:?!)]+)'
)
# What is wider than its column becomes smaller.
FIT = """
async () => {
  await document.fonts.ready;
  const column = document.querySelector("main").clientWidth, found = [];
  for (const one of document.querySelectorAll("main table, main math")) {
    const block = one.parentElement.closest("td, th, li, dd, p, div, section, figure");
    const room = Math.min(column, block?.clientWidth || column);
    const width = one.scrollWidth;
    if (width > room + 1) found.push([one, Math.max(0.35, (room / width) * 0.995)]);
  }
  for (const [one, share] of found) one.style.zoom = share;  // after all are measured
}
"""
NUMBER = """
numbers => { for (const one of document.querySelectorAll("a.entry"))
  one.querySelector(".number").textContent = numbers[one.hash.slice(1)]; }
"""


def chapter(text: str, page: str, pages: list[str]) -> str:
    """Return the article of a page as a section, with its links within a document of pages."""
    article = BeautifulSoup(text, "html.parser").select_one("article")
    assert article is not None, page
    for tag in article.select(LEFT_OUT):
        tag.decompose()
    for tag in article.select("details"):
        tag["open"] = ""

    def within(found: re.Match[str]) -> str:
        if found[1]:
            return f"{found[1]}{basename(page)}--"
        other = normpath(f"{page}/../{found[2]}").removesuffix(".html")
        part = f"--{found[3]}" if found[3] else ""
        return f' href="#{basename(other)}{part}"' if other in pages else ""

    html = PLACE.sub(within, article.decode_contents())
    html = TOGETHER.sub(r'<span class="together">\1</span>', html)
    return f'<section class="chapter" id="{basename(page)}">{html}</section>'


def front(texts: Mapping[str, str], toc: Path) -> str:
    """Return the title of the book and its contents."""
    about = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    found = (
        f"<header><h1>{escape(about['title'])}</h1><p>{escape(about['author'])}</p>"
        "<p>Solutions are unfolded here, and code that only draws a figure is left out. What moves,"
        " the sources of the package and the statements as Rocq reads them are in the book that a"
        " browser shows.</p></header><nav><h2>Contents</h2>"
    )
    parts = yaml.safe_load(toc.read_text())["parts"]
    captions = {part["chapters"][0]["file"]: part["caption"] for part in parts}
    for page, text in texts.items():
        if page in captions:
            found += f'<p class="part">{escape(captions[page])}</p>'
        title = re.findall(r'<h1>(.*?)(?:<a class="headerlink|</h1>)', text, re.DOTALL)[0]
        found += (
            f'<a class="entry" href="#{basename(page)}"><span>{title}</span>'
            '<span class="leader"></span><span class="number"></span></a>'
        )
    return f"{found}</nav>"


def fonts() -> str:
    """Return the text's font as a style that holds it, so that pages break alike everywhere."""
    found = ""
    for name, look in FACES.items():
        path = Path(mpl.get_data_path(), "fonts", "ttf", f"STIXGeneral{name}.ttf")
        data = base64.b64encode(path.read_bytes()).decode()
        found += f"@font-face {{font-family: STIX; src: url(data:font/ttf;base64,{data}); {look}}}"
    return found


def references(text: str) -> str:
    """Return the works that a page cites, from its links to the book's list of them."""
    links = BeautifulSoup(text, "html.parser").select('article a[href*="references.html#"][title]')
    works = sorted({f"[{link.get_text()}] {link['title']}" for link in links})
    listed = "".join(f"<p>{escape(work)}</p>" for work in works)
    end = "<p>Chapters and statements in italics are the book's.</p>"
    return f'<div class="references"><h2>References</h2>{listed}{end}</div>'


def document(site: Path, toc: Path, note: bool) -> str:
    """Return the book, or its note, as one document."""
    pages = [NOTE] if note else pages_of_toc(toc)
    texts = {page: (site / f"{page}.html").read_text(encoding="utf-8") for page in pages}
    links = dict.fromkeys(link for text in texts.values() for link in STYLES.findall(text))
    kept = [link for link in links if "math.css" in link or not note]
    chapters = "".join(chapter(text, page, pages) for page, text in texts.items())
    body = chapters + references(texts[NOTE]) if note else front(texts, toc) + chapters
    title = re.findall("<title>.*?</title>", texts[pages[0]])[0]
    kind = "note" if note else "book"
    return (
        '<!DOCTYPE html><html lang="en" data-theme="light"><head><meta charset="utf-8">'
        f'<base href="{(site / pages[0]).resolve().as_uri()}">{title}{"".join(kept)}'
        f"<style>{fonts()}{STYLE.read_text(encoding='utf-8')}</style></head>"
        f'<body><main class="bd-content bd-article {kind}">{body}</main></body>'
    )


def print_book(browser: str, site: Path, toc: Path, target: Path, note: bool = False) -> int:
    """Print the built book, or its note, and return its number of pages."""
    copy = target.with_suffix(".html")
    copy.write_text(document(site, toc, note), encoding="utf-8")
    paper: dict[str, Any] = {"path": target, "prefer_css_page_size": True, "print_background": True}
    with sync_playwright() as player, player.chromium.launch(executable_path=browser) as chrome:
        page = chrome.new_page(viewport={"width": 680, "height": 900})
        page.set_default_timeout(900_000)  # it sets thousands of formulas
        page.emulate_media(media="print")
        page.goto(copy.as_uri())
        page.evaluate(FIT)
        if not note:
            page.pdf(**paper)
            read = PdfReader(target)
            numbers = {
                name.strip("/"): 1 + (read.get_destination_page_number(there) or 0)
                for name, there in read.named_destinations.items()
            }
            page.evaluate(NUMBER, numbers)
        page.pdf(**paper)
    copy.unlink()
    return len(PdfReader(target).pages)


def main(browser: str = "", what: str = "book") -> int:
    program, note = shutil.which(browser), what == "note"
    if program is None:
        print("error: no Chromium or Chrome found; name one: make pdf CHROME=...", file=sys.stderr)
        return 1
    if status := build():
        return status
    target = BUILD / ("note.pdf" if note else "osphg.pdf")
    count = print_book(program, BUILD / "html", ROOT / "_toc.yml", target, note)
    print(f"== printed {target}: {count} pages, {target.stat().st_size / 1e6:.1f} MB")
    if note and count > MOST:
        print(f"error: the note may have no more than {MOST} pages of A4", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""Print the built book to _build/osphg.pdf: one document, with its contents and their pages.

The chapters are those of the built site, in its order, without the site around them: what unfolds
is unfolded, code that only draws is left out, the demo is its picture, links lead within the
document. Chromium lays it out twice: the first time to learn on which page a chapter begins.
"""

from __future__ import annotations

import base64
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote, urlsplit

import yaml
from browser import Session
from bs4 import BeautifulSoup, Tag
from build_book import build
from check_site import formulas
from execution_key import BUILD, ROOT
from note import fonts

SITE, TARGET = BUILD / "html", BUILD / "osphg.pdf"
STYLE = Path(__file__).with_name("print_book.css")
WIDTH = 680  # pixels of a line: A4 without its margins
PATIENCE = 900.0  # seconds that the browser may take for one answer: it sets thousands of formulas
NO_BROWSER = "no Chromium or Chrome found; name one: make pdf CHROME=..."
LEFT_OUT = (
    ".headerlink, .copybtn, .viewcode-link, .sd-summary-state-marker, script, button, #osphg-demo,"
    " .tag_hide-input > details.above-input, .tag_hide-input > .cell_input,"
    " details[id^=rocq-] > pre"
)

# What is wider than a line becomes smaller; a figure is not taller than a page.
FIT = """
(() => {
  const column = document.querySelector("main").clientWidth, found = [];
  const look = (element, width) => {
    const block = element.parentElement.closest("td, th, li, dd, p, div, section, figure");
    const room = Math.min(column, block?.clientWidth || column);
    if (width > room + 1) found.push([element, Math.max(0.35, (room / width) * 0.995)]);
  };
  for (const table of document.querySelectorAll("main table")) look(table, table.scrollWidth);
  for (const box of document.querySelectorAll("main mjx-container")) {
    const inner = box.querySelector("mjx-math");
    if (inner) look(box, inner.getBoundingClientRect().width);
  }
  for (const [element, share] of found) element.style.zoom = share;  // after all are measured
  return found.length;
})()
"""
# What still stands out of the page.
OUTSIDE = """
(() => {
  const width = document.querySelector("main").getBoundingClientRect().right, found = [];
  const wide = ["table", "mjx-container", "img", "svg", "pre"].map((name) => `main ${name}`);
  for (const box of document.querySelectorAll(wide.join()))
    if (box.getBoundingClientRect().right > width + 2)
      found.push(`${box.closest("section.chapter")?.id}: ${box.localName}`
        + ` ${(box.textContent || "").trim().slice(0, 60)}`);
  return found;
})()
"""


class PrintError(Exception):
    """Why the book was not printed."""


def contents(toc: Path) -> list[tuple[str, list[str]]]:
    """Return the parts of the book, each with its caption and its pages; the first has none."""
    read = yaml.safe_load(toc.read_text(encoding="utf-8"))
    parts = [("", [read["root"]])]
    for part in read.get("parts", []):
        parts.append((part.get("caption", ""), [chapter["file"] for chapter in part["chapters"]]))
    return [(caption, [re.sub(r"\.(md|ipynb)$", "", p) for p in pages]) for caption, pages in parts]


def place(page: str) -> str:
    """Return what all identifiers of a page begin with in the document."""
    return page.rpartition("/")[2]


def target(link: str, page: str, pages: frozenset[str]) -> str | None:
    """Return where a link of a page leads within the document; None if that is not in it."""
    url = urlsplit(link)
    name = page
    if url.path:
        whole = normpath(f"{page.rpartition('/')[0]}/{unquote(url.path)}")
        name = whole.removesuffix(".html")
        if name == whole or name not in pages:
            return None
    return f"#{place(name)}--{unquote(url.fragment)}" if url.fragment else f"#{place(name)}"


def chapter(text: str, page: str, pages: frozenset[str]) -> Tag:
    """Return the article of a page, with what only a screen can show removed or unfolded.

    Raises
    ------
    PrintError
        If the page has no article.
    """
    soup = BeautifulSoup(text, "html.parser")
    article = soup.find("article")
    if not isinstance(article, Tag):
        raise PrintError(f"{page} has no article")
    for tag in article.select(LEFT_OUT):
        tag.decompose()
    for tag in article.find_all("details"):
        tag["open"] = ""
    name = place(page)
    for tag in article.find_all(True):
        if "id" in tag.attrs:
            tag["id"] = f"{name}--{tag['id']}"
        for key in [key for key in tag.attrs if key.startswith("aria-")]:
            del tag[key]
        for key, value in tag.attrs.items():
            if isinstance(value, str) and "url(#" in value:
                tag[key] = value.replace("url(#", f"url(#{name}--")
        for key in ("href", "xlink:href"):
            link = tag.get(key)
            if isinstance(link, str) and not urlsplit(link).scheme:
                inside = target(link, page, pages)
                if inside:
                    tag[key] = inside
                elif tag.name == "a":
                    del tag[key]
    article.name, article.attrs = "section", {"class": "chapter", "id": name}
    return article


def title(article: Tag) -> str:
    """Return a chapter's title as HTML without links."""
    heading = article.find("h1")
    return heading.decode_contents().strip() if isinstance(heading, Tag) else ""


def lines(
    parts: list[tuple[str, list[tuple[str, str]]]], numbers: Mapping[str, int]
) -> Iterator[str]:
    """Yield the lines of the table of contents."""
    for caption, chapters in parts:
        if caption:
            yield f'<p class="part">{escape(caption)}</p>'
        for name, heading in chapters:
            number = numbers.get(name, "")
            yield (
                f'<a class="entry" href="#{name}"><span>{heading}</span>'
                f'<span class="leader"></span><span class="number">{number}</span></a>'
            )


def document(site: Path, toc: Path, about: Mapping[str, str], numbers: Mapping[str, int]) -> str:
    """Return the book as one document; `numbers` are the pages on which chapters begin.

    Raises
    ------
    PrintError
        If a page of the contents is not there, has no article or no MathJax.
    """
    parts = contents(toc)
    pages = frozenset(page for _, names in parts for page in names)
    root = parts[0][1][0]
    for page in pages:
        if not (site / f"{page}.html").is_file():
            raise PrintError(f"the built book has no page {page}")
    first = BeautifulSoup((site / f"{root}.html").read_text(encoding="utf-8"), "html.parser")
    scripts = [tag for tag in first.find_all("script") if "MathJax" in tag.get_text()]
    scripts += first.find_all("script", src=re.compile("/mathjax/"))
    if len(scripts) < 2:
        raise PrintError("the built book does not load its MathJax")
    styles = first.find_all("link", rel="stylesheet")
    chapters, listed = [], []
    for caption, names in parts:
        inside = []
        for page in names:
            text = (site / f"{page}.html").read_text(encoding="utf-8")
            article = chapter(text, page, pages)
            inside.append((place(page), title(article)))
            chapters.append(str(article))
        listed.append((caption, inside))
    plain = (
        "<script>Object.assign(window.MathJax.options = window.MathJax.options || {},"
        " {enableMenu: false, enableAssistiveMml: false})</script>"
    )
    head = f'<meta charset="utf-8"><base href="{escape((site / root).resolve().as_uri())}">'
    head += f"<title>{escape(about['title'])}</title>"
    head += "".join(map(str, styles)) + str(scripts[0]) + plain
    head += "".join(map(str, scripts[1:]))
    head += f"<style>{fonts()}\n{STYLE.read_text(encoding='utf-8')}</style>"
    front = (
        f"<header><h1>{escape(about['title'])}</h1><p>{escape(about['author'])}</p>"
        "<p>Solutions are unfolded here, and code that only draws a figure is left out. What moves,"
        " the sources of the package and the statements as Rocq reads them are in the book that a"
        " browser shows.</p></header>"
    )
    table = (
        f'<nav class="printed-contents"><h2>Contents</h2>{"".join(lines(listed, numbers))}</nav>'
    )
    whole = f'<div class="bd-article">{front}{table}{"".join(chapters)}</div>'
    body = f'<body><main class="bd-content">{whole}</main></body>'
    return f'<!DOCTYPE html><html lang="en" data-theme="light"><head>{head}</head>{body}</html>'


def beginnings(pdf: bytes) -> dict[str, int]:
    """Return the page of each named place of a file that Chromium has printed, from 1."""
    tree = {
        node: re.findall(rb"(\d+) 0 R", kids)
        for node, kids in re.findall(
            rb"\n(\d+) 0 obj\s*<<[^>]*?/Type\s*/Pages\b.*?/Kids\s*\[(.*?)\]", pdf, re.DOTALL
        )
    }
    below = {kid for kids in tree.values() for kid in kids}

    def leaves(node: bytes) -> Iterator[bytes]:
        for kid in tree[node]:
            yield from leaves(kid) if kid in tree else [kid]

    roots = [node for node in tree if node not in below]
    number = {page: at for at, page in enumerate((p for r in roots for p in leaves(r)), 1)}
    named = re.findall(rb"/([^\s/\[\]<>()]+)\s*\[\s*(\d+) 0 R\s*/XYZ", pdf)
    return {
        re.sub(rb"#([0-9a-fA-F]{2})", lambda m: bytes([int(m[1], 16)]), name).decode(): number[page]
        for name, page in named
        if page in number
    }


def printed(session: Session) -> bytes:
    """Return the open page as a PDF, with an outline of its headings."""
    made = session.ask(
        "Page.printToPDF", preferCSSPageSize=True, printBackground=True,
        generateDocumentOutline=True, generateTaggedPDF=False, transferMode="ReturnAsStream",
    )  # fmt: skip
    parts = []
    while True:
        part = session.ask("IO.read", handle=made["stream"], size=2**20)
        parts.append(base64.b64decode(part["data"]) if part["base64Encoded"] else part["data"])
        if part["eof"]:
            return b"".join(parts)


def print_book(browser: str, site: Path, toc: Path, about: Mapping[str, str]) -> tuple[bytes, int]:
    """Return the built book as a PDF, and its number of pages.

    Raises
    ------
    PrintError
        If a page or a formula is missing, something is cut off, or the document asks another host.
    """
    text = document(site, toc, about, {})
    wanted = len(formulas(BeautifulSoup(text, "html.parser")))
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "book.html"
        page.write_text(text, encoding="utf-8")
        with Session(browser, page, width=WIDTH, patience=PATIENCE) as session:
            session.ask("Emulation.setEmulatedMedia", media="print")
            session.value(
                "window.MathJax.startup.promise.then(() => document.fonts.ready).then(() => 1)"
            )
            drawn = session.value("document.getElementsByTagName('mjx-container').length")
            wrong = session.value("document.getElementsByTagName('mjx-merror').length")
            if wrong or drawn < wanted:
                raise PrintError(f"the browser drew {drawn - wrong} of {wanted} formulas")
            if session.requests:
                raise PrintError(f"the document asks for {session.requests[0]}")
            session.value(FIT)
            if cut := session.value(OUTSIDE):
                raise PrintError("cut off: " + "; ".join(cut[:5]))
            names = [place(name) for _, names in contents(toc) for name in names]
            found = beginnings(printed(session))
            missing = [name for name in names if name not in found]
            if missing:
                raise PrintError(f"no page is known of {', '.join(missing)}")
            for name in names:
                session.value(
                    f"document.querySelector('a.entry[href=\"#{name}\"] .number').textContent"
                    f" = '{found[name]}'"
                )
            pdf = printed(session)
    if beginnings(pdf) != found:
        raise PrintError("the pages of the contents moved the chapters")
    return pdf, max(found.values())


def main() -> int:
    browser = shutil.which(" ".join(sys.argv[1:]))
    if browser is None:
        print(f"error: {NO_BROWSER}", file=sys.stderr)
        return 1
    status = build()
    if status == 0:
        try:
            about = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
            pdf, count = print_book(browser, SITE, ROOT / "_toc.yml", about)
        except (PrintError, OSError, RuntimeError) as error:
            print(f"error: the book was not printed: {error}", file=sys.stderr)
            return 1
        TARGET.write_bytes(pdf)
        print(f"== printed {TARGET}: {count} pages, {len(pdf) / 1e6:.1f} MB")
    return status


if __name__ == "__main__":
    sys.exit(main())

"""Print the note, one page of the built book, to _build/note.pdf: four pages of A4.

A copy of the page without the site around it; mathematics is set by the MathJax that the site
ships. A note with a formula that is not drawn, or of more than four pages, is refused.
"""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path
from urllib.parse import unquote

import matplotlib as mpl
from browser import browse, print_pdf
from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString
from build_book import build
from check_site import formulas
from execution_key import BUILD

PAGE = BUILD / "html" / "book" / "note.html"
TARGET = BUILD / "note.pdf"
STYLE = Path(__file__).with_name("note.css")
MOST = 4  # pages
FACES = {
    "": "font-weight: normal; font-style: normal",
    "Bol": "font-weight: bold; font-style: normal",
    "Italic": "font-weight: normal; font-style: italic",
    "BolIta": "font-weight: bold; font-style: italic",
}
NO_BROWSER = "no Chromium or Chrome found; name one: make note CHROME=..."
OF_THE_BOOK = "Chapters and statements in italics are the book's."
LEFT_OUT = ".headerlink, .copybtn, .toggle-details, script, style"


class NoteError(Exception):
    """What is wrong with the note."""


def fonts() -> str:
    """Return the text's font as a style sheet that holds it."""
    folder = Path(mpl.get_data_path()) / "fonts" / "ttf"
    rules = []
    for name, look in FACES.items():
        data = base64.b64encode((folder / f"STIXGeneral{name}.ttf").read_bytes()).decode()
        source = f"url(data:font/ttf;base64,{data})"
        rules.append(f"@font-face {{font-family: STIX; {look}; src: {source}}}")
    return "\n".join(rules)


def references(article: Tag) -> list[tuple[str, str]]:
    """Return the works that the note cites, from the links to the book's list of them."""
    found: dict[str, str] = {}
    for link in article.select("a[title]"):
        if "references.html#" in str(link.get("href")):
            found.setdefault(link.get_text(), str(link["title"]))
    return sorted(found.items())


def certified(tag: Tag) -> None:
    """Make a certificate and those that follow it one line, without statements."""
    if tag.parent is None or tag.summary is None:  # its line is there
        return
    line, tag.summary.name = tag.summary, "p"
    line["class"] = "osphg-certified"
    while isinstance(after := tag.find_next_sibling(), Tag) and after.name == "details":
        line.extend([", ", after.code.extract()] if after.code else [])
        after.extract()
    tag.replace_with(line)


def printable(page: str, at: str) -> str:
    """Return the article of the page at an address alone, as a document for paper.

    Links into the site become the names of the chapters, and the works cited a list at the end.

    Raises
    ------
    NoteError
        If the page has no article, or no MathJax.
    """
    soup = BeautifulSoup(page, "html.parser")
    article = soup.find("article")
    if not isinstance(article, Tag) or soup.title is None:
        raise NoteError("the page has no article")
    scripts = [tag for tag in soup.find_all("script") if "MathJax" in tag.get_text()]
    scripts += soup.find_all("script", src=re.compile("/mathjax/"))
    if len(scripts) < 2:
        raise NoteError("the page does not load the site's MathJax")
    cited = references(article)
    for tag in article.select(LEFT_OUT):
        tag.decompose()
    for tag in article.select("details.osphg-certified"):
        certified(tag)
    for link in article.find_all("a", href=True):
        target = str(link["href"])
        if target.startswith(("#", "http://", "https://")):
            continue
        link.name, link.attrs = "span", {"class": "chapter"}
        if "references.html" in target:
            link.attrs = {}
    for tag in article.select("span.math"):
        # A line may end after a formula, but does not begin with a full stop.
        after = tag.next_sibling
        if isinstance(after, NavigableString) and (mark := re.match(r"[,.;:?!)]+", after)):
            after.replace_with(after[mark.end() :])
            tag.wrap(soup.new_tag("span", attrs={"class": "together"})).append(mark[0])
    if cited:
        listed = "".join(f"<p>[{escape(name)}] {escape(work)}</p>" for name, work in cited)
        end = f'<div class="references"><h2>References</h2>{listed}<p>{OF_THE_BOOK}</p></div>'
        article.append(BeautifulSoup(end, "html.parser"))
    style = f"<style>{fonts()}\n{STYLE.read_text(encoding='utf-8')}</style>"
    head = f'<meta charset="utf-8"><base href="{escape(at)}">{soup.title}{style}'
    head += "".join(map(str, scripts))
    return f'<!DOCTYPE html><html lang="en"><head>{head}</head><body>{article}</body></html>'


def pages(pdf: bytes) -> int:
    """Return how many pages a file has that Chromium has printed."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def print_note(browser: str, page: Path, target: Path) -> int:
    """Print the note of a built book, and return its number of pages.

    Raises
    ------
    NoteError
        If a formula is not drawn, the page asks another host for anything, or there are more than
        four pages. Nothing is written then.
    """
    text = printable(page.read_text(encoding="utf-8"), page.resolve().as_uri())
    shown = BeautifulSoup(text, "html.parser")
    wanted = len(formulas(shown))
    for image in shown.find_all("img"):
        if not (page.parent / unquote(str(image["src"]))).is_file():
            raise NoteError(f"there is no picture {image['src']}")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "note.html"
        copy.write_text(text, encoding="utf-8")
        seen, requests = browse(browser, copy)
        drawn, wrong = len(seen.find_all("mjx-container")), seen.find_all("mjx-merror")
        if requests:
            raise NoteError(f"the page asks for {requests[0]}")
        if wrong or drawn < wanted:
            raise NoteError(f"the browser drew {drawn - len(wrong)} of {wanted} formulas")
        printed = Path(folder) / "note.pdf"
        print_pdf(browser, copy, printed)
        count = pages(printed.read_bytes())
        if not 1 <= count <= MOST:
            raise NoteError(f"it has {count} pages of A4, and {MOST} are allowed")
        target.write_bytes(printed.read_bytes())
    return count


def main() -> int:
    browser = shutil.which(" ".join(sys.argv[1:]))
    if browser is None:
        print(f"error: {NO_BROWSER}", file=sys.stderr)
        return 1
    status = build()
    if status == 0:
        try:
            count = print_note(browser, PAGE, TARGET)
        except (NoteError, OSError, subprocess.SubprocessError) as error:
            print(f"error: the note was not printed: {error}", file=sys.stderr)
            return 1
        print(f"== printed {TARGET}, {count} pages")
    return status


if __name__ == "__main__":
    sys.exit(main())

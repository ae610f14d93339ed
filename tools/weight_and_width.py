"""What a page weighs, and whether a telephone shows it whole.

`weight` and `icons` read the built page; `drawn` asks a browser, which also says what the page
fetches, whether each formula is drawn, and what its console calls an error.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from browser import Session
from bs4 import BeautifulSoup, Tag

HEAVIEST = 1_000_000  # bytes of a page: its HTML and its figures, without what all pages share
NARROW = 360  # pixels: a small telephone
IN_CSS = re.compile(r"""url\(\s*["']?([^"')]+)["']?\s*\)""")
ICON = re.compile(r"fa-(?!solid\b|lg\b)[a-z0-9-]+")

# All that folds is opened, and the frame after the next one is waited for: formulas are measured.
OPEN = """
for (const found of document.querySelectorAll("article details")) found.open = true;
for (const found of document.querySelectorAll("article .toggle-hidden"))
  found.classList.remove("toggle-hidden");
const frame = () => new Promise((done) => requestAnimationFrame(done));
new Promise((done) => setTimeout(done, 50)).then(frame).then(frame).then(() => 1)
"""
# What stands out of the column to the right and is in nothing that scrolls.
OUTSIDE = """
(() => {
  const width = document.documentElement.clientWidth, found = [];
  const scrolls = (element) =>
    ["auto", "scroll"].includes(getComputedStyle(element).overflowX)
    && element.getBoundingClientRect().right <= width + 1;
  const look = (element) => {
    const box = element.getBoundingClientRect();
    if (box.width > 0 && box.height > 0 && box.right > width + 1) {
      found.push(`${element.localName} ${(element.textContent || "").trim().slice(0, 60)}`);
    } else if (!scrolls(element) && element.localName !== "mjx-container") {
      for (const child of element.children) look(child);
    }
  };
  for (const child of (document.querySelector("article") || document.body).children) look(child);
  return {found: found.slice(0, 3), more: document.scrollingElement.scrollWidth - width};
})()
"""


def tags(within: Tag, *names: str) -> list[Tag]:
    """Return the elements of these names, or all; find_all, which can do more, takes longer."""
    found = (part for part in within.descendants if isinstance(part, Tag))
    return [tag for tag in found if not names or tag.name in names]


def weight(page: Path, soup: BeautifulSoup, heaviest: int = HEAVIEST) -> list[str]:
    """Say so if a page and its own figures are heavier than they may be."""
    files = {page}
    for tag in tags(soup, "img", "source", "embed", "object"):
        url = urlsplit(str(tag.get("src") or tag.get("data") or ""))
        if url.path and not url.scheme and not url.netloc:
            files.add((page.parent / unquote(url.path)).resolve())
    sizes = {file: file.stat().st_size for file in files if file.is_file()}
    total = sum(sizes.values())
    if total <= heaviest:
        return []
    most = max(sizes, key=lambda file: sizes[file])
    return [
        f"its own files have {total:,} bytes, more than {heaviest:,}:"
        f" {sizes[most]:,} of them in {most.name}"
    ]


@cache
def missing_files(style: Path) -> tuple[str, ...]:
    """Return the site's own files that a style would load and that are not there."""
    text = style.read_text(encoding="utf-8", errors="replace")
    urls = {url.split("#")[0].split("?")[0] for url in IN_CSS.findall(text)}
    local = [url for url in urls if url and not re.match(r"(?:[a-z]+:|//)", url)]
    return tuple(
        f"{style.name} loads {url}, which does not exist"
        for url in sorted(local)
        if not (style.parent / unquote(url)).is_file()
    )


def icons(page: Path, soup: BeautifulSoup) -> list[str]:
    """Icons that no style of the page draws, and scripts that would draw them at a great price."""
    found = []
    styles = []
    for tag in tags(soup, "script", "link"):
        address = str(tag.get("src") or tag.get("href") or "")
        if "fontawesome" in address.lower():
            found.append(f"<{tag.name}> loads all of Font Awesome: {address}")
        path = page.parent / unquote(urlsplit(address).path)
        if tag.name == "link" and path.suffix == ".css" and path.is_file():
            styles.append(path.resolve())
            found += missing_files(path.resolve())
    drawn = {icon for style in styles for icon in icons_of(style)}
    used = {name for tag in tags(soup, "i", "span") for name in tag.get("class") or []}
    missing = sorted(name for name in used if ICON.fullmatch(name) and name not in drawn)
    return [*found, *(f"_static/icons.css has no {name}" for name in missing)]


def codes(style: str) -> dict[str, str]:
    """Return what a style writes for each icon."""
    found = re.findall(r"([^{}]*)\{\s*content:\s*\"(\\[0-9a-f]+)\";?\s*\}", style)
    return {
        name: code
        for selectors, code in found
        for name in re.findall(r"\.(fa-[a-z0-9-]+)::?before", selectors)
    }


@cache
def icons_of(style: Path) -> frozenset[str]:
    return frozenset(codes(style.read_text(encoding="utf-8", errors="replace")))


def drawn(session: Session, page: Path, formulas: int) -> list[str]:
    """Open a page in a narrow window and return its faults; `formulas` are in its source."""
    session.errors.clear()
    session.requests.clear()
    session.open(page)
    if formulas:
        session.value(
            "void window.MathJax?.startup?.promise?.then("
            "() => { document.documentElement.dataset.drawn = 'all' })"
        )
        try:
            session.wait("document.documentElement.dataset.drawn === 'all'", seconds=90)
        except TimeoutError:
            return ["MathJax does not come to an end"]
    session.value(OPEN)
    counted = session.value("document.getElementsByTagName('mjx-container').length")
    wrong = session.value(
        "[...document.getElementsByTagName('mjx-merror')].map((e) => e.textContent)"
    )
    outside = session.value(OUTSIDE)
    found = [f"the browser fetched {url}" for url in session.requests]
    found += [f"the browser's console says: {error}" for error in session.errors]
    found += [f"MathJax reports {text}" for text in wrong]
    if counted < formulas:
        found.append(f"the browser drew {counted} of {formulas} formulas")
    found += [f"{NARROW} pixels cut off: {json.dumps(text)[1:-1]}" for text in outside["found"]]
    if outside["more"] > 0 and not outside["found"]:
        found.append(f"a window of {NARROW} pixels scrolls sideways, by {outside['more']}")
    return found

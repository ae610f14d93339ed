"""Open each page of the built book in Chromium, and refuse one that a reader would not see whole.

That is one with a formula that is not drawn or an error, that fetches something, is heavy, wider
than a telephone, closed to a reader in a way that axe-core sees, or whose demo does not begin;
whose parts move while it loads, or in which a link lands off the screen.

    CHROME=chromium pytest tools/check_pages.py [-k NAME]   `make check`, of some pages
"""

from __future__ import annotations

import gzip
import os
import shutil
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from check_site import ROOT, anchors, links, pages_of_toc
from playwright.sync_api import Browser, Page, sync_playwright

NARROW, WIDE, HEIGHT = 360, 1440, 900  # pixels: a small telephone; a window with bars at both sides
HEAVIEST = 700_000  # bytes of a page with all that it loads, compressed
SITE = ROOT / "_build" / "html"
# These have what all others have around them, and the colours of code.
WHOLE = ("book/index", "book/algorithm", "search", "genindex")
# What axe-core leaves out: formulas, of which it knows nothing, and, of other pages, code, and
# entries that are as the first ones.
FORMULAS = ["math", "a:has(> span > math)"]
ALIKE = [".highlight > *", "dl.py:nth-of-type(n+5)"]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
# What a reader would not see whole; all that folds is opened first, as formulas are measured then.
FAULTS = r"""
async () => {
  const article = document.querySelector("article") ?? document.body;
  const all = (selector) => [...article.querySelectorAll(selector)], found = [];
  const say = (what, elements, text = (one) => one.textContent) => elements.slice(0, 3).forEach(
    (one) => found.push(`${what}: ${one.localName} ${text(one).trim().slice(0, 80)}`.trim()));
  for (const one of all("details")) one.open = true;
  for (const one of all(".toggle-hidden")) one.classList.remove("toggle-hidden");
  await new Promise((done) => setTimeout(done, 200));  // wide.js marks meanwhile
  say("TeX that is not set as mathematics", all(":not(pre, code, script, style)").filter((one) =>
    !one.closest("pre, code, svg") && [...one.childNodes].some((node) =>
      node.nodeType === 3 && /\\[A-Za-z]{2,}|\\[(\[]|\$\$/.test(node.data))));
  say("a stretched picture", all("img").filter((one) => Math.abs(
    one.width / one.height / (one.naturalWidth / one.naturalHeight) - 1) > 0.03), (one) => one.alt);
  say("a picture described by its file or not at all", all("img").filter(
    (one) => !one.alt || one.alt.includes("_images/")), (one) => one.src);
  say("an icon that no style draws", [...document.querySelectorAll("[class*='fa-']")].filter(
    (one) => getComputedStyle(one, "::before").content === "none"), (one) => one.className);
  const width = document.documentElement.clientWidth, cut = [];
  const scrolls = (one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX)
    && one.getBoundingClientRect().right <= width + 1;
  const look = (one) => {
    const box = one.getBoundingClientRect();
    if (box.width > 0 && box.height > 0 && box.right > width + 1) cut.push(one);
    else if (!scrolls(one)) [...one.children].forEach(look);
  };
  [...article.children].forEach(look);
  say(`cut off at ${width} pixels`, cut);
  const more = document.scrollingElement.scrollWidth - width;
  if (more > 0 && !cut.length) found.push(`it scrolls sideways, by ${more} of ${width} pixels`);
  return found;
}
"""
# Whether parts of a page move while it loads, and the places in it on which a link lands off the
# screen, or under the bar at its top.
LANDED = r"""
async (places) => {
  const off = [];
  let shift = 0;
  new PerformanceObserver((seen) => seen.getEntries().forEach((one) => { shift += one.value; }))
    .observe({type: "layout-shift", buffered: true});
  await document.fonts.ready;
  await new Promise((done) => setTimeout(done, 150));  // what comes late has come
  if (shift > 0.05) off.push(`its parts move by ${shift.toFixed(2)} while it loads`);
  for (const place of places) {
    location.hash = place;  // scrolls at once
    const one = document.getElementById(place), {top} = one.getBoundingClientRect();
    if (one.closest(".tag_demo-still")) continue;  // a picture for who has no scripts
    const bar = document.querySelector(".bd-header-article");
    const covered = bar && getComputedStyle(bar).position === "sticky" ? bar.offsetHeight : 0;
    if (!one.checkVisibility() || (top < covered - 1 && scrollY > 0) || top > innerHeight - 20)
      off.push(`#${place} lands ${Math.round(top)} pixels below the top`);
  }
  return off;
}
"""


def closed(page: Page, width: int, left_out: list[str]) -> Iterator[str]:
    """Yield what axe-core finds in a page."""
    page.set_viewport_size({"width": width, "height": HEIGHT})
    within = {"exclude": [[selector] for selector in left_out]}
    for theme, rules in (("light", RULES), ("dark", ["color-contrast"])):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        options = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
        seen = Axe().run(page, within, options)
        for rule in seen.response["violations"]:
            if rule["impact"] != "minor":
                yield f"{theme}, {width} pixels: {seen.generate_report(rule['id'])}"


def landed(page: Page, address: str, places: list[str], width: int) -> list[str]:
    """Return what moves while a page opens, and where links land off the screen."""
    page.set_viewport_size({"width": width, "height": HEIGHT})
    page.goto(address)
    return [f"at {width} pixels {fault}" for fault in page.evaluate(LANDED, places)]


def weight(address: str) -> int:
    """Return the bytes of a file as a server compresses it."""
    file = Path(unquote(urlsplit(address).path))
    return len(gzip.compress(file.read_bytes())) if file.is_file() else 0


@cache
def linked() -> dict[Path, set[str]]:
    """Return the places of each page that links lead to."""
    places = defaultdict[Path, set[str]](set)
    for _, _, target, place in links(SITE):
        places[target] |= {place} & anchors(target) if place else set()
    return places


@pytest.fixture(scope="session")
def chrome() -> Iterator[Browser]:
    browser = os.environ.get("CHROME")
    if not browser:
        pytest.skip("no Chromium or Chrome: make check CHROME=...")
    program = shutil.which(browser) or browser
    with sync_playwright() as player, player.chromium.launch(executable_path=program) as chrome:
        yield chrome


@pytest.mark.parametrize("name", [*pages_of_toc(ROOT / "_toc.yml"), "search", "genindex"])
def test_page(name: str, chrome: Browser) -> None:
    file, found, asked = SITE / f"{name}.html", list[str](), set[str]()
    page = chrome.new_page(reduced_motion="reduce", offline=True)
    page.set_default_timeout(120_000)  # a busy machine is slow: that is no fault of a page
    page.on("request", lambda request: asked.add(request.url.partition("#")[0]))
    page.on("pageerror", lambda error: found.append(f"an error: {error}"))
    page.on("console", lambda told: found.extend([told.text] * (told.type == "error")))
    for width in (WIDE, NARROW):
        found += landed(page, file.as_uri(), sorted(linked()[file]), width)
    found += [f"the browser asks for {url}" for url in asked if not url.startswith("file:")]
    if (total := sum(map(weight, asked))) > HEAVIEST:
        found.append(f"it loads {total:,} bytes, more than {HEAVIEST:,}")
    page.add_style_tag(content="* { transition: none !important; animation: none !important }")
    found += page.evaluate(FAULTS)
    if page.query_selector("#osphg-demo"):
        page.wait_for_selector("#osphg-demo[data-ready]")
    if name in WHOLE:
        found += closed(page, WIDE, FORMULAS)
    found += closed(page, NARROW, FORMULAS if name in WHOLE else FORMULAS + ALIKE)
    page.close()
    assert not found, "\n".join(found)

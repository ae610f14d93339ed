"""Open each page of the built book in Chromium, and fail where a reader would not see it whole.

    CHROME=chromium pytest tools/check_pages.py [-k NAME]

`make check` calls it after `make book`; -k chooses pages. Each page is one test, which fails with a
line for each fault. Faults are: a formula that is not drawn; an error of a script; anything that is
fetched from elsewhere; more than `MAX_BYTES` to load; something wider than a telephone's window;
what axe-core reports as closed to some readers; parts that move while the page loads; a link that
lands off the screen. A demo must begin. Besides, the search finds first what a reader means, and
links to places that have moved lead on to them. Without CHROME all tests are skipped.

Links, ids and notebooks are checked without a browser, in `check_site.py`.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from check_site import ROOT, ids, internal_links, pages_of_toc
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Route, sync_playwright

# Sizes of the browser's window, in CSS pixels.
NARROW = 360  # a small telephone
WIDE = 1440  # a window in which the site has bars at both sides
HEIGHT = 900
MAX_BYTES = 700_000  # of a page with all that it loads, compressed
LOADS = 4  # of a page whose parts move, before that is a fault
SITE = ROOT / "_build" / "html"
SERVER = "http://book.test/"  # where the site is for what a browser loads from servers alone
# What readers type, and the page that comes first.
SEARCHES = {
    "install": "book/index",
    "papermill": "book/command",
    "change parameters": "book/command",
    "JupyterLite": "book/index",
    "symbols": "book/notation",
    "oracle": "book/notation",
    "Lemma 4.2": "book/lemma42",
    "Theorem 4.1": "book/theorems",
    "Figure 1": "book/figure1",
    "pacing": "book/pacer",
    "budget pacing": "book/pacer",
    "csv": "book/csv",
    "regret": "book/problem",
    "linear regret": "book/linear_regret",
    "dynamic regret": "book/dynamic_regret",
    "decoy": "book/linear_regret",
    "window": "book/problem",
    "unknown window": "book/unknown_window",
    "repricing": "book/rate",
    "dual descent": "book/tournament",
    "Rocq": "book/certificates",
    "what is open": "book/tightness",
    "osphg.Box": "book/api_domains",
    "best_fixed_decision": "book/api_benchmark",
}
# Places that stood on the page `book/api` once, and where they are.
MOVED_PLACES = {
    "osphg.Box": "book/api_domains",
    "osphg.Box.project": "book/api_domains",
    "osphg.OSPHG.tuned": "book/api_players",
    "module-osphg.pacing": "book/api_pacing",
    "osphg.players.COLD": "book/api_players",
    "chap-api-core": "book/api_core",
    "the-benchmark": "book/api_benchmark",
    "chap-command": "book/command",
    "osphg-run": "book/command",
    "cmdoption-osphg-run-p": "book/command",
}
# Pages that axe-core reads in both widths and with all their code. Between them they have all that
# the site puts around a page, and all colours of code.
READ_IN_FULL = ("book/index", "book/algorithm", "search", "genindex")
# What axe-core leaves out, as CSS selectors: formulas, of which it knows nothing; on other pages
# also code, the site's bars, entries of the reference after the first four, and rows of a table
# after the first eight, which are like those.
FORMULAS = ["math"]
REPEATED_PARTS = [
    ".highlight > *",
    "dl.py:nth-of-type(n+5)",
    "tbody > tr:nth-of-type(n+9)",
    # what the site puts around a page
    ".bd-sidebar-primary",
    ".bd-sidebar-secondary",
    ".bd-header-article",
]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
# A rule that axe-core has on trial, and does not run by itself. It joins the lines of a box of the
# map of theorems without a space, and then misses them in the name: boxes are left out.
TRIAL_RULES = {"label-content-name-mismatch": {"enabled": True}}
BOX = "osphg-box"
# JavaScript: leave of the elements `selectors` their text alone. axe-core takes as long for a part
# of what it leaves out as for any other: formulas and code were half of its time.
KEEP_TEXT_ALONE = """
(selectors) => {
  for (const element of document.querySelectorAll(selectors))
    element.replaceChildren(element.textContent);
}
"""
# JavaScript: return a message for each fault that a reader would see. All that folds is opened
# first, because what is folded has no size to measure.
FIND_VISIBLE_FAULTS = r"""
async () => {
  const article = document.querySelector("article") ?? document.body;
  const all = (selector) => [...article.querySelectorAll(selector)];
  const faults = [];
  // Adds a message with the element's tag and a text of it, for the first three elements.
  const report = (fault, elements, text = (element) => element.textContent) => {
    for (const element of elements.slice(0, 3))
      faults.push(`${fault}: ${element.localName} ${text(element).trim().slice(0, 80)}`.trim());
  };
  for (const details of all("details")) details.open = true;
  for (const cell of all(".toggle-hidden")) cell.classList.remove("toggle-hidden");
  await new Promise((done) => setTimeout(done, 200));  // wide.js marks meanwhile

  const hasTeX = (node) => node.nodeType === Node.TEXT_NODE
    && /\\[A-Za-z]{2,}|\\[(\[]|\$\$/.test(node.data);
  report("TeX that is not set as mathematics",
    all(":not(pre, code, script, style)").filter((element) =>
      !element.closest("pre, code, svg") && [...element.childNodes].some(hasTeX)));
  report("a stretched picture", all("img").filter((image) => Math.abs(
    image.width / image.height / (image.naturalWidth / image.naturalHeight) - 1) > 0.03),
    (image) => image.alt);
  report("a picture described by its file or not at all", all("img").filter(
    (image) => !image.alt || image.alt.includes("_images/")), (image) => image.src);
  report("an icon that no style draws", [...document.querySelectorAll("[class*='fa-']")].filter(
    (icon) => getComputedStyle(icon, "::before").content === "none"), (icon) => icon.className);

  const width = document.documentElement.clientWidth;
  const cutOff = [];
  const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX)
    && element.getBoundingClientRect().right <= width + 1;
  // Adds the outermost elements that end to the right of the window, where nothing scrolls.
  const findCutOff = (element) => {
    const box = element.getBoundingClientRect();
    if (box.width > 0 && box.height > 0 && box.right > width + 1) cutOff.push(element);
    else if (!scrolls(element)) [...element.children].forEach(findCutOff);
  };
  [...article.children].forEach(findCutOff);
  const isCut = (formula) => scrolls(formula) && formula.scrollWidth > formula.clientWidth + 1;
  report("a formula that scrolls, and does not show it", all("div.math, span.math").filter(
    (formula) => isCut(formula)
      && !getComputedStyle(formula).backgroundAttachment.includes("local")));
  report(`cut off at ${width} pixels`, cutOff);
  const excess = document.scrollingElement.scrollWidth - width;
  if (excess > 0 && !cutOff.length)
    faults.push(`it scrolls sideways, by ${excess} of ${width} pixels`);
  return faults;
}
"""
# What a search cites is text: no assignment, call or import, and no command of TeX.
CODE_OR_TEX = re.compile(r"\\[a-z]+|\\\(|\bimport \w+$|^\s*>>>|_ = axis|\) = |def \w+\(")
# JavaScript: tell whether the element of an id is shown, and begins in the window.
IS_IN_WINDOW = r"""
(place) => {
  const element = document.getElementById(place);
  return element?.checkVisibility() && element.getBoundingClientRect().top < innerHeight;
}
"""
# JavaScript: return a message if parts of the page move while it loads, and one for each of the ids
# `places` to which a link lands off the screen or under the bar at the top of the page.
FIND_WRONG_LANDINGS = r"""
async (places) => {
  const faults = [];
  let shift = 0;
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) shift += entry.value;
  }).observe({type: "layout-shift", buffered: true});
  await document.fonts.ready;
  await new Promise((done) => setTimeout(done, 150));  // what comes late has come
  if (shift > 0.05) faults.push(`its parts move by ${shift.toFixed(2)} while it loads`);
  for (const place of places) {
    location.hash = place;  // scrolls at once
    const element = document.getElementById(place);
    const {top} = element.getBoundingClientRect();
    if (element.closest(".tag_demo-still")) continue;  // a picture for who has no scripts
    const bar = document.querySelector(".bd-header-article");
    const covered = bar && getComputedStyle(bar).position === "sticky" ? bar.offsetHeight : 0;
    const isUnderBar = top < covered - 1 && scrollY > 0;
    const isBelowWindow = top > innerHeight - 20;
    if (!element.checkVisibility() || isUnderBar || isBelowWindow)
      faults.push(`#${place} lands ${Math.round(top)} pixels below the top`);
  }
  return faults;
}
"""


def accessibility_faults(page: Page, width: int, left_out: list[str]) -> Iterator[str]:
    """Yield a message for each fault that axe-core reports on a page.

    Parameters
    ----------
    page
        The page, open in the browser.
    width
        The width of the window, in CSS pixels. All rules are checked in the light theme, and
        contrast in the dark one, too.
    left_out
        CSS selectors of parts that axe-core does not look at.
    """
    page.set_viewport_size({"width": width, "height": HEIGHT})
    context = {"exclude": [[selector] for selector in left_out]}
    rules_of_theme = {"light": RULES, "dark": ["color-contrast"]}
    for theme, rules in rules_of_theme.items():
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        # With `preload` axe-core would fetch files of the page again, which a browser that is
        # offline cannot do.
        options = {
            "runOnly": rules,
            "rules": TRIAL_RULES if rules is RULES else {},
            "resultTypes": ["violations"],
            "preload": False,
        }
        results = Axe().run(page, context, options)
        for rule in results.response["violations"]:
            if rule["id"] in TRIAL_RULES:
                rule["nodes"] = [node for node in rule["nodes"] if BOX not in node["html"]]
            if rule["nodes"] and rule["impact"] != "minor":  # the least of axe-core's four grades
                yield f"{theme}, {width} pixels: {results.generate_report(rule['id'])}"


def landing_faults(page: Page, address: str, places: list[str], width: int) -> list[str]:
    """Open a page in a window of `width` pixels; return what moves and where links land wrongly.

    `address` is the page's, and `places` has the ids on it to which links of the site lead.
    """
    page.set_viewport_size({"width": width, "height": HEIGHT})
    # On a busy machine a long page is drawn in pieces, now and then: what moves for a reader moves
    # each time.
    for _ in range(LOADS):
        page.goto("about:blank")
        page.goto(address)
        faults = [f"at {width} pixels {one}" for one in page.evaluate(FIND_WRONG_LANDINGS, places)]
        if not any("move by" in fault for fault in faults):
            break
    return faults


def compressed_size(address: str) -> int:
    """Return how many bytes a server sends of the file at an address ``file:...``; 0 for others."""
    file = Path(unquote(urlsplit(address).path))
    return len(gzip.compress(file.read_bytes())) if file.is_file() else 0


def serve(route: Route) -> None:
    """Answer a request for a file of the site at the address `SERVER`, as a server would."""
    file = SITE / unquote(urlsplit(route.request.url).path).lstrip("/")
    if file.is_file():
        route.fulfill(path=file)
    else:
        route.fulfill(status=404)


@cache
def linked_places() -> dict[Path, set[str]]:
    """Return for each HTML file of the site the ids in it to which links of the site lead.

    A file to which none leads has an empty set.
    """
    places = defaultdict[Path, set[str]](set)
    for link in internal_links(SITE):
        if link.place and link.place in ids(link.target):
            places[link.target].add(link.place)
    return places


@pytest.fixture(scope="session")
def chrome() -> Iterator[Browser]:
    """Give tests the browser that the variable CHROME names; skip them if it names none."""
    browser = os.environ.get("CHROME")
    if not browser:
        pytest.skip("no Chromium or Chrome: make check CHROME=...")
    program = shutil.which(browser) or browser
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=program) as chrome,
    ):
        yield chrome


@pytest.mark.parametrize("name", [*pages_of_toc(ROOT / "_toc.yml"), "search", "genindex"])
def test_page(name: str, chrome: Browser) -> None:
    """A reader sees the page whole, in a wide window and in a narrow one.

    `name` is the page's path in the site, without ".html". The browser `chrome` is offline, and
    reports each address that the page asks for. The pages of
    `READ_IN_FULL` are checked for accessibility in both widths and with nothing but formulas left
    out. The others are checked in the narrow width, without their code and all but a few entries of
    the reference.
    """
    file = SITE / f"{name}.html"
    faults = list[str]()
    requests = set[str]()  # the addresses that the page asks for

    def add_console_error(message: ConsoleMessage) -> None:
        """Add a message that the page has written to the browser's console, if it is an error."""
        if message.type == "error":
            faults.append(message.text)

    page = chrome.new_page(reduced_motion="reduce", offline=True)
    page.set_default_timeout(120_000)  # a busy machine is slow: that is no fault of a page
    page.on("request", lambda request: requests.add(request.url.partition("#")[0]))
    page.on("pageerror", lambda error: faults.append(f"an error: {error}"))
    page.on("console", add_console_error)
    # `landing_faults` opens the page in a window of this width, follows the places to which links
    # of the site lead, if there are any, and reports what moves. Last the narrow window, in which
    # what follows looks at the page.
    for width in (WIDE, NARROW):
        faults += landing_faults(page, file.as_uri(), sorted(linked_places()[file]), width)
    faults += [f"the browser asks for {url}" for url in requests if not url.startswith("file:")]
    total = sum(map(compressed_size, requests))
    if total > MAX_BYTES:
        faults.append(f"it loads {total:,} bytes, more than {MAX_BYTES:,}")
    # What is still changing would be measured somewhere on its way.
    page.add_style_tag(content="* { transition: none !important; animation: none !important }")
    faults += page.evaluate(FIND_VISIBLE_FAULTS)
    # The scripts of the demo and of the interactive figures mark that they run.
    for moving in page.query_selector_all("#osphg-demo, .osphg-figure"):
        page.wait_for_selector(f"#{moving.get_attribute('id')}[data-ready]")
    page.evaluate(KEEP_TEXT_ALONE, "math" if name in READ_IN_FULL else "math, .highlight pre")
    if name in READ_IN_FULL:
        faults += accessibility_faults(page, WIDE, FORMULAS)
        faults += accessibility_faults(page, NARROW, FORMULAS)
    else:
        faults += accessibility_faults(page, NARROW, FORMULAS + REPEATED_PARTS)
    page.close()
    assert not faults, "\n".join(faults)


def test_searches(chrome: Browser) -> None:
    """Each of `SEARCHES` finds its page first, and cites prose, without code and TeX."""
    faults = list[str]()
    page = chrome.new_page()
    page.on("pageerror", lambda error: faults.append(f"an error: {error}"))
    page.route(f"{SERVER}**", serve)
    for words, expected in SEARCHES.items():
        page.goto(f"{SERVER}search.html?q={quote(words)}")
        first = page.locator("ul.search > li").first
        first.locator("p.context").or_(first.locator("span")).first.wait_for()
        address = first.locator("a").get_attribute("href") or ""
        if address.partition("#")[0] != f"{expected}.html":
            faults.append(f"{words!r} finds {address} first, not {expected}")
        texts = page.locator("ul.search > li").all_text_contents()[:10]
        faults += [f"{words!r} shows {text}" for text in texts if CODE_OR_TEX.search(text)]
    page.close()
    assert not faults, "\n".join(faults)


def test_places_that_have_moved(chrome: Browser) -> None:
    """A link to each of `MOVED_PLACES` on its old page lands at it, within the window."""
    page = chrome.new_page()
    faults = list[str]()
    for place, now in MOVED_PLACES.items():
        page.goto("about:blank")
        page.goto(f"{(SITE / 'book' / 'api.html').as_uri()}#{place}")
        try:
            page.wait_for_url(f"{(SITE / now).as_uri()}.html#{place}", timeout=20_000)
            if not page.evaluate(IS_IN_WINDOW, place):
                faults.append(f"#{place} is not in the window of {now}")
        except Error:  # it did not come to that address in time
            faults.append(f"#{place} leads to {page.url}")
    page.close()
    assert not faults, "\n".join(faults)

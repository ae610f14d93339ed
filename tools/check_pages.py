"""Open each page of the built book in Chromium, and refuse one that a reader would not see whole.

That is one with a formula that is not drawn or an error, that fetches something, is wider than a
telephone, closed to a reader in a way that axe-core sees, or whose demo does not answer.
"""

import argparse
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from browser import Session
from bs4 import BeautifulSoup
from check_axe import violations
from check_demo import check_demo
from check_site import ROOT, formulas, local_links, pages_of_toc, parse
from weight_and_width import NARROW, drawn

NO_BROWSER = "== the pages are not opened, as there is no Chromium or Chrome: make check CHROME=..."


def check(site: Path, pages: list[str], browser: str) -> tuple[list[str], float]:
    """Return one line for each fault, and the seconds of the browsers' time that axe-core took."""
    spent: list[float] = []
    seen: list[str] = []
    problems: dict[str, list[str]] = {name: [] for name in pages}
    rest = iter(pages)  # of both browsers: whichever is ready takes the next page

    def visit() -> None:
        with Session(browser, site / f"{pages[0]}.html", width=NARROW) as session:
            for name in rest:
                page = site / f"{name}.html"
                try:
                    found = drawn(session, page, len(formulas(parse(page))))
                    if session.value("document.getElementById('osphg-demo') !== null"):
                        html = session.value("document.getElementById('osphg-demo').outerHTML")
                        found += local_links(page, BeautifulSoup(html, "html.parser"))
                        found += check_demo(browser, page)
                    began = time.perf_counter()
                    found += violations(session, NARROW, seen)
                    spent.append(time.perf_counter() - began)
                except TimeoutError as error:
                    problems[name] = [str(error)]
                    return
                problems[name] = found

    with ThreadPoolExecutor(2) as pool:
        for visited in [pool.submit(visit) for _ in range(2)]:
            visited.result()
    return [f"{name}: {fault}" for name in pages for fault in problems[name]], sum(spent)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--site", type=Path, default=ROOT / "_build" / "html")
    parser.add_argument("browser", help="Chromium or Chrome; without one, nothing is done")
    options = parser.parse_args()
    if not options.browser:
        print(NO_BROWSER)
        return 0
    if not shutil.which(options.browser):
        print(f"error: CHROME must be a program, got {options.browser}", file=sys.stderr)
        return 1
    pages = [*pages_of_toc(ROOT / "_toc.yml"), "search", "genindex"]
    missing = [name for name in pages if not (options.site / f"{name}.html").is_file()]
    if missing:
        print(f"error: no page {missing[0]} in {options.site}; run 'make book'", file=sys.stderr)
        return 1
    problems, seconds = check(options.site, pages, options.browser)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    if not problems:
        print(f"== opened {len(pages)} pages (axe-core: {seconds / 2:.0f} s on each core)")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())

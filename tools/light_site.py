"""Sphinx extension: the site is finished once it is written, and old addresses lead on.

Formulas are drawn, and symbols say what they mean. Figures have 256 colours, and their pages say
their size. What says something to no reader of a screen is mended. Each address that the book had
once (`book/moved.json`) has a page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from check_site import pages
from formulas import draw, spoken, style
from PIL import Image
from sphinx.application import Sphinx
from sphinx.util import logging
from symbols import TABLE, explain

SITES: list[Sphinx] = []  # the one that is written, which processes that finish it are copies with
TEX = re.compile(r"\\\((.*?)\\\)")


def light(figure: Path) -> tuple[str, str]:
    """Make a figure light, and return its width and height on a page."""
    with Image.open(figure) as image:
        dpi = image.info.get("dpi", (100, 100))
        width, height = (str(round(pixels * 100 / dpi[0])) for pixels in image.size)
        if image.mode != "P":
            small = image.convert("RGB").quantize(256, dither=Image.Dither.NONE)
            small.save(figure, optimize=True, dpi=dpi)
    return width, height


def mend(page: BeautifulSoup) -> None:
    """Mend what the theme and extensions say to no reader of a screen."""
    for whole in page.select("html[data-theme]"):
        whole["data-theme"] = "light"  # where no script runs
    for work in page.select('[role="doc-biblioentry"]'):
        work["role"] = "listitem"
    for fold in page.select("summary:has(> .toctree-toggle)"):
        fold["aria-label"] = "The pages below"
    for proof in page.select("#proof.proof, #proof-content"):  # on every page, for every proof
        del proof["id"]
    for back in page.select("a.viewcode-back"):  # a module's names have several paths
        back["href"] = str(back["href"]).partition("#")[0]


def moved(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    addresses = json.loads(Path(app.srcdir, "book", "moved.json").read_text(encoding="utf-8"))
    for old, new in addresses.items():
        yield f"book/{old}", {"to": new.replace("#", ".html#")}, "moved.html"


def finished(path: Path, sizes: dict[str, tuple[str, str]]) -> tuple[str, list[str]]:
    """Finish a page of the site; return it, and why formulas of it are wrong."""
    (app,) = SITES
    head, end, body = path.read_text(encoding="utf-8").rpartition("</head>")
    head = TEX.sub(lambda found: spoken(found[1], app.config.formula_macros), head)
    page = BeautifulSoup(head + end + body, "html.parser")
    here = path.relative_to(app.outdir).with_suffix("").as_posix()
    for figure in page.select('img[src*="_images/"][src$=".png"]:not([width])'):
        figure["width"], figure["height"] = sizes[Path(str(figure["src"])).name]
    mend(page)
    if here in app.env.found_docs and here != TABLE:
        explain(page, here, app)
    text = draw(page, app.config.formula_macros)
    path.write_text(text, encoding="utf-8")
    return text, [str(formula["title"]) for formula in page.select(".math-core-error")]


def finish(app: Sphinx, exception: Exception | None) -> None:
    if exception or app.builder.name != "html":
        return
    site, signs = Path(app.outdir), set[str]()
    figures, written = [*(site / "_images").glob("*.png")], pages(site)
    SITES.append(app)
    with ProcessPoolExecutor(mp_context=get_context("fork")) as pool:  # each has the site
        sizes = {
            path.name: size for path, size in zip(figures, pool.map(light, figures), strict=True)
        }
        made = pool.map(partial(finished, sizes=sizes), written)
        for path, (text, wrong) in zip(written, made, strict=True):
            signs.update(text)
            for reason in wrong:
                logging.getLogger(__name__).warning("%s: %s", path.name, reason)
    (site / "_static" / "math.css").write_text(style(signs), encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("html-collect-pages", moved)
    app.connect("build-finished", finish, priority=900)

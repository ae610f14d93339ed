"""Sphinx extension: the site is finished once it is written, and old addresses lead on.

Formulas are drawn, and symbols say what they mean. Figures have 256 colours, and their pages say
their size. What says something to no reader of a screen is mended. Each address that the book had
once (`book/moved.json`) has a page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from check_site import pages
from formulas import draw, spoken, style
from math_core import LatexError
from PIL import Image
from sphinx.application import Sphinx
from sphinx.util import logging
from symbols import TABLE, explain

TEX = re.compile(r"\\\((.*?)\\\)")


@cache
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
    for back in page.select(
        "a.viewcode-back"
    ):  # viewcode thinks that a module's names have one path
        back["href"] = str(back["href"]).partition("#")[0]


def moved(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    addresses = json.loads(Path(app.srcdir, "book", "moved.json").read_text(encoding="utf-8"))
    for old, new in addresses.items():
        yield f"book/{old}", {"to": new.replace("#", ".html#")}, "moved.html"


def finish(app: Sphinx, exception: Exception | None) -> None:
    if exception or app.builder.name != "html":
        return
    site, macros, signs = Path(app.outdir), app.config.formula_macros, set[str]()
    for path in pages(site):
        head, end, body = path.read_text(encoding="utf-8").rpartition("</head>")
        head = TEX.sub(lambda found: spoken(found[1], macros), head)
        page = BeautifulSoup(head + end + body, "html.parser")
        here = path.relative_to(site).with_suffix("").as_posix()
        for figure in page.select('img[src*="_images/"][src$=".png"]:not([width])'):
            size = light(site / "_images" / Path(str(figure["src"])).name)
            figure["width"], figure["height"] = size
        mend(page)
        try:
            if here in app.env.found_docs and here != TABLE:
                explain(page, here, app)
            text = draw(page, macros)
            path.write_text(text, encoding="utf-8")
            signs.update(text)
        except LatexError as error:
            logging.getLogger(__name__).warning("%s: %s", path.name, error)
    (site / "_static" / "math.css").write_text(style(signs), encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("html-collect-pages", moved)
    app.connect("build-finished", finish, priority=900)

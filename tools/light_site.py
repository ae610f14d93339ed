"""Sphinx extension: the site is finished once it is written, and old addresses lead on.

Formulas are drawn. Figures have 256 colours, and their pages say their size. What the theme says to
no reader of a screen is mended. Each address that the book had once (`book/moved.json`) has a page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from check_site import pages
from formulas import converted, style
from math_core import LatexError
from PIL import Image
from sphinx.application import Sphinx
from sphinx.util import logging

FIGURE = re.compile(r'<img (?![^>]*width=)([^>]*src="[^"]*_images/([^"]+\.png)")')
FOLD = '<span class="toctree-toggle"'
MENDED = {
    'data-theme="auto"': 'data-theme="light"',  # where no script runs
    'role="doc-biblioentry"': 'role="listitem"',
    f"<summary>{FOLD}": f'<summary aria-label="The pages below">{FOLD}',
    r'(class="(?:proof admonition|\w+-content)") id="proof(?:-content)?"': r"\1",
}


@cache
def light(figure: Path) -> str:
    """Make a figure light, and return its size in a page's words."""
    with Image.open(figure) as image:
        dpi = image.info.get("dpi", (100, 100))
        width, height = (round(pixels * 100 / dpi[0]) for pixels in image.size)
        if image.mode != "P":
            small = image.convert("RGB").quantize(256, dither=Image.Dither.NONE)
            small.save(figure, optimize=True, dpi=dpi)
    return f'width="{width}" height="{height}"'


def moved(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    addresses = json.loads(Path(app.srcdir, "book", "moved.json").read_text(encoding="utf-8"))
    for old, new in addresses.items():
        yield f"book/{old}", {"to": new.replace("#", ".html#")}, "moved.html"


def finish(app: Sphinx, exception: Exception | None) -> None:
    if exception or app.builder.name != "html":
        return
    site, signs = Path(app.outdir), set[str]()
    for path in pages(site):
        text = path.read_text(encoding="utf-8")
        try:
            text = converted(text, app.config.formula_macros)
        except LatexError as error:
            logging.getLogger(__name__).warning("%s: %s", path.name, error)
        text = FIGURE.sub(lambda m: f"<img {light(site / '_images' / m[2])} {m[1]}", text)
        for wrong, right in MENDED.items():
            text = re.sub(wrong, right, text)
        path.write_text(text, encoding="utf-8")
        signs.update(text)
    (site / "_static" / "math.css").write_text(style(signs), encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("html-collect-pages", moved)
    app.connect("build-finished", finish, priority=900)

"""Sphinx extension: the site is made light once it is written, and old addresses lead on.

Figures have 256 colours, and their pages say their size; each address that the book had once
(`book/moved.json`) has a page. What the theme says to no reader of a screen is mended.
"""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from check_site import pages
from PIL import Image
from sphinx.application import Sphinx

FIGURE = re.compile(r'<img (?![^>]*width=)([^>]*src="[^"]*_images/([^"]+\.png)")')
FOLD = '<span class="toctree-toggle"'
MENDED = [
    (re.compile('data-theme="auto"'), 'data-theme="light"'),  # where no script runs
    (re.compile('role="doc-biblioentry"'), 'role="listitem"'),
    (re.compile(f"<summary>{FOLD}"), f'<summary aria-label="The pages below">{FOLD}'),
    (re.compile(r'(class="(?:proof admonition|\w+-content)") id="proof(?:-content)?"'), r"\1"),
    (re.compile(r'(<a href="[^"]*_sources/[^"]+\.ipynb") target="_blank"'), r"\1 download"),
]
PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Moved</title>
<link rel="canonical" href="{0}"><meta http-equiv="refresh" content="0; url={0}"></head>
<body><p>This page is now <a href="{0}">here</a>.</p></body></html>
"""


def figures(folder: Path) -> dict[str, str]:
    """Make the figures light, and return the size of each in a page's words."""

    def size(path: Path) -> str:
        with Image.open(path) as image:
            dpi = image.info.get("dpi", (100, 100))
            width, height = (round(pixels * 100 / dpi[0]) for pixels in image.size)
            if image.mode != "P":
                small = image.convert("RGB").quantize(256, dither=Image.Dither.NONE)
                small.save(path, optimize=True, dpi=dpi)
        return f'width="{width}" height="{height}"'

    paths = list(folder.glob("*.png"))
    with ThreadPoolExecutor() as pool:
        return {path.name: said for path, said in zip(paths, pool.map(size, paths), strict=True)}


def finish(app: Sphinx, exception: Exception | None) -> None:
    if exception or app.builder.name != "html":
        return
    site = Path(app.outdir)
    sizes = figures(site / "_images")
    for path in pages(site):
        text = path.read_text(encoding="utf-8")
        text = FIGURE.sub(lambda found: f"<img {sizes[found[2]]} {found[1]}", text)
        for wrong, right in MENDED:
            text = wrong.sub(right, text)
        path.write_text(text, encoding="utf-8")
    moved = json.loads(Path(app.srcdir, "book", "moved.json").read_text(encoding="utf-8"))
    for old, new in moved.items():
        to = new.replace("#", ".html#")
        (site / "book" / f"{old}.html").write_text(PAGE.format(to), encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("build-finished", finish, priority=900)

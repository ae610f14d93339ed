"""Sphinx extension: a table that a page offers is a file of the site.

A notebook's table of results is a link that holds the table itself, from which `osphg run` collects
it (`osphg.experiments.results`). In the site the link leads to `_static/tables/PAGE/NAME.csv`
instead, so that nobody loads a table with the page, and what is saved is not compressed.

Its own, as no builder of Sphinx takes a file out of an output.
"""

import base64
import gzip
import re
from html import escape, unescape
from pathlib import Path, PurePosixPath
from typing import Any

from sphinx.application import Sphinx

FOLDER = PurePosixPath("_static/tables")
LINK = re.compile(
    r'<a class="osphg-download" download="([^"]+)" href="data:([\w/]+);base64,([\w+/=]+)">[^<]*</a>'
)


def tables(html: str) -> list[tuple[str, bytes]]:
    """Return (name of the file, content) of each table that the links hold, each once."""
    found: list[tuple[str, bytes]] = []
    for link, kind, content in LINK.findall(html):
        name, data = unescape(link), base64.b64decode(content)
        if kind == "application/gzip":
            name, data = name.removesuffix(".gz"), gzip.decompress(data)
        if PurePosixPath(name).name != name:
            raise ValueError(f"a table must have a file's name, got {name!r}")
        if name in dict(found):
            raise ValueError(f"two tables of the page are named {name!r}")
        found.append((name, data))
    return found


def save(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Write the tables of a page beside it, and lead its links to them."""
    body = context.get("body", "")
    made = tables(body)
    if not made:
        return
    folder = FOLDER / PurePosixPath(page).name
    Path(app.outdir, folder).mkdir(parents=True, exist_ok=True)
    links = []
    for name, data in made:
        Path(app.outdir, folder, name).write_bytes(data)
        address, name = escape(context["pathto"](str(folder / name), True)), escape(name)
        links.append(f'<a class="osphg-download" download="{name}" href="{address}">{name}</a>')
    context["body"] = LINK.sub(lambda _: links.pop(0), body)


def setup(app: Sphinx) -> dict[str, object]:
    app.connect("html-page-context", save)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

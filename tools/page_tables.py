"""Sphinx extension: a table that a page offers is a file of the site.

A notebook's table of results is a link that holds the table itself, from which `osphg run` collects
it. In the site the link leads to `_static/tables/PAGE/NAME.csv` instead, so that nobody loads a
table with the page: no builder of Sphinx takes a file out of an output.
"""

import re
from html import escape, unescape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from osphg.experiments.results import Results

LINK = re.compile(r'<a class="osphg-download" download="([^"]+)" href="data:[^"]+">[^<]*</a>')


def save(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Write the tables of a page beside it, and lead its links to them."""

    def one(found: re.Match[str]) -> str:
        name, table = unescape(found[1]).removesuffix(".gz"), Results.from_html("", found[0])
        assert table is not None, name
        place = Path("_static", "tables", Path(page).name, name)
        file = Path(app.outdir, place)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(table.csv(), encoding="utf-8")
        address, name = escape(context["pathto"](place.as_posix(), True)), escape(name)
        return f'<a class="osphg-download" download="{name}" href="{address}">{name}</a>'

    context["body"] = LINK.sub(one, context.get("body", ""))


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", save)

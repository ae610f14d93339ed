"""Sphinx extension: each page says what it is about to those who link to it.

A description and the tags of the Open Graph protocol: title, description and the page's first
figure. The description is the `summary` of an experiment's notebook, or the first sentences of a
page that have no formula. With `html_baseurl` set, addresses are whole, as the protocol asks.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from html import escape, unescape
from pathlib import Path
from posixpath import basename
from typing import Any
from urllib.parse import urljoin

from docutils import nodes
from page_end import RERUN
from sphinx.application import Sphinx

from osphg.experiments.catalogue import read

LONGEST = 200  # characters of a description
WHOLE = re.compile(r"[\w“\"(][^\0]*[.!?]")  # a sentence without a formula
FEWEST = 60  # a shorter one goes on with the next sentence


def sentences(document: nodes.document) -> list[str]:
    """Return a page's sentences, as they are read, without those that have a formula."""
    found = []
    for paragraph in document.findall(nodes.paragraph):
        if RERUN in paragraph["classes"] or not isinstance(paragraph.parent, nodes.section):
            continue
        text = "".join(
            "\0" if isinstance(part, nodes.math) else part.astext() for part in paragraph.children
        )
        parts = re.split(r"(?<=[.!?])\s+(?=[A-Z])", " ".join(text.split()))
        found += [part for part in parts if WHOLE.fullmatch(part)]
    return found


def description(document: nodes.document, source: Path) -> str:
    """Return what a page is about, in one line; nothing if it does not say."""
    if source.suffix == ".ipynb" and (summary := read(source).summary):
        return summary[:1].upper() + summary[1:].rstrip(".") + "."
    found = ""
    for sentence in sentences(document):
        if found and (len(found) >= FEWEST or len(found) + len(sentence) >= LONGEST):
            break
        if len(sentence) <= LONGEST:
            found = f"{found} {sentence}".strip()
    return found


def picture(document: nodes.document, images: Collection[str]) -> str:
    """Return the path, from the site's top, of a page's first figure; nothing if it has none."""
    for image in document.findall(nodes.image):
        if (name := basename(image["uri"])) in images:
            return f"_images/{name}"
    return ""


def tags(title: str, text: str, site: str, address: str, figure: str) -> str:
    """Return the tags of a page's head; those of which nothing is known are left out."""
    about = {"og:title": title, "og:type": "article", "og:site_name": site}
    about |= {"og:description": text, "og:url": address, "og:image": figure}
    lines = [f'<meta name="description" content="{escape(text)}" />'] if text else []
    lines += [
        f'<meta property="{name}" content="{escape(value)}" />'
        for name, value in about.items()
        if value
    ]
    return "\n".join(lines) + "\n"


def plain(title: str) -> str:
    """Return a title as text, without its number."""
    return re.sub(r"^[\d.]+\s+", "", unescape(re.sub(r"<[^>]*>|\\[()]", "", title)))


def add(
    app: Sphinx, page: str, template: str, context: dict[str, Any], document: nodes.document | None
) -> None:
    if document is None:
        return
    title = plain(context.get("title", ""))
    text = description(document, Path(app.env.doc2path(page)))
    base = app.config.html_baseurl
    figure = picture(document, app.builder.images.values())
    here = urljoin(base, app.builder.get_target_uri(page)) if base else ""
    if figure:
        figure = urljoin(base, figure) if base else context["pathto"](figure, 1)
    site = str(app.config.html_title)
    context["metatags"] = context.get("metatags", "") + tags(title, text, site, here, figure)


def setup(app: Sphinx) -> dict[str, object]:
    app.connect("html-page-context", add)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

"""Sphinx extension: a name of the package in a page's code leads to its entry of the reference.

That is its first mention: as `osphg.play`, or where the page imports it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from page_reference import standing
from sphinx.application import Sphinx

DOTTED = re.compile(
    r'<span class="n">osphg</span>(?:<span class="o">\.</span><span class="n">\w+</span>)+'
)
BLANK = r'\s*(?:<span class="w">\s*</span>)?'
IMPORT = re.compile(
    rf'(<span class="kn">from</span>{BLANK}<span class="nn">)(osphg[\w.]*)'
    rf'(</span>{BLANK}<span class="kn">import</span>)'
    r'((?:\s|<span class="(?:w|n|p)">[\s\w,()]*</span>)+)'
)
NAME = re.compile(r'<span class="n">(\w+)</span>')


def linked(body: str, entries: Mapping[str, str]) -> str:
    """Return a page's HTML with links to entries, by their names after `osphg.`."""
    seen: set[str] = set()

    def link(name: str, shown: str) -> str:
        entry = entries.get(name)
        if entry is None or entry in seen:
            return shown
        seen.add(entry)
        return f'<a class="osphg-code" href="{entry}">{shown}</a>'

    def imported(found: re.Match[str]) -> str:
        room = found[2].removeprefix("osphg").lstrip(".")
        names = NAME.sub(lambda n: link(f"{room}.{n[1]}".lstrip("."), n[0]), found[4])
        return f"{found[1]}{found[2]}{found[3]}{names}"

    def dotted(found: re.Match[str]) -> str:
        return link(".".join(NAME.findall(found[0])[1:]), found[0])

    return DOTTED.sub(dotted, IMPORT.sub(imported, body))


def add(app: Sphinx, page: str, template: str, context: dict[str, Any], document: object) -> None:
    if document is None or "body" not in context or app.builder.name != "html":
        return
    known = app.env.get_domain("py").objects  # type: ignore[attr-defined]
    entries = {}
    for path, shortest in standing().items():
        there = known.get(f"osphg.{shortest}")
        if there and there.docname != page:
            place = app.builder.get_relative_uri(page, there.docname)
            entries[path] = f"{place}#{there.node_id}"
    context["body"] = linked(context["body"], entries)


def setup(app: Sphinx) -> dict[str, object]:
    app.connect("html-page-context", add)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

"""Sphinx extension: the list of works has items that are heard."""

from typing import Any

from sphinx.application import Sphinx


def listed(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    if "body" in context:
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')


def setup(app: Sphinx) -> dict[str, object]:
    app.connect("html-page-context", listed)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

"""Sphinx extension: MathJax comes in its parts, and the list of works has items that are heard."""

from typing import Any

from sphinx.application import Sphinx


def small_mathjax(app: Sphinx, config: object) -> None:
    """Load MathJax without its menu, which is a third of it."""
    app.config.mathjax_path = "mathjax/startup.js"


def listed(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    if "body" in context:
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')


def setup(app: Sphinx) -> dict[str, object]:
    app.connect("config-inited", small_mathjax)
    app.connect("html-page-context", listed)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

"""Sphinx extension: the pages of reference, written from the package when the book is built.

A line `% reference: ROOM` of a page becomes the entries of a room of osphg, `% reference: index`
the list of all names, and `% reference: command` what the command `osphg` takes. Docstrings are
plain text with `code`; autodoc gets them as reStructuredText that reads the same.
"""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

BACK = re.compile(r'(class="viewcode-back" href="[^"#]*#)([^"]+)')
MARK = re.compile(r"^% reference: (\w+)$", re.MULTILINE)


def written(name: str) -> str:
    """Return what a line `% reference: NAME` stands for, in Markdown."""
    import reference  # loads all of the package: not before it is needed
    from command_reference import page

    if name == "index":
        return reference.index()
    return page() if name == "command" else reference.page(name)


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    source[0] = MARK.sub(lambda found: written(found[1]), source[0])


def prepare(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Give autodoc a docstring that is reStructuredText, with the module where the thing stands."""
    from reference import prepared

    lines[:] = prepared(lines)
    module = getattr(thing, "__module__", "")
    if what in {"class", "exception", "function"} and not isinstance(thing, ModuleType):
        where = lines.index("") if "" in lines else len(lines)
        lines[where:where] = ["", f"In ``{module}``."]


def plain(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: nodes.Element
) -> nodes.Node | None:
    """Leave a type or an error that a docstring names, and that has no entry, as text."""
    made = node.get("refdomain") == "py" and node.get("reftype") in {"class", "exc"}
    return nodes.inline("", shown.astext()) if made and "py:class" in node else None


def name_for_source(app: Sphinx, document: nodes.document) -> None:
    """Tell viewcode what a thing is called in the module that offers it."""
    import reference

    for signature in document.findall(addnodes.desc_signature):
        name = signature.get("fullname", "")
        module, _, inner = name.partition(".")
        while isinstance(reference.public().get(module), ModuleType):
            signature["module"] = f"osphg.{module}"
            signature["fullname"] = inner
            part, _, inner = inner.partition(".")
            module = f"{module}.{part}"


def source_of(app: Sphinx, module: str, name: str) -> str | None:
    """Tell viewcode in which module a public thing is written."""
    import reference

    path = f"{module}.{name}".removeprefix("osphg").removeprefix(".")
    while path and path not in reference.public():
        path = path.rpartition(".")[0]  # a method is where its class is
    return getattr(reference.public().get(path), "__module__", None)


def anchor(module: str, name: str) -> str:
    """Return the identifier of an entry, of what a module calls `name` and viewcode X.`name`."""
    import reference

    entries = {
        (thing.__module__, thing.__qualname__): path
        for path, thing in reference.public().items()
        if hasattr(thing, "__qualname__") and reference.standing()[path] == path
    }
    parts = name.split(".")
    for start in range(len(parts)):
        path = entries.get((module, parts[start]))
        if path:
            return ".".join(["osphg", path, *parts[start + 1 :]])
    return name


def lead_back(
    app: Sphinx, page: str, template: str, context: dict[str, Any], document: object
) -> None:
    """Lead from a module's source to the entries: viewcode thinks that all have one path."""
    if page.startswith("_modules/osphg"):
        module = page.removeprefix("_modules/").replace("/", ".")
        context["body"] = BACK.sub(
            lambda found: f"{found[1]}{anchor(module, found[2])}", context["body"]
        )


def setup(app: Sphinx) -> dict[str, object]:
    app.connect("source-read", fill)
    app.connect("doctree-read", name_for_source, priority=400)  # before viewcode
    app.connect("viewcode-follow-imported", source_of)
    app.connect("html-page-context", lead_back)
    app.connect("autodoc-process-docstring", prepare, priority=400)  # before napoleon
    app.connect("missing-reference", plain)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

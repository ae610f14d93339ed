"""Sphinx extension: every public name has one entry of autodoc, at its shortest path.

Docstrings are reStructuredText in which `code` is Sphinx's default role. Its own is what autodoc
does not know: the list of all names, which members stand elsewhere, and what a class's source says
beside its fields.
"""

from __future__ import annotations

import inspect
import re
from typing import Any

from sphinx.application import Sphinx

import osphg

MARK = "% reference: index\n"
PLAYER = {"init", "decide", "update", "multiplier"}  # what each has: at the entry of `Player`


def public() -> dict[str, Any]:
    """Return what is public by its path after `osphg.`: names of osphg, then those of modules."""
    found = {name: getattr(osphg, name) for name in osphg.__all__}
    for name, module in list(found.items()):
        if inspect.ismodule(module):
            defined = [
                inner
                for inner, value in vars(module).items()
                if inner[0] != "_" and getattr(value, "__module__", None) == module.__name__
            ]
            for inner in getattr(module, "__all__", defined):
                value = getattr(module, inner)
                if not any(value is known for known in found.values()):
                    found[f"{name}.{inner}"] = value
    return found


def fill(app: Sphinx, page: str, source: list[str]) -> None:
    """Write the list of all names, each with its first sentence, where a page has a mark."""
    if MARK in source[0]:
        paths = [path for path, value in public().items() if callable(value)]
        paths.sort(key=lambda path: (path.count("."), path.lower()))
        listed = "\n".join(f"   osphg.{path}" for path in paths)
        index = f"```{{eval-rst}}\n.. autosummary::\n   :nosignatures:\n\n{listed}\n```\n"
        source[0] = source[0].replace(MARK, index)


def skip(
    app: Sphinx, what: str, name: str, member: object, skipped: bool, options: object
) -> bool | None:
    """Leave out of a module what is at a shorter path, of a player what every player has."""
    within = app.env.temp_data
    if what == "module":
        path = f"{within['autodoc:module']}.{name}".removeprefix("osphg.")
        return True if path not in public() else None
    made = getattr(osphg, within.get("autodoc:class", ""), None)
    return True if name in PLAYER and made and set(dir(made)) >= PLAYER else None


def prepare(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Add to a docstring the module where the thing stands, and what is said beside its fields."""
    if inspect.isclass(thing) and "Parameters" not in lines:
        lines.extend(fields(thing))
    if what in {"class", "exception", "function"}:
        where = lines.index("") if "" in lines else len(lines)
        lines[where:where] = ["", f"In ``{getattr(thing, '__module__', '')}``."]


def fields(made: type) -> list[str]:
    """Return a section on the fields that a class's source says something of, beside each."""
    said = re.findall(r"^    (\w+): .*?  # (?!type: )(.+)$", inspect.getsource(made), re.MULTILINE)
    section = [line for name, text in said for line in (name, f"    {text}")]
    return ["", "Attributes", "----------", *section] if said else []


def source_of(app: Sphinx, module: str, name: str) -> str | None:
    """Tell viewcode in which module a thing is written; a property is where its class is."""
    made: Any = osphg
    found = None
    for part in f"{module}.{name}".split(".")[1:]:
        made = getattr(made, part, None)
        if inspect.isclass(made) or inspect.isfunction(made):
            found = made.__module__
    return found


def setup(app: Sphinx) -> None:
    app.connect("source-read", fill)
    app.connect("autodoc-skip-member", skip)
    app.connect("autodoc-process-docstring", prepare, priority=400)  # before napoleon
    app.connect("viewcode-follow-imported", source_of)

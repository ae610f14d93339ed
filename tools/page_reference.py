"""Sphinx extension: the pages of reference, written from the package when the book is built.

A line `% reference: ROOM` of a page becomes the entries of a room of osphg, `% reference: index`
the list of all names. Every public name has one entry, at its shortest path: autosummary, which
goes by modules, would have `osphg.Rounds` twice. Docstrings are plain text with `code`: autodoc
gets them as reStructuredText that reads the same.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

import osphg

MARK = re.compile(r"^% reference: (\w+)$", re.MULTILINE)
PLAYER = ("init", "decide", "update", "multiplier")  # what each has: at the entry of `Player`
CODE = re.compile(
    r"(?::[\w:+-]+:`[^`]+`|``.+?``|`(?P<name>[^`\s][^`]*)`)(?P<joined>(?=\w))?|(?P<sign>[\\*|_`])"
)


@cache
def public() -> dict[str, Any]:
    """Return what is public, by its path after `osphg.`; one thing may have several paths.

    Of a module what it lists, or else what it defines.
    """
    found: dict[str, Any] = {name: getattr(osphg, name) for name in osphg.__all__}
    for name, module in list(found.items()):
        if isinstance(module, ModuleType):
            listed = sorted(getattr(module, "__all__", ())) or [
                inner
                for inner, value in vars(module).items()
                if inner[0] != "_" and getattr(value, "__module__", None) == module.__name__
            ]
            found |= {f"{name}.{inner}": getattr(module, inner) for inner in listed}
    return found


@cache
def standing() -> dict[str, str]:
    """Return for each public path the one at which its entry stands: the shortest.

    A number or a text is known by its path alone.
    """
    first: dict[int, str] = {}
    found = {}
    for path, value in sorted(public().items(), key=lambda item: (item[0].count("."), item[0])):
        made = isinstance(value, ModuleType) or hasattr(value, "__qualname__")
        found[path] = first.setdefault(id(value), path) if made else path
    return found


def room(path: str) -> str:
    """Return the room that a public path leads to: the folder of its module, or else "core"."""
    value = public()[path]
    module = getattr(value, "__module__" if hasattr(value, "__qualname__") else "__name__", None)
    if module is None:
        return room(path.rpartition(".")[0])
    first = module.split(".")[1]
    return first if (Path(osphg.__file__).parent / first).is_dir() else "core"


def safe(text: str) -> str:
    """Return plain text as reStructuredText that reads the same; `code` as code, or as a link.

    A link is what has an entry and is no word: `osphg.play`, or `Rounds` with its capital.
    """

    def one(found: re.Match[str]) -> str:
        name, made = found["name"], found[0]
        if found["sign"]:
            return f"\\{made}"
        if name:
            path = name.removeprefix("osphg.")
            linked = standing().get(path) if path != name or name[:1].isupper() else None
            made = f":py:obj:`{name} <osphg.{linked}>`" if linked else f"``{name}``"
        return made if found["joined"] is None else f"{made}\\ "

    return CODE.sub(one, text)


def prepared(lines: Sequence[str]) -> list[str]:
    """Return a docstring as one that Sphinx reads; examples and rules as they are."""
    found: list[str] = []
    example = False
    for line in lines:
        example = line.lstrip().startswith(">>>") or (example and bool(line.strip()))
        rule = bool(re.fullmatch(r"\s*-{3,}\s*", line))
        found.append(line if example or rule else safe(line))
    return found


def members(made: type) -> list[str]:
    """Return the methods and properties that a class's entry shows.

    Those with a docstring, of its own and of bases of the package that have no entry; not what
    every player has, nor what the compiled loop asks for.
    """
    entries = [value for value in public().values() if inspect.isclass(value)]
    player = set(PLAYER) <= set(dir(made)) and not getattr(made, "_is_protocol", False)
    found: dict[str, None] = {}
    for base in made.__mro__:
        if base.__module__.startswith("osphg.") and (base is made or base not in entries):
            for name, value in vars(base).items():
                inner = getattr(value, "__func__", value)
                kept = not name.startswith(("_", "fused_")) and getattr(inner, "__doc__", None)
                if kept and hasattr(inner, "__get__") and not inspect.isclass(inner):
                    found[name] = None
    return [name for name in found if not (player and name in PLAYER)]


def entry(path: str) -> str:
    """Return the entry of a module, a class, a function or a constant, in reStructuredText."""
    value = public()[path]
    if isinstance(value, ModuleType):
        same = f"\n\nThe same as ``{value.__name__}``." * (value.__name__ != f"osphg.{path}")
        said = "\n".join(prepared(inspect.cleandoc(value.__doc__ or "").splitlines()))
        return f".. py:module:: osphg.{path}{same}\n\n{said}"
    if inspect.isclass(value):
        shown = f"\n   :members: {', '.join(members(value))}\n   :member-order: bysource"
        return f".. autoclass:: osphg.{path}" + shown * bool(members(value))
    if callable(value):
        return f".. autofunction:: osphg.{path}"
    where, _, name = path.rpartition(".")
    shown = re.sub(r" at 0x\w+", "", repr(value))
    return f".. py:data:: {name}\n   :module: osphg.{where}\n   :value: {shown}"


def page(name: str) -> str:
    """Return all entries of a room: the names of osphg, then the modules; in Markdown.

    Raises
    ------
    ValueError
        If nothing public is in such a room.
    """
    here = [path for path in public() if room(path) == name and standing()[path] == path]
    if not here:
        raise ValueError(f"reference: nothing public is in {name!r}")
    modules = [path for path in here if isinstance(public()[path], ModuleType)]
    found = ""
    for module in ("", *modules):
        below = [p for p in here if p.rpartition(".")[0] == module and p not in modules]
        if module or below:
            found += f"### `osphg.{module}`\n\n" if module else "### Names of `osphg`\n\n"
            for path in [module] * bool(module) + below:
                found += f"```{{eval-rst}}\n{entry(path)}\n```\n\n"
    return found


def index() -> str:
    """Return a list of all public names, each with its first sentence; in Markdown."""
    paths = sorted(set(standing().values()), key=lambda path: (path.count("."), path.lower(), path))
    listed = "\n".join(f"   osphg.{path}" for path in paths if callable(public()[path]))
    return f"```{{eval-rst}}\n.. autosummary::\n   :nosignatures:\n\n{listed}\n```\n"


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    source[0] = MARK.sub(lambda m: index() if m[1] == "index" else page(m[1]), source[0])


def fields(made: type) -> list[str]:
    """Return a section on the fields that a class's source says something of, beside each."""
    said = re.findall(r"^    (\w+): .*?  # (?!type: )(.+)$", inspect.getsource(made), re.MULTILINE)
    section = [line for name, text in said for line in (name, f"    {text}")]
    return ["", "Attributes", "----------", *section] if said else []


def prepare(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Give autodoc a docstring that is reStructuredText, with the module where the thing stands."""
    if inspect.isclass(thing) and "Parameters" not in lines:
        lines.extend(fields(thing))
    lines[:] = prepared(lines)
    if what in {"class", "exception", "function"}:
        where = lines.index("") if "" in lines else len(lines)
        lines[where:where] = ["", f"In ``{getattr(thing, '__module__', '')}``."]


def plain(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: nodes.Element
) -> nodes.Node | None:
    """Leave a type or an error that a docstring names, and that has no entry, as text."""
    made = node.get("refdomain") == "py" and node.get("reftype") in {"class", "exc"}
    return nodes.inline("", shown.astext()) if made and "py:class" in node else None


def source_of(app: Sphinx, module: str, name: str) -> str | None:
    """Tell viewcode in which module a public thing is written; a method is where its class is."""
    path = f"{module}.{name}".removeprefix("osphg.")
    while path and path not in public():
        path = path.rpartition(".")[0]
    return getattr(public().get(path), "__module__", None)


def lead_back(
    app: Sphinx, page: str, template: str, context: dict[str, Any], document: object
) -> None:
    """Lead from a source to the page of its entries: viewcode thinks that all have one path."""
    if page.startswith("_modules/osphg"):
        back = r'(class="viewcode-back" href="[^"#]*)#[^"]+'
        context["body"] = re.sub(back, r"\1", context["body"])


def setup(app: Sphinx) -> None:
    app.connect("source-read", fill)
    app.connect("viewcode-follow-imported", source_of)
    app.connect("html-page-context", lead_back)
    app.connect("autodoc-process-docstring", prepare, priority=400)  # before napoleon
    app.connect("missing-reference", plain)

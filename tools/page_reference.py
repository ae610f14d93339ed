"""Sphinx extension: every public name has one entry of autodoc, at its shortest path.

The page `api` has a mark for each room of the house; the entries that stand there follow from the
package, so that a new class has nothing to be added to. Docstrings are reStructuredText in which
`code` is Sphinx's default role. What else is here autodoc does not know: the list of all names, and
what a class's source says beside its fields.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from types import ModuleType
from typing import Any

from sphinx.application import Sphinx

import osphg

MARK = "% reference: index\n"
PLAYER = {"init", "decide", "update", "multiplier"}  # what each has: at the entry of `Player`
WITH_EXTRAS = ("plots", "proofs", "studies")  # modules that need an extra; `help(osphg)` has not
# The rooms, with the modules of each. A name of osphg stands in the room where it is written.
ROOMS = {
    "problems": (
        "rounds",
        "domains",
        "utilities",
        "assumptions",
        "playing",
        "recording",
        "metrics",
    ),
    "players": ("players",),
    "compiled": ("compiled",),
    "benchmark": ("hindsight",),
    "games": ("families", "games", "matroids"),
    "tournament": ("tournament",),
    "pacing": ("pacing",),
    "experiments": ("experiments",),
    "studies": ("studies", "plots", "proofs"),
}


def names(module: ModuleType) -> dict[str, Any]:
    """Return the public names of a module, and what they are.

    They are those of its `__all__`; or the classes and functions that are written in it, or, if it
    is a package, that it takes from a file of its own. A package that takes none has the names of
    its files, with the file before each: `refuting.decoy`.
    """
    if hasattr(module, "__all__"):
        return {name: getattr(module, name) for name in module.__all__}
    public = {}
    for name, value in vars(module).items():
        written = f"{getattr(value, '__module__', '')}."
        if name[0] != "_" and written.startswith(f"{module.__name__}."):
            public[name] = value
    if not public and hasattr(module, "__path__"):
        for _, file, _ in pkgutil.iter_modules(module.__path__):
            inner = names(importlib.import_module(f"{module.__name__}.{file}"))
            public |= {f"{file}.{name}": value for name, value in inner.items()}
    return public


def public() -> dict[str, Any]:
    """Return what is public by its path after `osphg.`: names of osphg, then those of modules."""
    named = sorted({*osphg.__all__, *WITH_EXTRAS})
    paths = {name: getattr(osphg, name) for name in named}
    for module in filter(inspect.ismodule, list(paths.values())):
        for name, value in names(module).items():
            if not any(value is known for known in paths.values()):
                paths[f"{module.__name__.removeprefix('osphg.')}.{name}"] = value
    return paths


def module_of(path: str, value: Any) -> str:
    """Return the first part of the module in which a public name is written: `players`."""
    if inspect.ismodule(value) or "." in path:
        return path.partition(".")[0]
    return str(value.__module__).split(".")[1]


def entry(path: str, value: Any) -> str:
    """Return autodoc's directive for one public name."""
    if inspect.ismodule(value):
        return f".. automodule:: osphg.{path}\n"
    kind = "class" if inspect.isclass(value) else "function" if callable(value) else "data"
    return f".. auto{kind}:: osphg.{path}\n"


def section(title: str, public_names: list[tuple[str, Any]]) -> str:
    """Return the entries of some names under a title: modules first, then by name."""
    ordered = sorted(
        public_names,
        key=lambda one: (not inspect.ismodule(one[1]), one[0].rpartition(".")[2].lower()),
    )
    listed = "\n".join(entry(path, value) for path, value in ordered)
    return f"### {title}\n\n```{{eval-rst}}\n{listed}```\n"


def entries(room: str) -> str:
    """Return the entries of a room as Markdown: of each public module, and of names of osphg.

    The latter are those whose module has no public name.
    """
    known = public()
    sections = []
    beside: list[tuple[str, Any]] = []
    for module in ROOMS[room]:
        here = [one for one in known.items() if module_of(*one) == module]
        if module in known:
            sections.append(section(f"`osphg.{module}`", here))
        else:
            beside += here
    if beside:
        sections.insert(0, section("Names of `osphg`", beside))
    return "\n".join(sections)


def filled(text: str) -> str:
    """Return a page with what its marks stand for."""
    for room in ROOMS:
        mark = f"% reference: {room}\n"
        if mark in text:
            text = text.replace(mark, entries(room))
    if MARK in text:
        paths = [path for path, value in public().items() if callable(value)]
        paths.sort(key=lambda path: (path.count("."), path.lower()))
        listed = "\n".join(f"   osphg.{path}" for path in paths)
        index = f"```{{eval-rst}}\n.. autosummary::\n   :nosignatures:\n\n{listed}\n```\n"
        text = text.replace(MARK, index)
    return text


def fill(app: Sphinx, page: str, source: list[str]) -> None:
    """Write the entries and the list of all names, where a page has a mark for them."""
    source[0] = filled(source[0])


def skip(
    app: Sphinx, what: str, name: str, member: object, skipped: bool, options: object
) -> bool | None:
    """Leave out of a module its names, which have entries; of a player what every player has."""
    if what == "module":
        return True
    within = app.env.temp_data
    module = importlib.import_module(within.get("autodoc:module") or "osphg")
    kind = getattr(module, within.get("autodoc:class") or "", None)
    return True if name in PLAYER and kind and set(dir(kind)) >= PLAYER else None


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

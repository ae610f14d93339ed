"""What the pages of reference say, taken from the package itself.

Every public name of osphg, and of the modules and packages among them, has one entry, at its
shortest path; a module says which of its names stand elsewhere. Nothing here is typed: a name that
becomes public has an entry in the next build, on the page of its room.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import osphg

PACKAGE = Path(osphg.__file__).parent
PLAYER = ("init", "decide", "update", "multiplier")  # what each has: at the entry of `Player`
COMPILED = "fused_"  # how a name begins that the compiled loop asks for
LITERAL = re.compile(r"(:[\w:+-]+:`[^`]+`|``.+?``|`[^`\s][^`]*`)")
ENTRY = re.compile(r"^\.\. (?:auto\w+|py:\w+):: (\S+)\n(?: +:module: (\S+)\n)?", re.MULTILINE)


def names_of(module: ModuleType) -> list[str]:
    """Return the public names of a module: what it lists, or else what it defines."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return sorted(listed)
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    ]


@cache
def public() -> dict[str, Any]:
    """Return what is public, by its path after `osphg.`; one thing may have several paths."""
    found: dict[str, Any] = {name: getattr(osphg, name) for name in osphg.__all__}
    for name, value in list(found.items()):
        if isinstance(value, ModuleType):
            found |= {f"{name}.{inner}": getattr(value, inner) for inner in names_of(value)}
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
    if isinstance(value, ModuleType):
        module: str | None = value.__name__
    else:
        module = getattr(value, "__module__", None) if hasattr(value, "__qualname__") else None
    if module is None:
        return room(path.rpartition(".")[0])
    first = module.split(".")[1]
    return first if (PACKAGE / first).is_dir() else "core"


def safe(text: str) -> str:
    """Return plain text as reStructuredText that reads the same; `code` as code, or as a link.

    A link is what has an entry and is no word: `osphg.play`, or `Rounds` with its capital.
    """
    parts = LITERAL.split(text)
    for number, part in enumerate(parts):
        if number % 2 == 0:
            text = re.sub(r"([\\*|_`])", r"\\\1", part)
            parts[number] = f"\\ {text}" if number and text[:1].isalnum() else text
        elif part.startswith("`") and not part.startswith("``"):
            name = part[1:-1]
            path = name.removeprefix("osphg.")
            linked = standing().get(path) if path != name or name[:1].isupper() else None
            parts[number] = f":py:obj:`{name} <osphg.{linked}>`" if linked else f"`{part}`"
    return "".join(parts)


def prepared(lines: Sequence[str]) -> list[str]:
    """Return a docstring as one that Sphinx reads; examples and rules as they are."""
    found: list[str] = []
    example = False
    for line in lines:
        example = line.lstrip().startswith(">>>") or (example and bool(line.strip()))
        rule = bool(re.fullmatch(r"\s*-{3,}\s*", line))
        found.append(line if example or rule else safe(line))
    return found


def sentence(docstring: str) -> str:
    """Return the first sentence of a docstring, in reStructuredText."""
    text = " ".join(docstring.strip().split("\n\n")[0].split())
    return safe(re.split(r"(?<=[.])\s+(?=[A-Z])", text)[0].rstrip(".:;")) + "."


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
                kept = not name.startswith("_") and getattr(inner, "__doc__", None)
                if kept and hasattr(inner, "__get__") and not inspect.isclass(inner):
                    found[name] = None
    return [
        name for name in found if not name.startswith(COMPILED) and not (player and name in PLAYER)
    ]


def entry(path: str, value: Any) -> str:
    """Return the entry of a class, a function or a constant, in reStructuredText."""
    if inspect.isclass(value):
        lines = [f".. autoclass:: osphg::{path}"]
        if shown := members(value):
            lines += [f"   :members: {', '.join(shown)}", "   :member-order: bysource"]
        return "\n".join(lines)
    if callable(value):
        return f".. autofunction:: osphg::{path}"
    where, _, name = path.rpartition(".")
    return f".. py:data:: {name}\n   :module: osphg.{where}\n   :value: {value!r}"


def submodules(package: ModuleType) -> list[tuple[str, str]]:
    """Return a package's modules with their first sentences, without an import."""
    found = []
    for path in sorted(Path(str(package.__file__)).parent.iterdir()):
        source = path / "__init__.py" if path.is_dir() else path
        if source.suffix == ".py" and source.is_file() and not path.name.startswith("_"):
            said = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
            found.append((f"{package.__name__}.{path.stem}", sentence(said)))
    return found


def items(lines: Sequence[tuple[str, str]]) -> str:
    return "".join(f"- {name}: {text}\n" for name, text in lines)


def link(path: str) -> str:
    return f":py:obj:`osphg.{standing()[path]}`"


def module(path: str, value: ModuleType) -> str:
    """Return the head of a module's section: what it is, and its names that stand elsewhere."""
    said = "\n".join(prepared(inspect.cleandoc(value.__doc__ or "").splitlines()))
    parts = [f".. py:module:: osphg.{path}", said]
    own = f"{path}."
    elsewhere = [p for p in names(path) if not standing()[p].startswith(own)]
    if elsewhere:
        parts.append("Also here: " + ", ".join(map(link, elsewhere)) + ".")
    if not names(path):
        parts.append("Its modules:")
        parts.append(items([(f"``{name}``", text) for name, text in submodules(value)]))
    elif value.__name__ != f"osphg.{path}":
        parts.insert(1, f"The same as ``{value.__name__}``.")
    return "\n\n".join(parts)


def names(path: str) -> list[str]:
    """Return the public paths directly below a module's."""
    return [p for p in public() if p.rpartition(".")[0] == path]


def section(title: str, directives: Sequence[str]) -> str:
    blocks = "\n".join(f"```{{eval-rst}}\n{directive}\n```\n" for directive in directives)
    return f"## {title}\n\n{blocks}\n"


def page(name: str) -> str:
    """Return all entries of a room: the names of osphg, then the modules; in Markdown.

    Raises
    ------
    ValueError
        If nothing public is in such a room.
    """
    here = [p for p in public() if room(p) == name and standing()[p] == p]
    if not here:
        raise ValueError(f"reference: nothing public is in {name!r}")
    top = [p for p in here if "." not in p and not isinstance(public()[p], ModuleType)]
    found = section("Names of `osphg`", [entry(p, public()[p]) for p in top]) if top else ""
    for path in here:
        value = public()[path]
        if isinstance(value, ModuleType):
            below = [p for p in names(path) if standing()[p] == p]
            inner = [p for p in below if isinstance(public()[p], ModuleType)]
            blocks = [entry(p, public()[p]) for p in below if p not in inner]
            found += section(f"`osphg.{path}`", [module(path, value), *blocks])
    return found


def index() -> str:
    """Return a list of all public names, each with its first sentence; in Markdown."""
    lines = []
    for path in sorted(public(), key=lambda p: (p.count("."), p.lower())):
        if standing()[path] == path:
            value = public()[path]
            made = isinstance(value, ModuleType) or hasattr(value, "__qualname__")
            lines.append((link(path), sentence(value.__doc__ or "") if made else f"``{value!r}``."))
    return f"```{{eval-rst}}\n{items(lines)}\n```\n"


def documented(text: str) -> list[str]:
    """Return the public paths that have an entry in a page's text, in their order."""
    found = [f"{module}.{name}" if module else name for name, module in ENTRY.findall(text)]
    return [name.replace("::", ".").removeprefix("osphg.") for name in found]


def faults(entries: Iterable[str]) -> list[str]:
    """Return one line for each public path that has not exactly one of these entries."""
    count = Counter(entries)
    wanted = set(standing().values())
    return [
        f"osphg.{path} has {count[path]} entries in the pages of reference"
        for path in sorted(wanted | set(count))
        if count[path] != (path in wanted)
    ]

"""Sphinx extension: every public name has one entry of autodoc, at its shortest path.

The reference is divided into `ROOMS`, groups of modules. Each room has a page, such as
`api_players`, with a mark, a line such as ``% reference: players``, where its entries are to stand.
The page `api` lists the rooms and all names. Both follow from the package, so that nobody has to
list a new class. An entry is a directive of autodoc, Sphinx's extension that makes reference pages
of docstrings. Docstrings are reStructuredText in which `code` is Sphinx's default role. Autodoc
does not know what else is here: the list of all names, and what a class's source says beside its
fields.

All entries, and the command's, once stood on the page `api`. So a link to a place that was there,
as ``api.html#osphg.Box``, is led on to the page that has the place now: `lead_on` gives the page a
script for that.

The path of a value is the name by which a user reaches it, after ``osphg.``: `Box`, the module
`metrics`, or `games.refuting.decoy` in a module.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
from types import ModuleType
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

import osphg

MARK = "% reference: index\n"  # where the list of all names is to stand
MARK_OF_PAGES = "% reference: pages\n"  # where the list of the rooms' pages is to stand
LIST = "book/api"  # the page with both lists, on which everything once stood
COMMAND = "book/command"
# The methods that every player has; the entry of `Player` alone describes them.
PLAYER = {"init", "decide", "update", "multiplier"}
# Public modules that need packages of an extra, and which `osphg.__all__` does not name therefore.
WITH_EXTRAS = ("plots", "proofs", "studies")
# The rooms, with the modules of each. A name of osphg stands in the room where it is written. The
# page of a room is "api_" with the name of the room.
ROOMS = {
    "core": ("rounds", "assumptions", "playing", "recording", "metrics"),
    "domains": ("domains",),
    "utilities": ("utilities",),
    "players": ("players",),
    "compiled": ("compiled",),
    "benchmark": ("hindsight",),
    "games": ("families", "games"),
    "matroids": ("matroids",),
    "tournament": ("tournament",),
    "pacing": ("pacing",),
    "experiments": ("experiments",),
    "studies": ("studies", "plots", "proofs"),
}
# A script for the head of the page `LIST`, with the page of each place that once stood there. A
# member of a class is where its class is.
LEAD_ON = """\
const pageOf = %s;
const leadOn = () => {
  const place = decodeURIComponent(location.hash.slice(1));
  let name = place;
  while (name && !Object.hasOwn(pageOf, name)) name = name.split(".").slice(0, -1).join(".");
  if (name) location.replace(`${pageOf[name]}.html#${place}`);
};
leadOn();
addEventListener("hashchange", leadOn);
"""


def public_members(module: ModuleType) -> dict[str, Any]:
    """Return the public classes, functions and values of a module by their names.

    If the module has an `__all__`, that names them. Otherwise they are the classes and functions
    that are written in the module or, if it is a package, in a file of the package from which it
    imports them. A package that imports none has the public members of its files, each with the
    file's name before its own: `refuting.decoy`.
    """
    if hasattr(module, "__all__"):
        return {name: getattr(module, name) for name in module.__all__}
    members = {}
    for name, value in vars(module).items():
        # The dot tells a module from another one whose name begins alike.
        written_in = f"{getattr(value, '__module__', '')}."
        if not name.startswith("_") and written_in.startswith(f"{module.__name__}."):
            members[name] = value
    is_package = hasattr(module, "__path__")
    if not members and is_package:
        for file in pkgutil.iter_modules(module.__path__):
            file_module = importlib.import_module(f"{module.__name__}.{file.name}")
            members_of_file = public_members(file_module)
            members |= {f"{file.name}.{name}": value for name, value in members_of_file.items()}
    return members


def public_values() -> dict[str, Any]:
    """Return all public classes, functions, values and modules, by their paths after ``osphg.``.

    Names of `osphg` itself come first, and then those of its modules. What has several paths is
    there by the first of them alone, so that it gets one entry.
    """
    # `WITH_EXTRAS` are the public modules that `osphg.__all__` does not name, as they need packages
    # of an extra.
    top_level = sorted({*osphg.__all__, *WITH_EXTRAS})
    paths = {name: getattr(osphg, name) for name in top_level}
    for module in filter(inspect.ismodule, list(paths.values())):
        for name, value in public_members(module).items():
            has_path = any(value is other for other in paths.values())
            if not has_path:
                paths[f"{module.__name__.removeprefix('osphg.')}.{name}"] = value
    return paths


def module_of(path: str, value: Any) -> str:
    """Return the module of `osphg` that has written the public `value`, such as ``players``.

    `path` is its path after ``osphg.``. Of a module below another one only the first is returned:
    `ROOMS` lists these.
    """
    if inspect.ismodule(value) or "." in path:
        return path.partition(".")[0]
    return str(value.__module__).split(".")[1]


def entry(path: str, value: Any) -> str:
    """Return autodoc's directive for the public `value` at `path`, the path after ``osphg.``."""
    if inspect.ismodule(value):
        kind = "module"
    elif inspect.isclass(value):
        kind = "class"
    elif callable(value):
        kind = "function"
    else:
        kind = "data"
    return f".. auto{kind}:: osphg.{path}\n"


def section(title: str, values: dict[str, Any]) -> str:
    """Return the entries of public `values`, by their paths, under a title, as Markdown.

    Modules come first, and the others follow in the alphabetical order of their names.
    """

    def order(path: str) -> tuple[bool, str]:
        """Return what the entry at a path is sorted by."""
        name = path.rpartition(".")[2]
        return not inspect.ismodule(values[path]), name.lower()

    directives = "\n".join(entry(path, values[path]) for path in sorted(values, key=order))
    return f"## {title}\n\n```{{eval-rst}}\n{directives}```\n"


def entries(room: str) -> str:
    """Return the entries of a room, one of `ROOMS`, as Markdown.

    Each public module has a section of its own. Some modules are not public, but `osphg` has names
    that are written in them: these names stand together in a section before all others.

    `public_values` has all values by their paths, `module_of` says which module has written a
    value, and `section` writes the entries of some values under a title.
    """
    values = public_values()
    sections = []
    names_of_osphg: dict[str, Any] = {}
    for module in ROOMS[room]:
        values_of_module = {
            path: value for path, value in values.items() if module_of(path, value) == module
        }
        # A public module is itself one of the public values, and its path is its name.
        is_public = module in values
        if is_public:
            sections.append(section(f"`osphg.{module}`", values_of_module))
        else:
            names_of_osphg |= values_of_module
    if names_of_osphg:
        sections.insert(0, section("Names of `osphg`", names_of_osphg))
    return "\n".join(sections)


def list_of_pages() -> str:
    """Return Markdown that lists the pages of the rooms, and what stands there besides functions.

    These are public modules and other values, each with a link to its entry. Classes and functions
    have a list of their own.
    """
    values = public_values()
    lines = []
    for room, modules in ROOMS.items():
        links = []
        for path, value in values.items():
            if module_of(path, value) in modules and not callable(value):
                role = "mod" if inspect.ismodule(value) else "data"
                links.append(f"{{py:{role}}}`osphg.{path}`")
        lines.append(f"- {{doc}}`api_{room}`" + (f": {', '.join(links)}" if links else ""))
    return "\n".join(lines) + "\n"


def replace_marks(text: str) -> str:
    """Return the text of a page with entries, or a list, in place of its marks.

    The mark of a room is replaced by its entries, `MARK_OF_PAGES` by the list of the rooms, and
    `MARK`, the line ``% reference: index``, by the list of all names: a directive of Sphinx's
    autosummary, which makes a table of the names with links to their entries.
    """
    text = text.replace(MARK_OF_PAGES, list_of_pages())
    for room in ROOMS:
        mark = f"% reference: {room}\n"
        if mark in text:
            text = text.replace(mark, entries(room))
    if MARK in text:
        # Classes and functions alone: modules and other values have only entries in the rooms.
        paths = [path for path, value in public_values().items() if callable(value)]
        # Names of osphg come before names of its modules.
        paths.sort(key=lambda path: (path.count("."), path.lower()))
        lines = "\n".join(f"   osphg.{path}" for path in paths)
        index = f"```{{eval-rst}}\n.. autosummary::\n   :nosignatures:\n\n{lines}\n```\n"
        text = text.replace(MARK, index)
    return text


def fill(app: Sphinx, page: str, source: list[str]) -> None:
    """Put entries and the list of all names where a page has a mark for them.

    Sphinx calls it at `source-read`. `source` has one entry, the text of the page, which is
    replaced.
    """
    source[0] = replace_marks(source[0])


def pages_of_places(ids_of_pages: dict[str, set[str]], own_ids: set[str]) -> dict[str, str]:
    """Return the page of each id, without ids that follow from others.

    Parameters
    ----------
    ids_of_pages
        The ids on each page to which links may be led on, by the page's name.
    own_ids
        The ids of the page `LIST` itself, which are left out.

    Returns
    -------
    dict
        Pages by id. An id with a dot is left out if its part before the dot is on the same page:
        ``osphg.Box.project`` is where ``osphg.Box`` is.
    """
    pages = {place: page for page, ids in ids_of_pages.items() for place in sorted(ids - own_ids)}

    def follows(place: str) -> bool:
        """Tell whether the page of an id is that of a shorter one."""
        shorter = place.rpartition(".")[0]
        while shorter and shorter not in pages:
            shorter = shorter.rpartition(".")[0]
        return bool(shorter) and pages[shorter] == pages[place]

    return {place: page for place, page in pages.items() if not follows(place)}


def lead_on(app: Sphinx, page: str, template: str, context: object, doctree: object) -> None:
    """Give the page `LIST` a script that leads links on to places which once stood there.

    Sphinx calls it at `html-page-context`, before it fills the `template` of a page. All pages are
    read by then, and their ids are known.
    """
    if page != LIST or app.builder.name != "html":
        return

    def ids(name: str) -> set[str]:
        """Return all ids on a page."""
        elements = app.env.get_doctree(name).findall(nodes.Element)
        return {place for element in elements for place in element["ids"]}

    names = [*(f"{LIST}_{room}" for room in ROOMS), COMMAND]
    ids_of_pages = {name.rpartition("/")[2]: ids(name) for name in names}
    places = pages_of_places(ids_of_pages, ids(LIST))
    app.add_js_file(None, body=LEAD_ON % json.dumps(places, separators=(",", ":")))  # type: ignore[attr-defined]


def skip(
    app: Sphinx, what: str, name: str, member: object, skipped: bool, options: object
) -> bool | None:
    """Tell autodoc whether to leave a member out of an entry: True, or None for its own decision.

    Members of a module are left out, because each has an entry of its own, and of a player the
    methods that every player has.

    Parameters
    ----------
    app
        Sphinx, which says by `temp_data` what entry autodoc is writing.
    what
        What the entry is of, such as ``"module"`` or ``"class"``.
    name, member
        The name of the member, and the member itself.
    skipped
        What autodoc would decide.
    options
        The options of autodoc's directive.
    """
    if what == "module":
        return True
    current_entry = app.env.temp_data
    module = importlib.import_module(current_entry.get("autodoc:module") or "osphg")
    cls = getattr(module, current_entry.get("autodoc:class") or "", None)  # no attribute is ""
    is_player = cls and set(dir(cls)) >= PLAYER
    return True if name in PLAYER and is_player else None


def prepare(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Add to a docstring the module in which `thing` is written, and a section on its fields.

    Autodoc calls it at `autodoc-process-docstring`.

    Parameters
    ----------
    app, name, options
        Sphinx, the path of the thing, and the options of autodoc's directive; not used.
    what
        What the entry is of, such as ``"class"``.
    thing
        The object itself.
    lines
        The lines of its docstring, changed in place: the module comes after the first paragraph,
        and the fields of a class, if it does not describe its parameters, at the end.
    """
    if inspect.isclass(thing) and "Parameters" not in lines:
        lines.extend(section_on_fields(thing))
    if what in {"class", "exception", "function"}:
        end_of_summary = lines.index("") if "" in lines else len(lines)
        where_written = ["", f"In ``{getattr(thing, '__module__', '')}``."]
        lines[end_of_summary:end_of_summary] = where_written


def section_on_fields(cls: type) -> list[str]:
    """Return the lines of a docstring's section on the fields of a class with comments beside them.

    The comments are read from the source of the class: ``T: int  # the number of rounds``. There
    are no lines if no field has a comment.
    """
    # A comment "type: ignore" is for the type checker, and describes no field.
    pattern = r"^    (?P<field>\w+): .*?  # (?!type: )(?P<comment>.+)$"
    descriptions = re.findall(pattern, inspect.getsource(cls), re.MULTILINE)
    if not descriptions:
        return []
    lines = ["", "Attributes", "----------"]
    for field, comment in descriptions:
        lines += [field, f"    {comment}"]
    return lines


def source_of(app: Sphinx, module: str, name: str) -> str | None:
    """Tell Sphinx's viewcode in which module a public name is written; None if that is not known.

    Viewcode links each entry to the source of what it describes. `module` and `name` are those of
    the entry, such as ``osphg`` and ``Box.project``. A property has no module of its own: it is
    written where the last class on its path is.
    """
    value: Any = osphg
    written_in = None
    for part in f"{module}.{name}".split(".")[1:]:  # without "osphg"
        value = getattr(value, part, None)
        if inspect.isclass(value) or inspect.isfunction(value):
            written_in = value.__module__
    return written_in


def setup(app: Sphinx) -> None:
    """Connect this extension to Sphinx, autodoc and viewcode."""
    app.connect("source-read", fill)
    app.connect("html-page-context", lead_on)
    app.connect("autodoc-skip-member", skip)
    app.connect("autodoc-process-docstring", prepare, priority=400)  # before napoleon
    app.connect("viewcode-follow-imported", source_of)

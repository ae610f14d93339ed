"""Write the exports of `osphg/players/__init__.py` from the classes beside it; `make format` does.

A player is declared by its class alone. What imports all players by name would have to be edited
with each of them; here it follows. The sources are read, not imported, so that a list that is out
of date, which would be an ImportError, can still be written anew.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import NamedTuple

PLAYERS = Path(__file__).resolve().parent.parent / "osphg" / "players"
METHODS = ("init", "decide", "update", "multiplier", "tuned")  # what makes a class a player


class ClassSource(NamedTuple):
    """A class as its file has it."""

    module: str  # the name of its file, without .py
    node: ast.ClassDef


def classes(folder: Path = PLAYERS) -> dict[str, ClassSource]:
    """Return every class of the files of a folder by its name, in the order of the files."""
    return {
        node.name: ClassSource(path.stem, node)
        for path in sorted(folder.glob("*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    }


def ancestry(name: str, sources: dict[str, ClassSource]) -> list[ast.ClassDef]:
    """Return a class and its bases in the order in which Python looks for a method in them.

    `players` needs it to tell whether a class has all methods of a player, its own or inherited,
    without importing the package. Bases that are not in `sources` are left out.

    The order is Python's own, which is called C3: after the class, the ancestries of its bases and
    the list of the bases themselves are merged. The next class is always the first of one of these
    lists that stands later in none of them, so that no class comes before one that is derived from
    it.
    """
    if name not in sources:
        return []
    cls = sources[name].node
    bases = [base.id for base in cls.bases if isinstance(base, ast.Name) and base.id in sources]
    to_merge = [ancestry(base, sources) for base in bases]
    to_merge.append([sources[base].node for base in bases])
    order = [cls]
    while to_merge := [classes for classes in to_merge if classes]:  # lists that are not yet empty
        not_next = {id(later) for classes in to_merge for later in classes[1:]}
        next_class = next(classes[0] for classes in to_merge if id(classes[0]) not in not_next)
        order.append(next_class)
        to_merge = [[each for each in classes if each is not next_class] for classes in to_merge]
    return order


def find_method(name: str, order: list[ast.ClassDef]) -> ast.FunctionDef | None:
    """Return the method that a class has by the name `name`; None if it has none.

    `order` has the class and its bases, as `ancestry` orders them: the first that defines the
    method gives it.
    """
    for node in order:
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef) and statement.name == name:
                return statement
    return None


def is_abstract(function: ast.FunctionDef) -> bool:
    """Tell whether a method only raises NotImplementedError, as that of an abstract base does."""
    last = function.body[-1]
    return isinstance(last, ast.Raise) and ast.unparse(last) == "raise NotImplementedError"


def players(folder: Path = PLAYERS) -> dict[str, str]:
    """Return the players that `__init__.py` has to export: their modules, by their classes' names.

    A player is a public class that implements all of `METHODS`, by itself or by its bases. A base
    class whose `tuned` only raises NotImplementedError is no player.
    """
    sources = classes(folder)
    modules = {}
    for name, source in sources.items():
        order = ancestry(name, sources)
        methods = [find_method(each, order) for each in METHODS]
        implements_all = all(method and not is_abstract(method) for method in methods)
        if implements_all and not name.startswith("_"):
            modules[name] = source.module
    return modules


def sort_key(line: str) -> tuple[str, int, str]:
    """Return what ruff sorts a line `from module import Name as Name` by.

    That is the module; then constants, classes and functions in this order; then the name.
    """
    _, module, _, name, *_ = line.split()
    if name.isupper() and len(name) > 1:
        kind = 0
    elif name[0].isupper():
        kind = 1
    else:
        kind = 2
    return module, kind, name


def defined_names(module: str, root: Path = PLAYERS.parent.parent) -> set[str]:
    """Return what can be imported from a module such as `osphg.players.base`, by its source.

    That is its classes and functions, or of a package its modules; nothing if there is no such
    module. `root` is the folder that has the package `osphg`. By this `exports` drops a line whose
    class, function or module has gone. Constants are not looked for, as `__init__.py` exports none.
    """
    path = root.joinpath(*module.split("."))
    if path.is_dir():
        return {file.stem for file in path.glob("*.py")}
    if not path.with_suffix(".py").exists():
        return set()
    body = ast.parse(path.with_suffix(".py").read_text(encoding="utf-8")).body
    return {node.name for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)}


def exports(folder: Path = PLAYERS) -> str:
    """Return what `__init__.py` should be: its docstring, the players, and what else it exports.

    After the docstring each line of the file is an import, `from module import Name as Name`. One
    that is there for anything else than a player stays, unless what it exports, a module or a name
    in one, is no longer there.
    """
    text = (folder / "__init__.py").read_text(encoding="utf-8")
    docstring, _, after_first_from = text.partition("\nfrom ")
    lines = {
        f"from osphg.players.{module} import {name} as {name}"
        for name, module in players(folder).items()
    }
    root = folder.parent.parent  # the folder of the package `osphg`
    for line in f"from {after_first_from}".splitlines():
        _, module, _, name, *_ = line.split()
        if name in defined_names(module, root):
            lines.add(line)
    return docstring + "\n" + "\n".join(sorted(lines, key=sort_key)) + "\n"


if __name__ == "__main__":
    (PLAYERS / "__init__.py").write_text(exports(), encoding="utf-8")

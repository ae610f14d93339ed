"""Write the exports of players and domains from their classes; `make format` does.

A player or a domain is declared by its class alone. What names all of them would have to be edited
with each; here it follows: for players `osphg/players/__init__.pyi`, for domains the `__all__` of
`osphg/domains.py` and the lines of `osphg/__init__.pyi` that import them. The sources are read, not
imported, so that a list that is out of date, which would be an ImportError, can still be written
anew.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parent.parent / "osphg"
PLAYERS = PACKAGE / "players"
METHODS = ("init", "decide", "update", "multiplier", "tuned")  # what makes a class a player
MAX_LENGTH = 100  # of a line, as in pyproject.toml


class ClassSource(NamedTuple):
    """A class as its file has it."""

    module: str  # the name of its file, without .py
    node: ast.ClassDef


def classes(files: Iterable[Path]) -> dict[str, ClassSource]:
    """Return every class of some files by its name, in the order of the files."""
    return {
        node.name: ClassSource(path.stem, node)
        for path in files
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
    """Return the players that `__init__.pyi` has to export: their modules, by their classes' names.

    A player is a public class that implements all of `METHODS`, by itself or by its bases. A base
    class whose `tuned` only raises NotImplementedError is no player.
    """
    sources = classes(sorted(folder.glob("*.py")))
    modules = {}
    for name, source in sources.items():
        order = ancestry(name, sources)
        methods = [find_method(each, order) for each in METHODS]
        implements_all = all(method and not is_abstract(method) for method in methods)
        if implements_all and not name.startswith("_"):
            modules[name] = source.module
    return modules


def sort_key(line: str) -> tuple[str, int, str, str]:
    """Return what ruff sorts a line `from module import Name as Name` by.

    That is the module; then constants, classes and functions in this order; then the name,
    whose capital letters count only where two names have no other difference.
    """
    _, module, _, name, *_ = line.split()
    # A single capital letter is a class to ruff, and not a constant.
    if name.isupper() and len(name) > 1:
        kind = 0
    elif name[0].isupper():
        kind = 1
    else:
        kind = 2
    return module, kind, name.casefold(), name


def defined_names(module: str, folder: Path = PLAYERS) -> set[str]:
    """Return what can be imported from a module such as `.base` of a package, by its source.

    That is its classes and functions, and what it imports to hand it on, `from a import b as b`; of
    the package itself, `.`, its modules; nothing if there is no such module. By this `exports`
    drops a line whose class, function or module has gone. Constants are not looked for, as
    `__init__.pyi` exports none.
    """
    if module == ".":
        return {file.stem for file in folder.glob("*.py")}
    path = folder / f"{module.removeprefix('.')}.py"
    if not path.exists():
        return set()
    body = ast.parse(path.read_text(encoding="utf-8")).body
    defined = {node.name for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    imports = [node for node in body if isinstance(node, ast.ImportFrom)]
    aliases = [alias for node in imports for alias in node.names]
    return defined | {alias.name for alias in aliases if alias.asname == alias.name}


def exports(folder: Path = PLAYERS) -> str:
    """Return what `__init__.pyi` should be: its comment, the players, and what else it exports.

    After the comment each line is an import, `from .module import Name as Name`; then comes what
    type checkers read of `__all__`. A line that is there for anything else than a player stays,
    unless what it exports, a module or a name in one, is no longer there.
    """
    text = (folder / "__init__.pyi").read_text(encoding="utf-8")
    comment, _, after_first_from = text.partition("\nfrom ")
    imports, _, ending = after_first_from.partition("\n\n")
    lines = {f"from .{module} import {name} as {name}" for name, module in players(folder).items()}
    for line in f"from {imports}".splitlines():
        _, module, _, name, *_ = line.split()
        if name in defined_names(module, folder):
            lines.add(line)
    return comment + "\n" + "\n".join(sorted(lines, key=sort_key)) + "\n\n" + ending


def member_names(order: list[ast.ClassDef]) -> set[str]:
    """Return the names of the methods, properties and fields of a class and its bases.

    `order` has the class and its bases, as `ancestry` returns them. It may have a class alone.
    """
    names = set()
    for node in order:
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef):
                names.add(statement.name)
            elif isinstance(statement, ast.AnnAssign):  # a field, such as `upper: FloatArray`
                names.add(ast.unparse(statement.target))
    return names


def domains(package: Path = PACKAGE) -> list[str]:
    """Return the names of the domains in the file `domains.py` of the package.

    A domain is a public class that has all members of the protocol `Domain`, by itself or by its
    bases. A protocol, such as `Domain` itself, is none.
    """
    sources = classes([package / "domains.py"])
    required = member_names([sources["Domain"].node])
    names = []
    for name, source in sources.items():
        is_protocol = any(ast.unparse(base) == "Protocol" for base in source.node.bases)
        has_all = required <= member_names(ancestry(name, sources))
        if has_all and not is_protocol and not name.startswith("_"):
            names.append(name)
    return names


def domain_exports(package: Path = PACKAGE) -> str:
    """Return what `domains.py` should be: the same file, whose `__all__` has every domain.

    A name that is there for anything else than a domain stays, unless its class or function is no
    longer there.
    """
    text = (package / "domains.py").read_text(encoding="utf-8")
    statement = next(
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    )
    listed = set(ast.literal_eval(statement.value)) & defined_names(".domains", package)
    names = [f'"{name}"' for name in sorted(listed.union(domains(package)))]
    written = f"__all__ = [{', '.join(names)}]"
    if len(written) > MAX_LENGTH:
        written = "\n".join(["__all__ = [", *(f"    {name}," for name in names), "]"])
    lines = text.splitlines()
    lines[statement.lineno - 1 : statement.end_lineno] = [written]
    return "\n".join(lines) + "\n"


def top_level_exports(package: Path = PACKAGE) -> str:
    """Return what `__init__.pyi` should be: the same file, which imports every domain.

    A line that imports what is no domain, or no longer there, from `domains.py` is left out.
    """
    lines = (package / "__init__.pyi").read_text(encoding="utf-8").splitlines()
    imports = [line for line in lines if line.startswith("from ")]
    first = lines.index(imports[0])  # the imports stand in one block
    kept = [line for line in imports if not line.startswith("from .domains ")]
    of_domains = [f"from .domains import {name} as {name}" for name in domains(package)]
    lines[first : first + len(imports)] = sorted(kept + of_domains, key=sort_key)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (PLAYERS / "__init__.pyi").write_text(exports(), encoding="utf-8")
    (PACKAGE / "domains.py").write_text(domain_exports(), encoding="utf-8")
    (PACKAGE / "__init__.pyi").write_text(top_level_exports(), encoding="utf-8")

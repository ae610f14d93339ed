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
METHODS = ("init", "decide", "update", "multiplier", "tuned")  # what a player has


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


def ancestry(name: str, known: dict[str, ClassSource]) -> list[ast.ClassDef]:
    """Return a class and its bases as Python looks for a method in them (the C3 order)."""
    if name not in known:
        return []
    node = known[name].node
    bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in known]
    lines = [ancestry(base, known) for base in bases]
    lines.append([known[base].node for base in bases])
    order = [node]
    while lines := [line for line in lines if line]:
        head = next(line[0] for line in lines if not any(line[0] in other[1:] for other in lines))
        order.append(head)
        lines = [[one for one in line if one is not head] for line in lines]
    return order


def method(name: str, order: list[ast.ClassDef]) -> ast.FunctionDef | None:
    """Return the first method of that name in the classes of an ancestry; None if there is none."""
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
    """Return the module of every player by the name of its class.

    A player is a public class with all of `METHODS`, its own or inherited, each of them written:
    a base whose `tuned` raises NotImplementedError is none.
    """
    known = classes(folder)
    found = {}
    for name, source in known.items():
        methods = [method(wanted, ancestry(name, known)) for wanted in METHODS]
        if not name.startswith("_") and all(one and not is_abstract(one) for one in methods):
            found[name] = source.module
    return found


def order_of_imports(line: str) -> tuple[str, int, str]:
    """Return what ruff sorts a line `from module import Name as Name` by."""
    _, module, _, name, *_ = line.split()
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2
    return module, kind, name


def names(module: str, root: Path = PLAYERS.parent.parent) -> set[str]:
    """Return the names of the classes, functions and files of a module, `osphg.players.base`."""
    path = root.joinpath(*module.split("."))
    if path.is_dir():
        return {file.stem for file in path.glob("*.py")}
    if not path.with_suffix(".py").exists():
        return set()
    body = ast.parse(path.with_suffix(".py").read_text(encoding="utf-8")).body
    return {node.name for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)}


def exports(folder: Path = PLAYERS) -> str:
    """Return what `__init__.py` should be: its docstring, the players, and what else it exports.

    A line for what is no player stays as it is written there, unless its module has it no more.
    """
    text = (folder / "__init__.py").read_text(encoding="utf-8")
    opening, _, imports = text.partition("\nfrom ")
    lines = {
        f"from osphg.players.{module} import {name} as {name}"
        for name, module in players(folder).items()
    }
    for line in f"from {imports}".splitlines():
        _, module, _, name, *_ = line.split()
        if name in names(module, folder.parent.parent):
            lines.add(line)
    return opening + "\n" + "\n".join(sorted(lines, key=order_of_imports)) + "\n"


if __name__ == "__main__":
    (PLAYERS / "__init__.py").write_text(exports(), encoding="utf-8")

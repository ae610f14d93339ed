"""The rooms of the package: who may import whom, and what breaks these rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Each room, and the rooms that it may import besides itself; the first that matches counts.
ROOMS: Mapping[str, frozenset[str]] = {
    "osphg.proofs.kernel": frozenset(),
    "osphg.proofs": frozenset({"osphg.proofs.kernel"}),
    "osphg.experiments": frozenset(),
    "osphg.core": frozenset(),
    "osphg.games": frozenset({"osphg.core"}),
    "osphg.systems": frozenset({"osphg.core", "osphg.games"}),
    "osphg.studies": frozenset(
        {"osphg.core", "osphg.games", "osphg.systems", "osphg.proofs", "osphg.proofs.kernel"}
        | {"osphg.experiments"}  # the table of results, and the runs that the book keeps
    ),
    "osphg.pacing": frozenset(
        {"osphg.core", "osphg.games", "osphg.systems", "osphg.studies"}  # studies: the bounds
    ),
    "osphg.plots": frozenset({"osphg.core", "osphg.games", "osphg.studies", "osphg.systems"}),
    "osphg.__main__": frozenset({"osphg.experiments"}),
    "osphg": frozenset(
        {"osphg.core", "osphg.games", "osphg.systems", "osphg.studies", "osphg.plots"}
        | {"osphg.proofs", "osphg.experiments", "osphg.pacing"}
    ),
}


def room(module: str) -> str:
    """Return the room of a module; the face `osphg` is a room of its own."""
    for name in ROOMS:
        if name != "osphg" and (module == name or module.startswith(f"{name}.")):
            return name
    return "osphg"


def modules(root: Path = ROOT) -> dict[str, Path]:
    """Return the modules below root/osphg by name; a package goes by the name of its folder."""
    found = {}
    for path in sorted((root / "osphg").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def import_statements(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Return a file's imports, those inside functions and for type checkers like any other."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return tuple(node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))


def imports(path: Path, known: Mapping[str, Path]) -> Iterator[tuple[str, str]]:
    """Yield (module, name) for each import of the package; the name is "" for a whole module."""
    for node in import_statements(path):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] == "osphg":
                    yield alias.name, ""
        else:
            assert node.level == 0, f"{path.name}, line {node.lineno}: a relative import"
            base = node.module or ""
            if base.partition(".")[0] == "osphg":
                for alias in node.names:
                    inner = f"{base}.{alias.name}"
                    yield (inner, "") if inner in known else (base, alias.name)


def faults(root: Path = ROOT) -> list[str]:
    """Return what breaks the rules of the house, one line each."""
    known = modules(root)
    found = []
    graph: dict[str, set[str]] = {name: set() for name in known}
    for name, path in known.items():
        for target, imported in imports(path, known):
            if target not in known:
                found.append(f"{name} imports {target}, which does not exist")
                continue
            own, other = room(name), room(target)
            if own != other and other not in ROOMS[own]:
                found.append(f"{name} imports {target}: {own} may not import {other}")
            hidden = [part for part in (*target.split("."), imported) if part.startswith("_")]
            if hidden and not hidden[0].startswith("__"):
                found.append(f"{name} imports {hidden[0]} of {target}")
            graph[name].add(target)
    graph.pop("osphg", None)  # the face loads what it names when it is asked for it
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found.append("a circle of imports: " + " <- ".join(error.args[1]))
    return found

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
    "osphg.proofs": frozenset(),
    "osphg.sources": frozenset(),
    "osphg.experiments": frozenset({"osphg.sources"}),
    "osphg.core": frozenset({"osphg.sources"}),
    "osphg.games": frozenset({"osphg.core"}),
    "osphg.systems": frozenset({"osphg.core", "osphg.games"}),
    "osphg.studies": frozenset(
        {"osphg.core", "osphg.games", "osphg.systems", "osphg.proofs"}
        | {"osphg.experiments"}  # the table of results, and the runs that the book keeps
    ),
    "osphg.pacing": frozenset({"osphg.core", "osphg.games"}),
    "osphg.plots": frozenset({"osphg.core", "osphg.games", "osphg.studies", "osphg.systems"}),
    "osphg.__main__": frozenset({"osphg.experiments"}),
    "osphg": frozenset(
        {"osphg.core", "osphg.games", "osphg.systems", "osphg.studies", "osphg.plots"}
        | {"osphg.proofs", "osphg.experiments", "osphg.pacing"}
    ),
}

# Who may load what a string says that is not written there, and why it has to be so.
BY_STRING: Mapping[str, str] = {
    "osphg": "each public name is loaded from the room that the face names for it",
    "osphg.experiments": "each public name is loaded from a module of that package",
    "osphg.pacing.pacer": "the class of a player or a domain is named by the file of a pacer",
    "osphg.experiments.copying": "a notebook's own imports are executed before it begins",
}
# What loads a module, or runs code, that a string names.
LOADERS = ("import_module", "__import__", "exec", "eval")
OTHERS = ("benchmarks", "examples", "tests", "tools")  # no rooms: they import whom they like


def room(module: str) -> str:
    """Return the room of a module: the face `osphg` is one, the other files beside it the core."""
    for name in ROOMS:
        if name != "osphg" and (module == name or module.startswith(f"{name}.")):
            return name
    return "osphg" if module == "osphg" else "osphg.core"


def modules(root: Path = ROOT) -> dict[str, Path]:
    """Return the modules below root/osphg by name; a package goes by the name of its folder."""
    found = {}
    for path in sorted((root / "osphg").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def written(node: ast.AST) -> str:
    """Return the module that a call of `import_module` names, if its name stands there; else ""."""
    match node:
        case ast.Call(
            func=ast.Name(id="import_module") | ast.Attribute(attr="import_module"),
            args=[ast.Constant(value=str(name))],
            keywords=[],
        ):
            return name
    return ""


def loader(node: ast.AST) -> str:
    """Return what is mentioned here that loads modules, or runs code, by a string; else ""."""
    match node:
        case ast.Name(id=name) if name in LOADERS:
            return name
        case ast.Attribute(attr="import_module" | "__import__" as name):
            return name
        case ast.alias(name=name, asname=str(other)) if name in LOADERS:
            return f"{name} as {other}"
        case ast.Attribute(attr="modules"):
            return "sys.modules"
        case ast.ImportFrom(module="sys", names=names) if "modules" in {n.name for n in names}:
            return "sys.modules"
    return ""


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return the imports of a file, those inside functions and for type checkers like any other."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return tuple(
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom) or written(node) or loader(node)
    )


def imports(path: Path, known: Mapping[str, Path]) -> Iterator[tuple[str, str]]:
    """Yield (module, name) for each import of the package; the name is "" for a whole module."""
    for node in nodes(path):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    if alias.name.partition(".")[0] == "osphg":
                        yield alias.name, ""
                        if not alias.asname:  # it gives the name `osphg`, from which all is reached
                            yield "osphg", ""
            case ast.ImportFrom(names=names):
                assert node.level == 0, f"{path.name}, line {node.lineno}: a relative import"
                base = node.module or ""
                if base.partition(".")[0] == "osphg":
                    for alias in names:
                        inner = f"{base}.{alias.name}"
                        yield (inner, "") if inner in known else (base, alias.name)
            case ast.Call() if (name := written(node)).partition(".")[0] == "osphg":
                yield name, ""


def unwritten(path: Path) -> Iterator[str]:
    """Yield what a file may load modules with so that their names do not stand there."""
    plain = {node.func for node in nodes(path) if isinstance(node, ast.Call)}
    for node in nodes(path):
        if node not in plain and (means := loader(node)):
            yield means


def hidden(path: Path) -> Iterator[str]:
    """Yield what a file imports that begins with an underscore: it is its own module's alone."""
    for node in nodes(path):
        if isinstance(node, ast.Import | ast.ImportFrom):
            base = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                for part in (*base.split("."), *alias.name.split(".")):
                    if part.startswith("_") and not part.startswith("__"):
                        yield f"imports {part} of {base or alias.name}"


def loaded_with(target: str, name: str) -> set[str]:
    """Return a module and the packages that are loaded before it, unless `name` is in them."""
    parts = target.split(".")
    found = {".".join(parts[:depth]) for depth in range(1, len(parts))}
    return {target} | {package for package in found if not f"{name}.".startswith(f"{package}.")}


def faults(root: Path = ROOT) -> list[str]:
    """Return what breaks the rules of the house, one line each."""
    known = modules(root)
    others = [path for folder in OTHERS for path in sorted((root / folder).rglob("*.py"))]
    others += sorted(root.glob("*.py"))
    found = [
        f"{path.relative_to(root)} {fault}"
        for path in (*known.values(), *others)
        for fault in hidden(path)
    ]
    graph: dict[str, set[str]] = {name: set() for name in known}
    for name, path in known.items():
        if name not in BY_STRING:
            found += [f"{name} loads by a string, with {means}" for means in unwritten(path)]
        for target, _ in imports(path, known):
            if target not in known:
                found.append(f"{name} imports {target}, which does not exist")
                continue
            own, other = room(name), room(target)
            if own != other and other not in ROOMS[own]:
                found.append(f"{name} imports {target}: {own} may not import {other}")
            graph[name] |= loaded_with(target, name)
    graph.pop("osphg", None)  # the face loads what it names when it is asked for it
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found.append("a circle of imports: " + " <- ".join(error.args[1]))
    return found

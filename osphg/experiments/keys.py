"""Keys: hashes of all that the numbers of a notebook follow from.

What is kept under a key need never be refused: another notebook, package or value has another key.
Of sources a key has what is executed. Prose, docstrings and comments may change: nothing is
computed anew for them.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import platform
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from osphg.experiments.catalogue import book_folder
from osphg.sources import ROOT, package_digest

PACKAGES = (  # that results rest on: all come with the extra `book`
    "osphg", "numpy", "scipy", "numba", "sympy", "matplotlib", "papermill", "nbclient", "ipykernel",
    "pyscipopt",
)  # fmt: skip
_NAME = ROOT.name
_READ = {
    ".md": re.compile(r"^(?::label: |\()[\w:-]+.*$", re.MULTILINE),
    ".bib": re.compile(r"^[^%\n].*$", re.MULTILINE),
}


def digest(value: Any) -> str:
    """Return the SHA-256 of the one JSON text that stands for `value`."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def notebook(source: str) -> str:
    """Return the hash of what a notebook, as JSON, computes: of its code cells, not of its prose.

    Parameters that a run has put into it are not the notebook's.
    """
    return digest(_cells(source))


def _cells(source: str) -> list[tuple[bool, str]]:
    """Return the code cells of a notebook, and whether each may raise."""
    cells = []
    for cell in json.loads(source)["cells"]:
        tags = cell["metadata"].get("tags", [])
        if cell["cell_type"] == "code" and "injected-parameters" not in tags:
            cells.append(("raises-exception" in tags, "".join(cell["source"])))
    return cells


def sources(source: str) -> str:
    """Return the hash of what a notebook's code uses: modules of the package, and data files.

    The modules are those that it imports, and those that these import. Where that cannot be told,
    as with IPython's magic commands, it is the whole package.
    """
    code = "\n".join(text for _, text in _cells(source))
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return package_digest()
    modules = _closure(_imports(tree))
    # `inspect` shows a reader the text of a function, with all that is said in it.
    whole = "inspect" in _identifiers(tree)
    found = {
        name: [module.text if whole else module.code, *map(_content, module.files)]
        for name, module in modules.items()
    }
    folder = book_folder()
    data = {os.path.relpath(path, folder): _content(path) for path in _data(tree, folder)}
    return digest([found, data])


def _closure(names: Iterable[str]) -> dict[str, _Module]:
    """Return modules of the package, with all that they import."""
    found: dict[str, _Module] = {}
    waiting = [*names]
    while waiting:
        parts = waiting.pop().split(".")
        for depth in range(1, len(parts) + 1):
            module = ".".join(parts[:depth])
            path = _path(module)
            if module not in found and path:
                found[module] = _module(path, path.read_text(encoding="utf-8"))
                if module != _NAME:  # its __init__ loads a name when it is asked for
                    waiting += found[module].imports
    return found


def _path(module: str) -> Path | None:
    """Return the file of a module of the package; None if there is none."""
    place = ROOT.parent.joinpath(*module.split("."))
    if module.split(".")[0] != _NAME:
        return None
    return next((p for p in (place.with_suffix(".py"), place / "__init__.py") if p.is_file()), None)


class _Module(NamedTuple):
    """What a key has of a module."""

    code: str  # hash of what is executed
    text: str  # hash of all that stands in it
    imports: frozenset[str]
    files: tuple[Path, ...]  # beside it, which it names


@lru_cache(maxsize=256)
def _module(path: Path, text: str) -> _Module:
    """Return what there is to know of a module's file and its text."""
    tree = _without_docstrings(ast.parse(text))
    code = hashlib.sha256(ast.dump(tree).encode()).hexdigest()
    whole = hashlib.sha256(text.encode()).hexdigest()
    return _Module(code, whole, frozenset(_imports(tree)), tuple(_data(tree, path.parent)))


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            text = first.value if isinstance(first, ast.Expr) else None
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                text.value = ""
    return tree


def _imports(tree: ast.AST) -> set[str]:
    """Return the modules of the package that code may use, by names that stand in it."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            for alias in node.names:
                found |= _homes(f"{node.module}.{alias.name}")
        elif isinstance(node, ast.Attribute):
            found |= _homes(ast.unparse(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)  # for `import_module`
    return {name for name in found if _path(name)}


def _homes(dotted: str) -> set[str]:
    """Return the modules in which a dotted name of the package stands, such as osphg.play."""
    parts = dotted.split(".")
    if parts[0] != _NAME or not all(part.isidentifier() for part in parts):
        return set()
    stub = (ROOT / "__init__.pyi").read_text(encoding="utf-8")
    home = _faces(stub).get(parts[1], "") if len(parts) > 1 else ""
    chains = [parts, [*home.split("."), *parts[2:]] if home else []]
    return {".".join(chain[:depth]) for chain in chains for depth in range(2, len(chain) + 1)}


@lru_cache(maxsize=4)
def _faces(stub: str) -> dict[str, str]:
    """Return the modules of the package's public names, from the text of its stub."""
    homes = {}
    for node in ast.walk(ast.parse(stub)):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                homes[alias.name] = inner if _path(inner) else node.module
    return homes


def _identifiers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id


def _data(tree: ast.AST, folder: Path) -> Iterable[Path]:
    """Return the files of a folder that code names in texts, or those of the book's data."""
    texts = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and 0 < len(node.value) < 200
        and "\n" not in node.value
        and node.value.strip("./ ")
    }
    found: set[Path] = set()
    for text in texts:
        places = [folder / text, folder / "stored" / text, folder / "data" / text]
        if any(other.endswith(".ipynb") for other in texts):
            places.append(folder / f"{text}.ipynb")
        with suppress(OSError, ValueError):
            for place in places:
                if place.is_file():
                    found.add(place)
                elif place.is_dir() and place.resolve() not in folder.resolve().parents:
                    found |= {path for path in place.rglob("*") if path.is_file()}
            if folder == book_folder():  # some read what stands beside the book
                beside = folder.parent / text
                if beside.suffix and beside.is_file():  # a word such as "log" is no file
                    found.add(beside)
                if text == "examples":
                    found |= set(beside.glob("*.py"))
            if text.startswith("*."):
                found |= set(folder.glob(text))
    own = folder.resolve().parent
    return sorted(p for p in found if own in p.resolve().parents and "__pycache__" not in p.parts)


def _content(path: Path) -> str:
    """Return the hash of what code reads in a file.

    Of a chapter in Markdown these are its labels, and of a bibliography all but comments.
    """
    content = path.read_bytes()
    if kept := _READ.get(path.suffix):
        content = "\n".join(kept.findall(content.decode())).encode()
    return hashlib.sha256(content).hexdigest()


def installed() -> dict[str, Any]:
    """Return the versions of Python and of the packages that results rest on."""
    found = {}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return {"python": platform.python_version(), "packages": found}


def code(source: str) -> dict[str, Any]:
    """Return what the numbers of two processes that execute a notebook must have in common."""
    return {"sources": sources(source), **installed()}


def execution(notebook: str, code: Mapping[str, Any], parameters: Mapping[str, Any]) -> str:
    """Return the key of a `notebook()`, executed with all its `parameters` by `code()`."""
    return digest([notebook, code, dict(parameters)])[:32]

"""Keys: hashes of all that the numbers of a notebook follow from.

What is kept under a key need never be refused: another notebook, package or value has another key.
Of sources a key has what is executed. Prose, docstrings and comments may change: nothing is
computed anew for them.

A key has the whole package, not the modules that a notebook imports: by the names in `osphg` nearly
every notebook imports nearly all of them.
"""

from __future__ import annotations

import ast
import hashlib
import json
import platform
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from osphg.experiments.catalogue import book_folder
from osphg.sources import ROOT, package_digest

PACKAGES = (  # that results rest on: all come with the extra `book`
    "osphg", "numpy", "scipy", "numba", "sympy", "matplotlib", "papermill", "nbclient", "ipykernel",
    "pyscipopt",
)  # fmt: skip
_NAME = re.compile(r"(\*\.)?\w[\w./-]{0,99}")  # of a file or a folder, or a pattern such as *.md
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
    """Return the hash of what a notebook's code uses: the package, and data files of the book."""
    texts = [text for _, text in _cells(source)]
    # `inspect` shows a reader the text of a function, with all that is said in it.
    shown = any("inspect" in text for text in texts)
    package = package_digest() if shown else _package()
    folder = book_folder().parent
    data = {path.relative_to(folder).as_posix(): _content(path) for path in _data(texts)}
    return digest([package, data])


def _package() -> dict[str, str]:
    """Return by its path the hash of each file of the package, of a module without docstrings."""
    found = {}
    for path in sorted(ROOT.rglob("*")):
        name = path.relative_to(ROOT)
        if path.is_file() and not {"__pycache__", "_book"} & {*name.parts}:  # the book of a wheel
            content = path.read_bytes()
            executed = _executed(content) if path.suffix == ".py" else content
            found[name.as_posix()] = hashlib.sha256(executed).hexdigest()
    return found


@lru_cache(maxsize=1024)
def _executed(content: bytes) -> bytes:
    """Return what stands for a module's code, without comments and docstrings."""
    tree = ast.parse(content)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            text = first.value if isinstance(first, ast.Expr) else None
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                text.value = ""
    return ast.dump(tree).encode()


def _data(texts: list[str]) -> list[Path]:
    """Return the files of the book, and those beside it, that strings in code name.

    A name may be that of a folder, or a pattern such as *.md; it stands for what is in the folder
    of the book, in its `stored` and `data`, or beside it.
    """
    names: set[str] = set()
    for text in texts:
        with suppress(SyntaxError):  # IPython's magic commands
            nodes = ast.walk(ast.parse(text))
            names |= {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    if any(name.endswith(".ipynb") for name in names):
        names |= {f"{name}.ipynb" for name in names}
    book = book_folder()
    beside = (book.parent, book.parent / "examples")
    found: set[Path] = set()
    for name in filter(_NAME.fullmatch, names):
        for folder in (book, book / "stored", book / "data", book.parent):
            for path in folder.glob(name):
                if path != book:
                    found |= {path, *path.rglob("*")}
    return sorted(p for p in found if p.is_file() and (book in p.parents or p.parent in beside))


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

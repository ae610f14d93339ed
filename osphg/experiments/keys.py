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
# The name of a file or a folder, or a pattern such as *.md.
_NAME_PATTERN = re.compile(r"(\*\.)?\w[\w./-]{0,99}")
# By a file's ending, the lines of it that code of the book reads: labels, and all but comments.
_READ_LINES = {
    ".md": re.compile(r"^(?::label: |\()[\w:-]+.*$", re.MULTILINE),
    ".bib": re.compile(r"^[^%\n].*$", re.MULTILINE),
}


def digest(value: Any) -> str:
    """Return the SHA-256 of the one JSON text that stands for `value`."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def notebook(source: str) -> str:
    """Return the hash of the code cells of a notebook, given as JSON; prose does not count.

    A cell of parameters that a run has put into the notebook does not count either.
    """
    return digest(_cells(source))


def _cells(source: str) -> list[tuple[bool, str]]:
    """Return for each code cell of a notebook whether it may raise, and its text."""
    cells = []
    for cell in json.loads(source)["cells"]:
        tags = cell["metadata"].get("tags", [])
        if cell["cell_type"] == "code" and "injected-parameters" not in tags:
            cells.append(("raises-exception" in tags, "".join(cell["source"])))
    return cells


def sources(source: str) -> str:
    """Return the hash of what a notebook's code uses: the package, and data files of the book."""
    texts = [text for _, text in _cells(source)]
    # `inspect` shows a reader the text of a function, with its comments and docstring.
    shows_sources = any("inspect" in text for text in texts)
    package = package_digest() if shows_sources else _hashes_of_package()
    folder = book_folder().parent
    data = {path.relative_to(folder).as_posix(): _hash_of_file(path) for path in _data_files(texts)}
    return digest([package, data])


def _hashes_of_package() -> dict[str, str]:
    """Return the hash of each file of the package by its path; of a module only its code counts."""
    hashes = {}
    for path in sorted(ROOT.rglob("*")):
        name = path.relative_to(ROOT)
        if path.is_file() and not {"__pycache__", "_book"} & {*name.parts}:  # the book of a wheel
            content = path.read_bytes()
            executed = _code_of_module(content) if path.suffix == ".py" else content
            hashes[name.as_posix()] = hashlib.sha256(executed).hexdigest()
    return hashes


@lru_cache(maxsize=1024)
def _code_of_module(content: bytes) -> bytes:
    """Return a text of a module's syntax tree, without comments and docstrings."""
    tree = ast.parse(content)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            text = first.value if isinstance(first, ast.Expr) else None
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                text.value = ""
    return ast.dump(tree).encode()


def _data_files(texts: list[str]) -> list[Path]:
    """Return the files that code may read, as far as its strings tell: a key has their contents.

    Code is not executed to find out. Every string in it that is the name of a file or a folder, or
    a pattern such as *.md, is looked for in the book's folder, in its `stored` and `data`, and in
    the folder that holds the book's; a folder stands for all files in it.

    Parameters
    ----------
    texts : list of str
        The code cells of a notebook.
    """
    names: set[str] = set()
    for text in texts:
        with suppress(SyntaxError):  # IPython's magic commands
            nodes = ast.walk(ast.parse(text))
            names |= {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    # An f-string such as f"{name}.ipynb" leaves ".ipynb" alone: the name is then another string.
    if any(name.endswith(".ipynb") for name in names):
        names |= {f"{name}.ipynb" for name in names}
    book = book_folder()
    paths: set[Path] = set()
    for name in filter(_NAME_PATTERN.fullmatch, names):
        for folder in (book, book / "stored", book / "data", book.parent):
            for path in folder.glob(name):
                if path != book:  # else any code with the string "book" had all of the book
                    paths |= {path, *path.rglob("*")}
    # Outside the book, any word may be the name of a folder with much else in it.
    outside = (book.parent, book.parent / "examples")
    return sorted(
        path
        for path in paths
        if path.is_file() and (book in path.parents or path.parent in outside)
    )


def _hash_of_file(path: Path) -> str:
    """Return the hash of what code reads in a file.

    Of a chapter in Markdown these are its labels, and of a bibliography all but comments.
    """
    content = path.read_bytes()
    if lines := _READ_LINES.get(path.suffix):
        content = "\n".join(lines.findall(content.decode())).encode()
    return hashlib.sha256(content).hexdigest()


def installed() -> dict[str, Any]:
    """Return the versions of Python and of the packages that results rest on."""
    versions = {}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return {"python": platform.python_version(), "packages": versions}


def code(source: str) -> dict[str, Any]:
    """Return the hash of a notebook's sources and the versions of packages.

    Two processes that execute the notebook get the same numbers only if they agree in these.
    """
    return {"sources": sources(source), **installed()}


def execution(notebook: str, code: Mapping[str, Any], parameters: Mapping[str, Any]) -> str:
    """Return the key under which the results of one execution of a notebook are kept.

    Parameters
    ----------
    notebook : str
        What `notebook` returns of it.
    code : mapping
        What `code` returns of it.
    parameters : mapping
        The values of all parameters, by name.
    """
    return digest([notebook, code, dict(parameters)])[:32]

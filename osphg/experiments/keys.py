"""Keys: hashes of all that the numbers of a notebook follow from.

Results are kept under such a key, to be found again. They need never be checked for being out of
date: another notebook, package or parameter has another key. Of sources the key is a hash of what
is executed, so that nothing is computed anew when prose, docstrings or comments change.

The key is of the whole package, not of the modules that a notebook imports: by the names in `osphg`
nearly every notebook imports nearly all of them.
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
# By a file's ending the lines that code reads: of a chapter the labels, of a bibliography all but
# comments. Of other files all is read.
_READ_LINES = {
    ".md": re.compile(r"^(?::label: |\()[\w:-]+.*$", re.MULTILINE),
    ".bib": re.compile(r"^[^%\n].*$", re.MULTILINE),
}


def digest(value: Any) -> str:
    """Return the SHA-256 of `value` written as JSON.

    The entries of mappings are sorted, so that equal values have one text, and one hash.
    """
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def notebook(source: str) -> str:
    """Return the hash of the code cells of a notebook, given as JSON; prose does not count.

    A cell of parameters that a run has put into it is left out: an executed notebook has the same
    hash as before.
    """
    return digest(_cells(source))


def _cells(source: str) -> list[tuple[bool, str]]:
    """Return for each code cell of a notebook, as JSON, whether it may raise, and its source.

    A cell may raise if its tag raises-exception says so. The cell of parameters that a run has put
    into the notebook is left out.
    """
    cells = []
    for cell in json.loads(source)["cells"]:
        tags = cell["metadata"].get("tags", [])
        if cell["cell_type"] == "code" and "injected-parameters" not in tags:
            cells.append(("raises-exception" in tags, "".join(cell["source"])))
    return cells


def sources(source: str) -> str:
    """Return the hash of what the code of a notebook, as JSON, uses.

    This is the whole package, and the data files of the book that strings in the code name.
    """
    texts = [text for _, text in _cells(source)]
    # A notebook that shows functions by `inspect` shows their docstrings and comments, too, so that
    # these count; otherwise only the code does.
    shows_sources = any("inspect" in text for text in texts)
    package = package_digest() if shows_sources else _hashes_of_package()
    repository = book_folder().parent
    data = {
        path.relative_to(repository).as_posix(): _hash_of_file(path) for path in _data_files(texts)
    }
    return digest([package, data])


def _hashes_of_package() -> dict[str, str]:
    """Return the hash of each file of the package by its path within the package.

    That of a module is of its code alone, without docstrings and comments.
    """
    hashes = {}
    # In an installed package, _book is a copy of the book.
    not_of_package = {"__pycache__", "_book"}
    for path in sorted(ROOT.rglob("*")):
        name = path.relative_to(ROOT)
        if path.is_file() and not not_of_package & {*name.parts}:
            content = path.read_bytes()
            executed = _code_of_module(content) if path.suffix == ".py" else content
            hashes[name.as_posix()] = hashlib.sha256(executed).hexdigest()
    return hashes


@lru_cache(maxsize=1024)
def _code_of_module(content: bytes) -> bytes:
    """Return a module's code as text that does not change with its comments and docstrings.

    `content` is the module's source. The text is that of its syntax tree, in which there are no
    comments, and in which the docstrings are emptied.
    """
    tree = ast.parse(content)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first_statement = node.body[0] if node.body else None
            # A docstring is a text that stands alone as the first statement.
            value = first_statement.value if isinstance(first_statement, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                value.value = ""
    return ast.dump(tree).encode()


def _data_files(texts: list[str]) -> list[Path]:
    """Return the files that code may read, as far as its strings tell.

    Numbers may follow from what these files hold, so that a key is of their contents, too. Code is
    not executed to find out. Every string in it that is the name of a file or a folder, or
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
    # Of an f-string such as f"{name}.ipynb" the syntax tree has ".ipynb" alone. The value of `name`
    # is probably another string of the code: each is tried with that ending.
    if any(name.endswith(".ipynb") for name in names):
        names |= {f"{name}.ipynb" for name in names}
    book = book_folder()
    paths: set[Path] = set()
    for name in filter(_NAME_PATTERN.fullmatch, names):
        for folder in (book, book / "stored", book / "data", book.parent):
            for path in folder.glob(name):
                # The string "book" is found in `book.parent`: all of the book would count for it.
                if path != book:
                    paths |= {path, *path.rglob("*")}
    # Outside the book, any word may be the name of a folder with much else in it. So only the files
    # that lie directly in one of these two folders count.
    outside = (book.parent, book.parent / "examples")
    return sorted(
        path
        for path in paths
        if path.is_file() and (book in path.parents or path.parent in outside)
    )


def _hash_of_file(path: Path) -> str:
    """Return the hash of what code reads in a file.

    Of a chapter in Markdown these are its labels, of a bibliography all but comments, and of any
    other file all of it.
    """
    content = path.read_bytes()
    lines_read = _READ_LINES.get(path.suffix)
    if lines_read:
        content = "\n".join(lines_read.findall(content.decode())).encode()
    return hashlib.sha256(content).hexdigest()


def installed() -> dict[str, Any]:
    """Return the versions of Python and of the packages that results rest on, where installed."""
    versions = {}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return {"python": platform.python_version(), "packages": versions}


def code(source: str) -> dict[str, Any]:
    """Return what the numbers of a notebook follow from, beside its own cells and parameters.

    These are the hash of the `sources` that the notebook, as JSON, uses, and the versions that are
    `installed`. Two processes must agree in them for their numbers to stand in one table.
    """
    return {"sources": sources(source), **installed()}


def execution(notebook: str, code: Mapping[str, Any], parameters: Mapping[str, Any]) -> str:
    """Return the key of one execution of a notebook, under which a sweep keeps its results.

    Parameters
    ----------
    notebook : str
        What the function `notebook` returns for it.
    code : mapping
        What the function `code` returns for it.
    parameters : mapping
        The values of all parameters by name, those that have their defaults included.
    """
    # Half of the hash makes a shorter file name, and 128 bits are still never equal by chance.
    return digest([notebook, code, dict(parameters)])[:32]

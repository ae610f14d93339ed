"""Sphinx extension: the role `minutes` says how long chapters take to read.

{minutes}`problem figure1` becomes the minutes for the two files of book/ together: 200 words a
minute, a displayed formula as 20 words, a formula within a line as one, and a line of code that is
not folded as 10. Exercises and folded proofs are counted, outputs are not. A build counts anew.

Its own, as no extension in the locks counts them.
"""

import math
import re
from typing import Any

from check_site import ROOT
from docutils import nodes
from execute_book import read
from nbformat.v4 import new_markdown_cell
from sphinx.application import Sphinx

PACE = 200  # words in a minute
FORMULA, LINE = 20, 10  # words that a displayed formula counts for, and a line of code

CODE = re.compile(r"^(`{3,})(?:\{code-block\}|\w)[^\n]*\n(.*?)^\1\s*$", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"^(?::[\w-]+:.*|\([\w:-]+\)=|[`:]{3,}.*)$", re.MULTILINE)
DISPLAY = re.compile(r"\$\$.*?\$\$", re.DOTALL)


def shown(chapter: str) -> tuple[str, list[str]]:
    """Return a chapter's text and its code, but for what is folded."""
    (path,) = (p for p in (ROOT / "book").glob(f"{chapter}.*") if p.suffix in {".md", ".ipynb"})
    notebook = read(path, [])
    cells = notebook.cells if notebook else [new_markdown_cell(path.read_text(encoding="utf-8"))]
    found: dict[str, list[str]] = {"markdown": [], "code": []}
    for cell in cells:
        if not re.search("hide-|remove-", " ".join(cell.metadata.get("tags", []))):
            found[cell.cell_type].append(cell.source)
    text = "\n\n".join(found["markdown"])
    return CODE.sub("", text), found["code"] + [match[2] for match in CODE.finditer(text)]


def minutes(chapter: str) -> int:
    """Return the minutes for a chapter, rounded up."""
    text, code = shown(chapter)
    prose, formulas = DISPLAY.subn(" ", text)
    prose = OPTION.sub("", re.sub(r"\$[^$]+\$", " x ", prose))
    words = len(re.findall(r"\w[\w'’-]*", prose))
    lines = sum(bool(line.strip()) for block in code for line in block.splitlines())
    return math.ceil((words + FORMULA * formulas + LINE * lines) / PACE)


def role(name: str, raw: str, text: str, *_: Any, **__: Any) -> tuple[list[nodes.Node], list[Any]]:
    said = f"{sum(map(minutes, text.split()))} min"
    return [nodes.inline("", said, classes=["osphg-minutes"])], []


def setup(app: Sphinx) -> None:
    app.add_role("minutes", role)

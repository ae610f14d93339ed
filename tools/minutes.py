"""Sphinx extension: the role `minutes` says how long chapters take to read.

{minutes}`problem figure1` becomes the minutes for the two files of book/ together: 200 words a
minute, a displayed formula as 20 words, a formula within a line as one, and a line of code that is
not folded as 10. Exercises and folded proofs are counted, outputs are not. A build counts anew.

Its own, as MyST counts words alone, and a page has as much to read in formulas and in code.
"""

import math
import re
from typing import Any

from check_site import ROOT
from docutils import nodes
from execute_book import read
from nbformat.v4 import new_markdown_cell, new_notebook
from sphinx.application import Sphinx

FOLDED = re.compile("hide-|remove-")
CODE = re.compile(r"^(`{3,})(?:\{code-block\}|\w)[^\n]*\n(.*?)^\1\s*$", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"^(?::[\w-]+:.*|\([\w:-]+\)=|[`:]{3,}.*)$", re.MULTILINE)
DISPLAY = re.compile(r"\$\$.*?\$\$", re.DOTALL)


def shown(chapter: str) -> tuple[str, str]:
    """Return a chapter's text and its code, but for what is folded."""
    (path,) = (p for p in (ROOT / "book").glob(f"{chapter}.*") if p.suffix in {".md", ".ipynb"})
    page = read(path, []) or new_notebook(cells=[new_markdown_cell(path.read_text("utf-8"))])
    found = {"markdown": "", "code": ""}
    for cell in page.cells:
        if not FOLDED.search(" ".join(cell.metadata.get("tags", []))):
            found[cell.cell_type] += f"{cell.source}\n\n"
    blocks = [block for _, block in CODE.findall(found["markdown"])]
    return CODE.sub("", found["markdown"]), found["code"] + "".join(blocks)


def minutes(chapter: str) -> int:
    """Return the minutes for a chapter, rounded up."""
    text, code = shown(chapter)
    text, formulas = DISPLAY.subn(" ", text)
    words = re.findall(r"\w[\w'’-]*", OPTION.sub("", re.sub(r"\$[^$]+\$", " x ", text)))
    lines = re.findall(r"^.*\S", code, re.MULTILINE)
    return math.ceil((len(words) + 20 * formulas + 10 * len(lines)) / 200)


def role(name: str, raw: str, text: str, *_: Any, **__: Any) -> tuple[list[nodes.Node], list[Any]]:
    said = f"{sum(map(minutes, text.split()))} min"
    return [nodes.inline("", said, classes=["osphg-minutes"])], []


def setup(app: Sphinx) -> None:
    app.add_role("minutes", role)

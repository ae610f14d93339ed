"""Sphinx extension: the role `minutes` says how long chapters take to read.

{minutes}`problem figure1` becomes the minutes for the two files of book/ together: 200 words a
minute, a displayed formula as 20 words, a formula within a line as one, and a line of code that is
not folded as 10. Exercises and folded proofs are counted, outputs are not. A build counts anew.

Its own, as no extension in the locks counts them.
"""

import json
import math
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

BOOK = Path(__file__).resolve().parent.parent / "book"
PACE = 200  # words in a minute
FORMULA, LINE = 20, 10  # words that a displayed formula counts for, and a line of code

CODE = re.compile(
    r"^(`{3,})(?:\{code-cell\}|\{code-block\}|\w)[^\n]*\n(.*?)^\1\s*$", re.MULTILINE | re.DOTALL
)
FOLDED = re.compile(r"^:?tags:.*\b(?:hide|remove)-", re.MULTILINE)
FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
OPTION = re.compile(r"^(?::[\w-]+:.*|\([\w:-]+\)=|[`:]{3,}.*)$", re.MULTILINE)
DISPLAY = re.compile(r"\$\$.*?\$\$", re.DOTALL)


def read(path: Path) -> tuple[str, list[str]]:
    """Return a chapter's text and its code, but for what is folded."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        text = FRONT.sub("", text)
        code = [match[2] for match in CODE.finditer(text)]
        return CODE.sub("", text), [block for block in code if not FOLDED.search(block)]
    cells: dict[str, list[str]] = {"markdown": [], "code": []}
    for cell in json.loads(text)["cells"]:
        if not re.search("hide-|remove-", " ".join(cell["metadata"].get("tags", []))):
            cells[cell["cell_type"]].append("".join(cell["source"]))
    return "\n\n".join(cells["markdown"]), cells["code"]


def minutes(chapter: str) -> int:
    """Return the minutes for a chapter, rounded up."""
    (path,) = (p for end in ("md", "ipynb") if (p := BOOK / f"{chapter}.{end}").is_file())
    text, code = read(path)
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

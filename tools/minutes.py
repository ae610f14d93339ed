"""Sphinx extension: the role `minutes` says how long chapters take to read.

{minutes}`problem figure1` becomes the minutes for the two files of book/ together. Counted is
prose: 200 words a minute, a displayed formula as 20 words, a formula within a line as one; code
and its output are not counted, exercises and folded proofs are. A build counts anew.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

BOOK = Path(__file__).resolve().parent.parent / "book"
PACE, FORMULA = 200, 20  # words in a minute, and words that a displayed formula counts for

CODE = re.compile(
    r"^(`{3,})(?:\{code-cell\}|\{code-block\}|\w)[^\n]*\n.*?^\1\s*$", re.MULTILINE | re.DOTALL
)
_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_OPTION = re.compile(r"^(?::[\w-]+:.*|\([\w:-]+\)=|[`:]{3,}.*)$", re.MULTILINE)
_DISPLAY = re.compile(r"\$\$.*?\$\$", re.DOTALL)
_INLINE = re.compile(r"\$[^$]+\$")


def words(text: str) -> int:
    """Count the words of a text in MyST Markdown, formulas as said above."""
    prose = CODE.sub("", _FRONT.sub("", text))
    formulas = len(_DISPLAY.findall(prose))
    prose = _INLINE.sub(" x ", _DISPLAY.sub(" ", prose))
    return len(re.findall(r"\w[\w'’-]*", _OPTION.sub("", prose))) + FORMULA * formulas


def prose_of(path: Path) -> str:
    """Return a chapter's text; of a notebook, its cells of text."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    cells = json.loads(text)["cells"]
    return "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")


def minutes(chapters: Sequence[str], book: Path = BOOK) -> int:
    """Return the minutes for some chapters together: those of each, rounded up, added.

    Raises
    ------
    ValueError
        If there is no such chapter.
    """
    total = 0
    for name in chapters:
        found = [p for p in (book / f"{name}.md", book / f"{name}.ipynb") if p.is_file()]
        if not found:
            raise ValueError(f"minutes: there is no chapter {name!r}")
        total += math.ceil(words(prose_of(found[0])) / PACE)
    return total


class Minutes(SphinxRole):
    """The minutes of the chapters that the text names."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        said = f"{minutes(self.text.split())} min"
        return [nodes.inline("", said, classes=["osphg-minutes"])], []


def setup(app: Sphinx) -> dict[str, object]:
    app.add_role("minutes", Minutes())
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

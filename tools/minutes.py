"""Sphinx extension: the role `minutes` says how long chapters take to read.

{minutes}`problem figure1` becomes the minutes for the two files of book/ together. Counted is
prose: 200 words a minute, a displayed formula as 20 words, a formula within a line as one; code
and its output are not counted, exercises and folded proofs are. A build counts anew.

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
PACE, FORMULA = 200, 20  # words in a minute, and words that a displayed formula counts for

CODE = re.compile(
    r"^(`{3,})(?:\{code-cell\}|\{code-block\}|\w)[^\n]*\n.*?^\1\s*$", re.MULTILINE | re.DOTALL
)
FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
OPTION = re.compile(r"^(?::[\w-]+:.*|\([\w:-]+\)=|[`:]{3,}.*)$", re.MULTILINE)
DISPLAY = re.compile(r"\$\$.*?\$\$", re.DOTALL)


def prose_of(path: Path) -> str:
    """Return a chapter's text; of a notebook, its cells of text."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    cells = json.loads(text)["cells"]
    return "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")


def minutes(chapter: str) -> int:
    """Return the minutes for a chapter, rounded up."""
    (path,) = (p for end in ("md", "ipynb") if (p := BOOK / f"{chapter}.{end}").is_file())
    prose, formulas = DISPLAY.subn(" ", CODE.sub("", FRONT.sub("", prose_of(path))))
    prose = OPTION.sub("", re.sub(r"\$[^$]+\$", " x ", prose))
    return math.ceil((len(re.findall(r"\w[\w'’-]*", prose)) + FORMULA * formulas) / PACE)


def role(name: str, raw: str, text: str, *_: Any, **__: Any) -> tuple[list[nodes.Node], list[Any]]:
    said = f"{sum(map(minutes, text.split()))} min"
    return [nodes.inline("", said, classes=["osphg-minutes"])], []


def setup(app: Sphinx) -> dict[str, object]:
    app.add_role("minutes", role)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

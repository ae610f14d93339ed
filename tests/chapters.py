"""What chapters define in a cell, for tests of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat

BOOK = Path(__file__).resolve().parent.parent / "book"


def defined(chapter: str, name: str) -> Any:
    """Return a class or function of a notebook, from the one cell that defines it, run alone."""
    sources = [cell.source for cell in nbformat.read(BOOK / f"{chapter}.ipynb", 4).cells]
    (found,) = (one for one in sources if re.search(rf"^(class|def) {name}\b", one, re.M))
    space: dict[str, Any] = {}
    exec(compile(found, f"{chapter}.ipynb", "exec"), space)
    return space[name]

"""What chapters define in a cell, for tests of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat

BOOK = Path(__file__).resolve().parent.parent / "book"


def defined(chapter: str, *names: str) -> Any:
    """Return classes or functions of a notebook, from the cells that define them, run alone."""
    sources = [cell.source for cell in nbformat.read(BOOK / f"{chapter}.ipynb", 4).cells]
    space: dict[str, Any] = {}
    for name in names:
        (found,) = (one for one in sources if re.search(rf"^(class|def) {name}\b", one, re.M))
        exec(compile(found, f"{chapter}.ipynb", "exec"), space)
    return space[names[0]] if len(names) == 1 else [space[name] for name in names]

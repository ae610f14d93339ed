"""What chapters define in a cell, for tests of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from execute_book import read

BOOK = Path(__file__).resolve().parent.parent / "book"


def defined(chapter: str, *names: str) -> Any:
    """Return classes or functions of a chapter, from the cells that define them, run alone.

    NumPy is there as `np`, which a chapter imports in another cell.
    """
    (path,) = (one for one in BOOK.glob(f"{chapter}.*") if one.suffix in {".md", ".ipynb"})
    notebook = read(path)
    assert notebook is not None, f"{path.name} has no code"
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    space: dict[str, Any] = {"np": np}
    for name in names:
        (found,) = (one for one in sources if re.search(rf"^(class|def) {name}\b", one, re.M))
        exec(compile(found, path.name, "exec"), space)
    return space[names[0]] if len(names) == 1 else [space[name] for name in names]

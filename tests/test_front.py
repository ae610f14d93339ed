"""The way into the book: the notation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import osphg

BOOK = Path(__file__).parent.parent / "book"


def names() -> list[str]:
    """What the table of symbols calls a name in the code."""
    text = (BOOK / "notation.md").read_text(encoding="utf-8")
    table = text.partition("## Symbols")[2].partition("\n## ")[0]
    cells = [row.split(" | ")[2] for row in table.splitlines() if row.count(" | ") == 2]
    return sorted({name for cell in cells for name in re.findall(r"`([\w.]+)`", cell)})


class TestNotation:
    @pytest.mark.parametrize("name", names())
    def test_every_name_exists(self, name: str) -> None:
        found: Any = osphg
        for part in name.split("."):
            fields = [field.name for field in getattr(found, "__attrs_attrs__", ())]
            fields += getattr(found, "__dataclass_fields__", ())
            found = None if part in fields else getattr(found, part)
        assert name.partition(".")[0] in osphg.__all__

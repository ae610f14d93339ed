"""The pages of reference: every public name once, docstrings as they read."""

from __future__ import annotations

import re
from pathlib import Path

import page_reference as reference

import osphg

BOOK = Path(__file__).resolve().parent.parent / "book"
ENTRY = re.compile(r"^\.\. (?:auto\w+|py:\w+):: (\S+)\n(?: +:module: (\S+)\n)?", re.MULTILINE)
ROOMS = sorted({reference.room(path) for path in reference.public()})


def test_every_public_name_has_one_entry_and_each_room_a_page() -> None:
    found = [entry for room in ROOMS for entry in ENTRY.findall(reference.page(room))]
    paths = [f"{module}.{name}" if module else name for name, module in found]
    wanted = sorted(f"osphg.{path}" for path in set(reference.standing().values()))
    assert sorted(paths) == wanted
    pages = "".join(path.read_text(encoding="utf-8") for path in BOOK.glob("*.md"))
    assert sorted(reference.MARK.findall(pages)) == sorted([*ROOMS, "index"])


def test_a_class_tells_of_its_fields_what_stands_beside_them() -> None:
    found = reference.fields(osphg.Run)
    assert found[1:5] == ["Attributes", "----------", "decisions", "    x_t, (T, n)"]
    assert "player" not in found
    assert reference.fields(osphg.RoundError) == []

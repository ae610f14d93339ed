"""The pages of reference: every public name once, and what autodoc would not say of it."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import page_reference as reference

import osphg

PAGE = Path(__file__).resolve().parent.parent / "book" / "api.md"
ENTRY = re.compile(
    r"^\.\. (?:auto(?:class|function|module)|py:module):: osphg\.(\S+)$", re.MULTILINE
)


def test_every_public_name_has_one_entry() -> None:
    """A module's entry has its names, if it is imported by that path."""
    public = reference.public()
    written = ENTRY.findall(PAGE.read_text(encoding="utf-8"))
    modules = {
        path
        for path in written
        if inspect.ismodule(value := public[path]) and value.__name__ == f"osphg.{path}"
    }
    wanted = [path for path in public if path.rpartition(".")[0] not in modules]
    assert sorted(written) == sorted(wanted)
    assert reference.MARK in PAGE.read_text(encoding="utf-8")


def test_a_thing_with_two_paths_stands_at_the_shorter() -> None:
    public = reference.public()
    assert public["Rounds"] is osphg.Rounds
    assert "rounds.Rounds" not in public
    assert "rounds.paper_quadratics" in public


class Described:
    """A class with fields, of which one is told beside it."""

    decisions: float  # x_t, (T, n)
    player: float


def test_a_class_tells_of_its_fields_what_stands_beside_them() -> None:
    expected = ["", "Attributes", "----------", "decisions", "    x_t, (T, n)"]
    assert reference.fields(Described) == expected
    assert reference.fields(osphg.RoundError) == []

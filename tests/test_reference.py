"""The pages of reference: every public name once, and what autodoc would not say of it."""

from __future__ import annotations

import inspect
import operator
import re
from pathlib import Path

import page_reference as reference

import osphg

PAGE = Path(__file__).resolve().parent.parent / "book" / "api.md"
ENTRY = re.compile(r"^\.\. auto(?:class|function|module|data):: osphg\.(\S+)$", re.MULTILINE)


def test_every_public_name_has_one_entry() -> None:
    """On the page as it is built, which has a mark for each room and for the list of all names."""
    text = PAGE.read_text(encoding="utf-8")
    page = reference.replace_marks(text)
    assert "% reference" not in page
    assert text.count(reference.MARK) == 1
    assert not ENTRY.findall(text)  # none is written by hand
    assert sorted(ENTRY.findall(page)) == sorted(reference.public_values())


def test_every_module_of_the_house_stands_in_a_room() -> None:
    rooms = [module for room in reference.ROOMS.values() for module in room]
    assert len(rooms) == len(set(rooms))
    modules = {
        name for name in reference.public_values() if inspect.ismodule(getattr(osphg, name, None))
    }
    assert modules <= set(rooms)


def test_an_entry_is_at_a_path_that_leads_to_it() -> None:
    """Each but modules stands once, whatever the paths that lead to it: at the shortest."""
    seen: dict[int, str] = {}
    for path, value in reference.public_values().items():
        assert operator.attrgetter(path)(osphg) is value
        assert seen.setdefault(id(value), path) == path
    for path in ("Rounds", "players.COLD", "hindsight.frank_wolfe", "games.refuting.decoy"):
        assert path in seen.values()


def test_a_thing_with_two_paths_stands_at_the_shorter() -> None:
    public = reference.public_values()
    assert public["Rounds"] is osphg.Rounds
    assert "rounds.Rounds" not in public
    assert "rounds.paper_quadratics" in public


class Described:
    """A class with fields, of which one is told beside it."""

    decisions: float  # x_t, (T, n)
    player: float


def test_a_class_tells_of_its_fields_what_stands_beside_them() -> None:
    expected = ["", "Attributes", "----------", "decisions", "    x_t, (T, n)"]
    assert reference.section_on_fields(Described) == expected
    assert reference.section_on_fields(osphg.RoundError) == []

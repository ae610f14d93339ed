"""The pages of reference: every public name once, and what autodoc would not say of it."""

from __future__ import annotations

import inspect
import operator
import re
from pathlib import Path

import page_reference as reference

import osphg

BOOK = Path(__file__).resolve().parent.parent / "book"
ENTRY = re.compile(r"^\.\. auto(?:class|function|module|data):: osphg\.(\S+)$", re.MULTILINE)


def page_of(name: str) -> str:
    """Return the source of a page as it is built, with what replaces its marks."""
    text = (BOOK / f"{name}.md").read_text(encoding="utf-8")
    assert text.count("% reference") == (2 if name == "api" else 1)
    assert not ENTRY.findall(text)  # none is written by hand
    page = reference.replace_marks(text)
    assert "% reference" not in page
    return page


def test_every_public_name_has_one_entry() -> None:
    """On the pages of the rooms."""
    pages = [page_of(f"api_{room}") for room in reference.ROOMS]
    found = [path for page in pages for path in ENTRY.findall(page)]
    assert sorted(found) == sorted(reference.public_values())


def test_the_list_leads_to_every_page_and_public_name() -> None:
    page = page_of("api")
    assert re.findall(r"^- \{doc\}`api_(\w+)`", page, re.M) == list(reference.ROOMS)
    listed = re.findall(r"^   osphg\.(\S+)$|\{py:(?:mod|data)\}`osphg\.(\S+?)`", page, re.M)
    assert sorted(one or other for one, other in listed) == sorted(reference.public_values())


def test_a_place_that_has_moved_is_where_its_class_is() -> None:
    ids = {"a": {"osphg.Box", "osphg.Box.n", "osphg.Box.n.x", "-p", "here"}, "b": {"osphg.Boxes"}}
    places = reference.pages_of_places(ids, {"here"})
    assert places == {"osphg.Box": "a", "-p": "a", "osphg.Boxes": "b"}
    apart = reference.pages_of_places({"a": {"m"}, "b": {"m.x"}}, set())
    assert apart == {"m": "a", "m.x": "b"}


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

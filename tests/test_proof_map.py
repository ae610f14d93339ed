"""The map of the proof, as its page draws it from what the ledger has computed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

BOOK = Path(__file__).parent.parent / "book"


def test_a_theorem_is_said_as_its_certificate_says_it() -> None:
    """The ledger's page writes the map, and asks for this again, a minute into the book's build."""
    boxes, certified = (
        json.loads((BOOK / name).read_text(encoding="utf-8"))
        for name in ("proof_map.json", "certificates.json")
    )
    theorems = {name: box["says"] for name, box in boxes.items() if not box["claim"]}
    assert theorems == {name: certified["theorems"][name]["says"] for name in theorems}


@pytest.fixture(scope="module")
def drawn() -> dict[str, Any]:
    """What the page computes, by name."""
    names: dict[str, Any] = {}
    text = (BOOK / "certificates.md").read_text(encoding="utf-8")
    for cell in re.findall(r"^```\{code-cell\}[^\n]*\n:tags:[^\n]*\n(.*?)^```$", text, re.S | re.M):
        exec(cell, names)
    return names


@pytest.fixture(scope="module")
def soup(drawn: dict[str, Any]) -> BeautifulSoup:
    return BeautifulSoup(drawn["page"].data, "html.parser")


def test_boxes_are_links_that_say_their_verdict_in_words(
    drawn: dict[str, Any], soup: BeautifulSoup
) -> None:
    boxes = {str(box["data-node"]): box for box in soup.select("svg a[data-node]")}
    assert len(boxes) == len(drawn["boxes"])
    for number, box in boxes.items():
        assert str(box["href"]).partition("#")[0].endswith(".html")
        (word,) = box.select("text.osphg-word")
        assert word.get_text()[0] in "✓✗–"
        assert word.get_text() in str(box["aria-label"])
        for other in str(box["data-below"]).split():
            assert number in str(boxes[other]["data-above"]).split()


def test_the_table_has_every_box_and_every_line(drawn: dict[str, Any], soup: BeautifulSoup) -> None:
    boxes = drawn["boxes"]
    rows = {row.th.get_text(): row for row in soup.select("tbody tr") if row.th}
    assert len(rows) == len(boxes)
    for box in boxes.values():
        listed = rows[box["title"]].find_all("td")[2].get_text()
        assert all(boxes[other]["title"] in listed for other in box["rests_on"])

"""Each work that the book cites says where it can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from pybtex.database import parse_string
from pybtex.plugin import find_plugin

ROOT = Path(__file__).resolve().parent.parent
NONE_KNOWN: frozenset[str] = frozenset()  # works without a DOI, an arXiv number or an address
FORMS = {
    "doi": re.compile(r"10\.\d{4,9}/\S+"),
    "eprint": re.compile(r"\d{4}\.\d{4,5}"),
    "url": re.compile(r"https://[\w.-]+/\S+"),
}


def entries(text: str) -> dict[str, dict[str, str]]:
    """Return the fields of each entry by its key."""
    return {
        found[1]: dict(re.findall(r"^\s*(\w+)\s*=\s*\{(.*)\},?$", found[2], re.MULTILINE))
        for found in re.finditer(r"^@\w+\{(\w+),\n(.*?)\n\}", text, re.MULTILINE | re.DOTALL)
    }


def faults(works: dict[str, dict[str, str]]) -> list[str]:
    """Return what is wrong with where the works are to be read."""
    found = []
    for key, fields in works.items():
        places = {name: fields[name] for name in FORMS if name in fields}
        if bool(places) == (key in NONE_KNOWN):
            found.append(f"{key}: {places or 'no doi, eprint or url'}")
        for name, value in places.items():
            if not FORMS[name].fullmatch(value):
                found.append(f"{key}: {name} = {value}")
        if ("eprint" in places) != (fields.get("archiveprefix") == "arXiv"):
            found.append(f"{key}: an eprint without archiveprefix = {{arXiv}}")
    every = [fields[name] for fields in works.values() for name in FORMS if name in fields]
    return found + [f"{value}: of two works" for value in {v for v in every if every.count(v) > 1}]


def test_each_work_says_where_it_can_be_read() -> None:
    text = (ROOT / "book" / "references.bib").read_text(encoding="utf-8")
    works = entries(text)
    assert len(works) == len(re.findall(r"^@", text, re.MULTILINE))
    assert faults(works) == []


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({}, "no doi, eprint or url"),
        ({"doi": "https://doi.org/10.1/2"}, "doi = https"),
        ({"url": "http://example.org/a"}, "url = http:"),
        ({"eprint": "1907.00316"}, "archiveprefix"),
    ],
)
def test_a_work_that_does_not_is_seen(fields: dict[str, str], fault: str) -> None:
    (found,) = faults({"nobody2020": fields})
    assert fault in found


def test_two_works_are_not_in_one_place() -> None:
    place = {"doi": "10.1000/182"}
    assert faults({"a": place, "b": place}) == ["10.1000/182: of two works"]


def test_the_bibliography_shows_each_place_as_a_link() -> None:
    """In the style alpha, which the page of references has."""
    text = (ROOT / "book" / "references.bib").read_text(encoding="utf-8")
    style = find_plugin("pybtex.style.formatting", "alpha")()
    backend = find_plugin("pybtex.backends", "html")()
    for key, fields in entries(text).items():
        (entry,) = style.format_bibliography(parse_string(text, "bibtex"), [key])
        links = BeautifulSoup(entry.text.render(backend), "html.parser").find_all("a")
        addresses = {str(link["href"]) for link in links}
        for name in set(FORMS) & set(fields):
            assert any(address.endswith(fields[name]) for address in addresses), key

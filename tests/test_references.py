"""Each work that the book cites says where it can be read."""

from __future__ import annotations

import re
from pathlib import Path

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

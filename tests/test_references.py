"""Each work that the book cites says where it can be read."""

from __future__ import annotations

import re
from pathlib import Path

from pybtex.database import parse_file

BOOK = Path(__file__).resolve().parent.parent / "book"
FORMS = {
    "doi": re.compile(r"10\.\d{4,9}/\S+"),
    "eprint": re.compile(r"\d{4}\.\d{4,5}"),
    "url": re.compile(r"https://[\w.-]+/\S+"),
}


def test_each_work_says_where_it_can_be_read() -> None:
    every = list[str]()
    for key, work in parse_file(BOOK / "references.bib").entries.items():
        places = {name: work.fields[name] for name in FORMS if name in work.fields}
        assert places, f"{key}: no doi, eprint or url"
        for name, value in places.items():
            assert FORMS[name].fullmatch(value), f"{key}: {name} = {value}"
        assert ("eprint" in places) == (work.fields.get("archiveprefix") == "arXiv"), key
        every += places.values()
    assert len(set(every)) == len(every), "two works are in one place"

"""A page's tables are files of the site, with the rows that its links held."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import page_tables
from sphinx.application import Sphinx

from osphg.experiments.results import Results

ABOUT = {"quantity": "regret", "unit": "units of f"}


def results(name: str, rows: int) -> Results:
    return Results(name, [{"seed": seed, "value": seed / 7, **ABOUT} for seed in range(rows)])


def saved(folder: Path, body: str) -> str:
    """The page's body after the extension; its files are in `folder`."""
    context: dict[str, Any] = {"body": body, "pathto": lambda path, resource: f"../{path}"}
    page_tables.save(
        cast("Sphinx", SimpleNamespace(outdir=folder)), "book/mine", "page.html", context, None
    )
    return str(context["body"])


def test_the_links_lead_to_files_with_the_same_rows(tmp_path: Path) -> None:
    """A long table is compressed in the notebook, and is not in the site."""
    short, long = results("a&b", 3), results("long", 9000)
    body = f"<p>before</p>{short._repr_html_()}{long._repr_html_()}<p>after</p>"
    assert "application/gzip" in body
    made = saved(tmp_path, body)
    assert "data:" not in made
    assert made.startswith("<p>before</p>")
    assert made.endswith("<p>after</p>")
    for name, address, table in (
        ("a&b.csv", "a&amp;b.csv", short),
        ("long.csv", "long.csv", long),
    ):
        assert f'href="../_static/tables/mine/{address}">{address}</a>' in made
        text = (tmp_path / "_static" / "tables" / "mine" / name).read_text(encoding="utf-8")
        assert text == table.csv()

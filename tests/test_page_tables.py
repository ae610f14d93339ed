"""A page's tables are files of the site, with the rows that its links held."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import page_tables
import pytest
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


def test_a_page_without_tables_stays(tmp_path: Path) -> None:
    body = '<a class="osphg-download" href="there.csv">there.csv</a>'
    assert saved(tmp_path, body) == body
    assert not list(tmp_path.iterdir())


def test_two_tables_of_one_name_are_refused(tmp_path: Path) -> None:
    body = results("mine", 1)._repr_html_() + results("mine", 2)._repr_html_()
    with pytest.raises(ValueError, match=r"two tables of the page are named 'mine\.csv'"):
        saved(tmp_path, body)


def test_a_name_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a table must have a file's name"):
        saved(tmp_path, results("../up", 1)._repr_html_())

"""The book on paper: one document of the site's pages, with the pages of its contents."""

from __future__ import annotations

import shutil
from pathlib import Path

import print_book
import pytest
from bs4 import BeautifulSoup
from print_book import PrintError, beginnings, chapter, contents, document, target

ROOT = Path(__file__).resolve().parent.parent
PAGES = frozenset({"book/a", "book/b"})
ABOUT = {"title": "A book", "author": "Its authors"}
BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
PAGE = """<html><head><title>A</title><link rel="stylesheet" href="../_static/a.css"/>
<script>window.MathJax = {}</script><script defer src="../_static/mathjax/m.js"></script></head>
<body data-theme="dark"><nav>site</nav><article class="bd-article"><section id="top">
<h1>A <em>title</em><a class="headerlink" href="#top">#</a></h1>
<p>See <a href="b.html#there">there</a>, <a href="b.html">B</a>, <a href="#top">up</a>,
<a href="../genindex.html">index</a>, <a href="https://example.org">out</a>.</p>
<details class="sd-dropdown"><summary>Solution</summary>It is 1.</details>
<div class="cell tag_hide-input"><details class="admonition hide above-input">draws = 1</details>
<img src="../_images/a.png" alt="a line"/></div>
<div class="cell tag_hide-cell"><details class="hide above-input">told = 2</details></div>
<div id="osphg-demo">moves</div><svg><path clip-path="url(#clip)"/><clipPath id="clip"/></svg>
</section></article></body></html>"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "book").mkdir()
    other = PAGE.replace("A <em>title</em>", "Another").replace('id="top"', 'id="there"', 1)
    (tmp_path / "book" / "a.html").write_text(PAGE)
    (tmp_path / "book" / "b.html").write_text(other.replace('href="#top"', 'href="#there"'))
    (tmp_path / "_toc.yml").write_text(
        "root: book/a\nparts:\n  - caption: Part one\n    chapters: [{file: book/b}]\n"
    )
    return tmp_path


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ("b.html#there", "#b--there"),
        ("b.html", "#b"),
        ("../book/b.html", "#b"),
        ("#top", "#a--top"),
        ("#", "#a"),
        ("c.html", None),
        ("../genindex.html#x", None),
        ("../_images/a.png", None),
    ],
)
def test_a_link_leads_within_the_document(link: str, found: str | None) -> None:
    assert target(link, "book/a", PAGES) == found


def test_a_chapter_is_unfolded_and_has_no_site_around_it() -> None:
    made = chapter(PAGE, "book/a", PAGES)
    text = made.get_text()
    assert {"site", "moves", "draws = 1", "#"}.isdisjoint(text.split("\n"))
    assert "draws" not in text
    assert "told = 2" in text
    assert all("open" in tag.attrs for tag in made.find_all("details"))
    assert made["id"] == "a"
    assert [tag["id"] for tag in made.find_all(id=True)] == ["a--top", "a--clip"]
    assert made.select("path")[0]["clip-path"] == "url(#a--clip)"
    links = [tag["href"] for tag in made.find_all("a", href=True)]
    assert links == ["#b--there", "#b", "#a--top", "https://example.org"]


def test_the_document_has_all_chapters_in_their_order(site: Path) -> None:
    made = BeautifulSoup(document(site, site / "_toc.yml", ABOUT, {"b": 7}), "html.parser")
    assert [tag["id"] for tag in made.select("section.chapter")] == ["a", "b"]
    entries = [(tag["href"], tag.get_text(" ", strip=True)) for tag in made.select("a.entry")]
    assert entries == [("#a", "A title"), ("#b", "Another 7")]
    assert made.select_one(".part").get_text() == "Part one"  # type: ignore[union-attr]
    assert made.html["data-theme"] == "light"  # type: ignore[index]
    assert {tag["href"] for tag in made.select("a[href^='#']")} <= {
        f"#{tag['id']}" for tag in made.find_all(id=True)
    }


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("article", "aside", "book/a has no article"),
        ("window.MathJax", "window.other", "does not load its MathJax"),
    ],
)
def test_a_site_that_is_not_whole(site: Path, old: str, new: str, message: str) -> None:
    (site / "book" / "a.html").write_text(PAGE.replace(old, new))
    with pytest.raises(PrintError, match=message):
        document(site, site / "_toc.yml", ABOUT, {})


def test_a_page_that_is_not_built(site: Path) -> None:
    (site / "book" / "b.html").unlink()
    with pytest.raises(PrintError, match="has no page book/b"):
        document(site, site / "_toc.yml", ABOUT, {})


def test_every_page_of_the_book_has_a_place_of_its_own() -> None:
    names = [print_book.place(page) for _, pages in contents(ROOT / "_toc.yml") for page in pages]
    assert len(names) == len(set(names)) > 40


def test_pages_are_counted_through_the_tree() -> None:
    pdf = (
        b"\n1 0 obj\n<</Type /Pages\n/Count 3\n/Kids [2 0 R 5 0 R]>>\nendobj"
        b"\n2 0 obj\n<</Type /Pages\n/Parent 1 0 R\n/Kids [4 0 R 3 0 R]>>\nendobj"
        b"\n9 0 obj\n<</a [4 0 R /XYZ 0 1 0]\n/b#2dc [5 0 R /XYZ 0 1 0]\n/d [3 0 R /XYZ 0 9 0]>>"
    )
    assert beginnings(pdf) == {"a": 1, "d": 2, "b-c": 3}

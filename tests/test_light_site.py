"""Of the site's styles what its pages use is left, in one file; no script keeps a page waiting."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from light_site import blocks, lighten, needed, selectors, used

STYLE = """
@charset "utf-8";
/* .gone { } */
.a:not(.hidden), .gone > .a { color: red; }
.gone::before { content: "}"; }
a[href="{.b}"] { color: blue }
@media (max-width: 9px) { .gone { color: red } .b { margin: 0 } }
@media print { .gone { color: red } }
@font-face { src: url("icon.woff2") }
"""


def test_blocks_are_told_apart_by_their_braces_and_not_by_those_in_strings() -> None:
    assert list(blocks(STYLE)) == [
        ('@charset "utf-8"', None),
        (".a:not(.hidden), .gone > .a", "color: red;"),
        (".gone::before", 'content: "}";'),
        ('a[href="{.b}"]', "color: blue"),
        ("@media (max-width: 9px)", ".gone { color: red } .b { margin: 0 }"),
        ("@media print", ".gone { color: red }"),
        ("@font-face", 'src: url("icon.woff2")'),
    ]


def test_selectors_of_a_list() -> None:
    assert selectors('a, :is(b, c) > d, [x="1,2"]') == ["a", ":is(b, c) > d", '[x="1,2"]']


@pytest.mark.parametrize(
    ("selector", "holds"),
    [
        ("a > b:hover", True), (".x .y", True), (".x .z", False), ("#z", False), ("#x", True),
        (".x:not(.z, :has(.w))", True), (r".sm\:x", True), ('[href=".z"]', True),
    ],
)  # fmt: skip
def test_a_selector_is_needed_if_all_its_names_are_known(selector: str, holds: bool) -> None:
    assert needed(selector, {"x", "y", "sm:x"}) == holds


def test_what_is_used_of_a_style() -> None:
    assert used(STYLE, {"a", "b"}, str) == (
        '.a:not(.hidden){color: red;}\na[href="{.b}"]{color: blue}\n'
        '@media (max-width: 9px){\n.b{margin: 0}\n}\n@font-face{src: url("icon.woff2")}'
    )


@pytest.fixture
def site(tmp_path: Path) -> Path:
    static = tmp_path / "_static"
    (static / "styles").mkdir(parents=True)
    (static / "basic.css").write_text(".a { background: url(file.png#x) } .gone { margin: 0 }")
    (static / "styles" / "theme.css").write_text('@import "../basic.css"; .b { color: red }')
    (static / "own.page.css").write_text(".c { color: red }")
    (static / "script.js").write_text('element.classList.add("later")')
    (static / "more.css").write_text(".later { src: url('../_images/a.png') } .c { margin: 0 }")
    head = (
        '<link href="{0}_static/styles/theme.css" rel="stylesheet" />\n'
        '<link rel="stylesheet" type="text/css" href="{0}_static/more.css?v=1" />\n'
        '<link rel="stylesheet" href="{0}_static/own.page.css" />\n'
        '<script src="{0}_static/script.js?v=2"></script>\n'
        "<script>DOCUMENTATION_OPTIONS.pagename = 'a';</script>\n"
        '<script async="async" src="{0}_static/mathjax/startup.js"></script>'
    )
    (tmp_path / "book").mkdir()
    (tmp_path / "index.html").write_text(head.format("") + '<p class="a x">a</p>')
    (tmp_path / "book" / "a.html").write_text(head.format("../") + "<p id='b' class='b'>b</p>")
    return tmp_path


def test_pages_share_one_style_of_what_all_of_them_use(site: Path) -> None:
    lighten(site)
    (style,) = (site / "_static").glob("book-*.css")
    rules = style.read_text().splitlines()[1:]
    assert rules == [
        '.a{background: url("file.png#x")}', ".b{color: red}",
        '.later{src: url("../_images/a.png")}',
    ]  # fmt: skip
    for page, up in (("index.html", ""), ("book/a.html", "../")):
        text = (site / page).read_text()
        assert re.findall(r'href="([^"]*)"', text) == [
            f"{up}_static/{style.name}", f"{up}_static/own.page.css",
        ]  # fmt: skip


def test_no_script_is_waited_for(site: Path) -> None:
    lighten(site)
    text = (site / "index.html").read_text()
    assert re.findall(r"<script[^>]*>", text) == [
        '<script defer="defer" src="_static/script.js?v=2">',
        '<script async="async" src="_static/mathjax/startup.js">',
    ]


def test_a_list_of_works_has_items(site: Path) -> None:
    entry = '<div class="citation-list" role="list"><div role="doc-biblioentry">'
    (site / "index.html").write_text(entry)
    lighten(site)
    assert (site / "index.html").read_text() == entry.replace("doc-biblioentry", "listitem")


def test_a_style_that_no_page_has_any_more_is_removed(site: Path) -> None:
    (site / "_static" / "book-0.css").write_text(".old { margin: 0 }")
    lighten(site)
    assert len(list((site / "_static").glob("book-*.css"))) == 1


def test_a_second_time_changes_nothing(site: Path) -> None:
    lighten(site)
    before = {path: path.read_text() for path in site.rglob("*.*")}
    lighten(site)
    assert {path: path.read_text() for path in site.rglob("*.*")} == before
